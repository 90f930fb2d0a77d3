//! Application activity trace of a client's channel, of one connection, and of programs that ask for it themselves.

use crate::support::{Room, Running};
use ferromq_client::BindingsConnection;
use ferromq_mqi::generated::constants::{
    MQCNO_ACTIVITY_TRACE_DISABLED, MQCNO_ACTIVITY_TRACE_ENABLED, MQOO_INQUIRE,
};
use ferromq_mqi::name::FixedText;
use ferromq_mqi::options::ConnectOptions;
use ferromq_mqi::session::Session;
use std::io::Write;
use std::net::TcpListener;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

const LIMIT: Duration = Duration::from_secs(60);
const TOPICS: &str = "$SYS/MQ/INFO/QMGR/QM1/ActivityTrace";

/// A queue manager that tells of the calls of a program when it disconnects, however long they take.
fn room(options: &[&str]) -> Room {
    let room = Room::new();
    room.done(&[&["crtmqm", "-dev", "-lf", "64"], options, &["QM1"]].concat());
    let text = "AllActivityTrace:\n   ActivityInterval=0\n";
    std::fs::write(room.path().join("qmgrs/QM1/mqat.ini"), text).expect("written");
    room.done(&["strmqm", "QM1"]);
    room
}

fn until(room: &Room, command: &str, is_so: impl Fn(&str) -> bool) -> String {
    let began = Instant::now();
    loop {
        let said = room.run_with(&["runmqsc", "-e", "QM1"], command).out;
        if is_so(&said) {
            return said;
        }
        assert!(began.elapsed() < LIMIT, "{command}: {said}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// `amqsact`, subscribed to a topic, for one message.
fn subscribed(room: &Room, topic: &str) -> Child {
    let words = [
        "amqsact", "-m", "QM1", "-t", topic, "-d", "1", "-w", "120", "-v",
    ];
    let mut command = room.command(&words);
    command.stdout(Stdio::piped());
    let child = command.spawn().expect("it starts");
    // Calls before the subscription is there are told to nobody.
    until(room, "DISPLAY SUB(*) TOPICSTR\n", |said| {
        said.contains(topic)
    });
    child
}

fn told(child: Child) -> String {
    let output = child.wait_with_output().expect("it ends");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_channel_has_the_calls_of_its_clients_told_and_no_others() {
    let port = {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        listener
            .local_addr()
            .expect("an address")
            .port()
            .to_string()
    };
    let room = room(&["-p", &port]);
    until(&room, "DISPLAY LSSTATUS(*)\n", |said| {
        said.contains("STATUS(RUNNING)")
    });
    let child = subscribed(&room, &format!("{TOPICS}/ChannelName/DEV.APP.SVRCONN"));
    room.run_with(&["amqsput", "DEV.QUEUE.2", "QM1"], "local\n");
    let mut command = room.command(&["amqsputc", "DEV.QUEUE.1", "QM1"]);
    command
        .env("MQSERVER", format!("DEV.APP.SVRCONN/TCP/127.0.0.1({port})"))
        .stdin(Stdio::piped())
        .stdout(Stdio::null());
    let mut client = Running(command.spawn().expect("it starts"));
    let mut input = client.0.stdin.take().expect("a pipe");
    input.write_all(b"from afar\n").expect("written");
    drop(input);
    assert!(client.0.wait().expect("it ends").success());
    let said = told(child);
    for part in [
        "Channel Name: 'DEV.APP.SVRCONN'",
        "Connection Name: '127.0.0.1'",
        "UserId: 'app'",
        "Operation Id: MQXF_PUT",
        "DEV.QUEUE.1",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(!said.contains("DEV.QUEUE.2"), "{said}");
}

#[test]
fn a_connection_has_its_calls_told_from_when_somebody_asks() {
    let room = room(&[]);
    let mut command = room.command(&["amqsput", "DEV.QUEUE.1", "QM1"]);
    command.stdin(Stdio::piped()).stdout(Stdio::null());
    let mut program = Running(command.spawn().expect("it starts"));
    let display = "DISPLAY CONN(*) WHERE(APPLTAG EQ 'amqsput') EXTCONN OBJNAME TYPE(ALL)\n";
    let said = until(&room, display, |said| said.contains("DEV.QUEUE.1"));
    let value = |keyword: &str| {
        let (_, rest) = said.split_once(&format!(" {keyword}(")).expect("a keyword");
        rest.split(')').next().unwrap_or_default().to_owned()
    };
    let id = format!("{}{}", value("EXTCONN"), value("CONN"));
    assert_eq!(id.len(), 48, "{said}");
    let child = subscribed(&room, &format!("{TOPICS}/ConnectionId/{id}"));
    // Another program of the same name is not told of.
    room.run_with(&["amqsput", "DEV.QUEUE.2", "QM1"], "another\n");
    let mut input = program.0.stdin.take().expect("a pipe");
    input.write_all(b"one\n").expect("written");
    drop(input);
    assert!(program.0.wait().expect("it ends").success());
    let said = told(child);
    assert!(
        said.contains("MQXF_PUT") && said.contains("MQXF_DISC"),
        "{said}"
    );
    assert!(!said.contains("MQXF_OPEN"), "it was opened before: {said}");
    assert!(!said.contains("DEV.QUEUE.2"), "{said}");
}

#[test]
fn a_program_is_followed_by_its_name() {
    let room = room(&[]);
    let mut command = room.command(&[
        "amqsact", "-m", "QM1", "-a", "followed", "-d", "1", "-w", "120", "-v",
    ]);
    command.stdout(Stdio::piped());
    let child = command.spawn().expect("it starts");
    until(&room, "DISPLAY SUB(*) TOPICSTR\n", |said| {
        said.contains(&format!("{TOPICS}/ApplName/followed"))
    });
    for name in ["another", "followed"] {
        let options = ConnectOptions {
            appl_name: FixedText::truncated(name),
            ..ConnectOptions::default()
        };
        let road = BindingsConnection::connect(room.path(), "QM1", &options).expect("connected");
        let mut session = Session::new(road);
        session.open("DEV.QUEUE.1", MQOO_INQUIRE).expect("opened");
        session.disconnect().expect("disconnected");
    }
    let said = told(child);
    assert!(said.contains("ApplicationName: 'followed'"), "{said}");
    assert!(!said.contains("another"), "{said}");
}

#[test]
fn programs_ask_for_their_trace_where_the_queue_manager_lets_them() {
    let room = room(&[]);
    let calls = |name: &str, options: i32| {
        let options = ConnectOptions {
            options,
            appl_name: FixedText::truncated(name),
            ..ConnectOptions::default()
        };
        let road = BindingsConnection::connect(room.path(), "QM1", &options).expect("connected");
        let mut session = Session::new(road);
        session.open("DEV.QUEUE.1", MQOO_INQUIRE).expect("opened");
        session.disconnect().expect("disconnected");
    };
    calls("forbidden", MQCNO_ACTIVITY_TRACE_ENABLED);
    room.run_with(&["runmqsc", "QM1"], "ALTER QMGR ACTVCONO(ENABLED)\n");
    calls("silent", 0);
    calls("asking", MQCNO_ACTIVITY_TRACE_ENABLED);
    room.run_with(&["runmqsc", "QM1"], "ALTER QMGR ACTVTRC(ON)\n");
    calls("hiding", MQCNO_ACTIVITY_TRACE_DISABLED);
    calls("ordinary", 0);
    let said = room.done(&["amqsact", "-m", "QM1", "-v"]);
    let is_told = |name: &str| said.contains(&format!("ApplicationName: '{name}'"));
    let names = ["forbidden", "silent", "asking", "hiding", "ordinary"];
    let told: Vec<&str> = names.into_iter().filter(|name| is_told(name)).collect();
    assert_eq!(told, ["asking", "ordinary"], "{said}");
}
