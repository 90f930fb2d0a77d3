//! How an operation on an object went.

use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::notice::Notice;
use ferromq_mqi::reason::Reason;
use std::fmt;

/// How a definition came to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defined {
    /// There was no object of that name.
    Created,
    /// It took the place of one.
    Replaced,
}

/// Why an operation was not carried out. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ObjectError {
    /// There is no such object, or it is of another kind than the command names.
    NotFound,
    /// There is one already and it was not to be replaced.
    AlreadyExists,
    /// There is one of another kind, which cannot be replaced.
    WrongKind {
        /// The kind of the object that is there.
        existing: ObjectKind,
    },
    /// Some application has it open in a way that does not allow the change.
    InUse,
    /// There are messages on it, committed or not.
    NotEmpty,
    /// Attributes that cannot be had together.
    Conflict(String),
    /// A rule that has a notice of its own, which has no values.
    Notice(&'static Notice),
    /// It is damaged and has to be recovered first.
    Damaged,
    /// The user may not do this.
    NotAuthorized,
    /// The system knows no such user or group.
    UnknownEntity,
    /// The log has no room for the change.
    LogFull,
    /// The queue manager is ending.
    Quiescing,
    /// It cannot be done on this queue manager, for the reason in the text.
    NotPossible(String),
    /// Anything else the queue manager has a reason code for.
    Other(Reason),
}

impl fmt::Display for ObjectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFound => f.write_str("the object was not found"),
            Self::AlreadyExists => f.write_str("the object exists already"),
            Self::WrongKind { existing } => write!(f, "there is a {existing} of that name"),
            Self::InUse => f.write_str("the object is in use"),
            Self::NotEmpty => f.write_str("there are messages on the queue"),
            Self::Conflict(text) | Self::NotPossible(text) => f.write_str(text),
            Self::Notice(notice) => f.write_str(notice.text),
            Self::Damaged => f.write_str("the object is damaged"),
            Self::UnknownEntity => f.write_str("there is no such user or group"),
            Self::NotAuthorized => f.write_str("the user is not authorized"),
            Self::LogFull => f.write_str("the log has no room"),
            Self::Quiescing => f.write_str("the queue manager is ending"),
            Self::Other(reason) => reason.fmt(f),
        }
    }
}

impl std::error::Error for ObjectError {}
