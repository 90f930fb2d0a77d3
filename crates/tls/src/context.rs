//! What both ends set in OpenSSL: versions, suites, certificate, trust.

use std::cell::Cell;
use std::fmt;

use ferromq_mqi::reason::Reason;
use openssl::cipher::Cipher;
use openssl::error::ErrorStack;
use openssl::md::Md;
use openssl::ssl::{
    SslContextBuilder, SslFiletype, SslMethod, SslMode, SslOptions, SslSessionCacheMode,
    SslVerifyMode, SslVersion,
};
use openssl::x509::X509;
use openssl::x509::store::{X509Lookup, X509StoreBuilder};
use openssl::x509::verify::X509VerifyFlags;

use crate::cipher_spec::{CipherSpec, Protocol, UnknownCipherSpec};
use crate::distinguished_name;
use crate::error::BadCertificate;
use crate::repository::{CHAIN_LENGTH_MAX, KeyRepository, PersonalCertificate, RepositoryError};

/// 112 bits: RSA keys of 2048 bits, hashes from SHA-224. What SSLCIPH names is allowed on top of it.
const SECURITY_LEVEL: u32 = 2;

thread_local! {
    /// The certificate a handshake on this thread was refused for. OpenSSL tells it while it checks the chain, and
    /// forgets it afterwards; a handshake is never left half way within one call.
    pub(crate) static BAD_CERTIFICATE: Cell<Option<BadCertificate>> = const { Cell::new(None) };
}

/// A configuration cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConfigError {
    /// SSLCIPH cannot be used.
    CipherSpec(UnknownCipherSpec),
    /// The key repository cannot be used.
    Repository(RepositoryError),
    /// A certificate of the repository cannot be used: too short a key, too weak a signature.
    Certificate {
        /// Its label.
        label: String,
        /// What OpenSSL says.
        why: String,
    },
    /// Revocation lists cannot be read.
    Revocations {
        /// The file.
        path: String,
        /// What OpenSSL says.
        why: String,
    },
    /// SSLFIPS(YES), and the OpenSSL of this machine does not run in FIPS mode.
    Fips,
    /// OpenSSL refused a setting.
    OpenSsl {
        /// What was to be set.
        what: &'static str,
        /// What OpenSSL says.
        why: String,
    },
}

impl ConfigError {
    /// The reason code for a program.
    pub fn reason(&self) -> Reason {
        match self {
            ConfigError::Repository(error) => error.reason(),
            ConfigError::Revocations { .. } => Reason::SSL_CERT_STORE_ERROR,
            _ => Reason::SSL_INITIALIZATION_ERROR,
        }
    }
}

impl From<UnknownCipherSpec> for ConfigError {
    fn from(error: UnknownCipherSpec) -> ConfigError {
        ConfigError::CipherSpec(error)
    }
}

impl From<RepositoryError> for ConfigError {
    fn from(error: RepositoryError) -> ConfigError {
        ConfigError::Repository(error)
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConfigError::CipherSpec(error) => error.fmt(out),
            ConfigError::Repository(error) => error.fmt(out),
            ConfigError::Certificate { label, why } => write!(
                out,
                "The certificate '{label}' cannot be used: {why}. It needs an RSA key of at least 2048 bits or an \
                 elliptic-curve key, and a signature with SHA-256 or better."
            ),
            ConfigError::Revocations { path, why } => write!(
                out,
                "The certificate revocation lists in '{path}' cannot be read: {why}. They are in PEM, one after the other."
            ),
            ConfigError::Fips => write!(
                out,
                "SSLFIPS(YES) is set, or a client demands as much (FipsRequired, MQSSLFIPS, SSLFipsRequired), and OpenSSL on \
                 this machine does not run in FIPS mode. Activate its FIPS provider with 'default_properties = fips=yes' \
                 in openssl.cnf, or demand no FIPS."
            ),
            ConfigError::OpenSsl { what, why } => {
                write!(out, "OpenSSL does not take {what}: {why}.")
            }
        }
    }
}

impl std::error::Error for ConfigError {}

/// For `map_err`: what was to be set.
pub(crate) fn refused(what: &'static str) -> impl Fn(ErrorStack) -> ConfigError {
    move |stack| ConfigError::OpenSsl {
        what,
        why: reason(&stack),
    }
}

/// The first reason of OpenSSL.
pub(crate) fn reason(stack: &ErrorStack) -> String {
    let reason = stack.errors().first().and_then(|error| error.reason());
    reason.unwrap_or("no reason given").to_owned()
}

/// Whether OpenSSL as it is configured on this machine uses approved algorithms only.
pub fn fips_is_active() -> bool {
    let approved = Cipher::fetch(None, "AES-256-GCM", Some("fips=yes")).is_ok();
    approved && Md::fetch(None, "MD5", None).is_err()
}

