//! Programs that cooperate in browsing: what one of them has marked the others are not shown, as long as its handle is open.
//!
//! Programs of the queue manager's process only: when the handle of a client that was cut off is closed it is not told.

use super::history::{Marked, Tick};
use super::objects::{QUEUES, TOPIC_QUEUES};
use super::program::Program;
use ferromq_mqi::Reason;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::ObjectDescriptor;

impl Program<'_> {
    /// Browses what nobody who cooperates has marked, and marks it. Answers how many verbs that were.
    pub(super) fn mark(&mut self) -> u64 {
        // Two, so that programs meet there.
        let queue = TOPIC_QUEUES[self.random.below(2) as usize];
        let open = Request::Open {
            descriptor: ObjectDescriptor::queue(QUEUES[queue]),
            options: MQOO_BROWSE | MQOO_CO_OP,
        };
        let handle = match self.call(open) {
            Some(Reply::Opened { handle, .. }) => handle,
            // A clear has it for itself.
            Some(Reply::Failed(Reason::OBJECT_IN_USE)) => return 1,
            other => {
                self.unless_over("open", &other);
                return 1;
            }
        };
        let options = MQGMO_BROWSE_FIRST
            | MQGMO_UNMARKED_BROWSE_MSG
            | MQGMO_MARK_BROWSE_CO_OP
            | MQGMO_NO_PROPERTIES;
        let verbs = 1 + self.random.below(5);
        for _ in 0..verbs {
            let found = self.take(queue, handle, options, None);
            if self.over {
                return verbs;
            }
            let Some(number) = found else { break };
            let mut events = self.history.lock();
            let span = events.begin();
            events.marked.push(Marked {
                number,
                queue,
                span,
            });
            self.marks.push(events.marked.len() - 1);
        }
        self.end_marks();
        let answer = self.call(Request::Close { handle, options: 0 });
        if !matches!(answer, Some(Reply::Done(Reason::NONE))) {
            self.unless_over("close", &answer);
        }
        verbs
    }

    /// The handle that marked is about to be closed.
    pub(super) fn end_marks(&mut self) {
        let mut events = self.history.lock();
        let now: Tick = events.tick();
        for mark in self.marks.drain(..) {
            events.marked[mark].span.to = Some(now);
        }
    }
}
