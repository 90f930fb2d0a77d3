//! Groups and segments.

use crate::model::id;
use bytes::Bytes;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::generated::constants::{
    MQMF_LAST_MSG_IN_GROUP, MQMF_LAST_SEGMENT, MQMF_MSG_IN_GROUP, MQMF_SEGMENT,
};
use ferromq_queue::{
    Found, GroupPosition, Holder, LogicalRule, Message, PutMeta, Queue, QueueSettings, Selection,
    Seq, Take, Visibility,
};
use std::sync::Arc;

fn queue() -> Queue {
    Queue::new_volatile(QueueSettings::default())
}

fn put(queue: &Queue, group: u8, number: i32, offset: i32, flags: i32) -> Seq {
    let descriptor = MsgDescriptor {
        group_id: id(group),
        msg_seq_number: number,
        offset,
        msg_flags: flags,
        ..MsgDescriptor::default()
    };
    let message = Arc::new(Message::new(descriptor, Bytes::from_static(b"0123456789")));
    let meta = PutMeta {
        class: None,
        priority: 0,
        persistent: false,
        expires_at_us: None,
        put_at_us: 1,
        log: None,
    };
    let seq = queue.reserve().expect("room");
    queue.insert(seq, message, &meta, Visibility::Now).wake();
    seq
}

fn hold(queue: &Queue, rule: LogicalRule) -> Option<Box<Found>> {
    let selection = Selection {
        logical: Some(rule),
        ..Selection::default()
    };
    queue.select(&selection, Take::Hold(Holder(1)), 0).found
}

const MIDDLE: i32 = MQMF_MSG_IN_GROUP;
const LAST: i32 = MQMF_MSG_IN_GROUP | MQMF_LAST_MSG_IN_GROUP;

#[test]
fn logical_order_returns_a_group_in_order_though_it_arrived_out_of_order() {
    let queue = queue();
    let third = put(&queue, 1, 3, 0, LAST);
    let first = put(&queue, 1, 1, 0, MIDDLE);
    let plain = put(&queue, 0, 1, 0, 0);
    let second = put(&queue, 1, 2, 0, MIDDLE);
    let rule = LogicalRule {
        ordered: true,
        ..LogicalRule::default()
    };
    let found = hold(&queue, rule).expect("the group begins with its first message");
    assert_eq!(found.seq, first);
    for (number, seq) in [(2, second), (3, third)] {
        let expected = GroupPosition {
            group_id: id(1),
            msg_seq_number: number,
            offset: 0,
        };
        let found = hold(
            &queue,
            LogicalRule {
                expected: Some(expected),
                ..rule
            },
        );
        assert_eq!(found.expect("it is there").seq, seq);
    }
    assert_eq!(hold(&queue, rule).expect("last").seq, plain);
    assert!(hold(&queue, rule).is_none());
}

#[test]
fn incomplete_group_is_passed_over_until_its_last_message_is_committed() {
    let queue = queue();
    let first = put(&queue, 1, 1, 0, MIDDLE);
    let second = put(&queue, 1, 2, 0, MIDDLE);
    let other = put(&queue, 2, 1, 0, LAST);
    let rule = LogicalRule {
        ordered: true,
        all_messages: true,
        ..LogicalRule::default()
    };
    assert_eq!(hold(&queue, rule).expect("the complete group").seq, other);
    assert!(hold(&queue, rule).is_none());
    let third = put(&queue, 1, 3, 0, LAST);
    let found = hold(&queue, rule).expect("now it is complete");
    assert_eq!(found.seq, first);
    queue.restore(found.seq, false).wake();
    let taken = queue
        .select(&Selection::default(), Take::Hold(Holder(2)), 0)
        .found;
    assert_eq!(taken.expect("somebody else takes one").seq, first);
    assert!(
        hold(&queue, rule).is_none(),
        "a held message makes the group incomplete"
    );
    queue.restore(first, false).wake();
    assert!(hold(&queue, rule).is_some());
    assert!(second < third);
}

#[test]
fn complete_message_takes_all_segments_at_once() {
    let queue = queue();
    let last = put(&queue, 1, 1, 20, MQMF_SEGMENT | MQMF_LAST_SEGMENT);
    let first = put(&queue, 1, 1, 0, MQMF_SEGMENT);
    let rule = LogicalRule {
        complete_message: true,
        ..LogicalRule::default()
    };
    assert!(hold(&queue, rule).is_none(), "the middle is missing");
    let middle = put(&queue, 1, 1, 10, MQMF_SEGMENT);
    let found = hold(&queue, rule).expect("all are there");
    assert_eq!(found.seq, first);
    let rest: Vec<Seq> = found.rest.iter().map(|part| part.seq).collect();
    assert_eq!(rest, [middle, last]);
    assert_eq!(queue.status().uncommitted_gets, 3);
    for seq in [first, middle, last] {
        queue.finish(seq);
    }
    assert_eq!(queue.depth(), 0);
}

#[test]
fn all_segments_available_delivers_segments_one_by_one_once_the_message_is_whole() {
    let queue = queue();
    let first = put(&queue, 1, 1, 0, MQMF_SEGMENT);
    let rule = LogicalRule {
        ordered: true,
        all_segments: true,
        ..LogicalRule::default()
    };
    assert!(hold(&queue, rule).is_none());
    let last = put(&queue, 1, 1, 10, MQMF_LAST_SEGMENT);
    assert_eq!(hold(&queue, rule).expect("whole").seq, first);
    let expected = GroupPosition {
        group_id: id(1),
        msg_seq_number: 1,
        offset: 10,
    };
    let next = hold(
        &queue,
        LogicalRule {
            expected: Some(expected),
            ..rule
        },
    );
    assert_eq!(next.expect("the rest is not asked for again").seq, last);
}

#[test]
fn messages_are_found_by_group_id_number_and_offset() {
    let queue = queue();
    put(&queue, 1, 1, 0, MIDDLE);
    let second = put(&queue, 1, 2, 0, MIDDLE);
    let other = put(&queue, 2, 1, 0, LAST);
    let by = |group: u8, number: Option<i32>| {
        let selection = Selection {
            group_id: Some(id(group)),
            msg_seq_number: number,
            ..Selection::default()
        };
        queue
            .select(&selection, Take::PEEK, 0)
            .found
            .map(|found| found.seq)
    };
    assert_eq!(by(1, Some(2)), Some(second));
    assert_eq!(by(2, None), Some(other));
    assert_eq!(by(2, Some(2)), None);
    assert_eq!(by(3, None), None);
}

#[test]
fn long_group_arriving_in_order_is_checked_once() {
    let queue = queue();
    let rule = LogicalRule {
        ordered: true,
        all_messages: true,
        ..LogicalRule::default()
    };
    for number in 1..4_000 {
        put(&queue, 1, number, 0, MIDDLE);
        assert!(hold(&queue, rule).is_none());
    }
    put(&queue, 1, 4_000, 0, LAST);
    assert!(hold(&queue, rule).is_some());
}
