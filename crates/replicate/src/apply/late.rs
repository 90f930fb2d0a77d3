//! Messages of an epoch that is over, which come when the next has begun: a path was away for longer than anybody waits.
//!
//! Nobody can apply them any more. They are deleted, and that is told, if they are of an epoch that this map has been in. Others are foreign messages, which stay: of another capture that has the
//! same number for its map and began before, or of an epoch that nobody has seen. So is what was committed at the source after the epoch there is had begun: that capture still works.

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
    /// Epochs that this map has been in.
    over: BTreeSet<u64>,
    told: BTreeSet<u64>,
    first: Vec<Key>,
}

impl Late {
    /// This map has been in these epochs.
    pub(super) fn set_over(&mut self, epochs: BTreeSet<u64>) {
        self.over = epochs;
    }

    /// Whether what was committed then may be of such an epoch before this one, which is called by the time at which it began, or by a later one.
    pub(super) fn may_be(&self, epoch: u64, header: &Header) -> bool {
        let began_s = i64::try_from(epoch).unwrap_or(i64::MAX);
        let until_s = began_s
            .saturating_sub(UNIX_TO_SOURCE_S)
            .saturating_add(MARGIN_S);
        header.key.epoch < epoch
            && self.over.contains(&header.key.epoch)
            && header.commit_time_us < until_s.saturating_mul(1_000_000)
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
