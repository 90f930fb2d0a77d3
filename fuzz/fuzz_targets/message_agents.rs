//! What another queue manager may say to an agent of either end, from the negotiation on.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferromq_channel::fuzz_message_agent(bytes));
