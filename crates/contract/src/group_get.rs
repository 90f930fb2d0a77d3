//! Groups got in logical order.

use crate::app::{ALL, App, BOTH, Get, id, v2};
use crate::subject::contracts;
use crate::trial::Trial;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::ObjectHandle;
use ferromq_mqi::{MsgDescriptor, Reason};

contracts!("group_get":
    a_group_is_returned_in_order_however_it_arrived,
    a_group_is_not_begun_in_the_middle,
    within_a_group_only_its_next_message_is_returned,
    two_handles_return_two_groups_side_by_side,
    all_messages_available_waits_for_the_whole_group,
    a_group_is_browsed_in_order,
    browsing_and_getting_groups_do_not_disturb_each_other,
    leaving_logical_order_within_a_group_is_a_warning_on_get,
    a_group_got_does_not_change_units_of_work,
    a_browse_does_not_change_its_order,
    a_get_goes_on_from_a_message_found_by_number,
    a_wait_for_the_next_of_a_group_is_not_ended_by_another_message,
    a_group_backed_out_is_complete_again,
);

/// Puts message `number` of `group`; the third is the last.
#[track_caller]
fn member(app: &mut App, queue: ObjectHandle, group: u8, number: i32) {
    let last = if number == 3 {
        MQMF_LAST_MSG_IN_GROUP
    } else {
        MQMF_MSG_IN_GROUP
    };
    let sent = MsgDescriptor {
        group_id: id(group),
        msg_seq_number: number,
        msg_flags: last,
        ..v2()
    };
    app.put_as(queue, &sent, &format!("{group}.{number}"));
}

fn logical() -> Get {
    Get::with(MQGMO_LOGICAL_ORDER)
}

/// Source: MQGMO_LOGICAL_ORDER.
fn a_group_is_returned_in_order_however_it_arrived(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    for number in [3, 1, 2] {
        member(&mut app, queue, 1, number);
    }
    assert_eq!(app.drain_with(queue, &logical()), ["1.1", "1.2", "1.3"]);
}

/// Source: MQGMO_LOGICAL_ORDER: begins with the first message of a group.
fn a_group_is_not_begun_in_the_middle(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    member(&mut app, queue, 1, 2);
    assert_eq!(app.take_fails(queue, &logical()), Reason::NO_MSG_AVAILABLE);
    app.put(queue, "plain");
    app.expect(queue, &logical(), "plain");
    member(&mut app, queue, 1, 1);
    app.expect(queue, &logical(), "1.1");
    app.expect(queue, &logical(), "1.2");
}

/// Source: MQGMO_LOGICAL_ORDER: other messages are not returned before the group is complete.
fn within_a_group_only_its_next_message_is_returned(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    member(&mut app, queue, 1, 1);
    app.put(queue, "plain");
    app.expect(queue, &logical(), "1.1");
    assert_eq!(app.take_fails(queue, &logical()), Reason::NO_MSG_AVAILABLE);
    member(&mut app, queue, 1, 3);
    assert_eq!(app.take_fails(queue, &logical()), Reason::NO_MSG_AVAILABLE);
    member(&mut app, queue, 1, 2);
    assert_eq!(app.drain_with(queue, &logical()), ["1.2", "1.3", "plain"]);
}

/// Source: MQGMO_LOGICAL_ORDER: group information belongs to the handle.
fn two_handles_return_two_groups_side_by_side(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let (one, two) = (app.open(&name, BOTH), app.open(&name, BOTH));
    for number in 1..=3 {
        member(&mut app, one, 1, number);
        member(&mut app, one, 2, number);
    }
    for number in 1..=3 {
        app.expect(one, &logical(), &format!("1.{number}"));
        app.expect(two, &logical(), &format!("2.{number}"));
    }
}

/// Source: MQGMO_ALL_MSGS_AVAILABLE.
fn all_messages_available_waits_for_the_whole_group(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let whole = Get::with(MQGMO_LOGICAL_ORDER | MQGMO_ALL_MSGS_AVAILABLE);
    for number in [1, 3] {
        member(&mut app, queue, 1, number);
        assert_eq!(app.take_fails(queue, &whole), Reason::NO_MSG_AVAILABLE);
    }
    app.put(queue, "plain");
    app.expect(queue, &whole, "plain");
    member(&mut app, queue, 1, 2);
    assert_eq!(app.drain_with(queue, &whole), ["1.1", "1.2", "1.3"]);
}

/// Source: MQGMO_LOGICAL_ORDER with MQGMO_BROWSE_NEXT.
fn a_group_is_browsed_in_order(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    for number in [2, 3, 1] {
        member(&mut app, queue, 1, number);
    }
    app.put(queue, "plain");
    let next = Get::with(MQGMO_LOGICAL_ORDER | MQGMO_BROWSE_NEXT);
    for body in ["1.1", "1.2", "1.3", "plain"] {
        app.expect(queue, &next, body);
    }
    assert_eq!(app.take_fails(queue, &next), Reason::NO_MSG_AVAILABLE);
}

