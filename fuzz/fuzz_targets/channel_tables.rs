//! Client channel definition tables.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferromq_client::fuzz_one(bytes));
