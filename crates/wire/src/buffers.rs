//! Buffers a thread has at hand for what it is about to send.
//!
//! A socket that has nothing to send keeps no buffer: thousands of idle ones cost nothing. One that has takes the buffer
//! this thread used last, which is as long as it has become and still in the caches, and gives it back when the socket has
//! taken everything.

use std::cell::RefCell;

/// A buffer that has grown longer than this is not kept.
const BUFFER_BYTES_MAX: usize = 256 * 1024;
/// Nor is one that would make all that are kept longer than this.
const KEPT_BYTES_MAX: usize = 2 * 1024 * 1024;
/// Buffers kept at most.
const KEPT_MAX: usize = 256;

#[derive(Default)]
struct BufferPool {
    buffers: Vec<Vec<u8>>,
    /// What they can hold together.
    bytes: usize,
}

thread_local! {
    static POOL: RefCell<BufferPool> = RefCell::default();
}

/// An empty buffer, which may have room already.
pub(crate) fn take() -> Vec<u8> {
    // A thread that ends keeps none any more.
    let kept = POOL.try_with(|kept| {
        let kept = &mut *kept.borrow_mut();
        let buffer = kept.buffers.pop()?;
        kept.bytes -= buffer.capacity();
        Some(buffer)
    });
    kept.ok().flatten().unwrap_or_default()
}

/// What it holds is forgotten.
pub(crate) fn give_back(mut buffer: Vec<u8>) {
    let bytes = buffer.capacity();
    if bytes == 0 || bytes > BUFFER_BYTES_MAX {
        return;
    }
    buffer.clear();
    let _ = POOL.try_with(|kept| {
        let kept = &mut *kept.borrow_mut();
        if kept.buffers.len() < KEPT_MAX && kept.bytes + bytes <= KEPT_BYTES_MAX {
            kept.bytes += bytes;
            kept.buffers.push(buffer);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on_a_thread_of_its_own(test: fn()) {
        std::thread::spawn(test).join().expect("it passes");
    }

    #[test]
    fn the_buffer_used_last_is_used_next() {
        on_a_thread_of_its_own(|| {
            assert_eq!(take().capacity(), 0);
            give_back(vec![1; 100]);
            give_back(vec![2; 200]);
            let buffer = take();
            assert!(buffer.is_empty());
            assert_eq!(buffer.capacity(), 200);
            assert_eq!(take().capacity(), 100);
            assert_eq!(take().capacity(), 0);
        });
    }

    #[test]
    fn what_is_kept_is_bounded() {
        on_a_thread_of_its_own(|| {
            give_back(Vec::with_capacity(BUFFER_BYTES_MAX + 1));
            assert_eq!(take().capacity(), 0);
            for _ in 0..100 {
                give_back(Vec::with_capacity(BUFFER_BYTES_MAX));
            }
            for _ in 0..2 * KEPT_MAX {
                give_back(Vec::with_capacity(1));
            }
            POOL.with_borrow(|kept| {
                let bytes: usize = kept.buffers.iter().map(Vec::capacity).sum();
                assert_eq!(kept.bytes, bytes);
                assert!(bytes <= KEPT_BYTES_MAX);
                assert!(kept.buffers.len() <= KEPT_MAX);
            });
        });
    }
}
