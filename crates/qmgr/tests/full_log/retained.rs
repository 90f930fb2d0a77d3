//! What is retained, and forgotten, while the log has no room.

use crate::full_log::fill_up;
use crate::full_log::home::{Application, Home, work_in_a_full_log, xid};
use bytes::Bytes;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::{
    GetOptions, ObjectDescriptor, ObjectHandle, PutOptions, SubscriptionDescriptor,
};
use ferromq_mqi::xa::XaCode;
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_qmgr::{ObjectError, Outcome};

const TOPIC: &str = "some/topic";

fn retain(application: &mut Application, text: &'static str, persistence: i32) {
    let published = application.verb(Request::Put1 {
        object: Box::new(ObjectDescriptor {
            object_type: MQOT_TOPIC,
            object_string: TOPIC.to_owned(),
            ..ObjectDescriptor::queue("")
        }),
        descriptor: MsgDescriptor {
            persistence,
            ..MsgDescriptor::default()
        },
        options: PutOptions {
            options: MQPMO_RETAIN,
            ..PutOptions::default()
        },
        body: Bytes::from_static(text.as_bytes()),
    });
    assert!(published.is_ok(), "{published:?}");
}

/// What a new subscriber is given.
fn retained(home: &Home) -> Option<Bytes> {
    let mut application = home.connect();
    let subscribed = application.verb(Request::Subscribe {
        descriptor: Box::new(SubscriptionDescriptor {
            options: MQSO_CREATE | MQSO_MANAGED | MQSO_NON_DURABLE,
            object_string: TOPIC.to_owned(),
            ..SubscriptionDescriptor::default()
        }),
        queue: ObjectHandle::NONE,
    });
    let Ok(Reply::Subscribed(subscribed)) = subscribed else {
        panic!("{subscribed:?}");
    };
    let got = application.verb(Request::Get {
        handle: subscribed.queue,
        descriptor: MsgDescriptor::default(),
        options: GetOptions {
            options: MQGMO_NO_SYNCPOINT | MQGMO_NO_PROPERTIES,
            ..GetOptions::default()
        },
        buffer_len: u32::MAX,
    });
    match got {
        Ok(Reply::Got(reply)) => Some(reply.body),
        Err(Reason::NO_MSG_AVAILABLE) => None,
        other => panic!("{other:?}"),
    }
}

/// The log has no room to remove the persistent message that a later publication takes the place of.
fn displaced_in_a_full_log() -> Home {
    let home = Home::new();
    let mut application = home.connect();
    retain(&mut application, "first", MQPER_PERSISTENT);
    assert_eq!(application.prepare(1), XaCode::OK);
    work_in_a_full_log(&home, 4_000);
    fill_up(home.manager(), usize::MAX);
    retain(&mut application, "second", MQPER_NOT_PERSISTENT);
    assert_eq!(home.depth("SYSTEM.RETAINED.PUB.QUEUE"), 1);
    home
}

#[test]
fn what_is_forgotten_in_a_full_log_is_refused_or_does_not_come_back() {
    let mut home = displaced_in_a_full_log();
    let cleared = home.manager().clear_retained(TOPIC);
    let full = matches!(cleared, Err(ObjectError::Refused(Reason::RESOURCE_PROBLEM)));
    assert!(full, "{cleared:?}");
    assert_eq!(retained(&home).as_deref(), Some(&b"second"[..]));

    let decided = home.manager().decide_branch(&xid(1), Outcome::Committed);
    decided.expect("decided");
    home.manager().clear_retained(TOPIC).expect("forgotten");
    home.kill();
    home.start();
    assert_eq!(retained(&home), None);
}

#[test]
fn messages_of_what_is_not_retained_any_more_go_once_there_is_room() {
    let home = displaced_in_a_full_log();
    home.manager().keep_house();
    assert_eq!(home.depth("SYSTEM.RETAINED.PUB.QUEUE"), 1);
    let decided = home.manager().decide_branch(&xid(1), Outcome::Committed);
    decided.expect("decided");
    home.works();
    home.manager().keep_house();
    assert_eq!(home.depth("SYSTEM.RETAINED.PUB.QUEUE"), 0);
}
