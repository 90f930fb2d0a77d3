//! Browse with lock.

use crate::app::{ALL, Get};
use crate::subject::contracts;
use crate::trial::Trial;
use ferromq_mqi::Reason;
use ferromq_mqi::generated::constants::*;

contracts!("browse_lock":
    a_locked_message_is_seen_by_its_locker_only,
    a_handle_locks_one_message_at_a_time,
    unlock_gives_the_message_back,
    unlock_without_a_lock_is_a_warning,
    closing_gives_the_message_back,
    death_gives_the_message_back,
    the_locker_gets_the_message_under_its_cursor,
    a_browse_that_finds_nothing_gives_the_lock_back,
    a_browse_that_does_not_fit_keeps_the_earlier_lock,
    a_browse_that_accepts_being_cut_moves_the_lock,
    a_browse_under_the_cursor_without_lock_frees_it,
    a_browse_that_waits_frees_the_lock_first,
);

const LOCK_FIRST: i32 = MQGMO_LOCK | MQGMO_BROWSE_FIRST;

/// Source: MQGMO_LOCK.
fn a_locked_message_is_seen_by_its_locker_only(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let (mut app, mut other) = (trial.connect(), trial.connect());
    let (queue, theirs) = (app.open(&name, ALL), other.open(&name, ALL));
    app.put(queue, "locked");
    app.put(queue, "free");
    app.expect(queue, &Get::with(LOCK_FIRST), "locked");
    other.expect(theirs, &Get::with(MQGMO_BROWSE_FIRST), "free");
    other.expect(theirs, &Get::with(0), "free");
    assert_eq!(
        other.take_fails(theirs, &Get::with(0)),
        Reason::NO_MSG_AVAILABLE
    );
    app.expect(queue, &Get::with(0), "locked");
}

/// Source: MQGMO_LOCK: one message for each handle.
fn a_handle_locks_one_message_at_a_time(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let (queue, other) = (app.open(&name, ALL), app.open(&name, ALL));
    app.put(queue, "1");
    app.put(queue, "2");
    app.expect(queue, &Get::with(LOCK_FIRST), "1");
    app.expect(queue, &Get::with(MQGMO_LOCK | MQGMO_BROWSE_NEXT), "2");
    assert_eq!(app.drain_with(other, &Get::with(MQGMO_BROWSE_NEXT)), ["1"]);
}

/// Source: MQGMO_UNLOCK.
fn unlock_gives_the_message_back(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let (queue, other) = (app.open(&name, ALL), app.open(&name, ALL));
    app.put(queue, "1");
    app.expect(queue, &Get::with(LOCK_FIRST), "1");
    let unlocked = app.take(queue, &Get::with(MQGMO_UNLOCK)).expect("unlocked");
    assert_eq!((unlocked.reason, unlocked.data_length), (Reason::NONE, 0));
    app.expect(other, &Get::with(0), "1");
}

/// Source: 2209.
fn unlock_without_a_lock_is_a_warning(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    app.put(queue, "1");
    app.expect(queue, &Get::with(MQGMO_BROWSE_FIRST), "1");
    let unlocked = app
        .take(queue, &Get::with(MQGMO_UNLOCK))
        .expect("a warning");
    assert_eq!(unlocked.reason, Reason::NO_MSG_LOCKED);
}

/// Source: MQCLOSE, usage notes.
fn closing_gives_the_message_back(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let (queue, other) = (app.open(&name, ALL), app.open(&name, ALL));
    app.put(queue, "1");
    app.expect(queue, &Get::with(LOCK_FIRST), "1");
    app.close(queue);
    app.expect(other, &Get::with(0), "1");
}

/// Source: MQDISC.
fn death_gives_the_message_back(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let (mut app, mut other) = (trial.connect(), trial.connect());
    let (queue, theirs) = (app.open(&name, ALL), other.open(&name, ALL));
    app.put(queue, "1");
    app.expect(queue, &Get::with(LOCK_FIRST), "1");
    drop(app);
    other.expect(theirs, &Get::with(0).wait_ms(5_000), "1");
}

/// Source: MQGMO_MSG_UNDER_CURSOR with MQGMO_LOCK before.
fn the_locker_gets_the_message_under_its_cursor(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    app.put(queue, "1");
    app.expect(queue, &Get::with(LOCK_FIRST), "1");
    app.expect(
        queue,
        &Get::with(MQGMO_MSG_UNDER_CURSOR | MQGMO_SYNCPOINT),
        "1",
    );
    app.back_out();
    let other = app.open(&name, ALL);
    app.expect(other, &Get::with(0), "1");
}

