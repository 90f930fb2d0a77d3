//! What is retained takes memory until something takes its place or it is cleared, so there is a bound of it.

use crate::lock_order;
use ferromq_base::lock::Mutex;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What the nodes of the tree of topics take for a level of a topic, and what a publication takes besides its topic and data, bytes: as
/// much as either has at most.
const LEVEL_BYTES: u64 = 256;
const PUBLICATION_BYTES: u64 = 1_024;

/// How many publications are retained and how much they take, with those of units of work under way.
#[derive(Debug, Default)]
pub(crate) struct RetainedRoom {
    taken: Mutex<Taken, lock_order::RetainedRoom>,
}

/// Publications, and what they take.
#[derive(Clone, Copy, Debug, Default)]
struct Taken {
    count: u64,
    bytes: u64,
}

/// The most there may be of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RoomLimits {
    pub(crate) count: u64,
    pub(crate) bytes: u64,
}

/// What one of them takes. It is given back when nobody has it any more.
#[derive(Debug)]
pub(crate) struct RoomHeld {
    room: Arc<RetainedRoom>,
    bytes: u64,
    /// Somebody who is to take its place counts on what it takes.
    lent: Arc<AtomicBool>,
    /// The same of the one whose place this is to take. If it is not taken in the end, another one may.
    borrowed: Option<Arc<AtomicBool>>,
}

impl Drop for RoomHeld {
    fn drop(&mut self) {
        let mut taken = self.room.taken.lock();
        taken.count -= 1;
        taken.bytes -= self.bytes;
        if let Some(lent) = &self.borrowed {
            lent.store(false, Ordering::Release);
        }
    }
}

/// What a publication to a topic takes.
pub(crate) fn bytes_of(topic: &str, data: usize) -> u64 {
    let levels = topic.split('/').count() as u64;
    PUBLICATION_BYTES + levels * LEVEL_BYTES + topic.len() as u64 + data as u64
}

impl RetainedRoom {
    /// Room for a publication that takes the place of another one. One that takes no more than that always has room: there
    /// may be too much already, of a start or of a bound that was lowered. What is replaced makes room once: of several that are
    /// published before the first is committed, in one unit of work or in several, the others find no room in its place, as they
    /// all are in memory until then.
    pub(crate) fn hold(
        self: &Arc<Self>,
        bytes: u64,
        replaced: Option<&RoomHeld>,
        limits: RoomLimits,
    ) -> Option<Arc<RoomHeld>> {
        let mut taken = self.taken.lock();
        let lender = replaced.filter(|one| !one.lent.load(Ordering::Acquire));
        let before = lender.map_or(0, |one| one.bytes);
        let bytes_then = (taken.bytes.saturating_sub(before)).saturating_add(bytes);
        let has_bytes = bytes_then <= limits.bytes || bytes <= before;
        if !has_bytes || (lender.is_none() && taken.count >= limits.count) {
            return None;
        }
        taken.count += 1;
        taken.bytes = taken.bytes.saturating_add(bytes);
        let borrowed = lender.map(|one| Arc::clone(&one.lent));
        if let Some(lent) = &borrowed {
            lent.store(true, Ordering::Release);
        }
        Some(Arc::new(RoomHeld {
            room: Arc::clone(self),
            bytes,
            lent: Arc::default(),
            borrowed,
        }))
    }

    /// The same of one that is there already.
    pub(crate) fn keep(self: &Arc<Self>, bytes: u64) -> Option<Arc<RoomHeld>> {
        self.hold(bytes, None, RoomLimits::NONE)
    }
}

impl RoomLimits {
    const NONE: Self = Self {
        count: u64::MAX,
        bytes: u64::MAX,
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn limits(bytes: u64) -> RoomLimits {
        RoomLimits {
            bytes,
            ..RoomLimits::NONE
        }
    }

    #[test]
    fn room_is_held_as_long_as_somebody_has_the_publication() {
        let room = Arc::new(RetainedRoom::default());
        let first = room.hold(60, None, limits(100)).expect("room");
        assert!(room.hold(41, None, limits(100)).is_none());
        let second = room.hold(40, None, limits(100)).expect("room");
        // In its place there is room for as much, and for no more.
        assert!(room.hold(41, Some(&second), limits(100)).is_none());
        let third = room.hold(40, Some(&second), limits(100)).expect("room");
        drop((second, Arc::clone(&third)));
        assert!(room.hold(1, None, limits(100)).is_none());
        drop(first);
        assert!(room.hold(60, None, limits(100)).is_some());
        // A start keeps what is there, and from then on it gets no more.
        let kept = room.keep(500).expect("kept");
        assert!(room.hold(1, None, limits(100)).is_none());
        assert!(room.hold(501, Some(&kept), limits(100)).is_none());
        assert!(room.hold(500, Some(&kept), limits(100)).is_some());
    }

    #[test]
    fn a_publication_makes_room_for_one_that_takes_its_place() {
        let room = Arc::new(RetainedRoom::default());
        let most = RoomLimits {
            count: 1,
            bytes: 100,
        };
        let first = room.hold(100, None, most).expect("room");
        let second = room.hold(100, Some(&first), most).expect("room");
        assert!(room.hold(100, Some(&first), most).is_none());
        assert!(room.hold(0, Some(&first), most).is_none());
        // It was backed out.
        drop(second);
        let third = room.hold(100, Some(&first), most).expect("room");
        drop(first);
        assert!(room.hold(0, None, most).is_none());
        drop(third);
        assert!(room.hold(0, None, most).is_some());
    }

    #[test]
    fn deep_topics_take_what_their_levels_take() {
        let (flat, deep) = (bytes_of("abcdef", 0), bytes_of("a/b/c/", 0));
        assert_eq!(deep - flat, 3 * LEVEL_BYTES);
        assert_eq!(bytes_of("abcdef", 7) - flat, 7);
    }
}
