//! What gets on an event loop leave to workers (`store/tasks.rs`): reading a message that rests on disk, and stepping over
//! what a search does not want. A message whose pages of the log another read has brought into memory is had in line.
//!
//! A worker only looks. The message a destructive get found is held by the verb before it is read, as ever, and goes back when
//! the verb ends otherwise ([`Reading`]). A search is the verb's own, too: a worker tells how far nothing matches, and the verb
//! takes what is there from then on.

use crate::deliver::delay::is_staging;
use crate::deliver::expiry::discard;
use crate::deliver::report::{self, Subject};
use crate::objects::Objects;
use crate::store::local_queue::{LocalQueue, give_back_found};
use crate::store::tasks::{Awaited, Promise, Task, promise};
use crate::verbs::Engine;
use crate::verbs::connection::Connection;
use crate::verbs::get_properties::Rule;
use crate::verbs::get_reply::{Loaded, Parts, load_for_reply};
use crate::verbs::selector::{Selecting, once, unread_max};
use crate::verbs::waiting_get::{Away, BROWSES, WaitingGet};
use ferromq_mqi::Reason;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::property::PropertyControl;
use ferromq_queue::{
    Expired, Found, GroupPosition, HandleId, LateSearch, Payload, Pending, Position, Rest,
    Selected, Selection, Take, Unread,
};
use std::any::Any;
use std::sync::{Arc, Weak};
use std::task::{Poll, Waker};

/// A worker steps over so many times as many messages in one turn as a verb does in line.
const TURN: usize = 8;
/// Messages a worker reads for a selector in one turn.
const READS_PER_TURN: usize = 16;

impl Connection {
    /// Has gets read the disk, and look through many messages, on threads that do nothing else ([`crate::QueueManager::work_on_tasks`]):
    /// they are pending meanwhile (`WaitingFor::Worker`). For event loops, which have others to serve; a thread that would only wait
    /// does it faster itself, and so does a verb where no such thread runs.
    pub fn use_workers(&mut self) {
        self.uses_workers = true;
    }
}

/// What a worker does for a get.
pub(super) enum AtWorker {
    /// It looks how far nothing matches.
    Search(Searching),
    /// It reads the message.
    Message(Reading),
    /// No worker: the engine that keeps the messages was asked for one, and answers later.
    Engine(Asking),
}

/// A search that is at a worker.
pub(super) struct Searching {
    resume: Awaited<Result<Resume, Reason>>,
    /// What it depends on besides the get.
    from: (Position, Option<GroupPosition>),
}

/// Where a search goes on. Dropping it ends the search.
pub(super) struct Resume {
    queue: Arc<LocalQueue>,
    rest: Option<Rest>,
}

impl Resume {
    pub(super) fn new(queue: &Arc<LocalQueue>, rest: Option<Rest>) -> Self {
        Self {
            queue: Arc::clone(queue),
            rest,
        }
    }

    fn into_rest(mut self) -> Option<Rest> {
        self.rest.take()
    }
}

impl Drop for Resume {
    fn drop(&mut self) {
        if let Some(rest) = self.rest.take() {
            self.queue.queue.forget_search(rest);
        }
    }
}

/// How the search of a get stands.
pub(super) enum Standing {
    /// It was not at a worker.
    New,
    /// It is at a worker.
    Away,
    /// A worker was there, and it goes on here.
    Back(Option<Rest>),
    /// There are no workers any more.
    Alone,
}

impl Searching {
    /// Leaves a search to a worker, from where it stands.
    pub(super) fn leave(search: SearchHere<'_>, resume: Resume, waker: &Waker) -> Self {
        let SearchHere {
            engine,
            selecting,
            selection,
            unread,
        } = search;
        let from = depends_on(&selection);
        let (promise, outcome) = promise(waker);
        engine.tasks.leave(Box::new(SearchTask {
            engine: Arc::downgrade(engine),
            selecting,
            selection,
            resume,
            unread,
            rounds: 0,
            promise,
        }));
        Self {
            resume: outcome,
            from,
        }
    }
}

/// A search as far as the verb has made it.
pub(super) struct SearchHere<'a> {
    pub(super) engine: &'a Arc<Engine>,
    pub(super) selecting: Option<Arc<Selecting>>,
    pub(super) selection: Selection<'static>,
    pub(super) unread: Vec<Unread>,
}

