//! What the queue manager writes to the recovery log: record kinds and their bytes.
//!
//! The byte tables are in `docs/formats/log-records.md`. Integers are little-endian. Kind
//! numbers are frozen: a retired number is never used again.

pub(crate) mod authority;
mod puts;

pub use puts::PutCopy;
pub(crate) use puts::{COPY_BYTES_MAX, CopyToPut, encode as encode_puts, identity, read_copy};

use crate::record::authority::AuthorityRecord;
use bytes::Bytes;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::xa::Xid;
use std::fmt;

/// A unit of work's number: unique for the life of the queue manager.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UowId(pub u64);

impl UowId {
    /// A record that is its own unit of work: real as soon as it is durable.
    pub const IMPLICIT: Self = Self(0);
}

/// A queue's number: unique for the life of the queue manager, so that a queue deleted and
/// defined again under its old name is another queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct QueueId(pub u64);

/// The kinds of log records. The numbers are on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum RecordKind {
    /// A persistent message was put.
    Put = 1,
    /// A persistent message was removed from its queue.
    Remove = 2,
    /// A unit of work is committed.
    Commit = 3,
    /// A unit of work is backed out; its earlier records count for nothing.
    BackOut = 4,
    /// A message's backout count changed.
    BackoutCount = 5,
    /// A unit of work is prepared and waits for its coordinator.
    Prepare = 6,
    /// An object has this definition from now on.
    Object = 7,
    /// An object is gone.
    ObjectDeleted = 8,
    /// Every message of a queue up to a sequence number is gone. Read, and not written any more.
    Purged = 9,
    /// A media image of a queue begins.
    ImageBegin = 10,
    /// One message of a media image.
    ImageMessage = 11,
    /// A media image is complete.
    ImageEnd = 12,
    /// A checkpoint was taken. For people who read the log; restart does not need it.
    Checkpoint = 13,
    /// The queue manager started. For people who read the log.
    Started = 14,
    /// An operator ended a prepared unit of work.
    Decided = 15,
    /// An authority record is like this from now on, or gone.
    Authority = 16,
    /// The coordinator knows what an operator decided.
    Forgotten = 17,
    /// Persistent messages were put together, all in one unit of work.
    Puts = 18,
    /// The messages of a queue in some ranges of sequence numbers are gone.
    PurgedRanges = 19,
}

impl RecordKind {
    /// Every kind, in the order of the numbers.
    pub const ALL: [Self; 19] = [
        Self::Put,
        Self::Remove,
        Self::Commit,
        Self::BackOut,
        Self::BackoutCount,
        Self::Prepare,
        Self::Object,
        Self::ObjectDeleted,
        Self::Purged,
        Self::ImageBegin,
        Self::ImageMessage,
        Self::ImageEnd,
        Self::Checkpoint,
        Self::Started,
        Self::Decided,
        Self::Authority,
        Self::Forgotten,
        Self::Puts,
        Self::PurgedRanges,
    ];

    /// The kind with a number.
    #[must_use]
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| *kind as u8 == number)
    }
}

/// A record whose bytes do not make sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MalformedRecord {
    /// Kind number as read.
    pub kind: u8,
    /// Bytes in the record.
    pub len: usize,
}

impl fmt::Display for MalformedRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "log record of kind {} with {} bytes is malformed",
            self.kind, self.len
        )
    }
}

impl std::error::Error for MalformedRecord {}

/// The fixed part of a put or image record; the descriptor and the body follow it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PutHead {
    /// Unit of work it belongs to.
    pub uow: UowId,
    /// Queue it was put to.
    pub queue: QueueId,
    /// Its arrival number there.
    pub seq: u64,
    /// When it expires, microseconds since the epoch; 0 means never.
    pub expires_at_us: u64,
    /// Times it was backed out (image records; 0 in put records).
    pub backout_count: u32,
    /// Its priority.
    pub priority: u8,
    /// Class it is ordered by: the priority, or what a queue delivering first in, first out
    /// gave it. Settled when it was put, whatever the queue's attributes are at a restart.
    pub class: u8,
}

