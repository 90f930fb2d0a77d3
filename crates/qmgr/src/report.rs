//! Reports the queue manager makes about messages: of their expiry, their arrival on a local
//! queue and their delivery.
//!
//! A report goes to the reply queue the message names, and to the dead-letter queue behind a
//! header that says why when that queue does not take it. One that finds no place is lost.

use crate::identity::PutStamp;
use crate::object::local_queue::LocalQueue;
use crate::resolve::resolve;
use crate::shared::Shared;
use crate::uow::Placement;
use crate::verb::get_reply::read_log;
use crate::verb::placing::{own_message, put_unattended};
use crate::verb::put::check_target;
use crate::verb::transmit::for_transmission;
use bytes::{Bytes, BytesMut};
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::structs::DeadLetterHeader;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_queue::{Expired, Message};
use std::sync::Arc;

/// Bytes of the message a `WITH_DATA` report carries.
const DATA_BYTES: usize = 100;
/// Expiry of a report on an expired message that is to pass its expiry on, tenths of a second.
const EXPIRY_OF_EXPIRY: i32 = 600;

/// Formats of messages that are not where they were sent.
const UNDER_WAY: [[u8; 8]; 2] = [*b"MQXMIT  ", *b"MQDEAD  "];

/// What a report is about.
pub(crate) struct Subject<'a> {
    message: &'a Message,
    feedback: i32,
    /// Report options that ask for it: without data, with some, with all of it.
    options: [i32; 3],
    /// Formats of messages it is not made about.
    not_about: &'static [[u8; 8]],
    /// Tenths of a second the message had left.
    expiry: i32,
}

impl<'a> Subject<'a> {
    /// A message that was put to a queue of this queue manager.
    pub(crate) fn arrival(message: &'a Message) -> Self {
        Self {
            message,
            feedback: MQFB_COA,
            options: [MQRO_COA, MQRO_COA_WITH_DATA, MQRO_COA_WITH_FULL_DATA],
            not_about: &UNDER_WAY,
            expiry: message.descriptor.expiry,
        }
    }

    /// A message that is got for good, with `expiry` tenths of a second left.
    pub(crate) fn delivery(message: &'a Message, expiry: i32) -> Self {
        Self {
            message,
            feedback: MQFB_COD,
            options: [MQRO_COD, MQRO_COD_WITH_DATA, MQRO_COD_WITH_FULL_DATA],
            not_about: &UNDER_WAY,
            expiry,
        }
    }

    fn expiration(message: &'a Message) -> Self {
        Self {
            message,
            feedback: MQFB_EXPIRATION,
            options: [
                MQRO_EXPIRATION,
                MQRO_EXPIRATION_WITH_DATA,
                MQRO_EXPIRATION_WITH_FULL_DATA,
            ],
            not_about: &[],
            expiry: EXPIRY_OF_EXPIRY,
        }
    }

    /// Whether its message asks for this report.
    pub(crate) fn is_wanted(&self) -> bool {
        let original = &self.message.descriptor;
        original.report & self.options[0] != 0 && !self.not_about.contains(&original.format)
    }

    fn body(&self) -> Bytes {
        let asked = self.message.descriptor.report;
        let [_, some, all] = self.options;
        let body = &self.message.body;
        if asked & all == all {
            body.clone()
        } else if asked & some == some {
            body.slice(..body.len().min(DATA_BYTES))
        } else {
            Bytes::new()
        }
    }

    fn descriptor(&self) -> MsgDescriptor {
        let original = &self.message.descriptor;
        let passes = original.report & MQRO_PASS_DISCARD_AND_EXPIRY != 0;
        let (msg_id, correl_id) = original.answer_ids();
        MsgDescriptor {
            version: MQMD_VERSION_2,
            report: if passes {
                original.report & MQRO_DISCARD_MSG
            } else {
                MQRO_NONE
            },
            msg_type: MQMT_REPORT,
            expiry: if passes { self.expiry } else { MQEI_UNLIMITED },
            feedback: self.feedback,
            format: original.format,
            encoding: original.encoding,
            coded_char_set_id: original.coded_char_set_id,
            priority: original.priority,
            persistence: original.persistence,
            msg_id,
            correl_id,
            user_identifier: original.user_identifier,
            accounting_token: original.accounting_token,
            appl_identity_data: original.appl_identity_data,
            ..MsgDescriptor::default()
        }
    }
}

