//! One direction of a connection: a byte ring with one writer and one reader.
//!
//! A frame travels as one or more fragments. A fragment is a header word (payload bytes, and bytes of the frame
//! still to come after it, 32 bits each) and the payload, padded to eight bytes. The payload may run over the end
//! of the ring and go on at its start; the header never does.
//!
//! Each end keeps its own position in private memory and only publishes it. Of the other end it reads one word,
//! once, and believes nothing: see [`Rule`].
//!
//! Order in words: the writer copies a fragment in and then stores its position with release; a reader that
//! loads this position with acquire therefore sees the whole fragment. The reader copies out and then stores its
//! position with release; a writer that loads this position with acquire may overwrite those bytes.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bytes::BufMut;

use crate::error::Rule;
use crate::layout::{
    FRAGMENT_ALIGN_BYTES, FRAGMENT_HEADER_BYTES, REPLY_READ_AT, REPLY_WRITTEN_AT, REQUEST_READ_AT,
    REQUEST_WRITTEN_AT, RegionSizes, fragment_footprint_bytes,
};
use crate::region::{Region, Window};

/// Where one ring lies in a region.
#[derive(Clone, Copy)]
pub(crate) struct Lane {
    data_at: usize,
    capacity: u64,
    written_at: usize,
    read_at: usize,
    frame_bytes_max: u64,
}

impl Lane {
    /// The ring from client to server.
    pub(crate) fn requests(sizes: &RegionSizes) -> Lane {
        Lane {
            data_at: sizes.request_data_at(),
            capacity: u64::from(sizes.request_bytes()),
            written_at: REQUEST_WRITTEN_AT,
            read_at: REQUEST_READ_AT,
            frame_bytes_max: u64::from(sizes.frame_bytes_max()),
        }
    }

    /// The ring from server to client.
    pub(crate) fn replies(sizes: &RegionSizes) -> Lane {
        Lane {
            data_at: sizes.reply_data_at(),
            capacity: u64::from(sizes.reply_bytes()),
            written_at: REPLY_WRITTEN_AT,
            read_at: REPLY_READ_AT,
            frame_bytes_max: u64::from(sizes.frame_bytes_max()),
        }
    }

    fn check(&self, region: &Region) {
        // invariant: RegionSizes has checked it
        assert!(self.capacity.is_power_of_two());
        // invariant: a region is made or refused by these sizes
        assert!(self.data_at as u64 + self.capacity <= region.bytes() as u64);
    }

    fn place(&self, position: u64) -> usize {
        self.data_at + (position & (self.capacity - 1)) as usize
    }

    /// Bytes from this position to the end of the ring's memory.
    fn straight_bytes(&self, position: u64) -> u64 {
        self.capacity - (position & (self.capacity - 1))
    }

    /// Largest payload of one fragment. A quarter of the ring, so that the reader copies out one fragment while
    /// the writer copies in the next.
    fn fragment_bytes_max(&self) -> u64 {
        self.capacity / 4 - FRAGMENT_HEADER_BYTES
    }
}

/// The writing end.
pub(crate) struct RingWriter {
    region: Arc<Region>,
    lane: Lane,
    position: u64,
    /// What the reader last said, checked.
    read_seen: u64,
}

impl RingWriter {
    pub(crate) fn new(region: Arc<Region>, lane: Lane) -> RingWriter {
        lane.check(&region);
        RingWriter {
            region,
            lane,
            position: 0,
            read_seen: 0,
        }
    }

    /// Writes as much of a frame as there is room for, each fragment visible to the reader at once. `sent_bytes`
    /// says how much of the frame went before and is moved on. True when the frame is complete.
    pub(crate) fn write(&mut self, parts: &[&[u8]], sent_bytes: &mut usize) -> Result<bool, Rule> {
        let total_bytes: usize = parts.iter().map(|part| part.len()).sum();
        loop {
            let rest_bytes = (total_bytes - *sent_bytes) as u64;
            let payload_bytes = rest_bytes.min(self.lane.fragment_bytes_max());
            let footprint_bytes = fragment_footprint_bytes(payload_bytes);
            if !self.has_room(footprint_bytes)? {
                return Ok(false);
            }
            self.store_header(payload_bytes, rest_bytes - payload_bytes);
            self.store_payload(parts, *sent_bytes, payload_bytes as usize);
            self.position += footprint_bytes;
            self.published().store(self.position, Ordering::Release);
            *sent_bytes += payload_bytes as usize;
            if *sent_bytes == total_bytes {
                return Ok(true);
            }
        }
    }

    /// Whether the next fragment of a frame with this many bytes left would fit.
    pub(crate) fn has_room_for_rest(&mut self, rest_bytes: usize) -> Result<bool, Rule> {
        let payload_bytes = (rest_bytes as u64).min(self.lane.fragment_bytes_max());
        self.has_room(fragment_footprint_bytes(payload_bytes))
    }

