//! The requests queue managers send each other about publications, as bytes. See `docs/formats/publish-between.md`.

use ferromq_mqi::code_page::CCSID_UTF_8;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::hex::{from_hex, hex};
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::pcf::{Header, Malformed, Message, Parameter, Value};
use ferromq_qmgr::TopicInterest;
use ferromq_topic::{Pattern, Scheme, TOPIC_BYTES_MAX};
use std::fmt;

/// `Format` of the requests.
pub const FORMAT: [u8; 8] = *b"FMQNEIGH";

/// Longest request that is read, bytes.
pub(crate) const REQUEST_BYTES_MAX: u32 = 4 << 20;
/// Most topic strings in a request, both to be added and removed.
pub(crate) const INTERESTS_IN_REQUEST_MAX: usize = 5_000;
/// Topic strings in a request fill so many bytes, and one more string.
pub(crate) const INTEREST_BYTES_IN_REQUEST: usize = 1 << 20;
/// Most requests one set of topic strings comes in.
pub(crate) const PARTS_MAX: i32 = 10_000;
/// Most queue managers above one another.
pub(crate) const ANCESTORS_MAX: usize = 100;
/// Longest `QMID`, bytes.
const IDENTIFIER_BYTES_MAX: usize = 48;

/// What a queue manager made for a neighbour; zeros for none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Token(pub [u8; 24]);

impl Token {
    /// None was given.
    pub const NONE: Self = Self([0; 24]);

    /// Of 48 digits.
    #[must_use]
    pub fn from_digits(digits: &str) -> Option<Self> {
        from_hex(digits)?.try_into().ok().map(Self)
    }

    /// Its 48 digits.
    #[must_use]
    pub fn digits(&self) -> String {
        hex(&self.0)
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.digits())
    }
}

/// A queue manager.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Party {
    /// Its name.
    pub name: ObjectName,
    /// Its `QMID`.
    pub identifier: String,
}

/// Why a child is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It would be its own ancestor.
    Circle,
    /// There are too many neighbours.
    Full,
}

/// What a neighbour is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It is above.
    Parent,
    /// It is below.
    Child,
    /// It is beside: a member of the same cluster.
    Member,
}

impl Role {
    const fn number(self) -> i32 {
        match self {
            Self::Parent => 1,
            Self::Child => 2,
            Self::Member => 3,
        }
    }

    const fn from_number(number: i32) -> Option<Self> {
        match number {
            1 => Some(Self::Parent),
            2 => Some(Self::Child),
            3 => Some(Self::Member),
            _ => None,
        }
    }
}

/// What a request asks for or says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequestBody {
    /// The sender wants to be a child.
    Join,
    /// It is one.
    Joined {
        /// `QMID`s of the sender and of those above it.
        ancestors: Vec<String>,
    },
    /// It is none.
    Refused(Refusal),
    /// Those above the sender are others now.
    Ancestors(Vec<String>),
    /// The sender is a neighbour no longer.
    Leave,
    /// The sender does not know the addressee.
    Unknown,
    /// A part of all the topic strings the sender wants.
    Proxies {
        /// Number of the set.
        generation: u64,
        /// Number of the part, from 1.
        part: i32,
        /// How many parts there are.
        parts: i32,
        /// Topic strings.
        interests: Vec<TopicInterest>,
    },
    /// What has changed of these.
    Change {
        /// The set it follows.
        before: u64,
        /// Number of the set it makes.
        generation: u64,
        /// Topic strings that are wanted, too.
        add: Vec<TopicInterest>,
        /// Topic strings that are wanted no longer.
        remove: Vec<TopicInterest>,
    },
    /// The sender wants the whole set.
    Ask,
    /// The sender is a member of the same cluster, and wants to hear who the addressee is.
    Meet,
    /// The answer.
    Met,
    /// What the sender keeps of a neighbour. It sends it to itself.
    Relation {
        /// What the neighbour is.
        role: Role,
        /// `MQPS_STATUS_*`.
        status: i32,
        /// Those above it, of a parent.
        ancestors: Vec<String>,
    },
}

