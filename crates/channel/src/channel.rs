//! One socket, without the socket.

use crate::conversation::Conversation;
use crate::host::{Host, Offer, Peer};
use crate::line::Line;
use crate::status::ChannelStatus;
use ferromq_log::Lsn;
use ferromq_mqi::generated::constants::{
    MQCHS_RUNNING, MQCHS_STOPPING, MQCHSSTATE_IN_MQI_CALL, MQCHSSTATE_RECEIVING,
};
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::name::FixedText;
use ferromq_qmgr::Notice;
use ferromq_wire::control::{SocketAction, Status, StatusCode};
use ferromq_wire::head::flag;
use ferromq_wire::inbound::{Inbound, Limits, Payload};
use ferromq_wire::initial::capability;
use ferromq_wire::negotiate::{Agreed, ServerNegotiation, refuse};
use ferromq_wire::outbound::Outbound;
use ferromq_wire::{Family, Head, Kind, Malformed, Segment, Why};
use std::collections::HashMap;
use std::sync::Arc;
use std::task::Waker;

/// How a channel is ended from this side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Waits that asked for it end with `MQRC_Q_MGR_QUIESCING` or `MQRC_CONNECTION_QUIESCING`, consumers are
    /// told, nobody new connects, and the client may finish.
    Quiesce,
    /// Everything is backed out, the client is told why, and the socket is closed.
    Immediate,
}

/// A client that has not come to terms by then is nobody's client.
const NEGOTIATION_NS_MAX: u64 = 60_000_000_000;
/// Bytes of calls that may wait for their turn before the edge stops reading.
const HELD_BYTES_MAX: usize = 256 * 1024;
/// Waits for a heartbeat's answer are as long as the interval, and no longer than this.
const HEARTBEAT_PATIENCE_S_MAX: u64 = 60;

/// See the crate.
pub struct ServerChannel {
    inbound: Inbound,
    core: Core,
}

enum Stage {
    /// Coming to terms. The offer is there once the channel is known.
    Negotiating(ServerNegotiation, Option<Box<Offer>>),
    Running,
    Over,
}

struct Core {
    line: Line,
    stage: Stage,
    wakers: Arc<dyn Fn(u32) -> Waker + Send + Sync>,
    conversations: Vec<Option<Box<Conversation>>>,
    /// Slots by number of conversation.
    slots: HashMap<u32, u32>,
    /// Number and slot of the conversation of the last segment: nearly always that of the next, too.
    last: Option<(u32, u32)>,
    multiplexed: bool,
    conversations_max: u32,
    heartbeat_ns: u64,
    disconnect_ns: u64,
    order: ByteOrder,
    ccsid: u16,
    began_ns: u64,
    received_ns: u64,
    called_ns: u64,
    /// When a heartbeat was sent that is not answered yet.
    probed_ns: Option<u64>,
}

/// What is to be done to the inbound side once the segment is let go.
enum After {
    Nothing,
    Limits(Limits),
    Forget(u32),
}

impl ServerChannel {
    /// A socket that was just accepted, behind its TLS handshake if there is one. `wakers` makes the waker of a
    /// conversation slot: when it is woken, the edge calls [`ServerChannel::resume`] with that slot.
    #[must_use]
    pub fn new(
        host: Arc<dyn Host>,
        peer: Peer,
        wakers: Arc<dyn Fn(u32) -> Waker + Send + Sync>,
    ) -> Self {
        let line = Line::new(host, peer);
        let now_ns = line.now_ns;
        Self {
            inbound: Inbound::new(Limits::FIRST),
            core: Core {
                line,
                stage: Stage::Negotiating(ServerNegotiation::new(), None),
                wakers,
                conversations: Vec::new(),
                slots: HashMap::new(),
                last: None,
                multiplexed: false,
                conversations_max: 1,
                heartbeat_ns: 0,
                disconnect_ns: 0,
                order: ByteOrder::Big,
                ccsid: ferromq_wire::text::CCSID_UTF_8,
                began_ns: now_ns,
                received_ns: now_ns,
                called_ns: now_ns,
                probed_ns: None,
            },
        }
    }

