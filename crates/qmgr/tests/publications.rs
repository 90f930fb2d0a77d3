//! Publications and who is given them, over restarts and over what happens to queues.

use crate::full_log::home::{Application, Home};
use bytes::Bytes;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::convert::Described;
use ferromq_mqi::fronted::DescribedData;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::options::{
    GetOptions, ObjectDescriptor, ObjectHandle, PutOptions, SubscriptionDescriptor,
};
use ferromq_mqi::rfh2;
use ferromq_mqi::{MsgDescriptor, Reason};

const TOPIC: &str = "some/topic";
const MANAGED: i32 = MQSO_CREATE | MQSO_MANAGED | MQSO_NON_DURABLE;

fn publish(
    application: &mut Application,
    descriptor: &MsgDescriptor,
    options: i32,
    body: &[u8],
) -> Result<(), Reason> {
    let published = application.verb(Request::Put1 {
        object: Box::new(ObjectDescriptor {
            object_type: MQOT_TOPIC,
            object_string: TOPIC.to_owned(),
            ..ObjectDescriptor::queue("")
        }),
        descriptor: descriptor.clone(),
        options: PutOptions {
            options,
            ..PutOptions::default()
        },
        body: Bytes::copy_from_slice(body),
    });
    published.map(drop)
}

fn persistent() -> MsgDescriptor {
    MsgDescriptor {
        persistence: MQPER_PERSISTENT,
        ..MsgDescriptor::default()
    }
}

/// The handles of queue and subscription.
fn subscribe(
    application: &mut Application,
    asked: SubscriptionDescriptor,
) -> Result<(ObjectHandle, ObjectHandle), Reason> {
    let asked = SubscriptionDescriptor {
        object_string: TOPIC.to_owned(),
        ..asked
    };
    let subscribed = application.verb(Request::Subscribe {
        descriptor: Box::new(asked),
        queue: ObjectHandle::NONE,
    })?;
    match subscribed {
        Reply::Subscribed(made) => Ok((made.queue, made.subscription)),
        other => panic!("{other:?}"),
    }
}

fn with_options(options: i32) -> SubscriptionDescriptor {
    SubscriptionDescriptor {
        options,
        ..SubscriptionDescriptor::default()
    }
}

/// The bodies on a queue, as text.
fn drain(application: &mut Application, queue: ObjectHandle) -> Vec<String> {
    let mut bodies = Vec::new();
    loop {
        let got = application.verb(Request::Get {
            handle: queue,
            descriptor: MsgDescriptor::default(),
            options: GetOptions {
                options: MQGMO_NO_SYNCPOINT | MQGMO_NO_PROPERTIES,
                ..GetOptions::default()
            },
            buffer_len: u32::MAX,
        });
        match got {
            Ok(Reply::Got(reply)) => bodies.push(String::from_utf8_lossy(&reply.body).into()),
            Err(Reason::NO_MSG_AVAILABLE) => return bodies,
            other => panic!("{other:?}"),
        }
    }
}

/// What a new subscriber is given.
fn retained(home: &Home) -> Vec<String> {
    let mut application = home.connect();
    let (queue, _) = subscribe(&mut application, with_options(MANAGED)).expect("subscribed");
    drain(&mut application, queue)
}

/// A header with folders; `format` is what it says of the data behind it.
fn with_folders(folders: &[&str], format: &str) -> (MsgDescriptor, Vec<u8>) {
    let descriptor = MsgDescriptor {
        format: rfh2::FORMAT,
        coded_char_set_id: 1208,
        ..persistent()
    };
    let fixed = rfh2::fixed(format, Described::of(&descriptor));
    let mut body = rfh2::write(&fixed, ByteOrder::NATIVE, folders);
    body.extend_from_slice(b"body");
    (descriptor, body)
}

/// What is not well formed has no properties, but is put: it must last as anything that is retained.
#[test]
fn what_is_retained_with_headers_that_are_not_well_formed_is_there_after_a_restart() {
    let bad = [
        with_folders(&["<usr><a"], "MQSTR"),
        with_folders(&["<usr><a>1</a></usr>"], "MQHRF2"),
        with_folders(&["nothing like a folder"], "MQSTR"),
    ];
    for (descriptor, body) in bad {
        let mut home = Home::new();
        publish(&mut home.connect(), &persistent(), MQPMO_RETAIN, b"before").expect("published");
        publish(&mut home.connect(), &descriptor, MQPMO_RETAIN, &body).expect("published");
        let given = retained(&home);
        assert!(given.len() == 1 && given[0].ends_with("body"), "{given:?}");
        home.kill();
        home.start();
        assert_eq!(retained(&home), given);
        home.manager().clear_retained(TOPIC).expect("forgotten");
        assert_eq!(home.depth("SYSTEM.RETAINED.PUB.QUEUE"), 0);
    }
}
