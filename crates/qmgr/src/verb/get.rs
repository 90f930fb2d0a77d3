//! `MQGET`: destructive gets, browses, waits.
//!
//! A destructive get first holds the message on its queue, so that nobody else sees it, then
//! reads its bytes with no lock held, and only then removes it: at once when it is not
//! persistent, after the log is forced when it is, at commit under syncpoint. A get that
//! fails after the hold puts the message back where it was.

use super::group::{logical_rule, next_expected, show_status};
use crate::connection::{Connection, QueueRef, Step};
use crate::handle::{Handle, Opened};
use crate::shared::{RunState, Shared};
use crate::uow::{UowGet, remove_alone};
use bytes::{Bytes, BytesMut};
use ferromq_base::clock::Clock;
use ferromq_log::Urgency;
use ferromq_mqi::call::{GetReply, Reply};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::structs::MsgDescriptorExtension;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::options::{GetOptions, ObjectHandle};
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_queue::{
    Cursor, Found, From, Holder, LoadError, LogReadFailure, Mark, Message, Payload, Selection,
    Take, Unmarked, WaiterId,
};
use std::sync::Arc;
use std::task::Waker;

const BROWSES: i32 = MQGMO_BROWSE_FIRST | MQGMO_BROWSE_NEXT | MQGMO_BROWSE_MSG_UNDER_CURSOR;
const SYNCPOINTS: i32 = MQGMO_SYNCPOINT | MQGMO_NO_SYNCPOINT | MQGMO_SYNCPOINT_IF_PERSISTENT;
const MARKS: i32 = MQGMO_MARK_BROWSE_HANDLE | MQGMO_MARK_BROWSE_CO_OP;
const UNMARKS: i32 = MQGMO_UNMARK_BROWSE_HANDLE | MQGMO_UNMARK_BROWSE_CO_OP;
const KNOWN: i32 = BROWSES
    | SYNCPOINTS
    | MARKS
    | UNMARKS
    | MQGMO_UNMARKED_BROWSE_MSG
    | MQGMO_WAIT
    | MQGMO_ACCEPT_TRUNCATED_MSG
    | MQGMO_MSG_UNDER_CURSOR
    | MQGMO_LOCK
    | MQGMO_UNLOCK
    | MQGMO_FAIL_IF_QUIESCING
    | MQGMO_CONVERT
    | MQGMO_LOGICAL_ORDER
    | MQGMO_COMPLETE_MSG
    | MQGMO_ALL_MSGS_AVAILABLE
    | MQGMO_ALL_SEGMENTS_AVAILABLE
    | MQGMO_NO_PROPERTIES
    | MQGMO_PROPERTIES_FORCE_MQRFH2
    | MQGMO_PROPERTIES_IN_HANDLE
    | MQGMO_PROPERTIES_COMPATIBILITY;
const MATCHES: i32 = MQMO_MATCH_MSG_ID
    | MQMO_MATCH_CORREL_ID
    | MQMO_MATCH_GROUP_ID
    | MQMO_MATCH_MSG_SEQ_NUMBER
    | MQMO_MATCH_OFFSET
    | MQMO_MATCH_MSG_TOKEN;

/// A get that found nothing yet.
pub(crate) struct WaitingGet {
    number: ObjectHandle,
    descriptor: MsgDescriptor,
    options: GetOptions,
    buffer_len: u32,
    queue: QueueRef,
    waiter: Option<WaiterId>,
    limit: WaitLimit,
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
    /// Takes the registration back; a wake-up meant for it goes to the next waiter.
    pub(crate) fn give_up(mut self: Box<Self>) {
        self.unregister();
    }

    /// Ends the wait at the next attempt.
    pub(crate) fn end_wait(&mut self) {
        self.limit = WaitLimit::Over;
    }

    /// Monotonic time at which the wait ends; `None` for never.
    pub(crate) fn deadline_ns(&self) -> Option<u64> {
        match self.limit {
            WaitLimit::Over | WaitLimit::Interval { .. } => Some(0),
            WaitLimit::Until { deadline_ns } => Some(deadline_ns),
            WaitLimit::Never => None,
        }
    }

    fn is_over(&self, shared: &Shared) -> bool {
        match self.limit {
            WaitLimit::Over => true,
            WaitLimit::Until { deadline_ns } => shared.clock.monotonic_ns() >= deadline_ns,
            WaitLimit::Interval { .. } | WaitLimit::Never => false,
        }
    }

