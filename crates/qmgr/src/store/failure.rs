//! What a broken invariant does: the queue manager stops, as it does when its log fails.
//!
//! A panic in the engine is an error of ours, and nobody knows what it has left half done. So nothing more is written to the
//! log, of which a restart makes everything, and every verb is refused from then on: the one that failed answers
//! `MQRC_UNEXPECTED_ERROR`, all others `MQRC_CONNECTION_BROKEN`. A process that is there for its queue manager only may end
//! instead, by a panic hook of its own.
//!
//! Work comes to the engine by few ways, and each leads through here: verbs, background jobs, commands. The log looks after
//! its completions itself.

use crate::store::Store;
use ferromq_mqi::Reason;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs work that may change something, on what `actor` acts for. If it panics the queue manager stops.
///
/// # Errors
/// `MQRC_UNEXPECTED_ERROR` when it panicked. `MQRC_CONNECTION_BROKEN` when something has before; then it is not run.
pub(crate) fn guard<A, T>(
    actor: &mut A,
    store: impl Fn(&A) -> &Store,
    work: impl FnOnce(&mut A) -> T,
) -> Result<T, Reason> {
    if store(actor).has_failed() {
        return Err(Reason::CONNECTION_BROKEN);
    }
    catch_unwind(AssertUnwindSafe(|| work(actor))).map_err(|panic| {
        stop(store(actor), panic.as_ref());
        Reason::UNEXPECTED_ERROR
    })
}

fn stop(store: &Store, panic: &(dyn Any + Send)) {
    store.note_failure();
    // What is called here may panic in turn, because of what was left half done.
    let _ = catch_unwind(AssertUnwindSafe(|| store.log.fail(panic)));
    let _ = catch_unwind(AssertUnwindSafe(|| store.deferred.fail()));
    let _ = catch_unwind(AssertUnwindSafe(|| store.tasks.end()));
}
