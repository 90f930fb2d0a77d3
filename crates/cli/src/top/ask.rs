//! What the command server is asked, and its answers.

use crate::connection::Connected;
use crate::failure::Failure;
use ferromq_admin::COMMAND_QUEUE;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{
    GetOptions, ObjectDescriptor, ObjectHandle, PutOptions, SubscriptionDescriptor,
};
use ferromq_mqi::pcf::{Message, Parameter, Value, value_of};
use ferromq_mqi::session::MqError;
use ferromq_mqi::{MsgDescriptor, Reason};
use std::collections::HashMap;
use std::time::Instant;

/// How long an answer may take.
const ANSWER_WAIT_MS: i32 = 10_000;
const ANSWER_BYTES_MAX: u32 = 4 << 20;
/// Most answers to one command that are looked at.
const ANSWERS_MAX: usize = 20_000;
/// Most queues whose puts and gets are subscribed to: more of them would cost the queue manager more than a look is worth.
const RATES_MAX: usize = 2_000;

/// What is asked of the status of each queue: with thousands of them the rest would be most of what a look costs.
const SHOWN: [i32; 5] = [
    MQIA_CURRENT_Q_DEPTH,
    MQIA_OPEN_INPUT_COUNT,
    MQIA_OPEN_OUTPUT_COUNT,
    MQIACF_OLDEST_MSG_AGE,
    MQIACF_UNCOMMITTED_MSGS,
];

/// A queue.
#[derive(Clone, Debug, Default)]
pub(super) struct Queue {
    pub(super) name: String,
    pub(super) depth: i32,
    pub(super) depth_max: i32,
    pub(super) readers: i32,
    pub(super) writers: i32,
    /// Seconds; negative where nobody knows.
    pub(super) oldest_s: i32,
    pub(super) uncommitted: bool,
    /// Puts and gets a second, of the last ten seconds or so.
    pub(super) rates: Option<(f64, f64)>,
}

/// A channel that runs, or tries to.
#[derive(Clone, Debug, Default)]
pub(super) struct Channel {
    pub(super) name: String,
    pub(super) kind: i32,
    pub(super) status: i32,
    pub(super) connection: String,
    pub(super) partner: String,
    pub(super) messages: i64,
    pub(super) bytes_sent: i64,
    pub(super) bytes_received: i64,
}

/// Connections of one program of one user.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Program {
    pub(super) name: String,
    pub(super) user: String,
    pub(super) channel: String,
}

/// One look at everything.
#[derive(Clone, Debug)]
pub(super) struct Snapshot {
    pub(super) at: Instant,
    pub(super) status: HashMap<i32, Value>,
    pub(super) queues: Vec<Queue>,
    pub(super) channels: Vec<Channel>,
    pub(super) programs: HashMap<Program, usize>,
    pub(super) connections: usize,
}

/// See the module.
pub(super) struct Asking {
    session: Connected,
    answers: ObjectHandle,
    answer_queue: ObjectName,
    /// The most there may be on each queue, by name.
    depths: HashMap<String, i32>,
    /// Where figures of queues come, if somebody may have them.
    figures: Option<ObjectHandle>,
    rates: HashMap<String, Rate>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Rate {
    puts: f64,
    gets: f64,
}

fn failed(error: &MqError) -> Failure {
    Failure::text(format!("{error}\n"), 1)
}

impl Asking {
    /// Opens the queue for answers.
    pub(super) fn open(mut session: Connected) -> Result<Self, Failure> {
        let mut model = ObjectDescriptor {
            dynamic_q_name: ObjectName::truncated("FERROMQ.TOP.*"),
            ..ObjectDescriptor::queue("SYSTEM.DEFAULT.MODEL.QUEUE")
        };
        let answers = session.open_object(&mut model, MQOO_INPUT_EXCLUSIVE);
        let answers = answers.map_err(|error| failed(&error))?;
        Ok(Self {
            session,
            answers,
            answer_queue: model.object_name,
            depths: HashMap::new(),
            figures: None,
            rates: HashMap::new(),
        })
    }

    pub(super) fn close(self) -> Result<u8, Failure> {
        let ended = self.session.disconnect();
        ended.map(|_| 0).map_err(|error| failed(&error))
    }

    /// Asks for everything.
    pub(super) fn look(&mut self) -> Result<Snapshot, Failure> {
        let status = self.ask(MQCMD_INQUIRE_Q_MGR_STATUS, Vec::new())?;
        let status = status.into_iter().next().unwrap_or_default();
        let queues = self.queues()?;
        let channels = self.channels()?;
        let asked = [MQCACF_APPL_TAG, MQCACF_USER_IDENTIFIER, MQCACH_CHANNEL_NAME];
        let connections = self.ask(
            MQCMD_INQUIRE_CONNECTION,
            vec![
                Parameter {
                    id: MQBACF_GENERIC_CONNECTION_ID,
                    value: Value::Bytes(Vec::new()),
                },
                Parameter::ints(MQIACF_CONNECTION_ATTRS, &asked),
            ],
        )?;
        let mut programs: HashMap<Program, usize> = HashMap::new();
        for one in &connections {
            let program = Program {
                name: text(one, MQCACF_APPL_TAG),
                user: text(one, MQCACF_USER_IDENTIFIER),
                channel: text(one, MQCACH_CHANNEL_NAME),
            };
            *programs.entry(program).or_default() += 1;
        }
        Ok(Snapshot {
            at: Instant::now(),
            status: status.into_iter().map(|one| (one.id, one.value)).collect(),
            queues,
            channels,
            programs,
            connections: connections.len(),
        })
    }

