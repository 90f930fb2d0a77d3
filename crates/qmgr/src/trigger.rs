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

use crate::object::local_queue::LocalQueue;
use crate::shared::Shared;
use crate::verb::placing::{own_message, put_unattended};
use bytes::Bytes;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::structs::TriggerMessage;
use ferromq_mqi::name::{FixedText, ObjectName};
use ferromq_queue::Wakeups;
use std::sync::{Arc, PoisonError};

/// What a queue remembers of its triggering.
#[derive(Debug, Default)]
pub(crate) struct TriggerState {
    /// Monotonic time of the last trigger message.
    last_ns: Option<u64>,
}

/// A message became visible on a queue with trigger control on.
pub(crate) fn message_arrived(shared: &Arc<Shared>, queue: &Arc<LocalQueue>, arrival: &Wakeups) {
    let Some(transition) = &arrival.transition else {
        return;
    };
    let definition = queue.definition();
    let priority = u8::try_from(definition.int(Attr::Trigmpri)).unwrap_or(0);
    if transition.priority < priority {
        return;
    }
    let waiting = transition.at_or_above(priority);
    let unattended = queue.opens().input() == 0;
    let due = match definition.int(Attr::Trigtype) {
        MQTT_EVERY => true,
        MQTT_FIRST => unattended && (waiting == 1 || interval_passed(shared, queue)),
        MQTT_DEPTH => unattended && depth_reached(&definition, waiting),
        _ => false,
    };
    if due {
        fire(shared, queue, &definition);
    }
}

/// The last input handle of a queue was closed, trigger control was switched on, or an
/// initiation queue was opened: messages already waiting may be due.
pub(crate) fn reconsider(shared: &Arc<Shared>, queue: &Arc<LocalQueue>) {
    if !queue.hot().trigger_control || queue.opens().input() > 0 {
        return;
    }
    let definition = queue.definition();
    let priority = u8::try_from(definition.int(Attr::Trigmpri)).unwrap_or(0);
    let waiting = queue.queue.available_at_or_above(priority);
    let due = match definition.int(Attr::Trigtype) {
        MQTT_FIRST => waiting > 0,
        MQTT_DEPTH => depth_reached(&definition, waiting),
        _ => false,
    };
    if due {
        fire(shared, queue, &definition);
    }
}

/// Somebody opened a queue for input: if it is an initiation queue, the queues that name it
/// may have triggers due.
pub(crate) fn initiation_queue_opened(shared: &Arc<Shared>, name: &ObjectName) {
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

fn depth_reached(definition: &Definition, waiting: u32) -> bool {
    i64::from(waiting) >= i64::from(definition.int(Attr::Trigdpth))
}

fn interval_passed(shared: &Shared, queue: &LocalQueue) -> bool {
    let state = queue.trigger.lock().unwrap_or_else(PoisonError::into_inner);
    let interval_ns = shared
        .limits()
        .trigger_interval_ms
        .saturating_mul(1_000_000);
    state
        .last_ns
        .is_some_and(|last_ns| shared.clock.monotonic_ns().saturating_sub(last_ns) >= interval_ns)
}

/// Makes the trigger message if there is somebody to read it.
fn fire(shared: &Arc<Shared>, queue: &Arc<LocalQueue>, definition: &Definition) {
    let initiation_name = ObjectName::truncated(definition.text(Attr::Initq));
    let Some(initiation) = shared.registry().local_queue(&initiation_name) else {
        return;
    };
    if initiation.opens().input() == 0 || !initiation.hot().put_enabled {
        return;
    }
    let process_name = ObjectName::truncated(definition.text(Attr::Process));
    let process = shared
        .registry()
        .plain(ObjectKind::Process, &process_name)
        .cloned();
    if process.is_none() && definition.int(Attr::Usage) != MQUS_TRANSMISSION {
        return;
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
    if put.is_err() {
        return;
    }
    queue
        .trigger
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .last_ns = Some(shared.clock.monotonic_ns());
    if definition.int(Attr::Trigtype) == MQTT_DEPTH {
        crate::object::operations::switch_trigger_off(shared, queue);
    }
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
