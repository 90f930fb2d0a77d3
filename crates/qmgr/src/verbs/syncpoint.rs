//! `MQBEGIN`, `MQCMIT`, `MQBACK`, `MQSTAT`.

use crate::core::latch::Latch;
use crate::verbs::connection::Connection;
use crate::verbs::connection_state::Taken;
use crate::verbs::step::{Later, Step};
use ferromq_log::Lsn;
use ferromq_mqi::Reason;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::generated::constants::{MQBO_NONE, MQSTAT_TYPE_ASYNC_ERROR};

impl Connection {
    /// `MQBEGIN` starts a unit of work a queue manager coordinates with other resource
    /// managers. There are none, which the MQI reports as a warning.
    pub(crate) fn begin(&mut self, options: i32) -> Result<Step, Reason> {
        self.check_outside_branches()?;
        if options != MQBO_NONE {
            return Err(Reason::OPTIONS_ERROR);
        }
        if !self.is_idle() {
            return Err(Reason::UOW_IN_PROGRESS);
        }
        Ok(Step::Done(Reply::Done(Reason::NO_EXTERNAL_PARTICIPANTS)))
    }

    /// A transaction manager ends what it has begun, and nobody else.
    fn check_outside_branches(&self) -> Result<(), Reason> {
        match self.transactions.branch {
            Some(_) => Err(Reason::ENVIRONMENT_ERROR),
            None => Ok(()),
        }
    }

    pub(crate) fn commit(&mut self) -> Result<Step, Reason> {
        self.check_outside_branches()?;
        self.commit_or(Reply::Failed(Reason::BACKED_OUT), Request::Commit)
    }

    /// The commit `MQDISC` makes. Documented: it disconnects all the same, and a warning says that the unit of
    /// work was backed out.
    pub(crate) fn commit_last(&mut self) -> Result<Step, Reason> {
        let warned = Reply::Done(Reason::BACKED_OUT);
        match self.commit_or(warned.clone(), Request::Disconnect) {
            Err(Reason::BACKED_OUT) => Ok(Step::Done(warned)),
            committed => committed,
        }
    }

    /// Commits. Work that lacks a put nobody was told of is backed out, and what a participant refuses, and `backed_out` is the answer. Where
    /// one waits the verb is begun anew later.
    fn commit_or(&mut self, backed_out: Reply, verb: Request) -> Result<Step, Reason> {
        let done = Reply::Done(Reason::NONE);
        let Some(taken) = self
            .state
            .take_work()
            .inspect_err(|_| self.publish_work())?
        else {
            return Ok(Step::Done(done));
        };
        let work = match taken {
            Taken::Ready(work) => work,
            // There is no time left to wait.
            Taken::Waits(_) if self.engine.is_stopping() || self.state.is_stopped() => {
                let waits = self.back_out_work();
                return Ok(Self::answer_back_out(waits, backed_out));
            }
            Taken::Waits(latch) => {
                return Ok(Step::WaitsForOthers(
                    latch,
                    Box::new(Later::Verb(Box::new(verb))),
                ));
            }
            Taken::Refused(work, _) => {
                let waits = work.back_out(&self.engine).answer(&self.engine.log);
                self.publish_work();
                return Ok(Self::answer_back_out(waits, backed_out));
            }
        };
        let committed = work.commit(&self.engine);
        self.publish_work();
        Ok(match committed? {
            None => Step::Done(done),
            Some((end, latch)) => Step::Forced(end, latch, done),
        })
    }

    pub(crate) fn back_out(&mut self) -> Result<Step, Reason> {
        self.check_outside_branches()?;
        let waits = self.back_out_work();
        Ok(Self::answer_back_out(waits, Reply::Done(Reason::NONE)))
    }

    /// The answer when work was backed out, once backout counts that are to survive a crash are durable and participants have been told.
    fn answer_back_out(waits: Option<(Lsn, Latch)>, reply: Reply) -> Step {
        match waits {
            None => Step::Done(reply),
            Some((end, latch)) => Step::Forced(end, latch, reply),
        }
    }

    /// What asynchronous puts did since the last call. Reading resets it. What it tells to be done is durable: a put outside
    /// syncpoint is waited for here if it is not yet.
    pub(crate) fn stat(&mut self, kind: i32) -> Result<Step, Reason> {
        if kind != MQSTAT_TYPE_ASYNC_ERROR {
            return Err(Reason::STAT_TYPE_ERROR);
        }
        let report = std::mem::take(&mut *self.async_status.lock());
        let reply = Reply::Status(Box::new(report));
        Ok(match self.unforced.take() {
            Some((end, latch)) => Step::Forced(end, latch, reply),
            None => Step::Done(reply),
        })
    }
}

#[cfg(test)]
#[path = "participant_tests.rs"]
mod participant_tests;
