//! Channels between queue managers: their definitions as agents take them, and what an agent asks of the process.

use crate::cluster::inbox::Reach;
use crate::tcp::agents::{EndedChannel, Making, Order};
use crate::tcp::demands;
use crate::tcp::edge::Edge;
use crate::tcp::exits;
use crate::tcp::plan::Attempt;
use crate::tcp::protocol::Opening;
use crate::tcp::running::{Instance, NotNow, RunningChannel};
use crate::tcp::secure::rule;
use ferromq::adoption::Adoption;
use ferromq_channel::{
    Declined, End, MessageChannelDefinition, MessageChannelStatus, MessageHost, MessageOffer, Peer,
};
use ferromq_mqi::Reason;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::{
    MQ_FORMAT_LENGTH, MQCACH_FORMAT_NAME, MQCDC_SENDER_CONVERSION, MQIACF_CONV_REASON_CODE,
    MQNPMS_FAST, MQPA_CONTEXT, MQPROP_COMPATIBILITY, MQST_MUST_DUP, MQUSEDLQ_YES,
};
use ferromq_mqi::generated::notices::{AMQ9502, AMQ9513, AMQ9514, AMQ9519, AMQ9534, FMQ0216};
use ferromq_mqi::name::{FixedText, ObjectName};
use ferromq_mqi::notice::Notice as Entry;
use ferromq_mqi::options::ConnectOptions;
use ferromq_mqi::xa::Xid;
use ferromq_qmgr::{Connection, Notice, Observed};
use ferromq_security::Caller;
use ferromq_tls::CipherSpec;
use ferromq_wire::control::{Status, StatusCode};
use ferromq_wire::initial::{Initial, capability};
use ferromq_wire::negotiate::MessageTerms;
use ferromq_wire::text::{CCSID_UTF_8, Text};
use std::fmt::{self, Display};
use std::net::IpAddr;
use std::sync::Arc;
use std::task::Waker;

/// Product and version, as for clients.
const PRODUCT_ID: &str = "MQMM09040000";

/// The process, as the agent of one socket sees it.
pub(crate) struct AgentHost {
    edge: Arc<Edge>,
    key: u64,
    loop_number: usize,
    /// What this end has made the connection for; `None` where the other end has made it.
    attempt: Option<Attempt>,
    /// The other end's.
    address: IpAddr,
    /// What the TLS handshake found; `None` on a plain socket.
    tls: Option<ferromq_tls::Peer>,
}

/// A queue manager that has called.
struct Partner<'a> {
    channel: &'a str,
    /// The name it says it has.
    q_mgr: String,
    peer: &'a Peer,
}

impl fmt::Display for Partner<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "queue manager '{}' at {}", self.q_mgr, self.peer.address)
    }
}

impl AgentHost {
    pub(crate) fn new(edge: Arc<Edge>, opening: &Opening<'_>, attempt: Option<Attempt>) -> Self {
        Self {
            edge,
            key: opening.key,
            loop_number: opening.loop_number,
            attempt,
            address: opening.address.ip(),
            tls: opening.tls.cloned(),
        }
    }

    /// Tells the operator, as often as is good, and answers what the partner is told.
    fn refuse(&self, code: StatusCode, entry: &'static Entry, values: &[&dyn Display]) -> Status {
        self.edge.tell_of(self.address, Notice::of(entry, values));
        Status::new(code)
    }

