//! The files an agent reads and writes, behind a seam: those of the system, those of servers behind a bridge, or in simulated runs ones that
//! fail on purpose.
//!
//! Files of the system answer at once. Files that are elsewhere answer later ([`Files::answers_later`]): no call of theirs waits for a network,
//! so that an agent has its turn whatever a server does. Such a call begins the work and fails with [`later`]; the same call is made again
//! until it gives its answer. What is done in several calls is a *step*: it is done anew from its beginning until none of its calls answers
//! later, and then [`Files::settle`]d. So answers to [`Files::facts`], [`Files::list`], [`Files::rename`] and [`Files::remove`] are remembered until then.
//! [`Files::force`] of a file that has been forced, and not written since, answers at once; [`Files::dress`] and
//! [`Files::force_directory_of`] never answer later. [`Files::open`], [`Files::create`], [`Files::reopen`], [`Files::read`], [`Files::read_facts`] and
//! [`Files::write`] give their answer once, and a write that answers later has taken nothing.

pub use super::open_files::{FileSocket, Key};
use super::sandbox::Sandbox;
use crate::party::TransferId;
use crate::pattern::fits_name;
use crate::watch::Found;
use std::fmt;
use std::io::{self, ErrorKind};

/// Longest path, bytes.
pub(crate) const PATH_BYTES_MAX: usize = 4_096;

/// For whom files are used. Whoever has answers that came later has its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Party {
    /// The agent itself: requests, monitors.
    Agent,
    /// The source of a transfer.
    Source(TransferId),
    /// The destination of a transfer.
    Destination(TransferId),
}

/// The answer is not there yet: see the module.
#[derive(Debug)]
struct Later;

impl fmt::Display for Later {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it is under way")
    }
}

impl std::error::Error for Later {}

/// The error of a call whose answer is not there yet.
#[must_use]
pub fn later() -> io::Error {
    io::Error::new(ErrorKind::WouldBlock, Later)
}

/// Whether an error is [`later`].
#[must_use]
pub fn is_later(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|inner| inner.is::<Later>())
}

/// Whether a result is [`later`].
pub(super) fn comes_later<T>(result: &io::Result<T>) -> bool {
    result.as_ref().is_err_and(is_later)
}

/// The connection to where files are was lost: what was written since it was forced last may be gone, and the rest is there.
#[derive(Debug)]
struct Lost(io::Error);

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Lost {}

/// The error of a file that was being written where its connection is gone: the transfer may go on from what was forced last.
#[must_use]
pub fn lost(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), Lost(error))
}

/// Whether an error is [`lost`].
#[must_use]
pub fn is_lost(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|inner| inner.is::<Lost>())
}

/// Which file it is, whatever it is called: the same after a restart of the machine, and on another machine that has the same file system. The
/// number of its device is not, so it is not among this.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct FileId {
    /// What tells it from those that had its number before: when it was made, in nanoseconds since 1970. 0 where the file system, or this machine,
    /// does not tell.
    pub born: u64,
    /// Number of the file in its file system.
    pub inode: u64,
}

impl FileId {
    /// Whether it is that file, as far as is told of both.
    #[must_use]
    pub fn is(&self, other: Self) -> bool {
        let is_told = self.born != 0 && other.born != 0;
        self.inode == other.inode && (self.born == other.born || !is_told)
    }
}

/// What something in a directory is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A file with data.
    File,
    /// A directory.
    Directory,
    /// Something that cannot be transferred: a pipe, a device, a socket.
    Other,
    /// A file whose name is not UTF-8: no request and no audit could name it. It is listed by a name that is like it.
    Unnamed,
}

/// Which names of a directory are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listed<'a> {
    /// What they fit; any without.
    pub pattern: Option<&'a str>,
    /// Directories are listed besides, whatever they are called.
    pub directories: bool,
}

impl Listed<'_> {
    /// All there is.
    pub const ALL: Self = Self {
        pattern: None,
        directories: true,
    };

    /// Whether something of that name and kind is listed.
    #[must_use]
    pub fn has(&self, name: &str, kind: FileKind) -> bool {
        match kind {
            FileKind::Directory => self.directories,
            _ => self.fits(name),
        }
    }

    /// Whether what has that name is listed, if it is no directory.
    #[must_use]
    pub fn fits(&self, name: &str) -> bool {
        self.pattern.is_none_or(|pattern| fits_name(pattern, name))
    }
}

/// Names of one directory that are looked at, whether they fit or not.
pub(super) const NAMES_MAX: usize = 1_000_000;

/// What is known of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Which one it is.
    pub id: FileId,
    /// What it is.
    pub kind: FileKind,
    /// Bytes.
    pub length: u64,
    /// When its data last changed, in milliseconds since 1970.
    pub modified_ms: i64,
    /// When anything of it last changed, in nanoseconds since 1970. Nobody can set that back.
    pub changed_ns: i64,
    /// Permission bits.
    pub permissions: u32,
}

