//! TLS as the queue manager and its channels are defined now.
//!
//! Contexts are made when a client wants TLS for the first time, and again when a definition that
//! concerns them has changed since. The key repository is read again only on
//! `REFRESH SECURITY TYPE(SSL)`, as documented.

use crate::lock_order;
use ferromq::settings::{RevocationRules, WhenUnknown};
use ferromq_base::lock::Mutex;
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
use std::sync::Arc;

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
#[derive(Clone, Debug)]
struct Source {
    label: String,
    fips: bool,
    channels: Arc<[ChannelRule]>,
}

impl Source {
    fn is(&self, other: &Self) -> bool {
        self.label == other.label
            && self.fips == other.fips
            && Arc::ptr_eq(&self.channels, &other.channels)
    }
}

/// What the server connections say of TLS, as of a version of their definitions.
#[derive(Debug, Default)]
struct Rules {
    version: u64,
    rules: Option<Arc<[ChannelRule]>>,
}

impl Rules {
    /// The rules as of this version. They are listed again when another one has come, and are the same ones as long as
    /// they say the same: there may be thousands, and a client comes for each.
    fn as_of(
        &mut self,
        version: u64,
        list: impl FnOnce() -> Vec<ChannelRule>,
    ) -> Arc<[ChannelRule]> {
        if let Some(rules) = self.rules.as_ref().filter(|_| self.version == version) {
            return Arc::clone(rules);
        }
        let listed = list();
        let rules = match self.rules.take() {
            Some(rules) if *rules == *listed => rules,
            _ => listed.into(),
        };
        self.version = version;
        self.rules = Some(Arc::clone(&rules));
        rules
    }
}

#[derive(Default)]
struct Cached {
    repository: Option<Arc<KeyRepository>>,
    rules: Rules,
    contexts: Option<(Source, ServerTls)>,
}

/// See the module.
#[derive(Default)]
pub(crate) struct Secure {
    cached: Mutex<Cached, lock_order::Certificates>,
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
        let mut cached = self.cached.lock();
        // Asked before they are listed: a change that comes in between is seen by the next one.
        let version = engine.definitions_version(ObjectKind::SvrConn);
        let source = Source {
            label: q_mgr.text(Attr::Certlabl).to_owned(),
            fips: q_mgr.int(Attr::Sslfips) == MQSSL_FIPS_YES,
            channels: cached.rules.as_of(version, || rules(engine)),
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
        if let Some((made_of, contexts)) = &cached.contexts
            && made_of.is(&source)
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
            notices(Notice::of(&FMQ0060, &[channel, why]));
        }
        if let Some(who) = servers
            && revocation.when_unknown == Some(WhenUnknown::Warn)
        {
            notices(Notice::of(&FMQ0059, &[&who]));
        }
        cached.contexts = Some((source, contexts.clone()));
        Ok(contexts)
    }

    /// Reads the key repository again for connections to come. Those there are keep what they have.
    pub(crate) fn refresh(&self) {
        *self.cached.lock() = Cached::default();
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

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(names: &[&str]) -> Vec<ChannelRule> {
        let rule = |name: &&str| ChannelRule {
            channel: (*name).to_owned(),
            cipher: CipherChoice::by_name("ANY_TLS12_OR_HIGHER").expect("a CipherSpec"),
            client_certificate: ClientCertificate::Optional,
            label: None,
        };
        names.iter().map(rule).collect()
    }

    #[test]
    fn channels_are_listed_when_one_has_changed_and_not_for_each_client() {
        let mut kept = Rules::default();
        let mut listed = 0;
        let mut as_of = |version, names: &[&str]| {
            kept.as_of(version, || {
                listed += 1;
                rules(names)
            })
        };
        let first = as_of(7, &["A"]);
        for _ in 0..1_000 {
            assert!(Arc::ptr_eq(&first, &as_of(7, &["never asked"])));
        }
        assert!(Arc::ptr_eq(&first, &as_of(8, &["A"])), "another attribute");
        let changed = as_of(9, &["A", "B"]);
        assert_eq!(changed.len(), 2);
        assert!(as_of(10, &[]).is_empty());
        assert_eq!(listed, 4);
    }
}
