//! Files by the hundred thousand with a few descriptors.
//!
//! A file opened here is open only while it is in use, and for as long after as nobody else needs its descriptor. Closing it
//! changes nothing for whoever holds it: it is opened again at the next use. What was written is synced before a file is closed,
//! and if that fails the next sync tells, and every one after it: nobody takes for durable what is not. So it is with names: after
//! a failed sync of a directory none of it succeeds.

use super::{Directory, File, OpenMode};
use crate::lock::{Mutex, MutexGuard};
use crate::lock_order;
use std::collections::VecDeque;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock, Weak};

/// Files open at the same time, of all directories that share it.
#[derive(Debug)]
pub struct OpenFiles {
    most: usize,
    /// Those that are open, the one opened first at the front. One that was used since it was last looked at stays.
    open: Mutex<VecDeque<Weak<Handle>>, lock_order::OpenFiles>,
}

impl OpenFiles {
    /// At most so many, but for files that are in use at this very moment; at least one.
    #[must_use]
    pub fn new(most: usize) -> Arc<Self> {
        Arc::new(Self {
            most: most.max(1),
            open: Mutex::default(),
        })
    }

    /// The directory, with files that share these descriptors. Forced files are opened as ever.
    #[must_use]
    pub fn limit(self: &Arc<Self>, directory: Arc<dyn Directory>) -> Arc<dyn Directory> {
        Arc::new(LimitedDirectory {
            inner: directory,
            files: Arc::clone(self),
            sync_failed: OnceLock::new(),
        })
    }

    /// How many are open.
    #[must_use]
    pub fn count(&self) -> usize {
        let handles: Vec<Arc<Handle>> = self.list().iter().filter_map(Weak::upgrade).collect();
        handles.iter().filter(|handle| handle.is_open()).count()
    }

    fn list(&self) -> MutexGuard<'_, VecDeque<Weak<Handle>>> {
        // No change of the list stops half-way.
        self.open.lock()
    }

    /// Closes files until one more may be open.
    fn make_room(&self) {
        // Each is looked at twice at most: the first look takes the mark of use away.
        let mut looks = 2 * self.list().len();
        while looks > 0 {
            looks -= 1;
            let oldest = {
                let mut open = self.list();
                match open.len() >= self.most {
                    true => open.pop_front(),
                    false => return,
                }
            };
            let Some(handle) = oldest.as_ref().and_then(Weak::upgrade) else {
                continue;
            };
            // Closing may take a while: others go on meanwhile.
            if handle.used.swap(false, Ordering::Relaxed) || !handle.close() {
                self.note(&handle);
            }
        }
    }

    fn note(&self, handle: &Arc<Handle>) {
        self.list().push_back(Arc::downgrade(handle));
    }
}

#[derive(Default)]
struct State {
    file: Option<Arc<dyn File>>,
    /// Written to since it was last synced.
    written: bool,
    /// The sync before it was closed failed.
    failed: Option<io::ErrorKind>,
}

/// A file that may be closed.
struct Handle {
    directory: Arc<dyn Directory>,
    name: String,
    files: Arc<OpenFiles>,
    used: AtomicBool,
    state: Mutex<State, lock_order::OpenFile>,
}

impl std::fmt::Debug for Handle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Handle")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

impl Handle {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }

    fn is_open(&self) -> bool {
        self.state().file.is_some()
    }

    /// False when somebody is busy with it just now.
    fn close(&self) -> bool {
        let Some(mut state) = self.state.try_lock() else {
            return false;
        };
        if let Some(file) = state.file.take()
            && state.written
        {
            state.written = false;
            if let Err(error) = file.sync() {
                state.failed = Some(error.kind());
            }
        }
        true
    }
}

struct LimitedDirectory {
    inner: Arc<dyn Directory>,
    files: Arc<OpenFiles>,
    /// What a failed sync has not made durable no later one makes so, though it may report success.
    sync_failed: OnceLock<io::ErrorKind>,
}

