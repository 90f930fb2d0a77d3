//! The end that sends messages.

use super::average::{Average, Totals};
use super::record::next_sequence;
use super::window::{Asked, Window};
use super::{Fault, InDoubt, SenderRecord};
use crate::line::{Beat, Hearing, Line};
use bytes::Bytes;
use ferromq_mqi::generated::constants::{
    MQCHSSTATE_END_OF_BATCH, MQCHSSTATE_HEARTBEATING, MQCHSSTATE_RECEIVING, MQCHSSTATE_RESYNCHING,
};
use ferromq_wire::control::{Status, StatusCode};
use ferromq_wire::head::flag;
use ferromq_wire::message_channel::{Luwid, MessageHead};
use ferromq_wire::segment::Reset;
use ferromq_wire::{Head, Kind, Segment};
use std::cell::Cell;

/// Bytes of messages that may be unanswered when another batch begins.
const UNANSWERED_BYTES_MAX: u64 = 64 << 20;
/// Bytes of answers that may wait for the socket before the edge stops reading, beside the message that was sent last.
const UNSENT_BYTES_MAX: usize = 1 << 20;
/// A batch that is not full waits so long for more while others are unanswered: what came of waiting for the answer, where batches do not overlap,
/// are fuller batches.
const PARTIAL_NS: u64 = 1_000_000;

/// How batches are made, as agreed and as the definition says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SendingRules {
    /// Most messages in a batch: what both ends agreed on.
    pub(crate) batch_messages_max: u32,
    /// Batches that may be unanswered, with the one that is being filled: 1 where they do not overlap.
    pub(crate) batches_max: usize,
    /// `BATCHLIM`: a batch with so many bytes ends; 0 for no bound.
    pub(crate) batch_bytes_max: u64,
    /// `BATCHINT`: how long a batch waits for more where the queue is empty.
    pub(crate) batch_interval_ns: u64,
    /// `BATCHHB`: silence of so long is asked about before a batch is promised; 0 for never.
    pub(crate) probe_ns: u64,
    /// `DISCINT`: an empty queue ends the channel after so long; 0 for never.
    pub(crate) disconnect_ns: u64,
    /// `SEQWRAP`.
    pub(crate) wrap: u32,
}

/// A message got from the transmission queue.
#[derive(Clone, Debug)]
pub(crate) struct Outgoing {
    /// Its envelope, in the form of this end's headers.
    pub(crate) front: Vec<u8>,
    pub(crate) data: Bytes,
    /// It was got under syncpoint.
    pub(crate) under_syncpoint: bool,
}

impl Outgoing {
    fn bytes(&self) -> u64 {
        (self.front.len() + self.data.len()) as u64
    }
}

/// What is wanted of the host. While one thing is done nothing else is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Want {
    /// Nothing, until the other end says something or time passes.
    Nothing,
    /// The next message of the transmission queue: [`Sending::got`], or [`Sending::nothing`] when there is none.
    Get(Patience),
    /// What was got under syncpoint is to be promised under this name, and the record kept in the same unit of work:
    /// [`Sending::promised`] once the log is durable.
    Promise(InDoubt, SenderRecord),
    /// The record is to be kept: [`Sending::kept`] once the log is durable.
    Keep(SenderRecord),
    /// It is over; what is queued is still to be sent. What is not promised is backed out.
    Over,
}

/// How long to wait for a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Patience {
    None,
    /// Until this time.
    Until(u64),
    Endless,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The other end was asked what it committed last.
    Resyncing,
    /// It has said so, and what was in doubt is being decided.
    Resynced,
    /// The counter this life begins with is to be kept.
    Starting,
    /// The other end was told the next number.
    Resetting,
    /// That it has taken it is to be kept.
    ResetTaken,
    /// Messages go, or there are none; or too much is unanswered.
    Filling,
    /// The other end was asked for a sign of life at this time, before a batch is promised.
    Probing {
        since_ns: u64,
    },
    /// The batch is to be promised.
    Promising,
    Over,
}

