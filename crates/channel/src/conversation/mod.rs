//! One conversation: a connection to the queue manager, the verb that is under way, and what waits behind it.

mod beside;
mod branch;
mod consuming;

use crate::calls::{Echo, Translated, fails_if_quiescing, translate};
use crate::client::{Ask, Client, Outcome};
use crate::consumer::{Consumer, Get};
use crate::logon::Applied;
use crate::wake_flag::WakeFlag;
use beside::is_cancellation;
use bytes::Bytes;
use ferromq_mqi::Reason;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::generated::constants::{MQCO_QUIESCE, MQGMO_FAIL_IF_QUIESCING};
use ferromq_mqi::options::ObjectHandle;
use ferromq_qmgr::{Backlog, Connection, WaitingFor};
use ferromq_wire::call::CallHead;
use ferromq_wire::inbound::Payload;
use ferromq_wire::{Call, Head, Kind, Malformed, Segment};
use std::collections::VecDeque;
use std::sync::Arc;
use std::task::{Poll, Waker};
use zeroize::Zeroizing;

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
    /// The client began delivery to listeners.
    started: bool,
    /// Nothing is begun any more.
    stopped: bool,
    /// The client is making a lost connection again and has not said that it is done: what is delivered
    /// before, it may not expect yet.
    pub(crate) reconnecting: bool,
    /// The client connects again by itself when the connection breaks.
    pub(crate) reconnects: bool,
    /// Set when the connection or the queue manager has news for all that wait.
    interrupt: Arc<WakeFlag>,
    interrupt_waker: Waker,
}

/// What was given to log on with. The password is wiped when it has been asked about, or is not needed.
#[derive(Default)]
pub(crate) struct Logon {
    pub(crate) user: Option<String>,
    pub(crate) password: Zeroizing<Vec<u8>>,
    /// The password cannot be read.
    pub(crate) is_protected: bool,
}