/// Bytes of [`PutHead`].
pub const PUT_HEAD_BYTES: usize = 40;
/// Bytes of a descriptor in a record: version 2, little-endian.
pub const DESCRIPTOR_BYTES: usize = 364;

/// Ranges a record of a clear may have.
pub const PURGED_RANGES_MAX: usize = 256;

/// A decoded record.
#[derive(Debug)]
pub enum Record<'a> {
    /// See [`RecordKind::Put`].
    Put(PutHead, Box<MsgDescriptor>, &'a [u8]),
    /// See [`RecordKind::Puts`]. One copy at least.
    Puts(Vec<PutCopy<'a>>),
    /// See [`RecordKind::Remove`].
    Remove {
        /// Unit of work it belongs to.
        uow: UowId,
        /// Queue.
        queue: QueueId,
        /// Arrival number of the message.
        seq: u64,
    },
    /// See [`RecordKind::Commit`].
    Commit(UowId),
    /// See [`RecordKind::BackOut`].
    BackOut(UowId),
    /// See [`RecordKind::BackoutCount`].
    BackoutCount {
        /// Queue.
        queue: QueueId,
        /// Arrival number of the message.
        seq: u64,
        /// The count from now on.
        count: u32,
    },
    /// See [`RecordKind::Prepare`].
    Prepare {
        /// Unit of work.
        uow: UowId,
        /// The coordinator's name of it.
        xid: Box<Xid>,
        /// Who began it; `None` in records of earlier builds.
        user: Option<&'a str>,
    },
    /// See [`RecordKind::Object`].
    Object {
        /// The queue's number, 0 for other objects.
        queue: QueueId,
        /// The encoded definition.
        definition: &'a [u8],
    },
    /// See [`RecordKind::ObjectDeleted`].
    ObjectDeleted {
        /// The queue's number, 0 for other objects.
        queue: QueueId,
        /// The encoded definition as it was.
        definition: &'a [u8],
    },
    /// See [`RecordKind::PurgedRanges`], and [`RecordKind::Purged`], which is one range from 0.
    Purged {
        /// Queue.
        queue: QueueId,
        /// First and last arrival number of each range, in ascending order.
        ranges: Vec<(u64, u64)>,
    },
    /// See [`RecordKind::ImageBegin`].
    ImageBegin {
        /// Queue.
        queue: QueueId,
        /// The log from here on must be replayed over the image.
        replay_from_lsn: u64,
    },
    /// See [`RecordKind::ImageMessage`].
    ImageMessage(PutHead, Box<MsgDescriptor>, &'a [u8]),
    /// See [`RecordKind::ImageEnd`].
    ImageEnd {
        /// Queue.
        queue: QueueId,
        /// Where the image began.
        begin_lsn: u64,
    },
    /// See [`RecordKind::Checkpoint`].
    Checkpoint {
        /// The recovery position it set.
        recovery_lsn: u64,
    },
    /// See [`RecordKind::Started`].
    Started {
        /// When, microseconds since the epoch.
        at_us: u64,
    },
    /// See [`RecordKind::Authority`].
    Authority {
        /// The record.
        record: AuthorityRecord,
        /// It is not there from now on.
        gone: bool,
    },
    /// See [`RecordKind::Decided`].
    Decided {
        /// Unit of work.
        uow: UowId,
        /// Committed, not backed out.
        committed: bool,
        /// The coordinator's name of it.
        xid: Box<Xid>,
        /// Who began it; `None` in records of earlier builds.
        user: Option<&'a str>,
    },
    /// See [`RecordKind::Forgotten`].
    Forgotten {
        /// The coordinator's name of it.
        xid: Box<Xid>,
    },
}

impl PutHead {
    /// The bytes of the head.
    #[must_use]
    pub fn encode(&self) -> [u8; PUT_HEAD_BYTES] {
        let mut bytes = [0_u8; PUT_HEAD_BYTES];
        bytes[0..8].copy_from_slice(&self.uow.0.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.queue.0.to_le_bytes());
        bytes[16..24].copy_from_slice(&self.seq.to_le_bytes());
        bytes[24..32].copy_from_slice(&self.expires_at_us.to_le_bytes());
        bytes[32..36].copy_from_slice(&self.backout_count.to_le_bytes());
        bytes[36] = self.priority;
        bytes[37] = self.class;
        bytes
    }

    /// Reads a head.
    #[must_use]
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        let mut reader = Reader(bytes);
        let mut head = Self {
            uow: UowId(reader.u64()?),
            queue: QueueId(reader.u64()?),
            seq: reader.u64()?,
            expires_at_us: reader.u64()?,
            backout_count: reader.u32()?,
            priority: 0,
            class: 0,
        };
        [head.priority, head.class, ..] = reader.u32()?.to_le_bytes();
        (head.priority <= 9 && head.class <= 9).then_some(head)
    }
}

/// Descriptor bytes as records hold them.
#[must_use]
pub fn descriptor_bytes(descriptor: &MsgDescriptor) -> [u8; DESCRIPTOR_BYTES] {
    let mut bytes = [0_u8; DESCRIPTOR_BYTES];
    descriptor.encode_le_into(&mut bytes);
    bytes
}

/// Splits what [`crate`] reads back from the log for one message: descriptor, then body.
#[must_use]
pub fn split_message(stored: &Bytes) -> Option<(MsgDescriptor, Bytes)> {
    let descriptor = MsgDescriptor::decode_le(stored.get(..DESCRIPTOR_BYTES)?).ok()?;
    Some((descriptor, stored.slice(DESCRIPTOR_BYTES..)))
}

/// The bytes of a record made of numbers only, or of numbers and a tail.
#[must_use]
pub fn numbers(values: &[u64]) -> Vec<u8> {
    values
        .iter()
        .flat_map(|value| value.to_le_bytes())
        .collect()
}

/// A branch name with the user who began the branch, as records of kind Prepare and Decided end.
#[must_use]
pub fn branch_bytes(xid: &Xid, user: Option<&str>) -> Vec<u8> {
    let mut bytes = xid.encode();
    // No user database has a name of 4 GiB. One that had would have its user's branches be nobody's.
    if let Some((user, len)) = user.and_then(|user| Some((user, u32::try_from(user.len()).ok()?))) {
        bytes.extend_from_slice(&len.to_le_bytes());
        bytes.extend_from_slice(user.as_bytes());
    }
    bytes
}

impl<'a> Record<'a> {
    /// Reads a record.
    ///
    /// # Errors
    /// [`MalformedRecord`] when the kind is unknown or the bytes do not fit it.
    pub fn decode(kind: u8, body: &'a [u8]) -> Result<Self, MalformedRecord> {
        RecordKind::from_number(kind)
            .and_then(|known| Self::decode_known(known, body))
            .ok_or(MalformedRecord {
                kind,
                len: body.len(),
            })
    }

    // tidy: one arm per kind of record
    fn decode_known(kind: RecordKind, body: &'a [u8]) -> Option<Self> {
        let mut reader = Reader(body);
        Some(match kind {
            RecordKind::Put | RecordKind::ImageMessage => {
                let head = PutHead::decode(body)?;
                let rest = body.get(PUT_HEAD_BYTES..)?;
                let descriptor = MsgDescriptor::decode_le(rest.get(..DESCRIPTOR_BYTES)?).ok()?;
                let (descriptor, data) = (Box::new(descriptor), &rest[DESCRIPTOR_BYTES..]);
                if kind == RecordKind::Put {
                    Self::Put(head, descriptor, data)
                } else {
                    Self::ImageMessage(head, descriptor, data)
                }
            }
            RecordKind::Puts => Self::Puts(puts::decode(body)?),
            RecordKind::Remove => Self::Remove {
                uow: UowId(reader.u64()?),
                queue: QueueId(reader.u64()?),
                seq: reader.u64()?,
            },
            RecordKind::Commit => Self::Commit(UowId(reader.u64()?)),
            RecordKind::BackOut => Self::BackOut(UowId(reader.u64()?)),
            RecordKind::BackoutCount => Self::BackoutCount {
                queue: QueueId(reader.u64()?),
                seq: reader.u64()?,
                count: u32::try_from(reader.u64()?).ok()?,
            },
            RecordKind::Prepare => Self::Prepare {
                uow: UowId(reader.u64()?),
                xid: reader.xid()?,
                user: reader.user()?,
            },
            RecordKind::Object => Self::Object {
                queue: QueueId(reader.u64()?),
                definition: reader.0,
            },
            RecordKind::ObjectDeleted => Self::ObjectDeleted {
                queue: QueueId(reader.u64()?),
                definition: reader.0,
            },
            RecordKind::Purged => Self::Purged {
                queue: QueueId(reader.u64()?),
                ranges: vec![(0, reader.u64()?)],
            },
            RecordKind::PurgedRanges => Self::Purged {
                queue: QueueId(reader.u64()?),
                ranges: reader.ranges()?,
            },
            RecordKind::ImageBegin => Self::ImageBegin {
                queue: QueueId(reader.u64()?),
                replay_from_lsn: reader.u64()?,
            },
            RecordKind::ImageEnd => Self::ImageEnd {
                queue: QueueId(reader.u64()?),
                begin_lsn: reader.u64()?,
            },
            RecordKind::Checkpoint => Self::Checkpoint {
                recovery_lsn: reader.u64()?,
            },
            RecordKind::Started => Self::Started {
                at_us: reader.u64()?,
            },
            RecordKind::Authority => {
                let (record, gone) = AuthorityRecord::decode(reader.0)?;
                Self::Authority { record, gone }
            }
            RecordKind::Decided => Self::Decided {
                uow: UowId(reader.u64()?),
                committed: match reader.u64()? {
                    0 => false,
                    1 => true,
                    _ => return None,
                },
                xid: reader.xid()?,
                user: reader.user()?,
            },
            RecordKind::Forgotten => Self::Forgotten { xid: reader.xid()? },
        })
    }
}

/// Takes little-endian integers off the front of a slice.
pub(crate) struct Reader<'a>(pub(crate) &'a [u8]);

