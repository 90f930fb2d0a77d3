//! The agent of a receiving end: it puts messages where they belong, and keeps the record of the channel.

use super::definition::{MessageChannelDefinition, MessageHost, MessageOffer};
use super::failed::{Failed, What, acts, opened};
use super::followed;
use super::parting::{Next, Parting, is_for_several};
use super::repeated_notices::RepeatedNotices;
use super::status::{MessageChannelStatus, batch_digits};
use super::sync_queue::{SyncData, SyncQueue};
use super::targets::{Step, Targets};
use super::turns::{Turn, Turns};
use super::undelivered::{self, Letter, Outcome, Undelivered, is_general};
use super::verbs::{Opening, Replacing, Verbs};
use crate::line::Line;
use crate::message::receiving::{Incoming, Want};
use crate::message::{Fault, ReceiverRecord, Receiving, ReceivingRules};
use ferromq_mqi::Reason;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::notices::FMQ0552;
use ferromq_mqi::name::{FixedText, ObjectName};
use ferromq_qmgr::Notice;
use ferromq_wire::control::StatusCode;
use ferromq_wire::inbound::Payload;
use ferromq_wire::message_channel::Luwid;
use ferromq_wire::negotiate::MessageAgreed;
use ferromq_wire::{Head, Segment};
use std::fmt::Display;
use std::sync::Arc;
use std::task::Poll;

/// The verb under way.
pub(super) enum Doing {
    Opening(Opening),
    Put(Incoming),
    /// A message is put on several queues.
    Part,
    /// The queue of a message is being opened.
    Open(Incoming),
    /// A queue is being closed, and then the message is put.
    Close(Option<Incoming>),
    /// Elsewhere.
    Undelivered(Box<Undelivered>),
    Replace(Replacing),
    Commit,
}

/// A message that could not be put, and may be in a while.
struct Paused {
    message: Incoming,
    until_ns: u64,
}

/// See the module.
pub(crate) struct ReceiverAgent {
    verbs: Verbs,
    sync_queue: SyncQueue,
    agreed: MessageAgreed,
    wrap: u32,
    is_ours: bool,
    definition: Arc<MessageChannelDefinition>,
    /// Whom it acts for; blank for the queue manager itself.
    user: FixedText<12>,
    record: ReceiverRecord,
    receiving: Option<Receiving>,
    doing: Option<Doing>,
    next: Option<Opening>,
    paused: Option<Paused>,
    /// The message whose turn it is goes to several queues.
    parting: Option<Parting>,
    targets: Targets,
    telling: RepeatedNotices,
    /// Attempts at the message that is being put.
    attempts: u32,
    /// Puts that were to be tried again.
    retries: u64,
    closes: bool,
}

impl ReceiverAgent {
    pub(crate) fn new(
        verbs: Verbs,
        sync_queue: SyncQueue,
        offer: &MessageOffer,
        agreed: MessageAgreed,
        is_ours: bool,
    ) -> Self {
        Self {
            verbs,
            sync_queue,
            agreed,
            wrap: offer.terms.wrap,
            is_ours,
            definition: Arc::clone(&offer.definition),
            user: offer.user,
            record: ReceiverRecord::default(),
            receiving: None,
            doing: None,
            next: Some(Opening::Log),
            paused: None,
            parting: None,
            targets: Targets::new(offer.definition.uses_context_authority),
            telling: RepeatedNotices::default(),
            attempts: 0,
            retries: 0,
            closes: false,
        }
    }

    pub(crate) fn verbs(&mut self) -> &mut Verbs {
        &mut self.verbs
    }

    /// Takes a segment. What comes before the record is read waits in the socket.
    pub(crate) fn receive(
        &mut self,
        line: &mut Line,
        head: &Head,
        segment: &Segment<'_>,
        payload: &Payload<'_>,
    ) -> Result<(), Fault> {
        match &mut self.receiving {
            Some(receiving) => receiving.receive(line, head, segment, payload),
            None => Err(Fault::Unexpected(head.kind)),
        }
    }

    /// False before the record is read, and while there is too much to put.
    pub(crate) fn takes_input(&self, line: &Line) -> bool {
        let receiving = self.receiving.as_ref();
        receiving.is_some_and(|receiving| receiving.takes_input(line))
    }

    pub(crate) fn close(&mut self, line: &mut Line) {
        self.closes = true;
        if let Some(receiving) = &mut self.receiving {
            // Its batch would not end before the queue takes what it waits with.
            match self.paused.take() {
                Some(_) => receiving.refuse(line, StatusCode::USER_CLOSED),
                None => receiving.close(line),
            }
        }
    }

