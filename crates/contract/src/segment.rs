//! Segments of logical messages, one by one and put together.

use crate::app::{ALL, App, BOTH, Get, id, persistent, text, v2};
use crate::subject::contracts;
use crate::trial::Trial;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::{ObjectHandle, PutOptions};
use ferromq_mqi::{MsgDescriptor, Reason};

contracts!("segment":
    segments_are_returned_in_order,
    all_segments_available_waits_for_the_whole_message,
    a_complete_message_is_put_together,
    a_message_with_a_segment_missing_is_not_complete,
    a_complete_message_is_backed_out_whole,
    a_complete_message_is_removed_whole,
    a_complete_message_that_does_not_fit_stays,
    complete_messages_of_a_group_are_returned_in_order,
    a_whole_message_is_complete_by_itself,
    a_complete_message_is_browsed,
    a_complete_message_begins_under_the_cursor,
    a_complete_message_has_the_length_of_the_longest_message_at_most [Own],
);

/// Puts a segment of the only message of a group.
#[track_caller]
fn segment(app: &mut App, queue: ObjectHandle, offset: i32, last: bool, body: &str) {
    let msg_flags = if last {
        MQMF_LAST_SEGMENT
    } else {
        MQMF_SEGMENT
    };
    let sent = MsgDescriptor {
        group_id: id(1),
        offset,
        msg_flags,
        ..v2()
    };
    app.put_as(queue, &sent, body);
}

/// `one`, `two`, `three`, arrived out of order.
#[track_caller]
fn three(app: &mut App, queue: ObjectHandle) {
    segment(app, queue, 6, true, "three");
    segment(app, queue, 0, false, "one");
    segment(app, queue, 3, false, "two");
}

/// Source: MQGMO_LOGICAL_ORDER; MQGMO, SegmentStatus.
fn segments_are_returned_in_order(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    three(&mut app, queue);
    let wanted = [
        ("one", MQSS_SEGMENT),
        ("two", MQSS_SEGMENT),
        ("three", MQSS_LAST_SEGMENT),
    ];
    for (body, status) in wanted {
        let got = app.expect(queue, &Get::with(MQGMO_LOGICAL_ORDER), body);
        assert_eq!(got.options.segment_status, status);
    }
}

/// Source: MQGMO_ALL_SEGMENTS_AVAILABLE.
fn all_segments_available_waits_for_the_whole_message(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let whole = Get::with(MQGMO_LOGICAL_ORDER | MQGMO_ALL_SEGMENTS_AVAILABLE);
    segment(&mut app, queue, 0, false, "one");
    segment(&mut app, queue, 6, true, "three");
    assert_eq!(app.take_fails(queue, &whole), Reason::NO_MSG_AVAILABLE);
    segment(&mut app, queue, 3, false, "two");
    assert_eq!(app.drain_with(queue, &whole), ["one", "two", "three"]);
}

/// Source: MQGMO_COMPLETE_MSG.
fn a_complete_message_is_put_together(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    three(&mut app, queue);
    let got = app.expect(queue, &Get::with(MQGMO_COMPLETE_MSG), "onetwothree");
    assert_eq!((got.data_length, got.descriptor.offset), (11, 0));
    assert_eq!(got.options.segment_status, MQSS_NOT_A_SEGMENT);
    assert_eq!(
        got.descriptor.msg_flags & (MQMF_SEGMENT | MQMF_LAST_SEGMENT),
        0
    );
    assert_eq!(app.depth(&name), 0);
}

/// Source: MQGMO_COMPLETE_MSG; 2033.
fn a_message_with_a_segment_missing_is_not_complete(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    segment(&mut app, queue, 0, false, "one");
    segment(&mut app, queue, 6, true, "three");
    app.put(queue, "plain");
    let whole = Get::with(MQGMO_COMPLETE_MSG);
    app.expect(queue, &whole, "plain");
    assert_eq!(app.take_fails(queue, &whole), Reason::NO_MSG_AVAILABLE);
    assert_eq!(app.depth(&name), 2);
}

