//! Delivery delay: messages wait on the staging queue and come to theirs when they are due.

use crate::place::Place;
use ferromq::{GetOptions, MsgDescriptor, ObjectHandle, PutOptions, QueueManager, Reason, mq};
use ferromq_mqi::convert::Described;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::options::{ObjectDescriptor, SubscriptionDescriptor};
use ferromq_mqi::rfh2;
use ferromq_mqi::session::Session;
use std::time::{Duration, Instant};

type Road = Session<ferromq::EmbeddedConnection>;

/// Longer than anything here takes.
const LONG_MS: i32 = 30_000;
const STAGING: &str = "SYSTEM.DDELAY.LOCAL.QUEUE";

/// A message that asks to be held for so long, as a JMS client puts one.
fn put_delayed(
    session: &mut Road,
    queue: &str,
    delay_ms: u64,
    descriptor: &MsgDescriptor,
    options: i32,
) -> Result<MsgDescriptor, Reason> {
    let mut object = ObjectDescriptor::queue(queue);
    put_delayed_to(session, &mut object, delay_ms, descriptor, options)
}

fn put_delayed_to(
    session: &mut Road,
    object: &mut ObjectDescriptor,
    delay_ms: u64,
    descriptor: &MsgDescriptor,
    options: i32,
) -> Result<MsgDescriptor, Reason> {
    let described = Described {
        ccsid: 1208,
        encoding: mq::MQENC_NATIVE,
    };
    let folder = format!("<mqext><Dly>{delay_ms}</Dly></mqext>");
    let fixed = rfh2::fixed(mq::MQFMT_STRING, described);
    let mut data = rfh2::write(&fixed, ByteOrder::NATIVE, &[&folder]);
    data.extend_from_slice(b"later");
    let mut descriptor = MsgDescriptor {
        format: rfh2::FORMAT,
        ..descriptor.clone()
    };
    let mut options = PutOptions {
        options,
        may_delay: true,
        ..PutOptions::default()
    };
    let handle = session.open_object(object, mq::MQOO_OUTPUT);
    let handle = handle.expect("opened");
    session
        .put(handle, &mut descriptor, &mut options, data)
        .map_err(|error| error.reason)?;
    session.close(handle, mq::MQCO_NONE).expect("closed");
    Ok(descriptor)
}

fn get(session: &mut Road, queue: &str, wait_ms: i32) -> Result<MsgDescriptor, Reason> {
    let handle = session.open(queue, mq::MQOO_INPUT_SHARED).expect("opened");
    let options = GetOptions {
        options: mq::MQGMO_WAIT | mq::MQGMO_NO_PROPERTIES,
        wait_interval_ms: wait_ms,
        match_options: mq::MQMO_NONE,
        ..GetOptions::default()
    };
    let got = session.get(handle, &MsgDescriptor::default(), &options, 10_000);
    session.close(handle, mq::MQCO_NONE).expect("closed");
    let got = got.map_err(|error| error.reason)?;
    assert!(got.body.ends_with(b"later"));
    Ok(got.descriptor)
}

fn depth(session: &mut Road, queue: &str) -> i32 {
    let handle = session.open(queue, mq::MQOO_INQUIRE).expect("opened");
    let selectors = [mq::MQIA_CURRENT_Q_DEPTH];
    let (ints, _, _) = session.inquire(handle, &selectors, 1, 0).expect("inquired");
    session.close(handle, mq::MQCO_NONE).expect("closed");
    ints[0]
}

fn persistent() -> MsgDescriptor {
    MsgDescriptor {
        persistence: mq::MQPER_PERSISTENT,
        ..MsgDescriptor::default()
    }
}