/// A search an engine was asked for. Dropping it gives back what it finds.
pub(super) struct Asking {
    engine: Weak<Engine>,
    queue: Arc<LocalQueue>,
    handle: HandleId,
    options: i32,
    /// What it depends on besides the get.
    from: (Position, Option<GroupPosition>),
    late: Option<Pending<LateSearch>>,
}

impl Asking {
    pub(super) fn new(
        engine: &Arc<Engine>,
        get: &WaitingGet,
        selection: &Selection<'_>,
        late: Pending<LateSearch>,
    ) -> Self {
        Self {
            engine: Arc::downgrade(engine),
            queue: Arc::clone(&get.queue),
            handle: get.id,
            options: get.options.options,
            from: depends_on(selection),
            late: Some(late),
        }
    }

    /// What gives back what was found. It may be kept by the engine that is asked.
    fn giver(&self) -> impl FnOnce(LateSearch) + Send + use<> {
        let (engine, queue) = (Weak::clone(&self.engine), Arc::clone(&self.queue));
        let whose = (self.handle, self.options);
        move |mut late| {
            if let Some(engine) = engine.upgrade()
                && let Some(mut found) = late.selected.found.take()
            {
                let rest = std::mem::take(&mut found.rest);
                give_back(&engine, &queue, whose, &Parts { found, rest });
            }
            give_back_found(&*queue.queue, late);
        }
    }
}

impl Drop for Asking {
    fn drop(&mut self) {
        if let Some(late) = self.late.take() {
            let give_back = self.giver();
            late.when_over(move |late| {
                if let Some(late) = late {
                    give_back(late);
                }
            });
        }
    }
}

/// How the search of a get stands that an engine was asked for.
pub(super) enum Asked {
    /// None was, or what it found is not what is wanted any more.
    Nobody,
    /// It has not answered.
    Away,
    /// It has.
    Back(Box<LateSearch>),
}

/// What may change while a search is away, as a get that stands has other verbs beside it.
fn depends_on(selection: &Selection<'_>) -> (Position, Option<GroupPosition>) {
    let expected = selection.logical.and_then(|rule| rule.expected);
    (selection.position, expected)
}

impl Away for AtWorker {
    fn reads(&self) -> bool {
        matches!(self, Self::Message(_))
    }
}

impl WaitingGet {
    /// How the search stands that is about to go on.
    pub(super) fn search_stands(
        &mut self,
        selection: &Selection<'_>,
        waker: &Waker,
    ) -> Result<Standing, Reason> {
        let Some(AtWorker::Search(searching)) = self.away() else {
            return Ok(Standing::New);
        };
        let Poll::Ready(outcome) = searching.resume.poll(waker) else {
            return Ok(Standing::Away);
        };
        let still = searching.from == depends_on(selection);
        self.at_worker = None;
        Ok(match outcome {
            None => Standing::Alone,
            Some(Err(reason)) => return Err(reason),
            Some(Ok(resume)) if still => Standing::Back(resume.into_rest()),
            Some(Ok(_)) => Standing::New,
        })
    }

    /// How the search stands that an engine was asked for.
    ///
    /// # Errors
    /// `MQRC_OBJECT_DAMAGED`: it will not answer.
    pub(super) fn ask_stands(
        &mut self,
        selection: &Selection<'_>,
        waker: &Waker,
    ) -> Result<Asked, Reason> {
        let Some(AtWorker::Engine(asking)) = self.away() else {
            return Ok(Asked::Nobody);
        };
        let Some(Poll::Ready(late)) = asking.late.as_ref().map(|late| late.poll(waker)) else {
            return Ok(Asked::Away);
        };
        let still = asking.from == depends_on(selection);
        let give_back = asking.giver();
        self.at_worker = None;
        match late {
            None => Err(Reason::OBJECT_DAMAGED),
            Some(late) if still => Ok(Asked::Back(Box::new(late))),
            Some(late) => {
                give_back(late);
                Ok(Asked::Nobody)
            }
        }
    }

    /// The message that was read and how that ended, if a worker is not at it any more; `None` when none could.
    pub(super) fn take_read(
        &mut self,
        waker: &Waker,
    ) -> Option<(Reading, Option<Result<Loaded, Reason>>)> {
        let Some(AtWorker::Message(reading)) = self.away() else {
            return None;
        };
        let Poll::Ready(outcome) = reading.loaded.poll(waker) else {
            return None;
        };
        let away: Box<dyn Any> = self.at_worker.take()?;
        match *away.downcast().ok()? {
            AtWorker::Message(reading) => Some((reading, outcome)),
            AtWorker::Search(_) | AtWorker::Engine(_) => None,
        }
    }

