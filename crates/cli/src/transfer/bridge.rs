//! Agents that are bridges: which servers there are, and who users are there. Both files are read again when they have changed.

use super::agent_place::AgentPlace;
use super::configured::START_UP;
use super::credentials::{own_user, private_file, revealed};
use crate::arguments::Arguments;
use crate::failure::Failure;
use ferromq_bridge::{Credential, Dialogue, Host, Kind, Login, Servers};
use ferromq_transfer::agent::{BridgeServer, BridgeSettings};
use ferromq_transfer::bridge::{
    BridgeCredentials, BridgeProperties, BridgeUser, FtpsKind, ListFormat, Server, ServerKind,
};
use ferromq_transfer::generated::notices::{BFGBR9502, BFGCL9599};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, SystemTime};
use zeroize::Zeroizing;

pub(super) const PROPERTIES: &str = "ProtocolBridgeProperties.xml";
const CREDENTIALS: &str = "ProtocolBridgeCredentials.xml";
/// Longest file of servers, bytes.
const BYTES_MAX: u64 = 1 << 20;
const LIST_NAMES_MAX: u32 = 100_000;
const SESSIONS_MAX: u32 = 60;
const TIMEOUT_S: u32 = 30;

/// What the files say.
#[derive(Debug, Default)]
struct Read {
    properties: BridgeProperties,
    credentials: BridgeCredentials,
    /// Why there are no credentials.
    problem: Option<String>,
}

/// See the module.
#[derive(Clone)]
pub(super) struct BridgeServers {
    agent: String,
    read: Arc<RwLock<Read>>,
    /// Who hears what is said to servers.
    dialogue: Arc<dyn Dialogue>,
}

/// The server of the options of `fteCreateBridgeAgent`, of that protocol at that host.
pub(super) fn server_of(
    arguments: &Arguments,
    (kind, host): (&str, &str),
) -> Result<Server, Failure> {
    let wrong = |option: &str, value: &str, wanted: &str| {
        let text = BFGCL9599.line(&[&option, &value, &wanted]);
        Failure::text(format!("{text}\n"), 1)
    };
    let kind =
        ServerKind::from_text(kind).ok_or_else(|| wrong("-bt", kind, "FTP, FTPS or SFTP"))?;
    let text = |option: &str| arguments.value(option).map(str::to_owned);
    let mut server = Server::new(host, kind, host);
    if let Some(port) = arguments.value("-bp") {
        let found = port.parse().ok().filter(|port| *port > 0);
        server.port = Some(found.ok_or_else(|| wrong("-bp", port, "a port"))?);
    }
    let platform = arguments.value("-bm").unwrap_or("UNIX");
    if !["UNIX", "WINDOWS"].contains(&platform.to_ascii_uppercase().as_str()) {
        return Err(wrong("-bm", platform, "UNIX or WINDOWS"));
    }
    server.platform = Some(platform.to_ascii_lowercase());
    if let Some(format) = arguments.value("-blf") {
        let found = ListFormat::from_text(format);
        server.list_format = Some(found.ok_or_else(|| wrong("-blf", format, "UNIX or WINDOWS"))?);
    }
    server.time_zone = text("-btz");
    server.locale = text("-bsl");
    server.file_encoding = text("-bfe");
    server.trust_store = text("-bts");
    server.trust_store_password = text("-btsp");
    server.limited_write = arguments.has("-blw").then_some(true);
    Ok(server)
}

/// A path in a file of settings; `$HOME` in front is the home directory.
fn at_home(path: &str) -> PathBuf {
    let home = std::env::var_os("HOME").unwrap_or_else(|| "/".into());
    match path
        .strip_prefix("$HOME/")
        .or_else(|| path.strip_prefix("~/"))
    {
        Some(below) => Path::new(&home).join(below),
        None => PathBuf::from(path),
    }
}

fn credentials_path(properties: &BridgeProperties) -> PathBuf {
    let named = properties.credentials_file.as_deref().map(at_home);
    named.unwrap_or_else(|| at_home(&format!("$HOME/{CREDENTIALS}")))
}

/// The servers of an agent, as the file says.
pub(super) fn properties(place: &AgentPlace) -> Result<BridgeProperties, Failure> {
    let path = place.directory().join(PROPERTIES);
    let failed = |problem: &dyn std::fmt::Display| {
        let text = BFGBR9502.line(&[&path.display(), &problem]);
        Failure::text(format!("{text}\n"), START_UP)
    };
    let length = std::fs::metadata(&path)
        .map_err(|error| failed(&error))?
        .len();
    if length > BYTES_MAX {
        return Err(failed(&format!("it is longer than {BYTES_MAX} bytes")));
    }
    let bytes = std::fs::read(&path).map_err(|error| failed(&error))?;
    BridgeProperties::parse(&bytes).map_err(|problem| failed(&problem))
}

/// What is told of them.
pub(super) fn settings(properties: &BridgeProperties) -> BridgeSettings {
    let servers = properties.servers.iter();
    BridgeSettings {
        default_server: properties.default_server.clone().unwrap_or_default(),
        servers: servers
            .map(|server| BridgeServer {
                name: server.name.clone(),
                url: server.url(),
                file_encoding: server.file_encoding.clone(),
                is_windows: is_windows(server),
            })
            .collect(),
    }
}

