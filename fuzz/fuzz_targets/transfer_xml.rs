//! Documents of file transfer.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferromq_transfer::fuzz_one(bytes));
