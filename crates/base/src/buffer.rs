//! Byte buffers whose first byte sits on a block boundary, as direct I/O needs.

use std::ops::{Deref, DerefMut};

/// The alignment and the unit of every direct write: one log page, one disk block.
pub const BLOCK_BYTES: usize = 4096;

/// A zeroed, growable-never byte buffer aligned to [`BLOCK_BYTES`].
///
/// Built from an ordinary `Vec` with room to spare, so it needs no unsafe code:
/// the heap block of a `Vec` that is never pushed to does not move.
#[derive(Debug)]
pub struct AlignedBuffer {
    storage: Vec<u8>,
    start: usize,
    len: usize,
}

impl AlignedBuffer {
    /// A buffer of `len` zero bytes.
    #[must_use]
    pub fn zeroed(len: usize) -> Self {
        let storage = vec![0_u8; len + BLOCK_BYTES];
        let address = storage.as_ptr() as usize;
        let start = address.next_multiple_of(BLOCK_BYTES) - address;
        Self {
            storage,
            start,
            len,
        }
    }
}

impl Deref for AlignedBuffer {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.storage[self.start..self.start + self.len]
    }
}

impl DerefMut for AlignedBuffer {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.storage[self.start..self.start + self.len]
    }
}

#[cfg(test)]
mod tests {
    use super::{AlignedBuffer, BLOCK_BYTES};

    #[test]
    fn buffer_is_aligned_zeroed_and_as_long_as_asked() {
        for len in [1, BLOCK_BYTES, 3 * BLOCK_BYTES + 5] {
            let mut buffer = AlignedBuffer::zeroed(len);
            assert_eq!(buffer.as_ptr() as usize % BLOCK_BYTES, 0);
            assert_eq!(buffer.len(), len);
            assert!(buffer.iter().all(|byte| *byte == 0));
            buffer[len - 1] = 7;
            assert_eq!(buffer[len - 1], 7);
        }
    }
}
