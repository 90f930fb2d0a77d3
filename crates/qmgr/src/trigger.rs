//! Triggering: trigger messages for initiation queues.
//!
//! The conditions are those the MQI reference documents for trigger events. A trigger
//! message is due when a message of at least `TRIGMPRI` arrives on a queue with trigger
//! control on and
//!
//! * `EVERY`: always;
//! * `FIRST`: nobody has the queue open for input and the number of such messages went from
//!   none to one, or the trigger interval has passed since the last trigger message;
//! * `DEPTH`: nobody has the queue open for input and their number reached `TRIGDPTH`; the
//!   trigger control is then switched off.
//!
//! It is also due when the last input handle closes over messages left behind, and when
//! trigger control is switched on over waiting messages. It is made only if the initiation
//! queue is a local queue that somebody has open for input and that takes puts.
//!
//! Whether one is due is seen where a message arrives, mostly in a completion of the log. It is made by an errand
//! ([`crate::errands`]). That of `DEPTH` administers: it makes the message and switches the trigger control off if that is still on,
//! by the definition it was due by or by the one in force now. So of all who reach the depth one triggers, and no change of the
//! definition is lost.

use crate::errands::Errand;
use crate::object::local_queue::LocalQueue;
use crate::object::operations::switch_trigger_off;
use crate::shared::Shared;
use crate::verb::placing::{own_message, put_unattended};
use bytes::Bytes;
use ferromq_base::lock::MutexGuard;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::structs::TriggerMessage;
use ferromq_mqi::name::{FixedText, ObjectName};
use ferromq_queue::Wakeups;
use std::sync::Arc;

/// What a queue remembers of its triggering.
#[derive(Debug, Default)]
pub(crate) struct TriggerState {
    /// Monotonic time of the last trigger message.
    last_ns: Option<u64>,
    /// The version of the definition by which `DEPTH` triggered while the log had no room for switching it off.
    off_owed: Option<u64>,
}

/// Why a trigger message is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Due {
    /// A message arrived.
    Every,
    /// There was none, and now there is.
    First,
    /// A message arrived, and the last trigger message is long ago.
    Interval,
    /// The depth was reached, by this version of the definition.
    Depth(u64),
}

/// What decides whether a trigger message is due.
struct Terms {
    on: bool,
    kind: i32,
    priority: u8,
    depth: i32,
}

impl Terms {
    fn of(definition: &Definition) -> Self {
        Self {
            on: definition.int(Attr::Trigger) == MQTC_ON,
            kind: definition.int(Attr::Trigtype),
            priority: u8::try_from(definition.int(Attr::Trigmpri)).unwrap_or(0),
            depth: definition.int(Attr::Trigdpth),
        }
    }

    fn is_depth_reached(&self, waiting: u32) -> bool {
        i64::from(waiting) >= i64::from(self.depth)
    }
}

/// A message became visible on a queue with trigger control on.
pub(crate) fn message_arrived(shared: &Shared, queue: &Arc<LocalQueue>, arrival: &Wakeups) {
    let Some(transition) = &arrival.transition else {
        return;
    };
    let (terms, version) = queue.with_version(Terms::of);
    if !terms.on || transition.priority < terms.priority {
        return;
    }
    let waiting = transition.at_or_above(terms.priority);
    let unattended = || queue.opens().input() == 0;
    let due = match terms.kind {
        MQTT_EVERY => Some(Due::Every),
        MQTT_FIRST if waiting == 1 => Some(Due::First),
        MQTT_FIRST if interval_passed(shared, queue) => Some(Due::Interval),
        MQTT_DEPTH if terms.is_depth_reached(waiting) => Some(Due::Depth(version)),
        _ => None,
    };
    if let Some(due) = due
        && (due == Due::Every || unattended())
    {
        give(shared, queue, due);
    }
}

fn give(shared: &Shared, queue: &Arc<LocalQueue>, due: Due) {
    shared.errands.give(Errand::Trigger(Arc::clone(queue), due));
}

/// The last input handle of a queue was closed, trigger control was switched on, or an
/// initiation queue was opened: messages already waiting may be due.
pub(crate) fn reconsider(shared: &Shared, queue: &Arc<LocalQueue>) {
    if queue.hot().trigger_control
        && let Some(due) = due_now(queue)
    {
        give(shared, queue, due);
    }
}

