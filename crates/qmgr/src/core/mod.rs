//! What everything else of the queue manager stands on: the log and who holds it, the clock, numbers, notices, and how far
//! the queue manager is. Nothing here knows a queue, an object or a connection.

pub(crate) mod activity;
pub(crate) mod back_pressure;
pub(crate) mod disk_room;
pub(crate) mod figures;
pub(crate) mod generated;
pub(crate) mod identity;
pub(crate) mod job;
pub(crate) mod latch;
pub(crate) mod observation;
pub(crate) mod performance;
pub(crate) mod pins;
pub(crate) mod place;
pub(crate) mod repeats;
pub(crate) mod trace;
pub(crate) mod unanswered;

use crate::core::activity::ActivityTraceDemand;
use crate::core::back_pressure::BackPressure;
use crate::core::figures::Tally;
use crate::core::identity::Identifiers;
use crate::core::observation::Observed;
use crate::core::pins::Pins;
use crate::core::place::Place;
use crate::core::repeats::Repeats;
use crate::core::trace::Trace;
use crate::lock_order;
use crate::record::UowId;
use ferromq_base::clock::Clock;
use ferromq_base::disk::Directory;
use ferromq_base::lock::{Mutex, MutexGuard};
use ferromq_log::{AppendError, Log, Lsn};
use ferromq_mqi::Reason;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::notice::Notice as Entry;
use ferromq_queue::HandleId;
use std::fmt;
use std::panic::Location;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// How far a queue manager is on its way down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum RunState {
    /// Serving.
    Running = 0,
    /// Ending once every application has disconnected (`endmqm -c`).
    Quiescing = 1,
    /// Ending now: verbs are refused (`endmqm -i`, or a failed log).
    Stopping = 2,
}

/// Something an operator should know: a documented message number and our text.
#[derive(Clone, Debug)]
pub struct Notice {
    /// `AMQ` number with its severity letter.
    pub number: &'static str,
    /// One line.
    pub text: String,
    /// The values in the text, in their order, where they are known apart.
    pub values: Vec<String>,
    /// The address of the program at the other end it is about, if it is about one.
    pub remote_host: Option<String>,
    /// What told it, for maintainers.
    pub origin: &'static Location<'static>,
}

/// Two that say the same are equal, wherever they come from.
impl PartialEq for Notice {
    fn eq(&self, other: &Self) -> bool {
        (self.number, &self.text) == (other.number, &other.text)
    }
}

impl Eq for Notice {}

impl Notice {
    /// An entry of the table of notices, with the values of its sentence in the order of the braces.
    #[must_use]
    #[track_caller]
    pub fn of(entry: &'static Entry, values: &[&dyn fmt::Display]) -> Self {
        Self {
            values: values.iter().map(ToString::to_string).collect(),
            ..Self::told(entry.label, entry.sentence(values))
        }
    }

    /// A number and a text.
    #[must_use]
    #[track_caller]
    pub fn told(number: &'static str, text: impl Into<String>) -> Self {
        Self {
            number,
            text: text.into(),
            values: Vec::new(),
            remote_host: None,
            origin: Location::caller(),
        }
    }
}

/// Where notices go.
pub type NoticeSink = Arc<dyn Fn(Notice) + Send + Sync>;

/// Where the log stood when the last checkpoint of this life was taken, and how many there were.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LastCheckpoint {
    pub(crate) count: u64,
    pub(crate) records: u64,
    pub(crate) head: Lsn,
    /// Since when restart begins where it does.
    pub(crate) recovery_us: u64,
}

