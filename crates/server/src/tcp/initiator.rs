//! The channel initiator: makes the connections of channels that send, again and again where it has to.
//!
//! A thread of its own, for names are looked up and connections made here, and both take their time.

use crate::tcp::agents::Order;
use crate::tcp::calling::Calling;
use crate::tcp::edge::Edge;
use crate::tcp::item::{Item, NewSocket};
use crate::tcp::reaching::{Unreached, reach};
use ferromq_channel::{Ended, MessageOffer, Peer, Ping};
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::notices::{AMQ9202, AMQ9248, AMQ9633};
use ferromq_mqi::name::FixedText;
use ferromq_qmgr::Notice;
use ferromq_tls::ClientTls;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::io;
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// Looked around after so long, whatever there is to do.
const LOOK: Duration = Duration::from_secs(60);

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
            Order::Ended(name, Ended::Normally | Ended::CallsBack) | Order::Stop(name) => {
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
            // A requester does not call again by itself, and is not stopped either.
            if definition.kind() != ObjectKind::Requester {
                self.edge.keep_out(name, true);
            }
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
        if let Err(notice) = self.connect(&definition, None) {
            self.edge.notice(notice);
            self.try_again(name);
        }
    }

    /// Makes a connection to see whether the channel could run.
    fn ping(&self, name: &str, ping: Ping) {
        let Some(definition) = self.edge.message_definition(name) else {
            return;
        };
        if let Err(notice) = self.connect(&definition, Some(ping.clone())) {
            ping.tell(Err(notice));
        }
    }

    /// Makes the connection, and gives it to an event loop. Otherwise, what operators are told.
    fn connect(&self, definition: &Definition, ping: Option<Ping>) -> Result<(), Notice> {
        let name = definition.name();
        let channel = name.as_str().trim_end();
        let address = definition.text(Attr::Conname);
        let unreached = |why: &dyn Display| Notice::of(&AMQ9202, &[&channel, &address, why]);
        let local = match definition.get(Attr::Locladdr) {
            Some(Value::Text(local)) => local,
            _ => "",
        };
        let reached = reach(address, local).map_err(|why| match &why {
            Unreached::Nobody(_) => unreached(&why),
            Unreached::NoPlace(_) => Notice::of(&AMQ9248, &[&channel, &why]),
        })?;
        let named = self.edge.settings().named_outbound;
        let secure = self.edge.secure();
        let tls = secure.calling(definition, named, &reached.host);
        let tls = tls.map_err(|why| {
            let partner = format!("'{}' for channel '{channel}'", reached.host);
            let why = why.to_string();
            Notice::of(&AMQ9633, &[&partner, &why.trim_end_matches('.')])
        })?;
        let calling = (definition, tls, ping);
        let handed_over = self.hand_over(reached.stream, calling);
        handed_over.map_err(|why| unreached(&why))
    }

    /// Gives the connection to an event loop.
    fn hand_over(
        &self,
        stream: TcpStream,
        (definition, tls, ping): (&Definition, Option<ClientTls>, Option<Ping>),
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
        let peer_name = definition.text(Attr::Sslpeer).to_owned();
        let calling = Calling::new(Arc::clone(&self.edge), offer, tls, peer_name);
        let new = NewSocket {
            stream,
            address,
            unauthenticated: None,
            protocol: None,
            calling: Some(Box::new(calling)),
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
        _ => (0, 0),
    };
    Retry {
        at: None,
        short_left: u32::try_from(short_left).unwrap_or(0),
        long_left: u32::try_from(long_left).unwrap_or(0),
    }
}
