//! How a program that was told nothing finds its queue manager: `MQSERVER`, or a channel table.

use crate::channel::ClientChannel;
use crate::configuration::Reconnect;
use crate::configuration::{Configuration, TABLE_FILE};
use crate::failure::ConnectFailure;
use crate::socket::Password;
use crate::table::ChannelTable;
use crate::tcp::ClientConnection;
use crate::tls_demands::TlsDemands;
use ferromq_mqi::Reason;
use ferromq_mqi::connection_name::addresses;
use ferromq_mqi::generated::constants::{MQCNO_RECONNECT, MQCNO_RECONNECT_Q_MGR};
use ferromq_mqi::options::ConnectOptions;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::sync::Arc;

/// Definitions of a queue manager a connection is sent to that are tried.
const ELSEWHERE_MAX: usize = 4;
/// Definitions tried in all.
const TRIED_MAX: usize = 10_000;

/// Where channels come from.
#[derive(Clone, Debug)]
pub enum ChannelSource {
    /// One channel, as in `MQSERVER`.
    One(Box<ClientChannel>),
    /// A channel table.
    Table(Arc<ChannelTable>),
}

impl ChannelSource {
    /// What the environment and the client configuration file name, in this order: `MQSERVER`; `ServerConnectionParms` of the file; `MQCCDTURL`;
    /// `MQCHLTAB` in `MQCHLLIB`; `ChannelDefinitionFile` in `ChannelDefinitionDirectory` of the file. `None` when none of them is there: the program
    /// is not to be a client.
    ///
    /// # Errors
    /// `MQRC_CHANNEL_CONFIG_ERROR` when `MQSERVER` cannot be read, and those of [`Configuration::of_process`], [`ChannelSource::from_url`] and
    /// [`ChannelTable::of_file`].
    pub fn from_environment() -> Result<Option<Self>, ConnectFailure> {
        let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        Self::from_variables(variable, Configuration::of_process()?)
    }

    fn from_variables(
        variable: impl Fn(&str) -> Option<String>,
        file: &Configuration,
    ) -> Result<Option<Self>, ConnectFailure> {
        if let Some(server) = variable("MQSERVER").or_else(|| file.server.clone()) {
            return Ok(Some(Self::One(Box::new(mqserver(&server)?))));
        }
        let path = match (
            variable("MQCCDTURL"),
            variable("MQCHLLIB"),
            variable("MQCHLTAB"),
        ) {
            (Some(url), _, _) => return Ok(Some(Self::from_url(&url)?)),
            (None, None, None) => {
                let table = file.table.as_deref().map(Self::from_url);
                return table.transpose();
            }
            (None, directory, file) => PathBuf::from(directory.unwrap_or_default())
                .join(file.unwrap_or_else(|| TABLE_FILE.to_owned())),
        };
        Ok(Some(Self::Table(ChannelTable::of_file(&path)?)))
    }

    /// The channel table at an address, as in `MQCCDTURL`.
    ///
    /// # Errors
    /// `MQRC_CCDT_URL_ERROR` when it is the address of neither a file nor a web server, and those of
    /// [`ChannelTable::of_file`] and [`ChannelTable::of_web_address`].
    pub fn from_url(url: &str) -> Result<Self, ConnectFailure> {
        let is_web = |(scheme, _): (&str, &str)| {
            scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https")
        };
        if url.split_once("://").is_some_and(is_web) {
            return Ok(Self::Table(ChannelTable::of_web_address(url)?));
        }
        Ok(Self::Table(ChannelTable::of_file(&file_of(url)?)?))
    }

    /// The same, with more demanded of TLS, whichever channel is taken.
    #[must_use]
    pub fn demanding(mut self, demands: &TlsDemands) -> Self {
        match &mut self {
            _ if *demands == TlsDemands::default() => {}
            Self::One(channel) => channel.tls.add(demands),
            Self::Table(table) => *table = Arc::new(table.demanding(demands)),
        }
        self
    }

    /// Connects by the channels that lead to the queue manager wanted, one after the other. The connection stays broken
    /// when it breaks: [`crate::ReconnectingConnection`] is made again.
    ///
    /// # Errors
    /// `MQRC_Q_MGR_NAME_ERROR` when none leads there, else what [`ClientConnection::connect`] said of the last
    /// one tried.
    pub fn connect(
        &self,
        options: &ConnectOptions,
        password: Option<&Password>,
    ) -> Result<ClientConnection, ConnectFailure> {
        self.connect_by(options, password, |_, _| Reconnect::No)
            .map(|(connection, _)| connection)
    }

