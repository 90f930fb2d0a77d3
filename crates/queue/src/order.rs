//! Delivery order: class (priority) descending, then arrival.
//!
//! Each class has a set of the segments that have available messages in it; the bit maps of
//! the segment say which. A segment stays in a set when its last available message goes, and
//! leaves it when a search finds it empty (or the segment is dropped): so a shallow busy
//! queue does not touch the sets, and each stale member is paid for by its insertion.

use crate::arena::Place;
use crate::key::{CLASSES, Key};
use crate::store::{Dropped, SEGMENT_SEQS, Store};
use std::collections::BTreeMap;

/// The sets of segments and the number of available messages, by class.
#[derive(Default)]
pub(crate) struct Order {
    sets: [BTreeMap<u64, u32>; CLASSES],
    available: [u32; CLASSES],
}

impl Order {
    pub(crate) fn add(&mut self, store: &mut Store, key: Key) {
        let class = usize::from(key.class);
        self.available[class] += 1;
        let (index, segment) = store.segment_of(key.seq);
        segment.set_available(key.class, key.seq);
        if segment.in_order & (1 << class) == 0 {
            segment.in_order |= 1 << class;
            self.sets[class].insert(segment.number, index);
        }
    }

    pub(crate) fn remove(&mut self, store: &mut Store, key: Key) {
        self.available[usize::from(key.class)] -= 1;
        store
            .segment_of(key.seq)
            .1
            .clear_available(key.class, key.seq);
    }

    /// Forgets a segment the store dropped.
    pub(crate) fn forget(&mut self, dropped: Dropped) {
        for (class, set) in self.sets.iter_mut().enumerate() {
            if dropped.classes & (1 << class) != 0 {
                set.remove(&dropped.number);
            }
        }
    }

    /// The first available message behind `after`, or of all.
    pub(crate) fn next(&mut self, store: &mut Store, after: Option<Key>) -> Option<Place> {
        let (top, mut start) = match after {
            None => (CLASSES as u8 - 1, 0),
            Some(key) => (key.class, key.seq + 1),
        };
        for class in (0..=top).rev() {
            if self.available[usize::from(class)] > 0
                && let Some((seq, place)) = self.next_in_class(store, class, start)
            {
                store.remember(seq, place);
                return Some(place);
            }
            start = 0;
        }
        None
    }

    fn next_in_class(&mut self, store: &mut Store, class: u8, start: u64) -> Option<(u64, Place)> {
        let set = &mut self.sets[usize::from(class)];
        let mut from = start / SEGMENT_SEQS;
        loop {
            let (&number, &index) = set.range(from..).next()?;
            let within = if number == start / SEGMENT_SEQS {
                (start % SEGMENT_SEQS) as usize
            } else {
                0
            };
            if let Some(found) = store.segment(index).first_available(class, within) {
                return Some(found);
            }
            if within == 0 {
                set.remove(&number);
                store.segment_mut(index).in_order &= !(1 << class);
            }
            from = number + 1;
        }
    }
}
