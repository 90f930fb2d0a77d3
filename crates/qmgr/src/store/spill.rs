//! Queues with more in memory than their buffer takes: what is too much goes to their files, behind the puts.
//!
//! No put waits for the file of a queue. It leaves its message in memory, and the queue here; a thread that does nothing else
//! writes what is too much. So that memory stays bounded, a put to a queue with too much to be written waits at the door
//! (`verbs/room.rs`), and one to a queue whose files took no more is tried when that has been tried again. Queues may be many, so
//! all of them together have a bound as well: when that much is to be written, a put that would add to it waits until half of it is.
//! Beyond the bound there is a message of each thread that puts, and of a program that has waited for its turn too often. Puts
//! that fit the buffers of their queues wait for nobody.
//!
//! Without such a thread a verb writes what it left, which tests and simulations rely on.
//!
//! The same thread removes the files of queues that are deleted, one between two rounds of writing. It is in nobody's way there: what waits
//! for that thread waits for the disk anyway.

use crate::core::latch::{Forced, Latch};
use crate::lock_order;
use crate::store::local_queue::LocalQueue;
use ferromq_base::disk::access;
use ferromq_base::lock::{Mutex, MutexGuard};
use ferromq_queue::Spill;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

type WakeFn = Arc<dyn Fn() + Send + Sync>;

/// What a queue may have to be written before who puts to it waits.
const QUEUE_BYTES_MAX: u64 = 1 << 20;
/// What all queues may have to be written before who would add to it waits.
const ALL_BYTES_MAX: u64 = 64 << 20;
/// Deleted queues whose files may wait to be removed; of more than that who deletes them waits for the disk.
const REMOVALS_MAX: usize = 1024;
/// Queues that are looked at for one that has too much, by who does not know to which a message goes.
const LOOKS: usize = 64;

