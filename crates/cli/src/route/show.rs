//! Activities as they are shown: the queues alone, or every group with its parameters.

use super::tell_queue;
use ferromq_base::output;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::hex::hex;
use ferromq_mqi::pcf::{Parameter, Value, parameter_name, value_of};
use ferromq_mqi::route::TraceRoute;
use std::fmt::Write;

/// How much is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Display {
    None,
    /// The queues the message was on.
    Summary,
    Groups(Groups),
}

/// Which groups are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Groups {
    /// Parameters of activities that are in no group below.
    activity: bool,
    /// Identifiers.
    identifiers: bool,
    message: bool,
    operation: bool,
    trace_route: bool,
}

impl Display {
    pub(super) const ALL: Self = Self::Groups(Groups {
        activity: true,
        identifiers: true,
        message: true,
        operation: true,
        trace_route: true,
    });

    /// What words with commas between name; without any an outline has activities and operations.
    pub(super) fn outline(words: &str) -> Result<Self, String> {
        let mut groups = Groups {
            activity: false,
            identifiers: false,
            message: false,
            operation: false,
            trace_route: false,
        };
        let words = match words.is_empty() {
            true => "activity,operation",
            false => words,
        };
        for word in words.split(',') {
            let group = match word.trim() {
                "activity" => &mut groups.activity,
                "identifiers" => &mut groups.identifiers,
                "message" => &mut groups.message,
                "operation" => &mut groups.operation,
                "traceroute" => &mut groups.trace_route,
                other => return Err(format!("'{other}' is no group that can be shown")),
            };
            *group = true;
        }
        Ok(Self::Groups(groups))
    }
}

/// What was shown so far.
pub(super) struct Shown {
    display: Display,
    last: Option<(String, String)>,
    /// The message lies somewhere for good, or is gone.
    has_ended: bool,
    is_answered: bool,
}

impl Shown {
    pub(super) fn new(display: Display) -> Self {
        Self {
            display,
            last: None,
            has_ended: false,
            is_answered: false,
        }
    }

    /// Whether nothing more is to come.
    pub(super) fn is_over(&self, wants_answer: bool) -> bool {
        match wants_answer {
            true => self.is_answered,
            false => self.has_ended,
        }
    }

    /// Takes what one message tells.
    pub(super) fn take(&mut self, parameters: &[Parameter]) {
        let activities = parameters.iter().filter(|one| one.id == MQGACF_ACTIVITY);
        // A report begins with its activity, the answer to a trace-route message with what that counts.
        self.is_answered |= parameters
            .first()
            .is_some_and(|one| one.id == MQGACF_TRACE_ROUTE);
        for activity in activities {
            let Value::Group(members) = &activity.value else {
                continue;
            };
            for one in members.iter().filter(|one| one.id == MQGACF_OPERATION) {
                if let Value::Group(operation) = &one.value {
                    self.note(operation);
                }
            }
        }
        let route = parameters.iter().find(|one| one.id == MQGACF_TRACE_ROUTE);
        if let Some(Value::Group(members)) = route.map(|one| &one.value) {
            self.has_ended |= TraceRoute::of_group(members).is_exhausted();
        }
        if let Display::Groups(groups) = self.display {
            let mut text = String::new();
            for one in parameters {
                tell(&mut text, one, 0, groups);
            }
            output::say(&text);
        }
    }

    fn note(&mut self, operation: &[Parameter]) {
        let text = |id| value_of(operation, id).and_then(Value::text);
        let kind = match value_of(operation, MQIACF_OPERATION_TYPE) {
            Some(Value::Int(kind)) => *kind,
            _ => return,
        };
        let remote = text(MQCA_REMOTE_Q_MGR_NAME).filter(|name| !name.is_empty());
        let holds = matches!(
            kind,
            MQOPER_PUT | MQOPER_GET | MQOPER_BROWSE | MQOPER_DISCARD
        );
        self.has_ended |= kind == MQOPER_DISCARD || kind == MQOPER_PUT && remote.is_none();
        let queue = text(MQCACF_RESOLVED_Q_NAME).or_else(|| text(MQCA_Q_NAME));
        let (Some(queue), Some(q_mgr)) = (queue, text(MQCA_Q_MGR_NAME)) else {
            return;
        };
        // A queue of another queue manager is none it was on; the queue before it is told by who takes it from there.
        let is_elsewhere = remote.is_some() && text(MQCACF_RESOLVED_Q_NAME).is_none();
        let place = Some((queue, q_mgr));
        if holds && !is_elsewhere && self.last != place {
            if self.display == Display::Summary
                && let Some((queue, q_mgr)) = &place
            {
                tell_queue(queue, q_mgr);
            }
            self.last = place;
        }
    }
}