/// Source: MQBACK.
fn a_complete_message_is_backed_out_whole(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    three(&mut app, queue);
    let in_work = Get::with(MQGMO_COMPLETE_MSG | MQGMO_SYNCPOINT);
    app.expect(queue, &in_work, "onetwothree");
    assert_eq!(
        app.take_fails(queue, &Get::with(0)),
        Reason::NO_MSG_AVAILABLE
    );
    app.back_out();
    let got = app.expect(queue, &in_work, "onetwothree");
    assert_eq!(got.descriptor.backout_count, 1);
    app.commit();
    assert_eq!(app.depth(&name), 0);
}

/// Goal: persistent segments got outside syncpoint go together. Source: MQGMO_COMPLETE_MSG.
fn a_complete_message_is_removed_whole(trial: &Trial<'_>) {
    let name = trial.queue("Q", "DEFPSIST(YES)");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    three(&mut app, queue);
    app.expect(queue, &Get::with(MQGMO_COMPLETE_MSG), "onetwothree");
    assert_eq!(app.depth(&name), 0);
    app.put_as(queue, &persistent(), "and on");
    app.expect(queue, &Get::with(MQGMO_COMPLETE_MSG), "and on");
}

/// Source: MQGMO_COMPLETE_MSG; 2079, 2080.
fn a_complete_message_that_does_not_fit_stays(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    three(&mut app, queue);
    let short = Get::with(MQGMO_COMPLETE_MSG).buffer(5);
    let got = app.take(queue, &short).expect("a warning");
    assert_eq!(
        (got.reason, got.data_length),
        (Reason::TRUNCATED_MSG_FAILED, 11)
    );
    assert_eq!(app.depth(&name), 3);
    let cut = Get::with(MQGMO_COMPLETE_MSG | MQGMO_ACCEPT_TRUNCATED_MSG).buffer(5);
    let got = app.take(queue, &cut).expect("a warning");
    assert_eq!(
        (got.reason, text(&got)),
        (Reason::TRUNCATED_MSG_ACCEPTED, "onetw")
    );
    assert_eq!(app.depth(&name), 0);
}

/// Source: MQGMO_COMPLETE_MSG with MQGMO_LOGICAL_ORDER.
fn complete_messages_of_a_group_are_returned_in_order(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let puts = [
        (2, 0, MQMF_LAST_MSG_IN_GROUP | MQMF_SEGMENT, "2a"),
        (1, 2, MQMF_MSG_IN_GROUP | MQMF_LAST_SEGMENT, "1b"),
        (2, 2, MQMF_LAST_MSG_IN_GROUP | MQMF_LAST_SEGMENT, "2b"),
        (1, 0, MQMF_MSG_IN_GROUP | MQMF_SEGMENT, "1a"),
    ];
    for (msg_seq_number, offset, msg_flags, body) in puts {
        let sent = MsgDescriptor {
            group_id: id(1),
            msg_seq_number,
            offset,
            msg_flags,
            ..v2()
        };
        app.put_as(queue, &sent, body);
    }
    let whole = Get::with(MQGMO_COMPLETE_MSG | MQGMO_LOGICAL_ORDER | MQGMO_ALL_MSGS_AVAILABLE);
    let first = app.expect(queue, &whole, "1a1b");
    assert_eq!(first.options.group_status, MQGS_MSG_IN_GROUP);
    let last = app.expect(queue, &whole, "2a2b");
    assert_eq!(last.options.group_status, MQGS_LAST_MSG_IN_GROUP);
}

/// Source: MQGMO_COMPLETE_MSG.
fn a_whole_message_is_complete_by_itself(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    app.put(queue, "plain");
    let got = app.expect(queue, &Get::with(MQGMO_COMPLETE_MSG), "plain");
    assert_eq!(got.options.segment_status, MQSS_NOT_A_SEGMENT);
    assert_eq!(got.options.group_status, MQGS_NOT_IN_GROUP);
    assert_eq!(got.options.segmentation, MQSEG_INHIBITED);
}

