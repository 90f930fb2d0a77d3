//! The order messages are returned in.

use crate::app::{ALL, BOTH, Get, persistent, priority};
use crate::subject::contracts;
use crate::trial::Trial;
use ferromq_mqi::generated::constants::*;

contracts!("order":
    higher_priority_goes_first_and_then_arrival,
    fifo_delivery_ignores_priority,
    fifo_delivery_keeps_the_priority_in_the_descriptor,
    a_message_backed_out_is_where_it_was,
    committed_messages_come_in_the_order_they_were_put,
    persistence_does_not_change_the_order,
);

/// Source: attributes for queues, MsgDeliverySequence.
fn higher_priority_goes_first_and_then_arrival(trial: &Trial<'_>) {
    let name = trial.queue("Q", "MSGDLVSQ(PRIORITY)");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    for (at, body) in [
        (0, "0a"),
        (9, "9a"),
        (5, "5a"),
        (9, "9b"),
        (0, "0b"),
        (5, "5b"),
    ] {
        app.put_as(queue, &priority(at), body);
    }
    assert_eq!(app.drain(queue), ["9a", "9b", "5a", "5b", "0a", "0b"]);
}

/// Source: MQMDS_FIFO.
fn fifo_delivery_ignores_priority(trial: &Trial<'_>) {
    let name = trial.queue("Q", "MSGDLVSQ(FIFO)");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    for (at, body) in [(0, "1"), (9, "2"), (5, "3"), (9, "4")] {
        app.put_as(queue, &priority(at), body);
    }
    assert_eq!(app.drain(queue), ["1", "2", "3", "4"]);
}

/// Source: MQMDS_FIFO.
fn fifo_delivery_keeps_the_priority_in_the_descriptor(trial: &Trial<'_>) {
    let name = trial.queue("Q", "MSGDLVSQ(FIFO) DEFPRTY(2)");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    app.put_as(queue, &priority(7), "seven");
    app.put(queue, "default");
    assert_eq!(
        app.expect(queue, &Get::with(0), "seven")
            .descriptor
            .priority,
        7
    );
    assert_eq!(
        app.expect(queue, &Get::with(0), "default")
            .descriptor
            .priority,
        2
    );
}

/// Goal: not only the first message returns to its place. Source: MQBACK.
fn a_message_backed_out_is_where_it_was(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    for (at, body) in [(5, "1"), (5, "2"), (5, "3"), (1, "4")] {
        app.put_as(queue, &priority(at), body);
    }
    app.expect(queue, &Get::with(MQGMO_BROWSE_FIRST), "1");
    app.expect(queue, &Get::with(MQGMO_BROWSE_NEXT), "2");
    app.expect(
        queue,
        &Get::with(MQGMO_MSG_UNDER_CURSOR | MQGMO_SYNCPOINT),
        "2",
    );
    app.expect(queue, &Get::with(MQGMO_SYNCPOINT), "1");
    app.put_as(queue, &priority(5), "later");
    app.back_out();
    assert_eq!(app.drain(queue), ["1", "2", "3", "later", "4"]);
}

/// Source: MQPUT, message order: the order of puts by one application is kept.
fn committed_messages_come_in_the_order_they_were_put(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    app.put_in_work(queue, &persistent(), "1");
    app.put_in_work(queue, &priority(0), "2");
    app.put_in_work(queue, &persistent(), "3");
    app.commit();
    assert_eq!(app.drain(queue), ["1", "2", "3"]);
}

/// Goal: durable and not durable messages, put in turn and not waited for in between, keep
/// their order. Source: MQPUT, message order.
fn persistence_does_not_change_the_order(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let wanted: Vec<_> = (0..20).map(|number| number.to_string()).collect();
    for (number, body) in wanted.iter().enumerate() {
        let sent = if number % 2 == 0 {
            persistent()
        } else {
            priority(0)
        };
        app.put_with(queue, &sent, MQPMO_ASYNC_RESPONSE, body)
            .expect("put");
    }
    for body in &wanted {
        app.expect(queue, &Get::with(0).wait_ms(5_000), body);
    }
}
