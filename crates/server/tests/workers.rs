//! What takes long for one program delays no other of the same event loop.

use crate::support::{BOTH, Running, Scratch, command, not_persistent, persistent, quiet};
use ferromq_client::{Address, ClientChannel, ClientConnection};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::{
    ConnectOptions, GetOptions, ObjectDescriptor, ObjectHandle, PutOptions,
};
use ferromq_mqi::session::{Connected, Session};
use ferromq_mqi::{MsgDescriptor, Reason};
use std::net::Ipv4Addr;
use std::sync::atomic::{AtomicBool, Ordering};

/// Messages to look through: a search of them takes as long as many round trips.
const DEPTH: usize = 60_000;

fn get<C: Connected>(session: &mut Session<C>, queue: ObjectHandle) -> Result<Vec<u8>, Reason> {
    let got = session.get(
        queue,
        &MsgDescriptor::default(),
        &GetOptions::default(),
        10_000,
    );
    got.map(|got| got.body.to_vec())
        .map_err(|error| error.reason)
}

fn put<C: Connected>(session: &mut Session<C>, queue: ObjectHandle, descriptor: &MsgDescriptor) {
    let put = session.put(
        queue,
        &mut descriptor.clone(),
        &mut PutOptions::default(),
        vec![1; 1_000],
    );
    put.expect("put");
}

/// Round trips of one program while the other searches a deep queue for what is not there.
fn trips_beside_a_search<C: Connected + Send>(mut one: Session<C>, mut other: Session<C>) -> u32 {
    let mut deep = ObjectDescriptor {
        version: MQOD_VERSION_4,
        selection_string: "colour = 'red'".into(),
        ..ObjectDescriptor::queue("DEEP.Q")
    };
    let deep = other
        .open_object(&mut deep, MQOO_INPUT_SHARED)
        .expect("opened");
    let small = one.open("SMALL.Q", BOTH).expect("opened");
    let (begun, over) = (AtomicBool::new(false), AtomicBool::new(false));
    let mut trips = 0;
    std::thread::scope(|scope| {
        scope.spawn(|| {
            begun.store(true, Ordering::SeqCst);
            for _ in 0..3 {
                assert_eq!(get(&mut other, deep), Err(Reason::NO_MSG_AVAILABLE));
            }
            over.store(true, Ordering::SeqCst);
        });
        while !begun.load(Ordering::SeqCst) {
            std::thread::yield_now();
        }
        while !over.load(Ordering::SeqCst) {
            put(&mut one, small, &not_persistent());
            get(&mut one, small).expect("got");
            trips += 1;
        }
    });
    trips
}

#[test]
fn a_search_of_a_deep_queue_holds_up_nobody_on_either_road() {
    let scratch = Scratch::new("workers");
    let running = Running::start_with(&scratch.0, quiet());
    let mut local = running.connect();
    for text in [
        "DEFINE QLOCAL(DEEP.Q) MAXDEPTH(100000)",
        "DEFINE QLOCAL(SMALL.Q)",
        "DEFINE CHANNEL(ROAD.SVRCONN) CHLTYPE(SVRCONN)",
        "ALTER QMGR CHLAUTH(DISABLED) CONNAUTH(' ')",
        "REFRESH SECURITY TYPE(CONNAUTH)",
    ] {
        command(&mut local, text);
    }
    let deep = local.open("DEEP.Q", MQOO_OUTPUT).expect("opened");
    (0..DEPTH).for_each(|_| put(&mut local, deep, &not_persistent()));
    let localhost = Ipv4Addr::LOCALHOST.into();
    let port = running.handle.start_listener("ROAD", Some(localhost), 0);
    let address = Address {
        host: "127.0.0.1".into(),
        port: port.expect("a port"),
    };
    let channel = ClientChannel::new("ROAD.SVRCONN", vec![address]);
    let client = || {
        let connected = ClientConnection::connect(&channel, &ConnectOptions::default());
        Session::new(connected.expect("connected"))
    };
    // In line three searches would let in a round trip or two in between.
    assert!(trips_beside_a_search(local, running.connect()) > 6);
    assert!(trips_beside_a_search(client(), client()) > 6);
}

#[test]
fn bodies_that_rest_on_disk_come_whole_and_in_order() {
    let scratch = Scratch::new("cold");
    let running = Running::start(&scratch.0);
    let mut local = running.connect();
    command(&mut local, "DEFINE QLOCAL(COLD.Q) MAXDEPTH(100000)");
    let queue = local.open("COLD.Q", BOTH | MQOO_BROWSE).expect("opened");
    // More than stays in memory.
    let bodies: Vec<Vec<u8>> = (0..400_u32)
        .map(|number| number.to_le_bytes().repeat(2_000))
        .collect();
    for body in &bodies {
        let sent = local.put(
            queue,
            &mut persistent(),
            &mut PutOptions::default(),
            body.clone(),
        );
        sent.expect("put");
    }
    let browse = GetOptions {
        options: MQGMO_BROWSE_NEXT,
        ..GetOptions::default()
    };
    for body in &bodies {
        let seen = local.get(queue, &MsgDescriptor::default(), &browse, 10_000);
        assert_eq!(&seen.expect("browsed").body[..], &body[..]);
    }
    for body in &bodies {
        assert_eq!(get(&mut local, queue).as_ref(), Ok(body));
    }
    assert_eq!(get(&mut local, queue), Err(Reason::NO_MSG_AVAILABLE));
}
