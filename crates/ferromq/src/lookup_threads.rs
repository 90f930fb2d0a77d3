//! The threads that ask the system for users on behalf of verbs.
//!
//! The system may never answer, and nobody can take a thread back from there. A thread that is stuck is replaced by another one, as
//! long as there are not too many; the queue manager refuses then what would need one more. A thread that is answered after all goes on, or
//! ends if its place is taken. So these threads are not waited for at the end, unless they have nothing under way.

use crate::lock_order;
use ferromq_base::lock::{Condvar, Mutex, MutexGuard};
use ferromq_base::os::spawn_unsignalled;
use ferromq_qmgr::QueueManager;
use std::sync::Arc;

/// Threads that are not stuck: while one is not answered, the other asks for other users.
const AT_WORK: usize = 2;

/// See the module. Dropping it ends the threads.
#[derive(Debug)]
pub(crate) struct LookupThreads(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    manager: QueueManager,
    crew: Mutex<Crew, lock_order::LookupThreads>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Crew {
    threads: usize,
    /// Those that ask, stuck or not.
    asking: usize,
    stuck: usize,
    /// How often they were woken.
    calls: u64,
    ended: bool,
}

impl Crew {
    fn wants_more(&self) -> bool {
        let at_work = self.threads.saturating_sub(self.stuck);
        !self.ended && at_work < AT_WORK && self.threads < QueueManager::LOOKUP_THREADS_MAX
    }

    fn has_too_many(&self) -> bool {
        self.ended || self.threads.saturating_sub(self.stuck) > AT_WORK
    }
}

impl LookupThreads {
    /// Starts them.
    ///
    /// # Errors
    /// The system's, when it gives no thread.
    pub(crate) fn start(manager: &QueueManager) -> std::io::Result<Self> {
        let threads = Self(Arc::new(Shared {
            manager: manager.clone(),
            crew: Mutex::default(),
            changed: Condvar::new(),
        }));
        threads.note_stuck(0)?;
        Ok(threads)
    }

    /// Has them look whether there is somebody to ask for. Short; any lock may be held.
    pub(crate) fn waker(&self) -> impl Fn() + Send + Sync + 'static {
        let shared = Arc::clone(&self.0);
        move || {
            shared.crew().calls += 1;
            shared.changed.notify_all();
        }
    }

    /// So many of them are stuck: others take their place.
    ///
    /// # Errors
    /// As [`Self::start`]; those there are go on.
    pub(crate) fn note_stuck(&self, stuck: usize) -> std::io::Result<()> {
        let mut crew = self.0.crew();
        crew.stuck = stuck;
        while crew.wants_more() {
            let shared = Arc::clone(&self.0);
            spawn_unsignalled("user look-ups", move || shared.run())?;
            crew.threads += 1;
        }
        if crew.has_too_many() {
            self.0.changed.notify_all();
        }
        Ok(())
    }
}

impl Drop for LookupThreads {
    fn drop(&mut self) {
        let mut crew = self.0.crew();
        crew.ended = true;
        self.0.changed.notify_all();
        while crew.threads > crew.asking {
            crew = self.0.changed.wait(crew);
        }
    }
}

impl Shared {
    fn crew(&self) -> MutexGuard<'_, Crew> {
        self.crew.lock()
    }

    /// A thread: asks until the end, or until there are too many.
    fn run(&self) {
        let mut crew = self.crew();
        let mut seen = None;
        while !crew.has_too_many() {
            if seen == Some(crew.calls) {
                crew = self.changed.wait(crew);
                continue;
            }
            seen = Some(crew.calls);
            crew.asking += 1;
            drop(crew);
            // A thread that panicked has said so: the queue manager has stopped.
            let stopped = self.manager.guard(|| self.manager.run_lookups()).is_err();
            crew = self.crew();
            crew.asking -= 1;
            crew.ended |= stopped;
        }
        crew.threads -= 1;
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::{AT_WORK, Crew};
    use ferromq_qmgr::QueueManager;

    #[test]
    fn stuck_threads_are_replaced_up_to_a_number_and_end_when_too_many_come_back() {
        let most = QueueManager::LOOKUP_THREADS_MAX;
        let mut crew = Crew::default();
        for stuck in 0..=most {
            crew.stuck = stuck;
            while crew.wants_more() {
                crew.threads += 1;
            }
            assert_eq!(crew.threads, (stuck + AT_WORK).min(most));
        }
        for stuck in (0..=most).rev() {
            crew.stuck = stuck;
            while crew.has_too_many() {
                crew.threads -= 1;
            }
            assert_eq!(crew.threads, (stuck + AT_WORK).min(most));
        }
        crew.ended = true;
        assert!(crew.has_too_many() && !crew.wants_more());
    }
}
