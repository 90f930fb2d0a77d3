//! Messages the queue manager breaks into segments: they are too long for where they are put, and allow it.
//!
//! Documented with `MQMF_SEGMENTATION_ALLOWED`, 2030 and 2031: data is broken at multiples of 16 bytes. Headers the data begins with stay together,
//! at the front of the first segment; the format of the others is that of the data behind them.

use crate::deliver::placing::{Outgoing, Placements, placements_together};
use crate::deliver::resolve::Resolved;
use crate::deliver::target::{Target, check_target};
use crate::deliver::transmit::TRANSMISSION_FORMAT;
use crate::objects::Objects;
use crate::store::joined::apart;
use ferromq_mqi::convert::{BehindHeaders, Described, behind_headers};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::structs::{MsgDescriptorExtension, TransmissionHeader};
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_queue::Message;

/// What a segment but the last one has a multiple of, and so the shortest of them.
const UNIT_BYTES: usize = 16;

/// Segments of one message: each takes the memory of a message.
const SEGMENTS_MAX: usize = 100_000;

/// The highest sequence number, and the highest offset (MQMD, `MsgSeqNumber` and `Offset`).
pub(crate) const NUMBER_MAX: i32 = 999_999_999;

/// How a message is broken.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Segmenting {
    behind: BehindHeaders,
    first_bytes: usize,
    other_bytes: usize,
    pub(crate) count: usize,
}

/// What a target refuses of a message, and the definitions on the way to it; how the message is broken, if it is too long and that is allowed.
///
/// # Errors
/// Those of [`check_target`]; 2030 and 2031 also of a message that cannot be broken into segments that are short enough.
pub(crate) fn check_target_in_segments(
    resolved: &Resolved,
    target: &Target,
    (descriptor, body): (&MsgDescriptor, &[u8]),
    q_mgr_limit: u32,
) -> Result<Option<Segmenting>, Reason> {
    let refused = match check_target(resolved, target, body.len(), q_mgr_limit) {
        Ok(()) => return Ok(None),
        Err(reason) => reason,
    };
    let is_length = matches!(
        refused,
        Reason::MSG_TOO_BIG_FOR_Q | Reason::MSG_TOO_BIG_FOR_Q_MGR
    );
    if !is_length || descriptor.msg_flags & MQMF_SEGMENTATION_ALLOWED == 0 {
        return Err(refused);
    }
    let limit = q_mgr_limit.min(target.queue().hot().max_msg_length) as usize;
    // What stands in front of it there counts.
    let front_bytes = match target.remote() {
        Some(_) => TransmissionHeader::SIZE + MsgDescriptorExtension::SIZE,
        None => 0,
    };
    let longest = limit.saturating_sub(front_bytes);
    Segmenting::of(descriptor, body, longest)
        .map(Some)
        .ok_or(refused)
}

impl Segmenting {
    /// `None` of a message that cannot be broken into segments of at most so many bytes.
    fn of(descriptor: &MsgDescriptor, body: &[u8], longest: usize) -> Option<Self> {
        if descriptor.format == TRANSMISSION_FORMAT {
            // Behind its header is a message for elsewhere, of which no part would find its way.
            return None;
        }
        let behind = behind_headers(descriptor.format, Described::of(descriptor), body);
        let whole_units = |bytes: usize| bytes - bytes % UNIT_BYTES;
        let first_data = whole_units(longest.checked_sub(behind.header_bytes)?);
        let other_bytes = whole_units(longest);
        if first_data == 0 || other_bytes == 0 {
            return None;
        }
        let first_bytes = behind.header_bytes + first_data;
        let count = 1 + body.len().checked_sub(first_bytes)?.div_ceil(other_bytes);
        let offset = usize::try_from(descriptor.offset).unwrap_or(0);
        (count <= SEGMENTS_MAX && offset + body.len() <= NUMBER_MAX as usize).then_some(Self {
            behind,
            first_bytes,
            other_bytes,
            count,
        })
    }

    /// Reserves places for all segments of a message, with what comes with each.
    ///
    /// # Errors
    /// What a queue refuses of one of them: no place is reserved then.
    pub(crate) fn placements(
        &self,
        objects: &Objects,
        target: &Target,
        whole: &Outgoing<'_>,
    ) -> Result<Placements, Reason> {
        let segments = (0..self.count).map(|index| {
            let mut segment = self.segment(index, whole);
            if index > 0 {
                segment.descriptor.msg_id = objects.identifiers.message_id();
            }
            if target.remote().is_none() {
                // On a transmission queue it is behind headers, and so a copy anyway.
                segment.body = apart(&segment.body);
            }
            segment
        });
        placements_together(objects, target, whole.terms, segments)?
            .ok_or(Reason::SEGMENT_LENGTH_ZERO)
    }

    /// A segment, with the message identifier of the whole.
    fn segment(&self, index: usize, whole: &Outgoing<'_>) -> Message {
        let (descriptor, body) = (whole.descriptor, &whole.body);
        let (start, end) = match index {
            0 => (0, self.first_bytes),
            _ => {
                let start = self.first_bytes + (index - 1) * self.other_bytes;
                (start, start + self.other_bytes)
            }
        };
        let data = body.slice(start.min(body.len())..end.min(body.len()));
        let is_last = index + 1 == self.count;
        let goes_on = descriptor.msg_flags & (MQMF_SEGMENT | MQMF_LAST_SEGMENT) == MQMF_SEGMENT;
        let last = match is_last && !goes_on {
            true => MQMF_LAST_SEGMENT,
            false => 0,
        };
        let length = |bytes: usize| i32::try_from(bytes).unwrap_or(i32::MAX);
        let mut segment = MsgDescriptor {
            version: MQMD_VERSION_2,
            offset: descriptor.offset.saturating_add(length(start)),
            msg_flags: descriptor.msg_flags & !MQMF_LAST_SEGMENT | MQMF_SEGMENT | last,
            original_length: length(data.len()),
            ..descriptor.clone()
        };
        if index > 0 {
            segment.format = self.behind.format;
            segment.encoding = self.behind.described.encoding;
            segment.coded_char_set_id = self.behind.described.ccsid;
        }
        Message::new(segment, data)
    }
}
