//! Application activity trace: each call of a connection somebody wants to know of, as messages on the topics
//! `$SYS/MQ/INFO/QMGR/<name>/ActivityTrace/...`, or on `SYSTEM.ADMIN.TRACE.ACTIVITY.QUEUE` where the queue manager's attributes ask for it.
//!
//! Calls are gathered and written together: by the first call that is answered after the interval, when there are many, and as the
//! connection ends.
//!
//! Source: "Application activity trace message reference".

use crate::core::activity::{ActivityLevel, ActivitySettings};
use crate::core::identity::PutStamp;
use crate::core::trace::name_fits;
use crate::deliver::placing::sign;
use crate::deliver::record::put_records;
use crate::publish::copy::Publication;
use crate::publish::distribute::publish_own;
use crate::verbs::Engine;
use crate::verbs::connection_state::ConnectionState;
use bytes::Bytes;
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::described::reason_of;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::hex::hex;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::ObjectHandle;
use ferromq_mqi::pcf::{Header, Message, Parameter, Value};
use ferromq_mqi::route::group;
use ferromq_mqi::xa::XaCall;
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_queue::Message as QueueMessage;
use std::sync::Arc;

/// Where they go with `ACTVTRC(ON)`.
const QUEUE: &str = "SYSTEM.ADMIN.TRACE.ACTIVITY.QUEUE";
/// Most calls in one message, whatever is asked for.
const CALLS_MAX: u32 = 10_000;
/// Most bytes of a message that are told.
const DATA_BYTES_MAX: u32 = 100 << 20;
/// Bytes of messages that are told together, beyond which they are written.
pub(super) const GATHERED_BYTES_MAX: usize = 4 << 20;

/// A call under way.
#[derive(Debug)]
pub(super) struct Followed {
    /// `MQXF_*`.
    pub(super) operation: i32,
    pub(super) began_us: u64,
    pub(super) began_ns: u64,
    pub(super) asked: Vec<Parameter>,
}

/// What a connection that is followed has gathered.
#[derive(Debug)]
pub(crate) struct Following {
    /// Epoch of the demand (`core/activity.rs`) that was looked at last.
    pub(super) epoch: u32,
    pub(super) settings: Arc<ActivitySettings>,
    level: ActivityLevel,
    data_bytes: u32,
    pub(super) interval_us: u64,
    pub(super) count: u32,
    pub(super) stops_on_trace: bool,
    /// Topics somebody subscribed to.
    topics: Vec<String>,
    pub(super) to_queue: bool,
    /// It has got trace messages itself.
    pub(super) is_left_out: bool,
    pub(super) calls: Vec<Parameter>,
    pub(super) gathered_bytes: usize,
    pub(super) began_us: u64,
    sequence: i32,
    pub(super) under_way: Option<Followed>,
}

impl Following {
    pub(super) fn new(engine: &Engine, state: &ConnectionState) -> Self {
        let mut following = Self {
            epoch: 0,
            settings: engine.activity.settings(),
            level: ActivityLevel::Medium,
            data_bytes: 0,
            interval_us: 0,
            count: CALLS_MAX,
            stops_on_trace: true,
            topics: Vec::new(),
            to_queue: false,
            is_left_out: false,
            calls: Vec::new(),
            gathered_bytes: 0,
            began_us: engine.clock.wall_us(),
            sequence: 0,
            under_way: None,
        };
        following.look(engine, state);
        following
    }

