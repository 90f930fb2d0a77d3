//! Clearing a queue.

use crate::numbers::{Holder, Seq};
use crate::queue::Queue;

impl Queue {
    /// Takes every available message out of sight for `holder` (CLEAR QLOCAL). Log the
    /// removals, then [`Self::finish`] each; or [`Self::restore`] them.
    pub fn purge(&self, holder: Holder) -> Vec<Seq> {
        let mut purged = Vec::new();
        loop {
            let mut inner = self.lock();
            for _ in 0..256 {
                let inner = &mut *inner;
                let Some(place) = inner.order.next(&mut inner.store, None) else {
                    return purged;
                };
                let seq = inner.store.at(place).seq;
                inner.hold(seq, holder.0);
                purged.push(Seq(seq));
            }
        }
    }

    /// The numbers of messages that [`Self::purge`] took, as ranges of a first and a last number in ascending order. A range goes over
    /// numbers that stand for nothing any more, so that there are few, and never over that of a message that is not one of these:
    /// it is on its way, or somebody else has it.
    #[must_use]
    pub fn ranges_of(&self, purged: &[Seq]) -> Vec<(u64, u64)> {
        let mut seqs: Vec<u64> = purged.iter().map(|seq| seq.0).collect();
        seqs.sort_unstable();
        let mut ranges: Vec<(u64, u64)> = Vec::new();
        // Whatever comes to be between two of them was on its way before, and whatever goes is gone for good. So others may have
        // their turn meanwhile.
        for some in seqs.chunks(1_024) {
            let inner = self.lock();
            for &seq in some {
                let reached = ranges.last_mut().filter(|(_, last)| {
                    let next = inner.store.next_live(*last + 1);
                    next.is_none_or(|next| next >= seq)
                });
                match reached {
                    Some((_, last)) => *last = seq,
                    None => ranges.push((seq, seq)),
                }
            }
        }
        ranges
    }
}
