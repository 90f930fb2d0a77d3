//! A transfer at its source: offered, sent by a window, taken up again, ended.

mod comparing;
mod metadata;
mod packing;
mod sending;
mod set_back;

use super::calling::Calling;
use super::checksum::{Checksum, ChecksumMethod};
use super::compression::Compression;
use super::content::{HELD_SHARE, HeldPart};
use super::disposing::Disposing;
use super::files::{Facts, FileSocket, Files, Party};
use super::message::{Control, ControlBody, Place, VERSION};
use super::messages::Reading;
use super::plan::Item;
use super::queues::{Queues, Theirs, is_passing};
use super::rate::Rate;
use super::reach::is_outside;
use super::result::ItemResult;
use super::sandbox::Access;
use super::settings::AgentSettings;
use super::state::{Outgoing, Phase, encode_plan};
use super::state_key::StateKey;
use super::together;
use crate::code::{ItemCode, ResultCode};
use crate::generated::notices::{
    BFGIO0001, BFGIO9001, BFGIO9003, BFGIO9505, BFGIO9506, BFGRP9006, BFGRP9008,
};
use crate::party::{AgentAddress, TransferId};
use crate::request::{DestinationPrograms, ManagedTransfer};
use bytes::Bytes;
use comparing::Comparing;
use ferromq_mqi::Reason;
use ferromq_mqi::session::{Connected, MqError};
use packing::Packing;
use std::collections::VecDeque;
use std::io::ErrorKind;

/// What is due when something is to be asked of files again that answer later: soon.
pub(crate) const LATER: u64 = 0;
/// An offer that is not answered is made again after so long.
pub(crate) const OFFER_AGAIN_MS: u64 = 30_000;
/// A request to end is repeated after so long, then ever more seldom up to the second.
const CANCEL_AGAIN_MS: u64 = 10_000;
const CANCEL_AGAIN_MS_MAX: u64 = 600_000;
/// What may be sent or read at a time, bytes: others have their turn.
const TURN_BYTES: u64 = 2 << 20;
/// So many bytes may be under way, whatever a destination says.
pub(crate) const WINDOW_BYTES_MAX: u64 = 64 << 20;

/// How far it has come.
#[derive(Debug)]
pub(crate) enum Flow<R> {
    /// Its files are looked up, and some have not answered.
    Planning,
    /// It waits for its turn, or until a destination has room or answers.
    Waiting,
    /// The destination is asked.
    Offering { asked_ms: u64 },
    /// Data is on its way.
    Sending(Box<Sending<R>>),
    /// A program at the source runs.
    Calling(Box<Calling>),
    /// The destination has ended it: sources are removed.
    Disposing(Box<Disposing>),
    /// Only the destination's last word is missing. Where it is to end, it is told so at that time.
    Ending { tell_ms: u64, wait_ms: u64 },
}

/// Data on its way: one epoch.
#[derive(Debug)]
pub(crate) struct Sending<R> {
    window: u64,
    /// Number of the next data message.
    sequence: u64,
    next: Place,
    /// Checksum of the item in front of [`Self::next`], or of [`Self::hashed`] of it while that is less.
    checksum: Checksum,
    /// The item in front of which the checksum is, in bytes.
    hashed: u64,
    reader: Option<R>,
    /// The same of messages that become a file.
    reading: Option<Reading>,
    /// Why the item cannot be read on, until that is said.
    problem: Option<String>,
    /// The file under way has not answered.
    is_later: bool,
    /// The item under way has been named in a message.
    has_begun: bool,
    flights: VecDeque<Flight>,
    bytes_under_way: u64,
    /// A message the destination's queue did not take, and when it is tried again.
    unsent: Option<(Flight, Bytes)>,
    try_again_ms: u64,
    heard_ms: u64,
    /// Data was refused: it is taken up again then.
    refused_until_ms: Option<u64>,
    /// Nothing more may be sent before that, for a limit of its rate.
    limited_until_ms: Option<u64>,
    /// There is a limit.
    is_limited: bool,
    is_done: bool,
    /// Bytes of files in the message that is being made, and those it names only.
    read: u64,
    referred: u64,
    /// Those that the destination has already.
    held: u64,
    /// The destination says what it has of files.
    may_compare: bool,
    /// What it has of the item under way, once it was asked.
    comparing: Option<Comparing>,
    /// Long files are fetched by the destination.
    by_reference: bool,
    /// Items that are shared for it, in their order.
    shared: VecDeque<u32>,
    /// The item that was opened last, and what it was then.
    opened: Option<(u32, Facts)>,
}

