//! Segments between queue managers, as far as they are known: from a dissector only.

use crate::field::{Reader, Wire, Writer};
use crate::malformed::Malformed;

/// The header of message data on a message channel: `MSH`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