#[derive(Clone, Copy, Debug)]
struct Batch {
    name: Luwid,
    messages: u32,
    bytes: u64,
    /// Messages and bytes that went elsewhere in the same unit of work.
    aside: (u32, u64),
    under_syncpoint: bool,
    began_ns: u64,
}

impl Batch {
    /// As large as one may get, with what went elsewhere: the unit of work of both has the limits of a batch.
    fn is_full(&self, rules: &SendingRules) -> bool {
        let (messages, bytes) = self.aside;
        self.messages.saturating_add(messages) >= rules.batch_messages_max
            || (rules.batch_bytes_max > 0
                && self.bytes.saturating_add(bytes) >= rules.batch_bytes_max)
    }
}

/// See the module.
#[derive(Debug)]
pub(crate) struct Sending {
    rules: SendingRules,
    record: SenderRecord,
    stage: Stage,
    /// The batch the other end was not asked about.
    batch: Option<Batch>,
    /// Those it was.
    window: Window,
    /// The last message got: whether it is the last of its batch is not known yet.
    held: Option<Outgoing>,
    /// Bytes of the last message sent.
    sent_bytes: u64,
    /// Number of the last message sent, and counter of the last batch begun.
    sequence: u32,
    counter: u32,
    /// The queue was empty when it was last looked at.
    queue_is_empty: bool,
    /// Since when there is nothing to send.
    idle_since_ns: u64,
    /// When the other end last said something.
    heard_ns: u64,
    /// It is to end as soon as no batch is open.
    closes: bool,
    /// The other end has asked for that.
    asked_to_close: bool,
    fault: Option<Fault>,
    /// The batch the other end has said no to, if it has named one.
    refused: Luwid,
    /// Messages and batches confirmed in this life.
    pub(crate) messages: u64,
    pub(crate) batches: u64,
    /// Batches of which a message went to the other end's dead-letter queue.
    pub(crate) dead_lettered: u64,
    /// Microseconds from a question to its answer, and messages of a batch.
    pub(crate) net_time_us: Average,
    /// Those since it was asked last where this end stands.
    pub(crate) net_times: Cell<Totals>,
    /// Batches that were full.
    pub(crate) full_batches: u64,
    pub(crate) batch_size: Average,
}

impl Sending {
    /// Begins behind the negotiation, with what was kept and what is in doubt of the last life, the oldest first.
    pub(crate) fn begin(
        line: &mut Line,
        rules: SendingRules,
        record: SenderRecord,
        in_doubt: &[InDoubt],
    ) -> Self {
        let mut it = Self {
            rules,
            record,
            stage: Stage::Starting,
            batch: None,
            window: Window::of_doubts(in_doubt, line.now_ns),
            held: None,
            sent_bytes: 0,
            sequence: record.sequence,
            counter: record.counter,
            queue_is_empty: false,
            idle_since_ns: line.now_ns,
            heard_ns: line.now_ns,
            closes: false,
            asked_to_close: false,
            fault: None,
            refused: Luwid::NONE,
            messages: 0,
            batches: 0,
            dead_lettered: 0,
            net_time_us: Average::default(),
            net_times: Cell::default(),
            full_batches: 0,
            batch_size: Average::default(),
        };
        match in_doubt.first() {
            None => it.start(),
            Some(in_doubt) => {
                let body = MessageHead {
                    sequence: in_doubt.sequence,
                    ..MessageHead::default()
                };
                let head = line.head(Kind::Resync, flag::CONFIRM, in_doubt.batch);
                line.send(&head, &Segment::Resync(Some(body)));
                it.stage = Stage::Resyncing;
            }
        }
        it
    }

    fn start(&mut self) {
        self.record = self.record.started();
        if self.record.reset_to > 0 {
            // As the other end takes it, should it be from a time when numbers went further.
            self.record.reset_to = self.record.reset_to.min(self.rules.wrap);
            self.record.sequence = self.record.reset_to - 1;
        }
        self.counter = self.record.counter;
        self.sequence = self.record.sequence;
        self.stage = Stage::Starting;
    }

