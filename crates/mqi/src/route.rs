//! Routes of messages: trace-route messages, which gather what was done with them on their way, and reports of activities, which tell it to whoever
//! asked for them (`MQRO_ACTIVITY`).
//!
//! Source: "Message monitoring": "Activity report reference", "Trace-route message reference".

use crate::generated::constants::*;
use crate::generated::structs::MsgDescriptor;
use crate::header::ByteOrder;
use crate::pcf::{Header, Message, Parameter, Value};
use crate::put_date::{shown_date, shown_time};
use crate::report;
use bytes::Bytes;

/// Bytes of the longest trace-route message that is looked into. A longer one travels as any other.
pub const TRACE_ROUTE_BYTES_MAX: usize = 1024 * 1024;
/// Bytes of an `MQEPH` before its PCF header.
const EMBEDDED_FRONT: usize = 32;
/// Format of messages whose data begin with a PCF header.
const ADMIN: [u8; 8] = *b"MQADMIN ";
/// Format of messages with an `MQEPH` in front of their data.
pub const EMBEDDED: [u8; 8] = *b"MQHEPCF ";

/// Group `TraceRoute` of a trace-route message: what it asks for, and what was counted so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TraceRoute {
    /// `MQROUTE_DETAIL_*`: activities of this level and below are recorded.
    pub detail: i32,
    /// Activities that were recorded.
    pub recorded: i32,
    /// Activities that were not.
    pub unrecorded: i32,
    /// How often it came from a queue manager that takes no part.
    pub discontinuity: i32,
    /// Activities after which it is thrown away; `MQROUTE_UNLIMITED_ACTIVITIES` for no bound.
    pub activities_max: i32,
    /// `MQROUTE_ACCUMULATE_*`.
    pub accumulate: i32,
    /// `MQROUTE_FORWARD_*`.
    pub forward: i32,
    /// `MQROUTE_DELIVER_*`.
    pub deliver: i32,
}

impl TraceRoute {
    /// The group as it is in messages.
    #[must_use]
    pub fn group(&self) -> Parameter {
        let members = [
            (MQIACF_ROUTE_DETAIL, self.detail),
            (MQIACF_RECORDED_ACTIVITIES, self.recorded),
            (MQIACF_UNRECORDED_ACTIVITIES, self.unrecorded),
            (MQIACF_DISCONTINUITY_COUNT, self.discontinuity),
            (MQIACF_MAX_ACTIVITIES, self.activities_max),
            (MQIACF_ROUTE_ACCUMULATION, self.accumulate),
            (MQIACF_ROUTE_FORWARDING, self.forward),
            (MQIACF_ROUTE_DELIVERY, self.deliver),
        ];
        let members = members.map(|(id, value)| Parameter::int(id, value));
        group(MQGACF_TRACE_ROUTE, members.to_vec())
    }

    /// What a group says; what it does not say is as documented for messages that are generated without it.
    #[must_use]
    pub fn of_group(members: &[Parameter]) -> Self {
        let int = |id: i32, without: i32| {
            let found = members.iter().find(|one| one.id == id);
            match found.map(|one| &one.value) {
                Some(Value::Int(value)) => *value,
                _ => without,
            }
        };
        Self {
            detail: int(MQIACF_ROUTE_DETAIL, MQROUTE_DETAIL_MEDIUM),
            recorded: int(MQIACF_RECORDED_ACTIVITIES, 0),
            unrecorded: int(MQIACF_UNRECORDED_ACTIVITIES, 0),
            discontinuity: int(MQIACF_DISCONTINUITY_COUNT, 0),
            activities_max: int(MQIACF_MAX_ACTIVITIES, MQROUTE_UNLIMITED_ACTIVITIES),
            accumulate: int(MQIACF_ROUTE_ACCUMULATION, MQROUTE_ACCUMULATE_NONE),
            forward: int(MQIACF_ROUTE_FORWARDING, MQROUTE_FORWARD_ALL),
            deliver: int(MQIACF_ROUTE_DELIVERY, MQROUTE_DELIVER_NO),
        }
    }

    /// Whether it gathers what is recorded.
    #[must_use]
    pub fn accumulates(&self) -> bool {
        matches!(
            self.accumulate,
            MQROUTE_ACCUMULATE_IN_MSG | MQROUTE_ACCUMULATE_AND_REPLY
        )
    }

    /// Whether it is answered where it ends.
    #[must_use]
    pub fn is_answered(&self) -> bool {
        self.accumulate == MQROUTE_ACCUMULATE_AND_REPLY
    }

