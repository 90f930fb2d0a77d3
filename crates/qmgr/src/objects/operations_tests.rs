//! Changes of an object while a trigger message is made.

use super::*;
use crate::{Connection, QueueManager, SimulatedPlace, WaitingFor, tester};
use bytes::Bytes;
use ferromq_log::Urgency;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::options::{
    ConnectOptions, GetOptions, ObjectDescriptor, ObjectHandle, PutOptions,
};
use std::sync::Mutex;
use std::sync::atomic::AtomicUsize;
use std::task::{Poll, Wake, Waker};

const TRIGGERED: &str = "Q";
const INITIATION: &str = "INITQ";
const PROCESS: &str = "P";

/// A queue that triggers at a depth of one, and somebody who has the initiation queue open.
struct House {
    place: SimulatedPlace,
    manager: QueueManager,
    monitor: Connection,
    initiation: ObjectHandle,
}

fn name(text: &str) -> ObjectName {
    ObjectName::truncated(text)
}

fn connect(manager: &QueueManager) -> Connection {
    let connected = manager.connect(&ConnectOptions::default(), tester());
    connected.expect("connected")
}

fn house() -> House {
    let place = SimulatedPlace::with_queue_manager(64, 1 << 20);
    let manager = place.start();
    let define = |kind, text, values: &[(Attr, Value)]| {
        let mut definition = Definition::new(kind, name(text));
        for (attr, value) in values {
            definition.set(*attr, value.clone()).expect("set");
        }
        manager.define(definition, false).expect("defined");
    };
    define(ObjectKind::Process, PROCESS, &[]);
    define(ObjectKind::QLocal, INITIATION, &[]);
    let triggered = [
        (Attr::Trigger, Value::Int(MQTC_ON)),
        (Attr::Trigtype, Value::Int(MQTT_DEPTH)),
        (Attr::Trigdpth, Value::Int(1)),
        (Attr::Initq, Value::Text(INITIATION.into())),
        (Attr::Process, Value::Text(PROCESS.into())),
    ];
    define(ObjectKind::QLocal, TRIGGERED, &triggered);
    let mut monitor = connect(&manager);
    let open = Request::Open {
        descriptor: ObjectDescriptor::queue(INITIATION),
        options: MQOO_INPUT_SHARED,
    };
    let Poll::Ready(Reply::Opened { handle, .. }) = monitor.start(open, Waker::noop()) else {
        panic!("not opened");
    };
    House {
        place,
        manager,
        monitor,
        initiation: handle,
    }
}

fn put_request(persistence: i32) -> Request {
    Request::Put1 {
        object: Box::new(ObjectDescriptor::queue(TRIGGERED)),
        descriptor: MsgDescriptor {
            persistence,
            ..MsgDescriptor::default()
        },
        options: PutOptions::default(),
        body: Bytes::from_static(b"message"),
    }
}

fn put(connection: &mut Connection, persistence: i32) -> Poll<Reply> {
    connection.start(put_request(persistence), Waker::noop())
}

impl House {
    fn queue(&self, text: &str) -> Arc<LocalQueue> {
        let found = self.manager.engine.registry().local_queue(&name(text));
        found.expect("it is defined")
    }

    fn triggers(&self) -> u32 {
        self.queue(INITIATION).queue.depth()
    }

    fn is_armed(&self) -> bool {
        let control = |definition: &Definition| definition.int(Attr::Trigger);
        self.queue(TRIGGERED).with_definition(control) == MQTC_ON
    }

    fn wait_for_trigger(&mut self, waker: &Waker) -> Poll<Reply> {
        let get = Request::Get {
            handle: self.initiation,
            descriptor: MsgDescriptor::default(),
            options: GetOptions {
                options: MQGMO_WAIT,
                wait_interval_ms: MQWI_UNLIMITED,
                ..GetOptions::default()
            },
            buffer_len: 1_000,
        };
        self.monitor.start(get, waker)
    }
}

fn is_put(answer: &Poll<Reply>) -> bool {
    matches!(answer, Poll::Ready(Reply::Put(_)))
}

/// ALTER has read the definition when the depth is reached, and puts its own into force when that has triggered.
#[test]
fn an_alter_under_way_while_a_depth_triggers_neither_loses_its_change_nor_arms_the_trigger_again() {
    let house = house();
    let shared = &house.manager.engine;
    let mut application = connect(&house.manager);
    assert!(put(&mut application, MQPER_PERSISTENT).is_pending());
    {
        let _alters = shared.administer();
        let mut definition = house.queue(TRIGGERED).definition();
        let text = Value::Text("altered".into());
        definition.set(Attr::Descr, text).expect("set");
        assert!(house.manager.log().lead(), "the put is durable");
        put_in_force(shared, definition).expect("altered");
    }
    assert!(is_put(&application.poll(Waker::noop())));
    let definition = house.queue(TRIGGERED).definition();
    assert_eq!(definition.text(Attr::Descr), "altered");
    assert!(!house.is_armed());
    assert_eq!(house.triggers(), 1);
}

