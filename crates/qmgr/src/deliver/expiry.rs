//! Expired messages: taken off their queue when somebody meets them, and by sweeps (`queue_manager/expiry.rs`).
//!
//! The log may be too full for removals, and a message whose report is asked for may not be readable; what cannot be removed stays
//! where it is, expired, and is met again by the next sweep.

use crate::core::observation::Observed;
use crate::deliver::Delivery;
use crate::deliver::{delay, report};
use crate::objects::Objects;
use crate::store::local_queue::LocalQueue;
use crate::uow::alone::remove_held;
use ferromq_log::Urgency;
use ferromq_queue::Expired;
use std::sync::Arc;

/// What became of an expired message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Removal {
    Done,
    /// The log takes no more; the message stays held.
    NoRoom,
    /// It cannot be read, and without it there is no report; the message stays held.
    Unread,
}

/// Deals with a message the queue took out of sight because it expired.
pub(crate) fn discard(delivery: &Delivery, queue: &Arc<LocalQueue>, expired: Expired) {
    if delay::is_staging(queue) {
        delay::deliver_or_put_off(delivery, queue, &expired);
    } else if remove(delivery, queue, &expired) != Removal::Done {
        queue.queue.restore_expired(expired.seq);
    }
}

/// Removes an expired message, which is held. The removal of a persistent one is logged but not waited for: lost in a
/// crash, it expires again.
pub(crate) fn remove(objects: &Objects, queue: &Arc<LocalQueue>, expired: &Expired) -> Removal {
    let Ok(message) = report::of_expired(objects, queue, expired) else {
        return Removal::Unread;
    };
    if expired.persistent {
        match remove_held(&objects.store, queue, expired.seq, Urgency::Removing) {
            Ok((end, _)) => objects.log.request_force(end),
            Err(_) => return Removal::NoRoom,
        }
    } else {
        queue.queue.finish(expired.seq).unattended();
    }
    // Behind the removal, which may be refused again and again.
    if let Some(message) = message {
        report::expired(objects, &message);
    }
    objects.observe(Observed::MessageExpired);
    Removal::Done
}
