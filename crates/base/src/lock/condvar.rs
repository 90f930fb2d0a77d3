//! Sleeping until somebody changes what a mutex protects.

use super::mutex::MutexGuard;
use std::sync::PoisonError;
use std::time::Duration;

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
        let (inner, holding) = guard.split();
        let inner = self.0.wait(inner).unwrap_or_else(PoisonError::into_inner);
        MutexGuard::of(inner, holding)
    }

    /// As [`Self::wait`], but sleeps for `timeout` at most. Also says whether that is over.
    pub fn wait_timeout<'a, T>(
        &self,
        guard: MutexGuard<'a, T>,
        timeout: Duration,
    ) -> (MutexGuard<'a, T>, bool) {
        let (inner, holding) = guard.split();
        let (inner, result) = self
            .0
            .wait_timeout(inner, timeout)
            .unwrap_or_else(PoisonError::into_inner);
        (MutexGuard::of(inner, holding), result.timed_out())
    }

    /// Wakes one that sleeps.
    pub fn notify_one(&self) {
        self.0.notify_one();
    }

    /// Wakes all that sleep.
    pub fn notify_all(&self) {
        self.0.notify_all();
    }
}
