//! The way to a queue manager: which one is meant, where it is, and a connection to it.

use crate::failure::{Failure, exit};
use ferromq::installation::{Directories, Installation, Listed};
use ferromq::settings::StoredSettings;
use ferromq::{OpenError, QueueManager, Settings};
use ferromq_base::process::{ProcessState, state_of};
use ferromq_client::{BindingsConnection, ChannelSource, ConnectFailure, Password};
use ferromq_mqi::call::CommandOutcome;
use ferromq_mqi::generated::notices::{
    AMQ7017, AMQ7018, AMQ7048, AMQ7077, AMQ8106, AMQ8108, AMQ8110, AMQ8118, AMQ8146, FMQ0016,
    FMQ0017, FMQ0019, FMQ0020, FMQ0110,
};
use ferromq_mqi::local::{LocalAnswer, LocalOrder};
use ferromq_mqi::options::ConnectOptions;
use ferromq_mqi::session::{self, MqError};
use ferromq_mqi::{ObjectName, Reason};
use ferromq_qmgr::NoticeSink;
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The installation the environment names, at an absolute path.
pub(crate) fn installation() -> Result<Installation, Failure> {
    let path = ferromq_mqi::place::data_path()
        .ok_or_else(|| Failure::notice(&FMQ0019, &[], exit::UNEXPECTED))?;
    let path = std::path::absolute(&path).map_err(|error| Failure::io(path.display(), &error))?;
    Ok(Installation::open(path)?)
}

/// The queue manager that is meant: the one named, or the default one.
pub(crate) fn name_meant(
    installation: &Installation,
    given: Option<&str>,
) -> Result<String, Failure> {
    let name = match given.or(installation.default_name()) {
        Some(name) => name,
        None => return Err(Failure::notice(&FMQ0016, &[], exit::NAME)),
    };
    checked_name(name)
}

/// A name that a queue manager may have.
pub(crate) fn checked_name(name: &str) -> Result<String, Failure> {
    match ObjectName::parse(name) {
        Ok(_) => Ok(name.to_owned()),
        Err(problem) => Err(Failure::notice(&AMQ7048, &[&name, &problem], exit::NAME)),
    }
}

/// The queue manager of that name.
pub(crate) fn listed(installation: &Installation, name: &str) -> Result<Listed, Failure> {
    if let Some(listed) = installation.find(name) {
        return Ok(listed);
    }
    let data = ferromq_mqi::place::q_mgr_directory(installation.data_path(), name);
    let half_made = Listed {
        name: name.to_owned(),
        data,
    };
    if half_made.is_open() {
        return Err(Failure::notice(&AMQ8106, &[&name], exit::BEING_CREATED));
    }
    Err(Failure::notice(&AMQ8118, &[&name], exit::NOT_FOUND))
}

/// The socket of a queue manager.
pub(crate) fn socket(installation: &Installation, name: &str) -> PathBuf {
    ferromq_mqi::place::socket_path(installation.data_path(), name)
}

/// A session that is disconnected however its command ends. Queue managers keep a notice of
/// programs that end without, for it is mostly a failure; what such a program has not committed
/// is backed out here too.
pub(crate) struct Connected(Option<Session>);

/// The verbs, over whichever road the command came by.
pub(crate) type Session = session::Session<Box<dyn session::Connected>>;

/// Why a session is there.
const UNTIL_DISCONNECTED: &str = "only disconnecting and dropping take the session";

impl Connected {
    /// `MQDISC`: commits what is not committed yet.
    ///
    /// # Errors
    /// The reason of the failed verb; the connection is gone all the same.
    pub(crate) fn disconnect(mut self) -> Result<Reason, MqError> {
        self.0.take().expect(UNTIL_DISCONNECTED).disconnect()
    }
}

impl Deref for Connected {
    type Target = Session;

    fn deref(&self) -> &Self::Target {
        self.0.as_ref().expect(UNTIL_DISCONNECTED)
    }
}