    fn away(&self) -> Option<&AtWorker> {
        let away: &dyn Any = self.at_worker.as_deref()?;
        away.downcast_ref()
    }
}

// A task rests in a list of the engine, which would keep itself in memory by it for ever where nobody does it.

struct SearchTask {
    engine: Weak<Engine>,
    selecting: Option<Arc<Selecting>>,
    selection: Selection<'static>,
    resume: Resume,
    /// The selector has to see these before it goes on.
    unread: Vec<Unread>,
    /// How often it stopped to read.
    rounds: usize,
    promise: Promise<Result<Resume, Reason>>,
}

impl Task for SearchTask {
    fn turn(mut self: Box<Self>) -> Option<Box<dyn Task>> {
        if !self.promise.is_awaited() {
            return None;
        }
        let engine = self.engine.upgrade()?;
        let outcome = match self.unread.is_empty() {
            true => Ok(self.step_over(&engine)),
            false => self.read(&engine).map(|()| false),
        };
        match outcome {
            Ok(false) => Some(self),
            Ok(true) => {
                self.promise.keep(Ok(self.resume));
                None
            }
            Err(reason) => {
                self.promise.keep(Err(reason));
                None
            }
        }
    }
}

impl SearchTask {
    /// True when what comes next matches, or nothing does.
    fn step_over(&mut self, engine: &Arc<Engine>) -> bool {
        let queue = &self.resume.queue;
        let selection = Selection {
            rest: self.resume.rest,
            steps_max: Some(engine.tasks.steps_in_line() * TURN),
            unread_max: unread_max(self.rounds),
            ..self.selection
        };
        let how = (Take::Nothing, engine.clock.wall_us());
        let (selecting, mut selected) = (self.selecting.as_ref(), Selected::default());
        // Nobody waits.
        let _ = once(queue, selecting, selection, how, None, &mut selected);
        selected.wakeups.wake();
        for expired in selected.expired {
            discard(engine, queue, expired);
        }
        self.resume.rest = selected.rest;
        self.unread = selected.unread;
        self.rounds += usize::from(!self.unread.is_empty());
        self.unread.is_empty() && !selected.stopped
    }

    fn read(&mut self, engine: &Arc<Engine>) -> Result<(), Reason> {
        let now = self.unread.len().min(READS_PER_TURN);
        let unread: Vec<_> = self.unread.drain(..now).collect();
        match &self.selecting {
            Some(selecting) => selecting.read(engine, &self.resume.queue, &unread),
            None => Ok(()),
        }
    }
}

/// A message that was found for a get and is being read. Dropping it gives the message back.
pub(super) struct Reading {
    engine: Arc<Engine>,
    queue: Arc<LocalQueue>,
    handle: HandleId,
    options: i32,
    parts: Option<Arc<Parts>>,
    pub(super) rule: Rule,
    /// The same for this message, if it has properties.
    settled: Option<PropertyControl>,
    loaded: Awaited<Result<Loaded, Reason>>,
}

impl Reading {
    /// Leaves reading to a worker.
    pub(super) fn leave(
        engine: &Arc<Engine>,
        get: &WaitingGet,
        parts: Parts,
        (rule, settled): (Rule, Option<PropertyControl>),
        waker: &Waker,
    ) -> Self {
        let parts = Arc::new(parts);
        let (promise, loaded) = promise(waker);
        engine.tasks.leave(Box::new(ReadTask {
            engine: Arc::downgrade(engine),
            get: get.for_worker(),
            parts: Arc::clone(&parts),
            settled,
            promise,
        }));
        Self {
            engine: Arc::clone(engine),
            queue: Arc::clone(&get.queue),
            handle: get.id,
            options: get.options.options,
            parts: Some(parts),
            rule,
            settled,
            loaded,
        }
    }

    /// What was found is the caller's from now on, who gives it back.
    pub(super) fn into_parts(mut self) -> Option<(Arc<Parts>, Option<PropertyControl>)> {
        Some((self.parts.take()?, self.settled))
    }
}

impl Drop for Reading {
    fn drop(&mut self) {
        if let Some(parts) = self.parts.take() {
            let whose = (self.handle, self.options);
            give_back(&self.engine, &self.queue, whose, &parts);
        }
    }
}

