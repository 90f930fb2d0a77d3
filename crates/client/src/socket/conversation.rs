//! One conversation of a socket: logging on, and one verb after the other.

mod connecting;

pub use connecting::Welcome;

use super::ahead::{Ahead, Got, Manner};
use super::ids::{IdBlock, name_message};
use super::request::{Expected, Response, check, destinations, response, within, write};
use super::terms::Logon;
use super::way::Way;
use super::{answer, refusal, xa};
use crate::failure::ConnectFailure;
use crate::unanswered::not_waited_for;
use ferromq_mqi::Reason;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::generated::constants::{
    MQCC_FAILED, MQCO_QUIESCE, MQOO_INPUT_AS_Q_DEF, MQOO_INPUT_EXCLUSIVE, MQOO_INPUT_SHARED,
    MQOO_NO_READ_AHEAD, MQOO_READ_AHEAD, MQPRT_ASYNC_RESPONSE, MQREADA_DISABLED, MQREADA_YES,
    MQSO_MANAGED, MQSO_READ_AHEAD,
};
use ferromq_mqi::options::ObjectHandle;
use ferromq_wire::call::CallHead;
use ferromq_wire::control::StatusCode;
use ferromq_wire::head::flag;
use ferromq_wire::inbound::Arrival;
use ferromq_wire::initial::capability;
use ferromq_wire::level::FAP_MULTIPLEXED_GET;
use ferromq_wire::spi::{Spi, SpiBody};
use ferromq_wire::structure::OpenAttributes;
use ferromq_wire::{Call, Kind, Segment};
use std::task::Poll;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// The socket negotiates.
    Waiting,
    /// The other end has been told of the conversation.
    Beginning,
    /// Credentials are being looked at.
    LoggingOn,
    Connecting,
    Idle,
    Calling {
        reply: Kind,
        expected: Expected,
    },
    /// An asynchronous put waits for message ids.
    Reserving,
    /// A get waits for a message that comes without a call.
    Awaiting,
    /// A call of a transaction manager is under way.
    Coordinating {
        reply: Kind,
    },
    /// Disconnected, and the other end is still to hear that the conversation is over.
    Leaving,
    /// Verbs answer this.
    Ended(Reason),
}

#[derive(Debug)]
pub(super) struct Conversation {
    pub(super) number: u32,
    pub(super) phase: Phase,
    logon: Logon,
    /// When it is given up if nobody has decided about it.
    verdict_until_ns: Option<u64>,
    outcome: Option<Result<Welcome, ConnectFailure>>,
    reply: Option<Reply>,
    /// Of the verb that was begun last something was written, so that it may have been carried out.
    written: bool,
    /// Put responses of the objects that are open.
    defaults: Vec<(i32, Response)>,
    ids: IdBlock,
    parked: Option<Request>,
    /// Handles of distribution lists, and how many destinations each has.
    lists: Vec<(i32, usize)>,
    /// Handles whose messages come without calls.
    aheads: Vec<Ahead>,
    /// A close that ends reading ahead first: its handle, and its options but for that.
    quiescing: Option<(ObjectHandle, i32)>,
}

/// Message ids asked for at a time.
const IDS_WANTED: u32 = 1000;

impl Conversation {
    pub(super) fn new(number: u32, logon: Logon) -> Self {
        Self {
            number,
            phase: Phase::Waiting,
            logon,
            verdict_until_ns: None,
            outcome: None,
            reply: None,
            written: false,
            defaults: Vec::new(),
            ids: IdBlock::default(),
            parked: None,
            lists: Vec::new(),
            aheads: Vec::new(),
            quiescing: None,
        }
    }

    /// Connected, with no call under way.
    pub(super) fn is_idle(&self) -> bool {
        self.phase == Phase::Idle
    }

    /// The connection, while a get of it waits at the other end.
    pub(super) fn waiting_connection(&self) -> Option<[u8; 24]> {
        match (&self.phase, &self.outcome) {
            (
                Phase::Calling {
                    reply: Kind::GetReply,
                    ..
                },
                Some(Ok(welcome)),
            ) => Some(welcome.connection_id),
            _ => None,
        }
    }

    /// A get that waits on the client's own clock has waited long enough.
    pub(super) fn end_own_wait(&mut self) {
        if self.phase == Phase::Awaiting {
            self.aheads.iter_mut().for_each(Ahead::end_wait);
        }
    }

