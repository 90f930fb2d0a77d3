//! What others than the engine observe.

use crate::core::observation::Observed;
use crate::deliver::event::{EventDetails, observe};
use crate::queue_manager::QueueManager;

impl QueueManager {
    /// Something happened: it is counted, and an event message is put if the queue manager's attribute asks for such events.
    /// The caller holds no lock.
    pub fn observe(&self, what: Observed, details: impl FnOnce() -> EventDetails) {
        observe(&self.engine, what, details);
    }
}
