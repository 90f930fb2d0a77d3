//! The client's end of one socket, without the socket: bytes, calls and time in; bytes and replies out.
//!
//! A [`ClientSocket`] negotiates, logs on, and carries the calls of one or more conversations, each of which
//! is an application's connection. Nothing here blocks, reads a clock or knows TCP: whoever has the socket
//! feeds [`ClientSocket::receive`] what came, sends what lies in [`ClientSocket::outbound`], and calls
//! [`ClientSocket::tick`] when [`ClientSocket::deadline_ns`] has come.
//!
//! Cost of a call: its structures are written once into the buffer the socket sends from, message data of
//! 4 KiB and more by reference; an answer that arrived whole is read where it lies and its message data
//! copied once. What several conversations have queued goes out together.

mod ahead;
mod answer;
mod conversation;
mod heart;
mod ids;
mod negotiation;
mod refusal;
mod request;
mod terms;
mod way;
mod xa;

pub use conversation::Welcome;
pub use ferromq_mqi::password::Password;
pub use terms::{Logon, MESSAGE_BYTES_MAX, Terms};

use crate::failure::ConnectFailure;
use conversation::{Conversation, Phase};
use ferromq_mqi::Reason;
use ferromq_mqi::call::{Reply, Request};
use ferromq_wire::control::{SocketAction, Status, StatusCode};
use ferromq_wire::head::{Family, Head, flag};
use ferromq_wire::inbound::{Arrival, Inbound, Limits};
use ferromq_wire::initial::capability;
use ferromq_wire::negotiate::{Agreed, ClientNegotiation};
use ferromq_wire::outbound::Outbound;
use ferromq_wire::{Kind, Malformed, Segment};
use heart::Heart;
use negotiation::send_step;
use std::task::Poll;
use way::Way;

/// A conversation of a [`ClientSocket`]. Valid until it is given back with [`ClientSocket::release`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slot(usize);

impl Slot {
    /// A small number, unique among the conversations the socket has at the time.
    #[must_use]
    pub fn index(self) -> usize {
        self.0
    }
}

/// See the module.
#[derive(Debug)]
pub struct ClientSocket {
    terms: Terms,
    /// `None` once both ends agree.
    negotiation: Option<ClientNegotiation>,
    agreed: Option<Box<Agreed>>,
    /// Byte order and code page of what is sent.
    head: Head,
    inbound: Inbound,
    outbound: Outbound,
    conversations: Vec<Option<Conversation>>,
    /// Numbers are never used twice on a socket.
    next_number: u32,
    heart: Heart,
    /// Why nothing goes any more.
    over: Option<ConnectFailure>,
    /// Conversations that have something new for their application.
    changed: Vec<Slot>,
}

impl ClientSocket {
    /// A socket that has just been opened: the first segment waits to be sent.
    #[must_use]
    pub fn new(terms: Terms) -> Self {
        let head = Terms::head();
        let negotiation = ClientNegotiation::new(&head, terms.initial(), terms.with_tls);
        let mut outbound = Outbound::new(true);
        send_step(&mut outbound, &negotiation.first());
        Self {
            terms,
            negotiation: Some(negotiation),
            agreed: None,
            head,
            inbound: Inbound::new(Limits::FIRST),
            outbound,
            conversations: Vec::new(),
            next_number: 1,
            heart: Heart::default(),
            over: None,
            changed: Vec::new(),
        }
    }

    /// Bytes that wait to be sent.
    pub fn outbound(&mut self) -> &mut Outbound {
        &mut self.outbound
    }

    /// What both ends agreed on, once they did.
    #[must_use]
    pub fn agreed(&self) -> Option<&Agreed> {
        self.agreed.as_deref()
    }

    /// Why the socket is of no use any more: the other end closed it, or broke the protocol, or the last
    /// conversation has ended. Send what waits, then close it.
    #[must_use]
    pub fn over(&self) -> Option<&ConnectFailure> {
        self.over.as_ref()
    }

    /// True when another conversation may begin.
    #[must_use]
    pub fn has_room(&self) -> bool {
        let live = self.conversations.iter().flatten().count();
        match (&self.over, &self.agreed) {
            (Some(_), _) => false,
            (None, Some(agreed)) if agreed.is_multiplexed() => live < agreed.conversations as usize,
            // With plain headers, or before both ends agree, there is one and no other.
            (None, _) => self.next_number == 1,
        }
    }

