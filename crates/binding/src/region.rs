//! Memory that two processes see at once. With `credentials`, the only module of this crate with unsafe code.
//!
//! No reference to ring bytes ever exists, because the other process may change them at any time: bytes are
//! copied in and out through raw pointers, and words are atomics. What is copied out of a ring is whatever the
//! peer left there; the layers above check it. Offsets come from our own code and are asserted, in release too.
#![allow(unsafe_code)]

use std::marker::PhantomData;
use std::os::fd::{AsFd, OwnedFd};
use std::ptr::{self, NonNull};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64};

use bytes::BufMut;
use rustix::fs::{MemfdFlags, SealFlags};
use rustix::io::Errno;
use rustix::mm::{MapFlags, ProtFlags};

/// Seals without which an end does not map a region: the other end could shrink it and the next access would
/// end the process.
const SEALS: SealFlags = SealFlags::SHRINK
    .union(SealFlags::GROW)
    .union(SealFlags::SEAL);

/// A mapped region, or plain memory that stands for one in tests.
pub(crate) struct Region {
    base: NonNull<u8>,
    bytes: usize,
    origin: Origin,
}

enum Origin {
    Mapped,
    Heap(std::alloc::Layout),
}

// SAFETY: the memory is owned by the region until it is dropped, and is only reached through atomics and raw
// copies, which any thread may do.
unsafe impl Send for Region {}
// SAFETY: as above; a racing raw copy yields arbitrary bytes, which every reader of a region must expect anyway,
// since the writer may be a foreign process.
unsafe impl Sync for Region {}

impl Region {
    /// Makes a sealed, zeroed memory file of this many bytes and maps it. The file goes to the peer.
    pub(crate) fn create(bytes: usize) -> Result<(Arc<Region>, OwnedFd), Errno> {
        let file = rustix::fs::memfd_create(
            "ferromq-binding",
            MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING,
        )?;
        rustix::fs::ftruncate(&file, bytes as u64)?;
        rustix::fs::fcntl_add_seals(&file, SEALS)?;
        let region = Region::map(&file, bytes)?;
        Ok((Arc::new(region), file))
    }

    /// Maps a memory file received from a peer, if it is sealed and has exactly the size it was said to have.
    /// `Ok(None)` when it is not.
    pub(crate) fn open(file: &OwnedFd, bytes: usize) -> Result<Option<Arc<Region>>, Errno> {
        let seals = rustix::fs::fcntl_get_seals(file)?;
        let size = rustix::fs::fstat(file)?.st_size;
        if !seals.contains(SealFlags::SHRINK) || u64::try_from(size) != Ok(bytes as u64) {
            return Ok(None);
        }
        Ok(Some(Arc::new(Region::map(file, bytes)?)))
    }

    fn map(file: &impl AsFd, bytes: usize) -> Result<Region, Errno> {
        if bytes == 0 {
            return Err(Errno::INVAL);
        }
        // SAFETY: a fresh mapping chosen by the kernel overlaps nothing of ours; the file cannot shrink (sealed),
        // so every page of it stays valid until `drop` unmaps it.
        let base = unsafe {
            rustix::mm::mmap(
                ptr::null_mut(),
                bytes,
                ProtFlags::READ | ProtFlags::WRITE,
                MapFlags::SHARED,
                file.as_fd(),
                0,
            )?
        };
        let base = NonNull::new(base.cast::<u8>()).ok_or(Errno::NOMEM)?;
        Ok(Region {
            base,
            bytes,
            origin: Origin::Mapped,
        })
    }

    /// Plain zeroed memory in place of a shared mapping, for tests and fuzzing.
    pub(crate) fn heap(bytes: usize) -> Arc<Region> {
        // invariant: tests and fuzzing make no empty region
        assert!(bytes > 0, "a region is never empty");
        let layout = std::alloc::Layout::from_size_align(bytes, 4096);
        // invariant: sizes of tests are small
        let layout = layout.expect("sizes of tests are small");
        // SAFETY: the layout has a size above zero.
        let base = unsafe { std::alloc::alloc_zeroed(layout) };
        // invariant: a test without memory ends
        let base = NonNull::new(base).expect("test memory is available");
        Arc::new(Region {
            base,
            bytes,
            origin: Origin::Heap(layout),
        })
    }

    /// Bytes of the region.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// The 32-bit word at this offset.
    pub(crate) fn word32(&self, at: usize) -> &AtomicU32 {
        self.check(at, 4, 4);
        // SAFETY: in range and aligned (checked above); the memory lives as long as `self`; words are only ever
        // reached as atomics by our code, and by the peer as its machine words.
        unsafe { AtomicU32::from_ptr(self.base.as_ptr().add(at).cast()) }
    }

    /// The 64-bit word at this offset.
    pub(crate) fn word64(&self, at: usize) -> &AtomicU64 {
        self.check(at, 8, 8);
        // SAFETY: as for `word32`.
        unsafe { AtomicU64::from_ptr(self.base.as_ptr().add(at).cast()) }
    }

    /// Copies bytes into the region.
    pub(crate) fn copy_in(&self, at: usize, source: &[u8]) {
        self.check(at, source.len(), 1);
        // SAFETY: the range lies in the mapping (checked above) and `source` is private memory, so they do not
        // overlap. The ring protocol gives this range to this writer; a peer that breaks it harms its own data.
        unsafe {
            ptr::copy_nonoverlapping(source.as_ptr(), self.base.as_ptr().add(at), source.len())
        }
    }

