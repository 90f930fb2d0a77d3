//! Bytes to messages.

use super::encode::name_parameter;
use super::{
    ANSWER, Body, COMMAND_ASK, COMMAND_DIGEST, COMMAND_TELL, COMMAND_WANT, ENTRIES_MAX, GONE,
    GROUP_PARAMETERS_MAX, HASH, KIND, LIFE, MESSAGE_BYTES_MAX, Message, MessageError, NAME,
    NameHash, OWNER, OwnerHash, PROTOCOL, PROTOCOL_1, Question, RECORD, RecordUpdate, SINCE, STATE,
    VERSION, VOUCHED,
};
use crate::limits::{LIFE_MS, VERSION_MAX};
use crate::record::{Contents, Name, QMID_BYTES_MAX, RecordKind, State, is_contents, object_name};
use ferromq_mqi::attribute::{AttributeInfo, Form, Value as Held};
use ferromq_mqi::code_page::CCSID_UTF_8;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::{MQCA_CLUSTER_NAME, MQCA_Q_MGR_IDENTIFIER, MQCFT_USER};
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::pcf::{Message as Pcf, Parameter, Text, Texts, Value};
use std::sync::Arc;

/// Parameters of a message besides its entries.
const OTHERS_MAX: usize = 8;

impl Message {
    /// Takes a message apart.
    ///
    /// # Errors
    /// The first rule that does not hold.
    pub fn decode(bytes: &[u8]) -> Result<Self, MessageError> {
        if bytes.len() > MESSAGE_BYTES_MAX {
            return Err(MessageError::Length);
        }
        let pcf = Pcf::decode(bytes, ByteOrder::Little).map_err(MessageError::Format)?;
        if pcf.header.kind != MQCFT_USER {
            return Err(MessageError::Header);
        }
        if pcf.parameters.len() > ENTRIES_MAX + OTHERS_MAX {
            return Err(MessageError::Count);
        }
        let head = Group(&pcf.parameters);
        let protocol = head.int(PROTOCOL)?;
        if protocol != PROTOCOL_1 {
            return Err(MessageError::Protocol(protocol));
        }
        let cluster = head.text(MQCA_CLUSTER_NAME)?;
        ObjectName::parse(&cluster).map_err(|_| MessageError::Value(MQCA_CLUSTER_NAME))?;
        let sender = head.qmid()?;
        let body = match pcf.header.command {
            COMMAND_TELL => Body::Tell {
                records: head.each(RECORD, update)?,
                answered: head.each(NAME, name_hash)?,
                owners: head.each(OWNER, owner_hash)?,
            },
            COMMAND_ASK => Body::Ask {
                names: head.each(NAME, question)?,
            },
            COMMAND_DIGEST => Body::Digest {
                owners: head.each(OWNER, owner_hash)?,
                answer: match head.int(ANSWER)? {
                    0 => false,
                    1 => true,
                    _ => return Err(MessageError::Value(ANSWER)),
                },
            },
            COMMAND_WANT => Body::Want {
                owners: head.each(OWNER, owner_hash)?,
            },
            other => return Err(MessageError::Command(other)),
        };
        Ok(Self {
            cluster,
            sender,
            body,
        })
    }
}

/// Parameters of a message or group.
struct Group<'a>(&'a [Parameter]);

impl Group<'_> {
    fn get(&self, id: i32) -> Result<&Value, MessageError> {
        let found = self.0.iter().find(|parameter| parameter.id == id);
        found
            .map(|parameter| &parameter.value)
            .ok_or(MessageError::Missing(id))
    }

    fn int(&self, id: i32) -> Result<i32, MessageError> {
        match self.get(id)? {
            Value::Int(value) => Ok(*value),
            _ => Err(MessageError::Missing(id)),
        }
    }

    /// A number, 0 or 1, that need not be there.
    fn flag(&self, id: i32) -> Result<bool, MessageError> {
        if self.get(id).is_err() {
            return Ok(false);
        }
        match self.int(id)? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(MessageError::Value(id)),
        }
    }

    fn int64(&self, id: i32) -> Result<i64, MessageError> {
        match self.get(id)? {
            Value::Int64(value) => Ok(*value),
            _ => Err(MessageError::Missing(id)),
        }
    }

    /// A number from `min` to `max`.
    fn bounded(&self, id: i32, min: u64, max: u64) -> Result<u64, MessageError> {
        let value = u64::try_from(self.int64(id)?).map_err(|_| MessageError::Value(id))?;
        match (min..=max).contains(&value) {
            true => Ok(value),
            false => Err(MessageError::Value(id)),
        }
    }

    fn text(&self, id: i32) -> Result<String, MessageError> {
        match self.get(id)? {
            Value::Text(found) => text(id, found),
            _ => Err(MessageError::Missing(id)),
        }
    }

    fn qmid(&self) -> Result<String, MessageError> {
        let qmid = self.text(MQCA_Q_MGR_IDENTIFIER)?;
        // Operators read it: with control characters it would write lines of its own.
        let is_plain = !qmid.chars().any(char::is_control);
        match qmid.is_empty() || qmid.len() > QMID_BYTES_MAX || !is_plain {
            true => Err(MessageError::Value(MQCA_Q_MGR_IDENTIFIER)),
            false => Ok(qmid),
        }
    }

    fn kind(&self) -> Result<RecordKind, MessageError> {
        RecordKind::from_number(self.int(KIND)?).ok_or(MessageError::Value(KIND))
    }

    fn name(&self) -> Result<Name, MessageError> {
        let kind = self.kind()?;
        let id = name_parameter(kind);
        Name::new(kind, &self.text(id)?).ok_or(MessageError::Value(id))
    }

    /// A name that may be asked for.
    fn asked(&self) -> Result<Name, MessageError> {
        let kind = self.kind()?;
        for all in [Name::all_topics(), Name::all_q_mgrs()] {
            if kind == all.kind && self.text(name_parameter(kind))? == *all.name {
                return Ok(all);
            }
        }
        self.name()
    }

    /// What each group with that number says.
    fn each<T>(
        &self,
        id: i32,
        read: impl Fn(&Group<'_>) -> Result<T, MessageError>,
    ) -> Result<Vec<T>, MessageError> {
        let mut all = Vec::new();
        for parameter in self.0.iter().filter(|parameter| parameter.id == id) {
            let Value::Group(inside) = &parameter.value else {
                return Err(MessageError::Missing(id));
            };
            if inside.len() > GROUP_PARAMETERS_MAX {
                return Err(MessageError::Count);
            }
            all.push(read(&Group(inside))?);
        }
        Ok(all)
    }
}