/// Source: MQGMO_LOGICAL_ORDER: one set of group information for browsing, one for getting.
fn browsing_and_getting_groups_do_not_disturb_each_other(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    for group in 1..=2 {
        for number in 1..=3 {
            member(&mut app, queue, group, number);
        }
    }
    app.expect(
        queue,
        &Get::with(MQGMO_LOGICAL_ORDER | MQGMO_BROWSE_FIRST),
        "1.1",
    );
    app.expect(queue, &logical().group_id(id(2)), "2.1");
    app.expect(
        queue,
        &Get::with(MQGMO_LOGICAL_ORDER | MQGMO_BROWSE_NEXT),
        "1.2",
    );
    app.expect(queue, &logical(), "2.2");
}

/// Source: 2241 on MQGET: the message is returned.
fn leaving_logical_order_within_a_group_is_a_warning_on_get(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    member(&mut app, queue, 1, 1);
    app.put(queue, "plain");
    app.expect(queue, &logical(), "1.1");
    let got = app.take(queue, &Get::with(0)).expect("a warning");
    assert_eq!(got.reason, Reason::INCOMPLETE_GROUP);
    app.put(queue, "plain too");
    app.expect(queue, &Get::with(0), "plain too");
}

/// Source: 2245 on MQGET.
fn a_group_got_does_not_change_units_of_work(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    for number in 1..=3 {
        member(&mut app, queue, 1, number);
    }
    app.expect(
        queue,
        &Get::with(MQGMO_LOGICAL_ORDER | MQGMO_SYNCPOINT),
        "1.1",
    );
    assert_eq!(app.take_fails(queue, &logical()), Reason::INCONSISTENT_UOW);
    app.expect(
        queue,
        &Get::with(MQGMO_LOGICAL_ORDER | MQGMO_SYNCPOINT),
        "1.2",
    );
    app.commit();
}

/// Source: 2259.
fn a_browse_does_not_change_its_order(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    for number in 1..=3 {
        member(&mut app, queue, 1, number);
    }
    app.expect(queue, &Get::with(MQGMO_BROWSE_FIRST), "1.1");
    let changed = Get::with(MQGMO_BROWSE_NEXT | MQGMO_LOGICAL_ORDER);
    assert_eq!(app.take_fails(queue, &changed), Reason::INCONSISTENT_BROWSE);
    app.expect(
        queue,
        &Get::with(MQGMO_BROWSE_FIRST | MQGMO_LOGICAL_ORDER),
        "1.1",
    );
    let changed = Get::with(MQGMO_BROWSE_NEXT);
    assert_eq!(app.take_fails(queue, &changed), Reason::INCONSISTENT_BROWSE);
}

/// Goal: a program that starts again goes on in the middle of a group. Source: MQGMO, "getting a
/// group that failed midway".
fn a_get_goes_on_from_a_message_found_by_number(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    app.put(queue, "plain");
    for number in 2..=3 {
        member(&mut app, queue, 1, number);
    }
    app.expect(queue, &Get::with(0).group_id(id(1)).number(2), "1.2");
    app.expect(queue, &logical(), "1.3");
    app.expect(queue, &logical(), "plain");
}

/// Source: MQGMO_LOGICAL_ORDER with MQGMO_WAIT.
fn a_wait_for_the_next_of_a_group_is_not_ended_by_another_message(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let (mut app, mut other) = (trial.connect(), trial.connect());
    let (queue, output) = (app.open(&name, BOTH), other.open(&name, MQOO_OUTPUT));
    member(&mut other, output, 1, 1);
    app.expect(queue, &logical(), "1.1");
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| app.expect(queue, &logical().wait_ms(30_000), "1.2"));
        trial.pass_ms(30);
        other.put(output, "plain");
        member(&mut other, output, 2, 2);
        member(&mut other, output, 1, 2);
        waiting.join().expect("the getter does not panic");
    });
}

/// Source: MQBACK with groups.
fn a_group_backed_out_is_complete_again(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    for number in 1..=3 {
        member(&mut app, queue, 1, number);
    }
    let whole = MQGMO_LOGICAL_ORDER | MQGMO_ALL_MSGS_AVAILABLE;
    let in_work = Get::with(whole | MQGMO_SYNCPOINT);
    assert_eq!(app.drain_with(queue, &in_work), ["1.1", "1.2", "1.3"]);
    app.back_out();
    let other = app.open(&name, BOTH);
    assert_eq!(
        app.drain_with(other, &Get::with(whole)),
        ["1.1", "1.2", "1.3"]
    );
}
