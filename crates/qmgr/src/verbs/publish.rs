//! `MQPUT` to a topic.
//!
//! The publication is checked as any message. Then each subscriber's copy gets its place, and all of them are put
//! as one: outside syncpoint in a unit of work of their own, if any is persistent. Copies share their data.
//! Source: MQPUT usage notes, MQPMO "Publish options", DEFINE TOPIC (`NPMSGDLV`, `PMSGDLV`, `USEDLQ`).

use crate::deliver::delay;
use crate::deliver::placing::Placements;
use crate::objects::limits::Limits;
use crate::publish::copy::{Copies, Publication};
use crate::publish::distribute::{Placed, Reach, Wanted, copies, count};
use crate::publish::retention::{hold_retained_room, lasting, retain_alone, retain_with};
use crate::publish::topics::Audience;
use crate::store::placement::Placement;
use crate::verbs::connection::Connection;
use crate::verbs::group_put::number_put;
use crate::verbs::handle::{LogicalPut, Opened};
use crate::verbs::put::cap_expiry;
use crate::verbs::put_checks::{
    check_descriptor, check_properties, check_suppressed, check_unless_remote,
};
use crate::verbs::step::Step;
use bytes::Bytes;
use ferromq_log::Lsn;
use ferromq_mqi::call::{PutReply, Reply};
use ferromq_mqi::extension::take_extension;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{ObjectHandle, PutOptions};
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_queue::Message;
use ferromq_topic::Inherited;
use std::sync::Arc;

const SEGMENTS: i32 = MQMF_SEGMENT | MQMF_LAST_SEGMENT | MQMF_SEGMENTATION_ALLOWED;
const GROUPS: i32 = MQMF_MSG_IN_GROUP | MQMF_LAST_MSG_IN_GROUP;

impl Connection {
    /// Publishes through a handle of a topic.
    pub(super) fn publish(
        &mut self,
        number: ObjectHandle,
        mut descriptor: MsgDescriptor,
        options: &PutOptions,
        mut body: Bytes,
        asynchronous: bool,
    ) -> Result<Step, Reason> {
        let limits = self.engine.limits();
        let mut warning = check_published(&mut descriptor, &mut body, options, &limits)?;
        let put_at_us = self.stamp.refresh(self.engine.clock.as_ref());
        let context = self.passed_context(options)?;
        let engine = Arc::clone(&self.engine);
        // Whoever subscribes meanwhile is given what is retained, or gets this, and not both or neither.
        let alone = options.options & (MQPMO_RETAIN | MQPMO_SYNCPOINT) == MQPMO_RETAIN;
        let _order = alone.then(|| engine.order_commits());
        let (topic, audience, before) = self.topic_of(number)?;
        let expires_at_us = complete(&mut descriptor, &audience.inherited, limits.ccsid)
            .map(|tenths| put_at_us + u64::from(tenths) * 100_000);
        let delay_ms = delay_ms(&descriptor, &body, options)?;
        let (asked, ids) = (options.options, &self.engine.identifiers);
        let numbered = number_put(before, &mut descriptor, asked, body.len(), ids)?;
        self.fill_context(&mut descriptor, options, context);
        let given_id = descriptor.msg_id;
        let keeps_id = asked & MQPMO_NEW_MSG_ID != 0 || given_id != MQMI_NONE;
        self.fill_identifiers(&mut descriptor, options);
        let wanted = self.wanted(options, &audience.inherited);
        let publication = Publication {
            retained: self.was_retained(),
            to_retain: asked & MQPMO_RETAIN != 0,
            stays: wanted.reach == Reach::Here,
            hops: self.republished.as_ref().map_or(0, |one| one.hops),
            persistent: descriptor.persistence == MQPER_PERSISTENT,
            expires_at_us,
            delay_ms,
            keeps_id,
            met: audience.last_number,
            ..Publication::of(topic, Message::new(descriptor, body), put_at_us)
        };
        let Placed {
            placements: mut copies,
            served,
            copies: mut shared,
        } = copies(&engine, &publication, &audience, &wanted)?;
        let (copied, bytes) = (copies.len(), publication.message.body.len());
        let persistent = publication.persistent;
        if warning == Reason::NONE {
            warning = numbered.warning;
        }
        if copies.is_empty() && asked & MQPMO_WARN_IF_NO_SUBS_MATCHED != 0 {
            warning = Reason::NO_SUBS_MATCHED;
        }
        let reply = reply(&publication, given_id, warning);
        let retained = match asked & MQPMO_RETAIN {
            0 => None,
            _ => Some(self.to_retain(publication, &mut shared, &mut copies)?),
        };
        if asynchronous && !copies.is_empty() {
            // Another one each time: the queue of one subscriber does not speak for all.
            let one = put_at_us as usize % copies.len();
            self.note_unanswered(&Arc::clone(&copies[one].queue));
        }
        let step = self.put_copies(copies, retained, options, asynchronous, reply)?;
        self.observe_copies(persistent, copied, bytes);
        count(&served, put_at_us);
        let handle = self.handles.get(number)?;
        handle.logical_put = numbered.next;
        if let Opened::Topic(open) = &handle.opened {
            open.publisher.count(put_at_us);
        }
        Ok(step)
    }

