//! Messages that are got into a message handle, inquired and put again.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferromq_mqi::message_handle::fuzz_one(bytes));
