//! What calls a transaction branch takes in which state, and what becomes of it. No I/O, no
//! locks: the tables of the X/Open XA interface, which README.md repeats.

use ferromq_mqi::xa::XaCode;
use std::collections::{BTreeMap, BTreeSet};

/// A connection, by its number: the thread of control of the XA interface.
pub(crate) type Who = u64;

/// How an operator decided a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is backed out.
    BackedOut,
    /// It is committed.
    Committed,
}

impl Outcome {
    /// What a transaction manager is told that decides too late.
    pub(crate) fn code(self) -> XaCode {
        match self {
            Self::BackedOut => XaCode::HEURRB,
            Self::Committed => XaCode::HEURCOM,
        }
    }
}

/// How a connection ends its work in a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// It went well.
    Success,
    /// It did not: the branch can only be backed out.
    Failure,
    /// For a while, and the same connection takes it up again.
    Suspend,
    /// For a while, and any connection takes it up again.
    Migrate,
}

/// A connection's tie to a branch it works in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tie {
    /// T1.
    Active,
    /// T2.
    Suspended,
}

/// A branch's state. There is none (S0) for a branch that is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// S1 while a connection is tied to it, S2 otherwise.
    Open,
    /// S3.
    Prepared,
    /// S4: the code says why.
    RollbackOnly(XaCode),
    /// S5.
    Decided(Outcome),
    /// A call is about to change it; `prepared` if it was before.
    Busy { prepared: bool },
}

/// What preparing a branch means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Preparing {
    /// Write the record.
    Prepare,
    /// Back it out and answer this.
    BackOut(XaCode),
}

/// What committing a branch means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Committing {
    /// Commit a unit of work that was not prepared.
    OnePhase,
    /// Commit a prepared one, which must not be lost.
    Prepared,
    /// Back it out and answer this.
    BackOut(XaCode),
}

/// What backing a branch out means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BackingOut {
    /// Nothing is promised yet.
    Unprepared,
    /// The record must be durable first.
    Prepared,
}

/// What becomes of a branch when a connection goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Left {
    /// It stays as it is.
    Stays,
    /// Its work is backed out; others that work in it are told.
    Doomed,
    /// It is backed out and gone.
    Gone,
}

/// One branch.
#[derive(Debug)]
pub(crate) struct BranchState {
    state: State,
    ties: BTreeMap<Who, Tie>,
    /// Suspended for whoever takes it up.
    migrating: bool,
    /// Connections that have worked in it. Unprepared, it does not outlive the last one.
    owners: BTreeSet<Who>,
}

impl BranchState {
    /// `xa_start` of a new branch.
    pub(crate) fn begun(who: Who) -> Self {
        Self {
            state: State::Open,
            ties: BTreeMap::from([(who, Tie::Active)]),
            migrating: false,
            owners: BTreeSet::from([who]),
        }
    }

    /// A branch a restart has found prepared.
    pub(crate) fn prepared() -> Self {
        Self::at(State::Prepared)
    }

    /// A branch an operator has decided in an earlier life.
    pub(crate) fn decided(outcome: Outcome) -> Self {
        Self::at(State::Decided(outcome))
    }

    fn at(state: State) -> Self {
        Self {
            state,
            ties: BTreeMap::new(),
            migrating: false,
            owners: BTreeSet::new(),
        }
    }

    /// `xa_start` with `TMJOIN`.
    pub(crate) fn join(&mut self, who: Who) -> Result<(), XaCode> {
        self.check_open()?;
        if self.ties.contains_key(&who) {
            return Err(XaCode::PROTO);
        }
        self.tie(who);
        Ok(())
    }

    /// `xa_start` with `TMRESUME`.
    pub(crate) fn resume(&mut self, who: Who) -> Result<(), XaCode> {
        if !self.migrating && self.ties.get(&who) != Some(&Tie::Suspended) {
            return Err(XaCode::PROTO);
        }
        self.check_open()?;
        if self.ties.get(&who) != Some(&Tie::Suspended) {
            self.migrating = false;
        }
        self.tie(who);
        Ok(())
    }

    fn check_open(&self) -> Result<(), XaCode> {
        match self.state {
            State::Open => Ok(()),
            State::RollbackOnly(code) => Err(code),
            State::Prepared | State::Decided(_) | State::Busy { .. } => Err(XaCode::PROTO),
        }
    }

    fn tie(&mut self, who: Who) {
        self.ties.insert(who, Tie::Active);
        self.owners.insert(who);
    }

    /// `xa_end`. The code of a branch that can only be backed out is no error: the tie is cut.
    pub(crate) fn end(&mut self, who: Who, how: Ending) -> Result<XaCode, XaCode> {
        let finishes = matches!(how, Ending::Success | Ending::Failure);
        match self.ties.get(&who) {
            Some(Tie::Active) => {}
            Some(Tie::Suspended) if finishes => {}
            // Nobody else can end what was suspended for anybody.
            None if finishes && self.migrating => self.migrating = false,
            _ => return Err(XaCode::PROTO),
        }
        self.ties.remove(&who);
        if let State::RollbackOnly(code) = self.state {
            return Ok(code);
        }
        match how {
            Ending::Success => {}
            Ending::Failure => self.doom(XaCode::RBROLLBACK),
            Ending::Suspend => {
                self.ties.insert(who, Tie::Suspended);
            }
            Ending::Migrate => self.migrating = true,
        }
        Ok(XaCode::OK)
    }

