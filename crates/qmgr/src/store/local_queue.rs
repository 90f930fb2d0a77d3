//! A local queue: its definition, who has it open, and the messages on it.

use crate::core::Core;
use crate::core::figures::QueueTally;
use crate::core::place::queue_directory;
use crate::lock_order;
use crate::record::QueueId;
use crate::store::performance::Performance;
use ferromq_base::lock::{Mutex, MutexGuard, RwLock};
use ferromq_log::Lsn;
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_queue::{
    LateSearch, Queue, QueueBackend, QueueSettings, Searched, Selected, Selection, Seq, Take,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU32, AtomicU64, Ordering};

/// What puts and gets ask of a definition, read at every verb.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HotAttributes {
    pub(crate) put_enabled: bool,
    pub(crate) get_enabled: bool,
    pub(crate) max_msg_length: u32,
    pub(crate) trigger_control: bool,
    pub(crate) streams: bool,
    pub(crate) transmission: bool,
    /// With first in, first out delivery, the class every put gets.
    pub(crate) fifo_class: Option<u8>,
    /// `CAPEXPRY` in tenths of a second.
    pub(crate) cap_expiry: Option<i32>,
    pub(crate) temporary: bool,
    /// `PROPCTL`: `MQPROP_*`.
    pub(crate) property_control: i32,
    /// `ACCTQ`: `MQMON_Q_MGR`, `MQMON_ON` or `MQMON_OFF`.
    pub(crate) accounting: i32,
}

/// Hot attributes in cells that are read without a write to memory: a lock, which is written to be taken, would travel between
/// the processors of putters and getters. A reader may see some of the old and some of the new attributes while they change.
#[derive(Debug, Default)]
struct HotCells {
    /// `max_msg_length`, then a bit each, then numbers.
    word: AtomicU64,
    /// Tenths of a second; -1 for none.
    cap_expiry: AtomicI32,
    /// A permanent dynamic queue closed with delete while others had it open, or a queue
    /// being deleted: no new opens. Changes while `opens` is locked.
    deleted: AtomicBool,
    /// Its files cannot be used.
    damaged: AtomicBool,
    /// Puts and gets may be told of.
    watched: AtomicBool,
}

const PUT_BIT: u32 = 32;
const GET_BIT: u32 = 33;
const TRIGGER_BIT: u32 = 34;
const STREAM_BIT: u32 = 35;
const TRANSMISSION_BIT: u32 = 36;
const TEMPORARY_BIT: u32 = 37;
/// Accounting is on, whatever the queue manager says; off.
const ACCOUNTING_BITS: [u32; 2] = [38, 39];
/// Four bits: 0 for none, or the class and 1.
const FIFO_SHIFT: u32 = 40;
/// Eight bits.
const PROPERTY_SHIFT: u32 = 48;

impl HotCells {
    fn of(hot: &HotAttributes) -> Self {
        let cells = Self::default();
        cells.set(hot);
        cells
    }

    fn set(&self, hot: &HotAttributes) {
        let bit = |yes: bool, at: u32| u64::from(yes) << at;
        let fifo = hot
            .fifo_class
            .map_or(0, |class| u64::from(class.min(9)) + 1);
        let property = u64::from(u8::try_from(hot.property_control).unwrap_or(0));
        let word = u64::from(hot.max_msg_length)
            | bit(hot.put_enabled, PUT_BIT)
            | bit(hot.get_enabled, GET_BIT)
            | bit(hot.trigger_control, TRIGGER_BIT)
            | bit(hot.streams, STREAM_BIT)
            | bit(hot.transmission, TRANSMISSION_BIT)
            | bit(hot.temporary, TEMPORARY_BIT)
            | bit(hot.accounting == MQMON_ON, ACCOUNTING_BITS[0])
            | bit(hot.accounting == MQMON_OFF, ACCOUNTING_BITS[1])
            | fifo << FIFO_SHIFT
            | property << PROPERTY_SHIFT;
        let cap_expiry = hot.cap_expiry.unwrap_or(-1);
        self.cap_expiry.store(cap_expiry, Ordering::Release);
        self.word.store(word, Ordering::Release);
    }