/// A temporary file that was made.
#[derive(Debug)]
pub struct Created<W> {
    /// The file, open for writing.
    pub file: W,
    /// Which one it is.
    pub id: FileId,
    /// Its path meanwhile, in the directory of the one it is for.
    pub temporary: String,
    /// That directory, as [`Files::directory_of`] has it.
    pub directory: FileId,
}

/// Where a file ends that another one is put behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appended {
    /// Which file it is.
    pub base: FileId,
    /// Bytes it had.
    pub offset: u64,
}

/// How a name is given to a file that is whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Naming {
    /// A file of that name is an error: `AlreadyExists`.
    New,
    /// A file of that name gives way.
    Replace,
}

/// How far a directory has been looked through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Walked {
    /// There may be more.
    More,
    /// All that is there was found.
    Whole,
    /// That was all, but for directories that could not be read, and files that could not be looked at.
    Partly,
}

/// Files by their paths. Paths are absolute. Every call may fail, and an agent goes on then.
pub trait Files: Sized {
    /// A file that is open for reading.
    type Reader;
    /// A file that is open for writing.
    type Writer;
    /// A directory that is being looked through.
    type Walk;

    /// The same files for a party and the user it works for, as far as they are within a sandbox. Whatever a path or a link leads to outside of it is not looked at, told of or
    /// touched: calls fail with `PermissionDenied`, and lists leave it out.
    #[must_use]
    fn within(&self, sandbox: &Sandbox, party: Party, user: &str) -> Self;

    /// Calls may answer later: see the module.
    fn answers_later(&self) -> bool {
        false
    }

    /// Most bytes of one read, and what is wanted.
    fn read_bytes_max(&self, wanted: u64) -> u64 {
        wanted
    }

    /// A step is done: answers that were remembered for it are forgotten.
    fn settle(&mut self) {}

    /// A party has ended, or begins anew: nothing it has asked for is done any more that has not begun, but removals.
    fn release(&mut self) {}

    /// What a path leads to; links are followed.
    ///
    /// # Errors
    /// Those of the system, `NotFound` for one.
    fn facts(&mut self, path: &str) -> io::Result<Facts>;

    /// Names in a directory that are to be listed, in their order, with what they lead to. What is in a name and not UTF-8 is U+FFFD here: such a file is
    /// [`FileKind::Unnamed`], and such a directory is not found by that name.
    ///
    /// # Errors
    /// Those of the system, and `FileTooLarge` when more than `most` that are no directories are to be listed, or there are too many names to
    /// look at all of them.
    fn list(
        &mut self,
        directory: &str,
        listed: Listed<'_>,
        most: usize,
    ) -> io::Result<Vec<(String, FileKind)>>;

    /// Opens a file for reading; nobody who asks first writes it meanwhile.
    ///
    /// # Errors
    /// Those of the system; `WouldBlock` when somebody writes it.
    fn open(&mut self, path: &str) -> io::Result<(Self::Reader, Facts)>;

    /// What is known of it now.
    ///
    /// # Errors
    /// Those of the system.
    fn read_facts(&mut self, file: &Self::Reader) -> io::Result<Facts>;

    /// Reads bytes from an offset on: fewer than the buffer takes only at the end of the file.
    ///
    /// # Errors
    /// Those of the system.
    fn read(&mut self, file: &Self::Reader, offset: u64, buffer: &mut [u8]) -> io::Result<usize>;

    /// Makes the file in which what is to be at `path` is written, for its owner only, and directories on the way to it that are missing.
    /// It carries the mark. What an agent that was killed left behind of this very mark goes first.
    ///
    /// # Errors
    /// Those of the system.
    fn create(&mut self, path: &str, mark: &str) -> io::Result<Created<Self::Writer>>;

    /// Opens a file that was made earlier, if it is that one, with its length, to be written on from an offset. None as well where it cannot be
    /// written on from there.
    ///
    /// # Errors
    /// Those of the system.
    fn reopen(
        &mut self,
        path: &str,
        id: FileId,
        offset: u64,
    ) -> io::Result<Option<(Self::Writer, u64)>>;

    /// Writes bytes at an offset.
    ///
    /// # Errors
    /// Those of the system, `StorageFull` for one.
    fn write(&mut self, file: &Self::Writer, offset: u64, bytes: &[u8]) -> io::Result<()>;

    /// Has these bytes that were written go to the disk, and does not wait for it: forcing them takes less time later. Promises nothing.
    fn begin_force(&mut self, _file: &Self::Writer, _offset: u64, _length: u64) {}

    /// Forces what was written.
    ///
    /// # Errors
    /// Those of the system.
    fn force(&mut self, file: &Self::Writer) -> io::Result<()>;

    /// Makes a file that is whole so long and gives it the permissions of new files.
    ///
    /// # Errors
    /// Those of the system.
    fn dress(&mut self, file: &Self::Writer, length: u64) -> io::Result<()>;