/// Goal: the lock stays where it was and does not follow. Source: MQGMO_LOCK: the exception of
/// MQRC_TRUNCATED_MSG_FAILED.
fn a_browse_that_does_not_fit_keeps_the_earlier_lock(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let (queue, other) = (app.open(&name, ALL), app.open(&name, ALL));
    app.put(queue, "1");
    app.put(queue, "too long");
    app.expect(queue, &Get::with(LOCK_FIRST), "1");
    for option in [MQGMO_LOCK, 0] {
        let cut = Get::with(option | MQGMO_BROWSE_NEXT).buffer(3);
        let reply = app.take(queue, &cut).expect("a warning");
        assert_eq!(reply.reason, Reason::TRUNCATED_MSG_FAILED);
        let seen = app.drain_with(other, &Get::with(MQGMO_BROWSE_NEXT));
        assert_eq!(seen, ["too long"]);
        app.expect(other, &Get::with(MQGMO_BROWSE_FIRST), "too long");
        app.close(other);
        assert_eq!(app.open(&name, ALL), other);
    }
    app.expect(queue, &Get::with(MQGMO_MSG_UNDER_CURSOR), "1");
}

/// Source: MQGMO_LOCK: a warning of another kind counts as success.
fn a_browse_that_accepts_being_cut_moves_the_lock(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let (queue, other) = (app.open(&name, ALL), app.open(&name, ALL));
    app.put(queue, "1");
    app.put(queue, "too long");
    app.expect(queue, &Get::with(LOCK_FIRST), "1");
    let cut = MQGMO_LOCK | MQGMO_BROWSE_NEXT | MQGMO_ACCEPT_TRUNCATED_MSG;
    let reply = app.take(queue, &Get::with(cut).buffer(3)).expect("got");
    assert_eq!(reply.reason, Reason::TRUNCATED_MSG_ACCEPTED);
    assert_eq!(app.drain_with(other, &Get::with(MQGMO_BROWSE_NEXT)), ["1"]);
}

/// Source: MQGMO_LOCK, MQGMO_BROWSE_MSG_UNDER_CURSOR.
fn a_browse_under_the_cursor_without_lock_frees_it(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let (queue, other) = (app.open(&name, ALL), app.open(&name, ALL));
    app.put(queue, "longer");
    app.expect(queue, &Get::with(LOCK_FIRST), "longer");
    let again = Get::with(MQGMO_LOCK | MQGMO_BROWSE_MSG_UNDER_CURSOR);
    app.expect(queue, &again, "longer");
    let cut = Get::with(MQGMO_BROWSE_MSG_UNDER_CURSOR).buffer(3);
    let reply = app.take(queue, &cut).expect("a warning");
    assert_eq!(reply.reason, Reason::TRUNCATED_MSG_FAILED);
    let first = Get::with(MQGMO_BROWSE_FIRST);
    assert_eq!(app.take_fails(other, &first), Reason::NO_MSG_AVAILABLE);
    app.expect(queue, &Get::with(MQGMO_BROWSE_MSG_UNDER_CURSOR), "longer");
    app.expect(other, &first, "longer");
}

/// Source: MQGMO_LOCK: with MQGMO_WAIT the message is unlocked before the wait begins.
fn a_browse_that_waits_frees_the_lock_first(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let (mut app, mut other) = (trial.connect(), trial.connect());
    let (queue, theirs) = (app.open(&name, ALL), other.open(&name, ALL));
    app.put(queue, "1");
    app.expect(queue, &Get::with(LOCK_FIRST), "1");
    std::thread::scope(|scope| {
        scope.spawn(|| {
            app.expect(queue, &Get::with(MQGMO_BROWSE_NEXT).wait_ms(60_000), "2");
        });
        other.expect(theirs, &Get::with(0).wait_ms(60_000), "1");
        other.put(theirs, "2");
    });
}

/// Source: MQGMO_LOCK: unlocked when a browse ends with MQRC_NO_MSG_AVAILABLE.
fn a_browse_that_finds_nothing_gives_the_lock_back(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let (queue, other) = (app.open(&name, ALL), app.open(&name, ALL));
    app.put(queue, "1");
    app.expect(queue, &Get::with(LOCK_FIRST), "1");
    let end = app.take_fails(queue, &Get::with(MQGMO_BROWSE_NEXT));
    assert_eq!(end, Reason::NO_MSG_AVAILABLE);
    app.expect(other, &Get::with(0), "1");
}
