//! Queues behind definitions.

pub(crate) mod damage;
pub(crate) mod errands;
pub(crate) mod failure;
pub(crate) mod judged;
pub(crate) mod local_queue;
pub(crate) mod read;
pub(crate) mod room;
