//! Browse with mark, alone and in cooperation.

use crate::app::{ALL, Get};
use crate::subject::contracts;
use crate::trial::Trial;
use ferromq_mqi::Reason;
use ferromq_mqi::generated::constants::*;

contracts!("browse_mark":
    a_handle_that_marks_sees_each_message_once,
    a_handles_marks_are_its_own,
    cooperating_handles_share_marks,
    a_handle_that_does_not_cooperate_sees_marked_messages,
    a_handles_marks_are_taken_away,
    a_cooperative_mark_is_taken_away,
    a_cooperative_mark_needs_a_cooperating_handle,
    a_cooperative_mark_falls_off_after_the_interval [Own],
    a_browse_that_waits_sees_a_message_whose_cooperative_mark_falls_off [Own],
    a_marked_message_can_be_got,
    a_get_takes_marks_away_for_good,
);

const MARK: i32 = MQGMO_BROWSE_FIRST | MQGMO_UNMARKED_BROWSE_MSG | MQGMO_MARK_BROWSE_HANDLE;
const SHARE_MARK: i32 = MQGMO_BROWSE_FIRST | MQGMO_UNMARKED_BROWSE_MSG | MQGMO_MARK_BROWSE_CO_OP;
const UNMARKED: i32 = MQGMO_BROWSE_FIRST | MQGMO_UNMARKED_BROWSE_MSG;

/// Source: MQGMO_MARK_BROWSE_HANDLE.
fn a_handle_that_marks_sees_each_message_once(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    for body in ["1", "2"] {
        app.put(queue, body);
    }
    assert_eq!(app.drain_with(queue, &Get::with(MARK)), ["1", "2"]);
    app.put(queue, "3");
    assert_eq!(app.drain_with(queue, &Get::with(MARK)), ["3"]);
    app.expect(queue, &Get::with(MQGMO_BROWSE_FIRST), "1");
}

/// Source: MQGMO_MARK_BROWSE_HANDLE.
fn a_handles_marks_are_its_own(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let (queue, other) = (app.open(&name, ALL), app.open(&name, ALL));
    app.put(queue, "1");
    app.expect(queue, &Get::with(MARK), "1");
    app.expect(other, &Get::with(MARK), "1");
    app.close(queue);
    let again = app.open(&name, ALL);
    app.expect(again, &Get::with(UNMARKED), "1");
}

/// Source: MQGMO_MARK_BROWSE_CO_OP.
fn cooperating_handles_share_marks(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let (mut one, mut two) = (trial.connect(), trial.connect());
    let mine = one.open(&name, ALL | MQOO_CO_OP);
    let theirs = two.open(&name, ALL | MQOO_CO_OP);
    for body in ["1", "2", "3"] {
        one.put(mine, body);
    }
    one.expect(mine, &Get::with(SHARE_MARK), "1");
    two.expect(theirs, &Get::with(SHARE_MARK), "2");
    one.expect(mine, &Get::with(SHARE_MARK), "3");
    for _ in 0..2 {
        assert_eq!(
            two.take_fails(theirs, &Get::with(SHARE_MARK)),
            Reason::NO_MSG_AVAILABLE
        );
    }
}

/// Source: MQOO_CO_OP.
fn a_handle_that_does_not_cooperate_sees_marked_messages(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let (queue, other) = (app.open(&name, ALL | MQOO_CO_OP), app.open(&name, ALL));
    app.put(queue, "1");
    app.expect(queue, &Get::with(SHARE_MARK), "1");
    app.expect(other, &Get::with(UNMARKED), "1");
}

/// Source: MQGMO_UNMARK_BROWSE_HANDLE.
fn a_handles_marks_are_taken_away(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    app.put(queue, "1");
    app.expect(queue, &Get::with(MARK), "1");
    app.take(queue, &Get::with(MQGMO_UNMARK_BROWSE_HANDLE))
        .expect("unmarked");
    app.expect(queue, &Get::with(MARK), "1");
}

