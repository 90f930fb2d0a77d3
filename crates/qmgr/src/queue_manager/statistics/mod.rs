//! Statistics messages (`STATMQI`, `STATQ`, `STATCHL`): what was added to figures since the last ones, every `STATINT` seconds, when an
//! operator says so, and when the queue manager ends.
//!
//! What is counted is counted anyway; where statistics begin, what there was then is kept, 400 bytes for each queue. A queue is told of if
//! it was used in the interval, or is open.
//!
//! Source: "Statistics messages", "MQI statistics message data", "Queue statistics message data", "Channel statistics message data".

mod turns;

use crate::core::figures::Figure;
use crate::core::figures::message::{Answer, Interval, Subject, parameters};
use crate::core::figures::table::Figures;
use crate::core::generated::statistics::{
    CHANNEL_STATISTICS, CHANNEL_STATISTICS_GROUP, MQI_STATISTICS, QUEUE_STATISTICS,
    QUEUE_STATISTICS_GROUP, Supplied,
};
use crate::deliver::record::{STATISTICS_QUEUE, put_records};
use crate::lock_order;
use crate::publish::topics::Marks;
use crate::queue_manager::figures;
use crate::record::QueueId;
use crate::store::local_queue::LocalQueue;
use crate::verbs::Engine;
use ferromq_base::lock::Mutex;
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::pcf::{Message, Parameter};
use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock};

/// Classes of figures: of calls, and of queues.
const CALLS: usize = 2;
const QUEUES: usize = 3;

/// Where figures stood when an interval began.
struct Since<T> {
    at_us: u64,
    figures: T,
}

/// What there is of the interval under way; `None` of what is off.
#[derive(Default)]
struct State {
    /// When the interval began, monotonic.
    began_ns: u64,
    calls: Option<Since<Box<[u64]>>>,
    queues: Option<Since<HashMap<QueueId, Box<[u64]>>>>,
    /// When what channels did was told last.
    channels_us: u64,
}

/// See the module.
pub(crate) struct Statistics {
    state: Mutex<State, lock_order::StatisticsInterval>,
    /// Who tells what channels did.
    channels: OnceLock<TellChannels>,
}

/// What channels did since it was asked last.
type TellChannels = Box<dyn Fn() -> Vec<ChannelFigures> + Send + Sync>;

impl std::fmt::Debug for Statistics {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Statistics").finish_non_exhaustive()
    }
}

impl Statistics {
    pub(crate) fn new(engine: &Engine) -> Self {
        let state = State {
            began_ns: engine.clock.monotonic_ns(),
            channels_us: engine.clock.wall_us(),
            ..State::default()
        };
        Self {
            state: Mutex::new(state),
            channels: OnceLock::new(),
        }
    }
}

impl Statistics {
    /// Writes messages of the interval so far, and begins the next one.
    fn write(&self, engine: &Engine) {
        let channels = self.channels.get().map(|tell| tell());
        let mut state = self.state.lock();
        let now_us = engine.clock.wall_us();
        let mut messages = Vec::new();
        messages.extend(calls_message(engine, &mut state, now_us));
        messages.extend(queue_messages(engine, &mut state, now_us));
        messages.extend(channel_messages(
            engine,
            &mut state,
            now_us,
            &channels.unwrap_or_default(),
        ));
        state.began_ns = engine.clock.monotonic_ns();
        look(engine, &mut state, None);
        put_records(engine, STATISTICS_QUEUE, &messages);
    }

    /// When the interval began, monotonic.
    fn began_ns(&self) -> u64 {
        self.state.lock().began_ns
    }

    /// Looks at what is to be counted: of all, or of one queue.
    fn look(&self, engine: &Engine, only: Option<&Arc<LocalQueue>>) {
        look(engine, &mut self.state.lock(), only);
    }
}

/// What a channel did since it was asked last, as statistics tell it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChannelFigures {
    /// Name of the channel.
    pub channel: String,
    /// `MQCHT_*`.
    pub channel_type: i32,
    /// The queue manager at the other end.
    pub remote_q_mgr: String,
    /// Where that is.
    pub connection_name: String,
    /// Messages sent or received.
    pub messages: u64,
    /// Bytes of these.
    pub bytes: u64,
    /// Round trips, microseconds: shortest, longest, and mean.
    pub net_time_us: [u64; 3],
    /// Batches that were full, and others.
    pub batches: [u64; 2],
    /// Puts that were tried again.
    pub put_retries: u64,
}

