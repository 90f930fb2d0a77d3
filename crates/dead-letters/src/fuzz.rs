//! Arbitrary bytes as a rules table and as a message.

use crate::handler::Handler;
use crate::letter::DeadLetter;
use crate::table::RulesTable;
use bytes::Bytes;
use ferromq_mqi::MsgDescriptor;

/// Takes bytes as the text of a rules table, then a zero, then the data of a message, and works on that until nothing is tried with
/// it any more.
///
/// # Panics
/// When places of problems are not in the text, or a message is tried more often than its rules say.
pub fn fuzz_one(bytes: &[u8]) {
    let text_end = bytes.iter().position(|byte| *byte == 0);
    let text = String::from_utf8_lossy(&bytes[..text_end.unwrap_or(bytes.len())]);
    let data = Bytes::copy_from_slice(&bytes[text_end.map_or(bytes.len(), |end| end + 1)..]);
    let table = match RulesTable::read(&text) {
        Ok(table) => table,
        Err(problems) => {
            for problem in problems.kept() {
                let lines = text.lines().count().max(1);
                assert!(
                    problem.line() >= 1 && problem.line() as usize <= lines,
                    "{problem:?}"
                );
                assert!(problem.column() >= 1, "{problem:?}");
                assert!(!problem.text().contains('{'), "{problem:?}");
            }
            return;
        }
    };
    let descriptor = MsgDescriptor {
        format: *b"MQDEAD  ",
        ..MsgDescriptor::default()
    };
    let Ok(letter) = DeadLetter::read(&descriptor, &data) else {
        return;
    };
    let mut handler = Handler::new(&table);
    let attempts = table.rules.iter().map(|rule| u64::from(rule.attempts));
    let most = attempts.sum::<u64>().min(10_000);
    let mut now_ms = 0;
    for _ in 0..most {
        handler.begin_round();
        let shown = handler.show(&letter);
        while let Some(rule) = handler.decide(&shown, now_ms) {
            let _ = rule.action.placed(&letter, &data);
            if !handler.failed(&shown, now_ms).goes_on {
                break;
            }
        }
        handler.end_round();
        match handler.next_due_ms() {
            Some(due_ms) => now_ms = due_ms,
            None => return,
        }
    }
    let all: u64 = table
        .rules
        .iter()
        .map(|rule| u64::from(rule.attempts))
        .sum();
    assert!(all > 10_000, "it is tried more often than its rules say");
}
