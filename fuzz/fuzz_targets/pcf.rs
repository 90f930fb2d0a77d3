//! Messages of the programmable command formats.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferromq_mqi::pcf::fuzz_one(bytes));
