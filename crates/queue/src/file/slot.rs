//! Slots of the index file, and its header.

use crate::entry::NEVER_US;
use crate::message::Id;
use crate::selection::GroupInfo;
use ferromq_base::checksum::{crc32c, crc32c_append};
use ferromq_mqi::MsgDescriptor;

/// Bytes of a slot.
pub(crate) const SLOT_BYTES: usize = 128;
/// Bytes of the header; slots begin behind it.
pub(crate) const HEADER_BYTES: usize = 4096;
/// No message is longer: 100 MiB of body and what qmgr may add to it.
pub(crate) const PAYLOAD_BYTES_MAX: u32 = 112 << 20;

const HEADER_MAGIC: &[u8; 8] = b"FMQQUEUE";
const HEADER_VERSION: u32 = 2;
const HEADER_CRC_OFFSET: usize = 28;
const CRC_OFFSET: usize = 4;

/// What a slot says about its message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slot {
    pub(crate) persistent: bool,
    pub(crate) class: u8,
    pub(crate) priority: u8,
    pub(crate) seq: u64,
    pub(crate) put_at_us: u64,
    pub(crate) expires_at_us: u64,
    pub(crate) msg_id: Id,
    pub(crate) correl_id: Id,
    pub(crate) unit: u32,
    pub(crate) payload_len: u32,
    pub(crate) backout_count: u32,
    pub(crate) group: Option<GroupInfo>,
}

/// Bytes of a slot without a message.
pub(crate) const FREE_SLOT: [u8; SLOT_BYTES] = [0; SLOT_BYTES];

impl Slot {
    /// The bytes of this slot at place `number`.
    pub(crate) fn encode(&self, number: u32) -> [u8; SLOT_BYTES] {
        let mut bytes = [0; SLOT_BYTES];
        bytes[0] = if self.persistent { 1 } else { 2 };
        bytes[1] = self.class;
        bytes[2] = self.priority;
        bytes[8..16].copy_from_slice(&self.seq.to_le_bytes());
        bytes[16..24].copy_from_slice(&self.put_at_us.to_le_bytes());
        bytes[24..32].copy_from_slice(&self.expires_at_us.to_le_bytes());
        bytes[32..56].copy_from_slice(&self.msg_id);
        bytes[56..80].copy_from_slice(&self.correl_id);
        bytes[80..84].copy_from_slice(&self.unit.to_le_bytes());
        bytes[84..88].copy_from_slice(&self.payload_len.to_le_bytes());
        bytes[88..92].copy_from_slice(&self.backout_count.to_le_bytes());
        if let Some(group) = &self.group {
            bytes[92..116].copy_from_slice(&group.group_id);
            bytes[116..120].copy_from_slice(&group.msg_seq_number.to_le_bytes());
            bytes[120..124].copy_from_slice(&group.offset.to_le_bytes());
            bytes[124..128].copy_from_slice(&group.flags.to_le_bytes());
        }
        seal(&mut bytes, number);
        bytes
    }

    /// Reads the slot at place `number`; `None` when it is free.
    ///
    /// # Errors
    /// The rule the bytes break.
    pub(crate) fn decode(
        bytes: &[u8; SLOT_BYTES],
        number: u32,
    ) -> Result<Option<Self>, &'static str> {
        if bytes[0] == 0 {
            let free = bytes == &FREE_SLOT;
            return if free {
                Ok(None)
            } else {
                Err("a free slot is all zeros")
            };
        }
        if le_u32(bytes, CRC_OFFSET) != checksum(bytes, number) {
            return Err("the checksum of a slot holds");
        }
        let slot = Self {
            persistent: bytes[0] == 1,
            class: bytes[1],
            priority: bytes[2],
            seq: le_u64(bytes, 8),
            put_at_us: le_u64(bytes, 16),
            expires_at_us: le_u64(bytes, 24),
            msg_id: id(bytes, 32),
            correl_id: id(bytes, 56),
            unit: le_u32(bytes, 80),
            payload_len: le_u32(bytes, 84),
            backout_count: le_u32(bytes, 88),
            group: group(bytes),
        };
        slot.check(bytes[0])?;
        Ok(Some(slot))
    }

    fn check(&self, state: u8) -> Result<(), &'static str> {
        if state > 2 {
            return Err("the state of a slot is 0, 1 or 2");
        }
        if self.class > 9 || self.priority > 9 {
            return Err("class and priority of a slot are 0 to 9");
        }
        let payload = MsgDescriptor::SIZE as u32..=PAYLOAD_BYTES_MAX;
        if !payload.contains(&self.payload_len) {
            return Err("a payload holds a descriptor and at most the longest body");
        }
        if self.seq == 0 || self.seq >= 1 << 62 || self.expires_at_us == 0 {
            return Err("arrival number and expiry of a slot are within their ranges");
        }
        if self.unit >= u32::MAX - super::space::units_for(self.payload_len) {
            return Err("the payload of a slot lies within the data file");
        }
        Ok(())
    }

    /// When it expires, if it does.
    pub(crate) fn expires_at_us(&self) -> Option<u64> {
        (self.expires_at_us != NEVER_US).then_some(self.expires_at_us)
    }
}

