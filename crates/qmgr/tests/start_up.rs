//! The start-up table of the crate's README, a test for each row.

use ferromq_base::clock::SystemClock;
use ferromq_base::disk::OsDirectory;
use ferromq_log::LogSettings;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::{FixedText, ObjectName};
use ferromq_mqi::options::{
    ConnectOptions, GetOptions, ObjectDescriptor, ObjectHandle, Origin, PutOptions, Road,
};
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_qmgr::{
    Connection, CreateSettings, EndMode, Place, QueueManager, StartError, StartSettings, WaitingFor,
};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::task::{Poll, Waker};

const LOG: LogSettings = LogSettings {
    file_pages: 64,
    primary_files: 3,
    secondary_files: 2,
    buffer_pages: 0,
    log_type: ferromq_log::LogType::Circular,
};

struct Home(PathBuf);

impl Home {
    fn new(test: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("ferromq-start-{test}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        let home = Self(path);
        let settings = CreateSettings {
            name: ObjectName::truncated("QM1"),
            log: LOG,
            attributes: Vec::new(),
            developer_objects: false,
        };
        QueueManager::create(
            &home.place(),
            &settings,
            &SystemClock::default(),
            &mut |_, _| {},
        )
        .expect("created");
        home
    }

    fn place(&self) -> Place {
        Place {
            data: OsDirectory::open(self.0.join("data")).expect("data"),
            log: OsDirectory::open(self.0.join("log")).expect("log"),
        }
    }

    fn try_start(&self) -> Result<QueueManager, StartError> {
        let settings = StartSettings {
            log: LOG,
            queue_buffer_bytes: 1 << 20,
            persistent_queue_buffer_bytes: 1 << 20,
            open_queue_files_max: 16,
            read_ahead: false,
            notices: Arc::new(|_| {}),
        };
        QueueManager::start(self.place(), &settings, Arc::new(SystemClock::default()))
    }

    fn start(&self) -> QueueManager {
        self.try_start().expect("started")
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join("data").join(name)
    }

    /// How many queues have files.
    fn queue_directories(&self) -> usize {
        let queues = std::fs::read_dir(self.file("queues"));
        queues.expect("there").count()
    }

    fn queue_directory(&self, queue: &str) -> PathBuf {
        let start = format!("{queue}.");
        std::fs::read_dir(self.file("queues"))
            .expect("queues")
            .flatten()
            .find(|entry| entry.file_name().to_string_lossy().starts_with(&start))
            .expect("the queue's directory")
            .path()
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn call(connection: &mut Connection, request: Request) -> Reply {
    let mut answer = connection.start(request, Waker::noop());
    loop {
        match answer {
            Poll::Ready(reply) => return reply,
            Poll::Pending => {
                match connection.waiting_for() {
                    Some(WaitingFor::Log(end)) => connection.wait_for_log(end),
                    _ => connection.cancel_wait(),
                }
                answer = connection.poll(Waker::noop());
            }
        }
    }
}

fn connect(manager: &QueueManager) -> Connection {
    let origin = Origin {
        user_id: FixedText::truncated("tester"),
        appl_name: FixedText::truncated("start_up"),
        appl_type: MQAT_UNIX,
        process_id: 1,
        thread_id: 1,
        uid: 1,
        road: Road::Embedded,
        client: None,
    };
    manager
        .connect(&ConnectOptions::default(), origin)
        .expect("connected")
}

fn open(connection: &mut Connection, queue: &str) -> Result<ObjectHandle, Reason> {
    let options = MQOO_OUTPUT | MQOO_INPUT_SHARED;
    match call(
        connection,
        Request::Open {
            descriptor: ObjectDescriptor::queue(queue),
            options,
        },
    ) {
        Reply::Opened { handle, .. } => Ok(handle),
        Reply::Failed(reason) => Err(reason),
        other => panic!("{other:?}"),
    }
}

fn put(connection: &mut Connection, handle: ObjectHandle, persistence: i32, text: &'static str) {
    let descriptor = MsgDescriptor {
        persistence,
        ..MsgDescriptor::default()
    };
    let options = PutOptions::default();
    let request = Request::Put {
        handle,
        descriptor,
        options,
        body: text.into(),
    };
    assert!(matches!(call(connection, request), Reply::Put(_)));
}

fn define(manager: &QueueManager, queue: &str) {
    let mut definition = Definition::new(ObjectKind::QLocal, ObjectName::truncated(queue));
    definition
        .set(Attr::Npmclass, MQNPM_CLASS_HIGH)
        .expect("set");
    manager.define(definition, false).expect("defined");
}

/// What is on a queue, taken off it.
fn contents(manager: &QueueManager, queue: &str) -> Vec<String> {
    let mut connection = connect(manager);
    let handle = open(&mut connection, queue).expect("opened");
    let mut found = Vec::new();
    loop {
        let request = Request::Get {
            handle,
            descriptor: MsgDescriptor::default(),
            options: GetOptions::default(),
            buffer_len: 100,
        };
        match call(&mut connection, request) {
            Reply::Got(got) => found.push(String::from_utf8_lossy(&got.body).into_owned()),
            Reply::Failed(Reason::NO_MSG_AVAILABLE) => return found,
            other => panic!("{other:?}"),
        }
    }
}

/// A queue manager with a persistent and a non-persistent message on `Q`.
fn prepare(home: &Home) -> QueueManager {
    let manager = home.start();
    define(&manager, "Q");
    let mut connection = connect(&manager);
    let handle = open(&mut connection, "Q").expect("opened");
    put(&mut connection, handle, MQPER_PERSISTENT, "kept");
    put(&mut connection, handle, MQPER_NOT_PERSISTENT, "plain");
    manager
}

fn end(manager: QueueManager) {
    manager.begin_end(EndMode::Immediate);
    manager.finish_end().expect("ended");
}

#[test]
fn after_a_crash_committed_persistent_messages_are_there_and_others_are_not() {
    let home = Home::new("crash");
    drop(prepare(&home));
    assert_eq!(contents(&home.start(), "Q"), ["kept"]);
}

#[test]
fn after_a_clean_end_a_queue_of_the_high_class_keeps_its_other_messages_once() {
    let home = Home::new("clean");
    end(prepare(&home));
    let manager = home.start();
    // Crash now: the mark of the clean end must not count a second time.
    drop(manager);
    assert_eq!(contents(&home.start(), "Q"), ["kept"]);
    let home = Home::new("clean-kept");
    end(prepare(&home));
    assert_eq!(contents(&home.start(), "Q"), ["kept", "plain"]);
}

#[test]
fn a_checkpoint_cut_short_changes_nothing() {
    let home = Home::new("cut");
    let manager = prepare(&home);
    // The control files as before the checkpoint, everything else as after it.
    let control = home.0.join("log/LOGCTL");
    let before = std::fs::read(&control).expect("control file");
    manager.checkpoint().expect("checkpoint");
    end(manager);
    std::fs::write(&control, before).expect("control file put back");
    let found = contents(&home.start(), "Q");
    assert_eq!(found[0], "kept");
    assert_eq!(found.iter().filter(|text| *text == "kept").count(), 1);
}

#[test]
fn a_damaged_queue_is_refused_and_others_work() {
    let home = Home::new("damaged");
    let manager = prepare(&home);
    define(&manager, "OTHER");
    end(manager);
    std::fs::write(home.queue_directory("Q").join("index"), vec![0xEE; 4096]).expect("damage");
    let manager = home.start();
    assert_eq!(manager.restart_report().damaged_queues, 1);
    let mut connection = connect(&manager);
    assert_eq!(open(&mut connection, "Q"), Err(Reason::OBJECT_DAMAGED));
    assert!(open(&mut connection, "OTHER").is_ok());
}

#[test]
fn a_queue_whose_files_are_missing_is_damaged_and_not_taken_for_empty() {
    let home = Home::new("missing");
    end(prepare(&home));
    drop(home.start());
    std::fs::remove_dir_all(home.queue_directory("Q")).expect("removed");
    for _ in 0..2 {
        let manager = home.start();
        assert_eq!(manager.restart_report().damaged_queues, 1);
        let mut connection = connect(&manager);
        assert_eq!(open(&mut connection, "Q"), Err(Reason::OBJECT_DAMAGED));
    }
}

/// However much is missing: what a shorter index does not name is not taken for messages that were got.
#[test]
fn a_queue_whose_index_was_shortened_is_damaged_and_not_taken_for_emptier() {
    let home = Home::new("shortened");
    end(prepare(&home));
    let index = home.queue_directory("Q").join("index");
    let whole = std::fs::read(&index).expect("the index");
    let lengths = [whole.len() - 1, 4096 + 128, 4096 + 127, 4096, 4095, 1, 0];
    for len in lengths {
        std::fs::write(&index, &whole[..len]).expect("cut");
        let manager = home.start();
        assert_eq!(
            manager.restart_report().damaged_queues,
            1,
            "{len} bytes left"
        );
        let mut connection = connect(&manager);
        assert_eq!(open(&mut connection, "Q"), Err(Reason::OBJECT_DAMAGED));
    }
    std::fs::write(&index, &whole).expect("as it was");
    assert_eq!(contents(&home.start(), "Q"), ["kept"]);
}

/// A hundred thousand queues that never held anything cost the disk nothing but their definitions.
#[test]
fn queues_have_files_once_a_checkpoint_finds_something_to_keep() {
    let home = Home::new("no-files");
    let manager = home.start();
    define(&manager, "Q");
    define(&manager, "IDLE");
    let mut connection = connect(&manager);
    let handle = open(&mut connection, "Q").expect("opened");
    put(&mut connection, handle, MQPER_NOT_PERSISTENT, "plain");
    manager.checkpoint().expect("checkpoint");
    assert_eq!(home.queue_directories(), 0);
    put(&mut connection, handle, MQPER_PERSISTENT, "kept");
    drop(connection);
    end(manager);
    assert_eq!(home.queue_directories(), 1);
    drop(home.start());
    assert_eq!(contents(&home.start(), "Q"), ["kept"]);
    let manager = home.start();
    let queue = ObjectName::truncated("Q");
    manager
        .delete(ObjectKind::QLocal, &queue, true)
        .expect("deleted");
    assert_eq!(home.queue_directories(), 0);
}

/// Programs that wait for replies make such queues all day.
#[test]
fn a_temporary_dynamic_queue_has_files_only_once_it_has_more_than_fits_in_memory() {
    let home = Home::new("temporary");
    let manager = home.start();
    manager.begin_spills(Box::new(|| ()));
    let mut connection = connect(&manager);
    let handle = open(&mut connection, "SYSTEM.DEFAULT.MODEL.QUEUE").expect("opened");
    put(&mut connection, handle, MQPER_NOT_PERSISTENT, "a reply");
    manager.run_spills();
    manager.checkpoint().expect("checkpoint");
    assert_eq!(home.queue_directories(), 0);
    let long = "long ".repeat(100_000).leak();
    for _ in 0..4 {
        put(&mut connection, handle, MQPER_NOT_PERSISTENT, long);
    }
    manager.run_spills();
    assert_eq!(home.queue_directories(), 1);
    // It goes with whoever made it.
    drop(connection);
    manager.run_spills();
    assert_eq!(home.queue_directories(), 0);
}

/// An end with many of them took minutes: each was given files, and each file was forced.
#[test]
fn queues_whose_messages_are_gone_again_have_no_files_after_an_end() {
    let home = Home::new("came-and-went");
    for round in 0..3 {
        let manager = home.start();
        if round == 0 {
            define(&manager, "Q");
        }
        assert_eq!(contents(&manager, "Q"), [""; 0]);
        let mut connection = connect(&manager);
        let handle = open(&mut connection, "Q").expect("opened");
        for _ in 0..=round {
            put(&mut connection, handle, MQPER_PERSISTENT, "comes and goes");
        }
        drop(connection);
        assert_eq!(contents(&manager, "Q").len(), round + 1);
        end(manager);
        assert_eq!(home.queue_directories(), 0);
    }
}

#[test]
fn stray_queue_directories_are_removed() {
    let home = Home::new("stray");
    end(prepare(&home));
    let stray = home.file("queues/GONE.999");
    std::fs::create_dir_all(&stray).expect("stray");
    drop(home.start());
    assert!(!stray.exists());
}

#[test]
fn a_half_written_new_catalog_is_ignored() {
    let home = Home::new("new-catalog");
    end(prepare(&home));
    std::fs::write(home.file("CATALOG.NEW"), b"half").expect("written");
    let manager = home.start();
    define(&manager, "MORE");
    manager
        .checkpoint()
        .expect("the new catalog is written over the half one");
    drop(manager);
    assert!(
        home.start()
            .definition(ObjectKind::QLocal, &ObjectName::truncated("MORE"))
            .is_some()
    );
}

fn refused(home: &Home) -> String {
    match home.try_start() {
        Ok(_) => panic!("the queue manager started"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn without_a_catalog_it_refuses_to_start() {
    let home = Home::new("no-catalog");
    end(prepare(&home));
    std::fs::remove_file(home.file("CATALOG")).expect("removed");
    assert!(refused(&home).contains("catalog"));
}

#[test]
fn on_a_damaged_catalog_it_refuses_to_start_and_names_the_rule() {
    let home = Home::new("bad-catalog");
    end(prepare(&home));
    flip(&home.file("CATALOG"), 40);
    let text = refused(&home);
    assert!(
        text.contains("CATALOG") && text.contains("checksum"),
        "{text}"
    );
}

#[test]
fn without_log_control_it_refuses_to_start() {
    let home = Home::new("no-control");
    end(prepare(&home));
    std::fs::remove_file(home.0.join("log/LOGCTL")).expect("removed");
    let text = refused(&home);
    assert!(text.contains("control"), "{text}");
}

#[test]
fn when_the_recovery_position_cannot_be_read_it_refuses_to_start() {
    let home = Home::new("no-extent");
    end(prepare(&home));
    for entry in std::fs::read_dir(home.0.join("log"))
        .expect("log")
        .flatten()
    {
        if entry.file_name().to_string_lossy().starts_with('S') {
            std::fs::remove_file(entry.path()).expect("removed");
        }
    }
    refused(&home);
}

fn flip(path: &Path, offset: usize) {
    let mut bytes = std::fs::read(path).expect("read");
    bytes[offset] ^= 0xFF;
    std::fs::write(path, bytes).expect("written");
}
