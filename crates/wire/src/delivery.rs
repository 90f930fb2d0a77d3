//! Messages without a call: a consumer asks, and the server sends.

use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::generated::constants::{
    MQMO_MATCH_CORREL_ID, MQMO_MATCH_GROUP_ID, MQMO_MATCH_MSG_ID, MQMO_MATCH_MSG_TOKEN,
};

use std::borrow::Cow;

use crate::field::{Reader, Wire, Writer};
use crate::malformed::{Malformed, Why};
use crate::text::Text;

/// Bits of [`RequestMessages::flags`].
pub mod request {
    /// The request stands until a message comes: a listener.
    pub const CONTINUOUS: u32 = 0x01;
    /// With [`DEFINITE_TOO`]: the client wants to be told now.
    pub const DEFINITE: u32 = 0x02;
    /// See [`DEFINITE`]; apart they were not tried.
    pub const DEFINITE_TOO: u32 = 0x04;
    /// For a synchronous get.
    pub const SYNCHRONOUS: u32 = 0x08;
    /// A selection follows.
    pub const SELECTION: u32 = 0x10;
}

/// A consumer wants messages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RequestMessages {
    /// 1.
    pub version: u32,
    /// Of the consumer's queue.
    pub handle: i32,
    /// Bytes received since the last request: per message its length and 364.
    pub received_bytes: u32,
    /// Bytes that may be on their way: 1 means one message at a time.
    pub window_bytes: u32,
    /// Longest message wanted; -1 for any.
    pub message_bytes_max: i32,
    /// `MQGMO_*`.
    pub options: i32,
    /// How long the client waits.
    pub wait_interval_ms: i32,
    /// 1 with read ahead, else 0.
    pub queue_status: u32,
    /// [`request`]. [`request::SELECTION`] follows from `selection`.
    pub flags: u32,
    /// Global index of the last message received.
    pub global_index: u32,
    /// What to select. Without one the last one stays in force.
    pub selection: Option<Selection>,
}

/// Which messages a consumer wants, and how coded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// Number of the selection, repeated in messages.
    pub index: u16,
    /// Version of the descriptor wanted: 1 or 2.
    pub descriptor_version: u16,
    /// CCSID wanted.
    pub ccsid: i32,
    /// Encoding wanted.
    pub encoding: i32,
    /// MsgSeqNumber
    pub msg_seq_number: i32,
    /// Offset
    pub offset: i32,
    /// `MQMO_*`: decides which of the following travel.
    pub match_options: i32,
    /// MsgId
    pub msg_id: [u8; 24],
    /// CorrelId
    pub correl_id: [u8; 24],
    /// GroupId
    pub group_id: [u8; 24],
    /// MsgToken
    pub msg_token: [u8; 16],
}

impl Wire<'_> for Selection {
    const BYTES: usize = 24;

    fn read(from: &mut Reader<'_>) -> Result<Self, Malformed> {
        let outer = from.enter("Selection");
        let mut it = Self {
            index: u16::read(from)?,
            descriptor_version: u16::read(from)?,
            ccsid: i32::read(from)?,
            encoding: i32::read(from)?,
            msg_seq_number: i32::read(from)?,
            offset: i32::read(from)?,
            match_options: i32::read(from)?,
            ..Self::default()
        };
        for (option, field) in [
            (MQMO_MATCH_MSG_ID, &mut it.msg_id),
            (MQMO_MATCH_CORREL_ID, &mut it.correl_id),
            (MQMO_MATCH_GROUP_ID, &mut it.group_id),
        ] {
            if it.match_options & option != 0 {
                *field = from.array()?;
            }
        }
        if it.match_options & MQMO_MATCH_MSG_TOKEN != 0 {
            it.msg_token = from.array()?;
        }
        from.leave(outer);
        Ok(it)
    }

    fn write(&self, to: &mut Writer<'_>) {
        self.index.write(to);
        self.descriptor_version.write(to);
        self.ccsid.write(to);
        self.encoding.write(to);
        self.msg_seq_number.write(to);
        self.offset.write(to);
        self.match_options.write(to);
        for (option, field) in [
            (MQMO_MATCH_MSG_ID, &self.msg_id),
            (MQMO_MATCH_CORREL_ID, &self.correl_id),
            (MQMO_MATCH_GROUP_ID, &self.group_id),
        ] {
            if self.match_options & option != 0 {
                to.bytes(field);
            }
        }
        if self.match_options & MQMO_MATCH_MSG_TOKEN != 0 {
            to.bytes(&self.msg_token);
        }
    }
}

