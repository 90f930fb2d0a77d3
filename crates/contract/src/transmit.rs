//! What arrives on a transmission queue.

use crate::app::{BOTH, Get, id, name_field, persistent};
use crate::subject::contracts;
use crate::trial::Trial;
use ferromq_mqi::distribution::ObjectRecord;
use ferromq_mqi::distribution_header::{DISTRIBUTION_FORMAT, Destinations};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::structs::{MsgDescriptorExtension, TransmissionHeader};
use ferromq_mqi::header::{ByteOrder, blank_filled};
use ferromq_mqi::options::{ObjectHandle, PutOptions};
use ferromq_mqi::{MsgDescriptor, ObjectName, Reason};

contracts!("transmit":
    a_remote_message_stands_behind_a_transmission_header,
    group_fields_travel_in_an_extension,
    a_remote_put_is_part_of_its_unit_of_work,
    a_message_for_several_queues_is_split_where_the_queue_takes_none,
    a_message_for_several_queues_stands_whole_where_the_queue_takes_it,
    a_distribution_header_that_is_not_valid_is_refused,
    the_messages_one_is_split_in_are_put_all_or_none,
    a_long_message_for_several_queues_is_split,
);

/// Source: MQXQH.
fn a_remote_message_stands_behind_a_transmission_header(trial: &Trial<'_>) {
    let xmitq = trial.queue("XQ", "USAGE(XMITQ)");
    let attributes = format!("RNAME(THERE) RQMNAME(QM2) XMITQ('{xmitq}') DEFPRTY(4)");
    let remote = trial.define("QREMOTE", "R", &attributes);
    let mut app = trial.connect();
    let handle = app.open(&remote, MQOO_OUTPUT);
    let sent = MsgDescriptor {
        format: *b"MQSTR   ",
        msg_id: id(1),
        correl_id: id(2),
        persistence: MQPER_PERSISTENT,
        reply_to_q: name_field("ANSWERS"),
        report: MQRO_EXCEPTION | MQRO_COA_WITH_FULL_DATA | MQRO_COD,
        ..MsgDescriptor::default()
    };
    app.put_as(handle, &sent, "away");
    let queue = app.open(&xmitq, BOTH);
    let got = app.take(queue, &Get::with(0)).expect("got");
    let outer = &got.descriptor;
    assert_eq!(outer.format, *b"MQXMIT  ");
    assert_eq!((outer.priority, outer.persistence), (4, MQPER_PERSISTENT));
    // What is under way has an id of its own, and is known by the id of what it carries.
    assert!(outer.msg_id.starts_with(b"AMQ QM1"));
    assert_eq!(outer.correl_id, id(1));
    assert_eq!(outer.reply_to_q, name_field("ANSWERS"));
    assert_eq!(outer.put_appl_type, MQAT_QMGR);
    assert_eq!(outer.put_appl_name, blank_filled("QM1"));
    assert_eq!(outer.report, MQRO_EXCEPTION);
    let order = ByteOrder::from_encoding(got.descriptor.encoding);
    let header = TransmissionHeader::decode(&got.body, order).expect("a header");
    assert_eq!(header.struc_id, *b"XQH ");
    assert_eq!(header.remote_q_name, name_field("THERE"));
    assert_eq!(header.remote_q_mgr_name, name_field("QM2"));
    let inner = &header.msg_desc;
    assert_eq!((inner.msg_id, inner.correl_id), (id(1), id(2)));
    assert_eq!((inner.format, inner.priority), (*b"MQSTR   ", 4));
    assert_eq!(inner.report, sent.report);
    assert_ne!(inner.put_appl_type, MQAT_QMGR);
    assert_eq!(inner.reply_to_q, name_field("ANSWERS"));
    assert_eq!(inner.reply_to_q_mgr, name_field("QM1"));
    assert_eq!(&got.body[TransmissionHeader::SIZE..], b"away");
}

/// Source: MQXQH: the embedded descriptor is of version 1, an MQMDE follows if needed.
fn group_fields_travel_in_an_extension(trial: &Trial<'_>) {
    let xmitq = trial.queue("XQ", "USAGE(XMITQ)");
    let mut app = trial.connect();
    let (handle, _) = app.open_at("THERE", &xmitq, MQOO_OUTPUT).expect("opened");
    let sent = MsgDescriptor {
        version: MQMD_VERSION_2,
        format: *b"MQSTR   ",
        group_id: id(5),
        msg_seq_number: 2,
        msg_flags: MQMF_MSG_IN_GROUP,
        ..MsgDescriptor::default()
    };
    app.put_as(handle, &sent, "grouped");
    let queue = app.open(&xmitq, BOTH);
    let got = app.take(queue, &Get::with(0)).expect("got");
    let order = ByteOrder::from_encoding(got.descriptor.encoding);
    let header = TransmissionHeader::decode(&got.body, order).expect("a header");
    assert_eq!(header.msg_desc.format, *b"MQHMDE  ");
    let rest = &got.body[TransmissionHeader::SIZE..];
    let order = ByteOrder::from_encoding(header.msg_desc.encoding);
    let extension = MsgDescriptorExtension::decode(rest, order).expect("an extension");
    assert_eq!((extension.group_id, extension.msg_seq_number), (id(5), 2));
    assert_eq!(
        (extension.msg_flags, extension.format),
        (MQMF_MSG_IN_GROUP, *b"MQSTR   ")
    );
    assert_eq!(&rest[MsgDescriptorExtension::SIZE..], b"grouped");
}

