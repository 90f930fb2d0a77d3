//! Errors, one small set per operation.

use ferromq_base::disk::NoRoom;
use ferromq_base::os::is_of_device;
use std::fmt;
use std::io;

/// Why a put cannot have a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PutRefusal {
    /// The queue holds as many messages as its maximum depth allows (MQRC_Q_FULL).
    Full,
    /// The buffer for non-persistent messages is used up and the disk took no more
    /// (MQRC_Q_SPACE_NOT_AVAILABLE).
    NoSpace,
}

impl fmt::Display for PutRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Full => "the queue is at its maximum depth",
            Self::NoSpace => "the queue file cannot grow and the buffer is used up",
        })
    }
}

impl std::error::Error for PutRefusal {}

/// A million getters and browsers wait at the queue already (`MQRC_RESOURCE_PROBLEM`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyWaiters;

impl fmt::Display for TooManyWaiters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no more getters can wait at the queue")
    }
}

impl std::error::Error for TooManyWaiters {}

/// What is wrong with a queue file.
#[derive(Debug)]
pub enum FileFault {
    /// The disk answered with an error.
    Io(io::Error),
    /// The bytes break this rule of `docs/formats/queue-file.md`: the queue is damaged.
    Rule(&'static str),
    /// An earlier sync failed: nothing is known about the file any more.
    Abandoned,
}

/// A failure of one of the files of a queue.
#[derive(Debug)]
pub struct QueueFileError {
    /// Directory and name of the file.
    pub file: String,
    /// Where in the file, in bytes.
    pub offset: u64,
    /// What is wrong.
    pub fault: FileFault,
}

impl QueueFileError {
    /// True when the queue is damaged (bad content), false when the disk refused.
    #[must_use]
    pub fn is_damage(&self) -> bool {
        matches!(self.fault, FileFault::Rule(_))
    }

    /// True when a later attempt finds nothing else: the content is bad, or the device cannot read it.
    #[must_use]
    pub fn is_lasting(&self) -> bool {
        match &self.fault {
            FileFault::Io(error) => is_of_device(error),
            FileFault::Rule(_) => true,
            FileFault::Abandoned => false,
        }
    }

    /// True when the disk is full and a later attempt may succeed.
    #[must_use]
    pub fn is_full(&self) -> bool {
        matches!(&self.fault, FileFault::Io(error) if NoRoom::of(error).is_some())
    }
}

impl fmt::Display for QueueFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}: ", self.file, self.offset)?;
        match &self.fault {
            FileFault::Io(error) => write!(f, "{error}"),
            FileFault::Rule(rule) => write!(f, "damaged: {rule}"),
            FileFault::Abandoned => f.write_str("abandoned after a failed sync"),
        }
    }
}

impl std::error::Error for QueueFileError {}

/// What the log answers when asked for a payload.
#[derive(Debug)]
pub enum LogReadFailure {
    /// The extent was reused: the message was hardened or removed meanwhile.
    Gone,
    /// The log cannot be read.
    Failed(String),
}

/// Why a payload could not be loaded.
#[derive(Debug)]
pub enum LoadError {
    /// The message is not on the queue any more (it was browsed, and somebody got it).
    Gone,
    /// The queue file failed or is damaged.
    File(QueueFileError),
    /// The log failed.
    Log(String),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Gone => f.write_str("the message is gone"),
            Self::File(error) => write!(f, "{error}"),
            Self::Log(text) => write!(f, "log: {text}"),
        }
    }
}

impl std::error::Error for LoadError {}

/// Why a queue could not be hardened. What was on disk before still is.
#[derive(Debug)]
pub enum HardenError {
    /// The queue file failed.
    File(QueueFileError),
    /// A payload could not be read from the log.
    Log(String),
}

impl fmt::Display for HardenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => write!(f, "{error}"),
            Self::Log(text) => write!(f, "log: {text}"),
        }
    }
}

impl std::error::Error for HardenError {}

impl From<QueueFileError> for HardenError {
    fn from(error: QueueFileError) -> Self {
        Self::File(error)
    }
}