/// A request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Who sends it.
    pub from: Party,
    /// What the sender made for the addressee.
    pub token: Token,
    /// What the addressee made for the sender.
    pub receipt: Token,
    /// What it says.
    pub body: RequestBody,
}

const Q_MGR_NAME: i32 = 1;
const Q_MGR_IDENTIFIER: i32 = 2;
const TOKEN: i32 = 3;
const RECEIPT: i32 = 4;
const ANCESTOR: i32 = 5;
const GENERATION: i32 = 6;
const BEFORE: i32 = 7;
const PART: i32 = 8;
const PARTS: i32 = 9;
const ADD: i32 = 10;
const ADD_CHARACTERS: i32 = 11;
const REMOVE: i32 = 12;
const REMOVE_CHARACTERS: i32 = 13;
const REASON: i32 = 14;
const ROLE: i32 = 15;
const STATUS: i32 = 16;
const ADD_ONWARD: i32 = 17;
const REMOVE_ONWARD: i32 = 18;

/// Parameters of topic strings that are wanted or are no longer, by their kinds: levels, characters, onward.
const ADDS: [i32; 3] = [ADD, ADD_CHARACTERS, ADD_ONWARD];
const REMOVES: [i32; 3] = [REMOVE, REMOVE_CHARACTERS, REMOVE_ONWARD];

const JOIN: i32 = 1;
const JOINED: i32 = 2;
const REFUSED: i32 = 3;
const ANCESTORS: i32 = 4;
const LEAVE: i32 = 5;
const UNKNOWN: i32 = 6;
const PROXIES: i32 = 7;
const CHANGE: i32 = 8;
const ASK: i32 = 9;
const RELATION: i32 = 10;
const MEET: i32 = 11;
const MET: i32 = 12;

/// Why bytes are no request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotUnderstood {
    /// They are no PCF message.
    Malformed(Malformed),
    /// There is no request of that number.
    Number(i32),
    /// The parameter is missing, of another kind, or out of its bounds.
    Parameter(i32),
    /// There are more of the parameter than may be.
    TooMany(i32),
}

impl fmt::Display for NotUnderstood {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(error) => error.fmt(f),
            Self::Number(number) => write!(f, "there is no request {number}"),
            Self::Parameter(id) => write!(f, "parameter {id} is missing or not valid"),
            Self::TooMany(id) => write!(f, "there are too many of parameter {id}"),
        }
    }
}

impl std::error::Error for NotUnderstood {}

impl RequestBody {
    fn parameters(&self) -> (i32, Vec<Parameter>) {
        let above = |all: &[String]| -> Vec<Parameter> {
            all.iter()
                .map(|one| Parameter::text(ANCESTOR, one))
                .collect()
        };
        match self {
            Self::Join => (JOIN, Vec::new()),
            Self::Joined { ancestors } => (JOINED, above(ancestors)),
            Self::Refused(why) => {
                let why = match why {
                    Refusal::Circle => 1,
                    Refusal::Full => 2,
                };
                (REFUSED, vec![Parameter::int(REASON, why)])
            }
            Self::Ancestors(ancestors) => (ANCESTORS, above(ancestors)),
            Self::Leave => (LEAVE, Vec::new()),
            Self::Unknown => (UNKNOWN, Vec::new()),
            Self::Proxies {
                generation,
                part,
                parts,
                interests,
            } => {
                let mut all = vec![
                    number(GENERATION, *generation),
                    Parameter::int(PART, *part),
                    Parameter::int(PARTS, *parts),
                ];
                all.extend(interests.iter().map(|interest| strings(interest, ADDS)));
                (PROXIES, all)
            }
            Self::Change {
                before,
                generation,
                add,
                remove,
            } => {
                let mut all = vec![number(BEFORE, *before), number(GENERATION, *generation)];
                all.extend(add.iter().map(|interest| strings(interest, ADDS)));
                all.extend(remove.iter().map(|interest| strings(interest, REMOVES)));
                (CHANGE, all)
            }
            Self::Ask => (ASK, Vec::new()),
            Self::Meet => (MEET, Vec::new()),
            Self::Met => (MET, Vec::new()),
            Self::Relation {
                role,
                status,
                ancestors,
            } => {
                let mut all = vec![
                    Parameter::int(ROLE, role.number()),
                    Parameter::int(STATUS, *status),
                ];
                all.extend(above(ancestors));
                (RELATION, all)
            }
        }
    }
}

