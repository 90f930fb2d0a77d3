//! Reports the queue manager makes about messages: of their expiry, their arrival on a local
//! queue and their delivery.
//!
//! A report goes to the reply queue the message names, and to the dead-letter queue behind a
//! header that says why when that queue does not take it. One that finds no place is lost.

use crate::core::identity::PutStamp;
use crate::deliver::placing::{own_message, put_unattended, sign};
use crate::deliver::resolve::resolve;
use crate::deliver::target::{check_target, own_target};
use crate::deliver::transmit::{TRANSMISSION_FORMAT, carried, for_transmission};
use crate::objects::Objects;
use crate::store::joined::joined;
use crate::store::local_queue::LocalQueue;
use crate::store::long_put::{LongPut, PreparedHere};
use crate::store::placement::Placement;
use crate::store::read::read_log;
use bytes::Bytes;
use ferromq_base::disk::access;
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::dead_letter::PutAside;
use ferromq_mqi::fronted::Fronted;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::property::Carried;
use ferromq_mqi::report::{Event, report};
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_queue::{Expired, LoadError, Message};
use std::sync::Arc;

/// Expiry of a report on an expired message that is to pass its expiry on, tenths of a second.
const EXPIRY_OF_EXPIRY: i32 = 600;

/// Formats of messages that are not where they were sent.
const UNDER_WAY: [[u8; 8]; 2] = [TRANSMISSION_FORMAT, *b"MQDEAD  "];

/// What a report is about.
pub(crate) struct Subject<'a> {
    message: &'a Message,
    event: Event,
    /// Formats of messages it is not made about.
    not_about: &'static [[u8; 8]],
    /// Tenths of a second the message had left.
    expiry: i32,
    /// Bytes at the end of the message that were not read.
    left_out: usize,
}

impl<'a> Subject<'a> {
    /// A message that was put to a queue of this queue manager.
    pub(crate) fn arrival(message: &'a Message) -> Self {
        Self {
            message,
            event: Event::Arrival,
            not_about: &UNDER_WAY,
            expiry: message.descriptor.expiry,
            left_out: 0,
        }
    }

    /// A message that is got for good, with `expiry` tenths of a second left. Of a long one `left_out` bytes at the
    /// end were not read.
    pub(crate) fn delivery(message: &'a Message, left_out: usize, expiry: i32) -> Self {
        Self {
            message,
            event: Event::Delivery,
            not_about: &UNDER_WAY,
            expiry,
            left_out,
        }
    }

    fn expiration(message: &'a Message) -> Self {
        Self {
            message,
            event: Event::Expiration,
            not_about: &[],
            expiry: EXPIRY_OF_EXPIRY,
            left_out: 0,
        }
    }

    /// Whether its message asks for this report.
    pub(crate) fn is_wanted(&self) -> bool {
        let original = &self.message.descriptor;
        self.event.is_asked_for(original.report) && !self.not_about.contains(&original.format)
    }

    /// How much of the data of its message the report carries.
    fn carried(&self) -> Carried {
        self.event.carried(self.message.descriptor.report)
    }

    fn made(&self) -> (MsgDescriptor, Fronted) {
        let message = self.message;
        report(self.event, &message.descriptor, &message.body, self.expiry)
    }

    /// Where the report goes: a queue, and its queue manager.
    fn reply_to(&self) -> (ObjectName, ObjectName) {
        let original = &self.message.descriptor;
        let q_name = ObjectName::from_field(&original.reply_to_q);
        (q_name, ObjectName::from_field(&original.reply_to_q_mgr))
    }
}

/// Stages what the report carries, if it is wanted with all data and that is long, and copies it if headers will stand in front of it. For a thread
/// that may wait for the disk and for others' work; the report is made and put with what is returned ([`LongPut::during`]).
pub(crate) fn staged(objects: &Objects, subject: &Subject<'_>) -> Option<Arc<LongPut>> {
    let all = subject.carried() == Carried::All && subject.left_out == 0;
    if !all || !subject.is_wanted() {
        return None;
    }
    let data = subject.made().1;
    let (q_name, q_mgr) = subject.reply_to();
    let resolved = resolve(objects, &q_name, &q_mgr);
    let is_here = resolved.is_ok_and(|resolved| !resolved.is_remote());
    let how = PreparedHere {
        stages: subject.message.descriptor.persistence == MQPER_PERSISTENT,
        copies: !is_here || !data.front.is_empty(),
    };
    LongPut::prepared_here(&objects.store, &data.rest, how)
}

