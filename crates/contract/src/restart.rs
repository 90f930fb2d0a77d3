//! What a restart keeps, after an orderly end and after a crash.

use crate::app::{ALL, App, BOTH, Get, id, persistent, priority, text, v2};
use crate::subject::Subject;
use crate::subject::contracts;
use crate::trial::Trial;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::ObjectDescriptor;
use ferromq_mqi::{MsgDescriptor, ObjectName, Reason};

contracts!("restart":
    committed_messages_are_there_once_and_uncommitted_ones_are_not [Restart],
    committed_messages_survive_a_crash_once_and_uncommitted_ones_do_not [Crash],
    committed_gets_are_not_undone [Restart, Crash],
    order_priority_and_descriptors_are_kept [Restart, Crash],
    non_persistent_messages_are_kept_by_their_class_only [Restart, Crash],
    definitions_and_what_is_set_are_kept [Restart, Crash],
    deleted_objects_stay_deleted [Restart, Crash],
    permanent_queues_are_kept_and_temporary_ones_are_not [Restart, Crash],
    backout_counts_are_hardened [Restart, Crash],
    groups_can_be_got_after_a_restart [Restart, Crash],
    expiry_goes_on_over_a_restart [Restart, Crash],
    transmission_and_streaming_queues_are_kept [Restart, Crash],
    message_ids_do_not_repeat_after_a_restart [Restart, Crash],
    a_cleared_queue_stays_clear [Restart, Crash],
);

const BOTH_WAYS: [fn(&dyn Subject); 2] = [|subject| subject.restart(), |subject| subject.crash()];

/// A unit of work committed, one backed out, one in flight, a put outside, a get committed.
#[track_caller]
fn work_of_all_kinds(trial: &Trial<'_>, again: fn(&dyn Subject)) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    app.put_as(queue, &persistent(), "outside");
    app.put_as(queue, &persistent(), "got");
    app.put_in_work(queue, &persistent(), "committed 1");
    app.put_in_work(queue, &persistent(), "committed 2");
    app.commit();
    app.put_in_work(queue, &persistent(), "backed out");
    app.back_out();
    app.expect(queue, &Get::with(MQGMO_SYNCPOINT), "outside");
    app.expect(queue, &Get::with(0), "got");
    app.back_out();
    let mut other = trial.connect();
    let theirs = other.open(&name, BOTH);
    other.put_in_work(theirs, &persistent(), "in flight");
    other.expect(theirs, &Get::with(MQGMO_SYNCPOINT), "outside");
    again(trial.subject());
    drop((app, other));

    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    assert_eq!(app.drain(queue), ["outside", "committed 1", "committed 2"]);
    again(trial.subject());
    assert_eq!(trial.depth(&name), 0);
}

/// Source: endmqm and strmqm; logging.
fn committed_messages_are_there_once_and_uncommitted_ones_are_not(trial: &Trial<'_>) {
    work_of_all_kinds(trial, |subject| subject.restart());
}

/// Source: logging, restart recovery.
fn committed_messages_survive_a_crash_once_and_uncommitted_ones_do_not(trial: &Trial<'_>) {
    work_of_all_kinds(trial, |subject| subject.crash());
}

/// Source: logging, restart recovery.
fn committed_gets_are_not_undone(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    for again in BOTH_WAYS {
        let mut app = trial.connect();
        let queue = app.open(&name, BOTH);
        for body in ["1", "2", "3"] {
            app.put_as(queue, &persistent(), body);
        }
        app.expect(queue, &Get::with(0), "1");
        app.expect(queue, &Get::with(MQGMO_SYNCPOINT), "2");
        app.commit();
        app.expect(queue, &Get::with(MQGMO_SYNCPOINT), "3");
        again(trial.subject());
        drop(app);
        let mut app = trial.connect();
        let queue = app.open(&name, BOTH);
        assert_eq!(app.drain(queue), ["3"]);
    }
}

/// Source: MQMD.
fn order_priority_and_descriptors_are_kept(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    for again in BOTH_WAYS {
        let mut app = trial.connect();
        let queue = app.open(&name, ALL);
        for (at, body) in [(1, "low"), (7, "high"), (7, "high too"), (4, "mid")] {
            let sent = MsgDescriptor {
                correl_id: id(at as u8),
                persistence: MQPER_PERSISTENT,
                format: *b"MINE    ",
                ..priority(at)
            };
            app.put_as(queue, &sent, body);
        }
        let before = app
            .expect(queue, &Get::with(MQGMO_BROWSE_FIRST), "high")
            .descriptor;
        again(trial.subject());
        drop(app);
        let mut app = trial.connect();
        let queue = app.open(&name, ALL);
        let after = app
            .expect(queue, &Get::with(MQGMO_BROWSE_FIRST), "high")
            .descriptor;
        assert_eq!(before, after);
        app.expect(queue, &Get::with(0).correl_id(id(4)), "mid");
        assert_eq!(app.drain(queue), ["high", "high too", "low"]);
    }
}

