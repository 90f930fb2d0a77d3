//! The agent of a sending end: it gets messages from the transmission queue, and keeps the record of the channel.

use super::apart::Apart;
use super::definition::{MessageChannelDefinition, MessageHost, MessageOffer};
use super::failed::{Failed, What, acts, opened};
use super::followed;
use super::fronted::is_long;
use super::lists::ShowingLists;
use super::outgoing::{Travels, Unfit, outgoing};
use super::repeated_notices::RepeatedNotices;
use super::status::{MessageChannelStatus, batch_digits};
use super::sync_queue::{SyncData, SyncQueue};
use super::turns::{Turn, Turns};
use super::undelivered::{Next, Undelivered, is_general};
use super::verbs::{Opening, Replacing, Verbs};
use crate::line::Line;
use crate::message::sending::{Patience, Want};
use crate::message::{Average, Fault, InDoubt, SenderRecord, Sending, SendingRules};
use ferromq_base::calendar;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::Reason;
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::notices::{AMQ9527, AMQ9544, AMQ9572, FMQ0215, FMQ0550, FMQ0551};
use ferromq_mqi::name::FixedText;
use ferromq_mqi::options::{GetOptions, ObjectHandle};
use ferromq_mqi::xa::{XaCode, Xid};
use ferromq_qmgr::{LeftWork, Notice};
use ferromq_wire::message_channel::Luwid;
use ferromq_wire::negotiate::MessageAgreed;
use ferromq_wire::{Head, Segment};
use std::collections::VecDeque;
use std::fmt::Display;
use std::sync::Arc;
use std::task::Poll;

/// Bytes for the other end that may wait for the socket before another message is got. So what is sent is on its way while more is got, and a
/// channel that could go on keeps no others waiting.
const UNSENT_BYTES_MAX: usize = 256 * 1024;

/// How a message can travel, or why not.
type Fit = Result<Travels, Box<Unfit>>;

/// The verb under way.
pub(super) enum Doing {
    Opening(Opening),
    Get,
    /// The data of a long message are made what the other end takes.
    Convert(LeftWork<Fit>),
    /// The record, and what follows when it is replaced: a promise, or a commit.
    Replace(Replacing, Option<Xid>),
    Promise,
    Commit,
    /// A message that cannot travel goes elsewhere.
    Undelivered(Box<Undelivered>),
    /// One of the messages is put that travel apart.
    PutApart,
    /// That it has gone is committed, for no batch is open.
    CommitAside,
}

/// See the module.
pub(crate) struct SenderAgent {
    verbs: Verbs,
    sync_queue: SyncQueue,
    rules: SendingRules,
    agreed: MessageAgreed,
    definition: Arc<MessageChannelDefinition>,
    status: Arc<MessageChannelStatus>,
    /// Whom it acts for; blank for the queue manager itself.
    user: FixedText<12>,
    queue: ObjectHandle,
    record: Option<SenderRecord>,
    /// The names of what is promised, by the batches, in their order.
    promises: VecDeque<(Luwid, Xid)>,
    /// A message is wanted, and is not got before some of what is unsent has gone.
    awaits_socket: bool,
    sending: Option<Sending>,
    doing: Option<Doing>,
    next: Option<Opening>,
    /// The message got last travels apart.
    apart: Option<Apart>,
    closes: bool,
    /// Batches of which it was said that messages went to the other end's dead-letter queue.
    dead_lettered_said: u64,
    telling: RepeatedNotices,
    /// How long messages were on the transmission queue.
    queue_time_us: Average,
}

