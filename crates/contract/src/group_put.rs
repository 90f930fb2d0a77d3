//! Groups and segments put in logical order.

use crate::app::{App, BOTH, Get, persistent, v2};
use crate::subject::contracts;
use crate::trial::Trial;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::ObjectHandle;
use ferromq_mqi::{MsgDescriptor, Reason};

contracts!("group_put":
    the_queue_manager_numbers_the_messages_of_a_group,
    the_queue_manager_counts_the_offsets_of_segments,
    each_group_has_an_id_of_its_own,
    a_message_outside_the_group_is_refused_before_the_group_is_complete,
    a_whole_message_is_refused_before_the_segmented_one_is_complete,
    persistence_does_not_change_within_a_group,
    a_group_does_not_change_units_of_work,
    closing_with_an_incomplete_group_is_a_warning,
    closing_with_an_incomplete_message_is_a_warning,
    leaving_logical_order_within_a_group_is_a_warning,
    a_group_goes_on_from_numbers_the_application_gave,
    a_put_that_fails_does_not_use_up_a_number,
    plain_messages_may_be_put_in_logical_order,
);

fn flagged(msg_flags: i32) -> MsgDescriptor {
    MsgDescriptor { msg_flags, ..v2() }
}

#[track_caller]
fn logical(app: &mut App, queue: ObjectHandle, msg_flags: i32, body: &str) -> MsgDescriptor {
    let put = app
        .put_with(queue, &flagged(msg_flags), MQPMO_LOGICAL_ORDER, body)
        .expect("put");
    assert_eq!(put.reason, Reason::NONE);
    put.descriptor
}

/// Source: MQPMO_LOGICAL_ORDER.
fn the_queue_manager_numbers_the_messages_of_a_group(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let first = logical(&mut app, queue, MQMF_MSG_IN_GROUP, "1");
    let second = logical(&mut app, queue, MQMF_MSG_IN_GROUP, "2");
    let last = logical(&mut app, queue, MQMF_LAST_MSG_IN_GROUP, "3");
    assert_ne!(first.group_id, [0; 24]);
    assert_eq!(
        (second.group_id, last.group_id),
        (first.group_id, first.group_id)
    );
    let numbers = [first, second, last].map(|put| (put.msg_seq_number, put.offset));
    assert_eq!(numbers, [(1, 0), (2, 0), (3, 0)]);
    for (number, body) in [(1, "1"), (2, "2"), (3, "3")] {
        let got = app.expect(queue, &Get::with(0), body);
        assert_eq!(got.descriptor.msg_seq_number, number);
        let status = if number == 3 {
            MQGS_LAST_MSG_IN_GROUP
        } else {
            MQGS_MSG_IN_GROUP
        };
        assert_eq!(got.options.group_status, status);
    }
}

/// Source: MQPMO_LOGICAL_ORDER; MQMD, Offset.
fn the_queue_manager_counts_the_offsets_of_segments(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let in_group = MQMF_MSG_IN_GROUP;
    let mut puts = vec![
        logical(&mut app, queue, in_group | MQMF_SEGMENT, "12345"),
        logical(&mut app, queue, in_group | MQMF_SEGMENT, "678"),
        logical(&mut app, queue, in_group | MQMF_LAST_SEGMENT, "90"),
    ];
    let last = MQMF_LAST_MSG_IN_GROUP;
    puts.push(logical(&mut app, queue, last | MQMF_SEGMENT, "12"));
    puts.push(logical(&mut app, queue, last | MQMF_LAST_SEGMENT, "3"));
    assert!(puts.iter().all(|put| put.group_id == puts[0].group_id));
    let places: Vec<_> = puts
        .iter()
        .map(|put| (put.msg_seq_number, put.offset))
        .collect();
    assert_eq!(places, [(1, 0), (1, 5), (1, 8), (2, 0), (2, 2)]);
}

/// Source: MQMD, GroupId.
fn each_group_has_an_id_of_its_own(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let (queue, other) = (app.open(&name, BOTH), app.open(&name, BOTH));
    let one = logical(&mut app, queue, MQMF_MSG_IN_GROUP, "a1");
    let two = logical(&mut app, other, MQMF_MSG_IN_GROUP, "b1");
    let one_last = logical(&mut app, queue, MQMF_LAST_MSG_IN_GROUP, "a2");
    let two_last = logical(&mut app, other, MQMF_LAST_MSG_IN_GROUP, "b2");
    let next = logical(&mut app, queue, MQMF_LAST_MSG_IN_GROUP, "c1");
    assert_ne!(one.group_id, two.group_id);
    assert_eq!(
        (one.group_id, two.group_id),
        (one_last.group_id, two_last.group_id)
    );
    assert_ne!(next.group_id, one.group_id);
    assert_eq!(next.msg_seq_number, 1);
}

/// Source: 2241.
fn a_message_outside_the_group_is_refused_before_the_group_is_complete(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    logical(&mut app, queue, MQMF_MSG_IN_GROUP, "1");
    for flags in [0, MQMF_SEGMENT] {
        let put = app.put_with(queue, &flagged(flags), MQPMO_LOGICAL_ORDER, "x");
        assert_eq!(put.err(), Some(Reason::INCOMPLETE_GROUP));
    }
    let last = logical(&mut app, queue, MQMF_LAST_MSG_IN_GROUP, "2");
    assert_eq!(last.msg_seq_number, 2);
}