/// Goal: NPMCLASS(HIGH) survives an orderly end and not a crash; NORMAL survives neither.
/// Source: attributes for queues, NonPersistentMessageClass.
fn non_persistent_messages_are_kept_by_their_class_only(trial: &Trial<'_>) {
    let high = trial.queue("HIGH", "NPMCLASS(HIGH)");
    let normal = trial.queue("NORMAL", "NPMCLASS(NORMAL)");
    for (again, kept) in BOTH_WAYS.into_iter().zip([1, 0]) {
        let mut app = trial.connect();
        for name in [&high, &normal] {
            let queue = app.open(name, BOTH);
            app.put(queue, "not persistent");
        }
        again(trial.subject());
        drop(app);
        assert_eq!(trial.depth(&normal), 0);
        assert_eq!(trial.depth(&high), kept);
        let mut app = trial.connect();
        let queue = app.open(&high, BOTH);
        assert_eq!(app.drain(queue).len(), kept as usize);
    }
}

/// Source: DEFINE, ALTER, MQSET: definitions are recoverable.
fn definitions_and_what_is_set_are_kept(trial: &Trial<'_>) {
    let local = trial.queue("Q", "DESCR('before') MAXDEPTH(9)");
    let alias = trial.define("QALIAS", "A", &format!("TARGET('{local}')"));
    trial.define("PROCESS", "P", "APPLICID('/bin/start')");
    for (number, again) in BOTH_WAYS.into_iter().enumerate() {
        trial.mqsc(&format!("ALTER QLOCAL('{local}') DESCR('after {number}')"));
        trial.mqsc(&format!("ALTER QMGR DESCR('manager {number}')"));
        let mut app = trial.connect();
        let queue = app.open(&local, MQOO_SET);
        let depth = 40 + number as i32;
        app.set(queue, &[MQIA_TRIGGER_DEPTH], &[depth], "")
            .expect("set");
        again(trial.subject());
        drop(app);
        let mut app = trial.connect();
        let queue = app.open(&local, MQOO_INQUIRE);
        let selectors = [MQIA_MAX_Q_DEPTH, MQIA_TRIGGER_DEPTH, MQCA_Q_DESC];
        let (ints, description, _) = app.inquire(queue, &selectors, 2, 64).expect("inquired");
        assert_eq!(ints, [9, depth]);
        assert_eq!(description.trim_end(), format!("after {number}"));
        assert!(
            trial
                .mqsc("DISPLAY QMGR DESCR")
                .contains(&format!("manager {number}"))
        );
        assert!(trial.mqsc("DISPLAY PROCESS(*)").contains(&trial.name("P")));
        let by_alias = app.open(&alias, MQOO_OUTPUT);
        app.put(by_alias, "x");
    }
}

/// Source: DELETE.
fn deleted_objects_stay_deleted(trial: &Trial<'_>) {
    for again in BOTH_WAYS {
        let name = trial.queue("Q", "");
        let mut app = trial.connect();
        let queue = app.open(&name, BOTH);
        app.put_as(queue, &persistent(), "purged");
        app.close(queue);
        trial.mqsc(&format!("DELETE QLOCAL('{name}') PURGE"));
        again(trial.subject());
        drop(app);
        let mut app = trial.connect();
        assert_eq!(app.open_fails(&name, BOTH), Reason::UNKNOWN_OBJECT_NAME);
        // A new queue of the old name has none of the old messages.
        let name = trial.queue("Q", "");
        let queue = app.open(&name, BOTH);
        assert_eq!(app.drain(queue), [""; 0]);
        app.put_as(queue, &persistent(), "new");
        again(trial.subject());
        drop(app);
        assert_eq!(trial.depth(&name), 1);
        trial.mqsc(&format!("DELETE QLOCAL('{name}') PURGE"));
    }
}

/// Source: dynamic queues.
fn permanent_queues_are_kept_and_temporary_ones_are_not(trial: &Trial<'_>) {
    let permanent = trial.define("QMODEL", "PM", "DEFTYPE(PERMDYN)");
    let temporary = trial.define("QMODEL", "TM", "DEFTYPE(TEMPDYN)");
    let make = |app: &mut App, model: &str, short: &str| {
        let mut object = ObjectDescriptor::queue(model);
        object.dynamic_q_name = ObjectName::truncated(&trial.name(short));
        app.open_object(&mut object, BOTH).expect("made")
    };
    for (number, again) in BOTH_WAYS.into_iter().enumerate() {
        let (kept, lost) = (format!("KEPT{number}"), format!("LOST{number}"));
        let mut app = trial.connect();
        let queue = make(&mut app, &permanent, &kept);
        app.put_as(queue, &persistent(), "kept");
        let queue = make(&mut app, &temporary, &lost);
        app.put(queue, "lost");
        // What is changed of it goes with it.
        let name = trial.name(&lost);
        trial.mqsc(&format!("ALTER QLOCAL('{name}') DESCR('changed')"));
        again(trial.subject());
        drop(app);
        let mut app = trial.connect();
        let lost = app.open_fails(&trial.name(&lost), BOTH);
        assert_eq!(lost, Reason::UNKNOWN_OBJECT_NAME);
        let queue = app.open(&trial.name(&kept), BOTH);
        app.expect(queue, &Get::with(0), "kept");
    }
}

