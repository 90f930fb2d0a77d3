//! Applications that reconnect, and a server in a process of its own that is killed under them.
//!
//! Sources: automatic client reconnection; 2003.

use crate::support::child::ChildServer;
use crate::support::{Running, Scratch, connect, persistent};
use ferromq_client::{Address, ChannelSource, ClientChannel, ReconnectingConnection};
use ferromq_mqi::distribution::ObjectRecord;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::{
    ConnectOptions, GetOptions, ObjectDescriptor, ObjectHandle, PutOptions, SubscriptionDescriptor,
};
use ferromq_mqi::session::{MqError, Session};
use ferromq_mqi::{MsgDescriptor, ObjectName, Reason};
use std::net::{Ipv4Addr, TcpListener};
use std::sync::Barrier;
use std::time::Duration;

const QUEUES: [&str; 8] = [
    "BACK.OUT", "COMMIT", "ALONE", "GOT", "BROWSED", "AWAITED", "LIST.1", "LIST.2",
];

/// Makes the queue manager with its objects; a port nobody listens at.
fn prepare(scratch: &Scratch) -> u16 {
    let running = Running::start(&scratch.0);
    let mut local = running.connect();
    let define = |name: &str| format!("DEFINE QLOCAL({name}) DEFPSIST(YES)");
    for command in QUEUES.map(define).iter().map(String::as_str).chain([
        "DEFINE CHANNEL(ROAD.SVRCONN) CHLTYPE(SVRCONN)",
        "ALTER QMGR CHLAUTH(DISABLED) CONNAUTH(' ')",
        "REFRESH SECURITY TYPE(CONNAUTH)",
    ]) {
        crate::support::command(&mut local, command);
    }
    local.disconnect().expect("disconnected");
    drop(running);
    let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    free.local_addr().expect("bound").port()
}

type App = Session<ReconnectingConnection>;

/// Connects as soon as the server listens.
fn application(port: u16) -> App {
    let address = Address {
        host: "127.0.0.1".into(),
        port,
    };
    let options = ConnectOptions {
        options: MQCNO_RECONNECT,
        ..ConnectOptions::default()
    };
    loop {
        let channel = ClientChannel::new("ROAD.SVRCONN", vec![address.clone()]);
        let source = ChannelSource::One(Box::new(channel));
        match ReconnectingConnection::connect(source, &options, None) {
            Ok(connection) => return Session::new(connection),
            Err(_) => std::thread::sleep(Duration::from_millis(5)),
        }
    }
}

fn put(app: &mut App, queue: ObjectHandle, options: i32, body: &str) -> Result<Reason, Reason> {
    let mut options = PutOptions {
        options,
        ..PutOptions::default()
    };
    let done = app.put(queue, &mut persistent(), &mut options, body.to_owned());
    done.map_err(Reason::from)
}

fn get(app: &mut App, queue: ObjectHandle, options: i32) -> Result<String, MqError> {
    let options = GetOptions {
        options,
        wait_interval_ms: 60_000,
        match_options: MQMO_NONE,
        ..GetOptions::default()
    };
    let got = app.get(queue, &MsgDescriptor::default(), &options, 1000)?;
    Ok(String::from_utf8_lossy(&got.body).into_owned())
}

const BOTH: i32 = MQOO_OUTPUT | MQOO_INPUT_SHARED | MQOO_BROWSE;

/// What an application does before the server is killed, and after: it waits for the kill in between.
type Play = fn(App, &Kill);

/// Where applications and the killer meet: when all are ready, and when the server is dead.
struct Kill {
    ready: Barrier,
    done: Barrier,
}

impl Kill {
    fn wait(&self) {
        self.ready.wait();
        self.done.wait();
    }
}

fn backs_out(mut app: App, killed: &Kill) {
    let queue = app.open("BACK.OUT", BOTH).expect("opened");
    put(&mut app, queue, MQPMO_SYNCPOINT, "lost").expect("put");
    killed.wait();
    let again = put(&mut app, queue, MQPMO_SYNCPOINT, "refused");
    assert_eq!(again, Err(Reason::BACKED_OUT));
    let got = get(&mut app, queue, MQGMO_SYNCPOINT);
    assert_eq!(got.expect_err("refused").reason, Reason::BACKED_OUT);
    app.back_out().expect("backed out");
    put(&mut app, queue, MQPMO_SYNCPOINT, "kept").expect("put");
    app.commit().expect("committed");
    assert_eq!(
        get(&mut app, queue, MQGMO_NO_SYNCPOINT).as_deref(),
        Ok("kept")
    );
}

/// The connection was lost before the commit was sent: it is known not to have happened.
fn commits(mut app: App, killed: &Kill) {
    let queue = app.open("COMMIT", BOTH).expect("opened");
    put(&mut app, queue, MQPMO_SYNCPOINT, "lost").expect("put");
    killed.wait();
    let committed = app.commit().expect_err("lost");
    assert_eq!(committed.reason, Reason::BACKED_OUT);
    let got = get(&mut app, queue, MQGMO_NO_SYNCPOINT);
    assert_eq!(got.expect_err("empty").reason, Reason::NO_MSG_AVAILABLE);
    put(&mut app, queue, MQPMO_SYNCPOINT, "kept").expect("put");
    app.commit().expect("committed");
}

