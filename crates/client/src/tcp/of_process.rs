//! What belongs to a process and not to the children it forks.
//!
//! A child finds its parent's memory, locks included as they were, and none of its threads. A socket used by both
//! would give the answers of one to the other, and a lock that another thread held stays locked for ever. So a
//! child begins with nothing; and does without what it finds locked.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

/// See the module.
pub(super) struct OfProcess<T> {
    /// The process that used it last; 0 before the first.
    user: AtomicU32,
    value: Mutex<(u32, T)>,
}

impl<T> OfProcess<T> {
    pub(super) const fn new(value: T) -> Self {
        Self {
            user: AtomicU32::new(0),
            value: Mutex::new((0, value)),
        }
    }

    /// Does something with what this process has; `fresh` makes it in a child that has nothing yet. `None`: this
    /// process is to do without it.
    pub(super) fn with<R>(
        &self,
        fresh: impl FnOnce() -> T,
        what: impl FnOnce(&mut T) -> R,
    ) -> Option<R> {
        let process = std::process::id();
        let mut held = self.lock(process)?;
        if held.0 != process {
            if held.0 != 0 {
                held.1 = fresh();
            }
            held.0 = process;
            self.user.store(process, Ordering::Relaxed);
        }
        Some(what(&mut held.1))
    }

    fn lock(&self, process: u32) -> Option<MutexGuard<'_, (u32, T)>> {
        let user = self.user.load(Ordering::Relaxed);
        if user == 0 || user == process {
            return Some(self.value.lock().unwrap_or_else(PoisonError::into_inner));
        }
        match self.value.try_lock() {
            Ok(held) => Some(held),
            Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_a_child_of(process: u32) -> OfProcess<u8> {
        let mut of = OfProcess::new(1);
        *of.user.get_mut() = process;
        of.value.get_mut().expect("nobody has it").0 = process;
        of
    }

    #[test]
    fn a_process_keeps_what_it_has_and_a_child_begins_anew() {
        let own = OfProcess::new(1);
        assert_eq!(own.with(|| 9, |value| std::mem::replace(value, 2)), Some(1));
        assert_eq!(own.with(|| 9, |value| *value), Some(2));
        let inherited = in_a_child_of(std::process::id() + 1);
        assert_eq!(inherited.with(|| 9, |value| *value), Some(9));
        assert_eq!(inherited.with(|| 7, |value| *value), Some(9));
    }

    #[test]
    fn a_child_does_without_what_its_parent_held() {
        let inherited = in_a_child_of(std::process::id() + 1);
        let held = inherited.value.lock().expect("it is free");
        assert_eq!(inherited.with(|| 9, |value| *value), None);
        drop(held);
        assert_eq!(inherited.with(|| 9, |value| *value), Some(9));
    }
}
