//! Records of distribution lists, in requests and replies.

use super::fields::{In, Malformed, Out};
use crate::distribution::{
    DESTINATIONS_MAX, ObjectRecord, Outcome, PUT_RECORD_FIELDS, PutRecord, PutRecords, Response,
};
use crate::header::ByteOrder;
use crate::reason::CompCode;

pub(super) fn write_object_records(
    out: &mut Out<'_>,
    records: &[ObjectRecord],
) -> Result<(), Malformed> {
    write_count(out, records.len())?;
    for record in records {
        out.text(&record.object_name);
        out.text(&record.object_q_mgr_name);
    }
    Ok(())
}

pub(super) fn read_object_records(fields: &mut In<'_>) -> Result<Vec<ObjectRecord>, Malformed> {
    (0..read_count(fields)?)
        .map(|_| {
            Ok(ObjectRecord {
                object_name: fields.text()?,
                object_q_mgr_name: fields.text()?,
            })
        })
        .collect()
}

/// One byte says whether there are any.
pub(super) fn write_put_records(
    out: &mut Out<'_>,
    records: Option<&PutRecords>,
) -> Result<(), Malformed> {
    let Some(given) = records else {
        out.u8(0);
        return Ok(());
    };
    out.u8(1);
    out.i32(given.fields);
    write_count(out, given.records.len())?;
    for record in &given.records {
        let mut bytes = Vec::with_capacity(RECORD_BYTES);
        record.encode(PUT_RECORD_FIELDS, ByteOrder::Little, &mut bytes);
        out.plain_bytes(&bytes);
    }
    Ok(())
}

pub(super) fn read_put_records(fields: &mut In<'_>) -> Result<Option<PutRecords>, Malformed> {
    match fields.u8()? {
        0 => return Ok(None),
        1 => {}
        _ => return Err(Malformed::Value),
    }
    let present = fields.i32()?;
    let records: Result<Vec<_>, Malformed> = (0..read_count(fields)?)
        .map(|_| {
            let bytes: &[u8; RECORD_BYTES] = fields.array()?;
            let order = ByteOrder::Little;
            Ok(PutRecord::decode(PUT_RECORD_FIELDS, bytes, order))
        })
        .collect();
    Ok(Some(PutRecords {
        fields: present,
        records: records?,
    }))
}

pub(super) fn write_outcome(out: &mut Out<'_>, outcome: &Outcome) -> Result<(), Malformed> {
    out.i32(outcome.comp_code as i32);
    out.reason(outcome.reason);
    out.i32(outcome.known_dest_count);
    out.i32(outcome.unknown_dest_count);
    out.i32(outcome.invalid_dest_count);
    write_count(out, outcome.responses.len())?;
    for response in &outcome.responses {
        out.i32(response.comp_code as i32);
        out.reason(response.reason);
    }
    Ok(())
}

pub(super) fn read_outcome(fields: &mut In<'_>) -> Result<Outcome, Malformed> {
    Ok(Outcome {
        comp_code: read_comp_code(fields)?,
        reason: fields.reason()?,
        known_dest_count: fields.i32()?,
        unknown_dest_count: fields.i32()?,
        invalid_dest_count: fields.i32()?,
        responses: (0..read_count(fields)?)
            .map(|_| {
                Ok(Response {
                    comp_code: read_comp_code(fields)?,
                    reason: fields.reason()?,
                })
            })
            .collect::<Result<_, Malformed>>()?,
    })
}

fn read_comp_code(fields: &mut In<'_>) -> Result<CompCode, Malformed> {
    CompCode::from_i32(fields.i32()?).ok_or(Malformed::Value)
}

fn write_count(out: &mut Out<'_>, count: usize) -> Result<(), Malformed> {
    if count > DESTINATIONS_MAX {
        return Err(Malformed::Bound);
    }
    out.u32(count as u32);
    Ok(())
}

fn read_count(fields: &mut In<'_>) -> Result<usize, Malformed> {
    let count = fields.u32()? as usize;
    if count > DESTINATIONS_MAX {
        return Err(Malformed::Bound);
    }
    Ok(count)
}

/// A put record with every field.
const RECORD_BYTES: usize = 108;
