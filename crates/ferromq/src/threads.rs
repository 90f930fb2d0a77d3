//! The threads behind a queue manager: two write the log, and each background job has one of its own, so that none keeps
//! another waiting: two of them do what verbs would have to wait for a disk for. Every turn of a job ends soon, and jobs end before the queue manager does.

use crate::lock_order;
use crate::lookup_threads::LookupThreads;
use ferromq_base::large::release_idle;
use ferromq_base::lock::{Condvar, Mutex, MutexGuard};
use ferromq_base::os::{spawn_unsignalled, take_short_turns};
use ferromq_qmgr::{
    ExpirySweeps, FigureRounds, Host, MediaImages, NextTurn, QueueManager, Reallocations,
};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How often jobs look for work nobody wakes them for.
const LOOK_AROUND: Duration = Duration::from_secs(1);

/// How often it is looked whether media images are due, and memory that is idle given back.
const NOW_AND_THEN: Duration = Duration::from_secs(10);

/// A checkpoint that failed is left alone so long whoever asks for one.
const REST: Duration = Duration::from_secs(1);

/// Threads that write the log: while one waits for the disk, the other can write what came since.
const LOG_WRITERS: usize = 2;

/// Threads that read disks and look through queues for event loops: one may wait for a disk while the other looks.
const WORKERS: usize = 2;

/// Messages a search steps over on an event loop, before a worker goes on with it.
const STEPS_IN_LINE: NonZeroUsize = NonZeroUsize::new(250).unwrap();

#[derive(Debug, Default)]
struct Wakeup {
    woken: Mutex<bool, lock_order::Woken>,
    changed: Condvar,
}

impl Wakeup {
    fn wake(&self) {
        *self.woken.lock() = true;
        self.changed.notify_all();
    }
}

/// What a job waits with between its turns.
#[derive(Clone, Debug)]
struct Pause {
    wakeup: Arc<Wakeup>,
    stop: Arc<AtomicBool>,
}

impl Pause {
    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Acquire)
    }

    /// Waits until somebody wakes it, or has done so before.
    fn wait(&self, at_most: Duration) {
        *self.wait_while(at_most, |woken| !woken) = false;
    }

    /// Waits whoever wakes it; the next wait is over at once then.
    fn rest(&self, time: Duration) {
        drop(self.wait_while(time, |_| true));
    }

    fn wait_while(
        &self,
        at_most: Duration,
        goes_on: impl Fn(bool) -> bool,
    ) -> MutexGuard<'_, bool> {
        let Wakeup { woken, changed } = &*self.wakeup;
        let woken = woken.lock();
        let waits = |woken: &mut bool| !self.is_over() && goes_on(*woken);
        changed.wait_timeout_while(woken, at_most, waits).0
    }
}

/// What is done now and then.
#[derive(Clone, Debug)]
pub(crate) struct Rounds {
    /// Between two sweeps of expired messages.
    pub(crate) expiry_interval: Option<Duration>,
    /// Between two publications of figures.
    pub(crate) monitor_interval: Duration,
    /// What figures are of.
    pub(crate) host: Host,
}

/// The running threads. Dropping stops and joins them.
#[derive(Debug)]
pub(crate) struct Threads {
    manager: QueueManager,
    stop_writers: Arc<AtomicBool>,
    writers: Vec<JoinHandle<()>>,
    jobs: Vec<Job>,
    /// Does what follows from what others did, and so goes after them.
    deferred: Option<Job>,
}

#[derive(Debug)]
struct Job {
    pause: Pause,
    thread: JoinHandle<()>,
}

impl Job {
    fn stop(&self) {
        self.pause.stop.store(true, Ordering::Release);
        self.pause.wakeup.wake();
    }

    fn join(self) {
        // A thread that panicked has said so already.
        let _ = self.thread.join();
    }
}

