//! A channel between two queue managers with sockets, one of which has a file system that is full for a while.

use super::room::{SmallDisk, on_small_disk};
use super::settings;
use ferromq::engine::LogType;
use ferromq::{CommandOutcome, GetOptions, MsgDescriptor, PutOptions, QueueManager, Reason, mq};
use ferromq_client::BindingsConnection;
use ferromq_mqi::options::ConnectOptions;
use ferromq_mqi::place::socket_path;
use ferromq_mqi::session::Session;
use ferromq_server::{EndHow, Server, ServerHandle, ServiceSettings};
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

type Bindings = Session<BindingsConnection>;

/// More than a log of this size holds.
const MESSAGES: u32 = 600;
const BODY_BYTES: usize = 4000;

/// A queue manager with its server.
struct Office {
    path: PathBuf,
    name: &'static str,
    handle: ServerHandle,
    thread: JoinHandle<()>,
    said: Arc<Mutex<Vec<String>>>,
}

impl Office {
    fn open(path: &Path, name: &'static str) -> Self {
        let engine = settings(LogType::Circular);
        QueueManager::create(path, name, &engine).expect("created");
        let manager = QueueManager::open(path, name, &engine).expect("opened");
        let said: Arc<Mutex<Vec<String>>> = Arc::default();
        let tell = Arc::clone(&said);
        let service = ServiceSettings {
            notices: Arc::new(move |notice| {
                let mut said = tell.lock().expect("unharmed");
                said.push(format!("{}: {}", notice.number, notice.text));
            }),
            ..ServiceSettings::default()
        };
        let server = Server::start(manager, &socket_path(path, name), service).expect("serves");
        let handle = server.handle();
        let run = move || {
            server.run_until_ended().expect("a good end");
        };
        Self {
            path: path.to_owned(),
            name,
            handle,
            thread: std::thread::spawn(run),
            said,
        }
    }

    fn connect(&self) -> Bindings {
        let options = ConnectOptions::default();
        let connection = BindingsConnection::connect(&self.path, self.name, &options);
        Session::new(connection.expect("connected"))
    }

    fn commands(&self, commands: &[&str]) {
        let mut session = self.connect();
        for text in commands {
            let (output, outcome) = session.command(text).expect("a command");
            assert_eq!(outcome, CommandOutcome::Done, "{output}");
        }
        session.disconnect().expect("disconnected");
    }

    fn end(self) {
        self.handle.end(EndHow::Immediate);
        self.thread.join().expect("ended");
    }
}

fn message(number: u32) -> Vec<u8> {
    let mut body = vec![b'x'; BODY_BYTES];
    body[..4].copy_from_slice(&number.to_be_bytes());
    body
}

fn persistent() -> MsgDescriptor {
    MsgDescriptor {
        persistence: mq::MQPER_PERSISTENT,
        ..MsgDescriptor::default()
    }
}

/// Puts messages until the last of them is, or one is refused. Returns the number of the next.
fn put(session: &mut Bindings, from: u32) -> u32 {
    let away = session.open("AWAY", mq::MQOO_OUTPUT).expect("opened");
    let mut next = from;
    while next < MESSAGES {
        let (mut descriptor, mut options) = (persistent(), PutOptions::default());
        match session.put(away, &mut descriptor, &mut options, message(next)) {
            Ok(_) => next += 1,
            Err(error) => {
                let full = [
                    Reason::RESOURCE_PROBLEM,
                    Reason::Q_SPACE_NOT_AVAILABLE,
                    Reason::Q_FULL,
                ];
                assert!(full.contains(&error.reason), "{error:?}");
                break;
            }
        }
    }
    session.close(away, mq::MQCO_NONE).expect("closed");
    next
}