/// A data message that is not acknowledged.
#[derive(Debug)]
struct Flight {
    sequence: u64,
    bytes: u64,
    /// Those of files among them, those that are named only, those the destination has, and those compression saved.
    of_files: u64,
    referred: u64,
    held: u64,
    saved: u64,
    until: Place,
    checksum: Checksum,
}

/// Where a checksum stands, for an epoch that begins later.
#[derive(Clone, Debug)]
struct Mark {
    place: Place,
    checksum: Checksum,
}

/// See the module.
#[derive(Debug)]
pub(crate) struct Source<R> {
    pub(crate) kept: Outgoing,
    pub(crate) request: ManagedTransfer,
    /// 0 to 9; 9 begins first.
    pub(crate) priority: u8,
    /// How long it may be recovering; none for as long as it takes.
    recovery_timeout_ms: Option<u64>,
    pub(crate) items: Vec<Item>,
    /// This agent asks who may do what, and the destination has to do so, too.
    checking: bool,
    /// How many messages the plan is kept in.
    pub(crate) plan_parts: u32,
    pub(crate) results: Vec<Option<ItemResult>>,
    /// How many messages the results are kept in.
    pub(crate) result_parts: u32,
    /// Those in the last of them.
    pub(crate) last_results: Vec<ItemResult>,
    pub(crate) flow: Flow<R>,
    /// This agent has offered the epoch, and nobody has said that data may come.
    is_offered: bool,
    /// Data is to be sent again since then.
    pub(crate) recovering_since_ms: Option<u64>,
    /// When it began to be sent, milliseconds since 1970.
    pub(crate) began_ms: u64,
    /// What it may send.
    rate: Option<Rate>,
    /// Whether it is compressed.
    packing: Packing,
    /// All of its files appear together, or none.
    pub(crate) is_set: bool,
    /// Where the destination may fetch files.
    pub(crate) file_socket: Option<FileSocket>,
    /// Bytes of files this agent has put since it started, those that had to be sent again too.
    pub(crate) put_bytes: u64,
    /// Those of them that were named only.
    pub(crate) referred_bytes: u64,
    /// Those of them that the destination had already.
    pub(crate) held_bytes: u64,
    /// Those of them that compression saved.
    pub(crate) saved_bytes: u64,
    /// Where checksums of the item under way stood at some of its bytes, and at the last that were acknowledged.
    marks: Vec<Mark>,
    acknowledged: Option<Mark>,
    /// How far it was when that was told last.
    pub(super) told: Place,
    /// When it was told last that it rests; 0 while it does not.
    pub(super) rest_told_ms: u64,
    /// How many messages were found that are to become a file, and since when there are so many.
    pub(crate) gathering: Option<(usize, u64)>,
    /// They are looked for then.
    pub(crate) look_ms: u64,
    /// The item that was opened last, and what it was then, over epochs.
    opened: Option<(u32, Facts)>,
    /// Items that are shared for data of an epoch that is over: some may still be on its way.
    shared_before: VecDeque<u32>,
}

/// Checksums are kept in mind each so many bytes, or twice as far apart when there are too many.
const MARK_BYTES: u64 = 64 << 20;
const MARKS_MAX: usize = 1_024;

/// What came of a step.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Something was done, and there may be more.
    More,
    /// Nothing can be done before somebody answers, or the time comes.
    Rest,
    /// The destination does not answer, or its queue takes nothing.
    Unanswered,
    /// It failed for good: the code and the text of its end.
    Failed(i32, String),
}

