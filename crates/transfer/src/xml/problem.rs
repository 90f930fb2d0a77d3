//! What is wrong with a document.

use super::{ATTRIBUTES_MAX, DEPTH_MAX, DOCUMENT_BYTES_MAX, ELEMENTS_MAX, PREFIXES_MAX};
use std::fmt;

/// What is wrong with a document, and where. Its text says what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The line, from 1.
    pub line: u32,
    /// What it is.
    pub kind: ProblemKind,
}

/// The kinds of [`Problem`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// Longer than [`DOCUMENT_BYTES_MAX`]; its length in bytes.
    TooLong(usize),
    /// The bytes are not UTF-8.
    NotUtf8,
    /// The declaration names an encoding the bytes are not in, or one that is not read.
    Encoding(String),
    /// The declaration names a version of XML other than 1.
    XmlVersion(String),
    /// A character XML does not have, by its number.
    Character(u32),
    /// Not well-formed; what the parser says.
    Malformed(String),
    /// A document type, or one that is not that of properties.
    DocumentType,
    /// An entity XML does not have of itself.
    Entity(String),
    /// A prefix nobody declared.
    Prefix(String),
    /// Elements lie deeper in one another than [`DEPTH_MAX`].
    TooDeep,
    /// More elements than [`ELEMENTS_MAX`].
    TooManyElements,
    /// More attributes at one element than [`ATTRIBUTES_MAX`].
    TooManyAttributes,
    /// More prefixes in scope than [`PREFIXES_MAX`].
    TooManyPrefixes,
    /// The outermost element is none that is read here.
    Root {
        /// What it is.
        found: String,
        /// What is read here.
        wanted: &'static str,
    },
    /// An element, an attribute or a text that has to be there is not.
    Missing {
        /// The element it is missing in.
        element: String,
        /// What is missing.
        what: &'static str,
    },
    /// A value that is none of those it may have.
    Value {
        /// Element or attribute.
        of: String,
        /// What it is; the beginning of it.
        found: String,
        /// What it may be.
        wanted: &'static str,
    },
    /// The document is of a newer version than is known here.
    Version(String),
    /// There are more of something than is allowed.
    TooMany {
        /// Of what.
        what: &'static str,
        /// How many there may be.
        most: usize,
    },
    /// Two things that exclude each other, or one that needs another.
    Together(&'static str),
}

/// Characters of what was found that are kept for the text.
const FOUND_MAX: usize = 80;

impl Problem {
    pub(crate) fn value(line: u32, of: &str, found: &str, wanted: &'static str) -> Self {
        let kind = ProblemKind::Value {
            of: beginning(of),
            found: beginning(found),
            wanted,
        };
        Self { line, kind }
    }
}

/// As much of a text as belongs into a message.
pub(crate) fn beginning(text: &str) -> String {
    match text.char_indices().nth(FOUND_MAX) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.kind)
    }
}

impl std::error::Error for Problem {}

// tidy: one arm per kind of problem
impl fmt::Display for ProblemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong(bytes) => write!(
                f,
                "the document has {bytes} bytes; divide it into several of {DOCUMENT_BYTES_MAX} at most"
            ),
            Self::NotUtf8 => f.write_str("the bytes are not UTF-8; write the document in UTF-8"),
            Self::Encoding(name) => write!(
                f,
                "the declaration says '{name}', which the bytes are not or which is not read here; write the document in UTF-8 and declare that"
            ),
            Self::XmlVersion(version) => {
                write!(f, "XML {version} is not read; write XML 1.0")
            }
            Self::Character(number) => write!(
                f,
                "XML does not have the character U+{number:04X}; leave it out or replace it"
            ),
            Self::Malformed(what) => write!(f, "this is not well-formed XML ({what}); correct it"),
            Self::DocumentType => f.write_str(
                "a document type is not read, for it can hide anything; take it out of the document",
            ),
            Self::Entity(name) => write!(
                f,
                "the entity '&{name};' is not known; write the characters themselves or by their numbers"
            ),
            Self::Prefix(prefix) => write!(
                f,
                "nobody declared the prefix '{prefix}'; declare it with xmlns:{prefix}"
            ),
            Self::TooDeep => write!(
                f,
                "elements lie deeper in one another than {DEPTH_MAX}; no document of file transfer needs that"
            ),
            Self::TooManyElements => write!(
                f,
                "more than {ELEMENTS_MAX} elements; divide the document into several"
            ),
            Self::TooManyAttributes => write!(
                f,
                "an element has more than {ATTRIBUTES_MAX} attributes; no document of file transfer needs that"
            ),
            Self::TooManyPrefixes => write!(
                f,
                "more than {PREFIXES_MAX} prefixes are declared in one another; no document of file transfer needs that"
            ),
            Self::Root { found, wanted } => {
                write!(f, "the document is a '{found}'; expected is {wanted}")
            }
            Self::Missing { element, what } => {
                write!(f, "'{element}' has no {what}; add it")
            }
            Self::Value { of, found, wanted } => {
                write!(f, "'{of}' is '{found}'; it may be {wanted}")
            }
            Self::Version(version) => write!(
                f,
                "the document is of version {version}, and 6.00 is the newest known here; ask for no more than that has"
            ),
            Self::TooMany { what, most } => write!(f, "more than {most} {what}; divide the document"),
            Self::Together(what) => f.write_str(what),
        }
    }
}
