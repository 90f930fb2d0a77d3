//! A broken invariant: the queue manager stops, nobody waits for ever, and what was committed is there at the next start.
//!
//! Panics are brought about by wakers, which are the application's: the queue manager calls them from the verbs of others,
//! and from completions of the log.

use crate::full_log::home::{Application, Home};
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::Reason;
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::GetOptions;
use ferromq_qmgr::RunState;
use std::sync::Arc;
use std::task::{Poll, Wake, Waker};

struct Breaks;

impl Wake for Breaks {
    fn wake(self: Arc<Self>) {
        panic!("an invariant is broken");
    }
}

/// An application that waits on one of its queues, and whose waker panics.
fn waits(home: &Home, queue: usize) -> Application {
    let mut application = home.connect();
    let get = Request::Get {
        handle: application.queues[queue],
        descriptor: MsgDescriptor::default(),
        options: GetOptions {
            options: MQGMO_WAIT,
            wait_interval_ms: MQWI_UNLIMITED,
            ..GetOptions::default()
        },
        buffer_len: 1_000,
    };
    let waker = Waker::from(Arc::new(Breaks));
    assert!(application.connection.start(get, &waker).is_pending());
    application
}

fn refused(application: &mut Application) -> Reason {
    application.put(1, 10, 0).expect_err("it is refused")
}

fn polled(application: &mut Application) -> Reason {
    match application.connection.poll(Waker::noop()) {
        Poll::Ready(Reply::Failed(reason)) => reason,
        other => panic!("{other:?}"),
    }
}

/// It has stopped and said so, and starts again with these messages on Q1 and Q2.
fn starts_again(mut home: Home, depths: [usize; 2]) {
    let manager = home.manager().clone();
    assert_eq!(manager.state(), RunState::Stopping);
    let told = home.notices("FMQ0031T");
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("an invariant is broken"), "{told:?}");
    assert!(manager.finish_end().is_err(), "no end is clean now");
    let poisoned = manager.log().poisoned().expect("it stopped");
    assert!(poisoned.is_broken_rule());
    drop(manager);
    home.kill();
    home.start();
    assert_eq!(["Q1", "Q2"].map(|name| home.depth(name)), depths);
    home.works();
}

#[test]
fn verb_that_breaks_an_invariant_is_told_and_everybody_else_finds_the_queue_manager_gone() {
    let home = Home::new();
    let (mut putter, mut other) = (home.connect(), home.connect());
    other.put(1, 10, 0).expect("put");
    other.put(1, 10, MQPMO_SYNCPOINT).expect("put");
    let mut waiting = waits(&home, 0);
    let head = home.manager().log().head();
    let non_persistent = Request::Put1 {
        object: Box::new(ferromq_mqi::options::ObjectDescriptor::queue("Q1")),
        descriptor: MsgDescriptor {
            persistence: MQPER_NOT_PERSISTENT,
            ..MsgDescriptor::default()
        },
        options: ferromq_mqi::options::PutOptions::default(),
        body: bytes::Bytes::from_static(b"body"),
    };
    let answered = putter.verb(non_persistent).map(drop);
    assert_eq!(answered, Err(Reason::UNEXPECTED_ERROR));
    assert_eq!(refused(&mut putter), Reason::CONNECTION_BROKEN);
    assert_eq!(refused(&mut other), Reason::CONNECTION_BROKEN);
    let commit = other.verb(Request::Commit).map(drop);
    assert_eq!(commit, Err(Reason::CONNECTION_BROKEN));
    assert_eq!(polled(&mut waiting), Reason::CONNECTION_BROKEN);
    drop((putter, other, waiting));
    assert_eq!(home.manager().log().head(), head, "nothing was logged");
    starts_again(home, [0, 1]);
}

#[test]
fn completion_that_breaks_an_invariant_leaves_nobody_waiting_for_the_log() {
    let home = Home::new();
    let (mut putter, mut behind) = (home.connect(), home.connect());
    let waiting = waits(&home, 0);
    // Both are carried by one force, and the first wakes the getter.
    for (application, queue) in [(&mut putter, 0), (&mut behind, 1)] {
        let put = application.put_request(queue, 10, 0);
        let answer = application.connection.start(put, Waker::noop());
        assert!(answer.is_pending());
    }
    let _ = home.connect().connection.lead_force();
    assert_eq!(polled(&mut putter), Reason::CONNECTION_BROKEN);
    assert_eq!(polled(&mut behind), Reason::CONNECTION_BROKEN);
    assert_eq!(refused(&mut behind), Reason::CONNECTION_BROKEN);
    drop((putter, behind, waiting));
    // They were forced before anything broke: whether they happened nobody was told.
    starts_again(home, [1, 1]);
}

#[test]
fn job_that_breaks_an_invariant_stops_the_queue_manager() {
    let home = Home::new();
    let manager = home.manager().clone();
    let failed = manager.guard(|| panic!("an invariant is broken"));
    assert_eq!(failed, Err::<(), _>(Reason::UNEXPECTED_ERROR));
    let not_run = manager.guard(|| manager.names(ObjectKind::QLocal));
    assert_eq!(not_run, Err(Reason::CONNECTION_BROKEN));
    drop(manager);
    starts_again(home, [0, 0]);
}

/// Q1 triggers, and who waits for trigger messages on Q2 panics when there is one.
#[test]
fn deferred_action_that_breaks_an_invariant_leaves_nobody_waiting_for_it() {
    let home = Home::new();
    let manager = home.manager();
    let process = Definition::new(ObjectKind::Process, ObjectName::truncated("P"));
    manager.define(process, false).expect("defined");
    let text = |text: &str| Value::Text(text.to_owned());
    let triggers = [
        (Attr::Trigger, Value::Int(MQTC_ON)),
        (Attr::Trigtype, Value::Int(MQTT_EVERY)),
        (Attr::Initq, text("Q2")),
        (Attr::Process, text("P")),
    ];
    let queue = ObjectName::truncated("Q1");
    manager
        .alter(ObjectKind::QLocal, &queue, &triggers, false)
        .expect("altered");
    let plain = [(Attr::Defpsist, Value::Int(MQPER_NOT_PERSISTENT))];
    let initiation = ObjectName::truncated("Q2");
    manager
        .alter(ObjectKind::QLocal, &initiation, &plain, false)
        .expect("altered");
    let waiting = waits(&home, 1);
    manager.begin_deferred(Box::new(|| ()));
    let mut putter = home.connect();
    let put = putter.put_request(0, 10, 0);
    assert!(putter.connection.start(put, Waker::noop()).is_pending());
    let _ = manager.log().lead();
    assert!(
        putter.connection.poll(Waker::noop()).is_pending(),
        "the runner has not come"
    );
    let ran = manager.guard(|| while manager.run_deferred() || manager.log().lead() {});
    assert_eq!(ran, Err(Reason::UNEXPECTED_ERROR));
    assert_eq!(polled(&mut putter), Reason::CONNECTION_BROKEN);
    drop((putter, waiting));
    starts_again(home, [1, 0]);
}
