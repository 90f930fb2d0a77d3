//! Definitions: an object's kind, name and attribute values.
//!
//! A definition holds a value for every attribute its kind has, from the moment it is made. What the log
//! keeps is [`Definition::encode`]; numbers in it are frozen (see `tables/attributes.csv`).
//!
//! ```text
//! version u8 = 1 | kind u8 | name length u8, name | count u16 | count x entry
//! entry: attribute id u16 | tag u8 | value
//! value: tag 0: i32 | tag 1: length u16, UTF-8 | tag 2: count u16, count x (length u16, UTF-8)
//! ```
//!
//! Integers are little-endian. Bytes are a definition if every part is there, nothing follows, the kind is
//! known and the name is valid. Entries with an unknown id are kept and written again, so that an older
//! program does not lose what a newer one stored.

mod values;

use std::fmt;

use crate::attribute::{Attr, AttributeError, AttributeInfo, Form, ObjectKind, Value};
use crate::generated::constants::{MQCEX_NOLIMIT, MQQDT_PERMANENT_DYNAMIC};
use crate::name::ObjectName;
use values::Values;

/// The first byte of an encoded definition.
const FORMAT_VERSION: u8 = 1;

const TAG_INT: u8 = 0;
const TAG_TEXT: u8 = 1;
const TAG_LIST: u8 = 2;

/// An object's kind, name and attribute values.
#[derive(Clone, PartialEq, Eq)]
pub struct Definition {
    kind: ObjectKind,
    name: ObjectName,
    values: Values,
    /// Entries read from the log that this program does not know.
    unknown: Vec<(u16, Value)>,
}

impl Definition {
    /// A definition with the values of the table.
    #[must_use]
    pub fn new(kind: ObjectKind, name: ObjectName) -> Definition {
        Definition {
            kind,
            name,
            values: Values::new(kind, &name),
            unknown: Vec::new(),
        }
    }

    /// A definition of the same kind with the definable values of `base`; the rest starts anew.
    #[must_use]
    pub fn like(base: &Definition, name: ObjectName) -> Definition {
        let mut made = Definition::new(base.kind, name);
        made.copy_definable(base);
        made
    }

    /// The local queue that opening a model queue creates. Its type of definition is the model's.
    #[must_use]
    pub fn dynamic(model: &Definition, name: ObjectName) -> Definition {
        let mut made = Definition::new(ObjectKind::QLocal, name);
        made.copy_definable(model);
        let deftype = model
            .get(Attr::Deftype)
            .cloned()
            .unwrap_or(Value::Int(MQQDT_PERMANENT_DYNAMIC));
        made.put(Attr::Deftype, deftype);
        made
    }

    /// The same under another name.
    #[must_use]
    pub fn renamed(&self, name: ObjectName) -> Definition {
        let mut made = self.clone();
        made.name = name;
        made.values.name(self.kind, &name);
        made
    }

    /// Takes over every value that may be defined and that both kinds have.
    pub fn copy_definable(&mut self, base: &Definition) {
        for (at, info) in self.kind.attributes().iter().enumerate() {
            if info.uses.definable
                && let Some(value) = base.get(info.attr)
            {
                self.values.set(self.kind, at, value.clone());
            }
        }
        self.count_names();
    }

    /// The kind.
    #[must_use]
    pub const fn kind(&self) -> ObjectKind {
        self.kind
    }

    /// The name.
    #[must_use]
    pub const fn name(&self) -> ObjectName {
        self.name
    }

    /// The value of an attribute, if the kind has it.
    #[must_use]
    pub fn get(&self, attr: Attr) -> Option<&Value> {
        let at = self.kind.position(attr)?;
        Some(self.values.get(self.kind, at))
    }

    /// The number of an attribute.
    ///
    /// # Panics
    /// If the kind has no such attribute or it is no number: that is a mistake in the caller.
    #[must_use]
    pub fn int(&self, attr: Attr) -> i32 {
        match self.find_int(attr) {
            Some(number) => number,
            // invariant: callers name attributes themselves, and know which the kind has
            None => panic!("{} has no number {}", self.kind, attr.keyword()),
        }
    }

