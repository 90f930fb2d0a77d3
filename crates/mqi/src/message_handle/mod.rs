//! Message handles: the properties of a message, and fields of its descriptor, outside the message.
//!
//! A program makes a handle, gives it properties and puts a message with it; or gets a message into one and asks for
//! them. Nothing of a handle leaves the program: on the wire and on a queue the properties are the folders of an
//! `MQRFH2` in front of the data. [`compose`] makes such a message of handles, [`MessageHandle::take_message`] takes one
//! apart.
//!
//! ```
//! use ferromq_mqi::message_handle::{MessageHandle, compose};
//! use ferromq_mqi::property::Value;
//! use ferromq_mqi::MsgDescriptor;
//!
//! let mut handle = MessageHandle::new();
//! handle.put("colour", Value::Text("red".into()))?;
//! let outgoing = compose(0, Some(&handle), None, Some(&MsgDescriptor::default()), "data".into())?;
//! assert_eq!(outgoing.descriptor.format, *b"MQHRF2  ");
//!
//! let mut got = MessageHandle::new();
//! let mut descriptor = outgoing.descriptor;
//! let data = got.take_message(&mut descriptor, outgoing.body);
//! assert_eq!(&data[..], b"data");
//! assert_eq!(got.get("colour"), Some(Value::Text("red".into())));
//! # Ok::<(), ferromq_mqi::Reason>(())
//! ```
//!
//! Names: a property of folder `usr` has its bare name or `usr.` in front, one of another folder the folder in front.
//! `Root.MQMD.` and the name of a field stands for that field of the descriptor the handle holds. Names of JMS and of
//! publish/subscribe stand for the folders they are kept in. Source: property names, property name restrictions,
//! MQSETMP, MQINQMP, MQDLTMP, MQBUFMH, MQMHBUF, MQPMO.Action.

mod buffer;
mod field;
mod fuzz;
mod get;
mod inquire;
mod message;
mod name;
mod set;
mod value;
mod verbs;

pub use fuzz::fuzz_one;
pub use get::{Getting, get_into};
pub use inquire::{Answer, Inquiry, InquiryError};
pub use message::{Outgoing, compose};
pub use value::{kind_of, read_value, write_value};

use crate::generated::constants::*;
use crate::generated::structs::MsgDescriptor;
use crate::property::{Property, Value};
use crate::reason::Reason;
use field::FieldSet;
use name::Target;

/// What `MQPD` says of a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PropertyDescriptor {
    /// `MQPD_NONE`.
    pub options: i32,
    /// `MQPD_SUPPORT_*`. Heeded by handles that do not check what they are given; else it is set.
    pub support: i32,
    /// `MQPD_NO_CONTEXT` or `MQPD_USER_CONTEXT`.
    pub context: i32,
    /// `MQCOPY_*`: into which messages an action of a put takes it.
    pub copy: i32,
}

impl Default for PropertyDescriptor {
    fn default() -> Self {
        Self {
            options: MQPD_NONE,
            support: MQPD_SUPPORT_OPTIONAL,
            context: MQPD_NO_CONTEXT,
            copy: MQCOPY_DEFAULT,
        }
    }
}

/// A message handle: `MQHMSG`.
#[derive(Clone, Debug)]
pub struct MessageHandle {
    /// In order; names may be there more than once.
    properties: Vec<Property>,
    descriptor: MsgDescriptor,
    /// The fields of the descriptor that have been set.
    known: FieldSet,
    cursor: Option<Cursor>,
    checks: bool,
    /// Properties were given that nobody checked.
    unchecked: bool,
}

/// The property that was inquired last.
#[derive(Clone, Debug)]
struct Cursor {
    at: Position,
    /// False when it has been deleted: then the position is that of what follows it.
    there: bool,
    /// The name that was asked for.
    asked: Box<str>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Position {
    /// An index of a property.
    Property(usize),
    /// An index of a field of the descriptor; fields come behind all properties.
    Field(usize),
}

impl Default for MessageHandle {
    fn default() -> Self {
        Self::new()
    }
}

impl MessageHandle {
    /// A handle that checks what it is given: `MQCMHO_DEFAULT_VALIDATION`.
    #[must_use]
    pub fn new() -> Self {
        Self {
            properties: Vec::new(),
            descriptor: MsgDescriptor::default(),
            known: FieldSet::NONE,
            cursor: None,
            checks: true,
            unchecked: false,
        }
    }

    /// A handle made with `MQCMHO_*` options.
    ///
    /// # Errors
    /// `MQRC_OPTIONS_ERROR` for options that are none, or both.
    pub fn with_options(options: i32) -> Result<Self, Reason> {
        match options {
            MQCMHO_DEFAULT_VALIDATION | MQCMHO_VALIDATE => Ok(Self::new()),
            MQCMHO_NO_VALIDATION => Ok(Self {
                checks: false,
                ..Self::new()
            }),
            _ => Err(Reason::OPTIONS_ERROR),
        }
    }

