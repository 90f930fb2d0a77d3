//! Who consumes, and whether consumption is started: what `MQCB` and `MQCTL` change.

use super::current::dispatches_for;
use super::dispatch::Ended;
use super::{Consumer, Event, Handler, Receiver, dispatch};
use crate::connection::Connection;
use crate::within::Call;
use ferromq_client::Reconnection;
use ferromq_mqi::Reason;
use ferromq_mqi::generated::constants::{
    MQCBCT_DEREGISTER_CALL, MQCBCT_EVENT_CALL, MQCBCT_REGISTER_CALL, MQCBDO_DEREGISTER_CALL,
    MQCBDO_REGISTER_CALL, MQCBDO_START_CALL, MQCS_NONE, MQCS_STOPPED, MQHO_NONE, MQRD_NO_RECONNECT,
};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::ThreadId;
use std::time::{Duration, Instant};

/// The state of consumption of a connection.
#[derive(Default)]
pub(crate) struct Flow {
    /// Started: verbs of other threads than the dispatcher's are refused.
    active: AtomicBool,
    /// The dispatcher waits, or is about to, in a way that can be cancelled.
    waits: AtomicBool,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Phase {
    #[default]
    Stopped,
    Started,
    Suspended,
}

#[derive(Default)]
pub(super) struct State {
    pub(super) phase: Phase,
    /// The thread that dispatches, from before its first call to after its last.
    pub(super) dispatcher: Option<ThreadId>,
    /// It gets a message or is in a callback.
    pub(super) busy: bool,
    pub(super) consumers: Vec<Entry>,
    pub(super) handler: Option<(Handler, HandlerStanding)>,
    /// Why the connection is of no more use, as the handler was told last.
    told_end: Option<Reason>,
    pub(super) connection_area: usize,
    /// Which consumer's turn it is.
    pub(super) turn: usize,
    /// Gets in a row that found nothing.
    pub(super) empty_gets: usize,
    /// Rounds in a row that found nothing although a message was announced.
    pub(super) fruitless: usize,
}

impl State {
    /// Some consumer is not suspended.
    pub(super) fn has_active(&self) -> bool {
        let mut entries = self.consumers.iter();
        entries.any(|entry| !entry.standing.suspended)
    }

