//! Long bodies in pieces: how the record that joins them says where they are (`docs/formats/log-extent.md`).
//!
//! Pieces are records others' records may come between. Nobody sees them: what is reported, and read back, is the body they
//! are joined to. The position of such a record is that of its first piece, so that whoever keeps the log from there keeps all
//! of it, and whoever reads from behind it finds nothing of it.

use crate::lsn::PAYLOAD_BYTES;
use crate::page::{u32_at, u64_at};
use crate::record::{BODY_BYTES_MAX, RECORD_HEADER_BYTES, record_bytes};

/// Longest piece: with its header it fills 32 pages.
const PIECE_BYTES_MAX: usize = 32 * PAYLOAD_BYTES - RECORD_HEADER_BYTES;
/// Longest body that is written whole.
const WHOLE_BYTES_MAX: usize = 256 << 10;
/// Bytes before the positions in the record that joins the pieces.
const HEAD_BYTES: usize = 32;
/// Positions in a list.
const LISTED_MAX: usize = 512;

/// How a log with buffers of some size cuts bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cut {
    /// Longest body of a record that is written whole.
    pub(crate) whole_max: usize,
    /// Longest piece.
    pub(crate) piece: usize,
}

impl Cut {
    /// For buffers with room for so many data pages at least.
    pub(crate) fn of(data_pages: usize) -> Self {
        let fits = data_pages * PAYLOAD_BYTES - record_bytes(0) as usize;
        Self {
            whole_max: fits.min(WHOLE_BYTES_MAX),
            piece: fits.min(PIECE_BYTES_MAX),
        }
    }

    /// Data pages a record begins at most, wherever it starts: what there is in a page begun before it does not need.
    pub(crate) fn pages_of(body_len: usize) -> u64 {
        record_bytes(body_len).div_ceil(PAYLOAD_BYTES as u64)
    }

    /// Positions in a list, so that a list and the record that joins the pieces fit into a buffer.
    pub(crate) fn listed_max(self) -> usize {
        LISTED_MAX.min(self.whole_max / 4 / 8)
    }

    /// Longest front the record that joins pieces has.
    pub(crate) fn front_max(self) -> usize {
        self.whole_max / 2
    }

    /// Data pages the pieces of so many bytes take at most, their lists and the record that joins them behind such a front.
    pub(crate) fn pages(self, front: usize, staged: usize) -> u64 {
        let pages = Self::pages_of;
        let whole = (staged / self.piece) as u64;
        let rest = staged % self.piece;
        let last = if rest > 0 { pages(rest) } else { 0 };
        let lists = (staged.div_ceil(self.piece) / self.listed_max()) as u64;
        let list = HEAD_BYTES + self.listed_max() * 8;
        whole * pages(self.piece) + last + lists * pages(list) + pages(list + front)
    }
}

/// Where the pieces of a body are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pieces {
    /// Bytes in them.
    pub(crate) total: usize,
    /// Bytes in each but the last.
    pub(crate) piece: usize,
    /// Position of the last list, 0 without one.
    pub(crate) list: u64,
    /// Positions that are in no list yet; those in lists come before them.
    pub(crate) positions: Vec<u64>,
    /// The first of all.
    pub(crate) first: u64,
}

impl Pieces {
    pub(crate) fn new(total: usize, piece: usize) -> Self {
        Self {
            total,
            piece,
            list: 0,
            positions: Vec::new(),
            first: 0,
        }
    }

    /// The next piece lies there.
    pub(crate) fn add(&mut self, position: u64) {
        if self.first == 0 {
            self.first = position;
        }
        self.positions.push(position);
    }

    /// The body of a list of those that are in none yet.
    pub(crate) fn list_body(&self) -> Vec<u8> {
        let mut body = self.list.to_le_bytes().to_vec();
        for position in &self.positions {
            body.extend_from_slice(&position.to_le_bytes());
        }
        body
    }