    /// Whether it is thrown away where it ends, instead of lying on a queue there.
    #[must_use]
    pub fn ends_on_arrival(&self) -> bool {
        self.deliver & MQROUTE_DELIVER_YES == 0
    }

    /// Whether more was done with it than it allows.
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        let done = self.recorded.saturating_add(self.unrecorded);
        self.activities_max != MQROUTE_UNLIMITED_ACTIVITIES && done > self.activities_max
    }
}

/// Whether data could be those of a trace-route message: cheap, for every message that is put.
#[must_use]
pub fn may_be_trace_route(format: &[u8; 8]) -> bool {
    *format == ADMIN || *format == EMBEDDED
}

/// A trace-route message, taken apart.
#[derive(Clone, Debug)]
pub struct TraceRouteMessage {
    order: ByteOrder,
    /// The beginning of an `MQEPH`, if there is one.
    front: Vec<u8>,
    message: Message,
    /// Data of the application behind it.
    rest: Bytes,
    /// What its group says.
    pub route: TraceRoute,
}

impl TraceRouteMessage {
    /// Takes a message apart. `None` for one that is none, or not as documented; the reply to one, which looks the same, is none.
    #[must_use]
    pub fn parse(descriptor: &MsgDescriptor, body: &Bytes) -> Option<Self> {
        match descriptor.msg_type {
            MQMT_REPLY | MQMT_REPORT => None,
            _ => Self::parse_any(descriptor, body),
        }
    }

    fn parse_any(descriptor: &MsgDescriptor, body: &Bytes) -> Option<Self> {
        if !may_be_trace_route(&descriptor.format) || body.len() > TRACE_ROUTE_BYTES_MAX {
            return None;
        }
        let order = ByteOrder::from_encoding(descriptor.encoding);
        let (front, pcf, rest) = match descriptor.format == EMBEDDED {
            false => (&[][..], body.clone(), Bytes::new()),
            true => {
                let front = body.get(..EMBEDDED_FRONT)?;
                if &front[..4] != b"EPH " {
                    return None;
                }
                let length = int_at(front, 8, order)?;
                let end = usize::try_from(length).ok()?;
                if end < EMBEDDED_FRONT || end > body.len() {
                    return None;
                }
                (front, body.slice(EMBEDDED_FRONT..end), body.slice(end..))
            }
        };
        if int_at(&pcf, 0, order) != Some(MQCFT_TRACE_ROUTE) {
            return None;
        }
        let message = Message::decode(&pcf, order).ok()?;
        if message.header.command != MQCMD_TRACE_ROUTE {
            return None;
        }
        let Some(Value::Group(members)) = message.get(MQGACF_TRACE_ROUTE) else {
            return None;
        };
        let route = TraceRoute::of_group(members);
        Some(Self {
            order,
            front: front.to_vec(),
            message,
            rest,
            route,
        })
    }

    /// Counts an activity that was recorded, or was not.
    pub fn count(&mut self, recorded: bool) {
        let counted = match recorded {
            true => &mut self.route.recorded,
            false => &mut self.route.unrecorded,
        };
        *counted = counted.saturating_add(1);
    }

    /// Adds an activity to those it has gathered.
    pub fn gather(&mut self, activity: Parameter) {
        self.message.parameters.push(activity);
    }

    /// What it has gathered so far.
    #[must_use]
    pub fn parameters(&self) -> &[Parameter] {
        &self.message.parameters
    }

    /// Its data as they are now. What other programs have added to its group stays.
    #[must_use]
    pub fn body(&self) -> Bytes {
        let mut message = self.message.clone();
        let own = self.route.group();
        let of_route = (message.parameters.iter_mut()).find(|one| one.id == MQGACF_TRACE_ROUTE);
        if let (Some(place), Value::Group(new)) = (of_route, own.value)
            && let Value::Group(members) = &mut place.value
        {
            for one in new {
                match members.iter_mut().find(|old| old.id == one.id) {
                    Some(old) => *old = one,
                    None => members.push(one),
                }
            }
        }
        let pcf = message.encode(self.order);
        let mut body = self.front.clone();
        if !body.is_empty() {
            let length = i32::try_from(EMBEDDED_FRONT + pcf.len()).unwrap_or(i32::MAX);
            body[8..12].copy_from_slice(&self.order.i32_bytes(length));
        }
        body.extend_from_slice(&pcf);
        body.extend_from_slice(&self.rest);
        Bytes::from(body)
    }

