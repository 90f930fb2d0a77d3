//! `MQINQMP`.

use super::field::FIELDS;
use super::name::{DESCRIPTOR, Target, check_length, told};
use super::set::of_field;
use super::value::{convert, kind_of, write_text, write_value};
use super::{Cursor, MessageHandle, Position, PropertyDescriptor};
use crate::convert::Described;
use crate::generated::constants::*;
use crate::property::Value;
use crate::reason::Reason;
use std::borrow::Cow;
use std::fmt;

/// What a program asks for.
#[derive(Clone, Copy, Debug)]
pub struct Inquiry<'a> {
    /// The name; `%` at its end stands for any characters.
    pub name: &'a str,
    /// `MQIMPO_*`.
    pub options: i32,
    /// `MQTYPE_*` of the value wanted, with `MQIMPO_CONVERT_TYPE`.
    pub kind: i32,
    /// Code page and encoding of the value wanted, with `MQIMPO_CONVERT_VALUE`.
    pub requested: Described,
    /// Bytes there is room for in the value.
    pub value_room: usize,
    /// Bytes there is room for in the name; `None` when the name is not wanted.
    pub name_room: Option<usize>,
}

impl<'a> Inquiry<'a> {
    /// Asks for the first property of a name, as it is.
    #[must_use]
    pub const fn first(name: &'a str) -> Self {
        Self {
            name,
            options: MQIMPO_INQ_FIRST,
            kind: MQTYPE_AS_SET,
            requested: OWN,
            value_room: usize::MAX,
            name_room: Some(usize::MAX),
        }
    }
}

/// What is told.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// `NONE`, or a warning: `MQRC_PROP_VALUE_NOT_CONVERTED`, `MQRC_PROP_NAME_NOT_CONVERTED`,
    /// `MQRC_PROP_TYPE_NOT_SUPPORTED`.
    pub reason: Reason,
    /// The name the property is known by.
    pub name: Box<str>,
    /// The name in the code page [`Answer::name_ccsid`]; empty when it was not wanted or the length was asked for.
    pub name_bytes: Vec<u8>,
    /// Length of the name in bytes.
    pub name_length: usize,
    /// Code page of the name.
    pub name_ccsid: i32,
    /// `MQTYPE_*` of the value.
    pub kind: i32,
    /// The value; empty when the length was asked for.
    pub value: Vec<u8>,
    /// Length of the value in bytes.
    pub data_length: usize,
    /// Code page and encoding of the value.
    pub returned: Described,
    /// What is said of the property.
    pub descriptor: PropertyDescriptor,
    /// The data type that the message says it has and nobody here knows, with
    /// `MQRC_PROP_TYPE_NOT_SUPPORTED` (`MQIMPO.TypeString`).
    pub foreign_type: Option<Box<str>>,
}

/// Why nothing is told. The property inquired last is still the one before.
#[derive(Clone, Debug, PartialEq)]
pub struct InquiryError {
    /// Why.
    pub reason: Reason,
    /// Length of the value, where a property was found.
    pub data_length: usize,
    /// Length of the name, likewise.
    pub name_length: usize,
    /// `MQTYPE_*` of the value, likewise.
    pub kind: Option<i32>,
    /// As much of the value as there is room for, where that is too little.
    pub value: Vec<u8>,
}

impl From<Reason> for InquiryError {
    fn from(reason: Reason) -> Self {
        Self {
            reason,
            data_length: 0,
            name_length: 0,
            kind: None,
            value: Vec::new(),
        }
    }
}

impl fmt::Display for InquiryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reason.fmt(f)
    }
}

impl std::error::Error for InquiryError {}

/// How values are kept.
const OWN: Described = Described {
    ccsid: 1208,
    encoding: MQENC_NATIVE,
};

const WHICH: i32 = MQIMPO_INQ_NEXT | MQIMPO_INQ_PROP_UNDER_CURSOR;
const OPTIONS: i32 = WHICH | MQIMPO_CONVERT_TYPE | MQIMPO_CONVERT_VALUE | MQIMPO_QUERY_LENGTH;

