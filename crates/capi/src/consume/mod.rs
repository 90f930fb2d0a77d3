//! Asynchronous consumption: `MQCB` and `MQCTL`.
//!
//! A connection has at most one dispatcher, a thread of the library (or the caller of `MQOP_START_WAIT`). It gets
//! messages for the consumers in turn and calls them; all calls of a connection come from that one thread. While it
//! is started the connection is the dispatcher's: verbs of other threads answer `MQRC_HCONN_ASYNC_ACTIVE`, and
//! suspending waits until the dispatcher has let go.
//!
//! While nobody has a message the dispatcher sleeps at the queue manager: with one consumer in its get, with several,
//! of the same machine, for whichever has a message first (`Request::AwaitAny`). Whoever suspends or stops cancels
//! that wait. A client with several consumers asks them in turn, a slice of time each, and so does one whose other end
//! cannot cancel.

mod current;
mod dispatch;
mod flow;

pub(crate) use current::{dispatched_here, dispatches_for};
pub(crate) use flow::{Flow, Registration};

use crate::held_message::Held;
use ferromq_mqi::call::GetReply;
use ferromq_mqi::options::GetOptions;
use ferromq_mqi::{MsgDescriptor, Reason};
use std::cell::Cell;
use std::sync::Arc;

/// A callback function of the program.
pub(crate) trait Receiver: Send + Sync {
    /// Calls it. Returns when the program's function does.
    fn receive(&self, event: &Event<'_>);
}

/// What a callback is told (`MQCBC`), and the message, if there is one.
pub(crate) struct Event<'a> {
    pub(crate) hconn: i32,
    pub(crate) hobj: i32,
    /// `MQCBCT_*`
    pub(crate) call_type: i32,
    /// How the get ended; `Err` is a failure.
    pub(crate) outcome: Result<Reason, Reason>,
    /// `MQCS_*`
    pub(crate) state: i32,
    /// The address the program gave to `MQCTL`.
    pub(crate) connection_area: usize,
    /// What was got.
    pub(crate) message: Option<&'a GetReply>,
    /// Milliseconds until a connection is tried to be made again, which the event handler may change.
    pub(crate) reconnect_delay_ms: Option<&'a Cell<i32>>,
    /// The consumer's own descriptor and options, for calls without a message.
    pub(crate) asked: Option<(&'a MsgDescriptor, &'a GetOptions)>,
}

/// A message consumer as `MQCB` describes it.
#[derive(Clone)]
pub(crate) struct Consumer {
    pub(crate) hobj: i32,
    pub(crate) receiver: Arc<dyn Receiver>,
    /// `MQCBDO_*`
    pub(crate) callback_options: i32,
    pub(crate) descriptor: MsgDescriptor,
    pub(crate) options: GetOptions,
    /// Where properties go, if they do not stay in the message.
    pub(crate) handle: Option<Arc<Held>>,
    /// Longest message in bytes.
    pub(crate) bytes_max: u32,
}

/// The event handler of a connection.
#[derive(Clone)]
pub(crate) struct Handler {
    pub(crate) receiver: Arc<dyn Receiver>,
    /// `MQCBDO_*`
    pub(crate) callback_options: i32,
}
