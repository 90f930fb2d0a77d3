//! Connecting and disconnecting.

use crate::app::{BOTH, Get, persistent};
use crate::subject::contracts;
use crate::trial::{Q_MGR, Trial};
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::ConnectOptions;
use ferromq_mqi::session::Connected;
use ferromq_mqi::{ObjectName, Reason};

contracts!("connect":
    a_queue_manager_answers_to_its_name_and_to_a_blank_one,
    another_queue_managers_name_is_refused,
    disconnect_commits_and_closes,
    a_connection_that_is_disconnected_is_refused,
    a_dead_application_is_backed_out_and_its_handles_are_closed,
    a_connection_that_is_stopped_is_broken,
    a_quiescing_queue_manager_takes_no_new_connections [Own, Quiesce],
    verbs_that_ask_for_it_fail_while_the_queue_manager_quiesces [Own, Quiesce],
    a_stopping_queue_manager_refuses_verbs [Own, Quiesce],
);

fn named(name: &str) -> ConnectOptions {
    ConnectOptions {
        q_mgr_name: ObjectName::truncated(name),
        ..ConnectOptions::default()
    }
}

/// Goal: both ways to name the queue manager lead to it. Source: MQCONN, QMgrName.
fn a_queue_manager_answers_to_its_name_and_to_a_blank_one(trial: &Trial<'_>) {
    for name in [Q_MGR, ""] {
        assert!(trial.try_connect(&named(name)).is_ok(), "{name:?}");
    }
}

/// Goal: a wrong name is told apart from a queue manager that does not run. Source: MQCONN, 2058.
fn another_queue_managers_name_is_refused(trial: &Trial<'_>) {
    let refused = trial.try_connect(&named("NO.SUCH.QM")).err();
    assert_eq!(refused, Some(Reason::Q_MGR_NAME_ERROR));
}

/// Goal: MQDISC is an implicit commit, and frees what was open. Method: disconnect in the middle
/// of a unit of work, with an exclusive handle open. Source: MQDISC, usage notes.
fn disconnect_commits_and_closes(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, MQOO_INPUT_EXCLUSIVE | MQOO_OUTPUT);
    app.put_in_work(queue, &persistent(), "kept");
    assert_eq!(app.0.disconnect(), Ok(Reason::NONE));

    let mut other = trial.connect();
    let queue = other.open(&name, MQOO_INPUT_EXCLUSIVE);
    other.expect(queue, &Get::with(0), "kept");
}

/// Source: 2018.
fn a_connection_that_is_disconnected_is_refused(trial: &Trial<'_>) {
    let mut app = trial.connect();
    let left = app.0.road().call(Request::Disconnect);
    assert!(matches!(left, Reply::Done(Reason::NONE)), "{left:?}");
    let refused = app.0.commit().map_err(|error| error.reason);
    assert_eq!(refused, Err(Reason::HCONN_ERROR));
}

/// Goal: what a dead application had in hand is as if it had never been. Method: drop a
/// connection without a disconnect. Source: MQDISC, "if the application ends".
fn a_dead_application_is_backed_out_and_its_handles_are_closed(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut other = trial.connect();
    let output = other.open(&name, MQOO_OUTPUT);
    other.put(output, "first");

    let mut app = trial.connect();
    let queue = app.open(&name, MQOO_INPUT_EXCLUSIVE | MQOO_OUTPUT);
    app.put_in_work(queue, &persistent(), "never");
    app.expect(queue, &Get::with(MQGMO_SYNCPOINT), "first");
    drop(app);

    let queue = trial.open_when_free(&mut other, &name, MQOO_INPUT_EXCLUSIVE);
    let first = other.expect(queue, &Get::with(MQGMO_WAIT).wait_ms(5_000), "first");
    assert_eq!(first.descriptor.backout_count, 1);
    assert_eq!(other.drain(queue), [""; 0]);
}

/// Goal: STOP CONN breaks a connection from outside. Method: find it by its application name.
/// Source: STOP CONN; 2009.
fn a_connection_that_is_stopped_is_broken(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect_as(&trial.name("victim"));
    let queue = app.open(&name, BOTH);
    let shown = trial.mqsc(&format!(
        "DISPLAY CONN(*) WHERE(APPLTAG EQ '{}')",
        trial.name("victim")
    ));
    let id = shown
        .split("CONN(")
        .nth(1)
        .and_then(|rest| rest.split(')').next());
    trial.mqsc(&format!("STOP CONN({})", id.expect("a connection id")));
    let put = app.put_with(queue, &persistent(), 0, "late");
    assert_eq!(put.err(), Some(Reason::CONNECTION_BROKEN));
}

/// Source: MQCONN, 2161.
fn a_quiescing_queue_manager_takes_no_new_connections(trial: &Trial<'_>) {
    let _connected = trial.connect();
    trial.subject().quiesce();
    let refused = trial.try_connect(&ConnectOptions::default()).err();
    assert_eq!(refused, Some(Reason::Q_MGR_QUIESCING));
}

/// Goal: the application chooses whether it goes on. Source: MQOO_, MQPMO_ and
/// MQGMO_FAIL_IF_QUIESCING; 2161.
fn verbs_that_ask_for_it_fail_while_the_queue_manager_quiesces(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    trial.subject().quiesce();

    let opened = app.open_fails(&name, BOTH | MQOO_FAIL_IF_QUIESCING);
    assert_eq!(opened, Reason::Q_MGR_QUIESCING);
    let put = app.put_with(queue, &persistent(), MQPMO_FAIL_IF_QUIESCING, "late");
    assert_eq!(put.err(), Some(Reason::Q_MGR_QUIESCING));
    let get = app.take_fails(queue, &Get::with(MQGMO_FAIL_IF_QUIESCING));
    assert_eq!(get, Reason::Q_MGR_QUIESCING);

    let again = app.open(&name, BOTH);
    app.put(again, "on");
    app.expect(again, &Get::with(0), "on");
}

/// Goal: an immediate end lets running applications do nothing but leave; the queue manager may
/// be gone before they notice. Source: endmqm -i; 2162, 2009, 2059.
fn a_stopping_queue_manager_refuses_verbs(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    trial.subject().stop();
    let put = app.put_with(queue, &persistent(), 0, "late").err();
    let put = put.expect("refused");
    assert!(
        put == Reason::Q_MGR_STOPPING || put == Reason::CONNECTION_BROKEN,
        "{put:?}"
    );
    let refused = trial.try_connect(&ConnectOptions::default()).err();
    let refused = refused.expect("refused");
    assert!(
        refused == Reason::Q_MGR_STOPPING || refused == Reason::Q_MGR_NOT_AVAILABLE,
        "{refused:?}"
    );
}
