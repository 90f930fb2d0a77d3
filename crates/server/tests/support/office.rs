//! Servers of queue managers of any name, several in one test, and a road between two of them that can be cut.

use super::{Bindings, command, persistent, quiet};
use ferromq::engine::WorkloadOptions;
use ferromq::{CommandOutcome, GetOptions, PutOptions, QueueManager, Reason, Settings, mq};
use ferromq_client::BindingsConnection;
use ferromq_mqi::options::{ConnectOptions, ObjectHandle};
use ferromq_mqi::place::socket_path;
use ferromq_mqi::session::Session;
use ferromq_server::{EndHow, Server, ServerHandle, ServiceSettings};
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A server of a queue manager of this name.
pub(crate) struct Office {
    name: &'static str,
    path: PathBuf,
    handle: ServerHandle,
    thread: Option<JoinHandle<()>>,
    said: Arc<Mutex<Vec<String>>>,
    inserts: Arc<Mutex<BTreeMap<&'static str, Vec<String>>>>,
}

impl Office {
    pub(crate) fn open(path: &Path, name: &'static str) -> Self {
        Self::open_with(path, name, quiet())
    }

    pub(crate) fn open_with(path: &Path, name: &'static str, settings: ServiceSettings) -> Self {
        Self::open_as(path, name, settings, WorkloadOptions::default())
    }

    /// The same, with options about where messages for clusters go.
    pub(crate) fn open_as(
        path: &Path,
        name: &'static str,
        settings: ServiceSettings,
        workload: WorkloadOptions,
    ) -> Self {
        let said: Arc<Mutex<Vec<String>>> = Arc::default();
        let tell = Arc::clone(&said);
        let inserts: Arc<Mutex<BTreeMap<&'static str, Vec<String>>>> = Arc::default();
        let kept_inserts = Arc::clone(&inserts);
        let settings = ServiceSettings {
            notices: Arc::new(move |notice| {
                let mut said = tell.lock().expect("unharmed");
                said.push(format!("{}: {}", notice.number, notice.text));
                let mut inserts = kept_inserts.lock().expect("unharmed");
                inserts.entry(notice.number).or_insert(notice.values);
            }),
            ..settings
        };
        let engine = Settings {
            notices: Arc::clone(&settings.notices),
            workload,
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
            inserts,
        }
    }

    pub(crate) fn connect(&self) -> Bindings {
        let options = ConnectOptions::default();
        let connection = BindingsConnection::connect(&self.path, self.name, &options);
        Session::new(connection.expect("connected"))
    }

    pub(crate) fn commands(&self, commands: &[&str]) {
        let mut session = self.connect();
        for text in commands {
            command(&mut session, text);
        }
        session.disconnect().expect("disconnected");
    }

    pub(crate) fn listen(&self, port: u16) -> u16 {
        let localhost = Ipv4Addr::LOCALHOST.into();
        let started = self.handle.start_listener("ROAD", Some(localhost), port);
        started.expect("a port")
    }

    /// Ends it, and starts it anew in the same place. Nothing is said before.
    pub(crate) fn restart(&mut self, path: &Path) {
        self.restart_after(path, EndHow::Immediate);
    }

    /// The same; what operators were told until it had ended.
    pub(crate) fn restart_after(&mut self, path: &Path, how: EndHow) -> Vec<String> {
        self.handle.end(how);
        let thread = self.thread.take().expect("running");
        thread.join().expect("ended");
        let said = self.said();
        *self = Self::open(path, self.name);
        said
    }

    /// What operators were told so far.
    pub(crate) fn said(&self) -> Vec<String> {
        self.said.lock().expect("unharmed").clone()
    }

    /// Serves until the process is killed.
    pub(crate) fn serve(mut self) {
        self.thread.take().expect("running").join().expect("ended");
    }

    pub(crate) fn end(mut self) {
        self.handle.end(EndHow::Immediate);
        self.thread.take().expect("running").join().expect("ended");
    }

    /// What a command prints that is refused.
    pub(crate) fn refused(&self, text: &str) -> String {
        let mut session = self.connect();
        let (output, outcome) = session.command(text).expect("a command");
        session.disconnect().expect("disconnected");
        assert_ne!(outcome, CommandOutcome::Done, "{output}");
        output
    }

    /// What a command prints that is carried out.
    pub(crate) fn shown(&self, text: &str) -> String {
        let mut session = self.connect();
        let output = command(&mut session, text);
        session.disconnect().expect("disconnected");
        output
    }

    /// Whether a notice with this number was given, and what the last one says.
    pub(crate) fn last_said(&self, number: &str) -> Option<String> {
        let said = self.said.lock().expect("unharmed");
        said.iter()
            .rev()
            .find(|one| one.starts_with(number))
            .cloned()
    }

