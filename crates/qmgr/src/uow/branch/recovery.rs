//! Branches after a restart: what it found in doubt, and what operators decided.

use crate::record::QueueId;
use crate::record::UowId;
use crate::store::append::append_remove;
use crate::uow::Units;
use crate::uow::branch::complete::{RECORDS_TO_END, RECORDS_TO_FORGET};
use crate::uow::branch::states::Outcome;
use crate::uow::branch::users::User;
use crate::uow::unit::{UnitOfWork, UowGet, UowPut};
use ferromq_log::{Lsn, Urgency};
use ferromq_mqi::xa::Xid;
use ferromq_queue::Seq;
use std::collections::{BTreeMap, BTreeSet};

/// A unit of work met during replay and not yet ended.
#[derive(Debug)]
pub(crate) struct OpenWork {
    pub(crate) first_lsn: Lsn,
    pub(crate) puts: Vec<(QueueId, Seq)>,
    /// Put by a commit of what was prepared: they are void until that is durable.
    pub(crate) late_puts: Vec<(QueueId, Seq)>,
    pub(crate) removes: Vec<(QueueId, Seq)>,
    /// The coordinator's name of it, once prepared, and who began it.
    pub(crate) prepared: Option<(Box<Xid>, Option<User>)>,
}

impl OpenWork {
    /// A put that was taken back is removed by its own unit of work. Both are left out from now on; answers those puts.
    pub(crate) fn cancel_taken_back(&mut self) -> Vec<(QueueId, Seq)> {
        let removes: BTreeSet<_> = self.removes.iter().copied().collect();
        let (taken_back, puts): (Vec<_>, Vec<_>) =
            self.puts.drain(..).partition(|put| removes.contains(put));
        self.puts = puts;
        let cancelled: BTreeSet<_> = taken_back.iter().copied().collect();
        self.removes.retain(|removed| !cancelled.contains(removed));
        taken_back
    }
}

/// What an operator decided about a branch, as replay met it last.
#[derive(Debug)]
pub(crate) struct Decision {
    pub(crate) outcome: Outcome,
    pub(crate) uow: UowId,
    /// Who began the branch.
    pub(crate) user: Option<User>,
    pub(crate) lsn: Lsn,
}

/// What a restart keeps of transaction branches.
enum RecoveredBranch {
    InDoubt(UowId, OpenWork),
    Decided(Xid, Decision),
}

/// Takes over the branches restart found in doubt, and what operators decided. Each pins the
/// log where it began, so that it is found again by the next restart.
pub(crate) fn keep_branches(
    units: &Units,
    found: BTreeMap<UowId, OpenWork>,
    decisions: BTreeMap<Xid, Decision>,
) {
    let in_doubt = found
        .into_iter()
        .map(|(id, work)| (work.first_lsn, RecoveredBranch::InDoubt(id, work)));
    let decided = decisions
        .into_iter()
        .map(|(xid, decision)| (decision.lsn, RecoveredBranch::Decided(xid, decision)));
    let mut kept: Vec<_> = in_doubt.chain(decided).collect();
    // Pins are taken in log order.
    kept.sort_by_key(|(lsn, _)| *lsn);
    for (lsn, kept) in kept {
        let pin = units.pins.pin(|| lsn);
        match kept {
            RecoveredBranch::InDoubt(id, mut open) => {
                let Some((xid, user)) = open.prepared.take() else {
                    // Not reached: restart keeps what is prepared.
                    units.pins.unpin(pin);
                    continue;
                };
                let mut work = reopen(units, id, open);
                work.pin = Some(pin);
                work.aside = Some(units.log.set_aside_again(RECORDS_TO_END));
                units.branches.keep_prepared(*xid, work, user);
            }
            RecoveredBranch::Decided(xid, decision) => {
                let Decision {
                    outcome, uow, user, ..
                } = decision;
                let room = units.log.set_aside_again(RECORDS_TO_FORGET);
                let branch = (xid, user);
                units
                    .branches
                    .keep_decided(branch, (outcome, uow), pin, room);
            }
        }
    }
}

fn reopen(units: &Units, id: UowId, open: OpenWork) -> UnitOfWork {
    let registry = units.registry();
    let known = |queue| registry.by_id.get(&queue).cloned();
    let mut work = UnitOfWork::new(id);
    // A commit that was cut short put these; the one that comes puts its own.
    for late in open.late_puts {
        // If the log has no room for that they stay, and those who subscribed late may get the publication twice.
        let _ = append_remove(units, id, late, Urgency::Completing);
    }
    work.started_us = units.started_us;
    for (queue, seq) in open.puts {
        if let Some(queue) = known(queue) {
            work.puts.push(UowPut {
                queue,
                seq,
                // Nothing is put in it any more.
                is_duplicate: false,
            });
        }
    }
    for (queue, seq) in open.removes {
        if let Some(queue) = known(queue) {
            let backout_count = queue.queue.backout_count(seq).unwrap_or(0);
            work.gets.push(UowGet {
                queue,
                seq,
                persistent: true,
                backout_count,
            });
        }
    }
    work
}
