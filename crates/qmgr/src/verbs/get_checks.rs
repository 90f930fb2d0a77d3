//! What `MQGET` checks before it looks for a message, and what it looks for.

use crate::core::RunState;
use crate::objects::Objects;
use crate::store::local_queue::LocalQueue;
use crate::verbs::get_properties::check_properties;
use crate::verbs::get_reply::longest_in_line;
use crate::verbs::group_get::{browse_next_from, logical_rule};
use crate::verbs::handle::{Handle, Opened};
use crate::verbs::step::Step;
use crate::verbs::waiting_get::BROWSES;
use crate::verbs::waiting_get::UNDER_CURSOR;
use crate::verbs::waiting_get::WaitingGet;
use bytes::Bytes;
use ferromq_mqi::call::{GetReply, Reply};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::structs::MsgDescriptorExtension;
use ferromq_mqi::options::GetOptions;
use ferromq_mqi::property::PropertyControl;
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_queue::{Cursor, Holder, Mark, Position, Selection, Take, Unmarked};
use std::sync::Arc;

/// Options that came with version 2 of the options.
const OF_VERSION_2: i32 = MQGMO_LOGICAL_ORDER
    | MQGMO_COMPLETE_MSG
    | MQGMO_ALL_MSGS_AVAILABLE
    | MQGMO_ALL_SEGMENTS_AVAILABLE;
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
const GO_WITH_UNLOCK: i32 = MQGMO_UNLOCK | MQGMO_NO_SYNCPOINT | MQGMO_FAIL_IF_QUIESCING;
const MATCHES: i32 = MQMO_MATCH_MSG_ID
    | MQMO_MATCH_CORREL_ID
    | MQMO_MATCH_GROUP_ID
    | MQMO_MATCH_MSG_SEQ_NUMBER
    | MQMO_MATCH_OFFSET
    | MQMO_MATCH_MSG_TOKEN;

