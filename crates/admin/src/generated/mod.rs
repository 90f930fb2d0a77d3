//! What `cargo xtask generate` writes.

#[rustfmt::skip]
pub(crate) mod mqsc;
#[rustfmt::skip]
pub(crate) mod pcf;
#[rustfmt::skip]
pub(crate) mod status;