    fn get(&self) -> HotAttributes {
        let word = self.word.load(Ordering::Acquire);
        let bit = |at: u32| word >> at & 1 == 1;
        let cap_expiry = self.cap_expiry.load(Ordering::Acquire);
        HotAttributes {
            put_enabled: bit(PUT_BIT),
            get_enabled: bit(GET_BIT),
            max_msg_length: word as u32,
            trigger_control: bit(TRIGGER_BIT),
            streams: bit(STREAM_BIT),
            transmission: bit(TRANSMISSION_BIT),
            fifo_class: ((word >> FIFO_SHIFT & 15) as u8).checked_sub(1),
            cap_expiry: (cap_expiry >= 0).then_some(cap_expiry),
            temporary: bit(TEMPORARY_BIT),
            property_control: i32::from((word >> PROPERTY_SHIFT) as u8),
            accounting: match ACCOUNTING_BITS.map(bit) {
                [true, _] => MQMON_ON,
                [false, true] => MQMON_OFF,
                [false, false] => MQMON_Q_MGR,
            },
        }
    }
}

/// Who has the queue open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct OpenCounts {
    pub(crate) input_shared: u32,
    pub(crate) input_exclusive: u32,
    pub(crate) output: u32,
    /// Opens that are neither: browse, inquire, set.
    pub(crate) other: u32,
}

impl OpenCounts {
    /// `IPPROCS`.
    pub(crate) fn input(&self) -> u32 {
        self.input_shared + self.input_exclusive
    }

    /// True when any handle is open.
    pub(crate) fn any(&self) -> bool {
        self.input() + self.output + self.other > 0
    }
}

/// What a queue remembers of its triggering.
#[derive(Debug, Default)]
pub(crate) struct TriggerState {
    /// Monotonic time of the last trigger message.
    pub(crate) last_ns: Option<u64>,
    /// The version of the definition by which `DEPTH` triggered while the log had no room for switching it off.
    pub(crate) off_owed: Option<u64>,
}

/// Attempts to bring a queue into new files. Changes while a checkpoint is taken.
#[derive(Debug, Default)]
pub(crate) struct Moving {
    /// Checkpoints in a row that could not write to the files it has.
    pub(crate) failed_writes: AtomicU32,
    /// Attempts since its files failed.
    pub(crate) attempts: AtomicU32,
    /// When the next one is due, monotonic.
    pub(crate) due_ns: AtomicU64,
    /// The head of the log at the first attempt, which is in the name of the new directory; 0 before that.
    pub(crate) named_by: AtomicU64,
}

/// See the module.
#[derive(Debug)]
pub(crate) struct LocalQueue {
    pub(crate) id: QueueId,
    pub(crate) name: ObjectName,
    /// Directory of its files under `queues/`, if it has any and they cannot be read.
    unread_directory: String,
    /// Its messages, whoever keeps them.
    pub(crate) queue: Arc<dyn QueueBackend>,
    /// The same, if they are kept by this queue manager's log and by files of the queue.
    files: Option<Arc<Queue>>,
    hot: HotCells,
    definition: RwLock<Definition, lock_order::QueueDefinition>,
    opens: Mutex<OpenCounts, lock_order::OpenCounts>,
    /// Grows when the queue begins or ceases to be a transmission queue.
    generation: AtomicU64,
    /// Grows with each change of the definition, while that is locked.
    version: AtomicU64,
    pub(crate) trigger: Mutex<TriggerState, lock_order::TriggerState>,
    performance: Mutex<Performance, lock_order::Performance>,
    /// The catalog on the disk says that it has files.
    pub(crate) catalog_names_files: AtomicBool,
    /// From where on the log completes its files at the next start, if they failed in this life; 0 if they did not.
    held_from: AtomicU64,
    pub(crate) moving: Moving,
    /// The orderly end under way could not save what is in memory.
    unsaved: AtomicBool,
    /// Where media recovery of this queue begins; 0 while it has no media image.
    pub(crate) image_lsn: AtomicU64,
    /// When the last media image of this life was recorded, microseconds since the epoch.
    pub(crate) image_us: AtomicU64,
    /// It is listed as one with messages to be written to its files (`store/spill.rs`).
    pub(crate) spills: AtomicBool,
    /// Its share of what is counted there.
    pub(crate) spill_bytes: AtomicU64,
    /// Calls about it.
    pub(crate) tally: QueueTally,
}

