//! `MQGET`: destructive gets, browses, waits.
//!
//! A destructive get first holds the message on its queue, so that nobody else sees it, then
//! reads its bytes with no lock held, and only then removes it: at once when it is not
//! persistent, after the log is forced when it is, at commit under syncpoint. A get that
//! fails after the hold puts the message back where it was.

use crate::core::RunState;
use crate::deliver::expiry::discard;
use crate::deliver::placing::put_unattended;
use crate::deliver::report::{self, Subject};
use crate::objects::Objects;
use crate::store::local_queue::LocalQueue;
use crate::store::placement::Placement;
use crate::uow::alone::remove_alone;
use crate::uow::unit::UnitOfWork;
use crate::uow::unit::UowGet;
use crate::verbs::connection::{Connection, Step};
use crate::verbs::get_checks::{
    BROWSES, UNDER_CURSOR, check_options, check_still_possible, give_back_marks, match_options,
    selection, take,
};
use crate::verbs::get_properties::Rule;
use crate::verbs::get_reply::{Fit, build_reply, load_all, remaining_expiry};
use crate::verbs::group_get::{check_sequence, is_complete, remember_get};
use crate::verbs::handle::{Handles, Opened};
use crate::verbs::selector::search;
use crate::verbs::tally::Noted;
use ferromq_log::Urgency;
use ferromq_mqi::call::Reply;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::{GetOptions, ObjectHandle};
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_queue::{Found, HandleId, Holder, Interest, Take, Unmarked, WaiterId};
use std::sync::Arc;
use std::task::Waker;

/// What a get asks for with its descriptor: a get is moved now and then, and the whole would be four times as long.
pub(super) struct Wanted {
    pub(super) version: i32,
    pub(super) encoding: i32,
    pub(super) coded_char_set_id: i32,
    pub(super) msg_id: [u8; 24],
    pub(super) correl_id: [u8; 24],
    pub(super) group_id: [u8; 24],
    pub(super) msg_seq_number: i32,
    pub(super) offset: i32,
}

impl From<&MsgDescriptor> for Wanted {
    fn from(asked: &MsgDescriptor) -> Self {
        Self {
            version: asked.version,
            encoding: asked.encoding,
            coded_char_set_id: asked.coded_char_set_id,
            msg_id: asked.msg_id,
            correl_id: asked.correl_id,
            group_id: asked.group_id,
            msg_seq_number: asked.msg_seq_number,
            offset: asked.offset,
        }
    }
}

/// A get that found nothing yet.
pub(crate) struct WaitingGet {
    number: ObjectHandle,
    /// The handle behind the number, which may be used again.
    id: HandleId,
    pub(super) wanted: Wanted,
    pub(super) options: GetOptions,
    pub(super) buffer_len: u32,
    /// Bytes the road to the program carries: [`Connection::limit_gets`].
    pub(crate) bytes_max: u32,
    pub(super) queue: Arc<LocalQueue>,
    /// What the get warns of if it returns a message and nothing else is to be said.
    pub(super) warning: Reason,
    waiter: Option<WaiterId>,
    limit: WaitLimit,
    /// When a cooperative mark falls off that may hide what is waited for, monotonic time.
    look_again_ns: Option<u64>,
}

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

/// How long a get may wait. The clock is read only once there is something to wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WaitLimit {
    /// Not at all, or not any more.
    Over,
    /// This long from the first attempt on.
    Interval { wait_ms: u64 },
    /// Until this monotonic time.
    Until { deadline_ns: u64 },
    /// For ever.
    Never,
}

impl WaitingGet {
    /// What it is counted as once it is answered.
    pub(crate) fn noted(&self) -> Noted {
        Noted::get(self.number, self.options.options)
    }

    /// Bytes of data it may return.
    pub(super) fn room(&self) -> u32 {
        self.buffer_len.min(self.bytes_max)
    }

    /// Takes the registration back; a wake-up meant for it goes to the next waiter.
    pub(crate) fn give_up(mut self: Box<Self>) {
        self.unregister();
    }

    /// Ends the wait at the next attempt.
    pub(crate) fn end_wait(&mut self) {
        self.limit = WaitLimit::Over;
    }

    /// Monotonic time at which the get must be tried again at the latest, because the wait is
    /// over or a mark has fallen off; `None` for never.
    pub(crate) fn deadline_ns(&self) -> Option<u64> {
        let end_ns = match self.limit {
            WaitLimit::Over | WaitLimit::Interval { .. } => return Some(0),
            WaitLimit::Until { deadline_ns } => Some(deadline_ns),
            WaitLimit::Never => None,
        };
        end_ns.into_iter().chain(self.look_again_ns).min()
    }

