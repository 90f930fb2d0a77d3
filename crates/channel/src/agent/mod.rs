//! Message channel agents: one end of a channel between queue managers, on one socket.
//!
//! A [`MessageChannel`] comes to terms with the other end, opens what it needs, and carries out what the state machines of
//! [`crate::message`] want as verbs of a connection. It waits for nothing: the edge feeds it with bytes, wakers and times, as it does
//! with a client's channel.

mod apart;
mod definition;
mod end_notice;
mod ending;
mod failed;
mod followed;
mod fronted;
mod lists;
mod outgoing;
mod parting;
mod pinging;
mod receiver;
mod records;
mod repeated_notices;
mod sender;
mod status;
mod sync_queue;
mod targets;
mod turns;
mod undelivered;
mod verbs;

pub use definition::{
    Declined, End, Ended, MessageChannelDefinition, MessageHost, MessageOffer, cluster_correl_id,
};
pub use pinging::Ping;
pub use records::{BatchInDoubt, BatchesInDoubt, ChannelRecords, KeptChannel};
pub use status::{ChannelWork, MessageChannelStatus, Progress, batch_digits, in_commands};
pub use sync_queue::{Standing, Wanted};

use crate::channel::Ending;
use crate::host::Peer;
use crate::line::Line;
pub use crate::message::{Average, Totals};
use crate::message::{Fault, Sending};
use failed::{Failed, What};
use ferromq_log::Lsn;
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::generated::constants::MQCHS_RUNNING;
use ferromq_mqi::generated::notices::AMQ9002;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::name::FixedText;
use ferromq_qmgr::{ChannelPartner, Notice};
use ferromq_wire::control::StatusCode;
use ferromq_wire::head::flag;
use ferromq_wire::inbound::{Inbound, Limits, Payload};
use ferromq_wire::initial::{Initial, capability};
use ferromq_wire::message_channel::Luwid;
use ferromq_wire::negotiate::{Initiator, InitiatorStep, MessageAgreed, Refusal, Responder};
use ferromq_wire::outbound::Outbound;
use ferromq_wire::{Head, Kind, Segment};
use receiver::ReceiverAgent;
use sender::SenderAgent;
use std::sync::Arc;
use std::task::Waker;
use sync_queue::SyncQueue;
use turns::Turns;
use verbs::Verbs;

/// How long coming to terms may take.
const TERMS_NS_MAX: u64 = 60_000_000_000;

enum Stage {
    /// This end has called, and proposed.
    Proposing(Box<Initiator>),
    /// The other end has called.
    Called(Responder),
    Sending(Box<SenderAgent>),
    Receiving(Box<ReceiverAgent>),
    /// Data are on their way there and back, in segments of at most so many bytes.
    Pinging(Ping, usize),
    Over,
}

/// See the module.
pub struct MessageChannel {
    inbound: Inbound,
    /// What came behind the initial data of the other end, which may speak at once: this one is not ready for it. What comes later is behind that.
    early: Vec<u8>,
    core: Core,
}

struct Core {
    line: Line,
    host: Arc<dyn MessageHost>,
    waker: Waker,
    stage: Stage,
    offer: Option<MessageOffer>,
    /// What was proposed for a channel that is being made, or whose last connection is not gone.
    making: Option<(Head, Initial)>,
    was_made: bool,
    /// Both ends have come to terms by then, or it is over.
    terms_until_ns: u64,
    force_wanted: Option<Lsn>,
    /// The inbound side is to take these from now on.
    limits: Option<Limits>,
    stops: bool,
    /// The host was told that messages can travel.
    was_started: bool,
    /// What was told of why it ends.
    why: Option<Notice>,
    /// What the other end said why it refuses.
    refused: Option<StatusCode>,
}

impl MessageChannel {
    /// A socket this end has connected: it proposes the terms of `offer`. The waker has the edge call [`Self::resume`].
    #[must_use]
    pub fn calling(
        host: Arc<dyn MessageHost>,
        peer: Peer,
        waker: Waker,
        offer: MessageOffer,
    ) -> Self {
        let initiator = Initiator::new(&offer.terms);
        let mut it = Self::new(host, peer, waker, Stage::Proposing(Box::new(initiator)));
        it.core.offer = Some(offer);
        it.core.propose();
        it
    }

