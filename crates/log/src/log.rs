//! The open log: its state, appending, checkpoints.

use crate::buffer::FillBuffer;
use crate::control::{CHECKPOINT_PAYLOAD_BYTES_MAX, CONTROL_NAME, ControlFile};
use crate::error::{AppendError, LogError, Poisoned};
use crate::extents::Extents;
use crate::force::{Flight, Waiter};
use crate::lock_order;
use crate::lsn::{Geometry, Lsn};
use crate::page::checksum_seed;
use crate::readback::ChunkCache;
use crate::record::{BODY_BYTES_MAX, RecordHeader};
use crate::recovery::{self, Recovery};
use crate::room::record_bytes;
use crate::settings::{BUFFERS, LogSettings, LogType};
use crate::usage::{ForceStatistics, Pressure, PressureGauge};
use crate::writer::Writers;
use ferromq_base::disk::Directory;
use ferromq_base::lock::{Condvar, Mutex, MutexGuard};
use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// What runs when a record is durable, or never will be.
pub type Completion = Box<dyn FnOnce(Result<(), Poisoned>) + Send>;

type FailureHook = Box<dyn Fn(&Poisoned) + Send + Sync>;

/// How much an append may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency {
    /// New work: refused when only the reserve is left.
    Ordinary,
    /// Work that takes messages away, so that less has to be kept: may use half of the reserve.
    Removing,
    /// Work that lets the log be emptied (commit, back out, checkpoint): may use the reserve.
    Completing,
    /// Work that was promised: may use what was set aside for it as well ([`Log::set_aside`]).
    Promised,
}

/// Where a record went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appended {
    /// Where it starts.
    pub lsn: Lsn,
    /// Where it ends: it is durable once [`Log::durable`] is not before this.
    pub end: Lsn,
}

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
    pub(crate) extents: Extents,
    pub(crate) state: Mutex<State, lock_order::State>,
    /// Signalled when the buffers are swapped or a long record is complete.
    pub(crate) space: Condvar,
    /// As `State::durable`, for readers without the lock.
    pub(crate) durable: AtomicU64,
    /// Somebody wants the log durable up to here.
    pub(crate) requested: AtomicU64,
    /// As many threads force as may, and will look at `requested` when they are done.
    pub(crate) in_force: AtomicBool,
    /// How far ordinary work can come without a checkpoint.
    pub(crate) ordinary_end: AtomicU64,
    /// New work is refused whatever room there is.
    pub(crate) closed: AtomicBool,
    pub(crate) writers: Writers,
    pub(crate) cache: Mutex<ChunkCache, lock_order::ChunkCache>,
    pub(crate) gauge: PressureGauge,
    control: Mutex<ControlFile, lock_order::Control>,
    pub(crate) failure_hook: OnceLock<FailureHook>,
}

/// All that the log's mutex guards.
pub(crate) struct State {
    pub(crate) filling: FillBuffer,
    /// Buffers neither being filled nor forced.
    pub(crate) spares: Vec<FillBuffer>,
    /// The forces under way, in order of position.
    pub(crate) flights: VecDeque<Flight>,
    /// A record longer than the buffer's rest is being appended; nobody else may append.
    pub(crate) in_record: bool,
    /// Threads waiting for `space`.
    pub(crate) space_waiters: usize,
    pub(crate) durable: u64,
    pub(crate) poisoned: Option<Poisoned>,
    /// The failure hook knows.
    pub(crate) failure_told: bool,
    /// By end position.
    pub(crate) completions: VecDeque<(u64, Completion)>,
    /// Ready to run, in order.
    pub(crate) done: VecDeque<(Completion, Result<(), Poisoned>)>,
    /// A thread is running `done`.
    pub(crate) draining: bool,
    /// Parked threads, by end position.
    pub(crate) waiters: VecDeque<(u64, Arc<Waiter>)>,
    pub(crate) recovery: u64,
    pub(crate) media: u64,
    pub(crate) head_at_checkpoint: u64,
    /// Data pages nobody may use but [`Urgency::Promised`].
    pub(crate) aside_pages: u64,
    pub(crate) records: u64,
    pub(crate) forces: ForceStatistics,
}

