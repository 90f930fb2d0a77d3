//! The two files of a queue. `docs/formats/queue-file.md` has the bytes and the rules.

mod data;
pub(crate) mod slot;
pub(crate) mod space;

pub(crate) use data::{RECORD_HEADER_BYTES, RecordFault, RecordWriter, decode_record, seal_record};

use crate::failure::{FileFault, QueueFileError};
use ferromq_base::disk::{Directory, File};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, RwLock};

pub(crate) const INDEX_NAME: &str = "index";
pub(crate) const DATA_NAME: &str = "data";

/// The open files of one queue.
pub(crate) struct Files {
    path: String,
    pub(crate) index: Box<dyn File>,
    pub(crate) data: Box<dyn File>,
    /// Held for reading by whoever writes to the data file outside the queue's lock, for
    /// writing by whoever shortens it.
    pub(crate) gate: RwLock<()>,
    /// One harden, save or shortening at a time.
    pub(crate) hardening: Mutex<()>,
    /// The index was written since it was last synced.
    index_written: AtomicBool,
    /// A sync failed: what is on disk is unknown, so nothing is written any more.
    abandoned: AtomicBool,
}

impl Files {
    pub(crate) fn new(
        directory: &dyn Directory,
        index: Box<dyn File>,
        data: Box<dyn File>,
    ) -> Self {
        Self {
            path: directory.display_path(),
            index,
            data,
            gate: RwLock::new(()),
            hardening: Mutex::new(()),
            index_written: AtomicBool::new(false),
            abandoned: AtomicBool::new(false),
        }
    }

    pub(crate) fn io_error(&self, name: &str, offset: u64, error: io::Error) -> QueueFileError {
        file_error(&self.path, name, offset, FileFault::Io(error))
    }

    pub(crate) fn rule_broken(
        &self,
        name: &str,
        offset: u64,
        rule: &'static str,
    ) -> QueueFileError {
        file_error(&self.path, name, offset, FileFault::Rule(rule))
    }

    /// # Errors
    /// `Abandoned` after a failed sync.
    pub(crate) fn check_usable(&self) -> Result<(), QueueFileError> {
        if self.abandoned.load(Ordering::Acquire) {
            return Err(file_error(&self.path, INDEX_NAME, 0, FileFault::Abandoned));
        }
        Ok(())
    }

    pub(crate) fn sync_data(&self) -> Result<(), QueueFileError> {
        self.data
            .sync()
            .map_err(|error| self.abandon(DATA_NAME, error))
    }

    pub(crate) fn write_index(&self, offset: u64, bytes: &[u8]) -> Result<(), QueueFileError> {
        self.index_written.store(true, Ordering::Release);
        self.index
            .write_at(offset, bytes)
            .map_err(|error| self.io_error(INDEX_NAME, offset, error))
    }

    /// True when a sync of the index would change nothing.
    pub(crate) fn index_is_synced(&self) -> bool {
        !self.index_written.load(Ordering::Acquire)
    }

    pub(crate) fn sync_index(&self) -> Result<(), QueueFileError> {
        self.index_written.store(false, Ordering::Release);
        self.index
            .sync()
            .map_err(|error| self.abandon(INDEX_NAME, error))
    }

    fn abandon(&self, name: &str, error: io::Error) -> QueueFileError {
        self.abandoned.store(true, Ordering::Release);
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
