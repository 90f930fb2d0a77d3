//! Which locks a put and a get take that have been done before: one that all connections share would have them wait for one another.

use bytes::Bytes;
use ferromq_base::lock::taken_by;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
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
const OWN: &[&str] = &["queue.messages", "qmgr.latch", "qmgr.connection_work"];
/// What a persistent message takes besides, as ARCHITECTURE.md says: the log's, and that of one of the groups of pins, which are taken in turn.
const SHARED_BY_PERSISTENT: &[&str] = &["qmgr.pins"];

fn open(connection: &mut Connection, name: &str, options: i32) -> ObjectHandle {
    let open = Request::Open {
        descriptor: ObjectDescriptor::queue(name),
        options,
    };
    let Poll::Ready(Reply::Opened { handle, .. }) = connection.start(open, Waker::noop()) else {
        panic!("{name} is not opened");
    };
    handle
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

/// Where messages are put.
#[derive(Clone, Copy, Debug)]
enum To {
    Local,
    Alias,
    /// The transmission queue is `Q`.
    Remote,
}

fn objects(manager: &QueueManager, to: To) -> &'static str {
    let named = |kind, name: &str, values: &[(Attr, Value)]| {
        let mut definition = Definition::new(kind, ObjectName::truncated(name));
        for (attr, value) in values {
            definition.set(*attr, value.clone()).expect("a value");
        }
        definition
    };
    let transmission = Value::Int(MQUS_TRANSMISSION);
    let (usage, other) = match to {
        To::Local => (vec![], None),
        To::Alias => {
            let target = [(Attr::Target, Value::from("Q"))];
            (vec![], Some(named(ObjectKind::QAlias, "A", &target)))
        }
        To::Remote => {
            let there = [
                (Attr::Rname, Value::from("THERE")),
                (Attr::Rqmname, Value::from("QM2")),
                (Attr::Xmitq, Value::from("Q")),
            ];
            let remote = named(ObjectKind::QRemote, "A", &there);
            (vec![(Attr::Usage, transmission)], Some(remote))
        }
    };
    let queue = named(ObjectKind::QLocal, "Q", &usage);
    let is_itself = other.is_none();
    for definition in std::iter::once(queue).chain(other) {
        manager.define(definition, false).expect("defined");
    }
    if is_itself { "Q" } else { "A" }
}

/// The locks of a put and a get, each done before; in a unit of work with its commit, too.
fn taken(persistence: i32, to: To, in_unit_of_work: bool) -> BTreeSet<&'static str> {
    // With room in the log: where it is near its end, whoever completes a unit of work looks at it.
    let place = SimulatedPlace::with_queue_manager(4096, 1 << 20);
    let manager = place.start();
    let name = objects(&manager, to);
    manager.begin_deferred(Box::new(|| ()));
    manager.begin_spills(Box::new(|| ()));
    let connected = manager.connect(&ConnectOptions::default(), tester());
    let mut connection = connected.expect("connected");
    let puts = open(&mut connection, name, MQOO_OUTPUT);
    let gets = open(&mut connection, "Q", MQOO_INPUT_SHARED);
    let (put_options, get_options) = match in_unit_of_work {
        true => (MQPMO_SYNCPOINT, MQGMO_SYNCPOINT),
        false => (MQPMO_NO_SYNCPOINT, MQGMO_NO_SYNCPOINT),
    };
    let mut taken = BTreeSet::new();
    for _ in 0..3 {
        let put = Request::Put {
            handle: puts,
            descriptor: MsgDescriptor {
                persistence,
                ..MsgDescriptor::default()
            },
            options: PutOptions {
                options: put_options,
                ..PutOptions::default()
            },
            body: Bytes::from_static(b"message"),
        };
        let get = Request::Get {
            handle: gets,
            descriptor: MsgDescriptor::default(),
            options: GetOptions {
                options: get_options,
                ..GetOptions::default()
            },
            buffer_len: 1_000,
        };
        taken.clear();
        for request in [put, get] {
            taken.extend(call(&manager, &mut connection, request));
            if in_unit_of_work {
                taken.extend(call(&manager, &mut connection, Request::Commit));
            }
        }
    }
    taken
}

const WAYS: [(To, bool); 5] = [
    (To::Local, false),
    (To::Local, true),
    (To::Alias, false),
    (To::Remote, false),
    (To::Remote, true),
];

#[test]
fn a_put_or_get_that_is_not_persistent_takes_no_lock_all_connections_share() {
    for (to, in_unit_of_work) in WAYS {
        let taken = taken(MQPER_NOT_PERSISTENT, to, in_unit_of_work);
        let shared: Vec<_> = taken.iter().filter(|name| !OWN.contains(name)).collect();
        assert!(shared.is_empty(), "{to:?}: {shared:?}");
        assert!(
            taken.contains("queue.messages"),
            "they are recorded: {taken:?}"
        );
    }
}

#[test]
fn a_persistent_put_or_get_takes_those_of_the_log_and_the_pins_only() {
    for (to, in_unit_of_work) in WAYS {
        let taken = taken(MQPER_PERSISTENT, to, in_unit_of_work);
        let others = taken.iter().filter(|name| !OWN.contains(name));
        let others: Vec<_> = others
            .filter(|name| !name.starts_with("log.") && !SHARED_BY_PERSISTENT.contains(name))
            .collect();
        assert!(others.is_empty(), "{to:?}: {others:?}");
        assert!(taken.contains("qmgr.pins"), "they are recorded: {taken:?}");
    }
}