    /// A mark that falls off makes no event, so its time is an end of the wait, too.
    fn watch_marks(&mut self, objects: &Objects, unmarked: Unmarked, now_us: u64) {
        self.look_again_ns = None;
        if unmarked != Unmarked::ByHandleOrCooperative {
            return;
        }
        if let Some(end_us) = self.queue.queue.next_mark_end_us(now_us) {
            let left_ns = end_us
                .saturating_sub(objects.clock.wall_us())
                .saturating_add(1)
                .saturating_mul(1_000);
            let now_ns = objects.clock.monotonic_ns();
            self.look_again_ns = Some(now_ns.saturating_add(left_ns));
        }
    }

    pub(crate) fn is_over(&self, objects: &Objects) -> bool {
        match self.limit {
            WaitLimit::Over => true,
            WaitLimit::Until { deadline_ns } => objects.clock.monotonic_ns() >= deadline_ns,
            WaitLimit::Interval { .. } | WaitLimit::Never => false,
        }
    }

    /// The get is registered with its queue.
    fn start_waiting(&mut self, objects: &Objects) -> Result<(), Reason> {
        if self.queue.is_damaged() {
            // It may have been marked before there was anybody to wake.
            self.unregister();
            return Err(Reason::OBJECT_DAMAGED);
        }
        if let WaitLimit::Interval { wait_ms } = self.limit {
            let deadline_ns = objects
                .clock
                .monotonic_ns()
                .saturating_add(wait_ms * 1_000_000);
            self.limit = WaitLimit::Until { deadline_ns };
        }
        Ok(())
    }

    /// Has `waker` woken by whatever happens to the queue, while nothing can be got from it.
    ///
    /// # Errors
    /// `MQRC_RESOURCE_PROBLEM` when no more can wait at the queue.
    pub(crate) fn watch(&mut self, waker: &Waker) -> Result<(), Reason> {
        self.unregister();
        let interest = Interest {
            browse: true,
            ..Interest::default()
        };
        let queue = &self.queue.queue;
        let waiter = queue.wait(interest, waker.clone(), self.id);
        self.waiter = Some(waiter.map_err(|_| Reason::RESOURCE_PROBLEM)?);
        Ok(())
    }

    /// False while gets by this handle are inhibited.
    pub(crate) fn may_get(&self, handles: &mut Handles) -> bool {
        let front = match handles.get(self.number).map(|handle| &handle.opened) {
            Ok(Opened::Queue(resolved)) => resolved.front.as_ref(),
            _ => None,
        };
        self.queue.hot().get_enabled && front.is_none_or(|front| front.get_enabled())
    }

    /// False when the handle was closed, though its number may be in use again.
    pub(crate) fn is_of(&self, handles: &mut Handles) -> bool {
        let handle = handles.get(self.number);
        handle.is_ok_and(|handle| handle.id == self.id)
    }

    pub(crate) fn unregister(&mut self) {
        if let Some(waiter) = self.waiter.take() {
            self.queue.queue.cancel_wait(waiter).wake();
        }
    }
}

