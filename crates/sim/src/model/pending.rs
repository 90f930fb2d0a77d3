//! What waits for the log.

use super::{Attributes, BranchNumber, Ended, Key, QueueNumber, Retain, Subscription};
use ferromq_log::Lsn;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

/// A unit of work of the model: what it put and what it got.
#[derive(Clone, Debug, Default)]
pub(crate) struct Work {
    pub(crate) puts: Vec<(QueueNumber, Key)>,
    pub(crate) gets: Vec<(QueueNumber, Key)>,
    pub(crate) retains: Vec<Retain>,
    /// It has log records for certain.
    pub(crate) logged: bool,
    /// A persistent message was to be put in it, and was not, and nobody has been told.
    pub(crate) lacking: bool,
}

impl Work {
    /// It makes no difference how it ends.
    pub(crate) fn is_idle(&self) -> bool {
        self.puts.is_empty() && self.gets.is_empty() && self.retains.is_empty() && !self.lacking
    }
}

/// What becomes true when the log is durable up to a position.
#[derive(Clone, Debug)]
pub(crate) enum Effect {
    /// A unit of work, or one put or get outside any.
    Commit(Work),
    /// A backout count that a crash can no longer take back.
    Counted((QueueNumber, Key), u32),
    /// A queue's definition. The queue is in use already.
    Defined(QueueNumber),
    /// Attributes before and after.
    Altered(QueueNumber, Attributes, Attributes),
    /// A queue is gone, with all it held. It is kept aside, should it turn out that it is not.
    Deleted(QueueNumber),
    /// A subscription that lasts, by name, with the queue made for it. Both are in use already.
    Subscribed(String, QueueNumber),
    /// A subscription that lasts is gone, with the queue made for it and all that held. The subscription is here and the
    /// queue kept aside, should it turn out that they are not.
    Unsubscribed(String, Box<Subscription>, QueueNumber),
    /// All messages of a queue are gone.
    Cleared(QueueNumber),
    /// A branch is prepared.
    Prepared(BranchNumber),
    /// A prepared branch is committed, or was backed out: then what it held is in sight already.
    Ended(Box<Ended>),
    /// What an operator decided about a branch, whether it was committed, is not kept any more.
    Forgotten(BranchNumber, bool),
}

/// Raised by the log itself, right behind the completion of the verb in question.
#[derive(Clone, Debug, Default)]
pub(crate) struct Flag(Arc<AtomicU8>);

const DURABLE: u8 = 1;
const FAILED: u8 = 2;

impl Flag {
    /// A flag for an operation whose log failed before it could be registered.
    pub(crate) fn failed() -> Self {
        let flag = Self::default();
        flag.raise(false);
        flag
    }

    pub(crate) fn raise(&self, durable: bool) {
        self.0
            .store(if durable { DURABLE } else { FAILED }, Ordering::SeqCst);
    }

    pub(crate) fn is_durable(&self) -> bool {
        self.0.load(Ordering::SeqCst) == DURABLE
    }

    pub(crate) fn is_raised(&self) -> bool {
        self.0.load(Ordering::SeqCst) != 0
    }
}

/// An effect and the log position it waits for.
#[derive(Clone, Debug)]
pub(crate) struct Pending {
    pub(crate) end: Lsn,
    pub(crate) flag: Flag,
    pub(crate) effect: Effect,
}
