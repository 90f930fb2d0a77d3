//! Sources written by `cargo xtask generate` from the tables in `tables/`.

#[rustfmt::skip]
pub(crate) mod monitor;

#[rustfmt::skip]
pub(crate) mod observations;

#[rustfmt::skip]
pub(crate) mod statistics;