/// A property that was found.
struct Found<'a> {
    /// Nowhere when it is made of fields of the descriptor.
    position: Option<Position>,
    name: Cow<'a, str>,
    value: Value,
    descriptor: PropertyDescriptor,
    foreign_type: Option<&'a str>,
}

impl MessageHandle {
    /// `MQINQMP`. What is told becomes the property inquired last.
    ///
    /// # Errors
    /// `MQRC_OPTIONS_ERROR`; `MQRC_PROPERTY_NAME_LENGTH_ERR`, unless the property inquired last is asked for;
    /// `MQRC_PROPERTY_NOT_AVAILABLE`; `MQRC_PROPERTY_TYPE_ERROR`,
    /// `MQRC_PROP_CONV_NOT_SUPPORTED` and `MQRC_PROP_NUMBER_FORMAT_ERROR` of a conversion of type;
    /// `MQRC_PROPERTY_NAME_TOO_BIG`, `MQRC_PROPERTY_VALUE_TOO_BIG`.
    pub fn inquire(&mut self, inquiry: &Inquiry<'_>) -> Result<Answer, InquiryError> {
        if inquiry.options & !OPTIONS != 0 || inquiry.options & WHICH == WHICH {
            return Err(Reason::OPTIONS_ERROR.into());
        }
        if inquiry.options & MQIMPO_INQ_PROP_UNDER_CURSOR == 0 {
            check_length(inquiry.name)?;
        }
        let found = self
            .look(inquiry)
            .ok_or(InquiryError::from(Reason::PROPERTY_NOT_AVAILABLE))?;
        let answer = answer(inquiry, &found)?;
        if let Some(at) = found.position {
            self.cursor = Some(Cursor {
                at,
                there: true,
                asked: inquiry.name.into(),
            });
        }
        Ok(answer)
    }

    fn look<'a>(&'a self, inquiry: &Inquiry<'a>) -> Option<Found<'a>> {
        if inquiry.options & MQIMPO_INQ_PROP_UNDER_CURSOR != 0 {
            return self.found(self.under_cursor()?);
        }
        let from = match &self.cursor {
            Some(cursor)
                if inquiry.options & MQIMPO_INQ_NEXT != 0 && *cursor.asked == *inquiry.name =>
            {
                let step = usize::from(cursor.there);
                match cursor.at {
                    Position::Property(at) => Position::Property(at + step),
                    Position::Field(at) => Position::Field(at + step),
                }
            }
            _ => Position::Property(0),
        };
        let position = match inquiry.name.strip_suffix('%') {
            Some(prefix) => self.matching(from, prefix),
            None => {
                let target = Target::of(inquiry.name);
                match self.named(from, &target) {
                    None if target.is_derived() && from == Position::Property(0) => {
                        return Some(Found {
                            position: None,
                            name: Cow::Borrowed(inquiry.name),
                            value: target.derived(&self.descriptor, self.known)?,
                            descriptor: of_field(),
                            foreign_type: None,
                        });
                    }
                    found => found,
                }
            }
        };
        self.found(position?)
    }

    /// The first property of a name from a position on.
    fn named(&self, from: Position, target: &Target<'_>) -> Option<Position> {
        if let (Position::Property(from), Some(path)) = (from, target.path()) {
            let mut rest = self.properties.iter().enumerate().skip(from);
            return rest
                .find(|(_, property)| *property.path == *path)
                .map(|(at, _)| Position::Property(at));
        }
        let field = target.field()?;
        let passed = matches!(from, Position::Field(from) if field < from);
        (self.known.has(field) && !passed).then_some(Position::Field(field))
    }

