//! Messages of replication and restart messages.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferromq_replicate::message::fuzz_one(bytes));
