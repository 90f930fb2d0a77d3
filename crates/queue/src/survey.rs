//! What a queue says of itself and of its messages.

use crate::entry::{Entry, NEVER_US, State};
use crate::file::space::UNIT_BYTES;
use crate::inner::Inner;
use crate::numbers::Seq;
use crate::queue::Queue;
use crate::status::{
    Backlog, CountedFrom, DepthMarks, QueueStatistics, QueueStatus, Scope, Summary, Volume,
};
use std::ops::ControlFlow;

/// Messages one locked step of a walk visits.
const WALK_STEP: usize = 256;

impl Queue {
    /// The number the next message is given.
    #[must_use]
    pub fn next_seq(&self) -> u64 {
        self.lock().next_seq
    }

    /// Messages on the queue (`CURDEPTH`): with those of puts that are not committed, without those of gets that are not. What a backout gives back
    /// counts again, so the depth may come to be above `MAXDEPTH`.
    ///
    /// Source: "CurrentQDepth (MQLONG)".
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.lock().counts.depth()
    }

    /// Nothing is on the queue, and nobody has got or put what may yet be there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lock().counts.messages == 0
    }

    /// Messages on the queue, and how many have been got from it.
    #[must_use]
    pub fn backlog(&self) -> Backlog {
        let inner = self.lock();
        Backlog {
            depth: inner.counts.depth(),
            taken: inner.counts.gets + u64::from(inner.counts.held),
        }
    }

    /// Puts and gets that are not committed (UNCOM).
    #[must_use]
    pub fn uncommitted(&self) -> u32 {
        let inner = self.lock();
        inner.counts.uncommitted_puts + inner.counts.held
    }

    /// All figures at one moment.
    #[must_use]
    pub fn status(&self) -> QueueStatus {
        let inner = self.lock();
        let counts = &inner.counts;
        QueueStatus {
            depth: counts.depth(),
            available: counts.visible_total,
            uncommitted_puts: counts.uncommitted_puts,
            uncommitted_gets: counts.held,
            high_depth: counts.high_depth,
            oldest_put_at_us: inner.oldest_put_at_us(),
            last_put_at_us: counts.last_put_at_us,
            last_get_at_us: counts.last_get_at_us,
            time_on_queue_us: counts.time_on_queue.shown(),
            puts: counts.puts,
            gets: counts.gets,
            browses: counts.browses,
            expired: counts.expired,
            np_bytes_in_memory: counts.np_bytes,
            p_bytes_in_memory: counts.p_bytes,
            spilled: counts.spilled,
            file_bytes: u64::from(inner.files.units.end()) * UNIT_BYTES,
            waiters: u32::try_from(inner.waiters.count()).unwrap_or(u32::MAX),
            traffic: counts.traffic,
        }
    }

    /// What went on since this was called last, or since `opened_us`, when the queue was opened. Counts anew.
    pub fn reset_statistics(&self, opened_us: u64, now_us: u64) -> QueueStatistics {
        let counts = &mut self.lock().counts;
        let all = |volumes: [Volume; 2]| volumes.iter().map(|volume| volume.messages).sum::<u64>();
        let now = CountedFrom {
            puts: all(counts.traffic.puts),
            gets: all(counts.traffic.gets),
            at_us: now_us,
        };
        let before = std::mem::replace(&mut counts.counted_from, now);
        let depth = counts.depth();
        QueueStatistics {
            high_depth: std::mem::replace(&mut counts.high_depth, depth),
            puts: now.puts.saturating_sub(before.puts),
            gets: now.gets.saturating_sub(before.gets),
            interval_us: now_us.saturating_sub(before.at_us.max(opened_us)),
        }
    }

    /// The lowest and the highest depth since this was called last. Both begin anew with the depth there is.
    pub fn take_depth_marks(&self) -> DepthMarks {
        let counts = &mut self.lock().counts;
        let depth = counts.depth();
        let now = DepthMarks {
            least: depth,
            most: depth,
        };
        std::mem::replace(&mut counts.depth_marks, now)
    }

    /// Visits committed messages in order of arrival, those taken by a unit of work that is
    /// not committed included. The queue is locked for a few hundred messages at a time and
    /// never while `visit` runs: what comes or goes meanwhile may be seen or not.
    pub fn for_each_committed(
        &self,
        scope: Scope,
        visit: &mut dyn FnMut(Summary) -> ControlFlow<()>,
    ) {
        let mut start = 0;
        loop {
            let mut step = Vec::with_capacity(WALK_STEP);
            let next = self.lock().summaries(scope, start, &mut step);
            for summary in step {
                if visit(summary).is_break() {
                    return;
                }
            }
            match next {
                Some(next) => start = next,
                None => return,
            }
        }
    }
}

impl Inner {
    fn oldest_put_at_us(&self) -> u64 {
        let mut start = 0;
        while let Some(seq) = self.store.next_live(start) {
            match self.store.get(seq) {
                Some(entry) if entry.state != State::Reserved => return entry.put_at_us,
                _ => start = seq + 1,
            }
        }
        0
    }

    /// Summaries from arrival number `start`; answers with where to go on.
    fn summaries(&self, scope: Scope, start: u64, into: &mut Vec<Summary>) -> Option<u64> {
        let mut start = start;
        for _ in 0..WALK_STEP {
            let seq = self.store.next_live(start)?;
            start = seq + 1;
            let entry = self.store.get(seq).expect("just seen");
            let wanted = scope == Scope::All || entry.is_persistent();
            if wanted && entry.is_committed() {
                into.push(summary(seq, &entry));
            }
        }
        Some(start)
    }
}

fn summary(seq: u64, entry: &Entry) -> Summary {
    Summary {
        seq: Seq(seq),
        msg_id: entry.msg_id,
        correl_id: entry.correl_id,
        priority: entry.priority,
        class: entry.class,
        persistent: entry.is_persistent(),
        held: entry.state == State::Held,
        put_at_us: entry.put_at_us,
        expires_at_us: (entry.expires_at_us != NEVER_US).then_some(entry.expires_at_us),
        backout_count: entry.backout_count,
        group: entry.group.as_deref().copied(),
        payload: entry.payload(),
    }
}