    /// The first that begins with `prefix` from a position on. Fields of the descriptor are told when they are asked for.
    fn matching(&self, from: Position, prefix: &str) -> Option<Position> {
        let fields_from = match from {
            Position::Property(from) => {
                let mut rest = self.properties.iter().enumerate().skip(from);
                let begins =
                    |path: &str| path.starts_with(prefix) || told(path).starts_with(prefix);
                if let Some((at, _)) = rest.find(|(_, property)| begins(&property.path)) {
                    return Some(Position::Property(at));
                }
                0
            }
            Position::Field(from) => from,
        };
        if !prefix.starts_with("Root") {
            return None;
        }
        let mut known = self.known.iter().filter(|field| *field >= fields_from);
        known
            .find(|field| format!("{DESCRIPTOR}{}", FIELDS[*field].name).starts_with(prefix))
            .map(Position::Field)
    }

    fn found(&self, position: Position) -> Option<Found<'_>> {
        Some(match position {
            Position::Property(at) => {
                let property = self.properties.get(at)?;
                Found {
                    position: Some(position),
                    name: Cow::Borrowed(told(&property.path)),
                    value: property.value.clone(),
                    descriptor: PropertyDescriptor {
                        options: MQPD_NONE,
                        support: property.support,
                        context: property.context,
                        copy: property.copy,
                    },
                    foreign_type: property.foreign_type.as_deref(),
                }
            }
            Position::Field(at) => Found {
                position: Some(position),
                name: Cow::Owned(format!("{DESCRIPTOR}{}", FIELDS[at].name)),
                value: FIELDS[at].get(&self.descriptor),
                descriptor: of_field(),
                foreign_type: None,
            },
        })
    }
}

/// The answer, or why there is no room for it.
fn answer(inquiry: &Inquiry<'_>, found: &Found<'_>) -> Result<Answer, InquiryError> {
    let value = if inquiry.options & MQIMPO_CONVERT_TYPE != 0 && inquiry.kind != MQTYPE_AS_SET {
        Cow::Owned(convert(&found.value, inquiry.kind)?)
    } else {
        Cow::Borrowed(&found.value)
    };
    let (mut reason, mut returned, mut name_ccsid) = (Reason::NONE, OWN, OWN.ccsid);
    if found.foreign_type.is_some() {
        reason = Reason::PROP_TYPE_NOT_SUPPORTED;
    }
    let mut name_bytes = found.name.as_bytes().to_vec();
    let mut bytes = None;
    if inquiry.options & MQIMPO_CONVERT_VALUE != 0 {
        match write_text(&found.name, inquiry.requested) {
            Some(name) => (name_bytes, name_ccsid) = (name, inquiry.requested.ccsid),
            None => reason = Reason::PROP_NAME_NOT_CONVERTED,
        }
        bytes = write_value(&value, inquiry.requested);
        match bytes {
            Some(_) => returned = inquiry.requested,
            None => reason = Reason::PROP_VALUE_NOT_CONVERTED,
        }
    }
    let bytes = bytes
        .or_else(|| write_value(&value, OWN))
        .unwrap_or_default();
    let (kind, data_length, name_length) = (kind_of(&value), bytes.len(), name_bytes.len());
    let too_big = |reason, value| InquiryError {
        reason,
        data_length,
        name_length,
        kind: Some(kind),
        value,
    };
    let length_only = inquiry.options & MQIMPO_QUERY_LENGTH != 0;
    if !length_only {
        if inquiry.name_room.is_some_and(|room| room < name_length) {
            return Err(too_big(Reason::PROPERTY_NAME_TOO_BIG, Vec::new()));
        }
        if data_length > inquiry.value_room {
            let part = bytes[..inquiry.value_room].to_vec();
            return Err(too_big(Reason::PROPERTY_VALUE_TOO_BIG, part));
        }
    }
    let wanted = inquiry.name_room.is_some() && !length_only;
    Ok(Answer {
        reason,
        name: found.name.as_ref().into(),
        name_bytes: if wanted { name_bytes } else { Vec::new() },
        name_length,
        name_ccsid,
        kind,
        value: if length_only { Vec::new() } else { bytes },
        data_length,
        returned,
        descriptor: found.descriptor,
        foreign_type: found.foreign_type.map(Into::into),
    })
}
