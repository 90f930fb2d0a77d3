//! How branches are prepared and end: log records, then queues, then the branch is forgotten.
//!
//! Whoever asks waits behind the latch returned with [`Done::Forced`]; the rest is done by whoever
//! forces the log. With the promise room is set aside in the log for the records that end the branch, so that it can be
//! decided however full the log is. One the log refuses a record all the same, because it has failed or is of an older
//! release, stays prepared.

use crate::core::latch::Latch;
use crate::core::log_reason;
use crate::core::pins::Pin;
use crate::core::unanswered::Unanswered;
use crate::record::{RecordKind, branch_bytes, numbers};
use crate::uow::Units;
use crate::uow::branch::branches::{Asker, Branch, Decided, decided_record};
use crate::uow::branch::states::{BackingOut, Committing, Outcome, Preparing, Who};
use crate::uow::participant::Vote;
use crate::uow::unit::{Refused, UnitOfWork};
use ferromq_log::{AppendError, Appended, Lsn, Urgency};
use ferromq_mqi::Reason;
use ferromq_mqi::xa::{XaCode, Xid};
use std::sync::Arc;

/// How a call ended.
pub(crate) enum Done {
    /// With this answer.
    Now(XaCode),
    /// With this answer, once the log is durable.
    Forced(Lsn, Latch, XaCode),
    /// It did not: participants of the unit of work have to be asked again when this opens, and the branch is idle until then.
    Waits(Latch),
}

type Answer = Result<Done, XaCode>;

/// Records a prepared branch may need to end: that which ends it, and, if an operator decides, that by which it is forgotten.
pub(crate) const RECORDS_TO_END: u32 = 2;
/// Records a branch needs that an operator has decided.
pub(crate) const RECORDS_TO_FORGET: u32 = 1;

/// `xa_prepare`. The branch holds its place in the log until it ends, so that every restart
/// finds all of it again. Where it has to wait the branch goes with the connection that asks, `who`.
pub(crate) fn prepare(units: &Units, asker: Asker<'_>, xid: &Xid, who: Who) -> Answer {
    let (branch, name, preparing) = units.branches.with_for(asker, xid, |known| {
        let preparing = known.state.prepare()?;
        let name = branch_bytes(xid, known.user().map(|user| &**user));
        Ok((Arc::clone(&known.branch), name, preparing))
    })?;
    if let Preparing::BackOut(code) = preparing {
        return Ok(back_out_unprepared(units, &branch, code));
    }
    let mut held = branch.work();
    let Some(work) = held.as_mut().filter(|work| !work.is_idle()) else {
        drop(held);
        return Ok(back_out_unprepared(units, &branch, XaCode::RDONLY));
    };
    match work.prepare() {
        Vote::Ready => {}
        Vote::Refused(code) => {
            drop(held);
            return Ok(back_out_unprepared(units, &branch, code));
        }
        Vote::Waits(latch) => {
            drop(held);
            return Ok(wait(units, &branch, who, latch));
        }
    }
    let promised = promise(units, work, &name);
    drop(held);
    match promised {
        Ok(appended) => {
            let settled = units.branches.with(xid, |known| {
                known.state.settle_prepared();
                Ok(())
            });
            debug_assert_eq!(settled, Ok(()), "nobody else ends a busy branch");
            let latch = Latch::at(&units.log, appended.end);
            Ok(Done::Forced(appended.end, latch, XaCode::OK))
        }
        Err(error) => {
            let code = refusal(log_reason(&error));
            Ok(back_out_unprepared(units, &branch, code))
        }
    }
}

/// Sets aside what the end of a unit of work needs, and logs that it is prepared.
fn promise(units: &Units, work: &mut UnitOfWork, name: &[u8]) -> Result<Appended, AppendError> {
    let aside = units.log.set_aside(RECORDS_TO_END)?;
    let kind = RecordKind::Prepare as u8;
    let appended = work.pinned(units, |uow| {
        let uow = numbers(&[uow.0]);
        units.log.append(kind, &[&uow, name], Urgency::Removing)
    })?;
    work.aside = Some(aside);
    Ok(appended)
}

/// The branch is as it was before it was asked to end.
fn wait(units: &Units, branch: &Branch, who: Who, latch: Latch) -> Done {
    let settled = units.branches.with(&branch.xid, |known| {
        known.state.settle_open(who);
        Ok(())
    });
    debug_assert_eq!(settled, Ok(()), "nobody else ends a busy branch");
    Done::Waits(latch)
}

