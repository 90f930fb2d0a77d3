//! Why an attribute value is refused.

use std::fmt;

use crate::generated::attributes::Attr;
use crate::generated::kinds::ObjectKind;

/// Why a value is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttributeError {
    /// The object kind has no such attribute.
    NotOfKind {
        /// The attribute.
        attr: Attr,
        /// The kind that lacks it.
        kind: ObjectKind,
    },
    /// The queue manager alone sets it, or this verb does not.
    ReadOnly {
        /// The attribute.
        attr: Attr,
    },
    /// A number where text belongs, or the other way round, or a wrong number of values.
    WrongForm {
        /// The attribute.
        attr: Attr,
    },
    /// Text that is no number, where a number belongs.
    NotANumber {
        /// The attribute.
        attr: Attr,
        /// What was given.
        given: String,
    },
    /// A number outside the range, or one that no word stands for.
    OutOfRange {
        /// The attribute.
        attr: Attr,
        /// What was given.
        given: i64,
    },
    /// A word that is none of the attribute's.
    NotAWord {
        /// The attribute.
        attr: Attr,
        /// What was given.
        given: String,
    },
    /// More bytes than the attribute holds.
    TooLong {
        /// The attribute.
        attr: Attr,
        /// Most bytes.
        length_max: usize,
    },
    /// Characters a name may not have.
    BadName {
        /// The attribute.
        attr: Attr,
        /// What was given.
        given: String,
    },
    /// More list entries than the attribute holds.
    TooMany {
        /// The attribute.
        attr: Attr,
        /// Most entries.
        count_max: usize,
    },
}

impl AttributeError {
    /// The attribute that was refused.
    #[must_use]
    pub const fn attr(&self) -> Attr {
        match self {
            AttributeError::NotOfKind { attr, .. }
            | AttributeError::ReadOnly { attr }
            | AttributeError::WrongForm { attr }
            | AttributeError::NotANumber { attr, .. }
            | AttributeError::OutOfRange { attr, .. }
            | AttributeError::NotAWord { attr, .. }
            | AttributeError::TooLong { attr, .. }
            | AttributeError::BadName { attr, .. }
            | AttributeError::TooMany { attr, .. } => *attr,
        }
    }
}

impl fmt::Display for AttributeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let keyword = self.attr().keyword();
        match self {
            AttributeError::NotOfKind { kind, .. } => {
                write!(f, "{kind} has no attribute {keyword}")
            }
            AttributeError::ReadOnly { .. } => write!(f, "{keyword} cannot be set"),
            AttributeError::WrongForm { .. } => write!(f, "{keyword} takes another form of value"),
            AttributeError::NotANumber { given, .. } => {
                write!(f, "{keyword} takes a number, not '{given}'")
            }
            AttributeError::OutOfRange { given, .. } => {
                write!(f, "{given} is outside the range of {keyword}")
            }
            AttributeError::NotAWord { given, .. } => {
                write!(f, "'{given}' is not a value of {keyword}")
            }
            AttributeError::TooLong { length_max, .. } => {
                write!(f, "{keyword} holds at most {length_max} bytes")
            }
            AttributeError::BadName { given, .. } => {
                write!(f, "'{given}' is not a valid name for {keyword}")
            }
            AttributeError::TooMany { count_max, .. } => {
                write!(f, "{keyword} holds at most {count_max} entries")
            }
        }
    }
}

impl std::error::Error for AttributeError {}
