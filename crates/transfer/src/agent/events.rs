//! What an agent keeps besides its transfers, on its event queue, and what it asks of itself. See "What is kept of schedules and monitors" in
//! `docs/formats/file-transfer.md`.

use super::message::{NotUnderstood, Read, bytes, encode, int, number, parameter as p};
use super::queues::{
    Queues, TEXT_FORMAT, Work, descriptor, no_wait, none_if_empty, put_options, theirs,
};
use super::state::REQUEST_BYTES_MAX;
use crate::party::{AgentAddress, TransferId};
use crate::watch::Entry;
use ferromq_mqi::call::GetReply;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::header::{ByteOrder, blank_filled};
use ferromq_mqi::name::FixedText;
use ferromq_mqi::options::ObjectHandle;
use ferromq_mqi::pcf::Parameter;
use ferromq_mqi::session::{Connected, MqError};
use ferromq_mqi::{MsgDescriptor, Reason};

const SCHEDULE: i32 = 14;
const NUMBERS: i32 = 15;
const MONITOR: i32 = 16;
const HISTORY: i32 = 17;
const CALL: i32 = 18;

const REQUEST: i32 = 17;
const NEXT: i32 = 31;
const WRITING: i32 = 32;
const CHUNKS: i32 = 33;
const CHANGES_FROM: i32 = 34;
const ENTRIES: i32 = 35;
const PHASE: i32 = 18;

/// `MsgId` of what belongs to no request.
const OWN: TransferId = TransferId(*b"FMQX EVENTS             ");

/// Which message of the event queue it is: its `CorrelId`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Event {
    /// [`KeptSchedule`]; its `MsgId` is that of its request.
    Schedule,
    /// The numbers that were given last.
    Numbers,
    /// [`KeptCall`]; its `MsgId` is that of its request.
    Call,
    /// [`KeptMonitor`]; its `MsgId`, and that of its history, is that of its request.
    Monitor,
    /// A chunk of a history: which writing of it, and which part.
    Chunk(u32, u32),
    /// Changes of a history since, by their number.
    Changes(u32),
}

impl Event {
    fn correl_id(self) -> [u8; 24] {
        match self {
            Self::Schedule => blank_filled("SCHEDULE"),
            Self::Numbers => blank_filled("NUMBERS"),
            Self::Call => blank_filled("CALL"),
            Self::Monitor => blank_filled("MONITOR"),
            Self::Chunk(writing, part) => blank_filled(&format!("CHUNK {writing:x} {part:x}")),
            Self::Changes(number) => blank_filled(&format!("CHANGES {number:x}")),
        }
    }

    /// Which one a `CorrelId` names.
    pub(crate) fn of(correl_id: &[u8; 24]) -> Option<Self> {
        let text = std::str::from_utf8(correl_id).ok()?;
        let mut words = text.split_ascii_whitespace();
        let kind = words.next()?;
        let mut number = || u32::from_str_radix(words.next()?, 16).ok();
        let event = match kind {
            "SCHEDULE" => Self::Schedule,
            "NUMBERS" => Self::Numbers,
            "CALL" => Self::Call,
            "MONITOR" => Self::Monitor,
            "CHUNK" => Self::Chunk(number()?, number()?),
            "CHANGES" => Self::Changes(number()?),
            _ => return None,
        };
        (event.correl_id() == *correl_id).then_some(event)
    }
}

/// The request that something was made by.
fn request(read: &Read) -> Result<Vec<u8>, NotUnderstood> {
    let request = read.bytes(REQUEST)?;
    match request.len() > REQUEST_BYTES_MAX {
        true => Err(NotUnderstood::Parameter(REQUEST)),
        false => Ok(request.to_vec()),
    }
}

/// A schedule, as far as it outlives the agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeptSchedule {
    /// The request that made it.
    pub(crate) id: TransferId,
    /// Its number at this agent, from 1.
    pub(crate) number: u32,
    /// `UserIdentifier` of the request.
    pub(crate) user: String,
    /// Which of its times has not been dealt with, from 0: those in front of it never are again.
    pub(crate) next: u64,
    /// The request as it came.
    pub(crate) request: Vec<u8>,
}

impl KeptSchedule {
    /// Its bytes.
    #[must_use]
    pub(crate) fn encode(&self, own: &AgentAddress) -> Vec<u8> {
        let parameters = vec![
            int(p::NUMBER, self.number),
            Parameter::text(p::USER, &self.user),
            number(NEXT, self.next),
            bytes(REQUEST, &self.request),
        ];
        encode(SCHEDULE, self.id, 0, own, parameters)
    }

    /// What bytes say.
    ///
    /// # Errors
    /// See [`NotUnderstood`].
    pub(crate) fn decode(data: &[u8], order: ByteOrder) -> Result<Self, NotUnderstood> {
        let read = Read::of(data, order, SCHEDULE)?;
        Ok(Self {
            id: read.transfer()?,
            number: read.within(p::NUMBER, 1..=i32::MAX)?.unsigned_abs(),
            user: read.user()?,
            next: read.number(NEXT)?,
            request: request(&read)?,
        })
    }
}