    fn start_waiting(&mut self, shared: &Shared) {
        if let WaitLimit::Interval { wait_ms } = self.limit {
            let deadline_ns = shared
                .clock
                .monotonic_ns()
                .saturating_add(wait_ms * 1_000_000);
            self.limit = WaitLimit::Until { deadline_ns };
        }
    }

    fn unregister(&mut self) {
        if let Some(waiter) = self.waiter.take() {
            self.queue.queue.cancel_wait(waiter).wake();
        }
    }
}

impl Connection {
    pub(crate) fn get(
        &mut self,
        number: ObjectHandle,
        descriptor: MsgDescriptor,
        options: GetOptions,
        buffer_len: u32,
        waker: &Waker,
    ) -> Result<Step, Reason> {
        let handle = self.handles.get(number)?;
        check_options(handle, &options)?;
        let Opened::Queue(resolved) = &handle.opened else {
            return Err(Reason::NOT_OPEN_FOR_INPUT);
        };
        let queue = Arc::clone(&resolved.queue);
        if let Some(step) = give_back_marks(handle, &queue, &options) {
            return step;
        }
        let limit = if options.options & MQGMO_WAIT == 0 {
            WaitLimit::Over
        } else if options.wait_interval_ms == MQWI_UNLIMITED {
            WaitLimit::Never
        } else {
            let wait_ms = u64::try_from(options.wait_interval_ms);
            WaitLimit::Interval {
                wait_ms: wait_ms.map_err(|_| Reason::WAIT_INTERVAL_ERROR)?,
            }
        };
        let mut waiting = WaitingGet {
            number,
            descriptor,
            options,
            buffer_len,
            queue,
            waiter: None,
            limit,
        };
        let tried = self.try_get(&mut waiting, waker);
        match tried? {
            Some(step) => Ok(step),
            None => Ok(Step::Waits(Box::new(waiting))),
        }
    }