    /// Begins a conversation. Nothing is refused here: see [`ClientSocket::connected`].
    pub fn begin(&mut self, logon: Logon) -> Slot {
        let first = self.next_number == 1;
        let room = self.has_room();
        let mut conversation = Conversation::new(self.next_number, logon);
        self.next_number += 2;
        if !room {
            let failure = self.over.clone().unwrap_or_else(|| {
                let text = "the socket has no room for another conversation";
                ConnectFailure::new(Reason::CHANNEL_NOT_AVAILABLE, text)
            });
            conversation.fail(&failure);
        }
        let slot = match self.conversations.iter().position(Option::is_none) {
            Some(free) => Slot(free),
            None => {
                self.conversations.push(None);
                Slot(self.conversations.len() - 1)
            }
        };
        if room && !first {
            let action = SocketAction {
                conversation: conversation.number,
                request: 0,
                action: SocketAction::START,
                parameter1: 1,
                parameter2: conversation.number.div_ceil(2),
            };
            conversation.phase = Phase::Beginning;
            self.send_on_socket(&Segment::SocketAction(action), Kind::SocketAction, 0);
        }
        self.conversations[slot.0] = Some(conversation);
        slot
    }

    /// What became of the conversation that began.
    ///
    /// # Errors
    /// Inside: why there is no connection, with the reason a program gets.
    pub fn connected(&self, slot: Slot) -> Poll<Result<Welcome, ConnectFailure>> {
        match self.conversation(slot) {
            Some(conversation) => conversation.connected(),
            None => Poll::Ready(Err(no_conversation())),
        }
    }

    /// The conversations, and their way out. `None` before both ends have come to terms.
    fn way(&mut self) -> Option<(&mut [Option<Conversation>], Way<'_>)> {
        let way = Way {
            head: &self.head,
            agreed: self.agreed.as_deref()?,
            outbound: &mut self.outbound,
            channel: self.terms.channel_name.as_str(),
            with_tls: self.terms.with_tls,
        };
        Some((&mut self.conversations, way))
    }

    /// The conversation at a place, and its way out.
    fn way_of(&mut self, at: usize) -> Option<(&mut Conversation, Way<'_>)> {
        let (conversations, way) = self.way()?;
        let conversation = conversations.get_mut(at)?.as_mut()?;
        Some((conversation, way))
    }

    /// Begins a verb. `Pending` means that [`ClientSocket::poll`] will have its answer. A verb begun while
    /// another is under way on the conversation answers `MQRC_CALL_IN_PROGRESS`.
    pub fn start(&mut self, slot: Slot, request: Request) -> Poll<Reply> {
        let Some((conversation, mut way)) = self.way_of(slot.0) else {
            return Poll::Ready(Reply::Failed(Reason::HCONN_ERROR));
        };
        conversation.start(request, &mut way)
    }

    /// The answer to the verb that was begun, if it is there.
    pub fn poll(&mut self, slot: Slot) -> Poll<Reply> {
        match self.conversation_mut(slot) {
            Some(conversation) => conversation.poll(),
            None => Poll::Ready(Reply::Failed(Reason::HCONN_ERROR)),
        }
    }

    /// True when [`ClientSocket::poll`] has the answer to a verb that was begun.
    #[must_use]
    pub fn has_answer(&self, slot: Slot) -> bool {
        self.conversation(slot)
            .is_some_and(Conversation::has_answer)
    }

    /// Whether the verb that was begun last may have been carried out, whatever it was answered: false where nothing of it has been
    /// written, as on a socket that was known to be broken.
    #[must_use]
    pub fn was_written(&self, slot: Slot) -> bool {
        self.conversation(slot)
            .is_some_and(Conversation::was_written)
    }

    /// True when [`ClientSocket::cancel_wait`] does something.
    #[must_use]
    pub fn can_cancel_waits(&self) -> bool {
        let agreed = self.agreed.as_deref();
        agreed.is_some_and(|agreed| {
            agreed.is_multiplexed() && agreed.capabilities[1] & capability::SPI != 0
        })
    }

