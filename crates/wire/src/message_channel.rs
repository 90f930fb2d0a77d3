//! What only segments between queue managers have. `docs/formats/message-channel.md` is the format.

use crate::field::{Form, Reader, Wire, Writer};
use crate::malformed::{Malformed, Why};
use crate::text::Text;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::generated::structs::TransmissionHeader;
use ferromq_mqi::header::ByteOrder;

/// The header of message data on a message channel: `MSH`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MessageHead {
    /// Number of the message.
    pub sequence: u32,
    /// Bytes of it in this segment.
    pub segment_bytes: u32,
    /// Unknown.
    pub unknown: u32,
    /// Bytes of the whole message.
    pub message_bytes: u32,
}

impl MessageHead {
    /// The four bytes it begins with.
    pub const ID: [u8; 4] = *b"MSH ";
}

impl Wire<'_> for MessageHead {
    const BYTES: usize = 20;

    fn read(from: &mut Reader<'_>) -> Result<Self, Malformed> {
        let outer = from.enter("MessageHead");
        from.id(Self::ID)?;
        let it = Self {
            sequence: u32::read(from)?,
            segment_bytes: u32::read(from)?,
            unknown: u32::read(from)?,
            message_bytes: u32::read(from)?,
        };
        from.leave(outer);
        Ok(it)
    }

    fn write(&self, to: &mut Writer<'_>) {
        to.id(Self::ID);
        self.sequence.write(to);
        self.segment_bytes.write(to);
        self.unknown.write(to);
        self.message_bytes.write(to);
    }
}

/// The name of a batch: in the header of its segments, and kept by both ends. All zeros name none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Luwid {
    /// Seconds since 1970 when the channel first kept a record.
    pub time_s: u32,
    /// Grows with each batch.
    pub counter: u32,
}

impl Luwid {
    /// Names no batch.
    pub const NONE: Self = Self {
        time_s: 0,
        counter: 0,
    };

    /// As it stands in a header of this byte order.
    #[must_use]
    pub fn field(self, order: ByteOrder) -> [u8; 8] {
        let mut field = [0; 8];
        let (time, counter) = match order {
            ByteOrder::Big => (self.time_s.to_be_bytes(), self.counter.to_be_bytes()),
            ByteOrder::Little => (self.time_s.to_le_bytes(), self.counter.to_le_bytes()),
        };
        field[..4].copy_from_slice(&time);
        field[4..].copy_from_slice(&counter);
        field
    }

    /// Out of a header of this byte order.
    #[must_use]
    pub fn of_field(field: [u8; 8], order: ByteOrder) -> Self {
        let [a, b, c, d, e, f, g, h] = field;
        let word = |bytes| match order {
            ByteOrder::Big => u32::from_be_bytes(bytes),
            ByteOrder::Little => u32::from_le_bytes(bytes),
        };
        Self {
            time_s: word([a, b, c, d]),
            counter: word([e, f, g, h]),
        }
    }
}

/// Transmission header and descriptor of a message, as they travel in front of its data: `XQH` and `MD`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Envelope {
    /// Queue at the other end.
    pub q_name: Text<48>,
    /// Its queue manager.
    pub q_mgr_name: Text<48>,
    /// Always version 1: what it has no room for stands in an extension in front of the data.
    pub descriptor: MsgDescriptor,
}

impl Envelope {
    /// Bytes of it.
    pub const BYTES: usize = TransmissionHeader::SIZE;

    const ID: [u8; 4] = *b"XQH ";

    /// Reads one that begins these bytes. Where the data begins is [`Self::BYTES`].
    ///
    /// # Errors
    /// When the bytes begin otherwise.
    pub fn decode(bytes: &[u8], form: Form) -> Result<Self, Malformed> {
        let mut from = Reader::new(bytes, form, "Envelope");
        from.id(Self::ID)?;
        let version = i32::read(&mut from)?;
        if version != 1 {
            return Err(from.wrong(Why::Version(version)));
        }
        let (q_name, q_mgr_name) = (Text::read(&mut from)?, Text::read(&mut from)?);
        let here = from.clone();
        let descriptor = MsgDescriptor::read(&mut from)?;
        if descriptor.version != 1 {
            return Err(here.wrong(Why::Version(descriptor.version)));
        }
        Ok(Self {
            q_name,
            q_mgr_name,
            descriptor,
        })
    }

    /// Appends it.
    pub fn encode(&self, form: Form, out: &mut Vec<u8>) {
        let mut to = Writer::new(out, form);
        to.id(Self::ID);
        1_i32.write(&mut to);
        self.q_name.write(&mut to);
        self.q_mgr_name.write(&mut to);
        if self.descriptor.version == 1 {
            self.descriptor.write(&mut to);
        } else {
            let descriptor = MsgDescriptor {
                version: 1,
                ..self.descriptor.clone()
            };
            descriptor.write(&mut to);
        }
    }
}