/// See the module.
pub(crate) struct Core {
    pub(crate) name: ObjectName,
    pub(crate) log: Arc<Log>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) place: Place,
    /// The directory that holds one directory for each queue that has files.
    pub(crate) queue_files: Arc<dyn Directory>,
    pub(crate) pins: Pins,
    pub(crate) back_pressure: BackPressure,
    pub(crate) repeats: Repeats,
    /// The files of some queue failed in this life (`store/damage.rs`).
    pub(crate) any_failed: AtomicBool,
    pub(crate) identifiers: Identifiers,
    /// Calls of connections that are gone, and what no connection does.
    pub(crate) tally: Tally,
    pub(crate) trace: Trace,
    pub(crate) activity: Arc<ActivityTraceDemand>,
    /// Non-persistent and persistent queue buffer, bytes.
    pub(crate) buffers: (u64, u64),
    pub(crate) started_us: u64,
    /// The log keeps what media recovery needs.
    pub(crate) linear_log: bool,
    pub(crate) notices: NoticeSink,
    checkpointing: Mutex<(), lock_order::Checkpointing>,
    next_uow: AtomicU64,
    /// See [`crate::queue_manager::checkpoint::CheckpointNote::next_seq`].
    next_seq_without_files: AtomicU64,
    next_handle: AtomicU64,
    state: AtomicU8,
    /// An invariant was broken: see `failure`.
    failed: AtomicBool,
    /// When a delayed message that may not be on its queue yet is due; `u64::MAX` for never.
    delivery_us: AtomicU64,
    /// Wakes the housekeeper.
    wake: OnceLock<Arc<dyn Fn() + Send + Sync>>,
    last_checkpoint: Mutex<LastCheckpoint, lock_order::LastCheckpoint>,
}

/// What [`Core::new`] is made from.
pub(crate) struct CoreParts {
    pub(crate) name: ObjectName,
    pub(crate) log: Arc<Log>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) place: Place,
    pub(crate) queue_files: Arc<dyn Directory>,
    pub(crate) buffers: (u64, u64),
    pub(crate) linear_log: bool,
    pub(crate) notices: NoticeSink,
    /// Every unit of work of this life has a higher number.
    pub(crate) last_uow: u64,
    pub(crate) next_seq_without_files: u64,
    /// Since when restart begins where this one began, if somebody has written it down.
    pub(crate) recovery_us: Option<u64>,
}

impl Core {
    pub(crate) fn new(parts: CoreParts) -> Self {
        let started_us = parts.clock.wall_us();
        let last_checkpoint = LastCheckpoint {
            count: 0,
            records: 0,
            head: parts.log.head(),
            recovery_us: parts.recovery_us.unwrap_or(started_us),
        };
        Self {
            name: parts.name,
            log: parts.log,
            clock: parts.clock,
            place: parts.place,
            queue_files: parts.queue_files,
            pins: Pins::default(),
            back_pressure: BackPressure::default(),
            repeats: Repeats::default(),
            any_failed: AtomicBool::new(false),
            identifiers: Identifiers::new(&parts.name, started_us),
            tally: Tally::default(),
            trace: Trace::default(),
            activity: Arc::default(),
            buffers: parts.buffers,
            started_us,
            linear_log: parts.linear_log,
            notices: parts.notices,
            checkpointing: Mutex::default(),
            next_uow: AtomicU64::new(parts.last_uow + 1),
            next_seq_without_files: AtomicU64::new(parts.next_seq_without_files),
            next_handle: AtomicU64::new(1),
            state: AtomicU8::new(RunState::Running as u8),
            failed: AtomicBool::new(false),
            delivery_us: AtomicU64::new(u64::MAX),
            wake: OnceLock::new(),
            last_checkpoint: Mutex::new(last_checkpoint),
        }
    }

    pub(crate) fn set_waker(&self, wake: Arc<dyn Fn() + Send + Sync>) {
        // A second housekeeper would have nothing to do.
        let _ = self.wake.set(wake);
    }

    /// Somebody keeps house, and can be woken.
    pub(crate) fn has_housekeeper(&self) -> bool {
        self.wake.get().is_some()
    }

    pub(crate) fn wake_housekeeper(&self) {
        if let Some(wake) = self.wake.get() {
            wake();
        }
    }

    /// A message will be due then.
    pub(crate) fn expect_delivery(&self, at_us: u64) {
        let before = self.delivery_us.fetch_min(at_us, Ordering::AcqRel);
        if at_us < before {
            self.wake_housekeeper();
        }
    }

    pub(crate) fn expected_delivery_us(&self) -> Option<u64> {
        let at_us = self.delivery_us.load(Ordering::Acquire);
        (at_us != u64::MAX).then_some(at_us)
    }

    pub(crate) fn forget_expected_delivery(&self) {
        self.delivery_us.store(u64::MAX, Ordering::Release);
    }

