//! What an agent goes by.

use super::compression::Compression;
use super::sandbox::{Access, Sandboxes};
use super::translation::TextEnds;
use crate::audit::{AgentStatus, LoggedAgent, SystemInfo};
use crate::bridge::{full_name, split_name};
use crate::names::COORDINATION;
use crate::party::{AgentAddress, QueueAddress};
use crate::request::LineEnd;
use crate::schedule::Moment;
use ferromq_mqi::ObjectName;

/// What an agent tells of the servers behind it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BridgeSettings {
    /// Server of names without one; empty for none.
    pub default_server: String,
    /// The servers.
    pub servers: Vec<BridgeServer>,
}

/// A server behind a bridge, as far as transfers go by it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BridgeServer {
    /// Its name.
    pub name: String,
    /// Its address.
    pub url: String,
    /// Code page of text whose own is not named.
    pub file_encoding: Option<String>,
    /// Lines of text end as on Windows, unless a transfer says otherwise.
    pub is_windows: bool,
}

impl BridgeSettings {
    /// Address of the default server.
    #[must_use]
    pub fn default_url(&self) -> Option<&str> {
        let mut servers = self.servers.iter();
        let found = servers.find(|server| server.name == self.default_server);
        found.map(|server| server.url.as_str())
    }
}

/// See the module.
#[derive(Clone, Debug)]
pub struct AgentSettings {
    /// Name of the agent.
    pub agent: String,
    /// Its queue manager.
    pub q_mgr: String,
    /// Queue manager that publications go to.
    pub coordination_q_mgr: String,
    /// Name of the machine it runs on.
    pub host: String,
    /// Version of the operating system of that.
    pub system_version: String,
    /// Name of the time zone of that.
    pub time_zone: String,
    /// Host, port and channel of a client.
    pub client: Option<(String, u16, String)>,
    /// What is said of the agent.
    pub description: String,
    /// Transfers that may run with this agent as source.
    pub source_transfers_max: usize,
    /// Transfers that may run with this agent as destination.
    pub destination_transfers_max: usize,
    /// Transfers that may wait for their turn.
    pub queued_transfers_max: usize,
    /// Files in a transfer.
    pub files_max: usize,
    /// Bytes of a data message, about.
    pub chunk_bytes: usize,
    /// Bytes that may be on their way to this agent in one transfer.
    pub window_bytes: u64,
    /// Bytes of files a second this agent may send in all; none for as many as go. At least 64 KiB.
    pub rate_limit: Option<u64>,
    /// Files are compressed on their way, to agents that take it; a request may say otherwise. With none nothing compressed is taken.
    pub compression: Compression,
    /// Long files are handed over by reference where both agents are on one machine and both may: they do not go over queues then.
    pub by_reference: bool,
    /// How long a destination may be silent, milliseconds.
    pub ack_timeout_ms: u64,
    /// How often it may be silent for so long.
    pub ack_timeout_retries: u32,
    /// How long a transfer may be recovering; none for as long as it takes.
    pub recovery_timeout_ms: Option<u64>,
    /// Priority of transfers whose request has none, 0 to 9.
    pub default_priority: u8,
    /// Where relative paths begin.
    pub transfer_root: String,
    /// Queues may be ends of transfers.
    pub queues_may_be_ends: bool,
    /// Stands for what cannot be translated in text; if it is empty, that fails an item.
    pub text_replacement: String,
    /// The status is published at most, and at least, so often, milliseconds.
    pub status_interval_ms: (u64, u64),
    /// What one poll of a monitor takes, at most.
    pub monitor_resources_max: u64,
    /// Monitors take up what the system tells of their directories before the next poll.
    pub monitor_hints: bool,
    /// How often the task for a group of messages is tried again.
    pub group_retries_max: u32,
    /// Directories of programs that may run; none do without.
    pub command_path: Vec<String>,
    /// Metadata without a dot in their names that become variables of programs all the same.
    pub command_variables: Vec<String>,
    /// Bytes of the output of a program that are kept.
    pub command_output_bytes_max: usize,
    /// How often a program that failed is run again, at most.
    pub command_retries_max: u32,
    /// Seconds before that, at most.
    pub command_wait_max_s: u32,
    /// It is one of several instances, of which one works.
    pub highly_available: bool,
    /// Instances that wait and have told nothing for so long are forgotten, milliseconds.
    pub standby_discard_ms: u64,
    /// The authority queues say who may do what.
    pub authority_checking: bool,
    /// It is a bridge to servers of files.
    pub bridge: Option<BridgeSettings>,
    /// What transfers get at.
    pub sandboxes: Sandboxes,
}

