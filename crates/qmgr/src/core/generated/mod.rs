//! Generated from `tables/`.

pub(crate) mod monitor;