    /// The data of the reply to it: the same, without what an application has behind it.
    #[must_use]
    pub fn reply(&self) -> Bytes {
        let alone = Self {
            front: Vec::new(),
            rest: Bytes::new(),
            ..self.clone()
        };
        alone.body()
    }
}

fn int_at(bytes: &[u8], at: usize, order: ByteOrder) -> Option<i32> {
    let bytes = bytes.get(at..at + 4)?.try_into().ok()?;
    Some(order.i32_of(bytes))
}

/// A new trace-route message of format `MQADMIN`, in this machine's byte order.
#[must_use]
pub fn trace_route_body(route: &TraceRoute, activities: Vec<Parameter>) -> Bytes {
    let mut parameters = vec![route.group()];
    parameters.extend(activities);
    let header = Header {
        kind: MQCFT_TRACE_ROUTE,
        version: MQCFH_VERSION_3,
        ..Header::command(MQCMD_TRACE_ROUTE)
    };
    let message = Message { header, parameters };
    Bytes::from(message.encode(ByteOrder::NATIVE))
}

/// One thing that was done with a message.
#[derive(Clone, Debug)]
pub struct Operation {
    /// `MQOPER_*`.
    pub kind: i32,
    /// When, as in message descriptors: `yyyymmdd` and `hhmmsshh`.
    pub at: ([u8; 8], [u8; 8]),
    /// Bytes of the message's data.
    pub length: usize,
    /// The message as it was then.
    pub descriptor: MsgDescriptor,
    /// Where.
    pub q_mgr_name: String,
    /// What else is documented for operations of its kind.
    pub more: Vec<Parameter>,
}

impl Operation {
    fn group(&self) -> Parameter {
        let (date, time) = (shown_date(self.at.0), shown_time(self.at.1));
        let length = i32::try_from(self.length).unwrap_or(i32::MAX);
        let message = vec![
            Parameter::int(MQIACF_MSG_LENGTH, length),
            group(MQGACF_MQMD, descriptor_members(&self.descriptor)),
        ];
        let mut members = vec![
            Parameter::int(MQIACF_OPERATION_TYPE, self.kind),
            Parameter::padded(MQCACF_OPERATION_DATE, &date, 12),
            Parameter::padded(MQCACF_OPERATION_TIME, &time, 8),
            group(MQGACF_MESSAGE, message),
            Parameter::padded(MQCA_Q_MGR_NAME, &self.q_mgr_name, 48),
        ];
        members.extend(self.more.clone());
        group(MQGACF_OPERATION, members)
    }
}

/// What a program or an agent did with a message, as one.
#[derive(Clone, Debug)]
pub struct Activity {
    /// Its name.
    pub appl_name: String,
    /// `MQAT_*`.
    pub appl_type: i32,
    /// In words.
    pub description: String,
    /// One after the other.
    pub operations: Vec<Operation>,
}

impl Activity {
    /// The group as it is in messages.
    #[must_use]
    pub fn group(&self) -> Parameter {
        let mut members = vec![
            Parameter::padded(MQCACF_APPL_NAME, &self.appl_name, 28),
            Parameter::int(MQIA_APPL_TYPE, self.appl_type),
            Parameter::padded(MQCACF_ACTIVITY_DESC, &self.description, 64),
        ];
        members.extend(self.operations.iter().map(Operation::group));
        group(MQGACF_ACTIVITY, members)
    }
}

/// A group of parameters.
#[must_use]
pub fn group(id: i32, members: Vec<Parameter>) -> Parameter {
    let value = Value::Group(members);
    Parameter { id, value }
}

