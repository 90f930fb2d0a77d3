//! What agents say to one another about a transfer, as bytes. See `docs/formats/file-transfer.md`.

use super::content::HeldPart;
use super::open_files::FileSocket;
use super::result::{ItemResult, TEXT_BYTES_MAX};
use crate::audit::CallResult;
use crate::party::{AgentAddress, TransferId};
use ferromq_mqi::code_page::CCSID_UTF_8;
use ferromq_mqi::generated::constants::{MQ_Q_MGR_NAME_LENGTH, MQCFT_USER};
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::pcf::{Header, Malformed, Message, Parameter, Value};
use std::fmt;

/// `Format` of these messages.
pub(crate) const FORMAT: [u8; 8] = *b"FMQXFER ";
/// Version of these messages.
pub(crate) const VERSION: i32 = 1;
/// Longest message that is read, bytes.
pub(crate) const MESSAGE_BYTES_MAX: usize = 4 << 20;
/// Longest request that is kept, bytes.
pub(crate) const REQUEST_BYTES_MAX: usize = 1 << 20;
/// Most items of a transfer.
pub(crate) const ITEMS_MAX: usize = 100_000;
/// Longest name of an agent, bytes.
pub(crate) const AGENT_BYTES_MAX: usize = 28;
/// Programs of a transfer, at most.
const CALLS_MAX: usize = 8;
/// Longest address of a server, bytes.
const URL_BYTES_MAX: usize = 512;
/// Longest user identifier, bytes.
const USER_BYTES_MAX: usize = 64;

/// A place in the data of a transfer: everything in front of it is there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    /// Number of an item, from 0.
    pub(crate) item: u32,
    /// Bytes of that item.
    pub(crate) offset: u64,
}

/// What a message says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ControlBody {
    /// The source wants to send.
    Offer {
        /// Of these messages.
        version: i32,
        /// How many items there are.
        items: u32,
        /// Their length as planned.
        bytes: u64,
        /// Who asked for it.
        user: String,
        /// 0 to 9.
        priority: i32,
        /// Whether the source asks who may do what.
        checking: bool,
        /// Where open files can be fetched by who is on the same machine.
        file_socket: Option<FileSocket>,
        /// Programs that run at the destination, as a document; empty for none.
        programs: String,
        /// Some of its items are to become messages.
        queues: bool,
        /// All of its files appear together, or none.
        set: bool,
    },
    /// It may, from here on.
    Accept {
        /// Where to begin.
        place: Place,
        /// Bytes that may be under way.
        window: u64,
        /// Long files are fetched at the file socket.
        by_reference: bool,
        /// The destination is a bridge: address of its default server, empty if it has none.
        bridge: Option<String>,
        /// It says what it has of files when it is asked.
        compares: bool,
        /// It takes bytes that are compressed.
        unpacks: bool,
        /// Files appear together if the offer said so.
        set: bool,
    },
    /// It may not.
    Refuse {
        /// A return code of transfers.
        code: i32,
        /// Why.
        text: String,
    },
    /// Data messages in front of this one have been taken.
    Ack {
        /// Number of the next one.
        sequence: u64,
        /// Bytes that may be under way.
        window: u64,
    },
    /// Items that are done.
    Results(Vec<ItemResult>),
    /// All are, or none will be any more.
    Completed(Vec<ItemResult>),
    /// The source knows.
    Finished,
    /// The transfer is to end.
    Cancel {
        /// A return code of transfers.
        code: i32,
        /// Why.
        text: String,
    },
    /// The destination needs an offer.
    Resync,
    /// A program at the destination has run.
    Called(CallResult),
    /// What the destination has of an item already.
    Holds {
        /// Number of the item.
        item: u32,
        /// Some of it.
        part: HeldPart,
    },
}

/// A message between two agents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Control {
    /// What it is about.
    pub(crate) transfer: TransferId,
    /// Which attempt to send the data.
    pub(crate) epoch: u64,
    /// Who says it.
    pub(crate) from: AgentAddress,
    /// What it says.
    pub(crate) body: ControlBody,
}

