//! What is known of the partner when the handshake is done.

use openssl::ssl::SslRef;
use openssl::x509::X509;

use crate::cipher_spec::{CipherSpec, Protocol};
use crate::distinguished_name::{DistinguishedName, serial};

/// What a handshake agreed on, and who the partner is.
#[derive(Clone, Debug)]
pub struct Peer {
    /// The version of TLS.
    pub protocol: Protocol,
    /// The CipherSpec.
    pub cipher_spec: &'static CipherSpec,
    /// The partner's certificate, checked; `None` where a client showed none.
    pub certificate: Option<PeerCertificate>,
    /// At the server: the channel the client named before the handshake. It may be none that exists.
    pub named_channel: Option<String>,
    /// The label of the certificate this end showed; `None` where a client has none.
    pub shown_label: Option<String>,
}

/// A certificate of a partner that was found good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeerCertificate {
    /// The subject with the serial number of the certificate in front: what SSLPEER is compared with.
    pub subject: DistinguishedName,
    /// The issuer: what SSLCERTI is compared with.
    pub issuer: DistinguishedName,
    /// The serial number as `4C:D0:49:D5`.
    pub serial: String,
    /// The whole certificate, in DER.
    pub der: Vec<u8>,
}

impl PeerCertificate {
    fn of(certificate: &X509) -> Option<PeerCertificate> {
        let serial = serial(certificate.serial_number());
        Some(PeerCertificate {
            subject: DistinguishedName::of_subject(certificate.subject_name(), &serial),
            issuer: DistinguishedName::of(certificate.issuer_name()),
            serial,
            der: certificate.to_der().ok()?,
        })
    }
}

/// Reads what was agreed. `None` where it is nothing we offered.
pub(crate) fn agreed(
    ssl: &SslRef,
    named_channel: Option<String>,
    shown_label: Option<String>,
) -> Option<Peer> {
    let code = u16::from_be_bytes(ssl.current_cipher()?.protocol_id());
    let cipher_spec = CipherSpec::by_code(code)?;
    let certificate = match ssl.peer_certificate() {
        Some(certificate) => Some(PeerCertificate::of(&certificate)?),
        None => None,
    };
    Some(Peer {
        protocol: cipher_spec.protocol,
        cipher_spec,
        certificate,
        named_channel,
        shown_label,
    })
}