/// Source: 2242, also for a change of MQMF_LAST_MSG_IN_GROUP within a message.
fn a_whole_message_is_refused_before_the_segmented_one_is_complete(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    logical(&mut app, queue, MQMF_MSG_IN_GROUP | MQMF_SEGMENT, "1");
    for flags in [
        0,
        MQMF_MSG_IN_GROUP,
        MQMF_LAST_MSG_IN_GROUP | MQMF_LAST_SEGMENT,
    ] {
        let put = app.put_with(queue, &flagged(flags), MQPMO_LOGICAL_ORDER, "x");
        assert_eq!(put.err(), Some(Reason::INCOMPLETE_MSG), "{flags:#x}");
    }
    logical(&mut app, queue, MQMF_MSG_IN_GROUP | MQMF_LAST_SEGMENT, "2");
    logical(&mut app, queue, MQMF_LAST_MSG_IN_GROUP, "3");
}

/// Source: 2185.
fn persistence_does_not_change_within_a_group(trial: &Trial<'_>) {
    let name = trial.queue("Q", "DEFPSIST(NO)");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    logical(&mut app, queue, MQMF_MSG_IN_GROUP, "1");
    let changed = MsgDescriptor {
        version: MQMD_VERSION_2,
        msg_flags: MQMF_MSG_IN_GROUP,
        ..persistent()
    };
    let put = app.put_with(queue, &changed, MQPMO_LOGICAL_ORDER, "2");
    assert_eq!(put.err(), Some(Reason::INCONSISTENT_PERSISTENCE));
}

/// Source: 2245.
fn a_group_does_not_change_units_of_work(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    logical(&mut app, queue, MQMF_MSG_IN_GROUP, "1");
    let options = MQPMO_LOGICAL_ORDER | MQPMO_SYNCPOINT;
    let put = app.put_with(queue, &flagged(MQMF_MSG_IN_GROUP), options, "2");
    assert_eq!(put.err(), Some(Reason::INCONSISTENT_UOW));
}

/// Source: 2241 on MQCLOSE.
fn closing_with_an_incomplete_group_is_a_warning(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    logical(&mut app, queue, MQMF_MSG_IN_GROUP, "1");
    assert_eq!(
        app.close_with(queue, MQCO_NONE),
        Ok(Reason::INCOMPLETE_GROUP)
    );
    let again = app.open(&name, MQOO_INPUT_EXCLUSIVE);
    app.expect(again, &Get::with(0), "1");
}

/// Source: 2242 on MQCLOSE.
fn closing_with_an_incomplete_message_is_a_warning(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    logical(&mut app, queue, MQMF_MSG_IN_GROUP | MQMF_SEGMENT, "1");
    assert_eq!(app.close_with(queue, MQCO_NONE), Ok(Reason::INCOMPLETE_MSG));
}

/// Source: 2241 on MQPUT without MQPMO_LOGICAL_ORDER.
fn leaving_logical_order_within_a_group_is_a_warning(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    logical(&mut app, queue, MQMF_MSG_IN_GROUP, "1");
    let put = app.put_with(queue, &v2(), 0, "alone").expect("a warning");
    assert_eq!(put.reason, Reason::INCOMPLETE_GROUP);
    app.put(queue, "no group to break any more");
    assert_eq!(app.depth(&name), 3);
}

/// Goal: a program that starts again goes on with its group. Source: MQPMO_LOGICAL_ORDER, group
/// information the queue handle keeps.
fn a_group_goes_on_from_numbers_the_application_gave(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let second = MsgDescriptor {
        group_id: [6; 24],
        msg_seq_number: 2,
        msg_flags: MQMF_MSG_IN_GROUP,
        ..v2()
    };
    app.put_as(queue, &second, "2");
    let third = logical(&mut app, queue, MQMF_LAST_MSG_IN_GROUP, "3");
    assert_eq!((third.group_id, third.msg_seq_number), ([6; 24], 3));
}

/// Goal: a refused message leaves the group where it was. Method: the queue is full for a
/// moment. Source: MQPUT.
fn a_put_that_fails_does_not_use_up_a_number(trial: &Trial<'_>) {
    let name = trial.queue("Q", "MAXDEPTH(1)");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    logical(&mut app, queue, MQMF_MSG_IN_GROUP | MQMF_SEGMENT, "123");
    let next = flagged(MQMF_MSG_IN_GROUP | MQMF_SEGMENT);
    let put = app.put_with(queue, &next, MQPMO_LOGICAL_ORDER, "4");
    assert_eq!(put.err(), Some(Reason::Q_FULL));
    app.expect(queue, &Get::with(0), "123");
    let retried = logical(&mut app, queue, MQMF_MSG_IN_GROUP | MQMF_LAST_SEGMENT, "4");
    assert_eq!((retried.msg_seq_number, retried.offset), (1, 3));
}

/// Source: MQPMO_LOGICAL_ORDER: with messages in no group.
fn plain_messages_may_be_put_in_logical_order(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    for body in ["1", "2"] {
        let put = logical(&mut app, queue, 0, body);
        assert_eq!((put.group_id, put.msg_seq_number), ([0; 24], 1));
    }
    assert_eq!(app.close_with(queue, MQCO_NONE), Ok(Reason::NONE));
}