    /// Tries a waiting get again.
    pub(crate) fn get_again(
        &mut self,
        mut waiting: Box<WaitingGet>,
        waker: &Waker,
    ) -> Result<Step, Reason> {
        let tried = self.try_get(&mut waiting, waker);
        match tried {
            Ok(None) => Ok(Step::Waits(waiting)),
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

    /// One attempt. `None` means: wait.
    fn try_get(&mut self, waiting: &mut WaitingGet, waker: &Waker) -> Result<Option<Step>, Reason> {
        let shared = Arc::clone(&self.shared);
        check_still_possible(&shared, waiting)?;
        let now_us = shared.clock.wall_us();
        let options = waiting.options.options;
        let browse = options & BROWSES != 0;
        let in_work = options & (MQGMO_SYNCPOINT | MQGMO_SYNCPOINT_IF_PERSISTENT) != 0;
        if in_work && self.uncommitted() >= shared.limits().max_uncommitted {
            return Err(Reason::SYNCPOINT_LIMIT_REACHED);
        }
        let holder = Holder(self.state.number);
        let handle = self.handles.get(waiting.number)?;
        let selection = selection(handle, waiting)?;
        let take = take(&shared, handle, waiting, holder, now_us);
        waiting.unregister();
        let expired_wait = waiting.is_over(&shared);
        let queue = Arc::clone(&waiting.queue);
        let selected = if expired_wait {
            queue.queue.select(&selection, take, now_us)
        } else {
            let (selected, waiter) = queue.queue.select_or_wait(&selection, take, now_us, waker);
            waiting.waiter = waiter;
            selected
        };
        selected.wakeups.wake();
        for expired in selected.expired {
            crate::expiry::discard(&shared, &queue, expired);
        }
        let Some(found) = selected.found else {
            if !expired_wait {
                waiting.start_waiting(&shared);
                return Ok(None);
            }
            let under_cursor = MQGMO_MSG_UNDER_CURSOR | MQGMO_BROWSE_MSG_UNDER_CURSOR;
            return Err(if options & under_cursor != 0 {
                Reason::NO_MSG_UNDER_CURSOR
            } else {
                Reason::NO_MSG_AVAILABLE
            });
        };
        self.deliver(waiting, *found, browse).map(Some)
    }

    /// A message was found (and, for a destructive get, held): reads it and answers.
    fn deliver(
        &mut self,
        waiting: &WaitingGet,
        mut found: Found,
        browse: bool,
    ) -> Result<Step, Reason> {
        let shared = Arc::clone(&self.shared);
        let queue = Arc::clone(&waiting.queue);
        let rest = std::mem::take(&mut found.rest);
        let message = match load_all(&shared, &queue, &found, &rest) {
            Ok(message) => message,
            Err(reason) => {
                if !browse {
                    put_back(&shared, &queue, &found, &rest);
                }
                return Err(reason);
            }
        };
        let whole = !rest.is_empty() || waiting.options.options & MQGMO_COMPLETE_MSG != 0;
        let (reply, fits) = self.build_reply(waiting, &found, &message, whole);
        let handle = self.handles.get(waiting.number)?;
        if browse {
            handle.cursor = Some(found.cursor);
        }
        if !fits {
            if !browse {
                put_back(&shared, &queue, &found, &rest);
            }
            return Ok(Step::Done(reply));
        }
        if waiting.options.options & MQGMO_LOGICAL_ORDER != 0 {
            handle.logical_get = next_expected(found.group.as_ref(), message.body.len(), whole);
        }
        if browse {
            return Ok(Step::Done(reply));
        }
        if handle.has(MQOO_SAVE_ALL_CONTEXT) {
            handle.saved_context = Some(Box::new(message.descriptor.clone()));
        }
        if found.finished {
            return Ok(Step::Done(reply));
        }
        self.take_off(waiting.options.options, &queue, found, rest, reply)
    }

    /// Removes what was got, or adds it to the unit of work.
    fn take_off(
        &mut self,
        options: i32,
        queue: &QueueRef,
        found: Found,
        rest: Vec<Found>,
        reply: Reply,
    ) -> Result<Step, Reason> {
        let shared = Arc::clone(&self.shared);
        let persistent = found.persistent || rest.iter().any(|part| part.persistent);
        let in_work = options & MQGMO_SYNCPOINT != 0
            || (options & MQGMO_SYNCPOINT_IF_PERSISTENT != 0 && persistent);
        let mut last = None;
        let mut parts = std::iter::once(&found).chain(&rest);
        while let Some(part) = parts.next() {
            let taken = if in_work {
                let got = UowGet {
                    queue: Arc::clone(queue),
                    seq: part.seq,
                    persistent: part.persistent,
                    backout_count: part.backout_count,
                };
                self.in_work(|work| work.get(&shared, got)).map(|()| None)
            } else if part.persistent {
                remove_alone(&shared, queue, part.seq, Urgency::Ordinary).map(Some)
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
                        shared.announce(queue, wakeups);
                    }
                    return Err(reason);
                }
            }
        }
        Ok(match last {
            None => Step::Done(reply),
            Some((end, gate)) => Step::Forced(end, gate, reply),
        })
    }

    /// The reply, and whether the message fits the buffer (or may be cut).
    fn build_reply(
        &self,
        waiting: &WaitingGet,
        found: &Found,
        message: &Message,
        whole: bool,
    ) -> (Reply, bool) {
        let mut options = waiting.options.clone();
        let mut descriptor = message.descriptor.clone();
        descriptor.backout_count = i32::try_from(found.backout_count).unwrap_or(i32::MAX);
        descriptor.expiry = remaining_expiry(found.expires_at_us, self.shared.clock.as_ref());
        options.resolved_q_name = waiting.queue.name;
        options.msg_token = found.token;
        let mut flags = if descriptor.version >= MQMD_VERSION_2 {
            descriptor.msg_flags
        } else {
            0
        };
        if whole {
            flags &= !(MQMF_SEGMENT | MQMF_LAST_SEGMENT);
            descriptor.msg_flags &= !(MQMF_SEGMENT | MQMF_LAST_SEGMENT);
        }
        show_status(&mut options, flags);
        let mut body = message.body.clone();
        if waiting.descriptor.version < MQMD_VERSION_2 {
            body = with_extension(&mut descriptor, body);
        }
        let data_length = u32::try_from(body.len()).unwrap_or(u32::MAX);
        let mut reason = Reason::NONE;
        let mut fits = true;
        if data_length > waiting.buffer_len {
            body.truncate(waiting.buffer_len as usize);
            fits = options.options & MQGMO_ACCEPT_TRUNCATED_MSG != 0;
            reason = if fits {
                Reason::TRUNCATED_MSG_ACCEPTED
            } else {
                Reason::TRUNCATED_MSG_FAILED
            };
        } else if options.options & MQGMO_CONVERT != 0 {
            reason = conversion_reason(&self.shared, &waiting.descriptor, &descriptor);
        }
        options.returned_length = i32::try_from(body.len()).unwrap_or(i32::MAX);
        let reply = GetReply {
            reason,
            descriptor,
            options,
            body,
            data_length,
        };
        (Reply::Got(Box::new(reply)), fits)
    }
}

