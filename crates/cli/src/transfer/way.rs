//! How an agent or a command reaches a queue manager: on this machine, or as a client.

use super::client_road::ClientRoad;
use super::credentials::Secrets;
use crate::connection::{self, Right, installation};
use crate::failure::Failure;
use ferromq_client::{
    ChannelSource, ClientChannel, ConnectFailure, KeyPassword, Password, mqserver,
};
use ferromq_mqi::Reason;
use ferromq_mqi::session;
use ferromq_transfer::generated::notices::{BFGCL9518, BFGCL9563, BFGCL9565};
use ferromq_transfer::properties::{
    AgentProperties, CommandProperties, CoordinationProperties, LoggerProperties,
};
use std::path::PathBuf;

/// What properties say of a queue manager and the way to it.
#[derive(Clone, Debug)]
pub(super) struct Way {
    pub(super) q_mgr: String,
    /// Where it is; none on this machine.
    pub(super) host: Option<String>,
    pub(super) port: u16,
    pub(super) channel: String,
    standby: Option<String>,
    /// File of users and passwords; that in the home of the user without.
    credentials: Option<PathBuf>,
    cipher_spec: Option<String>,
    peer_name: Option<String>,
    key_store: Store,
    trust_store: Store,
}

/// A file of keys or certificates.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Store {
    path: Option<String>,
    /// File of its password.
    credentials: Option<PathBuf>,
}

/// A [`Way`] by properties; the same ones have other names in each file.
macro_rules! way_of {
    ($file:ident: $q_mgr:ident $host:ident $port:ident $channel:ident $standby:ident $credentials:ident
     $cipher_spec:ident $peer_name:ident $key:ident $key_credentials:ident $trust:ident $trust_credentials:ident) => {
        Way {
            q_mgr: $file.$q_mgr().unwrap_or_default().to_owned(),
            host: $file.$host().map(str::to_owned),
            port: $file.$port(),
            channel: $file.$channel().to_owned(),
            standby: $file.$standby().map(str::to_owned),
            credentials: $file.$credentials().map(PathBuf::from),
            cipher_spec: $file.$cipher_spec().map(str::to_owned),
            peer_name: $file.$peer_name().map(str::to_owned),
            key_store: Store {
                path: $file.$key().map(str::to_owned),
                credentials: $file.$key_credentials().map(PathBuf::from),
            },
            trust_store: Store {
                path: $file.$trust().map(str::to_owned),
                credentials: $file.$trust_credentials().map(PathBuf::from),
            },
        }
    };
}

impl Way {
    pub(super) fn of_agent(file: &AgentProperties) -> Self {
        way_of!(file: agent_q_mgr agent_q_mgr_host agent_q_mgr_port agent_q_mgr_channel agent_q_mgr_standby agent_q_mgr_credentials_file
            agent_ssl_cipher_spec agent_ssl_peer_name agent_ssl_key_store agent_ssl_key_store_credentials_file agent_ssl_trust_store
            agent_ssl_trust_store_credentials_file)
    }

    pub(super) fn of_coordination(file: &CoordinationProperties) -> Self {
        way_of!(file: q_mgr host port channel standby credentials_file ssl_cipher_spec ssl_peer_name ssl_key_store
            ssl_key_store_credentials_file ssl_trust_store ssl_trust_store_credentials_file)
    }

    pub(super) fn of_commands(file: &CommandProperties) -> Self {
        way_of!(file: q_mgr host port channel standby credentials_file ssl_cipher_spec ssl_peer_name ssl_key_store
            ssl_key_store_credentials_file ssl_trust_store ssl_trust_store_credentials_file)
    }

    pub(super) fn of_logger(file: &LoggerProperties) -> Self {
        let mut way = way_of!(file: q_mgr host port channel standby credentials_file ssl_cipher_spec ssl_peer_name ssl_key_store
            ssl_key_store_credentials_file ssl_trust_store ssl_trust_store_credentials_file);
        way.cipher_spec = way
            .cipher_spec
            .or(file.ssl_cipher_suite().map(str::to_owned));
        way
    }

    /// Whether there is a file of users and passwords: one that is named, or that in the home of the user.
    pub(super) fn has_credentials(&self) -> bool {
        self.credentials.is_some() || Secrets::are_at_home()
    }

