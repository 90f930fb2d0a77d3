//! Consumers: requests for messages, delivery, states, synchronous gets at the levels that get this way.

use crate::rig::{Client, Rig};
use ferromq_mqi::Reason;
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_qmgr::EndMode;
use ferromq_wire::control::notice;
use ferromq_wire::delivery::{RequestMessages, Selection, request};
use ferromq_wire::initial::Initial;
use ferromq_wire::spi::{Spi, SpiBody};
use ferromq_wire::{Call, Family, Kind, Segment};

const BOTH: i32 = MQOO_OUTPUT | MQOO_INPUT_SHARED | MQOO_FAIL_IF_QUIESCING;
/// Started; stopped; suspended.
const START: i32 = 2;
const STOP: i32 = 0;

/// What a listener asks with: one message at a time.
fn listen(handle: i32) -> RequestMessages {
    RequestMessages {
        version: 1,
        handle,
        window_bytes: 1,
        message_bytes_max: -1,
        options: MQGMO_FAIL_IF_QUIESCING | MQGMO_SYNCPOINT_IF_PERSISTENT,
        flags: request::CONTINUOUS,
        selection: Some(select()),
        ..RequestMessages::default()
    }
}

/// What a listener asks with when it has got a message of so many bytes.
fn listen_on(handle: i32, bytes: u32) -> RequestMessages {
    RequestMessages {
        received_bytes: 364 + bytes,
        selection: None,
        ..listen(handle)
    }
}

fn select() -> Selection {
    Selection {
        index: 1,
        descriptor_version: 2,
        ccsid: 1208,
        encoding: 273,
        ..Selection::default()
    }
}

/// A client with a producer on conversation 1 and a session on conversation 3.
fn session(rig: &Rig) -> (Client, i32, i32) {
    rig.queue("Q1");
    let mut client = rig.client();
    client.converse(3);
    let producer = client.open(1, "Q1", MQOO_OUTPUT);
    let consumer = client.open(3, "Q1", BOTH);
    (client, producer, consumer)
}

/// Puts without looking at the answer but that it is one; other segments stay.
fn put(client: &mut Client, handle: i32, body: &[u8], options: i32) {
    client.ask(
        1,
        Kind::Put,
        handle,
        Client::put_call(body, options | MQPMO_SYNC_RESPONSE),
    );
    client.settle();
    let at = client
        .came
        .iter()
        .position(|came| came.head.kind == Kind::PutReply);
    let reply = client
        .came
        .remove(at.expect("an answer"))
        .expect("just seen");
    assert_eq!(reply.codes().0, MQCC_OK);
}

#[test]
fn a_listener_gets_one_message_for_each_request() {
    let rig = Rig::new();
    let (mut client, producer, consumer) = session(&rig);
    client.connection_state(3, START, false);
    client.request_messages(3, 1, listen(consumer));
    client.silent();
    put(&mut client, producer, b"one", 0);
    put(&mut client, producer, b"two", 0);
    let came = client.next();
    assert_eq!(came.message().1, b"one");
    let expected = Family::Multiplexed {
        conversation: 3,
        request: 1,
    };
    assert_eq!(came.head.family, expected);
    let Segment::AsyncMessage(message) = came.segment() else {
        panic!("{came:?}")
    };
    assert_eq!(
        (message.piece.handle, message.piece.data_bytes),
        (consumer, 3)
    );
    assert_eq!(
        (message.total_bytes, message.sent_bytes, message.reason),
        (3, 3, 0)
    );
    assert_eq!(message.q_name().name().as_str(), "Q1");
    assert_ne!(message.msg_token, [0; 16]);
    client.silent();
    client.request_messages(3, 1, listen_on(consumer, 3));
    assert_eq!(client.next().message().1, b"two");
}

