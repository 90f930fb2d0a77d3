//! Figures of the queue manager, published below `$SYS/MQ/INFO/QMGR/<name>/Monitor`.
//!
//! What there is to subscribe to is retained there: classes, the types of each, the elements of each type. Figures are
//! worked out and published every ten seconds, those somebody subscribed to and no others. Whoever embeds the queue
//! manager says when ([`QueueManager::publish_figures`]) and what machine it is on ([`Host`]).
//!
//! Numbers and names are those tools know (`tables/monitor_*.csv`). What adds up is published as what was added since the
//! last publication of that topic, or since the start; the message says how long that was.
//! Source: "Metrics published on the system topics", "Developing applications that use the monitoring data".

mod collect;
mod encode;
pub(crate) mod table;
mod tally;

pub(crate) use tally::{Noted, QueueTally, Tally};

use crate::generated::monitor::{CLASSES, Figure};
use crate::object::local_queue::LocalQueue;
use crate::publish::{Publication, Subscription, retain_alone};
use crate::queue_manager::QueueManager;
use crate::record::QueueId;
use crate::shared::{RunState, Shared};
use crate::verb::publish::publish_own;
use bytes::Bytes;
use collect::{Measured, Round};
use encode::Subject;
use ferromq_base::machine::Machine;
use ferromq_log::Lsn;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_queue::Message;
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use table::{Class, Kind};

/// What the queue manager runs on, for figures that are not its own.
#[derive(Clone)]
pub struct Host {
    /// The machine.
    pub machine: Arc<dyn Machine>,
    /// Directory of the queue manager's data.
    pub data: PathBuf,
    /// Directory of its log.
    pub log: PathBuf,
    /// Directory of its notices.
    pub errors: PathBuf,
}

impl std::fmt::Debug for Host {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Host")
            .field("data", &self.data)
            .finish_non_exhaustive()
    }
}

/// Names of topics.
pub(crate) struct Prefix(String);

impl Prefix {
    fn of(q_mgr: &ObjectName) -> Self {
        Self(format!("$SYS/MQ/INFO/QMGR/{q_mgr}/Monitor"))
    }

    fn catalogue(&self, of: &str) -> String {
        format!("{}/METADATA/{of}", self.0)
    }

    fn types(&self, class: &Class) -> String {
        self.catalogue(&format!("{}/TYPES", class.name))
    }

    fn elements(&self, class: &Class, kind: &Kind) -> String {
        self.catalogue(&format!("{}/{}", class.name, kind.name))
    }

    /// The topic of a type as the catalogue has it: `%s` stands for the name of a queue.
    fn announced(&self, class: &Class, kind: &Kind) -> String {
        self.topic(class, kind, kind.per_queue.then_some("%s"))
    }

    fn topic(&self, class: &Class, kind: &Kind, object: Option<&str>) -> String {
        match object {
            // A slash would begin a level.
            Some(object) => {
                let object = object.replace('/', "&");
                format!("{}/{}/{object}/{}", self.0, class.name, kind.name)
            }
            None => format!("{}/{}/{}", self.0, class.name, kind.name),
        }
    }
}

/// What a publication is of: class, type, and the queue if it is of one.
type Key = (i32, i32, Option<QueueId>);

/// What was published last.
struct Last {
    at_ns: u64,
    /// The figures that count from the start.
    values: Vec<u64>,
}

/// What there is to know from one round to the next.
#[derive(Default)]
struct Rounds {
    last: HashMap<Key, Last>,
    measured: Measured,
}

/// What the queue manager counts and keeps for publications of figures.
pub(crate) struct Monitor {
    /// Calls of connections that are gone, and what no connection does.
    pub(crate) tally: Tally,
    connections_most: AtomicUsize,
    /// When it was started, monotonic, and where the log stood then.
    started_ns: u64,
    log_began: u64,
    rounds: Mutex<Rounds>,
}

impl Monitor {
    pub(crate) fn new(started_ns: u64, log_began: u64) -> Self {
        Self {
            tally: Tally::default(),
            connections_most: AtomicUsize::new(0),
            started_ns,
            log_began,
            rounds: Mutex::default(),
        }
    }

    /// There are so many connections now.
    pub(crate) fn connected(&self, count: usize) {
        self.connections_most.fetch_max(count, Ordering::Relaxed);
    }

    /// A queue was cleared.
    pub(crate) fn count_purge(&self, queue: &LocalQueue) {
        queue.tally.add(Figure::QueuePurged, 1);
        self.tally.add(Figure::QueuesPurged, 1);
    }

    fn rounds(&self) -> MutexGuard<'_, Rounds> {
        self.rounds.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl QueueManager {
    /// Retains the catalogue of figures, so that programs can find what there is to subscribe to. Retained until the
    /// queue manager ends.
    pub fn announce_figures(&self) {
        let shared = &self.shared;
        let ccsid = shared.limits().ccsid;
        let _order = shared.administer();
        for (topic, body) in encode::catalogue(&Prefix::of(&shared.name), ccsid) {
            let publication = publication_of(shared, topic, body, true);
            retain_alone(shared, publication, Lsn::NONE);
        }
    }

    /// Publishes the figures somebody subscribed to; returns how many publications that were. What a subscriber's queue
    /// does not take is lost, as with any publication. To be called every ten seconds, or as often as figures are wanted.
    pub fn publish_figures(&self, host: &Host) -> usize {
        let shared = &self.shared;
        if shared.state() != RunState::Running {
            return 0;
        }
        let mut rounds = shared.monitor.rounds();
        let Rounds { last, measured } = &mut *rounds;
        // Measured whether or not anybody listens: shares of time are of the interval before.
        let mut round = Round::begin(shared, host, measured);
        let interested = shared.topics.interested_in_system();
        if interested.is_empty() {
            last.retain(|key, _| key.2.is_none());
            return 0;
        }
        let prefix = Prefix::of(&shared.name);
        let mut sender = Sender {
            shared,
            prefix: &prefix,
            last,
            now_ns: shared.clock.monotonic_ns(),
            count: 0,
        };
        let queues = queues_meant(shared, &interested);
        for class in &CLASSES {
            for kind in class.kinds {
                if kind.per_queue {
                    for queue in queues.values() {
                        sender.send(class, kind, Some(queue), &mut round);
                    }
                } else {
                    sender.send(class, kind, None, &mut round);
                }
            }
        }
        let count = sender.count;
        last.retain(|key, _| key.2.is_none_or(|id| queues.contains_key(&id)));
        count
    }
}

/// Publishes what is subscribed to.
struct Sender<'a> {
    shared: &'a Arc<Shared>,
    prefix: &'a Prefix,
    last: &'a mut HashMap<Key, Last>,
    now_ns: u64,
    count: usize,
}