    /// It can only be backed out from now on, if it is not prepared.
    pub(crate) fn doom(&mut self, code: XaCode) {
        if self.state == State::Open {
            self.state = State::RollbackOnly(code);
        }
    }

    fn is_tied(&self) -> bool {
        self.migrating || !self.ties.is_empty()
    }

    /// `xa_prepare`. Busy until [`Self::settle_prepared`], or gone.
    pub(crate) fn prepare(&mut self) -> Result<Preparing, XaCode> {
        let preparing = match self.state {
            _ if self.is_tied() => return Err(XaCode::PROTO),
            State::Open => Preparing::Prepare,
            State::RollbackOnly(code) => Preparing::BackOut(code),
            State::Prepared | State::Busy { .. } => return Err(XaCode::PROTO),
            State::Decided(outcome) => return Err(outcome.code()),
        };
        self.state = State::Busy { prepared: false };
        Ok(preparing)
    }

    /// `xa_commit`. Busy until it is gone, or [`Self::settle_prepared`] says that it did not
    /// work.
    pub(crate) fn commit(&mut self, one_phase: bool) -> Result<Committing, XaCode> {
        let committing = match self.state {
            State::Decided(outcome) => return Err(outcome.code()),
            State::Busy { .. } => return Err(XaCode::RETRY),
            _ if self.is_tied() => return Err(XaCode::PROTO),
            State::Open if one_phase => Committing::OnePhase,
            State::RollbackOnly(code) if one_phase => Committing::BackOut(code),
            State::Prepared if !one_phase => Committing::Prepared,
            _ => return Err(XaCode::PROTO),
        };
        let prepared = self.state == State::Prepared;
        self.state = State::Busy { prepared };
        Ok(committing)
    }

    /// `xa_rollback`. A suspended branch may be backed out, one at work may not. Busy as with
    /// [`Self::commit`].
    pub(crate) fn back_out(&mut self) -> Result<BackingOut, XaCode> {
        let backing_out = match self.state {
            State::Decided(outcome) => return Err(outcome.code()),
            State::Busy { .. } => return Err(XaCode::PROTO),
            _ if self.ties.values().any(|tie| *tie == Tie::Active) => return Err(XaCode::PROTO),
            State::Prepared => BackingOut::Prepared,
            State::Open | State::RollbackOnly(_) => BackingOut::Unprepared,
        };
        self.state = State::Busy {
            prepared: backing_out == BackingOut::Prepared,
        };
        Ok(backing_out)
    }

    /// An operator decides. Busy as with [`Self::commit`], then [`Self::settle_decided`].
    pub(crate) fn decide(&mut self) -> bool {
        let decides = self.state == State::Prepared;
        if decides {
            self.state = State::Busy { prepared: true };
        }
        decides
    }

    /// `xa_forget`.
    pub(crate) fn forget(&self) -> Result<(), XaCode> {
        match self.state {
            State::Decided(_) => Ok(()),
            _ => Err(XaCode::PROTO),
        }
    }

    /// It is not prepared or committed yet after all: that has to wait, and is asked again by this connection, which takes it along
    /// if it goes.
    pub(crate) fn settle_open(&mut self, who: Who) {
        if self.state == (State::Busy { prepared: false }) {
            self.state = State::Open;
            self.owners.insert(who);
        }
    }

    /// The record is in the log; or a prepared branch stays one because a record is not.
    pub(crate) fn settle_prepared(&mut self) {
        self.state = State::Prepared;
        self.owners.clear();
        self.ties.clear();
        self.migrating = false;
    }

    /// An operator's decision is in the log.
    pub(crate) fn settle_decided(&mut self, outcome: Outcome) {
        self.state = State::Decided(outcome);
    }

    /// A connection goes.
    pub(crate) fn leave(&mut self, who: Who, code: XaCode) -> Left {
        let owned = self.owners.remove(&who);
        let tied = self.ties.remove(&who).is_some();
        if !matches!(self.state, State::Open | State::RollbackOnly(_)) {
            return Left::Stays;
        }
        if self.ties.is_empty() && (tied || (owned && self.owners.is_empty())) {
            return Left::Gone;
        }
        if tied {
            self.doom(code);
            return Left::Doomed;
        }
        Left::Stays
    }

    /// `xa_recover` tells of it.
    pub(crate) fn is_recoverable(&self) -> bool {
        matches!(
            self.state,
            State::Prepared | State::Decided(_) | State::Busy { prepared: true }
        )
    }

    /// Prepared and not decided.
    pub(crate) fn is_in_doubt(&self) -> bool {
        matches!(self.state, State::Prepared | State::Busy { prepared: true })
    }

    /// What an operator decided.
    pub(crate) fn decision(&self) -> Option<Outcome> {
        match self.state {
            State::Decided(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// It may be backed out without anybody being asked.
    pub(crate) fn is_unprepared(&self) -> bool {
        matches!(self.state, State::Open | State::RollbackOnly(_))
    }
}

#[cfg(test)]
#[path = "states_tests.rs"]
mod tests;
