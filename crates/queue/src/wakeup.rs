//! What a change of the queue asks its caller to do once no lock is held.

use std::task::Waker;

/// How the number of messages a getter could take changed, for triggering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transition {
    /// Priority of the message that became visible.
    pub priority: u8,
    /// Visible messages before, all priorities.
    pub available_before: u32,
    /// Visible messages now, by priority, with the new one.
    pub available_by_priority: [u32; 10],
}

impl Transition {
    /// Visible messages now with at least this priority.
    #[must_use]
    pub fn at_or_above(&self, priority: u8) -> u32 {
        self.available_by_priority
            .iter()
            .skip(usize::from(priority))
            .sum()
    }
}

/// Whom to wake and what became visible. Wake only when no lock is held.
#[derive(Debug, Default)]
#[must_use = "somebody may be waiting for this message"]
pub struct Wakeups {
    pub(crate) first: Option<Waker>,
    pub(crate) more: Vec<Waker>,
    /// What became visible; `None` when nothing did.
    pub transition: Option<Transition>,
}

impl Wakeups {
    /// Wakes everybody chosen.
    pub fn wake(self) {
        if let Some(waker) = self.first {
            waker.wake();
        }
        for waker in self.more {
            waker.wake();
        }
    }

    /// True when nobody is to be woken.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.first.is_none()
    }

    /// Adds the wakers of another change. The later transition stays.
    pub fn merge(&mut self, other: Self) {
        for waker in other.first.into_iter().chain(other.more) {
            self.push(waker);
        }
        self.transition = other.transition.or(self.transition);
    }

    pub(crate) fn push(&mut self, waker: Waker) {
        if self.first.is_none() {
            self.first = Some(waker);
        } else {
            self.more.push(waker);
        }
    }
}
