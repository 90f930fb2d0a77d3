//! Calls and their answers: what travels through the narrow waist.
//!
//! A road hands a [`Request`] to a connection and passes the [`Reply`] back. Applications do
//! not see these; they use [`crate::session::Session`].

use crate::distribution::{ListPut, OpenedList};
use crate::generated::structs::MsgDescriptor;
use crate::local::{LocalAnswer, LocalOrder};
use crate::name::ObjectName;
use crate::options::{
    GetOptions, ObjectDescriptor, ObjectHandle, PutOptions, StatusReport, SubscriptionDescriptor,
};
use crate::reason::Reason;
use crate::xa::{XaCall, XaReply};
use bytes::Bytes;

/// One verb with its input.
// A request lives on the stack for one call; boxing the message descriptors would add an allocation
// to every put and get to make the rare verbs smaller.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug)]
pub enum Request {
    /// `MQOPEN` with `MQOO_*` options.
    Open {
        /// What to open.
        descriptor: ObjectDescriptor,
        /// `MQOO_*`.
        options: i32,
    },
    /// `MQCLOSE` with `MQCO_*` options.
    Close {
        /// What to close.
        handle: ObjectHandle,
        /// `MQCO_*`.
        options: i32,
    },
    /// `MQPUT`.
    Put {
        /// Where to.
        handle: ObjectHandle,
        /// Descriptor as the application passed it.
        descriptor: MsgDescriptor,
        /// How.
        options: PutOptions,
        /// The application's message data.
        body: Bytes,
    },
    /// `MQPUT1`.
    Put1 {
        /// Where to.
        object: Box<ObjectDescriptor>,
        /// Descriptor as the application passed it.
        descriptor: MsgDescriptor,
        /// How.
        options: PutOptions,
        /// The application's message data.
        body: Bytes,
    },
    /// `MQGET`.
    Get {
        /// Where from.
        handle: ObjectHandle,
        /// Message and correlation id and group fields to match.
        descriptor: MsgDescriptor,
        /// How.
        options: GetOptions,
        /// Bytes the application's buffer can take.
        buffer_len: u32,
    },
    /// `MQINQ`.
    Inquire {
        /// Of what.
        handle: ObjectHandle,
        /// `MQIA_*` and `MQCA_*`, in the application's order.
        selectors: Vec<i32>,
        /// Integers the application has room for.
        int_count: u32,
        /// Bytes of character attributes it has room for.
        char_len: u32,
    },
    /// `MQSET`.
    Set {
        /// Of what.
        handle: ObjectHandle,
        /// `MQIA_*` and `MQCA_*`.
        selectors: Vec<i32>,
        /// Values of the integer selectors, in order.
        ints: Vec<i32>,
        /// Values of the character selectors, one after the other, each at full width.
        chars: Bytes,
    },
    /// `MQBEGIN`.
    Begin {
        /// `MQBO_*`.
        options: i32,
    },
    /// `MQCMIT`.
    Commit,
    /// `MQBACK`.
    BackOut,
    /// `MQSTAT` with `MQSTAT_TYPE_*`.
    Stat {
        /// `MQSTAT_TYPE_*`.
        kind: i32,
    },
    /// `MQSUB`.
    Subscribe {
        /// What to subscribe to, and how.
        descriptor: Box<SubscriptionDescriptor>,
        /// The queue publications go to; none with `MQSO_MANAGED`.
        queue: ObjectHandle,
    },
    /// `MQSUBRQ`.
    SubscriptionRequest {
        /// The subscription.
        handle: ObjectHandle,
        /// `MQSR_ACTION_*`.
        action: i32,
        /// `MQSRO_*`.
        options: i32,
    },
    /// Waits until one of several gets may find its message, or has another answer to give. Takes no message.
    /// Not an MQI verb: how whoever consumes from many queues sleeps, having found nothing on any of them.
    AwaitAny {
        /// At most [`AWAITED_MAX`]. Their own wait intervals do not count.
        gets: Vec<AwaitedGet>,
        /// How long, or `MQWI_UNLIMITED`. When it is over the answer is `MQRC_NO_MSG_AVAILABLE`.
        wait_interval_ms: i32,
    },
    /// A call of a transaction manager. Not an MQI verb: how a program that coordinates
    /// transactions reaches the queue manager.
    Xa(XaCall),
    /// `MQDISC`. Commits what is uncommitted.
    Disconnect,
    /// One MQSC command, run by the command processor the road knows. Not an MQI verb: the
    /// way local administration reaches a running queue manager.
    Command {
        /// The command's text, without continuation lines.
        text: String,
    },
    /// What one of our own commands asks for that MQSC has no words for. Not an MQI verb.
    Local(Box<LocalOrder>),
    /// What a command prints, or the answers to an order, that are longer than [`OUTPUT_BYTES_MAX`], further on. Not an
    /// MQI verb.
    MoreOutput,
}

