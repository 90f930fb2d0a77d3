//! The two files of a queue. `docs/formats/queue-file.md` has the bytes and the rules.

mod data;
pub(crate) mod slot;
pub(crate) mod space;

pub(crate) use data::{RecordFault, RecordWriter, decode_record, seal_record};
pub(crate) use space::RECORD_HEADER_BYTES;

use crate::failure::{FileFault, QueueFileError};
use crate::lock_order;
use ferromq_base::disk::{Directory, File, OpenMode};
use ferromq_base::lock::{Mutex, RwLock};
use slot::{HEADER_BYTES, Header, index_bytes};
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

pub(crate) const INDEX_NAME: &str = "index";
pub(crate) const DATA_NAME: &str = "data";

/// Slots an index grows by at least: as many as fill a page.
const SLOTS_STEP: u32 = 32;

/// The files of one queue. A queue has none until it needs them: most never do.
pub(crate) struct Files {
    /// Where the directory of the queue is, or will be.
    parent: Arc<dyn Directory>,
    name: String,
    made: OnceLock<Made>,
    making: Mutex<(), lock_order::Making>,
    /// The files are durable, and so are the names that lead to them.
    kept: AtomicBool,
    /// Held for reading by whoever writes to the data file outside the queue's lock, for
    /// writing by whoever shortens it.
    pub(crate) data_length: RwLock<(), lock_order::DataLength>,
    /// Slots the index is known to have room for, durably. Changes while the queue's `hardening` is held.
    slots: AtomicU32,
    /// The index was written since it was last synced.
    index_written: AtomicBool,
    /// A sync failed: what is on disk is unknown, so nothing is written any more.
    abandoned: AtomicBool,
    /// How many files the queue had before these, in this life.
    pub(crate) moves: u32,
    /// The files the queue has now, if it left these.
    next: OnceLock<Box<Files>>,
    /// Nothing of these files is needed any more, and they are removed.
    removed: AtomicBool,
}

/// Files there are.
pub(crate) struct Made {
    directory: Arc<dyn Directory>,
    pub(crate) index: Box<dyn File>,
    pub(crate) data: Box<dyn File>,
}

impl Files {
    fn with(parent: Arc<dyn Directory>, name: &str, made: Option<Made>) -> Self {
        Self {
            parent,
            name: name.to_owned(),
            kept: AtomicBool::new(made.is_some()),
            made: made.map(OnceLock::from).unwrap_or_default(),
            making: Mutex::new(()),
            data_length: RwLock::new(()),
            slots: AtomicU32::new(0),
            index_written: AtomicBool::new(false),
            abandoned: AtomicBool::new(false),
            moves: 0,
            next: OnceLock::new(),
            removed: AtomicBool::new(false),
        }
    }

    /// The files a queue that had these has now.
    pub(crate) fn latest(&self) -> &Self {
        let mut files = self;
        while let Some(next) = files.next.get() {
            files = next;
        }
        files
    }

    /// Files the queue left, these first.
    pub(crate) fn left(&self) -> impl Iterator<Item = &Self> {
        let chain = std::iter::successors(Some(self), |files| files.next.get().map(Box::as_ref));
        chain.filter(|files| files.next.get().is_some())
    }

    /// New files for what is in these, in directory `name` beside them. What an attempt before has left there goes.
    pub(crate) fn successor(&self, name: &str) -> Result<Self, QueueFileError> {
        let removed = self.parent.remove_directory(name);
        removed.map_err(|error| self.io_error(INDEX_NAME, 0, error))?;
        let mut files = Self::none_yet(Arc::clone(&self.parent), name);
        files.moves = self.moves + 1;
        Ok(files)
    }

    /// These files are left for others.
    pub(crate) fn leave_for(&self, next: Self) {
        let _once_only = self.next.set(Box::new(next));
    }

