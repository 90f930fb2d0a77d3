//! The queue manager itself: create, start, connect, keep house, show, end. All that edges and tools call but the verbs.

pub(crate) mod authority;
pub(crate) mod catalog;
pub(crate) mod checkpoint;
pub(crate) mod clusters;
pub(crate) mod create;
pub(crate) mod deferred;
pub(crate) mod definitions;
pub(crate) mod expiry;
pub(crate) mod figures;
pub(crate) mod fuzz;
pub(crate) mod housekeeping;
pub(crate) mod media;
pub(crate) mod monitor;
pub(crate) mod neighbours;
pub(crate) mod observe;
pub(crate) mod restart;
pub(crate) mod room;
pub(crate) mod rules;
pub(crate) mod simulated;
pub(crate) mod simulated_backend;
pub(crate) mod simulated_participant;
pub(crate) mod statistics;
pub(crate) mod status;
pub(crate) mod subscriptions;
pub(crate) mod switching;
mod tasks;
pub(crate) mod watch;

use crate::core::activity::ActivitySettings;
use crate::core::disk_room;
use crate::core::place::{Place, QUEUES_DIRECTORY};
use crate::core::trace::Trace;
use crate::core::{Core, CoreParts, Notice, NoticeSink, RunState};
use crate::deliver::Delivery;
use crate::deliver::delay;
use crate::objects::authority::AskedUser;
use crate::objects::cluster::Clusters;
use crate::objects::failed_queues;
use crate::objects::failure::ObjectError;
use crate::objects::logged::Logged;
use crate::objects::missing::add_missing;
use crate::objects::registry::Registry;
use crate::objects::rules::begin;
use crate::objects::{Objects, ObjectsParts, TopicObjects};
use crate::publish::Publishing;
use crate::publish::keep::remove_orphans;
use crate::publish::retention;
use crate::publish::topics::Topics;
use crate::queue_manager::catalog::{Catalog, CatalogError};
use crate::queue_manager::checkpoint::{CheckpointError, CheckpointNote, Depth};
use crate::queue_manager::housekeeping::Housekeeping;
use crate::queue_manager::monitor::Monitor;
use crate::queue_manager::restart::Rebuilt;
use crate::queue_manager::statistics::Statistics;
use crate::record::authority::AuthorityRecords;
use crate::record::{RecordKind, numbers};
use crate::store::Store;
use crate::store::damage;
use crate::store::deferred::DeferredAction;
use crate::store::failure::guard;
use crate::store::local_queue::{LocalQueue, queue_settings};
use crate::uow::Units;
use crate::uow::branch::recovery::keep_branches;
use crate::verbs::Engine;
use crate::verbs::connection::Connection;
use crate::verbs::connection_state::ConnectionState;
use crate::verbs::deferred::run_without_runner;
use ferromq_base::clock::Clock;
use ferromq_base::disk::{Directory, OpenFiles};
use ferromq_log::{
    Log, LogError, LogSettings, LogType, Lsn, Poisoned, ReplayError, SimulatedDevice, Urgency,
};
use ferromq_mqi::Reason;
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::notices::{AMQ6119, AMQ7472, FMQ0031};
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{ConnectOptions, Origin};
use ferromq_queue::{LoadError, Queue, QueueFileError};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// What a queue manager is started with.
#[derive(Clone)]
pub struct StartSettings {
    /// The log; page count and type must be those it was created with.
    pub log: LogSettings,
    /// `DefaultQBufferSize`: bytes of non-persistent messages a queue keeps in memory.
    pub queue_buffer_bytes: u64,
    /// `DefaultPQBufferSize`: bytes of persistent messages a queue keeps in memory.
    pub persistent_queue_buffer_bytes: u64,
    /// Files of queues that are open at the same time, each with a descriptor; those of others are opened when they are
    /// needed.
    pub open_queue_files_max: usize,
    /// Replay with further threads that read ahead. Simulations do without where a call to the disk is to fail: the order of reads
    /// is theirs.
    pub read_ahead: bool,
    /// Where notices go.
    pub notices: NoticeSink,
}

