//! Settings in, figures out.

use crate::message::Id;
use crate::numbers::Seq;
use crate::selection::{GroupInfo, Payload};

/// What the attributes of the queue decide here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueueSettings {
    /// The depth at which puts are refused (MAXDEPTH).
    pub max_depth: u32,
    /// First in, first out, whatever the priority (MSGDLVSQ). A change counts for later puts.
    pub delivery_fifo: bool,
    /// The queue's default priority (DEFPRTY): in what class FIFO messages stand beside
    /// messages put while the queue delivered by priority.
    pub default_priority: u8,
    /// Bytes of non-persistent messages kept in memory; beyond them bodies go to the file.
    pub np_buffer_bytes: u64,
    /// Bytes of persistent messages kept in memory; beyond them the log or file copy is read.
    pub p_buffer_bytes: u64,
    /// Non-persistent messages outlive a clean end of the queue manager (NPMCLASS(HIGH)).
    pub np_class_high: bool,
}

impl Default for QueueSettings {
    fn default() -> Self {
        Self {
            max_depth: 5_000,
            delivery_fifo: false,
            default_priority: 0,
            np_buffer_bytes: 1 << 20,
            p_buffer_bytes: 1 << 20,
            np_class_high: false,
        }
    }
}

/// Figures of a queue at one moment. Times are wall clock, microseconds since 1970, 0 = never.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QueueStatus {
    /// Messages on the queue, with uncommitted puts and without uncommitted gets.
    pub depth: u32,
    /// Messages a getter could take now.
    pub available: u32,
    /// Puts not yet committed.
    pub uncommitted_puts: u32,
    /// Gets not yet committed.
    pub uncommitted_gets: u32,
    /// Greatest depth since the last reset.
    pub high_depth: u32,
    /// When the oldest message was put.
    pub oldest_put_at_us: u64,
    /// When a message was last put.
    pub last_put_at_us: u64,
    /// When a message was last got.
    pub last_get_at_us: u64,
    /// How long messages stayed on the queue until they were got, in microseconds: over the last
    /// few gets and over many. Zero before the first one.
    pub time_on_queue_us: (u64, u64),
    /// Messages put since the queue was opened.
    pub puts: u64,
    /// Messages got for good since the queue was opened.
    pub gets: u64,
    /// Messages browsed since the queue was opened.
    pub browses: u64,
    /// Messages expired since the queue was opened.
    pub expired: u64,
    /// Bytes of non-persistent payloads in memory.
    pub np_bytes_in_memory: u64,
    /// Bytes of persistent payloads in memory.
    pub p_bytes_in_memory: u64,
    /// Messages whose body was written to the queue file for want of buffer.
    pub spilled: u64,
    /// Length of the data file in bytes.
    pub file_bytes: u64,
    /// Registered waiters.
    pub waiters: u32,
    /// What went on and off since the queue was opened, uncommitted included.
    pub traffic: Traffic,
}

/// Messages and the bytes of their data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Volume {
    /// How many.
    pub messages: u64,
    /// Of their data.
    pub bytes: u64,
}

impl Volume {
    pub(crate) fn add(&mut self, bytes: u64) {
        self.messages += 1;
        self.bytes += bytes;
    }

    pub(crate) fn take_back(&mut self, bytes: u64) {
        self.messages = self.messages.saturating_sub(1);
        self.bytes = self.bytes.saturating_sub(bytes);
    }
}

/// What went on and off a queue: each pair is of non-persistent and of persistent messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Put, in this life of the queue.
    pub puts: [Volume; 2],
    /// Got.
    pub gets: [Volume; 2],
    /// Browsed.
    pub browses: [Volume; 2],
    /// How long messages that were got had been on the queue, together; microseconds. Gets that were backed out count as well.
    pub time_us: [u64; 2],
    /// Puts that were backed out.
    pub puts_backed_out: u64,
    /// Gets that were backed out.
    pub gets_backed_out: u64,
}

/// Lowest and highest depth since it was asked for last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DepthMarks {
    /// Lowest.
    pub least: u32,
    /// Highest.
    pub most: u32,
}

/// What went on since it was asked for last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QueueStatistics {
    /// Greatest depth.
    pub high_depth: u32,
    /// Messages put, uncommitted and backed out ones included.
    pub puts: u64,
    /// Messages got, likewise.
    pub gets: u64,
    /// How long that was, in microseconds.
    pub interval_us: u64,
}

/// Where counting began.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CountedFrom {
    pub(crate) puts: u64,
    pub(crate) gets: u64,
    /// Wall clock; 0 for since the queue was opened.
    pub(crate) at_us: u64,
}

/// How long messages stay, as two moving averages in sixteenths of a microsecond.
#[derive(Clone, Copy, Default)]
pub(crate) struct TimeOnQueue {
    short: u64,
    long: u64,
}

impl TimeOnQueue {
    /// A message put at that time was got now.
    pub(crate) fn add(&mut self, put_at_us: u64, now_us: u64) {
        let time = now_us.saturating_sub(put_at_us).min(u64::MAX >> 8) << 4;
        if self.long == 0 {
            (self.short, self.long) = (time, time);
            return;
        }
        self.short = self.short - self.short / 8 + time / 8;
        self.long = self.long - self.long / 256 + time / 256;
    }

    pub(crate) fn shown(self) -> (u64, u64) {
        (self.short >> 4, self.long >> 4)
    }
}

/// Which messages a walk visits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All that are committed.
    All,
    /// Those that are committed and persistent.
    Persistent,
}

/// One message on a walk through the queue.
#[derive(Clone, Debug)]
pub struct Summary {
    /// Which message.
    pub seq: Seq,
    /// Message id.
    pub msg_id: Id,
    /// Correlation id.
    pub correl_id: Id,
    /// Priority.
    pub priority: u8,
    /// Class it is ordered by.
    pub class: u8,
    /// Whether it is persistent.
    pub persistent: bool,
    /// A unit of work that is not committed has got it.
    pub held: bool,
    /// When it was put.
    pub put_at_us: u64,
    /// When it expires.
    pub expires_at_us: Option<u64>,
    /// How often it was backed out.
    pub backout_count: u32,
    /// Group and segment fields.
    pub group: Option<GroupInfo>,
    /// Its payload.
    pub payload: Payload,
}

/// What `Queue::harden` did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HardenReport {
    /// Messages written.
    pub messages: u64,
    /// Bytes of payload written.
    pub bytes: u64,
    /// Slots of removed messages cleared.
    pub cleared: u64,
    /// Slots of messages already hardened written again (backout count).
    pub rewritten: u64,
}

/// How far those who get are behind those who put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Backlog {
    /// Messages on the queue, as `QueueStatus::depth`.
    pub depth: u32,
    /// Messages got so far, uncommitted ones included: falls only when gets are backed out.
    pub taken: u64,
}
