//! The embedded road: a queue manager in this process.

use crate::activity_trace;
use crate::command_server::CommandServerThread;
use crate::holder::{DirectoryLock, LockError};
use crate::installation::Directories;
use crate::neighbours::NeighboursThread;
use crate::origin::own_origin;
use crate::place::Layout;
use crate::queued::QueuedThread;
use crate::threads::{Rounds, Threads};
use crate::unfinished::{self, Found, NotBegun, Unfinished};
use crate::users::SystemUsers;
use crate::waiting::WaitingConnection;
use ferromq_admin::{Administered, LogLayout, Output, Surroundings};
use ferromq_admin::{NeighboursControl as _, QueuedControl as _};
use ferromq_base::clock::{Clock, SystemClock};
use ferromq_base::disk::{Directory, MemoryDirectory, OsDirectory};
use ferromq_base::machine::OsMachine;
use ferromq_log::{LogError, LogSettings, LogType, PAGE_BYTES};
use ferromq_mqi::call::{CommandOutcome, OUTPUT_BYTES_MAX, Reply, Request};
use ferromq_mqi::generated::notices::{AMQ8146, FMQ0111, FMQ0112, FMQ0381};
use ferromq_mqi::local::{LocalAnswer, LocalOrder};
use ferromq_mqi::options::{ConnectOptions, Origin};
use ferromq_mqi::session::{Connected, Session};
use ferromq_mqi::{ObjectName, Reason};
use ferromq_qmgr::{
    CATALOG_FILE, CheckpointError, Connection, CreateError, CreateSettings, EndMode, Entities,
    Host, Notice, NoticeSink, Place, QueueManager as Engine, StartError, StartSettings,
    WorkloadOptions,
};
use std::fmt;
use std::io;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// How a queue manager is created and opened.
#[derive(Clone)]
pub struct Settings {
    /// Where its directories are; `None` for the places below the data path.
    pub directories: Option<Directories>,
    /// Log layout. Page count and type are fixed when the queue manager is created.
    pub log: LogSettings,
    /// `DefaultQBufferSize`, bytes.
    pub queue_buffer_bytes: u64,
    /// `DefaultPQBufferSize`, bytes.
    pub persistent_queue_buffer_bytes: u64,
    /// How often expired messages are removed; `None` leaves them until somebody meets them.
    pub expiry_interval: Option<Duration>,
    /// How often figures are published to those who subscribed to them.
    pub monitor_interval: Duration,
    /// Which of several destinations a message for a cluster goes to: options of ours.
    pub workload: WorkloadOptions,
    /// Define the `DEV.*` objects when creating.
    pub developer_objects: bool,
    /// Attributes of the queue manager set when creating.
    pub attributes: Vec<(ferromq_mqi::attribute::Attr, ferromq_mqi::attribute::Value)>,
    /// Who users are: whose groups, and who administers.
    pub users: Arc<dyn Entities>,
    /// Where operator notices go.
    pub notices: NoticeSink,
    /// Hears how much of the log is written while creating: bytes done, bytes in all.
    pub progress: Arc<dyn Fn(u64, u64) + Send + Sync>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            directories: None,
            // Small extents: an embedded queue manager is created in a unit test as often as
            // not, and every extent is written once at creation.
            log: LogSettings {
                file_pages: 1024,
                ..LogSettings::default()
            },
            queue_buffer_bytes: 1 << 20,
            persistent_queue_buffer_bytes: 1 << 20,
            expiry_interval: Some(Duration::from_secs(300)),
            monitor_interval: Duration::from_secs(10),
            workload: WorkloadOptions::default(),
            developer_objects: false,
            attributes: Vec::new(),
            users: Arc::new(SystemUsers),
            notices: Arc::new(|notice| {
                // A program whose standard error is closed or full goes on all the same.
                let _ = writeln!(std::io::stderr(), "{}: {}", notice.number, notice.text);
            }),
            progress: Arc::new(|_, _| {}),
        }
    }
}

