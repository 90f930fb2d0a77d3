//! Clearing a queue.

use crate::numbers::{Holder, Seq};
use crate::queue::Queue;
use crate::selection::Expired;

impl Queue {
    /// Takes every available message out of sight for `holder` (CLEAR QLOCAL). Log the
    /// removals, then [`Self::finish`] each; or [`Self::restore`] them.
    pub fn purge(&self, holder: Holder) -> Vec<Expired> {
        let mut purged = Vec::new();
        loop {
            let mut inner = self.lock();
            for _ in 0..256 {
                let inner = &mut *inner;
                let Some(place) = inner.order.next(&mut inner.store, None) else {
                    return purged;
                };
                inner.hold(inner.store.at(place).seq, holder.0);
                let entry = inner.store.at(place);
                let persistent = entry.is_persistent();
                purged.push(Expired {
                    seq: Seq(entry.seq),
                    at_us: entry.expires_at_us,
                    payload: entry.payload(),
                    persistent,
                    may_report: false,
                });
            }
        }
    }

    /// The numbers of messages that [`Self::purge`] took, as ranges of a first and a last number in ascending order. A range goes over
    /// numbers that stand for nothing any more, so that there are few, and never over that of a message that is not one of these:
    /// it is on its way, or somebody else has it.
    #[must_use]
    pub fn ranges_of(&self, purged: &[Expired]) -> Vec<(u64, u64)> {
        let mut seqs: Vec<u64> = purged.iter().map(|message| message.seq.0).collect();
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