impl Threads {
    pub(crate) fn start(manager: &QueueManager, rounds: Rounds) -> std::io::Result<Self> {
        let stop = Arc::new(AtomicBool::new(false));
        let mut threads = Self {
            manager: manager.clone(),
            stop_writers: Arc::clone(&stop),
            writers: Vec::new(),
            jobs: Vec::new(),
            deferred: None,
        };
        for _ in 0..LOG_WRITERS {
            let (log, stop) = (Arc::clone(manager.log()), Arc::clone(&stop));
            let writer = spawn_unsignalled("log writer", move || {
                // All who commit wait for it, and it is to come before programs that only compute.
                let _later_without = take_short_turns();
                log.run_writer(&stop);
            })?;
            threads.writers.push(writer);
        }
        let extents = threads.start_job("log extents", make_extents)?;
        let wakeup = Box::new(move || extents.wake());
        manager.log().set_extent_waker(Some(wakeup));
        let spills = threads.start_job("spills", run_spills)?;
        manager.begin_spills(Box::new(move || spills.wake()));
        let lookups = LookupThreads::start(manager)?;
        let ask = lookups.waker();
        let watch = threads.start_job("watch", move |manager, pause| {
            watch(manager, pause, &lookups);
        })?;
        manager.begin_lookups(Box::new(move || {
            ask();
            watch.wake();
        }));
        let deferred = threads.start_job("deferred", run_deferred)?;
        threads.deferred = threads.jobs.pop();
        manager.begin_deferred(Box::new(move || deferred.wake()));
        manager.begin_tasks(STEPS_IN_LINE);
        for _ in 0..WORKERS {
            threads.start_job("worker", |manager, _| manager.work_on_tasks())?;
        }
        let house = threads.start_job("housekeeper", take_checkpoints)?;
        let delivery = threads.start_job("delivery", deliver)?;
        let reallocation = threads.start_job("reallocation", reallocate)?;
        manager.set_housekeeping_waker(Box::new(move || {
            house.wake();
            delivery.wake();
            reallocation.wake();
        }));
        if let Some(interval) = rounds.expiry_interval {
            threads.start_job("expiry", move |manager, pause| {
                sweep(manager, pause, interval);
            })?;
        }
        threads.start_job("figures", move |manager, pause| {
            publish_figures(manager, pause, &rounds);
        })?;
        threads.start_job("statistics", write_statistics)?;
        if manager.keeps_media_images() {
            threads.start_job("images", record_images)?;
        }
        Ok(threads)
    }

    /// Answers what cuts the job's waiting short.
    fn start_job(
        &mut self,
        name: &str,
        job: impl FnOnce(&QueueManager, &Pause) + Send + 'static,
    ) -> std::io::Result<Arc<Wakeup>> {
        let wakeup = Arc::new(Wakeup::default());
        let pause = Pause {
            wakeup: Arc::clone(&wakeup),
            stop: Arc::new(AtomicBool::new(false)),
        };
        let (manager, own) = (self.manager.clone(), pause.clone());
        let thread = spawn_unsignalled(name, move || {
            // Whoever waits for the thread has no use for what it panicked with: the queue manager has stopped.
            let _ = manager.guard(|| job(&manager, &own));
        })?;
        self.jobs.push(Job { pause, thread });
        Ok(wakeup)
    }

    /// Stops and joins the jobs. The log is written on. To be called before the last checkpoint: what a job did behind it would
    /// not be in there, and another checkpoint would take back that the end was clean.
    pub(crate) fn stop_jobs(&mut self) {
        self.manager.log().set_extent_waker(None);
        self.manager.end_spills();
        self.manager.end_tasks();
        self.manager.end_lookups();
        self.jobs.iter().for_each(Job::stop);
        self.jobs.drain(..).for_each(Job::join);
        if let Some(deferred) = self.deferred.take() {
            // From now on verbs run their deferred actions themselves; what the thread is at it does to the end.
            self.manager.end_deferred();
            deferred.stop();
            deferred.join();
            self.manager.run_deferred();
        }
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        self.stop_jobs();
        self.stop_writers.store(true, Ordering::Release);
        self.manager.log().wake_writer();
        for writer in self.writers.drain(..) {
            let _ = writer.join();
        }
    }
}

