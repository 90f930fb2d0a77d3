//! Figures of a queue manager on a machine whose figures are said.

use super::*;
use crate::{Connection, SimulatedPlace, tester};
use bytes::Bytes;
use ferromq_base::machine::Machine;
use ferromq_base::machine::{
    FileSystem, MachineFigures, Memory, OwnUse, ProcessorTicks, SimulatedMachine,
};
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::Reason;
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::options::{
    ClientPlace, ConnectOptions, GetOptions, ObjectDescriptor, ObjectHandle, Origin, PutOptions,
    Road, SubscriptionDescriptor,
};
use ferromq_mqi::pcf::{Message as Format, Value};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::task::{Poll, Waker};

struct Room {
    place: SimulatedPlace,
    manager: QueueManager,
    machine: Arc<SimulatedMachine>,
    host: Host,
    figures: FigureRounds,
    connection: Connection,
}

fn room() -> Room {
    let place = SimulatedPlace::with_queue_manager(1024, 1 << 20);
    let manager = place.start();
    let queue = Definition::new(ObjectKind::QLocal, ObjectName::truncated("A/Q"));
    manager.define(queue, false).expect("defined");
    let connection = manager.connect(&ConnectOptions::default(), tester());
    let machine = Arc::new(SimulatedMachine::default());
    Room {
        host: Host {
            machine: Arc::clone(&machine) as Arc<dyn Machine>,
            data: PathBuf::new(),
            log: PathBuf::new(),
            errors: PathBuf::new(),
        },
        figures: FigureRounds::default(),
        connection: connection.expect("connected"),
        place,
        manager,
        machine,
    }
}

impl Room {
    fn call(&mut self, request: Request) -> Reply {
        match self.connection.start(request, Waker::noop()) {
            Poll::Ready(reply) => reply,
            Poll::Pending => panic!("nothing here waits"),
        }
    }

    fn open(&mut self, options: i32) -> ObjectHandle {
        let opened = self.call(Request::Open {
            descriptor: ObjectDescriptor::queue("A/Q"),
            options,
        });
        match opened {
            Reply::Opened { handle, .. } => handle,
            other => panic!("{other:?}"),
        }
    }

    fn put(&mut self, handle: ObjectHandle, body: &'static [u8]) -> Reply {
        self.call(Request::Put {
            handle,
            descriptor: MsgDescriptor::default(),
            options: PutOptions::default(),
            body: Bytes::from_static(body),
        })
    }

    fn get(&mut self, handle: ObjectHandle) -> Reply {
        let options = GetOptions {
            match_options: MQMO_NONE,
            ..GetOptions::default()
        };
        self.call(Request::Get {
            handle,
            descriptor: MsgDescriptor::default(),
            options,
            buffer_len: 1 << 20,
        })
    }

    /// The queue of a subscription below the root.
    fn listen(&mut self, below: &str) -> ObjectHandle {
        let descriptor = SubscriptionDescriptor {
            options: MQSO_CREATE | MQSO_MANAGED | MQSO_NON_DURABLE,
            object_string: format!("$SYS/MQ/INFO/QMGR/QM1/Monitor/{below}"),
            ..SubscriptionDescriptor::default()
        };
        let subscribed = self.call(Request::Subscribe {
            descriptor: Box::new(descriptor),
            queue: ObjectHandle::NONE,
        });
        match subscribed {
            Reply::Subscribed(made) => made.queue,
            other => panic!("{other:?}"),
        }
    }

    /// The numbers of the next publication by their parameters.
    fn next(&mut self, queue: ObjectHandle) -> BTreeMap<i32, i64> {
        let Reply::Got(got) = self.get(queue) else {
            panic!("no publication");
        };
        assert_eq!(&got.descriptor.format, b"MQPCF   ");
        let message = Format::decode(&got.body, ByteOrder::NATIVE).expect("a format");
        let numbers = message.parameters.iter().filter_map(|one| match one.value {
            Value::Int(value) => Some((one.id, i64::from(value))),
            Value::Int64(value) => Some((one.id, value)),
            _ => None,
        });
        numbers.collect()
    }

    fn turn(&mut self) -> Turn {
        self.figures.turn(&self.manager, &self.host)
    }

    /// How many publications a whole round was.
    fn round(&mut self, seconds: u64) -> usize {
        self.place.clock().advance_ns(seconds * 1_000_000_000);
        let mut done = 0;
        loop {
            let turn = self.turn();
            done += turn.done;
            if turn.next != NextTurn::Soon {
                return usize::try_from(done).expect("not that many");
            }
        }
    }

