//! Exchanges that were observed: each is read as what it is known to be, and written again byte for byte.

use ferromq_wire::inbound::{Inbound, Limits};
use ferromq_wire::outbound::Outbound;
use ferromq_wire::{Call, Family, Head, Kind, Segment};

struct Vector {
    name: &'static str,
    from_client: bool,
    fap: u8,
    bytes: Vec<u8>,
    /// Places of left-over bytes.
    ignored: Vec<usize>,
}

fn vectors() -> Vec<Vector> {
    let mut found: Vec<Vector> = Vec::new();
    let mut lengths = Vec::new();
    for line in include_str!("vectors.txt").lines() {
        if line.starts_with('#') || line.trim().is_empty() {
            continue;
        }
        if !line.starts_with(' ') {
            let mut words = line.split_whitespace();
            let mut word = || words.next().expect("four words");
            found.push(Vector {
                name: word(),
                from_client: word() == "client",
                bytes: Vec::new(),
                ignored: Vec::new(),
                fap: {
                    lengths.push(word().parse::<usize>().expect("a length"));
                    word().parse().expect("a level")
                },
            });
            continue;
        }
        let vector = found.last_mut().expect("a name comes first");
        for token in line.split_whitespace() {
            let (byte, count) = token.split_once('*').unwrap_or((token, "1"));
            if byte == "??" {
                vector.ignored.push(vector.bytes.len());
            }
            let byte = u8::from_str_radix(byte, 16).unwrap_or(0);
            let count: usize = count.parse().expect("a count");
            vector.bytes.extend(std::iter::repeat_n(byte, count));
        }
    }
    for (vector, length) in found.iter().zip(lengths) {
        assert_eq!(vector.bytes.len(), length, "{}", vector.name);
    }
    found
}

fn vector(name: &str) -> Vector {
    let found = vectors().into_iter().find(|vector| vector.name == name);
    found.expect("there is such a vector")
}

