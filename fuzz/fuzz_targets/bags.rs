//! Messages that fill data bags.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferromq_bag::fuzz_one(bytes));