impl LocalQueue {
    /// A new queue, which has no files as yet.
    pub(crate) fn create(core: &Core, id: QueueId, definition: Definition) -> Self {
        let settings = queue_settings(&definition, core.buffers);
        let directory = queue_directory(&definition.name(), id.0);
        let queue = Queue::without_files(Arc::clone(&core.queue_files), &directory, settings);
        // Its figures (Reset Queue Statistics) are those since it is there.
        queue.reset_statistics(0, core.clock.wall_us());
        Self::new(id, directory, definition, queue)
    }

    pub(crate) fn new(
        id: QueueId,
        directory: String,
        definition: Definition,
        queue: Queue,
    ) -> Self {
        let queue = Arc::new(queue);
        let files = Some(Arc::clone(&queue));
        Self::of_backend(id, directory, definition, queue, files)
    }

    /// A queue whose messages are kept as `files` says, or by another engine: then restart and media recovery know nothing of them.
    pub(crate) fn of_backend(
        id: QueueId,
        directory: String,
        definition: Definition,
        queue: Arc<dyn QueueBackend>,
        files: Option<Arc<Queue>>,
    ) -> Self {
        let performance = Performance::of(&definition);
        let hot = HotCells::of(&hot_attributes(&definition));
        hot.watched
            .store(performance.is_watched(), Ordering::Release);
        Self {
            id,
            name: definition.name(),
            unread_directory: directory,
            queue,
            files,
            hot,
            definition: RwLock::new(definition),
            opens: Mutex::default(),
            generation: AtomicU64::new(0),
            version: AtomicU64::new(0),
            trigger: Mutex::default(),
            performance: Mutex::new(performance),
            catalog_names_files: AtomicBool::new(false),
            held_from: AtomicU64::new(0),
            moving: Moving::default(),
            unsaved: AtomicBool::new(false),
            image_lsn: AtomicU64::new(0),
            image_us: AtomicU64::new(0),
            spills: AtomicBool::new(false),
            spill_bytes: AtomicU64::new(0),
            tally: QueueTally::default(),
        }
    }

    pub(crate) fn hot(&self) -> HotAttributes {
        self.hot.get()
    }

    /// A copy of the definition.
    pub(crate) fn definition(&self) -> Definition {
        self.with_definition(Definition::clone)
    }

    pub(crate) fn with_definition<T>(&self, read: impl FnOnce(&Definition) -> T) -> T {
        read(&self.definition.read())
    }

    /// Puts a changed definition into force.
    pub(crate) fn redefine(&self, definition: Definition, buffers: (u64, u64)) {
        let hot = hot_attributes(&definition);
        if self.hot().transmission != hot.transmission {
            self.generation.fetch_add(1, Ordering::AcqRel);
        }
        self.hot.set(&hot);
        self.queue
            .update_settings(queue_settings(&definition, buffers));
        {
            let mut performance = self.performance();
            performance.set(&definition);
            self.note_watched(&performance);
        }
        let mut current = self.definition.write();
        self.version.fetch_add(1, Ordering::Relaxed);
        *current = definition;
    }

    /// What is read of the definition, and which version of it that is.
    pub(crate) fn with_version<T>(&self, read: impl FnOnce(&Definition) -> T) -> (T, u64) {
        self.with_definition(|definition| (read(definition), self.version.load(Ordering::Relaxed)))
    }

    /// Differs from what it was once the queue's use has changed.
    pub(crate) fn generation(&self) -> u64 {
        self.generation.load(Ordering::Acquire)
    }

