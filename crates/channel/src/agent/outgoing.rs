//! What becomes of a message of a transmission queue: how it can travel, or why it cannot.

use super::apart::Apart;
use super::definition::MessageChannelDefinition;
use super::parting::is_for_several;
use super::undelivered::Letter;
use crate::message::Outgoing;
use bytes::Bytes;
use ferromq_mqi::call::{GetReply, MESSAGE_BYTES_MAX};
use ferromq_mqi::convert::{Conversion, Described, convert};
use ferromq_mqi::extension::{
    behind_extension, make_extension, make_extension_coded, take_extension,
};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::property::for_older;
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_qmgr::is_unbound;
use ferromq_wire::field::Form;
use ferromq_wire::message_channel::Envelope;
use ferromq_wire::negotiate::MessageAgreed;
use ferromq_wire::text::{CCSID_UTF_8, Text};

/// A message that cannot travel, and why: an `MQRC_*` or `MQFB_*`.
#[derive(Debug)]
pub(super) struct Unfit {
    pub(super) letter: Letter,
    pub(super) why: i32,
}

/// How a message can travel.
pub(super) enum Travels {
    Whole(Outgoing),
    /// As messages of their own for each of its queues.
    Apart(Box<Apart>),
}

/// A message of a transmission queue in the form of this end's headers.
///
/// # Errors
/// When it cannot travel.
pub(super) fn outgoing(
    got: &GetReply,
    form: Form,
    agreed: &MessageAgreed,
    definition: &MessageChannelDefinition,
) -> Result<Travels, Box<Unfit>> {
    let stored = Form::new(ByteOrder::from_encoding(got.descriptor.encoding));
    let under_syncpoint = got.descriptor.persistence != MQPER_NOT_PERSISTENT || !agreed.fast;
    let envelope = match got.descriptor.format == *b"MQXMIT  " {
        true => Envelope::decode(&got.body, stored).ok(),
        false => None,
    };
    let Some(mut envelope) = envelope else {
        let letter = Letter {
            descriptor: got.descriptor.clone(),
            data: got.body.clone(),
            to: (ObjectName::BLANK, ObjectName::BLANK),
            under_syncpoint,
        };
        let why = MQFB_XMIT_Q_MSG_ERROR;
        return Err(Box::new(Unfit { letter, why }));
    };
    // A program that makes the envelope itself may say otherwise in it. Each end decides by its descriptor what is under syncpoint, and both have to come to the same.
    envelope.descriptor.persistence = got.descriptor.persistence;
    // The queue manager has counted down what it put on the queue itself.
    if envelope.descriptor.expiry != MQEI_UNLIMITED && got.descriptor.expiry != MQEI_UNLIMITED {
        envelope.descriptor.expiry = got.descriptor.expiry;
    }
    let mut apart = match is_for_several(&envelope) {
        true => Apart::of(got, &envelope, under_syncpoint).ok(),
        false => None,
    };
    let parts =
        |apart: &mut Apart| !agreed.lists || (!agreed.properties && apart.may_have_properties());
    if let Some(apart) = apart.take_if(parts) {
        return Ok(Travels::Apart(Box::new(apart)));
    }
    let data = got.body.slice(Envelope::BYTES..);
    let whole = match definition.strips_properties(agreed) {
        false => Ok(data),
        true => with_what_is_known(&mut envelope, data, definition, got, under_syncpoint),
    };
    let whole = whole.and_then(|data| match definition.converts {
        true => convert_whole(&mut envelope, data, agreed, under_syncpoint),
        false => Ok(data),
    });
    let whole = whole.and_then(|data| {
        if Envelope::BYTES + data.len() <= agreed.whole_bytes_max() {
            return Ok(data);
        }
        let why = MQRC_MSG_TOO_BIG_FOR_CHANNEL;
        Err(unfit(&envelope, &data, under_syncpoint, why))
    });
    match (whole, apart) {
        (Ok(data), _) => {
            if definition.kind.is_cluster_channel() && is_unbound(&got.descriptor) {
                // Where it cannot stay it goes to another instance of its queue.
                envelope.q_mgr_name = Text(*ObjectName::BLANK.bytes());
            }
            let mut front = Vec::with_capacity(Envelope::BYTES);
            envelope.encode(form, &mut front);
            Ok(Travels::Whole(Outgoing {
                front,
                data,
                under_syncpoint,
            }))
        }
        // All their names may make too long what is not, and each is to be judged alone.
        (Err(_), Some(apart)) => Ok(Travels::Apart(Box::new(apart))),
        (Err(unfit), None) => Err(unfit),
    }
}