    /// The inserts of the first notice of a number, as they stand in the error log.
    pub(crate) fn inserts(&self, number: &str) -> Vec<String> {
        let inserts = self.inserts.lock().expect("unharmed");
        inserts.get(number).cloned().unwrap_or_default()
    }

    /// Waits until what a command prints is as it is to be, whether it is carried out or not.
    pub(crate) fn await_shown(&self, text: &str, is_so: impl Fn(&str) -> bool) -> String {
        let began = Instant::now();
        let mut session = self.connect();
        loop {
            let (output, _) = session.command(text).expect("a command");
            if is_so(&output) {
                session.disconnect().expect("disconnected");
                return output;
            }
            assert!(
                began.elapsed() < Duration::from_secs(60),
                "{output} {:#?}",
                self.said()
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

/// A road to a port, with bytes passing in both directions, in one, or in none.
pub(crate) struct Relay {
    pub(crate) port: u16,
    passes: Arc<AtomicU8>,
    open: Arc<Mutex<Vec<TcpStream>>>,
}

/// From who has connected.
const THERE: u8 = 1;
/// To who has connected.
const BACK: u8 = 2;
const BOTH_WAYS: u8 = THERE | BACK;
/// Nobody gets a connection.
const CLOSED: u8 = 4;

impl Relay {
    pub(crate) fn to(port: u16) -> Self {
        Self::changing(port, |_| {})
    }

    /// The same, where what passes is changed: what comes in one read, in either direction.
    pub(crate) fn changing(port: u16, change: fn(&mut [u8])) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
        let relay = Self {
            port: listener.local_addr().expect("an address").port(),
            passes: Arc::new(AtomicU8::new(BOTH_WAYS)),
            open: Arc::default(),
        };
        let (passes, open) = (Arc::clone(&relay.passes), Arc::clone(&relay.open));
        std::thread::spawn(move || {
            for here in listener.incoming() {
                let Ok(here) = here else { return };
                if passes.load(Ordering::SeqCst) == CLOSED {
                    continue;
                }
                let Ok(there) = TcpStream::connect((Ipv4Addr::LOCALHOST, port)) else {
                    continue;
                };
                let mut all = open.lock().expect("unharmed");
                for stream in [&here, &there] {
                    all.push(stream.try_clone().expect("a descriptor"));
                }
                for (from, to, way) in [(&here, &there, THERE), (&there, &here, BACK)] {
                    let from = from.try_clone().expect("a descriptor");
                    let to = to.try_clone().expect("a descriptor");
                    let passes = Arc::clone(&passes);
                    std::thread::spawn(move || pass(from, to, way, &passes, change));
                }
            }
        });
        relay
    }

    /// What the receiving end says is lost from now on.
    pub(crate) fn lose_answers(&self) {
        self.passes.store(THERE, Ordering::SeqCst);
    }

    /// What the sending end says is lost from now on.
    pub(crate) fn lose_questions(&self) {
        self.passes.store(BACK, Ordering::SeqCst);
    }

    /// Breaks what passes here, and lets nobody pass any more.
    pub(crate) fn close(&self) {
        self.passes.store(CLOSED, Ordering::SeqCst);
        for stream in self.open.lock().expect("unharmed").drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    pub(crate) fn reopen(&self) {
        self.passes.store(BOTH_WAYS, Ordering::SeqCst);
    }
}

fn pass(mut from: TcpStream, mut to: TcpStream, way: u8, passes: &AtomicU8, change: fn(&mut [u8])) {
    let mut buffer = [0; 4096];
    while let Ok(count) = from.read(&mut buffer) {
        if count == 0 {
            break;
        }
        change(&mut buffer[..count]);
        if passes.load(Ordering::SeqCst) & way != 0 && to.write_all(&buffer[..count]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Both);
}

/// Puts a message with a number.
pub(crate) fn put(session: &mut Bindings, queue: ObjectHandle, number: u32) {
    let (mut descriptor, mut options) = (persistent(), PutOptions::default());
    let body = number.to_be_bytes().to_vec();
    let put = session.put(queue, &mut descriptor, &mut options, body);
    put.expect("put");
}

/// The numbers of the messages that come, until so many have.
pub(crate) fn arrived(session: &mut Bindings, count: usize, said: &[&Office; 2]) -> Vec<u32> {
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
                let all = said.map(|office| office.said());
                let late = began.elapsed() > Duration::from_secs(60);
                assert!(!late, "{numbers:?} of {count}: {all:#?}");
            }
            Err(error) => panic!("{error:?}"),
        }
    }
    session.close(queue, mq::MQCO_NONE).expect("closed");
    numbers
}

/// How long something may take to become so.
const BECOMES_WITHIN: Duration = Duration::from_secs(120);

/// Whether it becomes so in time.
pub(crate) fn becomes(mut is_so: impl FnMut() -> bool) -> bool {
    let until = Instant::now() + BECOMES_WITHIN;
    while !is_so() {
        if Instant::now() > until {
            return false;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    true
}
