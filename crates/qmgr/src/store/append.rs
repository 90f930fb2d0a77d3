//! Puts in the log: one message, or several that are put by one verb; and removals.

use crate::core::Core;
use crate::record::{
    COPY_BYTES_MAX, CopyToPut, DESCRIPTOR_BYTES, PUT_HEAD_BYTES, PutHead, QueueId, RecordKind,
    UowId, descriptor_bytes, encode_puts, identity, numbers,
};
use crate::store::placement::Placement;
use ferromq_log::{AppendError, BODY_BYTES_MAX, Lsn, Urgency};
use ferromq_queue::{LogPlace, Seq};
use std::collections::HashSet;

/// Appends one message. Returns where it lies and where the log must be durable.
pub(crate) fn append_put(
    core: &Core,
    uow: UowId,
    placement: &Placement,
    urgency: Urgency,
) -> Result<(LogPlace, Lsn), AppendError> {
    let descriptor = descriptor_bytes(&placement.message.descriptor);
    let body = &placement.message.body;
    let parts: [&[u8]; 3] = [&head_of(uow, placement).encode(), &descriptor, body];
    let appended = core.log.append(RecordKind::Put as u8, &parts, urgency)?;
    Ok((log_place(appended.lsn, body.len()), appended.end))
}

/// Appends that a message is off its queue: at once without a unit of work ([`UowId::IMPLICIT`]), else when that is committed.
/// Replay applies removals behind puts, so what a unit of work has put and removed its commit brings not back. Returns where
/// the log must be durable.
pub(crate) fn append_remove(
    core: &Core,
    uow: UowId,
    (queue, seq): (QueueId, Seq),
    urgency: Urgency,
) -> Result<Lsn, AppendError> {
    let record = numbers(&[uow.0, queue.0, seq.0]);
    let kind = RecordKind::Remove as u8;
    let appended = core.log.append(kind, &[&record], urgency)?;
    Ok(appended.end)
}

/// Appends messages together, what they share once. They must be as many as [`first_together`] says at most.
/// Returns where each lies and where the log must be durable.
pub(crate) fn append_together(
    core: &Core,
    uow: UowId,
    placements: &[&Placement],
) -> Result<(Vec<LogPlace>, Lsn), AppendError> {
    if let [alone] = placements {
        let (place, end) = append_put(core, uow, alone, Urgency::Ordinary)?;
        return Ok((vec![place], end));
    }
    let copies: Vec<CopyToPut<'_>> = placements
        .iter()
        .map(|placement| CopyToPut {
            head: head_of(uow, placement),
            descriptor: &placement.message.descriptor,
            body: &placement.message.body,
        })
        .collect();
    let encoded = encode_puts(uow, &copies);
    let mut parts: Vec<&[u8]> = vec![&encoded.front];
    parts.extend(encoded.bodies.iter().map(|body| &body[..]));
    let kind = RecordKind::Puts as u8;
    let appended = core.log.append(kind, &parts, Urgency::Ordinary)?;
    let place = |(offset, placement): (u32, &&Placement)| LogPlace {
        offset,
        ..log_place(appended.lsn, placement.message.body.len())
    };
    let places = encoded.offsets.into_iter().zip(placements).map(place);
    Ok((places.collect(), appended.end))
}

/// How many of these, from the first on, one record has room for: one at least.
pub(crate) fn first_together(placements: &[&Placement]) -> usize {
    let mut bodies = HashSet::new();
    let mut bytes = 2 * COPY_BYTES_MAX;
    let fits = |placement: &&&Placement| {
        let body = &placement.message.body;
        bytes += COPY_BYTES_MAX;
        if bodies.insert(identity(body)) {
            bytes += body.len();
        }
        bytes <= BODY_BYTES_MAX
    };
    placements.iter().take_while(fits).count().max(1)
}

fn head_of(uow: UowId, placement: &Placement) -> PutHead {
    PutHead {
        uow,
        queue: placement.queue.id,
        seq: placement.seq.0,
        expires_at_us: placement.expires_at_us.unwrap_or(0),
        backout_count: 0,
        priority: placement.priority,
        class: placement.class,
    }
}

/// Where a put record's descriptor and body lie.
pub(crate) fn log_place(lsn: Lsn, body_len: usize) -> LogPlace {
    LogPlace {
        lsn,
        offset: u32::try_from(PUT_HEAD_BYTES).unwrap_or(0),
        len: u32::try_from(DESCRIPTOR_BYTES + body_len).unwrap_or(u32::MAX),
    }
}