    /// Finds out who wants to know of the connection now.
    pub(super) fn look(&mut self, engine: &Engine, state: &ConnectionState) {
        self.epoch = engine.activity.epoch();
        self.settings = engine.activity.settings();
        let name = program(state);
        let of_appl = (self.settings.applications.iter())
            .find(|one| name_fits(&one.appl_name, &name))
            .cloned();
        let own = |of_own: Option<u32>, general: u32| of_own.unwrap_or(general);
        let one = of_appl.as_ref();
        self.level = one.and_then(|one| one.level).unwrap_or(self.settings.level);
        let data = own(one.and_then(|one| one.data_bytes), self.settings.data_bytes);
        self.data_bytes = data.min(DATA_BYTES_MAX);
        let interval = own(one.and_then(|one| one.interval_s), self.settings.interval_s);
        self.interval_us = u64::from(interval) * 1_000_000;
        let count = own(one.and_then(|one| one.count), self.settings.count);
        self.count = match count {
            0 => CALLS_MAX,
            count => count.min(CALLS_MAX),
        };
        self.stops_on_trace = one
            .and_then(|one| one.stops_on_trace)
            .unwrap_or(self.settings.stops_on_trace);
        self.to_queue = is_central(engine, state, one.map(|one| one.traced));
        let topics = topics(engine, state, &name);
        self.topics = topics
            .into_iter()
            .filter(|topic| !engine.topics.audience(topic, None).is_empty())
            .collect();
    }

    pub(super) fn is_wanted(&self) -> bool {
        !self.is_left_out && (self.to_queue || !self.topics.is_empty())
    }

    /// Writes what was gathered.
    pub(super) fn write(&mut self, engine: &Engine, state: &ConnectionState) {
        let calls = std::mem::take(&mut self.calls);
        self.gathered_bytes = 0;
        if calls.is_empty() {
            return;
        }
        let now_us = engine.clock.wall_us();
        let mut parameters = head(engine, state, self, now_us);
        parameters.extend(calls);
        self.sequence = self.sequence.wrapping_add(1);
        self.began_us = now_us;
        let message = Message {
            header: Header {
                kind: MQCFT_APP_ACTIVITY,
                version: MQCFH_VERSION_3,
                ..Header::command(MQCMD_ACTIVITY_TRACE)
            },
            parameters,
        };
        for topic in &self.topics {
            publish(engine, topic, &message, state);
        }
        if self.to_queue {
            put_records(engine, QUEUE, &[message]);
        }
    }
}

/// Whether it goes to the queue: as the queue manager, `mqat.ini` and the connection say.
fn is_central(engine: &Engine, state: &ConnectionState, of_appl: Option<bool>) -> bool {
    let mut is_on = engine.q_mgr_int(Attr::Actvtrc) == MQMON_ON;
    if let Some(traced) = of_appl {
        is_on = traced;
    }
    if engine.q_mgr_int(Attr::Actvcono) == MQMON_ENABLED {
        let asks = |option| state.options & option != 0;
        is_on =
            (is_on || asks(MQCNO_ACTIVITY_TRACE_ENABLED)) && !asks(MQCNO_ACTIVITY_TRACE_DISABLED);
    }
    is_on
}

/// The name of the program, without its path.
fn program(state: &ConnectionState) -> String {
    let name = state.appl_name.as_str().trim_end();
    name.rsplit('/').next().unwrap_or(name).to_owned()
}

/// The topics that are about a connection.
fn topics(engine: &Engine, state: &ConnectionState, name: &str) -> Vec<String> {
    let prefix = format!("$SYS/MQ/INFO/QMGR/{}/ActivityTrace", engine.name);
    let mut topics = vec![
        format!("{prefix}/ApplName/{name}"),
        format!("{prefix}/ConnectionId/{}", hex(&state.id)),
    ];
    if let Some(client) = &state.origin.client {
        topics.push(format!(
            "{prefix}/ChannelName/{}",
            client.channel.trim_end().replace('/', "&")
        ));
    }
    topics
}