fn group(bytes: &[u8; SLOT_BYTES]) -> Option<GroupInfo> {
    if bytes[92..] == FREE_SLOT[92..] {
        return None;
    }
    Some(GroupInfo {
        group_id: id(bytes, 92),
        msg_seq_number: le_u32(bytes, 116) as i32,
        offset: le_u32(bytes, 120) as i32,
        flags: le_u32(bytes, 124) as i32,
        body_len: le_u32(bytes, 84).saturating_sub(MsgDescriptor::SIZE as u32),
    })
}

/// Gives a slot its checksum.
pub(crate) fn seal(bytes: &mut [u8; SLOT_BYTES], number: u32) {
    let crc = checksum(bytes, number);
    bytes[CRC_OFFSET..CRC_OFFSET + 4].copy_from_slice(&crc.to_le_bytes());
}

/// The checksum covers the place of the slot, so that a slot written to a wrong place shows.
fn checksum(bytes: &[u8; SLOT_BYTES], number: u32) -> u32 {
    let crc = crc32c_append(crc32c(&number.to_le_bytes()), &bytes[..CRC_OFFSET]);
    crc32c_append(crc, &bytes[CRC_OFFSET + 4..])
}

fn le_u32(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"))
}

fn le_u64(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"))
}

fn id(bytes: &[u8], at: usize) -> Id {
    bytes[at..at + 24].try_into().expect("twenty-four bytes")
}

/// What the header of the index says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    /// No message hardened so far has this arrival number or a greater one.
    pub(crate) next_seq: u64,
    /// The file has room for at least this many slots: one that is shorter has lost some.
    pub(crate) slots: u32,
}

impl Header {
    /// The first disk sector of the file; the rest of the page is zeros.
    pub(crate) fn encode(self) -> [u8; 512] {
        let mut bytes = [0; 512];
        bytes[..8].copy_from_slice(HEADER_MAGIC);
        bytes[8..12].copy_from_slice(&HEADER_VERSION.to_le_bytes());
        bytes[12..16].copy_from_slice(&(SLOT_BYTES as u32).to_le_bytes());
        bytes[16..24].copy_from_slice(&self.next_seq.to_le_bytes());
        bytes[24..28].copy_from_slice(&self.slots.to_le_bytes());
        let crc = crc32c(&bytes[..HEADER_CRC_OFFSET]);
        bytes[HEADER_CRC_OFFSET..HEADER_CRC_OFFSET + 4].copy_from_slice(&crc.to_le_bytes());
        bytes
    }

    /// # Errors
    /// The rule the bytes break.
    pub(crate) fn decode(bytes: &[u8; HEADER_BYTES]) -> Result<Self, &'static str> {
        if &bytes[..8] != HEADER_MAGIC {
            return Err("the index begins with its magic");
        }
        // Version 1 had its checksum where version 2 has the number of slots.
        let version = le_u32(bytes, 8);
        let crc_offset = match version {
            1 => 24,
            _ => HEADER_CRC_OFFSET,
        };
        if le_u32(bytes, crc_offset) != crc32c(&bytes[..crc_offset]) {
            return Err("the checksum of the header holds");
        }
        if !matches!(version, 1 | HEADER_VERSION) || le_u32(bytes, 12) != SLOT_BYTES as u32 {
            return Err("the version of the index is known");
        }
        let slots = match version {
            1 => 0,
            _ => le_u32(bytes, 24),
        };
        match le_u64(bytes, 16) {
            next_seq @ 1..0x4000_0000_0000_0000 => Ok(Self { next_seq, slots }),
            _ => Err("arrival numbers are within their range"),
        }
    }
}

/// Length of an index with so many slots.
pub(crate) fn index_bytes(slots: u32) -> u64 {
    HEADER_BYTES as u64 + u64::from(slots) * SLOT_BYTES as u64
}
