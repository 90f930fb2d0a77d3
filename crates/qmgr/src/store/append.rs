//! Puts in the log: one message, or several that are put by one verb; and removals.

use crate::core::Core;
use crate::core::pins::Pin;
use crate::record::{
    COPY_BYTES_MAX, CopyToPut, DESCRIPTOR_BYTES, PUT_HEAD_BYTES, PutHead, QueueId, RecordKind,
    UowId, descriptor_bytes, encode_puts, identity, numbers,
};
use crate::store::long_put::{Tail, tail_of};
use crate::store::placement::Placement;
use bytes::Bytes;
use ferromq_log::{AppendError, Appended, BODY_BYTES_MAX, Lsn, Urgency};
use ferromq_queue::{LogPlace, Seq};
use std::collections::HashSet;

/// What was appended.
pub(crate) struct Logged<T> {
    /// Where each message lies.
    pub(crate) places: T,
    /// Where the log must be durable.
    pub(crate) end: Lsn,
    /// Holds the log from before the first piece of a long body.
    pub(crate) pin: Option<Pin>,
}

/// Appends one message.
pub(crate) fn append_put(
    core: &Core,
    uow: UowId,
    placement: &Placement,
) -> Result<Logged<LogPlace>, AppendError> {
    let descriptor = descriptor_bytes(&placement.message.descriptor);
    let body = &placement.message.body;
    let front: [&[u8]; 2] = [&head_of(uow, placement).encode(), &descriptor];
    let (appended, pin) = append_with_tail(core, RecordKind::Put, &front, body)?;
    Ok(Logged {
        places: log_place(appended.lsn, body.len()),
        end: appended.end,
        pin,
    })
}

/// Appends a record that ends with the body of a message, which may be staged.
fn append_with_tail(
    core: &Core,
    kind: RecordKind,
    front: &[&[u8]],
    body: &Bytes,
) -> Result<(Appended, Option<Pin>), AppendError> {
    let front_len = front.iter().map(|part| part.len()).sum();
    match tail_of(core, front_len, body)? {
        Tail::Inline => {
            let parts: Vec<&[u8]> = front.iter().copied().chain([&body[..]]).collect();
            let appended = core.log.append(kind as u8, &parts, Urgency::Ordinary)?;
            Ok((appended, None))
        }
        Tail::Staged(staging, pin, staged_len) => {
            let header = &body[..body.len() - staged_len];
            let parts: Vec<&[u8]> = front.iter().copied().chain([header]).collect();
            let appended = core.log.append_staged(kind as u8, &parts, staging);
            match appended {
                Ok(appended) => Ok((appended, Some(pin))),
                Err(error) => {
                    core.pins.unpin(pin);
                    Err(error)
                }
            }
        }
    }
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
pub(crate) fn append_together(
    core: &Core,
    uow: UowId,
    placements: &[&Placement],
) -> Result<Logged<Vec<LogPlace>>, AppendError> {
    if let [alone] = placements {
        let Logged { places, end, pin } = append_put(core, uow, alone)?;
        let places = vec![places];
        return Ok(Logged { places, end, pin });
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
    let mut front: Vec<&[u8]> = vec![&encoded.front];
    let (last, others) = match encoded.bodies.split_last() {
        Some((last, others)) => (Bytes::clone(last), others),
        None => (Bytes::new(), &[][..]),
    };
    front.extend(others.iter().map(|body| &body[..]));
    let (appended, pin) = append_with_tail(core, RecordKind::Puts, &front, &last)?;
    let place = |(offset, placement): (u32, &&Placement)| LogPlace {
        offset,
        ..log_place(appended.lsn, placement.message.body.len())
    };
    let places = encoded.offsets.into_iter().zip(placements).map(place);
    Ok(Logged {
        places: places.collect(),
        end: appended.end,
        pin,
    })
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