    fn queues(&mut self) -> Result<Vec<Queue>, Failure> {
        let name = || Parameter::text(MQCA_Q_NAME, "*");
        let states = self.ask(
            MQCMD_INQUIRE_Q_STATUS,
            vec![
                name(),
                Parameter::int(MQIACF_Q_STATUS_TYPE, MQIACF_Q_STATUS),
                Parameter::ints(MQIACF_Q_STATUS_ATTRS, &SHOWN),
            ],
        )?;
        let names: Vec<String> = states.iter().map(|one| text(one, MQCA_Q_NAME)).collect();
        if names.iter().any(|name| !self.depths.contains_key(name)) {
            let asked = Parameter::ints(MQIACF_Q_ATTRS, &[MQIA_MAX_Q_DEPTH]);
            let kind = Parameter::int(MQIA_Q_TYPE, MQQT_LOCAL);
            for one in self.ask(MQCMD_INQUIRE_Q, vec![name(), kind, asked])? {
                let depth = int(&one, MQIA_MAX_Q_DEPTH).unwrap_or(0);
                self.depths.insert(text(&one, MQCA_Q_NAME), depth);
            }
            // One that has gone since is asked for no more.
            for name in &names {
                self.depths.entry(name.clone()).or_insert(0);
            }
        }
        self.follow_rates(names.len());
        Ok(states
            .iter()
            .zip(names)
            .map(|(state, name)| Queue {
                depth: int(state, MQIA_CURRENT_Q_DEPTH).unwrap_or(0),
                depth_max: self.depths.get(&name).copied().unwrap_or(0),
                readers: int(state, MQIA_OPEN_INPUT_COUNT).unwrap_or(0),
                writers: int(state, MQIA_OPEN_OUTPUT_COUNT).unwrap_or(0),
                oldest_s: int(state, MQIACF_OLDEST_MSG_AGE).unwrap_or(-1),
                uncommitted: int(state, MQIACF_UNCOMMITTED_MSGS) == Some(MQQSUM_YES),
                rates: self.figures.map(|_| {
                    let rate = self.rates.get(&name).copied().unwrap_or_default();
                    (rate.puts, rate.gets)
                }),
                name,
            })
            .collect())
    }

    fn channels(&mut self) -> Result<Vec<Channel>, Failure> {
        let name = Parameter::text(MQCACH_CHANNEL_NAME, "*");
        let states = self.ask(MQCMD_INQUIRE_CHANNEL_STATUS, vec![name])?;
        let long = |one: &[Parameter], ids: &[i32]| {
            let found = ids.iter().find_map(|id| int(one, *id));
            i64::from(found.unwrap_or(0))
        };
        Ok(states
            .iter()
            .map(|one| Channel {
                name: text(one, MQCACH_CHANNEL_NAME),
                kind: int(one, MQIACH_CHANNEL_TYPE).unwrap_or(0),
                status: int(one, MQIACH_CHANNEL_STATUS).unwrap_or(0),
                connection: text(one, MQCACH_CONNECTION_NAME),
                partner: text(one, MQCA_REMOTE_Q_MGR_NAME),
                messages: long(one, &[MQIACH_MSGS]),
                bytes_sent: long(one, &[MQIACH_BYTES_SENT]),
                bytes_received: long(one, &[MQIACH_BYTES_RECEIVED]),
            })
            .collect())
    }

    /// Takes what the queue manager has published of puts and gets.
    fn follow_rates(&mut self, queues: usize) {
        if self.figures.is_none() && queues <= RATES_MAX {
            self.figures = self.subscribe();
        }
        let Some(handle) = self.figures else {
            return;
        };
        let how = GetOptions {
            options: MQGMO_NO_WAIT | MQGMO_NO_SYNCPOINT | MQGMO_CONVERT | MQGMO_NO_PROPERTIES,
            match_options: MQMO_NONE,
            ..GetOptions::default()
        };
        let any = MsgDescriptor::default();
        while let Ok(got) = self.session.get(handle, &any, &how, ANSWER_BYTES_MAX) {
            if let Ok(message) = Message::decode(&got.body, ByteOrder::NATIVE) {
                self.note_rate(&message);
            }
        }
    }

