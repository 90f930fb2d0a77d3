//! Match options of gets and browses.

use crate::app::{ALL, App, Get, id, text, v2};
use crate::subject::contracts;
use crate::trial::Trial;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::ObjectHandle;
use ferromq_mqi::{MsgDescriptor, Reason};

contracts!("select":
    a_message_is_found_by_its_message_id,
    a_message_is_found_by_its_correlation_id,
    a_message_is_found_by_both_ids,
    an_id_of_zeros_matches_everything,
    version_1_options_match_both_ids,
    ids_are_not_looked_at_without_match_options,
    a_message_is_found_by_group_number_and_offset,
    a_message_is_found_by_its_token,
    matches_are_returned_in_queue_order,
    browses_follow_match_options,
    ids_find_messages_in_the_depth_of_a_queue,
);

/// Six messages, every pair of message ids 1 to 3 and correlation ids 1 and 2, in order.
#[track_caller]
fn six(app: &mut App, queue: ObjectHandle) {
    for (msg, correl) in [(1, 1), (2, 1), (3, 1), (1, 2), (2, 2), (3, 2)] {
        let sent = MsgDescriptor {
            msg_id: id(msg),
            correl_id: id(correl),
            ..MsgDescriptor::default()
        };
        app.put_as(queue, &sent, &format!("{msg}{correl}"));
    }
}

/// Source: MQMO_MATCH_MSG_ID.
fn a_message_is_found_by_its_message_id(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    six(&mut app, queue);
    assert_eq!(
        app.drain_with(queue, &Get::with(0).msg_id(id(2))),
        ["21", "22"]
    );
    assert_eq!(app.drain_with(queue, &Get::with(0).msg_id(id(9))), [""; 0]);
    assert_eq!(app.drain(queue), ["11", "31", "12", "32"]);
}

/// Source: MQMO_MATCH_CORREL_ID.
fn a_message_is_found_by_its_correlation_id(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    six(&mut app, queue);
    assert_eq!(
        app.drain_with(queue, &Get::with(0).correl_id(id(2))),
        ["12", "22", "32"]
    );
    assert_eq!(app.drain(queue), ["11", "21", "31"]);
}

/// Source: MQGMO, MatchOptions: all that are given must hold.
fn a_message_is_found_by_both_ids(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    six(&mut app, queue);
    let both = Get::with(0).msg_id(id(3)).correl_id(id(2));
    assert_eq!(app.drain_with(queue, &both), ["32"]);
    let neither = Get::with(0).msg_id(id(3)).correl_id(id(9));
    assert_eq!(app.take_fails(queue, &neither), Reason::NO_MSG_AVAILABLE);
}

/// Source: MQMI_NONE, MQCI_NONE on MQGET.
fn an_id_of_zeros_matches_everything(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    six(&mut app, queue);
    app.expect(queue, &Get::with(0).msg_id(id(0)).correl_id(id(0)), "11");
    app.expect(queue, &Get::with(0).msg_id(id(0)).correl_id(id(2)), "12");
}

/// Source: MQGMO, MatchOptions: version 1 behaves as message id and correlation id.
fn version_1_options_match_both_ids(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    six(&mut app, queue);
    let mut get = Get::with(0);
    get.options.version = MQGMO_VERSION_1;
    get.descriptor.msg_id = id(2);
    get.descriptor.correl_id = id(2);
    app.expect(queue, &get, "22");
}

/// Source: MQMO_NONE.
fn ids_are_not_looked_at_without_match_options(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    six(&mut app, queue);
    let mut get = Get::with(0);
    get.descriptor.msg_id = id(9);
    get.descriptor.correl_id = id(9);
    app.expect(queue, &get, "11");
}

