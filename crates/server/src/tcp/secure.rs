//! TLS as the queue manager and its channels are defined now.
//!
//! Contexts are made when a client wants TLS for the first time, and again when a definition that
//! concerns them has changed since. The key repository is read again only on
//! `REFRESH SECURITY TYPE(SSL)`, as documented.
//!
//! To read the repository is to wait for a disk, or for whatever is mounted there, and to make a context for each of thousands of
//! channels takes its time. So a thread does both, which is there as long as it has something to do; clients that come meanwhile
//! wait for it, no longer than they may take to say what they want.

use crate::lock_order;
use ferromq::settings::{NamedOutbound, RevocationRules, WhenUnknown};
use ferromq_base::disk::access;
use ferromq_base::lock::{Mutex, MutexGuard};
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::{MQSCA_REQUIRED, MQSSL_FIPS_YES};
use ferromq_mqi::generated::notices::{AMQ9633, AMQ9638, AMQ9657, AMQ9716, FMQ0059, FMQ0060};
use ferromq_mqi::notice::Notice as Entry;
use ferromq_qmgr::{Notice, NoticeSink, QueueManager as Engine};
use ferromq_tls::{
    ChannelRule, CipherChoice, ClientCertificate, ClientRules, ClientTls, ConfigError,
    KeyRepository, OutboundSni, RepositoryError, ServerRules, ServerTls, UnknownCipherSpec,
};
use std::fmt;
use std::io;
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
    /// The key repository was not read in time.
    Overdue,
    /// Too many clients wait for it.
    TooManyWait,
    /// There is no thread to read it.
    NoThread(io::Error),
}

impl NoTls {
    /// The number operators are told it under. That of bad certificates is of nothing else: people look for it.
    pub(crate) fn entry(&self) -> &'static Entry {
        match self {
            Self::Config(
                ConfigError::Certificate { .. }
                | ConfigError::Repository(
                    RepositoryError::NoLabel { .. } | RepositoryError::NoCertificate { .. },
                ),
            ) => &AMQ9633,
            Self::NoRepository | Self::Repository(_) | Self::Config(ConfigError::Repository(_)) => {
                &AMQ9657
            }
            Self::Revocation(_) | Self::Config(ConfigError::Revocations { .. }) => &AMQ9716,
            Self::NoChannel
            | Self::Config(_)
            | Self::Overdue
            | Self::TooManyWait
            | Self::NoThread(_) => &AMQ9638,
        }
    }
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
            Self::NoChannel => f.write_str("no channel that can be called has SSLCIPH set"),
            Self::Overdue => f.write_str(
                "the key repository was not read in time: look at the file that SSLKEYR names, and at what it is on",
            ),
            Self::TooManyWait => write!(
                f,
                "{WAITING_MAX} clients wait for the key repository to be read: look at the file that SSLKEYR names, and at what it is on"
            ),
            Self::NoThread(error) => write!(f, "no thread can read the key repository: {error}"),
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

/// What channels that can be called say of TLS, as of a version of their definitions.
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

/// What the contexts are to be made of, and who has servers asked about revoked certificates.
struct Wanted {
    source: Source,
    servers: Option<&'static str>,
}

/// What somebody who waits is told.
pub(crate) type Made = Result<ServerTls, Arc<NoTls>>;

/// Tells somebody who waits, from another thread.
pub(crate) type Waiter = Box<dyn FnOnce(Made) + Send>;

/// Clients that may wait at a time. One more is hung up on.
const WAITING_MAX: usize = 4_096;

/// TLS for a client that wants it.
pub(crate) enum Contexts {
    Made(ServerTls),
    /// They are being made: the waiter is told.
    BeingMade,
}

#[derive(Default)]
struct Cached {
    repository: Option<Arc<KeyRepository>>,
    rules: Rules,
    contexts: Option<(Source, ServerTls)>,
    /// Grows when the repository is to be read again.
    generation: u64,
    waiting: Vec<Waiter>,
    /// The thread that makes contexts runs.
    is_making: bool,
}

