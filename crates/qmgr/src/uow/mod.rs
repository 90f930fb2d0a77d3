//! Units of work: what is put and got in them, and how they end.
//!
//! Redo-only records, undo in memory. A put under syncpoint is logged when made and stands
//! invisible on its queue; a get under syncpoint is logged when made and its message is held.
//! The commit record makes both real: once it is durable, [`complete`] makes the puts visible
//! and the removals final. Back out needs no log record to be correct (a unit of work without
//! a commit record never happened); where there is room one is written so that restart can forget it early.
//!
//! A unit of work pins the log from its first record until its effects are in memory. One that is promised has room in the
//! log set aside for the records that end it.

mod append;
pub(crate) mod branch;

pub(crate) use append::{append_remove, log_place};

use crate::core::gate::Gate;
use crate::core::pace;
use crate::core::pins::Pin;
use crate::objects::shared::Shared;
use crate::publish::{Publication, drop_displaced};
use crate::record::{QueueId, RecordKind, UowId, numbers};
use crate::store::errands::Errand;
use crate::store::local_queue::LocalQueue;
use append::{append_put, append_together, first_together};
use ferromq_log::{AppendError, Lsn, SetAside, Urgency};
use ferromq_mqi::Reason;
use ferromq_queue::{Ids, LogPlace, Message, PutMeta, Seq, Visibility, Wakeups};
use std::sync::Arc;

/// A message put in a unit of work.
#[derive(Debug)]
pub(crate) struct UowPut {
    pub(crate) queue: Arc<LocalQueue>,
    pub(crate) seq: Seq,
}

/// A message got in a unit of work.
#[derive(Debug)]
pub(crate) struct UowGet {
    pub(crate) queue: Arc<LocalQueue>,
    pub(crate) seq: Seq,
    pub(crate) persistent: bool,
    /// Backout count the message had when it was got.
    pub(crate) backout_count: u32,
}

/// A unit of work in progress.
#[derive(Debug)]
pub(crate) struct UnitOfWork {
    pub(crate) id: UowId,
    pub(crate) puts: Vec<UowPut>,
    pub(crate) gets: Vec<UowGet>,
    /// Publications that are retained when it is committed.
    pub(crate) retained: Vec<Publication>,
    /// Held from the first log record on.
    pub(crate) pin: Option<Pin>,
    /// Of a promised one: room in the log for the records that end it.
    pub(crate) aside: Option<SetAside>,
    /// When the first message joined, microseconds since the epoch; 0 while empty.
    pub(crate) started_us: u64,
    /// A message is missing of which the application believes that it was put: it is backed out instead of committed.
    pub(crate) rollback_only: bool,
}

/// A unit of work as it was, because the log refused the record that would have ended it.
pub(crate) struct Refused {
    pub(crate) work: UnitOfWork,
    pub(crate) reason: Reason,
}

/// A message that can be put: everything checked, its place on the queue reserved.
pub(crate) struct Placement {
    pub(crate) queue: Arc<LocalQueue>,
    pub(crate) seq: Seq,
    pub(crate) message: Arc<Message>,
    /// Its identifiers, if the message is shared with copies that have others: no persistent one is.
    pub(crate) ids: Option<Ids>,
    pub(crate) priority: u8,
    pub(crate) class: u8,
    pub(crate) persistent: bool,
    pub(crate) expires_at_us: Option<u64>,
    pub(crate) put_at_us: u64,
}

impl Placement {
    /// Gives the place back.
    pub(crate) fn release(self) {
        self.queue.queue.release(self.seq);
    }

    /// Shows the message on its queue and tells those who wait for it.
    pub(crate) fn show(self, shared: &Arc<Shared>, log: Option<LogPlace>) {
        let (queue, _, wakeups) = self.insert(log, Visibility::Now);
        shared.announce(&queue, wakeups);
    }

    fn insert(self, log: Option<LogPlace>, seen: Visibility) -> (Arc<LocalQueue>, Seq, Wakeups) {
        let meta = meta_of(&self, log);
        let Self {
            queue,
            seq,
            message,
            ids,
            ..
        } = self;
        let wakeups = match &ids {
            Some(ids) => queue.queue.insert_copy(seq, message, ids, &meta, seen),
            None => queue.queue.insert(seq, message, &meta, seen),
        };
        (queue, seq, wakeups)
    }
}

