//! `MQPUT` and `MQPUT1`: what a message is given and what is refused.

use crate::app::{ALL, BOTH, Get, id, name_field, persistent, text, v2};
use crate::subject::contracts;
use crate::trial::{Q_MGR, Trial};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::structs::MsgDescriptorExtension;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::options::{ObjectDescriptor, PutOptions};
use ferromq_mqi::{MsgDescriptor, Reason};

contracts!("put":
    a_message_comes_back_as_it_was_put,
    a_message_without_an_id_is_given_one,
    an_id_that_is_given_is_kept,
    new_ids_are_made_when_asked_for,
    priority_and_persistence_default_to_those_of_the_queue,
    the_code_page_of_the_queue_manager_is_filled_in,
    a_reply_queue_is_on_this_queue_manager_unless_said_otherwise,
    a_reply_queue_that_is_a_remote_definition_is_replaced,
    report_options_are_carried,
    put1_puts_without_leaving_anything_open,
    put1_does_not_take_logical_order,
    a_descriptor_for_output_only_is_not_changed,
    a_descriptor_of_an_unknown_version_or_name_is_refused,
    fields_with_impossible_values_are_refused,
    a_request_needs_a_reply_queue,
    put_options_that_contradict_each_other_are_refused,
    an_extension_before_the_data_fills_version_2_fields,
    an_extension_that_is_wrong_is_refused,
    a_version_1_application_sees_version_2_fields_as_an_extension,
    a_version_2_descriptor_takes_an_extension_as_data,
);

/// Goal: descriptor and body are carried untouched where the queue manager has no say, empty
/// bodies too. Source: MQMD.
fn a_message_comes_back_as_it_was_put(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let sent = MsgDescriptor {
        msg_type: MQMT_APPL_FIRST + 5,
        feedback: MQFB_APPL_FIRST + 7,
        encoding: 273,
        coded_char_set_id: 1200,
        format: *b"MINE    ",
        priority: 3,
        persistence: MQPER_NOT_PERSISTENT,
        msg_id: id(1),
        correl_id: id(2),
        ..v2()
    };
    for body in ["", "body"] {
        app.put_as(queue, &sent, body);
        let got = app.expect(queue, &Get::with(0), body).descriptor;
        assert_eq!((got.msg_type, got.feedback), (sent.msg_type, sent.feedback));
        assert_eq!((got.encoding, got.coded_char_set_id), (273, 1200));
        assert_eq!((got.format, got.priority), (sent.format, 3));
        assert_eq!((got.msg_id, got.correl_id), (id(1), id(2)));
        assert_eq!(
            (got.persistence, got.expiry),
            (MQPER_NOT_PERSISTENT, MQEI_UNLIMITED)
        );
        assert_eq!((got.backout_count, got.group_id), (0, [0; 24]));
    }
}

/// Source: MQMD, MsgId: starts with `AMQ ` and the queue manager's name.
fn a_message_without_an_id_is_given_one(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let (one, two) = (app.put(queue, "1"), app.put(queue, "2"));
    assert!(one.msg_id.starts_with(b"AMQ QM1 "), "{:?}", one.msg_id);
    assert_ne!(one.msg_id, two.msg_id);
    assert_eq!(one.correl_id, [0; 24]);
    let got = app.expect(queue, &Get::with(0), "1");
    assert_eq!(got.descriptor.msg_id, one.msg_id);
}

/// Source: MQMD, MsgId and CorrelId.
fn an_id_that_is_given_is_kept(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let sent = MsgDescriptor {
        msg_id: id(7),
        correl_id: id(8),
        ..MsgDescriptor::default()
    };
    for _ in 0..2 {
        let put = app.put_as(queue, &sent, "twins");
        assert_eq!((put.msg_id, put.correl_id), (id(7), id(8)));
    }
    assert_eq!(app.drain_with(queue, &Get::with(0).msg_id(id(7))).len(), 2);
}

/// Source: MQPMO_NEW_MSG_ID, MQPMO_NEW_CORREL_ID.
fn new_ids_are_made_when_asked_for(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let sent = MsgDescriptor {
        msg_id: id(7),
        correl_id: id(8),
        ..MsgDescriptor::default()
    };
    let asked = MQPMO_NEW_MSG_ID | MQPMO_NEW_CORREL_ID;
    let put = app
        .put_with(queue, &sent, asked, "x")
        .expect("put")
        .descriptor;
    assert!(put.msg_id.starts_with(b"AMQ ") && put.correl_id.starts_with(b"AMQ "));
    assert_ne!(put.msg_id, put.correl_id);
    let got = app.expect(queue, &Get::with(0), "x").descriptor;
    assert_eq!((got.msg_id, got.correl_id), (put.msg_id, put.correl_id));
}

