//! What an agent keeps of its transfers over a restart, as messages to itself. See "What is kept" in `docs/formats/file-transfer.md`.

use super::checksum::Checksum;
use super::files::{Appended, FileId, PATH_BYTES_MAX};
use super::layout::{Fields, put_bytes, put_text};
pub(crate) use super::message::REQUEST_BYTES_MAX;
use super::message::{
    NotUnderstood, Read, bridge_of, bytes, calls_of, encode, int, number, parameter as p,
    programs_of,
};
use super::messages::Putting;
use super::plan::Item;
use super::result::ItemResult;
use super::rewriting::Rewriting;
use crate::audit::CallResult;
use crate::party::{AgentAddress, TransferId};
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::pcf::Parameter;

const OUTGOING: i32 = 10;
const PLAN: i32 = 11;
const INCOMING: i32 = 12;
const RESULTS: i32 = 13;

/// Items of a plan fill so many bytes of a message, and one more item.
const PLAN_BYTES: usize = 1 << 20;
/// Files that are whole and wait for their names.
pub(crate) const WHOLE_MAX: usize = 30_000;

/// How the source of a transfer stands, as far as it outlives the agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// It waits for its turn.
    New,
    /// The destination knows of it.
    Started,
    /// It is to end, with this code and text.
    Cancelled(i32, String),
    /// The destination has ended it. Sources are disposed of, and it is told.
    Ending,
}

/// A transfer of which this agent is the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Outgoing {
    /// Which one.
    pub(crate) transfer: TransferId,
    /// The destination.
    pub(crate) destination: AgentAddress,
    /// The greatest number an attempt to send its data has had.
    pub(crate) epoch: u64,
    /// How it stands.
    pub(crate) phase: Phase,
    /// `UserIdentifier` of the request.
    pub(crate) user: String,
    /// When the request was taken: milliseconds since 1970.
    pub(crate) since_ms: u64,
    /// How often it was taken up again.
    pub(crate) retries: u32,
    /// The request as it came.
    pub(crate) request: Vec<u8>,
    /// Number of the schedule it is for.
    pub(crate) schedule: Option<u32>,
    /// The destination is a bridge: address of its default server. Not known before it has accepted.
    pub(crate) bridge: Option<String>,
    /// Programs that have run for it, at both ends.
    pub(crate) calls: Vec<CallResult>,
    /// It rests until somebody has it go on.
    pub(crate) paused: bool,
}

/// A file that is being written at the destination.
#[derive(Clone, Debug)]
pub(crate) struct Writing {
    /// Where it is meanwhile.
    pub(crate) temporary: String,
    /// Where it is to be.
    pub(crate) path: String,
    /// Which file it is.
    pub(crate) id: FileId,
    /// The directory it is in.
    pub(crate) directory: FileId,
    /// A file of that name gives way.
    pub(crate) overwrite: bool,
    /// So much of the source is in it, and forced.
    pub(crate) offset: u64,
    /// Checksum of that.
    pub(crate) checksum: Checksum,
    /// What became of it, if it is text.
    pub(crate) text: Option<Rewriting>,
    /// It was asked what is there of it: it stays for the next transfer if this one is cancelled.
    pub(crate) is_compared: bool,
    /// It is put behind what a file of its name has.
    pub(crate) append: bool,
}

/// A file that is whole and waits for its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Whole {
    /// Where it is until then.
    pub(crate) temporary: String,
    /// Where it is to be.
    pub(crate) path: String,
    /// Which file it is.
    pub(crate) id: FileId,
    /// The directory it is in.
    pub(crate) directory: FileId,
    /// A file of that name gives way.
    pub(crate) overwrite: bool,
    /// It is put behind what a file of its name has, and where, once that is known. Where there is none it gets the name.
    pub(crate) append: bool,
    pub(crate) appended: Option<Appended>,
    /// What is told when it has its name.
    pub(crate) result: ItemResult,
}

