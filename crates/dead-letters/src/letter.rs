//! A message of a dead-letter queue, and the message that is made of it.

use bytes::Bytes;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::generated::constants::MQDLH_VERSION_1;
use ferromq_mqi::generated::structs::DeadLetterHeader;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::name::ObjectName;

/// A message without a dead-letter header in front.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoDeadLetter;

/// Descriptor and header of a dead letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadLetter {
    /// The descriptor the message has on the dead-letter queue.
    pub descriptor: MsgDescriptor,
    /// The header in front of its data.
    pub header: DeadLetterHeader,
}

/// A message where it is to be put.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Queue.
    pub q_name: ObjectName,
    /// Queue manager; blank for this one.
    pub q_mgr_name: ObjectName,
    /// Descriptor. Its context is that of the dead letter, to be passed on.
    pub descriptor: MsgDescriptor,
    /// Data.
    pub body: Bytes,
}

impl DeadLetter {
    /// Reads a message of a dead-letter queue, of which the beginning of the data is enough: 172 bytes.
    ///
    /// # Errors
    /// When it has no dead-letter header.
    pub fn read(descriptor: &MsgDescriptor, data: &[u8]) -> Result<Self, NoDeadLetter> {
        if descriptor.format != *b"MQDEAD  " {
            return Err(NoDeadLetter);
        }
        let order = ByteOrder::from_encoding(descriptor.encoding);
        let header = DeadLetterHeader::decode(data, order).map_err(|_| NoDeadLetter)?;
        if header.struc_id != *b"DLH " || header.version != MQDLH_VERSION_1 {
            return Err(NoDeadLetter);
        }
        Ok(Self {
            descriptor: descriptor.clone(),
            header,
        })
    }

    /// Queue it was for.
    #[must_use]
    pub fn dest_q(&self) -> ObjectName {
        ObjectName::from_field(&self.header.dest_q_name)
    }

    /// Queue manager it was for.
    #[must_use]
    pub fn dest_q_mgr(&self) -> ObjectName {
        ObjectName::from_field(&self.header.dest_q_mgr_name)
    }

    /// The message for this queue, of all its data, with the header or without it.
    #[must_use]
    pub fn placed(&self, to: (ObjectName, ObjectName), data: &Bytes, with_header: bool) -> Placed {
        let (q_name, q_mgr_name) = to;
        let mut descriptor = self.descriptor.clone();
        if !with_header {
            descriptor.format = self.header.format;
            descriptor.encoding = self.header.encoding;
            descriptor.coded_char_set_id = self.header.coded_char_set_id;
        }
        let behind = DeadLetterHeader::SIZE.min(data.len());
        Placed {
            q_name,
            q_mgr_name,
            descriptor,
            body: match with_header {
                true => data.clone(),
                false => data.slice(behind..),
            },
        }
    }
}
