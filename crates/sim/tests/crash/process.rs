//! The processes of the test: starting, playing, looking, killing.

use crate::crash::ledger::Seen;
use crate::crash::work::{SHARED_QUEUES, WORKERS, Worker, number_of, own_queue, say};
use ferromq::engine::{LogSettings, LogType};
use ferromq::{
    GetOptions, MsgDescriptor, ObjectDescriptor, PutOptions, QueueManager, Reason, Settings, mq,
};
use ferromq_client::BindingsConnection;
use ferromq_mqi::options::ConnectOptions;
use ferromq_mqi::place::socket_path;
use ferromq_mqi::session::{Connected, Session};
use ferromq_server::{Server, ServiceSettings};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;
use std::time::Duration;

const ROLE: &str = "FERROMQ_TEST_ROLE";
const DATA_PATH: &str = "FERROMQ_TEST_DATA_PATH";
const LIFE: &str = "FERROMQ_TEST_LIFE";
const WORKER: &str = "FERROMQ_TEST_WORKER";

/// Where the judge puts what only has to become durable.
const JUDGE_QUEUE: &str = "JUDGE";

/// The end of a look, among the lines of a process.
pub(crate) const LOOKED: &str = "L";

pub(crate) type Bindings = Session<BindingsConnection>;

/// A data path of its own, removed at the end.
pub(crate) struct Room {
    pub(crate) path: PathBuf,
}

impl Room {
    pub(crate) fn new(test: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("ferromq-crash-{test}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a scratch directory");
        Self { path }
    }

    /// Creates the queue manager and its queues.
    pub(crate) fn create(&self) {
        QueueManager::create(&self.path, "QM1", &settings()).expect("created");
        let manager = QueueManager::open(&self.path, "QM1", &settings()).expect("opened");
        for name in all_queues().into_iter().chain([JUDGE_QUEUE.to_owned()]) {
            let command = format!("DEFINE QLOCAL({name}) MAXDEPTH(999999)");
            let (output, outcome) = manager.run_command(&command);
            assert_eq!(outcome, ferromq::CommandOutcome::Done, "{output}");
        }
        manager.end().expect("ended");
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        // What a failed judgement is about is worth keeping.
        if !std::thread::panicking() {
            let _ = std::fs::remove_dir_all(&self.path);
        }
    }
}

/// A log so small that it wraps, checkpoints and fills while the test runs, and buffers so
/// small that bodies go to queue files.
pub(crate) fn settings() -> Settings {
    Settings {
        log: LogSettings {
            file_pages: 64,
            primary_files: 2,
            secondary_files: 2,
            log_type: LogType::Circular,
            ..LogSettings::default()
        },
        queue_buffer_bytes: 20_000,
        persistent_queue_buffer_bytes: 20_000,
        notices: Arc::new(|_| {}),
        ..Settings::default()
    }
}

fn all_queues() -> Vec<String> {
    let shared = SHARED_QUEUES.iter().map(|name| (*name).to_owned());
    shared.chain((0..WORKERS).map(own_queue)).collect()
}

/// Browses every queue from its first message to its last.
pub(crate) fn look<C: Connected>(session: &mut Session<C>) -> Vec<Seen> {
    let mut seen = Vec::new();
    let browse = GetOptions {
        options: mq::MQGMO_BROWSE_NEXT,
        ..GetOptions::default()
    };
    for queue in all_queues() {
        let handle = session.open(&queue, mq::MQOO_BROWSE).expect("opened");
        loop {
            match session.get(handle, &MsgDescriptor::default(), &browse, 1 << 20) {
                Ok(got) => seen.push(Seen {
                    queue: queue.clone(),
                    number: number_of(&got.body).expect("a whole body"),
                    priority: got.descriptor.priority,
                }),
                Err(error) => {
                    assert_eq!(error.reason, Reason::NO_MSG_AVAILABLE, "browsing {queue}");
                    break;
                }
            }
        }
        session.close(handle, mq::MQCO_NONE).expect("closed");
    }
    seen
}

// ---- what children do

