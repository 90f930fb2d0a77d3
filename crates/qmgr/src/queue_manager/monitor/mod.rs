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

use crate::core::RunState;
use crate::core::figures::table::{Class, Kind, Per};
use crate::core::figures::{CLASSES, Figure, table};
use crate::deliver::placing::sign;
use crate::lock_order;
use crate::publish::copy::Publication;
use crate::publish::distribute::publish_own;
use crate::publish::retention::retain_alone;
use crate::publish::subscription::Subscription;
use crate::queue_manager::QueueManager;
use crate::record::QueueId;
use crate::store::local_queue::LocalQueue;
use crate::verbs::Engine;
use bytes::Bytes;
use collect::{Measured, Round};
use encode::Subject;
use ferromq_base::lock::{Mutex, MutexGuard};
use ferromq_base::machine::Machine;
use ferromq_log::Lsn;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::{FixedText, ObjectName};
use ferromq_queue::Message;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

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

    /// The topic of a type as the catalogue has it: `%s` stands for the name of a queue or an application.
    fn announced(&self, class: &Class, kind: &Kind) -> String {
        self.topic(class, kind, (kind.per != Per::QueueManager).then_some("%s"))
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

/// What figures are of.
#[derive(Clone, Copy)]
pub(crate) enum Object<'a> {
    QueueManager,
    Queue(&'a LocalQueue),
    Application(&'a FixedText<28>),
}

impl Object<'_> {
    fn name(&self) -> Option<&str> {
        match self {
            Self::QueueManager => None,
            Self::Queue(queue) => Some(queue.name.as_str()),
            Self::Application(name) => Some(name.as_str()),
        }
    }

    fn known(&self) -> Known {
        match self {
            Self::QueueManager => Known::QueueManager,
            Self::Queue(queue) => Known::Queue(queue.id),
            Self::Application(name) => Known::Application(**name),
        }
    }
}

/// The same, to remember it by.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Known {
    QueueManager,
    Queue(QueueId),
    Application(FixedText<28>),
}

/// What a publication is of: class, type, and object.
type Key = (i32, i32, Known);

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

/// What the queue manager keeps for publications of figures.
pub(crate) struct Monitor {
    /// When it was started, monotonic, and where the log stood then.
    started_ns: u64,
    log_began: u64,
    rounds: Mutex<Rounds, lock_order::FigureRounds>,
}

impl std::fmt::Debug for Monitor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Monitor")
            .field("started_ns", &self.started_ns)
            .finish_non_exhaustive()
    }
}

impl Monitor {
    pub(crate) fn new(started_ns: u64, log_began: u64) -> Self {
        Self {
            started_ns,
            log_began,
            rounds: Mutex::default(),
        }
    }

    fn rounds(&self) -> MutexGuard<'_, Rounds> {
        self.rounds.lock()
    }
}

impl QueueManager {
    /// Retains the catalogue of figures, so that programs can find what there is to subscribe to. Retained until the
    /// queue manager ends.
    pub fn announce_figures(&self) {
        let engine = &self.engine;
        let ccsid = engine.limits().ccsid;
        let _order = engine.administer();
        for (topic, body) in encode::catalogue(&Prefix::of(&engine.name), ccsid) {
            let publication = publication_of(engine, topic, body, true);
            retain_alone(engine, publication, Lsn::NONE);
        }
    }

    /// Publishes the figures somebody subscribed to; returns how many publications that were. What a subscriber's queue
    /// does not take is lost, as with any publication. To be called every ten seconds, or as often as figures are wanted.
    pub fn publish_figures(&self, host: &Host) -> usize {
        let engine = &self.engine;
        if engine.state() != RunState::Running {
            return 0;
        }
        let mut rounds = self.monitor.rounds();
        let Rounds { last, measured } = &mut *rounds;
        // Measured whether or not anybody listens: shares of time are of the interval before.
        let mut round = Round::begin(engine, self.monitor.log_began, host, measured);
        let interested = engine.topics.interested_in_system();
        let (queues, applications) = (
            queues_meant(engine, &interested),
            applications_meant(engine, &interested),
        );
        last.retain(|key, _| match key.2 {
            Known::QueueManager => true,
            Known::Queue(id) => queues.contains_key(&id),
            Known::Application(name) => applications.contains(&name),
        });
        engine.applications.forget_all_but(&applications);
        if interested.is_empty() {
            return 0;
        }
        let prefix = Prefix::of(&engine.name);
        let mut sender = Sender {
            engine,
            prefix: &prefix,
            last,
            started_ns: self.monitor.started_ns,
            now_ns: engine.clock.monotonic_ns(),
            count: 0,
        };
        for class in &CLASSES {
            for kind in class.kinds {
                let mut send = |object| sender.send(class, kind, object, &mut round);
                match kind.per {
                    Per::QueueManager => send(Object::QueueManager),
                    Per::Queue => queues.values().for_each(|queue| send(Object::Queue(queue))),
                    Per::Application => {
                        applications
                            .iter()
                            .for_each(|name| send(Object::Application(name)));
                    }
                }
            }
        }
        sender.count
    }
}

