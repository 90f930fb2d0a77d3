//! Making, changing and removing subscriptions: in the log, if they last, and in memory.

use crate::core::observation::Observed;
use crate::objects::logged::{Logged, log_change, log_record};
use crate::objects::registry::QueueObject;
use crate::objects::{dynamic, failure::ObjectError};
use crate::publish::Publishing;
use crate::publish::subscription::{Activity, Destination, Subscription};
use crate::publish::topics::Expiring;
use crate::record::{QueueId, RecordKind, numbers};
use crate::store::local_queue::LocalQueue;
use crate::store::room::Need;
use ferromq_log::{PAGE_BYTES, SetAside, Urgency};
use ferromq_mqi::Reason;
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::MQQDT_PERMANENT_DYNAMIC;
use ferromq_mqi::name::ObjectName;
use std::collections::BTreeSet;
use std::sync::Arc;

/// What [`keep`] made: the subscription, and what to wait for if it or what it was given lasts.
pub(crate) type LoggedSubscription = (Arc<Subscription>, Option<Logged>);

/// What a new subscription is given, with its places on the queue reserved.
pub(crate) trait Given {
    /// Whether putting it takes room in the log.
    fn is_logged(&self) -> bool;
    /// Puts it; what to wait for, if it lasts.
    fn put(self) -> Result<Option<Logged>, Reason>;
    /// Gives the places back.
    fn release(self);
}

/// A subscription takes part from now on. One that lasts is answered when that is durable. `place` reserves the places of
/// what it is given before anybody publishes to it, while nothing else is retained.
///
/// What is logged of that is in the log before the subscription, for whose record room is set aside meanwhile: a log without
/// room leaves neither. What is not logged is put behind the record, to the same end.
///
/// # Errors
/// `MQRC_SUB_ALREADY_EXISTS` when its name is taken, `MQRC_DUPLICATE_GROUP_SUB` when its topic string is in its group already, those of `place` and of putting, and the reasons of a log that takes no
/// more. `MQRC_RESOURCE_PROBLEM` is the log's alone, which may be staging what is given.
pub(crate) fn keep<G: Given>(
    publishing: &Publishing,
    subscription: Subscription,
    place: impl FnOnce(&Subscription) -> Result<Option<G>, Reason>,
) -> Result<LoggedSubscription, Reason> {
    let _one_at_a_time = publishing.order_commits();
    let name = subscription.name();
    if !name.is_empty() && publishing.topics.by_name(name).is_some() {
        return Err(Reason::SUB_ALREADY_EXISTS);
    }
    if subscription.grouped
        && subscription.neighbour.is_none()
        && publishing.topics.is_in_group(&subscription)
    {
        return Err(Reason::DUPLICATE_GROUP_SUB);
    }
    // Between the two somebody may have deleted the queue that was made for it.
    if let Destination::Managed(_, queue) = &subscription.destination
        && queue.upgrade().is_none_or(|queue| queue.is_deleted())
    {
        return Err(Reason::Q_DELETED);
    }
    let record = |urgency| {
        let lasts = subscription.is_durable();
        lasts
            .then(|| log(publishing, subscription.definition.clone(), urgency))
            .transpose()
    };
    let (logged, last) = match place(&subscription)? {
        None => (record(Urgency::Completing)?, None),
        Some(given) if given.is_logged() => {
            let Some(_aside) = room_for(publishing, &subscription.definition) else {
                given.release();
                return Err(Reason::RETAINED_NOT_DELIVERED);
            };
            let last = given.put()?;
            (record(Urgency::Promised)?, last)
        }
        Some(given) => match record(Urgency::Completing) {
            Ok(logged) => (logged, given.put()?),
            Err(reason) => {
                given.release();
                return Err(reason);
            }
        },
    };
    let logged = last.into_iter().chain(logged).max_by_key(|(end, _)| *end);
    let kept = publishing.topics.insert(subscription);
    kept.map(|kept| (kept, logged))
        .ok_or(Reason::SUB_ALREADY_EXISTS)
}

