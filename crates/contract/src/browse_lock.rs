//! Browse with lock.

use crate::app::{ALL, Get};
use crate::contracts;
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
