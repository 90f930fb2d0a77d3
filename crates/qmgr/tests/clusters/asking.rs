//! Names nobody has here: verbs wait until the cluster was asked.
//!
//! Source: MQOPEN, reasons 2085 and 2189.

use crate::clusters::home::{Home, by, name, object};
use bytes::Bytes;
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::distribution::ObjectRecord;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{ObjectDescriptor, PutOptions};
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_qmgr::{AskedName, WaitingFor};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Poll, Waker};

const SECOND_NS: u64 = 1_000_000_000;

/// With somebody who asks, and how often that one was woken.
fn asking() -> (Home, Arc<AtomicUsize>) {
    let home = Home::new();
    let woken = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&woken);
    home.manager.set_asker(Some(Box::new(move || {
        counter.fetch_add(1, Ordering::Relaxed);
    })));
    (home, woken)
}

fn queue(queue: &str) -> AskedName {
    AskedName::Queue(name(queue))
}

fn open(at: (&str, &str), options: i32) -> Request {
    Request::Open {
        descriptor: object(at),
        options,
    }
}

fn put1(object: ObjectDescriptor) -> Request {
    Request::Put1 {
        object: Box::new(object),
        descriptor: MsgDescriptor::default(),
        options: PutOptions::default(),
        body: Bytes::from_static(b"a message"),
    }
}

/// Begins a verb that waits for a name.
fn begin(home: &mut Home, request: Request) {
    let begun = home.app.start(request, Waker::noop());
    assert!(begun.is_pending(), "{begun:?}");
    assert_eq!(home.app.waiting_for(), Some(WaitingFor::Room));
    assert!(!home.app.has_begun());
}

fn end(home: &mut Home) -> Result<Reply, Reason> {
    match home.app.poll(Waker::noop()) {
        Poll::Ready(Reply::Failed(reason)) => Err(reason),
        Poll::Ready(reply) => Ok(reply),
        Poll::Pending => panic!("it is answered"),
    }
}

#[test]
fn an_open_goes_on_when_the_queue_is_known() {
    let (mut home, woken) = asking();
    begin(&mut home, open(("Q", ""), MQOO_OUTPUT));
    assert_eq!(woken.load(Ordering::Relaxed), 1);
    assert_eq!(home.manager.take_asked(), [queue("Q")]);
    assert!(home.app.poll(Waker::noop()).is_pending());
    home.share("Q", &["QM3"]);
    home.manager.answer_asked(&queue("Q"), true);
    let Ok(Reply::Opened { handle, .. }) = end(&mut home) else {
        panic!("it is open");
    };
    assert_eq!(home.put(handle), Ok(by("Q", "QM3", "TO.QM3")));
    // The next one knows.
    assert!(home.open(("Q", ""), MQOO_OUTPUT).is_ok());
    assert_eq!(home.manager.take_asked(), []);
}

#[test]
fn a_name_nobody_knows_and_one_nobody_answers_for_are_told_apart() {
    for (answered, expected) in [
        (true, Reason::UNKNOWN_OBJECT_NAME),
        (false, Reason::CLUSTER_RESOLUTION_ERROR),
    ] {
        let (mut home, _) = asking();
        for request in [
            open(("Q", ""), MQOO_OUTPUT),
            open(("Q", ""), MQOO_INQUIRE),
            put1(object(("Q", ""))),
        ] {
            begin(&mut home, request);
            home.manager.answer_asked(&queue("Q"), answered);
            assert_eq!(end(&mut home).map(drop), Err(expected));
        }
    }
}

#[test]
fn nobody_waits_for_longer_than_ten_seconds_or_for_a_service_that_went() {
    let (mut home, _) = asking();
    begin(&mut home, open(("Q", ""), MQOO_OUTPUT));
    home.place.clock().advance_ns(9 * SECOND_NS);
    home.manager.end_overdue_names();
    assert!(home.app.poll(Waker::noop()).is_pending());
    home.place.clock().advance_ns(SECOND_NS);
    home.manager.end_overdue_names();
    assert_eq!(
        end(&mut home).map(drop),
        Err(Reason::CLUSTER_RESOLUTION_ERROR)
    );
    begin(&mut home, open(("Q", ""), MQOO_OUTPUT));
    home.manager.set_asker(None);
    assert_eq!(
        end(&mut home).map(drop),
        Err(Reason::CLUSTER_RESOLUTION_ERROR)
    );
    let refused = home.open(("Q", ""), MQOO_OUTPUT).map(drop);
    assert_eq!(refused, Err(Reason::UNKNOWN_OBJECT_NAME), "at once");
}

