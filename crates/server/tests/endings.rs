//! What the end of a queue manager, or of a channel, leaves of verbs under way: an answer, or nothing done.

use crate::support::{BOTH, Bindings, Running, Scratch, command, persistent, quiet};
use ferromq_client::socket::{ClientSocket, Logon, Slot, Terms};
use ferromq_client::{Address, BindingsConnection, ClientChannel, ClientConnection};
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::FixedText;
use ferromq_mqi::options::{
    ConnectOptions, GetOptions, ObjectDescriptor, ObjectHandle, PutOptions,
};
use ferromq_mqi::session::{Connected, Session};
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_server::EndHow;
use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::Poll;

const QUEUE: &str = "END.Q";

/// Starts a server with a queue and a channel; the port it listens at.
fn start(scratch: &Scratch) -> (Running, u16) {
    let running = Running::start_with(&scratch.0, quiet());
    let mut local = running.connect();
    for text in [
        "ALTER QMGR CHLAUTH(DISABLED) CONNAUTH(' ')",
        "REFRESH SECURITY TYPE(CONNAUTH)",
        "DEFINE CHANNEL(ROAD.SVRCONN) CHLTYPE(SVRCONN) REPLACE",
        "DEFINE QLOCAL(END.Q) MAXDEPTH(100000) NOREPLACE",
    ] {
        // Of the second start the queue is there.
        let (output, outcome) = local.command(text).expect("a command");
        let known = output.contains("already exists");
        assert!(
            outcome == ferromq::CommandOutcome::Done || known,
            "{output}"
        );
    }
    let localhost = Ipv4Addr::LOCALHOST.into();
    let port = running.handle.start_listener("ROAD", Some(localhost), 0);
    (running, port.expect("a port"))
}

fn client(port: u16) -> Session<ClientConnection> {
    let address = Address {
        host: "127.0.0.1".into(),
        port,
    };
    let channel = ClientChannel::new("ROAD.SVRCONN", vec![address]);
    let connection = ClientConnection::connect(&channel, &ConnectOptions::default());
    Session::new(connection.expect("connected"))
}

/// Puts messages that last: each says its number.
fn put_numbers(local: &mut Bindings, numbers: std::ops::Range<usize>) {
    let queue = local.open(QUEUE, MQOO_OUTPUT).expect("opened");
    for number in numbers {
        let mut options = PutOptions {
            options: MQPMO_SYNCPOINT,
            ..PutOptions::default()
        };
        local
            .put(queue, &mut persistent(), &mut options, number.to_string())
            .expect("put");
        if number % 100 == 99 {
            local.commit().expect("committed");
        }
    }
    local.commit().expect("committed");
    local.close(queue, 0).expect("closed");
}

/// Gets until that fails, and gives the numbers.
fn get_numbers<C: Connected>(
    session: &mut Session<C>,
    options: i32,
    count: &AtomicUsize,
) -> Vec<usize> {
    let queue = session.open(QUEUE, MQOO_INPUT_SHARED).expect("opened");
    let options = GetOptions {
        options,
        ..GetOptions::default()
    };
    let mut numbers = Vec::new();
    while let Ok(got) = session.get(queue, &MsgDescriptor::default(), &options, 100) {
        let text = String::from_utf8_lossy(&got.body).into_owned();
        numbers.push(text.parse().expect("a number"));
        count.fetch_add(1, Ordering::Relaxed);
    }
    numbers
}