    /// Has the wait of a connection ended. What is answered does not matter: the get is.
    pub(super) fn send_cancellation(&self, connection_id: [u8; 24], way: &mut Way<'_>) {
        let body = SpiBody::Notify {
            option: 1,
            reason: Reason::XWAIT_CANCELED.0,
            connection_id,
        };
        let head = way.head(self.number, 3, Kind::Spi);
        let head = head.with_flags(flag::CONFIRM);
        let call = Call::Spi(Spi::new(NOTIFY_REPLY_BYTES, body));
        let segment = Segment::Call(CallHead::request(0), call);
        way.outbound.send(&head, &segment, None);
    }

    pub(super) fn connected(&self) -> Poll<Result<Welcome, ConnectFailure>> {
        self.outcome.clone().map_or(Poll::Pending, Poll::Ready)
    }

    pub(super) fn is_connected(&self) -> bool {
        matches!(self.outcome, Some(Ok(_)))
    }

    pub(super) fn has_ended(&self) -> bool {
        matches!(self.phase, Phase::Ended(_))
    }

    pub(super) fn wants_end(&self) -> bool {
        self.phase == Phase::Leaving
    }

    pub(super) fn set_ended(&mut self) {
        if !self.has_ended() {
            self.phase = Phase::Ended(Reason::HCONN_ERROR);
        }
    }

    /// There is no other end any more.
    pub(super) fn fail(&mut self, failure: &ConnectFailure) {
        match self.phase {
            Phase::Ended(_) => return,
            Phase::Calling { .. }
            | Phase::Reserving
            | Phase::Awaiting
            | Phase::Coordinating { .. } => {
                self.reply = Some(Reply::Failed(Reason::CONNECTION_BROKEN));
            }
            Phase::Leaving | Phase::Idle => {}
            Phase::Waiting | Phase::Beginning | Phase::LoggingOn | Phase::Connecting => {
                self.outcome = Some(Err(failure.clone()));
            }
        }
        self.parked = None;
        self.phase = Phase::Ended(Reason::CONNECTION_BROKEN);
    }

    /// Why no verb can begin now.
    fn refusal(&self) -> Option<Reason> {
        match self.phase {
            Phase::Idle => None,
            Phase::Ended(reason) => Some(reason),
            Phase::Calling { .. }
            | Phase::Reserving
            | Phase::Awaiting
            | Phase::Coordinating { .. } => Some(Reason::CALL_IN_PROGRESS),
            _ => Some(Reason::HCONN_ERROR),
        }
    }

    pub(super) fn has_answer(&self) -> bool {
        self.reply.is_some()
    }

    /// Whether the verb that was begun last may have been carried out, whatever it was answered.
    pub(super) fn was_written(&self) -> bool {
        self.written
    }

    pub(super) fn poll(&mut self) -> Poll<Reply> {
        match self.reply.take() {
            Some(reply) => Poll::Ready(reply),
            None => match self.refusal() {
                Some(Reason::CALL_IN_PROGRESS) => Poll::Pending,
                refused => {
                    let reason = refused.unwrap_or(Reason::UNEXPECTED_ERROR);
                    Poll::Ready(Reply::Failed(reason))
                }
            },
        }
    }

    pub(super) fn start(&mut self, request: Request, way: &mut Way<'_>) -> Poll<Reply> {
        self.written = false;
        let refused = self
            .refusal()
            .or_else(|| check(&request, way.agreed.message_bytes_max).err())
            .or_else(|| self.misplaced_records(&request));
        if let Some(reason) = refused {
            return Poll::Ready(Reply::Failed(reason));
        }
        if let Some(answered) = self.without_call(&request, way) {
            self.written = true;
            return answered;
        }
        let response = self.response(&request);
        let nobody_answers = way.agreed.capabilities[1] & capability::SPI != 0;
        if response == Response::NotAwaited && nobody_answers {
            return self.put_and_forget(request, way);
        }
        self.send(&request, response, way);
        Poll::Pending
    }

    /// Records of a put that is to one queue.
    fn misplaced_records(&self, request: &Request) -> Option<Reason> {
        let (Request::Put { options, .. } | Request::Put1 { options, .. }) = request else {
            return None;
        };
        let misplaced = options.records.is_some() && destinations(request, &self.lists).is_none();
        misplaced.then_some(Reason::RECS_PRESENT_ERROR)
    }

