//! Streaming queues: `STREAMQ` and `STRMQOS`.

use crate::app::{BOTH, Get, id, name_field, persistent};
use crate::subject::contracts;
use crate::trial::Trial;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::{MsgDescriptor, Reason};

contracts!("stream":
    a_duplicate_is_the_same_message,
    a_duplicate_has_neither_the_expiry_of_its_original_nor_its_reports,
    capexpry_of_a_streaming_queue_bounds_duplicates_alone,
    duplicates_are_committed_and_backed_out_with_their_originals,
    best_effort_puts_the_original_when_the_duplicate_cannot_be,
    must_duplicate_puts_both_or_neither,
    a_duplicate_may_go_to_another_queue_manager,
    a_queue_does_not_stream_to_itself,
    duplicates_do_not_count_as_uncommitted [Own],
);

/// Source: streaming queues: same message id, context, priority, persistence.
fn a_duplicate_is_the_same_message(trial: &Trial<'_>) {
    let copy = trial.queue("COPY", "");
    let name = trial.queue("Q", &format!("STREAMQ('{copy}') DEFPRTY(3)"));
    let mut app = trial.connect();
    let (queue, copies) = (app.open(&name, BOTH), app.open(&copy, BOTH));
    for sent in [MsgDescriptor::default(), persistent()] {
        let sent = MsgDescriptor {
            correl_id: id(4),
            ..sent
        };
        app.put_as(queue, &sent, "both");
        let original = app.expect(queue, &Get::with(0), "both").descriptor;
        let duplicate = app.expect(copies, &Get::with(0), "both").descriptor;
        assert_eq!(original, duplicate);
    }
    app.put(copies, "only here");
    assert_eq!(app.drain(queue), [""; 0]);
}

/// Source: streaming queues configuration: Expiry is unlimited, and reports of activity, exceptions, expiration, arrival and delivery are not
/// asked for.
fn a_duplicate_has_neither_the_expiry_of_its_original_nor_its_reports(trial: &Trial<'_>) {
    let copy = trial.queue("COPY", "");
    let name = trial.queue("Q", &format!("STREAMQ('{copy}')"));
    let reply = trial.queue("REPLY", "");
    let mut app = trial.connect();
    let (queue, copies) = (app.open(&name, BOTH), app.open(&copy, BOTH));
    let asked = MQRO_ACTIVITY
        | MQRO_COA
        | MQRO_COD_WITH_DATA
        | MQRO_EXCEPTION_WITH_FULL_DATA
        | MQRO_EXPIRATION;
    let kept = MQRO_PAN | MQRO_PASS_CORREL_ID;
    let sent = MsgDescriptor {
        expiry: 600,
        report: asked | kept,
        reply_to_q: name_field(&reply),
        ..MsgDescriptor::default()
    };
    app.put_as(queue, &sent, "both");
    let duplicate = app.expect(copies, &Get::with(0), "both").descriptor;
    assert_eq!((duplicate.expiry, duplicate.report), (MQEI_UNLIMITED, kept));
    let original = app.expect(queue, &Get::with(0), "both").descriptor;
    assert_eq!(original.report, asked | kept);
    assert!(original.expiry > 0, "{}", original.expiry);
    // Of its arrival and its delivery, each once.
    assert_eq!(trial.depth(&reply), 2);
}

/// Source: DEFINE QLOCAL and QALIAS, CAPEXPRY: it counts for what is put on the queue, also by the queue manager for STREAMQ.
fn capexpry_of_a_streaming_queue_bounds_duplicates_alone(trial: &Trial<'_>) {
    let copy = trial.queue("COPY", "CAPEXPRY(6000)");
    let target = format!("TARGET('{copy}') CAPEXPRY(3000)");
    let alias = trial.define("QALIAS", "ALIAS", &target);
    let direct = trial.queue("DIRECT", &format!("STREAMQ('{copy}')"));
    let over_alias = trial.queue("OVER", &format!("STREAMQ('{alias}')"));
    let mut app = trial.connect();
    let copies = app.open(&copy, BOTH);
    for (name, cap) in [(&direct, 6_000), (&over_alias, 3_000)] {
        let queue = app.open(name, BOTH);
        for asked in [MQEI_UNLIMITED, 9_000, 2_000] {
            let sent = MsgDescriptor {
                expiry: asked,
                ..MsgDescriptor::default()
            };
            app.put_as(queue, &sent, "both");
            let original = app.expect(queue, &Get::with(0), "both").descriptor;
            let duplicate = app.expect(copies, &Get::with(0), "both").descriptor;
            assert_eq!(original.msg_id, duplicate.msg_id);
            // What is left of it is less with every moment: more than the cap is what nobody has cut. The duplicate does not
            // have the original's.
            let uncut = match asked {
                MQEI_UNLIMITED => original.expiry == MQEI_UNLIMITED,
                9_000 => original.expiry > cap,
                _ => original.expiry > 0,
            };
            assert!(uncut, "{} of {asked}", original.expiry);
            assert!(
                (cap - 500..=cap).contains(&duplicate.expiry),
                "{} of {asked}",
                duplicate.expiry
            );
        }
    }
}

