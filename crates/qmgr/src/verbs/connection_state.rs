//! What others may know of a connection and do to it.

use crate::core::Core;
use crate::core::figures::Tally;
use crate::core::latch::Latch;
use crate::lock_order;
use crate::store::Store;
use crate::uow::branch::branches::Branch;
use crate::uow::participant::Vote;
use crate::uow::unit::UnitOfWork;
use ferromq_base::lock::{Mutex, MutexGuard};
use ferromq_log::Lsn;
use ferromq_mqi::Reason;
use ferromq_mqi::generated::constants::{MQAT_BROKER, MQAT_QMGR};
use ferromq_mqi::name::FixedText;
use ferromq_mqi::options::{ConnectOptions, Mobility, Origin, Road};
use ferromq_mqi::xa::XaCode;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering};
use std::task::Waker;

/// What others may know of a connection and do to it.
#[derive(Debug)]
pub struct ConnectionState {
    pub(crate) number: u64,
    pub(crate) id: [u8; 24],
    pub(crate) origin: Origin,
    pub(crate) appl_name: FixedText<28>,
    pub(crate) options: i32,
    pub(crate) mobility: Mobility,
    pub(crate) connected_us: u64,
    /// Unit of work in progress: its number, 0 for none; when it began; whether it is logged.
    pub(crate) uow: AtomicU64,
    pub(crate) uow_started_us: AtomicU64,
    pub(crate) uow_logged: AtomicBool,
    pub(crate) open_handles: Mutex<BTreeMap<i32, OpenHandle>, lock_order::OpenHandles>,
    /// The transaction branch it works in, as displays show it.
    branch: Mutex<Option<Arc<Branch>>, lock_order::ConnectionBranch>,
    stopped: AtomicBool,
    /// The unit of work in progress. Here rather than in the connection so that the log's
    /// housekeeping can back it out when it holds the log for too long.
    work: Mutex<Option<UnitOfWork>, lock_order::ConnectionWork>,
    /// It did: the application is told at its next verb.
    rolled_back: AtomicBool,
    waiting: Mutex<Option<Waker>, lock_order::ConnectionWaiting>,
    /// Reason the wait under way is to end with; 0 for none.
    cancelled: AtomicI32,
    /// Somebody has raised the interrupt: the next wait for messages of several queues ends at once.
    is_raised: AtomicBool,
    /// What it called.
    pub(crate) tally: Tally,
}

/// Wakes a connection while it waits for messages of several queues, and has its next such wait end at once if it does not.
#[derive(Clone, Debug)]
pub struct WaitInterrupt(Arc<ConnectionState>);

impl WaitInterrupt {
    pub(crate) fn of(state: Arc<ConnectionState>) -> Self {
        Self(state)
    }

    /// Raises it. Cheap while it was raised before and no wait has ended by it since.
    pub fn raise(&self) {
        if !self.0.is_raised.swap(true, Ordering::AcqRel) {
            self.0.interrupt();
        }
    }
}

/// An open handle as displays show it.
#[derive(Clone, Debug)]
pub struct OpenHandle {
    /// Name as opened.
    pub object_name: ferromq_mqi::ObjectName,
    /// Name of the local queue behind it; blank when there is none.
    pub queue_name: ferromq_mqi::ObjectName,
    /// `MQOT_*`.
    pub object_type: i32,
    /// `MQOO_*`.
    pub options: i32,
}

/// A unit of work that is to be committed.
pub(crate) enum Taken {
    Ready(UnitOfWork),
    /// It is to be backed out instead.
    Refused(UnitOfWork, XaCode),
    /// It is to be asked again when this opens.
    Waits(Latch),
}

impl ConnectionState {
    /// That of a connection made now.
    pub(super) fn new(
        core: &Core,
        origin: Origin,
        appl_name: FixedText<28>,
        options: &ConnectOptions,
    ) -> Self {
        Self {
            number: core.identifiers.number(),
            id: core.identifiers.connection_id(),
            origin,
            appl_name,
            options: options.options,
            mobility: options.mobility,
            connected_us: core.clock.wall_us(),
            uow: AtomicU64::new(0),
            uow_started_us: AtomicU64::new(0),
            uow_logged: AtomicBool::new(false),
            open_handles: Mutex::default(),
            branch: Mutex::default(),
            stopped: AtomicBool::new(false),
            work: Mutex::default(),
            rolled_back: AtomicBool::new(false),
            waiting: Mutex::default(),
            cancelled: AtomicI32::new(0),
            is_raised: AtomicBool::new(false),
            tally: Tally::default(),
        }
    }

