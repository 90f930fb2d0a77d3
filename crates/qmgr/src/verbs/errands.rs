//! Errands are done: see `store/errands.rs` for what they are and who leaves them.

use crate::core::Core;
use crate::core::gate::{Forced, Gate};
use crate::deliver::trigger;
use crate::publish::Publishing;
use crate::publish::retention::drop_unattended;
use crate::store::errands::{Behind, Errand};
use crate::store::local_queue::LocalQueue;
use crate::verbs::connection::{Connection, Step};
use ferromq_mqi::call::Reply;
use std::task::{Poll, Waker};

/// Does what there is to do, unless somebody is at it already. Returns true when there was something. The caller holds no lock.
pub(crate) fn run(publishing: &Publishing) -> bool {
    let mut works = false;
    while let Some(errand) = publishing.errands.next(works) {
        works = true;
        match errand {
            Errand::Trigger(queue, due) => trigger::carry_out(publishing, &queue, due),
            Errand::DropRetained(id) => drop_unattended(publishing, id),
            Errand::RemoveFiles(queue) => remove_files(publishing, &queue),
            Errand::Open(gate) => gate.open(Forced::Durable),
        }
    }
    works
}

/// Does what there is to do if nobody else will.
pub(crate) fn run_without_runner(publishing: &Publishing) {
    if !publishing.errands.has_runner() {
        run(publishing);
    }
}

fn remove_files(core: &Core, queue: &LocalQueue) {
    // Files that stay behind belong to no object; the next start removes them.
    let _ = core.queue_files.remove_directory(&queue.directory);
}

/// A gate that opens when all that was given so far is done; `None` when it is done on return. The caller holds no lock.
pub(crate) fn gate(publishing: &Publishing) -> Option<Gate> {
    match publishing.errands.behind() {
        Behind::Nothing => None,
        Behind::Gate(gate) => Some(gate),
        Behind::Oneself => {
            run(publishing);
            None
        }
    }
}

impl Connection {
    /// Holds an answer back until what follows from the verb is done: the trigger message is there when the put is answered.
    /// Errands that others gave meanwhile are waited for as well, which is not long.
    pub(crate) fn behind_errands(&mut self, answer: Poll<Reply>, waker: &Waker) -> Poll<Reply> {
        let Poll::Ready(reply) = answer else {
            return answer;
        };
        let given = self.engine.errands.given();
        if self
            .errands_before
            .take()
            .is_none_or(|before| before == given)
        {
            return Poll::Ready(reply);
        }
        match gate(&self.engine) {
            None => Poll::Ready(reply),
            Some(gate) => {
                let end = self.engine.log.durable();
                self.settle(Ok(Step::Forced(end, gate, reply)), waker)
            }
        }
    }
}