pub(super) fn check_options(
    handle: &Handle,
    options: &GetOptions,
    descriptor_version: i32,
) -> Result<(), Reason> {
    let asked = options.options;
    check_versions(options, descriptor_version)?;
    let browse = asked & BROWSES;
    let cursor_moves = browse | asked & MQGMO_MSG_UNDER_CURSOR;
    let wrong = asked & !KNOWN != 0
        || (asked & SYNCPOINTS).count_ones() > 1
        || cursor_moves.count_ones() > 1
        || asked & MARKS == MARKS
        || (browse != 0 && asked & (MQGMO_SYNCPOINT | MQGMO_SYNCPOINT_IF_PERSISTENT) != 0)
        || (asked & MQGMO_LOCK != 0 && browse == 0)
        || (asked & MARKS != 0 && browse == 0)
        || (asked & MQGMO_UNLOCK != 0 && asked & !GO_WITH_UNLOCK != 0)
        || (asked & MQGMO_MARK_BROWSE_CO_OP != 0 && !handle.has(MQOO_CO_OP));
    if wrong {
        return Err(Reason::OPTIONS_ERROR);
    }
    check_properties(asked)?;
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

fn check_versions(options: &GetOptions, descriptor_version: i32) -> Result<(), Reason> {
    if !(MQGMO_VERSION_1..=MQGMO_VERSION_4).contains(&options.version) {
        return Err(Reason::GMO_ERROR);
    }
    if !matches!(descriptor_version, MQMD_VERSION_1 | MQMD_VERSION_2) {
        return Err(Reason::MD_ERROR);
    }
    let asked = options.options;
    if asked & OF_VERSION_2 != 0 && options.version < MQGMO_VERSION_2 {
        return Err(Reason::WRONG_GMO_VERSION);
    }
    if asked & MQGMO_LOGICAL_ORDER != 0 && descriptor_version < MQMD_VERSION_2 {
        return Err(Reason::WRONG_MD_VERSION);
    }
    Ok(())
}

/// `MQGMO_UNLOCK` and the unmark options without a browse only give back what the handle has.
pub(super) fn give_back_marks(
    handle: &Handle,
    queue: &Arc<LocalQueue>,
    options: &GetOptions,
) -> Option<Result<Step, Reason>> {
    let asked = options.options;
    if asked & (BROWSES | MQGMO_MSG_UNDER_CURSOR) != 0 {
        return None;
    }
    if asked & (MQGMO_UNLOCK | UNMARKS) == 0 {
        return None;
    }
    let mut reason = Reason::NONE;
    if asked & MQGMO_UNLOCK != 0 {
        if !queue.queue.has_lock(handle.id) {
            reason = Reason::NO_MSG_LOCKED;
        }
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
        reason,
        descriptor: MsgDescriptor::default(),
        options: options.clone(),
        body: Bytes::new(),
        data_length: 0,
    };
    Some(Ok(Step::Done(Reply::Got(Box::new(reply)))))
}

/// What may have changed while a get waited.
pub(super) fn check_still_possible(objects: &Objects, waiting: &WaitingGet) -> Result<(), Reason> {
    match objects.state() {
        RunState::Stopping => return Err(Reason::Q_MGR_STOPPING),
        RunState::Quiescing if waiting.options.options & MQGMO_FAIL_IF_QUIESCING != 0 => {
            return Err(Reason::Q_MGR_QUIESCING);
        }
        _ => {}
    }
    if waiting.queue.is_damaged() {
        return Err(Reason::OBJECT_DAMAGED);
    }
    if !waiting.queue.hot().get_enabled {
        return Err(Reason::GET_INHIBITED);
    }
    if waiting.queue.is_deleted() {
        return Err(Reason::Q_DELETED);
    }
    Ok(())
}

/// Which fields have to match: version 1 of the options cannot say.
pub(super) fn match_options(options: &GetOptions) -> i32 {
    if options.version >= MQGMO_VERSION_2 {
        options.match_options
    } else {
        MQMO_MATCH_MSG_ID | MQMO_MATCH_CORREL_ID
    }
}

/// Translates match options and browse options into what the queue looks for.
pub(super) fn selection<'a>(
    handle: &Handle,
    waiting: &WaitingGet,
) -> Result<Selection<'a>, Reason> {
    if let Opened::Queue(resolved) = &handle.opened
        && resolved
            .front
            .as_ref()
            .is_some_and(|front| !front.get_enabled())
    {
        return Err(Reason::GET_INHIBITED);
    }
    let (options, wanted) = (&waiting.options, &waiting.wanted);
    let asked = options.options;
    let matches = match_options(options);
    let on = |option: i32| matches & option != 0;
    let id = |option: i32, id: [u8; 24]| (on(option) && id != [0; 24]).then_some(id);
    let position = if asked & UNDER_CURSOR != 0 {
        Position::At(handle.cursor.ok_or(Reason::NO_MSG_UNDER_CURSOR)?)
    } else if asked & MQGMO_BROWSE_NEXT != 0 {
        browse_next_from(handle, asked)
    } else {
        Position::First
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
        rest: None,
        steps_max: None,
        filter: None,
        unread_max: 0,
        leaves_persistent: waiting.not_persistent,
    })
}

pub(super) fn take(
    objects: &Objects,
    handle: &Handle,
    waiting: &WaitingGet,
    (holder, uses_workers): (Holder, bool),
    now_us: u64,
    property_control: Option<PropertyControl>,
) -> Take {
    let options = waiting.options.options;
    // What another engine finds is not taken before it is here.
    let elsewhere = waiting.queue.is_elsewhere();
    if options & (BROWSES | MQGMO_SYNCPOINT | MQGMO_COMPLETE_MSG) == 0 && !elsewhere {
        // A version 1 get may be given an extension in front of the data.
        let extension = match waiting.wanted.version {
            MQMD_VERSION_1 => MsgDescriptorExtension::SIZE as u32,
            _ => 0,
        };
        let in_line_max = match uses_workers {
            true => longest_in_line(objects),
            false => u32::MAX,
        };
        return Take::Remove {
            holder,
            // What a worker may be at is held meanwhile: the program may go.
            body_bytes_max: waiting.room().min(in_line_max),
            extension_bytes: extension,
            property_control,
        };
    }
    if options & BROWSES == 0 {
        return Take::Hold(holder);
    }
    let mark = if options & MQGMO_MARK_BROWSE_HANDLE != 0 {
        Mark::Handle
    } else if options & MQGMO_MARK_BROWSE_CO_OP != 0 {
        let interval_ms = objects.limits().mark_interval_ms;
        let until_us = interval_ms.map_or(u64::MAX, |ms| now_us.saturating_add(ms * 1_000));
        Mark::Cooperative { until_us }
    } else {
        Mark::None
    };
    Take::Peek {
        lock: (options & MQGMO_LOCK != 0).then_some(handle.id),
        mark,
        counts: true,
    }
}
