//! Settings in, figures out.

use crate::selection::{GroupInfo, Id, Payload};
use crate::Seq;

/// What the attributes of the queue decide here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueueSettings {
    /// Messages the queue may hold (MAXDEPTH), uncommitted puts and gets counted.
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
    /// Messages on the queue, uncommitted puts and gets counted.
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