    /// Ends the wait for a message of a conversation, if it waits for one. Its get is answered with
    /// `MQRC_XWAIT_CANCELED`, or `MQRC_NO_MSG_AVAILABLE` where it waited on the client's own clock, or with the
    /// message that came first.
    pub fn cancel_wait(&mut self, slot: Slot) {
        let Some(connection_id) = self.waiting_connection(slot) else {
            return;
        };
        let waits = |index: usize| index == slot.0;
        let others = self.conversations.iter().enumerate();
        // As others do it: on a conversation beside the one that waits, if there is one.
        let beside = others
            .filter(|(index, it)| !waits(*index) && it.as_ref().is_some_and(Conversation::is_idle))
            .map(|(index, _)| index)
            .next();
        let at = beside.unwrap_or(slot.0);
        let Some((conversation, mut way)) = self.way_of(at) else {
            return;
        };
        conversation.send_cancellation(connection_id, &mut way);
    }

    /// The connection of a conversation whose get waits at the other end. One that waits on the client's own clock is
    /// told to ask for its answer with the next tick.
    fn waiting_connection(&mut self, slot: Slot) -> Option<[u8; 24]> {
        if !self.can_cancel_waits() {
            return None;
        }
        let conversation = self.conversations.get_mut(slot.0)?.as_mut()?;
        conversation.end_own_wait();
        conversation.waiting_connection()
    }

    /// Takes what the socket received.
    pub fn receive(&mut self, bytes: &[u8]) {
        if self.over.is_some() {
            return;
        }
        self.heart.heard();
        let mut inbound = std::mem::replace(&mut self.inbound, Inbound::new(Limits::FIRST));
        let mut input = bytes;
        loop {
            match inbound.next(&mut input) {
                Ok(Some(arrival)) => {
                    if let Err(error) = self.arrival(&arrival) {
                        self.malformed(&error);
                        break;
                    }
                }
                Ok(None) => break,
                Err(error) => {
                    self.malformed(&error);
                    break;
                }
            }
            if self.over.is_some() {
                break;
            }
            if let Some(agreed) = &self.agreed {
                inbound.set_limits(agreed.limits());
            }
        }
        self.inbound = inbound;
    }

    /// The socket was closed, or cannot be read or written: `why` in a few words.
    pub fn broken(&mut self, why: &str) {
        let channel = self.terms.channel_name.as_str();
        let reason = if self.agreed.is_some() {
            Reason::CONNECTION_BROKEN
        } else {
            Reason::Q_MGR_NOT_AVAILABLE
        };
        let text = format!("channel '{channel}': {why}");
        self.end(ConnectFailure::new(reason, text));
    }

    /// How long a conversation waits for the queue manager to decide about it, by the clock of [`ClientSocket::tick`]. Then it is given up alone, and others on
    /// the socket go on.
    pub fn await_verdict(&mut self, slot: Slot, until_ns: u64) {
        if let Some(conversation) = self.conversation_mut(slot) {
            conversation.await_verdict(until_ns);
        }
    }

    /// Gives up the conversations that have waited long enough to be decided about.
    fn give_up_overdue(&mut self, now_ns: u64) {
        for at in 0..self.conversations.len() {
            let overdue =
                self.conversations[at].take_if(|conversation| conversation.is_overdue(now_ns));
            let Some(mut conversation) = overdue else {
                continue;
            };
            let channel = self.terms.channel_name.as_str();
            let text = format!("channel '{channel}': who connects was not decided about in time");
            conversation.fail(&ConnectFailure::new(Reason::Q_MGR_NOT_AVAILABLE, text));
            self.end_conversation(&mut conversation);
            self.conversations[at] = Some(conversation);
            self.changed.push(Slot(at));
        }
    }

    /// The edge will have nothing to do with the other end any more.
    pub fn refuse(&mut self, failure: ConnectFailure) {
        self.end(failure);
    }

    /// Time has come: heartbeats. `now_ns` is that of any clock that never goes back.
    pub fn tick(&mut self, now_ns: u64) {
        match self.heart.tick(now_ns) {
            heart::Beat::None => {}
            heart::Beat::Send => {
                self.send_on_socket(&Segment::Heartbeat, Kind::Heartbeat, flag::CONFIRM);
            }
            heart::Beat::Dead => self.broken("the queue manager does not answer heartbeats"),
        }
        let Some((conversations, mut way)) = self.way() else {
            return;
        };
        for conversation in conversations.iter_mut().flatten() {
            conversation.tick(now_ns, &mut way);
        }
        self.give_up_overdue(now_ns);
    }

