//! What a source database says of its log.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferromq_replicate::pgoutput::fuzz_one(bytes));