/// Whether the files of a transfer appear together, and how far that is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Together {
    /// Each has its name when it is whole.
    #[default]
    No,
    /// Those that are whole wait for the last one.
    Waiting,
    /// All are whole and are given their names, whatever ends meanwhile.
    Naming,
}

impl Together {
    /// How a transfer begins, whose files appear together if that is so.
    pub(crate) fn of(set: bool) -> Self {
        match set {
            true => Self::Waiting,
            false => Self::No,
        }
    }
}

/// A transfer of which this agent is the destination.
#[derive(Clone, Debug)]
pub(crate) struct Incoming {
    /// Which one.
    pub(crate) transfer: TransferId,
    /// The source.
    pub(crate) source: AgentAddress,
    /// Which attempt to send the data is under way.
    pub(crate) epoch: u64,
    /// How many items there are.
    pub(crate) items: u32,
    /// Who asked for it.
    pub(crate) user: String,
    /// Everything in front of this item has been decided here.
    pub(crate) settled: u32,
    /// It is to end: what is whole stays, no more is taken.
    pub(crate) cancelled: bool,
    /// All has been told; the source has not yet said that it knows.
    pub(crate) completed: bool,
    /// The item that is being written, [`Self::settled`].
    pub(crate) writing: Option<Writing>,
    /// The item that becomes messages, [`Self::settled`].
    pub(crate) putting: Option<Putting>,
    /// Files that are whole, items in front of [`Self::settled`].
    pub(crate) whole: Vec<Whole>,
    /// Whether they appear together.
    pub(crate) together: Together,
    /// Programs that run here, as a document; empty for none.
    pub(crate) programs: String,
    /// Those that have run.
    pub(crate) calls: Vec<CallResult>,
    /// A file has arrived.
    pub(crate) arrived: bool,
    /// Results that the source's queue has not taken.
    pub(crate) untold: Vec<ItemResult>,
    /// Temporary files of items that have failed: they are to go.
    pub(crate) unwanted: Vec<(String, FileId)>,
}

const CANCEL_TEXT: i32 = p::TEXT;
const SINCE: i32 = 25;
const REQUEST: i32 = 17;
const PHASE: i32 = 18;
const WRITING: i32 = 20;
const WHOLE: i32 = 23;
const SETTLED: i32 = 24;
const PLAN_ITEM: i32 = 26;
const UNWANTED: i32 = 50;
const PAUSED: i32 = 52;
const RETRIES: i32 = 29;
const ARRIVED: i32 = 38;
const PUTTING: i32 = 42;

impl Outgoing {
    /// Its bytes.
    #[must_use]
    pub(crate) fn encode(&self) -> Vec<u8> {
        let (phase, cancel) = match &self.phase {
            Phase::New => (1, None),
            Phase::Started => (2, None),
            Phase::Cancelled(code, text) => (3, Some((*code, text.as_str()))),
            Phase::Ending => (4, None),
        };
        let mut parameters = vec![
            Parameter::int(PHASE, phase),
            Parameter::text(p::USER, &self.user),
            number(SINCE, self.since_ms),
            int(RETRIES, self.retries),
            bytes(REQUEST, &self.request),
        ];
        if let Some((code, text)) = cancel {
            parameters.push(Parameter::int(p::CODE, code));
            parameters.push(Parameter::text(CANCEL_TEXT, text));
        }
        if let Some(schedule) = self.schedule {
            parameters.push(int(p::NUMBER, schedule));
        }
        if self.paused {
            parameters.push(Parameter::int(PAUSED, 1));
        }
        parameters.extend(bridge_of(self.bridge.as_deref()));
        parameters.extend(calls_of(&self.calls));
        encode(
            OUTGOING,
            self.transfer,
            self.epoch,
            &self.destination,
            parameters,
        )
    }

