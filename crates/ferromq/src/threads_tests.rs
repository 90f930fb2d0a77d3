//! What hangs in one background job keeps no other waiting.

use super::{Rounds, Threads};
use bytes::Bytes;
use ferromq_base::clock::SystemClock;
use ferromq_base::disk::{Directory, MemoryDirectory};
use ferromq_base::machine::{FileSystem, Machine, Memory, OwnUse, ProcessorTicks};
use ferromq_log::{LogSettings, LogType, Urgency};
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{ConnectOptions, ObjectDescriptor, PutOptions};
use ferromq_qmgr::record::RecordKind;
use ferromq_qmgr::{CreateSettings, EndMode, Host, Place, QueueManager, StartSettings};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex};
use std::task::{Poll, Waker};
use std::time::{Duration, Instant};

/// Nobody waits that long for anything here unless it never comes.
const NEVER: Duration = Duration::from_secs(60);

/// A machine that does not answer until it is let go.
#[derive(Debug, Default)]
struct Stuck {
    asked_and_let_go: Mutex<(bool, bool)>,
    changed: Condvar,
}

impl Stuck {
    fn set(&self, change: impl FnOnce(&mut (bool, bool))) {
        change(&mut self.asked_and_let_go.lock().expect("nobody panicked"));
        self.changed.notify_all();
    }

    fn wait(&self, until: impl Fn(&(bool, bool)) -> bool) {
        let state = self.asked_and_let_go.lock().expect("nobody panicked");
        let waited = self.changed.wait_while(state, |state| !until(state));
        drop(waited.expect("nobody panicked"));
    }
}

/// Lets the machine go when a test ends, well or not.
struct LetGo(Arc<Stuck>);

impl Drop for LetGo {
    fn drop(&mut self) {
        self.0.set(|(_, let_go)| *let_go = true);
    }
}

impl Machine for Stuck {
    fn processors(&self) -> Option<ProcessorTicks> {
        self.set(|(asked, _)| *asked = true);
        self.wait(|(_, let_go)| *let_go);
        None
    }

    fn own(&self) -> Option<OwnUse> {
        None
    }

    fn load_hundredths(&self) -> Option<[u64; 3]> {
        None
    }

    fn memory(&self) -> Option<Memory> {
        None
    }

    fn file_system(&self, _: &Path) -> Option<FileSystem> {
        None
    }

    fn files_ending(&self, _: &Path, _: &str) -> u64 {
        0
    }
}

/// A queue manager in memory with the queue Q.
fn manager() -> QueueManager {
    let root = MemoryDirectory::new();
    let directory = |name| root.directory(name).expect("a directory in memory");
    let place = Place {
        data: directory("data"),
        log: directory("log"),
    };
    let log = LogSettings {
        file_pages: 64,
        primary_files: 3,
        secondary_files: 2,
        buffer_pages: 18,
        log_type: LogType::Circular,
    };
    let create = CreateSettings {
        name: ObjectName::truncated("QM1"),
        log,
        attributes: Vec::new(),
        developer_objects: false,
    };
    let clock = SystemClock::default();
    QueueManager::create(&place, &create, &clock, &mut |_, _| {}).expect("created");
    let start = StartSettings {
        log,
        queue_buffer_bytes: 1 << 20,
        persistent_queue_buffer_bytes: 1 << 20,
        open_queue_files_max: 16,
        read_ahead: false,
        notices: Arc::new(|_| {}),
    };
    let manager = QueueManager::start(place, &start, Arc::new(clock)).expect("started");
    let queue = Definition::new(ObjectKind::QLocal, ObjectName::truncated("Q"));
    manager.define(queue, false).expect("defined");
    manager
}

/// Puts a message that lives for a tenth of a second.
fn put_short_lived(manager: &QueueManager) {
    let origin = crate::origin::own_origin();
    let connected = manager.connect(&ConnectOptions::default(), origin);
    let put = Request::Put1 {
        object: Box::new(ObjectDescriptor::queue("Q")),
        descriptor: MsgDescriptor {
            expiry: 1,
            ..MsgDescriptor::default()
        },
        options: PutOptions::default(),
        body: Bytes::new(),
    };
    let answer = connected.expect("connected").start(put, Waker::noop());
    assert!(matches!(answer, Poll::Ready(Reply::Put(_))), "{answer:?}");
}

fn depth(manager: &QueueManager) -> u32 {
    let statuses = manager.queue_statuses();
    let found = statuses.iter().find(|status| status.name.as_str() == "Q");
    found.expect("it is there").queue.depth
}

fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < NEVER, "{what}: that never comes");
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn figures_that_hang_keep_no_checkpoint_and_no_sweep_waiting() {
    let manager = manager();
    let machine = Arc::new(Stuck::default());
    let rounds = Rounds {
        expiry_interval: Some(Duration::from_millis(1)),
        monitor_interval: Duration::from_millis(1),
        host: Host {
            machine: Arc::clone(&machine) as _,
            data: PathBuf::new(),
            log: PathBuf::new(),
            errors: PathBuf::new(),
        },
    };
    let threads = Threads::start(&manager, rounds).expect("started");
    let let_go = LetGo(Arc::clone(&machine));
    machine.wait(|(asked, _)| *asked);
    put_short_lived(&manager);
    wait_until("a sweep", || depth(&manager) == 0);
    let checkpoints = manager.status().checkpoints;
    wait_until("a checkpoint", || {
        let filler = [0; 10_000];
        let kind = RecordKind::Checkpoint as u8;
        let _full = manager.log().append(kind, &[&filler], Urgency::Ordinary);
        manager.status().checkpoints > checkpoints
    });
    drop(let_go);
    manager.begin_end(EndMode::Immediate);
    drop(threads);
    manager.finish_end().expect("ended");
}
