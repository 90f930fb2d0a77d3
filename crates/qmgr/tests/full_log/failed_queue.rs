//! A queue whose files fail keeps no other queue from its work, and loses nothing.

use crate::full_log::home::{Application, Home, LOG};
use ferromq_log::{LogSettings, LogType, Lsn, Pressure};
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{GetOptions, ObjectDescriptor};
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_qmgr::{CheckpointError, EndMode};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Poll, Wake, Waker};

const LINEAR: LogSettings = LogSettings {
    log_type: LogType::Linear,
    ..LOG
};

/// How the queue manager ends.
#[derive(Clone, Copy, Debug)]
enum End {
    Killed,
    PowerLost,
    /// By an orderly end, which says that it is none.
    Ended,
}

fn end(home: &mut Home, how: End) {
    match how {
        End::Killed => home.kill(),
        End::PowerLost => {
            let manager = home.manager.take().expect("it runs");
            manager.log().abandon();
            home.disk = home.disk.crash(11);
        }
        End::Ended => {
            let manager = home.manager.take().expect("it runs");
            manager.begin_end(EndMode::Immediate);
            let ended = manager.finish_end();
            assert!(
                matches!(&ended, Err(CheckpointError::Damaged(name)) if name == "Q2"),
                "{ended:?}"
            );
            home.disk = home.disk.kill(7);
        }
    }
}

/// Lengths of messages, first to last.
fn all(home: &Home, queue: usize) -> Vec<usize> {
    let mut application = home.connect();
    let mut lengths = Vec::new();
    loop {
        match application.get(queue, 0) {
            Ok(len) => lengths.push(len),
            Err(reason) => {
                assert_eq!(reason, Reason::NO_MSG_AVAILABLE);
                return lengths;
            }
        }
    }
}

/// The directory of the files of Q2.
fn directory(home: &Home) -> String {
    let queues = home.place().data.directory("queues").expect("it is there");
    let names = queues.list_directories().expect("listed");
    let found = names.iter().find(|name| name.starts_with("Q2"));
    format!("data/queues/{}", found.expect("it has files"))
}

/// Messages of Q2 are in its files, in the log and on their way into the files when these fail. What is left on it has these
/// lengths.
fn failed(home: &Home, application: &mut Application) -> Vec<usize> {
    for len in 1_000..1_020 {
        application.put(1, len, 0).expect("put");
    }
    home.manager().checkpoint_everything().expect("they work");
    for len in 1_020..1_030 {
        application.put(1, len, 0).expect("put");
    }
    for len in 1_000..1_005 {
        assert_eq!(application.get(1, 0), Ok(len));
    }
    // New ones would be there, too.
    home.disk.fail_syncs_below("data/queues/Q2");
    let taken = home.manager().checkpoint_everything();
    taken.expect("it goes on without the queue");
    (1_005..1_030).collect()
}

fn position(home: &Home) -> Lsn {
    home.manager().log().recovery_lsn()
}

#[test]
fn other_queues_go_on_without_the_one_whose_files_failed_and_a_restart_finds_everything() {
    for how in [End::Killed, End::PowerLost, End::Ended] {
        let mut home = Home::with(LINEAR);
        let mut application = home.connect();
        let left = failed(&home, &mut application);
        assert_eq!(home.notices("AMQ7472E").len(), 1);
        let mut kept = 0;
        // Eight times what the log has files for.
        for number in 0..340 {
            application.put(0, 30_000, 0).expect("put");
            match number % 50 {
                0 => kept += 1,
                _ => drop(application.get(0, 0).expect("got")),
            }
            home.manager().keep_house();
            if number % 20 == 0 {
                home.manager().checkpoint_everything().expect("taken");
            }
        }
        assert_eq!(application.put(1, 10, 0), Err(Reason::OBJECT_DAMAGED));
        drop(application);
        assert_eq!(home.notices("AMQ7472E").len(), 1, "it is told once");
        assert!(home.notices("FMQ0035W").is_empty());
        assert!(home.notices("AMQ7463E").is_empty());
        end(&mut home, how);
        home.start();
        assert_eq!(home.manager().restart_report().damaged_queues, 0, "{how:?}");
        assert_eq!(all(&home, 1), left, "{how:?}");
        assert_eq!(all(&home, 0), vec![30_000; kept], "{how:?}");
        home.works();
        home.manager().checkpoint_everything().expect("taken");
        let in_use = home.manager().log().usage().in_use_bytes;
        assert!(in_use < 100_000, "the log is given back: {in_use}");
    }
}

