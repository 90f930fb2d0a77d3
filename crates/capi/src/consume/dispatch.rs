//! The dispatcher: gets messages and calls consumers.

use super::current::Dispatching;
use super::flow::{Flow, Phase, State, control_call};
use super::{Consumer, Event, Receiver};
use crate::connection::{Connection, is_not_made_again};
use crate::held_message::get_message;
use ferromq_mqi::Reason;
use ferromq_mqi::call::{AWAITED_MAX, AwaitedGet, GetReply, Request};
use ferromq_mqi::generated::constants::{
    MQCBCT_MSG_NOT_REMOVED, MQCBCT_MSG_REMOVED, MQCBCT_START_CALL, MQCBCT_STOP_CALL,
    MQCBDO_FAIL_IF_QUIESCING, MQCBDO_STOP_CALL, MQCS_NONE, MQCS_STOPPED, MQCS_SUSPENDED_TEMPORARY,
    MQCS_SUSPENDED_USER_ACTION, MQGMO_BROWSE_FIRST, MQGMO_BROWSE_MSG_UNDER_CURSOR,
    MQGMO_BROWSE_NEXT, MQGMO_FAIL_IF_QUIESCING, MQGMO_WAIT, MQHO_NONE, MQWI_UNLIMITED,
};
use ferromq_mqi::options::{GetOptions, ObjectHandle};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, MutexGuard};
use std::time::{Duration, Instant};

/// How long a get waits at most that cannot be cancelled, so that somebody who suspends need not wait longer.
const SLICE_MS: i32 = 100;
/// The same when there are several consumers that cannot wait together, each of whose messages wait for the others'
/// slice.
const SLICE_OF_SEVERAL_MS: i32 = 10;
/// Rounds that find nothing although a message was announced, after which the next round is put off.
const FRUITLESS_MAX: usize = 3;
/// For how long.
const PUT_OFF: Duration = Duration::from_millis(5);
/// How long a queue that cannot be read just now is left alone.
const PAUSE: Duration = Duration::from_millis(500);

/// What the dispatcher does next.
enum Step {
    /// It ends, for this reason; to be told are those who asked for it.
    End(Ended, Vec<(Arc<dyn Receiver>, i32)>),
    /// It has let go already: consumption is suspended, and may have been taken up again by another thread.
    Left,
    /// A consumer is told that consumption starts.
    Start(Arc<dyn Receiver>, i32),
    /// One get, waiting so long.
    Get(Box<Consumer>, i32),
    /// Nobody has a message: waits so long until somebody may have one.
    Await(Vec<AwaitedGet>, i32),
}

/// Why a dispatcher has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    Stopped,
    Suspended,
    /// No consumer was left that is not suspended. Nobody but a callback could have changed that.
    NobodyLeft,
}

/// Dispatches until it is stopped; with `until_suspended`, until then or until no consumer is left. A panic is told as
/// the end of the connection, and whoever waits for the dispatcher does not wait for ever.
pub(super) fn run(connection: &Arc<Connection>, until_suspended: bool) -> Ended {
    let _dispatching = Dispatching::begin(connection.number());
    let dispatching = AssertUnwindSafe(|| dispatch(connection, until_suspended));
    catch_unwind(dispatching).unwrap_or_else(|_| {
        // Its place on the socket may soon be another's, whose wait is not this one's to end.
        connection.flow().set_waits(false);
        let telling = AssertUnwindSafe(|| {
            connection.give_up();
            let area = connection.flow().lock().connection_area;
            end(
                connection,
                connection.flow(),
                Reason::CONNECTION_BROKEN,
                area,
            );
            dispatch(connection, until_suspended)
        });
        catch_unwind(telling).unwrap_or_else(|_| {
            // Those who have not heard of it hear of it in their next verb.
            let flow = connection.flow();
            let mut state = flow.lock();
            flow.set_phase(&mut state, Phase::Stopped);
            let_go(flow, state);
            Ended::Stopped
        })
    })
}

/// Nobody dispatches any more.
fn let_go(flow: &Flow, mut state: MutexGuard<'_, State>) {
    flow.set_waits(false);
    state.busy = false;
    state.dispatcher = None;
    flow.notify();
}

