//! The client configuration file, `mqclient.ini`: what an administrator says for all programs of a directory, a machine or a user.
//!
//! It is read once in a process, when the first connection wants to know. Variables of the environment come before it, and what a program says itself
//! comes before both. Attributes that are not in [`Configuration`] are let be: files from elsewhere have many. `docs/manual/client.md` has the table.

use crate::failure::ConnectFailure;
use crate::origin;
use crate::tls_demands::TlsDemands;
use ferromq_base::ini::{IniAttribute, IniError, IniFile, Stanza};
use ferromq_mqi::Reason;
use ferromq_mqi::generated::constants::{
    MQBNO_BALTYPE_RA_MANAGED, MQBNO_BALTYPE_REQREP, MQBNO_BALTYPE_SIMPLE,
    MQBNO_OPTIONS_IGNORE_TRANS, MQBNO_OPTIONS_NONE, MQBNO_TIMEOUT_AS_DEFAULT,
    MQBNO_TIMEOUT_IMMEDIATE, MQBNO_TIMEOUT_NEVER,
};
use ferromq_mqi::options::{Balancing, ConnectOptions};
use ferromq_mqi::password::KeyPassword;
use ferromq_mqi::place::data_path;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

/// What becomes of a connection that breaks, when the application does not say (`DEFRECON`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reconnect {
    /// It stays broken unless the application asks otherwise.
    No,
    /// It is made again to any queue manager of the table.
    Yes,
    /// It is made again to the same queue manager.
    QueueManager,
    /// It stays broken whatever the application asks.
    Disabled,
}

/// The name of the file where `MQCLNTCF` names no other.
const FILE: &str = "mqclient.ini";
/// The file of a channel table when none is named.
pub(crate) const TABLE_FILE: &str = "AMQCLCHL.TAB";
/// Most pauses `ReconDelay` may have.
const DELAYS_MAX: usize = 100;
/// The longest of them, and the longest `MQReconnectTimeout` and `Connect_Timeout`, in seconds: a day.
const DAY_S: u32 = 86_400;
/// The longest `BalanceTimeout` in seconds.
const BALANCE_TIMEOUT_MAX_S: i32 = 999_999_999;

/// How long to wait before a connection is tried to be made again, and by how much longer at most by chance, in milliseconds.
pub(crate) type DelayMs = (u64, u64);

/// What the file says. What it says nothing of is `None`, or empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Configuration {
    /// `ServerConnectionParms`, a channel as in `MQSERVER`.
    pub(crate) server: Option<String>,
    /// `ChannelDefinitionDirectory` and `ChannelDefinitionFile`: the path or address of a channel table.
    pub(crate) table: Option<String>,
    /// `DefRecon`
    pub(crate) reconnect: Option<Reconnect>,
    /// `MQReconnectTimeout`
    pub(crate) reconnect_timeout: Option<Duration>,
    /// `ReconDelay`
    pub(crate) delays_ms: Vec<DelayMs>,
    /// `Put1DefaultAlwaysSync`
    pub(crate) put1_always_sync: bool,
    /// `SSLKeyRepository`
    pub(crate) key_repository: Option<String>,
    /// `SSLKeyRepositoryPassword`
    pub(crate) key_password: Option<KeyPassword>,
    /// `CertificateLabel`
    pub(crate) certificate_label: Option<String>,
    /// What else stanza `SSL` demands.
    pub(crate) tls: TlsDemands,
    /// `Connect_Timeout`; `None` for 0 as well, which leaves it to the client.
    pub(crate) connect_timeout: Option<Duration>,
    /// `KeepAlive` of stanza `TCP`.
    pub(crate) keep_alive: bool,
    /// Of `Application` by name, and of `ApplicationDefaults` without one.
    pub(crate) balancing: Vec<(Option<String>, Balancing)>,
}