/// The messages that come until none has for a while.
fn arrived(session: &mut Bindings, wait_ms: i32) -> Vec<u32> {
    let queue = session.open("TARGET", mq::MQOO_INPUT_SHARED);
    let queue = queue.expect("opened");
    let mut numbers = Vec::new();
    let began = Instant::now();
    loop {
        let options = GetOptions {
            options: mq::MQGMO_WAIT | mq::MQGMO_NO_SYNCPOINT,
            wait_interval_ms: wait_ms,
            match_options: mq::MQMO_NONE,
            ..GetOptions::default()
        };
        match session.get(queue, &persistent(), &options, 10_000) {
            Ok(got) => {
                let number = u32::from_be_bytes(got.body[..4].try_into().expect("four"));
                assert_eq!(got.body, message(number), "whole");
                numbers.push(number);
            }
            // Its log has no room just now: the message stays.
            Err(error) if error.reason == Reason::RESOURCE_PROBLEM => {
                assert!(began.elapsed() < Duration::from_secs(120), "{numbers:?}");
                std::thread::sleep(Duration::from_millis(200));
            }
            Err(error) => {
                // Until the queue's files are tried again, a disk that was full may hold the log (`store/room.rs`): nothing is lost.
                let later = [Reason::NO_MSG_AVAILABLE, Reason::RESOURCE_PROBLEM];
                assert!(later.contains(&error.reason), "{error}");
                break;
            }
        }
    }
    session.close(queue, mq::MQCO_NONE).expect("closed");
    numbers
}

fn depth(office: &Office) -> String {
    let mut session = office.connect();
    let shown = session.command("DISPLAY QLOCAL(TARGET) CURDEPTH");
    session.disconnect().expect("disconnected");
    shown.expect("a command").0
}

/// Joins a queue manager in `here` with one in `there`, and fills the small one meanwhile.
fn full_under_channel(disk: &SmallDisk, here: &Path, there: &Path) {
    let (one, two) = (Office::open(here, "QM1"), Office::open(there, "QM2"));
    two.commands(&[
        "ALTER QMGR CHLAUTH(DISABLED)",
        "DEFINE QLOCAL(TARGET) MAXDEPTH(999999)",
        "DEFINE CHANNEL(ONE.TO.TWO) CHLTYPE(RCVR)",
    ]);
    let localhost = Ipv4Addr::LOCALHOST.into();
    let port = two.handle.start_listener("ROAD", Some(localhost), 0);
    let port = port.expect("a port");
    one.commands(&[
        "DEFINE QREMOTE(AWAY) RNAME(TARGET) RQMNAME(QM2)",
        "DEFINE QLOCAL(QM2) USAGE(XMITQ) MAXDEPTH(999999)",
        &format!(
            "DEFINE CHANNEL(ONE.TO.TWO) CHLTYPE(SDR) XMITQ(QM2) SHORTTMR(1) LONGTMR(1) CONNAME('127.0.0.1({port})')"
        ),
        "START CHANNEL(ONE.TO.TWO)",
    ]);
    disk.fill(20_000);
    let mut app = one.connect();
    let mut next = put(&mut app, 0);
    // It goes on until it can no further.
    let mut before = String::new();
    loop {
        let now = depth(&two);
        if now == before {
            break;
        }
        before = now;
        std::thread::sleep(Duration::from_secs(1));
    }
    let all = format!("CURDEPTH({MESSAGES})");
    assert!(!before.contains(&all), "there was room for all");
    disk.free();
    let mut numbers = Vec::new();
    let mut reader = two.connect();
    let mut silences = 0;
    while numbers.len() < MESSAGES as usize {
        next = put(&mut app, next);
        let more = arrived(&mut reader, 3_000);
        silences += u32::from(more.is_empty());
        if silences > 20 {
            let said = [&one, &two].map(|office| office.said.lock().expect("unharmed").clone());
            panic!("{} of {next} messages have come: {said:#?}", numbers.len());
        }
        numbers.extend(more);
    }
    assert_eq!(numbers, (0..MESSAGES).collect::<Vec<u32>>());
    app.disconnect().expect("disconnected");
    reader.disconnect().expect("disconnected");
    one.end();
    two.end();
}

/// A place with room enough.
fn elsewhere(test: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("ferromq-roomy-{test}-{}", std::process::id()));
    std::fs::create_dir_all(&path).expect("a scratch directory");
    path
}

#[test]
fn the_receiving_disk_fills_under_a_channel_and_all_arrives_once() {
    let name = "channel::the_receiving_disk_fills_under_a_channel_and_all_arrives_once";
    on_small_disk(name, |disk| {
        let roomy = elsewhere("receiving");
        full_under_channel(disk, &roomy, &disk.path);
        let _ = std::fs::remove_dir_all(roomy);
    });
}

#[test]
fn the_sending_disk_fills_under_a_channel_and_all_arrives_once() {
    let name = "channel::the_sending_disk_fills_under_a_channel_and_all_arrives_once";
    on_small_disk(name, |disk| {
        let roomy = elsewhere("sending");
        full_under_channel(disk, &disk.path, &roomy);
        let _ = std::fs::remove_dir_all(roomy);
    });
}