/// Makes the expiration report of a message that asked for one.
pub(crate) fn expired(shared: &Arc<Shared>, queue: &Arc<LocalQueue>, expired: &Expired) {
    if !expired.may_report {
        return;
    }
    let loaded = queue.queue.load(expired.seq, &expired.payload, &|place| {
        read_log(shared, place)
    });
    // A queue that cannot be read will say so when it is read for its own sake.
    if let Ok(message) = loaded {
        send(shared, Subject::expiration(&message));
    }
}

/// Puts a report, if it is wanted, outside any unit of work.
pub(crate) fn send(shared: &Arc<Shared>, subject: Subject<'_>) {
    if let Some(report) = placed(shared, subject, || shared.clock.wall_us()) {
        // A log that is full costs the report, never the message it is about.
        let _ = put_unattended(shared, report);
    }
}

/// Reserves a place for a report, if it is wanted. `None` also when nobody takes it. What time it
/// is, is asked only for a report that is wanted: most messages ask for none.
pub(crate) fn placed(
    shared: &Arc<Shared>,
    subject: Subject<'_>,
    put_at_us: impl FnOnce() -> u64,
) -> Option<Placement> {
    if !subject.is_wanted() {
        return None;
    }
    let put_at_us = put_at_us();
    let original = &subject.message.descriptor;
    let (descriptor, body) = (subject.descriptor(), subject.body());
    let q_name = ObjectName::from_field(&original.reply_to_q);
    let q_mgr = ObjectName::from_field(&original.reply_to_q_mgr);
    let discard = descriptor.report & MQRO_DISCARD_MSG != 0;
    let replied = to_queue(shared, (&q_name, &q_mgr), &descriptor, &body, put_at_us);
    match replied {
        Ok(placement) => Some(placement),
        Err(_) if discard => None,
        Err(reason) => to_dead_letter_queue(
            shared,
            (&q_name, &q_mgr),
            reason,
            descriptor,
            &body,
            put_at_us,
        ),
    }
}

/// Reserves a place for a message of the queue manager itself on a queue, wherever that is.
pub(crate) fn to_queue(
    shared: &Arc<Shared>,
    to: (&ObjectName, &ObjectName),
    descriptor: &MsgDescriptor,
    body: &Bytes,
    put_at_us: u64,
) -> Result<Placement, Reason> {
    let target = resolve(shared, to.0, to.1)?;
    check_target(&target, body.len(), shared.limits().max_msg_length)?;
    let (descriptor, body) = match &target.remote {
        None => (descriptor.clone(), body.clone()),
        Some((q_name, q_mgr)) => {
            let mut inner = descriptor.clone();
            if inner.msg_id == MQMI_NONE {
                inner.msg_id = shared.identifiers.message_id();
            }
            let made = for_transmission(shared, &inner, body, (q_name, q_mgr), put_at_us);
            (made.descriptor, made.body)
        }
    };
    own_message(shared, &target.queue, descriptor, body, put_at_us)
}

/// Reserves a place for a message nobody else takes; `None` when there is no queue for such, or it takes it not.
pub(crate) fn to_dead_letter_queue(
    shared: &Arc<Shared>,
    meant_for: (&ObjectName, &ObjectName),
    reason: Reason,
    mut descriptor: MsgDescriptor,
    body: &Bytes,
    put_at_us: u64,
) -> Option<Placement> {
    let name = ObjectName::truncated(shared.q_mgr().text(Attr::Deadq));
    let dead = shared.registry().local_queue(&name)?;
    let stamp = PutStamp::at(put_at_us);
    let mut put_appl_name = [b' '; 28];
    put_appl_name.copy_from_slice(&shared.name.bytes()[..28]);
    let q_mgr = match meant_for.1 {
        blank if blank.is_blank() => &shared.name,
        named => named,
    };
    let header = DeadLetterHeader {
        reason: reason.0,
        dest_q_name: *meant_for.0.bytes(),
        dest_q_mgr_name: *q_mgr.bytes(),
        encoding: descriptor.encoding,
        coded_char_set_id: descriptor.coded_char_set_id,
        format: descriptor.format,
        put_appl_type: MQAT_QMGR,
        put_appl_name,
        put_date: stamp.date,
        put_time: stamp.time,
        ..DeadLetterHeader::default()
    };
    let mut head = [0_u8; DeadLetterHeader::SIZE];
    header.encode_le_into(&mut head);
    let mut whole = BytesMut::with_capacity(head.len() + body.len());
    whole.extend_from_slice(&head);
    whole.extend_from_slice(body);
    descriptor.format = *b"MQDEAD  ";
    descriptor.encoding = MQENC_NATIVE;
    descriptor.coded_char_set_id = shared.limits().ccsid;
    own_message(shared, &dead, descriptor, whole.freeze(), put_at_us).ok()
}
