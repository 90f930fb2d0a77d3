//! Deferred actions are done: see `store/deferred.rs` for what they are and who leaves them.

use crate::core::latch::{Forced, Latch};
use crate::core::unanswered::Unanswered;
use crate::deliver::{logger, performance, trigger};
use crate::publish::Publishing;
use crate::publish::retention::drop_unattended;
use crate::store::Store;
use crate::store::deferred::{Behind, DeferredAction};
use crate::store::local_queue::LocalQueue;
use ferromq_base::disk::access;
use std::sync::Arc;

/// Does what there is to do, unless somebody is at it already. Returns true when there was something. The caller holds no lock.
pub(crate) fn run(publishing: &Publishing) -> bool {
    let mut works = false;
    while let Some(action) = publishing.deferred.next(works) {
        works = true;
        match action {
            DeferredAction::Trigger(queue, due) => trigger::carry_out(publishing, &queue, due),
            DeferredAction::Performance(queue, crossed) => {
                performance::tell(publishing, &queue, crossed)
            }
            DeferredAction::LogExtents => logger::tell_moved(publishing),
            DeferredAction::DropRetained(message) => drop_unattended(publishing, message),
            DeferredAction::RemoveFiles(queue) => leave_files(publishing, &queue),
            DeferredAction::RemoveCleared(queue, seqs, pin) => {
                let mut unanswered = Unanswered::default();
                seqs.iter()
                    .for_each(|&seq| unanswered.add(queue.queue.finish(seq)));
                publishing.unpin_behind(unanswered, Some(pin)).then(|_| ());
            }
            DeferredAction::Open(latch) => latch.open(Forced::Durable),
        }
    }
    works
}

/// Does what there is to do if nobody else will.
pub(crate) fn run_without_runner(publishing: &Publishing) {
    if !publishing.deferred.has_runner() {
        run_in_place(publishing);
    }
}

fn run_in_place(publishing: &Publishing) {
    let _access = access::allow("nobody else does deferred actions");
    run(publishing);
}

/// Nobody waits for the disk behind this, be it slow: trigger messages are made by the same thread.
fn leave_files(store: &Store, queue: &Arc<LocalQueue>) {
    store.spills.forget(queue);
    if !store.spills.leave_removal(queue) {
        remove_files(store, queue);
    }
}

/// Writes what is too much for memory, and removes the files of queues that are deleted. Waits for the disk; the caller holds no lock.
pub(crate) fn spill(store: &Store) {
    loop {
        // In turn: whoever puts faster than the disk writes would keep the other from ever being done.
        let wrote = store.spills.run_once();
        let removal = store.spills.next_removal();
        if let Some(queue) = &removal {
            remove_files(store, queue);
        }
        if !wrote && removal.is_none() {
            return;
        }
    }
}

fn remove_files(store: &Store, queue: &Arc<LocalQueue>) {
    // Nothing is written to them meanwhile.
    let _quiet = store.spills.writing();
    // Files that stay behind belong to no object; the next start removes them.
    let _ = store.queue_files.remove_directory(queue.directory());
}

/// A latch that opens when all that was given so far is done; `None` when it is done on return. The caller holds no lock.
pub(crate) fn latch(publishing: &Publishing) -> Option<Latch> {
    match publishing.deferred.behind() {
        Behind::Nothing => None,
        Behind::Latch(latch) => Some(latch),
        Behind::Oneself => {
            run_in_place(publishing);
            None
        }
    }
}
