//! Performance events: full, high and low queues, and queues that are served too late.

use crate::app::{BOTH, Get};
use crate::event::{expect, expect_none, ids};
use crate::subject::contracts;
use crate::trial::{Q_MGR, Trial};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::ObjectDescriptor;
use ferromq_mqi::pcf::Message;
use ferromq_mqi::{MsgDescriptor, Reason};

contracts!("event_depth":
    a_queue_that_fills_and_empties_is_told_of_once_each_way [Own],
    a_full_queue_is_told_of_once_until_it_was_low [Own],
    messages_nobody_committed_count [Own],
    a_get_that_is_not_committed_counts_as_well [Own],
    a_persistent_message_counts [Own],
    what_is_armed_is_shown_and_outlives_a_crash [Own, Crash],
    a_service_interval_is_judged_by_puts_and_gets [Own],
    an_event_takes_the_statistics_with_it [Own],
    without_perfmev_nothing_is_told_and_nothing_changes [Own],
    a_performance_event_is_236_bytes [Own],
);

const EVENTS: &str = "SYSTEM.ADMIN.PERFM.EVENT";

/// Source: event message reference, Queue Depth High and the other four.
#[track_caller]
fn told(trial: &Trial<'_>, queue: &str, reason: i32) -> Message {
    let event = expect(trial, EVENTS, reason);
    let known = [
        MQCA_Q_MGR_NAME,
        MQCA_BASE_OBJECT_NAME,
        MQIA_TIME_SINCE_RESET,
        MQIA_HIGH_Q_DEPTH,
        MQIA_MSG_ENQ_COUNT,
        MQIA_MSG_DEQ_COUNT,
    ];
    assert_eq!(ids(&event), known);
    assert_eq!(event.header.command, MQCMD_PERFM_EVENT);
    assert_eq!(event.text(MQCA_Q_MGR_NAME).as_deref(), Some(Q_MGR));
    assert_eq!(event.text(MQCA_BASE_OBJECT_NAME).as_deref(), Some(queue));
    event
}

fn counts(event: &Message) -> [Option<i32>; 3] {
    [MQIA_HIGH_Q_DEPTH, MQIA_MSG_ENQ_COUNT, MQIA_MSG_DEQ_COUNT].map(|id| event.int(id))
}

/// Waits until the queue shows what is armed: `QDPHIEV`, `QDPLOEV`, `QDPMAXEV`.
#[track_caller]
fn armed(trial: &Trial<'_>, queue: &str, wanted: [bool; 3]) {
    let words = ["QDPHIEV", "QDPLOEV", "QDPMAXEV"];
    let shown: Vec<String> = (words.iter().zip(wanted))
        .map(|(word, on)| format!("{word}({})", if on { "ENABLED" } else { "DISABLED" }))
        .collect();
    let mut last = String::new();
    for _ in 0..300 {
        last = trial.mqsc(&format!(
            "DISPLAY QLOCAL('{queue}') QDPHIEV QDPLOEV QDPMAXEV"
        ));
        if shown.iter().all(|shown| last.contains(shown.as_str())) {
            return;
        }
        trial.pass_ms(10);
    }
    panic!("{shown:?} in\n{last}");
}

fn a_queue_that_fills_and_empties_is_told_of_once_each_way(trial: &Trial<'_>) {
    trial.mqsc("ALTER QMGR PERFMEV(ENABLED)");
    let name = trial.queue(
        "Q",
        "MAXDEPTH(10) QDEPTHHI(80) QDEPTHLO(20) QDPHIEV(ENABLED)",
    );
    armed(trial, &name, [true, false, true]);
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    for _ in 0..7 {
        app.put(queue, "x");
    }
    expect_none(trial, EVENTS);
    app.put(queue, "x");
    let event = told(trial, &name, MQRC_Q_DEPTH_HIGH);
    assert_eq!(counts(&event), [Some(8), Some(8), Some(0)]);
    armed(trial, &name, [false, true, true]);
    app.put(queue, "x");
    for left in (2..9).rev() {
        expect_none(trial, EVENTS);
        app.expect(queue, &Get::with(0), "x");
        if left > 2 {
            continue;
        }
        let event = told(trial, &name, MQRC_Q_DEPTH_LOW);
        assert_eq!(counts(&event), [Some(9), Some(1), Some(7)]);
    }
    armed(trial, &name, [true, false, true]);
    app.drain(queue);
    expect_none(trial, EVENTS);
}

