//! What a running queue manager reports of itself.
//!
//! Dates are `yyyy-mm-dd` and times `hh.mm.ss`, blank where there is nothing to report.

use ferromq_base::calendar::UtcMoment;
use ferromq_mqi::generated::constants::{
    MQMON_HIGH, MQMON_LOW, MQMON_MEDIUM, MQMON_NONE, MQMON_Q_MGR,
};

/// Identifies a connection: the 24 bytes of `MQCNO.ConnectionId`.
pub type ConnectionId = [u8; 24];

/// A date and a time of day, or neither.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moment {
    /// `yyyy-mm-dd` or blank.
    pub date: String,
    /// `hh.mm.ss` or blank.
    pub time: String,
}

impl Moment {
    /// A time of the wall clock, microseconds since the epoch, in UTC; 0 is none.
    #[must_use]
    pub fn at_us(wall_us: u64) -> Self {
        if wall_us == 0 {
            return Self::default();
        }
        let at = UtcMoment::at(wall_us);
        Self {
            date: format!("{:04}-{:02}-{:02}", at.year, at.month, at.day),
            time: format!("{:02}.{:02}.{:02}", at.hour, at.minute, at.second),
        }
    }
}

/// The level at which something is monitored, or counted: its own (`MONQ`, `MONCHL`, `STATCHL`), or that of the queue manager where it leaves it to
/// it. `NONE` at the queue manager is for all. `None` where it is not.
#[must_use]
pub fn monitoring_level(own: i32, of_q_mgr: i32) -> Option<&'static str> {
    let level = match own {
        _ if of_q_mgr == MQMON_NONE => of_q_mgr,
        MQMON_Q_MGR => of_q_mgr,
        level => level,
    };
    match level {
        MQMON_LOW => Some("LOW"),
        MQMON_MEDIUM => Some("MEDIUM"),
        MQMON_HIGH => Some("HIGH"),
        _ => None,
    }
}

/// How full a file system is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FileSystemUse {
    /// Nobody can say.
    #[default]
    Unknown,
    /// It is the one of the queue manager's data.
    Shared,
    /// It is one of its own.
    Own {
        /// Megabytes in all.
        total_mb: u64,
        /// Percent of what programs can have.
        used_percent: u64,
    },
}

/// What was put on a local queue and got from it since that was asked for last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QueueStatistics {
    /// The queue.
    pub queue: String,
    /// Most messages on it at a time.
    pub high_depth: u32,
    /// Messages put, those of units of work that were backed out included.
    pub puts: u64,
    /// Messages got, likewise.
    pub gets: u64,
    /// How long that was, in seconds.
    pub interval_s: u64,
}

/// The state of a local queue.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QueueStatus {
    /// The queue.
    pub queue: String,
    /// It has to be rebuilt; nothing else here says anything about its messages then.
    pub damaged: bool,
    /// Messages on it, uncommitted ones included.
    pub current_depth: u32,
    /// Size of its file in megabytes, rounded up.
    pub file_mb: u32,
    /// Size its file can grow to in megabytes.
    pub file_mb_max: u32,
    /// Handles open for input.
    pub input_handles: u32,
    /// Handles open for output.
    pub output_handles: u32,
    /// Last get, if it is monitored.
    pub last_get: Moment,
    /// Last put, if it is monitored.
    pub last_put: Moment,
    /// Oldest log extent needed to recover it from its media image; blank if there is none.
    pub media_log: String,
    /// What is monitored: `OFF`, `LOW`, `MEDIUM` or `HIGH`.
    pub monitoring: String,
    /// Age of the oldest message in seconds, if it is monitored.
    pub oldest_message_age_s: Option<u64>,
    /// Time messages stay on the queue in microseconds, over a short and a long while.
    pub queue_time_us: Option<(u64, u64)>,
    /// Whether there are uncommitted messages.
    pub uncommitted: bool,
}

/// Who has something open: shared by handles and connections.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Application {
    /// What the application is called, `MQMD.PutApplName` of its messages.
    pub tag: String,
    /// What kind of program it is, for reading.
    pub description: String,
    /// `USER`, `SYSTEM`, `CHINIT`, `BATCH` and so on.
    pub kind: String,
    /// Its channel, if it came over one.
    pub channel: String,
    /// Where it came from, if it came over a channel.
    pub connection_name: String,
    /// Its client id, if it has one.
    pub client_id: String,
    /// Process.
    pub process_id: u32,
    /// Thread, as the queue manager numbers them within the process.
    pub thread_id: u32,
    /// User it runs as.
    pub user_id: String,
}

