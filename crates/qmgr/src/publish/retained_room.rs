//! What is retained takes memory until something takes its place or it is cleared, so there is a bound of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// What the nodes of the tree of topics take for a level of a topic, and what a publication takes besides its topic and data, bytes: as
/// much as either has at most.
const LEVEL_BYTES: u64 = 256;
const PUBLICATION_BYTES: u64 = 1_024;

/// How much the publications take that are retained, with those of units of work under way.
#[derive(Debug, Default)]
pub(crate) struct RetainedRoom {
    bytes: AtomicU64,
}

/// What one of them takes. It is given back when nobody has it any more.
#[derive(Debug)]
pub(crate) struct RoomHeld {
    room: Arc<RetainedRoom>,
    pub(crate) bytes: u64,
}

impl Drop for RoomHeld {
    fn drop(&mut self) {
        self.room.bytes.fetch_sub(self.bytes, Ordering::AcqRel);
    }
}

/// What a publication to a topic takes.
pub(crate) fn bytes_of(topic: &str, data: usize) -> u64 {
    let levels = topic.split('/').count() as u64;
    PUBLICATION_BYTES + levels * LEVEL_BYTES + topic.len() as u64 + data as u64
}

impl RetainedRoom {
    /// Room for a publication that takes the place of one of `replaced` bytes. One that takes no more than that always has room: there
    /// may be too much already, of a start or of a bound that was lowered.
    pub(crate) fn hold(
        self: &Arc<Self>,
        bytes: u64,
        replaced: u64,
        bytes_max: u64,
    ) -> Option<Arc<RoomHeld>> {
        let taken = |now: u64| {
            let then = now.saturating_sub(replaced).saturating_add(bytes);
            (then <= bytes_max || bytes <= replaced).then(|| now.saturating_add(bytes))
        };
        let (set, fetch) = (Ordering::AcqRel, Ordering::Acquire);
        self.bytes.fetch_update(set, fetch, taken).ok()?;
        let room = Arc::clone(self);
        Some(Arc::new(RoomHeld { room, bytes }))
    }

    /// The same of one that is there already.
    pub(crate) fn keep(self: &Arc<Self>, bytes: u64) -> Option<Arc<RoomHeld>> {
        self.hold(bytes, 0, u64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_held_as_long_as_somebody_has_the_publication() {
        let room = Arc::new(RetainedRoom::default());
        let first = room.hold(60, 0, 100).expect("room");
        assert!(room.hold(41, 0, 100).is_none());
        let second = room.hold(40, 0, 100).expect("room");
        // In its place there is room for as much, and for no more.
        assert!(room.hold(41, second.bytes, 100).is_none());
        let third = room.hold(40, second.bytes, 100).expect("room");
        drop((second, Arc::clone(&third)));
        assert!(room.hold(1, 0, 100).is_none());
        drop(first);
        assert!(room.hold(60, 0, 100).is_some());
        // A start keeps what is there, and from then on it gets no more.
        let kept = room.keep(500).expect("kept");
        assert!(room.hold(1, 0, 100).is_none());
        assert!(room.hold(501, kept.bytes, 100).is_none());
        assert!(room.hold(500, kept.bytes, 100).is_some());
    }

    #[test]
    fn deep_topics_take_what_their_levels_take() {
        let (flat, deep) = (bytes_of("abcdef", 0), bytes_of("a/b/c/", 0));
        assert_eq!(deep - flat, 3 * LEVEL_BYTES);
        assert_eq!(bytes_of("abcdef", 7) - flat, 7);
    }
}