    /// Gives a property a value, whichever it had; adds it behind the others of its folder if it is not there.
    ///
    /// # Errors
    /// Those of [`MessageHandle::set`].
    pub fn put(&mut self, name: &str, value: Value) -> Result<(), Reason> {
        self.set(MQSMPO_SET_FIRST, name, PropertyDescriptor::default(), value)
            .map(|_| ())
    }

    /// The value of a property; `None` when there is none of that name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Value> {
        let target = Target::of(name);
        match self.find(&target)? {
            Some(Position::Property(at)) => self.properties.get(at).map(|p| p.value.clone()),
            Some(Position::Field(at)) => Some(field::FIELDS[at].get(&self.descriptor)),
            None => target.derived(&self.descriptor, self.known),
        }
    }

    /// All properties in order, without fields of the descriptor.
    pub fn iter(&self) -> impl Iterator<Item = &Property> {
        self.properties.iter()
    }

    /// The descriptor with the fields that have been set, by a get or by name; others are as in `MQMD_DEFAULT`.
    #[must_use]
    pub const fn descriptor(&self) -> &MsgDescriptor {
        &self.descriptor
    }

    /// Forgets all properties and fields, as a get into the handle does first.
    pub fn clear(&mut self) {
        *self = Self {
            checks: self.checks,
            ..Self::new()
        };
    }

    /// Forgets which property was inquired last, as a put or get with the handle does.
    pub fn reset_cursor(&mut self) {
        self.cursor = None;
    }

    /// `MQDLTMP` with `MQDMPO_*` options: the first property of that name, or the one inquired last.
    ///
    /// # Errors
    /// `MQRC_OPTIONS_ERROR`; `MQRC_PROPERTY_NAME_LENGTH_ERR`; `MQRC_PROPERTY_NAME_ERROR` for a name with `%` at its end;
    /// `MQRC_PROPERTY_NOT_AVAILABLE` when there is no such property, or no property was inquired, or it has been deleted.
    pub fn delete(&mut self, options: i32, name: &str) -> Result<(), Reason> {
        let position = match options {
            MQDMPO_DEL_FIRST if name.ends_with('%') => return Err(Reason::PROPERTY_NAME_ERROR),
            MQDMPO_DEL_FIRST => {
                name::check_length(name)?;
                self.find(&Target::of(name)).flatten()
            }
            MQDMPO_DEL_PROP_UNDER_CURSOR => self.under_cursor(),
            _ => return Err(Reason::OPTIONS_ERROR),
        };
        self.remove(position.ok_or(Reason::PROPERTY_NOT_AVAILABLE)?);
        Ok(())
    }

    /// Where a name leads: `Some(None)` for one that is made of fields of the descriptor.
    fn find(&self, target: &Target<'_>) -> Option<Option<Position>> {
        let property = target.path().and_then(|path| {
            let mut all = self.properties.iter();
            all.position(|property| *property.path == *path)
        });
        match (property, target.field()) {
            (Some(at), _) => Some(Some(Position::Property(at))),
            (None, Some(field)) if self.known.has(field) => Some(Some(Position::Field(field))),
            _ if target.is_derived() => Some(None),
            _ => None,
        }
    }

    /// Where the property is that was inquired last, while it is there.
    fn under_cursor(&self) -> Option<Position> {
        let cursor = self.cursor.as_ref()?;
        cursor.there.then_some(cursor.at)
    }

    fn remove(&mut self, position: Position) {
        match position {
            Position::Property(at) => {
                self.properties.remove(at);
                if let Some(cursor) = &mut self.cursor
                    && let Position::Property(index) = &mut cursor.at
                {
                    if at == *index {
                        cursor.there = false;
                    } else if at < *index {
                        *index -= 1;
                    }
                }
            }
            Position::Field(at) => {
                self.known.remove(at);
                field::FIELDS[at].copy(&MsgDescriptor::default(), &mut self.descriptor);
                if let Some(cursor) = &mut self.cursor
                    && cursor.at == position
                {
                    cursor.there = false;
                }
            }
        }
    }

    fn insert(&mut self, at: usize, property: Property) {
        self.properties.insert(at, property);
        if let Some(cursor) = &mut self.cursor
            && let Position::Property(index) = &mut cursor.at
            && at <= *index
            // What follows a deleted property stays what follows it.
            && (cursor.there || at < *index)
        {
            *index += 1;
        }
    }
}

#[cfg(test)]
mod tests;
