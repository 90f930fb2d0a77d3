//! Entries by arrival number.
//!
//! 1,024 consecutive arrival numbers share a segment, 16 share a block within it. Blocks and
//! segments that become empty go, so that one message left behind by a million others costs
//! a block and a segment header (4 KiB in all), not a stretch of dead memory; a few are kept
//! for the next put, so that a shallow busy queue does not allocate.

use crate::entry::{Entry, State};
use std::collections::BTreeMap;

pub(crate) const SEGMENT_SEQS: u64 = 1024;
pub(crate) const CLASSES: usize = 10;
const WORDS: usize = SEGMENT_SEQS as usize / 64;
const BLOCK_SEQS: usize = 16;
const BLOCKS: usize = SEGMENT_SEQS as usize / BLOCK_SEQS;
const SPARE_BLOCKS: usize = 128;
const SPARE_SEGMENTS: usize = 4;

struct Block {
    live: u8,
    entries: [Entry; BLOCK_SEQS],
}

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
    blocks: [Option<Box<Block>>; BLOCKS],
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
            blocks: [const { None }; BLOCKS],
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
    pub(crate) fn first_available(&self, class: u8, start: usize) -> Option<u64> {
        let words = &self.available[usize::from(class)];
        let mut word = start / 64;
        let mut bits = words[word] & (u64::MAX << (start % 64));
        loop {
            if bits != 0 {
                let bit = word * 64 + bits.trailing_zeros() as usize;
                return Some(self.number * SEGMENT_SEQS + bit as u64);
            }
            word += 1;
            bits = *words.get(word)?;
        }
    }

    fn entry(&self, seq: u64) -> Option<&Entry> {
        let within = (seq % SEGMENT_SEQS) as usize;
        let block = self.blocks[within / BLOCK_SEQS].as_deref()?;
        let entry = &block.entries[within % BLOCK_SEQS];
        (entry.state != State::Free).then_some(entry)
    }

    fn entry_mut(&mut self, seq: u64) -> Option<&mut Entry> {
        let within = (seq % SEGMENT_SEQS) as usize;
        let block = self.blocks[within / BLOCK_SEQS].as_deref_mut()?;
        let entry = &mut block.entries[within % BLOCK_SEQS];
        (entry.state != State::Free).then_some(entry)
    }

    /// First arrival number in use that is not below `start` within the segment.
    fn first_live(&self, start: usize) -> Option<u64> {
        let mut within = start;
        while within < SEGMENT_SEQS as usize {
            match &self.blocks[within / BLOCK_SEQS] {
                None => within = (within / BLOCK_SEQS + 1) * BLOCK_SEQS,
                Some(block) if block.entries[within % BLOCK_SEQS].state == State::Free => {
                    within += 1;
                }
                Some(_) => return Some(self.number * SEGMENT_SEQS + within as u64),
            }
        }
        None
    }
}

/// All entries of a queue.
pub(crate) struct Store {
    segments: Vec<Option<Box<Segment>>>,
    free: Vec<u32>,
    by_number: BTreeMap<u64, u32>,
    /// The two segments last used: where puts arrive, and where gets take.
    recent: [(u64, u32); 2],
    #[expect(clippy::vec_box, reason = "boxes move between here and the segments")]
    spare_segments: Vec<Box<Segment>>,
    #[expect(clippy::vec_box, reason = "boxes move between here and the segments")]
    spare_blocks: Vec<Box<Block>>,
}

const NOWHERE: (u64, u32) = (u64::MAX, 0);

impl Store {
    pub(crate) fn new() -> Self {
        Self {
            segments: Vec::new(),
            free: Vec::new(),
            by_number: BTreeMap::new(),
            recent: [NOWHERE; 2],
            spare_segments: Vec::new(),
            spare_blocks: Vec::new(),
        }
    }

    /// Where the segment with this number is, if it exists.
    pub(crate) fn find(&self, number: u64) -> Option<u32> {
        if self.recent[0].0 == number {
            return Some(self.recent[0].1);
        }
        if self.recent[1].0 == number {
            return Some(self.recent[1].1);
        }
        self.by_number.get(&number).copied()
    }

    fn find_and_remember(&mut self, number: u64) -> Option<u32> {
        if self.recent[0].0 == number {
            return Some(self.recent[0].1);
        }
        if self.recent[1].0 == number {
            return Some(self.recent[1].1);
        }
        let index = self.by_number.get(&number).copied()?;
        self.recent = [(number, index), self.recent[0]];
        Some(index)
    }

