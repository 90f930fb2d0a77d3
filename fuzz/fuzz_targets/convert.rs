//! Message data converted to other code pages and encodings.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferromq_mqi::convert::fuzz_one(bytes));
