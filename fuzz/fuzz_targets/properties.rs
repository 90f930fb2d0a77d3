//! MQRFH2 headers and the message properties in them.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferromq_mqi::property::fuzz_one(bytes));
