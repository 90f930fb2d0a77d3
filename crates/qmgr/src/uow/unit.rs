//! Units of work: what is put and got in them, and how they end.
//!
//! Redo-only records, undo in memory. A put under syncpoint is logged when made and stands
//! invisible on its queue; a get under syncpoint is logged when made and its message is held.
//! The commit record makes both real: once it is durable, [`complete`] makes the puts visible
//! and the removals final. Back out needs no log record to be correct (a unit of work without
//! a commit record never happened); where there is room one is written so that restart can forget it early.
//!
//! A unit of work pins the log from its first record until its effects are in memory. One that is promised has room in the
//! log set aside for the records that end it, and pins the log until the last of them is durable: until then a restart may find it
//! in doubt, and has to find all of it.

use crate::core::Core;
use crate::core::latch::{Forced, Latch};
use crate::core::log_reason;
use crate::core::pins::Pin;
use crate::core::unanswered::Unanswered;
use crate::objects::Objects;
use crate::record::{QueueId, RecordKind, UowId, numbers};
use crate::store::Store;
use crate::store::append::{append_put, append_remove, append_together, first_together};
use crate::store::latch_of_put;
use crate::store::local_queue::LocalQueue;
use crate::store::placement::Placement;
use crate::uow::participant::{Answer, Following, Participant, Vote};
use ferromq_base::lock::MutexGuard;
use ferromq_log::{AppendError, Log, Lsn, SetAside, Urgency};
use ferromq_mqi::Reason;
use ferromq_mqi::xa::XaCode;
use ferromq_queue::{LogPlace, Seq, Visibility};
use std::any::Any;
use std::sync::Arc;

/// A message put in a unit of work.
#[derive(Debug)]
pub(crate) struct UowPut {
    pub(crate) queue: Arc<LocalQueue>,
    pub(crate) seq: Seq,
    /// `MAXUMSGS` does not count it.
    pub(crate) is_duplicate: bool,
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
    /// How many of the puts are duplicates for streaming queues.
    duplicates: usize,
    /// What it changes besides queues.
    participants: Vec<Box<dyn Participant>>,
    /// Each of them is ready for a commit.
    prepared: bool,
    /// Held from the first log record on.
    pub(crate) pin: Option<Pin>,
    /// Of a promised one: room in the log for the records that end it.
    pub(crate) aside: Option<SetAside>,
    /// When the first message joined, microseconds since the epoch; 0 while empty.
    pub(crate) started_us: u64,
    /// A message is missing of which the application believes that it was put: it is backed out instead of committed.
    pub(crate) rollback_only: bool,
    /// It is of one verb, or of a background job: what it got and gives back was backed out by nobody.
    is_of_one_verb: bool,
}

/// A unit of work as it was, because the log refused the record that would have ended it.
pub(crate) struct Refused {
    pub(crate) work: UnitOfWork,
    pub(crate) reason: Reason,
}

impl UnitOfWork {
    pub(crate) fn new(id: UowId) -> Self {
        Self {
            id,
            puts: Vec::new(),
            gets: Vec::new(),
            duplicates: 0,
            participants: Vec::new(),
            prepared: false,
            pin: None,
            aside: None,
            started_us: 0,
            rollback_only: false,
            is_of_one_verb: false,
        }
    }

    /// One that ends within the verb, or the turn of a job, that begins it: what it gives back does not count as backed out.
    pub(crate) fn of_one_verb(id: UowId) -> Self {
        Self {
            is_of_one_verb: true,
            ..Self::new(id)
        }
    }

    /// Messages put and got so far, and what participants keep besides: what `MAXUMSGS` bounds.
    pub(crate) fn message_count(&self) -> usize {
        let besides = self.participants.iter().map(|one| one.message_count());
        let besides: usize = besides.sum();
        self.puts.len().saturating_sub(self.duplicates) + self.gets.len() + besides
    }

    /// Whether it makes no difference how it ends.
    pub(crate) fn is_idle(&self) -> bool {
        self.puts.is_empty()
            && self.gets.is_empty()
            && self.participants.is_empty()
            && !self.rollback_only
    }

