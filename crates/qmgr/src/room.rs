//! Puts, gets and changes of objects that wait for room in the log.
//!
//! A log that is full is mostly full of what a checkpoint gives back. So what it refuses waits for the next checkpoint and is
//! then tried again, in the order of the refusals, as far as there is room. It waits only while that can help: not
//! when what stands in its way is held by units of work, which end when somebody else says so, or not at all; nor
//! when it is held for a queue whose files failed.
//!
//! Nothing of it is done yet, and it holds nothing others wait for. The housekeeper serves those who wait; where there
//! is none, nobody waits. Verbs are pending meanwhile (`connection/room.rs`); the operations of [`QueueManager`] block
//! ([`QueueManager::once_there_is_room`]).
//!
//! A change of objects may use the reserve of the log, so that operators can do something about a log that is kept full. It
//! waits before it does: commits need the reserve, and what a checkpoint has to append.

use crate::checkpoint::oldest_holder;
use crate::damage;
use crate::gate::{Forced, Gate};
use crate::lock_order;
use crate::object::failure::ObjectError;
use crate::queue_manager::QueueManager;
use crate::shared::Shared;
use ferromq_base::lock::{Mutex, MutexGuard};
use ferromq_log::{Lsn, PAGE_BYTES};
use ferromq_mqi::Reason;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::task::{Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::Duration;

/// Checkpoints in a row that may fail while somebody waits.
const FAILURES_MAX: u32 = 2;

/// Times one waits: more only if others take the room each time.
pub(crate) const WAITS_MAX: u32 = 20;

/// How often a thread that waits looks whether the queue manager ends.
const END_LOOK: Duration = Duration::from_millis(100);

/// What a record has besides the data of a message: its descriptor, and what else comes with it.
const BESIDE_DATA_BYTES: usize = 4096;

/// What the record of a change has besides the definition it was asked for with: attributes the queue manager sets. That of a
/// get has less.
const BESIDE_DEFINITION_BYTES: usize = 1024;

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct Room {
    waiting: Mutex<BTreeMap<Ticket, Waiter>, lock_order::WaitingForRoom>,
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
    need: Need,
}

/// What needs room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Put,
    Get,
    /// It may use the reserve of the log.
    Change,
}

/// What there has to be room for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Need {
    record_bytes: usize,
    kind: Kind,
}

impl Need {
    /// A put with so many bytes of data.
    pub(crate) fn put(data_bytes: usize) -> Self {
        Self {
            record_bytes: data_bytes + BESIDE_DATA_BYTES,
            kind: Kind::Put,
        }
    }

    /// A get, or the end of its unit of work. It may use a part of the reserve, and is refused when that is gone, too.
    pub(crate) fn get() -> Self {
        Self {
            record_bytes: BESIDE_DEFINITION_BYTES,
            kind: Kind::Get,
        }
    }

    /// A change of objects that takes so many bytes to describe.
    pub(crate) fn change(definition_bytes: usize) -> Self {
        Self {
            record_bytes: definition_bytes + BESIDE_DEFINITION_BYTES,
            kind: Kind::Change,
        }
    }

    fn fits(self, shared: &Shared, oldest: Lsn, others_bytes: u64) -> bool {
        let log = &shared.log;
        if self.kind == Kind::Put && log.is_closed() {
            return false;
        }
        log.would_fit(oldest, others_bytes, self.record_bytes)
    }

    /// False when there is room for it, unless much is appended meanwhile. Costs next to nothing.
    pub(crate) fn may_be_refused(self, shared: &Shared) -> bool {
        shared.log.may_refuse(self.record_bytes)
    }

    /// Whether there is room for it beside the reserve.
    pub(crate) fn fits_now(self, shared: &Shared) -> bool {
        self.fits(shared, shared.log.recovery_lsn(), 0)
    }

    /// Only the reserve has room for it, which is not to be used as long as there may be other room soon.
    pub(crate) fn should_wait_first(self, shared: &Shared) -> bool {
        self.kind == Kind::Change && !self.fits_now(shared)
    }

    /// Whether it would fit once all was given back that nobody holds.
    fn could_fit(self, shared: &Shared) -> bool {
        let oldest = damage::needed_from(shared);
        // What is under way holds the log until it is durable, which it is soon: it does not count.
        self.fits(shared, oldest, 0) || self.fits(shared, held_from(shared), 0)
    }
}

/// Whoever has the lower one is served first. It is kept until the put or change is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Ticket(u64);

impl Room {
    fn waiting(&self) -> MutexGuard<'_, BTreeMap<Ticket, Waiter>> {
        self.waiting.lock()
    }

    /// Somebody waits.
    pub(crate) fn is_awaited(&self) -> bool {
        self.awaited.load(Ordering::Acquire)
    }

    /// Somebody waits who makes room.
    pub(crate) fn is_awaited_by_gets(&self) -> bool {
        let waiting = self.waiting();
        waiting.values().any(|waiter| waiter.need.kind != Kind::Put)
    }

    /// A refusal was not the last word: what was refused is tried again.
    pub(crate) fn note_wait(&self) {
        self.waits.fetch_add(1, Ordering::Relaxed);
    }

    /// Refusals that were not.
    pub(crate) fn waits(&self) -> u64 {
        self.waits.load(Ordering::Relaxed)
    }
}

