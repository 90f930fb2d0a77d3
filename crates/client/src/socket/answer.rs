//! Answers as replies: what an application sees of a call.

use super::request::Expected;
use bytes::Bytes;
use ferromq_mqi::Reason;
use ferromq_mqi::call::{GetReply, PutReply, Reply, SubscribeReply};
use ferromq_mqi::distribution::{ListPut, OpenedList, Outcome};
use ferromq_mqi::generated::constants::MQCC_FAILED;
use ferromq_mqi::options::ObjectHandle;
use ferromq_mqi::reason::CompCode;
use ferromq_wire::call::CallHead;
use ferromq_wire::inbound::Payload;
use ferromq_wire::structure::OpenAttributes;
use ferromq_wire::{Call, Segment};

/// A reply, and what an open says of the object.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) reply: Reply,
    pub(super) attributes: Option<OpenAttributes>,
}

impl Answer {
    fn plain(reply: Reply) -> Self {
        Self {
            reply,
            attributes: None,
        }
    }
}

/// What a segment says as answer to a call of which this was expected. `None` when it is no such answer.
pub(super) fn read(
    expected: Expected,
    segment: &Segment<'_>,
    payload: &Payload<'_>,
) -> Option<Answer> {
    let Segment::Call(head, call) = segment else {
        return None;
    };
    if let Some(reply) = list_reply(expected, head, call) {
        return Some(Answer::plain(reply));
    }
    let reason = Reason(head.reason);
    if head.comp_code == MQCC_FAILED {
        return Some(Answer::plain(Reply::Failed(reason)));
    }
    let reply = match (expected, call) {
        (Expected::Done | Expected::Closed { .. } | Expected::Disconnected, _) => {
            Reply::Done(reason)
        }
        (Expected::Opened { .. }, Call::Open(open)) => {
            let reply = Reply::Opened {
                handle: ObjectHandle(head.handle),
                descriptor: Box::new(open.object.to_descriptor().ok()?),
            };
            return Some(Answer {
                reply,
                attributes: open.attributes.clone(),
            });
        }
        (Expected::Put, Call::Put(put)) => put_reply(reason, put),
        (Expected::Put, Call::Put1(put1)) => put_reply(reason, &put1.put),
        // The message is longer than the channel carries, and has stayed where it is.
        (
            Expected::Got {
                wanted_more: true, ..
            },
            _,
        ) if reason == Reason::TRUNCATED_MSG_FAILED => Reply::Failed(Reason::DATA_LENGTH_ERROR),
        (Expected::Got { buffer_bytes, .. }, Call::GetReply(got)) => {
            get_reply(head, got, buffer_bytes, payload)
        }
        (Expected::Inquired, Call::Attributes(attributes)) => Reply::Inquired {
            ints: attributes.ints.clone(),
            chars: payload.share(attributes.chars),
            reason,
        },
        (Expected::Subscribed { .. }, Call::Subscribe(subscribed)) => {
            Reply::Subscribed(Box::new(SubscribeReply {
                reason,
                descriptor: subscribed.subscription.to_descriptor().ok()?,
                queue: ObjectHandle(head.handle),
                subscription: ObjectHandle(subscribed.subscription_handle),
            }))
        }
        (Expected::Requested, Call::SubscribeRequest(answered)) => {
            Reply::Requested(answered.options.publications)
        }
        (Expected::Status, Call::Stat(stat)) => Reply::Status(Box::new(stat.status.to_report())),
        _ => return None,
    };
    Some(Answer::plain(reply))
}

/// What became of a distribution list, also when it failed for every destination. A call that was refused as such
/// counts none.
fn list_reply(expected: Expected, head: &CallHead, call: &Call<'_>) -> Option<Reply> {
    let reply = match (expected, call) {
        (Expected::OpenedList { .. }, Call::Open(open)) => {
            let outcome = open.object.list.outcome(head.comp_code, head.reason);
            let handle = match outcome.result() {
                Ok(_) => ObjectHandle(head.handle),
                Err(_) => ObjectHandle::UNUSABLE,
            };
            Reply::OpenedList(Box::new(OpenedList { handle, outcome }))
        }
        (Expected::ListPut, Call::Put(put)) => {
            let list = &put.options.list;
            let counts = put.options.counts();
            let outcome = list.outcome(head.comp_code, head.reason, counts);
            list_put(put, outcome)
        }
        (Expected::ListPut, Call::Put1(put1)) => {
            let list = &put1.object.list;
            list_put(&put1.put, list.outcome(head.comp_code, head.reason))
        }
        _ => return None,
    };
    let refused = match &reply {
        Reply::OpenedList(opened) => is_refusal(&opened.outcome),
        Reply::ListPut(put) => is_refusal(&put.outcome),
        _ => false,
    };
    (!refused).then_some(reply)
}

fn is_refusal(outcome: &Outcome) -> bool {
    outcome.comp_code == CompCode::Failed && outcome.invalid_dest_count == 0
}

fn list_put(put: &ferromq_wire::call::Put<'_>, outcome: Outcome) -> Reply {
    Reply::ListPut(Box::new(ListPut {
        outcome,
        descriptor: put.descriptor.clone(),
        records: put.options.list.puts.clone(),
    }))
}

fn put_reply(reason: Reason, put: &ferromq_wire::call::Put<'_>) -> Reply {
    Reply::Put(Box::new(PutReply {
        reason,
        descriptor: put.descriptor.clone(),
        resolved_q_name: put.options.resolved_q_name.name(),
        resolved_q_mgr_name: put.options.resolved_q_mgr_name.name(),
    }))
}

fn get_reply(
    head: &CallHead,
    got: &ferromq_wire::call::GetReply<'_>,
    buffer_bytes: u32,
    payload: &Payload<'_>,
) -> Reply {
    // Servers fill their segments: behind a message that was cut there may be bytes that are none of it. The
    // returned length says where they begin.
    let returned = usize::try_from(got.options.returned_length).unwrap_or(usize::MAX);
    let length = got.data.len().min(buffer_bytes as usize).min(returned);
    let body = if length == 0 {
        Bytes::new()
    } else {
        payload.share(&got.data[..length])
    };
    Reply::Got(Box::new(GetReply {
        reason: Reason(head.reason),
        descriptor: got.descriptor.clone(),
        options: got.options.to_options(),
        body,
        data_length: got.message_bytes,
    }))
}
