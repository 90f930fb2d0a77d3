//! Housekeeping: what the log asks for, done by one thread of the edge.

use crate::checkpoint::{self, Depth};
use crate::damage;
use crate::job::Pauses;
use crate::publish;
use crate::queue_manager::QueueManager;
use crate::room;
use crate::shared::Shared;
use ferromq_log::{Log, LogUsage, Pressure};
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, ThreadId};
use std::time::Duration;

/// What the log asks of the housekeeper.
#[derive(Default)]
pub(crate) struct Housekeeping {
    checkpoint_wanted: AtomicBool,
    nearly_full: AtomicBool,
    bell: OnceLock<Box<dyn Fn() + Send + Sync>>,
    /// Refusals of the log operators have been told of.
    refusals_told: AtomicU64,
    /// The thread that kept house last.
    keeper: Mutex<Option<ThreadId>>,
    failing: Mutex<Failing>,
}

/// The first pause after a checkpoint that failed and the longest one.
const PAUSES: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(16));

/// Checkpoints that failed.
struct Failing {
    pauses: Pauses,
    /// Until the next attempt, if the last one failed.
    pause: Option<Duration>,
}

impl Default for Failing {
    fn default() -> Self {
        let (first, longest) = PAUSES;
        Self {
            pauses: Pauses::new(first, longest),
            pause: None,
        }
    }
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
    fn failing(&self) -> MutexGuard<'_, Failing> {
        self.failing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn ask(&self, pressure: Pressure) {
        if pressure >= Pressure::CheckpointWanted {
            self.checkpoint_wanted.store(true, Ordering::Release);
        }
        if pressure == Pressure::NearlyFull {
            self.nearly_full.store(true, Ordering::Release);
        }
        if pressure >= Pressure::CheckpointWanted
            && let Some(ring) = self.bell.get()
        {
            ring();
        }
    }

    fn note_keeper(&self) {
        let own = Some(thread::current().id());
        *self.keeper.lock().unwrap_or_else(PoisonError::into_inner) = own;
    }

    /// Another thread keeps house, so this one may wait for what comes of it.
    pub(crate) fn is_kept_by_another(&self) -> bool {
        let keeper = *self.keeper.lock().unwrap_or_else(PoisonError::into_inner);
        keeper.is_some_and(|keeper| keeper != thread::current().id())
    }
}

impl QueueManager {
    /// One round of housekeeping: a checkpoint when the log asks for one, and when the log is
    /// nearly full all that can be given back, at the price of the oldest unit of work. Those who wait for room in the log
    /// are served, operators told of a log that is full, queues deleted whose deletion was left because of that.
    /// Returns true when it did something. The edge calls this every now and then, and soon
    /// after [`QueueManager::housekeeping_wanted`] turns true.
    pub fn keep_house(&self) -> bool {
        self.housekeeping.note_keeper();
        let usage = self.shared.log.usage();
        publish::remove_left_queues(&self.shared);
        let busy = self.give_back();
        // By now those who were refused have said whether they wait.
        self.tell_of_refusals(&usage);
        busy
    }

