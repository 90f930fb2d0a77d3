//! Frames of two parts: a head that starts with its own length, and a body.

use bytes::Bytes;

use crate::ring::Fragment;

/// Takes a frame apart while its fragments are copied out: each byte goes straight to where it
/// stays, the head to a buffer that is used again, the body to one of its own.
///
/// The first four bytes of a frame are the length of its head in bytes, those four included,
/// little-endian. A head is cut at the end of its frame and at the bound of the collector; what a
/// head means, and whether its length is right, is for the layers above to check.
#[derive(Debug)]
pub struct SplitFrame {
    head: Vec<u8>,
    body: Vec<u8>,
    head_bytes_max: usize,
}

const LENGTH_BYTES: usize = 4;

impl SplitFrame {
    /// A collector for frames with heads of at most `head_bytes_max` bytes (at least four).
    pub fn new(head_bytes_max: usize) -> SplitFrame {
        SplitFrame {
            head: Vec::new(),
            body: Vec::new(),
            head_bytes_max: head_bytes_max.max(LENGTH_BYTES),
        }
    }

    /// Takes a fragment in. The first one of a frame drops what was there before.
    pub fn take(&mut self, fragment: &mut Fragment<'_>) {
        if fragment.is_first() {
            self.head.clear();
            self.body.clear();
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
        if self.body.is_empty() {
            // Exactly what comes: a body that fits its buffer becomes shared without moving.
            self.body.reserve_exact(here + fragment.rest_bytes());
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

    #[test]
    fn a_head_is_cut_at_its_bound() {
        let (head, body) = split(b"\xff\xff\xff\xffabcdef", 6);
        assert_eq!((head.len(), &body[..]), (6, &b"cdef"[..]));
    }
}
