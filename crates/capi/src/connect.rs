//! `MQCONN` and `MQCONNX`: which road to take.

use crate::connection::{Connection, Sharing};
use crate::road::{self, Road};
use crate::secured::{self, Secured};
use crate::{consume, handles, identity};
use ferromq_client::{
    BindingsConnection, ChannelSource, ClientChannel, Configuration, ConnectFailure, Password,
    ReconnectingConnection, TlsDemands, locate,
};
use ferromq_mqi::Reason;
use ferromq_mqi::generated::constants::{
    MQCNO_CLIENT_BINDING, MQCNO_FASTPATH_BINDING, MQCNO_HANDLE_SHARE_BLOCK,
    MQCNO_HANDLE_SHARE_NO_BLOCK, MQCNO_HANDLE_SHARE_NONE, MQCNO_ISOLATED_BINDING,
    MQCNO_LOCAL_BINDING, MQCNO_RECONNECT, MQCNO_RECONNECT_DISABLED, MQCNO_RECONNECT_Q_MGR,
    MQCNO_SHARED_BINDING,
};
use ferromq_mqi::options::ConnectOptions;
use ferromq_mqi::password::KeyPassword;
use ferromq_mqi::place::data_path;
use std::sync::Arc;

/// What a program asks for when it connects.
#[derive(Clone, Debug, Default)]
pub struct ConnectRequest {
    /// Name, options, application name and tag.
    pub options: ConnectOptions,
    /// The channel of an `MQCD`.
    pub channel: Option<ClientChannel>,
    /// Where an `MQCNO` says that the channel table is.
    pub table_url: Option<String>,
    /// What an `MQSCO` says.
    pub tls: TlsOptions,
    /// What an `MQCSP` says.
    pub password: Option<Password>,
    /// There is an `MQBNO`: what the client configuration file says of balancing is not asked for.
    pub says_balancing: bool,
}

/// The parts of `MQSCO` that are acted on. They come before what the channel and the environment say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TlsOptions {
    /// Key repository.
    pub key_repository: Option<String>,
    /// Its password.
    pub key_password: Option<KeyPassword>,
    /// Label of the certificate.
    pub certificate_label: Option<String>,
    /// What else is demanded, which counts for channels of tables, too.
    pub demands: TlsDemands,
}

/// Connects. `MQRC_ALREADY_CONNECTED` is a warning: the connection is the one the thread had; so is
/// `MQRC_SSL_ALREADY_INITIALIZED`: the TLS configuration is the one the process had.
///
/// # Errors
/// The reason of the refusal.
pub(crate) fn connect(request: ConnectRequest) -> Result<(Arc<Connection>, Reason), Reason> {
    let options = request.options.options;
    check(options)?;
    let sharing = Sharing::of(options);
    let is_same = |other: &Connection| {
        let wanted = request.options.q_mgr_name.as_str();
        wanted.is_empty()
            || wanted.starts_with('*')
            || other.q_mgr_name() == request.options.q_mgr_name
    };
    if sharing == Sharing::None {
        // Source: MQRC_ALREADY_CONNECTED: a callback has the connection it is called for.
        let of_callback = consume::dispatched_here().and_then(|number| handles::find(number).ok());
        if let Some(own) = of_callback.filter(|own| is_same(own)) {
            return Ok((own, Reason::ALREADY_CONNECTED));
        }
        if let Some(own) = handles::own() {
            return match is_same(&own) {
                true => Ok((own, Reason::ALREADY_CONNECTED)),
                false => Err(Reason::ANOTHER_Q_MGR_CONNECTED),
            };
        }
    }
    let (road, warning) = open(request).map_err(Reason::from)?;
    Ok((handles::connect(road, sharing), warning))
}

/// At most one option of each family.
fn check(options: i32) -> Result<(), Reason> {
    let families = [
        &[
            MQCNO_HANDLE_SHARE_NONE,
            MQCNO_HANDLE_SHARE_BLOCK,
            MQCNO_HANDLE_SHARE_NO_BLOCK,
        ][..],
        &[
            MQCNO_FASTPATH_BINDING,
            MQCNO_SHARED_BINDING,
            MQCNO_ISOLATED_BINDING,
            MQCNO_CLIENT_BINDING,
            MQCNO_LOCAL_BINDING,
        ],
        &[
            MQCNO_RECONNECT,
            MQCNO_RECONNECT_Q_MGR,
            MQCNO_RECONNECT_DISABLED,
        ],
    ];
    let contradicts =
        |family: &&[i32]| family.iter().filter(|one| options & **one != 0).count() > 1;
    if families.iter().any(contradicts) {
        return Err(Reason::OPTIONS_ERROR);
    }
    Ok(())
}

/// The kinds of road a program can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Local,
    Client,
    /// Local where the queue manager is of this machine, else a client where a channel is known.
    Either,
}

/// The documented order: the library, the options, `MQ_CONNECT_TYPE` for standard bindings; then an `MQCD`, which
/// nobody passes for a local connection.
fn kind(request: &ConnectRequest, connect_type: Option<&str>, is_client_library: bool) -> Kind {
    let has = |option: i32| request.options.options & option != 0;
    if has(MQCNO_LOCAL_BINDING) {
        return Kind::Local;
    }
    if is_client_library || has(MQCNO_CLIENT_BINDING) {
        return Kind::Client;
    }
    if has(MQCNO_FASTPATH_BINDING | MQCNO_SHARED_BINDING | MQCNO_ISOLATED_BINDING)
        && request.channel.is_none()
    {
        return Kind::Either;
    }
    match connect_type {
        Some("CLIENT") => Kind::Client,
        Some("STANDARD" | "FASTPATH" | "LOCAL") => Kind::Local,
        _ if request.channel.is_some() || request.table_url.is_some() => Kind::Client,
        _ => Kind::Either,
    }
}

