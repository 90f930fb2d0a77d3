//! From text to clauses: logical lines, tokens, and keywords with their values.
//!
//! The rules are those of the "Building command scripts" and "Characters with special meanings"
//! topics of the MQSC reference. Nothing here knows which commands exist.

pub(crate) mod clause;
pub(crate) mod line;
pub(crate) mod token;

/// Longest command in bytes, after its continuation lines have been put together.
pub const COMMAND_BYTES_MAX: usize = 32_762;

/// Where a command stopped making sense, and what was wrong there when more can be said than
/// that it is no MQSC.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SyntaxError {
    /// Offset of the first byte after the segment to show.
    pub(crate) end: usize,
    /// What was wrong.
    pub(crate) fault: Fault,
}

/// What is wrong with a command's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It is not MQSC.
    Malformed,
    /// Its first word is no command.
    UnknownVerb,
    /// A word or quotation is left open at its end.
    Unfinished,
    /// A keyword is there twice, or with its opposite.
    Duplicate(String),
    /// A number is out of its range.
    OutOfRange {
        /// The keyword.
        keyword: String,
        /// Smallest number it takes.
        min: i64,
        /// Largest number it takes.
        max: i64,
    },
    /// A text is too long.
    TooLong {
        /// The keyword.
        keyword: String,
        /// Most bytes, or most entries of a list.
        max: usize,
    },
    /// A value is none of those the keyword takes.
    BadValue {
        /// The keyword.
        keyword: String,
        /// What it takes, for the reader.
        expected: String,
    },
    /// A name has a character that names cannot have, or is empty.
    BadName(String),
    /// A keyword the command cannot do without is missing.
    Missing(&'static str),
    /// The condition after WHERE makes no sense.
    BadFilter,
    /// A connection identifier is not made of as many hexadecimal digits as it has.
    BadConnection,
}

impl SyntaxError {
    pub(crate) fn new(end: usize, fault: Fault) -> Self {
        Self { end, fault }
    }

    pub(crate) fn malformed(end: usize) -> Self {
        Self::new(end, Fault::Malformed)
    }

    /// A keyword that takes other values than the one that ends there.
    pub(crate) fn bad_value(end: usize, keyword: &str, expected: &str) -> Self {
        let fault = Fault::BadValue {
            keyword: keyword.to_owned(),
            expected: expected.to_owned(),
        };
        Self::new(end, fault)
    }
}