/// The log has no room for what needs that much. Answers the gate it may wait behind, if that makes sense, and its ticket,
/// which is that it has already, if it has one.
pub(crate) fn wait_for_room(
    shared: &Shared,
    need: Need,
    ticket: Option<Ticket>,
) -> Option<(Gate, Ticket)> {
    if !shared.has_housekeeper() || !need.could_fit(shared) {
        return None;
    }
    let gate = Gate::default();
    let room = &shared.room;
    let ticket = ticket.unwrap_or_else(|| Ticket(room.tickets.fetch_add(1, Ordering::Relaxed)));
    let waiter = Waiter {
        gate: gate.clone(),
        need,
    };
    room.waiting().insert(ticket, waiter);
    room.awaited.store(true, Ordering::Release);
    shared.ring_housekeeper();
    Some((gate, ticket))
}

/// From where units of work that have not ended hold the log, or queues whose files failed.
fn held_from(shared: &Shared) -> Lsn {
    let work = oldest_holder(shared).map(|(lsn, _)| lsn);
    let queue = damage::oldest_holder(shared).map(|(lsn, _)| lsn);
    let oldest = work.into_iter().chain(queue).min();
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
        let need = waiter.need;
        let bytes = need.record_bytes;
        if need.fits(shared, recovery, others_bytes) {
            waiter.gate.open(Forced::Durable);
        } else if failures >= FAILURES_MAX || !need.could_fit(shared) {
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

/// Why a change of objects was not made, as far as room in the log is concerned.
pub(crate) trait Refusal: From<ObjectError> {
    /// The log had no room.
    fn is_for_room(&self) -> bool;
}

impl Refusal for ObjectError {
    fn is_for_room(&self) -> bool {
        matches!(self, Self::Refused(Reason::RESOURCE_PROBLEM))
    }
}

/// Wakes a thread that waits.
pub(crate) struct Parked(pub(crate) Thread);

impl Wake for Parked {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

impl QueueManager {
    /// Makes a change of objects once there is room in the log, and makes it anew if the log refuses it all the same. Blocks
    /// meanwhile, so the caller holds no lock; nothing is done of a change that is refused. `definition_bytes` is about
    /// what it logs.
    ///
    /// # Errors
    /// Those of the change. `Refused` with `MQRC_RESOURCE_PROBLEM` is the last word: no checkpoint makes room, or none can
    /// be taken. `Refused` with `MQRC_Q_MGR_STOPPING` when the queue manager ends meanwhile.
    pub(crate) fn once_there_is_room<T, E: Refusal>(
        &self,
        definition_bytes: impl Fn() -> usize,
        mut change: impl FnMut() -> Result<T, E>,
    ) -> Result<T, E> {
        let shared = &self.shared;
        let (mut ticket, mut waits) = (None, 0);
        loop {
            // One that has waited in vain is tried a last time: its refusal is what operators are told of.
            let may_wait = waits < WAITS_MAX;
            let need = || Need::change(definition_bytes());
            let first = may_wait && shared.log.may_refuse(0) && need().should_wait_first(shared);
            let waiting = match first {
                true => wait_for_room(shared, need(), ticket),
                false => None,
            };
            let (gate, own) = match waiting {
                Some(waiting) => waiting,
                None => match change() {
                    Err(error) if error.is_for_room() && may_wait => {
                        let waiting = wait_for_room(shared, need(), ticket).ok_or(error)?;
                        shared.room.note_wait();
                        waiting
                    }
                    made => return made,
                },
            };
            ticket = Some(own);
            waits = match self.await_room(&gate) {
                true => waits + 1,
                false => WAITS_MAX,
            };
            if shared.is_stopping() {
                return Err(ObjectError::Refused(Reason::Q_MGR_STOPPING).into());
            }
        }
    }

    /// Blocks until there is room. False when there will be none, or the queue manager ends.
    fn await_room(&self, gate: &Gate) -> bool {
        let own = Waker::from(Arc::new(Parked(thread::current())));
        // A round of housekeeping serves all it can; another helps when others were served before.
        let mut rounds = 0..WAITS_MAX;
        loop {
            match gate.poll(&own) {
                Poll::Ready(outcome) => return outcome == Forced::Durable,
                Poll::Pending if self.shared.is_stopping() => return false,
                Poll::Pending => {}
            }
            if self.housekeeping.is_kept_by_another() {
                thread::park_timeout(END_LOOK);
            } else if rounds.next().is_some() {
                // Whoever keeps house must not wait for itself.
                self.keep_house();
            } else {
                return false;
            }
        }
    }
}