/// Reads the vector of that name and hands it over.
fn with(name: &str, check: impl FnOnce(&Head, &Segment<'_>)) {
    let vector = vector(name);
    let mut inbound = Inbound::new(Limits::FIRST);
    let mut input = &vector.bytes[..];
    let arrival = inbound
        .next(&mut input)
        .expect("well-formed")
        .expect("whole");
    assert!(input.is_empty(), "{name}");
    let segment = arrival.segment(vector.fap).expect("well-formed");
    check(&arrival.head, &segment);
}

/// The call in the vector of that name: handle, completion code, reason, and body.
fn with_call(name: &str, kind: Kind, check: impl FnOnce([i32; 3], &Call<'_>)) {
    with(name, |head, segment| {
        assert_eq!(head.kind, kind, "{name}");
        let Segment::Call(call, body) = segment else {
            panic!("{name} is a call");
        };
        check([call.handle, call.comp_code, call.reason], body);
    });
}

#[test]
fn every_observed_segment_is_written_again_byte_for_byte() {
    let all = vectors();
    assert_eq!(all.len(), 33);
    for vector in all {
        let mut inbound = Inbound::new(Limits::FIRST);
        let mut input = &vector.bytes[..];
        let arrival = inbound.next(&mut input).expect("well-formed");
        let arrival = arrival.expect("whole");
        let segment = arrival.segment(vector.fap);
        let segment = segment.unwrap_or_else(|wrong| panic!("{}: {wrong}", vector.name));
        let mut outbound = Outbound::new(vector.from_client);
        outbound.set_agreed(32_748, vector.fap);
        outbound.send(&arrival.head, &segment, None);
        let mut written: Vec<u8> = outbound.chunks().flatten().copied().collect();
        for at in vector.ignored {
            written[at] = 0;
        }
        for (at, (found, wanted)) in written.iter().zip(&vector.bytes).enumerate() {
            assert_eq!(found, wanted, "{} byte {at}: {segment:?}", vector.name);
        }
        assert_eq!(written.len(), vector.bytes.len(), "{}", vector.name);
    }
}

#[test]
fn the_first_round_of_a_java_client_reads_as_what_it_is() {
    with("V1", |head, segment| {
        assert_eq!(head.family, Family::Plain);
        assert_eq!((head.flags, head.ccsid, head.encoding), (0x31, 819, 273));
        let Segment::Initial(initial) = segment else {
            panic!("initial data");
        };
        assert_eq!((initial.fap, initial.length), (17, 240));
        assert_eq!(initial.transmission_bytes_max, 32_748);
        assert_eq!(initial.message_bytes_max, 104_857_600);
        assert_eq!(initial.channel_name.name().as_str(), "APP.SVRCONN");
        assert_eq!(initial.q_mgr_name.name().as_str(), "QM1");
        assert_eq!((initial.heartbeat_s, initial.conversations_max), (1, 10));
        assert_eq!(initial.product_id.name().as_str(), "MQJB09040000");
        assert_eq!(initial.algorithms[..3], [1, 0, 0xffff]);
    });
    with("V2", |head, segment| {
        assert_eq!(head.flags, 0x32);
        let Segment::Initial(initial) = segment else {
            panic!("initial data");
        };
        assert_eq!((initial.errors, initial.heartbeat_s), (0x80, 300));
    });
}

#[test]
fn user_and_credentials_read_as_what_they_are() {
    with("V4", |_, segment| {
        let Segment::UserId(user) = segment else {
            panic!("a user id");
        };
        assert_eq!(user.user_id.name().as_str(), "ROOT");
        let long = user.long.as_ref().expect("level 5");
        assert_eq!(long.user_id.name().as_str(), "root");
    });
    with("V5a", |_, segment| {
        let Segment::Credentials(credentials) = segment else {
            panic!("credentials");
        };
        assert_eq!(credentials.user_id, b"alice");
        assert_eq!(credentials.password, b"Secret123");
        assert!(!credentials.is_protected());
        assert!(!format!("{segment:?}").contains("Secret"));
    });
}

/// Clients protect in blocks of eight bytes: a password of five is then no longer than it would be with its filler.
#[test]
fn a_short_password_that_is_protected_is_not_taken_for_one_in_clear() {
    let vector = vector("V5a");
    // The header, then type, lengths and user of V5a, and a password of five bytes.
    let at = vector.bytes.len() - 11;
    for (field, is_protected) in [(b"right\0\0\0", false), (b"j\xf9S\x19\x81<b\xca", true)] {
        let mut bytes = vector.bytes[..at].to_vec();
        bytes.extend_from_slice(field);
        let whole = bytes.len() as u32;
        bytes[4..8].copy_from_slice(&whole.to_be_bytes());
        bytes[56..60].copy_from_slice(&5_u32.to_be_bytes());
        let mut inbound = Inbound::new(Limits::FIRST);
        let arrival = inbound
            .next(&mut &bytes[..])
            .expect("well-formed")
            .expect("whole");
        let segment = arrival.segment(vector.fap).expect("well-formed");
        let Segment::Credentials(credentials) = segment else {
            panic!("credentials");
        };
        assert_eq!(credentials.is_protected(), is_protected);
    }
}

#[test]
fn the_connect_call_reads_as_what_it_is() {
    with_call("V6", Kind::Connect, |_, body| {
        let Call::Connect(connect) = body else {
            panic!("a connect");
        };
        assert_eq!(connect.appl_name.name().as_str(), "PutGet");
        assert_eq!(connect.appl_type, 28);
        let words = connect.options.expect("level 4");
        assert_eq!((words.flags, words.options), (7, 0x0020_0000));
        let extension = connect.extension.as_ref().expect("level 8");
        assert_eq!((extension.version, extension.balance), (4, [0, -1, 0]));
    });
}

#[test]
fn inquiries_read_as_what_they_are() {
    with_call("V8a", Kind::Inquire, |handle, body| {
        let Call::Inquire(inquire) = body else {
            panic!("an inquiry");
        };
        assert_eq!(handle[0], 1);
        assert_eq!(inquire.selectors, [31, 32, 2, 2015, 2032, 273]);
        assert_eq!((inquire.int_count, inquire.char_bytes), (4, 100));
    });
    with_call("V8b", Kind::InquireReply, |_, body| {
        let Call::Attributes(attributes) = body else {
            panic!("values");
        };
        assert_eq!(attributes.ints, [940, 3, 819, 0]);
        assert_eq!(&attributes.chars[..4], b"QM1 ");
        assert_eq!(attributes.chars.len(), 96);
    });
}

#[test]
fn opens_read_as_what_they_are() {
    for (name, kind, handle, put_response) in
        [("V10a", Kind::Spi, -1, -1), ("V10b", Kind::SpiReply, 5, 1)]
    {
        with_call(name, kind, |call, body| {
            let Call::Spi(spi) = body else {
                panic!("a call beside the MQI");
            };
            let ferromq_wire::spi::SpiBody::Open { local, object } = &spi.body else {
                panic!("an open");
            };
            assert_eq!(call[0], handle);
            assert_eq!(local.options, 0x2079);
            assert_eq!(local.def_put_response, put_response);
            assert_eq!((object.version, object.object_type), (4, 1));
            assert_eq!(object.object_name.name().as_str(), "Q.TEST");
            assert_eq!(object.res_object_string.buffer_bytes, 0x2800);
            let descriptor = object.to_descriptor().expect("UTF-8");
            assert_eq!(descriptor.dynamic_q_name.as_str(), "AMQ.*");
        });
    }
}

#[test]
fn puts_and_gets_read_as_what_they_are() {
    with_call("V11a", Kind::Put, |call, body| {
        let Call::Put(put) = body else {
            panic!("a put");
        };
        assert_eq!(call[0], 5);
        assert_eq!(put.data, b"hello world");
        assert_eq!((put.descriptor.version, put.descriptor.priority), (2, -1));
        assert_eq!(put.options.options, 0x0002_0004);
    });
    with_call("V12a", Kind::Get, |_, body| {
        let Call::Get(get) = body else {
            panic!("a get");
        };
        assert_eq!(get.buffer_bytes, 4096);
        assert_eq!((get.options.version, get.options.match_options), (4, 3));
        assert_eq!(get.options.to_options().options, 0x0200_0004);
    });
    with_call("V12b", Kind::GetReply, |_, body| {
        let Call::GetReply(reply) = body else {
            panic!("a message");
        };
        assert_eq!((reply.message_bytes, reply.data), (11, &b"hello world"[..]));
        assert_eq!(reply.options.resolved_q_name.name().as_str(), "Q.TEST");
        assert_eq!(&reply.descriptor.put_date, b"20261121");
    });
    with_call("V12c", Kind::GetReply, |call, body| {
        assert_eq!(call, [5, 2, 2033]);
        assert!(matches!(body, Call::GetReply(reply) if reply.data.is_empty()));
    });
}

#[test]
fn the_life_of_conversations_reads_as_what_it_is() {
    with("V13f", |head, segment| {
        assert_eq!((head.family, head.flags), (Family::Socket, 0x38));
        let Segment::SocketAction(action) = segment else {
            panic!("a socket action");
        };
        assert_eq!((action.conversation, action.action), (1, 2));
    });
    with("V14b", |head, segment| {
        assert_eq!(head.family.conversation(), 3);
        assert!(matches!(segment, Segment::Status(Some(status)) if status.code.0 == 0));
    });
    with("V15a", |head, segment| {
        assert_eq!(head.flags, 0x31);
        assert_eq!(*segment, Segment::Heartbeat);
    });
}

#[test]
fn asynchronous_delivery_reads_as_what_it_is() {
    with("V16b", |head, segment| {
        assert_eq!(head.family.request(), 1);
        let Segment::Notification(notification) = segment else {
            panic!("a notification");
        };
        let found = (notification.handle, notification.code, notification.value);
        assert_eq!(found, (-1, 3, 2));
    });
    with("V16c", |_, segment| {
        let Segment::RequestMessages(request) = segment else {
            panic!("a request");
        };
        assert_eq!((request.handle, request.window_bytes), (2, 1));
        assert_eq!((request.options, request.flags), (0x0200_3000, 0x11));
        let selection = request.selection.as_ref().expect("flag 0x10");
        assert_eq!((selection.index, selection.descriptor_version), (1, 2));
        assert_eq!((selection.ccsid, selection.encoding), (1208, 273));
    });
    with("V16e", |_, segment| {
        let Segment::AsyncMessage(message) = segment else {
            panic!("a message");
        };
        assert_eq!(message.resolved_q_name, b"Q.LSN");
        assert_eq!((message.total_bytes, message.sent_bytes), (161, 161));
        assert_eq!(message.data, [b'A'; 161]);
    });
    with("V16f", |_, segment| {
        let Segment::RequestMessages(request) = segment else {
            panic!("a request");
        };
        assert_eq!((request.received_bytes, request.global_index), (525, 1));
        assert_eq!(request.selection, None);
    });
}

#[test]
fn calls_beside_the_mqi_read_as_what_they_are() {
    use ferromq_wire::spi::SpiBody;
    with_call("V17a", Kind::Spi, |_, body| {
        let Call::Spi(spi) = body else {
            panic!("a call beside the MQI");
        };
        let SpiBody::Subscribe {
            local,
            subscription,
            ..
        } = &spi.body
        else {
            panic!("a subscription");
        };
        assert_eq!(local.open_options, 0x2029);
        assert_eq!(subscription.options, 0x0020_2022);
        assert_eq!(subscription.object_string.text, b"sport/football");
        assert_eq!(subscription.object_string.ccsid, 1208);
        assert_eq!(subscription.pub_priority, -3);
    });
    with_call("V18b", Kind::SpiReply, |_, body| {
        let Call::Spi(spi) = body else {
            panic!("a call beside the MQI");
        };
        assert!(matches!(
            spi.body,
            SpiBody::ReserveReply {
                count: 1000,
                increment_offset: 20,
                ..
            }
        ));
    });
    with_call("V19a", Kind::Spi, |_, body| {
        let Call::Spi(spi) = body else {
            panic!("a call beside the MQI");
        };
        assert!(matches!(spi.body, SpiBody::Notify { reason: 2107, .. }));
    });
}

#[test]
fn a_transaction_branch_reads_as_what_it_is() {
    with("V20a", |_, segment| {
        let Segment::Xa(_, ferromq_wire::xa::XaBody::Branch(xid)) = segment else {
            panic!("a branch");
        };
        assert_eq!(xid.format_id(), 0x1234);
        assert_eq!(
            (xid.global(), xid.qualifier()),
            (&b"GTRID1"[..], &b"BQ1"[..])
        );
    });
}