    /// The definition of the channel that is called, if a caller may have it as things stand.
    fn called(&self, partner: &Partner<'_>, capabilities: u8) -> Result<Definition, Status> {
        let name = partner.channel;
        let requests = capabilities & capability::REQUESTS != 0;
        let cluster = capabilities & capability::CLUSTER != 0;
        let Some(definition) = self.edge.message_definition(name) else {
            let clients = ObjectName::truncated(name);
            let clients = self.edge.engine().definition(ObjectKind::SvrConn, &clients);
            if clients.is_some() {
                return Err(self.refuse(StatusCode::CHANNEL_TYPE, &AMQ9502, &[&name]));
            }
            let wanted = match (requests, cluster) {
                (true, _) => "SVR",
                (false, true) => "CLUSRCVR",
                (false, false) => "RCVR",
            };
            let remedy = format!("define it with CHLTYPE({wanted}), or correct the name there");
            let code = StatusCode::CHANNEL_NOT_FOUND;
            return Err(self.refuse(code, &AMQ9519, &[&name, partner, &remedy]));
        };
        let fits = match definition.kind() {
            ObjectKind::Receiver | ObjectKind::Requester => !requests && !cluster,
            ObjectKind::Server | ObjectKind::Sender => requests && !cluster,
            ObjectKind::ClusRcvr => cluster && !requests,
            _ => false,
        };
        if !fits {
            return Err(self.refuse(StatusCode::CHANNEL_TYPE, &AMQ9502, &[&name]));
        }
        if self.edge.is_channel_stopped(name) {
            let code = StatusCode::CHANNEL_UNAVAILABLE;
            return Err(self.refuse(code, &AMQ9534, &[&name, partner, &name]));
        }
        if let Some(notice) = exits::unrunnable(&definition, partner) {
            self.edge.tell_of(self.address, notice);
            return Err(Status::new(StatusCode::CHANNEL_UNAVAILABLE));
        }
        Ok(definition)
    }

    /// Whether the connection is as secure as the channel demands.
    fn check_tls(&self, definition: &Definition, partner: &Partner<'_>) -> Result<(), Status> {
        let checked = demands::check(definition, self.tls.as_ref(), partner);
        checked.map_err(|unmet| {
            let address = &partner.peer.address;
            unmet.observe(&self.edge, partner.channel, address, self.tls.as_ref());
            self.edge.tell_of(self.address, unmet.notice);
            let value = match unmet.status {
                StatusCode::CIPHER => wanted_suite(definition),
                _ => None,
            };
            Status {
                value,
                ..Status::new(unmet.status)
            }
        })
    }

    /// Whom the channel acts for, if channel authentication records let the partner in.
    fn admit(
        &self,
        definition: &Definition,
        partner: &Partner<'_>,
    ) -> Result<FixedText<12>, Status> {
        let tls = partner.peer.tls.as_ref();
        let caller = Caller {
            channel: partner.channel,
            channel_user: definition.text(Attr::Mcauser),
            address: Some(self.address.to_canonical()),
            q_mgr: &partner.q_mgr,
            certificate: tls.and_then(|tls| tls.certificate.as_ref()),
        };
        let user = self.edge.admission().lets_caller_in(&caller);
        let user = user.ok_or(Status::new(StatusCode::SECURITY))?;
        Ok(FixedText::truncated(&user))
    }
}

/// The suite of the one CipherSpec a channel wants, 0 where it wants no TLS: what a partner is told that came with another one.
fn wanted_suite(definition: &Definition) -> Option<u32> {
    match rule(definition) {
        None => Some(0),
        Some(Ok(rule)) => {
            let mut specs = rule.cipher.specs();
            let first = specs.next()?;
            specs.next().is_none().then_some(first.code.into())
        }
        Some(Err(_)) => None,
    }
}

impl MessageHost for AgentHost {
    /// Records and TLS judge by the model: nothing is made for who may not come in.
    fn makes(&self, channel_name: &str, partner: &Initial, peer: &Peer, waker: &Waker) -> bool {
        let name = channel_name.trim_end();
        if partner.capabilities & (capability::REQUESTS | capability::CLUSTER) != 0 {
            return false;
        }
        let Some(model) = self.edge.model_receiver(name) else {
            return false;
        };
        let wrap = partner.wrap;
        let partner_name = partner.q_mgr_name.name();
        let partner = Partner {
            channel: name,
            q_mgr: printable(partner_name.as_str()),
            peer,
        };
        if self.check_tls(&model, &partner).is_err() || self.admit(&model, &partner).is_err() {
            return false;
        }
        self.edge.order(Order::Make(Making {
            channel: name.to_owned(),
            partner: partner.to_string(),
            q_mgr: partner.q_mgr,
            address: peer.address.clone(),
            wrap,
            waker: waker.clone(),
        }));
        true
    }

