//! Log pins: which part of the log work in flight still needs.
//!
//! Everything that appends records pins the log before its first append and unpins it when
//! its effects are in memory (the message visible, the removal done). A checkpoint moves the
//! recovery position no further than the oldest pin, so replay from there finds every record
//! whose effect the queue files may lack.
//!
//! Pins are in groups, which are taken in turn, so that threads do not wait for each other. In a group pins are
//! taken in log order under one short lock, so the oldest is at the front: pinning and asking for the oldest cost the
//! same however many there are. Whoever asks for the oldest asks for the head of the log before looking into the groups: a pin that
//! comes into one later is no older than that. One that is given back behind an older one leaves a hole, which is taken out once more than
//! half are holes: the memory is that of the pins held, and each hole is moved past once at most. To find a pin costs one
//! look where there are no holes and a binary search where there are.

use crate::lock_order;
use ferromq_base::lock::{Mutex, MutexGuard};
use ferromq_log::Lsn;
use std::collections::{BTreeSet, VecDeque};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A pin. Give it back with [`Pins::unpin`]. It is its number in its group, times the number of groups, and its group.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Pin(u64);

impl Pin {
    fn new(group: usize, number: u64) -> Self {
        Self(number * GROUPS as u64 + group as u64)
    }

    fn group(&self) -> usize {
        (self.0 % GROUPS as u64) as usize
    }

    fn number(&self) -> u64 {
        self.0 / GROUPS as u64
    }
}

/// About as many threads put persistent messages at the same time on a large machine.
const GROUPS: usize = 16;

#[derive(Debug, Default)]
pub(crate) struct Pins {
    groups: [Group; GROUPS],
    /// Pins taken so far: each goes to the next group. That of the thread would have the simulator's runs depend on which threads there were before.
    taken: AtomicUsize,
}

/// On lines of the processor's caches that no other group is on.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Group(Mutex<Held, lock_order::Pins>);

/// Holes are left alone below this.
const HOLES_KEPT: usize = 32;

#[derive(Debug, Default)]
struct Held {
    /// Number of the next pin.
    next: u64,
    /// By number, and so by position. The first one is held.
    pins: VecDeque<Slot>,
    /// How many of them are given back.
    holes: usize,
}

#[derive(Debug)]
struct Slot {
    number: u64,
    lsn: Lsn,
    released: bool,
}

impl Held {
    fn index_of(&self, pin: &Pin) -> usize {
        let number = pin.number();
        let first = self.pins.front().map_or(number, |slot| slot.number);
        let without_holes = usize::try_from(number - first).unwrap_or(usize::MAX);
        let found = self.pins.get(without_holes);
        match found.is_some_and(|slot| slot.number == number) {
            true => without_holes,
            false => self
                .pins
                .binary_search_by_key(&number, |slot| slot.number)
                .expect("a pin is held until it is given back"),
        }
    }

    fn take_out_holes(&mut self) {
        while self.pins.front().is_some_and(|slot| slot.released) {
            self.pins.pop_front();
            self.holes -= 1;
        }
        if self.holes > HOLES_KEPT && self.holes > self.pins.len() / 2 {
            self.pins.retain(|slot| !slot.released);
            self.holes = 0;
        }
    }
}

impl Pins {
    fn group(&self, group: usize) -> MutexGuard<'_, Held> {
        self.groups[group].0.lock()
    }

    /// Pins the log from where its next record goes. `head` is asked under the lock of a group.
    pub(crate) fn pin(&self, head: impl FnOnce() -> Lsn) -> Pin {
        let group = self.taken.fetch_add(1, Ordering::Relaxed) % GROUPS;
        let mut held = self.group(group);
        let (number, lsn) = (held.next, head());
        held.next += 1;
        held.pins.push_back(Slot {
            number,
            lsn,
            released: false,
        });
        Pin::new(group, number)
    }

    /// Gives a pin back.
    pub(crate) fn unpin(&self, pin: Pin) {
        let mut held = self.group(pin.group());
        let index = held.index_of(&pin);
        held.pins[index].released = true;
        held.holes += 1;
        held.take_out_holes();
    }

    /// Of two pins keeps the one that holds more of the log. The other one is given back.
    pub(crate) fn keep_older(&self, one: Option<Pin>, other: Option<Pin>) -> Option<Pin> {
        let (one, other) = match (one, other) {
            (Some(one), Some(other)) => (one, other),
            (one, other) => return one.or(other),
        };
        let (kept, back) = match self.position(&one) <= self.position(&other) {
            true => (one, other),
            false => (other, one),
        };
        self.unpin(back);
        Some(kept)
    }

    /// The oldest position still needed, or `head` when nothing is in flight.
    pub(crate) fn oldest(&self, head: impl FnOnce() -> Lsn) -> Lsn {
        self.oldest_where(head(), |held, _| held.pins.front().map(|slot| slot.lsn))
    }

    /// The oldest position still needed by others than these pins, or `head`.
    pub(crate) fn oldest_besides<'a>(
        &self,
        these: impl Iterator<Item = &'a Pin>,
        head: impl FnOnce() -> Lsn,
    ) -> Lsn {
        let these: BTreeSet<u64> = these.map(|pin| pin.0).collect();
        self.oldest_where(head(), |held, group| {
            let mut others = held
                .pins
                .iter()
                .filter(|slot| !slot.released && !these.contains(&Pin::new(group, slot.number).0));
            others.next().map(|slot| slot.lsn)
        })
    }

    /// The least of `head` and of what is found in the groups.
    fn oldest_where(&self, head: Lsn, find: impl Fn(&Held, usize) -> Option<Lsn>) -> Lsn {
        let found = (0..GROUPS).filter_map(|group| find(&self.group(group), group));
        found.fold(head, Lsn::min)
    }

    /// The position of one pin.
    pub(crate) fn position(&self, pin: &Pin) -> Lsn {
        let held = self.group(pin.group());
        held.pins[held.index_of(pin)].lsn
    }
}

