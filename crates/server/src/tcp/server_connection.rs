//! Server connections as others see them that run.

use crate::tcp::channel_words;
use crate::tcp::running::Instance;
use ferromq_admin::network::{ChannelSecurity, ChannelStatus};
use ferromq_admin::status::Moment;
use ferromq_channel::Peer;
use ferromq_mqi::distinguished_name::{CertificateNames, DistinguishedName};
use ferromq_mqi::name::FixedText;
use ferromq_tls::CipherChoice;

/// `CHLTYPE`.
pub(crate) const SERVER_CONNECTION: &str = "SVRCONN";

impl Instance for ferromq_channel::ChannelStatus {
    fn channel_name(&self) -> FixedText<20> {
        self.definition.channel_name
    }

    fn peer(&self) -> &Peer {
        &self.peer
    }

    /// No client is a queue manager.
    fn remote_name(&self) -> &str {
        ""
    }

    fn request_stop(&self) {
        self.activity.request_stop();
    }

    fn status(&self) -> ChannelStatus {
        let remote = self.remote();
        let (segments, bytes) = channel_words::traffic(&self.activity);
        let text = |text: &str| text.trim_end().to_owned();
        ChannelStatus {
            channel: text(self.definition.channel_name.as_str()),
            channel_type: SERVER_CONNECTION,
            connection_name: self.peer.address.clone(),
            state: channel_words::state(&self.activity),
            substate: channel_words::substate(&self.activity),
            stop_requested: self.activity.is_stop_requested(),
            segments,
            bytes,
            messages: self.messages(),
            start: Moment::at_us(self.started_us),
            last_message: self
                .last_message_us()
                .map_or_else(Moment::default, Moment::at_us),
            heartbeat_s: remote.heartbeat_s,
            user_id: text(remote.mca_user.as_str()),
            remote_application: text(remote.appl_tag.as_str()),
            remote_product: text(remote.product.as_str()),
            remote_version: text(remote.version.as_str()),
            conversations: self.conversations(),
            conversations_max: remote.conversations_max,
            security: security(&self.peer),
            ..ChannelStatus::default()
        }
    }
}

/// What displays show of the TLS of a channel.
pub(crate) fn security(peer: &Peer) -> ChannelSecurity {
    let Some(tls) = &peer.tls else {
        return ChannelSecurity::default();
    };
    let name = |of: fn(&CertificateNames) -> &DistinguishedName| {
        let names = tls.certificate.as_ref();
        names.map_or_else(String::new, |names| of(names).to_string())
    };
    ChannelSecurity {
        protocol: CipherChoice::by_name(&tls.cipher_spec)
            .map_or("", |choice| choice.highest().name())
            .to_owned(),
        cipher_spec: tls.cipher_spec.clone(),
        peer_name: name(|names| &names.subject),
        issuer_name: name(|names| &names.issuer),
        ..ChannelSecurity::default()
    }
}
