//! What every connection of a queue manager shares.

use crate::authority::{Authority, AuthorityRecords};
use crate::branch::{Branches, RECORDS_TO_END, RECORDS_TO_FORGET};
use crate::connection::ConnectionState;
use crate::errands::Errands;
use crate::identity::Identifiers;
use crate::monitor::Monitor;
use crate::object::local_queue::LocalQueue;
use crate::object::registry::Registry;
use crate::pace::Pace;
use crate::pins::Pins;
use crate::place::Place;
use crate::publish::Topics;
use crate::record::UowId;
use crate::repeats::Repeats;
use crate::restart::{Decision, OpenWork};
use crate::room::Room;
use crate::uow::{UnitOfWork, UowGet, UowPut, append_remove};
use crate::verb::put_off::PutOff;
use ferromq_base::clock::Clock;
use ferromq_base::disk::Directory;
use ferromq_log::{Log, Lsn, Urgency};
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::MQPSM_DISABLED;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::xa::Xid;
use ferromq_queue::{HandleId, Wakeups};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering};
use std::sync::{
    Arc, Mutex, MutexGuard, OnceLock, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard,
};

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

/// The queue manager attributes verbs look at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    pub(crate) max_msg_length: u32,
    /// Bytes of properties a message may have, if that is limited.
    pub(crate) max_properties_length: Option<u32>,
    pub(crate) max_uncommitted: usize,
    pub(crate) max_handles: usize,
    pub(crate) max_priority: i32,
    pub(crate) trigger_interval_ms: u64,
    pub(crate) mark_interval_ms: Option<u64>,
    pub(crate) ccsid: i32,
    /// Programs may publish and subscribe (`PSMODE`).
    pub(crate) publishes: bool,
}

impl Limits {
    pub(crate) fn of(definition: &Definition) -> Self {
        let unsigned = |attr| u32::try_from(definition.int(attr)).unwrap_or(0);
        Self {
            max_msg_length: unsigned(Attr::Maxmsgl),
            max_properties_length: u32::try_from(definition.int(Attr::Maxpropl)).ok(),
            max_uncommitted: unsigned(Attr::Maxumsgs) as usize,
            max_handles: unsigned(Attr::Maxhands) as usize,
            max_priority: definition.int(Attr::Maxprty),
            trigger_interval_ms: u64::from(unsigned(Attr::Trigint)),
            mark_interval_ms: u64::try_from(definition.int(Attr::Markint)).ok(),
            ccsid: definition.int(Attr::Ccsid),
            publishes: definition.int(Attr::Psmode) != MQPSM_DISABLED,
        }
    }
}

/// Something an operator should know: a documented message number and our text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// `AMQ` number with its severity letter.
    pub number: &'static str,
    /// One line.
    pub text: String,
}

/// Where notices go.
pub type NoticeSink = Arc<dyn Fn(Notice) + Send + Sync>;

pub(crate) struct Shared {
    pub(crate) name: ObjectName,
    pub(crate) log: Arc<Log>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) place: Place,
    /// The directory that holds one directory for each queue that has files.
    pub(crate) queue_files: Arc<dyn Directory>,
    pub(crate) pins: Pins,
    pub(crate) pace: Pace,
    pub(crate) room: Room,
    pub(crate) errands: Errands,
    pub(crate) repeats: Repeats,
    /// The files of some queue failed in this life (`damage.rs`).
    pub(crate) any_failed: AtomicBool,
    pub(crate) identifiers: Identifiers,
    /// Non-persistent and persistent queue buffer, bytes.
    pub(crate) buffers: (u64, u64),
    pub(crate) started_us: u64,
    /// The log keeps what media recovery needs.
    pub(crate) linear_log: bool,
    pub(crate) notices: NoticeSink,
    pub(crate) authority: Authority,
    pub(crate) access: crate::object::rules::AccessRules,
    registry: RwLock<Registry>,
    q_mgr: RwLock<Definition>,
    limits: RwLock<Limits>,
    connections: Mutex<BTreeMap<u64, Arc<ConnectionState>>>,
    /// Those among them that are the queue manager's own.
    pub(crate) own_connections: AtomicUsize,
    administration: Mutex<()>,
    checkpointing: Mutex<()>,
    next_uow: AtomicU64,
    /// See [`crate::checkpoint::CheckpointNote::next_seq`].
    next_seq_without_files: AtomicU64,
    next_handle: AtomicU64,
    state: AtomicU8,
    /// An invariant was broken: see `failure`.
    failed: AtomicBool,
    /// Grows when `DEFXMITQ` changes.
    default_transmission: AtomicU64,
    pub(crate) branches: Branches,
    pub(crate) topics: Topics,
    pub(crate) monitor: Monitor,
    /// When a delayed message that may not be on its queue yet is due; `u64::MAX` for never.
    delivery_us: AtomicU64,
    /// Delayed messages nobody took when they were due.
    pub(crate) put_off: PutOff,
    /// Wakes the housekeeper.
    bell: OnceLock<Arc<dyn Fn() + Send + Sync>>,
    last_checkpoint: Mutex<LastCheckpoint>,
}

