//! A connection and the rules of who may use it when.

use crate::consume::Flow;
use crate::road::{Canceller, Road};
use ferromq_client::Hears;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::generated::constants::{MQCNO_HANDLE_SHARE_BLOCK, MQCNO_HANDLE_SHARE_NO_BLOCK};
use ferromq_mqi::{ObjectName, Reason};
use std::cell::Cell;
use std::collections::HashMap;
use std::fmt;
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
type HeldRoad<'a> = MutexGuard<'a, Result<Box<dyn Road>, Reason>>;

/// A connection of the program.
pub struct Connection {
    number: i32,
    sharing: Sharing,
    /// The thread that made it.
    thread: u64,
    /// Forks that had been when it was made.
    forks: u32,
    q_mgr_name: ObjectName,
    connection_id: [u8; 24],
    is_client: bool,
    canceller: Option<Canceller>,
    ended: AtomicBool,
    /// What verbs take, or why there is nothing any more.
    road: Mutex<Result<Box<dyn Road>, Reason>>,
    /// Open objects and their open options.
    open: Mutex<HashMap<i32, i32>>,
    flow: Flow,
    /// The thread that tells the event handler of a connection that is made again, within a call: 0 for none.
    telling: AtomicU64,
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connection")
            .field("number", &self.number)
            .field("q_mgr_name", &self.q_mgr_name)
            .finish_non_exhaustive()
    }
}

/// This thread tells the event handler, until it has or has panicked.
struct Telling<'a>(&'a AtomicU64);

impl<'a> Telling<'a> {
    fn begin(telling: &'a AtomicU64) -> Self {
        telling.store(thread_number(), Ordering::Relaxed);
        Self(telling)
    }
}

impl Drop for Telling<'_> {
    fn drop(&mut self) {
        self.0.store(0, Ordering::Relaxed);
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
            q_mgr_name: road.q_mgr_name(),
            connection_id: road.connection_id(),
            is_client: road.is_client(),
            canceller: road.canceller(),
            ended: AtomicBool::new(false),
            road: Mutex::new(Ok(road)),
            open: Mutex::default(),
            flow: Flow::default(),
            telling: AtomicU64::new(0),
        });
        connection.hear();
        connection
    }

    /// Has the event handler hear of what becomes of a connection that is made again.
    fn hear(self: &Arc<Self>) {
        let connection = Arc::downgrade(self);
        let hears: Hears = Box::new(move |what| {
            let connection = connection.upgrade()?;
            let _telling = Telling::begin(&connection.telling);
            connection.flow.tell_reconnection(&connection, what)
        });
        if let Ok(road) = self.held().as_mut() {
            road.set_hears(hears);
        }
    }

    /// Its handle.
    pub(crate) fn number(&self) -> i32 {
        self.number
    }

    /// The queue manager.
    pub(crate) fn q_mgr_name(&self) -> ObjectName {
        self.q_mgr_name
    }

    /// The 24 bytes that name it.
    pub(crate) fn connection_id(&self) -> [u8; 24] {
        self.connection_id
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

    /// True until it ends, in the process that made it.
    pub(crate) fn is_usable(&self) -> bool {
        !self.has_ended() && self.forks == forks()
    }

    /// Whether the calling thread may use it.
    ///
    /// # Errors
    /// `MQRC_HCONN_ERROR`.
    pub(crate) fn check_caller(&self) -> Result<(), Reason> {
        let foreign = self.sharing == Sharing::None
            && self.thread != thread_number()
            && !self.flow.is_dispatcher();
        if foreign || !self.is_usable() {
            return Err(Reason::HCONN_ERROR);
        }
        Ok(())
    }

    /// Carries out one verb. What the answer says is durable is durable on return.
    ///
    /// # Errors
    /// The reason of the failed verb; `MQRC_CALL_IN_PROGRESS` when another thread's call is under way on a
    /// connection that does not wait, or when the event handler calls within a call; `MQRC_HCONN_ASYNC_ACTIVE` while
    /// consumption is started.
    pub(crate) fn call(&self, request: Request) -> Result<Reply, Reason> {
        self.flow.check_caller()?;
        let outcome = Self::carry_out(self.lock()?, request);
        if let Err(reason) = outcome {
            self.flow.tell_end(self, reason);
        }
        outcome
    }

    /// The same for the dispatcher, which waits for whoever has the connection just now.
    pub(crate) fn call_as_dispatcher(&self, request: Request) -> Result<Reply, Reason> {
        Self::carry_out(self.held(), request)
    }

    /// A verb that panics loses the road at once: half of a request may lie in it. That backs the unit of work out, and wakes whoever
    /// sleeps for answers on the same socket.
    fn carry_out(mut held: HeldRoad<'_>, request: Request) -> Result<Reply, Reason> {
        let road = held.as_mut().map_err(|reason| *reason)?;
        match catch_unwind(AssertUnwindSafe(|| road.call(request))) {
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
    /// `MQRC_CALL_IN_PROGRESS`: nothing has happened.
    pub(crate) fn end(&self) -> Result<Result<Box<dyn Road>, Reason>, Reason> {
        self.check_not_telling()?;
        self.flow.stop(self);
        let mut held = self.lock()?;
        let road = std::mem::replace(&mut *held, Err(Reason::HCONN_ERROR));
        self.ended.store(true, Ordering::Relaxed);
        Ok(road)
    }

    /// Ends it as the death of the program would: what is uncommitted is backed out. Does not wait for callbacks,
    /// which may wait for the thread that ends.
    pub(crate) fn abandon(self: &Arc<Self>) {
        self.ended.store(true, Ordering::Relaxed);
        if self.forks != forks() {
            // The child of a fork has no connection of its own to end, and whoever held its lock is not there.
            std::mem::forget(Arc::clone(self));
            return;
        }
        let road = loop {
            match self.try_held() {
                Some(mut held) => break std::mem::replace(&mut *held, Err(Reason::HCONN_ERROR)),
                None => {
                    self.flow.cancel_wait(self);
                    std::thread::sleep(Duration::from_millis(1));
                }
            }
        };
        drop(road);
    }

    fn held(&self) -> HeldRoad<'_> {
        let held = self.road.lock();
        held.unwrap_or_else(|poisoned| self.without_road(poisoned.into_inner()))
    }

    /// The same; `None` while another thread has it.
    fn try_held(&self) -> Option<HeldRoad<'_>> {
        match self.road.try_lock() {
            Ok(held) => Some(held),
            Err(TryLockError::Poisoned(poisoned)) => Some(self.without_road(poisoned.into_inner())),
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

    /// The event handler is called with the road in hand.
    fn check_not_telling(&self) -> Result<(), Reason> {
        let telling = self.telling.load(Ordering::Relaxed);
        if telling != 0 && telling == thread_number() {
            return Err(Reason::CALL_IN_PROGRESS);
        }
        Ok(())
    }

    fn lock(&self) -> Result<HeldRoad<'_>, Reason> {
        self.check_not_telling()?;
        if self.sharing != Sharing::NoBlock {
            return Ok(self.held());
        }
        self.try_held().ok_or(Reason::CALL_IN_PROGRESS)
    }
}

#[cfg(test)]
#[path = "connection_tests.rs"]
mod tests;
