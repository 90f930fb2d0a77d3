//! What agents of channels need of the process, wherever they run, and what the channel initiator is told.

use crate::lock_order;
use crate::tcp::last_errors::LastErrors;
use crate::tcp::made_senders::MadeSenders;
use crate::tcp::plan::{Attempt, Plan};
use crate::tcp::reaching::{Reached, Unreached};
use ferromq_base::lock::{Mutex, MutexGuard};
use ferromq_base::poll;
use ferromq_channel::{End, Ended, MessageChannelStatus, Ping};
use ferromq_mqi::Reason;
use ferromq_mqi::name::FixedText;
use ferromq_mqi::options::Origin;
use ferromq_qmgr::AskedUser;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::task::Waker;

/// What the initiator is told.
pub(crate) enum Order {
    /// The plan has changed.
    Look,
    /// Senders of clusters have come or gone, or much may have changed: all are looked at.
    LookAtAll,
    /// One channel is to be looked at.
    LookAt(String),
    /// Both ends of the channel have come to terms, over the connection of this attempt or one the other end has made.
    Running(String, Option<Attempt>),
    /// Its messages can travel.
    Started(String, Option<Attempt>),
    /// It has ended.
    Ended(Box<EndedChannel>),
    /// Whoever a sender of a cluster leads to has been found, and so what stands for the insert in its name: the whole name.
    Completed(FixedText<20>, FixedText<20>),
    /// It was stopped.
    Stopped(String),
    /// It is not stopped any more, and its partner calls it.
    Lifted(String),
    /// It is to be tried whether it could run.
    Ping(String, Ping),
    /// Trigger messages are to be got from this queue, too.
    Watch(String),
    /// A message has come for this sender of a cluster, or something has happened to its queue.
    Arrived(String),
    /// A receiver is to be made.
    Make(Making),
    /// A connection was made that was asked for, or could not be.
    Dialed(Box<Dial>, Result<Reached, Unreached>),
    End,
}

/// A channel that has ended, or did not come so far that an agent ran.
pub(crate) struct EndedChannel {
    pub(crate) channel: String,
    /// What its connection was made for; `None` where the other end has made it.
    pub(crate) attempt: Option<Attempt>,
    pub(crate) how: Ended,
    /// What an agent knows of it.
    pub(crate) instance: Option<(Arc<MessageChannelStatus>, End)>,
}

/// A receiver that is to be made for a partner who has called it.
pub(crate) struct Making {
    /// The channel.
    pub(crate) channel: String,
    /// The queue manager that has called, as people are told.
    pub(crate) partner: String,
    /// Its name.
    pub(crate) q_mgr: String,
    pub(crate) address: String,
    /// `SEQWRAP`, which has to be the partner's.
    pub(crate) wrap: u32,
    /// Woken when it is made, or cannot be.
    pub(crate) waker: Waker,
}

/// What a connection is made for.
#[derive(Clone, Debug)]
pub(crate) struct Dial {
    pub(crate) channel: String,
    /// `CONNAME`
    pub(crate) addresses: String,
    /// `LOCLADDR`
    pub(crate) from: String,
    /// What it is made for; `None` for a ping.
    pub(crate) attempt: Option<Attempt>,
    /// The channel is only to be tried.
    pub(crate) ping: Option<Ping>,
}

/// What the initiator shares with everybody who has something for it.
pub(crate) struct Board {
    orders: Mutex<Vec<Order>, lock_order::InitiatorOrders>,
    plan: Mutex<Plan, lock_order::ChannelPlan>,
    /// Senders of clusters that nobody has defined.
    made: MadeSenders,
    last_errors: LastErrors,
    /// Held by whoever brings what is kept of channels up to the plan.
    keeping: Mutex<(), lock_order::ChannelKeeping>,
    /// Connections that wait for trigger messages.
    waiting: Mutex<Vec<[u8; 24]>, lock_order::TriggerWaits>,
    /// Initiation queues from which trigger messages are got.
    initiators: AtomicUsize,
    /// A channel waits for another one to end.
    wants_place: AtomicBool,
    waker: poll::Waker,
}

impl Board {
    pub(crate) fn new(waker: poll::Waker) -> Self {
        Self {
            orders: Mutex::default(),
            plan: Mutex::default(),
            made: MadeSenders::default(),
            last_errors: LastErrors::default(),
            keeping: Mutex::default(),
            waiting: Mutex::default(),
            initiators: AtomicUsize::new(0),
            wants_place: AtomicBool::new(false),
            waker,
        }
    }

    /// Tells the initiator something and wakes it.
    pub(crate) fn send(&self, order: Order) {
        self.orders.lock().push(order);
        self.waker.wake();
    }

    /// What it was told.
    pub(crate) fn take(&self) -> Vec<Order> {
        std::mem::take(&mut *self.orders.lock())
    }

    /// A connection that waits for trigger messages; to be ended with the edge.
    pub(crate) fn note_waiting(&self, connection_id: [u8; 24]) {
        self.waiting.lock().push(connection_id);
    }

    /// It waits no more.
    pub(crate) fn forget_waiting(&self, connection_id: &[u8; 24]) {
        self.waiting.lock().retain(|id| id != connection_id);
    }

    /// Those that wait.
    pub(crate) fn take_waiting(&self) -> Vec<[u8; 24]> {
        std::mem::take(&mut *self.waiting.lock())
    }

    /// Trigger messages are got from one more initiation queue, or from one less.
    pub(crate) fn note_initiator(&self, runs: bool) {
        match runs {
            true => self.initiators.fetch_add(1, Ordering::Relaxed),
            false => self.initiators.fetch_sub(1, Ordering::Relaxed),
        };
        self.send(Order::LookAtAll);
    }

    /// The initiator is to be told when a channel has ended.
    pub(crate) fn want_place(&self) {
        self.wants_place.store(true, Ordering::Release);
    }

    /// A channel has ended.
    pub(crate) fn note_place(&self) {
        if self.wants_place.load(Ordering::Acquire)
            && self.wants_place.swap(false, Ordering::AcqRel)
        {
            self.send(Order::Look);
        }
    }

    /// `CHINIT`
    pub(crate) fn has_initiator(&self) -> bool {
        self.initiators.load(Ordering::Relaxed) > 0
    }

    pub(crate) fn plan(&self) -> MutexGuard<'_, Plan> {
        self.plan.lock()
    }

    /// Senders of clusters that nobody has defined.
    pub(crate) fn made(&self) -> &MadeSenders {
        &self.made
    }

    /// Why channels failed last.
    pub(crate) fn last_errors(&self) -> &LastErrors {
        &self.last_errors
    }

    pub(crate) fn keeping(&self) -> MutexGuard<'_, ()> {
        self.keeping.lock()
    }
}

/// What agents of channels need of the process, wherever they run.
pub(crate) struct Agents {
    /// The channel initiator.
    pub(crate) board: Arc<Board>,
    /// Whom connections of the queue manager's own act for, or why the system does not say.
    pub(crate) own: Result<(Origin, AskedUser), Reason>,
}
