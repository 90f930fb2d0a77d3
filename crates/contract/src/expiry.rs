//! Expiry.

use crate::app::{ALL, BOTH, Get, name_field, persistent};
use crate::subject::contracts;
use crate::trial::Trial;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::Reason;
use ferromq_mqi::generated::constants::*;

contracts!("expiry":
    an_expired_message_is_not_returned,
    the_time_left_is_shown,
    an_expired_message_is_skipped,
    a_message_in_a_unit_of_work_does_not_expire_under_its_getter,
    the_expiry_task_removes_expired_messages [ExpiryTask],
    an_expiration_report_is_sent_to_the_reply_queue,
    capexpry_bounds_the_time_a_message_lives,
    capexpry_of_an_alias_counts_too,
);

/// A tenth of a second.
fn short_lived(descriptor: &MsgDescriptor) -> MsgDescriptor {
    MsgDescriptor {
        expiry: 1,
        ..descriptor.clone()
    }
}

/// Longer than that.
const PAST_MS: u64 = 120;

/// Source: MQMD, Expiry.
fn an_expired_message_is_not_returned(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    for sent in [MsgDescriptor::default(), persistent()] {
        app.put_as(queue, &short_lived(&sent), "gone");
        trial.pass_ms(PAST_MS);
        let gets = [
            Get::with(MQGMO_BROWSE_FIRST),
            Get::with(MQGMO_SYNCPOINT),
            Get::with(0),
        ];
        for get in gets {
            assert_eq!(app.take_fails(queue, &get), Reason::NO_MSG_AVAILABLE);
        }
    }
}

/// Source: MQMD, Expiry, on MQGET.
fn the_time_left_is_shown(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    app.put_as(
        queue,
        &MsgDescriptor {
            expiry: 600,
            ..MsgDescriptor::default()
        },
        "x",
    );
    let browsed = app
        .expect(queue, &Get::with(MQGMO_BROWSE_FIRST), "x")
        .descriptor
        .expiry;
    assert!((1..=600).contains(&browsed), "{browsed}");
    trial.pass_ms(PAST_MS);
    let got = app.expect(queue, &Get::with(0), "x").descriptor.expiry;
    assert!((1..browsed).contains(&got), "{got} after {browsed}");
}

/// Source: MQMD, Expiry.
fn an_expired_message_is_skipped(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    app.put_as(queue, &short_lived(&persistent()), "gone");
    app.put(queue, "here");
    trial.pass_ms(PAST_MS);
    app.expect(queue, &Get::with(MQGMO_BROWSE_FIRST), "here");
    app.expect(queue, &Get::with(0), "here");
    trial.await_depth(&name, 0);
}

/// Goal: what is got is got; back out lets it expire. Source: MQMD, Expiry.
fn a_message_in_a_unit_of_work_does_not_expire_under_its_getter(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let sent = MsgDescriptor {
        expiry: 10,
        ..persistent()
    };
    app.put_as(queue, &sent, "got");
    app.expect(queue, &Get::with(MQGMO_SYNCPOINT), "got");
    trial.pass_ms(1_020);
    app.back_out();
    assert_eq!(
        app.take_fails(queue, &Get::with(0)),
        Reason::NO_MSG_AVAILABLE
    );
}

/// Source: qm.ini, ExpiryInterval.
fn the_expiry_task_removes_expired_messages(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    app.put_as(queue, &short_lived(&persistent()), "gone");
    app.put_as(queue, &short_lived(&MsgDescriptor::default()), "gone");
    app.put(queue, "here");
    trial.pass_ms(PAST_MS);
    trial.subject().expire();
    // Another contract's run of the task may be the one that is at work.
    trial.await_depth(&name, 1);
    assert_eq!(app.drain(queue), ["here"]);
}

/// Source: MQRO_EXPIRATION_WITH_FULL_DATA; MQFB_EXPIRATION.
fn an_expiration_report_is_sent_to_the_reply_queue(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let answers = trial.queue("ANSWERS", "");
    let mut app = trial.connect();
    let (queue, replies) = (app.open(&name, BOTH), app.open(&answers, BOTH));
    let reports = [
        (MQRO_EXPIRATION, ""),
        (MQRO_EXPIRATION_WITH_DATA, "data"),
        (MQRO_EXPIRATION_WITH_FULL_DATA, "data"),
    ];
    for (report, body) in reports {
        let sent = MsgDescriptor {
            report,
            format: *b"MQSTR   ",
            reply_to_q: name_field(&answers),
            ..short_lived(&MsgDescriptor::default())
        };
        let put = app.put_as(queue, &sent, "data");
        trial.pass_ms(PAST_MS);
        assert_eq!(
            app.take_fails(queue, &Get::with(0)),
            Reason::NO_MSG_AVAILABLE
        );
        let got = app
            .expect(replies, &Get::with(0).wait_ms(5_000), body)
            .descriptor;
        assert_eq!((got.msg_type, got.feedback), (MQMT_REPORT, MQFB_EXPIRATION));
        assert_eq!((got.correl_id, got.format), (put.msg_id, *b"MQSTR   "));
        assert_ne!(got.msg_id, put.msg_id);
    }
}

/// Source: DEFINE QLOCAL, CAPEXPRY, also within CUSTOM.
fn capexpry_bounds_the_time_a_message_lives(trial: &Trial<'_>) {
    let mut app = trial.connect();
    for (number, cap) in ["CAPEXPRY(50)", "CUSTOM('CAPEXPRY(50)')"]
        .iter()
        .enumerate()
    {
        let name = trial.queue(&format!("Q{number}"), cap);
        let queue = app.open(&name, BOTH);
        for (asked, at_most) in [(MQEI_UNLIMITED, 50), (600, 50), (20, 20)] {
            let sent = MsgDescriptor {
                expiry: asked,
                ..MsgDescriptor::default()
            };
            app.put_as(queue, &sent, "x");
            let got = app.expect(queue, &Get::with(0), "x").descriptor.expiry;
            assert!((1..=at_most).contains(&got), "{got} of {asked}");
        }
    }
}

/// Source: DEFINE QALIAS, CAPEXPRY.
fn capexpry_of_an_alias_counts_too(trial: &Trial<'_>) {
    let base = trial.queue("BASE", "CAPEXPRY(600)");
    let target = format!("TARGET('{base}') CAPEXPRY(50)");
    let alias = trial.define("QALIAS", "ALIAS", &target);
    let mut app = trial.connect();
    let queue = app.open(&alias, BOTH);
    app.put(queue, "x");
    let got = app.expect(queue, &Get::with(0), "x").descriptor.expiry;
    assert!((1..=50).contains(&got), "{got}");
}