fn number(id: i32, value: u64) -> Parameter {
    Parameter {
        id,
        value: Value::Int64(i64::try_from(value).unwrap_or(i64::MAX)),
    }
}

fn bytes(id: i32, value: &[u8]) -> Parameter {
    Parameter {
        id,
        value: Value::Bytes(value.to_vec()),
    }
}

fn strings(interest: &TopicInterest, [levels, characters, onward]: [i32; 3]) -> Parameter {
    let id = match (interest.onward, interest.characters) {
        (true, _) => onward,
        (false, true) => characters,
        (false, false) => levels,
    };
    bytes(id, interest.topic.as_bytes())
}

impl Request {
    /// Its bytes, in the order of bytes of this machine.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let (command, more) = self.body.parameters();
        let mut parameters = vec![
            Parameter::text(Q_MGR_NAME, self.from.name.as_str()),
            Parameter::text(Q_MGR_IDENTIFIER, &self.from.identifier),
            bytes(TOKEN, &self.token.0),
            bytes(RECEIPT, &self.receipt.0),
        ];
        parameters.extend(more);
        let header = Header {
            kind: MQCFT_USER,
            ..Header::command(command)
        };
        Message { header, parameters }.encode(ByteOrder::NATIVE)
    }

    /// What bytes say that came in this order of bytes.
    ///
    /// # Errors
    /// See [`NotUnderstood`].
    pub fn decode(data: &[u8], order: ByteOrder) -> Result<Self, NotUnderstood> {
        let message = Message::decode(data, order).map_err(NotUnderstood::Malformed)?;
        let read = Read {
            message: &message,
            order,
        };
        let name = read.text(Q_MGR_NAME)?;
        let from = Party {
            name: ObjectName::parse(&name).map_err(|_| NotUnderstood::Parameter(Q_MGR_NAME))?,
            identifier: read.text(Q_MGR_IDENTIFIER)?,
        };
        Ok(Self {
            from,
            token: read.token(TOKEN)?,
            receipt: read.token(RECEIPT)?,
            body: read.body()?,
        })
    }
}

struct Read<'a> {
    message: &'a Message,
    order: ByteOrder,
}