/// See the module.
pub(crate) struct Secure(Arc<Shared>);

struct Shared {
    engine: Engine,
    revocation: RevocationRules,
    notices: NoticeSink,
    /// Reads the key repository as the queue manager's definition says.
    read: Box<ReadFn>,
    cached: Mutex<Cached, lock_order::Certificates>,
}

type ReadFn = dyn Fn(&Definition) -> Result<KeyRepository, NoTls> + Send + Sync;

impl Secure {
    pub(crate) fn new(engine: Engine, revocation: RevocationRules, notices: NoticeSink) -> Self {
        Self::reading(engine, revocation, notices, Box::new(open_repository))
    }

    fn reading(
        engine: Engine,
        revocation: RevocationRules,
        notices: NoticeSink,
        read: Box<ReadFn>,
    ) -> Self {
        Self(Arc::new(Shared {
            engine,
            revocation,
            notices,
            read,
            cached: Mutex::default(),
        }))
    }

    /// The contexts as everything is defined now, or a place among those who wait until they are made. Does not wait.
    pub(crate) fn contexts(&self, waiter: impl FnOnce() -> Waiter) -> Result<Contexts, NoTls> {
        let shared = &self.0;
        let mut cached = shared.cached();
        let wanted = shared.wanted(&mut cached)?;
        if let Some((made_of, contexts)) = &cached.contexts
            && made_of.is(&wanted.source)
        {
            return Ok(Contexts::Made(contexts.clone()));
        }
        if cached.waiting.len() >= WAITING_MAX {
            return Err(NoTls::TooManyWait);
        }
        if !cached.is_making {
            let shared = Arc::clone(shared);
            let thread = std::thread::Builder::new().name("key repository".to_owned());
            thread
                .spawn(move || shared.make_all())
                .map_err(NoTls::NoThread)?;
            cached.is_making = true;
        }
        cached.waiting.push(waiter());
        Ok(Contexts::BeingMade)
    }

    /// What this end begins TLS with where it connects for a channel; `None` where the channel has no `SSLCIPH`. `host` is whom it
    /// connects to. May wait for the disk.
    pub(crate) fn calling(
        &self,
        channel: &Definition,
        named: NamedOutbound,
        host: &str,
    ) -> Result<Option<ClientTls>, NoTls> {
        let shared = &self.0;
        let cipher = match channel.text(Attr::Sslciph) {
            "" => return Ok(None),
            name => CipherChoice::by_name(name).map_err(|why| NoTls::Config(why.into()))?,
        };
        let q_mgr = shared.engine.q_mgr_definition();
        shared.refuse_unknown(servers_to_ask(&q_mgr, shared.revocation))?;
        let (repository, generation) = {
            let cached = shared.cached();
            (cached.repository.clone(), cached.generation)
        };
        let repository = match repository {
            Some(repository) => repository,
            None => {
                let read = Arc::new((shared.read)(&q_mgr)?);
                let mut cached = shared.cached();
                if cached.generation == generation {
                    cached.repository = Some(Arc::clone(&read));
                }
                read
            }
        };
        // Senders of clusters have none of their own.
        let of_channel = channel.find_text(Attr::Certlabl).unwrap_or_default();
        let labels = [of_channel, q_mgr.text(Attr::Certlabl)];
        let name = channel.name();
        let own = shared.engine.name();
        let rules = ClientRules {
            cipher,
            label: labels.into_iter().find(|label| !label.is_empty()),
            user: own.as_str().trim_end(),
            fips: q_mgr.int(Attr::Sslfips) == MQSSL_FIPS_YES,
            outbound_sni: match named {
                NamedOutbound::Channel => OutboundSni::Channel(name.as_str()),
                NamedOutbound::Host => OutboundSni::Host(host),
            },
        };
        let tls = ClientTls::new(&repository, &rules).map_err(NoTls::Config)?;
        Ok(Some(tls))
    }