/// Whether messages that wait and nobody gets are due.
fn due_now(queue: &LocalQueue) -> Option<Due> {
    let (terms, version) = queue.with_version(Terms::of);
    if !terms.on || queue.opens().input() > 0 {
        return None;
    }
    let waiting = queue.queue.available_at_or_above(terms.priority);
    match terms.kind {
        MQTT_FIRST if waiting > 0 => Some(Due::First),
        MQTT_DEPTH if terms.is_depth_reached(waiting) => Some(Due::Depth(version)),
        _ => None,
    }
}

/// Makes a trigger message that was due, if trigger control is still on.
pub(crate) fn carry_out(shared: &Arc<Shared>, queue: &Arc<LocalQueue>, due: Due) {
    let kind = match due {
        Due::Every => MQTT_EVERY,
        Due::First | Due::Interval => MQTT_FIRST,
        Due::Depth(version) => return carry_out_depth(shared, queue, version),
    };
    let definition = queue.definition();
    let terms = Terms::of(&definition);
    let still = terms.on && terms.kind == kind && is_there(shared, queue);
    // Of several who saw that it is long ago one is first.
    if still && (due != Due::Interval || interval_passed(shared, queue)) {
        fire(shared, queue, &definition);
    }
}

/// Makes the trigger message of a queue whose depth was reached, and switches its trigger control off.
fn carry_out_depth(shared: &Arc<Shared>, queue: &Arc<LocalQueue>, seen: u64) {
    let _one_at_a_time = shared.administer();
    let (definition, version) = queue.with_version(Definition::clone);
    let terms = Terms::of(&definition);
    if !terms.on || terms.kind != MQTT_DEPTH || !is_there(shared, queue) {
        return;
    }
    if version != seen && due_now(queue).is_none() {
        return;
    }
    let triggered = state(queue).off_owed == Some(version) || fire(shared, queue, &definition);
    if triggered {
        let switched = switch_trigger_off(shared, definition);
        // What a log without room refuses is asked for again when the next message arrives.
        state(queue).off_owed = switched.is_err().then_some(version);
    }
}

/// It may have been deleted meanwhile, and another one be there under its name.
fn is_there(shared: &Shared, queue: &LocalQueue) -> bool {
    shared.registry().by_id.contains_key(&queue.id)
}

fn state(queue: &LocalQueue) -> MutexGuard<'_, TriggerState> {
    queue.trigger.lock()
}

/// Somebody opened a queue for input: if it is an initiation queue, the queues that name it
/// may have triggers due.
pub(crate) fn initiation_queue_opened(shared: &Shared, name: &ObjectName) {
    let triggered: Vec<_> = {
        let registry = shared.registry();
        let waiting = registry
            .by_id
            .values()
            .filter(|queue| queue.hot().trigger_control);
        waiting.cloned().collect()
    };
    for queue in triggered {
        if queue.with_definition(|definition| definition.text(Attr::Initq) == name.as_str()) {
            reconsider(shared, &queue);
        }
    }
}

fn interval_passed(shared: &Shared, queue: &LocalQueue) -> bool {
    let interval_ns = shared
        .limits()
        .trigger_interval_ms
        .saturating_mul(1_000_000);
    let last_ns = state(queue).last_ns;
    last_ns
        .is_some_and(|last_ns| shared.clock.monotonic_ns().saturating_sub(last_ns) >= interval_ns)
}

/// Makes the trigger message if there is somebody to read it. Answers whether it did.
fn fire(shared: &Arc<Shared>, queue: &LocalQueue, definition: &Definition) -> bool {
    let initiation_name = ObjectName::truncated(definition.text(Attr::Initq));
    let Some(initiation) = shared.registry().local_queue(&initiation_name) else {
        return false;
    };
    if initiation.opens().input() == 0 || !initiation.hot().put_enabled {
        return false;
    }
    let process_name = ObjectName::truncated(definition.text(Attr::Process));
    let process = shared
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
        reply_to_q_mgr: *shared.name.bytes(),
        ..MsgDescriptor::default()
    };
    let put_at_us = shared.clock.wall_us();
    let put = own_message(
        shared,
        &initiation,
        descriptor,
        Bytes::from(body),
        put_at_us,
    )
    .and_then(|message| put_unattended(shared, message));
    if put.is_ok() {
        state(queue).last_ns = Some(shared.clock.monotonic_ns());
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