impl ChannelFigures {
    fn group(&self) -> Vec<Parameter> {
        let batches = self.batches[0] + self.batches[1];
        let one = |value: u64| Some(Answer::Number(value));
        let tell = |what| match what {
            Supplied::ChannelName => Some(Answer::from(self.channel.as_str())),
            Supplied::ChannelType => one(u64::from(self.channel_type.unsigned_abs())),
            Supplied::RemoteQMgr => Some(Answer::from(self.remote_q_mgr.as_str())),
            Supplied::ConnName => Some(Answer::from(self.connection_name.as_str())),
            Supplied::MsgCount => one(self.messages),
            Supplied::TotalBytes => one(self.bytes),
            Supplied::NetMinTime => one(self.net_time_us[0]),
            Supplied::NetMaxTime => one(self.net_time_us[1]),
            Supplied::NetMinAverage => one(self.net_time_us[2]),
            Supplied::FullBatchCount => one(self.batches[0]),
            Supplied::IncmplBatchCount => one(self.batches[1]),
            Supplied::AverageBatchSize => one(self.messages.checked_div(batches).unwrap_or(0)),
            Supplied::PutRetryCount => one(self.put_retries),
            _ => None,
        };
        parameters(&CHANNEL_STATISTICS_GROUP, &Figures::default(), &tell)
    }
}

fn subject(engine: &Engine, interval: Interval, command: i32) -> Subject<'_> {
    Subject {
        q_mgr: &engine.name,
        command_level: engine.q_mgr_int(Attr::Cmdlevel),
        interval,
        kind: MQCFT_STATISTICS,
        command,
    }
}

/// Keeps where figures stand of what is counted from now on, and forgets those of what is not: of all, or of one queue.
fn look(engine: &Engine, state: &mut State, only: Option<&Arc<LocalQueue>>) {
    let now_us = engine.clock.wall_us();
    if only.is_none() {
        match engine.q_mgr_int(Attr::Statmqi) == MQMON_ON {
            false => state.calls = None,
            true if state.calls.is_none() => {
                state.calls = Some(Since {
                    at_us: now_us,
                    figures: figures::calls(engine).of_class(CALLS),
                });
                begin_marks(engine);
            }
            true => {}
        }
    }
    let mode = engine.q_mgr_int(Attr::Statq);
    if mode == MQMON_NONE {
        state.queues = None;
        return;
    }
    let all: Vec<_> = match only {
        Some(queue) => vec![Arc::clone(queue)],
        None => engine.registry().by_id.values().cloned().collect(),
    };
    let (counted, others): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|queue| is_counted(queue, mode));
    if let Some(queues) = &mut state.queues {
        others.iter().for_each(|queue| {
            queues.figures.remove(&queue.id);
        });
    }
    if counted.is_empty() {
        return;
    }
    let queues = state.queues.get_or_insert_with(|| Since {
        at_us: now_us,
        figures: HashMap::new(),
    });
    for queue in counted {
        queues.figures.entry(queue.id).or_insert_with(|| {
            queue.queue.take_depth_marks();
            figures::queue_figures(&queue).of_class(QUEUES)
        });
    }
}

/// `STATQ` of a queue, with that of the queue manager, which is not `NONE`.
fn is_counted(queue: &LocalQueue, mode: i32) -> bool {
    match queue.with_definition(|definition| definition.int(Attr::Statq)) {
        MQMON_Q_MGR => mode == MQMON_ON,
        own => own == MQMON_ON,
    }
}

/// Begins the highest and lowest of the interval; returns those of the one before.
fn begin_marks(engine: &Engine) -> (usize, [[Marks; 4]; 2]) {
    let now = engine.connections().len();
    let most = &engine.connections_most_of_interval;
    let most = most.swap(now, Ordering::Relaxed).max(now);
    (most, engine.topics.take_interval_marks())
}

fn channel_messages(
    engine: &Engine,
    state: &mut State,
    now_us: u64,
    channels: &[ChannelFigures],
) -> Vec<Message> {
    let interval = Interval {
        from_us: std::mem::replace(&mut state.channels_us, now_us),
        to_us: now_us,
    };
    let groups = channels.iter().map(ChannelFigures::group).collect();
    let subject = subject(engine, interval, MQCMD_STATISTICS_CHANNEL);
    let group = MQGACF_CHL_STATISTICS_DATA;
    subject.messages(&CHANNEL_STATISTICS, &|_| None, group, groups)
}