    /// Has the key repository read again for connections to come.
    pub(crate) fn refresh(&self) {
        let mut cached = self.0.cached();
        cached.repository = None;
        cached.contexts = None;
        cached.generation += 1;
    }
}

impl Shared {
    fn cached(&self) -> MutexGuard<'_, Cached> {
        self.cached.lock()
    }

    /// What is defined now, if that allows TLS.
    fn wanted(&self, cached: &mut Cached) -> Result<Wanted, NoTls> {
        let engine = &self.engine;
        let q_mgr = engine.q_mgr_definition();
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
        let servers = servers_to_ask(&q_mgr, self.revocation);
        self.refuse_unknown(servers)?;
        Ok(Wanted { source, servers })
    }

    /// Nobody is asked whether certificates were revoked: an error where somebody is to be.
    fn refuse_unknown(&self, servers: Option<&'static str>) -> Result<(), NoTls> {
        match (servers, self.revocation.when_unknown) {
            (Some(who), None | Some(WhenUnknown::Refuse)) => Err(NoTls::Revocation(who)),
            _ => Ok(()),
        }
    }

    /// Makes contexts as long as somebody waits for some.
    fn make_all(&self) {
        let _if_it_panics = IfItPanics(self);
        loop {
            let waiting = {
                let mut cached = self.cached();
                if cached.waiting.is_empty() {
                    cached.is_making = false;
                    return;
                }
                std::mem::take(&mut cached.waiting)
            };
            // For these, and nobody who comes later: what is refreshed meanwhile counts for those.
            let made = self.make().map_err(Arc::new);
            for waiter in waiting {
                waiter(made.clone());
            }
        }
    }

    /// Waits for the disk; nothing is locked meanwhile.
    fn make(&self) -> Result<ServerTls, NoTls> {
        let (Wanted { source, servers }, generation, repository) = {
            let mut cached = self.cached();
            let wanted = self.wanted(&mut cached)?;
            (wanted, cached.generation, cached.repository.clone())
        };
        let repository = match repository {
            Some(repository) => repository,
            None => Arc::new((self.read)(&self.engine.q_mgr_definition())?),
        };
        let keep = |keep: &dyn Fn(&mut Cached)| {
            let mut cached = self.cached();
            if cached.generation == generation {
                keep(&mut cached);
            }
        };
        keep(&|cached| cached.repository = Some(Arc::clone(&repository)));
        let name = self.engine.name();
        let rules = ServerRules {
            queue_manager: name.as_str(),
            label: Some(source.label.as_str()).filter(|label| !label.is_empty()),
            fips: source.fips,
            channels: &source.channels,
        };
        let contexts = ServerTls::new(&repository, &rules).map_err(NoTls::Config)?;
        for (channel, why) in contexts.faults() {
            (self.notices)(Notice::of(&FMQ0060, &[channel, why]));
        }
        if let Some(who) = servers
            && self.revocation.when_unknown == Some(WhenUnknown::Warn)
        {
            (self.notices)(Notice::of(&FMQ0059, &[&who]));
        }
        keep(&|cached| cached.contexts = Some((source.clone(), contexts.clone())));
        Ok(contexts)
    }
}

/// Lets another thread be started for the clients to come.
struct IfItPanics<'a>(&'a Shared);

impl Drop for IfItPanics<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.cached().is_making = false;
        }
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
    access::touch("read key repository", name);
    let password = Some(q_mgr.text(Attr::Keyrpwd)).filter(|password| !password.is_empty());
    KeyRepository::open(name, password).map_err(NoTls::Repository)
}

/// Channels that can be called. Their definitions have one version.
const CALLED: [ObjectKind; 6] = [
    ObjectKind::SvrConn,
    ObjectKind::Receiver,
    ObjectKind::Requester,
    ObjectKind::ClusRcvr,
    ObjectKind::Server,
    // By a requester, whom it calls back.
    ObjectKind::Sender,
];

