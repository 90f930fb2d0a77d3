//! The end that sends messages.

use super::record::next_sequence;
use super::{Fault, InDoubt, SenderRecord};
use crate::agent::Average;
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

/// How batches are made, as agreed and as the definition says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SendingRules {
    /// Most messages in a batch: what both ends agreed on.
    pub(crate) batch_messages_max: u32,
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
    /// What was promised is to be kept or taken back: [`Sending::decided`]. It need not be durable.
    Decide { promise: InDoubt, keeps: bool },
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
    Resyncing(InDoubt),
    /// What becomes of a promise is known.
    Deciding {
        promise: InDoubt,
        keeps: bool,
    },
    /// The counter this life begins with is to be kept.
    Starting,
    /// The other end was told the next number.
    Resetting,
    /// That it has taken it is to be kept.
    ResetTaken,
    /// Messages go, or there are none.
    Filling,
    /// The other end was asked for a sign of life before a batch is promised.
    Probing,
    /// The batch is to be promised.
    Promising,
    /// The other end was asked to confirm the batch.
    Asking,
    Over,
}

#[derive(Clone, Copy, Debug)]
struct Batch {
    name: Luwid,
    messages: u32,
    bytes: u64,
    under_syncpoint: bool,
    began_ns: u64,
}

/// See the module.
#[derive(Debug)]
pub(crate) struct Sending {
    rules: SendingRules,
    record: SenderRecord,
    stage: Stage,
    batch: Option<Batch>,
    /// The last message got: whether it is the last of its batch is not known yet.
    held: Option<Outgoing>,
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
    /// The other end was asked to confirm the batch that was begun last.
    has_asked: bool,
    fault: Option<Fault>,
    /// Messages and batches confirmed in this life.
    pub(crate) messages: u64,
    pub(crate) batches: u64,
    /// Batches of which a message went to the other end's dead-letter queue.
    pub(crate) dead_lettered: u64,
    /// Microseconds from a question to its answer, and messages of a batch.
    pub(crate) net_time_us: Average,
    pub(crate) batch_size: Average,
    asked_ns: u64,
}

impl Sending {
    /// Begins behind the negotiation, with what was kept and what is in doubt of the last life.
    pub(crate) fn begin(
        line: &mut Line,
        rules: SendingRules,
        record: SenderRecord,
        in_doubt: Option<InDoubt>,
    ) -> Self {
        let mut it = Self {
            rules,
            record,
            stage: Stage::Starting,
            batch: None,
            held: None,
            sequence: record.sequence,
            counter: record.counter,
            queue_is_empty: false,
            idle_since_ns: line.now_ns,
            heard_ns: line.now_ns,
            closes: false,
            asked_to_close: false,
            has_asked: in_doubt.is_some(),
            fault: None,
            messages: 0,
            batches: 0,
            dead_lettered: 0,
            net_time_us: Average::default(),
            batch_size: Average::default(),
            asked_ns: line.now_ns,
        };
        match in_doubt {
            None => it.start(),
            Some(in_doubt) => {
                let body = MessageHead {
                    sequence: in_doubt.sequence,
                    ..MessageHead::default()
                };
                let head = line.head(Kind::Resync, flag::CONFIRM, in_doubt.batch);
                line.send(&head, &Segment::Resync(Some(body)));
                it.stage = Stage::Resyncing(in_doubt);
            }
        }
        it
    }

    fn start(&mut self) {
        self.record = self.record.started();
        self.counter = self.record.counter;
        self.sequence = self.record.sequence;
        self.stage = Stage::Starting;
    }

    /// What is wanted of the host now.
    pub(crate) fn want(&self) -> Want {
        match self.stage {
            Stage::Resyncing(_) | Stage::Resetting | Stage::Probing | Stage::Asking => {
                Want::Nothing
            }
            Stage::Deciding { promise, keeps } => Want::Decide { promise, keeps },
            Stage::Starting => Want::Keep(self.record),
            Stage::ResetTaken => Want::Keep(SenderRecord {
                reset_to: 0,
                ..self.record
            }),
            Stage::Filling => Want::Get(self.patience()),
            Stage::Promising => {
                let promise = self.promise();
                Want::Promise(promise, self.record.confirmed(&promise))
            }
            Stage::Over => Want::Over,
        }
    }

    fn patience(&self) -> Patience {
        if !self.queue_is_empty {
            return Patience::None;
        }
        match &self.batch {
            Some(batch) => Patience::Until(batch.began_ns + self.rules.batch_interval_ns),
            None if self.rules.disconnect_ns > 0 => {
                Patience::Until(self.idle_since_ns + self.rules.disconnect_ns)
            }
            None => Patience::Endless,
        }
    }

