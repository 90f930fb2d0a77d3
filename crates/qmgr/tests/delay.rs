//! Delayed messages that are due and that nobody takes: others are delivered all the same, and they are when somebody does.

use crate::full_log::home::{Application, Home};
use bytes::Bytes;
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::convert::Described;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{GetOptions, ObjectDescriptor, ObjectHandle, PutOptions};
use ferromq_mqi::rfh2;
use ferromq_mqi::{MsgDescriptor, Reason};
use std::time::Duration;

const STAGING: &str = "SYSTEM.DDELAY.LOCAL.QUEUE";
/// More than are delivered at a time.
const MESSAGES: usize = 1_100;
/// Longer than any pause between two attempts.
const LONG_NS: u64 = 10 * 60 * 1_000_000_000;

/// Queues that take no message; there is no queue for what nobody takes.
fn home_with(refusing: &[&str]) -> Home {
    let home = Home::new();
    for name in refusing {
        let name = ObjectName::truncated(name);
        let mut queue = Definition::new(ObjectKind::QLocal, name);
        queue.set(Attr::Maxdepth, 0).expect("set");
        home.manager().define(queue, false).expect("defined");
    }
    home
}

fn let_in(home: &Home, queue: &str, messages: usize) {
    let name = ObjectName::truncated(queue);
    let depth = i32::try_from(messages).expect("a small number");
    let changes = [(Attr::Maxdepth, Value::Int(depth))];
    let altered = home
        .manager()
        .alter(ObjectKind::QLocal, &name, &changes, false);
    altered.expect("altered");
}

/// Puts a message that is to be held for so long; its text is the delay.
fn put_delayed(application: &mut Application, queue: &str, delay_ms: u64, persistence: i32) {
    let described = Described {
        ccsid: 1208,
        encoding: MQENC_NATIVE,
    };
    let folder = format!("<mqext><Dly>{delay_ms}</Dly></mqext>");
    let fixed = rfh2::fixed(MQFMT_STRING, described);
    let mut data = rfh2::write(&fixed, ByteOrder::NATIVE, &[&folder]);
    data.extend_from_slice(format!("{delay_ms:8}").as_bytes());
    let put = application.verb(Request::Put1 {
        object: Box::new(ObjectDescriptor::queue(queue)),
        descriptor: MsgDescriptor {
            format: rfh2::FORMAT,
            persistence,
            ..MsgDescriptor::default()
        },
        options: PutOptions {
            may_delay: true,
            ..PutOptions::default()
        },
        body: Bytes::from(data),
    });
    put.expect("put");
}

/// The delay of the message that is next.
fn get(application: &mut Application, handle: ObjectHandle) -> Result<u64, Reason> {
    get_with(application, handle, MQGMO_NO_WAIT)
}

fn get_with(
    application: &mut Application,
    handle: ObjectHandle,
    options: i32,
) -> Result<u64, Reason> {
    let got = application.verb(Request::Get {
        handle,
        descriptor: MsgDescriptor::default(),
        options: GetOptions {
            options: options | MQGMO_NO_PROPERTIES,
            ..GetOptions::default()
        },
        buffer_len: u32::MAX,
    });
    match got? {
        Reply::Got(reply) => {
            let text = std::str::from_utf8(&reply.body[reply.body.len() - 8..]);
            let delay = text.ok().and_then(|text| text.trim().parse().ok());
            Ok(delay.expect("a number"))
        }
        other => panic!("{other:?}"),
    }
}

fn pass(home: &Home, ms: u64) {
    home.clock.advance_ns(ms * 1_000_000);
}

/// What the housekeeper does until there is nothing to do at once. Answers when it is to come again.
fn deliver(home: &Home) -> Option<Duration> {
    for _ in 0..100 {
        let next = home.manager().deliver_delayed();
        home.manager().log().lead();
        if next != Some(Duration::ZERO) {
            return next;
        }
    }
    panic!("there is always something to do");
}

#[test]
fn many_messages_nobody_takes_keep_no_other_from_being_delivered() {
    let home = home_with(&["FULL"]);
    let mut application = home.connect();
    for _ in 0..MESSAGES {
        put_delayed(&mut application, "FULL", 1_000, MQPER_NOT_PERSISTENT);
    }
    put_delayed(&mut application, "Q1", 2_000, MQPER_PERSISTENT);
    pass(&home, 1_500);
    let next = deliver(&home).expect("there is more to come");
    assert!(next > Duration::ZERO);
    pass(&home, 1_500);
    deliver(&home);
    let q1 = application.queues[0];
    assert_eq!(get(&mut application, q1), Ok(2_000));
    assert_eq!(home.depth(STAGING), MESSAGES);
}

