//! Branches after a restart: what it found in doubt, and what operators decided.

use crate::manager::restart::{Decision, OpenWork};
use crate::objects::shared::Shared;
use crate::record::UowId;
use crate::uow::branch::{RECORDS_TO_END, RECORDS_TO_FORGET};
use crate::uow::{UnitOfWork, UowGet, UowPut, append_remove};
use ferromq_log::Urgency;
use ferromq_mqi::xa::Xid;
use std::collections::BTreeMap;

/// What a restart keeps of transaction branches.
enum Kept {
    InDoubt(UowId, OpenWork),
    Decided(Xid, Decision),
}

/// Takes over the branches restart found in doubt, and what operators decided. Each pins the
/// log where it began, so that it is found again by the next restart.
pub(crate) fn keep_branches(
    shared: &Shared,
    found: BTreeMap<UowId, OpenWork>,
    decisions: BTreeMap<Xid, Decision>,
) {
    let in_doubt = found
        .into_iter()
        .map(|(id, work)| (work.first_lsn, Kept::InDoubt(id, work)));
    let decided = decisions
        .into_iter()
        .map(|(xid, decision)| (decision.lsn, Kept::Decided(xid, decision)));
    let mut kept: Vec<_> = in_doubt.chain(decided).collect();
    // Pins are taken in log order.
    kept.sort_by_key(|(lsn, _)| *lsn);
    for (lsn, kept) in kept {
        let pin = shared.pins.pin(|| lsn);
        match kept {
            Kept::InDoubt(id, mut open) => {
                let Some(xid) = open.prepared.take() else {
                    // Not reached: restart keeps what is prepared.
                    shared.pins.unpin(pin);
                    continue;
                };
                let mut work = reopen(shared, id, open);
                work.pin = Some(pin);
                work.aside = Some(shared.log.set_aside_again(RECORDS_TO_END));
                shared.branches.keep_prepared(*xid, work);
            }
            Kept::Decided(xid, decision) => {
                let Decision { outcome, uow, .. } = decision;
                let room = shared.log.set_aside_again(RECORDS_TO_FORGET);
                shared.branches.keep_decided(xid, (outcome, uow), pin, room);
            }
        }
    }
}

fn reopen(shared: &Shared, id: UowId, open: OpenWork) -> UnitOfWork {
    let registry = shared.registry();
    let known = |queue| registry.by_id.get(&queue).cloned();
    let mut work = UnitOfWork::new(id);
    // A commit that was cut short put these; the one that comes puts its own.
    for late in open.late_puts {
        // A log without room keeps them: whoever subscribed late may get what they got twice.
        let _ = append_remove(shared, id, late, Urgency::Completing);
    }
    work.started_us = shared.started_us;
    for (queue, seq) in &open.puts {
        // A put taken back is removed by its own unit of work.
        let taken_back = open.removes.contains(&(*queue, *seq));
        if let Some(queue) = known(*queue).filter(|_| !taken_back) {
            work.puts.push(UowPut { queue, seq: *seq });
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
