//! Requests, replies and hellos of the bindings road.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferromq_mqi::codec::fuzz_one(bytes));
