//! A file system that is really full, and a log that is.
//!
//! Each test starts this program again in a mount name space of its own, with a small file
//! system there, and fills that. Where no such place can be had the test says that it was
//! skipped, and why.

mod books;
mod channel;
mod room;

use books::{Books, Outcome};
use ferromq::engine::{LogSettings, LogType};
use ferromq::{CommandOutcome, OpenError, QueueManager, Settings};
use room::{SmallDisk, on_small_disk};
use std::sync::Arc;

const QUEUES: [&str; 2] = ["Q1", "Q2"];

fn settings(log_type: LogType) -> Settings {
    Settings {
        log: LogSettings {
            file_pages: 64,
            primary_files: 2,
            secondary_files: 2,
            log_type,
            ..LogSettings::default()
        },
        // Small, so that bodies have to go to the queue files.
        queue_buffer_bytes: 20_000,
        persistent_queue_buffer_bytes: 20_000,
        notices: Arc::new(|_| {}),
        ..Settings::default()
    }
}

fn create(disk: &SmallDisk, log_type: LogType) {
    QueueManager::create(&disk.path, "QM1", &settings(log_type)).expect("created");
    let manager = open(disk, log_type);
    for name in QUEUES {
        let (output, outcome) =
            manager.run_command(&format!("DEFINE QLOCAL({name}) MAXDEPTH(999999)"));
        assert_eq!(outcome, CommandOutcome::Done, "{output}");
    }
    manager.end().expect("ended");
}

fn open(disk: &SmallDisk, log_type: LogType) -> QueueManager {
    QueueManager::open(&disk.path, "QM1", &settings(log_type)).expect("opened")
}

/// Works on a full disk until verbs are refused, and some more.
fn work_until_refused(manager: &QueueManager, books: &mut Books, persistent: bool) -> bool {
    let mut session = manager.connect().expect("connected");
    let mut refused = 0;
    // Enough to overrun buffers and log several times if nothing stopped it.
    for _ in 0..4_000 {
        match books.fill(&mut session, persistent) {
            Outcome::Done => {}
            Outcome::Refused => refused += 1,
            Outcome::Broken => return true,
        }
        if refused > 20 {
            return true;
        }
    }
    false
}

/// With room on the disk again, work goes on without anybody doing anything about it.
fn works_again(manager: &QueueManager, books: &mut Books, persistent: bool) -> bool {
    let mut session = manager.connect().expect("connected");
    loop {
        match books.fill(&mut session, persistent) {
            Outcome::Done => return true,
            // Housekeeping makes room soon.
            Outcome::Refused => std::thread::yield_now(),
            Outcome::Broken => return false,
        }
    }
}

#[test]
fn creating_on_a_full_disk_fails_and_leaves_nothing_behind() {
    on_small_disk(
        "creating_on_a_full_disk_fails_and_leaves_nothing_behind",
        |disk| {
            let settings = settings(LogType::Circular);
            for left_bytes in [0, 20_000, 150_000, 300_000] {
                disk.fill(left_bytes);
                let before = disk.names();
                let error =
                    QueueManager::create(&disk.path, "QM1", &settings).expect_err("no room");
                assert!(
                    matches!(
                        error,
                        OpenError::Create(_) | OpenError::Io(_) | OpenError::Lock(_)
                    ),
                    "{error}"
                );
                assert_eq!(disk.names(), before, "with {left_bytes} bytes left");
            }
            disk.free();
            create(disk, LogType::Circular);
        },
    );
}

#[test]
fn persistent_work_on_a_full_disk_is_refused_and_goes_on_when_there_is_room() {
    let name = "persistent_work_on_a_full_disk_is_refused_and_goes_on_when_there_is_room";
    on_small_disk(name, |disk| {
        full_while_working(disk, LogType::Circular, true);
    });
}

#[test]
fn non_persistent_work_on_a_full_disk_is_refused_and_goes_on_when_there_is_room() {
    let name = "non_persistent_work_on_a_full_disk_is_refused_and_goes_on_when_there_is_room";
    on_small_disk(name, |disk| {
        full_while_working(disk, LogType::Circular, false);
    });
}

#[test]
fn linear_log_that_gets_no_more_extents_loses_nothing() {
    on_small_disk(
        "linear_log_that_gets_no_more_extents_loses_nothing",
        |disk| {
            full_while_working(disk, LogType::Linear, true);
        },
    );
}

fn full_while_working(disk: &SmallDisk, log_type: LogType, persistent: bool) {
    create(disk, log_type);
    let mut books = Books::default();
    for left_bytes in [200_000, 5_000, 0] {
        let manager = open(disk, log_type);
        disk.fill(left_bytes);
        assert!(
            work_until_refused(&manager, &mut books, persistent),
            "nothing was refused with {left_bytes} bytes left"
        );
        // A checkpoint may fail now; it may not do harm.
        let _ = manager.engine().checkpoint();
        books.check(&manager);
        disk.free();
        let goes_on = works_again(&manager, &mut books, persistent);
        books.check(&manager);
        let ended = manager.end();
        assert!(!goes_on || ended.is_ok(), "{ended:?}");
        books.only_persistent();
        let manager = open(disk, log_type);
        books.check(&manager);
        books.empty(&manager);
        manager.end().expect("ended");
    }
}

