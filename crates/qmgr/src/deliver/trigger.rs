//! Trigger messages for initiation queues.
//!
//! Whether one is due is told in `store/trigger.rs`. It is made only if the initiation
//! queue is a local queue that somebody has open for input and that takes puts, and by a deferred action
//! ([`crate::store::deferred`]). That of `DEPTH` administers: it makes the message and switches the trigger control off if that is still on,
//! by the definition it was due by or by the one in force now. So of all who reach the depth one triggers, and no change of the
//! definition is lost.

use crate::deliver::placing::{own_message, put_unattended};
use crate::deliver::target::own_target;
use crate::objects::Objects;
use crate::objects::operations::switch_trigger_off;
use crate::store::local_queue::LocalQueue;
use crate::store::trigger::reconsider;
use crate::store::trigger::{Conditions, Due, due_now, interval_passed, state};
use bytes::Bytes;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::structs::TriggerMessage;
use ferromq_mqi::name::{FixedText, ObjectName};
use std::sync::Arc;

/// Makes a trigger message that was due, if trigger control is still on.
pub(crate) fn carry_out(objects: &Objects, queue: &Arc<LocalQueue>, due: Due) {
    let kind = match due {
        Due::Every => MQTT_EVERY,
        Due::First | Due::Interval => MQTT_FIRST,
        Due::Depth(version) => return carry_out_depth(objects, queue, version),
    };
    let definition = queue.definition();
    let terms = Conditions::of(&definition);
    let still = terms.on && terms.kind == kind && is_there(objects, queue);
    // Several may have seen that the interval has passed. The first of them begins a new one.
    if still && (due != Due::Interval || interval_passed(objects, queue)) {
        fire(objects, queue, &definition);
    }
}

/// Makes the trigger message of a queue whose depth was reached, and switches its trigger control off.
fn carry_out_depth(objects: &Objects, queue: &Arc<LocalQueue>, seen: u64) {
    let _one_at_a_time = objects.administer();
    let (definition, version) = queue.with_version(Definition::clone);
    let terms = Conditions::of(&definition);
    if !terms.on || terms.kind != MQTT_DEPTH || !is_there(objects, queue) {
        return;
    }
    if version != seen && due_now(queue).is_none() {
        return;
    }
    let triggered = state(queue).off_owed == Some(version) || fire(objects, queue, &definition);
    if triggered {
        let switched = switch_trigger_off(objects, definition);
        // What a log without room refuses is asked for again when the next message arrives.
        state(queue).off_owed = switched.is_err().then_some(version);
    }
}

/// It may have been deleted meanwhile, and another one be there under its name.
fn is_there(objects: &Objects, queue: &LocalQueue) -> bool {
    objects.registry().by_id.contains_key(&queue.id)
}

/// Somebody opened a queue for input: if it is an initiation queue, the queues that name it
/// may have triggers due.
pub(crate) fn initiation_queue_opened(objects: &Objects, name: &ObjectName) {
    let triggered = objects.registry().triggered.by(name);
    for queue in triggered {
        reconsider(objects, &queue);
    }
}

/// Makes the trigger message if there is somebody to read it. Answers whether it did.
fn fire(objects: &Objects, queue: &LocalQueue, definition: &Definition) -> bool {
    let initiation_name = ObjectName::truncated(definition.text(Attr::Initq));
    let Some(initiation) = own_target(objects, &initiation_name) else {
        return false;
    };
    if initiation.opens().input() == 0 || !initiation.hot().put_enabled {
        return false;
    }
    let process_name = ObjectName::truncated(definition.text(Attr::Process));
    let process = objects
        .registry()
        .plain(ObjectKind::Process, &process_name)
        .cloned();
    if process.is_none() && definition.int(Attr::Usage) != MQUS_TRANSMISSION {
        return false;
    }
    let message = trigger_message(queue, definition, process.as_deref());
    let mut body = vec![0_u8; TriggerMessage::SIZE];
    message.encode_le_into(&mut body);
    let descriptor = MsgDescriptor {
        format: *b"MQTRIG  ",
        msg_type: MQMT_DATAGRAM,
        reply_to_q_mgr: *objects.name.bytes(),
        ..MsgDescriptor::default()
    };
    let put_at_us = objects.clock.wall_us();
    let put = own_message(
        objects,
        &initiation,
        descriptor,
        Bytes::from(body),
        put_at_us,
    )
    .and_then(|message| put_unattended(objects, message));
    if put.is_ok() {
        state(queue).last_ns = Some(objects.clock.monotonic_ns());
    }
    put.is_ok()
}

fn trigger_message(
    queue: &LocalQueue,
    definition: &Definition,
    process: Option<&Definition>,
) -> TriggerMessage {
    let process_text = |attr| process.map_or("", |process| process.text(attr));
    TriggerMessage {
        q_name: *queue.name.bytes(),
        process_name: *ObjectName::truncated(definition.text(Attr::Process)).bytes(),
        trigger_data: *FixedText::<64>::truncated(definition.text(Attr::Trigdata)).bytes(),
        appl_type: process.map_or(0, |process| process.int(Attr::Appltype)),
        appl_id: *FixedText::<256>::truncated(process_text(Attr::Applicid)).bytes(),
        env_data: *FixedText::<128>::truncated(process_text(Attr::Envrdata)).bytes(),
        user_data: *FixedText::<128>::truncated(process_text(Attr::Userdata)).bytes(),
        ..TriggerMessage::default()
    }
}
