//! Objects: what is defined on a queue manager, and the queues that run behind definitions.

pub(crate) mod clear;
pub(crate) mod dynamic;
pub(crate) mod failure;
pub(crate) mod local_queue;
pub(crate) mod missing;
pub(crate) mod operations;
pub(crate) mod registry;
pub(crate) mod rules;
