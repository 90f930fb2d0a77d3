//! MQ channels on sockets.

use crate::tcp::edge::Edge;
use crate::tcp::host::SocketHost;
use crate::tcp::protocol::{Opener, Opening, Phase, Protocol, Standing};
use ferromq_channel::{Ending, Peer, ServerChannel, TlsPeer};
use ferromq_log::Lsn;
use std::io::IoSlice;
use std::sync::Arc;

/// The protocol of MQ channels. Which one is wanted, and so what is behind it, its first segment says.
pub(crate) struct Channels {
    edge: Arc<Edge>,
}

impl Channels {
    pub(crate) fn new(edge: Arc<Edge>) -> Self {
        Self { edge }
    }
}

impl Opener for Channels {
    fn name(&self) -> &'static str {
        "MQ channel"
    }

    fn first_bytes(&self) -> &'static [u8] {
        b"TSH"
    }

    fn open(&self, opening: Opening<'_>) -> Box<dyn Protocol> {
        let peer = Peer {
            address: opening.address.ip().to_canonical().to_string(),
            port: opening.address.port(),
            tls: opening.tls.map(tls_peer),
        };
        let host = SocketHost::new(Arc::clone(&self.edge), &opening);
        Box::new(ServerChannel::new(Arc::new(host), peer, opening.wakers))
    }
}

impl Protocol for ServerChannel {
    fn receive(&mut self, bytes: &[u8]) {
        Self::receive(self, bytes);
    }

    fn resume(&mut self, slot: u32) {
        Self::resume(self, slot);
    }

    fn tick(&mut self, now_ns: u64) {
        Self::tick(self, now_ns);
    }

    fn end(&mut self, how: Ending) {
        Self::end(self, how);
    }

    fn deadline_ns(&self) -> Option<u64> {
        Self::deadline_ns(self)
    }

    fn take_force_wanted(&mut self) -> Option<Lsn> {
        Self::take_force_wanted(self)
    }

    fn queued_bytes(&self) -> usize {
        self.queue().queued_bytes()
    }

    fn queued<'a>(&'a self, pieces: &mut [IoSlice<'a>]) -> usize {
        self.queue().pieces(pieces)
    }

    fn sent(&mut self, bytes: usize) {
        self.outbound().advance(bytes);
        if let Some(status) = self.status() {
            status.count_sent(bytes as u64);
        }
    }

    fn wants_input(&self) -> bool {
        Self::wants_input(self)
    }

    fn phase(&self) -> Phase {
        if self.is_over() {
            let has_last_words = self.has_last_words();
            Phase::Over { has_last_words }
        } else if self.awaits_answers() {
            Phase::Ending
        } else {
            Phase::Running
        }
    }

    fn standing(&self) -> Standing {
        if self.is_logged_on() {
            Standing::LoggedOn
        } else if self.awaits_verdict() {
            Standing::AwaitsVerdict
        } else if self.status().is_some() {
            Standing::Named
        } else {
            Standing::Unknown
        }
    }

    fn keep_alive_s(&self) -> Option<u32> {
        Self::keep_alive_s(self)
    }
}

fn tls_peer(peer: &ferromq_tls::Peer) -> TlsPeer {
    let certificate = peer.certificate.as_ref();
    TlsPeer {
        cipher_spec: peer.cipher_spec.name.to_owned(),
        subject: certificate.map(|it| it.subject.to_string()),
        issuer: certificate.map(|it| it.issuer.to_string()),
    }
}