    /// When a get that waits on the client's own clock wants [`ClientSocket::tick`], heartbeats apart. 0 is
    /// at once.
    #[must_use]
    pub fn wait_deadline_ns(&self) -> Option<u64> {
        let conversations = self.conversations.iter().flatten();
        conversations.filter_map(Conversation::deadline_ns).min()
    }

    /// When [`ClientSocket::tick`] is wanted next; `None` when nothing waits for the time, as on a socket that is over.
    #[must_use]
    pub fn deadline_ns(&self) -> Option<u64> {
        if self.over.is_some() {
            return None;
        }
        let heart_ns = self.heart.deadline_ns();
        heart_ns.into_iter().chain(self.wait_deadline_ns()).min()
    }

    /// Takes one of the conversations that have something new: a connect that ended, an answer, their end.
    pub fn take_changed(&mut self) -> Option<Slot> {
        self.changed.pop()
    }

    /// The application is done with the conversation. One that has not disconnected is cut off, and the
    /// queue manager backs its unit of work out.
    pub fn release(&mut self, slot: Slot) {
        let Some(mut conversation) = self.conversations.get_mut(slot.0).and_then(Option::take)
        else {
            return;
        };
        if !conversation.has_ended() {
            self.end_conversation(&mut conversation);
        }
        self.inbound.forget_conversation(conversation.number);
    }

    fn conversation(&self, slot: Slot) -> Option<&Conversation> {
        self.conversations.get(slot.0)?.as_ref()
    }

    fn conversation_mut(&mut self, slot: Slot) -> Option<&mut Conversation> {
        self.conversations.get_mut(slot.0)?.as_mut()
    }

    /// One segment, or all of a call.
    fn arrival(&mut self, arrival: &Arrival<'_>) -> Result<(), Malformed> {
        let fap = match &self.agreed {
            Some(agreed) => agreed.fap,
            None => self.terms.fap_max,
        };
        let segment = arrival.segment(fap)?;
        if self.negotiation.is_some() {
            self.negotiate(&arrival.head, &segment);
            return Ok(());
        }
        if let Segment::Heartbeat = segment {
            if arrival.head.has(flag::CONFIRM) {
                let head = arrival.head.answer(Kind::Heartbeat);
                self.outbound.send(&head, &Segment::Heartbeat, None);
            }
            return Ok(());
        }
        match arrival.head.family {
            Family::Socket => self.on_socket(&segment),
            Family::Plain | Family::Multiplexed { .. } => self.on_conversation(arrival, &segment),
        }
        Ok(())
    }

    /// Segments about the socket as a whole.
    fn on_socket(&mut self, segment: &Segment<'_>) {
        match segment {
            Segment::Status(status) => self.closed_by_server(*status),
            Segment::SocketAction(action) if action.action == SocketAction::END => {
                let slot = self.slot_of(action.conversation);
                if let Some(slot) = slot
                    && let Some(conversation) = self.conversation_mut(slot)
                {
                    let text = "the queue manager ended the conversation";
                    conversation.fail(&ConnectFailure::new(Reason::CONNECTION_BROKEN, text));
                    self.changed.push(slot);
                }
            }
            // Others are not for a client, or ask for nothing.
            _ => {}
        }
    }

    /// A status that ends the socket; one that says it is well is ignored.
    fn closed_by_server(&mut self, status: Option<Status>) {
        let code = status.map_or(StatusCode::USER_CLOSED, |status| status.code);
        if code == StatusCode::OK {
            return;
        }
        let channel = self.terms.channel_name.as_str();
        let connecting = self
            .conversations
            .iter()
            .flatten()
            .all(|it| !it.is_connected());
        let failure = if connecting {
            refusal::status(code, channel)
        } else {
            let text =
                format!("channel '{channel}': the queue manager closed the connection: {code}");
            ConnectFailure::new(Reason::CONNECTION_BROKEN, text)
        };
        self.end(failure);
    }

