//! Where an agent is, and what it goes by.

use super::bridge;
use super::configured::{START_UP, host, wrong};
use super::place::Place;
use super::way::Way;
use crate::failure::Failure;
use ferromq_transfer::access::UserSandboxes;
use ferromq_transfer::agent::{
    AgentSettings, Compression, Sandboxes, StandbySettings, SystemFiles,
};
use ferromq_transfer::bridge::BridgeProperties;
use ferromq_transfer::properties::AgentProperties;
use ferromq_transfer::size::bytes_of;
use std::fs::{self, File};
use std::path::{Component, Path, PathBuf};

/// Longest file of sandboxes, bytes.
const SANDBOXES_BYTES_MAX: u64 = 4 << 20;

/// An agent that was created.
#[derive(Clone, Debug)]
pub(super) struct AgentPlace {
    pub(super) place: Place,
    /// Its name.
    pub(super) agent: String,
    pub(super) properties: AgentProperties,
}

impl AgentPlace {
    pub(super) fn directory(&self) -> PathBuf {
        self.place.agent_directory(&self.agent)
    }

    pub(super) fn logs(&self) -> PathBuf {
        self.place.logs(&self.agent)
    }

    /// The lock of whoever runs the agent: none if somebody has it.
    pub(super) fn lock(&self) -> Result<Option<File>, Failure> {
        lock_of(&self.logs(), "agent.lck")
    }

    pub(super) fn pid_path(&self) -> PathBuf {
        self.logs().join("agent.pid")
    }

    /// Where that controller tells how often it has started the agent again: within the interval, and in all.
    pub(super) fn restarts_path(&self) -> PathBuf {
        self.logs().join("controller.restarts")
    }

    /// Where the process number of the agent's controller is.
    pub(super) fn controller_path(&self) -> PathBuf {
        self.logs().join("controller.pid")
    }

    pub(super) fn q_mgr(&self) -> &str {
        self.properties.agent_q_mgr().unwrap_or_default()
    }

    pub(super) fn way(&self) -> Way {
        Way::of_agent(&self.properties)
    }

    /// File of what users get at.
    pub(super) fn sandboxes_path(&self) -> PathBuf {
        self.directory().join("UserSandboxes.xml")
    }

    /// What transfers of the agent get at.
    pub(super) fn sandboxes(&self) -> Result<Sandboxes, Failure> {
        let properties = &self.properties;
        let path = self.sandboxes_path();
        let users = match properties.user_sandboxes() {
            true => Some(read_sandboxes(&path)?),
            false => None,
        };
        let command_path = properties
            .command_path()
            .filter(|_| properties.add_command_path_to_sandbox());
        let made = Sandboxes::new(
            properties.sandbox_root(),
            command_path,
            users.as_ref(),
            real,
        );
        made.map_err(|problem| wrong(&path, &[problem], START_UP))
    }

    /// It reads and writes files of servers.
    pub(super) fn is_bridge(&self) -> bool {
        self.properties.agent_type().eq_ignore_ascii_case("BRIDGE")
    }

    fn rate_limit(&self) -> Result<Option<u64>, Failure> {
        let Some(text) = self.properties.transfer_rate_limit() else {
            return Ok(None);
        };
        let valid = bytes_of(text).filter(|bytes| *bytes >= 64 << 10);
        valid.map(Some).ok_or_else(|| {
            let text = format!("'transferRateLimit' is '{text}'; it may be a size of at least 64K");
            let path = self.directory().join("agent.properties");
            wrong(&path, &[text], START_UP)
        })
    }

