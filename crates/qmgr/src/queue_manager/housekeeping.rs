//! Housekeeping: what the log asks for, done by one thread of the edge.

use crate::core::Notice;
use crate::lock_order;
use crate::objects::failed_queues;
use crate::publish::keep::remove_left_queues;
use crate::publish::retention::drop_left;
use crate::queue_manager::QueueManager;
use crate::queue_manager::checkpoint::{self, Depth};
use crate::verbs::Engine;
use crate::verbs::holders::serve;
use ferromq_base::lock::{Mutex, MutexGuard};
use ferromq_base::pauses::Pauses;
use ferromq_log::{Log, LogUsage, Pressure};
use ferromq_mqi::generated::notices::{AMQ7463, AMQ7464, FMQ0035, FMQ0037, FMQ0038};
use std::fmt;
use std::fmt::Display;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::{self, ThreadId};
use std::time::Duration;

/// How many queues, and how many messages, whose removal was left are removed in a round.
const LEFT_AT_ONCE: usize = 100;

/// What the log asks of the housekeeper.
#[derive(Default)]
pub(crate) struct Housekeeping {
    checkpoint_wanted: AtomicBool,
    nearly_full: AtomicBool,
    wake: OnceLock<Box<dyn Fn() + Send + Sync>>,
    /// Refusals of the log operators have been told of.
    refusals_told: AtomicU64,
    /// The thread that kept house last.
    keeper: Mutex<Option<ThreadId>, lock_order::Keeper>,
    attempts: Mutex<Attempts, lock_order::Attempts>,
}

/// The first pause after a checkpoint that failed and the longest one.
const PAUSES: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(16));

/// A checkpoint that is wanted for so long is overdue.
const OVERDUE: Duration = Duration::from_secs(60);

/// What came of the checkpoint that is wanted.
struct Attempts {
    /// Since when it is, monotonic.
    wanted_ns: Option<u64>,
    /// Since when one is being taken.
    under_way_ns: Option<u64>,
    pauses: Pauses,
    /// Until the next attempt, if the last one failed.
    pause: Option<Duration>,
    /// Why it did.
    failure: String,
    /// Failures operators have not been told of since it is overdue.
    untold: u64,
}

impl Default for Attempts {
    fn default() -> Self {
        let (first, longest) = PAUSES;
        Self {
            wanted_ns: None,
            under_way_ns: None,
            pauses: Pauses::new(first, longest),
            pause: None,
            failure: String::new(),
            untold: 0,
        }
    }
}

impl Attempts {
    fn begin(&mut self, now_ns: u64) {
        self.wanted_ns.get_or_insert(now_ns);
        self.under_way_ns = Some(now_ns);
    }

    fn failed(&mut self, failure: &str) {
        self.under_way_ns = None;
        self.pause = Some(self.pauses.failed());
        failure.clone_into(&mut self.failure);
        self.untold += 1;
    }

    fn state(&self, now_ns: u64) -> String {
        match (self.under_way_ns, self.pause) {
            (Some(since_ns), _) => {
                format!("one began {} seconds ago", seconds(since_ns, now_ns))
            }
            (None, Some(_)) => format!("the last attempt failed, {}", self.failure),
            (None, None) => "nobody has begun one".to_owned(),
        }
    }
}

fn seconds(from_ns: u64, to_ns: u64) -> u64 {
    Duration::from_nanos(to_ns.saturating_sub(from_ns)).as_secs()
}

impl fmt::Debug for Housekeeping {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Housekeeping")
            .field("checkpoint_wanted", &self.checkpoint_wanted)
            .field("nearly_full", &self.nearly_full)
            .finish_non_exhaustive()
    }
}

impl Housekeeping {
    fn attempts(&self) -> MutexGuard<'_, Attempts> {
        self.attempts.lock()
    }

    pub(crate) fn ask(&self, pressure: Pressure) {
        if pressure >= Pressure::CheckpointWanted {
            self.checkpoint_wanted.store(true, Ordering::Release);
        }
        if pressure == Pressure::NearlyFull {
            self.nearly_full.store(true, Ordering::Release);
        }
        if pressure >= Pressure::CheckpointWanted
            && let Some(wake) = self.wake.get()
        {
            wake();
        }
    }

    fn note_keeper(&self) {
        let own = Some(thread::current().id());
        *self.keeper.lock() = own;
    }

    /// Another thread keeps house, so this one may wait for what comes of it.
    pub(crate) fn is_kept_by_another(&self) -> bool {
        let keeper = *self.keeper.lock();
        keeper.is_some_and(|keeper| keeper != thread::current().id())
    }
}

