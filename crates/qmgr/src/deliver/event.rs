//! Event messages: what happened, as a message of the programmable command format on an event
//! queue, where the queue manager's attribute for such events asks for it.
//!
//! Source: "Event monitoring", "Event message reference".

use crate::core::Notice;
use crate::core::observation::{EventMessage, Observed};
use crate::deliver::placing::put_unattended;
use crate::deliver::report::to_queue;
use crate::objects::Objects;
use bytes::Bytes;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::notices::FMQ0217;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::Origin;
use ferromq_mqi::pcf::{Header, Message, Parameter, Value};

/// Text in a field of fixed length, cut or filled up with blanks.
pub(crate) fn fixed_text(parameter: i32, text: &str, length: i32) -> Parameter {
    let width = usize::try_from(length).unwrap_or(0);
    let text: String = text.chars().take(width).collect();
    Parameter::padded(parameter, &text, width)
}

/// What an event message tells besides the queue manager's name, which comes first, and its reason.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventDetails {
    parameters: Vec<Parameter>,
    /// What it has in common with other events: the command that brought them about; zero for nothing.
    correl_id: [u8; 24],
    /// Which of the two it is, if what it is about takes two messages.
    part: Option<Part>,
    /// The queue manager's name is in the parameters, where it is told.
    names_q_mgr: bool,
}

/// One of two messages about the same thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    First,
    Last,
}

impl EventDetails {
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
    #[must_use]
    pub fn and(mut self, parameters: Vec<Parameter>) -> Self {
        self.parameters.extend(parameters);
        self
    }

    /// Has it belong to other events, by a token of its own.
    #[must_use]
    pub fn belonging_to(mut self, token: [u8; 24]) -> Self {
        self.correl_id = token;
        self
    }

    /// It is the first of two messages, or the second.
    #[must_use]
    pub fn one_of_two(mut self, is_last: bool) -> Self {
        self.part = Some(match is_last {
            true => Part::Last,
            false => Part::First,
        });
        self
    }

    /// The queue manager's name does not come first: it is where the parameters have it.
    #[must_use]
    pub fn naming_q_mgr(mut self) -> Self {
        self.names_q_mgr = true;
        self
    }

    /// Without what is not in this list.
    #[must_use]
    pub(crate) fn only(mut self, known: &[i32]) -> Self {
        self.parameters.retain(|one| known.contains(&one.id));
        self
    }

    /// In this order; what it does not have keeps its own, behind the rest.
    fn in_order_of(mut self, order: &[i32]) -> Vec<Parameter> {
        let place = |parameter: &Parameter| {
            let mut all = order.iter();
            all.position(|one| *one == parameter.id)
        };
        self.parameters
            .sort_by_key(|one| place(one).unwrap_or(order.len()));
        self.parameters
    }
}

/// Who is at the other end of a client channel, as events tell it; nothing of a local program.
pub(crate) fn client_of(origin: &Origin) -> Vec<Parameter> {
    let Some(client) = &origin.client else {
        return Vec::new();
    };
    vec![
        fixed_text(MQCACH_CONNECTION_NAME, &client.address, MQ_CONN_NAME_LENGTH),
        fixed_text(MQCACH_CHANNEL_NAME, &client.channel, MQ_CHANNEL_NAME_LENGTH),
    ]
}

/// Something happened of which event messages tell. It is counted, and the message is put if it is asked for; only then is
/// asked for details. A message that cannot be put is lost, as documented: what it is about goes on. The caller holds no lock.
pub(crate) fn observe(objects: &Objects, what: Observed, details: impl FnOnce() -> EventDetails) {
    observe_asked(objects, what, false, details);
}

/// The same; with `asked` whatever the attribute says now, since it asked for such events when this began.
pub(crate) fn observe_asked(
    objects: &Objects,
    what: Observed,
    asked: bool,
    details: impl FnOnce() -> EventDetails,
) {
    objects.tally.observe(what, 1);
    if let Some(event) = what.row().event
        && (asked || is_asked_for(objects, event))
    {
        put(objects, event, details());
    }
}

/// Whether the queue manager's attribute asks for such events.
pub(crate) fn is_asked_for(objects: &Objects, event: EventMessage) -> bool {
    let level = objects.q_mgr_int(event.category.class().attribute);
    event.is_wanted(level)
}

