//! Commands of queued publish and subscribe.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferromq_mqi::queued::fuzz_one(bytes));