    fn send(&mut self, request: &Request, response: Response, way: &mut Way<'_>) {
        let head = way.head(self.number, 0, Kind::Put);
        let (fap, list) = (way.agreed.fap, destinations(request, &self.lists));
        let less = within(request, way.agreed.message_bytes_max);
        let asked = less.as_ref().unwrap_or(request);
        let mut expected = write(asked, &head, fap, response, list, way.outbound);
        self.written = true;
        if let Expected::Got { wanted_more, .. } = &mut expected {
            *wanted_more = less.is_some();
        }
        let reply = match (expected, request) {
            (Expected::Opened { .. } | Expected::OpenedList { .. }, _) => Kind::OpenReply,
            (Expected::Closed { .. }, _) => Kind::CloseReply,
            (Expected::Put | Expected::ListPut, Request::Put1 { .. }) => Kind::Put1Reply,
            (Expected::Put | Expected::ListPut, _) => Kind::PutReply,
            (Expected::Got { .. }, _) => Kind::GetReply,
            (Expected::Inquired, _) => Kind::InquireReply,
            (Expected::Status, _) => Kind::StatReply,
            (Expected::Subscribed { .. }, _) => Kind::SubscribeReply,
            (Expected::Requested, _) => Kind::SubscriptionRequestReply,
            (Expected::Disconnected, _) => Kind::DisconnectReply,
            (Expected::Done, Request::Set { .. }) => Kind::SetReply,
            (Expected::Done, Request::Commit) => Kind::CommitReply,
            (Expected::Done, _) => Kind::BackReply,
        };
        self.phase = Phase::Calling { reply, expected };
    }

    /// A get whose messages come without calls, and the close of its handle. `None`: by a call, as usual.
    fn without_call(&mut self, request: &Request, way: &mut Way<'_>) -> Option<Poll<Reply>> {
        match request {
            Request::Get {
                handle,
                descriptor,
                options,
                buffer_len,
            } => {
                let by_asking = way.agreed.is_multiplexed() && way.agreed.fap < FAP_MULTIPLEXED_GET;
                let known = self.aheads.iter().position(|it| it.handle == handle.0);
                let at = match known {
                    Some(at) => at,
                    None if by_asking => {
                        self.aheads.push(Ahead::new(handle.0, Manner::Single));
                        self.aheads.len() - 1
                    }
                    None => return None,
                };
                match self.aheads[at].get(descriptor, options, *buffer_len, self.number, way) {
                    Got::Now(reply) => Some(Poll::Ready(reply)),
                    Got::Later => {
                        self.phase = Phase::Awaiting;
                        Some(Poll::Pending)
                    }
                    Got::Ordinary => {
                        self.aheads.remove(at);
                        None
                    }
                }
            }
            Request::Xa(call) => {
                if let Some(reply) = xa::check(call) {
                    return Some(Poll::Ready(Reply::Xa(reply)));
                }
                let head = way.head(self.number, 0, Kind::XaOpen);
                let reply = xa::write(call, &head, way.outbound);
                self.phase = Phase::Coordinating { reply };
                Some(Poll::Pending)
            }
            Request::Close { handle, options } if options & MQCO_QUIESCE != 0 => {
                let ahead = self.ahead(handle.0)?;
                let (ended, holds) = (ahead.is_quiesced(), ahead.holds_messages());
                // Until it has ended there may be others on their way than those that are held.
                self.quiescing = (!ended).then_some((*handle, options & !MQCO_QUIESCE));
                (ended && holds).then_some(Poll::Ready(Reply::Done(Reason::READ_AHEAD_MSGS)))
            }
            _ => None,
        }
    }

    /// How a put is to be answered; everything else is awaited.
    fn response(&self, request: &Request) -> Response {
        match request {
            Request::Put {
                handle, options, ..
            } => {
                let found = self.defaults.iter().find(|(other, _)| *other == handle.0);
                let default = found.map_or(Response::Awaited, |(_, default)| *default);
                response(options, Some(default), false)
            }
            Request::Put1 { options, .. } => response(options, None, self.logon.put1_always_sync),
            _ => Response::Awaited,
        }
    }

    /// A put that nobody answers: named here, sent, and over.
    fn put_and_forget(&mut self, mut request: Request, way: &mut Way<'_>) -> Poll<Reply> {
        let list = destinations(&request, &self.lists);
        // The messages of a list get ids of their own.
        if list.is_none() && !name_message(&mut request, &mut self.ids) {
            let body = SpiBody::Reserve {
                tag_bytes: 24,
                count: IDS_WANTED,
            };
            let head = way.head(self.number, 0, Kind::Spi);
            let call = Call::Spi(Spi::new(RESERVE_REPLY_BYTES, body));
            let segment = Segment::Call(CallHead::request(0), call);
            way.outbound.send(&head, &segment, None);
            self.parked = Some(request);
            self.phase = Phase::Reserving;
            return Poll::Pending;
        }
        let head = way.head(self.number, 0, Kind::Put);
        write(
            &request,
            &head,
            way.agreed.fap,
            Response::NotAwaited,
            list,
            way.outbound,
        );
        self.written = true;
        Poll::Ready(not_waited_for(request))
    }