impl Read<'_> {
    fn body(&self) -> Result<RequestBody, NotUnderstood> {
        Ok(match self.message.header.command {
            JOIN => RequestBody::Join,
            JOINED => RequestBody::Joined {
                ancestors: self.ancestors()?,
            },
            REFUSED => RequestBody::Refused(match self.int(REASON)? {
                1 => Refusal::Circle,
                2 => Refusal::Full,
                _ => return Err(NotUnderstood::Parameter(REASON)),
            }),
            ANCESTORS => RequestBody::Ancestors(self.ancestors()?),
            LEAVE => RequestBody::Leave,
            UNKNOWN => RequestBody::Unknown,
            PROXIES => {
                let (part, parts) = (self.int(PART)?, self.int(PARTS)?);
                if !(1..=PARTS_MAX).contains(&parts) {
                    return Err(NotUnderstood::Parameter(PARTS));
                }
                if !(1..=parts).contains(&part) {
                    return Err(NotUnderstood::Parameter(PART));
                }
                RequestBody::Proxies {
                    generation: self.number(GENERATION)?,
                    part,
                    parts,
                    interests: self.interests(ADDS)?,
                }
            }
            CHANGE => RequestBody::Change {
                before: self.number(BEFORE)?,
                generation: self.number(GENERATION)?,
                add: self.interests(ADDS)?,
                remove: self.interests(REMOVES)?,
            },
            ASK => RequestBody::Ask,
            MEET => RequestBody::Meet,
            MET => RequestBody::Met,
            RELATION => RequestBody::Relation {
                role: Role::from_number(self.int(ROLE)?).ok_or(NotUnderstood::Parameter(ROLE))?,
                status: self.int(STATUS)?,
                ancestors: self.ancestors()?,
            },
            other => return Err(NotUnderstood::Number(other)),
        })
    }

    fn int(&self, id: i32) -> Result<i32, NotUnderstood> {
        self.message.int(id).ok_or(NotUnderstood::Parameter(id))
    }

    fn number(&self, id: i32) -> Result<u64, NotUnderstood> {
        match self.message.get(id) {
            Some(Value::Int64(value)) => u64::try_from(*value).ok().filter(|value| *value > 0),
            _ => None,
        }
        .ok_or(NotUnderstood::Parameter(id))
    }

    fn text(&self, id: i32) -> Result<String, NotUnderstood> {
        let value = self.message.get(id);
        value
            .and_then(|value| self.short_text(value))
            .ok_or(NotUnderstood::Parameter(id))
    }

    fn short_text(&self, value: &Value) -> Option<String> {
        let Value::Text(text) = value else {
            return None;
        };
        let text = text.decode(CCSID_UTF_8, self.order)?;
        let text = text.trim_end();
        let fits = (1..=IDENTIFIER_BYTES_MAX).contains(&text.len());
        fits.then(|| text.to_owned())
    }

    fn token(&self, id: i32) -> Result<Token, NotUnderstood> {
        match self.message.get(id) {
            Some(Value::Bytes(bytes)) => <[u8; 24]>::try_from(&bytes[..]).ok().map(Token),
            _ => None,
        }
        .ok_or(NotUnderstood::Parameter(id))
    }

    fn ancestors(&self) -> Result<Vec<String>, NotUnderstood> {
        let mut all = Vec::new();
        for parameter in &self.message.parameters {
            if parameter.id != ANCESTOR {
                continue;
            }
            if all.len() == ANCESTORS_MAX {
                return Err(NotUnderstood::TooMany(ANCESTOR));
            }
            let text = self.short_text(&parameter.value);
            all.push(text.ok_or(NotUnderstood::Parameter(ANCESTOR))?);
        }
        Ok(all)
    }

    fn interests(&self, kinds: [i32; 3]) -> Result<Vec<TopicInterest>, NotUnderstood> {
        let [_, characters, onward] = kinds;
        let mut all = Vec::new();
        for parameter in &self.message.parameters {
            if !kinds.contains(&parameter.id) {
                continue;
            }
            if all.len() == INTERESTS_IN_REQUEST_MAX {
                return Err(NotUnderstood::TooMany(parameter.id));
            }
            let interest = interest_of(&parameter.value, parameter.id == characters);
            let interest = interest.ok_or(NotUnderstood::Parameter(parameter.id))?;
            all.push(TopicInterest {
                onward: parameter.id == onward,
                ..interest
            });
        }
        Ok(all)
    }
}

