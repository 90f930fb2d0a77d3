//! Users a verb has to know of whom the system was not asked yet.
//!
//! The system's user database may be far away, and take seconds, or not answer at all. So a verb that needs a user nobody has met
//! leaves the name here and is pending (`verbs/users.rs`); threads that do nothing else ask. It is needed for the alternate user of an
//! open, and for a connection's own after all were forgotten; who connects is asked for before (`QueueManager::ask_user`).
//!
//! How many wait is bounded, and so is how long: a thread that asks may hang, so another one ends waits that took too long.

use crate::core::latch::{Forced, Latch};
use crate::lock_order;
use crate::objects::authority::{Authority, Who};
use ferromq_base::lock::{Mutex, MutexGuard};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

/// Verbs that may wait at a time. One more is refused.
const WAITING_MAX: usize = 1_000;

/// A verb waits no longer for what the system says of a user.
pub(crate) const WAIT_MAX: Duration = Duration::from_secs(30);

type WakeFn = Arc<dyn Fn() + Send + Sync>;

/// Too many verbs wait for users: nobody is asked for one more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooManyWait;

/// See the module.
#[derive(Default)]
pub(crate) struct Lookups {
    state: Mutex<State, lock_order::Lookups>,
}

#[derive(Default)]
struct State {
    /// Who waits for whom, the first first. A connection waits for one user at a time.
    waiting: Vec<Waiting>,
    /// Those some thread asks for now.
    asked: HashSet<Who>,
    wake: Option<WakeFn>,
}

struct Waiting {
    who: Who,
    name: String,
    /// Opens as durable when the user is known, as failed when that takes too long.
    latch: Latch,
    until_ns: u64,
}

impl State {
    /// Takes out those for whom it is true, and those nobody waits for any more: of a verb that was given up nobody holds the latch.
    fn take(&mut self, is_taken: impl Fn(&Waiting) -> bool) -> Vec<Waiting> {
        self.waiting.retain(|it| !it.latch.is_abandoned());
        let (taken, kept) = std::mem::take(&mut self.waiting)
            .into_iter()
            .partition(is_taken);
        self.waiting = kept;
        taken
    }
}

impl Lookups {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }

    pub(crate) fn has_runner(&self) -> bool {
        self.state().wake.is_some()
    }

    /// Users are asked for from now on by whoever `wake` wakes, who calls [`Self::run`], or by verbs themselves.
    pub(crate) fn set_runner(&self, wake: Option<Box<dyn Fn() + Send + Sync>>) {
        let left = {
            let mut state = self.state();
            state.wake = wake.map(WakeFn::from);
            match state.wake {
                Some(_) => Vec::new(),
                None => std::mem::take(&mut state.waiting),
            }
        };
        for waiting in left {
            waiting.latch.open(Forced::Durable);
        }
    }

    /// A latch that opens when the user was asked for, or it took too long; `None` where nobody would ask.
    ///
    /// # Errors
    /// [`TooManyWait`].
    pub(super) fn latch(
        &self,
        who: Who,
        name: &str,
        now_ns: u64,
    ) -> Result<Option<Latch>, TooManyWait> {
        let latch = Latch::default();
        let wake = {
            let mut state = self.state();
            let Some(wake) = state.wake.clone() else {
                return Ok(None);
            };
            if state.waiting.len() >= WAITING_MAX {
                state.take(|_| false);
            }
            if state.waiting.len() >= WAITING_MAX {
                return Err(TooManyWait);
            }
            state.waiting.push(Waiting {
                who,
                name: name.to_owned(),
                latch: latch.clone(),
                until_ns: now_ns.saturating_add(WAIT_MAX.as_nanos() as u64),
            });
            wake
        };
        wake();
        Ok(Some(latch))
    }

    /// Asks for those who are waited for and whom nobody else asks for. Waits for the system; the caller holds no lock.
    pub(super) fn run(&self, authority: &Authority) {
        loop {
            let next = {
                let mut state = self.state();
                state.take(|_| false);
                let State { waiting, asked, .. } = &mut *state;
                let next = waiting.iter().find(|it| !asked.contains(&it.who));
                next.map(|it| {
                    asked.insert(it.who.clone());
                    (it.who.clone(), it.name.clone())
                })
            };
            let Some((who, name)) = next else {
                return;
            };
            authority.find(who.clone(), &name);
            let known = {
                let mut state = self.state();
                state.asked.remove(&who);
                state.take(|it| it.who == who)
            };
            for waiting in known {
                waiting.latch.open(Forced::Durable);
            }
        }
    }

    /// Ends waits that took too long, and answers the users who were waited for, and when to look again; `None` when nobody waits.
    pub(super) fn end_overdue(&self, now_ns: u64) -> (Vec<String>, Option<Duration>) {
        let (overdue, next_ns) = {
            let mut state = self.state();
            let overdue = state.take(|it| it.until_ns <= now_ns);
            let next_ns = state.waiting.iter().map(|it| it.until_ns).min();
            (overdue, next_ns)
        };
        let mut users = Vec::new();
        for Waiting { name, latch, .. } in overdue {
            latch.open(Forced::Failed);
            if !users.contains(&name) {
                users.push(name);
            }
        }
        let pause = next_ns.map(|next_ns| Duration::from_nanos(next_ns - now_ns));
        (users, pause)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::task::{Poll, Waker};

    fn asked(lookups: &Lookups, user: &str, now_ns: u64) -> Result<Option<Latch>, TooManyWait> {
        lookups.latch(Who::Named(user.to_owned()), user, now_ns)
    }

    #[test]
    fn who_waits_too_long_is_told_and_who_came_later_waits_on() {
        let lookups = Lookups::default();
        assert!(
            asked(&lookups, "joe", 0).expect("room").is_none(),
            "nobody asks"
        );
        lookups.set_runner(Some(Box::new(|| {})));
        let first = asked(&lookups, "joe", 0).expect("room").expect("asked");
        let again = asked(&lookups, "joe", 1).expect("room").expect("asked");
        let later = asked(&lookups, "jill", 5).expect("room").expect("asked");
        assert!(lookups.end_overdue(0).0.is_empty());
        let end_ns = WAIT_MAX.as_nanos() as u64;
        let (users, pause) = lookups.end_overdue(end_ns + 1);
        assert_eq!(users, ["joe"]);
        assert_eq!(pause, Some(Duration::from_nanos(4)));
        for latch in [first, again] {
            assert_eq!(latch.poll(Waker::noop()), Poll::Ready(Forced::Failed));
        }
        assert_eq!(later.poll(Waker::noop()), Poll::Pending);
        lookups.set_runner(None);
        assert_eq!(later.poll(Waker::noop()), Poll::Ready(Forced::Durable));
        assert_eq!(lookups.end_overdue(u64::MAX).1, None);
    }

    #[test]
    fn so_many_may_wait_and_who_gave_up_does_not_count() {
        let lookups = Lookups::default();
        lookups.set_runner(Some(Box::new(|| {})));
        let wait = || asked(&lookups, "joe", 0);
        let mut latches: Vec<_> = (0..WAITING_MAX).map(|_| wait().expect("room")).collect();
        assert_eq!(wait().map(drop), Err(TooManyWait));
        latches.truncate(WAITING_MAX / 2);
        assert!(wait().is_ok());
    }
}
