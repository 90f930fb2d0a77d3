//! Lines of listings of FTP servers.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferromq_bridge::fuzz_one(bytes));