impl DerefMut for Connected {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self.0.as_mut().expect(UNTIL_DISCONNECTED)
    }
}

impl Drop for Connected {
    fn drop(&mut self) {
        if let Some(mut session) = self.0.take() {
            // The command has failed or is done; what happens here is nobody's concern.
            let _ = session.back_out();
            let _ = session.disconnect();
        }
    }
}

/// By what right a command connects.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Right<'a> {
    /// It is a control command: nobody who may end the queue manager has to give a password.
    Control,
    /// It is an application, which may give a user and a password.
    Of(Option<&'a Password>),
    /// It is an application that puts and gets long messages all the time.
    OfLongMessages,
}

/// A session with the queue manager of that name, under the name of a program.
pub(crate) fn connect(
    installation: &Installation,
    name: &str,
    program: &str,
    right: Right<'_>,
) -> Result<Connected, ConnectFailure> {
    let road = road(installation, name, program, right)?;
    Ok(Connected(Some(Session::new(road))))
}

/// The same without what a command does when it ends: for programs that go on.
pub(crate) fn road(
    installation: &Installation,
    name: &str,
    program: &str,
    right: Right<'_>,
) -> Result<Box<dyn session::Connected>, ConnectFailure> {
    let options = ConnectOptions {
        appl_name: ferromq_mqi::name::FixedText::truncated(program),
        ..ConnectOptions::default()
    };
    let data_path = installation.data_path();
    let mut connection = match right {
        Right::Control => BindingsConnection::connect_to_control(data_path, name, &options)?,
        Right::OfLongMessages => BindingsConnection::connect_roomy(data_path, name, &options)?,
        Right::Of(password) => {
            BindingsConnection::connect_with(data_path, name, &options, password)?
        }
    };
    connection.give_up_when_stopped();
    Ok(Box::new(connection))
}

/// The same as a client, by these channels.
pub(crate) fn client_road(
    source: &ChannelSource,
    name: &str,
    program: &str,
    password: Option<&Password>,
) -> Result<Box<dyn session::Connected>, ConnectFailure> {
    let options = ConnectOptions {
        q_mgr_name: ObjectName::truncated(name),
        appl_name: ferromq_mqi::name::FixedText::truncated(program),
        ..ConnectOptions::default()
    };
    Ok(Box::new(source.connect(&options, password)?))
}

/// A session with a queue manager as a client of it: by `MQSERVER`, or a channel table. A blank name takes
/// whichever queue manager answers.
pub(crate) fn connect_as_client(
    name: &str,
    program: &str,
    password: Option<&Password>,
) -> Result<Connected, ConnectFailure> {
    let source = ChannelSource::from_environment()?
        .ok_or_else(|| ConnectFailure::new(Reason::Q_MGR_NAME_ERROR, NO_SOURCE))?;
    let road = client_road(&source, name, program, password)?;
    Ok(Connected(Some(Session::new(road))))
}

/// What a client is told that has nowhere to go.
const NO_SOURCE: &str = "nothing says where to connect to: set MQSERVER to CHANNEL/TCP/host(port), or MQCCDTURL to a channel table";

/// A connection to a queue manager, the default one without a name, over bindings or as a client.
pub(crate) fn connect_either(
    q_mgr: Option<&str>,
    program: &str,
    as_client: bool,
    password: Option<&Password>,
) -> Result<Connected, Failure> {
    if as_client {
        let name = q_mgr.unwrap_or_default();
        let connected = connect_as_client(name, program, password);
        return connected.map_err(|failure| not_connected(name, &failure));
    }
    let installation = installation()?;
    let name = name_meant(&installation, q_mgr)?;
    let connected = connect(&installation, &name, program, Right::Of(password));
    connected.map_err(|failure| not_connected(&name, &failure))
}

