//! Who does the tasks verbs leave, as the edge sees it.

use crate::queue_manager::QueueManager;
use std::num::NonZeroUsize;

impl QueueManager {
    /// From now on verbs of connections that use workers leave tasks ([`crate::Connection::use_workers`]) to threads of the
    /// edge that call [`Self::work_on_tasks`], or to callers of [`Self::run_task`]. A search is left when it has stepped over
    /// `steps_in_line` messages: of some 250 it delays others on its event loop by about 0.1 ms.
    pub fn begin_tasks(&self, steps_in_line: NonZeroUsize) {
        self.engine.tasks.begin(steps_in_line.get());
    }

    /// Does tasks as they come, until [`Self::end_tasks`]. Several threads may.
    pub fn work_on_tasks(&self) {
        self.engine.tasks.work();
    }

    /// Does one turn of a task; false when there is nothing to do. For schedulers of one's own.
    pub fn run_task(&self) -> bool {
        self.engine.tasks.turn()
    }

    /// Nobody does tasks any more: verbs do themselves what they left. Tasks under way end their turn.
    pub fn end_tasks(&self) {
        self.engine.tasks.end();
    }
}