    /// Takes all of what the socket gave and runs the verbs in it that need not wait.
    pub fn receive(&mut self, bytes: &[u8]) {
        let core = &mut self.core;
        core.look_at_clock();
        core.received_ns = core.line.now_ns;
        core.probed_ns = None;
        if let Some(status) = &core.line.status {
            status.count_received(bytes.len() as u64);
        }
        let mut input = bytes;
        while !matches!(core.stage, Stage::Over) {
            let after = match self.inbound.next(&mut input) {
                Ok(None) => return,
                Ok(Some(arrival)) => core.arrive(&arrival.head, &arrival.payload),
                Err(malformed) => {
                    core.break_off(&malformed);
                    return;
                }
            };
            match after {
                After::Nothing => {}
                After::Limits(limits) => self.inbound.set_limits(limits),
                After::Forget(number) => self.inbound.forget_conversation(number),
            }
        }
    }

    /// The waker of this conversation slot was woken.
    pub fn resume(&mut self, slot: u32) {
        self.core.look_at_clock();
        self.core.visit(slot, Conversation::resume);
    }

    /// It is so late now: heartbeats, `DISCINT`, the ends of waits. Call it, too, when what waited for the socket
    /// has been written and [`ServerChannel::deadline_ns`] says so.
    pub fn tick(&mut self, now_ns: u64) {
        self.core.line.now_ns = now_ns;
        self.core.tick();
    }

    /// When [`ServerChannel::tick`] is wanted at the latest; `None` when time changes nothing.
    #[must_use]
    pub fn deadline_ns(&self) -> Option<u64> {
        self.core.deadline_ns()
    }

    /// Where the log is wanted durable since this was asked last: the edge sees to a force, which wakes those
    /// that wait for it.
    pub fn take_force_wanted(&mut self) -> Option<Lsn> {
        self.core.line.force_wanted.take()
    }

    /// What is to be sent.
    pub fn outbound(&mut self) -> &mut Outbound {
        &mut self.core.line.outbound
    }

    /// False while the edge must not read: the client does not take what it is sent, or has sent more calls
    /// than it should while one is under way.
    #[must_use]
    pub fn wants_input(&self) -> bool {
        !self.is_over() && self.core.takes_input()
    }

    /// True when nothing more will happen: the edge writes what is queued and closes.
    #[must_use]
    pub fn is_over(&self) -> bool {
        matches!(self.core.stage, Stage::Over)
    }

    /// Ends the channel: the queue manager ends, or someone stops the channel.
    pub fn end(&mut self, how: Ending) {
        self.core.look_at_clock();
        self.core.end(how);
    }

    /// What displays show; `None` before the client has named a channel that there is.
    #[must_use]
    pub fn status(&self) -> Option<&Arc<ChannelStatus>> {
        self.core.line.status.as_ref()
    }
}

// ---- what arrives

impl Core {
    fn look_at_clock(&mut self) {
        self.line.now_ns = self.line.host.monotonic_ns();
    }

    fn arrive(&mut self, head: &Head, payload: &Payload<'_>) -> After {
        let done = match self.stage {
            Stage::Over => Ok(After::Nothing),
            Stage::Negotiating(..) => self.negotiate(head, payload),
            Stage::Running => self.take(head, payload),
        };
        done.unwrap_or_else(|malformed| {
            self.break_off(&malformed);
            After::Nothing
        })
    }

    fn negotiate(&mut self, head: &Head, payload: &Payload<'_>) -> Result<After, Malformed> {
        (self.order, self.ccsid) = (head.order, head.ccsid);
        let form = head.form(self.line.fap);
        let Segment::Initial(asked) = Segment::decode(head.kind, payload.bytes(), form)? else {
            // Whoever begins otherwise does not speak this protocol, or wants something else of it.
            self.refuse(head, StatusCode::SEGMENT_TYPE);
            return Ok(After::Nothing);
        };
        let Stage::Negotiating(negotiation, offer) = &mut self.stage else {
            return Ok(After::Nothing);
        };
        if offer.is_none() {
            let name = asked.channel_name.name();
            match self.line.host.offer(name.as_str(), &self.line.peer) {
                Ok(made) => *offer = Some(Box::new(made)),
                Err(refusal) => {
                    self.refuse(head, refusal.status);
                    return Ok(After::Nothing);
                }
            }
        }
        let Some(made) = offer else {
            return Ok(After::Nothing);
        };
        self.line.status = Some(Arc::clone(&made.status));
        let step = match negotiation.initial(head, &asked, &made.terms) {
            Ok(step) => step,
            Err(refusal) => {
                self.refuse(head, refusal.status());
                return Ok(After::Nothing);
            }
        };
        self.line.q_mgr_name = made.terms.q_mgr_name;
        self.line.send(&step.head, &Segment::Initial(step.answer));
        match step.agreed {
            None => Ok(After::Nothing),
            Some(agreed) => Ok(self.agree(&agreed)),
        }
    }

