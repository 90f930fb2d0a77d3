//! Operations on objects: define, alter, delete.
//!
//! Every change is logged and durable before it is answered. Changes are made one at a time;
//! each pins the log until memory shows it, so that a checkpoint never forgets one.

use crate::core::latch::{Forced, Latch};
use crate::core::performance::{Armed, Crossing};
use crate::objects::Objects;
use crate::objects::authority::forget_object;
use crate::objects::cluster_rules;
use crate::objects::failure::ObjectError;
use crate::objects::logged::{Logged, log_change, stamp};
use crate::objects::registry::QueueObject;
use crate::record::{QueueId, RecordKind};
use crate::store::deferred::DeferredAction;
use crate::store::local_queue::LocalQueue;
use crate::store::trigger;
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// What a define did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defined {
    /// The object is new.
    Created,
    /// It existed and has the new definition.
    Replaced,
}

/// What an object was like before a change and is like since; `None` where there is none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Changed {
    pub(crate) before: Option<Definition>,
    pub(crate) after: Option<Definition>,
}

/// Bytes of a definition with these changes, at most.
pub(crate) fn changed_bytes(before: Option<Definition>, changes: &[(Attr, Value)]) -> usize {
    let before_bytes = before.map_or(0, |before| before.encode().len());
    let value_bytes = |value: &Value| match value {
        Value::Int(_) => 0,
        Value::Text(text) => text.len(),
        Value::List(entries) => entries.iter().map(|entry| entry.len() + 4).sum(),
    };
    let values = changes.iter().map(|(_, value)| 16 + value_bytes(value));
    before_bytes + values.sum::<usize>()
}

/// Defines an object, or replaces the definition of one that exists.
pub(crate) fn define(
    objects: &Objects,
    mut definition: Definition,
    replace: bool,
) -> Result<(Defined, Changed, Logged), ObjectError> {
    let _one_at_a_time = objects.administer();
    let (kind, name) = (definition.kind(), definition.name());
    check_whole(objects, &definition)?;
    if kind == ObjectKind::QMgr {
        return Err(ObjectError::NotForQueueManager);
    }
    let existing = objects.registry().kind_of(kind, &name);
    match existing {
        Some(found) if found != kind => return Err(ObjectError::Exists(found)),
        Some(_) if !replace => return Err(ObjectError::Exists(kind)),
        Some(_) => {
            let before = objects
                .registry()
                .definition(kind, &name)
                .ok_or(ObjectError::NotFound)?;
            for attr in [Attr::Crdate, Attr::Crtime, Attr::Deftype] {
                // What a model makes is an attribute like any other; of a queue it is history.
                if (attr, kind) != (Attr::Deftype, ObjectKind::QModel)
                    && let Some(value) = before.get(attr).cloned()
                {
                    let _ = definition.set_internal(attr, value);
                }
            }
            // As ALTER without FORCE. Source: DEFINE queues, REPLACE.
            if needs_force(objects, &before, &definition) {
                return Err(ObjectError::InUse);
            }
            stamp(objects, &mut definition, false);
            let changed = Changed {
                before: Some(before),
                after: Some(definition.clone()),
            };
            let logged = put_in_force(objects, definition)?;
            return Ok((Defined::Replaced, changed, logged));
        }
        None => {}
    }
    stamp(objects, &mut definition, true);
    let changed = Changed {
        before: None,
        after: Some(definition.clone()),
    };
    let logged = if kind == ObjectKind::QLocal {
        create_local(objects, definition)?.1
    } else {
        put_in_force(objects, definition)?
    };
    Ok((Defined::Created, changed, logged))
}

/// Rules over several attributes.
fn check_whole(objects: &Objects, definition: &Definition) -> Result<(), ObjectError> {
    let kind = definition.kind();
    if matches!(kind, ObjectKind::QLocal | ObjectKind::QModel) {
        if definition.int(Attr::Qdepthlo) > definition.int(Attr::Qdepthhi) {
            return Err(ObjectError::Conflict("QDEPTHLO must not be above QDEPTHHI"));
        }
        let temporary = definition.int(Attr::Deftype) == MQQDT_TEMPORARY_DYNAMIC;
        if temporary && definition.int(Attr::Defpsist) == MQPER_PERSISTENT {
            return Err(ObjectError::Conflict(
                "DEFPSIST(YES) does not go with a temporary dynamic queue",
            ));
        }
        let stream = definition.text(Attr::Streamq);
        if !stream.is_empty() {
            if stream == definition.name().as_str() {
                return Err(ObjectError::Conflict("a queue cannot stream to itself"));
            }
            if definition.int(Attr::Usage) == MQUS_TRANSMISSION {
                return Err(ObjectError::Conflict("a transmission queue cannot stream"));
            }
            let name = ObjectName::truncated(stream);
            let target = objects.registry().local_queue(&name);
            if target.is_some_and(|target| target.hot().streams) {
                return Err(ObjectError::Conflict("the streaming queue streams itself"));
            }
        }
    }
    let before = match kind {
        ObjectKind::QMgr => Some(objects.q_mgr()),
        _ => objects.registry().definition(kind, &definition.name()),
    };
    let q_mgr = objects.q_mgr();
    cluster_rules::check(&objects.registry(), &q_mgr, before.as_ref(), definition)?;
    if kind == ObjectKind::Topic {
        objects.topic_objects().check(before.as_ref(), definition)?;
    }
    if kind == ObjectKind::QRemote
        && definition.text(Attr::Rname).is_empty()
        && definition.text(Attr::Rqmname).is_empty()
        && !definition.text(Attr::Xmitq).is_empty()
    {
        return Err(ObjectError::Conflict("XMITQ needs RQMNAME"));
    }
    Ok(())
}

