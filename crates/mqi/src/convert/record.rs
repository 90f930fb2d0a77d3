//! Strings and records that a header points to: reference messages and distribution lists.

use super::change::{Change, Stop};
use super::field::{FORMAT, Field, Kind, Work, fixed_text, length_field};
use super::header::Ahead;
use crate::generated::constants::*;
use crate::generated::{fields, layout::mqdh, layout::mqrmh};

/// Length and offset fields of the four strings of a reference message.
const STRINGS: [(usize, usize); 4] = [
    (mqrmh::SRC_ENV_LENGTH_OFFSET, mqrmh::SRC_ENV_OFFSET_OFFSET),
    (mqrmh::SRC_NAME_LENGTH_OFFSET, mqrmh::SRC_NAME_OFFSET_OFFSET),
    (mqrmh::DEST_ENV_LENGTH_OFFSET, mqrmh::DEST_ENV_OFFSET_OFFSET),
    (
        mqrmh::DEST_NAME_LENGTH_OFFSET,
        mqrmh::DEST_NAME_OFFSET_OFFSET,
    ),
];

/// The strings behind a reference message header. They may grow, so that they are laid out anew.
pub(super) fn strings(
    work: &mut Work<'_>,
    change: &Change,
    ahead: &Ahead,
    out_start: usize,
) -> Result<(), Stop> {
    let (text, orders) = (change.text()?, change.orders()?);
    let area = work.take(work.left())?;
    if work.ends_cut() {
        return Err(Stop::Cut);
    }
    for (length_at, offset_at) in STRINGS {
        let (len, offset) = (ahead.length(length_at)?, ahead.length(offset_at)?);
        if len == 0 {
            continue;
        }
        let start = offset.checked_sub(mqrmh::SIZE).ok_or(FORMAT)?;
        let bytes = area.get(start..).and_then(|from| from.get(..len));
        let made_at = work.out.len();
        text.add(bytes.ok_or(FORMAT)?, false, &mut work.out)?;
        let made = length_field(work.out.len() - made_at)?;
        let place = length_field(made_at - out_start)?;
        work.patch(out_start + length_at, made, orders.1);
        work.patch(out_start + offset_at, place, orders.1);
    }
    let len = work.out.len() - out_start;
    work.out.resize(out_start + len.next_multiple_of(4), 0);
    Ok(())
}

/// The object records and put message records behind a distribution header. None of them changes its length.
pub(super) fn records(work: &mut Work<'_>, change: &Change, ahead: &Ahead) -> Result<(), Stop> {
    let area = work.take(work.left())?;
    if work.ends_cut() {
        return Err(Stop::Cut);
    }
    let count = ahead.length(mqdh::RECS_PRESENT_OFFSET)?;
    let mut made = area.to_vec();
    let objects = ahead.length(mqdh::OBJECT_REC_OFFSET_OFFSET)?;
    if objects != 0 {
        each(&mut made, area, (objects, count), &fields::MQOR, change)?;
    }
    let messages = ahead.length(mqdh::PUT_MSG_REC_OFFSET_OFFSET)?;
    if messages != 0 {
        let record = put_message_record(ahead.number(mqdh::PUT_MSG_REC_FIELDS_OFFSET)?);
        each(&mut made, area, (messages, count), &record, change)?;
    }
    work.out.extend_from_slice(&made);
    Ok(())
}

/// Which fields a put message record has is said in flags.
fn put_message_record(flags: i32) -> Vec<Field> {
    let all = [
        (MQPMRF_MSG_ID, 24, Kind::Bytes),
        (MQPMRF_CORREL_ID, 24, Kind::Bytes),
        (MQPMRF_GROUP_ID, 24, Kind::Bytes),
        (MQPMRF_FEEDBACK, 4, Kind::Numbers),
        (MQPMRF_ACCOUNTING_TOKEN, 32, Kind::Bytes),
    ];
    let mut fields = Vec::new();
    let mut offset = 0;
    for (flag, len, kind) in all {
        if flags & flag != 0 {
            fields.push(Field { offset, len, kind });
            offset += len;
        }
    }
    fields
}

/// Converts `count` records at an offset from the beginning of the header.
fn each(
    made: &mut [u8],
    area: &[u8],
    (offset, count): (usize, usize),
    fields: &[Field],
    change: &Change,
) -> Result<(), Stop> {
    let (text, orders) = (change.text()?, change.orders()?);
    let record_bytes = fields.last().map_or(0, |last| last.offset + last.len);
    let start = offset.checked_sub(mqdh::SIZE).ok_or(FORMAT)?;
    let all_bytes = record_bytes.checked_mul(count).ok_or(FORMAT)?;
    let end = start.checked_add(all_bytes).ok_or(FORMAT)?;
    if end > area.len() {
        return Err(FORMAT);
    }
    if record_bytes == 0 {
        return Ok(());
    }
    for record in (start..end).step_by(record_bytes) {
        for field in fields {
            let at = record + field.offset;
            let place = &mut made[at..at + field.len];
            match field.kind {
                Kind::Bytes => {}
                Kind::Numbers if orders.0 == orders.1 => {}
                Kind::Numbers => place.chunks_exact_mut(4).for_each(<[u8]>::reverse),
                Kind::Text => {
                    let mut field_made = Vec::with_capacity(field.len);
                    fixed_text(&area[at..at + field.len], &text, &mut field_made)?;
                    place.copy_from_slice(&field_made);
                }
            }
        }
    }
    Ok(())
}
