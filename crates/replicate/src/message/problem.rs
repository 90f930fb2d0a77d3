//! Why a message is refused.

use crate::reader::Broken;
use std::fmt;

/// Why a message is refused. Its display form says what was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// It is cut off, too long, or not text where text is due.
    Broken(Broken),
    /// It does not begin with the mark of these messages.
    Foreign,
    /// The header has a length this version does not know.
    HeaderLength(u16),
    /// The kind is not known.
    Kind(u8),
    /// A flag is not known, or stands where it may not.
    Flags(u8),
    /// Map, epoch or sequence is 0, or the sequence is past its end.
    Numbers,
    /// The checksum does not fit.
    Checksum,
    /// What is named has a value that it cannot have.
    Value(&'static str, u32),
    /// The header says another number of operations than there are.
    Count,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Broken(broken) => write!(f, "{broken}"),
            Self::Foreign => f.write_str("it is no message of replication"),
            Self::HeaderLength(len) => {
                write!(f, "its header has {len} bytes, which is of another version")
            }
            Self::Kind(kind) => write!(f, "its kind {} is not known", kind.escape_ascii()),
            Self::Flags(flags) => write!(f, "its flags {flags:#04x} are not known or not allowed"),
            Self::Numbers => f.write_str("its map, epoch or sequence number is none"),
            Self::Checksum => f.write_str("its checksum does not fit: it was changed on the way"),
            Self::Value(what, value) => write!(f, "the {what} cannot be {value}"),
            Self::Count => f.write_str("it has another number of operations than its header says"),
        }
    }
}

impl std::error::Error for Problem {}

impl From<Broken> for Problem {
    fn from(broken: Broken) -> Self {
        Self::Broken(broken)
    }
}
