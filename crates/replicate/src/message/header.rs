//! The header in front of each body.

use super::{Key, PACK_MAX, Problem};
use crate::reader::Reader;
use bytes::Bytes;
use ferromq_base::checksum::crc32c;

/// Bytes of the header.
pub const HEADER_BYTES: usize = 72;
/// Bytes of a body, at most: with its header what a queue takes at most.
pub const BODY_BYTES_MAX: usize = 104_857_600 - HEADER_BYTES;

const MARK: [u8; 4] = *b"FRQ1";
const FIRST: u8 = 1;
const LAST: u8 = 2;
const WHOLE_OLD_ROWS: u8 = 4;

/// What a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A transaction, or a part of one: [`super::Operations`].
    Transaction,
    /// Several transactions, each whole: [`Message::unpack`].
    Pack,
    /// The schema of a table: [`super::Schema`].
    Schema,
    /// A subscription began or ended: [`super::SubscriptionState`].
    Subscription,
    /// The source was told that a load is done: [`super::Ended`].
    LoadDone,
    /// An error at the source: [`super::Notice`].
    Error,
    /// The transaction of which parts came is given up.
    Abandon,
    /// Nothing happened; the sequence is the one that comes next.
    Heartbeat,
}

impl Kind {
    fn letter(self) -> u8 {
        match self {
            Self::Transaction => b'T',
            Self::Pack => b'P',
            Self::Schema => b'S',
            Self::Subscription => b'B',
            Self::LoadDone => b'L',
            Self::Error => b'X',
            Self::Abandon => b'A',
            Self::Heartbeat => b'H',
        }
    }

    fn of(letter: u8) -> Result<Self, Problem> {
        Ok(match letter {
            b'T' => Self::Transaction,
            b'P' => Self::Pack,
            b'S' => Self::Schema,
            b'B' => Self::Subscription,
            b'L' => Self::LoadDone,
            b'X' => Self::Error,
            b'A' => Self::Abandon,
            b'H' => Self::Heartbeat,
            other => return Err(Problem::Kind(other)),
        })
    }
}

/// What the header says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// What the message is.
    pub kind: Kind,
    /// The first of its transaction.
    pub is_first: bool,
    /// The last of its transaction.
    pub is_last: bool,
    /// Old rows are whole where they are there.
    pub has_whole_old_rows: bool,
    /// Map, epoch and sequence number.
    pub key: Key,
    /// Number of the last schema at or before this message; 0 before the first.
    pub schema_version: u32,
    /// Commit LSN of the source transaction it came to be by.
    pub commit_lsn: u64,
    /// End LSN of it.
    pub end_lsn: u64,
    /// When it was committed, microseconds since 2000-01-01 UTC; of a heartbeat, when that was put.
    pub commit_time_us: i64,
    /// Its xid.
    pub xid: u32,
    /// Which part of its transaction, from 0; of an abandoned one, how many came; of a pack, how many it has.
    pub chunk: u32,
    /// How many operations the body has.
    pub operations: u32,
}

/// A message as it lies on a queue, checked but for what is in its body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// What its header says.
    pub header: Header,
    /// What follows it.
    pub body: Bytes,
}

