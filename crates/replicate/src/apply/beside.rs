//! What those have in common who work beside the stream, and how they have it rest.

use super::setup::Setup;
use crate::target::agent::{AgentEvent, Common};
use crate::trouble::Trouble;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

/// How often somebody looks whether the run is over.
const LOOK: Duration = Duration::from_millis(100);

/// What this thread asks of the one that has the engine.
pub(super) enum LoadsEvent {
    /// Nothing new is to be begun; an answer when everything is committed. The number says who asks.
    Rest(u64, Sender<()>),
    /// For this one it may go on.
    Resume(u64),
    /// Whether loads are under way, and whether something is put aside or may be.
    Busy { loads: bool, keeps: bool },
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
    /// Up to there the stream is committed. Rows behind it that were put aside may be put there again, or be of a table whose new form is not committed.
    pub(super) committed: &'a AtomicU64,
    /// How often somebody asked for rest.
    pub(super) asked: AtomicU64,
    pub(super) say: &'a (dyn Fn(LoadsEvent) + Sync),
}

/// Who wants the engine to rest. It goes on when this is gone.
pub(super) struct Resting<'a> {
    say: &'a (dyn Fn(LoadsEvent) + Sync),
    number: u64,
    granted: Receiver<()>,
}

impl Resting<'_> {
    /// Whether the stream has begun to rest since this was asked last.
    pub(super) fn is_granted(&self) -> bool {
        self.granted.try_recv().is_ok()
    }

    /// What came of a switch between two of its transactions. If that is not known, the run is over, and it rests until then: by what it
    /// knows it would put rows aside that nobody takes any more.
    pub(super) fn after<T>(self, switched: Result<T, Trouble>) -> Result<T, Trouble> {
        match &switched {
            Ok(_) => drop(self),
            Err(trouble) => {
                (self.say)(LoadsEvent::Trouble(trouble.clone()));
                std::mem::forget(self);
            }
        }
        switched
    }
}

impl Drop for Resting<'_> {
    fn drop(&mut self) {
        (self.say)(LoadsEvent::Resume(self.number));
    }
}

impl Loads<'_> {
    pub(super) fn is_over(&self) -> bool {
        self.common.sessions.is_over()
    }

    /// Up to where the stream is committed.
    pub(super) fn reached(&self) -> u64 {
        self.committed.load(Ordering::Relaxed)
    }

    /// Asks the engine to rest.
    pub(super) fn ask_rest(&self) -> Resting<'_> {
        let (to, granted) = mpsc::channel();
        let number = self.asked.fetch_add(1, Ordering::Relaxed);
        (self.say)(LoadsEvent::Rest(number, to));
        Resting {
            say: self.say,
            number,
            granted,
        }
    }

    /// Has the engine rest; `None` if the run is over before it does.
    pub(super) fn rest(&self) -> Option<Resting<'_>> {
        let resting = self.ask_rest();
        loop {
            match resting.granted.recv_timeout(LOOK) {
                Ok(_) => return Some(resting),
                Err(RecvTimeoutError::Timeout) if !self.is_over() => {}
                Err(_) => return None,
            }
        }
    }

    pub(super) fn notice(&self, line: String) {
        (self.say)(LoadsEvent::Notice(line));
    }

    /// Tells what a session beside the stream had to say.
    pub(super) fn pass_on(&self, said: Vec<AgentEvent>) {
        for said in said {
            if let AgentEvent::Notice(line) = said {
                self.notice(line);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LoadsEvent, Resting};
    use crate::target::trouble;
    use ferromq_postgres::Error;
    use std::sync::Mutex;
    use std::sync::mpsc;

    /// What the stream hears: for whom it goes on, or that the run is over.
    fn heard(switched: Result<(), &str>) -> Vec<String> {
        let said = Mutex::new(Vec::new());
        let say = |word| {
            let heard = match word {
                LoadsEvent::Resume(number) => format!("resume {number}"),
                LoadsEvent::Trouble(_) => "over".to_owned(),
                _ => return,
            };
            said.lock().expect("a list").push(heard);
        };
        let resting = Resting {
            say: &say,
            number: 7,
            granted: mpsc::channel().1,
        };
        let switched = switched.map_err(|why| trouble(&Error::here(why, true)));
        let is_ok = switched.is_ok();
        assert_eq!(resting.after(switched).is_ok(), is_ok);
        said.into_inner().expect("a list")
    }

    #[test]
    fn the_stream_goes_on_only_after_a_switch_that_is_known_to_have_happened() {
        assert_eq!(heard(Ok(())), ["resume 7"]);
        // The session was lost: the switch may be committed, and rows would be put where nobody takes them any more.
        // And without an end of the run nobody would ever say that it may go on.
        assert_eq!(heard(Err("the server closed the connection")), ["over"]);
    }
}