    /// The message whose turn it is cannot be put: its batch is backed out, and the sender told so. False before there are any.
    pub(crate) fn refuse(&mut self, line: &mut Line, code: StatusCode) -> bool {
        let receiving = self.receiving.as_mut();
        receiving
            .map(|receiving| receiving.refuse(line, code))
            .is_some()
    }

    pub(crate) fn fail(&mut self, line: &mut Line, fault: Fault) {
        if let Some(receiving) = &mut self.receiving {
            receiving.fail(line, fault);
        }
    }

    pub(crate) fn receiving(&self) -> Option<&Receiving> {
        self.receiving.as_ref()
    }

    pub(crate) fn tick(&mut self, line: &mut Line) {
        if let Some(receiving) = &mut self.receiving {
            receiving.tick(line);
        }
    }

    pub(crate) fn deadline_ns(&self, line: &Line) -> Option<u64> {
        let own = self
            .receiving
            .as_ref()
            .and_then(|receiving| receiving.deadline_ns(line));
        let pause = self.paused.as_ref().map(|paused| paused.until_ns);
        let is_idle = self.doing.is_none() && self.paused.is_none();
        let rest = self.targets.rest_due_ns().filter(|_| is_idle);
        let verb = self.verbs.deadline_ns();
        let told = self.telling.due_ns();
        [own, pause, rest, verb, told].into_iter().flatten().min()
    }

    /// Shows where it stands.
    pub(crate) fn note(&self, status: &MessageChannelStatus, now_us: u64) {
        let Some(receiving) = &self.receiving else {
            return;
        };
        status.activity.set_substate(match self.doing {
            Some(Doing::Put(_) | Doing::Part | Doing::Undelivered(_)) => MQCHSSTATE_IN_MQPUT,
            Some(_) => MQCHSSTATE_IN_MQI_CALL,
            None => MQCHSSTATE_RECEIVING,
        });
        if !status.activity.is_stop_requested() {
            status.activity.set_state(match self.paused {
                Some(_) => MQCHS_PAUSED,
                None => MQCHS_RUNNING,
            });
        }
        status.note(|progress| {
            if progress.messages != receiving.messages {
                progress.last_message_us = now_us;
            }
            progress.messages = receiving.messages;
            progress.batches = receiving.batches;
            progress.full_batches = receiving.full_batches;
            progress.put_retries = self.retries;
            let (batch, sequence, messages) = receiving.current();
            progress.current_batch = batch;
            progress.current_sequence = sequence;
            progress.current_messages = messages;
            progress.last_batch = receiving.record().committed;
            progress.last_sequence = receiving.record().sequence;
        });
    }

    /// Begins what is wanted next.
    fn begin(&mut self, line: &mut Line) -> Option<(Doing, Poll<Reply>)> {
        let now_ns = line.now_ns;
        if let Some(opening) = self.next.take() {
            let answer = opening.begin(&mut self.verbs, &self.sync_queue, self.user);
            return Some((Doing::Opening(opening), answer));
        }
        if let Some(paused) = self.paused.take_if(|paused| paused.until_ns <= now_ns) {
            return Some(self.attempt(paused.message, now_ns));
        }
        if self.paused.is_some() {
            return None;
        }
        if let Some(parting) = &mut self.parting {
            match parting.next(&self.targets, &self.verbs) {
                Next::Together(request) => return Some((Doing::Part, self.verbs.start(*request))),
                Next::Alone(message, None) => {
                    self.attempts = 0;
                    return Some(self.attempt(message, now_ns));
                }
                Next::Alone(message, Some(refused)) => {
                    self.attempts = 1;
                    return Some((Doing::Put(message), Poll::Ready(Reply::Failed(refused))));
                }
                Next::Done => self.is_parted(line),
            }
        }
        let kept = match self.receiving.as_ref()?.want() {
            Want::Put(message) if is_for_several(&message.envelope) => {
                match Parting::of(&message) {
                    Ok(parting) => {
                        self.parting = Some(parting);
                        return self.begin(line);
                    }
                    Err(wrong) => {
                        self.attempts = 1;
                        return Some((Doing::Put(message), Poll::Ready(Reply::Failed(wrong))));
                    }
                }
            }
            Want::Put(mut message) => {
                self.attempts = 0;
                let definition = &self.definition;
                if followed::receives(&self.verbs, definition, &self.agreed, &mut message) {
                    return Some(self.attempt(message, now_ns));
                }
                // Nothing is put, and who comes next has their turn.
                self.is_settled(line, false);
                let answer = Poll::Ready(Reply::Done(Reason::NONE));
                return Some((Doing::Close(None), answer));
            }
            Want::Commit(record) | Want::Keep(record) => SyncData::Receiver(record),
            Want::Nothing => {
                let request = self.targets.rest(now_ns)?;
                return Some((Doing::Close(None), self.verbs.start(request)));
            }
            Want::Over => return None,
        };
        let (replacing, request) = Replacing::begin(&self.sync_queue, kept);
        Some((Doing::Replace(replacing), self.verbs.start(request)))
    }