impl SenderAgent {
    pub(crate) fn new(
        verbs: Verbs,
        sync_queue: SyncQueue,
        offer: &MessageOffer,
        agreed: MessageAgreed,
    ) -> Self {
        let definition = Arc::clone(&offer.definition);
        const MS: u64 = 1_000_000;
        let rules = SendingRules {
            batch_messages_max: agreed.batch_messages_max.into(),
            batches_max: agreed.batches_max.into(),
            batch_bytes_max: definition.batch_bytes_max,
            batch_interval_ns: u64::from(definition.batch_interval_ms) * MS,
            probe_ns: u64::from(definition.probe_ms) * MS,
            disconnect_ns: u64::from(definition.disconnect_s) * 1_000 * MS,
            wrap: offer.terms.wrap,
        };
        Self {
            verbs,
            sync_queue,
            rules,
            agreed,
            definition,
            status: Arc::clone(&offer.status),
            user: offer.user,
            queue: ObjectHandle::UNUSABLE,
            record: None,
            promises: VecDeque::new(),
            awaits_socket: false,
            sending: None,
            doing: None,
            next: Some(Opening::Log),
            apart: None,
            closes: false,
            dead_lettered_said: 0,
            telling: RepeatedNotices::default(),
            queue_time_us: Average::default(),
        }
    }

    pub(crate) fn verbs(&mut self) -> &mut Verbs {
        &mut self.verbs
    }

    /// Takes a segment.
    pub(crate) fn receive(
        &mut self,
        line: &mut Line,
        head: &Head,
        segment: &Segment<'_>,
    ) -> Result<(), Fault> {
        match &mut self.sending {
            Some(sending) => sending.receive(line, head, segment),
            // Nobody is spoken to before the queues are open.
            None => Err(Fault::Unexpected(head.kind)),
        }
    }

    /// Ends the channel at the end of its batch.
    pub(crate) fn close(&mut self) {
        self.closes = true;
        if let Some(sending) = &mut self.sending {
            sending.close();
        }
    }

    pub(crate) fn fail(&mut self, line: &mut Line, fault: Fault) {
        if let Some(sending) = &mut self.sending {
            sending.fail(line, fault);
        }
    }

    /// It is over: what was promised and the other end was never asked about is not left in doubt.
    pub(crate) fn abandon(&mut self) {
        let unasked = self.sending.as_ref().and_then(Sending::unasked);
        let last = self
            .promises
            .pop_back_if(|(batch, _)| Some(*batch) == unasked);
        if let Some((_, name)) = last {
            // What is not promised yet is backed out with the connection; what cannot be decided now is asked about at the next start.
            let _ = self.verbs.decide(&name, false);
        }
        self.verbs.force_decided();
    }

    pub(crate) fn sending(&self) -> Option<&Sending> {
        self.sending.as_ref()
    }

    pub(crate) fn tick(&mut self, line: &mut Line) {
        if let Some(sending) = &mut self.sending {
            sending.tick(line);
        }
    }

    pub(crate) fn deadline_ns(&self, line: &Line) -> Option<u64> {
        let own = self
            .sending
            .as_ref()
            .and_then(|sending| sending.deadline_ns(line));
        let has_room = self.awaits_socket && line.outbound.queued_bytes() <= UNSENT_BYTES_MAX;
        let room = has_room.then_some(0);
        let others = [self.verbs.deadline_ns(), self.telling.due_ns(), room];
        own.into_iter().chain(others.into_iter().flatten()).min()
    }

    /// Shows where it stands.
    pub(crate) fn note(&self, status: &MessageChannelStatus, now_us: u64) {
        let Some(sending) = &self.sending else {
            return;
        };
        status.activity.set_substate(match self.doing {
            Some(Doing::Get) if !sending.is_in_doubt() => MQCHSSTATE_IN_MQGET,
            Some(Doing::Promise | Doing::Replace(..) | Doing::Commit) => MQCHSSTATE_END_OF_BATCH,
            None | Some(Doing::Get) => sending.substate(),
            Some(_) => MQCHSSTATE_IN_MQI_CALL,
        });
        status.note(|progress| {
            if progress.messages != sending.messages {
                progress.last_message_us = now_us;
            }
            progress.messages = sending.messages;
            progress.batches = sending.batches;
            progress.in_doubt = sending.is_in_doubt();
            progress.net_time_us = sending.net_time_us;
            progress.net_times.merge(sending.net_times.take());
            progress.full_batches = sending.full_batches;
            progress.batch_size = sending.batch_size;
            progress.queue_time_us = self.queue_time_us;
            progress.note_sender(&sending.current(), sending.record());
        });
    }

