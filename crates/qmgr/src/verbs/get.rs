//! `MQGET`: destructive gets, browses, waits.
//!
//! A destructive get first holds the message on its queue, so that nobody else sees it, then
//! reads its bytes with no lock held, and only then removes it: at once when it is not
//! persistent, after the log is forced when it is, at commit under syncpoint. A get that
//! fails after the hold puts the message back where it was.

use crate::core::RunState;
use crate::core::unanswered::Unanswered;
use crate::deliver::expiry::discard;
use crate::deliver::placing::put_unattended;
use crate::deliver::report::{self, Subject};
use crate::objects::Objects;
use crate::store::crossing;
use crate::store::local_queue::LocalQueue;
use crate::store::long_put::LongPut;
use crate::store::placement::Placement;
use crate::uow::alone::remove_alone;
use crate::uow::unit::UnitOfWork;
use crate::uow::unit::UowGet;
use crate::verbs::at_worker::{
    Asked, Asking, AtWorker, Reading, Resume, SearchHere, Searching, Standing, discard_beside,
    give_back,
};
use crate::verbs::connection::Connection;
use crate::verbs::get_checks::{
    check_options, check_still_possible, give_back_marks, match_options, selection, take,
};
use crate::verbs::get_properties::Rule;
use crate::verbs::get_reply::{
    Fit, Loaded, Parts, build_reply, load_all, load_at_hand, load_for_reply, remaining_expiry,
};
use crate::verbs::group_get::{check_sequence, is_complete, remember_get};
use crate::verbs::handle::Opened;
use crate::verbs::selector::{Selecting, Sought, once, search, unread_max};
use crate::verbs::step::Step;
use crate::verbs::waiting_get::WaitLimit;
use crate::verbs::waiting_get::WaitingGet;
use crate::verbs::waiting_get::{BROWSES, UNDER_CURSOR};
use ferromq_base::disk::access;
use ferromq_log::Urgency;
use ferromq_mqi::call::Reply;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::{GetOptions, ObjectHandle};
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_queue::{Found, Holder, Selected, Selection, Take};
use std::sync::Arc;
use std::task::{Poll, Waker};

/// A get that was checked.
#[expect(
    clippy::large_enum_variant,
    reason = "nearly all gets are to be tried, and would pay for a box"
)]
pub(crate) enum Prepared {
    /// There was nothing to look for.
    Answered(Box<Step>),
    /// Look for its message.
    ToTry(WaitingGet),
}

impl Connection {
    pub(crate) fn get(
        &mut self,
        number: ObjectHandle,
        descriptor: &MsgDescriptor,
        options: &GetOptions,
        buffer_len: u32,
        waker: &Waker,
    ) -> Result<Step, Reason> {
        let mut waiting = match self.prepare_get(number, descriptor, options, buffer_len)? {
            Prepared::Answered(step) => return Ok(*step),
            Prepared::ToTry(waiting) => waiting,
        };
        let state_before = self.engine.state();
        let tried = self.try_get(&mut waiting, waker);
        match tried {
            Err(reason) => {
                self.note_refused(number, reason);
                Err(reason)
            }
            Ok(Some(step)) => Ok(step),
            Ok(None) => {
                self.begin_wait(state_before, waker);
                Ok(Step::Waits(Box::new(waiting)))
            }
        }
    }