    /// The number of an attribute, if the kind has it.
    #[must_use]
    pub fn find_int(&self, attr: Attr) -> Option<i32> {
        match self.get(attr) {
            Some(Value::Int(number)) => Some(*number),
            _ => None,
        }
    }

    /// The text of an attribute, without trailing blanks.
    ///
    /// # Panics
    /// If the kind has no such attribute or it is no text: that is a mistake in the caller.
    #[must_use]
    pub fn text(&self, attr: Attr) -> &str {
        match self.find_text(attr) {
            Some(text) => text,
            // invariant: callers name attributes themselves, and know which the kind has
            None => panic!("{} has no text {}", self.kind, attr.keyword()),
        }
    }

    /// The same, if the kind has it.
    #[must_use]
    pub fn find_text(&self, attr: Attr) -> Option<&str> {
        match self.get(attr) {
            Some(Value::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// The names of a list attribute.
    ///
    /// # Panics
    /// If the kind has no such attribute or it is no list: that is a mistake in the caller.
    #[must_use]
    pub fn list(&self, attr: Attr) -> &[String] {
        match self.get(attr) {
            Some(Value::List(names)) => names,
            // invariant: callers name attributes themselves, and know which the kind has
            _ => panic!("{} has no list {}", self.kind, attr.keyword()),
        }
    }

    /// What a selector of MQINQ asks for.
    #[must_use]
    pub fn by_selector(&self, selector: i32) -> Option<(&'static AttributeInfo, &Value)> {
        let info = self.kind.by_selector(selector)?;
        Some((info, self.get(info.attr)?))
    }

    /// Sets a value as DEFINE and ALTER do. Nothing changes if it is refused.
    ///
    /// # Errors
    /// See [`AttributeError`].
    pub fn set(&mut self, attr: Attr, value: impl Into<Value>) -> Result<(), AttributeError> {
        self.set_if(attr, value.into(), |info| {
            info.uses.definable || info.uses.alterable
        })
    }

    /// Sets a value as MQSET does. Nothing changes if it is refused.
    ///
    /// # Errors
    /// See [`AttributeError`].
    pub fn set_by_program(
        &mut self,
        attr: Attr,
        value: impl Into<Value>,
    ) -> Result<(), AttributeError> {
        self.set_if(attr, value.into(), |info| info.uses.settable)
    }

    /// Sets a value that the queue manager keeps up to date itself, such as a date.
    ///
    /// # Errors
    /// See [`AttributeError`]; never [`AttributeError::ReadOnly`], except for the object's name.
    pub fn set_internal(
        &mut self,
        attr: Attr,
        value: impl Into<Value>,
    ) -> Result<(), AttributeError> {
        self.set_if(attr, value.into(), |info| info.form != Form::Key)
    }

    /// Sets a name that is only shown: it may have what names of objects have not, as those in the place of names that are not known. Nothing if the
    /// kind lacks it.
    pub fn set_shown_name(&mut self, attr: Attr, name: &str) {
        if let Some(Value::Text(_)) = self.get(attr) {
            self.put(attr, Value::Text(name.trim_end().to_owned()));
        }
    }

    /// Sets a value from an MQSC keyword in capitals and the values in its parentheses; a flag has none.
    ///
    /// # Errors
    /// The error says whether the keyword is not one of this kind's, or what is wrong with the value.
    pub fn set_mqsc(&mut self, keyword: &str, given: &[&str]) -> Result<(), KeywordError> {
        let found = self.kind.by_keyword(keyword).ok_or(KeywordError::Unknown)?;
        let attr = found.info.attr;
        let value = match found.flag {
            Some(flag) if given.is_empty() => Value::Int(i32::from(flag)),
            _ => found.info.parse(given)?,
        };
        Ok(self.set(attr, value)?)
    }

    /// An attribute as MQSC shows it, such as `MAXDEPTH(5000)`; nothing if the kind lacks it.
    #[must_use]
    pub fn show(&self, attr: Attr) -> Option<String> {
        Some(self.kind.attribute(attr)?.show(self.get(attr)?))
    }

    /// The cap on message expiry in tenths of a second, or `None` if there is none. The attribute counts
    /// first; older definitions say it inside CUSTOM.
    #[must_use]
    pub fn cap_expiry_tenths(&self) -> Option<i32> {
        match self.get(Attr::Capexpry) {
            Some(Value::Int(tenths)) if *tenths != MQCEX_NOLIMIT => return Some(*tenths),
            _ => {}
        }
        let Some(Value::Text(custom)) = self.get(Attr::Custom) else {
            return None;
        };
        custom_value(custom, "CAPEXPRY")?
            .trim()
            .parse()
            .ok()
            .filter(|tenths| *tenths > 0)
    }

    /// Appends the bytes the log keeps.
    pub fn encode_into(&self, out: &mut Vec<u8>) {
        let name = self.name.as_str();
        out.extend([FORMAT_VERSION, self.kind as u8]);
        // invariant: a name is made of 48 bytes
        out.push(u8::try_from(name.len()).expect("a name has at most 48 bytes"));
        out.extend(name.as_bytes());
        let known = self
            .kind
            .attributes()
            .iter()
            .zip(self.values.all(self.kind));
        let logged: Vec<_> = known.filter(|(info, _)| !info.uses.volatile).collect();
        out.extend(length_bytes(logged.len() + self.unknown.len()));
        for (info, value) in logged {
            encode_entry(out, info.attr as u16, value);
        }
        for (id, value) in &self.unknown {
            encode_entry(out, *id, value);
        }
    }

    /// The bytes the log keeps.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(640);
        self.encode_into(&mut out);
        out
    }

    /// The same without the values a new object has, and without those of `left_out`. [`Definition::decode`] reads it; the
    /// same values make the same bytes.
    #[must_use]
    pub fn encode_changed(&self, left_out: &[Attr]) -> Vec<u8> {
        let name = self.name.as_str();
        let mut out = vec![FORMAT_VERSION, self.kind as u8];
        // invariant: a name is made of 48 bytes
        out.push(u8::try_from(name.len()).expect("a name has at most 48 bytes"));
        out.extend(name.as_bytes());
        let count_at = out.len();
        out.extend(length_bytes(0));
        let mut count = 0;
        for (info, value) in self
            .kind
            .attributes()
            .iter()
            .zip(self.values.all(self.kind))
        {
            let told = !info.uses.volatile && !left_out.contains(&info.attr);
            if told && !info.is_initial(value) {
                encode_entry(&mut out, info.attr as u16, value);
                count += 1;
            }
        }
        out[count_at..count_at + 2].copy_from_slice(&length_bytes(count));
        out
    }

    /// Reads what [`Definition::encode`] wrote. Attributes that are not there keep the table's value.
    ///
    /// # Errors
    /// [`DefinitionDecodeError`] for bytes that are not a definition.
    pub fn decode(bytes: &[u8]) -> Result<Definition, DefinitionDecodeError> {
        let mut reader = Reader { bytes, offset: 0 };
        let version = reader.byte()?;
        if version != FORMAT_VERSION {
            return Err(DefinitionDecodeError::Version { version });
        }
        let id = reader.byte()?;
        let kind = ObjectKind::from_id(id).ok_or(DefinitionDecodeError::Kind { id })?;
        let name_bytes = usize::from(reader.byte()?);
        let name = kind.parse_name(reader.text(name_bytes)?);
        let name = name.map_err(|_| DefinitionDecodeError::Name)?;
        let mut made = Definition::new(kind, name);
        for _ in 0..reader.length()? {
            let offset = reader.offset;
            let id = u16::from_le_bytes(reader.array()?);
            let value = reader.value()?;
            made.take_entry(id, value, offset)?;
        }
        if reader.offset != bytes.len() {
            return Err(DefinitionDecodeError::Trailing {
                offset: reader.offset,
            });
        }
        made.count_names();
        Ok(made)
    }

    fn take_entry(
        &mut self,
        id: u16,
        value: Value,
        offset: usize,
    ) -> Result<(), DefinitionDecodeError> {
        let Some(at) = Attr::from_id(id).and_then(|attr| self.kind.position(attr)) else {
            self.unknown.push((id, value));
            return Ok(());
        };
        let info = &self.kind.attributes()[at];
        if info.uses.volatile {
            return Ok(());
        }
        info.check(&value)
            .map_err(|error| DefinitionDecodeError::Value { offset, error })?;
        self.values.set(self.kind, at, value);
        Ok(())
    }

    fn set_if(
        &mut self,
        attr: Attr,
        value: Value,
        allowed: impl Fn(&AttributeInfo) -> bool,
    ) -> Result<(), AttributeError> {
        let info = self.kind.attribute(attr).ok_or(AttributeError::NotOfKind {
            attr,
            kind: self.kind,
        })?;
        if !allowed(info) {
            return Err(AttributeError::ReadOnly { attr });
        }
        let value = match value {
            Value::Text(text) => Value::Text(text.trim_end_matches(' ').to_owned()),
            other => other,
        };
        info.check(&value)?;
        self.put(attr, value);
        self.count_names();
        Ok(())
    }

    fn put(&mut self, attr: Attr, value: Value) {
        if let Some(at) = self.kind.position(attr) {
            self.values.set(self.kind, at, value);
        }
    }

    /// Keeps NAMCOUNT equal to the number of names.
    fn count_names(&mut self) {
        if let Some(Value::List(names)) = self.get(Attr::Names) {
            // invariant: a value is checked against the table when it is set
            let count = i32::try_from(names.len()).expect("the table bounds the number of names");
            self.put(Attr::Namcount, Value::Int(count));
        }
    }
}

impl fmt::Debug for Definition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({})", self.kind, self.name.as_str())?;
        for (info, value) in self
            .kind
            .attributes()
            .iter()
            .zip(self.values.all(self.kind))
        {
            if *value != initial(info, &self.name) {
                write!(f, " {}", info.show(value))?;
            }
        }
        Ok(())
    }
}