fn tell(text: &mut String, parameter: &Parameter, depth: usize, groups: Groups) {
    let indent = " ".repeat(depth);
    if let Value::Group(members) = &parameter.value {
        let (name, is_shown) = match parameter.id {
            MQGACF_ACTIVITY => (
                "Activity",
                groups.activity || groups.operation || groups.message,
            ),
            MQGACF_OPERATION => ("Operation", groups.operation || groups.message),
            MQGACF_MESSAGE => ("Message", groups.message),
            MQGACF_MQMD => ("MQMD", groups.message),
            MQGACF_EMBEDDED_MQMD => ("EmbeddedMQMD", groups.message),
            MQGACF_TRACE_ROUTE => ("TraceRoute", groups.trace_route),
            // What other programs have added.
            _ => ("Group", groups.activity),
        };
        if !is_shown {
            return;
        }
        if depth > 0 {
            text.push('\n');
        }
        let _ = writeln!(text, "{indent}{name}:");
        for one in members {
            let own = match parameter.id {
                MQGACF_ACTIVITY => groups.activity,
                MQGACF_OPERATION => groups.operation,
                _ => true,
            };
            let is_identifier = matches!(one.value, Value::Bytes(_));
            let is_group = matches!(one.value, Value::Group(_));
            if is_group || (own && (groups.identifiers || !is_identifier)) {
                tell(text, one, depth + 1, groups);
            }
        }
        if depth == 0 {
            text.push('\n');
        }
        return;
    }
    let _ = writeln!(
        text,
        "{indent}{}: {}",
        label(parameter.id),
        shown(parameter)
    );
}

/// What a parameter is called.
fn label(id: i32) -> String {
    let known = match id {
        MQCACF_APPL_NAME => "ApplName",
        MQIA_APPL_TYPE => "ApplType",
        MQCACF_ACTIVITY_DESC => "ActivityDesc",
        MQIACF_OPERATION_TYPE => "OperationType",
        MQCACF_OPERATION_DATE => "OperationDate",
        MQCACF_OPERATION_TIME => "OperationTime",
        MQIACF_MSG_LENGTH => "MsgLength",
        MQCA_Q_MGR_NAME => "QMgrName",
        MQCA_Q_NAME => "QName",
        MQCACF_RESOLVED_Q_NAME => "ResolvedQName",
        MQCA_REMOTE_Q_NAME => "RemoteQName",
        MQCA_REMOTE_Q_MGR_NAME => "RemoteQMgrName",
        MQCACH_XMIT_Q_NAME => "XmitQName",
        MQIACF_ROUTE_DETAIL => "Detail",
        MQIACF_MAX_ACTIVITIES => "MaxActivities",
        MQIACF_ROUTE_ACCUMULATION => "Accumulate",
        MQIACF_ROUTE_FORWARDING => "Forward",
        MQIACF_ROUTE_DELIVERY => "Deliver",
        MQIA_CODED_CHAR_SET_ID => "CodedCharSetId",
        MQCACH_FORMAT_NAME => "Format",
        MQCACF_REPLY_TO_Q => "ReplyToQ",
        MQCACF_REPLY_TO_Q_MGR => "ReplyToQMgr",
        _ => "",
    };
    if !known.is_empty() {
        return known.to_owned();
    }
    let Some(name) = parameter_name(id) else {
        return id.to_string();
    };
    words(name.split_once('_').map_or(name, |(_, rest)| rest))
}

/// `ROUTE_DETAIL` to `RouteDetail`.
fn words(name: &str) -> String {
    let word = |word: &str| {
        let (first, rest) = word.split_at(word.len().min(1));
        first.to_owned() + &rest.to_lowercase()
    };
    name.split('_').map(word).collect()
}

fn shown(parameter: &Parameter) -> String {
    match &parameter.value {
        Value::Int(number) => word(parameter.id, *number),
        Value::Int64(number) => number.to_string(),
        Value::Ints(list) => format!("{list:?}"),
        Value::Int64s(list) => format!("{list:?}"),
        Value::Bytes(bytes) => format!("X'{}'", hex(bytes)),
        value => match value.text() {
            Some(text) => format!("'{text}'"),
            None => "?".to_owned(),
        },
    }
}

