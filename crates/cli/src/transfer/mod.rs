//! Managed file transfer: the commands whose names begin with `fte`, and the process of an agent. What they say to agents is in
//! `ferromq_transfer`.

mod agent_process;
mod agents;
mod asking;
mod event_log;
mod items;
mod place;
mod setup;
mod transfers;

pub(crate) use agents::{create, delete, list, show, start, stop};
pub(crate) use setup::{commands, coordination};
pub(crate) use transfers::{cancel, create as create_transfer, ping};