/// Source: MQPRI_PRIORITY_AS_Q_DEF, MQPER_PERSISTENCE_AS_Q_DEF.
fn priority_and_persistence_default_to_those_of_the_queue(trial: &Trial<'_>) {
    let name = trial.queue("Q", "DEFPRTY(5) DEFPSIST(YES)");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let put = app.put(queue, "x");
    assert_eq!((put.priority, put.persistence), (5, MQPER_PERSISTENT));
    let got = app.expect(queue, &Get::with(0), "x").descriptor;
    assert_eq!((got.priority, got.persistence), (5, MQPER_PERSISTENT));
}

/// Source: MQMD, CodedCharSetId, MQCCSI_Q_MGR, MQCCSI_INHERIT.
fn the_code_page_of_the_queue_manager_is_filled_in(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let mut object = ObjectDescriptor::queue("");
    object.object_type = MQOT_Q_MGR;
    let q_mgr = app.open_object(&mut object, MQOO_INQUIRE).expect("opened");
    let ccsid = app.int(q_mgr, MQIA_CODED_CHAR_SET_ID);
    let queue = app.open(&name, BOTH);
    for named in [MQCCSI_Q_MGR, MQCCSI_INHERIT] {
        let sent = MsgDescriptor {
            coded_char_set_id: named,
            ..MsgDescriptor::default()
        };
        let put = app.put_as(queue, &sent, "x");
        let got = app.expect(queue, &Get::with(0), "x").descriptor;
        assert_eq!(
            (put.coded_char_set_id, got.coded_char_set_id),
            (ccsid, ccsid)
        );
    }
}

/// Source: MQMD, ReplyToQMgr.
fn a_reply_queue_is_on_this_queue_manager_unless_said_otherwise(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    for (q_mgr, seen) in [("", Q_MGR), ("QM5", "QM5")] {
        let sent = MsgDescriptor {
            reply_to_q: name_field("ANSWERS"),
            reply_to_q_mgr: name_field(q_mgr),
            ..MsgDescriptor::default()
        };
        app.put_as(queue, &sent, "x");
        let got = app.expect(queue, &Get::with(0), "x").descriptor;
        assert_eq!(got.reply_to_q, name_field("ANSWERS"));
        assert_eq!(got.reply_to_q_mgr, name_field(seen));
    }
    app.put(queue, "none");
    let got = app.expect(queue, &Get::with(0), "none").descriptor;
    assert_eq!(got.reply_to_q, name_field(""));
}

/// Source: MQMD, ReplyToQMgr: reply-to queue alias.
fn a_reply_queue_that_is_a_remote_definition_is_replaced(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let alias = trial.define("QREMOTE", "ANSWERS", "RNAME(REAL.ANSWERS) RQMNAME(QM6)");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let sent = MsgDescriptor {
        reply_to_q: name_field(&alias),
        ..MsgDescriptor::default()
    };
    app.put_as(queue, &sent, "x");
    let got = app.expect(queue, &Get::with(0), "x").descriptor;
    assert_eq!(got.reply_to_q, name_field("REAL.ANSWERS"));
    assert_eq!(got.reply_to_q_mgr, name_field("QM6"));
}

/// Source: MQMD, Report.
fn report_options_are_carried(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let report = MQRO_PAN | MQRO_NAN | MQRO_PASS_MSG_ID | MQRO_PASS_CORREL_ID | MQRO_DISCARD_MSG;
    let sent = MsgDescriptor {
        report,
        ..MsgDescriptor::default()
    };
    app.put_as(queue, &sent, "x");
    assert_eq!(
        app.expect(queue, &Get::with(0), "x").descriptor.report,
        report
    );
}

/// Source: MQPUT1.
fn put1_puts_without_leaving_anything_open(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let put = app.put1(&ObjectDescriptor::queue(&name), &persistent(), 0, "once");
    let put = put.expect("put");
    assert!(put.descriptor.msg_id.starts_with(b"AMQ "));
    assert_eq!(put.options.resolved_q_name.as_str(), name);
    assert_eq!(put.options.resolved_q_mgr_name.as_str(), Q_MGR);
    let inquiry = app.open(&name, MQOO_INQUIRE);
    assert_eq!(app.int(inquiry, MQIA_OPEN_OUTPUT_COUNT), 0);
    let queue = app.open(&name, MQOO_INPUT_EXCLUSIVE);
    app.expect(queue, &Get::with(0), "once");
}

