//! TLS as the queue manager and its channels are defined now.
//!
//! Contexts are made when a client wants TLS for the first time, and again when a definition that
//! concerns them has changed since. The key repository is read again only on
//! `REFRESH SECURITY TYPE(SSL)`, as documented.

use ferromq::settings::{RevocationRules, WhenUnknown};
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::{MQSCA_REQUIRED, MQSSL_FIPS_YES};
use ferromq_mqi::generated::notices::{FMQ0059, FMQ0060};
use ferromq_qmgr::{Notice, NoticeSink, QueueManager as Engine};
use ferromq_tls::{
    ChannelRule, CipherChoice, ClientCertificate, ConfigError, KeyRepository, RepositoryError,
    ServerRules, ServerTls, UnknownCipherSpec,
};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// Why a queue manager has no TLS.
#[derive(Debug)]
pub(crate) enum NoTls {
    /// `SSLKEYR` is blank.
    NoRepository,
    /// The key repository cannot be read.
    Repository(RepositoryError),
    /// What is in it does not do.
    Config(ConfigError),
    /// No channel has a CipherSpec.
    NoChannel,
    /// Servers are to be asked whether certificates were revoked, and are not.
    Revocation(&'static str),
}

impl fmt::Display for NoTls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoRepository => f.write_str(
                "the queue manager has no key repository: ALTER QMGR SSLKEYR('file') names one",
            ),
            Self::Repository(error) => error.fmt(f),
            Self::Config(error) => error.fmt(f),
            Self::Revocation(who) => write!(
                f,
                "{who} asks that servers be asked whether certificates were revoked, which is not supported; lists in a \
                 file beside the key repository are looked at. OCSPAuthentication=WARN or OPTIONAL in stanza SSL of \
                 qm.ini lets clients in all the same"
            ),
            Self::NoChannel => f.write_str("no server connection has SSLCIPH set"),
        }
    }
}

/// What the contexts were made of.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Source {
    label: String,
    fips: bool,
    channels: Vec<ChannelRule>,
}

#[derive(Default)]
struct Cached {
    repository: Option<Arc<KeyRepository>>,
    contexts: Option<(Source, ServerTls)>,
}

/// See the module.
#[derive(Default)]
pub(crate) struct Secure {
    cached: Mutex<Cached>,
}

impl Secure {
    /// The contexts as everything is defined now.
    pub(crate) fn contexts(
        &self,
        engine: &Engine,
        revocation: RevocationRules,
        notices: &NoticeSink,
    ) -> Result<ServerTls, NoTls> {
        let q_mgr = engine.q_mgr_definition();
        let source = Source {
            label: q_mgr.text(Attr::Certlabl).to_owned(),
            fips: q_mgr.int(Attr::Sslfips) == MQSSL_FIPS_YES,
            channels: rules(engine),
        };
        if source.channels.is_empty() {
            return Err(NoTls::NoChannel);
        }
        let servers = servers_to_ask(&q_mgr, revocation);
        if let Some(who) = servers
            && revocation.when_unknown.unwrap_or(WhenUnknown::Refuse) == WhenUnknown::Refuse
        {
            return Err(NoTls::Revocation(who));
        }
        let mut cached = self.cached.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((made_of, contexts)) = &cached.contexts
            && *made_of == source
        {
            return Ok(contexts.clone());
        }
        let repository = match &cached.repository {
            Some(repository) => Arc::clone(repository),
            None => Arc::new(open_repository(&q_mgr)?),
        };
        cached.repository = Some(Arc::clone(&repository));
        let name = engine.name();
        let rules = ServerRules {
            queue_manager: name.as_str(),
            label: Some(source.label.as_str()).filter(|label| !label.is_empty()),
            fips: source.fips,
            channels: &source.channels,
        };
        let contexts = ServerTls::new(&repository, &rules).map_err(NoTls::Config)?;
        for (channel, why) in contexts.faults() {
            notices(Notice {
                number: "FMQ0060E",
                text: FMQ0060.sentence(&[channel, why]),
            });
        }
        if let Some(who) = servers
            && revocation.when_unknown == Some(WhenUnknown::Warn)
        {
            notices(Notice {
                number: "FMQ0059W",
                text: FMQ0059.sentence(&[&who]),
            });
        }
        cached.contexts = Some((source, contexts.clone()));
        Ok(contexts)
    }

    /// Reads the key repository again for connections to come. Those there are keep what they have.
    pub(crate) fn refresh(&self) {
        *self.cached.lock().unwrap_or_else(PoisonError::into_inner) = Cached::default();
    }
}

/// What wants servers to be asked whether certificates were revoked, if anything does.
fn servers_to_ask(q_mgr: &Definition, revocation: RevocationRules) -> Option<&'static str> {
    if !q_mgr.text(Attr::Sslcrlnl).is_empty() {
        Some("SSLCRLNL of the queue manager")
    } else if revocation.extensions {
        Some("stanza SSL of qm.ini")
    } else {
        None
    }
}

fn open_repository(q_mgr: &Definition) -> Result<KeyRepository, NoTls> {
    let name = q_mgr.text(Attr::Sslkeyr);
    if name.is_empty() {
        return Err(NoTls::NoRepository);
    }
    let password = Some(q_mgr.text(Attr::Keyrpwd)).filter(|password| !password.is_empty());
    KeyRepository::open(name, password).map_err(NoTls::Repository)
}

/// What the server connections say of TLS. One with a CipherSpec nobody knows takes no part: its clients are
/// refused when they name it.
fn rules(engine: &Engine) -> Vec<ChannelRule> {
    let channels = engine.definitions(ObjectKind::SvrConn);
    channels
        .iter()
        .filter_map(|channel| rule(channel)?.ok())
        .collect()
}

/// What one server connection says of TLS; `None` when it wants none.
pub(crate) fn rule(channel: &Definition) -> Option<Result<ChannelRule, UnknownCipherSpec>> {
    let cipher = channel.text(Attr::Sslciph);
    if cipher.is_empty() {
        return None;
    }
    Some(CipherChoice::by_name(cipher).map(|cipher| {
        ChannelRule {
            channel: channel.name().as_str().trim_end().to_owned(),
            cipher,
            client_certificate: if channel.int(Attr::Sslcauth) == MQSCA_REQUIRED {
                ClientCertificate::Required
            } else {
                ClientCertificate::Optional
            },
            label: Some(channel.text(Attr::Certlabl))
                .filter(|label| !label.is_empty())
                .map(str::to_owned),
        }
    }))
}
