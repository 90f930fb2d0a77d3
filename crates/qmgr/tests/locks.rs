//! Which locks a put and a get take that have been done before: one that all connections share would have them wait for one another.

use bytes::Bytes;
use ferromq_base::lock::taken_by;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{
    ConnectOptions, GetOptions, ObjectDescriptor, ObjectHandle, PutOptions,
};
use ferromq_qmgr::{Connection, QueueManager, SimulatedPlace, tester};
use std::collections::BTreeSet;
use std::task::{Poll, Waker};

/// Of the queue, or of the connection: others who use another queue do not meet them.
const OWN: &[&str] = &["queue.messages", "qmgr.latch"];
/// What a persistent message takes besides, as ARCHITECTURE.md says: the log's, and that of one of the groups of pins, which are taken in turn.
const SHARED_BY_PERSISTENT: &[&str] = &["qmgr.pins"];

fn open(manager: &QueueManager) -> (Connection, ObjectHandle) {
    let connected = manager.connect(&ConnectOptions::default(), tester());
    let mut connection = connected.expect("connected");
    let open = Request::Open {
        descriptor: ObjectDescriptor::queue("Q"),
        options: MQOO_INPUT_SHARED | MQOO_OUTPUT,
    };
    let Poll::Ready(Reply::Opened { handle, .. }) = connection.start(open, Waker::noop()) else {
        panic!("not opened");
    };
    (connection, handle)
}

/// Answers the call, with a log that is durable at once; that is done by whoever forces it, and not by the call.
fn call(
    manager: &QueueManager,
    connection: &mut Connection,
    request: Request,
) -> BTreeSet<&'static str> {
    let (answer, mut taken) = taken_by(|| connection.start(request, Waker::noop()));
    if answer.is_pending() {
        assert!(manager.log().lead());
        let (answer, more) = taken_by(|| connection.poll(Waker::noop()));
        assert!(answer.is_ready());
        taken.extend(more);
    }
    taken.into_iter().collect()
}

/// The locks of a put and a get, each done before.
fn taken(persistence: i32) -> BTreeSet<&'static str> {
    let place = SimulatedPlace::with_queue_manager(64, 1 << 20);
    let manager = place.start();
    let definition = Definition::new(ObjectKind::QLocal, ObjectName::truncated("Q"));
    manager.define(definition, false).expect("defined");
    manager.begin_deferred(Box::new(|| ()));
    manager.begin_spills(Box::new(|| ()));
    let (mut connection, handle) = open(&manager);
    let mut taken = BTreeSet::new();
    for _ in 0..3 {
        let put = Request::Put {
            handle,
            descriptor: MsgDescriptor {
                persistence,
                ..MsgDescriptor::default()
            },
            options: PutOptions {
                options: MQPMO_NO_SYNCPOINT,
                ..PutOptions::default()
            },
            body: Bytes::from_static(b"message"),
        };
        let get = Request::Get {
            handle,
            descriptor: MsgDescriptor::default(),
            options: GetOptions {
                options: MQGMO_NO_SYNCPOINT,
                ..GetOptions::default()
            },
            buffer_len: 100,
        };
        taken = call(&manager, &mut connection, put);
        taken.extend(call(&manager, &mut connection, get));
    }
    taken
}

#[test]
fn a_put_or_get_that_is_not_persistent_takes_no_lock_all_connections_share() {
    let taken = taken(MQPER_NOT_PERSISTENT);
    let shared: Vec<_> = taken.iter().filter(|name| !OWN.contains(name)).collect();
    assert!(shared.is_empty(), "{shared:?}");
    assert!(
        taken.contains("queue.messages"),
        "they are recorded: {taken:?}"
    );
}

#[test]
fn a_persistent_put_or_get_takes_those_of_the_log_and_the_pins_only() {
    let taken = taken(MQPER_PERSISTENT);
    let others = taken.iter().filter(|name| !OWN.contains(name));
    let others: Vec<_> = others
        .filter(|name| !name.starts_with("log.") && !SHARED_BY_PERSISTENT.contains(name))
        .collect();
    assert!(others.is_empty(), "{others:?}");
    assert!(taken.contains("qmgr.pins"), "they are recorded: {taken:?}");
}
