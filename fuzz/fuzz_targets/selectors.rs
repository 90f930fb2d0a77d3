//! Text as a message selector.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferromq_selector::fuzz_one(bytes));
