//! An installation: a data path, the queue managers below it, and which of them run.
//!
//! `mqs.ini` at the top of the data path is the list. It is changed only by those who hold
//! the installation's lock, and replaced in one atomic step, so readers need no lock.

use crate::diagnostics::Diagnostics;
use crate::holder::{DirectoryLock, Holder, LockError};
use crate::rights::{PRIVATE_FILE, make_readable_directory, open_lock_file};
use crate::settings::{
    Given, SettingsError, SettingsFile, Stored, StoredSettings, check_file, for_creation,
    for_start, new_qm_ini,
};
use ferromq_base::disk::{Directory, OsDirectory};
use ferromq_base::ini::{IniError, IniFile, write_durably};
use ferromq_base::process::{ProcessState, state_of};
use ferromq_log::Log;
use ferromq_mqi::place::directory_name;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{FlockOperation, flock};
use rustix::process::{Pid, PidfdFlags, pidfd_open};
use std::fmt;
use std::fs::File;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Name of the installation's settings file.
pub const MQS_INI: &str = "mqs.ini";
/// Name of a queue manager's settings file.
pub const QM_INI: &str = "qm.ini";

const LOCK_NAME: &str = "mqs.ini.lock";
const STATUS_NAME: &str = "STATUS";

/// The directories of a queue manager.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Directories {
    /// Its data: `qm.ini`, the catalog, queues, errors.
    pub data: PathBuf,
    /// Its log; the extents are in `active` below it.
    pub log: PathBuf,
}

/// A queue manager of the installation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its name.
    pub name: String,
    /// Its data directory.
    pub data: PathBuf,
}

/// Where new directories go, as options of `crtmqm` say.
#[derive(Clone, Debug, Default)]
pub struct DirectoryOptions {
    /// Directory below which the data directory is made (`-md`).
    pub data_below: Option<PathBuf>,
    /// Directory below which the log directory is made (`-ld`).
    pub log_below: Option<PathBuf>,
}

/// What a queue manager is doing, as `dspmq` tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunStatus {
    /// It has been told to start and does not serve yet.
    Starting,
    /// It serves.
    Running,
    /// It ends when the last application has disconnected.
    Quiescing,
    /// It is ending without waiting for applications.
    EndingImmediately,
    /// It is ending without waiting for its own tasks.
    EndingPreemptively,
    /// It ended after its applications had disconnected.
    EndedNormally,
    /// It ended without waiting for applications, or was never started.
    EndedImmediately,
    /// It ended without waiting for its own tasks.
    EndedPreemptively,
    /// It did not end by itself.
    EndedUnexpectedly,
    /// This user cannot find out.
    NotAvailable,
}

impl RunStatus {
    const ALL: [Self; 9] = [
        Self::Starting,
        Self::Running,
        Self::Quiescing,
        Self::EndingImmediately,
        Self::EndingPreemptively,
        Self::EndedNormally,
        Self::EndedImmediately,
        Self::EndedPreemptively,
        Self::EndedUnexpectedly,
    ];

    /// The words `dspmq` shows.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Starting => "Starting",
            Self::Running => "Running",
            Self::Quiescing => "Quiescing",
            Self::EndingImmediately => "Ending immediately",
            Self::EndingPreemptively => "Ending preemptively",
            Self::EndedNormally => "Ended normally",
            Self::EndedImmediately => "Ended immediately",
            Self::EndedPreemptively => "Ended preemptively",
            Self::EndedUnexpectedly => "Ended unexpectedly",
            Self::NotAvailable => "Status not available",
        }
    }

    /// True while a process has the queue manager open.
    #[must_use]
    pub fn is_up(self) -> bool {
        matches!(
            self,
            Self::Starting
                | Self::Running
                | Self::Quiescing
                | Self::EndingImmediately
                | Self::EndingPreemptively
        )
    }

    fn from_words(words: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.words() == words)
    }
}

/// Why something could not be done with an installation.
#[derive(Debug)]
pub enum InstallationError {
    /// Neither `MQ_DATA_PATH` nor `XDG_DATA_HOME` nor `HOME` is set.
    NoDataPath,
    /// A directory or the lock cannot be used.
    Path {
        /// The path.
        path: PathBuf,
        /// What the disk said.
        error: std::io::Error,
    },
    /// A settings file is wrong.
    Settings(SettingsError),
    /// There is no such queue manager.
    NotFound(String),
    /// There is one of that name already.
    Exists(String),
}

