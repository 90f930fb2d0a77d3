//! Entries of messages whose bytes rest on a disk, packed: what a deep queue consists of.
//!
//! An entry has room for everything a message may be (128 bytes). Of a message that waits among a million others, with its
//! payload in a file or in the log, most of that is empty or the same as with its neighbours. So a chunk of the arena all of
//! whose messages rest is kept as rows of bytes: ids without the beginning all of them have in common, numbers and times as
//! distances from the smallest, and only those columns that one of them needs. Places stay what they are. A row can be read,
//! changed and taken out where it is; what few messages have (a holder, a backout count) stands beside the rows.

use crate::entry::{Entry, IdKind, State};
use crate::message::Id;
use crate::row::{Layout, is, set_free};

/// Entries are numbered below this.
pub(crate) const NUMBERS: u16 = 1024;
const WORDS: usize = NUMBERS as usize / 64;
/// What a message has that few have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Beside {
    holder: u64,
    backout_count: u32,
}

impl Beside {
    fn of(entry: &Entry) -> Self {
        Self {
            holder: entry.holder,
            backout_count: entry.backout_count,
        }
    }

    fn tell(self, entry: &mut Entry) {
        entry.holder = self.holder;
        entry.backout_count = self.backout_count;
    }
}

/// The entries of a chunk.
#[derive(Debug)]
pub(crate) struct Packed {
    layout: Layout,
    /// Entries that have a row, which may be free.
    present: [u64; WORDS],
    /// Rows in front of those of each word of `present`.
    before: [u16; WORDS],
    live: u16,
    rows: u16,
    /// Bytes of a row.
    stride: u16,
    /// What was settled since the chunk was packed: see [`Packed::count_settled`].
    settled: u16,
    bytes: Box<[u8]>,
    /// By entry, ascending.
    beside: Vec<(u16, Beside)>,
}

impl Packed {
    /// Packs entries given with their numbers in the chunk, ascending. `None` when one of them does not rest, or there is none.
    pub(crate) fn pack<'a>(
        entries: impl Iterator<Item = (u16, &'a Entry)> + Clone,
    ) -> Option<Box<Self>> {
        let layout = Layout::of(entries.clone().map(|(_, entry)| entry))?;
        let stride = layout.stride();
        let rows = entries.clone().count();
        let mut packed = Box::new(Self {
            layout,
            present: [0; WORDS],
            before: [0; WORDS],
            live: rows as u16,
            rows: rows as u16,
            stride: stride as u16,
            settled: 0,
            bytes: vec![0; rows * stride].into_boxed_slice(),
            beside: Vec::new(),
        });
        let Self { bytes, .. } = &mut *packed;
        for (row, (_, entry)) in bytes.chunks_exact_mut(stride).zip(entries.clone()) {
            layout.write(entry, row);
        }
        for (within, entry) in entries {
            packed.present[usize::from(within) / 64] |= 1 << (within % 64);
            packed.set_beside(within, entry);
        }
        let mut before = 0;
        for (word, rows) in packed.present.iter().zip(&mut packed.before) {
            *rows = before;
            before += word.count_ones() as u16;
        }
        Some(packed)
    }

    /// How many entries there are.
    pub(crate) fn live(&self) -> u16 {
        self.live
    }

    fn row(&self, within: u16) -> Option<std::ops::Range<usize>> {
        let (word, bit) = (usize::from(within) / 64, within % 64);
        let bits = self.present[word];
        if bits & (1 << bit) == 0 {
            return None;
        }
        let in_front = (bits & ((1 << bit) - 1)).count_ones() as usize;
        let start = (usize::from(self.before[word]) + in_front) * usize::from(self.stride);
        let row = start..start + usize::from(self.stride);
        (!is(&self.bytes[row.clone()], State::Free)).then_some(row)
    }

    /// Visits the ids of available messages, with their numbers in the chunk.
    pub(crate) fn for_each_id(&self, kind: IdKind, visit: &mut dyn FnMut(u16, &Id)) {
        let ids = self.layout.ids(kind);
        for (within, row) in self.live_rows() {
            if is(row, State::Available) {
                visit(within, &ids.of(row));
            }
        }
    }

    /// The rows of all entries, with their numbers.
    fn live_rows(&self) -> impl Iterator<Item = (u16, &[u8])> {
        let words = (0..).step_by(64).zip(&self.present);
        let numbers = words.flat_map(|(first, word)| {
            let bits = std::iter::successors(Some(*word), |bits| Some(bits & bits.wrapping_sub(1)));
            let set = bits.take_while(|bits| *bits != 0);
            set.map(move |bits| first + bits.trailing_zeros() as u16)
        });
        let rows = self.bytes.chunks_exact(usize::from(self.stride));
        numbers.zip(rows).filter(|(_, row)| !is(row, State::Free))
    }

