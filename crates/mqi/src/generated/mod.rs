//! Sources written by `cargo xtask generate` from the tables in `tables/`.

#[rustfmt::skip]
pub mod attributes;
#[rustfmt::skip]
pub(crate) mod code_pages;
#[rustfmt::skip]
pub mod constants;
#[rustfmt::skip]
pub(crate) mod fields;
#[rustfmt::skip]
pub mod kinds;
#[rustfmt::skip]
pub mod layout;
#[rustfmt::skip]
pub mod names;
#[rustfmt::skip]
pub mod notices;
#[rustfmt::skip]
pub mod presets;
#[rustfmt::skip]
pub mod reasons;
#[rustfmt::skip]
pub mod statistics;
#[rustfmt::skip]
pub mod structs;
