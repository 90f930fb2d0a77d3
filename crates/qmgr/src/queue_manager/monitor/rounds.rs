//! Rounds in which figures are published.
//!
//! A round goes over the queue manager, its queues and its applications, each once, in turns that do so much at most: what one has is
//! worked out and published together. A round of a hundred thousand queues takes many turns.

use super::collect::{Measured, Whole};
use super::encode::{self, Subject};
use super::subjects::{Object, Prefix};
use super::{Host, publication_of};
use crate::core::RunState;
use crate::core::figures::table::{Class, Element, Figures, Kind, Per};
use crate::core::figures::{CLASSES, Figure};
use crate::core::job::{NextTurn, Turn};
use crate::publish::distribute::publish_own;
use crate::publish::subscription::Subscription;
use crate::queue_manager::QueueManager;
use crate::queue_manager::figures::queue_figures;
use crate::record::QueueId;
use crate::store::local_queue::LocalQueue;
use crate::verbs::Engine;
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::name::{FixedText, ObjectName};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Bound;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// After so many publications a turn ends with the object it is at, which has a dozen at most.
const TURN_PUBLICATIONS: u64 = 1_000;
/// Queues and applications one turn looks at, whether or not anybody subscribed to their figures.
const TURN_OBJECTS: usize = 1_000;

/// What figures are of, to remember it by.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Known {
    QueueManager,
    Queue(QueueId),
    Application(FixedText<28>),
}

impl Known {
    fn of(object: Object<'_>) -> Self {
        match object {
            Object::QueueManager => Self::QueueManager,
            Object::Queue(queue) => Self::Queue(queue.id),
            Object::Application(name) => Self::Application(*name),
        }
    }
}

/// What a publication is of: class, type, and object.
type Key = (i32, i32, Known);

/// What was published last.
struct Last {
    at_ns: u64,
    /// The figures that count from the start.
    values: Vec<u64>,
}

/// Rounds that publish the figures somebody subscribed to.
#[derive(Default)]
pub struct FigureRounds {
    last: HashMap<Key, Last>,
    measured: Measured,
    /// Where the round under way is.
    under_way: Option<UnderWay>,
}

impl std::fmt::Debug for FigureRounds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FigureRounds")
            .field("under_way", &self.under_way)
            .finish_non_exhaustive()
    }
}

#[derive(Debug)]
struct UnderWay {
    queues: Queues,
    applications: BTreeSet<FixedText<28>>,
    next: Next,
}

/// Queues whose figures are subscribed to.
#[derive(Debug)]
enum Queues {
    All,
    These(BTreeSet<QueueId>),
}

/// Where a round goes on: with the first queue from this one on, or with the first application behind this one.
#[derive(Clone, Copy, Debug)]
enum Next {
    Queue(QueueId),
    Application(Option<FixedText<28>>),
}

impl FigureRounds {
    /// Goes on with the round under way, or begins one; says how many publications that were. Rounds are to be begun every ten
    /// seconds, or as often as figures are wanted. What a subscriber's queue does not take is lost, as with any publication.
    pub fn turn(&mut self, manager: &QueueManager, host: &Host) -> Turn {
        let engine = &manager.engine;
        let under_way = self.under_way.take();
        let mut turn = Turn {
            done: 0,
            next: NextTurn::Later,
        };
        if engine.state() != RunState::Running {
            return turn;
        }
        let (mut round, mut sender) = match under_way {
            Some(round) => (round, self.sender(manager)),
            None => match self.begin(manager, host) {
                Some(begun) => begun,
                None => return turn,
            },
        };
        for _ in 0..TURN_OBJECTS {
            if sender.count >= TURN_PUBLICATIONS || engine.is_stopping() {
                break;
            }
            if !round.publish_next(&mut sender) {
                turn.done = sender.count;
                return turn;
            }
        }
        turn.done = sender.count;
        if !engine.is_stopping() {
            turn.next = NextTurn::Soon;
            self.under_way = Some(round);
        }
        turn
    }

