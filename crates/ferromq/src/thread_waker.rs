//! How a thread waits for its verb: gives way for a while, then sleeps.
//!
//! Waking a sleeping thread costs a system call and, on another core of a virtual machine, some
//! twenty microseconds; on a busy machine the answer often comes while other threads run. So
//! a waiting thread first gives its processor away a bounded number of times and looks
//! whether it was woken; only then does it sleep, and only then does waking it cost a system
//! call. With nothing else to run, the bound keeps the waste to a few microseconds a wait.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::{Wake, Waker};
use std::thread::Thread;
use std::time::Duration;

/// Times a thread gives way before it sleeps. Measured with `ferromq bench`: see
/// `docs/manual/bench.md`.
const TURNS_BEFORE_SLEEP: u32 = 60;

const IDLE: u32 = 0;
const WOKEN: u32 = 1;
const ASLEEP: u32 = 2;

struct Sleeper {
    state: AtomicU32,
    thread: Thread,
}

impl Wake for Sleeper {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        // Release: what was done before the wake-up is seen by the thread woken.
        if self.state.swap(WOKEN, Ordering::AcqRel) == ASLEEP {
            self.thread.unpark();
        }
    }
}

/// A thread's own waker and the way it waits for it.
pub(crate) struct ThreadWaker {
    sleeper: Arc<Sleeper>,
    waker: Waker,
}

thread_local! {
    static OWN: ThreadWaker = ThreadWaker::new();
}

/// Calls `act` with the calling thread's waker.
#[inline]
pub(crate) fn with_own<T>(act: impl FnOnce(&ThreadWaker) -> T) -> T {
    OWN.with(act)
}

impl ThreadWaker {
    fn new() -> Self {
        let sleeper = Arc::new(Sleeper {
            state: AtomicU32::new(IDLE),
            thread: std::thread::current(),
        });
        let waker = Waker::from(Arc::clone(&sleeper));
        Self { sleeper, waker }
    }

    /// The waker to leave with a pending verb.
    pub(crate) fn waker(&self) -> &Waker {
        &self.waker
    }

    /// Waits until the waker was used since the last wait, or `at_most` is over: for what other
    /// threads do. May return early.
    pub(crate) fn wait(&self, at_most: Option<Duration>) {
        let state = &self.sleeper.state;
        for _ in 0..TURNS_BEFORE_SLEEP {
            if state.load(Ordering::Acquire) == WOKEN {
                state.store(IDLE, Ordering::Relaxed);
                return;
            }
            std::thread::yield_now();
        }
        self.sleep(at_most);
    }

    /// Like [`ThreadWaker::wait`], asleep at once: for what a disk does, which takes long
    /// enough that giving way would only keep the processor from the thread that writes.
    pub(crate) fn sleep(&self, at_most: Option<Duration>) {
        let state = &self.sleeper.state;
        let fell_asleep = state.compare_exchange(IDLE, ASLEEP, Ordering::AcqRel, Ordering::Acquire);
        if fell_asleep.is_ok() {
            match at_most {
                None => std::thread::park(),
                Some(at_most) => std::thread::park_timeout(at_most),
            }
        }
        state.store(IDLE, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::with_own;
    use std::time::Duration;

    #[test]
    fn a_wake_up_before_the_wait_is_not_lost() {
        with_own(|own| {
            own.waker().wake_by_ref();
            own.wait(None);
        });
    }

    #[test]
    fn a_sleeping_thread_is_woken_by_another() {
        let (send, receive) = std::sync::mpsc::channel();
        let sleeper = std::thread::spawn(move || {
            with_own(|own| {
                send.send(own.waker().clone())
                    .expect("the other side waits");
                own.wait(None);
            });
        });
        let waker = receive.recv().expect("a waker");
        std::thread::sleep(Duration::from_millis(20));
        waker.wake();
        sleeper.join().expect("woken");
    }

    #[test]
    fn a_wait_with_a_limit_ends() {
        with_own(|own| own.wait(Some(Duration::from_millis(1))));
    }
}