impl fmt::Display for InstallationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoDataPath => {
                f.write_str("none of MQ_DATA_PATH, XDG_DATA_HOME and HOME is set; set MQ_DATA_PATH to a directory you may write to")
            }
            Self::Path { path, error } => write!(f, "{}: {error}", path.display()),
            Self::Settings(error) => error.fmt(f),
            Self::NotFound(name) => write!(f, "there is no queue manager {name}"),
            Self::Exists(name) => write!(f, "there is a queue manager {name} already"),
        }
    }
}

impl std::error::Error for InstallationError {}

impl From<IniError> for InstallationError {
    fn from(error: IniError) -> Self {
        Self::Settings(SettingsError::File(error))
    }
}

impl From<SettingsError> for InstallationError {
    fn from(error: SettingsError) -> Self {
        Self::Settings(error)
    }
}

/// An installation, as its `mqs.ini` was when it was opened.
#[derive(Clone, Debug)]
pub struct Installation {
    data_path: PathBuf,
    mqs: IniFile,
}

/// Held while `mqs.ini` is changed or a queue manager made or removed.
#[derive(Debug)]
pub struct InstallationLock {
    _file: File,
}

impl Installation {
    /// The installation the environment names; see [`ferromq_mqi::place::data_path`].
    ///
    /// # Errors
    /// `NoDataPath`; `Settings` when `mqs.ini` is wrong.
    pub fn from_environment() -> Result<Self, InstallationError> {
        let data_path = ferromq_mqi::place::data_path().ok_or(InstallationError::NoDataPath)?;
        Self::open(data_path)
    }

    /// The installation at a data path. Nothing is made there yet.
    ///
    /// # Errors
    /// `Settings` when `mqs.ini` is wrong.
    pub fn open(data_path: impl Into<PathBuf>) -> Result<Self, InstallationError> {
        let data_path = data_path.into();
        let mqs = IniFile::read(&data_path.join(MQS_INI))?;
        check_file(&mqs, SettingsFile::MqsIni)?;
        Ok(Self { data_path, mqs })
    }

    /// Its data path.
    #[must_use]
    pub fn data_path(&self) -> &Path {
        &self.data_path
    }

    /// Its queue managers, in the order they were made.
    #[must_use]
    pub fn queue_managers(&self) -> Vec<Listed> {
        self.listed().map(|(_, listed)| listed).collect()
    }

