//! How large units of work may be where the log of the queue manager may have no room for those that are usual.

/// A unit for which the log has no room is tried so often before smaller ones are made.
pub(super) const SAME_TRIES: u32 = 3;
/// One with fewer bytes is not made smaller.
const UNIT_BYTES_MIN: usize = 64 << 10;
/// After so many units that went through, and were about as large as they may be, larger ones are tried.
const WENT_THROUGH: u32 = 100;
/// Each time that larger ones were tried in vain twice as many have to go through before, up to this: each try takes seconds, and a log that is too small stays so.
const WENT_THROUGH_MAX: u32 = WENT_THROUGH << 7;

/// See the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Room {
    /// Bytes of a unit, where that is less than what is usual.
    pub(super) bytes_max: Option<usize>,
    /// Units that went through since that has changed.
    went_through: u32,
    /// How many have to before they may be larger.
    wanted: u32,
    /// They were made larger, and not smaller since.
    is_larger: bool,
    /// Tries of a unit that was made smaller since, in vain.
    pub(super) tries: u32,
}

impl Default for Room {
    fn default() -> Self {
        Self {
            bytes_max: None,
            went_through: 0,
            wanted: WENT_THROUGH,
            is_larger: false,
            tries: 0,
        }
    }
}

impl Room {
    /// Makes units half as large as this one, which was tried in vain; how many bytes they may have then. `None` where that helps nobody.
    pub(super) fn smaller(&mut self, messages: usize, bytes: usize, tries: u32) -> Option<usize> {
        if messages < 2 || bytes < UNIT_BYTES_MIN {
            return None;
        }
        let most = bytes / 2;
        let wanted = match self.is_larger {
            true => self.wanted.saturating_mul(2).min(WENT_THROUGH_MAX),
            false => self.wanted,
        };
        *self = Self {
            bytes_max: Some(most),
            went_through: 0,
            wanted,
            is_larger: false,
            tries,
        };
        Some(most)
    }

    /// A unit went through: whether units may be larger from here on, up to what is usual.
    pub(super) fn went_through(&mut self, bytes: usize, usual: usize) -> bool {
        self.tries = 0;
        if bytes < self.bytes_max.unwrap_or(usual) / 2 {
            return false;
        }
        self.went_through = self.went_through.saturating_add(1);
        if self.went_through < self.wanted {
            return false;
        }
        self.went_through = 0;
        if self.is_larger {
            // The log has room for them: what was in vain before is over.
            self.wanted = WENT_THROUGH;
        }
        let Some(most) = self.bytes_max else {
            self.is_larger = false;
            return false;
        };
        let more = most.saturating_mul(2);
        self.bytes_max = (more < usual).then_some(more);
        self.is_larger = true;
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

    /// Goal: a log that is too small for what is usual is not tried for ever, and one that has room again is. Method: units as large as they may be against a log with a limit, which goes
    /// in the end; what is counted is how often a unit finds no room.
    #[test]
    fn units_that_the_log_never_has_room_for_are_tried_ever_more_seldom() {
        let (usual, limit) = (4 << 20, 600 << 10);
        let mut room = Room::default();
        let mut unit = |limit: usize| {
            let bytes = room.bytes_max.unwrap_or(usual);
            match bytes > limit {
                true => room.smaller(2, bytes, 3).is_some(),
                false => {
                    room.went_through(bytes, usual);
                    false
                }
            }
        };
        let mut failed = |units: u32, limit| (0..units).filter(|_| unit(limit)).count();
        let first = failed(200 * WENT_THROUGH, limit);
        assert!(
            (4..12).contains(&first),
            "{first} of {}",
            200 * WENT_THROUGH
        );
        let later = failed(1_000 * WENT_THROUGH, limit);
        assert!((1..12).contains(&later), "{later}: seldom, and not never");
        // There is room now, and then for a short time there is none.
        assert_eq!(failed(500 * WENT_THROUGH, usual), 0);
        assert_eq!(failed(1, limit), 1);
        assert_eq!(failed(10 * WENT_THROUGH, usual), 0);
        assert_eq!(room.bytes_max, None);
    }

    #[test]
    fn units_that_are_small_stay_as_they_are() {
        let mut room = Room::default();
        assert_eq!(room.smaller(1, 1 << 20, 4), None);
        assert_eq!(room.smaller(2, 1_000, 4), None);
        assert_eq!(room, Room::default());
    }
}
