//! `amqsact`: application activity trace as text.
//!
//! Source: "amqsact sample program".

use super::session::{BUFFER_BYTES, connected_to, failed, q_mgr_name};
use crate::arguments::Arguments;
use crate::connection::Connected;
use crate::failure::Failure;
use ferromq_base::output;
use ferromq_mqi::call::GetReply;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::hex::hex;
use ferromq_mqi::options::{GetOptions, ObjectHandle, SubscriptionDescriptor};
use ferromq_mqi::pcf::{Message, Parameter, Value, parameter_name, value_of};
use ferromq_mqi::{MsgDescriptor, Reason};
use std::collections::HashMap;
use std::fmt::Write;

/// Where it is read where no queue and no topic is named.
const QUEUE: &str = "SYSTEM.ADMIN.TRACE.ACTIVITY.QUEUE";
/// Longest one get waits, so that it is seen that nobody reads any more.
const WAIT_MS: i64 = 500;

/// What is asked for.
struct Asked {
    verbose: bool,
    /// `yyyy-mm-dd hh.mm.ss`.
    from: Option<String>,
    to: Option<String>,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let wrong = |problem: String| Failure::text(format!("{problem}\n"), 99);
    let asked = Asked {
        verbose: arguments.has("-v"),
        from: moment(arguments, "-s", "00.00.00").map_err(wrong)?,
        to: moment(arguments, "-e", "23.59.59").map_err(wrong)?,
    };
    let depth = arguments.number("-d", 1_u64, u64::MAX).map_err(wrong)?;
    let wait_s = arguments.number("-w", 0_i64, 2_147_483).map_err(wrong)?;
    let given = ["-q", "-t", "-a"].into_iter();
    if given.filter(|flag| arguments.has(flag)).count() > 1 {
        return Err(wrong(
            "only one of options -q, -t and -a can be given".to_owned(),
        ));
    }
    let mut session = connected_to(arguments, arguments.value("-m"), "amqsact")?;
    let topic = match arguments.value("-a") {
        None => arguments.value("-t").map(str::to_owned),
        Some(program) => {
            let q_mgr = q_mgr_name(&mut session)?;
            Some(format!(
                "$SYS/MQ/INFO/QMGR/{q_mgr}/ActivityTrace/ApplName/{program}"
            ))
        }
    };
    let browses = arguments.has("-b") && topic.is_none();
    let handle = match &topic {
        Some(topic) => {
            output::line(&format!(
                "Subscribing to the activity trace topic:\n  '{topic}'\n"
            ));
            subscribe(&mut session, topic)?
        }
        None => {
            let how = if browses {
                MQOO_BROWSE
            } else {
                MQOO_INPUT_SHARED
            };
            let queue = arguments.value("-q").unwrap_or(QUEUE);
            let opened = session.open(queue, how | MQOO_FAIL_IF_QUIESCING);
            opened.map_err(|error| failed(&error))?
        }
    };
    // Who subscribes waits for what is to come; what lies on a queue is shown.
    let usual_s = if topic.is_some() { 30 } else { 0 };
    let wait_ms = wait_s.unwrap_or(usual_s) * 1_000;
    let mut left = depth.unwrap_or(u64::MAX);
    let mut shown = 0_u64;
    let mut names = HashMap::new();
    while left > 0 && !output::is_closed() {
        let Some(got) = next(&mut session, handle, browses, wait_ms)? else {
            break;
        };
        let Ok(message) = Message::decode(&got.body, ByteOrder::NATIVE) else {
            continue;
        };
        if message.header.command != MQCMD_ACTIVITY_TRACE || !asked.wants(&message) {
            continue;
        }
        output::say(&asked.shown(&message, shown, &mut names));
        (left, shown) = (left - 1, shown + 1);
    }
    output::line(&format!("{shown} Records Processed."));
    session.disconnect().map_err(|error| failed(&error))?;
    Ok(0)
}

