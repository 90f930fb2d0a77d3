//! What is tried with channels, without sockets.
//!
//! One program, which is linked once; `cargo test -p ferromq-channel --test all NAME::` runs one file of it.

mod async_put;
mod beside_the_mqi;
mod cluster_channels;
mod consumers;
mod conversations;
mod dissected;
mod distribution_lists;
mod ending;
mod greedy_partners;
mod long_messages;
mod message_channels;
mod pair;
mod properties;
mod refusals;
mod rig;
mod transactions;
mod undelivered;
mod verbs;