pub(crate) fn play_role() {
    let variable = |name| std::env::var(name).ok();
    let (Some(role), Some(data_path)) = (variable(ROLE), variable(DATA_PATH)) else {
        return;
    };
    let number = |name| {
        variable(name)
            .and_then(|text| text.parse().ok())
            .unwrap_or(0)
    };
    let (life, worker) = (number(LIFE), number(WORKER));
    let data_path = PathBuf::from(data_path);
    // A panic is not the death that was ordered.
    std::panic::set_hook(Box::new(|panic| {
        say(&format!("E {}", panic.to_string().replace('\n', " ")));
    }));
    match role.as_str() {
        "server" => serve(&data_path),
        "application" => apply(&data_path, life, worker),
        "look" => drop(open_and_look(&data_path).end()),
        "publish" => crate::crash::publications::play(&data_path, life, false),
        "published" => crate::crash::publications::play(&data_path, life, true),
        _ => {
            let manager = open_and_look(&data_path);
            std::thread::scope(|threads| {
                for worker in 0..WORKERS {
                    let session = manager.connect().expect("connected");
                    threads.spawn(move || run(session, life, worker));
                }
            });
        }
    }
}

fn run<C: Connected>(session: Session<C>, life: u64, worker: u64) {
    match Worker::start(session, life, worker) {
        Ok(worker) => worker.run(),
        Err(error) if error.reason == Reason::CONNECTION_BROKEN => {}
        Err(error) => say(&format!("E {error}")),
    }
}

fn open_and_look(data_path: &Path) -> QueueManager {
    let manager = QueueManager::open(data_path, "QM1", &settings()).expect("opened");
    let mut session = manager.connect().expect("connected");
    for seen in look(&mut session) {
        say(&format!(
            "S {} {} {}",
            seen.queue, seen.number, seen.priority
        ));
    }
    say(LOOKED);
    manager
}

fn serve(data_path: &Path) {
    let manager = QueueManager::open(data_path, "QM1", &settings()).expect("opened");
    let service = ServiceSettings {
        notices: Arc::new(|_| {}),
        ..ServiceSettings::default()
    };
    let server = Server::start(manager, &socket_path(data_path, "QM1"), service).expect("serves");
    let _ = server.run_until_ended();
}

/// Two workers in one process, each with its own connection.
fn apply(data_path: &Path, life: u64, worker: u64) {
    std::thread::scope(|threads| {
        for worker in [worker, worker + 1] {
            threads.spawn(move || {
                let options = ConnectOptions::default();
                // A server that died before this is one more way to be broken off.
                if let Ok(road) = BindingsConnection::connect(data_path, "QM1", &options) {
                    run(Session::new(road), life, worker);
                }
            });
        }
    });
}

// ---- what the judge does with them

/// A process that speaks through a pipe.
pub(crate) struct Process {
    child: Child,
    lines: Receiver<String>,
    reader: Option<JoinHandle<()>>,
    looked: Vec<Seen>,
    has_looked: bool,
}

/// All a process said that was not told before.
pub(crate) struct ProcessOutput {
    /// Steps of applications.
    pub(crate) lines: Vec<String>,
    looked: Option<Vec<Seen>>,
}

impl ProcessOutput {
    /// What it saw of the queues, if it came to the end of its look.
    pub(crate) fn look(&self) -> Option<Vec<Seen>> {
        self.looked.clone()
    }
}

impl Process {
    pub(crate) fn start(role: &str, room: &Room, life: u64, worker: u64) -> Self {
        let mut child = Command::new(std::env::current_exe().expect("this program"))
            .args(["--exact", "crash::a_child_process", "--nocapture"])
            .env(ROLE, role)
            .env(DATA_PATH, &room.path)
            .env(LIFE, life.to_string())
            .env(WORKER, worker.to_string())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("started");
        let pipe = BufReader::new(child.stdout.take().expect("piped"));
        let (sender, lines) = channel();
        // Reads all the time, so that nobody waits for a full pipe.
        let reader = std::thread::spawn(move || {
            read_whole_lines(pipe, |line| {
                let _ = sender.send(line);
            })
        });
        Self {
            child,
            lines,
            reader: Some(reader),
            looked: Vec::new(),
            has_looked: false,
        }
    }