/// See the module.
#[derive(Default)]
pub(crate) struct Spills {
    state: Mutex<State, lock_order::Spills>,
    /// There are queues somebody may have to wait for.
    awaited: AtomicBool,
    /// What all queues have to be written: the sum of their shares.
    bytes: AtomicU64,
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
    /// Those of puts that wait because all queues together have too much.
    over: Vec<Latch>,
    /// Queues that are deleted, of which the files are left to the thread that writes: nobody waits for that.
    removals: VecDeque<Arc<LocalQueue>>,
    /// Somebody writes.
    at_work: bool,
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
        if queue.unspilled_bytes() == 0 {
            return;
        }
        self.count(queue);
        if !queue.spills.swap(true, Ordering::AcqRel) {
            self.list(queue);
        }
    }

    /// Counts what a queue has to be written. It is listed, or about to be, and counted again when it has been written.
    fn count(&self, queue: &LocalQueue) {
        let bytes = match queue.is_deleted() {
            true => 0,
            false => queue.unspilled_bytes(),
        };
        let before = queue.spill_bytes.swap(bytes, Ordering::AcqRel);
        self.bytes
            .fetch_add(bytes.wrapping_sub(before), Ordering::AcqRel);
    }

    /// Whether all queues together have too much to be written.
    pub(crate) fn has_too_much(&self) -> bool {
        self.bytes.load(Ordering::Acquire) > ALL_BYTES_MAX
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

    /// A latch for who puts a message of so many bytes to a queue that has too much to be written, or would have more while all of them
    /// have too much; `None` when that is not so, or no longer.
    pub(crate) fn latch(&self, queue: &Arc<LocalQueue>, data_bytes: usize) -> Option<Latch> {
        if self.has_too_much() {
            let adds = queue.unspilled_bytes() > 0 || queue.would_spill(data_bytes);
            return adds.then(|| self.latch_of_all()).flatten();
        }
        let latch = {
            let mut state = self.state();
            let is_stuck = state.stuck.iter().any(|one| Arc::ptr_eq(one, queue));
            let bytes_max = match is_stuck {
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

    /// A latch that opens when all queues together have less to be written, or no more of it can be for now.
    fn latch_of_all(&self) -> Option<Latch> {
        let (latch, again) = {
            let mut state = self.state();
            let again = match state.queues.is_empty() && !state.at_work {
                // What is left is what was not taken the last time.
                true if state.stuck.is_empty() => return None,
                true => state.stuck.clone(),
                false => Vec::new(),
            };
            let latch = state.wake.is_some().then(|| {
                let latch = Latch::default();
                state.over.push(latch.clone());
                latch
            });
            (latch, again)
        };
        for queue in again {
            if !queue.spills.swap(true, Ordering::AcqRel) {
                self.list(&queue);
            }
        }
        self.run_without_runner();
        latch
    }

    /// The same for who puts to several queues, or does not know yet to which.
    pub(crate) fn latch_of_any(&self, data_bytes: usize) -> Option<Latch> {
        if self.has_too_much() {
            return self.latch_of_all();
        }
        let too_much = |queue: &&Arc<LocalQueue>| queue.unspilled_bytes() > QUEUE_BYTES_MAX;
        let found = {
            let state = self.state();
            let first = state.queues.iter().take(LOOKS);
            first.clone().find(too_much).cloned()
        };
        self.latch(&found?, data_bytes)
    }

    /// Writes until nothing is left that can be. Blocks on the disk; the caller holds no lock. Returns true when there was something.
    pub(crate) fn run(&self) -> bool {
        let mut worked = false;
        while self.run_once() {
            worked = true;
        }
        worked
    }

    /// Writes what there is of one queue, as [`Spills::run`] does. Returns false when nothing is left that can be.
    pub(crate) fn run_once(&self) -> bool {
        let next = self.next();
        if let Some(queue) = &next {
            self.write(queue);
        }
        next.is_some()
    }

    /// Does what there is to do if nobody else will.
    pub(crate) fn run_without_runner(&self) {
        if self.is_awaited() && self.state().wake.is_none() {
            let _access = access::allow("nobody else spills");
            self.run();
        }
    }

    fn next(&self) -> Option<Arc<LocalQueue>> {
        let (queue, opened) = {
            let mut state = self.state();
            let queue = state.queues.pop_front();
            let awaited = queue.is_some() || !state.stuck.is_empty();
            self.awaited.store(awaited, Ordering::Release);
            state.at_work = queue.is_some();
            let opened = match queue {
                Some(_) => Vec::new(),
                // All that can be written is.
                None => std::mem::take(&mut state.over),
            };
            (queue, opened)
        };
        open_all(opened);
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
        self.count(queue);
        if self.bytes.load(Ordering::Acquire) <= ALL_BYTES_MAX / 2 {
            let opened = std::mem::take(&mut self.state().over);
            open_all(opened);
        }
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
        self.count(queue);
        self.open_latches(queue);
    }

    /// Leaves the files of a deleted queue to be removed by whoever writes. False when nobody does, or too many are left.
    pub(crate) fn leave_removal(&self, queue: &Arc<LocalQueue>) -> bool {
        let wake = {
            let mut state = self.state();
            if state.removals.len() >= REMOVALS_MAX {
                return false;
            }
            let Some(wake) = state.wake.clone() else {
                return false;
            };
            state.removals.push_back(Arc::clone(queue));
            wake
        };
        wake();
        true
    }

    /// The next deleted queue whose files are to be removed.
    pub(crate) fn next_removal(&self) -> Option<Arc<LocalQueue>> {
        self.state().removals.pop_front()
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
        open_all(opened);
    }

    /// While this is held nothing is written to any queue's files here.
    pub(crate) fn writing(&self) -> MutexGuard<'_, ()> {
        self.writing.lock()
    }
}

fn open_all(latches: Vec<Latch>) {
    for latch in latches {
        latch.open(Forced::Durable);
    }
}