    /// That list lies there.
    pub(crate) fn listed(&mut self, position: u64) {
        self.list = position;
        self.positions.clear();
    }

    /// The bytes before the front in the record that joins them.
    pub(crate) fn encode(&self, front_len: usize) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEAD_BYTES + self.positions.len() * 8);
        bytes.extend_from_slice(&self.first.to_le_bytes());
        bytes.extend_from_slice(&self.list.to_le_bytes());
        bytes.extend_from_slice(&(self.total as u32).to_le_bytes());
        bytes.extend_from_slice(&(self.piece as u32).to_le_bytes());
        bytes.extend_from_slice(&(front_len as u32).to_le_bytes());
        bytes.extend_from_slice(&(self.positions.len() as u32).to_le_bytes());
        for position in &self.positions {
            bytes.extend_from_slice(&position.to_le_bytes());
        }
        bytes
    }

    fn count(&self) -> usize {
        self.total.div_ceil(self.piece)
    }
}

/// A record that joins pieces, as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Joined {
    pub(crate) pieces: Pieces,
    /// Where in its body the front begins, and how long that is.
    pub(crate) front_at: usize,
    pub(crate) front_len: usize,
}

impl Joined {
    /// Reads the body of such a record.
    ///
    /// # Errors
    /// The rule that does not hold.
    pub(crate) fn decode(body: &[u8]) -> Result<Self, &'static str> {
        if body.len() < HEAD_BYTES {
            return Err("a record that joins pieces is too short");
        }
        let number = |at: usize| u32_at(body, at) as usize;
        let (total, piece, front_len, count) = (number(16), number(20), number(24), number(28));
        let (first, list) = (u64_at(body, 0), u64_at(body, 8));
        let bounded = total <= BODY_BYTES_MAX && front_len <= BODY_BYTES_MAX - total;
        if !bounded || total == 0 || piece == 0 || piece > total.max(PIECE_BYTES_MAX) {
            return Err("the lengths in a record that joins pieces are out of range");
        }
        let front_at = HEAD_BYTES + count * 8;
        if count > total.div_ceil(piece) || body.len() != front_at + front_len {
            return Err("a record that joins pieces has another length than it says");
        }
        let positions: Vec<u64> = body[HEAD_BYTES..front_at]
            .chunks_exact(8)
            .map(|bytes| u64_at(bytes, 0))
            .collect();
        let pieces = Pieces {
            total,
            piece,
            list,
            positions,
            first,
        };
        Ok(Self {
            pieces,
            front_at,
            front_len,
        })
    }

    /// Bytes of the whole body.
    pub(crate) fn body_len(&self) -> usize {
        self.front_len + self.pieces.total
    }

    /// Takes the positions out of the lists. `read` answers the body of the record at a position.
    ///
    /// # Errors
    /// The rule that does not hold, or what reading answered.
    pub(crate) fn resolve<E: From<&'static str>>(
        mut self,
        mut read: impl FnMut(u64) -> Result<Vec<u8>, E>,
    ) -> Result<Self, E> {
        let count = self.pieces.count();
        let mut before = Vec::new();
        let mut known = self.pieces.positions.len();
        while self.pieces.list != 0 {
            let list = read(self.pieces.list)?;
            let next = list.get(..8).map(|bytes| u64_at(bytes, 0));
            // Each list lies before the one that names it, and names some: so this ends.
            let next = next.filter(|next| *next < self.pieces.list && list.len() > 8);
            self.pieces.list = next.ok_or("a list of pieces makes no sense")?;
            known += list.len() / 8 - 1;
            if known > count {
                return Err("a body has more pieces than it says".into());
            }
            before.push(list);
        }
        let listed = before
            .iter()
            .rev()
            .flat_map(|list| list[8..].chunks_exact(8));
        let mut all: Vec<u64> = listed.map(|bytes| u64_at(bytes, 0)).collect();
        all.append(&mut self.pieces.positions);
        let in_order = all.is_sorted_by(|one, next| one < next);
        if all.len() != count || !in_order || all.first() != Some(&self.pieces.first) {
            return Err("the pieces of a body are not those it says".into());
        }
        self.pieces.positions = all;
        Ok(self)
    }
}

