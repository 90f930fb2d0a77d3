//! TLS between a socket and its core.

use crate::failure::ConnectFailure;
use crate::socket::ClientSocket;
use crate::tls::check_peer;
use ferromq_mqi::Reason;
use ferromq_tls::{State, TlsError, TlsStream};
use std::fmt;

/// Ciphertext that may wait for the socket before more plaintext is encrypted.
const UNSENT_BYTES_MAX: usize = 256 * 1024;

/// One TLS connection and what it must prove.
pub(super) struct Secure {
    stream: TlsStream,
    /// `SSLPEER`, until it was looked at.
    peer_name: Option<String>,
    plaintext: Vec<u8>,
}

impl fmt::Debug for Secure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Secure").finish_non_exhaustive()
    }
}

impl Secure {
    /// A connection whose first bytes wait to be sent.
    pub(super) fn new(stream: TlsStream, peer_name: Option<String>) -> Self {
        Self {
            stream,
            peer_name,
            plaintext: Vec::new(),
        }
    }

    /// Begins the handshake.
    pub(super) fn begin(&mut self, core: &mut ClientSocket) {
        self.receive(&[], core);
    }

    /// Takes what came from the socket.
    pub(super) fn receive(&mut self, ciphertext: &[u8], core: &mut ClientSocket) {
        self.stream.feed(ciphertext);
        let state = self.stream.read_into(&mut self.plaintext);
        if !self.plaintext.is_empty() {
            core.receive(&self.plaintext);
            self.plaintext.clear();
        }
        match state {
            Ok(State::Open) => {
                if let Some(pattern) = self.peer_name.take()
                    && let Err(failure) = check_peer(&pattern, self.stream.peer())
                {
                    core.refuse(failure);
                }
            }
            Ok(State::Handshake) => {}
            Ok(State::PeerClosed | State::Ended) => {
                core.broken("the queue manager closed the connection");
            }
            Err(error) => core.refuse(failure(core.agreed().is_some(), &error)),
        }
    }

    /// Encrypts what waits in the core, as far as that may wait again here.
    pub(super) fn encrypt(&mut self, core: &mut ClientSocket) {
        let open = self.stream.state() == State::Open;
        while open
            && !core.outbound().is_empty()
            && self.stream.pending_ciphertext().len() < UNSENT_BYTES_MAX
        {
            let parts: Vec<&[u8]> = core.outbound().chunks().collect();
            let length = parts.iter().map(|part| part.len()).sum();
            if let Err(error) = self.stream.write(&parts) {
                drop(parts);
                core.outbound().advance(length);
                return core.refuse(failure(true, &error));
            }
            core.outbound().advance(length);
        }
    }

    /// Ciphertext to be sent.
    pub(super) fn unsent(&self) -> &[u8] {
        self.stream.pending_ciphertext()
    }

    /// The socket took so much of it.
    pub(super) fn sent(&mut self, count: usize) {
        self.stream.consume(count);
    }

    /// Says goodbye.
    pub(super) fn close(&mut self) {
        self.stream.close();
    }
}

fn failure(connected: bool, error: &TlsError) -> ConnectFailure {
    let reason = if connected {
        Reason::CONNECTION_BROKEN
    } else {
        error.reason()
    };
    ConnectFailure::new(reason, format!("TLS: {error}"))
}
