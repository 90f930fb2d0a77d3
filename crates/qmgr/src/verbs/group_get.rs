//! Groups and segments: the rules gets follow.

use crate::verbs::handle::{Handle, LogicalBrowse, LogicalGet};
use crate::verbs::waiting_get::BROWSES;
use ferromq_mqi::Reason;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::GetOptions;
use ferromq_queue::{Found, GroupInfo, GroupPosition, LogicalRule, Position};

/// Options that make a get part of a unit of work.
const IN_WORK: i32 = MQGMO_SYNCPOINT | MQGMO_SYNCPOINT_IF_PERSISTENT;

/// What a get finds of an earlier one on its handle that was in logical order: a warning when
/// it leaves that order within a group, a refusal when it mixes what must not be mixed.
pub(super) fn check_sequence(handle: &Handle, options: &GetOptions) -> Result<Reason, Reason> {
    let asked = options.options;
    let ordered = asked & MQGMO_LOGICAL_ORDER != 0;
    if asked & MQGMO_BROWSE_NEXT != 0
        && handle
            .logical_browse
            .ordered
            .is_some_and(|before| before != ordered)
    {
        return Err(Reason::INCONSISTENT_BROWSE);
    }
    let Some(before) = handle.logical_get.filter(|before| before.ordered) else {
        return Ok(Reason::NONE);
    };
    if asked & BROWSES != 0 {
        return Ok(Reason::NONE);
    }
    if !ordered {
        return Ok(if before.position.offset > 0 {
            Reason::INCOMPLETE_MSG
        } else {
            Reason::INCOMPLETE_GROUP
        });
    }
    if before.syncpoints != asked & IN_WORK {
        return Err(Reason::INCONSISTENT_UOW);
    }
    Ok(Reason::NONE)
}

/// True when what was found is all of a logical message, from its first segment on.
pub(super) fn is_complete(found: &Found, rest: &[Found]) -> bool {
    found.group.is_none_or(|group| {
        let segment = group.flags & (MQMF_SEGMENT | MQMF_LAST_SEGMENT) != 0;
        let alone = group.flags & MQMF_LAST_SEGMENT != 0;
        !segment || (group.offset == 0 && (alone || !rest.is_empty()))
    })
}

/// What the next get in this order must return, because the handle is within a group.
fn expected(handle: &Handle, asked: i32) -> Option<GroupPosition> {
    if asked & MQGMO_LOGICAL_ORDER == 0 || asked & MQGMO_BROWSE_FIRST != 0 {
        None
    } else if asked & MQGMO_BROWSE_NEXT != 0 {
        handle.logical_browse.expected
    } else {
        handle.logical_get.map(|before| before.position)
    }
}

/// Where a `MQGMO_BROWSE_NEXT` begins to look. A group stands where its first message does:
/// within it the cursor does not count, and behind it the browse goes on from there.
pub(super) fn browse_next_from(handle: &Handle, asked: i32) -> Position {
    let browse = &handle.logical_browse;
    let ordered = asked & MQGMO_LOGICAL_ORDER != 0;
    if ordered && browse.expected.is_some() {
        return Position::First;
    }
    let group = browse.resume.filter(|_| ordered);
    group
        .or(handle.cursor)
        .map_or(Position::First, Position::After)
}

/// Remembers where a get of `found` leaves the handle. `body_len` is the length of all that
/// was returned: a message, a segment, or the segments put together.
pub(super) fn remember_get(
    handle: &mut Handle,
    asked: i32,
    found: &Found,
    body_len: usize,
    whole_message: bool,
) {
    let next = next_expected(found.group.as_ref(), body_len, whole_message);
    let ordered = asked & MQGMO_LOGICAL_ORDER != 0;
    if asked & BROWSES == 0 {
        handle.logical_get = next.map(|position| LogicalGet {
            position,
            syncpoints: asked & IN_WORK,
            ordered,
        });
        return;
    }
    if asked & (MQGMO_BROWSE_FIRST | MQGMO_BROWSE_NEXT) == 0 {
        return;
    }
    let browse = &mut handle.logical_browse;
    if asked & MQGMO_BROWSE_FIRST != 0 || !ordered {
        *browse = LogicalBrowse::default();
    }
    browse.ordered = Some(ordered);
    if !ordered {
        return;
    }
    let within = browse.expected.is_some();
    browse.expected = next;
    browse.resume = match (within, next) {
        (false, None) => None,
        (false, Some(_)) => Some(found.cursor),
        (true, _) => browse.resume,
    };
}

/// The rule a get asks for; `None` when it looks at messages one by one.
pub(super) fn logical_rule(handle: &Handle, options: &GetOptions) -> Option<LogicalRule> {
    let asked = options.options;
    let any = MQGMO_LOGICAL_ORDER
        | MQGMO_ALL_MSGS_AVAILABLE
        | MQGMO_ALL_SEGMENTS_AVAILABLE
        | MQGMO_COMPLETE_MSG;
    if asked & any == 0 {
        return None;
    }
    Some(LogicalRule {
        ordered: asked & MQGMO_LOGICAL_ORDER != 0,
        expected: expected(handle, asked),
        all_messages: asked & MQGMO_ALL_MSGS_AVAILABLE != 0,
        all_segments: asked & MQGMO_ALL_SEGMENTS_AVAILABLE != 0,
        complete_message: asked & MQGMO_COMPLETE_MSG != 0,
    })
}

fn next_expected(
    group: Option<&GroupInfo>,
    body_len: usize,
    whole_message: bool,
) -> Option<GroupPosition> {
    let group = group?;
    let more_segments =
        !whole_message && group.flags & MQMF_SEGMENT != 0 && group.flags & MQMF_LAST_SEGMENT == 0;
    if more_segments {
        return Some(GroupPosition {
            group_id: group.group_id,
            msg_seq_number: group.msg_seq_number,
            offset: (group.offset).saturating_add(i32::try_from(body_len).unwrap_or(i32::MAX)),
        });
    }
    let more_messages =
        group.flags & MQMF_MSG_IN_GROUP != 0 && group.flags & MQMF_LAST_MSG_IN_GROUP == 0;
    more_messages.then_some(GroupPosition {
        group_id: group.group_id,
        msg_seq_number: group.msg_seq_number.saturating_add(1),
        offset: 0,
    })
}

/// `GroupStatus`, `SegmentStatus` and `Segmentation` of a message returned.
pub(super) fn show_status(options: &mut GetOptions, flags: i32) {
    options.group_status = if flags & MQMF_LAST_MSG_IN_GROUP != 0 {
        MQGS_LAST_MSG_IN_GROUP
    } else if flags & MQMF_MSG_IN_GROUP != 0 {
        MQGS_MSG_IN_GROUP
    } else {
        MQGS_NOT_IN_GROUP
    };
    options.segment_status = if flags & MQMF_LAST_SEGMENT != 0 {
        MQSS_LAST_SEGMENT
    } else if flags & MQMF_SEGMENT != 0 {
        MQSS_SEGMENT
    } else {
        MQSS_NOT_A_SEGMENT
    };
    options.segmentation = if flags & MQMF_SEGMENTATION_ALLOWED != 0 {
        MQSEG_ALLOWED
    } else {
        MQSEG_INHIBITED
    };
}