fn initial(info: &AttributeInfo, name: &ObjectName) -> Value {
    match info.form {
        Form::Key => Value::Text(name.as_str().to_owned()),
        _ => info.initial_value(),
    }
}

/// The value in parentheses after `keyword` in the text of a CUSTOM attribute.
#[must_use]
pub fn custom_value<'a>(custom: &'a str, keyword: &str) -> Option<&'a str> {
    custom.split(')').find_map(|entry| {
        let (name, value) = entry.split_once('(')?;
        name.trim_matches([' ', ','])
            .eq_ignore_ascii_case(keyword)
            .then_some(value)
    })
}

/// Why an MQSC keyword with its value is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeywordError {
    /// The object kind has no such keyword.
    Unknown,
    /// The keyword is good and the value is not.
    Refused(AttributeError),
}

impl From<AttributeError> for KeywordError {
    fn from(error: AttributeError) -> KeywordError {
        KeywordError::Refused(error)
    }
}

impl fmt::Display for KeywordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KeywordError::Unknown => f.write_str("the object has no attribute of that name"),
            KeywordError::Refused(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for KeywordError {}

/// Why bytes are not a definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DefinitionDecodeError {
    /// They end too early.
    Truncated {
        /// Where more was expected.
        offset: usize,
    },
    /// The format is one this program does not know.
    Version {
        /// What the first byte says.
        version: u8,
    },
    /// The object kind is unknown.
    Kind {
        /// Its number.
        id: u8,
    },
    /// The name is not valid.
    Name,
    /// Text is not UTF-8.
    Text {
        /// Where it begins.
        offset: usize,
    },
    /// A value has an unknown tag.
    Tag {
        /// Where it is.
        offset: usize,
    },
    /// A value is not one the attribute takes.
    Value {
        /// Where its entry begins.
        offset: usize,
        /// What is wrong with it.
        error: AttributeError,
    },
    /// There is more after the last entry.
    Trailing {
        /// Where the rest begins.
        offset: usize,
    },
}