    /// The topic of a handle, whom a publication to it meets, and where in its groups the handle is.
    fn topic_of(
        &mut self,
        number: ObjectHandle,
    ) -> Result<(Arc<str>, Audience, Option<LogicalPut>), Reason> {
        let handle = self.handles.get(number)?;
        let Opened::Topic(open) = &mut handle.opened else {
            return Err(Reason::NOT_OPEN_FOR_OUTPUT);
        };
        let topic = Arc::clone(&open.publisher.topic);
        let audience = self.engine.topics.audience(&topic, open.audience.take());
        open.audience = Some(audience.clone());
        let front = open.front.as_ref();
        if front.is_some_and(|front| !front.put_enabled()) || !audience.inherited.publish {
            return Err(Reason::PUT_INHIBITED);
        }
        Ok((topic, audience, handle.logical_put))
    }

    /// The publication as it is retained. If it is to last, its message joins the copies.
    fn to_retain(
        &self,
        publication: Publication,
        shared: &mut Copies,
        copies: &mut Vec<Placement>,
    ) -> Result<Publication, Reason> {
        let id = self.engine.identifiers.message_id();
        let kept = hold_retained_room(&self.engine, &publication).and_then(|held| {
            let message = lasting(&self.engine, &publication, shared, id)?;
            Ok((held, message))
        });
        let (held, message) = match kept {
            Ok(kept) => kept,
            Err(reason) => {
                copies.drain(..).for_each(Placement::release);
                return Err(reason);
            }
        };
        let kept = message.is_some().then_some(id);
        let place = message.as_ref().map_or(0, |message| message.seq.0);
        copies.extend(message);
        Ok(Publication {
            retained: true,
            kept,
            place,
            held: Some(held),
            ..publication
        })
    }

    /// The publication under way came from where it was retained.
    fn was_retained(&self) -> bool {
        let came = self.republished.as_ref();
        came.is_some_and(|one| one.retained)
    }

    fn wanted(&self, options: &PutOptions, inherited: &Inherited) -> Wanted {
        let stays =
            options.options & MQPMO_SCOPE_QMGR != 0 || inherited.publish_scope == MQSCOPE_QMGR;
        let hosted_here = inherited.hosts.as_ref().is_some_and(|hosts| hosts.here);
        Wanted {
            level_max: options.pub_level,
            not_of: (options.options & MQPMO_NOT_OWN_SUBS != 0).then_some(self.state.number),
            came: self.republished.is_some(),
            reach: match (stays, &self.republished) {
                (true, _) => Reach::Here,
                (false, None) => Reach::Everywhere,
                (false, Some(one)) if one.onward && hosted_here => Reach::NotBackTo(one.from),
                (false, Some(one)) => match one.sends_to(&inherited.cluster) {
                    Some(members) => Reach::NotToMembers(one.from, members),
                    None => Reach::NotBackTo(one.from),
                },
            },
        }
    }

