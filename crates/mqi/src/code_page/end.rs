//! How text ends in a code page: whole, cut, or wrong.

use std::fmt;

/// Bytes that are no text in their code page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Malformed;

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bytes that are no text in their code page")
    }
}

impl std::error::Error for Malformed {}

/// Whether text may end in the middle of a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The text is whole: half a character at its end is malformed.
    Whole,
    /// The text was cut: half a character at its end is dropped.
    Cut,
}

/// What came of decoding a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// Bytes that became characters. What is left is the beginning of a character, at most eight bytes, or malformed.
    pub bytes: usize,
    /// So many bytes after those are no text in the page.
    pub malformed: Option<usize>,
}

/// A character that a page does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotThere {
    /// Bytes of the text in front of it, which were encoded.
    pub at: usize,
    /// The character.
    pub character: char,
}
