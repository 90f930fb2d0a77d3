//! Placing a message: reserving its places, and putting it into the log and onto its queues.

use crate::core::identity::PutStamp;
use crate::core::latch::{Forced, Latch};
use crate::core::unanswered::Unanswered;
use crate::core::{Core, log_reason};
use crate::deliver::report::{self, Subject};
use crate::deliver::resolve::resolve;
use crate::deliver::route;
use crate::deliver::target::{Onward, Target, check_queue, check_target};
use crate::deliver::transmit::for_transmission;
use crate::objects::Objects;
use crate::objects::cluster_queues::queue_to_put_on;
use crate::store::append::stage_puts_ahead;
use crate::store::asked_places::AskedPlaces;
use crate::store::local_queue::LocalQueue;
use crate::store::placement::{Placement, Terms, reserve};
use crate::uow::alone::{put_alone, put_together_alone};
use crate::uow::unit::UnitOfWork;
use bytes::Bytes;
use ferromq_log::Lsn;
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_queue::Message;
use std::sync::Arc;

/// A message ready to go: descriptor filled in, every check passed.
pub(crate) struct Outgoing<'a> {
    pub(crate) descriptor: &'a MsgDescriptor,
    pub(crate) terms: Terms,
    pub(crate) body: Bytes,
}

/// Places reserved for one put: its own, and those of what comes with it, the duplicate on a
/// streaming queue and a report.
pub(crate) struct Placements {
    /// `None` for a message that ends as it is put: there is nowhere it lies.
    own: Option<Placement>,
    others: Vec<Placement>,
}

impl Placements {
    /// A message that comes alone.
    pub(crate) fn alone(own: Placement) -> Self {
        let (own, others) = (Some(own), Vec::new());
        Self { own, others }
    }

    /// Of a message that ends as it is put, or is thrown away.
    pub(crate) fn nowhere() -> Self {
        let (own, others) = (None, Vec::new());
        Self { own, others }
    }

    /// Messages that come together; `None` for no messages.
    pub(crate) fn of(all: Vec<Placement>) -> Option<Self> {
        let mut others = all.into_iter();
        let own = Some(others.next()?);
        let others = others.collect();
        Some(Self { own, others })
    }

    /// Those of several messages that are put by one verb; `None` for no messages.
    pub(crate) fn together(all: Vec<Self>) -> Option<Self> {
        Self::of(all.into_iter().flat_map(Self::into_iter).collect())
    }

    /// How many `MAXUMSGS` counts. Source: stream queues and transactions.
    pub(crate) fn counted(&self) -> usize {
        self.iter().filter(|one| !one.is_duplicate).count()
    }

    pub(crate) fn any_persistent(&self) -> bool {
        self.iter().any(|one| one.persistent)
    }

    fn iter(&self) -> impl Iterator<Item = &Placement> {
        self.own.iter().chain(&self.others)
    }

    /// Has what is long of them staged in the log, if the verb under way may wait for that.
    ///
    /// # Errors
    /// `MQRC_RESOURCE_PROBLEM` while that is under way, or places are still asked for, and what the log refuses: the places are given back.
    pub(crate) fn staged(self, core: &Core) -> Result<Self, Reason> {
        if AskedPlaces::lacks() {
            self.release();
            return Err(Reason::RESOURCE_PROBLEM);
        }
        match stage_puts_ahead(core, self.iter()) {
            Ok(()) => Ok(self),
            Err(error) => {
                self.release();
                Err(log_reason(&error))
            }
        }
    }

    fn into_iter(self) -> impl Iterator<Item = Placement> {
        self.own.into_iter().chain(self.others)
    }

    /// Gives the places back.
    pub(crate) fn release(self) {
        self.into_iter().for_each(Placement::release);
    }
}

