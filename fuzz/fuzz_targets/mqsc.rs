//! MQSC scripts.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferromq_admin::fuzz_one(bytes));
