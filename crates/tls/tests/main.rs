//! What is tried with TLS, both ends in this process.
//!
//! One program, which is linked once; `cargo test -p ferromq-tls --test all NAME::` runs one file of it.

mod authority;
mod handshake;
mod repository;
mod stream;
