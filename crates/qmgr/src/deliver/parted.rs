//! A message for several queues that a program puts on a transmission queue itself.
//!
//! Documented with `MQDH` and with `DistLists` of queues: it stands on a queue that takes messages for several as it is, and is split where the
//! queue does not. A distribution header that is not valid is refused either way.

use crate::deliver::placing::{Outgoing, Placements, placements, placements_together};
use crate::deliver::target::{Onward, Target};
use crate::deliver::transmit::{TRANSMISSION_FORMAT, put_in_envelope, unpacked};
use crate::objects::Objects;
use crate::store::local_queue::LocalQueue;
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::distribution_header::{Destinations, is_distribution};
use ferromq_mqi::extension::take_extension;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::structs::TransmissionHeader;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_queue::Message;
use std::sync::Arc;

/// Bytes of all the messages one is split in: each has a copy of the data.
const PARTED_BYTES_MAX: usize = 256 << 20;

/// Reserves places for a message a program puts: its own, or those of the messages it is split in, with what comes with them.
///
/// # Errors
/// What a queue refuses. Of a message for several queues also `MQRC_DH_ERROR` and `MQRC_MDE_ERROR`, whose header is not valid, and
/// `MQRC_STORAGE_NOT_AVAILABLE`: the messages it is to be split in have more than 256 MiB.
pub(crate) fn placements_of_program(
    objects: &Objects,
    target: &Target,
    outgoing: Outgoing<'_>,
) -> Result<Placements, Reason> {
    let is_enveloped = outgoing.descriptor.format == TRANSMISSION_FORMAT;
    match target {
        Target::Local(queue) if is_enveloped => match Parted::of(queue, &outgoing)? {
            Some(parted) => parted.placements(objects, target, &outgoing),
            None => placements(objects, target, outgoing),
        },
        _ => placements(objects, target, outgoing),
    }
}

/// A message that is to be split.
struct Parted {
    /// What its messages have in common.
    inner: Message,
    destinations: Destinations,
}

impl Parted {
    /// `None` of a message that is put as it is.
    fn of(queue: &Arc<LocalQueue>, outgoing: &Outgoing<'_>) -> Result<Option<Self>, Reason> {
        let is_transmission_queue =
            queue.with_definition(|definition| definition.int(Attr::Usage) == MQUS_TRANSMISSION);
        let order = ByteOrder::from_encoding(outgoing.descriptor.encoding);
        let names_none = TransmissionHeader::decode(&outgoing.body, order)
            .is_ok_and(|it| is_blank(&it.remote_q_name) && is_blank(&it.remote_q_mgr_name));
        let message = Message::new(outgoing.descriptor.clone(), outgoing.body.clone());
        let Some((mut inner, mut data)) = unpacked(&message)
            .filter(|(inner, _)| is_transmission_queue && is_distribution(&inner.format))
            .filter(|_| names_none)
        else {
            return Ok(None);
        };
        let destinations = Destinations::take(&mut inner, &mut data)?;
        if queue.with_definition(|definition| definition.int(Attr::Distl)) == MQDL_SUPPORTED {
            return Ok(None);
        }
        take_extension(&mut inner, &mut data)?;
        let count = destinations.objects.len();
        if count.saturating_mul(data.len()) > PARTED_BYTES_MAX {
            return Err(Reason::STORAGE_NOT_AVAILABLE);
        }
        let inner = Message::new(inner, data);
        Ok(Some(Self {
            inner,
            destinations,
        }))
    }

    fn placements(
        &self,
        objects: &Objects,
        target: &Target,
        whole: &Outgoing<'_>,
    ) -> Result<Placements, Reason> {
        let messages = (0..self.destinations.objects.len())
            .map(|index| self.message(objects, index, whole.descriptor));
        placements_together(objects, target, whole.terms, messages)?.ok_or(Reason::DH_ERROR)
    }

    /// The message for one of its queues. The descriptor it has on the transmission queue is the program's but for identifiers: each has one of its
    /// own, and where the program has set none to correlate by, that of what it carries.
    fn message(&self, objects: &Objects, index: usize, outer: &MsgDescriptor) -> Message {
        let object = &self.destinations.objects[index];
        let mut inner = (self.destinations).descriptor_of(index, &self.inner.descriptor);
        if inner.msg_id == MQMI_NONE {
            inner.msg_id = objects.identifiers.message_id();
        }
        let correl_id = match outer.correl_id {
            MQCI_NONE => inner.msg_id,
            given => given,
        };
        let outer = MsgDescriptor {
            msg_id: objects.identifiers.message_id(),
            correl_id,
            encoding: MQENC_NATIVE,
            coded_char_set_id: objects.limits().ccsid,
            ..outer.clone()
        };
        let to = Onward::to(object.object_name, object.object_q_mgr_name);
        let body = put_in_envelope(objects, &inner, &self.inner.body, &to);
        Message::new(outer, body)
    }
}

fn is_blank(name: &[u8; 48]) -> bool {
    name.iter().all(|byte| matches!(byte, b' ' | 0))
}
