//! Figures the queue manager publishes, found as tools find them: nothing is known but the root of the catalogue.

use crate::app::{App, BOTH, Get};
use crate::subject::contracts;
use crate::trial::Trial;
use ferromq_mqi::Reason;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::options::{ObjectDescriptor, ObjectHandle};
use ferromq_mqi::pcf::{Message, Parameter, Value};
use std::collections::{BTreeMap, BTreeSet};

contracts!("monitor":
    classes_types_and_elements_are_found_by_subscription,
    every_announced_topic_has_figures,
    figures_count_what_programs_do,
    topics_of_the_queue_manager_take_nothing_from_programs,
);

const ROOT: &str = "$SYS/MQ/INFO/QMGR/QM1/Monitor/METADATA/CLASSES";
/// Longer than any time between two publications.
const WAIT_MS: i32 = 20_000;

/// What a catalogue says of one class, type or element: its name and topic, where it has them.
struct Entry {
    number: i32,
    name: String,
    about: String,
    topic: String,
    unit: Option<i32>,
}

/// What was found of one type.
struct Kind {
    class: i32,
    number: i32,
    name: String,
    topic: String,
    elements: Vec<Entry>,
}

impl App {
    /// The next publication on a queue.
    fn next(&mut self, queue: ObjectHandle) -> Message {
        let get = Get::with(MQGMO_CONVERT).wait_ms(WAIT_MS);
        let got = self.take(queue, &get).expect("a publication");
        assert_eq!(&got.descriptor.format, b"MQPCF   ");
        let message = Message::decode(&got.body, ByteOrder::NATIVE).expect("a command format");
        assert_eq!(message.header.control, MQCFC_LAST);
        message
    }

    /// What is retained on a topic of the catalogue: it is there as soon as one subscribes.
    fn look_up(&mut self, topic: &str) -> Message {
        let (queue, subscription) = self.listen(topic);
        let found = self.next(queue);
        self.close(subscription);
        self.close(queue);
        found
    }
}

/// The groups of a catalogue. Whoever reads it knows these parameters and no others.
fn entries(catalogue: &Message, group: i32) -> Vec<Entry> {
    let groups = catalogue
        .parameters
        .iter()
        .filter_map(|one| match &one.value {
            Value::Group(inner) => {
                assert_eq!(one.id, group);
                Some(entry(inner))
            }
            _ => None,
        });
    groups.collect()
}

fn entry(parameters: &[Parameter]) -> Entry {
    let mut entry = Entry {
        number: -1,
        name: String::new(),
        about: String::new(),
        topic: String::new(),
        unit: None,
    };
    for one in parameters {
        match (one.id, &one.value) {
            (
                MQIAMO_MONITOR_CLASS | MQIAMO_MONITOR_TYPE | MQIAMO_MONITOR_ELEMENT,
                Value::Int(number),
            ) => entry.number = *number,
            (MQIAMO_MONITOR_DATATYPE, Value::Int(unit)) => entry.unit = Some(*unit),
            (MQIAMO_MONITOR_FLAGS, Value::Int(_)) => {}
            (MQCAMO_MONITOR_CLASS | MQCAMO_MONITOR_TYPE, _) => entry.name = text(one),
            (MQCAMO_MONITOR_DESC, _) => entry.about = text(one),
            (MQCA_TOPIC_STRING, _) => entry.topic = text(one),
            (other, _) => panic!("nobody knows parameter {other}"),
        }
    }
    entry
}

fn text(parameter: &Parameter) -> String {
    match &parameter.value {
        Value::Text(text) => String::from_utf8(text.bytes.clone()).expect("UTF-8"),
        other => panic!("{other:?} is no text"),
    }
}

fn number(parameter: &Parameter) -> Option<i64> {
    match &parameter.value {
        Value::Int(value) => Some(i64::from(*value)),
        Value::Int64(value) => Some(*value),
        _ => None,
    }
}

