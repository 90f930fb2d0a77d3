//! What the tables describe. `cargo xtask generate` writes these files.

#[rustfmt::skip]
pub mod tables;
