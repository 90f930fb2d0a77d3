//! Answers.

use super::SELECTORS_MAX;
use super::distribution::{read_outcome, read_put_records, write_outcome, write_put_records};
use super::fields::{In, Malformed, Out};
use super::request::{read_object, write_object};
use super::subscription::{read_subscription, write_subscription};
use crate::call::{CommandOutcome, GetReply, PutReply, Reply, SubscribeReply};
use crate::distribution::{ListPut, OpenedList};
use crate::options::{GetOptions, ObjectHandle, StatusReport};
use bytes::Bytes;

const FAILED: u8 = 1;
const DONE: u8 = 2;
const OPENED: u8 = 3;
const PUT: u8 = 4;
const GOT: u8 = 5;
const INQUIRED: u8 = 6;
const STATUS: u8 = 7;
const COMMAND_OUTPUT: u8 = 8;
const XA: u8 = 9;
const SUBSCRIBED: u8 = 10;
const REQUESTED: u8 = 11;
const OPENED_LIST: u8 = 12;
const LIST_PUT: u8 = 13;
const LOCAL_ANSWERS: u8 = 14;

/// Writes the head of a reply to `head`, whose old content is dropped, and gives back the body. Both together are
/// at most `frame_bytes_max`.
///
/// # Errors
/// `Bound` when a list or string of the reply is longer than any frame may carry, `FrameTooLong` when all of it is
/// longer than this one may be.
pub fn encode_reply(
    reply: &Reply,
    head: &mut Vec<u8>,
    frame_bytes_max: usize,
) -> Result<Bytes, Malformed> {
    let mut out = Out::head(head, kind_of(reply), 0);
    let mut sent_body = Bytes::new();
    match reply {
        Reply::Failed(reason) | Reply::Done(reason) => out.reason(*reason),
        Reply::Opened { handle, descriptor } => {
            out.i32(handle.0);
            write_object(&mut out, descriptor)?;
        }
        Reply::OpenedList(opened) => {
            out.i32(opened.handle.0);
            write_outcome(&mut out, &opened.outcome)?;
        }
        Reply::ListPut(put) => {
            write_outcome(&mut out, &put.outcome)?;
            out.descriptor(&put.descriptor);
            write_put_records(&mut out, Some(&put.records))?;
        }
        Reply::Put(put) => {
            out.reason(put.reason);
            out.text(&put.resolved_q_name);
            out.text(&put.resolved_q_mgr_name);
            out.descriptor(&put.descriptor);
        }
        Reply::Got(got) => {
            out.reason(got.reason);
            out.u32(got.data_length);
            write_get_options(&mut out, &got.options);
            out.descriptor(&got.descriptor);
            sent_body = got.body.clone();
        }
        Reply::Inquired {
            ints,
            chars,
            reason,
        } => {
            out.reason(*reason);
            out.ints(ints, SELECTORS_MAX)?;
            sent_body = chars.clone();
        }
        Reply::Status(status) => write_status(&mut out, status),
        Reply::Subscribed(subscribed) => {
            out.reason(subscribed.reason);
            out.i32(subscribed.queue.0);
            out.i32(subscribed.subscription.0);
            write_subscription(&mut out, &subscribed.descriptor)?;
        }
        Reply::Requested(publications) => out.i32(*publications),
        Reply::Xa(reply) => super::xa::write_reply(&mut out, reply)?,
        Reply::CommandOutput { text, outcome } => {
            write_ending(&mut out, *outcome);
            sent_body = Bytes::copy_from_slice(text.as_bytes());
        }
        Reply::LocalAnswers { answers, outcome } => {
            write_ending(&mut out, *outcome);
            super::local::write_answers(&mut out, answers)?;
        }
    }
    out.finish(sent_body.len(), frame_bytes_max)?;
    Ok(sent_body)
}

fn kind_of(reply: &Reply) -> u8 {
    match reply {
        Reply::Failed(_) => FAILED,
        Reply::Done(_) => DONE,
        Reply::Opened { .. } => OPENED,
        Reply::OpenedList(_) => OPENED_LIST,
        Reply::ListPut(_) => LIST_PUT,
        Reply::Put(_) => PUT,
        Reply::Got(_) => GOT,
        Reply::Inquired { .. } => INQUIRED,
        Reply::Status(_) => STATUS,
        Reply::Subscribed(_) => SUBSCRIBED,
        Reply::Requested(_) => REQUESTED,
        Reply::Xa(_) => XA,
        Reply::CommandOutput { .. } => COMMAND_OUTPUT,
        Reply::LocalAnswers { .. } => LOCAL_ANSWERS,
    }
}

