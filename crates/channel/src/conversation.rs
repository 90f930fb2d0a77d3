//! One conversation: a connection to the queue manager, the verb that is under way, and what waits behind it.

use crate::bell::Bell;
use crate::calls::{Echo, Translated, fails_if_quiescing, translate};
use crate::consumer::{Consumer, Get};
use crate::line::{Ask, Line, Outcome};
use crate::logon::Applied;
use bytes::Bytes;
use ferromq_mqi::Reason;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::generated::constants::MQGMO_FAIL_IF_QUIESCING;
use ferromq_mqi::options::ObjectHandle;
use ferromq_qmgr::{Connection, Standing, WaitingFor};
use ferromq_wire::call::CallHead;
use ferromq_wire::control::{Notification, notice};
use ferromq_wire::delivery::RequestMessages;
use ferromq_wire::inbound::Payload;
use ferromq_wire::spi::{self, Spi, SpiBody, SpiVerb};
use ferromq_wire::xa::{XaBody, XaHead};
use ferromq_wire::{Call, Head, Kind, Malformed, Segment};
use std::collections::VecDeque;
use std::sync::Arc;
use std::task::{Poll, Waker};

/// Message ids a client is given at a time. More than it can use makes it fail.
const RESERVED_IDS: u32 = 1000;
/// The byte of a message id that clients count up, with carries to the bytes in front of it: the last one.
const RESERVED_ID_NUMBER_AT: u32 = 23;
/// Consumers one conversation may have: more than that many requests are refused.
const CONSUMERS_MAX: usize = 1024;

/// The verb under way.
#[allow(clippy::large_enum_variant)]
enum Doing {
    /// A connect call.
    Connect(Box<Applied>),
    /// A call: answered when it ends.
    Call(Ask, Echo),
    /// A message for the consumer with this handle, which waits for the log.
    Delivery(ObjectHandle),
}

/// A call that waits for its turn.
struct Held {
    head: Head,
    payload: Bytes,
}

/// See the module.
pub(crate) struct Conversation {
    waker: Waker,
    /// Set by a successful connect.
    pub(crate) connection: Option<Connection>,
    pub(crate) logon: Logon,
    doing: Option<Doing>,
    held: VecDeque<Held>,
    held_bytes: usize,
    consumers: Vec<Consumer>,
    /// Whose turn it is.
    next_consumer: usize,
    /// Messages may be delivered to listeners.
    started: bool,
    /// Rung when the connection or the queue manager has news for all that wait.
    interrupt: Arc<Bell>,
    interrupt_waker: Waker,
}

/// What was given to log on with.
#[derive(Default)]
pub(crate) struct Logon {
    pub(crate) user: Option<String>,
    pub(crate) password: Vec<u8>,
    /// The password cannot be read.
    pub(crate) is_protected: bool,
}

impl Drop for Logon {
    fn drop(&mut self) {
        self.password.fill(0);
    }
}

impl Conversation {
    pub(crate) fn new(waker: Waker) -> Self {
        let interrupt = Bell::new(&waker);
        Self {
            connection: None,
            logon: Logon::default(),
            doing: None,
            held: VecDeque::new(),
            held_bytes: 0,
            consumers: Vec::new(),
            next_consumer: 0,
            started: false,
            interrupt_waker: Waker::from(Arc::clone(&interrupt)),
            interrupt,
            waker,
        }
    }

    pub(crate) fn waker(&self) -> Waker {
        self.waker.clone()
    }

    /// A connect call goes on when the verdict wakes the conversation.
    pub(crate) fn await_verdict(&mut self, applied: Box<Applied>) {
        self.doing = Some(Doing::Connect(applied));
    }

    /// A verb is under way.
    pub(crate) fn is_busy(&self) -> bool {
        self.doing.is_some()
    }

    /// A get or a listener waits for a message: the client is not idle.
    pub(crate) fn waits_for_messages(&self) -> bool {
        self.doing.is_some()
            || self.consumers.iter().any(|one| {
                one.is_open(self.started) && matches!(one.get, Get::Stands(_) | Get::Inhibited(_))
            })
    }

    /// The queue manager is on its way down.
    pub(crate) fn is_q_mgr_ending(&self) -> bool {
        self.connection.as_ref().is_some_and(Connection::is_ending)
    }

