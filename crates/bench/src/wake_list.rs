//! Whose turn it is among the tasks of a worker.
//!
//! What must not happen: somebody changes what a task waits for, wakes it, and the task never looks again. A task has a
//! mark that says that a look is to come. Whoever wakes it sets the mark and, if it was not set, puts the task on a
//! list; the worker takes the mark away before the task looks, not after. So:
//!
//! * The mark was not set: the task is on a list, and the worker does not sleep while there is one on a list (below).
//! * The mark was set: the look it stands for has not begun, for the mark goes before it. Setting and taking away are both
//!   read-modify-write with acquire and release, so that what was changed before the mark was found set is seen by that
//!   look. (A plain store for taking away would do on x86, where the lock a look takes comes after it anyway.)
//!
//! The worker sleeps in three steps: it says that it is asleep, empties its inbox once more, parks. Whoever wakes puts the
//! task into the inbox first and asks whether the worker is asleep then. The lock of the inbox puts one of the two first:
//! either the worker finds the task when it empties the inbox, or it said before that it is asleep, and is unparked. An
//! unpark that comes before the park makes the park return at once.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Wake;
use std::thread::Thread;
use std::time::Instant;

/// Where wake-ups from other threads arrive.
#[derive(Default)]
struct Inbox {
    woken: Mutex<Vec<u32>>,
    asleep: AtomicBool,
    thread: Mutex<Option<Thread>>,
}

thread_local! {
    /// The ready list of the worker on this thread, and whose it is.
    static READY: RefCell<(usize, VecDeque<u32>)> = const { RefCell::new((0, VecDeque::new())) };
}

fn key(inbox: &Arc<Inbox>) -> usize {
    Arc::as_ptr(inbox) as usize
}

/// Puts a task on the list of its worker: without a lock on the worker's own thread, through the inbox on others.
pub(crate) struct TaskWaker {
    task: u32,
    /// The task will look.
    queued: AtomicBool,
    inbox: Arc<Inbox>,
}

impl TaskWaker {
    /// The task looks now: wake-ups from here on ask for another look.
    pub(crate) fn begin_look(&self) {
        self.queued.swap(false, Ordering::AcqRel);
    }
}

impl Wake for TaskWaker {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        if self.queued.swap(true, Ordering::AcqRel) {
            return;
        }
        let own = READY.with_borrow_mut(|(worker, ready)| {
            let own = *worker == key(&self.inbox);
            if own {
                ready.push_back(self.task);
            }
            own
        });
        if own {
            return;
        }
        self.inbox
            .woken
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(self.task);
        if self.inbox.asleep.swap(false, Ordering::SeqCst)
            && let Some(thread) = &*self
                .inbox
                .thread
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
        {
            thread.unpark();
        }
    }
}

/// The lists of a worker.
#[derive(Default)]
pub(crate) struct WakeList {
    inbox: Arc<Inbox>,
}

impl WakeList {
    /// The waker of a task, which is on the list to begin with.
    pub(crate) fn waker(&self, task: u32) -> Arc<TaskWaker> {
        Arc::new(TaskWaker {
            task,
            queued: AtomicBool::new(true),
            inbox: Arc::clone(&self.inbox),
        })
    }

    /// From now on this thread is that of the worker. Tasks 0 to `tasks` are on the list.
    pub(crate) fn begin(&self, tasks: u32) {
        *self
            .inbox
            .thread
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = Some(std::thread::current());
        READY.set((key(&self.inbox), (0..tasks).collect()));
    }

    /// The next task, without a look into the inbox.
    pub(crate) fn next(&self) -> Option<u32> {
        READY.with_borrow_mut(|(_, ready)| ready.pop_front())
    }

    /// Moves wake-ups from other threads to the list; false when there is nothing on it then.
    pub(crate) fn empty_inbox(&self) -> bool {
        let mut woken = self
            .inbox
            .woken
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        READY.with_borrow_mut(|(_, ready)| {
            ready.extend(woken.drain(..));
            !ready.is_empty()
        })
    }

    /// Sleeps until somebody wakes a task, or until then. May return early.
    pub(crate) fn sleep(&self, until: Option<Instant>) {
        self.inbox.asleep.store(true, Ordering::SeqCst);
        if !self.empty_inbox() {
            match until {
                None => std::thread::park(),
                Some(until) => {
                    std::thread::park_timeout(until.saturating_duration_since(Instant::now()));
                }
            }
        }
        self.inbox.asleep.store(false, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::WakeList;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
    use std::task::Waker;
    use std::time::{Duration, Instant};

    const TASKS: usize = 3;
    const ROUNDS: u64 = 20_000;
    /// Longer than any machine takes over one wake-up.
    const LOST: Duration = Duration::from_secs(60);

    /// Goal: no wake-up is lost. Each of several threads changes what its task looks at, wakes it, and waits until the
    /// task has seen the change, sometimes by yielding and sometimes at once, so that the worker is now awake, now
    /// falling asleep, now asleep. What is changed is relaxed: the wake-up alone must carry it over.
    #[test]
    fn each_wake_up_makes_its_task_look_once_more() {
        let list = WakeList::default();
        let wakers: Vec<_> = (0..TASKS as u32).map(|task| list.waker(task)).collect();
        let changed: Arc<[AtomicU64]> = (0..TASKS).map(|_| AtomicU64::new(0)).collect();
        let seen: Arc<[AtomicU64]> = (0..TASKS).map(|_| AtomicU64::new(0)).collect();
        let over = AtomicBool::new(false);
        let changes = |task: usize| {
            let waker = Waker::from(Arc::clone(&wakers[task]));
            for round in 1..=ROUNDS {
                changed[task].store(round, Ordering::Relaxed);
                waker.wake_by_ref();
                let since = Instant::now();
                while seen[task].load(Ordering::Relaxed) < round {
                    assert!(
                        since.elapsed() < LOST,
                        "wake-up {round} of task {task} was lost"
                    );
                    if (round + task as u64).is_multiple_of(3) {
                        std::hint::spin_loop();
                    } else {
                        std::thread::yield_now();
                    }
                }
            }
        };
        std::thread::scope(|scope| {
            let worker = scope.spawn(|| {
                list.begin(TASKS as u32);
                while !over.load(Ordering::Relaxed) {
                    while let Some(task) = list.next() {
                        let task = task as usize;
                        wakers[task].begin_look();
                        let now = changed[task].load(Ordering::Relaxed);
                        seen[task].store(now, Ordering::Relaxed);
                    }
                    if !list.empty_inbox() {
                        list.sleep(None);
                    }
                }
            });
            let threads: Vec<_> = (0..TASKS)
                .map(|task| scope.spawn(move || changes(task)))
                .collect();
            let results: Vec<_> = threads.into_iter().map(|thread| thread.join()).collect();
            over.store(true, Ordering::Relaxed);
            worker.thread().unpark();
            assert!(results.iter().all(Result::is_ok), "a wake-up was lost");
        });
    }
}
