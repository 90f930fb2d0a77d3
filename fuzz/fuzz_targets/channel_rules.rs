//! Patterns of addresses and names, and files of users.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferromq_security::fuzz_one(bytes));