/// A number, or the word for it.
// tidy: one arm per parameter
fn word(id: i32, number: i32) -> String {
    let words: &[(i32, &str)] = match id {
        MQIACF_OPERATION_TYPE => &[
            (MQOPER_BROWSE, "Browse"),
            (MQOPER_DISCARD, "Discard"),
            (MQOPER_GET, "Get"),
            (MQOPER_PUT, "Put"),
            (MQOPER_PUT_REPLY, "PutReply"),
            (MQOPER_PUT_REPORT, "PutReport"),
            (MQOPER_RECEIVE, "Receive"),
            (MQOPER_SEND, "Send"),
            (MQOPER_TRANSFORM, "Transform"),
            (MQOPER_PUBLISH, "Publish"),
            (MQOPER_EXCLUDED_PUBLISH, "ExcludedPublish"),
            (MQOPER_DISCARDED_PUBLISH, "DiscardedPublish"),
        ],
        MQIACH_CHANNEL_TYPE => &[
            (MQCHT_SENDER, "Sender"),
            (MQCHT_SERVER, "Server"),
            (MQCHT_RECEIVER, "Receiver"),
            (MQCHT_REQUESTER, "Requester"),
            (MQCHT_CLUSRCVR, "ClusRcvr"),
            (MQCHT_CLUSSDR, "ClusSdr"),
        ],
        MQIACF_MSG_TYPE => &[
            (MQMT_REQUEST, "Request"),
            (MQMT_REPLY, "Reply"),
            (MQMT_REPORT, "Report"),
            (MQMT_DATAGRAM, "Datagram"),
        ],
        MQIACF_FEEDBACK => &[
            (MQFB_NONE, "None"),
            (MQFB_ACTIVITY, "Activity"),
            (MQFB_NOT_DELIVERED, "NotDelivered"),
            (MQFB_MAX_ACTIVITIES, "MaxActivities"),
        ],
        MQIACF_ROUTE_DETAIL => &[
            (MQROUTE_DETAIL_LOW, "Low"),
            (MQROUTE_DETAIL_MEDIUM, "Medium"),
            (MQROUTE_DETAIL_HIGH, "High"),
        ],
        MQIACF_ROUTE_ACCUMULATION => &[
            (MQROUTE_ACCUMULATE_NONE, "None"),
            (MQROUTE_ACCUMULATE_IN_MSG, "InMsg"),
            (MQROUTE_ACCUMULATE_AND_REPLY, "AndReply"),
        ],
        MQIACF_ROUTE_FORWARDING => &[
            (MQROUTE_FORWARD_ALL, "All"),
            (MQROUTE_FORWARD_IF_SUPPORTED, "IfSupported"),
        ],
        MQIACF_ROUTE_DELIVERY => &[(MQROUTE_DELIVER_YES, "Yes"), (MQROUTE_DELIVER_NO, "No")],
        MQIACF_PERSISTENCE => &[
            (MQPER_NOT_PERSISTENT, "NotPersistent"),
            (MQPER_PERSISTENT, "Persistent"),
            (MQPER_PERSISTENCE_AS_Q_DEF, "AsQDef"),
        ],
        MQIACF_PRIORITY => &[(MQPRI_PRIORITY_AS_Q_DEF, "AsQDef")],
        MQIACF_MAX_ACTIVITIES => &[(MQROUTE_UNLIMITED_ACTIVITIES, "Unlimited")],
        MQIACF_EXPIRY if number != MQEI_UNLIMITED => {
            return format!("{}.{} Seconds", number / 10, number % 10);
        }
        MQIACF_EXPIRY => &[(MQEI_UNLIMITED, "Unlimited")],
        MQIA_APPL_TYPE => &[
            (MQAT_NO_CONTEXT, "NoContext"),
            (MQAT_UNIX, "Unix"),
            (MQAT_QMGR, "QMgr"),
            (MQAT_JAVA, "Java"),
            (MQAT_DEFAULT, "Default"),
        ],
        _ => &[],
    };
    let found = words.iter().find(|(value, _)| *value == number);
    found.map_or_else(|| number.to_string(), |(_, word)| (*word).to_owned())
}