/// A get that is waited for with others.
#[derive(Clone, Debug)]
pub struct AwaitedGet {
    /// Where from.
    pub handle: ObjectHandle,
    /// As for the get.
    pub descriptor: MsgDescriptor,
    /// As for the get.
    pub options: GetOptions,
}

/// Most gets that one request waits for: so many fit a frame.
pub const AWAITED_MAX: usize = 128;

/// Longest message there is, in bytes: the highest `MAXMSGL`. No get gives back a longer one that was put together from
/// segments or grew when it was converted.
pub const MESSAGE_BYTES_MAX: usize = 104_857_600;

/// Most bytes of what a command prints that travel at once.
pub const OUTPUT_BYTES_MAX: usize = 256 * 1024;

/// Most data of one request or reply, in bytes: the longest message with all that is ever put in front of it. Each road
/// carries so much.
pub const DATA_BYTES_MAX: usize = 127 * 1024 * 1024;

/// The answer to a [`Request`].
// It passes through many hands on its way to the program, so that what is long in it is behind a pointer.
#[derive(Clone, Debug)]
pub enum Reply {
    /// The verb failed (`MQCC_FAILED`); nothing was changed unless the reason says otherwise.
    Failed(Reason),
    /// The verb is done and returns nothing but a reason (`NONE`, or a warning).
    Done(Reason),
    /// `MQOPEN`: the handle, and the descriptor with its returned fields.
    Opened {
        /// The new handle.
        handle: ObjectHandle,
        /// With resolved names.
        descriptor: Box<ObjectDescriptor>,
    },
    /// `MQOPEN` of a distribution list, also when it failed for every destination.
    OpenedList(Box<OpenedList>),
    /// `MQPUT`, `MQPUT1`.
    Put(Box<PutReply>),
    /// `MQPUT` or `MQPUT1` to a distribution list, also when it failed for every destination. One that is not
    /// waited for answers as to one queue.
    ListPut(Box<ListPut>),
    /// `MQGET`, also when it ends with a warning (truncation, for one).
    Got(Box<GetReply>),
    /// `MQINQ`.
    Inquired {
        /// Values of the integer selectors, in order.
        ints: Vec<i32>,
        /// Values of the character selectors, one after the other.
        chars: Bytes,
        /// `NONE` or a warning.
        reason: Reason,
    },
    /// `MQSTAT`.
    Status(Box<StatusReport>),
    /// `MQSUB`.
    Subscribed(Box<SubscribeReply>),
    /// `MQSUBRQ`: how many retained publications were put on the queue.
    Requested(i32),
    /// A call of a transaction manager.
    Xa(XaReply),
    /// A command's output, or a piece of it.
    CommandOutput {
        /// Lines to print, at most [`OUTPUT_BYTES_MAX`] bytes.
        text: String,
        /// How it ended; `None` when there is more to print: see [`Request::MoreOutput`].
        outcome: Option<CommandOutcome>,
    },
    /// The answers to a local order, or some of them.
    LocalAnswers {
        /// Together at most [`OUTPUT_BYTES_MAX`] bytes.
        answers: Vec<LocalAnswer>,
        /// How it ended; `None` when there are more: see [`Request::MoreOutput`].
        outcome: Option<CommandOutcome>,
    },
}

const _: () = assert!(size_of::<Reply>() <= 64, "a reply must stay compact");

/// How an MQSC command or a local order ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandOutcome {
    /// Done.
    Done,
    /// Its syntax is wrong; nothing was done.
    SyntaxError,
    /// It was understood and could not be processed.
    Failed,
}

/// What a put returns.
#[derive(Clone, Debug)]
pub struct PutReply {
    /// `NONE` or a warning.
    pub reason: Reason,
    /// Descriptor with the fields the queue manager filled in.
    pub descriptor: MsgDescriptor,
    /// Queue the message went to.
    pub resolved_q_name: ObjectName,
    /// Queue manager of that queue.
    pub resolved_q_mgr_name: ObjectName,
}

/// What a subscribe returns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubscribeReply {
    /// `NONE` or a warning.
    pub reason: Reason,
    /// What holds for the subscription.
    pub descriptor: SubscriptionDescriptor,
    /// Where its publications are got from.
    pub queue: ObjectHandle,
    /// The subscription, to close or request publications with.
    pub subscription: ObjectHandle,
}

/// What a get returns.
#[derive(Clone, Debug)]
pub struct GetReply {
    /// `NONE` or a warning.
    pub reason: Reason,
    /// The message's descriptor.
    pub descriptor: MsgDescriptor,
    /// The options with their returned fields.
    pub options: GetOptions,
    /// Message data, as much as the buffer takes.
    pub body: Bytes,
    /// Length of all the message data.
    pub data_length: u32,
}
