//! A unit of work that another queue manager decides about: promised here under a name, and then kept or taken back.
//!
//! It is a branch of which no transaction manager knows: what is promised is in the log, and stays in doubt over restarts until it
//! is decided. Whoever promises makes names nobody else makes, and asks [`crate::QueueManager::branches`] for what is in doubt.

use crate::core::latch::Latch;
use crate::uow::branch::branches::Asker;
use crate::uow::branch::complete::{Done, back_out, commit, prepare};
use crate::uow::branch::states::Ending;
use crate::verbs::connection::Connection;
use crate::verbs::connection_state::Taken;
use crate::verbs::step::{Later, Step};
use ferromq_log::Lsn;
use ferromq_mqi::Reason;
use ferromq_mqi::call::Reply;
use ferromq_mqi::xa::{XaCode, Xid};
use std::task::{Poll, Waker};

impl Connection {
    /// Promises what the connection has put and got under syncpoint. It is answered with [`Reply::Xa`]: `XA_OK` when the log is
    /// durable and the work can still go either way, `XA_RDONLY` when there was none, and otherwise it is backed out. The
    /// connection is outside a unit of work afterwards and can begin another.
    pub fn promise(&mut self, name: &Xid, waker: &Waker) -> Poll<Reply> {
        self.run_step(waker, |connection| connection.begin_promise(name))
    }

    pub(super) fn begin_promise(&mut self, name: &Xid) -> Result<Step, Reason> {
        Ok(match self.promise_work(name)? {
            Ok(Done::Now(code)) | Err(code) => Step::Done(Reply::Xa(code.into())),
            Ok(Done::Forced(end, latch, code)) => Step::Forced(end, latch, Reply::Xa(code.into())),
            Ok(Done::Waits(latch)) => {
                Step::WaitsForOthers(latch, Box::new(Later::Promise(name.clone())))
            }
        })
    }

    fn promise_work(&mut self, name: &Xid) -> Result<Result<Done, XaCode>, Reason> {
        if self.transactions.branch.is_some() {
            return Err(Reason::ENVIRONMENT_ERROR);
        }
        let Some(taken) = self
            .state
            .take_work()
            .inspect_err(|_| self.publish_work())?
        else {
            return Ok(Err(XaCode::RDONLY));
        };
        let work = match taken {
            Taken::Refused(work, code) if !work.rollback_only => {
                work.back_out(&self.engine);
                self.publish_work();
                return Ok(Err(code));
            }
            // The branch refuses, which is told of it below.
            Taken::Ready(work) | Taken::Refused(work, _) => work,
            Taken::Waits(_) if self.engine.is_stopping() || self.state.is_stopped() => {
                self.back_out_unattended();
                return Err(Reason::Q_MGR_STOPPING);
            }
            Taken::Waits(latch) => return Ok(Ok(Done::Waits(latch))),
        };
        let (who, branches) = (self.state.number, &self.engine.branches);
        let branch = match branches.begin(name.clone(), who, self.branch_user()) {
            Ok(branch) => branch,
            Err(why) => {
                work.back_out(&self.engine);
                self.publish_work();
                return Ok(Err(why.into()));
            }
        };
        if work.rollback_only {
            branch.set_rollback_only();
        }
        *branch.work() = Some(work);
        self.publish_work();
        if let Err(code) = branches.end(name, who, Ending::Success) {
            return Ok(Err(code));
        }
        Ok(prepare(&self.engine, Asker::OfAll, name, who))
    }

    /// Waits until what is in the log is durable, and so is to be seen: a connection that went in the middle of a commit has made it all
    /// the same. Answers [`Reply::Done`]. To be called before what an earlier connection kept or promised is looked at.
    pub fn await_log(&mut self, waker: &Waker) -> Poll<Reply> {
        self.run_step(waker, |connection| {
            Ok(connection.behind_log(Reply::Done(Reason::NONE)))
        })
    }

    /// The answer stands once all that is in the log by now is durable and shown. That the log is durable up to there already says
    /// nothing: what its records stand for is shown a little later.
    pub(super) fn behind_log(&self, reply: Reply) -> Step {
        let log = &self.engine.log;
        let end = log.head();
        Step::Forced(end, Latch::at(log, end), reply)
    }

    /// Keeps or takes back what was promised, by this connection or in an earlier life of the queue manager. Answers where the log
    /// has to be durable for that to outlive a crash; nothing waits for it, and a restart before finds the work in doubt.
    ///
    /// # Errors
    /// `XAER_NOTA` when nothing is promised under that name, `XA_RETRY` when the log has no room now, `XA_HEUR*` when an
    /// operator has decided.
    pub fn decide_promise(&mut self, name: &Xid, keeps: bool) -> Result<Lsn, XaCode> {
        let done = match keeps {
            true => commit(&self.engine, Asker::OfAll, name, false, self.state.number)?,
            false => back_out(&self.engine, Asker::OfAll, name)?,
        };
        match done {
            Done::Now(XaCode::OK) => Ok(self.engine.log.durable()),
            Done::Now(code) => Err(code),
            Done::Forced(end, _, XaCode::OK) => Ok(end),
            Done::Forced(_, _, code) => Err(code),
            // Not reached: what is promised has been asked.
            Done::Waits(_) => Err(XaCode::RETRY),
        }
    }
}
