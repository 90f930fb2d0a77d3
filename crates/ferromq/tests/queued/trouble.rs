//! Commands that cannot be done as they stand.

use crate::place::Place;
use crate::queued::{
    CONTROL, DATA, DONE, LONG_MS, Road, STREAM, ask, command, opened, read, refused, request, send,
    take, take_from,
};
use ferromq::{MsgDescriptor, ObjectDescriptor, PutOptions, mq};
use ferromq_mqi::convert::Described;
use ferromq_mqi::header::{ByteOrder, RulesHeader2};
use ferromq_mqi::queued::Header;
use ferromq_mqi::rfh2;

/// Length of an `MQDLH`.
const DEAD_HEADER_BYTES: usize = ferromq_mqi::header::DeadLetterHeader::SIZE;

/// Source: "Error handling by the broker", ALTER QMGR `PSNPMSG`.
#[test]
fn who_does_not_ask_is_not_answered_and_persistent_failures_are_kept() {
    let place = Place::new("queued-answers");
    let (_manager, mut session) = opened(&place);
    let wrong = Header::write("MQPSCommand Shout", [b' '; 8], DATA);
    let datagram = |report: i32, persistence: i32| MsgDescriptor {
        msg_type: mq::MQMT_DATAGRAM,
        report,
        persistence,
        ..request()
    };
    let (lasting, passing) = (mq::MQPER_PERSISTENT, mq::MQPER_NOT_PERSISTENT);
    // Dropped: nobody is to hear of it.
    send(&mut session, CONTROL, &datagram(0, passing), wrong.clone());
    send(
        &mut session,
        CONTROL,
        &datagram(mq::MQRO_PAN, lasting),
        wrong.clone(),
    );
    let told = send(
        &mut session,
        CONTROL,
        &datagram(mq::MQRO_NAN, lasting),
        wrong.clone(),
    );
    let answer = take(&mut session, "ANSWERS", told.msg_id).expect("an answer");
    assert_eq!(answer.descriptor.persistence, lasting);
    let (said, command_again) = read(&answer);
    assert_eq!(
        said,
        "MQPSCompCode 2 MQPSReason 2336 MQPSReasonText MQRC_RFH_COMMAND_ERROR MQPSCommand Shout"
    );
    assert!(command_again.starts_with(b"MQPSCommand Shout"));
    let dead = take(&mut session, "DEAD", [0; 24]).expect("the persistent one");
    assert_eq!(dead.descriptor.format, *b"MQDEAD  ");
    assert_eq!(dead.body[8..12], mq::MQRC_RFH_COMMAND_ERROR.to_ne_bytes());
    assert!(dead.body.ends_with(&wrong));
    for queue in ["DEAD", "ANSWERS"] {
        let handle = session.open(queue, mq::MQOO_INPUT_SHARED).expect("opened");
        assert!(take_from(&mut session, handle, [0; 24], 0).is_err());
    }
}

/// What a publisher says travels in a folder `mqps`, which a header of another code page cannot take in.
#[test]
fn a_publication_may_begin_with_a_header_in_utf_16_and_another_byte_order() {
    let place = Place::new("queued-header");
    let (_manager, mut session) = opened(&place);
    let register = "MQPSCommand RegSub MQPSTopic a MQPSQName READER";
    assert_eq!(ask(&mut session, CONTROL, register, b""), DONE);
    let data = header_in_utf_16();
    let other_order = Described {
        encoding: 273 + 546 - mq::MQENC_NATIVE,
        ..DATA
    };
    let publish = "MQPSCommand Publish MQPSTopic a MQPSSeqNum 3";
    let mut body = Header::write(publish, rfh2::FORMAT, other_order);
    body.extend_from_slice(&data);
    let sent = send(&mut session, STREAM, &request(), body);
    let answer = take(&mut session, "ANSWERS", sent.msg_id).expect("an answer");
    assert_eq!(read(&answer).0, DONE);
    let got = take(&mut session, "READER", [0; 24]).expect("a publication");
    assert_eq!(read(&got), (publish.to_owned(), data));
}

/// In the byte order this machine does not have, with the data `behind`.
fn header_in_utf_16() -> Vec<u8> {
    let order = match ByteOrder::NATIVE {
        ByteOrder::Little => ByteOrder::Big,
        ByteOrder::Big => ByteOrder::Little,
    };
    let word = |value: i32| match order {
        ByteOrder::Little => value.to_le_bytes(),
        ByteOrder::Big => value.to_be_bytes(),
    };
    let unit = |value: u16| match order {
        ByteOrder::Little => value.to_le_bytes(),
        ByteOrder::Big => value.to_be_bytes(),
    };
    let text = "<usr><a>1</a></usr> ".encode_utf16();
    let folder: Vec<u8> = text.flat_map(unit).collect();
    let fixed = RulesHeader2 {
        struc_length: (RulesHeader2::SIZE + 4 + folder.len()) as i32,
        name_value_ccsid: 1200,
        ..rfh2::fixed("MQSTR", DATA)
    };
    let mut whole = vec![0; RulesHeader2::SIZE];
    fixed.encode_into(&mut whole, order);
    whole.extend_from_slice(&word(folder.len() as i32));
    whole.extend_from_slice(&folder);
    whole.extend_from_slice(b"behind");
    whole
}