#[test]
fn a_delayed_message_comes_when_it_is_due_and_not_before() {
    let place = Place::new("delay");
    let manager = QueueManager::open_or_create(&place.0, "QM1").expect("created");
    let mut session = manager.connect().expect("connected");
    session.command("DEFINE QLOCAL(Q)").expect("defined");
    for (sent, options) in [
        (MsgDescriptor::default(), mq::MQPMO_NO_SYNCPOINT),
        (persistent(), mq::MQPMO_NO_SYNCPOINT),
        (persistent(), mq::MQPMO_SYNCPOINT),
    ] {
        let sent = MsgDescriptor {
            expiry: 600,
            priority: 7,
            user_identifier: *b"somebody    ",
            ..sent
        };
        let began = Instant::now();
        let put = put_delayed(&mut session, "Q", 200, &sent, options).expect("put");
        session.commit().expect("committed");
        let got = get(&mut session, "Q", LONG_MS).expect("delivered");
        assert!(began.elapsed() >= Duration::from_millis(200));
        assert_eq!(got.msg_id, put.msg_id);
        assert_eq!((got.priority, got.persistence), (7, put.persistence));
        assert_eq!(got.put_time, put.put_time);
        assert!((1..=598).contains(&got.expiry), "{}", got.expiry);
        assert_eq!(depth(&mut session, STAGING), 0);
    }
}

#[test]
fn a_delayed_message_waits_where_it_can_be_seen_and_only_when_committed() {
    let place = Place::new("delay-work");
    let manager = QueueManager::open_or_create(&place.0, "QM1").expect("created");
    let mut session = manager.connect().expect("connected");
    session.command("DEFINE QLOCAL(Q)").expect("defined");
    let hour_ms = 3_600_000;
    let syncpoint = mq::MQPMO_SYNCPOINT;
    put_delayed(&mut session, "Q", hour_ms, &persistent(), syncpoint).expect("put");
    session.back_out().expect("backed out");
    assert_eq!(depth(&mut session, STAGING), 0);
    put_delayed(&mut session, "Q", hour_ms, &persistent(), 0).expect("put");
    assert_eq!(depth(&mut session, STAGING), 1);
    assert_eq!(depth(&mut session, "Q"), 0);
    put_delayed(&mut session, "Q", 0, &persistent(), 0).expect("put");
    get(&mut session, "Q", 0).expect("no delay");
    session
        .command(&format!("ALTER QLOCAL({STAGING}) PUT(DISABLED)"))
        .expect("altered");
    let refused = put_delayed(&mut session, "Q", hour_ms, &persistent(), 0);
    assert_eq!(refused.unwrap_err(), Reason::PUT_INHIBITED);
}

#[test]
fn a_delayed_message_outlives_a_restart_and_comes_once() {
    let place = Place::new("delay-restart");
    {
        let manager = QueueManager::open_or_create(&place.0, "QM1").expect("created");
        let mut session = manager.connect().expect("connected");
        session.command("DEFINE QLOCAL(Q)").expect("defined");
        put_delayed(&mut session, "Q", 1_000, &persistent(), 0).expect("put");
        assert_eq!(depth(&mut session, STAGING), 1);
    }
    let manager = QueueManager::open_or_create(&place.0, "QM1").expect("opened");
    let mut session = manager.connect().expect("connected");
    get(&mut session, "Q", LONG_MS).expect("delivered");
    assert_eq!(get(&mut session, "Q", 50), Err(Reason::NO_MSG_AVAILABLE));
    drop(session);
    drop(manager);
    let manager = QueueManager::open_or_create(&place.0, "QM1").expect("opened");
    let mut session = manager.connect().expect("connected");
    assert_eq!(get(&mut session, "Q", 50), Err(Reason::NO_MSG_AVAILABLE));
    assert_eq!(depth(&mut session, STAGING), 0);
}

#[test]
fn a_delayed_message_nobody_takes_waits_or_goes_to_the_dead_letter_queue() {
    let place = Place::new("delay-dead");
    let manager = QueueManager::open_or_create(&place.0, "QM1").expect("created");
    let mut session = manager.connect().expect("connected");
    for command in [
        "DEFINE QLOCAL(Q)",
        "DEFINE QLOCAL(FULL) MAXDEPTH(0)",
        "DEFINE QLOCAL(DEAD)",
        "ALTER QMGR DEADQ(' ')",
    ] {
        session.command(command).expect("done");
    }
    put_delayed(&mut session, "FULL", 1, &persistent(), 0).expect("put");
    // It is tried again and again, and does not count while it is.
    let until = Instant::now() + Duration::from_secs(60);
    while depth(&mut session, STAGING) != 1 {
        assert!(Instant::now() < until, "it has not come back");
    }
    session
        .command("ALTER QLOCAL(FULL) MAXDEPTH(1)")
        .expect("altered");
    get(&mut session, "FULL", LONG_MS).expect("delivered");
    session.command("ALTER QMGR DEADQ(DEAD)").expect("altered");
    put_delayed(&mut session, "Q", 300, &persistent(), 0).expect("put");
    session.command("DELETE QLOCAL(Q)").expect("deleted");
    let dead = get(&mut session, "DEAD", LONG_MS).expect("dead");
    assert_eq!(dead.format, *b"MQDEAD  ");
    assert_eq!(depth(&mut session, STAGING), 0);
}

