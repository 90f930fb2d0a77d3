//! A disk that stands still holds up whoever needs it, and nobody else on the same thread.

use crate::support::{BOTH, Running, Scratch, command, not_persistent, persistent, quiet};
use bytes::Bytes;
use ferromq::engine::{LogSettings, Place};
use ferromq::{GetOptions, MsgDescriptor, ObjectHandle, PutOptions, QueueManager, Settings, mq};
use ferromq_base::disk::SimulatedDisk;
use ferromq_client::{BindingsConnection, ControlRequest, Phase, control};
use ferromq_log::{Log, Urgency};
use ferromq_mqi::Reason;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::options::{ConnectOptions, ObjectDescriptor};
use ferromq_mqi::place::socket_path;
use ferromq_server::{EndHow, Ended, Server, ServiceSettings};
use std::path::Path;
use std::sync::Arc;
use std::task::Poll;
use std::time::{Duration, Instant};

/// Nobody waits that long for anything here unless it never comes.
const NEVER: Duration = Duration::from_secs(60);
/// What is not answered by then waits for the disk.
const A_WHILE: Duration = Duration::from_millis(300);

/// Lets the disk go when a test ends, well or not.
struct LetGo(SimulatedDisk);

impl Drop for LetGo {
    fn drop(&mut self) {
        self.0.release();
    }
}

/// A server with one service thread on a simulated disk, with a small log and small buffers.
fn serve(path: &Path, disk: &SimulatedDisk) -> Running {
    serve_with_log(path, disk).0
}

/// The same, and its log.
fn serve_with_log(path: &Path, disk: &SimulatedDisk) -> (Running, Arc<Log>) {
    let directory = |name| disk.root().directory(name).expect("simulated");
    let place = Place {
        data: directory("data"),
        log: directory("log"),
    };
    let settings = Settings {
        log: LogSettings {
            file_pages: 64,
            ..LogSettings::default()
        },
        queue_buffer_bytes: 10_000,
        notices: Arc::new(|_| {}),
        ..Settings::default()
    };
    let manager = QueueManager::at(place, "QM1", &settings).expect("opened");
    let log = Arc::clone(manager.engine().log());
    let services = ServiceSettings {
        service_threads: 1,
        ..quiet()
    };
    let socket = socket_path(path, "QM1");
    std::fs::create_dir_all(socket.parent().expect("a directory")).expect("made");
    let server = Server::start(manager, &socket, services).expect("serves");
    let running = Running::serve(path, server);
    let mut session = running.connect();
    for queue in ["BUSY", "IDLE"] {
        command(&mut session, &format!("DEFINE QLOCAL({queue})"));
    }
    (running, log)
}

struct Program {
    connection: BindingsConnection,
    queue: ObjectHandle,
}

impl Program {
    fn new(running: &Running, queue: &str) -> Self {
        let options = ConnectOptions::default();
        let socket = running.socket();
        let connection = BindingsConnection::connect_at(&socket, &options).expect("connected");
        let mut program = Self {
            connection,
            queue: ObjectHandle(0),
        };
        let open = Request::Open {
            descriptor: ObjectDescriptor::queue(queue),
            options: BOTH,
        };
        match program.answer(open) {
            Reply::Opened { handle, .. } => program.queue = handle,
            other => panic!("{other:?}"),
        }
        program
    }

    /// The answer, if it comes within that time.
    fn wait(&mut self, time: Duration) -> Option<Reply> {
        let began = Instant::now();
        loop {
            if let Poll::Ready(reply) = self.connection.poll() {
                return Some(reply);
            }
            if began.elapsed() > time {
                return None;
            }
            std::thread::sleep(Duration::from_micros(100));
        }
    }

    fn begin(&mut self, request: Request, time: Duration) -> Option<Reply> {
        match self.connection.start(request) {
            Poll::Ready(reply) => Some(reply),
            Poll::Pending => self.wait(time),
        }
    }

    fn answer(&mut self, request: Request) -> Reply {
        let reply = self.begin(request, NEVER);
        reply.expect("somebody else waits for the disk, not this one")
    }

