//! Whole queue files, opened and used.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferromq_queue::fuzz_files(bytes));
