//! Verbs in words, as traces have them: what is asked for, and what is answered.

use crate::call::{Reply, Request};
use crate::generated::structs::MsgDescriptor;
use crate::hex::hex;
use crate::local::TraceSettings;
use crate::reason::Reason;
use crate::xa::{XaCall, Xid};
use std::fmt::Write as _;

/// Longest description of a call, bytes.
pub const DETAILS_BYTES_MAX: usize = 4_096;

fn cut(mut details: String) -> String {
    details.truncate(details.floor_char_boundary(DETAILS_BYTES_MAX));
    details
}

/// Name of a verb.
#[must_use]
pub fn verb_of(request: &Request) -> &'static str {
    match request {
        Request::Open { .. } => "MQOPEN",
        Request::Close { .. } => "MQCLOSE",
        Request::Put { .. } => "MQPUT",
        Request::Put1 { .. } => "MQPUT1",
        Request::Get { .. } => "MQGET",
        Request::Inquire { .. } => "MQINQ",
        Request::Set { .. } => "MQSET",
        Request::Begin { .. } => "MQBEGIN",
        Request::Commit => "MQCMIT",
        Request::BackOut => "MQBACK",
        Request::Stat { .. } => "MQSTAT",
        Request::Subscribe { .. } => "MQSUB",
        Request::SubscriptionRequest { .. } => "MQSUBRQ",
        Request::AwaitAny { .. } => "(wait for several)",
        Request::Xa(call) => call.name(),
        Request::Disconnect => "MQDISC",
        Request::Command { .. } => "(command)",
        Request::Local(_) => "(order)",
        Request::MoreOutput => "(more)",
    }
}

/// What a verb is asked for, at most 4 KiB: parameters by their names, and of messages as much as the settings say.
#[must_use]
pub fn asked(request: &Request, settings: &TraceSettings) -> String {
    cut(parameters(request, settings))
}

fn parameters(request: &Request, settings: &TraceSettings) -> String {
    match request {
        Request::Open {
            descriptor,
            options,
        } => {
            let mut text = format!(
                "Hobj=? ObjectType={} ObjectName={} Options={options:#010x}",
                descriptor.object_type,
                shown(descriptor.object_name.as_str())
            );
            if !descriptor.object_q_mgr_name.is_blank() {
                let _ = write!(
                    text,
                    " ObjectQMgrName={}",
                    shown(descriptor.object_q_mgr_name.as_str())
                );
            }
            text
        }
        Request::Close { handle, options } => format!("Hobj={} Options={options:#010x}", handle.0),
        Request::Put { .. } | Request::Put1 { .. } | Request::Get { .. } => {
            asked_of_messages(request, settings)
        }
        Request::Inquire {
            handle, selectors, ..
        } => format!("Hobj={} Selectors={selectors:?}", handle.0),
        Request::Set {
            handle,
            selectors,
            ints,
            ..
        } => format!(
            "Hobj={} Selectors={selectors:?} IntAttrs={ints:?}",
            handle.0
        ),
        Request::Begin { options } => format!("Options={options:#010x}"),
        Request::Stat { kind } => format!("Type={kind}"),
        Request::Subscribe { descriptor, queue } => format!(
            "Options={:#010x} ObjectName={} Hobj={}",
            descriptor.options,
            shown(descriptor.object_name.as_str()),
            queue.0
        ),
        Request::SubscriptionRequest {
            handle,
            action,
            options,
        } => format!("Hsub={} Action={action} Options={options:#010x}", handle.0),
        Request::AwaitAny {
            gets,
            wait_interval_ms,
        } => format!("Gets={} WaitInterval={wait_interval_ms}", gets.len()),
        Request::Xa(call) => asked_of_branches(call),
        Request::Commit
        | Request::BackOut
        | Request::Disconnect
        | Request::Command { .. }
        | Request::Local(_)
        | Request::MoreOutput => String::new(),
    }
}

/// What a put or a get is asked for.
fn asked_of_messages(request: &Request, settings: &TraceSettings) -> String {
    match request {
        Request::Put {
            handle,
            descriptor,
            options,
            body,
        } => {
            let mut text = format!(
                "Hobj={} Options={:#010x} Length={}",
                handle.0,
                options.options,
                body.len()
            );
            add_message(&mut text, descriptor, body, settings);
            text
        }
        Request::Put1 {
            object,
            descriptor,
            options,
            body,
        } => {
            let mut text = format!(
                "ObjectName={} Options={:#010x} Length={}",
                shown(object.object_name.as_str()),
                options.options,
                body.len()
            );
            add_message(&mut text, descriptor, body, settings);
            text
        }
        Request::Get {
            handle,
            descriptor,
            options,
            buffer_len,
        } => {
            let mut text = format!(
                "Hobj={} Options={:#010x} MatchOptions={:#010x} WaitInterval={} BufferLength={buffer_len}",
                handle.0, options.options, options.match_options, options.wait_interval_ms
            );
            add_ids(&mut text, descriptor);
            text
        }
        _ => String::new(),
    }
}