    /// What was promised and is to be kept or taken back, before anything else that is wanted and whatever the host is at: then
    /// [`Self::decided`]. It need not be durable.
    pub(crate) fn verdict(&self) -> Option<(InDoubt, bool)> {
        self.window.verdict()
    }

    /// What is decided now was in doubt when the channel started.
    pub(crate) fn settles_doubts(&self) -> bool {
        self.stage == Stage::Resynced
    }

    /// What is wanted of the host now.
    pub(crate) fn want(&self) -> Want {
        match self.stage {
            Stage::Resyncing | Stage::Resynced | Stage::Resetting | Stage::Probing { .. } => {
                Want::Nothing
            }
            Stage::Starting => Want::Keep(self.record),
            Stage::ResetTaken => Want::Keep(SenderRecord {
                reset_to: 0,
                ..self.record
            }),
            Stage::Filling if self.batch.is_none() && !self.may_begin() => Want::Nothing,
            Stage::Filling => Want::Get(self.patience()),
            Stage::Promising => {
                let promise = self.promise();
                Want::Promise(promise, self.ahead().confirmed(&promise))
            }
            Stage::Over if self.verdict().is_some() => Want::Nothing,
            Stage::Over => Want::Over,
        }
    }

    /// Whether another batch may begin.
    fn may_begin(&self) -> bool {
        !self.closes
            && self.window.len() < self.rules.batches_max
            && self.window.bytes() <= UNANSWERED_BYTES_MAX
    }

    /// The record as it is once everything is confirmed that was asked about: what the next promise follows.
    pub(crate) fn ahead(&self) -> SenderRecord {
        self.window.ahead(self.record)
    }

    /// When a batch ends that is not full.
    fn due_ns(&self, batch: &Batch) -> u64 {
        let interval_ns = self.rules.batch_interval_ns;
        batch.began_ns
            + match self.window.is_empty() {
                true => interval_ns,
                false => interval_ns.max(PARTIAL_NS),
            }
    }

    fn patience(&self) -> Patience {
        if !self.queue_is_empty {
            return Patience::None;
        }
        match &self.batch {
            Some(batch) => Patience::Until(self.due_ns(batch)),
            None if self.rules.disconnect_ns > 0 => {
                Patience::Until(self.idle_since_ns + self.rules.disconnect_ns)
            }
            None => Patience::Endless,
        }
    }

    /// A get that waits is to be ended: nothing comes of it that is wanted any more.
    pub(crate) fn wants_no_message(&self, now_ns: u64) -> bool {
        // The last answer came, and a batch that has waited for it is old enough.
        let is_due = |batch| self.window.is_empty() && self.due_ns(batch) <= now_ns;
        self.closes || self.stage != Stage::Filling || self.batch.as_ref().is_some_and(is_due)
    }

    /// Why it ended, if it was not as it should be.
    pub(crate) fn fault(&self) -> Option<&Fault> {
        self.fault.as_ref()
    }

    /// What was confirmed last, and of what.
    pub(crate) fn record(&self) -> &SenderRecord {
        &self.record
    }

    /// Number of the first message that is not confirmed.
    pub(crate) fn unconfirmed(&self) -> u32 {
        next_sequence(self.record.sequence, self.rules.wrap)
    }

    /// The batch it is of.
    pub(crate) fn unconfirmed_batch(&self) -> Luwid {
        match (self.window.oldest(), &self.batch) {
            _ if self.refused != Luwid::NONE => self.refused,
            (Some(oldest), _) => oldest.batch,
            (None, Some(batch)) => batch.name,
            (None, None) => self.next_name(),
        }
    }

    /// The batches the other end has not confirmed, the oldest first.
    pub(crate) fn in_doubt(&self) -> Vec<InDoubt> {
        self.window.promises().copied().collect()
    }

