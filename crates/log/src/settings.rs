//! The settings of a log and the ranges they are held to.

use crate::lsn::PAGE_BYTES;
use std::fmt;

/// What happens to extents that restart no longer needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogType {
    /// A fixed ring of extents, overwritten when restart no longer needs them.
    Circular,
    /// Extents are kept until neither restart nor a media image needs them.
    Linear,
}

/// How a log is laid out. The names in brackets are those of the queue manager's settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogSettings {
    /// Pages of 4096 bytes in an extent, 64..=65535 (`LogFilePages`). Fixed at creation.
    pub file_pages: u32,
    /// Extents allocated at creation, 2..=510 (`LogPrimaryFiles`).
    pub primary_files: u32,
    /// Extents added when the primary ones are all needed, 1..=509; together with the
    /// primary ones at most 511 (`LogSecondaryFiles`).
    pub secondary_files: u32,
    /// Pages of memory for records not yet written: 0 for the default of 512, or 18..=4096
    /// (`LogBufferPages`).
    pub buffer_pages: u32,
    /// Circular or linear (`LogType`). Fixed at creation.
    pub log_type: LogType,
}

/// Smallest extent in pages.
const FILE_PAGES_MIN: u32 = 64;
/// Largest extent in pages.
const FILE_PAGES_MAX: u32 = 65_535;
/// Most extents a circular log has.
const FILES_MAX: u32 = 511;
/// Pages of buffer that 0 stands for.
const BUFFER_PAGES_DEFAULT: u32 = 512;
/// Smallest buffer in pages.
const BUFFER_PAGES_MIN: u32 = 18;
/// Largest buffer in pages.
const BUFFER_PAGES_MAX: u32 = 4096;

impl Default for LogSettings {
    fn default() -> Self {
        Self {
            file_pages: 4096,
            primary_files: 3,
            secondary_files: 2,
            buffer_pages: 0,
            log_type: LogType::Circular,
        }
    }
}

/// A setting outside its range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SettingsError {
    /// The setting, by the name a queue manager's settings use.
    pub setting: &'static str,
    /// What it was.
    pub value: u32,
    /// What it may be, in words.
    pub allowed: &'static str,
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} is {}; allowed is {}",
            self.setting, self.value, self.allowed
        )
    }
}

impl std::error::Error for SettingsError {}

impl LogSettings {
    /// Checks every range.
    ///
    /// # Errors
    /// The first setting outside its range.
    pub fn validate(&self) -> Result<(), SettingsError> {
        let check = |ok: bool, setting, value, allowed| {
            if ok {
                Ok(())
            } else {
                Err(SettingsError {
                    setting,
                    value,
                    allowed,
                })
            }
        };
        let pages = FILE_PAGES_MIN..=FILE_PAGES_MAX;
        check(
            pages.contains(&self.file_pages),
            "LogFilePages",
            self.file_pages,
            "64 to 65535",
        )?;
        let primary = 2..=FILES_MAX - 1;
        check(
            primary.contains(&self.primary_files),
            "LogPrimaryFiles",
            self.primary_files,
            "2 to 510",
        )?;
        let secondary = 1..=FILES_MAX - 2;
        check(
            secondary.contains(&self.secondary_files),
            "LogSecondaryFiles",
            self.secondary_files,
            "1 to 509",
        )?;
        check(
            self.primary_files + self.secondary_files <= FILES_MAX,
            "LogSecondaryFiles",
            self.secondary_files,
            "at most 511 together with LogPrimaryFiles",
        )?;
        let buffer = BUFFER_PAGES_MIN..=BUFFER_PAGES_MAX;
        check(
            self.buffer_pages == 0 || buffer.contains(&self.buffer_pages),
            "LogBufferPages",
            self.buffer_pages,
            "0, or 18 to 4096",
        )
    }

    /// Bytes of one extent.
    #[must_use]
    pub fn extent_bytes(&self) -> u64 {
        u64::from(self.file_pages) * PAGE_BYTES as u64
    }

    /// Bytes of all primary extents.
    #[must_use]
    pub fn primary_bytes(&self) -> u64 {
        self.extent_bytes() * u64::from(self.primary_files)
    }

    /// Bytes of all extents a circular log may have.
    #[must_use]
    pub fn capacity_bytes(&self) -> u64 {
        self.extent_bytes() * u64::from(self.primary_files + self.secondary_files)
    }

    /// Extents a circular log may have.
    pub(crate) fn files_max(&self) -> usize {
        (self.primary_files + self.secondary_files) as usize
    }

    /// Pages of all buffers together.
    pub(crate) fn all_buffer_pages(&self) -> usize {
        if self.buffer_pages == 0 {
            BUFFER_PAGES_DEFAULT as usize
        } else {
            self.buffer_pages as usize
        }
    }

    /// Pages of one buffer: one is being filled, the others can be on their way to the disk.
    pub(crate) fn buffer_share_pages(&self) -> usize {
        self.all_buffer_pages() / BUFFERS
    }

    /// Data pages there are at least in one buffer, wherever it begins.
    pub(crate) fn buffer_data_pages(&self) -> usize {
        let pages = self.buffer_share_pages();
        pages - pages.div_ceil(self.file_pages as usize)
    }

    /// Bytes only completing work may use: an eighth of the primary space, at most 64 MiB.
    pub(crate) fn reserve_bytes(&self) -> u64 {
        (self.primary_bytes() / 8).min(RESERVE_BYTES_MAX)
    }
}

/// Buffers of a log.
pub(crate) const BUFFERS: usize = 4;

/// Upper bound of the reserve: room for some 16,000 commits that each force alone.
const RESERVE_BYTES_MAX: u64 = 64 << 20;

#[cfg(test)]
mod tests {
    use super::{LogSettings, LogType};

    #[test]
    fn defaults_are_valid() {
        assert_eq!(LogSettings::default().validate(), Ok(()));
    }

    /// Checks settings given as pages, primary and secondary files, buffer pages.
    fn is_valid([file_pages, primary_files, secondary_files, buffer_pages]: [u32; 4]) -> bool {
        let log_type = LogType::Linear;
        let settings = LogSettings {
            file_pages,
            primary_files,
            secondary_files,
            buffer_pages,
            log_type,
        };
        settings.validate().is_ok()
    }

    #[test]
    fn each_setting_is_held_to_its_range() {
        for settings in [
            [63, 3, 2, 0],
            [65_536, 3, 2, 0],
            [64, 1, 2, 0],
            [64, 511, 1, 0],
            [64, 3, 0, 0],
            [64, 2, 510, 0],
            [64, 300, 212, 0],
            [64, 3, 2, 17],
            [64, 3, 2, 4097],
        ] {
            assert!(!is_valid(settings), "{settings:?}");
        }
        for settings in [
            [64, 3, 2, 0],
            [65_535, 3, 2, 0],
            [64, 2, 509, 0],
            [64, 510, 1, 0],
            [64, 3, 2, 18],
            [64, 3, 2, 4096],
        ] {
            assert!(is_valid(settings), "{settings:?}");
        }
    }
}