#[test]
fn what_is_asked_for_is_the_name_on_the_way_that_nobody_has() {
    let (mut home, _) = asking();
    let text = |value: &str| Value::Text(value.to_owned());
    home.define(ObjectKind::QAlias, "OF.Q", &[(Attr::Target, text("Q"))]);
    home.define(
        ObjectKind::QRemote,
        "REMOTE",
        &[(Attr::Rname, text("Q")), (Attr::Rqmname, text("QM9"))],
    );
    home.define(ObjectKind::QRemote, "GATE", &[]);
    home.define(
        ObjectKind::QRemote,
        "RENAMED",
        &[(Attr::Rqmname, text("QM8"))],
    );
    let q_mgr = |q_mgr: &str| AskedName::QueueManager(name(q_mgr));
    for (at, expected, reason) in [
        (("Q", ""), queue("Q"), Reason::UNKNOWN_OBJECT_NAME),
        (("OF.Q", ""), queue("Q"), Reason::UNKNOWN_ALIAS_BASE_Q),
        (("REMOTE", ""), q_mgr("QM9"), Reason::UNKNOWN_REMOTE_Q_MGR),
        (("ANY", "QM7"), q_mgr("QM7"), Reason::UNKNOWN_REMOTE_Q_MGR),
        (
            ("ANY", "RENAMED"),
            q_mgr("QM8"),
            Reason::UNKNOWN_REMOTE_Q_MGR,
        ),
        (("ANY", "GATE"), queue("ANY"), Reason::UNKNOWN_OBJECT_NAME),
    ] {
        begin(&mut home, open(at, MQOO_OUTPUT));
        assert_eq!(home.manager.take_asked(), [expected], "{at:?}");
        home.manager.answer_asked(&expected, true);
        assert_eq!(end(&mut home).map(drop), Err(reason), "{at:?}");
    }
}

#[test]
fn what_a_cluster_cannot_help_with_is_not_asked_for() {
    let (mut home, woken) = asking();
    home.share("KNOWN", &["QM2"]);
    for (at, options) in [
        (("Q", ""), MQOO_INPUT_SHARED),
        (("Q", ""), MQOO_BROWSE),
        (("Q", ""), MQOO_OUTPUT | MQOO_SET),
        (("Q", "QM1"), MQOO_OUTPUT),
        (("", ""), MQOO_OUTPUT),
        (("KNOWN", ""), MQOO_OUTPUT),
        (("ANY", "QM2"), MQOO_OUTPUT),
        (("SYSTEM.DEFAULT.LOCAL.QUEUE", ""), MQOO_OUTPUT),
    ] {
        let answer = home.app.start(open(at, options), Waker::noop());
        assert!(answer.is_ready(), "{at:?}");
    }
    home.alter_q_mgr(Attr::Defxmitq, "HUB");
    assert!(
        home.open(("ANY", "QM9"), MQOO_OUTPUT).is_err(),
        "HUB is not there"
    );
    assert_eq!(woken.load(Ordering::Relaxed), 0);
}

#[test]
fn the_names_of_a_list_are_asked_for_one_after_the_other() {
    let (mut home, _) = asking();
    let record = |queue: &str| ObjectRecord {
        object_name: name(queue),
        object_q_mgr_name: ObjectName::BLANK,
    };
    let list = ObjectDescriptor {
        records: vec![record("A"), record("B"), record("C")],
        ..object(("", ""))
    };
    begin(&mut home, put1(list));
    assert_eq!(home.manager.take_asked(), [queue("A")]);
    home.manager.answer_asked(&queue("A"), false);
    assert!(home.app.poll(Waker::noop()).is_pending());
    assert_eq!(home.manager.take_asked(), [queue("B")]);
    home.share("B", &["QM2"]);
    home.manager.answer_asked(&queue("B"), true);
    assert!(home.app.poll(Waker::noop()).is_pending());
    assert_eq!(home.manager.take_asked(), [queue("C")]);
    home.manager.answer_asked(&queue("C"), true);
    let Ok(Reply::ListPut(put)) = end(&mut home) else {
        panic!("it is put");
    };
    let reasons: Vec<_> = put.outcome.responses.iter().map(|it| it.reason).collect();
    let unknown = Reason::UNKNOWN_OBJECT_NAME;
    assert_eq!(reasons, [unknown, Reason::NONE, unknown]);
    assert_eq!(home.find(), by("B", "QM2", "TO.QM2"));
}

#[test]
fn a_name_is_used_while_a_program_has_it_open_and_once_by_a_put() {
    let mut home = Home::new();
    home.share("AT.QM2", &["QM2"]);
    assert_eq!(home.manager.take_used_names(), []);
    let bound = home.open(("AT.QM2", ""), MQOO_OUTPUT | MQOO_BIND_ON_OPEN);
    let handle = bound.expect("open").handle;
    for _ in 0..3 {
        assert_eq!(home.manager.take_used_names(), [queue("AT.QM2")]);
    }
    home.close(handle);
    assert_eq!(home.manager.take_used_names(), []);
    home.arrives(("ANY", "QM3")).expect("put");
    let q_mgr = AskedName::QueueManager(name("QM3"));
    assert_eq!(home.manager.take_used_names(), [q_mgr]);
    assert_eq!(home.manager.take_used_names(), []);
}
