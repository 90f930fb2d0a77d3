//! Segments in, bytes out.
//!
//! An [`Outbound`] queues the bytes of segments until the socket takes them. Calls longer than the longest
//! segment are split. Structures and short messages stand one after the other in one buffer, which is used
//! again and again; long messages are queued by reference and never copied. The edge writes all chunks with
//! one system call.

use std::collections::VecDeque;
use std::io::IoSlice;

use bytes::Bytes;

use crate::buffers;
use crate::delivery::PieceHead;
use crate::field::{Reader, Wire, Writer};
use crate::head::{Family, Head, flag};
use crate::kind::Kind;
use crate::level;
use crate::message_channel::MessageHead;
use crate::segment::Segment;

/// The least both ends may agree on as longest segment: every structure in front of a message fits.
pub const SEGMENT_BYTES_MIN: usize = 1024;

/// From this length on message data is queued by reference; below, a copy is cheaper than a chunk.
const SHARE_BYTES_MIN: usize = 4096;

/// What was sent of a buffer that is not empty is taken off its front when it is longer than this.
const SENT_BYTES_KEPT: usize = 64 * 1024;

#[derive(Debug)]
enum Chunk {
    /// So many bytes of the buffer, which are next in it.
    Buffered(usize),
    Shared(Bytes),
}

/// Bytes that wait for a socket. See the module.
#[derive(Debug)]
pub struct Outbound {
    segment_bytes_max: usize,
    fap: u8,
    /// Segments are filled to a multiple of four bytes.
    fills: bool,
    buffer: Vec<u8>,
    /// Start of the first buffered byte that is still to be sent.
    buffer_at: usize,
    chunks: VecDeque<Chunk>,
    /// Bytes of all chunks.
    queued_bytes: usize,
    /// Structures of a call that is being split.
    scratch: Vec<u8>,
    /// Bytes the socket has taken so far.
    taken_bytes: u64,
    /// Segments queued so far.
    segments: u64,
}

impl Outbound {
    /// Nothing to send, at the highest level. `fills` is false only where bytes are compared with those of others.
    #[must_use]
    pub fn new(fills: bool) -> Self {
        Self {
            segment_bytes_max: 32 * 1024,
            fap: level::FAP_MAX,
            fills,
            buffer: Vec::new(),
            buffer_at: 0,
            chunks: VecDeque::new(),
            queued_bytes: 0,
            scratch: Vec::new(),
            taken_bytes: 0,
            segments: 0,
        }
    }

    /// What both ends agreed on: longest segment in bytes, at least [`SEGMENT_BYTES_MIN`], and the level whose layouts
    /// they speak.
    pub fn set_agreed(&mut self, segment_bytes_max: usize, fap: u8) {
        self.segment_bytes_max = segment_bytes_max.max(SEGMENT_BYTES_MIN);
        self.fap = fap;
    }

    /// Queues a segment, or the segments of a call. Length, first and last flag are set here; all other
    /// flags are those of `head`. `shared` is the message data of the segment when it lies in a buffer
    /// that can be kept: long data is then not copied.
    pub fn send(&mut self, head: &Head, segment: &Segment<'_>, shared: Option<&Bytes>) {
        let data = segment.data();
        // What is of another length is not the data.
        let shared = shared.filter(|shared| shared.len() == data.len());
        if self.buffer.capacity() == 0 {
            self.buffer = buffers::take();
        }
        let (start, header_bytes) = (self.buffer.len(), head.family.bytes());
        let whole = head.clone().with_flags(flag::WHOLE);
        whole.encode(0, &mut self.buffer);
        let mut to = Writer::new(&mut self.buffer, head.form(self.fap));
        segment.write_before_data(&mut to, head.kind.is_reply());
        if let Segment::AsyncMessage(_) = segment {
            to.patch_u32(DATA_BYTES_AT, data.len() as u32);
        }
        let total = self.buffer.len() - start + data.len();
        if head.kind.is_call() {
            self.raise_call_bytes(start + header_bytes, total);
        }
        let fill = self.fill_bytes(head, total);
        if total + fill > self.segment_bytes_max {
            return self.split(start, head, data, shared);
        }
        self.segments += 1;
        self.set_length(start, total + fill);
        self.push_buffered(self.buffer.len() - start);
        self.push_data(data, shared);
        self.push_zeros(fill);
    }

