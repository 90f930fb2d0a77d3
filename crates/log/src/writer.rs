//! The dedicated writer threads, for those who cannot block.

use crate::log::Log;
use crate::lsn::Lsn;
use std::sync::atomic::{AtomicBool, Ordering};

impl Log {
    /// Asks for `end` to become durable soon: by a writer thread, or else by the next
    /// [`Log::lead`] or [`Log::wait_durable`]. Makes a system call only when a writer sleeps and
    /// has something to do.
    pub fn request_force(&self, end: Lsn) {
        self.requested.fetch_max(end.get(), Ordering::SeqCst);
        // A leader at work looks at `requested` after it clears the flag, so one of the two
        // sees the other, and many requests during one force cost one wake-up at its end.
        if self.in_force.load(Ordering::SeqCst) {
            return;
        }
        if self.device.works_for_callers() {
            self.wake_if_idle();
        } else {
            self.begin_wanted();
        }
    }

    /// The body of a writer thread: sleeps until asked, then forces until nothing asked for
    /// is left, running completions in between. Returns when `stop` is set (and
    /// [`Log::wake_writer`] called), with all that was asked for durable, or when the log has
    /// stopped working. With two writers one force can begin while another is under way.
    pub fn run_writer(&self, stop: &AtomicBool) {
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
        self.run_completions();
        // A thread may have counted on a writer a moment ago.
        self.lead();
    }

    /// Wakes the writer threads so that they look at their stop flag.
    pub fn wake_writer(&self) {
        self.writers.wake_all();
    }

    /// True when a writer can do something now.
    fn writer_has_work(&self) -> bool {
        let state = self.lock();
        let wanted = self.requested.load(Ordering::SeqCst) > state.durable;
        let force = (wanted || !state.waiters.is_empty()) && state.can_begin();
        force || (!state.done.is_empty() && !state.draining)
    }

    fn sleep_until_asked(&self, stop: &AtomicBool) {
        let sleeper = self.writers.lie_down();
        // Whoever asks stores what it asks for first and looks for sleepers second; here it is the
        // other way round, so one of the two sees the other.
        if self.writer_has_work() || stop.load(Ordering::SeqCst) {
            self.writers.get_up(&sleeper);
            return;
        }
        while !sleeper.woken.load(Ordering::SeqCst) {
            std::thread::park();
        }
    }

    pub(crate) fn wake_if_idle(&self) {
        self.writers.wake_one();
    }
}
