//! What every connection of a queue manager shares.

use crate::authority::{Authority, AuthorityRecords};
use crate::branch::Branches;
use crate::connection::ConnectionState;
use crate::core::{Core, RunState};
use crate::errands::Errands;
use crate::lock_order;
use crate::monitor::Monitor;
use crate::object::local_queue::LocalQueue;
use crate::object::registry::Registry;
use crate::publish::Topics;
use crate::room::Room;
use crate::verb::put_off::PutOff;
use ferromq_base::lock::{Mutex, MutexGuard, RwLock, RwLockReadGuard, RwLockWriteGuard};
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::MQPSM_DISABLED;
use ferromq_queue::Wakeups;
use std::collections::BTreeMap;
use std::ops::Deref;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// The queue manager attributes verbs look at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    pub(crate) max_msg_length: u32,
    /// Bytes of properties a message may have, if that is limited.
    pub(crate) max_properties_length: Option<u32>,
    pub(crate) max_uncommitted: usize,
    pub(crate) max_handles: usize,
    pub(crate) max_priority: i32,
    pub(crate) trigger_interval_ms: u64,
    pub(crate) mark_interval_ms: Option<u64>,
    pub(crate) ccsid: i32,
    /// Programs may publish and subscribe (`PSMODE`).
    pub(crate) publishes: bool,
}

impl Limits {
    pub(crate) fn of(definition: &Definition) -> Self {
        let unsigned = |attr| u32::try_from(definition.int(attr)).unwrap_or(0);
        Self {
            max_msg_length: unsigned(Attr::Maxmsgl),
            max_properties_length: u32::try_from(definition.int(Attr::Maxpropl)).ok(),
            max_uncommitted: unsigned(Attr::Maxumsgs) as usize,
            max_handles: unsigned(Attr::Maxhands) as usize,
            max_priority: definition.int(Attr::Maxprty),
            trigger_interval_ms: u64::from(unsigned(Attr::Trigint)),
            mark_interval_ms: u64::try_from(definition.int(Attr::Markint)).ok(),
            ccsid: definition.int(Attr::Ccsid),
            publishes: definition.int(Attr::Psmode) != MQPSM_DISABLED,
        }
    }
}

pub(crate) struct Shared {
    /// What stands below all else.
    pub(crate) core: Arc<Core>,
    pub(crate) room: Room,
    pub(crate) errands: Errands,
    pub(crate) authority: Authority,
    pub(crate) access: crate::object::rules::AccessRules,
    registry: RwLock<Registry, lock_order::Registry>,
    q_mgr: RwLock<Definition, lock_order::QueueManagerDefinition>,
    limits: RwLock<Limits, lock_order::Limits>,
    connections: Mutex<BTreeMap<u64, Arc<ConnectionState>>, lock_order::Connections>,
    /// Those among them that are the queue manager's own.
    pub(crate) own_connections: AtomicUsize,
    administration: Mutex<(), lock_order::Administration>,
    /// Grows when `DEFXMITQ` changes.
    default_transmission: AtomicU64,
    pub(crate) branches: Branches,
    pub(crate) topics: Topics,
    pub(crate) monitor: Monitor,
    /// Delayed messages nobody took when they were due.
    pub(crate) put_off: PutOff,
}

impl Deref for Shared {
    type Target = Core;

    fn deref(&self) -> &Core {
        &self.core
    }
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shared")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// What [`Shared::new`] is made from.
pub(crate) struct SharedParts {
    pub(crate) core: Core,
    pub(crate) registry: Registry,
    pub(crate) q_mgr: Definition,
    pub(crate) authorities: AuthorityRecords,
}

impl Shared {
    pub(crate) fn new(parts: SharedParts) -> Self {
        let core = Arc::new(parts.core);
        let topics = Topics::of(&parts.registry, core.started_us);
        let monitor = Monitor::new(core.clock.monotonic_ns(), core.log.head().get());
        Self {
            core,
            room: Room::default(),
            errands: Errands::default(),
            authority: Authority::new(parts.authorities),
            access: crate::object::rules::AccessRules::default(),
            registry: RwLock::new(parts.registry),
            limits: RwLock::new(Limits::of(&parts.q_mgr)),
            q_mgr: RwLock::new(parts.q_mgr),
            connections: Mutex::default(),
            own_connections: AtomicUsize::new(0),
            administration: Mutex::default(),
            default_transmission: AtomicU64::new(0),
            branches: Branches::default(),
            topics,
            monitor,
            put_off: PutOff::default(),
        }
    }

    pub(crate) fn registry(&self) -> RwLockReadGuard<'_, Registry> {
        self.registry.read()
    }

    pub(crate) fn registry_mut(&self) -> RwLockWriteGuard<'_, Registry> {
        self.registry.write()
    }

    pub(crate) fn limits(&self) -> Limits {
        *self.limits.read()
    }

    pub(crate) fn q_mgr(&self) -> Definition {
        self.q_mgr.read().clone()
    }

    /// An attribute of the queue manager that is a number, without a copy of all the others.
    pub(crate) fn q_mgr_int(&self, attr: Attr) -> i32 {
        let current = self.q_mgr.read();
        current.int(attr)
    }

    pub(crate) fn redefine_q_mgr(&self, definition: Definition) {
        *self.limits.write() = Limits::of(&definition);
        let mut current = self.q_mgr.write();
        if current.text(Attr::Defxmitq) != definition.text(Attr::Defxmitq) {
            self.default_transmission.fetch_add(1, Ordering::AcqRel);
        }
        *current = definition;
    }

    /// Differs from what it was once `DEFXMITQ` has changed.
    pub(crate) fn default_transmission_generation(&self) -> u64 {
        self.default_transmission.load(Ordering::Acquire)
    }

    pub(crate) fn connections(&self) -> MutexGuard<'_, BTreeMap<u64, Arc<ConnectionState>>> {
        self.connections.lock()
    }

    /// Held while an object is changed: changes are made one at a time.
    pub(crate) fn administer(&self) -> MutexGuard<'_, ()> {
        self.administration.lock()
    }

    /// Goes further down; never back up. Wakes every wait so that it can see the new state.
    pub(crate) fn advance_state(&self, to: RunState) {
        self.core.go_down(to);
        let waiting: Vec<_> = self.connections().values().cloned().collect();
        for connection in waiting {
            // On its way down: one that cannot be told keeps nobody else from it.
            let _ = catch_unwind(AssertUnwindSafe(|| connection.interrupt()));
        }
    }

    /// Messages became available on a queue: wakes who waits for them, and leaves it to an errand to make a trigger message.
    /// Called with no lock of a queue held.
    pub(crate) fn announce(&self, queue: &Arc<LocalQueue>, wakeups: Wakeups) {
        if queue.hot().trigger_control {
            crate::trigger::message_arrived(self, queue, &wakeups);
        }
        wakeups.wake();
    }
}
