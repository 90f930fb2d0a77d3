//! Channels between queue managers: their definitions as agents take them, and what an agent asks of the process.

use crate::tcp::edge::Edge;
use crate::tcp::initiator::Order;
use crate::tcp::running::{Instances, RunningChannel};
use ferromq_channel::{
    Ended, MessageChannelDefinition, MessageChannelStatus, MessageHost, MessageOffer, Peer, Refusal,
};
use ferromq_mqi::Reason;
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::{MQCHLA_ENABLED, MQNPMS_FAST, MQUSEDLQ_YES};
use ferromq_mqi::generated::notices::{AMQ9502, AMQ9514, AMQ9520, AMQ9534, FMQ0182};
use ferromq_mqi::name::{FixedText, ObjectName};
use ferromq_mqi::notice::Notice as Entry;
use ferromq_mqi::options::ConnectOptions;
use ferromq_mqi::xa::Xid;
use ferromq_qmgr::{Connection, Notice};
use ferromq_wire::control::StatusCode;
use ferromq_wire::initial::{Initial, capability};
use ferromq_wire::negotiate::MessageTerms;
use ferromq_wire::text::Text;
use std::fmt::Display;
use std::sync::Arc;

/// Product and version, as for clients.
const PRODUCT_ID: &str = "MQMM09040000";

/// The process, as the agent of one socket sees it.
pub(crate) struct AgentHost {
    edge: Arc<Edge>,
    key: u64,
    loop_number: usize,
}

impl AgentHost {
    pub(crate) fn new(edge: Arc<Edge>, key: u64, loop_number: usize) -> Self {
        Self {
            edge,
            key,
            loop_number,
        }
    }

    fn refuse(&self, code: StatusCode, entry: &'static Entry, values: &[&dyn Display]) -> Refusal {
        self.edge.notice(Notice::of(entry, values));
        Refusal::new(code)
    }
}

impl MessageHost for AgentHost {
    fn offer(
        &self,
        channel_name: &str,
        partner: &Initial,
        peer: &Peer,
    ) -> Result<MessageOffer, Refusal> {
        let (name, address) = (channel_name.trim_end(), &peer.address);
        let Some(definition) = self.edge.message_definition(name) else {
            return Err(self.refuse(StatusCode::CHANNEL_NOT_FOUND, &AMQ9520, &[&name, address]));
        };
        let requested = partner.capabilities & capability::REQUESTS != 0;
        let fits = match definition.kind() {
            ObjectKind::Receiver | ObjectKind::Requester => !requested,
            ObjectKind::Server => requested,
            _ => false,
        };
        if !fits {
            return Err(self.refuse(StatusCode::CHANNEL_TYPE, &AMQ9502, &[&name]));
        }
        if self.edge.is_channel_stopped(name) {
            let code = StatusCode::CHANNEL_UNAVAILABLE;
            return Err(self.refuse(code, &AMQ9534, &[&name, address]));
        }
        // Records for queue managers are not judged yet, and what none has let in stays outside.
        let q_mgr = self.edge.engine();
        let is_judged = q_mgr.q_mgr_int(Attr::Chlauth) == MQCHLA_ENABLED;
        let acts_for = !definition.text(Attr::Mcauser).is_empty();
        let wants_tls = !definition.text(Attr::Sslciph).is_empty() || peer.tls.is_some();
        if is_judged || acts_for || wants_tls {
            return Err(self.refuse(StatusCode::SECURITY, &FMQ0182, &[&name, address]));
        }
        let partner_name = partner.q_mgr_name.name();
        if self
            .edge
            .is_message_channel_running(name, partner_name.as_str())
        {
            // The one there is may be an orphan: it goes, and the partner comes again.
            let code = StatusCode::CHANNEL_UNAVAILABLE;
            self.edge.end_message_channel(name, partner_name.as_str());
            return Err(self.refuse(code, &AMQ9514, &[&name]));
        }
        let offer = self.edge.message_offer(&definition, peer);
        offer.status.set_partner(partner_name.as_str());
        self.edge
            .run_message_channel(self.key, self.loop_number, &offer)
            .map_err(|()| Refusal::new(StatusCode::CHANNEL_UNAVAILABLE))?;
        Ok(offer)
    }

    fn connect(&self, offer: &MessageOffer) -> Result<Connection, Reason> {
        let name = offer.definition.channel_name.as_str().trim_end();
        self.edge.order(Order::Running(name.to_owned()));
        self.edge.connect_agent()
    }

    fn in_doubt(&self) -> Vec<Xid> {
        self.edge.promises()
    }