/// A message that has expired and may have asked for a report.
///
/// # Errors
/// The message cannot be read: the disk may answer the next time, and until then nobody knows whom to report to.
pub(crate) fn of_expired(
    objects: &Objects,
    queue: &Arc<LocalQueue>,
    expired: &Expired,
) -> Result<Option<Arc<Message>>, LoadError> {
    if !expired.may_report {
        return Ok(None);
    }
    let loaded = queue.queue.load(expired.seq, &expired.payload, &|place| {
        read_log(objects, place)
    });
    match loaded {
        Ok(message) => Ok(Some(message)),
        Err(LoadError::Gone) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Makes the expiration report of a message that asked for one.
pub(crate) fn expired(objects: &Objects, message: &Message) {
    // On a transmission queue it is the message for elsewhere that has expired, and not what it is packed in.
    let inner = carried(message);
    if inner.is_empty() {
        send(objects, Subject::expiration(message));
    }
    for one in &inner {
        send(objects, Subject::expiration(one));
    }
}

/// Puts a report, if it is wanted, outside any unit of work.
pub(crate) fn send(objects: &Objects, subject: Subject<'_>) {
    if let Some(report) = placed(objects, subject, || objects.clock.wall_us()) {
        let _access = access::allow("a report is staged in place");
        // A log that is full costs the report, never the message it is about.
        let _ = put_unattended(objects, report);
    }
}

/// Reserves a place for a report, if it is wanted. `None` also when nobody takes it. What time it
/// is, is asked only for a report that is wanted: most messages ask for none.
pub(crate) fn placed(
    objects: &Objects,
    subject: Subject<'_>,
    put_at_us: impl FnOnce() -> u64,
) -> Option<Placement> {
    if !subject.is_wanted() {
        return None;
    }
    if subject.left_out > 0 && subject.carried() == Carried::All {
        // Longer than any message may be.
        return None;
    }
    let put_at_us = put_at_us();
    let (mut descriptor, data) = subject.made();
    let body = data.joined_by(joined).body;
    // Documented: whose report it is.
    descriptor.reply_to_q_mgr = *objects.name.bytes();
    let (q_name, q_mgr) = subject.reply_to();
    let discard = descriptor.report & MQRO_DISCARD_MSG != 0;
    let replied = to_queue(objects, (&q_name, &q_mgr), &descriptor, &body, put_at_us);
    match replied {
        Ok(placement) => Some(placement),
        Err(_) if discard => None,
        Err(reason) => to_dead_letter_queue(
            objects,
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
    objects: &Objects,
    to: (&ObjectName, &ObjectName),
    descriptor: &MsgDescriptor,
    body: &Bytes,
    put_at_us: u64,
) -> Result<Placement, Reason> {
    let resolved = resolve(objects, to.0, to.1)?;
    let target = resolved.targets.choose(objects)?;
    check_target(
        &resolved,
        &target,
        body.len(),
        objects.limits().max_msg_length,
    )?;
    let (descriptor, body) = match target.remote() {
        None => (descriptor.clone(), body.clone()),
        Some(onward) => {
            let mut inner = descriptor.clone();
            if inner.msg_id == MQMI_NONE {
                inner.msg_id = objects.identifiers.message_id();
            }
            // On a queue here it is signed as it is put; what travels keeps what stands in it.
            sign(objects, &mut inner, put_at_us);
            let made = for_transmission(objects, &inner, body, onward, put_at_us);
            (made.descriptor, made.body)
        }
    };
    own_message(objects, target.queue(), descriptor, body, put_at_us)
}

/// Reserves a place for a message nobody else takes; `None` when there is no such queue, or when it refuses the message.
pub(crate) fn to_dead_letter_queue(
    objects: &Objects,
    meant_for: (&ObjectName, &ObjectName),
    reason: Reason,
    mut descriptor: MsgDescriptor,
    body: &Bytes,
    put_at_us: u64,
) -> Option<Placement> {
    let name = ObjectName::truncated(objects.q_mgr().text(Attr::Deadq));
    let dead = own_target(objects, &name)?;
    if !dead.hot().put_enabled {
        return None;
    }
    let stamp = PutStamp::at(put_at_us);
    let q_mgr = match meant_for.1 {
        blank if blank.is_blank() => objects.name,
        named => *named,
    };
    let aside = PutAside {
        reason: reason.0,
        to: (*meant_for.0, q_mgr),
        appl_type: MQAT_QMGR,
        appl_name: PutAside::appl_name(objects.name.as_str()),
        put_at: (stamp.date, stamp.time),
    };
    let whole = joined(&aside.header(&descriptor), body);
    descriptor.format = *b"MQDEAD  ";
    descriptor.encoding = MQENC_NATIVE;
    descriptor.coded_char_set_id = objects.limits().ccsid;
    own_message(objects, &dead, descriptor, whole, put_at_us).ok()
}
