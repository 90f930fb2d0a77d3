//! Queues whose files fail while the queue manager runs.
//!
//! After a failed sync nobody knows what is in a file, and a second sync may report success for pages the first one dropped.
//! So nothing more is written to the files of that queue. What is on it is known all the same: it is moved to new files, in a
//! directory of another name, beside puts and gets. So the same checkpoint goes on, and mostly nobody but the operators notices.
//! Files that cannot be written to are given up in the same way, when several checkpoints in a row have failed at them.
//!
//! If the new files fail as well, the queue is damaged, as one whose files could not be read at start: no verb works with it.
//! Checkpoints go on without it, and nothing committed on it is lost: the log is kept from the recovery position
//! of that moment on, and together with the old files as of then it has all that is on the queue. The move is tried again after
//! pauses that grow. Until it succeeds, or until the queue is deleted, rebuilt from its media image, or read by the next start,
//! no checkpoint moves the recovery position further. A circular log fills up for that, and operators are told why; a linear one grows.

use crate::core::Core;
use crate::core::Notice;
use crate::core::place::queue_directory;
use crate::store::local_queue::LocalQueue;
use crate::store::read::read_log;
use ferromq_log::Lsn;
use ferromq_mqi::generated::notices::{AMQ7472, FMQ0039, FMQ0174};
use ferromq_queue::{HardenError, Queue};
use std::fmt::Display;
use std::sync::atomic::Ordering;

/// So many checkpoints in a row fail to write to the files of a queue before they are given up. A full disk is no reason.
const FAILED_WRITES_MAX: u32 = 3;

/// The first pause between two attempts to move a queue, and the longest one, in nanoseconds. An attempt writes all that is in
/// its files.
const PAUSES_NS: (u64, u64) = (1_000_000_000, 64_000_000_000);

/// A queue could not be hardened, or what is in memory not saved: moves it to new files if those it has are not to be used any
/// more. True when that is done, and it is to be hardened again.
pub(crate) fn move_if_failed(core: &Core, queue: &LocalQueue, error: &HardenError) -> bool {
    let HardenError::File(fault) = error else {
        return false;
    };
    if !is_abandoned(queue) {
        let failed = queue.moving.failed_writes.fetch_add(1, Ordering::AcqRel) + 1;
        if fault.is_full() || failed < FAILED_WRITES_MAX {
            return false;
        }
    }
    move_to_new_files(core, queue, error)
}

/// A queue whose files failed is to be tried again by now.
pub(crate) fn is_move_due(core: &Core, queue: &LocalQueue) -> bool {
    queue.is_damaged()
        && is_abandoned(queue)
        && queue.moving.due_ns.load(Ordering::Acquire) <= core.clock.monotonic_ns()
}

/// Nothing more is written to the files it has.
fn is_abandoned(queue: &LocalQueue) -> bool {
    queue.files().is_some_and(Queue::is_abandoned)
}

/// Writes all that is on a queue to new files. True when it has them and can be used, again or still.
pub(crate) fn move_to_new_files(core: &Core, queue: &LocalQueue, why: &dyn Display) -> bool {
    let Some(files) = queue.files() else {
        return false;
    };
    let moving = &queue.moving;
    let head = core.log.head().get();
    let named = &moving.named_by;
    let named_by = match named.compare_exchange(0, head, Ordering::AcqRel, Ordering::Acquire) {
        Ok(_) => head,
        Err(earlier) => earlier,
    };
    let own = queue_directory(&queue.name, queue.id.0);
    let name = |number| format!("{own}.{named_by}.{number}");
    // No name comes twice, not even if the log is too full to grow: what has files by that name may be the only copy.
    let number = files.moves() + 1;
    let directory = match name(number) {
        taken if taken == queue.directory() => name(number + 1),
        free => free,
    };
    match files.move_to(&directory, &|place| read_log(core, place)) {
        Ok(report) => {
            moving.failed_writes.store(0, Ordering::Release);
            moving.attempts.store(0, Ordering::Release);
            moving.named_by.store(0, Ordering::Release);
            let (moved, lost) = (report.messages, report.lost);
            let notice = Notice::of(&FMQ0174, &[&queue.name, &moved, why, &lost]);
            core.notice(notice);
            true
        }
        Err(_) => {
            let attempts = moving.attempts.fetch_add(1, Ordering::AcqRel);
            let (first, longest) = PAUSES_NS;
            let pause_ns = (first << attempts.min(16)).min(longest);
            let due_ns = core.clock.monotonic_ns().saturating_add(pause_ns);
            moving.due_ns.store(due_ns, Ordering::Release);
            false
        }
    }
}

/// A queue could not be hardened. Answers whether its files are given up, so that checkpoints go on without it.
pub(crate) fn leave_out(core: &Core, queue: &LocalQueue, error: &HardenError) -> bool {
    if !is_abandoned(queue) {
        return false;
    }
    // Nothing of a temporary dynamic queue outlives the queue manager's run.
    let held_from = (!queue.is_temporary()).then(|| core.log.recovery_lsn());
    if queue.set_failed(held_from) {
        core.any_failed.store(true, Ordering::Release);
        let notice = Notice::of(&AMQ7472, &[&queue.name, &"queue", error]);
        core.notice(notice);
        if let Some(from) = held_from {
            tell_of_hold(core, queue, from);
        }
        // Gets that wait look again, and are refused.
        queue.queue.wake_all().wake();
    }
    true
}

/// Tells operators which queue keeps log space from being freed.
pub(crate) fn tell_of_hold(core: &Core, queue: &LocalQueue, from: Lsn) {
    let notice = Notice::of(&FMQ0039, &[&from, &queue.name]);
    core.repeated_notice(notice, queue.name.as_str(), 1);
}