    /// What the agent goes by.
    pub(super) fn settings(&self) -> Result<AgentSettings, Failure> {
        let properties = &self.properties;
        let count = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
        let chunk_bytes = properties.agent_chunk_size_bytes().clamp(4_096, 1 << 20);
        let window = u64::from(properties.agent_window_size());
        let recovery_timeout_s = u64::try_from(properties.transfer_recovery_timeout_s()).ok();
        let home = std::env::var("HOME").unwrap_or_else(|_| "/".to_owned());
        let servers = match self.is_bridge() {
            true => bridge::properties(self)?,
            false => BridgeProperties::default(),
        };
        // A way that cannot be understood is told before the first connection is tried.
        self.way().check()?;
        Ok(AgentSettings {
            agent: self.agent.clone(),
            q_mgr: self.q_mgr().to_owned(),
            coordination_q_mgr: self.place.coordination.clone(),
            host: host(),
            system_version: rustix::system::uname()
                .release()
                .to_string_lossy()
                .into_owned(),
            time_zone: SystemFiles::time_zone_name().unwrap_or_else(|| "UTC".to_owned()),
            client: properties.agent_q_mgr_host().map(|host| {
                let channel = properties.agent_q_mgr_channel().to_owned();
                (host.to_owned(), properties.agent_q_mgr_port(), channel)
            }),
            description: properties.agent_desc().unwrap_or_default().to_owned(),
            source_transfers_max: count(properties.max_source_transfers()),
            destination_transfers_max: count(
                properties
                    .max_destination_transfers()
                    .min(servers.destination_transfers.unwrap_or(u32::MAX)),
            ),
            queued_transfers_max: count(properties.max_queued_transfers()),
            files_max: count(properties.max_files_for_transfer()).min(100_000),
            chunk_bytes: count(chunk_bytes),
            window_bytes: window.saturating_mul(u64::from(chunk_bytes)),
            rate_limit: self.rate_limit()?,
            compression: Compression::from_text(properties.transfer_compression())
                .unwrap_or_default(),
            by_reference: properties.transfer_road().eq_ignore_ascii_case("auto")
                && !self.is_bridge(),
            ack_timeout_ms: properties.transfer_ack_timeout_ms().max(1_000),
            ack_timeout_retries: properties.transfer_ack_timeout_retries(),
            recovery_timeout_ms: recovery_timeout_s.map(|seconds| seconds * 1_000),
            default_priority: properties.default_transfer_priority(),
            transfer_root: properties.transfer_root().map_or(home, str::to_owned),
            queues_may_be_ends: properties.enable_queue_input_output() && !self.is_bridge(),
            text_replacement: properties
                .text_replacement_character_sequence()
                .unwrap_or_default()
                .to_owned(),
            status_interval_ms: (
                properties.agent_status_publish_rate_limit_s() * 1_000,
                properties.agent_status_publish_rate_min_s() * 1_000,
            ),
            monitor_hints: properties.monitor_hints(),
            monitor_resources_max: u64::try_from(properties.monitor_max_resources_in_poll())
                .unwrap_or(u64::MAX),
            command_path: entries(properties.command_path(), ':'),
            command_variables: entries(properties.command_variables(), ','),
            command_output_bytes_max: count(properties.max_command_output_bytes()),
            command_retries_max: properties.max_command_retries(),
            command_wait_max_s: properties.max_command_wait_s(),
            group_retries_max: u32::try_from(properties.monitor_group_retry_limit())
                .unwrap_or(u32::MAX),
            highly_available: properties.highly_available(),
            standby_discard_ms: properties.standby_status_discard_time_s() * 1_000,
            authority_checking: properties.authority_checking(),
            bridge: match self.is_bridge() {
                true => Some(bridge::settings(&servers)),
                false => None,
            },
            sandboxes: match self.is_bridge() {
                true => Sandboxes::default(),
                false => self.sandboxes()?,
            },
        })
    }
}

impl AgentPlace {
    /// How this instance waits while another one works; none of an agent that has one instance.
    pub(super) fn standby(&self) -> Option<StandbySettings> {
        let properties = &self.properties;
        properties.highly_available().then(|| StandbySettings {
            agent: self.agent.clone(),
            host: host(),
            poll_ms: properties.standby_poll_interval_s() * 1_000,
            tell_ms: properties.standby_status_publish_interval_s() * 1_000,
            discard_ms: properties.standby_status_discard_time_s() * 1_000,
        })
    }
}

/// Directories with `:` between them.
fn entries(list: Option<&str>, separator: char) -> Vec<String> {
    let all = list.unwrap_or_default().split(separator).map(str::trim);
    all.filter(|entry| !entry.is_empty())
        .map(str::to_owned)
        .collect()
}

fn read_sandboxes(path: &Path) -> Result<UserSandboxes, Failure> {
    let failed = |error: &std::io::Error| wrong(path, &[error], START_UP);
    let length = fs::metadata(path).map_err(|error| failed(&error))?.len();
    if length > SANDBOXES_BYTES_MAX {
        let text = format!("it is longer than {SANDBOXES_BYTES_MAX} bytes");
        return Err(wrong(path, &[text], START_UP));
    }
    let bytes = fs::read(path).map_err(|error| failed(&error))?;
    UserSandboxes::parse(&bytes).map_err(|problem| wrong(path, &[problem], START_UP))
}

/// Where the path of a directory leads to; of what is not there, the path without `.` and `..`.
fn real(path: &str) -> String {
    let found = fs::canonicalize(path).unwrap_or_else(|_| {
        let mut plain = PathBuf::new();
        for part in Path::new(path).components() {
            match part {
                Component::ParentDir => drop(plain.pop()),
                Component::CurDir => {}
                part => plain.push(part),
            }
        }
        plain
    });
    found.to_string_lossy().into_owned()
}

/// A lock by its file in that directory, which is made: none if somebody has it.
pub(super) fn lock_of(directory: &Path, name: &str) -> Result<Option<File>, Failure> {
    let path = directory.join(name);
    let failed = |error: &std::io::Error| Failure::io(path.display(), error);
    fs::create_dir_all(directory).map_err(|error| failed(&error))?;
    let file = File::options()
        .create(true)
        .write(true)
        .truncate(false)
        .open(&path);
    let file = file.map_err(|error| failed(&error))?;
    use rustix::fs::{FlockOperation, flock};
    match flock(&file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(Some(file)),
        Err(rustix::io::Errno::WOULDBLOCK) => Ok(None),
        Err(error) => Err(failed(&error.into())),
    }
}