impl UnitOfWork {
    pub(crate) fn new(id: UowId) -> Self {
        Self {
            id,
            puts: Vec::new(),
            gets: Vec::new(),
            retained: Vec::new(),
            pin: None,
            aside: None,
            started_us: 0,
            rollback_only: false,
        }
    }

    /// Messages put and got so far: what `MAXUMSGS` bounds.
    pub(crate) fn message_count(&self) -> usize {
        self.puts.len() + self.gets.len()
    }

    /// Whether it makes no difference how it ends.
    pub(crate) fn is_idle(&self) -> bool {
        self.message_count() == 0 && self.retained.is_empty() && !self.rollback_only
    }

    /// Adds a put. On failure the reservation is given back.
    pub(crate) fn put(&mut self, shared: &Shared, placement: Placement) -> Result<(), Reason> {
        let place = if placement.persistent {
            let appended = self.pinned(shared, |id| {
                append_put(shared, id, &placement, Urgency::Ordinary)
            });
            let (place, _end) = appended.map_err(|error| {
                placement.queue.queue.release(placement.seq);
                log_reason(&error)
            })?;
            Some(place)
        } else {
            None
        };
        self.begin(shared);
        self.join(placement, place);
        Ok(())
    }

    /// Adds puts that come together; what they share is logged once. On failure all reservations are given back. The
    /// number is of those that are in the unit of work all the same: take them back.
    pub(crate) fn put_together(
        &mut self,
        shared: &Shared,
        placements: Vec<Placement>,
    ) -> Result<(), (usize, Reason)> {
        let mut lasting: Vec<&Placement> = placements.iter().filter(|one| one.persistent).collect();
        let mut places = Vec::with_capacity(lasting.len());
        while !lasting.is_empty() {
            let rest = lasting.split_off(first_together(&lasting));
            match self.pinned(shared, |id| append_together(shared, id, &lasting)) {
                Ok((some, _end)) => places.extend(some),
                Err(error) => {
                    let logged = places.len();
                    self.join_logged(shared, placements, places);
                    return Err((logged, log_reason(&error)));
                }
            }
            lasting = rest;
        }
        self.begin(shared);
        let mut places = places.into_iter();
        for placement in placements {
            let place = placement.persistent.then(|| places.next()).flatten();
            self.join(placement, place);
        }
        Ok(())
    }

    /// Of puts that cannot all be logged those that are logged join, so that they can be taken back.
    fn join_logged(&mut self, shared: &Shared, placements: Vec<Placement>, places: Vec<LogPlace>) {
        self.begin(shared);
        let mut places = places.into_iter();
        for placement in placements {
            match places.next().filter(|_| placement.persistent) {
                Some(place) => self.join(placement, Some(place)),
                None => placement.release(),
            }
        }
    }

    fn join(&mut self, placement: Placement, place: Option<LogPlace>) {
        // Nobody can see it yet, so there is nobody to wake.
        let (queue, seq, _) = placement.insert(place, Visibility::Held);
        self.puts.push(UowPut { queue, seq });
    }

    /// Takes back the last put, of which the application is told that it failed. False when
    /// the log does not take that: then the unit of work must not be committed.
    pub(crate) fn take_back_put(&mut self, shared: &Shared) -> bool {
        let Some(put) = self.puts.pop() else {
            return true;
        };
        put.queue.queue.release(put.seq);
        if self.pin.is_none() {
            return true;
        }
        let which = (put.queue.id, put.seq);
        append_remove(shared, self.id, which, Urgency::Completing).is_ok()
    }

    /// Adds a get of a message already held on its queue. On failure the message is put back.
    pub(crate) fn get(&mut self, shared: &Shared, got: UowGet) -> Result<(), Reason> {
        let (queue, seq) = (Arc::clone(&got.queue), got.seq);
        self.get_held(shared, got)
            .inspect_err(|_| queue.queue.restore(seq, false).wake())
    }

