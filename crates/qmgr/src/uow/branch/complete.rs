//! How branches are prepared and end: log records, then queues, then the branch is forgotten.
//!
//! Whoever asks waits behind the gate returned with [`Done::Forced`]; the rest is done by whoever
//! forces the log. With the promise room is set aside in the log for the records that end the branch, so that it can be
//! decided however full the log is. One the log refuses a record all the same, because it has failed or is of an older
//! release, stays prepared.

use crate::core::gate::Gate;
use crate::core::pins::Pin;
use crate::objects::shared::Shared;
use crate::record::{RecordKind, UowId, numbers};
use crate::uow::branch::states::{BackingOut, Committing, Preparing};
use crate::uow::branch::{Branch, Decided, Outcome};
use crate::uow::{Refused, UnitOfWork, log_reason};
use ferromq_log::{AppendError, Appended, Lsn, Urgency};
use ferromq_mqi::Reason;
use ferromq_mqi::xa::{XaCode, Xid};
use std::sync::Arc;

/// How a call ended.
pub(crate) enum Done {
    /// With this answer.
    Now(XaCode),
    /// With this answer, once the log is durable.
    Forced(Lsn, Gate, XaCode),
}

type Answer = Result<Done, XaCode>;

/// Records a prepared branch may need to end: that which ends it, and, if an operator decides, that by which it is forgotten.
pub(crate) const RECORDS_TO_END: u32 = 2;
/// Records a branch needs that an operator has decided.
pub(crate) const RECORDS_TO_FORGET: u32 = 1;

/// `xa_prepare`. The branch holds its place in the log until it ends, so that every restart
/// finds all of it again.
pub(crate) fn prepare(shared: &Arc<Shared>, xid: &Xid) -> Answer {
    let (branch, preparing) = shared.branches.with(xid, |known| {
        let preparing = known.state.prepare()?;
        Ok((Arc::clone(&known.branch), preparing))
    })?;
    if let Preparing::BackOut(code) = preparing {
        return Ok(back_out_unprepared(shared, &branch, code));
    }
    let mut held = branch.work();
    let Some(work) = held.as_mut().filter(|work| !work.is_idle()) else {
        drop(held);
        return Ok(back_out_unprepared(shared, &branch, XaCode::RDONLY));
    };
    work.take_back_superseded(shared);
    let promised = promise(shared, work, xid);
    drop(held);
    match promised {
        Ok(appended) => {
            let settled = shared.branches.with(xid, |known| {
                known.state.settle_prepared();
                Ok(())
            });
            debug_assert_eq!(settled, Ok(()), "nobody else ends a busy branch");
            let gate = Gate::at(&shared.log, appended.end);
            Ok(Done::Forced(appended.end, gate, XaCode::OK))
        }
        Err(error) => {
            let code = refusal(log_reason(&error));
            Ok(back_out_unprepared(shared, &branch, code))
        }
    }
}

/// Sets aside what the end of a unit of work needs, and logs that it is prepared.
fn promise(shared: &Shared, work: &mut UnitOfWork, xid: &Xid) -> Result<Appended, AppendError> {
    let aside = shared.log.set_aside(RECORDS_TO_END)?;
    let name = xid.encode();
    let kind = RecordKind::Prepare as u8;
    let appended = work.pinned(shared, |uow| {
        let uow = numbers(&[uow.0]);
        shared.log.append(kind, &[&uow, &name], Urgency::Removing)
    })?;
    work.aside = Some(aside);
    Ok(appended)
}

/// `xa_commit`.
pub(crate) fn commit(shared: &Arc<Shared>, xid: &Xid, one_phase: bool) -> Answer {
    let (branch, committing) = shared.branches.with(xid, |known| {
        let committing = known.state.commit(one_phase)?;
        Ok((Arc::clone(&known.branch), committing))
    })?;
    match committing {
        Committing::BackOut(code) => Ok(back_out_unprepared(shared, &branch, code)),
        Committing::OnePhase => Ok(commit_unprepared(shared, &branch)),
        Committing::Prepared => {
            let work = branch.work().take();
            let Some(work) = work else {
                // Not reached: what is prepared has work.
                shared.branches.remove(xid);
                return Ok(Done::Now(XaCode::OK));
            };
            let record = numbers(&[work.id.0]);
            let (name, later) = (xid.clone(), Arc::clone(shared));
            let forget = move || drop(later.branches.remove(&name));
            match work.commit_as(shared, RecordKind::Commit, &[&record], forget) {
                Ok((end, gate)) => Ok(Done::Forced(end, gate, XaCode::OK)),
                Err(refused) => Err(stay_prepared(shared, &branch, *refused)),
            }
        }
    }
}