/// A deferred action waits while trigger control is switched off and on by hand, and the depth is not reached any more.
#[test]
fn a_depth_reached_by_a_definition_that_is_no_more_does_not_trigger_by_the_one_in_force() {
    let house = house();
    house.manager.begin_deferred(Box::new(|| ()));
    let mut application = connect(&house.manager);
    assert!(put(&mut application, MQPER_NOT_PERSISTENT).is_pending());
    {
        let shared = &house.manager.engine;
        let _alters = shared.administer();
        let mut definition = house.queue(TRIGGERED).definition();
        definition.set(Attr::Trigdpth, Value::Int(2)).expect("set");
        put_in_force(shared, definition).expect("altered");
    }
    house.manager.run_deferred();
    assert!(is_put(&application.poll(Waker::noop())));
    assert_eq!(house.triggers(), 0);
    assert!(house.is_armed());
}

/// Puts a message as soon as it is woken.
struct PutsWhenWoken(Mutex<Option<Connection>>);

impl Wake for PutsWhenWoken {
    fn wake(self: Arc<Self>) {
        let application = self.0.lock().expect("nobody panicked").take();
        if let Some(mut application) = application {
            assert!(is_put(&put(&mut application, MQPER_NOT_PERSISTENT)));
        }
    }
}

/// The trigger message is there, and trigger control is about to be switched off.
#[test]
fn of_two_who_reach_the_depth_one_triggers() {
    let mut house = house();
    let other = Mutex::new(Some(connect(&house.manager)));
    let waker = Waker::from(Arc::new(PutsWhenWoken(other)));
    assert!(house.wait_for_trigger(&waker).is_pending());
    let mut application = connect(&house.manager);
    assert!(is_put(&put(&mut application, MQPER_NOT_PERSISTENT)));
    assert_eq!(house.queue(TRIGGERED).queue.depth(), 2);
    assert_eq!(house.triggers(), 1);
    assert!(!house.is_armed());
}

/// Leaves no room in the log, not even what is kept for changes by operators.
fn fill_the_log(house: &House) {
    let log = house.manager.log();
    let kind = RecordKind::Checkpoint as u8;
    for len in [100_000, 10_000, 1_000, 100, 10, 1] {
        let filler = vec![0; len];
        while log.append(kind, &[&filler], Urgency::Completing).is_ok() {
            log.lead();
        }
    }
}

#[test]
fn a_trigger_that_cannot_be_switched_off_because_the_log_is_full_does_not_fire_twice() {
    let house = house();
    fill_the_log(&house);
    let mut application = connect(&house.manager);
    for _ in 0..2 {
        assert!(is_put(&put(&mut application, MQPER_NOT_PERSISTENT)));
        assert_eq!(house.triggers(), 1);
        assert!(house.is_armed());
    }
    house.manager.checkpoint_everything().expect("room is made");
    assert!(is_put(&put(&mut application, MQPER_NOT_PERSISTENT)));
    assert_eq!(house.triggers(), 1);
    assert!(!house.is_armed());
}

#[test]
fn what_runs_after_a_force_appends_nothing_to_the_log() {
    let house = house();
    let persistent = [(Attr::Defpsist, Value::Int(MQPER_PERSISTENT))];
    let (kind, initiation) = (ObjectKind::QLocal, name(INITIATION));
    let altered = house.manager.alter(kind, &initiation, &persistent, false);
    altered.expect("altered");
    let mut application = connect(&house.manager);
    assert!(put(&mut application, MQPER_PERSISTENT).is_pending());
    let log = house.manager.log();
    assert!(log.lead());
    assert_eq!(house.queue(TRIGGERED).queue.uncommitted(), 0);
    assert_eq!(log.durable(), log.head());
    assert!(house.manager.run_deferred());
    assert!(log.durable() < log.head());
    assert!(is_put(&application.poll(Waker::noop())));
}

const RETAINED: &str = "SYSTEM.RETAINED.PUB.QUEUE";

#[test]
fn the_message_of_what_was_retained_before_goes_behind_the_force_and_not_in_it() {
    let house = house();
    let mut application = connect(&house.manager);
    let publish = Request::Put1 {
        object: Box::new(ObjectDescriptor::topic("news")),
        descriptor: MsgDescriptor {
            persistence: MQPER_PERSISTENT,
            ..MsgDescriptor::default()
        },
        options: PutOptions {
            options: MQPMO_RETAIN,
            ..PutOptions::default()
        },
        body: Bytes::from_static(b"message"),
    };
    let log = house.manager.log();
    for _ in 0..2 {
        let published = application.start(publish.clone(), Waker::noop());
        assert!(published.is_pending());
        assert!(log.lead());
        assert_eq!(log.durable(), log.head());
        assert!(is_put(&application.poll(Waker::noop())));
    }
    assert!(log.durable() < log.head(), "a removal is logged");
    assert!(log.lead());
    assert_eq!(house.queue(RETAINED).queue.depth(), 1);
}

