//! Units of work that are branches of transactions: begun, ended and prepared by the application; `coordinator.rs` decides
//! what is prepared.

use crate::application::{Expected, Waiting};
use crate::model::{Branch, BranchNumber, Effect, last_of_each, xid_of};
use crate::world::{Verdict, World};
use ferromq_log::PAGE_BYTES;
use ferromq_mqi::Reason;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::generated::constants::{TMFAIL, TMNOFLAGS, TMONEPHASE, TMSUCCESS};
use ferromq_mqi::xa::{XaCall, XaCode};
use ferromq_qmgr::{BranchPhase, WaitingFor};
use std::task::Poll;

/// Most branches that are prepared at a time.
const PREPARED_MAX: usize = 4;

impl World {
    /// Whether an application begins a branch now.
    pub(super) fn wants_branch(&mut self, index: usize) -> bool {
        let percent = self.shape.branch_percent;
        let one = &self.applications[index];
        percent > 0
            && one.branch.is_none()
            && !one.rolled_back
            && one.work.is_idle()
            && self.random.chance(percent)
    }

    pub(super) fn start_branch(&mut self, index: usize) -> Verdict {
        if !self.applications[index].opened {
            let open = XaCall::Open {
                name: Vec::new(),
                flags: TMNOFLAGS,
            };
            match self.xa(index, open)? {
                None => return Ok(()),
                Some(XaCode::OK) => self.applications[index].opened = true,
                Some(code) => return Err(format!("xa_open answered {}", code.name())),
            }
        }
        let number = self.model.next_branch();
        let start = XaCall::Start {
            xid: xid_of(number),
            flags: TMNOFLAGS,
        };
        match self.xa(index, start)? {
            None => Ok(()),
            Some(XaCode::OK) => {
                self.trace
                    .note(&format!("application {index}: begins branch {number}"));
                self.applications[index].branch = Some(number);
                Ok(())
            }
            Some(code) => Err(format!("xa_start answered {}", code.name())),
        }
    }

    /// A call that is answered at once; `None` when the connection refuses any.
    fn xa(&mut self, index: usize, call: XaCall) -> Result<Option<XaCode>, String> {
        let name = call.name();
        match self.call(index, Request::Xa(call))? {
            None => Ok(None),
            Some(Poll::Ready(Reply::Xa(reply))) => Ok(Some(reply.code)),
            Some(other) => Err(format!("{name} answered {other:?}")),
        }
    }

    /// Ends the work of an application in its branch, and then the branch, in one way or another.
    pub(super) fn end_branch(&mut self, index: usize) -> Verdict {
        let choice = self.random.below(100);
        if choice >= 96 {
            return self.disconnect_in_branch(index);
        }
        let fails = self.random.chance(10);
        let Some((number, lost)) = self.cut_tie(index, fails)? else {
            return Ok(());
        };
        match choice {
            0..60 if self.may_prepare() => self.prepare_branch(index, number, lost),
            0..76 => self.commit_in_one(index, number, lost),
            _ => self.roll_back_branch(index, number),
        }
    }

    /// `xa_end`. Answers the branch, and whether it can only be backed out; `None` when it is refused.
    fn cut_tie(
        &mut self,
        index: usize,
        fails: bool,
    ) -> Result<Option<(BranchNumber, bool)>, String> {
        let one = &self.applications[index];
        let number = one.branch.ok_or("who ends a branch is in one")?;
        let lost = one.doomed || one.work.lacking;
        let end = XaCall::End {
            xid: xid_of(number),
            flags: if fails { TMFAIL } else { TMSUCCESS },
        };
        let Some(code) = self.xa(index, end)? else {
            return Ok(None);
        };
        let right = match lost {
            true => code.is_rollback(),
            false => code == XaCode::OK,
        };
        if !right {
            return Err(format!(
                "xa_end of branch {number}, lost {lost}, answered {}",
                code.name()
            ));
        }
        let one = &mut self.applications[index];
        (one.branch, one.doomed) = (None, false);
        Ok(Some((number, lost || fails)))
    }

    /// Whether one more branch may be in doubt. The judge must be able to look at all queues even if it fills the log.
    pub(crate) fn may_prepare(&self) -> bool {
        let mut queues = self.model.queues.values();
        queues.all(|queue| queue.attributes.get_allowed) && self.model.branches.len() < PREPARED_MAX
    }

    /// `xa_end` and `xa_prepare` at once, of a branch with something to lose.
    pub(crate) fn prepare_at_once(&mut self, index: usize) -> Verdict {
        match self.cut_tie(index, false)? {
            Some((number, lost)) => self.prepare_branch(index, number, lost),
            None => Ok(()),
        }
    }

    fn prepare_branch(&mut self, index: usize, number: BranchNumber, lost: bool) -> Verdict {
        let head_before = self.head();
        let prepare = XaCall::Prepare {
            xid: xid_of(number),
            flags: TMNOFLAGS,
        };
        let answer = self.call(index, Request::Xa(prepare))?;
        let mut work = std::mem::take(&mut self.applications[index].work);
        let prepared = self.is_in_doubt(number);
        self.trace.note(&format!(
            "application {index}: prepares branch {number} of {} puts and {} gets: {}",
            work.puts.len(),
            work.gets.len(),
            said(&answer)
        ));
        if prepared {
            if lost || work.is_idle() {
                return Err(format!("branch {number} was prepared and must not be"));
            }
            let end = match (&answer, self.waiting_for(index)) {
                (Some(Poll::Pending), Some(WaitingFor::Log(end))) => end,
                (Some(Poll::Ready(Reply::Xa(reply))), _) if reply.code == XaCode::OK => self.head(),
                _ => return Err(format!("xa_prepare answered {answer:?}")),
            };
            // The others are gone for good.
            work.retains = last_of_each(&work.retains).cloned().collect();
            let branch = Branch {
                work,
                durable: false,
                found: false,
            };
            self.model.branches.insert(number, branch);
            self.summary.in_doubt += 1;
            let flag = self.await_log(end, Effect::Prepared(number));
            if matches!(answer, Some(Poll::Pending)) {
                self.applications[index].waiting = Some(Waiting::Log(end, Expected::Prepared));
            } else if !flag.is_durable() {
                return Err("xa_prepare was answered before it was durable".into());
            }
            return Ok(());
        }
        let excused = lost || !self.could_promise() || self.in_trouble();
        self.check_rolled_back(index, answer, excused, work.is_idle() && !lost)?;
        self.back_out_in_model(&work, head_before);
        Ok(())
    }

