//! One socket, without the socket.

mod arrival;
mod ending;
mod flow_control;
mod time;

use crate::client::Client;
use crate::conversation::Conversation;
use crate::host::{Host, Offer, Peer};
use crate::status::ChannelStatus;
use ferromq_log::Lsn;
use ferromq_mqi::generated::constants::{MQCHSSTATE_IN_MQI_CALL, MQCHSSTATE_RECEIVING};
use ferromq_wire::Malformed;
use ferromq_wire::inbound::{Inbound, Limits};
use ferromq_wire::negotiate::ServerNegotiation;
use ferromq_wire::outbound::Outbound;
use flow_control::FlowControl;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::task::Waker;

/// How a channel is ended from this side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Waits that asked for it end with `MQRC_Q_MGR_QUIESCING` or `MQRC_CONNECTION_QUIESCING`, consumers are
    /// told, nobody new connects, and the client may finish.
    Quiesce,
    /// The same, but a client that reconnects by itself does so at once: everything else is as with `Immediate`.
    Reconnect,
    /// Waits for messages end, what waits for the log is answered, everything else is backed out, the client is told
    /// why, and the socket is closed.
    Immediate,
}

/// A client that has not connected by then is nobody's client, whatever else it says.
const LOGON_NS_MAX: u64 = 60_000_000_000;
/// How much longer it may take while somebody decides about it: twice the longest delay of a refusal (`FAILDLAY`).
const VERDICT_NS_MAX: u64 = 120_000_000_000;
/// Bytes of calls that may wait for their turn before the edge stops reading.
const HELD_BYTES_MAX: usize = 256 * 1024;
/// The same before anybody has connected.
const UNAUTHENTICATED_HELD_BYTES_MAX: usize = 32 * 1024;
/// Conversations there may be before one of them has connected: programs that start several connections at once have
/// them on one socket when the first of them is connected.
const UNAUTHENTICATED_CONVERSATIONS_MAX: u32 = 16;
/// A client whose listener may not have heard of the end, and that does nothing else for so long, is told in a way
/// it cannot miss.
const REST_NS_MAX: u64 = 2_000_000_000;
/// How long a client that reconnects by itself may go on with what it is at when the end is announced.
const RECONNECT_NS_MAX: u64 = 10_000_000_000;
/// See the crate.
pub struct ServerChannel {
    inbound: Inbound,
    core: Core,
}

enum Stage {
    /// Coming to terms. The offer is there once the channel is known.
    Negotiating(ServerNegotiation, Option<Box<Offer>>),
    Running,
    /// Nothing more is begun. Over when the verbs are answered that wait for the log: all of them will be.
    Ending,
    Over,
}

struct Core {
    client: Client,
    stage: Stage,
    wakers: Arc<dyn Fn(u32) -> Waker + Send + Sync>,
    conversations: Vec<Option<Box<Conversation>>>,
    /// Slots by number of conversation.
    slots: HashMap<u32, u32>,
    /// Number and slot of the conversation of the last segment: nearly always that of the next, too.
    last: Option<(u32, u32)>,
    conversations_max: u32,
    /// What the client may send once it has logged on.
    agreed_limits: Option<Limits>,
    disconnect_ns: u64,
    began_ns: u64,
    called_ns: u64,
    /// When the end was announced, and when the client last said something behind it.
    quiesced_ns: u64,
    /// When the end was announced.
    announced_ns: Option<u64>,
    /// The client is to connect elsewhere.
    leaving: Option<Leaving>,
    flow: FlowControl,
}

/// Connections that are to be made again elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leave {
    /// Their identifiers.
    pub connection_ids: BTreeSet<[u8; 24]>,
    /// How long each may go on with what it is at; `None` for as long as it likes.
    pub patience_ns: Option<u64>,
    /// They may be in the middle of a unit of work, which is backed out.
    pub in_unit_of_work: bool,
}