    /// Checks a get and gets ready to look for its message.
    pub(crate) fn prepare_get(
        &mut self,
        number: ObjectHandle,
        descriptor: &MsgDescriptor,
        options: &GetOptions,
        buffer_len: u32,
    ) -> Result<Prepared, Reason> {
        // A cancellation that came too late for the last wait is not meant for this one.
        let _late = self.state.take_cancelled();
        let handle = self.handles.get(number)?;
        check_options(handle, options, descriptor.version)?;
        let id = handle.id;
        handle.check_unchanged(&self.engine)?;
        let Opened::Queue(resolved) = &handle.opened else {
            return Err(Reason::NOT_OPEN_FOR_INPUT);
        };
        let queue = Arc::clone(resolved.queue());
        expect(&queue, descriptor, options);
        if let Some(step) = give_back_marks(handle, &queue, options) {
            return step.map(|step| Prepared::Answered(Box::new(step)));
        }
        let warning = check_sequence(handle, options)?;
        // Documented: what is under the cursor is there or not, so that there is no wait.
        let waits = options.options & MQGMO_WAIT != 0 && options.options & UNDER_CURSOR == 0;
        let limit = if !waits {
            WaitLimit::Over
        } else if options.wait_interval_ms == MQWI_UNLIMITED {
            WaitLimit::Never
        } else {
            let wait_ms = u64::try_from(options.wait_interval_ms);
            WaitLimit::Interval {
                wait_ms: wait_ms.map_err(|_| Reason::WAIT_INTERVAL_ERROR)?,
            }
        };
        Ok(Prepared::ToTry(WaitingGet {
            number,
            id,
            wanted: descriptor.into(),
            options: options.clone(),
            buffer_len,
            bytes_max: self.get_bytes_max,
            not_persistent: false,
            queue,
            warning,
            waiter: None,
            at_worker: None,
            limit,
            look_again_ns: None,
        }))
    }

    /// Lets a wait be interrupted. If the state changed after the get looked at it and before this, nobody was there to be
    /// interrupted; so it is looked at once more.
    pub(crate) fn begin_wait(&self, state_before: RunState, waker: &Waker) {
        self.state.await_interrupt(waker);
        let state = &self.state;
        if self.engine.state() != state_before || state.is_stopped() || state.is_cancelled() {
            waker.wake_by_ref();
        }
    }

    /// Tries a waiting get again.
    pub(crate) fn get_again(
        &mut self,
        mut waiting: Box<WaitingGet>,
        waker: &Waker,
    ) -> Result<Step, Reason> {
        let state_before = self.engine.state();
        let tried = self.try_get(&mut waiting, waker);
        match tried {
            Ok(None) => {
                self.begin_wait(state_before, waker);
                Ok(Step::Waits(waiting))
            }
            Ok(Some(step)) => {
                waiting.unregister();
                Ok(step)
            }
            Err(reason) => {
                waiting.unregister();
                self.note_refused(waiting.number, reason);
                Err(reason)
            }
        }
    }

    /// Whether one attempt would find something; if not, a waiter is registered while the wait is not over, or a worker is
    /// at it.
    ///
    /// # Errors
    /// Those the get would answer with.
    pub(crate) fn would_find(
        &mut self,
        waiting: &mut WaitingGet,
        waker: &Waker,
    ) -> Result<bool, Reason> {
        let engine = Arc::clone(&self.engine);
        check_still_possible(&engine, waiting)?;
        let now_us = engine.clock.wall_us();
        let handle = self.handles.get(waiting.number)?;
        let selection = selection(handle, waiting)?;
        waiting.unregister();
        let queue = Arc::clone(&waiting.queue);
        let selecting = handle.selector.clone();
        let how = (Take::PEEK, now_us);
        let (selecting, mut selected) = (selecting.as_ref(), Selected::default());
        if !self.search_for(waiting, selecting, selection, how, waker, &mut selected)? {
            return Ok(false);
        }
        let Some(found) = selected.found else {
            waiting.start_waiting(&engine)?;
            waiting.watch_marks(&engine, selection.unmarked, now_us);
            return Ok(false);
        };
        // What this handle had locked stays so.
        if let Some(before) = found.lock_before {
            queue.queue.settle_lock(waiting.id, before, false).wake();
        }
        Ok(true)
    }