#[test]
fn nothing_is_delivered_before_the_start_and_after_a_stop() {
    let rig = Rig::new();
    let (mut client, producer, consumer) = session(&rig);
    client.request_messages(3, 1, listen(consumer));
    put(&mut client, producer, b"early", 0);
    client.silent();
    client.connection_state(3, START, true);
    assert_eq!(
        client.next().notification(),
        (-1, notice::CONNECTION_STATE_REPLY, START)
    );
    assert_eq!(client.next().message().1, b"early");
    client.request_messages(3, 1, listen_on(consumer, 5));
    client.connection_state(3, STOP, true);
    let came = client.next();
    assert_eq!(
        came.notification(),
        (-1, notice::CONNECTION_STATE_REPLY, STOP)
    );
    assert_eq!(came.head.family.request(), 3);
    put(&mut client, producer, b"late", 0);
    client.silent();
    // Whoever else wants it gets it meanwhile.
    let other = client.open(1, "Q1", MQOO_INPUT_SHARED);
    assert_eq!(client.get(1, other, 0).message().1, b"late");
    put(&mut client, producer, b"later", 0);
    client.connection_state(3, START, false);
    assert_eq!(client.next().message().1, b"later");
}

/// What clients send that reconnect: they say everything again, some of it twice.
#[test]
fn a_request_that_is_repeated_brings_no_second_message() {
    let rig = Rig::new();
    let (mut client, producer, consumer) = session(&rig);
    put(&mut client, producer, b"one", 0);
    put(&mut client, producer, b"two", 0);
    client.connection_state(3, START, false);
    client.request_messages(3, 1, listen(consumer));
    client.request_messages(3, 1, listen(consumer));
    assert_eq!(client.next().message().1, b"one");
    client.request_messages(3, 1, listen(consumer));
    client.silent();
    client.request_messages(3, 1, listen_on(consumer, 3));
    assert_eq!(client.next().message().1, b"two");
}

#[test]
fn a_client_that_reconnects_gets_nothing_before_it_is_done() {
    let rig = Rig::new();
    rig.queue("Q1");
    let mut client = rig.client();
    let producer = client.open(1, "Q1", MQOO_OUTPUT);
    client.begin_conversation(3);
    client.send_reconnect(3, "", *b"AMQCQM1.LOST.CONNECTION.");
    client.connected().expect("connected");
    let consumer = client.open(3, "Q1", BOTH);
    put(&mut client, producer, b"early", 0);
    client.connection_state(3, START, false);
    client.request_messages(3, 1, listen(consumer));
    client.silent();
    client.notify(3, notice::RECONNECTED, 0, false);
    assert_eq!(client.next().message().1, b"early");
}

/// A listener that asks for version 2 counts the bytes of version 2.
#[test]
fn the_descriptor_of_a_message_has_the_version_that_was_asked_for() {
    let rig = Rig::new();
    let (mut client, producer, consumer) = session(&rig);
    let Call::Put(mut call) = Client::put_call(b"old", MQPMO_SYNC_RESPONSE) else {
        unreachable!()
    };
    call.descriptor.version = MQMD_VERSION_1;
    client.ask(1, Kind::Put, producer, Call::Put(call));
    assert_eq!(client.next().codes().0, MQCC_OK);
    client.connection_state(3, START, false);
    client.request_messages(3, 1, listen(consumer));
    let (descriptor, body) = client.next().message();
    assert_eq!(
        (descriptor.version, &body[..]),
        (MQMD_VERSION_2, &b"old"[..])
    );
}

#[test]
fn a_window_is_filled_and_no_more() {
    let rig = Rig::new();
    let (mut client, producer, consumer) = session(&rig);
    for at in 0..10 {
        put(&mut client, producer, &[at; 636], 0);
    }
    client.connection_state(3, START, false);
    let ahead = RequestMessages {
        window_bytes: 2_500,
        queue_status: 1,
        ..listen(consumer)
    };
    client.request_messages(3, 1, ahead.clone());
    // A thousand bytes each: the third one opens the window's last part.
    for at in 0..3 {
        assert_eq!(client.next().message().1, [at; 636]);
    }
    client.silent();
    let more = RequestMessages {
        received_bytes: 2_000,
        selection: None,
        ..ahead
    };
    client.request_messages(3, 1, more);
    for at in 3..5 {
        assert_eq!(client.next().message().1, [at; 636]);
    }
    client.silent();
}

