//! What queues show from outside.

use super::model::{Kind, Shown};
use crate::body;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::Reason;
use ferromq_mqi::call::{GetReply, Reply, Request};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::structs::{DeadLetterHeader, TransmissionHeader};
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{GetOptions, ObjectDescriptor, ObjectHandle};
use ferromq_qmgr::Connection;
use std::task::{Poll, Waker};

/// Browses a queue from its first message to its last.
pub(super) fn browse(connection: &mut Connection, name: &str) -> Result<Vec<Shown>, String> {
    let handle = open(connection, name, MQOO_BROWSE)?;
    let mut shown = Vec::new();
    loop {
        let options = GetOptions {
            options: MQGMO_BROWSE_NEXT | MQGMO_NO_PROPERTIES,
            match_options: MQMO_NONE,
            ..GetOptions::default()
        };
        // A shorter one has no room for groups: what stands in them would come behind a header of its own.
        let descriptor = MsgDescriptor {
            version: MQMD_VERSION_2,
            ..MsgDescriptor::default()
        };
        let get = Request::Get {
            handle,
            descriptor,
            options,
            buffer_len: u32::MAX,
        };
        match connection.start(get, Waker::noop()) {
            Poll::Ready(Reply::Got(reply)) => shown.push(shown_by(&reply)?),
            Poll::Ready(Reply::Failed(Reason::NO_MSG_AVAILABLE)) => break,
            other => return Err(format!("a browse of {name} answered {other:?}")),
        }
    }
    match connection.start(Request::Close { handle, options: 0 }, Waker::noop()) {
        Poll::Ready(Reply::Done(Reason::NONE)) => Ok(shown),
        other => Err(format!("close of {name} answered {other:?}")),
    }
}

pub(super) fn open(
    connection: &mut Connection,
    name: &str,
    options: i32,
) -> Result<ObjectHandle, String> {
    let descriptor = ObjectDescriptor::queue(name);
    match connection.start(
        Request::Open {
            descriptor,
            options,
        },
        Waker::noop(),
    ) {
        Poll::Ready(Reply::Opened { handle, .. }) => Ok(handle),
        other => Err(format!("open of {name} answered {other:?}")),
    }
}

/// What a reply shows of a message. Its data must be what was put, behind the right headers.
pub(super) fn shown_by(reply: &GetReply) -> Result<Shown, String> {
    let descriptor = &reply.descriptor;
    let (kind, number) = match &descriptor.format {
        b"MQTRIG  " => return Ok((Kind::Trigger, 0, false, 0)),
        b"MQXMIT  " => transmitted(reply)?,
        b"MQDEAD  " => {
            let header = DeadLetterHeader::decode(
                &reply.body,
                ByteOrder::from_encoding(descriptor.encoding),
            );
            let header = header.map_err(|error| format!("a dead-letter header: {error:?}"))?;
            if header.reason != Reason::PUT_INHIBITED.0
                || ObjectName::from_field(&header.dest_q_name).as_str() != "REPLIES"
            {
                return Err(format!("a dead letter says {header:?}"));
            }
            (
                Kind::DeadReport(descriptor.feedback),
                numbered(&descriptor.correl_id)?,
            )
        }
        _ if descriptor.msg_type == MQMT_REPORT => {
            let number = numbered(&descriptor.correl_id)?;
            if !reply.body.is_empty() {
                body::check(&reply.body, number, reply.data_length as usize)?;
            }
            (Kind::Report(descriptor.feedback), number)
        }
        _ => {
            let number = body::number(&reply.body)?;
            body::check(&reply.body, number, reply.data_length as usize)?;
            if numbered(&descriptor.msg_id).is_ok_and(|other| other != number) {
                return Err(format!("message {number} has the identifier of another"));
            }
            (Kind::Plain, number)
        }
    };
    let persistent = descriptor.persistence == MQPER_PERSISTENT;
    Ok((kind, number, persistent, descriptor.priority))
}

/// The number an identifier was made of.
fn numbered(id: &[u8; 24]) -> Result<u64, String> {
    let first = id.first_chunk().map(|bytes| u64::from_le_bytes(*bytes));
    let number = first.filter(|number| body::msg_id(*number) == *id);
    number.ok_or_else(|| format!("{id:?} is no identifier a program gave"))
}

/// The number of a message on a transmission queue, by the descriptor it travels with.
fn transmitted(reply: &GetReply) -> Result<(Kind, u64), String> {
    let order = ByteOrder::from_encoding(reply.descriptor.encoding);
    let header = TransmissionHeader::decode(&reply.body, order);
    let header = header.map_err(|error| format!("a transmission header: {error:?}"))?;
    let to = [&header.remote_q_name, &header.remote_q_mgr_name];
    let to = to.map(ObjectName::from_field);
    let channel = &reply.descriptor.correl_id;
    let kind = match to.each_ref().map(ObjectName::as_str) {
        ["CLUS", "FAR"] if channel.starts_with(b"TO.FAR ") => Kind::ToMember(true),
        ["CLUS", "NEAR"] if channel.starts_with(b"TO.NEAR ") => Kind::ToMember(false),
        ["FAR.Q", "FAR"] | ["Q.A" | "Q.B" | "Q.T", _] => Kind::Plain,
        other => return Err(format!("a transmission header names {other:?}")),
    };
    let inner = &header.msg_desc;
    if (inner.persistence, inner.priority)
        != (reply.descriptor.persistence, reply.descriptor.priority)
    {
        return Err(format!(
            "a message under way is not as it travels: {inner:?}"
        ));
    }
    let number = numbered(&inner.msg_id)?;
    let data = &reply.body[TransmissionHeader::SIZE..];
    if !data.ends_with(&body::make(number, data_len(number))) {
        return Err(format!("the data of message {number} is not what was put"));
    }
    Ok((kind, number))
}

/// Bytes of the data of a message.
pub(super) fn data_len(number: u64) -> usize {
    body::NUMBER_BYTES + (number.wrapping_mul(37) % 400) as usize
}
