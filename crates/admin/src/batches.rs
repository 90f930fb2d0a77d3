//! What displays show of a channel between queue managers beside what every channel has.

use crate::status::Moment;

/// A batch, by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    /// `CURLUWID`, `LSTLUWID`: 16 hexadecimal digits, zeros for none.
    pub name: String,
    /// `CURSEQNO`, `LSTSEQNO`: number of its last message.
    pub sequence: u32,
}

impl Default for Batch {
    fn default() -> Self {
        Self {
            name: "0".repeat(16),
            sequence: 0,
        }
    }
}

/// See the module. Pairs are how it was lately and how it is in the long run; `None` for what is not measured.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MessageChannelFigures {
    /// It is what is kept of the channel, whether it runs or not (`SAVED`): batches and names only.
    pub saved: bool,
    /// `RQMNAME`: the queue manager at the other end.
    pub partner: String,
    /// `XMITQ`; `None` for a receiving end.
    pub transmission_queue: Option<String>,
    /// The batch that is open, or the next one.
    pub current: Batch,
    /// `CURMSGS`: messages of it so far.
    pub current_messages: u32,
    /// The batch that was confirmed last.
    pub last: Batch,
    /// `LSTERROR`, `LSTERRDA`, `LSTERRTI`: the number of what operators were told when it failed last, and when; of what is kept only.
    pub last_error: Option<(String, Moment)>,
    /// `INDOUBT`: the other end was asked to confirm the batch, and has not answered.
    pub in_doubt: bool,
    /// `BATCHES`: since it started.
    pub batches: u64,
    /// `BATCHSZ`, as agreed.
    pub batch_messages_max: u32,
    /// `NPMSPEED(FAST)`, as agreed.
    pub fast: bool,
    /// `SHORTRTS` and `LONGRTS`: attempts left; `None` for an end that does not call.
    pub retries_left: Option<(u32, u32)>,
    /// `NETTIME`, microseconds.
    pub net_time_us: Option<(u64, u64)>,
    /// `XBATCHSZ`.
    pub batch_size: Option<(u64, u64)>,
    /// `XQTIME`, microseconds.
    pub queue_time_us: Option<(u64, u64)>,
    /// `XQMSGSA`: messages that wait on the transmission queue, at most 999.
    pub queued: Option<u32>,
}
