//! What the commands ask of the network side of a queue manager: listeners and running channels.
//!
//! Definitions are objects like any other; what runs is behind [`Network`], which the process
//! around the queue manager implements. A queue manager without one ([`NoNetwork`]) has
//! definitions only.

use crate::batches::MessageChannelFigures;
use crate::pattern::NamePattern;
use crate::status::Moment;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::{
    MQCHS_BINDING, MQCHS_INITIALIZING, MQCHS_PAUSED, MQCHS_REQUESTING, MQCHS_RETRYING,
    MQCHS_RUNNING, MQCHS_STARTING, MQCHS_STOPPED, MQCHS_STOPPING, MQCHS_SWITCHING,
    MQSVC_CONTROL_Q_MGR, MQSVC_CONTROL_Q_MGR_START,
};
use ferromq_mqi::name::ObjectName;
use ferromq_qmgr::Notice;
use std::collections::BTreeMap;
use std::fmt;

/// When a listener starts and ends by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ListenerControl {
    /// Never.
    #[default]
    Manual,
    /// With the queue manager.
    QueueManager,
    /// It starts with the queue manager. It also ends with it, as it lives in its process.
    StartOnly,
}

impl ListenerControl {
    /// The word of `CONTROL`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Manual => "MANUAL",
            Self::QueueManager => "QMGR",
            Self::StartOnly => "STARTONLY",
        }
    }
}

/// Where to listen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListenOn {
    /// The listener's name. No two that run have the same.
    pub listener: String,
    /// `DESCR`.
    pub description: String,
    /// `CONTROL`.
    pub control: ListenerControl,
    /// Address or host name of a local interface; blank for all.
    pub address: String,
    /// Port, 0 for the one of the settings (`TCP` stanza), which is 1414 where nothing else is said.
    pub port: u16,
    /// Connections that may wait to be accepted, 0 for what is usual.
    pub backlog: u32,
}

impl ListenOn {
    /// What a definition of a listener says.
    ///
    /// # Panics
    /// If it defines something else: that is a mistake in the caller.
    #[must_use]
    pub fn from_definition(definition: &Definition) -> Self {
        Self {
            listener: definition.name().to_string(),
            description: definition.text(Attr::Descr).to_owned(),
            control: match definition.int(Attr::Control) {
                MQSVC_CONTROL_Q_MGR => ListenerControl::QueueManager,
                MQSVC_CONTROL_Q_MGR_START => ListenerControl::StartOnly,
                _ => ListenerControl::Manual,
            },
            address: definition.text(Attr::Ipaddr).to_owned(),
            port: u16::try_from(definition.int(Attr::Port)).unwrap_or(0),
            backlog: u32::try_from(definition.int(Attr::Backlog)).unwrap_or(0),
        }
    }
}

/// A listener that runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListenerStatus {
    /// Where it listens, with the port and backlog that are in force.
    pub on: ListenOn,
    /// What it does.
    pub state: ListenerState,
    /// Process that listens.
    pub process_id: u32,
    /// When it was started.
    pub start: Moment,
}

/// What a listener does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ListenerState {
    /// It is being started.
    Starting,
    /// It accepts connections.
    #[default]
    Running,
    /// It is being stopped.
    Stopping,
}

impl ListenerState {
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

/// How an instance of a channel is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ChannelState {
    /// The other end is being asked who it is.
    Binding,
    /// It is being set up.
    Initializing,
    /// It is about to run.
    Starting,
    /// It runs.
    #[default]
    Running,
    /// It is being stopped.
    Stopping,
    /// It was stopped by an operator and stays so until it is started.
    Stopped,
    /// It failed, and is tried again after a while.
    Retrying,
    /// It has asked the other end to call back.
    Requesting,
    /// A message could not be put, and is tried again after a while.
    Paused,
    /// It does not run, and what waits for it is being moved to another transmission queue.
    Switching,
}