/// What comes before the calls.
fn head(
    engine: &Engine,
    state: &ConnectionState,
    following: &Following,
    now_us: u64,
) -> Vec<Parameter> {
    let ([start_date, start_time], [end_date, end_time]) =
        (shown_moment(following.began_us), shown_moment(now_us));
    let text = |id: i32, text: &str, width: usize| Parameter::padded(id, text.trim_end(), width);
    let environment = match (&state.origin.client, state.is_own()) {
        (Some(_), _) => MQXE_MCA_SVRCONN,
        (None, true) => MQXE_MCA,
        (None, false) => MQXE_OTHER,
    };
    let level = match following.level {
        ActivityLevel::Low => 1,
        ActivityLevel::Medium => 2,
        ActivityLevel::High => 3,
    };
    let mut parameters = vec![
        text(MQCA_Q_MGR_NAME, engine.name.as_str(), 48),
        Parameter::text(MQCACF_HOST_NAME, &following.settings.host_name),
        text(MQCAMO_START_DATE, &start_date, 12),
        text(MQCAMO_START_TIME, &start_time, 8),
        text(MQCAMO_END_DATE, &end_date, 12),
        text(MQCAMO_END_TIME, &end_time, 8),
        Parameter::int(MQIA_COMMAND_LEVEL, engine.q_mgr_int(Attr::Cmdlevel)),
        Parameter::int(MQIACF_SEQUENCE_NUMBER, following.sequence),
        text(MQCACF_APPL_NAME, state.appl_name.as_str(), 28),
        Parameter::int(MQIA_APPL_TYPE, state.origin.appl_type),
        Parameter::int(
            MQIACF_PROCESS_ID,
            i32::try_from(state.origin.process_id).unwrap_or(0),
        ),
        text(MQCACF_USER_IDENTIFIER, state.origin.user_id.as_str(), 12),
        Parameter::int(
            MQIACF_API_CALLER_TYPE,
            if state.is_own() {
                MQXACT_INTERNAL
            } else {
                MQXACT_EXTERNAL
            },
        ),
        Parameter::int(MQIACF_API_ENVIRONMENT, environment),
    ];
    let client = state.origin.client.as_ref();
    if let Some(client) = client.filter(|client| !client.channel.is_empty()) {
        parameters.extend([
            text(MQCACH_CHANNEL_NAME, client.channel.as_str(), 20),
            text(MQCACH_CONNECTION_NAME, client.address.as_str(), 264),
            Parameter::int(MQIACH_CHANNEL_TYPE, MQCHT_SVRCONN),
        ]);
    }
    parameters.extend([
        Parameter {
            id: MQBACF_CONNECTION_ID,
            value: Value::Bytes(state.id.to_vec()),
        },
        Parameter::int(MQIACF_TRACE_DETAIL, level),
        Parameter::int(
            MQIACF_TRACE_DATA_LENGTH,
            i32::try_from(following.data_bytes).unwrap_or(i32::MAX),
        ),
        Parameter::int(MQIACF_POINTER_SIZE, 8),
        Parameter::int(MQIA_PLATFORM, MQPL_UNIX),
    ]);
    parameters
}

/// `yyyy-mm-dd` and `hh.mm.ss`.
fn shown_moment(us: u64) -> [String; 2] {
    let stamp = PutStamp::at(us);
    [stamp.display_date(), stamp.display_time()]
}

fn publish(engine: &Engine, topic: &str, message: &Message, state: &ConnectionState) {
    let put_at_us = engine.clock.wall_us();
    let mut descriptor = MsgDescriptor {
        version: MQMD_VERSION_2,
        msg_type: MQMT_DATAGRAM,
        format: *b"MQADMIN ",
        encoding: MQENC_NATIVE,
        coded_char_set_id: engine.limits().ccsid,
        persistence: MQPER_NOT_PERSISTENT,
        priority: 0,
        correl_id: state.id,
        ..MsgDescriptor::default()
    };
    sign(engine, &mut descriptor, put_at_us);
    let body = Bytes::from(message.encode(ByteOrder::NATIVE));
    let message = QueueMessage::new(descriptor, body);
    let publication = Publication::of(topic.to_owned().into(), message, put_at_us);
    publish_own(engine, &publication);
}