    fn give_back(&self) -> bool {
        let shared = &self.shared;
        // The log tells of a rise once; it may have been full from the start, or still be.
        let pressure = shared.log.pressure();
        let awaited = shared.room.is_awaited();
        let full = self.housekeeping.nearly_full.swap(false, Ordering::AcqRel)
            || pressure == Pressure::NearlyFull
            || awaited;
        let wanted = self
            .housekeeping
            .checkpoint_wanted
            .swap(false, Ordering::AcqRel)
            || pressure >= Pressure::CheckpointWanted;
        if !full && !wanted {
            *self.housekeeping.failing() = Failing::default();
            return false;
        }
        if awaited {
            // What is under way holds the log no longer then. A log that has failed ends everything anyway.
            let _ = shared.log.wait_durable(shared.log.head());
        }
        let mut outcome = match full {
            // A checkpoint that gives nothing back would be taken again and again.
            true if !could_give_back(shared) => {
                shared.log.measure_pressure();
                Ok(())
            }
            true => checkpoint::take(shared, Depth::Everything, false),
            false => checkpoint::take(shared, Depth::KeepYoung, false),
        };
        if full
            && outcome.is_ok()
            && shared.log.pressure() == Pressure::NearlyFull
            && checkpoint::relieve_log(shared)
        {
            outcome = checkpoint::take(shared, Depth::Everything, false);
        }
        room::serve(shared, outcome.is_ok());
        match outcome {
            Ok(()) => {
                *self.housekeeping.failing() = Failing::default();
                shared.repeats.forget("FMQ0035W");
            }
            Err(error) => {
                let mut failing = self.housekeeping.failing();
                failing.pause = Some(failing.pauses.failed());
                drop(failing);
                let error = error.to_string();
                let text = format!("A checkpoint failed: {error}.");
                shared.repeated_notice("FMQ0035W", &error, 1, text);
            }
        }
        true
    }

    /// Refusals are told of here, where nobody waits, and once for all that came together.
    fn tell_of_refusals(&self, usage: &LogUsage) {
        let shared = &self.shared;
        let refusals = usage.refusals.saturating_sub(shared.room.waits());
        let told = &self.housekeeping.refusals_told;
        let news = refusals.saturating_sub(told.fetch_max(refusals, Ordering::Relaxed));
        if news > 0 {
            let len = usize::try_from(usage.refused_len).unwrap_or(usize::MAX);
            let fits = shared.log.would_fit(shared.log.head(), 0, len);
            let why = match damage::oldest_holder(shared) {
                _ if !fits => ", more than there is room for when it is empty".to_owned(),
                Some((from, queue)) => format!(
                    "; what is in it from {from} on is kept for queue {}, which is damaged",
                    queue.name
                ),
                None => String::new(),
            };
            let text = format!(
                "The log of queue manager '{}' is full: with {} of {} bytes in use a record of {len} bytes was refused{why}.",
                shared.name, usage.in_use_bytes, usage.capacity_bytes
            );
            shared.repeated_notice("AMQ7463E", "", news, text);
        } else if shared.log.pressure() < Pressure::NearlyFull
            && let Some(count) = shared.repeats.over("AMQ7463E", "")
        {
            let text = format!(
                "The log of queue manager '{}' is no longer full; records were refused {count}.",
                shared.name
            );
            shared.notice("AMQ7464I", text);
        }
    }

    /// Sets what is called, from any thread, when [`QueueManager::keep_house`] is wanted. It must
    /// be short and must not call the queue manager. The first one set stays.
    pub fn set_housekeeping_bell(&self, ring: Box<dyn Fn() + Send + Sync>) {
        let ring: Arc<dyn Fn() + Send + Sync> = ring.into();
        self.shared.set_bell(Arc::clone(&ring));
        // A second housekeeper would have nothing to do.
        let _ = self.housekeeping.bell.set(Box::new(move || ring()));
    }

    /// How long whoever keeps house should leave it at that, because the last checkpoint failed. It is longer each time: an
    /// attempt writes what it can, which others wait for.
    #[must_use]
    pub fn checkpoint_pause(&self) -> Option<Duration> {
        self.housekeeping.failing().pause
    }

    /// True when [`QueueManager::keep_house`] has something to do.
    #[must_use]
    pub fn housekeeping_wanted(&self) -> bool {
        self.housekeeping.checkpoint_wanted.load(Ordering::Acquire)
            || self.housekeeping.nearly_full.load(Ordering::Acquire)
            || self.shared.room.is_awaited()
    }
}

/// Whether a checkpoint would free anything now: whole extents are given back.
fn could_give_back(shared: &Shared) -> bool {
    let log: &Log = &shared.log;
    let oldest = damage::needed_from(shared);
    // Where media images keep a linear log they may have moved on, and what was decided is written again at its end.
    shared.linear_log
        || shared.branches.any_decided()
        || log.extent_of(oldest) > log.extent_of(log.recovery_lsn())
}
