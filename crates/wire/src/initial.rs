//! Initial data: what each end of a channel tells the other of itself.
//!
//! The structure grew with the levels. It may end at any of the places in [`LENGTHS`]; what is not there
//! has its default.

use crate::field::{Reader, Wire, Writer};
use crate::level;
use crate::malformed::Malformed;
use crate::text::Text;

/// Bits of [`Initial::capabilities`].
pub mod capability {
    /// The channel is one of a client.
    pub const MQI: u8 = 0x20;
    /// Messages can be split over segments.
    pub const SPLIT: u8 = 0x04;
    /// Data can be converted.
    pub const CONVERSION: u8 = 0x02;
    /// Message channels: messages are numbered.
    pub const SEQUENCE: u8 = 0x01;
    /// Message channels: the end that made the connection wants messages.
    pub const REQUESTS: u8 = 0x08;
    /// Message channels, ours: it is a channel of a cluster.
    pub const CLUSTER: u8 = 0x10;
    /// Of `capabilities2`: distribution lists.
    pub const DISTRIBUTION_LISTS: u8 = 0x01;
    /// Of `capabilities2`, message channels: non-persistent messages outside syncpoint.
    pub const FAST: u8 = 0x02;
    /// Of `capabilities2`: XA calls.
    pub const XA: u8 = 0x10;
    /// Of `capabilities2`: calls beside the MQI, and asynchronous puts that nobody answers.
    pub const SPI: u8 = 0x40;
    /// Of `capabilities3`, message channels: properties of messages.
    pub const PROPERTIES: u8 = 0x01;
    /// Of `capabilities3`: synchronous gets on a multiplexed socket.
    pub const MULTIPLEXED_GET: u8 = 0x08;
    /// Of `capabilities3`: connection tags can be made.
    pub const CONNECTION_TAG: u8 = 0x20;
}

/// Values of [`Initial::overlap`]: who says it in the upper byte, and batches in the lower one. Proposal and answer differ, so that one
/// who sends back what it does not know agrees to nothing.
pub mod overlap {
    /// The initiator proposes.
    pub const PROPOSED: u16 = 0x4600;
    /// The responder agrees.
    pub const AGREED: u16 = 0x6600;

    /// The batches in a value that says this; 1 where it says something else, or not more than that.
    #[must_use]
    pub const fn batches(value: u16, said: u16) -> u8 {
        match value & 0xff00 == said {
            true if value & 0xff > 1 => (value & 0xff) as u8,
            _ => 1,
        }
    }

    /// The value that says this of so many batches; zero for one.
    #[must_use]
    pub const fn value(batches: u8, said: u16) -> u16 {
        match batches {
            0 | 1 => 0,
            _ => said | batches as u16,
        }
    }
}

/// Bits of [`Initial::errors`]: the values the sender wants the other to change.
pub mod error {
    /// CCSID.
    pub const CCSID: u8 = 0x01;
    /// Encoding.
    pub const ENCODING: u8 = 0x02;
    /// Longest segment.
    pub const TRANSMISSION_BYTES: u8 = 0x04;
    /// Level.
    pub const FAP: u8 = 0x08;
    /// Longest message.
    pub const MESSAGE_BYTES: u8 = 0x10;
    /// Batch size.
    pub const BATCH: u8 = 0x20;
    /// Sequence wrap.
    pub const WRAP: u8 = 0x40;
    /// Heartbeat interval.
    pub const HEARTBEAT: u8 = 0x80;
}

/// Bits of [`Initial::errors2`].
pub mod error2 {
    /// Header compression.
    pub const HEADER_COMPRESSION: u8 = 0x01;
    /// Message compression.
    pub const MESSAGE_COMPRESSION: u8 = 0x02;
}

/// Where the structure may end, in bytes.
pub const LENGTHS: [usize; 7] = [44, 48, 102, 128, 160, 208, 240];

/// Password protection algorithms: 1 is the scheme clients use, 0 none, `0xffff` an unused entry.
pub type Algorithms = [u16; 10];

/// The scheme clients insist on from level 13 on, then none: what they send themselves.
pub const ALGORITHMS_OF_CLIENTS: Algorithms = {
    let mut list = [0xffff; 10];
    list[0] = 1;
    list[1] = 0;
    list
};

