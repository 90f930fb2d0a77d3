//! The batches a sender has asked about and whose fate is not settled, in the order they were begun. Where batches do not overlap there is one
//! at most.

use super::{InDoubt, SenderRecord};
use ferromq_wire::message_channel::Luwid;
use std::collections::VecDeque;

/// A batch the other end was asked to confirm.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked {
    pub(crate) promise: InDoubt,
    pub(crate) bytes: u64,
    /// It is promised in the log: not known to be there, it is in doubt.
    pub(crate) under_syncpoint: bool,
    pub(crate) asked_ns: u64,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    asked: Asked,
    /// What becomes of it, once that is known and until it is done.
    keeps: Option<bool>,
}

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct Window {
    entries: VecDeque<Entry>,
    bytes: u64,
}

impl Window {
    /// What an earlier life has left in doubt, the oldest first.
    pub(crate) fn of_doubts(doubts: &[InDoubt], now_ns: u64) -> Self {
        let mut it = Self::default();
        for promise in doubts {
            it.push(Asked {
                promise: *promise,
                bytes: 0,
                under_syncpoint: true,
                asked_ns: now_ns,
            });
        }
        it
    }

    /// The other end was asked about another one.
    pub(crate) fn push(&mut self, asked: Asked) {
        self.bytes += asked.bytes;
        self.entries.push_back(Entry { asked, keeps: None });
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Bytes of the messages in all of them.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    pub(crate) fn oldest(&self) -> Option<&InDoubt> {
        self.entries.front().map(|entry| &entry.asked.promise)
    }

    /// All of them, the oldest first.
    pub(crate) fn promises(&self) -> impl Iterator<Item = &InDoubt> {
        self.entries.iter().map(|entry| &entry.asked.promise)
    }

    pub(crate) fn newest(&self) -> Option<&InDoubt> {
        self.entries.back().map(|entry| &entry.asked.promise)
    }

    /// Messages in all of them.
    pub(crate) fn messages(&self) -> u32 {
        let messages = self
            .entries
            .iter()
            .map(|entry| entry.asked.promise.messages);
        messages.fold(0, u32::saturating_add)
    }

    /// Whether a message could be lost or doubled if somebody guessed.
    pub(crate) fn is_in_doubt(&self) -> bool {
        self.entries.iter().any(|entry| entry.asked.under_syncpoint)
    }

    /// The record as it is once all of them are confirmed.
    pub(crate) fn ahead(&self, record: SenderRecord) -> SenderRecord {
        let promised = self.entries.iter().filter(|it| it.asked.under_syncpoint);
        promised.fold(record, |record, it| record.confirmed(&it.asked.promise))
    }

    /// The other end has confirmed a batch. Answers it if it is the one whose turn it is.
    pub(crate) fn confirm(&mut self, name: Luwid) -> Option<Asked> {
        let next = self
            .entries
            .iter_mut()
            .find(|entry| entry.keeps.is_none())?;
        if next.asked.promise.batch != name {
            return None;
        }
        next.keeps = Some(true);
        Some(next.asked)
    }

    /// Whether an answer is missing.
    pub(crate) fn awaits_answer(&self) -> bool {
        self.entries.iter().any(|entry| entry.keeps.is_none())
    }

    /// The other end has backed out a batch, if it is among these: and with it those behind.
    pub(crate) fn refuse(&mut self, name: Luwid) {
        if let Some(at) = self.position(name) {
            let behind = self.entries.range_mut(at..);
            behind.for_each(|entry| entry.keeps = entry.keeps.or(Some(false)));
        }
    }

    /// The other end has committed the batch of this name, and nothing behind it; if it is none of these, none of these.
    pub(crate) fn resolve(&mut self, committed: Luwid) {
        let kept = self.position(committed).map_or(0, |at| at + 1);
        for (at, entry) in self.entries.iter_mut().enumerate() {
            entry.keeps = Some(at < kept);
        }
    }

    pub(crate) fn has(&self, name: Luwid) -> bool {
        self.position(name).is_some()
    }

    fn position(&self, name: Luwid) -> Option<usize> {
        let mut entries = self.entries.iter();
        entries.position(|entry| entry.asked.promise.batch == name)
    }

    /// The next one that is to be kept or taken back: what is kept from the oldest on, and then what is taken back from the newest on. Should the
    /// queue manager fail in between, what is still in doubt follows what is kept, as the promises say: each names the record before it.
    pub(crate) fn verdict(&self) -> Option<(InDoubt, bool)> {
        let entry = &self.entries[self.next()?];
        Some((entry.asked.promise, entry.keeps?))
    }

    fn next(&self) -> Option<usize> {
        let mut entries = self.entries.iter();
        let kept = entries.position(|it| it.keeps == Some(true));
        kept.or_else(|| self.entries.iter().rposition(|it| it.keeps.is_some()))
    }

    /// That is done.
    pub(crate) fn settle(&mut self) -> Option<(Asked, bool)> {
        let entry = self.entries.remove(self.next()?)?;
        self.bytes -= entry.asked.bytes;
        Some((entry.asked, entry.keeps?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(counter: u32) -> Luwid {
        Luwid { time_s: 7, counter }
    }

    fn window(counters: std::ops::RangeInclusive<u32>) -> Window {
        let doubts: Vec<InDoubt> = counters
            .map(|counter| InDoubt {
                batch: name(counter),
                sequence: counter,
                messages: 1,
            })
            .collect();
        Window::of_doubts(&doubts, 0)
    }

    fn decisions(mut window: Window) -> Vec<(u32, bool)> {
        let mut all = Vec::new();
        while let Some((promise, keeps)) = window.verdict() {
            let settled = window.settle().map(|(asked, keeps)| (asked.promise, keeps));
            assert_eq!(settled, Some((promise, keeps)));
            all.push((promise.batch.counter, keeps));
        }
        all
    }

    /// A failure between two decisions must not leave one in doubt behind one that was taken back: its promise says that it was kept.
    #[test]
    fn what_is_kept_is_kept_from_the_oldest_on_and_what_is_taken_back_from_the_newest_on() {
        let mut some = window(1..=4);
        some.resolve(name(2));
        let expected = [(1, true), (2, true), (4, false), (3, false)];
        assert_eq!(decisions(some), expected);
        let mut none = window(1..=2);
        none.resolve(name(9));
        assert_eq!(decisions(none), [(2, false), (1, false)]);
        let mut refused = window(1..=4);
        assert!(refused.confirm(name(1)).is_some());
        refused.refuse(name(3));
        // Of the second one nobody has said anything.
        assert_eq!(decisions(refused), [(1, true), (4, false), (3, false)]);
    }
}
