//! What a client may send to a server connection, before and after it has connected.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferromq_channel::fuzz_one(bytes));
