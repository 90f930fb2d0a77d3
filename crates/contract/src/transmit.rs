//! What arrives on a transmission queue.

use crate::app::{BOTH, Get, id, name_field, persistent};
use crate::contracts;
use crate::trial::Trial;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::structs::{MsgDescriptorExtension, TransmissionHeader};
use ferromq_mqi::header::{ByteOrder, blank_filled};

contracts!("transmit":
    a_remote_message_stands_behind_a_transmission_header,
    group_fields_travel_in_an_extension,
    a_remote_put_is_part_of_its_unit_of_work,
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
