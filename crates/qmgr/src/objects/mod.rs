//! Objects: what is defined on a queue manager, and who may do what with it.

pub(crate) mod authority;
pub(crate) mod clear;
pub(crate) mod dynamic;
pub(crate) mod failure;
pub(crate) mod missing;
pub(crate) mod operations;
pub(crate) mod registry;
pub(crate) mod rules;
pub(crate) mod shared;
