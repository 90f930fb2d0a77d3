//! Connections this end has made for a channel: until both ends have come so far that the agent begins.

use crate::tcp::agents::{EndedChannel, Order};
use crate::tcp::channel_events::{Subject, Tls};
use crate::tcp::channels;
use crate::tcp::demands::{is_peer, texts};
use crate::tcp::edge::Edge;
use crate::tcp::message_channel::connection_name;
use crate::tcp::plan::Attempt;
use crate::tcp::protocol::{Caller, Opening, Protocol};
use ferromq_channel::{Ended, MessageChannelStatus, MessageOffer, Peer};
use ferromq_mqi::generated::constants::{MQRQ_SSL_HANDSHAKE_ERROR, MQRQ_SSL_PEER_NAME_ERROR};
use ferromq_mqi::generated::notices::{AMQ9209, AMQ9636, AMQ9665, AMQ9999};
use ferromq_mqi::notice::Notice as Entry;
use ferromq_qmgr::Notice;
use ferromq_tls::ClientTls;
use std::fmt::Display;
use std::sync::Arc;

/// What a connection was made for.
pub(crate) struct Calling {
    edge: Arc<Edge>,
    offer: MessageOffer,
    attempt: Option<Attempt>,
    tls: Option<ClientTls>,
    peer_name: String,
    /// Somebody was told why it came to nothing.
    is_told: bool,
}

impl Calling {
    /// For a channel, whose peer is the one that was connected to. With TLS only such an other end will do whose certificate has a name as
    /// `SSLPEER` says; a blank one is for any.
    pub(crate) fn new(
        edge: Arc<Edge>,
        offer: MessageOffer,
        attempt: Option<Attempt>,
        tls: Option<ClientTls>,
        peer_name: String,
    ) -> Self {
        Self {
            edge,
            offer,
            attempt,
            tls,
            peer_name,
            is_told: false,
        }
    }

    fn channel(&self) -> String {
        let name = self.offer.definition.channel_name;
        name.as_str().trim_end().to_owned()
    }

    fn host(&self) -> String {
        self.offer.status.peer.address.clone()
    }

    fn ended(&self, how: Ended) {
        self.edge.order(Order::Ended(Box::new(EndedChannel {
            channel: self.channel(),
            attempt: self.attempt,
            how,
            instance: None,
        })));
    }

    fn observe_insecure(&self, qualifier: i32, tls: Tls<'_>) {
        let status = &self.offer.status;
        let queue = status.definition.transmission_queue;
        let subject = Subject {
            channel: &self.channel(),
            transmission_queue: queue.as_str().trim_end(),
            connection: &connection_name(status),
        };
        self.edge.observe_insecure(qualifier, subject, tls);
    }

    /// Tells whoever is to know: the operator, or who has asked for a ping.
    fn tell(&mut self, notice: Notice) {
        self.is_told = true;
        match &self.offer.ping {
            Some(ping) => ping.tell(Err(notice)),
            None => {
                self.edge.note_last_error(&self.channel(), &notice);
                self.edge.notice(notice);
            }
        }
    }
}

impl Caller for Calling {
    fn tls(&self) -> Option<&ClientTls> {
        self.tls.as_ref()
    }

    fn open(mut self: Box<Self>, opening: &Opening<'_>) -> Option<Box<dyn Protocol>> {
        let Some(found) = opening.tls else {
            let Self {
                edge,
                offer,
                attempt,
                ..
            } = *self;
            return Some(channels::calling(&edge, opening, offer, attempt));
        };
        let names = found.certificate.as_ref().map(|it| &it.names);
        if !is_peer(&self.peer_name, names) {
            let (subject, issuer) = texts(names);
            let tls = Tls {
                subject: &subject,
                issuer: &issuer,
                ..Tls::default()
            };
            self.observe_insecure(MQRQ_SSL_PEER_NAME_ERROR, tls);
            let (channel, partner) = (self.channel(), format!("'{}'", self.host()));
            let values: [&dyn Display; 4] = [&channel, &partner, &subject, &self.peer_name];
            self.tell(Notice::of(&AMQ9636, &values));
            self.failed();
            return None;
        }
        let peer = Peer {
            tls: Some(channels::tls_peer(found)),
            ..self.offer.status.peer.clone()
        };
        let definition = Arc::clone(&self.offer.definition);
        let now_us = self.edge.engine().wall_us();
        let offer = MessageOffer {
            status: Arc::new(MessageChannelStatus::new(definition, peer, now_us)),
            ..self.offer
        };
        let instance = Arc::clone(&offer.status);
        self.edge.renew_channel(opening.key, instance);
        Some(channels::calling(&self.edge, opening, offer, self.attempt))
    }

    fn tls_failed(&mut self, entry: &'static Entry, failure: &dyn Display) {
        let cipher = self.offer.definition.cipher_spec.clone();
        let (channel, host) = (self.channel(), self.host());
        let partner = format!("'{host}' for channel '{channel}', which has SSLCIPH({cipher}) here");
        let failure = failure.to_string();
        let tls = Tls {
            failure: &failure,
            ..Tls::default()
        };
        self.observe_insecure(MQRQ_SSL_HANDSHAKE_ERROR, tls);
        let values: [&dyn Display; 2] = [&partner, &failure.trim_end_matches('.')];
        self.tell(Notice::of(entry, &values));
    }

    fn failed(&mut self) {
        // An operator has stopped it, who need not be told why it ends.
        if self.offer.status.activity.is_stop_requested() {
            return self.ended(Ended::Normally);
        }
        if !self.is_told && self.tls.is_some() {
            let when = "it did so before there was any; its log may say why";
            self.tls_failed(&AMQ9665, &when);
        }
        let (channel, host) = (self.channel(), self.host());
        if let Some(ping) = &self.offer.ping {
            // Whoever was told why is not told again.
            return ping.tell(Err(Notice::of(&AMQ9209, &[&channel, &host])));
        }
        self.edge.notice(Notice::of(&AMQ9999, &[&channel, &host]));
        self.ended(Ended::WithFault);
    }
}
