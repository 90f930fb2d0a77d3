//! Segments of client channels, alone and as a stream.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferromq_wire::fuzz_one(bytes));