/// Sets room aside for the record of a definition.
fn room_for(publishing: &Publishing, definition: &Definition) -> Option<SetAside> {
    // It is counted in records of half a page.
    let halves = definition.encode().len() / (PAGE_BYTES / 2) + 1;
    publishing.log.set_aside(u32::try_from(halves).ok()?).ok()
}

/// A subscription as it is now, and what was logged of that.
type Changed = (Arc<Subscription>, Option<Logged>);

/// A subscription has another definition from now on. What became of it so far stays. `None` when somebody else has changed it meanwhile.
///
/// # Errors
/// The reasons of a log that takes no more.
pub(crate) fn replace(
    publishing: &Publishing,
    before: &Arc<Subscription>,
    mut after: Subscription,
) -> Result<Option<Changed>, Reason> {
    let _one_at_a_time = publishing.order_commits();
    let now = publishing.topics.by_id(&before.id());
    if !now.is_some_and(|now| Arc::ptr_eq(&now, before)) {
        return Ok(None);
    }
    after.activity = Arc::clone(&before.activity);
    let mut logged = None;
    if after.is_durable() {
        logged = Some(log(
            publishing,
            after.definition.clone(),
            Urgency::Completing,
        )?);
    }
    let changed = publishing.topics.change(before, after);
    Ok(Some((changed, logged)))
}

fn log(
    publishing: &Publishing,
    definition: Definition,
    urgency: Urgency,
) -> Result<Logged, Reason> {
    let parts: [&[u8]; 2] = [&numbers(&[0]), &definition.encode()];
    let apply = |_| publishing.registry_mut().set_plain(definition);
    log_record(
        publishing,
        RecordKind::Object,
        &parts,
        urgency,
        apply,
        || {},
    )
    .map_err(|error| error.reason())
}

/// Removes a subscription, and its queue if that was made for it.
///
/// # Errors
/// `NotFound`, and those of a log that takes no more.
pub(crate) fn remove(
    publishing: &Publishing,
    id: &ObjectName,
) -> Result<Option<Logged>, ObjectError> {
    let (removed, logged) = {
        let _one_at_a_time = publishing.order_commits();
        let found = publishing.topics.by_id(id).ok_or(ObjectError::NotFound)?;
        let mut logged = None;
        if found.is_durable() {
            let apply = |_| {
                let mut registry = publishing.registry_mut();
                registry.remove_plain(found.definition.kind(), id);
            };
            logged = Some(log_change(
                publishing,
                RecordKind::ObjectDeleted,
                QueueId(0),
                &found.definition,
                apply,
                || {},
            )?);
        }
        (publishing.topics.take(id), logged)
    };
    let Some(removed) = removed else {
        return Err(ObjectError::NotFound);
    };
    Activity::remove(&removed.activity);
    publishing.observe(match removed.is_durable() {
        true => Observed::DurableUnsubscribed,
        false => Observed::NonDurableUnsubscribed,
    });
    if let Destination::Managed(_, queue) = &removed.destination
        && let Some(queue) = queue.upgrade()
        && dynamic::delete_dynamic(publishing, &queue, true) == Err(Reason::RESOURCE_PROBLEM)
    {
        // That was not the last word.
        publishing.room.note_wait();
        leave_queue(publishing, &queue);
    }
    Ok(logged)
}

/// The queue that was made for a subscription has been made anew: its publications go there from now on. The caller holds the order of commits.
pub(crate) fn move_to(publishing: &Publishing, queue: &Arc<LocalQueue>) {
    let Some(owner) = publishing.topics.owner_of(&queue.name) else {
        return;
    };
    let fresh = |_: &ObjectName| Some(Arc::clone(queue));
    let now_us = publishing.clock.wall_us();
    // Its definition said what is good before.
    if let Ok(mut after) = Subscription::of(owner.definition.clone(), fresh, now_us) {
        after.activity = Arc::clone(&owner.activity);
        publishing.topics.change(&owner, after);
    }
}