impl BridgeServers {
    /// Those of an agent.
    pub(super) fn of(place: &AgentPlace, dialogue: Arc<dyn Dialogue>) -> Result<Self, Failure> {
        let servers = Self {
            agent: place.agent.clone(),
            read: Arc::default(),
            dialogue,
        };
        servers.read(place)?;
        Ok(servers)
    }

    /// Reads both files. Without credentials nobody is let in, and why is told of each transfer.
    pub(super) fn read(&self, place: &AgentPlace) -> Result<(), Failure> {
        let properties = properties(place)?;
        let path = credentials_path(&properties);
        let bytes = private_file(&path);
        let parsed = bytes.and_then(|bytes| {
            let parsed = BridgeCredentials::parse(&bytes);
            parsed.map_err(|problem| super::configured::wrong(&path, &[problem], 1))
        });
        let (credentials, problem) = match parsed {
            Ok(credentials) => (credentials, None),
            Err(failure) => {
                let text = failure.words().trim_end().to_owned();
                (BridgeCredentials::default(), Some(text))
            }
        };
        *self.read.write().unwrap_or_else(PoisonError::into_inner) = Read {
            properties,
            credentials,
            problem,
        };
        Ok(())
    }

    /// When the files were changed last, and their lengths.
    pub(super) fn state(&self, place: &AgentPlace) -> Vec<Option<(SystemTime, u64)>> {
        let read = self.read.read().unwrap_or_else(PoisonError::into_inner);
        let paths = [
            place.directory().join(PROPERTIES),
            credentials_path(&read.properties),
        ];
        let state = |path: &PathBuf| {
            let metadata = std::fs::metadata(path).ok()?;
            Some((metadata.modified().ok()?, metadata.len()))
        };
        paths.iter().map(state).collect()
    }

    /// Why nobody is let in anywhere.
    pub(super) fn problem(&self) -> Option<String> {
        let read = self.read.read().unwrap_or_else(PoisonError::into_inner);
        read.problem.clone()
    }
}

fn is_windows(server: &Server) -> bool {
    let platform = server.platform.as_deref();
    platform.is_some_and(|platform| platform.eq_ignore_ascii_case("windows"))
}

fn host_of(server: &Server) -> Host {
    let limits = &server.limits;
    let count = |limit: Option<u32>, without| {
        usize::try_from(limit.unwrap_or(without)).unwrap_or(usize::MAX)
    };
    Host {
        name: server.name.clone(),
        kind: match server.kind {
            ServerKind::Ftp => Kind::Ftp,
            ServerKind::Ftps => Kind::Ftps,
            ServerKind::Sftp => Kind::Sftp,
        },
        host: server.host.clone(),
        port: server.port(),
        is_implicit: server.ftps == Some(FtpsKind::Implicit),
        trust_store: server.trust_store.clone(),
        is_windows: match server.list_format {
            Some(format) => format == ListFormat::Windows,
            None => is_windows(server),
        },
        is_active: server.passive_mode == Some(false),
        names: server.control_encoding.clone(),
        limited_write: server.limited_write.unwrap_or(false),
        list_names_max: count(limits.list_names, LIST_NAMES_MAX),
        sessions_max: count(limits.sessions, SESSIONS_MAX),
        timeout: Duration::from_secs(u64::from(limits.socket_timeout_s.unwrap_or(TIMEOUT_S))),
    }
}

fn credential_of(user: &BridgeUser, own: &str) -> Result<Credential, String> {
    let secret = |clear: &Option<String>, cipher: &Option<String>| revealed(clear, cipher);
    let name = secret(&user.server_user, &user.server_user_cipher)?;
    let keys = user.keys.iter().map(|key| {
        let password = secret(&key.password, &key.password_cipher)?;
        Ok((Zeroizing::new(key.key.clone()), password))
    });
    Ok(Credential {
        user: name.map_or_else(|| own.to_owned(), |name| name.as_str().to_owned()),
        password: secret(&user.password, &user.password_cipher)?,
        keys: keys.collect::<Result<_, String>>()?,
        host_key: user.host_key.clone(),
    })
}

impl Servers for BridgeServers {
    fn dialogue(&self) -> Arc<dyn Dialogue> {
        Arc::clone(&self.dialogue)
    }

    fn login(&self, name: &str, user: &str) -> io::Result<Login> {
        let read = self.read.read().unwrap_or_else(PoisonError::into_inner);
        let Some(server) = read.properties.server(name) else {
            let text = match name {
                "" => format!(
                    "{PROPERTIES} has no defaultServer, and the name has no server in front"
                ),
                name => format!("{PROPERTIES} has no server {name}"),
            };
            return Err(io::Error::new(ErrorKind::InvalidInput, text));
        };
        let user = match user {
            "" => own_user(),
            user => user.to_owned(),
        };
        let denied = |text: String| io::Error::new(ErrorKind::PermissionDenied, text);
        let Some(found) = read.credentials.find(&self.agent, &server.name, &user) else {
            return Err(denied(match &read.problem {
                Some(problem) => problem.clone(),
                None => format!(
                    "the credentials have nothing for user {user} at server {}",
                    server.name
                ),
            }));
        };
        let credential = credential_of(found, &user).map_err(denied)?;
        Ok(Login {
            host: host_of(server),
            credential,
        })
    }
}
