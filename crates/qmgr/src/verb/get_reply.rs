//! What `MQGET` returns: the message read from wherever it rests, and the reply built of it.

use super::get::WaitingGet;
use super::get_convert::{Data, convert_data};
use super::get_properties::without_properties;
use super::group_get::show_status;
use crate::connection::QueueRef;
use crate::object::local_queue::LocalQueue;
use crate::record::{PUT_HEAD_BYTES, read_copy};
use crate::shared::Shared;
use bytes::{Bytes, BytesMut};
use ferromq_base::clock::Clock;
use ferromq_log::ReadError;
use ferromq_mqi::call::{DATA_BYTES_MAX, GetReply, MESSAGE_BYTES_MAX, Reply};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::structs::MsgDescriptorExtension;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::property::Kept;
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_queue::{
    Found, Ids, LoadError, LogReadFailure, Message, Payload, has_more_than_version_1,
};
use std::sync::Arc;

/// Whether the data found can be returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fit {
    /// It fits, or may be cut.
    Yes,
    /// It is too long for the buffer.
    NotTheBuffer,
    /// The buffer takes more than the road to the program carries, and so much there is.
    NotTheRoad,
}

/// The reply, and whether the message may be returned with it.
pub(super) fn build_reply(
    shared: &Shared,
    waiting: &WaitingGet,
    found: &Found,
    loaded: &Loaded,
    whole: bool,
    kept: Option<Kept>,
) -> (Reply, Fit) {
    let mut options = waiting.options.clone();
    let mut descriptor = loaded.message.descriptor.clone();
    if let Some(ids) = &loaded.ids {
        descriptor.msg_id = ids.msg_id;
        descriptor.correl_id = ids.correl_id;
    }
    descriptor.backout_count = i32::try_from(found.backout_count).unwrap_or(i32::MAX);
    descriptor.expiry = remaining_expiry(found.expires_at_us, shared.clock.as_ref());
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
    let mut body = without_properties(&mut descriptor, loaded, kept);
    if waiting.wanted.version < MQMD_VERSION_2 {
        body = with_extension(shared, &mut descriptor, body);
    }
    // Documented: the version is the application's, whatever the message was put with.
    descriptor.version = waiting.wanted.version;
    let data = Data {
        len: u32::try_from(body.len() + loaded.left_out).unwrap_or(u32::MAX),
        body,
        reason: Reason::NONE,
    };
    let (data, fit) = into_buffer(shared, waiting, &mut descriptor, data);
    let mut reason = data.reason;
    if reason == Reason::NONE {
        reason = waiting.warning;
    }
    options.returned_length = i32::try_from(data.body.len()).unwrap_or(i32::MAX);
    let reply = GetReply {
        reason,
        descriptor,
        options,
        body: data.body,
        data_length: data.len,
    };
    (Reply::Got(Box::new(reply)), fit)
}

/// Cuts the data where it is too long, and converts it where that is asked for.
fn into_buffer(
    shared: &Shared,
    waiting: &WaitingGet,
    descriptor: &mut MsgDescriptor,
    mut data: Data,
) -> (Data, Fit) {
    let asked = waiting.options.options;
    let may_cut = asked & MQGMO_ACCEPT_TRUNCATED_MSG != 0;
    let room = waiting.room();
    let too_long = data.len > room || data.len as usize > data.body.len();
    if too_long && waiting.buffer_len > room {
        // What could be returned would be cut shorter than the program can know.
        data.body.clear();
        return (data, Fit::NotTheRoad);
    }
    if too_long {
        data.body.truncate(room as usize);
        data.reason = if may_cut {
            Reason::TRUNCATED_MSG_ACCEPTED
        } else {
            Reason::TRUNCATED_MSG_FAILED
        };
    }
    if data.reason == Reason::TRUNCATED_MSG_FAILED {
        return (data, Fit::NotTheBuffer);
    }
    if asked & MQGMO_CONVERT != 0 {
        let wanted = &waiting.wanted;
        convert_data(shared, wanted, descriptor, &mut data, room, may_cut);
    }
    (data, Fit::Yes)
}

/// A message as it was read.
pub(super) struct Loaded {
    pub(super) message: Arc<Message>,
    /// Its identifiers, if it is shared with messages that have others.
    pub(super) ids: Option<Ids>,
    /// Bytes at its end that were not read, because no buffer takes them.
    pub(super) left_out: usize,
}

impl From<Arc<Message>> for Loaded {
    fn from(message: Arc<Message>) -> Self {
        Self {
            message,
            ids: None,
            left_out: 0,
        }
    }
}

