//! A connection: what a program has of the queue manager, and what all verbs have of it. How they are called is in
//! [`crate::verbs::dispatch`].

use crate::core::RunState;
use crate::core::identity::{PutContext, PutStamp};
use crate::core::latch::Latch;
use crate::core::observation::Observed;
use crate::core::trace::Traced;
use crate::lock_order;
use crate::objects::authority::{AskedUser, Entity};
use crate::objects::remotes::SeenRemotes;
use crate::store::local_queue::LocalQueue;
use crate::uow::unit::UnitOfWork;
use crate::verbs::Engine;
use crate::verbs::accounting::{Accounting, AccountingSettings};
use crate::verbs::activity::Following;
use crate::verbs::authority::check_connect;
use crate::verbs::call::Call;
use crate::verbs::channel_partner::ChannelPartner;
use crate::verbs::connection_state::{ConnectionState, WaitInterrupt};
use crate::verbs::handle::{Handles, OWN_HANDLES_MAX};
use crate::verbs::list_put::ListUnderWay;
use crate::verbs::refusals::Refusals;
use crate::verbs::step::{Pending, Refused};
use crate::verbs::transactions::Transactions;
use ferromq_base::lock::{Mutex, MutexGuard};
use ferromq_log::Lsn;
use ferromq_mqi::Reason;
use ferromq_mqi::name::{FixedText, ObjectName};
use ferromq_mqi::options::{ConnectOptions, Origin, StatusReport};
use ferromq_mqi::xa::XaCode;
use ferromq_queue::Backlog;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// See the module.
pub struct Connection {
    pub(crate) engine: Arc<Engine>,
    pub(crate) state: Arc<ConnectionState>,
    pub(crate) context: PutContext,
    /// Whom it acts for, and as of which refresh of security.
    pub(crate) entity: AskedUser,
    /// The user of [`Connection::act_for`]; `None` where it is that of its origin.
    pub(super) acts_for: Option<FixedText<12>>,
    /// Opens when the system has said who that is.
    pub(super) becomes: Option<Latch>,
    /// Whom the verb under way acts for instead, if it is to act for somebody else and may.
    pub(crate) stands_in_for: Option<Arc<Entity>>,
    /// The queue manager what is put comes from, over a channel.
    pub(super) channel_partner: Option<Box<ChannelPartner>>,
    /// That is a channel of a cluster.
    pub(super) over_cluster_channel: bool,
    /// The put to a list that waits on the way.
    pub(super) list_under_way: Option<Box<ListUnderWay>>,
    pub(crate) handles: Handles,
    pub(crate) async_status: Arc<Mutex<StatusReport, lock_order::AsyncStatus>>,
    pub(crate) stamp: PutStamp,
    /// Of the last persistent put that was not waited for: where the log must be durable, and
    /// the latch that opens when its message is on the queue.
    pub(crate) unforced: Option<(Lsn, Latch)>,
    /// For the reply-to queues of what it puts.
    pub(crate) seen_remotes: SeenRemotes,
    /// The queue of the last put that was not waited for.
    pub(crate) unanswered: Option<Arc<LocalQueue>>,
    /// There was such a put since the edge asked.
    pub(crate) has_put_unanswered: bool,
    /// What it is to transaction managers.
    pub(crate) transactions: Transactions,
    pub(crate) pending: Option<Pending>,
    /// Whether the verb under way may wait before it begins, and for what it does.
    pub(super) refused: Refused,
    /// How many deferred actions were given before the verb under way went on; `None` when its answer does not wait for any.
    pub(crate) deferred_before: Option<u64>,
    /// See [`Connection::republish`].
    pub(crate) republished: Option<Republished>,
    /// The verb under way, until its answer is observed.
    pub(crate) call: Call,
    /// What event messages tell of it when it is answered.
    pub(crate) refusals: Refusals,
    /// Which accounts it keeps.
    pub(super) accounts: AccountingSettings,
    /// Those there are.
    pub(super) accounting: Option<Box<Accounting>>,
    /// When the message got last was put.
    pub(super) got_put_at_us: u64,
    /// The verb under way, if it is traced.
    pub(super) traced: Option<Box<Traced>>,
    /// What activity trace has gathered of it, where somebody wanted any.
    pub(super) activity: Option<Box<Following>>,
    /// See [`Connection::limit_gets`].
    pub(crate) get_bytes_max: u32,
    /// See [`Connection::use_workers`].
    pub(super) uses_workers: bool,
    /// See [`Connection::take_whole_batches`].
    takes_whole_batches: bool,
    pub(super) disconnected: bool,
}