/// Leaves the queue of a subscription that is not there to the housekeeper: the log has no room for its deletion now. If the
/// queue manager ends before that, the next start removes it.
pub(crate) fn leave_queue(publishing: &Publishing, queue: &Arc<LocalQueue>) {
    publishing.topics.left_queues().push(Arc::clone(queue));
}

/// Deletes the queues that were left, so many at most, as far as there is room now: who is refused asks for housekeeping. Answers whether
/// there may be room for more of them.
pub(crate) fn remove_left_queues(publishing: &Publishing, at_most: usize) -> bool {
    for _ in 0..at_most {
        let Some(queue) = publishing.topics.left_queues().pop() else {
            return false;
        };
        let bytes = queue.definition().encode().len();
        let fits = Need::change(bytes).fits_now(publishing);
        if !fits
            || dynamic::delete_dynamic(publishing, &queue, true) == Err(Reason::RESOURCE_PROBLEM)
        {
            leave_queue(publishing, &queue);
            return false;
        }
    }
    !publishing.topics.left_queues().is_empty()
}

/// Removes subscriptions whose time is over: so many at most, behind the last one of the turn before. Answers the last one, if there may be
/// more behind it. Once the log has `refused` one, those that last stay for another time; the others need no room in it.
pub(crate) fn remove_expired(
    publishing: &Publishing,
    behind: Expiring,
    now_us: u64,
    at_most: usize,
    refused: &mut bool,
) -> Option<Expiring> {
    let expired = publishing.topics.expired(behind, now_us, at_most);
    for (_, id) in &expired {
        let lasts = || {
            publishing
                .topics
                .by_id(id)
                .is_some_and(|one| one.is_durable())
        };
        if *refused && lasts() {
            continue;
        }
        match remove(publishing, id) {
            Ok(Some((end, _))) => publishing.log.request_force(end),
            // It does not last, or somebody else has removed it.
            Ok(None) | Err(ObjectError::NotFound) => {}
            Err(_) => *refused = true,
        }
    }
    let last = expired.last().filter(|_| expired.len() == at_most);
    last.map(|(last, _)| *last)
}

/// Makes the queue of a managed subscription from a model queue.
///
/// # Errors
/// `MQRC_UNKNOWN_OBJECT_NAME` without that model queue, `MQRC_INVALID_DESTINATION` when the subscription lasts and the
/// queue would not, and those of making a queue.
pub(crate) fn make_managed(
    publishing: &Publishing,
    model: &ObjectName,
    durable: bool,
) -> Result<Arc<LocalQueue>, ObjectError> {
    let found = publishing.registry().queue(model);
    let Some(QueueObject::Model(model)) = found else {
        return Err(ObjectError::Refused(Reason::UNKNOWN_OBJECT_NAME));
    };
    let model = model.definition();
    if durable && model.int(Attr::Deftype) != MQQDT_PERMANENT_DYNAMIC {
        return Err(ObjectError::Refused(Reason::INVALID_DESTINATION));
    }
    let prefix = dynamic::MANAGED_PREFIX[usize::from(durable)];
    let name = format!("{prefix}{:014X}", publishing.identifiers.number());
    dynamic::make_dynamic(publishing, &model, ObjectName::truncated(&name))
}

/// Removes the queues of durable subscriptions that are not there: a crash may come between the two.
pub(crate) fn remove_orphans(publishing: &Publishing) {
    let owned: Vec<_> = publishing.topics.all();
    let owned: BTreeSet<ObjectName> = owned.iter().map(|one| one.destination_name()).collect();
    let queues: Vec<_> = publishing.registry().by_id.values().cloned().collect();
    let orphans = queues.iter().filter(|queue| {
        queue.name.as_str().starts_with(dynamic::MANAGED_PREFIX[1])
            && queue.definition_type() == MQQDT_PERMANENT_DYNAMIC
            && queue.queue.uncommitted() == 0
            && !owned.contains(&queue.name)
    });
    for queue in orphans {
        // One that cannot be deleted for another reason is tried again at the next start.
        if dynamic::delete_dynamic(publishing, queue, true) == Err(Reason::RESOURCE_PROBLEM) {
            leave_queue(publishing, queue);
        }
    }
}
