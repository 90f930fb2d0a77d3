//! Puts that wait for room in the log.

use crate::full_log::full_with_a_branch_in_doubt;
use crate::full_log::home::{Application, Home, LOG, LONG};
use bytes::Bytes;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::distribution::ObjectRecord;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{ObjectDescriptor, PutOptions};
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_qmgr::{EndMode, QueueManager, StartSettings, WaitingFor};
use std::sync::Arc;
use std::task::{Poll, Waker};

fn failure(answer: Poll<Reply>) -> Option<Reason> {
    match answer {
        Poll::Ready(Reply::Failed(reason)) => Some(reason),
        _ => None,
    }
}

#[test]
fn lone_putter_of_long_messages_is_never_refused() {
    for (how, options) in [
        ("outside syncpoint", 0),
        ("without an answer", MQPMO_ASYNC_RESPONSE),
        ("under syncpoint", MQPMO_SYNCPOINT),
    ] {
        let home = Home::new();
        let mut application = home.connect();
        for number in 0..12 {
            let put = application.put(0, LONG, options);
            assert_eq!(put, Ok(()), "message {number} {how}");
            let committed = application.verb(Request::Commit).map(drop);
            assert_eq!(committed, Ok(()), "message {number} {how}");
        }
        for _ in 0..12 {
            assert_eq!(application.get(0, 0), Ok(LONG), "{how}");
        }
        assert!(application.get(0, 0).is_err());
        assert!(home.notices("AMQ7463E").is_empty(), "nothing was refused");
    }
}

#[test]
fn lone_putter_that_opens_and_closes_for_each_message_is_never_refused() {
    let home = Home::new();
    let mut application = home.connect();
    for number in 0..12 {
        let put = application.verb(Request::Put1 {
            object: Box::new(ObjectDescriptor::queue("Q1")),
            descriptor: MsgDescriptor::default(),
            options: PutOptions {
                options: [MQPMO_NONE, MQPMO_ASYNC_RESPONSE][number % 2],
                ..PutOptions::default()
            },
            body: Bytes::from(vec![7; LONG]),
        });
        assert!(put.is_ok(), "message {number}: {put:?}");
    }
    for _ in 0..12 {
        assert_eq!(application.get(0, 0), Ok(LONG));
    }
}

/// Also where nobody waits for the answer: what is refused then is told to nobody.
#[test]
fn lone_putter_to_a_list_is_never_refused() {
    for options in [MQPMO_NONE, MQPMO_ASYNC_RESPONSE, MQPMO_SYNCPOINT] {
        let home = Home::new();
        let mut application = home.connect();
        let record = |name| ObjectRecord {
            object_name: ObjectName::truncated(name),
            object_q_mgr_name: ObjectName::BLANK,
        };
        for number in 0..12 {
            let put = application.verb(Request::Put1 {
                object: Box::new(ObjectDescriptor {
                    version: MQOD_VERSION_2,
                    records: ["Q1", "Q2"].map(record).into(),
                    ..ObjectDescriptor::default()
                }),
                descriptor: MsgDescriptor::default(),
                options: PutOptions {
                    options,
                    ..PutOptions::default()
                },
                body: Bytes::from(vec![7; 150_000]),
            });
            if let Ok(Reply::ListPut(put)) = &put {
                assert_eq!(put.outcome.reason, Reason::NONE, "message {number}");
            }
            assert!(put.is_ok(), "message {number}: {put:?}");
            assert!(application.verb(Request::Commit).is_ok(), "{number}");
        }
        for queue in [0, 1] {
            for number in 0..12 {
                let got = application.get(queue, 0);
                assert_eq!(got, Ok(150_000), "message {number}, {options:#x}");
            }
        }
    }
}

/// Nobody keeps house but those who wait.
#[test]
fn lone_getter_is_never_refused() {
    for options in [MQGMO_NO_SYNCPOINT, MQGMO_SYNCPOINT] {
        let home = Home::new();
        let mut application = home.connect();
        for _ in 0..5_000 {
            application.put(0, 10, 0).expect("put");
        }
        for number in 0..5_000 {
            let got = application.get(0, options);
            assert_eq!(got, Ok(10), "message {number}");
            let committed = application.verb(Request::Commit).map(drop);
            assert_eq!(committed, Ok(()), "message {number}");
        }
    }
}

