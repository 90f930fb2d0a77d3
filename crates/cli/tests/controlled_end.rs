//! A controlled end of the queue manager under applications that put and do not wait for the answer: what they
//! were told is committed is there, and they are told of what is not.

use crate::support::Room;
use ferromq_client::{Address, BindingsConnection, ClientChannel, ClientConnection};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::{ConnectOptions, ObjectDescriptor, PutOptions};
use ferromq_mqi::session::{Connected, Session};
use ferromq_mqi::{MsgDescriptor, Reason};
use std::net::TcpListener;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::ScopedJoinHandle;
use std::time::{Duration, Instant};

/// Messages of a unit of work.
const MESSAGES: usize = 3;
/// Units of work each application makes after the end has begun.
const LATE: usize = 10;

/// Waits until something is so. The limit is a watchdog, not a promise.
fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < Duration::from_secs(60), "never: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// What the applications know of one another.
#[derive(Default)]
struct Course {
    commits: AtomicUsize,
    /// The queue manager is on its way down.
    ends: AtomicBool,
}

/// What an application was told.
#[derive(Debug, Default)]
struct CommitCounts {
    committed: usize,
    /// Commits that failed because something had not been put.
    refused: usize,
}

/// Puts and commits until the end, and a little longer.
fn produce(road: impl Connected, options: i32, course: &Course) -> CommitCounts {
    let mut session = Session::new(road);
    let object = ObjectDescriptor::queue("Q1");
    let mut told = CommitCounts::default();
    let mut late = 0;
    while late < LATE {
        late += usize::from(course.ends.load(Ordering::Acquire));
        for _ in 0..MESSAGES {
            let mut options = PutOptions {
                options,
                ..PutOptions::default()
            };
            let mut descriptor = MsgDescriptor {
                persistence: MQPER_PERSISTENT,
                ..MsgDescriptor::default()
            };
            let put = session.put1(&object, &mut descriptor, &mut options, "message");
            assert_eq!(put.expect("nobody waits for it"), Reason::NONE);
        }
        match session.commit() {
            Ok(warning) => {
                assert_eq!(warning, Reason::NONE);
                told.committed += MESSAGES;
                course.commits.fetch_add(1, Ordering::Relaxed);
            }
            Err(error) => {
                assert_eq!(error.reason, Reason::BACKED_OUT);
                let status = session.status(MQSTAT_TYPE_ASYNC_ERROR).expect("a status");
                assert_eq!(status.reason, MQRC_Q_MGR_QUIESCING);
                told.refused += 1;
            }
        }
    }
    session.disconnect().expect("disconnected");
    told
}

/// An application over the bindings asks for what clients do by themselves.
fn produce_locally(room: &Room, course: &Course) -> CommitCounts {
    let options = ConnectOptions::default();
    let road = BindingsConnection::connect(room.path(), "QM1", &options).expect("connected");
    let asks = MQPMO_SYNCPOINT | MQPMO_ASYNC_RESPONSE | MQPMO_FAIL_IF_QUIESCING;
    produce(road, asks, course)
}

fn produce_as_client(port: u16, course: &Course) -> CommitCounts {
    let at = Address {
        host: "127.0.0.1".to_owned(),
        port,
    };
    let channel = ClientChannel::new("APP.SVRCONN", vec![at]);
    let options = ConnectOptions::default();
    let road = ClientConnection::connect(&channel, &options).expect("connected");
    produce(road, MQPMO_SYNCPOINT | MQPMO_FAIL_IF_QUIESCING, course)
}

fn depth(room: &Room) -> String {
    let said = room.run_with(&["runmqsc", "-e", "QM1"], "DISPLAY QLOCAL(Q1) CURDEPTH\n");
    let field = said.out.split("CURDEPTH(").nth(1).unwrap_or_default();
    field.split(')').next().unwrap_or_default().to_owned()
}

/// A queue manager, and the port clients find it at.
fn serve(room: &Room) -> u16 {
    room.start("QM1", &[]);
    let probe = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let port = probe.local_addr().expect("it is bound").port();
    drop(probe);
    let commands = format!(
        "ALTER QMGR CHLAUTH(DISABLED) CONNAUTH(' ')\n\
         REFRESH SECURITY TYPE(CONNAUTH)\n\
         DEFINE CHANNEL(APP.SVRCONN) CHLTYPE(SVRCONN)\n\
         DEFINE LISTENER(L1) TRPTYPE(TCP) PORT({port}) IPADDR('127.0.0.1')\n\
         START LISTENER(L1)\n\
         DEFINE QLOCAL(Q1) MAXDEPTH(999999)\n"
    );
    let said = room.run_with(&["runmqsc", "-e", "QM1"], &commands);
    assert_eq!(said.code, 0, "{said:?}");
    port
}

#[test]
fn nothing_that_is_committed_is_lost_when_the_queue_manager_ends_under_its_producers() {
    let room = Room::new();
    let port = serve(&room);
    let course = Course::default();
    let told: Vec<CommitCounts> = std::thread::scope(|scope| {
        let (room, course) = (&room, &course);
        let mut producers: Vec<ScopedJoinHandle<'_, CommitCounts>> = Vec::new();
        for _ in 0..4 {
            producers.push(scope.spawn(move || produce_as_client(port, course)));
        }
        for _ in 0..2 {
            producers.push(scope.spawn(move || produce_locally(room, course)));
        }
        until("they are at it", || {
            course.commits.load(Ordering::Relaxed) > 200
        });
        room.done(&["endmqm", "-c", "QM1"]);
        until("it quiesces", || {
            room.done(&["dspmq", "-m", "QM1"]).contains("Quiescing")
        });
        course.ends.store(true, Ordering::Release);
        let told = producers.into_iter().map(|it| it.join());
        told.map(|it| it.expect("no panic")).collect()
    });
    until("it has ended", || {
        room.done(&["dspmq", "-m", "QM1"])
            .contains("Ended normally")
    });
    room.done(&["strmqm", "QM1"]);
    let committed: usize = told.iter().map(|it| it.committed).sum();
    assert_eq!(depth(&room), committed.to_string(), "{told:?}");
    for one in &told {
        assert!(one.refused >= LATE, "{one:?}");
    }
}
