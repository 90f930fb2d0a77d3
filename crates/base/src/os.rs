//! Advice about memory for the processor and the kernel, and the end of the process. The only module of this crate with
//! unsafe code; nothing in it changes what memory holds.

#![allow(unsafe_code)]

/// What a processor fetches at once.
pub const CACHE_LINE_BYTES: usize = 64;
/// A page of the larger kind, as Linux backs memory with when asked to.
pub const HUGE_PAGE_BYTES: usize = 2 << 20;

/// Asks the processor to fetch the cache line at `address`, which will be read soon. Any
/// number will do: one that is no address of this process has no effect.
#[inline(always)]
pub fn prefetch(address: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing the program can see and never faults.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::without_provenance(address)) };
    }
    #[cfg(target_arch = "aarch64")]
    {
        // SAFETY: a prefetch reads nothing the program can see and never faults.
        unsafe {
            std::arch::asm!("prfm pldl1keep, [{}]", in(reg) address,
                options(nostack, preserves_flags, readonly));
        }
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    let _ = address;
}

/// [`prefetch`] of every line from `address` on, `len` bytes long.
#[inline]
pub fn prefetch_bytes(address: usize, len: usize) {
    let before = address % CACHE_LINE_BYTES;
    for line in 0..(before + len).div_ceil(CACHE_LINE_BYTES) {
        prefetch((address - before).wrapping_add(line * CACHE_LINE_BYTES));
    }
}

/// Asks the kernel to back the whole huge pages inside `memory` with huge pages: a look-up
/// anywhere in it then misses fewer translations. Best before the memory is first written
/// to. Where the kernel has no such pages, nothing happens.
pub fn prefer_huge_pages<T>(memory: &mut [T]) {
    let start = memory.as_ptr() as usize;
    let first = start.next_multiple_of(HUGE_PAGE_BYTES);
    let end = (start + size_of_val(memory)) & !(HUGE_PAGE_BYTES - 1);
    if first >= end {
        return;
    }
    #[cfg(target_os = "linux")]
    {
        use rustix::mm::{Advice, madvise};
        let inside = memory.as_mut_ptr().cast::<u8>().wrapping_add(first - start);
        // SAFETY: the range lies inside memory borrowed here, and this advice changes neither
        // its content nor its protection.
        let _only_slower_without =
            unsafe { madvise(inside.cast(), end - first, Advice::LinuxHugepage) };
    }
}

/// Has `what` called when the process ends by `exit` or the end of `main`, on the thread that ends it; other threads may still run.
/// It is not called when the process is killed, or ends by `_exit` or `abort`. False when the system has no room for more of them: POSIX
/// promises 32.
pub fn at_exit(what: extern "C" fn()) -> bool {
    unsafe extern "C" {
        fn atexit(what: extern "C" fn()) -> std::ffi::c_int;
    }
    // SAFETY: the function is one of the C library, and what it is given is a function for as long as the process lasts; in a library
    // that is unloaded it is called before.
    unsafe { atexit(what) == 0 }
}

#[cfg(test)]
mod tests {
    use super::{HUGE_PAGE_BYTES, prefer_huge_pages, prefetch, prefetch_bytes};

    #[test]
    fn advice_changes_nothing_and_takes_any_address() {
        for address in [0, 1, usize::MAX, usize::MAX / 2] {
            prefetch(address);
            prefetch_bytes(address, 200);
        }
        let mut memory = vec![7_u8; 3 * HUGE_PAGE_BYTES + 5];
        prefer_huge_pages(&mut memory);
        prefer_huge_pages(&mut memory[..100]);
        assert!(memory.iter().all(|byte| *byte == 7));
    }
}
