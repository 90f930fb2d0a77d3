//! Units of work of one record: a message put, several put together, a message removed.

use crate::core::latch::Latch;
use crate::core::log_reason;
use crate::core::unanswered::Unanswered;
use crate::record::UowId;
use crate::store::append::{append_put, append_remove, append_together, first_together};
use crate::store::local_queue::LocalQueue;
use crate::store::placement::Placement;
use crate::store::{Store, latch_of_put};
use ferromq_log::{Lsn, Urgency};
use ferromq_mqi::Reason;
use ferromq_queue::Seq;
use std::sync::Arc;

/// A persistent put that is a unit of work of its own: one record. Returns where the log must
/// be durable and the latch the answer waits behind.
pub(crate) fn put_alone(store: &Arc<Store>, placement: Placement) -> Result<(Lsn, Latch), Reason> {
    let pin = store.pins.pin(|| store.log.head());
    let logged = match append_put(store, UowId::IMPLICIT, &placement) {
        Ok(logged) => logged,
        Err(error) => {
            store.pins.unpin(pin);
            placement.release();
            return Err(log_reason(&error));
        }
    };
    let (place, end) = (logged.places, logged.end);
    let pin = store.pins.keep_older(Some(pin), logged.pin);
    let store_later = Arc::clone(store);
    let latch = latch_of_put(store, end, move || {
        let mut unanswered = Unanswered::default();
        unanswered.add(placement.show(&store_later, Some(place)));
        store_later.unpin_behind(unanswered, pin)
    });
    Ok((end, latch))
}

/// Puts that come together and are a unit of work of their own: one record, so that after a crash all are there or
/// none. Those that are not persistent become visible with the others. Returns where the log must be durable and the latch the
/// answer waits behind; gives the placements back when they need more than one record.
pub(crate) fn put_together_alone(
    store: &Arc<Store>,
    placements: Vec<Placement>,
) -> Result<Result<(Lsn, Latch), Vec<Placement>>, Reason> {
    let lasting: Vec<&Placement> = placements.iter().filter(|one| one.persistent).collect();
    if first_together(store, &lasting) < lasting.len() {
        return Ok(Err(placements));
    }
    let pin = store.pins.pin(|| store.log.head());
    let logged = match append_together(store, UowId::IMPLICIT, &lasting) {
        Ok(logged) => logged,
        Err(error) => {
            store.pins.unpin(pin);
            placements.into_iter().for_each(Placement::release);
            return Err(log_reason(&error));
        }
    };
    let end = logged.end;
    let pin = store.pins.keep_older(Some(pin), logged.pin);
    let store_later = Arc::clone(store);
    let latch = latch_of_put(store, end, move || {
        let (mut places, mut unanswered) = (logged.places.into_iter(), Unanswered::default());
        for placement in placements {
            let place = placement.persistent.then(|| places.next()).flatten();
            unanswered.add(placement.show(&store_later, place));
        }
        store_later.unpin_behind(unanswered, pin)
    });
    Ok(Ok((end, latch)))
}

/// A removal that is a unit of work of its own, of a message already held on its queue, which gets it back when the log
/// refuses. Returns where the log must be durable, and the latch that opens then.
pub(crate) fn remove_alone(
    store: &Arc<Store>,
    queue: &Arc<LocalQueue>,
    seq: Seq,
    urgency: Urgency,
) -> Result<(Lsn, Latch), Reason> {
    remove_held(store, queue, seq, urgency).inspect_err(|_| queue.queue.restore(seq, false).wake())
}

/// As [`remove_alone`], but when the log refuses the message stays held.
pub(crate) fn remove_held(
    store: &Arc<Store>,
    queue: &Arc<LocalQueue>,
    seq: Seq,
    urgency: Urgency,
) -> Result<(Lsn, Latch), Reason> {
    let pin = store.pins.pin(|| store.log.head());
    let end = match append_remove(store, UowId::IMPLICIT, (queue.id, seq), urgency) {
        Ok(end) => end,
        Err(error) => {
            store.pins.unpin(pin);
            return Err(log_reason(&error));
        }
    };
    let (store_later, queue) = (Arc::clone(store), Arc::clone(queue));
    let latch = Latch::behind(&store.log, end, move || {
        let mut unanswered = Unanswered::default();
        unanswered.add(queue.queue.finish(seq));
        store_later.unpin_behind(unanswered, Some(pin))
    });
    Ok((end, latch))
}