#[derive(Default)]
struct Woken(AtomicBool);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::Release);
    }
}

#[test]
fn verbs_with_a_queue_whose_files_failed_say_that_it_is_damaged() {
    let home = Home::new();
    let mut application = home.connect();
    let mut waiting = home.connect();
    let woken = Arc::new(Woken::default());
    let get = Request::Get {
        handle: waiting.queues[1],
        descriptor: MsgDescriptor {
            msg_id: [9; 24],
            ..MsgDescriptor::default()
        },
        options: GetOptions {
            options: MQGMO_WAIT,
            wait_interval_ms: MQWI_UNLIMITED,
            ..GetOptions::default()
        },
        buffer_len: 100,
    };
    let waker = Waker::from(Arc::clone(&woken));
    assert!(waiting.connection.start(get, &waker).is_pending());
    failed(&home, &mut application);
    assert!(woken.0.load(Ordering::Acquire));
    let refused = waiting.connection.poll(Waker::noop());
    assert!(
        matches!(&refused, Poll::Ready(Reply::Failed(reason)) if *reason == Reason::OBJECT_DAMAGED),
        "{refused:?}"
    );
    let damaged = Reason::OBJECT_DAMAGED;
    for options in [0, MQPMO_SYNCPOINT] {
        assert_eq!(application.put(1, 10, options), Err(damaged));
    }
    for options in [0, MQGMO_SYNCPOINT, MQGMO_WAIT] {
        assert_eq!(application.get(1, options), Err(damaged));
    }
    let descriptor = ObjectDescriptor::queue("Q2");
    let opened = application.verb(Request::Open {
        descriptor: descriptor.clone(),
        options: MQOO_BROWSE,
    });
    assert_eq!(opened.err(), Some(damaged));
    let put = application.verb(Request::Put1 {
        object: Box::new(descriptor),
        descriptor: MsgDescriptor::default(),
        options: Default::default(),
        body: Default::default(),
    });
    assert_eq!(put.err(), Some(damaged));
    let statuses = home.manager().queue_statuses();
    let status = |name| statuses.iter().find(|one| one.name.as_str() == name);
    assert!(status("Q2").expect("it is there").damaged);
    assert!(!status("Q1").expect("it is there").damaged);
    application.put(0, 10, 0).expect("put");
    assert_eq!(application.get(0, 0), Ok(10));
}

#[test]
fn units_of_work_with_a_queue_whose_files_failed_end_as_they_should() {
    for how in [End::Killed, End::PowerLost] {
        let mut home = Home::new();
        let mut application = home.connect();
        application.put(1, 900, 0).expect("put");
        let mut works: Vec<_> = (0..3).map(|_| home.connect()).collect();
        assert_eq!(works[0].get(1, MQGMO_SYNCPOINT), Ok(900));
        for (number, work) in works.iter_mut().enumerate() {
            work.put(1, 800 + number, MQPMO_SYNCPOINT).expect("put");
        }
        let mut left = failed(&home, &mut application);
        works[0].verb(Request::Commit).expect("committed");
        works[1].verb(Request::BackOut).expect("backed out");
        drop((application, works));
        end(&mut home, how);
        home.start();
        left.insert(0, 800);
        assert_eq!(all(&home, 1), left);
        home.works();
    }
}

