//! Server connections: the queue manager's end of a client channel.
//!
//! A [`ServerChannel`] is one socket without the socket. The edge hands it the bytes that came, writes out
//! what stands in its [`outbound`](ServerChannel::outbound), and calls it again when a waker it gave was
//! woken or a time has come. It runs the verbs that arrive on connections of the queue manager and knows
//! nothing of threads, TLS or listeners. What it needs of the process around it is [`Host`].
//!
//! `README.md` in this crate is the theory; `docs/formats/client-channel.md` is the format.

#![forbid(unsafe_code)]

mod activity;
mod agent;
mod answers;
mod calls;
mod channel;
mod client;
mod consumer;
mod conversation;
mod fuzz;
mod host;
mod line;
mod lock_order;
mod logon;
mod message;
mod simulated;
mod status;
mod wake_flag;

pub use activity::{Activity, Traffic};
pub use agent::{
    Average, BatchInDoubt, BatchesInDoubt, ChannelRecords, ChannelWork, Declined, End, Ended,
    KeptChannel, MessageChannel, MessageChannelDefinition, MessageChannelStatus, MessageHost,
    MessageOffer, Ping, Progress, Standing, Totals, Wanted, batch_digits, cluster_correl_id,
    in_commands,
};
pub use channel::{Ending, Leave, ServerChannel};
pub use fuzz::fuzz_one;
pub use host::{
    Admitted, Applicant, Awaited, Host, NotAdmitted, Offer, Peer, Refusal, ServerConnection,
    TlsPeer, Verdict,
};
pub use message::fuzz_message_channel;
pub use simulated::{SimulatedHost, SimulatedLink, fuzz_message_agent};
pub use status::{ChannelStatus, RemoteApplication};
