//! Clearing a local queue (`CLEAR QLOCAL`).
//!
//! Who puts without opening the queue (a publication for a subscriber who is not there, a report, what is delayed) may have a message
//! in the log that is shown only later. It is not cleared, neither now nor by replay: the record names what was.

use crate::core::latch::{Forced, Latch};
use crate::core::log_reason;
use crate::core::observation::Observed;
use crate::objects::Objects;
use crate::objects::failure::ObjectError;
use crate::objects::logged::Logged;
use crate::objects::registry::QueueObject;
use crate::record::{PURGED_RANGES_MAX, RecordKind, numbers};
use crate::store::deferred::DeferredAction;
use crate::store::local_queue::LocalQueue;
use ferromq_log::Urgency;
use ferromq_mqi::Reason;
use ferromq_mqi::name::ObjectName;
use ferromq_queue::{Holder, Seq};
use std::sync::Arc;

/// Removes every message of a queue nobody uses. It takes as long as the queue is long: meanwhile the queue is open for exclusive
/// input, and other objects are changed.
pub(crate) fn clear(objects: &Objects, name: &ObjectName) -> Result<Logged, ObjectError> {
    let exclusive = take_exclusive(objects, name)?;
    let taken = exclusive.queue.queue.purge(Holder::NOBODY);
    remove_taken(objects, &exclusive.queue, taken)
}

/// While this is there nobody else opens the queue for input, deletes or rebuilds it.
struct ExclusiveInput {
    queue: Arc<LocalQueue>,
}

impl Drop for ExclusiveInput {
    fn drop(&mut self) {
        self.queue.opens().input_exclusive -= 1;
    }
}

fn take_exclusive(objects: &Objects, name: &ObjectName) -> Result<ExclusiveInput, ObjectError> {
    let _one_at_a_time = objects.administer();
    let queue = match objects
        .registry()
        .queue(name)
        .ok_or(ObjectError::NotFound)?
    {
        QueueObject::Local(queue) => queue,
        other => return Err(ObjectError::WrongKind(other.kind())),
    };
    {
        let mut opens = queue.opens();
        if queue.is_deleted() || opens.any() || queue.queue.uncommitted() > 0 {
            return Err(ObjectError::InUse);
        }
        // Its messages are not here to be removed, and would be back once it is rebuilt.
        if queue.is_damaged() {
            return Err(ObjectError::Refused(Reason::OBJECT_DAMAGED));
        }
        opens.input_exclusive += 1;
    }
    Ok(ExclusiveInput { queue })
}

/// Removes messages that are out of sight, or gives them back.
fn remove_taken(
    objects: &Objects,
    queue: &Arc<LocalQueue>,
    taken: Vec<Seq>,
) -> Result<Logged, ObjectError> {
    if taken.is_empty() {
        queue.tally.observe(Observed::QueueCleared);
        objects.observe(Observed::QueueCleared);
        let latch = Latch::default();
        latch.open(Forced::Durable);
        return Ok((objects.log.durable(), latch));
    }
    let give_back = |taken: Vec<Seq>| {
        for seq in taken {
            queue.queue.restore(seq, false).wake();
        }
    };
    let ranges = queue.queue.ranges_of(&taken);
    if ranges.len() > PURGED_RANGES_MAX {
        // So many are on their way between them.
        give_back(taken);
        return Err(ObjectError::InUse);
    }
    let pairs = ranges.iter().flat_map(|(first, last)| [*first, *last]);
    let head = [queue.id.0, ranges.len() as u64];
    let record: Vec<u64> = head.into_iter().chain(pairs).collect();
    let pin = objects.pins.pin(|| objects.log.head());
    let kind = RecordKind::PurgedRanges as u8;
    let appended = objects
        .log
        .append(kind, &[&numbers(&record)], Urgency::Completing);
    let end = match appended {
        Ok(appended) => appended.end,
        Err(error) => {
            objects.pins.unpin(pin);
            give_back(taken);
            return Err(ObjectError::Refused(log_reason(&error)));
        }
    };
    queue.tally.observe(Observed::QueueCleared);
    let cleared = taken.len() as u64;
    queue.tally.observe_many(Observed::MessageCleared, cleared);
    objects.observe(Observed::QueueCleared);
    let action = DeferredAction::RemoveCleared(Arc::clone(queue), taken, pin);
    objects.store.give_when_durable(end, action);
    Ok((end, Latch::at(&objects.log, end)))
}

#[cfg(test)]
#[path = "clear_tests.rs"]
mod tests;
