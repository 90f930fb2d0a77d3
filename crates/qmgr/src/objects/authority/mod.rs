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
mod lookups;

pub use check::Denial;
pub use entity::{ADMINISTRATORS, EVERYBODY, Entities, Entity, Unanswered};

pub(crate) use change::{forget_object, grant_to_maker};

use crate::core::latch::Latch;
use crate::lock_order;
use crate::record::authority::AuthorityRecords;
use ferromq_base::disk::access;
use ferromq_base::lock::{Mutex, RwLock, RwLockReadGuard, RwLockWriteGuard};
use ferromq_mqi::options::{Origin, Road};
use lookups::Lookups;
pub(crate) use lookups::{
    NotAsked, Overdue, STUCK_MAX as STUCK_LOOKUPS_MAX, WAIT_MAX as LOOKUP_MAX,
};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// Users remembered at most; with more, those for whom no connection acts are asked for again.
const USERS_KEPT_MAX: usize = 10_000;

/// How a user is named to the user database.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) enum Who {
    Named(String),
    Local(u32),
}

impl Who {
    /// Whom a connection from there acts for.
    fn of(origin: &Origin) -> Self {
        match origin.road {
            // The number is the operating system's word; the name may be cut short. Without one it runs as a user whose password
            // it gave, and not as that of its process.
            Road::Embedded | Road::Bindings if origin.uid != Origin::NO_UID => {
                Self::Local(origin.uid)
            }
            _ => Self::Named(origin.user_id.as_str().to_owned()),
        }
    }
}

/// A user about whom the system was asked, by somebody who may wait for it: what a connection acts for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskedUser {
    pub(crate) generation: u64,
    /// `None` where nobody is told from anybody.
    pub(crate) entity: Option<Arc<Entity>>,
}

impl AskedUser {
    /// A user about whom nobody was asked, to go on with until the system is.
    #[must_use]
    pub fn is(entity: Entity) -> Self {
        Self {
            // One that never is: the system is asked as soon as it matters.
            generation: u64::MAX,
            entity: Some(Arc::new(entity)),
        }
    }
}

/// What is known of a user.
pub(crate) enum LookUp {
    Known(AskedUser),
    /// The system is asked. It opens as failed when that takes too long.
    Later(Latch),
}

/// The records in force and the users met.
#[derive(Default)]
pub(crate) struct Authority {
    entities: OnceLock<Arc<dyn Entities>>,
    records: RwLock<AuthorityRecords, lock_order::AuthorityRecords>,
    known: Mutex<HashMap<Who, Arc<Entity>>, lock_order::KnownEntities>,
    /// Grows when what is known of users is to be asked for again.
    generation: AtomicU64,
    pub(crate) lookups: Lookups,
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
        let mut known = self.known.lock();
        known.clear();
        self.generation.fetch_add(1, Ordering::AcqRel);
    }

    pub(crate) fn generation(&self) -> u64 {
        self.generation.load(Ordering::Acquire)
    }

    /// The user a connection acts for; `None` where there is no user database, and users cannot be told apart.
    ///
    /// # Errors
    /// The system cannot say.
    pub(crate) fn connected(&self, origin: &Origin) -> Result<Option<Arc<Entity>>, Unanswered> {
        self.find(Who::of(origin), origin.user_id.as_str())
    }

    /// The user of a name.
    ///
    /// # Errors
    /// As [`Self::connected`].
    pub(crate) fn named(&self, name: &str) -> Result<Option<Arc<Entity>>, Unanswered> {
        self.find(Who::Named(name.to_owned()), name)
    }

    /// Whom a connection from there acts for. May wait for the system.
    ///
    /// # Errors
    /// As [`Self::connected`].
    pub(crate) fn ask(&self, origin: &Origin) -> Result<AskedUser, Unanswered> {
        // Before: what is forgotten meanwhile is asked for again.
        let generation = self.generation();
        let entity = self.connected(origin)?;
        Ok(AskedUser { generation, entity })
    }

    /// The same of somebody who connects by a name.
    ///
    /// # Errors
    /// As [`Self::connected`].
    pub(crate) fn ask_named(&self, name: &str) -> Result<AskedUser, Unanswered> {
        let generation = self.generation();
        let entity = self.named(name)?;
        Ok(AskedUser { generation, entity })
    }

    /// Whom a connection from there acts for, where that is known. Does not wait.
    pub(crate) fn known(&self, origin: &Origin) -> Option<AskedUser> {
        let generation = self.generation();
        let entity = match self.entities.get() {
            None => None,
            Some(_) => Some(self.met(&Who::of(origin))?),
        };
        Some(AskedUser { generation, entity })
    }

    /// Whom a connection from there acts for, or a latch to wait behind until that is known. Waits only where nobody would open one.
    ///
    /// # Errors
    /// See [`NotAsked`].
    pub(crate) fn look_up(&self, origin: &Origin, now_ns: u64) -> Result<LookUp, NotAsked> {
        self.look_up_who(Who::of(origin), origin.user_id.as_str(), now_ns)
    }

    /// The same of the user of a name.
    ///
    /// # Errors
    /// See [`NotAsked`].
    pub(crate) fn look_up_named(&self, name: &str, now_ns: u64) -> Result<LookUp, NotAsked> {
        self.look_up_who(Who::Named(name.to_owned()), name, now_ns)
    }

    fn look_up_who(&self, who: Who, name: &str, now_ns: u64) -> Result<LookUp, NotAsked> {
        let generation = self.generation();
        let entity = match self.entities.get() {
            None => None,
            Some(_) => match self.met(&who) {
                Some(known) => Some(known),
                None => match self.lookups.latch(who.clone(), name, now_ns)? {
                    Some(latch) => return Ok(LookUp::Later(latch)),
                    None => self.find(who, name).map_err(NotAsked::Unanswered)?,
                },
            },
        };
        Ok(LookUp::Known(AskedUser { generation, entity }))
    }

    /// Asks the system for the users verbs wait for. `tell` is told of those it cannot say anything of.
    pub(crate) fn run_lookups(&self, now_ns: impl Fn() -> u64, tell: impl Fn(&str, &Unanswered)) {
        self.lookups.run(self, now_ns, tell);
    }

    /// Ends waits for users that took too long.
    pub(crate) fn end_overdue_lookups(&self, now_ns: u64) -> Overdue {
        self.lookups.end_overdue(now_ns)
    }

    fn met(&self, who: &Who) -> Option<Arc<Entity>> {
        self.known.lock().get(who).cloned()
    }

    fn find(&self, who: Who, name: &str) -> Result<Option<Arc<Entity>>, Unanswered> {
        let Some(entities) = self.entities.get() else {
            return Ok(None);
        };
        if let Some(known) = self.met(&who) {
            return Ok(Some(known));
        }
        let generation = self.generation();
        let has_runner = self.lookups.has_runner();
        let _access = (!has_runner).then(|| access::allow("nobody else asks for users"));
        // A user database may be far away: nothing is locked while it is asked.
        let entity = Arc::new(match &who {
            Who::Named(name) => entities.user(name)?,
            Who::Local(uid) => entities.local_user(*uid, name)?,
        });
        let mut known = self.known.lock();
        // What was asked before all were forgotten is not what those behind that are to be told.
        if self.generation() == generation {
            if known.len() >= USERS_KEPT_MAX {
                known.retain(|_, entity| Arc::strong_count(entity) > 1);
            }
            known.insert(who, Arc::clone(&entity));
        }
        Ok(Some(entity))
    }
}