    /// One attempt. `None` means: wait for a message, or for a worker.
    pub(crate) fn try_get(
        &mut self,
        waiting: &mut WaitingGet,
        waker: &Waker,
    ) -> Result<Option<Step>, Reason> {
        if waiting.is_being_read() {
            return self.when_read(waiting, waker);
        }
        // Counting references would have all processors that get write one line.
        let engine = &self.engine;
        check_still_possible(engine, waiting)?;
        let options = waiting.options.options;
        let browse = options & BROWSES != 0;
        // Marks end to the millisecond; what expires does so to the tenth of a second.
        let now_us = if browse {
            engine.clock.wall_us()
        } else {
            engine.clock.tick_us()
        };
        let in_work = options & (MQGMO_SYNCPOINT | MQGMO_SYNCPOINT_IF_PERSISTENT) != 0;
        if in_work {
            self.check_branch()?;
            if self.uncommitted() >= self.uncommitted_max() {
                return Err(Reason::SYNCPOINT_LIMIT_REACHED);
            }
        }
        let holder = Holder(self.state.number);
        let handle = self.handles.get(waiting.number)?;
        let selection = selection(handle, waiting)?;
        let rule = Rule::of(handle, options);
        let whose = (holder, self.uses_workers);
        let take = take(engine, handle, waiting, whose, now_us, rule.at_hand());
        waiting.unregister();
        let selecting = handle.selector.clone();
        let how = (take, now_us);
        let (selecting, mut selected) = (selecting.as_ref(), Selected::default());
        if !self.search_for(waiting, selecting, selection, how, waker, &mut selected)? {
            return Ok(None);
        }
        let engine = &self.engine;
        let Some(found) = selected.found else {
            if waiting.waiter.is_some() {
                waiting.start_waiting(engine)?;
                waiting.watch_marks(engine, selection.unmarked, now_us);
                return Ok(None);
            }
            return Err(if options & UNDER_CURSOR != 0 {
                Reason::NO_MSG_UNDER_CURSOR
            } else {
                Reason::NO_MSG_AVAILABLE
            });
        };
        self.deliver(waiting, found, rule, waker)
    }

    /// Sees to what a search left beside what it found.
    fn see_to(&self, queue: &Arc<LocalQueue>, selected: &mut Selected) {
        if !selected.wakeups.is_empty() {
            std::mem::take(&mut selected.wakeups).wake();
        }
        if selected.expired.is_empty() {
            return;
        }
        let expired = std::mem::take(&mut selected.expired);
        if self.uses_workers {
            discard_beside(&self.engine, queue, expired);
        } else {
            for one in expired {
                discard(&self.engine, queue, one);
            }
        }
    }

    /// Searches the queue of a get, and registers a waiter if there is nothing and its wait is not over. False: a worker
    /// steps over what is in the way.
    fn search_for(
        &self,
        waiting: &mut WaitingGet,
        selecting: Option<&Arc<Selecting>>,
        mut selection: Selection<'static>,
        how: (Take, u64),
        waker: &Waker,
        selected: &mut Selected,
    ) -> Result<bool, Reason> {
        let engine = &self.engine;
        let to_register = (!waiting.is_over(engine)).then_some(waker);
        // Another engine looks for itself, and through as many as it likes.
        let stands = match self.uses_workers && !waiting.queue.is_elsewhere() {
            true => waiting.search_stands(&selection, waker)?,
            false => Standing::Alone,
        };
        let queue = &waiting.queue;
        match stands {
            Standing::Away => return Ok(false),
            Standing::Alone => {
                return self.search_alone(waiting, selecting, selection, how, waker, selected);
            }
            Standing::Back(rest) => selection.rest = rest,
            Standing::New => {
                if let Some(selecting) = selecting {
                    selecting.begin(queue.queue.depth());
                }
            }
        }
        selection.steps_max = Some(engine.tasks.steps_in_line());
        selection.unread_max = unread_max(0);
        let sought = once(queue, selecting, selection, how, to_register, selected);
        self.see_to(queue, selected);
        if selected.stopped || !selected.unread.is_empty() {
            let resume = Resume::new(queue, selected.rest);
            let unread = std::mem::take(&mut selected.unread);
            let here = SearchHere {
                engine,
                selecting: selecting.cloned(),
                selection,
                unread,
            };
            let searching = Searching::leave(here, resume, waker);
            waiting.at_worker = Some(Box::new(AtWorker::Search(searching)));
            return Ok(false);
        }
        if let Sought::Over(waiter) = sought? {
            waiting.waiter = waiter;
        }
        Ok(true)
    }

