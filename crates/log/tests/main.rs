//! What is tried with the log.
//!
//! One program, which is linked once; `cargo test -p ferromq-log --test all NAME::` runs one file of it.

mod ahead;
mod behaviour;
mod crash;
mod failures;
mod promises;
mod round_trip;
mod start_up;
mod support;
mod threads;
