//! What is in a log's directory: the first look at start-up, which changes nothing.

use crate::control::ControlRecord;
use crate::error::LogError;
use crate::extents::{ExtentFile, file_name, file_number};
use crate::lsn::{Geometry, PAGE_BYTES};
use crate::page::{ExtentHeader, ExtentHeaderError};
use crate::settings::LogType;
use ferromq_base::buffer::AlignedBuffer;
use ferromq_base::disk::{Directory, OpenMode};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// The extent files found, sorted by what they are good for.
pub(crate) struct Survey {
    /// Files that say they hold an extent of this log.
    pub(crate) extents: BTreeMap<u64, ExtentFile>,
    /// Files of the right length that hold nothing of this log.
    pub(crate) free: VecDeque<ExtentFile>,
    /// Names of files of a wrong length: making them was interrupted.
    pub(crate) unfinished: Vec<String>,
}

impl Survey {
    /// Looks at every extent file in `dir`.
    ///
    /// # Errors
    /// Two files that hold the same extent, a file of another release, a primary file of a
    /// circular log that is missing or cut short, or what the disk said.
    pub(crate) fn take(
        dir: &dyn Directory,
        control: &ControlRecord,
        mode: OpenMode,
    ) -> Result<Self, LogError> {
        let listed = dir.list();
        let mut names = listed.map_err(|e| LogError::io("listing", "the log directory", e))?;
        names.retain(|name| file_number(name).is_some());
        names.sort_unstable();
        let mut survey = Self {
            extents: BTreeMap::new(),
            free: VecDeque::new(),
            unfinished: Vec::new(),
        };
        for name in names {
            survey.add(dir, control, name, mode)?;
        }
        survey.check_primaries(control)?;
        Ok(survey)
    }

    fn add(
        &mut self,
        dir: &dyn Directory,
        control: &ControlRecord,
        name: String,
        mode: OpenMode,
    ) -> Result<(), LogError> {
        let fail = |error| LogError::io("reading log file", &name, error);
        let file = dir.open(&name, mode).map_err(fail)?;
        if file.len().map_err(fail)? != control.settings.extent_bytes() {
            self.unfinished.push(name);
            return Ok(());
        }
        let mut page = AlignedBuffer::zeroed(PAGE_BYTES);
        file.read_at(0, &mut page).map_err(fail)?;
        let extent = match ExtentHeader::decode(&page) {
            Ok(header) => extent_held(&header, control, &name),
            Err(ExtentHeaderError::Invalid) => None,
            Err(ExtentHeaderError::UnknownVersion(version)) => {
                return Err(LogError::UnknownVersion {
                    file: name,
                    version,
                });
            }
        };
        let file = ExtentFile {
            name,
            file: Arc::from(file),
        };
        match extent {
            None => self.free.push_back(file),
            Some(extent) => {
                let name = file.name.clone();
                if self.extents.insert(extent, file).is_some() {
                    return Err(LogError::damaged(
                        &name,
                        0,
                        "another file holds the same extent",
                    ));
                }
            }
        }
        Ok(())
    }

    /// The primary files of a circular log keep their names for ever.
    fn check_primaries(&self, control: &ControlRecord) -> Result<(), LogError> {
        if control.settings.log_type == LogType::Linear {
            return Ok(());
        }
        for number in 0..u64::from(control.settings.primary_files) {
            let name = file_name(number);
            if self.unfinished.contains(&name) {
                let offset = control.settings.extent_bytes();
                return Err(LogError::damaged(
                    &name,
                    offset,
                    "the file has a wrong length",
                ));
            }
            let mut there = self.extents.values().chain(&self.free);
            if !there.any(|file| file.name == name) {
                return Err(LogError::FileMissing { file: name });
            }
        }
        Ok(())
    }

    /// Checks that every extent from the oldest needed to the known end is there.
    ///
    /// # Errors
    /// The first one missing.
    pub(crate) fn check_needed(&self, control: &ControlRecord) -> Result<(), LogError> {
        let geometry = Geometry::new(control.settings.file_pages);
        // A known end on the boundary of extents says nothing about the extent behind it.
        let behind = control.known_end.div_ceil(geometry.extent_bytes());
        match (oldest_needed(control)..behind).find(|n| !self.extents.contains_key(n)) {
            Some(extent) => Err(LogError::ExtentMissing { extent }),
            None => Ok(()),
        }
    }

    /// Moves extents nobody needs any more to the free files.
    pub(crate) fn free_before(&mut self, oldest_needed: u64) {
        let kept = self.extents.split_off(&oldest_needed);
        let old = std::mem::replace(&mut self.extents, kept);
        self.free.extend(old.into_values());
    }
}

/// The first extent restart or a media image needs.
pub(crate) fn oldest_needed(control: &ControlRecord) -> u64 {
    let media = match control.settings.log_type {
        LogType::Linear if control.media != 0 => control.media,
        _ => control.recovery,
    };
    Geometry::new(control.settings.file_pages).extent_of(control.recovery.min(media))
}

fn extent_held(header: &ExtentHeader, control: &ControlRecord, name: &str) -> Option<u64> {
    let ours = header.log_id == control.log_id
        && header.file_pages == control.settings.file_pages
        && header.extent != 0;
    // A linear log renames a file before it writes the header: until then it is free.
    let named =
        control.settings.log_type == LogType::Circular || file_number(name) == Some(header.extent);
    (ours && named).then_some(header.extent)
}