    /// Removes the files, of which nothing is needed any more. What cannot be removed goes at the next start.
    pub(crate) fn remove(&self) {
        if self.removed.swap(true, Ordering::AcqRel) {
            return;
        }
        // They may still be open, and would keep their room.
        for file in self
            .made()
            .iter()
            .flat_map(|made| [&made.data, &made.index])
        {
            let _only_space = file.set_len(0);
        }
        let _stray = self.parent.remove_directory(&self.name);
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Files to be made in directory `name` of `parent` when there is something to write to them.
    pub(crate) fn none_yet(parent: Arc<dyn Directory>, name: &str) -> Self {
        Self::with(parent, name, None)
    }

    /// Opens the files in directory `name` of `parent`. The data file may be missing, which is fine for a queue without
    /// messages; the second answer tells.
    pub(crate) fn open(
        parent: Arc<dyn Directory>,
        name: &str,
    ) -> Result<(Self, bool), QueueFileError> {
        let path = format!("{}/{name}", parent.display_path());
        let failed = |file: &str, error| file_error(&path, file, 0, FileFault::Io(error));
        let directory = parent
            .directory(name)
            .map_err(|error| failed(INDEX_NAME, error))?;
        let index = match directory.open(INDEX_NAME, OpenMode::Cached) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let missing = FileFault::Rule("a queue that had files has its index");
                return Err(file_error(&path, INDEX_NAME, 0, missing));
            }
            other => other.map_err(|error| failed(INDEX_NAME, error))?,
        };
        let (data, lost) =
            open_or_create(&*directory, DATA_NAME).map_err(|error| failed(DATA_NAME, error))?;
        if lost {
            let synced = directory.sync();
            synced.map_err(|error| failed(DATA_NAME, error))?;
        }
        let made = Made {
            directory,
            index,
            data,
        };
        Ok((Self::with(parent, name, Some(made)), lost))
    }

    /// The files, if there are any.
    pub(crate) fn made(&self) -> Option<&Made> {
        self.made.get()
    }

    /// The files; makes them if there are none. They are not durable then, see [`Self::keep`].
    pub(crate) fn make(&self) -> Result<&Made, QueueFileError> {
        if let Some(made) = self.made() {
            return Ok(made);
        }
        let _one_at_a_time = self.making.lock_intact();
        if self.made().is_none() {
            let made = self
                .make_now()
                .map_err(|error| self.io_error(INDEX_NAME, 0, error))?;
            let _nobody_else_did = self.made.set(made);
        }
        Ok(self.made().expect("made a line ago"))
    }

    /// What an earlier attempt left is written over.
    fn make_now(&self) -> io::Result<Made> {
        let directory = self.parent.directory(&self.name)?;
        let (data, _) = open_or_create(&*directory, DATA_NAME)?;
        let (index, _) = open_or_create(&*directory, INDEX_NAME)?;
        let mut page = vec![0; HEADER_BYTES];
        let header = Header {
            next_seq: 1,
            slots: 0,
        };
        page[..512].copy_from_slice(&header.encode());
        index.write_at(0, &page)?;
        Ok(Made {
            directory,
            index,
            data,
        })
    }

    /// Makes the names of the files durable; what is in them is by then.
    pub(crate) fn keep(&self) -> Result<(), QueueFileError> {
        if self.kept.load(Ordering::Acquire) {
            return Ok(());
        }
        let Some(made) = self.made() else {
            return Ok(());
        };
        let synced = made.directory.sync().and_then(|()| self.parent.sync());
        synced.map_err(|error| self.abandon(INDEX_NAME, error))?;
        self.kept.store(true, Ordering::Release);
        Ok(())
    }

    /// The files are durable, and so are their names: restart needs them.
    pub(crate) fn are_kept(&self) -> bool {
        self.kept.load(Ordering::Acquire)
    }

    /// Slots the header may promise.
    pub(crate) fn slots(&self) -> u32 {
        self.slots.load(Ordering::Acquire)
    }

    pub(crate) fn set_slots(&self, slots: u32) {
        self.slots.store(slots, Ordering::Release);
    }

    /// Sees to it that the index has room for `count` slots, and blocks of the disk for them, durably: the header may promise
    /// them then. True when it grew.
    pub(crate) fn grow_index(&self, count: u32) -> Result<bool, QueueFileError> {
        let now = self.slots();
        if count <= now {
            return Ok(false);
        }
        let made = self.make()?;
        let stepwise = count.max(now.saturating_add(now / 4));
        let mut slots = whole_steps(stepwise);
        let mut grown = made.index.allocate(index_bytes(slots));
        if grown.is_err() && slots > whole_steps(count) {
            slots = whole_steps(count);
            grown = made.index.allocate(index_bytes(slots));
        }
        grown.map_err(|error| self.io_error(INDEX_NAME, index_bytes(now), error))?;
        self.sync_index()?;
        self.set_slots(slots);
        Ok(true)
    }

    /// Cuts the index behind `count` slots if that gives back so many bytes. The header promises less before the file has less.
    pub(crate) fn cut_index(&self, count: u32, next_seq: u64, at_least: u64) {
        let (now, wanted) = (self.slots(), whole_steps(count));
        let Some(made) = self.made() else { return };
        let saved = index_bytes(now).saturating_sub(index_bytes(wanted));
        if saved == 0 || saved < at_least || !self.are_kept() || self.check_usable().is_err() {
            return;
        }
        let header = Header {
            next_seq,
            slots: wanted,
        };
        let written = self.write_index(0, &header.encode());
        if written.and_then(|()| self.sync_index()).is_ok() {
            self.set_slots(wanted);
            let _only_space = made.index.set_len(index_bytes(wanted));
        }
    }

    /// Cuts the data file if that gives back so many bytes.
    pub(crate) fn cut_data(&self, end: u64, at_least: u64) {
        let Some(made) = self.made() else { return };
        let longer = |len: u64| len > end && len >= end + at_least;
        if made.data.len().is_ok_and(longer) {
            let _only_space = made.data.set_len(end);
        }
    }

    pub(crate) fn path(&self) -> String {
        format!("{}/{}", self.parent.display_path(), self.name)
    }

    pub(crate) fn io_error(&self, name: &str, offset: u64, error: io::Error) -> QueueFileError {
        file_error(&self.path(), name, offset, FileFault::Io(error))
    }

    pub(crate) fn rule_broken(
        &self,
        name: &str,
        offset: u64,
        rule: &'static str,
    ) -> QueueFileError {
        file_error(&self.path(), name, offset, FileFault::Rule(rule))
    }

    /// # Errors
    /// `Abandoned` after a failed sync.
    pub(crate) fn check_usable(&self) -> Result<(), QueueFileError> {
        if self.abandoned.load(Ordering::Acquire) {
            return Err(file_error(
                &self.path(),
                INDEX_NAME,
                0,
                FileFault::Abandoned,
            ));
        }
        Ok(())
    }

    pub(crate) fn sync_data(&self) -> Result<(), QueueFileError> {
        let made = self.make()?;
        made.data
            .sync()
            .map_err(|error| self.abandon(DATA_NAME, error))
    }

    pub(crate) fn write_index(&self, offset: u64, bytes: &[u8]) -> Result<(), QueueFileError> {
        let made = self.make()?;
        self.index_written.store(true, Ordering::Release);
        made.index
            .write_at(offset, bytes)
            .map_err(|error| self.io_error(INDEX_NAME, offset, error))
    }

    /// True when a sync of the index would change nothing.
    pub(crate) fn index_is_synced(&self) -> bool {
        !self.index_written.load(Ordering::Acquire)
    }

    pub(crate) fn sync_index(&self) -> Result<(), QueueFileError> {
        let made = self.make()?;
        self.index_written.store(false, Ordering::Release);
        made.index
            .sync()
            .map_err(|error| self.abandon(INDEX_NAME, error))
    }

    /// Nothing is written to the files from now on.
    pub(crate) fn give_up(&self) {
        self.abandoned.store(true, Ordering::Release);
    }

    fn abandon(&self, name: &str, error: io::Error) -> QueueFileError {
        self.give_up();
        self.io_error(name, 0, error)
    }
}

pub(crate) fn file_error(path: &str, name: &str, offset: u64, fault: FileFault) -> QueueFileError {
    QueueFileError {
        file: format!("{path}/{name}"),
        offset,
        fault,
    }
}

fn whole_steps(slots: u32) -> u32 {
    slots
        .checked_next_multiple_of(SLOTS_STEP)
        .unwrap_or(u32::MAX)
}

/// A file, and whether it was made.
fn open_or_create(directory: &dyn Directory, name: &str) -> io::Result<(Box<dyn File>, bool)> {
    match directory.open(name, OpenMode::Cached) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Ok((directory.create(name, OpenMode::Cached)?, true))
        }
        other => Ok((other?, false)),
    }
}
