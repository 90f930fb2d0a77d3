//! Large buffers that are used again.
//!
//! Memory fresh from the operating system costs a fault for each of its pages, and an allocator gives large
//! blocks back as soon as they are free. For a message of 2 MiB that is a third of all the work there is in
//! passing it on. So a few buffers are kept for the next large message, for the whole process.

use crate::lock::{Mutex, MutexGuard};
use crate::lock_order;
use std::collections::VecDeque;

/// Shorter buffers are the allocator's: it keeps those itself.
pub const LARGE_BYTES_MIN: usize = 128 * 1024;
/// What is kept at most.
const KEPT_BYTES_MAX: usize = 32 << 20;

static POOL: Mutex<BufferPool, lock_order::LargeBuffers> = Mutex::new(BufferPool {
    buffers: VecDeque::new(),
    bytes: 0,
    idle_bytes: 0,
});

struct BufferPool {
    /// Empty buffers, the one that came back last at the back.
    buffers: VecDeque<Vec<u8>>,
    /// Their capacity.
    bytes: usize,
    /// So much has been here since the last [`release_idle`], and nobody wanted it.
    idle_bytes: usize,
}

impl BufferPool {
    fn drop_oldest(&mut self) {
        if let Some(oldest) = self.buffers.pop_front() {
            self.bytes -= oldest.capacity();
        }
        self.idle_bytes = self.idle_bytes.min(self.bytes);
    }

    /// Places that fit: no less than asked for, and not so much more that memory is wasted while it is lent.
    fn find(&self, room_bytes: usize) -> Option<usize> {
        let fits = room_bytes..=room_bytes + room_bytes / 4;
        let mut buffers = self.buffers.iter();
        buffers.rposition(|buffer| fits.contains(&buffer.capacity()))
    }
}

fn pool() -> MutexGuard<'static, BufferPool> {
    POOL.lock()
}

/// An empty buffer with room for `room_bytes` and at most a quarter more, if one is kept. It costs no fresh
/// memory.
#[must_use]
pub fn take_kept(room_bytes: usize) -> Option<Vec<u8>> {
    if room_bytes < LARGE_BYTES_MIN {
        return None;
    }
    let mut pool = pool();
    let at = pool.find(room_bytes)?;
    let buffer = pool.buffers.remove(at)?;
    pool.bytes -= buffer.capacity();
    pool.idle_bytes = pool.idle_bytes.min(pool.bytes);
    Some(buffer)
}

/// Gives back to the system what nobody has wanted since the last call.
pub fn release_idle() {
    let mut pool = pool();
    while pool.idle_bytes > 0 {
        let idle_bytes = pool.idle_bytes;
        let before = pool.bytes;
        pool.drop_oldest();
        pool.idle_bytes = idle_bytes.saturating_sub(before - pool.bytes);
    }
    pool.idle_bytes = pool.bytes;
}

/// The bytes of a large message. Their buffer is kept for another one when this is dropped, as long as no more
/// than 32 MiB are; the buffers nobody wants go first.
#[derive(Debug)]
pub struct LargeBytes(Vec<u8>);

impl From<Vec<u8>> for LargeBytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }
}

impl AsRef<[u8]> for LargeBytes {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl Drop for LargeBytes {
    fn drop(&mut self) {
        let mut buffer = std::mem::take(&mut self.0);
        let bytes = buffer.capacity();
        if !(LARGE_BYTES_MIN..=KEPT_BYTES_MAX / 4).contains(&bytes) {
            return;
        }
        buffer.clear();
        let mut pool = pool();
        while pool.bytes + bytes > KEPT_BYTES_MAX {
            pool.drop_oldest();
        }
        pool.bytes += bytes;
        pool.buffers.push_back(buffer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One test, for the buffers are the process's.
    #[test]
    fn a_large_buffer_comes_back_for_one_of_its_size_until_nobody_wants_it() {
        let size = LARGE_BYTES_MIN * 2;
        drop(LargeBytes::from(vec![7; LARGE_BYTES_MIN - 1]));
        drop(LargeBytes::from(vec![7; size]));
        assert_eq!(pool().buffers.len(), 1, "short ones are not kept");
        assert!(take_kept(size + 1).is_none(), "too short");
        assert!(take_kept(size / 2).is_none(), "much too long");
        let buffer = take_kept(size - 100).expect("it fits");
        assert!(buffer.is_empty() && buffer.capacity() >= size);
        assert!(take_kept(size).is_none(), "it is lent");

        release_idle();
        drop(LargeBytes::from(buffer));
        release_idle();
        assert_eq!(pool().buffers.len(), 1, "it was used since");
        release_idle();
        assert_eq!(pool().bytes, 0);
        assert!(pool().buffers.is_empty(), "nobody wanted it");

        for _ in 0..40 {
            drop(LargeBytes::from(vec![1; 1 << 20]));
        }
        assert_eq!(pool().bytes, KEPT_BYTES_MAX);
    }
}