/// How a client that is to connect elsewhere may take its time.
struct Leaving {
    latest_ns: Option<u64>,
    in_unit_of_work: bool,
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
        let client = Client::new(host, peer);
        let now_ns = client.line.now_ns;
        Self {
            inbound: Inbound::new(Limits::FIRST),
            core: Core {
                client,
                stage: Stage::Negotiating(ServerNegotiation::new(), None),
                wakers,
                conversations: Vec::new(),
                slots: HashMap::new(),
                last: None,
                conversations_max: 1,
                agreed_limits: None,
                disconnect_ns: 0,
                began_ns: now_ns,
                called_ns: now_ns,
                quiesced_ns: now_ns,
                announced_ns: None,
                leaving: None,
                flow: FlowControl::default(),
            },
        }
    }

    /// Takes all of what the socket gave and runs the verbs in it that need not wait.
    pub fn receive(&mut self, bytes: &[u8]) {
        let core = &mut self.core;
        core.look_at_clock();
        if let Some(status) = &core.client.status {
            status.activity.count_received(bytes.len() as u64, 0);
        }
        let mut input = bytes;
        let mut whole = false;
        while matches!(core.stage, Stage::Negotiating(..) | Stage::Running) {
            let after = match self.inbound.next(&mut input) {
                Ok(None) => {
                    let line = &mut core.client.line;
                    line.liveness.hear(bytes.len(), whole, line.now_ns);
                    core.let_go_at_rest();
                    return core.hold_back();
                }
                Ok(Some(arrival)) => core.arrive(&arrival.head, &arrival.payload),
                Err(malformed) => {
                    core.break_off(&malformed);
                    return;
                }
            };
            whole = true;
            if let Some(status) = &core.client.status {
                status.activity.count_received(0, 1);
            }
            match after {
                After::Nothing => {}
                After::Limits(limits) => self.inbound.set_limits(limits),
                After::Forget(number) => self.inbound.forget_conversation(number),
            }
            if let Some(limits) = core.take_limits_due() {
                self.inbound.set_limits(limits);
            }
        }
    }

    /// The waker of this conversation slot was woken.
    pub fn resume(&mut self, slot: u32) {
        self.core.look_at_clock();
        self.core.visit(slot, Conversation::resume);
        self.core.close_when_answered();
        self.core.let_go_at_rest();
        if let Some(limits) = self.core.take_limits_due() {
            self.inbound.set_limits(limits);
        }
    }

    /// Has the client connect elsewhere, if one of these connections is on this socket: it is hung up on between one unit of work and
    /// the next, with all its connections. Nothing happens if one of them does not connect again by itself.
    pub fn leave(&mut self, leave: &Leave) {
        self.core.look_at_clock();
        self.core.leave(leave);
    }

    /// It is so late now: heartbeats, `DISCINT`, the ends of waits. Call it, too, when what waited for the socket
    /// has been written and [`ServerChannel::deadline_ns`] says so.
    pub fn tick(&mut self, now_ns: u64) {
        self.core.client.line.look_at_clock(now_ns);
        self.core.tick();
        if let Some(limits) = self.core.take_limits_due() {
            self.inbound.set_limits(limits);
        }
    }

    /// When [`ServerChannel::tick`] is wanted at the latest; `None` when time changes nothing.
    #[must_use]
    pub fn deadline_ns(&self) -> Option<u64> {
        self.core.deadline_ns()
    }

    /// Where the log is wanted durable since this was asked last: the edge sees to a force, which wakes those
    /// that wait for it.
    pub fn take_force_wanted(&mut self) -> Option<Lsn> {
        self.core.client.force_wanted.take()
    }

    /// What is to be sent.
    pub fn outbound(&mut self) -> &mut Outbound {
        &mut self.core.client.line.outbound
    }

    /// The same, to look at.
    #[must_use]
    pub fn queue(&self) -> &Outbound {
        &self.core.client.line.outbound
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

    /// True when it was ended and verbs are still to be answered: the log is all they wait for.
    #[must_use]
    pub fn awaits_answers(&self) -> bool {
        matches!(self.core.stage, Stage::Ending)
    }

    /// True when it is over because this side ended it: the last words should reach the client.
    #[must_use]
    pub fn has_last_words(&self) -> bool {
        self.is_over() && self.core.client.line.ended_here
    }

    /// Ends the channel: the queue manager ends, or someone stops the channel.
    pub fn end(&mut self, how: Ending) {
        self.core.look_at_clock();
        self.core.end(how);
    }

    /// Seconds of silence after which TCP is to look whether the other end is there: `KAINT`, and with `AUTO` a
    /// minute more than the heartbeat interval agreed on. 0 is off; `None` before the channel runs.
    #[must_use]
    pub fn keep_alive_s(&self) -> Option<u32> {
        const MORE_THAN_HEARTBEAT_S: u32 = 60;
        let status = self
            .status()
            .filter(|_| matches!(self.core.stage, Stage::Running))?;
        let heartbeat_s = status.remote().heartbeat_s;
        Some(match status.definition.keep_alive_s {
            Some(keep_alive_s) => keep_alive_s,
            None if heartbeat_s == 0 => 0,
            None => heartbeat_s.saturating_add(MORE_THAN_HEARTBEAT_S),
        })
    }

    /// True while a connect call waits for the verdict on who asks.
    #[must_use]
    pub fn awaits_verdict(&self) -> bool {
        self.core.all().any(Conversation::awaits_verdict)
    }

    /// True once somebody has connected: until then nothing is known of the other end but what it says.
    #[must_use]
    pub fn is_logged_on(&self) -> bool {
        self.core.client.logged_on
    }

    /// What displays show; `None` before the client has named a channel that there is.
    #[must_use]
    pub fn status(&self) -> Option<&Arc<ChannelStatus>> {
        self.core.client.status.as_ref()
    }
}

