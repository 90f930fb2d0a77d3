//! Triggering: initiation queues, processes, intervals, and events other than a put.

use crate::app::{BOTH, Get};
use crate::subject::contracts;
use crate::trial::Trial;
use crate::trigger::{Monitor, triggered};
use ferromq_mqi::generated::constants::*;

contracts!("trigger_edge":
    without_a_monitor_nothing_triggers_until_there_is_one,
    without_its_process_nothing_triggers,
    an_initiation_queue_that_takes_no_puts_gets_none,
    a_full_initiation_queue_does_not_hurt_the_put,
    closing_over_messages_triggers_again,
    switching_triggering_on_over_messages_triggers,
    first_triggers_again_after_the_interval [Own],
    a_transmission_queue_needs_no_process,
);

/// Source: conditions for a trigger event: the initiation queue is open for input.
fn without_a_monitor_nothing_triggers_until_there_is_one(trial: &Trial<'_>) {
    let mut monitor = Monitor::new(trial);
    monitor.close();
    let name = triggered(trial, &monitor.name, "TRIGTYPE(FIRST)");
    let mut app = trial.connect();
    let queue = app.open(&name, MQOO_OUTPUT);
    app.put(queue, "x");
    assert_eq!(trial.depth(&monitor.name), 0);
    monitor.open_again();
    assert_eq!(monitor.fired(), [name.as_str()]);
}

/// Source: conditions for a trigger event: the process definition exists.
fn without_its_process_nothing_triggers(trial: &Trial<'_>) {
    let mut monitor = Monitor::new(trial);
    let process = trial.name("NONE");
    let attributes = format!(
        "TRIGGER TRIGTYPE(EVERY) PROCESS('{process}') INITQ('{}')",
        monitor.name
    );
    let name = trial.queue("Q", &attributes);
    let mut app = trial.connect();
    let queue = app.open(&name, MQOO_OUTPUT);
    app.put(queue, "x");
    assert_eq!(monitor.fired(), [""; 0]);
}

/// Source: conditions for a trigger event: puts to the initiation queue are allowed.
fn an_initiation_queue_that_takes_no_puts_gets_none(trial: &Trial<'_>) {
    let mut monitor = Monitor::new(trial);
    let name = triggered(trial, &monitor.name, "TRIGTYPE(EVERY)");
    trial.mqsc(&format!("ALTER QLOCAL('{}') PUT(DISABLED)", monitor.name));
    let mut app = trial.connect();
    let queue = app.open(&name, MQOO_OUTPUT);
    app.put(queue, "x");
    assert_eq!(monitor.fired(), [""; 0]);
}

/// Goal: the message is there whatever becomes of its trigger message. Source: triggering.
fn a_full_initiation_queue_does_not_hurt_the_put(trial: &Trial<'_>) {
    let monitor = Monitor::new(trial);
    trial.mqsc(&format!("ALTER QLOCAL('{}') MAXDEPTH(1)", monitor.name));
    let name = triggered(trial, &monitor.name, "TRIGTYPE(EVERY)");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    for body in ["1", "2", "3"] {
        app.put(queue, body);
    }
    assert_eq!(trial.depth(&monitor.name), 1);
    assert_eq!(app.drain(queue), ["1", "2", "3"]);
}

/// Source: conditions for a trigger event: the last reader closes and messages are left.
fn closing_over_messages_triggers_again(trial: &Trial<'_>) {
    let mut monitor = Monitor::new(trial);
    let name = triggered(trial, &monitor.name, "TRIGTYPE(FIRST)");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    app.put(queue, "1");
    app.put(queue, "2");
    assert_eq!(monitor.fired(), [""; 0]);
    app.expect(queue, &Get::with(0), "1");
    app.close(queue);
    assert_eq!(monitor.fired(), [name.as_str()]);
}

/// Source: conditions for a trigger event: trigger control is switched on.
fn switching_triggering_on_over_messages_triggers(trial: &Trial<'_>) {
    let mut monitor = Monitor::new(trial);
    let name = triggered(trial, &monitor.name, "TRIGTYPE(FIRST) NOTRIGGER");
    let mut app = trial.connect();
    let queue = app.open(&name, MQOO_OUTPUT);
    app.put(queue, "x");
    assert_eq!(monitor.fired(), [""; 0]);
    trial.mqsc(&format!("ALTER QLOCAL('{name}') TRIGGER"));
    assert_eq!(monitor.fired(), [name.as_str()]);
}

/// Source: attributes for the queue manager, TriggerInterval.
fn first_triggers_again_after_the_interval(trial: &Trial<'_>) {
    trial.mqsc("ALTER QMGR TRIGINT(300)");
    let mut monitor = Monitor::new(trial);
    let name = triggered(trial, &monitor.name, "TRIGTYPE(FIRST)");
    let mut app = trial.connect();
    let queue = app.open(&name, MQOO_OUTPUT);
    app.put(queue, "1");
    assert_eq!(monitor.fired().len(), 1);
    trial.pass_ms(320);
    app.put(queue, "2");
    assert_eq!(monitor.fired().len(), 1);
}

/// Source: triggering of channels.
fn a_transmission_queue_needs_no_process(trial: &Trial<'_>) {
    let mut monitor = Monitor::new(trial);
    let attributes = format!(
        "USAGE(XMITQ) TRIGGER TRIGTYPE(FIRST) TRIGDATA(TO.QM2) INITQ('{}')",
        monitor.name
    );
    let name = trial.queue("XQ", &attributes);
    let mut app = trial.connect();
    let queue = app.open(&name, MQOO_OUTPUT);
    app.put(queue, "x");
    assert_eq!(monitor.fired(), [name.as_str()]);
}
