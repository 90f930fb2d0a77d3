//! What is tried with a whole queue manager on a simulated disk.
//!
//! One program, which is linked once; `cargo test -p ferromq-qmgr --test all NAME::` runs one file of it.

mod addressing;
mod administration;
mod authority;
mod branches;
mod cluster_channels;
mod clusters;
mod delay;
mod expiry_reports;
mod failure;
mod full_log;
mod images;
#[cfg(debug_assertions)]
mod locks;
mod long_copies;
mod long_gets;
mod long_messages;
mod promises;
mod publications;
mod spills;
mod start_up;
mod subscriptions;
mod tokens;
