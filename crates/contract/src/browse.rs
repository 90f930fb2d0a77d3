//! Browsing and the browse cursor.

use crate::app::{ALL, BOTH, Get, priority};
use crate::subject::contracts;
use crate::trial::Trial;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::{MsgDescriptor, Reason};

contracts!("browse":
    browsing_leaves_messages_where_they_are,
    browse_first_starts_over,
    each_handle_has_a_cursor_of_its_own,
    the_message_under_the_cursor_is_browsed_again,
    the_message_under_the_cursor_is_got,
    without_a_message_under_the_cursor_there_is_none_to_get,
    the_cursor_goes_on_from_where_a_message_was,
    a_message_put_behind_the_cursor_is_seen_later_and_before_it_never,
    a_browse_that_is_cut_short_does_not_move_the_cursor,
    a_browse_that_accepts_being_cut_moves_the_cursor,
    uncommitted_messages_are_not_browsed,
);

/// Source: MQGMO_BROWSE_FIRST, MQGMO_BROWSE_NEXT.
fn browsing_leaves_messages_where_they_are(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    for (at, body) in [(1, "low"), (5, "high"), (5, "high too")] {
        app.put_as(queue, &priority(at), body);
    }
    let seen = app.drain_with(queue, &Get::with(MQGMO_BROWSE_NEXT));
    assert_eq!(seen, ["high", "high too", "low"]);
    assert_eq!(app.depth(&name), 3);
    assert_eq!(app.drain(queue), ["high", "high too", "low"]);
}

/// Source: MQGMO_BROWSE_FIRST.
fn browse_first_starts_over(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    app.put(queue, "1");
    app.put(queue, "2");
    for _ in 0..2 {
        app.expect(queue, &Get::with(MQGMO_BROWSE_FIRST), "1");
        app.expect(queue, &Get::with(MQGMO_BROWSE_NEXT), "2");
    }
}

/// Source: MQOO_BROWSE: a cursor for each handle.
fn each_handle_has_a_cursor_of_its_own(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let (one, two) = (app.open(&name, ALL), app.open(&name, ALL));
    app.put(one, "1");
    app.put(one, "2");
    app.expect(one, &Get::with(MQGMO_BROWSE_NEXT), "1");
    app.expect(two, &Get::with(MQGMO_BROWSE_NEXT), "1");
    app.expect(one, &Get::with(MQGMO_BROWSE_NEXT), "2");
    app.expect(two, &Get::with(MQGMO_BROWSE_NEXT), "2");
}

/// Source: MQGMO_BROWSE_MSG_UNDER_CURSOR: match options are not looked at.
fn the_message_under_the_cursor_is_browsed_again(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    app.put(queue, "1");
    app.put(queue, "2");
    app.expect(queue, &Get::with(MQGMO_BROWSE_FIRST), "1");
    for _ in 0..2 {
        let under = Get::with(MQGMO_BROWSE_MSG_UNDER_CURSOR).msg_id([9; 24]);
        app.expect(queue, &under, "1");
    }
    app.expect(queue, &Get::with(MQGMO_BROWSE_NEXT), "2");
}

/// Source: MQGMO_MSG_UNDER_CURSOR.
fn the_message_under_the_cursor_is_got(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    for body in ["1", "2", "3"] {
        app.put(queue, body);
    }
    app.expect(queue, &Get::with(MQGMO_BROWSE_FIRST), "1");
    app.expect(queue, &Get::with(MQGMO_BROWSE_NEXT), "2");
    app.expect(queue, &Get::with(MQGMO_MSG_UNDER_CURSOR), "2");
    assert_eq!(app.drain(queue), ["1", "3"]);
}

/// Goal: no cursor yet, message taken by somebody else, message taken already. Source: 2034.
fn without_a_message_under_the_cursor_there_is_none_to_get(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let (queue, other) = (app.open(&name, ALL), app.open(&name, BOTH));
    app.put(queue, "1");
    app.put(queue, "2");
    let under = [
        Get::with(MQGMO_MSG_UNDER_CURSOR),
        Get::with(MQGMO_BROWSE_MSG_UNDER_CURSOR),
    ];
    let all_fail = |app: &mut crate::app::App| {
        for get in &under {
            assert_eq!(app.take_fails(queue, get), Reason::NO_MSG_UNDER_CURSOR);
        }
    };
    all_fail(&mut app);
    app.expect(queue, &Get::with(MQGMO_BROWSE_FIRST), "1");
    app.expect(other, &Get::with(MQGMO_SYNCPOINT), "1");
    all_fail(&mut app);
    app.back_out();
    app.expect(queue, &under[1], "1");
    app.expect(queue, &under[0], "1");
    all_fail(&mut app);
}

