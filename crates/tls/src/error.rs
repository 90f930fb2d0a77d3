//! Why a TLS connection ends.

use std::fmt;

use ferromq_mqi::reason::Reason;
use openssl::error::ErrorStack;
use openssl::x509::X509VerifyResult;

/// A TLS connection cannot begin or go on. The bytes in [`crate::TlsStream::pending_ciphertext`] tell the partner;
/// they are to be sent before the socket is closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TlsError {
    /// What came is not TLS.
    NotTls {
        /// The first bytes, eight at most.
        first: Vec<u8>,
    },
    /// Both ends have no version of TLS in common.
    Version,
    /// Both ends have no CipherSpec in common, or none that fits the server's certificate.
    CipherSpec,
    /// The partner's certificate was found bad.
    Certificate {
        /// The subject of the certificate that is bad, which may be one of its issuers.
        subject: String,
        /// What is wrong, as OpenSSL words it.
        why: String,
        /// Whether it was revoked.
        revoked: bool,
    },
    /// The partner ended the connection with an alert.
    Alert {
        /// The number of the alert (RFC 8446, 6).
        number: u8,
    },
    /// The partner broke the protocol, or bytes were changed on the way.
    Protocol {
        /// What OpenSSL says.
        why: String,
    },
    /// There was something to write before the handshake was done. A mistake of the caller; the connection goes on.
    NotOpen,
    /// The connection ended before.
    Ended,
}

impl TlsError {
    /// The reason code for a program.
    pub fn reason(&self) -> Reason {
        match self {
            TlsError::Certificate { revoked: true, .. } => Reason::SSL_CERTIFICATE_REVOKED,
            TlsError::NotOpen | TlsError::Ended => Reason::CONNECTION_BROKEN,
            _ => Reason::SSL_INITIALIZATION_ERROR,
        }
    }

    /// Reads the errors of OpenSSL.
    pub(crate) fn of(stack: Option<&ErrorStack>, bad: Option<BadCertificate>) -> TlsError {
        let errors = stack.map_or(&[][..], |stack| stack.errors());
        for error in errors {
            match error.reason_code() {
                CERTIFICATE_VERIFY_FAILED => {
                    if let Some(bad) = bad {
                        return bad.into();
                    }
                }
                NO_SHARED_CIPHER | WRONG_CIPHER_RETURNED | NO_CIPHERS_AVAILABLE => {
                    return TlsError::CipherSpec;
                }
                UNSUPPORTED_PROTOCOL | WRONG_SSL_VERSION => return TlsError::Version,
                alert @ ALERT_FIRST..=ALERT_LAST => {
                    let number = (alert - ALERT_FIRST) as u8;
                    return TlsError::Alert { number };
                }
                _ => {}
            }
        }
        let why = errors.first().and_then(|error| error.reason());
        TlsError::Protocol {
            why: why.unwrap_or("the connection was cut").to_owned(),
        }
    }
}

/// A certificate that was found bad while a chain was checked.
pub(crate) struct BadCertificate {
    pub(crate) subject: String,
    pub(crate) result: X509VerifyResult,
}

impl From<BadCertificate> for TlsError {
    fn from(bad: BadCertificate) -> TlsError {
        TlsError::Certificate {
            subject: bad.subject,
            why: bad.result.error_string().to_owned(),
            revoked: bad.result.as_raw() == VERIFY_REVOKED,
        }
    }
}

impl fmt::Display for TlsError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TlsError::NotTls { first } => write!(
                out,
                "The partner does not speak TLS; its first bytes are {first:02x?}. Give both ends a CipherSpec, or neither."
            ),
            TlsError::Version => write!(
                out,
                "Both ends have no version of TLS in common. Give them CipherSpecs of the same version."
            ),
            TlsError::CipherSpec => write!(
                out,
                "Both ends have no CipherSpec in common, or the certificate of the server has a key of another kind: \
                 ECDHE_ECDSA needs an elliptic-curve key, the others of TLS 1.2 an RSA key."
            ),
            TlsError::Certificate { subject, why, .. } => write!(
                out,
                "The certificate '{subject}' is not accepted: {why}. Add its issuer to the key repository, or renew it."
            ),
            TlsError::Alert { number } => match alert(*number) {
                Some(text) => write!(
                    out,
                    "The partner ended the handshake: {text} (alert {number})."
                ),
                None => write!(out, "The partner ended the connection with alert {number}."),
            },
            TlsError::Protocol { why } => write!(
                out,
                "The partner broke the rules of TLS, or bytes were changed on the way: {why}."
            ),
            TlsError::NotOpen => {
                write!(out, "Nothing can be written before the handshake is done.")
            }
            TlsError::Ended => write!(out, "The TLS connection has ended."),
        }
    }
}

impl std::error::Error for TlsError {}

/// What an alert means to an operator.
fn alert(number: u8) -> Option<&'static str> {
    Some(match number {
        40 => "it has no CipherSpec in common with this end",
        42 | 43 | 46 => "it does not accept the certificate of this end",
        44 => "the certificate of this end is revoked",
        45 => "the certificate of this end has expired",
        48 => {
            "it does not trust the issuer of this end's certificate; add the issuer to its key repository"
        }
        70 => "it has no version of TLS in common with this end",
        116 => "it wants a certificate, and this end has none",
        _ => return None,
    })
}

// Reason codes of OpenSSL (sslerr.h). An alert that was received is 1000 and its number.
const CERTIFICATE_VERIFY_FAILED: i32 = 134;
const NO_CIPHERS_AVAILABLE: i32 = 181;
const NO_SHARED_CIPHER: i32 = 193;
const UNSUPPORTED_PROTOCOL: i32 = 258;
const WRONG_CIPHER_RETURNED: i32 = 261;
const WRONG_SSL_VERSION: i32 = 266;
const ALERT_FIRST: i32 = 1000;
const ALERT_LAST: i32 = 1255;
/// X509_V_ERR_CERT_REVOKED.
const VERIFY_REVOKED: i32 = 23;