#[test]
fn queue_manager_starts_on_a_full_disk_with_everything_committed() {
    let name = "queue_manager_starts_on_a_full_disk_with_everything_committed";
    on_small_disk(name, |disk| {
        create(disk, LogType::Circular);
        let mut books = Books::default();
        let mut manager = open(disk, LogType::Circular);
        for round in 0..3 {
            disk.fill(round * 3_000);
            work_until_refused(&manager, &mut books, true);
            // The end has no room for its checkpoint: replay has to do.
            let _ = manager.end();
            manager = open(disk, LogType::Circular);
            books.check(&manager);
            disk.free();
            assert!(works_again(&manager, &mut books, true));
            books.check(&manager);
            books.empty(&manager);
        }
        manager.end().expect("ended");
    });
}

#[test]
fn definitions_on_a_full_disk_are_made_wholly_or_refused() {
    on_small_disk(
        "definitions_on_a_full_disk_are_made_wholly_or_refused",
        |disk| {
            create(disk, LogType::Circular);
            let manager = open(disk, LogType::Circular);
            disk.fill(0);
            let mut made = Vec::new();
            for number in 0..40 {
                let name = format!("NEW{number}");
                let (_, outcome) = manager.run_command(&format!("DEFINE QLOCAL({name})"));
                if outcome == CommandOutcome::Done {
                    made.push(name);
                }
            }
            let _ = manager.end();
            disk.free();
            let manager = open(disk, LogType::Circular);
            for number in 0..40 {
                let name = format!("NEW{number}");
                let (output, outcome) = manager.run_command(&format!("DISPLAY QLOCAL({name})"));
                let there = outcome == CommandOutcome::Done;
                assert_eq!(there, made.contains(&name), "{name}: {output}");
            }
            manager.end().expect("ended");
        },
    );
}

#[test]
fn unit_of_work_that_keeps_the_log_full_is_backed_out_and_others_go_on() {
    let name = "unit_of_work_that_keeps_the_log_full_is_backed_out_and_others_go_on";
    on_small_disk(name, |disk| {
        create(disk, LogType::Circular);
        let manager = open(disk, LogType::Circular);
        let mut books = Books::default();
        let mut idle = manager.connect().expect("connected");
        books::put_and_leave_open(&mut idle);
        let mut busy = manager.connect().expect("connected");
        let mut done = 0;
        // Several times what the log can hold.
        while done < 2_000 {
            match books.replace(&mut busy) {
                Outcome::Done => done += 1,
                Outcome::Refused => std::thread::yield_now(),
                Outcome::Broken => panic!("the queue manager stopped"),
            }
        }
        let told = idle.commit().expect_err("it was backed out");
        assert_eq!(told.reason, ferromq::Reason::BACKED_OUT);
        books.check(&manager);
        drop((idle, busy));
        manager.end().expect("ended");
        let manager = open(disk, LogType::Circular);
        books.check(&manager);
    });
}

/// Checkpoints have to move what stays on the queues, again and again, and the disk has nothing for them.
#[test]
fn work_that_leaves_no_more_than_it_found_goes_on_while_the_disk_is_full() {
    let name = "work_that_leaves_no_more_than_it_found_goes_on_while_the_disk_is_full";
    on_small_disk(name, |disk| {
        create(disk, LogType::Circular);
        let in_memory = Settings {
            persistent_queue_buffer_bytes: 1 << 20,
            ..settings(LogType::Circular)
        };
        let manager = QueueManager::open(&disk.path, "QM1", &in_memory).expect("opened");
        let mut books = Books::default();
        let mut session = manager.connect().expect("connected");
        for _ in 0..60 {
            assert_eq!(books.fill(&mut session, true), Outcome::Done);
        }
        disk.fill(0);
        // Several times what the log can hold.
        let (mut done, mut refused_in_a_row) = (0, 0);
        while done < 1_000 {
            match books.replace(&mut session) {
                Outcome::Done => (done, refused_in_a_row) = (done + 1, 0),
                Outcome::Refused => {
                    refused_in_a_row += 1;
                    assert!(refused_in_a_row < 1_000_000, "stopped after {done}");
                    std::thread::yield_now();
                }
                Outcome::Broken => panic!("the queue manager stopped"),
            }
        }
        books.check(&manager);
        drop(session);
        manager.end().expect("ended");
        let manager = open(disk, LogType::Circular);
        books.check(&manager);
    });
}

/// Puts fill the disk and the log until they are refused. What makes room goes on all the same.
#[test]
fn gets_empty_a_disk_that_puts_have_filled() {
    let name = "gets_empty_a_disk_that_puts_have_filled";
    on_small_disk(name, |disk| {
        create(disk, LogType::Circular);
        let manager = open(disk, LogType::Circular);
        let mut books = Books::default();
        let mut session = manager.connect().expect("connected");
        // Little more than the log, its reserve and some messages.
        disk.fill(1_000_000);
        let mut refused_in_a_row = 0;
        while refused_in_a_row < 200 {
            match books.fill(&mut session, true) {
                Outcome::Done => refused_in_a_row = 0,
                Outcome::Refused => refused_in_a_row += 1,
                Outcome::Broken => panic!("the queue manager stopped"),
            }
        }
        disk.fill(0);
        let mut refused_in_a_row = 0;
        while books.depth() > 0 {
            match books.take(&mut session) {
                Outcome::Done => refused_in_a_row = 0,
                Outcome::Refused => {
                    refused_in_a_row += 1;
                    assert!(refused_in_a_row < 1_000, "{} are left", books.depth());
                }
                Outcome::Broken => panic!("the queue manager stopped"),
            }
        }
        disk.free();
        assert!(works_again(&manager, &mut books, true));
        books.check(&manager);
        drop(session);
        manager.end().expect("ended");
        let manager = open(disk, LogType::Circular);
        books.check(&manager);
    });
}
