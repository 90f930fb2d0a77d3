//! Which threads are within a call of the library.
//!
//! A signal handler may interrupt a call wherever it is: with the road in hand, or a lock of the lists of handles. A call of its own would
//! wait for the one it has interrupted. So a thread that is within a call begins no other, of whatever connection. Source: signal handling
//! in the C language, `MQRC_CALL_IN_PROGRESS`.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, Ordering, compiler_fence};

thread_local! {
    /// Nothing has to be done for it at the end of a thread, so it is there until the very end.
    static WITHIN: AtomicBool = const { AtomicBool::new(false) };
}

/// Only this thread and what interrupts it look at the mark: the processor shows both the order of the program, and the compiler is told to.
fn mark(within: bool) -> bool {
    WITHIN.with(|mark| {
        compiler_fence(Ordering::SeqCst);
        // Not a swap, for which the processor would lock others out: what interrupts this leaves the mark as it finds it.
        let before = mark.load(Ordering::Relaxed);
        mark.store(within, Ordering::Relaxed);
        compiler_fence(Ordering::SeqCst);
        before
    })
}

/// A call of this thread, until it is dropped.
pub(crate) struct Call {
    _of_this_thread: PhantomData<*const ()>,
}

impl Call {
    /// Begins one; `None` amid another, which this one interrupts.
    pub(crate) fn begin() -> Option<Self> {
        if mark(true) {
            return None;
        }
        Some(Self {
            _of_this_thread: PhantomData,
        })
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        mark(false);
    }
}

/// Sets the mark as it was.
struct Before(bool);

impl Drop for Before {
    fn drop(&mut self) {
        mark(self.0);
    }
}

/// Runs a function of the program, which may call.
pub(crate) fn call_out<T>(function: impl FnOnce() -> T) -> T {
    let _before = Before(mark(false));
    function()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_begins_no_call_within_a_call_but_from_functions_of_the_program() {
        let call = Call::begin().expect("the first");
        assert!(Call::begin().is_none());
        call_out(|| {
            let inner = Call::begin().expect("from a callback");
            assert!(Call::begin().is_none());
            drop(inner);
        });
        assert!(Call::begin().is_none());
        let elsewhere = std::thread::spawn(|| Call::begin().is_some()).join();
        assert!(elsewhere.expect("no panic"));
        drop(call);
        assert!(Call::begin().is_some());
        assert!(Call::begin().is_some());
    }
}
