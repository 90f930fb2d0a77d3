//! Group fields of puts outside logical order.

use crate::app::{BOTH, Get, id, v2};
use crate::subject::contracts;
use crate::trial::Trial;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::{MsgDescriptor, Reason};

contracts!("put_number":
    a_message_in_no_group_has_no_group_fields,
    a_message_in_a_group_keeps_its_numbers,
    a_group_without_an_id_is_given_one,
    the_last_of_a_group_is_in_the_group,
    group_fields_with_impossible_values_are_refused,
    the_original_length_is_that_of_the_segment_unless_it_reports_on_another,
    a_segment_that_is_not_the_last_must_not_be_empty,
);

/// Source: MQPMO_LOGICAL_ORDER, table of values used: the application's are not.
fn a_message_in_no_group_has_no_group_fields(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let sent = MsgDescriptor {
        group_id: id(3),
        msg_seq_number: 5,
        offset: 7,
        ..v2()
    };
    app.put_as(queue, &sent, "alone");
    let got = app.expect(queue, &Get::with(0), "alone").descriptor;
    assert_eq!(
        (got.group_id, got.msg_seq_number, got.offset),
        ([0; 24], 1, 0)
    );
}

/// Source: MQMD, GroupId, MsgSeqNumber, Offset, MsgFlags.
fn a_message_in_a_group_keeps_its_numbers(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let sent = MsgDescriptor {
        group_id: id(3),
        msg_seq_number: 5,
        offset: 7,
        msg_flags: MQMF_MSG_IN_GROUP | MQMF_SEGMENT,
        ..v2()
    };
    app.put_as(queue, &sent, "part");
    let got = app.expect(queue, &Get::with(0), "part");
    let descriptor = &got.descriptor;
    assert_eq!((descriptor.group_id, descriptor.msg_seq_number), (id(3), 5));
    assert_eq!(
        (descriptor.offset, descriptor.msg_flags),
        (7, sent.msg_flags)
    );
    assert_eq!(got.options.group_status, MQGS_MSG_IN_GROUP);
    assert_eq!(got.options.segment_status, MQSS_SEGMENT);
}

/// Source: MQMD, GroupId, MQGI_NONE.
fn a_group_without_an_id_is_given_one(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let sent = MsgDescriptor {
        msg_flags: MQMF_MSG_IN_GROUP,
        ..v2()
    };
    let put = app.put_as(queue, &sent, "x");
    assert_ne!(put.group_id, [0; 24]);
    assert_eq!(
        app.expect(queue, &Get::with(0), "x").descriptor.group_id,
        put.group_id
    );
}

/// Source: MQMF_LAST_MSG_IN_GROUP, MQMF_LAST_SEGMENT: the other flag goes with it.
fn the_last_of_a_group_is_in_the_group(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    for (flag, seen) in [
        (
            MQMF_LAST_MSG_IN_GROUP,
            MQMF_LAST_MSG_IN_GROUP | MQMF_MSG_IN_GROUP,
        ),
        (MQMF_LAST_SEGMENT, MQMF_LAST_SEGMENT | MQMF_SEGMENT),
    ] {
        let sent = MsgDescriptor {
            msg_flags: flag,
            group_id: id(3),
            ..v2()
        };
        app.put_as(queue, &sent, "last");
        let got = app.expect(queue, &Get::with(0), "last").descriptor;
        assert_eq!(got.msg_flags, seen);
    }
}

/// Source: 2249, 2250, 2251, 2252.
fn group_fields_with_impossible_values_are_refused(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let in_group = MsgDescriptor {
        msg_flags: MQMF_MSG_IN_GROUP,
        group_id: id(1),
        ..v2()
    };
    let segment = MsgDescriptor {
        msg_flags: MQMF_SEGMENT,
        group_id: id(1),
        ..v2()
    };
    let number = |msg_seq_number| MsgDescriptor {
        msg_seq_number,
        ..in_group.clone()
    };
    let offset = |offset| MsgDescriptor {
        offset,
        ..segment.clone()
    };
    // A program that reports on a segment says how long that was.
    let report = |original_length, msg_flags| MsgDescriptor {
        msg_type: MQMT_REPORT,
        original_length,
        msg_flags,
        ..segment.clone()
    };
    let wrong = [
        (
            MsgDescriptor {
                msg_flags: 0x0000_0800,
                ..v2()
            },
            Reason::MSG_FLAGS_ERROR,
        ),
        (number(0), Reason::MSG_SEQ_NUMBER_ERROR),
        (number(1_000_000_000), Reason::MSG_SEQ_NUMBER_ERROR),
        (offset(-1), Reason::OFFSET_ERROR),
        (offset(1_000_000_000), Reason::OFFSET_ERROR),
        (report(0, MQMF_SEGMENT), Reason::ORIGINAL_LENGTH_ERROR),
        // Shorter than the data it has itself.
        (report(0, MQMF_LAST_SEGMENT), Reason::ORIGINAL_LENGTH_ERROR),
    ];
    for (sent, reason) in wrong {
        let put = app.put_with(queue, &sent, 0, "x");
        assert_eq!(put.err(), Some(reason));
    }
}

/// Source: MQMD, OriginalLength.
fn the_original_length_is_that_of_the_segment_unless_it_reports_on_another(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let segment = |msg_type, msg_flags| MsgDescriptor {
        msg_type,
        msg_flags,
        group_id: id(1),
        original_length: 7,
        ..v2()
    };
    let kept = [
        (segment(MQMT_DATAGRAM, MQMF_LAST_SEGMENT), 3),
        (segment(MQMT_REPORT, MQMF_LAST_SEGMENT), 7),
        (segment(MQMT_REPORT, 0), MQOL_UNDEFINED),
        (
            segment(MQMT_DATAGRAM, MQMF_LAST_MSG_IN_GROUP),
            MQOL_UNDEFINED,
        ),
    ];
    for (sent, expected) in kept {
        app.put_as(queue, &sent, "abc");
        let got = app.expect(queue, &Get::with(0), "abc");
        assert_eq!(got.descriptor.original_length, expected);
    }
}

/// Source: 2253.
fn a_segment_that_is_not_the_last_must_not_be_empty(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let segment = |msg_flags| MsgDescriptor {
        msg_flags,
        group_id: id(1),
        ..v2()
    };
    let put = app.put_with(queue, &segment(MQMF_SEGMENT), 0, "");
    assert_eq!(put.err(), Some(Reason::SEGMENT_LENGTH_ZERO));
    app.put_as(queue, &segment(MQMF_LAST_SEGMENT), "");
}