/// Source: MQPMO_LOGICAL_ORDER: not valid on MQPUT1; 2046.
fn put1_does_not_take_logical_order(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let put = app.put1(
        &ObjectDescriptor::queue(&name),
        &v2(),
        MQPMO_LOGICAL_ORDER,
        "",
    );
    assert_eq!(put.err(), Some(Reason::OPTIONS_ERROR));
}

/// Source: MQPMO_MD_FOR_OUTPUT_ONLY.
fn a_descriptor_for_output_only_is_not_changed(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let sent = MsgDescriptor::default();
    let put = app
        .put_with(queue, &sent, MQPMO_MD_FOR_OUTPUT_ONLY, "x")
        .expect("put");
    assert_eq!(put.descriptor, sent);
    let got = app.expect(queue, &Get::with(0), "x").descriptor;
    assert!(got.msg_id.starts_with(b"AMQ "));
}

/// Source: 2026.
fn a_descriptor_of_an_unknown_version_or_name_is_refused(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let wrong = [
        MsgDescriptor {
            version: 0,
            ..MsgDescriptor::default()
        },
        MsgDescriptor {
            version: 3,
            ..MsgDescriptor::default()
        },
        MsgDescriptor {
            struc_id: *b"DM  ",
            ..MsgDescriptor::default()
        },
    ];
    for sent in wrong {
        let put = app.put_with(queue, &sent, 0, "");
        assert_eq!(put.err(), Some(Reason::MD_ERROR));
    }
}

/// Source: 2013, 2014, 2029, 2047, 2050, 2061.
fn fields_with_impossible_values_are_refused(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    type Spoil = fn(&mut MsgDescriptor);
    let wrong: [(Spoil, Reason); 9] = [
        (|sent| sent.expiry = 0, Reason::EXPIRY_ERROR),
        (|sent| sent.expiry = -2, Reason::EXPIRY_ERROR),
        (|sent| sent.feedback = -1, Reason::FEEDBACK_ERROR),
        (|sent| sent.msg_type = 0, Reason::MSG_TYPE_ERROR),
        (|sent| sent.msg_type = 1_000_000_000, Reason::MSG_TYPE_ERROR),
        (|sent| sent.persistence = 3, Reason::PERSISTENCE_ERROR),
        (|sent| sent.priority = -2, Reason::PRIORITY_ERROR),
        (
            |sent| sent.report = 0x1000_0000,
            Reason::REPORT_OPTIONS_ERROR,
        ),
        (
            |sent| sent.report = 0x0000_8000,
            Reason::REPORT_OPTIONS_ERROR,
        ),
    ];
    for (spoil, reason) in wrong {
        let mut sent = MsgDescriptor::default();
        spoil(&mut sent);
        let put = app.put_with(queue, &sent, 0, "");
        assert_eq!(put.err(), Some(reason));
    }
    assert_eq!(app.drain(queue), [""; 0]);
}

/// Goal: whoever wants an answer or a report must say where to. Source: 2027.
fn a_request_needs_a_reply_queue(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let request = MsgDescriptor {
        msg_type: MQMT_REQUEST,
        ..MsgDescriptor::default()
    };
    let report = MsgDescriptor {
        report: MQRO_EXPIRATION,
        ..MsgDescriptor::default()
    };
    for sent in [request, report] {
        let put = app.put_with(queue, &sent, 0, "");
        assert_eq!(put.err(), Some(Reason::MISSING_REPLY_TO_Q));
        let answered = MsgDescriptor {
            reply_to_q: name_field("ANSWERS"),
            ..sent
        };
        app.put_as(queue, &answered, "x");
    }
}

/// Source: MQPMO, Options; 2046.
fn put_options_that_contradict_each_other_are_refused(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let everything = MQOO_OUTPUT | MQOO_SET_ALL_CONTEXT | MQOO_PASS_ALL_CONTEXT;
    let queue = app.open(&name, everything);
    let wrong = [
        MQPMO_SYNCPOINT | MQPMO_NO_SYNCPOINT,
        MQPMO_ASYNC_RESPONSE | MQPMO_SYNC_RESPONSE,
        MQPMO_NO_CONTEXT | MQPMO_DEFAULT_CONTEXT,
        MQPMO_SET_ALL_CONTEXT | MQPMO_NO_CONTEXT,
        i32::MIN,
    ];
    for options in wrong {
        let put = app.put_with(queue, &MsgDescriptor::default(), options, "");
        assert_eq!(put.err(), Some(Reason::OPTIONS_ERROR), "{options:#x}");
    }
}

