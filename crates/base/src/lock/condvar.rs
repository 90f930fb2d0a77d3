//! Sleeping until somebody changes what a mutex protects.

use super::mutex::MutexGuard;
#[cfg(debug_assertions)]
use crate::schedule;
use std::sync::PoisonError;
use std::time::{Duration, Instant};

/// As [`std::sync::Condvar`], for a [`Mutex`](super::Mutex). While it sleeps a thread still counts as holding the mutex: what it
/// takes when it wakes must have its place below that.
#[derive(Debug, Default)]
pub struct Condvar(std::sync::Condvar);

impl Condvar {
    /// One nobody sleeps on.
    #[must_use]
    pub const fn new() -> Self {
        Self(std::sync::Condvar::new())
    }

    /// Lets go of the mutex, sleeps until woken (or for no reason), and takes it again.
    pub fn wait<'a, T>(&self, guard: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
        #[cfg(debug_assertions)]
        if schedule::is_on() {
            return guard
                .without_turn(|| schedule::sleep(self.place(), false))
                .0;
        }
        let wait = |inner| self.0.wait(inner).unwrap_or_else(PoisonError::into_inner);
        guard.without(|inner| (wait(inner), ())).0
    }

    /// As [`Self::wait`], but sleeps for `timeout` at most. Also says whether that is over.
    pub fn wait_timeout<'a, T>(
        &self,
        guard: MutexGuard<'a, T>,
        timeout: Duration,
    ) -> (MutexGuard<'a, T>, bool) {
        #[cfg(debug_assertions)]
        if schedule::is_on() {
            return guard.without_turn(|| schedule::sleep(self.place(), true));
        }
        guard.without(|inner| {
            let waited = self.0.wait_timeout(inner, timeout);
            let (inner, result) = waited.unwrap_or_else(PoisonError::into_inner);
            (inner, result.timed_out())
        })
    }

    /// Sleeps while `condition` says so, for `timeout` at most. Also says whether that is over.
    pub fn wait_timeout_while<'a, T>(
        &self,
        mut guard: MutexGuard<'a, T>,
        timeout: Duration,
        mut condition: impl FnMut(&mut T) -> bool,
    ) -> (MutexGuard<'a, T>, bool) {
        let began = Instant::now();
        while condition(&mut guard) {
            let Some(left) = timeout.checked_sub(began.elapsed()) else {
                return (guard, true);
            };
            let over;
            (guard, over) = self.wait_timeout(guard, left);
            if over {
                return (guard, true);
            }
        }
        (guard, false)
    }

    /// Wakes one that sleeps.
    pub fn notify_one(&self) {
        #[cfg(debug_assertions)]
        schedule::notify(self.place(), false);
        self.0.notify_one();
    }

    /// Wakes all that sleep.
    pub fn notify_all(&self) {
        #[cfg(debug_assertions)]
        schedule::notify(self.place(), true);
        self.0.notify_all();
    }

    /// Tells this one from others, among threads that take turns.
    #[cfg(debug_assertions)]
    fn place(&self) -> usize {
        std::ptr::from_ref(self).addr()
    }
}
