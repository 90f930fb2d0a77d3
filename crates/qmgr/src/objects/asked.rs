//! Names nobody has here that the full repositories of a cluster are asked for.
//!
//! A verb that needs such a name leaves it here and is pending; the repository service asks, and says when it was answered (`queue_manager/clusters.rs`).
//! Without a service nobody waits. How many verbs wait is bounded, and so is how long: a service that is stuck, or whose partners are, keeps nobody.

use crate::core::latch::{Forced, Latch};
use crate::lock_order;
use ferromq_base::lock::Mutex;
use ferromq_mqi::name::ObjectName;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Verbs that may wait at a time. One more is told that nobody can be asked.
const WAITING_MAX: usize = 1_000;

/// A verb waits no longer for an answer.
pub(crate) const WAIT_MAX: Duration = Duration::from_secs(10);

type WakeFn = Arc<dyn Fn() + Send + Sync>;

/// A name that a cluster may know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AskedName {
    /// Of a queue.
    Queue(ObjectName),
    /// Of a queue manager, or an alias of one.
    QueueManager(ObjectName),
}

/// Too many verbs wait for names.
#[derive(Debug)]
pub(crate) struct TooManyWait;

/// See the module.
#[derive(Default)]
pub(crate) struct Asked {
    /// Somebody would ask. Read by each open of a name nobody has.
    has_service: AtomicBool,
    state: Mutex<State, lock_order::AskedNames>,
}

#[derive(Default)]
struct State {
    wake: Option<WakeFn>,
    waiting: Vec<Waiting>,
}

struct Waiting {
    name: AskedName,
    /// Opens as durable when it was answered, as failed when nobody did.
    latch: Latch,
    until_ns: u64,
    /// The service knows of it.
    is_taken: bool,
}

impl Asked {
    /// Whether somebody would ask.
    pub(crate) fn has_service(&self) -> bool {
        self.has_service.load(Ordering::Acquire)
    }

    /// Names are asked for from now on by whoever `wake` wakes; `None`: by nobody any more, and those who wait are told so.
    pub(crate) fn set_service(&self, wake: Option<Box<dyn Fn() + Send + Sync>>) {
        let left = {
            let mut state = self.state.lock();
            self.has_service.store(wake.is_some(), Ordering::Release);
            state.wake = wake.map(WakeFn::from);
            match state.wake {
                Some(_) => Vec::new(),
                None => std::mem::take(&mut state.waiting),
            }
        };
        open_all(left, Forced::Failed);
    }

    /// A latch that opens when the name was answered, or nobody did in time; `None` where nobody would ask.
    ///
    /// # Errors
    /// See [`TooManyWait`].
    pub(crate) fn latch(&self, name: AskedName, now_ns: u64) -> Result<Option<Latch>, TooManyWait> {
        let latch = Latch::default();
        let wake = {
            let mut state = self.state.lock();
            let Some(wake) = state.wake.clone() else {
                return Ok(None);
            };
            if state.waiting.len() >= WAITING_MAX {
                state.waiting.retain(|it| !it.latch.is_abandoned());
            }
            if state.waiting.len() >= WAITING_MAX {
                return Err(TooManyWait);
            }
            state.waiting.push(Waiting {
                name,
                latch: latch.clone(),
                until_ns: now_ns.saturating_add(WAIT_MAX.as_nanos() as u64),
                is_taken: false,
            });
            wake
        };
        wake();
        Ok(Some(latch))
    }