fn a_full_queue_is_told_of_once_until_it_was_low(trial: &Trial<'_>) {
    trial.mqsc("ALTER QMGR PERFMEV(ENABLED)");
    let name = trial.queue("Q", "MAXDEPTH(4) QDEPTHLO(25)");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    for round in 0..2 {
        for _ in 0..4 {
            app.put(queue, "x");
        }
        for _ in 0..2 {
            let put = app.put_with(queue, &MsgDescriptor::default(), 0, "y");
            assert_eq!(put.err(), Some(Reason::Q_FULL));
        }
        let what = match round {
            0 => vec![MQRC_Q_FULL],
            // Low has armed high as well.
            _ => vec![MQRC_Q_DEPTH_HIGH, MQRC_Q_FULL],
        };
        what.into_iter()
            .for_each(|reason| drop(told(trial, &name, reason)));
        armed(trial, &name, [false, true, false]);
        assert_eq!(app.drain(queue).len(), 4);
        told(trial, &name, MQRC_Q_DEPTH_LOW);
        armed(trial, &name, [true, false, true]);
    }
    expect_none(trial, EVENTS);
}

/// Source: "Queue depth events", uncommitted messages.
fn messages_nobody_committed_count(trial: &Trial<'_>) {
    trial.mqsc("ALTER QMGR PERFMEV(ENABLED)");
    let name = trial.queue("Q", "MAXDEPTH(10) QDEPTHHI(20) QDPHIEV(ENABLED)");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    app.put_in_work(queue, &MsgDescriptor::default(), "x");
    app.put_in_work(queue, &MsgDescriptor::default(), "x");
    let event = told(trial, &name, MQRC_Q_DEPTH_HIGH);
    assert_eq!(counts(&event), [Some(2), Some(2), Some(0)]);
    app.back_out();
    expect_none(trial, EVENTS);
    armed(trial, &name, [false, true, true]);
}

fn a_get_that_is_not_committed_counts_as_well(trial: &Trial<'_>) {
    trial.mqsc("ALTER QMGR PERFMEV(ENABLED)");
    let name = trial.queue("Q", "MAXDEPTH(10) QDEPTHLO(10) QDPLOEV(ENABLED)");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    app.put(queue, "x");
    app.put(queue, "x");
    app.expect(queue, &Get::with(MQGMO_SYNCPOINT), "x");
    told(trial, &name, MQRC_Q_DEPTH_LOW);
    app.back_out();
    expect_none(trial, EVENTS);
}

fn a_persistent_message_counts(trial: &Trial<'_>) {
    trial.mqsc("ALTER QMGR PERFMEV(ENABLED)");
    let attributes = "DEFPSIST(YES) MAXDEPTH(10) QDEPTHHI(20) QDEPTHLO(10) QDPHIEV(ENABLED)";
    let name = trial.queue("Q", attributes);
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    app.put(queue, "x");
    app.put(queue, "x");
    let event = told(trial, &name, MQRC_Q_DEPTH_HIGH);
    assert_eq!(counts(&event), [Some(2), Some(2), Some(0)]);
    app.expect(queue, &Get::with(0), "x");
    let event = told(trial, &name, MQRC_Q_DEPTH_LOW);
    assert_eq!(counts(&event), [Some(2), Some(0), Some(1)]);
}

fn what_is_armed_is_shown_and_outlives_a_crash(trial: &Trial<'_>) {
    trial.mqsc("ALTER QMGR PERFMEV(ENABLED)");
    let attributes = "DEFPSIST(YES) MAXDEPTH(10) QDEPTHHI(20) QDEPTHLO(10) QDPHIEV(ENABLED)";
    let name = trial.queue("Q", attributes);
    {
        let mut app = trial.connect();
        let queue = app.open(&name, BOTH);
        app.put(queue, "x");
        app.put(queue, "x");
    }
    told(trial, &name, MQRC_Q_DEPTH_HIGH);
    armed(trial, &name, [false, true, true]);
    // What is changed behind it is durable, and so is what was before.
    trial.mqsc("ALTER QMGR DESCR('behind it')");
    trial.subject().crash();
    armed(trial, &name, [false, true, true]);
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    app.put(queue, "x");
    expect_none(trial, EVENTS);
    assert_eq!(app.drain(queue).len(), 3);
    told(trial, &name, MQRC_Q_DEPTH_LOW);
}

