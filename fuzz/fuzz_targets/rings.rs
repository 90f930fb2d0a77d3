//! A client that does what it likes to the shared rings.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferromq_binding::fuzz_one(bytes));
