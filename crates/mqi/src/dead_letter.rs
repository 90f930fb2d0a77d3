//! The header of a message that could not be delivered (`MQDLH`), in one place for all that put messages aside.

use crate::generated::structs::DeadLetterHeader;
use crate::generated::structs::MsgDescriptor;
use crate::header::ByteOrder;
use crate::name::ObjectName;

/// A message that is put aside: why, and by whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PutAside {
    /// `Reason`: an `MQRC_*` or `MQFB_*`.
    pub reason: i32,
    /// The queue it was for, and its queue manager.
    pub to: (ObjectName, ObjectName),
    /// `PutApplType` of who puts it aside.
    pub appl_type: i32,
    /// `PutApplName` of the same.
    pub appl_name: [u8; 28],
    /// `PutDate` and `PutTime`, in UTC, with hundredths of seconds.
    pub put_at: ([u8; 8], [u8; 8]),
}

impl PutAside {
    /// The header, in the byte order of this machine, to stand in front of the data of a message with this descriptor.
    #[must_use]
    pub fn header(&self, descriptor: &MsgDescriptor) -> [u8; DeadLetterHeader::SIZE] {
        let header = DeadLetterHeader {
            reason: self.reason,
            dest_q_name: *self.to.0.bytes(),
            dest_q_mgr_name: *self.to.1.bytes(),
            encoding: descriptor.encoding,
            coded_char_set_id: descriptor.coded_char_set_id,
            format: descriptor.format,
            put_appl_type: self.appl_type,
            put_appl_name: self.appl_name,
            put_date: self.put_at.0,
            put_time: self.put_at.1,
            ..DeadLetterHeader::default()
        };
        let mut bytes = [0; DeadLetterHeader::SIZE];
        header.encode_into(&mut bytes, ByteOrder::NATIVE);
        bytes
    }

    /// `PutApplName` with this text, or as much of it as fits.
    #[must_use]
    pub fn appl_name(text: &str) -> [u8; 28] {
        *crate::name::FixedText::<28>::truncated(text).bytes()
    }
}
