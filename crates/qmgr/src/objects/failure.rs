//! Why an operation on an object was refused.

use ferromq_mqi::Reason;
use ferromq_mqi::attribute::{Attr, AttributeError, ObjectKind};
use ferromq_mqi::notice::Notice;
use std::fmt;

/// Why an operation on an object was refused. Nothing was changed.
#[derive(Debug)]
pub enum ObjectError {
    /// There is no such object.
    NotFound,
    /// The name is taken by an object of this kind.
    Exists(ObjectKind),
    /// The object exists and is of another kind.
    WrongKind(ObjectKind),
    /// Somebody has it open, or it has uncommitted messages.
    InUse,
    /// The queue holds messages.
    NotEmpty,
    /// A value is wrong.
    Attribute(AttributeError),
    /// Values that do not go together.
    Conflict(&'static str),
    /// A rule that has a notice of its own, which has no values.
    Notice(&'static Notice),
    /// The system knows no such user or group.
    UnknownEntity,
    /// The queue manager's own definition can be altered only.
    NotForQueueManager,
    /// The log or the queue manager refused.
    Refused(Reason),
}

impl ObjectError {
    /// The reason code that says the same.
    #[must_use]
    pub fn reason(&self) -> Reason {
        match self {
            Self::NotFound => Reason::UNKNOWN_OBJECT_NAME,
            Self::Exists(_) => Reason::OBJECT_ALREADY_EXISTS,
            Self::WrongKind(_) | Self::NotForQueueManager => Reason::OBJECT_TYPE_ERROR,
            Self::InUse => Reason::OBJECT_IN_USE,
            Self::NotEmpty => Reason::Q_NOT_EMPTY,
            Self::Attribute(error) => attribute_reason(error),
            Self::Conflict(_) | Self::Notice(_) => Reason::SELECTOR_NOT_FOR_TYPE,
            Self::UnknownEntity => Reason::UNKNOWN_ENTITY,
            Self::Refused(reason) => *reason,
        }
    }
}

/// The reason `MQSET` gives for a value that is wrong.
fn attribute_reason(error: &AttributeError) -> Reason {
    match error.attr() {
        Attr::Put | Attr::Get => Reason::INHIBIT_VALUE_ERROR,
        Attr::Trigger => Reason::TRIGGER_CONTROL_ERROR,
        Attr::Trigtype => Reason::TRIGGER_TYPE_ERROR,
        Attr::Trigdpth => Reason::TRIGGER_DEPTH_ERROR,
        Attr::Trigmpri => Reason::TRIGGER_MSG_PRIORITY_ERR,
        _ => Reason::CHAR_ATTRS_ERROR,
    }
}

impl fmt::Display for ObjectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFound => f.write_str("there is no such object"),
            Self::Exists(kind) => write!(
                f,
                "there is already an object of type {kind} with this name"
            ),
            Self::WrongKind(kind) => write!(f, "the object is of type {kind}"),
            Self::InUse => f.write_str("the object is open, or has uncommitted messages"),
            Self::NotEmpty => f.write_str("the queue holds messages"),
            Self::Attribute(error) => error.fmt(f),
            Self::Conflict(rule) => f.write_str(rule),
            Self::Notice(notice) => f.write_str(notice.text),
            Self::UnknownEntity => f.write_str("there is no such user or group"),
            Self::NotForQueueManager => f.write_str("a queue manager can only be altered"),
            Self::Refused(reason) => reason.fmt(f),
        }
    }
}

impl std::error::Error for ObjectError {}

impl From<AttributeError> for ObjectError {
    fn from(error: AttributeError) -> Self {
        Self::Attribute(error)
    }
}

/// Why a change of objects was not made, as far as room in the log is concerned.
pub(crate) trait Refusal: From<ObjectError> {
    /// The log had no room.
    fn is_for_room(&self) -> bool;
}

impl Refusal for ObjectError {
    fn is_for_room(&self) -> bool {
        matches!(self, Self::Refused(Reason::RESOURCE_PROBLEM))
    }
}