#[test]
fn consumers_of_a_session_share_its_unit_of_work() {
    let rig = Rig::new();
    let (mut client, producer, consumer) = session(&rig);
    rig.queue("Q2");
    let second = client.open(3, "Q2", BOTH);
    let other = client.open(1, "Q2", MQOO_OUTPUT);
    client.connection_state(3, START, false);
    for handle in [consumer, second] {
        let asked = RequestMessages {
            options: MQGMO_FAIL_IF_QUIESCING | MQGMO_SYNCPOINT,
            ..listen(handle)
        };
        client.request_messages(3, 1, asked);
    }
    put(&mut client, producer, b"first", 0);
    put(&mut client, other, b"second", 0);
    let (one, two) = (client.next().message().1, client.next().message().1);
    assert_eq!((&one[..], &two[..]), (&b"first"[..], &b"second"[..]));
    assert_eq!(client.simple(3, Kind::Back).0, MQCC_OK);
    client.request_messages(3, 1, listen_on(second, 6));
    let (descriptor, body) = client.next().message();
    assert_eq!((body, descriptor.backout_count), (b"second".to_vec(), 1));
    assert_eq!(client.depth(1, "Q1"), 1);
}

#[test]
fn a_persistent_message_is_delivered_once_its_get_is_durable() {
    let rig = Rig::new();
    let (mut client, producer, consumer) = session(&rig);
    client.connection_state(3, START, false);
    let asked = RequestMessages {
        options: MQGMO_NO_SYNCPOINT,
        ..listen(consumer)
    };
    client.request_messages(3, 1, asked);
    let Call::Put(mut call) = Client::put_call(b"durable", MQPMO_SYNC_RESPONSE) else {
        unreachable!()
    };
    call.descriptor.persistence = MQPER_PERSISTENT;
    client.ask(1, Kind::Put, producer, Call::Put(call));
    assert_eq!(client.next().codes().0, MQCC_OK);
    assert_eq!(client.next().message().1, b"durable");
    assert_eq!(client.depth(1, "Q1"), 0);
}

#[test]
fn long_messages_are_delivered_in_pieces() {
    let rig = Rig::new();
    let (mut client, producer, consumer) = session(&rig);
    let body: Vec<u8> = (0..200_000).map(|at| (at % 253) as u8).collect();
    put(&mut client, producer, &body, 0);
    client.connection_state(3, START, false);
    client.request_messages(3, 1, listen(consumer));
    assert!(client.next().message().1 == body);
}

#[test]
fn other_verbs_run_while_a_consumer_waits() {
    let rig = Rig::new();
    let (mut client, producer, consumer) = session(&rig);
    client.connection_state(3, START, false);
    client.request_messages(3, 1, listen(consumer));
    assert_eq!(client.simple(3, Kind::Commit).0, MQCC_OK);
    assert_eq!(client.depth(3, "Q1"), 0);
    let second = client.open(3, "Q1", MQOO_OUTPUT);
    let call = Client::put_call(b"to myself", MQPMO_SYNC_RESPONSE);
    assert_eq!(client.call(3, Kind::Put, second, call).codes().0, MQCC_OK);
    assert_eq!(client.next().message().1, b"to myself");
    client.request_messages(3, 1, listen_on(consumer, 9));
    // A get that waits comes first; the consumer goes on behind it.
    client.ask(
        3,
        Kind::Get,
        consumer,
        Client::get_call(MQGMO_WAIT, -1, 100),
    );
    client.silent();
    put(&mut client, producer, b"got", 0);
    assert_eq!(client.next().head.kind, Kind::GetReply);
    put(&mut client, producer, b"delivered", 0);
    assert_eq!(client.next().message().1, b"delivered");
}

#[test]
fn closing_the_queue_ends_its_consumer() {
    let rig = Rig::new();
    let (mut client, producer, consumer) = session(&rig);
    client.connection_state(3, START, false);
    client.request_messages(3, 1, listen(consumer));
    let closed = client.call(3, Kind::Close, consumer, Call::Close(0));
    assert_eq!(closed.codes().0, MQCC_OK);
    put(&mut client, producer, b"nobody's", 0);
    client.silent();
    // A request on what is not open is told so.
    client.request_messages(3, 1, listen(consumer));
    let failed = (consumer, notice::STREAMING_FAILURE, Reason::HOBJ_ERROR.0);
    assert_eq!(client.next().notification(), failed);
    assert_eq!(client.depth(1, "Q1"), 1);
}

