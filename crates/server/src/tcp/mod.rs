//! The client road's edge: ports, sockets, threads.
//!
//! Everything that understands a byte is in `ferromq_channel`. Here are the event loops that feed
//! it, the table of running channels, the listeners, and what a channel asks of the process.

mod edge;
mod event_loop;
mod host;
mod listening;
mod network;
mod poll;
mod running;
mod secure;
mod socket;
mod strangers;

pub(crate) use edge::Edge;
pub use strangers::StrangerLimits;