    /// Keeps or takes back what the other end has said enough of. Nothing waits for that to be durable, and what forces the log for the next promise
    /// does it for this as well.
    fn decide(&mut self, line: &Line, host: &dyn MessageHost) -> Result<(), Failed> {
        let Some(sending) = &mut self.sending else {
            return Ok(());
        };
        while let Some((promise, keeps)) = sending.verdict() {
            let was_in_doubt = sending.settles_doubts();
            let at = (self.promises.iter()).position(|(batch, _)| *batch == promise.batch);
            let name = at.and_then(|at| self.promises.remove(at));
            let decided = match name {
                Some((_, name)) => self.verbs.decide(&name, keeps),
                None => Err(XaCode::NOTA),
            };
            // Nothing is promised under that name: no message was under syncpoint, or it was decided before, by this end or by hand.
            match decided {
                Ok(()) | Err(XaCode::NOTA) => sending.decided(line),
                Err(_) => {
                    return Err(commit_failed(Reason::RESOURCE_PROBLEM));
                }
            }
            if was_in_doubt {
                let channel = self.definition.channel_name.as_str().trim_end();
                let (other, batch) = (&line.peer.address, batch_digits(promise.batch));
                let verdict = match keeps {
                    true => format!("'{other}' has it, and it is gone from here"),
                    false => format!("'{other}' does not have it, and it is sent anew"),
                };
                let values: [&dyn Display; 4] = [&channel, &batch, &promise.messages, &verdict];
                host.notice(Notice::of(&FMQ0551, &values));
            }
        }
        if !sending.will_promise() {
            self.verbs.want_decided_forced();
        }
        Ok(())
    }

    /// The other end has said that messages of a batch went to its dead-letter queue.
    fn say_dead_lettered(&mut self, line: &Line, host: &dyn MessageHost) {
        let so_far = self.sending.as_ref().map_or(0, |it| it.dead_lettered);
        if so_far > self.dead_lettered_said {
            self.dead_lettered_said = so_far;
            let channel = self.definition.channel_name.as_str().trim_end();
            let values: [&dyn Display; 2] = [&channel, &line.peer.address];
            let notice = Notice::of(&AMQ9544, &values);
            self.telling.tell(host, notice, line.now_ns);
        }
    }

    /// Begins what is wanted next.
    fn begin(&mut self, line: &mut Line) -> Result<Option<(Doing, Poll<Reply>)>, Failed> {
        if let Some(opening) = self.next.take() {
            let answer = opening.begin(&mut self.verbs, &self.sync_queue, self.user);
            return Ok(Some((Doing::Opening(opening), answer)));
        }
        if let Some(begun) = self.put_apart() {
            return Ok(Some(begun));
        }
        let Some(sending) = &mut self.sending else {
            return Ok(None);
        };
        sending.settle(line);
        let begun = match sending.want() {
            Want::Nothing | Want::Over => return Ok(None),
            Want::Get(_) if line.outbound.queued_bytes() > UNSENT_BYTES_MAX => {
                self.awaits_socket = true;
                return Ok(None);
            }
            Want::Get(patience) => {
                let request = self.get(patience, line.now_ns);
                (Doing::Get, self.verbs.start(request))
            }
            Want::Promise(promise, record) => {
                let name = self.sync_queue.promise_name(&promise, &sending.ahead());
                let named = name.clone().map(|name| (promise.batch, name));
                self.promises.extend(named);
                self.replace(record, name)
            }
            Want::Keep(record) => self.replace(record, None),
        };
        Ok(Some(begun))
    }

    fn replace(&mut self, record: SenderRecord, then: Option<Xid>) -> (Doing, Poll<Reply>) {
        let (replacing, request) = Replacing::begin(&self.sync_queue, SyncData::Sender(record));
        (Doing::Replace(replacing, then), self.verbs.start(request))
    }

