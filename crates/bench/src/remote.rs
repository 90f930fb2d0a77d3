//! Connections from a process of their own: over shared memory, or over a socket.

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::host::Road;
use ferromq::engine::{Reply, Request};
use ferromq::{ConnectOptions, Connected};
use ferromq_client::{
    Address, BindingsConnection, ClientChannel, ClientConnection, sleep_for_any,
    sleep_for_any_client,
};
use ferromq_mqi::generated::constants::MQCNO_NO_CONV_SHARING;
use std::fmt;
use std::path::{Path, PathBuf};
use std::task::Poll;
use std::time::Duration;

/// The channel clients of a run connect by.
pub(crate) const CHANNEL: &str = "BENCH.SVRCONN";

/// Where the applications of another process connect. Written as one word for the child.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Entrance {
    /// The socket of the bindings.
    Bindings(PathBuf),
    /// A port on this machine.
    Port(u16),
}

impl fmt::Display for Entrance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bindings(socket) => write!(f, "{}", socket.display()),
            Self::Port(port) => write!(f, "port:{port}"),
        }
    }
}

impl Entrance {
    pub(crate) fn read(word: &Path) -> Self {
        let port = word.to_str().and_then(|word| word.strip_prefix("port:"));
        match port.and_then(|port| port.parse().ok()) {
            Some(port) => Self::Port(port),
            None => Self::Bindings(word.to_owned()),
        }
    }

    /// Connects an application.
    pub(crate) fn connect(&self, sharing: &Sharing) -> Result<Remote, Failure> {
        let mut options = ConnectOptions::default();
        match self {
            Self::Bindings(socket) => BindingsConnection::connect_at(socket, &options)
                .map(|connection| Remote::Bindings(Box::new(connection)))
                .map_err(|error| Failure::Child(error.to_string())),
            Self::Port(port) => {
                let address = Address {
                    host: "127.0.0.1".into(),
                    port: *port,
                };
                let mut channel = ClientChannel::new(CHANNEL, vec![address]);
                channel.conversations_max = sharing.conversations;
                channel.put1_always_sync = true;
                if let Some(tls) = &sharing.tls {
                    channel.cipher_spec = Some(tls.cipher_spec.clone());
                    channel.key_repository = Some(tls.key_repository.clone());
                }
                if sharing.conversations <= 1 {
                    options.options |= MQCNO_NO_CONV_SHARING;
                }
                ClientConnection::connect(&channel, &options)
                    .map(|connection| Remote::Client(Box::new(connection)))
                    .map_err(|error| Failure::Child(error.to_string()))
            }
        }
    }
}

/// How many conversations of clients share a socket.
#[derive(Clone, Debug)]
pub(crate) struct Sharing {
    pub(crate) conversations: u32,
    pub(crate) tls: Option<Tls>,
}

/// TLS of a run: both ends have the same certificate and trust it.
#[derive(Clone, Debug)]
pub(crate) struct Tls {
    pub(crate) cipher_spec: String,
    pub(crate) key_repository: String,
}

impl Tls {
    pub(crate) fn read(arguments: &Arguments) -> Result<Option<Self>, Failure> {
        match (arguments.text("tls"), arguments.text("key-repository")) {
            (None, _) => Ok(None),
            (Some(_), None) => Err(Failure::Usage("--tls needs --key-repository".into())),
            (Some(cipher_spec), Some(file)) => Ok(Some(Self {
                cipher_spec: cipher_spec.to_owned(),
                key_repository: file.to_owned(),
            })),
        }
    }
}

impl Sharing {
    /// Tasks share sockets, unless told otherwise; threads have one each, or they would read for each other.
    pub(crate) fn read(arguments: &Arguments, tasks: bool) -> Result<Self, Failure> {
        let usual = if tasks { 10 } else { 1 };
        let conversations = arguments.number("sharing", usual)?.clamp(1, 9999);
        Ok(Self {
            conversations: conversations as u32,
            tls: Tls::read(arguments)?,
        })
    }
}

/// See the module.
pub(crate) enum Remote {
    Bindings(Box<BindingsConnection>),
    Client(Box<ClientConnection>),
}

impl Connected for Remote {
    fn call(&mut self, request: Request) -> Reply {
        match self {
            Self::Bindings(connection) => connection.call(request),
            Self::Client(connection) => connection.call(request),
        }
    }
}

impl Remote {
    pub(crate) fn start(&mut self, request: Request) -> Poll<Reply> {
        match self {
            Self::Bindings(connection) => connection.start(request),
            Self::Client(connection) => connection.start(request),
        }
    }

    pub(crate) fn poll(&mut self) -> Poll<Reply> {
        match self {
            Self::Bindings(connection) => connection.poll(),
            Self::Client(connection) => connection.poll(),
        }
    }

    /// True when looking for answers again and again costs no system call, so that it pays to do so for a
    /// while before a sleep.
    pub(crate) fn is_cheap_to_poll(&self) -> bool {
        matches!(self, Self::Bindings(_))
    }
}

/// Sleeps until one of the connections, all of one kind, may have an answer.
pub(crate) fn sleep_for_any_remote<'a>(
    remotes: impl Iterator<Item = &'a mut Remote>,
    timeout: Option<Duration>,
) {
    let (mut bindings, mut clients) = (Vec::new(), Vec::new());
    for remote in remotes {
        match remote {
            Remote::Bindings(connection) => bindings.push(connection.as_mut()),
            Remote::Client(connection) => clients.push(connection.as_mut()),
        }
    }
    if clients.is_empty() {
        sleep_for_any(bindings.into_iter(), timeout);
    } else {
        sleep_for_any_client(clients.into_iter(), timeout);
    }
}

/// The entrance of a road, or `None` where its applications are in this process.
pub(crate) fn entrance(
    road: Road,
    host: &mut crate::host::Host,
) -> Result<Option<Entrance>, Failure> {
    Ok(match road {
        Road::Embedded => None,
        Road::Bindings => {
            host.serve()?;
            Some(Entrance::Bindings(host.socket()))
        }
        Road::Client => Some(Entrance::Port(host.listen()?)),
    })
}
