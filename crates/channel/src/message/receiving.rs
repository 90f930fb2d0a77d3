//! The end that receives messages.

use super::record::next_sequence;
use super::{Fault, Joining, ReceiverRecord};
use crate::line::Line;
use bytes::Bytes;
use ferromq_wire::control::{Status, StatusCode};
use ferromq_wire::head::flag;
use ferromq_wire::inbound::Payload;
use ferromq_wire::message_channel::{Envelope, Luwid};
use ferromq_wire::negotiate::MessageAgreed;
use ferromq_wire::{Head, Kind, Segment};
use std::collections::VecDeque;
use std::sync::Arc;

/// Bytes that may wait for the host, and as answers for the socket, before the edge stops reading.
const HELD_BYTES_MAX: usize = 1 << 20;
/// Silence is borne for twice the heartbeat interval, and from this interval on for the interval and as much.
const SILENCE_EXTRA_S: u64 = 60;
/// How long a sender may take that was asked to end the channel, while nothing of a batch moves.
const CLOSE_NS_MAX: u64 = 10_000_000_000;
/// The same in all, for a batch that is long on its way.
const CLOSE_BATCH_NS_MAX: u64 = 600_000_000_000;

/// A message that came.
#[derive(Clone, Debug)]
pub(crate) struct Incoming {
    pub(crate) envelope: Arc<Envelope>,
    pub(crate) data: Bytes,
    /// It is to be put under syncpoint.
    pub(crate) under_syncpoint: bool,
}

/// What is wanted of the host. While one thing is done nothing else is wanted.
#[derive(Clone, Debug)]
pub(crate) enum Want {
    /// Nothing, until the other end says something or time passes.
    Nothing,
    /// A message is to be put: [`Receiving::put`], or [`Receiving::refuse`] if that cannot be.
    Put(Incoming),
    /// What was put is to be committed, with this record in the same unit of work: [`Receiving::committed`] once the log is durable.
    Commit(ReceiverRecord),
    /// The record is to be kept: [`Receiving::committed`].
    Keep(ReceiverRecord),
    /// It is over; what is queued is still to be sent. What is not committed is backed out.
    Over,
}

/// What came, in order.
#[derive(Debug)]
enum Event {
    Message(Incoming, Place),
    /// The batch is to be confirmed.
    Confirm(Luwid),
    /// The other end is in doubt about this batch.
    Resync(Luwid),
    Reset(u32),
    Ping(Bytes),
    Close,
}

impl Event {
    /// What it holds of the memory, about.
    fn bytes(&self) -> usize {
        let more = match self {
            Self::Message(message, _) => message.data.len() + Envelope::BYTES,
            Self::Ping(data) => data.len(),
            Self::Confirm(_) | Self::Resync(_) | Self::Reset(_) | Self::Close => 0,
        };
        size_of::<Self>() + more
    }
}

/// Where a message stands.
#[derive(Clone, Copy, Debug)]
struct Place {
    batch: Luwid,
    sequence: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Running,
    /// The sender was asked to end.
    Closing {
        since_ns: u64,
        /// When something of a batch last came or was done.
        moved_ns: u64,
    },
    Over,
}

/// What a receiving end keeps to beside what was agreed on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReceivingRules {
    /// Highest number of a message.
    pub(crate) wrap: u32,
    /// The partner is of our product: it understands to be asked to end at any time, and to be told which batch was committed last.
    pub(crate) is_ours: bool,
    /// The first message of a connection may have any number.
    pub(crate) any_first: bool,
}