impl<R> Source<R> {
    pub(crate) fn new(
        kept: Outgoing,
        request: ManagedTransfer,
        items: Vec<Item>,
        plan_parts: u32,
        settings: &AgentSettings,
    ) -> Self {
        let results = vec![None; items.len()];
        let is_set = together::of_request(&request).unwrap_or(false);
        Self {
            is_set,
            checking: settings.authority_checking,
            priority: request.set.priority.unwrap_or(settings.default_priority),
            recovery_timeout_ms: match request.set.recovery_timeout_s {
                Some(seconds) => u64::try_from(seconds).ok().map(|seconds| seconds * 1_000),
                None => settings.recovery_timeout_ms,
            },
            kept,
            request,
            items,
            plan_parts,
            results,
            result_parts: 0,
            last_results: Vec::new(),
            flow: Flow::Waiting,
            is_offered: false,
            recovering_since_ms: None,
            began_ms: 0,
            rate: None,
            packing: Packing::new(settings.compression),
            file_socket: None,
            put_bytes: 0,
            referred_bytes: 0,
            held_bytes: 0,
            saved_bytes: 0,
            marks: Vec::new(),
            acknowledged: None,
            told: Place::default(),
            rest_told_ms: 0,
            gathering: None,
            look_ms: 0,
            opened: None,
            shared_before: VecDeque::new(),
        }
    }

    /// It may send so many bytes of files a second.
    pub(crate) fn set_limit(&mut self, bytes_per_s: Option<u64>) {
        self.rate = bytes_per_s.map(Rate::new);
    }

    /// Whether it is compressed, whatever the agent's settings say.
    pub(crate) fn set_compression(&mut self, compression: Compression) {
        self.packing = Packing::new(compression);
    }

    /// What is to be transferred.
    pub(crate) fn set_items(&mut self, items: Vec<Item>) {
        let parts = encode_plan(self.id(), &self.kept.destination, &items).len();
        self.plan_parts = u32::try_from(parts).unwrap_or(u32::MAX);
        self.results = vec![None; items.len()];
        self.items = items;
    }

    /// Everything in front of this has arrived.
    pub(super) fn arrived(&self) -> Place {
        self.acknowledged
            .as_ref()
            .map_or(Place::default(), |mark| mark.place)
    }

    pub(crate) fn id(&self) -> TransferId {
        self.kept.transfer
    }

    /// What runs at the destination, as a document; empty for nothing.
    fn destination_programs(&self) -> String {
        let set = &self.request.set;
        let programs = DestinationPrograms {
            metadata: self.metadata(),
            pre: set.pre_destination.clone(),
            post: set.post_destination.clone(),
        };
        programs.to_xml()
    }

    /// A file has arrived.
    pub(crate) fn has_arrived(&self) -> bool {
        let mut known = self.results.iter().flatten();
        known.any(|result| result.code != ItemCode::Failed)
    }

    /// Files as far as the user who asked for the transfer may read them.
    pub(crate) fn files<F: Files<Reader = R>>(&self, files: &F, settings: &AgentSettings) -> F {
        let sandbox = settings.sandboxes.of(&self.kept.user, Access::Read);
        files.within(&sandbox, Party::Source(self.id()), &self.kept.user)
    }

    /// Bytes of the files that have arrived.
    pub(crate) fn bytes_sent(&self) -> u64 {
        self.results
            .iter()
            .flatten()
            .fold(0, |sum, result| sum.saturating_add(result.length))
    }

    /// It takes one of the places for transfers that run.
    pub(crate) fn is_running(&self) -> bool {
        matches!(
            self.flow,
            Flow::Offering { .. } | Flow::Sending(_) | Flow::Calling(_) | Flow::Disposing(_)
        )
    }

    /// Its files are looked up.
    pub(crate) fn is_planning(&self) -> bool {
        matches!(self.flow, Flow::Planning)
    }

