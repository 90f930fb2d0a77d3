//! Apply: what came over a queue is done at a target database, once and in order.
//!
//! | room | what it has | I/O |
//! | --- | --- | --- |
//! | [`ring`] | messages in the order of their sequence numbers, whatever order they come in | none |
//! | [`board`] | what commands tell a running apply, and what it shows | none |
//! | [`footprint`] | which rows a transaction touches, so that those that have none in common run side by side | none |
//! | [`work`] | transactions, groups, what is asked for, why it stops | none |
//! | [`setup`] | what a run is given | none |
//! | [`spill`] | the door to spill queues | queues |
//! | `browser` | a cursor over a queue, and how messages are deleted that are done | queues |
//! | `beside`, `loads`, `drain` | tables that are loaded, and rows of spill queues, beside what is applied | all of it |
//! | `search` | which message is looked for on the queue by its key | none |
//! | `late` | messages of epochs that are over | none |
//! | `uncommitted` | what an earlier run put on spill queues and did not commit | queues |
//! | `schemas` | which columns rows of a spill queue have | the target |
//! | `done` | which messages of a spill queue are applied | none |
//! | [`program`] | the application: threads, queues, sessions | all of it |
//! | [`engine`] | what is done next, by whom; what may be committed, purged, asked for again | none |
//!
//! # Why nothing is lost or doubled
//!
//! The sequence number of a transaction's last message is committed within the transaction: as the position of a replication
//! origin, or as rows of `IBMQREP_DONEMSG`. A message is deleted after the commit that it is part of is known to be on the
//! target's disk. So whatever dies, what the target says is done is done, and the rest is on the queue.
//!
//! An origin keeps one position, the greatest, and cannot tell of holes. So commits are sent in the order of sequence numbers,
//! each after the one before is answered, or in one pipeline behind it on the same session. With relaxed commits each is told of by its own
//! row instead.

mod beside;
pub mod board;
mod browser;
mod done;
mod drain;
pub mod engine;
pub mod footprint;
mod late;
mod loads;
pub mod program;
pub mod ring;
mod schemas;
mod search;
pub mod setup;
pub mod spill;
mod uncommitted;
pub mod work;
