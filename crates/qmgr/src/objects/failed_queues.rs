//! Queues whose files failed, and what they keep of the log: see `store/damage.rs`.

use crate::objects::Objects;
use crate::store::damage::is_move_due;
use crate::store::local_queue::LocalQueue;
use ferromq_log::Lsn;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The queue whose failed files hold the oldest part of the log, and from where, if one does.
pub(crate) fn oldest_holder(objects: &Objects) -> Option<(Lsn, Arc<LocalQueue>)> {
    if !objects.any_failed.load(Ordering::Acquire) {
        return None;
    }
    let registry = objects.registry();
    let holding = registry
        .by_id
        .values()
        .filter_map(|queue| Some((queue.held_from()?, queue)));
    let oldest = holding.min_by_key(|(from, _)| *from);
    oldest.map(|(from, queue)| (from, Arc::clone(queue)))
}

/// Queues whose files failed and that are to be moved to others by now.
pub(crate) fn due_for_a_move(objects: &Objects) -> Vec<Arc<LocalQueue>> {
    if !objects.any_failed.load(Ordering::Acquire) {
        return Vec::new();
    }
    let registry = objects.registry();
    let queues = registry.by_id.values();
    let due = queues.filter(|queue| is_move_due(objects, queue));
    due.cloned().collect()
}

/// The oldest position of the log work in flight or a queue whose files failed still needs, or its head.
pub(crate) fn needed_from(objects: &Objects) -> Lsn {
    let oldest = objects.pins.oldest(|| objects.log.head());
    oldest_holder(objects).map_or(oldest, |(from, _)| oldest.min(from))
}
