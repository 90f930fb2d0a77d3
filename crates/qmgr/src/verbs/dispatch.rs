//! How a call is carried out: from the request to the verb, and to its answer, at once or later.
//!
//! A verb never blocks. [`Connection::start`] either answers at once or says `Pending` and
//! keeps the waker it was given; [`Connection::poll`] asks again. What a pending verb waits
//! for is in [`Connection::waiting_for`], so that the edge that called can decide what to do
//! meanwhile: park a thread, force the log itself, serve somebody else, step a simulation.
//!
//! Dropping a connection backs its unit of work out, closes its handles and takes its waits
//! back; a commit already logged completes without it.

use crate::core::RunState;
use crate::core::latch::Forced;
use crate::core::observation::Observed;
use crate::store::failure::guard;
use crate::store::joined::serve_others;
use crate::verbs::accounting::Ended;
use crate::verbs::call::Call;
use crate::verbs::connection::Connection;
use crate::verbs::deferred;
use crate::verbs::step::{Pending, Step, WaitingFor};
use crate::verbs::waiting_get::{WaitingGet, give_all_up};
use ferromq_mqi::Reason;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::codec::wants_no_reply;
use std::sync::atomic::Ordering;
use std::task::{Poll, Waker};

impl Connection {
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
            connection.deferred_before = Some(connection.engine.deferred.given());
            if connection.engine.trace.is_on() {
                connection.trace_begin(&request);
            }
            if connection.engine.activity.epoch() != 0 {
                connection.follow(&request);
            }
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

    /// Holds an answer back behind deferred actions, and observes it, if there is one.
    fn finish(&mut self, answer: &mut Poll<Reply>, waker: &Waker) {
        self.wait_for_deferred(answer, waker);
        self.engine.spills.run_without_runner();
        if let Poll::Ready(reply) = answer {
            self.observe_answer(reply);
            if !self.refusals.is_empty() {
                self.tell_refusals();
            }
            if self.traced.is_some() {
                self.trace_end(reply);
            }
            if self.activity.is_some() {
                self.follow_answered(reply);
            }
        }
    }

    /// Asks again for the answer of a pending verb.
    pub fn poll(&mut self, waker: &Waker) -> Poll<Reply> {
        self.guarded(|connection, answer| {
            let forced = matches!(connection.pending, Some(Pending::Forced(..)));
            let has_begun = forced || connection.list_under_way.is_some();
            if !has_begun && let Some(before) = &mut connection.deferred_before {
                // It has done nothing yet.
                *before = connection.engine.deferred.given();
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
            Some(Pending::ToBegin(latch, again)) => {
                let step = self.try_again(latch, again, waker);
                self.settle(step, waker)
            }
            Some(Pending::Others(latch, later)) => {
                let step = self.ask_others_again(latch, later, waker);
                self.settle(step, waker)
            }
        }
    }

    /// Holds an answer back until what follows from the verb is done: the trigger message is there when the put is answered.
    /// Deferred actions that others gave meanwhile are waited for as well, which is not long.
    fn wait_for_deferred(&mut self, answer: &mut Poll<Reply>, waker: &Waker) {
        if answer.is_pending() {
            return;
        }
        let given = self.engine.deferred.given();
        let before = self.deferred_before.take();
        if before.is_none_or(|before| before == given) {
            return;
        }
        if let Some(latch) = deferred::latch(&self.engine)
            && let Poll::Ready(reply) = std::mem::replace(answer, Poll::Pending)
        {
            let end = self.engine.log.durable();
            *answer = self.settle(Ok(Step::Forced(end, latch, reply)), waker);
        }
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
            Pending::ToBegin(_, again) if again.waits_for_disk() => {
                Some(WaitingFor::Log(self.engine.log.head()))
            }
            Pending::ToBegin(_, again) if again.waits_for_worker() => Some(WaitingFor::Worker),
            Pending::ToBegin(..) => Some(WaitingFor::Room),
            Pending::Others(..) => Some(WaitingFor::Participants),
        }
    }

    /// False while a verb is pending of which nothing is done yet: it waits for room in the log, for the disk, for a worker that copies
    /// a long body, or for others that take part in its unit of work, and is begun anew then.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        let has_not = matches!(
            self.pending,
            Some(Pending::ToBegin(..) | Pending::Others(..))
        );
        self.list_under_way.is_some() || !has_not
    }

    /// Ends a wait for a message at once, as if its interval were over. Other pending verbs
    /// are not touched.
    pub fn cancel_wait(&mut self) {
        match &mut self.pending {
            Some(Pending::Message(waiting)) => waiting.end_wait(),
            Some(Pending::Any(gets)) => gets.iter_mut().for_each(WaitingGet::end_wait),
            Some(Pending::Forced(..) | Pending::ToBegin(..) | Pending::Others(..)) | None => {}
        }
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
            } => self.open_for_program(descriptor, options),
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
            Ok(Step::WaitsToBegin(latch, again)) => self.wait_behind(latch, again, waker),
            Ok(Step::WaitsForOthers(latch, later)) => self.wait_for_others(latch, later, waker),
        }
    }

    fn disconnect(&mut self) -> Result<Step, Reason> {
        // What a branch has done is its transaction manager's business.
        let step = match self.transactions.branch {
            Some(_) => Ok(Step::Done(Reply::Done(Reason::NONE))),
            None => self.commit_last(),
        };
        // It goes when that is committed.
        if !matches!(step, Ok(Step::WaitsForOthers(..))) {
            self.end(Ended::Normally);
        }
        step
    }

    /// Closes everything. Idempotent.
    fn end(&mut self, ended: Ended) {
        if self.disconnected {
            return;
        }
        self.disconnected = true;
        self.leave_branches();
        self.back_out_unattended();
        self.close_all();
        self.observe(Observed::Disconnected);
        self.observe(match ended {
            Ended::Normally => Observed::DisconnectedNormally,
            Ended::Implicitly => Observed::DisconnectedImplicitly,
            Ended::ByQueueManager => Observed::DisconnectedByQueueManager,
        });
        self.account_end(ended);
        self.follow_ended(ended == Ended::Normally);
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
                    Some(Pending::Forced(..) | Pending::ToBegin(..) | Pending::Others(..))
                    | None => {}
                }
                let stopped = connection.state.is_stopped();
                connection.end(match stopped || connection.engine.is_stopping() {
                    true => Ended::ByQueueManager,
                    false => Ended::Implicitly,
                });
                deferred::run_without_runner(&connection.engine);
            },
        );
    }
}

#[cfg(test)]
#[path = "dispatch_tests.rs"]
mod tests;
