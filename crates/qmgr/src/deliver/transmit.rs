//! The form a message has on a transmission queue.

use crate::core::identity::PutStamp;
use crate::deliver::target::Onward;
use crate::objects::Objects;
use crate::store::joined::joined;
use bytes::Bytes;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::distribution_header::{Destinations, is_distribution};
use ferromq_mqi::extension::{make_extension, take_extension};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::structs::TransmissionHeader;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::name::ObjectName;
use ferromq_queue::Message;

/// `Format` of a message behind a transmission header.
pub(crate) const TRANSMISSION_FORMAT: [u8; 8] = *b"MQXMIT  ";

/// What tells, in `ApplOriginData` of a message on a cluster transmission queue, that nothing binds it to its destination.
const FREE: [u8; 4] = *b"FREE";

/// Whether nothing binds a message of a cluster transmission queue, by its own descriptor, to the instance of its queue that was chosen for it.
#[must_use]
pub fn is_unbound(outer: &MsgDescriptor) -> bool {
    outer.appl_origin_data == FREE && outer.put_appl_type == MQAT_QMGR
}

/// The message as it stands on a transmission queue: behind a transmission header that names where it goes and holds its descriptor.
/// Its own descriptor is the one documented with `MQXQH`: the queue manager put it, under a new message id, and what it carries is known
/// by the correlation id. On a cluster transmission queue that is the name of the channel instead, by which the channel gets it.
pub(crate) fn for_transmission(
    objects: &Objects,
    descriptor: &MsgDescriptor,
    data: &Bytes,
    onward: &Onward,
    put_at_us: u64,
) -> Message {
    let body = put_in_envelope(objects, descriptor, data, onward);
    let mut outer = outer_descriptor(objects, descriptor, put_at_us);
    if let Some(route) = &onward.route {
        outer.correl_id = channel_correl_id(&route.channel);
        if route.is_free {
            outer.appl_origin_data = FREE;
        }
    }
    Message::new(outer, body)
}

/// The data of a message behind a transmission header that names where it goes and holds its descriptor.
pub(crate) fn put_in_envelope(
    objects: &Objects,
    descriptor: &MsgDescriptor,
    data: &Bytes,
    onward: &Onward,
) -> Bytes {
    let header = TransmissionHeader {
        remote_q_name: *onward.q_name.bytes(),
        remote_q_mgr_name: *onward.q_mgr.bytes(),
        ..TransmissionHeader::default()
    };
    let mut head = vec![0_u8; TransmissionHeader::SIZE];
    header.encode_le_into(&mut head);
    let inner_at = TransmissionHeader::SIZE - MQMD_LENGTH_1 as usize;
    let mut inner = descriptor.clone();
    let extension = make_extension(&mut inner, objects.limits().ccsid);
    inner.encode_version_1_le_into(&mut head[inner_at..]);
    head.extend(extension.into_iter().flatten());
    joined(&head, data)
}

/// The correlation id of the messages a cluster-sender channel gets: its name, filled up with blanks.
pub(crate) fn channel_correl_id(channel: &ObjectName) -> [u8; 24] {
    let mut correl_id = [b' '; 24];
    correl_id.copy_from_slice(&channel.bytes()[..24]);
    correl_id
}

/// The channel that gets messages with this correlation id; nothing where it is no name.
pub(crate) fn channel_of_correl_id(correl_id: &[u8; 24]) -> Option<ObjectName> {
    let name = std::str::from_utf8(correl_id).ok()?.trim_end();
    ObjectName::parse(name).ok()
}