    /// True for what the queue manager runs itself.
    pub(crate) fn is_own(&self) -> bool {
        let own = [MQAT_QMGR, MQAT_BROKER];
        self.origin.road == Road::Embedded && own.contains(&self.origin.appl_type)
    }

    /// Wakes the verb that waits, if one does.
    pub(crate) fn interrupt(&self) {
        let waker = self.waiting.lock().take();
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    /// Breaks the connection: this and every later verb answers `MQRC_CONNECTION_BROKEN`.
    pub(crate) fn stop(&self) {
        self.stopped.store(true, Ordering::Release);
        self.interrupt();
    }

    /// Ends the wait for a message that is under way, if one is, with this reason.
    pub(crate) fn cancel_wait(&self, reason: Reason) {
        self.cancelled.store(reason.0, Ordering::Release);
        self.interrupt();
    }

    pub(crate) fn take_cancelled(&self) -> Option<Reason> {
        if self.cancelled.load(Ordering::Acquire) == 0 {
            return None;
        }
        Some(Reason(self.cancelled.swap(0, Ordering::AcqRel))).filter(|reason| reason.0 != 0)
    }

    /// Whether the interrupt was raised; it is not any more then.
    pub(crate) fn take_interrupt(&self) -> bool {
        self.is_interrupted() && self.is_raised.swap(false, Ordering::AcqRel)
    }

    pub(crate) fn is_interrupted(&self) -> bool {
        self.is_raised.load(Ordering::Acquire)
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Acquire) != 0
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Acquire)
    }

    /// The transaction branch it works in.
    pub(crate) fn branch(&self) -> Option<Arc<Branch>> {
        self.branch.lock().clone()
    }

    pub(crate) fn show_branch(&self, branch: Option<Arc<Branch>>) {
        *self.branch.lock() = branch;
    }

    /// The unit of work of its own in progress, locked.
    pub(crate) fn work(&self) -> MutexGuard<'_, Option<UnitOfWork>> {
        self.work.lock()
    }

    /// Where the unit of work holds the log, if it does.
    pub(crate) fn pinned_at(&self, core: &Core) -> Option<Lsn> {
        let work = self.work();
        work.as_ref()?
            .pin
            .as_ref()
            .map(|pin| core.pins.position(pin))
    }

    /// Backs the unit of work out from outside; the application hears of it at its next verb.
    ///
    /// A verb may be under way. It finds the unit of work as it was, or gone with the mark that
    /// it was backed out, for the lock is held meanwhile: see `take_work` and `admit`.
    pub(crate) fn roll_back(&self, store: &Store) -> bool {
        let mut held = self.work();
        let Some(work) = held.take() else {
            return false;
        };
        let hardened = work.back_out(store).hardened;
        self.tell_rolled_back();
        drop(held);
        if let Some(end) = hardened {
            store.log.request_force(end);
        }
        true
    }

    /// Takes the unit of work to commit it, if its participants are ready or one refuses. One of which some wait stays where it is.
    ///
    /// # Errors
    /// `MQRC_BACKED_OUT` when it was backed out from outside after the verb had begun.
    pub(crate) fn take_work(&self) -> Result<Option<Taken>, Reason> {
        let mut held = self.work();
        if self.take_rolled_back() {
            return Err(Reason::BACKED_OUT);
        }
        let Some(work) = held.as_mut() else {
            return Ok(None);
        };
        Ok(match work.prepare() {
            Vote::Ready => held.take().map(Taken::Ready),
            Vote::Refused(code) => held.take().map(|work| Taken::Refused(work, code)),
            Vote::Waits(latch) => Some(Taken::Waits(latch)),
        })
    }

    /// Whether the unit of work was backed out from outside; asked once.
    pub(super) fn take_rolled_back(&self) -> bool {
        self.rolled_back.swap(false, Ordering::AcqRel)
    }

    /// The application has heard of it in another way.
    pub(crate) fn forget_rolled_back(&self) {
        self.rolled_back.store(false, Ordering::Release);
    }

    /// The next verb answers `MQRC_BACKED_OUT`.
    pub(crate) fn tell_rolled_back(&self) {
        self.rolled_back.store(true, Ordering::Release);
    }

    pub(crate) fn await_interrupt(&self, waker: &Waker) {
        *self.waiting.lock() = Some(waker.clone());
    }
}