#[test]
fn a_listener_outlives_gets_that_are_inhibited() {
    let rig = Rig::new();
    let (mut client, producer, consumer) = session(&rig);
    client.connection_state(3, START, false);
    client.request_messages(3, 1, listen(consumer));
    client.silent();
    let set = |value: i32| {
        let name = ObjectName::truncated("Q1");
        let change = [(Attr::Get, Value::Int(value))];
        let altered = rig.manager.alter(ObjectKind::QLocal, &name, &change, false);
        altered.expect("altered");
    };
    set(MQQA_GET_INHIBITED);
    put(&mut client, producer, b"kept", 0);
    client.silent();
    set(MQQA_GET_ALLOWED);
    // And nothing before it: Java clients lose their way over notifications of this.
    assert_eq!(client.next().message().1, b"kept");
}

/// Goal: what is checked of a handle is checked for each message, though its get is prepared once. Method: an alias leads elsewhere
/// after the first of three messages.
#[test]
fn a_consumer_whose_queue_was_changed_behind_its_handle_gets_no_more() {
    let rig = Rig::new();
    let (mut client, producer, _) = session(&rig);
    rig.queue("Q2");
    let name = ObjectName::truncated("A1");
    let mut alias = Definition::new(ObjectKind::QAlias, name);
    alias.set(Attr::Target, "Q1").expect("a valid value");
    rig.manager.define(alias, false).expect("defined");
    let consumer = client.open(3, "A1", BOTH);
    for body in [b"one", b"two"] {
        put(&mut client, producer, body, 0);
    }
    client.connection_state(3, START, false);
    client.request_messages(3, 1, listen(consumer));
    assert_eq!(client.next().message().1, b"one");
    let change = [(Attr::Target, "Q2".into())];
    let altered = rig.manager.alter(ObjectKind::QAlias, &name, &change, true);
    altered.expect("altered");
    client.request_messages(3, 1, listen_on(consumer, 3));
    let changed = (
        consumer,
        notice::STREAMING_FAILURE,
        Reason::OBJECT_CHANGED.0,
    );
    assert_eq!(client.next().notification(), changed);
    client.silent();
}

#[test]
fn a_browse_goes_on_behind_the_first_message() {
    let rig = Rig::new();
    let (mut client, producer, _) = session(&rig);
    for body in [b"one", b"two"] {
        put(&mut client, producer, body, 0);
    }
    let browser = client.open(3, "Q1", MQOO_BROWSE);
    let mut asked = RequestMessages {
        options: MQGMO_BROWSE_FIRST | MQGMO_BROWSE_NEXT,
        flags: request::SYNCHRONOUS | request::DEFINITE | request::DEFINITE_TOO,
        ..listen(browser)
    };
    for expected in [b"one", b"two"] {
        client.request_messages(3, 3, asked.clone());
        assert_eq!(client.next().message().1, expected);
        assert_eq!(client.next().notification().1, notice::CLIENT_ASYNC_EMPTY);
        asked.selection = None;
    }
    client.request_messages(3, 3, asked);
    assert_eq!(client.next().notification().1, notice::CLIENT_ASYNC_EMPTY);
    client.silent();
}

/// As connection consumers of JMS ask: what is backed out comes to them again.
#[test]
fn a_browse_of_what_is_not_marked_begins_at_the_front_each_time() {
    let rig = Rig::new();
    let (mut client, producer, _) = session(&rig);
    let browser = client.open(3, "Q1", MQOO_BROWSE | MQOO_CO_OP);
    let mut asked = RequestMessages {
        options: MQGMO_BROWSE_FIRST | MQGMO_UNMARKED_BROWSE_MSG | MQGMO_MARK_BROWSE_CO_OP,
        ..listen(browser)
    };
    client.connection_state(3, 2, false);
    for body in [b"one", b"two"] {
        put(&mut client, producer, body, 0);
    }
    let getter = client.open(1, "Q1", MQOO_INPUT_SHARED);
    for expected in [b"one", b"two"] {
        client.request_messages(3, 1, asked.clone());
        assert_eq!(client.next().message().1, expected);
        asked.received_bytes = 364 + 3;
        asked.selection = None;
    }
    client.request_messages(3, 1, asked);
    client.silent();
    client.get(1, getter, MQGMO_SYNCPOINT);
    client.ask(1, Kind::Back, 0, Call::Empty);
    client.settle();
    let came: Vec<Kind> = client.came.iter().map(|came| came.head.kind).collect();
    assert!(came.contains(&Kind::AsyncMessage), "{came:?}");
}

