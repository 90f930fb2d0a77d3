//! Text as rules of the dead-letter queue handler, and a message they are tried with.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferromq_dead_letters::fuzz_one(bytes));
