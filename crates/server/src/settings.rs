//! How a server serves.

use ferromq::adoption::Adoption;
use ferromq::settings::{NamedOutbound, RevocationRules};
use ferromq_binding::{Patience, RegionSizes, Turn};
use ferromq_pam::Service as PamService;
use ferromq_qmgr::NoticeSink;
use ferromq_wire::negotiate::PasswordRule;
use std::fmt;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Settings of a server. The defaults are what measured best; see `README.md`.
#[derive(Clone)]
pub struct ServiceSettings {
    /// Threads that serve connections, at least one.
    pub service_threads: usize,
    /// How long a service thread with nothing to do looks around before it sleeps.
    pub patience: Patience,
    /// Requests after which a service thread lets other threads run.
    pub requests_per_turn: u32,
    /// Requests of one connection served in one visit.
    pub requests_per_visit: u32,
    /// Visits in vain after which a connection has to ring to be looked at again.
    pub idle_visits_max: u32,
    /// Who forces the log.
    pub force: ForcePolicy,
    /// Ring and frame sizes of a connection.
    pub region: RegionSizes,
    /// Permission bits of the socket.
    pub socket_mode: u32,
    /// Most connections at a time.
    pub connections_max: usize,
    /// How long a program may take from connecting to the end of its hello.
    pub handshake_max: Duration,
    /// How long an immediate end waits for verbs under way.
    pub end_grace: Duration,
    /// Whether SIGTERM and SIGINT end the queue manager (`endmqm -i`).
    pub end_on_signals: bool,
    /// Whether listeners, the command server and the queued interface of publish and subscribe start as they are set
    /// to. Else the first two start only by command, and the last not at all.
    pub starts_services: bool,
    /// Who knows the passwords of users.
    pub passwords: PasswordSettings,
    /// The client road.
    pub client_road: ClientRoadSettings,
    /// The uniform cluster this queue manager is a member of, if it is in one: applications are spread over its members.
    pub uniform_cluster: Option<String>,
    /// Where notices go; usually [`crate::ErrorLog::sink`].
    pub notices: NoticeSink,
}

impl fmt::Debug for ServiceSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServiceSettings")
            .field("service_threads", &self.service_threads)
            .field("force", &self.force)
            .field("connections_max", &self.connections_max)
            .finish_non_exhaustive()
    }
}

/// Who knows the passwords of users.
#[derive(Clone, Debug)]
pub struct PasswordSettings {
    /// The users the queue manager keeps itself, see `docs/formats/users.md`; there need not be a file.
    /// What it says of a user in it is the last word.
    pub users_file: Option<PathBuf>,
    /// The PAM service that is asked about users who are not in the file; usually [`PAM_SERVICE`].
    pub system: Option<PamService>,
    /// Wrong passwords of one place within [`PasswordSettings::wrong_interval`] after which those from
    /// there are refused without a look for as long again; 0 for no limit.
    pub wrong_max: u32,
    /// See [`PasswordSettings::wrong_max`].
    pub wrong_interval: Duration,
    /// How long it may take to decide whether somebody may connect: to wait for one's turn, to ask the system for the user, to check
    /// the password. The connect call fails with `MQRC_SECURITY_ERROR` then.
    pub decision_max: Duration,
}

/// The name of the PAM service, as documented of `AUTHENMD(PAM)`.
pub const PAM_SERVICE: &str = "ibmmq";

impl Default for PasswordSettings {
    fn default() -> Self {
        Self {
            users_file: None,
            system: None,
            wrong_max: 100,
            wrong_interval: Duration::from_secs(60),
            decision_max: Duration::from_secs(60),
        }
    }
}

