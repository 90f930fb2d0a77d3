//! Figures the queue manager counts and publishes: their table, and cells to count in.

pub(crate) mod cells;
#[rustfmt::skip]
pub(crate) mod generated;
pub(crate) mod table;

pub(crate) use cells::{QueueTally, Tally};
pub(crate) use generated::{CLASSES, Figure};
