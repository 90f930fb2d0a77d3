//! What helps to find out what is wrong: meanings of codes, failure records, traces, archives for maintainers.

pub(crate) mod archive;
pub(crate) mod collect;
pub(crate) mod failure_records;
pub(crate) mod files_of;
pub(crate) mod mqrc;
pub(crate) mod trace;
