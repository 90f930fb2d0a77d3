//! The channel initiator: makes the connections of channels that send, again and again where it has to.
//!
//! A thread of its own, for names are looked up and connections made here, and both take their time.

use crate::tcp::edge::Edge;
use crate::tcp::item::{Item, NewSocket};
use ferromq_channel::{Ended, MessageOffer, Peer, Ping};
use ferromq_mqi::Reason;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::notices::AMQ9202;
use ferromq_mqi::name::FixedText;
use ferromq_mqi::options::Origin;
use ferromq_qmgr::{AskedUser, Notice};
use std::collections::BTreeMap;
use std::io;
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// How long a connection may take to be made.
const CONNECT_MAX: Duration = Duration::from_secs(20);
/// Looked around after so long, whatever there is to do.
const LOOK: Duration = Duration::from_secs(60);
/// Port of a `CONNAME` without one.
const PORT: u16 = 1414;

/// What the initiator is told.
pub(crate) enum Order {
    /// The channel is to run.
    Start(String),
    /// It runs.
    Running(String),
    /// It has ended.
    Ended(String, Ended),
    /// It is not to be tried any more.
    Stop(String),
    /// It is to be tried whether it could run.
    Ping(String, Ping),
    End,
}

/// What agents of channels need of the process, wherever they run.
pub(crate) struct Agents {
    /// The channel initiator.
    pub(crate) initiator: mpsc::Sender<Order>,
    /// Whom connections of the queue manager's own act for, or why the system does not say.
    pub(crate) own: Result<(Origin, AskedUser), Reason>,
}

/// What is still to be tried of a channel that failed.
struct Retry {
    at: Option<Instant>,
    short_left: u32,
    long_left: u32,
}

/// See the module.
pub(crate) struct Initiator {
    edge: Arc<Edge>,
    orders: Receiver<Order>,
    /// Channels that are to run: those that do, and those that are tried again.
    channels: BTreeMap<String, Retry>,
}

impl Initiator {
    pub(crate) fn new(edge: Arc<Edge>, orders: Receiver<Order>) -> Self {
        Self {
            edge,
            orders,
            channels: BTreeMap::new(),
        }
    }

    /// The body of the thread.
    pub(crate) fn run(mut self) {
        loop {
            let due = self.channels.values().filter_map(|retry| retry.at).min();
            let wait = due.map_or(LOOK, |at| at.saturating_duration_since(Instant::now()));
            match self.orders.recv_timeout(wait.min(LOOK)) {
                Ok(Order::End) | Err(RecvTimeoutError::Disconnected) => return,
                Ok(order) => self.take(order),
                Err(RecvTimeoutError::Timeout) => {}
            }
            let now = Instant::now();
            let is_due = |retry: &Retry| retry.at.is_some_and(|at| at <= now);
            let due: Vec<String> = self
                .channels
                .iter()
                .filter(|(_, retry)| is_due(retry))
                .map(|(name, _)| name.clone())
                .collect();
            for name in due {
                self.call(&name);
            }
        }
    }

    fn take(&mut self, order: Order) {
        match order {
            Order::Start(name) => {
                if let Some(definition) = self.edge.message_definition(&name) {
                    let retry = Retry {
                        at: Some(Instant::now()),
                        ..fresh(&definition)
                    };
                    self.channels.insert(name, retry);
                }
            }
            Order::Running(name) => {
                if let Some(retry) = self.channels.get_mut(&name)
                    && let Some(definition) = self.edge.message_definition(&name)
                {
                    *retry = fresh(&definition);
                }
            }
            Order::Ended(name, Ended::WithFault) => self.try_again(&name),
            Order::Ended(name, Ended::Normally) | Order::Stop(name) => {
                self.channels.remove(&name);
            }
            Order::Ping(name, ping) => self.ping(&name, ping),
            Order::End => {}
        }
    }

