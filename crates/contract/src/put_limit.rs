//! Limits of puts: depth, length, priority, units of work.

use crate::app::{BOTH, Get, persistent, priority};
use crate::subject::contracts;
use crate::trial::Trial;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::PutOptions;
use ferromq_mqi::{MsgDescriptor, Reason};

contracts!("put_limit":
    a_full_queue_refuses_and_takes_again_when_there_is_room,
    uncommitted_puts_count_for_the_depth_and_uncommitted_gets_do_not,
    puts_are_refused_while_they_are_inhibited,
    a_message_too_long_for_the_queue_is_refused,
    a_message_too_long_for_the_queue_manager_is_refused [Own],
    a_priority_above_the_maximum_is_a_warning,
    a_unit_of_work_has_no_more_messages_than_maxumsgs [Own],
    a_body_of_100_mb_goes_through [Own],
    a_unit_of_work_longer_than_the_log_ends_and_the_log_recovers [Own],
);

/// Source: attributes for queues, MaxQDepth; 2053.
fn a_full_queue_refuses_and_takes_again_when_there_is_room(trial: &Trial<'_>) {
    let name = trial.queue("Q", "MAXDEPTH(2)");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    app.put(queue, "1");
    app.put_as(queue, &persistent(), "2");
    for sent in [MsgDescriptor::default(), persistent()] {
        let put = app.put_with(queue, &sent, 0, "3");
        assert_eq!(put.err(), Some(Reason::Q_FULL));
    }
    app.expect(queue, &Get::with(0), "1");
    app.put(queue, "3");
    assert_eq!(app.drain(queue), ["2", "3"]);
}

/// Source: "CurrentQDepth (MQLONG)": a put counts before its commit, and a get does not wait for it either.
fn uncommitted_puts_count_for_the_depth_and_uncommitted_gets_do_not(trial: &Trial<'_>) {
    let name = trial.queue("Q", "MAXDEPTH(2)");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    app.put(queue, "1");
    app.put_in_work(queue, &MsgDescriptor::default(), "2");
    assert_eq!(app.depth(&name), 2);
    let put = app.put_with(queue, &MsgDescriptor::default(), 0, "3");
    assert_eq!(put.err(), Some(Reason::Q_FULL));
    app.expect(queue, &Get::with(MQGMO_SYNCPOINT), "1");
    assert_eq!(app.depth(&name), 1);
    app.put(queue, "3");
    app.commit();
    assert_eq!(app.depth(&name), 2);
}

/// Source: 2051.
fn puts_are_refused_while_they_are_inhibited(trial: &Trial<'_>) {
    let name = trial.queue("Q", "PUT(DISABLED)");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let put = app.put_with(queue, &MsgDescriptor::default(), 0, "");
    assert_eq!(put.err(), Some(Reason::PUT_INHIBITED));
    trial.mqsc(&format!("ALTER QLOCAL('{name}') PUT(ENABLED)"));
    app.put(queue, "now");
}

/// Source: 2030.
fn a_message_too_long_for_the_queue_is_refused(trial: &Trial<'_>) {
    let name = trial.queue("Q", "MAXMSGL(10)");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    app.put(queue, "0123456789");
    let put = app.put_with(queue, &MsgDescriptor::default(), 0, "0123456789+");
    assert_eq!(put.err(), Some(Reason::MSG_TOO_BIG_FOR_Q));
}

/// Source: 2031.
fn a_message_too_long_for_the_queue_manager_is_refused(trial: &Trial<'_>) {
    trial.mqsc("ALTER QMGR MAXMSGL(40000)");
    let name = trial.queue("Q", "MAXMSGL(100000)");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    app.put(queue, &"x".repeat(40_000));
    let put = app.put_with(queue, &MsgDescriptor::default(), 0, &"x".repeat(40_001));
    assert_eq!(put.err(), Some(Reason::MSG_TOO_BIG_FOR_Q_MGR));
}