impl Configuration {
    /// That of this process. Nothing where there is no file.
    ///
    /// # Errors
    /// `MQRC_CHANNEL_CONFIG_ERROR` when the file cannot be read, or a line of it is wrong: file, line and what is wrong are in the words.
    pub fn of_process() -> Result<&'static Self, ConnectFailure> {
        static FOUND: OnceLock<Result<Configuration, ConnectFailure>> = OnceLock::new();
        let found = match FOUND.get() {
            Some(found) => found,
            None => {
                // Outside: the child of a fork would wait for a thread that reads it, and is not there.
                let read = Self::read();
                FOUND.get_or_init(|| read)
            }
        };
        found.as_ref().map_err(Clone::clone)
    }

    fn read() -> Result<Self, ConnectFailure> {
        let variable = |name: &str| std::env::var_os(name).map(PathBuf::from);
        let read = match place(variable, data_path(), Path::is_file) {
            Some(path) => IniFile::read(&path).and_then(|file| Self::of(&file)),
            None => Ok(Self::default()),
        };
        read.map_err(|error| ConnectFailure::new(Reason::CHANNEL_CONFIG_ERROR, error.to_string()))
    }

    /// The same where what is wrong with it is told elsewhere: a channel is made, and has yet to be connected by.
    pub(crate) fn of_process_if_sound() -> Option<&'static Self> {
        Self::of_process().ok()
    }

    fn of(file: &IniFile) -> Result<Self, IniError> {
        let text = |stanza: &str, name: &str| {
            let found = file.attribute(stanza, name);
            found.map(|attribute| attribute.value.clone())
        };
        let seconds = |stanza: &str, name: &str| {
            let found = file.attribute(stanza, name);
            found
                .map(|it| number(file, it, DAY_S).map(|s| Duration::from_secs(s.into())))
                .transpose()
        };
        let yes = |stanza: &str, name: &str| {
            let found = file.attribute(stanza, name);
            found.map_or(Ok(false), |it| {
                one_of(file, it, &[("NO", false), ("YES", true)])
            })
        };
        let reconnect = file.attribute("CHANNELS", "DefRecon");
        let delays = file.attribute("CHANNELS", "ReconDelay");
        let directory = text("CHANNELS", "ChannelDefinitionDirectory");
        let name = text("CHANNELS", "ChannelDefinitionFile");
        Ok(Self {
            server: text("CHANNELS", "ServerConnectionParms"),
            table: (directory.is_some() || name.is_some())
                .then(|| table(directory.as_deref(), name.as_deref())),
            reconnect: reconnect
                .map(|it| one_of(file, it, &RECONNECTS))
                .transpose()?,
            reconnect_timeout: seconds("CHANNELS", "MQReconnectTimeout")?,
            delays_ms: delays.map_or(Ok(Vec::new()), |it| {
                delays_ms(&it.value).ok_or_else(|| {
                    wrong(
                        file,
                        it,
                        "write (delay,random)(delay,random)..., in milliseconds",
                    )
                })
            })?,
            put1_always_sync: yes("CHANNELS", "Put1DefaultAlwaysSync")?,
            key_repository: text("SSL", "SSLKeyRepository"),
            key_password: text("SSL", "SSLKeyRepositoryPassword").map(KeyPassword::from),
            certificate_label: text("SSL", "CertificateLabel"),
            tls: TlsDemands::of_file(file),
            connect_timeout: seconds("TCP", "Connect_Timeout")?.filter(|it| !it.is_zero()),
            keep_alive: yes("TCP", "KeepAlive")?,
            balancing: balancing(file)?,
        })
    }

    /// How a program is moved in a uniform cluster that does not say so itself: by the stanza with its name, or the one for all.
    #[must_use]
    pub fn balancing(&self, options: &ConnectOptions) -> Option<Balancing> {
        self.balancing_of(origin::appl_name(options).as_str())
    }

    fn balancing_of(&self, appl_name: &str) -> Option<Balancing> {
        let of = |wanted: Option<&str>| {
            let mut all = self.balancing.iter();
            all.find(|(name, _)| name.as_deref() == wanted)
        };
        let found = of(Some(appl_name.trim_end())).or_else(|| of(None));
        found.map(|(_, balancing)| *balancing)
    }
}