fn text(id: i32, text: &Text) -> Result<String, MessageError> {
    let text = text.decode(CCSID_UTF_8, ByteOrder::Little);
    let mut text = text.ok_or(MessageError::Value(id))?;
    text.truncate(text.trim_end_matches(' ').len());
    Ok(text)
}

fn texts(id: i32, texts: &Texts) -> Result<Vec<String>, MessageError> {
    let texts = texts.decode(CCSID_UTF_8, ByteOrder::Little);
    let texts = texts.ok_or(MessageError::Value(id))?;
    let trimmed = texts
        .iter()
        .map(|text| text.trim_end_matches(' ').to_owned());
    Ok(trimmed.collect())
}

fn update(group: &Group<'_>) -> Result<RecordUpdate, MessageError> {
    let name = group.name()?;
    let state = State::from_number(group.int(STATE)?).ok_or(MessageError::Value(STATE))?;
    let contents = match state {
        State::Live => contents(name.kind, group)?,
        State::Withdrawn | State::ForcedOut => Contents::none(),
    };
    Ok(RecordUpdate {
        owner: Arc::from(group.qmid()?),
        version: group.bounded(VERSION, 1, VERSION_MAX)?,
        life_ms: group.bounded(LIFE, 0, LIFE_MS)?,
        vouched: group.flag(VOUCHED)? && name.kind == RecordKind::QMgr && state == State::Live,
        name,
        state,
        contents,
    })
}

/// The attributes among the parameters. What is none of the kind's comes from a newer program.
fn contents(kind: RecordKind, group: &Group<'_>) -> Result<Contents, MessageError> {
    let mut made = Definition::new(kind.object(), object_name(0));
    for parameter in group.0 {
        let Some(info) = kind.object().by_selector(parameter.id) else {
            continue;
        };
        if !is_contents(kind, info.attr) || info.uses.volatile {
            continue;
        }
        let refused = MessageError::Value(parameter.id);
        let held = held(info, parameter)?;
        made.set_internal(info.attr, held).map_err(|_| refused)?;
    }
    Ok(Contents::of(kind, &made))
}

fn held(info: &AttributeInfo, parameter: &Parameter) -> Result<Held, MessageError> {
    let id = parameter.id;
    Ok(match &parameter.value {
        Value::Int(number) => Held::Int(*number),
        Value::Text(found) => Held::Text(text(id, found)?),
        Value::Texts(found) => Held::List(texts(id, found)?),
        Value::Ints(numbers) => {
            let Form::Choices { words, .. } = info.form else {
                return Err(MessageError::Value(id));
            };
            let word = |number: &i32| {
                let found = words.iter().find(|(_, known)| known == number);
                found.map(|(word, _)| (*word).to_owned())
            };
            let words: Option<Vec<String>> = numbers.iter().map(word).collect();
            Held::List(words.ok_or(MessageError::Value(id))?)
        }
        _ => return Err(MessageError::Value(id)),
    })
}

fn name_hash(group: &Group<'_>) -> Result<NameHash, MessageError> {
    Ok(NameHash {
        name: group.asked()?,
        hash: group.int64(HASH)?.cast_unsigned(),
    })
}

fn question(group: &Group<'_>) -> Result<Question, MessageError> {
    Ok(Question {
        name: group.asked()?,
        hash: group.int64(HASH)?.cast_unsigned(),
        life_ms: group.bounded(LIFE, 0, LIFE_MS)?,
    })
}

fn owner_hash(group: &Group<'_>) -> Result<OwnerHash, MessageError> {
    let since = match group.int64(SINCE)? {
        -1 => None,
        _ => Some(group.bounded(SINCE, 0, VERSION_MAX)?),
    };
    Ok(OwnerHash {
        owner: Arc::from(group.qmid()?),
        hash: group.int64(HASH)?.cast_unsigned(),
        gone: match group.get(GONE) {
            Ok(_) => Some(group.int64(GONE)?.cast_unsigned()),
            Err(_) => None,
        },
        since,
    })
}
