//! What verbs leave to workers: reads of the disk, and searches and copies that take long.
//!
//! A verb on an event loop that did these itself would hold up everybody else there. It leaves a task and is pending; the
//! [`Promise`] the task was given wakes it. A task does its work in short turns and stands in line again behind each, so that no
//! read waits for the end of a search.
//!
//! A task changes nothing that would have to be undone: what a verb holds, it holds itself. Whoever does not wait any more
//! drops its [`Awaited`], and the task goes at its next turn. There is one task at most for each get that is under way, so
//! they are bounded by what bounds those.

use crate::lock_order;
use ferromq_base::lock::{Condvar, Mutex};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Poll, Waker};

/// Bytes that are copied while a search makes a step, or fewer.
const BYTES_PER_STEP: usize = 4096;

/// Work for a worker. Dropping it leaves it undone.
pub(crate) trait Task: Send {
    /// Does a part of it, with no lock held. Gives itself back while there is more to do.
    fn turn(self: Box<Self>) -> Option<Box<dyn Task>>;
}

/// See the module.
#[derive(Default)]
pub(crate) struct Tasks {
    state: Mutex<State, lock_order::Tasks>,
    /// A task was left, or the workers are to go.
    changed: Condvar,
    /// How many messages a search steps over before it is left to a worker.
    steps_in_line: AtomicUsize,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Box<dyn Task>>,
    has_workers: bool,
}

impl Tasks {
    /// From now on somebody does them.
    pub(crate) fn begin(&self, steps_in_line: usize) {
        self.steps_in_line.store(steps_in_line, Ordering::Relaxed);
        self.state.lock().has_workers = true;
    }

    /// How many messages a search steps over before it is left to a worker.
    pub(crate) fn steps_in_line(&self) -> usize {
        self.steps_in_line.load(Ordering::Relaxed)
    }

    /// How many bytes a verb copies before that is left to a worker, which takes about as long as so many steps; `None` where nobody
    /// does tasks.
    pub(crate) fn bytes_in_line(&self) -> Option<usize> {
        let has_workers = self.state.lock().has_workers;
        has_workers.then(|| self.copied_in_line_max())
    }

    /// The same bytes, whether or not there are workers. Takes no lock.
    pub(crate) fn copied_in_line_max(&self) -> usize {
        self.steps_in_line().saturating_mul(BYTES_PER_STEP)
    }

    /// Nobody does any more tasks. Those that wait are dropped: their verbs do the work themselves.
    pub(crate) fn end(&self) {
        let dropped = {
            let mut state = self.state.lock();
            state.has_workers = false;
            std::mem::take(&mut state.waiting)
        };
        self.changed.notify_all();
        drop(dropped);
    }

    /// Leaves a task. Nobody does it where there are no workers. The caller holds no lock of a queue.
    pub(crate) fn leave(&self, task: Box<dyn Task>) {
        let undone = self.stand_in_line(task);
        if undone.is_none() {
            self.changed.notify_one();
        }
    }

    fn stand_in_line(&self, task: Box<dyn Task>) -> Option<Box<dyn Task>> {
        let mut state = self.state.lock();
        if !state.has_workers {
            return Some(task);
        }
        state.waiting.push_back(task);
        None
    }

    /// Does tasks until [`Self::end`].
    pub(crate) fn work(&self) {
        while let Some(task) = self.next() {
            self.do_turn(task);
        }
    }

    /// Does one turn; false when nothing is to be done.
    pub(crate) fn turn(&self) -> bool {
        let next = self.state.lock().waiting.pop_front();
        let is_some = next.is_some();
        next.into_iter().for_each(|task| self.do_turn(task));
        is_some
    }

    fn next(&self) -> Option<Box<dyn Task>> {
        let mut state = self.state.lock();
        while state.has_workers {
            if let Some(task) = state.waiting.pop_front() {
                return Some(task);
            }
            state = self.changed.wait(state);
        }
        None
    }

    /// What is left of the task stands in line again. No worker is woken for it: this one comes back.
    fn do_turn(&self, task: Box<dyn Task>) {
        if let Some(rest) = task.turn() {
            drop(self.stand_in_line(rest));
        }
    }
}

enum Stage<T> {
    UnderWay(Waker),
    Done(T),
    /// It was left undone.
    Broken,
}

type Slot<T> = Mutex<Stage<T>, lock_order::TaskOutcome>;

/// The verb's end of a task.
pub(crate) struct Awaited<T>(Arc<Slot<T>>);

/// The task's end: whoever waits for it is woken when it is kept, or dropped.
pub(crate) struct Promise<T>(Arc<Slot<T>>);