    /// The batch both ends have committed last.
    pub(crate) fn confirmed(&self) -> Luwid {
        self.record.committed
    }

    /// The newest batch that is not confirmed, or would be the next one; its last number, and the messages of all that are not confirmed.
    pub(crate) fn current(&self) -> InDoubt {
        let unanswered = self.window.messages();
        match (&self.batch, self.window.newest()) {
            (Some(batch), _) => InDoubt {
                messages: batch.messages.saturating_add(unanswered),
                ..self.promise()
            },
            (None, Some(newest)) => InDoubt {
                messages: unanswered,
                ..*newest
            },
            (None, None) => InDoubt {
                batch: self.next_name(),
                sequence: self.sequence,
                messages: 0,
            },
        }
    }

    /// The other end was asked to confirm what is promised, and has not answered.
    pub(crate) fn is_in_doubt(&self) -> bool {
        self.window.is_in_doubt()
    }

    /// Batches the other end was asked about and that are not decided.
    #[cfg(test)]
    pub(crate) fn unanswered(&self) -> usize {
        self.window.len()
    }

    /// The batch the other end was not asked about, and knows nothing of.
    pub(crate) fn unasked(&self) -> Option<Luwid> {
        self.batch.as_ref().map(|batch| batch.name)
    }

    /// Whether a promise is to come of what is being sent, and the log to be forced for it.
    pub(crate) fn will_promise(&self) -> bool {
        self.batch.is_some_and(|batch| batch.under_syncpoint)
    }

    /// Whether it ends because the other end asked for that.
    pub(crate) fn is_asked_to_close(&self) -> bool {
        self.asked_to_close
    }

    /// Both ends know where they stand: messages go, or there are none.
    pub(crate) fn is_in_step(&self) -> bool {
        !matches!(
            self.stage,
            Stage::Resyncing
                | Stage::Resynced
                | Stage::Starting
                | Stage::Resetting
                | Stage::ResetTaken
                | Stage::Over
        )
    }

    /// `SUBSTATE` while nothing is wanted of the host.
    pub(crate) fn substate(&self) -> i32 {
        match self.stage {
            Stage::Resyncing | Stage::Resynced => MQCHSSTATE_RESYNCHING,
            Stage::Probing { .. } => MQCHSSTATE_HEARTBEATING,
            Stage::Filling if !self.window.is_empty() => MQCHSSTATE_END_OF_BATCH,
            _ => MQCHSSTATE_RECEIVING,
        }
    }

    fn next_name(&self) -> Luwid {
        Luwid {
            time_s: self.record.time_s,
            counter: SenderRecord::next_counter(self.counter),
        }
    }

    fn promise(&self) -> InDoubt {
        let Some(batch) = &self.batch else {
            return InDoubt::default();
        };
        let sequence = match self.held {
            Some(_) => next_sequence(self.sequence, self.rules.wrap),
            None => self.sequence,
        };
        InDoubt {
            batch: batch.name,
            sequence,
            messages: batch.messages,
        }
    }

    /// A message was got.
    pub(crate) fn got(&mut self, line: &mut Line, message: Outgoing) {
        if self.stage != Stage::Filling {
            // It is backed out with the rest.
            return;
        }
        self.queue_is_empty = false;
        let batch = match &self.batch {
            Some(batch) => *batch,
            None => {
                let name = self.next_name();
                self.counter = name.counter;
                Batch {
                    name,
                    messages: 0,
                    bytes: 0,
                    aside: (0, 0),
                    under_syncpoint: false,
                    began_ns: line.now_ns,
                }
            }
        };
        self.batch = Some(Batch {
            messages: batch.messages + 1,
            bytes: batch.bytes + message.bytes(),
            under_syncpoint: batch.under_syncpoint | message.under_syncpoint,
            ..batch
        });
        self.send_held(line, 0);
        self.held = Some(message);
    }

