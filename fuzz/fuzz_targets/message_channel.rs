//! What another queue manager may send to either end of a message channel.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferromq_channel::fuzz_message_channel(bytes));