    pub(crate) fn segment(&self, index: u32) -> &Segment {
        self.segments[index as usize]
            .as_deref()
            .expect("the order names only living segments")
    }

    pub(crate) fn segment_mut(&mut self, index: u32) -> &mut Segment {
        self.segments[index as usize]
            .as_deref_mut()
            .expect("the order names only living segments")
    }

    pub(crate) fn segment_of(&mut self, seq: u64) -> &mut Segment {
        let index = self
            .find_and_remember(seq / SEGMENT_SEQS)
            .expect("the message exists");
        self.segment_mut(index)
    }

    pub(crate) fn get(&self, seq: u64) -> Option<&Entry> {
        let index = self.find(seq / SEGMENT_SEQS)?;
        self.segments[index as usize].as_deref()?.entry(seq)
    }

    pub(crate) fn get_mut(&mut self, seq: u64) -> Option<&mut Entry> {
        let index = self.find_and_remember(seq / SEGMENT_SEQS)?;
        self.segments[index as usize].as_deref_mut()?.entry_mut(seq)
    }

    /// Makes the entry for `seq`, `Reserved`. It must not exist.
    pub(crate) fn create(&mut self, seq: u64) -> &mut Entry {
        let number = seq / SEGMENT_SEQS;
        let index = match self.find_and_remember(number) {
            Some(index) => index,
            None => self.add_segment(number),
        };
        let Self {
            segments,
            spare_blocks,
            ..
        } = self;
        let segment = segments[index as usize]
            .as_deref_mut()
            .expect("just found or added");
        segment.live += 1;
        let within = (seq % SEGMENT_SEQS) as usize;
        let block = segment.blocks[within / BLOCK_SEQS].get_or_insert_with(|| {
            spare_blocks.pop().unwrap_or_else(|| {
                Box::new(Block {
                    live: 0,
                    entries: std::array::from_fn(|_| Entry::default()),
                })
            })
        });
        block.live += 1;
        let entry = &mut block.entries[within % BLOCK_SEQS];
        assert!(entry.state == State::Free, "an arrival number is used once");
        entry.state = State::Reserved;
        entry
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
        self.recent = [(number, index), self.recent[0]];
        index
    }

    /// Takes an entry out. Answers with the entry, and with the segment's classes in the
    /// order sets if the segment went with it.
    pub(crate) fn remove(&mut self, seq: u64) -> (Entry, Option<u16>) {
        let number = seq / SEGMENT_SEQS;
        let index = self.find_and_remember(number).expect("the message exists");
        let Self {
            segments,
            spare_blocks,
            ..
        } = self;
        let segment = segments[index as usize]
            .as_deref_mut()
            .expect("the message exists");
        let within = (seq % SEGMENT_SEQS) as usize;
        let place = &mut segment.blocks[within / BLOCK_SEQS];
        let block = place.as_deref_mut().expect("the message exists");
        let entry = std::mem::take(&mut block.entries[within % BLOCK_SEQS]);
        assert!(
            entry.state != State::Free,
            "only what exists can be removed"
        );
        block.live -= 1;
        if block.live == 0
            && let Some(block) = place.take()
            && spare_blocks.len() < SPARE_BLOCKS
        {
            spare_blocks.push(block);
        }
        segment.live -= 1;
        let gone = segment.live == 0;
        (entry, gone.then(|| self.drop_segment(number, index)))
    }

    fn drop_segment(&mut self, number: u64, index: u32) -> u16 {
        let mut segment = self.segments[index as usize]
            .take()
            .expect("a segment is dropped once");
        self.free.push(index);
        self.by_number.remove(&number);
        for recent in &mut self.recent {
            if recent.0 == number {
                *recent = NOWHERE;
            }
        }
        let in_order = segment.in_order;
        debug_assert!(segment.log_only == 0 && segment.dirty == 0);
        segment.in_order = 0;
        segment.oldest_lsn = u64::MAX;
        if self.spare_segments.len() < SPARE_SEGMENTS {
            self.spare_segments.push(segment);
        }
        in_order
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

    /// Segments with a number not below `start`, in order.
    pub(crate) fn segments_from(&self, start: u64) -> impl Iterator<Item = &Segment> {
        self.by_number
            .range(start..)
            .map(|(_, &index)| self.segment(index))
    }
}