fn commit_unprepared(shared: &Arc<Shared>, branch: &Branch) -> Done {
    let work = branch.work().take();
    let (name, later) = (branch.xid.clone(), Arc::clone(shared));
    let forget = move || drop(later.branches.remove(&name));
    let Some(work) = work else {
        forget();
        return Done::Now(XaCode::OK);
    };
    match work.commit_then(shared, forget) {
        Ok(None) => Done::Now(XaCode::OK),
        Ok(Some((end, gate))) => Done::Forced(end, gate, XaCode::OK),
        Err(reason) => {
            shared.branches.remove(&branch.xid);
            Done::Now(refusal(reason))
        }
    }
}

/// `xa_rollback`.
pub(crate) fn back_out(shared: &Arc<Shared>, xid: &Xid) -> Answer {
    let (branch, backing_out) = shared.branches.with(xid, |known| {
        let backing_out = known.state.back_out()?;
        Ok((Arc::clone(&known.branch), backing_out))
    })?;
    if backing_out == BackingOut::Unprepared {
        return Ok(back_out_unprepared(shared, &branch, XaCode::OK));
    }
    let work = branch.work().take();
    let Some(work) = work else {
        shared.branches.remove(xid);
        return Ok(Done::Now(XaCode::OK));
    };
    let record = numbers(&[work.id.0]);
    match work.back_out_as(shared, RecordKind::BackOut, &[&record]) {
        Ok(end) => {
            shared.branches.remove(xid);
            Ok(Done::Forced(end, Gate::at(&shared.log, end), XaCode::OK))
        }
        Err(refused) => Err(stay_prepared(shared, &branch, *refused)),
    }
}

/// Backs out a busy branch of which nothing was promised, forgets it and answers `code`.
fn back_out_unprepared(shared: &Arc<Shared>, branch: &Branch, code: XaCode) -> Done {
    let work = branch.work().take();
    let hardened = work.and_then(|work| work.back_out(shared));
    shared.branches.remove(&branch.xid);
    match hardened {
        Some(end) => Done::Forced(end, Gate::at(&shared.log, end), code),
        None => Done::Now(code),
    }
}

fn stay_prepared(shared: &Arc<Shared>, branch: &Branch, refused: Refused) -> XaCode {
    let Refused { work, reason } = refused;
    *branch.work() = Some(work);
    let settled = shared.branches.with(&branch.xid, |known| {
        known.state.settle_prepared();
        Ok(())
    });
    debug_assert_eq!(settled, Ok(()), "nobody else ends a busy branch");
    if reason == Reason::RESOURCE_PROBLEM {
        XaCode::RETRY
    } else {
        XaCode::RMFAIL
    }
}

/// An unprepared branch was backed out for this reason.
fn refusal(reason: Reason) -> XaCode {
    match reason {
        Reason::Q_MGR_STOPPING => XaCode::RMFAIL,
        _ => XaCode::RBTRANSIENT,
    }
}

/// An operator ends a prepared branch; what was decided is kept until it is forgotten. Durable
/// on return.
///
/// # Errors
/// `MQRC_UOW_NOT_AVAILABLE` when it is not prepared; `MQRC_RESOURCE_PROBLEM` or
/// `MQRC_Q_MGR_STOPPING` when the log refuses, and the branch stays prepared.
pub(crate) fn decide(shared: &Arc<Shared>, xid: &Xid, outcome: Outcome) -> Result<(), Reason> {
    let mut all = shared.branches.lock();
    let known = all.get_mut(xid).ok_or(Reason::UOW_NOT_AVAILABLE)?;
    if !known.state.decide() {
        return Err(Reason::UOW_NOT_AVAILABLE);
    }
    let branch = Arc::clone(&known.branch);
    drop(all);
    let work = branch.work().take();
    let mut work = work.ok_or(Reason::UOW_NOT_AVAILABLE)?;
    let uow = work.id;
    let record = decided_record(uow, outcome);
    let name = xid.encode();
    let parts: [&[u8]; 2] = [&record, &name];
    // Keeps the record in the log, where the next start looks for it.
    let pin = shared.pins.pin(|| shared.log.head());
    let kind = RecordKind::Decided;
    // What is left of the room is for the record by which it is forgotten.
    let to_forget = work
        .aside
        .as_mut()
        .map(|aside| aside.split(RECORDS_TO_FORGET));
    let ended = match outcome {
        Outcome::Committed => work
            .commit_as(shared, kind, &parts, || ())
            .map(|(end, _)| end),
        Outcome::BackedOut => work.back_out_as(shared, kind, &parts),
    };
    let end = match ended {
        Ok(end) => end,
        Err(mut refused) => {
            shared.pins.unpin(pin);
            if let (Some(aside), Some(rest)) = (&mut refused.work.aside, to_forget) {
                aside.join(rest);
            }
            let reason = refused.reason;
            stay_prepared(shared, &branch, *refused);
            return Err(reason);
        }
    };
    let forced = shared.log.wait_durable(end);
    let settled = shared.branches.with(xid, |known| {
        known.state.settle_decided(outcome);
        known.decided = Some(Decided {
            uow,
            pin,
            to_forget,
        });
        Ok(())
    });
    debug_assert_eq!(settled, Ok(()), "nobody else ends a busy branch");
    forced.map_err(|_| Reason::Q_MGR_STOPPING)
}

