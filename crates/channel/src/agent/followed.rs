//! Messages whose way is followed: what an agent does with them is reported, and trace-route messages gather it.

use super::definition::MessageChannelDefinition;
use super::verbs::Verbs;
use crate::message::receiving::Incoming;
use bytes::Bytes;
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::call::GetReply;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::name::ObjectName;
use ferromq_qmgr::{ActivityChannel, RouteOutcome, is_followed};
use ferromq_wire::field::Form;
use ferromq_wire::message_channel::Envelope;
use ferromq_wire::negotiate::MessageAgreed;

fn channel_type(kind: ObjectKind) -> i32 {
    match kind {
        ObjectKind::Server => MQCHT_SERVER,
        ObjectKind::Receiver => MQCHT_RECEIVER,
        ObjectKind::Requester => MQCHT_REQUESTER,
        ObjectKind::ClusRcvr => MQCHT_CLUSRCVR,
        ObjectKind::ClusSdr => MQCHT_CLUSSDR,
        _ => MQCHT_SENDER,
    }
}

/// Notes that a message got from the transmission queue is sent. False when it has had its last activity: it is thrown away.
pub(super) fn sends(
    verbs: &Verbs,
    definition: &MessageChannelDefinition,
    agreed: &MessageAgreed,
    got: &mut GetReply,
) -> bool {
    // Most messages ask for nothing of the kind: their envelope is not looked into for it.
    let Some(envelope) = followed(got) else {
        return true;
    };
    let data = got.body.slice(Envelope::BYTES..);
    let partner = agreed.partner.q_mgr_name.name();
    let channel = ActivityChannel {
        name: definition.channel_name.as_str().trim_end(),
        kind: channel_type(definition.kind),
        partner: partner.as_str().trim_end(),
        transmission_queue: definition.transmission_queue.as_str().trim_end(),
    };
    match verbs.note_sent(&envelope.descriptor, &data, channel) {
        RouteOutcome::AsItIs => true,
        RouteOutcome::Exhausted => false,
        RouteOutcome::Changed(data) => {
            let mut body = got.body[..Envelope::BYTES].to_vec();
            body.extend_from_slice(&data);
            got.body = Bytes::from(body);
            true
        }
    }
}

/// The envelope of a message of a transmission queue, if its way is followed.
fn followed(got: &GetReply) -> Option<Envelope> {
    if got.descriptor.format != *b"MQXMIT  " {
        return None;
    }
    let stored = Form::new(ByteOrder::from_encoding(got.descriptor.encoding));
    let envelope = Envelope::decode(&got.body, stored).ok()?;
    is_followed(&envelope.descriptor).then_some(envelope)
}

/// Notes that a message that came is put next. False when it has had its last activity: it is thrown away.
pub(super) fn receives(
    verbs: &Verbs,
    definition: &MessageChannelDefinition,
    agreed: &MessageAgreed,
    message: &mut Incoming,
) -> bool {
    let envelope = &message.envelope;
    if !is_followed(&envelope.descriptor) {
        return true;
    }
    let partner = agreed.partner.q_mgr_name.name();
    let channel = ActivityChannel {
        name: definition.channel_name.as_str().trim_end(),
        kind: channel_type(definition.kind),
        partner: partner.as_str().trim_end(),
        transmission_queue: "",
    };
    let q_name = ObjectName::from_field(&envelope.q_name.0);
    let q_mgr_name = ObjectName::from_field(&envelope.q_mgr_name.0);
    let to = (&q_name, &q_mgr_name);
    match verbs.note_received(&envelope.descriptor, &message.data, to, channel) {
        RouteOutcome::AsItIs => true,
        RouteOutcome::Exhausted => false,
        RouteOutcome::Changed(data) => {
            message.data = data;
            true
        }
    }
}