/// Puts outside any unit of work. A persistent message, or one that a persistent one comes with,
/// becomes visible when it is durable; any other at once, or when the log is durable up to
/// `behind`, so that it does not overtake what its application put before.
pub(crate) fn put_outside_syncpoint(
    objects: &Objects,
    placements: Placements,
    behind: Option<Lsn>,
) -> Result<Option<(Lsn, Latch)>, Reason> {
    if !placements.any_persistent() {
        let Some(end) = behind else {
            let mut unanswered = Unanswered::default();
            for placement in placements.into_iter() {
                unanswered.add(placement.show(objects, None));
            }
            let latch = unanswered.latch();
            return Ok(latch.map(|latch| (objects.log.durable(), latch)));
        };
        return Ok(Some((end, insert_behind(objects, placements, end))));
    }
    let Placements { own, others } = placements;
    let all: Vec<Placement> = match (own, others) {
        (Some(own), others) if others.is_empty() => {
            return put_alone(&objects.store, own).map(Some);
        }
        (own, others) => own.into_iter().chain(others).collect(),
    };
    let all = match put_together_alone(&objects.store, all)? {
        Ok(forced) => return Ok(Some(forced)),
        Err(all) => all,
    };
    let mut work = UnitOfWork::new(objects.new_uow());
    if let Err((_, reason)) = work.put_together(objects, all) {
        work.back_out(objects);
        return Err(reason);
    }
    work.commit(objects)
}

/// Why a message and what comes with it were not put in a unit of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PutFailure {
    /// None of them is in it.
    None(Reason),
    /// Some are, and cannot be taken back: the unit of work must be backed out.
    Half,
}

impl PutFailure {
    pub(crate) fn reason(self) -> Reason {
        match self {
            Self::None(reason) => reason,
            Self::Half => Reason::BACKED_OUT,
        }
    }
}

/// Puts a message and what comes with it, all or nothing.
pub(crate) fn put_all(
    work: &mut UnitOfWork,
    objects: &Objects,
    placements: Placements,
) -> Result<(), PutFailure> {
    let Placements { own, others } = placements;
    let all: Vec<Placement> = match (own, others) {
        (None, others) if others.is_empty() => return Ok(()),
        (Some(own), others) if others.is_empty() => {
            return work.put(objects, own).map_err(PutFailure::None);
        }
        (own, others) => own.into_iter().chain(others).collect(),
    };
    let put = work.put_together(objects, all);
    put.map_err(|(in_work, reason)| {
        let taken_back = (0..in_work).all(|_| work.take_back_put(objects));
        if taken_back {
            PutFailure::None(reason)
        } else {
            PutFailure::Half
        }
    })
}

fn insert_behind(objects: &Objects, placements: Placements, end: Lsn) -> Latch {
    let latch = Latch::default();
    let (opened, store_later) = (latch.clone(), Arc::clone(&objects.store));
    objects.log.when_durable(
        end,
        Box::new(move |result| {
            if result.is_err() {
                placements.release();
                opened.open(Forced::Failed);
                return;
            }
            let mut unanswered = Unanswered::default();
            for placement in placements.into_iter() {
                unanswered.add(placement.show(&store_later, None));
            }
            unanswered.then(move |outcome| store_later.open_put(opened, outcome));
        }),
    );
    latch
}

/// Reserves a place on the target queue, on its streaming queue if it has one, and for a
/// report of the arrival if one is asked for.
pub(crate) fn placements(
    objects: &Objects,
    target: &Target,
    outgoing: Outgoing<'_>,
) -> Result<Placements, Reason> {
    let Outgoing {
        descriptor,
        body,
        terms,
    } = outgoing;
    let queue = match target {
        Target::Local(queue) => queue,
        Target::Remote(queue, onward) => {
            let message = for_transmission(objects, descriptor, &body, onward, terms.put_at_us);
            let placed = reserve_onward(objects, queue, onward, Arc::new(message), terms);
            return placed.map(Placements::alone);
        }
    };
    if route::ends_here(objects, descriptor, &body, terms.put_at_us) {
        return Ok(Placements::nowhere());
    }
    let streams = queue.hot().streams;
    let message = Arc::new(Message::new(descriptor.clone(), body));
    let mut placements = Placements::alone(reserve(objects, queue, Arc::clone(&message), terms)?);
    if streams {
        match streamed(objects, queue, &message, terms) {
            Ok(duplicate) => {
                let marked = duplicate.map(|duplicate| Placement {
                    is_duplicate: true,
                    ..duplicate
                });
                placements.others.extend(marked);
            }
            Err(reason) => {
                placements.release();
                return Err(reason);
            }
        }
    }
    let arrival = report::placed(objects, Subject::arrival(&message), || terms.put_at_us);
    placements.others.extend(arrival);
    Ok(placements)
}

