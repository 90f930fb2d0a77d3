//! The transaction manager that comes back when nobody is at work any more, or behind a start: it asks which branches are
//! prepared, holds that against what clients were told, and decides them.

use super::Interleaved;
use super::history::{End, Events, Span, Stage};
use super::life::connect;
use super::taking_part::{enlist_again, judge_again};
use crate::model::{number_of, xid_of};
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::xa::{XaCall, XaCode, XaReply, Xid};
use ferromq_qmgr::{BranchPhase, Connection, Outcome, QueueManager};
use std::collections::BTreeMap;
use std::task::{Poll, Waker};

/// Percent of branches an operator decides in its place.
const OPERATOR_PERCENT: u64 = 20;
/// Percent of branches that stay in doubt over the end of a life.
const LATER_PERCENT: u64 = 30;

/// Which of the branches that are listed are decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decides {
    /// Behind a start: who took part in them does so again.
    All,
    /// The others outlive whatever follows.
    Most,
}

/// The branches that are listed; of those an operator has decided whether that was to commit them.
type Listed = BTreeMap<u64, Option<bool>>;

impl Interleaved {
    /// What an operator has decided before is as it was told; it is forgotten.
    fn forget(
        &mut self,
        engine: &QueueManager,
        connection: &mut Connection,
        events: &mut Events,
        (number, commits): (u64, bool),
    ) -> Result<(), String> {
        let (xid, flags) = (xid_of(number), TMNOFLAGS);
        let told = match commits {
            true => XaCode::HEURCOM,
            false => XaCode::HEURRB,
        };
        let end = match self.random.chance(50) {
            true => XaCall::Commit { xid, flags },
            false => XaCall::RollBack { xid, flags },
        };
        expect(engine, connection, end, told)?;
        let xid = xid_of(number);
        expect(
            engine,
            connection,
            XaCall::Forget { xid, flags },
            XaCode::OK,
        )?;
        let at = place_of(events, number)?;
        events.branches[at].stage = Stage::Over;
        self.trace.note(&format!(
            "the coordinator: branch {number} was decided by an operator, and is forgotten"
        ));
        Ok(())
    }

    /// See the module. Nobody is at work, and all is durable.
    pub(super) fn coordinate(
        &mut self,
        engine: &QueueManager,
        events: &mut Events,
        decides: Decides,
    ) -> Result<(), String> {
        engine.log().lead();
        let mut connection = connect(engine)?;
        let open = XaCall::Open {
            name: Vec::new(),
            flags: TMNOFLAGS,
        };
        call(engine, &mut connection, open)?;
        let listed = recover(engine, &mut connection)?;
        compare(events, &listed)?;
        if decides == Decides::All {
            let in_doubt = listed.iter().filter(|(_, decided)| decided.is_none());
            for (number, _) in in_doubt {
                enlist_again(engine, events, *number)?;
            }
        }
        let mut left = Listed::new();
        for (number, decided) in listed {
            if decides == Decides::Most && self.random.chance(LATER_PERCENT) {
                left.insert(number, decided);
                continue;
            }
            let commits = match decided {
                None => self.decide(engine, &mut connection, events, number)?,
                Some(commits) => {
                    self.forget(engine, &mut connection, events, (number, commits))?;
                    continue;
                }
            };
            match decides {
                Decides::All => judge_again(events, number, commits)?,
                Decides::Most => {}
            }
        }
        let listed = recover(engine, &mut connection)?;
        match listed == left {
            true => Ok(()),
            false => Err(format!(
                "xa_recover lists {listed:?}, and {left:?} are in doubt"
            )),
        }
    }

