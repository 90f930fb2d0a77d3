//! The disk seam: directories and files, and nothing more than FerroMQ needs of them.
//!
//! Contract, the same for every implementation:
//!
//! * A write is *durable* when it must survive the loss of power. Writes to a file opened
//!   with [`OpenMode::Forced`] are durable when [`File::write_at`] returns; writes to other
//!   files are durable after [`File::sync`] returned without error.
//! * A file's creation, removal or new name is durable after [`Directory::sync`].
//! * After a failed write to a forced file, or a failed sync, nothing is known about what
//!   reached the disk. Callers stop using the file; they never retry.
//! * `Forced` files need block-aligned offsets, lengths and buffers
//!   (see [`crate::buffer::AlignedBuffer`]). They read with the same alignment.

pub mod access;
mod memory;
mod open_files;
mod os;
mod simulated;

pub use memory::MemoryDirectory;
pub use open_files::OpenFiles;
pub use os::OsDirectory;
pub use simulated::{Fault, SimulatedDisk};

use std::fmt;
use std::io;
use std::sync::Arc;

/// What there was no room in. A later attempt may succeed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoRoom {
    /// The disk is full.
    Disk,
    /// What the user may have on the disk is used up.
    Quota,
    /// Files of this process, or of this file system, may not become that large.
    FileSize,
}

impl NoRoom {
    /// What there was no room in, if that is why the disk refused.
    #[must_use]
    pub fn of(error: &io::Error) -> Option<Self> {
        match error.kind() {
            io::ErrorKind::StorageFull => Some(Self::Disk),
            io::ErrorKind::QuotaExceeded => Some(Self::Quota),
            io::ErrorKind::FileTooLarge => Some(Self::FileSize),
            _ => None,
        }
    }
}

impl fmt::Display for NoRoom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Disk => "the disk is full",
            Self::Quota => "the disk quota of the user is used up",
            Self::FileSize => "files may not become that large here (ulimit -f)",
        })
    }
}

/// How a file is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenMode {
    /// Through the page cache: fast to read again, durable only after a sync.
    Cached,
    /// Past the page cache, durable on return of each write. For the log.
    Forced,
}

/// A place with named files. Names are single path components.
pub trait Directory: Send + Sync {
    /// Opens an existing file for reading and writing.
    ///
    /// # Errors
    /// `NotFound` when there is none; whatever the disk says otherwise.
    fn open(&self, name: &str, mode: OpenMode) -> io::Result<Box<dyn File>>;

    /// Makes a new, empty file and opens it.
    ///
    /// # Errors
    /// `AlreadyExists` when the name is taken; whatever the disk says otherwise.
    fn create(&self, name: &str, mode: OpenMode) -> io::Result<Box<dyn File>>;

    /// Removes a file.
    ///
    /// # Errors
    /// `NotFound` when there is none; whatever the disk says otherwise.
    fn remove(&self, name: &str) -> io::Result<()>;

    /// Gives a file another name, replacing a file that had it, in one atomic step.
    ///
    /// # Errors
    /// `NotFound` when there is none; whatever the disk says otherwise.
    fn rename(&self, from: &str, to: &str) -> io::Result<()>;

    /// Names of the files here (not of sub-directories), in no order.
    ///
    /// # Errors
    /// Whatever the disk says.
    fn list(&self) -> io::Result<Vec<String>>;

    /// Names of the sub-directories here, in no order.
    ///
    /// # Errors
    /// Whatever the disk says.
    fn list_directories(&self) -> io::Result<Vec<String>>;

    /// A sub-directory, made if it does not exist.
    ///
    /// # Errors
    /// Whatever the disk says.
    fn directory(&self, name: &str) -> io::Result<Arc<dyn Directory>>;

    /// Removes a sub-directory and all in it; fine when there is none.
    ///
    /// # Errors
    /// Whatever the disk says.
    fn remove_directory(&self, name: &str) -> io::Result<()>;

    /// Makes creations, removals and renames in this directory durable.
    ///
    /// # Errors
    /// Whatever the disk says; then none of them is known to be durable.
    fn sync(&self) -> io::Result<()>;

    /// Whether files here take room that others may take before us.
    fn is_on_disk(&self) -> bool {
        true
    }

    /// The path to show to people.
    fn display_path(&self) -> String;
}

/// An open file.
pub trait File: Send + Sync {
    /// Fills `into` from `offset`.
    ///
    /// # Errors
    /// `UnexpectedEof` when the file ends before; whatever the disk says otherwise.
    fn read_at(&self, offset: u64, into: &mut [u8]) -> io::Result<()>;

    /// Writes all of `bytes` at `offset`, growing the file if needed.
    ///
    /// # Errors
    /// [`NoRoom`] says which mean that there is no room; whatever the disk says otherwise. Part of the
    /// bytes may have been written.
    fn write_at(&self, offset: u64, bytes: &[u8]) -> io::Result<()>;

    /// Makes every earlier write to this file durable.
    ///
    /// # Errors
    /// Whatever the disk says; see the contract of the module.
    fn sync(&self) -> io::Result<()>;

    /// Length in bytes.
    ///
    /// # Errors
    /// Whatever the disk says.
    fn len(&self) -> io::Result<u64>;

    /// True when the file has no bytes.
    ///
    /// # Errors
    /// Whatever the disk says.
    fn is_empty(&self) -> io::Result<bool> {
        Ok(self.len()? == 0)
    }

    /// Cuts or extends (with zeros) the file.
    ///
    /// # Errors
    /// Whatever the disk says.
    fn set_len(&self, len: u64) -> io::Result<()>;

    /// Sees to it that `len` bytes from the start have disk blocks of their own, so that
    /// overwriting them cannot run out of space.
    ///
    /// # Errors
    /// [`NoRoom`] says which mean that there is no room; whatever the disk says otherwise.
    fn allocate(&self, len: u64) -> io::Result<()>;

    /// Gives the disk blocks that lie wholly in a part of the file back, for others to use. What is read there from then on
    /// means nothing until it is written again, which may find the disk full. The length stays.
    ///
    /// A disk that cannot do that keeps them.
    ///
    /// # Errors
    /// Whatever the disk says; the blocks are kept.
    fn give_back(&self, offset: u64, len: u64) -> io::Result<()> {
        let _ = (offset, len);
        Ok(())
    }
}