/// Settings of the client road.
#[derive(Clone, Debug)]
pub struct ClientRoadSettings {
    /// Threads that serve sockets, at least one.
    pub event_loops: usize,
    /// Most channels that run at a time (`MaxActiveChannels`).
    pub active_channels_max: usize,
    /// Most batches of a channel between queue managers under way at a time (`PipeLineLength`), at least one.
    pub batches_max: u8,
    /// Most sockets on which nobody has logged on yet; `None` for as many as the descriptors of the process allow.
    pub unauthenticated: Option<UnauthenticatedLimits>,
    /// How long a socket may take from the connect until it has said which channel it wants. How long it may take until
    /// somebody has logged on is the channel's to say.
    pub handshake_max: Duration,
    /// How long it may take until somebody has logged on while more than half of the unauthenticated sockets there may be are there.
    pub crowded_handshake_max: Duration,
    /// How long an event loop with nothing to do looks around before it sleeps.
    pub patience: Patience,
    /// Whether the operating system probes idle sockets (`KeepAlive`).
    pub keep_alive: bool,
    /// Port of listeners that are defined without one (`Port`).
    pub port: u16,
    /// Connections that may wait to be accepted at listeners that are defined without a number
    /// (`ListenerBacklog`).
    pub backlog: u32,
    /// Who forces the log.
    pub force: ForcePolicy,
    /// Whether servers are to be asked about revoked certificates, which they are not.
    pub revocation: RevocationRules,
    /// What channels that connect name before TLS handshakes.
    pub named_outbound: NamedOutbound,
    /// How often the channel initiator looks for messages that wait for a channel nobody has started.
    pub look: Duration,
    /// Which channels are replaced when they are called again.
    pub adoption: Adoption,
    /// How clients without TLS send passwords.
    pub password_rule: PasswordRule,
}

/// How many sockets there may be on which nobody has logged on yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnauthenticatedLimits {
    /// Of all addresses.
    pub in_all: usize,
    /// Of one address; of IPv6, of one network of 64 bits.
    pub of_address: usize,
}

impl Default for ClientRoadSettings {
    fn default() -> Self {
        Self {
            event_loops: event_loops_default(),
            active_channels_max: 100,
            batches_max: 64,
            unauthenticated: None,
            handshake_max: Duration::from_secs(30),
            crowded_handshake_max: Duration::from_secs(5),
            patience: Patience {
                pauses: 0,
                yields: 50,
            },
            keep_alive: true,
            port: 1414,
            backlog: 100,
            force: ForcePolicy::Balanced,
            revocation: RevocationRules::default(),
            named_outbound: NamedOutbound::default(),
            look: Duration::from_secs(60),
            adoption: Adoption::default(),
            password_rule: PasswordRule::Protected,
        }
    }
}

/// One event loop to two processors: the clients on this machine and the log want the others. See the
/// measurements in `docs/manual/bench.md`.
fn event_loops_default() -> usize {
    let processors = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    (processors / 2).max(1)
}

/// Who forces the log for verbs that wait for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForcePolicy {
    /// The log writer thread, asked at once.
    Writer,
    /// The service thread itself when nobody else is about to ask it for anything, so that a lone
    /// application pays for no wake-up, and also when at least half of the active applications
    /// wait for the log and forces are short. The same where nobody asked it for anything during the last
    /// forces, and either next to nobody waits or so many that the force is cheap for each. Otherwise the log writer.
    Balanced,
    /// The service thread itself, after it has looked at every connection once.
    Lead,
}

impl Default for ServiceSettings {
    fn default() -> Self {
        Self {
            service_threads: 1,
            patience: Patience::SERVICE,
            requests_per_turn: Turn::SERVICE_REQUESTS,
            requests_per_visit: 8,
            idle_visits_max: 2000,
            force: ForcePolicy::Balanced,
            region: RegionSizes::default(),
            // Who may connect is for authority records to say.
            socket_mode: 0o666,
            connections_max: 10_000,
            handshake_max: Duration::from_secs(10),
            end_grace: Duration::from_secs(10),
            end_on_signals: false,
            starts_services: true,
            passwords: PasswordSettings::default(),
            client_road: ClientRoadSettings::default(),
            uniform_cluster: None,
            notices: Arc::new(|notice| {
                // Nobody reads a stream that is closed or full.
                let _ = writeln!(std::io::stderr(), "{}: {}", notice.number, notice.text);
            }),
        }
    }
}