fn dispatch(connection: &Arc<Connection>, until_suspended: bool) -> Ended {
    let flow = connection.flow();
    loop {
        let (step, area) = next(connection, until_suspended);
        match step {
            Step::Start(receiver, hobj) => {
                control_call(connection, &*receiver, hobj, MQCBCT_START_CALL, area);
            }
            Step::Get(consumer, wait_ms) => get(connection, flow, &consumer, wait_ms, area),
            Step::Await(gets, wait_interval_ms) => {
                let answer = connection.call_as_dispatcher(Request::AwaitAny {
                    gets,
                    wait_interval_ms,
                });
                flow.set_waits(false);
                awaited(connection, flow, answer.err(), area);
            }
            Step::Left => return Ended::Suspended,
            Step::End(why, told) => {
                for (receiver, hobj) in told {
                    control_call(connection, &*receiver, hobj, MQCBCT_STOP_CALL, area);
                }
                let_go(flow, flow.lock());
                return why;
            }
        }
    }
}

/// Waits until there is something to do.
fn next(connection: &Connection, until_suspended: bool) -> (Step, usize) {
    let flow = connection.flow();
    let mut state = flow.lock();
    state.busy = false;
    flow.notify();
    loop {
        let area = state.connection_area;
        match state.phase {
            Phase::Stopped => {
                state.busy = true;
                return (Step::End(Ended::Stopped, stop_calls(&state)), area);
            }
            Phase::Suspended if until_suspended => {
                // Under the lock under which it is decided, or a resume leaves consumption to a thread that goes.
                let_go(flow, state);
                return (Step::Left, area);
            }
            Phase::Suspended => state = flow.wait(state),
            // Source: MQCTL, MQOP_START_WAIT: consumption stops as if by MQOP_STOP.
            Phase::Started if until_suspended && !state.has_active() => {
                flow.set_phase(&mut state, Phase::Stopped);
                state.busy = true;
                return (Step::End(Ended::NobodyLeft, stop_calls(&state)), area);
            }
            Phase::Started => {
                if state.fruitless > FRUITLESS_MAX {
                    state.fruitless = FRUITLESS_MAX;
                    state = flow.wait_for(state, PUT_OFF);
                    continue;
                }
                let means = Means::of(connection);
                if let Some(step) = due(&mut state, means) {
                    state.busy = true;
                    flow.set_waits(means != Means::Slices);
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
    let wants = |callback_options: i32| callback_options & MQCBDO_STOP_CALL != 0;
    let consumers = state.consumers.iter().map(|one| &one.consumer);
    let consumers = consumers
        .filter(|one| wants(one.callback_options))
        .map(|one| (Arc::clone(&one.receiver), one.hobj));
    let handler = state
        .handler
        .iter()
        .filter(|(one, _)| wants(one.callback_options));
    let handler = handler.map(|(one, _)| (Arc::clone(&one.receiver), MQHO_NONE));
    consumers.chain(handler).collect()
}

/// How the dispatcher can wait on a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Means {
    /// For one consumer at a time, and not for long.
    Slices,
    /// For one consumer at a time, until it is cancelled.
    Cancelled,
    /// For all of them, until it is cancelled.
    Together,
}

impl Means {
    fn of(connection: &Connection) -> Self {
        match (connection.canceller(), connection.is_client()) {
            (None, _) => Self::Slices,
            (Some(_), true) => Self::Cancelled,
            (Some(_), false) => Self::Together,
        }
    }
}

/// What can be done now.
fn due(state: &mut State, means: Means) -> Option<Step> {
    if let Some(step) = start_call(state) {
        return Some(step);
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
    for at in &ready {
        let standing = &mut state.consumers[*at].standing;
        standing.waits_since.get_or_insert(now);
    }
    // Everybody is asked once without waiting before anybody waits.
    let waits = ready.len() == 1 || state.empty_gets >= ready.len();
    if waits && (2..=AWAITED_MAX).contains(&ready.len()) && means == Means::Together {
        let for_handler = state.handler_waits_for_end();
        let gets = ready.iter().map(|at| {
            let consumer = &state.consumers[*at].consumer;
            AwaitedGet {
                handle: ObjectHandle(consumer.hobj),
                descriptor: consumer.descriptor.clone(),
                options: options_of(consumer, for_handler),
            }
        });
        return Some(Step::Await(gets.collect(), wait_ms(state, &ready, now)));
    }
    state.turn = at + 1;
    let slice_ms = match (means, ready.len()) {
        (Means::Cancelled | Means::Together, 1) => None,
        (Means::Slices, 1) => Some(SLICE_MS),
        _ => Some(SLICE_OF_SEVERAL_MS),
    };
    let wait_ms = match (wait_ms(state, &[at], now), slice_ms) {
        _ if !waits => 0,
        (MQWI_UNLIMITED, slice_ms) => slice_ms.unwrap_or(MQWI_UNLIMITED),
        (wait_ms, slice_ms) => wait_ms.min(slice_ms.unwrap_or(i32::MAX)),
    };
    let consumer = Box::new(state.consumers[at].consumer.clone());
    Some(Step::Get(consumer, wait_ms))
}

/// Whoever wanted to be told of the start and was not.
fn start_call(state: &mut State) -> Option<Step> {
    if let Some((handler, standing)) = &mut state.handler
        && std::mem::take(&mut standing.start_due)
    {
        return Some(Step::Start(Arc::clone(&handler.receiver), MQHO_NONE));
    }
    let mut entries = state.consumers.iter_mut();
    let entry = entries.find(|entry| entry.standing.start_due)?;
    entry.standing.start_due = false;
    let receiver = Arc::clone(&entry.consumer.receiver);
    Some(Step::Start(receiver, entry.consumer.hobj))
}

/// How long these consumers may wait, until one of them wants to be told, or another that pauses has its turn again.
fn wait_ms(state: &State, ready: &[usize], now: Instant) -> i32 {
    let ready = ready.iter().map(|at| &state.consumers[*at]);
    let ends = ready.filter_map(|entry| {
        let interval = Duration::from_millis(interval_ms(&entry.consumer)?);
        entry.standing.waits_since?.checked_add(interval)
    });
    let pausing = state.consumers.iter();
    let pauses = pausing
        .filter(|entry| !entry.standing.suspended)
        .filter_map(|entry| entry.standing.not_before.filter(|until| *until > now));
    let Some(end) = ends.chain(pauses).min() else {
        return MQWI_UNLIMITED;
    };
    // No less than that, or it would be asked again at once.
    let left_ms = end.saturating_duration_since(now).as_millis() + 1;
    i32::try_from(left_ms).unwrap_or(i32::MAX)
}

/// A wait for all of them has ended: everybody is asked again.
fn awaited(connection: &Connection, flow: &Flow, failure: Option<Reason>, area: usize) {
    match failure {
        Some(reason) if is_of_the_connection(reason) => end(connection, flow, reason, area),
        Some(Reason::XWAIT_CANCELED) => {}
        failure => {
            let mut state = flow.lock();
            state.empty_gets = 0;
            // When the time of one of them is over nothing was announced.
            if failure != Some(Reason::NO_MSG_AVAILABLE) {
                state.fruitless += 1;
            }
        }
    }
}

/// After how many milliseconds without a message the consumer wants to be told; `None` never.
fn interval_ms(consumer: &Consumer) -> Option<u64> {
    if consumer.options.options & MQGMO_WAIT == 0 {
        return None;
    }
    u64::try_from(consumer.options.wait_interval_ms).ok()
}

/// Options of a get of a consumer that does not wait. `for_handler`: it fails when things come to an end whether the consumer
/// wants that or not.
fn options_of(consumer: &Consumer, for_handler: bool) -> GetOptions {
    let mut options = consumer.options.clone();
    options.options &= !MQGMO_WAIT;
    if for_handler || fails_if_quiescing(consumer) {
        options.options |= MQGMO_FAIL_IF_QUIESCING;
    }
    options
}

fn fails_if_quiescing(consumer: &Consumer) -> bool {
    consumer.callback_options & MQCBDO_FAIL_IF_QUIESCING != 0
        || consumer.options.options & MQGMO_FAIL_IF_QUIESCING != 0
}

const BROWSES: i32 = MQGMO_BROWSE_FIRST | MQGMO_BROWSE_NEXT | MQGMO_BROWSE_MSG_UNDER_CURSOR;

fn get(connection: &Connection, flow: &Flow, consumer: &Consumer, wait_ms: i32, area: usize) {
    // Of a client it would be more than a question: one that is made again is, and what was read ahead may not be asked
    // for otherwise in between.
    let for_handler = !connection.is_client()
        && !fails_if_quiescing(consumer)
        && flow.lock().handler_waits_for_end();
    let mut options = options_of(consumer, for_handler);
    if wait_ms != 0 {
        options.options |= MQGMO_WAIT;
        options.wait_interval_ms = wait_ms;
    }
    let queue = ObjectHandle(consumer.hobj);
    let answer = get_message(
        consumer.handle.as_deref(),
        queue,
        Some(consumer.descriptor.clone()),
        options,
        consumer.bytes_max,
        connection.q_mgr_ccsid(),
        |request| connection.call_as_dispatcher(request),
    );
    flow.set_waits(false);
    match answer {
        Ok(reply) => got(connection, flow, consumer, &reply, area),
        Err(Reason::XWAIT_CANCELED) => {}
        Err(Reason::NO_MSG_AVAILABLE) => nothing(connection, flow, consumer, area),
        // The handler hears it once, and the consumer goes on: it did not ask to fail.
        Err(reason @ (Reason::Q_MGR_QUIESCING | Reason::CONNECTION_QUIESCING)) if for_handler => {
            flow.tell_end(connection, reason);
        }
        Err(reason) => failed(connection, flow, consumer, reason, area),
    }
}

fn got(connection: &Connection, flow: &Flow, consumer: &Consumer, reply: &GetReply, area: usize) {
    let stays = reply.reason == Reason::TRUNCATED_MSG_FAILED;
    note(flow, consumer, |state, at| {
        state.empty_gets = 0;
        state.fruitless = 0;
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
        &ConsumerCall {
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
        let told = ConsumerCall::failure(Reason::NO_MSG_AVAILABLE, MQCS_NONE);
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
            // Another thread's call has it just now.
            | Reason::MSG_HANDLE_IN_USE
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
        call(
            connection,
            consumer,
            &ConsumerCall::failure(reason, standing),
            area,
        );
    }
}

/// Reasons that are not of one queue.
pub(super) fn is_of_the_connection(reason: Reason) -> bool {
    reason.ends_connection() || reason == Reason::HCONN_ERROR || is_not_made_again(reason)
}

/// The connection is of no more use for consuming: everybody hears of it, and consumption stops.
fn end(connection: &Connection, flow: &Flow, reason: Reason, area: usize) {
    let mut state = flow.lock();
    flow.set_phase(&mut state, Phase::Stopped);
    let entries = state.consumers.iter();
    let consumers: Vec<Consumer> = entries.map(|entry| entry.consumer.clone()).collect();
    drop(state);
    flow.tell_end(connection, reason);
    for consumer in &consumers {
        call(
            connection,
            consumer,
            &ConsumerCall::failure(reason, MQCS_STOPPED),
            area,
        );
    }
}

/// What one call of a consumer says.
struct ConsumerCall<'a> {
    call_type: i32,
    outcome: Result<Reason, Reason>,
    state: i32,
    message: Option<&'a GetReply>,
}

impl ConsumerCall<'_> {
    fn failure(reason: Reason, state: i32) -> Self {
        Self {
            call_type: MQCBCT_MSG_NOT_REMOVED,
            outcome: Err(reason),
            state,
            message: None,
        }
    }
}

fn call(
    connection: &Connection,
    consumer: &Consumer,
    said: &ConsumerCall<'_>,
    connection_area: usize,
) {
    consumer.receiver.receive(&Event {
        hconn: connection.number(),
        hobj: consumer.hobj,
        call_type: said.call_type,
        outcome: said.outcome,
        state: said.state,
        connection_area,
        message: said.message,
        reconnect_delay_ms: None,
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

#[cfg(test)]
#[path = "dispatch_tests.rs"]
mod tests;