/// Conversion is not built yet: data that would need it is returned as it is, with the
/// documented warning.
fn conversion_reason(shared: &Shared, wanted: &MsgDescriptor, message: &MsgDescriptor) -> Reason {
    let ccsid = match wanted.coded_char_set_id {
        MQCCSI_Q_MGR => shared.limits().ccsid,
        other => other,
    };
    let text = message.format != *b"        ";
    if text && (ccsid != message.coded_char_set_id || wanted.encoding != message.encoding) {
        Reason::NOT_CONVERTED
    } else {
        Reason::NONE
    }
}

fn check_options(handle: &Handle, options: &GetOptions) -> Result<(), Reason> {
    let asked = options.options;
    let browse = asked & BROWSES;
    let cursor_moves = browse | asked & MQGMO_MSG_UNDER_CURSOR;
    let wrong = asked & !KNOWN != 0
        || (asked & SYNCPOINTS).count_ones() > 1
        || cursor_moves.count_ones() > 1
        || asked & MARKS == MARKS
        || (browse != 0 && asked & (MQGMO_SYNCPOINT | MQGMO_SYNCPOINT_IF_PERSISTENT) != 0)
        || (asked & MQGMO_LOCK != 0 && browse == 0)
        || (asked & MARKS != 0 && browse == 0)
        || (asked & MQGMO_LOCK != 0 && asked & MQGMO_UNLOCK != 0)
        || (asked & MQGMO_COMPLETE_MSG != 0 && asked & MQGMO_MSG_UNDER_CURSOR != 0);
    if wrong {
        return Err(Reason::OPTIONS_ERROR);
    }
    if options.version >= MQGMO_VERSION_2 && options.match_options & !MATCHES != 0 {
        return Err(Reason::MATCH_OPTIONS_ERROR);
    }
    if options.wait_interval_ms < MQWI_UNLIMITED && asked & MQGMO_WAIT != 0 {
        return Err(Reason::WAIT_INTERVAL_ERROR);
    }
    let only_unlock = asked & (MQGMO_UNLOCK | UNMARKS) != 0 && cursor_moves == 0;
    let needs_browse = browse != 0 || asked & MQGMO_MSG_UNDER_CURSOR != 0 || only_unlock;
    if needs_browse && !handle.has(MQOO_BROWSE) {
        return Err(Reason::NOT_OPEN_FOR_BROWSE);
    }
    let input = MQOO_INPUT_SHARED | MQOO_INPUT_EXCLUSIVE | MQOO_INPUT_AS_Q_DEF;
    if browse == 0 && !only_unlock && !handle.has(input) {
        return Err(Reason::NOT_OPEN_FOR_INPUT);
    }
    Ok(())
}

/// `MQGMO_UNLOCK` and the unmark options without a browse only give back what the handle has.
fn give_back_marks(
    handle: &Handle,
    queue: &QueueRef,
    options: &GetOptions,
) -> Option<Result<Step, Reason>> {
    let asked = options.options;
    if asked & (BROWSES | MQGMO_MSG_UNDER_CURSOR) != 0 {
        return None;
    }
    if asked & (MQGMO_UNLOCK | UNMARKS) == 0 {
        return None;
    }
    if asked & MQGMO_UNLOCK != 0 {
        queue.queue.unlock(handle.id).wake();
    }
    let under_cursor = handle.cursor.map(Cursor::seq);
    if asked & MQGMO_UNMARK_BROWSE_HANDLE != 0 {
        queue.queue.unmark(handle.id, under_cursor).wake();
    }
    if asked & MQGMO_UNMARK_BROWSE_CO_OP != 0 {
        queue.queue.unmark_cooperative(under_cursor).wake();
    }
    let reply = GetReply {
        reason: Reason::NONE,
        descriptor: MsgDescriptor::default(),
        options: options.clone(),
        body: Bytes::new(),
        data_length: 0,
    };
    Some(Ok(Step::Done(Reply::Got(Box::new(reply)))))
}

