//! Every segment as one value.

use crate::call::{
    Attributes, CallHead, Connect, Get, GetReply, Inquire, Open, Put, Put1, Stat, Subscribe,
    SubscribeRequest,
};
use crate::control::{Notification, SocketAction, Status};
use crate::delivery::{AsyncMessage, RequestMessages};
use crate::field::{Form, Reader, Wire, Writer, fixed};
use crate::initial::Initial;
use crate::kind::Kind;
use crate::logon::{Credentials, UserId};
use crate::malformed::Malformed;
use crate::message_channel::MessageHead;
use crate::spi::Spi;
use crate::structure::Object;
use crate::xa::{XaBody, XaHead};

fixed! {
    /// A new sequence number on a message channel.
    pub struct Reset {
        /// Bytes of this body.
        length: u32,
        /// The number.
        sequence: u32,
    }
}

/// What one segment, or all segments of one call, say. Message data, strings and names are borrowed.
// Everything lives on the stack for one call; boxing would make the frequent calls slower.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Segment<'a> {
    /// [`Kind::Initial`]
    Initial(Initial),
    /// [`Kind::Status`]; without a body it ends a connection with plain headers.
    Status(Option<Status>),
    /// [`Kind::UserId`]
    UserId(UserId),
    /// [`Kind::Heartbeat`]
    Heartbeat,
    /// [`Kind::Credentials`]
    Credentials(Credentials<'a>),
    /// [`Kind::SocketAction`]
    SocketAction(SocketAction),
    /// [`Kind::RequestMessages`]
    RequestMessages(RequestMessages),
    /// [`Kind::AsyncMessage`]
    AsyncMessage(AsyncMessage<'a>),
    /// [`Kind::Notification`]
    Notification(Notification),
    /// An MQI call or its answer.
    Call(CallHead, Call<'a>),
    /// An XA call or its answer.
    Xa(XaHead, XaBody<'a>),
    /// [`Kind::Message`]: a segment of a message between queue managers.
    Message(MessageHead, &'a [u8]),
    /// [`Kind::Message`] with nothing in it: the batch is to be confirmed.
    ConfirmBatch,
    /// [`Kind::Resync`]; the batch is that of the header.
    Resync(Option<MessageHead>),
    /// [`Kind::Reset`]
    Reset(Reset),
    /// [`Kind::Ping`]
    Ping(&'a [u8]),
    /// Data of exits and of a renegotiation: layouts nobody knows.
    Opaque(&'a [u8]),
}

/// The body of an MQI call or answer.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Call<'a> {
    /// No body: disconnect, commit, back out, most answers, and answers of calls that failed.
    Empty,
    /// `MQCONN`
    Connect(Connect),
    /// `MQOPEN`
    Open(Open<'a>),
    /// `MQCLOSE`, with `MQCO_*`
    Close(i32),
    /// `MQGET`
    Get(Get),
    /// Answer to `MQGET`
    GetReply(GetReply<'a>),
    /// `MQPUT`
    Put(Put<'a>),
    /// `MQPUT1`
    Put1(Put1<'a>),
    /// `MQINQ`
    Inquire(Inquire),
    /// Answer to `MQINQ`, and `MQSET`
    Attributes(Attributes<'a>),
    /// A call beside the MQI
    Spi(Spi<'a>),
    /// `MQSTAT`
    Stat(Stat<'a>),
    /// `MQSUB`
    Subscribe(Subscribe<'a>),
    /// `MQSUBRQ`
    SubscribeRequest(SubscribeRequest),
}

impl<'a> Segment<'a> {
    /// Reads the payload of a segment of this type: everything behind the header. Of a call split over
    /// segments, all payloads joined.
    ///
    /// # Errors
    /// When the payload is none of that type; the place counts from the start of the payload.
    pub fn decode(kind: Kind, payload: &'a [u8], form: Form) -> Result<Self, Malformed> {
        let mut from = Reader::new(payload, form, kind.name());
        let from = &mut from;
        if kind.code() >= Kind::XaStart.code() {
            let head = XaHead::read(from)?;
            return Ok(Self::Xa(head, XaBody::read(from, kind)?));
        }
        if kind.is_call() {
            let head = CallHead::read(from)?;
            return Ok(Self::Call(head, Call::read(from, kind)?));
        }
        Ok(match kind {
            Kind::Initial => Self::Initial(Initial::read(from)?),
            Kind::Status if payload.is_empty() => Self::Status(None),
            Kind::Status => Self::Status(Some(Status::read(from)?)),
            Kind::UserId => Self::UserId(UserId::read(from)?),
            Kind::Heartbeat => Self::Heartbeat,
            Kind::Credentials => Self::Credentials(Credentials::read(from)?),
            Kind::SocketAction => Self::SocketAction(SocketAction::read(from)?),
            Kind::RequestMessages => Self::RequestMessages(RequestMessages::read(from)?),
            Kind::AsyncMessage => Self::AsyncMessage(AsyncMessage::read(from)?),
            Kind::Notification => Self::Notification(Notification::read(from)?),
            Kind::Message if payload.is_empty() => Self::ConfirmBatch,
            Kind::Message => Self::Message(MessageHead::read(from)?, from.rest()),
            Kind::Resync if payload.is_empty() => Self::Resync(None),
            Kind::Resync => Self::Resync(Some(MessageHead::read(from)?)),
            Kind::Ping => {
                let length = from.length()?;
                Self::Ping(from.take(length)?)
            }
            Kind::Reset => Self::Reset(Reset::read(from)?),
            _ => Self::Opaque(from.rest()),
        })
    }

    /// Appends everything in front of the message data.
    pub(crate) fn write_before_data(&self, to: &mut Writer<'_>, is_reply: bool) {
        match self {
            Self::Initial(it) => it.write(to),
            Self::Status(None) | Self::Heartbeat | Self::ConfirmBatch | Self::Resync(None) => {}
            Self::Status(Some(it)) => it.write(to),
            Self::UserId(it) => it.write(to),
            Self::Credentials(it) => it.write(to),
            Self::SocketAction(it) => it.write(to),
            Self::RequestMessages(it) => it.write(to),
            Self::AsyncMessage(it) => it.write_before_data(to),
            Self::Notification(it) => it.write(to),
            Self::Call(head, call) => {
                head.write(to);
                call.write_before_data(to, is_reply);
            }
            Self::Xa(head, body) => {
                head.write(to);
                body.write(to);
            }
            Self::Message(head, _) | Self::Resync(Some(head)) => head.write(to),
            Self::Reset(it) => it.write(to),
            Self::Ping(data) => {
                (data.len() as u32).write(to);
                to.bytes(data);
            }
            Self::Opaque(bytes) => to.bytes(bytes),
        }
    }

    /// The message data at the end, if the segment has some.
    #[must_use]
    pub fn data(&self) -> &'a [u8] {
        match self {
            Self::AsyncMessage(it) => it.data,
            Self::Call(_, Call::Put(it)) => it.data,
            Self::Call(_, Call::Put1(it)) => it.put.data,
            Self::Call(_, Call::GetReply(it)) => it.data,
            Self::Message(_, data) => data,
            _ => &[],
        }
    }

    /// Appends the whole payload. `kind` tells requests from answers.
    pub fn encode(&self, kind: Kind, form: Form, out: &mut Vec<u8>) {
        let mut to = Writer::new(out, form);
        self.write_before_data(&mut to, kind.is_reply());
        to.bytes(self.data());
    }
}

impl<'a> Call<'a> {
    fn read(from: &mut Reader<'a>, kind: Kind) -> Result<Self, Malformed> {
        // Answers to what failed may be a header and nothing else.
        if kind.is_reply() && from.left_bytes() == 0 {
            return Ok(Self::Empty);
        }
        Ok(match kind {
            Kind::Connect | Kind::ConnectReply => Self::Connect(Connect::read(from)?),
            Kind::Open | Kind::OpenReply => Self::Open(Open::read(from)?),
            Kind::Close => Self::Close(i32::read(from)?),
            Kind::Get => Self::Get(Get::read(from)?),
            Kind::GetReply => Self::GetReply(GetReply::read(from)?),
            Kind::Put | Kind::PutReply => Self::Put(Put::read(from)?),
            Kind::Put1 | Kind::Put1Reply => Self::Put1(Put1 {
                object: Object::read(from)?,
                put: Put::read(from)?,
            }),
            Kind::Inquire => Self::Inquire(Inquire::read(from)?),
            Kind::Set | Kind::InquireReply => Self::Attributes(Attributes::read(from)?),
            Kind::Spi | Kind::SpiReply => Self::Spi(Spi::read(from, kind.is_reply())?),
            Kind::Stat | Kind::StatReply => Self::Stat(Stat::read(from)?),
            Kind::Subscribe | Kind::SubscribeReply => Self::Subscribe(Subscribe::read(from)?),
            Kind::SubscriptionRequest | Kind::SubscriptionRequestReply => {
                Self::SubscribeRequest(SubscribeRequest::read(from)?)
            }
            _ => Self::Empty,
        })
    }

    fn write_before_data(&self, to: &mut Writer<'_>, is_reply: bool) {
        match self {
            Self::Empty => {}
            Self::Connect(it) => it.write(to),
            Self::Open(it) => it.write(to),
            Self::Close(options) => options.write(to),
            Self::Get(it) => it.write(to),
            Self::GetReply(it) => it.write_before_data(to),
            Self::Put(it) => it.write_before_data(to),
            Self::Put1(it) => {
                it.object.write(to);
                it.put.write_before_data(to);
            }
            Self::Inquire(it) => it.write(to),
            Self::Attributes(it) => it.write(to),
            Self::Spi(it) => it.write(to, is_reply),
            Self::Stat(it) => it.write(to),
            Self::Subscribe(it) => it.write(to),
            Self::SubscribeRequest(it) => it.write(to),
        }
    }
}