/// Source: MQGMO_UNMARK_BROWSE_CO_OP.
fn a_cooperative_mark_is_taken_away(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let one = app.open(&name, ALL | MQOO_CO_OP);
    let two = app.open(&name, ALL | MQOO_CO_OP);
    app.put(one, "1");
    app.expect(one, &Get::with(SHARE_MARK), "1");
    app.take(one, &Get::with(MQGMO_UNMARK_BROWSE_CO_OP))
        .expect("unmarked");
    app.expect(two, &Get::with(SHARE_MARK), "1");
}

/// Source: MQGMO_MARK_BROWSE_CO_OP: the handle must be open with MQOO_CO_OP; 2046.
fn a_cooperative_mark_needs_a_cooperating_handle(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    app.put(queue, "1");
    assert_eq!(
        app.take_fails(queue, &Get::with(SHARE_MARK)),
        Reason::OPTIONS_ERROR
    );
}

/// Source: ALTER QMGR, MARKINT.
fn a_cooperative_mark_falls_off_after_the_interval(trial: &Trial<'_>) {
    trial.mqsc("ALTER QMGR MARKINT(50)");
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let one = app.open(&name, ALL | MQOO_CO_OP);
    let two = app.open(&name, ALL | MQOO_CO_OP);
    app.put(one, "1");
    app.expect(one, &Get::with(SHARE_MARK), "1");
    trial.pass_ms(60);
    app.expect(two, &Get::with(SHARE_MARK), "1");
}

/// Goal: the mark that falls off ends the wait, with an end to it and without. Source: ALTER
/// QMGR, MARKINT; MQGMO_WAIT.
fn a_browse_that_waits_sees_a_message_whose_cooperative_mark_falls_off(trial: &Trial<'_>) {
    trial.mqsc("ALTER QMGR MARKINT(80)");
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let one = app.open(&name, ALL | MQOO_CO_OP);
    let two = app.open(&name, ALL | MQOO_CO_OP);
    app.put(one, "1");
    app.expect(one, &Get::with(SHARE_MARK), "1");
    app.expect(two, &Get::with(SHARE_MARK).wait_ms(20_000), "1");
    app.expect(one, &Get::with(SHARE_MARK).wait_ms(MQWI_UNLIMITED), "1");
}

/// Source: MQGMO_UNMARKED_BROWSE_MSG is about browsing.
fn a_marked_message_can_be_got(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let (queue, other) = (app.open(&name, ALL | MQOO_CO_OP), app.open(&name, ALL));
    app.put(queue, "1");
    let token = app
        .expect(queue, &Get::with(SHARE_MARK), "1")
        .options
        .msg_token;
    app.expect(other, &Get::with(0).token(token), "1");
}

/// Source: MQGMO_MARK_BROWSE_HANDLE, MQGMO_MARK_BROWSE_CO_OP: also when the get is backed out. A browse that waits sees it.
fn a_get_takes_marks_away_for_good(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let (co_op, own) = (app.open(&name, ALL | MQOO_CO_OP), app.open(&name, ALL));
    for body in ["1", "2"] {
        app.put(co_op, body);
    }
    assert_eq!(app.drain_with(co_op, &Get::with(SHARE_MARK)), ["1", "2"]);
    assert_eq!(app.drain_with(own, &Get::with(MARK)), ["1", "2"]);
    let mut other = trial.connect();
    let getter = other.open(&name, ALL);
    other.expect(getter, &Get::with(MQGMO_SYNCPOINT), "1");
    other.back_out();
    app.expect(co_op, &Get::with(SHARE_MARK).wait_ms(20_000), "1");
    app.expect(own, &Get::with(MARK), "1");
    for queue in [co_op, own] {
        let options = if queue == own { MARK } else { SHARE_MARK };
        let none = app.take_fails(queue, &Get::with(options));
        assert_eq!(none, Reason::NO_MSG_AVAILABLE);
    }
}
