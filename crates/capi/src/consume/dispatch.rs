//! The dispatcher: gets messages and calls consumers.

use super::flow::{Flow, Phase, State, control_call};
use super::{Consumer, Event, Receiver};
use crate::connection::Connection;
use crate::message_handles::get_message;
use ferromq_mqi::Reason;
use ferromq_mqi::call::{GetReply, Request};
use ferromq_mqi::generated::constants::{
    MQCBCT_EVENT_CALL, MQCBCT_MSG_NOT_REMOVED, MQCBCT_MSG_REMOVED, MQCBCT_START_CALL,
    MQCBCT_STOP_CALL, MQCBDO_FAIL_IF_QUIESCING, MQCBDO_STOP_CALL, MQCS_NONE, MQCS_STOPPED,
    MQCS_SUSPENDED_TEMPORARY, MQCS_SUSPENDED_USER_ACTION, MQGMO_BROWSE_FIRST,
    MQGMO_BROWSE_MSG_UNDER_CURSOR, MQGMO_BROWSE_NEXT, MQGMO_FAIL_IF_QUIESCING, MQGMO_WAIT,
    MQHO_NONE,
};
use ferromq_mqi::options::ObjectHandle;
use std::sync::{Arc, MutexGuard};
use std::time::{Duration, Instant};

/// How long a get waits at most, so that somebody who suspends need not wait longer.
const SLICE_MS: i32 = 100;
/// The same when there are several consumers, each of whose messages wait for the others' slice.
const SLICE_OF_SEVERAL_MS: i32 = 10;
/// The same while threads suspend often.
const SHORT_SLICE_MS: i32 = 2;
/// How long after it was suspended slices are short.
const OFTEN: Duration = Duration::from_secs(5);
/// How long a queue that cannot be read just now is left alone.
const PAUSE: Duration = Duration::from_millis(500);

/// What the dispatcher does next.
enum Step {
    /// It ends; to be told are those who asked for it.
    End(Vec<(Arc<dyn Receiver>, i32)>),
    /// A consumer is told that consumption starts.
    Start(Arc<dyn Receiver>, i32),
    /// One get, waiting so long.
    Get(Box<Consumer>, i32),
}

/// Dispatches until it is stopped; with `until_suspended`, until then.
pub(super) fn run(connection: &Arc<Connection>, until_suspended: bool) {
    let flow = connection.flow();
    loop {
        let (step, area) = next(flow, until_suspended);
        match step {
            Step::Start(receiver, hobj) => {
                control_call(connection, &*receiver, hobj, MQCBCT_START_CALL, area);
            }
            Step::Get(consumer, wait_ms) => get(connection, flow, &consumer, wait_ms, area),
            Step::End(told) => {
                for (receiver, hobj) in told {
                    control_call(connection, &*receiver, hobj, MQCBCT_STOP_CALL, area);
                }
                let mut state = flow.lock();
                state.busy = false;
                state.dispatcher = None;
                flow.notify();
                return;
            }
        }
    }
}

/// Waits until there is something to do.
fn next(flow: &Flow, until_suspended: bool) -> (Step, usize) {
    let mut state = flow.lock();
    state.busy = false;
    flow.notify();
    loop {
        let area = state.connection_area;
        match state.phase {
            Phase::Stopped => {
                state.busy = true;
                return (Step::End(stop_calls(&state)), area);
            }
            Phase::Suspended if until_suspended => {
                return (Step::End(Vec::new()), area);
            }
            Phase::Suspended => state = flow.wait(state),
            Phase::Started => {
                if let Some(step) = due(&mut state) {
                    state.busy = true;
                    return (step, area);
                }
                state = pause(flow, state);
            }
        }
    }
}

/// Nobody can be served: waits for a change, or for the end of a pause.
fn pause<'a>(flow: &'a Flow, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
    let pauses = state.consumers.iter();
    let soonest = pauses
        .filter(|one| !one.standing.suspended)
        .filter_map(|one| one.standing.not_before)
        .min();
    match soonest {
        None => flow.wait(state),
        Some(at) => flow.wait_for(state, at.saturating_duration_since(Instant::now())),
    }
}

fn stop_calls(state: &State) -> Vec<(Arc<dyn Receiver>, i32)> {
    let wants = |wishes: i32| wishes & MQCBDO_STOP_CALL != 0;
    let consumers = state.consumers.iter().map(|one| &one.consumer);
    let consumers = consumers
        .filter(|one| wants(one.wishes))
        .map(|one| (Arc::clone(&one.receiver), one.hobj));
    let handler = state.handler.iter().filter(|(one, _)| wants(one.wishes));
    let handler = handler.map(|(one, _)| (Arc::clone(&one.receiver), MQHO_NONE));
    consumers.chain(handler).collect()
}