#[test]
fn puts_that_wait_are_served_in_turn() {
    let home = Home::new();
    let mut applications: Vec<_> = (0..8).map(|_| home.connect()).collect();
    let mut waiting = Vec::new();
    for (index, one) in applications.iter_mut().enumerate() {
        let put = one.put_request(0, LONG, 0);
        assert!(one.connection.start(put, Waker::noop()).is_pending());
        waiting.push(index);
    }
    let is_room = |one: &Application| one.connection.waiting_for() == Some(WaitingFor::Room);
    let waits = applications.iter().map(is_room).collect::<Vec<_>>();
    assert_eq!(waits.iter().filter(|waits| **waits).count(), 6, "{waits:?}");
    let mut served = Vec::new();
    // A piece of a message goes into the log at a time.
    for _ in 0..1_000 {
        home.manager().keep_house();
        waiting.retain(|index| {
            let connection = &mut applications[*index].connection;
            if let Some(WaitingFor::Log(end)) = connection.waiting_for() {
                connection.wait_for_log(end);
            }
            let before = connection.waiting_for();
            let answer = connection.poll(Waker::noop());
            if let Poll::Ready(reply) = &answer {
                assert!(matches!(reply, Reply::Put(_)), "{reply:?}");
            }
            // Its answer may wait for a checkpoint longer than that of one behind it.
            let room = Some(WaitingFor::Room);
            if before == room && connection.waiting_for() != room {
                served.push(*index);
            }
            answer.is_pending()
        });
    }
    assert!(waiting.is_empty());
    assert_eq!(served, [2, 3, 4, 5, 6, 7]);
}

#[test]
fn put_does_not_wait_for_what_units_of_work_hold() {
    let home = Home::new();
    let mut application = home.connect();
    // Its own.
    application.put(0, LONG, MQPMO_SYNCPOINT).expect("put");
    application.put(0, LONG, MQPMO_SYNCPOINT).expect("put");
    let put = application.put_request(0, LONG, MQPMO_SYNCPOINT);
    let answer = application.connection.start(put, Waker::noop());
    assert_eq!(failure(answer), Some(Reason::RESOURCE_PROBLEM));
    application.verb(Request::BackOut).expect("backed out");
    // A branch in doubt.
    let home = full_with_a_branch_in_doubt();
    let mut application = home.connect();
    for len in [2_000, LONG] {
        let put = application.put_request(0, len, 0);
        let answer = application.connection.start(put, Waker::noop());
        assert_eq!(failure(answer), Some(Reason::RESOURCE_PROBLEM));
    }
}

#[test]
fn message_longer_than_the_log_is_refused_and_the_notice_says_so() {
    let home = Home::new();
    let mut application = home.connect();
    let put = application.put(0, 2_000_000, 0);
    assert_eq!(put, Err(Reason::RESOURCE_PROBLEM));
    home.manager().keep_house();
    let told = home.notices("AMQ7463E");
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("when it is empty"), "{}", told[0]);
    application.put(0, LONG, 0).expect("others go on");
    home.works();
}

#[test]
fn wait_for_room_ends_with_the_queue_manager_or_the_connection() {
    let waiting = || {
        let home = Home::new();
        let mut applications: Vec<_> = (0..3).map(|_| home.connect()).collect();
        for one in &mut applications {
            let put = one.put_request(0, LONG, 0);
            assert!(one.connection.start(put, Waker::noop()).is_pending());
        }
        let last = applications.pop().expect("there are three");
        assert_eq!(last.connection.waiting_for(), Some(WaitingFor::Room));
        (home, last)
    };
    let (home, mut one) = waiting();
    home.manager().begin_end(EndMode::Immediate);
    let ended = one.connection.poll(Waker::noop());
    assert_eq!(failure(ended), Some(Reason::Q_MGR_STOPPING));
    let (home, mut one) = waiting();
    assert!(
        home.manager()
            .stop_connection(&one.connection.connection_id())
    );
    let broken = one.connection.poll(Waker::noop());
    assert_eq!(failure(broken), Some(Reason::CONNECTION_BROKEN));
    let (home, one) = waiting();
    drop(one);
    // Nobody is served who is gone, and nothing is left of it.
    home.manager().keep_house();
    assert!(!home.manager().housekeeping_wanted());
    home.works();
}

#[test]
fn nobody_waits_where_nobody_keeps_house() {
    let mut home = Home::new();
    home.end();
    let settings = StartSettings {
        log: LOG,
        queue_buffer_bytes: 1 << 20,
        persistent_queue_buffer_bytes: 1 << 20,
        open_queue_files_max: 16,
        read_ahead: false,
        notices: Arc::new(|_| {}),
    };
    let clock = Arc::clone(&home.clock);
    let manager = QueueManager::start(home.place(), &settings, clock).expect("started");
    home.manager = Some(manager);
    let mut application = home.connect();
    let mut puts = (0..4).map(|_| application.put(0, LONG, 0));
    assert!(puts.any(|put| put == Err(Reason::RESOURCE_PROBLEM)));
}

#[test]
fn put_is_refused_at_once_while_the_disk_has_no_room_for_checkpoints() {
    let home = Home::new();
    let mut application = home.connect();
    home.disk.set_quota(Some(0));
    while application.put(0, 20_000, 0).is_ok() {}
    // No checkpoint could be taken for those that waited, which is known now.
    let mut other = home.connect();
    let put = other.put_request(0, 20_000, 0);
    let answer = other.connection.start(put, Waker::noop());
    assert_eq!(failure(answer), Some(Reason::RESOURCE_PROBLEM));
    // What makes room goes on, and so do puts once a checkpoint was taken.
    assert_eq!(application.get(0, 0), Ok(20_000));
    home.disk.set_quota(None);
    home.manager().keep_house();
    assert_eq!(application.put(0, 20_000, 0), Ok(()));
}