/// Source: MQGMO_COMPLETE_MSG with MQGMO_BROWSE_FIRST.
fn a_complete_message_is_browsed(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    three(&mut app, queue);
    let browse = Get::with(MQGMO_COMPLETE_MSG | MQGMO_BROWSE_FIRST);
    for _ in 0..2 {
        app.expect(queue, &browse, "onetwothree");
    }
    assert_eq!(app.depth(&name), 3);
}

/// Source: 2246.
fn a_complete_message_begins_under_the_cursor(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    three(&mut app, queue);
    app.expect(queue, &Get::with(MQGMO_BROWSE_FIRST), "three");
    let whole = Get::with(MQGMO_COMPLETE_MSG | MQGMO_MSG_UNDER_CURSOR);
    let refused = app.take_fails(queue, &whole);
    assert_eq!(refused, Reason::INVALID_MSG_UNDER_CURSOR);
    app.expect(queue, &Get::with(MQGMO_BROWSE_NEXT), "one");
    app.expect(queue, &whole, "onetwothree");
    assert_eq!(app.depth(&name), 0);
}

/// Goal: segments make a message of 100 MB, and never more, whatever the buffer takes; what is refused stays. Source:
/// MaxMsgLength of the queue manager (a logical message may be longer, resources set a lower limit); 2071, 2079, 2080,
/// and over a channel 2010.
fn a_complete_message_has_the_length_of_the_longest_message_at_most(trial: &Trial<'_>) {
    const SEGMENT: usize = 4_194_304;
    const LONGEST: u32 = 104_857_600;
    // For the sake of channels, which carry no longer messages than the queue manager takes.
    trial.mqsc("ALTER QMGR MAXMSGL(104857600)");
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    let body = vec![b'a'; SEGMENT];
    let put = |app: &mut App, lengths: &[usize]| {
        let mut offset = 0;
        for (at, length) in lengths.iter().enumerate() {
            let last = at + 1 == lengths.len();
            let sent = MsgDescriptor {
                group_id: id(1),
                offset,
                msg_flags: if last {
                    MQMF_LAST_SEGMENT
                } else {
                    MQMF_SEGMENT
                },
                persistence: MQPER_NOT_PERSISTENT,
                ..v2()
            };
            app.put_whole(queue, &sent, PutOptions::default(), &body[..*length])
                .expect("a segment");
            offset += *length as i32;
        }
    };
    let whole = |options: i32| Get::with(MQGMO_COMPLETE_MSG | options);
    put(&mut app, &[SEGMENT; 25]);
    let got = app.take(queue, &whole(0).buffer(200_000_000)).expect("got");
    assert_eq!((got.reason, got.data_length), (Reason::NONE, LONGEST));
    assert_eq!(got.body.len(), LONGEST as usize);
    assert_eq!(app.depth(&name), 0);

    let mut one_more = vec![SEGMENT; 25];
    one_more.push(1);
    put(&mut app, &one_more);
    for options in [
        0,
        MQGMO_ACCEPT_TRUNCATED_MSG,
        MQGMO_BROWSE_FIRST,
        MQGMO_SYNCPOINT,
    ] {
        let refused = app.take_fails(queue, &whole(options).buffer(200_000_000));
        let over_a_channel = Reason::DATA_LENGTH_ERROR;
        assert!(refused == Reason::STORAGE_NOT_AVAILABLE || refused == over_a_channel);
        assert_eq!(app.depth(&name), 26);
    }
    let got = app.take(queue, &whole(0).buffer(1000)).expect("a warning");
    let failed = Reason::TRUNCATED_MSG_FAILED;
    assert_eq!((got.reason, got.data_length), (failed, LONGEST + 1));
    assert_eq!(app.depth(&name), 26);
    let cut = whole(MQGMO_ACCEPT_TRUNCATED_MSG).buffer(1000);
    let got = app.take(queue, &cut).expect("a warning");
    let accepted = Reason::TRUNCATED_MSG_ACCEPTED;
    assert_eq!((got.reason, got.data_length), (accepted, LONGEST + 1));
    assert_eq!(got.body, body[..1000]);
    assert_eq!(app.depth(&name), 0);
}
