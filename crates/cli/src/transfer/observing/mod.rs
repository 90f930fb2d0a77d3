//! What agents and loggers write down besides their logs of events, when somebody asks for it: what bridges and servers say to each other, what
//! monitors do, the course of transfers, and traces of all that a process calls.

pub(super) mod agent;
pub(super) mod commands;
mod levels;
mod orders;
pub(super) mod others;
pub(super) mod rolling;
pub(super) mod traced_files;
pub(super) mod tracing;