impl<'a> Reader<'a> {
    pub(crate) fn take(&mut self, len: usize) -> Option<&'a [u8]> {
        let (head, tail) = self.0.split_at_checked(len)?;
        self.0 = tail;
        Some(head)
    }

    pub(crate) fn u64(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.take(8)?.try_into().ok()?))
    }

    fn xid(&mut self) -> Option<Box<Xid>> {
        let (xid, rest) = Xid::decode(self.0)?;
        self.0 = rest;
        Some(Box::new(xid))
    }

    /// The user behind a branch name: `Some(None)` where the record ends before.
    fn user(&mut self) -> Option<Option<&'a str>> {
        if self.0.is_empty() {
            return Some(None);
        }
        let len = usize::try_from(self.u32()?).ok()?;
        let user = std::str::from_utf8(self.take(len)?).ok()?;
        Some(Some(user))
    }

    /// Ranges of a clear.
    fn ranges(&mut self) -> Option<Vec<(u64, u64)>> {
        let count = usize::try_from(self.u64()?).ok()?;
        if !(1..=PURGED_RANGES_MAX).contains(&count) {
            return None;
        }
        let mut ranges: Vec<(u64, u64)> = Vec::with_capacity(count);
        for _ in 0..count {
            let (first, last) = (self.u64()?, self.u64()?);
            let behind = ranges.last().is_none_or(|(_, before)| *before < first);
            if !behind || last < first {
                return None;
            }
            ranges.push((first, last));
        }
        Some(ranges)
    }

    pub(crate) fn u32(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(self.take(4)?.try_into().ok()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn put_records_round_trip() {
        let head = PutHead {
            uow: UowId(7),
            queue: QueueId(3),
            seq: 99,
            expires_at_us: 1,
            backout_count: 2,
            priority: 9,
            class: 4,
        };
        let descriptor = MsgDescriptor {
            msg_id: [5; 24],
            priority: 4,
            ..MsgDescriptor::default()
        };
        let mut bytes = head.encode().to_vec();
        bytes.extend_from_slice(&descriptor_bytes(&descriptor));
        bytes.extend_from_slice(b"hello");
        match Record::decode(RecordKind::Put as u8, &bytes) {
            Ok(Record::Put(back, md, body)) => {
                assert_eq!((back, md.msg_id, body), (head, [5; 24], &b"hello"[..]));
            }
            other => panic!("not a put record: {other:?}"),
        }
    }

    #[test]
    fn whose_a_branch_is_is_read_where_it_was_written() {
        let xid = Xid::new(1, b"global", b"branch").expect("a name");
        let read = |bytes: &[u8]| {
            let bytes = [&numbers(&[7]), bytes].concat();
            match Record::decode(RecordKind::Prepare as u8, &bytes) {
                Ok(Record::Prepare { user, .. }) => Some(user.map(str::to_owned)),
                Ok(other) => panic!("not a promise: {other:?}"),
                Err(_) => None,
            }
        };
        assert_eq!(read(&branch_bytes(&xid, None)), Some(None));
        let whole = branch_bytes(&xid, Some("joe"));
        assert_eq!(read(&whole), Some(Some("joe".to_owned())));
        for cut in xid.encode().len() + 1..whole.len() {
            assert_eq!(read(&whole[..cut]), None, "{cut}");
        }
    }

    #[test]
    fn a_clear_is_read_as_it_was_written_by_this_build_and_by_earlier_ones() {
        let ranges = |kind: RecordKind, values: &[u64]| {
            let bytes = numbers(values);
            match Record::decode(kind as u8, &bytes) {
                Ok(Record::Purged { queue, ranges }) => Some((queue.0, ranges)),
                Ok(other) => panic!("not a clear: {other:?}"),
                Err(_) => None,
            }
        };
        let earlier = ranges(RecordKind::Purged, &[3, 40]);
        assert_eq!(earlier, Some((3, vec![(0, 40)])));
        let now = ranges(RecordKind::PurgedRanges, &[3, 2, 1, 9, 11, 11]);
        assert_eq!(now, Some((3, vec![(1, 9), (11, 11)])));
    }

    #[test]
    fn ranges_of_a_clear_that_make_no_sense_are_malformed() {
        let decoded = |values: &[u64]| {
            let bytes = numbers(values);
            Record::decode(RecordKind::PurgedRanges as u8, &bytes).is_ok()
        };
        assert!(decoded(&[3, 1, 5, 5]));
        assert!(!decoded(&[3, 0]));
        assert!(!decoded(&[3, 2, 5, 5]));
        assert!(!decoded(&[3, 1, 6, 5]));
        assert!(!decoded(&[3, 2, 5, 7, 7, 9]));
        let too_many = PURGED_RANGES_MAX as u64 + 1;
        let pairs = (0..too_many).flat_map(|at| [2 * at, 2 * at]);
        let values: Vec<u64> = [3, too_many].into_iter().chain(pairs).collect();
        assert!(!decoded(&values));
    }

    #[test]
    fn short_records_of_every_kind_are_malformed_and_never_panic() {
        for kind in 0..=255_u8 {
            for len in 0..PUT_HEAD_BYTES + DESCRIPTOR_BYTES {
                let bytes = vec![0xFF_u8; len];
                if let Err(error) = Record::decode(kind, &bytes) {
                    assert_eq!(error, MalformedRecord { kind, len });
                }
            }
        }
    }
}