    fn define(&mut self, name: &str) {
        let queue = Definition::new(ObjectKind::QLocal, ObjectName::truncated(name));
        self.manager.define(queue, false).expect("defined");
    }

    /// The queue a publication is of.
    fn next_q_name(&mut self, queue: ObjectHandle) -> Option<String> {
        let Reply::Got(got) = self.get(queue) else {
            return None;
        };
        let message = Format::decode(&got.body, ByteOrder::NATIVE).expect("a format");
        let mut texts = message
            .parameters
            .iter()
            .filter_map(|one| match &one.value {
                Value::Text(text) if one.id == MQCA_Q_NAME => Some(text.bytes.clone()),
                _ => None,
            });
        let name = texts.next_back().expect("it names a queue");
        Some(String::from_utf8(name).expect("text").trim().to_owned())
    }
}

/// Element `number` of a publication.
fn figure(publication: &BTreeMap<i32, i64>, number: i32) -> i64 {
    publication[&number]
}

#[test]
fn nothing_is_published_unless_somebody_subscribed() {
    let mut room = room();
    assert_eq!(room.round(10), 0);
    let queue = room.listen("STATMQI/PUT");
    assert_eq!(room.round(10), 1);
    let first = room.next(queue);
    assert_eq!(first[&MQIAMO64_MONITOR_INTERVAL], 20_000_000);
    assert_eq!(room.round(7), 1);
    let second = room.next(queue);
    assert_eq!(second[&MQIAMO64_MONITOR_INTERVAL], 7_000_000);
}

#[test]
fn processors_are_shares_of_the_interval_and_sizes_are_in_mebibytes() {
    let mut room = room();
    let system = room.listen("CPU/SystemSummary");
    let own = room.listen("CPU/QMgrSummary");
    let disk = room.listen("DISK/#");
    room.machine.set(MachineFigures::default());
    room.round(10);
    room.machine.set(MachineFigures {
        processors: ProcessorTicks {
            user: 250,
            kernel: 125,
            all: 1000,
        },
        own: OwnUse {
            user: 100,
            kernel: 1,
            memory_bytes: 7 << 20,
        },
        load_hundredths: [12, 345, 6],
        memory: Memory {
            total_bytes: 4 << 30,
            available_bytes: 1 << 30,
        },
        file_system: FileSystem {
            id: 1,
            total_bytes: 10 << 20,
            used_bytes: 4 << 20,
            available_bytes: 5 << 20,
        },
        files: 3,
    });
    for queue in [system, own, disk, disk, disk] {
        room.next(queue);
    }
    room.round(10);
    let seen = room.next(system);
    let all: Vec<i64> = (0..7).map(|number| figure(&seen, number)).collect();
    assert_eq!(all, [2500, 1250, 12, 345, 6, 2500, 4096]);
    let seen = room.next(own);
    assert_eq!(
        (figure(&seen, 0), figure(&seen, 1), figure(&seen, 2)),
        (1000, 10, 7)
    );
    let seen = room.next(disk);
    let all: Vec<i64> = (4..9).map(|number| figure(&seen, number)).collect();
    assert_eq!(all, [4, 5000, 4, 5000, 3]);
}

#[test]
fn the_log_is_measured() {
    let mut room = room();
    let queue = room.listen("DISK/Log");
    room.round(10);
    room.next(queue);
    let usage = room.manager.log().usage();
    let more = Definition::new(ObjectKind::QLocal, ObjectName::truncated("MORE"));
    room.manager.define(more, false).expect("defined");
    room.round(10);
    let seen = room.next(queue);
    let after = room.manager.log().usage();
    let written = i64::try_from(after.bytes_written - usage.bytes_written).expect("few");
    assert!(written > 0);
    assert_eq!(figure(&seen, 4), written);
    assert!(figure(&seen, 5) > 0);
    let forces = i64::try_from(after.forces - usage.forces).expect("few");
    assert_eq!(figure(&seen, 12), written / forces);
    assert_eq!(
        figure(&seen, 1),
        i64::try_from(after.capacity_bytes).expect("fits")
    );
    let durable = room.manager.log().durable().get();
    assert_eq!(figure(&seen, 14), i64::try_from(durable).expect("fits"));
    // Media recovery is for linear logs.
    assert_eq!(seen.get(&9), None);
}

