//! What `MQGET` returns: the message read from wherever it rests, and the reply built of it.

use crate::core::Core;
use crate::objects::Objects;
use crate::store::joined::check_copy;
use crate::store::local_queue::LocalQueue;
use crate::store::long_put::LongPut;
use crate::store::read::{not_loaded, read_log, read_log_at_hand};
use crate::verbs::get_convert::{Data, convert_data, described_as, is_converted};
use crate::verbs::get_properties::{Rule, property_control_of};
use crate::verbs::group_get::show_status;
use crate::verbs::handle::Handle;
use crate::verbs::waiting_get::{WaitingGet, Wanted};
use bytes::{Bytes, BytesMut};
use ferromq_base::clock::Clock;
use ferromq_mqi::call::{DATA_BYTES_MAX, GetReply, MESSAGE_BYTES_MAX, Reply};
use ferromq_mqi::extension::{has_more_than_version_1, make_extension, make_extension_coded};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::structs::MsgDescriptorExtension;
use ferromq_mqi::property::PropertyControl;
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_queue::{Found, Ids, LogReadFailure, Message, Payload};
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

/// The reply, and whether the message may be returned with it. Who loaded it may have made them.
pub(super) fn build_reply(
    objects: &Objects,
    waiting: &WaitingGet,
    found: &Found,
    loaded: &mut Loaded,
    whole: bool,
    property_control: Option<PropertyControl>,
) -> (Reply, Fit) {
    if let Some(made) = loaded.reply.take() {
        return *made;
    }
    let mut options = waiting.options.clone();
    let mut descriptor = loaded.message.descriptor.clone();
    if let Some(ids) = &loaded.ids {
        descriptor.msg_id = ids.msg_id;
        descriptor.correl_id = ids.correl_id;
    }
    descriptor.backout_count = i32::try_from(found.backout_count).unwrap_or(i32::MAX);
    descriptor.expiry = remaining_expiry(found.expires_at_us, objects.clock.as_ref());
    options.resolved_q_name = waiting.queue.name;
    options.msg_token = found.token;
    let mut flags = if descriptor.version >= MQMD_VERSION_2 {
        descriptor.msg_flags
    } else {
        0
    };
    if whole {
        flags &= !(MQMF_SEGMENT | MQMF_LAST_SEGMENT);
        make_whole(&mut descriptor);
    }
    show_status(&mut options, flags);
    let body = without_properties(&mut descriptor, loaded, property_control);
    let data = Data {
        len: u32::try_from(body.len() + loaded.left_out).unwrap_or(u32::MAX),
        body,
        reason: Reason::NONE,
    };
    let extension = Extension::of(&descriptor, &waiting.wanted);
    let (mut data, fit) = into_buffer(objects, waiting, &mut descriptor, data, extension);
    extension.put_in_front(objects, waiting, &mut descriptor, &mut data);
    // Documented: the version is the application's, whatever the message was put with.
    descriptor.version = waiting.wanted.version;
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

/// The descriptor of a logical message of which all segments are there is not that of a segment.
fn make_whole(descriptor: &mut MsgDescriptor) {
    descriptor.msg_flags &= !(MQMF_SEGMENT | MQMF_LAST_SEGMENT);
    descriptor.original_length = MQOL_UNDEFINED;
}

/// Takes properties out of the data, and lets the descriptor describe what is left.
fn without_properties(
    descriptor: &mut MsgDescriptor,
    loaded: &Loaded,
    property_control: Option<PropertyControl>,
) -> Bytes {
    let message = &loaded.message;
    let Some(property_control) = property_control else {
        return message.body.clone();
    };
    check_copy(message.body.len());
    let stripped = match loaded.ids {
        // Its other owners will ask the same.
        Some(_) => message.stripped(property_control),
        None => message.strip(property_control),
    };
    let Some(stripped) = stripped else {
        return message.body.clone();
    };
    stripped.described_by(descriptor)
}

/// What stands in front of the data for a descriptor of version 1: made when they are in the buffer, for it says how they are coded then.
#[derive(Clone, Copy)]
struct Extension {
    /// 0 where there is none.
    bytes: u32,
}

impl Extension {
    fn of(message: &MsgDescriptor, wanted: &Wanted) -> Self {
        let extended = wanted.version < MQMD_VERSION_2 && has_more_than_version_1(message);
        Self {
            bytes: match extended {
                true => MsgDescriptorExtension::SIZE as u32,
                false => 0,
            },
        }
    }

    fn put_in_front(
        self,
        objects: &Objects,
        waiting: &WaitingGet,
        descriptor: &mut MsgDescriptor,
        data: &mut Data,
    ) {
        if self.bytes == 0 {
            return;
        }
        let ccsid = objects.limits().ccsid;
        let converts = waiting.options.options & MQGMO_CONVERT != 0;
        let wanted = described_as(objects, &waiting.wanted).filter(|_| converts);
        let extension = match wanted {
            Some(wanted) => make_extension_coded(descriptor, ccsid, wanted),
            None => make_extension(descriptor, ccsid),
        };
        let Some(extension) = extension else {
            return;
        };
        data.len = data.len.saturating_add(self.bytes);
        check_copy(data.body.len());
        data.body = [&extension[..], &data.body].concat().into();
        data.body.truncate(waiting.room() as usize);
    }
}

/// Cuts the data where it is too long, and converts it where that is asked for.
fn into_buffer(
    objects: &Objects,
    waiting: &WaitingGet,
    descriptor: &mut MsgDescriptor,
    mut data: Data,
    extension: Extension,
) -> (Data, Fit) {
    let asked = waiting.options.options;
    let may_cut = asked & MQGMO_ACCEPT_TRUNCATED_MSG != 0;
    let whole = data.len.saturating_add(extension.bytes);
    let too_long = whole > waiting.room() || data.len as usize > data.body.len();
    let room = waiting.room().saturating_sub(extension.bytes);
    if too_long && waiting.buffer_len > waiting.room() {
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
        convert_data(objects, wanted, descriptor, &mut data, room, may_cut);
    }
    (data, Fit::Yes)
}

/// Bytes of the longest message in memory that never goes to a worker.
pub(super) fn longest_in_line(objects: &Objects) -> u32 {
    let longest = objects.tasks.copied_in_line_max();
    let longest = longest.min(report_in_line_max(objects));
    u32::try_from(longest).unwrap_or(u32::MAX)
}

/// Bytes of the longest message that a report carries at once.
fn report_in_line_max(core: &Core) -> usize {
    core.log.whole_bytes_max() / 2
}

/// A message that was found, with its further segments.
pub(super) struct Parts {
    pub(super) found: Box<Found>,
    pub(super) rest: Vec<Found>,
}

impl Parts {
    /// Whether all of it is in memory.
    pub(super) fn are_at_hand(&self) -> bool {
        let mut parts = std::iter::once(&*self.found).chain(&self.rest);
        parts.all(|part| !matches!(part.payload, Payload::Stored(_)))
    }

    /// Whether the reply of a long message that is in memory takes a copy: of segments that are put together, or for what is not
    /// as it was put. The properties it may have go by `rule`.
    pub(super) fn are_copied_at_length(
        &self,
        objects: &Objects,
        get: &WaitingGet,
        handle: &Handle,
        rule: Rule,
    ) -> bool {
        let (Payload::Memory(first) | Payload::Shared(first, _)) = &self.found.payload else {
            return false;
        };
        if first.body.len() + self.rest_len() <= objects.tasks.copied_in_line_max() {
            return false;
        }
        let descriptor = &first.descriptor;
        let extended = get.wanted.version < MQMD_VERSION_2 && has_more_than_version_1(descriptor);
        let converts = get.options.options & MQGMO_CONVERT != 0;
        !self.rest.is_empty()
            || extended
            || rule.property_control(handle, descriptor).is_some()
            || (converts && is_converted(objects, &get.wanted, descriptor))
    }

    fn rest_len(&self) -> usize {
        let rest = self.rest.iter().filter_map(|part| part.group);
        rest.map(|group| group.body_len as usize).sum()
    }

    /// Whether a report is asked for that carries much: of a message that is in memory.
    pub(super) fn report_at_length(&self, core: &Core) -> bool {
        const ALL: i32 = MQRO_COD_WITH_FULL_DATA;
        let Payload::Memory(first) = &self.found.payload else {
            return false;
        };
        let long = first.body.len() + self.rest_len() > report_in_line_max(core);
        first.descriptor.report & ALL == ALL && long
    }
}

/// A message as it was read.
pub(super) struct Loaded {
    pub(super) message: Arc<Message>,
    /// Its identifiers, if it is shared with messages that have others.
    pub(super) ids: Option<Ids>,
    /// Bytes at its end that were not read, because no buffer takes them.
    pub(super) left_out: usize,
    /// What the report of its delivery carries, if it is long: in the log, and with room for headers in front.
    pub(super) report: Option<Arc<LongPut>>,
    /// The reply, of a long message a worker was at.
    pub(super) reply: Option<Box<(Reply, Fit)>>,
}

impl From<Arc<Message>> for Loaded {
    fn from(message: Arc<Message>) -> Self {
        Self {
            message,
            ids: None,
            left_out: 0,
            report: None,
            reply: None,
        }
    }
}

/// Reads the message, and for a complete message puts its segments together, as much of them as the buffer takes behind what
/// stands in front of the data, or a report needs.
///
/// # Errors
/// Those of reading; `MQRC_STORAGE_NOT_AVAILABLE` when the segments together are longer than the longest message there
/// is, and so is the buffer. Documented: a logical message may be longer, but resources mostly set a lower limit.
pub(super) fn load_all(
    objects: &Objects,
    queue: &Arc<LocalQueue>,
    parts: &Parts,
    buffer_len: u32,
) -> Result<Loaded, Reason> {
    let Parts { found, rest } = parts;
    if let Payload::Shared(message, ids) = &found.payload
        && rest.is_empty()
        // A report needs the descriptor with the identifiers of this message.
        && message.descriptor.report == MQRO_NONE
    {
        return Ok(Loaded {
            message: Arc::clone(message),
            ids: Some(*ids),
            left_out: 0,
            report: None,
            reply: None,
        });
    }
    if rest.is_empty() {
        return Ok(load(objects, queue, found)?.into());
    }
    let parts = || std::iter::once(&**found).chain(rest);
    let len = |part: &Found| part.group.map_or(0, |group| group.body_len as usize);
    let total: usize = parts().map(len).sum();
    if total > MESSAGE_BYTES_MAX && buffer_len as usize > MESSAGE_BYTES_MAX {
        return Err(Reason::STORAGE_NOT_AVAILABLE);
    }
    let first = load(objects, queue, found)?;
    let wanted = match first.descriptor.report {
        // Properties may be taken off the front.
        MQRO_NONE => DATA_BYTES_MAX.min(first.body.len() + buffer_len as usize),
        _ => DATA_BYTES_MAX,
    };
    check_copy(total.min(wanted));
    let mut body = BytesMut::with_capacity(total.min(wanted));
    body.extend_from_slice(&first.body);
    for part in rest {
        let room = wanted.saturating_sub(body.len());
        if room == 0 {
            break;
        }
        let more = load(objects, queue, part)?;
        body.extend_from_slice(&more.body[..more.body.len().min(room)]);
    }
    let mut descriptor = first.descriptor.clone();
    make_whole(&mut descriptor);
    Ok(Loaded {
        left_out: total.saturating_sub(body.len()),
        message: Arc::new(Message::new(descriptor, body.freeze())),
        ids: None,
        report: None,
        reply: None,
    })
}

/// The same for a get, by a thread nobody waits for: the reply of a long message as well, for it may take another copy.
pub(super) fn load_for_reply(
    objects: &Objects,
    get: &WaitingGet,
    parts: &Parts,
    settled: Option<PropertyControl>,
) -> Result<Loaded, Reason> {
    let mut loaded = load_all(objects, &get.queue, parts, get.room())?;
    if loaded.message.body.len() > objects.tasks.copied_in_line_max() {
        let whole = get.options.options & MQGMO_COMPLETE_MSG != 0;
        let property_control = property_control_of(settled, &loaded.message.descriptor);
        let reply = build_reply(
            objects,
            get,
            &parts.found,
            &mut loaded,
            whole,
            property_control,
        );
        loaded.reply = Some(Box::new(reply));
    }
    Ok(loaded)
}

fn load(objects: &Objects, queue: &Arc<LocalQueue>, found: &Found) -> Result<Arc<Message>, Reason> {
    if let Payload::Memory(message) = &found.payload {
        return Ok(Arc::clone(message));
    }
    let loaded = queue
        .queue
        .load(found.seq, &found.payload, &|place| read_log(objects, place));
    loaded.map_err(|error| not_loaded(objects, queue, error))
}

/// The longest message a verb copies out of what the log has in memory of late reads. Others are for whoever reads the disk.
const AT_HAND_BYTES_MAX: u32 = 64 * 1024;

/// The message, where it rests in the log and can be had without the disk: who reads one message has read those beside it.
pub(super) fn load_at_hand(
    objects: &Objects,
    queue: &Arc<LocalQueue>,
    parts: &Parts,
) -> Option<Loaded> {
    let found = &parts.found;
    let Payload::Stored(at) = &found.payload else {
        return None;
    };
    let is_short = at.log.is_some_and(|log| log.len <= AT_HAND_BYTES_MAX);
    if !is_short || !parts.rest.is_empty() {
        return None;
    }
    // Not "gone", after which the queue would look elsewhere.
    let absent = || LogReadFailure::Failed(String::new());
    let read = |place| read_log_at_hand(objects, place).ok_or_else(absent);
    let loaded = queue.queue.load(found.seq, &found.payload, &read);
    loaded.ok().map(Loaded::from)
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