pub(crate) mod parameter {
    pub(crate) const TRANSFER: i32 = 1;
    pub(crate) const EPOCH: i32 = 2;
    pub(crate) const AGENT: i32 = 3;
    pub(crate) const AGENT_Q_MGR: i32 = 4;
    pub(crate) const CODE: i32 = 5;
    pub(crate) const TEXT: i32 = 6;
    pub(crate) const ITEM: i32 = 7;
    pub(crate) const OFFSET: i32 = 8;
    pub(crate) const WINDOW: i32 = 9;
    pub(crate) const ITEMS: i32 = 10;
    pub(crate) const BYTES: i32 = 11;
    pub(crate) const SEQUENCE: i32 = 12;
    pub(crate) const RESULT: i32 = 13;
    pub(crate) const USER: i32 = 14;
    pub(crate) const PRIORITY: i32 = 15;
    pub(crate) const VERSION: i32 = 16;
    /// Number of a schedule.
    pub(crate) const NUMBER: i32 = 30;
    pub(crate) const CALL: i32 = 36;
    pub(crate) const PROGRAMS: i32 = 37;
    pub(crate) const FILE_SOCKET: i32 = 40;
    pub(crate) const BY_REFERENCE: i32 = 41;
    pub(crate) const QUEUES: i32 = 43;
    pub(crate) const CHECKING: i32 = 44;
    pub(crate) const HELD: i32 = 45;
    pub(crate) const COMPARES: i32 = 46;
    pub(crate) const UNPACKS: i32 = 47;
    pub(crate) const SET: i32 = 48;
    pub(crate) const BRIDGE: i32 = 51;
}
use parameter as p;

const OFFER: i32 = 1;
const ACCEPT: i32 = 2;
const REFUSE: i32 = 3;
const ACK: i32 = 4;
const RESULTS: i32 = 5;
const COMPLETED: i32 = 6;
const FINISHED: i32 = 7;
const CANCEL: i32 = 8;
const RESYNC: i32 = 9;
/// Numbers between are those of what agents keep.
const CALLED: i32 = 20;
const HOLDS: i32 = 21;

/// Why bytes are no message of agents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NotUnderstood {
    /// It is longer than such messages are.
    TooLong(usize),
    /// It is no PCF message.
    Malformed(Malformed),
    /// There is no message of that number.
    Number(i32),
    /// The parameter is missing, of another kind, or out of its bounds.
    Parameter(i32),
}

impl fmt::Display for NotUnderstood {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong(bytes) => {
                write!(f, "{bytes} bytes are more than {MESSAGE_BYTES_MAX}")
            }
            Self::Malformed(error) => error.fmt(f),
            Self::Number(number) => write!(f, "there is no message {number} of agents"),
            Self::Parameter(id) => write!(f, "parameter {id} is missing or not valid"),
        }
    }
}

impl std::error::Error for NotUnderstood {}

impl ControlBody {
    /// Nothing is lost if it is: it is said again, or follows from what is said later.
    #[must_use]
    pub(crate) fn may_be_lost(&self) -> bool {
        matches!(self, Self::Ack { .. })
    }