impl LimitedDirectory {
    fn handle(&self, name: &str, file: Box<dyn File>) -> Box<dyn File> {
        let handle = Arc::new(Handle {
            directory: Arc::clone(&self.inner),
            name: name.to_owned(),
            files: Arc::clone(&self.files),
            used: AtomicBool::new(true),
            state: Mutex::new(State {
                file: Some(file.into()),
                ..State::default()
            }),
        });
        self.files.note(&handle);
        Box::new(LimitedFile(handle))
    }
}

impl Directory for LimitedDirectory {
    fn open(&self, name: &str, mode: OpenMode) -> io::Result<Box<dyn File>> {
        if mode == OpenMode::Forced {
            return self.inner.open(name, mode);
        }
        self.files.make_room();
        let file = self.inner.open(name, mode)?;
        Ok(self.handle(name, file))
    }

    fn create(&self, name: &str, mode: OpenMode) -> io::Result<Box<dyn File>> {
        if mode == OpenMode::Forced {
            return self.inner.create(name, mode);
        }
        self.files.make_room();
        let file = self.inner.create(name, mode)?;
        Ok(self.handle(name, file))
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        self.inner.remove(name)
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        self.inner.rename(from, to)
    }

    fn list(&self) -> io::Result<Vec<String>> {
        self.inner.list()
    }

    fn list_directories(&self) -> io::Result<Vec<String>> {
        self.inner.list_directories()
    }

    fn directory(&self, name: &str) -> io::Result<Arc<dyn Directory>> {
        Ok(self.files.limit(self.inner.directory(name)?))
    }

    fn remove_directory(&self, name: &str) -> io::Result<()> {
        self.inner.remove_directory(name)
    }

    fn sync(&self) -> io::Result<()> {
        if let Some(failed) = self.sync_failed.get() {
            return Err(io::Error::from(*failed));
        }
        self.inner.sync().inspect_err(|error| {
            let _first_failure = self.sync_failed.set(error.kind());
        })
    }

    fn display_path(&self) -> String {
        self.inner.display_path()
    }
}

struct LimitedFile(Arc<Handle>);

impl LimitedFile {
    /// The open file. It stays open for as long as the answer is held.
    fn open(&self, writes: bool) -> io::Result<Arc<dyn File>> {
        let handle = &self.0;
        handle.used.store(true, Ordering::Relaxed);
        {
            let mut state = handle.state();
            state.written |= writes;
            if let Some(file) = &state.file {
                return Ok(Arc::clone(file));
            }
        }
        // Others are closed before this one is looked at again: nobody holds two handles at a time.
        handle.files.make_room();
        let mut state = handle.state();
        if let Some(file) = &state.file {
            return Ok(Arc::clone(file));
        }
        let opened = handle.directory.open(&handle.name, OpenMode::Cached)?;
        let file: Arc<dyn File> = opened.into();
        state.file = Some(Arc::clone(&file));
        drop(state);
        handle.files.note(handle);
        Ok(file)
    }
}

impl Drop for LimitedFile {
    fn drop(&mut self) {
        // The list forgets it when it meets it next.
        self.0.state().file = None;
    }
}

impl File for LimitedFile {
    fn read_at(&self, offset: u64, into: &mut [u8]) -> io::Result<()> {
        self.open(false)?.read_at(offset, into)
    }

    fn write_at(&self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        self.open(true)?.write_at(offset, bytes)
    }

    fn sync(&self) -> io::Result<()> {
        let file = self.open(false)?;
        {
            let mut state = self.0.state();
            if let Some(kind) = state.failed {
                return Err(io::Error::new(
                    kind,
                    "what was written before did not reach the disk",
                ));
            }
            // What is written from here on is for the next one.
            state.written = false;
        }
        file.sync()
            .inspect_err(|error| self.0.state().failed = Some(error.kind()))
    }

    fn len(&self) -> io::Result<u64> {
        self.open(false)?.len()
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.open(true)?.set_len(len)
    }