impl QueueManager {
    /// One round of housekeeping: a checkpoint when the log asks for one, and when the log is
    /// nearly full all that can be given back, at the price of the oldest unit of work. Those who wait for room in the log
    /// are served, operators told of a log that is full, queues and messages removed whose removal was left because of that.
    /// Returns true when it did something. The edge calls this every now and then, and soon
    /// after [`QueueManager::housekeeping_wanted`] turns true.
    pub fn keep_house(&self) -> bool {
        self.housekeeping.note_keeper();
        let usage = self.engine.log.usage();
        // First, however much was left: behind it there is room for that.
        let busy = self.give_back();
        let more_queues = remove_left_queues(&self.engine, LEFT_AT_ONCE);
        let more_messages = drop_left(&self.engine, LEFT_AT_ONCE);
        // By now those who were refused have said whether they wait.
        self.tell_of_refusals(&usage);
        busy || more_queues || more_messages
    }

    fn give_back(&self) -> bool {
        let engine = &self.engine;
        // The log tells of a rise once; it may have been full from the start, or still be.
        let pressure = engine.log.pressure();
        let awaited = engine.room.is_awaited();
        let full = self.housekeeping.nearly_full.swap(false, Ordering::AcqRel)
            || pressure == Pressure::NearlyFull
            || awaited;
        let wanted = self
            .housekeeping
            .checkpoint_wanted
            .swap(false, Ordering::AcqRel)
            || pressure >= Pressure::CheckpointWanted
            // The log need not ask again for one that failed: part of it may have been done.
            || self.checkpoint_pause().is_some()
            || !failed_queues::due_for_a_move(engine).is_empty();
        if !full && !wanted {
            if engine.log.is_closed() {
                look_for_room_on_disk(engine);
            }
            self.no_longer_wanted();
            return false;
        }
        let now_ns = engine.clock.monotonic_ns();
        self.housekeeping.attempts().begin(now_ns);
        if awaited {
            // What is under way holds the log no longer then. A log that has failed ends everything anyway.
            let _ = engine.log.wait_durable(engine.log.head());
        }
        let mut outcome = match full {
            // A checkpoint that gives nothing back would be taken again and again.
            true if !could_give_back(engine) => {
                engine.log.measure_pressure();
                Ok(())
            }
            true => checkpoint::take(engine, Depth::Everything, false),
            false => checkpoint::take(engine, Depth::KeepYoung, false),
        };
        if full
            && outcome.is_ok()
            && engine.log.pressure() == Pressure::NearlyFull
            && checkpoint::relieve_log(engine)
        {
            outcome = checkpoint::take(engine, Depth::Everything, false);
        }
        serve(engine, outcome.is_ok());
        match outcome {
            Ok(()) => {
                self.no_longer_wanted();
                let now_us = engine.clock.wall_us();
                engine.repeats.forget(FMQ0035.label, now_us);
            }
            Err(error) => {
                let error = error.to_string();
                self.housekeeping.attempts().failed(&error);
                let notice = Notice::of(&FMQ0035, &[&error]);
                engine.repeated_notice(notice, &error, 1);
            }
        }
        true
    }

    /// Tells operators of a checkpoint that is overdue. To be called every few seconds by somebody who does not take
    /// checkpoints: whoever does may be waiting for a disk. Waits for nothing itself.
    pub fn watch_checkpoints(&self) {
        let engine = &self.engine;
        let now_ns = engine.clock.monotonic_ns();
        let mut attempts = self.housekeeping.attempts();
        if attempts.wanted_ns.is_none() && engine.log.pressure() >= Pressure::CheckpointWanted {
            attempts.wanted_ns = Some(now_ns);
        }
        let Some(since_ns) = attempts.wanted_ns else {
            return;
        };
        let due_for = seconds(since_ns, now_ns);
        if due_for < OVERDUE.as_secs() {
            return;
        }
        let state = attempts.state(now_ns);
        let untold = std::mem::take(&mut attempts.untold);
        drop(attempts);
        let notice = Notice::of(&FMQ0037, &[&engine.name, &due_for, &state]);
        engine.repeated_notice(notice, "", untold);
    }