    fn offer(
        &self,
        channel_name: &str,
        partner: &Initial,
        peer: &Peer,
        waker: &Waker,
    ) -> Result<MessageOffer, Declined> {
        let own = self.edge.engine().name();
        let completed = FixedText::completed(channel_name, own.as_str());
        let name = completed.as_ref().map_or(channel_name, FixedText::as_str);
        let name = name.trim_end();
        let partner_name = partner.q_mgr_name.name();
        let partner_id = partner.q_mgr_id.name();
        let capabilities = partner.capabilities;
        let partner = Partner {
            channel: name,
            q_mgr: printable(partner_name.as_str()),
            peer,
        };
        let definition = self.called(&partner, capabilities)?;
        self.check_tls(&definition, &partner)?;
        let user = self.admit(&definition, &partner)?;
        let in_use = || self.refuse(StatusCode::CHANNEL_UNAVAILABLE, &AMQ9514, &[&name]);
        if definition.kind() == ObjectKind::Sender {
            if self.edge.is_message_channel_running(name, "") {
                return Err(in_use().into());
            }
            self.edge.call_back(&definition);
            return Err(Declined::CallsBack);
        }
        let partner_id = printable(partner_id.as_str());
        if let Some((key, instance)) = self.edge.running_with(name, partner_name.as_str()) {
            // Whoever calls again has lost the connection it had. Another one of that name is somebody else.
            let adoption = self.edge.settings().adoption;
            if instance.remote_id() == partner_id
                && replaces(adoption, &definition, &*instance, peer)
            {
                self.edge.notice(Notice::of(&FMQ0216, &[&name, &partner]));
                self.edge.replace(key, waker);
                return Err(Declined::Later {
                    timeout: adoption.timeout,
                });
            }
            return Err(in_use().into());
        }
        // Receivers of one name serve many partners; a transmission queue has one channel.
        if definition.kind() == ObjectKind::Server && self.edge.is_message_channel_running(name, "")
        {
            return Err(in_use().into());
        }
        let offer = self.edge.message_offer(&definition, peer, user);
        offer.status.set_partner(partner_name.as_str(), &partner_id);
        self.edge
            .run_message_channel(self.key, self.loop_number, &offer, waker)
            .map_err(|why| {
                let NotNow::TooMany(too_many) = why else {
                    let timeout = self.edge.settings().adoption.timeout;
                    return Declined::Later { timeout };
                };
                self.edge.observe_too_many(name, &peer.address, too_many);
                let (most, limit) = too_many.limit();
                let code = StatusCode::CHANNEL_UNAVAILABLE;
                let refused = self.refuse(code, &AMQ9513, &[&name, &partner, &most, &limit]);
                refused.into()
            })?;
        Ok(offer)
    }

    fn connect(&self, offer: &MessageOffer) -> Result<Connection, Reason> {
        let name = offer.definition.channel_name.as_str().trim_end();
        let running = Order::Running(name.to_owned(), self.attempt);
        self.edge.order(running);
        let own = self.edge.own().map(|(origin, _)| origin.user_id);
        let user = match (offer.user.is_blank(), own) {
            (true, Ok(own)) => own,
            _ => offer.user,
        };
        offer.status.set_user(user.as_str());
        self.edge.connect_agent()
    }

    fn in_doubt(&self) -> Vec<Xid> {
        self.edge.promises()
    }

    fn dead_letter_queue(&self) -> ObjectName {
        let q_mgr = self.edge.engine().q_mgr_definition();
        ObjectName::truncated(q_mgr.text(Attr::Deadq))
    }

    fn copied_to(&self, queue: &ObjectName) -> Option<ObjectName> {
        let queue = self.edge.engine().definition(ObjectKind::QLocal, queue)?;
        let copies = queue.text(Attr::Streamq);
        let must = queue.int(Attr::Strmqos) == MQST_MUST_DUP && !copies.is_empty();
        must.then(|| ObjectName::truncated(copies))
    }