    pub(crate) fn performance(&self) -> MutexGuard<'_, Performance> {
        self.performance.lock()
    }

    /// Puts and gets may be told of: a branch for all others.
    pub(crate) fn is_watched(&self) -> bool {
        self.hot.watched.load(Ordering::Relaxed)
    }

    pub(crate) fn note_watched(&self, performance: &Performance) {
        self.hot
            .watched
            .store(performance.is_watched(), Ordering::Release);
    }

    pub(crate) fn opens(&self) -> MutexGuard<'_, OpenCounts> {
        self.opens.lock()
    }

    pub(crate) fn is_deleted(&self) -> bool {
        self.hot.deleted.load(Ordering::Acquire)
    }

    /// `_opens` are those of this queue, so that nobody opens it meanwhile.
    pub(crate) fn set_deleted(&self, _opens: &OpenCounts, deleted: bool) {
        self.hot.deleted.store(deleted, Ordering::Release);
    }

    /// Its files cannot be read, or failed: messages can neither be put nor got.
    pub(crate) fn is_damaged(&self) -> bool {
        self.hot.damaged.load(Ordering::Acquire)
    }

    /// Its files could not be read at start: it can be rebuilt from a media image, or deleted.
    pub(crate) fn set_damaged(&self) {
        self.hot.damaged.store(true, Ordering::Release);
    }

    /// Its files failed. What is on it is in there as of a checkpoint, and in the log from `held_from` on; `None` if nothing
    /// of it is to last. False when it is damaged already.
    pub(crate) fn set_failed(&self, held_from: Option<Lsn>) -> bool {
        let from = held_from.map_or(0, Lsn::get);
        let none = self
            .held_from
            .compare_exchange(0, from, Ordering::AcqRel, Ordering::Acquire);
        none.is_ok() && !self.hot.damaged.swap(true, Ordering::AcqRel)
    }

    /// It has new files, in which is all that was in those that failed.
    pub(crate) fn set_usable(&self) {
        self.held_from.store(0, Ordering::Release);
        self.hot.damaged.store(false, Ordering::Release);
    }

    /// Name of the directory its files are in, or will be.
    pub(crate) fn directory(&self) -> &str {
        let in_use = self.files().and_then(Queue::directory);
        in_use.unwrap_or(&self.unread_directory)
    }

    /// The queue whose messages this queue manager's checkpoints bring into files; `None` if another engine keeps them.
    pub(crate) fn files(&self) -> Option<&Queue> {
        self.files.as_deref()
    }

    /// Another engine keeps its messages, and may answer later.
    pub(crate) fn is_elsewhere(&self) -> bool {
        self.files.is_none()
    }

    /// Restart needs its files: see [`Queue::has_files`].
    pub(crate) fn has_files(&self) -> bool {
        self.files().is_some_and(Queue::has_files)
    }

    /// Something may be in its directory: see [`Queue::may_have_files`].
    pub(crate) fn may_have_files(&self) -> bool {
        self.files().is_some_and(Queue::may_have_files)
    }

    /// Bytes that are to be written to its files: see [`Queue::unspilled_bytes`].
    pub(crate) fn unspilled_bytes(&self) -> u64 {
        self.files().map_or(0, Queue::unspilled_bytes)
    }

    /// Whether a message of so many bytes that is not persistent would have to be written to its files.
    pub(crate) fn would_spill(&self, data_bytes: usize) -> bool {
        self.files()
            .is_some_and(|files| files.would_spill(data_bytes))
    }

    /// Notes whether the orderly end under way saved what is on it.
    pub(crate) fn set_unsaved(&self, unsaved: bool) {
        self.unsaved.store(unsaved, Ordering::Release);
    }

    /// The next start must take it as after a crash, even when the end was clean.
    pub(crate) fn is_unsaved(&self) -> bool {
        self.unsaved.load(Ordering::Acquire) || self.held_from().is_some()
    }

    /// From where on the log must be kept for its sake.
    pub(crate) fn held_from(&self) -> Option<Lsn> {
        let from = self.held_from.load(Ordering::Acquire);
        (from != 0).then_some(Lsn::new(from))
    }

    /// `DEFTYPE`: `MQQDT_*`.
    pub(crate) fn definition_type(&self) -> i32 {
        self.with_definition(|definition| definition.int(Attr::Deftype))
    }

    /// `HARDENBO`: backout counts survive a crash.
    pub(crate) fn hardens_backout(&self) -> bool {
        self.with_definition(|definition| definition.int(Attr::Hardenbo) == MQQA_BACKOUT_HARDENED)
    }

    /// Looks for a message for the queue manager itself, which does not wait for an engine that answers later: there is nothing then, and what
    /// it finds is given back.
    pub(crate) fn select_now(
        &self,
        selection: &Selection<'_>,
        take: Take,
        now_us: u64,
    ) -> Selected {
        let mut selected = Selected::default();
        let searched = self
            .queue
            .select_into(selection, (take, now_us), None, &mut selected);
        if let Searched::Pending(pending) = searched {
            let queue = Arc::clone(&self.queue);
            pending.when_over(move |late| {
                if let Some(late) = late {
                    give_back_found(&*queue, late);
                }
            });
        }
        selected
    }

    pub(crate) fn is_temporary(&self) -> bool {
        self.hot().temporary
    }
}

