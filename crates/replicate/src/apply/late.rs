//! Messages of an epoch that is over, which come when the next has begun: a path was away for longer than anybody waits.
//!
//! Nobody can apply them any more. They are deleted, and that is told, if they may be such: what was committed at the source after the epoch there is had begun is of another
//! capture that still works, and is taken for a foreign message.

use crate::message::{Header, Key};
use std::collections::BTreeSet;

/// Between 1970, where epochs are counted from, and 2000, where the source counts from.
const UNIX_TO_SOURCE_S: i64 = 946_684_800;
/// So much the clocks of capture and of the source may differ.
const MARGIN_S: i64 = 5;
/// Epochs of which it is told in a run, at most.
const TOLD_MAX: usize = 16;

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Late {
    told: BTreeSet<u64>,
    first: Vec<Key>,
}

impl Late {
    /// Whether what was committed then may be of an epoch before this one, which is called by the time at which it began, or by a later one.
    pub(super) fn may_be(epoch: u64, header: &Header) -> bool {
        let began_s = i64::try_from(epoch).unwrap_or(i64::MAX);
        let until_s = began_s
            .saturating_sub(UNIX_TO_SOURCE_S)
            .saturating_add(MARGIN_S);
        header.key.epoch < epoch && header.commit_time_us < until_s.saturating_mul(1_000_000)
    }

    /// One has come.
    pub(super) fn came(&mut self, key: Key) {
        if self.told.len() < TOLD_MAX && self.told.insert(key.epoch) {
            self.first.push(key);
        }
    }

    /// The first of each such epoch, to be told.
    pub(super) fn take(&mut self) -> Vec<Key> {
        std::mem::take(&mut self.first)
    }
}