/// Why a queue manager was not created or opened.
#[derive(Debug)]
pub enum OpenError {
    /// The name is no valid queue manager name.
    Name(ferromq_mqi::name::NameError),
    /// There is no such queue manager below the data path.
    NotFound,
    /// There is already one of that name.
    Exists,
    /// Somebody else has it open.
    Lock(LockError),
    /// It could not be created.
    Create(CreateError),
    /// It could not be started.
    Start(StartError),
    /// The disk refused.
    Io(io::Error),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(error) => error.fmt(f),
            Self::NotFound => f.write_str("there is no such queue manager; create it first"),
            Self::Exists => f.write_str("a queue manager of this name exists already"),
            Self::Lock(error) => error.fmt(f),
            Self::Create(error) => error.fmt(f),
            Self::Start(error) => error.fmt(f),
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for OpenError {}

impl From<NotBegun> for OpenError {
    fn from(error: NotBegun) -> Self {
        match error {
            NotBegun::Lock(error) => Self::Lock(error),
            NotBegun::Occupied => Self::Exists,
            NotBegun::Log(error) => Self::Create(CreateError::Log(error)),
            NotBegun::Io(error) => Self::Io(error),
        }
    }
}

/// A queue manager open in this process. See the crate's documentation.
pub struct QueueManager {
    // Order of fields is order of dropping: threads stop before the directory is unlocked.
    threads: Option<Threads>,
    engine: Engine,
    administered: Arc<Administered>,
    queued: Arc<QueuedThread>,
    neighbours: Arc<NeighboursThread>,
    /// None where nobody else could open it.
    _lock: Option<DirectoryLock>,
    ended: bool,
}

impl fmt::Debug for QueueManager {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("QueueManager")
            .field("name", &self.engine.name())
            .finish_non_exhaustive()
    }
}

impl QueueManager {
    /// Opens the queue manager `name` below `data_path`, creating it when there is none.
    ///
    /// # Errors
    /// See [`OpenError`].
    pub fn open_or_create(data_path: impl AsRef<Path>, name: &str) -> Result<Self, OpenError> {
        Self::open_or_create_with(data_path, name, &Settings::default())
    }

    /// As [`Self::open_or_create`], with settings. Of several that do it at once one has it, and the others are told so.
    ///
    /// # Errors
    /// See [`OpenError`].
    pub fn open_or_create_with(
        data_path: impl AsRef<Path>,
        name: &str,
        settings: &Settings,
    ) -> Result<Self, OpenError> {
        let parsed = ObjectName::parse(name).map_err(OpenError::Name)?;
        let layout = Layout::of(data_path.as_ref(), name, settings.directories.as_ref());
        let lock = match unfinished::begin(&layout) {
            Ok(Found::Complete(lock)) => lock,
            Ok(Found::Nothing(unfinished)) => {
                Self::complete(unfinished, &layout, parsed, settings)?
            }
            Err(NotBegun::Occupied) => return Err(OpenError::Start(StartError::NoCatalog)),
            Err(error) => return Err(error.into()),
        };
        Self::open_locked(&layout, name, settings, lock)
    }

    /// Creates a queue manager. Durable on return. What a creation that was killed left there is no obstacle.
    ///
    /// # Errors
    /// `Exists` when there is one of that name; `Create` with `LogError::Exists` when there is a log where its log should be,
    /// which stays as it is; see [`OpenError`] for the rest. What a failed creation made is removed.
    pub fn create(
        data_path: impl AsRef<Path>,
        name: &str,
        settings: &Settings,
    ) -> Result<(), OpenError> {
        let parsed = ObjectName::parse(name).map_err(OpenError::Name)?;
        let layout = Layout::of(data_path.as_ref(), name, settings.directories.as_ref());
        // Whoever has it open need not be waited for.
        if layout.data.join(CATALOG_FILE).exists() {
            return Err(OpenError::Exists);
        }
        match unfinished::begin(&layout)? {
            Found::Complete(_) => Err(OpenError::Exists),
            Found::Nothing(unfinished) => {
                Self::complete(unfinished, &layout, parsed, settings).map(drop)
            }
        }
    }

    /// Creates it in directories that are made, below their lock, which goes on.
    fn complete(
        unfinished: Unfinished,
        layout: &Layout,
        name: ObjectName,
        settings: &Settings,
    ) -> Result<DirectoryLock, OpenError> {
        match place(layout).and_then(|place| Self::create_at(&place, name, settings)) {
            Ok(()) => Ok(unfinished.finish()),
            Err(error) => {
                let log_exists =
                    matches!(error, OpenError::Create(CreateError::Log(LogError::Exists)));
                unfinished.abandon(log_exists);
                Err(error)
            }
        }
    }

    fn create_at(place: &Place, name: ObjectName, settings: &Settings) -> Result<(), OpenError> {
        let create = CreateSettings {
            name,
            log: settings.log,
            attributes: settings.attributes.clone(),
            developer_objects: settings.developer_objects,
        };
        let progress = Arc::clone(&settings.progress);
        Engine::create(place, &create, &SystemClock::default(), &mut |done, all| {
            progress(done, all);
        })
        .map_err(OpenError::Create)
    }

