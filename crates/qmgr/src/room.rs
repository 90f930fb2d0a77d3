//! Puts that wait for room in the log.
//!
//! A log that is full is mostly full of what a checkpoint gives back. So a put it refuses waits for the next checkpoint and is
//! then tried again, in the order puts were refused, as far as there is room for them. It waits only while that can help: not
//! when what stands in its way is held by units of work, which end when somebody else says so, or not at all.
//!
//! Nothing of such a put is done yet, and it holds nothing others wait for. The housekeeper serves those who wait; where there
//! is none, nobody waits.

use crate::gate::{Forced, Gate};
use crate::shared::Shared;
use ferromq_log::{Lsn, PAGE_BYTES};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Checkpoints in a row that may fail while somebody waits.
const FAILURES_MAX: u32 = 2;

/// What a record has besides the data of a message: its descriptor, and what else comes with it.
const BESIDE_DATA_BYTES: usize = 4096;

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct Room {
    waiting: Mutex<BTreeMap<Ticket, Waiter>>,
    /// There are some.
    awaited: AtomicBool,
    /// Tickets given out.
    tickets: AtomicU64,
    failures: AtomicU32,
    /// Refusals that were not the last word.
    waits: AtomicU64,
}

#[derive(Debug)]
struct Waiter {
    /// Opens as durable when it is worth another try, as failed when it is not.
    gate: Gate,
    record_bytes: usize,
}

/// Whoever has the lower one is served first. It is kept until the put is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Ticket(u64);

impl Room {
    fn waiting(&self) -> MutexGuard<'_, BTreeMap<Ticket, Waiter>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Somebody waits.
    pub(crate) fn is_awaited(&self) -> bool {
        self.awaited.load(Ordering::Acquire)
    }

    /// Times somebody did.
    pub(crate) fn waits(&self) -> u64 {
        self.waits.load(Ordering::Relaxed)
    }
}

/// A put with so many bytes of data was refused by the log. Answers the gate it may wait behind, if that makes sense, and its
/// ticket, which is that it has already, if it has one.
pub(crate) fn wait_for_room(
    shared: &Shared,
    data_bytes: usize,
    ticket: Option<Ticket>,
) -> Option<(Gate, Ticket)> {
    let record_bytes = data_bytes + BESIDE_DATA_BYTES;
    if !shared.has_housekeeper() || !could_fit(shared, record_bytes) {
        return None;
    }
    let gate = Gate::default();
    let room = &shared.room;
    let ticket = ticket.unwrap_or_else(|| Ticket(room.tickets.fetch_add(1, Ordering::Relaxed)));
    let waiter = Waiter {
        gate: gate.clone(),
        record_bytes,
    };
    room.waiting().insert(ticket, waiter);
    room.waits.fetch_add(1, Ordering::Relaxed);
    room.awaited.store(true, Ordering::Release);
    shared.ring_housekeeper();
    Some((gate, ticket))
}

/// Whether it would fit once all was given back that nobody holds.
fn could_fit(shared: &Shared, record_bytes: usize) -> bool {
    let fits = |oldest| shared.log.would_fit(oldest, 0, record_bytes);
    // What is under way holds the log until it is durable, which it is soon: it does not count.
    fits(shared.pins.oldest(|| shared.log.head())) || fits(held_from(shared))
}

/// From where units of work that have not ended hold the log.
fn held_from(shared: &Shared) -> Lsn {
    let connections: Vec<_> = shared.connections().values().cloned().collect();
    let own = connections
        .iter()
        .filter_map(|connection| connection.pinned_at(shared));
    let branches = shared.branches.all();
    let branches = branches
        .iter()
        .filter_map(|one| one.branch.pinned_at(shared));
    let oldest = own.chain(branches).min();
    oldest.unwrap_or_else(|| shared.log.head())
}

/// A checkpoint was taken, or failed: lets those try again that there is room for.
pub(crate) fn serve(shared: &Shared, taken: bool) {
    let room = &shared.room;
    let failures = match taken {
        true => 0,
        false => room.failures.load(Ordering::Relaxed) + 1,
    };
    room.failures.store(failures, Ordering::Relaxed);
    let (mut kept, mut others_bytes) = (BTreeMap::new(), 0);
    let recovery = shared.log.recovery_lsn();
    let waiters = std::mem::take(&mut *room.waiting());
    for (ticket, waiter) in waiters {
        if waiter.gate.is_abandoned() {
            continue;
        }
        let bytes = waiter.record_bytes;
        if shared.log.would_fit(recovery, others_bytes, bytes) {
            waiter.gate.open(Forced::Durable);
        } else if failures >= FAILURES_MAX || !could_fit(shared, bytes) {
            waiter.gate.open(Forced::Failed);
            continue;
        } else {
            kept.insert(ticket, waiter);
        }
        // Nobody overtakes one that needs more. Headers of pages take a little besides.
        others_bytes += (bytes + bytes / 32 + 2 * PAGE_BYTES) as u64;
    }
    let mut waiting = room.waiting();
    kept.append(&mut waiting);
    room.awaited.store(!kept.is_empty(), Ordering::Release);
    *waiting = kept;
}
