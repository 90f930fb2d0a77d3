//! Frames of two parts: a head that starts with its own length, and a body.

use std::fmt;

use bytes::Bytes;

use crate::ring::Fragment;

/// Takes a frame apart while its fragments are copied out: each byte goes straight to where it
/// stays, the head to a buffer that is used again, the body to one of its own.
///
/// The first four bytes of a frame are the length of its head in bytes, those four included,
/// little-endian. A head is cut at the end of its frame and at the bound of the collector; what a
/// head means, and whether its length is right, is for the layers above to check.
///
/// Memory follows what has come: room for all of a long body is made once [`EARNED_BYTES`] of it are there. That is address
/// space then, which takes memory as it is filled.
#[derive(Debug)]
pub struct SplitFrame {
    head: Vec<u8>,
    body: Vec<u8>,
    head_bytes_max: usize,
    refused: Option<NoMemory>,
}

const LENGTH_BYTES: usize = 4;
/// Bodies up to this length get their room at once.
pub const EARNED_BYTES: usize = 1 << 20;
/// A buffer for heads that became longer than this is given back.
const HEAD_BYTES_KEPT: usize = 64 * 1024;

/// The system lends no memory for a frame. Whoever sent it is given up, and nobody else is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoMemory {
    /// Bytes that were asked for.
    pub bytes: usize,
}

impl fmt::Display for NoMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "there is no memory for a request of {} bytes",
            self.bytes
        )
    }
}

impl std::error::Error for NoMemory {}

impl SplitFrame {
    /// A collector for frames with heads of at most `head_bytes_max` bytes (at least four).
    pub fn new(head_bytes_max: usize) -> SplitFrame {
        SplitFrame {
            head: Vec::new(),
            body: Vec::new(),
            head_bytes_max: head_bytes_max.max(LENGTH_BYTES),
            refused: None,
        }
    }

    /// Why the frame that is taken in is not kept, if it is not: to be asked after each look into the ring.
    pub fn refused(&self) -> Option<NoMemory> {
        self.refused
    }

    /// Takes a fragment in. The first one of a frame drops what was there before.
    pub fn take(&mut self, fragment: &mut Fragment<'_>) {
        if fragment.is_first() {
            if self.head.capacity() > HEAD_BYTES_KEPT {
                self.head = Vec::new();
            }
            self.head.clear();
            self.body.clear();
            self.refused = None;
        }
        if self.head.len() < LENGTH_BYTES {
            self.take_head(fragment, LENGTH_BYTES);
        }
        if let Some(length) = self.head.first_chunk() {
            let announced = u32::from_le_bytes(*length) as usize;
            self.take_head(fragment, announced.min(self.head_bytes_max));
            if self.head.len() >= announced.min(self.head_bytes_max) {
                self.take_body(fragment);
            }
        }
    }

    fn take_head(&mut self, fragment: &mut Fragment<'_>, up_to: usize) {
        let wanted = up_to.saturating_sub(self.head.len());
        self.head.reserve(wanted.min(fragment.left_bytes()));
        fragment.append_some(&mut self.head, wanted);
    }

    fn take_body(&mut self, fragment: &mut Fragment<'_>) {
        let here = fragment.left_bytes();
        if here == 0 {
            return;
        }
        if self.refused.is_some() {
            return;
        }
        let needed = self.body.len() + here;
        if needed > self.body.capacity() {
            // In the end exactly what comes: a body that fits its buffer becomes shared without moving.
            let all = needed + fragment.rest_bytes();
            let room = match needed <= EARNED_BYTES {
                true => all.min(EARNED_BYTES),
                false => all,
            };
            if self.body.try_reserve_exact(room - self.body.len()).is_err() {
                self.body = Vec::new();
                self.refused = Some(NoMemory { bytes: all });
                return;
            }
        }
        fragment.append_some(&mut self.body, here);
    }

    /// The head of the frame.
    pub fn head(&self) -> &[u8] {
        &self.head
    }

