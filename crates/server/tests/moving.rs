//! Clients that reconnect by themselves, when their queue manager ends: it does not wait for them, and they go on
//! elsewhere, or with it when it is back.
//!
//! Source: automatic client reconnection; endmqm -r.

use crate::support::{BOTH, Running, Scratch, command, not_persistent, persistent, quiet};
use ferromq_client::{
    Address, ChannelSource, ClientChannel, ConnectFailure, ReconnectingConnection,
};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::{ConnectOptions, GetOptions, ObjectHandle, PutOptions};
use ferromq_mqi::session::Session;
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_server::{EndHow, Ended};
use std::net::Ipv4Addr;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicUsize, Ordering};

type App = Session<ReconnectingConnection>;

/// A way to end.
type End = fn(&Running);

/// Starts a server with its objects; the port it listens at, if 0 a free one.
fn start(scratch: &Scratch, port: u16) -> (Running, u16) {
    let running = Running::start_with(&scratch.0, quiet());
    let mut local = running.connect();
    for text in [
        "ALTER QMGR CHLAUTH(DISABLED) CONNAUTH(' ')",
        "REFRESH SECURITY TYPE(CONNAUTH)",
        "DEFINE CHANNEL(ROAD.SVRCONN) CHLTYPE(SVRCONN) REPLACE",
        "DEFINE QLOCAL(WORK) MAXDEPTH(1000000) REPLACE",
        "DEFINE QLOCAL(QUIET) REPLACE",
    ] {
        command(&mut local, text);
    }
    local.disconnect().expect("disconnected");
    let localhost = Ipv4Addr::LOCALHOST.into();
    let port = running.handle.start_listener("ROAD", Some(localhost), port);
    (running, port.expect("a port"))
}

fn connect(ports: &[u16], options: i32) -> Result<App, ConnectFailure> {
    let place = |port: &u16| Address {
        host: "127.0.0.1".into(),
        port: *port,
    };
    let channel = ClientChannel::new("ROAD.SVRCONN", ports.iter().map(place).collect());
    let source = ChannelSource::One(Box::new(channel));
    let options = ConnectOptions {
        options,
        ..ConnectOptions::default()
    };
    ReconnectingConnection::connect(source, &options, None).map(Session::new)
}

fn app(ports: &[u16]) -> App {
    connect(ports, MQCNO_RECONNECT | MQCNO_NO_CONV_SHARING).expect("connected")
}

fn put(app: &mut App, queue: ObjectHandle, options: i32) -> Result<Reason, Reason> {
    let mut options = PutOptions {
        options,
        ..PutOptions::default()
    };
    let done = app.put(queue, &mut persistent(), &mut options, "work");
    done.map_err(Reason::from)
}

/// Messages that are certainly on a queue, and those nobody can tell of.
#[derive(Default)]
struct Tally {
    certain: AtomicUsize,
    unknown: AtomicUsize,
    over: AtomicBool,
}

impl Tally {
    /// `None` when it is not certain that the messages were put.
    fn note(&self, done: Result<Reason, Reason>, messages: usize) -> Option<()> {
        let count = match done {
            Ok(_) => &self.certain,
            Err(Reason::CALL_INTERRUPTED) => &self.unknown,
            Err(Reason::BACKED_OUT) => return None,
            Err(other) => panic!("{other}"),
        };
        count.fetch_add(messages, Ordering::SeqCst);
        done.ok().map(drop)
    }

    fn certain(&self) -> usize {
        self.certain.load(Ordering::SeqCst)
    }

    fn is_over(&self) -> bool {
        self.over.load(Ordering::SeqCst)
    }
}

/// Units of work of three messages.
fn commits(ports: &[u16], tally: &Tally, options: i32) {
    let mut app = app(ports);
    let queue = app.open("WORK", BOTH).expect("opened");
    while !tally.is_over() {
        let put_all = (0..3).try_for_each(|_| put(&mut app, queue, options).map(|_| ()));
        match put_all {
            Ok(()) => {
                let done = app.commit().map_err(Reason::from);
                let _ = tally.note(done, 3);
            }
            Err(Reason::BACKED_OUT) => {
                app.back_out().expect("backed out");
            }
            Err(other) => panic!("{other}"),
        }
    }
}

fn puts_alone(ports: &[u16], tally: &Tally) {
    let mut app = app(ports);
    let queue = app.open("WORK", BOTH).expect("opened");
    while !tally.is_over() {
        let done = put(&mut app, queue, MQPMO_FAIL_IF_QUIESCING);
        let _ = tally.note(done, 1);
    }
}

/// Waits for a message, at one queue manager and then at another.
fn awaits(ports: &[u16]) {
    let mut app = app(ports);
    let queue = app.open("QUIET", BOTH).expect("opened");
    let options = GetOptions {
        options: MQGMO_WAIT,
        wait_interval_ms: MQWI_UNLIMITED,
        ..GetOptions::default()
    };
    let got = app.get(queue, &MsgDescriptor::default(), &options, 100);
    assert_eq!(&got.expect("a message").body[..], b"at last");
}

fn depth(running: &Running) -> usize {
    let mut local = running.connect();
    let queue = local.open("WORK", MQOO_INQUIRE).expect("opened");
    let inquired = local.inquire(queue, &[MQIA_CURRENT_Q_DEPTH], 1, 0);
    inquired.expect("inquired").0[0] as usize
}

