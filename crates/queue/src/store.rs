//! Entries by arrival number.
//!
//! 1,024 consecutive arrival numbers share a segment: a list of the places of their entries,
//! and a bit map per class of those available. A segment whose last message goes goes too;
//! one message left behind by a million others costs a segment (6 KiB), not a stretch of
//! dead memory. A few are kept for the next put, so that a shallow queue does not allocate.

use crate::arena::{Arena, EntryRef, Place};
use crate::entry::{Entry, IdKind};
use crate::key::{CLASSES, Key};
use crate::message::{Id, Message};
use crate::selection::GroupInfo;
use ferromq_base::os::prefetch;
use std::collections::BTreeMap;
use std::sync::Arc;

pub(crate) const SEGMENT_SEQS: u64 = 1024;
const WORDS: usize = SEGMENT_SEQS as usize / 64;
const SPARE_SEGMENTS: usize = 4;
const NO_PLACE: u32 = u32::MAX;
/// How many messages last touched are found without a look at their segment.
const RECENT: usize = 8;
/// So far ahead of a getter entries are fetched.
const ENTRIES_AHEAD: usize = 3;

/// 1,024 consecutive arrival numbers.
pub(crate) struct Segment {
    pub(crate) number: u64,
    live: u16,
    /// Entries whose only durable copy is in the log.
    pub(crate) log_only: u16,
    /// Entries whose slot must be written again.
    pub(crate) dirty: u16,
    /// Classes whose order set names this segment.
    pub(crate) in_order: u16,
    /// No log-only entry is older than this.
    pub(crate) oldest_lsn: u64,
    available: [[u64; WORDS]; CLASSES],
    places: [u32; SEGMENT_SEQS as usize],
}

impl Segment {
    fn empty() -> Box<Self> {
        Box::new(Self {
            number: 0,
            live: 0,
            log_only: 0,
            dirty: 0,
            in_order: 0,
            oldest_lsn: u64::MAX,
            available: [[0; WORDS]; CLASSES],
            places: [NO_PLACE; SEGMENT_SEQS as usize],
        })
    }

    pub(crate) fn set_available(&mut self, class: u8, seq: u64) {
        let bit = (seq % SEGMENT_SEQS) as usize;
        self.available[usize::from(class)][bit / 64] |= 1 << (bit % 64);
    }

    pub(crate) fn clear_available(&mut self, class: u8, seq: u64) {
        let bit = (seq % SEGMENT_SEQS) as usize;
        self.available[usize::from(class)][bit / 64] &= !(1 << (bit % 64));
    }

    /// First available arrival number of `class` in this segment, not below `start` within it.
    pub(crate) fn first_available(&self, class: u8, start: usize) -> Option<(u64, Place)> {
        let words = &self.available[usize::from(class)];
        let mut word = start / 64;
        let mut bits = words[word] & (u64::MAX << (start % 64));
        loop {
            if bits != 0 {
                let bit = word * 64 + bits.trailing_zeros() as usize;
                let seq = self.number * SEGMENT_SEQS + bit as u64;
                return Some((seq, Place(self.places[bit])));
            }
            word += 1;
            bits = *words.get(word)?;
        }
    }

    /// First arrival number in use that is not below `start` within the segment.
    fn first_live(&self, start: usize) -> Option<u64> {
        let within = self.places[start..]
            .iter()
            .position(|place| *place != NO_PLACE)?;
        Some(self.number * SEGMENT_SEQS + (start + within) as u64)
    }
}

/// A segment that is no more; the order sets of these classes name it still.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dropped {
    pub(crate) number: u64,
    pub(crate) classes: u16,
}

/// All entries of a queue.
pub(crate) struct Store {
    arena: Arena,
    segments: Vec<Option<Box<Segment>>>,
    free: Vec<u32>,
    by_number: BTreeMap<u64, u32>,
    /// The segment puts go to. It stays when it is empty, or a queue that is emptied by each
    /// get would make a segment for each put.
    newest: u64,
    /// The two segments last used: where puts arrive, and where gets take.
    recent_segments: [(u64, u32); 2],
    /// Messages last touched. A line may be stale; the entry tells.
    recent: [(u64, Place); RECENT],
    spare_segments: Vec<Box<Segment>>,
}

const NOWHERE: (u64, u32) = (u64::MAX, 0);

impl Store {
    pub(crate) fn new() -> Self {
        Self {
            arena: Arena::new(),
            segments: Vec::new(),
            free: Vec::new(),
            by_number: BTreeMap::new(),
            newest: 0,
            recent_segments: [NOWHERE; 2],
            recent: [(u64::MAX, Place(NO_PLACE)); RECENT],
            spare_segments: Vec::new(),
        }
    }