/// Logs a definition of an object that exists (or needs nothing but its definition), and puts
/// it into force.
fn put_in_force(objects: &Objects, definition: Definition) -> Result<Logged, ObjectError> {
    let (kind, name) = (definition.kind(), definition.name());
    let queue = match kind {
        ObjectKind::QLocal => objects.registry().local_queue(&name),
        _ => None,
    };
    if queue.as_ref().is_some_and(|queue| queue.is_temporary()) {
        // A record of it would bring it back after a crash.
        apply_definition(objects, queue.as_ref(), definition);
        return Ok(nothing_logged(objects));
    }
    let id = queue.as_ref().map_or(QueueId(0), |queue| queue.id);
    let applied = definition.clone();
    log_change(
        objects,
        RecordKind::Object,
        id,
        &definition,
        |_| apply_definition(objects, queue.as_ref(), applied),
        || {},
    )
}

fn apply_definition(objects: &Objects, queue: Option<&Arc<LocalQueue>>, definition: Definition) {
    let (kind, name) = (definition.kind(), definition.name());
    if kind == ObjectKind::QMgr {
        objects.redefine_q_mgr(definition);
        objects.registry_mut().changed = true;
        return;
    }
    let mut registry = objects.registry_mut();
    registry.changed = true;
    match (kind, queue) {
        (ObjectKind::QLocal, Some(queue)) => {
            queue.redefine(definition, objects.buffers);
            registry.note_changed(queue);
        }
        _ if !kind.is_queue() => {
            registry.set_plain(definition);
            if kind == ObjectKind::Topic
                && let Some(object) = registry.plain(kind, &name)
            {
                objects.topic_objects().set(object);
            }
        }
        _ => match registry.queues.get(&name) {
            Some(
                QueueObject::Alias(front) | QueueObject::Remote(front) | QueueObject::Model(front),
            ) => {
                front.redefine(definition);
                registry.clusters.note_queue(&name);
            }
            _ => registry.add_front(definition),
        },
    }
}

pub(super) fn create_local(
    objects: &Objects,
    definition: Definition,
) -> Result<(Arc<LocalQueue>, Logged), ObjectError> {
    let id = objects.registry_mut().new_queue_id();
    let temporary = definition.int(Attr::Deftype) == MQQDT_TEMPORARY_DYNAMIC;
    let local = Arc::new(LocalQueue::create(objects, id, definition.clone()));
    let added = Arc::clone(&local);
    if temporary {
        // Gone with its maker or with the queue manager: nothing to log.
        objects.registry_mut().add_local(added);
        return Ok((local, nothing_logged(objects)));
    }
    let logged = log_change(
        objects,
        RecordKind::Object,
        id,
        &definition,
        |lsn| {
            // Media recovery of a new queue begins with its definition.
            added.image_lsn.store(lsn.get(), Ordering::Release);
            objects.registry_mut().add_local(added);
        },
        || {},
    )?;
    Ok((local, logged))
}

/// What is waited for where nothing was logged.
fn nothing_logged(objects: &Objects) -> Logged {
    let latch = Latch::default();
    latch.open(Forced::Durable);
    (objects.log.durable(), latch)
}

/// Changes attributes of an object. `force` also changes a queue that is open, or the use of one that has messages.
pub(crate) fn alter(
    objects: &Objects,
    kind: ObjectKind,
    name: &ObjectName,
    changes: &[(Attr, Value)],
    force: bool,
) -> Result<(Changed, Logged), ObjectError> {
    let _one_at_a_time = objects.administer();
    let before = current(objects, kind, name)?;
    let mut definition = before.clone();
    for (attr, value) in changes {
        definition.set(*attr, value.clone())?;
    }
    check_whole(objects, &definition)?;
    if !force && needs_force(objects, &before, &definition) {
        return Err(ObjectError::InUse);
    }
    stamp(objects, &mut definition, false);
    replaced(objects, before, definition)
}

