//! Groups and segments: the numbers puts carry.
//!
//! A handle remembers where its current group and segmented message stand, whether the queue manager or
//! the program numbered the last one. So a program that starts again may put one message with numbers of
//! its own and go on in logical order. Nothing is remembered of a put that fails.

use crate::core::identity::Identifiers;
use crate::deliver::resolve::Resolved;
use crate::deliver::segmented::NUMBER_MAX;
use crate::deliver::target::Target;
use crate::objects::Objects;
use crate::verbs::handle::{BoundGroup, Handle, LogicalPut};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::{MsgDescriptor, Reason};

const IN_GROUP: i32 = MQMF_MSG_IN_GROUP | MQMF_LAST_MSG_IN_GROUP;
const IN_SEGMENTS: i32 = MQMF_SEGMENT | MQMF_LAST_SEGMENT;

/// What numbering a put led to.
pub(super) struct Numbered {
    /// Where the handle stands when the put is done.
    pub(super) next: Option<LogicalPut>,
    /// The put leaves logical order within a group.
    pub(super) warning: Reason,
}

/// Fills in group id, sequence number and offset of a put.
///
/// With `MQPMO_LOGICAL_ORDER` the queue manager counts. Without, the application's numbers
/// stand where they mean something, and a missing group id is made.
pub(super) fn number_put(
    before: Option<LogicalPut>,
    descriptor: &mut MsgDescriptor,
    put_options: i32,
    body_len: usize,
    identifiers: &Identifiers,
) -> Result<Numbered, Reason> {
    let ordered = put_options & MQPMO_LOGICAL_ORDER != 0;
    let in_syncpoint = put_options & MQPMO_SYNCPOINT != 0;
    let flags = descriptor.msg_flags;
    let mut warning = Reason::NONE;
    if let Some(before) = before {
        if ordered {
            check_continues(before, flags, descriptor.persistence, in_syncpoint)?;
        } else if before.ordered {
            warning = before.incomplete();
        }
    }
    if ordered && flags & (IN_GROUP | IN_SEGMENTS) != 0 {
        let first = || (identifiers.message_id(), 1, 0);
        let (group_id, msg_seq_number, offset) = before.map_or_else(first, |before| {
            (before.group_id, before.msg_seq_number, before.offset)
        });
        descriptor.group_id = group_id;
        descriptor.msg_seq_number = msg_seq_number;
        descriptor.offset = offset;
        check_range(descriptor)?;
    } else {
        keep_what_means_something(descriptor, identifiers);
    }
    // The last of a kind is one of its kind.
    if flags & MQMF_LAST_MSG_IN_GROUP != 0 {
        descriptor.msg_flags |= MQMF_MSG_IN_GROUP;
    }
    if flags & MQMF_LAST_SEGMENT != 0 {
        descriptor.msg_flags |= MQMF_SEGMENT;
    }
    let next = behind(descriptor, body_len, in_syncpoint, ordered);
    Ok(Numbered { next, warning })
}

/// Numbers end where the documented range does, whoever counts.
pub(super) fn check_range(descriptor: &MsgDescriptor) -> Result<(), Reason> {
    let flags = descriptor.msg_flags;
    if flags & IN_GROUP != 0 && !(1..=NUMBER_MAX).contains(&descriptor.msg_seq_number) {
        return Err(Reason::MSG_SEQ_NUMBER_ERROR);
    }
    if flags & IN_SEGMENTS != 0 && !(0..=NUMBER_MAX).contains(&descriptor.offset) {
        return Err(Reason::OFFSET_ERROR);
    }
    Ok(())
}

/// The target of a put that is not numbered yet: of a message that goes on with a bound group where that goes.
pub(super) fn target_of(
    handle: &Handle,
    resolved: &Resolved,
    descriptor: &MsgDescriptor,
    ordered: bool,
    objects: &Objects,
) -> Result<Target, Reason> {
    let group = match ordered {
        true => handle.logical_put.map(|before| before.group_id),
        false => Some(descriptor.group_id),
    };
    let in_group = descriptor.msg_flags & IN_GROUP != 0;
    match &handle.bound_group {
        Some((bound, target)) if in_group && group == Some(*bound) => Ok(target.clone()),
        _ => Ok(resolved.targets.choose(objects)?.into_owned()),
    }
}

