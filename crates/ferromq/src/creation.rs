//! The note a creation leaves of itself while it is under way, so that one that was killed at
//! any instruction is known for what it is by the next command.
//!
//! The note names the queue manager and its two directories. It is written durably before the
//! first of them is made and removed after the queue manager is on the list, both under the
//! installation's lock. So whoever holds the lock and finds a note knows that its writer died.

use crate::holder::DirectoryLock;
use crate::installation::{Directories, Installation, InstallationError, InstallationLock};
use crate::rights::PRIVATE_FILE;
use ferromq_base::ini::write_durably;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

const NOTE_NAME: &str = "crtmqm.pending";

struct Note {
    name: String,
    directories: Directories,
}

impl Installation {
    /// Notes that a queue manager is about to be made in directories that do not exist yet.
    /// Durable on return.
    ///
    /// # Errors
    /// `Path`.
    pub fn begin_creation(
        &self,
        name: &str,
        directories: &Directories,
        _lock: &InstallationLock,
    ) -> Result<(), InstallationError> {
        let path = self.note_path();
        let absolute = |path: &Path| {
            let absolute = std::path::absolute(path).map_err(|error| refused(path, error))?;
            Ok::<String, InstallationError>(absolute.display().to_string())
        };
        let (data, log) = (absolute(&directories.data)?, absolute(&directories.log)?);
        let text = format!("{name}\n{data}\n{log}\n");
        write_durably(&path, text.as_bytes(), PRIVATE_FILE).map_err(|error| refused(&path, error))
    }

    /// Takes the note back: the queue manager is on the list, or nothing is left of it. A note
    /// that stays does no harm.
    pub fn end_creation(&self, _lock: &InstallationLock) {
        let _ = std::fs::remove_file(self.note_path());
    }

    /// The queue manager a creation that is under way, or was cut short, is noted for.
    #[must_use]
    pub fn noted_creation(&self) -> Option<String> {
        Some(self.read_note()?.name)
    }

    /// Removes what a creation that was killed left behind, wherever it was killed; answers with
    /// the queue manager's name if there was one.
    ///
    /// # Errors
    /// `Path` when a directory cannot be removed; the note stays.
    pub fn clear_cut_short(
        &self,
        lock: &InstallationLock,
    ) -> Result<Option<String>, InstallationError> {
        let Some(Note { name, directories }) = self.read_note() else {
            return Ok(None);
        };
        // Killed after it was listed: it is complete. Held: somebody found it and uses it.
        if self.find(&name).is_some() || DirectoryLock::is_held(&directories.data) {
            self.end_creation(lock);
            return Ok(None);
        }
        for directory in [&directories.log, &directories.data] {
            match std::fs::remove_dir_all(directory) {
                Err(error) if error.kind() != ErrorKind::NotFound => {
                    return Err(refused(directory, error));
                }
                _ => {}
            }
        }
        self.end_creation(lock);
        Ok(Some(name))
    }

    fn note_path(&self) -> PathBuf {
        self.data_path().join(NOTE_NAME)
    }

    /// A note that makes no sense is none: it was not written by a command of ours.
    fn read_note(&self) -> Option<Note> {
        let text = std::fs::read_to_string(self.note_path()).ok()?;
        let mut lines = text.lines();
        let mut next = || lines.next().filter(|line| !line.is_empty());
        let (name, data, log) = (next()?, next()?, next()?);
        let (data, log) = (Path::new(data), Path::new(log));
        (data.is_absolute() && log.is_absolute()).then(|| Note {
            name: name.to_owned(),
            directories: Directories {
                data: data.to_owned(),
                log: log.to_owned(),
            },
        })
    }
}

fn refused(path: &Path, error: std::io::Error) -> InstallationError {
    InstallationError::Path {
        path: path.to_owned(),
        error,
    }
}
