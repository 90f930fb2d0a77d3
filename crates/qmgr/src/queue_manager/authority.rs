//! Users and authority records, as commands and edges see them.

use crate::core::Notice;
use crate::core::observation::Observed;
use crate::deliver::cause::Cause;
use crate::deliver::configuration::{ObjectImage, tell, tell_both, tells_changes};
use crate::deliver::event::fixed_text;
use crate::objects::authority::change::{put_record, remove_record};
use crate::objects::authority::{
    AskedUser, Entities, Entity, LOOKUP_MAX, STUCK_LOOKUPS_MAX, Unanswered,
};
use crate::objects::failure::ObjectError;
use crate::queue_manager::QueueManager;
use crate::record::authority::profile::Profile;
use crate::record::authority::{AuthorityRecord, ENTITY_BYTES_MAX, EntityKind, EntityName};
use crate::verbs::authority::require;
use crate::verbs::users::tell_of_unanswered;
use ferromq_mqi::Reason;
use ferromq_mqi::authority::{Permissions, ProtectedKind};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::notices::FMQ0178;
use ferromq_mqi::options::Origin;
use ferromq_mqi::pcf::Parameter;
use std::sync::Arc;
use std::time::Duration;

/// What came of ending waits for users: see [`QueueManager::end_overdue_lookups`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OverdueLookups {
    /// Threads in [`QueueManager::run_lookups`] that have waited for the system for longer than 30 seconds. Others may take their place.
    pub stuck_threads: usize,
    /// When to be called again at the latest; `None` when nobody waits.
    pub look_again: Option<Duration>,
}

impl QueueManager {
    /// Allows and forbids: a record that is not there is made. Durable on return.
    ///
    /// # Errors
    /// `Conflict` for a name that is no entity's, and the general ones.
    pub fn set_authority(
        &self,
        kind: ProtectedKind,
        profile: &Profile,
        entity: &EntityName,
        add: Permissions,
        remove: Permissions,
    ) -> Result<(), ObjectError> {
        self.check_entity(entity)?;
        let engine = &self.engine;
        let set = || {
            let _one_at_a_time = engine.administer();
            let before = engine.authority.records().get(kind, profile, entity);
            let permissions = before.unwrap_or_default().without(remove) | add;
            let record = AuthorityRecord {
                kind,
                profile: profile.clone(),
                entity: entity.clone(),
                permissions,
            };
            put_record(engine, record)
        };
        let before = self.authority_record(kind, profile, entity);
        // Two names are all there is to a record.
        let logged = self.once_there_is_room(|| 0, set)?;
        self.settle(&logged)?;
        let after = self.authority_record(kind, profile, entity);
        if before != after {
            self.tell_record(before.as_ref(), after.as_ref());
        }
        Ok(())
    }

    fn authority_record(
        &self,
        kind: ProtectedKind,
        profile: &Profile,
        entity: &EntityName,
    ) -> Option<AuthorityRecord> {
        let records = self.engine.authority.records();
        let permissions = records.get(kind, profile, entity)?;
        Some(AuthorityRecord {
            kind,
            profile: profile.clone(),
            entity: entity.clone(),
            permissions,
        })
    }

    /// A record was made, changed or taken away. The caller holds no lock.
    fn tell_record(&self, before: Option<&AuthorityRecord>, after: Option<&AuthorityRecord>) {
        let engine = &self.engine;
        if !tells_changes(engine) {
            return;
        }
        let cause = Cause::under_way();
        match (before, after) {
            (None, Some(after)) => {
                tell(engine, Observed::ObjectCreated, &cause, record_told(after))
            }
            (Some(before), None) => {
                tell(engine, Observed::ObjectDeleted, &cause, record_told(before))
            }
            (Some(before), Some(after)) => {
                tell_both(engine, &cause, record_told(before), record_told(after));
            }
            (None, None) => {}
        }
    }

    /// Takes a record away. Durable on return.
    ///
    /// # Errors
    /// `NotFound`, and the general ones.
    pub fn delete_authority(
        &self,
        kind: ProtectedKind,
        profile: &Profile,
        entity: &EntityName,
    ) -> Result<(), ObjectError> {
        let engine = &self.engine;
        let delete = || {
            let _one_at_a_time = engine.administer();
            let found = engine.authority.records().get(kind, profile, entity);
            let record = AuthorityRecord {
                kind,
                profile: profile.clone(),
                entity: entity.clone(),
                permissions: found.ok_or(ObjectError::NotFound)?,
            };
            remove_record(engine, &record)
        };
        let before = self.authority_record(kind, profile, entity);
        let logged = self.once_there_is_room(|| 0, delete)?;
        self.settle(&logged)?;
        self.tell_record(before.as_ref(), None);
        Ok(())
    }

