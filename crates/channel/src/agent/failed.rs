//! Verbs of an agent that fail, of which its channel ends.

use ferromq_mqi::Reason;
use ferromq_mqi::call::Reply;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::ObjectHandle;

/// A verb that failed, of which the channel ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Failed {
    /// What was to be done, as a notice says it.
    pub(crate) what: What,
    /// Of a put the queue; of everything else it goes without saying.
    pub(crate) queue: ObjectName,
    pub(crate) reason: Reason,
}

impl Failed {
    pub(crate) fn of(what: What, reason: Reason) -> Self {
        let queue = ObjectName::BLANK;
        Self {
            what,
            queue,
            reason,
        }
    }

    /// Nothing can be put on this queue, nor on others.
    pub(crate) fn put(queue: ObjectName, reason: Reason) -> Self {
        let what = What::Put;
        Self {
            what,
            queue,
            reason,
        }
    }
}

/// What a verb is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    OpenRecords,
    ActForUser,
    OpenTransmissionQueue,
    /// What the definition of the channel says is its transmission queue is none.
    UseQueue,
    Get,
    Put,
    /// A message nobody takes, as has been said.
    Undelivered,
    Records,
    Commit,
}

/// The handle of an open that went well.
pub(crate) fn opened(reply: &Reply, what: What) -> Result<ObjectHandle, Failed> {
    match reply {
        Reply::Opened { handle, .. } => Ok(*handle),
        _ => Err(refused(reply, what)),
    }
}

/// Whether an agent acts for the user of its channel now.
pub(crate) fn acts(reply: &Reply) -> Result<(), Failed> {
    match reply {
        Reply::Done(Reason::NONE) => Ok(()),
        _ => Err(refused(reply, What::ActForUser)),
    }
}

/// What a verb failed of that is not answered as it should be.
pub(super) fn refused(reply: &Reply, what: What) -> Failed {
    let reason = match reply {
        Reply::Failed(reason) => *reason,
        _ => Reason::UNEXPECTED_ERROR,
    };
    Failed::of(what, reason)
}