    /// Opens a queue manager that exists: what was committed is there, once.
    ///
    /// # Errors
    /// See [`OpenError`].
    pub fn open(
        data_path: impl AsRef<Path>,
        name: &str,
        settings: &Settings,
    ) -> Result<Self, OpenError> {
        ObjectName::parse(name).map_err(OpenError::Name)?;
        let layout = Layout::of(data_path.as_ref(), name, settings.directories.as_ref());
        if !layout.data.exists() {
            return Err(OpenError::NotFound);
        }
        let lock = DirectoryLock::take(&layout.data).map_err(OpenError::Lock)?;
        Self::open_locked(&layout, name, settings, lock)
    }

    fn open_locked(
        layout: &Layout,
        name: &str,
        settings: &Settings,
        lock: DirectoryLock,
    ) -> Result<Self, OpenError> {
        mend_rights(layout, name, &settings.notices);
        let around = surroundings(layout, &settings.log);
        let manager = Self::start(place(layout)?, Some(lock), around, settings)?;
        let keeper = crate::client_table_file::keeper(&layout.data, &settings.notices);
        manager.administered.keep_client_table(keeper);
        Ok(manager)
    }

    /// Creates and opens a queue manager in memory, for tests and programs whose messages need not outlive them.
    /// No file is made. Nothing is durable: what is promised to be is there as long as the queue manager is.
    ///
    /// # Errors
    /// `Name`, `Create` and `Start`; see [`OpenError`].
    pub fn in_memory(name: &str, settings: &Settings) -> Result<Self, OpenError> {
        let root = MemoryDirectory::new();
        let inside = |name| root.directory(name).map_err(OpenError::Io);
        let (data, log) = (inside("data")?, inside("log")?);
        Self::at(Place { data, log }, name, settings)
    }

    /// Creates and opens a queue manager in directories of the caller's, which nobody else uses: on a simulated disk, say.
    ///
    /// # Errors
    /// `Name`, `Create` and `Start`; see [`OpenError`].
    pub fn at(place: Place, name: &str, settings: &Settings) -> Result<Self, OpenError> {
        let parsed = ObjectName::parse(name).map_err(OpenError::Name)?;
        let paths = (place.data.display_path(), place.log.display_path());
        Self::create_at(&place, parsed, settings)?;
        let around = surroundings_at(paths, &settings.log);
        Self::start(place, None, around, settings)
    }

    fn start(
        place: Place,
        lock: Option<DirectoryLock>,
        surroundings: Surroundings,
        settings: &Settings,
    ) -> Result<Self, OpenError> {
        let start = StartSettings {
            log: settings.log,
            queue_buffer_bytes: settings.queue_buffer_bytes,
            persistent_queue_buffer_bytes: settings.persistent_queue_buffer_bytes,
            open_queue_files_max: open_queue_files_max(),
            read_ahead: true,
            notices: Arc::clone(&settings.notices),
        };
        let clock: Arc<dyn Clock> = Arc::new(SystemClock::default());
        let engine = Engine::start(place, &start, Arc::clone(&clock)).map_err(OpenError::Start)?;
        engine.set_entities(Arc::clone(&settings.users));
        engine.announce_figures();
        engine.set_workload_options(settings.workload);
        if let Some(directories) = &settings.directories {
            match activity_trace::read(&directories.data) {
                Ok(activity) => engine.set_activity_trace(activity),
                Err(error) => (settings.notices)(Notice::of(&FMQ0381, &[&error])),
            }
        }
        let rounds = Rounds {
            expiry_interval: settings.expiry_interval,
            monitor_interval: settings.monitor_interval,
            host: host(&surroundings),
        };
        let threads = Threads::start(&engine, rounds).map_err(OpenError::Io)?;
        let administered = Arc::new(Administered::new(engine.clone(), surroundings, clock));
        let notices = Arc::clone(&settings.notices);
        let command_server = CommandServerThread::new(engine.clone(), &administered, notices);
        administered.set_command_server(Arc::new(command_server));
        let notices = Arc::clone(&settings.notices);
        let queued = QueuedThread::new(engine.clone(), &administered, notices);
        let queued = Arc::new(queued);
        administered.set_queued(Arc::clone(&queued) as Arc<_>);
        let notices = Arc::clone(&settings.notices);
        let neighbours = NeighboursThread::new(engine.clone(), &administered, notices);
        let neighbours = Arc::new(neighbours);
        administered.set_neighbours(Arc::clone(&neighbours) as Arc<_>);
        Ok(Self {
            threads: Some(threads),
            engine,
            administered,
            queued,
            neighbours,
            _lock: lock,
            ended: false,
        })
    }

