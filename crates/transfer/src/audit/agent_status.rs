//! How an agent is, as it publishes it: a document of Java's properties.

use crate::party::TransferId;
use crate::xml::{Problem, ProblemKind, Writer, read_properties_document};

/// How an agent is: keys and values, in the order they were written in. What is not known stays in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AgentStatus {
    entries: Vec<(String, String)>,
}

/// The transfers of an agent at one side, each with the name of its state.
pub type TransferStates = Vec<(TransferId, String)>;

/// Keys of the document.
impl AgentStatus {
    /// Name of the agent.
    pub const AGENT_NAME: &str = "agentName";
    /// `STANDARD`, `BRIDGE` and such.
    pub const AGENT_TYPE: &str = "agentType";
    /// What the agent is for.
    pub const AGENT_DESCRIPTION: &str = "agentDescription";
    /// `READY`, `STOPPED` and such.
    pub const AGENT_STATUS: &str = "agentStatus";
    /// When the agent was started, in UTC.
    pub const AGENT_START_TIME: &str = "AgentStartTimeUTC";
    /// Name of its machine.
    pub const AGENT_HOST_NAME: &str = "agentDeclaredHostName";
    /// Its operating system.
    pub const AGENT_OS_NAME: &str = "agentOsName";
    /// Its time zone.
    pub const AGENT_TIME_ZONE: &str = "agentTimeZone";
    /// Version of the product.
    pub const AGENT_PRODUCT_VERSION: &str = "agentProductVersion";
    /// Version of the program.
    pub const AGENT_VERSION: &str = "agentVersion";
    /// Version of the documents it reads.
    pub const AGENT_INTERFACE_VERSION: &str = "agentInterfaceVersion";
    /// What it traces.
    pub const AGENT_TRACE_LEVEL: &str = "agentTraceLevel";
    /// Seconds between two of these documents, at most.
    pub const STATUS_PUBLISH_RATE_MIN: &str = "agentStatusPublishRateMin";
    /// When this was so, in UTC.
    pub const PUBLISH_TIME: &str = "PublishTimeUTC";
    /// When the command queue was read last, in UTC.
    pub const COMMAND_TIME: &str = "CommandTimeUTC";
    /// Name of its queue manager.
    pub const QUEUE_MANAGER: &str = "queueManager";
    /// Where that is; not there when the agent is at the same machine.
    pub const QUEUE_MANAGER_HOST: &str = "queueManagerHost";
    /// Its port.
    pub const QUEUE_MANAGER_PORT: &str = "queueManagerPort";
    /// The channel to it.
    pub const QUEUE_MANAGER_CHANNEL: &str = "queueManagerChannel";
    /// Where its other instance is.
    pub const QUEUE_MANAGER_STANDBY: &str = "queueManagerStandby";
    /// Instances that wait to take over: a line for each, its machine and its version. Only of an agent that may have some. The key is ours.
    pub const STANDBY_INSTANCES: &str = "agentStandbyInstances";
    /// Server of a bridge for names without one. The key is ours.
    pub const BRIDGE_DEFAULT_SERVER: &str = "bridgeDefaultServer";
    /// Servers of a bridge: a line for each, its name and its address. The key is ours.
    pub const BRIDGE_SERVERS: &str = "bridgeServers";
    /// Transfers it may send at once.
    pub const MAX_SOURCE_TRANSFERS: &str = "maxSourceTransfers";
    /// Transfers it may receive at once.
    pub const MAX_DESTINATION_TRANSFERS: &str = "maxDestinationTransfers";
    /// Transfers that may wait.
    pub const MAX_QUEUED_TRANSFERS: &str = "maxQueuedTransfers";
    /// States of what it sends; [`AgentStatus::source_transfers`] takes it apart.
    pub const SOURCE_TRANSFER_STATES: &str = "SourceTransferStates";
    /// States of what it receives; [`AgentStatus::destination_transfers`] takes it apart.
    pub const DESTINATION_TRANSFER_STATES: &str = "DestinationTransferStates";
}

impl AgentStatus {
    /// One with nothing in it.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The value of a key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&str> {
        let found = self.entries.iter().find(|(known, _)| known == key);
        found.map(|(_, value)| value.as_str())
    }

    /// Sets the value of a key.
    pub fn set(&mut self, key: &str, value: impl Into<String>) {
        let value = value.into();
        match self.entries.iter_mut().find(|(known, _)| known == key) {
            Some((_, old)) => *old = value,
            None => self.entries.push((key.to_owned(), value)),
        }
    }

    /// All keys with their values.
    #[must_use]
    pub fn entries(&self) -> &[(String, String)] {
        &self.entries
    }

    /// What the agent sends. Lines that are none are left out.
    #[must_use]
    pub fn source_transfers(&self) -> TransferStates {
        self.states(Self::SOURCE_TRANSFER_STATES)
    }

    /// What the agent receives. Lines that are none are left out.
    #[must_use]
    pub fn destination_transfers(&self) -> TransferStates {
        self.states(Self::DESTINATION_TRANSFER_STATES)
    }

    fn states(&self, key: &str) -> TransferStates {
        let state = |line: &str| {
            let (id, state) = line.trim().split_once('=')?;
            Some((TransferId::from_text(id.trim())?, state.trim().to_owned()))
        };
        self.get(key)
            .unwrap_or_default()
            .lines()
            .filter_map(state)
            .collect()
    }

    /// Sets what the agent sends.
    pub fn set_source_transfers(&mut self, states: &[(TransferId, String)]) {
        self.set(Self::SOURCE_TRANSFER_STATES, lines(states));
    }

    /// Sets what the agent receives.
    pub fn set_destination_transfers(&mut self, states: &[(TransferId, String)]) {
        self.set(Self::DESTINATION_TRANSFER_STATES, lines(states));
    }

    /// Reads a document. Of a key that is there twice the last value counts.
    ///
    /// # Errors
    /// What is wrong with it first.
    pub fn parse(bytes: &[u8]) -> Result<Self, Problem> {
        let root = read_properties_document(bytes)?;
        if root.name != "properties" {
            let (found, wanted) = (crate::xml::beginning(&root.name), "'properties'");
            return Err(root.problem(ProblemKind::Root { found, wanted }));
        }
        // A map while it is read: one that is all keys is not looked through for each.
        let mut places = std::collections::HashMap::new();
        let mut status = Self::new();
        for entry in root.children("entry") {
            let key = entry.needed_attribute("key")?;
            let place = *places.entry(key).or_insert(status.entries.len());
            match status.entries.get_mut(place) {
                Some((_, value)) => entry.text.clone_into(value),
                None => status.entries.push((key.to_owned(), entry.text.clone())),
            }
        }
        Ok(status)
    }

    /// The document.
    #[must_use]
    pub fn to_xml(&self) -> String {
        let mut writer = Writer::new();
        writer.properties_doctype();
        writer.open("properties");
        for (key, value) in &self.entries {
            writer
                .open("entry")
                .attribute("key", key)
                .text(value)
                .close();
        }
        writer.finish()
    }
}

fn lines(states: &[(TransferId, String)]) -> String {
    let lines: Vec<String> = states
        .iter()
        .map(|(id, state)| format!("{id}={state}"))
        .collect();
    lines.join("\n")
}
