//! A topic and patterns.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferromq_topic::fuzz_one(bytes));