    /// Whether the log has room for what a prepared branch needs, and then some.
    fn could_promise(&self) -> bool {
        let log = self.engine().log();
        let (needed, body_len) = (4 * PAGE_BYTES as u64, 200);
        log.would_fit(log.recovery_lsn(), needed, body_len)
    }

    fn is_in_doubt(&self, number: BranchNumber) -> bool {
        let xid = xid_of(number);
        let branches = self.engine().branches();
        let mut in_doubt = branches
            .iter()
            .filter(|one| one.phase == BranchPhase::InDoubt);
        in_doubt.any(|one| one.xid == xid)
    }

    /// A branch was backed out instead of prepared or committed: the answer must say so. `excused`: there was a reason.
    /// `read_only`: there was nothing to do.
    fn check_rolled_back(
        &mut self,
        index: usize,
        answer: Option<Poll<Reply>>,
        excused: bool,
        read_only: bool,
    ) -> Verdict {
        match answer {
            // Hardened backout counts are waited for.
            Some(Poll::Pending) if excused => {
                let Some(WaitingFor::Log(end)) = self.waiting_for(index) else {
                    return Err("a back out waits for something other than the log".into());
                };
                self.applications[index].waiting = Some(Waiting::Log(end, Expected::RolledBack));
                Ok(())
            }
            Some(Poll::Ready(Reply::Xa(reply))) => match reply.code {
                XaCode::RDONLY if read_only => Ok(()),
                XaCode::RMFAIL if self.stopping() => Ok(()),
                code if code.is_rollback() && excused => Ok(()),
                code => Err(format!("a branch was lost: {}", code.name())),
            },
            None if self.stopping() => Ok(()),
            other => Err(format!("a branch was lost: {other:?}")),
        }
    }

    fn commit_in_one(&mut self, index: usize, number: BranchNumber, lost: bool) -> Verdict {
        let head_before = self.head();
        let retains = self.applications[index].work.retains.clone();
        let late = self.late(&retains);
        let commit = XaCall::Commit {
            xid: xid_of(number),
            flags: TMONEPHASE,
        };
        let answer = self.call(index, Request::Xa(commit))?;
        self.trace.note(&format!(
            "application {index}: commits branch {number} in one phase: {}",
            said(&answer)
        ));
        if lost {
            let work = std::mem::take(&mut self.applications[index].work);
            self.check_rolled_back(index, answer, true, false)?;
            self.back_out_in_model(&work, head_before);
            return Ok(());
        }
        match answer {
            Some(answer) => {
                let answer = answer.map(as_of_the_mqi);
                self.committed(index, answer, late, Expected::Commit)
                    .map(drop)
            }
            None => Err("a branch cannot be ended".into()),
        }
    }

    fn roll_back_branch(&mut self, index: usize, number: BranchNumber) -> Verdict {
        let head_before = self.head();
        let roll_back = XaCall::RollBack {
            xid: xid_of(number),
            flags: TMNOFLAGS,
        };
        let answer = self.call(index, Request::Xa(roll_back))?;
        let answer = answer.map(|answer| answer.map(as_of_the_mqi));
        match answer {
            Some(answer) => self.backed_out(index, &answer, head_before),
            None => Err("a branch cannot be ended".into()),
        }
    }

    /// Its transaction manager cannot end what an application leaves behind.
    fn disconnect_in_branch(&mut self, index: usize) -> Verdict {
        let head_before = self.head();
        match self.call(index, Request::Disconnect)? {
            None => return Ok(()),
            Some(Poll::Ready(Reply::Done(Reason::NONE))) => {}
            Some(other) => return Err(format!("MQDISC in a branch answered {other:?}")),
        }
        let work = std::mem::take(&mut self.applications[index].work);
        self.back_out_in_model(&work, head_before);
        self.kill_application(index)
    }
}

/// What `MQCMIT` and `MQBACK` would have answered.
fn as_of_the_mqi(reply: Reply) -> Reply {
    match reply {
        Reply::Xa(one) if one.code == XaCode::OK => Reply::Done(Reason::NONE),
        Reply::Xa(one) if one.code.is_rollback() => Reply::Failed(Reason::BACKED_OUT),
        Reply::Xa(one) if one.code == XaCode::RMFAIL => Reply::Failed(Reason::Q_MGR_STOPPING),
        other => other,
    }
}

fn said(answer: &Option<Poll<Reply>>) -> String {
    match answer {
        None => "refused".to_owned(),
        Some(Poll::Pending) => "waits for the log".to_owned(),
        Some(Poll::Ready(Reply::Xa(reply))) => reply.code.name().to_owned(),
        Some(Poll::Ready(other)) => format!("{other:?}"),
    }
}
