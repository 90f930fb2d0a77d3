//! Users a verb has to know of whom the system was not asked yet.
//!
//! The system's user database may be far away, and take seconds, or not answer at all. So a verb that needs a user nobody has met
//! leaves the name here and is pending (`verbs/users.rs`); threads that do nothing else ask. It is needed for the alternate user of an
//! open, and for a connection's own after all were forgotten; who connects is asked for before (`QueueManager::ask_user`).
//!
//! How many wait is bounded, and so is how long: a thread that asks may hang, so another one ends waits that took too long. The thread
//! counts as stuck then, and the edge may have another one take its place ([`Overdue::stuck`]). When as many are stuck as there may be, nobody is
//! asked for any more until one of them is answered.

use crate::core::latch::{Forced, Latch};
use crate::lock_order;
use crate::objects::authority::{Authority, Unanswered, Who};
use ferromq_base::lock::{Mutex, MutexGuard};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

/// Verbs that may wait at a time. One more is refused.
const WAITING_MAX: usize = 1_000;

/// Threads that may be stuck before nobody is asked for any more: as many as an edge runs at most.
pub(crate) const STUCK_MAX: usize = 8;

/// A verb waits no longer for what the system says of a user.
pub(crate) const WAIT_MAX: Duration = Duration::from_secs(30);

type WakeFn = Arc<dyn Fn() + Send + Sync>;

/// Why nothing is known of a user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NotAsked {
    /// Too many verbs wait for users.
    TooManyWait,
    /// Those who ask are stuck.
    AllStuck,
    /// The system was asked, and cannot say.
    Unanswered(Unanswered),
}

/// What took too long.
pub(crate) struct Overdue {
    /// The users verbs have waited for.
    pub(crate) users: Vec<String>,
    /// Threads that have not been answered, also those of before.
    pub(crate) stuck: usize,
    /// When to look again; `None` when there is nothing to look at.
    pub(crate) look_again: Option<Duration>,
}

/// See the module.
#[derive(Default)]
pub(crate) struct Lookups {
    state: Mutex<State, lock_order::Lookups>,
}

#[derive(Default)]
struct State {
    /// Who waits for whom, the first first. A connection waits for one user at a time.
    waiting: Vec<Waiting>,
    /// Those some thread asks for now, and until when it should be answered.
    asked: HashMap<Who, u64>,
    /// How many of them were overdue at the last look, which was then.
    stuck: usize,
    looked_ns: u64,
    wake: Option<WakeFn>,
}

struct Waiting {
    who: Who,
    name: String,
    /// Opens as durable when the user is known, as failed when that takes too long or the system cannot say.
    latch: Latch,
    until_ns: u64,
}

impl State {
    /// Counts threads that are stuck: those that are overdue now, or were at the last look and are not answered yet.
    fn count_stuck(&mut self, now_ns: Option<u64>) {
        let looked_ns = now_ns.unwrap_or(self.looked_ns);
        self.looked_ns = looked_ns;
        let overdue = self.asked.values().filter(|it| **it <= looked_ns);
        self.stuck = overdue.count();
    }

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
    /// See [`NotAsked`].
    pub(super) fn latch(
        &self,
        who: Who,
        name: &str,
        now_ns: u64,
    ) -> Result<Option<Latch>, NotAsked> {
        let latch = Latch::default();
        let wake = {
            let mut state = self.state();
            let Some(wake) = state.wake.clone() else {
                return Ok(None);
            };
            if state.stuck >= STUCK_MAX {
                return Err(NotAsked::AllStuck);
            }
            if state.waiting.len() >= WAITING_MAX {
                state.take(|_| false);
            }
            if state.waiting.len() >= WAITING_MAX {
                return Err(NotAsked::TooManyWait);
            }
            state.waiting.push(Waiting {
                who,
                name: name.to_owned(),
                latch: latch.clone(),
                until_ns: until_ns(now_ns),
            });
            wake
        };
        wake();
        Ok(Some(latch))
    }

    /// Asks for those who are waited for and whom nobody else asks for. Waits for the system; the caller holds no lock.
    pub(super) fn run(
        &self,
        authority: &Authority,
        now_ns: impl Fn() -> u64,
        tell: impl Fn(&str, &Unanswered),
    ) {
        loop {
            let next = {
                let mut state = self.state();
                state.take(|_| false);
                let State { waiting, asked, .. } = &mut *state;
                let next = waiting.iter().find(|it| !asked.contains_key(&it.who));
                next.map(|it| {
                    asked.insert(it.who.clone(), until_ns(now_ns()));
                    (it.who.clone(), it.name.clone())
                })
            };
            let Some((who, name)) = next else {
                return;
            };
            let found = authority.find(who.clone(), &name);
            let opens = match &found {
                Ok(_) => Forced::Durable,
                Err(unanswered) => {
                    tell(&name, unanswered);
                    Forced::Failed
                }
            };
            let known = {
                let mut state = self.state();
                state.asked.remove(&who);
                state.count_stuck(None);
                state.take(|it| it.who == who)
            };
            for waiting in known {
                waiting.latch.open(opens);
            }
        }
    }