    /// A socket that was accepted.
    #[must_use]
    pub fn called(host: Arc<dyn MessageHost>, peer: Peer, waker: Waker) -> Self {
        Self::new(host, peer, waker, Stage::Called(Responder::default()))
    }

    fn new(host: Arc<dyn MessageHost>, peer: Peer, waker: Waker, stage: Stage) -> Self {
        let now_ns = host.monotonic_ns();
        let mut line = Line::new(peer, now_ns);
        line.speak(ByteOrder::NATIVE, ferromq_wire::text::CCSID_UTF_8);
        Self {
            inbound: Inbound::new(Limits::FIRST),
            early: Vec::new(),
            core: Core {
                line,
                host,
                waker,
                stage,
                offer: None,
                making: None,
                was_made: false,
                terms_until_ns: now_ns + TERMS_NS_MAX,
                force_wanted: None,
                limits: None,
                stops: false,
                was_started: false,
                why: None,
                refused: None,
            },
        }
    }

    /// Takes all of what the socket gave.
    pub fn receive(&mut self, bytes: &[u8]) {
        self.core.look_at_clock();
        let segments = self.take(bytes);
        let core = &mut self.core;
        let line = &mut core.line;
        line.liveness.hear(bytes.len(), segments > 0, line.now_ns);
        if let Some(offer) = &core.offer {
            let activity = &offer.status.activity;
            activity.count_received(bytes.len() as u64, segments);
        }
        self.drive();
    }

    /// Takes segments as long as this end is ready for them: behind those that came before it was, for it may be by now without having been woken.
    /// Answers how many were whole.
    fn take(&mut self, bytes: &[u8]) -> u64 {
        let mut kept = std::mem::take(&mut self.early);
        if kept.is_empty() {
            return self.take_all(bytes);
        }
        kept.extend_from_slice(bytes);
        self.take_all(&kept)
    }

    fn take_all(&mut self, bytes: &[u8]) -> u64 {
        let core = &mut self.core;
        let (mut input, mut segments) = (bytes, 0);
        while !matches!(core.stage, Stage::Over) {
            if core.is_opening() {
                self.early.extend_from_slice(input);
                break;
            }
            match self.inbound.next(&mut input) {
                Ok(None) => break,
                Ok(Some(arrival)) => {
                    segments += 1;
                    core.arrive(&arrival.head, &arrival.payload);
                }
                Err(malformed) => core.fail(malformed.into()),
            }
            if let Some(limits) = core.limits.take() {
                self.inbound.set_limits(limits);
            }
            core.drive();
        }
        segments
    }

    /// Goes on, also with what came before this end was ready: whatever made it ready, nobody else may come to take it.
    fn drive(&mut self) {
        self.core.drive();
        if !self.early.is_empty() && !self.core.is_opening() {
            self.take(&[]);
        }
    }

    /// The waker was woken.
    pub fn resume(&mut self) {
        self.core.look_at_clock();
        self.core.go_on_negotiating();
        self.drive();
    }

    /// It is so late now.
    pub fn tick(&mut self, now_ns: u64) {
        self.core.line.look_at_clock(now_ns);
        self.core.tick();
        self.drive();
    }

    /// Ends the channel: at the end of its batch, or at once.
    pub fn end(&mut self, how: Ending) {
        self.core.look_at_clock();
        self.core.end(how);
        self.drive();
    }

    /// The connection is gone.
    pub fn lost(&mut self) {
        self.core.look_at_clock();
        self.core.lost();
    }

    /// When [`Self::tick`] is wanted at the latest.
    #[must_use]
    pub fn deadline_ns(&self) -> Option<u64> {
        let core = &self.core;
        match &core.stage {
            Stage::Proposing(_) | Stage::Called(_) | Stage::Pinging(..) => {
                Some(core.terms_until_ns)
            }
            Stage::Sending(agent) => agent.deadline_ns(&core.line),
            Stage::Receiving(agent) => agent.deadline_ns(&core.line),
            Stage::Over => core.line.farewell_due_ns(),
        }
    }

    /// Where the log is wanted durable since this was asked last.
    pub fn take_force_wanted(&mut self) -> Option<Lsn> {
        self.core.force_wanted.take()
    }