/// Reads the message, and for a complete message puts its segments together, as much of them as a reply carries.
///
/// # Errors
/// Those of reading; `MQRC_STORAGE_NOT_AVAILABLE` when the segments together are longer than the longest message there
/// is, and so is the buffer. Documented: a logical message may be longer, but resources mostly set a lower limit.
pub(super) fn load_all(
    shared: &Shared,
    queue: &QueueRef,
    found: &Found,
    rest: &[Found],
    buffer_len: u32,
) -> Result<Loaded, Reason> {
    if let Payload::Shared(message, ids) = &found.payload
        && rest.is_empty()
        // Who makes a report looks into the descriptor.
        && message.descriptor.report == MQRO_NONE
    {
        return Ok(Loaded {
            message: Arc::clone(message),
            ids: Some(*ids),
            left_out: 0,
        });
    }
    if rest.is_empty() {
        return Ok(load(shared, queue, found)?.into());
    }
    let parts = || std::iter::once(found).chain(rest);
    let len = |part: &Found| part.group.map_or(0, |group| group.body_len as usize);
    let total: usize = parts().map(len).sum();
    if total > MESSAGE_BYTES_MAX && buffer_len as usize > MESSAGE_BYTES_MAX {
        return Err(Reason::STORAGE_NOT_AVAILABLE);
    }
    let first = load(shared, queue, found)?;
    let mut body = BytesMut::with_capacity(total.min(DATA_BYTES_MAX));
    body.extend_from_slice(&first.body);
    for part in rest {
        let room = DATA_BYTES_MAX.saturating_sub(body.len());
        if room == 0 {
            break;
        }
        let more = load(shared, queue, part)?;
        body.extend_from_slice(&more.body[..more.body.len().min(room)]);
    }
    Ok(Loaded {
        left_out: total.saturating_sub(body.len()),
        message: Arc::new(Message::new(first.descriptor.clone(), body.freeze())),
        ids: None,
    })
}

fn load(shared: &Shared, queue: &QueueRef, found: &Found) -> Result<Arc<Message>, Reason> {
    if let Payload::Memory(message) = &found.payload {
        return Ok(Arc::clone(message));
    }
    let loaded = queue
        .queue
        .load(found.seq, &found.payload, &|place| read_log(shared, place));
    loaded.map_err(|error| not_loaded(shared, queue, error))
}

/// The reason for a message that could not be read; the operator is told why.
pub(crate) fn not_loaded(shared: &Shared, queue: &QueueRef, error: LoadError) -> Reason {
    match error {
        LoadError::Gone => Reason::NO_MSG_AVAILABLE,
        LoadError::File(fault) => {
            if fault.is_damage() {
                shared.notice(
                    "AMQ7472E",
                    format!("Object {}, type queue, is damaged: {fault}.", queue.name),
                );
                return Reason::OBJECT_DAMAGED;
            }
            not_readable(shared, queue, &fault);
            Reason::RESOURCE_PROBLEM
        }
        LoadError::Log(text) => {
            not_readable(shared, queue, &text);
            Reason::RESOURCE_PROBLEM
        }
    }
}

/// The disk would not let a message be read. That says nothing against the queue.
fn not_readable(shared: &Shared, queue: &LocalQueue, reason: &dyn std::fmt::Display) {
    let name = queue.name;
    let text = format!("A message of queue {name} could not be read: {reason}.");
    shared.notice("FMQ0036E", text);
}

/// How queues ask the log for a message.
pub(crate) fn read_log(
    shared: &Shared,
    place: ferromq_queue::LogPlace,
) -> Result<Bytes, LogReadFailure> {
    let failure = |error| match error {
        ReadError::Gone => LogReadFailure::Gone,
        other => LogReadFailure::Failed(other.to_string()),
    };
    let read = |offset: usize, len: usize| shared.log.read(place.lsn, offset, len);
    if place.offset as usize == PUT_HEAD_BYTES {
        // A message that was put alone, or one of a media image.
        let image = read(PUT_HEAD_BYTES, place.len as usize);
        return image.map(Bytes::from).map_err(failure);
    }
    let copy = read_copy(place.offset, place.len, read).map_err(failure)?;
    let nonsense =
        || LogReadFailure::Failed(format!("no message is in the record at {}", place.lsn));
    copy.map(Bytes::from).ok_or_else(nonsense)
}

/// Tenths of a second a message still has to live, rounded up so that a live message never
/// shows zero.
pub(super) fn remaining_expiry(expires_at_us: Option<u64>, clock: &dyn Clock) -> i32 {
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
pub(super) fn with_extension(
    shared: &Shared,
    descriptor: &mut MsgDescriptor,
    body: Bytes,
) -> Bytes {
    let more = has_more_than_version_1(descriptor);
    descriptor.version = MQMD_VERSION_1;
    if !more {
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
    descriptor.coded_char_set_id = shared.limits().ccsid;
    let mut joined = BytesMut::with_capacity(head.len() + body.len());
    joined.extend_from_slice(&head);
    joined.extend_from_slice(&body);
    joined.freeze()
}