/// What can be done now.
fn due(state: &mut State) -> Option<Step> {
    if let Some((handler, standing)) = &mut state.handler
        && std::mem::take(&mut standing.start_due)
    {
        return Some(Step::Start(Arc::clone(&handler.receiver), MQHO_NONE));
    }
    for entry in &mut state.consumers {
        if std::mem::take(&mut entry.standing.start_due) {
            let receiver = Arc::clone(&entry.consumer.receiver);
            return Some(Step::Start(receiver, entry.consumer.hobj));
        }
    }
    let now = Instant::now();
    let count = state.consumers.len();
    let ready: Vec<usize> = (0..count)
        .map(|offset| (state.turn + offset) % count)
        .filter(|at| {
            let standing = &state.consumers[*at].standing;
            !standing.suspended && standing.not_before.is_none_or(|until| until <= now)
        })
        .collect();
    let at = *ready.first()?;
    state.turn = at + 1;
    let often = state.suspended_at.is_some_and(|at| at.elapsed() < OFTEN);
    let slice_ms = match ready.len() {
        _ if often => SHORT_SLICE_MS,
        1 => SLICE_MS,
        _ => SLICE_OF_SEVERAL_MS,
    };
    // Everybody is asked once without waiting before anybody waits.
    let waits = ready.len() == 1 || state.empty_gets >= ready.len();
    let entry = &mut state.consumers[at];
    let since = *entry.standing.waits_since.get_or_insert(now);
    let slice_ms = match interval_ms(&entry.consumer) {
        Some(whole_ms) => {
            let left = Duration::from_millis(whole_ms).saturating_sub(since.elapsed());
            slice_ms.min(i32::try_from(left.as_millis()).unwrap_or(slice_ms))
        }
        None => slice_ms,
    };
    let consumer = Box::new(entry.consumer.clone());
    Some(Step::Get(consumer, if waits { slice_ms } else { 0 }))
}

/// After how many milliseconds without a message the consumer wants to be told; `None` never.
fn interval_ms(consumer: &Consumer) -> Option<u64> {
    if consumer.options.options & MQGMO_WAIT == 0 {
        return None;
    }
    u64::try_from(consumer.options.wait_interval_ms).ok()
}

const BROWSES: i32 = MQGMO_BROWSE_FIRST | MQGMO_BROWSE_NEXT | MQGMO_BROWSE_MSG_UNDER_CURSOR;

fn get(connection: &Connection, flow: &Flow, consumer: &Consumer, wait_ms: i32, area: usize) {
    let mut options = consumer.options.clone();
    if wait_ms > 0 {
        options.options |= MQGMO_WAIT;
        options.wait_interval_ms = wait_ms;
    } else {
        options.options &= !MQGMO_WAIT;
    }
    if consumer.wishes & MQCBDO_FAIL_IF_QUIESCING != 0 {
        options.options |= MQGMO_FAIL_IF_QUIESCING;
    }
    let queue = ObjectHandle(consumer.hobj);
    let answer = get_message(
        consumer.handle.as_deref(),
        consumer.descriptor.clone(),
        options,
        consumer.bytes_max,
        |descriptor, options, buffer_len| {
            connection.call_as_dispatcher(Request::Get {
                handle: queue,
                descriptor,
                options,
                buffer_len,
            })
        },
    );
    match answer {
        Ok(reply) => got(connection, flow, consumer, &reply, area),
        Err(Reason::NO_MSG_AVAILABLE) => nothing(connection, flow, consumer, area),
        Err(reason) => failed(connection, flow, consumer, reason, area),
    }
}

fn got(connection: &Connection, flow: &Flow, consumer: &Consumer, reply: &GetReply, area: usize) {
    let stays = reply.reason == Reason::TRUNCATED_MSG_FAILED;
    note(flow, consumer, |state, at| {
        state.empty_gets = 0;
        let entry = &mut state.consumers[at];
        entry.standing = super::flow::Standing {
            // Or the same message would come again and again.
            suspended: entry.standing.suspended || stays,
            ..Default::default()
        };
        // The first was browsed; those behind it follow.
        let options = &mut entry.consumer.options.options;
        if *options & MQGMO_BROWSE_FIRST != 0 {
            *options = *options & !MQGMO_BROWSE_FIRST | MQGMO_BROWSE_NEXT;
        }
    });
    let browsed = consumer.options.options & BROWSES != 0;
    call(
        connection,
        consumer,
        &Told {
            call_type: if stays || browsed {
                MQCBCT_MSG_NOT_REMOVED
            } else {
                MQCBCT_MSG_REMOVED
            },
            outcome: Ok(reply.reason),
            state: if stays {
                MQCS_SUSPENDED_USER_ACTION
            } else {
                MQCS_NONE
            },
            message: Some(reply),
        },
        area,
    );
}