/// What a server lists inside TLS: none comes first, for clients take the first they know, and protect
/// passwords even there when that is 1.
pub const ALGORITHMS_IN_TLS: Algorithms = {
    let mut list = [0xffff; 10];
    list[0] = 0;
    list[1] = 1;
    list
};

/// The initial data structure: `ID`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Initial {
    /// Bytes of the structure that travel: one of [`LENGTHS`].
    pub length: usize,
    /// Level the sender speaks.
    pub fap: u8,
    /// [`capability`].
    pub capabilities: u8,
    /// The same bits; their second meaning is unknown. Zero.
    pub e_capabilities: u8,
    /// [`error`].
    pub errors: u8,
    /// Zero.
    pub reserved: u16,
    /// Message channels: messages in a batch.
    pub batch_messages_max: u16,
    /// Longest segment, header included.
    pub transmission_bytes_max: u32,
    /// Longest message.
    pub message_bytes_max: u32,
    /// Message channels: highest sequence number.
    pub wrap: u32,
    /// Name of the channel.
    pub channel_name: Text<20>,
    /// [`capability`], second byte.
    pub capabilities2: u8,
    /// Zero.
    pub e_capabilities2: u8,
    /// CCSID of the sender. That of an answer decides what the client writes its names in.
    pub ccsid: u16,
    /// Queue manager the client wants, or the one that answers.
    pub q_mgr_name: Text<48>,
    /// Heartbeat interval.
    pub heartbeat_s: u32,
    /// Errors of compression lists and key reset: [`error2`].
    pub errors2: u8,
    /// Zero.
    pub reserved2: u8,
    /// Header compression: 0 none, 0xff unused.
    pub header_compression: [u8; 2],
    /// Message compression: 0 none, 0xff unused.
    pub message_compression: [u8; 16],
    /// Zero.
    pub reserved3: u16,
    /// Bytes until the TLS keys are changed.
    pub key_reset_bytes: u32,
    /// Conversations that may share the socket. 0 in an answer: one, with plain headers.
    pub conversations_max: u32,
    /// [`capability`], third byte.
    pub capabilities3: u8,
    /// Zero.
    pub e_capabilities3: u8,
    /// Message channels, ours: batches that may overlap, [`overlap`]; else zero.
    pub overlap: u16,
    /// Process of the sender.
    pub process_id: u32,
    /// Thread of the sender.
    pub thread_id: u32,
    /// Trace identifier.
    pub trace_id: u32,
    /// Product and version.
    pub product_id: Text<12>,
    /// Queue manager identifier.
    pub q_mgr_id: Text<48>,
    /// Password protection algorithms.
    pub algorithms: Algorithms,
    /// Random bytes for password protection.
    pub nonce: [u8; 12],
}

impl Default for Initial {
    fn default() -> Self {
        let mut message_compression = [0xff; 16];
        message_compression[0] = 0;
        Self {
            length: level::initial_bytes(level::FAP_MAX),
            fap: level::FAP_MAX,
            capabilities: 0,
            e_capabilities: 0,
            errors: 0,
            reserved: 0,
            batch_messages_max: 0,
            transmission_bytes_max: 32_748,
            message_bytes_max: 104_857_600,
            wrap: 0,
            channel_name: Text::BLANK,
            capabilities2: 0,
            e_capabilities2: 0,
            ccsid: 0,
            q_mgr_name: Text::BLANK,
            heartbeat_s: 0,
            errors2: 0,
            reserved2: 0,
            header_compression: [0, 0xff],
            message_compression,
            reserved3: 0,
            key_reset_bytes: 0,
            conversations_max: 0,
            capabilities3: 0,
            e_capabilities3: 0,
            overlap: 0,
            process_id: 0,
            thread_id: 0,
            trace_id: 0,
            product_id: Text::BLANK,
            q_mgr_id: Text::BLANK,
            algorithms: [0xffff; 10],
            nonce: [0; 12],
        }
    }
}

impl Initial {
    /// The four bytes it begins with.
    pub const ID: [u8; 4] = *b"ID  ";

    /// True when the structure goes at least that far.
    fn reaches(&self, length: usize) -> bool {
        self.length >= length
    }