/// Why a queue manager did not start. Nothing on disk was changed.
#[derive(Debug)]
pub enum StartError {
    /// There is no catalog: the queue manager was not (completely) created here.
    NoCatalog,
    /// The catalog cannot be read.
    Catalog(CatalogError),
    /// The log cannot be opened.
    Log(LogError),
    /// The log holds something that makes no sense.
    Replay(String),
    /// The files of a queue cannot be read, though nothing says that they are damaged.
    Queue(QueueFileError),
    /// A retained publication cannot be read, though nothing says that it is damaged.
    Retained(LoadError),
    /// The disk refused.
    Io(std::io::Error),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCatalog => f.write_str(
                "there is no object catalog: the queue manager was not completely created",
            ),
            Self::Catalog(error) => error.fmt(f),
            Self::Log(error) => error.fmt(f),
            Self::Replay(text) => write!(f, "the log cannot be replayed: {text}"),
            Self::Queue(error) => error.fmt(f),
            Self::Retained(error) => write!(f, "a retained publication cannot be read: {error}"),
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for StartError {}

/// How a queue manager ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndMode {
    /// No new connections; wait until every application has disconnected.
    Quiesce,
    /// Refuse verbs; back out what is uncommitted.
    Immediate,
}

/// What restart did, for the operator.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RestartReport {
    /// Log records replayed.
    pub records: u64,
    /// Units of work backed out because they were not committed.
    pub backed_out: usize,
    /// Units of work kept because they are in doubt.
    pub in_doubt: usize,
    /// Queues whose files cannot be read.
    pub damaged_queues: usize,
}

/// A running queue manager. Clones share it.
#[derive(Clone, Debug)]
pub struct QueueManager {
    pub(crate) engine: Arc<Engine>,
    pub(crate) housekeeping: Arc<Housekeeping>,
    pub(crate) monitor: Monitor,
    pub(crate) statistics: Arc<Statistics>,
    report: RestartReport,
}