/// What is in this envelope cannot travel.
fn unfit(envelope: &Envelope, data: &Bytes, under_syncpoint: bool, why: i32) -> Box<Unfit> {
    let letter = Letter::of_envelope(envelope, data, under_syncpoint);
    Box::new(Unfit { letter, why })
}

/// The data for another end that knows no properties, by `PROPCTL`; the envelope describes them then.
fn with_what_is_known(
    envelope: &mut Envelope,
    data: Bytes,
    definition: &MessageChannelDefinition,
    got: &GetReply,
    under_syncpoint: bool,
) -> Result<Bytes, Box<Unfit>> {
    let (mut inner, mut rest) = (envelope.descriptor.clone(), data.clone());
    if take_extension(&mut inner, &mut rest).is_err() {
        return Ok(data);
    }
    let control = definition.property_control;
    match for_older(inner.format, Described::of(&inner), &rest, control) {
        Ok(None) => Ok(data),
        Ok(Some(left)) => {
            let body = left.described_by(&mut inner);
            let extension = make_extension(&mut inner, got.descriptor.coded_char_set_id);
            envelope.descriptor = inner;
            Ok(match extension {
                Some(extension) => Bytes::from([&extension, &body[..]].concat()),
                None => body,
            })
        }
        Err(why) => Err(unfit(envelope, &data, under_syncpoint, why.0)),
    }
}

/// `CONVERT(YES)`: the data as the other end works; its envelope says how they are coded then.
fn convert_whole(
    envelope: &mut Envelope,
    data: Bytes,
    agreed: &MessageAgreed,
    under_syncpoint: bool,
) -> Result<Bytes, Box<Unfit>> {
    // An extension says how the data behind it is coded; what describes the whole is about the extension.
    let behind = behind_extension(&envelope.descriptor, &data);
    let is_extended = behind.is_some();
    let (mut inner, rest) = behind.unwrap_or_else(|| (envelope.descriptor.clone(), data.clone()));
    let to = partners(agreed);
    // A part of a message may end amid a character, and grows or shrinks while its offset stays: who puts it together again converts the whole.
    // Source: MQCD.DataConversion. What stands in front of it is converted all the same.
    let body = match is_segment(&inner) {
        true => Ok(None),
        false => converted(&inner, &rest, to),
    };
    let body = match body {
        Ok(None) if Described::of(&envelope.descriptor) == to => return Ok(data),
        Ok(None) => rest,
        Ok(Some((made, described))) => {
            inner.coded_char_set_id = described.ccsid;
            inner.encoding = described.encoding;
            made.unwrap_or(rest)
        }
        Err(why) => return Err(unfit(envelope, &data, under_syncpoint, why.0)),
    };
    let extension = match is_extended {
        true => make_extension_coded(&mut inner, envelope.descriptor.coded_char_set_id, to),
        false => None,
    };
    envelope.descriptor = inner;
    Ok(match extension {
        Some(extension) => Bytes::from([&extension, &body[..]].concat()),
        None => body,
    })
}

fn is_segment(descriptor: &MsgDescriptor) -> bool {
    descriptor.msg_flags & (MQMF_SEGMENT | MQMF_LAST_SEGMENT) != 0
}

