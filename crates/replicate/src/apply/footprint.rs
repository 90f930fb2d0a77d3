//! Which rows a transaction touches.
//!
//! Two transactions may run side by side if neither touches what the other does: a row by its key, a value of a unique key, a row
//! another refers to. Each of those is a number here, a hash of the table and the values, taken from the constraints of the target.
//! Two different ones may have the same number: then one waits for the other without need, and nothing else happens.

use super::work::Transaction;
use std::collections::HashMap;

/// What a transaction touches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reach {
    /// These.
    Some(Vec<u64>),
    /// It is not known, or is everything: it runs alone.
    Everything,
}

/// Says what transactions touch. They are shown in the order of their sequence numbers, each once.
pub trait Footprints {
    /// What this one touches.
    fn of(&mut self, transaction: &Transaction) -> Reach;
}

/// For one agent, where nothing runs side by side.
#[derive(Clone, Copy, Debug)]
pub struct OneAfterTheOther;

impl Footprints for OneAfterTheOther {
    fn of(&mut self, _: &Transaction) -> Reach {
        Reach::Some(Vec::new())
    }
}

/// Who touched what last.
#[derive(Debug, Default)]
pub(crate) struct LastUsers {
    /// Sequence number of the last transaction, by what it touches.
    last: HashMap<u64, u64>,
    /// The last that ran alone.
    alone: u64,
    prune_at: usize,
}

/// So many entries are kept before those of finished transactions are looked for.
const PRUNE_AT_LEAST: usize = 10_000;

impl LastUsers {
    /// Enters a transaction and answers which it has to wait for; `None` for all before it.
    pub(crate) fn enter(&mut self, sequence: u64, reach: &Reach, done: u64) -> Option<Vec<u64>> {
        let Reach::Some(keys) = reach else {
            self.last.clear();
            self.alone = sequence;
            return None;
        };
        let mut waits = Vec::new();
        if self.alone > done {
            waits.push(self.alone);
        }
        for key in keys {
            match self.last.insert(*key, sequence) {
                Some(before) if before > done && before != sequence => waits.push(before),
                _ => {}
            }
        }
        waits.sort_unstable();
        waits.dedup();
        if self.last.len() > self.prune_at.max(PRUNE_AT_LEAST) {
            self.last.retain(|_, user| *user > done);
            self.prune_at = self.last.len() * 2;
        }
        Some(waits)
    }
}
