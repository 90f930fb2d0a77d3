//! Channels between queue managers in memory: the process around one end, and a connection that is a queue of bytes in each direction.
//!
//! What tests of this crate and the simulator start from, as with `ferromq_qmgr::SimulatedPlace`. When bytes move, when the log is forced
//! and what fails is theirs to say.

mod fuzz;
mod host;
mod link;

pub use fuzz::fuzz_message_agent;
pub use host::SimulatedHost;
pub use link::SimulatedLink;