    /// The way can be understood, and so can its files.
    pub(super) fn check(&self) -> Result<(), Failure> {
        let secrets = Secrets::read(self.credentials.as_deref())?;
        self.source(&secrets).map(drop)
    }

    /// Connects, as this user or as the one that was given.
    pub(super) fn connect(
        &self,
        program: &str,
        given: Option<&Password>,
        is_agent: bool,
    ) -> Result<Box<dyn session::Connected>, NotConnected> {
        let secrets = Secrets::read(self.credentials.as_deref()).map_err(NotConnected::Here)?;
        let password = match given {
            Some(given) => Some(given.clone()),
            None => secrets.password(&self.q_mgr).map_err(NotConnected::Here)?,
        };
        let connected = match self.source(&secrets).map_err(NotConnected::Here)? {
            None => {
                let installation = installation().map_err(NotConnected::Here)?;
                let right = match &password {
                    None if is_agent => Right::OfLongMessages,
                    password => Right::Of(password.as_ref()),
                };
                connection::road(&installation, &self.q_mgr, program, right)
            }
            Some(source) => ClientRoad::connect(source, &self.q_mgr, program, password)
                .map(|road| Box::new(road) as Box<dyn session::Connected>),
        };
        connected.map_err(NotConnected::There)
    }

    /// The channel of a client; none over bindings.
    fn source(&self, secrets: &Secrets) -> Result<Option<ChannelSource>, Failure> {
        let Some(host) = &self.host else {
            return Ok(None);
        };
        let mut places = format!("{host}({})", self.port);
        if let Some(standby) = &self.standby {
            places = format!("{places},{standby}");
        }
        let channel = mqserver(&format!("{}/TCP/{places}", self.channel));
        let mut channel = channel
            .map_err(|failure| Failure::text(format!("{}\n", BFGCL9518.line(&[&failure])), 1))?;
        self.secure(&mut channel, secrets)?;
        Ok(Some(ChannelSource::One(Box::new(channel))))
    }

    fn secure(&self, channel: &mut ClientChannel, secrets: &Secrets) -> Result<(), Failure> {
        let Some(cipher_spec) = &self.cipher_spec else {
            return Ok(());
        };
        channel.cipher_spec = Some(cipher_spec.clone());
        channel.peer_name.clone_from(&self.peer_name);
        let (key, trust) = (&self.key_store, &self.trust_store);
        // One of them alone is both.
        if let Some(path) = key.path.as_ref().or(trust.path.as_ref()) {
            let store = if key.path.is_some() { key } else { trust };
            channel.key_repository = Some(path.clone());
            channel.key_password = store.password(path, secrets)?;
        }
        if let (Some(own), Some(trusted)) = (&key.path, &trust.path)
            && own != trusted
        {
            channel.trust_repository = Some(trusted.clone());
            channel.trust_password = trust.password(trusted, secrets)?;
        }
        Ok(())
    }
}

impl Store {
    /// The password of its file: from the file of passwords it has, or from where those of queue managers are.
    fn password(&self, path: &str, secrets: &Secrets) -> Result<Option<KeyPassword>, Failure> {
        match &self.credentials {
            Some(file) => Secrets::read(Some(file))?.of_file(path),
            None => secrets.of_file(path),
        }
    }
}

/// Why there is no connection.
pub(super) enum NotConnected {
    /// Files of this machine do not allow it.
    Here(Failure),
    /// The queue manager does not, or cannot be reached.
    There(ConnectFailure),
}

impl NotConnected {
    /// As a command tells it.
    pub(super) fn failure(self, way: &Way) -> Failure {
        let q_mgr = &way.q_mgr;
        match self {
            Self::Here(failure) => failure,
            Self::There(failure) if failure.reason == Reason::NOT_AUTHORIZED => {
                let text = format!("{}\n", BFGCL9563.line(&[q_mgr, &failure]));
                Failure::text(text, 1)
            }
            Self::There(failure) if way.host.is_some() => {
                let text = format!("{}\n", BFGCL9565.line(&[q_mgr, &failure]));
                Failure::text(text, 1)
            }
            Self::There(failure) => connection::not_connected(q_mgr, &failure).with_code(1),
        }
    }
}
