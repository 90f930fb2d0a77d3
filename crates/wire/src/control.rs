//! Segments about the connection itself: status, conversations, notifications.

use std::fmt;

use crate::field::{Reader, Wire, Writer, fixed};
use crate::malformed::{Malformed, Why};

/// How something ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StatusCode(pub u32);

macro_rules! status_codes {
    ($($(#[$meta:meta])* $name:ident = $code:literal, $text:literal;)*) => {
        impl StatusCode {
            $($(#[$meta])* pub const $name: Self = Self($code);)*

            /// What it means, in a few words.
            #[must_use]
            pub const fn text(self) -> &'static str {
                match self.0 {
                    $($code => $text,)*
                    _ => "unknown status",
                }
            }
        }
    };
}

status_codes! {
    /// Accepted.
    OK = 0, "accepted";
    /// Clients report 2540.
    CHANNEL_NOT_FOUND = 1, "channel not found";
    /// Clients report 2539.
    CHANNEL_TYPE = 2, "wrong channel type";
    /// Clients report 2059.
    Q_MGR_UNAVAILABLE = 3, "queue manager unavailable";
    /// Message channels.
    SEQUENCE = 4, "message sequence error";
    /// Clients report 2059, or 2009 on a working connection.
    Q_MGR_ENDING = 5, "queue manager ending";
    /// Message channels.
    CANNOT_STORE = 6, "message cannot be stored";
    /// Clients report 2059.
    USER_CLOSED = 7, "closed by the user";
    /// Message channels.
    TIMEOUT = 8, "time-out";
    /// Message channels.
    TARGET_UNKNOWN = 9, "target queue unknown";
    /// Protocol error.
    SEGMENT_TYPE = 10, "segment type";
    /// Protocol error.
    SEGMENT_LENGTH = 11, "segment length";
    /// Protocol error.
    DATA = 12, "data";
    /// Protocol error.
    SEGMENT = 13, "segment";
    /// Protocol error. Clients report 2539.
    ID = 14, "structure name";
    /// Protocol error of message channels.
    MESSAGE_HEADER = 15, "message header";
    /// Protocol error.
    PROTOCOL = 16, "protocol";
    /// Message channels.
    BATCH = 17, "batch failure";
    /// A message is longer than agreed.
    MESSAGE_LENGTH = 18, "message length";
    /// Protocol error.
    SEGMENT_NUMBER = 19, "segment number";
    /// Clients report 2059.
    SECURITY = 20, "security failure";
    /// Message channels.
    WRAP = 21, "sequence wrap value";
    /// Clients wait some seconds and report 2537.
    CHANNEL_UNAVAILABLE = 22, "channel unavailable";
    /// Clients report 2537.
    EXIT_CLOSED = 23, "closed by an exit";
    /// Clients report 2397.
    CIPHER = 24, "cipher specification";
    /// Clients report 2397.
    PEER_NAME = 25, "peer name";
    /// Clients report 2059.
    CERTIFICATE = 26, "client certificate";
    /// Clients report no reason of its own.
    IN_RECOVERY = 27, "resources in recovery";
    /// Clients report no reason of its own.
    REFRESHING = 28, "TLS being refreshed";
    /// Clients report 2059.
    HANDLE = 29, "invalid handle";
    /// Protocol error.
    CONVERSATION = 30, "conversation";
    /// Protocol error.
    SOCKET_ACTION = 31, "socket action";
    /// Clients report 2543.
    STANDBY = 32, "standby queue manager";
    /// The negotiation failed over the CCSID.
    CCSID = 240, "CCSID";
    /// The negotiation failed over the encoding.
    ENCODING = 241, "encoding";
    /// The negotiation failed over the level.
    FAP = 242, "protocol level";
    /// The negotiation failed. Clients report 2059.
    NEGOTIATION = 243, "negotiation";
}

impl fmt::Display for StatusCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.text(), self.0)
    }
}

/// The body of a status segment. A segment without one ends a connection with plain headers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status {
    /// How it ended.
    pub code: StatusCode,
    /// A word more, known from a dissector only.
    pub value: Option<u32>,
}

impl Status {
    /// A status without a value.
    #[must_use]
    pub const fn new(code: StatusCode) -> Self {
        Self { code, value: None }
    }
}

impl Wire<'_> for Status {
    const BYTES: usize = 8;

    fn read(from: &mut Reader<'_>) -> Result<Self, Malformed> {
        let outer = from.enter("Status");
        let here = from.clone();
        let length = u32::read(from)?;
        let code = StatusCode(u32::read(from)?);
        let value = match length {
            8 => None,
            12 => Some(u32::read(from)?),
            other => return Err(here.wrong(Why::Length(other.into()))),
        };
        from.leave(outer);
        Ok(Self { code, value })
    }

    fn write(&self, to: &mut Writer<'_>) {
        let length: u32 = if self.value.is_some() { 12 } else { 8 };
        length.write(to);
        self.code.0.write(to);
        if let Some(value) = self.value {
            value.write(to);
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