    /// It waits until it may begin, or go on.
    pub(crate) fn is_waiting(&self) -> bool {
        matches!(self.flow, Flow::Waiting) && !self.kept.paused
    }

    /// Whether a destination may answer an offer of this epoch, though perhaps late.
    pub(crate) fn is_offered(&self) -> bool {
        self.is_offered && matches!(self.flow, Flow::Waiting | Flow::Offering { .. })
    }

    /// Whether that is the agent it goes to. The queue manager may have been named by an alias.
    pub(crate) fn is_from_destination(&self, from: &AgentAddress) -> bool {
        self.kept
            .destination
            .agent
            .eq_ignore_ascii_case(&from.agent)
    }

    /// It waits for its turn.
    pub(crate) fn wait(&mut self) {
        self.flow = Flow::Waiting;
    }

    /// It can rest, and be had to go on: it is not about to end.
    pub(crate) fn may_be_paused(&self) -> bool {
        matches!(self.kept.phase, Phase::New | Phase::Started)
    }

    /// Sends nothing more until it is to go on, and gives its place free. What is on its way arrives; an answer to an offer comes too
    /// late, and the next offer is a new epoch. The rest is no recovery, and no wait for messages.
    pub(crate) fn pause<F: Files<Reader = R>>(&mut self, files: &mut F) {
        self.kept.paused = true;
        self.recovering_since_ms = None;
        self.gathering = None;
        self.is_offered = false;
        self.leave_epoch();
        if matches!(self.flow, Flow::Sending(_)) {
            // What was asked of files is asked again: they may have changed by then.
            files.release();
        }
        if matches!(self.flow, Flow::Offering { .. } | Flow::Sending(_)) {
            self.flow = Flow::Waiting;
        }
    }

    /// Nothing more is sent in this epoch. What it has shared is so until another one is accepted.
    fn leave_epoch(&mut self) {
        if let Flow::Sending(sending) = &mut self.flow {
            self.shared_before.append(&mut sending.shared);
        }
    }