    /// There is an event handler that has not heard yet that things come to an end.
    pub(super) fn handler_waits_for_end(&self) -> bool {
        let handler = self.handler.as_ref();
        self.told_end.is_none() && handler.is_some_and(|(_, standing)| !standing.suspended)
    }
}

/// A consumer and where it stands.
pub(super) struct Entry {
    pub(super) consumer: Consumer,
    pub(super) standing: Standing,
}

/// Where the event handler stands.
#[derive(Clone, Copy, Default)]
pub(super) struct HandlerStanding {
    pub(super) suspended: bool,
    pub(super) start_due: bool,
}

#[derive(Clone, Default)]
pub(super) struct Standing {
    /// By the program, or until the program acts.
    pub(super) suspended: bool,
    /// `MQCBCT_START_CALL` is due.
    pub(super) start_due: bool,
    /// Not before then: the queue was of no use for a while.
    pub(super) not_before: Option<Instant>,
    /// The program was told of that.
    pub(super) told: bool,
    /// Since when it waits for a message.
    pub(super) waits_since: Option<Instant>,
}

/// What `MQCB` registers.
pub(crate) enum Registration {
    Consumer(Box<Consumer>),
    Handler(Handler),
}

impl Flow {
    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        self.changed
            .wait(state)
            .unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn wait_for<'a>(
        &self,
        state: MutexGuard<'a, State>,
        at_most: Duration,
    ) -> MutexGuard<'a, State> {
        let woken = self.changed.wait_timeout(state, at_most);
        woken.unwrap_or_else(PoisonError::into_inner).0
    }

    pub(super) fn set_waits(&self, waits: bool) {
        self.waits.store(waits, Ordering::Release);
    }

    /// Ends the wait of the dispatcher, if it waits.
    pub(crate) fn cancel_wait(&self, connection: &Connection) {
        if self.waits.load(Ordering::Acquire)
            && let Some(cancel) = connection.canceller()
        {
            cancel();
        }
    }

    /// Waits until the dispatcher has come to a state, which is to see a phase that has just been set.
    fn wait_until<'a>(
        &'a self,
        connection: &Connection,
        mut state: MutexGuard<'a, State>,
        there: impl Fn(&State) -> bool,
    ) {
        while !there(&state) {
            drop(state);
            // A wait that is just about to begin is missed, hence again and again.
            self.cancel_wait(connection);
            state = self.lock();
            if there(&state) {
                return;
            }
            state = self.wait_for(state, CANCEL_AGAIN);
        }
    }

    pub(super) fn notify(&self) {
        self.changed.notify_all();
    }

    pub(super) fn set_phase(&self, state: &mut State, phase: Phase) {
        state.phase = phase;
        self.active.store(phase == Phase::Started, Ordering::SeqCst);
        self.notify();
    }

    /// Whether consumption is started.
    pub(crate) fn is_active(&self) -> bool {
        self.active.load(Ordering::SeqCst)
    }

    /// Whether the calling thread may use the connection now.
    ///
    /// # Errors
    /// `MQRC_HCONN_ASYNC_ACTIVE`.
    pub(crate) fn check_caller(&self, connection: &Connection) -> Result<(), Reason> {
        if self.is_active() && !dispatches_for(connection.number()) {
            return Err(Reason::HCONN_ASYNC_ACTIVE);
        }
        Ok(())
    }

    /// `MQOP_REGISTER`: a registration for the same handle is replaced.
    pub(crate) fn register(&self, connection: &Connection, what: Registration, suspended: bool) {
        let mut state = self.lock();
        let started = state.phase != Phase::Stopped;
        let area = state.connection_area;
        let (receiver, callback_options, hobj) = match what {
            Registration::Handler(handler) => {
                let told = (
                    Arc::clone(&handler.receiver),
                    handler.callback_options,
                    MQHO_NONE,
                );
                let start_due = started && handler.callback_options & MQCBDO_START_CALL != 0;
                let standing = HandlerStanding {
                    suspended,
                    start_due,
                };
                state.handler = Some((handler, standing));
                told
            }
            Registration::Consumer(consumer) => {
                let told = (
                    Arc::clone(&consumer.receiver),
                    consumer.callback_options,
                    consumer.hobj,
                );
                let hobj = consumer.hobj;
                let replaced = state.consumers.iter().any(|one| one.consumer.hobj == hobj);
                state.consumers.retain(|one| one.consumer.hobj != hobj);
                let start_due =
                    started && !replaced && consumer.callback_options & MQCBDO_START_CALL != 0;
                state.consumers.push(Entry {
                    consumer: *consumer,
                    standing: Standing {
                        suspended,
                        start_due,
                        ..Standing::default()
                    },
                });
                told
            }
        };
        drop(state);
        self.notify();
        if callback_options & MQCBDO_REGISTER_CALL != 0 {
            control_call(connection, &*receiver, hobj, MQCBCT_REGISTER_CALL, area);
        }
    }

    /// `MQOP_DEREGISTER`; `None` is the event handler.
    ///
    /// # Errors
    /// `MQRC_CALLBACK_NOT_REGISTERED`.
    pub(crate) fn deregister(
        &self,
        connection: &Connection,
        hobj: Option<i32>,
    ) -> Result<(), Reason> {
        let mut state = self.lock();
        let area = state.connection_area;
        let (receiver, callback_options) = match hobj {
            None => {
                let (handler, _) = state
                    .handler
                    .take()
                    .ok_or(Reason::CALLBACK_NOT_REGISTERED)?;
                (handler.receiver, handler.callback_options)
            }
            Some(hobj) => {
                let at = position(&state, hobj)?;
                let entry = state.consumers.remove(at);
                (entry.consumer.receiver, entry.consumer.callback_options)
            }
        };
        drop(state);
        self.notify();
        if callback_options & MQCBDO_DEREGISTER_CALL != 0 {
            let hobj = hobj.unwrap_or(MQHO_NONE);
            control_call(connection, &*receiver, hobj, MQCBCT_DEREGISTER_CALL, area);
        }
        Ok(())
    }

    /// `MQOP_SUSPEND` and `MQOP_RESUME` of `MQCB`; `None` is the event handler.
    ///
    /// # Errors
    /// `MQRC_CALLBACK_NOT_REGISTERED`.
    pub(crate) fn set_suspended(&self, hobj: Option<i32>, suspended: bool) -> Result<(), Reason> {
        let mut state = self.lock();
        match hobj {
            None => {
                let handler = state.handler.as_mut();
                handler.ok_or(Reason::CALLBACK_NOT_REGISTERED)?.1.suspended = suspended;
            }
            Some(hobj) => {
                let at = position(&state, hobj)?;
                let standing = &mut state.consumers[at].standing;
                standing.suspended = suspended;
                standing.not_before = None;
                standing.told = false;
            }
        }
        drop(state);
        self.notify();
        Ok(())
    }

    /// `MQOP_START`, and with `here` `MQOP_START_WAIT`, which returns when consumption is stopped or suspended, or when
    /// there is no consumer that is not suspended. Answers the warning there is.
    ///
    /// # Errors
    /// `MQRC_HCONN_ASYNC_ACTIVE`, `MQRC_OPERATION_NOT_ALLOWED`, `MQRC_CALLBACK_NOT_REGISTERED`; with `here`
    /// `MQRC_NO_CALLBACKS_ACTIVE`.
    pub(crate) fn start(
        &self,
        connection: &Arc<Connection>,
        area: usize,
        here: bool,
    ) -> Result<Reason, Reason> {
        let mut state = self.lock();
        let own = Some(std::thread::current().id());
        loop {
            match state.phase {
                Phase::Suspended => return Err(Reason::OPERATION_NOT_ALLOWED),
                // A callback; if consumption is stopped, then by itself.
                _ if state.dispatcher == own => return Err(Reason::OPERATION_NOT_ALLOWED),
                Phase::Started => return Err(Reason::HCONN_ASYNC_ACTIVE),
                Phase::Stopped if state.dispatcher.is_none() => break,
                // The one that was stopped lets go soon. Another thread may then be quicker.
                Phase::Stopped => state = self.wait(state),
            }
        }
        if here && !state.has_active() {
            return Err(Reason::NO_CALLBACKS_ACTIVE);
        }
        if state.consumers.is_empty() {
            return Err(Reason::CALLBACK_NOT_REGISTERED);
        }
        state.connection_area = area;
        for entry in &mut state.consumers {
            entry.standing.start_due = entry.consumer.callback_options & MQCBDO_START_CALL != 0;
            entry.standing.waits_since = None;
        }
        if let Some((handler, standing)) = &mut state.handler {
            standing.start_due = handler.callback_options & MQCBDO_START_CALL != 0;
        }
        self.dispatch(connection, state, here)
    }

    /// `MQOP_RESUME`.
    ///
    /// # Errors
    /// `MQRC_OPERATION_NOT_ALLOWED` when it is not suspended.
    pub(crate) fn resume(&self, connection: &Arc<Connection>) -> Result<(), Reason> {
        let mut state = self.lock();
        match state.phase {
            Phase::Stopped => Err(Reason::OPERATION_NOT_ALLOWED),
            Phase::Started => Ok(()),
            Phase::Suspended if state.dispatcher.is_some() => {
                self.set_phase(&mut state, Phase::Started);
                Ok(())
            }
            // The thread that dispatched was the program's own, and has gone on.
            Phase::Suspended => self.dispatch(connection, state, false).map(|_| ()),
        }
    }

    fn dispatch(
        &self,
        connection: &Arc<Connection>,
        mut state: MutexGuard<'_, State>,
        here: bool,
    ) -> Result<Reason, Reason> {
        if here {
            state.dispatcher = Some(std::thread::current().id());
            self.set_phase(&mut state, Phase::Started);
            drop(state);
            return match dispatch::run(connection, true) {
                Ended::Stopped => Ok(Reason::NONE),
                Ended::Suspended => Ok(Reason::CONNECTION_SUSPENDED),
                Ended::NobodyLeft => Err(Reason::NO_CALLBACKS_ACTIVE),
            };
        }
        let shared = Arc::clone(connection);
        let named = std::thread::Builder::new().name("mq consumer".into());
        // The thread waits for the lock that is held here.
        let thread = named.spawn(move || {
            // A signal handler may come upon this thread as well.
            let _call = Call::begin();
            dispatch::run(&shared, false)
        });
        let thread = thread.map_err(|_| Reason::RESOURCE_PROBLEM)?;
        state.dispatcher = Some(thread.thread().id());
        self.set_phase(&mut state, Phase::Started);
        Ok(Reason::NONE)
    }

    /// `MQOP_SUSPEND`: on return the connection is free for other verbs.
    ///
    /// # Errors
    /// `MQRC_OPERATION_NOT_ALLOWED` when nothing is started.
    pub(crate) fn suspend(&self, connection: &Connection) -> Result<(), Reason> {
        let mut state = self.lock();
        if state.phase == Phase::Stopped {
            return Err(Reason::OPERATION_NOT_ALLOWED);
        }
        self.set_phase(&mut state, Phase::Suspended);
        if state.dispatcher != Some(std::thread::current().id()) {
            self.wait_until(connection, state, |state| {
                !state.busy || state.phase != Phase::Suspended
            });
        }
        Ok(())
    }

    /// Tells the event handler what becomes of a connection that has broken. How long to wait before it is tried
    /// to be made again; `None` when the handler does not want it.
    pub(crate) fn tell_reconnection(
        &self,
        connection: &Connection,
        what: Reconnection,
    ) -> Option<Duration> {
        let (reason, pause) = match what {
            Reconnection::Begins(pause) => (Reason::RECONNECTING, pause),
            Reconnection::Done => (Reason::RECONNECTED, Duration::ZERO),
        };
        let delay = Cell::new(i32::try_from(pause.as_millis()).unwrap_or(i32::MAX));
        let mut state = self.lock();
        if what == Reconnection::Done {
            state.told_end = None;
        }
        event(connection, state, Ok(reason), MQCS_NONE, Some(&delay));
        match delay.get() {
            MQRD_NO_RECONNECT => None,
            delay_ms => Some(Duration::from_millis(u64::try_from(delay_ms).unwrap_or(0))),
        }
    }

    /// Tells the event handler, once, that the connection is of no more use or soon will be, if that is what a reason
    /// says.
    pub(crate) fn tell_end(&self, connection: &Connection, reason: Reason) {
        if !dispatch::is_of_the_connection(reason) || reason == Reason::HCONN_ERROR {
            return;
        }
        let mut state = self.lock();
        if state.told_end.replace(reason) != Some(reason) {
            event(connection, state, Err(reason), MQCS_STOPPED, None);
        }
    }

    /// The connection has ended without anybody who would have said so. A dispatcher that sleeps for want of somebody to serve goes, and tells nobody;
    /// one that is at work finds out with its next get.
    pub(crate) fn abandon(&self) {
        let mut state = self.lock();
        if state.phase == Phase::Suspended || !state.has_active() {
            state.consumers.clear();
            state.handler = None;
            self.set_phase(&mut state, Phase::Stopped);
        }
    }

    /// `MQOP_STOP`: on return no callback runs any more, unless one of them is the caller.
    pub(crate) fn stop(&self, connection: &Connection) {
        let mut state = self.lock();
        self.set_phase(&mut state, Phase::Stopped);
        if state.dispatcher != Some(std::thread::current().id()) {
            self.wait_until(connection, state, |state| state.dispatcher.is_none());
        }
    }
}

