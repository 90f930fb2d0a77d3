//! How connections, conversations and calls end.

use std::fmt;

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