/// A part of a body: where it is read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// The record; `None` for the one that joins the pieces.
    pub(crate) piece: Option<u64>,
    /// Where in that record's body.
    pub(crate) offset: usize,
    pub(crate) len: usize,
}

impl Joined {
    /// The part of the body that begins at `offset` and lies in one record, of at most `len` bytes. Of one that is resolved,
    /// and inside the body.
    pub(crate) fn part(&self, offset: usize, len: usize) -> Part {
        if offset < self.front_len {
            return Part {
                piece: None,
                offset: self.front_at + offset,
                len: len.min(self.front_len - offset),
            };
        }
        let (number, within) = (
            (offset - self.front_len) / self.pieces.piece,
            (offset - self.front_len) % self.pieces.piece,
        );
        Part {
            piece: Some(self.pieces.positions[number]),
            offset: within,
            len: len.min(self.pieces.piece - within),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Cut, Joined, Pieces};
    use ferromq_base::random::SplitMix64;

    #[test]
    fn a_joining_record_has_the_bytes_of_its_format_document() {
        let mut pieces = Pieces::new(300_000, 131_072);
        pieces.add(4128);
        pieces.listed(9000);
        pieces.add(5000);
        pieces.add(6000);
        let mut body = pieces.encode(3);
        body.extend_from_slice(b"abc");
        let number = |at: usize| u64::from_le_bytes(body[at..at + 8].try_into().expect("eight"));
        assert_eq!((number(0), number(8)), (4128, 9000));
        assert_eq!(body[16..20], 300_000_u32.to_le_bytes());
        assert_eq!(body[20..24], 131_072_u32.to_le_bytes());
        assert_eq!((body[24], body[28]), (3, 2));
        assert_eq!((number(32), number(40)), (5000, 6000));
        let joined = Joined::decode(&body).expect("as written");
        assert_eq!((joined.front_at, joined.body_len()), (48, 300_003));
        let resolved = joined.resolve(|at| {
            assert_eq!(at, 9000);
            Ok::<_, &str>([0_u64, 4128].iter().flat_map(|n| n.to_le_bytes()).collect())
        });
        assert_eq!(
            resolved.expect("whole").pieces.positions,
            [4128, 5000, 6000]
        );
    }

    #[test]
    fn changed_records_are_refused_or_make_sense() {
        let mut random = SplitMix64::new(3);
        for _ in 0..20_000 {
            let mut pieces = Pieces::new(1 + random.below(5000) as usize, 1000);
            for number in 0..pieces.total.div_ceil(1000) as u64 {
                pieces.add(1 + number);
            }
            let front = random.below(20) as usize;
            let mut body = pieces.encode(front);
            body.resize(body.len() + front, 9);
            for _ in 0..random.below(3) {
                let at = random.below(body.len() as u64) as usize;
                body[at] = random.below(256) as u8;
            }
            let Ok(joined) = Joined::decode(&body) else {
                continue;
            };
            let Ok(joined) = joined.resolve(|_| Ok::<_, &str>(vec![0; 16])) else {
                continue;
            };
            let (mut offset, end) = (0, joined.body_len());
            while offset < end {
                offset += joined.part(offset, end - offset).len;
            }
            assert_eq!(offset, end);
        }
    }

    #[test]
    fn whatever_is_cut_fits_into_a_buffer() {
        for data_pages in 2..200 {
            let cut = Cut::of(data_pages);
            let room = data_pages * 4064;
            let joining = 8 + super::HEAD_BYTES + 8 * cut.listed_max() + cut.front_max();
            assert!(cut.piece <= cut.whole_max && cut.whole_max + 8 <= room && joining <= room);
            assert!(cut.listed_max() > 0);
        }
    }
}