    /// Adds a put. On failure the reservation is given back.
    pub(crate) fn put(&mut self, store: &Store, placement: Placement) -> Result<(), Reason> {
        let place = if placement.persistent {
            let appended = self.pinned(store, |id| append_put(store, id, &placement));
            let logged = appended.map_err(|error| {
                placement.queue.queue.release(placement.seq).unattended();
                log_reason(&error)
            })?;
            self.hold_from(store, logged.pin);
            Some(logged.places)
        } else {
            None
        };
        self.begin(store);
        self.join(store, placement, place);
        Ok(())
    }

    /// Adds puts that come together; what they share is logged once. On failure all reservations are given back. The
    /// number is of those that are in the unit of work all the same: take them back.
    pub(crate) fn put_together(
        &mut self,
        store: &Store,
        placements: Vec<Placement>,
    ) -> Result<(), (usize, Reason)> {
        let mut lasting: Vec<&Placement> = placements.iter().filter(|one| one.persistent).collect();
        let mut places = Vec::with_capacity(lasting.len());
        while !lasting.is_empty() {
            let rest = lasting.split_off(first_together(store, &lasting));
            match self.pinned(store, |id| append_together(store, id, &lasting)) {
                Ok(logged) => {
                    self.hold_from(store, logged.pin);
                    places.extend(logged.places);
                }
                Err(error) => {
                    let logged = places.len();
                    self.join_logged(store, placements, places);
                    return Err((logged, log_reason(&error)));
                }
            }
            lasting = rest;
        }
        self.begin(store);
        let mut places = places.into_iter();
        for placement in placements {
            let place = placement.persistent.then(|| places.next()).flatten();
            self.join(store, placement, place);
        }
        Ok(())
    }

    /// Of puts that cannot all be logged those that are logged join, so that they can be taken back.
    fn join_logged(&mut self, store: &Store, placements: Vec<Placement>, places: Vec<LogPlace>) {
        self.begin(store);
        let mut places = places.into_iter();
        for placement in placements {
            // Only persistent ones have a place each: what joins is what is logged, for so many are taken back.
            match placement.persistent.then(|| places.next()).flatten() {
                Some(place) => self.join(store, placement, Some(place)),
                None => placement.release(),
            }
        }
    }

    fn join(&mut self, store: &Store, placement: Placement, place: Option<LogPlace>) {
        // Nobody can see it yet, so there is nobody to wake. Nor is anything waited for: whatever ends it is carried out behind this.
        let is_duplicate = placement.is_duplicate;
        self.duplicates += usize::from(is_duplicate);
        let (queue, seq, inserted) = placement.insert(store, place, Visibility::Held);
        inserted.then(drop).unattended();
        self.puts.push(UowPut {
            queue,
            seq,
            is_duplicate,
        });
    }

    /// Takes back the last put, of which the application is told that it failed. False when
    /// the log does not take that: then the unit of work must not be committed.
    pub(crate) fn take_back_put(&mut self, core: &Core) -> bool {
        let Some(put) = self.puts.pop() else {
            return true;
        };
        self.duplicates -= usize::from(put.is_duplicate);
        put.queue.queue.release(put.seq).unattended();
        if self.pin.is_none() {
            return true;
        }
        let which = (put.queue.id, put.seq);
        append_remove(core, self.id, which, Urgency::Completing).is_ok()
    }

    /// Adds a get of a message already held on its queue. On failure the message is put back.
    pub(crate) fn get(&mut self, core: &Core, got: UowGet) -> Result<(), Reason> {
        let (queue, seq) = (Arc::clone(&got.queue), got.seq);
        self.get_held(core, got)
            .inspect_err(|_| queue.queue.restore(seq, false).wake())
    }

    /// As [`Self::get`], but on failure the message stays held.
    pub(crate) fn get_held(&mut self, core: &Core, got: UowGet) -> Result<(), Reason> {
        if got.persistent {
            let which = (got.queue.id, got.seq);
            let removed = self.pinned(core, |id| append_remove(core, id, which, Urgency::Removing));
            removed.map_err(|error| log_reason(&error))?;
        }
        self.begin(core);
        self.gets.push(got);
        Ok(())
    }

    fn begin(&mut self, core: &Core) {
        if self.started_us == 0 {
            self.started_us = core.clock.wall_us();
        }
    }

    /// Pins the log for what `append` appends, if nothing else of it does yet. A unit of work of which the log took nothing
    /// holds no pin, so that its end needs no record.
    pub(crate) fn pinned<T>(
        &mut self,
        core: &Core,
        append: impl FnOnce(UowId) -> Result<T, AppendError>,
    ) -> Result<T, AppendError> {
        let fresh = self.pin.is_none();
        if fresh {
            self.pin = Some(core.pins.pin(|| core.log.head()));
        }
        let appended = append(self.id);
        if appended.is_err() && fresh {
            self.unpin(core);
        }
        appended
    }

