//! What memory keeps of one message: as little as the order, the indexes and a restart need.

use crate::key::Key;
use crate::message::Id;
use crate::message::{FilePlace, Ids, Location, LogPlace, Message};
use crate::numbers::Seq;
use crate::selection::{GroupInfo, MessageView, Payload};
use ferromq_log::Lsn;
use ferromq_mqi::MsgDescriptor;
use std::sync::Arc;

/// Where a message is in its life. See the README for the transitions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum State {
    /// No message.
    #[default]
    Free,
    /// A place in the depth, no message yet.
    Reserved,
    /// A put that is not committed: invisible.
    Uncommitted,
    /// Anybody may see and take it.
    Available,
    /// Committed, but one handle browses it with a lock: only that handle sees it.
    Locked,
    /// Taken by a unit of work (or by the queue, as expired): invisible.
    Held,
}

/// Which id an index is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IdKind {
    Message,
    Correlation,
}

impl IdKind {
    pub(crate) fn of(self, entry: &Entry) -> &Id {
        match self {
            Self::Message => &entry.msg_id,
            Self::Correlation => &entry.correl_id,
        }
    }
}

impl State {
    /// By their numbers.
    pub(crate) const ALL: [Self; 6] = [
        Self::Free,
        Self::Reserved,
        Self::Uncommitted,
        Self::Available,
        Self::Locked,
        Self::Held,
    ];
}

/// Persistent message.
pub(crate) const PERSISTENT: u8 = 1;
/// There is a line about it in the table of marks.
pub(crate) const MARKED: u8 = 2;
/// Its slot in the index file is behind (backout count).
pub(crate) const DIRTY: u8 = 4;
/// Known to ask for no expiration report. A message read back from its slot may ask for one.
pub(crate) const NO_EXPIRY_REPORT: u8 = 8;
/// What memory has of it is shared with messages that have other identifiers: those of the entry are its own.
pub(crate) const SHARED: u8 = 16;
/// Its time is over, and nothing could be done for it: until that is tried again it is as one that does not expire.
pub(crate) const PUT_OFF: u8 = 32;
/// Its slot and its unit are in files that were given up: see `moving.rs`.
pub(crate) const LEFT: u8 = 64;

/// No expiry.
pub(crate) const NEVER_US: u64 = u64::MAX;
/// No unit in the data file.
pub(crate) const NO_UNIT: u32 = u32::MAX;
/// No slot in the index file.
pub(crate) const NO_SLOT: u32 = u32::MAX;

/// One message: two cache lines that a processor fetches as a pair. Those that rest on a disk are packed (`packed.rs`): 10
/// million of them must fit in 1 GB with their share of the indexes.
#[derive(Debug)]
#[repr(align(128))]
pub(crate) struct Entry {
    pub(crate) seq: u64,
    pub(crate) memory: Option<Arc<Message>>,
    pub(crate) group: Option<Box<GroupInfo>>,
    /// Unit of work when `Held`, handle when `Locked`.
    pub(crate) holder: u64,
    pub(crate) put_at_us: u64,
    pub(crate) expires_at_us: u64,
    /// Record in the log, 0 when the log copy is not needed any more or never was. After a
    /// crash a message may have a slot as well: then the slot is not known to be durable.
    pub(crate) log_lsn: u64,
    pub(crate) log_offset: u32,
    /// Bytes of descriptor and body, wherever they are.
    pub(crate) payload_len: u32,
    pub(crate) file_unit: u32,
    pub(crate) slot: u32,
    pub(crate) backout_count: u32,
    pub(crate) state: State,
    /// Order class 0..=9: the priority, or the queue's default priority if put as FIFO.
    pub(crate) class: u8,
    pub(crate) priority: u8,
    pub(crate) flags: u8,
    pub(crate) msg_id: Id,
    pub(crate) correl_id: Id,
}

const _: () = assert!(size_of::<Entry>() == 128, "an entry must stay compact");

impl Default for Entry {
    fn default() -> Self {
        Self {
            seq: 0,
            memory: None,
            group: None,
            holder: 0,
            put_at_us: 0,
            expires_at_us: NEVER_US,
            log_lsn: 0,
            log_offset: 0,
            payload_len: 0,
            file_unit: NO_UNIT,
            slot: NO_SLOT,
            backout_count: 0,
            state: State::Free,
            class: 0,
            priority: 0,
            flags: 0,
            msg_id: [0; 24],
            correl_id: [0; 24],
        }
    }
}

