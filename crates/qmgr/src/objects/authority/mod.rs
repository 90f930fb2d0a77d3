//! Who may do what: authority records, the users they are about, and the checks.
//!
//! A check costs one branch for an administrator and one look-up for anybody else, at connect,
//! open, put1 and close with delete; put and get pay nothing, for a handle holds only what its
//! open was allowed. What has changed since counts from the next open on.
//!
//! `profile` and `record` are the rules, with the words of `ferromq_mqi::authority`, without any input or output. `entity` is
//! what the engine asks of the system's user database. `check` is what verbs ask; `change` keeps
//! the records, which are logged like definitions.

pub(crate) mod change;
pub(crate) mod check;
mod entity;

pub use check::Denial;
pub use entity::{ADMINISTRATORS, EVERYBODY, Entities, Entity};

pub(crate) use change::{forget_object, grant_to_maker};

use crate::lock_order;
use crate::record::authority::AuthorityRecords;
use ferromq_base::lock::{Mutex, RwLock, RwLockReadGuard, RwLockWriteGuard};
use ferromq_mqi::options::{Origin, Road};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// Users remembered at most; with more, all are asked for again.
const USERS_KEPT_MAX: usize = 10_000;

/// How a user is named to the user database.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Who {
    Named(String),
    Local(u32),
}

/// The records in force and the users met.
#[derive(Default)]
pub(crate) struct Authority {
    entities: OnceLock<Arc<dyn Entities>>,
    records: RwLock<AuthorityRecords, lock_order::AuthorityRecords>,
    known: Mutex<HashMap<Who, Arc<Entity>>, lock_order::KnownEntities>,
    /// Grows when what is known of users is to be asked for again.
    generation: AtomicU64,
}

impl Authority {
    pub(crate) fn new(records: AuthorityRecords) -> Self {
        Self {
            records: RwLock::new(records),
            ..Self::default()
        }
    }

    /// The first one set stays.
    pub(crate) fn set_entities(&self, entities: Arc<dyn Entities>) {
        // A second user database would contradict the first.
        let _ = self.entities.set(entities);
    }

    pub(crate) fn entities(&self) -> Option<&Arc<dyn Entities>> {
        self.entities.get()
    }

    pub(crate) fn records(&self) -> RwLockReadGuard<'_, AuthorityRecords> {
        self.records.read()
    }

    pub(crate) fn records_mut(&self) -> RwLockWriteGuard<'_, AuthorityRecords> {
        self.records.write()
    }

    /// Forgets what is known of users.
    pub(crate) fn refresh(&self) {
        self.known.lock().clear();
        self.generation.fetch_add(1, Ordering::AcqRel);
    }

    pub(crate) fn generation(&self) -> u64 {
        self.generation.load(Ordering::Acquire)
    }

    /// The user a connection acts for; `None` where there is no user database, and users cannot be told apart.
    pub(crate) fn connected(&self, origin: &Origin) -> Option<Arc<Entity>> {
        let name = origin.user_id.as_str();
        match origin.road {
            // It runs as a user whose password it gave, and not as that of its process.
            _ if origin.uid == Origin::NO_UID => self.named(name),
            // The number is the operating system's word; the name may be cut short.
            Road::Embedded | Road::Bindings => self.find(Who::Local(origin.uid), name),
            Road::Client => self.named(name),
        }
    }

    /// The user of a name.
    pub(crate) fn named(&self, name: &str) -> Option<Arc<Entity>> {
        self.find(Who::Named(name.to_owned()), name)
    }

    fn find(&self, who: Who, name: &str) -> Option<Arc<Entity>> {
        let entities = self.entities.get()?;
        let lock = || self.known.lock();
        if let Some(known) = lock().get(&who) {
            return Some(Arc::clone(known));
        }
        // A user database may be far away: nothing is locked while it is asked.
        let entity = Arc::new(match &who {
            Who::Named(name) => entities.user(name),
            Who::Local(uid) => entities.local_user(*uid, name),
        });
        let mut known = lock();
        if known.len() >= USERS_KEPT_MAX {
            known.clear();
        }
        known.insert(who, Arc::clone(&entity));
        Some(entity)
    }
}