impl QueueManager {
    /// Starts a queue manager: what was committed is there, once; what was not is gone; what
    /// is in doubt stays so.
    ///
    /// # Errors
    /// See [`StartError`].
    pub fn start(
        place: Place,
        settings: &StartSettings,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, StartError> {
        Self::start_on(place, settings, clock, None)
    }

    /// As [`Self::start`]. The log goes on with `device`, if there is one.
    pub(crate) fn start_on(
        place: Place,
        settings: &StartSettings,
        clock: Arc<dyn Clock>,
        device: Option<&SimulatedDevice>,
    ) -> Result<Self, StartError> {
        let place = place.watched();
        let catalog = Catalog::read(place.data.as_ref()).map_err(StartError::Catalog)?;
        let catalog = catalog.ok_or(StartError::NoCatalog)?;
        let recovery = Log::open(Arc::clone(&place.log), &settings.log).map_err(StartError::Log)?;
        let note = CheckpointNote::decode(recovery.checkpoint());
        let clean_end = note.as_ref().is_some_and(|note| note.clean_end);
        if !clean_end {
            // A life that could not sync it may have left a catalog in memory that is not the one on the disk. Queue files go by
            // what was read.
            place.data.sync().map_err(StartError::Io)?;
        }
        let queue_files = place
            .data
            .directory(QUEUES_DIRECTORY)
            .map_err(StartError::Io)?;
        let queue_files = OpenFiles::new(settings.open_queue_files_max).limit(queue_files);
        let buffers = (
            settings.queue_buffer_bytes,
            settings.persistent_queue_buffer_bytes,
        );
        let after_clean_end = note.as_ref().filter(|_| clean_end);
        let mut rebuilt = Rebuilt::from_catalog(
            catalog,
            Arc::clone(&queue_files),
            buffers,
            after_clean_end.map(|note| note.unsaved.as_slice()),
        )
        .map_err(StartError::Io)?;
        rebuilt.last_uow = note.as_ref().map_or(0, |note| note.last_uow);
        rebuilt.next_seq = note.as_ref().map_or(1, |note| note.next_seq);
        rebuilt.recovery_us = note.as_ref().and_then(|note| note.recovery_us);
        if note.is_none() {
            // The first start: from here on the log holds all there is to know of every queue.
            rebuilt.begin_media_history(recovery.recovery_lsn());
        }
        let log = recovery
            .prefetching(settings.read_ahead)
            .on_device(device)
            .replay(&mut |record| rebuilt.apply(&record))
            .map_err(|error| match error {
                ReplayError::Log(error) => StartError::Log(error),
                other => StartError::Replay(other.to_string()),
            })?;
        let backed_out = rebuilt.finish(clock.wall_us());
        if let Some(error) = rebuilt.take_unreadable() {
            return Err(StartError::Queue(error));
        }
        let strays = rebuilt.strays();
        rebuilt.remove_strays(&strays).map_err(StartError::Io)?;
        Catalog::provide_room(place.data.as_ref());
        log.close(!disk_room::provide_reserve(
            place.data.as_ref(),
            log.extent_bytes(),
        ));
        let report = RestartReport {
            records: rebuilt.records,
            backed_out,
            in_doubt: rebuilt.open_work.len(),
            damaged_queues: rebuilt.damaged.len(),
        };
        let manager = Self::assemble(place, queue_files, settings, clock, log, rebuilt, report);
        manager.note_start(clean_end)?;
        add_missing(&manager.engine);
        remove_orphans(&manager.engine);
        retention::load(&manager.engine.publishing).map_err(StartError::Retained)?;
        begin(&manager.engine);
        manager.look_at_statistics();
        manager.refresh_connection_authentication();
        Ok(manager)
    }

    fn assemble(
        place: Place,
        queue_files: Arc<dyn Directory>,
        settings: &StartSettings,
        clock: Arc<dyn Clock>,
        log: Arc<Log>,
        mut rebuilt: Rebuilt,
        report: RestartReport,
    ) -> Self {
        let buffers = (
            settings.queue_buffer_bytes,
            settings.persistent_queue_buffer_bytes,
        );
        for (id, error) in &rebuilt.damaged {
            let name = rebuilt.local.get(id).map(|entry| entry.definition.name());
            let name = name.unwrap_or_default();
            (settings.notices)(Notice::of(&AMQ7472, &[&name, &"queue", error]));
        }
        let registry = build_registry(&mut rebuilt, buffers);
        let core = Core::new(CoreParts {
            name: rebuilt.q_mgr.name(),
            log,
            clock,
            place,
            queue_files,
            buffers,
            linear_log: settings.log.log_type == LogType::Linear,
            notices: Arc::clone(&settings.notices),
            last_uow: rebuilt.last_uow,
            next_seq_without_files: rebuilt.next_seq,
            recovery_us: rebuilt.recovery_us,
        });
        let engine = build_engine(core, registry, rebuilt.q_mgr, rebuilt.authorities);
        keep_branches(&engine, rebuilt.open_work, rebuilt.decisions);
        let monitor = Monitor::new(engine.clock.monotonic_ns(), engine.log.head().get());
        let statistics = Statistics::new(&engine);
        let housekeeping = Arc::new(Housekeeping::default());
        let wanted = Arc::clone(&housekeeping);
        engine
            .log
            .set_pressure_hook(Box::new(move |pressure| wanted.ask(pressure)));
        let moving = Arc::downgrade(&engine);
        engine.log.set_moves_hook(Box::new(move || {
            if let Some(engine) = moving.upgrade() {
                engine.deferred.give_aside(DeferredAction::LogExtents);
            }
        }));
        let failing = Arc::downgrade(&engine);
        engine.log.set_failure_hook(Box::new(move |poisoned| {
            if let Some(engine) = failing.upgrade() {
                note_failure(&engine, poisoned);
                engine.advance_state(RunState::Stopping);
            }
        }));
        Self {
            engine,
            housekeeping,
            monitor,
            statistics: Arc::new(statistics),
            report,
        }
    }

    /// Records the start, and that the next start must not take this life for a clean end.
    fn note_start(&self, clean_end: bool) -> Result<(), StartError> {
        let engine = &self.engine;
        let record = numbers(&[engine.started_us]);
        let _ = engine
            .log
            .append(RecordKind::Started as u8, &[&record], Urgency::Ordinary);
        if clean_end {
            checkpoint::begin_life(engine).map_err(StartError::Log)?;
        }
        Ok(())
    }

    /// Connects an application. May wait for the system to say who its user is.
    ///
    /// # Errors
    /// `MQRC_Q_MGR_NAME_ERROR` for another queue manager's name, `MQRC_Q_MGR_QUIESCING` or
    /// `MQRC_Q_MGR_STOPPING` while it ends.
    pub fn connect(&self, options: &ConnectOptions, origin: Origin) -> Result<Connection, Reason> {
        let asked = self.ask_user(&origin)?;
        self.connect_as(options, origin, asked)
    }

    /// The same with the answer about its user. Waits for nothing.
    ///
    /// # Errors
    /// As [`Self::connect`].
    pub fn connect_as(
        &self,
        options: &ConnectOptions,
        origin: Origin,
        asked: AskedUser,
    ) -> Result<Connection, Reason> {
        self.guard(|| Connection::open(&self.engine, options, origin, asked))?
    }

    /// Ends the wait for a message of the connection with that id, wherever it came from: its get answers
    /// `reason` the next time it is polled, and its waker is woken. A connection that does not wait is not
    /// touched. Returns false when there is no such connection.
    #[must_use]
    pub fn cancel_wait(&self, connection_id: &[u8; 24], reason: Reason) -> bool {
        let found = self.state_of(connection_id);
        if let Some(state) = &found {
            state.cancel_wait(reason);
        }
        found.is_some()
    }

    /// The same for an application, which may end the waits of its own connections: `asker` and the connection with that
    /// id are of clients at one address, and of one socket or one user. A wait of anybody else goes on, and who asks
    /// cannot tell: connection ids can be guessed from those of messages.
    pub fn cancel_wait_for(&self, asker: &Connection, connection_id: &[u8; 24], reason: Reason) {
        let asking = self.state_of(&asker.connection_id());
        let waiting = self.state_of(connection_id);
        if let (Some(asking), Some(waiting)) = (asking, waiting)
            && is_of_same_application(&asking.origin, &waiting.origin)
        {
            waiting.cancel_wait(reason);
        }
    }

    /// Whether there is such a connection, of a program in this process. Of a process that has no number here, 0, nobody knows:
    /// all of them have that.
    #[must_use]
    pub fn is_of_process(&self, connection_id: &[u8; 24], process_id: u32) -> bool {
        let state = self.state_of(connection_id);
        process_id != 0 && state.is_some_and(|state| state.origin.process_id == process_id)
    }

    fn state_of(&self, connection_id: &[u8; 24]) -> Option<Arc<ConnectionState>> {
        // A connection is given its number, and then its id, which ends in a later one: it is the last below it, or one of
        // few that were made at the same time.
        let (_, number) = connection_id.split_last_chunk()?;
        let connections = self.engine.connections();
        let mut earlier = connections.range(..u64::from_be_bytes(*number)).rev();
        let found = earlier.find(|(_, state)| state.id == *connection_id);
        found.map(|(_, state)| Arc::clone(state))
    }

    /// The queue manager's name.
    #[must_use]
    pub fn name(&self) -> ObjectName {
        self.engine.name
    }

    /// How much application activity trace tells (`mqat.ini`). Connections that are followed go by it from their next call on.
    pub fn set_activity_trace(&self, settings: ActivitySettings) {
        self.engine.activity.set(settings);
    }

    /// The trace of its verbs.
    #[must_use]
    pub fn trace(&self) -> &Trace {
        &self.engine.trace
    }

    /// Its log: edges drive forces through it.
    #[must_use]
    pub fn log(&self) -> &Arc<Log> {
        &self.engine.log
    }

    /// Monotonic time of its clock in nanoseconds, for comparing with the deadlines of waits.
    #[must_use]
    pub fn monotonic_ns(&self) -> u64 {
        self.engine.clock.monotonic_ns()
    }

    /// Time of the wall clock, microseconds since the epoch.
    #[must_use]
    pub fn wall_us(&self) -> u64 {
        self.engine.clock.wall_us()
    }

    /// Runs a background job, or a command: if it panics the queue manager stops, for nobody knows what it has left half
    /// done. Verbs need no such care.
    ///
    /// # Errors
    /// `MQRC_UNEXPECTED_ERROR` when it panicked. `MQRC_CONNECTION_BROKEN` when something has before; then it is not run.
    pub fn guard<T>(&self, work: impl FnOnce() -> T) -> Result<T, Reason> {
        let mut engine = &*self.engine;
        guard(&mut engine, |engine| engine, |_| work())
    }

    /// What restart did.
    #[must_use]
    pub fn restart_report(&self) -> RestartReport {
        self.report
    }

    /// How far it is on its way down.
    #[must_use]
    pub fn state(&self) -> RunState {
        self.engine.state()
    }

    /// Takes a checkpoint, giving back log space that is not needed.
    ///
    /// # Errors
    /// See [`CheckpointError`]; the recovery position stays where it was.
    pub fn checkpoint(&self) -> Result<(), CheckpointError> {
        checkpoint::take(&self.engine, Depth::KeepYoung, false)
    }

    /// The same, and gives back all of the log that no work needs, as housekeeping does when the log is nearly full.
    ///
    /// # Errors
    /// As [`Self::checkpoint`].
    pub fn checkpoint_everything(&self) -> Result<(), CheckpointError> {
        checkpoint::take(&self.engine, Depth::Everything, false)
    }

    /// Puts delayed messages that are due on their queues, as many as one turn goes. Returns how long until the next one is
    /// due, as far as is known, or is to be tried again; nothing when there is more to do at once. Whoever keeps house is woken when that
    /// changes. Once the queue manager stops all of them wait for the next start.
    pub fn deliver_delayed(&self) -> Option<Duration> {
        let engine = &self.engine;
        if delay::until_due(engine)?.is_zero() && !engine.is_stopping() {
            delay::deliver_due(engine);
            run_without_runner(engine);
        }
        delay::until_due(engine).filter(|_| !engine.is_stopping())
    }

    /// Begins to end. With `Quiesce` applications may finish; with `Immediate` verbs are
    /// refused from now on and waits are cut short.
    pub fn begin_end(&self, mode: EndMode) {
        self.engine.advance_state(match mode {
            EndMode::Quiesce => RunState::Quiescing,
            EndMode::Immediate => RunState::Stopping,
        });
    }

    /// Number of connected applications. What the queue manager runs itself (`MQAT_QMGR`), such as its command
    /// server, is none.
    #[must_use]
    pub fn connection_count(&self) -> usize {
        self.engine.application_count.load(Ordering::Relaxed)
    }

    /// The last step of an orderly end, when no application is connected: forces the log to
    /// its end, saves what non-persistent messages the queues keep, takes a last checkpoint,
    /// marks the end clean for all queues but those whose files failed.
    ///
    /// # Errors
    /// See [`CheckpointError`]. When a queue fails ([`CheckpointError::Queue`], [`CheckpointError::Damaged`]) the next start
    /// takes it as after a crash, which loses its non-persistent messages and nothing else; otherwise all are.
    pub fn finish_end(&self) -> Result<(), CheckpointError> {
        self.write_statistics();
        self.engine.advance_state(RunState::Stopping);
        loop {
            // Puts answered before they were durable, and backout counts, are in there.
            let head = self.engine.log.head();
            let forced = self.engine.log.wait_durable(head);
            forced.map_err(|poisoned| CheckpointError::Log(LogError::Poisoned(poisoned)))?;
            if !self.run_deferred() {
                break;
            }
        }
        let engine = &self.engine;
        let queues: Vec<_> = engine.registry().by_id.values().cloned().collect();
        let lasts = |queue: &&Arc<LocalQueue>| !queue.is_temporary() && !queue.is_damaged();
        let mut outcome = Ok(());
        for queue in queues.iter().filter(lasts) {
            let Some(files) = queue.files() else {
                continue;
            };
            let read_log = |place| crate::store::read::read_log(engine, place);
            let saved = checkpoint::with_new_files_if_failed(engine, queue, || {
                files.save_non_persistent(&read_log)
            });
            queue.set_unsaved(saved.is_err());
            if let Err(error) = saved
                && !damage::leave_out(engine, queue, &error)
            {
                outcome = Err(CheckpointError::Queue(queue.name.to_string(), error));
            }
        }
        checkpoint::take(engine, Depth::KeepYoung, true)?;
        match failed_queues::oldest_holder(engine) {
            None => outcome,
            Some((_, queue)) => Err(CheckpointError::Damaged(queue.name.to_string())),
        }
    }

    /// Waits until a change is durable and what follows from it is done.
    pub(crate) fn settle(&self, logged: &Logged) -> Result<(), ObjectError> {
        self.wait_durable(logged.0)?;
        self.wait_for_deferred();
        Ok(())
    }

    pub(crate) fn wait_durable(&self, end: Lsn) -> Result<(), ObjectError> {
        self.engine
            .log
            .wait_durable(end)
            .map_err(|_| ObjectError::Refused(Reason::Q_MGR_STOPPING))
    }
}

/// The floors on each other.
fn build_engine(
    core: Core,
    registry: Registry,
    q_mgr: Definition,
    authorities: AuthorityRecords,
) -> Arc<Engine> {
    let topics = Arc::new(Topics::of(
        &registry,
        core.started_us,
        Arc::clone(&core.activity),
    ));
    let objects = Objects::new(ObjectsParts {
        store: Store::new(core),
        registry,
        q_mgr,
        authorities,
        topic_objects: Arc::clone(&topics) as Arc<dyn TopicObjects>,
    });
    let delivery = Delivery::new(Units::new(objects));
    Arc::new(Engine::new(Publishing::new(delivery, topics)))
}

/// Tells why the queue manager stops.
fn note_failure(engine: &Engine, poisoned: &Poisoned) {
    if poisoned.is_broken_rule() {
        engine.note_failure();
        let (pid, told) = (std::process::id(), poisoned.reason());
        let notice = Notice::of(&FMQ0031, &[&engine.name, &pid, &told]);
        return engine.notice(notice);
    }
    let reason = format!("the recovery log cannot be written any more: {poisoned}");
    engine.notice(Notice::of(&AMQ6119, &[&reason]));
}

/// Whether two clients are one application as far as can be told: at one address, and on one socket or of one user.
fn is_of_same_application(one: &Origin, other: &Origin) -> bool {
    let (Some(here), Some(there)) = (&one.client, &other.client) else {
        return false;
    };
    here.address == there.address && (here.port == there.port || one.user_id == other.user_id)
}

fn build_registry(rebuilt: &mut Rebuilt, buffers: (u64, u64)) -> Registry {
    let own = ObjectName::truncated(rebuilt.q_mgr.text(Attr::Qmid));
    let mut registry = Registry::default();
    registry.clusters = Clusters::of(own);
    registry.last_queue_id = rebuilt.last_queue_id;
    for definition in std::mem::take(&mut rebuilt.others).into_values() {
        if definition.kind().is_queue() {
            registry.add_front(definition);
        } else {
            registry.set_plain(definition);
        }
    }
    for (id, entry) in std::mem::take(&mut rebuilt.local) {
        let queue = rebuilt.take_queue(id);
        let damaged = queue.is_none();
        let queue = queue
            .unwrap_or_else(|| Queue::new_volatile(queue_settings(&entry.definition, buffers)));
        let has_files = damaged || queue.has_files();
        let local = LocalQueue::new(id, entry.directory, entry.definition, queue);
        local
            .catalog_names_files
            .store(has_files, Ordering::Release);
        if damaged {
            local.set_damaged();
        }
        local.image_lsn.store(entry.image_lsn, Ordering::Release);
        registry.add_local(Arc::new(local));
    }
    registry.changed = rebuilt.objects_changed;
    registry
}

#[cfg(test)]
#[path = "backend_tests.rs"]
mod backend_tests;
#[cfg(test)]
#[path = "late_backend_tests.rs"]
mod late_backend_tests;
