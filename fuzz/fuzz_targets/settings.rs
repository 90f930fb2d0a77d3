//! Settings files.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferromq::fuzz_one(bytes));
