//! What a client wants of a socket and of each conversation on it.

use ferromq_mqi::ObjectName;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::name::FixedText;
use ferromq_mqi::options::Mobility;
use ferromq_mqi::password::Password;
use ferromq_wire::Kind;
use ferromq_wire::head::{Family, Head};
use ferromq_wire::initial::{ALGORITHMS_OF_CLIENTS, Initial, capability};
use ferromq_wire::level;
use ferromq_wire::text::{CCSID_UTF_8, Text};
use std::fmt;

/// What is asked for when a socket is opened. The server's channel decides how much of it is granted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Name of the server-connection channel.
    pub channel_name: FixedText<20>,
    /// Queue manager wanted; blank takes whichever answers.
    pub q_mgr_name: ObjectName,
    /// Operating-system user of this process, in its own case.
    pub user_id: FixedText<64>,
    /// Longest message, bytes.
    pub message_bytes_max: u32,
    /// Heartbeat interval in seconds; 0 for none. The server's, when longer, wins.
    pub heartbeat_s: u32,
    /// Conversations that may share the socket; 0 asks for a socket of one's own with plain headers.
    pub conversations_max: u32,
    /// Highest protocol level.
    pub fap_max: u8,
    /// True when the bytes travel inside TLS: passwords then need no protection of their own.
    pub with_tls: bool,
}

impl Default for Terms {
    fn default() -> Self {
        Self {
            channel_name: FixedText::truncated("SYSTEM.DEF.SVRCONN"),
            q_mgr_name: ObjectName::BLANK,
            user_id: FixedText::BLANK,
            message_bytes_max: MESSAGE_BYTES_MAX,
            heartbeat_s: 300,
            conversations_max: 10,
            fap_max: level::FAP_MAX,
            with_tls: false,
        }
    }
}

/// The longest message there is: 100 MiB.
pub const MESSAGE_BYTES_MAX: u32 = 104_857_600;

/// Longest segment asked for: what every client asks for.
const SEGMENT_BYTES: u32 = 32_748;

impl Terms {
    /// The initial data that asks for them.
    pub(crate) fn initial(&self) -> Initial {
        let fap = self.fap_max.clamp(level::FAP_FLOOR, level::FAP_MAX);
        Initial {
            length: level::initial_bytes(fap),
            fap,
            capabilities: capability::MQI | capability::SPLIT | capability::CONVERSION,
            transmission_bytes_max: SEGMENT_BYTES,
            message_bytes_max: self.message_bytes_max,
            channel_name: self.channel_name.into(),
            capabilities2: capability::DISTRIBUTION_LISTS | capability::XA | capability::SPI,
            ccsid: CCSID_UTF_8,
            q_mgr_name: self.q_mgr_name.into(),
            heartbeat_s: self.heartbeat_s,
            conversations_max: self.conversations_max,
            capabilities3: capability::MULTIPLEXED_GET | capability::CONNECTION_TAG,
            process_id: std::process::id(),
            thread_id: 1,
            trace_id: 1,
            product_id: Text::of("MQCC09040000"),
            algorithms: ALGORITHMS_OF_CLIENTS,
            ..Initial::default()
        }
    }

    /// The header of the first segment: in the byte order of this machine.
    pub(crate) fn head() -> Head {
        let order = if cfg!(target_endian = "big") {
            ByteOrder::Big
        } else {
            ByteOrder::Little
        };
        Head::new(Family::Plain, Kind::Initial, order, CCSID_UTF_8)
    }
}

/// What a conversation says of its application.
#[derive(Clone, PartialEq, Eq)]
pub struct Logon {
    /// Queue manager wanted; blank takes whichever answers.
    pub q_mgr_name: ObjectName,
    /// Application name.
    pub appl_name: FixedText<28>,
    /// `MQAT_*`.
    pub appl_type: i32,
    /// `MQCNO_*`, without what is only the client's business.
    pub options: i32,
    /// Connection tag; zero means none.
    pub conn_tag: [u8; 128],
    /// How it may be moved, and which lost connection it comes in place of.
    pub mobility: Mobility,
    /// User and password to be checked, if any.
    pub credentials: Option<Password>,
    /// `MQPUT1` under syncpoint waits for its answer although the put does not say so
    /// (`Put1DefaultAlwaysSync`).
    pub put1_always_sync: bool,
}

impl Default for Logon {
    fn default() -> Self {
        Self {
            q_mgr_name: ObjectName::BLANK,
            appl_name: FixedText::BLANK,
            appl_type: ferromq_mqi::generated::constants::MQAT_UNIX,
            options: 0,
            conn_tag: [0; 128],
            mobility: Mobility::default(),
            credentials: None,
            put1_always_sync: false,
        }
    }
}

impl fmt::Debug for Logon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Logon")
            .field("q_mgr_name", &self.q_mgr_name)
            .field("appl_name", &self.appl_name)
            .field("options", &self.options)
            .field("credentials", &self.credentials)
            .finish_non_exhaustive()
    }
}