/// Puts an event message that is asked for. The caller holds no lock.
pub(crate) fn put(objects: &Objects, event: EventMessage, details: EventDetails) {
    let mut descriptor = MsgDescriptor {
        version: MQMD_VERSION_2,
        msg_type: MQMT_DATAGRAM,
        format: *b"MQEVENT ",
        encoding: MQENC_NATIVE,
        correl_id: details.correl_id,
        ..MsgDescriptor::default()
    };
    descriptor.fill_with_blanks();
    let class = event.category.class();
    let queue = ObjectName::truncated(class.queue);
    let body = Bytes::from(encode(
        event,
        details,
        &objects.name,
        objects.limits().ccsid,
    ));
    let now_us = objects.clock.wall_us();
    let to = (&queue, &ObjectName::BLANK);
    let placed = to_queue(objects, to, &descriptor, &body, now_us);
    if let Err(why) = placed.and_then(|placement| put_unattended(objects, placement)) {
        let notice = Notice::of(&FMQ0217, &[&class.queue, &event.reason, &why]);
        objects.repeated_notice(notice, class.queue, 1);
    }
}

fn encode(event: EventMessage, details: EventDetails, q_mgr: &ObjectName, ccsid: i32) -> Vec<u8> {
    let own = fixed_text(MQCA_Q_MGR_NAME, q_mgr.as_str(), MQ_Q_MGR_NAME_LENGTH);
    let own = (!details.names_q_mgr).then_some(own);
    let (sequence, control) = match details.part {
        None => (1, MQCFC_LAST),
        Some(Part::First) => (1, MQCFC_NOT_LAST),
        Some(Part::Last) => (2, MQCFC_LAST),
    };
    let class = event.category.class();
    let mut message = Message {
        header: Header {
            kind: MQCFT_EVENT,
            version: class.version,
            command: class.command,
            sequence,
            control,
            comp_code: event.comp_code(),
            reason: event.reason.0,
        },
        parameters: own
            .into_iter()
            .chain(details.in_order_of(event.parameters))
            .collect(),
    };
    set_ccsid(&mut message.parameters, ccsid);
    message.encode(ByteOrder::NATIVE)
}

/// Text is in the queue manager's code page, and says so.
fn set_ccsid(parameters: &mut [Parameter], ccsid: i32) {
    for parameter in parameters {
        match &mut parameter.value {
            Value::Text(text) => text.ccsid = ccsid,
            Value::Texts(texts) => texts.ccsid = ccsid,
            Value::Group(within) => set_ccsid(within, ccsid),
            _ => {}
        }
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
        let event = Observed::NotAuthorized.row().event.expect("an event");
        let details = EventDetails::default()
            .int(MQIACF_REASON_QUALIFIER, MQRQ_CONN_NOT_AUTHORIZED)
            .text(MQCACF_APPL_NAME, "me", 5);
        let bytes = encode(event, details, &ObjectName::truncated("QM1"), 1208);
        assert_eq!(ints(&bytes[..36]), [7, 36, 1, 44, 1, 1, 1, 2035, 3]);
        assert_eq!(ints(&bytes[36..56]), [4, 68, 2015, 1208, 48]);
        assert_eq!(&bytes[56..60], b"QM1 ");
        assert_eq!(ints(&bytes[104..120]), [3, 16, 1020, 1]);
        assert_eq!(ints(&bytes[120..140]), [4, 28, 3024, 1208, 5]);
        assert_eq!(&bytes[140..], b"me   \0\0\0");
    }

    #[test]
    fn what_is_told_of_a_channel_stands_in_the_documented_order() {
        let event = Observed::ChannelFailed.row().event.expect("an event");
        let details = EventDetails::default()
            .text(MQCACH_CONNECTION_NAME, "here", 4)
            .int(MQIACF_ERROR_IDENTIFIER, 7)
            .int(MQIACF_COMMAND, 1)
            .text(MQCACH_CHANNEL_NAME, "A.B", 4)
            .int(MQIACF_REASON_QUALIFIER, MQRQ_CHANNEL_STOPPED_RETRY);
        let found = details.in_order_of(event.parameters);
        let found: Vec<i32> = found.iter().map(|one| one.id).collect();
        let wanted = [
            MQIACF_REASON_QUALIFIER,
            MQCACH_CHANNEL_NAME,
            MQIACF_ERROR_IDENTIFIER,
            MQCACH_CONNECTION_NAME,
            MQIACF_COMMAND,
        ];
        assert_eq!(found, wanted);
    }
}