    /// What bytes say.
    ///
    /// # Errors
    /// See [`NotUnderstood`].
    pub(crate) fn decode(data: &[u8], order: ByteOrder) -> Result<Self, NotUnderstood> {
        let read = Read::of(data, order, OUTGOING)?;
        let phase = match read.int(PHASE)? {
            1 => Phase::New,
            2 => Phase::Started,
            3 => Phase::Cancelled(
                read.within(p::CODE, 1..=255)?,
                read.text(CANCEL_TEXT, super::result::TEXT_BYTES_MAX)?,
            ),
            4 => Phase::Ending,
            _ => return Err(NotUnderstood::Parameter(PHASE)),
        };
        let request = read.bytes(REQUEST)?;
        if request.len() > REQUEST_BYTES_MAX {
            return Err(NotUnderstood::Parameter(REQUEST));
        }
        Ok(Self {
            transfer: read.transfer()?,
            destination: read.agent()?,
            epoch: read.number(p::EPOCH)?,
            phase,
            user: read.user()?,
            since_ms: read.number(SINCE)?,
            retries: read.within(RETRIES, 0..=i32::MAX)?.unsigned_abs(),
            request: request.to_vec(),
            bridge: read.bridge()?,
            calls: read.calls()?,
            paused: read.int(PAUSED).is_ok_and(|it| it == 1),
            schedule: read
                .int(p::NUMBER)
                .ok()
                .and_then(|it| u32::try_from(it).ok()),
        })
    }
}

/// The parts of a plan.
#[must_use]
pub(crate) fn encode_plan(
    transfer: TransferId,
    about: &AgentAddress,
    items: &[Item],
) -> Vec<Vec<u8>> {
    let mut parts = Vec::new();
    let mut parameters = Vec::new();
    let mut filled = 0;
    for item in items {
        let item = item.encode();
        filled += item.len();
        parameters.push(bytes(PLAN_ITEM, &item));
        if filled >= PLAN_BYTES {
            parts.push(encode(
                PLAN,
                transfer,
                0,
                about,
                std::mem::take(&mut parameters),
            ));
            filled = 0;
        }
    }
    if !parameters.is_empty() || parts.is_empty() {
        parts.push(encode(PLAN, transfer, 0, about, parameters));
    }
    parts
}

/// The items of a part of a plan.
///
/// # Errors
/// See [`NotUnderstood`].
pub(crate) fn decode_plan(data: &[u8], order: ByteOrder) -> Result<Vec<Item>, NotUnderstood> {
    let read = Read::of(data, order, PLAN)?;
    let items = read.all(PLAN_ITEM);
    items
        .map(|bytes| Item::decode(bytes).ok_or(NotUnderstood::Parameter(PLAN_ITEM)))
        .collect()
}

/// Results, as the source keeps them.
#[must_use]
pub(crate) fn encode_results(
    transfer: TransferId,
    about: &AgentAddress,
    results: &[ItemResult],
) -> Vec<u8> {
    let each = results.iter().map(|one| bytes(p::RESULT, &one.encode()));
    encode(RESULTS, transfer, 0, about, each.collect())
}

/// The results of such a message.
///
/// # Errors
/// See [`NotUnderstood`].
pub(crate) fn decode_results(
    data: &[u8],
    order: ByteOrder,
) -> Result<Vec<ItemResult>, NotUnderstood> {
    Read::of(data, order, RESULTS)?.results()
}

/// Flags of a file without its name: one of that name gives way; it was asked what is there of it; it is put behind one of that name; it is known where.
const OVERWRITE: u8 = 1;
const COMPARED: u8 = 2;
const APPEND: u8 = 4;
const APPENDED: u8 = 8;

fn put_id(bytes: &mut Vec<u8>, id: FileId) {
    bytes.extend_from_slice(&id.born.to_le_bytes());
    bytes.extend_from_slice(&id.inode.to_le_bytes());
}