    fn cipher_spec(&self, suite: u32) -> Option<&'static str> {
        let suite = u16::try_from(suite).ok()?;
        CipherSpec::by_code(suite).map(|spec| spec.name)
    }

    fn started(&self, offer: &MessageOffer) {
        if offer.definition.kind.sends_messages() {
            let name = offer.definition.channel_name.as_str().trim_end();
            let started = Order::Started(name.to_owned(), self.attempt);
            self.edge.order(started);
        }
        if offer.definition.kind == ObjectKind::ClusSdr {
            let name = offer.definition.channel_name.as_str().trim_end();
            let peer = &offer.status.peer;
            let reach = Reach::Running {
                qmid: offer.status.partner_id().to_owned(),
                at: (peer.address.clone(), peer.port),
            };
            self.edge.clusters().channel(name, reach);
        }
        let what = Observed::ChannelStarted;
        self.edge
            .observe_instance(what, &offer.status, |details| details);
        if offer.definition.kind == ObjectKind::ClusRcvr {
            self.edge
                .hurry_senders_to(offer.status.partner_id().trim_end());
        }
        if offer.definition.kind.is_cluster_channel() {
            // Somebody is told how it stands.
            let name = offer.definition.channel_name.as_str().trim_end();
            self.edge.order(Order::LookAt(name.to_owned()));
        }
    }

    fn completed(&self, offer: &MessageOffer, name: FixedText<20>) {
        let channel = offer.definition.channel_name;
        self.edge.order(Order::Completed(channel, name));
    }

    fn ended(&self, offer: &MessageOffer, end: End) {
        let name = offer.definition.channel_name.as_str().trim_end();
        let ended = EndedChannel {
            channel: name.to_owned(),
            attempt: self.attempt,
            how: end.how,
            instance: Some((Arc::clone(&offer.status), end)),
        };
        // The initiator says what follows, and ends first.
        match self.edge.is_stopping() {
            true => self.edge.observe_end(&ended, None),
            false => self.edge.order(Order::Ended(Box::new(ended))),
        }
    }

    fn not_converted(&self, status: &MessageChannelStatus, format: &[u8; 8], why: Reason) {
        let what = Observed::ChannelNotConverted;
        self.edge.observe_instance(what, status, |details| {
            let format = String::from_utf8_lossy(format);
            details.int(MQIACF_CONV_REASON_CODE, why.0).text(
                MQCACH_FORMAT_NAME,
                &format,
                MQ_FORMAT_LENGTH,
            )
        });
    }

    fn notice(&self, notice: Notice) {
        self.edge.notice(notice);
    }

    fn notice_of_caller(&self, notice: Notice) {
        self.edge.tell_of(self.address, notice);
    }

    fn monotonic_ns(&self) -> u64 {
        self.edge.monotonic_ns()
    }

    fn wall_us(&self) -> u64 {
        self.edge.engine().wall_us()
    }
}

/// Whether a queue manager that calls a channel again gets it as `AdoptNewMCA` says.
fn replaces(
    adoption: Adoption,
    definition: &Definition,
    running: &dyn Instance,
    caller: &Peer,
) -> bool {
    let is_asked_for = match definition.kind() {
        ObjectKind::Server => adoption.servers,
        ObjectKind::ClusRcvr => adoption.cluster_receivers,
        _ => adoption.receivers,
    };
    is_asked_for && (!adoption.same_address || running.peer().address == caller.address)
}

/// A number of a channel; 0 where its type does not have the attribute.
pub(crate) fn number(definition: &Definition, attr: Attr) -> u32 {
    let number = definition.find_int(attr).unwrap_or(0);
    u32::try_from(number).unwrap_or(0)
}

impl Edge {
    /// The definition of the message channel of this name.
    pub(crate) fn message_definition(&self, channel_name: &str) -> Option<Definition> {
        let name = ObjectName::truncated(channel_name);
        let kinds = ObjectKind::ALL.into_iter();
        let mut kinds = kinds.filter(|kind| kind.is_message_channel());
        let found = kinds.find_map(|kind| self.engine().definition(kind, &name));
        match found.as_ref().map(Definition::kind) {
            None | Some(ObjectKind::ClusSdr) => self.cluster_sender(channel_name.trim_end()),
            Some(_) => found,
        }
    }