/// Changes attributes as `MQSET` does.
pub(crate) fn change_by_program(
    objects: &Objects,
    kind: ObjectKind,
    name: &ObjectName,
    changes: &[(Attr, Value)],
) -> Result<(Changed, Logged), ObjectError> {
    let _one_at_a_time = objects.administer();
    let before = current(objects, kind, name)?;
    let mut definition = before.clone();
    for (attr, value) in changes {
        definition.set_by_program(*attr, value.clone())?;
    }
    replaced(objects, before, definition)
}

fn replaced(
    objects: &Objects,
    before: Definition,
    after: Definition,
) -> Result<(Changed, Logged), ObjectError> {
    let changed = Changed {
        before: Some(before),
        after: Some(after.clone()),
    };
    let (kind, name) = (after.kind(), after.name());
    let logged = put_in_force(objects, after)?;
    after_change(objects, kind, &name);
    Ok((changed, logged))
}

fn current(
    objects: &Objects,
    kind: ObjectKind,
    name: &ObjectName,
) -> Result<Definition, ObjectError> {
    if kind == ObjectKind::QMgr {
        return Ok(objects.q_mgr());
    }
    let registry = objects.registry();
    registry
        .definition(kind, name)
        .ok_or_else(|| match registry.kind_of(kind, name) {
            Some(other) => ObjectError::WrongKind(other),
            None => ObjectError::NotFound,
        })
}

/// Attributes whose change needs `FORCE` while the queue is open, as the MQSC reference lists.
const OF_OPENERS: [Attr; 7] = [
    Attr::Share,
    Attr::Usage,
    Attr::Target,
    Attr::Targtype,
    Attr::Rname,
    Attr::Rqmname,
    Attr::Xmitq,
];

/// Whether a change is one for `FORCE`: programs that have the queue open would work with another one, or messages on it would lie on a
/// queue of another use. Source: `MQRCCF_OBJECT_OPEN_FORCE`.
fn needs_force(objects: &Objects, before: &Definition, after: &Definition) -> bool {
    let differs = |attr: &Attr| before.get(*attr) != after.get(*attr);
    let name = before.name();
    let has_messages = || {
        let queue = objects.registry().local_queue(&name);
        queue.is_some_and(|queue| !queue.queue.is_empty())
    };
    OF_OPENERS.iter().any(differs) && is_open(objects, &name)
        || before.kind() == ObjectKind::QLocal && differs(&Attr::Usage) && has_messages()
}

fn is_open(objects: &Objects, name: &ObjectName) -> bool {
    let found = objects.registry().queue(name);
    found.is_some_and(|found| match found {
        QueueObject::Local(queue) => queue.opens().any(),
        QueueObject::Alias(front) | QueueObject::Remote(front) => front.is_open(),
        QueueObject::Model(_) => false,
    })
}

/// Has getters of a queue look whether gets are inhibited now, or allowed again, and looks at its triggers
/// again.
fn after_change(objects: &Objects, kind: ObjectKind, name: &ObjectName) {
    if kind == ObjectKind::QAlias {
        wake_through_alias(objects, name);
    }
    if kind != ObjectKind::QLocal {
        return;
    }
    let queue = objects.registry().local_queue(name);
    if let Some(queue) = queue {
        queue.queue.wake_all().wake();
        trigger::reconsider(objects, &queue);
    }
}

/// Wakes the getters of an alias's base queue: the alias may inhibit gets now, or allow them again.
fn wake_through_alias(objects: &Objects, name: &ObjectName) {
    let base = {
        let registry = objects.registry();
        match registry.queue(name) {
            Some(QueueObject::Alias(alias)) => {
                let target = ObjectName::truncated(alias.definition().text(Attr::Target));
                registry.local_queue(&target)
            }
            _ => None,
        }
    };
    if let Some(base) = base {
        base.queue.wake_all().wake();
    }
}

/// Deletes an object. A queue that is open or holds uncommitted messages is in use; one that
/// holds messages goes only with `purge`. So is what is `needed`, which is asked while nothing else is changed.
pub(crate) fn delete(
    objects: &Objects,
    kind: ObjectKind,
    name: &ObjectName,
    purge: bool,
    needed: impl FnOnce() -> bool,
) -> Result<(Changed, Logged), ObjectError> {
    let _one_at_a_time = objects.administer();
    if kind == ObjectKind::QMgr {
        return Err(ObjectError::NotForQueueManager);
    }
    if needed() {
        return Err(ObjectError::InUse);
    }
    let definition = current(objects, kind, name)?;
    let changed = Changed {
        before: Some(definition.clone()),
        after: None,
    };
    let logged = delete_defined(objects, definition, purge)?;
    Ok((changed, logged))
}