    /// A message is where it belongs, or on the dead-letter queue; or that is so of one of the messages it was parted in.
    fn is_settled(&mut self, line: &mut Line, dead_lettered: bool) {
        match (&mut self.parting, &mut self.receiving) {
            (Some(parting), _) => parting.is_dead_lettered |= dead_lettered,
            (None, Some(receiving)) => receiving.put(line, dead_lettered),
            (None, None) => {}
        }
    }

    fn is_parted(&mut self, line: &mut Line) {
        if let Some(parting) = self.parting.take() {
            self.is_settled(line, parting.is_dead_lettered);
        }
    }

    fn attempt(&mut self, message: Incoming, now_ns: u64) -> (Doing, Poll<Reply>) {
        self.attempts += 1;
        self.put(message, now_ns)
    }

    fn put(&mut self, message: Incoming, now_ns: u64) -> (Doing, Poll<Reply>) {
        let (doing, request) = match self.targets.next(&message, now_ns) {
            Step::Put(request) => (Doing::Put(message), request),
            Step::Open(request) => (Doing::Open(message), request),
            Step::Close(request) => (Doing::Close(Some(message)), request),
        };
        (doing, self.verbs.start(request))
    }

    fn opened(&mut self, line: &mut Line, opening: Opening, reply: &Reply) -> Result<(), Failed> {
        match (opening, reply) {
            (Opening::Log, _) => self.next = Some(Opening::Records),
            (Opening::Records, _) => {
                self.sync_queue.queue = opened(reply, What::OpenRecords)?;
                self.next = Some(match self.user.is_blank() {
                    true => Opening::Look { first: true },
                    false => Opening::User,
                });
            }
            (Opening::User, reply) => {
                acts(reply)?;
                self.next = Some(Opening::Look { first: true });
            }
            (Opening::Look { .. }, Reply::Got(got)) => match self.sync_queue.found(got) {
                Some(SyncData::Receiver(record)) => {
                    self.record = record;
                    self.start(line);
                }
                _ => self.next = Some(Opening::Look { first: false }),
            },
            (Opening::Look { .. }, Reply::Failed(Reason::NO_MSG_AVAILABLE)) => self.start(line),
            (Opening::Look { .. }, Reply::Failed(reason)) => {
                return Err(Failed::of(What::Records, *reason));
            }
            _ => return Err(Failed::of(What::Records, Reason::UNEXPECTED_ERROR)),
        }
        Ok(())
    }

    fn start(&mut self, line: &mut Line) {
        let rules = ReceivingRules {
            wrap: self.wrap,
            is_ours: self.is_ours,
            any_first: self.definition.kind.is_cluster_channel(),
        };
        let mut receiving = Receiving::begin(line, &self.agreed, rules, self.record);
        if self.closes {
            receiving.close(line);
        }
        self.receiving = Some(receiving);
    }

    fn is_put(
        &mut self,
        line: &mut Line,
        host: &dyn MessageHost,
        message: Incoming,
        reply: Reply,
    ) -> Result<(), Failed> {
        let queue = ObjectName::from_field(&message.envelope.q_name.0);
        let why = match reply {
            Reply::Put(_) => {
                self.is_settled(line, false);
                return Ok(());
            }
            Reply::Failed(why) => why,
            _ => return Err(Failed::put(queue, Reason::UNEXPECTED_ERROR)),
        };
        if is_general(why) {
            return Err(Failed::put(queue, why));
        }
        if let Some(request) = self.targets.failed(&message, why) {
            let answer = self.verbs.start(request);
            return self.go_on(line, host, Doing::Close(Some(message)), answer);
        }
        if may_pass(why) && self.attempts <= self.definition.put_retries {
            // As with one that waits when it is asked for.
            if self.closes
                && let Some(receiving) = &mut self.receiving
            {
                receiving.refuse(line, StatusCode::USER_CLOSED);
                return Ok(());
            }
            let pause_ns = u64::from(self.definition.put_retry_ms) * 1_000_000;
            self.retries += 1;
            self.paused = Some(Paused {
                message,
                until_ns: line.now_ns + pause_ns,
            });
            return Ok(());
        }
        let queue = self.definition.dead_letter_queue(host);
        let by = self.verbs.reporter(host.wall_us());
        let letter = Letter::of_envelope(&message.envelope, &message.data, message.under_syncpoint);
        let next = Undelivered::begin(letter.for_here(by.q_mgr_name), why.0, queue, by);
        self.elsewhere(line, host, next)
    }

