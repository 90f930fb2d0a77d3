//! `MQGET`: taking messages off, buffers, refusals.

use crate::app::{ALL, BOTH, Get, persistent, text};
use crate::subject::contracts;
use crate::trial::Trial;
use ferromq_mqi::Reason;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::GetOptions;

contracts!("get":
    an_empty_queue_has_no_message,
    a_message_is_got_once,
    a_message_that_does_not_fit_stays,
    a_message_that_does_not_fit_is_cut_when_that_is_accepted,
    a_buffer_of_no_length_takes_an_empty_message,
    a_truncated_get_under_syncpoint_leaves_nothing_in_the_unit_of_work,
    gets_are_refused_while_they_are_inhibited,
    get_options_that_contradict_each_other_are_refused,
    match_options_must_be_known,
    options_of_version_2_need_version_2,
    a_descriptor_or_options_of_an_unknown_version_are_refused,
);

/// Source: 2033.
fn an_empty_queue_has_no_message(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    for options in [0, MQGMO_SYNCPOINT, MQGMO_BROWSE_FIRST, MQGMO_BROWSE_NEXT] {
        assert_eq!(
            app.take_fails(queue, &Get::with(options)),
            Reason::NO_MSG_AVAILABLE
        );
    }
}

/// Source: MQGET.
fn a_message_is_got_once(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    app.put(queue, "1");
    app.put_as(queue, &persistent(), "2");
    let got = app.expect(queue, &Get::with(0), "1");
    assert_eq!((got.data_length, got.options.returned_length), (1, 1));
    assert_eq!(got.options.resolved_q_name.as_str(), name);
    assert_eq!(app.drain(queue), ["2"]);
    assert_eq!(app.depth(&name), 0);
}

/// Goal: the application sees how long the message is, and nothing else happened. Source: 2080.
fn a_message_that_does_not_fit_stays(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    app.put(queue, "0123456789");
    app.put(queue, "next");
    let got = app.take(queue, &Get::with(0).buffer(4)).expect("a warning");
    assert_eq!(got.reason, Reason::TRUNCATED_MSG_FAILED);
    assert_eq!((text(&got), got.data_length), ("0123", 10));
    let got = app.expect(queue, &Get::with(0), "0123456789");
    assert_eq!(got.descriptor.backout_count, 0);
}

/// Source: MQGMO_ACCEPT_TRUNCATED_MSG; 2079.
fn a_message_that_does_not_fit_is_cut_when_that_is_accepted(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    app.put(queue, "0123456789");
    let cut = Get::with(MQGMO_ACCEPT_TRUNCATED_MSG).buffer(4);
    let got = app.take(queue, &cut).expect("a warning");
    assert_eq!(got.reason, Reason::TRUNCATED_MSG_ACCEPTED);
    assert_eq!((text(&got), got.data_length), ("0123", 10));
    assert_eq!(got.options.returned_length, 4);
    assert_eq!(app.depth(&name), 0);
    app.put(queue, "fits");
    app.expect(queue, &cut, "fits");
}

/// Source: MQGET, BufferLength.
fn a_buffer_of_no_length_takes_an_empty_message(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    app.put(queue, "");
    app.expect(queue, &Get::with(0).buffer(0), "");
    app.put(queue, "x");
    let got = app.take(queue, &Get::with(0).buffer(0)).expect("a warning");
    assert_eq!(
        (got.reason, got.data_length),
        (Reason::TRUNCATED_MSG_FAILED, 1)
    );
}

/// Source: 2080 with MQGMO_SYNCPOINT.
fn a_truncated_get_under_syncpoint_leaves_nothing_in_the_unit_of_work(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    app.put_as(queue, &persistent(), "0123456789");
    let short = Get::with(MQGMO_SYNCPOINT).buffer(4);
    let got = app.take(queue, &short).expect("a warning");
    assert_eq!(got.reason, Reason::TRUNCATED_MSG_FAILED);
    app.commit();
    let got = app.expect(queue, &Get::with(0), "0123456789");
    assert_eq!(got.descriptor.backout_count, 0);
}

/// Source: 2016; browses are gets.
fn gets_are_refused_while_they_are_inhibited(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    app.put(queue, "waits");
    trial.mqsc(&format!("ALTER QLOCAL('{name}') GET(DISABLED)"));
    for options in [0, MQGMO_SYNCPOINT, MQGMO_BROWSE_FIRST] {
        assert_eq!(
            app.take_fails(queue, &Get::with(options)),
            Reason::GET_INHIBITED
        );
    }
    app.put(queue, "puts go on");
    trial.mqsc(&format!("ALTER QLOCAL('{name}') GET(ENABLED)"));
    app.expect(queue, &Get::with(0), "waits");
}

/// Source: MQGMO, Options; 2046.
fn get_options_that_contradict_each_other_are_refused(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL | MQOO_CO_OP);
    let wrong = [
        MQGMO_SYNCPOINT | MQGMO_NO_SYNCPOINT,
        MQGMO_SYNCPOINT | MQGMO_SYNCPOINT_IF_PERSISTENT,
        MQGMO_SYNCPOINT | MQGMO_BROWSE_FIRST,
        MQGMO_SYNCPOINT_IF_PERSISTENT | MQGMO_BROWSE_NEXT,
        MQGMO_BROWSE_FIRST | MQGMO_BROWSE_NEXT,
        MQGMO_BROWSE_FIRST | MQGMO_MSG_UNDER_CURSOR,
        MQGMO_LOCK,
        MQGMO_LOCK | MQGMO_MSG_UNDER_CURSOR,
        MQGMO_LOCK | MQGMO_UNLOCK | MQGMO_BROWSE_FIRST,
        MQGMO_UNLOCK | MQGMO_SYNCPOINT,
        MQGMO_MARK_BROWSE_HANDLE,
        MQGMO_BROWSE_FIRST | MQGMO_MARK_BROWSE_HANDLE | MQGMO_MARK_BROWSE_CO_OP,
        i32::MIN,
    ];
    for options in wrong {
        let refused = app.take_fails(queue, &Get::with(options));
        assert_eq!(refused, Reason::OPTIONS_ERROR, "{options:#x}");
    }
}

/// Source: 2247.
fn match_options_must_be_known(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    let refused = app.take_fails(queue, &Get::with(0).matching(0x4000));
    assert_eq!(refused, Reason::MATCH_OPTIONS_ERROR);
}

/// Source: 2256, 2257.
fn options_of_version_2_need_version_2(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    let version_2 = [
        MQGMO_LOGICAL_ORDER,
        MQGMO_COMPLETE_MSG,
        MQGMO_ALL_MSGS_AVAILABLE,
        MQGMO_ALL_SEGMENTS_AVAILABLE,
    ];
    for options in version_2 {
        let mut get = Get::with(options);
        get.options.version = MQGMO_VERSION_1;
        assert_eq!(app.take_fails(queue, &get), Reason::WRONG_GMO_VERSION);
    }
    let get = Get::with(MQGMO_LOGICAL_ORDER).version_1();
    assert_eq!(app.take_fails(queue, &get), Reason::WRONG_MD_VERSION);
}

/// Source: 2026, 2186.
fn a_descriptor_or_options_of_an_unknown_version_are_refused(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    for version in [0, 5] {
        let mut get = Get::with(0);
        get.options = GetOptions {
            version,
            ..get.options
        };
        assert_eq!(app.take_fails(queue, &get), Reason::GMO_ERROR);
    }
    for version in [0, 3] {
        let mut get = Get::with(0);
        get.descriptor.version = version;
        assert_eq!(app.take_fails(queue, &get), Reason::MD_ERROR);
    }
}
