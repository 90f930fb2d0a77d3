//! A latch a verb waits behind until its log records are durable.
//!
//! The verb's work is done when it reaches the latch; only its answer is held back. Whoever
//! forces the log opens the latch; whoever made the call is woken by the waker it left.

use crate::core::unanswered::Unanswered;
use crate::lock_order;
use ferromq_base::lock::Mutex;
use ferromq_log::{Log, Lsn};
use std::sync::Arc;
use std::task::{Poll, Wake, Waker};
use std::thread::Thread;

/// How a force ended for one unit of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Forced {
    /// The records are durable.
    Durable,
    /// The log is poisoned: nothing is known about the records.
    Failed,
}

#[derive(Debug, Default)]
struct State {
    outcome: Option<Forced>,
    waker: Option<Waker>,
}

/// See the module. Clones share one latch.
#[derive(Clone, Debug, Default)]
pub(crate) struct Latch(Arc<Mutex<State, lock_order::Latch>>);

impl Latch {
    /// A latch that opens when the log is durable up to `end`.
    pub(crate) fn at(log: &Log, end: Lsn) -> Self {
        Self::behind(log, end, Unanswered::default)
    }

    /// A latch that opens when the log is durable up to `end`, `act` is done, and what it left unanswered is answered. Of a log that failed
    /// `act` is dropped.
    pub(crate) fn behind(
        log: &Log,
        end: Lsn,
        act: impl FnOnce() -> Unanswered + Send + 'static,
    ) -> Self {
        let latch = Self::default();
        let opened = latch.clone();
        log.when_durable(
            end,
            Box::new(move |result| match result {
                Ok(()) => act().then(move |outcome| opened.open(outcome)),
                Err(_) => opened.open(Forced::Failed),
            }),
        );
        latch
    }

    /// Opens the latch and wakes the caller behind it.
    pub(crate) fn open(&self, outcome: Forced) {
        let waker = {
            let mut state = self.0.lock();
            state.outcome = Some(outcome);
            state.waker.take()
        };
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    /// True when nobody else has it any more.
    pub(crate) fn is_abandoned(&self) -> bool {
        Arc::strong_count(&self.0) == 1
    }

    /// True when there is an outcome.
    pub(crate) fn is_open(&self) -> bool {
        let state = self.0.lock();
        state.outcome.is_some()
    }

    /// The outcome, or leaves `waker` to be woken when there is one.
    pub(crate) fn poll(&self, waker: &Waker) -> Poll<Forced> {
        let mut state = self.0.lock();
        match state.outcome {
            Some(outcome) => Poll::Ready(outcome),
            None => {
                if !state
                    .waker
                    .as_ref()
                    .is_some_and(|known| known.will_wake(waker))
                {
                    state.waker = Some(waker.clone());
                }
                Poll::Pending
            }
        }
    }
}

/// Wakes a thread that waits.
pub(crate) struct Parked(pub(crate) Thread);

impl Wake for Parked {
    fn wake(self: Arc<Self>) {
        ferromq_base::schedule::unpark(&self.0);
    }
}