/// A connection that was not made, in the words and with the exit codes of control commands.
pub(crate) fn not_connected(name: &str, failure: &ConnectFailure) -> Failure {
    match failure.reason {
        Reason::Q_MGR_NOT_AVAILABLE if is_stopped(name) => stopped(name, exit::UNEXPECTED),
        Reason::Q_MGR_NAME_ERROR if failure.text == NO_SOURCE => Failure::text(
            format!("There is no connection to queue manager '{name}': {NO_SOURCE}.\n"),
            exit::NOT_FOUND,
        ),
        Reason::Q_MGR_NAME_ERROR => Failure::notice(&AMQ8118, &[&name], exit::NOT_FOUND),
        Reason::Q_MGR_NOT_AVAILABLE => Failure::notice(&AMQ8146, &[&name], exit::NOT_AVAILABLE),
        Reason::Q_MGR_QUIESCING | Reason::Q_MGR_STOPPING => {
            Failure::notice(&AMQ8108, &[&name], exit::ENDING)
        }
        Reason::NOT_AUTHORIZED => Failure::notice(&AMQ7077, &[], exit::NOT_AUTHORIZED),
        _ => Failure::unexpected(failure),
    }
}

/// The process of a queue manager, if that is stopped by a signal or a debugger.
fn stopped_process(name: &str) -> Option<u32> {
    let holder = installation().ok()?.find(name)?.holder()?;
    let is_stopped = state_of(holder.process_id) == ProcessState::Stopped;
    is_stopped.then_some(holder.process_id)
}

/// Whether the queue manager does nothing because its process is stopped.
pub(crate) fn is_stopped(name: &str) -> bool {
    stopped_process(name).is_some()
}

/// A queue manager whose process is stopped, with the exit code for it.
pub(crate) fn stopped(name: &str, code: u8) -> Failure {
    let process_id = stopped_process(name).unwrap_or_default();
    Failure::notice(&FMQ0110, &[&name, &process_id], code)
}

/// A verb of a command that failed.
pub(crate) fn lost(name: &str, error: &MqError) -> Failure {
    match error.reason {
        Reason::CONNECTION_BROKEN if is_stopped(name) => stopped(name, exit::UNEXPECTED),
        _ => Failure::unexpected(error),
    }
}

/// How long the process of a queue manager that was killed may take until it is gone.
const ENDING_MAX: Duration = Duration::from_secs(30);

/// Whether a process has the queue manager open. One that was killed is waited for.
pub(crate) fn is_open_still(listed: &Listed) -> bool {
    listed.is_open() && !listed.ends_within(ENDING_MAX)
}

/// Whom a command asks of, and as whom.
#[derive(Clone, Copy)]
pub(crate) struct Asker<'a> {
    pub(crate) installation: &'a Installation,
    /// Of the queue manager.
    pub(crate) name: &'a str,
    /// Of the command.
    pub(crate) program: &'a str,
    pub(crate) right: Right<'a>,
    /// Whether it opens a queue manager that does not run, for as long as it takes.
    pub(crate) offline: bool,
}

impl<'a> Asker<'a> {
    /// A control command that wants the queue manager to run.
    pub(crate) fn control(installation: &'a Installation, name: &'a str, program: &'a str) -> Self {
        Self {
            installation,
            name,
            program,
            right: Right::Control,
            offline: false,
        }
    }

    /// The same that goes without.
    pub(crate) fn or_offline(self) -> Self {
        Self {
            offline: true,
            ..self
        }
    }

    /// Runs an MQSC command.
    pub(crate) fn command(self, text: &str) -> Result<(String, CommandOutcome), Failure> {
        self.ask(
            |session| session.command(text),
            |manager| manager.run_command(text),
        )
    }

    /// Has an order carried out.
    pub(crate) fn order(
        self,
        order: LocalOrder,
    ) -> Result<(Vec<LocalAnswer>, CommandOutcome), Failure> {
        let sent = order.clone();
        self.ask(
            |session| session.local(sent),
            |manager| manager.run_order(&order),
        )
    }