/// The fields of a descriptor, in the documented order.
fn descriptor_members(descriptor: &MsgDescriptor) -> Vec<Parameter> {
    let text = |id: i32, bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes);
        Parameter::text(id, &text)
    };
    let bytes = |id: i32, bytes: &[u8]| Parameter {
        id,
        value: Value::Bytes(bytes.to_vec()),
    };
    let mut members = vec![
        text(MQCACF_STRUC_ID, b"MD  "),
        Parameter::int(MQIACF_VERSION, descriptor.version),
        Parameter::int(MQIACF_REPORT, descriptor.report),
        Parameter::int(MQIACF_MSG_TYPE, descriptor.msg_type),
        Parameter::int(MQIACF_EXPIRY, descriptor.expiry),
        Parameter::int(MQIACF_FEEDBACK, descriptor.feedback),
        Parameter::int(MQIACF_ENCODING, descriptor.encoding),
        Parameter::int(MQIA_CODED_CHAR_SET_ID, descriptor.coded_char_set_id),
        text(MQCACH_FORMAT_NAME, &descriptor.format),
        Parameter::int(MQIACF_PRIORITY, descriptor.priority),
        Parameter::int(MQIACF_PERSISTENCE, descriptor.persistence),
        bytes(MQBACF_MSG_ID, &descriptor.msg_id),
        bytes(MQBACF_CORREL_ID, &descriptor.correl_id),
        Parameter::int(MQIACF_BACKOUT_COUNT, descriptor.backout_count),
        text(MQCACF_REPLY_TO_Q, &descriptor.reply_to_q),
        text(MQCACF_REPLY_TO_Q_MGR, &descriptor.reply_to_q_mgr),
        text(MQCACF_USER_IDENTIFIER, &descriptor.user_identifier),
        bytes(MQBACF_ACCOUNTING_TOKEN, &descriptor.accounting_token),
        text(MQCACF_APPL_IDENTITY_DATA, &descriptor.appl_identity_data),
        Parameter::int(MQIA_APPL_TYPE, descriptor.put_appl_type),
        text(MQCACF_APPL_NAME, &descriptor.put_appl_name),
        text(MQCACF_PUT_DATE, &descriptor.put_date),
        text(MQCACF_PUT_TIME, &descriptor.put_time),
        text(MQCACF_APPL_ORIGIN_DATA, &descriptor.appl_origin_data),
    ];
    if descriptor.version >= MQMD_VERSION_2 {
        members.extend([
            bytes(MQBACF_GROUP_ID, &descriptor.group_id),
            Parameter::int(MQIACH_MSG_SEQUENCE_NUMBER, descriptor.msg_seq_number),
            Parameter::int(MQIACF_OFFSET, descriptor.offset),
            Parameter::int(MQIACF_MSG_FLAGS, descriptor.msg_flags),
            Parameter::int(MQIACF_ORIGINAL_LENGTH, descriptor.original_length),
        ]);
    }
    members
}

/// The report of an activity, for a message that asks for it: descriptor and data. It carries the context of its message, and of a trace-route message
/// what that counts.
#[must_use]
pub fn activity_report(
    about: &MsgDescriptor,
    activity: &Activity,
    route: Option<&TraceRoute>,
) -> (MsgDescriptor, Bytes) {
    let descriptor = MsgDescriptor {
        feedback: MQFB_ACTIVITY,
        format: EMBEDDED,
        encoding: MQENC_NATIVE,
        coded_char_set_id: 1208,
        // There are several of one segment, each longer than it may be: they are no segments of anything.
        msg_flags: about.msg_flags & !(MQMF_SEGMENT | MQMF_LAST_SEGMENT),
        offset: 0,
        ..report::descriptor(about, about.expiry)
    };
    let mut parameters = vec![activity.group()];
    parameters.extend(route.map(TraceRoute::group));
    let header = Header {
        kind: MQCFT_REPORT,
        version: MQCFH_VERSION_3,
        ..Header::command(MQCMD_ACTIVITY_MSG)
    };
    let pcf = Message { header, parameters }.encode(ByteOrder::NATIVE);
    let length = i32::try_from(EMBEDDED_FRONT + pcf.len()).unwrap_or(i32::MAX);
    let mut body = b"EPH ".to_vec();
    for number in [MQEPH_VERSION_1, length, 0, MQCCSI_UNDEFINED] {
        body.extend_from_slice(&number.to_ne_bytes());
    }
    body.extend_from_slice(&[b' '; 8]);
    body.extend_from_slice(&MQEPH_NONE.to_ne_bytes());
    body.extend_from_slice(&pcf);
    (descriptor, Bytes::from(body))
}

