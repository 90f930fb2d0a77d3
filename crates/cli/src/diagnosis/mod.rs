//! What helps to find out what is wrong: meanings of codes, failure records, traces, archives for maintainers.

pub(crate) mod failure_records;
pub(crate) mod mqrc;
pub(crate) mod trace;