    /// As [`Self::get`], but on failure the message stays held.
    pub(crate) fn get_held(&mut self, shared: &Shared, got: UowGet) -> Result<(), Reason> {
        if got.persistent {
            let which = (got.queue.id, got.seq);
            let removed = self.pinned(shared, |id| {
                append_remove(shared, id, which, Urgency::Removing)
            });
            removed.map_err(|error| log_reason(&error))?;
        }
        self.begin(shared);
        self.gets.push(got);
        Ok(())
    }

    fn begin(&mut self, shared: &Shared) {
        if self.started_us == 0 {
            self.started_us = shared.clock.wall_us();
        }
    }

    /// Pins the log for what `append` appends, if nothing else of it does yet. A unit of work of which the log took nothing
    /// holds no pin, so that its end needs no record.
    pub(crate) fn pinned<T>(
        &mut self,
        shared: &Shared,
        append: impl FnOnce(UowId) -> Result<T, AppendError>,
    ) -> Result<T, AppendError> {
        let fresh = self.pin.is_none();
        if fresh {
            self.pin = Some(shared.pins.pin(|| shared.log.head()));
        }
        let appended = append(self.id);
        if appended.is_err() && fresh {
            self.unpin(shared);
        }
        appended
    }

    fn unpin(&mut self, shared: &Shared) {
        if let Some(pin) = self.pin.take() {
            shared.pins.unpin(pin);
        }
    }

    /// True when it has put to or got from a queue.
    pub(crate) fn touches(&self, queue: QueueId) -> bool {
        self.puts.iter().any(|put| put.queue.id == queue)
            || self.gets.iter().any(|got| got.queue.id == queue)
    }

    /// Commits. Without log records it is done on return (`None`); otherwise the answer waits
    /// behind the gate for the log to be durable up to the position returned.
    pub(crate) fn commit(self, shared: &Arc<Shared>) -> Result<Option<(Lsn, Gate)>, Reason> {
        self.commit_then(shared, || ())
    }

    /// Commits, and does something when that is durable and shown, before the gate opens.
    pub(crate) fn commit_then(
        mut self,
        shared: &Arc<Shared>,
        then: impl FnOnce() + Send + 'static,
    ) -> Result<Option<(Lsn, Gate)>, Reason> {
        let order = self.begin_retaining(shared, false);
        if self.pin.is_none() {
            let displaced = self.retain(shared, Lsn::NONE);
            complete(shared, self);
            drop_displaced(shared, displaced);
            drop(order);
            then();
            return Ok(None);
        }
        let record = numbers(&[self.id.0]);
        match self.append_commit(shared, RecordKind::Commit, &[&record], then) {
            Ok(waits) => Ok(Some(waits)),
            Err(refused) => {
                refused.work.back_out(shared);
                drop(order);
                Err(match refused.reason {
                    Reason::RESOURCE_PROBLEM => Reason::BACKED_OUT,
                    other => other,
                })
            }
        }
    }

    /// Commits what is prepared, with a record of this kind, for which there is room. A log that refuses it all the same gives
    /// the unit of work back as it was.
    pub(crate) fn commit_as(
        mut self,
        shared: &Arc<Shared>,
        kind: RecordKind,
        record: &[&[u8]],
        then: impl FnOnce() + Send + 'static,
    ) -> Result<(Lsn, Gate), Box<Refused>> {
        let _order = self.begin_retaining(shared, true);
        self.append_commit(shared, kind, record, then)
    }

    /// What [`Self::begin_retaining`] returned is held until this returns, so that who comes next finds what is retained where
    /// it will be shown, or its removal on the way.
    fn append_commit(
        mut self,
        shared: &Arc<Shared>,
        kind: RecordKind,
        record: &[&[u8]],
        then: impl FnOnce() + Send + 'static,
    ) -> Result<(Lsn, Gate), Box<Refused>> {
        let appended = match shared.log.append(kind as u8, record, self.urgency()) {
            Ok(appended) => appended,
            Err(error) => return Err(self.refused(&error)),
        };
        let displaced = self.retain(shared, appended.end);
        let shared_later = Arc::clone(shared);
        // One whose puts were all refused fills the log with its commits.
        let only_got = self.puts.is_empty() && !self.gets.is_empty();
        let act = move || {
            complete(&shared_later, self);
            // All of it is durable by now.
            for one in displaced {
                shared_later.errands.give(Errand::Drop(one));
            }
            then();
        };
        let gate = if only_got {
            Gate::behind(&shared.log, appended.end, act)
        } else {
            pace::gate(&shared.core, appended.end, act)
        };
        Ok((appended.end, gate))
    }

