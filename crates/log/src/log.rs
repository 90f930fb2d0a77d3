//! The open log: what it is made of, and what it says of itself.

use crate::body::LongBody;
use crate::chunks::ChunkCache;
use crate::control::Control;
use crate::demand::Ahead;
use crate::device::LogDevice;
use crate::error::{LogError, Poisoned};
use crate::lock_order;
use crate::lsn::{Geometry, Lsn};
use crate::moves::MovesHook;
use crate::page::checksum_seed;
use crate::pieces::Cut;
use crate::pressure::{Pressure, PressureGauge};
use crate::settings::{LogSettings, LogType};
use crate::state::{State, StateGuard};
use crate::writers::Writers;
use ferromq_base::disk::Directory;
use ferromq_base::lock::{Condvar, Mutex, MutexGuard};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

type FailureHook = Box<dyn Fn(&Poisoned) + Send + Sync>;

/// The recovery log, open for appends. Shared between threads in an `Arc`.
///
/// No call may be made while a queue is locked, except [`Log::durable`], [`Log::head`],
/// [`Log::request_force`], [`Log::pressure`] and [`Log::when_durable`].
pub struct Log {
    pub(crate) settings: LogSettings,
    pub(crate) geometry: Geometry,
    pub(crate) seed: u32,
    pub(crate) epoch: u32,
    pub(crate) log_id: u64,
    pub(crate) device: Box<dyn LogDevice>,
    pub(crate) state: Mutex<State, lock_order::State>,
    /// How long bodies are cut.
    pub(crate) cut: Cut,
    /// Signalled when a buffer is taken or comes back.
    pub(crate) space: Condvar,
    /// As `State::durable`, for readers without the lock.
    pub(crate) durable: AtomicU64,
    /// Somebody wants the log durable up to here.
    pub(crate) requested: AtomicU64,
    /// See [`State::is_crowded`].
    pub(crate) crowded: AtomicBool,
    /// As many threads force as may, and will look at `requested` when they are done.
    pub(crate) in_force: AtomicBool,
    /// How far ordinary work can come without a checkpoint.
    pub(crate) ordinary_end: AtomicU64,
    /// New work is refused whatever room there is.
    pub(crate) closed: AtomicBool,
    pub(crate) writers: Writers,
    pub(crate) ahead: Ahead,
    pub(crate) cache: Mutex<ChunkCache, lock_order::ChunkCache>,
    /// Where bodies in pieces are, by position.
    pub(crate) long: Mutex<BTreeMap<u64, Arc<LongBody>>, lock_order::LongBodies>,
    pub(crate) gauge: PressureGauge,
    pub(crate) control: Mutex<Control, lock_order::Control>,
    pub(crate) failure_hook: OnceLock<FailureHook>,
    pub(crate) moves_hook: OnceLock<MovesHook>,
}

impl fmt::Debug for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Log")
            .field("durable", &self.durable())
            .finish_non_exhaustive()
    }
}

