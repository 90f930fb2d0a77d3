//! What each end keeps of a channel, in the units of work of its batches.

use ferromq_wire::message_channel::Luwid;

/// Where counters begin.
const COUNTER_FIRST: u32 = 0x1000_0000;
/// And goes on behind a multiple of this with each start.
const PER_START: u32 = 0x100;

/// What a sender keeps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SenderRecord {
    /// Seconds since 1970 when the first one was made: the first half of the name of every batch.
    pub(crate) time_s: u32,
    /// Counter of the last batch that may have been begun before this was kept.
    pub(crate) counter: u32,
    /// The last batch that was confirmed.
    pub(crate) committed: Luwid,
    /// Number of its last message.
    pub(crate) sequence: u32,
    /// The number the receiver is to be told the next message has; 0 when there is nothing to tell.
    pub(crate) reset_to: u32,
}

impl SenderRecord {
    /// Of a channel that has sent nothing.
    pub(crate) fn new(time_s: u32) -> Self {
        Self {
            time_s,
            counter: COUNTER_FIRST,
            ..Self::default()
        }
    }

    /// The record at a start: no batch to come has the name of one there was, whatever was not kept of the last life.
    pub(crate) fn started(mut self) -> Self {
        self.counter = (self.counter | (PER_START - 1)).wrapping_add(1);
        self
    }

    /// True when it was kept later than another one. Counters may run over.
    pub(crate) fn is_behind(&self, other: &Self) -> bool {
        self.counter.wrapping_sub(other.counter).cast_signed() > 0
    }

    /// What two records of one channel say together. There is one beside others where numbers were reset while batches were in doubt: it says
    /// what the others cannot know, and they say what has become of the batches.
    pub(crate) fn with(self, other: &Self) -> Self {
        let (later, earlier) = match self.is_behind(other) {
            true => (self, *other),
            false => (*other, self),
        };
        match (later.reset_to > 0, earlier.reset_to > 0) {
            (true, false) => Self {
                counter: later.counter,
                reset_to: later.reset_to,
                ..earlier
            },
            (false, true) => Self {
                reset_to: earlier.reset_to,
                ..later
            },
            _ => later,
        }
    }

    /// Counter of the batch behind the one with this.
    pub(crate) fn next_counter(counter: u32) -> u32 {
        // With a time of zero besides, a counter of zero would name no batch.
        counter.wrapping_add(1).max(1)
    }

    /// The record once a batch is confirmed.
    pub(crate) fn confirmed(self, batch: &InDoubt) -> Self {
        Self {
            counter: batch.batch.counter,
            committed: batch.batch,
            sequence: batch.sequence,
            ..self
        }
    }
}

/// What a receiver keeps of a partner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ReceiverRecord {
    /// The last batch that was committed.
    pub(crate) committed: Luwid,
    /// Number of its last message.
    pub(crate) sequence: u32,
}

/// A batch whose confirmation was asked for, or is about to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct InDoubt {
    pub(crate) batch: Luwid,
    /// Number of its last message.
    pub(crate) sequence: u32,
    /// Messages in it.
    pub(crate) messages: u32,
}

/// The number of the message behind one with this number.
pub(crate) const fn next_sequence(sequence: u32, wrap: u32) -> u32 {
    if sequence >= wrap { 1 } else { sequence + 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The steps that published displays show.
    #[test]
    fn counters_go_on_behind_a_multiple_of_256_with_each_start() {
        let fresh = SenderRecord::new(7).started();
        assert_eq!(fresh.counter, 0x1000_0100);
        assert_eq!(SenderRecord::next_counter(fresh.counter), 0x1000_0101);
        for (before, after) in [(0x1000_0bc0, 0x1000_0c00), (0x1000_1dc2, 0x1000_1e00)] {
            let record = SenderRecord {
                counter: before,
                ..fresh
            };
            assert_eq!(record.started().counter, after);
        }
    }

    #[test]
    fn counters_run_over_and_are_never_zero() {
        let record = SenderRecord {
            counter: u32::MAX,
            ..SenderRecord::new(7)
        };
        assert_eq!(record.started().counter, 0);
        assert_eq!(SenderRecord::next_counter(0), 1);
        assert_eq!(SenderRecord::next_counter(u32::MAX), 1);
    }

    #[test]
    fn a_record_that_resets_says_nothing_of_batches() {
        let batch = SenderRecord {
            counter: 7,
            committed: Luwid {
                time_s: 7,
                counter: 7,
            },
            sequence: 70,
            ..SenderRecord::new(7)
        };
        let reset = SenderRecord {
            counter: 8,
            reset_to: 5,
            ..SenderRecord::new(7)
        };
        let both = SenderRecord {
            counter: 8,
            reset_to: 5,
            ..batch
        };
        assert_eq!(reset.with(&batch), both);
        assert_eq!(batch.with(&reset), both);
        let later = SenderRecord {
            counter: 9,
            ..batch
        };
        assert_eq!(later.with(&reset).counter, 9);
        assert_eq!(later.with(&reset).reset_to, 5);
        assert_eq!(later.with(&batch), later);
    }

    #[test]
    fn numbers_begin_again_at_one() {
        assert_eq!(next_sequence(0, 100), 1);
        assert_eq!(next_sequence(99, 100), 100);
        assert_eq!(next_sequence(100, 100), 1);
        // A wrap that was lowered.
        assert_eq!(next_sequence(500, 100), 1);
    }
}
