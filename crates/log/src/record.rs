//! Records: eight bytes of header, then the body.

use crate::lsn::{Lsn, PAGE_HEADER_BYTES, PAYLOAD_BYTES};
use crate::page::{RECORD_ALIGN, u16_at, u32_at};

/// Longest body of a record: the longest message, its descriptor and properties, and room.
pub const BODY_BYTES_MAX: usize = 256 << 20;

/// Bytes before the body of a record.
pub(crate) const RECORD_HEADER_BYTES: usize = 8;

// A header that starts on a multiple of the alignment never crosses a page.
const _: () = assert!(
    RECORD_HEADER_BYTES == RECORD_ALIGN
        && PAGE_HEADER_BYTES.is_multiple_of(RECORD_ALIGN)
        && PAYLOAD_BYTES.is_multiple_of(RECORD_ALIGN)
);

/// Bytes a record takes, without the headers of the pages it lies in.
pub(crate) fn record_bytes(body_len: usize) -> u64 {
    (RECORD_HEADER_BYTES + body_len.next_multiple_of(RECORD_ALIGN)) as u64
}

/// A record as it comes back from the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record<'a> {
    /// Where it starts: what [`crate::Log::append`] answered. A body in pieces starts with its first one; the record is
    /// reported where it was joined.
    pub lsn: Lsn,
    /// Where it ends: durable once [`crate::Log::durable`] is not before this.
    pub end: Lsn,
    /// The kind it was appended with.
    pub kind: u8,
    /// The parts it was appended with, one after the other.
    pub body: &'a [u8],
}

/// What a record is to the log. The numbers are on disk, as its flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Its body is all of it.
    Whole = 0,
    /// Its body is a piece of another record's, or a list of pieces.
    Piece = 1,
    /// Its body says which pieces make up what it is reported with.
    Joins = 2,
}

/// What a record header says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RecordHeader {
    pub(crate) kind: u8,
    pub(crate) shape: Shape,
    pub(crate) body_len: usize,
}

impl RecordHeader {
    pub(crate) fn encode(self) -> [u8; RECORD_HEADER_BYTES] {
        assert!(
            self.body_len <= BODY_BYTES_MAX,
            "checked when the record was appended"
        );
        let mut bytes = [0; RECORD_HEADER_BYTES];
        bytes[..4].copy_from_slice(&(self.body_len as u32).to_le_bytes());
        bytes[4] = self.kind;
        bytes[5] = self.shape as u8;
        bytes
    }

    pub(crate) fn decode(bytes: &[u8]) -> Result<Self, &'static str> {
        let body_len = u32_at(bytes, 0) as usize;
        if body_len > BODY_BYTES_MAX {
            return Err("a record is longer than any can be");
        }
        let shape = match (bytes[5], u16_at(bytes, 6)) {
            (0, 0) => Shape::Whole,
            (1, 0) => Shape::Piece,
            (2, 0) => Shape::Joins,
            _ => return Err("a record has unknown flags"),
        };
        Ok(Self {
            kind: bytes[4],
            shape,
            body_len,
        })
    }
}