fn extension(msg_flags: i32) -> MsgDescriptorExtension {
    MsgDescriptorExtension {
        format: *b"MQSTR   ",
        encoding: 273,
        coded_char_set_id: 819,
        group_id: id(9),
        msg_seq_number: 3,
        msg_flags,
        ..MsgDescriptorExtension::default()
    }
}

fn with_extension(extension: &MsgDescriptorExtension, body: &str) -> Vec<u8> {
    let mut bytes = vec![0; MsgDescriptorExtension::SIZE];
    extension.encode_into(&mut bytes, ByteOrder::NATIVE);
    bytes.extend_from_slice(body.as_bytes());
    bytes
}

fn extended(version: i32) -> MsgDescriptor {
    MsgDescriptor {
        version,
        format: *b"MQHMDE  ",
        ..MsgDescriptor::default()
    }
}

/// Source: MQMDE, "on MQPUT and MQPUT1".
fn an_extension_before_the_data_fills_version_2_fields(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let body = with_extension(&extension(MQMF_MSG_IN_GROUP), "behind");
    let (put, plain) = (extended(1), PutOptions::default);
    let answered = app.put_whole(queue, &put, plain(), &body).expect("put");
    // The descriptor goes on describing the extension: a program may put the same again.
    let again = MsgDescriptor {
        msg_id: [0; 24],
        ..answered.descriptor
    };
    assert_eq!((again.version, again.format), (1, put.format));
    app.put_whole(queue, &again, plain(), &body).expect("put");
    app.expect(queue, &Get::with(0), "behind");
    let got = app.expect(queue, &Get::with(0), "behind").descriptor;
    assert_eq!((got.group_id, got.msg_seq_number), (id(9), 3));
    assert_eq!(got.msg_flags, MQMF_MSG_IN_GROUP);
    assert_eq!(
        (got.format, got.encoding, got.coded_char_set_id),
        (*b"MQSTR   ", 273, 819)
    );
}

/// Source: 2248.
fn an_extension_that_is_wrong_is_refused(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let mut nameless = extension(MQMF_NONE);
    nameless.struc_id = *b"XXX ";
    for body in [b"too short".to_vec(), with_extension(&nameless, "")] {
        let put = app.put_whole(queue, &extended(1), PutOptions::default(), &body);
        assert_eq!(put.err(), Some(Reason::MDE_ERROR));
    }
}

/// Source: MQMDE, "on MQGET".
fn a_version_1_application_sees_version_2_fields_as_an_extension(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let grouped = MsgDescriptor {
        group_id: id(9),
        msg_seq_number: 3,
        msg_flags: MQMF_MSG_IN_GROUP,
        format: *b"MQSTR   ",
        ..v2()
    };
    app.put_as(queue, &grouped, "behind");
    app.put_as(queue, &v2(), "plain");
    let got = app.take(queue, &Get::with(0).version_1()).expect("got");
    assert_eq!(
        (got.descriptor.version, got.descriptor.format),
        (1, *b"MQHMDE  ")
    );
    let (head, body) = got.body.split_at(MsgDescriptorExtension::SIZE);
    let order = ByteOrder::from_encoding(got.descriptor.encoding);
    let head = MsgDescriptorExtension::decode(head, order).expect("an extension");
    assert_eq!((head.group_id, head.msg_seq_number), (id(9), 3));
    assert_eq!((head.format, body), (*b"MQSTR   ", b"behind".as_slice()));
    assert_eq!(got.data_length as usize, MsgDescriptorExtension::SIZE + 6);

    let plain = app.expect(queue, &Get::with(0).version_1(), "plain");
    assert_eq!(plain.descriptor.version, 1);
}

/// Source: MQMDE: with a version 2 descriptor the extension is data.
fn a_version_2_descriptor_takes_an_extension_as_data(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    let body = with_extension(&extension(MQMF_MSG_IN_GROUP), "behind");
    app.put_whole(queue, &extended(2), PutOptions::default(), &body)
        .expect("put");
    let got = app.take(queue, &Get::with(0)).expect("got");
    assert_eq!(got.body.len(), body.len());
    assert_eq!(got.descriptor.group_id, [0; 24]);
    app.put(queue, "and on");
    assert_eq!(
        text(&app.take(queue, &Get::with(0)).expect("got")),
        "and on"
    );
}