impl Conversation {
    pub(crate) fn new(waker: Waker) -> Self {
        let interrupt = WakeFlag::new(&waker);
        Self {
            connection: None,
            logon: Logon::default(),
            doing: None,
            held: VecDeque::new(),
            held_bytes: 0,
            consumers: Vec::new(),
            next_consumer: 0,
            started: false,
            stopped: false,
            reconnecting: false,
            reconnects: false,
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

    /// A connect call waits for the verdict on who asks.
    pub(crate) fn awaits_verdict(&self) -> bool {
        matches!(self.doing, Some(Doing::Connect(_)))
    }

    /// A get or a listener waits for a message: the client is not idle.
    pub(crate) fn waits_for_messages(&self) -> bool {
        self.doing.is_some()
            || self.consumers.iter().any(|one| {
                one.is_open(self.delivers())
                    && matches!(one.get, Get::Stands(_) | Get::Inhibited(_))
            })
    }

    /// Listeners may have messages.
    fn delivers(&self) -> bool {
        self.started && !self.reconnecting
    }

    /// Nothing is under way, and nothing would be lost if it ended.
    pub(crate) fn is_at_rest(&self) -> bool {
        let in_work = |it: &Connection| it.is_in_unit_of_work();
        self.doing.is_none()
            && self.held.is_empty()
            && !self.connection.as_ref().is_some_and(in_work)
            && self.consumers.iter().all(Consumer::is_at_rest)
    }

    /// Nothing would be lost if the client connected elsewhere: a call under way is answered, or ends with its wait. With `in_work` a
    /// unit of work may be backed out.
    pub(crate) fn may_leave(&self, in_work: bool) -> bool {
        let is_free =
            |it: &Connection| (in_work || !it.is_in_unit_of_work()) && !it.is_owed_a_reply();
        self.held.is_empty()
            && !self.awaits_verdict()
            && self.connection.as_ref().is_none_or(is_free)
            && self.consumers.iter().all(Consumer::is_at_rest)
    }

    /// A listener may not have heard that the end is near.
    pub(crate) fn sleeps_through_the_end(&self) -> bool {
        self.consumers.iter().any(Consumer::sleeps_through_the_end)
    }

    /// The queue manager is on its way down.
    pub(crate) fn is_q_mgr_ending(&self) -> bool {
        self.connection.as_ref().is_some_and(Connection::is_ending)
    }

    /// Answers a call that the protocol has and this implementation has not.
    pub(crate) fn refuse_unsupported(&mut self, client: &mut Client, head: &Head) {
        let ask = Ask {
            head: head.clone(),
            handle: ObjectHandle::UNUSABLE.0,
        };
        let outcome = Outcome::Failed(Reason::FUNCTION_NOT_SUPPORTED);
        client.answer(&ask, outcome, Call::Empty);
    }

    /// What stands on the queue it puts to without waiting for answers.
    pub(crate) fn put_backlog(&self) -> Option<Backlog> {
        self.connection.as_ref()?.put_backlog()
    }

    /// The same if it has put so since this was asked last.
    pub(crate) fn take_put_backlog(&mut self) -> Option<Backlog> {
        self.connection.as_mut()?.take_put_backlog()
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
                    consumer.is_open(self.delivers()) && matches!(consumer.get, Get::Due)
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
        client: &mut Client,
        head: &Head,
        payload: &Payload<'_>,
    ) -> Result<(), Malformed> {
        let delivers = matches!(self.doing, Some(Doing::Delivery(_)));
        let is_call = head.kind.is_call();
        let waits = if is_call {
            self.doing.is_some() || !self.held.is_empty() || client.is_full()
        } else {
            // What is being got for a consumer is still delivered before it is stopped.
            delivers || !self.held.is_empty()
        };
        if waits && !is_cancellation(head, payload, client.line.fap) {
            self.hold(head, payload);
            return Ok(());
        }
        self.take(client, head, payload)?;
        self.go_on(client)
    }

    fn hold(&mut self, head: &Head, payload: &Payload<'_>) {
        let payload = payload.share(payload.bytes());
        self.held_bytes += payload.len() + size_of::<Held>();
        let head = head.clone();
        self.held.push_back(Held { head, payload });
    }

    fn take(
        &mut self,
        client: &mut Client,
        head: &Head,
        payload: &Payload<'_>,
    ) -> Result<(), Malformed> {
        match Segment::decode(head.kind, payload.bytes(), head.form(client.line.fap))? {
            Segment::Call(call_head, call) => {
                self.call(client, head, &call_head, call, payload);
            }
            Segment::RequestMessages(asked) => self.request_messages(client, head, asked),
            Segment::Notification(it) => self.notified(client, head, it),
            Segment::Xa(xa_head, body) => self.xa(client, head, xa_head, body),
            _ => {}
        }
        Ok(())
    }

    fn call(
        &mut self,
        client: &mut Client,
        head: &Head,
        call_head: &CallHead,
        call: Call<'_>,
        payload: &Payload<'_>,
    ) {
        let ask = Ask {
            head: head.clone(),
            handle: call_head.handle,
        };
        if let Some(status) = &client.status {
            status.count_call(client.line.now_ns);
        }
        match head.kind {
            Kind::Disconnect => return self.run(client, ask, Request::Disconnect, Echo::Bare),
            Kind::Commit => return self.run(client, ask, Request::Commit, Echo::Bare),
            Kind::Back => return self.run(client, ask, Request::BackOut, Echo::Bare),
            _ => {}
        }
        let page = head.form(client.line.fap).page;
        if let Call::Spi(spi) = &call
            && self.spi(client, &ask, spi)
        {
            return;
        }
        if let Call::Connect(connect) = call {
            return self.connect(client, ask, connect);
        }
        match translate(call_head.handle, call, payload, client.quiet_puts, page) {
            Translated::Verb(request, echo) => self.run(client, ask, request, echo),
            Translated::Failed(reason, echo) => client.answer_failed(ask, echo, reason),
            Translated::Lost(request, reason) => {
                if let Some(connection) = &mut self.connection {
                    connection.fail_unanswered(&request, reason);
                }
            }
            Translated::Refused(reason) => {
                client.answer(&ask, Outcome::Failed(reason), Call::Empty);
            }
            Translated::Other => {
                let outcome = Outcome::Failed(Reason::FUNCTION_NOT_SUPPORTED);
                client.answer(&ask, outcome, Call::Empty);
            }
        }
    }

    /// Begins a verb.
    fn run(&mut self, client: &mut Client, ask: Ask, request: Request, echo: Echo) {
        let Some(connection) = &mut self.connection else {
            return client.answer_failed(ask, echo, Reason::HCONN_ERROR);
        };
        if client.quiescing && fails_if_quiescing(&request) && !connection.is_ending() {
            if matches!(echo, Echo::Unread) {
                connection.fail_unanswered(&request, Reason::CONNECTION_QUIESCING);
            }
            return client.answer_failed(ask, echo, Reason::CONNECTION_QUIESCING);
        }
        match &request {
            // What a consumer waits for is given back before its queue is closed. It is there still if the close is refused.
            Request::Close { handle, options } => {
                let mut consumers = self.consumers.iter_mut();
                if let Some(consumer) = consumers.find(|one| one.handle == *handle) {
                    if options & MQCO_QUIESCE != 0 && consumer.quiesce() {
                        // All that was sent is there before this, so that the client knows whether it holds messages.
                        let warning = Outcome::Done(Reason::READ_AHEAD_MSGS);
                        return client.answer(&ask, warning, Call::Empty);
                    }
                    consumer.give_back();
                }
            }
            Request::Disconnect => self.consumers.clear(),
            _ => {}
        }
        match connection.start(request, &self.waker) {
            Poll::Ready(reply) => {
                forget_if_closed(&mut self.consumers, &ask, &reply);
                client.answer_verb(ask, echo, reply, connection);
                self.forget_if_disconnected();
            }
            Poll::Pending => {
                self.doing = Some(Doing::Call(ask, echo));
                self.note_wait(client);
            }
        }
    }

    /// Sees to it that what the verb under way waits for comes.
    fn note_wait(&mut self, client: &mut Client) {
        let waiting_for = self.connection.as_ref().and_then(Connection::waiting_for);
        match waiting_for {
            Some(WaitingFor::Log(end)) => client.want_force(end),
            // Nobody takes messages for consumers while the connection waits for one itself.
            Some(WaitingFor::Message { .. }) => {
                self.consumers.iter_mut().for_each(Consumer::pause);
            }
            Some(WaitingFor::Worker | WaitingFor::Room | WaitingFor::Participants) | None => {}
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
    pub(crate) fn resume(&mut self, client: &mut Client) -> Result<(), Malformed> {
        if self.interrupt.take() {
            self.interrupted(client);
        }
        self.poll(client);
        self.go_on(client)
    }

    /// A time that something waited for may have come.
    pub(crate) fn tick(&mut self, client: &mut Client) -> Result<(), Malformed> {
        for consumer in &self.consumers {
            if let Get::Stands(get) | Get::Inhibited(get) = &consumer.get
                && get
                    .deadline_ns()
                    .is_some_and(|at_ns| at_ns <= client.line.now_ns)
            {
                consumer.flag.set();
            }
        }
        self.poll(client);
        self.go_on(client)
    }

    fn interrupted(&mut self, client: &mut Client) {
        for consumer in &self.consumers {
            consumer.flag.set();
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
                consumer.fail(client, reason);
            }
        }
    }

    /// Asks the verb under way.
    fn poll(&mut self, client: &mut Client) {
        let (doing, connection) = match (self.doing.take(), &mut self.connection) {
            (Some(Doing::Connect(applied)), _) => return self.wait_for_verdict(client, applied),
            (Some(doing), Some(connection)) => (doing, connection),
            _ => return,
        };
        match connection.poll(&self.waker) {
            Poll::Pending => {
                self.doing = Some(doing);
                self.note_wait(client);
            }
            Poll::Ready(reply) => match doing {
                Doing::Connect(_) => {}
                Doing::Call(ask, echo) => {
                    forget_if_closed(&mut self.consumers, &ask, &reply);
                    client.answer_verb(ask, echo, reply, connection);
                    self.forget_if_disconnected();
                }
                Doing::Delivery(handle) => {
                    let at = self.consumers.iter().position(|one| one.handle == handle);
                    if let Some(at) = at {
                        self.delivered(client, at, reply);
                    }
                }
            },
        }
    }

    /// Does what can be done now: calls that waited, then messages for consumers.
    fn go_on(&mut self, client: &mut Client) -> Result<(), Malformed> {
        while self.doing.is_none() && !self.stopped && !client.is_full() {
            if let Some(held) = self.held.pop_front() {
                self.held_bytes -= held.payload.len() + size_of::<Held>();
                self.take(client, &held.head, &Payload::Shared(held.payload))?;
            } else if !self.serve_consumer(client) {
                break;
            }
        }
        Ok(())
    }

    /// Ends every wait, because the channel ends.
    pub(crate) fn quiesce(&mut self, client: &mut Client) -> Result<(), Malformed> {
        for consumer in &mut self.consumers {
            consumer.tell_quiescing(client);
        }
        if let Some(connection) = &self.connection
            && let Some(Doing::Call(_, Echo::Get(_, options))) = &self.doing
            && options.options & MQGMO_FAIL_IF_QUIESCING != 0
            && !connection.is_ending()
        {
            connection.end_wait(Reason::CONNECTION_QUIESCING);
            return self.resume(client);
        }
        Ok(())
    }

    /// Begins nothing more, and ends a wait for a message, for a worker or for room in the log, of which nothing has happened. What waits
    /// for the log to be durable has: it goes on until it is answered, for a get that was answered otherwise would lose its
    /// message.
    pub(crate) fn stop(&mut self, client: &mut Client) {
        let reason = if self.is_q_mgr_ending() || client.leaves {
            Reason::Q_MGR_STOPPING
        } else {
            Reason::CONNECTION_STOPPING
        };
        self.stopped = true;
        self.held.clear();
        self.held_bytes = 0;
        let delivery = match &self.doing {
            Some(Doing::Delivery(handle)) => Some(*handle),
            Some(Doing::Connect(_)) => {
                self.doing = None;
                None
            }
            _ => None,
        };
        self.consumers.retain(|one| Some(one.handle) == delivery);
        let Some(connection) = &self.connection else {
            return;
        };
        match connection.waiting_for() {
            // It copies what is put.
            Some(WaitingFor::Worker) if !connection.has_begun() => {
                if let Some(Doing::Call(ask, echo)) = self.doing.take() {
                    client.answer_failed(ask, echo, reason);
                }
            }
            Some(WaitingFor::Message { .. } | WaitingFor::Worker) => {
                connection.end_wait(reason);
                self.poll(client);
            }
            Some(WaitingFor::Room | WaitingFor::Participants) => {
                if let Some(Doing::Call(ask, echo)) = self.doing.take() {
                    client.answer_failed(ask, echo, reason);
                }
            }
            Some(WaitingFor::Log(_)) | None => {}
        }
    }
}

/// Forgets the consumer of a handle that a call has closed.
fn forget_if_closed(consumers: &mut Vec<Consumer>, ask: &Ask, reply: &Reply) {
    if ask.head.kind == Kind::Close && !matches!(reply, Reply::Failed(_)) {
        consumers.retain(|one| one.handle.0 != ask.handle);
    }
}
