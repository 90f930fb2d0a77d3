//! What can go wrong, one enum per kind of call.

use crate::lsn::Lsn;
use crate::settings::SettingsError;
use ferromq_base::disk::NoRoom;
use std::fmt;
use std::io;
use std::sync::Arc;

/// The log stopped working because a write or a force failed, or a thread broke a rule of its own. It stays so until
/// reopened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Poisoned {
    reason: Arc<str>,
    broken_rule: bool,
}

impl Poisoned {
    pub(crate) fn new(reason: impl Into<Arc<str>>) -> Self {
        Self {
            reason: reason.into(),
            broken_rule: false,
        }
    }

    /// A thread of this process is to blame, not the disk.
    pub(crate) fn broken_rule(reason: impl Into<Arc<str>>) -> Self {
        Self {
            reason: reason.into(),
            broken_rule: true,
        }
    }

    /// What failed: the action, the file and what the disk said; or how a rule was broken.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// True when a thread of this process broke a rule of its own, and the disk is in order as far as is known.
    #[must_use]
    pub fn is_broken_rule(&self) -> bool {
        self.broken_rule
    }
}

impl fmt::Display for Poisoned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the log stopped after a failure: {}", self.reason)
    }
}

impl std::error::Error for Poisoned {}

/// Why a record was not appended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AppendError {
    /// No room: the extents restart needs leave none, or the disk is full. A checkpoint that
    /// moves the recovery position makes room again.
    Full,
    /// It waits for the disk: to be tried again when what it waits for is told.
    NoSpaceYet,
    /// The body is longer than [`crate::BODY_BYTES_MAX`].
    TooLarge,
    /// The log no longer works.
    Poisoned(Poisoned),
}

impl fmt::Display for AppendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Full => f.write_str("the log is full"),
            Self::NoSpaceYet => f.write_str("the log waits for the disk"),
            Self::TooLarge => f.write_str("the record is too large"),
            Self::Poisoned(poisoned) => poisoned.fmt(f),
        }
    }
}

impl std::error::Error for AppendError {}

/// Why a record could not be read back.
#[derive(Debug)]
pub enum ReadError {
    /// The extent that held the record has been given back.
    Gone,
    /// The record is not durable yet (or lies beyond the end of the log).
    NotDurable,
    /// There is no record with such a body at that position.
    NoRecord,
    /// The page is not what was written.
    Damaged {
        /// Name of the extent file.
        file: String,
        /// Byte offset of the page in the file.
        offset: u64,
        /// The rule that does not hold.
        rule: &'static str,
    },
    /// The disk refused.
    Io(io::Error),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Gone => f.write_str("the extent of the record has been given back"),
            Self::NotDurable => f.write_str("the record is not durable yet"),
            Self::NoRecord => f.write_str("no such record at this position"),
            Self::Damaged { file, offset, rule } => {
                write!(f, "log file {file} is damaged at offset {offset}: {rule}")
            }
            Self::Io(error) => write!(f, "reading the log failed: {error}"),
        }
    }
}

impl std::error::Error for ReadError {}

/// Why a log could not be created, opened, read through or checkpointed.
#[derive(Debug)]
pub enum LogError {
    /// A setting is out of range.
    Settings(SettingsError),
    /// The setting was fixed when the log was created and differs now.
    SettingFixed {
        /// Its name.
        setting: &'static str,
        /// What the log was created with.
        created_with: String,
        /// What was asked for.
        asked_for: String,
    },
    /// There is a log in the directory already.
    Exists,
    /// The directory has no control file: no log was (completely) created there.
    NoControlFile,
    /// Neither slot of the control file is valid.
    ControlFileDamaged,
    /// Written by a release this one does not know.
    UnknownVersion {
        /// The file.
        file: String,
        /// Its version.
        version: u32,
    },
    /// An extent restart needs is not there.
    ExtentMissing {
        /// Its number.
        extent: u64,
    },
    /// A file the log was created with is not there.
    FileMissing {
        /// Its name.
        file: String,
    },
    /// What must be there is not what was written.
    Damaged {
        /// The file.
        file: String,
        /// Byte offset in the file.
        offset: u64,
        /// The rule that does not hold.
        rule: &'static str,
    },
    /// The disk has no room.
    DiskFull {
        /// What was being done.
        action: &'static str,
        /// The file.
        file: String,
        /// In what there is none.
        room: NoRoom,
    },
    /// The disk refused.
    Io {
        /// What was being done.
        action: &'static str,
        /// The file.
        file: String,
        /// What the disk said.
        source: io::Error,
    },
    /// A checkpoint asked for a position that is not durable, or went back.
    BadPosition {
        /// The position.
        position: Lsn,
    },
    /// A checkpoint payload is longer than [`crate::CHECKPOINT_PAYLOAD_BYTES_MAX`].
    PayloadTooLarge,
    /// The log no longer works.
    Poisoned(Poisoned),
}