/// Reserves places for messages that come of one; `None` for no messages.
///
/// # Errors
/// What is refused of one of them: no place is reserved then.
pub(crate) fn placements_together(
    objects: &Objects,
    target: &Target,
    terms: Terms,
    messages: impl Iterator<Item = Message>,
) -> Result<Option<Placements>, Reason> {
    let mut all: Vec<Placements> = Vec::with_capacity(messages.size_hint().0);
    let mut first_refusal = None;
    for message in messages {
        let outgoing = Outgoing {
            descriptor: &message.descriptor,
            terms,
            body: message.body.clone(),
        };
        // Engines that answer later are asked for all their places at once.
        match placements(objects, target, outgoing) {
            Ok(placements) => all.push(placements),
            Err(reason) => first_refusal = first_refusal.or(Some(reason)),
        }
        if first_refusal.is_some_and(|reason| reason != Reason::RESOURCE_PROBLEM) {
            break;
        }
    }
    if let Some(reason) = first_refusal {
        all.into_iter().for_each(Placements::release);
        return Err(reason);
    }
    Ok(Placements::together(all))
}

/// Reserves a place on a transmission queue. Where a channel of a cluster has been given another one since the target was found out, on that: also for a handle
/// that is bound, and behind what stands on the old one as long as that is moved.
///
/// # Errors
/// As [`reserve`].
pub(crate) fn reserve_onward(
    objects: &Objects,
    queue: &Arc<LocalQueue>,
    onward: &Onward,
    message: Arc<Message>,
    terms: Terms,
) -> Result<Placement, Reason> {
    let mut placement = reserve(objects, queue, Arc::clone(&message), terms)?;
    let Some(route) = &onward.route else {
        return Ok(placement);
    };
    // Behind the reservation: the end of a switch looks for those ([`crate::deliver::reallocate`]).
    let mut known = route.switches;
    while objects.clusters.switches() != known {
        known = objects.clusters.switches();
        let default_type = objects.q_mgr_int(Attr::Defclxq);
        let right = queue_to_put_on(&objects.registry(), default_type, &route.channel);
        let Some(right) = right.filter(|right| right.id != placement.queue.id) else {
            break;
        };
        placement.release();
        check_queue(&right, message.body.len())?;
        placement = reserve(objects, &right, Arc::clone(&message), terms)?;
    }
    Ok(placement)
}

/// The duplicate a streaming queue gets (`STREAMQ`): the same message, put under the same conditions, but that it lives as long as the
/// streaming queue's own `CAPEXPRY` says, and asks for no reports. With `STRMQOS(MUSTDUP)` the put fails when the duplicate cannot be made.
/// Source: streaming queues configuration.
fn streamed(
    objects: &Objects,
    queue: &Arc<LocalQueue>,
    message: &Arc<Message>,
    terms: Terms,
) -> Result<Option<Placement>, Reason> {
    let (name, must) = queue.with_definition(|definition| {
        let must = definition.int(Attr::Strmqos) == MQST_MUST_DUP;
        (ObjectName::truncated(definition.text(Attr::Streamq)), must)
    });
    let duplicate = resolve(objects, &name, &ObjectName::BLANK).and_then(|resolved| {
        let (target, length) = (resolved.targets.choose(objects)?, message.body.len());
        check_target(&resolved, &target, length, objects.limits().max_msg_length)?;
        if terms.persistent && target.queue().is_temporary() {
            return Err(Reason::PERSISTENT_NOT_ALLOWED);
        }
        let caps = [
            resolved.first.cap_expiry_tenths(),
            target.queue().hot().cap_expiry,
        ];
        let (message, terms) = duplicate_of(message, terms, caps.into_iter().flatten().min());
        let Some(onward) = target.remote() else {
            return reserve(objects, target.queue(), message, terms);
        };
        let (descriptor, body) = (&message.descriptor, &message.body);
        let message = for_transmission(objects, descriptor, body, onward, terms.put_at_us);
        reserve_onward(objects, target.queue(), onward, Arc::new(message), terms)
    });
    match duplicate {
        Ok(placement) => Ok(Some(placement)),
        Err(_) if !must && !AskedPlaces::lacks() => Ok(None),
        Err(reason) => Err(reason),
    }
}

