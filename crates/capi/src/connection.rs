//! A connection and the rules of who may use it when.

use crate::consume::{Flow, dispatches_for};
use crate::road::{Canceller, Road};
use ferromq_client::{ClientChannel, Hears, Reconnection};
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::generated::constants::{MQCNO_HANDLE_SHARE_BLOCK, MQCNO_HANDLE_SHARE_NO_BLOCK};
use ferromq_mqi::q_mgr_ccsid::QMgrCcsid;
use ferromq_mqi::{ObjectName, Reason};
use std::cell::Cell;
use std::collections::HashMap;
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

/// Which threads may use a connection (`MQCNO_HANDLE_SHARE_*`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// The thread that made it.
    None,
    /// Every thread; a call waits until that of another is over.
    Block,
    /// Every thread; a call while another's is under way fails.
    NoBlock,
}

impl Sharing {
    /// What the options of a connect say. That they do not contradict each other was checked.
    #[must_use]
    pub fn of(options: i32) -> Self {
        if options & MQCNO_HANDLE_SHARE_BLOCK != 0 {
            Self::Block
        } else if options & MQCNO_HANDLE_SHARE_NO_BLOCK != 0 {
            Self::NoBlock
        } else {
            Self::None
        }
    }
}

/// Counts in each process how many forks lie between it and the first.
pub(crate) static FORKS: AtomicU32 = AtomicU32::new(0);

fn forks() -> u32 {
    FORKS.load(Ordering::Relaxed)
}

/// A number that no other thread has. The standard library's takes a count of references, at every call.
fn thread_number() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    thread_local! {
        static OWN: Cell<u64> = const { Cell::new(0) };
    }
    OWN.with(|own| {
        if own.get() == 0 {
            own.set(NEXT.fetch_add(1, Ordering::Relaxed));
        }
        own.get()
    })
}

/// The road while a call has it.
struct HeldRoad<'a> {
    road: MutexGuard<'a, Result<Box<dyn Road>, Reason>>,
    connection: &'a Connection,
}

impl Deref for HeldRoad<'_> {
    type Target = Result<Box<dyn Road>, Reason>;

    fn deref(&self) -> &Self::Target {
        &self.road
    }
}

impl DerefMut for HeldRoad<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.road
    }
}

impl Drop for HeldRoad<'_> {
    fn drop(&mut self) {
        // Whoever ended the connection may not have waited for this call.
        if self.connection.has_ended() {
            *self.road = Err(Reason::HCONN_ERROR);
        }
        self.connection.holder.store(0, Ordering::Relaxed);
    }
}

/// A thread that ends waits so long at most for calls of others on a connection that ends with it: they are the library's own, which
/// may be making the connection again, or run a callback of the program that waits.
const ABANDON_MS: u64 = 2_000;

/// Whether this says that a connection which is made again was given up.
pub(crate) fn is_not_made_again(reason: Reason) -> bool {
    matches!(
        reason,
        Reason::RECONNECT_FAILED
            | Reason::RECONNECT_TIMED_OUT
            | Reason::RECONNECT_Q_MGR_REQD
            | Reason::RECONNECT_QMID_MISMATCH
    )
}

/// A connection of the program.
pub struct Connection {
    number: i32,
    sharing: Sharing,
    /// The thread that made it.
    thread: u64,
    /// Forks that had been when it was made.
    forks: u32,
    /// The queue manager at the other end; of a connection that is made again perhaps another one.
    q_mgr_name: Mutex<ObjectName>,
    /// The channel it was made by, if by any.
    channel: Mutex<Option<ClientChannel>>,
    /// It was made again since the two were asked for.
    made_again: AtomicBool,
    q_mgr_ccsid: QMgrCcsid,
    connection_id: [u8; 24],
    is_client: bool,
    canceller: Option<Canceller>,
    ended: AtomicBool,
    /// What verbs take, or why there is nothing any more.
    road: Mutex<Result<Box<dyn Road>, Reason>>,
    /// Open objects and their open options.
    open: Mutex<HashMap<i32, i32>>,
    flow: Flow,
    /// The thread whose call has the road: 0 for none. What interrupts it on the same thread (a signal handler, the event handler of a
    /// connection that is made again) must not wait for it.
    holder: AtomicU64,
    /// Calls of threads that wait for the road.
    waiting: AtomicU32,
    /// A call has found that the queue manager is gone for this connection.
    lost: AtomicBool,
    /// It was made by `xa_open`.
    made_by_switch: AtomicBool,
    /// So it was, and the program has not connected to it yet.
    unasked: AtomicBool,
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connection")
            .field("number", &self.number)
            .field("q_mgr_name", &self.q_mgr_name())
            .finish_non_exhaustive()
    }
}