/// `xa_commit`. Where it has to wait before it is done in one phase the branch goes with the connection that asks, `who`.
pub(crate) fn commit(
    units: &Units,
    asker: Asker<'_>,
    xid: &Xid,
    one_phase: bool,
    who: Who,
) -> Answer {
    let (branch, committing) = units.branches.with_for(asker, xid, |known| {
        let committing = known.state.commit(one_phase)?;
        Ok((Arc::clone(&known.branch), committing))
    })?;
    match committing {
        Committing::BackOut(code) => Ok(back_out_unprepared(units, &branch, code)),
        Committing::OnePhase => Ok(commit_unprepared(units, &branch, who)),
        Committing::Prepared => {
            let work = branch.work().take();
            let Some(work) = work else {
                // Not reached: what is prepared has work.
                units.branches.remove(xid);
                return Ok(Done::Now(XaCode::OK));
            };
            let record = numbers(&[work.id.0]);
            let (name, later) = (xid.clone(), Arc::clone(&units.branches));
            let forget = move || drop(later.remove(&name));
            match work.commit_as(units, RecordKind::Commit, &[&record], forget) {
                Ok((end, latch)) => Ok(Done::Forced(end, latch, XaCode::OK)),
                Err(refused) => Err(stay_prepared(units, &branch, *refused)),
            }
        }
    }
}

fn commit_unprepared(units: &Units, branch: &Branch, who: Who) -> Done {
    let vote = branch.work().as_mut().map(UnitOfWork::prepare);
    match vote {
        Some(Vote::Refused(code)) => return back_out_unprepared(units, branch, code),
        Some(Vote::Waits(latch)) => return wait(units, branch, who, latch),
        Some(Vote::Ready) | None => {}
    }
    let work = branch.work().take();
    let (name, later) = (branch.xid.clone(), Arc::clone(&units.branches));
    let forget = move || drop(later.remove(&name));
    let Some(work) = work else {
        forget();
        return Done::Now(XaCode::OK);
    };
    match work.commit_then(units, forget) {
        Ok(None) => Done::Now(XaCode::OK),
        Ok(Some((end, latch))) => Done::Forced(end, latch, XaCode::OK),
        Err(reason) => {
            units.branches.remove(&branch.xid);
            Done::Now(refusal(reason))
        }
    }
}

/// `xa_rollback`.
pub(crate) fn back_out(units: &Units, asker: Asker<'_>, xid: &Xid) -> Answer {
    let (branch, backing_out) = units.branches.with_for(asker, xid, |known| {
        let backing_out = known.state.back_out()?;
        Ok((Arc::clone(&known.branch), backing_out))
    })?;
    if backing_out == BackingOut::Unprepared {
        return Ok(back_out_unprepared(units, &branch, XaCode::OK));
    }
    let work = branch.work().take();
    let Some(work) = work else {
        units.branches.remove(xid);
        return Ok(Done::Now(XaCode::OK));
    };
    let record = numbers(&[work.id.0]);
    match work.back_out_as(&units.store, RecordKind::BackOut, &[&record]) {
        Ok((end, latch)) => {
            units.branches.remove(xid);
            Ok(Done::Forced(end, latch, XaCode::OK))
        }
        Err(refused) => Err(stay_prepared(units, &branch, *refused)),
    }
}

/// Backs out a busy branch of which nothing was promised, forgets it and answers `code`.
fn back_out_unprepared(units: &Units, branch: &Branch, code: XaCode) -> Done {
    let work = branch.work().take();
    let waits = work.and_then(|work| work.back_out(units).answer(&units.log));
    units.branches.remove(&branch.xid);
    match waits {
        Some((end, latch)) => Done::Forced(end, latch, code),
        None => Done::Now(code),
    }
}