/// Calls the event handler, unless it is suspended.
fn event(
    connection: &Connection,
    state: MutexGuard<'_, State>,
    outcome: Result<Reason, Reason>,
    standing: i32,
    reconnect_delay_ms: Option<&Cell<i32>>,
) {
    let connection_area = state.connection_area;
    let handler = state.handler.as_ref();
    let receiver = handler
        .filter(|(_, standing)| !standing.suspended)
        .map(|(handler, _)| Arc::clone(&handler.receiver));
    drop(state);
    if let Some(receiver) = receiver {
        receiver.receive(&Event {
            hconn: connection.number(),
            hobj: MQHO_NONE,
            call_type: MQCBCT_EVENT_CALL,
            outcome,
            state: standing,
            connection_area,
            message: None,
            reconnect_delay_ms,
            asked: None,
        });
    }
}

/// How often a wait that is to end is cancelled again.
const CANCEL_AGAIN: Duration = Duration::from_millis(2);

fn position(state: &State, hobj: i32) -> Result<usize, Reason> {
    let mut entries = state.consumers.iter();
    let at = entries.position(|one| one.consumer.hobj == hobj);
    at.ok_or(Reason::CALLBACK_NOT_REGISTERED)
}

/// A call without a message.
pub(super) fn control_call(
    connection: &Connection,
    receiver: &dyn Receiver,
    hobj: i32,
    call_type: i32,
    connection_area: usize,
) {
    receiver.receive(&Event {
        hconn: connection.number(),
        hobj,
        call_type,
        outcome: Ok(Reason::NONE),
        state: MQCS_NONE,
        connection_area,
        message: None,
        reconnect_delay_ms: None,
        asked: None,
    });
}