    /// Queues a message for another queue manager, in as many segments as it takes: `front` (its envelope) and then `data`, which
    /// is queued by reference where it is long. The other flags of `head` are those of the last segment only. Answers how many
    /// segments there are.
    pub fn send_message(&mut self, head: &Head, sequence: u32, front: &[u8], data: &Bytes) -> u64 {
        if self.buffer.capacity() == 0 {
            self.buffer = buffers::take();
        }
        let total = front.len() + data.len();
        let prefix_bytes = head.family.bytes() + MessageHead::BYTES;
        let room = self.segment_bytes_max - prefix_bytes;
        let (mut at, mut segments) = (0, 0);
        while at < total || segments == 0 {
            let end = (at + room).min(total);
            let mut flags = 0;
            if at == 0 {
                flags |= flag::FIRST;
            }
            if end == total {
                flags |= flag::LAST | head.flags & !flag::WHOLE;
            }
            let one = Head {
                flags,
                ..head.clone()
            };
            let start = self.buffer.len();
            one.encode((prefix_bytes + end - at) as u32, &mut self.buffer);
            let message_head = MessageHead {
                sequence,
                segment_bytes: (end - at) as u32,
                unknown: 0,
                message_bytes: total as u32,
            };
            message_head.write(&mut Writer::new(&mut self.buffer, head.form(self.fap)));
            let in_front = at.min(front.len())..end.min(front.len());
            self.buffer.extend_from_slice(&front[in_front]);
            self.push_buffered(self.buffer.len() - start);
            let in_data = |at: usize| at.max(front.len()) - front.len();
            let part = data.slice(in_data(at)..in_data(end));
            self.push_data(&part, Some(&part));
            at = end;
            segments += 1;
        }
        self.segments += segments;
        segments
    }

    /// The call length of requests may be that of the answer; it is never less than the call.
    fn raise_call_bytes(&mut self, at: usize, total: usize) {
        let field: &mut [u8] = &mut self.buffer[at..at + 4];
        let given = u32::from_be_bytes([field[0], field[1], field[2], field[3]]);
        field.copy_from_slice(&given.max(total as u32).to_be_bytes());
    }

    /// Every segment begins at a multiple of four bytes of what is sent: the Java client places structures by where
    /// they lie in its buffer, and reads those behind an odd segment a few bytes late.
    fn fill_bytes(&self, head: &Head, total: usize) -> usize {
        let kind = head.kind;
        // Calls beside the MQI are made of whole words, and of those nobody knows the end is the segment's.
        let is_spi = matches!(kind, Kind::Spi | Kind::SpiReply);
        let has_length_inside = (kind.is_call() && !is_spi) || kind == Kind::AsyncMessage;
        // With plain headers a client reads each answer alone, and takes an answer to a get that goes on behind
        // its data for broken.
        let is_read_alone = matches!(head.family, Family::Plain) && kind.is_reply();
        if self.fills && has_length_inside && !is_read_alone {
            total.next_multiple_of(4) - total
        } else {
            0
        }
    }

    fn set_length(&mut self, start: usize, length: usize) {
        self.buffer[start + 4..start + 8].copy_from_slice(&(length as u32).to_be_bytes());
    }

    /// Queues a call as several segments. What was written of it is at the end of the buffer.
    fn split(&mut self, start: usize, head: &Head, data: &[u8], shared: Option<&Bytes>) {
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.clear();
        scratch.extend_from_slice(&self.buffer[start + head.family.bytes()..]);
        self.buffer.truncate(start);
        let form = head.form(self.fap);
        // Every segment of a message to a consumer begins with a few words of its own.
        let mut words = None;
        let mut structures = &scratch[..];
        if head.kind == Kind::AsyncMessage {
            let mut from = Reader::new(&scratch, form, "PieceHead");
            words = PieceHead::read(&mut from).ok();
            structures = from.rest();
        }
        let prefix_bytes = head.family.bytes() + words.map_or(0, |_| PieceHead::BYTES);
        // Every segment but the last one is a multiple of four bytes long.
        let room = self.segment_bytes_max / 4 * 4 - prefix_bytes;
        let total = structures.len() + data.len();
        let mut at = 0;
        while at < total {
            let end = (at + room).min(total);
            let flags = match (at == 0, end == total) {
                (true, false) => flag::FIRST,
                (false, true) => flag::LAST,
                _ => 0,
            };
            let fill = self.fill_bytes(head, prefix_bytes + end - at);
            let one = Head {
                flags: head.flags & !flag::WHOLE | flags,
                ..head.clone()
            };
            let start = self.buffer.len();
            one.encode((prefix_bytes + end - at + fill) as u32, &mut self.buffer);
            let in_data = |at: usize| at.max(structures.len()) - structures.len();
            let range = in_data(at)..in_data(end);
            if let Some(words) = &mut words {
                words.data_bytes = range.len() as u32;
                words.write(&mut Writer::new(&mut self.buffer, form));
                words.piece = words.piece.wrapping_add(1);
            }
            let in_structures = |at: usize| at.min(structures.len());
            let part = &structures[in_structures(at)..in_structures(end)];
            self.buffer.extend_from_slice(part);
            self.push_buffered(self.buffer.len() - start);
            let part = shared.map(|shared| shared.slice(range.clone()));
            self.push_data(&data[range], part.as_ref());
            self.push_zeros(fill);
            self.segments += 1;
            at = end;
        }
        self.scratch = scratch;
    }

