//! What others see of a running message channel.

use super::definition::MessageChannelDefinition;
use crate::host::Peer;
use crate::lock_order;
use crate::message::{InDoubt, SenderRecord};
use ferromq_base::lock::Mutex;
use ferromq_mqi::generated::constants::{MQCHS_BINDING, MQCHS_STOPPING};
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// Where a channel stands: what `DISPLAY CHSTATUS` shows of batches, and of the other end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// `RQMNAME`.
    pub partner_name: String,
    /// `RPRODUCT` and `RVERSION`, together.
    pub partner_product: String,
    /// `BATCHSZ` and `HBINT` agreed on.
    pub batch_messages_max: u32,
    /// Seconds.
    pub heartbeat_s: u32,
    /// `NPMSPEED(FAST)` agreed on.
    pub fast: bool,
    /// `MSGS` confirmed, and `BATCHES`.
    pub messages: u64,
    /// Batches confirmed.
    pub batches: u64,
    /// `CURLUWID`, as 16 hexadecimal digits.
    pub current_batch: String,
    /// `CURMSGS`.
    pub current_messages: u32,
    /// `CURSEQNO`.
    pub current_sequence: u32,
    /// `LSTLUWID`.
    pub last_batch: String,
    /// `LSTSEQNO`.
    pub last_sequence: u32,
    /// `INDOUBT(YES)`.
    pub in_doubt: bool,
    /// `LSTMSGDA`, `LSTMSGTI`: microseconds since 1970; 0 for never.
    pub last_message_us: u64,
}

impl Progress {
    pub(crate) fn note_sender(&mut self, current: &InDoubt, record: &SenderRecord) {
        self.current_batch = digits(current.batch);
        self.current_messages = current.messages;
        self.current_sequence = current.sequence;
        self.last_batch = digits(record.committed);
        self.last_sequence = record.sequence;
    }
}

/// The name of a batch as displays show it: the bytes of a little-endian header.
pub(crate) fn digits(batch: ferromq_wire::message_channel::Luwid) -> String {
    let bytes = batch.field(ferromq_mqi::header::ByteOrder::Little);
    bytes.iter().map(|byte| format!("{byte:02X}")).collect()
}

/// Status of one running channel.
#[derive(Debug)]
pub struct MessageChannelStatus {
    /// The definition it runs by.
    pub definition: Arc<MessageChannelDefinition>,
    /// The other end.
    pub peer: Peer,
    /// `CHSTADA`, `CHSTATI`: when it started, microseconds since the epoch.
    pub started_us: u64,
    state: AtomicI32,
    substate: AtomicI32,
    stop: AtomicBool,
    /// The queue manager at the other end, as it said when it called.
    partner: OnceLock<String>,
    sent_bytes: AtomicU64,
    received_bytes: AtomicU64,
    sent_buffers: AtomicU64,
    received_buffers: AtomicU64,
    progress: Mutex<Progress, lock_order::Progress>,
}

impl MessageChannelStatus {
    /// A channel that starts now, by the wall clock.
    #[must_use]
    pub fn new(definition: Arc<MessageChannelDefinition>, peer: Peer, started_us: u64) -> Self {
        Self {
            definition,
            peer,
            started_us,
            state: AtomicI32::new(MQCHS_BINDING),
            substate: AtomicI32::new(0),
            stop: AtomicBool::new(false),
            partner: OnceLock::new(),
            sent_bytes: AtomicU64::new(0),
            received_bytes: AtomicU64::new(0),
            sent_buffers: AtomicU64::new(0),
            received_buffers: AtomicU64::new(0),
            progress: Mutex::default(),
        }
    }

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

    /// `STOPREQ`.
    #[must_use]
    pub fn is_stop_requested(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Notes that the channel is to stop. The edge that has the channel calls [`crate::MessageChannel::end`].
    pub fn request_stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.set_state(MQCHS_STOPPING);
    }

    /// The queue manager at the other end; empty before it is known.
    #[must_use]
    pub fn partner(&self) -> &str {
        self.partner.get().map_or("", String::as_str)
    }

    /// Who called. The first word counts.
    pub fn set_partner(&self, name: &str) {
        let _ = self.partner.set(name.trim_end().to_owned());
    }

    /// Bytes and segments: sent, sent, received, received.
    #[must_use]
    pub fn traffic(&self) -> [u64; 4] {
        [
            &self.sent_bytes,
            &self.sent_buffers,
            &self.received_bytes,
            &self.received_buffers,
        ]
        .map(|count| count.load(Ordering::Relaxed))
    }

    /// Where it stands.
    #[must_use]
    pub fn progress(&self) -> Progress {
        self.progress.lock().clone()
    }

    /// The edge wrote to the socket.
    pub fn count_sent(&self, bytes: u64) {
        self.sent_bytes.fetch_add(bytes, Ordering::Relaxed);
        self.sent_buffers.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn count_received(&self, bytes: u64) {
        self.received_bytes.fetch_add(bytes, Ordering::Relaxed);
        self.received_buffers.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn set_state(&self, state: i32) {
        self.state.store(state, Ordering::Relaxed);
    }

    pub(crate) fn set_substate(&self, substate: i32) {
        self.substate.store(substate, Ordering::Relaxed);
    }

    pub(crate) fn note(&self, change: impl FnOnce(&mut Progress)) {
        change(&mut self.progress.lock());
    }
}