/// Goal: of messages that are got outside syncpoint while the end comes, each is got or still there, none both. Source:
/// endmqm -i: calls under way are completed; STOP CHANNEL. Method: many get at once, by both roads, several ends; what
/// was got and what is left must be what was put.
#[test]
fn an_end_takes_no_message_that_it_does_not_give() {
    const MESSAGES: usize = 1_000;
    const GETTERS: usize = 4;
    let scratch = Scratch::new("ends-lose-nothing");
    let (mut running, mut port) = start(&scratch);
    let mut next = 0;
    for round in 0..12 {
        let ends = round % 3 == 0;
        let numbers = next..next + MESSAGES;
        next += MESSAGES;
        let mut local = running.connect();
        put_numbers(&mut local, numbers.clone());
        let count = AtomicUsize::new(0);
        let got: Vec<usize> = std::thread::scope(|scope| {
            let mut getters = Vec::new();
            for _ in 0..GETTERS {
                getters.push(
                    scope.spawn(|| get_numbers(&mut client(port), MQGMO_NO_SYNCPOINT, &count)),
                );
            }
            if ends {
                getters.push(
                    scope.spawn(|| get_numbers(&mut running.connect(), MQGMO_NO_SYNCPOINT, &count)),
                );
            }
            // Each time somewhere else in the midst of it.
            while count.load(Ordering::Relaxed) < 100 + round * 15
                && getters.iter().any(|getter| !getter.is_finished())
            {
                std::thread::yield_now();
            }
            if ends {
                running.handle.end(EndHow::Immediate);
            } else {
                let force = "STOP CHANNEL(ROAD.SVRCONN) MODE(FORCE) STATUS(INACTIVE)";
                command(&mut local, force);
            }
            let numbers = getters.into_iter().map(|it| it.join().expect("no panic"));
            numbers.flatten().collect()
        });
        if ends {
            running.ended().expect("a good end");
            (running, port) = start(&scratch);
        }
        // In one unit of work: the disk is waited for once.
        let mut rest = running.connect();
        let left = get_numbers(&mut rest, MQGMO_SYNCPOINT, &count);
        rest.commit().expect("committed");
        assert!(!left.is_empty(), "the end came too late to tell anything");
        let all: BTreeSet<usize> = got.iter().chain(&left).copied().collect();
        assert_eq!(all.len(), got.len() + left.len(), "some came twice");
        let lost: Vec<usize> = numbers.filter(|number| !all.contains(number)).collect();
        assert!(lost.is_empty(), "round {round}: {lost:?}");
    }
}

/// An answer that has no room in the ring goes on while the server ends.
#[test]
fn a_long_answer_is_read_to_its_end_by_a_local_program() {
    let scratch = Scratch::new("ends-long-answer");
    let (running, _) = start(&scratch);
    let mut local = running.connect();
    let queue = local.open(QUEUE, BOTH).expect("opened");
    let body = vec![7; 4_000_000];
    let mut options = PutOptions::default();
    local
        .put(queue, &mut persistent(), &mut options, body.clone())
        .expect("put");
    let connection = BindingsConnection::connect(&scratch.0, "QM1", &ConnectOptions::default());
    let mut slow = Session::new(connection.expect("connected"));
    let queue = slow.open(QUEUE, MQOO_INPUT_SHARED).expect("opened");
    let get = Request::Get {
        handle: queue,
        descriptor: MsgDescriptor::default(),
        options: GetOptions::default(),
        buffer_len: 5_000_000,
    };
    assert!(slow.road().start(get).is_pending());
    // It has the message, or somebody else could browse it.
    while !command(&mut local, "DISPLAY QSTATUS(END.Q) CURDEPTH").contains("CURDEPTH(0)") {}
    running.handle.end(EndHow::Immediate);
    // Nobody is let in once the threads end.
    while connectable(&scratch) != Err(Reason::Q_MGR_NOT_AVAILABLE) {}
    let reply = loop {
        match slow.road().poll() {
            Poll::Ready(reply) => break reply,
            Poll::Pending => std::thread::yield_now(),
        }
    };
    let Reply::Got(got) = reply else {
        panic!("{reply:?}")
    };
    assert!(got.body == body);
    running.ended().expect("a good end");
}

/// A client in the midst of sending, made of the core and a socket that is read only when told.
struct Sender {
    core: ClientSocket,
    slot: Slot,
    stream: TcpStream,
}