    /// Goes on with a message that travels apart.
    fn put_apart(&mut self) -> Option<(Doing, Poll<Reply>)> {
        let apart = self.apart.as_mut()?;
        let verbs = &mut self.verbs;
        let queue = self.definition.transmission_queue;
        if let Some(put) = apart.next(queue, || verbs.new_message_id()) {
            return Some((Doing::PutApart, self.verbs.start_fronted(put)));
        }
        let (under_syncpoint, bytes) = (apart.under_syncpoint, apart.bytes());
        self.apart = None;
        let sending = self.sending.as_mut();
        sending
            .is_some_and(|sending| sending.set_aside(under_syncpoint, bytes))
            .then(|| {
                let answer = self.verbs.start(Request::Commit);
                (Doing::CommitAside, answer)
            })
    }

    fn get(&self, patience: Patience, now_ns: u64) -> Request {
        let syncpoint = match self.agreed.fast {
            true => MQGMO_SYNCPOINT_IF_PERSISTENT,
            false => MQGMO_SYNCPOINT,
        };
        let (wait, wait_interval_ms) = match patience {
            Patience::None => (0, 0),
            Patience::Until(at_ns) => {
                let left_ms = at_ns.saturating_sub(now_ns).div_ceil(1_000_000);
                (MQGMO_WAIT, i32::try_from(left_ms).unwrap_or(i32::MAX))
            }
            Patience::Endless => (MQGMO_WAIT, MQWI_UNLIMITED),
        };
        // The senders of a cluster share a queue, on which their messages have their names.
        let (match_options, correl_id) = match self.definition.kind.is_cluster_channel() {
            true => (MQMO_MATCH_CORREL_ID, self.definition.correl_id()),
            false => (MQMO_NONE, MQCI_NONE),
        };
        Request::Get {
            handle: self.queue,
            descriptor: MsgDescriptor {
                correl_id,
                ..MsgDescriptor::default()
            },
            options: GetOptions {
                options: syncpoint | wait | MQGMO_FAIL_IF_QUIESCING,
                wait_interval_ms,
                match_options,
                ..GetOptions::default()
            },
            buffer_len: u32::MAX,
        }
    }

    fn opened(
        &mut self,
        line: &mut Line,
        host: &dyn MessageHost,
        opening: Opening,
        reply: &Reply,
    ) -> Result<(), Failed> {
        match opening {
            Opening::Log => self.next = Some(Opening::Records),
            Opening::Records => {
                self.sync_queue.queue = opened(reply, What::OpenRecords)?;
                let queue = self.definition.transmission_queue;
                // One that several channels share says nothing of the other end of one.
                self.next = Some(match self.definition.kind {
                    ObjectKind::Sender | ObjectKind::Server => {
                        Opening::Lists(ShowingLists::in_queue(queue, self.agreed.lists))
                    }
                    _ => self.user_or_queue(),
                });
            }
            Opening::Lists(showing) => {
                self.next = Some(match showing.answered(reply)? {
                    Some(showing) => Opening::Lists(showing),
                    None => self.user_or_queue(),
                });
            }
            Opening::User => {
                acts(reply)?;
                self.next = Some(self.transmission_queue());
            }
            Opening::Queue { .. } => {
                self.queue = opened(reply, What::OpenTransmissionQueue)?;
                self.next = Some(Opening::Look { first: true });
            }
            Opening::Look { .. } => match reply {
                Reply::Got(got) => {
                    if let Some(SyncData::Sender(found)) = self.sync_queue.found(got) {
                        let known = self.record;
                        self.record = Some(known.map_or(found, |known| known.with(&found)));
                    }
                    self.next = Some(Opening::Look { first: false });
                }
                Reply::Failed(Reason::NO_MSG_AVAILABLE) => self.start(line, host),
                Reply::Failed(reason) => {
                    return Err(Failed::of(What::Records, *reason));
                }
                _ => return Err(Failed::of(What::Records, Reason::UNEXPECTED_ERROR)),
            },
        }
        Ok(())
    }

