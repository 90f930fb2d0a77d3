//! Segments about the connection itself: status, conversations, notifications.

use crate::field::{Reader, Wire, Writer, fixed};
use crate::malformed::{Malformed, Why};
use crate::message_channel::Luwid;
pub use crate::status_code::StatusCode;

/// The body of a status segment. A segment without one ends a connection with plain headers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status {
    /// How it ended.
    pub code: StatusCode,
    /// A word more, known from a dissector only.
    pub value: Option<u32>,
    /// Message channels, ours, behind a value: the batch that was committed last.
    pub committed: Option<Luwid>,
}

impl Status {
    /// A status without a value.
    #[must_use]
    pub const fn new(code: StatusCode) -> Self {
        Self {
            code,
            value: None,
            committed: None,
        }
    }
}

impl Wire<'_> for Status {
    const BYTES: usize = 8;

    fn read(from: &mut Reader<'_>) -> Result<Self, Malformed> {
        let outer = from.enter("Status");
        let here = from.clone();
        let length = u32::read(from)?;
        let code = StatusCode(u32::read(from)?);
        let (value, committed) = match length {
            8 => (None, None),
            12 => (Some(u32::read(from)?), None),
            20 => {
                let value = u32::read(from)?;
                let (time_s, counter) = (u32::read(from)?, u32::read(from)?);
                (Some(value), Some(Luwid { time_s, counter }))
            }
            other => return Err(here.wrong(Why::Length(other.into()))),
        };
        from.leave(outer);
        Ok(Self {
            code,
            value,
            committed,
        })
    }

    fn write(&self, to: &mut Writer<'_>) {
        let length: u32 = match (self.value, self.committed) {
            (None, _) => 8,
            (Some(_), None) => 12,
            (Some(_), Some(_)) => 20,
        };
        length.write(to);
        self.code.0.write(to);
        let Some(value) = self.value else {
            return;
        };
        value.write(to);
        if let Some(committed) = self.committed {
            committed.time_s.write(to);
            committed.counter.write(to);
        }
    }
}

fixed! {
    /// A conversation begins or ends on a shared socket.
    pub struct SocketAction {
        /// Which conversation.
        conversation: u32,
        /// Zero.
        request: u32,
        /// [`SocketAction::START`] or [`SocketAction::END`].
        action: u32,
        /// 1 with a start.
        parameter1: u32,
        /// Running number of conversations of the client connection; for information.
        parameter2: u32,
    }
}

impl SocketAction {
    /// A conversation begins: answered with status 0 on that conversation.
    pub const START: u32 = 1;
    /// A conversation ends: not answered.
    pub const END: u32 = 2;
}

fixed! {
    /// A state changed.
    pub struct Notification {
        /// 1.
        version: u32,
        /// Which object, or -1 for the connection.
        handle: i32,
        /// [`notice`].
        code: u32,
        /// What the code makes of it.
        value: i32,
    }
}

/// Codes of [`Notification`]. The names of those never seen are a dissector's.
pub mod notice {
    /// From the server: get inhibited.
    pub const GET_INHIBITED: u32 = 1;
    /// Get allowed.
    pub const GET_ALLOWED: u32 = 2;
    /// From the client: 2 started, 0 stopped, 3 suspended. Answered when the segment asks for it.
    pub const CONNECTION_STATE: u32 = 3;
    /// Answer to it, value repeated.
    pub const CONNECTION_STATE_REPLY: u32 = 4;
    /// From the client: a consumer is registered (value 16).
    pub const QUEUE_STATE: u32 = 5;
    /// Answer to it; never seen.
    pub const QUEUE_STATE_REPLY: u32 = 6;
    /// From the server to a consumer: the queue manager ends.
    pub const Q_MGR_QUIESCING: u32 = 7;
    /// From the client: delivery under syncpoint allowed.
    pub const TRANSACTION_ALLOWED: u32 = 8;
    /// Never seen.
    pub const TRANSACTION_REVOKE: u32 = 9;
    /// Never seen.
    pub const TRANSACTION_REVOKE_REPLY: u32 = 10;
    /// Never seen.
    pub const CHECK_MESSAGE: u32 = 11;
    /// Never seen.
    pub const BROWSE_FIRST: u32 = 12;
    /// Never seen from a queue manager; clients make 2033 of it.
    pub const MESSAGE_TOO_LARGE: u32 = 13;
    /// From the server: a pending request for messages ends, value is the reason.
    pub const STREAMING_FAILURE: u32 = 14;
    /// From the server: nothing there for this request.
    pub const CLIENT_ASYNC_EMPTY: u32 = 15;
    /// Never seen.
    pub const TRANSACTION_PAUSED: u32 = 16;
    /// From the client: it has made its lost connection again, with all that was open.
    pub const RECONNECTED: u32 = 17;
}
