//! What a connection did, for accounting messages (`ACCTMQI`, `ACCTQ`).
//!
//! Calls are counted by every connection anyway (`core/figures/cells.rs`): an account of them is what was added since the interval began.
//! What was done to each queue is counted only where it is asked for, when the queue is opened. Messages are written when the
//! connection ends, and by the first call that is answered after the interval (`ACCTINT`).
//!
//! Source: "Accounting messages", "MQI accounting message data", "Queue accounting message data".

use crate::core::figures::message::{Answer, Interval, Subject, parameters};
use crate::core::figures::table::Figures;
use crate::core::generated::statistics::{
    MQI_ACCOUNTING, QUEUE_ACCOUNTING, QUEUE_ACCOUNTING_GROUP, Supplied,
};
use crate::core::identity::PutStamp;
use crate::deliver::record::{ACCOUNTING_QUEUE, put_records};
use crate::objects::Objects;
use crate::record::QueueId;
use crate::store::local_queue::LocalQueue;
use crate::verbs::Engine;
use crate::verbs::connection_state::ConnectionState;
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::pcf::Parameter;
use std::collections::HashMap;

/// Queues of one connection there are accounts of at the same time. When there are more, those of queues that are closed are written
/// before their time.
pub(super) const QUEUES_MAX: usize = 1_000;

/// Class of the figures of calls.
const CALLS: usize = 2;

/// How a connection ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// By `MQDISC`.
    Normally,
    /// The program has gone.
    Implicitly,
    /// The queue manager, or an operator, ended it.
    ByQueueManager,
}

impl Ended {
    /// `MQDISCONNECT_*`
    fn number(self) -> i32 {
        match self {
            Self::Normally => MQDISCONNECT_NORMAL,
            Self::Implicitly => MQDISCONNECT_IMPLICIT,
            Self::ByQueueManager => MQDISCONNECT_Q_MGR,
        }
    }
}

/// Which accounts a connection keeps, as decided when it was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AccountingSettings {
    /// `ACCTMQI`.
    pub(super) calls: bool,
    /// `ACCTQ` of the queue manager: `MQMON_NONE`, `MQMON_OFF` or `MQMON_ON`.
    pub(super) queues: i32,
}

impl AccountingSettings {
    /// That of a connection with these options.
    pub(crate) fn of(objects: &Objects, state: &ConnectionState) -> Self {
        let none = Self {
            calls: false,
            queues: MQMON_NONE,
        };
        if state.is_own() {
            return none;
        }
        let mut settings = Self {
            calls: objects.q_mgr_int(Attr::Acctmqi) == MQMON_ON,
            queues: objects.q_mgr_int(Attr::Acctq),
        };
        if objects.q_mgr_int(Attr::Acctcono) == MQMON_ENABLED {
            let asks = |option| state.options & option != 0;
            settings.calls = (settings.calls || asks(MQCNO_ACCOUNTING_MQI_ENABLED))
                && !asks(MQCNO_ACCOUNTING_MQI_DISABLED);
            if asks(MQCNO_ACCOUNTING_Q_ENABLED) {
                settings.queues = MQMON_ON;
            } else if asks(MQCNO_ACCOUNTING_Q_DISABLED) {
                settings.queues = MQMON_NONE;
            }
        }
        settings
    }

    /// Whether there is an account of this queue.
    pub(super) fn keeps(self, queue: &LocalQueue) -> bool {
        if self.queues == MQMON_NONE {
            return false;
        }
        match queue.hot().accounting {
            MQMON_Q_MGR => self.queues == MQMON_ON,
            own => own == MQMON_ON,
        }
    }
}

/// Messages of a kind: each pair is of those that are not persistent and those that are.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Volume {
    pub(super) messages: [u64; 2],
    pub(super) bytes: [u64; 2],
    /// Of no meaning while there are no messages.
    pub(super) least: [u64; 2],
    pub(super) most: [u64; 2],
    pub(super) failed: u64,
}

impl Volume {
    pub(super) fn add(&mut self, persistent: bool, bytes: u64) {
        let at = usize::from(persistent);
        self.least[at] = match self.messages[at] {
            0 => bytes,
            _ => self.least[at].min(bytes),
        };
        self.most[at] = self.most[at].max(bytes);
        self.messages[at] += 1;
        self.bytes[at] = self.bytes[at].wrapping_add(bytes);
    }
}

/// What a connection did to a queue.
#[derive(Clone, Debug)]
pub(super) struct QueueAccount {
    pub(super) name: ObjectName,
    pub(super) created: (String, String),
    pub(super) definition_type: i32,
    /// Handles that are open.
    pub(super) handles: u32,
    pub(super) opens: u64,
    pub(super) opened_us: u64,
    pub(super) closed_us: u64,
    /// By both verbs.
    pub(super) puts: Volume,
    pub(super) put1s: [u64; 2],
    pub(super) put1s_failed: u64,
    pub(super) gets: Volume,
    pub(super) browses: Volume,
    /// Times on the queue of what was got: bytes stand for microseconds.
    pub(super) times: Volume,
}