/// A context with everything but the certificate: the suites in the order given, and the versions they are of.
pub(crate) fn builder(
    method: SslMethod,
    specs: &[&'static CipherSpec],
    lowest: Protocol,
    highest: Protocol,
) -> Result<SslContextBuilder, ConfigError> {
    let mut context = SslContextBuilder::new(method).map_err(refused("a new context"))?;
    // A suite with a tag of 64 bits is below every level but 0. Certificates are held to ours all the same.
    let short_tag = specs.iter().any(|spec| spec.openssl.contains("CCM_8"));
    context.set_security_level(if short_tag { 0 } else { SECURITY_LEVEL });
    let version = |protocol| match protocol {
        Protocol::Tls12 => SslVersion::TLS1_2,
        Protocol::Tls13 => SslVersion::TLS1_3,
    };
    context
        .set_min_proto_version(Some(version(lowest)))
        .and_then(|()| context.set_max_proto_version(Some(version(highest))))
        .map_err(refused("a version of TLS"))?;
    let names = |wanted: Protocol| {
        let of_version = specs.iter().filter(|spec| spec.protocol == wanted);
        of_version
            .map(|spec| spec.openssl)
            .collect::<Vec<_>>()
            .join(":")
    };
    let older = names(Protocol::Tls12);
    if !older.is_empty() {
        context
            .set_cipher_list(&older)
            .map_err(refused("the CipherSpecs"))?;
    }
    context
        .set_ciphersuites(&names(Protocol::Tls13))
        .map_err(refused("the CipherSpecs"))?;
    // Every connection is checked anew: sessions are not resumed, and keys not negotiated again within one.
    context.set_session_cache_mode(SslSessionCacheMode::OFF);
    context.set_options(
        SslOptions::NO_TICKET
            | SslOptions::NO_RENEGOTIATION
            | SslOptions::NO_COMPRESSION
            | SslOptions::CIPHER_SERVER_PREFERENCE,
    );
    // Parts given to `write` lie in a buffer that is used again; an idle connection keeps none.
    context.set_mode(SslMode::ACCEPT_MOVING_WRITE_BUFFER | SslMode::RELEASE_BUFFERS);
    context.set_verify_depth(CHAIN_LENGTH_MAX as u32);
    Ok(context)
}

/// Sets whom to trust.
pub(crate) fn trust(
    context: &mut SslContextBuilder,
    repository: &KeyRepository,
) -> Result<(), ConfigError> {
    let failed = || refused("the trusted certificates");
    let mut store = X509StoreBuilder::new().map_err(failed())?;
    for certificate in repository.trusted() {
        store.add_cert(certificate.clone()).map_err(failed())?;
    }
    let rules = context.verify_param_mut();
    rules.set_auth_level(SECURITY_LEVEL as i32);
    if let Some(path) = repository.revocations() {
        let shown = path.display().to_string();
        let unreadable = |why: String| ConfigError::Revocations {
            path: shown.clone(),
            why,
        };
        // The binding to OpenSSL takes names that are text without zeros.
        if path.to_str().is_none_or(|name| name.contains('\0')) {
            return Err(unreadable("its name is no text".to_owned()));
        }
        let lookup = store.add_lookup(X509Lookup::file()).map_err(failed())?;
        lookup
            .load_crl_file(path, SslFiletype::PEM)
            .map_err(|stack| unreadable(reason(&stack)))?;
        rules
            .set_flags(X509VerifyFlags::CRL_CHECK)
            .map_err(failed())?;
    }
    context
        .set_verify_cert_store(store.build())
        .map_err(failed())?;
    context.set_verify_callback(SslVerifyMode::PEER, |good, chain| {
        if !good {
            let subject = chain.current_cert();
            let subject = subject.map(|bad| distinguished_name::text(bad.subject_name()));
            BAD_CERTIFICATE.set(Some(BadCertificate {
                subject: subject.unwrap_or_default(),
                result: chain.error(),
            }));
        }
        good
    });
    Ok(())
}

/// Sets the certificate of this end, with what leads to its root.
pub(crate) fn identify(
    context: &mut SslContextBuilder,
    repository: &KeyRepository,
    own: &PersonalCertificate,
) -> Result<(), ConfigError> {
    let unusable = |stack: ErrorStack| ConfigError::Certificate {
        label: own.label.clone(),
        why: reason(&stack),
    };
    context
        .set_certificate(&own.certificate)
        .map_err(unusable)?;
    context.set_private_key(&own.key).map_err(unusable)?;
    context.check_private_key().map_err(unusable)?;
    let chain: Vec<X509> = repository.chain(&own.certificate);
    for issuer in chain {
        context.add_extra_chain_cert(issuer).map_err(unusable)?;
    }
    // The chain is complete as it is.
    context.set_mode(SslMode::NO_AUTO_CHAIN);
    Ok(())
}
