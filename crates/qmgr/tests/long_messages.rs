//! Long persistent messages: what they are made of in the log delays nobody, survives crashes, and is read back whole and in part.

use crate::full_log::home::{Application, Home, xid};
use bytes::Bytes;
use ferromq_base::random::SplitMix64;
use ferromq_log::{LogSettings, LogType, Lsn};
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::distribution::ObjectRecord;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{GetOptions, ObjectDescriptor, PutOptions};
use ferromq_mqi::xa::XaCall;
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_qmgr::WaitingFor;
use std::task::{Poll, Waker};

/// As long as a message may be by default.
const LONG: usize = 4 << 20;

const ROOMY: LogSettings = LogSettings {
    file_pages: 1024,
    primary_files: 5,
    secondary_files: 2,
    buffer_pages: 0,
    log_type: LogType::Circular,
};

/// Checkpoints give back all but the youngest 2 MiB of this.
const TIGHT: LogSettings = LogSettings {
    primary_files: 2,
    secondary_files: 3,
    ..ROOMY
};

fn body(seed: u64, len: usize) -> Bytes {
    let mut bytes = vec![0; len];
    SplitMix64::new(seed).fill(&mut bytes);
    Bytes::from(bytes)
}

fn put_of(application: &Application, body: &Bytes, options: i32) -> Request {
    Request::Put {
        handle: application.queues[0],
        descriptor: MsgDescriptor {
            persistence: MQPER_PERSISTENT,
            ..MsgDescriptor::default()
        },
        options: PutOptions {
            options,
            ..PutOptions::default()
        },
        body: body.clone(),
    }
}

/// Begins a put of a long message; it is pending.
fn begin(application: &mut Application, body: &Bytes, options: i32) {
    let put = put_of(application, body, options);
    let begun = application.connection.start(put, Waker::noop());
    assert!(begun.is_pending(), "{begun:?}");
    assert!(matches!(
        application.connection.waiting_for(),
        Some(WaitingFor::Log(_))
    ));
}

fn is_answered(application: &mut Application) -> bool {
    match application.connection.poll(Waker::noop()) {
        Poll::Pending => false,
        Poll::Ready(Reply::Put(_)) => true,
        Poll::Ready(other) => panic!("{other:?}"),
    }
}

fn finish(home: &Home, application: &mut Application) {
    for _ in 0..100 {
        if is_answered(application) {
            return;
        }
        home.manager().log().lead();
    }
    panic!("the put is not answered");
}

/// What is next on Q1.
fn got(application: &mut Application, buffer_len: u32, options: i32) -> Result<Bytes, Reason> {
    let got = application.verb(Request::Get {
        handle: application.queues[0],
        descriptor: MsgDescriptor::default(),
        options: GetOptions {
            options: options | MQGMO_ACCEPT_TRUNCATED_MSG,
            ..GetOptions::default()
        },
        buffer_len,
    })?;
    match got {
        Reply::Got(reply) => Ok(reply.body),
        other => panic!("{other:?}"),
    }
}

fn written(home: &Home, since: Lsn) -> u64 {
    home.manager().log().head().get() - since.get()
}

#[test]
fn a_long_put_under_way_lets_others_put_and_commit_before_it_is_half_done() {
    for options in [0, MQPMO_SYNCPOINT] {
        let home = Home::with(ROOMY);
        let (mut long, mut other) = (home.connect(), home.connect());
        let text = body(1, LONG);
        let begin_lsn = home.manager().log().head();
        begin(&mut long, &text, options);
        let (mut calls, mut most) = (0, 0);
        while !is_answered(&mut long) {
            let before = written(&home, begin_lsn);
            // The call itself forces the log, as often as it takes.
            other.put(1, 100, 0).expect("put");
            other.put(1, 100, MQPMO_SYNCPOINT).expect("put");
            assert!(other.verb(Request::Commit).is_ok());
            most = most.max(written(&home, begin_lsn) - before);
            calls += 1;
        }
        assert!(calls > 1, "others came in between {calls} times");
        assert!(
            most < LONG as u64 / 2,
            "a put and a commit waited for {most} bytes of the long put"
        );
        if options == MQPMO_SYNCPOINT {
            assert_eq!(got(&mut other, 10, 0), Err(Reason::NO_MSG_AVAILABLE));
            assert!(long.verb(Request::Commit).is_ok());
        }
        assert!(got(&mut other, u32::MAX, 0).expect("got") == text);
        assert_eq!(home.depth("Q2"), 2 * calls);
    }
}

fn put_to_list(queues: &[&str], body: &Bytes, options: i32) -> Request {
    let record = |name: &&str| ObjectRecord {
        object_name: ObjectName::truncated(name),
        object_q_mgr_name: ObjectName::BLANK,
    };
    Request::Put1 {
        object: Box::new(ObjectDescriptor {
            version: MQOD_VERSION_2,
            records: queues.iter().map(record).collect(),
            ..ObjectDescriptor::default()
        }),
        descriptor: MsgDescriptor {
            persistence: MQPER_PERSISTENT,
            ..MsgDescriptor::default()
        },
        options: PutOptions {
            options,
            ..PutOptions::default()
        },
        body: body.clone(),
    }
}