/// There was no message: the consumer hears of it when its own interval is over.
fn nothing(connection: &Connection, flow: &Flow, consumer: &Consumer, area: usize) {
    let mut over = false;
    note(flow, consumer, |state, at| {
        state.empty_gets += 1;
        let standing = &mut state.consumers[at].standing;
        standing.told = false;
        let waited = standing
            .waits_since
            .map_or(Duration::ZERO, |since| since.elapsed());
        let interval = interval_ms(consumer).map(Duration::from_millis);
        over = interval.is_some_and(|interval| waited >= interval);
        if over {
            standing.waits_since = None;
        }
    });
    if over {
        let told = Told::failure(Reason::NO_MSG_AVAILABLE, MQCS_NONE);
        call(connection, consumer, &told, area);
    }
}

fn failed(connection: &Connection, flow: &Flow, consumer: &Consumer, reason: Reason, area: usize) {
    if is_of_the_connection(reason) {
        return end(connection, flow, reason, area);
    }
    let temporary = matches!(
        reason,
        Reason::GET_INHIBITED
            | Reason::SYNCPOINT_LIMIT_REACHED
            | Reason::OBJECT_IN_USE
            | Reason::RESOURCE_PROBLEM
            | Reason::STORAGE_NOT_AVAILABLE
    );
    let mut told = false;
    note(flow, consumer, |state, at| {
        state.empty_gets += 1;
        let standing = &mut state.consumers[at].standing;
        told = standing.told;
        standing.told = true;
        if temporary {
            standing.not_before = Some(Instant::now() + PAUSE);
        } else {
            standing.suspended = true;
        }
    });
    if !told {
        let standing = if temporary {
            MQCS_SUSPENDED_TEMPORARY
        } else {
            MQCS_SUSPENDED_USER_ACTION
        };
        call(connection, consumer, &Told::failure(reason, standing), area);
    }
}

/// Reasons that are not of one queue.
fn is_of_the_connection(reason: Reason) -> bool {
    reason.ends_connection()
        || matches!(
            reason,
            Reason::HCONN_ERROR | Reason::RECONNECT_FAILED | Reason::RECONNECT_TIMED_OUT
        )
}

/// The connection is of no more use for consuming: everybody hears of it, and consumption stops.
fn end(connection: &Connection, flow: &Flow, reason: Reason, area: usize) {
    let mut state = flow.lock();
    flow.set_phase(&mut state, Phase::Stopped);
    let handler = state.handler.as_ref();
    let handler = handler
        .filter(|(_, standing)| !standing.suspended)
        .map(|(handler, _)| Arc::clone(&handler.receiver));
    let entries = state.consumers.iter();
    let consumers: Vec<Consumer> = entries.map(|entry| entry.consumer.clone()).collect();
    drop(state);
    if let Some(receiver) = handler {
        receiver.receive(&Event {
            hconn: connection.number(),
            hobj: MQHO_NONE,
            call_type: MQCBCT_EVENT_CALL,
            outcome: Err(reason),
            state: MQCS_STOPPED,
            connection_area: area,
            message: None,
            asked: None,
        });
    }
    for consumer in &consumers {
        call(
            connection,
            consumer,
            &Told::failure(reason, MQCS_STOPPED),
            area,
        );
    }
}

/// What one call of a consumer says.
struct Told<'a> {
    call_type: i32,
    outcome: Result<Reason, Reason>,
    state: i32,
    message: Option<&'a GetReply>,
}

impl Told<'_> {
    fn failure(reason: Reason, state: i32) -> Self {
        Self {
            call_type: MQCBCT_MSG_NOT_REMOVED,
            outcome: Err(reason),
            state,
            message: None,
        }
    }
}

fn call(connection: &Connection, consumer: &Consumer, told: &Told<'_>, connection_area: usize) {
    consumer.receiver.receive(&Event {
        hconn: connection.number(),
        hobj: consumer.hobj,
        call_type: told.call_type,
        outcome: told.outcome,
        state: told.state,
        connection_area,
        message: told.message,
        asked: Some((&consumer.descriptor, &consumer.options)),
    });
}

/// Changes what is known of a consumer, if it is still registered.
fn note(flow: &Flow, consumer: &Consumer, change: impl FnOnce(&mut State, usize)) {
    let mut state = flow.lock();
    let mut entries = state.consumers.iter();
    if let Some(at) = entries.position(|one| one.consumer.hobj == consumer.hobj) {
        change(&mut state, at);
    }
}
