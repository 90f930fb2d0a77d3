//! The client's side.

use std::fmt;
use std::sync::Arc;

use openssl::ssl::{SslContext, SslMethod};

use crate::channel_host::host_of_channel;
use crate::cipher_spec::CipherChoice;
use crate::context::{self, ConfigError};
use crate::repository::KeyRepository;

/// What a client channel definition and the settings of the client say about TLS.
#[derive(Clone, Debug)]
pub struct ClientRules<'a> {
    /// SSLCIPH.
    pub cipher: CipherChoice,
    /// CERTLABL; `None` where it is blank.
    pub label: Option<&'a str>,
    /// The user the client runs as; the default label is made of it.
    pub user: &'a str,
    /// SSLFIPS(YES).
    pub fips: bool,
    /// What is named to the server before the handshake.
    pub outbound_sni: OutboundSni<'a>,
}

/// What a client names to the server before the handshake (OutboundSNI).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutboundSni<'a> {
    /// The channel, so that the server can show its certificate. The default of the product.
    Channel(&'a str),
    /// A host name.
    Host(&'a str),
    /// Nothing.
    Nothing,
}

/// The client's configuration for one channel. Cloning shares it.
#[derive(Clone)]
pub struct ClientTls {
    shared: Arc<Shared>,
}

struct Shared {
    context: SslContext,
    label: Option<String>,
    host: Option<String>,
}

impl ClientTls {
    /// Makes the configuration of a client from its key repository. The server's certificate must lead to a trusted one.
    /// Its host name is not compared, as in the product: SSLPEER is there for it, against
    /// [`crate::Peer::certificate`].
    ///
    /// # Errors
    /// The repository has no certificate for CERTLABL, a certificate cannot be used, or FIPS mode is asked for and not
    /// there.
    pub fn new(
        repository: &KeyRepository,
        rules: &ClientRules<'_>,
    ) -> Result<ClientTls, ConfigError> {
        if rules.fips && !context::fips_is_active() {
            return Err(ConfigError::Fips);
        }
        let default_label = format!("ibmwebspheremq{}", rules.user.to_lowercase());
        let own = match rules.label {
            Some(label) => Some(repository.by_label(label)?),
            None => repository.by_default(&default_label)?,
        };
        let cipher = &rules.cipher;
        let specs: Vec<_> = cipher.specs().collect();
        let method = SslMethod::tls_client();
        let mut context = context::builder(method, &specs, cipher.lowest(), cipher.highest())?;
        context::trust(&mut context, repository)?;
        if let Some(own) = own {
            context::identify(&mut context, repository, own)?;
        }
        let host = match rules.outbound_sni {
            OutboundSni::Channel(channel) => host_of_channel(channel),
            // An address is no host name (RFC 6066, 3).
            OutboundSni::Host(host) if host.parse::<std::net::IpAddr>().is_ok() => None,
            OutboundSni::Host(host) => Some(host.to_owned()),
            OutboundSni::Nothing => None,
        };
        let shared = Shared {
            context: context.build(),
            label: own.map(|own| own.label.clone()),
            host,
        };
        Ok(ClientTls {
            shared: Arc::new(shared),
        })
    }

    pub(crate) fn context(&self) -> &SslContext {
        &self.shared.context
    }

    pub(crate) fn label(&self) -> Option<&str> {
        self.shared.label.as_deref()
    }

    pub(crate) fn host(&self) -> Option<&str> {
        self.shared.host.as_deref()
    }
}

impl fmt::Debug for ClientTls {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shared { label, host, .. } = &*self.shared;
        out.debug_struct("ClientTls")
            .field("label", label)
            .field("host", host)
            .finish()
    }
}