impl LogError {
    pub(crate) fn io(action: &'static str, file: &str, source: io::Error) -> Self {
        if let Some(room) = NoRoom::of(&source) {
            return Self::DiskFull {
                action,
                file: file.to_owned(),
                room,
            };
        }
        Self::Io {
            action,
            file: file.to_owned(),
            source,
        }
    }

    pub(crate) fn damaged(file: &str, offset: u64, rule: &'static str) -> Self {
        Self::Damaged {
            file: file.to_owned(),
            offset,
            rule,
        }
    }
}

impl fmt::Display for LogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Settings(error) => error.fmt(f),
            Self::SettingFixed {
                setting,
                created_with,
                asked_for,
            } => write!(
                f,
                "{setting} was fixed at {created_with} when the log was created and cannot become {asked_for}"
            ),
            Self::Exists => f.write_str(
                "there is a log here already, which may hold messages: bring the data that belongs to it back, or move it away",
            ),
            Self::NoControlFile => f.write_str("there is no log control file"),
            Self::ControlFileDamaged => f.write_str("no slot of the log control file is valid"),
            Self::UnknownVersion { file, version } => {
                write!(
                    f,
                    "{file} has version {version}, which this release does not know"
                )
            }
            Self::ExtentMissing { extent } => {
                write!(f, "log extent {extent} is needed and missing")
            }
            Self::FileMissing { file } => write!(f, "log file {file} is missing"),
            Self::Damaged { file, offset, rule } => {
                write!(f, "log file {file} is damaged at offset {offset}: {rule}")
            }
            Self::DiskFull { action, file, room } => write!(f, "{action} {file}: {room}"),
            Self::Io {
                action,
                file,
                source,
            } => write!(f, "{action} {file}: {source}"),
            Self::BadPosition { position } => {
                write!(f, "position {position} cannot be a recovery position now")
            }
            Self::PayloadTooLarge => f.write_str("the checkpoint payload is too large"),
            Self::Poisoned(poisoned) => poisoned.fmt(f),
        }
    }
}

impl std::error::Error for LogError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io { source, .. } => Some(source),
            Self::Settings(error) => Some(error),
            Self::Poisoned(poisoned) => Some(poisoned),
            _ => None,
        }
    }
}

impl From<SettingsError> for LogError {
    fn from(error: SettingsError) -> Self {
        Self::Settings(error)
    }
}

impl From<Poisoned> for LogError {
    fn from(poisoned: Poisoned) -> Self {
        Self::Poisoned(poisoned)
    }
}

/// Why a replay ended early: the log's fault or the caller's.
#[derive(Debug)]
pub enum ReplayError<E> {
    /// The log could not be read, or not be made ready for writing.
    Log(LogError),
    /// The caller refused a record.
    Apply(E),
}

impl<E> From<LogError> for ReplayError<E> {
    fn from(error: LogError) -> Self {
        Self::Log(error)
    }
}

impl<E: fmt::Display> fmt::Display for ReplayError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Log(error) => error.fmt(f),
            Self::Apply(error) => error.fmt(f),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> std::error::Error for ReplayError<E> {}
