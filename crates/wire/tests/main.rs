//! What is tried with the flows of client channels.
//!
//! One program, which is linked once; `cargo test -p ferromq-wire --test all NAME::` runs one file of it.

mod generator;
mod hostile;
mod negotiation;
mod streams;
mod structures;
mod vectors;
