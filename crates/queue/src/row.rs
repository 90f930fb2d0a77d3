//! A packed entry: a row of bytes. What is the same for all entries of a chunk, or missing, is left out.
//!
//! | bytes of a row | what |
//! | --- | --- |
//! | 4, 4 | arrival number, time of put, from the smallest in the chunk |
//! | 4 | length of the payload |
//! | 4 | state, class, priority, flags |
//! | 0 or 4, 0 or 4 | unit in the data file, slot in the index file |
//! | 0 or 12 | record in the log, offset in it |
//! | 0 or 8 | expiry |
//! | 0 to 24, 0 to 24 | message id, correlation id, behind what is the same for all |
//!
//! This is about 32 bytes where ids are counted up, and 72 where both are random.

use crate::entry::{Entry, IdKind, NEVER_US, NO_SLOT, NO_UNIT, State};
use crate::message::Id;
use std::ops::Range;

pub(crate) const ID_BYTES: usize = 24;

/// The columns not every chunk has.
const UNIT: u8 = 1;
const SLOT: u8 = 2;
const LOG: u8 = 4;
const EXPIRY: u8 = 8;

const STATE_AT: usize = 12;
const FIXED_BYTES: usize = 16;

/// How rows are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    columns: u8,
    first_seq: u64,
    first_put_us: u64,
    /// What message ids begin with, and for how many bytes that is so.
    msg_id: (Id, u8),
    correl_id: (Id, u8),
}

/// Whether memory has nothing of a message but its entry.
fn rests(entry: &Entry) -> bool {
    entry.memory.is_none() && entry.group.is_none() && entry.state != State::Reserved
}

fn common_bytes(one: &Id, other: &Id) -> usize {
    let same = one.iter().zip(other).take_while(|(a, b)| a == b);
    same.count()
}

fn columns_of(entry: &Entry) -> u8 {
    let has = |there: bool, column: u8| if there { column } else { 0 };
    has(entry.file_unit != NO_UNIT, UNIT)
        | has(entry.slot != NO_SLOT, SLOT)
        | has(entry.log_lsn != 0 || entry.log_offset != 0, LOG)
        | has(entry.expires_at_us != NEVER_US, EXPIRY)
}

impl Layout {
    /// One that holds all of these; `None` when there is none, or one of them does not rest.
    pub(crate) fn of<'a>(mut entries: impl Iterator<Item = &'a Entry>) -> Option<Self> {
        let first = entries.next().filter(|first| rests(first))?;
        let mut layout = Self {
            columns: columns_of(first),
            first_seq: first.seq,
            first_put_us: first.put_at_us,
            msg_id: (first.msg_id, ID_BYTES as u8),
            correl_id: (first.correl_id, ID_BYTES as u8),
        };
        let (mut last_seq, mut last_put_us) = (first.seq, first.put_at_us);
        for entry in entries {
            if !rests(entry) {
                return None;
            }
            layout.columns |= columns_of(entry);
            layout.first_seq = layout.first_seq.min(entry.seq);
            layout.first_put_us = layout.first_put_us.min(entry.put_at_us);
            last_seq = last_seq.max(entry.seq);
            last_put_us = last_put_us.max(entry.put_at_us);
            for (common, id) in [
                (&mut layout.msg_id, &entry.msg_id),
                (&mut layout.correl_id, &entry.correl_id),
            ] {
                common.1 = common.1.min(common_bytes(&common.0, id) as u8);
            }
        }
        let near = |first: u64, last: u64| u32::try_from(last - first).is_ok();
        (near(layout.first_seq, last_seq) && near(layout.first_put_us, last_put_us))
            .then_some(layout)
    }

    pub(crate) fn holds(&self, entry: &Entry) -> bool {
        let near = |first: u64, this: u64| {
            let distance = this.checked_sub(first);
            distance.is_some_and(|distance| u32::try_from(distance).is_ok())
        };
        rests(entry)
            && columns_of(entry) & !self.columns == 0
            && near(self.first_seq, entry.seq)
            && near(self.first_put_us, entry.put_at_us)
            && common_bytes(&self.msg_id.0, &entry.msg_id) >= usize::from(self.msg_id.1)
            && common_bytes(&self.correl_id.0, &entry.correl_id) >= usize::from(self.correl_id.1)
    }

    fn has(&self, column: u8) -> bool {
        self.columns & column != 0
    }

    pub(crate) fn stride(&self) -> usize {
        let column = |column: u8, bytes: usize| if self.has(column) { bytes } else { 0 };
        let ids = 2 * ID_BYTES - usize::from(self.msg_id.1) - usize::from(self.correl_id.1);
        FIXED_BYTES + column(UNIT, 4) + column(SLOT, 4) + column(LOG, 12) + column(EXPIRY, 8) + ids
    }

    /// The arrival number in a row.
    pub(crate) fn seq(&self, row: &[u8]) -> u64 {
        self.first_seq + u64::from(Row(row).u32())
    }

    /// Where rows have one kind of id.
    pub(crate) fn ids(&self, kind: IdKind) -> Ids<'_> {
        let own = |common: &(Id, u8)| ID_BYTES - usize::from(common.1);
        let stride = self.stride();
        let behind = own(&self.correl_id);
        let (common, end) = match kind {
            IdKind::Message => (&self.msg_id, stride - behind),
            IdKind::Correlation => (&self.correl_id, stride),
        };
        Ids {
            common,
            own: end - own(common)..end,
        }
    }

    pub(crate) fn write(&self, entry: &Entry, row: &mut [u8]) {
        let mut rest = row;
        let mut put = |bytes: &[u8]| {
            let (here, behind) = std::mem::take(&mut rest).split_at_mut(bytes.len());
            here.copy_from_slice(bytes);
            rest = behind;
        };
        put(&((entry.seq - self.first_seq) as u32).to_le_bytes());
        put(&((entry.put_at_us - self.first_put_us) as u32).to_le_bytes());
        put(&entry.payload_len.to_le_bytes());
        put(&[entry.state as u8, entry.class, entry.priority, entry.flags]);
        if self.has(UNIT) {
            put(&entry.file_unit.to_le_bytes());
        }
        if self.has(SLOT) {
            put(&entry.slot.to_le_bytes());
        }
        if self.has(LOG) {
            put(&entry.log_lsn.to_le_bytes());
            put(&entry.log_offset.to_le_bytes());
        }
        if self.has(EXPIRY) {
            put(&entry.expires_at_us.to_le_bytes());
        }
        put(&entry.msg_id[usize::from(self.msg_id.1)..]);
        put(&entry.correl_id[usize::from(self.correl_id.1)..]);
    }

    pub(crate) fn read(&self, row: &[u8]) -> Entry {
        let mut row = Row(row);
        let seq = self.first_seq + u64::from(row.u32());
        let put_at_us = self.first_put_us + u64::from(row.u32());
        let payload_len = row.u32();
        let [state, class, priority, flags] = row.take();
        let mut entry = Entry {
            seq,
            put_at_us,
            payload_len,
            state: State::ALL[usize::from(state)],
            class,
            priority,
            flags,
            ..Entry::default()
        };
        if self.has(UNIT) {
            entry.file_unit = row.u32();
        }
        if self.has(SLOT) {
            entry.slot = row.u32();
        }
        if self.has(LOG) {
            entry.log_lsn = row.u64();
            entry.log_offset = row.u32();
        }
        if self.has(EXPIRY) {
            entry.expires_at_us = row.u64();
        }
        entry.msg_id = row.id(&self.msg_id);
        entry.correl_id = row.id(&self.correl_id);
        entry
    }
}