const RECONNECTS: [(&str, Reconnect); 4] = [
    ("NO", Reconnect::No),
    ("YES", Reconnect::Yes),
    ("QMGR", Reconnect::QueueManager),
    ("DISABLED", Reconnect::Disabled),
];

/// Where the file is: what `MQCLNTCF` names; else in the working directory, the data directory, or the user's own, whichever has one first.
/// One that is named and not there is as none, as documented.
fn place(
    variable: impl Fn(&str) -> Option<PathBuf>,
    data: Option<PathBuf>,
    is_file: impl Fn(&Path) -> bool,
) -> Option<PathBuf> {
    if let Some(named) = variable("MQCLNTCF").filter(|named| !named.as_os_str().is_empty()) {
        let path = named.to_str().map(without_scheme);
        let path = path.map_or_else(|| named.clone(), PathBuf::from);
        return Some(path).filter(|path| is_file(path));
    }
    let directories = [Some(PathBuf::new()), data, variable("HOME")];
    let mut places = directories.into_iter().flatten().map(|it| it.join(FILE));
    places.find(|path| is_file(path))
}

fn without_scheme(address: &str) -> &str {
    let path = address.strip_prefix("file:").unwrap_or(address);
    let path = path.strip_prefix("//localhost").unwrap_or(path);
    path.strip_prefix("//").unwrap_or(path)
}

/// The path or address of a table. A directory may be one of the web.
fn table(directory: Option<&str>, file: Option<&str>) -> String {
    let file = file.unwrap_or(TABLE_FILE);
    match directory {
        None => file.to_owned(),
        Some(directory) => format!("{}/{file}", directory.trim_end_matches('/')),
    }
}

fn balancing(file: &IniFile) -> Result<Vec<(Option<String>, Balancing)>, IniError> {
    let mut all = Vec::new();
    for stanza in file.stanzas() {
        let name = if stanza.name.eq_ignore_ascii_case("Application") {
            let name = needed(file, stanza, "Name")?;
            Some(name.value.clone())
        } else if stanza.name.eq_ignore_ascii_case("ApplicationDefaults") {
            None
        } else {
            continue;
        };
        let kinds = [
            ("Simple", MQBNO_BALTYPE_SIMPLE),
            ("ReqRep", MQBNO_BALTYPE_REQREP),
            ("Managed", MQBNO_BALTYPE_RA_MANAGED),
        ];
        let options = [
            ("None", MQBNO_OPTIONS_NONE),
            ("IgnTrans", MQBNO_OPTIONS_IGNORE_TRANS),
        ];
        let said = stanza.attribute("BalanceOptions");
        let timeout = needed(file, stanza, "BalanceTimeout")?;
        all.push((
            name,
            Balancing {
                kind: one_of(file, needed(file, stanza, "Type")?, &kinds)?,
                timeout: balance_timeout(&timeout.value).ok_or_else(|| {
                    let allowed = "write Never, Immediate, Default or seconds up to 999999999";
                    wrong(file, timeout, allowed)
                })?,
                options: said.map_or(Ok(MQBNO_OPTIONS_NONE), |it| one_of(file, it, &options))?,
            },
        ));
    }
    Ok(all)
}

/// An attribute without which a stanza says nothing.
fn needed<'a>(
    file: &IniFile,
    stanza: &'a Stanza,
    name: &str,
) -> Result<&'a IniAttribute, IniError> {
    let found = stanza.attribute(name).filter(|it| !it.value.is_empty());
    found.ok_or_else(|| {
        let problem = format!("stanza {} has no {name}", stanza.name);
        file.error_at(stanza.line, problem)
    })
}

