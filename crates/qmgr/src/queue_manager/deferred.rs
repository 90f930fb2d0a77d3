//! Who does deferred actions, as the edge sees it.

use crate::core::latch::Parked;
use crate::queue_manager::QueueManager;
use crate::verbs::deferred::{latch, run, spill};
use std::sync::Arc;
use std::task::Waker;
use std::thread;

impl QueueManager {
    /// From now on deferred actions are left to whoever `wake` wakes, who calls [`Self::run_deferred`] soon after: a thread of
    /// the edge that does nothing else. It is called on any thread; it must be short and must not call the queue manager.
    pub fn begin_deferred(&self, wake: Box<dyn Fn() + Send + Sync>) {
        self.engine.deferred.set_runner(Some(wake));
    }

    /// Nobody is woken any more. What there is to do is done on return, or the runner is at it.
    pub fn end_deferred(&self) {
        self.engine.deferred.set_runner(None);
        self.run_deferred();
    }

    /// Does what follows from arrivals and from what became durable: makes trigger messages, removes what nobody needs any more.
    /// Returns true when there was something to do. An edge without a runner calls this when it has forced the log; verbs do what
    /// they left themselves.
    pub fn run_deferred(&self) -> bool {
        run(&self.engine)
    }

    /// From now on what is too much for memory is written to the files of queues, and those of deleted queues are removed, by whoever `wake` wakes, who calls
    /// [`Self::run_spills`] soon after: a thread of the edge that does nothing else. It is called on any thread; it must be
    /// short and must not call the queue manager.
    pub fn begin_spills(&self, wake: Box<dyn Fn() + Send + Sync>) {
        self.engine.spills.set_runner(Some(wake));
    }

    /// Nobody is woken any more. What there is to do is done on return, or the runner is at it.
    pub fn end_spills(&self) {
        self.engine.spills.set_runner(None);
        self.run_spills();
    }

    /// Writes what is too much for memory to the files of queues, and removes those of queues that are deleted. Waits for the disk. An edge without a runner may call this when
    /// it has forced the log; verbs do what they left themselves.
    pub fn run_spills(&self) {
        spill(&self.engine);
    }

    /// Blocks until what was given so far is done.
    pub(crate) fn wait_for_deferred(&self) {
        let Some(latch) = latch(&self.engine) else {
            return;
        };
        let own = Waker::from(Arc::new(Parked(thread::current())));
        while latch.poll(&own).is_pending() {
            ferromq_base::schedule::park("deferred");
        }
    }
}