impl fmt::Debug for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Log")
            .field("durable", &self.durable())
            .finish_non_exhaustive()
    }
}

pub(crate) type StateGuard<'a> = MutexGuard<'a, State>;

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

    /// Looks at the log in `dir`. Changes nothing; [`Recovery::replay`] does the rest.
    ///
    /// The caller sees to it that no other process has the log open.
    ///
    /// # Errors
    /// One per row of the start-up table in the README of this crate.
    pub fn open(dir: Arc<dyn Directory>, settings: &LogSettings) -> Result<Recovery, LogError> {
        recovery::open(dir, settings)
    }

    pub(crate) fn new(
        control: ControlFile,
        extents: Extents,
        settings: LogSettings,
        head: u64,
    ) -> Self {
        let geometry = Geometry::new(settings.file_pages);
        let mut filling = FillBuffer::new(settings.buffer_share_pages(), geometry);
        filling.restart_at(head);
        let record = &control.current;
        let state = State {
            filling,
            spares: (1..BUFFERS)
                .map(|_| FillBuffer::new(settings.buffer_share_pages(), geometry))
                .collect(),
            flights: VecDeque::with_capacity(BUFFERS),
            in_record: false,
            space_waiters: 0,
            durable: head,
            poisoned: None,
            failure_told: false,
            completions: VecDeque::new(),
            done: VecDeque::new(),
            draining: false,
            waiters: VecDeque::new(),
            recovery: record.recovery,
            media: record.media,
            head_at_checkpoint: record.recovery,
            aside_pages: 0,
            records: 0,
            forces: ForceStatistics::default(),
        };
        let log = Self {
            settings,
            geometry,
            seed: checksum_seed(record.log_id),
            epoch: record.epoch,
            log_id: record.log_id,
            extents,
            space: Condvar::new(),
            durable: AtomicU64::new(head),
            requested: AtomicU64::new(head),
            in_force: AtomicBool::new(false),
            ordinary_end: AtomicU64::new(head),
            closed: AtomicBool::new(false),
            writers: Writers::default(),
            cache: Mutex::new(ChunkCache::new(geometry)),
            gauge: PressureGauge::new(&settings),
            control: Mutex::new(control),
            failure_hook: OnceLock::new(),
            state: Mutex::new(state),
        };
        {
            let state = log.lock();
            log.publish_room(&state);
            log.gauge.read(&state);
        }
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

    /// Sets what is called, once, on the thread that saw the failure, when the log stops
    /// working. Only the first hook set counts.
    pub fn set_failure_hook(&self, hook: FailureHook) {
        let _ = self.failure_hook.set(hook);
    }

    /// Appends a record whose body is `parts` one after the other. Not durable on return: see
    /// [`Log::when_durable`] and [`Log::wait_durable`].
    ///
    /// May wait: for buffer space, or, when nobody else is forcing, for a force of its own. It
    /// never runs completions.
    ///
    /// # Errors
    /// `Full`, `TooLarge` or `Poisoned`; nothing has been appended then.
    pub fn append(
        &self,
        kind: u8,
        parts: &[&[u8]],
        urgency: Urgency,
    ) -> Result<Appended, AppendError> {
        let body_len = parts.iter().map(|part| part.len()).sum::<usize>();
        if body_len > BODY_BYTES_MAX {
            return Err(AppendError::TooLarge);
        }
        let header = RecordHeader { kind, body_len };
        let mut state = self.admit(header, urgency)?;
        let lsn = loop {
            if let Some(position) = state.filling.begin_record(header) {
                break position;
            }
            state = self.make_room(state).map_err(AppendError::Poisoned)?;
        };
        for part in parts {
            state = self.put(state, part).map_err(AppendError::Poisoned)?;
        }
        let end = state.filling.end_record();
        if state.in_record {
            state.in_record = false;
            self.notify_space(&state);
        }
        state.records += 1;
        let pressure = self.gauge.read(&state);
        drop(state);
        self.gauge.tell(pressure);
        Ok(Appended {
            lsn: Lsn::new(lsn),
            end: Lsn::new(end),
        })
    }

    /// Waits for this thread's turn and checks that the whole record has room in the extents.
    fn admit(&self, header: RecordHeader, urgency: Urgency) -> Result<StateGuard<'_>, AppendError> {
        if urgency == Urgency::Ordinary && self.is_closed() {
            return Err(AppendError::Full);
        }
        let record_bytes = record_bytes(header.body_len);
        let promised = urgency == Urgency::Promised;
        let admitted = self.admit_when(promised, |state, ready_end| {
            let limit = self.limit(ready_end, state.aside_pages, urgency);
            self.fits(state.filling.head(), record_bytes, limit)
        });
        if let Err(AppendError::Full) = &admitted {
            self.gauge.tell(self.gauge.refused(header.body_len));
        }
        admitted
    }

    /// Waits for this thread's turn until `fits` says that what is wanted fits before the end of the extents it is given,
    /// of which there are made as many as there may be. `beyond`: also more than the settings allow.
    pub(crate) fn admit_when(
        &self,
        beyond: bool,
        fits: impl Fn(&State, u64) -> bool,
    ) -> Result<StateGuard<'_>, AppendError> {
        let mut state = self.lock();
        loop {
            if let Some(poisoned) = &state.poisoned {
                return Err(AppendError::Poisoned(poisoned.clone()));
            }
            if state.in_record {
                state = self.wait_for_space(state);
                continue;
            }
            let ready_end = self.extents.ready_end();
            if fits(&state, ready_end) {
                return Ok(state);
            }
            drop(state);
            // A disk without room for one more file is a full log, not a failure.
            if !matches!(self.extents.grow(ready_end, beyond), Ok(true)) {
                return Err(AppendError::Full);
            }
            state = self.lock();
        }
    }

    fn put<'a>(
        &'a self,
        mut state: StateGuard<'a>,
        bytes: &[u8],
    ) -> Result<StateGuard<'a>, Poisoned> {
        let mut done = state.filling.put(bytes);
        while done < bytes.len() {
            state = self.make_room(state)?;
            done += state.filling.put(&bytes[done..]);
        }
        Ok(state)
    }

    /// Waits, or forces, until the filling buffer has room; keeps the turn meanwhile.
    fn make_room<'a>(&'a self, mut state: StateGuard<'a>) -> Result<StateGuard<'a>, Poisoned> {
        state.in_record = true;
        loop {
            if let Some(poisoned) = state.poisoned.clone() {
                state.in_record = false;
                self.notify_space(&state);
                return Err(poisoned);
            }
            if !state.filling.is_full() {
                return Ok(state);
            }
            if !state.can_lead() {
                state = self.wait_for_space(state);
            } else {
                self.force(state);
                state = self.lock();
                // Completions are not run in here: the caller may hold what they need.
                if !state.done.is_empty() {
                    self.wake_if_idle();
                }
            }
        }
    }

    pub(crate) fn wait_for_space<'a>(&'a self, mut state: StateGuard<'a>) -> StateGuard<'a> {
        state.space_waiters += 1;
        state = self.space.wait(state);
        state.space_waiters -= 1;
        state
    }

    pub(crate) fn notify_space(&self, state: &State) {
        // Waking nobody still costs a system call.
        if state.space_waiters > 0 {
            self.space.notify_all();
        }
    }

    /// Stores `payload` and the positions a restart needs, then gives back the extents before
    /// them. Durable on return: from then on replay starts at `recovery`, or where the log goes on if the extent it lies in
    /// ended before it.
    ///
    /// `media` is the oldest position a media image needs; a circular log takes no notice.
    ///
    /// # Errors
    /// `BadPosition` when a position is not durable yet or lies before what has been given
    /// back; `PayloadTooLarge`; `Poisoned`, also when writing the control file failed.
    pub fn checkpoint(
        &self,
        recovery: Lsn,
        media: Option<Lsn>,
        payload: &[u8],
    ) -> Result<(), LogError> {
        if payload.len() > CHECKPOINT_PAYLOAD_BYTES_MAX {
            return Err(LogError::PayloadTooLarge);
        }
        let mut control = self.control.lock_intact();
        // Replay would find the end of the log where nothing was written.
        let recovery = Lsn::new(self.extents.going_on_at(recovery.get()));
        let durable = self.check_positions(recovery, media)?;
        let mut next = control.current.clone();
        next.recovery = recovery.get();
        next.media = media.unwrap_or(Lsn::NONE).get();
        next.known_end = durable;
        next.payload = payload.to_vec();
        if let Err(error) = control.write(next) {
            let poisoned = Poisoned::new(format!("writing {CONTROL_NAME}: {error}"));
            // Who is told may take locks of his own.
            drop(control);
            self.poison(poisoned.clone());
            return Err(LogError::Poisoned(poisoned));
        }
        let surplus = self.give_back(recovery.get(), media.unwrap_or(Lsn::NONE).get());
        drop(control);
        self.extents.remove_surplus(surplus);
        self.prepare_ahead();
        Ok(())
    }

    /// Makes the log's next file while nobody waits for it: one more extent of a linear log, a
    /// secondary one of a circular log whose primary ones are nearly all in use. Best effort:
    /// an append that needs the file and cannot have it says so.
    fn prepare_ahead(&self) {
        let extent_bytes = self.settings.extent_bytes();
        let ahead_bytes = match self.settings.log_type {
            LogType::Linear => extent_bytes,
            // The next checkpoint is asked for when an eighth of the primary space is written.
            LogType::Circular => (extent_bytes / 2).max(self.settings.primary_bytes() / 8),
        };
        let ready_end = self.extents.ready_end();
        let kept_until = self.kept_until(&self.lock());
        if ready_end < kept_until + self.settings.reserve_bytes() + ahead_bytes {
            let _ = self.extents.grow(ready_end, false);
        }
    }

    /// Removes extent files that are free, to give their space back to the disk. `keep` free
    /// ones stay with a linear log, the primary ones with a circular one. Removes at most
    /// `most`; answers how many. The log makes new ones when it needs them.
    pub fn reduce(&self, keep: usize, most: usize) -> usize {
        let spare = {
            // No append may be admitted to a file that is about to be removed.
            let state = self.lock();
            let kept_extent = self.geometry.extent_of(self.kept_until(&state));
            self.extents.take_spare(kept_extent, keep, most)
        };
        let removed = spare.len();
        self.extents.remove_surplus(spare);
        removed
    }

    fn check_positions(&self, recovery: Lsn, media: Option<Lsn>) -> Result<u64, LogError> {
        let state = self.lock();
        if let Some(poisoned) = &state.poisoned {
            return Err(LogError::Poisoned(poisoned.clone()));
        }
        let bad = |position: Lsn| Err(LogError::BadPosition { position });
        if recovery.get() < state.recovery || recovery.get() > state.durable {
            return bad(recovery);
        }
        let oldest = self.oldest_extent(state.recovery, state.media);
        match media {
            Some(media) if media.get() > state.durable => bad(media),
            Some(media) if self.geometry.extent_of(media.get()) < oldest => bad(media),
            _ => Ok(state.durable),
        }
    }

    pub(crate) fn oldest_extent(&self, recovery: u64, media: u64) -> u64 {
        let linear = self.settings.log_type == LogType::Linear;
        let oldest = if linear && media != 0 {
            recovery.min(media)
        } else {
            recovery
        };
        self.geometry.extent_of(oldest)
    }

    /// Frees the extents nobody needs any more. Holds the state so that no append is admitted
    /// to a file that is about to be removed.
    fn give_back(&self, recovery: u64, media: u64) -> Vec<crate::extents::ExtentFile> {
        let mut state = self.lock();
        state.recovery = recovery;
        state.media = media;
        state.head_at_checkpoint = state.filling.head();
        let oldest = self.oldest_extent(recovery, media);
        let kept_extent = self.geometry.extent_of(self.kept_until(&state));
        let surplus = self.extents.release_before(oldest, kept_extent);
        self.publish_room(&state);
        self.gauge.checkpoint_taken(&state);
        surplus
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
