//! Waking a thread that sleeps in poll(2) for many links.
//!
//! What must not happen: the bytes that such a thread sleeps for are read by another (one that waits for an answer on
//! the same link, or the thread that looks after heartbeats), the socket has nothing to read any more, and the sleeper
//! never looks. So it looks for its answers once more under the lock of each link and leaves its wake-up there before it
//! lets go of the lock. Whoever reads does so under that lock: either before, and the sleeper finds the answer, or
//! afterwards, and finds the wake-up.

use rustix::event::{EventfdFlags, PollFd, PollFlags, eventfd};
use rustix::fd::OwnedFd;
use std::cell::RefCell;
use std::sync::Arc;

/// An event that stays set until its thread forgets it.
#[derive(Debug)]
pub(super) struct WakeUp {
    event: OwnedFd,
    /// A child has the descriptors of its parent and must not take its wake-ups.
    process: u32,
}

thread_local! {
    static OWN: RefCell<Option<Arc<WakeUp>>> = const { RefCell::new(None) };
}

impl WakeUp {
    /// The one of the thread that asks; `None` when the process can have no more descriptors.
    pub(super) fn of_this_thread() -> Option<Arc<Self>> {
        let process = std::process::id();
        OWN.with_borrow_mut(|own| {
            if own.as_ref().is_none_or(|own| own.process != process) {
                let event = eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK).ok()?;
                *own = Some(Arc::new(Self { event, process }));
            }
            own.clone()
        })
    }

    /// What poll(2) is to look at.
    pub(super) fn polled(&self) -> PollFd<'_> {
        PollFd::new(&self.event, PollFlags::IN)
    }

    pub(super) fn wake(&self) {
        // It fails only where it is set so often that it cannot be counted: set it is.
        let _ = rustix::io::write(&self.event, &1_u64.to_ne_bytes());
    }

    pub(super) fn forget(&self) {
        let mut count = [0; 8];
        // Where it is not set there is nothing to forget.
        let _ = rustix::io::read(&self.event, &mut count);
    }
}
