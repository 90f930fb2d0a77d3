//! The threads behind a queue manager: two write the log, one keeps house.

use ferromq_base::large::release_idle;
use ferromq_qmgr::{Host, QueueManager};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How often the housekeeper looks for work nobody rings for.
const LOOK_AROUND: Duration = Duration::from_secs(1);

/// How often it looks whether media images are due.
const IMAGES_LOOK: Duration = Duration::from_secs(10);

/// Threads that write the log: while one waits for the disk, the other can write what came since.
const LOG_WRITERS: usize = 2;

#[derive(Debug, Default)]
struct Bell {
    rung: Mutex<bool>,
    changed: Condvar,
}

impl Bell {
    fn ring(&self) {
        *self.rung.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.changed.notify_all();
    }

    fn wait(&self, at_most: Duration) {
        let rung = self.rung.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self
            .changed
            .wait_timeout_while(rung, at_most, |rung| !*rung);
        *waited.unwrap_or_else(PoisonError::into_inner).0 = false;
    }
}

/// What the housekeeper does now and then.
#[derive(Clone, Debug)]
pub(crate) struct Rounds {
    /// Between two looks for expired messages.
    pub(crate) expiry_interval: Option<Duration>,
    /// Between two publications of figures.
    pub(crate) monitor_interval: Duration,
    /// What figures are of.
    pub(crate) host: Host,
}

/// The running threads. Dropping stops and joins them.
#[derive(Debug)]
pub(crate) struct Threads {
    stop: Arc<AtomicBool>,
    bell: Arc<Bell>,
    manager: QueueManager,
    running: Vec<JoinHandle<()>>,
}

impl Threads {
    pub(crate) fn start(manager: &QueueManager, rounds: Rounds) -> std::io::Result<Self> {
        let stop = Arc::new(AtomicBool::new(false));
        let bell = Arc::new(Bell::default());
        let mut threads = Self {
            stop: Arc::clone(&stop),
            bell: Arc::clone(&bell),
            manager: manager.clone(),
            running: Vec::new(),
        };
        for _ in 0..LOG_WRITERS {
            let (log, stop) = (Arc::clone(manager.log()), Arc::clone(&stop));
            let writer = std::thread::Builder::new()
                .name("log writer".into())
                .spawn(move || log.run_writer(&stop))?;
            threads.running.push(writer);
        }
        let rung = Arc::clone(&bell);
        manager.set_housekeeping_bell(Box::new(move || rung.ring()));
        let (house, stop_house, house_bell) =
            (manager.clone(), Arc::clone(&stop), Arc::clone(&bell));
        let keeper = std::thread::Builder::new()
            .name("housekeeper".into())
            .spawn(move || keep_house(&house, &stop_house, &house_bell, &rounds))?;
        threads.running.push(keeper);
        Ok(threads)
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Release);
        self.bell.ring();
        self.manager.log().wake_writer();
        for thread in self.running.drain(..) {
            // A thread that panicked has said so already.
            let _ = thread.join();
        }
    }
}

fn keep_house(manager: &QueueManager, stop: &AtomicBool, bell: &Bell, rounds: &Rounds) {
    let mut last_sweep = Instant::now();
    let mut last_images = Instant::now();
    let mut next_figures = Instant::now();
    while !stop.load(Ordering::Acquire) {
        manager.keep_house();
        if rounds
            .expiry_interval
            .is_some_and(|interval| last_sweep.elapsed() >= interval)
        {
            manager.expire_messages();
            last_sweep = Instant::now();
        }
        if last_images.elapsed() >= IMAGES_LOOK {
            manager.record_due_images();
            release_idle();
            last_images = Instant::now();
        }
        let now = Instant::now();
        if now >= next_figures {
            manager.publish_figures(&rounds.host);
            // As often as asked for, whatever the rounds take.
            next_figures = (next_figures + rounds.monitor_interval).max(now);
        }
        let due = manager.deliver_delayed();
        if !manager.housekeeping_wanted() {
            let figures = next_figures.saturating_duration_since(now);
            let wait = due.map_or(LOOK_AROUND, |due| due.min(LOOK_AROUND));
            bell.wait(wait.min(figures));
        }
    }
}