fn decided_record(uow: UowId, outcome: Outcome) -> Vec<u8> {
    numbers(&[uow.0, u64::from(outcome == Outcome::Committed)])
}

/// `xa_forget`.
pub(crate) fn forget(shared: &Arc<Shared>, xid: &Xid) -> Answer {
    let decided = shared.branches.with(xid, |known| {
        known.state.forget()?;
        // Who renews it from now on finds nothing to renew. A second call finds it forgotten.
        known.decided.take().ok_or(XaCode::NOTA)
    })?;
    let end = match append_forgotten(shared, xid, decided.urgency()) {
        Ok(end) => end,
        Err(_) => {
            let kept = shared.branches.with(xid, |known| {
                known.decided = Some(decided);
                Ok(())
            });
            debug_assert_eq!(kept, Ok(()), "nobody else forgets it");
            return Err(XaCode::RMFAIL);
        }
    };
    let (name, later) = (xid.clone(), Arc::clone(shared));
    let gate = Gate::behind(&shared.log, end, move || {
        later.branches.remove(&name);
        later.pins.unpin(decided.pin);
    });
    Ok(Done::Forced(end, gate, XaCode::OK))
}

fn append_forgotten(shared: &Shared, xid: &Xid, urgency: Urgency) -> Result<Lsn, AppendError> {
    let kind = RecordKind::Forgotten as u8;
    let appended = shared.log.append(kind, &[&xid.encode()], urgency);
    appended.map(|appended| appended.end)
}

/// Writes what operators decided, and nobody has forgotten yet, again at the end of the log, where an old record is what
/// keeps the log that was written since. Returns where the log must be durable before the old records may go.
pub(crate) fn renew_decided(shared: &Arc<Shared>) -> Lsn {
    let mut renewed = Lsn::NONE;
    for xid in shared.branches.without_room() {
        if let Ok(room) = shared.log.set_aside(RECORDS_TO_FORGET) {
            shared.branches.give_room(&xid, room);
        }
    }
    for (position, xid, outcome, uow) in shared.branches.decided_at(shared) {
        let head = shared.log.head();
        // What something older keeps it need not give up, and from the last extent nothing can be given back.
        let kept = shared.pins.oldest(|| head) < position;
        if kept || shared.log.extent_of(position) == shared.log.extent_of(head) {
            break;
        }
        let fresh = shared.pins.pin(|| shared.log.head());
        let (record, name) = (decided_record(uow, outcome), xid.encode());
        let parts: [&[u8]; 2] = [&record, &name];
        let kind = RecordKind::Decided as u8;
        let append = |urgency| shared.log.append(kind, &parts, urgency).ok();
        // Where no other room is left it takes that of the record by which the branch is forgotten: the checkpoint makes
        // more. A log that refuses keeps the old record.
        let appended = append(Urgency::Completing).or_else(|| {
            let _room = shared.branches.take_room(&xid)?;
            append(Urgency::Promised)
        });
        let unused = match appended {
            Some(appended) => {
                renewed = appended.end;
                swap_pin(shared, &xid, fresh)
            }
            None => fresh,
        };
        shared.pins.unpin(unused);
    }
    renewed
}

/// Gives a decided branch another pin; answers with the one that is not needed any more.
fn swap_pin(shared: &Shared, xid: &Xid, fresh: Pin) -> Pin {
    let mut all = shared.branches.lock();
    if let Some(decided) = all.get_mut(xid).and_then(|known| known.decided.as_mut()) {
        return std::mem::replace(&mut decided.pin, fresh);
    }
    drop(all);
    // Forgotten while it was renewed: the last word in the log must be that.
    let _ = append_forgotten(shared, xid, Urgency::Promised);
    fresh
}