    /// The bytes from `at`, to be copied out later. No reference to them is made.
    pub(crate) fn window(&self, at: usize, bytes: usize) -> Window<'_> {
        self.check(at, bytes, 1);
        // SAFETY: in range (checked above), so the sum stays within the mapping.
        let start = unsafe { self.base.as_ptr().add(at) };
        Window {
            start,
            bytes,
            region: PhantomData,
        }
    }

    fn check(&self, at: usize, bytes: usize, align: usize) {
        let inside = at.checked_add(bytes).is_some_and(|end| end <= self.bytes);
        // invariant: offsets come from the layout and from positions that were checked; nothing else keeps what follows sound
        assert!(
            inside && at.is_multiple_of(align),
            "offset {at} + {bytes} leaves the region"
        );
    }
}

impl Drop for Region {
    fn drop(&mut self) {
        match self.origin {
            // SAFETY: the mapping was made by `map` with this length and nothing borrows it any more. A failure
            // would leave it mapped, which harms nobody.
            Origin::Mapped => unsafe {
                let _ = rustix::mm::munmap(self.base.as_ptr().cast(), self.bytes);
            },
            // SAFETY: allocated with this very layout.
            Origin::Heap(layout) => unsafe { std::alloc::dealloc(self.base.as_ptr(), layout) },
        }
    }
}

/// Bytes somebody else may be changing, or private bytes seen the same way: they can be copied out once, from
/// the front.
pub(crate) struct Window<'r> {
    start: *const u8,
    bytes: usize,
    region: PhantomData<&'r [u8]>,
}

impl<'r> Window<'r> {
    pub(crate) fn of_slice(slice: &'r [u8]) -> Window<'r> {
        Window {
            start: slice.as_ptr(),
            bytes: slice.len(),
            region: PhantomData,
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Drops bytes from the front.
    pub(crate) fn skip(&mut self, bytes: usize) {
        // invariant: callers take what is left at most; nothing else keeps what follows sound
        assert!(bytes <= self.bytes, "cannot skip more than is left");
        // SAFETY: stays within the window (asserted).
        self.start = unsafe { self.start.add(bytes) };
        self.bytes -= bytes;
    }

    /// Copies as many bytes as fit from the front into `out`; returns how many.
    pub(crate) fn copy_to(&mut self, out: &mut [u8]) -> usize {
        let bytes = self.bytes.min(out.len());
        // SAFETY: `bytes` lies in both; `out` is private memory borrowed mutably, so it cannot overlap. A peer
        // that writes meanwhile only changes which bytes arrive.
        unsafe { ptr::copy_nonoverlapping(self.start, out.as_mut_ptr(), bytes) };
        self.skip(bytes);
        bytes
    }

    /// Appends the front `bytes` to a growing buffer.
    pub(crate) fn copy_into(&mut self, out: &mut impl BufMut, bytes: usize) {
        // invariant: callers take what is left at most; nothing else keeps what follows sound
        assert!(bytes <= self.bytes, "cannot copy more than is left");
        let mut left = bytes;
        while left > 0 {
            let room = out.chunk_mut();
            let step = room.len().min(left);
            // invariant: buffers that are copied into grow
            assert!(step > 0, "the receiving buffer is full");
            // SAFETY: `step` bytes lie in the window and in the buffer's room, which is private memory; they are
            // written before `advance_mut` declares them so.
            unsafe {
                ptr::copy_nonoverlapping(self.start, room.as_mut_ptr(), step);
                out.advance_mut(step);
            }
            self.skip(step);
            left -= step;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering;

    #[test]
    fn a_region_is_sealed_and_seen_by_both_mappings() {
        let (ours, file) = Region::create(8192).unwrap();
        let theirs = Region::open(&file, 8192).unwrap().expect("sealed");
        ours.word64(256).store(7, Ordering::Release);
        assert_eq!(theirs.word64(256).load(Ordering::Acquire), 7);
        assert!(rustix::fs::ftruncate(&file, 4096).is_err());
        assert!(rustix::fs::ftruncate(&file, 16384).is_err());
    }

    #[test]
    fn an_unsealed_or_wrongly_sized_file_is_not_mapped() {
        let file =
            rustix::fs::memfd_create("x", MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING).unwrap();
        rustix::fs::ftruncate(&file, 8192).unwrap();
        assert!(Region::open(&file, 8192).unwrap().is_none());
        let (_, sealed) = Region::create(8192).unwrap();
        assert!(Region::open(&sealed, 4096).unwrap().is_none());
    }

    #[test]
    fn bytes_are_copied_out_from_the_front() {
        let region = Region::heap(4096);
        region.copy_in(10, b"abcdef");
        let mut window = region.window(10, 6);
        let mut two = [0; 2];
        assert_eq!(window.copy_to(&mut two), 2);
        let mut rest = Vec::new();
        window.copy_into(&mut rest, 4);
        assert_eq!(
            (&two, rest.as_slice(), window.bytes()),
            (b"ab", &b"cdef"[..], 0)
        );
    }

    #[test]
    #[should_panic(expected = "leaves the region")]
    fn an_offset_outside_the_region_stops_the_process() {
        Region::heap(4096).word64(4096);
    }
}