    /// What is to be sent.
    pub fn outbound(&mut self) -> &mut Outbound {
        &mut self.core.line.outbound
    }

    /// The same, to look at.
    #[must_use]
    pub fn queue(&self) -> &Outbound {
        &self.core.line.outbound
    }

    /// False while the edge must not read.
    #[must_use]
    pub fn wants_input(&self) -> bool {
        match &self.core.stage {
            Stage::Receiving(agent) => agent.takes_input(&self.core.line),
            // Nobody is spoken to before the queues are open.
            Stage::Sending(agent) => {
                let sending = agent.sending();
                sending.is_some_and(|sending| sending.takes_input(&self.core.line))
            }
            Stage::Called(_) => self.core.making.is_none(),
            Stage::Proposing(_) | Stage::Pinging(..) => true,
            Stage::Over => false,
        }
    }

    /// True when nothing more will happen.
    #[must_use]
    pub fn is_over(&self) -> bool {
        matches!(self.core.stage, Stage::Over)
    }

    /// True when it is over because this side ended it.
    #[must_use]
    pub fn has_last_words(&self) -> bool {
        self.is_over() && self.core.line.ended_here
    }

    /// True once both ends have come to terms.
    #[must_use]
    pub fn is_agreed(&self) -> bool {
        matches!(
            self.core.stage,
            Stage::Sending(_) | Stage::Receiving(_) | Stage::Pinging(..)
        )
    }

    /// What displays show; `None` before the channel is known.
    #[must_use]
    pub fn status(&self) -> Option<&Arc<MessageChannelStatus>> {
        self.core.offer.as_ref().map(|offer| &offer.status)
    }

    /// Seconds of silence after which TCP is to look whether the other end is there: `KAINT`, and with `AUTO` a minute more
    /// than the heartbeat interval agreed on. 0 is off; `None` before the channel runs.
    #[must_use]
    pub fn keep_alive_s(&self) -> Option<u32> {
        let status = self.status().filter(|_| self.is_agreed())?;
        let heartbeat_s = status.progress().heartbeat_s;
        Some(match status.definition.keep_alive_s {
            Some(keep_alive_s) => keep_alive_s,
            None if heartbeat_s == 0 => 0,
            None => heartbeat_s.saturating_add(60),
        })
    }
}

impl Core {
    /// The agent opens what it needs, or its channel is being made, and it takes nothing of the other end meanwhile.
    fn is_opening(&self) -> bool {
        match &self.stage {
            Stage::Receiving(agent) => agent.receiving().is_none(),
            Stage::Called(_) => self.making.is_some(),
            _ => false,
        }
    }

    fn look_at_clock(&mut self) {
        self.line.look_at_clock(self.host.monotonic_ns());
    }

    fn propose(&mut self) {
        if let Stage::Proposing(initiator) = &self.stage {
            let head = self.line.head(Kind::Initial, flag::CONFIRM, Luwid::NONE);
            let proposed = Segment::Initial(initiator.proposed().clone());
            self.line.send(&head, &proposed);
        }
    }

    fn arrive(&mut self, head: &Head, payload: &Payload<'_>) {
        if let Err(fault) = self.take(head, payload) {
            self.fail(fault);
        }
    }

    fn take(&mut self, head: &Head, payload: &Payload<'_>) -> Result<(), Fault> {
        let form = head.form(self.line.fap);
        let segment = Segment::decode(head.kind, payload.bytes(), form)?;
        match &mut self.stage {
            // A sender that a requester has called comes by itself.
            Stage::Proposing(initiator)
                if matches!(segment, Segment::Status(None))
                    && head.has(flag::CLOSE)
                    && !head.has(flag::ERROR)
                    && initiator.proposed().capabilities & capability::REQUESTS != 0 =>
            {
                self.over(Ended::CallsBack);
            }
            // It may say more than its code.
            Stage::Proposing(_) if let Segment::Status(Some(status)) = &segment => {
                return Err(Fault::Refused(*status));
            }
            Stage::Proposing(initiator) => match initiator.answered(head, &segment)? {
                InitiatorStep::Propose(_) => self.propose(),
                InitiatorStep::Agreed(agreed) => {
                    check_names(&agreed.partner)?;
                    self.agree(*agreed);
                }
            },
            Stage::Called(_) => return self.negotiate(head, &segment),
            Stage::Sending(agent) => return agent.receive(&mut self.line, head, &segment),
            Stage::Receiving(agent) => {
                return agent.receive(&mut self.line, head, &segment, payload);
            }
            Stage::Pinging(ping, bytes_max) => {
                if ping.answered(&segment, head.kind, *bytes_max)? {
                    self.pinged();
                }
            }
            Stage::Over => {}
        }
        Ok(())
    }