    // ---- segments

    /// Where the segment with this number is, if it exists.
    fn find(&self, number: u64) -> Option<u32> {
        let [first, second] = self.recent_segments;
        if first.0 == number {
            return Some(first.1);
        }
        if second.0 == number {
            return Some(second.1);
        }
        self.by_number.get(&number).copied()
    }

    fn find_and_remember(&mut self, number: u64) -> Option<u32> {
        let index = self.find(number)?;
        if self.recent_segments.iter().all(|recent| recent.0 != number) {
            self.recent_segments = [(number, index), self.recent_segments[0]];
        }
        Some(index)
    }

    pub(crate) fn segment(&self, index: u32) -> &Segment {
        self.segments[index as usize]
            .as_deref()
            .expect("only living segments are named")
    }

    pub(crate) fn segment_mut(&mut self, index: u32) -> &mut Segment {
        self.segments[index as usize]
            .as_deref_mut()
            .expect("only living segments are named")
    }

    /// The segment of a message, and where it is.
    pub(crate) fn segment_of(&mut self, seq: u64) -> (u32, &mut Segment) {
        let index = self
            .find_and_remember(seq / SEGMENT_SEQS)
            .expect("the message exists");
        (index, self.segment_mut(index))
    }

    /// Has the lines fetched that taking this message off the order and the store touches.
    pub(crate) fn prefetch_segment(&mut self, key: Key) {
        let Some(index) = self.find_and_remember(key.seq / SEGMENT_SEQS) else {
            return;
        };
        let segment = self.segment(index);
        let within = (key.seq % SEGMENT_SEQS) as usize;
        prefetch(std::ptr::from_ref(segment) as usize);
        let word = &segment.available[usize::from(key.class)][within / 64];
        prefetch(std::ptr::from_ref(word) as usize);
        prefetch(std::ptr::from_ref(&segment.places[within]) as usize);
    }

    /// Has the entries fetched that arrived behind this one, and the message of the first of them: whoever takes
    /// one message from the head of a queue takes the next ones soon.
    pub(crate) fn prefetch_behind(&self, seq: u64) {
        let Some(index) = self.find(seq / SEGMENT_SEQS) else {
            return;
        };
        let within = (seq % SEGMENT_SEQS) as usize;
        let places = &self.segment(index).places;
        let place = |behind: usize| {
            let place = *places.get(within + behind)?;
            (place != NO_PLACE).then_some(Place(place))
        };
        if let Some(place) = place(ENTRIES_AHEAD) {
            let address = self.arena.address(place);
            prefetch(address);
            prefetch(address + size_of::<Entry>() / 2);
        }
        let next = place(1).and_then(|place| self.arena.get_open(place));
        if let Some(message) = next.and_then(|entry| entry.memory.as_ref()) {
            let address = Arc::as_ptr(message) as usize;
            (0..size_of::<Message>())
                .step_by(64)
                .for_each(|at| prefetch(address + at));
        }
    }

    /// Segments with a number not below `start`, in order.
    pub(crate) fn segments_from(&self, start: u64) -> impl Iterator<Item = &Segment> {
        self.by_number
            .range(start..)
            .map(|(_, &index)| self.segment(index))
    }

    // ---- entries

    /// Entries that are not packed.
    pub(crate) fn open_entries(&self) -> usize {
        self.arena.open_entries()
    }

    /// Visits the ids of available messages, in the order of their places: see [`Arena::for_each_id`].
    pub(crate) fn for_each_id(
        &self,
        kind: IdKind,
        visit: &mut dyn FnMut(Place, &Id, Option<&Entry>),
    ) {
        self.arena.for_each_id(kind, visit);
    }

    /// Where in memory the entry of a place is.
    pub(crate) fn address(&self, place: Place) -> usize {
        self.arena.address(place)
    }

