//! How two ends come to terms: at most two rounds of initial data.
//!
//! ```text
//! client  TSH   initial: what it wants
//! server  TSH   initial, error flag and bits for each value the client is to take over; or no error flag
//! client        initial once more with those values, in the header form both now use   (after an error)
//! server        initial without error flag                                             (after an error)
//! ```
//! Both sides are state machines without a socket. The server's needs what the channel and the queue
//! manager offer, which it can look up by the channel name in the first round.

mod client;
mod message;
mod server;

pub use client::{ClientNegotiation, ClientStep};
pub use message::{
    Initiator, InitiatorStep, MESSAGE_FAP_MIN, MessageAgreed, MessageTerms, Responder,
    ResponderStep,
};
pub use server::{ServerNegotiation, ServerStep};

use std::fmt;

use ferromq_mqi::header::ByteOrder;

use crate::head::Head;
use crate::inbound::Limits;
use crate::initial::{Algorithms, Initial, capability};
use crate::kind::Kind;
use crate::level::{FAP_FLOOR, FAP_MAX};
use crate::outbound::Outbound;
use crate::status_code::StatusCode;
use crate::text::Text;

/// How a server without TLS may get a password it can read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum PasswordRule {
    /// At level 13 and above clients protect passwords with a scheme nobody published: without TLS they
    /// cannot be read. With TLS they come in clear inside it.
    #[default]
    Protected,
    /// Level 12 is agreed: passwords come in clear. Synchronous gets come as requests for messages.
    Level12,
    /// The answer says 12 without asking for a change: passwords come in clear and clients keep the
    /// layouts of their own level. Nobody promises that they will go on doing so.
    Answer12,
}

/// What a server offers on a channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerOffer {
    /// Highest level to agree on.
    pub fap_max: u8,
    /// Lowest level to agree on.
    pub fap_min: u8,
    /// Longest segment, header included.
    pub transmission_bytes_max: u32,
    /// Longest message of the channel and the queue manager, whichever is less.
    pub message_bytes_max: u32,
    /// Conversations that may share a socket; 0 asks for plain headers.
    pub conversations_max: u32,
    /// Heartbeat interval of the channel; 0 for none.
    pub heartbeat_s: u32,
    /// CCSID of names. One of ASCII's family, or clients go over to EBCDIC.
    pub ccsid: u16,
    /// Queue manager.
    pub q_mgr_name: Text<48>,
    /// Queue manager identifier.
    pub q_mgr_id: Text<48>,
    /// Product and version.
    pub product_id: Text<12>,
    /// This process.
    pub process_id: u32,
    /// The three bytes of [`capability`] to grant as far as asked for.
    pub capabilities: [u8; 3],
    /// Password protection algorithms to list.
    pub algorithms: Algorithms,
    /// Random bytes, fresh for every connection.
    pub nonce: [u8; 12],
    /// How passwords are to come.
    pub password_rule: PasswordRule,
}

impl Default for ServerOffer {
    fn default() -> Self {
        Self {
            fap_max: FAP_MAX,
            fap_min: FAP_FLOOR,
            transmission_bytes_max: 32_748,
            message_bytes_max: 4_194_304,
            conversations_max: 10,
            heartbeat_s: 300,
            ccsid: crate::text::CCSID_UTF_8,
            q_mgr_name: Text::BLANK,
            q_mgr_id: Text::BLANK,
            product_id: Text::BLANK,
            process_id: 0,
            capabilities: [
                capability::MQI | capability::SPLIT | capability::CONVERSION,
                capability::XA | capability::SPI,
                capability::MULTIPLEXED_GET | capability::CONNECTION_TAG,
            ],
            algorithms: crate::initial::ALGORITHMS_OF_CLIENTS,
            nonce: [0; 12],
            password_rule: PasswordRule::default(),
        }
    }
}

/// Highest level at which clients without TLS send passwords in clear; [`PasswordRule`] speaks of it.
const FAP_CLEAR_PASSWORD: u8 = 12;

