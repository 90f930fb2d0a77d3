//! A handle that is open for publishing to a topic, and what was published by it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// See the module.
#[derive(Debug)]
pub(crate) struct Publisher {
    /// In the order publishers came.
    pub(crate) number: u64,
    /// The full topic string.
    pub(crate) topic: Arc<str>,
    /// Number of its connection.
    pub(crate) connection: u64,
    messages: AtomicU64,
    /// When it published last, microseconds since the epoch.
    last_us: AtomicU64,
}

impl Publisher {
    pub(crate) fn new(number: u64, topic: Arc<str>, connection: u64) -> Self {
        Self {
            number,
            topic,
            connection,
            messages: AtomicU64::new(0),
            last_us: AtomicU64::new(0),
        }
    }

    pub(crate) fn count(&self, now_us: u64) {
        self.messages.fetch_add(1, Ordering::Relaxed);
        self.last_us.store(now_us, Ordering::Relaxed);
    }

    /// Publications so far, under syncpoint as well, and when the last one was (0 for never).
    pub(crate) fn counted(&self) -> (u64, u64) {
        let of = |value: &AtomicU64| value.load(Ordering::Relaxed);
        (of(&self.messages), of(&self.last_us))
    }
}