    /// The last checkpoint.
    pub(crate) fn last_checkpoint(&self) -> LastCheckpoint {
        *self.last_checkpoint.lock()
    }

    /// A checkpoint was taken when the log stood there.
    pub(crate) fn count_checkpoint(&self, head: Lsn, records: u64) {
        let mut last = self.last_checkpoint.lock();
        last.count += 1;
        (last.head, last.records) = (head, records);
    }

    /// Since when restart begins at `recovery`, once a checkpoint has it begin there.
    pub(crate) fn restart_begins_since_us(&self, recovery: Lsn) -> u64 {
        match recovery == self.log.recovery_lsn() {
            true => self.last_checkpoint().recovery_us,
            false => self.clock.wall_us(),
        }
    }

    /// That checkpoint is durable.
    pub(crate) fn note_restart_begins(&self, since_us: u64) {
        self.last_checkpoint.lock().recovery_us = since_us;
    }

    /// Held while a checkpoint is taken.
    pub(crate) fn checkpointing(&self) -> MutexGuard<'_, ()> {
        self.checkpointing.lock()
    }

    pub(crate) fn new_uow(&self) -> UowId {
        UowId(self.next_uow.fetch_add(1, Ordering::Relaxed))
    }

    /// The highest unit-of-work number given out.
    pub(crate) fn last_uow(&self) -> u64 {
        self.next_uow.load(Ordering::Relaxed) - 1
    }

    pub(crate) fn new_handle(&self) -> HandleId {
        HandleId(self.next_handle.fetch_add(1, Ordering::Relaxed))
    }

    pub(crate) fn state(&self) -> RunState {
        match self.state.load(Ordering::Acquire) {
            0 => RunState::Running,
            1 => RunState::Quiescing,
            _ => RunState::Stopping,
        }
    }

    pub(crate) fn is_stopping(&self) -> bool {
        self.state() == RunState::Stopping
    }

    pub(crate) fn next_seq_without_files(&self) -> u64 {
        self.next_seq_without_files.load(Ordering::Acquire)
    }

    /// Queues without files have given all numbers before this one.
    pub(crate) fn note_next_seq(&self, next_seq: Option<u64>) {
        let next_seq = next_seq.unwrap_or(0);
        self.next_seq_without_files
            .fetch_max(next_seq, Ordering::AcqRel);
    }

    /// Whether an invariant was broken, after which nothing is to be touched.
    pub(crate) fn has_failed(&self) -> bool {
        self.failed.load(Ordering::Relaxed)
    }

    pub(crate) fn note_failure(&self) {
        self.failed.store(true, Ordering::Relaxed);
    }

    /// Something happened of which no event message tells: that is for who may put one (`deliver/event.rs`).
    pub(crate) fn observe(&self, what: Observed) {
        debug_assert!(
            what.row().event.is_none(),
            "{what:?} is for observe of deliver/event.rs"
        );
        self.tally.observe(what, 1);
    }

    #[track_caller]
    pub(crate) fn notice(&self, notice: Notice) {
        (self.notices)(notice);
    }

    /// A notice of what may happen often: after the first it is told again after a while only, with how often it did.
    #[track_caller]
    pub(crate) fn repeated_notice(&self, notice: Notice, subject: &str, times: u64) {
        let now_us = self.clock.wall_us();
        let (number, text) = (notice.number, notice.text.clone());
        if let Some(text) = self.repeats.tell(number, subject, times, text, now_us) {
            self.notice(Notice { text, ..notice });
        }
    }

    /// Goes further down; never back up.
    pub(crate) fn go_down(&self, to: RunState) {
        self.state.fetch_max(to as u8, Ordering::AcqRel);
    }
}

/// The reason code a failed append stands for.
pub(crate) fn log_reason(error: &AppendError) -> Reason {
    match error {
        // What waits for the disk is begun anew, as what waits for room is.
        AppendError::Full | AppendError::NoSpaceYet => Reason::RESOURCE_PROBLEM,
        AppendError::Poisoned(_) => Reason::Q_MGR_STOPPING,
        _ => Reason::UNEXPECTED_ERROR,
    }
}
