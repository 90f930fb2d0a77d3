//! `amqsmon`: statistics and accounting messages as text.
//!
//! Source: "amqsmon (Display formatted monitoring information)".

use super::session::{BUFFER_BYTES, FAILED, connected_to, failed, finish, open};
use crate::arguments::Arguments;
use crate::failure::Failure;
use ferromq_base::output;
use ferromq_mqi::call::GetReply;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::statistics::LABELS;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::hex::hex;
use ferromq_mqi::options::{GetOptions, ObjectDescriptor};
use ferromq_mqi::pcf::{Message, Parameter, Value, value_of};
use ferromq_mqi::{MsgDescriptor, Reason};
use std::fmt::Write;

/// Kinds of messages: command, what they are called, the parameter of their groups and what these are called, and the parameter that
/// names what a group is of.
const KINDS: [Kind; 5] = [
    Kind::calls(MQCMD_STATISTICS_MQI, "MQIStatistics"),
    Kind::calls(MQCMD_ACCOUNTING_MQI, "MQIAccounting"),
    Kind {
        command: MQCMD_STATISTICS_Q,
        name: "QueueStatistics",
        group: MQGACF_Q_STATISTICS_DATA,
        of: MQCA_Q_NAME,
    },
    Kind {
        command: MQCMD_ACCOUNTING_Q,
        name: "QueueAccounting",
        group: MQGACF_Q_ACCOUNTING_DATA,
        of: MQCA_Q_NAME,
    },
    Kind {
        command: MQCMD_STATISTICS_CHANNEL,
        name: "ChannelStatistics",
        group: MQGACF_CHL_STATISTICS_DATA,
        of: MQCACH_CHANNEL_NAME,
    },
];

/// A kind of message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Kind {
    command: i32,
    name: &'static str,
    group: i32,
    of: i32,
}

impl Kind {
    const fn calls(command: i32, name: &'static str) -> Self {
        Self {
            command,
            name,
            group: 0,
            of: 0,
        }
    }
}

/// Which records are wanted.
#[derive(Debug, PartialEq, Eq)]
enum Only {
    Everything,
    Calls,
    /// Those of queues, or of one.
    Queues(Option<String>),
    /// Those of channels, or of one.
    Channels(Option<String>),
    /// Those of a connection, in hexadecimal digits.
    Connection(String),
}

/// What is asked for.
#[derive(Debug)]
struct Asked {
    only: Only,
    /// `yyyy-mm-dd hh.mm.ss`.
    from: Option<String>,
    to: Option<String>,
    /// Labels to show; all if there are none.
    labels: Vec<String>,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let wrong = |problem: String| Failure::text(format!("{problem}\n"), 99);
    let usual = match arguments.value("-t") {
        Some("statistics") => "SYSTEM.ADMIN.STATISTICS.QUEUE",
        Some("accounting") => "SYSTEM.ADMIN.ACCOUNTING.QUEUE",
        Some(other) => {
            return Err(wrong(format!(
                "'{other}' of option -t is neither statistics nor accounting"
            )));
        }
        None => return Err(wrong("option -t is missing".to_owned())),
    };
    let asked = Asked::read(arguments).map_err(wrong)?;
    let depth = arguments.number("-d", 1_u64, u64::MAX).map_err(wrong)?;
    let wait_s = arguments.number("-w", 0_i32, 2_147_483).map_err(wrong)?;
    let browse_only = arguments.has("-b");
    let mut queue = ObjectDescriptor::queue(arguments.value("-n").unwrap_or(usual));
    let mut session = connected_to(arguments, arguments.value("-m"), "amqsmon")?;
    let access = match browse_only {
        true => MQOO_BROWSE,
        false => MQOO_BROWSE | MQOO_INPUT_SHARED,
    };
    let handle = open(
        &mut session,
        &mut queue,
        access | MQOO_FAIL_IF_QUIESCING,
        "input",
    )?;
    let mut left = depth.unwrap_or(u64::MAX);
    let mut count = 0_u64;
    let wait = wait_s.map_or(MQGMO_NO_WAIT, |_| MQGMO_WAIT);
    let always = MQGMO_NO_SYNCPOINT | MQGMO_CONVERT | MQGMO_FAIL_IF_QUIESCING;
    let how = |options, match_options| GetOptions {
        options: options | always,
        match_options,
        wait_interval_ms: wait_s.unwrap_or(0) * 1_000,
        ..GetOptions::default()
    };
    let any = MsgDescriptor::default();
    while left > 0 && !output::is_closed() {
        let next = how(MQGMO_BROWSE_NEXT | wait, MQMO_NONE);
        let got = match session.get(handle, &any, &next, BUFFER_BYTES) {
            Ok(got) => got,
            Err(error) if error.reason == Reason::NO_MSG_AVAILABLE => break,
            Err(error) => return Err(failed(&error)),
        };
        let Some(shown) = understood(&got)?.and_then(|message| asked.show(&message)) else {
            continue;
        };
        if !browse_only {
            let taken = how(MQGMO_MSG_UNDER_CURSOR, MQMO_NONE);
            match session.get(handle, &any, &taken, BUFFER_BYTES) {
                Ok(_) => {}
                // Somebody else has it, and shows it.
                Err(error) if error.reason == Reason::NO_MSG_UNDER_CURSOR => continue,
                Err(error) => return Err(failed(&error)),
            }
        }
        output::say(&shown);
        output::line("");
        (left, count) = (left - 1, count + 1);
    }
    output::line(&format!("{count} Records Processed."));
    finish(session, handle, MQCO_NONE)?;
    Ok(0)
}