// ---- synchronous gets at levels 9 to 12

/// A client of level 12.
fn at_level_12(rig: &Rig) -> (Client, i32, [u8; 24]) {
    rig.queue("Q1");
    let mut client = rig.socket();
    let wants = Initial {
        fap: 12,
        length: 208,
        ..Client::wants()
    };
    client.negotiate(wants).expect("terms");
    client.log_on("app");
    let id = client.connect(1, "").expect("connected");
    let handle = client.open(1, "Q1", BOTH);
    (client, handle, id)
}

fn wait_for_one(handle: i32) -> RequestMessages {
    RequestMessages {
        flags: request::SYNCHRONOUS,
        wait_interval_ms: 1_000,
        options: MQGMO_WAIT | MQGMO_NO_SYNCPOINT,
        ..listen(handle)
    }
}

fn is_there_one(handle: i32) -> RequestMessages {
    RequestMessages {
        flags: request::SYNCHRONOUS | request::DEFINITE | request::DEFINITE_TOO,
        selection: None,
        ..listen(handle)
    }
}

#[test]
fn a_synchronous_get_without_mqget_is_silent_until_it_is_asked() {
    let rig = Rig::new();
    let (mut client, handle, _) = at_level_12(&rig);
    client.request_messages(1, 1, wait_for_one(handle));
    client.silent();
    rig.pass_ms(1_000);
    client.tick();
    client.silent();
    client.request_messages(1, 3, is_there_one(handle));
    let came = client.next();
    assert_eq!(came.notification(), (handle, notice::CLIENT_ASYNC_EMPTY, 0));
    assert_eq!(came.head.family.request(), 3);
    // Nothing comes unasked.
    client.put(1, handle, b"later", 0);
    client.silent();
    client.request_messages(1, 3, is_there_one(handle));
    let came = client.next();
    assert_eq!(
        (came.message().1, came.head.family.request()),
        (b"later".to_vec(), 1)
    );
    let came = client.next();
    assert_eq!(came.notification().1, notice::CLIENT_ASYNC_EMPTY);
    assert_eq!(came.head.family.request(), 3);
}

#[test]
fn a_synchronous_get_without_mqget_ends_with_one_message() {
    let rig = Rig::new();
    let (mut client, handle, _) = at_level_12(&rig);
    let mut other = rig.client();
    let producer = other.open(1, "Q1", MQOO_OUTPUT);
    client.request_messages(1, 1, wait_for_one(handle));
    client.silent();
    for body in [b"one", b"two"] {
        other.put(1, producer, body, 0);
    }
    assert_eq!(client.next().message().1, b"one");
    client.silent();
    assert_eq!(other.depth(1, "Q1"), 1);
}

/// Goal: a client that reads ahead and counts definite answers gets each. Method: its window is full of messages that are
/// still on their way when the time of its get is over, so that it reports them before it is answered.
#[test]
fn a_request_for_word_that_is_overtaken_by_a_report_is_answered() {
    let rig = Rig::new();
    let (mut client, producer, consumer) = session(&rig);
    for at in 0..3_u8 {
        put(&mut client, producer, &[at; 636], 0);
    }
    let ahead = RequestMessages {
        window_bytes: 2_500,
        queue_status: 1,
        flags: request::SYNCHRONOUS,
        ..listen(consumer)
    };
    client.request_messages(3, 1, ahead.clone());
    for at in 0..3 {
        assert_eq!(client.next().message().1, [at; 636]);
    }
    let word = RequestMessages {
        flags: request::SYNCHRONOUS | request::DEFINITE | request::DEFINITE_TOO,
        selection: None,
        ..ahead.clone()
    };
    client.request_messages(3, 3, word.clone());
    client.silent();
    let report = RequestMessages {
        received_bytes: 3_000,
        selection: None,
        ..ahead
    };
    client.request_messages(3, 1, report);
    let came = client.next();
    assert_eq!(came.notification().1, notice::CLIENT_ASYNC_EMPTY);
    assert_eq!(came.head.family.request(), 3);
    client.silent();
    client.request_messages(3, 3, word);
    assert_eq!(client.next().notification().1, notice::CLIENT_ASYNC_EMPTY);
    client.silent();
}

