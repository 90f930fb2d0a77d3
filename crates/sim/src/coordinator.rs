//! Transaction managers that come back: they ask for what is prepared and end it. And operators who end it in their place.

use crate::model::{Attributes, BranchNumber, Effect, Ended, Flag, Pending, number_of, xid_of};
use crate::shape::Faults;
use crate::verbs::Late;
use crate::world::{Verdict, World};
use ferromq_log::{Lsn, Pressure};
use ferromq_mqi::Reason;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::generated::constants::{TMENDRSCAN, TMNOFLAGS, TMSTARTRSCAN};
use ferromq_mqi::xa::{XaCall, XaCode, XaReply};
use ferromq_qmgr::{BranchPhase, Connection, Outcome, WaitingFor};
use std::collections::BTreeSet;
use std::task::{Poll, Waker};

/// Percent of decisions that are an operator's.
const OPERATOR_PERCENT: u64 = 30;
/// Percent of decisions whose answer the transaction manager does not live to see.
const UNHEARD_PERCENT: u64 = 30;
/// Percent of those behind which a checkpoint is taken, and then the power goes: nobody has forced the decision.
const LOST_PERCENT: u64 = 60;

/// Percent of decisions in a log that is nearly full for which operators have used up its reserve.
const FILLED_PERCENT: u64 = 40;
/// Changes that use up the reserve of a small log; each is forced, which takes a page.
const CHANGES_MAX: usize = 40;

/// What is known of the record that ends a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Record {
    OnItsWay(Lsn),
    Durable,
    /// The log failed under it.
    Unknown,
}

impl World {
    /// Ends every branch there is, if nothing is in the way.
    pub(crate) fn decide_all(&mut self) -> Verdict {
        while !self.in_trouble() && self.coordinate()? {
            self.settle()?;
            if !self.stopping() {
                self.force()?;
            }
            self.settle()?;
        }
        Ok(())
    }

    /// A step in which a transaction manager comes back. False when there was nothing to do.
    pub(crate) fn coordinator_step(&mut self) -> Result<bool, String> {
        if !self.coordinate()? {
            return Ok(false);
        }
        let dies = self.shape.faults != Faults::None;
        if dies && self.is_decision_on_its_way() && self.random.chance(LOST_PERCENT) {
            self.checkpoint_all()?;
            self.end_life()?;
        }
        Ok(true)
    }

    fn is_decision_on_its_way(&mut self) -> bool {
        self.model.apply_durable();
        let mut pending = self.model.pending.iter();
        let on_its_way = pending.any(|one| matches!(one.effect, Effect::Ended(_)));
        on_its_way && !self.stopping()
    }

    /// Decides a branch in doubt, or forgets what was decided, if there is one. False when there was nothing to do.
    pub(crate) fn coordinate(&mut self) -> Result<bool, String> {
        // Calls that append would wait until the disk has kept up.
        if self.engine().log().is_crowded() {
            self.force()?;
        }
        self.model.apply_durable();
        let in_doubt = self.model.branches.iter().filter(|(_, one)| one.durable);
        let mut all: Vec<BranchNumber> = in_doubt.map(|(number, _)| *number).collect();
        all.extend(self.model.decided.keys());
        if all.is_empty() || self.stopping() {
            return Ok(false);
        }
        let number = all[self.random.below(all.len() as u64) as usize];
        if self.is_nearly_full() && self.random.chance(FILLED_PERCENT) {
            self.use_up_reserve()?;
            if self.stopping() {
                return Ok(true);
            }
        }
        let mut connection = match self.connect() {
            Ok(connection) => connection,
            Err(reason) if self.excused(reason) => return Ok(false),
            Err(reason) => return Err(format!("connect answered {reason:?}")),
        };
        let open = XaCall::Open {
            name: Vec::new(),
            flags: TMNOFLAGS,
        };
        now(&mut connection, open)?;
        self.check_listed(&mut connection)?;
        if let Some(committed) = self.model.decided.get(&number).copied() {
            self.forget(&mut connection, number, committed)?;
            return Ok(true);
        }
        let commits = self.random.chance(50);
        self.summary.decided += 1;
        if self.is_nearly_full() {
            self.summary.decided_in_full_log += 1;
        }
        if self.random.chance(OPERATOR_PERCENT) {
            self.decide_as_operator(number, commits)?;
        } else {
            self.decide(&mut connection, number, commits)?;
        }
        Ok(true)
    }

    fn is_nearly_full(&self) -> bool {
        self.engine().log().pressure() == Pressure::NearlyFull
    }