#[test]
fn calls_are_counted_once_each_and_only_since_the_last_publication() {
    let mut room = room();
    let (puts, gets) = (room.listen("STATMQI/PUT"), room.listen("STATMQI/GET"));
    let (opens, connects) = (
        room.listen("STATMQI/OPENCLOSE"),
        room.listen("STATMQI/CONNDISC"),
    );
    let publishes = room.listen("STATMQI/PUBLISH");
    let handle = room.open(MQOO_OUTPUT | MQOO_INPUT_SHARED);
    room.put(handle, b"four");
    room.put(handle, b"and six");
    let refused = room.put(ObjectHandle(99), b"nowhere");
    assert!(matches!(refused, Reply::Failed(Reason::HOBJ_ERROR)));
    room.get(handle);
    for _ in 0..2 {
        room.call(Request::Put1 {
            object: Box::new(ObjectDescriptor::topic("news")),
            descriptor: MsgDescriptor::default(),
            options: PutOptions::default(),
            body: Bytes::from_static(b"news"),
        });
    }
    room.call(Request::Close {
        handle,
        options: MQCO_NONE,
    });
    room.round(10);
    let seen = room.next(puts);
    let all: Vec<i64> = (0..11).map(|number| figure(&seen, number)).collect();
    assert_eq!(all, [2, 11, 2, 0, 1, 0, 0, 0, 11, 0, 0]);
    let seen = room.next(gets);
    assert_eq!(
        (figure(&seen, 0), figure(&seen, 1), figure(&seen, 2)),
        (1, 4, 1)
    );
    let seen = room.next(opens);
    let all: Vec<i64> = (0..4).map(|number| figure(&seen, number)).collect();
    assert_eq!(all, [1, 0, 1, 0]);
    let seen = room.next(connects);
    assert_eq!((figure(&seen, 0), figure(&seen, 2)), (1, 1));
    let seen = room.next(publishes);
    let all: Vec<i64> = (0..7).map(|number| figure(&seen, number)).collect();
    assert_eq!(all, [2, 8, 0, 0, 2, 0, 0]);
    room.round(10);
    let seen = room.next(puts);
    assert!((0..11).all(|number| figure(&seen, number) == 0));
}

#[test]
fn what_a_connection_called_counts_when_it_is_gone() {
    let mut room = room();
    let queue = room.listen("STATMQI/CONNDISC");
    for _ in 0..3 {
        let origin = room.connection.state.origin.clone();
        drop(room.manager.connect(&ConnectOptions::default(), origin));
    }
    room.round(10);
    let seen = room.next(queue);
    let all: Vec<i64> = (0..4).map(|number| figure(&seen, number)).collect();
    assert_eq!(all, [4, 0, 2, 3]);
}

#[test]
fn subscriptions_have_their_highest_and_lowest() {
    let mut room = room();
    let queue = room.listen("STATMQI/SUBSCRIBE");
    let mut handles = Vec::new();
    for below in ["a", "b"] {
        handles.push(room.listen(below));
    }
    room.round(10);
    let seen = room.next(queue);
    assert_eq!(
        (figure(&seen, 3), figure(&seen, 14), figure(&seen, 15)),
        (3, 3, 0)
    );
    room.round(10);
    let seen = room.next(queue);
    assert_eq!(
        (figure(&seen, 3), figure(&seen, 14), figure(&seen, 15)),
        (0, 3, 3)
    );
}

#[test]
fn a_queue_has_topics_of_its_own_and_a_slash_in_its_name_begins_no_level() {
    let mut room = room();
    let puts = room.listen("STATQ/A&Q/PUT");
    let any = room.listen("STATQ/#");
    let handle = room.open(MQOO_OUTPUT);
    room.put(handle, b"one");
    room.put(handle, b"two");
    room.call(Request::Put1 {
        object: Box::new(ObjectDescriptor::queue("A/Q")),
        descriptor: MsgDescriptor::default(),
        options: PutOptions::default(),
        body: Bytes::from_static(b"three"),
    });
    let all = room.manager.queue_statuses().len();
    let kinds = CLASSES[3].kinds.len();
    assert_eq!(room.round(10), all * kinds);
    let seen = room.next(puts);
    let all: Vec<i64> = (0..8).map(|number| figure(&seen, number)).collect();
    assert_eq!(all, [3, 11, 2, 0, 1, 0, 11, 0]);
    assert!(!room.next(any).is_empty());
}