/// What is known of a publication that came from another queue manager.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Republished {
    /// The neighbour that sent it.
    pub from: ObjectName,
    /// It was retained there, and is not new.
    pub retained: bool,
    /// How many queue managers have sent it on.
    pub hops: u8,
    /// That neighbour is a member of a cluster, and of no hierarchy of ours.
    pub of_member: bool,
    /// Which of our hierarchy are members of clusters as well.
    pub both: ClustersOfNeighbours,
    /// It asks this queue manager to send it to the other members, if it hosts the topic.
    pub onward: bool,
}

/// Parent and children that are members of clusters of ours, with those, in the order of their names.
pub type ClustersOfNeighbours = Arc<[(ObjectName, BTreeSet<ObjectName>)]>;

impl Republished {
    /// Of the parent and children those that are sent a publication to a topic of this cluster by the neighbour itself; nothing where that
    /// neighbour sends it to no member, for it is none.
    pub(crate) fn sends_to(&self, cluster: &ObjectName) -> Option<Arc<[ObjectName]>> {
        let members = self.both.iter().filter(|(_, of)| of.contains(cluster));
        let members: Arc<[ObjectName]> = members.map(|(name, _)| *name).collect();
        (self.of_member || members.contains(&self.from)).then_some(members)
    }
}

impl std::fmt::Debug for Connection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Connection")
            .field("state", &self.state)
            .finish_non_exhaustive()
    }
}

impl Connection {
    pub(crate) fn open(
        engine: &Arc<Engine>,
        options: &ConnectOptions,
        origin: Origin,
        asked: AskedUser,
    ) -> Result<Self, Reason> {
        let mut opened = Self::open_unobserved(engine, options, origin, asked)
            .inspect_err(|_| engine.observe(Observed::ConnectFailed))?;
        if engine.activity.epoch() != 0 {
            opened.follow_connected();
        }
        if engine.trace.is_on() {
            opened.trace_connected();
        }
        Ok(opened)
    }

    fn open_unobserved(
        engine: &Arc<Engine>,
        options: &ConnectOptions,
        origin: Origin,
        asked: AskedUser,
    ) -> Result<Self, Reason> {
        if !options.q_mgr_name.is_blank() && options.q_mgr_name != engine.name {
            return Err(Reason::Q_MGR_NAME_ERROR);
        }
        match engine.state() {
            RunState::Running => {}
            RunState::Quiescing => return Err(Reason::Q_MGR_QUIESCING),
            RunState::Stopping => return Err(Reason::Q_MGR_STOPPING),
        }
        let appl_name = if options.appl_name.is_blank() {
            origin.appl_name
        } else {
            options.appl_name
        };
        check_connect(engine, &origin, appl_name.as_str(), &asked)?;
        let context = PutContext::of(&origin, &appl_name);
        let state = ConnectionState::new(engine, origin, appl_name, options);
        let (number, state) = (state.number, Arc::new(state));
        state.tally.observe_own(Observed::Connected, 1, 0);
        {
            let mut connections = engine.connections();
            connections.insert(number, Arc::clone(&state));
            engine.count_most(connections.len());
        }
        if !state.is_own() {
            engine.application_count.fetch_add(1, Ordering::Relaxed);
            let applications = &engine.applications;
            applications.joined(&state.appl_name, &state.origin);
        }
        let accounts = AccountingSettings::of(engine, &state);
        Ok(Self {
            engine: Arc::clone(engine),
            state,
            context,
            entity: asked,
            acts_for: None,
            becomes: None,
            stands_in_for: None,
            channel_partner: None,
            over_cluster_channel: false,
            list_under_way: None,
            handles: Handles::default(),
            async_status: Arc::default(),
            stamp: PutStamp::at(0),
            unforced: None,
            seen_remotes: SeenRemotes::default(),
            unanswered: None,
            has_put_unanswered: false,
            transactions: Transactions::default(),
            pending: None,
            refused: Refused::default(),
            deferred_before: None,
            republished: None,
            call: Call::Unobserved,
            refusals: Refusals::default(),
            accounts,
            accounting: Accounting::of(engine, accounts),
            got_put_at_us: 0,
            traced: None,
            activity: None,
            get_bytes_max: u32::MAX,
            uses_workers: false,
            takes_whole_batches: false,
            disconnected: false,
        })
    }