/// Source: ALTER QMGR `PSRTYCNT`; a queue whose gets are inhibited does not keep the others waiting.
#[test]
fn one_queue_or_message_that_is_stuck_does_not_stop_the_others() {
    let place = Place::new("queued-stuck");
    let (_manager, mut session) = opened(&place);
    command(&mut session, "ALTER QMGR DEADQ(' ') PSRTYCNT(1)");
    command(
        &mut session,
        "ALTER QLOCAL(SYSTEM.BROKER.CONTROL.QUEUE) GET(DISABLED)",
    );
    let publish = "MQPSCommand Publish MQPSTopic a";
    assert_eq!(ask(&mut session, STREAM, publish, b"x"), DONE);
    let nobody_hears = MsgDescriptor {
        msg_type: mq::MQMT_DATAGRAM,
        persistence: mq::MQPER_PERSISTENT,
        ..request()
    };
    send(&mut session, STREAM, &nobody_hears, b"no command".to_vec());
    assert_eq!(ask(&mut session, STREAM, publish, b"y"), DONE);
    command(
        &mut session,
        "ALTER QLOCAL(SYSTEM.BROKER.CONTROL.QUEUE) GET(ENABLED)",
    );
    let register = "MQPSCommand RegSub MQPSTopic a MQPSQName READER";
    assert_eq!(ask(&mut session, CONTROL, register, b""), DONE);
}

/// The answer to a command of somebody without authority. It is put with the authority of that user, and so ends on the dead-letter queue.
fn as_nobody(session: &mut Road, text: &str) -> String {
    let mut descriptor = MsgDescriptor {
        user_identifier: *b"nobody      ",
        ..request()
    };
    let mut options = PutOptions {
        options: mq::MQPMO_SET_IDENTITY_CONTEXT,
        ..PutOptions::default()
    };
    let open = mq::MQOO_OUTPUT | mq::MQOO_SET_IDENTITY_CONTEXT;
    let control = session.open(CONTROL, open).expect("opened");
    let body = Header::write(text, [b' '; 8], DATA);
    session
        .put(control, &mut descriptor, &mut options, body)
        .expect("put");
    session.close(control, 0).expect("closed");
    let dead = take(session, "DEAD", descriptor.msg_id).expect("an answer");
    let data = dead.body.slice(DEAD_HEADER_BYTES..);
    let header = Header::read(&data, Header::described()).expect("a header");
    header.text.trim_end().to_owned()
}

/// Source: "Register Subscriber" error codes 3078 and 3081.
#[test]
fn the_user_of_a_command_counts() {
    let place = Place::new("queued-user");
    let (_manager, mut session) = opened(&place);
    let register = "MQPSCommand RegSub MQPSTopic a MQPSQName READER";
    refused(
        &as_nobody(&mut session, register),
        mq::MQRCCF_NOT_AUTHORIZED,
    );
    assert_eq!(ask(&mut session, CONTROL, register, b""), DONE);
    let taken = as_nobody(&mut session, register);
    refused(&taken, mq::MQRCCF_DUPLICATE_IDENTITY);
    assert!(taken.contains("MQPSUserId "), "{taken}");
    let gone = "MQPSCommand DeregSub MQPSTopic a MQPSQName READER";
    refused(
        &as_nobody(&mut session, gone),
        mq::MQRCCF_DUPLICATE_IDENTITY,
    );
    assert_eq!(ask(&mut session, CONTROL, gone, b""), DONE);
}

/// A name is said in the command, and nobody else's subscription may go with it: not for what is refused then, nor for what would be granted.
#[test]
fn a_command_ends_no_subscription_to_a_temporary_queue_but_to_put_one_in_its_place() {
    let place = Place::new("queued-named");
    let (_manager, mut session) = opened(&place);
    let mut model = ObjectDescriptor::queue("SYSTEM.DEFAULT.MODEL.QUEUE");
    let own = session
        .open_object(&mut model, mq::MQOO_INPUT_SHARED)
        .expect("opened");
    let queue = model.object_name;
    let register = |rest: &str| format!("MQPSCommand RegSub MQPSSubName N {rest}");
    let mine = |topic: &str| format!("{} MQPSQName {queue}", register(topic));
    let done = |session: &mut Road, text: &str| assert_eq!(ask(session, CONTROL, text, b""), DONE);
    let hears = |session: &mut Road, topic: &str| {
        let publish = format!("MQPSCommand Publish MQPSTopic {topic}");
        assert_eq!(ask(session, STREAM, &publish, topic.as_bytes()), DONE);
        let got = take_from(session, own, [0; 24], LONG_MS).expect("a publication");
        assert_eq!(read(&got).1, topic.as_bytes());
    };
    done(&mut session, &mine("MQPSTopic a"));
    command(
        &mut session,
        "SET AUTHREC PROFILE(READER) OBJTYPE(QUEUE) PRINCIPAL('nobody') AUTHADD(PUT)",
    );
    let others = [
        "MQPSTopic b MQPSQName READER",
        "MQPSTopic b MQPSQName READER MQPSRegOpts VariableUserId",
    ];
    for other in others {
        let taken = as_nobody(&mut session, &register(other));
        refused(&taken, mq::MQRCCF_DUPLICATE_IDENTITY);
        hears(&mut session, "a");
    }
    // One's own goes on where what is asked for instead is refused.
    command(
        &mut session,
        "DEFINE TOPIC(CLOSED) TOPICSTR('closed') SUB(DISABLED) REPLACE",
    );
    let answer = ask(&mut session, CONTROL, &mine("MQPSTopic closed"), b"");
    refused(&answer, mq::MQRC_SUB_INHIBITED);
    hears(&mut session, "a");
    done(&mut session, &mine("MQPSTopic c"));
    hears(&mut session, "c");
    let publish = "MQPSCommand Publish MQPSTopic a";
    assert_eq!(ask(&mut session, STREAM, publish, b"x"), DONE);
    hears(&mut session, "c");
    session.close(own, 0).expect("closed");
}
