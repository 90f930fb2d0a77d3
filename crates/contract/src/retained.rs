//! Retained publications.

use crate::app::{App, BOTH, Get, persistent};
use crate::publish::{MANAGED, subscription};
use crate::subject::contracts;
use crate::trial::Trial;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::ObjectHandle;
use ferromq_mqi::{MsgDescriptor, Reason};

contracts!("retained":
    a_retained_publication_is_given_to_subscribers_to_come,
    who_subscribes_before_a_commit_is_given_what_it_retains,
    publications_on_request_come_on_request,
    nobody_subscribes_without_what_is_retained,
    what_cannot_be_retained_is_not_published[Own],
);

/// Source: MQPMO_RETAIN, MQSO_NEW_PUBLICATIONS_ONLY, `MQIsRetained`.
fn a_retained_publication_is_given_to_subscribers_to_come(trial: &Trial<'_>) {
    let topic = trial.name("retained");
    let mut app = trial.connect();
    let plain = MsgDescriptor::default();
    for (below, body) in [("a", "old"), ("a", "new"), ("b", "other")] {
        let put = app.publish_with(&format!("{topic}/{below}"), &plain, MQPMO_RETAIN, body);
        put.expect("published");
    }
    app.publish(&format!("{topic}/a"), "passing");
    let (queue, _) = app.listen(&format!("{topic}/+"));
    let forced = Get::with(MQGMO_PROPERTIES_FORCE_MQRFH2);
    let got = app.take(queue, &forced).expect("a message");
    let whole = String::from_utf8_lossy(&got.body).into_owned();
    assert!(whole.contains("<Ret dt='boolean'>1</Ret>") && whole.ends_with("new"));
    assert_eq!(app.drain(queue), ["other"]);
    let only_new = subscription(&format!("{topic}/a"), MANAGED | MQSO_NEW_PUBLICATIONS_ONLY);
    let made = app.subscribe(&mut only_new.clone(), ObjectHandle::NONE);
    let (new, _) = made.expect("subscribed");
    assert!(app.drain(new).is_empty());
    // One that is backed out was never there.
    let put = app.publish_with(&topic, &plain, MQPMO_RETAIN | MQPMO_SYNCPOINT, "never");
    put.expect("published");
    app.back_out();
    let (queue, _) = app.listen(&topic);
    assert!(app.drain(queue).is_empty());
    let put = app.publish_with(&topic, &plain, MQPMO_RETAIN | MQPMO_SYNCPOINT, "once");
    put.expect("published");
    app.commit();
    assert_eq!(app.drain(queue), ["once"]);
    let (queue, _) = app.listen(&topic);
    assert_eq!(app.drain(queue), ["once"]);
}

/// Whom a publication is for is settled when it is put; what is retained, when it is committed. Who subscribes in
/// between gets it as what was retained, unless something later did.
fn who_subscribes_before_a_commit_is_given_what_it_retains(trial: &Trial<'_>) {
    let topic = trial.name("between");
    let (mut app, mut publisher) = (trial.connect(), trial.connect());
    for descriptor in [MsgDescriptor::default(), persistent()] {
        let mut put = |options, body: &str| {
            let put = publisher.publish_with(&topic, &descriptor, MQPMO_RETAIN | options, body);
            put.expect("published");
        };
        put(MQPMO_NO_SYNCPOINT, "before");
        let (early, _) = app.listen(&topic);
        put(MQPMO_SYNCPOINT, "first");
        let (between, _) = app.listen(&topic);
        let new = subscription(&topic, MANAGED | MQSO_NEW_PUBLICATIONS_ONLY);
        let made = app.subscribe(&mut new.clone(), ObjectHandle::NONE);
        let (new, _) = made.expect("subscribed");
        publisher.commit();
        assert_eq!(app.drain(early), ["before", "first"]);
        assert_eq!(app.drain(between), ["before", "first"]);
        assert!(app.drain(new).is_empty());
        let mut put = |body: &str| {
            let options = MQPMO_RETAIN | MQPMO_SYNCPOINT;
            let put = publisher.publish_with(&topic, &descriptor, options, body);
            put.expect("published");
        };
        put("second");
        let (between, _) = app.listen(&topic);
        put("third");
        publisher.commit();
        assert_eq!(app.drain(early), ["second", "third"]);
        assert_eq!(app.drain(between), ["first", "third"]);
        let (late, _) = app.listen(&topic);
        assert_eq!(app.drain(late), ["third"]);
    }
}