    /// As documented for status; a transfer that rests has a word of ours.
    pub(crate) fn state(&self) -> &'static str {
        let cancelled = matches!(self.kept.phase, Phase::Cancelled(..));
        match &self.flow {
            _ if cancelled => "CancelledInProgressTransfer",
            Flow::Waiting if self.kept.paused => "PausedTransfer",
            Flow::Planning => "NewSenderTransfer",
            Flow::Waiting if self.kept.epoch == 0 => "NewSenderTransfer",
            Flow::Waiting if self.recovering_since_ms.is_some() => "ReSynchronisingTransfer",
            Flow::Waiting => "WaitingForDestinationCapacity",
            Flow::Offering { .. } if self.recovering_since_ms.is_some() => {
                "ReSynchronisingTransfer"
            }
            Flow::Offering { .. } => "NegotiatingTransfer",
            Flow::Sending(_) if self.recovering_since_ms.is_some() => "ResumingTransfer",
            Flow::Sending(_) => "RunningTransfer",
            Flow::Calling(_) if self.kept.phase == Phase::New => "NewSenderTransfer",
            Flow::Calling(_) | Flow::Disposing(_) => "CompleteReceivedTransfer",
            Flow::Ending { .. } => "CompleteReceivedTransfer",
        }
    }

    /// When something is to be done though nobody says anything.
    pub(crate) fn due_ms(&self, settings: &AgentSettings) -> u64 {
        match &self.flow {
            // Those that may begin are looked at together.
            Flow::Waiting => u64::MAX,
            // Files are asked again soon.
            Flow::Planning | Flow::Disposing(_) => LATER,
            Flow::Offering { asked_ms } => asked_ms.saturating_add(OFFER_AGAIN_MS),
            Flow::Sending(sending) => match sending.refused_until_ms {
                Some(until_ms) => until_ms,
                None if sending.is_later => LATER,
                None if sending.unsent.is_some() => sending.try_again_ms,
                None => {
                    let silent_ms = sending.heard_ms.saturating_add(settings.silence_ms());
                    silent_ms.min(sending.limited_until_ms.unwrap_or(u64::MAX))
                }
            },
            Flow::Calling(calling) => calling.due_ms,
            Flow::Ending { tell_ms, .. } => *tell_ms,
        }
    }

    fn control(&self, from: &AgentAddress, body: ControlBody) -> Control {
        Control {
            transfer: self.id(),
            epoch: self.kept.epoch,
            from: from.clone(),
            body,
        }
    }

    /// Says something to the destination, in the unit of work.
    pub(crate) fn say<C: Connected>(
        &self,
        queues: &mut Queues<C>,
        body: ControlBody,
    ) -> Result<Result<(), Reason>, MqError> {
        let control = self.control(queues.own(), body);
        queues.say(&self.kept.destination, Theirs::Command, &control)
    }

    /// Tells the destination that it is to end, in the unit of work: again and again until it says that it has, ever more seldom.
    pub(crate) fn say_cancel<C: Connected>(
        &mut self,
        queues: &mut Queues<C>,
        now_ms: u64,
    ) -> Result<(), MqError> {
        let Phase::Cancelled(code, text) = &self.kept.phase else {
            return Ok(());
        };
        let body = ControlBody::Cancel {
            code: *code,
            text: text.clone(),
        };
        let wait_ms = match &self.flow {
            Flow::Ending { wait_ms, .. } => wait_ms.saturating_mul(2).min(CANCEL_AGAIN_MS_MAX),
            _ => CANCEL_AGAIN_MS,
        };
        let control = self.control(queues.own(), body);
        let _ = queues.say_until(&self.kept.destination, Theirs::Command, &control, wait_ms)?;
        self.flow = Flow::Ending {
            tell_ms: now_ms.saturating_add(wait_ms),
            wait_ms,
        };
        Ok(())
    }

    /// Keeps how it stands, in the unit of work.
    pub(crate) fn keep<C: Connected>(&self, queues: &mut Queues<C>) -> Result<(), MqError> {
        queues.replace(self.id(), StateKey::Outgoing, self.kept.encode())
    }

    /// Asks the destination: with a new epoch, or once more with that which was offered last. Commits.
    pub(crate) fn offer<C: Connected>(
        &mut self,
        queues: &mut Queues<C>,
        now_ms: u64,
    ) -> Result<Step, MqError> {
        let is_repeated = self.is_offered;
        if !is_repeated {
            self.kept.epoch += 1;
        }
        let offer = ControlBody::Offer {
            version: VERSION,
            items: u32::try_from(self.items.len()).unwrap_or(u32::MAX),
            bytes: self
                .items
                .iter()
                .fold(0, |sum, item| sum.saturating_add(item.length)),
            user: self.kept.user.clone(),
            priority: i32::from(self.priority),
            checking: self.checking,
            file_socket: self.file_socket.clone(),
            programs: self.destination_programs(),
            queues: self.items.iter().any(|item| item.messages.is_some()),
            set: self.is_set,
        };
        // The first one waits for an agent that is not there; those that follow are for the case that it got lost.
        let expiry_ms = match is_repeated {
            true => OFFER_AGAIN_MS,
            false => u64::MAX,
        };
        if !is_repeated {
            self.keep(queues)?;
        }
        let control = self.control(queues.own(), offer);
        let to = &self.kept.destination;
        if let Err(reason) = queues.say_until(to, Theirs::Command, &control, expiry_ms)? {
            queues.back_out()?;
            let text = BFGRP9008.line(&[&to.agent, &reason]);
            if !is_repeated {
                self.kept.epoch -= 1;
            }
            // Who was reached before will be again, and a queue that is full will have room.
            if self.kept.epoch == 0 && !is_passing(reason) {
                return Ok(Step::Failed(
                    ResultCode::DestinationUnreachable.number(),
                    text,
                ));
            }
            self.leave_epoch();
            self.recovers_from(now_ms);
            self.flow = Flow::Waiting;
            return Ok(Step::Unanswered);
        }
        queues.commit()?;
        self.is_offered = true;
        self.leave_epoch();
        self.flow = Flow::Offering { asked_ms: now_ms };
        Ok(Step::More)
    }

    /// The destination takes data from here on.
    pub(crate) fn accepted(
        &mut self,
        place: Place,
        window: u64,
        (by_reference, may_compare, may_pack): (bool, bool, bool),
        now_ms: u64,
    ) {
        self.packing.begin(may_pack);
        let marks = self.marks.iter().chain(&self.acknowledged);
        let usable = marks.filter(|mark| mark.place.item == place.item && mark.place <= place);
        let (checksum, hashed) = match usable.max_by_key(|mark| mark.place) {
            Some(mark) => (mark.checksum.clone(), mark.place.offset),
            None => (fresh(&self.items, place.item), 0),
        };
        self.is_offered = false;
        if self.began_ms == 0 {
            self.began_ms = now_ms;
        }
        self.flow = Flow::Sending(Box::new(Sending {
            window: window.clamp(1, WINDOW_BYTES_MAX),
            sequence: 0,
            next: place,
            checksum,
            hashed,
            reader: None,
            reading: None,
            problem: None,
            is_later: false,
            has_begun: false,
            flights: VecDeque::new(),
            bytes_under_way: 0,
            unsent: None,
            try_again_ms: 0,
            heard_ms: now_ms,
            refused_until_ms: None,
            limited_until_ms: None,
            is_limited: false,
            is_done: false,
            read: 0,
            referred: 0,
            held: 0,
            may_compare,
            comparing: None,
            by_reference,
            shared: VecDeque::new(),
            opened: self.opened,
        }));
    }

    /// The destination has told what it has of an item already.
    pub(crate) fn is_told_of(&mut self, item: u32, part: &HeldPart, now_ms: u64) {
        if let Flow::Sending(sending) = &mut self.flow {
            sending.heard_ms = now_ms;
            sending.is_told_of(item, part);
        }
    }

    /// The destination is to say what it has of the item under way.
    pub(crate) fn is_asking(&self) -> bool {
        match &self.flow {
            Flow::Sending(sending) => sending.is_asking(),
            _ => false,
        }
    }

    /// Some data that was sent has not been taken: a queue is full, or there is none now.
    pub(crate) fn was_refused(&mut self, now_ms: u64) {
        if let Flow::Sending(sending) = &mut self.flow
            && !sending.flights.is_empty()
        {
            let until_ms = now_ms.saturating_add(TRY_AGAIN_MS);
            sending.refused_until_ms.get_or_insert(until_ms);
        }
    }

    /// Nothing is to be fetched any more.
    pub(crate) fn unshare<F: Files<Reader = R>>(&mut self, files: &mut F) {
        self.leave_epoch();
        for item in self.shared_before.drain(..) {
            files.unshare((self.kept.transfer, item));
        }
    }

    /// The destination has taken the data messages in front of this one.
    pub(crate) fn acknowledged(&mut self, sequence: u64, window: u64, now_ms: u64) {
        let Flow::Sending(sending) = &mut self.flow else {
            return;
        };
        if sequence > sending.sequence {
            return;
        }
        sending.heard_ms = now_ms;
        sending.window = window.clamp(1, WINDOW_BYTES_MAX);
        while let Some(flight) = sending
            .flights
            .pop_front_if(|flight| flight.sequence < sequence)
        {
            sending.bytes_under_way = sending.bytes_under_way.saturating_sub(flight.bytes);
            let numbers = (flight.sequence, sending.sequence);
            self.packing.arrived(numbers, flight.of_files, now_ms);
            self.recovering_since_ms = None;
            let mark = Mark {
                place: flight.until,
                checksum: flight.checksum,
            };
            note(&mut self.marks, &mark);
            self.acknowledged = Some(mark);
        }
    }

    /// Does what it is time for, and sends what may be sent.
    pub(crate) fn step<C: Connected, F: Files<Reader = R>>(
        &mut self,
        queues: &mut Queues<C>,
        files: &mut F,
        (settings, rate): (&AgentSettings, &mut Option<Rate>),
        now_ms: u64,
    ) -> Result<Step, MqError> {
        let is_over = matches!(self.kept.phase, Phase::Cancelled(..) | Phase::Ending);
        if let Some(since_ms) = self.recovering_since_ms
            && !is_over
            && let Some(most_ms) = self.recovery_timeout_ms
            && now_ms.saturating_sub(since_ms) > most_ms
        {
            let text = BFGRP9006.line(&[&(most_ms / 1_000)]);
            return Ok(Step::Failed(ResultCode::RecoveryTimedOut.number(), text));
        }
        match &mut self.flow {
            Flow::Ending { tell_ms, .. } if now_ms >= *tell_ms => {
                self.say_cancel(queues, now_ms)?;
                queues.commit()?;
                Ok(Step::More)
            }
            Flow::Planning
            | Flow::Waiting
            | Flow::Calling(_)
            | Flow::Disposing(_)
            | Flow::Ending { .. } => Ok(Step::Rest),
            Flow::Offering { asked_ms } => {
                match now_ms >= asked_ms.saturating_add(OFFER_AGAIN_MS) {
                    // Its place is for others meanwhile.
                    true => {
                        self.recovers_from(now_ms);
                        self.flow = Flow::Waiting;
                        Ok(Step::Unanswered)
                    }
                    false => Ok(Step::Rest),
                }
            }
            Flow::Sending(sending) => {
                if let Some(until_ms) = sending.refused_until_ms {
                    return match now_ms >= until_ms {
                        true => self.recover(queues, now_ms),
                        false => Ok(Step::Rest),
                    };
                }
                let silent = now_ms >= sending.heard_ms.saturating_add(settings.silence_ms());
                if silent {
                    return self.recover(queues, now_ms);
                }
                self.send(queues, files, (settings, rate), now_ms)
            }
        }
    }

    /// Its destination does not answer from now on, if it has before.
    fn recovers_from(&mut self, now_ms: u64) {
        if matches!(self.kept.phase, Phase::Started) {
            self.recovering_since_ms.get_or_insert(now_ms);
        }
    }

    /// Something got lost, or nobody answers.
    pub(crate) fn recover<C: Connected>(
        &mut self,
        queues: &mut Queues<C>,
        now_ms: u64,
    ) -> Result<Step, MqError> {
        self.recovers_from(now_ms);
        if matches!(self.kept.phase, Phase::Started) {
            self.kept.retries = self.kept.retries.saturating_add(1);
        }
        self.is_offered = false;
        self.offer(queues, now_ms)
    }

    fn send<C: Connected, F: Files<Reader = R>>(
        &mut self,
        queues: &mut Queues<C>,
        files: &mut F,
        (settings, rate): (&AgentSettings, &mut Option<Rate>),
        now_ms: u64,
    ) -> Result<Step, MqError> {
        let Flow::Sending(sending) = &mut self.flow else {
            return Ok(Step::Rest);
        };
        let settled = self.acknowledged.as_ref().map_or(0, |mark| mark.place.item);
        while let Some(item) = sending.shared.pop_front_if(|item| *item < settled) {
            files.unshare((self.kept.transfer, item));
        }
        let mut sent = 0;
        sending.is_later = false;
        sending.limited_until_ms = None;
        sending.is_limited = self.rate.is_some() || rate.is_some();
        loop {
            if let Some((flight, data)) = sending.unsent.take() {
                if now_ms < sending.try_again_ms {
                    sending.unsent = Some((flight, data));
                    break;
                }
                let put = queues.send(&self.kept.destination, self.kept.transfer, data.clone())?;
                if put.is_err() {
                    // The queue is full, or there is none now. A silence that lasts too long ends in an offer.
                    sending.try_again_ms = now_ms.saturating_add(TRY_AGAIN_MS);
                    sending.unsent = Some((flight, data));
                    break;
                }
                sending.bytes_under_way += flight.bytes;
                self.put_bytes += flight.of_files;
                self.referred_bytes += flight.referred;
                self.held_bytes += flight.held;
                self.saved_bytes += flight.saved;
                sent += flight.bytes;
                for rate in self.rate.iter_mut().chain(rate.iter_mut()) {
                    let spared = flight.held.saturating_add(flight.saved);
                    rate.sent(flight.of_files.saturating_sub(spared), now_ms);
                }
                sending.flights.push_back(flight);
            }
            let may_go_on = sent < TURN_BYTES && sending.bytes_under_way < sending.window;
            if sending.is_done || !may_go_on {
                break;
            }
            let rates = self.rate.iter().chain(rate.iter());
            let free_ms = rates.map(Rate::free_ms).max();
            if let Some(free_ms) = free_ms.filter(|free_ms| *free_ms > now_ms) {
                sending.limited_until_ms = Some(free_ms);
                break;
            }
            if sending.catch_up(queues, files, &self.items)? {
                return Ok(Step::More);
            }
            if sending.is_later {
                break;
            }
            let plan = (self.kept.transfer, &*self.items, &*self.results);
            let mut message = sending.message(queues, files, plan, settings.chunk_bytes)?;
            if message.is_empty() {
                // Files have not answered.
                break;
            }
            let saved = self.packing.pack(&mut message);
            let referred = std::mem::take(&mut sending.referred);
            let held = std::mem::take(&mut sending.held);
            let flight = Flight {
                sequence: sending.sequence,
                bytes: message.len() as u64 + referred + held / HELD_SHARE,
                referred,
                held,
                saved,
                of_files: std::mem::take(&mut sending.read),
                until: sending.next,
                checksum: sending.checksum.clone(),
            };
            self.opened = sending.opened;
            let data = message.finish(self.kept.epoch, sending.sequence).into();
            sending.sequence += 1;
            sending.unsent = Some((flight, data));
            sending.try_again_ms = 0;
        }
        Ok(match sent {
            0 => Step::Rest,
            _ => Step::More,
        })
    }
}