    fn dead_letter_queue(&self) -> ObjectName {
        let q_mgr = self.edge.engine().q_mgr_definition();
        ObjectName::truncated(q_mgr.text(Attr::Deadq))
    }

    fn ended(&self, offer: &MessageOffer, how: Ended) {
        let name = offer.definition.channel_name.as_str().trim_end();
        self.edge.order(Order::Ended(name.to_owned(), how));
    }

    fn notice(&self, notice: Notice) {
        self.edge.notice(notice);
    }

    fn monotonic_ns(&self) -> u64 {
        self.edge.monotonic_ns()
    }

    fn wall_us(&self) -> u64 {
        self.edge.engine().wall_us()
    }
}

impl Edge {
    /// The definition of the message channel of this name.
    pub(crate) fn message_definition(&self, channel_name: &str) -> Option<Definition> {
        let name = ObjectName::truncated(channel_name);
        let kinds = ObjectKind::ALL.into_iter();
        let mut kinds = kinds.filter(|kind| kind.is_message_channel());
        kinds.find_map(|kind| self.engine().definition(kind, &name))
    }

    /// What an agent runs by.
    pub(crate) fn message_offer(&self, definition: &Definition, peer: &Peer) -> MessageOffer {
        // Not every type has every attribute.
        let number = |attr| match definition.get(attr) {
            Some(Value::Int(number)) => u32::try_from(*number).unwrap_or(0),
            _ => 0,
        };
        let transmission_queue = match definition.get(Attr::Xmitq) {
            Some(Value::Text(name)) => ObjectName::truncated(name),
            _ => ObjectName::BLANK,
        };
        let name = definition.name();
        let q_mgr = self.engine().q_mgr_definition();
        let of_q_mgr = |attr| u32::try_from(q_mgr.int(attr)).unwrap_or(0);
        let channel = MessageChannelDefinition {
            channel_name: FixedText::truncated(name.as_str()),
            kind: definition.kind(),
            transmission_queue,
            batch_bytes_max: u64::from(number(Attr::Batchlim)) * 1024,
            batch_interval_ms: number(Attr::Batchint),
            probe_ms: number(Attr::Batchhb),
            disconnect_s: number(Attr::Discint),
            put_retries: number(Attr::Mrrty),
            put_retry_ms: number(Attr::Mrtmr),
            uses_dead_letter_queue: definition.int(Attr::Usedlq) == MQUSEDLQ_YES,
            keep_alive_s: u32::try_from(definition.int(Attr::Kaint)).ok(),
        };
        let batch = number(Attr::Batchsz).min(of_q_mgr(Attr::Maxumsgs));
        let terms = MessageTerms {
            channel_name: Text::of(name.as_str()),
            batch_messages_max: u16::try_from(batch).unwrap_or(u16::MAX).max(1),
            message_bytes_max: match number(Attr::Maxmsgl) {
                0 => of_q_mgr(Attr::Maxmsgl),
                channel => channel.min(of_q_mgr(Attr::Maxmsgl)),
            },
            wrap: number(Attr::Seqwrap),
            fast: definition.int(Attr::Npmspeed) == MQNPMS_FAST,
            heartbeat_s: number(Attr::Hbint),
            q_mgr_name: Text::of(self.engine().name().as_str()),
            q_mgr_id: Text::of(q_mgr.text(Attr::Qmid)),
            product_id: Text::of(PRODUCT_ID),
            process_id: std::process::id(),
            requests: definition.kind() == ObjectKind::Requester,
            ..MessageTerms::default()
        };
        let definition = Arc::new(channel);
        let now_us = self.engine().wall_us();
        let status = MessageChannelStatus::new(Arc::clone(&definition), peer.clone(), now_us);
        MessageOffer {
            definition,
            terms,
            status: Arc::new(status),
            ping: None,
        }
    }

    /// Takes a channel in among those that run. An error when there may be no more.
    pub(crate) fn run_message_channel(
        &self,
        key: u64,
        loop_number: usize,
        offer: &MessageOffer,
    ) -> Result<(), ()> {
        let many = Instances {
            most: usize::MAX,
            most_of_client: usize::MAX,
        };
        let channel = RunningChannel {
            instance: Arc::clone(&offer.status) as _,
            loop_number,
        };
        let offered = self.offer_channel(key, channel, many);
        offered.and_then(|()| self.take_place(key)).map_err(drop)
    }

    /// Connects an agent, as the queue manager itself.
    pub(crate) fn connect_agent(&self) -> Result<Connection, Reason> {
        let (origin, asked) = self.own()?;
        self.engine()
            .connect_as(&ConnectOptions::default(), origin, asked)
    }
}
