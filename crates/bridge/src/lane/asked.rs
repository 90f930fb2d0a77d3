//! What is asked of lanes and answered, and files that are read ahead and written behind: what whoever asks shares with the thread.

use crate::remote::{RemoteFacts, is_of_connection};
use std::collections::VecDeque;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What is read ahead of a file, and what waits to be written of one.
pub(crate) const BUFFER_BYTES: usize = 2 << 20;

/// A file of a server.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    /// Name of the server; empty for the default one.
    pub(crate) server: String,
    pub(crate) path: String,
}

/// What went wrong, to be told more than once.
#[derive(Clone, Debug)]
pub(crate) struct Trouble {
    kind: io::ErrorKind,
    text: String,
}

impl Trouble {
    pub(crate) fn of(error: &io::Error) -> Self {
        Self {
            kind: error.kind(),
            text: error.to_string(),
        }
    }

    pub(crate) fn error(&self) -> io::Error {
        io::Error::new(self.kind, self.text.clone())
    }

    pub(crate) fn is_of_connection(&self) -> bool {
        is_of_connection(&self.kind.into())
    }
}

/// What is asked for an answer.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Question {
    Facts(Place),
    /// The same, asked for a file that is opened, or has been read.
    OpenFacts(Place, bool),
    List(Place, usize),
    Rename(Place, String, bool),
    Remove(Place),
    Create(Place, String),
    Resume(Place, u64),
}

/// What is answered.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    Facts(RemoteFacts),
    /// With what is known of each, and whether that is as it is told of each alone.
    List(Vec<(String, RemoteFacts)>, bool),
    Done,
    /// Whether it can be.
    May(bool),
}

/// A file that is read ahead.
#[derive(Debug)]
pub(crate) struct Ahead {
    pub(crate) place: Place,
    pub(crate) state: Mutex<AheadState>,
}

#[derive(Debug, Default)]
pub(crate) struct AheadState {
    /// Bytes from [`Self::start`] on.
    pub(crate) bytes: VecDeque<u8>,
    pub(crate) start: u64,
    pub(crate) is_end: bool,
    pub(crate) is_asked: bool,
    pub(crate) trouble: Option<Trouble>,
    /// Whoever reads has begun elsewhere since: what is under way is of no use.
    pub(crate) turn: u64,
}

/// A file that is written behind.
#[derive(Debug)]
pub(crate) struct Behind {
    pub(crate) place: Place,
    pub(crate) state: Mutex<BehindState>,
}

#[derive(Debug, Default)]
pub(crate) struct BehindState {
    pub(crate) pieces: VecDeque<Vec<u8>>,
    pub(crate) waiting_bytes: usize,
    /// All that was taken, and how much of it was forced.
    pub(crate) taken: u64,
    pub(crate) forced: Option<u64>,
    /// Its length, when it is whole.
    pub(crate) whole: Option<u64>,
    pub(crate) is_finished: bool,
    /// The server has said that it has all that was written.
    pub(crate) is_ended: bool,
    pub(crate) is_write_asked: bool,
    pub(crate) is_force_asked: bool,
    pub(crate) trouble: Option<Trouble>,
}

pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