    /// The names somebody waits for that were not taken yet, each once.
    pub(crate) fn take(&self) -> Vec<AskedName> {
        let mut state = self.state.lock();
        state.waiting.retain(|it| !it.latch.is_abandoned());
        let new = state.waiting.iter_mut().filter(|it| !it.is_taken);
        let taken = |it: &mut Waiting| {
            it.is_taken = true;
            it.name
        };
        let mut names: Vec<_> = new.map(taken).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// What there is to know of a name is known now, or nobody has said.
    pub(crate) fn answer(&self, name: &AskedName, outcome: Forced) {
        self.end(|it| it.name == *name, outcome);
    }

    /// Ends waits that took too long. Answers when to look again.
    pub(crate) fn end_overdue(&self, now_ns: u64) -> Option<Duration> {
        if !self.has_service() {
            return None;
        }
        self.end(|it| it.until_ns <= now_ns, Forced::Failed);
        let next_ns = {
            let state = self.state.lock();
            state.waiting.iter().map(|it| it.until_ns).min()
        };
        next_ns.map(|next_ns| Duration::from_nanos(next_ns - now_ns))
    }

    fn end(&self, ends: impl Fn(&Waiting) -> bool, outcome: Forced) {
        let ended = {
            let mut state = self.state.lock();
            let (ended, kept) = std::mem::take(&mut state.waiting)
                .into_iter()
                .partition(ends);
            state.waiting = kept;
            ended
        };
        open_all(ended, outcome);
    }
}

fn open_all(waiting: Vec<Waiting>, outcome: Forced) {
    for it in waiting {
        it.latch.open(outcome);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;
    use std::task::{Poll, Waker};

    fn queue(name: &str) -> AskedName {
        AskedName::Queue(ObjectName::truncated(name))
    }

    fn served() -> (Asked, Arc<AtomicUsize>) {
        let asked = Asked::default();
        let woken = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&woken);
        asked.set_service(Some(Box::new(move || {
            counter.fetch_add(1, Ordering::Relaxed);
        })));
        (asked, woken)
    }

    fn ask(asked: &Asked, name: &str, now_ns: u64) -> Latch {
        let latch = asked.latch(queue(name), now_ns).expect("room");
        latch.expect("somebody asks")
    }

    #[test]
    fn a_name_is_taken_once_and_all_who_wait_for_it_are_answered() {
        let (asked, woken) = served();
        let first = ask(&asked, "A", 0);
        let again = ask(&asked, "A", 0);
        let other = ask(&asked, "B", 0);
        assert_eq!(woken.load(Ordering::Relaxed), 3);
        assert_eq!(asked.take(), [queue("A"), queue("B")]);
        assert_eq!(asked.take(), []);
        let late = ask(&asked, "A", 0);
        assert_eq!(asked.take(), [queue("A")], "for whoever came later");
        asked.answer(&queue("A"), Forced::Durable);
        for latch in [first, again, late] {
            assert_eq!(latch.poll(Waker::noop()), Poll::Ready(Forced::Durable));
        }
        assert_eq!(other.poll(Waker::noop()), Poll::Pending);
        let manager = AskedName::QueueManager(ObjectName::truncated("B"));
        asked.answer(&manager, Forced::Durable);
        assert_eq!(
            other.poll(Waker::noop()),
            Poll::Pending,
            "another kind of name"
        );
    }

    #[test]
    fn nobody_waits_where_nobody_asks_and_none_for_longer_than_ten_seconds() {
        let asked = Asked::default();
        assert!(asked.latch(queue("A"), 0).expect("room").is_none());
        assert_eq!(asked.end_overdue(0), None);
        let (asked, _) = served();
        let first = ask(&asked, "A", 0);
        let later = ask(&asked, "B", 5);
        let end_ns = WAIT_MAX.as_nanos() as u64;
        assert_eq!(asked.end_overdue(end_ns), Some(Duration::from_nanos(5)));
        assert_eq!(first.poll(Waker::noop()), Poll::Ready(Forced::Failed));
        assert_eq!(later.poll(Waker::noop()), Poll::Pending);
        asked.set_service(None);
        assert_eq!(later.poll(Waker::noop()), Poll::Ready(Forced::Failed));
        assert!(!asked.has_service());
    }

    #[test]
    fn so_many_may_wait_and_who_gave_up_does_not_count() {
        let (asked, _) = served();
        let mut latches: Vec<_> = (0..WAITING_MAX).map(|_| ask(&asked, "A", 0)).collect();
        assert!(asked.latch(queue("A"), 0).is_err());
        latches.truncate(WAITING_MAX - 1);
        drop(ask(&asked, "A", 0));
        assert_eq!(asked.take(), [queue("A")]);
    }
}
