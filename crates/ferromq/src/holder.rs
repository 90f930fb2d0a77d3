//! One process at a time: the lock on a queue manager's directory.

use crate::rights::open_lock_file;
use ferromq_base::process::{ProcessState, state_of};
use rustix::fs::{FlockOperation, flock};
use std::fmt;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// Who has a queue manager open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holder {
    /// Its process number.
    pub process_id: u32,
    /// Its program.
    pub program: String,
}

/// Why the lock was not had.
#[derive(Debug)]
pub enum LockError {
    /// Somebody has the queue manager open; `None` when they have not written who they are yet.
    Held(Option<Holder>),
    /// The disk refused.
    Io(std::io::Error),
}

impl fmt::Display for LockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Held(Some(holder)) if state_of(holder.process_id) == ProcessState::Gone => {
                write!(
                    f,
                    "the queue manager is open: process {} ({}) has opened it and is not to be seen here; end the children it left behind, or end it in the container it is in",
                    holder.process_id, holder.program
                )
            }
            Self::Held(Some(holder)) => write!(
                f,
                "the queue manager is already open in process {} ({}); end it there first",
                holder.process_id, holder.program
            ),
            Self::Held(None) => f.write_str("the queue manager is already open in another process"),
            Self::Io(error) => write!(f, "the lock file cannot be used: {error}"),
        }
    }
}

impl std::error::Error for LockError {}

/// The file that is locked, in the data directory.
pub(crate) const LOCK_NAME: &str = "LOCK";

/// The lock, held until dropped. The operating system frees it when the process ends, however
/// it ends.
#[derive(Debug)]
pub(crate) struct DirectoryLock {
    file: File,
}

impl DirectoryLock {
    /// Takes the lock of the queue manager in `directory`, and says who has it.
    pub(crate) fn take(directory: &Path) -> Result<Self, LockError> {
        let mut lock = Self::lock(directory)?;
        lock.tell()?;
        Ok(lock)
    }

    /// Takes the lock of the queue manager in `directory`.
    pub(crate) fn lock(directory: &Path) -> Result<Self, LockError> {
        let path = directory.join(LOCK_NAME);
        for _ in 0..PROBES_MAX {
            let mut file = open_lock_file(&path).map_err(LockError::Io)?;
            if !lock_alone(&file).map_err(LockError::Io)? {
                return Err(LockError::Held(read_holder(&mut file)));
            }
            // A creation that failed removes the file it holds: then the lock of that file is worth nothing.
            if is_at(&file, &path).map_err(LockError::Io)? {
                return Ok(Self { file });
            }
        }
        Err(LockError::Held(None))
    }

    /// Says in the file who has the lock.
    pub(crate) fn tell(&mut self) -> Result<(), LockError> {
        let program = std::env::current_exe()
            .ok()
            .and_then(|path| Some(path.file_name()?.to_string_lossy().into_owned()))
            .unwrap_or_default();
        let line = format!("{} {program}\n", std::process::id());
        self.file.set_len(0).map_err(LockError::Io)?;
        self.file.write_all(line.as_bytes()).map_err(LockError::Io)
    }

    /// Who holds the lock of the queue manager in `directory`; `None` when nobody does, or has
    /// not written yet who they are.
    pub(crate) fn holder(directory: &Path) -> Option<Holder> {
        let mut file = File::open(directory.join(LOCK_NAME)).ok()?;
        match flock(&file, FlockOperation::NonBlockingLockShared) {
            Ok(()) => None,
            Err(_) => read_holder(&mut file),
        }
    }

    /// Whether the lock of the queue manager in `directory` is not for this user to look at.
    pub(crate) fn is_hidden(directory: &Path) -> bool {
        File::open(directory.join(LOCK_NAME))
            .is_err_and(|error| error.kind() == std::io::ErrorKind::PermissionDenied)
    }

    /// Whether anybody holds the lock of the queue manager in `directory`, as far as this user may look.
    pub(crate) fn is_held(directory: &Path) -> bool {
        File::open(directory.join(LOCK_NAME))
            .is_ok_and(|file| flock(&file, FlockOperation::NonBlockingLockShared).is_err())
    }
}

impl Drop for DirectoryLock {
    fn drop(&mut self) {
        // Closing the file frees the lock as well; this says so.
        let _ = flock(&self.file, FlockOperation::Unlock);
    }
}

/// Whether the file is the one of that name still.
fn is_at(file: &File, path: &Path) -> std::io::Result<bool> {
    let locked = file.metadata()?;
    match std::fs::metadata(path) {
        Ok(named) => Ok((named.dev(), named.ino()) == (locked.dev(), locked.ino())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Locks against everybody else; false when somebody has it. Those who only ask whether the
/// lock is held share it for a moment, which is no reason to give up.
fn lock_alone(file: &File) -> std::io::Result<bool> {
    for _ in 0..PROBES_MAX {
        match flock(file, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => return Ok(true),
            Err(rustix::io::Errno::WOULDBLOCK) => {}
            Err(errno) => return Err(errno.into()),
        }
        match flock(file, FlockOperation::NonBlockingLockShared) {
            Ok(()) => std::thread::yield_now(),
            Err(rustix::io::Errno::WOULDBLOCK) => return Ok(false),
            Err(errno) => return Err(errno.into()),
        }
    }
    Ok(false)
}

/// Times somebody who only asks may be met before the lock counts as held.
const PROBES_MAX: u32 = 10_000;

fn read_holder(file: &mut File) -> Option<Holder> {
    let mut text = String::new();
    file.seek(SeekFrom::Start(0)).ok()?;
    file.read_to_string(&mut text).ok()?;
    let (process_id, program) = text.trim().split_once(' ')?;
    Some(Holder {
        process_id: process_id.parse().ok()?,
        program: program.to_owned(),
    })
}
