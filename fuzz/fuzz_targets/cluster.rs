//! Bytes as what members of a cluster tell one another.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferromq_cluster::fuzz_one(bytes));