fn delete_defined(
    objects: &Objects,
    definition: Definition,
    purge: bool,
) -> Result<Logged, ObjectError> {
    let (kind, name) = (definition.kind(), &definition.name());
    let local = objects
        .registry()
        .local_queue(name)
        .filter(|_| kind == ObjectKind::QLocal);
    if let Some(queue) = local {
        {
            let opens = queue.opens();
            // One nobody has open that counts as deleted is being rebuilt.
            if queue.is_deleted() || opens.any() || queue.queue.uncommitted() > 0 {
                return Err(ObjectError::InUse);
            }
            if queue.queue.depth() > 0 && !purge {
                return Err(ObjectError::NotEmpty);
            }
            queue.set_deleted(&opens, true);
        }
        return remove_local(objects, &queue, &definition).inspect_err(|_| {
            queue.set_deleted(&queue.opens(), false);
        });
    }
    let name = *name;
    let topic = definition.clone();
    log_change(
        objects,
        RecordKind::ObjectDeleted,
        QueueId(0),
        &definition,
        |_| {
            let mut registry = objects.registry_mut();
            registry.changed = true;
            if kind.is_queue() {
                drop(registry.remove_queue(&name));
            } else {
                registry.remove_plain(kind, &name);
                if kind == ObjectKind::Topic {
                    objects.topic_objects().remove(&topic);
                }
            }
            drop(registry);
            forget_object(objects, kind, name.as_str());
        },
        || {},
    )
}

/// Takes a local queue out of the registry and, once that is durable, its files off the disk.
pub(super) fn remove_local(
    objects: &Objects,
    queue: &Arc<LocalQueue>,
    definition: &Definition,
) -> Result<Logged, ObjectError> {
    let take_out = || {
        drop(objects.registry_mut().remove_queue(&queue.name));
        forget_object(objects, ObjectKind::QLocal, queue.name.as_str());
    };
    let (store_later, gone) = (Arc::clone(&objects.store), Arc::clone(queue));
    let remove_files = move || {
        if gone.may_have_files() || gone.is_damaged() {
            store_later.deferred.give(DeferredAction::RemoveFiles(gone));
        }
    };
    let logged = if queue.is_temporary() {
        take_out();
        remove_files();
        nothing_logged(objects)
    } else {
        log_change(
            objects,
            RecordKind::ObjectDeleted,
            queue.id,
            definition,
            |_| take_out(),
            remove_files,
        )?
    };
    queue.queue.wake_all().wake();
    Ok(logged)
}

/// A depth trigger fired: trigger control goes off. Logged, not waited for. The caller administers, and `definition` is in force.
///
/// # Errors
/// Those of a log that takes no more: trigger control stays on.
pub(crate) fn switch_trigger_off(
    objects: &Objects,
    mut definition: Definition,
) -> Result<(), ObjectError> {
    definition.set_internal(Attr::Trigger, MQTC_OFF)?;
    let (end, _) = put_in_force(objects, definition)?;
    objects.log.request_force(end);
    Ok(())
}

/// A performance event was told: its attributes say which are armed from now on. Logged, not waited for; what a log without
/// room refuses is in memory only, and made up for by the next one. No event tells of it.
pub(crate) fn arm(objects: &Objects, queue: &Arc<LocalQueue>, crossing: Crossing) {
    let _one_at_a_time = objects.administer();
    let is_there = objects.registry().by_id.contains_key(&queue.id);
    if !is_there || queue.is_deleted() {
        return;
    }
    let mut definition = queue.definition();
    let armed = Armed::of(&definition).after(crossing);
    for (attr, value) in armed.attributes() {
        // Every local queue has them.
        let _ = definition.set_internal(attr, value);
    }
    queue.performance().settle(crossing);
    match put_in_force(objects, definition) {
        Ok((end, _)) => objects.log.request_force(end),
        Err(_) => queue.performance().owe(crossing),
    }
}

/// A local queue's definition with the values that change while it runs.
pub(crate) fn live_definition(queue: &LocalQueue) -> Definition {
    let mut definition = queue.definition();
    let opens = *queue.opens();
    let count = |number: u32| i32::try_from(number).unwrap_or(i32::MAX);
    for (attr, value) in [
        (Attr::Curdepth, count(queue.queue.depth())),
        (Attr::Ipprocs, count(opens.input())),
        (Attr::Opprocs, count(opens.output)),
    ] {
        let _ = definition.set_internal(attr, value);
    }
    definition
}

#[cfg(test)]
#[path = "operations_tests.rs"]
mod tests;