    fn user_or_queue(&self) -> Opening {
        match self.user.is_blank() {
            true => self.transmission_queue(),
            false => Opening::User,
        }
    }

    fn transmission_queue(&self) -> Opening {
        Opening::Queue {
            name: self.definition.transmission_queue,
            shared: self.definition.kind.is_cluster_channel(),
        }
    }

    fn start(&mut self, line: &mut Line, host: &dyn MessageHost) {
        let promised = self.sync_queue.all_promised(&host.in_doubt());
        let record = match promised.first() {
            // The records there are may be of batches that are not decided; but numbers may have been reset meanwhile.
            Some((_, _, before)) => SenderRecord {
                reset_to: self.record.map_or(0, |record| record.reset_to),
                ..*before
            },
            None => self.record.unwrap_or_else(|| {
                let now_s = host.wall_us() / 1_000_000;
                SenderRecord::new(u32::try_from(now_s).unwrap_or(u32::MAX))
            }),
        };
        let in_doubt: Vec<InDoubt> = promised.iter().map(|(_, promise, _)| *promise).collect();
        let named = promised.into_iter();
        self.promises = (named.map(|(name, promise, _)| (promise.batch, name))).collect();
        let mut sending = Sending::begin(line, self.rules, record, &in_doubt);
        if self.closes {
            sending.close();
        }
        self.sending = Some(sending);
    }

    fn got(&mut self, line: &mut Line, host: &dyn MessageHost, reply: Reply) -> Result<(), Failed> {
        let Some(sending) = &mut self.sending else {
            return Ok(());
        };
        let mut got = match reply {
            Reply::Got(got) => got,
            Reply::Failed(Reason::NO_MSG_AVAILABLE) => {
                sending.nothing(line);
                return Ok(());
            }
            Reply::Failed(Reason::Q_MGR_QUIESCING | Reason::Q_MGR_STOPPING) => {
                sending.close();
                return Ok(());
            }
            Reply::Failed(reason) => {
                return Err(Failed::of(What::Get, reason));
            }
            _ => return Err(Failed::of(What::Get, Reason::UNEXPECTED_ERROR)),
        };
        if self.definition.monitors
            && let Some(put_us) =
                calendar::wall_us(got.descriptor.put_date, got.descriptor.put_time)
        {
            self.queue_time_us
                .add(host.wall_us().saturating_sub(put_us));
        }
        if !followed::sends(&self.verbs, &self.definition, &self.agreed, &mut got) {
            let under_syncpoint =
                got.descriptor.persistence != MQPER_NOT_PERSISTENT || !self.agreed.fast;
            return self.leaves_out(line, host, under_syncpoint, got.body.len());
        }
        let is_worked_on =
            self.definition.converts || self.definition.strips_properties(&self.agreed);
        if is_worked_on && is_long(&got.body) {
            let (form, agreed) = (line.form(), self.agreed.clone());
            let definition = Arc::clone(&self.definition);
            let work = move || outgoing(&got, form, &agreed, &definition);
            self.doing = Some(Doing::Convert(self.verbs.leave(Arc::new(work))));
            return Ok(());
        }
        let travels = outgoing(&got, line.form(), &self.agreed, &self.definition);
        self.travels(line, host, travels)
    }

    fn travels(
        &mut self,
        line: &mut Line,
        host: &dyn MessageHost,
        travels: Fit,
    ) -> Result<(), Failed> {
        let Some(sending) = &mut self.sending else {
            return Ok(());
        };
        match travels {
            Ok(Travels::Whole(message)) => {
                sending.got(line, message);
                Ok(())
            }
            Ok(Travels::Apart(apart)) => {
                self.apart = Some(*apart);
                Ok(())
            }
            Err(unfit) => self.cannot_travel(line, host, *unfit),
        }
    }

