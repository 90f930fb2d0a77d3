//! Programmable command formats: messages of a header and parameters, as commands, their answers and
//! events are.
//!
//! [`Message::decode`] takes any bytes and fails where a rule of `docs/formats/pcf.md` does not hold;
//! [`Message::encode`] is its opposite. Strings stay in the code page they came in, with its CCSID.
//!
//! Source: "Structures for commands and responses" and the topics beneath it.

mod decode;
mod encode;
mod fuzz;
mod image;

use crate::code_page::{CodePage, End};
use crate::generated::constants::*;
use crate::generated::names::PARAMETERS;
use crate::header::ByteOrder;
use std::fmt;

pub use fuzz::fuzz_one;
pub use image::image;

/// Groups within groups within groups: more than this is refused.
pub const GROUP_DEPTH_MAX: usize = 8;

/// `MQCFH` without its length and its count of parameters, which follow from the message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// `MQCFT_*`.
    pub kind: i32,
    /// 1 to 3.
    pub version: i32,
    /// `MQCMD_*`.
    pub command: i32,
    /// Number of the message within its set, from 1.
    pub sequence: i32,
    /// `MQCFC_*`.
    pub control: i32,
    /// `MQCC_*`.
    pub comp_code: i32,
    /// `MQRC_*` or `MQRCCF_*`.
    pub reason: i32,
}

impl Header {
    /// The header of a command.
    #[must_use]
    pub fn command(command: i32) -> Self {
        Self {
            kind: MQCFT_COMMAND,
            version: MQCFH_VERSION_1,
            command,
            sequence: 1,
            control: MQCFC_LAST,
            comp_code: MQCC_OK,
            reason: MQRC_NONE,
        }
    }

    /// The header of an answer to a command.
    #[must_use]
    pub fn response(command: i32) -> Self {
        Self {
            kind: MQCFT_RESPONSE,
            ..Self::command(command)
        }
    }
}

/// Text as it stands in a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// Its CCSID; `MQCCSI_DEFAULT` for that of the message.
    pub ccsid: i32,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

impl Text {
    /// Text in the code page of the message, which has to be one with ASCII.
    #[must_use]
    pub fn plain(text: &str) -> Self {
        Self {
            ccsid: MQCCSI_DEFAULT,
            bytes: text.as_bytes().to_vec(),
        }
    }

    /// Its characters, if its code page is known and has them. It ends at the first NUL. `ccsid` is that
    /// of the message.
    #[must_use]
    pub fn decode(&self, ccsid: i32, order: ByteOrder) -> Option<String> {
        characters(&self.bytes, self.ccsid, ccsid, order)
    }
}

/// Several strings of one length. Shorter ones are filled with blanks when they are encoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Texts {
    /// Their CCSID; `MQCCSI_DEFAULT` for that of the message.
    pub ccsid: i32,
    /// Their bytes.
    pub list: Vec<Vec<u8>>,
}

impl Texts {
    /// Strings in the code page of the message, which has to be one with ASCII.
    #[must_use]
    pub fn plain<T: AsRef<str>>(texts: &[T]) -> Self {
        Self {
            ccsid: MQCCSI_DEFAULT,
            list: texts
                .iter()
                .map(|text| text.as_ref().as_bytes().to_vec())
                .collect(),
        }
    }

    /// The same, the first of them filled up to a length in bytes, as the others are when they are encoded.
    #[must_use]
    pub fn padded<T: AsRef<str>>(texts: &[T], length: usize) -> Self {
        let mut texts = Self::plain(texts);
        if let Some(first) = texts.list.first_mut()
            && first.len() < length
        {
            first.resize(length, b' ');
        }
        texts
    }

    /// Their characters, as [`Text::decode`] gives them.
    #[must_use]
    pub fn decode(&self, ccsid: i32, order: ByteOrder) -> Option<Vec<String>> {
        let decoded = self
            .list
            .iter()
            .map(|bytes| characters(bytes, self.ccsid, ccsid, order));
        decoded.collect()
    }
}

fn characters(bytes: &[u8], own: i32, of_message: i32, order: ByteOrder) -> Option<String> {
    let ccsid = match own {
        MQCCSI_DEFAULT | MQCCSI_INHERIT => of_message,
        own => own,
    };
    let page = CodePage::find(ccsid)?;
    let mut text = String::new();
    page.decode(bytes, order, End::Whole, &mut text).ok()?;
    if let Some(end) = text.find('\0') {
        text.truncate(end);
    }
    Some(text)
}

/// The value of a parameter: one for each structure there is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// `MQCFIN`
    Int(i32),
    /// `MQCFIN64`
    Int64(i64),
    /// `MQCFIL`
    Ints(Vec<i32>),
    /// `MQCFIL64`
    Int64s(Vec<i64>),
    /// `MQCFST`
    Text(Text),
    /// `MQCFSL`
    Texts(Texts),
    /// `MQCFBS`
    Bytes(Vec<u8>),
    /// `MQCFIF`
    IntFilter {
        /// `MQCFOP_*`.
        operator: i32,
        /// What is compared with.
        value: i32,
    },
    /// `MQCFSF`
    TextFilter {
        /// `MQCFOP_*`.
        operator: i32,
        /// What is compared with.
        value: Text,
    },
    /// `MQCFBF`
    BytesFilter {
        /// `MQCFOP_*`.
        operator: i32,
        /// What is compared with.
        value: Vec<u8>,
    },
    /// `MQCFGR`
    Group(Vec<Parameter>),
}