/// Publishes what is subscribed to.
struct Sender<'a> {
    engine: &'a Engine,
    prefix: &'a Prefix,
    last: &'a mut HashMap<Key, Last>,
    started_ns: u64,
    now_ns: u64,
    count: usize,
}

impl Sender<'_> {
    fn send(
        &mut self,
        class: &'static Class,
        kind: &'static Kind,
        object: Object<'_>,
        round: &mut Round<'_>,
    ) {
        let engine = self.engine;
        if engine.is_stopping() {
            return;
        }
        let topic = self.prefix.topic(class, kind, object.name());
        if engine.topics.audience(&topic, None).is_empty() {
            return;
        }
        let figures = match object {
            Object::QueueManager => round.of_class(class.number),
            Object::Queue(queue) => round.of_queue(queue),
            Object::Application(name) => round.of_application(name),
        };
        let key = (class.number, kind.number, object.known());
        let none = || Last {
            at_ns: self.started_ns,
            values: vec![0; kind.elements.len()],
        };
        let last = self.last.entry(key).or_insert_with(none);
        let subject = Subject {
            q_mgr: &engine.name,
            object,
            class,
            kind,
            interval_us: self.now_ns.saturating_sub(last.at_ns) / 1000,
        };
        let ccsid = engine.limits().ccsid;
        let body = encode::publication(&subject, figures, &last.values, ccsid);
        let of = |element: &table::Element| figures.get(element.figure).unwrap_or(0);
        last.values = kind.elements.iter().map(of).collect();
        last.at_ns = self.now_ns;
        publish_own(engine, &publication_of(engine, topic, body, false));
        self.count += 1;
        begin_marks_again(engine, kind);
    }
}

/// Highest and lowest are of the time between two publications.
fn begin_marks_again(engine: &Engine, kind: &Kind) {
    let has = |figure| kind.elements.iter().any(|one| one.figure == figure);
    if has(Figure::ConnectionsMost) {
        let now = engine.connections().len();
        let most = &engine.connections_most;
        most.store(now, Ordering::Relaxed);
    }
    if has(Figure::DurableMost) {
        engine.topics.begin_marks_again();
    }
}

/// The queues whose figures are subscribed to.
fn queues_meant(
    engine: &Engine,
    interested: &[Arc<Subscription>],
) -> BTreeMap<QueueId, Arc<LocalQueue>> {
    let registry = engine.registry();
    let mut found = BTreeMap::new();
    for subscription in interested {
        match meant("STATQ", subscription.definition.text(Attr::Topicstr)) {
            Meant::None => {}
            Meant::One(name) => {
                let queue = registry.local_queue(&ObjectName::truncated(&name));
                found.extend(queue.map(|queue| (queue.id, queue)));
            }
            Meant::Any => return registry.by_id.clone(),
        }
    }
    found
}

/// The applications whose figures are subscribed to: those named, and all there are where any is meant.
fn applications_meant(
    engine: &Engine,
    interested: &[Arc<Subscription>],
) -> BTreeSet<FixedText<28>> {
    let mut names = BTreeSet::new();
    for subscription in interested {
        match meant("STATAPP", subscription.definition.text(Attr::Topicstr)) {
            Meant::None => {}
            Meant::One(name) => {
                names.insert(FixedText::truncated(&name));
            }
            Meant::Any => names.extend(engine.applications.names()),
        }
    }
    names
}

/// Queues, or applications, a topic string with or without wildcards may be about.
#[derive(Debug, PartialEq, Eq)]
enum Meant {
    None,
    One(String),
    Any,
}

/// Levels before the name of a queue or an application: `$SYS/MQ/INFO/QMGR/<name>/Monitor/STATQ`.
const LEVELS_BEFORE_NAME: usize = 7;

fn meant(class: &str, pattern: &str) -> Meant {
    let levels: Vec<&str> = pattern.split('/').collect();
    let wild = |level: &&str| matches!(*level, "#" | "+") || level.contains(['*', '?']);
    let first_wild = levels.iter().position(wild).unwrap_or(usize::MAX);
    let of_class = levels.get(LEVELS_BEFORE_NAME - 1) == Some(&class);
    match levels.get(LEVELS_BEFORE_NAME) {
        _ if first_wild < LEVELS_BEFORE_NAME => Meant::Any,
        Some(_) if of_class && first_wild == LEVELS_BEFORE_NAME => Meant::Any,
        Some(name) if of_class => Meant::One(name.replace('&', "/")),
        _ => Meant::None,
    }
}

/// What the queue manager has to say, ready to be published.
fn publication_of(engine: &Engine, topic: String, body: Vec<u8>, retained: bool) -> Publication {
    let put_at_us = engine.clock.wall_us();
    let mut descriptor = MsgDescriptor {
        version: MQMD_VERSION_2,
        msg_type: MQMT_DATAGRAM,
        format: *b"MQPCF   ",
        encoding: MQENC_NATIVE,
        coded_char_set_id: engine.limits().ccsid,
        persistence: MQPER_NOT_PERSISTENT,
        priority: 0,
        ..MsgDescriptor::default()
    };
    sign(engine, &mut descriptor, put_at_us);
    let message = Message::new(descriptor, Bytes::from(body));
    Publication {
        retained,
        ..Publication::of(topic.into(), message, put_at_us)
    }
}

#[cfg(test)]
mod tests;
