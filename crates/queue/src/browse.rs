//! Browse locks and browse marks. Few messages have either, so both live beside the entries.

use crate::numbers::HandleId;
use crate::selection::{Mark, Unmarked};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Default)]
struct Marks {
    /// Zero: no cooperative mark.
    cooperative_until_us: u64,
    handles: Vec<HandleId>,
}

impl Marks {
    fn is_empty(&self) -> bool {
        self.cooperative_until_us == 0 && self.handles.is_empty()
    }
}

/// Who locked and marked what.
#[derive(Default)]
pub(crate) struct Browsing {
    /// A handle locks one message at a time.
    pub(crate) locks: BTreeMap<HandleId, u64>,
    marks: BTreeMap<u64, Marks>,
    /// When cooperative marks fall off, and whose: a browse that waits must look again then.
    cooperative: BTreeSet<(u64, u64)>,
    /// How many marks each handle has: most handles that close have none to look for.
    by_handle: BTreeMap<HandleId, usize>,
}

impl Browsing {
    pub(crate) fn mark(&mut self, seq: u64, handle: HandleId, mark: Mark) {
        match mark {
            Mark::None => {}
            Mark::Handle => {
                let marks = self.marks.entry(seq).or_default();
                if !marks.handles.contains(&handle) {
                    marks.handles.push(handle);
                    *self.by_handle.entry(handle).or_default() += 1;
                }
            }
            Mark::Cooperative { until_us } => {
                let until_us = until_us.max(1);
                let marks = self.marks.entry(seq).or_default();
                let before = std::mem::replace(&mut marks.cooperative_until_us, until_us);
                self.cooperative.remove(&(before, seq));
                self.cooperative.insert((until_us, seq));
            }
        }
    }

    /// When the next cooperative mark that still counts falls off; `None` when none will.
    pub(crate) fn next_cooperative_end_us(&self, now_us: u64) -> Option<u64> {
        let ahead = (now_us.saturating_add(1), 0)..;
        let next = self.cooperative.range(ahead).next();
        next.map(|(until_us, _)| *until_us)
            .filter(|until_us| *until_us != u64::MAX)
    }

    pub(crate) fn hides(&self, seq: u64, handle: HandleId, rule: Unmarked, now_us: u64) -> bool {
        let Some(marks) = self.marks.get(&seq) else {
            return false;
        };
        match rule {
            Unmarked::Ignore => false,
            Unmarked::ByHandle => marks.handles.contains(&handle),
            Unmarked::ByHandleOrCooperative => {
                marks.cooperative_until_us > now_us || marks.handles.contains(&handle)
            }
        }
    }

    /// Forgets all marks of a message that leaves the queue.
    pub(crate) fn forget(&mut self, seq: u64) {
        let marks = self.marks.remove(&seq).unwrap_or_default();
        self.cooperative.remove(&(marks.cooperative_until_us, seq));
        for handle in marks.handles {
            self.uncount(handle, 1);
        }
    }

    fn uncount(&mut self, handle: HandleId, marks: usize) {
        if let Some(count) = self.by_handle.get_mut(&handle) {
            *count -= marks;
            if *count == 0 {
                self.by_handle.remove(&handle);
            }
        }
    }

    /// Takes a handle's mark from one message or from all; answers with the messages.
    pub(crate) fn unmark(&mut self, handle: HandleId, seq: Option<u64>) -> Vec<u64> {
        if !self.by_handle.contains_key(&handle) {
            return Vec::new();
        }
        let unmarked = self.change(seq, |marks| {
            let before = marks.handles.len();
            marks.handles.retain(|other| *other != handle);
            before != marks.handles.len()
        });
        self.uncount(handle, unmarked.len());
        unmarked
    }

    /// Takes the cooperative mark from one message or from all; answers with the messages.
    pub(crate) fn unmark_cooperative(&mut self, seq: Option<u64>) -> Vec<u64> {
        let mut ended = Vec::new();
        let unmarked = self.change(seq, |marks| {
            let until_us = std::mem::take(&mut marks.cooperative_until_us);
            if until_us != 0 {
                ended.push(until_us);
            }
            until_us != 0
        });
        for (until_us, seq) in ended.into_iter().zip(&unmarked) {
            self.cooperative.remove(&(until_us, *seq));
        }
        unmarked
    }

    fn change(&mut self, seq: Option<u64>, mut change: impl FnMut(&mut Marks) -> bool) -> Vec<u64> {
        let mut changed = Vec::new();
        if let Some(seq) = seq {
            if let Some(marks) = self.marks.get_mut(&seq) {
                if change(marks) {
                    changed.push(seq);
                }
                if marks.is_empty() {
                    self.marks.remove(&seq);
                }
            }
            return changed;
        }
        self.marks.retain(|&seq, marks| {
            if change(marks) {
                changed.push(seq);
            }
            !marks.is_empty()
        });
        changed
    }
}