    fn push_buffered(&mut self, length: usize) {
        self.queued_bytes += length;
        match self.chunks.back_mut() {
            Some(Chunk::Buffered(last)) => *last += length,
            _ => self.chunks.push_back(Chunk::Buffered(length)),
        }
    }

    fn push_data(&mut self, data: &[u8], shared: Option<&Bytes>) {
        match shared {
            Some(shared) if data.len() >= SHARE_BYTES_MIN => {
                self.queued_bytes += shared.len();
                self.chunks.push_back(Chunk::Shared(shared.clone()));
            }
            _ if data.is_empty() => {}
            _ => {
                self.buffer.extend_from_slice(data);
                self.push_buffered(data.len());
            }
        }
    }

    fn push_zeros(&mut self, count: usize) {
        if count > 0 {
            self.buffer.resize(self.buffer.len() + count, 0);
            self.push_buffered(count);
        }
    }

    /// Segments queued since it was made.
    #[must_use]
    pub fn segments(&self) -> u64 {
        self.segments
    }

    /// True when nothing waits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    /// Bytes that wait.
    #[must_use]
    pub fn queued_bytes(&self) -> usize {
        self.queued_bytes
    }

    /// What waits, in order.
    pub fn chunks(&self) -> impl Iterator<Item = &[u8]> {
        let mut at = self.buffer_at;
        self.chunks.iter().map(move |chunk| match chunk {
            Chunk::Buffered(length) => {
                at += length;
                &self.buffer[at - length..at]
            }
            Chunk::Shared(bytes) => &bytes[..],
        })
    }

    /// The first of what waits, in order, at most so many bytes and as far as there is room in `pieces`: how many are filled.
    pub fn pieces<'a>(&'a self, pieces: &mut [IoSlice<'a>], bytes_max: usize) -> usize {
        let mut left = bytes_max;
        let mut count = 0;
        for (piece, chunk) in pieces.iter_mut().zip(self.chunks()) {
            if left == 0 {
                break;
            }
            let taken = chunk.len().min(left);
            *piece = IoSlice::new(&chunk[..taken]);
            left -= taken;
            count += 1;
        }
        count
    }

    /// The socket took so many bytes from the front, at most those that wait.
    pub fn advance(&mut self, count: usize) {
        let mut count = count.min(self.queued_bytes);
        self.taken_bytes += count as u64;
        self.queued_bytes -= count;
        while count > 0 {
            let Some(chunk) = self.chunks.front_mut() else {
                return;
            };
            let (length, taken) = match chunk {
                Chunk::Buffered(length) => {
                    let taken = count.min(*length);
                    self.buffer_at += taken;
                    *length -= taken;
                    (*length, taken)
                }
                Chunk::Shared(bytes) => {
                    let taken = count.min(bytes.len());
                    let _sent = bytes.split_to(taken);
                    (bytes.len(), taken)
                }
            };
            if length == 0 {
                self.chunks.pop_front();
            }
            count -= taken;
        }
        self.reclaim();
    }

    /// Bytes the socket has taken since the beginning.
    #[must_use]
    pub fn taken_bytes(&self) -> u64 {
        self.taken_bytes
    }

    /// Forgets what waits: nobody will take it.
    pub fn clear(&mut self) {
        self.chunks.clear();
        self.queued_bytes = 0;
        self.reclaim();
    }

    /// Uses the buffer again from its front when what stood there is sent.
    fn reclaim(&mut self) {
        if self.chunks.is_empty() {
            self.buffer_at = 0;
            buffers::give_back(std::mem::take(&mut self.buffer));
        } else if self.buffer_at > SENT_BYTES_KEPT && self.buffer_at > self.buffer.len() / 2 {
            self.buffer.drain(..self.buffer_at);
            self.buffer_at = 0;
        }
    }
}

/// Where a message tells the bytes of its data in the segment, from the start of the payload.
const DATA_BYTES_AT: usize = 16;
