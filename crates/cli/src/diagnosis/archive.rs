//! Files as one archive: the format zip, stored without being compressed, which everybody can read.
//!
//! Source: the public description of the format (APPNOTE), local headers, central directory and its end.

use crate::failure::Failure;
use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

/// Most files, and most bytes of one: what the format without its extensions has room for, and less.
const FILES_MAX: usize = 20_000;
/// Longest file.
pub(crate) const FILE_BYTES_MAX: usize = 256 << 20;
/// Longest archive.
const ARCHIVE_BYTES_MAX: u64 = 2 << 30;

struct Entry {
    name: String,
    crc: u32,
    length: u32,
    offset: u32,
}

/// An archive being written.
pub(crate) struct Archive<W> {
    out: W,
    at: u64,
    entries: Vec<Entry>,
    /// Day and time as the format has them.
    stamp: [u8; 4],
}

/// The checksum of the format (IEEE 802.3), bit by bit: an archive for maintainers is in no hurry.
fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            let low = crc & 1;
            crc = (crc >> 1) ^ (0xEDB8_8320 * low);
        }
    }
    !crc
}

impl Archive<BufWriter<File>> {
    /// Begins one in a new file. Whoever collects it gives it on; on this machine nobody else needs it.
    pub(crate) fn create(path: &Path, moment: [u16; 6]) -> Result<Self, Failure> {
        let file = File::options()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(path);
        let file = file.map_err(|error| Failure::io(path.display(), &error))?;
        Ok(Self::begin(BufWriter::new(file), moment))
    }
}

impl<W: Write> Archive<W> {
    /// Begins one; year, month, day, hour, minute and second are those of its files.
    pub(crate) fn begin(out: W, moment: [u16; 6]) -> Self {
        let [year, month, day, hour, minute, second] = moment;
        let date = (year.saturating_sub(1980).min(127) << 9) | (month << 5) | day;
        let time = (hour << 11) | (minute << 5) | (second / 2);
        let mut stamp = [0; 4];
        stamp[..2].copy_from_slice(&time.to_le_bytes());
        stamp[2..].copy_from_slice(&date.to_le_bytes());
        Self {
            out,
            at: 0,
            entries: Vec::new(),
            stamp,
        }
    }

    /// Adds a file. False when there is no room for it.
    ///
    /// # Errors
    /// What the disk says.
    pub(crate) fn add(&mut self, name: &str, bytes: &[u8]) -> io::Result<bool> {
        let length = bytes.len() as u64;
        let fits = self.entries.len() < FILES_MAX
            && bytes.len() <= FILE_BYTES_MAX
            && self.at + length + 1_024 <= ARCHIVE_BYTES_MAX
            && name.len() <= 1_000;
        let (Ok(offset), Ok(short), true) = (u32::try_from(self.at), u32::try_from(length), fits)
        else {
            return Ok(false);
        };
        let entry = Entry {
            name: name.to_owned(),
            crc: crc32(bytes),
            length: short,
            offset,
        };
        let mut header = b"PK\x03\x04".to_vec();
        header.extend(self.described(&entry));
        header.extend_from_slice(&0_u16.to_le_bytes());
        header.extend_from_slice(name.as_bytes());
        self.write(&header)?;
        self.write(bytes)?;
        self.entries.push(entry);
        Ok(true)
    }

    /// What both headers of a file say, up to the length of its name.
    fn described(&self, entry: &Entry) -> Vec<u8> {
        let mut text = Vec::new();
        // Version 2.0; names in UTF-8; stored.
        for number in [20_u16, 0x0800, 0] {
            text.extend_from_slice(&number.to_le_bytes());
        }
        text.extend_from_slice(&self.stamp);
        for number in [entry.crc, entry.length, entry.length] {
            text.extend_from_slice(&number.to_le_bytes());
        }
        let name = u16::try_from(entry.name.len()).unwrap_or(u16::MAX);
        text.extend_from_slice(&name.to_le_bytes());
        text
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.write_all(bytes)?;
        self.at += bytes.len() as u64;
        Ok(())
    }

    /// Writes the directory at its end; answers how many files there are.
    ///
    /// # Errors
    /// What the disk says.
    pub(crate) fn finish(mut self) -> io::Result<usize> {
        let began = self.at;
        let entries = std::mem::take(&mut self.entries);
        for entry in &entries {
            let mut header = b"PK\x01\x02".to_vec();
            // Made on a system of the family Unix.
            header.extend_from_slice(&0x0314_u16.to_le_bytes());
            header.extend(self.described(entry));
            for _ in 0..4 {
                header.extend_from_slice(&0_u16.to_le_bytes());
            }
            // A file everybody of the group may read.
            header.extend_from_slice(&(0o100_640_u32 << 16).to_le_bytes());
            header.extend_from_slice(&entry.offset.to_le_bytes());
            header.extend_from_slice(entry.name.as_bytes());
            self.write(&header)?;
        }
        let count = u16::try_from(entries.len()).unwrap_or(u16::MAX);
        let length = u32::try_from(self.at - began).unwrap_or(u32::MAX);
        let began = u32::try_from(began).unwrap_or(u32::MAX);
        let mut end = b"PK\x05\x06\0\0\0\0".to_vec();
        end.extend_from_slice(&count.to_le_bytes());
        end.extend_from_slice(&count.to_le_bytes());
        end.extend_from_slice(&length.to_le_bytes());
        end.extend_from_slice(&began.to_le_bytes());
        end.extend_from_slice(&0_u16.to_le_bytes());
        self.write(&end)?;
        self.out.flush()?;
        Ok(entries.len())
    }
}

/// The last bytes of a file, or all of a shorter one.
///
/// # Errors
/// What the disk says.
pub(crate) fn end_of(path: &Path, bytes_max: u64) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let len = file.metadata()?.len();
    file.seek(SeekFrom::Start(len.saturating_sub(bytes_max)))?;
    let mut bytes = Vec::new();
    file.take(bytes_max).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_that_of_the_standard_check_string() {
        assert_eq!(crc32(b"123456789"), 0xCBF4_3926);
    }

    #[test]
    fn an_archive_has_its_files_and_says_where() {
        let mut bytes = Vec::new();
        let mut archive = Archive::begin(&mut bytes, [2026, 11, 27, 4, 5, 6]);
        assert!(archive.add("a/b.txt", b"hello").expect("written"));
        assert!(archive.add("c", b"").expect("written"));
        assert!(!archive.add(&"x".repeat(1_001), b"").expect("not written"));
        assert_eq!(archive.finish().expect("written"), 2);
        assert_eq!(&bytes[..4], b"PK\x03\x04");
        assert_eq!(&bytes[30..37], b"a/b.txt");
        assert_eq!(&bytes[37..42], b"hello");
        let end = bytes.len() - 22;
        assert_eq!(&bytes[end..end + 4], b"PK\x05\x06");
        assert_eq!(bytes[end + 10], 2);
    }
}