fn subscribe(session: &mut Connected, topic: &str) -> Result<ObjectHandle, Failure> {
    let mut asked = SubscriptionDescriptor {
        options: MQSO_CREATE | MQSO_NON_DURABLE | MQSO_MANAGED | MQSO_FAIL_IF_QUIESCING,
        object_string: topic.to_owned(),
        ..SubscriptionDescriptor::default()
    };
    let made = session.subscribe(&mut asked, ObjectHandle::NONE);
    made.map(|(handle, _)| handle)
        .map_err(|error| failed(&error))
}

/// The next message; `None` when none came in time.
fn next(
    session: &mut Connected,
    handle: ObjectHandle,
    browses: bool,
    wait_ms: i64,
) -> Result<Option<GetReply>, Failure> {
    let mut left_ms = wait_ms;
    loop {
        let once_ms = left_ms.min(WAIT_MS);
        let browse = match browses {
            true => MQGMO_BROWSE_NEXT,
            false => MQGMO_NO_SYNCPOINT,
        };
        let how = GetOptions {
            options: browse
                | MQGMO_WAIT
                | MQGMO_CONVERT
                | MQGMO_FAIL_IF_QUIESCING
                | MQGMO_NO_PROPERTIES,
            match_options: MQMO_NONE,
            wait_interval_ms: i32::try_from(once_ms).unwrap_or(0),
            ..GetOptions::default()
        };
        match session.get(handle, &MsgDescriptor::default(), &how, BUFFER_BYTES) {
            Ok(got) => return Ok(Some(got)),
            Err(error) if error.reason == Reason::NO_MSG_AVAILABLE => {
                left_ms -= once_ms;
                if left_ms <= 0 || output::is_closed() {
                    return Ok(None);
                }
            }
            Err(error) => return Err(failed(&error)),
        }
    }
}

/// A moment given as `yyyy-mm-dd hh.mm.ss`, or as its day alone.
fn moment(arguments: &Arguments, flag: &str, time: &str) -> Result<Option<String>, String> {
    super::monitoring::moment(arguments, flag, time)
}

impl Asked {
    fn wants(&self, message: &Message) -> bool {
        let at = |date, time| {
            let text = |id| message.text(id).unwrap_or_default();
            format!("{} {}", text(date), text(time))
        };
        let began = at(MQCAMO_START_DATE, MQCAMO_START_TIME);
        let ended = at(MQCAMO_END_DATE, MQCAMO_END_TIME);
        self.from.as_ref().is_none_or(|from| began >= *from)
            && self.to.as_ref().is_none_or(|to| ended <= *to)
    }

    fn shown(
        &self,
        message: &Message,
        number: u64,
        names: &mut HashMap<(String, i32), String>,
    ) -> String {
        let mut out = format!("MonitoringType: MQI Activity Trace\nRecordNum: {number}\n");
        for one in &message.parameters {
            if !matches!(one.value, Value::Group(_)) {
                let _ = writeln!(out, "{}: {}", label(one.id), value(one));
            }
        }
        let connection = match message.get(MQBACF_CONNECTION_ID) {
            Some(Value::Bytes(id)) => hex(id),
            _ => String::new(),
        };
        let calls = message
            .parameters
            .iter()
            .filter_map(|one| match &one.value {
                Value::Group(members) if one.id == MQGACF_ACTIVITY_TRACE => Some(members),
                _ => None,
            });
        if !self.verbose {
            let rule = "=".repeat(79);
            let _ = writeln!(
                out,
                "{rule}\n Tid  Date       Time     Operation      CompCode    MQRC  HObj (ObjName)"
            );
        }
        for (at, call) in calls.enumerate() {
            match self.verbose {
                true => {
                    let _ = writeln!(out, "MQI Operation: {at}");
                    for one in call {
                        let _ = writeln!(out, "  {}: {}", label(one.id), value(one));
                    }
                }
                false => summary(&mut out, call, &connection, names),
            }
        }
        if !self.verbose {
            let _ = writeln!(out, "{}", "=".repeat(79));
        }
        out.push('\n');
        out
    }
}

fn int(call: &[Parameter], id: i32) -> Option<i32> {
    match value_of(call, id) {
        Some(Value::Int(number)) => Some(*number),
        _ => None,
    }
}