    /// The same to its end. False: an engine answers later.
    fn search_alone(
        &self,
        waiting: &mut WaitingGet,
        selecting: Option<&Arc<Selecting>>,
        selection: Selection<'static>,
        how: (Take, u64),
        waker: &Waker,
        selected: &mut Selected,
    ) -> Result<bool, Reason> {
        let engine = &self.engine;
        let mut late = match waiting.ask_stands(&selection, waker)? {
            Asked::Nobody => None,
            Asked::Away => return Ok(false),
            Asked::Back(late) => Some(*late),
        };
        let to_register = (!waiting.is_over(engine)).then_some(waker);
        // Also of what has expired, for its report.
        let _access = access::allow("a body is read back");
        loop {
            let back = (to_register, late.take());
            let queue = &waiting.queue;
            let sought = search(engine, queue, selecting, selection, how, back, selected);
            self.see_to(queue, selected);
            match sought? {
                Sought::Over(waiter) => {
                    waiting.waiter = waiter;
                    return Ok(true);
                }
                Sought::Asked(pending) => match pending.poll(waker) {
                    Poll::Pending => {
                        let asking = Asking::new(engine, waiting, &selection, pending);
                        waiting.at_worker = Some(Box::new(AtWorker::Engine(asking)));
                        return Ok(false);
                    }
                    Poll::Ready(None) => return Err(Reason::OBJECT_DAMAGED),
                    Poll::Ready(back) => late = back,
                },
            }
        }
    }

    /// A message was found (and, for a destructive get, held): reads it, or has a worker read it, and answers.
    fn deliver(
        &mut self,
        waiting: &mut WaitingGet,
        mut found: Box<Found>,
        rule: Rule,
        waker: &Waker,
    ) -> Result<Option<Step>, Reason> {
        let engine = &self.engine;
        let rest = std::mem::take(&mut found.rest);
        let asked = waiting.options.options;
        let whole = asked & MQGMO_COMPLETE_MSG != 0;
        let is_incomplete = whole && asked & UNDER_CURSOR != 0 && !is_complete(&found, &rest);
        let parts = Parts { found, rest };
        if is_incomplete {
            give_back(engine, &waiting.queue, (waiting.id, asked), &parts);
            return Err(Reason::INVALID_MSG_UNDER_CURSOR);
        }
        if parts.found.left {
            return Err(Reason::NO_MSG_AVAILABLE);
        }
        let at_hand = parts.are_at_hand();
        let handle = self.handles.get(waiting.number)?;
        if self.uses_workers
            && (!at_hand
                || parts.report_at_length(engine)
                || parts.are_copied_at_length(engine, waiting, handle, rule))
        {
            if let Some(loaded) = load_at_hand(engine, &waiting.queue, &parts) {
                return self.hand_over(waiting, &parts, Ok(loaded), rule, waker);
            }
            let rule = (rule, rule.settled(handle));
            let reading = Reading::leave(engine, waiting, parts, rule, waker);
            waiting.at_worker = Some(Box::new(AtWorker::Message(reading)));
            return Ok(None);
        }
        // Whoever has workers reads nothing here.
        let loaded = {
            let _access = (!self.uses_workers).then(|| access::allow("a body is read back"));
            load_all(engine, &waiting.queue, &parts, waiting.room())
        };
        self.hand_over(waiting, &parts, loaded, rule, waker)
    }

    /// Goes on with a get whose message a worker was to read.
    fn when_read(
        &mut self,
        waiting: &mut WaitingGet,
        waker: &Waker,
    ) -> Result<Option<Step>, Reason> {
        if self.engine.state() == RunState::Stopping {
            waiting.at_worker = None;
            return Err(Reason::Q_MGR_STOPPING);
        }
        let Some((reading, outcome)) = waiting.take_read(waker) else {
            return Ok(None);
        };
        if waiting.options.options & (MQGMO_SYNCPOINT | MQGMO_SYNCPOINT_IF_PERSISTENT) != 0 {
            self.check_branch()?;
        }
        let rule = reading.rule;
        let Some((parts, settled)) = reading.into_parts() else {
            return Err(Reason::UNEXPECTED_ERROR);
        };
        let loaded = outcome.unwrap_or_else(|| {
            let _access = access::allow("a body is read back");
            load_for_reply(&self.engine, waiting, &parts, settled)
        });
        self.hand_over(waiting, &parts, loaded, rule, waker)
    }

