//! Why bytes are no segment.

use std::fmt;

use crate::status_code::StatusCode;

/// Bytes that break the protocol: what was being read, where, and the rule that does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// The segment or structure that was being read.
    pub what: &'static str,
    /// Where, in bytes from the start of the segment header or of the payload of the call.
    pub at: usize,
    /// The rule.
    pub why: Why,
}

/// The rule that does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The bytes end before the structure does.
    TooShort {
        /// Bytes the next field takes.
        needed_bytes: usize,
        /// Bytes there are.
        given_bytes: usize,
    },
    /// The four bytes that name a structure are others.
    Id([u8; 4]),
    /// The structure has no such version, or we know none.
    Version(i32),
    /// The byte that tells the byte order is neither 1 nor 2.
    ByteOrder(u8),
    /// There is no segment type of that number, or none that may come here.
    Kind(u8),
    /// A length field cannot be right.
    Length(i64),
    /// A field that has few values has another one.
    Value(i64),
    /// Something is longer than the bound both ends agreed on.
    Bound {
        /// Bytes it has or would have.
        given_bytes: usize,
        /// Bytes allowed.
        allowed_bytes: usize,
    },
    /// A call began within a call, or went on that had not begun.
    Sequence,
    /// More calls are half received than one connection may have.
    TooManyOpenCalls,
    /// Something the protocol has and this implementation has not.
    Unsupported,
}

impl Malformed {
    /// The status code that tells the partner.
    #[must_use]
    pub fn status(&self) -> StatusCode {
        match self.why {
            Why::Kind(_) => StatusCode::SEGMENT_TYPE,
            Why::Bound { .. } | Why::Length(_) | Why::TooShort { .. } => StatusCode::SEGMENT_LENGTH,
            Why::Version(_) | Why::Value(_) => StatusCode::DATA,
            Why::Id(_) | Why::ByteOrder(_) => StatusCode::ID,
            Why::Sequence => StatusCode::SEGMENT,
            Why::TooManyOpenCalls | Why::Unsupported => StatusCode::PROTOCOL,
        }
    }
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}: {}", self.what, self.at, self.why)
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooShort {
                needed_bytes,
                given_bytes,
            } => write!(f, "{given_bytes} bytes where {needed_bytes} are needed"),
            Self::Id(found) => write!(f, "named '{}'", found.escape_ascii()),
            Self::Version(found) => write!(f, "version {found}"),
            Self::ByteOrder(found) => write!(f, "byte order {found}"),
            Self::Kind(found) => write!(f, "segment type 0x{found:02X}"),
            Self::Length(found) => write!(f, "a length of {found}"),
            Self::Value(found) => write!(f, "a value of {found}"),
            Self::Bound {
                given_bytes,
                allowed_bytes,
            } => write!(f, "{given_bytes} bytes where {allowed_bytes} are allowed"),
            Self::Sequence => f.write_str("its segments do not follow each other"),
            Self::TooManyOpenCalls => f.write_str("too many calls are half received"),
            Self::Unsupported => f.write_str("not supported"),
        }
    }
}

impl std::error::Error for Malformed {}
