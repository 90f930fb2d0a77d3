//! Where the configuration of file transfer is: directories and files of properties, by their documented names.

use crate::arguments::Arguments;
use crate::connection::installation;
use crate::failure::{Failure, exit};
use ferromq_client::{ChannelSource, mqserver};
use ferromq_transfer::agent::AgentSettings;
use ferromq_transfer::generated::notices::{
    BFGCL9001, BFGCL9516, BFGCL9517, BFGCL9518, BFGCL9519, BFGCL9590,
};
use ferromq_transfer::names::AgentName;
use ferromq_transfer::size::bytes_of;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Properties of a file, by their keys.
pub(super) type Properties = BTreeMap<String, String>;

/// The configuration that belongs to one coordination queue manager.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// `mqft` below the data path, or below `BFG_DATA`.
    root: PathBuf,
    /// Name of the coordination queue manager.
    pub(super) coordination: String,
}

/// Where an agent is.
#[derive(Clone, Debug)]
pub(super) struct AgentPlace {
    pub(super) place: Place,
    /// Its name.
    pub(super) agent: String,
    pub(super) properties: Properties,
}

/// How an agent or a command reaches a queue manager.
pub(super) enum Road {
    Bindings,
    Client(Box<ChannelSource>),
}

fn root() -> Result<PathBuf, Failure> {
    if let Some(data) = std::env::var_os("BFG_DATA").filter(|data| !data.is_empty()) {
        return Ok(PathBuf::from(data).join("mqft"));
    }
    Ok(installation()?.data_path().join("mqft"))
}

const INSTALLATION: &str = "installation.properties";
const DEFAULT: &str = "defaultProperties";

impl Place {
    /// The one a command means: that of `-p`, or the default.
    pub(super) fn meant(arguments: &Arguments) -> Result<Self, Failure> {
        let root = root()?;
        if let Some(name) = arguments.value("-p") {
            return Ok(Self::of(root, name));
        }
        let properties = read(&root.join(INSTALLATION))?;
        match properties.and_then(|properties| properties.get(DEFAULT).cloned()) {
            Some(name) => Ok(Self::of(root, &name)),
            None => Err(Failure::text(format!("{}\n", BFGCL9516.line(&[])), 1)),
        }
    }

    pub(super) fn new(coordination: &str) -> Result<Self, Failure> {
        Ok(Self::of(root()?, coordination))
    }

    fn of(root: PathBuf, coordination: &str) -> Self {
        let coordination = coordination.to_owned();
        Self { root, coordination }
    }

    /// It is the one commands mean that name none.
    pub(super) fn make_default(&self) -> Result<(), Failure> {
        let properties = [(DEFAULT, self.coordination.as_str())];
        write(&self.root.join(INSTALLATION), &properties)
    }

    pub(super) fn has_default(&self) -> Result<bool, Failure> {
        let properties = read(&self.root.join(INSTALLATION))?;
        Ok(properties.is_some_and(|properties| properties.contains_key(DEFAULT)))
    }

    pub(super) fn config(&self) -> PathBuf {
        self.root.join("config").join(&self.coordination)
    }

    pub(super) fn agents(&self) -> PathBuf {
        self.config().join("agents")
    }

    pub(super) fn agent_directory(&self, agent: &str) -> PathBuf {
        self.agents().join(agent)
    }

    pub(super) fn logs(&self, agent: &str) -> PathBuf {
        let logs = self.root.join("logs").join(&self.coordination);
        logs.join("agents").join(agent).join("logs")
    }

    /// Queue manager that commands go to, and the way there.
    pub(super) fn command(&self) -> Result<(String, Road), Failure> {
        match read(&self.config().join("command.properties"))? {
            Some(properties) => named(&properties, "connectionQMgr", &self.coordination),
            None => self.coordination_road(),
        }
    }

    /// The coordination queue manager, and the way there.
    pub(super) fn coordination_road(&self) -> Result<(String, Road), Failure> {
        let path = self.config().join("coordination.properties");
        let properties = read(&path)?.ok_or_else(|| missing(&path))?;
        named(&properties, "coordinationQMgr", &self.coordination)
    }

    /// An agent that was created.
    pub(super) fn agent(&self, name: &str) -> Result<AgentPlace, Failure> {
        let agent = checked_name(name)?.as_str().to_owned();
        let path = self.agent_directory(&agent).join("agent.properties");
        let properties = read(&path)?.ok_or_else(|| missing(&path))?;
        Ok(AgentPlace {
            place: self.clone(),
            agent,
            properties,
        })
    }
}

fn missing(path: &Path) -> Failure {
    let text = format!("{}\n", BFGCL9517.line(&[&path.display()]));
    Failure::text(text, 1)
}

/// A queue manager by its property, and the way there by the properties with that beginning.
fn named(properties: &Properties, key: &str, default: &str) -> Result<(String, Road), Failure> {
    let name = properties.get(key).map_or(default, String::as_str);
    Ok((name.to_owned(), road(properties, key)?))
}