/// What a verb answers, as [`asked`].
#[must_use]
pub fn answered(reply: &Reply, settings: &TraceSettings) -> String {
    cut(results(reply, settings))
}

fn results(reply: &Reply, settings: &TraceSettings) -> String {
    match reply {
        Reply::Opened { handle, descriptor } => format!(
            "Hobj={} ResolvedQName={}",
            handle.0,
            shown(descriptor.resolved_q_name.as_str())
        ),
        Reply::Put(put) => {
            let mut text = format!("ResolvedQName={}", shown(put.resolved_q_name.as_str()));
            add_ids(&mut text, &put.descriptor);
            text
        }
        Reply::Got(got) => {
            let mut text = format!("DataLength={}", got.data_length);
            add_ids(&mut text, &got.descriptor);
            add_message(&mut text, &got.descriptor, &got.body, settings);
            text
        }
        Reply::Inquired { ints, chars, .. } => {
            format!("IntAttrs={ints:?} CharAttrLength={}", chars.len())
        }
        Reply::Subscribed(subscribed) => format!(
            "Hobj={} Hsub={}",
            subscribed.queue.0, subscribed.subscription.0
        ),
        Reply::Requested(count) => format!("Publications={count}"),
        Reply::Xa(answer) => {
            let names = answer
                .branches
                .iter()
                .map(|xid| format!("XID={}", name_of(xid)));
            names.collect::<Vec<_>>().join(" ")
        }
        _ => String::new(),
    }
}

/// What a transaction manager asks for. An open string may have more in it than the name of a queue manager.
fn asked_of_branches(call: &XaCall) -> String {
    let flags = call.flags();
    match (call, call.branch()) {
        (XaCall::Recover { count, .. }, _) => format!("Count={count} Flags={flags:#010x}"),
        (_, Some(xid)) => format!("XID={} Flags={flags:#010x}", name_of(xid)),
        (_, None) => format!("Flags={flags:#010x}"),
    }
}

/// The name of a branch: its format id, and both parts in hexadecimal.
fn name_of(xid: &Xid) -> String {
    let (global, qualifier) = (hex(xid.global()), hex(xid.qualifier()));
    format!("{}:{global}:{qualifier}", xid.format_id())
}

/// Its reason code, or what a call of a transaction manager returns.
#[must_use]
pub fn code_of(reply: &Reply) -> i32 {
    match reply {
        Reply::Xa(answer) => answer.code.0,
        other => reason_of(other).0,
    }
}

/// The reason code of an answer.
#[must_use]
pub fn reason_of(reply: &Reply) -> Reason {
    match reply {
        Reply::Failed(reason) | Reply::Done(reason) => *reason,
        Reply::Put(put) => put.reason,
        Reply::Got(got) => got.reason,
        Reply::Inquired { reason, .. } => *reason,
        Reply::Subscribed(subscribed) => subscribed.reason,
        _ => Reason::NONE,
    }
}

fn shown(name: &str) -> String {
    format!("'{}'", name.trim_end())
}

/// Identifiers that are not all zeros.
fn add_ids(text: &mut String, descriptor: &MsgDescriptor) {
    for (name, id) in [
        ("MsgId", descriptor.msg_id),
        ("CorrelId", descriptor.correl_id),
    ] {
        if id != [0; 24] {
            let _ = write!(text, " {name}={}", hex(&id));
        }
    }
}

fn add_message(
    text: &mut String,
    descriptor: &MsgDescriptor,
    body: &[u8],
    settings: &TraceSettings,
) {
    if settings.detail {
        let field = |bytes: &[u8]| {
            let text = String::from_utf8_lossy(bytes);
            // A field nobody has filled in is zeros.
            shown(&text.trim_end_matches('\0').replace(char::is_control, "."))
        };
        let _ = write!(
            text,
            " MsgType={} Persistence={} Priority={} Expiry={} Report={:#x} Feedback={} Format={} CodedCharSetId={} Encoding={} ReplyToQ={} UserIdentifier={}",
            descriptor.msg_type,
            descriptor.persistence,
            descriptor.priority,
            descriptor.expiry,
            descriptor.report,
            descriptor.feedback,
            field(&descriptor.format),
            descriptor.coded_char_set_id,
            descriptor.encoding,
            field(&descriptor.reply_to_q),
            field(&descriptor.user_identifier),
        );
    }
    let most = (settings.data_bytes as usize)
        .min(body.len())
        .min(DETAILS_BYTES_MAX / 2);
    if most > 0 {
        let _ = write!(text, " Data={}", hex(&body[..most]));
    }
}
