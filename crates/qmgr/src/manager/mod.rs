//! The queue manager.

pub(crate) mod catalog;
pub(crate) mod checkpoint;
pub(crate) mod create;
pub(crate) mod fuzz;
pub(crate) mod housekeeping;
pub(crate) mod media;
pub(crate) mod monitor;
pub(crate) mod queue_manager;
pub(crate) mod restart;
pub(crate) mod simulated;
pub(crate) mod status;
pub(crate) mod subscriptions;