/// The way that properties with that beginning describe: without a host, bindings.
fn road(properties: &Properties, key: &str) -> Result<Road, Failure> {
    let value = |end: &str| properties.get(&format!("{key}{end}")).map(String::as_str);
    let Some(host) = value("Host").filter(|host| !host.is_empty()) else {
        return Ok(Road::Bindings);
    };
    let port = value("Port").unwrap_or("1414");
    let channel = value("Channel").unwrap_or("SYSTEM.DEF.SVRCONN");
    let mut connection_name = format!("{host}({port})");
    if let Some(standby) = value("Standby").filter(|standby| !standby.is_empty()) {
        connection_name = format!("{connection_name},{standby}");
    }
    let server = format!("{channel}/TCP/{connection_name}");
    let mut channel = mqserver(&server)
        .map_err(|failure| Failure::text(format!("{}\n", BFGCL9518.line(&[&failure])), 1))?;
    let tls = |end: &str| {
        let beginning = key.strip_suffix("QMgr").unwrap_or(key);
        let value = properties.get(&format!("{beginning}Ssl{end}"));
        value.filter(|value| !value.is_empty()).cloned()
    };
    channel.cipher_spec = tls("CipherSpec");
    channel.peer_name = tls("PeerName");
    // One key repository has both the own certificate and those that are trusted.
    if let Some(repository) = tls("KeyStore").or_else(|| tls("TrustStore")) {
        channel.key_repository = Some(repository);
    }
    Ok(Road::Client(Box::new(ChannelSource::One(Box::new(
        channel,
    )))))
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
        let path = self.logs().join("agent.lck");
        let failed = |error: &std::io::Error| Failure::io(path.display(), error);
        fs::create_dir_all(self.logs()).map_err(|error| failed(&error))?;
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

    pub(super) fn pid_path(&self) -> PathBuf {
        self.logs().join("agent.pid")
    }

    fn text(&self, key: &str) -> Option<&str> {
        self.properties
            .get(key)
            .map(String::as_str)
            .filter(|value| !value.is_empty())
    }

    fn number(&self, key: &str, default: u64, low: u64, high: u64) -> Result<u64, Failure> {
        let Some(text) = self.text(key) else {
            return Ok(default);
        };
        let valid = text
            .trim()
            .parse()
            .ok()
            .filter(|number| (low..=high).contains(number));
        valid.ok_or_else(|| {
            let text = format!(
                "{}\n",
                BFGCL9519.line(&[&key, &text, &self.agent, &low, &high])
            );
            Failure::text(text, START_UP)
        })
    }

    /// Directories with `:` between them.
    fn directories(&self, key: &str) -> Vec<String> {
        let all = self.text(key).unwrap_or_default().split(':');
        let all = all.map(str::trim).filter(|path| !path.is_empty());
        all.map(str::to_owned).collect()
    }

    pub(super) fn retry_interval_s(&self) -> u64 {
        self.number("agentQMgrRetryInterval", 30, 1, 86_400)
            .unwrap_or(30)
    }

    pub(super) fn q_mgr(&self) -> &str {
        self.text("agentQMgr").unwrap_or_default()
    }

    pub(super) fn road(&self) -> Road {
        road(&self.properties, "agentQMgr").unwrap_or(Road::Bindings)
    }

    /// A key that is true or false; false without.
    fn flag(&self, key: &str) -> Result<bool, Failure> {
        match self.text(key) {
            Some(text) if text.eq_ignore_ascii_case("true") => Ok(true),
            Some(text) if !text.eq_ignore_ascii_case("false") => {
                let text = BFGCL9590.line(&[&key, &text, &self.agent, &"true or false"]);
                Err(Failure::text(format!("{text}\n"), START_UP))
            }
            _ => Ok(false),
        }
    }

    /// Bytes of files a second.
    fn rate_limit(&self) -> Result<Option<u64>, Failure> {
        let Some(text) = self.text("transferRateLimit") else {
            return Ok(None);
        };
        let valid = bytes_of(text).filter(|bytes| *bytes >= 64 << 10);
        valid.map(Some).ok_or_else(|| {
            let (key, what) = ("transferRateLimit", "a size of at least 64K");
            let text = BFGCL9590.line(&[&key, &text, &self.agent, &what]);
            Failure::text(format!("{text}\n"), START_UP)
        })
    }

    /// Whether files may be handed over without queues.
    fn by_reference(&self) -> Result<bool, Failure> {
        match self.text("transferRoad") {
            None | Some("auto") => Ok(true),
            Some("queue") => Ok(false),
            Some(other) => {
                let text =
                    BFGCL9590.line(&[&"transferRoad", &other, &self.agent, &"auto or queue"]);
                Err(Failure::text(format!("{text}\n"), START_UP))
            }
        }
    }

    /// What the agent goes by.
    pub(super) fn settings(&self) -> Result<AgentSettings, Failure> {
        let number = |key, default, low, high| self.number(key, default, low, high);
        let count = |key, default, high| -> Result<usize, Failure> {
            let value = self.number(key, default, 0, high)?;
            Ok(usize::try_from(value).unwrap_or(usize::MAX))
        };
        let chunk_bytes = number("agentChunkSize", 262_144, 4_096, 1 << 20)?;
        let window = number("agentWindowSize", 10, 1, 10_000)?;
        let recovery_timeout_ms = match self.text("transferRecoveryTimeout") {
            None | Some("-1") => None,
            Some(_) => Some(number("transferRecoveryTimeout", 0, 0, 999_999_999)? * 1_000),
        };
        let most = |key, default| match self.text(key) {
            None => Ok(default),
            Some("-1") => Ok(u64::MAX),
            Some(_) => number(key, 0, 0, 1_000_000_000),
        };
        let home = std::env::var("HOME").unwrap_or_else(|_| "/".to_owned());
        // A road that cannot be understood is told before the first connection is tried.
        road(&self.properties, "agentQMgr")?;
        Ok(AgentSettings {
            agent: self.agent.clone(),
            q_mgr: self.q_mgr().to_owned(),
            coordination_q_mgr: self.place.coordination.clone(),
            host: host(),
            description: self.text("agentDesc").unwrap_or_default().to_owned(),
            source_transfers_max: count("maxSourceTransfers", 25, 1_000)?,
            destination_transfers_max: count("maxDestinationTransfers", 25, 1_000)?,
            queued_transfers_max: count("maxQueuedTransfers", 1_000, 100_000)?,
            files_max: count("maxFilesForTransfer", 5_000, 100_000)?,
            chunk_bytes: usize::try_from(chunk_bytes).unwrap_or(usize::MAX),
            window_bytes: window.saturating_mul(chunk_bytes),
            rate_limit: self.rate_limit()?,
            by_reference: self.by_reference()?,
            ack_timeout_ms: number("transferAckTimeout", 60_000, 1_000, 3_600_000)?,
            ack_timeout_retries: u32::try_from(number("transferAckTimeoutRetries", 5, 0, 1_000)?)
                .unwrap_or(5),
            recovery_timeout_ms,
            default_priority: u8::try_from(number("defaultTransferPriority", 0, 0, 9)?)
                .unwrap_or(0),
            transfer_root: self.text("transferRoot").map_or(home, str::to_owned),
            queues_may_be_ends: self
                .text("enableQueueInputOutput")
                .is_some_and(|value| value.eq_ignore_ascii_case("true")),
            text_replacement: self
                .text("textReplacementCharacterSequence")
                .unwrap_or_default()
                .to_owned(),
            status_interval_ms: (
                number("agentStatusPublishRateLimit", 30, 1, 86_400)? * 1_000,
                number("agentStatusPublishRateMin", 300, 1, 86_400)? * 1_000,
            ),
            monitor_hints: self.flag("monitorHints")?,
            monitor_resources_max: most("monitorMaxResourcesInPoll", u64::MAX)?,
            command_path: self.directories("commandPath"),
            command_output_bytes_max: count("maxCommandOutput", 10_240, 1 << 20)?,
            command_retries_max: u32::try_from(number("maxCommandRetries", 9, 0, 1_000)?)
                .unwrap_or(9),
            command_wait_max_s: u32::try_from(number("maxCommandWait", 60, 0, 86_400)?)
                .unwrap_or(60),
            group_retries_max: u32::try_from(most("monitorGroupRetryLimit", 10)?)
                .unwrap_or(u32::MAX),
        })
    }
}

