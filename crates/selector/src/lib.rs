//! Message selectors: which messages a program that opened a queue, or subscribed, wants to see.
//!
//! A selector is a condition in the SQL-92 subset of JMS over message properties, JMS header names and fields of
//! the message descriptor (`Root.MQMD.Priority`). [`Selector::parse`] checks it once; [`Selector::matches`] evaluates
//! it against a message with three-valued logic and, but for the few values that must be spelled out first, without
//! allocating. This crate knows no queues: a message is whatever implements [`Message`].
//!
//! ```
//! use ferromq_mqi::MsgDescriptor;
//! use ferromq_mqi::property::{Properties, Property, Value};
//! use ferromq_selector::{Message, Selector};
//!
//! struct One(MsgDescriptor, Properties);
//! impl Message for One {
//!     fn descriptor(&self) -> &MsgDescriptor {
//!         &self.0
//!     }
//!     fn backout_count(&self) -> u32 {
//!         0
//!     }
//!     fn property(&self, path: &str) -> Option<&Value> {
//!         self.1.get(path)
//!     }
//! }
//! let red = Property::new("usr.colour", Value::Text("red".into()));
//! let message = One(MsgDescriptor::default(), [red].into_iter().collect());
//! let selector = Selector::parse("colour IN ('red', 'blue') AND weight IS NULL").unwrap();
//! assert!(selector.matches(&message));
//! ```
//!
//! Source: message selector syntax, selection behavior, selection string rules and restrictions, property names.

mod evaluate;
mod field;
mod fuzz;
mod ids;
mod parse;
mod pattern;
mod token;
mod value;

pub use fuzz::fuzz_one;
pub use ids::Ids;

use ferromq_mqi::generated::constants::MQ_SELECTOR_LENGTH;
use ferromq_mqi::property::Value;
use ferromq_mqi::{MsgDescriptor, Reason};
use parse::Node;
use std::fmt;

/// A message as a selector sees it.
pub trait Message {
    /// Its descriptor.
    fn descriptor(&self) -> &MsgDescriptor;

    /// How often it was backed out; the descriptor does not know.
    fn backout_count(&self) -> u32;

    /// The value of the property with this path, folder included (`usr.colour`).
    fn property(&self, path: &str) -> Option<&Value>;
}

/// A selector that was checked.
#[derive(Clone, Debug)]
pub struct Selector {
    root: Node,
    reads: Reads,
}

/// What evaluating a selector looks at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Reads {
    fields: bool,
    properties: bool,
    backout_count: bool,
}

/// Why a text is no selector, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelectorError {
    /// Bytes in front of what is wrong.
    pub at: usize,
    /// What is wrong.
    pub fault: Fault,
}

/// What can be wrong with a selector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It is longer than 10,240 bytes (`MQ_SELECTOR_LENGTH`).
    TooLong,
    /// Conditions are nested too deep.
    TooDeep,
    /// A character that begins nothing.
    Character(char),
    /// A literal in quotation marks is not closed, or is no byte string.
    Literal,
    /// A number is out of range or not well formed.
    Number,
    /// Something else must be here.
    Expected(&'static str),
    /// A name cannot be that of a property, or is no field of the message descriptor.
    Name(String),
    /// An operator is used with values it is not made for.
    Type(&'static str),
}

impl SelectorError {
    /// The reason an open answers.
    #[must_use]
    pub fn reason(&self) -> Reason {
        match self.fault {
            Fault::TooLong => Reason::SELECTION_STRING_ERROR,
            _ => Reason::SELECTOR_SYNTAX_ERROR,
        }
    }
}

impl fmt::Display for SelectorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at byte {}: ", self.at)?;
        match &self.fault {
            Fault::TooLong => write!(f, "a selector has at most {MQ_SELECTOR_LENGTH} bytes"),
            Fault::TooDeep => f.write_str("the conditions are nested too deep"),
            Fault::Character(c) => write!(f, "'{c}' does not belong into a selector"),
            Fault::Literal => f.write_str("the literal is not closed, or is no byte string"),
            Fault::Number => f.write_str("the number is out of range or not well formed"),
            Fault::Expected(what) => write!(f, "{what} is expected here"),
            Fault::Name(name) => write!(f, "'{name}' is not the name of a property"),
            Fault::Type(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for SelectorError {}

impl Selector {
    /// Checks a selector. Blanks alone are a selector that selects everything, as is no text at all.
    ///
    /// # Errors
    /// [`SelectorError`], with the place of what is wrong: `MQRC_SELECTION_STRING_ERROR` when it is too long,
    /// `MQRC_SELECTOR_SYNTAX_ERROR` otherwise.
    pub fn parse(text: &str) -> Result<Self, SelectorError> {
        if text.len() > MQ_SELECTOR_LENGTH as usize {
            let fault = Fault::TooLong;
            return Err(SelectorError { at: 0, fault });
        }
        let root = parse::parse(text)?;
        let reads = root.reads();
        Ok(Self { root, reads })
    }

    /// Whether it selects a message: true, not false and not unknown.
    pub fn matches(&self, message: &dyn Message) -> bool {
        self.root.condition(message) == Some(true)
    }

    /// What it comes to whatever the message, when it looks at none. False is `MQRC_SELECTOR_ALWAYS_FALSE`.
    #[must_use]
    pub fn always(&self) -> Option<bool> {
        if self.reads.fields {
            return None;
        }
        struct Nothing(MsgDescriptor);
        impl Message for Nothing {
            fn descriptor(&self) -> &MsgDescriptor {
                &self.0
            }
            fn backout_count(&self) -> u32 {
                0
            }
            fn property(&self, _path: &str) -> Option<&Value> {
                None
            }
        }
        Some(self.matches(&Nothing(MsgDescriptor::default())))
    }

    /// False when what it selects may change while a message stays on a queue: it looks at the backout count.
    #[must_use]
    pub fn is_steady(&self) -> bool {
        !self.reads.backout_count
    }

    /// Whether it looks at properties, which are in the data and not in the descriptor.
    #[must_use]
    pub fn reads_properties(&self) -> bool {
        self.reads.properties
    }

    /// The ids a message must have for the selector to select it, so that an index can serve it.
    #[must_use]
    pub fn ids(&self) -> Ids {
        ids::of(&self.root)
    }
}
