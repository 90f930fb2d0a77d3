//! Messages to bytes.

use super::{
    ANSWER, Body, COMMAND_ASK, COMMAND_DIGEST, COMMAND_TELL, COMMAND_WANT, GONE, HASH, KIND, LIFE,
    Message, NAME, NameHash, OWNER, OwnerHash, PROTOCOL, PROTOCOL_1, Question, RECORD,
    RecordUpdate, SINCE, STATE, VERSION, VOUCHED,
};
use crate::record::{Name, RecordKind, is_contents, object_name};
use ferromq_mqi::attribute::{AttributeInfo, Form, Value as Held};
use ferromq_mqi::generated::constants::{
    MQCA_CLUSTER_NAME, MQCA_CLUSTER_Q_MGR_NAME, MQCA_Q_MGR_IDENTIFIER, MQCA_Q_NAME,
    MQCA_TOPIC_NAME, MQCACH_CHANNEL_NAME, MQCFT_USER,
};
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::pcf::{Header, Message as Pcf, Parameter, Texts, Value};

impl Message {
    /// The bytes of the message.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut parameters = vec![
            Parameter::text(MQCA_CLUSTER_NAME, &self.cluster),
            Parameter::text(MQCA_Q_MGR_IDENTIFIER, &self.sender),
            Parameter::int(PROTOCOL, PROTOCOL_1),
        ];
        let command = match &self.body {
            Body::Tell {
                records,
                answered,
                owners,
            } => {
                parameters.extend(records.iter().map(update));
                parameters.extend(answered.iter().map(name_hash));
                parameters.extend(owners.iter().map(owner_hash));
                COMMAND_TELL
            }
            Body::Ask { names } => {
                parameters.extend(names.iter().map(question));
                COMMAND_ASK
            }
            Body::Digest { owners, answer } => {
                parameters.push(Parameter::int(ANSWER, i32::from(*answer)));
                parameters.extend(owners.iter().map(owner_hash));
                COMMAND_DIGEST
            }
            Body::Want { owners } => {
                parameters.extend(owners.iter().map(owner_hash));
                COMMAND_WANT
            }
        };
        let header = Header {
            kind: MQCFT_USER,
            ..Header::command(command)
        };
        Pcf { header, parameters }.encode(ByteOrder::Little)
    }
}

fn group(id: i32, parameters: Vec<Parameter>) -> Parameter {
    Parameter {
        id,
        value: Value::Group(parameters),
    }
}

fn int64(id: i32, value: u64) -> Parameter {
    Parameter {
        id,
        value: Value::Int64(value.cast_signed()),
    }
}

/// The parameter that has the name of a kind.
pub(super) const fn name_parameter(kind: RecordKind) -> i32 {
    match kind {
        RecordKind::QMgr => MQCA_CLUSTER_Q_MGR_NAME,
        RecordKind::Queue => MQCA_Q_NAME,
        RecordKind::Topic => MQCA_TOPIC_NAME,
        RecordKind::Channel => MQCACH_CHANNEL_NAME,
    }
}

fn named(name: &Name) -> Vec<Parameter> {
    vec![
        Parameter::int(KIND, name.kind as i32),
        Parameter::text(name_parameter(name.kind), &name.name),
    ]
}

fn update(update: &RecordUpdate) -> Parameter {
    let mut inside = named(&update.name);
    inside.push(Parameter::text(MQCA_Q_MGR_IDENTIFIER, &update.owner));
    inside.push(int64(VERSION, update.version));
    inside.push(int64(LIFE, update.life_ms));
    inside.push(Parameter::int(STATE, update.state as i32));
    if update.vouched {
        inside.push(Parameter::int(VOUCHED, 1));
    }
    let kind = update.name.kind;
    let definition = update.contents.definition(kind, object_name(0));
    for info in kind.object().attributes() {
        let travels = is_contents(kind, info.attr) && !info.uses.volatile;
        if travels
            && let Some(held) = definition.get(info.attr)
            && !info.is_initial(held)
        {
            inside.extend(attribute(info, held));
        }
    }
    group(RECORD, inside)
}

/// An attribute by its selector.
fn attribute(info: &AttributeInfo, held: &Held) -> Option<Parameter> {
    let id = info.selector?;
    let value = match held {
        Held::Int(number) => Value::Int(*number),
        Held::Text(text) => return Some(Parameter::text(id, text)),
        Held::List(words) => match info.form {
            // A list of words goes as their numbers.
            Form::Choices { words: known, .. } => {
                let number = |word: &String| {
                    let found = known.iter().find(|(known, _)| known == word);
                    found.map(|(_, number)| *number)
                };
                Value::Ints(words.iter().filter_map(number).collect())
            }
            _ => Value::Texts(Texts::plain(words)),
        },
    };
    Some(Parameter { id, value })
}

fn name_hash(of: &NameHash) -> Parameter {
    let mut inside = named(&of.name);
    inside.push(int64(HASH, of.hash));
    group(NAME, inside)
}

fn question(question: &Question) -> Parameter {
    let mut inside = named(&question.name);
    inside.push(int64(HASH, question.hash));
    inside.push(int64(LIFE, question.life_ms));
    group(NAME, inside)
}

fn owner_hash(of: &OwnerHash) -> Parameter {
    let since = of.since.map_or(-1, u64::cast_signed);
    let mut inside = vec![
        Parameter::text(MQCA_Q_MGR_IDENTIFIER, &of.owner),
        int64(HASH, of.hash),
        Parameter {
            id: SINCE,
            value: Value::Int64(since),
        },
    ];
    inside.extend(of.gone.map(|gone| int64(GONE, gone)));
    group(OWNER, inside)
}
