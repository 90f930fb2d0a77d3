//! Queued publish and subscribe over the bindings road: the server runs its interface.

use crate::support::{Bindings, Running, Scratch, command};
use ferromq::{GetOptions, MsgDescriptor, ObjectDescriptor, PutOptions, mq};
use ferromq_mqi::ObjectName;
use ferromq_mqi::convert::Described;
use ferromq_mqi::queued::{FORMAT, Header};

const DATA: Described = Described {
    ccsid: 1208,
    encoding: mq::MQENC_NATIVE,
};

/// Puts a command and returns the names and values of its answer.
fn ask(session: &mut Bindings, queue: &str, text: &str, data: &[u8]) -> String {
    let mut body = Header::write(text, *b"MQSTR   ", DATA);
    body.extend_from_slice(data);
    let mut descriptor = MsgDescriptor {
        msg_type: mq::MQMT_REQUEST,
        persistence: mq::MQPER_PERSISTENT,
        format: FORMAT,
        coded_char_set_id: 1208,
        reply_to_q: *ObjectName::truncated("ANSWERS").bytes(),
        ..MsgDescriptor::default()
    };
    let to = ObjectDescriptor::queue(queue);
    session
        .put1(&to, &mut descriptor, &mut PutOptions::default(), body)
        .expect("put");
    take(session, "ANSWERS").0
}

fn take(session: &mut Bindings, queue: &str) -> (String, Vec<u8>) {
    let handle = session.open(queue, mq::MQOO_INPUT_SHARED).expect("opened");
    let options = GetOptions {
        options: mq::MQGMO_WAIT,
        wait_interval_ms: 30_000,
        ..GetOptions::default()
    };
    let got = session.get(handle, &MsgDescriptor::default(), &options, 10_000);
    session.close(handle, mq::MQCO_NONE).expect("closed");
    let got = got.expect("a message");
    assert_eq!(got.descriptor.format, FORMAT);
    assert_eq!(got.descriptor.persistence, mq::MQPER_PERSISTENT);
    let header = Header::read(&got.body, Header::described()).expect("a header");
    (header.text.trim_end().to_owned(), header.rest.to_vec())
}

#[test]
fn a_program_older_than_mqsub_subscribes_and_publishes() {
    let scratch = Scratch::new("queued");
    let running = Running::start(&scratch.0);
    let mut session = running.connect();
    for queue in ["ANSWERS", "READER"] {
        command(&mut session, &format!("DEFINE QLOCAL({queue})"));
    }
    let done = "MQPSCompCode 0 MQPSReason 0 MQPSReasonText MQRC_NONE";
    let register = "MQPSCommand RegSub MQPSTopic \"sport/*\" MQPSQName READER";
    let control = "SYSTEM.BROKER.CONTROL.QUEUE";
    assert_eq!(ask(&mut session, control, register, b""), done);
    let publish = "MQPSCommand Publish MQPSTopic sport/a";
    let stream = "SYSTEM.BROKER.DEFAULT.STREAM";
    assert_eq!(ask(&mut session, stream, publish, b"goal"), done);
    let got = take(&mut session, "READER");
    assert_eq!((got.0.as_str(), &got.1[..]), (publish, &b"goal"[..]));
    let shown = command(&mut session, "DISPLAY PUBSUB STATUS");
    assert!(shown.contains("STATUS(ACTIVE)"), "{shown}");
    // It is the queue manager's own, as the command server, the channel initiator, the repository of clusters and who exchanges publications are: nobody waits for it to go.
    let own = command(&mut session, "DISPLAY CONN(*) WHERE(APPLTYPE EQ SYSTEM)");
    assert_eq!(own.matches(" CONN(").count(), 5, "{own}");
}