/// What kind of agent it is, as it is told.
pub(super) fn agent_type(is_bridge: bool) -> &'static str {
    match is_bridge {
        true => "BRIDGE",
        false => "STANDARD",
    }
}

impl AgentSettings {
    /// What is told of such an agent, but for the transfers it has: how it is, since when it runs if it has ever, and when that is told.
    #[must_use]
    pub fn status(
        &self,
        status_text: &str,
        (started_ms, now_ms): (Option<u64>, u64),
    ) -> AgentStatus {
        let mut status = AgentStatus::new();
        let time = |ms| Moment::at_ms(ms).to_string();
        let number = |value: usize| value.to_string();
        for (key, value) in [
            (AgentStatus::AGENT_NAME, self.agent.clone()),
            (AgentStatus::AGENT_TYPE, self.agent_type().to_owned()),
            (AgentStatus::AGENT_DESCRIPTION, self.description.clone()),
            (AgentStatus::AGENT_STATUS, status_text.to_owned()),
            (AgentStatus::AGENT_OS_NAME, std::env::consts::OS.to_owned()),
            (AgentStatus::AGENT_HOST_NAME, self.host.clone()),
            (AgentStatus::AGENT_TIME_ZONE, self.time_zone.clone()),
            (
                AgentStatus::AGENT_PRODUCT_VERSION,
                env!("CARGO_PKG_VERSION").to_owned(),
            ),
            (AgentStatus::AGENT_INTERFACE_VERSION, "6.00".to_owned()),
            (AgentStatus::PUBLISH_TIME, time(now_ms)),
            (AgentStatus::COMMAND_TIME, time(now_ms)),
            (
                AgentStatus::STATUS_PUBLISH_RATE_MIN,
                (self.status_interval_ms.1 / 1_000).to_string(),
            ),
            (AgentStatus::QUEUE_MANAGER, self.q_mgr.clone()),
            (
                AgentStatus::MAX_SOURCE_TRANSFERS,
                number(self.source_transfers_max),
            ),
            (
                AgentStatus::MAX_DESTINATION_TRANSFERS,
                number(self.destination_transfers_max),
            ),
            (
                AgentStatus::MAX_QUEUED_TRANSFERS,
                number(self.queued_transfers_max),
            ),
        ] {
            status.set(key, value);
        }
        if let Some(started_ms) = started_ms {
            status.set(AgentStatus::AGENT_START_TIME, time(started_ms));
        }
        if let Some((host, port, channel)) = &self.client {
            status.set(AgentStatus::QUEUE_MANAGER_HOST, host.as_str());
            status.set(AgentStatus::QUEUE_MANAGER_PORT, port.to_string());
            status.set(AgentStatus::QUEUE_MANAGER_CHANNEL, channel.as_str());
        }
        if let Some(bridge) = &self.bridge {
            let servers = bridge.servers.iter();
            let lines: Vec<_> = servers
                .map(|server| format!("{} {}", server.name, server.url))
                .collect();
            status.set(
                AgentStatus::BRIDGE_DEFAULT_SERVER,
                bridge.default_server.clone(),
            );
            status.set(AgentStatus::BRIDGE_SERVERS, lines.join("\n"));
        }
        status
    }

