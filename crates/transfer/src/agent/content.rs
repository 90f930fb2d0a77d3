//! Content of files in chunks, so that two ends find out what both have. See "By content" in `docs/formats/file-transfer.md`.
//!
//! A chunk ends where what is in front of its end says so, not where it lies in the file: what is put in or taken out moves what follows, and the
//! chunks there stay what they are.

use super::layout::Fields;
use std::collections::HashMap;

/// Chunks of the shortest files are about two to the power of this long, those of the longest to the other one, and longer ones in between.
const BITS_MIN: u32 = 14;
const BITS_MAX: u32 = 21;
/// So many chunks a file has, about, before they are to be longer.
const CHUNKS_AIM: u64 = 32_768;
/// What is told of a file, at most: what follows is as if it was not there.
pub(crate) const CHUNKS_MAX: usize = 65_536;
/// Chunks in a message.
pub(crate) const PART_CHUNKS_MAX: usize = 8_192;
/// A file that is shorter is sent: asking takes longer.
pub(crate) const COMPARED_BYTES_MIN: u64 = 32 << 10;
/// Bytes in front of an end that have a say in it.
const GEAR_BYTES: usize = 64;
/// First number of the generator the gear table comes from.
const GEAR_SEED: u64 = 0x4665_7272_6F4D_5121;

/// What is there already takes so much less of a window than what is sent.
pub(crate) const HELD_SHARE: u64 = 16;

/// The first half of the BLAKE3 of a chunk.
pub(crate) type ShortHash = [u8; 16];
/// The BLAKE3 of a chunk.
pub(crate) type Hash = [u8; 32];

/// The hash of a chunk.
pub(crate) fn hash(chunk: &[u8]) -> Hash {
    *blake3::hash(chunk).as_bytes()
}

/// A number for each byte, by SplitMix64: the same at both ends, for ever.
static GEAR: [u64; 256] = gear();

const fn gear() -> [u64; 256] {
    let mut table = [0; 256];
    let mut state = GEAR_SEED;
    let mut at = 0;
    while at < table.len() {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        table[at] = mixed ^ (mixed >> 31);
        at += 1;
    }
    table
}

/// Says where chunks end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cutter {
    bits: u32,
}

impl Cutter {
    /// For a file of that length.
    pub(crate) fn for_length(length: u64) -> Self {
        let mut bits = BITS_MIN;
        while bits < BITS_MAX && length >> bits > CHUNKS_AIM {
            bits += 1;
        }
        Self { bits }
    }

    /// One whose chunks are about two to the power of `bits` long.
    fn of(bits: u8) -> Option<Self> {
        let bits = u32::from(bits);
        (BITS_MIN..=BITS_MAX)
            .contains(&bits)
            .then_some(Self { bits })
    }

    /// The longest chunk.
    pub(crate) fn most(self) -> usize {
        4 << self.bits
    }

    /// Length of the chunk that begins here. `bytes` is as long as the longest, or goes to the end of the file.
    pub(crate) fn cut(self, bytes: &[u8]) -> usize {
        let least = 1_usize << (self.bits - 2);
        let bytes = &bytes[..bytes.len().min(self.most())];
        let mask = !(u64::MAX >> self.bits);
        let mut rolled = 0_u64;
        let first = least - GEAR_BYTES;
        for (at, byte) in bytes.iter().enumerate().skip(first) {
            rolled = (rolled << 1).wrapping_add(GEAR[usize::from(*byte)]);
            if at >= least && rolled & mask == 0 {
                return at + 1;
            }
        }
        bytes.len()
    }
}

/// Chunks of a file at the destination, one behind the other; a part of what it says of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HeldPart {
    pub(crate) cutter: Cutter,
    /// There are no more parts.
    pub(crate) is_last: bool,
    /// Which of its files.
    pub(crate) base: u8,
    /// Where the first chunk begins.
    pub(crate) start: u64,
    pub(crate) chunks: Vec<(u32, ShortHash)>,
}

const LAST: u8 = 1;

impl HeldPart {
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(16 + 20 * self.chunks.len());
        // At most 21.
        bytes.push(u8::try_from(self.cutter.bits).unwrap_or_default());
        bytes.push(if self.is_last { LAST } else { 0 });
        bytes.push(self.base);
        bytes.extend_from_slice(&self.start.to_le_bytes());
        for (length, hash) in &self.chunks {
            bytes.extend_from_slice(&length.to_le_bytes());
            bytes.extend_from_slice(hash);
        }
        bytes
    }

    pub(crate) fn decode(bytes: &[u8]) -> Option<Self> {
        let mut fields = Fields::new(bytes);
        let cutter = Cutter::of(fields.u8()?)?;
        let (flags, base, start) = (fields.u8()?, fields.u8()?, fields.u64()?);
        let mut chunks = Vec::new();
        while !fields.is_empty() {
            let length = fields.u32()?;
            if chunks.len() == PART_CHUNKS_MAX || length as usize > cutter.most() {
                return None;
            }
            chunks.push((length, *fields.take(16)?.first_chunk()?));
        }
        Some(Self {
            cutter,
            is_last: flags & LAST != 0,
            base,
            start,
            chunks,
        })
    }
}

