//! Threads that sleep until their record is durable.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::thread::Thread;

/// A thread parked until its record is durable.
pub(crate) struct Waiter {
    thread: Thread,
    call: AtomicU8,
}

const WAIT: u8 = 0;
/// Look again: durable, failed, or it is your turn to lead.
const LOOK: u8 = 1;

impl Waiter {
    /// Does something with that of the calling thread.
    pub(crate) fn of_this_thread<T>(act: impl FnOnce(&Arc<Self>) -> T) -> T {
        WAITER.with(act)
    }

    /// Before others can see it.
    pub(crate) fn prepare(&self) {
        self.call.store(WAIT, Ordering::Relaxed);
    }

    /// Until it is called.
    pub(crate) fn sleep(&self) {
        while self.call.load(Ordering::Acquire) == WAIT {
            ferromq_base::schedule::park("the log");
        }
    }

    pub(crate) fn call(&self) {
        self.call.store(LOOK, Ordering::Release);
        ferromq_base::schedule::unpark(&self.thread);
    }
}

thread_local! {
    static WAITER: Arc<Waiter> =
        Arc::new(Waiter { thread: std::thread::current(), call: AtomicU8::new(WAIT) });
}
