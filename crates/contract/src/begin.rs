//! `MQBEGIN`.

use crate::app::{BOTH, Get, persistent};
use crate::subject::contracts;
use crate::trial::Trial;
use ferromq_mqi::Reason;

contracts!("begin":
    begin_without_resource_managers_is_a_warning,
    begin_within_a_unit_of_work_is_refused,
);

/// Source: 2121.
fn begin_without_resource_managers_is_a_warning(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    assert_eq!(app.0.begin(), Ok(Reason::NO_EXTERNAL_PARTICIPANTS));
    let queue = app.open(&name, BOTH);
    app.put_in_work(queue, &persistent(), "x");
    app.commit();
    app.expect(queue, &Get::with(0), "x");
}

/// Source: 2128.
fn begin_within_a_unit_of_work_is_refused(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    app.put_in_work(queue, &persistent(), "x");
    let refused = app.0.begin().map_err(|error| error.reason);
    assert_eq!(refused, Err(Reason::UOW_IN_PROGRESS));
    app.commit();
}
