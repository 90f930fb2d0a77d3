//! Units of work: `MQCMIT` and `MQBACK`.

use crate::app::{BOTH, Get, persistent, text};
use crate::subject::contracts;
use crate::trial::Trial;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::Reason;
use ferromq_mqi::generated::constants::*;

contracts!("syncpoint":
    nobody_sees_an_uncommitted_put,
    commit_shows_everything_at_once_in_the_order_of_puts,
    commit_without_work_is_nothing,
    backed_out_puts_were_never_there,
    nobody_sees_a_message_got_and_not_committed,
    backed_out_gets_count,
    what_is_got_is_off_the_depth_at_once_and_a_backout_brings_it_back,
    backout_counts_are_kept_with_and_without_hardening,
    a_message_put_and_got_in_two_units_of_work_moves,
    syncpoint_if_persistent_depends_on_the_message,
    puts_outside_syncpoint_are_not_backed_out,
    a_unit_of_work_spans_queues,
    units_of_work_of_two_connections_are_apart,
);

/// Source: MQPMO_SYNCPOINT.
fn nobody_sees_an_uncommitted_put(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let (mut app, mut other) = (trial.connect(), trial.connect());
    let (queue, theirs) = (app.open(&name, BOTH), other.open(&name, BOTH));
    for sent in [MsgDescriptor::default(), persistent()] {
        app.put_in_work(queue, &sent, "x");
        let get = Get::with(0);
        assert_eq!(other.take_fails(theirs, &get), Reason::NO_MSG_AVAILABLE);
        assert_eq!(app.take_fails(queue, &get), Reason::NO_MSG_AVAILABLE);
        app.commit();
        other.expect(theirs, &get, "x");
    }
}

/// Source: MQCMIT.
fn commit_shows_everything_at_once_in_the_order_of_puts(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let (mut app, mut other) = (trial.connect(), trial.connect());
    let (queue, theirs) = (app.open(&name, BOTH), other.open(&name, BOTH));
    for number in 0..10 {
        let sent = if number % 3 == 0 {
            persistent()
        } else {
            MsgDescriptor::default()
        };
        app.put_in_work(queue, &sent, &number.to_string());
    }
    app.commit();
    let wanted: Vec<_> = (0..10).map(|number| number.to_string()).collect();
    assert_eq!(other.drain(theirs), wanted);
}

/// Source: MQCMIT, MQBACK.
fn commit_without_work_is_nothing(trial: &Trial<'_>) {
    let mut app = trial.connect();
    app.commit();
    app.back_out();
    app.commit();
}

/// Source: MQBACK.
fn backed_out_puts_were_never_there(trial: &Trial<'_>) {
    let name = trial.queue("Q", "MAXDEPTH(2)");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    for _ in 0..3 {
        app.put_in_work(queue, &persistent(), "x");
        app.put_in_work(queue, &MsgDescriptor::default(), "y");
        app.back_out();
    }
    assert_eq!(app.depth(&name), 0);
    assert_eq!(app.drain(queue), [""; 0]);
}

/// Source: "CurrentQDepth (MQLONG)": what is put counts and what is got does not, committed or not; a backout may bring the depth above `MAXDEPTH`.
fn what_is_got_is_off_the_depth_at_once_and_a_backout_brings_it_back(trial: &Trial<'_>) {
    let name = trial.queue("Q", "MAXDEPTH(2)");
    let (mut app, mut other) = (trial.connect(), trial.connect());
    let (queue, theirs) = (app.open(&name, BOTH), other.open(&name, BOTH));
    for sent in [MsgDescriptor::default(), persistent()] {
        for body in ["a", "b"] {
            app.put_in_work(queue, &sent, body);
        }
        assert_eq!(app.depth(&name), 2);
        app.commit();
        app.expect(queue, &Get::with(MQGMO_SYNCPOINT), "a");
        app.expect(queue, &Get::with(MQGMO_SYNCPOINT), "b");
        assert_eq!(app.depth(&name), 0);
        for body in ["c", "d"] {
            other.put_as(theirs, &sent, body);
        }
        assert_eq!(app.depth(&name), 2);
        app.back_out();
        assert_eq!(app.depth(&name), 4);
        assert_eq!(app.drain(queue), ["a", "b", "c", "d"]);
        assert_eq!(app.depth(&name), 0);
    }
}

