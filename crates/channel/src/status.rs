//! What others see of a running channel, and the one thing they may ask of it: to stop.

use crate::activity::Activity;
use crate::host::{Peer, ServerConnection};
use crate::lock_order;
use ferromq_base::lock::{Mutex, MutexGuard};
use ferromq_mqi::name::FixedText;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// What the client said of itself, and who it is taken for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RemoteApplication {
    /// `MCAUSER`: the user in force for the first conversation.
    pub mca_user: FixedText<12>,
    /// `RAPPLTAG`.
    pub appl_tag: FixedText<28>,
    /// `RPRODUCT`: the first four characters of the product id.
    pub product: FixedText<4>,
    /// `RVERSION`: the other eight.
    pub version: FixedText<8>,
    /// `HBINT` agreed on, seconds.
    pub heartbeat_s: u32,
    /// `MAXMSGL` agreed on, bytes.
    pub message_bytes_max: u32,
    /// `MAXSHCNV`: conversations agreed on.
    pub conversations_max: u32,
}

/// Status of one running channel: what `DISPLAY CHSTATUS` shows.
#[derive(Debug)]
pub struct ChannelStatus {
    /// The definition it runs by.
    pub definition: Arc<ServerConnection>,
    /// The other end: `CONNAME`, `SSLPEER`, `SSLCERTI`, `SSLCIPH`.
    pub peer: Peer,
    /// `CHSTADA`, `CHSTATI`: when it started, microseconds since the epoch.
    pub started_us: u64,
    started_ns: u64,
    /// Its state, and what has passed.
    pub activity: Activity,
    conversations: AtomicU32,
    messages: AtomicU64,
    last_message_ns: AtomicU64,
    remote: Mutex<RemoteApplication, lock_order::RemoteApplication>,
}

impl ChannelStatus {
    /// A channel that starts now: by the wall clock (microseconds) and by [`crate::Host::monotonic_ns`].
    #[must_use]
    pub fn new(
        definition: Arc<ServerConnection>,
        peer: Peer,
        started_us: u64,
        started_ns: u64,
    ) -> Self {
        Self {
            definition,
            peer,
            started_us,
            started_ns,
            activity: Activity::default(),
            conversations: AtomicU32::new(0),
            messages: AtomicU64::new(0),
            last_message_ns: AtomicU64::new(0),
            remote: Mutex::default(),
        }
    }

    /// `CURSHCNV`: conversations there are now.
    #[must_use]
    pub fn conversations(&self) -> u32 {
        self.conversations.load(Ordering::Relaxed)
    }

    /// `MSGS`: messages put and got; documented for server connections as the number of MQI calls.
    #[must_use]
    pub fn messages(&self) -> u64 {
        self.messages.load(Ordering::Relaxed)
    }

    /// `LSTMSGDA`, `LSTMSGTI`: when the last call came, microseconds since the epoch; `None` before the first.
    #[must_use]
    pub fn last_message_us(&self) -> Option<u64> {
        match self.last_message_ns.load(Ordering::Relaxed) {
            0 => None,
            at_ns => Some(self.started_us + at_ns.saturating_sub(self.started_ns) / 1_000),
        }
    }

    /// What the client said of itself.
    #[must_use]
    pub fn remote(&self) -> RemoteApplication {
        self.remote_guard().clone()
    }

    pub(crate) fn count_call(&self, now_ns: u64) {
        self.messages.fetch_add(1, Ordering::Relaxed);
        self.last_message_ns.store(now_ns.max(1), Ordering::Relaxed);
    }

    pub(crate) fn set_conversations(&self, count: u32) {
        self.conversations.store(count, Ordering::Relaxed);
    }

    pub(crate) fn remote_guard(&self) -> MutexGuard<'_, RemoteApplication> {
        self.remote.lock()
    }
}