/// See the module.
#[derive(Debug)]
pub(crate) struct Receiving {
    stage: Stage,
    record: ReceiverRecord,
    rules: ReceivingRules,
    fast: bool,
    batch_messages_max: u32,
    heartbeat_s: u32,
    joining: Joining,
    events: VecDeque<Event>,
    /// What all of them hold.
    queued_bytes: usize,
    /// Number of the last message that came.
    arrived: u32,
    /// The batch that is arriving, and messages of it.
    arriving: Option<(Luwid, u32)>,
    /// The batch the last part of a message named.
    named: Luwid,
    /// Of the batch the host is at: its name, messages, the number of the last one.
    batch: Luwid,
    batch_messages: u32,
    last: u32,
    under_syncpoint: bool,
    dead_lettered: bool,
    heard_ns: u64,
    /// Since when the sender has waited for a word that only what the host is at will bring.
    waits_since_ns: u64,
    fault: Option<Fault>,
    /// The batch the other end was in doubt about.
    asked_about: Option<Luwid>,
    /// Messages and batches confirmed in this life.
    pub(crate) messages: u64,
    pub(crate) batches: u64,
    /// Those that were full.
    pub(crate) full_batches: u64,
}

impl Receiving {
    /// Begins behind the negotiation, with what was kept of the partner.
    pub(crate) fn begin(
        line: &Line,
        agreed: &MessageAgreed,
        rules: ReceivingRules,
        record: ReceiverRecord,
    ) -> Self {
        let whole_bytes_max = u32::try_from(agreed.whole_bytes_max()).unwrap_or(u32::MAX);
        Self {
            stage: Stage::Running,
            record,
            rules,
            fast: agreed.fast,
            batch_messages_max: agreed.batch_messages_max.into(),
            heartbeat_s: agreed.heartbeat_s,
            joining: Joining::new(whole_bytes_max),
            events: VecDeque::new(),
            queued_bytes: 0,
            arrived: record.sequence,
            arriving: None,
            named: Luwid::NONE,
            batch: Luwid::NONE,
            batch_messages: 0,
            last: record.sequence,
            under_syncpoint: false,
            dead_lettered: false,
            heard_ns: line.now_ns,
            waits_since_ns: line.now_ns,
            fault: None,
            asked_about: None,
            messages: 0,
            batches: 0,
            full_batches: 0,
        }
    }

    /// What is wanted of the host now.
    pub(crate) fn want(&self) -> Want {
        if self.stage == Stage::Over {
            return Want::Over;
        }
        match self.events.front() {
            Some(Event::Message(message, _)) => Want::Put(message.clone()),
            Some(Event::Confirm(name)) => Want::Commit(ReceiverRecord {
                committed: *name,
                sequence: self.last,
            }),
            Some(Event::Reset(next)) => Want::Keep(ReceiverRecord {
                sequence: previous(*next),
                ..self.record
            }),
            _ => Want::Nothing,
        }
    }

    /// False while the edge must not read: whatever a partner sends and does not take, so much is held of it.
    pub(crate) fn takes_input(&self, line: &Line) -> bool {
        let held_bytes = self.queued_bytes + line.outbound.queued_bytes();
        self.stage != Stage::Over && held_bytes <= HELD_BYTES_MAX
    }

    fn push(&mut self, event: Event) {
        self.queued_bytes += event.bytes();
        self.events.push_back(event);
    }

    /// The first one is done.
    fn pop(&mut self) {
        if let Some(event) = self.events.pop_front() {
            self.queued_bytes -= event.bytes();
        }
    }

    /// Nothing would be lost if the connection were.
    pub(crate) fn is_between_batches(&self) -> bool {
        self.arriving.is_none() && self.events.is_empty() && !self.joining.is_open()
    }

    pub(crate) fn fault(&self) -> Option<&Fault> {
        self.fault.as_ref()
    }

    /// The batch the other end was in doubt about and has been answered, once.
    pub(crate) fn take_asked_about(&mut self) -> Option<Luwid> {
        self.asked_about.take()
    }

    /// What was committed last.
    pub(crate) fn record(&self) -> &ReceiverRecord {
        &self.record
    }

    /// Name of the batch that is open, the number of its last message, and messages; of the last one where none is.
    pub(crate) fn current(&self) -> (Luwid, u32, u32) {
        (self.batch, self.last, self.batch_messages)
    }