    /// Changes an object until the log refuses that: then nothing has room but what room was set aside for.
    fn use_up_reserve(&mut self) -> Verdict {
        for change in 0..CHANGES_MAX {
            let name = self.known_name();
            let Some(number) = self.model.named(&name) else {
                return Ok(());
            };
            let before = self.model.queue(number).attributes.clone();
            let after = Attributes {
                description: format!("one of {change} changes"),
                ..before.clone()
            };
            self.alter_to(&name, number, before, after.clone())?;
            if self.model.queue(number).attributes != after || self.stopping() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// `xa_recover` tells of all that is prepared or decided.
    fn check_listed(&self, connection: &mut Connection) -> Verdict {
        let scan = XaCall::Recover {
            count: 100,
            flags: TMSTARTRSCAN | TMENDRSCAN,
        };
        let listed = now(connection, scan)?.branches;
        let listed: BTreeSet<_> = listed.iter().map(number_of).collect();
        let known: BTreeSet<_> = self.model.listed_branches().into_keys().map(Some).collect();
        // What is on its way out may be listed until it is durable.
        let leaving = self
            .model
            .pending
            .iter()
            .filter_map(|one| match &one.effect {
                Effect::Ended(ended) => Some(Some(ended.branch)),
                Effect::Forgotten(number, _) => Some(Some(*number)),
                _ => None,
            });
        let most: BTreeSet<_> = known.iter().copied().chain(leaving).collect();
        if !known.is_subset(&listed) || !listed.is_subset(&most) {
            return Err(format!(
                "xa_recover tells of {listed:?}, not of {known:?} or {most:?}"
            ));
        }
        Ok(())
    }

    /// The second phase.
    fn decide(
        &mut self,
        connection: &mut Connection,
        number: BranchNumber,
        commits: bool,
    ) -> Verdict {
        let late = self.late_of(number, commits)?;
        let call = end_call(number, commits);
        let name = call.name();
        let answer = connection.start(Request::Xa(call), Waker::noop());
        self.trace.note(&format!(
            "the coordinator: {name} of branch {number}: {answer:?}"
        ));
        let record = match &answer {
            Poll::Pending => match connection.waiting_for() {
                Some(WaitingFor::Log(end)) => Record::OnItsWay(end),
                other => return Err(format!("{name} waits for {other:?}")),
            },
            Poll::Ready(Reply::Xa(reply)) if reply.code == XaCode::OK => Record::Durable,
            Poll::Ready(Reply::Xa(reply)) => return self.stays_in_doubt(number, reply.code),
            Poll::Ready(Reply::Failed(_)) if self.stopping() => return Ok(()),
            Poll::Ready(_) => return Err(format!("{name} answered {answer:?}")),
        };
        self.branch_ended(number, commits, late, record)?;
        let Record::OnItsWay(end) = record else {
            return Ok(());
        };
        if self.random.chance(UNHEARD_PERCENT) {
            return Ok(());
        }
        let between = self.plan_between();
        connection.wait_for_log(end);
        self.settle_between(between)?;
        self.model.apply_durable();
        match connection.poll(Waker::noop()) {
            Poll::Ready(Reply::Xa(reply)) if reply.code == XaCode::OK => Ok(()),
            Poll::Ready(Reply::Failed(Reason::CONNECTION_BROKEN)) if self.stopping() => Ok(()),
            other => Err(format!("{name} answered {other:?}")),
        }
    }

    /// A decision was refused. There is room for it in any log but one that found none on the disk when it was started.
    fn stays_in_doubt(&self, number: BranchNumber, code: XaCode) -> Verdict {
        let found = self
            .model
            .branches
            .get(&number)
            .is_some_and(|one| one.found);
        match code {
            XaCode::RMFAIL if self.stopping() => Ok(()),
            XaCode::RETRY if found && self.in_trouble() => Ok(()),
            _ => Err(format!(
                "branch {number} cannot be decided: {}; the log: {:?}",
                code.name(),
                self.engine().log().usage()
            )),
        }
    }

    fn late_of(&mut self, number: BranchNumber, commits: bool) -> Result<Vec<Late>, String> {
        let branch = self.model.branches.get(&number).ok_or("it is in doubt")?;
        let retains = branch.work.retains.clone();
        Ok(match commits {
            true => self.late(&retains),
            false => Vec::new(),
        })
    }

    /// The record that ends a branch was appended.
    fn branch_ended(
        &mut self,
        number: BranchNumber,
        commits: bool,
        late: Vec<Late>,
        record: Record,
    ) -> Verdict {
        let mut ended = self.model.end_branch(number).ok_or("it was in doubt")?;
        let mut work = ended.work().clone();
        let end = match record {
            Record::OnItsWay(end) => end,
            // What follows a force may have gone on writing.
            Record::Durable => self.engine().log().durable(),
            Record::Unknown => self.head(),
        };
        if commits {
            self.retain_all(&mut work, late, end)?;
            ended.committed = Some(work);
            self.await_end(end, ended, record);
        } else {
            self.await_end(end, ended, record);
            self.back_out_branch_in_model(&work);
        }
        Ok(())
    }

    fn await_end(&mut self, end: Lsn, ended: Ended, record: Record) {
        let effect = Effect::Ended(Box::new(ended));
        match record {
            Record::OnItsWay(_) => drop(self.await_log(end, effect)),
            // Behind what else is durable by now.
            Record::Durable => {
                self.await_log(end, effect);
                self.model.apply_durable();
            }
            Record::Unknown => self.model.pending.push(Pending {
                end,
                flag: Flag::failed(),
                effect,
            }),
        }
    }

    /// `rsvmqtrn`.
    fn decide_as_operator(&mut self, number: BranchNumber, commits: bool) -> Verdict {
        let late = self.late_of(number, commits)?;
        let outcome = match commits {
            true => Outcome::Committed,
            false => Outcome::BackedOut,
        };
        let decided = self.engine().decide_branch(&xid_of(number), outcome);
        self.trace.note(&format!(
            "operator: decides branch {number}, {outcome:?}: {decided:?}"
        ));
        let record = match decided {
            Ok(()) => Record::Durable,
            Err(Reason::RESOURCE_PROBLEM) => return self.stays_in_doubt(number, XaCode::RETRY),
            Err(reason) if !self.stopping() => {
                return Err(format!("branch {number} cannot be decided: {reason:?}"));
            }
            Err(_) => match self.is_decided(number) {
                true => Record::Unknown,
                false => return Ok(()),
            },
        };
        self.branch_ended(number, commits, late, record)?;
        self.model.decided.insert(number, commits);
        Ok(())
    }

    fn is_decided(&self, number: BranchNumber) -> bool {
        let xid = xid_of(number);
        let decided = |phase| matches!(phase, BranchPhase::Decided(_));
        let branches = self.engine().branches();
        let mut those = branches.iter().filter(|one| one.xid == xid);
        those.any(|one| decided(one.phase))
    }

    /// A transaction manager hears what an operator decided, and has it forgotten.
    fn forget(
        &mut self,
        connection: &mut Connection,
        number: BranchNumber,
        committed: bool,
    ) -> Verdict {
        let call = end_call(number, self.random.chance(50));
        let told = match committed {
            true => XaCode::HEURCOM,
            false => XaCode::HEURRB,
        };
        match connection.start(Request::Xa(call), Waker::noop()) {
            Poll::Ready(Reply::Xa(reply)) if reply.code == told => {}
            other => return Err(format!("a decided branch answered {other:?}")),
        }
        let forget = XaCall::Forget {
            xid: xid_of(number),
            flags: TMNOFLAGS,
        };
        let answer = connection.start(Request::Xa(forget), Waker::noop());
        self.trace.note(&format!(
            "the coordinator forgets branch {number}: {answer:?}"
        ));
        match (answer, connection.waiting_for()) {
            (Poll::Pending, Some(WaitingFor::Log(end))) => {
                self.model.decided.remove(&number);
                self.await_log(end, Effect::Forgotten(number, committed));
                Ok(())
            }
            (Poll::Ready(Reply::Xa(reply)), _) if reply.code == XaCode::OK => {
                self.model.decided.remove(&number);
                Ok(())
            }
            (Poll::Ready(Reply::Xa(reply)), _)
                if reply.code == XaCode::RMFAIL && self.stopping() =>
            {
                Ok(())
            }
            (other, _) => Err(format!(
                "xa_forget answered {other:?}; the log: {:?}",
                self.engine().log().usage()
            )),
        }
    }
}

fn end_call(number: BranchNumber, commits: bool) -> XaCall {
    let (xid, flags) = (xid_of(number), TMNOFLAGS);
    match commits {
        true => XaCall::Commit { xid, flags },
        false => XaCall::RollBack { xid, flags },
    }
}

/// A call that is answered at once.
fn now(connection: &mut Connection, call: XaCall) -> Result<XaReply, String> {
    match connection.start(Request::Xa(call), Waker::noop()) {
        Poll::Ready(Reply::Xa(reply)) if !reply.code.is_error() => Ok(reply),
        other => Err(format!("a coordinator was answered {other:?}")),
    }
}