/// Goal: whoever puts a long message to a list waits for nothing on its thread, and each destination gets it once. Method: the queues of the list,
/// one through an alias, in and outside units of work, with answers and without; nobody forces the log but the test.
#[test]
fn a_long_message_for_a_list_is_staged_for_one_destination_after_the_other() {
    const PUTS: [i32; 3] = [0, MQPMO_SYNCPOINT, MQPMO_SYNCPOINT | MQPMO_ASYNC_RESPONSE];
    for (number, options) in (4..).zip(PUTS) {
        let home = Home::with(ROOMY);
        let mut program = home.connect();
        let mut alias = Definition::new(ObjectKind::QAlias, ObjectName::truncated("ALIAS"));
        alias
            .set(Attr::Target, Value::Text("Q2".into()))
            .expect("a queue");
        home.manager().define(alias, false).expect("defined");
        let text = body(number, LONG);
        let begin_lsn = home.manager().log().head();
        let put = put_to_list(&["Q1", "NONE", "ALIAS"], &text, options);
        let mut answer = program.connection.start(put, Waker::noop());
        let mut between = 0;
        let reply = loop {
            if let Poll::Ready(reply) = answer {
                break reply;
            }
            let so_far = written(&home, begin_lsn) as usize;
            between += usize::from((LONG..LONG * 2).contains(&so_far));
            home.manager().log().lead();
            answer = program.connection.poll(Waker::noop());
        };
        assert!(between > 0, "it waits after the first one, too");
        match reply {
            Reply::ListPut(put) => {
                let reasons: Vec<_> = put.outcome.responses.iter().map(|one| one.reason).collect();
                let unknown = Reason::UNKNOWN_OBJECT_NAME;
                assert_eq!(reasons, [Reason::NONE, unknown, Reason::NONE]);
            }
            // That one could not be opened, the status tells.
            Reply::Put(_) if options & MQPMO_ASYNC_RESPONSE != 0 => {}
            other => panic!("{other:?}"),
        }
        if options & MQPMO_ASYNC_RESPONSE != 0 {
            let status = program.verb(Request::Stat {
                kind: MQSTAT_TYPE_ASYNC_ERROR,
            });
            let Ok(Reply::Status(report)) = status else {
                panic!("{status:?}")
            };
            assert_eq!((report.put_success_count, report.put_failure_count), (2, 1));
        } else if options & MQPMO_SYNCPOINT != 0 {
            assert!(program.verb(Request::Commit).is_ok());
        }
        if options & MQPMO_ASYNC_RESPONSE == 0 {
            for queue in ["Q1", "Q2"] {
                assert_eq!(home.depth(queue), 1, "{queue}");
            }
            assert!(got(&mut program, u32::MAX, 0).expect("got") == text);
        }
    }
}

#[test]
fn a_crash_between_the_pieces_leaves_nothing_of_the_put() {
    for forces in 0..8 {
        let mut home = Home::with(ROOMY);
        let mut other = home.connect();
        let mut long = home.connect();
        let text = body(2, LONG);
        begin(&mut long, &text, 0);
        for number in 0..forces {
            home.manager().log().lead();
            other.put(1, 100 + number, 0).expect("put");
        }
        assert!(!is_answered(&mut long), "{forces} forces");
        home.kill();
        drop((long, other));
        home.start();
        let mut after = home.connect();
        assert_eq!(got(&mut after, 10, 0), Err(Reason::NO_MSG_AVAILABLE));
        assert_eq!(home.depth("Q2"), forces);
        assert!(after.verb(put_of(&after, &text, 0)).is_ok());
        home.kill();
        drop(after);
        home.start();
        assert!(got(&mut home.connect(), u32::MAX, 0).expect("got") == text);
    }
}

/// Checkpoints that would give the pieces back come while they are written, and behind them.
#[test]
fn no_checkpoint_gives_pieces_back_that_are_needed() {
    let mut home = Home::with(TIGHT);
    let (mut long, mut other) = (home.connect(), home.connect());
    let text = body(3, LONG);
    begin(&mut long, &text, MQPMO_SYNCPOINT);
    while !is_answered(&mut long) {
        other.put(1, 50_000, 0).expect("put");
        home.manager().checkpoint().expect("checkpoint");
    }
    home.manager().checkpoint().expect("checkpoint");
    assert!(long.verb(Request::Commit).is_ok());
    home.kill();
    drop((long, other));
    home.start();
    // Now it is on its queue, with its body in the log: the next one moves it into a file.
    let mut application = home.connect();
    let browse = MQGMO_BROWSE_FIRST;
    assert!(
        got(&mut application, u32::MAX, browse).is_err(),
        "not open for browse"
    );
    for round in 0..20 {
        application.put(1, 900_000, 0).expect("put");
        assert!(application.get(1, 0).is_ok());
        home.manager().checkpoint().expect("checkpoint");
        if round == 3 {
            home.kill();
            drop(application);
            home.start();
            application = home.connect();
        }
    }
    assert!(got(&mut application, u32::MAX, 0).expect("got") == text);
}