/// Goal: whichever way it ends, a queue manager with clients that reconnect does end, without any of them leaving of its
/// own accord; all of them go on at another; and nothing that was committed is lost. Method: clients at work in several
/// ways, one that waits and one that does nothing.
#[test]
fn clients_that_reconnect_go_on_elsewhere_when_their_queue_manager_ends() {
    let ends: [(&str, End, EndHow); 3] = [
        (
            "-c",
            |it| it.handle.end(EndHow::Controlled),
            EndHow::Controlled,
        ),
        ("-r", |it| it.handle.end_and_reconnect(), EndHow::Controlled),
        (
            "-i",
            |it| it.handle.end(EndHow::Immediate),
            EndHow::Immediate,
        ),
    ];
    for (how, end, expected) in ends {
        let scratches = ["moving-one", "moving-other"].map(Scratch::new);
        let (one, first) = start(&scratches[0], port_to_return_to());
        let (other, second) = start(&scratches[1], 0);
        let ports = [first, second];
        let tally = Tally::default();
        let mut idle = app(&ports);
        let queue = idle.open("WORK", BOTH).expect("opened");
        std::thread::scope(|scope| {
            scope.spawn(|| commits(&ports, &tally, MQPMO_SYNCPOINT | MQPMO_FAIL_IF_QUIESCING));
            scope.spawn(|| commits(&ports, &tally, MQPMO_SYNCPOINT));
            scope.spawn(|| commits(&ports, &tally, MQPMO_SYNCPOINT | MQPMO_ASYNC_RESPONSE));
            scope.spawn(|| puts_alone(&ports, &tally));
            scope.spawn(|| awaits(&ports));
            while tally.certain() < 200 {
                std::thread::yield_now();
            }
            end(&one);
            assert_eq!(
                one.ended().expect("a good end"),
                Ended::Orderly(expected),
                "{how}"
            );
            let before = tally.certain();
            while tally.certain() < before + 200 {
                std::thread::yield_now();
            }
            tally.over.store(true, Ordering::SeqCst);
            let mut local = other.connect();
            let quiet = local.open("QUIET", MQOO_OUTPUT).expect("opened");
            let mut options = PutOptions::default();
            local
                .put(quiet, &mut not_persistent(), &mut options, "at last")
                .expect("put");
        });
        // Its connection was lost before it put anything.
        let _ = tally.note(Ok(put(&mut idle, queue, 0).expect("put")), 1);
        let (one, _) = start(&scratches[0], first);
        let there = depth(&one) + depth(&other);
        let unknown = tally.unknown.load(Ordering::SeqCst);
        let possible = tally.certain()..=tally.certain() + unknown;
        assert!(possible.contains(&there), "{how}: {there} of {possible:?}");
        drop(idle);
    }
}

/// A free port the system gives nobody who asks for any. One of those may be taken by a client that tries to reach it while nobody
/// listens there: such a connection can meet itself.
fn port_to_return_to() -> u16 {
    static GIVEN: AtomicU16 = AtomicU16::new(0);
    // Two tests at a time do not look at the same ones.
    let given = GIVEN.fetch_add(100, Ordering::SeqCst);
    let first = 20_000 + (std::process::id() % 10_000) as u16 + given;
    let is_free = |port: &u16| std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).is_ok();
    (first..32_000).find(is_free).expect("some port is free")
}

/// Ends the applications also when the test fails: it would wait for them for ever.
struct EndsWith<'a>(&'a AtomicBool);

impl Drop for EndsWith<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

/// The same queue manager, or the only one there is.
#[test]
fn clients_that_reconnect_wait_for_a_queue_manager_that_is_started_again() {
    let scratches = ["moving-back", "moving-else"].map(Scratch::new);
    let (one, port) = start(&scratches[0], port_to_return_to());
    // What listens there has no such channel.
    let (_elsewhere, wrong) = {
        let running = Running::start_with(&scratches[1].0, quiet());
        let localhost = Ipv4Addr::LOCALHOST.into();
        let port = running.handle.start_listener("ROAD", Some(localhost), 0);
        (running, port.expect("a port"))
    };
    let cases: [(&[u16], i32); 2] = [
        (&[port], MQCNO_RECONNECT),
        (&[port, wrong], MQCNO_RECONNECT_Q_MGR),
    ];
    let mut apps = cases.map(|(ports, options)| connect(ports, options).expect("connected"));
    let queues = apps
        .each_mut()
        .map(|app| app.open("WORK", BOTH).expect("opened"));
    let shown = command(&mut one.connect(), "DISPLAY CONN(*) CONNOPTS");
    for option in ["MQCNO_RECONNECT", "MQCNO_RECONNECT_Q_MGR"] {
        assert!(shown.contains(option), "{shown}");
    }
    let counts = [const { AtomicUsize::new(0) }; 2];
    let over = AtomicBool::new(false);
    let count = |at: usize| counts[at].load(Ordering::SeqCst);
    // It is there for as long as one of them may be at a put.
    let mut again = None;
    std::thread::scope(|scope| {
        let _over = EndsWith(&over);
        for (at, (app, queue)) in apps.each_mut().into_iter().zip(queues).enumerate() {
            let (counts, over) = (&counts, &over);
            scope.spawn(move || {
                while !over.load(Ordering::SeqCst) {
                    match put(app, queue, MQPMO_FAIL_IF_QUIESCING) {
                        Ok(_) => _ = counts[at].fetch_add(1, Ordering::SeqCst),
                        Err(reason) => assert_eq!(reason, Reason::CALL_INTERRUPTED),
                    }
                }
            });
        }
        one.handle.end(EndHow::Controlled);
        one.ended().expect("a good end");
        again = Some(start(&scratches[0], port));
        for at in 0..2 {
            let before = count(at);
            while count(at) < before + 10 {
                std::thread::yield_now();
            }
        }
        over.store(true, Ordering::SeqCst);
    });
    drop(again);
}