fn take_id(fields: &mut Fields<'_>) -> Option<FileId> {
    Some(FileId {
        born: fields.u64()?,
        inode: fields.u64()?,
    })
}

/// A file without its name yet: where it is, where it is to be, which one it is in which directory, and flags.
struct Unnamed<'a> {
    paths: [&'a str; 2],
    ids: [FileId; 2],
    flags: u8,
}

impl Unnamed<'_> {
    fn put(&self, bytes: &mut Vec<u8>) {
        for path in self.paths {
            put_text(bytes, path, PATH_BYTES_MAX);
        }
        for id in self.ids {
            put_id(bytes, id);
        }
        bytes.push(self.flags);
    }
}

/// The same, read: the paths, the numbers, and flags.
fn take_unnamed(fields: &mut Fields<'_>) -> Option<([String; 2], [FileId; 2], u8)> {
    let paths = [fields.text(PATH_BYTES_MAX)?, fields.text(PATH_BYTES_MAX)?];
    let ids = [take_id(fields)?, take_id(fields)?];
    Some((paths, ids, fields.u8()?))
}

impl Writing {
    /// Bytes there are of the file.
    pub(crate) fn length(&self) -> u64 {
        self.text.as_ref().map_or(self.offset, |text| text.written)
    }

    fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let compared = if self.is_compared { COMPARED } else { 0 };
        let append = if self.append { APPEND } else { 0 };
        let flags = u8::from(self.overwrite) | compared | append;
        let file = Unnamed {
            paths: [&self.temporary, &self.path],
            ids: [self.id, self.directory],
            flags,
        };
        file.put(&mut bytes);
        bytes.extend_from_slice(&self.offset.to_le_bytes());
        put_bytes(&mut bytes, &self.checksum.save());
        if let Some(text) = &self.text {
            text.encode(&mut bytes);
        }
        bytes
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        let mut fields = Fields::new(bytes);
        let ([temporary, path], [id, directory], flags) = take_unnamed(&mut fields)?;
        let writing = Self {
            temporary,
            path,
            id,
            directory,
            overwrite: flags & OVERWRITE != 0,
            is_compared: flags & COMPARED != 0,
            append: flags & APPEND != 0,
            offset: fields.u64()?,
            checksum: Checksum::restore(fields.bytes()?)?,
            text: match fields.is_empty() {
                true => None,
                false => Some(Rewriting::decode(&mut fields)?),
            },
        };
        fields.end(writing)
    }
}

impl Whole {
    fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let append = if self.append { APPEND } else { 0 };
        let appended = if self.appended.is_some() { APPENDED } else { 0 };
        let flags = u8::from(self.overwrite) | append | appended;
        let file = Unnamed {
            paths: [&self.temporary, &self.path],
            ids: [self.id, self.directory],
            flags,
        };
        file.put(&mut bytes);
        if let Some(at) = &self.appended {
            put_id(&mut bytes, at.base);
            bytes.extend_from_slice(&at.offset.to_le_bytes());
        }
        bytes.extend_from_slice(&self.result.encode());
        bytes
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        let mut fields = Fields::new(bytes);
        let ([temporary, path], [id, directory], flags) = take_unnamed(&mut fields)?;
        Some(Self {
            temporary,
            path,
            id,
            directory,
            overwrite: flags & OVERWRITE != 0,
            append: flags & APPEND != 0,
            appended: match flags & APPENDED {
                0 => None,
                _ => Some(Appended {
                    base: take_id(&mut fields)?,
                    offset: fields.u64()?,
                }),
            },
            result: ItemResult::decode(fields.rest())?,
        })
    }
}

fn take_unwanted(bytes: &[u8]) -> Option<(String, FileId)> {
    let mut fields = Fields::new(bytes);
    let path = fields.text(PATH_BYTES_MAX)?;
    let id = take_id(&mut fields)?;
    fields.end((path, id))
}