impl QueueAccount {
    pub(super) fn of(queue: &LocalQueue) -> Self {
        let (created, definition_type) = queue.with_definition(|definition| {
            let text = |attr| definition.text(attr).to_owned();
            let created = (text(Attr::Crdate), text(Attr::Crtime));
            (created, definition.int(Attr::Deftype))
        });
        Self {
            name: queue.name,
            created,
            definition_type,
            handles: 0,
            opens: 0,
            opened_us: 0,
            closed_us: 0,
            puts: Volume::default(),
            put1s: [0; 2],
            put1s_failed: 0,
            gets: Volume::default(),
            browses: Volume::default(),
            times: Volume::default(),
        }
    }

    /// Begins the next interval.
    fn begin_again(&mut self) {
        *self = Self {
            name: self.name,
            created: std::mem::take(&mut self.created),
            definition_type: self.definition_type,
            handles: self.handles,
            opens: 0,
            opened_us: self.opened_us,
            closed_us: 0,
            puts: Volume::default(),
            put1s: [0; 2],
            put1s_failed: 0,
            gets: Volume::default(),
            browses: Volume::default(),
            times: Volume::default(),
        };
    }

    /// Something was done since the interval began.
    fn was_used(&self) -> bool {
        let used = |volume: &Volume| volume.messages != [0; 2] || volume.failed > 0;
        let any = [&self.puts, &self.gets, &self.browses]
            .into_iter()
            .any(used);
        self.opens > 0 || self.closed_us > 0 || self.put1s_failed > 0 || any
    }

    fn group(&self) -> Vec<Parameter> {
        parameters(&QUEUE_ACCOUNTING_GROUP, &Figures::default(), &|what| {
            self.tell(what)
        })
    }

    fn tell(&self, what: Supplied) -> Option<Answer> {
        let moment = |at_us: u64| (at_us > 0).then(|| PutStamp::at(at_us));
        let date = |at_us| moment(at_us).map(|stamp| Answer::Text(stamp.display_date()));
        let time = |at_us| moment(at_us).map(|stamp| Answer::Text(stamp.display_time()));
        let both = |values: [u64; 2]| Some(Answer::Numbers(values.to_vec()));
        let one = |value: u64| Some(Answer::Number(value));
        let closed_us = match self.handles {
            0 => self.closed_us,
            _ => 0,
        };
        match what {
            Supplied::QueueName => Some(Answer::from(self.name.as_str())),
            Supplied::CreateDate => Some(Answer::Text(self.created.0.clone())),
            Supplied::CreateTime => Some(Answer::Text(self.created.1.clone())),
            Supplied::QueueType => one(u64::from(MQQT_LOCAL.unsigned_abs())),
            Supplied::QueueDefinitionType => one(u64::from(self.definition_type.unsigned_abs())),
            Supplied::OpenCount => one(self.opens),
            Supplied::OpenDate => date(self.opened_us),
            Supplied::OpenTime => time(self.opened_us),
            Supplied::CloseDate => date(closed_us),
            Supplied::CloseTime => time(closed_us),
            Supplied::PutCount => both(std::array::from_fn(|at| {
                self.puts.messages[at].saturating_sub(self.put1s[at])
            })),
            Supplied::PutFailCount => one(self.puts.failed),
            Supplied::Put1Count => both(self.put1s),
            Supplied::Put1FailCount => one(self.put1s_failed),
            Supplied::PutBytes => both(self.puts.bytes),
            Supplied::PutMinBytes => both(self.puts.least),
            Supplied::PutMaxBytes => both(self.puts.most),
            Supplied::GetCount => both(self.gets.messages),
            Supplied::GetFailCount => one(self.gets.failed),
            Supplied::GetBytes => both(self.gets.bytes),
            Supplied::GetMinBytes => both(self.gets.least),
            Supplied::GetMaxBytes => both(self.gets.most),
            Supplied::BrowseCount => both(self.browses.messages),
            Supplied::BrowseFailCount => one(self.browses.failed),
            Supplied::BrowseBytes => both(self.browses.bytes),
            Supplied::BrowseMinBytes => both(self.browses.least),
            Supplied::BrowseMaxBytes => both(self.browses.most),
            Supplied::TimeOnQMin => both(self.times.least),
            Supplied::TimeOnQMax => both(self.times.most),
            Supplied::TimeOnQAvg => both(std::array::from_fn(|at| {
                let count = self.times.messages[at];
                self.times.bytes[at].checked_div(count).unwrap_or(0)
            })),
            _ => None,
        }
    }
}

/// The accounts of a connection.
#[derive(Debug)]
pub(crate) struct Accounting {
    /// What was called before the interval began, if calls are accounted for.
    pub(super) calls: Option<Box<[u64]>>,
    pub(super) queues: HashMap<QueueId, Box<QueueAccount>>,
    /// Records of calls, and of queues, so far.
    pub(super) records: [u64; 2],
    pub(super) began_us: u64,
    /// When the next interim record is due, monotonic; `u64::MAX` for never.
    pub(super) due_ns: u64,
}

