//! The client channel protocol: segments in, segments out, and how two ends come to terms.
//!
//! No sockets, no clock, no threads: whoever uses this feeds bytes and gets segments, hands over segments
//! and gets bytes. It knows the layout of every verb and what none of them does. The format is described in
//! `docs/formats/client-channel.md`, with how sure each fact is.
//!
//! * [`segment::Segment`] is every segment as one value; [`kind::Kind`] and [`head::Head`] come from its header.
//! * [`inbound::Inbound`] takes bytes apart into calls, [`outbound::Outbound`] turns calls into bytes.
//! * [`negotiate`] has both sides of the negotiation.

#![forbid(unsafe_code)]

pub mod call;
pub mod control;
pub mod delivery;
pub mod field;
pub mod head;
pub mod inbound;
pub mod initial;
pub mod kind;
pub mod level;
pub mod logon;
pub mod malformed;
pub mod message_channel;
pub mod negotiate;
pub mod outbound;
pub mod segment;
pub mod spi;
pub mod structure;
pub mod text;
pub mod xa;

pub use head::{Family, Head};
pub use kind::Kind;
pub use malformed::{Malformed, Why};
pub use segment::{Call, Segment};
