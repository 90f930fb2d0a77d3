//! A disk in the memory of the process, for what need not outlive it.
//!
//! It holds to the contract of the seam as far as that can be seen from within the process: whatever was written is
//! there to be read, and nothing is there when the process is gone. It never fails and plans no faults; for those
//! see [`super::SimulatedDisk`]. Each directory and each file has a lock of its own, none of which is held while
//! another is taken.

use super::{Directory, File, OpenMode};
use crate::lock::{Mutex, MutexGuard, RwLock};
use crate::lock_order;
use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::sync::Arc;

/// A directory in memory. Gone, with all in it, when nobody has it or a file of it open any more.
#[derive(Debug, Default)]
pub struct MemoryDirectory {
    path: String,
    entries: Mutex<BTreeMap<String, Entry>, lock_order::MemoryDirectory>,
}

#[derive(Clone, Debug)]
enum Entry {
    File(Arc<RwLock<Vec<u8>, lock_order::MemoryFile>>),
    Directory(Arc<MemoryDirectory>),
}

impl MemoryDirectory {
    /// An empty directory.
    #[must_use]
    pub fn new() -> Arc<Self> {
        Arc::default()
    }

    fn entries(&self) -> MutexGuard<'_, BTreeMap<String, Entry>> {
        // No change of a map stops half-way.
        self.entries.lock()
    }

    fn names(&self, wanted: fn(&Entry) -> bool) -> Vec<String> {
        let entries = self.entries();
        let found = entries.iter().filter(|(_, entry)| wanted(entry));
        found.map(|(name, _)| name.clone()).collect()
    }
}

impl Directory for MemoryDirectory {
    fn open(&self, name: &str, _mode: OpenMode) -> io::Result<Box<dyn File>> {
        match self.entries().get(name) {
            Some(Entry::File(bytes)) => Ok(Box::new(MemoryFile(Arc::clone(bytes)))),
            Some(Entry::Directory(_)) => Err(ErrorKind::IsADirectory.into()),
            None => Err(ErrorKind::NotFound.into()),
        }
    }

    fn create(&self, name: &str, _mode: OpenMode) -> io::Result<Box<dyn File>> {
        let mut entries = self.entries();
        if entries.contains_key(name) {
            return Err(ErrorKind::AlreadyExists.into());
        }
        let bytes = Arc::default();
        entries.insert(name.to_owned(), Entry::File(Arc::clone(&bytes)));
        Ok(Box::new(MemoryFile(bytes)))
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        let mut entries = self.entries();
        match entries.get(name) {
            Some(Entry::File(_)) => entries.remove(name),
            Some(Entry::Directory(_)) => return Err(ErrorKind::IsADirectory.into()),
            None => return Err(ErrorKind::NotFound.into()),
        };
        Ok(())
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        let mut entries = self.entries();
        let entry = entries.remove(from).ok_or(ErrorKind::NotFound)?;
        entries.insert(to.to_owned(), entry);
        Ok(())
    }

    fn list(&self) -> io::Result<Vec<String>> {
        Ok(self.names(|entry| matches!(entry, Entry::File(_))))
    }

    fn list_directories(&self) -> io::Result<Vec<String>> {
        Ok(self.names(|entry| matches!(entry, Entry::Directory(_))))
    }

    fn directory(&self, name: &str) -> io::Result<Arc<dyn Directory>> {
        let mut entries = self.entries();
        let made = || {
            Entry::Directory(Arc::new(Self {
                path: format!("{}/{name}", self.path),
                entries: Mutex::default(),
            }))
        };
        match entries.entry(name.to_owned()).or_insert_with(made) {
            Entry::Directory(directory) => Ok(Arc::clone(directory) as Arc<dyn Directory>),
            Entry::File(_) => Err(ErrorKind::NotADirectory.into()),
        }
    }

    fn remove_directory(&self, name: &str) -> io::Result<()> {
        let mut entries = self.entries();
        if let Some(Entry::File(_)) = entries.get(name) {
            return Err(ErrorKind::NotADirectory.into());
        }
        entries.remove(name);
        Ok(())
    }

    fn sync(&self) -> io::Result<()> {
        Ok(())
    }

    fn is_on_disk(&self) -> bool {
        false
    }

    fn display_path(&self) -> String {
        format!("memory:{}", self.path)
    }
}

struct MemoryFile(Arc<RwLock<Vec<u8>, lock_order::MemoryFile>>);

/// The place of `len` bytes at `offset`.
fn range(offset: u64, len: usize) -> io::Result<std::ops::Range<usize>> {
    let start = bytes_of(offset)?;
    let end = start.checked_add(len).ok_or(ErrorKind::StorageFull)?;
    Ok(start..end)
}

fn bytes_of(len: u64) -> io::Result<usize> {
    usize::try_from(len).map_err(|_| ErrorKind::StorageFull.into())
}

impl MemoryFile {
    /// Changes the length, with zeros for what is new.
    fn resize(bytes: &mut Vec<u8>, len: usize) -> io::Result<()> {
        let more = len.saturating_sub(bytes.len());
        bytes
            .try_reserve(more)
            .map_err(|_| ErrorKind::StorageFull)?;
        bytes.resize(len, 0);
        Ok(())
    }
}

impl File for MemoryFile {
    fn read_at(&self, offset: u64, into: &mut [u8]) -> io::Result<()> {
        let bytes = self.0.read();
        let found = bytes.get(range(offset, into.len())?);
        into.copy_from_slice(found.ok_or(ErrorKind::UnexpectedEof)?);
        Ok(())
    }

    fn write_at(&self, offset: u64, written: &[u8]) -> io::Result<()> {
        let range = range(offset, written.len())?;
        let mut bytes = self.0.write();
        if bytes.len() < range.end {
            Self::resize(&mut bytes, range.end)?;
        }
        bytes[range].copy_from_slice(written);
        Ok(())
    }

    fn sync(&self) -> io::Result<()> {
        Ok(())
    }

    fn len(&self) -> io::Result<u64> {
        let bytes = self.0.read();
        Ok(bytes.len() as u64)
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        let mut bytes = self.0.write();
        Self::resize(&mut bytes, bytes_of(len)?)
    }

    fn allocate(&self, len: u64) -> io::Result<()> {
        let len = bytes_of(len)?;
        let mut bytes = self.0.write();
        if bytes.len() < len {
            Self::resize(&mut bytes, len)?;
        }
        Ok(())
    }
}