/// What a message says; `None` if it is none of these.
fn understood(got: &GetReply) -> Result<Option<Message>, Failure> {
    if got.descriptor.format != *b"MQADMIN " {
        return Ok(None);
    }
    let order = ByteOrder::NATIVE;
    Message::decode(&got.body, order)
        .map(Some)
        .map_err(|problem| {
            let id = hex(&got.descriptor.msg_id);
            Failure::text(format!("message {id} is malformed: {problem}\n"), FAILED)
        })
}

impl Asked {
    fn read(arguments: &Arguments) -> Result<Self, String> {
        let named = |flag| {
            let value = arguments.value(flag)?;
            Some((!value.is_empty()).then(|| value.to_owned()))
        };
        let mut given = Vec::new();
        if arguments.has("-a") {
            given.push(Only::Calls);
        }
        given.extend(named("-q").map(Only::Queues));
        given.extend(named("-c").map(Only::Channels));
        if let Some(id) = arguments.value("-i") {
            let digits = id.trim_start_matches("x'").trim_end_matches('\'');
            if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
                return Err(format!("{id} of option -i is no connection identifier"));
            }
            given.push(Only::Connection(digits.to_ascii_lowercase()));
        }
        if given.len() > 1 {
            return Err("only one of options -a, -q, -c and -i can be given".to_owned());
        }
        let only = given.pop().unwrap_or(Only::Everything);
        if matches!(only, Only::Channels(_)) && arguments.value("-t") == Some("accounting") {
            return Err("option -c is for statistics".to_owned());
        }
        if matches!(only, Only::Connection(_)) && arguments.value("-t") == Some("statistics") {
            return Err("option -i is for accounting".to_owned());
        }
        let labels = arguments.value("-l").unwrap_or_default().split(',');
        let labels = labels.map(str::trim).filter(|label| !label.is_empty());
        let labels: Vec<String> = labels.map(str::to_owned).collect();
        if let Some(unknown) = labels.iter().find(|label| !is_label(label)) {
            return Err(format!("'{unknown}' of option -l is no field"));
        }
        Ok(Self {
            only,
            from: moment(arguments, "-s", "00.00.00")?,
            to: moment(arguments, "-e", "23.59.59")?,
            labels,
        })
    }

    /// The message as text, if anything of it is asked for.
    fn show(&self, message: &Message) -> Option<String> {
        let kind = *KINDS
            .iter()
            .find(|kind| kind.command == message.header.command)?;
        let name = match &self.only {
            Only::Everything => None,
            Only::Calls if kind.group == 0 => None,
            Only::Queues(name) if kind.of == MQCA_Q_NAME => name.as_deref(),
            Only::Channels(name) if kind.of == MQCACH_CHANNEL_NAME => name.as_deref(),
            Only::Connection(id) if is_of(message, id) => None,
            _ => return None,
        };
        let at = |date, time| {
            let text = |id| message.text(id).unwrap_or_default();
            format!("{} {}", text(date), text(time))
        };
        let began = at(MQCAMO_START_DATE, MQCAMO_START_TIME);
        let ended = at(MQCAMO_END_DATE, MQCAMO_END_TIME);
        let too_early = self.from.as_ref().is_some_and(|from| began < *from);
        let too_late = self.to.as_ref().is_some_and(|to| ended > *to);
        if too_early || too_late {
            return None;
        }
        let mut out = format!("MonitoringType: {}\n", kind.name);
        let (mut groups, mut shown) = (0, 0);
        for parameter in &message.parameters {
            match &parameter.value {
                Value::Group(inner) => {
                    let number = groups;
                    groups += 1;
                    if name.is_some_and(|name| text_of(inner, kind.of).as_deref() != Some(name)) {
                        continue;
                    }
                    shown += 1;
                    let label = label_of(kind, parameter.id);
                    let _ = writeln!(out, "{label}: {number}");
                    for one in inner {
                        self.field(&mut out, kind, one, "  ");
                    }
                }
                _ => self.field(&mut out, kind, parameter, ""),
            }
        }
        (name.is_none() || shown > 0).then_some(out)
    }

    fn field(&self, out: &mut String, kind: Kind, parameter: &Parameter, indent: &str) {
        let label = label_of(kind, parameter.id);
        if self.labels.is_empty() || self.labels.contains(&label) {
            let value = value_text(parameter);
            let _ = writeln!(out, "{indent}{label}: {value}");
        }
    }
}