impl fmt::Display for DefinitionDecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truncated { offset } => write!(f, "the definition ends at byte {offset}"),
            Self::Version { version } => write!(f, "definition format {version} is unknown"),
            Self::Kind { id } => write!(f, "object kind {id} is unknown"),
            Self::Name => f.write_str("the object name is not valid"),
            Self::Text { offset } => write!(f, "the text at byte {offset} is not UTF-8"),
            Self::Tag { offset } => write!(f, "the value tag at byte {offset} is unknown"),
            Self::Value { offset, error } => {
                write!(f, "the entry at byte {offset} is refused: {error}")
            }
            Self::Trailing { offset } => {
                write!(f, "there are bytes after the end at byte {offset}")
            }
        }
    }
}

impl std::error::Error for DefinitionDecodeError {}

fn length_bytes(length: usize) -> [u8; 2] {
    u16::try_from(length)
        // invariant: a value is checked against the table when it is set
        .expect("the attribute table bounds every length")
        .to_le_bytes()
}

fn encode_entry(out: &mut Vec<u8>, id: u16, value: &Value) {
    out.extend(id.to_le_bytes());
    match value {
        Value::Int(number) => {
            out.push(TAG_INT);
            out.extend(number.to_le_bytes());
        }
        Value::Text(text) => {
            out.push(TAG_TEXT);
            encode_text(out, text);
        }
        Value::List(names) => {
            out.push(TAG_LIST);
            out.extend(length_bytes(names.len()));
            names.iter().for_each(|name| encode_text(out, name));
        }
    }
}