    /// A message cannot travel: said, and put elsewhere.
    fn cannot_travel(
        &mut self,
        line: &mut Line,
        host: &dyn MessageHost,
        unfit: Unfit,
    ) -> Result<(), Failed> {
        let channel = self.definition.channel_name.as_str().trim_end();
        let mut letter = unfit.letter;
        let notice = match unfit.why {
            MQRC_MSG_TOO_BIG_FOR_CHANNEL => {
                let most = self.agreed.message_bytes_max;
                let values: [&dyn Display; 4] =
                    [&channel, &letter.queue(), &letter.data.len(), &most];
                Notice::of(&AMQ9527, &values)
            }
            MQRC_UNSUPPORTED_PROPERTY => {
                let partner = self.agreed.partner.q_mgr_name.name();
                let values: [&dyn Display; 4] = [
                    &channel,
                    &letter.queue(),
                    &partner.as_str().trim_end(),
                    &Reason(unfit.why),
                ];
                Notice::of(&FMQ0550, &values)
            }
            why if why != MQFB_XMIT_Q_MSG_ERROR => {
                host.not_converted(&self.status, &letter.descriptor.format, Reason(why));
                let (ccsid, encoding) = (
                    letter.descriptor.coded_char_set_id,
                    letter.descriptor.encoding,
                );
                let values: [&dyn Display; 5] =
                    [&channel, &letter.queue(), &ccsid, &encoding, &Reason(why)];
                Notice::of(&FMQ0215, &values)
            }
            _ => {
                letter.to.0 = self.definition.transmission_queue;
                Notice::of(&AMQ9572, &[&channel, &letter.queue()])
            }
        };
        self.telling.tell(host, notice, line.now_ns);
        let queue = self.definition.dead_letter_queue(host);
        let by = self.verbs.reporter(host.wall_us());
        let next = Undelivered::begin(letter, unfit.why, queue, by);
        self.elsewhere(line, host, next)
    }

    /// A message that travels apart is on the transmission queue again; otherwise it goes elsewhere, alone.
    fn is_put_apart(
        &mut self,
        line: &mut Line,
        host: &dyn MessageHost,
        reply: &Reply,
    ) -> Result<(), Failed> {
        let queue = self.definition.transmission_queue;
        let why = match reply {
            Reply::Put(_) => return Ok(()),
            Reply::Failed(why) if !is_general(*why) => *why,
            Reply::Failed(why) => return Err(Failed::put(queue, *why)),
            _ => return Err(Failed::put(queue, Reason::UNEXPECTED_ERROR)),
        };
        let Some(letter) = self.apart.as_ref().and_then(Apart::letter) else {
            return Ok(());
        };
        let queue = self.definition.dead_letter_queue(host);
        let by = self.verbs.reporter(host.wall_us());
        self.elsewhere(line, host, Undelivered::begin(letter, why.0, queue, by))
    }

    /// A message is being put elsewhere, or was.
    fn elsewhere(
        &mut self,
        line: &mut Line,
        host: &dyn MessageHost,
        next: Next,
    ) -> Result<(), Failed> {
        let done = match next {
            Next::Put(undelivered, put) => {
                let answer = self.verbs.start_fronted(*put);
                return self.go_on(line, host, Doing::Undelivered(undelivered), answer);
            }
            Next::Done(done) => done,
        };
        let channel = self.definition.channel_name.as_str().trim_end();
        self.telling.tell_done(host, &done, channel, line.now_ns);
        if done.blocks() {
            return Err(Failed::of(What::Undelivered, Reason::NONE));
        }
        if self.apart.is_some() {
            return Ok(());
        }
        let letter = done.letter;
        self.leaves_out(line, host, letter.under_syncpoint, letter.data.len())
    }