/// Goal: back out takes a remote message back as any other. Source: MQBACK.
fn a_remote_put_is_part_of_its_unit_of_work(trial: &Trial<'_>) {
    let xmitq = trial.queue("XQ", "USAGE(XMITQ)");
    let mut app = trial.connect();
    let (handle, _) = app.open_at("THERE", &xmitq, MQOO_OUTPUT).expect("opened");
    app.put_in_work(handle, &persistent(), "not sent");
    app.back_out();
    app.put_in_work(handle, &persistent(), "sent");
    app.commit();
    assert_eq!(trial.depth(&xmitq), 1);
}

/// The data of a message that a program puts on a transmission queue for these queues of QM2.
fn for_several(queues: &[&str], data: &[u8]) -> Vec<u8> {
    let mut inner = MsgDescriptor {
        format: *b"MQSTR   ",
        msg_id: id(7),
        correl_id: id(8),
        ..MsgDescriptor::default()
    };
    let each = queues.iter().enumerate().map(|(at, queue)| {
        let object = ObjectRecord {
            object_name: ObjectName::truncated(queue),
            object_q_mgr_name: ObjectName::truncated("QM2"),
        };
        let own = MsgDescriptor {
            correl_id: id(at as u8 + 1),
            ..inner.clone()
        };
        (object, own)
    });
    let each: Vec<_> = each.collect();
    let each = each.iter().map(|(object, own)| (*object, own));
    let header = Destinations::of(each, MQPMRF_CORREL_ID, true).put_in_front(&mut inner, 1208);
    in_envelope(&inner, &[&header, data].concat())
}

fn in_envelope(inner: &MsgDescriptor, data: &[u8]) -> Vec<u8> {
    let mut body = vec![0; TransmissionHeader::SIZE];
    TransmissionHeader::default().encode_into(&mut body, ByteOrder::NATIVE);
    let inner_at = TransmissionHeader::SIZE - MQMD_LENGTH_1 as usize;
    inner.encode_version_1_le_into(&mut body[inner_at..]);
    body.extend_from_slice(data);
    body
}

fn enveloped() -> MsgDescriptor {
    MsgDescriptor {
        format: *b"MQXMIT  ",
        appl_identity_data: [b' '; 32],
        ..persistent()
    }
}

fn put_enveloped(
    app: &mut crate::app::App,
    queue: ObjectHandle,
    options: i32,
    body: &[u8],
) -> Result<MsgDescriptor, Reason> {
    let options = PutOptions {
        options,
        ..PutOptions::default()
    };
    let put = app.put_whole(queue, &enveloped(), options, body)?;
    Ok(put.descriptor)
}

/// Source: MQDH, usage; DistLists of queues.
fn a_message_for_several_queues_is_split_where_the_queue_takes_none(trial: &Trial<'_>) {
    let xmitq = trial.queue("XQ", "USAGE(XMITQ)");
    let mut app = trial.connect();
    let queue = app.open(&xmitq, BOTH);
    let body = for_several(&["A", "B", "C"], b"for all");
    put_enveloped(&mut app, queue, MQPMO_NO_SYNCPOINT, &body).expect("put");
    assert_eq!(trial.depth(&xmitq), 3);
    let mut identifiers = std::collections::BTreeSet::new();
    for (at, name) in ["A", "B", "C"].iter().enumerate() {
        let got = app.take(queue, &Get::with(0)).expect("got");
        let order = ByteOrder::from_encoding(got.descriptor.encoding);
        let header = TransmissionHeader::decode(&got.body, order).expect("a header");
        assert_eq!(header.remote_q_name, name_field(name));
        assert_eq!(header.remote_q_mgr_name, name_field("QM2"));
        let inner = &header.msg_desc;
        assert_eq!(inner.format, *b"MQSTR   ");
        assert_eq!(inner.correl_id, id(at as u8 + 1), "of its record");
        assert_eq!(&got.body[TransmissionHeader::SIZE..], b"for all");
        assert_eq!(got.descriptor.correl_id, inner.msg_id);
        assert_eq!(got.descriptor.persistence, MQPER_PERSISTENT);
        identifiers.extend([got.descriptor.msg_id, inner.msg_id]);
    }
    assert_eq!(identifiers.len(), 6, "each has identifiers of its own");
    // One that names a queue is an ordinary message, whatever is in it.
    let mut named = body.clone();
    named[8..10].copy_from_slice(b"A ");
    put_enveloped(&mut app, queue, MQPMO_NO_SYNCPOINT, &named).expect("put");
    assert_eq!(app.take(queue, &Get::with(0)).expect("got").body, named);
}