/// Takes back what a browse did to a message that did not fit. What the handle had locked
/// before stays locked.
fn let_go(queue: &Arc<LocalQueue>, handle: HandleId, found: &Found, asked: i32) {
    if let Some(before) = found.lock_before {
        queue.queue.settle_lock(handle, before, false).wake();
    } else if asked & MQGMO_LOCK != 0 {
        queue.queue.unlock(handle).wake();
    }
    if asked & MQGMO_MARK_BROWSE_HANDLE != 0 {
        queue.queue.unmark(handle, Some(found.seq)).wake();
    }
    if asked & MQGMO_MARK_BROWSE_CO_OP != 0 {
        queue.queue.unmark_cooperative(Some(found.seq)).wake();
    }
}

/// Undoes what finding a message for a get with these options did to it.
pub(super) fn give_back(
    objects: &Objects,
    queue: &Arc<LocalQueue>,
    (handle, asked): (HandleId, i32),
    parts: &Parts,
) {
    if asked & BROWSES != 0 {
        return let_go(queue, handle, &parts.found, asked);
    }
    let all = std::iter::once(&*parts.found).chain(&parts.rest);
    for part in all.filter(|part| !part.left) {
        let restored = queue.queue.restore(part.seq, false);
        objects.announce_called(queue, restored).unattended();
    }
}

struct ReadTask {
    engine: Weak<Engine>,
    get: WaitingGet,
    parts: Arc<Parts>,
    settled: Option<PropertyControl>,
    promise: Promise<Result<Loaded, Reason>>,
}

impl ReadTask {
    /// Of a message that is long, and of whose delivery a report is asked for that carries all of it, that is in the log before
    /// the verb puts it. Not of one the verb does not take, as its buffer is too short.
    fn stage_report(&self, engine: &Engine, loaded: &mut Loaded) {
        let fits = loaded.message.body.len() <= self.get.room() as usize;
        let asked = self.get.options.options;
        let takes = fits || asked & MQGMO_ACCEPT_TRUNCATED_MSG != 0;
        if asked & BROWSES == 0 && takes {
            let delivery = Subject::delivery(&loaded.message, loaded.left_out, MQEI_UNLIMITED);
            loaded.report = report::staged(engine, &delivery);
        }
    }
}

impl Task for ReadTask {
    fn turn(self: Box<Self>) -> Option<Box<dyn Task>> {
        if self.promise.is_awaited() {
            let engine = self.engine.upgrade()?;
            let mut loaded = load_for_reply(&engine, &self.get, &self.parts, self.settled);
            if let Ok(loaded) = &mut loaded {
                self.stage_report(&engine, loaded);
            }
            self.promise.keep(loaded);
        }
        None
    }
}

/// Expired messages that have to be read, because a report was asked for. They are met again if it is not done.
struct DiscardTask {
    engine: Weak<Engine>,
    queue: Arc<LocalQueue>,
    expired: Vec<Expired>,
}

impl Task for DiscardTask {
    fn turn(mut self: Box<Self>) -> Option<Box<dyn Task>> {
        let engine = self.engine.upgrade()?;
        for _ in 0..READS_PER_TURN {
            discard(&engine, &self.queue, self.expired.pop()?);
        }
        Some(self)
    }
}

impl Drop for DiscardTask {
    fn drop(&mut self) {
        for one in self.expired.drain(..) {
            self.queue.queue.restore_expired(one.seq);
        }
    }
}

/// Deals with what a search on an event loop met that has expired.
pub(super) fn discard_beside(engine: &Arc<Engine>, queue: &Arc<LocalQueue>, all: Vec<Expired>) {
    if all.is_empty() {
        return;
    }
    let staging = is_staging(queue);
    let long = engine.log.whole_bytes_max() / 2;
    let is_left = |one: &Expired| match &one.payload {
        Payload::Stored(_) => one.may_report,
        // The report may carry all of it, which has to be staged.
        Payload::Memory(message) => one.may_report && message.body.len() > long,
        Payload::Shared(..) => false,
    };
    let is_read = |one: &Expired| staging || is_left(one);
    let (read, at_hand): (Vec<_>, Vec<_>) = all.into_iter().partition(is_read);
    for expired in at_hand {
        discard(engine, queue, expired);
    }
    if !read.is_empty() {
        engine.tasks.leave(Box::new(DiscardTask {
            engine: Arc::downgrade(engine),
            queue: Arc::clone(queue),
            expired: read,
        }));
    }
}

#[cfg(test)]
#[path = "at_worker_tests.rs"]
mod tests;
