//! Units of work that are branches of transactions, and what their transaction manager does with them: the program
//! itself, which also ends what it has prepared once it is connected again. What an operator has decided meanwhile it hears of and forgets.
//!
//! What it was not told, or never asks for, is left to the coordinator (`coordinator.rs`).

use super::history::{End, Span, Stage};
use super::program::Program;
use super::taking_part::Heard;
use crate::model::xid_of;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::xa::{XaCall, XaCode};

/// Percent of the verbs in a branch behind which it ends.
const END_PERCENT: u64 = 40;
/// Percent of the times it ends a unit of work that it ends one that is prepared first, if there is one.
const DECIDE_PERCENT: u64 = 40;
/// Percent of branches that end as failed.
const FAIL_PERCENT: u64 = 10;

/// How a branch is to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// It is prepared first, and decided some other time.
    TwoPhases,
    OnePhase,
    RollBack,
}

impl Program<'_> {
    /// Who has no unit of work begins one that is a branch, and puts something in it, as a rule.
    pub(super) fn work_in_branch(&mut self) {
        if self.work.is_none() {
            let work = self.begin_work();
            self.begin_branch(work);
        }
        for _ in 0..2 {
            if self.branch.is_some() {
                self.put_one();
            }
        }
    }

    /// This unit of work is a branch: from now on what is done under syncpoint is done in it.
    pub(super) fn begin_branch(&mut self, work: usize) {
        if !self.open_manager() {
            return;
        }
        let (at, number) = {
            let mut events = self.history.lock();
            let at = events.begin_branch(work);
            (at, events.branches[at].number)
        };
        self.branch = Some(at);
        let start = XaCall::Start {
            xid: xid_of(number),
            flags: TMNOFLAGS,
        };
        let answer = self.xa(start);
        self.note(format!("begins branch {number}, work {work}: {answer:?}"));
        if !matches!(answer, None | Some(XaCode::OK)) {
            self.was_to_be("xa_start", answer);
        }
    }

    /// `xa_open`, once for each connection.
    fn open_manager(&mut self) -> bool {
        if self.opened {
            return true;
        }
        let open = XaCall::Open {
            name: b"SIM".to_vec(),
            flags: TMNOFLAGS,
        };
        match self.xa(open) {
            Some(XaCode::OK) => self.opened = true,
            None => {}
            answer => self.was_to_be("xa_open", answer),
        }
        self.opened
    }

    /// Branches end earlier than other units of work.
    pub(super) fn is_to_end_branch(&mut self) -> bool {
        self.branch.is_some() && self.random.chance(END_PERCENT)
    }

    /// Ends the branch it works in.
    pub(super) fn end_branch(&mut self, work: usize, at: usize) {
        let number = self.history.lock().branches[at].number;
        self.enlist_in_branch(number);
        let xid = xid_of(number);
        let fails = self.random.chance(FAIL_PERCENT);
        let flags = if fails { TMFAIL } else { TMSUCCESS };
        let answer = self.xa(XaCall::End { xid, flags });
        let may_be_committed = match answer {
            None => return self.note(format!("ends work {work}: the connection is gone")),
            Some(XaCode::OK) => !fails,
            // A put is missing that nobody waited for.
            Some(code) if code.is_rollback() => false,
            answer => return self.was_to_be("xa_end", answer),
        };
        let way = match self.random.below(10) {
            0..7 if may_be_committed => Way::TwoPhases,
            7..9 if may_be_committed => Way::OnePhase,
            _ => Way::RollBack,
        };
        match way {
            Way::TwoPhases => {
                self.prepare(work, at);
                if self.random.chance(DECIDE_PERCENT) {
                    self.decide_branch();
                }
            }
            Way::OnePhase => self.commit_in_one_phase(work, at),
            Way::RollBack => self.roll_back(work, at),
        }
        self.participant = None;
    }

    fn prepare(&mut self, work: usize, at: usize) {
        let unheard = self.unheard_of(work);
        // Lost on the way, nobody knows whether it is prepared.
        (self.work, self.branch) = (None, None);
        let (span, number) = {
            let mut events = self.history.lock();
            events.branches[at].stage = Stage::Asked;
            (events.begin(), events.branches[at].number)
        };
        let answer = self.xa(XaCall::Prepare {
            xid: xid_of(number),
            flags: TMNOFLAGS,
        });
        let mut events = self.history.lock();
        let to = Some(events.tick());
        let span = Span { to, ..span };
        match answer {
            Some(XaCode::OK) => {
                events.is_prepared(at);
                events.prepared += 1;
                self.prepared.push(at);
            }
            // There was nothing to commit, and so that is done.
            Some(XaCode::RDONLY) => events.is_over(at, End::Committed(span)),
            Some(code) if code.is_rollback() => events.is_over(at, End::BackedOut(span)),
            _ => {}
        }
        drop(events);
        self.judge_branch(
            number,
            match answer {
                Some(XaCode::OK) => Heard::Asked,
                Some(code) if code.is_rollback() => Heard::BackOut,
                _ => Heard::OnceAtMost,
            },
        );
        self.note(format!("prepares branch {number}, work {work}: {answer:?}"));
        match answer {
            Some(XaCode::OK | XaCode::RDONLY) => self.unheard.retain(|one| !unheard.contains(one)),
            None => {}
            Some(code) if code.is_rollback() => {}
            answer => self.was_to_be("xa_prepare", answer),
        }
    }

    fn commit_in_one_phase(&mut self, work: usize, at: usize) {
        let unheard = self.unheard_of(work);
        (self.work, self.branch) = (None, None);
        let (span, number) = {
            let mut events = self.history.lock();
            let span = events.begin();
            events.works[work] = End::Committed(span);
            (span, events.branches[at].number)
        };
        let answer = self.xa(XaCall::Commit {
            xid: xid_of(number),
            flags: TMONEPHASE,
        });
        if answer == Some(XaCode::OK) {
            self.unheard.retain(|one| !unheard.contains(one));
            self.made(unheard);
        }
        let mut events = self.history.lock();
        let to = Some(events.tick());
        let span = Span { to, ..span };
        match answer {
            Some(XaCode::OK) => events.is_over(at, End::Committed(span)),
            Some(code) if code.is_rollback() => events.is_over(at, End::BackedOut(span)),
            _ => {}
        }
        drop(events);
        self.judge_branch(
            number,
            match answer {
                Some(XaCode::OK) => Heard::Commit,
                Some(code) if code.is_rollback() => Heard::BackOut,
                _ => Heard::OnceAtMost,
            },
        );
        self.note(format!(
            "commits branch {number} in one phase, work {work}: {answer:?}"
        ));
        match answer {
            None | Some(XaCode::OK) => {}
            Some(code) if code.is_rollback() => {}
            answer => self.was_to_be("xa_commit", answer),
        }
    }

    /// Rolls a branch back that is not prepared; lost on the way, it is as well.
    fn roll_back(&mut self, work: usize, at: usize) {
        let (span, number) = {
            let mut events = self.history.lock();
            (events.begin(), events.branches[at].number)
        };
        let answer = self.xa(XaCall::RollBack {
            xid: xid_of(number),
            flags: TMNOFLAGS,
        });
        self.note(format!(
            "rolls branch {number} back, work {work}: {answer:?}"
        ));
        match answer {
            None => {}
            Some(XaCode::OK) => {
                (self.work, self.branch) = (None, None);
                let mut events = self.history.lock();
                let to = Some(events.tick());
                events.is_over(at, End::BackedOut(Span { to, ..span }));
                drop(events);
                self.judge_branch(number, Heard::BackOut);
            }
            answer => self.was_to_be("xa_rollback", answer),
        }
    }

    /// Ends one of the branches it has prepared, if there is one; perhaps one it has asked to end before, and was not answered.
    pub(super) fn decide_branch(&mut self) {
        if self.prepared.is_empty() || !self.open_manager() {
            return;
        }
        let at = self.prepared[self.random.below(self.prepared.len() as u64) as usize];
        let likely = self.random.chance(70);
        let branch = self.history.lock().branches[at];
        let number = branch.number;
        if branch.stage == Stage::Decided {
            return self.hear_of_decision(at, number, likely);
        }
        let (asked, span, commits) = self.begin_to_end(at, likely);
        let (xid, flags) = (xid_of(number), TMNOFLAGS);
        let call = match commits {
            true => XaCall::Commit { xid, flags },
            false => XaCall::RollBack { xid, flags },
        };
        let name = call.name();
        let answer = self.xa(call);
        if let Some(code @ (XaCode::HEURCOM | XaCode::HEURRB)) = answer {
            self.note(format!("{name} of branch {number}: {answer:?}"));
            return self.forget(at, number, code);
        }
        let mut events = self.history.lock();
        let to = Some(events.tick());
        let span = Span { to, ..span };
        let (end, is_over) = match answer {
            Some(XaCode::OK) => (Some(span), true),
            // It was ended by what was asked before. That it is backed out need not be durable then.
            Some(XaCode::NOTA) if asked => (Some(span), commits),
            _ => (None, false),
        };
        if let Some(span) = end {
            let work = events.branches[at].work;
            events.works[work] = match commits {
                true => End::Committed(span),
                false => End::BackedOut(span),
            };
            if is_over {
                events.branches[at].stage = Stage::Over;
            }
            self.prepared.retain(|one| *one != at);
        }
        let met_operator = events.branches[at].met_operator;
        drop(events);
        self.judge_branch(
            number,
            match (answer, commits) {
                (Some(XaCode::OK), true) => Heard::Commit,
                (Some(XaCode::OK), false) => Heard::BackOut,
                _ => Heard::OnceAtMost,
            },
        );
        self.note(format!("{name} of branch {number}: {answer:?}"));
        match answer {
            None | Some(XaCode::OK) => {}
            // What was asked before is under way.
            Some(XaCode::NOTA | XaCode::RETRY | XaCode::PROTO) if asked => {}
            // An operator is at it.
            Some(XaCode::RETRY | XaCode::PROTO) if met_operator => {}
            answer => self.was_to_be(name, answer),
        }
    }

    /// Writes down that a branch is asked to end, as it was asked before if it was. Answers whether it was, since when, and whether it commits.
    fn begin_to_end(&self, at: usize, likely: bool) -> (bool, Span, bool) {
        let mut events = self.history.lock();
        let branch = events.branches[at];
        let asked = match events.works[branch.work] {
            _ if branch.stage != Stage::Ending => None,
            End::Committed(span) => Some((span, true)),
            End::BackedOut(span) => Some((span, false)),
            End::None => None,
        };
        let (span, commits) = asked.unwrap_or((events.begin(), likely));
        events.branches[at].stage = Stage::Ending;
        events.works[branch.work] = match commits {
            true => End::Committed(span),
            false => End::BackedOut(span),
        };
        (asked.is_some(), span, commits)
    }

    /// An operator has decided a branch: it is told so, whatever it asks for.
    fn hear_of_decision(&mut self, at: usize, number: u64, commits: bool) {
        let (xid, flags) = (xid_of(number), TMNOFLAGS);
        let call = match commits {
            true => XaCall::Commit { xid, flags },
            false => XaCall::RollBack { xid, flags },
        };
        let name = call.name();
        let answer = self.xa(call);
        self.note(format!("{name} of branch {number}: {answer:?}"));
        match answer {
            None => {}
            Some(code @ (XaCode::HEURCOM | XaCode::HEURRB)) => self.forget(at, number, code),
            // It was asked to forget it, and not told that it has.
            Some(XaCode::NOTA) if self.history.lock().branches[at].forgets => {
                self.prepared.retain(|one| *one != at);
            }
            answer => self.was_to_be(name, answer),
        }
    }

    /// `xa_forget`, of what it was told an operator has decided.
    fn forget(&mut self, at: usize, number: u64, code: XaCode) {
        let commits = code == XaCode::HEURCOM;
        let asked = {
            let mut events = self.history.lock();
            let branch = events.branches[at];
            match branch.by_operator {
                Some((from, as_told)) if as_told == commits => {
                    if branch.stage != Stage::Decided {
                        events.is_decided(at, from, commits);
                    }
                }
                other => {
                    drop(events);
                    self.history.wrong(format!(
                        "branch {number}: {}, and an operator: {other:?}",
                        code.name()
                    ));
                    return;
                }
            }
            std::mem::replace(&mut events.branches[at].forgets, true)
        };
        let (xid, flags) = (xid_of(number), TMNOFLAGS);
        let answer = self.xa(XaCall::Forget { xid, flags });
        self.note(format!("forgets branch {number}: {answer:?}"));
        match answer {
            None => {}
            Some(XaCode::OK) => {
                // It is behind the decision in the log: what that changed is to be seen, and who took part has heard of it.
                let mut events = self.history.lock();
                events.is_seen(at);
                events.branches[at].stage = Stage::Over;
                drop(events);
                self.prepared.retain(|one| *one != at);
                self.judge_branch(
                    number,
                    if commits {
                        Heard::Commit
                    } else {
                        Heard::BackOut
                    },
                );
            }
            // Of one that was asked for before it is not known whether it is durable.
            Some(XaCode::NOTA) if asked => self.prepared.retain(|one| *one != at),
            answer => self.was_to_be("xa_forget", answer),
        }
    }

    /// Whether it ends something that is prepared now, instead of what it works in.
    pub(super) fn is_to_decide(&mut self) -> bool {
        !self.prepared.is_empty() && self.random.chance(DECIDE_PERCENT)
    }

    /// Makes a call of a transaction manager. `None` when nobody knows what became of it: the connection is of no use any more.
    fn xa(&mut self, call: XaCall) -> Option<XaCode> {
        match self.call(Request::Xa(call))? {
            Reply::Xa(reply) if reply.code == XaCode::RMFAIL => {
                self.lose();
                None
            }
            Reply::Xa(reply) => Some(reply.code),
            other => {
                self.unless_over("a call of a transaction manager", &Some(other));
                self.lose();
                None
            }
        }
    }

    fn was_to_be(&mut self, name: &str, answer: Option<XaCode>) {
        self.over = true;
        self.history.wrong(format!(
            "program {}: {name} answered {answer:?}",
            self.number
        ));
    }
}