#[test]
fn an_application_has_instances_that_start_and_end() {
    let mut room = room();
    let queue = room.listen("STATAPP/tests/INSTANCE");
    let nobody = room.listen("STATAPP/nobody/INSTANCE");
    let any = room.listen("STATAPP/#");
    let mut origin = room.connection.state.origin.clone();
    let connect = |origin: &Origin| {
        let connected = room
            .manager
            .connect(&ConnectOptions::default(), origin.clone());
        connected.expect("connected")
    };
    // Of the process that is there already, of another one, and of one with the same number elsewhere.
    let same = connect(&origin);
    origin.process_id = 2;
    let other = connect(&origin);
    origin.road = Road::Client;
    origin.client = Some(ClientPlace {
        channel: "APP.SVRCONN".to_owned(),
        address: "192.0.2.1".to_owned(),
        port: 40_000,
    });
    let elsewhere = [connect(&origin), connect(&origin)];
    assert_eq!(room.round(10), 2);
    let of = |seen: &BTreeMap<i32, i64>| [0, 3, 7].map(|number| figure(seen, number));
    assert_eq!(of(&room.next(queue)), [3, 3, 0]);
    assert_eq!(of(&room.next(nobody)), [0, 0, 0]);
    assert_eq!(of(&room.next(any)), [0, 0, 0]);
    assert_eq!(of(&room.next(any)), [3, 3, 0]);
    drop((same, other, elsewhere));
    room.round(10);
    assert_eq!(of(&room.next(queue)), [1, 0, 2]);
}

/// More than a turn publishes the figures of.
const QUEUES: usize = TURN_OBJECTS + 100;

fn q_name(number: usize) -> String {
    format!("LOAD.{number:04}")
}

/// Goal: a turn ends soon however many queues there are, the next one goes on where it ended, and what comes and goes meanwhile keeps
/// no other queue from being told of.
#[test]
fn a_round_takes_turns_and_tells_of_each_queue_once() {
    let mut room = room();
    (0..QUEUES).for_each(|number| room.define(&q_name(number)));
    let all = room.listen("STATQ/+/PUT");
    let kinds = CLASSES[3].kinds.len() as u64;
    assert_eq!(room.turn().next, NextTurn::Soon);
    let mut seen = BTreeSet::new();
    while let Some(name) = room.next_q_name(all) {
        assert!(seen.insert(name));
    }
    assert!(seen.len() <= TURN_OBJECTS, "{}", seen.len());
    let (told, gone) = (q_name(0), q_name(QUEUES - 1));
    assert!(seen.contains(&told) && !seen.contains(&gone));
    for name in [&told, &gone] {
        let name = ObjectName::truncated(name);
        let deleted = room.manager.delete(ObjectKind::QLocal, &name, false);
        deleted.expect("deleted");
    }
    assert_eq!(room.turn().next, NextTurn::Later);
    while let Some(name) = room.next_q_name(all) {
        assert!(seen.insert(name));
    }
    for number in 0..QUEUES - 1 {
        assert!(seen.contains(&q_name(number)), "{number}");
    }
    assert!(!seen.contains(&gone));
    // Where everything is subscribed to, it is publications that end a turn.
    room.listen("STATQ/#");
    let turn = room.turn();
    assert_eq!(turn.next, NextTurn::Soon);
    let most = TURN_PUBLICATIONS + kinds;
    assert!((TURN_PUBLICATIONS..most).contains(&turn.done), "{turn:?}");
}

/// Goal: queues nobody asks for are not looked at for ever in one turn either.
#[test]
fn a_turn_looks_at_so_many_queues_though_nobody_subscribed_to_them() {
    let mut room = room();
    (0..QUEUES).for_each(|number| room.define(&q_name(number)));
    room.listen("STATQ/+/NO.SUCH.FIGURES");
    let turns = [room.turn(), room.turn()];
    assert_eq!(turns.map(|turn| turn.done), [0, 0]);
    assert_eq!(
        turns.map(|turn| turn.next),
        [NextTurn::Soon, NextTurn::Later]
    );
}

#[test]
fn topic_strings_name_a_queue_any_queue_or_none() {
    let prefix = "$SYS/MQ/INFO/QMGR/QM1/Monitor";
    let of = |text: &str| meant("STATQ", &format!("{prefix}/{text}"));
    assert_eq!(of("STATQ/A&B/PUT"), Meant::One("A/B".to_owned()));
    assert_eq!(of("STATQ/Q/#"), Meant::One("Q".to_owned()));
    for wild in ["#", "STATQ/#", "STATQ/+/PUT", "STATQ/*", "+/Q/PUT"] {
        assert_eq!(of(wild), Meant::Any, "{wild}");
    }
    for other in ["STATMQI/PUT", "STATAPP/Q/INSTANCE", "STATAPP/#"] {
        assert_eq!(of(other), Meant::None, "{other}");
    }
}