    /// Holds the log from the first piece of a long body on, if that is longer than it does.
    fn hold_from(&mut self, core: &Core, first: Option<Pin>) {
        self.pin = core.pins.keep_older(self.pin.take(), first);
    }

    fn unpin(&mut self, core: &Core) {
        if let Some(pin) = self.pin.take() {
            core.pins.unpin(pin);
        }
    }

    /// True when it has put to or got from a queue.
    pub(crate) fn touches(&self, queue: QueueId) -> bool {
        self.puts.iter().any(|put| put.queue.id == queue)
            || self.gets.iter().any(|got| got.queue.id == queue)
    }

    /// The participant of this kind, enlisted if there is none yet.
    pub(crate) fn participant<P: Participant>(&mut self, enlist: impl FnOnce() -> P) -> &mut P {
        let is_one = |one: &dyn Participant| (one as &dyn Any).is::<P>();
        let mut enlisted = self.participants.iter();
        let at = enlisted.position(|one| is_one(&**one));
        let at = at.unwrap_or_else(|| {
            self.prepared = false;
            self.participants.push(Box::new(enlist()));
            self.participants.len() - 1
        });
        let found: &mut dyn Any = &mut *self.participants[at];
        found.downcast_mut().expect("it was looked for by its type")
    }

    /// Has each participant do something with the unit of work.
    fn with_participants(&mut self, mut act: impl FnMut(&mut dyn Participant, &mut Self)) {
        let mut participants = std::mem::take(&mut self.participants);
        for one in &mut participants {
            act(&mut **one, self);
        }
        self.participants = participants;
    }

    /// It is about to be promised, or committed. All participants are asked, so that those who wait do so at the same time.
    pub(crate) fn prepare(&mut self) -> Vote {
        if self.rollback_only {
            return Vote::Refused(XaCode::RBOTHER);
        }
        if self.prepared || self.participants.is_empty() {
            return Vote::Ready;
        }
        let mut all = Vote::Ready;
        self.with_participants(|one, work| match (one.prepare(work), &all) {
            (Vote::Ready, _) | (_, Vote::Refused(_)) | (Vote::Waits(_), Vote::Waits(_)) => {}
            (vote, _) => all = vote,
        });
        self.prepared = matches!(all, Vote::Ready);
        all
    }

