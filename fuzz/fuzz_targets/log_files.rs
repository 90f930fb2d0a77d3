//! Whole recovery logs with changed bytes, opened, replayed and used.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferromq_log::fuzz_files(bytes));