    fn has_room(&mut self, footprint_bytes: u64) -> Result<bool, Rule> {
        let fits = |read: u64, end: u64| end - read <= self.lane.capacity;
        let end = self.position + footprint_bytes;
        if fits(self.read_seen, end) {
            return Ok(true);
        }
        let read = self
            .region
            .word64(self.lane.read_at)
            .load(Ordering::Acquire);
        if read < self.read_seen {
            return Err(Rule::PositionWentBack);
        }
        if read > self.position {
            return Err(Rule::PositionOutsideRing);
        }
        if !read.is_multiple_of(FRAGMENT_ALIGN_BYTES) {
            return Err(Rule::PositionUnaligned);
        }
        self.read_seen = read;
        Ok(fits(read, end))
    }

    fn published(&self) -> &AtomicU64 {
        self.region.word64(self.lane.written_at)
    }

    fn store_header(&self, payload_bytes: u64, rest_bytes: u64) {
        let header = payload_bytes | (rest_bytes << 32);
        // Relaxed: the release store of the position publishes it.
        self.region
            .word64(self.lane.place(self.position))
            .store(header, Ordering::Relaxed);
    }

    #[expect(
        clippy::indexing_slicing,
        reason = "what is skipped and what goes straight on is less than there is, by the lines above each"
    )]
    fn store_payload(&self, parts: &[&[u8]], skip_bytes: usize, payload_bytes: usize) {
        let mut skip_bytes = skip_bytes;
        let mut left = payload_bytes;
        let mut position = self.position + FRAGMENT_HEADER_BYTES;
        for part in parts {
            if skip_bytes >= part.len() {
                skip_bytes -= part.len();
                continue;
            }
            let piece = &part[skip_bytes..];
            let piece = &piece[..piece.len().min(left)];
            skip_bytes = 0;
            let straight = (self.lane.straight_bytes(position) as usize).min(piece.len());
            self.region
                .copy_in(self.lane.place(position), &piece[..straight]);
            if straight < piece.len() {
                self.region.copy_in(self.lane.data_at, &piece[straight..]);
            }
            position += piece.len() as u64;
            left -= piece.len();
            if left == 0 {
                return;
            }
        }
    }
}

/// What one look into a ring brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Received {
    /// Nothing new.
    Nothing,
    /// Fragments of a frame, but not its last one.
    Part,
    /// The last fragment of a frame.
    Frame,
}

/// The reading end.
pub(crate) struct RingReader {
    region: Arc<Region>,
    lane: Lane,
    position: u64,
    /// What the writer last said, checked.
    written_seen: u64,
    /// Bytes of the current frame still to come; `None` between frames.
    rest_bytes: Option<u64>,
    /// What the writer publishes from now on is not looked at.
    sealed: bool,
}

impl RingReader {
    pub(crate) fn new(region: Arc<Region>, lane: Lane) -> RingReader {
        lane.check(&region);
        RingReader {
            region,
            lane,
            position: 0,
            written_seen: 0,
            rest_bytes: None,
            sealed: false,
        }
    }

    /// Takes what is there now and no more.
    pub(crate) fn seal(&mut self) -> Result<(), Rule> {
        self.sealed = true;
        self.look().map(drop)
    }

