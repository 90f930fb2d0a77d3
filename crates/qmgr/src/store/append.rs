//! Puts in the log: one message, or several that are put by one verb; and removals.

use crate::core::Core;
use crate::core::pins::Pin;
use crate::record::{
    COPY_BYTES_MAX, CopyToPut, DESCRIPTOR_BYTES, PUT_HEAD_BYTES, PutHead, QueueId, RecordKind,
    UowId, descriptor_bytes, encode_puts, identity, numbers,
};
use crate::store::long_put::{Long, LongPut, Tail, may_stage, stage_ahead, tail_of};
use crate::store::placement::Placement;
use bytes::Bytes;
use ferromq_base::disk::access;
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
    match tail_of(core, Long { front_len, body }) {
        Tail::Inline => {
            let parts: Vec<&[u8]> = front.iter().copied().chain([&body[..]]).collect();
            // What has changed each time it was staged.
            let _access =
                may_stage().then(|| access::allow("a put that waits in vain is staged in place"));
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
    // The longest body is the last one, for it may be staged.
    let longest = longest_body(placements).map(identity);
    let mut order: Vec<usize> = (0..placements.len()).collect();
    order.sort_by_key(|&at| Some(identity(&placements[at].message.body)) == longest);
    let copies: Vec<CopyToPut<'_>> = order
        .iter()
        .map(|&at| CopyToPut {
            head: head_of(uow, placements[at]),
            descriptor: &placements[at].message.descriptor,
            body: &placements[at].message.body,
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
    let mut places = vec![log_place(appended.lsn, 0); placements.len()];
    for (offset, at) in encoded.offsets.into_iter().zip(order) {
        let body_len = placements[at].message.body.len();
        places[at] = LogPlace {
            offset,
            ..log_place(appended.lsn, body_len)
        };
    }
    Ok(Logged {
        places,
        end: appended.end,
        pin,
    })
}

fn longest_body<'a>(placements: &[&'a Placement]) -> Option<&'a Bytes> {
    let bodies = placements.iter().map(|placement| &placement.message.body);
    bodies.max_by_key(|body| body.len())
}

/// How many of these, from the first on, one record has room for: one at least. A record is written whole, or all of it but its
/// longest body fits into the front of one whose tail is staged, if the verb may wait for that. So no record has two long bodies, and what
/// is short each is not long together.
pub(crate) fn first_together(core: &Core, placements: &[&Placement]) -> usize {
    let stages = may_stage();
    let mut bodies = HashSet::new();
    let (mut bytes, mut longest) = (2 * COPY_BYTES_MAX, 0);
    let fits = |placement: &&&Placement| {
        let body = &placement.message.body;
        bytes += COPY_BYTES_MAX;
        if bodies.insert(identity(body)) {
            bytes += body.len();
            longest = longest.max(body.len());
        }
        let has_tail =
            stages && bytes - longest <= core.log.front_bytes_max() && bytes <= BODY_BYTES_MAX;
        bytes <= core.log.whole_bytes_max() || has_tail
    };
    placements.iter().take_while(fits).count().max(1)
}

/// Has what is long of the records these are put in staged before any of them is appended, if the verb under way may wait for
/// that.
///
/// # Errors
/// `NoSpaceYet` while it is being staged, or workers are to copy bodies of these first, and those of staging.
pub(crate) fn stage_puts_ahead<'a>(
    core: &Core,
    placements: impl Iterator<Item = &'a Placement>,
) -> Result<(), AppendError> {
    if !may_stage() {
        return Ok(());
    }
    if LongPut::lacks_copies() {
        return Err(AppendError::NoSpaceYet);
    }
    let lasting: Vec<&Placement> = placements.filter(|one| one.persistent).collect();
    let (mut longs, mut rest) = (Vec::new(), &lasting[..]);
    while !rest.is_empty() {
        let (record, others) = rest.split_at(first_together(core, rest));
        if let Some(body) = longest_body(record) {
            longs.push(Long {
                front_len: record_bytes(record) - body.len(),
                body,
            });
        }
        rest = others;
    }
    stage_ahead(&longs)
}

/// Bytes of the record these are put in, at most.
fn record_bytes(record: &[&Placement]) -> usize {
    if let [alone] = record {
        return PUT_HEAD_BYTES + DESCRIPTOR_BYTES + alone.message.body.len();
    }
    let mut seen = HashSet::new();
    let bodies = record.iter().map(|one| &one.message.body);
    let bodies = bodies.filter(|body| seen.insert(identity(body)));
    (2 + record.len()) * COPY_BYTES_MAX + bodies.map(Bytes::len).sum::<usize>()
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
