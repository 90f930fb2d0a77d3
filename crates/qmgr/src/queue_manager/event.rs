//! Event messages of others than the engine.

use crate::deliver::event::Event;
use crate::queue_manager::QueueManager;

impl QueueManager {
    /// Puts an event message, if the queue manager's attribute asks for such events.
    pub fn write_event(&self, event: Event) {
        event.write(&self.engine);
    }
}