/// What channels that can be called say of TLS. One with a CipherSpec nobody knows takes no part: its partners are
/// refused when they name it.
fn rules(engine: &Engine) -> Vec<ChannelRule> {
    let of_kind = |kind| {
        let channels = engine.definitions(kind);
        let rules = channels.iter().filter_map(|channel| rule(channel)?.ok());
        rules.collect::<Vec<_>>()
    };
    CALLED.into_iter().flat_map(of_kind).collect()
}

/// What one channel says of TLS; `None` when it wants none.
pub(crate) fn rule(channel: &Definition) -> Option<Result<ChannelRule, UnknownCipherSpec>> {
    let cipher = channel.text(Attr::Sslciph);
    if cipher.is_empty() {
        return None;
    }
    Some(CipherChoice::by_name(cipher).map(|cipher| {
        ChannelRule {
            channel: channel.name().as_str().trim_end().to_owned(),
            cipher,
            client_certificate: match channel.get(Attr::Sslcauth) {
                Some(Value::Int(MQSCA_REQUIRED)) => ClientCertificate::Required,
                // A sender has no such attribute.
                _ => ClientCertificate::Optional,
            },
            label: channel
                .find_text(Attr::Certlabl)
                .filter(|label| !label.is_empty())
                .map(str::to_owned),
        }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferromq_mqi::ObjectName;
    use std::sync::mpsc;
    use std::time::Duration;

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

    /// Goal: a key repository on a file server that does not answer holds up nobody but those who want TLS, and each of them is told
    /// what became of it, of what was there when he asked. Method: one that is let go by hand.
    #[test]
    fn whoever_wants_tls_while_the_repository_is_read_waits_aside() {
        const NEVER: Duration = Duration::from_secs(60);
        let path = std::env::temp_dir().join(format!("ferromq-keys-{}", std::process::id()));
        let manager = ferromq::QueueManager::open_or_create(&path, "QM1").expect("a queue manager");
        let engine = manager.engine().clone();
        let mut channel = Definition::new(ObjectKind::SvrConn, ObjectName::truncated("TLS"));
        channel
            .set(Attr::Sslciph, "ANY_TLS12_OR_HIGHER")
            .expect("a CipherSpec");
        engine.define(channel, false).expect("defined");
        let (begins, began) = mpsc::channel();
        let (lets_go, let_go) = mpsc::channel::<()>();
        let let_go = std::sync::Mutex::new(let_go);
        let read = move |_: &Definition| {
            begins.send(()).expect("the test waits");
            let _ = let_go.lock().expect("one reader").recv();
            Err(NoTls::NoRepository)
        };
        let quiet: NoticeSink = Arc::new(|_| {});
        let secure = Secure::reading(engine, RevocationRules::default(), quiet, Box::new(read));
        let (tells, told) = mpsc::channel();
        let ask = |who: u32| {
            // As an event loop does, which must not touch the disk.
            let _loop = access::forbid("a test of an event loop");
            let tells = tells.clone();
            let waiter: Waiter = Box::new(move |made| {
                let _ = tells.send((
                    who,
                    matches!(made, Err(why) if matches!(*why, NoTls::NoRepository)),
                ));
            });
            let contexts = secure.contexts(|| waiter);
            assert!(matches!(contexts, Ok(Contexts::BeingMade)), "{who}");
        };
        ask(1);
        began.recv_timeout(NEVER).expect("somebody reads");
        ask(2);
        secure.refresh();
        ask(3);
        assert!(told.try_recv().is_err(), "nobody knows yet");
        lets_go.send(()).expect("it is read");
        assert_eq!(told.recv_timeout(NEVER), Ok((1, true)));
        began
            .recv_timeout(NEVER)
            .expect("it is read again for those who came meanwhile");
        lets_go.send(()).expect("it is read");
        assert_eq!(told.recv_timeout(NEVER), Ok((2, true)));
        assert_eq!(told.recv_timeout(NEVER), Ok((3, true)));
        manager.end().expect("a good end");
        let _ = std::fs::remove_dir_all(&path);
    }
}
