//! Threads of the queue manager's own that are connected to it as programs are.

use ferromq_mqi::Reason;
use ferromq_qmgr::QueueManager as Engine;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

/// How often one that is to stop is looked at, and woken in case it began to wait meanwhile.
const LOOK_AGAIN: Duration = Duration::from_millis(2);

/// One that was started, with what it is told by.
pub(crate) struct OwnThread<F> {
    pub(crate) flags: Arc<F>,
    pub(crate) connection_id: [u8; 24],
    pub(crate) thread: JoinHandle<()>,
}

impl<F> OwnThread<F> {
    pub(crate) fn is_alive(&self) -> bool {
        !self.thread.is_finished()
    }

    /// Ends its wait, if it waits, so that it looks at its flags.
    pub(crate) fn wake(&self, engine: &Engine) {
        let stopping = Reason::CONNECTION_STOPPING;
        let _ = engine.cancel_wait(&self.connection_id, stopping);
    }

    /// Waits until one that was asked to stop has ended.
    pub(crate) fn await_end(self, engine: &Engine) {
        while self.is_alive() {
            self.wake(engine);
            std::thread::sleep(LOOK_AGAIN);
        }
        // A thread that panicked has said so already.
        let _ = self.thread.join();
    }
}