    /// The same, and what becomes of the connection when it breaks: `decide` makes that of the options of the connect and
    /// of what the definition says (`DEFRECON`), or the client configuration file where that says nothing or
    /// [`Reconnect::No`]. The queue manager is told whether it is made again.
    ///
    /// # Errors
    /// As [`ChannelSource::connect`].
    pub(crate) fn connect_by(
        &self,
        options: &ConnectOptions,
        password: Option<&Password>,
        decide: fn(i32, Reconnect) -> Reconnect,
    ) -> Result<(ClientConnection, Reconnect), ConnectFailure> {
        let of_file = Configuration::of_process()?.reconnect;
        let connect = |channel: &ClientChannel, default: Reconnect| {
            let default = match default {
                Reconnect::No => of_file.unwrap_or(Reconnect::No),
                said => said,
            };
            let decided = decide(options.options, default);
            let connection = ClientConnection::connect(channel, &telling(options, decided))?;
            Ok((connection, decided))
        };
        let with_password = |channel: &ClientChannel| ClientChannel {
            password: password.cloned().or_else(|| channel.password.clone()),
            ..channel.clone()
        };
        let table = match self {
            Self::One(channel) => return connect(&with_password(channel), Reconnect::No),
            Self::Table(table) => table,
        };
        let name = options.q_mgr_name.as_str();
        let mut last: Option<ConnectFailure> = None;
        let mut tried = 0;
        let mut order = table.order(name, chance(), host());
        while let Some(definition) = order.get(tried).copied() {
            tried += 1;
            let connected = connect(&with_password(&definition.channel), definition.reconnect);
            match connected {
                Ok(connected) => return Ok(connected),
                Err(failure) => {
                    table.failed(name, definition);
                    if let Some(elsewhere) = failure.elsewhere {
                        // Whoever refuses it knows who is to have it.
                        let named = table.order(elsewhere.as_str(), chance(), host());
                        let at = tried.min(order.len());
                        order.splice(at..at, named.into_iter().take(ELSEWHERE_MAX));
                        order.truncate(TRIED_MAX);
                    }
                    // What is wrong with one place does not keep others from coming back.
                    let may_pass = failure.may_pass || last.is_some_and(|it| it.may_pass);
                    last = Some(ConnectFailure {
                        may_pass,
                        ..failure
                    });
                }
            }
        }
        Err(last.unwrap_or_else(|| {
            let text = format!("no channel of the channel table leads to queue manager '{name}'");
            ConnectFailure::new(Reason::Q_MGR_NAME_ERROR, text)
        }))
    }
}

/// The options, with word of what becomes of the connection when it breaks.
fn telling(options: &ConnectOptions, decided: Reconnect) -> ConnectOptions {
    let word = match decided {
        Reconnect::Yes => MQCNO_RECONNECT,
        Reconnect::QueueManager => MQCNO_RECONNECT_Q_MGR,
        Reconnect::No | Reconnect::Disabled => 0,
    };
    ConnectOptions {
        options: options.options & !(MQCNO_RECONNECT | MQCNO_RECONNECT_Q_MGR) | word,
        ..options.clone()
    }
}

/// A channel written as `name/TCP/connection name`.
///
/// # Errors
/// `MQRC_CHANNEL_CONFIG_ERROR`, with words.
pub fn mqserver(text: &str) -> Result<ClientChannel, ConnectFailure> {
    let wrong = |what: String| {
        let text = format!("MQSERVER '{text}': {what}; write CHANNEL/TCP/host(port)");
        ConnectFailure::new(Reason::CHANNEL_CONFIG_ERROR, text)
    };
    let mut parts = text.trim().trim_matches(['\'', '"']).splitn(3, '/');
    let (Some(name), Some(transport), Some(places)) = (parts.next(), parts.next(), parts.next())
    else {
        return Err(wrong("it has not three parts".to_owned()));
    };
    if name.is_empty() || name.len() > 20 {
        return Err(wrong(
            "the name of a channel has 1 to 20 characters".to_owned(),
        ));
    }
    if !transport.eq_ignore_ascii_case("TCP") {
        return Err(wrong(format!("transport '{transport}' is not TCP")));
    }
    let places = addresses(places).map_err(|error| wrong(error.to_string()))?;
    Ok(ClientChannel::new(name, places))
}