/// What both ends agreed on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agreed {
    /// Level whose layouts are spoken.
    pub fap: u8,
    /// Level of the password rules: that of the answer.
    pub password_fap: u8,
    /// Conversations that may share the socket; 0 means plain headers.
    pub conversations: u32,
    /// Longest segment, header included.
    pub transmission_bytes_max: u32,
    /// Longest message.
    pub message_bytes_max: u32,
    /// Heartbeat interval; 0 for none.
    pub heartbeat_s: u32,
    /// CCSID of names from now on.
    pub ccsid: u16,
    /// Byte order of the last answer.
    pub order: ByteOrder,
    /// [`capability`] granted.
    pub capabilities: [u8; 3],
    /// The other end's initial data: channel, queue manager, product, process.
    pub partner: Initial,
}

impl Agreed {
    /// True when conversations have numbers: headers are `TSHM`.
    #[must_use]
    pub const fn is_multiplexed(&self) -> bool {
        self.conversations > 0
    }

    /// True when clients without TLS protect passwords, with a scheme nobody published.
    #[must_use]
    pub const fn has_protected_passwords(&self) -> bool {
        self.password_fap > FAP_CLEAR_PASSWORD
    }

    /// What an [`crate::inbound::Inbound`] may take from now on.
    #[must_use]
    pub fn limits(&self) -> Limits {
        Limits::agreed(
            self.transmission_bytes_max,
            self.message_bytes_max,
            self.conversations,
        )
    }

    /// Tells an [`Outbound`].
    pub fn apply(&self, outbound: &mut Outbound) {
        outbound.set_agreed(self.transmission_bytes_max as usize, self.fap);
    }
}

/// Why two ends do not come to terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The first segment is no initial data.
    NotInitial(Kind),
    /// The header has a form it cannot have here.
    HeaderForm,
    /// The channel is one between queue managers.
    ChannelType,
    /// The level asked for is below the lowest.
    Fap {
        /// Asked for.
        asked: u8,
        /// Lowest.
        lowest: u8,
    },
    /// A longest segment too short for anything.
    TransmissionBytes(u32),
    /// A value was not taken over.
    NotTakenOver(&'static str),
    /// The password algorithms do not fit.
    Algorithms,
    /// The highest numbers of messages differ.
    Wrap {
        /// That of the end that proposed.
        asked: u32,
        /// That of the end that answered.
        own: u32,
    },
    /// The other end says so.
    Status(StatusCode),
}

impl Refusal {
    /// The status that tells the partner.
    #[must_use]
    pub const fn status(&self) -> StatusCode {
        match self {
            Self::NotInitial(_) => StatusCode::SEGMENT_TYPE,
            Self::HeaderForm => StatusCode::ID,
            Self::ChannelType => StatusCode::CHANNEL_TYPE,
            Self::Fap { .. } => StatusCode::FAP,
            Self::TransmissionBytes(_) | Self::NotTakenOver(_) => StatusCode::NEGOTIATION,
            Self::Algorithms => StatusCode::SECURITY,
            Self::Wrap { .. } => StatusCode::WRAP,
            Self::Status(code) => *code,
        }
    }

    /// The segment that tells it, as answer to a header: with the close flag, without which clients go on
    /// as if nothing had happened.
    #[must_use]
    pub fn answer(&self, to: &Head) -> (Head, crate::control::Status) {
        refuse(to, self.status())
    }
}

/// A status that ends the connection, as answer to a header.
#[must_use]
pub fn refuse(to: &Head, code: StatusCode) -> (Head, crate::control::Status) {
    let flags = crate::head::flag::ERROR | crate::head::flag::CLOSE;
    let head = to.answer(Kind::Status).with_flags(flags);
    (head, crate::control::Status::new(code))
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotInitial(kind) => write!(f, "it began with {}", kind.name()),
            Self::HeaderForm => f.write_str("the header has the wrong form"),
            Self::ChannelType => f.write_str("the channel is of another type"),
            Self::Fap { asked, lowest } => {
                write!(f, "level {asked} where {lowest} is the lowest")
            }
            Self::TransmissionBytes(bytes) => write!(f, "segments of {bytes} bytes are too short"),
            Self::NotTakenOver(what) => write!(f, "{what} was not taken over"),
            Self::Wrap { asked, own } => {
                write!(
                    f,
                    "numbers of messages end at {asked} at one end and at {own} at the other"
                )
            }
            Self::Algorithms => f.write_str("no password protection both ends know"),
            Self::Status(code) => write!(f, "refused: {code}"),
        }
    }
}

impl std::error::Error for Refusal {}