    /// Takes a segment of the other end.
    ///
    /// # Errors
    /// When it may not come here, or breaks a rule: [`Self::fail`] with that.
    pub(crate) fn receive(
        &mut self,
        line: &mut Line,
        head: &Head,
        segment: &Segment<'_>,
        payload: &Payload<'_>,
    ) -> Result<(), Fault> {
        self.heard_ns = line.now_ns;
        if self.events.is_empty() {
            self.waits_since_ns = line.now_ns;
        }
        if head.kind == Kind::Message {
            self.moves(line);
        }
        if self.joining.is_open() && head.kind != Kind::Message {
            return Err(Fault::Parts);
        }
        let name = Luwid::of_field(head.luwid, head.order);
        match segment {
            Segment::Message(message, data) => {
                self.named = name;
                if let Some(joined) = self.joining.add(head, message, data, payload)? {
                    self.joined(head, name, joined.sequence, joined.bytes)?;
                }
            }
            Segment::ConfirmBatch => self.confirm(name)?,
            Segment::Resync(_) => self.push(Event::Resync(name)),
            Segment::Reset(reset) if self.arriving.is_none() => {
                let next = reset.sequence.clamp(1, self.rules.wrap);
                self.arrived = previous(next);
                self.rules.any_first = false;
                self.push(Event::Reset(next));
            }
            // At once, for the host may be long at a message: it may have to wait for its queue.
            Segment::Heartbeat if head.has(flag::CONFIRM) => {
                self.give_sign(line);
            }
            Segment::Heartbeat => {}
            Segment::Ping(data) => {
                let data = Bytes::copy_from_slice(data);
                self.push(Event::Ping(data));
            }
            Segment::Status(status) => self.status(head, *status),
            _ => return Err(Fault::Unexpected(head.kind)),
        }
        self.advance(line);
        Ok(())
    }

    /// A message is whole.
    fn joined(
        &mut self,
        head: &Head,
        name: Luwid,
        sequence: u32,
        bytes: Bytes,
    ) -> Result<(), Fault> {
        let expected = next_sequence(self.arrived, self.rules.wrap);
        let any = std::mem::take(&mut self.rules.any_first);
        let fits = any && (1..=self.rules.wrap).contains(&sequence);
        if sequence != expected && !fits {
            return Err(Fault::Sequence {
                found: sequence,
                expected,
                batch: name,
                committed: self.record.committed,
                tells: self.rules.is_ours,
            });
        }
        let envelope = Envelope::decode(&bytes, head.form(ferromq_wire::level::FAP_MAX))?;
        let messages = match self.arriving {
            None if name == Luwid::NONE => return Err(Fault::Batch("it has no name")),
            None => 0,
            Some((batch, messages)) if batch == name => messages,
            Some(_) => return Err(Fault::Batch("another one began before it was confirmed")),
        };
        if messages >= self.batch_messages_max {
            return Err(Fault::Batch("it has more messages than agreed"));
        }
        self.arrived = sequence;
        self.arriving = Some((name, messages + 1));
        let is_persistent = envelope.descriptor.persistence != 0;
        let message = Incoming {
            envelope: Arc::new(envelope),
            data: bytes.slice(Envelope::BYTES..),
            under_syncpoint: is_persistent || !self.fast,
        };
        let place = Place {
            batch: name,
            sequence,
        };
        self.push(Event::Message(message, place));
        if head.has(flag::CONFIRM) {
            self.confirm(name)?;
        }
        Ok(())
    }

    fn confirm(&mut self, name: Luwid) -> Result<(), Fault> {
        match self.arriving.take() {
            Some((batch, _)) if batch == name => {
                self.push(Event::Confirm(name));
                Ok(())
            }
            _ => Err(Fault::Batch("another one is to be confirmed")),
        }
    }

    fn status(&mut self, head: &Head, status: Option<Status>) {
        if head.has(flag::ERROR) {
            let status = status.unwrap_or(Status::new(StatusCode::PROTOCOL));
            self.fault = Some(Fault::Refused(status));
            self.stage = Stage::Over;
        } else if head.has(flag::CLOSE) {
            self.push(Event::Close);
        }
    }