/// A road, and `MQRC_NONE` or a warning about it.
type Opened = (Box<dyn Road>, Reason);

fn open(request: ConnectRequest) -> Result<Opened, ConnectFailure> {
    let connect_type = std::env::var("MQ_CONNECT_TYPE").ok();
    match kind(
        &request,
        connect_type.as_deref(),
        identity::is_client_library(),
    ) {
        Kind::Local => local(&request).map(without_warning),
        Kind::Client => client(request),
        Kind::Either => match local(&request) {
            // Not of this machine, or no data path: a client where somebody has said how.
            Err(failure) if failure.reason == Reason::Q_MGR_NAME_ERROR => {
                match ChannelSource::from_environment() {
                    Ok(None) => Err(failure),
                    _ => client(request),
                }
            }
            done => done.map(without_warning),
        },
    }
}

fn without_warning(road: Box<dyn Road>) -> Opened {
    (road, Reason::NONE)
}

fn local(request: &ConnectRequest) -> Result<Box<dyn Road>, ConnectFailure> {
    if let Some(embedded) = road::embedded()
        && let Some(answer) = embedded(&request.options)
    {
        return answer;
    }
    let path = data_path().ok_or_else(|| {
        let text = "no data path is known: set MQ_DATA_PATH or HOME";
        ConnectFailure::new(Reason::Q_MGR_NAME_ERROR, text)
    })?;
    let name = request.options.q_mgr_name.as_str();
    let socket = locate(&path, name)?;
    let connection =
        BindingsConnection::connect_at_with(&socket, &request.options, request.password.as_ref())?;
    Ok(Box::new(connection))
}

fn client(mut request: ConnectRequest) -> Result<Opened, ConnectFailure> {
    let file = Configuration::of_process()?;
    if !request.says_balancing
        && let Some(balancing) = file.balancing(&request.options)
    {
        request.options.mobility.balancing = balancing;
    }
    let source = match (request.channel, &request.table_url) {
        (Some(channel), _) => Some(ChannelSource::One(Box::new(channel))),
        (None, Some(url)) => Some(ChannelSource::from_url(url)?),
        (None, None) => ChannelSource::from_environment()?,
    };
    let mut source = source.ok_or_else(|| {
        let text = "no channel is known: pass an MQCD, set MQSERVER or MQCCDTURL, or name one in mqclient.ini";
        ConnectFailure::new(Reason::Q_MGR_NAME_ERROR, text)
    })?;
    source = source.demanding(&request.tls.demands);
    let mut in_force = None;
    if let ChannelSource::One(channel) = &mut source
        && channel.cipher_spec.is_some()
    {
        let claimed = secured::claim(&request.tls);
        claimed.apply(channel);
        in_force = Some(claimed);
    }
    let warning = match &in_force {
        Some(claimed) if **claimed != request.tls => Reason::SSL_ALREADY_INITIALIZED,
        _ => Reason::NONE,
    };
    // Where the program leaves it open, its channel's definition may say so, or the file.
    if request.options.options & MQCNO_RECONNECT_DISABLED == 0 {
        let connection =
            ReconnectingConnection::connect(source, &request.options, request.password)?;
        return Ok((kept(connection, in_force), warning));
    }
    let connection = source.connect(&request.options, request.password.as_ref())?;
    Ok((kept(connection, in_force), warning))
}

/// The road, with the TLS configuration it keeps in force.
fn kept(road: impl Road + 'static, in_force: Option<Arc<TlsOptions>>) -> Box<dyn Road> {
    match in_force {
        Some(in_force) => Box::new(Secured::new(road, in_force)),
        None => Box::new(road),
    }
}

impl TlsOptions {
    fn apply(&self, channel: &mut ClientChannel) {
        fn over<T: Clone>(given: &Option<T>, has: &mut Option<T>) {
            if given.is_some() {
                has.clone_from(given);
            }
        }
        over(&self.key_repository, &mut channel.key_repository);
        over(&self.key_password, &mut channel.key_password);
        over(&self.certificate_label, &mut channel.certificate_label);
        channel.tls.add(&self.demands);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(options: i32) -> ConnectRequest {
        ConnectRequest {
            options: ConnectOptions {
                options,
                ..ConnectOptions::default()
            },
            ..ConnectRequest::default()
        }
    }

    #[test]
    fn a_local_option_beats_the_client_library_and_the_client_library_the_environment() {
        assert_eq!(kind(&request(MQCNO_LOCAL_BINDING), None, true), Kind::Local);
        assert_eq!(kind(&request(0), Some("LOCAL"), true), Kind::Client);
        assert_eq!(
            kind(&request(MQCNO_CLIENT_BINDING), Some("LOCAL"), false),
            Kind::Client
        );
    }

    #[test]
    fn the_connect_type_acts_on_standard_bindings_only() {
        assert_eq!(kind(&request(0), Some("CLIENT"), false), Kind::Client);
        assert_eq!(kind(&request(0), Some("STANDARD"), false), Kind::Local);
        assert_eq!(kind(&request(0), None, false), Kind::Either);
        let fastpath = request(MQCNO_FASTPATH_BINDING);
        assert_eq!(kind(&fastpath, Some("CLIENT"), false), Kind::Either);
    }

    #[test]
    fn two_options_of_a_family_contradict_each_other() {
        let both = MQCNO_HANDLE_SHARE_BLOCK | MQCNO_HANDLE_SHARE_NO_BLOCK;
        assert_eq!(check(both), Err(Reason::OPTIONS_ERROR));
        assert_eq!(check(MQCNO_HANDLE_SHARE_BLOCK | MQCNO_RECONNECT), Ok(()));
    }
}
