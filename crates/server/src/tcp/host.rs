//! What the channel of a socket asks of the process.

use crate::tcp::demands;
use crate::tcp::edge::Edge;
use crate::tcp::exits;
use crate::tcp::protocol::Opening;
use crate::tcp::running::{Instance, RunningChannel, TooMany};
use ferromq_channel::{
    Admitted, Applicant, ChannelStatus, Host, Offer, Peer, Refusal, ServerConnection, Verdict,
};
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::notices::{AMQ9513, AMQ9519, AMQ9558};
use ferromq_mqi::notice::Notice as Entry;
use ferromq_mqi::options::{ConnectOptions, Origin};
use ferromq_mqi::{ObjectName, Reason};
use ferromq_qmgr::{Connection, Notice};
use ferromq_wire::control::StatusCode;
use ferromq_wire::initial::{ALGORITHMS_IN_TLS, ALGORITHMS_OF_CLIENTS};
use ferromq_wire::negotiate::ServerOffer;
use ferromq_wire::text::Text;
use std::fmt::Display;
use std::net::IpAddr;
use std::sync::Arc;

/// Product and version as clients show them: `MQMM` is a queue manager, the level is what clients expect.
const PRODUCT_ID: &str = "MQMM09040000";

/// The process, as the channel of one socket sees it.
pub(crate) struct SocketHost {
    edge: Arc<Edge>,
    key: u64,
    address: IpAddr,
    loop_number: usize,
    /// What the TLS handshake found; `None` on a plain socket.
    tls: Option<ferromq_tls::Peer>,
}

impl SocketHost {
    pub(crate) fn new(edge: Arc<Edge>, opening: &Opening<'_>) -> Self {
        Self {
            edge,
            key: opening.key,
            address: opening.address.ip(),
            loop_number: opening.loop_number,
            tls: opening.tls.cloned(),
        }
    }

    /// Whether the socket is as secure as the channel demands.
    fn check_tls(&self, definition: &Definition, address: &str) -> Result<(), Refusal> {
        let checked = demands::check(definition, self.tls.as_ref(), &client_at(address));
        checked.map_err(|unmet| {
            let channel = definition.name();
            let channel = channel.as_str().trim_end();
            unmet.observe(&self.edge, channel, address, self.tls.as_ref());
            self.edge.tell_of(self.address, unmet.notice);
            Refusal::new(unmet.status)
        })
    }

    fn refuse(
        &self,
        notice: &'static Entry,
        values: &[&dyn Display],
        status: StatusCode,
    ) -> Refusal {
        self.edge.tell_of(self.address, Notice::of(notice, values));
        Refusal::new(status)
    }

    /// Too many channels run for this client.
    fn refuse_place(&self, channel_name: &str, address: &str, too_many: TooMany) {
        self.edge.observe_too_many(channel_name, address, too_many);
        let (limit, name) = too_many.limit();
        let client = client_at(address);
        let values: [&dyn Display; 4] = [&channel_name, &client, &limit, &name];
        self.edge
            .tell_of(self.address, Notice::of(&AMQ9513, &values));
    }

    /// The terms of a channel: what it and the queue manager allow.
    fn terms(&self, definition: &ServerConnection, in_tls: bool) -> ServerOffer {
        let q_mgr = self.edge.engine().q_mgr_definition();
        let q_mgr_bytes_max = u32::try_from(q_mgr.int(Attr::Maxmsgl)).unwrap_or(0);
        ServerOffer {
            message_bytes_max: match definition.message_bytes_max {
                0 => q_mgr_bytes_max,
                channel => channel.min(q_mgr_bytes_max),
            },
            conversations_max: definition.conversations_max,
            heartbeat_s: definition.heartbeat_s,
            q_mgr_name: Text::of(self.edge.engine().name().as_str()),
            q_mgr_id: Text::of(q_mgr.text(Attr::Qmid)),
            product_id: Text::of(PRODUCT_ID),
            process_id: std::process::id(),
            algorithms: if in_tls {
                ALGORITHMS_IN_TLS
            } else {
                ALGORITHMS_OF_CLIENTS
            },
            nonce: self.edge.nonce(),
            password_rule: self.edge.settings().password_rule,
            ..ServerOffer::default()
        }
    }
}