    /// The entry at a place somebody was told a moment ago, under the same lock.
    #[inline]
    pub(crate) fn at(&self, place: Place) -> EntryRef<'_> {
        self.arena.get(place)
    }

    /// Changes the entry at such a place.
    #[inline]
    pub(crate) fn change_at<R>(&mut self, place: Place, change: impl FnOnce(&mut Entry) -> R) -> R {
        self.arena.change(place, change)
    }

    /// The payload of the message there is on a disk now, and nothing of it in memory.
    pub(crate) fn settle(&mut self, place: Place) {
        self.arena.settle(place);
    }

    /// Where the message is, if it exists.
    pub(crate) fn locate(&self, seq: u64) -> Option<Place> {
        let (known, place) = self.recent[seq as usize % RECENT];
        if known == seq && self.arena.has(place, seq) {
            return Some(place);
        }
        let segment = self.segment(self.find(seq / SEGMENT_SEQS)?);
        let place = segment.places[(seq % SEGMENT_SEQS) as usize];
        (place != NO_PLACE).then_some(Place(place))
    }

    /// Makes the next [`Self::locate`] of a message cheap.
    pub(crate) fn remember(&mut self, seq: u64, place: Place) {
        self.recent[seq as usize % RECENT] = (seq, place);
    }

    #[inline]
    pub(crate) fn get(&self, seq: u64) -> Option<EntryRef<'_>> {
        self.locate(seq).map(|place| self.at(place))
    }

    /// What a message in a group, or a segment, says about itself.
    pub(crate) fn group_of(&self, seq: u64) -> Option<&GroupInfo> {
        // Those of messages in groups are never packed.
        self.arena.get_open(self.locate(seq)?)?.group.as_deref()
    }

    /// Changes the entry of a message, if it exists.
    #[inline]
    pub(crate) fn change<R>(
        &mut self,
        seq: u64,
        change: impl FnOnce(&mut Entry) -> R,
    ) -> Option<R> {
        let place = self.locate(seq)?;
        Some(self.change_at(place, change))
    }

    /// Makes the entry for `seq`, `Reserved`. It must not exist. Answers also with a segment
    /// that goes because puts left it empty behind them.
    pub(crate) fn create(&mut self, seq: u64) -> (Place, Option<Dropped>) {
        let number = seq / SEGMENT_SEQS;
        let mut dropped = None;
        let index = match self.find_and_remember(number) {
            Some(index) => index,
            None => {
                if number > self.newest {
                    let left = std::mem::replace(&mut self.newest, number);
                    let left = self.find(left).map(|index| (left, index));
                    let empty = left.filter(|left| self.segment(left.1).live == 0);
                    dropped = empty.map(|(number, index)| self.drop_segment(number, index));
                }
                self.add_segment(number)
            }
        };
        let place = self.arena.create(seq);
        let segment = self.segment_mut(index);
        segment.live += 1;
        let known = &mut segment.places[(seq % SEGMENT_SEQS) as usize];
        assert!(*known == NO_PLACE, "an arrival number is used once");
        *known = place.0;
        self.remember(seq, place);
        (place, dropped)
    }

    fn add_segment(&mut self, number: u64) -> u32 {
        let mut segment = self.spare_segments.pop().unwrap_or_else(Segment::empty);
        segment.number = number;
        let index = match self.free.pop() {
            Some(index) => {
                self.segments[index as usize] = Some(segment);
                index
            }
            None => {
                self.segments.push(Some(segment));
                u32::try_from(self.segments.len() - 1).expect("depth is bounded by u32")
            }
        };
        self.by_number.insert(number, index);
        self.recent_segments = [(number, index), self.recent_segments[0]];
        index
    }

    /// Takes an entry out. Answers what memory had of the message, and with its segment if that went with it.
    pub(crate) fn remove(&mut self, place: Place) -> (Option<Arc<Message>>, Option<Dropped>) {
        let seq = self.at(place).seq;
        let message = self.arena.remove(place);
        let number = seq / SEGMENT_SEQS;
        let (index, segment) = self.segment_of(seq);
        segment.places[(seq % SEGMENT_SEQS) as usize] = NO_PLACE;
        segment.live -= 1;
        let gone = segment.live == 0 && number != self.newest;
        (message, gone.then(|| self.drop_segment(number, index)))
    }

    fn drop_segment(&mut self, number: u64, index: u32) -> Dropped {
        let mut segment = self.segments[index as usize]
            .take()
            .expect("a segment is dropped once");
        self.free.push(index);
        self.by_number.remove(&number);
        for recent in &mut self.recent_segments {
            if recent.0 == number {
                *recent = NOWHERE;
            }
        }
        let dropped = Dropped {
            number,
            classes: segment.in_order,
        };
        debug_assert!(segment.log_only == 0 && segment.dirty == 0);
        segment.in_order = 0;
        segment.oldest_lsn = u64::MAX;
        if self.spare_segments.len() < SPARE_SEGMENTS {
            self.spare_segments.push(segment);
        }
        dropped
    }

    /// The first arrival number in use that is not below `start`.
    pub(crate) fn next_live(&self, start: u64) -> Option<u64> {
        let number = start / SEGMENT_SEQS;
        for (&found, &index) in self.by_number.range(number..) {
            let within = if found == number {
                (start % SEGMENT_SEQS) as usize
            } else {
                0
            };
            if let Some(seq) = self.segment(index).first_live(within) {
                return Some(seq);
            }
        }
        None
    }
}
