//! TLS of a channel: what its definition and the environment say.

use crate::channel::ClientChannel;
use crate::failure::ConnectFailure;
use crate::origin::user_name;
use ferromq_mqi::Reason;
use ferromq_mqi::password::KeyPassword;
use ferromq_security::{PeerName, PeerPattern};
use ferromq_tls::{
    CipherChoice, ClientRules, ClientTls, ConfigError, KeyRepository, OutboundSni, Peer, TlsStream,
    fips_is_active,
};

/// A new TLS connection for the channel; `None` where it has no cipher specification.
pub(crate) fn stream(channel: &ClientChannel) -> Result<Option<TlsStream>, ConnectFailure> {
    let Some(cipher_spec) = &channel.cipher_spec else {
        return Ok(None);
    };
    let failed = |reason: Reason, what: String| {
        ConnectFailure::new(reason, format!("channel '{}': {what}", channel.name))
    };
    let cipher = CipherChoice::by_name(cipher_spec)
        .map_err(|error| failed(error.reason(), error.to_string()))?;
    let demanded = channel.tls.check(cipher_spec);
    demanded.map_err(|(reason, what)| failed(reason, what))?;
    if channel.tls.needs_fips() && !fips_is_active() {
        // Before the key repository is looked at: this one does not go away with another.
        let error = ConfigError::Fips;
        return Err(failed(error.reason(), error.to_string()));
    }
    let path = channel.key_repository.as_deref().ok_or_else(|| {
        let what = format!(
            "{cipher_spec} needs a key repository with the certificates to trust: name it in MQSSLKEYR"
        );
        failed(Reason::KEY_REPOSITORY_ERROR, what)
    })?;
    let open = |path: &str, password: &Option<KeyPassword>| {
        KeyRepository::open(path, password.as_deref())
            .map_err(|error| failed(Reason::KEY_REPOSITORY_ERROR, error.to_string()))
    };
    let mut repository = open(path, &channel.key_password)?;
    if let Some(trust) = &channel.trust_repository {
        repository = repository.trusting(open(trust, &channel.trust_password)?);
    }
    let user = user_name();
    let rules = ClientRules {
        cipher,
        label: channel.certificate_label.as_deref(),
        user: &user,
        fips: channel.tls.needs_fips(),
        outbound_sni: OutboundSni::Channel(&channel.name),
    };
    let config = ClientTls::new(&repository, &rules)
        .map_err(|error| failed(error.reason(), error.to_string()))?;
    TlsStream::client(&config)
        .map(Some)
        .map_err(|error| failed(error.reason(), error.to_string()))
}

/// Whether the queue manager's certificate is one the channel's `SSLPEER` lets in.
pub(crate) fn check_peer(pattern: &str, peer: Option<&Peer>) -> Result<(), ConnectFailure> {
    let refused = |what: String| Err(ConnectFailure::new(Reason::SSL_PEER_NAME_MISMATCH, what));
    let wanted = match PeerPattern::parse(pattern) {
        Ok(wanted) => wanted,
        Err(error) => {
            let what = format!("SSLPEER '{pattern}' cannot be read: {error}");
            return Err(ConnectFailure::new(Reason::SSL_PEER_NAME_ERROR, what));
        }
    };
    let Some(certificate) = peer.and_then(|peer| peer.certificate.as_ref()) else {
        return refused("the queue manager has shown no certificate".to_owned());
    };
    let subject = &certificate.names.subject;
    if wanted.matches(&PeerName::of(subject)) {
        return Ok(());
    }
    refused(format!(
        "the queue manager's certificate is for '{subject}', which SSLPEER '{pattern}' does not let in"
    ))
}