impl ChannelState {
    /// The word of `STATUS`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Binding => "BINDING",
            Self::Initializing => "INITIALIZING",
            Self::Starting => "STARTING",
            Self::Running => "RUNNING",
            Self::Stopping => "STOPPING",
            Self::Stopped => "STOPPED",
            Self::Retrying => "RETRYING",
            Self::Requesting => "REQUESTING",
            Self::Paused => "PAUSED",
            Self::Switching => "SWITCHING",
        }
    }

    /// The same as a number: `MQCHS_*`.
    #[must_use]
    pub const fn number(self) -> i32 {
        match self {
            Self::Binding => MQCHS_BINDING,
            Self::Initializing => MQCHS_INITIALIZING,
            Self::Starting => MQCHS_STARTING,
            Self::Running => MQCHS_RUNNING,
            Self::Stopping => MQCHS_STOPPING,
            Self::Stopped => MQCHS_STOPPED,
            Self::Retrying => MQCHS_RETRYING,
            Self::Requesting => MQCHS_REQUESTING,
            Self::Paused => MQCHS_PAUSED,
            Self::Switching => MQCHS_SWITCHING,
        }
    }
}

/// An instance of a channel: one socket, of a server connection with its conversations. A channel that
/// is stopped, or is to run and does not, has one row with its name and state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChannelStatus {
    /// `CHANNEL`.
    pub channel: String,
    /// `CHLTYPE`.
    pub channel_type: &'static str,
    /// `CONNAME`: address of the client.
    pub connection_name: String,
    /// `STATUS`.
    pub state: ChannelState,
    /// `SUBSTATE`: what it is at, such as `RECEIVE` or `MQGET`; blank if nothing in particular.
    pub substate: String,
    /// `STOPREQ`: an operator wants it to stop.
    pub stop_requested: bool,
    /// `BUFSRCVD` and `BUFSSENT`: segments.
    pub segments: Traffic,
    /// `BYTSRCVD` and `BYTSSENT`.
    pub bytes: Traffic,
    /// `MSGS`: messages, or calls of the client.
    pub messages: u64,
    /// `CHSTADA` and `CHSTATI`.
    pub start: Moment,
    /// `LSTMSGDA` and `LSTMSGTI`: the last call of the client.
    pub last_message: Moment,
    /// `HBINT` as agreed, seconds.
    pub heartbeat_s: u32,
    /// `JOBNAME`: what serves it, for reading.
    pub job_name: String,
    /// `LOCLADDR`: the address it came in on, as `address(port)`.
    pub local_address: String,
    /// `MCAUSER`: the user its connections act for.
    pub user_id: String,
    /// `MONCHL`: `LOW`, `MEDIUM` or `HIGH`; blank is shown as `OFF`.
    pub monitoring: String,
    /// `RAPPLTAG`: the program at the other end.
    pub remote_application: String,
    /// `RPRODUCT`: four letters that say what the other end is.
    pub remote_product: String,
    /// `RVERSION`: its version, eight digits.
    pub remote_version: String,
    /// `CURSHCNV`: conversations now.
    pub conversations: u32,
    /// `MAXSHCNV`: most conversations, as agreed.
    pub conversations_max: u32,
    /// Header and message compression, as agreed.
    pub compression: Compression,
    /// How it is protected.
    pub security: ChannelSecurity,
    /// What only channels between queue managers have.
    pub message: Option<Box<MessageChannelFigures>>,
}

/// Something counted in both directions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// From the client.
    pub received: u64,
    /// To the client.
    pub sent: u64,
}

/// The words for compression as agreed, blank for none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Compression {
    /// Of headers.
    pub header: String,
    /// Of messages.
    pub message: String,
}

/// What TLS there is on a channel; all blank for none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChannelSecurity {
    /// `SECPROT`: such as `TLSV12` or `TLSV13`; blank is shown as `NONE`.
    pub protocol: String,
    /// `SSLCIPH`.
    pub cipher_spec: String,
    /// `SSLPEER`: the distinguished name in the client's certificate.
    pub peer_name: String,
    /// `SSLCERTI`: the distinguished name of who issued it.
    pub issuer_name: String,
    /// `SSLRKEYS`: how often secret keys were made anew.
    pub key_resets: u32,
    /// `SSLKEYDA` and `SSLKEYTI`: when that was last.
    pub key_reset: Moment,
}

/// How a channel is stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StopMode {
    /// Clients are told and may finish what they are at.
    #[default]
    Quiesce,
    /// Connections are broken.
    Force,
    /// The same: there is no thread or process of its own to end.
    Terminate,
}