/// Source: MQGMO_SYNCPOINT.
fn nobody_sees_a_message_got_and_not_committed(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let (mut app, mut other) = (trial.connect(), trial.connect());
    let (queue, theirs) = (app.open(&name, BOTH), other.open(&name, BOTH));
    app.put(queue, "x");
    app.expect(queue, &Get::with(MQGMO_SYNCPOINT), "x");
    assert_eq!(
        other.take_fails(theirs, &Get::with(0)),
        Reason::NO_MSG_AVAILABLE
    );
    app.commit();
    assert_eq!(other.depth(&name), 0);
    app.back_out();
    assert_eq!(other.drain(theirs), [""; 0]);
}

/// Source: MQMD, BackoutCount.
fn backed_out_gets_count(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    app.put_as(queue, &persistent(), "x");
    for count in 0..3 {
        let got = app.expect(queue, &Get::with(MQGMO_SYNCPOINT), "x");
        assert_eq!(got.descriptor.backout_count, count);
        app.back_out();
    }
}

/// Source: attributes for queues, HardenGetBackout.
fn backout_counts_are_kept_with_and_without_hardening(trial: &Trial<'_>) {
    for (short, attributes) in [("H", "HARDENBO"), ("N", "NOHARDENBO")] {
        let name = trial.queue(short, attributes);
        let mut app = trial.connect();
        let queue = app.open(&name, BOTH);
        app.put(queue, "x");
        app.expect(queue, &Get::with(MQGMO_SYNCPOINT), "x");
        app.back_out();
        let got = app.expect(queue, &Get::with(0), "x");
        assert_eq!(got.descriptor.backout_count, 1);
    }
}

/// Source: MQCMIT.
fn a_message_put_and_got_in_two_units_of_work_moves(trial: &Trial<'_>) {
    let (from, to) = (trial.queue("FROM", ""), trial.queue("TO", ""));
    let mut app = trial.connect();
    let (source, target) = (app.open(&from, BOTH), app.open(&to, BOTH));
    app.put_as(source, &persistent(), "moves");
    for commit in [false, true] {
        let got = app.take(source, &Get::with(MQGMO_SYNCPOINT)).expect("got");
        app.put_in_work(target, &persistent(), text(&got));
        if commit {
            app.commit();
        } else {
            app.back_out();
            assert_eq!((app.depth(&from), app.depth(&to)), (1, 0));
        }
    }
    assert_eq!((app.depth(&from), app.depth(&to)), (0, 1));
}

/// Source: MQGMO_SYNCPOINT_IF_PERSISTENT.
fn syncpoint_if_persistent_depends_on_the_message(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let plain = MsgDescriptor {
        persistence: MQPER_NOT_PERSISTENT,
        ..MsgDescriptor::default()
    };
    app.put_as(queue, &persistent(), "stays");
    app.put_as(queue, &plain, "goes");
    let get = Get::with(MQGMO_SYNCPOINT_IF_PERSISTENT);
    app.expect(queue, &get, "stays");
    app.expect(queue, &get, "goes");
    app.back_out();
    assert_eq!(app.drain(queue), ["stays"]);
}

/// Source: MQPMO_NO_SYNCPOINT, the default.
fn puts_outside_syncpoint_are_not_backed_out(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    app.put_in_work(queue, &persistent(), "inside");
    app.put_as(queue, &persistent(), "outside");
    app.put(queue, "outside too");
    app.back_out();
    assert_eq!(app.drain(queue), ["outside", "outside too"]);
}

/// Source: MQCMIT.
fn a_unit_of_work_spans_queues(trial: &Trial<'_>) {
    let names: Vec<_> = (0..3)
        .map(|number| trial.queue(&format!("Q{number}"), ""))
        .collect();
    let mut app = trial.connect();
    let queues: Vec<_> = names.iter().map(|name| app.open(name, BOTH)).collect();
    for queue in &queues {
        app.put_in_work(*queue, &persistent(), "x");
    }
    assert!(names.iter().all(|name| trial.depth(name) == 1));
    app.back_out();
    for queue in &queues {
        app.put_in_work(*queue, &persistent(), "y");
    }
    app.commit();
    for queue in queues {
        assert_eq!(app.drain(queue), ["y"]);
    }
}

/// Source: MQCMIT: of this connection.
fn units_of_work_of_two_connections_are_apart(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let (mut app, mut other) = (trial.connect(), trial.connect());
    let (queue, theirs) = (app.open(&name, BOTH), other.open(&name, BOTH));
    app.put_in_work(queue, &persistent(), "mine");
    other.put_in_work(theirs, &persistent(), "theirs");
    app.back_out();
    other.commit();
    assert_eq!(app.drain(queue), ["theirs"]);
}
