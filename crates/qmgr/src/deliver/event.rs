//! Event messages: what happened, as a message of the programmable command format on an event
//! queue, where the queue manager's attribute for such events asks for it.
//!
//! Source: "Event monitoring", "Event message reference".

use crate::deliver::placing::put_unattended;
use crate::deliver::report::to_queue;
use crate::objects::Objects;
use bytes::Bytes;
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::pcf::{Header, Message, Parameter, Value};
use ferromq_mqi::{MsgDescriptor, Reason};

/// Which attribute asks for an event, and which queue takes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventCategory {
    /// Something was not allowed: `AUTHOREV`.
    Authority,
    /// A channel changed its state, or was refused: `CHLEV`. With `EXCEPTION` only those that
    /// something is wrong with.
    Channel {
        /// Something is wrong.
        exceptional: bool,
    },
    /// TLS failed: `SSLEV`.
    Tls,
}

impl EventCategory {
    fn attribute(self) -> Attr {
        match self {
            Self::Authority => Attr::Authorev,
            Self::Channel { .. } => Attr::Chlev,
            Self::Tls => Attr::Sslev,
        }
    }

    fn queue(self) -> &'static str {
        match self {
            Self::Authority => "SYSTEM.ADMIN.QMGR.EVENT",
            Self::Channel { .. } | Self::Tls => "SYSTEM.ADMIN.CHANNEL.EVENT",
        }
    }

    fn command(self) -> i32 {
        match self {
            Self::Authority => MQCMD_Q_MGR_EVENT,
            Self::Channel { .. } | Self::Tls => MQCMD_CHANNEL_EVENT,
        }
    }

    fn is_wanted(self, level: i32) -> bool {
        match level {
            MQEVR_ENABLED => true,
            MQEVR_EXCEPTION => self == Self::Channel { exceptional: true },
            _ => false,
        }
    }
}

/// Text in a field of fixed length, cut or filled up with blanks.
pub(crate) fn fixed_text(parameter: i32, text: &str, length: i32) -> Parameter {
    let width = usize::try_from(length).unwrap_or(0);
    let text: String = text.chars().take(width).collect();
    Parameter::padded(parameter, &text, width)
}

/// An event in the making.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    category: EventCategory,
    reason: Reason,
    parameters: Vec<Parameter>,
}

impl Event {
    /// An event with the reason it is named by. The queue manager's name is its first parameter.
    #[must_use]
    pub fn new(category: EventCategory, reason: Reason) -> Self {
        Self {
            category,
            reason,
            parameters: Vec::new(),
        }
    }

    /// Adds a number.
    #[must_use]
    pub fn int(mut self, parameter: i32, value: i32) -> Self {
        self.parameters.push(Parameter::int(parameter, value));
        self
    }

    /// Adds text in a field of fixed length.
    #[must_use]
    pub fn text(mut self, parameter: i32, text: &str, length: i32) -> Self {
        self.parameters.push(fixed_text(parameter, text, length));
        self
    }

    /// Adds several parameters.
    pub fn extend(&mut self, parameters: impl IntoIterator<Item = Parameter>) {
        self.parameters.extend(parameters);
    }

    /// Puts the message, if such events are asked for. One that cannot be put is lost, as
    /// documented: what it is about goes on. The caller holds no lock.
    pub(crate) fn write(self, objects: &Objects) {
        let level = objects.q_mgr_int(self.category.attribute());
        if !self.category.is_wanted(level) {
            return;
        }
        let descriptor = MsgDescriptor {
            version: MQMD_VERSION_2,
            msg_type: MQMT_DATAGRAM,
            format: *b"MQEVENT ",
            encoding: MQENC_NATIVE,
            ..MsgDescriptor::default()
        };
        let queue = ObjectName::truncated(self.category.queue());
        let body = Bytes::from(self.encode(&objects.name, objects.limits().ccsid));
        let put_at_us = objects.clock.wall_us();
        let to = (&queue, &ObjectName::BLANK);
        let placed = to_queue(objects, to, &descriptor, &body, put_at_us);
        let _ = placed.and_then(|placement| put_unattended(objects, placement));
    }

    fn encode(self, q_mgr: &ObjectName, ccsid: i32) -> Vec<u8> {
        let own = fixed_text(MQCA_Q_MGR_NAME, q_mgr.as_str(), MQ_Q_MGR_NAME_LENGTH);
        let mut message = Message {
            header: Header {
                kind: MQCFT_EVENT,
                comp_code: MQCC_WARNING,
                reason: self.reason.0,
                ..Header::command(self.category.command())
            },
            parameters: std::iter::once(own).chain(self.parameters).collect(),
        };
        for parameter in &mut message.parameters {
            if let Value::Text(text) = &mut parameter.value {
                text.ccsid = ccsid;
            }
        }
        message.encode(ByteOrder::NATIVE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ints(bytes: &[u8]) -> Vec<i32> {
        let words = bytes.chunks_exact(4);
        words
            .map(|word| i32::from_ne_bytes(word.try_into().expect("four bytes")))
            .collect()
    }

    #[test]
    fn an_event_is_a_header_and_its_parameters() {
        let event = Event::new(EventCategory::Authority, Reason::NOT_AUTHORIZED)
            .int(MQIACF_REASON_QUALIFIER, MQRQ_CONN_NOT_AUTHORIZED)
            .text(MQCACF_APPL_NAME, "me", 5);
        let bytes = event.encode(&ObjectName::truncated("QM1"), 1208);
        assert_eq!(ints(&bytes[..36]), [7, 36, 1, 44, 1, 1, 1, 2035, 3]);
        assert_eq!(ints(&bytes[36..56]), [4, 68, 2015, 1208, 48]);
        assert_eq!(&bytes[56..60], b"QM1 ");
        assert_eq!(ints(&bytes[104..120]), [3, 16, 1020, 1]);
        assert_eq!(ints(&bytes[120..140]), [4, 28, 3024, 1208, 5]);
        assert_eq!(&bytes[140..], b"me   \0\0\0");
    }

    #[test]
    fn exceptions_are_channel_events_only() {
        let wrong = EventCategory::Channel { exceptional: true };
        let right = EventCategory::Channel { exceptional: false };
        assert!(wrong.is_wanted(MQEVR_EXCEPTION) && !right.is_wanted(MQEVR_EXCEPTION));
        assert!(right.is_wanted(MQEVR_ENABLED) && !wrong.is_wanted(MQEVR_DISABLED));
        assert!(!EventCategory::Tls.is_wanted(MQEVR_EXCEPTION));
    }
}