/// What a task is to find out, for who is woken by `waker`.
pub(crate) fn promise<T>(waker: &Waker) -> (Promise<T>, Awaited<T>) {
    let slot = Arc::new(Slot::new(Stage::UnderWay(waker.clone())));
    (Promise(Arc::clone(&slot)), Awaited(slot))
}

impl<T> Awaited<T> {
    /// What was found out, once; `None` when the task was left undone.
    pub(crate) fn poll(&self, waker: &Waker) -> Poll<Option<T>> {
        let mut stage = self.0.lock();
        if let Stage::UnderWay(known) = &mut *stage {
            known.clone_from(waker);
            return Poll::Pending;
        }
        match std::mem::replace(&mut *stage, Stage::Broken) {
            Stage::Done(outcome) => Poll::Ready(Some(outcome)),
            _ => Poll::Ready(None),
        }
    }
}

impl<T> Promise<T> {
    /// False when nobody waits for it any more.
    pub(crate) fn is_awaited(&self) -> bool {
        Arc::strong_count(&self.0) > 1
    }

    pub(crate) fn keep(self, outcome: T) {
        self.settle(Stage::Done(outcome));
    }

    fn settle(&self, to: Stage<T>) {
        let before = {
            let mut stage = self.0.lock();
            match *stage {
                Stage::UnderWay(_) => std::mem::replace(&mut *stage, to),
                _ => return,
            }
        };
        if let Stage::UnderWay(waker) = before {
            waker.wake();
        }
    }
}

impl<T> Drop for Promise<T> {
    fn drop(&mut self) {
        self.settle(Stage::Broken);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU32;

    /// Counts its turns.
    struct Counts {
        turns_left: u32,
        promise: Promise<u32>,
        done: Arc<AtomicU32>,
    }

    impl Task for Counts {
        fn turn(mut self: Box<Self>) -> Option<Box<dyn Task>> {
            if !self.promise.is_awaited() {
                return None;
            }
            self.turns_left -= 1;
            let done = self.done.fetch_add(1, Ordering::SeqCst);
            match self.turns_left {
                0 => {
                    self.promise.keep(done);
                    None
                }
                _ => Some(self),
            }
        }
    }

    fn left(tasks: &Tasks, turns: u32, done: &Arc<AtomicU32>) -> Awaited<u32> {
        let (promise, awaited) = promise(Waker::noop());
        tasks.leave(Box::new(Counts {
            turns_left: turns,
            promise,
            done: Arc::clone(done),
        }));
        awaited
    }

    #[test]
    fn a_short_task_does_not_wait_for_the_end_of_a_long_one() {
        let (tasks, done) = (Tasks::default(), Arc::default());
        tasks.begin(250);
        let long = left(&tasks, 100, &done);
        let short = left(&tasks, 1, &done);
        while short.poll(Waker::noop()).is_pending() {
            assert!(tasks.turn());
        }
        assert_eq!(done.load(Ordering::SeqCst), 2);
        assert!(long.poll(Waker::noop()).is_pending());
    }

    #[test]
    fn a_task_nobody_waits_for_is_dropped_at_its_next_turn() {
        let (tasks, done) = (Tasks::default(), Arc::default());
        tasks.begin(250);
        drop(left(&tasks, 100, &done));
        assert!(tasks.turn());
        assert!(!tasks.turn(), "it did not stand in line again");
        assert_eq!(done.load(Ordering::SeqCst), 0);
    }

    #[test]
    fn what_nobody_will_do_is_told_to_who_waits() {
        let (tasks, done) = (Tasks::default(), Arc::default());
        let before = left(&tasks, 1, &done);
        assert_eq!(before.poll(Waker::noop()), Poll::Ready(None));
        tasks.begin(250);
        let during = left(&tasks, 1, &done);
        tasks.end();
        assert_eq!(during.poll(Waker::noop()), Poll::Ready(None));
        // Workers leave.
        tasks.work();
    }

    #[test]
    fn workers_do_what_is_left_until_the_end() {
        let (tasks, done) = (Arc::new(Tasks::default()), Arc::default());
        tasks.begin(250);
        let workers = [0; 2].map(|_| {
            let tasks = Arc::clone(&tasks);
            std::thread::spawn(move || tasks.work())
        });
        let all: Vec<_> = (0..50).map(|_| left(&tasks, 3, &done)).collect();
        for one in &all {
            while one.poll(Waker::noop()).is_pending() {
                std::thread::yield_now();
            }
        }
        tasks.end();
        workers
            .into_iter()
            .for_each(|worker| worker.join().expect("no panic"));
        assert_eq!(done.load(Ordering::SeqCst), 150);
    }
}
