//! A connection: where the three roads end and the verbs begin.
//!
//! A verb never blocks. [`Connection::start`] either answers at once or says `Pending` and
//! keeps the waker it was given; [`Connection::poll`] asks again. What a pending verb waits
//! for is in [`Connection::waiting_for`], so that the edge that called can decide what to do
//! meanwhile: park a thread, force the log itself, serve somebody else, step a simulation.
//!
//! Dropping a connection backs its unit of work out, closes its handles and takes its waits
//! back; a commit already logged completes without it.

use crate::core::RunState;
use crate::core::identity::{PutContext, PutStamp};
use crate::core::latch::{Forced, Latch};
use crate::core::observation::Observed;
use crate::lock_order;
use crate::objects::authority::{AskedUser, Entity};
use crate::objects::remotes::SeenRemotes;
use crate::store::failure::guard;
use crate::store::joined::serve_others;
use crate::store::local_queue::LocalQueue;
use crate::uow::unit::UnitOfWork;
use crate::verbs::Engine;
use crate::verbs::authority::check_connect;
use crate::verbs::call::Call;
use crate::verbs::connection_state::ConnectionState;
use crate::verbs::errands;
use crate::verbs::handle::Handles;
use crate::verbs::list_put::ListUnderWay;
use crate::verbs::step::{Pending, Refused, Step, WaitingFor};
use crate::verbs::transactions::Transactions;
use crate::verbs::waiting_get::{WaitingGet, give_all_up};
use ferromq_base::lock::{Mutex, MutexGuard};
use ferromq_log::Lsn;
use ferromq_mqi::Reason;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::codec::wants_no_reply;
use ferromq_mqi::name::FixedText;
use ferromq_mqi::options::{ConnectOptions, Origin, StatusReport};
use ferromq_mqi::xa::XaCode;
use ferromq_queue::Backlog;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::{Poll, Waker};

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
    /// What it is to transaction managers.
    pub(crate) transactions: Transactions,
    pub(crate) pending: Option<Pending>,
    /// Whether the verb under way waits for room in the log.
    pub(super) refused: Refused,
    /// How many errands were given before the verb under way went on; `None` when its answer does not wait for any.
    pub(crate) errands_before: Option<u64>,
    /// The verb under way, until its answer is observed.
    pub(crate) call: Call,
    /// See [`Connection::limit_gets`].
    pub(crate) get_bytes_max: u32,
    /// See [`Connection::use_workers`].
    pub(super) uses_workers: bool,
    disconnected: bool,
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
        Self::open_unobserved(engine, options, origin, asked)
            .inspect_err(|_| engine.observe(Observed::ConnectFailed))
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
        let state = ConnectionState::new(engine, origin, appl_name, options.options);
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
        Ok(Self {
            engine: Arc::clone(engine),
            state,
            context,
            entity: asked,
            acts_for: None,
            becomes: None,
            stands_in_for: None,
            list_under_way: None,
            handles: Handles::default(),
            async_status: Arc::default(),
            stamp: PutStamp::at(0),
            unforced: None,
            seen_remotes: SeenRemotes::default(),
            unanswered: None,
            transactions: Transactions::default(),
            pending: None,
            refused: Refused::default(),
            errands_before: None,
            call: Call::Unobserved,
            get_bytes_max: u32::MAX,
            uses_workers: false,
            disconnected: false,
        })
    }

    /// The 24 bytes that name this connection (`MQCNO.ConnectionId`).
    #[must_use]
    pub fn connection_id(&self) -> [u8; 24] {
        self.state.id
    }

    /// Bounds the data a get may return, whatever buffer it has: the road to the program carries no more. A get that would
    /// return more answers `MQRC_DATA_LENGTH_ERROR` and leaves its message where it is; one whose own buffer is small enough
    /// is not concerned.
    pub fn limit_gets(&mut self, bytes: u32) {
        self.get_bytes_max = bytes;
    }

    /// Begins a verb. `waker` is woken when a pending verb should be polled again.
    pub fn start(&mut self, mut request: Request, waker: &Waker) -> Poll<Reply> {
        if self.pending.is_some() {
            return Poll::Ready(Reply::Failed(Reason::CALL_IN_PROGRESS));
        }
        if self.disconnected {
            return Poll::Ready(Reply::Failed(Reason::HCONN_ERROR));
        }
        self.guarded(|connection, answer| {
            connection.call = Call::of(&request);
            connection.errands_before = Some(connection.engine.errands.given());
            match connection.begin_verb(&mut request, waker) {
                Ok(Step::Done(reply)) => *answer = Poll::Ready(reply),
                step => *answer = connection.settle(step, waker),
            }
            connection.finish(answer, waker);
        })
    }

    /// What is no request, run as one.
    pub(super) fn run_step(
        &mut self,
        waker: &Waker,
        begin: impl FnOnce(&mut Self) -> Result<Step, Reason>,
    ) -> Poll<Reply> {
        if self.pending.is_some() {
            return Poll::Ready(Reply::Failed(Reason::CALL_IN_PROGRESS));
        }
        self.guarded(|connection, answer| {
            connection.call = Call::Unobserved;
            let step = begin(connection);
            *answer = connection.settle(step, waker);
        })
    }

    /// A verb, or a part of one. See [`crate::store::failure`]. Its answer is written in place: it is half a kilobyte, and the
    /// way up from here is long.
    fn guarded(&mut self, verb: impl FnOnce(&mut Self, &mut Poll<Reply>)) -> Poll<Reply> {
        let _access = ferromq_base::disk::access::forbid("a verb");
        let _others = serve_others(self.uses_workers);
        let mut answer = Poll::Pending;
        let run = |connection: &mut Self| verb(connection, &mut answer);
        if let Err(reason) = guard(self, |connection| &connection.engine, run) {
            self.pending = None;
            answer = Poll::Ready(Reply::Failed(reason));
        }
        answer
    }

    /// Holds an answer back behind errands, and observes it, if there is one.
    fn finish(&mut self, answer: &mut Poll<Reply>, waker: &Waker) {
        self.wait_for_errands(answer, waker);
        self.engine.spills.run_without_runner();
        if let Poll::Ready(reply) = answer {
            self.observe_answer(reply);
        }
    }

    /// Asks again for the answer of a pending verb.
    pub fn poll(&mut self, waker: &Waker) -> Poll<Reply> {
        self.guarded(|connection, answer| {
            let forced = matches!(connection.pending, Some(Pending::Forced(..)));
            let has_begun = forced || connection.list_under_way.is_some();
            if !has_begun && let Some(before) = &mut connection.errands_before {
                // It has done nothing yet.
                *before = connection.engine.errands.given();
            }
            *answer = connection.poll_pending(waker);
            connection.finish(answer, waker);
        })
    }

    fn poll_pending(&mut self, waker: &Waker) -> Poll<Reply> {
        match self.pending.take() {
            None => Poll::Ready(Reply::Failed(Reason::UNEXPECTED_ERROR)),
            Some(Pending::Forced(end, latch, reply)) => {
                self.settle(Ok(Step::Forced(end, latch, reply)), waker)
            }
            Some(Pending::Message(waiting)) => {
                let step = if self.state.is_stopped() {
                    waiting.give_up();
                    Err(Reason::CONNECTION_BROKEN)
                } else if let Some(reason) = self.state.take_cancelled() {
                    waiting.give_up();
                    Err(reason)
                } else {
                    self.get_again(waiting, waker)
                };
                self.settle(step, waker)
            }
            Some(Pending::Any(gets)) => {
                let step = if self.state.is_stopped() {
                    give_all_up(gets);
                    Err(Reason::CONNECTION_BROKEN)
                } else if let Some(reason) = self.state.take_cancelled() {
                    give_all_up(gets);
                    Err(reason)
                } else {
                    self.await_again(gets, waker)
                };
                self.settle(step, waker)
            }
            Some(Pending::Room(latch, again)) => {
                let step = self.try_again(latch, again, waker);
                self.settle(step, waker)
            }
        }
    }

    /// Holds an answer back until what follows from the verb is done: the trigger message is there when the put is answered.
    /// Errands that others gave meanwhile are waited for as well, which is not long.
    fn wait_for_errands(&mut self, answer: &mut Poll<Reply>, waker: &Waker) {
        if answer.is_pending() {
            return;
        }
        let given = self.engine.errands.given();
        let before = self.errands_before.take();
        if before.is_none_or(|before| before == given) {
            return;
        }
        if let Some(latch) = errands::latch(&self.engine)
            && let Poll::Ready(reply) = std::mem::replace(answer, Poll::Pending)
        {
            let end = self.engine.log.durable();
            *answer = self.settle(Ok(Step::Forced(end, latch, reply)), waker);
        }
    }

    /// What stands on the queue of the last put nobody waited for (`MQPMO_ASYNC_RESPONSE`); of the queues of
    /// subscribers, one. `None` when it has put nothing so. An edge may read less of a client that puts much faster
    /// than others get: nothing else keeps such a client back.
    #[must_use]
    pub fn put_backlog(&self) -> Option<Backlog> {
        self.unanswered.as_ref().map(|queue| queue.queue.backlog())
    }

    /// What the pending verb waits for; `None` when none is pending.
    #[must_use]
    pub fn waiting_for(&self) -> Option<WaitingFor> {
        match self.pending.as_ref()? {
            Pending::Forced(end, ..) => Some(WaitingFor::Log(*end)),
            Pending::Message(waiting) if waiting.is_at_worker() => Some(WaitingFor::Worker),
            Pending::Any(gets) if gets.iter().any(WaitingGet::is_at_worker) => {
                Some(WaitingFor::Worker)
            }
            Pending::Message(waiting) => Some(WaitingFor::Message {
                deadline_ns: waiting.deadline_ns(),
            }),
            Pending::Any(gets) => Some(WaitingFor::Message {
                deadline_ns: gets.iter().filter_map(WaitingGet::deadline_ns).min(),
            }),
            Pending::Room(_, again) if again.waits_for_disk() => {
                Some(WaitingFor::Log(self.engine.log.head()))
            }
            Pending::Room(_, again) if again.waits_for_worker() => Some(WaitingFor::Worker),
            Pending::Room(..) => Some(WaitingFor::Room),
        }
    }

    /// False while a verb is pending of which nothing is done yet: it waits for room in the log, for the disk, or for a worker that copies
    /// a long body, and is begun anew then.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        self.list_under_way.is_some() || !matches!(self.pending, Some(Pending::Room(..)))
    }

    /// Ends a wait for a message at once, as if its interval were over. Other pending verbs
    /// are not touched.
    pub fn cancel_wait(&mut self) {
        match &mut self.pending {
            Some(Pending::Message(waiting)) => waiting.end_wait(),
            Some(Pending::Any(gets)) => gets.iter_mut().for_each(WaitingGet::end_wait),
            Some(Pending::Forced(..) | Pending::Room(..)) | None => {}
        }
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

    pub(super) fn admit(&mut self, request: &Request) -> Result<(), Reason> {
        if self.state.is_stopped() {
            self.back_out_unattended();
            return Err(Reason::CONNECTION_BROKEN);
        }
        // The first verb whose answer is read is told; a close is not, it goes on. Calls of a transaction manager and
        // MQDISC have answers of their own for it.
        let told = !matches!(
            request,
            Request::Close { .. } | Request::Xa(_) | Request::Disconnect
        ) && !wants_no_reply(request);
        if told && self.state.take_rolled_back() {
            // What was begun since is a part of it.
            self.back_out_unattended();
            self.publish_work();
            return match request {
                Request::BackOut => Ok(()),
                _ => Err(Reason::BACKED_OUT),
            };
        }
        let ending = matches!(
            request,
            Request::Disconnect | Request::BackOut | Request::Close { .. }
        );
        if self.engine.state() == RunState::Stopping && !ending {
            return Err(Reason::Q_MGR_STOPPING);
        }
        Ok(())
    }

    /// Calls the verb that was asked for. Puts and gets, which are most, work on the request where it is.
    pub(super) fn dispatch(
        &mut self,
        request: &mut Request,
        waker: &Waker,
    ) -> Result<Step, Reason> {
        match request {
            Request::Put {
                handle,
                descriptor,
                options,
                body,
            } => self.put(*handle, descriptor, options, std::mem::take(body)),
            Request::Get {
                handle,
                descriptor,
                options,
                buffer_len,
            } => self.get(*handle, descriptor, options, *buffer_len, waker),
            _ => self.dispatch_other(std::mem::replace(request, Request::Commit), waker),
        }
    }

    fn dispatch_other(&mut self, request: Request, waker: &Waker) -> Result<Step, Reason> {
        match request {
            Request::Open {
                descriptor,
                options,
            } => self.open_object(descriptor, options),
            Request::Close { handle, options } => self.close(handle, options),
            Request::Put1 {
                object,
                descriptor,
                options,
                body,
            } => self.put1(*object, descriptor, options, body),
            Request::Inquire {
                handle,
                selectors,
                int_count,
                char_len,
            } => self.inquire(handle, &selectors, int_count as usize, char_len as usize),
            Request::Set {
                handle,
                selectors,
                ints,
                chars,
            } => self.set(handle, &selectors, &ints, &chars),
            Request::Begin { options } => self.begin(options),
            Request::Commit => self.commit(),
            Request::BackOut => self.back_out(),
            Request::Stat { kind } => self.stat(kind),
            Request::Subscribe { descriptor, queue } => self.subscribe(*descriptor, queue),
            Request::SubscriptionRequest {
                handle,
                action,
                options,
            } => self.request_publications(handle, action, options),
            Request::AwaitAny {
                gets,
                wait_interval_ms,
            } => self.await_any(gets, wait_interval_ms, waker),
            Request::Xa(call) => Ok(self.xa(call)),
            Request::Disconnect => self.disconnect(),
            Request::Put { .. }
            | Request::Get { .. }
            | Request::Command { .. }
            | Request::Local(_)
            | Request::MoreOutput => Err(Reason::FUNCTION_NOT_SUPPORTED),
        }
    }

    pub(crate) fn settle(&mut self, step: Result<Step, Reason>, waker: &Waker) -> Poll<Reply> {
        match step {
            Ok(Step::Done(reply)) => Poll::Ready(reply),
            Err(reason) => Poll::Ready(Reply::Failed(reason)),
            Ok(Step::Forced(end, latch, reply)) => match latch.poll(waker) {
                Poll::Ready(Forced::Durable) => Poll::Ready(reply),
                // Nothing is known about the unit of work: the connection is as good as broken.
                Poll::Ready(Forced::Failed) => {
                    Poll::Ready(Reply::Failed(Reason::CONNECTION_BROKEN))
                }
                Poll::Pending => {
                    self.pending = Some(Pending::Forced(end, latch, reply));
                    Poll::Pending
                }
            },
            Ok(Step::Waits(waiting)) => {
                self.pending = Some(Pending::Message(waiting));
                Poll::Pending
            }
            Ok(Step::WaitsForAny(gets)) => {
                self.pending = Some(Pending::Any(gets));
                Poll::Pending
            }
            Ok(Step::WaitsForRoom(latch, again)) => self.wait_behind(latch, again, waker),
        }
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
    pub(crate) fn uncommitted(&self) -> usize {
        self.work().as_ref().map_or(0, UnitOfWork::message_count)
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

    /// Returns where the log must be durable for hardened backout counts.
    pub(crate) fn back_out_work(&mut self) -> Option<Lsn> {
        let work = self.state.work().take()?;
        let hardened = work.back_out(&self.engine);
        self.publish_work();
        hardened
    }

    /// Backs out when there is nobody to wait for the log. A branch can only be backed out then.
    pub(crate) fn back_out_unattended(&mut self) {
        if let Some(branch) = &self.transactions.branch {
            let engine = &self.engine;
            engine.branches.doom(engine, branch, XaCode::RBOTHER);
            self.publish_work();
            return;
        }
        if let Some(end) = self.back_out_work() {
            self.engine.log.request_force(end);
        }
    }

    fn disconnect(&mut self) -> Result<Step, Reason> {
        // What a branch has done is its transaction manager's business.
        let step = match self.transactions.branch {
            Some(_) => Ok(Step::Done(Reply::Done(Reason::NONE))),
            None => self.commit_last(),
        };
        self.end();
        step
    }

    /// Closes everything. Idempotent.
    fn end(&mut self) {
        if self.disconnected {
            return;
        }
        self.disconnected = true;
        self.leave_branches();
        self.back_out_unattended();
        self.close_all();
        self.observe(Observed::Disconnected);
        {
            let mut connections = self.engine.connections();
            connections.remove(&self.state.number);
            self.state.tally.add_to(&self.engine.tally);
        }
        if !self.state.is_own() {
            self.engine
                .application_count
                .fetch_sub(1, Ordering::Relaxed);
            let applications = &self.engine.applications;
            applications.left(&self.state.appl_name, &self.state.origin);
        }
    }

    /// True while something is put or got that is neither committed nor backed out.
    #[must_use]
    pub fn is_in_unit_of_work(&self) -> bool {
        self.work().is_some()
    }

    /// True after `MQDISC`.
    #[must_use]
    pub fn is_disconnected(&self) -> bool {
        self.disconnected
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let _access = ferromq_base::disk::access::forbid("the end of a connection");
        // After a failure what it had under way is backed out by the next start.
        let _ = guard(
            self,
            |connection| &connection.engine,
            |connection| {
                match connection.pending.take() {
                    Some(Pending::Message(waiting)) => waiting.give_up(),
                    Some(Pending::Any(gets)) => give_all_up(gets),
                    Some(Pending::Forced(..) | Pending::Room(..)) | None => {}
                }
                connection.end();
                errands::run_without_runner(&connection.engine);
            },
        );
    }
}

#[cfg(test)]
#[path = "connection_tests.rs"]
mod tests;