fn encode_text(out: &mut Vec<u8>, text: &str) {
    out.extend(length_bytes(text.len()));
    out.extend(text.as_bytes());
}

struct Reader<'a> {
    bytes: &'a [u8],
    offset: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], DefinitionDecodeError> {
        let rest = &self.bytes[self.offset..];
        let taken = rest.get(..count).ok_or(DefinitionDecodeError::Truncated {
            offset: self.offset,
        })?;
        self.offset += count;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], DefinitionDecodeError> {
        let mut out = [0; N];
        out.copy_from_slice(self.take(N)?);
        Ok(out)
    }

    fn byte(&mut self) -> Result<u8, DefinitionDecodeError> {
        self.array::<1>().map(|[byte]| byte)
    }

    fn length(&mut self) -> Result<usize, DefinitionDecodeError> {
        Ok(usize::from(u16::from_le_bytes(self.array()?)))
    }

    fn text(&mut self, count: usize) -> Result<&'a str, DefinitionDecodeError> {
        let offset = self.offset;
        std::str::from_utf8(self.take(count)?).map_err(|_| DefinitionDecodeError::Text { offset })
    }

    fn value(&mut self) -> Result<Value, DefinitionDecodeError> {
        let offset = self.offset;
        match self.byte()? {
            TAG_INT => Ok(Value::Int(i32::from_le_bytes(self.array()?))),
            TAG_TEXT => {
                let length = self.length()?;
                Ok(Value::Text(self.text(length)?.to_owned()))
            }
            TAG_LIST => {
                let mut names = Vec::new();
                for _ in 0..self.length()? {
                    let length = self.length()?;
                    names.push(self.text(length)?.to_owned());
                }
                Ok(Value::List(names))
            }
            _ => Err(DefinitionDecodeError::Tag { offset }),
        }
    }
}

#[cfg(test)]
mod tests;