fn text(call: &[Parameter], id: i32) -> Option<String> {
    value_of(call, id).and_then(Value::text)
}

/// One line for a call. What a handle is of is known from its open, or told with the call.
fn summary(
    out: &mut String,
    call: &[Parameter],
    connection: &str,
    names: &mut HashMap<(String, i32), String>,
) {
    let operation = int(call, MQIACF_OPERATION_ID).unwrap_or(0);
    let handle = int(call, MQIACF_HOBJ).filter(|handle| *handle > 0);
    let named = [
        MQCACF_OBJECT_NAME,
        MQCACF_RESOLVED_Q_NAME,
        MQCACF_OBJECT_STRING,
    ];
    let name = named
        .iter()
        .find_map(|id| text(call, *id).filter(|name| !name.is_empty()));
    let key = handle.map(|handle| (connection.to_owned(), handle));
    if let (MQXF_OPEN | MQXF_SUB, Some(key), Some(name)) = (operation, &key, &name) {
        names.insert(key.clone(), name.clone());
    }
    let known = key
        .as_ref()
        .and_then(|key| names.get(key).cloned())
        .or(name);
    if let (MQXF_CLOSE, Some(key)) = (operation, &key) {
        names.remove(key);
    }
    let object = match (handle, known) {
        (Some(handle), Some(name)) => format!("{handle} ({name})"),
        (Some(handle), None) => handle.to_string(),
        (None, Some(name)) => format!("- ({name})"),
        (None, None) => "-".to_owned(),
    };
    let _ = writeln!(
        out,
        " {:03}  {} {} {:<14} {:<11} {:04}  {object}",
        int(call, MQIACF_THREAD_ID).unwrap_or(0),
        text(call, MQCACF_OPERATION_DATE).unwrap_or_default(),
        text(call, MQCACF_OPERATION_TIME)
            .unwrap_or_default()
            .replace('.', ":"),
        operation_word(operation),
        comp_code_word(int(call, MQIACF_COMP_CODE).unwrap_or(0)),
        int(call, MQIACF_REASON_CODE).unwrap_or(0),
    );
}

fn operation_word(operation: i32) -> String {
    let known = match operation {
        MQXF_CONN => "MQXF_CONN",
        MQXF_CONNX => "MQXF_CONNX",
        MQXF_DISC => "MQXF_DISC",
        MQXF_OPEN => "MQXF_OPEN",
        MQXF_CLOSE => "MQXF_CLOSE",
        MQXF_PUT => "MQXF_PUT",
        MQXF_PUT1 => "MQXF_PUT1",
        MQXF_GET => "MQXF_GET",
        MQXF_INQ => "MQXF_INQ",
        MQXF_SET => "MQXF_SET",
        MQXF_BEGIN => "MQXF_BEGIN",
        MQXF_CMIT => "MQXF_CMIT",
        MQXF_BACK => "MQXF_BACK",
        MQXF_STAT => "MQXF_STAT",
        MQXF_SUB => "MQXF_SUB",
        MQXF_SUBRQ => "MQXF_SUBRQ",
        MQXF_CB => "MQXF_CB",
        MQXF_CTL => "MQXF_CTL",
        other => return other.to_string(),
    };
    known.to_owned()
}

fn comp_code_word(code: i32) -> &'static str {
    match code {
        MQCC_OK => "MQCC_OK",
        MQCC_WARNING => "MQCC_WARNING",
        _ => "MQCC_FAILED",
    }
}

