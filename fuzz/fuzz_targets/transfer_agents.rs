//! Messages between agents of file transfer, and what they keep.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferromq_transfer::agent::fuzz_one(bytes));