impl Entry {
    /// Its place in the order.
    pub(crate) fn key(&self) -> Key {
        Key {
            class: self.class,
            seq: self.seq,
        }
    }

    pub(crate) fn is_persistent(&self) -> bool {
        self.flags & PERSISTENT != 0
    }

    pub(crate) fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    /// Its time is over: nobody gets it any more.
    pub(crate) fn is_expired(&self, now_us: u64) -> bool {
        self.expires_at_us <= now_us && self.expires_at_us != NEVER_US && !self.has(PUT_OFF)
    }

    /// Bytes of its data.
    pub(crate) fn body_bytes(&self) -> u64 {
        u64::from(self.payload_len).saturating_sub(MsgDescriptor::SIZE as u64)
    }

    /// Committed: part of the queue whatever happens to the units of work now running.
    pub(crate) fn is_committed(&self) -> bool {
        matches!(self.state, State::Available | State::Locked | State::Held)
    }

    /// It has its durable copy in the files now, and the log is not needed for it.
    pub(crate) fn rest_in_file(&mut self, unit: u32, slot: u32) {
        self.file_unit = unit;
        self.slot = slot;
        self.log_lsn = 0;
        self.log_offset = 0;
    }

    /// The log holds the only copy that is known to outlive a crash.
    pub(crate) fn is_log_only(&self) -> bool {
        self.log_lsn != 0
    }

    pub(crate) fn log_place(&self) -> Option<LogPlace> {
        (self.log_lsn != 0).then(|| LogPlace {
            lsn: Lsn::new(self.log_lsn),
            offset: self.log_offset,
            len: self.payload_len,
        })
    }

    pub(crate) fn file_place(&self) -> Option<FilePlace> {
        (self.file_unit != NO_UNIT).then_some(FilePlace {
            unit: self.file_unit,
            len: self.payload_len,
        })
    }

    pub(crate) fn payload(&self) -> Payload {
        match &self.memory {
            Some(message) if self.has(SHARED) => Payload::Shared(Arc::clone(message), self.ids()),
            Some(message) => Payload::Memory(Arc::clone(message)),
            None => Payload::Stored(self.location()),
        }
    }

    /// What a writer writes: the message with its own identifiers.
    pub(crate) fn own_message(&self) -> Option<Arc<Message>> {
        let message = self.memory.as_ref()?;
        Some(match self.has(SHARED) {
            true => Arc::new(message.with_ids(&self.ids())),
            false => Arc::clone(message),
        })
    }

    fn ids(&self) -> Ids {
        Ids {
            msg_id: self.msg_id,
            correl_id: self.correl_id,
        }
    }

    pub(crate) fn location(&self) -> Location {
        Location {
            log: self.log_place(),
            file: self.file_place(),
        }
    }

    /// The token of a message: its arrival number, and eight bytes made of its identifiers, so that it differs from that of a message
    /// which is given the same number when this queue has lost its files, or what was not persistent, and has other identifiers: those
    /// the queue manager makes are never given again. It is the same after a restart,
    /// whether the message is found in the queue's files or in the log: programs that were killed go on with tokens they kept.
    pub(crate) fn token(&self) -> [u8; 16] {
        let words = self
            .msg_id
            .chunks_exact(8)
            .chain(self.correl_id.chunks_exact(8));
        let of_ids = words.fold(0, |of_ids: u64, word| {
            let word = word.try_into().map(u64::from_be_bytes).unwrap_or_default();
            of_ids.rotate_left(7) ^ word
        });
        let mut token = [0; 16];
        token[..8].copy_from_slice(&self.seq.to_be_bytes());
        token[8..].copy_from_slice(&of_ids.to_be_bytes());
        token
    }
}

/// Holder of messages the queue itself took out of sight because they expired.
pub(crate) const EXPIRED_HOLDER: u64 = u64::MAX;

/// What a filter sees of a message.
pub(crate) fn view(entry: &Entry) -> MessageView<'_> {
    MessageView {
        seq: Seq(entry.seq),
        msg_id: &entry.msg_id,
        correl_id: &entry.correl_id,
        priority: entry.priority,
        persistent: entry.is_persistent(),
        backout_count: entry.backout_count,
        message: entry.memory.as_ref(),
    }
}