impl Accounting {
    pub(super) fn begin(engine: &Engine) -> Self {
        let mut new = Self {
            calls: None,
            queues: HashMap::new(),
            records: [0; 2],
            began_us: 0,
            due_ns: 0,
        };
        new.begin_interval(engine);
        new
    }

    fn begin_interval(&mut self, engine: &Engine) {
        self.began_us = engine.clock.wall_us();
        let interval_s = u64::try_from(engine.q_mgr_int(Attr::Acctint)).unwrap_or(0);
        self.due_ns = match interval_s {
            // Long connections have one record then.
            0 => u64::MAX,
            _ => {
                let now_ns = engine.clock.monotonic_ns();
                now_ns.saturating_add(interval_s.saturating_mul(1_000_000_000))
            }
        };
    }

    /// The accounts of a connection that was made now; none while nothing is asked for.
    pub(crate) fn of(engine: &Engine, settings: AccountingSettings) -> Option<Box<Self>> {
        settings.calls.then(|| {
            let mut new = Self::begin(engine);
            new.calls = Some(calls_of(None));
            Box::new(new)
        })
    }

    /// Writes what there is, and begins the next interval.
    pub(super) fn write(&mut self, engine: &Engine, state: &ConnectionState, ended: Option<Ended>) {
        let now_us = engine.clock.wall_us();
        let subject = |command| Subject {
            q_mgr: &engine.name,
            command_level: engine.q_mgr_int(Attr::Cmdlevel),
            interval: Interval {
                from_us: self.began_us,
                to_us: now_us,
            },
            kind: MQCFT_ACCOUNTING,
            command,
        };
        let mut messages = Vec::new();
        if let Some(before) = &self.calls {
            let mut figures = Figures::default();
            state.tally.collect(&mut figures);
            figures.subtract(CALLS, before);
            let told = |what| tell(state, what, self.records[0], ended, now_us);
            let subject = subject(MQCMD_ACCOUNTING_MQI);
            messages.push(subject.message(&MQI_ACCOUNTING, &figures, &told));
            self.records[0] += 1;
        }
        let used = self.queues.values().filter(|account| account.was_used());
        let mut groups: Vec<_> = used.collect();
        groups.sort_by_key(|account| account.name);
        if !groups.is_empty() {
            let groups = groups.into_iter().map(|account| account.group()).collect();
            let told = |what| tell(state, what, self.records[1], ended, now_us);
            let subject = subject(MQCMD_ACCOUNTING_Q);
            let group = MQGACF_Q_ACCOUNTING_DATA;
            messages.extend(subject.messages(&QUEUE_ACCOUNTING, &told, group, groups));
            self.records[1] += 1;
        }
        if self.calls.is_some() {
            self.calls = Some(calls_of(Some(state)));
        }
        self.queues.retain(|_, account| account.handles > 0);
        let left = self.queues.values_mut();
        left.for_each(|account| account.begin_again());
        self.begin_interval(engine);
        put_records(engine, ACCOUNTING_QUEUE, &messages);
    }
}

/// What a connection has called so far.
fn calls_of(state: Option<&ConnectionState>) -> Box<[u64]> {
    let mut figures = Figures::default();
    if let Some(state) = state {
        state.tally.collect(&mut figures);
    }
    figures.of_class(CALLS)
}

/// What is told of a connection.
fn tell(
    state: &ConnectionState,
    what: Supplied,
    records: u64,
    ended: Option<Ended>,
    now_us: u64,
) -> Option<Answer> {
    let origin = &state.origin;
    let connected = PutStamp::at(state.connected_us);
    let disconnected = ended.map(|_| PutStamp::at(now_us));
    let client = origin.client.as_ref();
    match what {
        Supplied::ConnectionId => Some(Answer::Bytes(state.id.to_vec())),
        Supplied::SeqNumber => Some(Answer::Number(records)),
        Supplied::ApplicationName => Some(Answer::from(state.appl_name.as_str())),
        Supplied::ApplicationPid => Some(Answer::Number(u64::from(origin.process_id))),
        Supplied::ApplicationTid => Some(Answer::Number(u64::from(origin.thread_id))),
        Supplied::UserId => Some(Answer::from(origin.user_id.as_str())),
        Supplied::ConnDate => Some(Answer::Text(connected.display_date())),
        Supplied::ConnTime => Some(Answer::Text(connected.display_time())),
        Supplied::ConnName => client.map(|client| Answer::from(client.address.as_str())),
        Supplied::ChannelName => client.map(|client| Answer::from(client.channel.as_str())),
        Supplied::DiscDate => disconnected.map(|stamp| Answer::Text(stamp.display_date())),
        Supplied::DiscTime => disconnected.map(|stamp| Answer::Text(stamp.display_time())),
        Supplied::DiscType => {
            let number = ended?.number();
            Some(Answer::Number(u64::from(number.unsigned_abs())))
        }
        _ => None,
    }
}
