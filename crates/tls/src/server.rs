//! The server's side: which channel takes which CipherSpecs and shows which certificate.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use openssl::ssl::{SslContext, SslMethod};

use crate::channel_host::channel_of_host;
use crate::cipher_spec::{CipherChoice, CipherSpec, Protocol};
use crate::context::{self, ConfigError};
use crate::peer::Peer;
use crate::repository::{KeyRepository, PersonalCertificate, RepositoryError};

/// Whether a client must show a certificate (SSLCAUTH). One that is shown is always checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClientCertificate {
    /// SSLCAUTH(REQUIRED).
    Required,
    /// SSLCAUTH(OPTIONAL).
    Optional,
}

/// What the definition of a channel says about TLS.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChannelRule {
    /// The name of the channel.
    pub channel: String,
    /// SSLCIPH.
    pub cipher: CipherChoice,
    /// SSLCAUTH.
    pub client_certificate: ClientCertificate,
    /// CERTLABL; `None` where it is blank.
    pub label: Option<String>,
}

/// What a queue manager says about TLS.
#[derive(Clone, Debug)]
pub struct ServerRules<'a> {
    /// The name of the queue manager; the default label is made of it.
    pub queue_manager: &'a str,
    /// CERTLABL of the queue manager; `None` where it is blank.
    pub label: Option<&'a str>,
    /// SSLFIPS(YES).
    pub fips: bool,
    /// The channels that have SSLCIPH set.
    pub channels: &'a [ChannelRule],
}

/// The server's configuration. Cloning shares it. It does not change: REFRESH SECURITY TYPE(SSL) makes a new one for
/// connections to come, and those there are keep the one they began with.
#[derive(Clone)]
pub struct ServerTls {
    shared: Arc<Shared>,
}

struct Shared {
    default: Entry,
    channels: HashMap<String, Entry>,
    faults: Vec<(String, ConfigError)>,
}

/// A context and the label of the certificate it shows.
#[derive(Clone)]
pub(crate) struct Entry {
    pub(crate) context: SslContext,
    pub(crate) label: String,
}

impl ServerTls {
    /// Makes the configuration of a queue manager from its key repository.
    ///
    /// A client that names the channel before the handshake gets the versions and the certificate of that channel, and
    /// its CipherSpecs are preferred. Any other client gets what any channel has. Either way a client may arrive with a
    /// CipherSpec its channel does not have, so [`ChannelRule::admit`] is to be asked when the channel is known.
    ///
    /// A channel whose own certificate cannot be used is left out, and [`ServerTls::faults`] says why. Its clients see the
    /// certificate of the queue manager, and [`ChannelRule::admit`] refuses them.
    ///
    /// # Errors
    /// The repository has no certificate for the queue manager, it cannot be used, or FIPS mode is asked for and not
    /// there.
    pub fn new(
        repository: &KeyRepository,
        rules: &ServerRules<'_>,
    ) -> Result<ServerTls, ConfigError> {
        if rules.fips && !context::fips_is_active() {
            return Err(ConfigError::Fips);
        }
        let own = own_certificate(repository, rules)?;
        let lowest = rules.channels.iter().map(|rule| rule.cipher.lowest()).min();
        let highest = rules
            .channels
            .iter()
            .map(|rule| rule.cipher.highest())
            .max();
        let wanted = |spec: &CipherSpec| rules.channels.iter().any(|rule| rule.cipher.allows(spec));
        let default = entry(
            repository,
            own,
            lowest.unwrap_or(Protocol::Tls12),
            highest.unwrap_or(Protocol::Tls13),
            wanted,
        )?;
        let (mut channels, mut faults) = (HashMap::new(), Vec::new());
        for rule in rules.channels {
            match entry_of(repository, own, rule) {
                Ok(entry) => {
                    channels.insert(rule.channel.clone(), entry);
                }
                Err(why) => faults.push((rule.channel.clone(), why)),
            }
        }
        let shared = Arc::new(Shared {
            default,
            channels,
            faults,
        });
        Ok(ServerTls { shared })
    }

    /// The channels whose own certificates cannot be used, and why.
    pub fn faults(&self) -> &[(String, ConfigError)] {
        &self.shared.faults
    }

    /// What a client gets that asked for a host name, and the channel it meant.
    pub(crate) fn choose(&self, host: Option<&str>) -> (&Entry, Option<String>) {
        let channel = host.and_then(channel_of_host);
        let entry = channel
            .as_ref()
            .and_then(|channel| self.shared.channels.get(channel));
        (entry.unwrap_or(&self.shared.default), channel)
    }
}

