//! PING CHANNEL: both ends come to terms, and data go there and come back. No message travels.

use crate::line::Line;
use crate::message::Fault;
use ferromq_qmgr::Notice;
use ferromq_wire::head::flag;
use ferromq_wire::message_channel::Luwid;
use ferromq_wire::{Kind, Segment};
use std::sync::mpsc::SyncSender;

/// Bytes of a segment beside the data of a ping.
const AROUND_BYTES: usize = 32;

/// That a channel is to be tried, and who wants to know how that went.
#[derive(Clone, Debug)]
pub struct Ping {
    /// Bytes to send there and back: fewer where the ends agree on shorter segments.
    pub data_bytes: usize,
    /// Told once: that it went well, or why not. There has to be room for one.
    pub answer: SyncSender<Result<(), Notice>>,
}

impl Ping {
    /// Tells whoever waits, if that is not done and somebody still does.
    pub fn tell(&self, how: Result<(), Notice>) {
        let _ = self.answer.try_send(how);
    }

    /// The data that go in a segment of at most so many bytes.
    fn data(&self, segment_bytes_max: usize) -> Vec<u8> {
        let most = segment_bytes_max.saturating_sub(AROUND_BYTES);
        let bytes = (b' '..=b'~').cycle();
        bytes.take(self.data_bytes.min(most)).collect()
    }

    /// Sends the data.
    pub(crate) fn send(&self, line: &mut Line, segment_bytes_max: usize) {
        let data = self.data(segment_bytes_max);
        let head = line.head(Kind::Ping, flag::CONFIRM, Luwid::NONE);
        line.send(&head, &Segment::Ping(&data));
    }

    /// Takes a segment of the other end. True when that was the answer, and the connection is to be closed.
    ///
    /// # Errors
    /// What is no answer to a ping, or one with other data.
    pub(crate) fn answered(
        &self,
        segment: &Segment<'_>,
        kind: Kind,
        segment_bytes_max: usize,
    ) -> Result<bool, Fault> {
        match segment {
            Segment::Ping(data) if *data == self.data(segment_bytes_max) => Ok(true),
            Segment::Ping(_) => Err(Fault::Batch("the data of a ping came back changed")),
            Segment::Heartbeat => Ok(false),
            _ => Err(Fault::Unexpected(kind)),
        }
    }
}