    /// Starts the command server, which works on the commands that are put on
    /// `SYSTEM.ADMIN.COMMAND.QUEUE`. It ends with the queue manager. `false` if it runs already.
    ///
    /// # Errors
    /// What the queue manager or the operating system says.
    pub fn start_command_server(&self) -> Result<bool, String> {
        match self.administered.command_server() {
            Some(command_server) => command_server.start(),
            None => Ok(false),
        }
    }

    /// Starts the queued interface of publish and subscribe: from now on it works on the commands that are put on
    /// `SYSTEM.BROKER.CONTROL.QUEUE` and the queues of streams, while `PSMODE` is `ENABLED`. It ends with the queue
    /// manager.
    pub fn start_queued_publish_subscribe(&self) {
        self.queued.begin();
    }

    /// Starts the exchange of publications with other queue managers, unless `PSMODE` is `DISABLED`. It ends with the queue
    /// manager.
    pub fn start_publish_subscribe_between(&self) {
        self.neighbours.begin();
    }

    /// Runs one MQSC command (without continuation lines) and returns what it prints. What it
    /// changed is durable on return.
    #[must_use]
    pub fn run_command(&self, text: &str) -> (String, CommandOutcome) {
        let run = || ferromq_admin::run_command(self.administered.as_ref(), text);
        let failed = |_| {
            let told = AMQ8146.line(&[&self.engine.name()]);
            (format!("{told}\n"), CommandOutcome::Failed)
        };
        self.engine.guard(run).unwrap_or_else(failed)
    }

    /// Carries out an order of one of our own commands and returns its answers. What it changed is durable on return.
    #[must_use]
    pub fn run_order(&self, order: &LocalOrder) -> (Vec<LocalAnswer>, CommandOutcome) {
        let run = || ferromq_admin::run_order(&self.administered, order);
        let failed = |_| {
            let told = LocalAnswer::notice(&AMQ8146, &[&self.engine.name()]);
            (vec![told], CommandOutcome::Failed)
        };
        self.engine.guard(run).unwrap_or_else(failed)
    }

    /// What MQSC commands are run on, for edges that run them on threads of their own.
    #[must_use]
    pub fn administered(&self) -> &Arc<Administered> {
        &self.administered
    }

    /// Connects the calling thread's program.
    ///
    /// # Errors
    /// `MQRC_Q_MGR_STOPPING` and `MQRC_Q_MGR_QUIESCING` while it ends.
    pub fn connect(&self) -> Result<Session<EmbeddedConnection>, Reason> {
        self.connect_with(&ConnectOptions::default())
    }

    /// Connects with options.
    ///
    /// # Errors
    /// See [`QueueManager::connect`], and `MQRC_Q_MGR_NAME_ERROR` for another one's name.
    pub fn connect_with(
        &self,
        options: &ConnectOptions,
    ) -> Result<Session<EmbeddedConnection>, Reason> {
        self.connect_from(options, own_origin())
    }

    /// Connects a program somewhere else, for a server that speaks to it. What it may do is
    /// what the user in `origin` may, whose identity the caller vouches for.
    ///
    /// # Errors
    /// See [`QueueManager::connect_with`], and `MQRC_NOT_AUTHORIZED` when the user may not connect.
    pub fn connect_from(
        &self,
        options: &ConnectOptions,
        origin: Origin,
    ) -> Result<Session<EmbeddedConnection>, Reason> {
        let connection = self.engine.connect(options, origin)?;
        let administered = Arc::clone(&self.administered);
        let connection = EmbeddedConnection::new(administered, connection);
        Ok(Session::new(connection))
    }

    /// The queue manager below the verbs.
    #[must_use]
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Ends the queue manager in good order: verbs are refused from now on, uncommitted work
    /// is backed out, messages that outlive an orderly end are saved.
    ///
    /// # Errors
    /// See [`CheckpointError`]; nothing committed is lost even then.
    pub fn end(mut self) -> Result<(), CheckpointError> {
        self.finish()
    }

    /// Ends it like [`Self::end`], but nobody else can open it before this is dropped.
    ///
    /// # Errors
    /// Those of [`Self::end`].
    pub fn finish(&mut self) -> Result<(), CheckpointError> {
        if std::mem::replace(&mut self.ended, true) {
            return Ok(());
        }
        if let Some(command_server) = self.administered.command_server() {
            command_server.stop();
        }
        self.queued.stop();
        self.neighbours.stop();
        self.engine.begin_end(EndMode::Immediate);
        for connection in self.engine.connections() {
            let _ = self.engine.stop_connection(&connection.id);
        }
        if let Some(threads) = &mut self.threads {
            threads.stop_jobs();
        }
        let finished = self.engine.finish_end();
        self.threads = None;
        finished
    }
}