/// Nothing was sent when the server was killed, so nobody has to be in doubt.
fn puts_alone(mut app: App, killed: &Kill) {
    let queue = app.open("ALONE", BOTH).expect("opened");
    put(&mut app, queue, MQPMO_NO_SYNCPOINT, "before").expect("put");
    killed.wait();
    put(&mut app, queue, MQPMO_NO_SYNCPOINT, "between").expect("put");
    put(&mut app, queue, MQPMO_NO_SYNCPOINT, "after").expect("put");
    for body in ["before", "between", "after"] {
        assert_eq!(get(&mut app, queue, 0).as_deref(), Ok(body));
    }
}

/// What was got in the unit of work that is lost comes back.
fn gets_in_work(mut app: App, killed: &Kill) {
    let queue = app.open("GOT", BOTH).expect("opened");
    put(&mut app, queue, MQPMO_NO_SYNCPOINT, "back").expect("put");
    assert_eq!(get(&mut app, queue, MQGMO_SYNCPOINT).as_deref(), Ok("back"));
    killed.wait();
    let second = get(&mut app, queue, MQGMO_SYNCPOINT);
    assert_eq!(second.expect_err("lost").reason, Reason::BACKED_OUT);
    app.back_out().expect("backed out");
    assert_eq!(get(&mut app, queue, MQGMO_SYNCPOINT).as_deref(), Ok("back"));
    app.commit().expect("committed");
}

/// A browse starts from the front again.
fn browses(mut app: App, killed: &Kill) {
    let queue = app.open("BROWSED", BOTH).expect("opened");
    for body in ["one", "two", "three"] {
        put(&mut app, queue, MQPMO_NO_SYNCPOINT, body).expect("put");
    }
    for body in ["one", "two"] {
        assert_eq!(get(&mut app, queue, MQGMO_BROWSE_NEXT).as_deref(), Ok(body));
    }
    killed.wait();
    for body in ["one", "two", "three"] {
        assert_eq!(get(&mut app, queue, MQGMO_BROWSE_NEXT).as_deref(), Ok(body));
    }
}

/// A get that waits goes on waiting at the queue manager that comes back.
fn awaits(mut app: App, killed: &Kill) {
    let queue = app.open("AWAITED", BOTH).expect("opened");
    std::thread::scope(|scope| {
        killed.ready.wait();
        scope.spawn(|| killed.done.wait());
        let got = get(&mut app, queue, MQGMO_WAIT | MQGMO_NO_SYNCPOINT);
        assert_eq!(got.as_deref(), Ok("at last"));
    });
}

fn lists_and_subscribes(mut app: App, killed: &Kill) {
    let records = ["LIST.1", "LIST.2"].map(|name| ObjectRecord {
        object_name: ObjectName::truncated(name),
        object_q_mgr_name: ObjectName::BLANK,
    });
    let list = ObjectDescriptor::list(records.to_vec());
    let list = app.open_list(&list, MQOO_OUTPUT).expect("opened").handle;
    let mut subscription = SubscriptionDescriptor {
        options: MQSO_CREATE | MQSO_DURABLE | MQSO_MANAGED,
        object_string: "reconnect/news".to_owned(),
        sub_name: "reader".to_owned(),
        ..SubscriptionDescriptor::default()
    };
    let subscribed = app.subscribe(&mut subscription, ObjectHandle::NONE);
    let (publications, _) = subscribed.expect("subscribed");
    let mut topic = ObjectDescriptor::topic("reconnect/news");
    let topic = app.open_object(&mut topic, MQOO_OUTPUT).expect("opened");
    put(&mut app, topic, MQPMO_NO_SYNCPOINT, "before").expect("published");
    killed.wait();
    assert_eq!(get(&mut app, publications, 0).as_deref(), Ok("before"));
    put(&mut app, topic, MQPMO_NO_SYNCPOINT, "after").expect("published");
    assert_eq!(get(&mut app, publications, 0).as_deref(), Ok("after"));
    let options = PutOptions::default();
    let done = app.put_list(list, &persistent(), &options, "to both");
    assert_eq!(done.expect("put").outcome.known_dest_count, 2);
}

/// Goal: applications that reconnect keep their connection and their handles over the death of the server, lose their
/// unit of work and are told. Method: one kill -9 under all of them.
#[test]
fn applications_go_on_when_the_server_was_killed() {
    const PLAYS: [Play; 7] = [
        backs_out,
        commits,
        puts_alone,
        gets_in_work,
        browses,
        awaits,
        lists_and_subscribes,
    ];
    let scratch = Scratch::new("reconnect-killed");
    let port = prepare(&scratch);
    let mut server = ChildServer::start(&scratch.0, port);
    let meeting = || Barrier::new(PLAYS.len() + 1);
    let kill = Kill {
        ready: meeting(),
        done: meeting(),
    };
    let _again = std::thread::scope(|scope| {
        for play in PLAYS {
            let kill = &kill;
            scope.spawn(move || play(application(port), kill));
        }
        kill.ready.wait();
        server.kill();
        kill.done.wait();
        let again = ChildServer::start(&scratch.0, port);
        let mut other = application(port);
        let queue = other.open("AWAITED", MQOO_OUTPUT).expect("opened");
        put(&mut other, queue, MQPMO_NO_SYNCPOINT, "at last").expect("put");
        again
    });
    let mut local = connect(&scratch.0);
    for (name, depth) in [("LIST.1", 1), ("LIST.2", 1), ("COMMIT", 1), ("BACK.OUT", 0)] {
        let shown =
            crate::support::command(&mut local, &format!("DISPLAY QLOCAL({name}) CURDEPTH"));
        assert!(shown.contains(&format!("CURDEPTH({depth})")), "{shown}");
    }
}