/// Walks down from the root.
fn discover(app: &mut App) -> Vec<Kind> {
    let mut found = Vec::new();
    for class in entries(&app.look_up(ROOT), MQGACF_MONITOR_CLASS) {
        let types = app.look_up(&class.topic);
        assert_eq!(types.int(MQIAMO_MONITOR_CLASS), Some(class.number));
        for kind in entries(&types, MQGACF_MONITOR_TYPE) {
            let elements = app.look_up(&kind.topic);
            assert_eq!(elements.int(MQIAMO_MONITOR_CLASS), Some(class.number));
            assert_eq!(elements.int(MQIAMO_MONITOR_TYPE), Some(kind.number));
            found.push(Kind {
                class: class.number,
                number: kind.number,
                name: format!("{}/{}", class.name, kind.name),
                topic: elements.text(MQCA_TOPIC_STRING).expect("a topic"),
                elements: entries(&elements, MQGACF_MONITOR_ELEMENT),
            });
        }
    }
    found
}

fn classes_types_and_elements_are_found_by_subscription(trial: &Trial<'_>) {
    let found = discover(&mut trial.connect());
    let names: Vec<&str> = found.iter().map(|kind| kind.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "CPU/SystemSummary",
            "CPU/QMgrSummary",
            "DISK/SystemSummary",
            "DISK/QMgrSummary",
            "DISK/Log",
            "STATMQI/CONNDISC",
            "STATMQI/OPENCLOSE",
            "STATMQI/INQSET",
            "STATMQI/PUT",
            "STATMQI/GET",
            "STATMQI/SYNCPOINT",
            "STATMQI/SUBSCRIBE",
            "STATMQI/PUBLISH",
            "STATQ/OPENCLOSE",
            "STATQ/INQSET",
            "STATQ/PUT",
            "STATQ/GET",
            "STATQ/GENERAL",
            "STATAPP/INSTANCE",
        ]
    );
    for kind in &found {
        let has_objects = ["STATQ/", "STATAPP/"]
            .iter()
            .any(|class| kind.name.starts_with(class));
        assert_eq!(has_objects, kind.topic.contains("/%s/"));
        // Tools name their metrics by these words: within a class they are told apart by nothing else.
        let about: BTreeSet<&str> = kind.elements.iter().map(|one| one.about.as_str()).collect();
        assert_eq!(about.len(), kind.elements.len(), "{}", kind.name);
        assert!(kind.elements.iter().all(|one| one.unit.is_some()));
    }
    let log = &found[4];
    for about in [
        "Log - write size",
        "Log - write latency",
        "Log - current primary space in use",
        "Log - workload primary space utilization",
    ] {
        assert!(log.elements.iter().any(|one| one.about == about), "{about}");
    }
}

fn every_announced_topic_has_figures(trial: &Trial<'_>) {
    let queue = trial.queue("Q", "");
    let mut app = trial.connect();
    let announced = discover(&mut app);
    let mut queues = BTreeMap::new();
    for kind in &announced {
        let topic = kind.topic.replace("%s", &queue);
        queues.insert((kind.class, kind.number), app.listen(&topic).0);
    }
    for kind in &announced {
        let message = app.next(queues[&(kind.class, kind.number)]);
        assert_eq!(message.int(MQIAMO_MONITOR_CLASS), Some(kind.class));
        assert_eq!(message.int(MQIAMO_MONITOR_TYPE), Some(kind.number));
        assert_eq!(message.text(MQCA_Q_MGR_NAME).as_deref(), Some("QM1"));
        let about = match kind.name.as_str() {
            "STATAPP/INSTANCE" => message.text(MQCACF_APPL_NAME),
            _ => message.text(MQCA_Q_NAME),
        };
        assert_eq!(about, kind.topic.contains("%s").then(|| queue.clone()));
        let known: BTreeSet<i32> = kind.elements.iter().map(|one| one.number).collect();
        let head = [
            MQIAMO_MONITOR_CLASS,
            MQIAMO_MONITOR_TYPE,
            MQIACF_OBJECT_TYPE,
            MQIAMO64_MONITOR_INTERVAL,
        ];
        let figures = message.parameters.iter().filter(|one| {
            let is_head = number(one).is_none() || head.contains(&one.id);
            !is_head
        });
        let mut count = 0;
        for figure in figures {
            assert!(known.contains(&figure.id), "{}: {figure:?}", kind.name);
            assert!(number(figure).is_some_and(|value| value >= 0));
            count += 1;
        }
        assert!(count > 0, "{} has figures", kind.name);
    }
}

