//! Which units of the data file and which slots of the index file are free.

use std::collections::{BTreeMap, BTreeSet};

/// Bytes of one unit of the data file.
pub(crate) const UNIT_BYTES: u64 = 1024;

/// Bytes before the payload in a record of the data file.
pub(crate) const RECORD_HEADER_BYTES: usize = 24;

/// Units a record with `payload_len` bytes of payload takes in the data file.
pub(crate) fn units_for(payload_len: u32) -> u32 {
    (u64::from(payload_len) + RECORD_HEADER_BYTES as u64).div_ceil(UNIT_BYTES) as u32
}

/// Units of the data file.
#[derive(Debug, Default)]
pub(crate) struct Units {
    /// Free extents before `end`: first unit and number of units. No two touch.
    free: BTreeMap<u32, u32>,
    by_len: BTreeSet<(u32, u32)>,
    /// First unit behind all that is in use.
    end: u32,
}

impl Units {
    /// Rebuilds the free space from the extents in use, sorted by first unit.
    /// `None` when two of them overlap.
    pub(crate) fn around(used: &[(u32, u32)]) -> Option<Self> {
        let mut units = Self::default();
        for &(first, count) in used {
            let gap = first.checked_sub(units.end)?;
            if gap > 0 {
                units.insert(units.end, gap);
            }
            units.end = first.checked_add(count)?;
        }
        Some(units)
    }

    /// First unit behind all that is in use.
    pub(crate) fn end(&self) -> u32 {
        self.end
    }

    /// Free extents before the end: first unit and number of units.
    pub(crate) fn free(&self) -> impl Iterator<Item = (u32, u32)> {
        self.free.iter().map(|(first, count)| (*first, *count))
    }

    fn insert(&mut self, first: u32, count: u32) {
        self.free.insert(first, count);
        self.by_len.insert((count, first));
    }

    fn remove(&mut self, first: u32, count: u32) {
        self.free.remove(&first);
        self.by_len.remove(&(count, first));
    }

    /// Takes `count` consecutive units; `None` when the file would pass its greatest length.
    pub(crate) fn allocate(&mut self, count: u32) -> Option<u32> {
        if let Some(&(len, first)) = self.by_len.range((count, 0)..).next() {
            self.remove(first, len);
            if len > count {
                self.insert(first + count, len - count);
            }
            return Some(first);
        }
        let first = self.end;
        // The greatest unit number means "none" elsewhere.
        self.end = first.checked_add(count).filter(|end| *end < u32::MAX)?;
        Some(first)
    }

    /// Gives units back.
    pub(crate) fn release(&mut self, first: u32, count: u32) {
        let (mut first, mut count) = (first, count);
        if let Some((&before, &len)) = self.free.range(..first).next_back() {
            debug_assert!(before + len <= first, "units are released once");
            if before + len == first {
                self.remove(before, len);
                first = before;
                count += len;
            }
        }
        if let Some(&len) = self.free.get(&(first + count)) {
            self.remove(first + count, len);
            count += len;
        }
        if first + count == self.end {
            self.end = first;
        } else {
            self.insert(first, count);
        }
    }
}

/// Slots of the index file, the lowest free one first, so that the file can shrink.
#[derive(Debug, Default)]
pub(crate) struct Slots {
    free: BTreeSet<u32>,
    end: u32,
}

impl Slots {
    /// Rebuilds from the slots in use, ascending.
    pub(crate) fn around(used: impl Iterator<Item = u32>) -> Self {
        let mut slots = Self::default();
        for slot in used {
            slots.free.extend(slots.end..slot);
            slots.end = slot + 1;
        }
        slots
    }

    /// First slot behind all that are in use.
    pub(crate) fn end(&self) -> u32 {
        self.end
    }

    /// Takes the lowest free slot.
    pub(crate) fn allocate(&mut self) -> u32 {
        self.free.pop_first().unwrap_or_else(|| {
            self.end += 1;
            self.end - 1
        })
    }

    /// Gives a slot back.
    pub(crate) fn release(&mut self, slot: u32) {
        self.free.insert(slot);
        while self.free.last().is_some_and(|last| last + 1 == self.end) {
            self.free.pop_last();
            self.end -= 1;
        }
    }
}

/// A slot whose message is gone, and the units its payload had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Released {
    pub(crate) slot: u32,
    pub(crate) unit: u32,
    pub(crate) units: u32,
}

#[cfg(test)]
mod tests {
    use super::{Slots, Units};

    #[test]
    fn released_units_join_their_neighbours_and_shorten_the_end() {
        let mut units = Units::default();
        let extents: Vec<u32> = (0..4).filter_map(|_| units.allocate(3)).collect();
        assert_eq!(extents, [0, 3, 6, 9]);
        units.release(0, 3);
        units.release(6, 3);
        units.release(3, 3);
        assert_eq!(
            units.allocate(9),
            Some(0),
            "three neighbours became one extent"
        );
        units.release(9, 3);
        assert_eq!(units.end(), 9);
        units.release(0, 9);
        assert_eq!(units.end(), 0);
        let units = Units::around(&[(2, 1), (8, 1)]).expect("nothing overlaps");
        assert_eq!(units.free().collect::<Vec<_>>(), [(0, 2), (3, 5)]);
    }

    #[test]
    fn the_smallest_extent_that_fits_is_used() {
        let mut units = Units::around(&[(2, 1), (8, 1), (12, 1)]).expect("nothing overlaps");
        assert_eq!(units.allocate(2), Some(0));
        assert_eq!(units.allocate(2), Some(9));
        assert_eq!(units.allocate(6), Some(13));
        assert!(
            Units::around(&[(2, 2), (3, 1)]).is_none(),
            "overlap is damage"
        );
    }

    #[test]
    fn the_lowest_free_slot_is_used_and_the_end_moves_back() {
        let mut slots = Slots::around([1, 4].into_iter());
        assert_eq!([slots.allocate(), slots.allocate()], [0, 2]);
        slots.release(4);
        assert_eq!(slots.end(), 3);
        assert_eq!([slots.allocate(), slots.allocate()], [3, 4]);
    }
}