/// Goal: the message goes, at the greatest priority, and says what was asked for. Source: 2049.
fn a_priority_above_the_maximum_is_a_warning(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    app.put_as(queue, &priority(9), "nine");
    app.put_as(queue, &priority(8), "eight");
    let put = app
        .put_with(queue, &priority(12), 0, "twelve")
        .expect("put");
    assert_eq!(put.reason, Reason::PRIORITY_EXCEEDS_MAXIMUM);
    app.expect(queue, &Get::with(0), "nine");
    let got = app.expect(queue, &Get::with(0), "twelve");
    assert_eq!(got.descriptor.priority, 12);
    app.expect(queue, &Get::with(0), "eight");
}

/// Goal: puts and gets count alike, and what was refused leaves no trace. Source: attributes
/// for the queue manager, MaxUncommittedMsgs; 2024.
fn a_unit_of_work_has_no_more_messages_than_maxumsgs(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    trial.mqsc("ALTER QMGR MAXUMSGS(3)");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    app.put(queue, "here");
    app.put_in_work(queue, &persistent(), "1");
    app.put_in_work(queue, &MsgDescriptor::default(), "2");
    app.expect(queue, &Get::with(MQGMO_SYNCPOINT), "here");
    let put = app.put_with(queue, &persistent(), MQPMO_SYNCPOINT, "3");
    assert_eq!(put.err(), Some(Reason::SYNCPOINT_LIMIT_REACHED));
    let get = app.take_fails(queue, &Get::with(MQGMO_SYNCPOINT));
    assert_eq!(get, Reason::SYNCPOINT_LIMIT_REACHED);
    app.put(queue, "outside");
    app.commit();
    assert_eq!(app.depth(&name), 3);
    app.put_in_work(queue, &persistent(), "4");
    app.commit();
}

/// Goal: the greatest message there is goes through, persistent and not. Source: attributes for
/// queues, MaxMsgLength.
fn a_body_of_100_mb_goes_through(trial: &Trial<'_>) {
    const BYTES: usize = 104_857_600;
    trial.mqsc("ALTER QMGR MAXMSGL(104857600)");
    let name = trial.queue("Q", "MAXMSGL(104857600)");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let mut body = vec![b'a'; BYTES];
    body[BYTES / 2] = b'm';
    body[BYTES - 1] = b'z';
    let sent = MsgDescriptor {
        persistence: MQPER_NOT_PERSISTENT,
        ..MsgDescriptor::default()
    };
    app.put_whole(queue, &sent, PutOptions::default(), &body)
        .expect("put");
    let got = app
        .take(queue, &Get::with(0).buffer(BYTES as u32))
        .expect("got");
    assert_eq!(
        (got.reason, got.data_length as usize),
        (Reason::NONE, BYTES)
    );
    assert!(got.body == body, "the body changed on the way");
    body.push(b'+');
    let put = app.put_whole(queue, &sent, PutOptions::default(), &body);
    assert!(put.is_err());
}

/// Goal: the verb that meets the full log says so, or the unit of work is backed out to make
/// room; either way nothing of it stays, and work goes on. Method: more in one unit of work than
/// the log of a subject holds. Source: 2102, 2003.
fn a_unit_of_work_longer_than_the_log_ends_and_the_log_recovers(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    app.put_as(queue, &persistent(), "before");
    let body = "x".repeat(1 << 20);
    let refused = (0..100).find_map(|_| {
        app.put_with(queue, &persistent(), MQPMO_SYNCPOINT, &body)
            .err()
    });
    let refused = refused.expect("the log of a subject holds less than 100 MB");
    assert!(
        refused == Reason::RESOURCE_PROBLEM || refused == Reason::BACKED_OUT,
        "{refused:?}"
    );
    let _ = app.0.back_out();
    // Room is made by the queue manager's own housekeeping.
    for _ in 0..500 {
        let put = app.put_with(queue, &persistent(), 0, "after");
        if put.is_ok() {
            assert_eq!(app.drain(queue), ["before", "after"]);
            return;
        }
        trial.pass_ms(10);
    }
    panic!("the log stays full");
}
