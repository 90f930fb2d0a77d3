//! What members tell one another: messages and their bytes.
//!
//! `docs/formats/cluster.md` has the layout. [`Message::decode`] takes any bytes and fails where a rule does not hold;
//! [`Message::encode`] is its opposite.

mod decode;
mod encode;
mod fuzz;

use crate::record::{Contents, Name, State};
use ferromq_mqi::generated::constants::MQUA_FIRST;
use ferromq_mqi::pcf::Malformed;
use std::fmt;
use std::sync::Arc;

pub use fuzz::fuzz_one;

/// Most bytes of a message.
pub const MESSAGE_BYTES_MAX: usize = 1 << 20;
/// Most records, names or owners in a message.
pub const ENTRIES_MAX: usize = 4_096;
/// Most parameters in a group.
pub const GROUP_PARAMETERS_MAX: usize = 128;

const PROTOCOL: i32 = MQUA_FIRST + 1;
const RECORD: i32 = MQUA_FIRST + 4;
const KIND: i32 = MQUA_FIRST + 5;
const STATE: i32 = MQUA_FIRST + 6;
const VERSION: i32 = MQUA_FIRST + 7;
const LIFE: i32 = MQUA_FIRST + 8;
const NAME: i32 = MQUA_FIRST + 9;
const HASH: i32 = MQUA_FIRST + 10;
const OWNER: i32 = MQUA_FIRST + 12;
const SINCE: i32 = MQUA_FIRST + 13;
const ANSWER: i32 = MQUA_FIRST + 14;
const VOUCHED: i32 = MQUA_FIRST + 15;
const GONE: i32 = MQUA_FIRST + 16;

/// The version of the protocol.
const PROTOCOL_1: i32 = 1;

const COMMAND_TELL: i32 = 1;
const COMMAND_ASK: i32 = 2;
const COMMAND_DIGEST: i32 = 3;
const COMMAND_WANT: i32 = 4;

/// A message, whose it is, and in which cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The cluster.
    pub cluster: String,
    /// The QMID of whoever sends it.
    pub sender: String,
    /// What it says.
    pub body: Body,
}

/// What a message says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// Records.
    Tell {
        /// The records.
        records: Vec<RecordUpdate>,
        /// Names whose records are among them, or were told before.
        answered: Vec<NameHash>,
        /// Owners of whom all newer records are among them, or were told before.
        owners: Vec<OwnerHash>,
    },
    /// What of these names is there, and what changes later?
    Ask {
        /// The names.
        names: Vec<Question>,
    },
    /// What the sender knows of each owner, as a number.
    Digest {
        /// The owners.
        owners: Vec<OwnerHash>,
        /// True if one is wanted in return.
        answer: bool,
    },
    /// Tell all you have of these owners that is newer.
    Want {
        /// The owners; their hashes mean nothing.
        owners: Vec<OwnerHash>,
    },
}

/// A record as members send it to one another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordUpdate {
    /// The QMID of the owner.
    pub owner: Arc<str>,
    /// What it is about.
    pub name: Name,
    /// Its version.
    pub version: u64,
    /// What is left of its life, in milliseconds.
    pub life_ms: u64,
    /// Whether it holds.
    pub state: State,
    /// The sender trusts the queue manager it is about as a full repository. Of a live record of a queue manager only.
    pub vouched: bool,
    /// What it says; none unless it is live.
    pub contents: Contents,
}

/// A name, and the hash of what its sender has under it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameHash {
    /// The name.
    pub name: Name,
    /// The hash.
    pub hash: u64,
}

/// A name that is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The name.
    pub name: Name,
    /// The hash of what is known of it.
    pub hash: u64,
    /// How long its changes are to be told, in milliseconds.
    pub life_ms: u64,
}

/// An owner, and the hash of what its sender has of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnerHash {
    /// Its QMID.
    pub owner: Arc<str>,
    /// The hash.
    pub hash: u64,
    /// The hash of what it withdrew, where it speaks of itself.
    pub gone: Option<u64>,
    /// Nothing up to that version was told; `None` if nothing was told at all.
    pub since: Option<u64>,
}

/// Which rule does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MessageError {
    /// It is longer than any may be.
    Length,
    /// The bytes are no programmable command format.
    Format(Malformed),
    /// The header is not that of such a message.
    Header,
    /// The protocol is one this program does not know.
    Protocol(i32),
    /// There is no such command.
    Command(i32),
    /// There are more entries, or parameters in a group, than may be.
    Count,
    /// A parameter that has to be there is not, or is of another structure.
    Missing(i32),
    /// A parameter's value is none it may have.
    Value(i32),
}

impl fmt::Display for MessageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length => write!(f, "it is longer than {MESSAGE_BYTES_MAX} bytes"),
            Self::Format(malformed) => write!(f, "{malformed}"),
            Self::Header => f.write_str("its header is not that of a cluster message"),
            Self::Protocol(version) => write!(f, "protocol {version} is not known"),
            Self::Command(command) => write!(f, "there is no command {command}"),
            Self::Count => f.write_str("it has too many entries"),
            Self::Missing(id) => write!(f, "parameter {id} is missing"),
            Self::Value(id) => write!(f, "the value of parameter {id} is not valid"),
        }
    }
}

impl std::error::Error for MessageError {}

#[cfg(test)]
mod tests;
