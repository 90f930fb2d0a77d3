//! Children of `fork` have no connections: those they see are their parent's.

use crate::connection::FORKS;
use std::ffi::c_int;
use std::sync::atomic::{AtomicBool, Ordering};

unsafe extern "C" {
    /// POSIX. Registers functions to be called around each `fork`; part of every C library on Linux.
    fn pthread_atfork(
        prepare: Option<extern "C" fn()>,
        parent: Option<extern "C" fn()>,
        child: Option<extern "C" fn()>,
    ) -> c_int;
}

extern "C" fn in_the_child() {
    // One atomic addition: nothing a child may not do between `fork` and `exec`.
    FORKS.fetch_add(1, Ordering::Relaxed);
}

/// Has children counted from now on. Costs nothing after the first time.
///
/// Threads that connect first at the same time may register it more than once: then a child counts more forks, and is told apart
/// as well. None waits for another, for the child of a fork would wait for a thread that is not there.
pub(super) fn watch() {
    static IS_WATCHED: AtomicBool = AtomicBool::new(false);
    if IS_WATCHED.load(Ordering::Acquire) {
        return;
    }
    // SAFETY: the function has the type that is asked for and stays as long as the library does; glibc takes it
    // off its list when the library is unloaded. Without memory for it children are not told apart.
    let _ = unsafe { pthread_atfork(None, None, Some(in_the_child)) };
    IS_WATCHED.store(true, Ordering::Release);
}