    /// Does what needs no host.
    fn advance(&mut self, line: &mut Line) {
        while self.stage != Stage::Over {
            match self.events.front() {
                Some(Event::Resync(batch)) => {
                    self.asked_about = Some(*batch);
                    let body = ferromq_wire::message_channel::MessageHead {
                        sequence: self.record.sequence,
                        ..Default::default()
                    };
                    let head = line.head(Kind::Resync, 0, self.record.committed);
                    line.send(&head, &Segment::Resync(Some(body)));
                }
                Some(Event::Ping(data)) => {
                    let head = line.head(Kind::Ping, 0, Luwid::NONE);
                    line.send(&head, &Segment::Ping(data));
                }
                // What is not under syncpoint is there already.
                Some(Event::Confirm(name)) if !self.under_syncpoint => {
                    let name = *name;
                    self.answer(line, name);
                }
                Some(Event::Close) => self.stage = Stage::Over,
                Some(Event::Message(..) | Event::Confirm(_) | Event::Reset(_)) | None => return,
            }
            self.pop();
        }
    }

    /// A sign of life.
    fn give_sign(&mut self, line: &mut Line) {
        let head = line.head(Kind::Heartbeat, self.close_flag(), Luwid::NONE);
        line.send(&head, &Segment::Heartbeat);
        self.waits_since_ns = line.now_ns;
    }

    /// When the sender is to hear unasked that this end is there. Its questions may be behind what is not read, and the answer to its batch is as far away
    /// as the queue that is waited for. A partner of another product, which may not expect it, hears it only when it would soon give up.
    fn sign_due_ns(&self) -> Option<u64> {
        let interval_ns = u64::from(self.heartbeat_s) * 1_000_000_000;
        let after_ns = match self.rules.is_ours {
            true => interval_ns / 2,
            false => interval_ns,
        };
        (after_ns > 0 && !self.events.is_empty()).then(|| self.waits_since_ns + after_ns)
    }

    fn close_flag(&self) -> u8 {
        match self.stage {
            Stage::Closing { .. } => flag::REQUEST_CLOSE,
            Stage::Running | Stage::Over => 0,
        }
    }

    /// Confirms a batch.
    fn answer(&mut self, line: &mut Line, name: Luwid) {
        let mut flags = flag::ACCEPTED | self.close_flag();
        if self.dead_lettered {
            flags |= flag::DEAD_LETTER;
        }
        let head = line.head(Kind::Status, flags, name);
        line.send(&head, &Segment::Status(None));
        self.waits_since_ns = line.now_ns;
        self.messages += u64::from(self.batch_messages);
        self.batches += 1;
        let is_full = self.batch_messages >= self.batch_messages_max;
        self.full_batches += u64::from(is_full);
        self.batch_messages = 0;
        (self.under_syncpoint, self.dead_lettered) = (false, false);
    }

    /// Something of a batch came or was done.
    fn moves(&mut self, line: &Line) {
        if let Stage::Closing { moved_ns, .. } = &mut self.stage {
            *moved_ns = line.now_ns;
        }
    }

    /// The message is where it belongs, or on the dead-letter queue.
    pub(crate) fn put(&mut self, line: &mut Line, dead_lettered: bool) {
        self.moves(line);
        if let Some(Event::Message(message, place)) = self.events.front() {
            self.under_syncpoint |= message.under_syncpoint;
            (self.batch, self.last) = (place.batch, place.sequence);
            self.dead_lettered |= dead_lettered;
            self.batch_messages += 1;
            self.pop();
        }
        self.advance(line);
    }

    /// What was wanted to be committed or kept is durable.
    pub(crate) fn committed(&mut self, line: &mut Line) {
        self.moves(line);
        match self.events.front() {
            Some(Event::Confirm(name)) => {
                let name = *name;
                self.record = ReceiverRecord {
                    committed: name,
                    sequence: self.last,
                };
                self.answer(line, name);
            }
            Some(Event::Reset(next)) => {
                self.record.sequence = previous(*next);
                self.last = self.record.sequence;
                let head = line.head(Kind::Status, flag::ACCEPTED, Luwid::NONE);
                line.send(&head, &Segment::Status(None));
            }
            _ => return,
        }
        self.pop();
        self.advance(line);
    }