    /// Where in memory an entry is; 0 when nowhere.
    pub(crate) fn address(&self, within: u16) -> usize {
        let row = self.row(within);
        row.map_or(0, |row| self.bytes[row].as_ptr() as usize)
    }

    /// The arrival number of the entry with this number in the chunk.
    #[cold]
    pub(crate) fn seq(&self, within: u16) -> Option<u64> {
        Some(self.layout.seq(&self.bytes[self.row(within)?]))
    }

    /// The entry with this number in the chunk.
    pub(crate) fn get(&self, within: u16) -> Option<Entry> {
        let mut entry = self.layout.read(&self.bytes[self.row(within)?]);
        if let Ok(at) = self.beside.binary_search_by_key(&within, |beside| beside.0) {
            self.beside[at].1.tell(&mut entry);
        }
        Some(entry)
    }

    fn set_beside(&mut self, within: u16, entry: &Entry) {
        let beside = Beside::of(entry);
        let plain = beside == Beside::default();
        let known = self.beside.binary_search_by_key(&within, |beside| beside.0);
        match (known, plain) {
            (Ok(at), true) => drop(self.beside.remove(at)),
            (Ok(at), false) => self.beside[at].1 = beside,
            (Err(_), true) => {}
            (Err(at), false) => self.beside.insert(at, (within, beside)),
        }
    }

    /// Puts an entry in the place of one that is there; false when there is no room for what it says.
    pub(crate) fn set(&mut self, within: u16, entry: &Entry) -> bool {
        let Some(row) = self.row(within).filter(|_| self.layout.holds(entry)) else {
            return false;
        };
        self.layout.write(entry, &mut self.bytes[row]);
        self.set_beside(within, entry);
        true
    }

    /// Takes an entry out. It is there.
    pub(crate) fn remove(&mut self, within: u16) {
        let row = self.row(within).expect("a live entry has a row");
        set_free(&mut self.bytes[row]);
        self.set_beside(within, &Entry::default());
        self.live -= 1;
    }

    /// Most rows are free: packing once more saves memory. Where all are taken out one by one that is done ten times at most, with
    /// half as many each time.
    pub(crate) fn is_loose(&self) -> bool {
        u32::from(self.live) * 2 < u32::from(self.rows)
    }

    /// The payload of an entry has come to rest elsewhere. True when that is so of as many as there are: then some columns may be
    /// empty.
    pub(crate) fn count_settled(&mut self) -> bool {
        self.settled = self.settled.saturating_add(1);
        self.settled >= self.live
    }

    /// All entries with their numbers.
    pub(crate) fn entries(&self) -> Vec<(u16, Entry)> {
        let mut entries: Vec<(u16, Entry)> = self
            .live_rows()
            .map(|(within, row)| (within, self.layout.read(row)))
            .collect();
        for (within, beside) in &self.beside {
            let known = entries.binary_search_by_key(within, |(within, _)| *within);
            if let Ok(at) = known {
                beside.tell(&mut entries[at].1);
            }
        }
        entries
    }