/// Where a message that was numbered goes, if groups are bound, and where the group goes on then.
pub(super) fn bind_group(
    handle: &Handle,
    resolved: &Resolved,
    descriptor: &MsgDescriptor,
    target: Target,
) -> (Target, Option<BoundGroup>) {
    let flags = descriptor.msg_flags;
    if !resolved.binds_groups || flags & MQMF_MSG_IN_GROUP == 0 {
        return (target, handle.bound_group.clone());
    }
    let target = target.held();
    let in_segments = flags & MQMF_SEGMENT != 0 && flags & MQMF_LAST_SEGMENT == 0;
    let goes_on = in_segments || flags & MQMF_LAST_MSG_IN_GROUP == 0;
    let bound = goes_on.then(|| (descriptor.group_id, target.clone()));
    (target, bound)
}

fn keep_what_means_something(descriptor: &mut MsgDescriptor, identifiers: &Identifiers) {
    let flags = descriptor.msg_flags;
    if flags & (IN_GROUP | IN_SEGMENTS | MQMF_SEGMENTATION_ALLOWED) == 0 {
        descriptor.group_id = MQGI_NONE;
    } else if descriptor.group_id == MQGI_NONE {
        descriptor.group_id = identifiers.message_id();
    }
    if flags & IN_GROUP == 0 {
        descriptor.msg_seq_number = 1;
    }
    if flags & IN_SEGMENTS == 0 {
        descriptor.offset = 0;
    }
}

/// A message that neither goes on with the open group nor with the open segmented message
/// is refused; so is a change of persistence or syncpoint within a group.
fn check_continues(
    before: LogicalPut,
    flags: i32,
    persistence: i32,
    in_syncpoint: bool,
) -> Result<(), Reason> {
    let last_message = flags & MQMF_LAST_MSG_IN_GROUP != 0;
    if before.in_segments && (flags & IN_SEGMENTS == 0 || before.last_message != last_message) {
        return Err(Reason::INCOMPLETE_MSG);
    }
    if before.in_group && flags & IN_GROUP == 0 {
        return Err(before.incomplete());
    }
    if before.persistence != persistence {
        return Err(Reason::INCONSISTENT_PERSISTENCE);
    }
    if before.in_syncpoint != in_syncpoint {
        return Err(Reason::INCONSISTENT_UOW);
    }
    Ok(())
}

/// The place behind a message, if its group or its segmented message goes on.
fn behind(
    descriptor: &MsgDescriptor,
    body_len: usize,
    in_syncpoint: bool,
    ordered: bool,
) -> Option<LogicalPut> {
    let flags = descriptor.msg_flags;
    let in_segments = flags & MQMF_SEGMENT != 0 && flags & MQMF_LAST_SEGMENT == 0;
    let last_message = flags & MQMF_LAST_MSG_IN_GROUP != 0;
    let in_group = flags & MQMF_MSG_IN_GROUP != 0 && (in_segments || !last_message);
    let (msg_seq_number, offset) = if in_segments {
        let body_len = i32::try_from(body_len).unwrap_or(i32::MAX);
        (
            descriptor.msg_seq_number,
            descriptor.offset.saturating_add(body_len),
        )
    } else {
        (descriptor.msg_seq_number.saturating_add(1), 0)
    };
    (in_segments || in_group).then_some(LogicalPut {
        group_id: descriptor.group_id,
        msg_seq_number,
        offset,
        in_group,
        in_segments,
        last_message,
        persistence: descriptor.persistence,
        in_syncpoint,
        ordered,
    })
}

/// The warning a handle is closed with when a group put in logical order is incomplete.
pub(super) fn left_open(handle: &Handle) -> Reason {
    handle
        .logical_put
        .filter(|put| put.ordered)
        .map_or(Reason::NONE, LogicalPut::incomplete)
}