    fn agree(&mut self, agreed: &Agreed) -> After {
        agreed.apply(&mut self.line.outbound);
        self.line.fap = agreed.fap;
        self.line.quiet_puts = agreed.capabilities[1] & capability::SPI != 0;
        self.line.process_id = agreed.partner.process_id;
        self.line.thread_id = agreed.partner.thread_id;
        self.multiplexed = agreed.is_multiplexed();
        self.conversations_max = agreed.conversations.max(1);
        self.heartbeat_ns = u64::from(agreed.heartbeat_s) * 1_000_000_000;
        (self.order, self.ccsid) = (agreed.order, agreed.ccsid);
        if let Some(status) = &self.line.status {
            self.disconnect_ns = u64::from(status.definition.disconnect_s) * 1_000_000_000;
            note_partner(status, agreed);
            status.set_state(MQCHS_RUNNING);
            status.set_substate(MQCHSSTATE_RECEIVING);
        }
        self.stage = Stage::Running;
        self.called_ns = self.line.now_ns;
        self.begin_conversation(u32::from(self.multiplexed));
        After::Limits(agreed.limits())
    }

    fn take(&mut self, head: &Head, payload: &Payload<'_>) -> Result<After, Malformed> {
        let for_socket = matches!(
            head.kind,
            Kind::Heartbeat | Kind::Status | Kind::SocketAction
        );
        let fits = match head.family {
            Family::Plain => !self.multiplexed,
            Family::Multiplexed { .. } => self.multiplexed,
            Family::Socket => self.multiplexed && for_socket,
        };
        if !fits {
            return Err(wrong_kind(head));
        }
        match head.kind {
            Kind::Heartbeat => {
                if head.has(flag::CONFIRM) {
                    self.line
                        .send(&head.answer(Kind::Heartbeat), &Segment::Heartbeat);
                }
                Ok(After::Nothing)
            }
            Kind::Status => {
                if head.has(flag::CLOSE) {
                    self.finish();
                }
                Ok(After::Nothing)
            }
            kind if kind.is_reply() => Err(wrong_kind(head)),
            Kind::RequestMessages | Kind::Notification => self.converse(head, payload),
            kind if kind.is_call() => self.converse(head, payload),
            _ => self.control(head, payload),
        }
    }

    /// What belongs to a conversation.
    fn converse(&mut self, head: &Head, payload: &Payload<'_>) -> Result<After, Malformed> {
        let Some(slot) = self.slot_of(head.family.conversation()) else {
            // It has ended on this side, or never began.
            return Err(wrong_kind(head));
        };
        self.called_ns = self.line.now_ns;
        let Some(conversation) = &mut self.conversations[slot as usize] else {
            return Ok(After::Nothing);
        };
        match conversation.receive(&mut self.line, head, payload) {
            Err(Malformed {
                why: Why::Unsupported,
                ..
            }) => conversation.refuse_unsupported(&mut self.line, head),
            done => done?,
        }
        self.note_substate(slot);
        Ok(After::Nothing)
    }

    /// What is no call.
    fn control(&mut self, head: &Head, payload: &Payload<'_>) -> Result<After, Malformed> {
        match Segment::decode(head.kind, payload.bytes(), head.form(self.line.fap))? {
            Segment::UserId(it) => self.line.user_id(&it),
            Segment::Credentials(it) => {
                let slot = self.slot_of(head.family.conversation());
                let slot = slot.ok_or_else(|| wrong_kind(head))?;
                if let Some(conversation) = &mut self.conversations[slot as usize] {
                    conversation.credentials(&mut self.line, head, &it);
                }
            }
            Segment::SocketAction(it) => return self.socket_action(head, it),
            // There are no exits here that could say anything to this.
            Segment::Opaque(_) if head.kind == Kind::Security => {
                self.refuse(head, StatusCode::SECURITY);
            }
            _ => return Err(wrong_kind(head)),
        }
        Ok(After::Nothing)
    }

    fn socket_action(&mut self, head: &Head, it: SocketAction) -> Result<After, Malformed> {
        match it.action {
            SocketAction::START => {
                let family = Family::Multiplexed {
                    conversation: it.conversation,
                    request: it.request,
                };
                let count = self.slots.len() as u32;
                let known = self.slots.contains_key(&it.conversation);
                if known || it.conversation == 0 || count >= self.conversations_max {
                    return Err(wrong_kind(head));
                }
                self.begin_conversation(it.conversation);
                let answer = Head {
                    family,
                    ..head.answer(Kind::Status)
                };
                let status = Status::new(StatusCode::OK);
                self.line.send(&answer, &Segment::Status(Some(status)));
            }
            SocketAction::END => {
                self.end_conversation(it.conversation);
                if head.has(flag::CLOSE) || (self.line.quiescing && self.slots.is_empty()) {
                    self.finish();
                }
                return Ok(After::Forget(it.conversation));
            }
            // Others belong to TLS key changes, which are not made here.
            _ => return Err(wrong_kind(head)),
        }
        Ok(After::Nothing)
    }
}