impl Sender {
    /// Connects as the user who put a message.
    fn connect(port: u16, put: &MsgDescriptor) -> Self {
        let user = String::from_utf8_lossy(&put.user_identifier).into_owned();
        let mut core = ClientSocket::new(Terms {
            channel_name: FixedText::truncated("ROAD.SVRCONN"),
            user_id: FixedText::truncated(user.trim_end()),
            ..Terms::default()
        });
        let slot = core.begin(Logon::default());
        let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).expect("connected");
        let mut sender = Self { core, slot, stream };
        let connected = loop {
            match sender.core.connected(slot) {
                Poll::Ready(outcome) => break outcome,
                Poll::Pending => {
                    sender.send();
                    sender.read();
                }
            }
        };
        connected.expect("connected");
        sender
    }

    fn send(&mut self) {
        let bytes: Vec<u8> = self.core.outbound().chunks().flatten().copied().collect();
        self.core.outbound().advance(bytes.len());
        self.stream.write_all(&bytes).expect("sent");
    }

    fn read(&mut self) {
        let mut buffer = vec![0; 4096];
        match self.stream.read(&mut buffer) {
            Ok(0) => self.core.broken("the end"),
            Ok(count) => self.core.receive(&buffer[..count]),
            Err(error) => self.core.broken(&error.to_string()),
        }
    }

    fn start(&mut self, request: Request) {
        assert!(self.core.start(self.slot, request).is_pending());
        self.send();
    }

    fn answer(&mut self) -> Reply {
        loop {
            if let Poll::Ready(reply) = self.core.poll(self.slot) {
                return reply;
            }
            self.read();
        }
    }
}

/// A socket that is closed with bytes unread is reset, and what was on its way to the client is gone with it.
#[test]
fn answers_reach_a_client_that_goes_on_sending() {
    let scratch = Scratch::new("ends-unread");
    let (running, port) = start(&scratch);
    let mut local = running.connect();
    let queue = local.open(QUEUE, MQOO_OUTPUT).expect("opened");
    let body = vec![7; 4_000_000];
    let (mut put, mut options) = (persistent(), PutOptions::default());
    local
        .put(queue, &mut put, &mut options, body.clone())
        .expect("put");
    let mut sender = Sender::connect(port, &put);
    sender.start(Request::Open {
        descriptor: ObjectDescriptor::queue(QUEUE),
        options: MQOO_INPUT_SHARED,
    });
    let Reply::Opened { handle, .. } = sender.answer() else {
        panic!("not opened")
    };
    sender.start(Request::Get {
        handle,
        descriptor: MsgDescriptor::default(),
        options: GetOptions::default(),
        buffer_len: body.len() as u32,
    });
    // The answer is more than the sockets hold, so it is still on its way.
    sender.stream.peek(&mut [0]).expect("an answer begins");
    command(&mut local, "STOP CHANNEL(ROAD.SVRCONN) MODE(FORCE)");
    sender.stream.write_all(&[0; 100_000]).expect("sent");
    match sender.answer() {
        Reply::Got(got) => assert!(got.body == body),
        other => panic!("{other:?}"),
    }
    drop(local);
    running.handle.end(EndHow::Immediate);
    running.ended().expect("a good end");
}

/// The end does not wait for ever for a client that reads nothing.
#[test]
fn a_client_that_does_not_read_does_not_keep_the_queue_manager() {
    let scratch = Scratch::new("ends-idle");
    let (running, port) = start(&scratch);
    let mut local = running.connect();
    let queue = local.open(QUEUE, MQOO_OUTPUT).expect("opened");
    let (mut put, mut options) = (persistent(), PutOptions::default());
    local
        .put(queue, &mut put, &mut options, vec![7; 4_000_000])
        .expect("put");
    let mut idle = Sender::connect(port, &put);
    idle.start(Request::Open {
        descriptor: ObjectDescriptor::queue(QUEUE),
        options: MQOO_BROWSE,
    });
    let Reply::Opened { handle, .. } = idle.answer() else {
        panic!("not opened")
    };
    idle.start(Request::Get {
        handle,
        descriptor: MsgDescriptor::default(),
        options: GetOptions {
            options: MQGMO_BROWSE_FIRST,
            ..GetOptions::default()
        },
        buffer_len: 4_000_000,
    });
    idle.stream.peek(&mut [0]).expect("an answer begins");
    drop(local);
    running.handle.end(EndHow::Immediate);
    running.ended().expect("a good end");
    assert_eq!(connectable(&scratch), Err(Reason::Q_MGR_NOT_AVAILABLE));
}

fn connectable(scratch: &Scratch) -> Result<ObjectHandle, Reason> {
    BindingsConnection::connect(&scratch.0, "QM1", &ConnectOptions::default())
        .map(|_| ObjectHandle::NONE)
        .map_err(Reason::from)
}
