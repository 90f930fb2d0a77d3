//! Queues behind definitions, and what is done with one of them: places and insertion, removal, reading back, damage.
//!
//! Lists of what is to be done higher up are kept here and worked off there: deferred actions, who waits for room in the log, queues with too
//! much in memory, and what is left to workers.

pub(crate) mod append;
pub(crate) mod asked_places;
pub(crate) mod body_copies;
pub(crate) mod crossing;
pub(crate) mod damage;
pub(crate) mod deferred;
pub(crate) mod failure;
pub(crate) mod joined;
pub(crate) mod judged;
pub(crate) mod local_queue;
pub(crate) mod long_put;
pub(crate) mod performance;
pub(crate) mod placement;
pub(crate) mod read;
pub(crate) mod room;
pub(crate) mod spill;
pub(crate) mod tasks;
pub(crate) mod trigger;

use crate::core::Core;
use crate::core::latch::{Forced, Latch};
use crate::core::pins::Pin;
use crate::core::unanswered::Unanswered;
use crate::store::deferred::{DeferredAction, DeferredActions};
use crate::store::local_queue::LocalQueue;
use crate::store::room::Room;
use crate::store::spill::Spills;
use crate::store::tasks::Tasks;
use ferromq_log::Lsn;
use ferromq_queue::{Called, Wakeups};
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Weak};

/// What belongs to no queue alone. What runs after a force holds this and nothing higher.
pub(crate) struct Store {
    core: Core,
    me: Weak<Self>,
    /// Some queues are kept by engines that may answer later.
    asks_elsewhere: AtomicBool,
    pub(crate) room: Room,
    pub(crate) deferred: DeferredActions,
    pub(crate) spills: Spills,
    pub(crate) tasks: Tasks,
    /// `TRIGINT`.
    trigger_interval_ms: AtomicU64,
    /// `PERFMEV`.
    tells_performance: AtomicBool,
}

impl Deref for Store {
    type Target = Core;

    fn deref(&self) -> &Core {
        &self.core
    }
}

impl Store {
    pub(crate) fn new(core: Core) -> Arc<Self> {
        Arc::new_cyclic(|me| Self {
            core,
            me: Weak::clone(me),
            asks_elsewhere: AtomicBool::new(false),
            room: Room::default(),
            deferred: DeferredActions::default(),
            spills: Spills::default(),
            tasks: Tasks::default(),
            trigger_interval_ms: AtomicU64::new(0),
            tells_performance: AtomicBool::new(false),
        })
    }

    pub(crate) fn set_trigger_interval(&self, interval_ms: u64) {
        self.trigger_interval_ms
            .store(interval_ms, Ordering::Relaxed);
    }

    /// Whether performance events are asked for. Answers what was so before.
    pub(crate) fn tell_performance(&self, tells: bool) -> bool {
        self.tells_performance.swap(tells, Ordering::AcqRel)
    }

    pub(crate) fn tells_performance(&self) -> bool {
        self.tells_performance.load(Ordering::Acquire)
    }

    pub(crate) fn trigger_interval_ns(&self) -> u64 {
        let interval_ms = self.trigger_interval_ms.load(Ordering::Relaxed);
        interval_ms.saturating_mul(1_000_000)
    }

    /// Messages became available on a queue: wakes who waits for them, and leaves it to a deferred action to make a trigger message.
    /// Called with no lock of a queue held.
    pub(crate) fn announce(&self, queue: &Arc<LocalQueue>, wakeups: Wakeups) {
        if queue.hot().trigger_control {
            trigger::message_arrived(self, queue, &wakeups);
        }
        wakeups.wake();
    }

    /// The same of what a call makes available, once it has. Answers when that is announced.
    pub(crate) fn announce_called(
        &self,
        queue: &Arc<LocalQueue>,
        called: Called<Wakeups>,
    ) -> Called<()> {
        match called {
            Called::Done(wakeups) => {
                self.announce(queue, wakeups);
                Called::Done(())
            }
            under_way @ Called::Pending(_) => {
                let (me, queue) = (Weak::clone(&self.me), Arc::clone(queue));
                under_way.then(move |wakeups| match me.upgrade() {
                    Some(store) => store.announce(&queue, wakeups),
                    None => wakeups.wake(),
                })
            }
        }
    }

    /// Lets go of the log when what is unanswered is answered. Answers what is waited for then.
    pub(crate) fn unpin_behind(&self, unanswered: Unanswered, pin: Option<Pin>) -> Unanswered {
        let Some(pin) = pin else {
            return unanswered;
        };
        if unanswered.is_none() {
            self.pins.unpin(pin);
            return unanswered;
        }
        let me = Weak::clone(&self.me);
        unanswered.before(move || {
            if let Some(store) = me.upgrade() {
                store.pins.unpin(pin);
            }
        })
    }

    /// Opens the latch of one who has put, now or when there is more room in the log.
    pub(crate) fn open_put(&self, latch: Latch, outcome: Forced) {
        match outcome {
            Forced::Durable => self.back_pressure.open(latch, &self.log),
            Forced::Failed => latch.open(Forced::Failed),
        }
    }

    /// From now on a verb may have to ask an engine that answers later. The product has none yet: simulated runs and tests have.
    pub(crate) fn ask_elsewhere(&self) {
        self.asks_elsewhere.store(true, Ordering::Release);
    }

    /// Whether a verb may have to.
    pub(crate) fn asks_elsewhere(&self) -> bool {
        self.asks_elsewhere.load(Ordering::Acquire)
    }

    /// Leaves a deferred action once the log is durable up to `behind`; of a log that failed it is left undone.
    pub(crate) fn give_when_durable(self: &Arc<Self>, behind: Lsn, action: DeferredAction) {
        let store_later = Arc::clone(self);
        self.log.when_durable(
            behind,
            Box::new(move |result| {
                if result.is_ok() {
                    store_later.deferred.give(action);
                }
            }),
        );
    }
}

/// A latch for one who has put: it opens when the log is durable up to `end`, `act` is done and what it left unanswered is answered, and may stay
/// shut until there is more room in the log. Of a log that failed `act` is dropped.
pub(crate) fn latch_of_put(
    store: &Arc<Store>,
    end: Lsn,
    act: impl FnOnce() -> Unanswered + Send + 'static,
) -> Latch {
    let latch = Latch::default();
    let (opened, store_later) = (latch.clone(), Arc::clone(store));
    store.log.when_durable(
        end,
        Box::new(move |result| {
            if result.is_err() {
                return opened.open(Forced::Failed);
            }
            act().then(move |outcome| store_later.open_put(opened, outcome));
        }),
    );
    latch
}