    fn decide(
        &mut self,
        engine: &QueueManager,
        connection: &mut Connection,
        events: &mut Events,
        number: u64,
    ) -> Result<bool, String> {
        let at = place_of(events, number)?;
        let commits = self.random.chance(50);
        let by_operator = self.random.chance(OPERATOR_PERCENT);
        let span = events.begin();
        let told = match by_operator {
            true => {
                let (outcome, told) = match commits {
                    true => (Outcome::Committed, XaCode::HEURCOM),
                    false => (Outcome::BackedOut, XaCode::HEURRB),
                };
                engine
                    .decide_branch(&xid_of(number), outcome)
                    .map_err(|reason| format!("branch {number} cannot be decided: {reason:?}"))?;
                told
            }
            false => XaCode::OK,
        };
        let (xid, flags) = (xid_of(number), TMNOFLAGS);
        let end = match commits {
            true => XaCall::Commit { xid, flags },
            false => XaCall::RollBack { xid, flags },
        };
        expect(engine, connection, end, told)?;
        if by_operator {
            let xid = xid_of(number);
            expect(
                engine,
                connection,
                XaCall::Forget { xid, flags },
                XaCode::OK,
            )?;
        }
        let to = Some(events.tick());
        let span = Span { to, ..span };
        let end = match commits {
            true => End::Committed(span),
            false => End::BackedOut(span),
        };
        events.is_over(at, end);
        self.decided += 1;
        self.trace.note(&format!(
            "the coordinator: branch {number}, work {}, by an operator {by_operator}: {end:?}",
            events.branches[at].work
        ));
        Ok(commits)
    }
}

fn place_of(events: &Events, number: u64) -> Result<usize, String> {
    let place = events.branches.iter().position(|one| one.number == number);
    place.ok_or_else(|| format!("branch {number} is none of the run's"))
}

/// Holds the branches that are listed against what was told of them, and writes down what that says of the others.
fn compare(events: &mut Events, listed: &Listed) -> Result<(), String> {
    for number in listed.keys() {
        if !events.branches.iter().any(|one| one.number == *number) {
            return Err(format!(
                "branch {number} is listed, and was decided long ago"
            ));
        }
    }
    for at in 0..events.branches.len() {
        // What an operator decided counts, whatever was asked besides.
        match listed.get(&events.branches[at].number) {
            Some(Some(commits)) => compare_decided(events, at, *commits)?,
            found => compare_undecided(events, at, found.is_some())?,
        }
    }
    Ok(())
}

/// A branch is listed as decided.
fn compare_decided(events: &mut Events, at: usize, commits: bool) -> Result<(), String> {
    let branch = events.branches[at];
    let (stage, by_operator) = (branch.stage, branch.by_operator);
    match by_operator.filter(|(_, as_told)| *as_told == commits) {
        Some(_) if stage == Stage::Decided => events.is_seen(at),
        Some((from, _)) if stage != Stage::Over && stage != Stage::Begun => {
            events.is_decided(at, from, commits);
            events.is_seen(at);
        }
        _ => {
            let (number, work) = (branch.number, branch.work);
            return Err(format!(
                "branch {number}, work {work}, {stage:?}, is decided to commit {commits}, and an operator: {by_operator:?}"
            ));
        }
    }
    Ok(())
}

/// A branch is listed as in doubt, or is not listed.
fn compare_undecided(events: &mut Events, at: usize, is_in_doubt: bool) -> Result<(), String> {
    let branch = events.branches[at];
    let end = events.works[branch.work];
    let wrong = |what: &str| {
        let (number, work) = (branch.number, branch.work);
        Err(format!("branch {number}, work {work}, {what}"))
    };
    match (branch.stage, is_in_doubt) {
        (Stage::Begun | Stage::Over, false) | (Stage::Prepared, true) => {}
        (Stage::Decided, false) if branch.forgets => {
            events.is_seen(at);
            events.branches[at].stage = Stage::Over;
        }
        (Stage::Decided, is_in_doubt) => {
            return wrong(&format!(
                "was decided by an operator, which is forgotten; it is in doubt {is_in_doubt}"
            ));
        }
        // What it was asked to do it has not done.
        (Stage::Asked | Stage::Ending, true) => {
            events.is_prepared(at);
            events.branches[at].by_operator = None;
        }
        (Stage::Asked, false) => {
            let span = events.begin();
            events.is_over(at, End::BackedOut(span));
        }
        (Stage::Ending, false) => {
            let to = Some(events.tick());
            let ended = match end {
                End::Committed(span) => End::Committed(Span { to, ..span }),
                End::BackedOut(span) => End::BackedOut(Span { to, ..span }),
                End::None => End::None,
            };
            events.is_over(at, ended);
        }
        (Stage::Prepared, false) => return wrong("was answered as prepared and is forgotten"),
        (Stage::Begun, true) => return wrong("is listed, and nobody asked to prepare it"),
        (Stage::Over, true) => return wrong(&format!("is listed again: {end:?}")),
    }
    Ok(())
}

