//! A mutex of a class.

use super::class::{Class, Holding};
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::sync::{PoisonError, TryLockError};

/// As [`std::sync::Mutex`], with a place in the order of locks and without poison.
pub struct Mutex<T: ?Sized, C> {
    class: PhantomData<fn() -> C>,
    inner: std::sync::Mutex<T>,
}

/// Holds a [`Mutex`] until it is dropped.
#[must_use]
pub struct MutexGuard<'a, T: ?Sized> {
    // Dropped in this order: the lock is free when the thread forgets that it held it, or a moment before.
    inner: std::sync::MutexGuard<'a, T>,
    // In a release only its end does something, if anything.
    #[cfg_attr(not(debug_assertions), allow(dead_code))]
    holding: Holding,
    #[cfg(debug_assertions)]
    of: &'a std::sync::Mutex<T>,
}

impl<T, C: Class> Mutex<T, C> {
    /// A mutex that nobody holds.
    pub const fn new(value: T) -> Self {
        Self {
            class: PhantomData,
            inner: std::sync::Mutex::new(value),
        }
    }

    /// What it protected.
    pub fn into_inner(self) -> T {
        self.inner
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T: ?Sized, C: Class> Mutex<T, C> {
    /// Waits for it and takes it.
    ///
    /// # Panics
    ///
    /// In builds with debug assertions, if this thread holds a lock that must be taken after it.
    #[inline]
    pub fn lock(&self) -> MutexGuard<'_, T> {
        let (inner, holding) = C::class().acquire(
            || self.attempt(),
            || self.inner.lock().unwrap_or_else(PoisonError::into_inner),
        );
        MutexGuard {
            inner,
            holding,
            #[cfg(debug_assertions)]
            of: &self.inner,
        }
    }

    /// As [`Self::lock`], where nobody may go on with what a thread left half changed.
    ///
    /// # Panics
    ///
    /// If a thread panicked while it held the mutex, and as [`Self::lock`].
    #[inline]
    pub fn lock_intact(&self) -> MutexGuard<'_, T> {
        let guard = self.lock();
        assert!(
            !self.is_poisoned() || std::thread::panicking(),
            "a thread failed while it held {}",
            C::class().name()
        );
        guard
    }

    /// A thread panicked while it held the mutex.
    #[inline]
    pub fn is_poisoned(&self) -> bool {
        self.inner.is_poisoned()
    }

    /// Takes it if nobody has it. Asks for no order: who does not wait cannot be in a deadlock.
    pub fn try_lock(&self) -> Option<MutexGuard<'_, T>> {
        let inner = self.attempt()?;
        let holding = C::class().taken();
        Some(MutexGuard {
            inner,
            holding,
            #[cfg(debug_assertions)]
            of: &self.inner,
        })
    }

    /// What it protects, of a mutex nobody else can reach.
    pub fn get_mut(&mut self) -> &mut T {
        self.inner.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    fn attempt(&self) -> Option<std::sync::MutexGuard<'_, T>> {
        attempt(&self.inner)
    }
}

fn attempt<T: ?Sized>(mutex: &std::sync::Mutex<T>) -> Option<std::sync::MutexGuard<'_, T>> {
    match mutex.try_lock() {
        Ok(guard) => Some(guard),
        Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    }
}

impl<'a, T> MutexGuard<'a, T> {
    /// Lets go of the mutex for as long as `sleep` takes, which gives it back with what it has to say. It still counts as held.
    pub(super) fn without<R>(
        mut self,
        sleep: impl FnOnce(std::sync::MutexGuard<'a, T>) -> (std::sync::MutexGuard<'a, T>, R),
    ) -> (Self, R) {
        let (inner, told) = sleep(self.inner);
        self.inner = inner;
        (self, told)
    }

    /// The same among threads that take turns.
    #[cfg(debug_assertions)]
    pub(super) fn without_turn<R>(mut self, sleep: impl FnOnce() -> R) -> (Self, R) {
        drop(self.inner);
        crate::schedule::let_go();
        let told = sleep();
        self.inner = self.holding.class().take_turns(|| attempt(self.of));
        (self, told)
    }
}

impl<T: Default, C: Class> Default for Mutex<T, C> {
    fn default() -> Self {
        Self::new(T::default())
    }
}

impl<T: ?Sized + fmt::Debug, C> fmt::Debug for Mutex<T, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.fmt(f)
    }
}

impl<T: ?Sized> Deref for MutexGuard<'_, T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.inner
    }
}

impl<T: ?Sized> DerefMut for MutexGuard<'_, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        &mut self.inner
    }
}

impl<T: ?Sized + fmt::Debug> fmt::Debug for MutexGuard<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.fmt(f)
    }
}