    fn negotiate(&mut self, head: &Head, segment: &Segment<'_>) -> Result<(), Fault> {
        let Segment::Initial(asked) = segment else {
            return Err(Fault::Terms(Refusal::NotInitial(head.kind)));
        };
        check_names(asked)?;
        if self.offer.is_none() {
            let name = asked.channel_name.name();
            let (peer, waker) = (&self.line.peer, &self.waker);
            if !std::mem::replace(&mut self.was_made, true)
                && self.host.makes(name.as_str(), asked, peer, waker)
            {
                self.making = Some((head.clone(), asked.clone()));
                return Ok(());
            }
            let offered = self.host.offer(name.as_str(), asked, peer, waker);
            match offered {
                Ok(offer) => self.offer = Some(offer),
                Err(Declined::Refused(status)) => {
                    // The host has said why.
                    self.line.send_last_words(status, Luwid::NONE);
                    self.stage = Stage::Over;
                    return Ok(());
                }
                Err(Declined::Later { timeout }) => {
                    let timeout_ns = u64::try_from(timeout.as_nanos()).unwrap_or(u64::MAX);
                    self.terms_until_ns = self.line.now_ns.saturating_add(timeout_ns);
                    self.making = Some((head.clone(), asked.clone()));
                    return Ok(());
                }
                Err(Declined::CallsBack) => {
                    self.take_leave();
                    self.stage = Stage::Over;
                    return Ok(());
                }
            }
        }
        let (Stage::Called(responder), Some(offer)) = (&mut self.stage, &self.offer) else {
            return Ok(());
        };
        let step = responder.initial(head, asked, &offer.terms)?;
        let head = self.line.head(Kind::Initial, step.flags, Luwid::NONE);
        self.line.send(&head, &Segment::Initial(step.answer));
        if let Some(agreed) = step.agreed {
            self.agree(*agreed);
        }
        Ok(())
    }

    /// The channel that was to be made is there, or not; or its last connection is gone.
    fn go_on_negotiating(&mut self) {
        if let Some((head, asked)) = self.making.take()
            && let Err(fault) = self.negotiate(&head, &Segment::Initial(asked))
        {
            self.fail(fault);
        }
    }

    /// Both ends have come to terms: the agent begins.
    fn agree(&mut self, agreed: MessageAgreed) {
        let Some(offer) = &self.offer else {
            return;
        };
        let definition = Arc::clone(&offer.definition);
        self.line.agree_on_messages(&agreed);
        self.limits = Some(agreed.limits());
        let partner = &agreed.partner;
        let partner_id = partner.q_mgr_id.name();
        let partner_name = partner.q_mgr_name.name();
        offer
            .status
            .set_partner(partner_name.as_str(), partner_id.as_str());
        offer.status.note(|progress| {
            progress.partner_name = partner.q_mgr_name.name().as_str().trim_end().to_owned();
            progress.partner_product = partner.product_id.name().as_str().to_owned();
            progress.batch_messages_max = agreed.batch_messages_max.into();
            progress.heartbeat_s = agreed.heartbeat_s;
            progress.fast = agreed.fast;
        });
        let leads_to = &definition.leads_to;
        if !leads_to.is_empty() && !leads_to.contains(&partner_id) {
            return self.fail(Fault::Elsewhere { found: partner_id });
        }
        if let Some(ping) = &offer.ping {
            let bytes_max = agreed.transmission_bytes_max as usize;
            ping.send(&mut self.line, bytes_max);
            self.stage = Stage::Pinging(ping.clone(), bytes_max);
            return;
        }
        let channel = definition.channel_name.as_str();
        if let Some(name) = FixedText::completed(channel, partner_name.as_str()) {
            self.host.completed(offer, name);
            self.take_leave();
            return self.over(Ended::Normally);
        }
        let mut connection = match self.host.connect(offer) {
            Ok(connection) => connection,
            Err(reason) => {
                return self.trouble(Failed::of(What::OpenRecords, reason));
            }
        };
        if !definition.kind.sends_messages() {
            let from = ChannelPartner {
                channel_name: definition.channel_name,
                q_mgr_name: partner_name,
                q_mgr_id: partner_id,
            };
            connection.receive_by_channel(from, definition.kind == ObjectKind::ClusRcvr);
        }
        offer.status.activity.set_state(MQCHS_RUNNING);
        let channel = definition.channel_name.as_str().trim_end();
        self.host.notice(Notice::of(&AMQ9002, &[&channel]));
        let verbs = Verbs::new(connection, self.waker.clone());
        let sends = definition.kind.sends_messages();
        let sync_queue = SyncQueue::new(definition.channel_name, sends, partner_name, partner_id);
        self.stage = if sends {
            let agent = SenderAgent::new(verbs, sync_queue, offer, agreed);
            Stage::Sending(Box::new(agent))
        } else {
            let is_ours = partner.product_id == offer.terms.product_id;
            let agent = ReceiverAgent::new(verbs, sync_queue, offer, agreed, is_ours);
            Stage::Receiving(Box::new(agent))
        };
        if self.stops {
            self.close();
        }
    }