fn balance_timeout(text: &str) -> Option<i32> {
    let words = [
        ("Never", MQBNO_TIMEOUT_NEVER),
        ("Immediate", MQBNO_TIMEOUT_IMMEDIATE),
        ("Default", MQBNO_TIMEOUT_AS_DEFAULT),
    ];
    let word = words
        .iter()
        .find(|(word, _)| word.eq_ignore_ascii_case(text));
    let seconds = || {
        text.parse()
            .ok()
            .filter(|s| (0..=BALANCE_TIMEOUT_MAX_S).contains(s))
    };
    word.map(|(_, value)| *value).or_else(seconds)
}

/// `(1000,200)(2000)`, with or without blanks between them.
fn delays_ms(text: &str) -> Option<Vec<DelayMs>> {
    let mut delays = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (one, after) = rest.strip_prefix('(')?.split_once(')')?;
        let (delay, chance) = one.split_once(',').unwrap_or((one, "0"));
        let ms = |text: &str| {
            let ms: Option<u64> = text.trim().parse().ok();
            ms.filter(|ms| *ms <= u64::from(DAY_S) * 1000)
        };
        delays.push((ms(delay)?, ms(chance)?));
        rest = after.trim_start();
    }
    (1..=DELAYS_MAX).contains(&delays.len()).then_some(delays)
}

fn number(file: &IniFile, attribute: &IniAttribute, max: u32) -> Result<u32, IniError> {
    let number = attribute.value.parse().ok().filter(|it| *it <= max);
    number.ok_or_else(|| wrong(file, attribute, &format!("write a number from 0 to {max}")))
}

fn one_of<T: Copy>(
    file: &IniFile,
    attribute: &IniAttribute,
    words: &[(&str, T)],
) -> Result<T, IniError> {
    let is_it = |(word, _): &&(&str, T)| word.eq_ignore_ascii_case(&attribute.value);
    let found = words.iter().find(is_it).map(|(_, value)| *value);
    found.ok_or_else(|| {
        let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        wrong(
            file,
            attribute,
            &format!("write one of {}", words.join(", ")),
        )
    })
}

