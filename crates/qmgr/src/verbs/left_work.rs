//! Work that is none of a verb and takes long, left to the workers of verbs by an edge that has others to serve.

use crate::store::tasks::{Awaited, Promise, Task, promise};
use crate::verbs::connection::Connection;
use std::sync::Arc;
use std::task::{Poll, Waker};

type Work<T> = Arc<dyn Fn() -> T + Send + Sync>;

/// Work that was left: [`Connection::leave_work`]. Whoever drops it does not wait for it any more.
pub struct LeftWork<T> {
    work: Work<T>,
    awaited: Awaited<T>,
}

impl<T> std::fmt::Debug for LeftWork<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LeftWork").finish_non_exhaustive()
    }
}

impl<T> LeftWork<T> {
    /// What has come of it, once. The waker is woken when there is something.
    pub fn poll(&mut self, waker: &Waker) -> Poll<T> {
        // Where nobody does it, this thread does.
        self.awaited
            .poll(waker)
            .map(|outcome| outcome.unwrap_or_else(|| (self.work)()))
    }
}

struct WorkTask<T> {
    work: Work<T>,
    promise: Promise<T>,
}

impl<T: Send + 'static> Task for WorkTask<T> {
    fn turn(self: Box<Self>) -> Option<Box<dyn Task>> {
        if self.promise.is_awaited() {
            let outcome = (self.work)();
            self.promise.keep(outcome);
        }
        None
    }
}

impl Connection {
    /// Leaves work to a worker, if there is one and this connection uses them ([`Self::use_workers`]). Without, it is done when it is polled. It may be done twice
    /// where workers end meanwhile.
    #[must_use]
    pub fn leave_work<T: Send + 'static>(&self, work: Work<T>, waker: &Waker) -> LeftWork<T> {
        let (promise, awaited) = promise(waker);
        if self.uses_workers {
            self.engine.tasks.leave(Box::new(WorkTask {
                work: Arc::clone(&work),
                promise,
            }));
        }
        LeftWork { work, awaited }
    }
}