    fn check_entity(&self, entity: &EntityName) -> Result<(), ObjectError> {
        let valid = |found: char| !found.is_control() && !found.is_whitespace();
        if entity.name.is_empty()
            || entity.name.len() > ENTITY_BYTES_MAX
            || !entity.name.chars().all(valid)
        {
            return Err(ObjectError::Conflict(
                "a user or group has a name of 1 to 64 characters without blanks",
            ));
        }
        if entity.kind == EntityKind::Group && !self.has_group(&entity.name) {
            return Err(ObjectError::UnknownEntity);
        }
        Ok(())
    }
}

/// A record as configuration events tell it.
fn record_told(record: &AuthorityRecord) -> ObjectImage {
    let kind = match record.entity.kind {
        EntityKind::Principal => MQZAET_PRINCIPAL,
        EntityKind::Group => MQZAET_GROUP,
    };
    let image = vec![
        Parameter::padded(MQCACF_AUTH_PROFILE_NAME, record.profile.as_str(), 48),
        Parameter::int(MQIACF_AUTH_REC_TYPE, object_type(record.kind)),
        Parameter::text(MQCACF_ENTITY_NAME, &record.entity.name),
        Parameter::int(MQIACF_ENTITY_TYPE, kind),
        Parameter::ints(MQIACF_AUTHORIZATION_LIST, &record.permissions.numbers()),
    ];
    (MQOT_AUTH_REC, image)
}

/// The type of objects a record is about.
fn object_type(kind: ProtectedKind) -> i32 {
    match kind {
        ProtectedKind::AuthInfo => MQOT_AUTH_INFO,
        ProtectedKind::Channel => MQOT_CHANNEL,
        ProtectedKind::ClntConn => MQOT_CLNTCONN_CHANNEL,
        ProtectedKind::CommInfo => MQOT_COMM_INFO,
        ProtectedKind::Listener => MQOT_LISTENER,
        ProtectedKind::Namelist => MQOT_NAMELIST,
        ProtectedKind::Process => MQOT_PROCESS,
        ProtectedKind::Queue => MQOT_Q,
        ProtectedKind::QMgr => MQOT_Q_MGR,
        ProtectedKind::RqmName => MQOT_REMOTE_Q_MGR_NAME,
        ProtectedKind::Service => MQOT_SERVICE,
        ProtectedKind::Topic => MQOT_TOPIC,
    }
}

impl QueueManager {
    /// Sets who users are. Until then nobody is told from anybody else and nothing is refused:
    /// a simulation, or one trusted program. The first one set stays.
    pub fn set_entities(&self, entities: Arc<dyn Entities>) {
        self.engine.authority.set_entities(entities);
    }

    /// Forgets what is known of users and their groups; they are asked for again.
    pub fn refresh_entities(&self) {
        self.engine.authority.refresh();
    }

    /// Asks who stands behind a connection that is to be made. May wait for the system: for threads that serve nobody else. The
    /// answer is kept until users are asked for again.
    ///
    /// # Errors
    /// `MQRC_SECURITY_ERROR` where the system cannot say, which operators are told; as a verb's when an invariant breaks, which stops the
    /// queue manager.
    pub fn ask_user(&self, origin: &Origin) -> Result<AskedUser, Reason> {
        self.guard(|| self.engine.authority.ask(origin))?
            .map_err(|why| self.unanswered(origin.user_id.as_str(), &why))
    }

    /// The same of somebody who connects by a name.
    ///
    /// # Errors
    /// As [`Self::ask_user`].
    pub fn ask_user_named(&self, user: &str) -> Result<AskedUser, Reason> {
        self.guard(|| self.engine.authority.ask_named(user))?
            .map_err(|why| self.unanswered(user, &why))
    }

    /// Tells operators that the system cannot say who a user is. What a verb or a connect call fails with.
    pub(super) fn unanswered(&self, user: &str, why: &Unanswered) -> Reason {
        tell_of_unanswered(&self.engine, user, why);
        Reason::SECURITY_ERROR
    }

    /// Who stands behind a connection, where that is known. Does not wait.
    #[must_use]
    pub fn known_user(&self, origin: &Origin) -> Option<AskedUser> {
        self.engine.authority.known(origin)
    }

    /// From now on the system is asked for users that verbs meet by whoever `wake` wakes, who calls [`Self::run_lookups`] soon
    /// after: a thread of the edge that does nothing else. It is called on any thread; it must be short and must not call the
    /// queue manager.
    pub fn begin_lookups(&self, wake: Box<dyn Fn() + Send + Sync>) {
        self.engine.authority.lookups.set_runner(Some(wake));
    }

