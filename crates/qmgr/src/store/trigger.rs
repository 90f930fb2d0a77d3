//! Whether a trigger message is due.
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
//! trigger control is switched on over waiting messages. It is seen where a message arrives, mostly in a completion of the
//! log, and made by a deferred action (`deliver/trigger.rs`).

use crate::store::Store;
use crate::store::deferred::DeferredAction;
use crate::store::local_queue::{LocalQueue, TriggerState};
use ferromq_base::lock::MutexGuard;
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_queue::Wakeups;
use std::sync::Arc;

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
pub(crate) struct Conditions {
    pub(crate) on: bool,
    pub(crate) kind: i32,
    priority: u8,
    depth: i32,
}

impl Conditions {
    pub(crate) fn of(definition: &Definition) -> Self {
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
pub(crate) fn message_arrived(store: &Store, queue: &Arc<LocalQueue>, arrival: &Wakeups) {
    let Some(transition) = &arrival.transition else {
        return;
    };
    let (terms, version) = queue.with_version(Conditions::of);
    if !terms.on || transition.priority < terms.priority {
        return;
    }
    let waiting = transition.at_or_above(terms.priority);
    let unattended = || queue.opens().input() == 0;
    let due = match terms.kind {
        MQTT_EVERY => Some(Due::Every),
        MQTT_FIRST if waiting == 1 => Some(Due::First),
        MQTT_FIRST if interval_passed(store, queue) => Some(Due::Interval),
        MQTT_DEPTH if terms.is_depth_reached(waiting) => Some(Due::Depth(version)),
        _ => None,
    };
    if let Some(due) = due
        && (due == Due::Every || unattended())
    {
        give(store, queue, due);
    }
}

fn give(store: &Store, queue: &Arc<LocalQueue>, due: Due) {
    store
        .deferred
        .give(DeferredAction::Trigger(Arc::clone(queue), due));
}

/// The last input handle of a queue was closed, trigger control was switched on, or an
/// initiation queue was opened: messages already waiting may be due.
pub(crate) fn reconsider(store: &Store, queue: &Arc<LocalQueue>) {
    if queue.hot().trigger_control
        && let Some(due) = due_now(queue)
    {
        give(store, queue, due);
    }
}

/// Whether messages that wait and nobody gets are due.
pub(crate) fn due_now(queue: &LocalQueue) -> Option<Due> {
    let (terms, version) = queue.with_version(Conditions::of);
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

pub(crate) fn state(queue: &LocalQueue) -> MutexGuard<'_, TriggerState> {
    queue.trigger.lock()
}

pub(crate) fn interval_passed(store: &Store, queue: &LocalQueue) -> bool {
    let interval_ns = store.trigger_interval_ns();
    let last_ns = state(queue).last_ns;
    last_ns.is_some_and(|last_ns| store.clock.monotonic_ns().saturating_sub(last_ns) >= interval_ns)
}