    /// The host cannot do what was wanted, and has backed out or will: the sender is told with this code, and that this is about
    /// its batch.
    pub(crate) fn refuse(&mut self, line: &mut Line, code: StatusCode) {
        let name = match self.events.front() {
            Some(Event::Message(_, place)) => place.batch,
            _ => self.batch,
        };
        line.send_last_words(Status::new(code), name);
        self.stage = Stage::Over;
    }

    /// The channel ends with a fault.
    pub(crate) fn fail(&mut self, line: &mut Line, fault: Fault) {
        if let Some(status) = fault.status() {
            // A batch that is named here is backed out. One that is about to be committed may be, or not.
            let is_decided = |event: &Event| matches!(event, Event::Confirm(_));
            let name = match self.events.iter().any(is_decided) {
                true => Luwid::NONE,
                false => self.named,
            };
            line.send_last_words(status, name);
        }
        self.fault.get_or_insert(fault);
        self.stage = Stage::Over;
    }

    /// Asks the sender to end the channel when its batch is confirmed.
    pub(crate) fn close(&mut self, line: &mut Line) {
        if self.stage == Stage::Running {
            self.stage = Stage::Closing {
                since_ns: line.now_ns,
                moved_ns: line.now_ns,
            };
            if self.rules.is_ours {
                let head = line.head(Kind::Heartbeat, flag::REQUEST_CLOSE, Luwid::NONE);
                line.send(&head, &Segment::Heartbeat);
            }
        }
    }

    /// When the sender has been silent for too long. One that is not read cannot be heard, and one that waits for this end need not speak: it has its signs.
    fn silence_due_ns(&self, line: &Line) -> Option<u64> {
        let interval_s = u64::from(self.heartbeat_s);
        let most_s = interval_s + interval_s.min(SILENCE_EXTRA_S);
        let counts = interval_s > 0 && self.events.is_empty() && self.takes_input(line);
        let since_ns = self.heard_ns.max(self.waits_since_ns);
        counts.then(|| since_ns + most_s * 1_000_000_000)
    }

    fn close_due_ns(&self) -> Option<u64> {
        match self.stage {
            Stage::Closing { since_ns, moved_ns } => {
                Some((moved_ns + CLOSE_NS_MAX).min(since_ns + CLOSE_BATCH_NS_MAX))
            }
            Stage::Running | Stage::Over => None,
        }
    }

    /// When [`Self::tick`] is wanted.
    pub(crate) fn deadline_ns(&self, line: &Line) -> Option<u64> {
        if self.stage == Stage::Over {
            return line.farewell_due_ns();
        }
        let silence = self.silence_due_ns(line);
        let unread = line.liveness.unread_due_ns(&line.outbound);
        let (close, sign) = (self.close_due_ns(), self.sign_due_ns());
        [silence, unread, close, sign].into_iter().flatten().min()
    }

    /// Time has passed.
    pub(crate) fn tick(&mut self, line: &mut Line) {
        let now_ns = line.now_ns;
        let is_due = |due_ns: Option<u64>| due_ns.is_some_and(|due_ns| due_ns <= now_ns);
        if self.stage == Stage::Over {
            line.drop_late_farewell();
        } else if is_due(line.liveness.unread_due_ns(&line.outbound))
            || is_due(self.silence_due_ns(line))
        {
            line.outbound.clear();
            self.fail(line, Fault::Silence);
        } else if is_due(self.close_due_ns()) {
            line.send_last_words(Status::new(StatusCode::USER_CLOSED), Luwid::NONE);
            self.stage = Stage::Over;
        } else if is_due(self.sign_due_ns()) {
            self.give_sign(line);
        }
    }
}

/// The number of the message before one with this number.
const fn previous(sequence: u32) -> u32 {
    sequence.saturating_sub(1)
}