/// How a handle takes messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InputMode {
    /// Not at all.
    #[default]
    No,
    /// Beside others.
    Shared,
    /// Alone.
    Exclusive,
}

/// A handle of a local queue.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HandleStatus {
    /// The queue.
    pub queue: String,
    /// Who has it open.
    pub application: Application,
    /// Open for browse.
    pub browse: bool,
    /// Open for input.
    pub input: InputMode,
    /// Open for inquire.
    pub inquire: bool,
    /// Open for output.
    pub output: bool,
    /// Open for set.
    pub set: bool,
    /// A verb is under way with it.
    pub active: bool,
    /// The connection's unit of work as the queue manager numbers it, `0.0` if there is none.
    pub unit_of_work: String,
}

/// An object a connection has open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenObject {
    /// Its name.
    pub name: String,
    /// `QUEUE`, `QMGR`, `PROCESS` and so on.
    pub kind: String,
    /// `MQOO_*`.
    pub open_options: i32,
    /// A verb is under way with it.
    pub active: bool,
}

/// A connection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConnectionStatus {
    /// Its id.
    pub id: ConnectionId,
    /// Who it belongs to.
    pub application: Application,
    /// `MQCNO_*`.
    pub connect_options: i32,
    /// Its tag, for reading.
    pub tag: String,
    /// `NONE`, `ACTIVE`, `PREPARED` or `UNRESOLVED`.
    pub unit_of_work_state: String,
    /// Its unit of work as the queue manager numbers it, `0.0` if there is none.
    pub unit_of_work: String,
    /// What another transaction manager calls it; `None` where the queue manager coordinates.
    pub external_unit_of_work: Option<String>,
    /// When the unit of work began.
    pub unit_of_work_start: Moment,
    /// First log extent the unit of work wrote to; blank if it wrote nothing.
    pub unit_of_work_log: String,
    /// When the unit of work first wrote to the log.
    pub unit_of_work_log_start: Moment,
    /// What it has open.
    pub open_objects: Vec<OpenObject>,
}

/// The state of the queue manager. What is `None` does not apply to it and is not shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QmgrStatus {
    /// Its name.
    pub name: String,
    /// `RUNNING`, `STARTING` or `QUIESCING`.
    pub status: String,
    /// `RUNNING` or `STOPPED`.
    pub channel_initiator: String,
    /// `RUNNING` or `STOPPED`.
    pub command_server: String,
    /// Checkpoints taken since it was started.
    pub checkpoints: Option<u64>,
    /// Persistent operations since the last checkpoint.
    pub operations_since_checkpoint: Option<u64>,
    /// Megabytes logged since the last checkpoint.
    pub checkpoint_mb: Option<u64>,
    /// Connections.
    pub connections: u32,
    /// Directory of its data.
    pub data_path: String,
    /// Last log sequence number that is on disk.
    pub disk_lsn: String,
    /// Name of the machine.
    pub host_name: String,
    /// Installation's name, description and directory.
    pub installation: (String, String, String),
    /// Size of a log extent in kilobytes.
    pub log_extent_kb: Option<u64>,
    /// Share of the primary log in use for restart, in percent; over 100 when secondary
    /// extents are needed.
    pub log_in_use_percent: Option<u32>,
    /// How much of the primary log the present load uses, in percent.
    pub log_utilization_percent: Option<u32>,
    /// Directory of the log.
    pub log_path: String,
    /// Primary extents.
    pub log_primary: Option<u32>,
    /// Secondary extents.
    pub log_secondary: Option<u32>,
    /// Since when a restart would begin where it would now.
    pub log_start: Moment,
    /// Where its data are.
    pub data_files: FileSystemUse,
    /// Where its log is.
    pub log_files: FileSystemUse,
    /// First log sequence number needed for restart.
    pub log_start_lsn: String,
    /// `CIRCULAR` or `LINEAR`.
    pub log_type: String,
    /// Extent being written.
    pub current_log: Option<String>,
    /// Oldest extent needed for restart.
    pub recovery_log: Option<String>,
    /// Oldest extent needed to recover objects from media images.
    pub media_log: Option<String>,
    /// Oldest extent that waits to be archived.
    pub archive_log: Option<String>,
    /// Megabytes that wait to be archived.
    pub archive_mb: Option<u64>,
    /// Megabytes needed to recover objects from media images.
    pub media_mb: Option<u64>,
    /// Megabytes needed for restart.
    pub recovery_mb: Option<u64>,
    /// The uniform cluster it is a member of.
    pub uniform_cluster: Option<String>,
    /// Megabytes of extents that wait to be used again.
    pub reuse_mb: Option<u64>,
    /// When it was started.
    pub start: Moment,
}