    /// Which directory a path is in; nothing where directories cannot be told apart.
    ///
    /// # Errors
    /// Those of the system, `NotFound` for one.
    fn directory_of(&mut self, _path: &str) -> io::Result<FileId> {
        Ok(FileId::default())
    }

    /// Gives a file its name, in the same directory, if it is that file. It carries its mark no longer.
    ///
    /// # Errors
    /// Those of the system; `NotFound` when it is not there, or not that one.
    fn rename(&mut self, from: &str, to: &str, id: FileId, naming: Naming) -> io::Result<()>;

    /// Puts a file that is whole and forced behind what another one in the same directory has, as far as it is not there yet, has that last, and removes
    /// it, if they are those files and the first carries the mark: the number of one that is gone may be that of another one.
    ///
    /// # Errors
    /// Those of the system; `NotFound` when the first is not there, `Unsupported` where files are not appended to, and one when somebody else has written
    /// behind that offset or the file is another one.
    fn append(
        &mut self,
        _from: (&str, FileId),
        _mark: &str,
        _to: &str,
        _at: &Appended,
    ) -> io::Result<()> {
        Err(ErrorKind::Unsupported.into())
    }

    /// Forces the names in the directory a path is in.
    ///
    /// # Errors
    /// Those of the system.
    fn force_directory_of(&mut self, path: &str) -> io::Result<()>;

    /// Removes a file if it is that one. Whether it was there.
    ///
    /// # Errors
    /// Those of the system.
    fn remove(&mut self, path: &str, id: FileId) -> io::Result<bool>;

    /// Files in a directory that somebody has written to their end or moved there since this was asked last, as far as the system has told. It is a
    /// hint: that nothing is told means nothing.
    fn noticed(&mut self, directory: &str, found: &mut Vec<Found>);

    /// The file of a time zone by its name, which is one of [`Zone`](crate::schedule::Zone)s; that of this machine without one.
    ///
    /// # Errors
    /// Those of the system, `NotFound` for one.
    fn time_zone(&mut self, name: Option<&str>) -> io::Result<Vec<u8>>;

    /// Begins to look through a directory, and so many levels of directories in it. Links to directories are not followed.
    ///
    /// # Errors
    /// Those of the system, `NotFound` for one.
    fn walk(&mut self, directory: &str, levels: u32) -> io::Result<Self::Walk>;

    /// Goes on: at most so many names are looked at, and files among them whose names fit are added to `found`. What vanishes meanwhile, names that are not UTF-8,
    /// directories in it that cannot be read and files that cannot be looked at are passed over.
    ///
    /// # Errors
    /// Those of the system.
    fn walk_on(
        &mut self,
        walk: &mut Self::Walk,
        names: usize,
        fits: &dyn Fn(&str) -> bool,
        found: &mut Vec<Found>,
    ) -> io::Result<Walked>;

    /// Where files of this process can be fetched by agents of the same machine; none: nowhere.
    fn file_socket(&mut self) -> Option<FileSocket> {
        None
    }

    /// Whether files can be fetched there from here.
    fn reaches(&mut self, _counter: &FileSocket) -> bool {
        false
    }

    /// Lets an open file be fetched at the file socket, until it is not to be any more.
    ///
    /// # Errors
    /// Those of the system.
    fn share(&mut self, _key: Key, _file: &Self::Reader) -> io::Result<()> {
        Err(ErrorKind::Unsupported.into())
    }

    /// Takes back a file that was shared.
    fn unshare(&mut self, _key: Key) {}

    /// Fetches an open file; none if it is not shared.
    ///
    /// # Errors
    /// Those of the system.
    fn fetch(&mut self, _counter: &FileSocket, _key: Key) -> io::Result<Option<Self::Reader>> {
        Ok(None)
    }

    /// Copies bytes of one file into another, to the same offset, as the system does it best. How many: fewer than were asked for only
    /// at the end of the first.
    ///
    /// # Errors
    /// Those of the system, `StorageFull` for one.
    fn copy(
        &mut self,
        _from: &Self::Reader,
        _to: &Self::Writer,
        _offset: u64,
        _length: u64,
    ) -> io::Result<u64> {
        Err(ErrorKind::Unsupported.into())
    }

    /// Opens a file that is there already, for [`Self::read_back`] only: some of what is to be written may be in it. Links are followed.
    ///
    /// # Errors
    /// Those of the system; `Unsupported` where nothing is read back.
    fn open_base(&mut self, _path: &str) -> io::Result<(Self::Writer, Facts)> {
        Err(ErrorKind::Unsupported.into())
    }

    /// Reads what was written, from an offset on: fewer bytes than the buffer takes only at the end of the file.
    ///
    /// # Errors
    /// Those of the system.
    fn read_back(
        &mut self,
        _file: &Self::Writer,
        _offset: u64,
        _buffer: &mut [u8],
    ) -> io::Result<usize> {
        Err(ErrorKind::Unsupported.into())
    }
}