    /// Answers a call that the protocol has and this implementation has not.
    pub(crate) fn refuse_unsupported(&mut self, line: &mut Line, head: &Head) {
        let ask = Ask {
            head: head.clone(),
            handle: ObjectHandle::UNUSABLE.0,
        };
        let outcome = Outcome::Failed(Reason::FUNCTION_NOT_SUPPORTED);
        line.answer(&ask, outcome, Call::Empty);
    }

    /// Bytes of calls that wait for their turn.
    pub(crate) fn held_bytes(&self) -> usize {
        self.held_bytes
    }

    /// True when it would go on if the client took what waits for it.
    pub(crate) fn has_more_to_do(&self) -> bool {
        self.doing.is_none()
            && (!self.held.is_empty()
                || self.consumers.iter().any(|consumer| {
                    consumer.is_open(self.started) && matches!(consumer.get, Get::Due)
                }))
    }

    /// When it is to be looked at at the latest.
    pub(crate) fn deadline_ns(&self) -> Option<u64> {
        let verb = match self.connection.as_ref()?.waiting_for() {
            Some(WaitingFor::Message { deadline_ns }) => deadline_ns,
            _ => None,
        };
        let standing = self.consumers.iter().filter_map(|one| match &one.get {
            Get::Stands(get) | Get::Inhibited(get) => get.deadline_ns(),
            Get::Idle | Get::Due => None,
        });
        verb.into_iter().chain(standing).min()
    }

    /// Takes a segment that is no log-on. Calls run at once, or wait behind the one under way.
    pub(crate) fn receive(
        &mut self,
        line: &mut Line,
        head: &Head,
        payload: &Payload<'_>,
    ) -> Result<(), Malformed> {
        let delivers = matches!(self.doing, Some(Doing::Delivery(_)));
        let is_call = head.kind.is_call();
        let waits = if is_call {
            self.doing.is_some() || !self.held.is_empty() || line.is_full()
        } else {
            // What is being got for a consumer is still delivered before it is stopped.
            delivers || !self.held.is_empty()
        };
        if waits && !is_cancellation(head, payload, line.fap) {
            self.hold(head, payload);
            return Ok(());
        }
        self.take(line, head, payload)?;
        self.go_on(line)
    }

    fn hold(&mut self, head: &Head, payload: &Payload<'_>) {
        let payload = payload.share(payload.bytes());
        self.held_bytes += payload.len() + size_of::<Held>();
        let head = head.clone();
        self.held.push_back(Held { head, payload });
    }

    fn take(
        &mut self,
        line: &mut Line,
        head: &Head,
        payload: &Payload<'_>,
    ) -> Result<(), Malformed> {
        match Segment::decode(head.kind, payload.bytes(), head.form(line.fap))? {
            Segment::Call(call_head, call) => {
                self.call(line, head, &call_head, call, payload);
            }
            Segment::RequestMessages(asked) => self.request_messages(line, head, asked),
            Segment::Notification(it) => self.notified(line, head, it),
            Segment::Xa(xa_head, _) => refuse_xa(line, head, xa_head),
            _ => {}
        }
        Ok(())
    }

    fn call(
        &mut self,
        line: &mut Line,
        head: &Head,
        call_head: &CallHead,
        call: Call<'_>,
        payload: &Payload<'_>,
    ) {
        let ask = Ask {
            head: head.clone(),
            handle: call_head.handle,
        };
        if let Some(status) = &line.status {
            status.count_call(line.now_ns);
        }
        match head.kind {
            Kind::Disconnect => return self.run(line, ask, Request::Disconnect, Echo::Bare),
            Kind::Commit => return self.run(line, ask, Request::Commit, Echo::Bare),
            Kind::Back => return self.run(line, ask, Request::BackOut, Echo::Bare),
            _ => {}
        }
        let page = head.form(line.fap).page;
        if let Call::Spi(spi) = &call
            && self.spi(line, &ask, spi)
        {
            return;
        }
        if let Call::Connect(connect) = call {
            return self.connect(line, ask, connect);
        }
        match translate(call_head.handle, call, payload, line.quiet_puts, page) {
            Translated::Verb(request, echo) => self.run(line, ask, request, echo),
            Translated::Failed(reason, echo) => line.answer_failed(ask, echo, reason),
            Translated::Refused(reason) => {
                line.answer(&ask, Outcome::Failed(reason), Call::Empty);
            }
            Translated::Other => {
                let outcome = Outcome::Failed(Reason::FUNCTION_NOT_SUPPORTED);
                line.answer(&ask, outcome, Call::Empty);
            }
        }
    }