impl Connection {
    /// Takes a road into use under this handle, which nobody finds until it is listed (`handles::connect`).
    pub(crate) fn new(number: i32, road: Box<dyn Road>, sharing: Sharing) -> Arc<Self> {
        let connection = Arc::new(Self {
            number,
            sharing,
            thread: thread_number(),
            forks: forks(),
            q_mgr_name: Mutex::new(road.q_mgr_name()),
            channel: Mutex::new(road.channel()),
            made_again: AtomicBool::new(false),
            q_mgr_ccsid: QMgrCcsid::default(),
            connection_id: road.connection_id(),
            is_client: road.is_client(),
            canceller: road.canceller(),
            ended: AtomicBool::new(false),
            road: Mutex::new(Ok(road)),
            open: Mutex::default(),
            flow: Flow::default(),
            holder: AtomicU64::new(0),
            waiting: AtomicU32::new(0),
            lost: AtomicBool::new(false),
            made_by_switch: AtomicBool::new(false),
            unasked: AtomicBool::new(false),
        });
        connection.hear();
        connection
    }

    /// Has the event handler hear of what becomes of a connection that is made again.
    fn hear(self: &Arc<Self>) {
        let connection = Arc::downgrade(self);
        let hears: Hears = Box::new(move |what| {
            let connection = connection.upgrade()?;
            if what == Reconnection::Done {
                connection.made_again.store(true, Ordering::Relaxed);
                connection.q_mgr_ccsid.forget();
            }
            connection.flow.tell_reconnection(&connection, what)
        });
        if let Ok(road) = self.held().as_mut() {
            road.set_hears(hears);
        }
    }

    /// The code page of the queue manager, as far as it was asked for.
    pub(crate) fn q_mgr_ccsid(&self) -> &QMgrCcsid {
        &self.q_mgr_ccsid
    }

    /// Its handle.
    pub(crate) fn number(&self) -> i32 {
        self.number
    }

    /// The queue manager.
    pub(crate) fn q_mgr_name(&self) -> ObjectName {
        *self.end_name()
    }

    fn end_name(&self) -> MutexGuard<'_, ObjectName> {
        self.q_mgr_name
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// The 24 bytes that name it.
    pub(crate) fn connection_id(&self) -> [u8; 24] {
        self.connection_id
    }

    /// The channel it was made by, if by any.
    pub(crate) fn channel(&self) -> Option<ClientChannel> {
        self.end_channel().clone()
    }

    fn end_channel(&self) -> MutexGuard<'_, Option<ClientChannel>> {
        self.channel.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// True for one of a client.
    pub(crate) fn is_client(&self) -> bool {
        self.is_client
    }

    /// What ends a wait of the dispatcher, if anything does.
    pub(crate) fn canceller(&self) -> Option<&Canceller> {
        self.canceller.as_ref()
    }

    pub(crate) fn is_for_its_thread_only(&self) -> bool {
        self.sharing == Sharing::None
    }

    pub(crate) fn has_ended(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }

    /// True once a call was answered that the queue manager is gone: the program may connect again, with or without `MQDISC`. Source: `MQRC_CONNECTION_BROKEN`.
    pub(crate) fn is_lost(&self) -> bool {
        self.lost.load(Ordering::Relaxed)
    }

    /// Takes note that it was made for a transaction manager.
    pub(crate) fn note_made_by_switch(&self) {
        self.made_by_switch.store(true, Ordering::Relaxed);
        self.unasked.store(true, Ordering::Relaxed);
    }

    pub(crate) fn was_made_by_switch(&self) -> bool {
        self.made_by_switch.load(Ordering::Relaxed)
    }

    /// True once, where it was made for a transaction manager: then the program connects, and is not told that it has before.
    pub(crate) fn is_first_asked_for(&self) -> bool {
        self.unasked.swap(false, Ordering::Relaxed)
    }

    /// True until it ends, in the process that made it.
    pub(crate) fn is_usable(&self) -> bool {
        !self.has_ended() && self.forks == forks()
    }

    /// Whether the calling thread may use it.
    ///
    /// # Errors
    /// `MQRC_HCONN_ERROR`.
    pub(crate) fn check_caller(&self) -> Result<(), Reason> {
        // Before all else: in the child of a fork nothing of it may be looked at that another thread had in hand.
        if !self.is_usable() {
            return Err(Reason::HCONN_ERROR);
        }
        let is_own = self.sharing != Sharing::None || self.thread == thread_number();
        if is_own || dispatches_for(self.number) {
            return Ok(());
        }
        Err(Reason::HCONN_ERROR)
    }

