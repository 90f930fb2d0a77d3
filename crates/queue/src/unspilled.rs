//! What is in memory and not to stay there.

use crate::message::Message;
use std::collections::VecDeque;
use std::sync::Arc;

/// Messages that are not to stay in memory, those put first at the front. Some may be gone.
#[derive(Debug, Default)]
pub(crate) struct Spilling {
    waiting: VecDeque<(u64, u32)>,
    bytes: u64,
    failed: bool,
}

impl Spilling {
    pub(crate) fn add(&mut self, seq: u64, payload_len: u32) {
        self.waiting.push_back((seq, payload_len));
        self.bytes += u64::from(payload_len);
    }

    /// Bytes of those that wait.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Whether the last step failed.
    pub(crate) fn note_failed(&mut self, failed: bool) {
        self.failed = failed;
    }

    /// The last step failed.
    pub(crate) fn has_failed(&self) -> bool {
        self.failed
    }

    pub(crate) fn next(&mut self) -> Option<u64> {
        let (seq, payload_len) = self.waiting.pop_front()?;
        self.bytes -= u64::from(payload_len);
        Some(seq)
    }

    pub(crate) fn put_back(&mut self, one: &Unspilled) {
        self.waiting.push_front((one.seq, one.payload_len));
        self.bytes += u64::from(one.payload_len);
    }

    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }
}

/// A message to be written, and where.
pub(crate) struct Unspilled {
    pub(crate) seq: u64,
    pub(crate) payload_len: u32,
    pub(crate) unit: u32,
    pub(crate) message: Arc<Message>,
}