    /// The message got last does not travel.
    fn leaves_out(
        &mut self,
        line: &mut Line,
        host: &dyn MessageHost,
        under_syncpoint: bool,
        bytes: usize,
    ) -> Result<(), Failed> {
        let sending = self.sending.as_mut();
        if sending.is_some_and(|sending| sending.set_aside(under_syncpoint, bytes as u64)) {
            let answer = self.verbs.start(Request::Commit);
            return self.go_on(line, host, Doing::CommitAside, answer);
        }
        Ok(())
    }
}

impl Turns for SenderAgent {
    type Doing = Doing;

    fn is_over(&self) -> bool {
        let want = self.sending.as_ref().map(Sending::want);
        want == Some(Want::Over)
    }

    fn under_way(&mut self) -> &mut Option<Doing> {
        &mut self.doing
    }

    fn telling(&mut self) -> &mut RepeatedNotices {
        &mut self.telling
    }

    fn turn(&mut self, line: &mut Line, host: &dyn MessageHost) -> Result<Turn<Doing>, Failed> {
        self.say_dead_lettered(line, host);
        self.awaits_socket = false;
        self.decide(line, host)?;
        match self.doing.take() {
            Some(Doing::Convert(mut left)) => {
                let Poll::Ready(travels) = self.verbs.poll_left(&mut left) else {
                    self.doing = Some(Doing::Convert(left));
                    return Ok(Turn::Rest);
                };
                self.travels(line, host, travels)?;
                Ok(Turn::Done)
            }
            Some(doing) => {
                if matches!(doing, Doing::Get)
                    && self.verbs.is_waiting_for_message()
                    && (self.sending.as_ref())
                        .is_some_and(|sending| sending.wants_no_message(line.now_ns))
                {
                    self.verbs.cancel_wait();
                }
                Ok(Turn::Verb(doing, self.verbs.poll()))
            }
            None => Ok(match self.begin(line)? {
                Some((doing, answer)) => Turn::Verb(doing, answer),
                None => Turn::Rest,
            }),
        }
    }

    fn done(
        &mut self,
        line: &mut Line,
        host: &dyn MessageHost,
        doing: Doing,
        reply: Reply,
    ) -> Result<(), Failed> {
        match doing {
            Doing::Opening(opening) => return self.opened(line, host, opening, &reply),
            Doing::Get => return self.got(line, host, reply),
            // It is no verb, and answered by whoever does it.
            Doing::Convert(_) => {}
            Doing::Replace(replacing, then) => {
                let (doing, answer) = match replacing.go_on(&mut self.sync_queue, &reply)? {
                    Some((replacing, request)) => {
                        (Doing::Replace(replacing, then), self.verbs.start(request))
                    }
                    None => match then {
                        Some(name) => (Doing::Promise, self.verbs.promise(&name)),
                        None => (Doing::Commit, self.verbs.start(Request::Commit)),
                    },
                };
                return self.go_on(line, host, doing, answer);
            }
            Doing::Promise => match reply {
                Reply::Xa(reply) if reply.code == XaCode::OK => {
                    if let Some(sending) = &mut self.sending {
                        sending.promised(line);
                    }
                }
                Reply::Failed(reason) => return Err(commit_failed(reason)),
                _ => return Err(commit_failed(Reason::BACKED_OUT)),
            },
            Doing::Commit | Doing::CommitAside => match (reply, &mut self.sending) {
                (Reply::Done(Reason::NONE), Some(sending)) => {
                    if matches!(doing, Doing::Commit) {
                        sending.kept(line);
                    }
                }
                (Reply::Failed(reason), _) => return Err(commit_failed(reason)),
                _ => return Err(commit_failed(Reason::UNEXPECTED_ERROR)),
            },
            Doing::PutApart => return self.is_put_apart(line, host, &reply),
            Doing::Undelivered(undelivered) => {
                let queue = undelivered.queue();
                let next = undelivered.answered(&reply);
                let next = next.map_err(|reason| Failed::put(queue, reason))?;
                return self.elsewhere(line, host, next);
            }
        }
        Ok(())
    }
}

fn commit_failed(reason: Reason) -> Failed {
    Failed::of(What::Commit, reason)
}
