//! The queue manager: create, start, keep house, show, end. All that edges and tools call but the verbs.

pub(crate) mod authority;
pub(crate) mod catalog;
pub(crate) mod checkpoint;
pub(crate) mod create;
pub(crate) mod errands;
pub(crate) mod event;
pub(crate) mod expiry;
pub(crate) mod fuzz;
pub(crate) mod housekeeping;
pub(crate) mod media;
pub(crate) mod monitor;
pub(crate) mod queue_manager;
pub(crate) mod restart;
pub(crate) mod room;
pub(crate) mod rules;
pub(crate) mod simulated;
pub(crate) mod status;
pub(crate) mod subscriptions;
