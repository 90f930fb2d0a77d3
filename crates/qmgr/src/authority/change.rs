//! Changing authority records. Every change is logged before it counts.

use super::entity::Entity;
use super::profile::Profile;
use super::record::{AuthorityRecord, ENTITY_BYTES_MAX, EntityKind, EntityName};
use super::{Permissions, ProtectedKind};
use crate::gate::{Forced, Gate};
use crate::object::failure::ObjectError;
use crate::object::operations::{Logged, log_record};
use crate::queue_manager::QueueManager;
use crate::record::RecordKind;
use crate::shared::Shared;
use ferromq_log::Urgency;
use ferromq_mqi::attribute::ObjectKind;
use std::sync::Arc;

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
        let shared = &self.shared;
        let set = || {
            let _one_at_a_time = shared.administer();
            let before = shared.authority.records().get(kind, profile, entity);
            let permissions = before.unwrap_or_default().without(remove) | add;
            let record = AuthorityRecord {
                kind,
                profile: profile.clone(),
                entity: entity.clone(),
                permissions,
            };
            put_record(shared, record)
        };
        // Two names are all there is to a record.
        let logged = self.once_there_is_room(|| 0, set)?;
        self.settle(&logged)
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
        let shared = &self.shared;
        let delete = || {
            let _one_at_a_time = shared.administer();
            let found = shared.authority.records().get(kind, profile, entity);
            let record = AuthorityRecord {
                kind,
                profile: profile.clone(),
                entity: entity.clone(),
                permissions: found.ok_or(ObjectError::NotFound)?,
            };
            remove_record(shared, &record)
        };
        let logged = self.once_there_is_room(|| 0, delete)?;
        self.settle(&logged)
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

fn put_record(shared: &Arc<Shared>, record: AuthorityRecord) -> Result<Logged, ObjectError> {
    let bytes = record.encode(false);
    log_record(
        shared,
        RecordKind::Authority,
        &[&bytes],
        Urgency::Completing,
        |_| {
            shared.authority.records_mut().set(record);
            shared.registry_mut().changed = true;
        },
        || {},
    )
}

fn remove_record(shared: &Arc<Shared>, record: &AuthorityRecord) -> Result<Logged, ObjectError> {
    let bytes = record.encode(true);
    log_record(
        shared,
        RecordKind::Authority,
        &[&bytes],
        Urgency::Completing,
        |_| {
            let mut records = shared.authority.records_mut();
            records.remove(record.kind, &record.profile, &record.entity);
            drop(records);
            shared.registry_mut().changed = true;
        },
        || {},
    )
}

/// An object is deleted: takes away the records about it alone, so that one made later under its name begins without. The
/// record of the deletion says it: restart does the same. Called with `administration` held.
pub(crate) fn forget_object(shared: &Shared, kind: ObjectKind, name: &str) {
    shared.authority.records_mut().forget_object(kind, name);
    shared.registry_mut().changed = true;
}

/// Whoever makes an object may do everything with it. Administrators may anyway and get no
/// record. `logged` is false for an object that does not outlive the queue manager's run.
pub(crate) fn grant_to_maker(
    shared: &Arc<Shared>,
    kind: ProtectedKind,
    name: &str,
    maker: &Entity,
    logged: bool,
) -> Result<Logged, ObjectError> {
    let nothing_to_wait_for = || {
        let gate = Gate::default();
        gate.open(Forced::Durable);
        (shared.log.durable(), gate)
    };
    let profile = match Profile::parse(name) {
        Ok(profile) if !maker.is_administrator() && !maker.user().is_empty() => profile,
        _ => return Ok(nothing_to_wait_for()),
    };
    let record = AuthorityRecord {
        kind,
        profile,
        entity: EntityName::principal(maker.user()),
        permissions: kind.applicable(),
    };
    let _one_at_a_time = shared.administer();
    if logged {
        return put_record(shared, record);
    }
    shared.authority.records_mut().set(record);
    Ok(nothing_to_wait_for())
}
