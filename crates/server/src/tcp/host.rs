//! What the channel of a socket asks of the process.

use crate::tcp::edge::{Edge, RunningChannel, TooMany};
use ferromq_channel::{
    Applicant, ChannelStatus, Host, Offer, Peer, Refusal, ServerConnection, Verdict,
};
use ferromq_mqi::Reason;
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::options::{ConnectOptions, Origin};
use ferromq_qmgr::{Connection, Notice};
use ferromq_wire::control::StatusCode;
use ferromq_wire::negotiate::ServerOffer;
use ferromq_wire::text::Text;
use std::sync::Arc;

/// Product and version as clients show them: `MQMM` is a queue manager, the level is what clients expect.
const PRODUCT_ID: &str = "MQMM09040000";

/// The process, as the channel of one socket sees it.
pub(crate) struct SocketHost {
    edge: Arc<Edge>,
    key: u64,
    loop_number: usize,
}

impl SocketHost {
    pub(crate) fn new(edge: Arc<Edge>, key: u64, loop_number: usize) -> Self {
        Self {
            edge,
            key,
            loop_number,
        }
    }

    fn refuse(&self, number: &'static str, text: String, status: StatusCode) -> Refusal {
        self.edge.notice(Notice { number, text });
        Refusal::new(status)
    }

    /// The terms of a channel: what it and the queue manager allow.
    fn terms(&self, definition: &ServerConnection) -> ServerOffer {
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
            nonce: self.edge.nonce(),
            password_rule: self.edge.settings().password_rule,
            ..ServerOffer::default()
        }
    }
}

impl Host for SocketHost {
    fn offer(&self, channel_name: &str, peer: &Peer) -> Result<Offer, Refusal> {
        let engine = self.edge.engine();
        let Some((definition, instances)) = self.edge.server_connection(channel_name) else {
            let text = format!(
                "Channel '{channel_name}', which a client at {} asked for, is not defined as a \
                 server connection. Define it with CHLTYPE(SVRCONN), or correct the name in the \
                 client.",
                peer.address
            );
            return Err(self.refuse("AMQ9519E", text, StatusCode::CHANNEL_NOT_FOUND));
        };
        if self.edge.is_channel_stopped(channel_name) {
            let text = format!(
                "Channel '{channel_name}' is stopped; a client at {} was refused. START \
                 CHANNEL({channel_name}) lets clients in again.",
                peer.address
            );
            return Err(self.refuse("AMQ9558E", text, StatusCode::CHANNEL_UNAVAILABLE));
        }
        let definition = Arc::new(definition);
        let status = Arc::new(ChannelStatus::new(
            Arc::clone(&definition),
            peer.clone(),
            engine.wall_us(),
            engine.monotonic_ns(),
        ));
        let running = RunningChannel {
            status: Arc::clone(&status),
            loop_number: self.loop_number,
        };
        let admitted = self.edge.admit_channel(self.key, running, instances);
        if let Err(too_many) = admitted {
            let (limit, name) = match too_many {
                TooMany::QueueManager(limit) => (limit, "MaxActiveChannels of the queue manager"),
                TooMany::Channel(limit) => (limit, "MAXINST of the channel"),
                TooMany::Client(limit) => (limit, "MAXINSTC of the channel"),
            };
            let text = format!(
                "Channel '{channel_name}' was refused to a client at {}: {limit} run already, \
                 which is the limit {name}.",
                peer.address
            );
            return Err(self.refuse("AMQ9513E", text, StatusCode::CHANNEL_UNAVAILABLE));
        }
        Ok(Offer {
            terms: self.terms(&definition),
            definition,
            status,
        })
    }

    fn admit(&self, who: &Applicant<'_>, verdict: Verdict) {
        self.edge.admit(who, verdict);
    }

    fn connect(&self, options: &ConnectOptions, origin: Origin) -> Result<Connection, Reason> {
        self.edge.engine().connect(options, origin)
    }

    fn cancel_wait(&self, connection_id: &[u8; 24], reason: Reason) -> bool {
        self.edge.engine().cancel_wait(connection_id, reason)
    }

    fn notice(&self, notice: Notice) {
        self.edge.notice(notice);
    }

    fn monotonic_ns(&self) -> u64 {
        self.edge.monotonic_ns()
    }
}
