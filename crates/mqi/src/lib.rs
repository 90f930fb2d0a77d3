//! Placeholder while the room is being built.

pub mod generated;
pub mod header;
pub mod reason;