    /// Participants do what must be in the log before the commit is. As long as what is returned is held nobody else commits
    /// with participants: hold it until they have committed.
    fn begin_commit<'a>(
        &mut self,
        objects: &'a Objects,
        promised: bool,
    ) -> Option<MutexGuard<'a, ()>> {
        if self.participants.is_empty() {
            return None;
        }
        let order = objects.order_commits();
        self.with_participants(|one, work| one.before_commit(work, promised));
        Some(order)
    }

    /// The commit record is in the log up to `end`. Answers what follows.
    fn commit_participants(&mut self, end: Lsn) -> Vec<Following> {
        let mut following = Vec::new();
        for one in &mut self.participants {
            following.extend(one.commit(end));
        }
        following
    }

    /// Commits. Without log records it is done on return (`None`); otherwise the answer waits
    /// behind the latch for the log to be durable up to the position returned.
    pub(crate) fn commit(self, objects: &Objects) -> Result<Option<(Lsn, Latch)>, Reason> {
        self.commit_then(objects, || ())
    }

    /// Commits, and does something when that is durable and shown, before the latch opens.
    pub(crate) fn commit_then(
        mut self,
        objects: &Objects,
        then: impl FnOnce() + Send + 'static,
    ) -> Result<Option<(Lsn, Latch)>, Reason> {
        // Whoever can wait has asked before.
        if !matches!(self.prepare(), Vote::Ready) {
            self.back_out(objects);
            return Err(Reason::BACKED_OUT);
        }
        let order = self.begin_commit(objects, false);
        if self.pin.is_none() {
            let following = self.commit_participants(Lsn::NONE);
            let mut participants = std::mem::take(&mut self.participants);
            let unanswered = complete(objects, self);
            for Following { behind, action } in following {
                objects.store.give_when_durable(behind, action);
            }
            drop(order);
            let unanswered = unanswered.before(then);
            if participants.is_empty() {
                let latch = unanswered.latch();
                return Ok(latch.map(|latch| (objects.log.durable(), latch)));
            }
            let latch = Latch::default();
            let answer = Answer::behind(&latch);
            for one in &mut participants {
                one.committed(&answer);
            }
            unanswered.then(move |_| drop(answer));
            return Ok((!latch.is_open()).then(|| (objects.log.durable(), latch)));
        }
        let record = numbers(&[self.id.0]);
        match self.append_commit(&objects.store, RecordKind::Commit, &[&record], then) {
            Ok(waits) => Ok(Some(waits)),
            Err(refused) => {
                refused.work.back_out(objects);
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
        objects: &Objects,
        kind: RecordKind,
        record: &[&[u8]],
        then: impl FnOnce() + Send + 'static,
    ) -> Result<(Lsn, Latch), Box<Refused>> {
        let _order = self.begin_commit(objects, true);
        self.append_commit(&objects.store, kind, record, then)
    }

    /// The caller holds what [`Self::begin_commit`] returned until this returns: the next commit must see what participants
    /// changed in this one.
    fn append_commit(
        mut self,
        store: &Arc<Store>,
        kind: RecordKind,
        record: &[&[u8]],
        then: impl FnOnce() + Send + 'static,
    ) -> Result<(Lsn, Latch), Box<Refused>> {
        let appended = match store.log.append(kind as u8, record, self.urgency()) {
            Ok(appended) => appended,
            Err(error) => return Err(self.refused(&error)),
        };
        let following = self.commit_participants(appended.end);
        let store_later = Arc::clone(store);
        // A unit of work whose puts were all refused makes no room: its commit only adds to the log.
        let only_got = self.puts.is_empty() && !self.gets.is_empty();
        let mut participants = std::mem::take(&mut self.participants);
        let is_alone = participants.is_empty();
        let act = move || {
            let unanswered = complete(&store_later, self);
            // All of it is durable by now.
            for one in following {
                store_later.deferred.give(one.action);
            }
            unanswered.before(then)
        };
        let latch = if !is_alone {
            let latch = Latch::default();
            let waits_for_room = (!only_got).then(|| Arc::clone(store));
            let opened = latch.clone();
            let told = move |forced: Result<_, _>| {
                if forced.is_err() {
                    return opened.open(Forced::Failed);
                }
                let unanswered = act();
                let answer = Answer::of_put(&opened, waits_for_room);
                for one in &mut participants {
                    one.committed(&answer);
                }
                unanswered.then(move |_| drop(answer));
            };
            store.log.when_durable(appended.end, Box::new(told));
            latch
        } else if only_got {
            Latch::behind(&store.log, appended.end, act)
        } else {
            latch_of_put(store, appended.end, act)
        };
        Ok((appended.end, latch))
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
    /// one higher. Returns what the answer has to wait for.
    ///
    /// A restart needs nothing of what is logged here. So in a full log it is left out, and programs that back out and try
    /// again do not fill it further.
    pub(crate) fn back_out(mut self, store: &Store) -> BackedOut {
        let (hardened, counted, unanswered) = self.undo(store);
        if let Some(pin) = self.pin.take() {
            // Restart forgets it early; of what may never be durable there is nothing to forget.
            let durable = store.pins.position(&pin) < store.log.durable();
            if counted && durable {
                let (kind, record) = (RecordKind::BackOut, numbers(&[self.id.0]));
                let _ = store.log.append(kind as u8, &[&record], Urgency::Ordinary);
            }
            store.pins.unpin(pin);
        }
        let mut told = None;
        if !self.participants.is_empty() {
            let latch = Latch::default();
            let answer = Answer::behind(&latch);
            for one in &mut self.participants {
                one.back_out(&answer);
            }
            told = Some((latch, answer));
        }
        BackedOut {
            hardened,
            told,
            unanswered,
        }
    }

    /// Backs out what is prepared, with a record of this kind, and returns where the log must be
    /// durable before anybody is told, and the latch the answer waits behind. A log that refuses it gives the unit of work back as it
    /// was.
    pub(crate) fn back_out_as(
        mut self,
        store: &Arc<Store>,
        kind: RecordKind,
        record: &[&[u8]],
    ) -> Result<(Lsn, Latch), Box<Refused>> {
        let appended = match store.log.append(kind as u8, record, self.urgency()) {
            Ok(appended) => appended,
            Err(error) => return Err(self.refused(&error)),
        };
        let (hardened, _, unanswered) = self.undo(store);
        let (pin, mut participants) = (self.pin.take(), std::mem::take(&mut self.participants));
        let (latch, store_later) = (Latch::default(), Arc::clone(store));
        let opened = latch.clone();
        // Of a log that failed nothing is given back any more.
        let told = move |forced: Result<_, _>| {
            if forced.is_err() {
                return opened.open(Forced::Failed);
            }
            if let Some(pin) = pin {
                store_later.pins.unpin(pin);
            }
            let answer = Answer::behind(&opened);
            for one in &mut participants {
                one.back_out(&answer);
            }
            unanswered.then(move |_| drop(answer));
        };
        // Behind counts that are to survive a crash as well.
        let end = hardened.map_or(appended.end, |end| end.max(appended.end));
        store.log.when_durable(end, Box::new(told));
        Ok((end, latch))
    }

    /// Also says whether the log took all counts, and what is waited for until all is where it was.
    fn undo(&mut self, store: &Store) -> (Option<Lsn>, bool, Unanswered) {
        let (mut hardened, mut counted) = (None, true);
        let mut unanswered = Unanswered::default();
        for put in self.puts.drain(..) {
            unanswered.add(put.queue.queue.release(put.seq));
        }
        for got in self.gets.drain(..) {
            let counts = !self.is_of_one_verb;
            if got.persistent && counts {
                let count = u64::from(got.backout_count) + 1;
                let record = numbers(&[got.queue.id.0, got.seq.0, count]);
                let hardens = got.queue.hardens_backout();
                let urgency = match hardens {
                    true => Urgency::Removing,
                    false => Urgency::Ordinary,
                };
                // Best effort: a full or failed log costs a count, never a message.
                let kind = RecordKind::BackoutCount;
                let appended = store.log.append(kind as u8, &[&record], urgency);
                counted &= appended.is_ok();
                if hardens {
                    hardened = appended.ok().map(|appended| appended.end).or(hardened);
                }
            }
            let restored = got.queue.queue.restore(got.seq, counts);
            unanswered.add(store.announce_called(&got.queue, restored));
        }
        (hardened, counted, unanswered)
    }
}

/// A unit of work that was backed out.
pub(crate) struct BackedOut {
    /// Where the log must be durable for counts that are to survive a crash (`HARDENBO`).
    pub(crate) hardened: Option<Lsn>,
    /// The answer that waits for participants, if there were any.
    told: Option<(Latch, Answer)>,
    unanswered: Unanswered,
}

impl BackedOut {
    /// Where the log must be durable, and the latch the answer waits behind; `None` if it does not wait.
    pub(crate) fn answer(self, log: &Log) -> Option<(Lsn, Latch)> {
        let unanswered = self.unanswered;
        let Some((latch, answer)) = self.told else {
            return match self.hardened {
                Some(end) => Some((end, Latch::behind(log, end, || unanswered))),
                None => unanswered.latch().map(|latch| (log.durable(), latch)),
            };
        };
        if !unanswered.is_none() {
            let answer = answer.clone();
            unanswered.then(move |_| drop(answer));
        }
        let Some(end) = self.hardened else {
            drop(answer);
            return (!latch.is_open()).then(|| (log.durable(), latch));
        };
        let opened = latch.clone();
        let forced = move |forced: Result<_, _>| {
            if forced.is_err() {
                opened.open(Forced::Failed);
            }
            drop(answer);
        };
        log.when_durable(end, Box::new(forced));
        Some((end, latch))
    }
}

/// Makes a committed unit of work real in memory. Answers what is waited for until it is.
pub(crate) fn complete(store: &Store, mut work: UnitOfWork) -> Unanswered {
    let mut unanswered = Unanswered::default();
    for got in work.gets.drain(..) {
        unanswered.add(got.queue.queue.finish(got.seq));
    }
    for put in work.puts.drain(..) {
        let shown = put.queue.queue.make_visible(put.seq);
        unanswered.add(store.announce_called(&put.queue, shown));
    }
    store.unpin_behind(unanswered, work.pin.take())
}

#[cfg(test)]
#[path = "unit_tests.rs"]
mod tests;