/// Undoes what a search did that nobody waits for any more. What it locked or marked stays so until its handle goes.
pub(crate) fn give_back_found(queue: &dyn QueueBackend, late: LateSearch) {
    let LateSearch { selected, waiter } = late;
    selected.wakeups.wake();
    if let Ok(Some(waiter)) = waiter {
        queue.cancel_wait(waiter).wake();
    }
    if let Some(rest) = selected.rest {
        queue.forget_search(rest);
    }
    for expired in selected.expired {
        queue.restore_expired(expired.seq);
    }
    let parts = selected.found.into_iter().flat_map(|found| {
        let rest: Vec<Seq> = found.rest.iter().map(|part| part.seq).collect();
        std::iter::once(found.seq).chain(rest)
    });
    for seq in parts {
        queue.restore(seq, false).wake();
    }
}

/// What the queue itself needs of a definition. `buffers` are the non-persistent and the
/// persistent queue buffer in bytes.
pub(crate) fn queue_settings(definition: &Definition, buffers: (u64, u64)) -> QueueSettings {
    QueueSettings {
        max_depth: u32::try_from(definition.int(Attr::Maxdepth)).unwrap_or(0),
        delivery_fifo: definition.int(Attr::Msgdlvsq) == MQMDS_FIFO,
        default_priority: u8::try_from(definition.int(Attr::Defprty)).unwrap_or(0),
        np_buffer_bytes: buffers.0,
        p_buffer_bytes: buffers.1,
        np_class_high: definition.int(Attr::Npmclass) == MQNPM_CLASS_HIGH,
    }
}

fn hot_attributes(definition: &Definition) -> HotAttributes {
    HotAttributes {
        put_enabled: definition.int(Attr::Put) == MQQA_PUT_ALLOWED,
        get_enabled: definition.int(Attr::Get) == MQQA_GET_ALLOWED,
        max_msg_length: u32::try_from(definition.int(Attr::Maxmsgl)).unwrap_or(0),
        trigger_control: definition.int(Attr::Trigger) == MQTC_ON,
        streams: !definition.text(Attr::Streamq).is_empty(),
        transmission: definition.int(Attr::Usage) == MQUS_TRANSMISSION,
        fifo_class: (definition.int(Attr::Msgdlvsq) == MQMDS_FIFO)
            .then(|| u8::try_from(definition.int(Attr::Defprty)).unwrap_or(0)),
        cap_expiry: definition.cap_expiry_tenths(),
        temporary: definition.int(Attr::Deftype) == MQQDT_TEMPORARY_DYNAMIC,
        property_control: definition.int(Attr::Propctl),
        accounting: definition.int(Attr::Acctq),
    }
}