/// One message for several queues, as it stands on a transmission queue. Its header names none of them: that is in the distribution header behind
/// it, which holds what the messages for each of them do not have in common with `descriptor`.
pub(crate) fn for_transmission_together(
    objects: &Objects,
    descriptor: &MsgDescriptor,
    data: &Bytes,
    to: &Destinations,
    put_at_us: u64,
) -> Message {
    let mut head = vec![0_u8; TransmissionHeader::SIZE];
    TransmissionHeader {
        remote_q_name: *ObjectName::BLANK.bytes(),
        remote_q_mgr_name: *ObjectName::BLANK.bytes(),
        ..TransmissionHeader::default()
    }
    .encode_le_into(&mut head);
    let mut inner = descriptor.clone();
    let extension = make_extension(&mut inner, objects.limits().ccsid);
    let header = to.put_in_front(&mut inner, objects.limits().ccsid);
    let inner_at = TransmissionHeader::SIZE - MQMD_LENGTH_1 as usize;
    inner.encode_version_1_le_into(&mut head[inner_at..]);
    head.extend(header);
    head.extend(extension.into_iter().flatten());
    let carried = MsgDescriptor {
        msg_id: inner.msg_id,
        ..descriptor.clone()
    };
    let outer = outer_descriptor(objects, &carried, put_at_us);
    Message::new(outer, joined(&head, data))
}

/// The messages a message of a transmission queue carries, as they were put; none of one that is not in that form. Those of a distribution list that
/// travel as one have the identifiers they were put with: none where they get them when they are parted.
pub(crate) fn carried(message: &Message) -> Vec<Message> {
    let Some((mut inner, mut data)) = unpacked(message) else {
        return Vec::new();
    };
    let mut destinations = None;
    if is_distribution(&inner.format) {
        destinations = Destinations::take(&mut inner, &mut data).ok();
    }
    if take_extension(&mut inner, &mut data).is_err() {
        return Vec::new();
    }
    match destinations {
        None => vec![Message::new(inner, data)],
        Some(all) => (0..all.objects.len())
            .map(|index| Message::new(all.descriptor_of(index, &inner), data.clone()))
            .collect(),
    }
}

/// What a message of a transmission queue has behind its transmission header, and the descriptor that is in that; `None` of one that is not in that form.
pub(crate) fn unpacked(message: &Message) -> Option<(MsgDescriptor, Bytes)> {
    if message.descriptor.format != TRANSMISSION_FORMAT {
        return None;
    }
    let order = ByteOrder::from_encoding(message.descriptor.encoding);
    let header = TransmissionHeader::decode(&message.body, order).ok()?;
    let inner_at = TransmissionHeader::SIZE - MQMD_LENGTH_1 as usize;
    let mut bytes = [0; MsgDescriptor::SIZE];
    let version_1 = message.body.get(inner_at..TransmissionHeader::SIZE)?;
    bytes[..version_1.len()].copy_from_slice(version_1);
    let inner = MsgDescriptor::decode(&bytes, order).ok()?;
    let is_one = header.struc_id == *b"XQH " && inner.struc_id == *b"MD  ";
    let data = message.body.slice(TransmissionHeader::SIZE..);
    (is_one && inner.version == MQMD_VERSION_1).then_some((inner, data))
}

fn outer_descriptor(objects: &Objects, inner: &MsgDescriptor, put_at_us: u64) -> MsgDescriptor {
    let stamp = PutStamp::at(put_at_us);
    // Groups and segments are matters of the queue the message is for.
    let plain = MsgDescriptor::default();
    let mut put_appl_name = [b' '; 28];
    put_appl_name.copy_from_slice(&objects.name.bytes()[..28]);
    MsgDescriptor {
        version: MQMD_VERSION_2,
        // Coming and going on the transmission queue is nothing to report.
        report: inner.report & !MQRO_ACCEPT_UNSUP_IF_XMIT_MASK,
        format: TRANSMISSION_FORMAT,
        encoding: MQENC_NATIVE,
        coded_char_set_id: objects.limits().ccsid,
        msg_id: objects.identifiers.message_id(),
        correl_id: inner.msg_id,
        put_appl_type: MQAT_QMGR,
        put_appl_name,
        put_date: stamp.date,
        put_time: stamp.time,
        appl_origin_data: [b' '; 4],
        group_id: plain.group_id,
        msg_seq_number: plain.msg_seq_number,
        offset: plain.offset,
        msg_flags: plain.msg_flags,
        original_length: plain.original_length,
        ..inner.clone()
    }
}