/// A data message that was not taken is tried again after so long.
const TRY_AGAIN_MS: u64 = 100;

fn fresh(items: &[Item], item: u32) -> Checksum {
    let method = items.get(item as usize).map(|item| item.checksum);
    Checksum::new(method.unwrap_or(ChecksumMethod::None))
}

/// Keeps a mark in mind if the last one is far enough behind.
fn note(marks: &mut Vec<Mark>, mark: &Mark) {
    match marks.last() {
        Some(last) if last.place.item != mark.place.item => marks.clear(),
        Some(last) if mark.place.offset < last.place.offset + MARK_BYTES => return,
        _ if mark.place.offset < MARK_BYTES => return,
        _ => {}
    }
    if marks.len() == MARKS_MAX {
        let mut at = 0;
        marks.retain(|_| {
            at += 1;
            at % 2 == 0
        });
    }
    marks.push(mark.clone());
}

pub(crate) fn is_same(item: &Item, facts: &Facts) -> bool {
    let is_unchanged = (item.length, item.modified_ms) == (facts.length, facts.modified_ms);
    item.id.is(facts.id) && is_unchanged
}

fn changed(item: &Item) -> String {
    let path = &item.source;
    BFGIO9505.line(&[&path])
}

fn unreadable(item: &Item, error: &std::io::Error) -> String {
    let path = &item.source;
    match error.kind() {
        _ if is_outside(error) => BFGIO9003.line(&[&path]),
        ErrorKind::NotFound => BFGIO0001.line(&[&path]),
        ErrorKind::WouldBlock => BFGIO9506.line(&[&path]),
        _ => BFGIO9001.line(&[&path, &error]),
    }
}