    fn refused(self, error: &AppendError) -> Box<Refused> {
        let reason = log_reason(error);
        Box::new(Refused { work: self, reason })
    }

    /// How urgent the record is that ends it: of what is promised there is room for it in any case.
    fn urgency(&self) -> Urgency {
        match self.aside {
            Some(_) => Urgency::Promised,
            None => Urgency::Completing,
        }
    }

    /// Backs out: puts vanish, got messages return to where they were, their backout counts
    /// one higher. Returns where the log must be durable for counts that are to survive a
    /// crash (`HARDENBO`).
    ///
    /// Nothing of what is logged here is needed, so that whoever backs out in a full log and tries again makes it no fuller.
    pub(crate) fn back_out(mut self, shared: &Arc<Shared>) -> Option<Lsn> {
        let (hardened, counted) = self.undo(shared);
        if let Some(pin) = self.pin.take() {
            // Restart forgets it early; of what may never be durable there is nothing to forget.
            let durable = shared.pins.position(&pin) < shared.log.durable();
            if counted && durable {
                let (kind, record) = (RecordKind::BackOut, numbers(&[self.id.0]));
                let _ = shared.log.append(kind as u8, &[&record], Urgency::Ordinary);
            }
            shared.pins.unpin(pin);
        }
        hardened
    }

    /// Backs out what is prepared, with a record of this kind, and returns where the log must be
    /// durable before anybody is told. A log that refuses it gives the unit of work back as it
    /// was.
    pub(crate) fn back_out_as(
        mut self,
        shared: &Arc<Shared>,
        kind: RecordKind,
        record: &[&[u8]],
    ) -> Result<Lsn, Box<Refused>> {
        let appended = match shared.log.append(kind as u8, record, self.urgency()) {
            Ok(appended) => appended,
            Err(error) => return Err(self.refused(&error)),
        };
        let (hardened, _) = self.undo(shared);
        self.unpin(shared);
        Ok(hardened.map_or(appended.end, |end| end.max(appended.end)))
    }

    /// Also says whether the log took all counts.
    fn undo(&mut self, shared: &Arc<Shared>) -> (Option<Lsn>, bool) {
        let (mut hardened, mut counted) = (None, true);
        for put in self.puts.drain(..) {
            put.queue.queue.release(put.seq);
        }
        for got in self.gets.drain(..) {
            if got.persistent {
                let count = u64::from(got.backout_count) + 1;
                let record = numbers(&[got.queue.id.0, got.seq.0, count]);
                let hardens = got.queue.hardens_backout();
                let urgency = match hardens {
                    true => Urgency::Removing,
                    false => Urgency::Ordinary,
                };
                // Best effort: a full or failed log costs a count, never a message.
                let kind = RecordKind::BackoutCount;
                let appended = shared.log.append(kind as u8, &[&record], urgency);
                counted &= appended.is_ok();
                if hardens {
                    hardened = appended.ok().map(|appended| appended.end).or(hardened);
                }
            }
            let wakeups = got.queue.queue.restore(got.seq, true);
            shared.announce(&got.queue, wakeups);
        }
        (hardened, counted)
    }
}

/// Makes a committed unit of work real in memory.
pub(crate) fn complete(shared: &Arc<Shared>, mut work: UnitOfWork) {
    for got in work.gets.drain(..) {
        got.queue.queue.finish(got.seq);
    }
    for put in work.puts.drain(..) {
        let wakeups = put.queue.queue.make_visible(put.seq);
        shared.announce(&put.queue, wakeups);
    }
    work.unpin(shared);
}

