//! A queue whose messages another engine keeps, for simulated runs and tests: [`RehearsedQueue`].
//!
//! The messages last no longer than the queue manager runs. If its definition is to go with them, it is that of a temporary dynamic queue.

use crate::core::place::queue_directory;
use crate::queue_manager::QueueManager;
use crate::store::local_queue::{LocalQueue, queue_settings};
use ferromq_mqi::definition::Definition;
use ferromq_queue::{Answers, RehearsedQueue};
use std::sync::Arc;

impl QueueManager {
    /// Adds a queue, and the engine that keeps its messages: `hears` is told each call and says when it is answered. The name must be free.
    pub fn add_simulated_backend(
        &self,
        definition: Definition,
        hears: impl Fn(&'static str) -> Answers + Send + Sync + 'static,
    ) -> Arc<RehearsedQueue> {
        let engine = &self.engine;
        let settings = queue_settings(&definition, engine.buffers);
        let keeper = Arc::new(RehearsedQueue::new(settings, hears));
        let mut registry = engine.registry_mut();
        let id = registry.new_queue_id();
        let directory = queue_directory(&definition.name(), id.0);
        let keeps = Arc::clone(&keeper);
        let queue = LocalQueue::of_backend(id, directory, definition, keeps, None);
        registry.add_local(Arc::new(queue));
        drop(registry);
        engine.ask_elsewhere();
        keeper
    }
}