impl Message {
    /// Reads a message. The body shares the buffer.
    ///
    /// # Errors
    /// Why it is refused: not one of these, of another version, changed on the way, or against the rules of the header.
    pub fn decode(bytes: &Bytes) -> Result<Self, Problem> {
        let mut reader = Reader::new(bytes);
        if reader.take(4, "header")? != MARK {
            return Err(Problem::Foreign);
        }
        let kind = reader.u8("header")?;
        let flags = reader.u8("header")?;
        let len = reader.u16("header")?;
        if usize::from(len) != HEADER_BYTES {
            return Err(Problem::HeaderLength(len));
        }
        let kind = Kind::of(kind)?;
        let map = reader.u32("header")?;
        let schema_version = reader.u32("header")?;
        let epoch = reader.u64("header")?;
        let sequence = reader.u64("header")?;
        let header = Header {
            kind,
            is_first: flags & FIRST != 0,
            is_last: flags & LAST != 0,
            has_whole_old_rows: flags & WHOLE_OLD_ROWS != 0,
            key: Key {
                map,
                epoch,
                sequence,
            },
            schema_version,
            commit_lsn: reader.u64("header")?,
            end_lsn: reader.u64("header")?,
            commit_time_us: reader.i64("header")?,
            xid: reader.u32("header")?,
            chunk: reader.u32("header")?,
            operations: reader.u32("header")?,
        };
        let checksum = reader.u32("header")?;
        header.check(flags)?;
        let body = bytes.slice(HEADER_BYTES..);
        if body.len() > BODY_BYTES_MAX {
            return Err(crate::reader::Broken::TooLong("body").into());
        }
        if crc32c(&body) != checksum {
            return Err(Problem::Checksum);
        }
        Ok(Self { header, body })
    }
}

impl Header {
    /// The message: this header, with the checksum of `body`, and the body.
    ///
    /// # Errors
    /// If the body is longer than [`BODY_BYTES_MAX`], or the header is against the rules.
    pub fn encode(&self, body: &[u8]) -> Result<Bytes, Problem> {
        if body.len() > BODY_BYTES_MAX {
            return Err(crate::reader::Broken::TooLong("body").into());
        }
        let flags = self.flags();
        self.check(flags)?;
        let mut out = Vec::with_capacity(HEADER_BYTES + body.len());
        out.extend_from_slice(&MARK);
        out.push(self.kind.letter());
        out.push(flags);
        out.extend_from_slice(&(HEADER_BYTES as u16).to_be_bytes());
        out.extend_from_slice(&self.key.map.to_be_bytes());
        out.extend_from_slice(&self.schema_version.to_be_bytes());
        out.extend_from_slice(&self.key.epoch.to_be_bytes());
        out.extend_from_slice(&self.key.sequence.to_be_bytes());
        out.extend_from_slice(&self.commit_lsn.to_be_bytes());
        out.extend_from_slice(&self.end_lsn.to_be_bytes());
        out.extend_from_slice(&self.commit_time_us.to_be_bytes());
        out.extend_from_slice(&self.xid.to_be_bytes());
        out.extend_from_slice(&self.chunk.to_be_bytes());
        out.extend_from_slice(&self.operations.to_be_bytes());
        out.extend_from_slice(&crc32c(body).to_be_bytes());
        out.extend_from_slice(body);
        Ok(out.into())
    }

    fn flags(&self) -> u8 {
        let flag = |is_set, flag| if is_set { flag } else { 0 };
        flag(self.is_first, FIRST)
            | flag(self.is_last, LAST)
            | flag(self.has_whole_old_rows, WHOLE_OLD_ROWS)
    }

    fn check(&self, flags: u8) -> Result<(), Problem> {
        let Key {
            map,
            epoch,
            sequence,
        } = self.key;
        // The target's database keeps sequence numbers in signed eight bytes.
        if map == 0 || epoch == 0 || sequence == 0 || sequence > i64::MAX as u64 {
            return Err(Problem::Numbers);
        }
        if self.kind == Kind::Transaction {
            if flags & !(FIRST | LAST | WHOLE_OLD_ROWS) != 0 || self.is_first != (self.chunk == 0) {
                return Err(Problem::Flags(flags));
            }
            return Ok(());
        }
        if flags != 0 {
            return Err(Problem::Flags(flags));
        }
        if self.kind == Kind::Pack {
            let last = sequence.saturating_add(u64::from(self.chunk));
            if !(2..=PACK_MAX).contains(&self.chunk) || last > i64::MAX as u64 {
                return Err(Problem::Value("number of transactions", self.chunk));
            }
            return Ok(());
        }
        if self.operations != 0 {
            return Err(Problem::Count);
        }
        if self.chunk != 0 && self.kind != Kind::Abandon {
            return Err(Problem::Value("chunk", self.chunk));
        }
        Ok(())
    }
}
