//! Restart: what the log says again.

use crate::entry::State;
use crate::inner::Inner;
use crate::message::PutMeta;
use crate::message::Visibility;
use crate::numbers::{Holder, Seq};
use crate::queue::Queue;
use crate::status::Scope;
use ferromq_mqi::MsgDescriptor;
use std::ops::ControlFlow;

impl Queue {
    /// A put found in the log. `descriptor` gives the ids and group fields; the payload stays
    /// in the log. With `Visibility::Held` the unit of work is not, or not yet, known to be
    /// committed: end it by `make_visible` or `release`. A message that is on the queue
    /// already stays as it is.
    pub fn redo_put(
        &self,
        seq: Seq,
        meta: &PutMeta,
        descriptor: &MsgDescriptor,
        visibility: Visibility,
    ) {
        let mut inner = self.lock();
        inner.next_seq = inner.next_seq.max(seq.0 + 1);
        if inner.store.get(seq.0).is_some() {
            inner.distrust_slot(seq.0, meta);
            return;
        }
        let payload_len = meta.log.map_or(0, |place| place.len);
        inner.create(seq.0);
        inner.counts.uncommitted_puts += 1;
        let place = inner.describe(seq.0, meta, descriptor, payload_len);
        inner.store.settle(place);
        if visibility == Visibility::Now {
            let _nobody_waits_yet = inner.publish(seq.0);
        }
    }

    /// Numbers before this one are not given any more: for a queue without files, which otherwise know how far it is.
    pub fn skip_to(&self, seq: Seq) {
        let mut inner = self.lock();
        inner.next_seq = inner.next_seq.max(seq.0);
    }

    /// A removal (committed get, expiry, clear) found in the log. Nothing happens when the
    /// message is not there.
    pub fn redo_remove(&self, seq: Seq) {
        let mut inner = self.lock();
        inner.next_seq = inner.next_seq.max(seq.0 + 1);
        let dropped = inner.remove(seq.0);
        drop(inner);
        drop(dropped);
    }

    /// A clear found in the log: the committed messages in these ranges, each a first and a last number in ascending order, are
    /// off the queue. Numbers up to the last one are not given again, not even those of non-persistent messages, of which nothing else
    /// is left: a message saved under such a number would be cleared by the next replay. Answers which messages were there.
    pub fn redo_purge(&self, ranges: &[(u64, u64)]) -> Vec<Seq> {
        let mut purged = Vec::new();
        self.for_each_committed(Scope::All, &mut |message| {
            let seq = message.seq.0;
            let begun = ranges.partition_point(|(first, _)| *first <= seq);
            if ranges[..begun].last().is_some_and(|(_, last)| seq <= *last) {
                purged.push(message.seq);
            }
            ControlFlow::Continue(())
        });
        for seq in &purged {
            self.redo_remove(*seq);
        }
        let mut inner = self.lock();
        let last = ranges.last().map_or(0, |(_, last)| *last);
        inner.next_seq = inner.next_seq.max(last.saturating_add(1));
        drop(inner);
        purged
    }

    /// Takes a message for a unit of work that is in doubt. Answers whether it was there.
    pub fn redo_hold(&self, seq: Seq, holder: Holder) -> bool {
        let mut inner = self.lock();
        let available = inner
            .store
            .get(seq.0)
            .is_some_and(|entry| entry.state == State::Available);
        if available {
            inner.hold(seq.0, holder.0);
        }
        available
    }

    /// A hardened backout count found in the log. Nothing happens when the message is not
    /// there.
    pub fn redo_backout_count(&self, seq: Seq, count: u32) {
        self.set_backout_count(seq, count);
    }

    /// The log has been replayed: figures that only count what applications do start here.
    pub fn redo_done(&self, _now_us: u64) {
        let inner: &mut Inner = &mut self.lock();
        inner.counts.puts = 0;
        inner.counts.gets = 0;
        inner.counts.last_put_at_us = 0;
        let depth = inner.counts.depth();
        inner.counts.high_depth = depth;
        inner.counts.depth_marks.least = depth;
        inner.counts.depth_marks.most = depth;
    }
}

impl Inner {
    /// A slot that the log covers was written by a checkpoint that did not end: whether it
    /// reached the disk, or only the cache of a system that kept running, is not known. The
    /// log stays the copy to read, and the next harden writes slot and record once more.
    fn distrust_slot(&mut self, seq: u64, meta: &PutMeta) {
        let entry = self.store.get(seq).expect("the caller saw the message");
        let same = meta.log.filter(|place| place.len == entry.payload_len);
        let Some(place) = same.filter(|_| entry.is_persistent() && entry.log_lsn == 0) else {
            return;
        };
        self.store.change(seq, |entry| {
            entry.log_lsn = place.lsn.get();
            entry.log_offset = place.offset;
        });
        let segment = self.store.segment_of(seq).1;
        segment.log_only += 1;
        segment.oldest_lsn = segment.oldest_lsn.min(place.lsn.get());
    }
}