/// Source: attributes for queues, HardenGetBackout.
fn backout_counts_are_hardened(trial: &Trial<'_>) {
    let name = trial.queue("Q", "HARDENBO");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    app.put_as(queue, &persistent(), "x");
    drop(app);
    for (count, again) in BOTH_WAYS.into_iter().enumerate() {
        let mut app = trial.connect();
        let queue = app.open(&name, BOTH);
        let got = app.expect(queue, &Get::with(MQGMO_SYNCPOINT), "x");
        assert_eq!(got.descriptor.backout_count, count as i32);
        app.back_out();
        again(trial.subject());
        drop(app);
    }
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let got = app.expect(queue, &Get::with(0), "x");
    assert_eq!(got.descriptor.backout_count, 2);
}

/// Source: MQGMO_LOGICAL_ORDER.
fn groups_can_be_got_after_a_restart(trial: &Trial<'_>) {
    let name = trial.queue("Q", "DEFPSIST(YES)");
    for again in BOTH_WAYS {
        let mut app = trial.connect();
        let queue = app.open(&name, BOTH);
        for (msg_seq_number, msg_flags) in [(2, MQMF_LAST_MSG_IN_GROUP), (1, MQMF_MSG_IN_GROUP)] {
            let sent = MsgDescriptor {
                group_id: id(3),
                msg_seq_number,
                msg_flags,
                ..v2()
            };
            app.put_as(queue, &sent, &msg_seq_number.to_string());
        }
        again(trial.subject());
        drop(app);
        let mut app = trial.connect();
        let queue = app.open(&name, BOTH);
        let whole = Get::with(MQGMO_LOGICAL_ORDER | MQGMO_ALL_MSGS_AVAILABLE);
        assert_eq!(app.drain_with(queue, &whole), ["1", "2"]);
    }
}

/// Source: MQMD, Expiry.
fn expiry_goes_on_over_a_restart(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    for again in BOTH_WAYS {
        let mut app = trial.connect();
        let queue = app.open(&name, BOTH);
        app.put_as(
            queue,
            &MsgDescriptor {
                expiry: 1,
                ..persistent()
            },
            "gone",
        );
        app.put_as(
            queue,
            &MsgDescriptor {
                expiry: 6_000,
                ..persistent()
            },
            "here",
        );
        again(trial.subject());
        drop(app);
        trial.pass_ms(120);
        let mut app = trial.connect();
        let queue = app.open(&name, BOTH);
        let got = app.expect(queue, &Get::with(0), "here");
        assert!((1..=6_000).contains(&got.descriptor.expiry));
        assert_eq!(app.drain(queue), [""; 0]);
    }
}

/// Source: STREAMQ, QREMOTE.
fn transmission_and_streaming_queues_are_kept(trial: &Trial<'_>) {
    let copy = trial.queue("COPY", "");
    let name = trial.queue("Q", &format!("STREAMQ('{copy}') STRMQOS(MUSTDUP)"));
    let xmitq = trial.queue("XQ", "USAGE(XMITQ)");
    let attributes = format!("RNAME(THERE) RQMNAME(QM2) XMITQ('{xmitq}')");
    let remote = trial.define("QREMOTE", "R", &attributes);
    for (number, again) in BOTH_WAYS.into_iter().enumerate() {
        let mut app = trial.connect();
        let (queue, away) = (app.open(&name, MQOO_OUTPUT), app.open(&remote, MQOO_OUTPUT));
        app.put_in_work(queue, &persistent(), "x");
        app.put_in_work(away, &persistent(), "x");
        app.commit();
        again(trial.subject());
        drop(app);
        let wanted = 1 + number as i32;
        for queue in [&name, &copy, &xmitq] {
            assert_eq!(trial.depth(queue), wanted, "{queue}");
        }
    }
}

/// Source: MQMD, MsgId: unique.
fn message_ids_do_not_repeat_after_a_restart(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut ids = Vec::new();
    for again in BOTH_WAYS {
        let mut app = trial.connect();
        let queue = app.open(&name, BOTH);
        for _ in 0..10 {
            ids.push(app.put_as(queue, &persistent(), "x").msg_id);
        }
        again(trial.subject());
        drop(app);
    }
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count);
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let got = app
        .take(queue, &Get::with(0).msg_id(ids[3]))
        .expect("found by its id");
    assert_eq!(text(&got), "x");
}

/// Source: CLEAR QLOCAL.
fn a_cleared_queue_stays_clear(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    for again in BOTH_WAYS {
        let mut app = trial.connect();
        let queue = app.open(&name, BOTH);
        app.put_as(queue, &persistent(), "cleared");
        app.close(queue);
        trial.mqsc(&format!("CLEAR QLOCAL('{name}')"));
        let queue = app.open(&name, BOTH);
        app.put_as(queue, &persistent(), "after");
        again(trial.subject());
        drop(app);
        let mut app = trial.connect();
        let queue = app.open(&name, BOTH);
        assert_eq!(app.drain(queue), ["after"]);
    }
}
