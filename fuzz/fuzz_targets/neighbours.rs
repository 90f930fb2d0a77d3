//! Requests between queue managers about publications.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferromq_neighbours::fuzz_one(bytes));