    /// Hands the fragments that are there to `sink`, up to the end of one frame. Bounded by one ring's worth of
    /// bytes however fast the writer is. What the sink leaves of a fragment is dropped.
    pub(crate) fn read(
        &mut self,
        mut sink: impl FnMut(&mut Fragment<'_>),
    ) -> Result<Received, Rule> {
        if !self.has_more()? {
            return Ok(Received::Nothing);
        }
        while self.position < self.written_seen {
            let (payload_bytes, rest_bytes) = self.load_header()?;
            let mut fragment = self.fragment(payload_bytes, rest_bytes);
            sink(&mut fragment);
            self.position += fragment_footprint_bytes(payload_bytes);
            self.region
                .word64(self.lane.read_at)
                .store(self.position, Ordering::Release);
            if rest_bytes == 0 {
                self.rest_bytes = None;
                return Ok(Received::Frame);
            }
            self.rest_bytes = Some(rest_bytes);
        }
        Ok(Received::Part)
    }

    /// Whether the writer has published anything since the last look; nothing is checked.
    #[inline]
    pub(crate) fn may_have_more(&self) -> bool {
        let written = self.region.word64(self.lane.written_at);
        written.load(Ordering::Relaxed) != self.position
    }

    /// Whether a fragment is there to be read.
    pub(crate) fn has_more(&mut self) -> Result<bool, Rule> {
        if self.position < self.written_seen {
            return Ok(true);
        }
        match self.sealed {
            true => Ok(false),
            false => self.look(),
        }
    }

    /// Looks how far the writer has come: whether a fragment is there to be read.
    fn look(&mut self) -> Result<bool, Rule> {
        let written = self
            .region
            .word64(self.lane.written_at)
            .load(Ordering::Acquire);
        if written < self.written_seen {
            return Err(Rule::PositionWentBack);
        }
        if written == self.position {
            return Ok(false);
        }
        if written - self.position > self.lane.capacity {
            return Err(Rule::PositionOutsideRing);
        }
        if !written.is_multiple_of(FRAGMENT_ALIGN_BYTES) {
            return Err(Rule::PositionUnaligned);
        }
        self.written_seen = written;
        Ok(true)
    }

    fn load_header(&self) -> Result<(u64, u64), Rule> {
        // Read once: the writer may change it under us.
        let header = self
            .region
            .word64(self.lane.place(self.position))
            .load(Ordering::Relaxed);
        let payload_bytes = header & u64::from(u32::MAX);
        let rest_bytes = header >> 32;
        let frame_bytes = payload_bytes + rest_bytes;
        if frame_bytes > self.lane.frame_bytes_max {
            return Err(Rule::FrameTooLong);
        }
        if fragment_footprint_bytes(payload_bytes) > self.written_seen - self.position {
            return Err(Rule::FragmentBeyondPosition);
        }
        match self.rest_bytes {
            Some(expected) if expected != frame_bytes => return Err(Rule::FrameLengthChanged),
            _ => {}
        }
        if payload_bytes == 0 && frame_bytes != 0 {
            return Err(Rule::FragmentEmpty);
        }
        Ok((payload_bytes, rest_bytes))
    }

    fn fragment(&self, payload_bytes: u64, rest_bytes: u64) -> Fragment<'_> {
        let start = self.position + FRAGMENT_HEADER_BYTES;
        let straight = self.lane.straight_bytes(start).min(payload_bytes);
        Fragment {
            windows: [
                self.region
                    .window(self.lane.place(start), straight as usize),
                self.region
                    .window(self.lane.data_at, (payload_bytes - straight) as usize),
            ],
            rest_bytes: rest_bytes as usize,
            first: self.rest_bytes.is_none(),
        }
    }
}

/// A piece of a frame, still lying in the ring. Its bytes are copied out from the front, each byte once: what
/// was copied is the caller's alone, what was checked is what will be used.
pub struct Fragment<'r> {
    windows: [Window<'r>; 2],
    rest_bytes: usize,
    first: bool,
}

impl<'r> Fragment<'r> {
    /// A frame that already lies in private memory, seen as a single fragment.
    pub(crate) fn whole(frame: &'r [u8]) -> Fragment<'r> {
        Fragment {
            windows: [Window::of_slice(frame), Window::of_slice(&[])],
            rest_bytes: 0,
            first: true,
        }
    }

    /// A fragment of a frame in private memory.
    #[cfg(test)]
    pub(crate) fn of_frame(payload: &'r [u8], rest_bytes: usize, first: bool) -> Fragment<'r> {
        Fragment {
            rest_bytes,
            first,
            ..Fragment::whole(payload)
        }
    }

    /// Bytes of this fragment not yet copied out.
    pub fn left_bytes(&self) -> usize {
        self.windows[0].bytes() + self.windows[1].bytes()
    }

    /// Bytes of the frame that come in later fragments, at most the frame limit of the region. It is what the other end says:
    /// whoever reserves it at once has memory promised to anybody who may connect.
    pub fn rest_bytes(&self) -> usize {
        self.rest_bytes
    }

    /// Whether the frame starts here.
    pub fn is_first(&self) -> bool {
        self.first
    }

    /// Whether the frame ends here.
    pub fn is_last(&self) -> bool {
        self.rest_bytes == 0
    }

    /// Copies as many bytes as there are and fit; returns how many.
    pub fn copy_to(&mut self, out: &mut [u8]) -> usize {
        let first = self.windows[0].copy_to(out);
        first + self.windows[1].copy_to(out.get_mut(first..).unwrap_or_default())
    }

    /// Appends at most `bytes_max` bytes to a buffer; returns how many. Reserve room first: a buffer that cannot
    /// grow and is full stops the process.
    pub fn append_some(&mut self, out: &mut impl BufMut, bytes_max: usize) -> usize {
        let mut left = bytes_max;
        for window in &mut self.windows {
            let step = window.bytes().min(left);
            window.copy_into(out, step);
            left -= step;
        }
        bytes_max - left
    }

    /// Appends what is left of the fragment. At the start of a frame it also reserves room for the rest of it.
    pub fn append_to(&mut self, out: &mut Vec<u8>) {
        out.reserve(self.left_bytes() + if self.first { self.rest_bytes } else { 0 });
        self.append_some(out, usize::MAX);
    }
}

#[cfg(test)]
#[path = "ring_tests.rs"]
mod tests;
