//! Reports of messages that expired, when the disk does not answer.

use crate::full_log::home::{Application, Home};
use bytes::Bytes;
use ferromq_base::disk::Fault;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::call::Request;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::header::blank_filled;
use ferromq_mqi::options::PutOptions;
use std::io::ErrorKind;

/// A message on Q1 that expires in a second; what becomes of it is reported to Q2.
fn put(application: &mut Application, report: i32) {
    let put = Request::Put {
        handle: application.queues[0],
        descriptor: MsgDescriptor {
            expiry: 10,
            report,
            reply_to_q: blank_filled("Q2"),
            ..MsgDescriptor::default()
        },
        options: PutOptions::default(),
        body: Bytes::from_static(b"a message"),
    };
    application.verb(put).expect("put");
}

#[test]
fn a_message_that_cannot_be_read_expires_when_it_can_and_is_reported_then() {
    let mut home = Home::new();
    let mut application = home.connect();
    put(&mut application, MQRO_EXPIRATION);
    put(&mut application, MQRO_NONE);
    drop(application);
    // After a start bodies are where they rest.
    home.manager()
        .checkpoint_everything()
        .expect("a checkpoint");
    home.end();
    home.start();
    home.clock.advance_ns(2_000_000_000);
    home.disk.plan(Fault::Fail {
        at: 1,
        error: ErrorKind::Other,
        for_ever: false,
    });
    assert_eq!(home.manager().expire_messages(), 1, "nobody asked about it");
    home.manager().log().lead();
    assert_eq!((home.depth("Q1"), home.depth("Q2")), (1, 0));
    assert_eq!(home.manager().expire_messages(), 1);
    home.manager().log().lead();
    assert_eq!((home.depth("Q1"), home.depth("Q2")), (0, 1));
}