/// Source: MQDH, usage; DistLists of queues.
fn a_message_for_several_queues_stands_whole_where_the_queue_takes_it(trial: &Trial<'_>) {
    let xmitq = trial.queue("XQ", "USAGE(XMITQ) DISTL(YES)");
    let mut app = trial.connect();
    let queue = app.open(&xmitq, BOTH);
    let body = for_several(&["A", "B"], b"for both");
    put_enveloped(&mut app, queue, MQPMO_NO_SYNCPOINT, &body).expect("put");
    let got = app.take(queue, &Get::with(0)).expect("got");
    assert_eq!(got.body, body);
    assert_eq!(
        app.take_fails(queue, &Get::with(0)),
        Reason::NO_MSG_AVAILABLE
    );
}

/// Source: 2135.
fn a_distribution_header_that_is_not_valid_is_refused(trial: &Trial<'_>) {
    let mut app = trial.connect();
    let inner = MsgDescriptor {
        format: DISTRIBUTION_FORMAT,
        ..MsgDescriptor::default()
    };
    let no_header = in_envelope(&inner, b"DH  and nothing else");
    let mut cut = for_several(&["A", "B"], b"");
    cut.pop();
    for lists in ["YES", "NO"] {
        let xmitq = trial.queue("XQ", &format!("USAGE(XMITQ) DISTL({lists}) REPLACE"));
        let queue = app.open(&xmitq, BOTH);
        for body in [&no_header, &cut] {
            let put = put_enveloped(&mut app, queue, MQPMO_NO_SYNCPOINT, body);
            assert_eq!(put.err(), Some(Reason::DH_ERROR));
        }
        app.close(queue);
        assert_eq!(trial.depth(&xmitq), 0);
    }
    // Elsewhere it is data as any other.
    let plain = trial.queue("Q", "");
    let queue = app.open(&plain, BOTH);
    put_enveloped(&mut app, queue, MQPMO_NO_SYNCPOINT, &no_header).expect("put");
    assert_eq!(trial.depth(&plain), 1);
}

/// Goal: no part of a put shows without the others.
fn the_messages_one_is_split_in_are_put_all_or_none(trial: &Trial<'_>) {
    let xmitq = trial.queue("XQ", "USAGE(XMITQ) MAXDEPTH(5)");
    let mut app = trial.connect();
    let queue = app.open(&xmitq, BOTH);
    let body = for_several(&["A", "B", "C"], b"for all");
    put_enveloped(&mut app, queue, MQPMO_SYNCPOINT, &body).expect("put");
    app.back_out();
    assert_eq!(trial.depth(&xmitq), 0);
    put_enveloped(&mut app, queue, MQPMO_SYNCPOINT, &body).expect("put");
    app.commit();
    assert_eq!(trial.depth(&xmitq), 3);
    for options in [MQPMO_SYNCPOINT, MQPMO_NO_SYNCPOINT] {
        let put = put_enveloped(&mut app, queue, options, &body);
        assert_eq!(put.err(), Some(Reason::Q_FULL), "there is room for two");
    }
    app.commit();
    assert_eq!(trial.depth(&xmitq), 3);
}

/// Goal: bodies that go to the log in pieces, and are copied by workers, are split like others.
fn a_long_message_for_several_queues_is_split(trial: &Trial<'_>) {
    let xmitq = trial.queue("XQ", "USAGE(XMITQ)");
    let mut app = trial.connect();
    let queue = app.open(&xmitq, BOTH);
    let data: Vec<u8> = (0..700_000_u32).map(|at| (at % 251) as u8).collect();
    let names = ["A", "B", "C"];
    for options in [MQPMO_NO_SYNCPOINT, MQPMO_SYNCPOINT] {
        put_enveloped(&mut app, queue, options, &for_several(&names, &data)).expect("put");
        app.commit();
        for name in names {
            let got = app.take(queue, &Get::with(0)).expect("got");
            let order = ByteOrder::from_encoding(got.descriptor.encoding);
            let header = TransmissionHeader::decode(&got.body, order).expect("a header");
            assert_eq!(header.remote_q_name, name_field(name));
            assert!(got.body[TransmissionHeader::SIZE..] == data[..]);
        }
    }
}