fn interest_of(value: &Value, characters: bool) -> Option<TopicInterest> {
    let Value::Bytes(bytes) = value else {
        return None;
    };
    if bytes.is_empty() || bytes.len() > TOPIC_BYTES_MAX {
        return None;
    }
    let topic = std::str::from_utf8(bytes).ok()?;
    let scheme = match characters {
        true => Scheme::Character,
        false => Scheme::Topic,
    };
    Pattern::parse(topic, scheme).ok()?;
    Some(TopicInterest {
        characters,
        ..TopicInterest::levels(topic)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fuzz::fuzz_one;
    use ferromq_base::random::SplitMix64;

    fn interest(topic: &str, characters: bool) -> TopicInterest {
        TopicInterest {
            characters,
            ..TopicInterest::levels(topic)
        }
    }

    fn onward(topic: &str) -> TopicInterest {
        TopicInterest {
            onward: true,
            ..TopicInterest::levels(topic)
        }
    }

    fn all() -> Vec<RequestBody> {
        let above = vec!["QM1_2026".to_owned(), "QM0_2026".to_owned()];
        vec![
            RequestBody::Join,
            RequestBody::Joined {
                ancestors: above.clone(),
            },
            RequestBody::Refused(Refusal::Circle),
            RequestBody::Refused(Refusal::Full),
            RequestBody::Ancestors(above.clone()),
            RequestBody::Leave,
            RequestBody::Unknown,
            RequestBody::Proxies {
                generation: 7,
                part: 2,
                parts: 3,
                interests: vec![
                    interest("news/# ", false),
                    interest("a*", true),
                    onward("h/#"),
                ],
            },
            RequestBody::Change {
                before: 7,
                generation: 8,
                add: vec![interest("x", false)],
                remove: vec![interest("y?", true), interest("ä/+", false), onward("h")],
            },
            RequestBody::Ask,
            RequestBody::Meet,
            RequestBody::Met,
            RequestBody::Relation {
                role: Role::Member,
                status: MQPS_STATUS_STARTING,
                ancestors: Vec::new(),
            },
            RequestBody::Relation {
                role: Role::Child,
                status: MQPS_STATUS_ACTIVE,
                ancestors: above,
            },
        ]
    }

    fn request(body: RequestBody) -> Request {
        Request {
            from: Party {
                name: ObjectName::truncated("QM2"),
                identifier: "QM2_2026-11-26".into(),
            },
            token: Token([1; 24]),
            receipt: Token([2; 24]),
            body,
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        for body in all() {
            let request = request(body);
            let read = Request::decode(&request.encode(), ByteOrder::NATIVE);
            assert_eq!(read, Ok(request));
        }
    }

    #[test]
    fn what_is_out_of_bounds_is_not_understood() {
        let refused = |body| Request::decode(&request(body).encode(), ByteOrder::NATIVE);
        let proxies = |part, parts, topic: &str| RequestBody::Proxies {
            generation: 1,
            part,
            parts,
            interests: vec![interest(topic, false)],
        };
        let long = "x".repeat(TOPIC_BYTES_MAX + 1);
        for (body, error) in [
            (proxies(0, 1, "a"), NotUnderstood::Parameter(PART)),
            (proxies(2, 1, "a"), NotUnderstood::Parameter(PART)),
            (
                proxies(1, PARTS_MAX + 1, "a"),
                NotUnderstood::Parameter(PARTS),
            ),
            (proxies(1, 1, ""), NotUnderstood::Parameter(ADD)),
            (proxies(1, 1, &long), NotUnderstood::Parameter(ADD)),
            (
                RequestBody::Ancestors(vec!["x".into(); ANCESTORS_MAX + 1]),
                NotUnderstood::TooMany(ANCESTOR),
            ),
            (
                RequestBody::Ancestors(vec!["x".repeat(49)]),
                NotUnderstood::Parameter(ANCESTOR),
            ),
        ] {
            assert_eq!(refused(body), Err(error));
        }
        let many = vec![interest("a", false); INTERESTS_IN_REQUEST_MAX + 1];
        let change = RequestBody::Change {
            before: 1,
            generation: 2,
            add: many,
            remove: Vec::new(),
        };
        assert_eq!(refused(change), Err(NotUnderstood::TooMany(ADD)));
    }

    #[test]
    fn noise_and_changed_requests_are_refused_or_read() {
        let mut random = SplitMix64::new(1);
        let valid: Vec<Vec<u8>> = all()
            .into_iter()
            .map(|body| request(body).encode())
            .collect();
        for _ in 0..20_000 {
            let mut bytes = valid[random.below(valid.len() as u64) as usize].clone();
            for _ in 0..=random.below(3) {
                let at = random.below(bytes.len() as u64) as usize;
                bytes[at] = random.next_u64() as u8;
            }
            bytes.truncate(random.below(bytes.len() as u64 * 4) as usize);
            fuzz_one(&bytes);
        }
    }
}