fn take_checkpoints(manager: &QueueManager, pause: &Pause) {
    while !pause.is_over() {
        manager.keep_house();
        let mut wait = LOOK_AROUND;
        if let Some(after_failure) = manager.checkpoint_pause() {
            pause.rest(REST);
            wait = after_failure.saturating_sub(REST);
        }
        if !manager.housekeeping_wanted() {
            pause.wait(wait);
        }
    }
}

fn make_extents(manager: &QueueManager, pause: &Pause) {
    while !pause.is_over() {
        manager.log().make_ahead();
        pause.wait(NOW_AND_THEN);
    }
}

fn run_spills(manager: &QueueManager, pause: &Pause) {
    while !pause.is_over() {
        manager.run_spills();
        pause.wait(NOW_AND_THEN);
    }
}

fn run_deferred(manager: &QueueManager, pause: &Pause) {
    while !pause.is_over() {
        manager.run_deferred();
        pause.wait(NOW_AND_THEN);
    }
}

fn deliver(manager: &QueueManager, pause: &Pause) {
    while !pause.is_over() {
        manager.end_overdue_names();
        let due = manager.deliver_delayed();
        pause.wait(due.map_or(LOOK_AROUND, |due| due.min(LOOK_AROUND)));
    }
}

/// Reads messages that rest on disk, one after the other: what is delayed does not wait for that.
fn reallocate(manager: &QueueManager, pause: &Pause) {
    let mut reallocations = Reallocations::default();
    while !pause.is_over() {
        if reallocations.turn(manager).next != NextTurn::Soon {
            pause.wait(LOOK_AROUND);
        }
    }
}

fn sweep(manager: &QueueManager, pause: &Pause, interval: Duration) {
    let mut sweeps = ExpirySweeps::default();
    pause.wait(interval);
    while !pause.is_over() {
        match sweeps.turn(manager).next {
            NextTurn::Soon => std::thread::yield_now(),
            NextTurn::After(time) => pause.wait(time.min(interval)),
            NextTurn::Later => pause.wait(interval),
        }
    }
}

fn publish_figures(manager: &QueueManager, pause: &Pause, rounds: &Rounds) {
    let mut figures = FigureRounds::default();
    let mut next = Instant::now();
    while !pause.is_over() {
        if figures.turn(manager, &rounds.host).next == NextTurn::Soon {
            std::thread::yield_now();
            continue;
        }
        // As often as asked for, whatever the rounds take.
        let now = Instant::now();
        next = (next + rounds.monitor_interval).max(now);
        pause.wait(next.saturating_duration_since(now));
    }
}

fn write_statistics(manager: &QueueManager, pause: &Pause) {
    while !pause.is_over() {
        pause.wait(manager.statistics_turn());
    }
}

fn record_images(manager: &QueueManager, pause: &Pause) {
    let mut images = MediaImages::default();
    while !pause.is_over() {
        if images.turn(manager).next != NextTurn::Soon {
            pause.wait(NOW_AND_THEN);
        }
    }
}

/// Does nothing that could wait for a disk or for the system, or for a job that does.
fn watch(manager: &QueueManager, pause: &Pause, lookups: &LookupThreads) {
    while !pause.is_over() {
        manager.watch_checkpoints();
        release_idle();
        let overdue = manager.end_overdue_lookups();
        // Without another thread those there are go on; it is tried again.
        let _ = lookups.note_stuck(overdue.stuck_threads);
        let due = overdue.look_again;
        pause.wait(due.map_or(NOW_AND_THEN, |due| due.min(NOW_AND_THEN)));
    }
}

#[cfg(test)]
#[path = "threads_tests.rs"]
mod tests;
