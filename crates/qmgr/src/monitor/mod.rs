//! Figures of the queue manager, published below `$SYS/MQ/INFO/QMGR/<name>/Monitor`.
//!
//! What there is to subscribe to is retained there: classes, the types of each, the elements of each type. Figures are
//! worked out and published every ten seconds, those somebody subscribed to and no others. Whoever embeds the queue
//! manager says when ([`QueueManager::publish_figures`]) and what machine it is on ([`Host`]).
//!
//! Numbers and names are those tools know (`tables/monitor_*.csv`). What adds up is published as what was added since the
//! last publication of that topic, or since the start; the message says how long that was.
//! Source: "Metrics published on the system topics", "Developing applications that use the monitoring data".

mod applications;
mod collect;
mod encode;
pub(crate) mod table;
mod tally;

pub(crate) use tally::{Noted, QueueTally, Tally};

use crate::core::RunState;
use crate::generated::monitor::{CLASSES, Figure};
use crate::lock_order;
use crate::object::local_queue::LocalQueue;
use crate::publish::{Publication, Subscription, retain_alone};
use crate::queue_manager::QueueManager;
use crate::record::QueueId;
use crate::shared::Shared;
use crate::verb::publish::publish_own;
use applications::Applications;
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
use std::sync::atomic::{AtomicUsize, Ordering};
use table::{Class, Kind, Per};

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

/// What the queue manager counts and keeps for publications of figures.
pub(crate) struct Monitor {
    /// Calls of connections that are gone, and what no connection does.
    pub(crate) tally: Tally,
    connections_most: AtomicUsize,
    /// Who is connected, by the names of applications.
    pub(crate) applications: Applications,
    /// When it was started, monotonic, and where the log stood then.
    started_ns: u64,
    log_began: u64,
    rounds: Mutex<Rounds, lock_order::FigureRounds>,
}

impl Monitor {
    pub(crate) fn new(started_ns: u64, log_began: u64) -> Self {
        Self {
            tally: Tally::default(),
            connections_most: AtomicUsize::new(0),
            applications: Applications::default(),
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
        self.rounds.lock()
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
        let (queues, applications) = (
            queues_meant(shared, &interested),
            applications_meant(shared, &interested),
        );
        last.retain(|key, _| match key.2 {
            Known::QueueManager => true,
            Known::Queue(id) => queues.contains_key(&id),
            Known::Application(name) => applications.contains(&name),
        });
        shared.monitor.applications.forget_all_but(&applications);
        if interested.is_empty() {
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
        object: Object<'_>,
        round: &mut Round<'_>,
    ) {
        let shared = self.shared;
        if shared.is_stopping() {
            return;
        }
        let topic = self.prefix.topic(class, kind, object.name());
        if shared.topics.audience(&topic, None).is_empty() {
            return;
        }
        let figures = match object {
            Object::QueueManager => round.of_class(class.number),
            Object::Queue(queue) => round.of_queue(queue),
            Object::Application(name) => round.of_application(name),
        };
        let key = (class.number, kind.number, object.known());
        let none = || Last {
            at_ns: shared.monitor.started_ns,
            values: vec![0; kind.elements.len()],
        };
        let last = self.last.entry(key).or_insert_with(none);
        let subject = Subject {
            q_mgr: &shared.name,
            object,
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
    shared: &Shared,
    interested: &[Arc<Subscription>],
) -> BTreeSet<FixedText<28>> {
    let mut names = BTreeSet::new();
    for subscription in interested {
        match meant("STATAPP", subscription.definition.text(Attr::Topicstr)) {
            Meant::None => {}
            Meant::One(name) => {
                names.insert(FixedText::truncated(&name));
            }
            Meant::Any => names.extend(shared.monitor.applications.names()),
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
    let message = Message::new(descriptor, Bytes::from(body));
    Publication {
        retained,
        ..Publication::of(topic.into(), message, put_at_us)
    }
}

#[cfg(test)]
mod tests;