fn note_partner(status: &ChannelStatus, agreed: &Agreed) {
    let product = agreed.partner.product_id.name();
    let (name, version) = product.as_str().split_at_checked(4).unwrap_or_default();
    let mut remote = status.remote_guard();
    remote.product = FixedText::truncated(name);
    remote.version = FixedText::truncated(version);
    remote.heartbeat_s = agreed.heartbeat_s;
    remote.message_bytes_max = agreed.message_bytes_max;
    remote.conversations_max = agreed.conversations;
}

fn wrong_kind(head: &Head) -> Malformed {
    Malformed {
        what: "Head",
        at: 0,
        why: Why::Kind(head.kind.code()),
    }
}

// ---- conversations

impl Core {
    fn slot_of(&mut self, number: u32) -> Option<u32> {
        if let Some((last, slot)) = self.last
            && last == number
        {
            return Some(slot);
        }
        let slot = *self.slots.get(&number)?;
        self.last = Some((number, slot));
        Some(slot)
    }

    fn begin_conversation(&mut self, number: u32) {
        let free = self.conversations.iter().position(Option::is_none);
        let slot = free.unwrap_or_else(|| {
            self.conversations.push(None);
            self.conversations.len() - 1
        });
        let waker = (self.wakers)(slot as u32);
        self.conversations[slot] = Some(Box::new(Conversation::new(waker)));
        self.slots.insert(number, slot as u32);
        self.note_count();
    }

    /// Ends a conversation: what it has not committed is backed out.
    fn end_conversation(&mut self, number: u32) {
        self.last = None;
        if let Some(slot) = self.slots.remove(&number) {
            self.conversations[slot as usize] = None;
            self.note_count();
        }
    }

    fn note_count(&self) {
        if let Some(status) = &self.line.status {
            status.set_conversations(self.slots.len() as u32);
        }
    }

    fn note_substate(&self, slot: u32) {
        let conversation = self.conversations[slot as usize].as_ref();
        let busy = conversation.is_some_and(|conversation| conversation.is_busy());
        if let Some(status) = &self.line.status {
            status.set_substate(if busy {
                MQCHSSTATE_IN_MQI_CALL
            } else {
                MQCHSSTATE_RECEIVING
            });
        }
    }

    fn visit(&mut self, slot: u32, act: fn(&mut Conversation, &mut Line) -> Result<(), Malformed>) {
        // The waker of a conversation that ended may be woken late.
        let Some(Some(conversation)) = self.conversations.get_mut(slot as usize) else {
            return;
        };
        if let Err(malformed) = act(conversation, &mut self.line) {
            self.break_off(&malformed);
            return;
        }
        self.note_substate(slot);
    }

    fn takes_input(&self) -> bool {
        let held_bytes: usize = self.all().map(Conversation::held_bytes).sum();
        held_bytes <= HELD_BYTES_MAX && !self.line.is_full()
    }

    fn all(&self) -> impl Iterator<Item = &Conversation> {
        self.conversations.iter().flatten().map(Box::as_ref)
    }
}

// ---- time

impl Core {
    fn deadline_ns(&self) -> Option<u64> {
        match self.stage {
            Stage::Over => return None,
            Stage::Negotiating(..) => return Some(self.began_ns + NEGOTIATION_NS_MAX),
            Stage::Running => {}
        }
        if !self.line.is_full() && self.all().any(Conversation::has_more_to_do) {
            return Some(0);
        }
        let waits = self.all().filter_map(Conversation::deadline_ns);
        waits
            .chain(self.heartbeat_due_ns())
            .chain(self.disconnect_due_ns())
            .min()
    }

    /// When the other end has to give a sign of life, or to be asked for one.
    fn heartbeat_due_ns(&self) -> Option<u64> {
        // With plain headers a client listens during calls only.
        let listens = self.multiplexed || self.all().any(Conversation::is_busy);
        if self.heartbeat_ns == 0 || !listens || !self.takes_input() {
            return None;
        }
        let patience_ns = self
            .heartbeat_ns
            .min(HEARTBEAT_PATIENCE_S_MAX * 1_000_000_000);
        Some(match self.probed_ns {
            None => self.received_ns + self.heartbeat_ns,
            Some(at_ns) => at_ns + patience_ns,
        })
    }