/// Adds up what publications say until it is as much as that. More never comes.
fn adds_up(app: &mut App, from: ObjectHandle, element: i32, expected: i64) {
    let mut sum = 0;
    while sum < expected {
        let message = app.next(from);
        let of = |id| message.parameters.iter().find(|one| one.id == id);
        assert!(of(MQIAMO64_MONITOR_INTERVAL).and_then(number) > Some(0));
        sum += of(element).and_then(number).expect("the figure");
    }
    assert_eq!(sum, expected, "element {element}");
}

fn figures_count_what_programs_do(trial: &Trial<'_>) {
    let queue = trial.queue("Q", "DEFPSIST(NO)");
    let mut app = trial.connect();
    let topic = |kind: &str| format!("$SYS/MQ/INFO/QMGR/QM1/Monitor/STATQ/{queue}/{kind}");
    let (puts, gets) = (app.listen(&topic("PUT")).0, app.listen(&topic("GET")).0);
    let (depth, opens) = (
        app.listen(&topic("GENERAL")).0,
        app.listen(&topic("OPENCLOSE")).0,
    );
    let handle = app.open(&queue, BOTH | MQOO_BROWSE);
    for body in ["one", "two", "three"] {
        app.put(handle, body);
    }
    app.take(handle, &Get::with(0)).expect("a message");
    let browse = Get::with(MQGMO_BROWSE_FIRST);
    app.take(handle, &browse).expect("a message");
    let short = Get::with(0).buffer(2);
    let cut = app.take(handle, &short).expect("as much as fits");
    assert_eq!(cut.reason, Reason::TRUNCATED_MSG_FAILED);
    // Puts that are not persistent, their bytes; gets, browses, gets that were refused for want of room.
    adds_up(&mut app, puts, 2, 3);
    adds_up(&mut app, gets, 2, 1);
    adds_up(&mut app, opens, 0, 1);
    // The first may be of an interval that was over before all was put and got.
    let mut depths = (0..10).map(|_| {
        let message = app.next(depth);
        let found = message.parameters.iter().find(|one| one.id == 3);
        found.and_then(number)
    });
    assert!(depths.any(|depth| depth == Some(2)), "depth");
    let message = app.next(gets);
    let found = message.parameters.iter().find(|one| one.id == 2);
    assert_eq!(found.and_then(number), Some(0), "nothing was got since");
}

fn topics_of_the_queue_manager_take_nothing_from_programs(trial: &Trial<'_>) {
    let mut app = trial.connect();
    for topic in [ROOT, "$SYS", "$SYS/anything"] {
        let refused = app.open_object(&mut ObjectDescriptor::topic(topic), MQOO_OUTPUT);
        assert_eq!(refused, Err(Reason::NOT_AUTHORIZED), "{topic}");
    }
    let component = format!("$SYS/Application/{}", trial.name("component"));
    app.open_object(&mut ObjectDescriptor::topic(&component), MQOO_OUTPUT)
        .expect("components publish below $SYS/Application");
    // Wildcards do not reach from above into them. What others publish meanwhile is none of these.
    let (queue, _) = app.listen("#");
    while let Ok(got) = app.take(queue, &Get::with(0)) {
        assert_ne!(&got.descriptor.format, b"MQPCF   ");
    }
}