/// Reports that only the original brings about.
const REPORTS_OF_THE_ORIGINAL: i32 = MQRO_ACTIVITY
    | MQRO_COA_WITH_FULL_DATA
    | MQRO_COD_WITH_FULL_DATA
    | MQRO_EXCEPTION_WITH_FULL_DATA
    | MQRO_EXPIRATION_WITH_FULL_DATA;

/// A message as its duplicate is: it lives so many tenths of a second from its put on, or without end, and nobody is told what becomes
/// of it. It stays the original's as long as that is no difference.
fn duplicate_of(message: &Arc<Message>, terms: Terms, cap: Option<i32>) -> (Arc<Message>, Terms) {
    let original = &message.descriptor;
    let expiry = cap.unwrap_or(MQEI_UNLIMITED);
    let report = original.report & !REPORTS_OF_THE_ORIGINAL;
    if (expiry, report) == (original.expiry, original.report) {
        return (Arc::clone(message), terms);
    }
    let descriptor = MsgDescriptor {
        expiry,
        report,
        ..original.clone()
    };
    let lives_us = cap.and_then(|cap| u64::try_from(cap).ok());
    let terms = Terms {
        expires_at_us: lives_us.map(|tenths| terms.put_at_us + tenths * 100_000),
        ..terms
    };
    let message = Message::new(descriptor, message.body.clone());
    (Arc::new(message), terms)
}

/// The cap on an expiry, where the message would live longer. Both are tenths of a second.
pub(crate) fn shorter(expiry: i32, cap: Option<i32>) -> Option<i32> {
    cap.filter(|cap| expiry == MQEI_UNLIMITED || expiry > *cap)
}

/// Reserves a place for a message the queue manager makes itself: a trigger message, a report.
/// Fills in its identity, its origin and what it leaves to the queue.
pub(crate) fn own_message(
    objects: &Objects,
    queue: &Arc<LocalQueue>,
    mut descriptor: MsgDescriptor,
    body: Bytes,
    put_at_us: u64,
) -> Result<Placement, Reason> {
    let defaults = queue.definition();
    if descriptor.msg_id == MQMI_NONE {
        descriptor.msg_id = objects.identifiers.message_id();
    }
    sign(objects, &mut descriptor, put_at_us);
    if descriptor.persistence == MQPER_PERSISTENCE_AS_Q_DEF {
        descriptor.persistence = defaults.int(Attr::Defpsist);
    }
    if descriptor.priority == MQPRI_PRIORITY_AS_Q_DEF {
        descriptor.priority = defaults.int(Attr::Defprty);
    }
    if matches!(descriptor.coded_char_set_id, MQCCSI_Q_MGR | MQCCSI_INHERIT) {
        descriptor.coded_char_set_id = objects.limits().ccsid;
    }
    let terms = Terms {
        persistent: descriptor.persistence == MQPER_PERSISTENT && !queue.is_temporary(),
        priority: u8::try_from(descriptor.priority.clamp(0, 9)).unwrap_or(0),
        expires_at_us: u64::try_from(descriptor.expiry)
            .ok()
            .map(|tenths| put_at_us + tenths * 100_000),
        put_at_us,
    };
    reserve(
        objects,
        queue,
        Arc::new(Message::new(descriptor, body)),
        terms,
    )
}

/// The origin context of what the queue manager itself puts.
pub(crate) fn sign(objects: &Objects, descriptor: &mut MsgDescriptor, put_at_us: u64) {
    let stamp = PutStamp::at(put_at_us);
    descriptor.put_appl_type = MQAT_QMGR;
    descriptor.put_appl_name[..].copy_from_slice(&objects.name.bytes()[..28]);
    descriptor.put_date = stamp.date;
    descriptor.put_time = stamp.time;
}

/// A put the queue manager makes for itself, outside any unit of work. Not waited for.
pub(crate) fn put_unattended(objects: &Objects, own: Placement) -> Result<(), Reason> {
    let alone = Placements::alone(own);
    if let Some((end, _)) = put_outside_syncpoint(objects, alone, None)? {
        objects.log.request_force(end);
    }
    Ok(())
}
