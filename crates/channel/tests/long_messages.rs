//! Messages that are longer than a channel carries.
//!
//! Source: 2010; "Limiting the size of a message in a client application", which excepts what is consumed by a
//! callback; 2079, 2080, 2120.

use crate::rig::{Client, Rig};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_wire::call::{Get, Put};
use ferromq_wire::control::notice;
use ferromq_wire::delivery::{RequestMessages, Selection, request};
use ferromq_wire::initial::Initial;
use ferromq_wire::structure::{GetMessage, PutMessage};
use ferromq_wire::{Call, Kind, Segment};

/// What the channel of the getter carries.
const CARRIED: u32 = 40_000;
const LONG: usize = 50_000;
const BOTH: i32 = MQOO_INPUT_SHARED | MQOO_BROWSE;

/// A client of a channel that carries less than others.
fn limited(rig: &Rig, wants: Initial) -> (Client, i32) {
    let before = {
        let mut terms = rig.host.terms.lock().expect("unharmed");
        std::mem::replace(&mut terms.message_bytes_max, CARRIED)
    };
    let conversation = u32::from(wants.conversations_max > 0);
    let mut client = rig.socket();
    client.negotiate(wants).expect("terms");
    let head = client.head(conversation, 0, Kind::UserId);
    assert_eq!(head.family.conversation(), conversation);
    client.log_on("app");
    client.connect(conversation, "").expect("connected");
    rig.host.terms.lock().expect("unharmed").message_bytes_max = before;
    let handle = client.open(conversation, "Q1", BOTH);
    (client, handle)
}

fn put(rig: &Rig, descriptor: MsgDescriptor, body: &[u8]) {
    let mut client = rig.client();
    let handle = client.open(1, "Q1", MQOO_OUTPUT);
    let call = Call::Put(Put {
        descriptor,
        options: PutMessage {
            version: 2,
            options: MQPMO_SYNC_RESPONSE,
            ..PutMessage::default()
        },
        data: body,
    });
    assert_eq!(client.call(1, Kind::Put, handle, call).codes().0, MQCC_OK);
}

fn lasting() -> MsgDescriptor {
    MsgDescriptor {
        persistence: MQPER_PERSISTENT,
        ..MsgDescriptor::default()
    }
}

/// Length and first bytes of what is on the queue: as anybody else gets it.
fn taken(rig: &Rig) -> Option<usize> {
    let mut client = rig.client();
    let handle = client.open(1, "Q1", MQOO_INPUT_SHARED);
    let came = client.get(1, handle, MQGMO_NO_SYNCPOINT);
    (came.codes().0 == MQCC_OK).then(|| came.message().1.len())
}

/// Goal: whoever asks for more than the channel carries, and would be sent it, is refused, and the message stays for
/// others as if nothing had been asked. Method: ways to get, kinds of messages, forms of sockets.
#[test]
fn a_get_that_would_be_sent_more_than_the_channel_carries_leaves_its_message() {
    let ways = [
        MQGMO_NO_SYNCPOINT,
        MQGMO_SYNCPOINT,
        MQGMO_NO_SYNCPOINT | MQGMO_ACCEPT_TRUNCATED_MSG,
        MQGMO_NO_SYNCPOINT | MQGMO_CONVERT,
        MQGMO_BROWSE_FIRST,
        MQGMO_BROWSE_FIRST | MQGMO_LOCK,
        MQGMO_WAIT | MQGMO_SYNCPOINT_IF_PERSISTENT,
    ];
    for conversations_max in [10, 1, 0] {
        for descriptor in [MsgDescriptor::default(), lasting()] {
            for way in ways {
                let rig = Rig::new();
                rig.queue("Q1");
                let wants = Initial {
                    conversations_max,
                    ..Client::wants()
                };
                let (mut client, handle) = limited(&rig, wants);
                put(&rig, descriptor.clone(), &[7; LONG]);
                let number = conversations_max.min(1);
                let get = Client::get_call(way, 0, 60_000);
                let refused = client.call(number, Kind::Get, handle, get);
                let shown = format!("{conversations_max} {} {way:#x}", descriptor.persistence);
                assert_eq!(refused.codes().1, Reason::DATA_LENGTH_ERROR.0, "{shown}");
                assert_eq!(refused.message().1, b"", "{shown}");
                assert_eq!(client.simple(number, Kind::Commit).0, MQCC_OK);
                assert_eq!(taken(&rig), Some(LONG), "{shown}");
            }
        }
    }
}

#[test]
fn a_get_that_waited_for_a_message_that_is_too_long_is_refused_it() {
    let rig = Rig::new();
    rig.queue("Q1");
    let (mut client, handle) = limited(&rig, Client::wants());
    client.ask(
        1,
        Kind::Get,
        handle,
        Client::get_call(MQGMO_WAIT, -1, 60_000),
    );
    client.silent();
    put(&rig, lasting(), &[7; LONG]);
    assert_eq!(client.next().codes().1, Reason::DATA_LENGTH_ERROR.0);
    assert_eq!(taken(&rig), Some(LONG));
}