    /// Begins a round with the figures of the queue manager as a whole; `None` where nobody subscribed to any.
    fn begin<'a>(
        &'a mut self,
        manager: &'a QueueManager,
        host: &Host,
    ) -> Option<(UnderWay, Sender<'a>)> {
        let engine = &manager.engine;
        // Measured whether or not anybody listens: shares of time are of the interval before.
        let log_began = manager.monitor.log_began;
        let mut whole = Whole::begin(engine, log_began, host, &mut self.measured);
        let interested = engine.topics.interested_in_system();
        let queues = queues_meant(engine, &interested);
        let applications = applications_meant(engine, &interested);
        // Whoever opens or makes an object waits for the registry: it is not held while all that was told is looked through.
        let there: HashSet<QueueId> = match self.last.is_empty() {
            true => HashSet::new(),
            false => engine.registry().by_id.keys().copied().collect(),
        };
        self.last.retain(|key, _| match key.2 {
            Known::QueueManager => true,
            Known::Queue(id) => queues.contains(id) && there.contains(&id),
            Known::Application(name) => applications.contains(&name),
        });
        engine.applications.forget_all_but(&applications);
        if interested.is_empty() {
            return None;
        }
        let mut sender = self.sender(manager);
        sender.send_all(Object::QueueManager, |class| {
            whole.of_class(class.number).clone()
        });
        let begun = UnderWay {
            queues,
            applications,
            next: Next::Queue(QueueId(0)),
        };
        Some((begun, sender))
    }

    fn sender<'a>(&'a mut self, manager: &'a QueueManager) -> Sender<'a> {
        let engine = &manager.engine;
        Sender {
            engine,
            prefix: Prefix::of(&engine.name),
            last: &mut self.last,
            started_ns: manager.monitor.started_ns,
            now_ns: engine.clock.monotonic_ns(),
            count: 0,
        }
    }
}

impl Queues {
    fn contains(&self, id: QueueId) -> bool {
        match self {
            Self::All => true,
            Self::These(some) => some.contains(&id),
        }
    }

    /// The first from this one on that is there.
    fn next(&self, engine: &Engine, from: QueueId) -> Option<Arc<LocalQueue>> {
        let registry = engine.registry();
        match self {
            Self::All => registry.by_id.range(from..).next(),
            Self::These(some) => some
                .range(from..)
                .find_map(|id| registry.by_id.get_key_value(id)),
        }
        .map(|(_, queue)| Arc::clone(queue))
    }
}

impl UnderWay {
    /// Publishes what the next object has. False when there is none.
    fn publish_next(&mut self, sender: &mut Sender<'_>) -> bool {
        let engine = sender.engine;
        let mut figures = None;
        match self.next {
            Next::Queue(from) => {
                let Some(queue) = self.queues.next(engine, from) else {
                    self.next = Next::Application(None);
                    return true;
                };
                self.next = Next::Queue(QueueId(queue.id.0 + 1));
                sender.send_all(Object::Queue(&queue), |_| {
                    figures.get_or_insert_with(|| queue_figures(&queue)).clone()
                });
            }
            Next::Application(after) => {
                let behind = after.map_or(Bound::Unbounded, Bound::Excluded);
                let mut left = self.applications.range((behind, Bound::Unbounded));
                let Some(name) = left.next() else {
                    return false;
                };
                self.next = Next::Application(Some(*name));
                let figures_of = || engine.applications.figures(name);
                sender.send_all(Object::Application(name), |_| {
                    figures.get_or_insert_with(figures_of).clone()
                });
            }
        }
        true
    }
}

/// Publishes what is subscribed to.
struct Sender<'a> {
    engine: &'a Engine,
    prefix: Prefix,
    last: &'a mut HashMap<Key, Last>,
    started_ns: u64,
    now_ns: u64,
    count: u64,
}

impl Sender<'_> {
    /// All types of figures an object has. `figures` works those of a class out.
    fn send_all(&mut self, object: Object<'_>, mut figures: impl FnMut(&Class) -> Figures) {
        let per = match object {
            Object::QueueManager => Per::QueueManager,
            Object::Queue(_) => Per::Queue,
            Object::Application(_) => Per::Application,
        };
        for class in &CLASSES {
            for kind in class.kinds.iter().filter(|kind| kind.per == per) {
                let topic = self.prefix.topic(class, kind, object.name());
                if !self.engine.topics.audience(&topic, None).is_empty() {
                    self.send(class, kind, object, topic, &figures(class));
                }
            }
        }
    }

    fn send(
        &mut self,
        class: &'static Class,
        kind: &'static Kind,
        object: Object<'_>,
        topic: String,
        figures: &Figures,
    ) {
        let engine = self.engine;
        let key = (class.number, kind.number, Known::of(object));
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
        let of = |element: &Element| figures.get(element.figure).unwrap_or(0);
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
fn queues_meant(engine: &Engine, interested: &[Arc<Subscription>]) -> Queues {
    let registry = engine.registry();
    let mut found = BTreeSet::new();
    for subscription in interested {
        match meant("STATQ", subscription.definition.text(Attr::Topicstr)) {
            Meant::None => {}
            Meant::One(name) => {
                let queue = registry.local_queue(&ObjectName::truncated(&name));
                found.extend(queue.map(|queue| queue.id));
            }
            Meant::Any => return Queues::All,
        }
    }
    Queues::These(found)
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

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