/// The file an address is of.
fn file_of(url: &str) -> Result<PathBuf, ConnectFailure> {
    match url.split_once("://") {
        None => Ok(PathBuf::from(url)),
        Some((scheme, path)) if scheme.eq_ignore_ascii_case("file") => Ok(PathBuf::from(
            path.strip_prefix("localhost").unwrap_or(path),
        )),
        Some((scheme, _)) => {
            let text = format!(
                "MQCCDTURL '{url}': tables are read from files and by http and https, not by {scheme}; fetch it \
                 and name the file"
            );
            Err(ConnectFailure::new(Reason::CCDT_URL_ERROR, text))
        }
    }
}

/// Something different each time.
pub(crate) fn chance() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// Something that is the same for all processes of this host.
fn host() -> u64 {
    let mut hasher = DefaultHasher::new();
    rustix::system::uname().nodename().hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::{ChannelSource, mqserver};
    use crate::configuration::Configuration;
    use ferromq_mqi::Reason;

    fn found(set: &[(&str, &str)]) -> Result<Option<ChannelSource>, Reason> {
        let variable = |name: &str| {
            let found = set.iter().find(|(other, _)| *other == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        let file = Configuration::default();
        ChannelSource::from_variables(variable, &file).map_err(|failure| failure.reason)
    }

    #[test]
    fn mqserver_names_channel_transport_and_places() {
        let channel =
            mqserver("DEV.APP.SVRCONN/TCP/localhost(1414),[::1](1415)").expect("a channel");
        assert_eq!(channel.name, "DEV.APP.SVRCONN");
        assert_eq!(channel.addresses.len(), 2);
        for wrong in ["", "A/TCP", "A/LU62/h", "/TCP/h", "A/TCP/", "A/TCP/h(x)"] {
            let failure = mqserver(wrong).expect_err(wrong);
            assert_eq!(failure.reason, Reason::CHANNEL_CONFIG_ERROR);
        }
    }

    #[test]
    fn the_environment_is_asked_in_its_order() {
        assert!(found(&[]).expect("fine").is_none());
        let one = found(&[("MQSERVER", "A/TCP/h"), ("MQCCDTURL", "http://h/x")]);
        assert!(matches!(one, Ok(Some(ChannelSource::One(_)))), "{one:?}");
        let url = found(&[("MQCCDTURL", "ftp://h/x")]);
        assert_eq!(url.expect_err("no file"), Reason::CCDT_URL_ERROR);
        let missing = found(&[("MQCHLLIB", "/nonexistent")]);
        assert_eq!(missing.expect_err("no file"), Reason::CLIENT_CONN_ERROR);
    }

    #[test]
    fn a_variable_comes_before_what_the_file_says_of_the_same() {
        let file = Configuration {
            server: Some("FILE/TCP/h".to_owned()),
            table: Some("/nonexistent/of/file".to_owned()),
            ..Configuration::default()
        };
        let of = |set: Option<&'static str>, file: &Configuration| {
            let variable = |name: &str| set.filter(|_| name == "MQSERVER").map(str::to_owned);
            ChannelSource::from_variables(variable, file)
        };
        for (set, name) in [(Some("VAR/TCP/h"), "VAR"), (None, "FILE")] {
            let Ok(Some(ChannelSource::One(channel))) = of(set, &file) else {
                panic!("no channel {name}");
            };
            assert_eq!(channel.name, name);
        }
        let table = Configuration {
            server: None,
            ..file
        };
        let failure = of(None, &table).expect_err("no file");
        assert_eq!(failure.reason, Reason::CLIENT_CONN_ERROR);
        assert!(failure.text.contains("/nonexistent/of/file"), "{failure}");
    }

    #[test]
    fn a_table_in_the_binary_form_is_refused_with_words() {
        let path = std::env::temp_dir().join(format!("ferromq-table-{}.tab", std::process::id()));
        std::fs::write(&path, b"AMQR\x01\x02").expect("written");
        let url = format!("file://{}", path.display());
        let variable = |name: &str| (name == "MQCCDTURL").then(|| url.clone());
        let refused = ChannelSource::from_variables(variable, &Configuration::default());
        std::fs::remove_file(&path).expect("removed");
        let failure = refused.expect_err("binary");
        assert!(failure.text.contains("not in JSON"), "{failure}");
    }
}
