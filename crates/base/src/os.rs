//! Advice about memory and turns for the processor and the kernel, threads without signals, and the end of the process. Nothing of its
//! unsafe code changes what memory holds.

#![allow(unsafe_code)]

use std::io;
use std::thread::{Builder, JoinHandle};

/// What a processor fetches at once.
pub const CACHE_LINE_BYTES: usize = 64;
/// A page of the larger kind, as Linux backs memory with when asked to.
pub const HUGE_PAGE_BYTES: usize = 2 << 20;
/// The shortest turn on a processor that Linux gives a thread.
#[cfg(target_os = "linux")]
const SHORT_TURN_NS: u64 = 100_000;
#[cfg(target_os = "linux")]
const THIS_THREAD: i32 = 0;
#[cfg(target_os = "linux")]
const NO_FLAGS: u32 = 0;

/// The device itself cannot read or write what was asked for (`EIO`), unlike what is refused for the state of this process or its host.
#[must_use]
pub fn is_of_device(error: &io::Error) -> bool {
    error.raw_os_error() == Some(libc::EIO)
}

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

/// Has the calling thread ask for the shortest turns on a processor, and false where the kernel grants none (Linux before 6.12).
/// For threads that mostly wait for a device and do little when it has answered. Where every processor is busy with programs of
/// other sessions or services, one that wakes is let in before them only if its turn is to be shorter than theirs; it waits for
/// the end of their turn otherwise, 4 ms where the kernel ticks 250 times a second. Its share of the processors, its priority
/// and its niceness stay as they are, and no right is needed: `sched_runtime` in sched_setattr(2), and "EEVDF Scheduler" in the
/// documentation of the kernel.
#[cfg(target_os = "linux")]
pub fn take_short_turns() -> bool {
    use libc::{SCHED_BATCH, SCHED_OTHER, SYS_sched_setattr, syscall};
    let Some(mut asked) = scheduling() else {
        return false;
    };
    // A thread that somebody gave another policy goes before all others anyway, or is meant not to.
    if !matches!(
        i32::try_from(asked.sched_policy),
        Ok(SCHED_OTHER | SCHED_BATCH)
    ) {
        return false;
    }
    asked.sched_runtime = SHORT_TURN_NS;
    // SAFETY: the kernel only reads, and as much as `size` in it says.
    let taken = unsafe { syscall(SYS_sched_setattr, THIS_THREAD, &raw const asked, NO_FLAGS) } == 0;
    // An older kernel takes the number and forgets it.
    taken && scheduling().is_some_and(|now| now.sched_runtime == SHORT_TURN_NS)
}

/// Where the system has no such turns, nothing happens.
#[cfg(not(target_os = "linux"))]
pub fn take_short_turns() -> bool {
    false
}

/// How the kernel shares processors with the calling thread.
#[cfg(target_os = "linux")]
fn scheduling() -> Option<libc::sched_attr> {
    use libc::{SYS_sched_getattr, sched_attr, syscall};
    const SIZE: u32 = size_of::<sched_attr>() as u32;
    let mut now = sched_attr {
        size: SIZE,
        sched_policy: 0,
        sched_flags: 0,
        sched_nice: 0,
        sched_priority: 0,
        sched_runtime: 0,
        sched_deadline: 0,
        sched_period: 0,
    };
    // SAFETY: the kernel writes at most the size it is told, which is that of `now`, and every content of its fields is a number.
    let known = unsafe { syscall(SYS_sched_getattr, THIS_THREAD, &raw mut now, SIZE, NO_FLAGS) };
    (known == 0).then_some(now)
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

/// Begins a thread of ours in a process of others. No signal that is sent to the process is handled on it: the program's handlers run on
/// the program's threads, where what they do is judged by what they interrupt. Faults of the thread itself are handled.
///
/// # Errors
/// The system has no room for one more.
pub fn spawn_unsignalled<T: Send + 'static>(
    name: &str,
    run: impl FnOnce() -> T + Send + 'static,
) -> io::Result<JoinHandle<T>> {
    // A thread is born with the mask of the one that begins it: in between none of its own would be handled.
    let _blocked = SignalsBlocked::begin();
    Builder::new().name(name.to_owned()).spawn(run)
}

/// The mask of this thread as it was, until this is dropped.
struct SignalsBlocked(libc::sigset_t);

impl SignalsBlocked {
    fn begin() -> Self {
        // SAFETY: a set of signals is plain numbers, and both are filled in by the C library before anybody reads them; the calls
        // fail for numbers that are no signals only.
        unsafe {
            let (mut all, mut before) = (std::mem::zeroed(), std::mem::zeroed());
            libc::sigfillset(&raw mut all);
            for of_the_thread in [
                libc::SIGSEGV,
                libc::SIGBUS,
                libc::SIGFPE,
                libc::SIGILL,
                libc::SIGTRAP,
                libc::SIGSYS,
                libc::SIGABRT,
            ] {
                libc::sigdelset(&raw mut all, of_the_thread);
            }
            libc::pthread_sigmask(libc::SIG_BLOCK, &raw const all, &raw mut before);
            Self(before)
        }
    }
}

impl Drop for SignalsBlocked {
    fn drop(&mut self) {
        // SAFETY: as above; nothing is asked for in return.
        unsafe {
            libc::pthread_sigmask(libc::SIG_SETMASK, &raw const self.0, std::ptr::null_mut());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{HUGE_PAGE_BYTES, prefer_huge_pages, prefetch, prefetch_bytes};

    #[cfg(target_os = "linux")]
    #[test]
    fn signals_of_the_process_are_blocked_on_our_threads_only() {
        let blocked = || {
            let status = std::fs::read_to_string("/proc/thread-self/status").unwrap();
            let line = status.lines().find_map(|line| line.strip_prefix("SigBlk:"));
            u64::from_str_radix(line.unwrap().trim(), 16).unwrap()
        };
        let bit = |signal: i32| 1_u64 << (signal - 1);
        let before = blocked();
        let ours = super::spawn_unsignalled("ours", blocked).unwrap();
        let ours = ours.join().unwrap();
        assert_eq!(blocked(), before);
        for signal in [libc::SIGALRM, libc::SIGTERM, libc::SIGUSR1] {
            assert_ne!(ours & bit(signal), 0, "{signal}");
        }
        assert_eq!(ours & bit(libc::SIGSEGV), 0);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn short_turns_leave_priority_and_niceness_as_they_were() {
        let fields = |of: libc::sched_attr| {
            (
                of.sched_policy,
                of.sched_flags,
                of.sched_nice,
                of.sched_priority,
            )
        };
        std::thread::spawn(move || {
            let before = super::scheduling().unwrap();
            assert_ne!(before.sched_runtime, super::SHORT_TURN_NS);
            let granted = super::take_short_turns();
            let after = super::scheduling().unwrap();
            assert_eq!(granted, after.sched_runtime == super::SHORT_TURN_NS);
            assert_eq!(fields(before), fields(after));
        })
        .join()
        .unwrap();
    }

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
