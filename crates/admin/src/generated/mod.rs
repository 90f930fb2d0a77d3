//! What `cargo xtask generate` writes.

#[rustfmt::skip]
pub(crate) mod pcf;
