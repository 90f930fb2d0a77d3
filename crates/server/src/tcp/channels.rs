//! MQ channels on sockets.

use crate::tcp::edge::Edge;
use crate::tcp::host::SocketHost;
use crate::tcp::message_host::AgentHost;
use crate::tcp::plan::Attempt;
use crate::tcp::protocol::{Opener, Opening, Phase, Protocol, Standing};
use ferromq_channel::{Ending, Leave, MessageChannel, MessageOffer, Peer, ServerChannel, TlsPeer};
use ferromq_log::Lsn;
use ferromq_wire::Kind;
use ferromq_wire::head::PLAIN_BYTES;
use ferromq_wire::initial::capability;
use std::io::IoSlice;
use std::sync::Arc;
use std::task::Waker;

/// The protocol of MQ channels. Which one is wanted, and so what is behind it, its first segment says.
pub(crate) struct Channels {
    edge: Arc<Edge>,
}

impl Channels {
    pub(crate) fn new(edge: Arc<Edge>) -> Self {
        Self { edge }
    }
}

impl Opener for Channels {
    fn name(&self) -> &'static str {
        "MQ channel"
    }

    fn first_bytes(&self) -> &'static [u8] {
        b"TSH"
    }

    fn open(&self, opening: Opening<'_>) -> Box<dyn Protocol> {
        let peer = Peer {
            address: opening.address.ip().to_canonical().to_string(),
            port: opening.address.port(),
            tls: opening.tls.map(tls_peer),
        };
        let unknown = Unknown {
            host: SocketHost::new(Arc::clone(&self.edge), &opening),
            agent: AgentHost::new(Arc::clone(&self.edge), &opening, None),
            peer,
            wakers: opening.wakers,
            bytes: Vec::new(),
        };
        Box::new(Called::Unknown(Some(Box::new(unknown))))
    }
}

/// The agent of a channel for which this end has made the connection.
pub(crate) fn calling(
    edge: &Arc<Edge>,
    opening: &Opening<'_>,
    offer: MessageOffer,
    attempt: Option<Attempt>,
) -> Box<dyn Protocol> {
    let peer = offer.status.peer.clone();
    let host = AgentHost::new(Arc::clone(edge), opening, attempt);
    let channel = MessageChannel::calling(Arc::new(host), peer, (opening.wakers)(0), offer);
    Box::new(AgentSocket(channel))
}

/// Initial data begin behind this many bytes, and say behind so many more whose channel it is.
const INITIAL_AT: usize = PLAIN_BYTES;
const CAPABILITIES_AT: usize = INITIAL_AT + 5;

/// A channel somebody has called: of a client, or between queue managers, as its first segment says.
enum Called {
    /// Not enough of it has come.
    Unknown(Option<Box<Unknown>>),
    Known(Box<dyn Protocol>),
}

struct Unknown {
    host: SocketHost,
    agent: AgentHost,
    peer: Peer,
    wakers: Arc<dyn Fn(u32) -> Waker + Send + Sync>,
    bytes: Vec<u8>,
}

impl Unknown {
    /// Whether a client is at the other end, once that can be told. What is no initial data is left to the clients' side, which
    /// says so.
    fn is_client(&self) -> Option<bool> {
        let bytes = &self.bytes[..];
        let kind = bytes.get(9).copied();
        if kind.is_some_and(|kind| kind != Kind::Initial.code()) {
            return Some(true);
        }
        let capabilities = bytes.get(CAPABILITIES_AT)?;
        let named = bytes.get(INITIAL_AT..INITIAL_AT + 4);
        let is_initial = bytes.starts_with(b"TSH ") && named == Some(&b"ID  "[..]);
        Some(!is_initial || capabilities & capability::MQI != 0)
    }

    fn open(self) -> Box<dyn Protocol> {
        let mut known: Box<dyn Protocol> = match self.is_client() {
            Some(false) => {
                let host = Arc::new(self.agent);
                let waker = (self.wakers)(0);
                Box::new(AgentSocket(MessageChannel::called(host, self.peer, waker)))
            }
            _ => Box::new(ServerChannel::new(
                Arc::new(self.host),
                self.peer,
                self.wakers,
            )),
        };
        known.receive(&self.bytes);
        known
    }
}

impl Called {
    fn known(&self) -> Option<&dyn Protocol> {
        match self {
            Self::Unknown(_) => None,
            Self::Known(known) => Some(known.as_ref()),
        }
    }

    fn known_mut(&mut self) -> Option<&mut Box<dyn Protocol>> {
        match self {
            Self::Unknown(_) => None,
            Self::Known(known) => Some(known),
        }
    }
}

impl Protocol for Called {
    fn receive(&mut self, bytes: &[u8]) {
        match self {
            Self::Known(known) => known.receive(bytes),
            Self::Unknown(unknown) => {
                let Some(found) = unknown else {
                    return;
                };
                found.bytes.extend_from_slice(bytes);
                if found.is_client().is_some()
                    && let Some(found) = unknown.take()
                {
                    *self = Self::Known(found.open());
                }
            }
        }
    }

    fn resume(&mut self, slot: u32) {
        if let Some(known) = self.known_mut() {
            known.resume(slot);
        }
    }

    fn tick(&mut self, now_ns: u64) {
        if let Some(known) = self.known_mut() {
            known.tick(now_ns);
        }
    }

    fn end(&mut self, how: Ending) {
        match self {
            Self::Known(known) => known.end(how),
            // Nobody knows yet what it is for: it is over.
            Self::Unknown(unknown) => *unknown = None,
        }
    }