    /// Why a transfer this user asked for may not get at a queue: a clause. Queues of agents are no ends of transfers whatever sandboxes
    /// say: what is put on them counts as asked for by the user the agent runs as.
    pub(crate) fn keeps_from_queue(
        &self,
        user: &str,
        access: Access,
        queue: &QueueAddress,
    ) -> Option<&'static str> {
        let names = [&queue.queue, &queue.q_mgr].into_iter();
        let mut names = names.filter(|name| !name.is_empty());
        // What is longer would be cut to another name when it is opened.
        if names.any(|name| ObjectName::parse(name).is_err()) {
            return Some("that is no name of a queue");
        }
        if queue.queue.starts_with(COORDINATION) {
            return Some("queues of agents are no ends of transfers");
        }
        let q_mgr = match queue.q_mgr.as_str() {
            "" => &self.q_mgr,
            named => named,
        };
        let permits = self
            .sandboxes
            .of(user, access)
            .permits_queue(&queue.queue, q_mgr);
        (!permits).then_some("it lies outside of what the agent may use")
    }

    /// A source waits so long for a sign of life before it takes a transfer up again.
    #[must_use]
    pub fn silence_ms(&self) -> u64 {
        let times = u64::from(self.ack_timeout_retries.max(1));
        self.ack_timeout_ms.saturating_mul(times).max(1_000)
    }

    /// What kind of agent it is, as it tells that.
    #[must_use]
    pub fn agent_type(&self) -> &'static str {
        agent_type(self.bridge.is_some())
    }

    /// The agent and its queue manager.
    pub(super) fn address(&self) -> AgentAddress {
        AgentAddress {
            agent: self.agent.clone(),
            q_mgr: self.q_mgr.clone(),
        }
    }

    /// This agent, as the audit has it.
    pub(super) fn logged_agent(&self) -> LoggedAgent {
        LoggedAgent {
            address: self.address(),
            agent_type: Some(self.agent_type().to_owned()),
            bridge_url: self.bridge_url(),
            system: Some(SystemInfo {
                architecture: std::env::consts::ARCH.to_owned(),
                name: std::env::consts::OS.to_owned(),
                version: self.system_version.clone(),
            }),
        }
    }

    /// Where it publishes what becomes of a request.
    pub(super) fn log_topic(&self, id: impl std::fmt::Display) -> String {
        format!("Log/{}/{id}", self.agent)
    }

    /// Address of the default server of a bridge.
    #[must_use]
    pub fn bridge_url(&self) -> Option<String> {
        let url = self.bridge.as_ref().and_then(BridgeSettings::default_url);
        url.map(str::to_owned)
    }

    fn server_of(&self, path: &str) -> Option<&BridgeServer> {
        let (name, _) = split_name(path);
        let mut servers = self.bridge.as_ref()?.servers.iter();
        servers.find(|server| server.name == name)
    }

    /// A text that is read here is in the code page of its server, if nothing else is said.
    pub(super) fn set_read(&self, path: &str, ends: &mut TextEnds) {
        let server = self.server_of(path);
        if let Some(encoding) = server.and_then(|server| server.file_encoding.as_ref())
            && ends.from.is_empty()
        {
            ends.from.clone_from(encoding);
        }
    }

    /// A text that is written here becomes as its server has texts, if nothing else is said.
    pub(super) fn set_written(&self, path: &str, ends: &mut TextEnds) {
        let Some(server) = self.server_of(path) else {
            return;
        };
        if let Some(encoding) = &server.file_encoding
            && ends.to.is_empty()
        {
            ends.to.clone_from(encoding);
        }
        if server.is_windows && ends.line_end.is_none() {
            ends.line_end = Some(LineEnd::CrLf);
        }
    }

    /// A path as it stands, with its server on a bridge, or below the root of transfers.
    #[must_use]
    pub fn absolute(&self, path: &str) -> String {
        if let Some(bridge) = &self.bridge {
            return full_name(path, &bridge.default_server);
        }
        match path.starts_with('/') {
            true => path.to_owned(),
            false => format!("{}/{path}", self.transfer_root.trim_end_matches('/')),
        }
    }
}
