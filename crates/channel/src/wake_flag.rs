//! Wakers that say which of a conversation's gets was meant.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Wake, Waker};

/// Remembers that it was woken, and has the edge resume the conversation.
pub(crate) struct WakeFlag {
    woken: AtomicBool,
    conversation: Waker,
}

impl WakeFlag {
    pub(crate) fn new(conversation: &Waker) -> Arc<Self> {
        Arc::new(Self {
            woken: AtomicBool::new(false),
            conversation: conversation.clone(),
        })
    }

    /// True once after it was woken.
    pub(crate) fn take(&self) -> bool {
        // Most looks find nothing; a load costs less than a swap.
        self.woken.load(Ordering::Acquire) && self.woken.swap(false, Ordering::AcqRel)
    }

    /// As if it had been woken, without waking anybody.
    pub(crate) fn set(&self) {
        self.woken.store(true, Ordering::Release);
    }
}

impl Wake for WakeFlag {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.woken.store(true, Ordering::Release);
        self.conversation.wake_by_ref();
    }
}