    /// The data have come back.
    fn pinged(&mut self) {
        if let Stage::Pinging(ping, _) = &self.stage {
            ping.tell(Ok(()));
        }
        self.take_leave();
        self.stage = Stage::Over;
    }

    /// Tells the other end that this was all.
    fn take_leave(&mut self) {
        let head = self.line.head(Kind::Status, flag::CLOSE, Luwid::NONE);
        self.line.send(&head, &Segment::Status(None));
        self.line.ended_here = true;
    }

    /// Tells the host once that messages can travel.
    fn note_start(&mut self) {
        let can_travel = match &self.stage {
            Stage::Sending(agent) => agent.sending().is_some_and(Sending::is_in_step),
            Stage::Receiving(agent) => agent.receiving().is_some(),
            _ => false,
        };
        if can_travel
            && !self.was_started
            && let Some(offer) = &self.offer
        {
            self.was_started = true;
            self.host.started(offer);
        }
    }

    fn drive(&mut self) {
        let driven = match &mut self.stage {
            Stage::Sending(agent) => agent.drive(&mut self.line, self.host.as_ref()),
            Stage::Receiving(agent) => agent.drive(&mut self.line, self.host.as_ref()),
            _ => return,
        };
        if let Err(failed) = driven {
            return self.trouble(failed);
        }
        let now_us = self.host.wall_us();
        let (over, force) = match &mut self.stage {
            Stage::Sending(agent) => {
                if let Some(offer) = &self.offer {
                    agent.note(&offer.status, now_us);
                }
                (agent.is_over(), agent.verbs().take_force_wanted())
            }
            Stage::Receiving(agent) => {
                if let Some(offer) = &self.offer {
                    agent.note(&offer.status, now_us);
                }
                (agent.is_over(), agent.verbs().take_force_wanted())
            }
            _ => return,
        };
        self.force_wanted = self.force_wanted.max(force);
        self.note_start();
        if over {
            let fault = match &self.stage {
                Stage::Sending(agent) => agent.sending().and_then(|it| it.fault().copied()),
                Stage::Receiving(agent) => agent.receiving().and_then(|it| it.fault().copied()),
                _ => None,
            };
            self.finish(fault);
        }
    }
}

/// No name has control characters: with them it would write lines of its own where operators read it.
fn check_names(initial: &Initial) -> Result<(), Fault> {
    let is_plain = |name: &str| !name.chars().any(char::is_control);
    let are_plain = is_plain(initial.channel_name.name().as_str())
        && is_plain(initial.q_mgr_name.name().as_str())
        && is_plain(initial.q_mgr_id.name().as_str())
        && is_plain(initial.product_id.name().as_str());
    match are_plain {
        true => Ok(()),
        false => Err(Fault::Terms(Refusal::NotTakenOver(
            "a name with control characters",
        ))),
    }
}