/// Source: MQGMO_BROWSE_NEXT.
fn the_cursor_goes_on_from_where_a_message_was(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    for body in ["1", "2", "3"] {
        app.put(queue, body);
    }
    app.expect(queue, &Get::with(MQGMO_BROWSE_FIRST), "1");
    app.expect(queue, &Get::with(MQGMO_BROWSE_NEXT), "2");
    assert_eq!(app.drain(queue), ["1", "2", "3"]);
    app.put(queue, "4");
    app.expect(queue, &Get::with(MQGMO_BROWSE_NEXT), "4");
}

/// Source: browsing messages on a queue: messages that arrive ahead of the cursor.
fn a_message_put_behind_the_cursor_is_seen_later_and_before_it_never(trial: &Trial<'_>) {
    let name = trial.queue("Q", "MSGDLVSQ(PRIORITY)");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    app.put_as(queue, &priority(5), "5");
    app.put_as(queue, &priority(1), "1");
    app.expect(queue, &Get::with(MQGMO_BROWSE_FIRST), "5");
    app.put_as(queue, &priority(9), "9");
    app.put_as(queue, &priority(3), "3");
    assert_eq!(
        app.drain_with(queue, &Get::with(MQGMO_BROWSE_NEXT)),
        ["3", "1"]
    );
    app.expect(queue, &Get::with(MQGMO_BROWSE_FIRST), "9");
}

/// Source: MQGMO_ACCEPT_TRUNCATED_MSG: without it the cursor is not advanced.
fn a_browse_that_is_cut_short_does_not_move_the_cursor(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    for body in ["1", "0123456789", "3"] {
        app.put(queue, body);
    }
    app.expect(queue, &Get::with(MQGMO_BROWSE_FIRST), "1");
    let short = Get::with(MQGMO_BROWSE_NEXT).buffer(4);
    for _ in 0..2 {
        let got = app.take(queue, &short).expect("a warning");
        assert_eq!(got.reason, Reason::TRUNCATED_MSG_FAILED);
    }
    app.expect(queue, &Get::with(MQGMO_BROWSE_MSG_UNDER_CURSOR), "1");
    app.expect(queue, &Get::with(MQGMO_BROWSE_NEXT), "0123456789");
}

/// Source: MQGMO_ACCEPT_TRUNCATED_MSG.
fn a_browse_that_accepts_being_cut_moves_the_cursor(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    app.put(queue, "0123456789");
    app.put(queue, "2");
    let short = Get::with(MQGMO_BROWSE_NEXT | MQGMO_ACCEPT_TRUNCATED_MSG).buffer(4);
    let got = app.take(queue, &short).expect("a warning");
    assert_eq!(got.reason, Reason::TRUNCATED_MSG_ACCEPTED);
    app.expect(queue, &short, "2");
    assert_eq!(app.depth(&name), 2);
}

/// Source: MQPMO_SYNCPOINT; MQGMO_SYNCPOINT.
fn uncommitted_messages_are_not_browsed(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let (mut app, mut other) = (trial.connect(), trial.connect());
    let (queue, theirs) = (app.open(&name, ALL), other.open(&name, ALL));
    app.put(queue, "got");
    app.expect(queue, &Get::with(MQGMO_SYNCPOINT), "got");
    app.put_in_work(queue, &MsgDescriptor::default(), "put");
    let first = Get::with(MQGMO_BROWSE_FIRST);
    assert_eq!(app.take_fails(queue, &first), Reason::NO_MSG_AVAILABLE);
    assert_eq!(other.take_fails(theirs, &first), Reason::NO_MSG_AVAILABLE);
    app.commit();
    other.expect(theirs, &first, "put");
}