#[cfg(test)]
mod tests {
    use crate::core::pins::{GROUPS, HOLES_KEPT, Pin, Pins};
    use ferromq_log::Lsn;
    use std::collections::{BTreeSet, VecDeque};
    use std::sync::atomic::{AtomicU64, Ordering};

    const LAST: Lsn = Lsn::new(200_000);

    #[test]
    fn the_oldest_pin_decides() {
        let pins = Pins::default();
        assert_eq!(pins.oldest(|| Lsn::new(50)), Lsn::new(50));
        let first = pins.pin(|| Lsn::new(10));
        let second = pins.pin(|| Lsn::new(20));
        let third = pins.pin(|| Lsn::new(30));
        assert_eq!(pins.oldest(|| Lsn::new(50)), Lsn::new(10));
        let besides = |these: &[&Pin]| {
            let these = these.iter().copied();
            pins.oldest_besides(these, || Lsn::new(50))
        };
        assert_eq!(besides(&[]), Lsn::new(10));
        assert_eq!(besides(&[&first]), Lsn::new(20));
        assert_eq!(besides(&[&first, &second, &third]), Lsn::new(50));
        pins.unpin(second);
        assert_eq!(pins.oldest(|| Lsn::new(50)), Lsn::new(10));
        pins.unpin(first);
        assert_eq!(pins.oldest(|| Lsn::new(50)), Lsn::new(30));
        assert_eq!(pins.position(&third), Lsn::new(30));
        pins.unpin(third);
        assert_eq!(pins.oldest(|| Lsn::new(50)), Lsn::new(50));
    }

    /// A branch in doubt outlives any number of puts.
    #[test]
    fn pins_given_back_behind_one_that_stays_cost_no_memory() {
        let pins = Pins::default();
        let stays = pins.pin(|| Lsn::new(1));
        let mut under_way = VecDeque::new();
        let mut most = 0;
        for lsn in 2..100_000 {
            under_way.push_back((lsn, pins.pin(|| Lsn::new(lsn))));
            if under_way.len() > 20 {
                // Not always in the order they were taken in.
                let which = (lsn % 3) as usize;
                let (lsn, pin) = under_way.remove(which).expect("there are twenty");
                assert_eq!(pins.position(&pin), Lsn::new(lsn));
                pins.unpin(pin);
            }
            most = most.max(pins.group(stays.group()).pins.len());
        }
        assert!(most <= 2 * (22 + HOLES_KEPT), "{most} for 22 pins");
        assert_eq!(pins.oldest(|| LAST), Lsn::new(1));
        assert_eq!(pins.position(&stays), Lsn::new(1));
        let group = stays.group();
        pins.unpin(stays);
        assert_eq!(pins.oldest(|| LAST), Lsn::new(under_way[0].0));
        for (lsn, pin) in under_way {
            assert_eq!(pins.position(&pin), Lsn::new(lsn));
            pins.unpin(pin);
        }
        let held = pins.group(group);
        assert_eq!((held.pins.len(), held.holes), (0, 0));
    }

    /// Whatever thread took it gives it back, and the oldest is that of all.
    #[test]
    fn pins_of_several_threads_hold_the_log_for_all() {
        let pins = Pins::default();
        let head = AtomicU64::new(1);
        let next = || Lsn::new(head.fetch_add(1, Ordering::Relaxed));
        let mut taken: Vec<Pin> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..40).map(|_| scope.spawn(|| pins.pin(next))).collect();
            let taken = threads.into_iter().map(|one| one.join().expect("no panic"));
            taken.collect()
        });
        taken.sort_by_key(|pin| pins.position(pin));
        let groups: BTreeSet<usize> = taken.iter().map(Pin::group).collect();
        assert_eq!(groups.len(), GROUPS);
        for pin in taken {
            let lsn = pins.position(&pin);
            assert_eq!(pins.oldest(|| LAST), lsn);
            let newer = Lsn::new(lsn.get() + 1).min(Lsn::new(41));
            let besides = pins.oldest_besides(std::iter::once(&pin), || Lsn::new(41));
            assert_eq!(besides, newer);
            pins.unpin(pin);
        }
        assert_eq!(pins.oldest(|| LAST), LAST);
    }
}