    /// Takes a segment of the conversation. True when there is something new for the application.
    pub(super) fn take(
        &mut self,
        arrival: &Arrival<'_>,
        segment: &Segment<'_>,
        way: &mut Way<'_>,
    ) -> bool {
        match (&self.phase, segment) {
            (Phase::Beginning | Phase::LoggingOn, Segment::Status(Some(status))) => {
                if status.code != StatusCode::OK {
                    self.fail(&refusal::status(status.code, way.channel));
                    return true;
                }
                if self.phase == Phase::Beginning {
                    return self.log_on(way);
                }
                self.send_connect(way);
                false
            }
            (Phase::Connecting, Segment::Call(head, call))
                if arrival.head.kind == Kind::ConnectReply =>
            {
                self.take_connect(head, call, way);
                true
            }
            // The get it ended is answered for itself.
            _ if answers_cancellation(segment) => false,
            (Phase::Reserving, Segment::Call(head, call))
                if arrival.head.kind == Kind::SpiReply =>
            {
                self.take_reserve(head, call, way);
                true
            }
            (Phase::Calling { reply, expected }, _) if *reply == arrival.head.kind => {
                let expected = *expected;
                self.take_answer(expected, arrival, segment, way.agreed.is_multiplexed());
                !self.closes_quiesced(way)
            }
            (Phase::Coordinating { reply }, _) if *reply == arrival.head.kind => {
                self.phase = Phase::Idle;
                self.reply = Some(match xa::read(segment) {
                    Some(reply) => Reply::Xa(reply),
                    None => Reply::Failed(Reason::UNEXPECTED_ERROR),
                });
                true
            }
            (_, Segment::AsyncMessage(message)) => {
                let number = self.number;
                let ahead = self.ahead(message.piece.handle);
                let reply =
                    ahead.and_then(|it| it.take_message(message, &arrival.payload, number, way));
                self.answer_get(reply)
            }
            (_, Segment::Notification(notification)) => {
                let ahead = self.ahead(notification.handle);
                let reply =
                    ahead.and_then(|it| it.take_notice(notification.code, notification.value));
                self.answer_get(reply)
            }
            // Late, or for nobody.
            _ => false,
        }
    }

    /// Closes a handle for which reading ahead has ended, if no message is held for it: the program is answered when that is.
    fn closes_quiesced(&mut self, way: &mut Way<'_>) -> bool {
        let Some((handle, options)) = self.quiescing.take() else {
            return false;
        };
        let ended = matches!(self.reply, Some(Reply::Done(Reason::READ_AHEAD_MSGS)));
        let holds = |it: &mut Ahead| it.holds_messages();
        if !ended || self.ahead(handle.0).is_some_and(holds) {
            return false;
        }
        self.reply = None;
        let request = Request::Close { handle, options };
        self.send(&request, Response::Awaited, way);
        true
    }

    fn ahead(&mut self, handle: i32) -> Option<&mut Ahead> {
        self.aheads.iter_mut().find(|it| it.handle == handle)
    }

    /// The answer of the get that waits, if this is one.
    fn answer_get(&mut self, reply: Option<Reply>) -> bool {
        if reply.is_none() || self.phase != Phase::Awaiting {
            return false;
        }
        self.reply = reply;
        self.phase = Phase::Idle;
        true
    }

    /// Time has come.
    pub(super) fn tick(&mut self, now_ns: u64, way: &mut Way<'_>) {
        if self.phase == Phase::Awaiting {
            for ahead in &mut self.aheads {
                ahead.tick(now_ns, self.number, way);
            }
        }
    }

    pub(super) fn await_verdict(&mut self, until_ns: u64) {
        self.verdict_until_ns = Some(until_ns);
    }

    /// When it is given up, while it is being decided about.
    fn verdict_deadline_ns(&self) -> Option<u64> {
        match self.phase {
            Phase::Beginning | Phase::LoggingOn | Phase::Connecting => self.verdict_until_ns,
            _ => None,
        }
    }

    pub(super) fn is_overdue(&self, now_ns: u64) -> bool {
        self.verdict_deadline_ns().is_some_and(|at| now_ns >= at)
    }

