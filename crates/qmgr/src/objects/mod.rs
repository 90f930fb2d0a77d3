//! Objects: what is defined on a queue manager, and who may do what with it.
//!
//! Each change is made here, one at a time (`operations.rs`): logged, then applied. What floors above make of objects they
//! are told of by traits of this one ([`TopicObjects`]).

pub(crate) mod asked;
pub(crate) mod authority;
pub(crate) mod clear;
pub(crate) mod cluster;
pub(crate) mod cluster_queues;
mod cluster_rules;
pub(crate) mod dynamic;
pub(crate) mod failed_queues;
pub(crate) mod failure;
pub(crate) mod limits;
pub(crate) mod logged;
pub(crate) mod missing;
pub(crate) mod operations;
pub(crate) mod queue_uses;
pub(crate) mod registry;
pub(crate) mod remotes;
pub(crate) mod rules;
pub(crate) mod transmitting;
pub(crate) mod triggered;

use crate::lock_order;
use crate::objects::asked::Asked;
use crate::objects::authority::Authority;
use crate::objects::cluster::Shared;
use crate::objects::failure::ObjectError;
use crate::objects::limits::{LimitCells, Limits};
use crate::objects::registry::{FrontQueue, Registry};
use crate::objects::remotes::{RemotesGeneration, SeenRemotes};
use crate::objects::rules::AccessRules;
use crate::objects::transmitting::Misplaced;
use crate::record::authority::AuthorityRecords;
use crate::store::Store;
use ferromq_base::lock::{Mutex, MutexGuard, RwLock, RwLockReadGuard, RwLockWriteGuard};
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::{MQEVR_ENABLED, MQMON_ENABLED, MQMON_ON};
use ferromq_mqi::name::ObjectName;
use std::collections::VecDeque;
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Keeps the places topic objects have in the tree of topics, which is on a floor above. Called with `administration` locked.
pub(crate) trait TopicObjects: Send + Sync {
    /// Refuses a definition that has no place, or that of another. `before` is what is in force.
    fn check(&self, before: Option<&Definition>, object: &Definition) -> Result<(), ObjectError>;
    /// It is in force from now on. The registry is locked.
    fn set(&self, object: &Arc<Definition>);
    /// It is gone. The registry is locked.
    fn remove(&self, object: &Definition);
}

/// What is defined.
pub(crate) struct Objects {
    /// The floor below.
    pub(crate) store: Arc<Store>,
    pub(crate) authority: Authority,
    pub(crate) access: AccessRules,
    registry: RwLock<Registry, lock_order::Registry>,
    /// Of those in the registry.
    remotes: RemotesGeneration,
    /// Of the clusters in the registry.
    pub(crate) clusters: Shared,
    /// Names other members of clusters are asked for.
    pub(crate) asked: Asked,
    /// Messages on cluster transmission queues that are to be elsewhere.
    pub(crate) misplaced: Mutex<VecDeque<Misplaced>, lock_order::Misplaced>,
    q_mgr: RwLock<Definition, lock_order::QueueManagerDefinition>,
    limits: LimitCells,
    administration: Mutex<(), lock_order::Administration>,
    commit_order: Mutex<(), lock_order::CommitOrder>,
    /// Grows when `DEFXMITQ` changes.
    default_transmission: AtomicU64,
    topic_objects: Arc<dyn TopicObjects>,
}

impl Deref for Objects {
    type Target = Store;

    fn deref(&self) -> &Store {
        &self.store
    }
}

/// What [`Objects::new`] is made from.
pub(crate) struct ObjectsParts {
    pub(crate) store: Arc<Store>,
    pub(crate) registry: Registry,
    pub(crate) q_mgr: Definition,
    pub(crate) authorities: AuthorityRecords,
    pub(crate) topic_objects: Arc<dyn TopicObjects>,
}

impl Objects {
    pub(crate) fn new(parts: ObjectsParts) -> Self {
        let limits = LimitCells::of(&parts.q_mgr);
        parts
            .store
            .set_trigger_interval(limits.get().trigger_interval_ms);
        let tells = parts.q_mgr.int(Attr::Perfmev) == MQEVR_ENABLED;
        parts.store.tell_performance(tells);
        parts
            .store
            .activity
            .set_central(may_trace_activity(&parts.q_mgr));
        Self {
            store: parts.store,
            authority: Authority::new(parts.authorities),
            access: AccessRules::default(),
            remotes: parts.registry.remotes.generation().clone(),
            clusters: parts.registry.clusters.shared().clone(),
            asked: Asked::default(),
            misplaced: Mutex::default(),
            registry: RwLock::new(parts.registry),
            limits,
            q_mgr: RwLock::new(parts.q_mgr),
            administration: Mutex::default(),
            commit_order: Mutex::default(),
            default_transmission: AtomicU64::new(0),
            topic_objects: parts.topic_objects,
        }
    }

    /// Whoever keeps the places of topic objects.
    pub(crate) fn topic_objects(&self) -> &dyn TopicObjects {
        self.topic_objects.as_ref()
    }

    pub(crate) fn registry(&self) -> RwLockReadGuard<'_, Registry> {
        self.registry.read()
    }

    /// The remote queue of a name. The registry is asked only if one was made or deleted since `seen` was.
    pub(crate) fn remote_queue<'a>(
        &self,
        seen: &'a mut SeenRemotes,
        name: &ObjectName,
    ) -> Option<&'a FrontQueue> {
        let generation = self.remotes.get();
        if seen.generation() != generation {
            seen.renew(&self.registry().remotes, generation);
        }
        seen.get(name)
    }

    pub(crate) fn registry_mut(&self) -> RwLockWriteGuard<'_, Registry> {
        self.registry.write()
    }

    pub(crate) fn limits(&self) -> Limits {
        self.limits.get()
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
        self.limits.set(&definition);
        self.activity.set_central(may_trace_activity(&definition));
        let interval_ms = self.limits().trigger_interval_ms;
        self.store.set_trigger_interval(interval_ms);
        let tells = definition.int(Attr::Perfmev) == MQEVR_ENABLED;
        if !self.store.tell_performance(tells) && tells {
            // Times from before that count for nothing.
            let queues: Vec<_> = self.registry().by_id.values().cloned().collect();
            queues
                .iter()
                .for_each(|queue| queue.performance().stop_timer());
        }
        let mut current = self.q_mgr.write();
        if current.text(Attr::Defxmitq) != definition.text(Attr::Defxmitq) {
            self.default_transmission.fetch_add(1, Ordering::AcqRel);
        }
        *current = definition;
        // CLWLUSEQ, CLWLMRUC and DEFCLXQ lead messages of clusters.
        self.clusters.grow();
    }

    /// Differs from what it was once `DEFXMITQ` has changed.
    pub(crate) fn default_transmission_generation(&self) -> u64 {
        self.default_transmission.load(Ordering::Acquire)
    }

    /// Held while an object is changed: changes are made one at a time.
    pub(crate) fn administer(&self) -> MutexGuard<'_, ()> {
        self.administration.lock()
    }

    /// Held while a unit of work that has participants is committed, and while that changes which those commits go by: who
    /// subscribes, and what is retained.
    pub(crate) fn order_commits(&self) -> MutexGuard<'_, ()> {
        self.commit_order.lock()
    }
}

/// Whether attributes of the queue manager may have calls told by activity trace: to all, or where a connection asks for it.
fn may_trace_activity(q_mgr: &Definition) -> bool {
    q_mgr.int(Attr::Actvtrc) == MQMON_ON || q_mgr.int(Attr::Actvcono) == MQMON_ENABLED
}