    /// The other end was in doubt about a batch, and knows now what became of it.
    fn say_asked_about(&mut self, line: &Line, host: &dyn MessageHost) {
        let Some(receiving) = &mut self.receiving else {
            return;
        };
        if let Some(batch) = receiving.take_asked_about() {
            let last = match receiving.record().committed {
                Luwid::NONE => "no batch that is known any more".to_owned(),
                committed => format!("batch {}", batch_digits(committed)),
            };
            let channel = self.definition.channel_name.as_str().trim_end();
            let (host_name, batch) = (&line.peer.address, batch_digits(batch));
            let values: [&dyn Display; 4] = [&channel, host_name, &batch, &last];
            host.notice(Notice::of(&FMQ0552, &values));
        }
    }

    /// A message is being put elsewhere, or was.
    fn elsewhere(
        &mut self,
        line: &mut Line,
        host: &dyn MessageHost,
        next: undelivered::Next,
    ) -> Result<(), Failed> {
        let done = match next {
            undelivered::Next::Put(undelivered, put) => {
                let answer = self.verbs.start_fronted(*put);
                return self.go_on(line, host, Doing::Undelivered(undelivered), answer);
            }
            undelivered::Next::Done(done) => done,
        };
        let channel = self.definition.channel_name.as_str().trim_end();
        self.telling.tell_done(host, &done, channel, line.now_ns);
        if done.blocks() {
            return Err(Failed::of(What::Undelivered, Reason::NONE));
        }
        self.is_settled(line, done.outcome == Outcome::DeadLettered);
        Ok(())
    }
}

impl Turns for ReceiverAgent {
    type Doing = Doing;

    fn is_over(&self) -> bool {
        let want = self.receiving.as_ref().map(Receiving::want);
        matches!(want, Some(Want::Over))
    }

    fn under_way(&mut self) -> &mut Option<Doing> {
        &mut self.doing
    }

    fn telling(&mut self) -> &mut RepeatedNotices {
        &mut self.telling
    }

    fn turn(&mut self, line: &mut Line, host: &dyn MessageHost) -> Result<Turn<Doing>, Failed> {
        self.say_asked_about(line, host);
        Ok(match self.doing.take() {
            Some(doing) => Turn::Verb(doing, self.verbs.poll()),
            None => match self.begin(line) {
                Some((doing, answer)) => Turn::Verb(doing, answer),
                None => Turn::Rest,
            },
        })
    }

    fn done(
        &mut self,
        line: &mut Line,
        host: &dyn MessageHost,
        doing: Doing,
        reply: Reply,
    ) -> Result<(), Failed> {
        match doing {
            Doing::Opening(opening) => return self.opened(line, opening, &reply),
            Doing::Put(message) => return self.is_put(line, host, message, reply),
            Doing::Part => {
                if let Some(parting) = &mut self.parting {
                    let queue = parting.queue();
                    let answered = parting.answered(reply);
                    answered.map_err(|reason| Failed::put(queue, reason))?;
                }
            }
            Doing::Open(message) => {
                let Reply::Opened { handle, .. } = reply else {
                    return self.is_put(line, host, message, reply);
                };
                self.targets.opened(&message, handle);
                let (doing, answer) = self.put(message, line.now_ns);
                return self.go_on(line, host, doing, answer);
            }
            // One that was deleted meanwhile is closed with a warning.
            Doing::Close(None) => {}
            Doing::Close(Some(message)) => {
                let (doing, answer) = self.put(message, line.now_ns);
                return self.go_on(line, host, doing, answer);
            }
            Doing::Undelivered(undelivered) => {
                let queue = undelivered.queue();
                let next = undelivered.answered(&reply);
                let next = next.map_err(|reason| Failed::put(queue, reason))?;
                return self.elsewhere(line, host, next);
            }
            Doing::Replace(replacing) => {
                let (doing, answer) = match replacing.go_on(&mut self.sync_queue, &reply)? {
                    Some((replacing, request)) => {
                        (Doing::Replace(replacing), self.verbs.start(request))
                    }
                    None => (Doing::Commit, self.verbs.start(Request::Commit)),
                };
                return self.go_on(line, host, doing, answer);
            }
            Doing::Commit => match (reply, &mut self.receiving) {
                (Reply::Done(Reason::NONE), Some(receiving)) => receiving.committed(line),
                (Reply::Failed(reason), _) => {
                    return Err(Failed::of(What::Commit, reason));
                }
                _ => return Err(Failed::of(What::Commit, Reason::UNEXPECTED_ERROR)),
            },
        }
        Ok(())
    }
}

/// Whether a put may go well in a while.
fn may_pass(why: Reason) -> bool {
    matches!(
        why,
        Reason::PUT_INHIBITED | Reason::Q_FULL | Reason::Q_SPACE_NOT_AVAILABLE
    )
}
