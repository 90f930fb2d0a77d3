//! Pages, extent headers and control records of the recovery log.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferromq_log::fuzz_one(bytes));
