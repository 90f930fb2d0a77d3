//! TLS of FerroMQ's channels, through OpenSSL.
//!
//! No sockets, no clock, no threads. [`KeyRepository`] reads what SSLKEYR names; [`ServerTls`] and [`ClientTls`] are made
//! of it and of what channels say; [`TlsStream`] is one connection, ciphertext on one side and plaintext on the other.
//! It knows nothing of what the plaintext means.
//!
//! `docs/manual/tls.md` tells users how to set it up. The CipherSpecs are in `tables/cipher_specs.csv`.
//!
//! * A server learns the channel from the name the client sends before the handshake ([`channel_host`]), or only from its
//!   first segment. So what the channel wants is checked when the channel is known: [`ChannelRule::admit`].
//! * Sessions are not resumed and keys are not negotiated again: each connection is checked in full, once.

#![forbid(unsafe_code)]

pub mod channel_host;
pub mod cipher_spec;
mod client;
mod context;
mod distinguished_name;
mod error;
mod generated;
mod hello;
pub mod obfuscation;
mod peer;
mod repository;
mod server;
mod stream;
mod transport;

pub use cipher_spec::{CipherChoice, CipherSpec, NotUsed, Protocol, UnknownCipherSpec};
pub use client::{ClientRules, ClientTls, OutboundSni};
pub use context::{ConfigError, fips_is_active};
pub use error::TlsError;
pub use hello::begins_tls;
pub use peer::{Peer, PeerCertificate};
pub use repository::{KeyRepository, RepositoryError};
pub use server::{ChannelRule, ClientCertificate, Refusal, ServerRules, ServerTls};
pub use stream::{RECORD_PLAINTEXT_BYTES_MAX, State, TlsStream};

/// Takes arbitrary bytes for everything that is read before OpenSSL reads it. For fuzzing: it must not panic.
pub fn fuzz_one(bytes: &[u8]) {
    hello::FirstMessage::default().read(bytes);
    repository::fuzz_one(bytes);
    if let Ok(text) = std::str::from_utf8(bytes) {
        if let Some(channel) = channel_host::channel_of_host(text) {
            // invariant: nobody but fuzzing calls this, to find out whether it holds
            assert!(channel_host::host_of_channel(&channel).is_some());
        }
        let _ = CipherChoice::by_suite(text);
    }
}