    /// The same, packed once more: with no more rows and columns than are needed, and with `changed` in place of what it says now.
    /// `None` when they cannot be packed any more.
    pub(crate) fn repack(&self, changed: Option<(u16, &Entry)>) -> Option<Box<Self>> {
        let entries = self.entries();
        let entries = entries.iter().map(|(within, entry)| match changed {
            Some((this, changed)) if this == *within => (this, changed),
            _ => (*within, entry),
        });
        Self::pack(entries)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::{DIRTY, MARKED, NO_SLOT, NO_UNIT, PERSISTENT};
    use crate::row::ID_BYTES;
    use ferromq_base::random::SplitMix64;

    /// What an entry says, to be compared.
    fn said(entry: &Entry) -> String {
        format!("{entry:?}")
    }

    /// Any entry that rests: few values of each field, so that some are the same for all of a chunk.
    fn any(random: &mut SplitMix64, seq: u64, kind: u64) -> Entry {
        let one_of = |random: &mut SplitMix64, count: u64| random.below(count) == 0;
        let mut entry = Entry {
            seq,
            put_at_us: 1_700_000_000_000_000 + random.below(1 << 32),
            payload_len: random.below(1 << 27) as u32,
            state: State::ALL[2 + random.below(4) as usize],
            class: random.below(10) as u8,
            priority: random.below(10) as u8,
            flags: [0, PERSISTENT, PERSISTENT | MARKED, DIRTY][random.below(4) as usize],
            ..Entry::default()
        };
        if kind & 1 != 0 && !one_of(random, 3) {
            entry.file_unit = random.below(u64::from(NO_UNIT)) as u32;
        }
        if kind & 2 != 0 && !one_of(random, 3) {
            entry.slot = random.below(u64::from(NO_SLOT)) as u32;
        }
        if kind & 4 != 0 && !one_of(random, 3) {
            entry.log_lsn = random.next_u64();
            entry.log_offset = random.next_u64() as u32;
        }
        if kind & 8 != 0 && !one_of(random, 3) {
            entry.expires_at_us = random.next_u64();
        }
        if one_of(random, 8) {
            entry.holder = random.next_u64();
        }
        if one_of(random, 8) {
            entry.backout_count = random.next_u64() as u32;
        }
        let own = (kind >> 4) as usize % (ID_BYTES + 1);
        for id in [&mut entry.msg_id, &mut entry.correl_id] {
            id[ID_BYTES - own..].fill_with(|| random.next_u64() as u8);
        }
        entry
    }

    #[test]
    fn packed_entries_say_what_they_said_whatever_is_changed_and_taken_out() {
        for seed in 0..400 {
            let random = &mut SplitMix64::new(seed);
            let kind = random.next_u64();
            let mut known: Vec<(u16, Entry)> = Vec::new();
            let spread = 4 + random.below(200);
            for within in 0..NUMBERS {
                if random.below(spread) == 0 && known.len() < 40 {
                    let seq = (1 << 40) + random.below(1 << 32);
                    known.push((within, any(random, seq, kind)));
                }
            }
            let pack = |known: &[(u16, Entry)]| {
                Packed::pack(known.iter().map(|(within, entry)| (*within, entry)))
            };
            let Some(mut packed) = pack(&known) else {
                assert!(known.is_empty());
                continue;
            };
            for _ in 0..100 {
                let Some(last) = known.len().checked_sub(1) else {
                    break;
                };
                let at = random.below(last as u64 + 1) as usize;
                let within = known[at].0;
                match random.below(3) {
                    0 => {
                        let gone = packed.get(within).expect("it is there");
                        packed.remove(within);
                        assert_eq!(said(&gone), said(&known.remove(at).1), "seed {seed}");
                    }
                    1 => {
                        let kind = random.next_u64();
                        let entry = any(random, known[at].1.seq, kind);
                        if !packed.set(within, &entry) {
                            let wider = packed.repack(Some((within, &entry)));
                            packed = wider.expect("all of them rest");
                            assert!(packed.set(within, &entry), "now there is room");
                        }
                        known[at].1 = entry;
                    }
                    _ if packed.live() > 0 => packed = packed.repack(None).expect("they rest"),
                    _ => {}
                }
                assert_eq!(usize::from(packed.live()), known.len());
                let now: Vec<_> = packed
                    .entries()
                    .iter()
                    .map(|(_, entry)| said(entry))
                    .collect();
                let then: Vec<_> = known.iter().map(|(_, entry)| said(entry)).collect();
                assert_eq!(now, then, "seed {seed}");
                for (within, entry) in &known {
                    assert_eq!(packed.seq(*within), Some(entry.seq));
                }
                for kind in [IdKind::Message, IdKind::Correlation] {
                    let mut now = Vec::new();
                    packed.for_each_id(kind, &mut |within, id| now.push((within, *id)));
                    let available = known
                        .iter()
                        .filter(|(_, entry)| entry.state == State::Available);
                    let then = available.map(|(within, entry)| (*within, *kind.of(entry)));
                    assert_eq!(now, then.collect::<Vec<_>>(), "seed {seed}");
                }
            }
        }
    }

    #[test]
    fn a_chunk_is_as_small_as_what_its_entries_differ_in() {
        let entries: Vec<Entry> = (0..16)
            .map(|number| {
                let mut entry = Entry {
                    seq: 1_000 + number,
                    state: State::Available,
                    file_unit: number as u32,
                    ..Entry::default()
                };
                entry.msg_id = *b"AMQ QM1     ............";
                entry.msg_id[20..].copy_from_slice(&(number as u32).to_be_bytes());
                entry.correl_id = *b"THE SAME FOR ALL OF THEM";
                entry
            })
            .collect();
        let packed = Packed::pack((0..).zip(&entries)).expect("all of them rest");
        assert_eq!(usize::from(packed.stride), 16 + 4 + 1);
    }

    #[test]
    fn what_is_in_memory_or_far_from_the_others_is_not_packed() {
        let rests = |seq| Entry {
            seq,
            state: State::Available,
            ..Entry::default()
        };
        let pack = |entries: &[Entry]| Packed::pack((0..).zip(entries)).is_some();
        assert!(pack(&[rests(5), rests(6)]));
        assert!(!pack(&[rests(5), rests(5 + (1 << 32))]));
        let later = Entry {
            put_at_us: 1 << 32,
            ..rests(6)
        };
        assert!(!pack(&[rests(5), later]));
        let reserved = Entry {
            state: State::Reserved,
            ..rests(6)
        };
        assert!(!pack(&[rests(5), reserved]));
        assert!(!pack(&[]));
    }
}