    fn parameters(&self) -> (i32, Vec<Parameter>) {
        let all = |results: &[ItemResult]| -> Vec<Parameter> {
            let each = results.iter();
            each.map(|one| bytes(p::RESULT, &one.encode())).collect()
        };
        match self {
            Self::Offer {
                version,
                items,
                bytes,
                user,
                priority,
                checking,
                file_socket,
                programs,
                queues,
                set,
            } => {
                let mut parameters = vec![
                    Parameter::int(p::VERSION, *version),
                    int(p::ITEMS, *items),
                    number(p::BYTES, *bytes),
                    Parameter::text(p::USER, user),
                    Parameter::int(p::PRIORITY, *priority),
                    Parameter::int(p::QUEUES, i32::from(*queues)),
                    Parameter::int(p::CHECKING, i32::from(*checking)),
                ];
                let file_socket = file_socket.iter();
                parameters.extend(
                    file_socket
                        .map(|file_socket| self::bytes(p::FILE_SOCKET, &file_socket.encode())),
                );
                parameters.extend(programs_of(programs));
                parameters.extend(set.then(|| Parameter::int(p::SET, 1)));
                (OFFER, parameters)
            }
            Self::Accept {
                place,
                window,
                by_reference,
                bridge,
                compares,
                unpacks,
                set,
            } => {
                let mut parameters = vec![
                    int(p::ITEM, place.item),
                    number(p::OFFSET, place.offset),
                    number(p::WINDOW, *window),
                ];
                if *by_reference {
                    parameters.push(Parameter::int(p::BY_REFERENCE, 1));
                }
                if *compares {
                    parameters.push(Parameter::int(p::COMPARES, 1));
                }
                if *unpacks {
                    parameters.push(Parameter::int(p::UNPACKS, 1));
                }
                parameters.extend(set.then(|| Parameter::int(p::SET, 1)));
                parameters.extend(bridge_of(bridge.as_deref()));
                (ACCEPT, parameters)
            }
            Self::Refuse { code, text } => (REFUSE, reason(*code, text)),
            Self::Ack { sequence, window } => {
                let parameters = vec![number(p::SEQUENCE, *sequence), number(p::WINDOW, *window)];
                (ACK, parameters)
            }
            Self::Results(results) => (RESULTS, all(results)),
            Self::Completed(results) => (COMPLETED, all(results)),
            Self::Finished => (FINISHED, Vec::new()),
            Self::Cancel { code, text } => (CANCEL, reason(*code, text)),
            Self::Resync => (RESYNC, Vec::new()),
            Self::Called(call) => (CALLED, vec![self::bytes(p::CALL, call.to_xml().as_bytes())]),
            Self::Holds { item, part } => {
                let parameters = vec![int(p::ITEM, *item), bytes(p::HELD, &part.encode())];
                (HOLDS, parameters)
            }
        }
    }
}

fn reason(code: i32, text: &str) -> Vec<Parameter> {
    let end = text.floor_char_boundary(TEXT_BYTES_MAX);
    vec![
        Parameter::int(p::CODE, code),
        Parameter::text(p::TEXT, &text[..end]),
    ]
}

/// That an agent is a bridge, and to what.
pub(crate) fn bridge_of(bridge: Option<&str>) -> Option<Parameter> {
    let end = |url: &str| url.floor_char_boundary(URL_BYTES_MAX);
    bridge.map(|url| Parameter::text(p::BRIDGE, &url[..end(url)]))
}

/// A document of programs, if there is one.
pub(crate) fn programs_of(programs: &str) -> Option<Parameter> {
    (!programs.is_empty()).then(|| bytes(p::PROGRAMS, programs.as_bytes()))
}

/// What became of programs.
pub(crate) fn calls_of(calls: &[CallResult]) -> impl Iterator<Item = Parameter> {
    calls
        .iter()
        .map(|call| bytes(p::CALL, call.to_xml().as_bytes()))
}

pub(crate) fn int(id: i32, value: u32) -> Parameter {
    Parameter::int(id, i32::try_from(value).unwrap_or(i32::MAX))
}

pub(crate) fn number(id: i32, value: u64) -> Parameter {
    Parameter {
        id,
        value: Value::Int64(i64::try_from(value).unwrap_or(i64::MAX)),
    }
}

pub(crate) fn bytes(id: i32, value: &[u8]) -> Parameter {
    Parameter {
        id,
        value: Value::Bytes(value.to_vec()),
    }
}

/// The bytes of a message about a transfer.
pub(crate) fn encode(
    command: i32,
    transfer: TransferId,
    epoch: u64,
    about: &AgentAddress,
    more: Vec<Parameter>,
) -> Vec<u8> {
    let mut parameters = vec![
        bytes(p::TRANSFER, &transfer.0),
        number(p::EPOCH, epoch),
        Parameter::text(p::AGENT, &about.agent),
        Parameter::text(p::AGENT_Q_MGR, &about.q_mgr),
    ];
    parameters.extend(more);
    let header = Header {
        kind: MQCFT_USER,
        ..Header::command(command)
    };
    Message { header, parameters }.encode(ByteOrder::NATIVE)
}

impl Control {
    /// Its bytes, in the order of bytes of this machine.
    #[must_use]
    pub(crate) fn encode(&self) -> Vec<u8> {
        let (command, more) = self.body.parameters();
        encode(command, self.transfer, self.epoch, &self.from, more)
    }