/// The time of the get is over when its message is on its way: it asks for word, and takes no second message for it.
#[test]
fn a_request_that_crosses_its_message_is_answered_by_it() {
    let rig = Rig::new();
    let (mut client, handle, _) = at_level_12(&rig);
    let mut other = rig.client();
    let producer = other.open(1, "Q1", MQOO_OUTPUT);
    client.request_messages(1, 1, wait_for_one(handle));
    client.silent();
    for body in [b"one", b"two"] {
        other.put(1, producer, body, 0);
    }
    assert_eq!(client.next().message().1, b"one");
    client.request_messages(1, 3, is_there_one(handle));
    assert_eq!(client.next().notification().1, notice::CLIENT_ASYNC_EMPTY);
    client.silent();
    assert_eq!(other.depth(1, "Q1"), 1);
    let reported = RequestMessages {
        received_bytes: 364 + 3,
        ..is_there_one(handle)
    };
    client.request_messages(1, 3, reported);
    assert_eq!(client.next().message().1, b"two");
}

#[test]
fn a_synchronous_get_without_mqget_is_cancelled() {
    let rig = Rig::new();
    let (mut client, handle, id) = at_level_12(&rig);
    client.request_messages(1, 1, wait_for_one(handle));
    client.silent();
    let notify = SpiBody::Notify {
        option: 1,
        reason: Reason::XWAIT_CANCELED.0,
        connection_id: id,
    };
    let mut other = rig.client();
    let came = other.call(1, Kind::Spi, 0, Call::Spi(Spi::new(12, notify)));
    assert_eq!(came.codes().0, MQCC_OK);
    let came = client.next();
    let cancelled = (handle, notice::STREAMING_FAILURE, Reason::XWAIT_CANCELED.0);
    assert_eq!(
        (came.notification(), came.head.family.request()),
        (cancelled, 1)
    );
}

#[test]
fn a_message_too_long_for_a_synchronous_get_is_cut_and_stays() {
    let rig = Rig::new();
    let (mut client, handle, _) = at_level_12(&rig);
    client.put(1, handle, b"0123456789", 0);
    let short = RequestMessages {
        message_bytes_max: 4,
        ..wait_for_one(handle)
    };
    client.request_messages(1, 1, short);
    let came = client.next();
    let Segment::AsyncMessage(cut) = came.segment() else {
        panic!("{came:?}")
    };
    assert_eq!(cut.reason, Reason::TRUNCATED_MSG_FAILED.0);
    assert_eq!((cut.data, cut.total_bytes), (&b"0123"[..], 10));
    let by_token = RequestMessages {
        selection: Some(Selection {
            match_options: MQMO_MATCH_MSG_TOKEN,
            msg_token: cut.msg_token,
            ..select()
        }),
        ..is_there_one(handle)
    };
    client.request_messages(1, 3, by_token);
    assert_eq!(client.next().message().1, b"0123456789");
}

// ---- ends

#[test]
fn consumers_are_told_when_the_queue_manager_quiesces() {
    let rig = Rig::new();
    let (mut client, _, consumer) = session(&rig);
    client.connection_state(3, START, false);
    client.request_messages(3, 1, listen(consumer));
    client.silent();
    rig.manager.begin_end(EndMode::Quiesce);
    client.channel.end(ferromq_channel::Ending::Quiesce);
    assert_eq!(
        client.next().notification(),
        (consumer, notice::Q_MGR_QUIESCING, 0)
    );
    client.silent();
    assert!(!client.channel.is_over());
}