/// Source: "Queue service interval events", "The service timer".
fn a_service_interval_is_judged_by_puts_and_gets(trial: &Trial<'_>) {
    trial.mqsc("ALTER QMGR PERFMEV(ENABLED)");
    let name = trial.queue("Q", "QSVCIEV(HIGH) QSVCINT(400)");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    app.put(queue, "a");
    trial.pass_ms(500);
    // Nobody looks at the time by itself.
    expect_none(trial, EVENTS);
    app.put(queue, "b");
    let event = told(trial, &name, MQRC_Q_SERVICE_INTERVAL_HIGH);
    assert_eq!(event.header.comp_code, MQCC_WARNING);
    app.put(queue, "c");
    app.expect(queue, &Get::with(0), "a");
    expect_none(trial, EVENTS);
    app.expect(queue, &Get::with(0), "b");
    let event = told(trial, &name, MQRC_Q_SERVICE_INTERVAL_OK);
    assert_eq!(event.header.comp_code, MQCC_OK);
    let shown = trial.mqsc(&format!("DISPLAY QLOCAL('{name}') QSVCIEV"));
    assert!(shown.contains("QSVCIEV(HIGH)"), "{shown}");
}

/// Source: performance event statistics.
fn an_event_takes_the_statistics_with_it(trial: &Trial<'_>) {
    trial.mqsc("ALTER QMGR PERFMEV(ENABLED)");
    let name = trial.queue("Q", "MAXDEPTH(10) QDEPTHHI(20) QDPHIEV(ENABLED)");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    app.put(queue, "x");
    trial.mqsc(&format!("RESET QSTATS('{name}')"));
    app.put(queue, "x");
    let event = told(trial, &name, MQRC_Q_DEPTH_HIGH);
    // The reset has left the depth of then.
    assert_eq!(counts(&event), [Some(2), Some(1), Some(0)]);
    let shown = trial.mqsc(&format!("RESET QSTATS('{name}')"));
    assert!(shown.contains("MSGSIN(0)"), "{shown}");
}

fn without_perfmev_nothing_is_told_and_nothing_changes(trial: &Trial<'_>) {
    let name = trial.queue(
        "Q",
        "MAXDEPTH(2) QDEPTHHI(50) QDPHIEV(ENABLED) QSVCIEV(HIGH)",
    );
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    app.put(queue, "x");
    app.put(queue, "x");
    assert!(
        app.put_with(queue, &MsgDescriptor::default(), 0, "x")
            .is_err()
    );
    armed(trial, &name, [true, false, true]);
    expect_none(trial, EVENTS);
    // From now on it is, at the next put or get.
    trial.mqsc("ALTER QMGR PERFMEV(ENABLED)");
    app.expect(queue, &Get::with(0), "x");
    app.put(queue, "x");
    told(trial, &name, MQRC_Q_DEPTH_HIGH);
}

/// Header, two names and four numbers, as in printed events.
fn a_performance_event_is_236_bytes(trial: &Trial<'_>) {
    trial.mqsc("ALTER QMGR PERFMEV(ENABLED)");
    let name = trial.queue("Q", "MAXDEPTH(0)");
    let mut app = trial.connect();
    let put = app.put1(
        &ObjectDescriptor::queue(&name),
        &MsgDescriptor::default(),
        0,
        "x",
    );
    assert_eq!(put.err(), Some(Reason::Q_FULL));
    let mut found = None;
    for _ in 0..500 {
        found = crate::event::next(trial, EVENTS);
        if found.is_some() {
            break;
        }
        trial.pass_ms(10);
    }
    let (got, event) = found.expect("an event");
    assert_eq!(got.body.len(), 236);
    assert_eq!(event.header.reason, MQRC_Q_FULL);
    let words: Vec<i32> = (got.body.chunks_exact(4))
        .map(|word| i32::from_ne_bytes(word.try_into().expect("four bytes")))
        .collect();
    assert_eq!(words[..9], [7, 36, 1, 45, 1, 1, 1, 2053, 6]);
    assert_eq!((&words[9..12], words[13]), (&[4, 68, 2015][..], 48));
    assert_eq!((&words[26..29], words[30]), (&[4, 68, 2002][..], 48));
    // TimeSinceReset, HighQDepth, MsgEnqCount, MsgDeqCount.
    assert_eq!(words[43..46], [3, 16, 35]);
    assert_eq!(words[47..51], [3, 16, 36, 0]);
    assert_eq!(words[51..55], [3, 16, 37, 0]);
    assert_eq!(words[55..59], [3, 16, 38, 0]);
}
