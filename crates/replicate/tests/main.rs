//! Tests of crate `replicate` from outside.
mod golden;
mod target;