    /// What it publishes from now on came from another queue manager: it is not sent back there. `None` for publications
    /// of its own again.
    pub fn republish(&mut self, what: Option<Republished>) {
        self.republished = what;
    }

    /// What wakes it while it waits for messages of several queues (`Request::AwaitAny`).
    #[must_use]
    pub fn wait_interrupt(&self) -> WaitInterrupt {
        WaitInterrupt::of(Arc::clone(&self.state))
    }

    /// The 24 bytes that name this connection (`MQCNO.ConnectionId`).
    #[must_use]
    pub fn connection_id(&self) -> [u8; 24] {
        self.state.id
    }

    /// The application it is, as it says.
    #[must_use]
    pub fn appl_name(&self) -> &str {
        self.state.appl_name.as_str().trim_end()
    }

    /// Bounds the data a get may return, whatever buffer it has: the road to the program carries no more. A get that would
    /// return more answers `MQRC_DATA_LENGTH_ERROR` and leaves its message where it is; one whose own buffer is small enough
    /// is not concerned.
    pub fn limit_gets(&mut self, bytes: u32) {
        self.get_bytes_max = bytes;
    }

    /// What stands on the queue of the last put nobody waited for (`MQPMO_ASYNC_RESPONSE`); of the queues of
    /// subscribers, one. `None` when it has put nothing so. An edge may read less of a client that puts much faster
    /// than others get: nothing else keeps such a client back.
    #[must_use]
    pub fn put_backlog(&self) -> Option<Backlog> {
        self.unanswered.as_ref().map(|queue| queue.queue.backlog())
    }

    /// The same if such a put was made since this was asked last. Otherwise the queue is forgotten: a client that goes on with
    /// something else is not to be kept back for what it put once.
    pub fn take_put_backlog(&mut self) -> Option<Backlog> {
        if !std::mem::take(&mut self.has_put_unanswered) {
            self.unanswered = None;
        }
        self.put_backlog()
    }

    /// Ends a wait for a message with this reason, as [`crate::QueueManager::cancel_wait`] does: the waker is
    /// woken, and the next poll answers.
    pub fn end_wait(&self, reason: Reason) {
        self.state.cancel_wait(reason);
    }

    /// Name of the queue manager.
    #[must_use]
    pub fn q_mgr_name(&self) -> ferromq_mqi::ObjectName {
        self.engine.name
    }

    /// An identifier for a message that no other has.
    #[must_use]
    pub fn new_message_id(&self) -> [u8; 24] {
        self.engine.identifiers.message_id()
    }

    /// True when the queue manager is on its way down.
    #[must_use]
    pub fn is_ending(&self) -> bool {
        self.engine.state() != RunState::Running
    }

    /// Blocks the calling thread until the log is durable up to `end`, forcing it if nobody
    /// else does.
    pub fn wait_for_log(&self, end: Lsn) {
        // A poisoned log opens the latch as failed, so the result is not needed here.
        let _ = self.engine.log.wait_durable(end);
    }

    /// True when the log is durable up to `end`; the verb that waits for it is woken next.
    #[must_use]
    pub fn is_durable(&self, end: Lsn) -> bool {
        self.engine.log.durable() >= end
    }

    /// Forces what was appended so far, on this thread, unless somebody else is at it. Returns
    /// true when it did. What follows the force (this connection's answer, and those of all
    /// others the force carried) is done on return.
    #[must_use]
    pub fn lead_force(&self) -> bool {
        self.engine.log.lead()
    }

    /// Sees to it that somebody forces the log up to `end`, without blocking.
    pub fn request_force(&self, end: Lsn) {
        self.engine.log.request_force(end);
    }

