//! Asynchronous puts and `MQSTAT`.

use crate::app::{App, BOTH, Get, persistent};
use crate::subject::contracts;
use crate::trial::Trial;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::StatusReport;
use ferromq_mqi::{MsgDescriptor, Reason};

contracts!("stat":
    asynchronous_puts_arrive_and_are_counted,
    the_status_starts_anew_when_it_was_read,
    a_failed_asynchronous_put_shows_in_the_status_only,
    the_queue_decides_the_response_unless_the_put_does,
    an_asynchronous_put_under_syncpoint_is_part_of_the_unit_of_work,
    status_types_must_be_known,
);

#[track_caller]
fn status(app: &mut App) -> StatusReport {
    app.0.status(MQSTAT_TYPE_ASYNC_ERROR).expect("a status")
}

/// Source: MQPMO_ASYNC_RESPONSE; MQSTS, PutSuccessCount.
fn asynchronous_puts_arrive_and_are_counted(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    for sent in [MsgDescriptor::default(), persistent()] {
        app.put_with(queue, &sent, MQPMO_ASYNC_RESPONSE, "x")
            .expect("put");
    }
    let report = status(&mut app);
    assert_eq!((report.comp_code, report.reason), (MQCC_OK, MQRC_NONE));
    assert_eq!((report.put_success_count, report.put_failure_count), (2, 0));
    app.expect(queue, &Get::with(0).wait_ms(5_000), "x");
    app.expect(queue, &Get::with(0).wait_ms(5_000), "x");
}

/// Source: MQSTAT, usage notes.
fn the_status_starts_anew_when_it_was_read(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    app.put_with(queue, &MsgDescriptor::default(), MQPMO_ASYNC_RESPONSE, "x")
        .expect("put");
    assert_eq!(status(&mut app).put_success_count, 1);
    assert_eq!(status(&mut app).put_success_count, 0);
}

/// Goal: the put is answered before it is known to have failed. Method: a full queue. Source:
/// MQSTS.
fn a_failed_asynchronous_put_shows_in_the_status_only(trial: &Trial<'_>) {
    let name = trial.queue("Q", "MAXDEPTH(1)");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    for _ in 0..3 {
        let put = app.put_with(queue, &MsgDescriptor::default(), MQPMO_ASYNC_RESPONSE, "x");
        assert_eq!(put.expect("answered").reason, Reason::NONE);
    }
    let report = status(&mut app);
    assert_eq!(
        (report.comp_code, report.reason),
        (MQCC_FAILED, MQRC_Q_FULL)
    );
    assert_eq!((report.put_success_count, report.put_failure_count), (1, 2));
    assert_eq!(
        (report.object_type, report.object_name.as_str()),
        (MQOT_Q, name.as_str())
    );
}

/// Source: attributes for queues, DefPutResponse; MQPMO_SYNC_RESPONSE.
fn the_queue_decides_the_response_unless_the_put_does(trial: &Trial<'_>) {
    let name = trial.queue("Q", "DEFPRESP(ASYNC)");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    app.put(queue, "as defined");
    assert_eq!(status(&mut app).put_success_count, 1);
    let put = app.put_with(
        queue,
        &MsgDescriptor::default(),
        MQPMO_SYNC_RESPONSE,
        "waited for",
    );
    put.expect("put");
    assert_eq!(status(&mut app).put_success_count, 0);
}

/// Source: MQPMO_ASYNC_RESPONSE with MQPMO_SYNCPOINT.
fn an_asynchronous_put_under_syncpoint_is_part_of_the_unit_of_work(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let options = MQPMO_ASYNC_RESPONSE | MQPMO_SYNCPOINT;
    app.put_with(queue, &persistent(), options, "no")
        .expect("put");
    app.back_out();
    app.put_with(queue, &persistent(), options, "yes")
        .expect("put");
    app.commit();
    assert_eq!(app.drain(queue), ["yes"]);
    assert_eq!(status(&mut app).put_success_count, 2);
}

/// Source: MQSTAT, Type; 2430.
fn status_types_must_be_known(trial: &Trial<'_>) {
    let mut app = trial.connect();
    let refused = app.0.status(4711).map_err(|error| error.reason);
    assert_eq!(refused, Err(Reason::STAT_TYPE_ERROR));
}