    /// There is no message, after the wait that was wanted.
    pub(crate) fn nothing(&mut self, line: &mut Line) {
        if self.stage != Stage::Filling {
            return;
        }
        let was_empty = std::mem::replace(&mut self.queue_is_empty, true);
        let Some(batch) = self.batch else {
            if !was_empty {
                self.idle_since_ns = line.now_ns;
            } else if !self.window.is_empty() {
                // It is not idle before the answer.
                self.idle_since_ns = line.now_ns;
            } else if self.rules.disconnect_ns > 0
                && line.now_ns >= self.idle_since_ns + self.rules.disconnect_ns
            {
                self.closes = true;
            }
            return;
        };
        if line.now_ns >= self.due_ns(&batch) {
            return self.end_batch(line);
        }
        // What is not under syncpoint is not kept waiting.
        if self.held.as_ref().is_some_and(|held| !held.under_syncpoint) {
            self.send_held(line, 0);
        }
    }

    /// A message of so many bytes was got and went elsewhere. True when the host is to commit that by itself: otherwise it goes
    /// with the batch that is open, and fills it, or was not under syncpoint. A batch without messages under syncpoint does not
    /// take it along: the other end would keep nothing of that batch, and this one its name and number.
    pub(crate) fn set_aside(&mut self, under_syncpoint: bool, bytes: u64) -> bool {
        self.queue_is_empty = false;
        if !under_syncpoint {
            return false;
        }
        let open = self.batch.as_mut().filter(|batch| batch.under_syncpoint);
        let Some(Batch { aside, .. }) = open else {
            return true;
        };
        *aside = (aside.0.saturating_add(1), aside.1.saturating_add(bytes));
        false
    }

    /// What was promised is durable.
    pub(crate) fn promised(&mut self, line: &mut Line) {
        if self.stage == Stage::Promising {
            self.ask(line);
        }
    }

    /// What [`Self::verdict`] says is in the log.
    pub(crate) fn decided(&mut self, line: &Line) {
        let Some((asked, keeps)) = self.window.settle() else {
            return;
        };
        if keeps && asked.under_syncpoint {
            self.record = self.record.confirmed(&asked.promise);
        }
        // Its name is not given again.
        self.record.counter = self.record.counter.max(asked.promise.batch.counter);
        self.idle_since_ns = line.now_ns;
        match self.stage {
            Stage::Resynced if self.window.is_empty() => self.start(),
            Stage::Resynced => {}
            _ if keeps => {
                self.messages += u64::from(asked.promise.messages);
                self.batches += 1;
                let is_full = asked.promise.messages >= self.rules.batch_messages_max;
                self.full_batches += u64::from(is_full);
            }
            _ => {}
        }
    }

    /// The record is durable.
    pub(crate) fn kept(&mut self, line: &mut Line) {
        match self.stage {
            Stage::Starting if self.record.reset_to > 0 => {
                let head = line.head(Kind::Reset, flag::CONFIRM, Luwid::NONE);
                let reset = Reset {
                    length: 8,
                    sequence: self.record.reset_to,
                };
                line.send(&head, &Segment::Reset(reset));
                self.stage = Stage::Resetting;
            }
            Stage::Starting => self.fill(line),
            Stage::ResetTaken => {
                self.record.reset_to = 0;
                self.fill(line);
            }
            _ => {}
        }
    }

    fn fill(&mut self, line: &mut Line) {
        self.stage = Stage::Filling;
        self.queue_is_empty = false;
        self.idle_since_ns = line.now_ns;
    }

    /// Asks it to end when the batch that is open is confirmed.
    pub(crate) fn close(&mut self) {
        self.closes = true;
    }

