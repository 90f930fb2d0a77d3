//! `DISTL` of a transmission queue: whether the queue manager at the other end of its channel takes one message for several queues. A sender
//! shows it each time the two have come to terms, so that messages are put there as one or apart. It looks at `USAGE` as well: what programs have
//! put on an ordinary queue has no header that says where it goes, and is not the sender's.

use super::failed::{Failed, What, opened};
use ferromq_mqi::Reason;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{ObjectDescriptor, ObjectHandle};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Open,
    Inquire(ObjectHandle),
    Set(ObjectHandle),
    Close(ObjectHandle),
}

/// It is being shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ShowingLists {
    queue: ObjectName,
    takes_lists: bool,
    step: Step,
}

impl ShowingLists {
    pub(crate) const fn in_queue(queue: ObjectName, takes_lists: bool) -> Self {
        Self {
            queue,
            takes_lists,
            step: Step::Open,
        }
    }

    const fn value(self) -> i32 {
        match self.takes_lists {
            true => MQDL_SUPPORTED,
            false => MQDL_NOT_SUPPORTED,
        }
    }

    /// The verb that is next.
    pub(crate) fn request(self) -> Request {
        match self.step {
            Step::Open => Request::Open {
                descriptor: ObjectDescriptor::queue(self.queue.as_str()),
                options: MQOO_INQUIRE | MQOO_SET,
            },
            Step::Inquire(handle) => Request::Inquire {
                handle,
                selectors: vec![MQIA_DIST_LISTS, MQIA_USAGE],
                int_count: 2,
                char_len: 0,
            },
            Step::Set(handle) => Request::Set {
                handle,
                selectors: vec![MQIA_DIST_LISTS],
                ints: vec![self.value()],
                chars: bytes::Bytes::new(),
            },
            Step::Close(handle) => Request::Close {
                handle,
                options: MQCO_NONE,
            },
        }
    }

    /// The verb is answered: what follows, if anything does. What cannot be set stays as it is; a message the other end does not take is parted when it
    /// is got.
    ///
    /// # Errors
    /// The queue cannot be opened, or is no transmission queue.
    pub(crate) fn answered(self, reply: &Reply) -> Result<Option<Self>, Failed> {
        let step = match self.step {
            Step::Open => Step::Inquire(opened(reply, What::OpenTransmissionQueue)?),
            Step::Inquire(handle) => match reply {
                Reply::Inquired { ints, .. } => match ints[..] {
                    [_, usage] if usage != MQUS_TRANSMISSION => {
                        return Err(Failed::of(What::UseQueue, Reason::XMIT_Q_USAGE_ERROR));
                    }
                    [lists, _] if lists != self.value() => Step::Set(handle),
                    _ => Step::Close(handle),
                },
                _ => Step::Close(handle),
            },
            Step::Set(handle) => Step::Close(handle),
            Step::Close(_) => return Ok(None),
        };
        Ok(Some(Self { step, ..self }))
    }
}