impl Log {
    /// Makes a log in `dir`: all primary extents, allocated and written once, and the control
    /// file. Durable on return. `progress` is called with bytes done and bytes in total.
    ///
    /// Leftovers of an interrupted creation are removed first.
    ///
    /// # Errors
    /// `Settings`; `Exists` when the directory holds a log or used extents; `DiskFull` or `Io`,
    /// after which creating can be tried again.
    pub fn create(
        dir: &Arc<dyn Directory>,
        settings: &LogSettings,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<(), LogError> {
        crate::create::create(&**dir, settings, progress)
    }

    /// Whether `dir` holds a log, or used extents of one: whether [`Self::create`] refuses it.
    ///
    /// # Errors
    /// `Io`.
    pub fn exists(dir: &Arc<dyn Directory>) -> Result<bool, LogError> {
        crate::create::exists(&**dir)
    }

    /// Whether nothing was ever recorded in `dir`: there is no log, or what a creation made and nobody opened.
    ///
    /// # Errors
    /// `Io`.
    pub fn is_unused(dir: &Arc<dyn Directory>) -> Result<bool, LogError> {
        crate::create::is_unused(&**dir)
    }

    /// Removes what a creation made in `dir`, whole or not. False, and everything is as it was, where somebody has opened
    /// the log since.
    ///
    /// # Errors
    /// `Io`.
    pub fn discard_unused(dir: &Arc<dyn Directory>) -> Result<bool, LogError> {
        crate::create::discard_unused(&**dir)
    }

    pub(crate) fn new(
        control: Control,
        device: Box<dyn LogDevice>,
        settings: LogSettings,
        head: u64,
    ) -> Arc<Self> {
        let geometry = Geometry::new(settings.file_pages);
        let record = &control.current;
        let state = State::new(
            &settings,
            device.window(),
            head,
            (record.recovery, record.media),
        );
        let log = Self {
            settings,
            geometry,
            seed: checksum_seed(record.log_id),
            epoch: record.epoch,
            log_id: record.log_id,
            device,
            cut: Cut::of(settings.buffer_data_pages()),
            space: Condvar::new(),
            durable: AtomicU64::new(head),
            requested: AtomicU64::new(head),
            crowded: AtomicBool::new(false),
            in_force: AtomicBool::new(false),
            ordinary_end: AtomicU64::new(head),
            closed: AtomicBool::new(false),
            writers: Writers::default(),
            ahead: Ahead::default(),
            cache: Mutex::new(ChunkCache::new(geometry)),
            long: Mutex::default(),
            gauge: PressureGauge::new(&settings),
            control: Mutex::new(control),
            failure_hook: OnceLock::new(),
            moves_hook: OnceLock::new(),
            state: Mutex::new(state),
        };
        {
            let state = log.lock();
            log.publish_room(&state);
            log.gauge.read(&state);
        }
        let log = Arc::new(log);
        let here = Arc::downgrade(&log);
        log.device.set_waker(Box::new(move || {
            if let Some(log) = here.upgrade() {
                log.settle();
            }
        }));
        log
    }

    /// Once a thread has failed while it held the log, nothing of what is not on the disk yet will be.
    pub(crate) fn lock(&self) -> StateGuard<'_> {
        let mut state = self.state.lock();
        if self.state.is_poisoned() && state.poisoned.is_none() {
            let what = "a thread failed while it held the log";
            state.poisoned = Some(Poisoned::broken_rule(what));
        }
        state
    }

    /// Everything that ends at or before this is durable.
    #[must_use]
    pub fn durable(&self) -> Lsn {
        Lsn::new(self.durable.load(Ordering::Acquire))
    }

    /// The end of what has been appended. Takes the log's mutex for a moment.
    #[must_use]
    pub fn head(&self) -> Lsn {
        Lsn::new(self.lock().filling.head())
    }

    /// Why the log no longer works, if it does not.
    #[must_use]
    pub fn poisoned(&self) -> Option<Poisoned> {
        self.lock().poisoned.clone()
    }

    pub(crate) fn lock_long(&self) -> MutexGuard<'_, BTreeMap<u64, Arc<LongBody>>> {
        // What is not in there is looked for; a panic elsewhere leaves it right.
        self.long.lock()
    }

    /// Sets what is called, once, on the thread that saw the failure, when the log stops
    /// working. Only the first hook set counts.
    pub fn set_failure_hook(&self, hook: FailureHook) {
        let _ = self.failure_hook.set(hook);
    }

    /// The recovery position of the last checkpoint.
    #[must_use]
    pub fn recovery_lsn(&self) -> Lsn {
        Lsn::new(self.lock().recovery)
    }

    /// How full the log is.
    #[must_use]
    pub fn pressure(&self) -> Pressure {
        self.gauge.level()
    }

    /// Measures it anew, without what raised it that is over: an append that was refused.
    pub fn measure_pressure(&self) {
        self.gauge.measure_again(&self.lock());
    }

    /// True when three quarters of what new work may use are in use. A linear log grows instead.
    #[must_use]
    pub fn is_filling_up(&self) -> bool {
        let settings = &self.settings;
        let state = self.lock();
        let kept_bytes =
            settings.reserve_bytes() + self.geometry.bytes_of_data_pages(state.aside_pages);
        let room_bytes = settings.capacity_bytes().saturating_sub(kept_bytes);
        settings.log_type == LogType::Circular
            && state.filling.head() - state.recovery > room_bytes / 4 * 3
    }

    /// Sets what is called when the pressure rises, on the thread that made it rise, with no
    /// log lock held. It must not block. Only the first hook set counts.
    pub fn set_pressure_hook(&self, hook: Box<dyn Fn(Pressure) + Send + Sync>) {
        self.gauge.set_hook(hook);
    }
}
