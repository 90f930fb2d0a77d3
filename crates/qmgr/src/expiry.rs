//! Expired messages: taken off their queue when somebody meets them, and by the expiry task.

use crate::generated::monitor::Figure;
use crate::object::local_queue::LocalQueue;
use crate::shared::Shared;
use crate::uow::remove_alone;
use ferromq_log::Urgency;
use ferromq_queue::Expired;
use std::sync::Arc;

/// Messages one sweep takes off one queue before it looks at the next queue.
const SWEEP_BATCH: usize = 1_000;

/// Removes a message the queue took out of sight because it expired. The removal of a
/// persistent one is logged but not waited for: lost in a crash, it expires again.
pub(crate) fn discard(shared: &Arc<Shared>, queue: &Arc<LocalQueue>, expired: Expired) {
    if crate::verb::delay::deliver(shared, queue, &expired) {
        return;
    }
    shared.monitor.tally.add(Figure::Expired, 1);
    crate::report::expired(shared, queue, &expired);
    if !expired.persistent {
        queue.queue.finish(expired.seq);
        return;
    }
    // When the log takes no more the message is put back, to be met again later.
    if let Ok((end, _)) = remove_alone(shared, queue, expired.seq, Urgency::Removing) {
        shared.log.request_force(end);
    }
}

/// Takes expired messages off every queue. Its cost follows what expires, not what is there.
/// Returns how many were removed.
pub(crate) fn sweep(shared: &Arc<Shared>) -> u64 {
    let queues: Vec<_> = shared.registry().by_id.values().cloned().collect();
    let mut removed = 0;
    for queue in queues {
        loop {
            let now_us = shared.clock.wall_us();
            let expired = queue.queue.expire_sweep(now_us, SWEEP_BATCH);
            let last = expired.len() < SWEEP_BATCH;
            removed += expired.len() as u64;
            for message in expired {
                discard(shared, &queue, message);
            }
            if last {
                break;
            }
        }
    }
    removed
}