/// Source: MQMO_MATCH_GROUP_ID, MQMO_MATCH_MSG_SEQ_NUMBER, MQMO_MATCH_OFFSET.
fn a_message_is_found_by_group_number_and_offset(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    for group in 1..=2 {
        for msg_seq_number in 1..=3 {
            for offset in [0, 2] {
                let sent = MsgDescriptor {
                    group_id: id(group),
                    msg_seq_number,
                    offset,
                    msg_flags: MQMF_MSG_IN_GROUP | MQMF_SEGMENT,
                    ..v2()
                };
                app.put_as(queue, &sent, &format!("{group}-{msg_seq_number}-{offset}"));
            }
        }
    }
    let whole = Get::with(0).group_id(id(2)).number(3).offset(2);
    app.expect(queue, &whole, "2-3-2");
    assert_eq!(app.take_fails(queue, &whole), Reason::NO_MSG_AVAILABLE);
    let number = Get::with(0).number(2);
    assert_eq!(
        app.drain_with(queue, &number),
        ["1-2-0", "1-2-2", "2-2-0", "2-2-2"]
    );
    let group = Get::with(0).group_id(id(2));
    assert_eq!(app.drain_with(queue, &group), ["2-1-0", "2-1-2", "2-3-0"]);
    assert_eq!(
        app.drain_with(queue, &Get::with(0).offset(2)),
        ["1-1-2", "1-3-2"]
    );
}

/// Goal: the token a browse returned leads to that very message. Source: MQMO_MATCH_MSG_TOKEN.
fn a_message_is_found_by_its_token(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    for body in ["1", "2", "3"] {
        app.put_as(
            queue,
            &MsgDescriptor {
                msg_id: id(1),
                ..MsgDescriptor::default()
            },
            body,
        );
    }
    app.expect(queue, &Get::with(MQGMO_BROWSE_FIRST), "1");
    let second = app
        .expect(queue, &Get::with(MQGMO_BROWSE_NEXT), "2")
        .options
        .msg_token;
    app.expect(queue, &Get::with(0).token(second), "2");
    assert_eq!(
        app.take_fails(queue, &Get::with(0).token(second)),
        Reason::NO_MSG_AVAILABLE
    );
    let unknown = Get::with(0).token([0xee; 16]);
    assert_eq!(app.take_fails(queue, &unknown), Reason::NO_MSG_AVAILABLE);
    assert_eq!(app.drain(queue), ["1", "3"]);
}

/// Source: MQGET: among messages that match, priority and arrival decide.
fn matches_are_returned_in_queue_order(trial: &Trial<'_>) {
    let name = trial.queue("Q", "MSGDLVSQ(PRIORITY)");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    for (priority, body) in [(1, "low"), (5, "high 1"), (5, "high 2"), (9, "other")] {
        let correl = if body == "other" { 2 } else { 1 };
        let sent = MsgDescriptor {
            priority,
            correl_id: id(correl),
            ..MsgDescriptor::default()
        };
        app.put_as(queue, &sent, body);
    }
    let found = app.drain_with(queue, &Get::with(0).correl_id(id(1)));
    assert_eq!(found, ["high 1", "high 2", "low"]);
}

/// Source: MQGMO_BROWSE_FIRST, MQGMO_BROWSE_NEXT.
fn browses_follow_match_options(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    six(&mut app, queue);
    app.expect(queue, &Get::with(MQGMO_BROWSE_FIRST).msg_id(id(2)), "21");
    app.expect(queue, &Get::with(MQGMO_BROWSE_NEXT).msg_id(id(2)), "22");
    let end = app.take_fails(queue, &Get::with(MQGMO_BROWSE_NEXT).msg_id(id(2)));
    assert_eq!(end, Reason::NO_MSG_AVAILABLE);
    app.expect(queue, &Get::with(MQGMO_BROWSE_NEXT), "32");
}

/// Goal: the right message out of many, also when many have the same id. Source: MQGET.
fn ids_find_messages_in_the_depth_of_a_queue(trial: &Trial<'_>) {
    let name = trial.queue("Q", "MAXDEPTH(100000)");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    for number in 0..3_000_u32 {
        let mut correl_id = [0; 24];
        correl_id[..4].copy_from_slice(&(number % 1_000 + 1).to_be_bytes());
        let sent = MsgDescriptor {
            correl_id,
            ..MsgDescriptor::default()
        };
        app.put_as(queue, &sent, &format!("{number}"));
    }
    for number in [999, 0, 500, 7] {
        let mut correl_id = [0; 24];
        correl_id[..4].copy_from_slice(&(number + 1_u32).to_be_bytes());
        let found = app.drain_with(queue, &Get::with(0).correl_id(correl_id));
        let wanted = [number, number + 1_000, number + 2_000].map(|number| number.to_string());
        assert_eq!(found, wanted);
    }
    let first = app.take(queue, &Get::with(0)).expect("got");
    assert_eq!(text(&first), "1");
}
