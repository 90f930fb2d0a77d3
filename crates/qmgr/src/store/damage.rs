//! Queues whose files fail while the queue manager runs.
//!
//! After a failed sync nobody knows what is in a file, and a second sync may report success for pages the first one dropped.
//! So nothing more is written to the files of that queue, and no verb works with it: it is damaged, as one whose files could not be
//! read at start. Checkpoints go on without it, and nothing committed on it is lost: the log is kept from the recovery position
//! of that moment on, and together with the files as of then it has all that is on the queue. The next start reads both.
//! Until then, or until the queue is deleted or rebuilt from its media image, no checkpoint moves the recovery position
//! further. A circular log fills up for that, and operators are told why; a linear one grows.

use crate::core::Core;
use crate::store::local_queue::LocalQueue;
use ferromq_log::Lsn;
use ferromq_mqi::generated::notices::{AMQ7472, FMQ0039};
use std::sync::atomic::Ordering;

/// A queue could not be hardened. Answers whether that is for good, so that checkpoints go on without it.
pub(crate) fn leave_out(
    core: &Core,
    queue: &LocalQueue,
    error: &ferromq_queue::HardenError,
) -> bool {
    if !queue.queue.is_abandoned() {
        return false;
    }
    // Nothing of a temporary dynamic queue outlives the queue manager's run.
    let held_from = (!queue.is_temporary()).then(|| core.log.recovery_lsn());
    if queue.set_failed(held_from) {
        core.any_failed.store(true, Ordering::Release);
        let text = AMQ7472.sentence(&[&queue.name, &"queue", error]);
        core.notice(AMQ7472.label, text);
        if let Some(from) = held_from {
            tell_of_hold(core, queue, from);
        }
        // Who waits for a message looks again and is refused.
        queue.queue.wake_all().wake();
    }
    true
}

/// Tells operators which queue keeps log space from being freed.
pub(crate) fn tell_of_hold(core: &Core, queue: &LocalQueue, from: Lsn) {
    let text = FMQ0039.sentence(&[&from, &queue.name]);
    core.repeated_notice(FMQ0039.label, queue.name.as_str(), 1, text);
}