pub(super) fn operation_of(request: &Request) -> Option<i32> {
    Some(match request {
        Request::Open { .. } => MQXF_OPEN,
        Request::Close { .. } => MQXF_CLOSE,
        Request::Put { .. } => MQXF_PUT,
        Request::Put1 { .. } => MQXF_PUT1,
        Request::Get { .. } => MQXF_GET,
        Request::Inquire { .. } => MQXF_INQ,
        Request::Set { .. } => MQXF_SET,
        Request::Begin { .. } => MQXF_BEGIN,
        Request::Commit => MQXF_CMIT,
        Request::BackOut => MQXF_BACK,
        Request::Stat { .. } => MQXF_STAT,
        Request::Subscribe { .. } => MQXF_SUB,
        Request::SubscriptionRequest { .. } => MQXF_SUBRQ,
        Request::Disconnect => MQXF_DISC,
        Request::Xa(call) => match call {
            XaCall::Open { .. } => MQXF_XAOPEN,
            XaCall::Close { .. } => MQXF_XACLOSE,
            XaCall::Start { .. } => MQXF_XASTART,
            XaCall::End { .. } => MQXF_XAEND,
            XaCall::Prepare { .. } => MQXF_XAPREPARE,
            XaCall::Commit { .. } => MQXF_XACOMMIT,
            XaCall::RollBack { .. } => MQXF_XAROLLBACK,
            XaCall::Forget { .. } => MQXF_XAFORGET,
            XaCall::Recover { .. } => MQXF_XARECOVER,
            XaCall::Complete { .. } => MQXF_XACOMPLETE,
        },
        Request::AwaitAny { .. }
        | Request::Command { .. }
        | Request::Local(_)
        | Request::MoreOutput => return None,
    })
}

fn name(id: i32, name: &ObjectName) -> Parameter {
    Parameter::padded(id, name.as_str().trim_end(), 48)
}

fn int(id: i32, value: usize) -> Parameter {
    Parameter::int(id, i32::try_from(value).unwrap_or(i32::MAX))
}

/// What a call is asked for.
// tidy: one arm per verb
pub(super) fn asked(request: &Request, following: &Following) -> Vec<Parameter> {
    let hobj = |handle: &ObjectHandle| Parameter::int(MQIACF_HOBJ, handle.0);
    match request {
        Request::Open {
            descriptor,
            options,
        } => {
            let mut list = vec![
                Parameter::int(MQIACF_OBJECT_TYPE, descriptor.object_type),
                name(MQCACF_OBJECT_NAME, &descriptor.object_name),
                name(MQCACF_OBJECT_Q_MGR_NAME, &descriptor.object_q_mgr_name),
                Parameter::int(MQIACF_OPEN_OPTIONS, *options),
            ];
            if !descriptor.object_string.is_empty() {
                list.push(Parameter::text(
                    MQCACF_OBJECT_STRING,
                    &descriptor.object_string,
                ));
            }
            list
        }
        Request::Close { handle, options } => {
            vec![hobj(handle), Parameter::int(MQIACF_CLOSE_OPTIONS, *options)]
        }
        Request::Put {
            handle,
            descriptor,
            options,
            body,
        } => {
            let mut list = vec![
                hobj(handle),
                Parameter::int(MQIACF_PUT_OPTIONS, options.options),
                int(MQIACF_MSG_LENGTH, body.len()),
            ];
            list.extend(message_told(descriptor, body, following));
            list
        }
        Request::Put1 {
            object,
            descriptor,
            options,
            body,
        } => {
            let mut list = vec![
                Parameter::int(MQIACF_OBJECT_TYPE, object.object_type),
                name(MQCACF_OBJECT_NAME, &object.object_name),
                name(MQCACF_OBJECT_Q_MGR_NAME, &object.object_q_mgr_name),
                Parameter::int(MQIACF_PUT_OPTIONS, options.options),
                int(MQIACF_MSG_LENGTH, body.len()),
            ];
            list.extend(message_told(descriptor, body, following));
            list
        }
        Request::Get {
            handle,
            options,
            buffer_len,
            ..
        } => vec![
            hobj(handle),
            Parameter::int(MQIACF_GET_OPTIONS, options.options),
            int(MQIACF_BUFFER_LENGTH, *buffer_len as usize),
            Parameter::int(MQIACF_WAIT_INTERVAL, options.wait_interval_ms),
        ],
        Request::Inquire {
            handle, selectors, ..
        }
        | Request::Set {
            handle, selectors, ..
        } => vec![
            hobj(handle),
            int(MQIACF_SELECTOR_COUNT, selectors.len()),
            Parameter::ints(MQIACF_SELECTORS, selectors),
        ],
        Request::Stat { kind } => vec![Parameter::int(MQIACF_STATUS_TYPE, *kind)],
        Request::Subscribe { descriptor, queue } => vec![
            Parameter::int(MQIACF_SUB_OPTIONS, descriptor.options),
            name(MQCACF_OBJECT_NAME, &descriptor.object_name),
            Parameter::text(MQCACF_OBJECT_STRING, &descriptor.object_string),
            hobj(queue),
        ],
        Request::SubscriptionRequest {
            handle,
            action,
            options,
        } => vec![
            Parameter::int(MQIACF_HSUB, handle.0),
            Parameter::int(MQIACF_SUBRQ_ACTION, *action),
            Parameter::int(MQIACF_SUBRQ_OPTIONS, *options),
        ],
        Request::Xa(call) => asked_of_branches(call),
        _ => Vec::new(),
    }
}

