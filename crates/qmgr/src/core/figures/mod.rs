//! Figures the queue manager counts and publishes: their table, and cells to count in.

pub(crate) mod cells;
pub(crate) mod message;
pub(crate) mod table;

pub(crate) use crate::core::generated::monitor::{CLASSES, Figure};
pub(crate) use cells::{QueueTally, Tally};
