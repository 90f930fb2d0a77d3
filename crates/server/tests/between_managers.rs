//! Two queue managers on two ports, joined with the commands every administrator knows: messages arrive once and in order, and go on
//! when either server was gone.

use crate::support::{Bindings, Scratch, command, persistent, quiet};
use ferromq::{GetOptions, PutOptions, QueueManager, Reason, Settings, mq};
use ferromq_client::BindingsConnection;
use ferromq_mqi::options::{ConnectOptions, ObjectHandle};
use ferromq_mqi::place::socket_path;
use ferromq_mqi::session::Session;
use ferromq_server::{EndHow, Server, ServerHandle, ServiceSettings};
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A server of a queue manager of this name.
struct Office {
    name: &'static str,
    path: PathBuf,
    handle: ServerHandle,
    thread: Option<JoinHandle<()>>,
    said: Arc<Mutex<Vec<String>>>,
}

impl Office {
    fn open(path: &Path, name: &'static str) -> Self {
        let said: Arc<Mutex<Vec<String>>> = Arc::default();
        let tell = Arc::clone(&said);
        let settings = ServiceSettings {
            notices: Arc::new(move |notice| {
                let mut said = tell.lock().expect("unharmed");
                said.push(format!("{}: {}", notice.number, notice.text));
            }),
            ..quiet()
        };
        let engine = Settings {
            notices: Arc::clone(&settings.notices),
            ..Settings::default()
        };
        match QueueManager::create(path, name, &engine) {
            Ok(()) | Err(ferromq::OpenError::Exists) => {}
            Err(error) => panic!("not created: {error}"),
        }
        let manager = QueueManager::open(path, name, &engine).expect("opened");
        let server = Server::start(manager, &socket_path(path, name), settings).expect("serves");
        let handle = server.handle();
        let thread = std::thread::spawn(move || {
            server.run_until_ended().expect("a good end");
        });
        Self {
            name,
            path: path.to_owned(),
            handle,
            thread: Some(thread),
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
            command(&mut session, text);
        }
        session.disconnect().expect("disconnected");
    }

    fn listen(&self, port: u16) -> u16 {
        let localhost = Ipv4Addr::LOCALHOST.into();
        let started = self.handle.start_listener("ROAD", Some(localhost), port);
        started.expect("a port")
    }

    fn end(mut self) {
        self.handle.end(EndHow::Immediate);
        self.thread.take().expect("running").join().expect("ended");
    }
}

fn put(session: &mut Bindings, queue: ObjectHandle, number: u32) {
    let (mut descriptor, mut options) = (persistent(), PutOptions::default());
    let body = number.to_be_bytes().to_vec();
    let put = session.put(queue, &mut descriptor, &mut options, body);
    put.expect("put");
}

/// The numbers of the messages that come, until so many have.
fn arrived(session: &mut Bindings, count: usize, said: &[&Office; 2]) -> Vec<u32> {
    let queue = session.open("TARGET", mq::MQOO_INPUT_SHARED);
    let queue = queue.expect("opened");
    let began = Instant::now();
    let mut numbers = Vec::new();
    while numbers.len() < count {
        let options = GetOptions {
            options: mq::MQGMO_WAIT | mq::MQGMO_NO_SYNCPOINT,
            wait_interval_ms: 500,
            match_options: mq::MQMO_NONE,
            ..GetOptions::default()
        };
        match session.get(queue, &persistent(), &options, 100) {
            Ok(got) => numbers.push(u32::from_be_bytes(got.body[..4].try_into().expect("four"))),
            Err(error) if error.reason == Reason::NO_MSG_AVAILABLE => {
                let all = said.map(|office| office.said.lock().expect("unharmed").clone());
                let late = began.elapsed() > Duration::from_secs(60);
                assert!(!late, "{numbers:?} of {count}: {all:#?}");
            }
            Err(error) => panic!("{error:?}"),
        }
    }
    session.close(queue, mq::MQCO_NONE).expect("closed");
    numbers
}

#[test]
fn two_queue_managers_exchange_messages_and_go_on_when_one_was_gone() {
    let scratch = [Scratch::new("joined-1"), Scratch::new("joined-2")];
    let (one, two) = (
        Office::open(&scratch[0].0, "QM1"),
        Office::open(&scratch[1].0, "QM2"),
    );
    two.commands(&[
        "ALTER QMGR CHLAUTH(DISABLED)",
        "DEFINE QLOCAL(TARGET)",
        "DEFINE CHANNEL(QM1.TO.QM2) CHLTYPE(RCVR)",
    ]);
    let port = two.listen(0);
    let sender = format!(
        "DEFINE CHANNEL(QM1.TO.QM2) CHLTYPE(SDR) XMITQ(QM2) SHORTTMR(1) CONNAME('127.0.0.1({port})')"
    );
    one.commands(&[
        "DEFINE QLOCAL(QM2) USAGE(XMITQ)",
        "DEFINE QREMOTE(AWAY) RNAME(TARGET) RQMNAME(QM2)",
        &sender,
        "START CHANNEL(QM1.TO.QM2)",
    ]);
    let mut app = one.connect();
    let away = app.open("AWAY", mq::MQOO_OUTPUT).expect("opened");
    for number in 0..200 {
        put(&mut app, away, number);
    }
    let mut reader = two.connect();
    let mut all = arrived(&mut reader, 200, &[&one, &two]);
    let shown = command(&mut app, "DISPLAY CHSTATUS(QM1.TO.QM2)");
    assert!(shown.contains("STATUS(RUNNING)"), "{shown}");
    reader.disconnect().expect("disconnected");

    // The receiving one is gone for a while.
    two.end();
    for number in 200..300 {
        put(&mut app, away, number);
    }
    let two = Office::open(&scratch[1].0, "QM2");
    two.listen(port);
    let mut reader = two.connect();
    all.extend(arrived(&mut reader, 100, &[&one, &two]));

    // And the sending one.
    for number in 300..400 {
        put(&mut app, away, number);
    }
    app.disconnect().expect("disconnected");
    one.end();
    let one = Office::open(&scratch[0].0, "QM1");
    one.commands(&["START CHANNEL(QM1.TO.QM2)"]);
    all.extend(arrived(&mut reader, 100, &[&one, &two]));
    assert_eq!(all, (0..400).collect::<Vec<u32>>());
    one.commands(&["STOP CHANNEL(QM1.TO.QM2)"]);
    reader.disconnect().expect("disconnected");
    one.end();
    two.end();
}
