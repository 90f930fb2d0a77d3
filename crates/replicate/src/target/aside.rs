//! Rows that are put aside: their table is being loaded, or somebody has asked for it. They go to the spill queue of their subscription, as messages
//! of the same form and with the same keys, before the transaction that passes them over is committed.
//!
//! A transaction that is tried again is put there again. Who takes rows from a spill queue knows it by its number.

use crate::apply::spill::Spilled;
use crate::apply::work::Transaction;
use crate::message::{Header, Kind, Message, Operation, Problem, Truncate};
use crate::message::{write_operation, write_truncate};
use std::collections::BTreeMap;

/// The number of the one table whose rows are on a spill queue. Those of the stream may come again with another meaning, when capture is
/// started anew; it gives none this number.
pub(crate) const OF_SPILL_QUEUE: u16 = 0;

/// A message that is being made.
#[derive(Debug)]
struct Draft {
    header: Header,
    body: Vec<u8>,
}

/// What a subscription has.
#[derive(Debug, Default)]
struct Of {
    drafts: Vec<Draft>,
    /// Messages of the transaction that went before, in other parts of it.
    went: u32,
}

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Aside {
    /// By the spill queue, of the transaction that is looked at.
    by_queue: BTreeMap<String, Of>,
    due: Vec<Spilled>,
}

impl Aside {
    /// A row of a table, for a spill queue.
    pub(super) fn add(
        &mut self,
        queue: &str,
        message: &Message,
        operation: &Operation<'_>,
    ) -> Result<(), Problem> {
        let draft = self.draft(queue, message);
        write_operation(
            &mut draft.body,
            operation.action,
            OF_SPILL_QUEUE,
            operation.data,
        )?;
        draft.header.operations += 1;
        Ok(())
    }

    /// All rows of a table.
    pub(super) fn add_truncate(
        &mut self,
        queue: &str,
        message: &Message,
        of: &Truncate,
    ) -> Result<(), Problem> {
        let draft = self.draft(queue, message);
        let one = Truncate {
            tables: vec![OF_SPILL_QUEUE],
            ..of.clone()
        };
        write_truncate(&mut draft.body, &one)?;
        draft.header.operations += 1;
        Ok(())
    }

    fn draft(&mut self, queue: &str, message: &Message) -> &mut Draft {
        let drafts = &mut self.by_queue.entry(queue.to_owned()).or_default().drafts;
        let key = message.header.key;
        if drafts.last().is_none_or(|last| last.header.key != key) {
            drafts.push(Draft {
                header: Header {
                    operations: 0,
                    ..message.header
                },
                body: Vec::new(),
            });
        }
        let at = drafts.len() - 1;
        &mut drafts[at]
    }

    /// This transaction, or this part of one, has been looked at.
    pub(super) fn end(&mut self, transaction: &Transaction) -> Result<(), Problem> {
        if self.by_queue.is_empty() {
            return Ok(());
        }
        let ends = transaction.ends;
        let last = transaction.messages.last().map(|message| message.header);
        for (queue, of) in &mut self.by_queue {
            let is_without = of.drafts.is_empty() && of.went > 0;
            if let (true, true, Some(header)) = (ends, is_without, last) {
                // What says that it ends.
                let header = Header {
                    kind: Kind::Transaction,
                    operations: 0,
                    ..header
                };
                of.drafts.push(Draft {
                    header,
                    body: Vec::new(),
                });
            }
            let count = of.drafts.len();
            for (at, draft) in of.drafts.drain(..).enumerate() {
                let header = Header {
                    chunk: of.went,
                    is_first: of.went == 0,
                    is_last: ends && at + 1 == count,
                    ..draft.header
                };
                of.went += 1;
                self.due.push(Spilled {
                    queue: queue.clone(),
                    key: header.key,
                    body: header.encode(&draft.body)?,
                });
            }
        }
        if ends {
            self.by_queue.clear();
        }
        Ok(())
    }

    /// What is to be put.
    pub(super) fn take(&mut self) -> Vec<Spilled> {
        std::mem::take(&mut self.due)
    }

    /// The transaction is rolled back. What was put of it is known by its number when it comes again.
    pub(super) fn forget(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::{Aside, OF_SPILL_QUEUE};
    use crate::apply::work::Transaction;
    use crate::message::{Action, Header, Key, Kind, Message, Operations, write_operation};

    fn message_of(sequence: u64, is_first: bool, is_last: bool, operations: u32) -> Message {
        let mut body = Vec::new();
        for _ in 0..operations {
            write_operation(&mut body, Action::Insert, 1, b"row").expect("short");
        }
        let header = Header {
            kind: Kind::Transaction,
            is_first,
            is_last,
            has_whole_old_rows: false,
            key: Key {
                map: 1,
                epoch: 1,
                sequence,
            },
            schema_version: 0,
            commit_lsn: 0,
            end_lsn: 0,
            commit_time_us: 0,
            xid: 0,
            chunk: u32::from(!is_first),
            operations,
        };
        Message {
            header,
            body: body.into(),
        }
    }

    #[test]
    fn parts_of_a_transaction_are_one_transaction_of_the_spill_queue() {
        let mut aside = Aside::default();
        let mut all = Vec::new();
        for (sequence, ends) in [(5, false), (6, false), (7, true)] {
            let message = message_of(sequence, sequence == 5, ends, 2);
            for (at, operation) in Operations::of(&message).enumerate() {
                let operation = operation.expect("whole");
                match (sequence, at) {
                    // The other table is in the second part only.
                    (6, 1) => aside.add("Q2", &message, &operation).expect("short"),
                    (5 | 6, _) => aside.add("Q1", &message, &operation).expect("short"),
                    _ => {}
                }
            }
            let transaction = Transaction {
                first: sequence,
                last: sequence,
                begin: 5,
                ends,
                messages: vec![message],
            };
            aside.end(&transaction).expect("whole");
            all.extend(aside.take());
        }
        let read = |queue: &str| -> Vec<(u64, bool, bool, u32)> {
            let of = all.iter().filter(|it| it.queue == queue);
            of.map(|it| {
                let header = Message::decode(&it.body).expect("a message").header;
                let sequence = header.key.sequence;
                (sequence, header.is_first, header.is_last, header.operations)
            })
            .collect()
        };
        assert_eq!(
            read("Q1"),
            [
                (5, true, false, 2),
                (6, false, false, 1),
                (7, false, true, 0)
            ]
        );
        assert_eq!(read("Q2"), [(6, true, false, 1), (7, false, true, 0)]);
        for spilled in &all {
            let message = Message::decode(&spilled.body).expect("a message");
            for operation in Operations::of(&message) {
                let number = operation.expect("whole").table;
                assert_eq!(number, OF_SPILL_QUEUE, "in the stream it was 1");
            }
        }
    }
}