    fn put(&self, descriptor: MsgDescriptor, options: i32, bytes: usize) -> Request {
        Request::Put {
            handle: self.queue,
            descriptor,
            options: PutOptions {
                options,
                ..PutOptions::default()
            },
            body: Bytes::from(vec![7; bytes]),
        }
    }

    fn get(&mut self) -> Reply {
        let request = Request::Get {
            handle: self.queue,
            descriptor: MsgDescriptor::default(),
            options: GetOptions {
                options: mq::MQGMO_NO_SYNCPOINT,
                ..GetOptions::default()
            },
            buffer_len: 1 << 20,
        };
        self.answer(request)
    }

    /// Puts until one is not answered; how many were before it.
    fn put_until_it_waits(
        &mut self,
        descriptor: &MsgDescriptor,
        options: i32,
        bytes: usize,
    ) -> u32 {
        for answered in 0..2_000 {
            let put = self.put(descriptor.clone(), options, bytes);
            match self.begin(put, A_WHILE) {
                Some(Reply::Put(_)) => {}
                Some(other) => panic!("{other:?} after {answered}"),
                None => return answered,
            }
        }
        panic!("no put waits for the disk");
    }

    fn round_trips(&mut self) {
        for _ in 0..100 {
            let put = self.put(not_persistent(), mq::MQPMO_NO_SYNCPOINT, 100);
            let reply = self.answer(put);
            assert!(matches!(reply, Reply::Put(_)), "{reply:?}");
            let reply = self.get();
            assert!(matches!(reply, Reply::Got(_)), "{reply:?}");
        }
    }
}

#[test]
fn an_extent_that_takes_for_ever_to_make_holds_up_the_put_that_needs_it_and_nobody_else() {
    let scratch = Scratch::new("slow-extent");
    let disk = SimulatedDisk::new(1);
    let running = serve(&scratch.0, &disk);
    let _let_go = LetGo(disk.clone());
    let (mut busy, mut idle) = (
        Program::new(&running, "BUSY"),
        Program::new(&running, "IDLE"),
    );
    disk.hold_creations_in("log");
    // A unit of work that keeps all of the log.
    let answered = busy.put_until_it_waits(&persistent(), mq::MQPMO_SYNCPOINT, 4_000);
    disk.wait_until_held();
    assert!(answered > 10, "{answered}");
    idle.round_trips();
    disk.release();
    let reply = busy.wait(NEVER).expect("there is an extent");
    assert!(matches!(reply, Reply::Put(_)), "{reply:?}");
    assert!(
        matches!(busy.answer(Request::Commit), Reply::Done(_)),
        "committed"
    );
    for _ in 0..=answered {
        assert!(matches!(busy.get(), Reply::Got(_)), "each is there");
    }
}

#[test]
fn an_extent_that_takes_for_ever_to_make_holds_up_the_commit_that_needs_it_and_nobody_else() {
    let scratch = Scratch::new("slow-commit");
    let disk = SimulatedDisk::new(1);
    let (running, log) = serve_with_log(&scratch.0, &disk);
    let _let_go = LetGo(disk.clone());
    let (mut busy, mut idle) = (
        Program::new(&running, "BUSY"),
        Program::new(&running, "IDLE"),
    );
    // A unit of work that keeps all of the log behind it.
    let put = busy.put(persistent(), mq::MQPMO_SYNCPOINT, 4_000);
    assert!(matches!(busy.answer(put), Reply::Put(_)), "put");
    disk.hold_creations_in("log");
    // Others have used up the reserve, too, with records nobody reads.
    while !log.when_ready(4_096, Box::new(|| {})) {
        let appended = log.append(250, &[&[0; 1_000]], Urgency::Completing);
        appended.expect("there is room");
    }
    disk.wait_until_held();
    let committed = busy.begin(Request::Commit, A_WHILE);
    assert!(committed.is_none(), "{committed:?} without an extent");
    idle.round_trips();
    disk.release();
    let reply = busy.wait(NEVER).expect("there is an extent");
    assert!(matches!(reply, Reply::Done(_)), "{reply:?}");
    assert!(matches!(busy.get(), Reply::Got(_)), "it is there");
}