    /// A channel failed: it is tried again after a while, if it is to run and there are attempts left.
    fn try_again(&mut self, name: &str) {
        let Some(definition) = self.edge.message_definition(name) else {
            self.channels.remove(name);
            return;
        };
        let Some(retry) = self.channels.get_mut(name) else {
            return;
        };
        let seconds = if retry.short_left > 0 {
            retry.short_left -= 1;
            definition.int(Attr::Shorttmr)
        } else if retry.long_left > 0 {
            retry.long_left -= 1;
            definition.int(Attr::Longtmr)
        } else {
            self.channels.remove(name);
            self.edge.keep_out(name, true);
            return;
        };
        let wait = Duration::from_secs(u64::try_from(seconds).unwrap_or(0));
        retry.at = Some(Instant::now() + wait);
    }

    /// Makes the connection of a channel.
    fn call(&mut self, name: &str) {
        if let Some(retry) = self.channels.get_mut(name) {
            retry.at = None;
        }
        let Some(definition) = self.edge.message_definition(name) else {
            self.channels.remove(name);
            return;
        };
        let address = definition.text(Attr::Conname);
        match connect(address) {
            Ok(stream) => {
                if let Err(error) = self.hand_over(stream, &definition, None) {
                    self.refuse(name, address, &error);
                }
            }
            Err(error) => self.refuse(name, address, &error),
        }
    }

    /// Makes a connection to see whether the channel could run.
    fn ping(&self, name: &str, ping: Ping) {
        let Some(definition) = self.edge.message_definition(name) else {
            return;
        };
        let address = definition.text(Attr::Conname);
        let begun = connect(address)
            .and_then(|stream| self.hand_over(stream, &definition, Some(ping.clone())));
        if let Err(error) = begun {
            ping.tell(Err(Notice::of(&AMQ9202, &[&name, &address, &error])));
        }
    }

    fn refuse(&mut self, name: &str, address: &str, error: &io::Error) {
        let notice = Notice::of(&AMQ9202, &[&name, &address, error]);
        self.edge.notice(notice);
        self.try_again(name);
    }

    /// Gives the connection to an event loop.
    fn hand_over(
        &self,
        stream: TcpStream,
        definition: &Definition,
        ping: Option<Ping>,
    ) -> io::Result<()> {
        let address = stream.peer_addr()?;
        let peer = Peer {
            address: address.ip().to_canonical().to_string(),
            port: address.port(),
            tls: None,
        };
        let offer = MessageOffer {
            ping,
            ..self.edge.message_offer(definition, &peer, FixedText::BLANK)
        };
        let new = NewSocket {
            stream,
            address,
            unauthenticated: None,
            protocol: None,
            calling: Some(Box::new(offer)),
        };
        self.edge.inbox(self.edge.place()).send(Item::Adopt(new));
        Ok(())
    }
}

fn fresh(definition: &Definition) -> Retry {
    let (short_left, long_left) = match definition.kind() {
        ObjectKind::Sender | ObjectKind::Server => (
            definition.int(Attr::Shortrty),
            definition.int(Attr::Longrty),
        ),
        // A requester does not call again by itself.
        _ => (0, 0),
    };
    Retry {
        at: None,
        short_left: u32::try_from(short_left).unwrap_or(0),
        long_left: u32::try_from(long_left).unwrap_or(0),
    }
}

/// Connects to the first of a list of addresses that takes the connection: `host(port),host(port)`.
fn connect(list: &str) -> io::Result<TcpStream> {
    let mut failed = io::Error::new(io::ErrorKind::InvalidInput, "CONNAME is blank");
    for one in list.split(',').map(str::trim).filter(|one| !one.is_empty()) {
        let (host, port) = match one.strip_suffix(')').and_then(|it| it.split_once('(')) {
            Some((host, port)) => (host.trim(), port.trim().parse().ok()),
            None => (one, Some(PORT)),
        };
        let Some(port) = port else {
            let text = format!("'{one}' is no address");
            failed = io::Error::new(io::ErrorKind::InvalidInput, text);
            continue;
        };
        match (host, port).to_socket_addrs() {
            Ok(addresses) => {
                for address in addresses {
                    match TcpStream::connect_timeout(&address, CONNECT_MAX) {
                        Ok(stream) => return Ok(stream),
                        Err(error) => failed = error,
                    }
                }
            }
            Err(error) => failed = error,
        }
    }
    Err(failed)
}
