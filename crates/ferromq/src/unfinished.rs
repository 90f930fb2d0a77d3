//! A queue manager that is being created in its directories.
//!
//! Its data directory is made and locked before anything else, and stays locked until the queue manager is complete or gone.
//! So whoever has the lock and finds no catalog knows that nobody is creating here now: what lies there was left by a
//! creation that was killed, and is no obstacle. Nothing is removed but what this creation made, or one that was killed.
//!
//! The log is elsewhere, and may hold all that is left of somebody's messages. One that was opened once is never touched, and
//! one that was not is only where a note in the data directory says that a creation made it there.

use crate::holder::{DirectoryLock, LOCK_NAME, LockError};
use crate::place::Layout;
use crate::rights::{PRIVATE_DIRECTORY, make_data_directory};
use ferromq_base::disk::{Directory, OsDirectory};
use ferromq_log::{Log, LogError};
use ferromq_qmgr::{CATALOG_FILE, CATALOG_SPARE_FILE, QUEUES_DIRECTORY};
use std::fs::{self, DirBuilder};
use std::io::{self, ErrorKind};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// In the data directory while a creation is under way: where it makes the log.
const NOTE_NAME: &str = "CREATING";

/// Times a directory may be removed, by a creation that failed, between making and locking it.
const ATTEMPTS_MAX: u32 = 100;

/// What is found below the lock.
#[derive(Debug)]
pub(crate) enum Found {
    /// A queue manager.
    Complete(DirectoryLock),
    /// None, or what a creation that was killed left.
    Nothing(Unfinished),
}

/// Why no creation can begin.
#[derive(Debug)]
pub(crate) enum NotBegun {
    /// Somebody else has the directory.
    Lock(LockError),
    /// There is no catalog, but there are files that no creation makes.
    Occupied,
    /// What a creation that was killed left of a log cannot be removed.
    Log(LogError),
    /// The disk refused.
    Io(io::Error),
}

/// See the module.
#[derive(Debug)]
pub(crate) struct Unfinished {
    layout: Layout,
    lock: DirectoryLock,
    made_data: bool,
    /// Of the directory of the log and the one above it those that were made, the inner one first.
    made_log: Vec<PathBuf>,
}

/// Makes and locks the data directory of a queue manager, and looks what is there.
///
/// # Errors
/// See [`NotBegun`]. What was made for it is gone then.
pub(crate) fn begin(layout: &Layout) -> Result<Found, NotBegun> {
    let (mut lock, made_data) = make_and_lock(&layout.data)?;
    if fs::exists(layout.data.join(CATALOG_FILE)).map_err(NotBegun::Io)? {
        lock.tell().map_err(NotBegun::Lock)?;
        return Ok(Found::Complete(lock));
    }
    if is_occupied(layout).map_err(NotBegun::Io)? {
        return Err(NotBegun::Occupied);
    }
    // From here on nothing in the data directory is anybody else's.
    let mut unfinished = Unfinished {
        layout: layout.clone(),
        lock,
        made_data,
        made_log: Vec::new(),
    };
    match unfinished.prepare() {
        Ok(()) => Ok(Found::Nothing(unfinished)),
        Err(error) => {
            unfinished.remove_directories();
            Err(error)
        }
    }
}

fn make_and_lock(data: &Path) -> Result<(DirectoryLock, bool), NotBegun> {
    let mut attempts = 0;
    loop {
        let made = make_data_directory(data).map_err(NotBegun::Io)?;
        attempts += 1;
        match DirectoryLock::lock(data) {
            Ok(lock) => return Ok((lock, made)),
            Err(LockError::Io(error))
                if error.kind() == ErrorKind::NotFound && attempts < ATTEMPTS_MAX => {}
            Err(error) => {
                if made {
                    // Only when nothing is in it.
                    let _ = fs::remove_dir(data);
                }
                return Err(NotBegun::Lock(error));
            }
        }
    }
}