/// What a transaction manager asks for. Which resource manager it takes the connection for (`Rmid`) is not known here.
fn asked_of_branches(call: &XaCall) -> Vec<Parameter> {
    let flags = Parameter::int(MQIACF_XA_FLAGS, call.flags());
    match call {
        XaCall::Open { name, .. } | XaCall::Close { name, .. } => {
            let text = String::from_utf8_lossy(name);
            vec![Parameter::text(MQCACF_XA_INFO, &text), flags]
        }
        XaCall::Recover { count, .. } => vec![Parameter::int(MQIACF_XA_COUNT, *count), flags],
        _ => {
            let xid = call.branch().map(|xid| Parameter {
                id: MQBACF_XA_XID,
                value: Value::Bytes(xid.structure()),
            });
            xid.into_iter().chain([flags]).collect()
        }
    }
}

/// What is told of a message: as much as the level says.
fn message_told(descriptor: &MsgDescriptor, body: &[u8], following: &Following) -> Vec<Parameter> {
    let bytes = |id: i32, bytes: &[u8]| Parameter {
        id,
        value: Value::Bytes(bytes.to_vec()),
    };
    let text = |id: i32, text: &[u8]| Parameter::text(id, &String::from_utf8_lossy(text));
    let mut list = Vec::new();
    let data = (following.data_bytes as usize).min(body.len());
    if data > 0 {
        list.push(bytes(MQBACF_MESSAGE_DATA, &body[..data]));
    }
    if following.level >= ActivityLevel::Medium {
        list.extend([
            bytes(MQBACF_MSG_ID, &descriptor.msg_id),
            bytes(MQBACF_CORREL_ID, &descriptor.correl_id),
            Parameter::int(MQIACF_REPORT, descriptor.report),
            Parameter::int(MQIACF_MSG_TYPE, descriptor.msg_type),
            Parameter::int(MQIACF_EXPIRY, descriptor.expiry),
            text(MQCACH_FORMAT_NAME, &descriptor.format),
            Parameter::int(MQIACF_PRIORITY, descriptor.priority),
            Parameter::int(MQIACF_PERSISTENCE, descriptor.persistence),
            text(MQCACF_REPLY_TO_Q, &descriptor.reply_to_q),
            text(MQCACF_REPLY_TO_Q_MGR, &descriptor.reply_to_q_mgr),
        ]);
    }
    if following.level >= ActivityLevel::High {
        list.extend([
            Parameter::int(MQIACF_FEEDBACK, descriptor.feedback),
            Parameter::int(MQIACF_ENCODING, descriptor.encoding),
            Parameter::int(MQIA_CODED_CHAR_SET_ID, descriptor.coded_char_set_id),
            Parameter::int(MQIACF_BACKOUT_COUNT, descriptor.backout_count),
            bytes(MQBACF_GROUP_ID, &descriptor.group_id),
            Parameter::int(MQIACF_MSG_FLAGS, descriptor.msg_flags),
        ]);
    }
    list
}