    /// Waits until the process has looked at the queues.
    pub(crate) fn await_look(&mut self) -> Option<Vec<Seen>> {
        while let Ok(line) = self.lines.recv() {
            if line == LOOKED {
                self.has_looked = true;
                return Some(std::mem::take(&mut self.looked));
            }
            self.looked.push(seen(&line));
        }
        panic!("it ended before it had looked: {:?}", self.child.wait());
    }

    /// Kills it and answers what it said.
    pub(crate) fn kill(&mut self) -> ProcessOutput {
        let ended = self.child.try_wait().expect("asked");
        self.child.kill().expect("killed");
        let said = self.wait();
        if let Some(status) = ended {
            panic!("it ended by itself, {status}: {:?}", said.lines.last());
        }
        said
    }

    /// The same for one that has lost its queue manager, and so may have ended by itself by now.
    pub(crate) fn kill_bereft(&mut self) -> ProcessOutput {
        self.child.kill().expect("killed");
        self.wait()
    }

    /// Waits for its end and answers what it said.
    pub(crate) fn wait(&mut self) -> ProcessOutput {
        self.child.wait().expect("dead");
        if let Some(reader) = self.reader.take() {
            reader.join().expect("no panic");
        }
        let mut lines: Vec<String> = self.lines.try_iter().collect();
        let mut looked = None;
        if !self.has_looked
            && let Some(end) = lines.iter().position(|line| line == LOOKED)
        {
            let behind = lines.split_off(end + 1);
            lines.pop();
            looked = Some(lines.iter().map(|line| seen(line)).collect());
            lines = behind;
        }
        // A look cut short says nothing.
        lines.retain(|line| !line.starts_with("S "));
        ProcessOutput { lines, looked }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Hands on the lines of ours; one without its line feed was cut by the kill.
fn read_whole_lines(mut pipe: impl BufRead, mut each: impl FnMut(String)) {
    let mut line = String::new();
    while pipe.read_line(&mut line).is_ok_and(|bytes| bytes > 0) {
        if let Some(ours) = line
            .strip_prefix('@')
            .and_then(|rest| rest.strip_suffix('\n'))
        {
            each(ours.to_owned());
        }
        line.clear();
    }
}

fn seen(line: &str) -> Seen {
    let words: Vec<&str> = line.split(' ').collect();
    let ["S", queue, number, priority] = words[..] else {
        panic!("not what is seen: {line}");
    };
    Seen {
        queue: queue.to_owned(),
        number: number.parse().expect("a number"),
        priority: priority.parse().expect("a priority"),
    }
}

pub(crate) fn connect_when_there(data_path: &Path) -> BindingsConnection {
    loop {
        match BindingsConnection::connect(data_path, "QM1", &ConnectOptions::default()) {
            Ok(road) => return road,
            Err(failure) => {
                let early = [Reason::Q_MGR_NOT_AVAILABLE, Reason::Q_MGR_NAME_ERROR];
                assert!(early.contains(&failure.reason), "{failure}");
                std::thread::sleep(Duration::from_millis(2));
            }
        }
    }
}

/// Waits until every death has been noticed: only this session is connected. A commit that was
/// in flight when its application died may still be waiting for the log then. Commits show in the
/// order of the log, so all of them do once a put of this session is durable.
pub(crate) fn await_quiet(session: &mut Bindings) {
    loop {
        // Those of the queue manager itself stay.
        let applications = "DISPLAY CONN(*) WHERE(APPLTYPE EQ USER)";
        let (shown, _) = session.command(applications).expect("a command");
        if shown.matches(" CONN(").count() <= 1 {
            break;
        }
        std::thread::yield_now();
    }
    let queue = ObjectDescriptor::queue(JUDGE_QUEUE);
    let persistent = MsgDescriptor {
        persistence: mq::MQPER_PERSISTENT,
        ..MsgDescriptor::default()
    };
    let options = PutOptions {
        options: mq::MQPMO_NO_SYNCPOINT,
        ..PutOptions::default()
    };
    // A log that is full for the moment is what this test makes on purpose.
    while session
        .put1(
            &queue,
            &mut persistent.clone(),
            &mut options.clone(),
            "all is quiet",
        )
        .is_err()
    {
        std::thread::yield_now();
    }
}