/// The rules of small buffers are those of every road, and a large buffer harms nobody.
#[test]
fn what_fits_the_channel_is_got_whatever_buffer_it_is_got_into() {
    let rig = Rig::new();
    rig.queue("Q1");
    let (mut client, handle) = limited(&rig, Client::wants());
    let mut get = |options: i32, buffer_bytes: u32| {
        let call = Client::get_call(options, 0, buffer_bytes);
        let came = client.call(1, Kind::Get, handle, call);
        (came.codes().1, came.message().1.len())
    };
    put(&rig, lasting(), &[7; LONG]);
    assert_eq!(get(0, CARRIED), (Reason::TRUNCATED_MSG_FAILED.0, 40_000));
    assert_eq!(get(0, 100), (Reason::TRUNCATED_MSG_FAILED.0, 100));
    let accept = MQGMO_ACCEPT_TRUNCATED_MSG;
    assert_eq!(
        get(accept, CARRIED),
        (Reason::TRUNCATED_MSG_ACCEPTED.0, 40_000)
    );
    assert_eq!(get(0, 60_000), (Reason::NO_MSG_AVAILABLE.0, 0));
    for descriptor in [MsgDescriptor::default(), lasting()] {
        for (bytes, expected) in [
            (CARRIED as usize, (0, CARRIED as usize)),
            (3, (0, 3)),
            (CARRIED as usize + 1, (Reason::DATA_LENGTH_ERROR.0, 0)),
        ] {
            put(&rig, descriptor.clone(), &vec![7; bytes]);
            assert_eq!(get(0, u32::MAX), expected, "{bytes}");
        }
        assert_eq!(taken(&rig), Some(CARRIED as usize + 1));
    }
}

/// Data that grows as it is converted is what is sent: it comes as it is, with the warning for that.
#[test]
fn what_grows_beyond_the_channel_comes_unconverted() {
    let rig = Rig::new();
    rig.queue("Q1");
    let (mut client, handle) = limited(&rig, Client::wants());
    let latin = MsgDescriptor {
        format: *b"MQSTR   ",
        coded_char_set_id: 819,
        ..lasting()
    };
    put(&rig, latin, &[0xe9; 30_000]);
    let call = Call::Get(Get {
        descriptor: MsgDescriptor {
            version: 2,
            coded_char_set_id: 1208,
            ..MsgDescriptor::default()
        },
        options: GetMessage {
            version: 4,
            options: MQGMO_CONVERT,
            ..GetMessage::default()
        },
        buffer_bytes: 100_000,
    });
    let came = client.call(1, Kind::Get, handle, call);
    assert_eq!(came.codes().1, Reason::CONVERTED_MSG_TOO_BIG.0);
    let (descriptor, body) = came.message();
    assert_eq!(
        (descriptor.coded_char_set_id, body),
        (819, vec![0xe9; 30_000])
    );
    assert_eq!(taken(&rig), None);
}

/// Properties travel in front of the data, and count where they travel.
#[test]
fn properties_count_when_they_are_sent() {
    let rig = Rig::new();
    rig.queue("Q1");
    let (mut client, handle) = limited(&rig, Client::wants());
    let folder = format!("<usr><a>{}</a></usr>", "x".repeat(19_982));
    let mut body = Vec::new();
    body.extend_from_slice(b"RFH ");
    let words = [2, 40 + folder.len() as i32, 273, 1208];
    body.extend(words.iter().flat_map(|word| word.to_be_bytes()));
    body.extend_from_slice(b"        ");
    let words = [0, 1208, folder.len() as i32];
    body.extend(words.iter().flat_map(|word| word.to_be_bytes()));
    body.extend_from_slice(folder.as_bytes());
    body.extend_from_slice(&[7; 30_000]);
    assert_eq!(body.len(), 50_040);
    let descriptor = MsgDescriptor {
        format: *b"MQHRF2  ",
        encoding: 273,
        ..lasting()
    };
    put(&rig, descriptor, &body);
    let get = Client::get_call(MQGMO_PROPERTIES_FORCE_MQRFH2, 0, 60_000);
    let refused = client.call(1, Kind::Get, handle, get);
    assert_eq!(refused.codes().1, Reason::DATA_LENGTH_ERROR.0);
    let get = Client::get_call(MQGMO_NO_PROPERTIES, 0, 60_000);
    let got = client.call(1, Kind::Get, handle, get);
    assert_eq!((got.codes().0, got.message().1), (MQCC_OK, vec![7; 30_000]));
}

fn asked(handle: i32, flags: u32) -> RequestMessages {
    RequestMessages {
        version: 1,
        handle,
        window_bytes: 1,
        message_bytes_max: -1,
        flags,
        selection: Some(Selection {
            index: 1,
            descriptor_version: 2,
            ..Selection::default()
        }),
        ..RequestMessages::default()
    }
}

/// Below level 13 a get asks for its message as listeners do.
#[test]
fn a_get_by_request_is_told_and_leaves_its_message() {
    for definite in [0, request::DEFINITE | request::DEFINITE_TOO] {
        let rig = Rig::new();
        rig.queue("Q1");
        let wants = Initial {
            fap: 12,
            ..Client::wants()
        };
        let (mut client, handle) = limited(&rig, wants);
        put(&rig, lasting(), &[7; LONG]);
        let number = if definite == 0 { 1 } else { 3 };
        let asked = asked(handle, request::SYNCHRONOUS | definite);
        client.request_messages(1, number, asked);
        let failed = (
            handle,
            notice::STREAMING_FAILURE,
            Reason::DATA_LENGTH_ERROR.0,
        );
        assert_eq!(client.next().notification(), failed);
        if definite != 0 {
            let empty = (handle, notice::CLIENT_ASYNC_EMPTY, 0);
            assert_eq!(client.next().notification(), empty);
        }
        client.silent();
        assert_eq!(taken(&rig), Some(LONG));
    }
}

#[test]
fn what_a_listener_consumes_may_be_longer() {
    let rig = Rig::new();
    rig.queue("Q1");
    let (mut client, handle) = limited(&rig, Client::wants());
    client.connection_state(1, 2, false);
    client.request_messages(1, 1, asked(handle, request::CONTINUOUS));
    client.silent();
    put(&rig, lasting(), &[7; LONG]);
    let came = client.next();
    assert!(matches!(came.segment(), Segment::AsyncMessage(_)));
    assert_eq!(came.message().1.len(), LONG);
}
