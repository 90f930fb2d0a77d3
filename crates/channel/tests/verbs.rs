//! Verbs of one conversation, over bytes.

mod rig;

use ferromq_mqi::Reason;
use ferromq_mqi::generated::constants::*;
use ferromq_wire::{Call, Kind, Segment};
use rig::Rig;

#[test]
fn a_message_put_is_the_message_got() {
    let rig = Rig::new();
    rig.queue("Q1");
    let mut client = rig.client();
    let handle = client.open(1, "Q1", MQOO_OUTPUT | MQOO_INPUT_SHARED);
    let put = client.put(1, handle, b"hello", 0);
    assert_eq!(put.codes(), (0, 0, handle));
    let Segment::Call(_, Call::Put(put)) = put.segment() else {
        panic!("an answer to a put")
    };
    assert_ne!(put.descriptor.msg_id, [0; 24]);
    assert_eq!(put.options.resolved_q_name.name().as_str(), "Q1");
    let (descriptor, body) = client.get(1, handle, 0).message();
    assert_eq!(body, b"hello");
    assert_eq!(descriptor.msg_id, put.descriptor.msg_id);
    assert_eq!(&descriptor.user_identifier, b"app         ");
    assert_eq!(descriptor.put_appl_type, MQAT_JAVA);
    assert_eq!(
        client.get(1, handle, 0).codes().1,
        Reason::NO_MSG_AVAILABLE.0
    );
    assert_eq!(
        client
            .call(1, Kind::Close, handle, Call::Close(0))
            .codes()
            .0,
        0
    );
    assert_eq!(client.simple(1, Kind::Disconnect).0, 0);
    client.end_conversation(1, true);
    assert!(client.channel.is_over());
    assert_eq!(rig.manager.connection_count(), 0);
}
