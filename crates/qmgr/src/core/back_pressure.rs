//! Back-pressure on those who fill the log.
//!
//! A checkpoint makes room in the log by writing messages to their queues' files, which takes a while. Programs
//! that put faster than that would fill the log meanwhile, and puts would fail. So while a checkpoint is under way
//! and the log is three quarters full, whoever has put waits for the end of it: the put or the commit is done,
//! durable and seen by all, only its answer is held back. Nobody waits without a checkpoint, and the
//! checkpoint waits for none of those who wait; so all are answered.

use crate::core::latch::{Forced, Latch};
use crate::lock_order;
use ferromq_base::lock::{Mutex, MutexGuard};
use ferromq_log::Log;
use std::sync::atomic::{AtomicBool, Ordering};

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct BackPressure {
    /// There is a checkpoint under way.
    slows: AtomicBool,
    /// Latches that are held back; `None` while there is no checkpoint under way.
    held: Mutex<Option<Vec<Latch>>, lock_order::BackPressure>,
}

impl BackPressure {
    fn held(&self) -> MutexGuard<'_, Option<Vec<Latch>>> {
        self.held.lock()
    }

    /// A checkpoint begins, and ends when what is returned is dropped. There is one at a time.
    pub(crate) fn checkpoint(&self) -> UnderWay<'_> {
        *self.held() = Some(Vec::new());
        self.slows.store(true, Ordering::Release);
        UnderWay(self)
    }

    /// Opens the latch of one who has put, now or when the checkpoint under way is over.
    pub(crate) fn open(&self, latch: Latch, log: &Log) {
        // Nearly always there is none, and those who put share no lock.
        if self.slows.load(Ordering::Acquire)
            && let Some(held) = self.held().as_mut()
            && log.is_filling_up()
        {
            held.push(latch);
            return;
        }
        latch.open(Forced::Durable);
    }
}

/// A checkpoint that is under way.
pub(crate) struct UnderWay<'a>(&'a BackPressure);

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        self.0.slows.store(false, Ordering::Release);
        let held = self.0.held().take();
        for latch in held.into_iter().flatten() {
            latch.open(Forced::Durable);
        }
    }
}
