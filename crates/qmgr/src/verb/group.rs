//! Groups and segments: the numbers puts carry, and the rules gets follow.

use crate::handle::{Handle, LogicalPut};
use crate::identity::Identifiers;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::{GetOptions, PutOptions};
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_queue::{GroupInfo, GroupPosition, LogicalRule};

const IN_GROUP: i32 = MQMF_MSG_IN_GROUP | MQMF_LAST_MSG_IN_GROUP;
const IN_SEGMENTS: i32 = MQMF_SEGMENT | MQMF_LAST_SEGMENT;

/// Fills in group id, sequence number and offset of a put.
///
/// With `MQPMO_LOGICAL_ORDER` the queue manager counts: the handle remembers where its
/// current group and segmented message stand. Without, the application's numbers stand, and
/// only a missing group id is made.
pub(super) fn number_put(
    handle: &mut Handle,
    descriptor: &mut MsgDescriptor,
    options: &PutOptions,
    identifiers: &Identifiers,
) -> Result<(), Reason> {
    let flags = if descriptor.version >= MQMD_VERSION_2 {
        descriptor.msg_flags
    } else {
        0
    };
    let (grouped, segmented) = (flags & IN_GROUP != 0, flags & IN_SEGMENTS != 0);
    if options.options & MQPMO_LOGICAL_ORDER == 0 {
        if (grouped || segmented) && descriptor.group_id == MQGI_NONE {
            descriptor.group_id = identifiers.message_id();
        }
        return Ok(());
    }
    let in_syncpoint = options.options & MQPMO_SYNCPOINT != 0;
    if let Some(before) = handle.logical_put {
        check_continues(before, flags, descriptor.persistence, in_syncpoint)?;
    }
    if !grouped && !segmented {
        handle.logical_put = None;
        return Ok(());
    }
    let position = handle.logical_put.unwrap_or_else(|| LogicalPut {
        group_id: identifiers.message_id(),
        msg_seq_number: 1,
        offset: 0,
        in_group: grouped,
        in_segments: segmented,
        persistence: descriptor.persistence,
        in_syncpoint,
    });
    descriptor.group_id = position.group_id;
    descriptor.msg_seq_number = position.msg_seq_number;
    descriptor.offset = position.offset;
    handle.logical_put = after(position, flags, descriptor);
    Ok(())
}

/// A message that neither goes on with the open group nor with the open segmented message
/// is refused; so is a change of persistence or syncpoint within a group.
fn check_continues(
    before: LogicalPut,
    flags: i32,
    persistence: i32,
    in_syncpoint: bool,
) -> Result<(), Reason> {
    if before.in_segments && flags & IN_SEGMENTS == 0 {
        return Err(Reason::INCOMPLETE_MSG);
    }
    if before.in_group && flags & IN_GROUP == 0 {
        return Err(Reason::INCOMPLETE_GROUP);
    }
    if before.persistence != persistence {
        return Err(Reason::INCONSISTENT_PERSISTENCE);
    }
    if before.in_syncpoint != in_syncpoint {
        return Err(Reason::INCONSISTENT_UOW);
    }
    Ok(())
}

fn after(position: LogicalPut, flags: i32, descriptor: &MsgDescriptor) -> Option<LogicalPut> {
    let grouped = flags & IN_GROUP != 0;
    let more_segments = flags & MQMF_SEGMENT != 0 && flags & MQMF_LAST_SEGMENT == 0;
    if more_segments {
        // `advance_offset` adds this segment's length.
        return Some(LogicalPut {
            in_segments: true,
            in_group: grouped,
            ..position
        });
    }
    if grouped && flags & MQMF_LAST_MSG_IN_GROUP == 0 {
        return Some(LogicalPut {
            msg_seq_number: descriptor.msg_seq_number + 1,
            offset: 0,
            in_segments: false,
            in_group: true,
            ..position
        });
    }
    None
}

/// After a segment that is not the last: the next begins behind it.
pub(super) fn advance_offset(handle: &mut Handle, body_len: usize) {
    if let Some(position) = &mut handle.logical_put
        && position.in_segments
    {
        position.offset += i32::try_from(body_len).unwrap_or(i32::MAX);
    }
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
    let ordered = asked & MQGMO_LOGICAL_ORDER != 0;
    Some(LogicalRule {
        ordered,
        expected: if ordered { handle.logical_get } else { None },
        all_messages: asked & MQGMO_ALL_MSGS_AVAILABLE != 0,
        all_segments: asked & MQGMO_ALL_SEGMENTS_AVAILABLE != 0,
        complete_message: asked & MQGMO_COMPLETE_MSG != 0,
    })
}

/// What the handle must get next after a get in logical order. `body_len` is the length of
/// all that was returned: a message, a segment, or the segments put together.
pub(super) fn next_expected(
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
            offset: group.offset + i32::try_from(body_len).unwrap_or(i32::MAX),
        });
    }
    let more_messages =
        group.flags & MQMF_MSG_IN_GROUP != 0 && group.flags & MQMF_LAST_MSG_IN_GROUP == 0;
    more_messages.then_some(GroupPosition {
        group_id: group.group_id,
        msg_seq_number: group.msg_seq_number + 1,
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