fn wrong(file: &IniFile, attribute: &IniAttribute, what: &str) -> IniError {
    let IniAttribute { name, value, line } = attribute;
    file.error_at(*line, format!("{name}={value}: {what}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Configuration, String> {
        let file = IniFile::parse(Path::new(FILE), text).map_err(|error| error.to_string())?;
        Configuration::of(&file).map_err(|error| error.to_string())
    }

    #[test]
    fn what_is_said_is_read_and_what_is_not_known_is_let_be() {
        assert_eq!(read(""), Ok(Configuration::default()));
        let text = "CHANNELS:\n ServerConnectionParms=A/TCP/h(1)\n ChannelDefinitionDirectory=/etc/t/\n DefRecon=qmgr\n \
            MQReconnectTimeout=60\n ReconDelay=(1000,200) (4000)\n Put1DefaultAlwaysSync=YES\n CCSID=850\n\
            TCP:\n KeepAlive=Yes\n Connect_Timeout=5\nSSL:\n SSLKeyRepository=/k\n CertificateLabel=me\n\
            ClientExitPath:\n ExitsDefaultPath=/x\n";
        let read = read(text).expect("read");
        let expected = Configuration {
            server: Some("A/TCP/h(1)".to_owned()),
            table: Some("/etc/t/AMQCLCHL.TAB".to_owned()),
            reconnect: Some(Reconnect::QueueManager),
            reconnect_timeout: Some(Duration::from_secs(60)),
            delays_ms: vec![(1000, 200), (4000, 0)],
            put1_always_sync: true,
            key_repository: Some("/k".to_owned()),
            certificate_label: Some("me".to_owned()),
            connect_timeout: Some(Duration::from_secs(5)),
            keep_alive: true,
            ..Configuration::default()
        };
        assert_eq!(read, expected);
    }

    #[test]
    fn programs_are_moved_as_their_own_stanza_says_or_the_one_for_all() {
        let text = "ApplicationDefaults:\n Type=Simple\n BalanceTimeout=Never\n BalanceOptions=IgnTrans\n\
            Application:\n Name=asker\n Type=ReqRep\n BalanceTimeout=30\n";
        let read = read(text).expect("read");
        let of = |name: &str| {
            read.balancing_of(name)
                .map(|it| (it.kind, it.timeout, it.options))
        };
        let own = (MQBNO_BALTYPE_REQREP, 30, MQBNO_OPTIONS_NONE);
        assert_eq!(of("asker   "), Some(own));
        let all = (
            MQBNO_BALTYPE_SIMPLE,
            MQBNO_TIMEOUT_NEVER,
            MQBNO_OPTIONS_IGNORE_TRANS,
        );
        assert_eq!(of("other"), Some(all));
        assert_eq!(Configuration::default().balancing_of("asker"), None);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        for (text, said) in [
            (
                "CHANNELS:\n DefRecon=MAYBE\n",
                "mqclient.ini line 2: DefRecon=MAYBE: write one of NO, YES, QMGR, DISABLED",
            ),
            (
                "CHANNELS:\n ReconDelay=1000,200\n",
                "mqclient.ini line 2: ReconDelay=1000,200: write (delay",
            ),
            ("CHANNELS:\n ReconDelay=(1)x\n", "mqclient.ini line 2: "),
            (
                "CHANNELS:\n MQReconnectTimeout=86401\n",
                "mqclient.ini line 2: MQReconnectTimeout=86401: write a number from 0 to 86400",
            ),
            (
                "TCP:\n KeepAlive=1\n",
                "mqclient.ini line 2: KeepAlive=1: write one of NO, YES",
            ),
            (
                "Application:\n Type=Simple\n",
                "mqclient.ini line 1: stanza Application has no Name",
            ),
            (
                "ApplicationDefaults:\n Type=Simple\n",
                "mqclient.ini line 1: stanza ApplicationDefaults has no BalanceTimeout",
            ),
            (
                "ApplicationDefaults:\n Type=Simple\n BalanceTimeout=-1\n",
                "mqclient.ini line 3: ",
            ),
            (
                "ApplicationDefaults:\n Type=Odd\n BalanceTimeout=1\n",
                "mqclient.ini line 2: Type=Odd",
            ),
        ] {
            let error = read(text).expect_err(text);
            assert!(error.starts_with(said), "{error}");
        }
        let many = "(1)".repeat(DELAYS_MAX + 1);
        assert!(read(&format!("CHANNELS:\n ReconDelay={many}\n")).is_err());
    }

    #[test]
    fn the_file_is_looked_for_in_the_documented_order() {
        let find = |named: Option<&str>, there: &[&str]| {
            let variable = |name: &str| match name {
                "MQCLNTCF" => named.map(PathBuf::from),
                _ => Some(PathBuf::from("/home/joe")),
            };
            let is_file = |path: &Path| there.iter().any(|one| Path::new(one) == path);
            place(variable, Some(PathBuf::from("/data")), is_file)
        };
        let all = [
            "mqclient.ini",
            "/data/mqclient.ini",
            "/home/joe/mqclient.ini",
            "/etc/c.ini",
        ];
        for at in 0..3 {
            assert_eq!(find(None, &all[at..]), Some(PathBuf::from(all[at])));
        }
        assert_eq!(find(None, &all[3..]), None);
        for named in [
            "/etc/c.ini",
            "file:///etc/c.ini",
            "file://localhost/etc/c.ini",
            "file:/etc/c.ini",
        ] {
            assert_eq!(
                find(Some(named), &all),
                Some(PathBuf::from("/etc/c.ini")),
                "{named}"
            );
        }
        assert_eq!(find(Some("/gone"), &all), None);
        assert_eq!(find(Some(""), &all), Some(PathBuf::from("mqclient.ini")));
    }
}
