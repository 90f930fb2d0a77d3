//! Errands: what follows from an arrival or from something durable, and may not be done where that is noticed.
//!
//! What runs after a force makes messages visible, takes others off for good, wakes and opens gates, and no more: whoever appended to
//! the log, changed an object or touched a file in there would do so from within the log's own force, and with no lock it may
//! take. Verbs notice such things with locks held as well. So it is put here and done in order, one errand at a time.
//!
//! With a runner, a thread that is woken by the bell, a verb that gave an errand is answered behind it; nobody works for others.
//! Without one a verb runs what there is before it is answered, which tests and simulations rely on.
//!
//! An errand is in memory only. What is lost with a crash is made up for when the queue manager starts: trigger conditions are
//! looked at when the initiation queue is opened, of two messages retained for a topic the later counts, and files of no queue are removed.

use crate::connection::{Connection, Step};
use crate::gate::{Forced, Gate};
use crate::lock_order;
use crate::object::local_queue::LocalQueue;
use crate::publish::Displaced;
use crate::queue_manager::QueueManager;
use crate::room::Parked;
use crate::shared::Shared;
use crate::trigger::{self, Due};
use ferromq_base::lock::{Mutex, MutexGuard};
use ferromq_mqi::call::Reply;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Poll, Waker};
use std::thread;

type Bell = Arc<dyn Fn() + Send + Sync>;

/// See the module.
pub(crate) enum Errand {
    /// A trigger message may be due.
    Trigger(Arc<LocalQueue>, Due),
    /// The message of a publication that is not retained any more goes. It is there.
    Drop(Displaced),
    /// The files of a queue that is deleted go.
    RemoveFiles(Arc<LocalQueue>),
    /// Somebody waits for the errands before this one.
    Open(Gate),
}

/// See the module.
#[derive(Default)]
pub(crate) struct Errands {
    state: Mutex<State, lock_order::Errands>,
    /// How many there were; it has grown if something was given meanwhile.
    given: AtomicU64,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Errand>,
    /// Somebody is at it, and does what is given meanwhile as well.
    at_work: bool,
    /// Wakes the runner, if there is one.
    bell: Option<Bell>,
}

impl Errands {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }

    /// Leaves an errand. Any lock of the queue manager may be held.
    pub(crate) fn give(&self, errand: Errand) {
        self.given.fetch_add(1, Ordering::AcqRel);
        self.push(errand);
    }

    fn push(&self, errand: Errand) {
        let bell = {
            let mut state = self.state();
            state.waiting.push_back(errand);
            match state.at_work {
                true => None,
                false => state.bell.clone(),
            }
        };
        if let Some(ring) = bell {
            ring();
        }
    }

    /// Nobody does any more errands: the runner may be who failed. Whoever waits for one is told.
    pub(crate) fn fail(&self) {
        let waiting = std::mem::take(&mut self.state().waiting);
        for errand in waiting {
            if let Errand::Open(gate) = errand {
                gate.open(Forced::Failed);
            }
        }
    }

    /// Whoever sees the same number twice has given nothing in between.
    pub(crate) fn given(&self) -> u64 {
        self.given.load(Ordering::Acquire)
    }

    fn has_runner(&self) -> bool {
        self.state().bell.is_some()
    }

    /// The next errand for whoever is at work or, if nobody is, begins. Who is told that there is none works no longer.
    fn next(&self, works: bool) -> Option<Errand> {
        let mut state = self.state();
        if state.at_work != works {
            return None;
        }
        let next = state.waiting.pop_front();
        state.at_work = next.is_some();
        next
    }
}

/// Does what there is to do, unless somebody is at it already. Returns true when there was something. The caller holds no lock.
pub(crate) fn run(shared: &Arc<Shared>) -> bool {
    let mut works = false;
    while let Some(errand) = shared.errands.next(works) {
        works = true;
        match errand {
            Errand::Trigger(queue, due) => trigger::carry_out(shared, &queue, due),
            Errand::Drop(displaced) => displaced.drop_now(shared),
            Errand::RemoveFiles(queue) => remove_files(shared, &queue),
            Errand::Open(gate) => gate.open(Forced::Durable),
        }
    }
    works
}

/// Does what there is to do if nobody else will.
pub(crate) fn run_without_runner(shared: &Arc<Shared>) {
    if !shared.errands.has_runner() {
        run(shared);
    }
}

fn remove_files(shared: &Shared, queue: &LocalQueue) {
    // Files that stay behind belong to no object; the next start removes them.
    let _ = shared.queue_files.remove_directory(&queue.directory);
}

/// A gate that opens when all that was given so far is done; `None` when it is done on return. The caller holds no lock.
pub(crate) fn gate(shared: &Arc<Shared>) -> Option<Gate> {
    let errands = &shared.errands;
    {
        let state = errands.state();
        if state.waiting.is_empty() && !state.at_work {
            return None;
        }
        if state.bell.is_some() {
            drop(state);
            let gate = Gate::default();
            errands.push(Errand::Open(gate.clone()));
            return Some(gate);
        }
    }
    run(shared);
    None
}

impl Connection {
    /// Holds an answer back until what follows from the verb is done: the trigger message is there when the put is answered.
    /// Errands that others gave meanwhile are waited for as well, which is not long.
    pub(crate) fn behind_errands(&mut self, answer: Poll<Reply>, waker: &Waker) -> Poll<Reply> {
        let Poll::Ready(reply) = answer else {
            return answer;
        };
        let given = self.shared.errands.given();
        if self
            .errands_before
            .take()
            .is_none_or(|before| before == given)
        {
            return Poll::Ready(reply);
        }
        match gate(&self.shared) {
            None => Poll::Ready(reply),
            Some(gate) => {
                let end = self.shared.log.durable();
                self.settle(Ok(Step::Forced(end, gate, reply)), waker)
            }
        }
    }
}

impl QueueManager {
    /// From now on errands are left to whoever hears this bell, and calls [`Self::run_errands`] soon after it rings: a thread of
    /// the edge that does nothing else. It is rung from any thread; it must be short and must not call the queue manager.
    pub fn begin_errands(&self, bell: Box<dyn Fn() + Send + Sync>) {
        self.shared.errands.state().bell = Some(bell.into());
    }

    /// Nobody hears the bell any more. What there is to do is done on return, or the runner is at it.
    pub fn end_errands(&self) {
        self.shared.errands.state().bell = None;
        self.run_errands();
    }

    /// Does what follows from arrivals and from what became durable: makes trigger messages, removes what nobody needs any more.
    /// Returns true when there was something to do. An edge without a runner calls this when it has forced the log; verbs do what
    /// they left themselves.
    pub fn run_errands(&self) -> bool {
        run(&self.shared)
    }

    /// Blocks until what was given so far is done.
    pub(crate) fn wait_for_errands(&self) {
        let Some(gate) = gate(&self.shared) else {
            return;
        };
        let own = Waker::from(Arc::new(Parked(thread::current())));
        while gate.poll(&own).is_pending() {
            thread::park();
        }
    }
}
