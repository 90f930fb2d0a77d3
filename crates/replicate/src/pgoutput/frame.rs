//! The frames of streaming replication, each in a CopyData message.

use super::log_message::Garbled;
use crate::reader::Reader;

/// A frame from the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frame<'a> {
    /// A message of the plugin.
    Wal(WalFrame<'a>),
    /// The server is there.
    KeepAlive {
        /// All that was committed up to here was sent.
        end_lsn: u64,
        /// When, microseconds since 2000-01-01 UTC.
        time_us: i64,
        /// An answer is wanted at once.
        wants_reply: bool,
    },
}

/// A message of the plugin, and where it is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WalFrame<'a> {
    /// Where it lies in the log; the same for several.
    pub start_lsn: u64,
    /// How far the server's log reaches.
    pub end_lsn: u64,
    /// When it was sent, microseconds since 2000-01-01 UTC.
    pub time_us: i64,
    /// The message.
    pub data: &'a [u8],
}

impl<'a> Frame<'a> {
    /// Reads the contents of a CopyData message.
    ///
    /// # Errors
    /// Why it cannot be understood.
    pub fn decode(bytes: &'a [u8]) -> Result<Self, Garbled> {
        let mut reader = Reader::new(bytes);
        match reader.u8("frame")? {
            b'w' => Ok(Self::Wal(WalFrame {
                start_lsn: reader.u64("frame")?,
                end_lsn: reader.u64("frame")?,
                time_us: reader.i64("frame")?,
                data: reader.rest(),
            })),
            b'k' => {
                let frame = Self::KeepAlive {
                    end_lsn: reader.u64("frame")?,
                    time_us: reader.i64("frame")?,
                    wants_reply: reader.u8("frame")? != 0,
                };
                reader.end("frame")?;
                Ok(frame)
            }
            other => Err(Garbled::Kind(other)),
        }
    }
}

/// The frame that tells the server what it may forget: everything in front of `flushed_lsn`.
#[must_use]
pub fn status_update(flushed_lsn: u64, time_us: i64) -> [u8; 34] {
    let mut frame = [0; 34];
    frame[0] = b'r';
    for at in [1, 9, 17] {
        frame[at..at + 8].copy_from_slice(&flushed_lsn.to_be_bytes());
    }
    frame[25..33].copy_from_slice(&time_us.to_be_bytes());
    frame
}