impl Wire<'_> for RequestMessages {
    const BYTES: usize = 40;

    fn read(from: &mut Reader<'_>) -> Result<Self, Malformed> {
        let outer = from.enter("RequestMessages");
        let mut it = Self {
            version: u32::read(from)?,
            handle: i32::read(from)?,
            received_bytes: u32::read(from)?,
            window_bytes: u32::read(from)?,
            message_bytes_max: i32::read(from)?,
            options: i32::read(from)?,
            wait_interval_ms: i32::read(from)?,
            queue_status: u32::read(from)?,
            flags: u32::read(from)?,
            global_index: u32::read(from)?,
            selection: None,
        };
        if it.flags & request::SELECTION != 0 {
            it.selection = Some(Selection::read(from)?);
        }
        from.leave(outer);
        Ok(it)
    }

    fn write(&self, to: &mut Writer<'_>) {
        let flags = match self.selection {
            Some(_) => self.flags | request::SELECTION,
            None => self.flags & !request::SELECTION,
        };
        self.version.write(to);
        self.handle.write(to);
        self.received_bytes.write(to);
        self.window_bytes.write(to);
        self.message_bytes_max.write(to);
        self.options.write(to);
        self.wait_interval_ms.write(to);
        self.queue_status.write(to);
        flags.write(to);
        self.global_index.write(to);
        if let Some(selection) = &self.selection {
            selection.write(to);
        }
    }
}

/// The start of every segment of a message: continuation segments have nothing else before their data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PieceHead {
    /// 1.
    pub version: u32,
    /// Of the consumer's queue.
    pub handle: i32,
    /// Number of the message.
    pub index: u32,
    /// Number of the message that the next request repeats.
    pub global_index: u32,
    /// Message data in this segment, descriptor not counted. Too high, and the client overruns its buffer.
    pub data_bytes: u32,
    /// Number of the segment: 0, 1, 2 ...
    pub piece: u16,
    /// Number of the selection it was selected by.
    pub selection: u16,
}

impl Wire<'_> for PieceHead {
    const BYTES: usize = 24;

    fn read(from: &mut Reader<'_>) -> Result<Self, Malformed> {
        Ok(Self {
            version: u32::read(from)?,
            handle: i32::read(from)?,
            index: u32::read(from)?,
            global_index: u32::read(from)?,
            data_bytes: u32::read(from)?,
            piece: u16::read(from)?,
            selection: u16::read(from)?,
        })
    }

    fn write(&self, to: &mut Writer<'_>) {
        self.version.write(to);
        self.handle.write(to);
        self.index.write(to);
        self.global_index.write(to);
        self.data_bytes.write(to);
        self.piece.write(to);
        self.selection.write(to);
    }
}

/// A message for a consumer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AsyncMessage<'a> {
    /// Its first bytes.
    pub piece: PieceHead,
    /// `NONE` or a warning. Never 2033: an empty queue is told by a notification.
    pub reason: i32,
    /// Bytes of the message.
    pub total_bytes: u32,
    /// Bytes of it that are sent.
    pub sent_bytes: u32,
    /// Finds the message again.
    pub msg_token: [u8; 16],
    /// 0 or 1 are harmless.
    pub status: u16,
    /// Queue it came from, without blanks at its end; at most 255 bytes.
    pub resolved_q_name: &'a [u8],
    /// Its descriptor.
    pub descriptor: Cow<'a, MsgDescriptor>,
    /// Its data.
    pub data: &'a [u8],
}

impl<'a> AsyncMessage<'a> {
    /// The queue's name.
    #[must_use]
    pub fn q_name(&self) -> Text<48> {
        let mut field = Text::BLANK;
        let places = field.0.iter_mut().zip(self.resolved_q_name);
        places.for_each(|(place, byte)| *place = *byte);
        field
    }

    /// Everything but the data.
    pub(crate) fn write_before_data(&self, to: &mut Writer<'_>) {
        let name = self.resolved_q_name;
        let name = name.get(..255).unwrap_or(name);
        self.piece.write(to);
        self.reason.write(to);
        self.total_bytes.write(to);
        self.sent_bytes.write(to);
        to.bytes(&self.msg_token);
        self.status.write(to);
        to.bytes(&[name.len() as u8]);
        to.bytes(name);
        to.fill_to_word();
        self.descriptor.write(to);
    }

    /// Takes a message from the front of what is left; all its segments must have been put together.
    pub(crate) fn read(from: &mut Reader<'a>) -> Result<Self, Malformed> {
        let outer = from.enter("AsyncMessage");
        let start = from.at();
        let piece = PieceHead::read(from)?;
        let reason = i32::read(from)?;
        let total_bytes = u32::read(from)?;
        let here = from.clone();
        let sent_bytes = u32::read(from)?;
        let msg_token = from.array()?;
        let status = u16::read(from)?;
        let name_bytes = u8::read(from)?;
        let resolved_q_name = from.take(name_bytes.into())?;
        let length = from.at() - start;
        from.take(length.next_multiple_of(4) - length)?;
        let descriptor = Cow::Owned(MsgDescriptor::read(from)?);
        let rest = from.rest();
        let Some(data) = rest.get(..sent_bytes as usize) else {
            return Err(here.wrong(Why::Length(sent_bytes.into())));
        };
        from.leave(outer);
        Ok(Self {
            piece,
            reason,
            total_bytes,
            sent_bytes,
            msg_token,
            status,
            resolved_q_name,
            descriptor,
            data,
        })
    }
}
