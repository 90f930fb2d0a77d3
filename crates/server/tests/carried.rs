//! What a channel leaves as it is: groups, segments and properties of messages arrive as they were put, and a streaming queue at the far end
//! gets its copies.

use crate::partners::Offices;
use crate::support::office::Relay;
use crate::support::{Bindings, not_persistent, persistent};
use ferromq::{GetOptions, MsgDescriptor, PutOptions, mq};
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{ObjectDescriptor, ObjectHandle};

/// A queue of QM2, at QM1.
fn away(session: &mut Bindings, queue: &str) -> ObjectHandle {
    let mut there = ObjectDescriptor::queue(queue);
    there.object_q_mgr_name = ObjectName::truncated("QM2");
    session
        .open_object(&mut there, mq::MQOO_OUTPUT)
        .expect("opened")
}

fn put(
    session: &mut Bindings,
    queue: ObjectHandle,
    descriptor: &MsgDescriptor,
    options: i32,
    body: &[u8],
) -> MsgDescriptor {
    let mut descriptor = descriptor.clone();
    let mut options = PutOptions {
        options,
        ..PutOptions::default()
    };
    let put = session.put(queue, &mut descriptor, &mut options, body.to_vec());
    put.expect("put");
    descriptor
}

fn get(session: &mut Bindings, queue: ObjectHandle, more: i32) -> (MsgDescriptor, Vec<u8>) {
    let options = GetOptions {
        options: mq::MQGMO_WAIT | mq::MQGMO_NO_SYNCPOINT | more,
        wait_interval_ms: 60_000,
        match_options: mq::MQMO_NONE,
        ..GetOptions::default()
    };
    let wanted = MsgDescriptor {
        version: mq::MQMD_VERSION_2,
        ..MsgDescriptor::default()
    };
    let got = session
        .get(queue, &wanted, &options, 1 << 20)
        .expect("a message");
    (got.descriptor, got.body.to_vec())
}

#[test]
fn groups_and_segments_arrive_as_they_were_put() {
    let offices = Offices::open("carried-groups");
    offices.one.commands(&["START CHANNEL(QM1.TO.QM2)"]);
    let (mut app, mut reader) = (offices.one.connect(), offices.two.connect());
    let to = away(&mut app, "FREE");
    let from = reader.open("FREE", mq::MQOO_INPUT_SHARED).expect("opened");
    for kind in [persistent(), not_persistent()] {
        let in_group = |flags| MsgDescriptor {
            version: mq::MQMD_VERSION_2,
            msg_flags: flags,
            format: *b"MQSTR   ",
            ..kind.clone()
        };
        let logical = mq::MQPMO_LOGICAL_ORDER;
        let mut put_ids = Vec::new();
        for (flags, body) in [
            (mq::MQMF_MSG_IN_GROUP, "one"),
            (mq::MQMF_MSG_IN_GROUP | mq::MQMF_SEGMENT, "two, "),
            (mq::MQMF_MSG_IN_GROUP | mq::MQMF_LAST_SEGMENT, "in two"),
            (mq::MQMF_LAST_MSG_IN_GROUP, "three"),
        ] {
            put_ids.push(put(&mut app, to, &in_group(flags), logical, body.as_bytes()).group_id);
        }
        let wanted =
            mq::MQGMO_LOGICAL_ORDER | mq::MQGMO_ALL_MSGS_AVAILABLE | mq::MQGMO_COMPLETE_MSG;
        for (number, body) in [(1, "one"), (2, "two, in two"), (3, "three")] {
            let (descriptor, data) = get(&mut reader, from, wanted);
            assert_eq!(data, body.as_bytes());
            assert_eq!(descriptor.msg_seq_number, number);
            assert_eq!(descriptor.group_id, put_ids[0]);
            assert_eq!(descriptor.format, *b"MQSTR   ");
            let last = descriptor.msg_flags & mq::MQMF_LAST_MSG_IN_GROUP != 0;
            assert_eq!(last, number == 3);
        }
        // A segment by itself is got as one.
        let parts = MsgDescriptor {
            version: mq::MQMD_VERSION_2,
            msg_flags: mq::MQMF_SEGMENT,
            ..kind.clone()
        };
        let alone = away(&mut app, "FREE");
        let first = put(&mut app, alone, &parts, mq::MQPMO_NONE, b"a part");
        let any = reader.open("FREE", mq::MQOO_INPUT_SHARED).expect("opened");
        let (descriptor, data) = get(&mut reader, any, mq::MQGMO_NONE);
        assert_eq!(
            (data, descriptor.msg_id),
            (b"a part".to_vec(), first.msg_id)
        );
        assert_eq!(descriptor.msg_flags & mq::MQMF_SEGMENT, mq::MQMF_SEGMENT);
    }
    app.disconnect().expect("disconnected");
    reader.disconnect().expect("disconnected");
    offices.end();
}

/// A header with one folder of properties, and text behind it.
fn with_properties(text: &[u8]) -> Vec<u8> {
    with_folder(
        "<usr><colour>red</colour><size dt='i4'>7</size></usr>",
        text,
    )
}

fn with_folder(folder: &str, text: &[u8]) -> Vec<u8> {
    let padded = folder.len().next_multiple_of(4);
    let mut body = b"RFH ".to_vec();
    for number in [
        2,
        i32::try_from(36 + 4 + padded).expect("short"),
        mq::MQENC_NATIVE,
        1208,
    ] {
        body.extend(number.to_ne_bytes());
    }
    body.extend(b"MQSTR   ");
    body.extend(0_i32.to_ne_bytes());
    body.extend(1208_i32.to_ne_bytes());
    body.extend(i32::try_from(padded).expect("short").to_ne_bytes());
    body.extend(folder.as_bytes());
    body.resize(36 + 4 + padded, b' ');
    body.extend(text);
    body
}

