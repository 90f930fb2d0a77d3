//! Verbs.

use super::distribution::{
    read_object_records, read_put_records, write_object_records, write_put_records,
};
use super::fields::{In, Malformed, Out};
use super::subscription::{read_subscription, write_subscription};
use super::{COMMAND_BYTES_MAX, SELECTORS_MAX};
use crate::call::{AWAITED_MAX, AwaitedGet, Request};
use crate::generated::constants::{MQPMO_ASYNC_RESPONSE, MQPMO_SYNC_RESPONSE};
use crate::options::{GetOptions, ObjectDescriptor, ObjectHandle, PutOptions};
use bytes::Bytes;

const OPEN: u8 = 1;
const CLOSE: u8 = 2;
const PUT: u8 = 3;
const PUT1: u8 = 4;
const GET: u8 = 5;
const INQUIRE: u8 = 6;
const SET: u8 = 7;
const BEGIN: u8 = 8;
const COMMIT: u8 = 9;
const BACK_OUT: u8 = 10;
const STAT: u8 = 11;
const DISCONNECT: u8 = 12;
const COMMAND: u8 = 13;
const XA: u8 = 14;
const SUBSCRIBE: u8 = 15;
const SUBSCRIPTION_REQUEST: u8 = 16;
const AWAIT_ANY: u8 = 17;
const MORE_OUTPUT: u8 = 18;
const LOCAL: u8 = 19;

const FLAG_QUIET: u8 = 1;

/// True for a put whose application does not wait for its outcome (`MQPMO_ASYNC_RESPONSE`).
/// A road may send it [quietly](encode_request).
#[must_use]
pub fn wants_no_reply(request: &Request) -> bool {
    match request {
        Request::Put { options, .. } | Request::Put1 { options, .. } => {
            options.options & (MQPMO_ASYNC_RESPONSE | MQPMO_SYNC_RESPONSE) == MQPMO_ASYNC_RESPONSE
        }
        _ => false,
    }
}

/// Writes the head of a request to `head`, whose old content is dropped, and gives back the
/// body. Both together are at most `frame_bytes_max`. A quiet request gets no reply; what became of it shows in
/// `MQSTAT`.
///
/// # Errors
/// `Bound` when a list, string or text of the request is longer than any frame may carry, `FrameTooLong` when all of
/// it is longer than this one may be.
// tidy: one arm per kind of request
pub fn encode_request(
    request: &Request,
    quiet: bool,
    head: &mut Vec<u8>,
    frame_bytes_max: usize,
) -> Result<Bytes, Malformed> {
    let mut out = Out::head(head, kind_of(request), if quiet { FLAG_QUIET } else { 0 });
    let mut sent_body = Bytes::new();
    match request {
        Request::Open {
            descriptor,
            options,
        } => {
            out.i32(*options);
            write_object(&mut out, descriptor)?;
        }
        Request::Close { handle, options } => {
            out.i32(handle.0);
            out.i32(*options);
        }
        Request::Put {
            handle,
            descriptor,
            options,
            body,
        } => {
            out.i32(handle.0);
            write_put_options(&mut out, options)?;
            out.descriptor(descriptor);
            sent_body = body.clone();
        }
        Request::Put1 {
            object,
            descriptor,
            options,
            body,
        } => {
            write_put_options(&mut out, options)?;
            out.descriptor(descriptor);
            write_object(&mut out, object)?;
            sent_body = body.clone();
        }
        Request::Get {
            handle,
            descriptor,
            options,
            buffer_len,
        } => {
            out.i32(handle.0);
            out.u32(*buffer_len);
            write_get_options(&mut out, options);
            out.descriptor(descriptor);
        }
        Request::Inquire {
            handle,
            selectors,
            int_count,
            char_len,
        } => {
            out.i32(handle.0);
            out.u32(*int_count);
            out.u32(*char_len);
            out.ints(selectors, SELECTORS_MAX)?;
        }
        Request::Set {
            handle,
            selectors,
            ints,
            chars,
        } => {
            out.i32(handle.0);
            out.ints(selectors, SELECTORS_MAX)?;
            out.ints(ints, SELECTORS_MAX)?;
            sent_body = chars.clone();
        }
        Request::Begin { options: word } | Request::Stat { kind: word } => out.i32(*word),
        Request::Subscribe { .. }
        | Request::SubscriptionRequest { .. }
        | Request::AwaitAny { .. } => write_consumption(&mut out, request)?,
        Request::Xa(call) => super::xa::write_call(&mut out, call)?,
        Request::Local(order) => super::local::write_order(&mut out, order)?,
        Request::Commit | Request::BackOut | Request::Disconnect | Request::MoreOutput => {}
        Request::Command { text } => {
            if text.len() > COMMAND_BYTES_MAX {
                return Err(Malformed::Bound);
            }
            sent_body = Bytes::copy_from_slice(text.as_bytes());
        }
    }
    out.finish(sent_body.len(), frame_bytes_max)?;
    Ok(sent_body)
}

