//! Who takes part in branches of transactions besides queues: is ready, refuses, or has the branch wait when that is prepared or
//! committed in one phase; and hears how it ended, once, before whoever ended it is answered.
//!
//! A restart finds a branch in doubt without whoever took part in an earlier life. Its resource enlists it again (`Resource` in
//! `crates/qmgr/src/uow/participant.rs`), and so does the run: it is not asked any more then, and hears the end.

use super::history::{End, Events, Stage};
use super::program::Program;
use crate::model::xid_of;
use ferromq_qmgr::{QueueManager, SimulatedParticipant};

/// Percent of branches somebody takes part in, in the runs in which somebody does.
const PERCENT: u64 = 60;
/// Percent of those who are ready at once.
const READY_PERCENT: u64 = 25;

/// What somebody who takes part must have heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// The question, and no end.
    Asked,
    Commit,
    BackOut,
    /// Whether it ended nobody knows.
    OnceAtMost,
}

impl Heard {
    fn fits(self, (asked, committed, backed_out): (u32, u32, u32)) -> bool {
        match self {
            Self::Asked => asked > 0 && (committed, backed_out) == (0, 0),
            Self::Commit => (committed, backed_out) == (1, 0),
            Self::BackOut => (committed, backed_out) == (0, 1),
            Self::OnceAtMost => committed + backed_out <= 1,
        }
    }
}

impl Program<'_> {
    /// Has somebody take part in the branch that is about to end, now and then.
    pub(super) fn enlist_in_branch(&mut self, number: u64) {
        self.participant = None;
        if !self.has_participants || !self.random.chance(PERCENT) {
            return;
        }
        let participant = match self.random.chance(READY_PERCENT) {
            true => SimulatedParticipant::ready(),
            false => SimulatedParticipant::waiting(),
        };
        if self.engine.enlist_simulated(&xid_of(number), &participant) {
            let mut events = self.history.lock();
            events.participants.insert(number, participant.clone());
            self.participant = Some(participant);
        }
    }

    /// Who took part in a branch has heard this.
    pub(super) fn judge_branch(&self, number: u64, heard: Heard) {
        let mut events = self.history.lock();
        let judged = judge(&events, number, heard);
        match judged {
            Ok(took_part) => events.took_part += u64::from(took_part),
            Err(wrong) => {
                drop(events);
                self.history.wrong(wrong);
            }
        }
    }
}

/// Whether somebody took part in this branch.
///
/// # Errors
/// What it has heard is something else.
pub(super) fn judge(events: &Events, number: u64, heard: Heard) -> Result<bool, String> {
    let Some(participant) = events.participants.get(&number) else {
        return Ok(false);
    };
    let is_kept = matches!(heard, Heard::Asked | Heard::Commit);
    if is_kept && participant.refuses() {
        return Err(format!(
            "who took part in branch {number} has refused, and it was {heard:?}"
        ));
    }
    match heard.fits(participant.heard()) {
        true => Ok(true),
        false => Err(format!(
            "who took part in branch {number} is to have heard {heard:?}: asked, commits and back outs are {:?}",
            participant.heard()
        )),
    }
}

/// Nobody is at work any more: each has heard how its branch ended, or nothing of one that has not.
pub(super) fn judge_all(events: &Events) -> Result<(), String> {
    for branch in &events.branches {
        let heard = match events.works[branch.work] {
            _ if branch.stage == Stage::Prepared => Heard::Asked,
            End::Committed(span) if span.to.is_some() => Heard::Commit,
            End::BackedOut(span) if span.to.is_some() => Heard::BackOut,
            _ => Heard::OnceAtMost,
        };
        judge(events, branch.number, heard)?;
    }
    Ok(())
}

/// A restart has found a branch in doubt: who took part in it does so again.
///
/// # Errors
/// It cannot.
pub(super) fn enlist_again(
    engine: &QueueManager,
    events: &mut Events,
    number: u64,
) -> Result<(), String> {
    if !events.participants.contains_key(&number) {
        return Ok(());
    }
    let participant = SimulatedParticipant::ready();
    if !engine.enlist_simulated(&xid_of(number), &participant) {
        return Err(format!(
            "who took part in branch {number} cannot do so again"
        ));
    }
    events.participants.insert(number, participant);
    Ok(())
}

/// Who took part again has heard how the branch ended, and was not asked.
pub(super) fn judge_again(events: &Events, number: u64, commits: bool) -> Result<(), String> {
    let heard = if commits {
        Heard::Commit
    } else {
        Heard::BackOut
    };
    judge(events, number, heard)?;
    match events.participants.get(&number).map(|one| one.heard()) {
        Some((asked, ..)) if asked > 0 => Err(format!(
            "who took part in branch {number} again was asked about what is prepared"
        )),
        _ => Ok(()),
    }
}