/// Where a chunk is at the destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HeldAt {
    /// Which of its files.
    pub(crate) base: u8,
    pub(crate) offset: u64,
    length: u32,
}

/// What a destination has of a file, as far as it has told.
#[derive(Debug)]
pub(crate) struct Held {
    pub(crate) cutter: Cutter,
    /// It has told all.
    pub(crate) is_known: bool,
    chunks: HashMap<ShortHash, HeldAt>,
}

impl Held {
    pub(crate) fn new() -> Self {
        Self {
            cutter: Cutter { bits: BITS_MIN },
            is_known: false,
            chunks: HashMap::new(),
        }
    }

    /// There is nothing to look up.
    pub(crate) fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    /// The destination has told of some.
    pub(crate) fn add(&mut self, part: &HeldPart) {
        self.cutter = part.cutter;
        self.is_known |= part.is_last;
        let mut offset = part.start;
        for (length, hash) in &part.chunks {
            if self.chunks.len() == CHUNKS_MAX {
                break;
            }
            let at = HeldAt {
                base: part.base,
                offset,
                length: *length,
            };
            self.chunks.entry(*hash).or_insert(at);
            offset = offset.saturating_add(u64::from(*length));
        }
    }

    /// Where a chunk of that hash and length is.
    pub(crate) fn find(&self, hash: &Hash, length: usize) -> Option<HeldAt> {
        let short = hash.first_chunk::<16>()?;
        let found = self.chunks.get(short)?;
        (found.length as usize == length).then_some(*found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferromq_base::random::SplitMix64;

    fn data(len: usize, seed: u64) -> Vec<u8> {
        let mut bytes = vec![0; len];
        SplitMix64::new(seed).fill(&mut bytes);
        bytes
    }

    fn chunks(cutter: Cutter, mut bytes: &[u8]) -> Vec<&[u8]> {
        let mut found = Vec::new();
        while !bytes.is_empty() {
            let (chunk, rest) = bytes.split_at(cutter.cut(bytes));
            found.push(chunk);
            bytes = rest;
        }
        found
    }

    #[test]
    fn what_is_put_in_leaves_the_chunks_behind_it_as_they_were() {
        let old = data(3_000_000, 1);
        let mut new = old.clone();
        new.splice(700_000..700_000, *b"seven more bytes than seven");
        new.drain(2_000_000..2_000_100);
        let cutter = Cutter::for_length(old.len() as u64);
        let (old, new) = (chunks(cutter, &old), chunks(cutter, &new));
        assert!(old.len() > 100, "{} chunks", old.len());
        let others = new.iter().filter(|chunk| !old.contains(chunk)).count();
        assert!(
            (2..8).contains(&others),
            "{others} of {} are new",
            new.len()
        );
    }

    #[test]
    fn chunks_are_neither_too_short_nor_too_long_whatever_is_in_them() {
        let cutter = Cutter::for_length(0);
        for bytes in [vec![0; 1_000_000], vec![7; 65_536], data(1_000_000, 3)] {
            let chunks = chunks(cutter, &bytes);
            let (_, all_but_last) = chunks.split_last().expect("some");
            for chunk in all_but_last {
                assert!(chunk.len() > 4_096 && chunk.len() <= cutter.most());
            }
        }
        assert_eq!(cutter.cut(b""), 0);
        assert_eq!(cutter.cut(b"short"), 5);
        // A terabyte is told in bounds.
        assert_eq!(Cutter::for_length(1 << 40).most(), 8 << 20);
    }

    /// Both ends have to cut alike in all versions: these are for ever.
    #[test]
    fn chunks_end_where_they_always_did() {
        let data = data(200_000, 42);
        let lengths: Vec<_> = chunks(Cutter::for_length(0), &data)
            .iter()
            .map(|chunk| chunk.len())
            .collect();
        assert_eq!(lengths, LENGTHS);
    }

    const LENGTHS: &[usize] = &[
        9_553, 65_478, 6_987, 11_290, 8_168, 6_303, 4_857, 17_442, 40_301, 6_597, 23_024,
    ];

    #[test]
    fn a_chunk_is_found_where_it_was_told_and_not_beyond_what_is_kept() {
        let mut held = Held::new();
        let bytes = data(20_000, 5);
        let full = hash(&bytes);
        let short = *full.first_chunk().expect("long");
        let part = HeldPart {
            cutter: Cutter::for_length(0),
            is_last: false,
            base: 1,
            start: 100,
            chunks: vec![(50, [0; 16]), (20_000, short)],
        };
        assert_eq!(HeldPart::decode(&part.encode()), Some(part.clone()));
        held.add(&part);
        assert!(!held.is_known);
        let found = held.find(&full, 20_000).expect("found");
        assert_eq!((found.base, found.offset), (1, 150));
        assert_eq!(held.find(&full, 19_999), None);
        for n in 0..CHUNKS_MAX as u64 * 2 {
            let mut chunk = [1; 16];
            chunk[..8].copy_from_slice(&n.to_le_bytes());
            held.add(&HeldPart {
                is_last: true,
                chunks: vec![(1, chunk)],
                ..part.clone()
            });
        }
        assert!(held.is_known && held.chunks.len() == CHUNKS_MAX);
    }
}