/// What is left of a row.
struct Row<'a>(&'a [u8]);

impl Row<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let (here, behind) = self.0.split_first_chunk().expect("rows have their columns");
        self.0 = behind;
        *here
    }

    fn u32(&mut self) -> u32 {
        u32::from_le_bytes(self.take())
    }

    fn u64(&mut self) -> u64 {
        u64::from_le_bytes(self.take())
    }

    fn id(&mut self, (common, common_bytes): &(Id, u8)) -> Id {
        let mut id = *common;
        let own = &mut id[usize::from(*common_bytes)..];
        let (here, behind) = self.0.split_at(own.len());
        own.copy_from_slice(here);
        self.0 = behind;
        id
    }
}

/// One kind of id in rows.
pub(crate) struct Ids<'a> {
    common: &'a (Id, u8),
    own: Range<usize>,
}

impl Ids<'_> {
    /// The id in a row.
    #[inline]
    pub(crate) fn of(&self, row: &[u8]) -> Id {
        let (common, common_bytes) = self.common;
        match row[..self.own.end].last_chunk() {
            // Always as many bytes, of which the first are not those of the id: that is quicker than a few.
            Some(bytes) => join(common, bytes, *common_bytes),
            None => Row(&row[self.own.clone()]).id(self.common),
        }
    }
}

/// Whether a row is of an entry in this state.
pub(crate) fn is(row: &[u8], state: State) -> bool {
    row[STATE_AT] == state as u8
}

/// Marks a row as one without an entry.
pub(crate) fn set_free(row: &mut [u8]) {
    row[STATE_AT] = State::Free as u8;
}

/// The first bytes of one id and the others of another.
#[inline]
fn join(first: &Id, then: &Id, first_bytes: u8) -> Id {
    let mut joined = [0; ID_BYTES];
    let words = first.as_chunks().0.iter().zip(then.as_chunks().0);
    let words = words.zip(joined.as_chunks_mut().0);
    for (before, ((first, then), word)) in (0..).step_by(8).zip(words) {
        let bytes = usize::from(first_bytes).saturating_sub(before).min(8);
        let mask = u64::MAX.checked_shl(8 * bytes as u32).unwrap_or(0);
        let then = u64::from_le_bytes(*then) & mask;
        *word = (u64::from_le_bytes(*first) & !mask | then).to_le_bytes();
    }
    joined
}