const TOPIC: &str = "late/news";

fn publish_delayed(session: &mut Road, delay_ms: u64, options: i32) -> Result<(), Reason> {
    let mut object = ObjectDescriptor::topic(TOPIC);
    put_delayed_to(session, &mut object, delay_ms, &persistent(), options).map(drop)
}

/// Subscribes with a queue made for it, and answers the handles of both.
fn subscribe(session: &mut Road) -> (ObjectHandle, ObjectHandle) {
    let mut asked = SubscriptionDescriptor {
        options: mq::MQSO_CREATE | mq::MQSO_MANAGED,
        object_string: TOPIC.to_owned(),
        ..SubscriptionDescriptor::default()
    };
    let made = session.subscribe(&mut asked, ObjectHandle::NONE);
    made.expect("subscribed")
}

#[test]
fn a_delayed_publication_comes_to_those_who_had_subscribed() {
    let place = Place::new("delay-topic");
    let manager = QueueManager::open_or_create(&place.0, "QM1").expect("created");
    let mut session = manager.connect().expect("connected");
    for command in [
        "DEFINE QLOCAL(Q)",
        "DEFINE QLOCAL(LATER)",
        "DEFINE SUB(S) TOPICSTR('late/#') DEST(Q)",
    ] {
        session.command(command).expect("defined");
    }
    for options in [mq::MQPMO_NO_SYNCPOINT, mq::MQPMO_SYNCPOINT] {
        let began = Instant::now();
        publish_delayed(&mut session, 300, options).expect("published");
        session.commit().expect("committed");
        assert_eq!(depth(&mut session, STAGING), 1);
        session
            .command("DEFINE SUB(L) TOPICSTR('late/#') DEST(LATER)")
            .expect("subscribed");
        let got = get(&mut session, "Q", LONG_MS).expect("delivered");
        assert!(began.elapsed() >= Duration::from_millis(300));
        assert_eq!(got.persistence, mq::MQPER_PERSISTENT);
        assert_eq!(
            get(&mut session, "LATER", 50),
            Err(Reason::NO_MSG_AVAILABLE)
        );
        session.command("DELETE SUB(L)").expect("ended");
    }
    publish_delayed(&mut session, 300, mq::MQPMO_SYNCPOINT).expect("published");
    session.back_out().expect("backed out");
    assert_eq!(depth(&mut session, STAGING), 0);
    let retained = publish_delayed(&mut session, 300, mq::MQPMO_RETAIN);
    assert_eq!(retained.unwrap_err(), Reason::FUNCTION_NOT_SUPPORTED);
}

#[test]
fn a_delayed_publication_goes_with_its_subscription() {
    let place = Place::new("delay-ended");
    let manager = QueueManager::open_or_create(&place.0, "QM1").expect("created");
    let mut session = manager.connect().expect("connected");
    for command in ["DEFINE QLOCAL(DEAD)", "ALTER QMGR DEADQ(DEAD)"] {
        session.command(command).expect("done");
    }
    let (queue, subscription) = subscribe(&mut session);
    let (stays, _) = subscribe(&mut session);
    publish_delayed(&mut session, 300, 0).expect("published");
    assert_eq!(depth(&mut session, STAGING), 2);
    for handle in [queue, subscription] {
        session.close(handle, mq::MQCO_NONE).expect("closed");
    }
    let options = GetOptions {
        options: mq::MQGMO_WAIT | mq::MQGMO_NO_PROPERTIES,
        wait_interval_ms: LONG_MS,
        ..GetOptions::default()
    };
    let got = session.get(stays, &MsgDescriptor::default(), &options, 10_000);
    assert!(got.expect("delivered").body.ends_with(b"later"));
    // Both were due at the same moment.
    while depth(&mut session, STAGING) > 0 {
        std::thread::yield_now();
    }
    assert_eq!(depth(&mut session, "DEAD"), 0);
}