/// Each of these appends, and would wait for a buffer on the thread that begins it.
#[test]
fn what_may_append_waits_at_the_door_while_the_log_has_no_buffers() {
    let end_of_work = [
        Request::BackOut,
        Request::Disconnect,
        Request::Xa(XaCall::RollBack {
            xid: xid(1),
            flags: TMNOFLAGS,
        }),
    ];
    let appends_nothing = Request::Xa(XaCall::Open {
        name: Vec::new(),
        flags: TMNOFLAGS,
    });
    for request in end_of_work {
        let home = Home::with(ROOMY);
        let (mut waits, mut other) = (home.connect(), home.connect());
        while !home.manager().log().is_crowded() {
            let put = other.put(1, 100_000, MQPMO_SYNCPOINT);
            put.expect("it needs no force");
        }
        let opened = home
            .connect()
            .connection
            .start(appends_nothing.clone(), Waker::noop());
        assert!(opened.is_ready(), "{opened:?}");
        let begun = waits.connection.start(request.clone(), Waker::noop());
        assert!(begun.is_pending(), "{request:?}: {begun:?}");
        assert!(!waits.connection.has_begun());
        while home.manager().log().lead() {}
        assert!(
            waits.connection.poll(Waker::noop()).is_ready(),
            "{request:?}"
        );
    }
}

/// A connection that goes while its body is staged keeps nothing: no room, and no part of the log.
#[test]
fn a_long_put_that_is_given_up_keeps_nothing() {
    let home = Home::with(TIGHT);
    let mut long = home.connect();
    let begun = home.manager().log().head();
    begin(&mut long, &body(4, LONG), 0);
    home.manager().log().lead();
    assert!(home.manager().log().usage().aside_bytes > 1 << 20);
    drop(long);
    assert_eq!(home.manager().log().usage().aside_bytes, 0);
    let mut other = home.connect();
    for _ in 0..3 {
        other.put(1, 900_000, 0).expect("put");
    }
    home.manager().checkpoint().expect("checkpoint");
    assert!(home.manager().log().recovery_lsn() > begun, "it is pinned");
}

/// A part of a long message that was put together with its duplicate is read back, also when it is in the log only.
#[test]
fn a_long_message_and_its_duplicate_are_read_back() {
    let mut home = Home::with(ROOMY);
    let name = ObjectName::truncated("Q1");
    let streams = [(Attr::Streamq, Value::Text("Q2".into()))];
    let altered = home
        .manager()
        .alter(ObjectKind::QLocal, &name, &streams, false);
    altered.expect("altered");
    let mut application = home.connect();
    let text = body(5, 3_000_000);
    begin(&mut application, &text, 0);
    finish(&home, &mut application);
    home.kill();
    drop(application);
    home.start();
    let mut application = home.connect();
    assert!(got(&mut application, 700_000, 0).expect("got") == text[..700_000]);
    application.queues.swap(0, 1);
    assert!(got(&mut application, u32::MAX, 0).expect("got") == text);
}

/// What goes before the body is part of the record that joins its pieces: nobody waits for the disk.
#[test]
fn a_long_message_for_another_queue_manager_is_staged_behind_its_transmission_header() {
    let mut home = Home::with(ROOMY);
    let mut transmission = Definition::new(ObjectKind::QLocal, ObjectName::truncated("QM2"));
    transmission
        .set_internal(Attr::Usage, MQUS_TRANSMISSION)
        .expect("set");
    home.manager().define(transmission, false).expect("defined");
    let mut application = home.connect();
    let there = ObjectDescriptor {
        object_q_mgr_name: ObjectName::truncated("QM2"),
        ..ObjectDescriptor::queue("Q1")
    };
    let opened = application.verb(Request::Open {
        descriptor: there,
        options: MQOO_OUTPUT,
    });
    let Ok(Reply::Opened { handle, .. }) = opened else {
        panic!("{opened:?}");
    };
    application.queues[0] = handle;
    let text = body(6, 3_000_000);
    begin(&mut application, &text, 0);
    assert!(
        home.manager().log().usage().aside_bytes > 1 << 20,
        "it is staged"
    );
    finish(&home, &mut application);
    home.kill();
    drop(application);
    home.start();
    let mut application = home.connect();
    application.queues[0] = application.open("QM2");
    let carried = got(&mut application, u32::MAX, 0).expect("got");
    assert!(carried.len() > text.len() && carried.ends_with(&text));
}

/// A log that has no room for the message refuses it as it always did, and what waits for room is put when there is some.
#[test]
fn a_long_put_waits_for_room_as_others_do() {
    let home = Home::with(ROOMY);
    let mut application = home.connect();
    for seed in 0..12 {
        let text = body(seed, LONG);
        assert!(application.verb(put_of(&application, &text, 0)).is_ok());
        assert!(got(&mut application, u32::MAX, 0).expect("got") == text);
    }
}