    /// What bytes say that came in this order of bytes.
    ///
    /// # Errors
    /// See [`NotUnderstood`].
    pub(crate) fn decode(data: &[u8], order: ByteOrder) -> Result<Self, NotUnderstood> {
        let read = Read::new(data, order)?;
        Ok(Self {
            transfer: read.transfer()?,
            epoch: read.number(p::EPOCH)?,
            from: read.agent()?,
            body: read.body()?,
        })
    }
}

/// A message that is being read.
pub(crate) struct Read {
    message: Message,
    order: ByteOrder,
}

impl Read {
    pub(crate) fn new(data: &[u8], order: ByteOrder) -> Result<Self, NotUnderstood> {
        if data.len() > MESSAGE_BYTES_MAX {
            return Err(NotUnderstood::TooLong(data.len()));
        }
        let message = Message::decode(data, order).map_err(NotUnderstood::Malformed)?;
        Ok(Self { message, order })
    }

    /// One of that number.
    pub(crate) fn of(data: &[u8], order: ByteOrder, command: i32) -> Result<Self, NotUnderstood> {
        let read = Self::new(data, order)?;
        match read.message.header.command {
            found if found == command => Ok(read),
            other => Err(NotUnderstood::Number(other)),
        }
    }

    pub(crate) fn user(&self) -> Result<String, NotUnderstood> {
        self.text(p::USER, USER_BYTES_MAX)
    }

    fn body(&self) -> Result<ControlBody, NotUnderstood> {
        Ok(match self.message.header.command {
            OFFER => ControlBody::Offer {
                version: self.int(p::VERSION)?,
                items: self.item_count()?,
                bytes: self.number(p::BYTES)?,
                user: self.user()?,
                priority: self.within(p::PRIORITY, 0..=9)?,
                checking: self.message.int(p::CHECKING) == Some(1),
                file_socket: self.all(p::FILE_SOCKET).next().and_then(FileSocket::decode),
                programs: self.programs()?,
                queues: self.within(p::QUEUES, 0..=1)? == 1,
                set: matches!(self.int(p::SET), Ok(1)),
            },
            ACCEPT => ControlBody::Accept {
                place: self.place()?,
                window: self.number(p::WINDOW)?,
                by_reference: matches!(self.int(p::BY_REFERENCE), Ok(1)),
                bridge: self.bridge()?,
                compares: matches!(self.int(p::COMPARES), Ok(1)),
                unpacks: matches!(self.int(p::UNPACKS), Ok(1)),
                set: matches!(self.int(p::SET), Ok(1)),
            },
            REFUSE => ControlBody::Refuse {
                code: self.within(p::CODE, 1..=255)?,
                text: self.text(p::TEXT, TEXT_BYTES_MAX)?,
            },
            ACK => ControlBody::Ack {
                sequence: self.number(p::SEQUENCE)?,
                window: self.number(p::WINDOW)?,
            },
            RESULTS => ControlBody::Results(self.results()?),
            COMPLETED => ControlBody::Completed(self.results()?),
            FINISHED => ControlBody::Finished,
            CANCEL => ControlBody::Cancel {
                code: self.within(p::CODE, 1..=255)?,
                text: self.text(p::TEXT, TEXT_BYTES_MAX)?,
            },
            RESYNC => ControlBody::Resync,
            CALLED => ControlBody::Called(self.call(self.bytes(p::CALL)?)?),
            HOLDS => ControlBody::Holds {
                item: self.item()?,
                part: HeldPart::decode(self.bytes(p::HELD)?)
                    .ok_or(NotUnderstood::Parameter(p::HELD))?,
            },
            other => return Err(NotUnderstood::Number(other)),
        })
    }

    pub(crate) fn transfer(&self) -> Result<TransferId, NotUnderstood> {
        let bytes = self.bytes(p::TRANSFER)?;
        let id = bytes.try_into();
        id.map(TransferId)
            .map_err(|_| NotUnderstood::Parameter(p::TRANSFER))
    }

    pub(crate) fn agent(&self) -> Result<AgentAddress, NotUnderstood> {
        let q_mgr_bytes_max = MQ_Q_MGR_NAME_LENGTH.unsigned_abs() as usize;
        Ok(AgentAddress {
            agent: self.text(p::AGENT, AGENT_BYTES_MAX)?,
            q_mgr: self.text(p::AGENT_Q_MGR, q_mgr_bytes_max)?,
        })
    }