/// What `STOP CHANNEL` asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StopChannel {
    /// The channel.
    pub channel: ObjectName,
    /// How.
    pub mode: StopMode,
    /// Only instances with this `CONNAME`; blank for all.
    pub connection_name: String,
    /// Only instances from this queue manager or client; blank for all.
    pub remote_name: String,
    /// The channel stays stopped until it is started (`STATUS(STOPPED)`); otherwise clients may
    /// connect again at once.
    pub stays_stopped: bool,
}

/// Why something about listeners and channels was not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NetworkError {
    /// The listener runs already, or the channel is not stopped. AMQ8730.
    AlreadyActive,
    /// The channel runs. AMQ9514.
    InUse,
    /// The listener, or an instance of the channel, does not run. AMQ8731, AMQ9533.
    NotActive,
    /// The operating system refused the address and port. AMQ9218.
    Bind {
        /// The port.
        port: u16,
        /// What the operating system said.
        reason: String,
    },
    /// It cannot be done on this queue manager, for the reason in the text.
    NotPossible(String),
    /// It was not done, for the reason the notice gives.
    Notice(Notice),
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AlreadyActive => f.write_str("it is active already"),
            Self::InUse => f.write_str("it is in use"),
            Self::NotActive => f.write_str("it is not active"),
            Self::Bind { port, reason } => write!(f, "port {port} cannot be used: {reason}"),
            Self::NotPossible(reason) => f.write_str(reason),
            Self::Notice(notice) => f.write_str(&notice.text),
        }
    }
}

impl std::error::Error for NetworkError {}

/// The network side of a running queue manager. Nothing of it is logged: after a restart,
/// listeners run as their definitions say and no channel is stopped.
pub trait Network: Send + Sync {
    /// Listens. Connections are accepted on return.
    ///
    /// # Errors
    /// `AlreadyActive` for a name that runs, `Bind`, `NotPossible`.
    fn start_listener(&self, on: &ListenOn) -> Result<(), NetworkError>;

    /// Stops listening. Channels that run go on.
    ///
    /// # Errors
    /// `NotActive`.
    fn stop_listener(&self, listener: &str) -> Result<(), NetworkError>;

    /// The listeners that run.
    fn listeners(&self) -> Vec<ListenerStatus>;

    /// Lets clients use a channel again that was stopped; one that was not stays as it is.
    ///
    /// # Errors
    /// `NotPossible`.
    fn start_channel(&self, channel: &ObjectName) -> Result<(), NetworkError>;

    /// Ends the instances of a channel, and keeps new ones out if it is to stay stopped. They
    /// need not have ended on return.
    ///
    /// # Errors
    /// `NotActive` if there is no such instance, except where the channel is to stay stopped.
    fn stop_channel(&self, stop: &StopChannel) -> Result<(), NetworkError>;

    /// Has channels started for which messages come, by the trigger messages of a queue; one that is got from already stays as
    /// it is.
    ///
    /// # Errors
    /// `NotPossible`.
    fn start_channel_initiator(&self, queue: &ObjectName) -> Result<(), NetworkError> {
        let _ = queue;
        Err(NetworkError::NotPossible(NONE_HERE.to_string()))
    }

    /// `CHINIT(RUNNING)`: whether that is so.
    fn has_channel_initiator(&self) -> bool {
        false
    }

    /// Objects of a kind have changed, by a command.
    fn changed(&self, kind: ObjectKind) {
        let _ = kind;
    }

    /// The senders of clusters that are made of what members say of their receivers, by their names. One that is defined by hand as well is among
    /// them.
    fn made_senders(&self) -> Vec<Definition> {
        Vec::new()
    }

    /// Whether a channel that does not run ended with a failure when it was last started from here, by command or by a message.
    fn has_failed(&self, _channel: &ObjectName) -> bool {
        false
    }

    /// The instances of channels that run, and the channels that are to run or are stopped.
    fn channels(&self) -> Vec<ChannelStatus>;

    /// Has the next message of a channel have this number. A sending end tells the other end when it starts: where it is in doubt, when that is decided.
    /// Durable on return.
    ///
    /// # Errors
    /// `InUse`, or `Notice` if what is kept of it cannot be changed.
    fn reset_channel(&self, channel: &ObjectName, sequence: u32) -> Result<(), NetworkError> {
        let _ = (channel, sequence);
        Err(NetworkError::NotPossible(NONE_HERE.to_string()))
    }