/// What a parameter is called.
fn label(id: i32) -> String {
    let known = match id {
        MQCA_Q_MGR_NAME => "QueueManager",
        MQCACF_HOST_NAME => "Host Name",
        MQCAMO_START_DATE => "IntervalStartDate",
        MQCAMO_START_TIME => "IntervalStartTime",
        MQCAMO_END_DATE => "IntervalEndDate",
        MQCAMO_END_TIME => "IntervalEndTime",
        MQIA_COMMAND_LEVEL => "CommandLevel",
        MQIACF_SEQUENCE_NUMBER => "SeqNumber",
        MQCACF_APPL_NAME => "ApplicationName",
        MQIA_APPL_TYPE => "Application Type",
        MQIACF_PROCESS_ID => "ApplicationPid",
        MQCACF_USER_IDENTIFIER => "UserId",
        MQIACF_API_CALLER_TYPE => "API Caller Type",
        MQIACF_API_ENVIRONMENT => "API Environment",
        MQCACH_CHANNEL_NAME => "Channel Name",
        MQCACH_CONNECTION_NAME => "Connection Name",
        MQIACH_CHANNEL_TYPE => "Channel Type",
        MQBACF_CONNECTION_ID => "ConnId",
        MQIACF_TRACE_DETAIL => "Trace Detail Level",
        MQIACF_TRACE_DATA_LENGTH => "Trace Data Length",
        MQIACF_POINTER_SIZE => "Pointer size",
        MQIA_PLATFORM => "Platform",
        MQIACF_OPERATION_ID => "Operation Id",
        MQIACF_THREAD_ID => "ApplicationTid",
        MQCACF_OPERATION_DATE => "OperationDate",
        MQCACF_OPERATION_TIME => "OperationTime",
        MQIAMO64_HIGHRES_TIME => "High Res Time",
        MQIAMO64_QMGR_OP_DURATION => "QMgr Operation Duration",
        MQIACF_COMP_CODE => "Completion Code",
        MQIACF_REASON_CODE => "Reason Code",
        MQIACF_HOBJ => "Hobj",
        MQIACF_HSUB => "Hsub",
        MQIACF_OBJECT_TYPE => "Object_type",
        MQCACF_OBJECT_NAME => "Object_name",
        MQCACF_OBJECT_Q_MGR_NAME => "Object_Q_mgr_name",
        MQCACF_RESOLVED_Q_NAME => "Resolved_Q_Name",
        MQCACF_RESOLVED_Q_MGR => "Resolved_Q_mgr",
        MQIACF_MSG_LENGTH => "Msg length",
        MQCACH_FORMAT_NAME => "Format_name",
        _ => "",
    };
    if !known.is_empty() {
        return known.to_owned();
    }
    let Some(name) = parameter_name(id) else {
        return id.to_string();
    };
    let words = name.split_once('_').map_or(name, |(_, rest)| rest);
    let (first, rest) = words.split_at(words.len().min(1));
    first.to_owned() + &rest.to_lowercase()
}

fn value(parameter: &Parameter) -> String {
    match (&parameter.value, parameter.id) {
        (Value::Int(number), MQIACF_OPERATION_ID) => operation_word(*number),
        (Value::Int(number), MQIACF_COMP_CODE) => comp_code_word(*number).to_owned(),
        (Value::Int(number), MQIACF_API_CALLER_TYPE) => match *number {
            MQXACT_INTERNAL => "MQXACT_INTERNAL".to_owned(),
            _ => "MQXACT_EXTERNAL".to_owned(),
        },
        (Value::Int(number), MQIACF_API_ENVIRONMENT) => match *number {
            MQXE_MCA => "MQXE_MCA".to_owned(),
            MQXE_MCA_SVRCONN => "MQXE_MCA_SVRCONN".to_owned(),
            _ => "MQXE_OTHER".to_owned(),
        },
        (Value::Int(number), MQIA_APPL_TYPE | MQIA_PLATFORM) => {
            let name = super::events::words::value(parameter.id, *number);
            name.map_or_else(|| number.to_string(), str::to_owned)
        }
        (Value::Int(number), _) => number.to_string(),
        (Value::Int64(number), _) => number.to_string(),
        (Value::Ints(list), _) => format!("{list:?}"),
        (Value::Int64s(list), _) => format!("{list:?}"),
        (Value::Bytes(bytes), _) => format!("X'{}'", hex(bytes)),
        (Value::Text(_), _) => {
            let text = parameter.value.text().unwrap_or_default();
            match parameter.id {
                MQCAMO_START_TIME | MQCAMO_END_TIME | MQCACF_OPERATION_TIME => {
                    format!("'{}'", text.replace('.', ":"))
                }
                _ => format!("'{text}'"),
            }
        }
        _ => "?".to_owned(),
    }
}
