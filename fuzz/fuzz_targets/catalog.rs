//! The object catalog, object definitions and log records.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferromq_qmgr::fuzz_one(bytes));