    /// The body of the frame; empty from then on.
    pub fn take_out_body(&mut self) -> Bytes {
        std::mem::take(&mut self.body).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(frame: &[u8], head_bytes_max: usize) -> (Vec<u8>, Bytes) {
        let mut parts = SplitFrame::new(head_bytes_max);
        parts.take(&mut Fragment::whole(b"\x05\0\0\0xan earlier frame"));
        parts.take(&mut Fragment::whole(frame));
        let body = parts.take_out_body();
        (parts.head().to_vec(), body)
    }

    #[test]
    fn head_and_body_are_told_apart() {
        let (head, body) = split(b"\x06\0\0\0abbody", 64);
        assert_eq!(
            (head.as_slice(), &body[..]),
            (&b"\x06\0\0\0ab"[..], &b"body"[..])
        );
    }

    #[test]
    fn a_frame_may_have_no_body_or_not_even_a_whole_head() {
        assert_eq!(
            split(b"\x04\0\0\0", 64),
            (b"\x04\0\0\0".to_vec(), Bytes::new())
        );
        assert_eq!(
            split(b"\x09\0\0\0x", 64),
            (b"\x09\0\0\0x".to_vec(), Bytes::new())
        );
        assert_eq!(split(b"\x09\0", 64), (b"\x09\0".to_vec(), Bytes::new()));
        assert_eq!(split(b"", 64), (Vec::new(), Bytes::new()));
        assert_eq!(
            split(b"\0\0\0\0x", 64),
            (b"\0\0\0\0".to_vec(), Bytes::from("x"))
        );
    }

    /// One fragment of a frame of which so much is announced to come.
    fn announced(payload: &[u8], rest_bytes: usize, first: bool) -> Fragment<'_> {
        Fragment::of_frame(payload, rest_bytes, first)
    }

    #[test]
    fn memory_follows_what_has_come_and_not_what_is_announced() {
        const ALL: usize = 100 << 20;
        let mut parts = SplitFrame::new(64);
        let piece = [7; 32 * 1024];
        parts.take(&mut announced(b"\x04\0\0\0x", ALL - 1, true));
        assert!(
            parts.body.capacity() <= EARNED_BYTES,
            "{}",
            parts.body.capacity()
        );
        let mut taken = 1;
        while taken + piece.len() <= EARNED_BYTES {
            taken += piece.len();
            parts.take(&mut announced(&piece, ALL - taken, false));
            assert!(parts.body.capacity() <= EARNED_BYTES);
        }
        // Enough has come.
        taken += piece.len();
        parts.take(&mut announced(&piece, ALL - taken, false));
        assert_eq!(parts.body.capacity(), ALL);
        assert_eq!((parts.body.len(), parts.refused()), (taken, None));
    }

    #[test]
    fn a_body_for_which_there_is_no_memory_is_refused_and_the_next_is_taken() {
        // More than an address space has: no system lends that.
        let all = usize::MAX / 4;
        let mut parts = SplitFrame::new(64);
        parts.take(&mut announced(b"\x04\0\0\0x", all, true));
        assert_eq!(parts.refused(), None);
        let piece = vec![7; EARNED_BYTES];
        parts.take(&mut announced(&piece, all, false));
        assert!(parts.refused().is_some());
        assert_eq!(parts.body.capacity(), 0);
        parts.take(&mut Fragment::whole(b"\x04\0\0\0body"));
        assert_eq!(parts.refused(), None);
        assert_eq!(parts.take_out_body(), "body");
    }

    #[test]
    fn the_buffer_of_a_long_head_is_given_back() {
        let mut parts = SplitFrame::new(512 * 1024);
        let mut long = (300_000_u32).to_le_bytes().to_vec();
        long.resize(300_000, 1);
        parts.take(&mut Fragment::whole(&long));
        assert_eq!(parts.head().len(), 300_000);
        parts.take(&mut Fragment::whole(b"\x06\0\0\0ab"));
        assert!(parts.head.capacity() <= HEAD_BYTES_KEPT);
        assert_eq!(parts.head(), b"\x06\0\0\0ab");
    }

    #[test]
    fn a_head_is_cut_at_its_bound() {
        let (head, body) = split(b"\xff\xff\xff\xffabcdef", 6);
        assert_eq!((head.len(), &body[..]), (6, &b"cdef"[..]));
    }
}
