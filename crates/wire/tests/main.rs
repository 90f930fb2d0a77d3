//! What is tried with the flows of channels.
//!
//! One program, which is linked once; `cargo test -p ferromq-wire --test all NAME::` runs one file of it.

mod generator;
mod hostile;
mod message_channel;
mod negotiation;
mod streams;
mod structures;
mod vectors;