/// Source: streaming queues, units of work.
fn duplicates_are_committed_and_backed_out_with_their_originals(trial: &Trial<'_>) {
    let copy = trial.queue("COPY", "");
    let name = trial.queue("Q", &format!("STREAMQ('{copy}')"));
    let mut app = trial.connect();
    let (queue, copies) = (app.open(&name, BOTH), app.open(&copy, BOTH));
    app.put_in_work(queue, &persistent(), "backed out");
    assert_eq!(app.drain(copies), [""; 0]);
    app.back_out();
    assert_eq!(app.drain(copies), [""; 0]);
    app.put_in_work(queue, &persistent(), "committed");
    app.commit();
    assert_eq!(app.drain(copies), ["committed"]);
    assert_eq!(app.drain(queue), ["committed"]);
}

/// Source: STRMQOS(BESTEF).
fn best_effort_puts_the_original_when_the_duplicate_cannot_be(trial: &Trial<'_>) {
    let full = trial.queue("FULL", "MAXDEPTH(0)");
    let inhibited = trial.queue("INHIBITED", "PUT(DISABLED)");
    let missing = trial.name("MISSING");
    let mut app = trial.connect();
    for (number, target) in [full, inhibited, missing].iter().enumerate() {
        let attributes = format!("STREAMQ('{target}') STRMQOS(BESTEF)");
        let name = trial.queue(&format!("Q{number}"), &attributes);
        let queue = app.open(&name, BOTH);
        app.put_as(queue, &persistent(), "anyway");
        app.expect(queue, &Get::with(0), "anyway");
    }
}

/// Source: STRMQOS(MUSTDUP).
fn must_duplicate_puts_both_or_neither(trial: &Trial<'_>) {
    let full = trial.queue("FULL", "MAXDEPTH(1)");
    let name = trial.queue("Q", &format!("STREAMQ('{full}') STRMQOS(MUSTDUP)"));
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    app.put(queue, "both");
    for sent in [MsgDescriptor::default(), persistent()] {
        let put = app.put_with(queue, &sent, 0, "neither");
        assert_eq!(put.err(), Some(Reason::Q_FULL));
    }
    assert_eq!((trial.depth(&name), trial.depth(&full)), (1, 1));
    trial.mqsc(&format!("ALTER QLOCAL('{full}') MAXDEPTH(5) PUT(DISABLED)"));
    let put = app.put_with(queue, &persistent(), MQPMO_SYNCPOINT, "neither");
    assert_eq!(put.err(), Some(Reason::PUT_INHIBITED));
    app.commit();
    assert_eq!(trial.depth(&name), 1);
}

/// Source: STREAMQ: a remote definition is allowed.
fn a_duplicate_may_go_to_another_queue_manager(trial: &Trial<'_>) {
    let xmitq = trial.queue("XQ", "USAGE(XMITQ)");
    let attributes = format!("RNAME(THERE) RQMNAME(QM2) XMITQ('{xmitq}')");
    let remote = trial.define("QREMOTE", "R", &attributes);
    let name = trial.queue("Q", &format!("STREAMQ('{remote}') STRMQOS(MUSTDUP)"));
    let mut app = trial.connect();
    let (queue, away) = (app.open(&name, BOTH), app.open(&xmitq, BOTH));
    app.put(queue, "both");
    app.expect(queue, &Get::with(0), "both");
    let duplicate = app.take(away, &Get::with(0)).expect("got");
    assert_eq!(duplicate.descriptor.format, *b"MQXMIT  ");
    assert!(duplicate.body.ends_with(b"both"));
}

/// Source: DEFINE QLOCAL, STREAMQ.
fn a_queue_does_not_stream_to_itself(trial: &Trial<'_>) {
    let name = trial.name("Q");
    assert!(!trial.mqsc_works(&format!("DEFINE QLOCAL('{name}') STREAMQ('{name}')")));
}

/// Source: stream queues and transactions, notes: the put to the stream queue does not count towards MAXUMSGS.
fn duplicates_do_not_count_as_uncommitted(trial: &Trial<'_>) {
    let copy = trial.queue("COPY", "");
    let name = trial.queue("Q", &format!("STREAMQ('{copy}') STRMQOS(MUSTDUP)"));
    trial.mqsc("ALTER QMGR MAXUMSGS(3)");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    for sent in [MsgDescriptor::default(), persistent()] {
        for _ in 0..3 {
            app.put_in_work(queue, &sent, "x");
        }
        let fourth = app.put_with(queue, &sent, MQPMO_SYNCPOINT, "x");
        assert_eq!(fourth.err(), Some(Reason::SYNCPOINT_LIMIT_REACHED));
        app.commit();
    }
    assert_eq!([trial.depth(&name), trial.depth(&copy)], [6, 6]);
}