/// Who is refused, for people.
fn client_at(address: &str) -> String {
    format!("the client at {address}")
}

impl Host for SocketHost {
    fn offer(&self, channel_name: &str, peer: &Peer) -> Result<Offer, Refusal> {
        let engine = self.edge.engine();
        let Some(defined) = self.edge.definition(channel_name) else {
            let client = format!("a client at {}", peer.address);
            let remedy = "define it with CHLTYPE(SVRCONN), or correct the name in the client";
            let values: [&dyn Display; 3] = [&channel_name, &client, &remedy];
            return Err(self.refuse(&AMQ9519, &values, StatusCode::CHANNEL_NOT_FOUND));
        };
        if self.edge.is_channel_stopped(channel_name) {
            let client = client_at(&peer.address);
            let why = format!("it is stopped; START CHANNEL({channel_name}) lets clients in again");
            let values: [&dyn Display; 3] = [&channel_name, &client, &why];
            return Err(self.refuse(&AMQ9558, &values, StatusCode::CHANNEL_UNAVAILABLE));
        }
        if let Some(notice) = exits::unrunnable(&defined, &client_at(&peer.address)) {
            self.edge.tell_of(self.address, notice);
            return Err(Refusal::new(StatusCode::CHANNEL_UNAVAILABLE));
        }
        self.check_tls(&defined, &peer.address)?;
        let (definition, instances) = Edge::server_connection(&defined);
        let definition = Arc::new(definition);
        let status = Arc::new(ChannelStatus::new(
            Arc::clone(&definition),
            peer.clone(),
            engine.wall_us(),
            engine.monotonic_ns(),
        ));
        let running = RunningChannel {
            instance: Arc::clone(&status) as Arc<dyn Instance>,
            loop_number: self.loop_number,
            local: None,
        };
        let offered = self.edge.offer_channel(self.key, running, instances);
        if let Err(too_many) = offered {
            self.refuse_place(channel_name, &peer.address, too_many);
            return Err(Refusal::new(StatusCode::CHANNEL_UNAVAILABLE));
        }
        Ok(Offer {
            terms: self.terms(&definition, peer.tls.is_some()),
            definition,
            status,
        })
    }

    fn admit(&self, who: &Applicant<'_>, verdict: Verdict) {
        self.edge.admit(who, verdict);
    }

    fn connect(
        &self,
        options: &ConnectOptions,
        origin: Origin,
        admitted: &Admitted,
    ) -> Result<Connection, Reason> {
        let engine = self.edge.engine();
        match &admitted.asked {
            Some(asked) => engine.connect_as(options, origin, asked.clone()),
            None => engine.connect(options, origin),
        }
    }

    fn enter(&self, status: &ChannelStatus) -> Result<(), Reason> {
        self.edge.take_place(self.key).map_err(|too_many| {
            let (definition, peer) = (&status.definition, &status.peer);
            let channel_name = definition.channel_name.as_str().trim_end();
            self.refuse_place(channel_name, &peer.address, too_many);
            Reason::CHANNEL_NOT_AVAILABLE
        })
    }

    fn cancel_wait(&self, asker: &Connection, connection_id: &[u8; 24], reason: Reason) {
        self.edge
            .engine()
            .cancel_wait_for(asker, connection_id, reason);
    }

    fn sent_to(&self, lost: &[u8; 24]) -> Option<ObjectName> {
        let to = self.edge.spread()?.sent_to(lost, self.edge.monotonic_ns());
        to.map(|name| ObjectName::truncated(&name))
    }

    fn leaves(&self, connection_ids: &[[u8; 24]]) {
        if let Some(spread) = self.edge.spread() {
            spread.bar(connection_ids, self.edge.monotonic_ns());
        }
    }

    fn notice(&self, notice: Notice) {
        self.edge.tell_of(self.address, notice);
    }

    fn monotonic_ns(&self) -> u64 {
        self.edge.monotonic_ns()
    }
}