/// How a destination stands.
const OPEN: i32 = 0;
const COMPLETED: i32 = 1;
const CANCELLED: i32 = 2;

impl Incoming {
    /// Its bytes.
    #[must_use]
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut parameters = vec![
            int(p::ITEMS, self.items),
            Parameter::text(p::USER, &self.user),
            int(SETTLED, self.settled),
            Parameter::int(
                PHASE,
                match (self.completed, self.cancelled) {
                    (true, _) => COMPLETED,
                    (false, true) => CANCELLED,
                    (false, false) => OPEN,
                },
            ),
        ];
        if let Some(writing) = &self.writing {
            parameters.push(bytes(WRITING, &writing.encode()));
        }
        if let Some(putting) = &self.putting {
            parameters.push(bytes(PUTTING, &putting.encode()));
        }
        let whole = self.whole.iter();
        parameters.extend(whole.map(|one| bytes(WHOLE, &one.encode())));
        parameters.extend(match self.together {
            Together::No => None,
            Together::Waiting => Some(int(p::SET, 1)),
            Together::Naming => Some(int(p::SET, 2)),
        });
        parameters.extend(programs_of(&self.programs));
        parameters.extend(calls_of(&self.calls));
        if self.arrived {
            parameters.push(int(ARRIVED, 1));
        }
        let untold = self.untold.iter();
        parameters.extend(untold.map(|one| bytes(p::RESULT, &one.encode())));
        let unwanted = self.unwanted.iter();
        parameters.extend(unwanted.map(|(path, id)| {
            let mut file = Vec::new();
            put_text(&mut file, path, PATH_BYTES_MAX);
            put_id(&mut file, *id);
            bytes(UNWANTED, &file)
        }));
        encode(
            INCOMING,
            self.transfer,
            self.epoch,
            &self.source,
            parameters,
        )
    }

    /// What bytes say.
    ///
    /// # Errors
    /// See [`NotUnderstood`].
    pub(crate) fn decode(data: &[u8], order: ByteOrder) -> Result<Self, NotUnderstood> {
        let read = Read::of(data, order, INCOMING)?;
        let writing = read.all(WRITING).next();
        let writing =
            writing.map(|bytes| Writing::decode(bytes).ok_or(NotUnderstood::Parameter(WRITING)));
        let putting = read.all(PUTTING).next();
        let putting =
            putting.map(|bytes| Putting::decode(bytes).ok_or(NotUnderstood::Parameter(PUTTING)));
        let whole = read.all(WHOLE).take(WHOLE_MAX);
        let whole = whole.map(|bytes| Whole::decode(bytes).ok_or(NotUnderstood::Parameter(WHOLE)));
        let unwanted = read.all(UNWANTED).take(WHOLE_MAX);
        let unwanted =
            unwanted.map(|bytes| take_unwanted(bytes).ok_or(NotUnderstood::Parameter(UNWANTED)));
        let items = read.item_count()?;
        let most = i32::try_from(items).unwrap_or(i32::MAX);
        let phase = read.within(PHASE, OPEN..=CANCELLED)?;
        Ok(Self {
            transfer: read.transfer()?,
            source: read.agent()?,
            epoch: read.number(p::EPOCH)?,
            items,
            user: read.user()?,
            settled: read.within(SETTLED, 0..=most)?.unsigned_abs(),
            cancelled: phase == CANCELLED,
            completed: phase == COMPLETED,
            writing: writing.transpose()?,
            putting: putting.transpose()?,
            whole: whole.collect::<Result<_, _>>()?,
            together: match read.int(p::SET) {
                Ok(1) => Together::Waiting,
                Ok(2) => Together::Naming,
                _ => Together::No,
            },
            programs: read.programs()?,
            calls: read.calls()?,
            arrived: read.int(ARRIVED).is_ok(),
            untold: read.results()?,
            unwanted: unwanted.collect::<Result<_, _>>()?,
        })
    }
}