    /// A get that waits is to be ended: nothing comes of it that is wanted any more.
    pub(crate) fn wants_no_message(&self) -> bool {
        self.closes || self.stage != Stage::Filling
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

    /// The batch that is open, or would be the next one: its name, last number and messages.
    pub(crate) fn current(&self) -> InDoubt {
        match (&self.stage, &self.batch) {
            (Stage::Resyncing(promise) | Stage::Deciding { promise, .. }, _) => *promise,
            (_, Some(_)) => self.promise(),
            (_, None) => InDoubt {
                batch: self.next_name(),
                sequence: self.sequence,
                messages: 0,
            },
        }
    }

    /// The other end was asked to confirm what is promised, and has not answered.
    pub(crate) fn is_in_doubt(&self) -> bool {
        match self.stage {
            Stage::Resyncing(_) | Stage::Deciding { .. } => true,
            Stage::Asking => self.batch.is_some_and(|batch| batch.under_syncpoint),
            _ => false,
        }
    }

    /// Whether the other end may know of the batch that was begun last: it was asked to confirm it.
    pub(crate) fn has_asked(&self) -> bool {
        self.has_asked
    }

    /// Whether it ends because the other end asked for that.
    pub(crate) fn is_asked_to_close(&self) -> bool {
        self.asked_to_close
    }

    /// Both ends know where they stand: messages go, or there are none.
    pub(crate) fn is_in_step(&self) -> bool {
        !matches!(
            self.stage,
            Stage::Resyncing(_)
                | Stage::Deciding { .. }
                | Stage::Starting
                | Stage::Resetting
                | Stage::ResetTaken
                | Stage::Over
        )
    }

    /// `SUBSTATE` while nothing is wanted of the host.
    pub(crate) fn substate(&self) -> i32 {
        match self.stage {
            Stage::Resyncing(_) => MQCHSSTATE_RESYNCHING,
            Stage::Probing => MQCHSSTATE_HEARTBEATING,
            Stage::Asking => MQCHSSTATE_END_OF_BATCH,
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
                self.has_asked = false;
                Batch {
                    name,
                    messages: 0,
                    bytes: 0,
                    under_syncpoint: false,
                    began_ns: line.now_ns,
                }
            }
        };
        let batch = self.batch.insert(Batch {
            messages: batch.messages + 1,
            bytes: batch.bytes + message.bytes(),
            under_syncpoint: batch.under_syncpoint | message.under_syncpoint,
            ..batch
        });
        let is_full = batch.messages >= self.rules.batch_messages_max
            || (self.rules.batch_bytes_max > 0 && batch.bytes >= self.rules.batch_bytes_max);
        self.send_held(line, 0);
        self.held = Some(message);
        if is_full {
            self.end_batch(line);
        }
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
            } else if self.rules.disconnect_ns > 0
                && line.now_ns >= self.idle_since_ns + self.rules.disconnect_ns
            {
                self.closes = true;
            }
            return;
        };
        if line.now_ns >= batch.began_ns + self.rules.batch_interval_ns {
            return self.end_batch(line);
        }
        // What is not under syncpoint is not kept waiting.
        if self.held.as_ref().is_some_and(|held| !held.under_syncpoint) {
            self.send_held(line, 0);
        }
    }

    /// A message was got and went elsewhere. True when the host is to commit that by itself: otherwise it goes with the batch
    /// that is open, or was not under syncpoint. A batch without messages under syncpoint does not take it along: the other end would
    /// keep nothing of that batch, and this one its name and number.
    pub(crate) fn set_aside(&mut self, under_syncpoint: bool) -> bool {
        self.queue_is_empty = false;
        let goes_along = self.batch.is_some_and(|batch| batch.under_syncpoint);
        under_syncpoint && !goes_along
    }

    /// What was promised is durable.
    pub(crate) fn promised(&mut self, line: &mut Line) {
        if self.stage == Stage::Promising {
            self.ask(line);
        }
    }

    /// What was decided is in the log.
    pub(crate) fn decided(&mut self, line: &mut Line) {
        let Stage::Deciding { promise, keeps } = self.stage else {
            return;
        };
        if keeps {
            self.record = self.record.confirmed(&promise);
        }
        // Its name is not given again.
        self.record.counter = self.record.counter.max(promise.batch.counter);
        if self.fault.is_some() {
            self.stage = Stage::Over;
        } else if self.batch.is_some() {
            self.close_batch(line);
        } else {
            self.start();
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

    /// To be called when nothing is being done for it, before it is asked what it wants.
    pub(crate) fn settle(&mut self, line: &mut Line) {
        if !self.closes || self.stage != Stage::Filling {
            return;
        }
        if self.batch.is_some() {
            return self.end_batch(line);
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
                    self.stage = Stage::Probing;
                } else {
                    self.stage = Stage::Promising;
                }
            }
            _ => self.ask(line),
        }
    }

    fn ask(&mut self, line: &mut Line) {
        let Some(batch) = self.batch else {
            return;
        };
        self.has_asked = true;
        self.asked_ns = line.now_ns;
        if self.held.is_some() {
            self.send_held(line, flag::CONFIRM);
        } else {
            let head = line.head(Kind::Message, flag::CONFIRM, batch.name);
            line.send(&head, &Segment::ConfirmBatch);
        }
        self.stage = Stage::Asking;
    }

    fn close_batch(&mut self, line: &mut Line) {
        if let Some(batch) = self.batch.take() {
            self.messages += u64::from(batch.messages);
            self.batches += 1;
        }
        self.fill(line);
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
                } else if self.stage == Stage::Probing {
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
            let backed_out = self.stage == Stage::Asking
                && self.batch.is_some_and(|batch| batch.under_syncpoint)
                && self.names_batch(head);
            self.stage = match backed_out {
                // Whoever says no to a batch by its name has backed it out.
                true => Stage::Deciding {
                    promise: self.promise(),
                    keeps: false,
                },
                false => Stage::Over,
            };
            return Ok(());
        }
        match self.stage {
            Stage::Asking if self.names_batch(head) => {
                let taken_ns = line.now_ns.saturating_sub(self.asked_ns);
                self.net_time_us.add(taken_ns / 1_000);
                self.batch_size
                    .add(self.batch.map_or(0, |batch| batch.messages.into()));
                if head.has(flag::DEAD_LETTER) {
                    self.dead_lettered += 1;
                }
                if self.batch.is_some_and(|batch| batch.under_syncpoint) {
                    let promise = self.promise();
                    self.stage = Stage::Deciding {
                        promise,
                        keeps: true,
                    };
                } else {
                    self.close_batch(line);
                }
                Ok(())
            }
            Stage::Asking => Err(Fault::Batch("the confirmation names another one")),
            Stage::Resetting => {
                self.stage = Stage::ResetTaken;
                Ok(())
            }
            _ => Err(Fault::Unexpected(head.kind)),
        }
    }

    fn names_batch(&self, head: &Head) -> bool {
        let name = Luwid::of_field(head.luwid, head.order);
        self.batch.is_some_and(|batch| batch.name == name)
    }

    /// The other end has said what it committed last.
    fn resynced(&mut self, head: &Head) -> Result<(), Fault> {
        let Stage::Resyncing(in_doubt) = self.stage else {
            return Err(Fault::Unexpected(head.kind));
        };
        let theirs = Luwid::of_field(head.luwid, head.order);
        let keeps = theirs == in_doubt.batch;
        // One that has lost what it knew would answer the same as one that never had the batch.
        if !keeps && theirs == Luwid::NONE && self.record.committed != Luwid::NONE {
            return Err(Fault::RecordLost { in_doubt, theirs });
        }
        self.stage = Stage::Deciding {
            promise: in_doubt,
            keeps,
        };
        Ok(())
    }

    /// When [`Self::tick`] is wanted.
    pub(crate) fn deadline_ns(&self, line: &Line) -> Option<u64> {
        if self.stage == Stage::Over {
            return line.farewell_due_ns();
        }
        let heartbeat = line.liveness.heartbeat_due_ns(Hearing::Both);
        let unread = line.liveness.unread_due_ns(&line.outbound);
        let probe = (self.stage == Stage::Probing).then(|| self.probe_due_ns());
        [heartbeat, unread, probe].into_iter().flatten().min()
    }

    /// How long an answer to the question before a promise may take: as long as the silence that was too long, and a second.
    fn probe_due_ns(&self) -> u64 {
        const AT_LEAST_NS: u64 = 1_000_000_000;
        self.heard_ns + 2 * self.rules.probe_ns + AT_LEAST_NS
    }

    /// Time has passed.
    pub(crate) fn tick(&mut self, line: &mut Line) {
        let now_ns = line.now_ns;
        let is_due = |due_ns: Option<u64>| due_ns.is_some_and(|due_ns| due_ns <= now_ns);
        if self.stage == Stage::Over {
            line.drop_late_farewell();
        } else if is_due(line.liveness.unread_due_ns(&line.outbound))
            || (self.stage == Stage::Probing && self.probe_due_ns() <= now_ns)
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
