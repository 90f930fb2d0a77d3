//! Why a message channel ends other than it should.

use super::InDoubt;
use ferromq_mqi::name::FixedText;
use ferromq_wire::control::{Status, StatusCode};
use ferromq_wire::message_channel::Luwid;
use ferromq_wire::negotiate::Refusal;
use ferromq_wire::{Kind, Malformed};
use std::fmt;

/// See the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The bytes are no segments.
    Malformed(Malformed),
    /// A segment that may not come here.
    Unexpected(Kind),
    /// The ends do not come to terms.
    Terms(Refusal),
    /// A message has another number than the next one.
    Sequence {
        found: u32,
        expected: u32,
        /// Its batch, and the one that was committed last.
        batch: Luwid,
        committed: Luwid,
        /// The other end understands to be told that one.
        tells: bool,
    },
    /// A batch is not as agreed: this rule does not hold.
    Batch(&'static str),
    /// The counts of a message do not add up, or it is longer than agreed.
    MessageLength { bytes: u32, most: u32 },
    /// Its parts do not follow each other.
    Parts,
    /// The other end says so.
    Refused(Status),
    /// The other end does not know what it committed: nobody can say what became of the batch.
    RecordLost { in_doubt: InDoubt, theirs: Luwid },
    /// Another queue manager is there than the one this channel leads to.
    Elsewhere { found: FixedText<48> },
    /// No sign of life.
    Silence,
}

impl Fault {
    /// What the other end is told; `None` when it knows, or does not listen.
    pub(crate) fn status(&self) -> Option<Status> {
        let code = match self {
            Self::Malformed(malformed) => malformed.status(),
            // Of exits there are none here.
            Self::Unexpected(Kind::Security) => StatusCode::SECURITY,
            Self::Unexpected(_) => StatusCode::SEGMENT_TYPE,
            Self::Terms(Refusal::Status(_)) => return None,
            Self::Terms(Refusal::Wrap { own, .. }) => {
                return Some(Status {
                    value: Some(*own),
                    ..Status::new(StatusCode::WRAP)
                });
            }
            Self::Terms(refusal) => refusal.status(),
            Self::Sequence {
                expected,
                committed,
                tells,
                ..
            } => {
                return Some(Status {
                    value: Some(*expected),
                    committed: tells.then_some(*committed),
                    ..Status::new(StatusCode::SEQUENCE)
                });
            }
            Self::Batch(_) => StatusCode::BATCH,
            Self::MessageLength { .. } => StatusCode::MESSAGE_LENGTH,
            Self::Parts => StatusCode::SEGMENT_NUMBER,
            Self::RecordLost { .. } | Self::Elsewhere { .. } => StatusCode::USER_CLOSED,
            Self::Refused(_) | Self::Silence => return None,
        };
        Some(Status::new(code))
    }
}

/// For people, as the reason in a sentence.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(malformed) => malformed.fmt(f),
            Self::Unexpected(kind) => write!(f, "a {} segment where none may come", kind.name()),
            Self::Terms(refusal) => refusal.fmt(f),
            Self::Sequence {
                found, expected, ..
            } => write!(
                f,
                "a message numbered {found} where {expected} was expected"
            ),
            Self::Batch(rule) => write!(f, "a batch is not as agreed: {rule}"),
            Self::MessageLength { bytes, most } => {
                write!(f, "a message of {bytes} bytes, where {most} were agreed")
            }
            Self::Parts => f.write_str("parts of a message do not follow each other"),
            Self::Refused(status) => write!(f, "it says '{}'", status.code),
            Self::RecordLost { .. } => {
                f.write_str("it does not know any more which batch it committed last")
            }
            Self::Elsewhere { found } => {
                write!(f, "it is queue manager '{}'", found.as_str().trim_end())
            }
            Self::Silence => f.write_str("it gave no sign of life"),
        }
    }
}

impl From<Malformed> for Fault {
    fn from(malformed: Malformed) -> Self {
        Self::Malformed(malformed)
    }
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Self {
        Self::Terms(refusal)
    }
}
