//! Tests of crate `replicate` from outside.
mod beside;
mod golden;
mod queues;
mod scripts;
mod target;
