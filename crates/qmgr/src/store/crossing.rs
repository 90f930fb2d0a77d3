//! What puts and gets cross on a watched queue (`store/performance.rs`): seen here, under a lock of the queue's own, and told by a deferred action
//! (`deliver/performance.rs`), which also brings the attributes of the queue up to date. No verb waits for it.

use crate::core::performance::{Crossing, Watch};
use crate::store::Store;
use crate::store::deferred::DeferredAction;
use crate::store::local_queue::LocalQueue;
use crate::store::performance::{Crossed, Performance};
use std::sync::Arc;

/// A message is on a watched queue.
#[cold]
pub(crate) fn put(store: &Store, queue: &Arc<LocalQueue>) {
    let now_ns = store.clock.monotonic_ns();
    watch(store, queue, |watch, depth, seen| {
        watch.put(depth, now_ns, seen);
    });
}

/// A message was got from a watched queue.
#[cold]
pub(crate) fn got(store: &Store, queue: &Arc<LocalQueue>) {
    let now_ns = store.clock.monotonic_ns();
    watch(store, queue, |watch, depth, seen| {
        watch.got(depth, now_ns, seen);
    });
}

/// A put was refused because the queue is full.
#[cold]
pub(crate) fn refused(store: &Store, queue: &Arc<LocalQueue>) {
    watch(store, queue, |watch, _, seen| watch.refused(seen));
}

fn watch(
    store: &Store,
    queue: &Arc<LocalQueue>,
    look: impl FnOnce(&mut Watch, u32, &mut dyn FnMut(Crossing)),
) {
    if !store.tells_performance() {
        return;
    }
    let mut performance = queue.performance();
    let depth = queue.queue.depth();
    let Performance { watch, owed } = &mut *performance;
    look(watch, depth, &mut |crossing| {
        owed.push(crossing);
        // Documented: an event takes the figures with it, and they are counted anew.
        let now_us = store.clock.wall_us();
        let figures = queue.queue.reset_statistics(store.started_us, now_us);
        let crossed = Crossed { crossing, figures };
        let action = DeferredAction::Performance(Arc::clone(queue), crossed);
        store.deferred.give_aside(action);
    });
    queue.note_watched(&performance);
}