    /// The queue manager of that name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<Listed> {
        self.listed()
            .map(|(_, listed)| listed)
            .find(|listed| listed.name == name)
    }

    /// The queue manager that is meant where none is named.
    #[must_use]
    pub fn default_name(&self) -> Option<&str> {
        self.mqs.stanza("DefaultQueueManager")?.value("Name")
    }

    /// Takes the installation's lock, making its data path when it is not there, and reads
    /// `mqs.ini` again under it. Waits while another command holds it.
    ///
    /// # Errors
    /// `Path`; `Settings` when `mqs.ini` is wrong.
    pub fn lock(&mut self) -> Result<InstallationLock, InstallationError> {
        make_directory(&self.data_path)?;
        let path = self.data_path.join(LOCK_NAME);
        let refused = |error| InstallationError::Path {
            path: path.clone(),
            error,
        };
        let file = open_lock_file(&path).map_err(refused)?;
        flock(&file, FlockOperation::LockExclusive)
            .map_err(|errno| refused(std::io::Error::from(errno)))?;
        self.mqs = Self::open(self.data_path.clone())?.mqs;
        Ok(InstallationLock { _file: file })
    }

    /// Settings for a queue manager to be created; see [`for_creation`].
    ///
    /// # Errors
    /// `Settings`.
    pub fn creation_settings(&self, given: &[Given]) -> Result<StoredSettings, InstallationError> {
        Ok(for_creation(&self.mqs, given)?)
    }

    /// Where the directories of a queue manager to be created go.
    #[must_use]
    pub fn new_directories(&self, name: &str, options: &DirectoryOptions) -> Directories {
        let directory = directory_name(name);
        let setting = |stanza, name| {
            let attribute = self.mqs.attribute(stanza, name)?;
            Some(PathBuf::from(&attribute.value))
        };
        let data = match &options.data_below {
            Some(below) => below.join(&directory),
            None => setting("AllQueueManagers", "DefaultPrefix")
                .unwrap_or_else(|| self.data_path.clone())
                .join("qmgrs")
                .join(&directory),
        };
        let log = options
            .log_below
            .clone()
            .or_else(|| setting("LogDefaults", "LogDefaultPath"))
            .unwrap_or_else(|| self.data_path.join("log"))
            .join(&directory);
        Directories { data, log }
    }

    /// Removes what a creation that was killed left in the directories of a queue manager that
    /// is not on the list. A log directory outside the data path is never removed: another
    /// installation may use it. Nor is a log that was opened once: it may hold messages of a queue manager whose data is elsewhere now.
    ///
    /// # Errors
    /// `Path`.
    pub fn remove_remnants(
        &self,
        name: &str,
        directories: &Directories,
        _lock: &InstallationLock,
    ) -> Result<(), InstallationError> {
        let data = &directories.data;
        let complete = data.join(ferromq_qmgr::CATALOG_FILE).exists();
        if self.find(name).is_some() || !data.exists() || complete || DirectoryLock::is_held(data) {
            return Ok(());
        }
        let own_log =
            directories.log.starts_with(&self.data_path) && was_never_opened(&directories.log);
        for directory in [Some(&directories.log).filter(|_| own_log), Some(data)] {
            let Some(directory) = directory.filter(|directory| directory.exists()) else {
                continue;
            };
            std::fs::remove_dir_all(directory).map_err(|error| InstallationError::Path {
                path: directory.clone(),
                error,
            })?;
        }
        Ok(())
    }

    /// Writes `qm.ini` of a new queue manager and adds it to `mqs.ini`; durable on return.
    ///
    /// # Errors
    /// `Exists`, `Path`, `Settings`.
    pub fn add(
        &mut self,
        name: &str,
        directories: &Directories,
        settings: &StoredSettings,
        besides: &[Stored],
        _lock: &InstallationLock,
    ) -> Result<(), InstallationError> {
        if self.find(name).is_some() {
            return Err(InstallationError::Exists(name.to_owned()));
        }
        // Local applications look for the queue manager here, wherever its data is.
        make_directory(&ferromq_mqi::place::q_mgr_directory(&self.data_path, name))?;
        let text = new_qm_ini(settings, &directories.log, besides);
        let qm_ini = directories.data.join(QM_INI);
        write_durably(&qm_ini, text.as_bytes(), PRIVATE_FILE).map_err(|error| {
            InstallationError::Path {
                path: qm_ini,
                error,
            }
        })?;
        let (prefix, directory) = (self.prefix_of(directories), directory_name(name));
        let data = directories.data.display().to_string();
        let mut attributes = vec![
            ("Name", name),
            ("Prefix", &prefix),
            ("Directory", &directory),
        ];
        if Path::new(&prefix).join("qmgrs").join(&directory) != directories.data {
            attributes.push(("DataPath", &data));
        }
        self.mqs.add_stanza("QueueManager", &attributes);
        Ok(self.mqs.write()?)
    }

    /// The stanza of a queue manager in `mqs.ini`: names and values of its attributes, in their order.
    #[must_use]
    pub fn stanza_of(&self, name: &str) -> Option<Vec<(String, String)>> {
        let (at, _) = self.listed().find(|(_, listed)| listed.name == name)?;
        let attributes = self.mqs.stanzas().get(at)?.attributes.iter();
        Some(
            attributes
                .map(|it| (it.name.clone(), it.value.clone()))
                .collect(),
        )
    }

    /// Adds a queue manager whose directories are there already to `mqs.ini`; durable on return. Nothing is made but the directory in which local
    /// applications look for it.
    ///
    /// # Errors
    /// `Exists`, `Path`, `Settings`.
    pub fn adopt(
        &mut self,
        name: &str,
        attributes: &[(&str, &str)],
        _lock: &InstallationLock,
    ) -> Result<(), InstallationError> {
        if self.find(name).is_some() {
            return Err(InstallationError::Exists(name.to_owned()));
        }
        make_directory(&ferromq_mqi::place::q_mgr_directory(&self.data_path, name))?;
        self.mqs.add_stanza("QueueManager", attributes);
        Ok(self.mqs.write()?)
    }

    /// Makes a queue manager the one that is meant where none is named, or nobody with `None`.
    ///
    /// # Errors
    /// `Settings` when `mqs.ini` cannot be written.
    pub fn set_default(
        &mut self,
        name: Option<&str>,
        _lock: &InstallationLock,
    ) -> Result<(), InstallationError> {
        let is_default = |stanza: &ferromq_base::ini::Stanza| {
            stanza.name.eq_ignore_ascii_case("DefaultQueueManager")
        };
        while let Some(at) = self.mqs.stanzas().iter().position(is_default) {
            self.mqs.remove_stanza(at);
        }
        if let Some(name) = name {
            self.mqs
                .add_stanza("DefaultQueueManager", &[("Name", name)]);
        }
        Ok(self.mqs.write()?)
    }

    /// Takes a queue manager off the list. Its directories stay.
    ///
    /// # Errors
    /// `NotFound`; `Settings` when `mqs.ini` cannot be written.
    pub fn remove(
        &mut self,
        name: &str,
        _lock: &InstallationLock,
    ) -> Result<(), InstallationError> {
        let found = self.listed().find(|(_, listed)| listed.name == name);
        let Some((at, _)) = found else {
            return Err(InstallationError::NotFound(name.to_owned()));
        };
        self.mqs.remove_stanza(at);
        Ok(self.mqs.write()?)
    }

    /// The directories of a queue manager, and its settings as a start resolves them.
    ///
    /// # Errors
    /// `NotFound`; `Settings` when `qm.ini` is wrong.
    pub fn stored(&self, name: &str) -> Result<(Directories, StoredSettings), InstallationError> {
        let listed = self
            .find(name)
            .ok_or_else(|| InstallationError::NotFound(name.to_owned()))?;
        let file = IniFile::read(&listed.data.join(QM_INI))?;
        let mut settings = for_start(&file)?;
        settings.diagnostics = Diagnostics::read(&file, &listed.data, &self.data_path, |name| {
            std::env::var(name).ok()
        })?;
        let log = settings
            .log_path
            .clone()
            .unwrap_or_else(|| self.data_path.join("log").join(directory_name(name)));
        Ok((
            Directories {
                data: listed.data,
                log,
            },
            settings,
        ))
    }

    /// The directories of a queue manager, whatever else is wrong with its settings: enough to
    /// remove it.
    ///
    /// # Errors
    /// `NotFound`.
    pub fn directories(&self, name: &str) -> Result<Directories, InstallationError> {
        let listed = self
            .find(name)
            .ok_or_else(|| InstallationError::NotFound(name.to_owned()))?;
        let qm_ini = IniFile::read(&listed.data.join(QM_INI)).ok();
        let stored = qm_ini
            .as_ref()
            .and_then(|qm| qm.attribute("Log", "LogPath"));
        let log = match stored {
            Some(attribute) => PathBuf::from(&attribute.value),
            None => self.data_path.join("log").join(directory_name(name)),
        };
        Ok(Directories {
            data: listed.data,
            log,
        })
    }

    fn prefix_of(&self, directories: &Directories) -> String {
        let two_up = directories.data.parent().and_then(Path::parent);
        let below_qmgrs = directories
            .data
            .parent()
            .is_some_and(|parent| parent.ends_with("qmgrs"));
        let prefix = two_up.filter(|_| below_qmgrs).unwrap_or(&self.data_path);
        prefix.display().to_string()
    }

    fn listed(&self) -> impl Iterator<Item = (usize, Listed)> + '_ {
        let stanzas = self.mqs.stanzas().iter().enumerate();
        stanzas.filter_map(|(at, stanza)| {
            if !stanza.name.eq_ignore_ascii_case("QueueManager") {
                return None;
            }
            let name = stanza.value("Name")?.to_owned();
            let data = match stanza.value("DataPath") {
                Some(path) => PathBuf::from(path),
                None => {
                    let prefix = stanza.value("Prefix").map(PathBuf::from);
                    let directory = stanza.value("Directory").map(str::to_owned);
                    prefix
                        .unwrap_or_else(|| self.data_path.clone())
                        .join("qmgrs")
                        .join(directory.unwrap_or_else(|| directory_name(&name)))
                }
            };
            Some((at, Listed { name, data }))
        })
    }
}