/// Properties of a file; none if there is no file.
pub(super) fn read(path: &Path) -> Result<Option<Properties>, Failure> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Failure::io(path.display(), &error).with_code(exit::UNEXPECTED)),
    };
    let lines = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.starts_with(['#', '!']));
    let pairs = lines.filter_map(|line| line.split_once('='));
    let pairs = pairs.map(|(key, value)| (key.trim().to_owned(), value.trim().to_owned()));
    Ok(Some(pairs.collect()))
}

/// Makes a file of properties, and the directories on the way to it.
pub(super) fn write(path: &Path, properties: &[(&str, &str)]) -> Result<(), Failure> {
    let text: String = properties
        .iter()
        .filter(|(_, value)| !value.is_empty())
        .map(|(key, value)| format!("{key}={value}\n"))
        .collect();
    write_text(path, &text)
}

/// Makes a file, and the directories on the way to it.
pub(super) fn write_text(path: &Path, text: &str) -> Result<(), Failure> {
    let made = path.parent().map_or(Ok(()), fs::create_dir_all);
    made.and_then(|()| fs::write(path, text))
        .map_err(|error| Failure::io(path.display(), &error))
}

/// Exit code: the configuration does not allow a start.
pub(super) const START_UP: u8 = 78;

/// A name that agents may have.
pub(super) fn checked_name(name: &str) -> Result<AgentName, Failure> {
    AgentName::new(name).map_err(|problem| Failure::notice(&BFGCL9001, &[&name, &problem], 1))
}

/// Name of this machine.
pub(super) fn host() -> String {
    rustix::system::uname()
        .nodename()
        .to_string_lossy()
        .into_owned()
}
