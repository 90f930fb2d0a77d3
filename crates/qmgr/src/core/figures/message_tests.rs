//! The layout, against a message seen: queue statistics of one queue at level 911, field by field.

use super::*;
use crate::core::generated::statistics::{QUEUE_STATISTICS, QUEUE_STATISTICS_GROUP};
use ferromq_mqi::header::ByteOrder;

/// A message as it was seen, written by hand.
#[derive(Default)]
struct Seen(Vec<u8>);

impl Seen {
    fn words(&mut self, words: &[i32]) -> &mut Self {
        let bytes = words.iter().flat_map(|word| word.to_le_bytes());
        self.0.extend(bytes);
        self
    }

    /// `MQCFST` in the code page of the queue manager.
    fn text(&mut self, id: i32, text: &str, length: i32) -> &mut Self {
        let padded = (length + 3) / 4 * 4;
        self.words(&[4, 20 + padded, id, 0, length]);
        let end = self.0.len() + padded as usize;
        self.0.extend(text.bytes());
        self.0.resize(end - (padded - length) as usize, b' ');
        self.0.resize(end, 0);
        self
    }

    fn int(&mut self, id: i32, value: i32) -> &mut Self {
        self.words(&[3, 16, id, value])
    }

    fn ints(&mut self, id: i32, values: [i32; 2]) -> &mut Self {
        self.words(&[5, 24, id, 2]).words(&values)
    }

    fn longs(&mut self, id: i32, values: [i64; 2]) -> &mut Self {
        self.words(&[25, 32, id, 2]);
        let bytes = values.iter().flat_map(|value| value.to_le_bytes());
        self.0.extend(bytes);
        self
    }
}

fn seen() -> Vec<u8> {
    let mut seen = Seen::default();
    seen.words(&[21, 36, 3, 165, 1, 1, 0, 0, 8])
        .text(2015, "mq_mgr1", 48)
        .text(2711, "2020-06-15", 10)
        .text(2712, "10.41.58", 8)
        .text(2707, "2020-06-15", 10)
        .text(2708, "10.42.28", 8)
        .int(31, 911)
        .int(732, 1)
        .words(&[20, 16, 8011, 22])
        .text(2016, "SYSTEM.ADMIN.COMMAND.QUEUE", 48)
        .text(2004, "2020-06-15", 12)
        .text(2005, "10.09.36", 8)
        .int(20, 1)
        .int(7, 1)
        .int(740, 0)
        .int(739, 0)
        .longs(703, [0, 0])
        .ints(735, [14, 0])
        .int(754, 0)
        .ints(734, [0, 0])
        .int(755, 0)
        .longs(748, [1056, 0])
        .ints(722, [14, 0])
        .longs(747, [1056, 0])
        .int(725, 0)
        .ints(705, [0, 0])
        .longs(745, [0, 0])
        .int(708, 0)
        .int(759, 0)
        .int(758, 0)
        .int(760, 0);
    seen.0
}

fn written() -> Message {
    let mut figures = Figures::default();
    for (figure, value) in [
        (Figure::QueuePutsNonPersistent, 14),
        (Figure::QueuePutBytesNonPersistent, 1056),
        (Figure::QueueGetsNonPersistent, 14),
        (Figure::QueueGetBytesNonPersistent, 1056),
    ] {
        figures.set(figure, value);
    }
    let group = parameters(&QUEUE_STATISTICS_GROUP, &figures, &|what| match what {
        Supplied::QueueName => Some(Answer::from("SYSTEM.ADMIN.COMMAND.QUEUE")),
        Supplied::CreateDate => Some(Answer::from("2020-06-15")),
        Supplied::CreateTime => Some(Answer::from("10.09.36")),
        Supplied::QueueType | Supplied::QueueDefinitionType => Some(Answer::Number(1)),
        Supplied::QMinDepth | Supplied::QMaxDepth => Some(Answer::Number(0)),
        Supplied::AverageQueueTime => Some(Answer::Numbers(vec![0, 0])),
        _ => None,
    });
    let from_us = 1_592_217_718_000_000;
    let subject = Subject {
        q_mgr: &ObjectName::truncated("mq_mgr1"),
        command_level: 911,
        interval: Interval {
            from_us,
            to_us: from_us + 30_000_000,
        },
        kind: MQCFT_STATISTICS,
        command: MQCMD_STATISTICS_Q,
    };
    let mut all = subject.messages(
        &QUEUE_STATISTICS,
        &|_| None,
        MQGACF_Q_STATISTICS_DATA,
        vec![group],
    );
    all.remove(0)
}

#[test]
fn a_message_has_the_bytes_of_one_that_was_seen() {
    assert_eq!(written().encode(ByteOrder::Little), seen());
}

#[test]
fn numbers_that_do_not_fit_stop_at_the_largest() {
    let field = Field {
        id: 1,
        form: Form::Int,
        from: Source::Figures(&[None]),
    };
    let made = parameter(&field, Answer::Number(u64::MAX));
    assert_eq!(made.value, Value::Int(i32::MAX));
}

#[test]
fn text_is_cut_between_characters() {
    let field = Field {
        id: 1,
        form: Form::Text(4),
        from: Source::Figures(&[]),
    };
    let made = parameter(&field, Answer::from("aééé"));
    let Value::Text(text) = made.value else {
        panic!("no text");
    };
    assert_eq!(text.bytes, "aé ".as_bytes());
}