    /// Keeps or takes back the batches a sending channel is in doubt about: with `last`, the batch the other end has committed last as
    /// 16 hexadecimal digits, those up to it are kept and those behind it taken back. Durable on return.
    ///
    /// # Errors
    /// `InUse`, `Notice` for a channel that is not in doubt, when several batches are to be taken back without `last`, or if what is kept of the
    /// channel cannot be changed.
    fn resolve_channel(
        &self,
        channel: &ObjectName,
        keeps: bool,
        last: Option<&str>,
    ) -> Result<(), NetworkError> {
        let _ = (channel, keeps, last);
        Err(NetworkError::NotPossible(NONE_HERE.to_string()))
    }

    /// Whether a channel may be deleted, or be given another transmission queue: it is in doubt about no batch.
    ///
    /// # Errors
    /// `Notice`.
    fn check_decided(&self, channel: &ObjectName) -> Result<(), NetworkError> {
        let _ = channel;
        Ok(())
    }

    /// Whether a channel could start with this attribute: `SSLCIPH`, `SSLPEER` and `LOCLADDR` are looked at. A CipherSpec that is known and too weak
    /// may be defined, as scripts from elsewhere have it.
    ///
    /// # Errors
    /// `Notice`.
    fn check_attribute(
        &self,
        channel: &ObjectName,
        attr: Attr,
        text: &str,
    ) -> Result<(), NetworkError> {
        let _ = (channel, attr, text);
        Ok(())
    }

    /// Whether a channel may be deleted: no instance of it runs.
    ///
    /// # Errors
    /// `InUse`.
    fn check_idle(&self, channel: &ObjectName) -> Result<(), NetworkError> {
        let _ = channel;
        Ok(())
    }

    /// A channel was deleted: what is kept of it goes, too. One that has begun to run meanwhile goes on until it ends.
    fn forget_channel(&self, channel: &ObjectName) {
        let _ = channel;
    }

    /// Comes to terms with the other end of a sending channel, and sends so many bytes there and back. Returns when they are
    /// there, or it has failed: it may take as long as it takes to connect.
    ///
    /// # Errors
    /// `InUse`, or `Notice` with what went wrong.
    fn ping_channel(&self, channel: &ObjectName, data_bytes: u32) -> Result<(), NetworkError> {
        let _ = (channel, data_bytes);
        Err(NetworkError::NotPossible(NONE_HERE.to_string()))
    }

    /// What is kept of the channels between queue managers whose names fit, of all that are defined: one that has never run has
    /// names of zeros.
    ///
    /// # Errors
    /// `Notice` if it cannot be read.
    fn saved_channels(&self, names: &NamePattern) -> Result<Vec<ChannelStatus>, NetworkError> {
        let _ = names;
        Ok(Vec::new())
    }

    /// The sending channels of these names whose number was reset and whose other end has not been told yet, with the number the next message
    /// has.
    ///
    /// # Errors
    /// `Notice` if what is kept of channels cannot be read.
    fn pending_resets(&self, names: &NamePattern) -> Result<BTreeMap<String, u32>, NetworkError> {
        let _ = names;
        Ok(BTreeMap::new())
    }

    /// Reads the key repository again for connections to come (`REFRESH SECURITY TYPE(SSL)`).
    fn refresh_tls(&self);
}

/// The network side of a queue manager that has none, because it runs inside a program.
#[derive(Clone, Copy, Debug)]
pub struct NoNetwork;

const NONE_HERE: &str =
    "this queue manager runs inside a program and accepts no network connections";

impl Network for NoNetwork {
    fn start_listener(&self, _on: &ListenOn) -> Result<(), NetworkError> {
        Err(NetworkError::NotPossible(NONE_HERE.to_string()))
    }

    fn stop_listener(&self, _listener: &str) -> Result<(), NetworkError> {
        Err(NetworkError::NotActive)
    }

    fn listeners(&self) -> Vec<ListenerStatus> {
        Vec::new()
    }

    fn start_channel(&self, _channel: &ObjectName) -> Result<(), NetworkError> {
        Err(NetworkError::NotPossible(NONE_HERE.to_string()))
    }

    fn stop_channel(&self, _stop: &StopChannel) -> Result<(), NetworkError> {
        Err(NetworkError::NotActive)
    }

    fn channels(&self) -> Vec<ChannelStatus> {
        Vec::new()
    }

    fn refresh_tls(&self) {}
}