impl Drop for QueueManager {
    fn drop(&mut self) {
        // Nobody can be told; the next open replays the log.
        let _ = self.finish();
    }
}

/// Takes from other users what a release before left them, and tells it.
fn mend_rights(layout: &Layout, name: &str, notices: &NoticeSink) {
    let (mended, failed) = crate::rights::mend(&layout.data, &layout.log);
    if mended > 0 {
        notices(Notice::of(&FMQ0111, &[&mended, &name]));
    }
    if let Err((path, error)) = failed {
        notices(Notice::of(&FMQ0112, &[&path, &error]));
    }
}

/// A quarter of the descriptors the process may have: sockets, pipes and the log need some, too. More than the most of them
/// saves next to nothing.
fn open_queue_files_max() -> usize {
    let quarter = ferromq_base::descriptors::limit() / 4;
    quarter.clamp(16, 4_096) as usize
}

fn place(layout: &Layout) -> Result<Place, OpenError> {
    let data = OsDirectory::open(&layout.data).map_err(OpenError::Io)?;
    let log = OsDirectory::open(&layout.log).map_err(OpenError::Io)?;
    Ok(Place { data, log })
}

/// What the queue manager runs on. One in memory is on no file system.
fn host(surroundings: &Surroundings) -> Host {
    let data = PathBuf::from(&surroundings.data_path);
    Host {
        machine: Arc::new(OsMachine),
        log: PathBuf::from(&surroundings.log_path),
        errors: ferromq_mqi::place::failure_records(&data),
        data,
    }
}

fn surroundings(layout: &Layout, log: &LogSettings) -> Surroundings {
    let text = |path: &Path| path.display().to_string();
    surroundings_at((text(&layout.data), text(&layout.log)), log)
}

fn surroundings_at((data_path, log_path): (String, String), log: &LogSettings) -> Surroundings {
    let installation = std::env::current_exe()
        .ok()
        .and_then(|program| Some(program.parent()?.parent()?.display().to_string()))
        .unwrap_or_default();
    Surroundings {
        data_path,
        log_path,
        host_name: rustix::system::uname()
            .nodename()
            .to_string_lossy()
            .into_owned(),
        installation: ("Installation1".into(), String::new(), installation),
        log: LogLayout {
            linear: log.log_type == LogType::Linear,
            extent_bytes: u64::from(log.file_pages) * PAGE_BYTES as u64,
            primary_extents: log.primary_files,
            secondary_extents: log.secondary_files,
        },
    }
}

/// A connection whose verbs block the calling thread.
#[derive(Debug)]
pub struct EmbeddedConnection {
    administered: Arc<Administered>,
    waiting: WaitingConnection,
    /// Whence more comes of what the last command prints.
    output: Option<Box<Output>>,
}

impl EmbeddedConnection {
    pub(crate) fn new(administered: Arc<Administered>, connection: Connection) -> Self {
        Self {
            administered,
            waiting: WaitingConnection::new(connection),
            output: None,
        }
    }

    /// The next piece of what a command prints.
    fn print(&mut self, mut output: Box<Output>) -> Reply {
        let (reply, more) = output.next(OUTPUT_BYTES_MAX);
        self.output = more.then_some(output);
        reply
    }

    /// The 24 bytes that name it (`MQCNO.ConnectionId`).
    #[must_use]
    pub fn connection_id(&self) -> [u8; 24] {
        self.waiting.connection().connection_id()
    }

    /// The connection without its blocking edge, for schedulers of one's own.
    #[must_use]
    pub fn into_connection(self) -> Connection {
        self.waiting.into_connection()
    }
}

impl Connected for EmbeddedConnection {
    fn call(&mut self, request: Request) -> Reply {
        match &request {
            Request::Command { text } => {
                let administered = self
                    .administered
                    .on_behalf_of(self.waiting.connection().origin());
                let output = Output::of(&administered, text);
                return self.print(Box::new(output));
            }
            Request::Local(order) => {
                let administered = self
                    .administered
                    .on_behalf_of(self.waiting.connection().origin());
                let output = Output::of_order(&administered, order);
                return self.print(Box::new(output));
            }
            Request::MoreOutput => {
                if let Some(output) = self.output.take() {
                    return self.print(output);
                }
            }
            _ => {}
        }
        self.waiting.call(request)
    }
}
