//! The dedicated writer thread, for those who cannot block.

use crate::log::Log;
use crate::lsn::Lsn;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, Ordering};

impl Log {
    /// Asks for `end` to become durable soon: by the writer thread, or else by the next
    /// [`Log::lead`] or [`Log::wait_durable`]. Makes a system call only when the writer sleeps.
    pub fn request_force(&self, end: Lsn) {
        self.requested.fetch_max(end.get(), Ordering::SeqCst);
        // A leader at work looks at `requested` after it clears its flag, so one of the two
        // sees the other, and many requests during one force cost one wake-up at its end.
        if !self.in_force.load(Ordering::SeqCst) {
            self.wake_if_idle();
        }
    }

    /// The body of the writer thread: sleeps until asked, then forces until nothing asked for
    /// is left, running completions in between. Returns when `stop` is set (and
    /// [`Log::wake_writer`] called), with all that was asked for durable, or when the log has
    /// stopped working. One thread at a time.
    pub fn run_writer(&self, stop: &AtomicBool) {
        self.set_writer(true);
        loop {
            if self.writer_has_work() {
                self.lead();
                continue;
            }
            if stop.load(Ordering::SeqCst) || self.poisoned().is_some() {
                break;
            }
            self.sleep_until_asked(stop);
        }
        self.set_writer(false);
        self.run_completions();
        // A thread may have counted on the writer a moment ago.
        self.lead();
    }

    /// Wakes the writer thread so that it looks at its stop flag.
    pub fn wake_writer(&self) {
        self.wake_if_idle();
    }

    /// Says that there is (or is no longer) a writer, under the lock by which leaders decide
    /// whom to wake.
    fn set_writer(&self, present: bool) {
        let _state = self.lock();
        self.writer_idle.store(false, Ordering::SeqCst);
        *self.writer.lock().unwrap_or_else(PoisonError::into_inner) =
            present.then(std::thread::current);
    }

    /// True when the writer can do something now.
    fn writer_has_work(&self) -> bool {
        let state = self.lock();
        let wanted = self.requested.load(Ordering::SeqCst) > state.durable;
        let force = (wanted || !state.waiters.is_empty()) && state.can_lead();
        force || (!state.done.is_empty() && !state.draining)
    }

    fn sleep_until_asked(&self, stop: &AtomicBool) {
        self.writer_idle.store(true, Ordering::SeqCst);
        // Whoever asks stores its wish first and looks at the flag second; here it is the
        // other way round, so one of the two sees the other.
        if self.writer_has_work() || stop.load(Ordering::SeqCst) {
            self.writer_idle.store(false, Ordering::SeqCst);
            return;
        }
        while self.writer_idle.load(Ordering::SeqCst) {
            std::thread::park();
        }
    }

    pub(crate) fn wake_if_idle(&self) {
        if self.writer_idle.swap(false, Ordering::SeqCst) {
            let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(thread) = &*writer {
                thread.unpark();
            }
        }
    }
}