/// How the other end works.
fn partners(agreed: &MessageAgreed) -> Described {
    Described {
        ccsid: agreed.partner.ccsid.into(),
        encoding: match agreed.partner_order {
            ByteOrder::Little => {
                MQENC_INTEGER_REVERSED | MQENC_DECIMAL_REVERSED | MQENC_FLOAT_IEEE_REVERSED
            }
            ByteOrder::Big => MQENC_INTEGER_NORMAL | MQENC_DECIMAL_NORMAL | MQENC_FLOAT_IEEE_NORMAL,
        },
    }
}

/// The data of a message as the other end works: how they are coded then, and what they are where that changes them. `None` where they are
/// coded so.
///
/// # Errors
/// Why they cannot be converted: as a get would say it that asks for it.
fn converted(
    descriptor: &MsgDescriptor,
    data: &Bytes,
    to: Described,
) -> Result<Option<(Option<Bytes>, Described)>, Reason> {
    let from = Described::of(descriptor);
    if from == to || data.is_empty() {
        return Ok(None);
    }
    if descriptor.format == [b' '; 8] {
        return Err(Reason::FORMAT_ERROR);
    }
    let made = convert(
        data,
        &Conversion {
            format: descriptor.format,
            from,
            to,
            q_mgr: Described {
                ccsid: CCSID_UTF_8.into(),
                encoding: MQENC_NATIVE,
            },
            cut: false,
            room: MESSAGE_BYTES_MAX,
            may_cut: false,
        },
    );
    match made.reason {
        Reason::NONE => Ok(Some((made.data.map(Bytes::from), made.described))),
        why => Err(why),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferromq_wire::initial::Initial;

    /// Source: MQCD.DataConversion: messages that are segments are never converted.
    #[test]
    fn a_segment_is_not_converted_for_a_partner_that_is_coded_differently_but_what_is_in_front_of_it()
     {
        let agreed = MessageAgreed {
            fap: 17,
            batch_messages_max: 5,
            batches_max: 1,
            transmission_bytes_max: 1024,
            message_bytes_max: 10_000,
            fast: true,
            lists: true,
            properties: true,
            heartbeat_s: 300,
            requested: false,
            partner_order: ByteOrder::Big,
            partner: Initial {
                ccsid: 819,
                ..Initial::default()
            },
        };
        let to = partners(&agreed);
        let through = |msg_flags: i32, data: &'static [u8]| {
            let mut descriptor = MsgDescriptor {
                version: MQMD_VERSION_2,
                format: *b"MQSTR   ",
                coded_char_set_id: 1208,
                group_id: [7; 24],
                msg_flags,
                ..MsgDescriptor::default()
            };
            let front = make_extension(&mut descriptor, 1208).expect("an extension");
            let mut envelope = Envelope {
                q_name: Text(*ObjectName::truncated("TARGET").bytes()),
                q_mgr_name: Text(*ObjectName::truncated("QM2").bytes()),
                descriptor,
            };
            let all = Bytes::from([&front[..], data].concat());
            let sent = convert_whole(&mut envelope, all, &agreed, true);
            let sent = sent.unwrap_or_else(|unfit| panic!("{}", unfit.why));
            assert_eq!(Described::of(&envelope.descriptor), to, "the extension");
            let (inner, data) = behind_extension(&envelope.descriptor, &sent).expect("extended");
            (inner.coded_char_set_id, data)
        };
        let whole = "Straße";
        let (first, second) = whole.as_bytes().split_at(5);
        assert_eq!(
            through(MQMF_SEGMENT, first),
            (1208, Bytes::from_static(first))
        );
        let last = (1208, Bytes::from_static(second));
        assert_eq!(through(MQMF_LAST_SEGMENT, second), last);
        let converted = (819, Bytes::from_static(b"Stra\xDFe"));
        assert_eq!(through(MQMF_MSG_IN_GROUP, whole.as_bytes()), converted);
    }
}