/// A persistent put that is a unit of work of its own: one record. Returns where the log must
/// be durable and the gate the answer waits behind.
pub(crate) fn put_alone(shared: &Arc<Shared>, placement: Placement) -> Result<(Lsn, Gate), Reason> {
    let pin = shared.pins.pin(|| shared.log.head());
    let appended = append_put(shared, UowId::IMPLICIT, &placement, Urgency::Ordinary);
    let (place, end) = match appended {
        Ok(appended) => appended,
        Err(error) => {
            shared.pins.unpin(pin);
            placement.release();
            return Err(log_reason(&error));
        }
    };
    let shared_later = Arc::clone(shared);
    let gate = pace::gate(&shared.core, end, move || {
        placement.show(&shared_later, Some(place));
        shared_later.pins.unpin(pin);
    });
    Ok((end, gate))
}

/// Puts that come together and are a unit of work of their own: one record, so that after a crash all are there or
/// none. Those that are not persistent become visible with the others. Returns where the log must be durable and the gate the
/// answer waits behind; gives the placements back when they need more than one record.
pub(crate) fn put_together_alone(
    shared: &Arc<Shared>,
    placements: Vec<Placement>,
) -> Result<Result<(Lsn, Gate), Vec<Placement>>, Reason> {
    let lasting: Vec<&Placement> = placements.iter().filter(|one| one.persistent).collect();
    if first_together(&lasting) < lasting.len() {
        return Ok(Err(placements));
    }
    let pin = shared.pins.pin(|| shared.log.head());
    let (places, end) = match append_together(shared, UowId::IMPLICIT, &lasting) {
        Ok(appended) => appended,
        Err(error) => {
            shared.pins.unpin(pin);
            placements.into_iter().for_each(Placement::release);
            return Err(log_reason(&error));
        }
    };
    let shared_later = Arc::clone(shared);
    let gate = pace::gate(&shared.core, end, move || {
        let mut places = places.into_iter();
        for placement in placements {
            let place = placement.persistent.then(|| places.next()).flatten();
            placement.show(&shared_later, place);
        }
        shared_later.pins.unpin(pin);
    });
    Ok(Ok((end, gate)))
}

/// A removal that is a unit of work of its own, of a message already held on its queue, which gets it back when the log
/// refuses. `gate` is opened when it is durable and final.
pub(crate) fn remove_alone(
    shared: &Arc<Shared>,
    queue: &Arc<LocalQueue>,
    seq: Seq,
    urgency: Urgency,
) -> Result<(Lsn, Gate), Reason> {
    remove_held(shared, queue, seq, urgency).inspect_err(|_| queue.queue.restore(seq, false).wake())
}

/// As [`remove_alone`], but when the log refuses the message stays held.
pub(crate) fn remove_held(
    shared: &Arc<Shared>,
    queue: &Arc<LocalQueue>,
    seq: Seq,
    urgency: Urgency,
) -> Result<(Lsn, Gate), Reason> {
    let pin = shared.pins.pin(|| shared.log.head());
    let end = match append_remove(shared, UowId::IMPLICIT, (queue.id, seq), urgency) {
        Ok(end) => end,
        Err(error) => {
            shared.pins.unpin(pin);
            return Err(log_reason(&error));
        }
    };
    let (shared_later, queue) = (Arc::clone(shared), Arc::clone(queue));
    let gate = Gate::behind(&shared.log, end, move || {
        queue.queue.finish(seq);
        shared_later.pins.unpin(pin);
    });
    Ok((end, gate))
}

fn meta_of(placement: &Placement, log: Option<LogPlace>) -> PutMeta {
    PutMeta {
        priority: placement.priority,
        class: Some(placement.class),
        persistent: placement.persistent,
        expires_at_us: placement.expires_at_us,
        put_at_us: placement.put_at_us,
        log,
    }
}

/// The reason code a failed append stands for.
pub(crate) fn log_reason(error: &AppendError) -> Reason {
    match error {
        AppendError::Full => Reason::RESOURCE_PROBLEM,
        AppendError::Poisoned(_) => Reason::Q_MGR_STOPPING,
        _ => Reason::UNEXPECTED_ERROR,
    }
}