    /// Nobody is woken any more: verbs ask themselves.
    pub fn end_lookups(&self) {
        self.engine.authority.lookups.set_runner(None);
    }

    /// Asks the system for the users verbs wait for. Waits for it, and may hang. Several threads may be at it at a time, at most
    /// [`Self::LOOKUP_THREADS_MAX`].
    pub fn run_lookups(&self) {
        let clock = &self.engine.clock;
        let authority = &self.engine.authority;
        let tell = |user: &str, why: &Unanswered| tell_of_unanswered(&self.engine, user, why);
        authority.run_lookups(|| clock.monotonic_ns(), tell);
    }

    /// Ends waits of verbs for what the system says of a user that took too long (30 seconds): they fail with
    /// `MQRC_SECURITY_ERROR`, and operators are told. When [`Self::LOOKUP_THREADS_MAX`] threads are stuck such verbs fail with it at once, until one is
    /// answered. To be called by somebody who does not ask the system: whoever does may be waiting for it. Waits for nothing itself.
    pub fn end_overdue_lookups(&self) -> OverdueLookups {
        let engine = &self.engine;
        let now_ns = engine.clock.monotonic_ns();
        let overdue = engine.authority.end_overdue_lookups(now_ns);
        for user in overdue.users {
            let notice = Notice::of(&FMQ0178, &[&LOOKUP_MAX.as_secs(), &user]);
            engine.repeated_notice(notice, "", 1);
        }
        OverdueLookups {
            stuck_threads: overdue.stuck,
            look_again: overdue.look_again,
        }
    }

    /// Threads that may ask the system for users at a time.
    pub const LOOKUP_THREADS_MAX: usize = STUCK_LOOKUPS_MAX;

    /// The user a connection or command comes from; `None` where nobody is told from anybody. While the system cannot say who it is, it is a
    /// user without groups, to whom nothing is allowed by mistake.
    #[must_use]
    pub fn entity_of(&self, origin: &Origin) -> Option<Arc<Entity>> {
        let found = self.engine.authority.connected(origin);
        self.or_without_groups(found, origin.user_id.as_str())
    }

    /// The user of a name; otherwise as [`Self::entity_of`].
    #[must_use]
    pub fn entity_named(&self, user: &str) -> Option<Arc<Entity>> {
        let found = self.engine.authority.named(user);
        self.or_without_groups(found, user)
    }

    fn or_without_groups(
        &self,
        found: Result<Option<Arc<Entity>>, Unanswered>,
        user: &str,
    ) -> Option<Arc<Entity>> {
        found.unwrap_or_else(|why| {
            tell_of_unanswered(&self.engine, user, &why);
            Some(Arc::new(Entity::new(user, [], false)))
        })
    }

    /// Whether a command of `user` may do something. A refusal is told to the operator, and to
    /// the event queue as one of the command with this number (`MQCMD_*`).
    ///
    /// # Errors
    /// What is missing.
    pub fn check_command(
        &self,
        user: &Entity,
        kind: ProtectedKind,
        name: &str,
        wanted: Permissions,
        command: i32,
    ) -> Result<(), ObjectError> {
        let needs = [(kind, name.to_owned(), wanted)];
        require(&self.engine, user, &needs, MQRQ_CMD_NOT_AUTHORIZED, || {
            vec![
                Parameter::int(MQIACF_COMMAND, command),
                fixed_text(MQCACF_USER_IDENTIFIER, user.user(), MQ_USER_ID_LENGTH),
            ]
        })
        .map_err(ObjectError::Refused)
    }

    /// Whether there is a group of that name; everywhere where nobody is told from anybody.
    #[must_use]
    pub fn has_group(&self, name: &str) -> bool {
        let entities = self.engine.authority.entities();
        name == crate::objects::authority::EVERYBODY
            || entities.is_none_or(|entities| entities.has_group(name))
    }

    /// What a user may do with an object; everything that applies for administrators.
    #[must_use]
    pub fn permitted(&self, user: &Entity, kind: ProtectedKind, name: &str) -> Permissions {
        if user.is_administrator() {
            return kind.applicable();
        }
        self.engine
            .authority
            .records()
            .permitted(kind, name, user.names())
    }

    /// Every authority record, sorted by kind, profile and entity.
    #[must_use]
    pub fn authority_records(&self) -> Vec<AuthorityRecord> {
        self.engine.authority.records().all()
    }

    /// The record that counts for an entity and an object.
    #[must_use]
    pub fn applicable_record(
        &self,
        kind: ProtectedKind,
        name: &str,
        entity: &EntityName,
    ) -> Option<AuthorityRecord> {
        let records = self.engine.authority.records();
        records.applicable(kind, name, entity)
    }
}
