//! How a verb went on, and what a pending one waits for.

use crate::core::latch::Latch;
use crate::objects::asked::AskedName;
use crate::store::Store;
use crate::store::asked_places::AskedPlaces;
use crate::store::long_put::LongPut;
use crate::store::room::{Need, Ticket};
use crate::verbs::waiting_get::WaitingGet;
use ferromq_log::Lsn;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::xa::Xid;
use std::sync::Arc;

/// What a pending verb waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitingFor {
    /// The log, to be durable up to here. The edge may call `Log::wait_durable`. If it is, the waker is woken when the verb is to be
    /// polled again: an answer may be held back because the log fills up, or until what follows from the verb is done.
    Log(Lsn),
    /// A message, until this monotonic time (nanoseconds); `None` is for ever.
    Message {
        /// When the wait ends.
        deadline_ns: Option<u64>,
    },
    /// A worker, which reads what rests on disk, looks through a queue, or copies a long body that is put. The waker is woken when the verb is to be polled again.
    /// Verbs of connections that use workers alone wait for one ([`crate::Connection::use_workers`]). Or the engine that keeps the messages of a queue,
    /// which was asked for one and answers later.
    Worker,
    /// Room in the log, or an engine that keeps messages itself. The waker is woken when the verb is to be polled again; there is nothing the edge can do for it.
    Room,
    /// Others that take part in the unit of work that is to be committed. As with `Room`.
    Participants,
}

/// How a verb went on.
pub(crate) enum Step {
    /// It is answered.
    Done(Reply),
    /// The answer stands once the log is durable.
    Forced(Lsn, Latch, Reply),
    /// It waits for a message, or for a worker.
    Waits(Box<WaitingGet>),
    /// It waits for a message of one of several gets.
    WaitsForAny(Vec<WaitingGet>),
    /// It waits for something before it can begin, and is begun anew then; nothing of it is done yet: see [`Again`].
    WaitsToBegin(Latch, Box<Again>),
    /// A commit that waits for participants of the unit of work; nothing of it is done yet.
    WaitsForOthers(Latch, Box<Later>),
}

/// What is begun anew when participants of a unit of work are to be asked again.
pub(crate) enum Later {
    Verb(Box<Request>),
    /// [`crate::Connection::promise`] under this name.
    Promise(Xid),
}

/// What a verb that was begun waits for: the steps of [`Step`] that are not `Done`, under way.
pub(crate) enum Pending {
    /// A force.
    Forced(Lsn, Latch, Reply),
    /// A message, or a worker.
    Message(Box<WaitingGet>),
    /// A message of one of several gets.
    Any(Vec<WaitingGet>),
    /// What it needs before it can begin.
    ToBegin(Latch, Box<Again>),
    /// Participants of the unit of work.
    Others(Latch, Box<Later>),
}

/// A verb that cannot begin yet: for room in the log, the disk, a worker, or what the system or a cluster says ([`WaitsFor`]). It is begun anew then.
pub(crate) struct Again {
    pub(super) request: Request,
    /// What there has to be room for, if it may wait for that.
    pub(super) need: Option<Need>,
    pub(super) ticket: Option<Ticket>,
    pub(super) waits: u32,
    /// Its body, if it is long.
    pub(super) long: Option<Arc<LongPut>>,
    /// Names clusters were asked for.
    pub(super) asked: Vec<AskedName>,
    /// Places engines were asked for.
    pub(super) places: Option<Arc<AskedPlaces>>,
    waits_for: WaitsFor,
}

/// What a verb that is begun anew waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum WaitsFor {
    /// A checkpoint, or another job.
    Job,
    /// The disk, to take what was appended.
    Disk,
    /// What the system says of a user.
    Lookup,
    /// What members of a cluster say of a name.
    Cluster,
    /// Copies of bodies.
    Worker,
}

impl Again {
    /// `serves_others`: see [`LongPut::of`].
    pub(super) fn of(
        store: &Arc<Store>,
        request: &Request,
        need: Option<Need>,
        serves_others: bool,
    ) -> Box<Self> {
        Box::new(Self {
            request: request.clone(),
            need,
            ticket: None,
            waits: 0,
            long: LongPut::of(store, request, serves_others),
            asked: Vec::new(),
            places: store.asks_elsewhere().then(AskedPlaces::new),
            waits_for: WaitsFor::Job,
        })
    }

    pub(super) fn behind(mut self: Box<Self>, latch: Latch, ticket: Ticket) -> Step {
        if let Some(long) = &self.long {
            long.give_up_copies();
        }
        self.waits += 1;
        self.ticket = Some(ticket);
        self.waits_for = WaitsFor::Job;
        Step::WaitsToBegin(latch, self)
    }

    pub(super) fn behind_disk(mut self: Box<Self>, latch: Latch) -> Step {
        self.waits_for = WaitsFor::Disk;
        Step::WaitsToBegin(latch, self)
    }

    /// A background job does something for it.
    pub(super) fn behind_job(mut self: Box<Self>, latch: Latch) -> Step {
        self.waits_for = WaitsFor::Job;
        Step::WaitsToBegin(latch, self)
    }

    /// A worker copies bodies for it.
    pub(super) fn behind_worker(mut self: Box<Self>, latch: Latch) -> Step {
        self.waits_for = WaitsFor::Worker;
        Step::WaitsToBegin(latch, self)
    }

    /// The system is asked for a user.
    pub(super) fn behind_lookup(mut self: Box<Self>, latch: Latch) -> Step {
        self.waits_for = WaitsFor::Lookup;
        Step::WaitsToBegin(latch, self)
    }

    /// Members of a cluster are asked for a name.
    pub(super) fn behind_cluster(mut self: Box<Self>, latch: Latch) -> Step {
        self.waits_for = WaitsFor::Cluster;
        Step::WaitsToBegin(latch, self)
    }

    pub(super) fn behind_extent(mut self: Box<Self>, latch: Latch) -> Step {
        self.waits += 1;
        self.waits_for = WaitsFor::Job;
        Step::WaitsToBegin(latch, self)
    }

    /// It goes on when the log has been forced.
    pub(super) fn waits_for_disk(&self) -> bool {
        self.waits_for == WaitsFor::Disk
    }

    pub(super) fn waits_for_worker(&self) -> bool {
        self.waits_for == WaitsFor::Worker
    }

    pub(super) fn waits_for_cluster(&self) -> bool {
        self.waits_for == WaitsFor::Cluster
    }

    pub(super) fn waits_for_lookup(&self) -> bool {
        self.waits_for == WaitsFor::Lookup
    }
}

/// Of the verb under way.
#[derive(Default)]
pub(crate) enum Refused {
    /// It may not wait for room.
    #[default]
    Final,
    /// It may, for that much.
    MayWait(Need, Option<Ticket>),
    /// It does.
    Waits(Latch, Ticket),
    /// It waits until its body is staged.
    Stages(Latch),
    /// It waits until the log has an extent more.
    Extends(Latch),
    /// It waits until a worker has copied bodies.
    Copies(Latch),
    /// It waits until engines have answered that keep messages themselves.
    Asks(Latch),
}