    /// To figures of all queues, on one queue. Who may not subscribe sees no rates.
    fn subscribe(&mut self) -> Option<ObjectHandle> {
        let q_mgr = crate::sample::session::q_mgr_name(&mut self.session).ok()?;
        let mut queue = ObjectHandle::NONE;
        for kind in ["PUT", "GET"] {
            let mut asked = SubscriptionDescriptor {
                options: MQSO_CREATE
                    | MQSO_NON_DURABLE
                    | MQSO_FAIL_IF_QUIESCING
                    | match queue {
                        ObjectHandle::NONE => MQSO_MANAGED,
                        _ => 0,
                    },
                object_string: format!("$SYS/MQ/INFO/QMGR/{q_mgr}/Monitor/STATQ/+/{kind}"),
                ..SubscriptionDescriptor::default()
            };
            (queue, _) = self.session.subscribe(&mut asked, queue).ok()?;
        }
        Some(queue)
    }

    fn note_rate(&mut self, message: &Message) {
        let Some(name) = message.text(MQCA_Q_NAME) else {
            return;
        };
        let number = |id: i32| {
            let found = message.parameters.iter().find(|one| one.id == id);
            match found.map(|one| &one.value) {
                Some(Value::Int(number)) => f64::from(*number),
                // Of a wide figure more than that many is nothing a rate is told of.
                Some(Value::Int64(number)) => {
                    i32::try_from(*number).map_or(f64::from(i32::MAX), f64::from)
                }
                _ => 0.0,
            }
        };
        let seconds = number(MQIAMO64_MONITOR_INTERVAL) / 1e6;
        if seconds <= 0.0 {
            return;
        }
        let kind = message.int(MQIAMO_MONITOR_TYPE);
        let rate = self.rates.entry(name.trim_end().to_owned()).or_default();
        // Types and elements as `monitor_elements.csv` has them: all puts; messages got that are not persistent, and that are.
        match kind {
            Some(2) => rate.puts = number(0) / seconds,
            Some(3) => rate.gets = (number(2) + number(3)) / seconds,
            _ => {}
        }
    }

    /// Sends a command and gathers its answers; where nothing is found there are none.
    fn ask(
        &mut self,
        command: i32,
        parameters: Vec<Parameter>,
    ) -> Result<Vec<Vec<Parameter>>, Failure> {
        let mut descriptor = MsgDescriptor {
            msg_type: MQMT_REQUEST,
            format: *b"MQADMIN ",
            persistence: MQPER_NOT_PERSISTENT,
            expiry: ANSWER_WAIT_MS / 100,
            reply_to_q: *self.answer_queue.bytes(),
            ..MsgDescriptor::default()
        };
        let mut how = PutOptions {
            options: MQPMO_NO_SYNCPOINT | MQPMO_FAIL_IF_QUIESCING,
            ..PutOptions::default()
        };
        let to = ObjectDescriptor::queue(COMMAND_QUEUE);
        let body = Message::command(command, parameters).encode(ByteOrder::NATIVE);
        let put = self.session.put1(&to, &mut descriptor, &mut how, body);
        put.map_err(|error| failed(&error))?;
        let get = GetOptions {
            options: MQGMO_WAIT | MQGMO_NO_SYNCPOINT | MQGMO_FAIL_IF_QUIESCING | MQGMO_CONVERT,
            wait_interval_ms: ANSWER_WAIT_MS,
            match_options: MQMO_MATCH_CORREL_ID,
            ..GetOptions::default()
        };
        let wanted = MsgDescriptor {
            correl_id: descriptor.msg_id,
            coded_char_set_id: 1208,
            ..MsgDescriptor::default()
        };
        let mut found = Vec::new();
        loop {
            let got = match self
                .session
                .get(self.answers, &wanted, &get, ANSWER_BYTES_MAX)
            {
                Ok(got) => got,
                Err(error) if error.reason == Reason::NO_MSG_AVAILABLE => {
                    let text =
                        "the command server does not answer: DISPLAY QMSTATUS CMDSERV, strmqcsv\n";
                    return Err(Failure::text(text.to_owned(), 1));
                }
                Err(error) => return Err(failed(&error)),
            };
            let order = ByteOrder::from_encoding(got.descriptor.encoding);
            let answer = Message::decode(&got.body, order);
            let answer = answer.map_err(Failure::unexpected)?;
            let is_last = answer.header.control == MQCFC_LAST;
            if answer.header.comp_code == MQCC_OK {
                if found.len() < ANSWERS_MAX {
                    found.push(answer.parameters);
                }
            } else if !is_nothing(answer.header.reason) {
                let reason = Reason(answer.header.reason);
                let text = format!("the command server refuses to answer: {reason}\n");
                return Err(Failure::text(text, 1));
            }
            if is_last {
                return Ok(found);
            }
        }
    }
}

/// There is nothing of the kind.
fn is_nothing(reason: i32) -> bool {
    matches!(
        reason,
        MQRCCF_CHL_STATUS_NOT_FOUND
            | MQRCCF_COMMAND_FAILED
            | MQRCCF_CONNECTION_ID_ERROR
            | MQRC_UNKNOWN_OBJECT_NAME
    )
}

pub(super) fn int(one: &[Parameter], id: i32) -> Option<i32> {
    let found = one.iter().find(|parameter| parameter.id == id)?;
    match found.value {
        Value::Int(number) => Some(number),
        _ => None,
    }
}

pub(super) fn text(one: &[Parameter], id: i32) -> String {
    value_of(one, id).and_then(Value::text).unwrap_or_default()
}
