//! Deferred actions: what follows from an arrival or from something durable, and may not be done where that is noticed.
//!
//! What runs after a force makes messages visible, takes others off for good, wakes and opens latches, and no more: whoever appended to
//! the log, changed an object or touched a file in there would do so from within the log's own force, and with no lock it may
//! take. Verbs notice such things with locks held as well. So it is left here, as data, and done in order, one deferred action at a time, by
//! those who stand above all of it (`verbs/deferred.rs`).
//!
//! With a runner, a thread that is woken, a verb that gave a deferred action is answered behind it; nobody works for others.
//! Without one a verb runs what there is before it is answered, which tests and simulations rely on.
//!
//! A deferred action is in memory only. What is lost with a crash is made up for when the queue manager starts: trigger conditions are
//! looked at when the initiation queue is opened, of two messages retained for a topic the later counts, and files of no queue are removed.

use crate::core::latch::{Forced, Latch};
use crate::core::pins::Pin;
use crate::lock_order;
use crate::store::local_queue::LocalQueue;
use crate::store::performance::Crossed;
use crate::store::trigger::Due;
use ferromq_base::lock::{Mutex, MutexGuard};
use ferromq_queue::Seq;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

type WakeFn = Arc<dyn Fn() + Send + Sync>;

/// The message of a publication that is not retained any more.
#[derive(Clone, Debug)]
pub(crate) struct Unretained {
    pub(crate) topic: Arc<str>,
    /// Its group id.
    pub(crate) id: [u8; 24],
}

/// See the module.
pub(crate) enum DeferredAction {
    /// A trigger message may be due.
    Trigger(Arc<LocalQueue>, Due),
    /// The depth or the service of a queue is told of.
    Performance(Arc<LocalQueue>, Crossed),
    /// The message of a publication that is not retained any more goes. It is there.
    DropRetained(Unretained),
    /// The files of a queue that is deleted go: they are left to whoever writes to such files.
    RemoveFiles(Arc<LocalQueue>),
    /// Messages that were cleared, of which this pin is, go.
    RemoveCleared(Arc<LocalQueue>, Vec<Seq>, Pin),
    /// The log goes on in another extent, or needs others.
    LogExtents,
    /// Somebody waits for the deferred actions before this one.
    Open(Latch),
}

/// How to wait until what was given so far is done.
pub(crate) enum Behind {
    /// It is done.
    Nothing,
    /// A runner does it, and opens this.
    Latch(Latch),
    /// There is no runner: whoever asks does it.
    Oneself,
}

/// See the module.
#[derive(Default)]
pub(crate) struct DeferredActions {
    state: Mutex<State, lock_order::DeferredActions>,
    /// How many there were; it has grown if something was given meanwhile.
    given: AtomicU64,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<DeferredAction>,
    /// Somebody is at it, and does what is given meanwhile as well.
    at_work: bool,
    /// Wakes the runner, if there is one.
    wake: Option<WakeFn>,
}

impl DeferredActions {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }

    /// Leaves a deferred action. Any lock of the queue manager may be held.
    pub(crate) fn give(&self, action: DeferredAction) {
        self.given.fetch_add(1, Ordering::AcqRel);
        self.push(action);
    }

    /// Leaves a deferred action no verb waits for, unless nobody else does deferred actions. Any lock of the queue manager may be held.
    pub(crate) fn give_aside(&self, action: DeferredAction) {
        match self.has_runner() {
            true => self.push(action),
            false => self.give(action),
        }
    }

    fn push(&self, action: DeferredAction) {
        let wake = {
            let mut state = self.state();
            state.waiting.push_back(action);
            match state.at_work {
                true => None,
                false => state.wake.clone(),
            }
        };
        if let Some(wake) = wake {
            wake();
        }
    }

    /// No more deferred actions are done: it may be their runner that failed. Those who wait for one are told.
    pub(crate) fn fail(&self) {
        let waiting = std::mem::take(&mut self.state().waiting);
        for action in waiting {
            if let DeferredAction::Open(latch) = action {
                latch.open(Forced::Failed);
            }
        }
    }

    /// How many were given. If it is the same as before, none were given meanwhile.
    pub(crate) fn given(&self) -> u64 {
        self.given.load(Ordering::Acquire)
    }

    pub(crate) fn has_runner(&self) -> bool {
        self.state().wake.is_some()
    }

    /// Whoever `wake` wakes does them from now on, or nobody any more.
    pub(crate) fn set_runner(&self, wake: Option<Box<dyn Fn() + Send + Sync>>) {
        self.state().wake = wake.map(WakeFn::from);
    }

    /// How to wait for all that was given so far.
    pub(crate) fn behind(&self) -> Behind {
        {
            let state = self.state();
            if state.waiting.is_empty() && !state.at_work {
                return Behind::Nothing;
            }
            if state.wake.is_none() {
                return Behind::Oneself;
            }
        }
        let latch = Latch::default();
        self.push(DeferredAction::Open(latch.clone()));
        Behind::Latch(latch)
    }

    /// The next deferred action. Only one thread works on deferred actions: it says `works`, and stops when there are no more; another begins only
    /// if none does.
    pub(crate) fn next(&self, works: bool) -> Option<DeferredAction> {
        let mut state = self.state();
        if state.at_work != works {
            return None;
        }
        let next = state.waiting.pop_front();
        state.at_work = next.is_some();
        next
    }
}
