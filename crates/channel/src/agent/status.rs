//! What others see of a running message channel.

use super::definition::MessageChannelDefinition;
use crate::activity::Activity;
use crate::host::Peer;
use crate::lock_order;
use crate::message::{Average, InDoubt, SenderRecord, Totals};
use ferromq_base::lock::Mutex;
use ferromq_wire::message_channel::Luwid;
use std::sync::atomic::{AtomicU64, Ordering};
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
    /// `CURLUWID`.
    pub current_batch: Luwid,
    /// `CURMSGS`.
    pub current_messages: u32,
    /// `CURSEQNO`.
    pub current_sequence: u32,
    /// `LSTLUWID`.
    pub last_batch: Luwid,
    /// `LSTSEQNO`.
    pub last_sequence: u32,
    /// `INDOUBT(YES)`.
    pub in_doubt: bool,
    /// `LSTMSGDA`, `LSTMSGTI`: microseconds since 1970; 0 for never.
    pub last_message_us: u64,
    /// `NETTIME`: microseconds from a question to its answer, with what the other end did in between.
    pub net_time_us: Average,
    /// The same since statistics were taken.
    pub net_times: Totals,
    /// Batches that were full.
    pub full_batches: u64,
    /// Puts that were tried again.
    pub put_retries: u64,
    /// `XBATCHSZ`: messages of a batch.
    pub batch_size: Average,
    /// `XQTIME`: microseconds that messages were on the transmission queue.
    pub queue_time_us: Average,
}

impl Progress {
    pub(crate) fn note_sender(&mut self, current: &InDoubt, record: &SenderRecord) {
        self.current_batch = current.batch;
        self.current_messages = current.messages;
        self.current_sequence = current.sequence;
        self.last_batch = record.committed;
        self.last_sequence = record.sequence;
    }
}

/// The name of a batch as displays show it: the bytes of a little-endian header.
#[must_use]
pub fn batch_digits(batch: Luwid) -> String {
    let bytes = batch.field(ferromq_mqi::header::ByteOrder::Little);
    bytes.iter().map(|byte| format!("{byte:02X}")).collect()
}

/// A name as a command has it: what is in lower case stands in quotation marks.
#[must_use]
pub fn in_commands(name: &str) -> String {
    match name.bytes().any(|byte| byte.is_ascii_lowercase()) {
        true => format!("'{name}'"),
        false => name.to_owned(),
    }
}

/// The queue manager at the other end.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Partner {
    name: String,
    id: String,
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
    /// Its state, and what has passed.
    pub activity: Activity,
    /// The queue manager at the other end, as it said when it called.
    partner: OnceLock<Partner>,
    /// `MCAUSER`.
    user: OnceLock<String>,
    progress: Mutex<Progress, lock_order::Progress>,
    /// What statistics have told: messages, batches, those that were full, puts tried again, and bytes.
    told: [AtomicU64; 5],
}

/// What a channel did since it was asked last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChannelWork {
    /// Messages confirmed.
    pub messages: u64,
    /// Batches confirmed.
    pub batches: u64,
    /// Those that were full.
    pub full_batches: u64,
    /// Puts that were tried again.
    pub put_retries: u64,
    /// Bytes sent by an end that sends messages, or received by one that takes them.
    pub bytes: u64,
    /// Times from a question to its answer, microseconds.
    pub net_times: Totals,
}

impl MessageChannelStatus {
    /// A channel that starts now, by the wall clock.
    #[must_use]
    pub fn new(definition: Arc<MessageChannelDefinition>, peer: Peer, started_us: u64) -> Self {
        Self {
            definition,
            peer,
            started_us,
            activity: Activity::default(),
            partner: OnceLock::new(),
            user: OnceLock::new(),
            progress: Mutex::default(),
            told: Default::default(),
        }
    }

    /// What it did since this was asked last.
    pub fn take_work(&self) -> ChannelWork {
        let (progress, net_times) = {
            let mut progress = self.progress.lock();
            let net_times = std::mem::take(&mut progress.net_times);
            (progress.clone(), net_times)
        };
        let traffic = self.activity.traffic();
        let bytes = match self.definition.kind.sends_messages() {
            true => traffic.sent_bytes,
            false => traffic.received_bytes,
        };
        let now = [
            progress.messages,
            progress.batches,
            progress.full_batches,
            progress.put_retries,
            bytes,
        ];
        let mut told = self.told.iter().zip(now);
        let mut since = || {
            let (told, now) = told.next()?;
            Some(now.saturating_sub(told.swap(now, Ordering::Relaxed)))
        };
        let mut next = || since().unwrap_or(0);
        ChannelWork {
            messages: next(),
            batches: next(),
            full_batches: next(),
            put_retries: next(),
            bytes: next(),
            net_times,
        }
    }

    /// The queue manager at the other end; empty before it is known.
    #[must_use]
    pub fn partner(&self) -> &str {
        self.partner.get().map_or("", |partner| &partner.name)
    }

    /// The user it acts for; empty before it is known.
    #[must_use]
    pub fn user(&self) -> &str {
        self.user.get().map_or("", String::as_str)
    }

    /// Whom it acts for. The first word counts.
    pub fn set_user(&self, user: &str) {
        let _ = self.user.set(user.trim_end().to_owned());
    }

    /// Its identifier, which another queue manager of that name does not have; empty before it is known.
    #[must_use]
    pub fn partner_id(&self) -> &str {
        self.partner.get().map_or("", |partner| &partner.id)
    }

    /// Who called. The first word counts.
    pub fn set_partner(&self, name: &str, id: &str) {
        let _ = self.partner.set(Partner {
            name: name.trim_end().to_owned(),
            id: id.trim_end().to_owned(),
        });
    }

    /// Where it stands.
    #[must_use]
    pub fn progress(&self) -> Progress {
        self.progress.lock().clone()
    }

    pub(crate) fn note(&self, change: impl FnOnce(&mut Progress)) {
        change(&mut self.progress.lock());
    }
}
