//! Delayed messages that were due and that nobody took.
//!
//! What refuses one message refuses the next one, too: a queue that is full, a log that is. So messages wait by what refused
//! them. Each has a time of its own at which one message is tried, in pauses that grow; the others behind it are not touched,
//! however many there are, and those for other queues have nothing to do with it. Once one is taken the others follow, in the
//! order in which they were due.
//!
//! Only memory knows this. After a restart all of them are due, and are tried once.

use crate::lock_order;
use ferromq_base::lock::{Mutex, MutexGuard};
use ferromq_base::pauses::Pauses;
use ferromq_mqi::name::ObjectName;
use ferromq_queue::Seq;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// The first pause and the longest one.
const PAUSES: (Duration, Duration) = (Duration::from_millis(250), Duration::from_secs(30));

/// What refused a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Refuser {
    /// The queue it is for, with its queue manager as it was named.
    Queue(ObjectName, ObjectName),
    /// Nothing but itself: it cannot be read, or is for nobody and cannot be removed.
    Itself(Seq),
}

/// A message that waits: when it was due, wall clock, and which.
pub(crate) type Waiter = (u64, Seq);

#[derive(Debug)]
struct Waiting {
    pauses: Pauses,
    messages: BTreeSet<Waiter>,
}

#[derive(Debug, Default)]
struct Inner {
    waiting: BTreeMap<Refuser, Waiting>,
    /// When who is asked again, monotonic. A target that is being tried is not in here.
    turns: BTreeSet<(u64, Refuser)>,
}

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct PutOff(Mutex<Inner, lock_order::PutOff>);

impl PutOff {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock()
    }

    /// Whether messages wait for it: one that is due now has to stand behind them.
    pub(crate) fn is_awaited(&self, refuser: &Refuser) -> bool {
        self.lock().waiting.contains_key(refuser)
    }

    /// A message was refused, or has to stand behind such. It is put off on its queue already.
    pub(crate) fn wait(&self, refuser: Refuser, message: Waiter, now_ns: u64) {
        let mut inner = self.lock();
        if let Some(waiting) = inner.waiting.get_mut(&refuser) {
            waiting.messages.insert(message);
            return;
        }
        let (first, longest) = PAUSES;
        let waiting = Waiting {
            pauses: Pauses::new(first, longest),
            messages: BTreeSet::from([message]),
        };
        inner.waiting.insert(refuser, waiting);
        inner.refused(refuser, now_ns);
    }

    /// The message to try next, of what may be asked again by now. Say what came of it.
    pub(crate) fn next(&self, now_ns: u64) -> Option<(Refuser, Waiter)> {
        let mut inner = self.lock();
        loop {
            let &(at_ns, refuser) = inner.turns.first().filter(|(at_ns, _)| *at_ns <= now_ns)?;
            inner.turns.remove(&(at_ns, refuser));
            let waiting = inner.waiting.get_mut(&refuser)?;
            match waiting.messages.pop_first() {
                Some(message) => return Some((refuser, message)),
                None => inner.waiting.remove(&refuser),
            };
        }
    }

    /// The message [`Self::next`] gave was refused once more.
    pub(crate) fn refused(&self, refuser: Refuser, message: Waiter, now_ns: u64) {
        let mut inner = self.lock();
        if let Some(waiting) = inner.waiting.get_mut(&refuser) {
            waiting.messages.insert(message);
            inner.refused(refuser, now_ns);
        }
    }

    /// The message [`Self::next`] gave waits no longer: the next one is tried, behind what others have waited for longer.
    pub(crate) fn taken(&self, refuser: Refuser, now_ns: u64) {
        let mut inner = self.lock();
        let Some(waiting) = inner.waiting.get_mut(&refuser) else {
            return;
        };
        if waiting.messages.is_empty() {
            inner.waiting.remove(&refuser);
            return;
        }
        waiting.pauses.succeeded();
        inner.turns.insert((now_ns, refuser));
    }

    /// How long until something is to be tried.
    pub(crate) fn until_next(&self, now_ns: u64) -> Option<Duration> {
        let inner = self.lock();
        let (at_ns, _) = inner.turns.first()?;
        Some(Duration::from_nanos(at_ns.saturating_sub(now_ns)))
    }
}

impl Inner {
    fn refused(&mut self, refuser: Refuser, now_ns: u64) {
        if let Some(waiting) = self.waiting.get_mut(&refuser) {
            let pause_ns = u64::try_from(waiting.pauses.failed().as_nanos()).unwrap_or(u64::MAX);
            self.turns
                .insert((now_ns.saturating_add(pause_ns), refuser));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: u64 = 1_000_000;

    fn queue(name: &str) -> Refuser {
        Refuser::Queue(ObjectName::truncated(name), ObjectName::BLANK)
    }

    #[test]
    fn one_message_is_tried_for_all_that_wait_for_the_same() {
        let put_off = PutOff::default();
        let full = queue("FULL");
        for number in [3, 1, 2] {
            put_off.wait(full, (number, Seq(number)), 0);
        }
        assert_eq!(put_off.next(249 * MS), None);
        assert_eq!(put_off.until_next(0), Some(Duration::from_millis(250)));
        let first = (1, Seq(1));
        assert_eq!(put_off.next(250 * MS), Some((full, first)));
        assert_eq!(put_off.next(250 * MS), None, "it is being asked");
        put_off.refused(full, first, 250 * MS);
        assert_eq!(put_off.next(749 * MS), None);
        for number in [1, 2, 3] {
            assert!(put_off.is_awaited(&full));
            let next = put_off.next(750 * MS).map(|(_, (_, seq))| seq.0);
            assert_eq!(next, Some(number));
            put_off.taken(full, 750 * MS);
        }
        assert!(!put_off.is_awaited(&full));
        assert_eq!(put_off.until_next(0), None);
    }

    #[test]
    fn one_that_takes_many_keeps_no_other_from_its_turn() {
        let put_off = PutOff::default();
        let (many, one) = (queue("MANY"), queue("ONE"));
        for number in 0..100 {
            put_off.wait(many, (number, Seq(number)), 0);
        }
        put_off.wait(one, (500, Seq(500)), 1);
        let mut asked = Vec::new();
        for at_ns in 1_000 * MS..1_000 * MS + 5 {
            let (refuser, _) = put_off.next(at_ns).expect("it is time");
            put_off.taken(refuser, at_ns);
            asked.push(refuser);
        }
        assert_eq!(asked, [many, one, many, many, many]);
    }

    #[test]
    fn a_message_that_comes_while_the_last_one_is_tried_has_its_turn() {
        let put_off = PutOff::default();
        let full = queue("FULL");
        put_off.wait(full, (1, Seq(1)), 0);
        put_off.next(1_000 * MS).expect("it is time");
        put_off.wait(full, (2, Seq(2)), 1_000 * MS);
        assert_eq!(put_off.next(9_000 * MS), None);
        put_off.taken(full, 1_000 * MS);
        assert_eq!(put_off.next(1_000 * MS), Some((full, (2, Seq(2)))));
    }
}