    /// Answers with a message that was read. `None`: look again.
    fn hand_over(
        &mut self,
        waiting: &WaitingGet,
        parts: &Parts,
        loaded: Result<Loaded, Reason>,
        rule: Rule,
        waker: &Waker,
    ) -> Result<Option<Step>, Reason> {
        let engine = &self.engine;
        let queue = &waiting.queue;
        let asked = waiting.options.options;
        let (browse, whole) = (asked & BROWSES != 0, asked & MQGMO_COMPLETE_MSG != 0);
        let whose = (waiting.id, asked);
        let mut loaded = match loaded {
            Ok(loaded) => loaded,
            Err(reason) => {
                give_back(engine, queue, whose, parts);
                if browse && reason == Reason::NO_MSG_AVAILABLE {
                    // Somebody else got it before it was read. There may be others.
                    waker.wake_by_ref();
                    return Ok(None);
                }
                return Err(reason);
            }
        };
        let Parts { found, rest } = parts;
        let handle = self.handles.get(waiting.number)?;
        let property_control = rule.property_control(handle, &loaded.message.descriptor);
        let (reply, fit) =
            build_reply(engine, waiting, found, &mut loaded, whole, property_control);
        let message = &loaded.message;
        if fit != Fit::Yes {
            // The application has seen how long it is, or that it cannot have it; nothing else happened.
            give_back(engine, queue, whose, parts);
            return match fit {
                Fit::NotTheRoad => Err(Reason::DATA_LENGTH_ERROR),
                _ => Ok(Some(Step::Done(reply))),
            };
        }
        let body_len = message.body.len();
        if browse {
            remember_get(handle, asked, found, body_len, whole);
            handle.cursor = Some(found.cursor);
            if let Some(before) = found.lock_before {
                queue.queue.settle_lock(handle.id, before, true).wake();
            }
            return Ok(Some(Step::Done(reply)));
        }
        self.got_put_at_us = found.put_at_us;
        // What the log refuses is not got: then the handle stands where it stood.
        let had_got = (!found.finished).then_some(handle.logical_get);
        remember_get(handle, asked, found, body_len, whole);
        let context = (handle.has(MQOO_SAVE_ALL_CONTEXT)).then(|| message.descriptor.clone());
        if queue.is_watched() {
            crossing::got(engine, queue);
        }
        let expiry = remaining_expiry(found.expires_at_us, engine.clock.as_ref());
        let delivery = Subject::delivery(message, loaded.left_out, expiry);
        if found.finished {
            report::send(engine, delivery);
            self.save_context(waiting.number, context);
            return Ok(Some(Step::Done(reply)));
        }
        let report = LongPut::during(loaded.report.as_ref(), || {
            report::placed(engine, delivery, || engine.clock.wall_us())
        });
        let staged_here = report.is_some() && loaded.report.is_none();
        let _access = staged_here.then(|| access::allow("a report is staged in place"));
        let taken = || self.take_off(asked, queue, found, rest, report, reply);
        let taken = match &loaded.report {
            Some(staged) => LongPut::during(Some(staged), taken),
            None => taken(),
        };
        match taken {
            Ok(step) => {
                self.save_context(waiting.number, context);
                Ok(Some(step))
            }
            Err(reason) => {
                if let (Some(had_got), Ok(handle)) = (had_got, self.handles.get(waiting.number)) {
                    handle.logical_get = had_got;
                }
                Err(reason)
            }
        }
    }

    /// Keeps the context of a message that was got, for a handle that was opened so.
    fn save_context(&mut self, number: ObjectHandle, context: Option<MsgDescriptor>) {
        if let (Some(context), Ok(handle)) = (context, self.handles.get(number)) {
            // One place for all of them: consumers of JMS ask for this, and get many.
            **handle.saved_context.get_or_insert_default() = context;
        }
    }