fn calls_message(engine: &Engine, state: &mut State, now_us: u64) -> Option<Message> {
    let since = state.calls.take()?;
    let mut figures = figures::calls(engine);
    state.calls = Some(Since {
        at_us: now_us,
        figures: figures.of_class(CALLS),
    });
    figures.subtract(CALLS, &since.figures);
    let (most, [others, durable]) = begin_marks(engine);
    let of = |marks: &[Marks; 4], read: fn(&Marks) -> u64| {
        Some(Answer::Numbers(marks.iter().map(read).collect()))
    };
    let told = |what| match what {
        Supplied::ConnHighwater => Some(Answer::Number(most as u64)),
        Supplied::DurableSubscriptionHighWater => of(&durable, |marks| marks.most),
        Supplied::DurableSubscriptionLowWater => of(&durable, |marks| marks.least),
        Supplied::NonDurableSubscriptionHighWater => of(&others, |marks| marks.most),
        Supplied::NonDurableSubscriptionLowWater => of(&others, |marks| marks.least),
        _ => None,
    };
    let interval = Interval {
        from_us: since.at_us,
        to_us: now_us,
    };
    let subject = subject(engine, interval, MQCMD_STATISTICS_MQI);
    Some(subject.message(&MQI_STATISTICS, &figures, &told))
}

fn queue_messages(engine: &Engine, state: &mut State, now_us: u64) -> Vec<Message> {
    let Some(queues) = &mut state.queues else {
        return Vec::new();
    };
    let mode = engine.q_mgr_int(Attr::Statq);
    let interval = Interval {
        from_us: std::mem::replace(&mut queues.at_us, now_us),
        to_us: now_us,
    };
    let mut all: Vec<_> = engine.registry().by_id.values().cloned().collect();
    all.retain(|queue| is_counted(queue, mode));
    all.sort_by_key(|queue| queue.name);
    let mut before = std::mem::take(&mut queues.figures);
    let mut groups = Vec::new();
    for queue in all {
        let mut figures = figures::queue_figures(&queue);
        queues.figures.insert(queue.id, figures.of_class(QUEUES));
        // One that was made since counts from nothing.
        if let Some(before) = before.remove(&queue.id) {
            figures.subtract(QUEUES, &before);
        }
        let marks = queue.queue.take_depth_marks();
        figures.set(Figure::QueueDepthLeast, u64::from(marks.least));
        figures.set(Figure::QueueDepthMost, u64::from(marks.most));
        if queue.opens().any() || was_used(&figures) {
            groups.push(queue_group(&queue, &figures));
        }
    }
    let subject = subject(engine, interval, MQCMD_STATISTICS_Q);
    let group = MQGACF_Q_STATISTICS_DATA;
    subject.messages(&QUEUE_STATISTICS, &|_| None, group, groups)
}

/// Something happened to a queue in the interval.
fn was_used(figures: &Figures) -> bool {
    use Figure as F;
    const USES: [Figure; 11] = [
        F::QueueOpens,
        F::QueueCloses,
        F::QueueInquires,
        F::QueueSets,
        F::QueuePutsAll,
        F::QueuePutsFailed,
        F::QueuePut1sFailed,
        F::QueueGetsAll,
        F::QueueGetsFailed,
        F::QueueBrowsesFailed,
        F::QueueExpired,
    ];
    let purged = figures.get(F::QueuePurged).unwrap_or(0) > 0;
    let mut all = USES.iter().map(|figure| figures.get(*figure));
    purged || all.any(|value| value.unwrap_or(0) > 0)
}

fn queue_group(queue: &LocalQueue, figures: &Figures) -> Vec<Parameter> {
    use Figure as F;
    let value = |figure| figures.get(figure).unwrap_or(0);
    let mean = |time, count| value(time).checked_div(value(count)).unwrap_or(0);
    let (created, kind) = queue.with_definition(|definition| {
        let text = |attr| definition.text(attr).to_owned();
        let created = [text(Attr::Crdate), text(Attr::Crtime)];
        (created, definition.int(Attr::Deftype))
    });
    let number = |value: i32| Some(Answer::Number(u64::from(value.unsigned_abs())));
    let tell = |what| match what {
        Supplied::QueueName => Some(Answer::from(queue.name.as_str())),
        Supplied::CreateDate => Some(Answer::from(created[0].as_str())),
        Supplied::CreateTime => Some(Answer::from(created[1].as_str())),
        Supplied::QueueType => number(MQQT_LOCAL),
        Supplied::QueueDefinitionType => number(kind),
        Supplied::QMinDepth => Some(Answer::Number(value(F::QueueDepthLeast))),
        Supplied::QMaxDepth => Some(Answer::Number(value(F::QueueDepthMost))),
        Supplied::AverageQueueTime => Some(Answer::Numbers(vec![
            mean(F::QueueTimeNonPersistent, F::QueueGetsNonPersistent),
            mean(F::QueueTimePersistent, F::QueueGetsPersistent),
        ])),
        _ => None,
    };
    parameters(&QUEUE_STATISTICS_GROUP, figures, &tell)
}

#[cfg(test)]
mod tests;
