//! A lock of a class for many readers or one writer.

use super::class::{Class, Holding};
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::sync::{PoisonError, TryLockError};

/// As [`std::sync::RwLock`], with a place in the order of locks and without poison. A thread that reads must not read it again:
/// a writer in between would stop both.
pub struct RwLock<T: ?Sized, C> {
    class: PhantomData<fn() -> C>,
    inner: std::sync::RwLock<T>,
}

/// Reads a [`RwLock`] until it is dropped.
#[must_use]
pub struct RwLockReadGuard<'a, T: ?Sized> {
    inner: std::sync::RwLockReadGuard<'a, T>,
    _holding: Holding,
}

/// Has a [`RwLock`] for itself until it is dropped.
#[must_use]
pub struct RwLockWriteGuard<'a, T: ?Sized> {
    inner: std::sync::RwLockWriteGuard<'a, T>,
    _holding: Holding,
}

impl<T, C: Class> RwLock<T, C> {
    /// A lock that nobody holds.
    pub const fn new(value: T) -> Self {
        Self {
            class: PhantomData,
            inner: std::sync::RwLock::new(value),
        }
    }
}

impl<T: ?Sized, C: Class> RwLock<T, C> {
    /// Waits until nobody writes, and reads.
    ///
    /// # Panics
    ///
    /// In builds with debug assertions, if this thread holds a lock that must be taken after it.
    #[inline]
    pub fn read(&self) -> RwLockReadGuard<'_, T> {
        let (inner, holding) = C::class().acquire(
            || unpoisoned(self.inner.try_read()),
            || self.inner.read().unwrap_or_else(PoisonError::into_inner),
        );
        RwLockReadGuard {
            inner,
            _holding: holding,
        }
    }

    /// Waits until nobody reads or writes, and writes.
    ///
    /// # Panics
    ///
    /// As [`Self::read`].
    #[inline]
    pub fn write(&self) -> RwLockWriteGuard<'_, T> {
        let (inner, holding) = C::class().acquire(
            || unpoisoned(self.inner.try_write()),
            || self.inner.write().unwrap_or_else(PoisonError::into_inner),
        );
        RwLockWriteGuard {
            inner,
            _holding: holding,
        }
    }

    /// Writes if nobody reads or writes. Asks for no order: who does not wait cannot be in a deadlock.
    pub fn try_write(&self) -> Option<RwLockWriteGuard<'_, T>> {
        let inner = unpoisoned(self.inner.try_write())?;
        let holding = C::class().taken();
        Some(RwLockWriteGuard {
            inner,
            _holding: holding,
        })
    }
}

fn unpoisoned<G>(attempt: Result<G, TryLockError<G>>) -> Option<G> {
    match attempt {
        Ok(guard) => Some(guard),
        Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    }
}

impl<T: Default, C: Class> Default for RwLock<T, C> {
    fn default() -> Self {
        Self::new(T::default())
    }
}

impl<T: ?Sized + fmt::Debug, C> fmt::Debug for RwLock<T, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.fmt(f)
    }
}

impl<T: ?Sized> Deref for RwLockReadGuard<'_, T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.inner
    }
}

impl<T: ?Sized> Deref for RwLockWriteGuard<'_, T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.inner
    }
}

impl<T: ?Sized> DerefMut for RwLockWriteGuard<'_, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        &mut self.inner
    }
}

impl<T: ?Sized + fmt::Debug> fmt::Debug for RwLockReadGuard<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.fmt(f)
    }
}

impl<T: ?Sized + fmt::Debug> fmt::Debug for RwLockWriteGuard<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.fmt(f)
    }
}