    /// Removes what was got, or adds it to the unit of work, and puts the report of its delivery
    /// along with it.
    fn take_off(
        &mut self,
        options: i32,
        queue: &Arc<LocalQueue>,
        found: &Found,
        rest: &[Found],
        report: Option<Placement>,
        reply: Reply,
    ) -> Result<Step, Reason> {
        let engine = &self.engine;
        let persistent = found.persistent || rest.iter().any(|part| part.persistent);
        let in_work = options & MQGMO_SYNCPOINT != 0
            || (options & MQGMO_SYNCPOINT_IF_PERSISTENT != 0 && persistent);
        if persistent && (!rest.is_empty() || report.is_some()) && !in_work {
            return take_off_together(engine, queue, found, rest, report, reply);
        }
        let (mut last, mut unanswered) = (None, Unanswered::default());
        let mut is_begun = false;
        let mut parts = std::iter::once(found).chain(rest);
        while let Some(part) = parts.next() {
            let taken = if in_work {
                let got = UowGet {
                    queue: Arc::clone(queue),
                    seq: part.seq,
                    persistent: part.persistent,
                    backout_count: part.backout_count,
                };
                self.in_work(|work| work.get(engine, got)).map(|()| None)
            } else if part.persistent {
                remove_alone(&engine.store, queue, part.seq, Urgency::Removing).map(Some)
            } else {
                unanswered.add(queue.queue.finish(part.seq));
                Ok(None)
            };
            match taken {
                Ok(forced) => {
                    last = forced.or(last);
                    is_begun = true;
                }
                Err(reason) => {
                    // This part is back already; those behind it are still held.
                    for held in parts {
                        let restored = queue.queue.restore(held.seq, false);
                        engine.announce_called(queue, restored).unattended();
                    }
                    if let Some(unused) = report {
                        unused.release();
                    }
                    if is_begun && in_work {
                        // Half of a message is in the unit of work, and nobody has it.
                        self.back_out_unattended();
                        return Err(Reason::BACKED_OUT);
                    }
                    return Err(reason);
                }
            }
        }
        if let Some(report) = report {
            // A log that is full costs the report.
            let _ = if in_work {
                self.in_work(|work| work.put(engine, report))
            } else {
                put_unattended(engine, report)
            };
        }
        let last = match last {
            None => {
                let latch = unanswered.latch();
                latch.map(|latch| (engine.log.durable(), latch))
            }
            // What is behind it in the log comes behind it at the engine.
            forced => forced,
        };
        Ok(match last {
            None => Step::Done(reply),
            Some((end, latch)) => Step::Forced(end, latch, reply),
        })
    }
}

/// Tells the queue early which id will be looked for.
fn expect(queue: &Arc<LocalQueue>, wanted: &MsgDescriptor, options: &GetOptions) {
    let asked = match_options(options);
    let id = |option, id| (asked & option != 0).then_some(id);
    queue.queue.expect(
        id(MQMO_MATCH_MSG_ID, &wanted.msg_id),
        id(MQMO_MATCH_CORREL_ID, &wanted.correl_id),
    );
}

/// Removes the segments of one message and puts the report of its delivery: all of it or, after
/// a crash, nothing.
fn take_off_together(
    objects: &Objects,
    queue: &Arc<LocalQueue>,
    found: &Found,
    rest: &[Found],
    report: Option<Placement>,
    reply: Reply,
) -> Result<Step, Reason> {
    let mut work = UnitOfWork::of_one_verb(objects.new_uow());
    let mut parts = std::iter::once(found).chain(rest);
    while let Some(part) = parts.next() {
        let got = UowGet {
            queue: Arc::clone(queue),
            seq: part.seq,
            persistent: part.persistent,
            backout_count: part.backout_count,
        };
        if let Err(reason) = work.get(objects, got) {
            for held in parts {
                let restored = queue.queue.restore(held.seq, false);
                objects.announce_called(queue, restored).unattended();
            }
            work.back_out(objects);
            if let Some(unused) = report {
                unused.release();
            }
            return Err(reason);
        }
    }
    if let Some(report) = report {
        // A log that is full costs the report.
        let _ = work.put(objects, report);
    }
    Ok(match work.commit(objects)? {
        None => Step::Done(reply),
        Some((end, latch)) => Step::Forced(end, latch, reply),
    })
}