    fn put_copies(
        &mut self,
        copies: Vec<Placement>,
        retained: Option<Publication>,
        options: &PutOptions,
        asynchronous: bool,
        reply: Reply,
    ) -> Result<Step, Reason> {
        if options.options & MQPMO_SYNCPOINT != 0 {
            let without_message = retained.as_ref().filter(|one| one.kept.is_none());
            let besides = without_message.map_or(0, |_| 1);
            match Placements::of(copies) {
                Some(placements) => self.place_in_work(placements, besides)?,
                None => self.check_room_in_work(besides)?,
            }
            if let Some(publication) = retained {
                let publishing = &self.engine.publishing;
                self.in_work(|work| retain_with(publishing, work, publication));
            }
            return Ok(Step::Done(reply));
        }
        let forced = match Placements::of(copies) {
            Some(placements) => self.place_alone(placements)?,
            None => None,
        };
        if let Some(publication) = retained {
            let end = forced.as_ref().map_or(Lsn::NONE, |(end, _)| *end);
            retain_alone(&self.engine, publication, end);
        }
        Ok(self.answer_put(forced, asynchronous, reply))
    }
}

/// What can be said against a message before it is known whom it meets. Answers the warning there is.
fn check_published(
    descriptor: &mut MsgDescriptor,
    body: &mut Bytes,
    options: &PutOptions,
    limits: &Limits,
) -> Result<Reason, Reason> {
    take_extension(descriptor, body)?;
    let ordered = options.options & MQPMO_LOGICAL_ORDER != 0;
    let warning = check_descriptor(descriptor, limits.max_priority, ordered)?;
    check_suppressed(descriptor, options)?;
    check_publication(descriptor, options, limits)?;
    check_properties(descriptor, body, limits.max_properties_length)?;
    check_unless_remote(descriptor)?;
    if body.len() as u64 > u64::from(limits.max_msg_length) {
        return Err(Reason::MSG_TOO_BIG_FOR_Q_MGR);
    }
    Ok(warning)
}

/// How long a publication asks to be held.
///
/// # Errors
/// `MQRC_FUNCTION_NOT_SUPPORTED` of one that is to be retained: nothing says when it would be.
fn delay_ms(descriptor: &MsgDescriptor, body: &Bytes, options: &PutOptions) -> Result<u64, Reason> {
    let delay_ms = delay::delay_ms(descriptor, body, options);
    match delay_ms > 0 && options.options & MQPMO_RETAIN != 0 {
        true => Err(Reason::FUNCTION_NOT_SUPPORTED),
        false => Ok(delay_ms),
    }
}

/// Settles what the descriptor leaves to the topic. Answers the tenths of a second until it expires.
fn complete(descriptor: &mut MsgDescriptor, inherited: &Inherited, ccsid: i32) -> Option<u32> {
    if descriptor.persistence == MQPER_PERSISTENCE_AS_Q_DEF {
        descriptor.persistence = inherited.persistence;
    }
    if descriptor.priority == MQPRI_PRIORITY_AS_Q_DEF {
        descriptor.priority = inherited.priority;
    }
    if matches!(descriptor.coded_char_set_id, MQCCSI_Q_MGR | MQCCSI_INHERIT) {
        descriptor.coded_char_set_id = ccsid;
    }
    descriptor.backout_count = 0;
    cap_expiry(descriptor, inherited.cap_expiry_tenths)
}

/// The answer to a publisher that gave this message id.
fn reply(publication: &Publication, given_id: [u8; 24], reason: Reason) -> Reply {
    let mut descriptor = publication.message.descriptor.clone();
    if !publication.keeps_id {
        // Documented: each copy has an id of its own, and the field stays as it was.
        descriptor.msg_id = given_id;
    }
    Reply::Put(Box::new(PutReply {
        reason,
        descriptor,
        resolved_q_name: ObjectName::BLANK,
        resolved_q_mgr_name: ObjectName::BLANK,
    }))
}

fn check_publication(
    descriptor: &MsgDescriptor,
    options: &PutOptions,
    limits: &Limits,
) -> Result<(), Reason> {
    if !limits.publishes {
        return Err(Reason::PUBSUB_INHIBITED);
    }
    if descriptor.msg_flags & SEGMENTS != 0 {
        return Err(Reason::SEGMENTATION_NOT_ALLOWED);
    }
    if options.options & MQPMO_RETAIN != 0 && descriptor.msg_flags & GROUPS != 0 {
        return Err(Reason::MSG_NOT_ALLOWED_IN_GROUP);
    }
    if !(0..=9).contains(&options.pub_level) {
        return Err(Reason::PMO_ERROR);
    }
    Ok(())
}