    /// Ends a batch that is full, or the channel. To be called when nothing is being done for it, before it is asked what it wants.
    pub(crate) fn settle(&mut self, line: &mut Line) {
        if self.stage != Stage::Filling {
            return;
        }
        if let Some(batch) = &self.batch {
            if self.closes || batch.is_full(&self.rules) {
                self.end_batch(line);
            }
            return;
        }
        if !self.closes || !self.window.is_empty() {
            return;
        }
        let head = line.head(Kind::Status, flag::CLOSE, Luwid::NONE);
        line.send(&head, &Segment::Status(None));
        line.ended_here = true;
        self.stage = Stage::Over;
    }

    /// The channel ends with a fault of this end or of the host's.
    pub(crate) fn fail(&mut self, line: &mut Line, fault: Fault) {
        if let Some(status) = fault.status() {
            line.send_last_words(status, Luwid::NONE);
        }
        self.fault.get_or_insert(fault);
        self.stage = Stage::Over;
    }

    fn send_held(&mut self, line: &mut Line, flags: u8) {
        if let (Some(held), Some(batch)) = (self.held.take(), &self.batch) {
            self.sequence = next_sequence(self.sequence, self.rules.wrap);
            self.sent_bytes = held.bytes();
            let head = line.head(Kind::Message, flags, batch.name);
            line.outbound
                .send_message(&head, self.sequence, &held.front, &held.data);
        }
    }

    fn end_batch(&mut self, line: &mut Line) {
        match &self.batch {
            Some(batch) if batch.under_syncpoint => {
                let silent_ns = line.now_ns.saturating_sub(self.heard_ns);
                if self.rules.probe_ns > 0 && silent_ns >= self.rules.probe_ns {
                    line.send_heartbeat();
                    self.stage = Stage::Probing {
                        since_ns: line.now_ns,
                    };
                } else {
                    self.stage = Stage::Promising;
                }
            }
            _ => self.ask(line),
        }
    }

    fn ask(&mut self, line: &mut Line) {
        let promise = self.promise();
        let Some(batch) = self.batch else {
            return;
        };
        if self.held.is_some() {
            self.send_held(line, flag::CONFIRM);
        } else {
            let head = line.head(Kind::Message, flag::CONFIRM, batch.name);
            line.send(&head, &Segment::ConfirmBatch);
        }
        self.batch = None;
        self.window.push(Asked {
            promise,
            bytes: batch.bytes,
            under_syncpoint: batch.under_syncpoint,
            asked_ns: line.now_ns,
        });
        self.fill(line);
    }

    /// False while the edge must not read: what is asked of this end and not taken may not pile up.
    pub(crate) fn takes_input(&self, line: &Line) -> bool {
        let answers = (line.outbound.queued_bytes() as u64).saturating_sub(self.sent_bytes);
        answers <= UNSENT_BYTES_MAX as u64
    }

    /// Takes a segment of the other end.
    ///
    /// # Errors
    /// When it may not come here: [`Self::fail`] with that.
    pub(crate) fn receive(
        &mut self,
        line: &mut Line,
        head: &Head,
        segment: &Segment<'_>,
    ) -> Result<(), Fault> {
        self.heard_ns = line.now_ns;
        self.asked_to_close |= head.has(flag::REQUEST_CLOSE);
        self.closes |= self.asked_to_close;
        match segment {
            Segment::Heartbeat => {
                if head.has(flag::CONFIRM) {
                    let answer = line.head(Kind::Heartbeat, 0, Luwid::NONE);
                    line.send(&answer, &Segment::Heartbeat);
                } else if matches!(self.stage, Stage::Probing { .. }) {
                    self.stage = Stage::Promising;
                }
                Ok(())
            }
            Segment::Status(status) => self.status(line, head, *status),
            Segment::Resync(_) => self.resynced(head),
            _ => Err(Fault::Unexpected(head.kind)),
        }
    }

