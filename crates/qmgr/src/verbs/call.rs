//! A call under way, as far as its answer has to be observed.

use crate::core::figures::message::ObjectSlot;
use crate::verbs::waiting_get::BROWSES;
use ferromq_mqi::call::Request;
use ferromq_mqi::generated::constants::MQOT_TOPIC;
use ferromq_mqi::options::ObjectHandle;

/// A put under way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Put {
    /// Where to; `None` where it is opened for this message alone.
    pub(super) handle: Option<ObjectHandle>,
    /// It is known to go to a topic.
    pub(super) topic: bool,
    pub(super) bytes: usize,
}

/// A call under way: what has to be known of it to say what happened once it is answered.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum Call {
    /// None, or one nobody is told of.
    #[default]
    Unobserved,
    Open {
        /// What is to be opened.
        slot: ObjectSlot,
    },
    Close {
        options: i32,
        /// What its handle is of, as far as there is one.
        slot: ObjectSlot,
    },
    Put(Put),
    Get {
        handle: ObjectHandle,
        browses: bool,
    },
    Inquire {
        handle: ObjectHandle,
    },
    Set {
        handle: ObjectHandle,
    },
    Commit,
    BackOut,
    Stat,
    Subscribe,
    SubscriptionRequest,
}

impl Call {
    pub(crate) fn of(request: &Request) -> Self {
        match request {
            Request::Open { descriptor, .. } => Self::Open {
                slot: ObjectSlot::of(descriptor.object_type),
            },
            Request::Close { options, .. } => Self::Close {
                options: *options,
                slot: ObjectSlot::Other,
            },
            Request::Put { handle, body, .. } => Self::Put(Put {
                handle: Some(*handle),
                topic: false,
                bytes: body.len(),
            }),
            Request::Put1 { object, body, .. } => Self::Put(Put {
                handle: None,
                topic: object.object_type == MQOT_TOPIC,
                bytes: body.len(),
            }),
            Request::Get {
                handle, options, ..
            } => Self::get(*handle, options.options),
            Request::Inquire { handle, .. } => Self::Inquire { handle: *handle },
            Request::Set { handle, .. } => Self::Set { handle: *handle },
            Request::Commit => Self::Commit,
            Request::BackOut => Self::BackOut,
            Request::Stat { .. } => Self::Stat,
            Request::Subscribe { .. } => Self::Subscribe,
            Request::SubscriptionRequest { .. } => Self::SubscriptionRequest,
            Request::AwaitAny { .. }
            | Request::Begin { .. }
            | Request::Xa(_)
            | Request::Disconnect
            | Request::MoreOutput
            | Request::Local(_)
            | Request::Command { .. } => Self::Unobserved,
        }
    }

    pub(crate) fn get(handle: ObjectHandle, options: i32) -> Self {
        Self::Get {
            handle,
            browses: options & BROWSES != 0,
        }
    }
}
