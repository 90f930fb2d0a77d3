//! Messages as ends of transfers: a file that becomes messages, and messages that become a file.
//!
//! What is put counts with the state that says so, in one unit of work; what is read stays on its queue until the destination has it all.

mod cutting;
mod ends;
mod inlet;
mod message_end;
mod outlet;
mod putting;
mod reading;

pub(crate) use cutting::Cutting;
pub(crate) use ends::Handles;
pub(crate) use inlet::{Claimed, Found, Inlet, Reading};
pub(crate) use message_end::MessageEnd;
pub(crate) use outlet::{Names, Outlet, Putting};
pub(crate) use reading::Gathered;