#[test]
fn files_of_a_deleted_queue_go_behind_the_force_and_not_in_it() {
    let house = house();
    let shared = &house.manager.engine;
    let mut application = connect(&house.manager);
    assert!(put(&mut application, MQPER_PERSISTENT).is_pending());
    house.manager.log().lead();
    let taken = house.manager.checkpoint_everything();
    taken.expect("its message is in a file");
    drop(application);
    let queue = house.queue(TRIGGERED);
    let has_files = || {
        let all = shared.queue_files.list_directories().expect("a directory");
        all.iter().any(|name| name == queue.directory())
    };
    assert!(has_files());
    let deleted = delete(shared, ObjectKind::QLocal, &name(TRIGGERED), true, || false);
    let (_, (_, latch)) = deleted.expect("deleted");
    assert!(house.manager.log().lead());
    assert!(latch.is_open() && has_files());
    assert!(house.manager.run_deferred());
    assert!(!has_files());
}

/// Its files are left to the thread that writes to files; that of deferred actions goes on with what verbs wait for.
#[test]
fn a_put_that_triggers_is_answered_while_the_files_of_a_deleted_queue_are_removed_from_a_slow_disk()
{
    let house = house();
    let shared = &house.manager.engine;
    let of_goer = Definition::new(ObjectKind::QLocal, name("GOES"));
    house.manager.define(of_goer, false).expect("defined");
    let mut application = connect(&house.manager);
    let Request::Put1 {
        descriptor,
        options,
        body,
        ..
    } = put_request(MQPER_PERSISTENT)
    else {
        panic!("a put");
    };
    let request = Request::Put1 {
        object: Box::new(ObjectDescriptor::queue("GOES")),
        descriptor,
        options,
        body,
    };
    assert!(application.start(request, Waker::noop()).is_pending());
    house.manager.log().lead();
    assert!(is_put(&application.poll(Waker::noop())));
    let taken = house.manager.checkpoint_everything();
    taken.expect("its message is in a file");
    let goer = house.queue("GOES");
    let has_files = || {
        let all = shared.queue_files.list_directories().expect("a directory");
        all.iter().any(|name| name == goer.directory())
    };
    house.manager.begin_deferred(Box::new(|| ()));
    house.manager.begin_spills(Box::new(|| ()));
    let (_, (_, latch)) =
        delete(shared, ObjectKind::QLocal, &name("GOES"), true, || false).expect("deleted");
    assert!(house.manager.log().lead() && latch.is_open());
    assert!(house.manager.run_deferred());
    assert!(has_files(), "they are left to another thread");
    let disk = house.place.disk();
    disk.hold_removals_in("data/queues");
    std::thread::scope(|threads| {
        threads.spawn(|| house.manager.run_spills());
        disk.wait_until_held();
        assert!(put(&mut application, MQPER_NOT_PERSISTENT).is_pending());
        assert!(house.manager.run_deferred());
        let answer = application.poll(Waker::noop());
        disk.release();
        assert!(is_put(&answer));
    });
    assert_eq!(house.triggers(), 1);
    assert!(!has_files());
}

struct Counts(AtomicUsize);

impl Wake for Counts {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
fn a_put_that_triggers_is_answered_behind_its_trigger_message_when_another_thread_makes_it() {
    let house = house();
    let called = Arc::new(AtomicUsize::new(0));
    let counting = Arc::clone(&called);
    house.manager.begin_deferred(Box::new(move || {
        counting.fetch_add(1, Ordering::Relaxed);
    }));
    let woken = Arc::new(Counts(AtomicUsize::new(0)));
    let waker = Waker::from(Arc::clone(&woken));
    let mut application = connect(&house.manager);
    let answer = application.start(put_request(MQPER_NOT_PERSISTENT), &waker);
    assert!(answer.is_pending());
    assert!(called.load(Ordering::Relaxed) > 0);
    let waits_for = application.waiting_for();
    assert!(matches!(waits_for, Some(WaitingFor::Log(_))));
    assert!(application.poll(&waker).is_pending());
    assert_eq!((house.triggers(), woken.0.load(Ordering::Relaxed)), (0, 0));
    assert!(house.manager.run_deferred());
    assert_eq!((house.triggers(), woken.0.load(Ordering::Relaxed)), (1, 1));
    assert!(is_put(&application.poll(&waker)));
}

#[test]
fn a_put_that_waits_for_a_deferred_action_is_answered_when_its_runner_goes() {
    let house = house();
    house.manager.begin_deferred(Box::new(|| ()));
    let mut application = connect(&house.manager);
    assert!(put(&mut application, MQPER_NOT_PERSISTENT).is_pending());
    house.manager.end_deferred();
    assert!(is_put(&application.poll(Waker::noop())));
    assert_eq!(house.triggers(), 1);
}