fn kind_of(request: &Request) -> u8 {
    match request {
        Request::Open { .. } => OPEN,
        Request::Close { .. } => CLOSE,
        Request::Put { .. } => PUT,
        Request::Put1 { .. } => PUT1,
        Request::Get { .. } => GET,
        Request::Inquire { .. } => INQUIRE,
        Request::Set { .. } => SET,
        Request::Begin { .. } => BEGIN,
        Request::Commit => COMMIT,
        Request::BackOut => BACK_OUT,
        Request::Stat { .. } => STAT,
        Request::Subscribe { .. } => SUBSCRIBE,
        Request::SubscriptionRequest { .. } => SUBSCRIPTION_REQUEST,
        Request::AwaitAny { .. } => AWAIT_ANY,
        Request::Xa(_) => XA,
        Request::Disconnect => DISCONNECT,
        Request::Command { .. } => COMMAND,
        Request::MoreOutput => MORE_OUTPUT,
        Request::Local(_) => LOCAL,
    }
}

/// True when the sender of this (decoded) head waits for no reply.
#[must_use]
pub fn is_quiet(head: &[u8]) -> bool {
    head.get(5)
        .is_some_and(|flags| flags & FLAG_QUIET == FLAG_QUIET)
}

/// Reads a request.
///
/// # Errors
/// See [`Malformed`].
pub fn decode_request(head: &[u8], body: Bytes) -> Result<Request, Malformed> {
    let (mut fields, kind, flags) = In::head(head)?;
    let quiet_allowed = matches!(kind, PUT | PUT1);
    if flags != 0 && !(flags == FLAG_QUIET && quiet_allowed) {
        return Err(Malformed::Value);
    }
    if !matches!(kind, PUT | PUT1 | SET | COMMAND) && !body.is_empty() {
        return Err(Malformed::Body);
    }
    let request = match kind {
        PUT => Request::Put {
            handle: ObjectHandle(fields.i32()?),
            options: read_put_options(&mut fields)?,
            descriptor: fields.descriptor()?,
            body,
        },
        GET => Request::Get {
            handle: ObjectHandle(fields.i32()?),
            buffer_len: fields.u32()?,
            options: read_get_options(&mut fields)?,
            descriptor: fields.descriptor()?,
        },
        PUT1 => Request::Put1 {
            options: read_put_options(&mut fields)?,
            descriptor: fields.descriptor()?,
            object: Box::new(read_object(&mut fields)?),
            body,
        },
        _ => decode_other(kind, &mut fields, body)?,
    };
    fields.end()?;
    Ok(request)
}

fn decode_other(kind: u8, fields: &mut In<'_>, body: Bytes) -> Result<Request, Malformed> {
    Ok(match kind {
        OPEN => Request::Open {
            options: fields.i32()?,
            descriptor: read_object(fields)?,
        },
        CLOSE => Request::Close {
            handle: ObjectHandle(fields.i32()?),
            options: fields.i32()?,
        },
        INQUIRE => Request::Inquire {
            handle: ObjectHandle(fields.i32()?),
            int_count: fields.u32()?,
            char_len: fields.u32()?,
            selectors: fields.ints(SELECTORS_MAX)?,
        },
        SET => Request::Set {
            handle: ObjectHandle(fields.i32()?),
            selectors: fields.ints(SELECTORS_MAX)?,
            ints: fields.ints(SELECTORS_MAX)?,
            chars: body,
        },
        BEGIN => Request::Begin {
            options: fields.i32()?,
        },
        COMMIT => Request::Commit,
        BACK_OUT => Request::BackOut,
        STAT => Request::Stat {
            kind: fields.i32()?,
        },
        SUBSCRIBE => Request::Subscribe {
            queue: ObjectHandle(fields.i32()?),
            descriptor: Box::new(read_subscription(fields)?),
        },
        SUBSCRIPTION_REQUEST => Request::SubscriptionRequest {
            handle: ObjectHandle(fields.i32()?),
            action: fields.i32()?,
            options: fields.i32()?,
        },
        AWAIT_ANY => read_awaited(fields)?,
        XA => Request::Xa(super::xa::read_call(fields)?),
        DISCONNECT => Request::Disconnect,
        MORE_OUTPUT => Request::MoreOutput,
        LOCAL => Request::Local(Box::new(super::local::read_order(fields)?)),
        COMMAND => {
            if body.len() > COMMAND_BYTES_MAX {
                return Err(Malformed::Bound);
            }
            let text = std::str::from_utf8(&body).map_err(|_| Malformed::NotText)?;
            Request::Command {
                text: text.to_owned(),
            }
        }
        other => return Err(Malformed::Kind(other)),
    })
}

