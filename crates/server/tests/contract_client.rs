//! The MQI contract over the client road: a server in this process, applications at the other end of TCP
//! sockets that they share.

mod support;

use ferromq_client::{Address, BindingsConnection, ClientChannel, ClientConnection};
use ferromq_contract::{Need, Road, Subject, Wire};
use ferromq_mqi::Reason;
use ferromq_mqi::call::CommandOutcome;
use ferromq_mqi::options::ConnectOptions;
use ferromq_mqi::session::Session;
use ferromq_server::EndHow;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};
use support::{Running, Scratch, quiet};

fn main() -> ExitCode {
    ferromq_contract::run_all(&Client)
}

struct Client;

/// What differs for a client, as documented where nothing else is said.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("await_any::", "the protocol has no such call: 2298"),
    (
        "begin::begin_without_resource_managers_is_a_warning",
        "clients have no MQBEGIN: 2012",
    ),
    (
        "begin::begin_within_a_unit_of_work_is_refused",
        "clients have no MQBEGIN: 2012",
    ),
    (
        "put_limit::a_message_too_long_for_the_queue_manager_is_refused",
        "the client itself refuses what is longer than its channel allows: 2010",
    ),
    (
        "connect::a_stopping_queue_manager_refuses_verbs",
        "nobody listens any more at a port when the queue manager stops: 2538",
    ),
];

impl Road for Client {
    fn name(&self) -> &'static str {
        "client"
    }

    fn new_subject(&self) -> Box<dyn Subject> {
        let scratch = new_scratch();
        let served = Served(Mutex::new(Some(Running::start_with(
            &scratch.0,
            settings(),
        ))));
        let subject = Listening {
            served,
            port: AtomicUsize::new(0),
            scratch,
        };
        for command in [
            "DEFINE CHANNEL(CONTRACT.SVRCONN) CHLTYPE(SVRCONN) MAXMSGL(104857600)",
            "ALTER QMGR CHLAUTH(DISABLED) CONNAUTH(' ')",
            "REFRESH SECURITY TYPE(CONNAUTH)",
        ] {
            let (text, outcome) = subject.command(command);
            assert_eq!(outcome, CommandOutcome::Done, "{command}: {text}");
        }
        subject.listen();
        Box::new(subject)
    }

    fn exceptions(&self) -> &'static [(&'static str, &'static str)] {
        EXCEPTIONS
    }

    fn offers(&self, need: Need) -> bool {
        // A crash is the bindings' to test: what the files hold does not depend on the road.
        !matches!(need, Need::ExpiryTask | Need::Crash | Need::Users)
    }
}

fn settings() -> ferromq_server::ServiceSettings {
    let mut settings = quiet();
    settings.client_road.active_channels_max = 1000;
    settings
}

fn new_scratch() -> Scratch {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    Scratch::new(&format!("contract-client-{number}"))
}

/// `None` only while it is started again.
struct Served(Mutex<Option<Running>>);

impl Served {
    fn held(&self) -> MutexGuard<'_, Option<Running>> {
        self.0.lock().expect("no contract panics in here")
    }

    fn end(&self, how: EndHow) {
        let held = self.held();
        held.as_ref().expect("running").handle.end(how);
    }
}

struct Listening {
    served: Served,
    port: AtomicUsize,
    // Last, so that the directory goes when nobody uses it any more.
    scratch: Scratch,
}

impl Listening {
    fn listen(&self) {
        let held = self.served.held();
        let handle = &held.as_ref().expect("running").handle;
        let localhost = std::net::Ipv4Addr::LOCALHOST.into();
        let port = handle.start_listener("CONTRACT", Some(localhost), 0);
        self.port
            .store(port.expect("a port").into(), Ordering::Release);
    }

    fn channel(&self) -> ClientChannel {
        let address = Address {
            host: "127.0.0.1".into(),
            port: self.port.load(Ordering::Acquire) as u16,
        };
        let mut channel = ClientChannel::new("CONTRACT.SVRCONN", vec![address]);
        // The contract looks at the answer of each put.
        channel.put1_always_sync = true;
        channel
    }

    /// The end begins on another thread: waits until it shows.
    fn await_refusal(&self) {
        while self.connect(&ConnectOptions::default()).is_ok() {
            std::thread::yield_now();
        }
    }
}

impl Subject for Listening {
    fn connect(&self, options: &ConnectOptions) -> Result<Wire, Reason> {
        match ClientConnection::connect(&self.channel(), options) {
            Ok(connection) => Ok(Box::new(connection)),
            Err(failure) => Err(failure.reason),
        }
    }

    /// Commands do not go over the client road.
    fn command(&self, text: &str) -> (String, CommandOutcome) {
        let socket = self.served.held().as_ref().expect("running").socket();
        let connection = BindingsConnection::connect_at(&socket, &ConnectOptions::default());
        let mut session = Session::new(connection.expect("connected"));
        session.command(text).expect("a command")
    }

    fn quiesce(&self) {
        self.served.end(EndHow::Controlled);
        self.await_refusal();
    }

    fn stop(&self) {
        self.served.end(EndHow::Immediate);
        self.await_refusal();
    }

    fn restart(&self) {
        let mut held = self.served.held();
        let running = held.take().expect("running");
        running.handle.end(EndHow::Immediate);
        running.ended().expect("a good end");
        *held = Some(Running::start_with(&self.scratch.0, settings()));
        drop(held);
        self.listen();
    }
}
