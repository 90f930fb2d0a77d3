//! The writer threads that sleep until somebody asks for a force.

use crate::lock_order;
use ferromq_base::lock::Mutex;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::Thread;

/// The writers that sleep, or are about to.
#[derive(Debug, Default)]
pub(crate) struct Writers {
    /// How many there are in `sleepers`, for those who want to wake none.
    idle: AtomicUsize,
    sleepers: Mutex<Vec<Arc<Sleeper>>, lock_order::Sleepers>,
}

#[derive(Debug)]
pub(crate) struct Sleeper {
    thread: Thread,
    pub(crate) woken: AtomicBool,
}

impl Writers {
    /// Puts this thread among those that can be woken.
    pub(crate) fn lie_down(&self) -> Arc<Sleeper> {
        let sleeper = Arc::new(Sleeper {
            thread: std::thread::current(),
            woken: AtomicBool::new(false),
        });
        let mut sleepers = self.sleepers.lock();
        sleepers.push(Arc::clone(&sleeper));
        self.idle.store(sleepers.len(), Ordering::SeqCst);
        sleeper
    }

    /// Takes it out again, if nobody has yet.
    pub(crate) fn get_up(&self, sleeper: &Arc<Sleeper>) {
        let mut sleepers = self.sleepers.lock();
        sleepers.retain(|other| !Arc::ptr_eq(other, sleeper));
        self.idle.store(sleepers.len(), Ordering::SeqCst);
    }

    pub(crate) fn wake_one(&self) {
        if self.idle.load(Ordering::SeqCst) == 0 {
            return;
        }
        let mut sleepers = self.sleepers.lock();
        let sleeper = sleepers.pop();
        self.idle.store(sleepers.len(), Ordering::SeqCst);
        drop(sleepers);
        if let Some(sleeper) = sleeper {
            sleeper.woken.store(true, Ordering::SeqCst);
            sleeper.thread.unpark();
        }
    }

    pub(crate) fn wake_all(&self) {
        while self.idle.load(Ordering::SeqCst) > 0 {
            self.wake_one();
        }
    }
}
