//! Puts, gets and changes of objects that wait for room in the log.
//!
//! A log that is full is mostly full of what a checkpoint gives back. So what it refuses waits for the next checkpoint and is
//! then tried again, in the order of the refusals, as far as there is room. It waits only while that can help: not
//! when what stands in its way is held by units of work, which end when somebody else says so, or not at all; nor
//! when it is held for a queue whose files failed.
//!
//! Nothing of it is done yet, and it holds nothing others wait for. The housekeeper serves those who wait; where there
//! is none, nobody waits. Verbs are pending meanwhile (`verbs/room.rs`); operations of the queue manager block
//! (`queue_manager/room.rs`).
//!
//! A change of objects may use the reserve of the log, so that operators can do something about a log that is kept full. It
//! waits before it does: commits need the reserve, and what a checkpoint has to append.

use crate::core::Core;
use crate::core::latch::{Forced, Latch};
use crate::lock_order;
use ferromq_base::lock::{Mutex, MutexGuard};
use ferromq_log::{Lsn, PAGE_BYTES};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

/// Checkpoints in a row that may fail while somebody waits.
const FAILURES_MAX: u32 = 2;

/// Times one waits: more only if others take the room each time.
pub(crate) const WAITS_MAX: u32 = 20;

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
    latch: Latch,
    need: Need,
    /// Checkpoints that failed since it waits.
    failures: u32,
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

    pub(crate) fn fits(self, core: &Core, oldest: Lsn, others_bytes: u64) -> bool {
        let log = &core.log;
        if self.kind == Kind::Put && log.is_closed() {
            return false;
        }
        log.would_fit(oldest, others_bytes, self.record_bytes)
    }

    /// Whether it fits when what is under way now is given back as well.
    pub(crate) fn fits_later(self, core: &Core, oldest: Lsn) -> bool {
        let closed = self.kind == Kind::Put && core.log.is_closed();
        !closed && core.log.would_fit_later(oldest, self.record_bytes)
    }

    /// False when there is room for it, unless much is appended meanwhile. Costs next to nothing.
    pub(crate) fn may_be_refused(self, core: &Core) -> bool {
        core.log.may_refuse(self.record_bytes)
    }

    /// Whether there is room for it beside the reserve.
    pub(crate) fn fits_now(self, core: &Core) -> bool {
        self.fits(core, core.log.recovery_lsn(), 0)
    }

    /// Only the reserve has room for it, which is not to be used as long as there may be other room soon.
    pub(crate) fn should_wait_first(self, core: &Core) -> bool {
        self.kind == Kind::Change && !self.fits_now(core)
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

    /// Waiting for a checkpoint is in vain: the last ones failed, and the next attempt is some seconds off. What makes room, or
    /// helps operators to, waits all the same.
    pub(crate) fn is_hopeless(&self, need: Need) -> bool {
        need.kind == Kind::Put && self.failures.load(Ordering::Relaxed) >= FAILURES_MAX
    }

    /// A refusal was not the last word: what was refused is tried again.
    pub(crate) fn note_wait(&self) {
        self.waits.fetch_add(1, Ordering::Relaxed);
    }

    /// Refusals that were not.
    pub(crate) fn waits(&self) -> u64 {
        self.waits.load(Ordering::Relaxed)
    }

    /// Somebody waits for that much room, behind the latch that is answered, and in the order of tickets. With a ticket it has
    /// waited before.
    pub(crate) fn enter(&self, need: Need, ticket: Option<Ticket>) -> (Latch, Ticket) {
        let latch = Latch::default();
        let ticket = ticket.unwrap_or_else(|| Ticket(self.tickets.fetch_add(1, Ordering::Relaxed)));
        let waiter = Waiter {
            latch: latch.clone(),
            need,
            failures: 0,
        };
        self.waiting().insert(ticket, waiter);
        self.awaited.store(true, Ordering::Release);
        (latch, ticket)
    }

    /// A checkpoint was taken, or failed: lets those try again that there is room for. Those there can be none for
    /// (`could_fit`) are refused.
    pub(crate) fn serve(&self, core: &Core, taken: bool, could_fit: impl Fn(Need) -> bool) {
        let failures = match taken {
            true => 0,
            false => self.failures.load(Ordering::Relaxed) + 1,
        };
        self.failures.store(failures, Ordering::Relaxed);
        let (mut kept, mut others_bytes) = (BTreeMap::new(), 0);
        let recovery = core.log.recovery_lsn();
        let waiters = std::mem::take(&mut *self.waiting());
        for (ticket, mut waiter) in waiters {
            waiter.failures += u32::from(!taken);
            if waiter.latch.is_abandoned() {
                continue;
            }
            let need = waiter.need;
            let bytes = need.record_bytes;
            if need.fits(core, recovery, others_bytes) {
                waiter.latch.open(Forced::Durable);
            } else if waiter.failures >= FAILURES_MAX || !could_fit(need) {
                waiter.latch.open(Forced::Failed);
                continue;
            } else {
                kept.insert(ticket, waiter);
            }
            // Nobody overtakes one that needs more. Headers of pages take a little besides.
            others_bytes += (bytes + bytes / 32 + 2 * PAGE_BYTES) as u64;
        }
        let mut waiting = self.waiting();
        kept.append(&mut waiting);
        self.awaited.store(!kept.is_empty(), Ordering::Release);
        *waiting = kept;
    }
}