    fn disconnect_due_ns(&self) -> Option<u64> {
        let idle = !self.all().any(Conversation::waits_for_messages);
        (self.disconnect_ns > 0 && idle).then(|| self.called_ns + self.disconnect_ns)
    }

    fn tick(&mut self) {
        let now_ns = self.line.now_ns;
        let is_due = |due_ns: Option<u64>| due_ns.is_some_and(|due_ns| due_ns <= now_ns);
        match self.stage {
            Stage::Over => return,
            Stage::Negotiating(..) => {
                if is_due(Some(self.began_ns + NEGOTIATION_NS_MAX)) {
                    self.finish();
                }
                return;
            }
            Stage::Running => {}
        }
        for slot in 0..self.conversations.len() as u32 {
            self.visit(slot, Conversation::tick);
        }
        if is_due(self.disconnect_due_ns()) {
            self.close(StatusCode::TIMEOUT);
        } else if is_due(self.heartbeat_due_ns()) {
            if self.probed_ns.is_some() {
                self.time_out();
            } else {
                self.probed_ns = Some(now_ns);
                let head = self.socket_head(Kind::Heartbeat);
                self.line
                    .send(&head.with_flags(flag::CONFIRM), &Segment::Heartbeat);
            }
        }
    }

    fn time_out(&mut self) {
        let text = format!(
            "The connection of channel '{}' to host '{}' timed out.",
            self.channel_name(),
            self.line.peer.address
        );
        self.line.host.notice(Notice {
            number: "AMQ9259E",
            text,
        });
        self.finish();
    }
}

// ---- ends

impl Core {
    fn channel_name(&self) -> String {
        let status = self.line.status.as_ref();
        status.map_or_else(String::new, |status| {
            status.definition.channel_name.as_str().to_owned()
        })
    }

    fn socket_head(&self, kind: Kind) -> Head {
        let family = if self.multiplexed {
            Family::Socket
        } else {
            Family::Plain
        };
        Head::new(family, kind, self.order, self.ccsid)
    }

    /// Refuses a segment in its own form, and ends.
    fn refuse(&mut self, head: &Head, code: StatusCode) {
        let (head, status) = refuse(head, code);
        self.line.send(&head, &Segment::Status(Some(status)));
        self.finish();
    }

    /// The client broke the protocol.
    fn break_off(&mut self, malformed: &Malformed) {
        let text = format!(
            "A protocol error was detected for channel '{}' from host '{}': {malformed}.",
            self.channel_name(),
            self.line.peer.address
        );
        self.line.host.notice(Notice {
            number: "AMQ9504E",
            text,
        });
        self.close(malformed.status());
    }

    /// Tells the client why, and ends.
    fn close(&mut self, code: StatusCode) {
        let head = self
            .socket_head(Kind::Status)
            .with_flags(flag::CLOSE | flag::ERROR);
        let status = Status::new(code);
        self.line.send(&head, &Segment::Status(Some(status)));
        self.finish();
    }

    /// Nothing more happens here. What is not committed is backed out.
    fn finish(&mut self) {
        self.stage = Stage::Over;
        self.conversations.clear();
        self.slots.clear();
        self.last = None;
        self.note_count();
        if let Some(status) = &self.line.status {
            status.set_state(MQCHS_STOPPING);
        }
    }

    fn end(&mut self, how: Ending) {
        match self.stage {
            Stage::Over => return,
            // Nobody has begun anything.
            Stage::Negotiating(..) => return self.close(StatusCode::Q_MGR_ENDING),
            Stage::Running => {}
        }
        self.line.quiescing = true;
        if let Some(status) = &self.line.status {
            status.set_state(MQCHS_STOPPING);
        }
        if how == Ending::Quiesce {
            for slot in 0..self.conversations.len() as u32 {
                self.visit(slot, Conversation::quiesce);
            }
            if self.all().all(|one| one.connection.is_none()) {
                self.close(StatusCode::USER_CLOSED);
            }
            return;
        }
        let q_mgr_ends = self.all().any(Conversation::is_q_mgr_ending);
        for conversation in self.conversations.iter_mut().flatten() {
            conversation.stop(&mut self.line);
        }
        self.close(if q_mgr_ends {
            StatusCode::Q_MGR_ENDING
        } else {
            StatusCode::USER_CLOSED
        });
    }
}
