//! Tests of crate `replicate` from outside.
#[path = "../../postgres/tests/cluster.rs"]
mod cluster;
mod golden;
mod target;