/// What may have changed while a get waited.
fn check_still_possible(shared: &Shared, waiting: &WaitingGet) -> Result<(), Reason> {
    match shared.state() {
        RunState::Stopping => return Err(Reason::Q_MGR_STOPPING),
        RunState::Quiescing if waiting.options.options & MQGMO_FAIL_IF_QUIESCING != 0 => {
            return Err(Reason::Q_MGR_QUIESCING);
        }
        _ => {}
    }
    if !waiting.queue.hot().get_enabled {
        return Err(Reason::GET_INHIBITED);
    }
    if waiting.queue.opens().deleted {
        return Err(Reason::Q_DELETED);
    }
    Ok(())
}

/// Translates match options and browse options into what the queue looks for.
fn selection<'a>(handle: &Handle, waiting: &WaitingGet) -> Result<Selection<'a>, Reason> {
    if let Opened::Queue(resolved) = &handle.opened
        && resolved
            .front
            .as_ref()
            .is_some_and(|front| !front.get_enabled())
    {
        return Err(Reason::GET_INHIBITED);
    }
    let (options, wanted) = (&waiting.options, &waiting.descriptor);
    let asked = options.options;
    let matches = if options.version >= MQGMO_VERSION_2 {
        options.match_options
    } else {
        MQMO_MATCH_MSG_ID | MQMO_MATCH_CORREL_ID
    };
    let on = |option: i32| matches & option != 0;
    let id = |option: i32, id: [u8; 24]| (on(option) && id != [0; 24]).then_some(id);
    let position = if asked & (MQGMO_MSG_UNDER_CURSOR | MQGMO_BROWSE_MSG_UNDER_CURSOR) != 0 {
        From::At(handle.cursor.ok_or(Reason::NO_MSG_UNDER_CURSOR)?)
    } else if asked & MQGMO_BROWSE_NEXT != 0 {
        handle.cursor.map_or(From::First, From::After)
    } else {
        From::First
    };
    let unmarked = if asked & MQGMO_UNMARKED_BROWSE_MSG == 0 {
        Unmarked::Ignore
    } else if handle.has(MQOO_CO_OP) {
        Unmarked::ByHandleOrCooperative
    } else {
        Unmarked::ByHandle
    };
    Ok(Selection {
        msg_id: id(MQMO_MATCH_MSG_ID, wanted.msg_id),
        correl_id: id(MQMO_MATCH_CORREL_ID, wanted.correl_id),
        group_id: id(MQMO_MATCH_GROUP_ID, wanted.group_id),
        msg_seq_number: on(MQMO_MATCH_MSG_SEQ_NUMBER).then_some(wanted.msg_seq_number),
        offset: on(MQMO_MATCH_OFFSET).then_some(wanted.offset),
        token: on(MQMO_MATCH_MSG_TOKEN).then_some(options.msg_token),
        position,
        handle: handle.id,
        unmarked,
        logical: logical_rule(handle, options),
        filter: None,
    })
}

fn take(
    shared: &Shared,
    handle: &Handle,
    waiting: &WaitingGet,
    holder: Holder,
    now_us: u64,
) -> Take {
    let options = waiting.options.options;
    if options & (BROWSES | MQGMO_SYNCPOINT) == 0 {
        // A version 1 get may be given an extension in front of the data.
        let extension = match waiting.descriptor.version {
            MQMD_VERSION_1 => MsgDescriptorExtension::SIZE as u32,
            _ => 0,
        };
        let body_bytes_max = waiting.buffer_len.saturating_sub(extension);
        return Take::Remove {
            holder,
            body_bytes_max,
        };
    }
    if options & BROWSES == 0 {
        return Take::Hold(holder);
    }
    let mark = if options & MQGMO_MARK_BROWSE_HANDLE != 0 {
        Mark::Handle
    } else if options & MQGMO_MARK_BROWSE_CO_OP != 0 {
        let interval_ms = shared.limits().mark_interval_ms;
        let until_us = interval_ms.map_or(u64::MAX, |ms| now_us.saturating_add(ms * 1_000));
        Mark::Cooperative { until_us }
    } else {
        Mark::None
    };
    Take::Peek {
        lock: (options & MQGMO_LOCK != 0).then_some(handle.id),
        mark,
    }
}