/// A call and what it came to, and about how many bytes that is.
pub(super) fn told(
    call: &Followed,
    reply: &Reply,
    took_us: u64,
    resolved: Option<ObjectName>,
    state: &ConnectionState,
    following: &Following,
) -> (Parameter, usize) {
    let (comp_code, reason) = came_to(reply);
    let [date, time] = shown_moment(call.began_us);
    let long = |id: i32, value: u64| Parameter {
        id,
        value: Value::Int64(i64::try_from(value).unwrap_or(i64::MAX)),
    };
    let mut list = vec![
        Parameter::int(MQIACF_OPERATION_ID, call.operation),
        Parameter::int(
            MQIACF_THREAD_ID,
            i32::try_from(state.origin.thread_id).unwrap_or(0),
        ),
        Parameter::padded(MQCACF_OPERATION_DATE, &date, 12),
        Parameter::padded(MQCACF_OPERATION_TIME, &time, 8),
        long(MQIAMO64_HIGHRES_TIME, call.began_us),
        long(MQIAMO64_QMGR_OP_DURATION, took_us),
    ];
    match reply {
        Reply::Xa(answer) => list.push(Parameter::int(MQIACF_XA_RETCODE, answer.code.0)),
        _ => list.extend([
            Parameter::int(MQIACF_COMP_CODE, comp_code),
            Parameter::int(MQIACF_REASON_CODE, reason.0),
        ]),
    }
    let mut push = |parameter: Parameter| {
        // What the answer says stands for what was asked.
        match list.iter_mut().find(|one| one.id == parameter.id) {
            Some(known) => *known = parameter,
            None => list.push(parameter),
        }
    };
    call.asked.iter().cloned().for_each(&mut push);
    answered(reply, following).into_iter().for_each(&mut push);
    if let Some(resolved) = resolved {
        push(name(MQCACF_RESOLVED_Q_NAME, &resolved));
    }
    let data = following.data_bytes as usize;
    (
        group(MQGACF_ACTIVITY_TRACE, list),
        1_024 + data.min(reply_bytes(reply)),
    )
}

/// What the answer to a call says.
fn answered(reply: &Reply, following: &Following) -> Vec<Parameter> {
    match reply {
        Reply::Opened { handle, descriptor } => vec![
            Parameter::int(MQIACF_HOBJ, handle.0),
            name(MQCACF_OBJECT_NAME, &descriptor.object_name),
            name(MQCACF_RESOLVED_Q_NAME, &descriptor.resolved_q_name),
            name(MQCACF_RESOLVED_Q_MGR, &descriptor.resolved_q_mgr_name),
            Parameter::int(MQIACF_RESOLVED_TYPE, descriptor.resolved_type),
        ],
        Reply::Put(put) => {
            let mut list = message_told(&put.descriptor, &[], following);
            list.push(name(MQCACF_RESOLVED_Q_NAME, &put.resolved_q_name));
            list.push(name(MQCACF_RESOLVED_Q_MGR, &put.resolved_q_mgr_name));
            list
        }
        Reply::Got(got) => {
            let mut list = vec![int(MQIACF_MSG_LENGTH, got.data_length as usize)];
            list.extend(message_told(&got.descriptor, &got.body, following));
            list
        }
        Reply::Subscribed(made) => vec![
            Parameter::int(MQIACF_HOBJ, made.queue.0),
            Parameter::int(MQIACF_HSUB, made.subscription.0),
        ],
        _ => Vec::new(),
    }
}

fn reply_bytes(reply: &Reply) -> usize {
    match reply {
        Reply::Got(got) => got.body.len(),
        Reply::Put(_) => DATA_BYTES_MAX as usize,
        _ => 0,
    }
}

fn came_to(reply: &Reply) -> (i32, Reason) {
    let reason = reason_of(reply);
    match (reply, reason) {
        (Reply::Failed(_), _) => (MQCC_FAILED, reason),
        (_, Reason::NONE) => (MQCC_OK, reason),
        _ => (MQCC_WARNING, reason),
    }
}

/// Whether a message was got that is one of these.
pub(super) fn is_trace(reply: &Reply) -> bool {
    match reply {
        Reply::Got(got) if got.descriptor.format == *b"MQADMIN " => {
            let order = ByteOrder::from_encoding(got.descriptor.encoding);
            let kind = got.body.get(..4).and_then(|bytes| bytes.try_into().ok());
            kind.map(|bytes| order.i32_of(bytes)) == Some(MQCFT_APP_ACTIVITY)
        }
        _ => false,
    }
}
