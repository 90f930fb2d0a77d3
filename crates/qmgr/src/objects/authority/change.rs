//! Changing authority records. Every change is logged before it counts.

use crate::core::latch::{Forced, Latch};
use crate::objects::Objects;
use crate::objects::authority::entity::Entity;
use crate::objects::failure::ObjectError;
use crate::objects::logged::{Logged, log_record};
use crate::record::RecordKind;
use crate::record::authority::profile::Profile;
use crate::record::authority::{AuthorityRecord, EntityName};
use ferromq_log::Urgency;
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::authority::ProtectedKind;

pub(crate) fn put_record(
    objects: &Objects,
    record: AuthorityRecord,
) -> Result<Logged, ObjectError> {
    let bytes = record.encode(false);
    log_record(
        objects,
        RecordKind::Authority,
        &[&bytes],
        Urgency::Completing,
        |_| {
            objects.authority.records_mut().set(record);
            objects.registry_mut().changed = true;
        },
        || {},
    )
}

pub(crate) fn remove_record(
    objects: &Objects,
    record: &AuthorityRecord,
) -> Result<Logged, ObjectError> {
    let bytes = record.encode(true);
    log_record(
        objects,
        RecordKind::Authority,
        &[&bytes],
        Urgency::Completing,
        |_| {
            let mut records = objects.authority.records_mut();
            records.remove(record.kind, &record.profile, &record.entity);
            drop(records);
            objects.registry_mut().changed = true;
        },
        || {},
    )
}

/// An object is deleted: takes away the records about it alone, so that one made later under its name begins without. The
/// record of the deletion says it: restart does the same. Called with `administration` held.
pub(crate) fn forget_object(objects: &Objects, kind: ObjectKind, name: &str) {
    objects.authority.records_mut().forget_object(kind, name);
    objects.registry_mut().changed = true;
}

/// Whoever makes an object may do everything with it. Administrators may anyway and get no
/// record. `logged` is false for an object that does not outlive the queue manager's run.
pub(crate) fn grant_to_maker(
    objects: &Objects,
    kind: ProtectedKind,
    name: &str,
    maker: &Entity,
    logged: bool,
) -> Result<Logged, ObjectError> {
    let nothing_to_wait_for = || {
        let latch = Latch::default();
        latch.open(Forced::Durable);
        (objects.log.durable(), latch)
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
    let _one_at_a_time = objects.administer();
    if logged {
        return put_record(objects, record);
    }
    objects.authority.records_mut().set(record);
    Ok(nothing_to_wait_for())
}
