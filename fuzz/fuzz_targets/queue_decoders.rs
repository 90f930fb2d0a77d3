//! Headers, slots and records of queue files.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferromq_queue::fuzz_one(bytes));
