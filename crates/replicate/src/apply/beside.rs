//! What those have in common who work beside the stream, and how they have it rest.

use super::setup::Setup;
use crate::target::agent::{Common, Said};
use crate::trouble::Trouble;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::Duration;

/// How often somebody looks whether the run is over.
const LOOK: Duration = Duration::from_millis(100);

/// What this thread asks of the one that has the engine.
pub(super) enum Word {
    /// Nothing new is to be begun; an answer when everything is committed.
    Rest(Sender<()>),
    /// It may go on.
    Resume,
    /// Whether loads are under way.
    Busy(bool),
    /// What an operator may want to know.
    Notice(String),
    /// What capture is to be told.
    ToCapture(String),
    /// The run is over.
    Trouble(Trouble),
}

/// What all of it has in common.
pub(super) struct Loads<'a> {
    pub(super) setup: &'a Setup<'a>,
    pub(super) common: &'a Common,
    /// The run is over.
    pub(super) over: &'a AtomicBool,
    /// Up to there the stream is on the target's disk: nothing of it is put aside again.
    pub(super) flushed: &'a AtomicU64,
    pub(super) say: &'a (dyn Fn(Word) + Sync),
}

/// Who has the engine rest. It goes on when this is gone.
pub(super) struct Resting<'a>(&'a Loads<'a>);

impl Drop for Resting<'_> {
    fn drop(&mut self) {
        (self.0.say)(Word::Resume);
    }
}

impl Loads<'_> {
    pub(super) fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// Has the engine rest; `None` if the run is over before it does.
    pub(super) fn rest(&self) -> Option<Resting<'_>> {
        let (to, rests) = mpsc::channel();
        (self.say)(Word::Rest(to));
        let resting = Resting(self);
        loop {
            match rests.recv_timeout(LOOK) {
                Ok(()) => return Some(resting),
                Err(RecvTimeoutError::Timeout) if !self.is_over() => {}
                Err(_) => return None,
            }
        }
    }

    pub(super) fn notice(&self, line: String) {
        (self.say)(Word::Notice(line));
    }

    /// Tells what a session beside the stream had to say.
    pub(super) fn pass_on(&self, said: Vec<Said>) {
        for said in said {
            if let Said::Notice(line) = said {
                self.notice(line);
            }
        }
    }
}