    /// Begins a verb.
    fn run(&mut self, line: &mut Line, ask: Ask, request: Request, echo: Echo) {
        let Some(connection) = &mut self.connection else {
            return line.answer_failed(ask, echo, Reason::HCONN_ERROR);
        };
        if line.quiescing && fails_if_quiescing(&request) && !connection.is_ending() {
            return line.answer_failed(ask, echo, Reason::CONNECTION_QUIESCING);
        }
        match &request {
            // What a consumer waits for is given back before its queue is closed.
            Request::Close { handle, .. } => self.consumers.retain(|one| one.handle != *handle),
            Request::Disconnect => self.consumers.clear(),
            _ => {}
        }
        match connection.start(request, &self.waker) {
            Poll::Ready(reply) => {
                line.answer_verb(ask, echo, reply, connection);
                self.forget_if_disconnected();
            }
            Poll::Pending => {
                self.doing = Some(Doing::Call(ask, echo));
                self.note_wait(line);
            }
        }
    }

    /// Sees to it that what the verb under way waits for comes.
    fn note_wait(&mut self, line: &mut Line) {
        let waiting_for = self.connection.as_ref().and_then(Connection::waiting_for);
        match waiting_for {
            Some(WaitingFor::Log(end)) => line.want_force(end),
            // Nobody takes messages for consumers while the connection waits for one itself.
            Some(WaitingFor::Message { .. }) => {
                self.consumers.iter_mut().for_each(Consumer::pause);
            }
            None => {}
        }
    }

    fn forget_if_disconnected(&mut self) {
        if let Some(connection) = &self.connection
            && connection.is_disconnected()
        {
            self.connection = None;
            self.consumers.clear();
            self.started = false;
        }
    }

    /// The conversation's waker was woken, or a deadline has come.
    pub(crate) fn resume(&mut self, line: &mut Line) -> Result<(), Malformed> {
        if self.interrupt.take() {
            self.interrupted(line);
        }
        self.poll(line);
        self.go_on(line)
    }

    /// A time that something waited for may have come.
    pub(crate) fn tick(&mut self, line: &mut Line) -> Result<(), Malformed> {
        for consumer in &self.consumers {
            if let Get::Stands(get) | Get::Inhibited(get) = &consumer.get
                && get.deadline_ns().is_some_and(|at_ns| at_ns <= line.now_ns)
            {
                consumer.bell.ring();
            }
        }
        self.poll(line);
        self.go_on(line)
    }

    fn interrupted(&mut self, line: &mut Line) {
        for consumer in &self.consumers {
            consumer.bell.ring();
        }
        if self.doing.is_some() {
            return;
        }
        let cancelled = self
            .connection
            .as_ref()
            .and_then(Connection::take_cancelled);
        let Some(reason) = cancelled else { return };
        for consumer in &mut self.consumers {
            if !consumer.is_listener() && !matches!(consumer.get, Get::Idle) {
                consumer.fail(line, reason);
            }
        }
    }

    /// Asks the verb under way.
    fn poll(&mut self, line: &mut Line) {
        let (doing, connection) = match (self.doing.take(), &mut self.connection) {
            (Some(Doing::Connect(applied)), _) => return self.wait_for_verdict(line, applied),
            (Some(doing), Some(connection)) => (doing, connection),
            _ => return,
        };
        match connection.poll(&self.waker) {
            Poll::Pending => {
                self.doing = Some(doing);
                self.note_wait(line);
            }
            Poll::Ready(reply) => match doing {
                Doing::Connect(_) => {}
                Doing::Call(ask, echo) => {
                    line.answer_verb(ask, echo, reply, connection);
                    self.forget_if_disconnected();
                }
                Doing::Delivery(handle) => {
                    let at = self.consumers.iter().position(|one| one.handle == handle);
                    if let Some(at) = at {
                        self.delivered(line, at, reply);
                    }
                }
            },
        }
    }

    /// Does what can be done now: calls that waited, then messages for consumers.
    fn go_on(&mut self, line: &mut Line) -> Result<(), Malformed> {
        while self.doing.is_none() && !line.is_full() {
            if let Some(held) = self.held.pop_front() {
                self.held_bytes -= held.payload.len() + size_of::<Held>();
                self.take(line, &held.head, &Payload::Shared(held.payload))?;
            } else if !self.serve_consumer(line) {
                break;
            }
        }
        Ok(())
    }