impl Listed {
    /// What it is doing.
    #[must_use]
    pub fn status(&self) -> RunStatus {
        if self.is_hidden() {
            return RunStatus::NotAvailable;
        }
        let told = std::fs::read_to_string(self.data.join(STATUS_NAME)).ok();
        let told = told.and_then(|words| RunStatus::from_words(words.trim()));
        match (self.is_open(), told) {
            (true, Some(status)) if status.is_up() => status,
            // A process that embeds the queue manager tells nothing.
            (true, _) => RunStatus::Running,
            (false, Some(status)) if status.is_up() => RunStatus::EndedUnexpectedly,
            (false, Some(status)) => status,
            (false, None) => RunStatus::EndedImmediately,
        }
    }

    /// Who has it open, if anybody has and has said so.
    #[must_use]
    pub fn holder(&self) -> Option<Holder> {
        DirectoryLock::holder(&self.data)
    }

    /// Whether its files are not for this user to look at, so that nothing else here can tell what it is doing.
    #[must_use]
    pub fn is_hidden(&self) -> bool {
        DirectoryLock::is_hidden(&self.data)
    }

    /// Whether a process has it open.
    #[must_use]
    pub fn is_open(&self) -> bool {
        DirectoryLock::is_held(&self.data)
    }

    /// Waits while the process that has it open is on its way out: killed, and not everything has been taken back from
    /// it yet. Answers whether nobody has it open any more, at once where that process lives.
    #[must_use]
    pub fn ends_within(&self, at_most: Duration) -> bool {
        let until = Instant::now() + at_most;
        while self.is_open() {
            let leaving = self
                .holder()
                .map(|holder| holder.process_id)
                .filter(|process_id| state_of(*process_id) == ProcessState::Ending);
            let left = until.saturating_duration_since(Instant::now());
            let Some(process_id) = leaving.filter(|_| !left.is_zero()) else {
                return !self.is_open();
            };
            wait_for_exit(process_id, left);
        }
        true
    }

