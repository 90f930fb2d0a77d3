//! `MQPUT` to a topic.
//!
//! The publication is checked as any message. Then each subscriber's copy gets its place, and all of them are put
//! as one: outside syncpoint in a unit of work of their own, if any is persistent. Copies share their data.
//! Source: MQPUT usage notes, MQPMO "Publish options", DEFINE TOPIC (`NPMSGDLV`, `PMSGDLV`, `USEDLQ`).

use super::delay;
use super::group_put::number_put;
use super::placing::{Placements, Terms, put_unattended, reserve};
use super::put::{cap_expiry, take_extension};
use super::put_checks::{check_descriptor, check_properties, check_unless_remote};
use super::transmit::for_transmission;
use crate::connection::{Connection, Step};
use crate::handle::{LogicalPut, Opened};
use crate::publish::{
    Audience, Copies, Destination, Listening, Look, Publication, Subscription, Target, judges,
    lasting, retain_alone,
};
use crate::report::to_dead_letter_queue;
use crate::resolve::subscriber_queue;
use crate::shared::{Limits, Shared};
use crate::uow::Placement;
use bytes::Bytes;
use ferromq_log::Lsn;
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::call::{PutReply, Reply};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{ObjectHandle, PutOptions};
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_queue::Message;
use ferromq_topic::Inherited;
use std::collections::BTreeMap;
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
        let limits = self.shared.limits();
        let mut warning = check_published(&mut descriptor, &mut body, options, &limits)?;
        let put_at_us = self.stamp.refresh(self.shared.clock.as_ref());
        let context = self.passed_context(options)?;
        let shared = Arc::clone(&self.shared);
        // Whoever subscribes meanwhile is given what is retained, or gets this, and not both or neither.
        let alone = options.options & (MQPMO_RETAIN | MQPMO_SYNCPOINT) == MQPMO_RETAIN;
        let _order = alone.then(|| shared.administer());
        let (topic, audience, before) = self.topic_of(number)?;
        let expires_at_us = complete(&mut descriptor, &audience.inherited, limits.ccsid)
            .map(|tenths| put_at_us + u64::from(tenths) * 100_000);
        let delay_ms = delay_ms(&descriptor, &body, options)?;
        let (asked, ids) = (options.options, &self.shared.identifiers);
        let numbered = number_put(before, &mut descriptor, asked, body.len(), ids)?;
        self.fill_context(&mut descriptor, options, context);
        let given_id = descriptor.msg_id;
        let keeps_id = asked & MQPMO_NEW_MSG_ID != 0 || given_id != MQMI_NONE;
        self.fill_identifiers(&mut descriptor, options);
        let publication = Publication {
            persistent: descriptor.persistence == MQPER_PERSISTENT,
            expires_at_us,
            delay_ms,
            keeps_id,
            met: audience.last_number,
            ..Publication::of(topic, Message::new(descriptor, body), put_at_us)
        };
        let mut copies = copies(&shared, &publication, &audience, &self.wanted(options))?;
        self.count_copies(copies.len(), publication.message.body.len());
        if warning == Reason::NONE {
            warning = numbered.warning;
        }
        if copies.is_empty() && asked & MQPMO_WARN_IF_NO_SUBS_MATCHED != 0 {
            warning = Reason::NO_SUBS_MATCHED;
        }
        let reply = reply(&publication, given_id, warning);
        let retained = match asked & MQPMO_RETAIN {
            0 => None,
            _ => Some(self.to_retain(publication, &mut copies)?),
        };
        if asynchronous && !copies.is_empty() {
            // Another one each time: the queue of one subscriber does not speak for all.
            let one = put_at_us as usize % copies.len();
            self.note_unanswered(&Arc::clone(&copies[one].queue));
        }
        let step = self.put_copies(copies, retained, options, asynchronous, reply)?;
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
        let audience = self.shared.topics.audience(&topic, open.audience.take());
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
        copies: &mut Vec<Placement>,
    ) -> Result<Publication, Reason> {
        let id = self.shared.identifiers.message_id();
        let message = match lasting(&self.shared, &publication, id) {
            Ok(message) => message,
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
            ..publication
        })
    }

    fn wanted(&self, options: &PutOptions) -> Wanted {
        Wanted {
            level_max: options.pub_level,
            not_of: (options.options & MQPMO_NOT_OWN_SUBS != 0).then_some(self.state.number),
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
            if let Some(placements) = Placements::of(copies) {
                self.place_in_work(placements)?;
            }
            if let Some(publication) = retained {
                self.in_work(|work| work.retained.push(publication));
            }
            return Ok(Step::Done(reply));
        }
        let forced = match Placements::of(copies) {
            Some(placements) => self.place_alone(placements)?,
            None => None,
        };
        if let Some(publication) = retained {
            let end = forced.as_ref().map_or(Lsn::NONE, |(end, _)| *end);
            retain_alone(&self.shared, publication, end);
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

/// Publishes what the queue manager itself has to say. Copies that cannot be put are lost.
pub(crate) fn publish_own(shared: &Arc<Shared>, publication: &Publication) {
    let audience = shared.topics.audience(&publication.topic, None);
    let everybody = Wanted {
        level_max: 9,
        not_of: None,
    };
    let copies = copies(shared, publication, &audience, &everybody).unwrap_or_default();
    for copy in copies {
        let _ = put_unattended(shared, copy);
    }
}

/// The answer to a publisher that gave this message id.
fn reply(publication: &Publication, given_id: [u8; 24], reason: Reason) -> Reply {
    let mut descriptor = publication.message.descriptor.clone();
    if !publication.keeps_id {
        // Documented: each copy has an id of its own, and the field stays as it was.
        descriptor.msg_id = given_id;
    }
    Reply::Put(PutReply {
        reason,
        descriptor,
        resolved_q_name: ObjectName::BLANK,
        resolved_q_mgr_name: ObjectName::BLANK,
    })
}

/// Which subscribers a publication is for, besides what they subscribed to.
struct Wanted {
    /// `PubLevel`.
    level_max: i32,
    /// Not those of this connection.
    not_of: Option<u64>,
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

/// Reserves the places of the copies.
///
/// # Errors
/// `MQRC_PUBLICATION_FAILURE` when one that must be delivered cannot be; then no place is kept.
fn copies(
    shared: &Arc<Shared>,
    publication: &Publication,
    audience: &Audience,
    wanted: &Wanted,
) -> Result<Vec<Placement>, Reason> {
    let chosen = chosen(&audience.subscriptions, publication, wanted);
    let inherited = &audience.inherited;
    let delivery = match publication.persistent {
        true => inherited.persistent_delivery,
        false => inherited.non_persistent_delivery,
    };
    let mut copies = Copies::default();
    let mut placed: Vec<Placement> = Vec::with_capacity(chosen.len());
    for Listening {
        subscription,
        likeness,
    } in chosen
    {
        let to = (subscription.as_ref(), *likeness);
        let failure = match copy_for(shared, publication, to, &mut copies) {
            Ok(copy) => {
                subscription.activity.count(publication.put_at_us);
                placed.push(copy);
                continue;
            }
            Err(failure) => failure,
        };
        let dead = match inherited.use_dead_letter_queue {
            true => undelivered(shared, subscription, failure, publication.put_at_us),
            false => None,
        };
        let must = match delivery {
            MQDLV_ALL => true,
            MQDLV_ALL_DUR => subscription.is_durable(),
            _ => false,
        };
        match dead {
            Some(placement) => placed.push(placement),
            None if must => {
                placed.into_iter().for_each(Placement::release);
                return Err(Reason::PUBLICATION_FAILURE);
            }
            None => {}
        }
    }
    Ok(placed)
}

/// The subscriptions that get a copy: of those in time and selected the ones of the highest level, and of each
/// group the one that says most of the topic.
fn chosen<'a>(
    subscriptions: &'a [Listening],
    publication: &Publication,
    wanted: &Wanted,
) -> Vec<&'a Listening> {
    let takes = |one: &&Listening| {
        let one = &one.subscription;
        one.level <= wanted.level_max
            && !one.on_request
            && !one.is_expired(publication.put_at_us)
            && (wanted.not_of.is_none() || one.activity.holder() != wanted.not_of)
            && is_selected(one, publication)
    };
    let mut chosen: Vec<&Listening> = subscriptions.iter().filter(takes).collect();
    if let Some(level) = chosen.iter().map(|one| one.subscription.level).max() {
        chosen.retain(|one| one.subscription.level == level);
    }
    let in_group = |one: &&Listening| one.subscription.grouped;
    if chosen.iter().any(in_group) {
        let mut best: BTreeMap<_, (usize, u64)> = BTreeMap::new();
        for one in chosen.iter().filter(|one| in_group(one)) {
            let one = &one.subscription;
            let says = (one.pattern.literal_levels(), one.number);
            let group = best
                .entry((one.destination_name(), one.correl_id))
                .or_insert(says);
            *group = (*group).max(says);
        }
        chosen.retain(|listening| {
            let one = &listening.subscription;
            let group = best.get(&(one.destination_name(), one.correl_id));
            !one.grouped || group.is_some_and(|(_, number)| *number == one.number)
        });
    }
    chosen
}

pub(super) fn is_selected(subscription: &Subscription, publication: &Publication) -> bool {
    let selector = subscription.selector.as_ref();
    selector.is_none_or(|selector| judges(selector, &publication.message))
}

/// Why a copy could not be placed, and the copy as far as it was made.
pub(crate) type Failure = Box<(Reason, Message)>;

pub(super) fn copy_for(
    shared: &Arc<Shared>,
    publication: &Publication,
    (subscription, likeness): (&Subscription, u32),
    copies: &mut Copies,
) -> Result<Placement, Failure> {
    let length = publication.message.body.len();
    let ids = publication.ids(subscription, || shared.identifiers.message_id());
    let mut copy = |queue_priority, temporary| {
        let target = Target {
            subscription,
            look: Look {
                likeness,
                queue_priority,
                temporary,
            },
        };
        publication.copy(target, copies)
    };
    let (queue, remote) = match subscriber_queue(shared, &subscription.destination, length) {
        Ok(found) => found,
        Err(reason) => return Err(Box::new((reason, copy(0, false).with_ids(&ids)))),
    };
    let queue_priority = match subscription.priority {
        MQPRI_PRIORITY_AS_Q_DEF => queue.with_definition(|of| of.int(Attr::Defprty)),
        _ => 0,
    };
    let temporary = queue.is_temporary();
    let mut message = copy(queue_priority, temporary);
    let terms = Terms {
        persistent: publication.persistent && !temporary,
        priority: u8::try_from(message.descriptor.priority.clamp(0, 9)).unwrap_or(0),
        expires_at_us: publication.expires_at_us,
        put_at_us: publication.put_at_us,
    };
    if publication.delay_ms > 0 {
        let to = remote.unwrap_or((queue.name, shared.name));
        return delayed(shared, to, message.with_ids(&ids), terms, publication);
    }
    if let Some((q_name, q_mgr)) = &remote {
        let own = message.with_ids(&ids);
        let (to, at_us) = ((q_name, q_mgr), terms.put_at_us);
        message = Arc::new(for_transmission(
            shared,
            &own.descriptor,
            &own.body,
            to,
            at_us,
        ));
    } else if terms.persistent {
        // The log takes it from its descriptor.
        message = Arc::new(message.with_ids(&ids));
    }
    let placed = reserve(&queue, Arc::clone(&message), terms);
    let shares = remote.is_none() && !terms.persistent;
    match placed {
        Ok(placement) => Ok(Placement {
            ids: shares.then_some(ids),
            ..placement
        }),
        Err(reason) if shares => Err(Box::new((reason, message.with_ids(&ids)))),
        Err(reason) => Err(Box::new((reason, Arc::unwrap_or_clone(message)))),
    }
}

/// A place on the staging queue for a copy that waits until it is due.
fn delayed(
    shared: &Arc<Shared>,
    to: (ObjectName, ObjectName),
    copy: Message,
    terms: Terms,
    publication: &Publication,
) -> Result<Placement, Failure> {
    let message = (copy.descriptor.clone(), copy.body.clone());
    delay::stage(shared, (&to.0, &to.1), message, terms, publication.delay_ms)
        .map_err(|reason| Box::new((reason, copy)))
}

/// A place on the dead-letter queue for a copy nobody takes.
pub(super) fn undelivered(
    shared: &Arc<Shared>,
    subscription: &Subscription,
    failure: Failure,
    put_at_us: u64,
) -> Option<Placement> {
    let (reason, copy) = *failure;
    let (name, q_mgr) = match &subscription.destination {
        Destination::Managed(queue) => (queue.name, shared.name),
        Destination::Provided(name, q_mgr) => (*name, *q_mgr),
    };
    let Message {
        descriptor, body, ..
    } = copy;
    to_dead_letter_queue(
        shared,
        (&name, &q_mgr),
        reason,
        descriptor,
        &body,
        put_at_us,
    )
}
