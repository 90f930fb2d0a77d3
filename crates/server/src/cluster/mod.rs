//! The repository of clusters: what is known of the clusters this queue manager is a member of, and what the others are told.
//!
//! What is decided is in `ferromq_cluster`; what is known are objects of the queue manager. Here is the thread in between: it takes
//! messages from `SYSTEM.CLUSTER.COMMAND.QUEUE`, hears of channels, definitions, names that are asked for and commands, keeps what
//! comes of it and puts messages for other members on the transmission queues of their channels. Whatever fails is tried again, from what is kept.

mod applications;
mod commands;
mod findings;
pub(crate) mod inbox;
mod misled;
mod own;
mod sending;
mod service;

pub(crate) use commands::RepositoryCommands;
pub(crate) use service::start;