    fn allocate(&self, len: u64) -> io::Result<()> {
        self.open(true)?.allocate(len)
    }

    fn give_back(&self, offset: u64, len: u64) -> io::Result<()> {
        self.open(true)?.give_back(offset, len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::{Fault, MemoryDirectory, SimulatedDisk};

    #[test]
    fn a_thousand_files_are_used_through_three_descriptors() {
        let files = OpenFiles::new(3);
        let directory = files.limit(MemoryDirectory::new());
        let opened: Vec<_> = (0..1_000)
            .map(|number| directory.create(&format!("F{number}"), OpenMode::Cached))
            .collect::<io::Result<_>>()
            .expect("made");
        for round in 0..3_u64 {
            for (number, file) in (0_u64..).zip(&opened) {
                let bytes = (number + round).to_le_bytes();
                file.write_at(8 * round, &bytes).expect("written");
                assert!(files.count() <= 3);
            }
        }
        for (number, file) in (0_u64..).zip(&opened) {
            let mut bytes = [0; 8];
            file.read_at(16, &mut bytes).expect("read");
            assert_eq!(u64::from_le_bytes(bytes), number + 2);
            assert_eq!(file.len().expect("a length"), 24);
        }
        drop(opened);
        assert_eq!(files.count(), 0);
        drop(directory.open("F7", OpenMode::Cached).expect("still there"));
        assert!(files.list().len() <= 3, "the list is as long as the limit");
    }

    #[test]
    fn files_used_all_the_time_stay_open() {
        let files = OpenFiles::new(8);
        let directory = files.limit(MemoryDirectory::new());
        let make = |name: &str| directory.create(name, OpenMode::Cached).expect("made");
        let busy = make("BUSY");
        for number in 0..100 {
            let other = make(&format!("F{number}"));
            other.write_at(0, b"x").expect("written");
            busy.write_at(0, b"x").expect("written");
            std::mem::forget(other);
        }
        assert_eq!(files.count(), 8);
        let handles: Vec<Arc<Handle>> = files.list().iter().filter_map(Weak::upgrade).collect();
        let mut open = handles.iter();
        assert!(open.any(|handle| handle.name == "BUSY" && handle.is_open()));
    }

    /// What is written to a file that is closed then must not be lost without a word.
    #[test]
    fn sync_that_failed_before_closing_is_told_by_the_next_one() {
        let disk = SimulatedDisk::new(1);
        let files = OpenFiles::new(1);
        let directory = files.limit(disk.root());
        let first = directory.create("A", OpenMode::Cached).expect("made");
        first.write_at(0, b"lost").expect("written");
        disk.plan(Fault::Fail {
            at: 1,
            error: io::ErrorKind::Other,
            for_ever: false,
        });
        // It takes the only descriptor.
        let _second = directory.create("B", OpenMode::Cached).expect("made");
        assert!(first.sync().is_err());
        assert!(first.sync().is_err(), "nothing is known about it for ever");
        let third = directory.create("C", OpenMode::Cached).expect("made");
        third.write_at(0, b"kept").expect("written");
        drop(directory.open("B", OpenMode::Cached).expect("opened"));
        assert!(third.sync().is_ok(), "it was synced before it was closed");
    }

    #[test]
    fn directory_whose_sync_failed_makes_no_name_durable_any_more() {
        let disk = SimulatedDisk::new(1);
        let directory = OpenFiles::new(1).limit(disk.root());
        directory.sync().expect("synced");
        drop(directory.create("A", OpenMode::Cached).expect("made"));
        disk.plan(Fault::Fail {
            at: 1,
            error: io::ErrorKind::TimedOut,
            for_ever: false,
        });
        let failed = |synced: io::Result<()>| synced.expect_err("failed").kind();
        assert_eq!(failed(directory.sync()), io::ErrorKind::TimedOut);
        drop(directory.create("B", OpenMode::Cached).expect("made"));
        assert_eq!(failed(directory.sync()), io::ErrorKind::TimedOut);
    }
}