/// Reads a reply.
///
/// # Errors
/// See [`Malformed`].
pub fn decode_reply(head: &[u8], body: Bytes) -> Result<Reply, Malformed> {
    let (mut fields, kind, flags) = In::head(head)?;
    if flags != 0 {
        return Err(Malformed::Value);
    }
    if !matches!(kind, GOT | INQUIRED | COMMAND_OUTPUT) && !body.is_empty() {
        return Err(Malformed::Body);
    }
    let reply = match kind {
        FAILED => Reply::Failed(fields.reason()?),
        DONE => Reply::Done(fields.reason()?),
        OPENED => Reply::Opened {
            handle: ObjectHandle(fields.i32()?),
            descriptor: Box::new(read_object(&mut fields)?),
        },
        OPENED_LIST => Reply::OpenedList(Box::new(OpenedList {
            handle: ObjectHandle(fields.i32()?),
            outcome: read_outcome(&mut fields)?,
        })),
        LIST_PUT => Reply::ListPut(Box::new(ListPut {
            outcome: read_outcome(&mut fields)?,
            descriptor: fields.descriptor()?,
            records: read_put_records(&mut fields)?.unwrap_or_default(),
        })),
        PUT => Reply::Put(Box::new(PutReply {
            reason: fields.reason()?,
            resolved_q_name: fields.text()?,
            resolved_q_mgr_name: fields.text()?,
            descriptor: fields.descriptor()?,
        })),
        GOT => Reply::Got(Box::new(GetReply {
            reason: fields.reason()?,
            data_length: fields.u32()?,
            options: read_get_options(&mut fields)?,
            descriptor: fields.descriptor()?,
            body,
        })),
        INQUIRED => Reply::Inquired {
            reason: fields.reason()?,
            ints: fields.ints(SELECTORS_MAX)?,
            chars: body,
        },
        STATUS => Reply::Status(Box::new(read_status(&mut fields)?)),
        SUBSCRIBED => Reply::Subscribed(Box::new(SubscribeReply {
            reason: fields.reason()?,
            queue: ObjectHandle(fields.i32()?),
            subscription: ObjectHandle(fields.i32()?),
            descriptor: read_subscription(&mut fields)?,
        })),
        REQUESTED => Reply::Requested(fields.i32()?),
        XA => Reply::Xa(super::xa::read_reply(&mut fields)?),
        COMMAND_OUTPUT => Reply::CommandOutput {
            outcome: read_ending(&mut fields)?,
            text: std::str::from_utf8(&body)
                .map_err(|_| Malformed::NotText)?
                .to_owned(),
        },
        LOCAL_ANSWERS => Reply::LocalAnswers {
            outcome: read_ending(&mut fields)?,
            answers: super::local::read_answers(&mut fields)?,
        },
        other => return Err(Malformed::Kind(other)),
    };
    fields.end()?;
    Ok(reply)
}

/// How a command ended, or that there is more.
fn write_ending(out: &mut Out<'_>, outcome: Option<CommandOutcome>) {
    out.u8(match outcome {
        Some(CommandOutcome::Done) => 0,
        Some(CommandOutcome::SyntaxError) => 1,
        Some(CommandOutcome::Failed) => 2,
        None => 3,
    });
}

fn read_ending(fields: &mut In<'_>) -> Result<Option<CommandOutcome>, Malformed> {
    Ok(match fields.u8()? {
        0 => Some(CommandOutcome::Done),
        1 => Some(CommandOutcome::SyntaxError),
        2 => Some(CommandOutcome::Failed),
        3 => None,
        _ => return Err(Malformed::Value),
    })
}

fn write_get_options(out: &mut Out<'_>, options: &GetOptions) {
    out.i32(options.version);
    out.i32(options.options);
    out.i32(options.wait_interval_ms);
    out.i32(options.match_options);
    out.text(&options.resolved_q_name);
    out.u8(options.group_status);
    out.u8(options.segment_status);
    out.u8(options.segmentation);
    out.u8(0);
    out.array(&options.msg_token);
    out.i32(options.returned_length);
}

fn read_get_options(fields: &mut In<'_>) -> Result<GetOptions, Malformed> {
    let options = GetOptions {
        version: fields.i32()?,
        options: fields.i32()?,
        wait_interval_ms: fields.i32()?,
        match_options: fields.i32()?,
        resolved_q_name: fields.text()?,
        group_status: fields.u8()?,
        segment_status: fields.u8()?,
        segmentation: fields.u8()?,
        ..GetOptions::default()
    };
    fields.u8()?;
    Ok(GetOptions {
        msg_token: *fields.array()?,
        returned_length: fields.i32()?,
        ..options
    })
}

fn write_status(out: &mut Out<'_>, status: &StatusReport) {
    out.i32(status.comp_code);
    out.i32(status.reason);
    out.i32(status.put_success_count);
    out.i32(status.put_warning_count);
    out.i32(status.put_failure_count);
    out.i32(status.object_type);
    out.text(&status.object_name);
    out.text(&status.object_q_mgr_name);
    out.text(&status.resolved_object_name);
    out.text(&status.resolved_q_mgr_name);
    out.i32(status.open_options);
}

fn read_status(fields: &mut In<'_>) -> Result<StatusReport, Malformed> {
    Ok(StatusReport {
        comp_code: fields.i32()?,
        reason: fields.i32()?,
        put_success_count: fields.i32()?,
        put_warning_count: fields.i32()?,
        put_failure_count: fields.i32()?,
        object_type: fields.i32()?,
        object_name: fields.text()?,
        object_q_mgr_name: fields.text()?,
        resolved_object_name: fields.text()?,
        resolved_q_mgr_name: fields.text()?,
        open_options: fields.i32()?,
    })
}