/// Fills a circular log while an application has a unit of work under way. Answers how many messages are on Q1 then.
fn fill(home: &Home, application: &mut Application, mut other: Application) -> usize {
    other.put(0, 100, MQPMO_SYNCPOINT).expect("put");
    let mut messages = 0;
    let refused = loop {
        if let Err(reason) = application.put(0, 20_000, 0) {
            break reason;
        }
        messages += 1;
        home.manager().keep_house();
        assert!(messages < 100, "what holds the log?");
    };
    assert_eq!(refused, Reason::RESOURCE_PROBLEM);
    home.manager().keep_house();
    let told = home.notices("AMQ7463E");
    assert!(told[0].contains("queue Q2, which is damaged"), "{told:?}");
    assert!(messages > 30, "the rest of the log is used: {messages}");
    // Gets have a little more room.
    while application.get(0, 0).is_ok() {
        messages -= 1;
    }
    assert_eq!(home.manager().log().pressure(), Pressure::NearlyFull);
    for _ in 0..10 {
        home.manager().keep_house();
        home.clock.advance_ns(60_000_000_000);
    }
    // That would have freed nothing.
    assert!(home.notices("AMQ7469W").is_empty());
    other.verb(Request::Commit).expect("committed");
    let told = home.notices("FMQ0039W");
    assert!(told.len() > 1, "again while the log is full: {told:?}");
    assert!(told.iter().all(|told| told.contains("Q2")), "{told:?}");
    messages + 1
}

#[test]
fn circular_log_is_kept_for_a_queue_whose_files_failed_and_the_operator_is_told_which() {
    for how in [End::Killed, End::PowerLost, End::Ended] {
        let mut home = Home::new();
        let mut application = home.connect();
        let other = home.connect();
        let left = failed(&home, &mut application);
        let others = fill(&home, &mut application, other);
        drop(application);
        end(&mut home, how);
        home.start();
        // The log is as full as it was, until house is kept.
        home.manager().keep_house();
        assert_eq!(all(&home, 1), left, "{how:?}");
        assert_eq!(all(&home, 0).len(), others, "{how:?}");
        home.works();
        home.end();
    }
}

#[test]
fn log_is_given_back_once_the_queue_whose_files_failed_is_deleted() {
    let mut home = Home::new();
    let mut application = home.connect();
    let other = home.connect();
    failed(&home, &mut application);
    fill(&home, &mut application, other);
    drop(application);
    let name = ObjectName::truncated("Q2");
    let delete = |purge| home.manager().delete(ObjectKind::QLocal, &name, purge);
    delete(false).expect_err("there are messages on it");
    delete(true).expect("deleted");
    home.manager().keep_house();
    assert_eq!(home.manager().log().pressure(), Pressure::Calm);
    home.end();
    home.start();
    assert_eq!(home.manager().restart_report().damaged_queues, 0);
}

#[test]
fn queue_whose_files_failed_is_rebuilt_from_its_media_image_without_a_restart() {
    let mut home = Home::with(LINEAR);
    let mut application = home.connect();
    let left = failed(&home, &mut application);
    let name = ObjectName::truncated("Q2");
    let rebuild = |home: &Home| home.manager().recover_queue(&name);
    rebuild(&home).expect_err("it is open");
    drop(application);
    home.disk.heal();
    // The new files are in another directory.
    assert_eq!(rebuild(&home).expect("rebuilt").messages, left.len() as u64);
    let before: Lsn = position(&home);
    let mut application = home.connect();
    assert_eq!(application.get(1, 0), Ok(left[0]));
    application.put(1, 5, 0).expect("put");
    drop(application);
    home.works();
    home.manager().checkpoint_everything().expect("taken");
    assert!(position(&home) > before);
    home.kill();
    home.start();
    let mut expected = left[1..].to_vec();
    expected.push(5);
    assert_eq!(all(&home, 1), expected);
}

#[test]
fn queue_whose_very_first_files_fail_is_in_the_log_wholly() {
    for how in [End::Killed, End::PowerLost] {
        let mut home = Home::new();
        let mut application = home.connect();
        for len in 0..20 {
            application.put(1, len, 0).expect("put");
        }
        // Nobody has made them yet.
        home.disk.fail_syncs_below("data/queues/");
        home.manager().checkpoint_everything().expect("taken");
        assert_eq!(application.get(1, 0), Err(Reason::OBJECT_DAMAGED));
        home.manager().checkpoint_everything().expect("taken");
        drop(application);
        end(&mut home, how);
        home.start();
        assert_eq!(home.manager().restart_report().damaged_queues, 0);
        assert_eq!(all(&home, 1), (0..20).collect::<Vec<_>>());
        home.works();
    }
}