/// Whether a message is about a connection; the beginning of its identifier is enough.
fn is_of(message: &Message, id: &str) -> bool {
    match message.get(MQBACF_CONNECTION_ID) {
        Some(Value::Bytes(bytes)) => hex(bytes).to_ascii_lowercase().starts_with(id),
        _ => false,
    }
}

/// A moment given as `yyyy-mm-dd hh.mm.ss`, or as its day alone.
pub(super) fn moment(
    arguments: &Arguments,
    flag: &str,
    time: &str,
) -> Result<Option<String>, String> {
    const SHAPE: &str = "0000-00-00 00.00.00";
    let Some(given) = arguments.value(flag) else {
        return Ok(None);
    };
    let whole = match given.trim() {
        day if day.len() == "yyyy-mm-dd".len() => format!("{day} {time}"),
        whole => whole.to_owned(),
    };
    let fits = |(one, shape): (char, char)| match shape {
        '0' => one.is_ascii_digit(),
        other => one == other,
    };
    let has_shape = whole.len() == SHAPE.len() && whole.chars().zip(SHAPE.chars()).all(fits);
    // Month, day, hour, minute and second: where each is, and what it is from and to.
    let is_there = |(at, low, high): (usize, u8, u8)| {
        let number = whole.get(at..at + 2).and_then(|two| two.parse().ok());
        number.is_some_and(|number| (low..=high).contains(&number))
    };
    let parts = [
        (5, 1, 12),
        (8, 1, 31),
        (11, 0, 23),
        (14, 0, 59),
        (17, 0, 59),
    ];
    match has_shape && parts.into_iter().all(is_there) {
        true => Ok(Some(whole)),
        false => Err(format!(
            "'{given}' of option {flag} is no moment: it is yyyy-mm-dd hh.mm.ss, Greenwich time"
        )),
    }
}

fn is_label(label: &str) -> bool {
    LABELS.iter().any(|(_, known)| *known == label)
}

/// What a parameter is called; one that is not known by its number.
fn label_of(kind: Kind, id: i32) -> String {
    if id == kind.group && id != 0 {
        return kind.name.to_owned();
    }
    match LABELS.binary_search_by_key(&id, |(number, _)| *number) {
        Ok(at) => LABELS[at].1.to_owned(),
        Err(_) => id.to_string(),
    }
}

fn text_of(parameters: &[Parameter], id: i32) -> Option<String> {
    value_of(parameters, id).and_then(Value::text)
}

fn value_text(parameter: &Parameter) -> String {
    fn list<T: ToString>(values: &[T]) -> String {
        let all: Vec<String> = values.iter().map(T::to_string).collect();
        format!("[{}]", all.join(", "))
    }
    match &parameter.value {
        Value::Int(value) => {
            word(parameter.id, *value).map_or_else(|| value.to_string(), str::to_owned)
        }
        Value::Int64(value) => value.to_string(),
        Value::Ints(values) => list(values),
        Value::Int64s(values) => list(values),
        Value::Bytes(bytes) => format!("x'{}'", hex(bytes).to_ascii_lowercase()),
        Value::Text(_) => {
            let text = parameter.value.text();
            format!("'{}'", text.unwrap_or_default())
        }
        other => format!("{other:?}"),
    }
}

/// Numbers that are shown as words.
fn word(id: i32, value: i32) -> Option<&'static str> {
    Some(match (id, value) {
        (MQIA_Q_TYPE, MQQT_LOCAL) => "Local",
        (MQIA_Q_TYPE, MQQT_MODEL) => "Model",
        (MQIA_Q_TYPE, MQQT_ALIAS) => "Alias",
        (MQIA_Q_TYPE, MQQT_REMOTE) => "Remote",
        (MQIA_Q_TYPE, MQQT_CLUSTER) => "Cluster",
        (MQIA_DEFINITION_TYPE, MQQDT_PREDEFINED) => "Predefined",
        (MQIA_DEFINITION_TYPE, MQQDT_PERMANENT_DYNAMIC) => "PermanentDynamic",
        (MQIA_DEFINITION_TYPE, MQQDT_TEMPORARY_DYNAMIC) => "TemporaryDynamic",
        (MQIACH_CHANNEL_TYPE, MQCHT_SENDER) => "Sender",
        (MQIACH_CHANNEL_TYPE, MQCHT_SERVER) => "Server",
        (MQIACH_CHANNEL_TYPE, MQCHT_RECEIVER) => "Receiver",
        (MQIACH_CHANNEL_TYPE, MQCHT_REQUESTER) => "Requester",
        (MQIACH_CHANNEL_TYPE, MQCHT_SVRCONN) => "SvrConn",
        (MQIACH_CHANNEL_TYPE, MQCHT_CLUSRCVR) => "ClusRcvr",
        (MQIACH_CHANNEL_TYPE, MQCHT_CLUSSDR) => "ClusSdr",
        (MQIAMO_DISC_TYPE, MQDISCONNECT_NORMAL) => "Normal",
        (MQIAMO_DISC_TYPE, MQDISCONNECT_IMPLICIT) => "Implicit",
        (MQIAMO_DISC_TYPE, MQDISCONNECT_Q_MGR) => "QMgr",
        _ => return None,
    })
}
