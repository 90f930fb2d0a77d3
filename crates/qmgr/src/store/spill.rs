//! Queues with more in memory than their buffer takes: what is too much goes to their files, behind the puts.
//!
//! No put waits for the file of a queue. It leaves its message in memory, and the queue here; a thread that does nothing else
//! writes what is too much. So that memory stays bounded, a put to a queue with too much to be written waits at the door
//! (`verbs/room.rs`), and one to a queue whose files took no more is tried when that has been tried again.
//!
//! Without such a thread a verb writes what it left, which tests and simulations rely on.

use crate::core::latch::{Forced, Latch};
use crate::lock_order;
use crate::store::local_queue::LocalQueue;
use ferromq_base::disk::access;
use ferromq_base::lock::{Mutex, MutexGuard};
use ferromq_queue::Spill;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

type WakeFn = Arc<dyn Fn() + Send + Sync>;

/// What a queue may have to be written before who puts to it waits.
const QUEUE_BYTES_MAX: u64 = 1 << 20;
/// Queues that may have as much; of more each waits for what it has.
const QUEUES_MAX: usize = 64;

/// See the module.
#[derive(Default)]
pub(crate) struct Spills {
    state: Mutex<State, lock_order::Spills>,
    /// There are queues somebody may have to wait for.
    awaited: AtomicBool,
    /// Held while a queue's messages are written, and while its files are removed.
    writing: Mutex<(), lock_order::Spilling>,
}

#[derive(Default)]
struct State {
    queues: VecDeque<Arc<LocalQueue>>,
    /// Those whose files took no more the last time: they are tried again when somebody puts to them.
    stuck: Vec<Arc<LocalQueue>>,
    /// Latches of puts that wait, and for which queue.
    waiting: Vec<(Arc<LocalQueue>, Latch)>,
    wake: Option<WakeFn>,
}

impl Spills {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }

    /// Messages are written from now on by whoever `wake` wakes, who calls [`Self::run`], or by nobody any more.
    pub(crate) fn set_runner(&self, wake: Option<Box<dyn Fn() + Send + Sync>>) {
        self.state().wake = wake.map(WakeFn::from);
    }

    /// A message was put on the queue: lists it if it has something to be written.
    pub(crate) fn note(&self, queue: &Arc<LocalQueue>) {
        if queue.unspilled_bytes() > 0 && !queue.spills.swap(true, Ordering::AcqRel) {
            self.list(queue);
        }
    }

    fn list(&self, queue: &Arc<LocalQueue>) {
        let wake = {
            let mut state = self.state();
            state.queues.push_back(Arc::clone(queue));
            self.awaited.store(true, Ordering::Release);
            state.wake.clone()
        };
        if let Some(wake) = wake {
            wake();
        }
    }

    /// Whether there is something to be written. Costs next to nothing.
    pub(crate) fn is_awaited(&self) -> bool {
        self.awaited.load(Ordering::Acquire)
    }

    /// A latch for who puts to a queue that has too much to be written; `None` when it has not, or has no longer.
    pub(crate) fn latch(&self, queue: &Arc<LocalQueue>) -> Option<Latch> {
        let latch = {
            let mut state = self.state();
            let is_stuck = state.stuck.iter().any(|one| Arc::ptr_eq(one, queue));
            let bytes_max = match is_stuck || state.queues.len() > QUEUES_MAX {
                true => 0,
                false => QUEUE_BYTES_MAX,
            };
            if queue.unspilled_bytes() <= bytes_max {
                return None;
            }
            state.wake.is_some().then(|| {
                let latch = Latch::default();
                state.waiting.push((Arc::clone(queue), latch.clone()));
                latch
            })
        };
        if !queue.spills.swap(true, Ordering::AcqRel) {
            self.list(queue);
        }
        self.run_without_runner();
        latch
    }

    /// The same for who puts to several queues, or does not know yet to which.
    pub(crate) fn latch_of_any(&self) -> Option<Latch> {
        let too_much = |queue: &&Arc<LocalQueue>| queue.unspilled_bytes() > QUEUE_BYTES_MAX;
        let found = {
            let state = self.state();
            let first = state.queues.iter().take(QUEUES_MAX);
            first.clone().find(too_much).cloned()
        };
        self.latch(&found?)
    }

    /// Writes until nothing is left that can be. Blocks on the disk; the caller holds no lock. Returns true when there was something.
    pub(crate) fn run(&self) -> bool {
        let mut worked = false;
        while let Some(queue) = self.next() {
            worked = true;
            self.write(&queue);
        }
        worked
    }

    /// Does what there is to do if nobody else will.
    pub(crate) fn run_without_runner(&self) {
        if self.is_awaited() && self.state().wake.is_none() {
            let _access = access::allow("nobody else spills");
            self.run();
        }
    }

    fn next(&self) -> Option<Arc<LocalQueue>> {
        let mut state = self.state();
        let queue = state.queues.pop_front();
        let awaited = queue.is_some() || !state.stuck.is_empty();
        self.awaited.store(awaited, Ordering::Release);
        queue
    }

    fn write(&self, queue: &Arc<LocalQueue>) {
        // What is put from here on lists it again.
        queue.spills.store(false, Ordering::Release);
        let step = {
            let _alone = self.writing();
            match queue.files() {
                Some(files) if !queue.is_deleted() => files.spill(),
                _ => Spill::Done,
            }
        };
        self.note_step(queue, step);
        if step == Spill::More && !queue.spills.swap(true, Ordering::AcqRel) {
            // Others have their turn first.
            self.list(queue);
        }
        let serves = step != Spill::More || queue.unspilled_bytes() <= QUEUE_BYTES_MAX / 2;
        if serves {
            self.open_latches(queue);
        }
    }

    fn note_step(&self, queue: &Arc<LocalQueue>, step: Spill) {
        let mut state = self.state();
        state.stuck.retain(|one| !Arc::ptr_eq(one, queue));
        if step == Spill::Failed {
            state.stuck.push(Arc::clone(queue));
        }
    }

    /// The queue is deleted.
    pub(crate) fn forget(&self, queue: &Arc<LocalQueue>) {
        self.note_step(queue, Spill::Done);
        self.open_latches(queue);
    }

    fn open_latches(&self, queue: &Arc<LocalQueue>) {
        let mut opened = Vec::new();
        self.state().waiting.retain(|(of, latch)| {
            let kept = !Arc::ptr_eq(of, queue);
            if !kept {
                opened.push(latch.clone());
            }
            kept
        });
        for latch in opened {
            latch.open(Forced::Durable);
        }
    }

    /// While this is held nothing is written to any queue's files here.
    pub(crate) fn writing(&self) -> MutexGuard<'_, ()> {
        self.writing.lock()
    }
}
