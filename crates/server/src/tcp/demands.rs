//! Whether a connection is as secure as its channel demands: `SSLCIPH`, `SSLCAUTH`, `CERTLABL`, `SSLPEER`.

use crate::tcp::channel_events::{Subject, Tls, insecurity};
use crate::tcp::edge::Edge;
use crate::tcp::secure::rule;
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::distinguished_name::CertificateNames;
use ferromq_mqi::generated::constants::MQRQ_SSL_HANDSHAKE_ERROR;
use ferromq_mqi::generated::notices::{AMQ9631, AMQ9635, AMQ9636, AMQ9637, AMQ9639, AMQ9673};
use ferromq_mqi::notice::Notice as Entry;
use ferromq_qmgr::Notice;
use ferromq_security::{PeerName, PeerPattern};
use ferromq_tls::{CipherChoice, NotUsed, Peer, Refusal, UnknownCipherSpec};
use ferromq_wire::control::StatusCode;
use std::fmt::Display;

/// Why a partner does not get a channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unmet {
    /// What operators are told.
    pub(crate) notice: Notice,
    /// What the partner is told.
    pub(crate) status: StatusCode,
}

impl Unmet {
    /// Has it observed: who called this channel from this address does not get it.
    pub(crate) fn observe(&self, edge: &Edge, channel: &str, address: &str, tls: Option<&Peer>) {
        let certificate = tls.and_then(|tls| tls.certificate.as_ref());
        let (subject, issuer) = texts(certificate.map(|it| &it.names));
        let qualifier = insecurity(self.status);
        let tls = Tls {
            failure: match qualifier {
                Some(_) => "",
                None => &self.notice.text,
            },
            subject: &subject,
            issuer: &issuer,
        };
        let channel = Subject {
            channel,
            connection: address,
            ..Subject::default()
        };
        let qualifier = qualifier.unwrap_or(MQRQ_SSL_HANDSHAKE_ERROR);
        edge.observe_insecure(qualifier, channel, tls);
    }
}

/// Looks at what the TLS handshake found; `tls` is `None` on a plain socket. `partner` is who is at the other end, for people: `the
/// client at 192.0.2.1`.
///
/// # Errors
/// The demand that is not met.
pub(crate) fn check(
    definition: &Definition,
    tls: Option<&Peer>,
    partner: &dyn Display,
) -> Result<(), Unmet> {
    let channel = definition.name();
    let unmet = |notice: &'static Entry, why: &[&dyn Display], status| {
        let mut values: Vec<&dyn Display> = vec![&channel, partner];
        values.extend(why);
        Err(Unmet {
            notice: Notice::of(notice, &values),
            status,
        })
    };
    let (rule, peer) = match (rule(definition), tls) {
        (None, None) => return Ok(()),
        (None, Some(peer)) => {
            let cipher = peer.cipher_spec.name;
            let why = format!(
                "It uses TLS with CipherSpec {cipher}, and the channel has no SSLCIPH. Give both ends the same"
            );
            return unmet(&AMQ9635, &[&why], StatusCode::CIPHER);
        }
        (Some(_), None) => {
            let cipher = definition.text(Attr::Sslciph);
            return unmet(&AMQ9639, &[&cipher], StatusCode::CIPHER);
        }
        (Some(rule), Some(peer)) => (rule, peer),
    };
    let rule = match rule {
        Ok(rule) => rule,
        Err(unknown) => {
            return unmet(&AMQ9635, &[&unended(&unknown)], StatusCode::CIPHER);
        }
    };
    if let Err(why) = rule.admit(peer) {
        let (notice, status) = match why {
            Refusal::CipherSpec { .. } => (&AMQ9631, StatusCode::CIPHER),
            Refusal::NoClientCertificate => (&AMQ9637, StatusCode::CERTIFICATE),
            Refusal::CertificateLabel { .. } => (&AMQ9673, StatusCode::SECURITY),
        };
        return unmet(notice, &[&unended(&why)], status);
    }
    let wanted = definition.text(Attr::Sslpeer);
    let names = peer.certificate.as_ref().map(|it| &it.names);
    if is_peer(wanted, names) {
        return Ok(());
    }
    let (subject, _) = texts(names);
    unmet(&AMQ9636, &[&subject, &wanted], StatusCode::PEER_NAME)
}

/// Whether the subject of a certificate is one that `SSLPEER` names: blank for any, and then none is needed.
pub(crate) fn is_peer(wanted: &str, names: Option<&CertificateNames>) -> bool {
    if wanted.is_empty() {
        return true;
    }
    let pattern = PeerPattern::parse(wanted).ok();
    let name = names.map(|names| PeerName::of(&names.subject));
    pattern
        .zip(name)
        .is_some_and(|(pattern, name)| pattern.matches(&name))
}

/// Subject and issuer of a certificate for people, both empty without one.
pub(crate) fn texts(names: Option<&CertificateNames>) -> (String, String) {
    let texts = names.map(|names| (names.subject.to_string(), names.issuer.to_string()));
    texts.unwrap_or_default()
}

/// What is wrong with a value of `SSLCIPH`, in sentences. A CipherSpec that is only too weak may stand in a definition.
pub(crate) fn cipher_problem(name: &str) -> Option<UnknownCipherSpec> {
    let unknown = CipherChoice::by_name(name).err();
    unknown.filter(|unknown| unknown.why != NotUsed::Weak)
}

/// A sentence that another one ends.
pub(crate) fn unended(sentence: &dyn Display) -> String {
    sentence.to_string().trim_end_matches('.').to_owned()
}