    /// Leaves word of how the queue manager ended, unless somebody has opened it meanwhile.
    ///
    /// # Errors
    /// Whatever the disk says.
    pub fn tell_end(&self, status: RunStatus) -> std::io::Result<()> {
        match DirectoryLock::take(&self.data) {
            Ok(_lock) => self.tell_status(status),
            Err(LockError::Held(_)) => Ok(()),
            Err(LockError::Io(error)) => Err(error),
        }
    }

    /// Leaves word of what the queue manager is doing. For the process that has it open.
    ///
    /// # Errors
    /// Whatever the disk says.
    pub fn tell_status(&self, status: RunStatus) -> std::io::Result<()> {
        let mut file = File::options()
            .write(true)
            .create(true)
            .truncate(true)
            .mode(PRIVATE_FILE)
            .open(self.data.join(STATUS_NAME))?;
        file.write_all(format!("{}\n", status.words()).as_bytes())
    }
}

/// Whether a log directory holds nothing but what a creation made.
fn was_never_opened(log: &Path) -> bool {
    let active = log.join("active");
    if !active.exists() {
        return true;
    }
    let opened = OsDirectory::open(&active);
    opened.is_ok_and(|active| Log::is_unused(&(active as Arc<dyn Directory>)).unwrap_or(false))
}

/// Waits until a process has ended. What it had locked is free then.
fn wait_for_exit(process_id: u32, at_most: Duration) {
    let pid = i32::try_from(process_id).ok().and_then(Pid::from_raw);
    let Some(Ok(process)) = pid.map(|pid| pidfd_open(pid, PidfdFlags::empty())) else {
        return;
    };
    let timeout = Timespec {
        tv_sec: i64::try_from(at_most.as_secs()).unwrap_or(i64::MAX),
        tv_nsec: at_most.subsec_nanos().into(),
    };
    // Whoever asked looks again, whatever ended the wait.
    let _ = poll(&mut [PollFd::new(&process, PollFlags::IN)], Some(&timeout));
}

fn make_directory(path: &Path) -> Result<(), InstallationError> {
    make_readable_directory(path).map_err(|error| InstallationError::Path {
        path: path.to_owned(),
        error,
    })
}