    /// A checkpoint was taken, or the log asks for none any more.
    fn no_longer_wanted(&self) {
        let engine = &self.engine;
        let attempts = std::mem::take(&mut *self.housekeeping.attempts());
        if let Some(since_ns) = attempts.wanted_ns
            && engine.repeats.over(FMQ0037.label, "").is_some()
        {
            let due_for = seconds(since_ns, engine.clock.monotonic_ns());
            let notice = Notice::of(&FMQ0038, &[&engine.name, &due_for]);
            engine.notice(notice);
        }
    }

    /// Refusals are told of here, where nobody waits, and once for all that came together.
    fn tell_of_refusals(&self, usage: &LogUsage) {
        let engine = &self.engine;
        let refusals = usage.refusals.saturating_sub(engine.room.waits());
        let told = &self.housekeeping.refusals_told;
        let news = refusals.saturating_sub(told.fetch_max(refusals, Ordering::Relaxed));
        if news > 0 {
            let len = usize::try_from(usage.refused_len).unwrap_or(usize::MAX);
            let fits = engine.log.would_fit(engine.log.head(), 0, len);
            let why = match failed_queues::oldest_holder(engine) {
                _ if !fits => ", more than there is room for when it is empty".to_owned(),
                Some((from, queue)) => format!(
                    "; what is in it from {from} on is kept for queue {}, which is damaged",
                    queue.name
                ),
                None => String::new(),
            };
            let (name, in_use) = (&engine.name, &usage.in_use_bytes);
            let values: [&dyn Display; 5] = [name, in_use, &usage.capacity_bytes, &len, &why];
            let notice = Notice::of(&AMQ7463, &values);
            engine.repeated_notice(notice, "", news);
        } else if engine.log.pressure() < Pressure::NearlyFull
            && let Some(count) = (engine.repeats).calm(AMQ7463.label, "", engine.clock.wall_us())
        {
            let notice = Notice::of(&AMQ7464, &[&engine.name, &count]);
            engine.notice(notice);
        }
    }

    /// Sets what is called, from any thread, when [`QueueManager::keep_house`] is wanted. It must
    /// be short and must not call the queue manager. The first one set stays.
    pub fn set_housekeeping_waker(&self, wake: Box<dyn Fn() + Send + Sync>) {
        let wake: Arc<dyn Fn() + Send + Sync> = wake.into();
        self.engine.set_waker(Arc::clone(&wake));
        // A second housekeeper would have nothing to do.
        let _ = self.housekeeping.wake.set(Box::new(move || wake()));
    }

    /// How long whoever keeps house should leave it at that, because the last checkpoint failed. It is longer each time: an
    /// attempt writes what it can, which others wait for.
    #[must_use]
    pub fn checkpoint_pause(&self) -> Option<Duration> {
        self.housekeeping.attempts().pause
    }

    /// True when [`QueueManager::keep_house`] has something to do.
    #[must_use]
    pub fn housekeeping_wanted(&self) -> bool {
        self.housekeeping.checkpoint_wanted.load(Ordering::Acquire)
            || self.housekeeping.nearly_full.load(Ordering::Acquire)
            || self.engine.room.is_awaited()
    }
}

/// Messages may be put again once the reserve of the disk is there. What was got since the last checkpoint has left room, once
/// that is given back.
fn look_for_room_on_disk(engine: &Engine) {
    let is_behind = engine.last_checkpoint().head < engine.log.durable();
    let taken = is_behind && checkpoint::take(engine, Depth::KeepYoung, false).is_ok();
    if !taken {
        checkpoint::renew_reserve(engine);
    }
}

/// Whether a checkpoint would free anything now: whole extents are given back.
fn could_give_back(engine: &Engine) -> bool {
    let log: &Log = &engine.log;
    let oldest = failed_queues::needed_from(engine);
    // Where media images keep a linear log they may have moved on, what was decided is written again at its end, and queues
    // whose files failed are moved to others.
    engine.linear_log
        || engine.branches.any_decided()
        || !failed_queues::due_for_a_move(engine).is_empty()
        || log.extent_of(oldest) > log.extent_of(log.recovery_lsn())
}
