//! What the commands ask of whoever runs the programs of services. Definitions are objects like any other.

use crate::status::Moment;
use ferromq_mqi::definition::Definition;

/// Why a service was not started or stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServiceError {
    /// Its server runs already.
    AlreadyActive,
    /// Its server does not run.
    NotActive,
    /// `STARTCMD` or `STOPCMD` is blank.
    NoCommand,
    /// The program cannot be run, or a file for what it prints cannot be written.
    NotStarted(String),
    /// The system does not allow it.
    Denied(String),
    /// Services cannot be run here, or no more of them.
    NotPossible(String),
}

/// What the program of a service does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ServiceState {
    /// It is being started.
    Starting,
    /// It runs.
    #[default]
    Running,
    /// It was told to end.
    Stopping,
}

impl ServiceState {
    /// The word of `STATUS`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Starting => "STARTING",
            Self::Running => "RUNNING",
            Self::Stopping => "STOPPING",
        }
    }
}

/// A server that runs.
#[derive(Clone, Debug)]
pub struct ServiceStatus {
    /// The service as it was defined when it was started.
    pub definition: Definition,
    /// What it does.
    pub state: ServiceState,
    /// Its process.
    pub process_id: u32,
    /// When it was started.
    pub start: Moment,
}

/// Whoever runs the programs of services.
pub trait Services: Send + Sync {
    /// Starts the program of a service.
    ///
    /// # Errors
    /// See [`ServiceError`].
    fn start(&self, service: &Definition) -> Result<(), ServiceError>;

    /// Runs the stop program of a service.
    ///
    /// # Errors
    /// See [`ServiceError`].
    fn stop(&self, service: &Definition) -> Result<(), ServiceError>;

    /// The servers that run.
    fn running(&self) -> Vec<ServiceStatus>;
}

/// Nobody runs programs: the queue manager is inside one.
#[derive(Clone, Copy, Debug)]
pub struct NoServices;

const NONE_HERE: &str = "this queue manager runs inside a program and starts no others";

impl Services for NoServices {
    fn start(&self, _service: &Definition) -> Result<(), ServiceError> {
        Err(ServiceError::NotPossible(NONE_HERE.to_owned()))
    }

    fn stop(&self, _service: &Definition) -> Result<(), ServiceError> {
        Err(ServiceError::NotPossible(NONE_HERE.to_owned()))
    }

    fn running(&self) -> Vec<ServiceStatus> {
        Vec::new()
    }
}