impl fmt::Debug for ServerTls {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let channels: Vec<_> = self.shared.channels.keys().collect();
        out.debug_struct("ServerTls")
            .field("channels", &channels)
            .finish()
    }
}

/// The certificate where a channel names none.
fn own_certificate<'a>(
    repository: &'a KeyRepository,
    rules: &ServerRules<'_>,
) -> Result<&'a PersonalCertificate, RepositoryError> {
    if let Some(label) = rules.label {
        return repository.by_label(label);
    }
    let default_label = format!(
        "ibmwebspheremq{}",
        rules.queue_manager.trim_end().to_lowercase()
    );
    let found = repository.by_default(&default_label)?;
    found.ok_or_else(|| RepositoryError::NoCertificate {
        path: repository.path().to_owned(),
    })
}

/// What a client gets that names the channel.
fn entry_of(
    repository: &KeyRepository,
    own: &PersonalCertificate,
    rule: &ChannelRule,
) -> Result<Entry, ConfigError> {
    let own = match &rule.label {
        Some(label) => repository.by_label(label)?,
        None => own,
    };
    let cipher = &rule.cipher;
    let wanted = |spec: &CipherSpec| cipher.allows(spec);
    entry(repository, own, cipher.lowest(), cipher.highest(), wanted)
}

fn entry(
    repository: &KeyRepository,
    own: &PersonalCertificate,
    lowest: Protocol,
    highest: Protocol,
    wanted: impl Fn(&CipherSpec) -> bool,
) -> Result<Entry, ConfigError> {
    // What is wanted comes first. The rest lets a client in far enough to be told what is wrong.
    let (first, rest): (Vec<_>, Vec<_>) = CipherSpec::all().iter().partition(|spec| wanted(spec));
    // A suite with a short tag would lower the security level, so it is there only where it is wanted.
    let rest = rest
        .into_iter()
        .filter(|spec| !spec.openssl.contains("CCM_8"));
    let specs: Vec<_> = first.into_iter().chain(rest).collect();
    let mut context = context::builder(SslMethod::tls_server(), &specs, lowest, highest)?;
    context::trust(&mut context, repository)?;
    context::identify(&mut context, repository, own)?;
    for issuer in repository.trusted() {
        context
            .add_client_ca(issuer)
            .map_err(context::refused("the names of trusted certificates"))?;
    }
    Ok(Entry {
        context: context.build(),
        label: own.label.clone(),
    })
}

/// Why a client whose handshake is done may not use a channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The channel has another CipherSpec. STATUS 24.
    CipherSpec {
        /// What was agreed.
        agreed: &'static str,
        /// What the channel has.
        wanted: &'static str,
    },
    /// The channel has SSLCAUTH(REQUIRED), and no certificate came. STATUS 26.
    NoClientCertificate,
    /// The channel has CERTLABL, and the client did not name the channel before the handshake, so that it saw another
    /// certificate. AMQ9673, 2393 to the client.
    CertificateLabel {
        /// The label the channel has.
        wanted: String,
    },
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::CipherSpec { agreed, wanted } => write!(
                out,
                "The partner came with CipherSpec {agreed}, and the channel has {wanted}. Give both ends the same."
            ),
            Refusal::NoClientCertificate => write!(
                out,
                "The channel has SSLCAUTH(REQUIRED), and the partner showed no certificate. Give it one, or set \
                 SSLCAUTH(OPTIONAL)."
            ),
            Refusal::CertificateLabel { wanted } => write!(
                out,
                "The channel shows certificate '{wanted}', and the partner did not name the channel before the handshake. \
                 Set OutboundSNI to CHANNEL at the other end, or leave CERTLABL of the channel blank."
            ),
        }
    }
}

impl ChannelRule {
    /// Whether a client whose handshake is done may use this channel. SSLPEER is not looked at.
    ///
    /// # Errors
    /// CipherSpec, certificate or label are not as the channel wants them.
    pub fn admit(&self, peer: &Peer) -> Result<(), Refusal> {
        if !self.cipher.allows(peer.cipher_spec) {
            return Err(Refusal::CipherSpec {
                agreed: peer.cipher_spec.name,
                wanted: self.cipher.name(),
            });
        }
        if let Some(label) = &self.label
            && peer.shown_label.as_ref() != Some(label)
        {
            return Err(Refusal::CertificateLabel {
                wanted: label.clone(),
            });
        }
        if self.client_certificate == ClientCertificate::Required && peer.certificate.is_none() {
            return Err(Refusal::NoClientCertificate);
        }
        Ok(())
    }
}