impl Connection {
    pub(crate) fn get(
        &mut self,
        number: ObjectHandle,
        descriptor: &MsgDescriptor,
        options: GetOptions,
        buffer_len: u32,
        waker: &Waker,
    ) -> Result<Step, Reason> {
        let mut waiting = match self.prepare_get(number, descriptor, options, buffer_len)? {
            Prepared::Answered(step) => return Ok(*step),
            Prepared::ToTry(waiting) => waiting,
        };
        let state_before = self.engine.state();
        let tried = self.try_get(&mut waiting, waker);
        match tried? {
            Some(step) => Ok(step),
            None => {
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
        options: GetOptions,
        buffer_len: u32,
    ) -> Result<Prepared, Reason> {
        // A cancellation that came too late for the last wait is not meant for this one.
        let _late = self.state.take_cancelled();
        let handle = self.handles.get(number)?;
        check_options(handle, &options, descriptor.version)?;
        let id = handle.id;
        handle.check_unchanged(&self.engine)?;
        let Opened::Queue(resolved) = &handle.opened else {
            return Err(Reason::NOT_OPEN_FOR_INPUT);
        };
        let queue = Arc::clone(&resolved.queue);
        expect(&queue, descriptor, &options);
        if let Some(step) = give_back_marks(handle, &queue, &options) {
            return step.map(|step| Prepared::Answered(Box::new(step)));
        }
        let warning = check_sequence(handle, &options)?;
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
            options,
            buffer_len,
            bytes_max: self.get_bytes_max,
            queue,
            warning,
            waiter: None,
            limit,
            look_again_ns: None,
        }))
    }

    /// Lets a wait be interrupted. Whoever changed the state after the get looked at it found
    /// nobody to interrupt, so it is looked at once more.
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
                Err(reason)
            }
        }
    }

    /// Whether one attempt would find something; if not, a waiter is registered while the wait is not over.
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
        let waker = (!waiting.is_over(&engine)).then_some(waker);
        let how = (Take::PEEK, now_us);
        let (selected, waiter) =
            search(&engine, &queue, selecting.as_ref(), selection, how, waker)?;
        selected.wakeups.wake();
        for expired in selected.expired {
            discard(&engine, &queue, expired);
        }
        waiting.waiter = waiter?;
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

    /// One attempt. `None` means: wait.
    pub(crate) fn try_get(
        &mut self,
        waiting: &mut WaitingGet,
        waker: &Waker,
    ) -> Result<Option<Step>, Reason> {
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
            if self.uncommitted() >= engine.limits().max_uncommitted {
                return Err(Reason::SYNCPOINT_LIMIT_REACHED);
            }
        }
        let holder = Holder(self.state.number);
        let handle = self.handles.get(waiting.number)?;
        let selection = selection(handle, waiting)?;
        let rule = Rule::of(handle, options);
        let take = take(engine, handle, waiting, holder, now_us, rule.at_hand());
        waiting.unregister();
        let expired_wait = waiting.is_over(engine);
        let queue = &waiting.queue;
        let selecting = handle.selector.clone();
        let waker = (!expired_wait).then_some(waker);
        let how = (take, now_us);
        let (selected, waiter) = search(engine, queue, selecting.as_ref(), selection, how, waker)?;
        selected.wakeups.wake();
        for expired in selected.expired {
            discard(engine, queue, expired);
        }
        waiting.waiter = waiter?;
        let Some(found) = selected.found else {
            if !expired_wait {
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
        self.deliver(waiting, found, browse, rule).map(Some)
    }

    /// A message was found (and, for a destructive get, held): reads it and answers.
    fn deliver(
        &mut self,
        waiting: &WaitingGet,
        mut found: Box<Found>,
        browse: bool,
        rule: Rule,
    ) -> Result<Step, Reason> {
        let engine = &self.engine;
        let queue = &waiting.queue;
        let rest = std::mem::take(&mut found.rest);
        let asked = waiting.options.options;
        let whole = asked & MQGMO_COMPLETE_MSG != 0;
        let loaded = if whole && asked & UNDER_CURSOR != 0 && !is_complete(&found, &rest) {
            Err(Reason::INVALID_MSG_UNDER_CURSOR)
        } else {
            load_all(engine, queue, &found, &rest, waiting.room())
        };
        let loaded = match loaded {
            Ok(loaded) => loaded,
            Err(reason) => {
                let id = self.handles.get(waiting.number)?.id;
                if browse {
                    let_go(queue, id, &found, asked);
                } else {
                    put_back(engine, queue, &found, &rest);
                }
                return Err(reason);
            }
        };
        let handle = self.handles.get(waiting.number)?;
        let message = &loaded.message;
        let kept = rule.kept(handle, &message.descriptor);
        let (reply, fit) = build_reply(engine, waiting, &found, &loaded, whole, kept);
        if fit != Fit::Yes {
            // The application has seen how long it is, or that it cannot have it; nothing else happened.
            if browse {
                let_go(queue, handle.id, &found, asked);
            } else {
                put_back(engine, queue, &found, &rest);
            }
            return match fit {
                Fit::NotTheRoad => Err(Reason::DATA_LENGTH_ERROR),
                _ => Ok(Step::Done(reply)),
            };
        }
        remember_get(handle, asked, &found, message.body.len(), whole);
        if browse {
            handle.cursor = Some(found.cursor);
            if let Some(before) = found.lock_before {
                queue.queue.settle_lock(handle.id, before, true).wake();
            }
            return Ok(Step::Done(reply));
        }
        if handle.has(MQOO_SAVE_ALL_CONTEXT) {
            // One place for all of them: consumers of JMS ask for this, and get many.
            **handle.saved_context.get_or_insert_default() = message.descriptor.clone();
        }
        let expiry = remaining_expiry(found.expires_at_us, engine.clock.as_ref());
        let delivery = Subject::delivery(message, loaded.left_out, expiry);
        if found.finished {
            report::send(engine, delivery);
            return Ok(Step::Done(reply));
        }
        let report = report::placed(engine, delivery, || engine.clock.wall_us());
        self.take_off(asked, queue, &found, &rest, report, reply)
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
        let mut last = None;
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
                queue.queue.finish(part.seq);
                Ok(None)
            };
            match taken {
                Ok(forced) => last = forced.or(last),
                Err(reason) => {
                    // This part is back already; those behind it are still held.
                    for held in parts {
                        let wakeups = queue.queue.restore(held.seq, false);
                        engine.announce(queue, wakeups);
                    }
                    if let Some(unused) = report {
                        unused.release();
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
        Ok(match last {
            None => Step::Done(reply),
            Some((end, gate)) => Step::Forced(end, gate, reply),
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
    let mut work = UnitOfWork::new(objects.new_uow());
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
                let wakeups = queue.queue.restore(held.seq, false);
                objects.announce(queue, wakeups);
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
        Some((end, gate)) => Step::Forced(end, gate, reply),
    })
}

fn put_back(objects: &Objects, queue: &Arc<LocalQueue>, found: &Found, rest: &[Found]) {
    for part in std::iter::once(found).chain(rest) {
        let wakeups = queue.queue.restore(part.seq, false);
        objects.announce(queue, wakeups);
    }
}