    /// Carries out one verb. What the answer says is durable is durable on return.
    ///
    /// # Errors
    /// The reason of the failed verb; `MQRC_CALL_IN_PROGRESS` when another thread's call is under way on a
    /// connection that does not wait, or when the event handler or a signal handler calls within a call of its thread;
    /// `MQRC_HCONN_ASYNC_ACTIVE` while consumption is started.
    pub(crate) fn call(&self, request: Request) -> Result<Reply, Reason> {
        let outcome = self.carry_out(self.lock_for_verb()?, request);
        if let Err(reason) = outcome {
            self.note_lost(reason);
            self.flow.tell_end(self, reason);
        }
        outcome
    }

    /// The same for the dispatcher, which waits for whoever has the connection just now.
    pub(crate) fn call_as_dispatcher(&self, request: Request) -> Result<Reply, Reason> {
        // Those that came before consumption was started go first, and find that it is.
        while self.waiting.load(Ordering::SeqCst) != 0 {
            std::thread::sleep(Duration::from_millis(1));
        }
        let outcome = self.carry_out(self.held(), request);
        if let Err(reason) = outcome {
            self.note_lost(reason);
        }
        outcome
    }

    fn note_lost(&self, reason: Reason) {
        // Quiescing is not among them: calls still work then.
        let is_gone = matches!(
            reason,
            Reason::CONNECTION_BROKEN | Reason::Q_MGR_STOPPING | Reason::CONNECTION_STOPPING
        );
        if is_gone || is_not_made_again(reason) {
            self.lost.store(true, Ordering::Relaxed);
        }
    }

    /// A verb that panics loses the road at once: half of a request may lie in it. That backs the unit of work out, and wakes whoever
    /// sleeps for answers on the same socket.
    fn carry_out(&self, mut held: HeldRoad<'_>, request: Request) -> Result<Reply, Reason> {
        let road = held.as_mut().map_err(|reason| *reason)?;
        let answer = catch_unwind(AssertUnwindSafe(|| road.call(request)));
        if answer.is_ok() && self.made_again.swap(false, Ordering::Relaxed) {
            *self.end_name() = road.q_mgr_name();
            *self.end_channel() = road.channel();
        }
        match answer {
            Ok(Reply::Failed(reason)) => Err(reason),
            Ok(answer) => Ok(answer),
            Err(panic) => {
                let lost = std::mem::replace(&mut *held, Err(Reason::CONNECTION_BROKEN));
                drop(held);
                drop(lost);
                resume_unwind(panic)
            }
        }
    }

    /// As [`Self::call`], for verbs that return nothing but a reason.
    pub(crate) fn simple(&self, request: Request) -> Result<Reason, Reason> {
        match self.call(request)? {
            Reply::Done(reason) => Ok(reason),
            _ => Err(Reason::UNEXPECTED_ERROR),
        }
    }

    /// Whether some thread's call waits for that of another.
    #[cfg(test)]
    pub(crate) fn is_waited_for(&self) -> bool {
        self.waiting.load(Ordering::SeqCst) != 0
    }

    /// Who consumes.
    pub(crate) fn flow(&self) -> &Flow {
        &self.flow
    }

    /// Takes note of an object that is open now.
    pub(crate) fn opened(&self, hobj: i32, options: i32) {
        self.open_objects().insert(hobj, options);
    }

    /// Takes note of one that is not any more. Whoever consumed from it does not any more.
    pub(crate) fn closed(&self, hobj: i32) {
        self.open_objects().remove(&hobj);
        // That nobody did is the usual case.
        let _ = self.flow.deregister(self, Some(hobj));
    }

    /// The options an object is open with.
    pub(crate) fn open_options(&self, hobj: i32) -> Option<i32> {
        self.open_objects().get(&hobj).copied()
    }