/// What a message tells of activities: the parameters of a report of one, of a trace-route message or of the reply to one.
#[must_use]
pub fn told(descriptor: &MsgDescriptor, body: &Bytes) -> Option<Vec<Parameter>> {
    let order = ByteOrder::from_encoding(descriptor.encoding);
    if descriptor.format != EMBEDDED {
        return TraceRouteMessage::parse_any(descriptor, body).map(|it| it.message.parameters);
    }
    let length = int_at(body, 8, order)?;
    let end = usize::try_from(length).ok()?;
    let pcf = body.get(EMBEDDED_FRONT..end)?;
    let message = Message::decode(pcf, order).ok()?;
    let fits = matches!(
        message.header.command,
        MQCMD_ACTIVITY_MSG | MQCMD_TRACE_ROUTE
    );
    fits.then_some(message.parameters)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn route() -> TraceRoute {
        TraceRoute {
            detail: MQROUTE_DETAIL_MEDIUM,
            recorded: 0,
            unrecorded: 0,
            discontinuity: 0,
            activities_max: 2,
            accumulate: MQROUTE_ACCUMULATE_AND_REPLY,
            forward: MQROUTE_FORWARD_ALL,
            deliver: MQROUTE_DELIVER_NO,
        }
    }

    fn descriptor(format: [u8; 8]) -> MsgDescriptor {
        MsgDescriptor {
            format,
            encoding: MQENC_NATIVE,
            ..MsgDescriptor::default()
        }
    }

    fn activity() -> Activity {
        Activity {
            appl_name: "agent".into(),
            appl_type: MQAT_QMGR,
            description: "sends".into(),
            operations: vec![Operation {
                kind: MQOPER_SEND,
                at: (*b"20261127", *b"03161700"),
                length: 3,
                descriptor: descriptor(*b"MQSTR   "),
                q_mgr_name: "QM1".into(),
                more: vec![Parameter::text(MQCACH_CHANNEL_NAME, "A.B")],
            }],
        }
    }

    #[test]
    fn a_trace_route_message_gathers_and_counts() {
        let body = trace_route_body(&route(), Vec::new());
        let of = descriptor(ADMIN);
        let mut traced = TraceRouteMessage::parse(&of, &body).expect("one");
        assert_eq!(traced.route, route());
        traced.count(true);
        traced.gather(activity().group());
        let mut again = TraceRouteMessage::parse(&of, &traced.body()).expect("still one");
        assert_eq!(again.route.recorded, 1);
        assert_eq!(again.parameters().len(), 2);
        again.count(false);
        assert!(!again.route.is_exhausted());
        again.count(true);
        assert!(again.route.is_exhausted());
        // The reply to it is none, and tells as much.
        let reply = MsgDescriptor {
            msg_type: MQMT_REPLY,
            ..of
        };
        assert!(TraceRouteMessage::parse(&reply, &again.reply()).is_none());
        assert_eq!(told(&reply, &again.reply()).map(|all| all.len()), Some(2));
    }

    #[test]
    fn data_of_an_application_stay_behind_it() {
        let pcf = trace_route_body(&route(), Vec::new());
        let mut body = b"EPH ".to_vec();
        let length = i32::try_from(32 + pcf.len()).expect("short");
        for number in [1, length, 546, 1208] {
            body.extend_from_slice(&i32::to_ne_bytes(number));
        }
        body.extend_from_slice(b"MQSTR   ");
        body.extend_from_slice(&0i32.to_ne_bytes());
        body.extend_from_slice(&pcf);
        body.extend_from_slice(b"data");
        let of = descriptor(EMBEDDED);
        let mut traced = TraceRouteMessage::parse(&of, &Bytes::from(body)).expect("one");
        traced.gather(activity().group());
        let made = traced.body();
        assert!(made.ends_with(b"data"));
        let again = TraceRouteMessage::parse(&of, &made).expect("still one");
        assert_eq!(again.parameters().len(), 2);
        assert!(!again.reply().ends_with(b"data"));
    }

    #[test]
    fn what_is_none_is_let_alone() {
        let of = descriptor(ADMIN);
        for body in [&b""[..], b"short", &[0; 36], &[10; 64]] {
            assert!(TraceRouteMessage::parse(&of, &Bytes::copy_from_slice(body)).is_none());
            let embedded = descriptor(EMBEDDED);
            assert!(TraceRouteMessage::parse(&embedded, &Bytes::copy_from_slice(body)).is_none());
            assert!(told(&embedded, &Bytes::copy_from_slice(body)).is_none());
        }
    }

    #[test]
    fn a_report_tells_the_activity_and_what_was_counted() {
        let about = MsgDescriptor {
            report: MQRO_ACTIVITY | MQRO_PASS_DISCARD_AND_EXPIRY | MQRO_DISCARD_MSG,
            msg_id: [7; 24],
            expiry: 600,
            ..descriptor(ADMIN)
        };
        let (report, body) = activity_report(&about, &activity(), Some(&route()));
        assert_eq!((report.feedback, report.expiry), (MQFB_ACTIVITY, 600));
        assert_eq!(report.correl_id, [7; 24]);
        let told = told(&report, &body).expect("readable");
        let ids: Vec<i32> = told.iter().map(|one| one.id).collect();
        assert_eq!(ids, [MQGACF_ACTIVITY, MQGACF_TRACE_ROUTE]);
    }
}
