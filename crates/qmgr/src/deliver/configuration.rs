//! Configuration and command events: what an object was like before a change and is like since, and which command was carried out.
//!
//! Source: "Configuration events", "Command events"; "Create object", "Change object", "Delete object", "Refresh object" and
//! "Command" in the event message reference.

use crate::core::observation::Observed;
use crate::deliver::cause::Cause;
use crate::deliver::event::{is_asked_for, observe, observe_asked};
use crate::objects::Objects;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::pcf::{Parameter, Value, image};

/// Somebody asked for events about objects that change.
pub(crate) fn tells_changes(objects: &Objects) -> bool {
    let event = Observed::ObjectChanged.row().event;
    event.is_some_and(|event| is_asked_for(objects, event))
}

/// An object was made, changed or deleted: `before` and `after` it. The caller holds no lock.
pub(crate) fn tell_change(
    objects: &Objects,
    cause: &Cause,
    before: Option<&Definition>,
    after: Option<&Definition>,
) {
    // Documented: there are none about dynamic queues, and none about the queue they go to.
    if before
        .or(after)
        .is_none_or(|one| is_dynamic(one) || is_event_queue(one))
    {
        return;
    }
    // Documented: the change that ends them is told of, as is the one that begins them.
    let ends = before.is_some_and(|before| {
        before.kind() == ObjectKind::QMgr && before.int(Attr::Configev) == MQEVR_ENABLED
    });
    if !ends && !tells_changes(objects) {
        return;
    }
    let object = |definition: &Definition| (event_type(definition.kind()), image(definition));
    match (before, after) {
        (None, Some(after)) => tell(objects, Observed::ObjectCreated, cause, object(after)),
        (Some(before), None) => tell(objects, Observed::ObjectDeleted, cause, object(before)),
        (Some(before), Some(after)) => {
            tell_both(objects, cause, object(before), object(after));
        }
        (None, None) => {}
    }
}

/// An object as configuration events show it: its `MQOT_*`, and its attributes.
pub(crate) type ObjectImage = (i32, Vec<Parameter>);

/// An object was made or deleted, or is looked at.
pub(crate) fn tell(objects: &Objects, what: Observed, cause: &Cause, object: ObjectImage) {
    let parameters = parameters(objects, cause, object);
    observe(objects, what, || cause.details(parameters));
}

/// What an object was like and is like now, of one that is to be told of: two messages, known as a pair by their correlation identifier.
pub(crate) fn tell_both(objects: &Objects, cause: &Cause, before: ObjectImage, after: ObjectImage) {
    let mut cause = cause.clone();
    if cause.token == MQCI_NONE {
        cause.token = objects.identifiers.message_id();
    }
    for (object, is_last) in [(before, false), (after, true)] {
        let parameters = parameters(objects, &cause, object);
        observe_asked(objects, Observed::ObjectChanged, true, || {
            cause.details(parameters).one_of_two(is_last)
        });
    }
}

fn parameters(
    objects: &Objects,
    cause: &Cause,
    (object_type, image): ObjectImage,
) -> Vec<Parameter> {
    let mut told = cause.parameters(objects);
    told.push(Parameter::int(MQIACF_OBJECT_TYPE, object_type));
    told.extend(image);
    told
}

/// The type of an object as events call it: a channel is a channel, whichever end it is.
pub(crate) fn event_type(kind: ObjectKind) -> i32 {
    match kind.object_type() {
        MQOT_CLNTCONN_CHANNEL => MQOT_CHANNEL,
        other => other,
    }
}

/// The queue configuration events go to.
fn is_event_queue(definition: &Definition) -> bool {
    definition.kind().is_queue() && definition.name().as_str() == "SYSTEM.ADMIN.CONFIG.EVENT"
}

pub(crate) fn is_dynamic(definition: &Definition) -> bool {
    definition.kind() == ObjectKind::QLocal && definition.int(Attr::Deftype) != MQQDT_PREDEFINED
}

/// A command was carried out. `data` is the command: its text, or its parameters. `shows` says that it only shows something.
pub(crate) fn tell_command(
    objects: &Objects,
    cause: &Cause,
    (what, number): (Observed, i32),
    shows: bool,
    data: impl FnOnce() -> Vec<Parameter>,
) {
    if shows && objects.q_mgr_int(Attr::Cmdev) == MQEVR_NO_DISPLAY {
        return;
    }
    observe_asked(objects, what, cause.is_told, || {
        let mut context = cause.parameters(objects);
        context.push(Parameter::int(MQIACF_COMMAND, number));
        let group = |id, within| Parameter {
            id,
            value: Value::Group(within),
        };
        cause.details(vec![
            group(MQGACF_COMMAND_CONTEXT, context),
            group(MQGACF_COMMAND_DATA, data()),
        ])
    });
}
