//! What is tried with queues.
//!
//! One program, which is linked once; `cargo test -p ferromq-queue --test all NAME::` runs one file of it.

mod copies;
mod files;
mod grouped;
mod groups;
mod model;
mod order;
mod restart;
mod spill;
mod waiting;
mod walks;