/// A call that runs, as far as it outlives the agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeptCall {
    /// The request.
    pub(crate) id: TransferId,
    /// `UserIdentifier` of the request.
    pub(crate) user: String,
    /// The request as it came.
    pub(crate) request: Vec<u8>,
}

impl KeptCall {
    /// Its bytes.
    #[must_use]
    pub(crate) fn encode(&self, own: &AgentAddress) -> Vec<u8> {
        let parameters = vec![
            Parameter::text(p::USER, &self.user),
            bytes(REQUEST, &self.request),
        ];
        encode(CALL, self.id, 0, own, parameters)
    }

    /// What bytes say.
    ///
    /// # Errors
    /// See [`NotUnderstood`].
    pub(crate) fn decode(data: &[u8], order: ByteOrder) -> Result<Self, NotUnderstood> {
        let read = Read::of(data, order, CALL)?;
        Ok(Self {
            id: read.transfer()?,
            user: read.user()?,
            request: request(&read)?,
        })
    }
}

/// A monitor, as far as it outlives the agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeptMonitor {
    /// The request that made the first one of its name; its history is found by it.
    pub(crate) id: TransferId,
    /// `UserIdentifier` of the request.
    pub(crate) user: String,
    /// It polls.
    pub(crate) started: bool,
    /// Which writing of the history counts, and of how many chunks it is.
    pub(crate) writing: u32,
    /// See [`Self::writing`].
    pub(crate) chunks: u32,
    /// Changes count from this number on.
    pub(crate) changes_from: u32,
    /// The request as it came.
    pub(crate) request: Vec<u8>,
}

impl KeptMonitor {
    /// Its bytes.
    #[must_use]
    pub(crate) fn encode(&self, own: &AgentAddress) -> Vec<u8> {
        let parameters = vec![
            Parameter::text(p::USER, &self.user),
            Parameter::int(PHASE, i32::from(self.started)),
            int(WRITING, self.writing),
            int(CHUNKS, self.chunks),
            int(CHANGES_FROM, self.changes_from),
            bytes(REQUEST, &self.request),
        ];
        encode(MONITOR, self.id, 0, own, parameters)
    }

    /// What bytes say.
    ///
    /// # Errors
    /// See [`NotUnderstood`].
    pub(crate) fn decode(data: &[u8], order: ByteOrder) -> Result<Self, NotUnderstood> {
        let read = Read::of(data, order, MONITOR)?;
        let count = |id| Ok(read.within(id, 0..=i32::MAX)?.unsigned_abs());
        Ok(Self {
            id: read.transfer()?,
            user: read.user()?,
            started: read.within(PHASE, 0..=1)? == 1,
            writing: count(WRITING)?,
            chunks: count(CHUNKS)?,
            changes_from: count(CHANGES_FROM)?,
            request: request(&read)?,
        })
    }
}

/// The bytes of a part of a history.
#[must_use]
pub(crate) fn encode_entries(id: TransferId, own: &AgentAddress, entries: &[Entry]) -> Vec<u8> {
    let parameters = vec![bytes(ENTRIES, &Entry::encode_all(entries))];
    encode(HISTORY, id, 0, own, parameters)
}

/// The entries of such bytes.
///
/// # Errors
/// See [`NotUnderstood`].
pub(crate) fn decode_entries(data: &[u8], order: ByteOrder) -> Result<Vec<Entry>, NotUnderstood> {
    let read = Read::of(data, order, HISTORY)?;
    let entries = Entry::decode_all(read.bytes(ENTRIES)?);
    entries.ok_or(NotUnderstood::Parameter(ENTRIES))
}

/// The number that was given to a schedule last.
///
/// # Errors
/// See [`NotUnderstood`].
pub(crate) fn decode_numbers(data: &[u8], order: ByteOrder) -> Result<u32, NotUnderstood> {
    let read = Read::of(data, order, NUMBERS)?;
    Ok(read.within(p::NUMBER, 0..=i32::MAX)?.unsigned_abs())
}

/// `CorrelId` of a request that the agent makes of itself for a schedule.
const FOR_SCHEDULE: &str = "FMQX SCHEDULE ";

/// Which schedule a request is for.
#[must_use]
pub(crate) fn schedule_of(message: &GetReply) -> Option<u32> {
    let text = std::str::from_utf8(&message.descriptor.correl_id).ok()?;
    text.strip_prefix(FOR_SCHEDULE)?.trim_end().parse().ok()
}

impl<C: Connected> Queues<C> {
    /// Everything that is kept of schedules and monitors.
    pub(crate) fn events(&mut self) -> Result<Vec<GetReply>, MqError> {
        self.all_of(self.event)
    }

