//! Changes of objects are made one at a time, and nobody waits for a disk behind one.

use crate::full_log::home::{Home, LOG};
use ferromq_log::{LogSettings, LogType};
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{ObjectDescriptor, ObjectHandle, SubscriptionDescriptor};
use ferromq_qmgr::{Defined, MediaError, ObjectError};
use std::sync::mpsc;
use std::task::{Poll, Waker};
use std::thread;
use std::time::Duration;

/// What is done on a thread of its own, which must not have to wait for what this one holds.
fn unhindered<T: Send + 'static>(act: impl FnOnce() -> T + Send + 'static) -> T {
    let (tell, told) = mpsc::channel();
    thread::spawn(move || tell.send(act()));
    told.recv_timeout(Duration::from_secs(30))
        .expect("nothing holds it up, and it does not panic")
}

fn local(name: &str) -> Definition {
    Definition::new(ObjectKind::QLocal, ObjectName::truncated(name))
}

fn subscribe(name: &str, options: i32) -> Request {
    let descriptor = SubscriptionDescriptor {
        options: MQSO_CREATE | MQSO_MANAGED | options,
        object_string: "some/topic".into(),
        sub_name: name.into(),
        ..SubscriptionDescriptor::default()
    };
    Request::Subscribe {
        descriptor: Box::new(descriptor),
        queue: ObjectHandle::NONE,
    }
}

fn open(name: &str) -> Request {
    Request::Open {
        descriptor: ObjectDescriptor::queue(name),
        options: MQOO_INPUT_SHARED,
    }
}

#[test]
fn a_definition_that_waits_for_the_log_holds_up_no_open_no_subscription_and_no_other_definition() {
    let home = Home::new();
    let mut application = home.connect();
    home.disk.hold_forces_in("log");
    let manager = home.manager().clone();
    let first = thread::spawn(move || manager.define(local("FIRST"), false));
    let disk = home.disk.clone();
    unhindered(move || disk.wait_until_held());
    let mut start = move |request| application.connection.start(request, Waker::noop());
    let (opened, made, subscribed, lasting) = unhindered(move || {
        (
            start(open("FIRST")),
            start(open("SYSTEM.DEFAULT.MODEL.QUEUE")),
            start(subscribe("", MQSO_NON_DURABLE)),
            // It waits for the log, and has done all before that.
            start(subscribe("lasting", MQSO_DURABLE)),
        )
    });
    assert!(
        matches!(opened, Poll::Ready(Reply::Opened { .. })),
        "{opened:?}"
    );
    assert!(
        matches!(made, Poll::Ready(Reply::Opened { .. })),
        "{made:?}"
    );
    let ready = matches!(subscribed, Poll::Ready(Reply::Subscribed { .. }));
    assert!(ready, "{subscribed:?}");
    assert!(lasting.is_pending(), "{lasting:?}");
    assert!(home.manager().subscription_named("lasting").is_some());
    let manager = home.manager().clone();
    let second = thread::spawn(move || manager.define(local("SECOND"), false));
    let manager = home.manager().clone();
    unhindered(move || {
        let is_there = || manager.definition(ObjectKind::QLocal, &ObjectName::truncated("SECOND"));
        while is_there().is_none() {
            thread::yield_now();
        }
    });
    home.disk.release();
    for waiting in [first, second] {
        let defined = waiting.join().expect("no panic").expect("defined");
        assert_eq!(defined, Defined::Created);
    }
}

#[test]
fn a_queue_that_is_rebuilt_holds_up_no_change_and_has_the_attributes_it_was_given_meanwhile() {
    let home = Home::with(LogSettings {
        log_type: LogType::Linear,
        ..LOG
    });
    let mut application = home.connect();
    application.put(0, 300, 0).expect("put");
    drop(application);
    let name = ObjectName::truncated("Q1");
    home.disk.hold_forces_in("data/queues");
    let manager = home.manager().clone();
    let rebuilding = thread::spawn(move || manager.recover_queue(&name));
    let disk = home.disk.clone();
    unhindered(move || disk.wait_until_held());
    let manager = home.manager().clone();
    unhindered(move || {
        let changes = [(Attr::Descr, Value::Text("altered".into()))];
        let altered = manager.alter(ObjectKind::QLocal, &name, &changes, false);
        altered.expect("altered");
        manager.define(local("OTHER"), false).expect("defined");
        let in_use = |result| assert!(matches!(result, Err(ObjectError::InUse)), "{result:?}");
        in_use(manager.delete(ObjectKind::QLocal, &name, true));
        in_use(manager.clear(&name));
        let again = manager.recover_queue(&name);
        assert!(matches!(again, Err(MediaError::InUse)), "{again:?}");
    });
    home.disk.release();
    let rebuilt = rebuilding.join().expect("no panic");
    assert_eq!(rebuilt.expect("rebuilt").messages, 1);
    let definition = home.manager().definition(ObjectKind::QLocal, &name);
    let definition = definition.expect("it is there");
    assert_eq!(definition.text(Attr::Descr), "altered");
    assert_eq!(home.connect().get(0, 0), Ok(300));
}