#[test]
fn queue_whose_files_fail_has_others_before_anybody_notices() {
    for how in [End::Killed, End::PowerLost] {
        let mut home = Home::new();
        let mut application = home.connect();
        let mut work = home.connect();
        for len in 1_000..1_020 {
            application.put(1, len, 0).expect("put");
        }
        home.manager().checkpoint_everything().expect("they work");
        let old = directory(&home);
        assert_eq!(work.get(1, MQGMO_SYNCPOINT), Ok(1_000));
        application.put(1, 1_020, 0).expect("put");
        home.disk.fail_syncs_below(&format!("{old}/"));
        let before = position(&home);
        home.manager().checkpoint_everything().expect("taken");
        assert_eq!(home.notices("FMQ0174I").len(), 1);
        assert!(home.notices("AMQ7472E").is_empty());
        assert_ne!(directory(&home), old, "the old files are removed");
        work.verb(Request::Commit).expect("committed");
        assert_eq!(application.get(1, 0), Ok(1_001));
        home.manager().checkpoint_everything().expect("taken");
        assert!(position(&home) > before);
        drop((application, work));
        end(&mut home, how);
        home.start();
        assert_eq!(all(&home, 1), (1_002..1_021).collect::<Vec<_>>(), "{how:?}");
        home.works();
    }
}

#[test]
fn damaged_queue_is_moved_when_the_disk_is_well_again_and_gives_the_circular_log_back() {
    let home = Home::new();
    let mut application = home.connect();
    let other = home.connect();
    let left = failed(&home, &mut application);
    let others = fill(&home, &mut application, other);
    home.disk.heal();
    home.clock.advance_ns(64_000_000_000);
    home.manager().keep_house();
    assert_eq!(home.notices("FMQ0174I").len(), 1);
    assert_eq!(home.manager().log().pressure(), Pressure::Calm);
    // Handles are as good as they were.
    assert_eq!(application.get(1, 0), Ok(left[0]));
    drop(application);
    assert_eq!(all(&home, 1), left[1..]);
    assert_eq!(all(&home, 0).len(), others);
    home.works();
}

#[test]
fn files_that_cannot_be_written_to_are_given_up_after_some_checkpoints() {
    let home = Home::new();
    let mut application = home.connect();
    application.put(1, 1_000, 0).expect("put");
    home.manager().checkpoint_everything().expect("taken");
    application.put(1, 2_000, 0).expect("put");
    home.disk
        .fail_writes_below(&format!("{}/", directory(&home)));
    for _ in 0..2 {
        home.manager()
            .checkpoint_everything()
            .expect_err("it fails");
        assert!(home.notices("FMQ0174I").is_empty());
    }
    home.manager().checkpoint_everything().expect("taken");
    assert_eq!(home.notices("FMQ0174I").len(), 1);
    for len in [1_000, 2_000] {
        assert_eq!(application.get(1, 0), Ok(len));
    }
}

#[test]
fn orderly_end_keeps_the_non_persistent_messages_of_all_queues_but_the_one_that_failed() {
    let mut home = Home::new();
    for name in ["Q1", "Q2"] {
        let mut queue = Definition::new(ObjectKind::QLocal, ObjectName::truncated(name));
        queue
            .set(Attr::Defpsist, MQPER_NOT_PERSISTENT)
            .expect("set");
        queue.set(Attr::Npmclass, MQNPM_CLASS_HIGH).expect("set");
        home.manager().define(queue, true).expect("defined");
    }
    let mut application = home.connect();
    for queue in 0..2 {
        application.put(queue, 700, 0).expect("put");
    }
    drop(application);
    home.disk.fail_syncs_below("data/queues/Q2");
    end(&mut home, End::Ended);
    home.start();
    assert_eq!(all(&home, 0), [700]);
    assert_eq!(all(&home, 1), []);
}