    fn open_objects(&self) -> MutexGuard<'_, HashMap<i32, i32>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends it for the program: verbs answer `MQRC_HCONN_ERROR` from now on, and callbacks have returned. What is left is its road, over which
    /// the queue manager is told.
    ///
    /// # Errors
    /// `MQRC_CALL_IN_PROGRESS`: nothing has happened. One of its callbacks is the caller, or what [`Self::call`] says.
    pub(crate) fn end(&self) -> Result<Result<Box<dyn Road>, Reason>, Reason> {
        self.check_not_within_call()?;
        // Source: MQ_CB_FUNCTION: callbacks may disconnect, but for their own connection.
        if dispatches_for(self.number) {
            return Err(Reason::CALL_IN_PROGRESS);
        }
        if !self.flow.is_active() {
            drop(self.lock()?);
        }
        self.flow.stop(self);
        let mut held = self.lock()?;
        let road = std::mem::replace(&mut *held, Err(Reason::HCONN_ERROR));
        self.ended.store(true, Ordering::Relaxed);
        Ok(road)
    }

    /// Ends it as the death of the program would: what is uncommitted is backed out. Does not wait for callbacks,
    /// which may wait for the thread that ends. A call that is under way for longer ends it when it is over, and so does one of this thread,
    /// which a handler may end that interrupted it.
    pub(crate) fn abandon(self: &Arc<Self>) {
        self.ended.store(true, Ordering::Relaxed);
        if self.forks != forks() {
            // The child of a fork has no connection of its own to end, and whoever held its lock is not there.
            std::mem::forget(Arc::clone(self));
            return;
        }
        self.flow.abandon();
        for _ in 0..ABANDON_MS {
            if self.check_not_within_call().is_err() || self.try_held().is_some() {
                return;
            }
            self.flow.cancel_wait(self);
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    fn held(&self) -> HeldRoad<'_> {
        match self.road.lock() {
            Ok(road) => self.hold(road),
            Err(poisoned) => self.without_road(self.hold(poisoned.into_inner())),
        }
    }

    fn hold<'a>(&'a self, road: MutexGuard<'a, Result<Box<dyn Road>, Reason>>) -> HeldRoad<'a> {
        self.holder.store(thread_number(), Ordering::Relaxed);
        HeldRoad {
            road,
            connection: self,
        }
    }

    /// The same; `None` while another thread has it.
    fn try_held(&self) -> Option<HeldRoad<'_>> {
        match self.road.try_lock() {
            Ok(road) => Some(self.hold(road)),
            Err(TryLockError::Poisoned(poisoned)) => {
                Some(self.without_road(self.hold(poisoned.into_inner())))
            }
            Err(TryLockError::WouldBlock) => None,
        }
    }

    /// A thread panicked with the road in hand: half of a request may lie in it, and what is read next may be the rest of an
    /// answer. It is dropped, which backs the unit of work out; verbs answer `MQRC_CONNECTION_BROKEN` from now on.
    fn without_road<'a>(&'a self, mut held: HeldRoad<'a>) -> HeldRoad<'a> {
        self.road.clear_poison();
        if held.is_ok() {
            *held = Err(Reason::CONNECTION_BROKEN);
        }
        held
    }

    /// The dispatcher panicked: it may have lost a message it got, so nothing goes on as if it had not.
    pub(crate) fn give_up(&self) {
        drop(self.without_road(self.held()));
    }

    /// A handler that interrupts a call of its thread finds the road in hand. Source: usage notes of signal handling in the C language,
    /// `MQRC_CALL_IN_PROGRESS`.
    fn check_not_within_call(&self) -> Result<(), Reason> {
        if self.holder.load(Ordering::Relaxed) == thread_number() {
            return Err(Reason::CALL_IN_PROGRESS);
        }
        Ok(())
    }

    fn lock(&self) -> Result<HeldRoad<'_>, Reason> {
        self.check_not_within_call()?;
        if self.sharing != Sharing::NoBlock {
            return Ok(self.held());
        }
        self.try_held().ok_or(Reason::CALL_IN_PROGRESS)
    }

    /// The road for a verb, unless consumption is started, now or while it waits for the road: the dispatcher may have it for ever.
    fn lock_for_verb(&self) -> Result<HeldRoad<'_>, Reason> {
        self.check_not_within_call()?;
        self.flow.check_caller(self)?;
        if let Some(held) = self.try_held() {
            return self.flow.check_caller(self).map(|()| held);
        }
        if self.sharing == Sharing::NoBlock {
            return Err(Reason::CALL_IN_PROGRESS);
        }
        // Whoever starts has said so before the dispatcher looks at who waits.
        self.waiting.fetch_add(1, Ordering::SeqCst);
        let held = self.flow.check_caller(self).map(|()| self.held());
        self.waiting.fetch_sub(1, Ordering::SeqCst);
        let held = held?;
        self.flow.check_caller(self).map(|()| held)
    }
}

#[cfg(test)]
#[path = "connection_tests.rs"]
mod tests;