    fn ask<T>(
        self,
        over: impl FnOnce(&mut Connected) -> Result<T, MqError>,
        here: impl FnOnce(&QueueManager) -> T,
    ) -> Result<T, Failure> {
        let name = self.name;
        let listed = listed(self.installation, name)?;
        match connect(self.installation, name, self.program, self.right) {
            Ok(mut session) => {
                let done = over(&mut session).map_err(|error| lost(name, &error))?;
                // What it did is done.
                let _ = session.disconnect();
                Ok(done)
            }
            Err(failure) if self.offline && failure.reason == Reason::Q_MGR_NOT_AVAILABLE => {
                if is_open_still(&listed) {
                    return Err(held(&listed));
                }
                let (directories, stored) = self.installation.stored(name)?;
                let settings = start_settings(&directories, &stored, Arc::new(|_| {}));
                let manager = open(self.installation.data_path(), name, &settings)?;
                let done = here(&manager);
                manager.end().map_err(Failure::unexpected)?;
                Ok(done)
            }
            Err(failure) => Err(not_connected(name, &failure)),
        }
    }
}

/// Somebody else has it open.
pub(crate) fn held(listed: &Listed) -> Failure {
    match listed.holder() {
        Some(holder) => Failure::notice(
            &FMQ0020,
            &[&listed.name, &holder.process_id, &holder.program],
            exit::STILL_OPEN,
        ),
        None => Failure::notice(&AMQ7018, &[&listed.name], exit::STILL_OPEN),
    }
}

/// What a queue manager is opened with.
pub(crate) fn start_settings(
    directories: &Directories,
    stored: &StoredSettings,
    notices: NoticeSink,
) -> Settings {
    Settings {
        directories: Some(directories.clone()),
        log: stored.log,
        queue_buffer_bytes: stored.queue_buffer_bytes,
        persistent_queue_buffer_bytes: stored.persistent_queue_buffer_bytes,
        expiry_interval: stored.expiry_interval,
        monitor_interval: stored.monitor_interval,
        workload: stored.workload,
        notices,
        ..Settings::default()
    }
}

/// Opens a queue manager in this process.
pub(crate) fn open(
    data_path: &Path,
    name: &str,
    settings: &Settings,
) -> Result<QueueManager, Failure> {
    QueueManager::open(data_path, name, settings).map_err(|error| not_opened(name, error))
}

fn not_opened(name: &str, error: OpenError) -> Failure {
    use ferromq_log::LogError;
    use ferromq_qmgr::StartError;
    match error {
        OpenError::Name(problem) => Failure::notice(&AMQ7048, &[&name, &problem], exit::NAME),
        OpenError::NotFound => Failure::notice(&AMQ8118, &[&name], exit::NOT_FOUND),
        OpenError::Exists => Failure::notice(&AMQ8110, &[&name], exit::EXISTS),
        OpenError::Lock(ferromq::LockError::Held(Some(holder))) => Failure::notice(
            &FMQ0020,
            &[&name, &holder.process_id, &holder.program],
            exit::STILL_OPEN,
        ),
        OpenError::Lock(ferromq::LockError::Held(None)) => {
            Failure::notice(&AMQ7018, &[&name], exit::STILL_OPEN)
        }
        OpenError::Start(StartError::Log(error @ LogError::SettingFixed { .. })) => {
            let reason = format!("qm.ini: {error}");
            Failure::notice(&FMQ0017, &[&name, &reason], exit::LOG_NOT_AVAILABLE)
        }
        OpenError::Start(StartError::Log(error)) => {
            let code = match error {
                LogError::DiskFull { .. } => exit::STORAGE,
                _ => exit::LOG_NOT_AVAILABLE,
            };
            Failure::notice(&AMQ7017, &[&name, &error], code)
        }
        other => Failure::notice(&FMQ0017, &[&name, &other], exit::UNEXPECTED),
    }
}