    /// Keeps an event instead of what was kept, in the unit of work.
    pub(crate) fn keep_event(
        &mut self,
        id: TransferId,
        event: Event,
        body: Vec<u8>,
    ) -> Result<(), MqError> {
        self.forget_event(id, event)?;
        self.keep_on(self.event, id, event.correl_id(), body)
    }

    /// Forgets an event, in the unit of work. It is nothing wrong if it is not kept.
    pub(crate) fn forget_event(&mut self, id: TransferId, event: Event) -> Result<(), MqError> {
        self.forget_on(self.event, id, event.correl_id())
    }

    /// Keeps the number that was given to a schedule last, in the unit of work.
    pub(crate) fn keep_numbers(&mut self, schedule: u32) -> Result<(), MqError> {
        let own = self.own().clone();
        let body = encode(NUMBERS, OWN, 0, &own, vec![int(p::NUMBER, schedule)]);
        self.keep_event(OWN, Event::Numbers, body)
    }

    /// Asks for something at the agent's own command queue, for a user, in the unit of work: the identifier of the request. `Ok(Err(..))`: the
    /// queue does not take it, and nothing was put.
    pub(crate) fn ask_self(
        &mut self,
        user: &str,
        schedule: Option<u32>,
        xml: String,
    ) -> Result<Result<TransferId, Reason>, MqError> {
        let handle = match self.own_commands {
            Some(handle) => handle,
            None => {
                let name = format!("SYSTEM.FTE.COMMAND.{}", self.own().agent);
                let options = MQOO_OUTPUT | MQOO_SET_IDENTITY_CONTEXT | MQOO_FAIL_IF_QUIESCING;
                match self.session.open(&name, options) {
                    Ok(handle) => *self.own_commands.insert(handle),
                    Err(error) => return theirs(error),
                }
            }
        };
        let mut descriptor = MsgDescriptor {
            user_identifier: *FixedText::<12>::truncated(user).bytes(),
            correl_id: schedule.map_or([0; 24], |number| {
                blank_filled(&format!("{FOR_SCHEDULE}{number}"))
            }),
            ..descriptor(TEXT_FORMAT, Work::Inside)
        };
        let mut options = put_options(Work::Inside);
        options.options |= MQPMO_SET_IDENTITY_CONTEXT;
        match self.session.put(handle, &mut descriptor, &mut options, xml) {
            Ok(_) => Ok(Ok(TransferId(descriptor.msg_id))),
            Err(error) => theirs(error),
        }
    }

    /// Messages a monitor looks for, browsed: the first ones, or the first one of each complete group. `Ok(Err(..))`: the queue cannot be looked at.
    pub(crate) fn first_messages(
        &mut self,
        queue: &str,
        of_groups: bool,
        most: usize,
    ) -> Result<Result<Vec<GetReply>, Reason>, MqError> {
        let handle = match self
            .session
            .open(queue, MQOO_BROWSE | MQOO_FAIL_IF_QUIESCING)
        {
            Ok(handle) => handle,
            Err(error) => return theirs(error),
        };
        let found = self.browse(handle, of_groups, most);
        self.session.close(handle, MQCO_NONE)?;
        match found {
            Ok(found) => Ok(Ok(found)),
            Err(error) => theirs(error),
        }
    }

    fn browse(
        &mut self,
        handle: ObjectHandle,
        of_groups: bool,
        most: usize,
    ) -> Result<Vec<GetReply>, MqError> {
        let whole = match of_groups {
            true => MQGMO_LOGICAL_ORDER | MQGMO_ALL_MSGS_AVAILABLE,
            false => 0,
        };
        let common = MQGMO_ACCEPT_TRUNCATED_MSG | MQGMO_PROPERTIES_FORCE_MQRFH2 | whole;
        let mut options = no_wait(MQGMO_BROWSE_FIRST | common);
        let mut found = Vec::new();
        for _ in 0..BROWSED_MAX {
            // Groups are of the second version.
            let wanted = MsgDescriptor {
                version: MQMD_VERSION_2,
                ..MsgDescriptor::default()
            };
            let got = self
                .session
                .get(handle, &wanted, &options, BROWSED_BYTES_MAX);
            let Some(message) = none_if_empty(got)? else {
                break;
            };
            let descriptor = &message.descriptor;
            let is_first = descriptor.msg_seq_number == 1 && descriptor.group_id != MQGI_NONE;
            if !of_groups || is_first {
                found.push(message);
            }
            if found.len() == most {
                break;
            }
            options = no_wait(MQGMO_BROWSE_NEXT | common);
        }
        Ok(found)
    }
}

/// Messages of a queue a monitor looks at, at most.
const BROWSED_MAX: usize = 10_000;
/// So much of each: its properties are in front.
const BROWSED_BYTES_MAX: u32 = 64 << 10;