/// The numbers of the branches `xa_recover` tells of.
fn recover(engine: &QueueManager, connection: &mut Connection) -> Result<Listed, String> {
    let shown: BTreeMap<Xid, BranchPhase> = (engine.branches().into_iter())
        .map(|one| (one.xid, one.phase))
        .collect();
    let mut numbers = Listed::new();
    let mut flags = TMSTARTRSCAN;
    loop {
        let scan = XaCall::Recover { count: 10, flags };
        let branches = call(engine, connection, scan)?.branches;
        if branches.is_empty() {
            return Ok(numbers);
        }
        for xid in branches {
            let number = number_of(&xid).ok_or_else(|| format!("{xid:?} is none of the run's"))?;
            let decided = match shown.get(&xid) {
                Some(BranchPhase::InDoubt) => None,
                Some(BranchPhase::Decided(outcome)) => Some(*outcome == Outcome::Committed),
                other => return Err(format!("branch {number} is listed, and shown as {other:?}")),
            };
            if numbers.insert(number, decided).is_some() {
                return Err(format!("branch {number} is listed twice"));
            }
        }
        flags = TMNOFLAGS;
    }
}

fn expect(
    engine: &QueueManager,
    connection: &mut Connection,
    asked: XaCall,
    told: XaCode,
) -> Result<(), String> {
    let what = format!("{asked:?}");
    let reply = call(engine, connection, asked)?;
    match reply.code == told {
        true => Ok(()),
        false => Err(format!("{what} answered {:?}, not {told:?}", reply.code)),
    }
}

/// Makes a call, and forces the log if it waits for that.
fn call(
    engine: &QueueManager,
    connection: &mut Connection,
    asked: XaCall,
) -> Result<XaReply, String> {
    let name = asked.name();
    let mut answer = connection.start(Request::Xa(asked), Waker::noop());
    if answer.is_pending() {
        engine.log().lead();
        answer = connection.poll(Waker::noop());
    }
    match answer {
        Poll::Ready(Reply::Xa(reply)) => Ok(reply),
        other => Err(format!("{name} of a coordinator answered {other:?}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a branch at this stage may be listed, and may be missing from the list.
    fn may_be(stage: Stage) -> (bool, bool) {
        let outcome = |is_listed: bool| {
            let mut events = Events::default();
            events.works.push(End::None);
            let at = events.begin_branch(0);
            events.branches[at].stage = stage;
            let number = events.branches[at].number;
            let listed = is_listed.then_some((number, None)).into_iter().collect();
            let outcome = compare(&mut events, &listed);
            if outcome.is_ok() {
                assert_eq!(events.is_in_doubt(0), is_listed, "{stage:?}");
            }
            outcome.is_ok()
        };
        (outcome(true), outcome(false))
    }

    #[test]
    fn a_branch_is_listed_from_its_prepare_to_its_end_and_no_longer() {
        assert_eq!(may_be(Stage::Begun), (false, true));
        assert_eq!(may_be(Stage::Asked), (true, true));
        assert_eq!(may_be(Stage::Prepared), (true, false));
        assert_eq!(may_be(Stage::Ending), (true, true));
        assert_eq!(may_be(Stage::Over), (false, true));
        assert_eq!(may_be(Stage::Decided), (false, false));
        let nobodys = Listed::from([(7, None)]);
        assert!(compare(&mut Events::default(), &nobodys).is_err());
    }
}