impl Value {
    /// `MQCFT_*` of its structure.
    #[must_use]
    pub const fn kind(&self) -> i32 {
        match self {
            Self::Int(_) => MQCFT_INTEGER,
            Self::Int64(_) => MQCFT_INTEGER64,
            Self::Ints(_) => MQCFT_INTEGER_LIST,
            Self::Int64s(_) => MQCFT_INTEGER64_LIST,
            Self::Text(_) => MQCFT_STRING,
            Self::Texts(_) => MQCFT_STRING_LIST,
            Self::Bytes(_) => MQCFT_BYTE_STRING,
            Self::IntFilter { .. } => MQCFT_INTEGER_FILTER,
            Self::TextFilter { .. } => MQCFT_STRING_FILTER,
            Self::BytesFilter { .. } => MQCFT_BYTE_STRING_FILTER,
            Self::Group(_) => MQCFT_GROUP,
        }
    }

    /// Its text without blanks at the end, if it is one. For messages in the encoding and a code page of this machine.
    #[must_use]
    pub fn text(&self) -> Option<String> {
        match self {
            Self::Text(text) => {
                let text = text.decode(crate::code_page::CCSID_UTF_8, ByteOrder::NATIVE)?;
                Some(text.trim_end().to_owned())
            }
            _ => None,
        }
    }
}

/// The value of the first parameter of a list with that number.
#[must_use]
pub fn value_of(parameters: &[Parameter], id: i32) -> Option<&Value> {
    let found = parameters.iter().find(|parameter| parameter.id == id);
    found.map(|parameter| &parameter.value)
}

/// The name of the constant a parameter is called by: `MQCA_Q_NAME`.
#[must_use]
pub fn parameter_name(id: i32) -> Option<&'static str> {
    let found = PARAMETERS.binary_search_by_key(&id, |(id, _)| *id);
    found.ok().map(|at| PARAMETERS[at].1)
}

/// One parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// `MQIA_*`, `MQCA_*`, `MQIACF_*`, `MQCACF_*`, `MQIACH_*`, `MQCACH_*`, `MQBACF_*`, `MQGACF_*`.
    pub id: i32,
    /// Its value.
    pub value: Value,
}

impl Parameter {
    /// A number.
    #[must_use]
    pub fn int(id: i32, value: i32) -> Self {
        Self {
            id,
            value: Value::Int(value),
        }
    }

    /// Numbers.
    #[must_use]
    pub fn ints(id: i32, values: &[i32]) -> Self {
        Self {
            id,
            value: Value::Ints(values.to_vec()),
        }
    }

    /// Text in the code page of the message, which has to be one with ASCII.
    #[must_use]
    pub fn text(id: i32, text: &str) -> Self {
        Self {
            id,
            value: Value::Text(Text::plain(text)),
        }
    }

    /// The same, filled with blanks to a length in bytes. Longer text stays as it is.
    #[must_use]
    pub fn padded(id: i32, text: &str, length: usize) -> Self {
        let mut text = Text::plain(text);
        if text.bytes.len() < length {
            text.bytes.resize(length, b' ');
        }
        Self {
            id,
            value: Value::Text(text),
        }
    }
}

/// A message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Its header.
    pub header: Header,
    /// Its parameters, in order.
    pub parameters: Vec<Parameter>,
}

impl Message {
    /// A command with its parameters.
    #[must_use]
    pub fn command(command: i32, parameters: Vec<Parameter>) -> Self {
        Self {
            header: Header::command(command),
            parameters,
        }
    }

    /// The value of the first parameter with that number.
    #[must_use]
    pub fn get(&self, id: i32) -> Option<&Value> {
        value_of(&self.parameters, id)
    }

    /// The number of the first parameter that is called so, if it is one.
    #[must_use]
    pub fn int(&self, id: i32) -> Option<i32> {
        match self.get(id) {
            Some(Value::Int(value)) => Some(*value),
            _ => None,
        }
    }

    /// The text of the first parameter that is called so, without blanks at its end. For messages in
    /// the encoding and a code page of this machine.
    #[must_use]
    pub fn text(&self, id: i32) -> Option<String> {
        self.get(id).and_then(Value::text)
    }
}

/// Which rule does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The message ends before its header does, or `StrucLength` of the header is wrong.
    HeaderLength,
    /// The header's version is none of those there are.
    HeaderVersion,
    /// `ParameterCount` of the header is negative.
    HeaderCount,
    /// No structure has that number.
    StructureType,
    /// `StrucLength` does not fit the structure or what is left of the message.
    Length,
    /// A count is negative or does not fit `StrucLength`.
    Count,
    /// The length of a string is negative or does not fit `StrucLength`.
    StringLength,
    /// There are too many groups within groups.
    Depth,
    /// There are fewer bytes than parameters need, or more.
    MessageLength,
}

/// Bytes that are no message: what is wrong, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// The rule.
    pub problem: Problem,
    /// `MQCFT_*` of the structure, 0 for the header.
    pub structure: i32,
    /// Number of the parameter, 0 where it is not known.
    pub parameter: i32,
    /// Offset of the structure in the message.
    pub offset: usize,
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rule = match self.problem {
            Problem::HeaderLength => "the header's length is not valid",
            Problem::HeaderVersion => "the header's version is not valid",
            Problem::HeaderCount => "the header's count of parameters is negative",
            Problem::StructureType => "there is no such structure",
            Problem::Length => "the structure's length is not valid",
            Problem::Count => "the structure's count is not valid",
            Problem::StringLength => "the length of a string is not valid",
            Problem::Depth => "groups are nested too deep",
            Problem::MessageLength => "the message is shorter or longer than its parameters",
        };
        write!(
            f,
            "{rule} (structure {} of parameter {} at offset {})",
            self.structure, self.parameter, self.offset
        )
    }
}

impl std::error::Error for Malformed {}

#[cfg(test)]
mod tests;