    fn on_conversation(&mut self, arrival: &Arrival<'_>, segment: &Segment<'_>) {
        let number = match arrival.head.family.conversation() {
            0 => 1,
            number => number,
        };
        // With plain headers a status is the socket's.
        if let (Segment::Status(status), Family::Plain) = (segment, arrival.head.family)
            && arrival.head.has(flag::CLOSE)
        {
            return self.closed_by_server(*status);
        }
        let Some(slot) = self.slot_of(number) else {
            // It ended while this was on its way.
            return;
        };
        let Some((conversation, mut way)) = self.way_of(slot.0) else {
            return;
        };
        let has_changed = conversation.take(arrival, segment, &mut way);
        let wants_end = conversation.wants_end();
        if has_changed {
            self.changed.push(slot);
        }
        if wants_end {
            self.end_of(slot);
        }
    }

    /// The conversation has disconnected: tells the other end that it is over.
    fn end_of(&mut self, slot: Slot) {
        if let Some(mut conversation) = self.conversations[slot.0].take() {
            self.end_conversation(&mut conversation);
            self.conversations[slot.0] = Some(conversation);
        }
    }

    /// Ends a conversation that was taken out of the table. The last one takes the socket with it.
    fn end_conversation(&mut self, conversation: &mut Conversation) {
        conversation.set_ended();
        let others = self
            .conversations
            .iter()
            .flatten()
            .any(|it| !it.has_ended());
        match &self.agreed {
            _ if self.over.is_some() => return,
            Some(agreed) if agreed.is_multiplexed() => {
                let action = SocketAction {
                    conversation: conversation.number,
                    request: 0,
                    action: SocketAction::END,
                    parameter1: 0,
                    parameter2: 0,
                };
                let flags = if others { 0 } else { flag::CLOSE };
                self.send_on_socket(&Segment::SocketAction(action), Kind::SocketAction, flags);
            }
            Some(_) => {
                let head = Head {
                    kind: Kind::Status,
                    ..self.head.clone()
                };
                let head = head.with_flags(flag::CLOSE);
                self.outbound.send(&head, &Segment::Status(None), None);
            }
            None => {}
        }
        if !others {
            let text = "the last conversation has ended";
            self.over = Some(ConnectFailure::new(Reason::CONNECTION_BROKEN, text));
        }
    }

    fn slot_of(&self, number: u32) -> Option<Slot> {
        let mut slots = self.conversations.iter();
        slots
            .position(|it| it.as_ref().is_some_and(|it| it.number == number))
            .map(Slot)
    }

    fn malformed(&mut self, error: &Malformed) {
        let channel = self.terms.channel_name.as_str();
        let reason = match self.agreed {
            Some(_) => Reason::CONNECTION_BROKEN,
            None => Reason::CHANNEL_CONFIG_ERROR,
        };
        let text =
            format!("channel '{channel}': what the other end sends is not the protocol: {error}");
        self.end(ConnectFailure::new(reason, text));
    }

    /// Nothing goes any more: every conversation hears of it.
    fn end(&mut self, failure: ConnectFailure) {
        for (index, conversation) in self.conversations.iter_mut().enumerate() {
            if let Some(conversation) = conversation {
                conversation.fail(&failure);
                self.changed.push(Slot(index));
            }
        }
        self.over.get_or_insert(failure);
    }

    /// Sends a segment of the socket itself. On a socket with plain headers there is one form only.
    fn send_on_socket(&mut self, segment: &Segment<'_>, kind: Kind, flags: u8) {
        let family = match self.head.family {
            Family::Plain => Family::Plain,
            _ => Family::Socket,
        };
        let head = Head {
            family,
            kind,
            ..self.head.clone()
        };
        self.outbound.send(&head.with_flags(flags), segment, None);
    }
}

fn no_conversation() -> ConnectFailure {
    ConnectFailure::new(Reason::HCONN_ERROR, "there is no such conversation")
}

#[cfg(test)]
mod tests {
    use super::{ClientSocket, Terms};

    #[test]
    fn a_socket_that_is_over_wants_no_tick() {
        let mut socket = ClientSocket::new(Terms::default());
        socket.heart.set_interval(1);
        socket.tick(1_000_000_000);
        assert_eq!(socket.deadline_ns(), Some(2_000_000_000));
        socket.broken("the cable was pulled");
        assert_eq!(socket.deadline_ns(), None);
    }
}
