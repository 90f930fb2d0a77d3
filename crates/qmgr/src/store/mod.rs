//! Queues behind definitions, and what is done with one of them: places and insertion, removal, reading back, damage.
//!
//! Lists of what is to be done higher up are kept here and worked off there: errands, who waits for room in the log, queues with too
//! much in memory, and what is left to workers.

pub(crate) mod append;
pub(crate) mod body_copies;
pub(crate) mod damage;
pub(crate) mod errands;
pub(crate) mod failure;
pub(crate) mod joined;
pub(crate) mod judged;
pub(crate) mod local_queue;
pub(crate) mod long_put;
pub(crate) mod placement;
pub(crate) mod read;
pub(crate) mod room;
pub(crate) mod spill;
pub(crate) mod tasks;
pub(crate) mod trigger;

use crate::core::Core;
use crate::core::latch::{Forced, Latch};
use crate::store::errands::{Errand, Errands};
use crate::store::local_queue::LocalQueue;
use crate::store::room::Room;
use crate::store::spill::Spills;
use crate::store::tasks::Tasks;
use ferromq_log::Lsn;
use ferromq_queue::Wakeups;
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// What belongs to no queue alone. What runs after a force holds this and nothing higher.
pub(crate) struct Store {
    core: Core,
    pub(crate) room: Room,
    pub(crate) errands: Errands,
    pub(crate) spills: Spills,
    pub(crate) tasks: Tasks,
    /// `TRIGINT`.
    trigger_interval_ms: AtomicU64,
}

impl Deref for Store {
    type Target = Core;

    fn deref(&self) -> &Core {
        &self.core
    }
}

impl Store {
    pub(crate) fn new(core: Core) -> Arc<Self> {
        Arc::new(Self {
            core,
            room: Room::default(),
            errands: Errands::default(),
            spills: Spills::default(),
            tasks: Tasks::default(),
            trigger_interval_ms: AtomicU64::new(0),
        })
    }

    pub(crate) fn set_trigger_interval(&self, interval_ms: u64) {
        self.trigger_interval_ms
            .store(interval_ms, Ordering::Relaxed);
    }

    pub(crate) fn trigger_interval_ns(&self) -> u64 {
        let interval_ms = self.trigger_interval_ms.load(Ordering::Relaxed);
        interval_ms.saturating_mul(1_000_000)
    }

    /// Messages became available on a queue: wakes who waits for them, and leaves it to an errand to make a trigger message.
    /// Called with no lock of a queue held.
    pub(crate) fn announce(&self, queue: &Arc<LocalQueue>, wakeups: Wakeups) {
        if queue.hot().trigger_control {
            trigger::message_arrived(self, queue, &wakeups);
        }
        wakeups.wake();
    }

    /// Leaves an errand once the log is durable up to `behind`; of a log that failed it is left undone.
    pub(crate) fn give_when_durable(self: &Arc<Self>, behind: Lsn, errand: Errand) {
        let store_later = Arc::clone(self);
        self.log.when_durable(
            behind,
            Box::new(move |result| {
                if result.is_ok() {
                    store_later.errands.give(errand);
                }
            }),
        );
    }
}

/// A latch for one who has put: it opens when the log is durable up to `end` and `act` is done, and may stay shut until there
/// is more room in the log. Of a log that failed `act` is dropped.
pub(crate) fn latch_of_put(
    store: &Arc<Store>,
    end: Lsn,
    act: impl FnOnce() + Send + 'static,
) -> Latch {
    let latch = Latch::default();
    let (opened, store_later) = (latch.clone(), Arc::clone(store));
    store.log.when_durable(
        end,
        Box::new(move |result| {
            if result.is_err() {
                return opened.open(Forced::Failed);
            }
            act();
            store_later.back_pressure.open(opened, &store_later.log);
        }),
    );
    latch
}