    /// Ends every wait, because the channel ends.
    pub(crate) fn quiesce(&mut self, line: &mut Line) -> Result<(), Malformed> {
        for consumer in &mut self.consumers {
            consumer.tell_quiescing(line);
        }
        if let Some(connection) = &self.connection
            && let Some(Doing::Call(_, Echo::Get(_, options))) = &self.doing
            && options.options & MQGMO_FAIL_IF_QUIESCING != 0
            && !connection.is_ending()
        {
            connection.end_wait(Reason::CONNECTION_QUIESCING);
            return self.resume(line);
        }
        Ok(())
    }

    /// Answers the verb under way because there is no more time for it.
    pub(crate) fn stop(&mut self, line: &mut Line) {
        let reason = if self.is_q_mgr_ending() {
            Reason::Q_MGR_STOPPING
        } else {
            Reason::CONNECTION_STOPPING
        };
        if let Some(Doing::Call(ask, echo @ Echo::Get(..))) = self.doing.take() {
            line.answer_failed(ask, echo, reason);
        }
    }
}

/// Transaction managers are told that nothing of theirs can be kept here.
fn refuse_xa(line: &mut Line, head: &Head, xa_head: XaHead) {
    /// `XAER_RMERR`
    const RESOURCE_MANAGER_ERROR: i32 = -3;
    let Some(kind) = head.kind.reply() else {
        return;
    };
    let answer = XaHead {
        call_bytes: 0,
        return_value: RESOURCE_MANAGER_ERROR,
        ..xa_head
    };
    line.send(&head.answer(kind), &Segment::Xa(answer, XaBody::Empty));
}

// ---- consumers

impl Conversation {
    fn request_messages(&mut self, line: &mut Line, head: &Head, asked: RequestMessages) {
        if self.connection.is_none() {
            return;
        }
        let found = self
            .consumers
            .iter()
            .position(|one| one.handle.0 == asked.handle);
        let at = match found {
            Some(at) => at,
            None => {
                let consumer = Consumer::new(head.clone(), asked.handle, &self.waker);
                self.consumers.push(consumer);
                self.consumers.len() - 1
            }
        };
        self.consumers[at].ask(head, asked);
        if self.consumers.len() > CONSUMERS_MAX {
            let mut refused = self.consumers.swap_remove(at);
            refused.fail(line, Reason::RESOURCE_PROBLEM);
        }
    }

    fn notified(&mut self, line: &mut Line, head: &Head, it: Notification) {
        if it.code != notice::CONNECTION_STATE {
            // Consumers register themselves by their first request.
            return;
        }
        /// The client began delivery.
        const STARTED: i32 = 2;
        self.started = it.value == STARTED;
        if !self.started {
            for consumer in &mut self.consumers {
                if consumer.is_listener() {
                    consumer.pause();
                }
            }
        }
        if head.has(ferromq_wire::head::flag::CONFIRM) {
            let answer = Notification {
                code: notice::CONNECTION_STATE_REPLY,
                ..it
            };
            line.send(
                &head.answer(Kind::Notification),
                &Segment::Notification(answer),
            );
        }
    }

    /// Looks for a message for the next consumer that may have one. False when there is nothing to do.
    fn serve_consumer(&mut self, line: &mut Line) -> bool {
        let count = self.consumers.len();
        for step in 0..count {
            let at = (self.next_consumer + step) % count;
            if self.is_due(at) {
                self.next_consumer = (at + 1) % count;
                self.serve(line, at);
                return true;
            }
        }
        false
    }

    fn is_due(&mut self, at: usize) -> bool {
        let consumer = &mut self.consumers[at];
        if !consumer.is_open(self.started) {
            // Somebody else may have the message it was woken for.
            consumer.pause();
            return false;
        }
        match &consumer.get {
            Get::Idle => false,
            Get::Due => true,
            Get::Stands(_) | Get::Inhibited(_) => consumer.bell.take(),
        }
    }