/// Where the log stood when the last checkpoint of this life was taken, and how many there were.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LastCheckpoint {
    pub(crate) count: u64,
    pub(crate) records: u64,
    pub(crate) head: Lsn,
}

/// What a restart keeps of transaction branches.
enum Kept {
    InDoubt(UowId, OpenWork),
    Decided(Xid, Decision),
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shared")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// What [`Shared::new`] is made from.
pub(crate) struct SharedParts {
    pub(crate) log: Arc<Log>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) place: Place,
    pub(crate) queue_files: Arc<dyn Directory>,
    pub(crate) buffers: (u64, u64),
    pub(crate) linear_log: bool,
    pub(crate) notices: NoticeSink,
    pub(crate) registry: Registry,
    pub(crate) q_mgr: Definition,
    pub(crate) authorities: AuthorityRecords,
    /// Every unit of work of this life has a higher number.
    pub(crate) last_uow: u64,
    pub(crate) next_seq_without_files: u64,
}

impl Shared {
    pub(crate) fn set_bell(&self, ring: Arc<dyn Fn() + Send + Sync>) {
        // A second housekeeper would have nothing to do.
        let _ = self.bell.set(ring);
    }

    /// Somebody keeps house, and hears the bell.
    pub(crate) fn has_housekeeper(&self) -> bool {
        self.bell.get().is_some()
    }

    pub(crate) fn ring_housekeeper(&self) {
        if let Some(ring) = self.bell.get() {
            ring();
        }
    }

    /// A message will be due then.
    pub(crate) fn expect_delivery(&self, at_us: u64) {
        let before = self.delivery_us.fetch_min(at_us, Ordering::AcqRel);
        if at_us < before {
            self.ring_housekeeper();
        }
    }

    pub(crate) fn expected_delivery_us(&self) -> Option<u64> {
        let at_us = self.delivery_us.load(Ordering::Acquire);
        (at_us != u64::MAX).then_some(at_us)
    }

    pub(crate) fn forget_expected_delivery(&self) {
        self.delivery_us.store(u64::MAX, Ordering::Release);
    }

    pub(crate) fn new(parts: SharedParts) -> Self {
        let started_us = parts.clock.wall_us();
        let name = parts.q_mgr.name();
        let topics = Topics::of(&parts.registry, started_us);
        let monitor = Monitor::new(parts.clock.monotonic_ns(), parts.log.head().get());
        let last_checkpoint = LastCheckpoint {
            count: 0,
            records: 0,
            head: parts.log.head(),
        };
        Self {
            name,
            log: parts.log,
            place: parts.place,
            queue_files: parts.queue_files,
            pins: Pins::default(),
            pace: Pace::default(),
            room: Room::default(),
            errands: Errands::default(),
            repeats: Repeats::default(),
            any_failed: AtomicBool::new(false),
            identifiers: Identifiers::new(&name, started_us),
            buffers: parts.buffers,
            started_us,
            linear_log: parts.linear_log,
            notices: parts.notices,
            authority: Authority::new(parts.authorities),
            access: crate::object::rules::AccessRules::default(),
            registry: RwLock::new(parts.registry),
            limits: RwLock::new(Limits::of(&parts.q_mgr)),
            q_mgr: RwLock::new(parts.q_mgr),
            connections: Mutex::default(),
            own_connections: AtomicUsize::new(0),
            administration: Mutex::default(),
            checkpointing: Mutex::default(),
            next_uow: AtomicU64::new(parts.last_uow + 1),
            next_seq_without_files: AtomicU64::new(parts.next_seq_without_files),
            next_handle: AtomicU64::new(1),
            state: AtomicU8::new(RunState::Running as u8),
            failed: AtomicBool::new(false),
            default_transmission: AtomicU64::new(0),
            branches: Branches::default(),
            topics,
            monitor,
            delivery_us: AtomicU64::new(u64::MAX),
            put_off: PutOff::default(),
            bell: OnceLock::new(),
            last_checkpoint: Mutex::new(last_checkpoint),
            clock: parts.clock,
        }
    }