    /// Ends waits that took too long.
    pub(super) fn end_overdue(&self, now_ns: u64) -> Overdue {
        let (overdue, stuck, next_ns) = {
            let mut state = self.state();
            let overdue = state.take(|it| it.until_ns <= now_ns);
            state.count_stuck(Some(now_ns));
            let waiting = state.waiting.iter().map(|it| it.until_ns);
            let asked = state.asked.values().copied();
            let next_ns = waiting.chain(asked).filter(|it| *it > now_ns).min();
            (overdue, state.stuck, next_ns)
        };
        let mut users = Vec::new();
        for Waiting { name, latch, .. } in overdue {
            latch.open(Forced::Failed);
            if !users.contains(&name) {
                users.push(name);
            }
        }
        Overdue {
            users,
            stuck,
            look_again: next_ns.map(|next_ns| Duration::from_nanos(next_ns - now_ns)),
        }
    }
}

fn until_ns(now_ns: u64) -> u64 {
    now_ns.saturating_add(WAIT_MAX.as_nanos() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::objects::authority::{Entities, Entity};
    use crate::record::authority::AuthorityRecords;
    use std::task::{Poll, Waker};

    fn asked(lookups: &Lookups, user: &str, now_ns: u64) -> Result<Option<Latch>, NotAsked> {
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
        assert!(lookups.end_overdue(0).users.is_empty());
        let end_ns = WAIT_MAX.as_nanos() as u64;
        let Overdue {
            users, look_again, ..
        } = lookups.end_overdue(end_ns + 1);
        assert_eq!(users, ["joe"]);
        assert_eq!(look_again, Some(Duration::from_nanos(4)));
        for latch in [first, again] {
            assert_eq!(latch.poll(Waker::noop()), Poll::Ready(Forced::Failed));
        }
        assert_eq!(later.poll(Waker::noop()), Poll::Pending);
        lookups.set_runner(None);
        assert_eq!(later.poll(Waker::noop()), Poll::Ready(Forced::Durable));
        assert_eq!(lookups.end_overdue(u64::MAX).look_again, None);
    }

    #[test]
    fn so_many_may_wait_and_who_gave_up_does_not_count() {
        let lookups = Lookups::default();
        lookups.set_runner(Some(Box::new(|| {})));
        let wait = || asked(&lookups, "joe", 0);
        let mut latches: Vec<_> = (0..WAITING_MAX).map(|_| wait().expect("room")).collect();
        assert_eq!(wait().map(drop), Err(NotAsked::TooManyWait));
        latches.truncate(WAITING_MAX / 2);
        assert!(wait().is_ok());
    }

    /// A user database that does not answer.
    #[derive(Default)]
    struct Silent {
        /// Those who ask, and whether they are let go.
        asking_and_let_go: std::sync::Mutex<(usize, bool)>,
        changed: std::sync::Condvar,
    }

    impl Silent {
        fn wait(&self, until: impl Fn(&(usize, bool)) -> bool) {
            let state = self.asking_and_let_go.lock().expect("no panic");
            let waited = self.changed.wait_while(state, |state| !until(state));
            drop(waited.expect("no panic"));
        }

        fn set(&self, change: impl FnOnce(&mut (usize, bool))) {
            change(&mut self.asking_and_let_go.lock().expect("no panic"));
            self.changed.notify_all();
        }
    }

    impl Entities for Silent {
        fn user(&self, name: &str) -> Result<Entity, Unanswered> {
            self.set(|(asking, _)| *asking += 1);
            self.wait(|(_, let_go)| *let_go);
            Ok(Entity::new(name, [], true))
        }

        fn local_user(&self, _: u32, name: &str) -> Result<Entity, Unanswered> {
            self.user(name)
        }

        fn has_group(&self, _: &str) -> bool {
            true
        }
    }

    #[test]
    fn when_all_who_ask_are_stuck_nobody_is_asked_until_one_is_answered() {
        let authority = Arc::new(Authority::new(AuthorityRecords::default()));
        let silent = Arc::new(Silent::default());
        authority.set_entities(Arc::clone(&silent) as Arc<dyn Entities>);
        let lookups = &authority.lookups;
        lookups.set_runner(Some(Box::new(|| {})));
        let end_ns = WAIT_MAX.as_nanos() as u64;
        let mut threads = Vec::new();
        for number in 0..STUCK_MAX {
            assert_eq!(lookups.end_overdue(end_ns).stuck, number);
            let user = format!("user {number}");
            let latch = asked(lookups, &user, 0).expect("asked").expect("a latch");
            let own = Arc::clone(&authority);
            threads.push(std::thread::spawn(move || {
                own.lookups.run(&own, || 0, |_, _| {})
            }));
            silent.wait(|(asking, _)| *asking == number + 1);
            assert_eq!(lookups.end_overdue(end_ns - 1).stuck, 0);
            // That nobody waits for it any more makes no difference.
            drop(latch);
        }
        assert_eq!(lookups.end_overdue(end_ns).stuck, STUCK_MAX);
        let refused = asked(lookups, "another", end_ns).map(drop);
        assert_eq!(refused, Err(NotAsked::AllStuck));
        silent.set(|(_, let_go)| *let_go = true);
        for thread in threads {
            thread.join().expect("it came back");
        }
        let latch = asked(lookups, "another", end_ns)
            .expect("asked")
            .expect("a latch");
        lookups.run(&authority, || end_ns, |_, _| {});
        assert_eq!(latch.poll(Waker::noop()), Poll::Ready(Forced::Durable));
    }
}