#[test]
fn a_sweep_of_expired_messages_ends_however_many_nobody_takes() {
    let home = home_with(&["FULL"]);
    let mut application = home.connect();
    for _ in 0..MESSAGES {
        put_delayed(&mut application, "FULL", 1_000, MQPER_NOT_PERSISTENT);
    }
    pass(&home, 1_500);
    assert_eq!(home.manager().expire_messages(), 0);
    assert_eq!(home.depth(STAGING), MESSAGES);
}

#[test]
fn a_queue_that_takes_messages_again_gets_them_as_they_were_due() {
    let home = home_with(&["FULL", "OTHER"]);
    let mut application = home.connect();
    // What is put later is due earlier.
    for number in 0..40 {
        put_delayed(&mut application, "FULL", 5_000 - number, MQPER_PERSISTENT);
        put_delayed(&mut application, "OTHER", 5_000 - number, MQPER_PERSISTENT);
    }
    pass(&home, 6_000);
    deliver(&home);
    assert_eq!((home.depth("FULL"), home.depth("OTHER")), (0, 0));
    let_in(&home, "FULL", 15);
    pass(&home, LONG_NS / 1_000_000);
    deliver(&home);
    assert_eq!((home.depth("FULL"), home.depth("OTHER")), (15, 0));
    let_in(&home, "FULL", 1_000);
    // One that is due while others wait stands behind them.
    put_delayed(&mut application, "FULL", 1, MQPER_PERSISTENT);
    pass(&home, 100);
    deliver(&home);
    pass(&home, LONG_NS / 1_000_000);
    deliver(&home);
    let full = application.open("FULL");
    let delivered: Vec<u64> = std::iter::from_fn(|| get(&mut application, full).ok()).collect();
    let wanted: Vec<u64> = (4_961..=5_000).chain([1]).collect();
    assert_eq!(delivered, wanted);
    assert_eq!(home.depth(STAGING), 40);
}

#[test]
fn the_pause_between_attempts_grows_and_ends_with_the_first_that_succeeds() {
    let home = home_with(&["FULL"]);
    let mut application = home.connect();
    put_delayed(&mut application, "FULL", 1_000, MQPER_PERSISTENT);
    pass(&home, 1_000);
    let mut pauses = Vec::new();
    for _ in 0..20 {
        let pause = deliver(&home).expect("it is tried again");
        pauses.push(pause);
        home.clock
            .advance_ns(u64::try_from(pause.as_nanos()).expect("short"));
    }
    assert!(pauses.is_sorted(), "{pauses:?}");
    assert!(pauses[19] > 10 * pauses[0], "{pauses:?}");
    assert_eq!(pauses[18], pauses[19], "no longer than that");
    let_in(&home, "FULL", 1);
    assert_eq!(deliver(&home), None);
    put_delayed(&mut application, "FULL", 1_000, MQPER_PERSISTENT);
    pass(&home, 1_000);
    assert_eq!(deliver(&home), Some(pauses[0]));
}

#[test]
fn a_message_nobody_takes_can_be_seen_and_taken_where_it_waits() {
    let home = home_with(&["FULL"]);
    let mut application = home.connect();
    for delay_ms in [1_000, 2_000, 3_000] {
        put_delayed(&mut application, "FULL", delay_ms, MQPER_PERSISTENT);
    }
    pass(&home, 4_000);
    deliver(&home);
    let staging = application.open(STAGING);
    assert_eq!(get(&mut application, staging), Ok(1_000));
    assert_eq!(
        get_with(&mut application, staging, MQGMO_SYNCPOINT),
        Ok(2_000)
    );
    // Back where it was, it is tried again like the other.
    application.verb(Request::BackOut).expect("backed out");
    let_in(&home, "FULL", 10);
    pass(&home, LONG_NS / 1_000_000);
    deliver(&home);
    assert_eq!((home.depth("FULL"), home.depth(STAGING)), (2, 0));
}

#[test]
fn a_message_nobody_takes_is_due_again_after_a_restart() {
    for checkpoint in [false, true] {
        let mut home = home_with(&["FULL"]);
        let mut application = home.connect();
        put_delayed(&mut application, "FULL", 1_000, MQPER_PERSISTENT);
        drop(application);
        pass(&home, 2_000);
        deliver(&home);
        if checkpoint {
            home.end();
        } else {
            home.kill();
        }
        home.start();
        let_in(&home, "FULL", 1);
        deliver(&home);
        assert_eq!((home.depth("FULL"), home.depth(STAGING)), (1, 0));
    }
}