impl Core {
    fn look_at_clock(&mut self) {
        let now_ns = self.client.host.monotonic_ns();
        self.client.line.look_at_clock(now_ns);
    }

    /// The limits agreed on, once: when somebody has logged on.
    fn take_limits_due(&mut self) -> Option<Limits> {
        self.agreed_limits.take_if(|_| self.client.logged_on)
    }

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
        if let Some(status) = &self.client.status {
            status.set_conversations(self.slots.len() as u32);
        }
    }

    fn note_substate(&self, slot: u32) {
        let conversation = self.conversations[slot as usize].as_ref();
        let busy = conversation.is_some_and(|conversation| conversation.is_busy());
        if let Some(status) = &self.client.status {
            status.activity.set_substate(if busy {
                MQCHSSTATE_IN_MQI_CALL
            } else {
                MQCHSSTATE_RECEIVING
            });
        }
    }

    fn visit(
        &mut self,
        slot: u32,
        act: fn(&mut Conversation, &mut Client) -> Result<(), Malformed>,
    ) {
        // The waker of a conversation that ended may be woken late.
        let Some(Some(conversation)) = self.conversations.get_mut(slot as usize) else {
            return;
        };
        if conversation.waits_for_messages() {
            // It was not idle until now.
            self.called_ns = self.client.line.now_ns;
        }
        if let Err(malformed) = act(conversation, &mut self.client) {
            self.break_off(&malformed);
            return;
        }
        self.note_substate(slot);
    }

    fn takes_input(&self) -> bool {
        if matches!(self.stage, Stage::Ending) {
            return false;
        }
        let held_bytes: usize = self.all().map(Conversation::held_bytes).sum();
        let most = match self.client.logged_on {
            true => HELD_BYTES_MAX,
            false => UNAUTHENTICATED_HELD_BYTES_MAX,
        };
        held_bytes <= most && !self.client.is_full() && !self.flow.is_paused()
    }

    fn all(&self) -> impl Iterator<Item = &Conversation> {
        self.conversations.iter().flatten().map(Box::as_ref)
    }
}
