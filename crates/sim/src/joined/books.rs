//! What programs have put, and what they were told.

use crate::body;
use bytes::Bytes;

/// Where a message is to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum To {
    /// The target queue of its channel.
    Target,
    /// A queue that is not there.
    Nowhere,
    /// The target queue, but it is longer than the channel takes.
    TooLong,
}

/// What it asks for if it cannot be put, or is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asks {
    Nothing,
    /// An exception report, and the message on the dead-letter queue.
    Report,
    /// An exception report with all of it, and nothing else: it goes back.
    Return,
    /// An exception report, and nothing of the message.
    Discard,
    /// A report when it has arrived.
    Arrival,
}

/// What became of a unit of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    Open,
    Committed,
    BackedOut,
    /// Whoever committed had no answer.
    Unknown,
}

/// A message that was put, in the order of its number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sent {
    pub(super) channel: usize,
    pub(super) program: usize,
    pub(super) unit: usize,
    pub(super) persistent: bool,
    pub(super) to: To,
    pub(super) asks: Asks,
    /// It goes to the queue for copies as well, with the same verb.
    pub(super) is_copied: bool,
    bytes: usize,
}

impl Sent {
    pub(super) fn new(channel: usize, program: usize, unit: usize) -> Self {
        Self {
            channel,
            program,
            unit,
            persistent: true,
            to: To::Target,
            asks: Asks::Nothing,
            is_copied: false,
            bytes: body::NUMBER_BYTES,
        }
    }

    pub(super) fn of_bytes(self, bytes: usize) -> Self {
        Self {
            bytes: bytes.max(body::NUMBER_BYTES),
            ..self
        }
    }
}

/// See the module.
#[derive(Default)]
pub(super) struct Books {
    pub(super) sent: Vec<Sent>,
    /// Of each unit of work; a message put outside one is one of its own.
    pub(super) fates: Vec<Fate>,
    /// What programs got from the target queue of each channel, in order.
    pub(super) consumed: Vec<Vec<u64>>,
    /// What gets that were not answered may have taken.
    pub(super) perhaps: Vec<u64>,
}

impl Books {
    pub(super) fn begin_unit(&mut self) -> usize {
        self.fates.push(Fate::Open);
        self.fates.len() - 1
    }

    /// Writes a message down, before it is put. Returns its number and its body.
    pub(super) fn add(&mut self, sent: Sent) -> (u64, Bytes) {
        let number = self.sent.len() as u64;
        self.sent.push(sent);
        (number, body::make(number, sent.bytes))
    }

    pub(super) fn fate(&self, number: u64) -> Fate {
        let sent = self.sent.get(number as usize);
        sent.map_or(Fate::BackedOut, |sent| self.fates[sent.unit])
    }

    /// The message this is the body of, whole.
    ///
    /// # Errors
    /// When it is that of no message.
    pub(super) fn read(&self, data: &[u8]) -> Result<u64, String> {
        let number = body::number(data)?;
        let sent = self.sent.get(number as usize);
        let sent = sent.ok_or_else(|| format!("nobody has put message {number}"))?;
        if data.len() != sent.bytes {
            let (found, put) = (data.len(), sent.bytes);
            return Err(format!("message {number} has {found} bytes, not {put}"));
        }
        body::check(data, number, sent.bytes)?;
        Ok(number)
    }
}