fn put_back(shared: &Arc<Shared>, queue: &QueueRef, found: &Found, rest: &[Found]) {
    for part in std::iter::once(found).chain(rest) {
        let wakeups = queue.queue.restore(part.seq, false);
        shared.announce(queue, wakeups);
    }
}

/// Reads the message, and for a complete message puts its segments together.
fn load_all(
    shared: &Shared,
    queue: &QueueRef,
    found: &Found,
    rest: &[Found],
) -> Result<Arc<Message>, Reason> {
    let first = load(shared, queue, found)?;
    if rest.is_empty() {
        return Ok(first);
    }
    let mut body = BytesMut::from(&first.body[..]);
    for part in rest {
        body.extend_from_slice(&load(shared, queue, part)?.body);
    }
    Ok(Arc::new(Message {
        descriptor: first.descriptor.clone(),
        body: body.freeze(),
    }))
}

fn load(shared: &Shared, queue: &QueueRef, found: &Found) -> Result<Arc<Message>, Reason> {
    if let Payload::Memory(message) = &found.payload {
        return Ok(Arc::clone(message));
    }
    let loaded = queue
        .queue
        .load(found.seq, &found.payload, &|place| read_log(shared, place));
    loaded.map_err(|error| match error {
        LoadError::Gone => Reason::NO_MSG_AVAILABLE,
        LoadError::File(fault) => {
            let damaged = fault.is_damage();
            shared.notice(
                "AMQ7472E",
                format!("Queue {} cannot be read: {fault}", queue.name),
            );
            if damaged {
                Reason::OBJECT_DAMAGED
            } else {
                Reason::RESOURCE_PROBLEM
            }
        }
        LoadError::Log(text) => {
            shared.notice(
                "AMQ7472E",
                format!("Queue {} cannot be read: {text}", queue.name),
            );
            Reason::RESOURCE_PROBLEM
        }
    })
}

/// How queues ask the log for a message.
pub(crate) fn read_log(
    shared: &Shared,
    place: ferromq_queue::LogPlace,
) -> Result<Bytes, LogReadFailure> {
    shared
        .log
        .read(place.lsn, place.offset as usize, place.len as usize)
        .map(Bytes::from)
        .map_err(|error| match error {
            ferromq_log::ReadError::Gone => LogReadFailure::Gone,
            other => LogReadFailure::Failed(other.to_string()),
        })
}

/// Tenths of a second a message still has to live, rounded up so that a live message never
/// shows zero.
fn remaining_expiry(expires_at_us: Option<u64>, clock: &dyn Clock) -> i32 {
    expires_at_us.map_or(MQEI_UNLIMITED, |at_us| {
        let tenths = at_us
            .saturating_sub(clock.wall_us())
            .div_ceil(100_000)
            .max(1);
        i32::try_from(tenths).unwrap_or(i32::MAX)
    })
}

/// An application that passed a version 1 descriptor gets the fields version 2 adds in an
/// extension before the data, when any of them says something.
fn with_extension(descriptor: &mut MsgDescriptor, body: Bytes) -> Bytes {
    let defaults = MsgDescriptor::default();
    let plain = descriptor.version < MQMD_VERSION_2
        || (descriptor.group_id == defaults.group_id
            && descriptor.msg_seq_number == defaults.msg_seq_number
            && descriptor.offset == defaults.offset
            && descriptor.msg_flags == defaults.msg_flags
            && descriptor.original_length == defaults.original_length);
    descriptor.version = MQMD_VERSION_1;
    if plain {
        return body;
    }
    let extension = MsgDescriptorExtension {
        encoding: descriptor.encoding,
        coded_char_set_id: descriptor.coded_char_set_id,
        format: descriptor.format,
        group_id: descriptor.group_id,
        msg_seq_number: descriptor.msg_seq_number,
        offset: descriptor.offset,
        msg_flags: descriptor.msg_flags,
        original_length: descriptor.original_length,
        ..MsgDescriptorExtension::default()
    };
    let mut head = [0_u8; MsgDescriptorExtension::SIZE];
    extension.encode_into(&mut head, ByteOrder::NATIVE);
    descriptor.format = *b"MQHMDE  ";
    descriptor.encoding = MQENC_NATIVE;
    let mut joined = BytesMut::with_capacity(head.len() + body.len());
    joined.extend_from_slice(&head);
    joined.extend_from_slice(&body);
    joined.freeze()
}