/// What consumers ask for beside gets.
fn write_consumption(out: &mut Out<'_>, request: &Request) -> Result<(), Malformed> {
    match request {
        Request::Subscribe { descriptor, queue } => {
            out.i32(queue.0);
            write_subscription(out, descriptor)?;
        }
        Request::SubscriptionRequest {
            handle,
            action,
            options,
        } => {
            for word in [handle.0, *action, *options] {
                out.i32(word);
            }
        }
        Request::AwaitAny {
            gets,
            wait_interval_ms,
        } => write_awaited(out, gets, *wait_interval_ms)?,
        _ => {}
    }
    Ok(())
}

/// Interval, how many, and each as in a get.
fn write_awaited(
    out: &mut Out<'_>,
    gets: &[AwaitedGet],
    wait_interval_ms: i32,
) -> Result<(), Malformed> {
    if gets.len() > AWAITED_MAX {
        return Err(Malformed::Bound);
    }
    out.i32(wait_interval_ms);
    out.u32(gets.len() as u32);
    for get in gets {
        out.i32(get.handle.0);
        write_get_options(out, &get.options);
        out.descriptor(&get.descriptor);
    }
    Ok(())
}

fn read_awaited(fields: &mut In<'_>) -> Result<Request, Malformed> {
    let wait_interval_ms = fields.i32()?;
    let count = fields.u32()? as usize;
    if count > AWAITED_MAX {
        return Err(Malformed::Bound);
    }
    let read = |_| {
        Ok(AwaitedGet {
            handle: ObjectHandle(fields.i32()?),
            options: read_get_options(fields)?,
            descriptor: fields.descriptor()?,
        })
    };
    Ok(Request::AwaitAny {
        gets: (0..count).map(read).collect::<Result<_, _>>()?,
        wait_interval_ms,
    })
}

pub(super) fn write_object(out: &mut Out<'_>, object: &ObjectDescriptor) -> Result<(), Malformed> {
    out.i32(object.version);
    out.i32(object.object_type);
    out.text(&object.object_name);
    out.text(&object.object_q_mgr_name);
    out.text(&object.dynamic_q_name);
    out.text(&object.alternate_user_id);
    out.text(&object.resolved_q_name);
    out.text(&object.resolved_q_mgr_name);
    out.i32(object.resolved_type);
    out.string(&object.res_object_string)?;
    out.string(&object.object_string)?;
    out.string(&object.selection_string)?;
    write_object_records(out, &object.records)
}

pub(super) fn read_object(fields: &mut In<'_>) -> Result<ObjectDescriptor, Malformed> {
    Ok(ObjectDescriptor {
        version: fields.i32()?,
        object_type: fields.i32()?,
        object_name: fields.text()?,
        object_q_mgr_name: fields.text()?,
        dynamic_q_name: fields.text()?,
        alternate_user_id: fields.text()?,
        resolved_q_name: fields.text()?,
        resolved_q_mgr_name: fields.text()?,
        resolved_type: fields.i32()?,
        res_object_string: fields.string()?,
        object_string: fields.string()?,
        selection_string: fields.string()?,
        records: read_object_records(fields)?,
    })
}

fn write_put_options(out: &mut Out<'_>, options: &PutOptions) -> Result<(), Malformed> {
    out.i32(options.options);
    out.i32(options.context.0);
    out.i32(options.pub_level);
    out.i32(options.action);
    write_put_records(out, options.records.as_deref())
}

fn read_put_options(fields: &mut In<'_>) -> Result<PutOptions, Malformed> {
    Ok(PutOptions {
        options: fields.i32()?,
        context: ObjectHandle(fields.i32()?),
        pub_level: fields.i32()?,
        action: fields.i32()?,
        records: read_put_records(fields)?.map(Box::new),
        ..PutOptions::default()
    })
}

fn write_get_options(out: &mut Out<'_>, options: &GetOptions) {
    out.i32(options.version);
    out.i32(options.options);
    out.i32(options.wait_interval_ms);
    out.i32(options.match_options);
    out.array(&options.msg_token);
}

fn read_get_options(fields: &mut In<'_>) -> Result<GetOptions, Malformed> {
    Ok(GetOptions {
        version: fields.i32()?,
        options: fields.i32()?,
        wait_interval_ms: fields.i32()?,
        match_options: fields.i32()?,
        msg_token: *fields.array()?,
        ..GetOptions::default()
    })
}