    fn serve(&mut self, line: &mut Line, at: usize) {
        let consumer = &mut self.consumers[at];
        let Some(connection) = &mut self.connection else {
            consumer.get = Get::Idle;
            return;
        };
        let (message, interrupt) = (&consumer.waker, &self.interrupt_waker);
        let standing = match std::mem::replace(&mut consumer.get, Get::Due) {
            Get::Stands(get) | Get::Inhibited(get) => connection.ask_again(get, message, interrupt),
            Get::Idle | Get::Due => {
                let (descriptor, options, buffer_bytes) = consumer.wanted();
                let handle = consumer.handle;
                if consumer.wants_answer_now() {
                    let request = Request::Get {
                        handle,
                        descriptor,
                        options,
                        buffer_len: buffer_bytes,
                    };
                    Standing::Verb(connection.start(request, &self.waker))
                } else {
                    connection.stand(
                        handle,
                        descriptor,
                        options,
                        buffer_bytes,
                        message,
                        interrupt,
                    )
                }
            }
        };
        match standing {
            Standing::Verb(Poll::Ready(reply)) => self.delivered(line, at, reply),
            Standing::Verb(Poll::Pending) => {
                self.doing = Some(Doing::Delivery(consumer.handle));
                self.note_wait(line);
            }
            Standing::Waits(get) => {
                consumer.get = Get::Stands(get);
                consumer.tell_inhibited(line, false);
            }
            Standing::Inhibited(get) if consumer.is_listener() => {
                consumer.get = Get::Inhibited(get);
                consumer.tell_inhibited(line, true);
            }
            Standing::Inhibited(_) => consumer.fail(line, Reason::GET_INHIBITED),
        }
    }

    /// A get for a consumer ended.
    fn delivered(&mut self, line: &mut Line, at: usize, reply: Reply) {
        let consumer = &mut self.consumers[at];
        match reply {
            Reply::Got(got) => {
                consumer.tell_inhibited(line, false);
                consumer.deliver(line, &got);
                if let Some(status) = &line.status {
                    status.count_call(line.now_ns);
                }
            }
            Reply::Failed(Reason::NO_MSG_AVAILABLE) => consumer.tell_empty(line),
            Reply::Failed(reason) => {
                consumer.fail(line, reason);
                if is_for_all(reason) {
                    self.consumers.iter().for_each(|one| one.bell.ring());
                }
            }
            _ => consumer.fail(line, Reason::UNEXPECTED_ERROR),
        }
    }
}

/// Reasons that concern everything a connection waits for.
fn is_for_all(reason: Reason) -> bool {
    matches!(
        reason,
        Reason::Q_MGR_QUIESCING | Reason::Q_MGR_STOPPING | Reason::CONNECTION_BROKEN
    )
}

// ---- calls beside the MQI

/// A cancellation concerns another conversation and waits for nobody.
fn is_cancellation(head: &Head, payload: &Payload<'_>, fap: u8) -> bool {
    if head.kind != Kind::Spi {
        return false;
    }
    let segment = Segment::decode(head.kind, payload.bytes(), head.form(fap));
    matches!(
        segment,
        Ok(Segment::Call(
            _,
            Call::Spi(Spi {
                body: SpiBody::Notify { .. },
                ..
            })
        ))
    )
}

impl Conversation {
    /// Answers a call beside the MQI that is no verb. False when it is one.
    fn spi(&mut self, line: &mut Line, ask: &Ask, spi: &Spi<'_>) -> bool {
        let body = match spi.body {
            SpiBody::Query => SpiBody::QueryReply(
                [
                    spi::verb::QUERY,
                    spi::verb::RESERVE,
                    spi::verb::NOTIFY,
                    spi::verb::OPEN,
                ]
                .map(SpiVerb::version_1)
                .to_vec(),
            ),
            SpiBody::Reserve { count, .. } => {
                let Some(connection) = &self.connection else {
                    line.answer(ask, Outcome::Failed(Reason::HCONN_ERROR), Call::Empty);
                    return true;
                };
                let count = count.clamp(1, RESERVED_IDS);
                SpiBody::ReserveReply {
                    count,
                    increment_offset: RESERVED_ID_NUMBER_AT,
                    base: connection.reserve_message_ids(count),
                }
            }
            SpiBody::Notify { connection_id, .. } => {
                // The only reason ever seen, and the only one a stranger may end a wait with. When nobody
                // waits there is nothing to end.
                let _found = line
                    .host
                    .cancel_wait(&connection_id, Reason::XWAIT_CANCELED);
                SpiBody::NotifyReply
            }
            _ => return false,
        };
        line.answer(ask, Outcome::OK, Call::Spi(Spi::new(0, body)));
        true
    }
}