    pub(crate) fn item_count(&self) -> Result<u32, NotUnderstood> {
        let most = i32::try_from(ITEMS_MAX).unwrap_or(i32::MAX);
        Ok(self.within(p::ITEMS, 0..=most)?.unsigned_abs())
    }

    fn item(&self) -> Result<u32, NotUnderstood> {
        let most = i32::try_from(ITEMS_MAX).unwrap_or(i32::MAX);
        Ok(self.within(p::ITEM, 0..=most)?.unsigned_abs())
    }

    pub(crate) fn place(&self) -> Result<Place, NotUnderstood> {
        Ok(Place {
            item: self.item()?,
            offset: self.number(p::OFFSET)?,
        })
    }

    pub(crate) fn results(&self) -> Result<Vec<ItemResult>, NotUnderstood> {
        let read = |bytes| ItemResult::decode(bytes).ok_or(NotUnderstood::Parameter(p::RESULT));
        let found: Vec<_> = self.all(p::RESULT).map(read).collect::<Result<_, _>>()?;
        if found.len() > ITEMS_MAX {
            return Err(NotUnderstood::Parameter(p::RESULT));
        }
        Ok(found)
    }

    /// What an agent is a bridge to, if it is one.
    pub(crate) fn bridge(&self) -> Result<Option<String>, NotUnderstood> {
        match self.message.get(p::BRIDGE) {
            None => Ok(None),
            Some(_) => self.text(p::BRIDGE, URL_BYTES_MAX).map(Some),
        }
    }

    /// A document of programs; empty without.
    pub(crate) fn programs(&self) -> Result<String, NotUnderstood> {
        let Some(bytes) = self.all(p::PROGRAMS).next() else {
            return Ok(String::new());
        };
        let text = std::str::from_utf8(bytes).ok();
        let text = text.filter(|text| text.len() <= REQUEST_BYTES_MAX);
        text.map(str::to_owned)
            .ok_or(NotUnderstood::Parameter(p::PROGRAMS))
    }

    /// What became of a program.
    pub(crate) fn call(&self, bytes: &[u8]) -> Result<CallResult, NotUnderstood> {
        CallResult::parse(bytes).map_err(|_| NotUnderstood::Parameter(p::CALL))
    }

    /// What became of programs.
    pub(crate) fn calls(&self) -> Result<Vec<CallResult>, NotUnderstood> {
        self.all(p::CALL)
            .take(CALLS_MAX)
            .map(|bytes| self.call(bytes))
            .collect()
    }

    pub(crate) fn int(&self, id: i32) -> Result<i32, NotUnderstood> {
        self.message.int(id).ok_or(NotUnderstood::Parameter(id))
    }

    pub(crate) fn within(
        &self,
        id: i32,
        range: std::ops::RangeInclusive<i32>,
    ) -> Result<i32, NotUnderstood> {
        let value = self.int(id)?;
        let valid = Some(value).filter(|value| range.contains(value));
        valid.ok_or(NotUnderstood::Parameter(id))
    }

    pub(crate) fn number(&self, id: i32) -> Result<u64, NotUnderstood> {
        match self.message.get(id) {
            Some(Value::Int64(value)) => {
                u64::try_from(*value).map_err(|_| NotUnderstood::Parameter(id))
            }
            _ => Err(NotUnderstood::Parameter(id)),
        }
    }

    pub(crate) fn bytes(&self, id: i32) -> Result<&[u8], NotUnderstood> {
        let found = self.all(id).next();
        found.ok_or(NotUnderstood::Parameter(id))
    }

    pub(crate) fn all(&self, id: i32) -> impl Iterator<Item = &[u8]> {
        let those = self
            .message
            .parameters
            .iter()
            .filter(move |one| one.id == id);
        those.filter_map(|one| match &one.value {
            Value::Bytes(bytes) => Some(bytes.as_slice()),
            _ => None,
        })
    }

    pub(crate) fn text(&self, id: i32, bytes_max: usize) -> Result<String, NotUnderstood> {
        let text = match self.message.get(id) {
            Some(Value::Text(text)) => text.decode(CCSID_UTF_8, self.order),
            _ => None,
        };
        let text = text.map(|text| text.trim_end().to_owned());
        text.filter(|text| text.len() <= bytes_max)
            .ok_or(NotUnderstood::Parameter(id))
    }
}
