//! What is known of the partner when the handshake is done.

use ferromq_mqi::distinguished_name::CertificateNames;
use openssl::ssl::SslRef;
use openssl::x509::X509;

use crate::cipher_spec::{CipherSpec, Protocol};
use crate::distinguished_name::{names, serial, text};
use crate::error::TlsError;

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
    /// Subject and issuer.
    pub names: CertificateNames,
    /// The serial number as `4C:D0:49:D5`.
    pub serial: String,
    /// The whole certificate, in DER.
    pub der: Vec<u8>,
}

impl PeerCertificate {
    /// Nobody can say whom SSLPEER lets in where the name cannot be read, so the certificate is no good.
    fn of(certificate: &X509) -> Result<PeerCertificate, TlsError> {
        let serial = serial(certificate.serial_number());
        let names = names(certificate, &serial).zip(certificate.to_der().ok());
        let (names, der) = names.ok_or_else(|| TlsError::Certificate {
            subject: text(certificate.subject_name()),
            why: "a value in the name of its subject or of its issuer cannot be read".to_owned(),
            revoked: false,
        })?;
        Ok(PeerCertificate { names, serial, der })
    }
}

/// Reads what was agreed.
///
/// # Errors
/// It is nothing we offered, or the certificate has a name that cannot be read.
pub(crate) fn agreed(
    ssl: &SslRef,
    named_channel: Option<String>,
    shown_label: Option<String>,
) -> Result<Peer, TlsError> {
    let code = ssl
        .current_cipher()
        .map(|it| u16::from_be_bytes(it.protocol_id()));
    let cipher_spec = code.and_then(CipherSpec::by_code);
    let cipher_spec = cipher_spec.ok_or(TlsError::CipherSpec)?;
    let certificate = ssl.peer_certificate();
    let certificate = certificate.map(|it| PeerCertificate::of(&it)).transpose()?;
    Ok(Peer {
        protocol: cipher_spec.protocol,
        cipher_spec,
        certificate,
        named_channel,
        shown_label,
    })
}