    fn leave(&mut self, leave: &Leave) {
        if let Some(known) = self.known_mut() {
            known.leave(leave);
        }
    }

    fn deadline_ns(&self) -> Option<u64> {
        self.known()?.deadline_ns()
    }

    fn take_force_wanted(&mut self) -> Option<Lsn> {
        self.known_mut()?.take_force_wanted()
    }

    fn queued_bytes(&self) -> usize {
        self.known().map_or(0, Protocol::queued_bytes)
    }

    fn queued<'a>(&'a self, pieces: &mut [IoSlice<'a>], bytes_max: usize) -> usize {
        match self {
            Self::Unknown(_) => 0,
            Self::Known(known) => known.queued(pieces, bytes_max),
        }
    }

    fn sent(&mut self, bytes: usize) {
        if let Some(known) = self.known_mut() {
            known.sent(bytes);
        }
    }

    fn wants_input(&self) -> bool {
        self.known().is_none_or(Protocol::wants_input)
    }

    fn phase(&self) -> Phase {
        match self {
            Self::Unknown(None) => Phase::Over {
                has_last_words: false,
            },
            Self::Unknown(Some(_)) => Phase::Running,
            Self::Known(known) => known.phase(),
        }
    }

    fn standing(&self) -> Standing {
        self.known().map_or(Standing::Unknown, Protocol::standing)
    }

    fn keep_alive_s(&self) -> Option<u32> {
        self.known()?.keep_alive_s()
    }
}

/// The agent of a channel between queue managers. With its socket its connection is gone.
struct AgentSocket(MessageChannel);

impl Drop for AgentSocket {
    fn drop(&mut self) {
        self.0.lost();
    }
}

impl Protocol for AgentSocket {
    fn receive(&mut self, bytes: &[u8]) {
        self.0.receive(bytes);
    }

    fn resume(&mut self, _: u32) {
        self.0.resume();
    }

    fn tick(&mut self, now_ns: u64) {
        self.0.tick(now_ns);
    }

    fn end(&mut self, how: Ending) {
        self.0.end(how);
    }

    fn deadline_ns(&self) -> Option<u64> {
        self.0.deadline_ns()
    }

    fn take_force_wanted(&mut self) -> Option<Lsn> {
        self.0.take_force_wanted()
    }

    fn queued_bytes(&self) -> usize {
        self.0.queue().queued_bytes()
    }

    fn queued<'a>(&'a self, pieces: &mut [IoSlice<'a>], bytes_max: usize) -> usize {
        self.0.queue().pieces(pieces, bytes_max)
    }

    fn sent(&mut self, bytes: usize) {
        self.0.outbound().advance(bytes);
        if let Some(status) = self.0.status() {
            let segments = self.0.queue().segments();
            status.activity.count_sent(bytes as u64, segments);
        }
    }

    fn wants_input(&self) -> bool {
        self.0.wants_input()
    }

    fn phase(&self) -> Phase {
        match self.0.is_over() {
            true => Phase::Over {
                has_last_words: self.0.has_last_words(),
            },
            false => Phase::Running,
        }
    }

    fn standing(&self) -> Standing {
        if self.0.is_agreed() {
            Standing::LoggedOn
        } else if self.0.status().is_some() {
            Standing::Named
        } else {
            Standing::Unknown
        }
    }

    fn keep_alive_s(&self) -> Option<u32> {
        self.0.keep_alive_s()
    }
}

impl Protocol for ServerChannel {
    fn receive(&mut self, bytes: &[u8]) {
        Self::receive(self, bytes);
    }

    fn resume(&mut self, slot: u32) {
        Self::resume(self, slot);
    }

    fn tick(&mut self, now_ns: u64) {
        Self::tick(self, now_ns);
    }

    fn end(&mut self, how: Ending) {
        Self::end(self, how);
    }

    fn leave(&mut self, leave: &Leave) {
        Self::leave(self, leave);
    }

    fn deadline_ns(&self) -> Option<u64> {
        Self::deadline_ns(self)
    }

    fn take_force_wanted(&mut self) -> Option<Lsn> {
        Self::take_force_wanted(self)
    }

    fn queued_bytes(&self) -> usize {
        self.queue().queued_bytes()
    }

    fn queued<'a>(&'a self, pieces: &mut [IoSlice<'a>], bytes_max: usize) -> usize {
        self.queue().pieces(pieces, bytes_max)
    }

    fn sent(&mut self, bytes: usize) {
        self.outbound().advance(bytes);
        if let Some(status) = self.status() {
            let segments = self.queue().segments();
            status.activity.count_sent(bytes as u64, segments);
        }
    }

    fn wants_input(&self) -> bool {
        Self::wants_input(self)
    }

    fn phase(&self) -> Phase {
        if self.is_over() {
            let has_last_words = self.has_last_words();
            Phase::Over { has_last_words }
        } else if self.awaits_answers() {
            Phase::Ending
        } else {
            Phase::Running
        }
    }

    fn standing(&self) -> Standing {
        if self.is_logged_on() {
            Standing::LoggedOn
        } else if self.awaits_verdict() {
            Standing::AwaitsVerdict
        } else if self.status().is_some() {
            Standing::Named
        } else {
            Standing::Unknown
        }
    }

    fn keep_alive_s(&self) -> Option<u32> {
        Self::keep_alive_s(self)
    }
}

/// What displays and records are told of a handshake.
pub(crate) fn tls_peer(peer: &ferromq_tls::Peer) -> TlsPeer {
    TlsPeer {
        cipher_spec: peer.cipher_spec.name.to_owned(),
        certificate: peer.certificate.as_ref().map(|it| it.names.clone()),
    }
}
