//! Why a measurement could not be made.

use ferromq::{MqError, OpenError, Reason};
use std::fmt;
use std::io;

/// Why a run ended without a result.
#[derive(Debug)]
pub enum Failure {
    /// The command line is wrong; the text says how.
    Usage(String),
    /// A verb failed.
    Verb(MqError),
    /// A connection was refused.
    Connect(Reason),
    /// The queue manager under test could not be made or opened.
    Open(OpenError),
    /// A system call failed: what was tried, and why not.
    Io(String, io::Error),
    /// The queue manager answered something it should not: the run proves a fault.
    Wrong(String),
    /// Nothing moved for so long that the run was given up.
    Stuck(String),
    /// A process of the run reported a failure of its own.
    Child(String),
    /// What a peer's server said cannot be read, or is a refusal.
    Peer(String),
    /// Of two files of results only one has so many of the points: the first, the second.
    NotCompared {
        /// Points the second file lacks.
        gone: usize,
        /// Points the first one lacks.
        new: usize,
    },
    /// Nobody reads what is printed any more, so the run has ended.
    Unread,
}

impl Failure {
    /// For `map_err`: an I/O failure while doing `what`.
    pub(crate) fn io(what: impl Into<String>) -> impl FnOnce(io::Error) -> Self {
        let what = what.into();
        move |error| Self::Io(what, error)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(text) => write!(f, "{text}; `ferromq bench help` shows what there is"),
            Self::Verb(error) => error.fmt(f),
            Self::Connect(reason) => write!(f, "the connection was refused: {reason}"),
            Self::Open(error) => error.fmt(f),
            Self::Io(what, error) => write!(f, "{what}: {error}"),
            Self::Wrong(text) => write!(f, "wrong result: {text}"),
            Self::Stuck(text) => write!(f, "no progress: {text}"),
            Self::Peer(text) => f.write_str(text),
            Self::NotCompared { gone, new } => write!(
                f,
                "not all points can be compared: {gone} only in the first file, {new} only in the second; run the same steps for both"
            ),
            Self::Unread => f.write_str("nobody reads what is printed any more"),
            Self::Child(text) => write!(f, "a process of this run failed: {text}"),
        }
    }
}

impl std::error::Error for Failure {}

impl From<MqError> for Failure {
    fn from(error: MqError) -> Self {
        Self::Verb(error)
    }
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Self {
        Self::Open(error)
    }
}
