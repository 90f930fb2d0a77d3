//! Who holds the log: units of work that have not ended, and queues whose files failed. What waits for room in the log
//! (`store/room.rs`) waits only as long as that is not all they hold.

use crate::core::latch::Latch;
use crate::objects::failed_queues;
use crate::store::room::{Need, Ticket};
use crate::uow::branch::branches::Unfinished;
use crate::verbs::Engine;
use crate::verbs::connection_state::ConnectionState;
use ferromq_log::Lsn;
use std::sync::Arc;

/// The unit of work that holds the oldest part of the log, and from where, if one holds any.
pub(crate) fn oldest_holder(engine: &Engine) -> Option<(Lsn, Holding)> {
    let connections: Vec<_> = engine.connections().values().cloned().collect();
    let own = connections
        .into_iter()
        .filter_map(|connection| Some((connection.pinned_at(engine)?, Holding::Own(connection))));
    let branches = engine.branches.all();
    let branches = branches
        .into_iter()
        .filter_map(|one| Some((one.branch.pinned_at(engine)?, Holding::Branch(one))));
    own.chain(branches).min_by_key(|(lsn, _)| *lsn)
}

/// Who holds a part of the log.
pub(crate) enum Holding {
    Own(Arc<ConnectionState>),
    Branch(Unfinished),
}

/// From where units of work that have not ended hold the log, or queues whose files failed.
fn held_from(engine: &Engine) -> Lsn {
    let work = oldest_holder(engine).map(|(lsn, _)| lsn);
    let queue = failed_queues::oldest_holder(engine).map(|(lsn, _)| lsn);
    let oldest = work.into_iter().chain(queue).min();
    oldest.unwrap_or_else(|| engine.log.head())
}

/// Whether there would be room for it once all was given back that nobody holds.
fn could_fit(engine: &Engine, need: Need) -> bool {
    let oldest = failed_queues::needed_from(engine);
    // What is under way holds the log until it is durable, which it is soon: it does not count.
    need.fits(engine, oldest, 0) || need.fits_later(engine, held_from(engine))
}

/// The log has no room for what needs that much. Answers the latch it may wait behind, if that makes sense, and its ticket,
/// which is that it has already, if it has one.
pub(crate) fn wait_for_room(
    engine: &Engine,
    need: Need,
    ticket: Option<Ticket>,
) -> Option<(Latch, Ticket)> {
    let in_vain = engine.room.is_hopeless(need) || !could_fit(engine, need);
    if !engine.has_housekeeper() || in_vain {
        return None;
    }
    let waits = engine.room.enter(need, ticket);
    engine.wake_housekeeper();
    Some(waits)
}

/// A checkpoint was taken, or failed: lets those try again that there is room for.
pub(crate) fn serve(engine: &Engine, taken: bool) {
    engine
        .room
        .serve(engine, taken, |need| could_fit(engine, need));
}