impl Unfinished {
    /// Removes what a creation that was killed left of its log, and makes directories for the next one.
    fn prepare(&mut self) -> Result<(), NotBegun> {
        self.lock.tell().map_err(NotBegun::Lock)?;
        let log = std::path::absolute(&self.layout.log).map_err(NotBegun::Io)?;
        let log_name = log.as_os_str().as_bytes();
        let note = self.layout.data.join(NOTE_NAME);
        let is_noted = fs::read(&note).is_ok_and(|noted| noted == log_name);
        if fs::exists(&log).map_err(NotBegun::Io)? {
            let log = OsDirectory::open(&log).map_err(NotBegun::Io)? as Arc<dyn Directory>;
            if is_noted {
                Log::discard_unused(&log).map_err(NotBegun::Log)?;
            }
            if Log::exists(&log).map_err(NotBegun::Log)? {
                return Err(NotBegun::Log(LogError::Exists));
            }
        }
        // Not made durable: without it a log that is left refuses the next creation, which loses nothing.
        fs::write(&note, log_name).map_err(NotBegun::Io)?;
        self.make_log_directories().map_err(NotBegun::Io)
    }

    fn make_log_directories(&mut self) -> io::Result<()> {
        let log = self.layout.log.clone();
        let mut builder = DirBuilder::new();
        builder.mode(PRIVATE_DIRECTORY);
        let above = log.parent().filter(|above| *above != Path::new(""));
        if let Some(beyond) = above.and_then(Path::parent) {
            builder.recursive(true).create(beyond)?;
        }
        builder.recursive(false);
        for directory in above.into_iter().chain([log.as_path()]) {
            match builder.create(directory) {
                Ok(()) => self.made_log.insert(0, directory.to_owned()),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// It is complete, and durable.
    pub(crate) fn finish(self) -> DirectoryLock {
        // A note beside a catalog says nothing.
        let _ = fs::remove_file(self.layout.data.join(NOTE_NAME));
        self.lock
    }

    /// It failed: what it made is removed. Nothing of a log that it found and could not overwrite.
    pub(crate) fn abandon(self, is_log_foreign: bool) {
        let is_there = self.layout.log.exists();
        if is_there
            && !is_log_foreign
            && let Ok(log) = OsDirectory::open(&self.layout.log)
        {
            let log = log as Arc<dyn Directory>;
            if Log::discard_unused(&log).is_err() {
                // The note stays, and the next creation tries again.
                return;
            }
        }
        self.remove_directories();
    }

    /// Best effort: the next creation removes what is left.
    fn remove_directories(self) {
        for directory in &self.made_log {
            // Only when nothing is in it.
            let _ = fs::remove_dir(directory);
        }
        let data = &self.layout.data;
        for file in FILES {
            let _ = fs::remove_file(data.join(file));
        }
        let _ = fs::remove_dir(data.join(QUEUES_DIRECTORY));
        if self.made_data {
            // The lock last: whoever makes it anew has the directory for himself, and then it is not empty.
            let _ = fs::remove_file(data.join(LOCK_NAME));
            let _ = fs::remove_dir(data);
        }
    }
}

/// Whether there are files that no creation makes: then the catalog is lost, and not only that.
fn is_occupied(layout: &Layout) -> io::Result<bool> {
    for entry in fs::read_dir(&layout.data)? {
        let entry = entry?;
        let (name, path) = (entry.file_name(), entry.path());
        let is_of_creation = FILES.iter().any(|file| name == *file)
            || name == LOCK_NAME
            || (name == QUEUES_DIRECTORY && fs::read_dir(&path)?.next().is_none())
            || layout.log.starts_with(&path);
        if !is_of_creation {
            return Ok(true);
        }
    }
    Ok(false)
}

/// What a creation makes in the data directory beside the lock and the directory of queues.
const FILES: [&str; 3] = [NOTE_NAME, CATALOG_SPARE_FILE, CATALOG_FILE];