    /// Monotonic time of the queue manager's clock, for comparing with deadlines.
    #[must_use]
    pub fn monotonic_ns(&self) -> u64 {
        self.engine.clock.monotonic_ns()
    }

    /// Does something with the unit of work in progress, begun when there is none.
    pub(crate) fn in_work<T>(&self, act: impl FnOnce(&mut UnitOfWork) -> T) -> T {
        let done = {
            let mut work = self.work();
            act(work.get_or_insert_with(|| UnitOfWork::new(self.engine.new_uow())))
        };
        self.publish_work();
        done
    }

    /// The unit of work that puts and gets under syncpoint join, locked: that of the branch it
    /// works in, or its own.
    fn work(&self) -> MutexGuard<'_, Option<UnitOfWork>> {
        match &self.transactions.branch {
            Some(branch) => branch.work(),
            None => self.state.work(),
        }
    }

    /// Messages put and got in the unit of work so far.
    #[must_use]
    pub fn uncommitted(&self) -> usize {
        self.work().as_ref().map_or(0, UnitOfWork::message_count)
    }

    /// `MAXUMSGS`, of which a batch of a channel says itself how many of its messages there are: with them come what is kept of the channel, reports and dead
    /// letters of those that cannot be put, and messages that are parted. So a connection that says this counts for itself.
    pub fn take_whole_batches(&mut self) {
        self.takes_whole_batches = true;
    }

    /// Most objects and subscriptions it may have open. `MAXHANDS` is for programs: whoever lowers it does not mean what the queue
    /// manager does itself.
    pub(crate) fn handles_max(&self) -> usize {
        match self.state.is_own() {
            true => OWN_HANDLES_MAX,
            false => self.engine.limits().max_handles,
        }
    }

    /// Most messages of a unit of work. What the queue manager does itself is not for programs' limits to stop: whoever published
    /// elsewhere, or by a command, knows nothing of how many subscribers there are here.
    pub(crate) fn uncommitted_max(&self) -> usize {
        match self.takes_whole_batches || self.state.is_own() {
            true => usize::MAX,
            false => self.engine.limits().max_uncommitted,
        }
    }

    /// Nothing was put, got or retained in the unit of work so far, and nothing has failed unheard.
    pub(crate) fn is_idle(&self) -> bool {
        self.work().as_ref().is_none_or(UnitOfWork::is_idle)
    }

    /// Shows displays what the unit of work is.
    pub(crate) fn publish_work(&self) {
        let (id, started_us, logged) = match &*self.work() {
            Some(work) => (work.id.0, work.started_us, work.pin.is_some()),
            None => (0, 0, false),
        };
        self.state.uow.store(id, Ordering::Relaxed);
        self.state
            .uow_started_us
            .store(started_us, Ordering::Relaxed);
        self.state.uow_logged.store(logged, Ordering::Relaxed);
    }

    /// Returns where the log must be durable, and what opens then, before that is answered; `None` if it is at once.
    pub(crate) fn back_out_work(&mut self) -> Option<(Lsn, Latch)> {
        let work = self.state.work().take()?;
        let backed_out = work.back_out(&self.engine);
        self.publish_work();
        backed_out.answer(&self.engine.log)
    }

    /// Backs out when there is nobody to wait for the log. A branch can only be backed out then.
    pub(crate) fn back_out_unattended(&mut self) {
        if let Some(branch) = &self.transactions.branch {
            let engine = &self.engine;
            engine.branches.doom(engine, branch, XaCode::RBOTHER);
            self.publish_work();
            return;
        }
        if let Some((end, _)) = self.back_out_work() {
            self.engine.log.request_force(end);
        }
    }

    /// True while something is put or got that is neither committed nor backed out.
    #[must_use]
    pub fn is_in_unit_of_work(&self) -> bool {
        self.work().is_some()
    }

    /// True while it has put more messages than it has got, and has said that it waits for a reply to each (`MQBNO_BALTYPE_REQREP`).
    #[must_use]
    pub fn is_owed_a_reply(&self) -> bool {
        let (puts, gets) = self.state.tally.puts_and_gets();
        puts > gets && self.state.mobility.balancing.awaits_replies()
    }

    /// True after `MQDISC`.
    #[must_use]
    pub fn is_disconnected(&self) -> bool {
        self.disconnected
    }
}