#[test]
fn properties_arrive_and_are_selected_by_and_streams_get_copies() {
    let offices = Offices::open("carried-properties");
    offices.two.commands(&[
        "DEFINE QLOCAL(COPIES)",
        "ALTER QLOCAL(FREE) STREAMQ(COPIES) STRMQOS(MUSTDUP)",
    ]);
    offices.one.commands(&["START CHANNEL(QM1.TO.QM2)"]);
    let (mut app, mut reader) = (offices.one.connect(), offices.two.connect());
    let to = away(&mut app, "FREE");
    let plain = MsgDescriptor {
        format: *b"MQSTR   ",
        ..persistent()
    };
    let described = MsgDescriptor {
        format: *b"MQHRF2  ",
        ..persistent()
    };
    put(&mut app, to, &plain, mq::MQPMO_NONE, b"without");
    let body = with_properties(b"with");
    let sent = put(&mut app, to, &described, mq::MQPMO_NONE, &body);
    let mut red = ObjectDescriptor::queue("FREE");
    red.selection_string = "colour = 'red' AND size = 7".to_owned();
    let selecting = reader
        .open_object(&mut red, mq::MQOO_INPUT_SHARED)
        .expect("opened");
    let (descriptor, data) = get(&mut reader, selecting, mq::MQGMO_PROPERTIES_FORCE_MQRFH2);
    assert_eq!(descriptor.msg_id, sent.msg_id);
    assert_eq!(descriptor.format, *b"MQHRF2  ");
    let text = String::from_utf8_lossy(&data).into_owned();
    assert!(
        text.contains("<colour>red</colour>") && text.ends_with("with"),
        "{text}"
    );
    // Whoever wants none of them gets the text alone.
    let copies = reader
        .open("COPIES", mq::MQOO_INPUT_SHARED)
        .expect("opened");
    let (descriptor, data) = get(&mut reader, copies, mq::MQGMO_NONE);
    assert_eq!(
        (data, descriptor.format),
        (b"without".to_vec(), *b"MQSTR   ")
    );
    let (descriptor, data) = get(&mut reader, copies, mq::MQGMO_NO_PROPERTIES);
    assert_eq!((data, descriptor.format), (b"with".to_vec(), *b"MQSTR   "));
    assert_eq!(descriptor.msg_id, sent.msg_id);
    app.disconnect().expect("disconnected");
    reader.disconnect().expect("disconnected");
    offices.end();
}

/// Takes out of initial data that their end knows properties.
fn knows_no_properties(segment: &mut [u8]) {
    const INITIAL: u8 = 1;
    // The third byte of capabilities, behind the header.
    const AT: usize = 28 + 132;
    if segment.starts_with(b"TSH ") && segment[9] == INITIAL && segment.len() > AT {
        segment[AT] &= !1;
    }
}

/// `PROPCTL` of a channel, whose other end is told to be of a kind that knows no properties.
#[test]
fn propctl_of_a_channel_says_what_goes_to_an_older_queue_manager() {
    let offices = Offices::open("carried-to-older");
    let road = Relay::changing(offices.port, knows_no_properties);
    let address = format!("127.0.0.1({})", road.port);
    offices.two.commands(&["ALTER QLOCAL(FREE) PROPCTL(ALL)"]);
    offices
        .one
        .commands(&["DEFINE QLOCAL(DEAD) PROPCTL(ALL)", "ALTER QMGR DEADQ(DEAD)"]);
    let (mut app, mut reader) = (offices.one.connect(), offices.two.connect());
    let to = away(&mut app, "FREE");
    let from = reader.open("FREE", mq::MQOO_INPUT_SHARED).expect("opened");
    let described = MsgDescriptor {
        format: *b"MQHRF2  ",
        ..persistent()
    };
    let jms = with_properties(b"text");
    let not_jms = with_folder("<mq_usr><a>1</a></mq_usr>", b"text");
    // Whether both arrive with their properties.
    for (control, jms_stays, other_stays) in [
        ("ALL", true, true),
        ("COMPAT", true, false),
        ("NONE", false, false),
    ] {
        offices.one.commands(&[
            &format!(
                "ALTER CHANNEL(QM1.TO.QM2) CHLTYPE(SDR) PROPCTL({control}) CONNAME('{address}')"
            ),
            "START CHANNEL(QM1.TO.QM2)",
        ]);
        for (body, stays) in [(&jms, jms_stays), (&not_jms, other_stays)] {
            put(&mut app, to, &described, mq::MQPMO_NONE, body);
            let (descriptor, data) = get(&mut reader, from, mq::MQGMO_NONE);
            match stays {
                true => assert_eq!(&data, body, "{control}"),
                false => {
                    assert_eq!(descriptor.format, *b"MQSTR   ", "{control}");
                    assert_eq!(data, b"text", "{control}");
                }
            }
        }
        offices.stop();
    }
    // One that says it must be known goes to the dead-letter queue of the sender.
    offices.one.commands(&["START CHANNEL(QM1.TO.QM2)"]);
    let required = with_folder("<usr><a support='required'>1</a></usr>", b"text");
    put(&mut app, to, &described, mq::MQPMO_NONE, &required);
    let dead = app.open("DEAD", mq::MQOO_INPUT_SHARED).expect("opened");
    let (descriptor, data) = get(&mut app, dead, mq::MQGMO_NONE);
    assert_eq!(descriptor.format, *b"MQDEAD  ");
    assert!(data.ends_with(&required));
    let said = offices.one.last_said("FMQ0550W").expect("it is said");
    assert!(said.contains("2490"), "{said}");
    app.disconnect().expect("disconnected");
    reader.disconnect().expect("disconnected");
    offices.end();
}