    pub(crate) fn registry(&self) -> RwLockReadGuard<'_, Registry> {
        self.registry.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn registry_mut(&self) -> RwLockWriteGuard<'_, Registry> {
        self.registry
            .write()
            .unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn limits(&self) -> Limits {
        *self.limits.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn q_mgr(&self) -> Definition {
        self.q_mgr
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// An attribute of the queue manager that is a number, without a copy of all the others.
    pub(crate) fn q_mgr_int(&self, attr: Attr) -> i32 {
        let current = self.q_mgr.read().unwrap_or_else(PoisonError::into_inner);
        current.int(attr)
    }

    pub(crate) fn redefine_q_mgr(&self, definition: Definition) {
        *self.limits.write().unwrap_or_else(PoisonError::into_inner) = Limits::of(&definition);
        let mut current = self.q_mgr.write().unwrap_or_else(PoisonError::into_inner);
        if current.text(Attr::Defxmitq) != definition.text(Attr::Defxmitq) {
            self.default_transmission.fetch_add(1, Ordering::AcqRel);
        }
        *current = definition;
    }

    /// Differs from what it was once `DEFXMITQ` has changed.
    pub(crate) fn default_transmission_generation(&self) -> u64 {
        self.default_transmission.load(Ordering::Acquire)
    }

    pub(crate) fn connections(&self) -> MutexGuard<'_, BTreeMap<u64, Arc<ConnectionState>>> {
        self.connections
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes over the branches restart found in doubt, and what operators decided. Each pins the
    /// log where it began, so that it is found again by the next restart.
    pub(crate) fn keep_branches(
        &self,
        found: BTreeMap<UowId, OpenWork>,
        decisions: BTreeMap<Xid, Decision>,
    ) {
        let in_doubt = found
            .into_iter()
            .map(|(id, work)| (work.first_lsn, Kept::InDoubt(id, work)));
        let decided = decisions
            .into_iter()
            .map(|(xid, decision)| (decision.lsn, Kept::Decided(xid, decision)));
        let mut kept: Vec<_> = in_doubt.chain(decided).collect();
        // Pins are taken in log order.
        kept.sort_by_key(|(lsn, _)| *lsn);
        for (lsn, kept) in kept {
            let pin = self.pins.pin(|| lsn);
            match kept {
                Kept::InDoubt(id, mut open) => {
                    let Some(xid) = open.prepared.take() else {
                        // Not reached: restart keeps what is prepared.
                        self.pins.unpin(pin);
                        continue;
                    };
                    let mut work = self.reopen(id, open);
                    work.pin = Some(pin);
                    work.aside = Some(self.log.set_aside_again(RECORDS_TO_END));
                    self.branches.keep_prepared(*xid, work);
                }
                Kept::Decided(xid, decision) => {
                    let Decision { outcome, uow, .. } = decision;
                    let room = self.log.set_aside_again(RECORDS_TO_FORGET);
                    self.branches.keep_decided(xid, (outcome, uow), pin, room);
                }
            }
        }
    }

    fn reopen(&self, id: UowId, open: OpenWork) -> UnitOfWork {
        let registry = self.registry();
        let known = |queue| registry.by_id.get(&queue).cloned();
        let mut work = UnitOfWork::new(id);
        // A commit that was cut short put these; the one that comes puts its own.
        for late in open.late_puts {
            // A log without room keeps them: whoever subscribed late may get what they got twice.
            let _ = append_remove(self, id, late, Urgency::Completing);
        }
        work.started_us = self.started_us;
        for (queue, seq) in &open.puts {
            // A put taken back is removed by its own unit of work.
            let taken_back = open.removes.contains(&(*queue, *seq));
            if let Some(queue) = known(*queue).filter(|_| !taken_back) {
                work.puts.push(UowPut { queue, seq: *seq });
            }
        }
        for (queue, seq) in open.removes {
            if let Some(queue) = known(queue) {
                let backout_count = queue.queue.backout_count(seq).unwrap_or(0);
                work.gets.push(UowGet {
                    queue,
                    seq,
                    persistent: true,
                    backout_count,
                });
            }
        }
        work
    }

    /// Held while an object is changed: changes are made one at a time.
    pub(crate) fn administer(&self) -> MutexGuard<'_, ()> {
        self.administration
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Held while a checkpoint is taken.
    pub(crate) fn checkpointing(&self) -> MutexGuard<'_, ()> {
        self.checkpointing
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// The last checkpoint.
    pub(crate) fn last_checkpoint(&self) -> LastCheckpoint {
        *self
            .last_checkpoint
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// A checkpoint was taken when the log stood there.
    pub(crate) fn count_checkpoint(&self, head: Lsn, records: u64) {
        let mut last = self
            .last_checkpoint
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        last.count += 1;
        (last.head, last.records) = (head, records);
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

    /// Goes further down; never back up. Wakes every wait so that it can see the new state.
    pub(crate) fn advance_state(&self, to: RunState) {
        self.state.fetch_max(to as u8, Ordering::AcqRel);
        let waiting: Vec<_> = self.connections().values().cloned().collect();
        for connection in waiting {
            // On its way down: one that cannot be told keeps nobody else from it.
            let _ = catch_unwind(AssertUnwindSafe(|| connection.interrupt()));
        }
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

    pub(crate) fn notice(&self, number: &'static str, text: impl Into<String>) {
        (self.notices)(Notice {
            number,
            text: text.into(),
        });
    }

    /// A notice of what may happen often: after the first it is told again after a while only, with how often it did.
    pub(crate) fn repeated_notice(
        &self,
        number: &'static str,
        subject: &str,
        times: u64,
        text: String,
    ) {
        let now_us = self.clock.wall_us();
        if let Some(text) = self.repeats.tell(number, subject, times, text, now_us) {
            self.notice(number, text);
        }
    }

    /// Messages became available on a queue: wakes who waits for them, and leaves it to an errand to make a trigger message.
    /// Called with no lock of a queue held.
    pub(crate) fn announce(&self, queue: &Arc<LocalQueue>, wakeups: Wakeups) {
        if queue.hot().trigger_control {
            crate::trigger::message_arrived(self, queue, &wakeups);
        }
        wakeups.wake();
    }
}
