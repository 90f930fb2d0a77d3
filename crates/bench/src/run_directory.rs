//! The directory of a run: nobody else's while it lasts, and gone after it.
//!
//! A run that is killed leaves its directory, with gigabytes in it perhaps. Its name alone says nothing: process numbers come
//! again. So whoever has a directory holds a lock on a file in it, which the system takes from the dead, and the next run removes
//! what nobody holds.

use std::fs::{File, TryLockError};
use std::io::{Error, ErrorKind, Result};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// How all of them are called.
const PREFIX: &str = "ferromq-bench-";
/// The file whose lock says that the directory is in use.
const LOCK: &str = "IN_USE";
/// Names tried before giving up: others may be in use.
const NAMES_MAX: u32 = 10_000;

/// See the module. Dropping it removes it.
#[derive(Debug)]
pub(crate) struct RunDirectory {
    path: PathBuf,
    _lock: File,
}

impl RunDirectory {
    /// A new, empty one below `parent`, which is made if it is not there. Removes those dead runs have left there.
    ///
    /// # Errors
    /// What the system says.
    pub(crate) fn fresh(parent: &Path) -> Result<Self> {
        std::fs::create_dir_all(parent)?;
        remove_abandoned(parent)?;
        for number in 0..NAMES_MAX {
            let path = parent.join(format!("{PREFIX}{}-{number}", std::process::id()));
            match std::fs::create_dir(&path) {
                Ok(()) => {}
                Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
                Err(error) => return Err(error),
            }
            let lock = File::create_new(path.join(LOCK));
            // Somebody who removes what nobody holds may have come in between.
            if let Some(lock) = lock.ok().filter(|lock| has_lock(&path, lock)) {
                return Ok(Self { path, _lock: lock });
            }
        }
        Err(Error::from(ErrorKind::AlreadyExists))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for RunDirectory {
    fn drop(&mut self) {
        // It lies below a temporary directory, and its name says whose it was.
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

/// Takes the lock. False when somebody else has it, or has removed the directory meanwhile.
fn has_lock(directory: &Path, lock: &File) -> bool {
    let (Ok(()), Ok(own)) = (lock.try_lock(), lock.metadata()) else {
        return false;
    };
    let there = std::fs::metadata(directory.join(LOCK));
    there.is_ok_and(|there| (there.dev(), there.ino()) == (own.dev(), own.ino()))
}

/// Removes the directories nobody holds. What another user has left, or an older version that held nothing, stays.
fn remove_abandoned(parent: &Path) -> Result<()> {
    for entry in std::fs::read_dir(parent)? {
        let Ok(entry) = entry else { continue };
        if !entry.file_name().to_string_lossy().starts_with(PREFIX) {
            continue;
        }
        let Ok(lock) = File::open(entry.path().join(LOCK)) else {
            continue;
        };
        match lock.try_lock() {
            // The lock is held until it is gone, so that nobody begins in there.
            Ok(()) => drop(std::fs::remove_dir_all(entry.path())),
            Err(TryLockError::WouldBlock | TryLockError::Error(_)) => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{LOCK, PREFIX, RunDirectory};
    use std::fs::File;
    use std::path::PathBuf;

    struct Parent(PathBuf);

    impl Parent {
        fn new(name: &str) -> Self {
            let name = format!("{name}-{}", std::process::id());
            let path = std::env::temp_dir().join(name);
            std::fs::create_dir_all(&path).expect("made");
            Self(path)
        }
    }

    impl Drop for Parent {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn what_a_dead_run_left_is_removed_and_what_a_live_one_has_is_not() {
        let parent = Parent::new("bench-left-behind");
        let of = |number| {
            let name = format!("{PREFIX}{}-{number}", std::process::id());
            parent.0.join(name)
        };
        // A run with this very process number was killed, and one of a version without locks.
        for (number, held) in [(0, true), (1, false)] {
            std::fs::create_dir_all(of(number).join("qmgrs/BENCH")).expect("made");
            if held {
                File::create(of(number).join(LOCK)).expect("made");
            }
        }
        let first = RunDirectory::fresh(&parent.0).expect("a directory");
        assert_eq!(first.path(), of(0));
        let names = |path| std::fs::read_dir(path).expect("read").count();
        assert_eq!(names(first.path()), 1, "it is empty but for the lock");
        let second = RunDirectory::fresh(&parent.0).expect("another one");
        assert_eq!(second.path(), of(2));
        assert!(first.path().exists() && of(1).exists());
        drop((first, second));
        assert!(!of(0).exists() && !of(2).exists());
    }
}
