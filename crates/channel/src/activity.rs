//! What every running channel shows, of a client or between queue managers: its state, what has passed, and that it is to stop.

use ferromq_mqi::generated::constants::{MQCHS_BINDING, MQCHS_STOPPING, MQCHSSTATE_OTHER};
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering};

/// What has passed over a channel so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// `BYTSSENT`.
    pub sent_bytes: u64,
    /// `BYTSRCVD`.
    pub received_bytes: u64,
    /// `BUFSSENT`: segments.
    pub sent_segments: u64,
    /// `BUFSRCVD`: segments.
    pub received_segments: u64,
}

/// See the module. Any thread may read it.
#[derive(Debug)]
pub struct Activity {
    state: AtomicI32,
    substate: AtomicI32,
    stop: AtomicBool,
    sent_bytes: AtomicU64,
    received_bytes: AtomicU64,
    sent_segments: AtomicU64,
    received_segments: AtomicU64,
}

impl Default for Activity {
    /// Of a channel whose ends come to terms.
    fn default() -> Self {
        Self {
            state: AtomicI32::new(MQCHS_BINDING),
            substate: AtomicI32::new(MQCHSSTATE_OTHER),
            stop: AtomicBool::new(false),
            sent_bytes: AtomicU64::new(0),
            received_bytes: AtomicU64::new(0),
            sent_segments: AtomicU64::new(0),
            received_segments: AtomicU64::new(0),
        }
    }
}

impl Activity {
    /// `STATUS`: `MQCHS_*`.
    #[must_use]
    pub fn state(&self) -> i32 {
        self.state.load(Ordering::Relaxed)
    }

    /// `SUBSTATE`: `MQCHSSTATE_*`.
    #[must_use]
    pub fn substate(&self) -> i32 {
        self.substate.load(Ordering::Relaxed)
    }

    /// `STOPREQ`: someone asked it to stop.
    #[must_use]
    pub fn is_stop_requested(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Notes that the channel is to stop. The edge that has the channel tells it.
    pub fn request_stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.set_state(MQCHS_STOPPING);
    }

    /// Counters.
    #[must_use]
    pub fn traffic(&self) -> Traffic {
        Traffic {
            sent_bytes: self.sent_bytes.load(Ordering::Relaxed),
            received_bytes: self.received_bytes.load(Ordering::Relaxed),
            sent_segments: self.sent_segments.load(Ordering::Relaxed),
            received_segments: self.received_segments.load(Ordering::Relaxed),
        }
    }

    /// The edge wrote so many bytes to the socket; so many segments were queued for it since the channel began.
    pub fn count_sent(&self, bytes: u64, segments: u64) {
        self.sent_bytes.fetch_add(bytes, Ordering::Relaxed);
        self.sent_segments.store(segments, Ordering::Relaxed);
    }

    pub(crate) fn count_received(&self, bytes: u64, segments: u64) {
        self.received_bytes.fetch_add(bytes, Ordering::Relaxed);
        self.received_segments
            .fetch_add(segments, Ordering::Relaxed);
    }

    pub(crate) fn set_state(&self, state: i32) {
        self.state.store(state, Ordering::Relaxed);
    }

    pub(crate) fn set_substate(&self, substate: i32) {
        self.substate.store(substate, Ordering::Relaxed);
    }
}