fn stay_prepared(units: &Units, branch: &Branch, refused: Refused) -> XaCode {
    let Refused { work, reason } = refused;
    *branch.work() = Some(work);
    let settled = units.branches.with(&branch.xid, |known| {
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
pub(crate) fn decide(units: &Units, xid: &Xid, outcome: Outcome) -> Result<(), Reason> {
    let mut all = units.branches.lock();
    let known = all.get_mut(xid).ok_or(Reason::UOW_NOT_AVAILABLE)?;
    if !known.state.decide() {
        return Err(Reason::UOW_NOT_AVAILABLE);
    }
    let branch = Arc::clone(&known.branch);
    let name = branch_bytes(xid, known.user().map(|user| &**user));
    drop(all);
    let work = branch.work().take();
    let mut work = work.ok_or(Reason::UOW_NOT_AVAILABLE)?;
    let uow = work.id;
    let record = decided_record(uow, outcome);
    let parts: [&[u8]; 2] = [&record, &name];
    // Keeps the record in the log, where the next start looks for it.
    let pin = units.pins.pin(|| units.log.head());
    let kind = RecordKind::Decided;
    // What is left of the room is for the record by which it is forgotten.
    let to_forget = work
        .aside
        .as_mut()
        .map(|aside| aside.split(RECORDS_TO_FORGET));
    let ended = match outcome {
        Outcome::Committed => work.commit_as(units, kind, &parts, || ()),
        Outcome::BackedOut => work.back_out_as(&units.store, kind, &parts),
    };
    let end = match ended {
        // What participants do about it is not waited for.
        Ok((end, _)) => end,
        Err(mut refused) => {
            units.pins.unpin(pin);
            if let (Some(aside), Some(rest)) = (&mut refused.work.aside, to_forget) {
                aside.join(rest);
            }
            let reason = refused.reason;
            stay_prepared(units, &branch, *refused);
            return Err(reason);
        }
    };
    let forced = units.log.wait_durable(end);
    let settled = units.branches.with(xid, |known| {
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

/// Sets room aside again for the records by which branches are forgotten, of those that had to use it.
pub(crate) fn give_room_again(units: &Units) {
    for xid in units.branches.without_room() {
        if let Ok(room) = units.log.set_aside(RECORDS_TO_FORGET) {
            units.branches.give_room(&xid, room);
        }
    }
}

/// `xa_forget`.
pub(crate) fn forget(units: &Units, asker: Asker<'_>, xid: &Xid) -> Answer {
    let decided = units.branches.with_for(asker, xid, |known| {
        known.state.forget()?;
        // A checkpoint that would renew the decision finds none from now on, and so does a second call.
        known.decided.take().ok_or(XaCode::NOTA)
    })?;
    let end = match append_forgotten(units, xid, decided.urgency()) {
        Ok(end) => end,
        Err(_) => {
            let kept = units.branches.with(xid, |known| {
                known.decided = Some(decided);
                Ok(())
            });
            debug_assert_eq!(kept, Ok(()), "nobody else forgets it");
            return Err(XaCode::RMFAIL);
        }
    };
    let (name, branches) = (xid.clone(), Arc::clone(&units.branches));
    let store_later = Arc::clone(&units.store);
    let latch = Latch::behind(&units.log, end, move || {
        branches.remove(&name);
        store_later.pins.unpin(decided.pin);
        Unanswered::default()
    });
    Ok(Done::Forced(end, latch, XaCode::OK))
}

fn append_forgotten(units: &Units, xid: &Xid, urgency: Urgency) -> Result<Lsn, AppendError> {
    let kind = RecordKind::Forgotten as u8;
    let appended = units.log.append(kind, &[&xid.encode()], urgency);
    appended.map(|appended| appended.end)
}

/// Writes what operators decided, and nobody has forgotten yet, again at the end of the log, where an old record is what
/// keeps the log that was written since. Returns where the log must be durable before the old records may go.
pub(crate) fn renew_decided(units: &Units) -> Lsn {
    let mut renewed = Lsn::NONE;
    give_room_again(units);
    let others = units.branches.kept_besides_decided(units);
    for (position, xid, record, name) in units.branches.decided_at(units) {
        let head = units.log.head();
        // What something older keeps it need not give up, nor an extent that something younger keeps as well.
        let kept = units.pins.oldest(|| head) < position;
        if kept || units.log.extent_of(position) >= units.log.extent_of(others) {
            break;
        }
        let fresh = units.pins.pin(|| units.log.head());
        let parts: [&[u8]; 2] = [&record, &name];
        let kind = RecordKind::Decided as u8;
        let append = |urgency| units.log.append(kind, &parts, urgency).ok();
        // Where no other room is left it takes that of the record by which the branch is forgotten: the checkpoint gives an
        // extent back, and behind that it has it again. A log that refuses keeps the old record.
        let appended = append(Urgency::Completing).or_else(|| {
            let _room = units.branches.take_room(&xid)?;
            append(Urgency::Promised)
        });
        let unused = match appended {
            Some(appended) => {
                renewed = appended.end;
                swap_pin(units, &xid, fresh)
            }
            None => fresh,
        };
        units.pins.unpin(unused);
    }
    renewed
}

/// Gives a decided branch another pin; answers with the one that is not needed any more.
fn swap_pin(units: &Units, xid: &Xid, fresh: Pin) -> Pin {
    let mut all = units.branches.lock();
    if let Some(decided) = all.get_mut(xid).and_then(|known| known.decided.as_mut()) {
        return std::mem::replace(&mut decided.pin, fresh);
    }
    drop(all);
    // Forgotten while it was renewed: the last word in the log must be that.
    let _ = append_forgotten(units, xid, Urgency::Promised);
    fresh
}