    /// What an agent runs by.
    pub(crate) fn message_offer(
        &self,
        definition: &Definition,
        peer: &Peer,
        user: FixedText<12>,
    ) -> MessageOffer {
        let number = |attr| number(definition, attr);
        let transmission_queue = self.transmission_queue(definition).unwrap_or_default();
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
            converts: number(Attr::Convert) == MQCDC_SENDER_CONVERSION.unsigned_abs(),
            property_control: definition
                .find_int(Attr::Propctl)
                .unwrap_or(MQPROP_COMPATIBILITY),
            uses_context_authority: number(Attr::Putaut) == MQPA_CONTEXT.unsigned_abs(),
            cipher_spec: definition.text(Attr::Sslciph).to_owned(),
            monitors: !self.monitoring(Some(definition)).is_empty(),
            keep_alive_s: u32::try_from(definition.int(Attr::Kaint)).ok(),
            leads_to: self.whom_made_sender_reaches(definition),
        };
        let batch = number(Attr::Batchsz).min(of_q_mgr(Attr::Maxumsgs));
        let terms = MessageTerms {
            channel_name: Text::of(name.as_str()),
            batch_messages_max: u16::try_from(batch).unwrap_or(u16::MAX).max(1),
            batches_max: self.settings().batches_max,
            message_bytes_max: match number(Attr::Maxmsgl) {
                0 => of_q_mgr(Attr::Maxmsgl),
                channel => channel.min(of_q_mgr(Attr::Maxmsgl)),
            },
            wrap: number(Attr::Seqwrap),
            fast: definition.int(Attr::Npmspeed) == MQNPMS_FAST,
            heartbeat_s: number(Attr::Hbint),
            ccsid: u16::try_from(q_mgr.int(Attr::Ccsid)).unwrap_or(CCSID_UTF_8),
            q_mgr_name: Text::of(self.engine().name().as_str()),
            q_mgr_id: Text::of(q_mgr.text(Attr::Qmid)),
            product_id: Text::of(PRODUCT_ID),
            process_id: std::process::id(),
            requests: definition.kind() == ObjectKind::Requester,
            cluster: definition.kind().is_cluster_channel(),
            ..MessageTerms::default()
        };
        let definition = Arc::new(channel);
        let now_us = self.engine().wall_us();
        let status = MessageChannelStatus::new(Arc::clone(&definition), peer.clone(), now_us);
        MessageOffer {
            definition,
            user,
            terms,
            status: Arc::new(status),
            ping: None,
        }
    }

    /// Takes a channel in among those that run. An error when there may be no more, or not now: then the waker is woken when it may be tried again.
    pub(crate) fn run_message_channel(
        &self,
        key: u64,
        loop_number: usize,
        offer: &MessageOffer,
        waker: &Waker,
    ) -> Result<(), NotNow> {
        self.begin_channel(key, running(loop_number, offer), waker)
    }

    /// The same of a channel this end has made the connection of: it was looked for a place before that. False while its records are changed.
    pub(crate) fn hold_place(&self, key: u64, loop_number: usize, offer: &MessageOffer) -> bool {
        self.admit_channel(key, running(loop_number, offer))
    }

    /// Connects an agent, as the queue manager itself.
    pub(crate) fn connect_agent(&self) -> Result<Connection, Reason> {
        let (origin, asked) = self.own()?;
        self.engine()
            .connect_as(&ConnectOptions::default(), origin, asked)
    }
}

fn running(loop_number: usize, offer: &MessageOffer) -> RunningChannel {
    RunningChannel {
        instance: Arc::clone(&offer.status) as _,
        loop_number,
        local: None,
    }
}

/// A name from outside, fit to be printed and compared.
fn printable(name: &str) -> String {
    let known = name.chars().filter(|character| !character.is_control());
    known.collect::<String>().trim_end().to_owned()
}
