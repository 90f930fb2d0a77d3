//! How large units of work may be where the log of the queue manager may have no room for those that are usual.

/// A unit for which the log has no room is tried so often before smaller ones are made.
pub(super) const SAME_TRIES: u32 = 3;
/// One with fewer bytes is not made smaller.
const UNIT_BYTES_MIN: usize = 64 << 10;
/// After so many units that went through, and were about as large as they may be, larger ones are tried.
const WENT_THROUGH: u32 = 100;

/// See the module.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Room {
    /// Bytes of a unit, where that is less than what is usual.
    pub(super) bytes_max: Option<usize>,
    /// Units that went through since that has changed.
    went_through: u32,
    /// Tries of a unit that was made smaller since, in vain.
    pub(super) tries: u32,
}

impl Room {
    /// Makes units half as large as this one, which was tried in vain; how many bytes they may have then. `None` where that helps nobody.
    pub(super) fn smaller(&mut self, messages: usize, bytes: usize, tries: u32) -> Option<usize> {
        if messages < 2 || bytes < UNIT_BYTES_MIN {
            return None;
        }
        let most = bytes / 2;
        *self = Self {
            bytes_max: Some(most),
            went_through: 0,
            tries,
        };
        Some(most)
    }

    /// A unit went through: whether units may be larger from here on, up to what is usual.
    pub(super) fn went_through(&mut self, bytes: usize, usual: usize) -> bool {
        self.tries = 0;
        let Some(most) = self.bytes_max.filter(|most| bytes >= most / 2) else {
            return false;
        };
        self.went_through += 1;
        if self.went_through < WENT_THROUGH {
            return false;
        }
        let more = most.saturating_mul(2);
        self.went_through = 0;
        self.bytes_max = (more < usual).then_some(more);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::{Room, WENT_THROUGH};

    /// Goal: who once held the log full does not slow capture down for good. Method: units as large as they may be, up to those that are usual; small ones say nothing.
    #[test]
    fn units_that_were_made_smaller_become_larger_again() {
        let usual = 4 << 20;
        let mut room = Room::default();
        assert!(!room.went_through(usual, usual));
        assert_eq!(room.smaller(2, 1 << 20, 4), Some(1 << 19));
        assert_eq!(room.smaller(2, 1 << 19, 7), Some(1 << 18));
        assert_eq!(room.tries, 7, "tries go on where units are made smaller");
        for _ in 0..10 * WENT_THROUGH {
            assert!(!room.went_through(1_000, usual));
        }
        assert_eq!((room.bytes_max, room.tries), (Some(1 << 18), 0));
        let mut larger = 0;
        for _ in 0..4 * WENT_THROUGH {
            larger += u32::from(room.went_through(room.bytes_max.unwrap_or(usual), usual));
        }
        assert_eq!((room.bytes_max, larger), (None, 4));
    }

    #[test]
    fn units_that_are_small_stay_as_they_are() {
        let mut room = Room::default();
        assert_eq!(room.smaller(1, 1 << 20, 4), None);
        assert_eq!(room.smaller(2, 1_000, 4), None);
        assert_eq!(room, Room::default());
    }
}
