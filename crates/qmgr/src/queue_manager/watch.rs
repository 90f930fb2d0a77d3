//! Whoever wants to know that a message has come, and does not want it.

use crate::queue_manager::QueueManager;
use crate::store::local_queue::LocalQueue;
use ferromq_mqi::Reason;
use ferromq_mqi::name::ObjectName;
use ferromq_queue::{Interest, WaiterId};
use std::sync::Arc;
use std::task::Waker;

/// A watch for messages, as [`QueueManager::watch_messages`] begins it. Dropping it ends it.
pub struct MessageWatch {
    queue: Arc<LocalQueue>,
    waiter: WaiterId,
}

impl std::fmt::Debug for MessageWatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("MessageWatch")
            .field(&self.queue.name)
            .finish()
    }
}

impl Drop for MessageWatch {
    fn drop(&mut self) {
        // Somebody may wait for the message it was woken for.
        self.queue.queue.cancel_wait(self.waiter).wake();
    }
}

impl MessageWatch {
    /// Whether the queue it is on has that name and is still there.
    #[must_use]
    pub fn is_on(&self, queue: &ObjectName) -> bool {
        self.queue.name == *queue && !self.queue.is_deleted()
    }
}

impl QueueManager {
    /// Has the waker woken once, when a message, or one with this correlation identifier, becomes visible on a local queue, or when something else happens
    /// that those who wait there are to know. Nobody else hears of that message as long as the watch is held: drop it then. It costs other messages
    /// nothing. What is there already wakes nobody: look behind this.
    ///
    /// # Errors
    /// `MQRC_UNKNOWN_OBJECT_NAME` where no local queue has that name, `MQRC_RESOURCE_PROBLEM` when no more can wait at it.
    pub fn watch_messages(
        &self,
        queue: &ObjectName,
        correl_id: Option<[u8; 24]>,
        waker: &Waker,
    ) -> Result<MessageWatch, Reason> {
        let queue = self.engine.registry().local_queue(queue);
        let queue = queue.ok_or(Reason::UNKNOWN_OBJECT_NAME)?;
        let interest = Interest {
            correl_id,
            ..Interest::default()
        };
        let handle = self.engine.new_handle();
        let waiter = queue.queue.wait(interest, waker.clone(), handle);
        let waiter = waiter.map_err(|_| Reason::RESOURCE_PROBLEM)?;
        Ok(MessageWatch { queue, waiter })
    }
}