/// Source: MQSUBRQ; 2437, 2535.
fn publications_on_request_come_on_request(trial: &Trial<'_>) {
    let topic = trial.name("request");
    let mut app = trial.connect();
    let mut asked = subscription(&topic, MANAGED | MQSO_PUBLICATIONS_ON_REQUEST);
    let made = app.subscribe(&mut asked, ObjectHandle::NONE);
    let (queue, handle) = made.expect("subscribed");
    let request = |app: &mut App, action| {
        let requested = app.0.subscription_request(handle, action, 0);
        requested.map_err(|error| error.reason)
    };
    let none = request(&mut app, MQSR_ACTION_PUBLICATION);
    assert_eq!(none, Err(Reason::NO_RETAINED_MSG));
    assert_eq!(request(&mut app, 7), Err(Reason::ACTION_ERROR));
    let plain = MsgDescriptor::default();
    let put = app.publish_with(&topic, &plain, MQPMO_RETAIN, "x");
    put.expect("published");
    assert!(app.drain(queue).is_empty());
    for _ in 0..2 {
        assert_eq!(request(&mut app, MQSR_ACTION_PUBLICATION), Ok(1));
        assert_eq!(app.drain(queue), ["x"]);
    }
}

/// All that is retained is delivered, or nobody subscribed. Source: 2526.
fn nobody_subscribes_without_what_is_retained(trial: &Trial<'_>) {
    let topic = trial.name("undelivered");
    trial.define(
        "TOPIC",
        "UNDELIVERED",
        &format!("TOPICSTR('{topic}') USEDLQ(NO)"),
    );
    let name = trial.queue("SMALL", "MAXDEPTH(1)");
    let mut app = trial.connect();
    for below in ["a", "b"] {
        let put = app.publish_with(
            &format!("{topic}/{below}"),
            &persistent(),
            MQPMO_RETAIN,
            below,
        );
        put.expect("published");
    }
    let queue = app.open(&name, BOTH);
    let mut asked = subscription(&format!("{topic}/+"), MQSO_CREATE | MQSO_DURABLE);
    asked.sub_name = trial.name("SUB");
    let refused = app.subscribe(&mut asked, queue);
    assert_eq!(refused.err(), Some(Reason::RETAINED_NOT_DELIVERED));
    assert!(app.drain(queue).is_empty());
    let mut again = asked.clone();
    again.options = MQSO_RESUME | MQSO_DURABLE;
    let refused = app.subscribe(&mut again, queue);
    assert_eq!(refused.err(), Some(Reason::NO_SUBSCRIPTION));
    trial.mqsc(&format!("ALTER QLOCAL('{name}') MAXDEPTH(2)"));
    let (_, handle) = app.subscribe(&mut asked, queue).expect("subscribed");
    assert_eq!(app.drain(queue), ["a", "b"]);
    trial.mqsc(&format!("ALTER QLOCAL('{name}') MAXDEPTH(1)"));
    let requested = app
        .0
        .subscription_request(handle, MQSR_ACTION_PUBLICATION, 0);
    let refused = requested.map_err(|error| error.reason);
    assert_eq!(refused, Err(Reason::RETAINED_NOT_DELIVERED));
    assert!(app.drain(queue).is_empty());
    let closed = app.close_with(handle, MQCO_REMOVE_SUB);
    assert_eq!(closed, Ok(Reason::NONE));
}

/// Source: 2479: the queue of what is retained is full, puts to it are inhibited, or it is not there.
fn what_cannot_be_retained_is_not_published(trial: &Trial<'_>) {
    const QUEUE: &str = "SYSTEM.RETAINED.PUB.QUEUE";
    let topic = trial.name("not retained");
    let mut app = trial.connect();
    let (queue, _) = app.listen(&topic);
    let retain = |app: &mut App, descriptor: &MsgDescriptor, options, body: &str| {
        app.publish_with(&topic, descriptor, MQPMO_RETAIN | options, body)
    };
    retain(&mut app, &persistent(), MQPMO_NO_SYNCPOINT, "first").expect("published");
    assert_eq!(app.drain(queue), ["first"]);
    let states = [
        (
            format!("ALTER QLOCAL({QUEUE}) MAXDEPTH(1)"),
            format!("ALTER QLOCAL({QUEUE}) MAXDEPTH(999999999)"),
        ),
        (
            format!("ALTER QLOCAL({QUEUE}) PUT(DISABLED)"),
            format!("ALTER QLOCAL({QUEUE}) PUT(ENABLED)"),
        ),
        (
            format!("DELETE QLOCAL({QUEUE}) PURGE"),
            format!("DEFINE QLOCAL({QUEUE})"),
        ),
    ];
    for (before, after) in states {
        trial.mqsc(&before);
        for syncpoint in [MQPMO_NO_SYNCPOINT, MQPMO_SYNCPOINT] {
            let refused = retain(&mut app, &persistent(), syncpoint, "never");
            assert_eq!(refused.err(), Some(Reason::PUT_NOT_RETAINED), "{before}");
        }
        // One that does not last needs no queue.
        let plain = MsgDescriptor::default();
        retain(&mut app, &plain, MQPMO_NO_SYNCPOINT, "passing").expect("published");
        app.commit();
        assert_eq!(app.drain(queue), ["passing"], "{before}");
        trial.mqsc(&after);
        retain(&mut app, &persistent(), MQPMO_NO_SYNCPOINT, "again").expect("published");
        assert_eq!(app.drain(queue), ["again"], "{after}");
    }
}
