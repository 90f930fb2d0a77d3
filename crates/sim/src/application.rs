//! An application: a connection, what it has open, and what it waits for.

use crate::model::{BranchNumber, Key, QueueNumber, Work};
use ferromq_log::Lsn;
use ferromq_mqi::options::ObjectHandle;
use ferromq_qmgr::Connection;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Wake, Waker};

/// Remembers that somebody was woken.
#[derive(Debug, Default)]
pub(crate) struct Alarm(AtomicBool);

impl Alarm {
    /// Whether it rang since the last look.
    pub(crate) fn take(&self) -> bool {
        self.0.swap(false, Ordering::SeqCst)
    }

    pub(crate) fn rings(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

impl Wake for Alarm {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::SeqCst);
    }
}

/// A queue an application has open for everything but exclusive use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Handle {
    pub(crate) number: ObjectHandle,
    pub(crate) queue: QueueNumber,
    pub(crate) cursor: Option<Key>,
    /// This handle's open made a temporary queue, which goes with it.
    pub(crate) owns_temporary: bool,
    /// The handle of the subscription the queue was made for: both are closed together.
    pub(crate) subscription: Option<ObjectHandle>,
}

/// What a get looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    Any,
    MsgId([u8; 24]),
    CorrelId([u8; 24]),
    UnderCursor,
    BrowseFirst,
    BrowseNext,
}

impl Wanted {
    pub(crate) fn is_browse(self) -> bool {
        matches!(self, Self::BrowseFirst | Self::BrowseNext)
    }
}

/// Syncpoint options of a get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InWork {
    No,
    Yes,
    IfPersistent,
}

/// A get as the application asked for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GetSpec {
    pub(crate) handle: ObjectHandle,
    pub(crate) queue: QueueNumber,
    pub(crate) wanted: Wanted,
    pub(crate) in_work: InWork,
    pub(crate) buffer_len: u32,
    pub(crate) accept_truncated: bool,
    /// Monotonic time the wait ends; `None` without a wait.
    pub(crate) deadline_ns: Option<u64>,
}

/// What the answer of a verb that waits for the log will be.
#[derive(Clone, Debug)]
pub(crate) enum Expected {
    Put,
    Commit,
    BackOut,
    Disconnect,
    /// A commit that lacks a put: it was backed out. The last one is that of the disconnect.
    Lacking {
        last: bool,
    },
    /// A subscription, by name.
    Subscribed(String),
    Closed,
    /// A branch is prepared.
    Prepared,
    /// It is not, but backed out.
    RolledBack,
    Got(GetSpec, Box<crate::model::Message>),
}

/// What became of the puts an application did not wait for, since it last asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Unheard {
    pub(crate) done: i32,
    pub(crate) failed: i32,
}

/// What an application's verb waits for.
#[derive(Clone, Debug)]
pub(crate) enum Waiting {
    Log(Lsn, Expected),
    Message(GetSpec),
}

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct Application {
    pub(crate) connection: Option<Connection>,
    pub(crate) handles: Vec<Handle>,
    pub(crate) work: Work,
    pub(crate) unheard: Unheard,
    pub(crate) waiting: Option<Waiting>,
    /// Where the log ended behind its last persistent put that it did not wait for.
    pub(crate) unforced: Option<Lsn>,
    /// The log's housekeeping backed its unit of work out; it will be told.
    pub(crate) rolled_back: bool,
    /// It called `xa_open`.
    pub(crate) opened: bool,
    /// The branch its unit of work is.
    pub(crate) branch: Option<BranchNumber>,
    /// That branch was backed out by others; its end will say so.
    pub(crate) doomed: bool,
    /// An operator stopped it; it will be told.
    pub(crate) stopped: bool,
    pub(crate) alarm: Arc<Alarm>,
}

impl Application {
    pub(crate) fn waker(&self) -> Waker {
        Waker::from(Arc::clone(&self.alarm))
    }

    pub(crate) fn handle_mut(&mut self, number: ObjectHandle) -> Option<&mut Handle> {
        self.handles
            .iter_mut()
            .find(|handle| handle.number == number)
    }
}