    fn read_first(&mut self, from: &mut Reader<'_>) -> Result<(), Malformed> {
        self.fap = u8::read(from)?;
        self.capabilities = u8::read(from)?;
        self.e_capabilities = u8::read(from)?;
        self.errors = u8::read(from)?;
        self.reserved = u16::read(from)?;
        self.batch_messages_max = u16::read(from)?;
        self.transmission_bytes_max = u32::read(from)?;
        self.message_bytes_max = u32::read(from)?;
        self.wrap = u32::read(from)?;
        self.channel_name = Text::read(from)?;
        if self.reaches(48) {
            self.capabilities2 = u8::read(from)?;
            self.e_capabilities2 = u8::read(from)?;
            self.ccsid = u16::read(from)?;
        }
        if self.reaches(102) {
            self.q_mgr_name = Text::read(from)?;
            self.heartbeat_s = u32::read(from)?;
            // The length of what follows says no more than the length of the segment does.
            let _rest_bytes = u16::read(from)?;
        }
        Ok(())
    }

    fn read_second(&mut self, from: &mut Reader<'_>) -> Result<(), Malformed> {
        if self.reaches(128) {
            self.errors2 = u8::read(from)?;
            self.reserved2 = u8::read(from)?;
            self.header_compression = from.array()?;
            self.message_compression = from.array()?;
            self.reserved3 = u16::read(from)?;
            self.key_reset_bytes = u32::read(from)?;
        }
        if self.reaches(160) {
            self.conversations_max = u32::read(from)?;
            self.capabilities3 = u8::read(from)?;
            self.e_capabilities3 = u8::read(from)?;
            self.overlap = u16::read(from)?;
            self.process_id = u32::read(from)?;
            self.thread_id = u32::read(from)?;
            self.trace_id = u32::read(from)?;
            self.product_id = Text::read(from)?;
        }
        if self.reaches(208) {
            self.q_mgr_id = Text::read(from)?;
        }
        if self.reaches(240) {
            for entry in &mut self.algorithms {
                *entry = u16::read(from)?;
            }
            self.nonce = from.array()?;
        }
        Ok(())
    }

    fn write_first(&self, to: &mut Writer<'_>) {
        to.id(Self::ID);
        to.bytes(&[
            self.fap,
            self.capabilities,
            self.e_capabilities,
            self.errors,
        ]);
        self.reserved.write(to);
        self.batch_messages_max.write(to);
        self.transmission_bytes_max.write(to);
        self.message_bytes_max.write(to);
        self.wrap.write(to);
        self.channel_name.write(to);
        if self.reaches(48) {
            to.bytes(&[self.capabilities2, self.e_capabilities2]);
            self.ccsid.write(to);
        }
        if self.reaches(102) {
            self.q_mgr_name.write(to);
            self.heartbeat_s.write(to);
            ((self.length - 102) as u16).write(to);
        }
    }

    fn write_second(&self, to: &mut Writer<'_>) {
        if self.reaches(128) {
            to.bytes(&[self.errors2, self.reserved2]);
            to.bytes(&self.header_compression);
            to.bytes(&self.message_compression);
            self.reserved3.write(to);
            self.key_reset_bytes.write(to);
        }
        if self.reaches(160) {
            self.conversations_max.write(to);
            to.bytes(&[self.capabilities3, self.e_capabilities3]);
            self.overlap.write(to);
            self.process_id.write(to);
            self.thread_id.write(to);
            self.trace_id.write(to);
            self.product_id.write(to);
        }
        if self.reaches(208) {
            self.q_mgr_id.write(to);
        }
        if self.reaches(240) {
            for entry in self.algorithms {
                entry.write(to);
            }
            to.bytes(&self.nonce);
        }
    }
}

impl Wire<'_> for Initial {
    const BYTES: usize = 240;

    fn read(from: &mut Reader<'_>) -> Result<Self, Malformed> {
        let outer = from.enter("Initial");
        let given = from.left_bytes();
        // Later levels may make it longer still; what we do not know we do not read.
        let length = LENGTHS.iter().rev().find(|length| **length <= given);
        let mut it = Self {
            length: length.copied().unwrap_or(LENGTHS[0]),
            ..Self::default()
        };
        from.id(Self::ID)?;
        it.read_first(from)?;
        it.read_second(from)?;
        from.leave(outer);
        Ok(it)
    }

    fn write(&self, to: &mut Writer<'_>) {
        // invariant: a length that was read is one there is, and so is one we write
        assert!(
            LENGTHS.contains(&self.length),
            "the structure ends at one of its ends"
        );
        self.write_first(to);
        self.write_second(to);
    }
}