    fn status(
        &mut self,
        line: &mut Line,
        head: &Head,
        status: Option<Status>,
    ) -> Result<(), Fault> {
        if head.flags & (flag::ERROR | flag::CLOSE) != 0 {
            let code = if head.has(flag::ERROR) {
                StatusCode::PROTOCOL
            } else {
                StatusCode::USER_CLOSED
            };
            let fault = Fault::Refused(status.unwrap_or(Status::new(code)));
            self.fault = Some(fault);
            // Whoever says no to a batch by its name has backed it out.
            if !matches!(self.stage, Stage::Resyncing | Stage::Resynced) {
                self.refused = Luwid::of_field(head.luwid, head.order);
                self.window.refuse(self.refused);
            }
            self.stage = Stage::Over;
            return Ok(());
        }
        match self.stage {
            Stage::Resyncing | Stage::Resynced | Stage::Over => Err(Fault::Unexpected(head.kind)),
            Stage::Resetting => {
                self.stage = Stage::ResetTaken;
                Ok(())
            }
            _ if self.window.awaits_answer() => {
                let name = Luwid::of_field(head.luwid, head.order);
                let Some(asked) = self.window.confirm(name) else {
                    return Err(Fault::Batch("the confirmation names another one"));
                };
                let taken_ns = line.now_ns.saturating_sub(asked.asked_ns);
                self.net_time_us.add(taken_ns / 1_000);
                self.net_times.get_mut().add(taken_ns / 1_000);
                self.batch_size.add(asked.promise.messages.into());
                if head.has(flag::DEAD_LETTER) {
                    self.dead_lettered += 1;
                }
                Ok(())
            }
            _ => Err(Fault::Unexpected(head.kind)),
        }
    }

    /// The other end has said what it committed last.
    fn resynced(&mut self, head: &Head) -> Result<(), Fault> {
        let (Stage::Resyncing, Some(oldest)) = (self.stage, self.window.oldest()) else {
            return Err(Fault::Unexpected(head.kind));
        };
        let theirs = Luwid::of_field(head.luwid, head.order);
        // One that has lost what it knew would answer the same as one that never had the batch.
        if !self.window.has(theirs) && theirs == Luwid::NONE && self.record.committed != Luwid::NONE
        {
            let in_doubt = *oldest;
            return Err(Fault::RecordLost { in_doubt, theirs });
        }
        self.window.resolve(theirs);
        self.stage = Stage::Resynced;
        Ok(())
    }

    /// When [`Self::tick`] is wanted.
    pub(crate) fn deadline_ns(&self, line: &Line) -> Option<u64> {
        if self.stage == Stage::Over {
            return line.farewell_due_ns();
        }
        let heartbeat = line.liveness.heartbeat_due_ns(Hearing::Both);
        // It may be paused at a queue that is full.
        let unread = line.liveness.stuck_due_ns(&line.outbound);
        let probe = self.probe_due_ns();
        [heartbeat, unread, probe].into_iter().flatten().min()
    }

    /// How long an answer to the question before a promise may take: from the question on as long as the silence that was asked about, and a second
    /// at least.
    fn probe_due_ns(&self) -> Option<u64> {
        const AT_LEAST_NS: u64 = 1_000_000_000;
        match self.stage {
            Stage::Probing { since_ns } => Some(since_ns + self.rules.probe_ns.max(AT_LEAST_NS)),
            _ => None,
        }
    }

    /// Time has passed.
    pub(crate) fn tick(&mut self, line: &mut Line) {
        let now_ns = line.now_ns;
        let is_due = |due_ns: Option<u64>| due_ns.is_some_and(|due_ns| due_ns <= now_ns);
        if self.stage == Stage::Over {
            line.drop_late_farewell();
        } else if is_due(line.liveness.stuck_due_ns(&line.outbound)) || is_due(self.probe_due_ns())
        {
            line.outbound.clear();
            self.fail(line, Fault::Silence);
        } else if is_due(line.liveness.heartbeat_due_ns(Hearing::Both)) {
            match line.liveness.beat(Hearing::Both, now_ns) {
                Beat::Send => line.send_heartbeat(),
                Beat::GiveUp => self.fail(line, Fault::Silence),
            }
        }
    }
}