impl Sender<'_> {
    fn send(
        &mut self,
        class: &'static Class,
        kind: &'static Kind,
        queue: Option<&Arc<LocalQueue>>,
        round: &mut Round<'_>,
    ) {
        let shared = self.shared;
        let name = queue.map(|queue| queue.name);
        let topic = self
            .prefix
            .topic(class, kind, name.as_ref().map(ObjectName::as_str));
        if shared.topics.audience(&topic, None).is_empty() {
            return;
        }
        let figures = match queue {
            Some(queue) => round.of_queue(queue),
            None => round.of_class(class.number),
        };
        let key = (class.number, kind.number, queue.map(|queue| queue.id));
        let none = || Last {
            at_ns: shared.monitor.started_ns,
            values: vec![0; kind.elements.len()],
        };
        let last = self.last.entry(key).or_insert_with(none);
        let subject = Subject {
            q_mgr: &shared.name,
            queue: name.as_ref(),
            class,
            kind,
            interval_us: self.now_ns.saturating_sub(last.at_ns) / 1000,
        };
        let ccsid = shared.limits().ccsid;
        let body = encode::publication(&subject, figures, &last.values, ccsid);
        let of = |element: &table::Element| figures.get(element.figure).unwrap_or(0);
        last.values = kind.elements.iter().map(of).collect();
        last.at_ns = self.now_ns;
        publish_own(shared, &publication_of(shared, topic, body, false));
        self.count += 1;
        begin_marks_again(shared, kind);
    }
}

/// Highest and lowest are of the time between two publications.
fn begin_marks_again(shared: &Shared, kind: &Kind) {
    let has = |figure| kind.elements.iter().any(|one| one.figure == figure);
    if has(Figure::ConnectionsMost) {
        let now = shared.connections().len();
        let most = &shared.monitor.connections_most;
        most.store(now, Ordering::Relaxed);
    }
    if has(Figure::DurableMost) {
        shared.topics.begin_marks_again();
    }
}

/// The queues whose figures are subscribed to.
fn queues_meant(
    shared: &Shared,
    interested: &[Arc<Subscription>],
) -> BTreeMap<QueueId, Arc<LocalQueue>> {
    let registry = shared.registry();
    let mut meant = BTreeMap::new();
    for subscription in interested {
        match queue_meant(subscription.definition.text(Attr::Topicstr)) {
            Meant::None => {}
            Meant::One(name) => {
                let found = registry.local_queue(&ObjectName::truncated(&name));
                meant.extend(found.map(|queue| (queue.id, queue)));
            }
            Meant::Any => return registry.by_id.clone(),
        }
    }
    meant
}

/// Queues a topic string with or without wildcards may be about.
#[derive(Debug, PartialEq, Eq)]
enum Meant {
    None,
    One(String),
    Any,
}

/// Levels before the name of a queue: `$SYS/MQ/INFO/QMGR/<name>/Monitor/STATQ`.
const LEVELS_BEFORE_QUEUE: usize = 7;

fn queue_meant(pattern: &str) -> Meant {
    let levels: Vec<&str> = pattern.split('/').collect();
    let wild = |level: &&str| matches!(*level, "#" | "+") || level.contains(['*', '?']);
    if levels.iter().take(LEVELS_BEFORE_QUEUE + 1).any(wild) {
        return Meant::Any;
    }
    match levels.get(LEVELS_BEFORE_QUEUE - 1..=LEVELS_BEFORE_QUEUE) {
        Some(["STATQ", queue]) => Meant::One(queue.replace('&', "/")),
        _ => Meant::None,
    }
}

/// What the queue manager has to say, ready to be published.
fn publication_of(shared: &Shared, topic: String, body: Vec<u8>, retained: bool) -> Publication {
    let put_at_us = shared.clock.wall_us();
    let mut descriptor = MsgDescriptor {
        version: MQMD_VERSION_2,
        msg_type: MQMT_DATAGRAM,
        format: *b"MQPCF   ",
        encoding: MQENC_NATIVE,
        coded_char_set_id: shared.limits().ccsid,
        persistence: MQPER_NOT_PERSISTENT,
        priority: 0,
        ..MsgDescriptor::default()
    };
    crate::verb::placing::sign(shared, &mut descriptor, put_at_us);
    Publication {
        topic: topic.into(),
        persistent: false,
        expires_at_us: None,
        put_at_us,
        keeps_id: false,
        retained,
        kept: None,
        met: 0,
        behind: Lsn::NONE,
        message: Arc::new(Message::new(descriptor, Bytes::from(body))),
    }
}

#[cfg(test)]
mod tests;