    /// When a tick is wanted.
    pub(super) fn deadline_ns(&self) -> Option<u64> {
        if let Some(at) = self.verdict_deadline_ns() {
            return Some(at);
        }
        if self.phase != Phase::Awaiting {
            return None;
        }
        self.aheads.iter().filter_map(Ahead::deadline_ns).min()
    }

    fn take_reserve(&mut self, head: &CallHead, call: &Call<'_>, way: &mut Way<'_>) {
        self.phase = Phase::Idle;
        let block = match call {
            Call::Spi(Spi {
                body:
                    SpiBody::ReserveReply {
                        count,
                        increment_offset,
                        base,
                    },
                ..
            }) if head.comp_code != MQCC_FAILED => IdBlock::new(*base, *increment_offset, *count),
            _ => None,
        };
        let (Some(block), Some(request)) = (block, self.parked.take()) else {
            let reason = match head.comp_code {
                MQCC_FAILED => Reason(head.reason),
                _ => Reason::UNEXPECTED_ERROR,
            };
            self.reply = Some(Reply::Failed(reason));
            return;
        };
        self.ids = block;
        if let Poll::Ready(reply) = self.put_and_forget(request, way) {
            self.reply = Some(reply);
        }
    }

    fn take_answer(
        &mut self,
        expected: Expected,
        arrival: &Arrival<'_>,
        segment: &Segment<'_>,
        multiplexed: bool,
    ) {
        self.phase = match expected {
            Expected::Disconnected => Phase::Leaving,
            _ => Phase::Idle,
        };
        let Some(answer) = answer::read(expected, segment, &arrival.payload) else {
            self.reply = Some(Reply::Failed(Reason::UNEXPECTED_ERROR));
            return;
        };
        match (expected, &answer.reply) {
            (Expected::Opened { options }, Reply::Opened { handle, .. }) => {
                self.opened(handle.0, options, answer.attributes.as_ref(), multiplexed);
            }
            (Expected::Subscribed { options }, Reply::Subscribed(subscribed)) => {
                // What holds for the queue by default is not told: only who asks reads ahead.
                let wanted = MQSO_MANAGED | MQSO_READ_AHEAD;
                if multiplexed && options & wanted == wanted {
                    let queue = subscribed.queue.0;
                    self.aheads.push(Ahead::new(queue, Manner::Ahead));
                }
            }
            (Expected::OpenedList { destinations }, Reply::OpenedList(opened)) => {
                self.lists.push((opened.handle.0, destinations));
            }
            (Expected::Closed { handle }, Reply::Done(Reason::READ_AHEAD_MSGS)) => {
                if let Some(ahead) = self.ahead(handle) {
                    ahead.set_quiesced();
                }
            }
            (Expected::Closed { handle }, Reply::Done(_)) => {
                self.lists.retain(|(other, _)| *other != handle);
                self.defaults.retain(|(other, _)| *other != handle);
                self.aheads.retain(|ahead| ahead.handle != handle);
            }
            _ => {}
        }
        self.reply = Some(answer.reply);
    }

    /// Remembers what differs from the usual.
    fn opened(
        &mut self,
        handle: i32,
        options: i32,
        attributes: Option<&OpenAttributes>,
        multiplexed: bool,
    ) {
        let input = options & (MQOO_INPUT_AS_Q_DEF | MQOO_INPUT_SHARED | MQOO_INPUT_EXCLUSIVE) != 0;
        let by_default = attributes.is_some_and(|it| it.def_read_ahead == MQREADA_YES)
            && options & MQOO_NO_READ_AHEAD == 0;
        // A queue whose definition has reading ahead disabled says so in its defaults.
        let disabled = attributes.is_some_and(|it| it.def_read_ahead == MQREADA_DISABLED);
        let wanted = options & MQOO_READ_AHEAD != 0 && !disabled;
        if input && multiplexed && (wanted || by_default) {
            self.aheads.push(Ahead::new(handle, Manner::Ahead));
        }
        if attributes.is_some_and(|it| it.def_put_response == MQPRT_ASYNC_RESPONSE) {
            self.defaults.push((handle, Response::NotAwaited));
        }
    }
}

fn answers_cancellation(segment: &Segment<'_>) -> bool {
    let Segment::Call(_, Call::Spi(spi)) = segment else {
        return false;
    };
    matches!(spi.body, SpiBody::NotifyReply)
}

/// Bytes of the part the answer to a reservation has.
const RESERVE_REPLY_BYTES: u32 = 44;

/// Bytes of the part of an answer that has nothing in it.
const NOTIFY_REPLY_BYTES: u32 = 12;