#[test]
fn a_queue_file_that_takes_for_ever_to_make_holds_up_those_who_put_too_much_and_nobody_else() {
    let scratch = Scratch::new("slow-queue-file");
    let disk = SimulatedDisk::new(1);
    let running = serve(&scratch.0, &disk);
    let _let_go = LetGo(disk.clone());
    let (mut busy, mut idle) = (
        Program::new(&running, "BUSY"),
        Program::new(&running, "IDLE"),
    );
    disk.hold_creations_in("data/queues");
    let answered = busy.put_until_it_waits(&not_persistent(), mq::MQPMO_NO_SYNCPOINT, 20_000);
    disk.wait_until_held();
    assert!(answered > 10, "{answered}");
    idle.round_trips();
    disk.release();
    let reply = busy.wait(NEVER).expect("there is a file");
    assert!(matches!(reply, Reply::Put(_)), "{reply:?}");
    for _ in 0..=answered {
        assert!(matches!(busy.get(), Reply::Got(_)), "each is there");
    }
}

/// Source: `endmqm -p`, which is for a queue manager that does not end.
#[test]
fn an_end_that_waits_for_the_disk_can_be_asked_about_and_made_quicker() {
    let scratch = Scratch::new("slow-end");
    let disk = SimulatedDisk::new(1);
    let running = serve(&scratch.0, &disk);
    let _let_go = LetGo(disk.clone());
    let mut program = Program::new(&running, "BUSY");
    let put = program.put(persistent(), mq::MQPMO_NO_SYNCPOINT, 100);
    assert!(matches!(program.answer(put), Reply::Put(_)), "put");
    let socket = running.socket();
    disk.hold_forces_in("log");
    // Its answer waits for the force, and so does the end.
    let put = program.put(persistent(), mq::MQPMO_NO_SYNCPOINT, 100);
    assert!(program.begin(put, Duration::ZERO).is_none(), "not durable");
    disk.wait_until_held();
    running.handle.end(EndHow::Immediate);
    // It goes on ending, whatever it is asked.
    let connect = || {
        let answer = control(&socket, ControlRequest::Ping).expect("an answer");
        assert_eq!(answer.phase, Phase::Ending);
        let connected = BindingsConnection::connect_at(&socket, &ConnectOptions::default());
        connected.map(|_| ()).map_err(Reason::from)
    };
    let is_refused = (0..1_000).any(|_| {
        std::thread::sleep(Duration::from_millis(20));
        connect() == Err(Reason::Q_MGR_NOT_AVAILABLE)
    });
    assert!(is_refused && connect().is_err());
    let end = ControlRequest::End(EndHow::Preemptive);
    control(&socket, end).expect("an answer");
    assert_eq!(running.ended().ok(), Some(Ended::Preempted));
}

#[test]
fn an_end_goes_on_when_the_disk_does() {
    let scratch = Scratch::new("slow-end-goes-on");
    let disk = SimulatedDisk::new(1);
    let running = serve(&scratch.0, &disk);
    let _let_go = LetGo(disk.clone());
    let mut program = Program::new(&running, "BUSY");
    let socket = running.socket();
    disk.hold_forces_in("log");
    let put = program.put(persistent(), mq::MQPMO_NO_SYNCPOINT, 100);
    assert!(program.begin(put, Duration::ZERO).is_none(), "not durable");
    disk.wait_until_held();
    running.handle.end(EndHow::Immediate);
    let answer = control(&socket, ControlRequest::Ping).expect("an answer");
    assert_eq!(answer.phase, Phase::Ending);
    disk.release();
    let reply = program.wait(NEVER);
    assert!(matches!(reply, Some(Reply::Put(_))), "{reply:?}");
    let how = running.ended().ok();
    assert_eq!(how, Some(Ended::Orderly(EndHow::Immediate)));
    assert!(!socket.exists(), "nobody listens any more");
}
