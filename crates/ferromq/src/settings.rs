//! The settings of an installation: what there is, what is allowed, what is in force.
//!
//! `tables/settings.csv` is the list. Text is resolved once, to [`StoredSettings`], and each
//! value keeps its origin so that it can be told at start.

use crate::adoption::Adoption;
use crate::auto_cluster::Automatic;
use crate::diagnostics::Diagnostics;
use crate::generated::settings::SETTINGS;
use ferromq_base::ini::{IniAttribute, IniError, IniFile};
use ferromq_log::{LogSettings, LogType};
use ferromq_qmgr::WorkloadOptions;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The files settings stand in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingsFile {
    /// `mqs.ini`, of the installation.
    MqsIni,
    /// `qm.ini`, of a queue manager.
    QmIni,
}

/// What values a setting takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Any text.
    Text,
    /// A directory or file.
    Path,
    /// A whole number.
    Number {
        /// Smallest.
        low: u64,
        /// Largest.
        high: u64,
    },
    /// One of these, in capital or small letters.
    Words(&'static [&'static str]),
}

/// A setting of the table.
#[derive(Clone, Copy, Debug)]
pub struct SettingInfo {
    /// Where it stands.
    pub file: SettingsFile,
    /// Its stanza.
    pub stanza: &'static str,
    /// Its name; `*` for any.
    pub name: &'static str,
    /// Its values.
    pub form: Form,
    /// Its default; empty for none.
    pub default: &'static str,
    /// False when it has no effect at this level.
    pub used: bool,
}

/// Every setting there is, in the order of the manual.
#[must_use]
pub fn all_settings() -> &'static [SettingInfo] {
    &SETTINGS
}

impl SettingInfo {
    /// What is wrong with a value, if anything: without the setting's name.
    #[must_use]
    pub fn problem(&self, value: &str) -> Option<String> {
        match self.form {
            Form::Text | Form::Path => None,
            Form::Number { low, high } => match value.parse::<u64>() {
                Ok(number) if (low..=high).contains(&number) => None,
                Ok(_) => Some(format!("{value} is outside {low}..{high}")),
                Err(_) => Some(format!("'{value}' is no number; allowed is {low}..{high}")),
            },
            Form::Words(words) => {
                let known = words.iter().any(|word| word.eq_ignore_ascii_case(value));
                (!known).then(|| format!("'{value}' is not one of {}", words.join(", ")))
            }
        }
    }
}

/// Where the value of a setting came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingOrigin {
    /// Nobody said anything.
    Default,
    /// `LogDefaults` of the installation.
    MqsIni,
    /// The queue manager's own file.
    QmIni,
    /// An option of the command.
    CommandLine,
}

impl fmt::Display for SettingOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Default => "the default",
            Self::MqsIni => "mqs.ini",
            Self::QmIni => "qm.ini",
            Self::CommandLine => "the command line",
        })
    }
}

/// A setting with its value, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InForce {
    /// Stanza and name: `Log.LogType`.
    pub name: String,
    /// The value as text.
    pub value: String,
    /// Where it came from.
    pub origin: SettingOrigin,
}

/// A line of a settings file that has no effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unused {
    /// Stanza and name: `SSL.AllowTLSV13`.
    pub name: String,
    /// The file.
    pub path: PathBuf,
    /// The line, from 1.
    pub line: usize,
}

/// Settings of listeners and channels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetworkSettings {
    /// `TCP.Port`: of listeners that are defined without one.
    pub port: u16,
    /// `TCP.KeepAlive`: the operating system probes idle sockets.
    pub keep_alive: bool,
    /// `TCP.ListenerBacklog`: connections that may wait to be accepted, of listeners that are
    /// defined without a number.
    pub backlog: u32,
    /// Most channels that run at a time: the smaller of `Channels.MaxChannels` and
    /// `Channels.MaxActiveChannels`.
    pub active_channels_max: usize,
    /// `Channels.PipeLineLength`: most batches of a channel under way at a time.
    pub batches_max: u8,
    /// `Channels.PasswordProtection` is `optional` or `warn`: clients without TLS send passwords in
    /// clear.
    pub clear_passwords: bool,
    /// `Channels.AdoptNewMCA` and its kin.
    pub adoption: Adoption,
}

/// What is said in stanza `SSL` of asking servers whether a certificate was revoked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RevocationRules {
    /// `OCSPAuthentication`: what becomes of a connection when nobody can be asked. `None` where
    /// nothing is said.
    pub when_unknown: Option<WhenUnknown>,
    /// `OCSPCheckExtensions` or `CDPCheckExtensions` is `YES`, or the first is not there and
    /// `OCSPAuthentication` is.
    pub extensions: bool,
}

/// What becomes of a connection when nobody tells whether a certificate was revoked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhenUnknown {
    /// It is refused.
    Refuse,
    /// It is let in, and the operator told.
    Warn,
    /// It is let in.
    LetIn,
}

/// What a channel that connects names to the other end before the TLS handshake: `SSL.OutboundSNI`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NamedOutbound {
    /// `CHANNEL`: itself.
    #[default]
    Channel,
    /// `HOSTNAME`: the host it connects to.
    Host,
}

/// Settings of passwords.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PasswordRules {
    /// `Security.SystemUsers`: PAM is asked about users the queue manager does not keep itself.
    pub system_users: bool,
    /// `Security.WrongPasswordsMax`: how many wrong ones of one place in a minute shut it; 0 for no limit.
    pub wrong_max: u32,
}

/// The settings of one queue manager, resolved.
#[derive(Clone, Debug)]
pub struct StoredSettings {
    /// The log.
    pub log: LogSettings,
    /// Directory of the log; its extents are in `active` below it.
    pub log_path: Option<PathBuf>,
    /// `DefaultQBufferSize`, bytes.
    pub queue_buffer_bytes: u64,
    /// `DefaultPQBufferSize`, bytes.
    pub persistent_queue_buffer_bytes: u64,
    /// `ExpiryInterval`; `None` for never.
    pub expiry_interval: Option<Duration>,
    /// `MonitorPublishHeartBeat`.
    pub monitor_interval: Duration,
    /// Stanza `Cluster`.
    pub workload: WorkloadOptions,
    /// Listeners and channels.
    pub network: NetworkSettings,
    /// Revoked certificates.
    pub revocation: RevocationRules,
    /// What is named before TLS handshakes.
    pub named_outbound: NamedOutbound,
    /// Passwords.
    pub passwords: PasswordRules,
    /// Where notices go.
    pub diagnostics: Diagnostics,
    /// What it does by itself at every start, and the uniform cluster it is in.
    pub automatic: Automatic,
    /// Every used setting with its origin.
    pub in_force: Vec<InForce>,
    /// Lines that have no effect.
    pub unused: Vec<Unused>,
}

/// An option of a command that stands for a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// Name of the setting in stanza `Log`.
    pub name: &'static str,
    /// Its value.
    pub value: String,
    /// The option, for messages.
    pub option: &'static str,
}

/// Why settings were not accepted.
#[derive(Debug)]
pub enum SettingsError {
    /// A file is wrong or cannot be read.
    File(IniError),
    /// An option of the command is wrong.
    Option {
        /// The option.
        option: &'static str,
        /// What is wrong, without a full stop.
        problem: String,
    },
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => error.fmt(f),
            Self::Option { option, problem } => write!(f, "option {option}: {problem}"),
        }
    }
}

impl std::error::Error for SettingsError {}

impl From<IniError> for SettingsError {
    fn from(error: IniError) -> Self {
        Self::File(error)
    }
}

/// Holds every line of a settings file to the table and answers those that have no effect.
///
/// # Errors
/// `Line` for the first value that is not allowed.
pub fn check_file(file: &IniFile, which: SettingsFile) -> Result<Vec<Unused>, IniError> {
    let mut unused = Vec::new();
    for stanza in file.stanzas() {
        let in_stanza: Vec<&SettingInfo> = SETTINGS
            .iter()
            .filter(|info| info.file == which && info.stanza.eq_ignore_ascii_case(&stanza.name))
            .collect();
        for attribute in &stanza.attributes {
            let info = in_stanza
                .iter()
                .find(|info| info.name.eq_ignore_ascii_case(&attribute.name))
                .or_else(|| in_stanza.iter().find(|info| info.name == "*"));
            if let Some(info) = info
                && !attribute.value.is_empty()
                && let Some(problem) = info.problem(&attribute.value)
            {
                let problem = format!("{}: {problem}", attribute.name);
                return Err(file.error_at(attribute.line, problem));
            }
            if !info.is_some_and(|info| info.used) {
                unused.push(Unused {
                    name: format!("{}.{}", stanza.name, attribute.name),
                    path: file.path().to_owned(),
                    line: attribute.line,
                });
            }
        }
    }
    Ok(unused)
}

/// Settings of a queue manager that is being created: the command's options, else
/// `LogDefaults` of `mqs.ini`, else the defaults.
///
/// # Errors
/// See [`SettingsError`].
pub fn for_creation(mqs: &IniFile, given: &[Given]) -> Result<StoredSettings, SettingsError> {
    let mut unused = check_file(mqs, SettingsFile::MqsIni)?;
    unused.retain(|line| line.name.starts_with("LogDefaults."));
    let source = Source {
        file: mqs,
        log_stanza: "LogDefaults",
        origin: SettingOrigin::MqsIni,
        given,
    };
    resolve(&source, unused)
}

/// Settings of a queue manager that is being started: its `qm.ini`, else the defaults.
///
/// # Errors
/// See [`SettingsError`].
pub fn for_start(qm: &IniFile) -> Result<StoredSettings, SettingsError> {
    let unused = check_file(qm, SettingsFile::QmIni)?;
    let source = Source {
        file: qm,
        log_stanza: "Log",
        origin: SettingOrigin::QmIni,
        given: &[],
    };
    Ok(StoredSettings {
        automatic: Automatic::read(qm)?,
        ..resolve(&source, unused)?
    })
}

/// Where values are looked for.
struct Source<'a> {
    file: &'a IniFile,
    log_stanza: &'a str,
    origin: SettingOrigin,
    given: &'a [Given],
}

/// One value found.
struct Found<'a> {
    value: String,
    origin: SettingOrigin,
    attribute: Option<&'a IniAttribute>,
    option: Option<&'static str>,
}

impl<'a> Source<'a> {
    /// Finds the value of `stanza.name`, as `qm.ini` calls it. Values are within the table.
    fn find(&self, stanza: &str, name: &str) -> Result<Found<'a>, SettingsError> {
        let info = SETTINGS
            .iter()
            .find(|info| {
                info.file == SettingsFile::QmIni && info.stanza == stanza && info.name == name
            })
            .expect("a test looks every resolved setting up in the table");
        let in_log = stanza == "Log";
        if in_log && let Some(given) = self.given.iter().find(|given| given.name == name) {
            if let Some(problem) = info.problem(&given.value) {
                let option = given.option;
                return Err(SettingsError::Option { option, problem });
            }
            return Ok(Found {
                value: given.value.clone(),
                origin: SettingOrigin::CommandLine,
                attribute: None,
                option: Some(given.option),
            });
        }
        let stanza = if in_log { self.log_stanza } else { stanza };
        Ok(match self.file.attribute(stanza, name) {
            Some(attribute) => Found {
                value: attribute.value.clone(),
                origin: self.origin,
                attribute: Some(attribute),
                option: None,
            },
            None => Found {
                value: info.default.to_owned(),
                origin: SettingOrigin::Default,
                attribute: None,
                option: None,
            },
        })
    }
}

/// Names of the settings that are resolved, as `qm.ini` has them.
const RESOLVED: [(&str, &str); 30] = [
    ("Log", "LogType"),
    ("Log", "LogPrimaryFiles"),
    ("Log", "LogSecondaryFiles"),
    ("Log", "LogFilePages"),
    ("Log", "LogBufferPages"),
    ("Log", "LogPath"),
    ("Log", "LogWriteIntegrity"),
    ("TuningParameters", "DefaultQBufferSize"),
    ("TuningParameters", "DefaultPQBufferSize"),
    ("TuningParameters", "ExpiryInterval"),
    ("TuningParameters", "MonitorPublishHeartBeat"),
    ("TCP", "Port"),
    ("TCP", "KeepAlive"),
    ("TCP", "ListenerBacklog"),
    ("Channels", "MaxChannels"),
    ("Channels", "MaxActiveChannels"),
    ("Channels", "PipeLineLength"),
    ("Channels", "PasswordProtection"),
    ("Channels", "AdoptNewMCA"),
    ("Channels", "AdoptNewMCATimeout"),
    ("Channels", "AdoptNewMCACheck"),
    ("SSL", "OCSPAuthentication"),
    ("SSL", "OCSPCheckExtensions"),
    ("SSL", "CDPCheckExtensions"),
    ("SSL", "OutboundSNI"),
    ("Cluster", "WorkloadCount"),
    ("Cluster", "WorkloadReaders"),
    ("Security", "SystemUsers"),
    ("Security", "WrongPasswordsMax"),
    ("QMErrorLog", "ErrorLogSize"),
];

/// The values found, by their names, which are within the bounds of the table.
struct Values<'a>(Vec<(&'static str, Found<'a>)>);

impl<'a> Values<'a> {
    fn of(&self, name: &str) -> &Found<'a> {
        let hit = self.0.iter().find(|(other, _)| *other == name);
        &hit.expect("every name asked for is in RESOLVED").1
    }

    fn text(&self, name: &str) -> &str {
        &self.of(name).value
    }

    /// The value in lower case, to be compared with words.
    fn word(&self, name: &str) -> String {
        self.text(name).to_ascii_lowercase()
    }

    fn yes(&self, name: &str) -> bool {
        self.word(name) == "yes"
    }

    fn number(&self, name: &str) -> u64 {
        self.text(name).parse().unwrap_or(0)
    }

    fn small(&self, name: &str) -> u32 {
        u32::try_from(self.number(name)).unwrap_or(u32::MAX)
    }

    fn log(&self) -> LogSettings {
        LogSettings {
            file_pages: self.small("LogFilePages"),
            primary_files: self.small("LogPrimaryFiles"),
            secondary_files: self.small("LogSecondaryFiles"),
            buffer_pages: self.small("LogBufferPages"),
            log_type: match self.word("LogType").as_str() {
                "linear" => LogType::Linear,
                _ => LogType::Circular,
            },
        }
    }

    fn adoption(&self) -> Result<Adoption, (&'static str, String)> {
        let timeout = Duration::from_secs(self.number("AdoptNewMCATimeout"));
        let (kinds, checks) = (self.text("AdoptNewMCA"), self.text("AdoptNewMCACheck"));
        Adoption::read(kinds, checks, timeout)
    }

    fn network(&self, adoption: Adoption) -> NetworkSettings {
        let channels_max = self.small("MaxChannels");
        let active_channels_max = match self.small("MaxActiveChannels") {
            0 => channels_max,
            most => most.min(channels_max),
        };
        let passwords = self.word("PasswordProtection");
        NetworkSettings {
            port: u16::try_from(self.number("Port")).unwrap_or(0),
            keep_alive: self.yes("KeepAlive"),
            backlog: self.small("ListenerBacklog"),
            active_channels_max: active_channels_max as usize,
            batches_max: u8::try_from(self.small("PipeLineLength")).unwrap_or(u8::MAX),
            clear_passwords: matches!(passwords.as_str(), "optional" | "warn"),
            adoption,
        }
    }

    fn revocation(&self) -> RevocationRules {
        let when_unknown = match self.word("OCSPAuthentication").as_str() {
            "" => None,
            "warn" => Some(WhenUnknown::Warn),
            "optional" => Some(WhenUnknown::LetIn),
            _ => Some(WhenUnknown::Refuse),
        };
        // Checking is asked for by asking what to do without an answer, unless it is switched off.
        let by_default = self.text("OCSPCheckExtensions").is_empty() && when_unknown.is_some();
        RevocationRules {
            when_unknown,
            extensions: self.yes("OCSPCheckExtensions")
                || self.yes("CDPCheckExtensions")
                || by_default,
        }
    }
}

fn resolve(source: &Source<'_>, unused: Vec<Unused>) -> Result<StoredSettings, SettingsError> {
    let mut in_force = Vec::new();
    let mut found = Vec::new();
    for (stanza, name) in RESOLVED {
        let one = source.find(stanza, name)?;
        if !one.value.is_empty() {
            in_force.push(InForce {
                name: format!("{stanza}.{name}"),
                value: one.value.clone(),
                origin: one.origin,
            });
        }
        found.push((name, one));
    }
    let values = Values(found);
    let log = values.log();
    if let Err(error) = log.validate() {
        let problem = format!(
            "{} is not possible; allowed is {}",
            error.value, error.allowed
        );
        let culprit = values.of(error.setting);
        return Err(refused(source, error.setting, culprit, problem));
    }
    let adoption = values.adoption().map_err(|(name, problem)| {
        let culprit = values.of(name);
        refused(source, name, culprit, problem)
    })?;
    let log_path = values.text("LogPath");
    Ok(StoredSettings {
        log,
        log_path: (!log_path.is_empty()).then(|| PathBuf::from(log_path)),
        queue_buffer_bytes: values.number("DefaultQBufferSize"),
        persistent_queue_buffer_bytes: values.number("DefaultPQBufferSize"),
        monitor_interval: Duration::from_secs(values.number("MonitorPublishHeartBeat")),
        expiry_interval: match values.number("ExpiryInterval") {
            0 => None,
            seconds => Some(Duration::from_secs(seconds)),
        },
        workload: WorkloadOptions {
            counts_per_queue: values.word("WorkloadCount") == "queue",
            prefers_readers: values.yes("WorkloadReaders"),
        },
        network: values.network(adoption),
        revocation: values.revocation(),
        named_outbound: match values.word("OutboundSNI").as_str() {
            "hostname" => NamedOutbound::Host,
            _ => NamedOutbound::Channel,
        },
        passwords: PasswordRules {
            system_users: values.yes("SystemUsers"),
            wrong_max: values.small("WrongPasswordsMax"),
        },
        diagnostics: Diagnostics::default(),
        automatic: Automatic::default(),
        in_force,
        unused,
    })
}

/// An error about a value that is within its own range and does not go with the others.
fn refused(
    source: &Source<'_>,
    name: &'static str,
    found: &Found<'_>,
    problem: String,
) -> SettingsError {
    match (found.option, found.attribute) {
        (None, Some(attribute)) => source
            .file
            .error_at(attribute.line, format!("{name}: {problem}"))
            .into(),
        // A default can only clash with a value that was given; the first one given is named.
        (None, None) => {
            let given = source.given.first();
            SettingsError::Option {
                option: given.map_or(name, |given| given.option),
                problem: format!("{name}: {problem}"),
            }
        }
        (Some(option), _) => SettingsError::Option { option, problem },
    }
}

/// A line for a new `qm.ini`: stanza, attribute, value.
pub type Stored = (&'static str, String, String);

/// The text of a new `qm.ini`, written from what was resolved at creation. What is stored
/// besides is in the order of its stanzas.
#[must_use]
pub fn new_qm_ini(settings: &StoredSettings, log_path: &Path, besides: &[Stored]) -> String {
    let mut text = String::from(
        "# Settings of this queue manager, read at every start. docs/manual/qm-ini.md explains them.\n",
    );
    text.push_str(&format!("Log:\n   LogPath={}\n", log_path.display()));
    for setting in &settings.in_force {
        match setting.name.split_once('.') {
            Some(("Log", name)) if name != "LogPath" => {
                text.push_str(&format!("   {name}={}\n", setting.value));
            }
            _ => {}
        }
    }
    let mut last = "Log";
    for (stanza, name, value) in besides {
        if *stanza != last {
            text.push_str(&format!("{stanza}:\n"));
            last = stanza;
        }
        text.push_str(&format!("   {name}={value}\n"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ini(text: &str) -> IniFile {
        IniFile::parse(Path::new("qm.ini"), text).unwrap()
    }

    #[test]
    fn every_resolved_setting_is_in_the_table_and_every_default_is_allowed() {
        for (stanza, name) in RESOLVED {
            assert!(
                SETTINGS.iter().any(|info| info.file == SettingsFile::QmIni
                    && info.stanza == stanza
                    && info.name == name
                    && info.used),
                "{stanza}.{name}"
            );
        }
        for info in SETTINGS.iter().filter(|info| !info.default.is_empty()) {
            assert_eq!(info.problem(info.default), None, "{}", info.name);
        }
    }

    #[test]
    fn a_setting_of_revocation_asks_for_the_others() {
        let rules = |text: &str| {
            let text = format!("SSL:\n{text}");
            let rules = for_start(&ini(&text)).unwrap().revocation;
            (rules.when_unknown, rules.extensions)
        };
        assert_eq!(rules(""), (None, false));
        assert_eq!(rules("   OCSPCheckExtensions=YES\n"), (None, true));
        assert_eq!(rules("   CDPCheckExtensions=YES\n"), (None, true));
        assert_eq!(
            rules("   OCSPAuthentication=REQUIRED\n"),
            (Some(WhenUnknown::Refuse), true)
        );
        assert_eq!(
            rules("   OCSPAuthentication=WARN\n   OCSPCheckExtensions=NO\n"),
            (Some(WhenUnknown::Warn), false)
        );
        assert_eq!(
            rules("   OCSPAuthentication=OPTIONAL\n"),
            (Some(WhenUnknown::LetIn), true)
        );
    }

    #[test]
    fn a_channel_names_itself_or_its_host() {
        let named = |text: &str| for_start(&ini(text)).unwrap().named_outbound;
        assert_eq!(named(""), NamedOutbound::Channel);
        let host = "SSL:\n   OutboundSNI=HOSTNAME\n";
        assert_eq!(named(host), NamedOutbound::Host);
    }

    #[test]
    fn a_file_without_settings_gives_the_defaults() {
        let settings = for_start(&ini("")).unwrap();
        assert_eq!(settings.log, LogSettings::default());
        assert_eq!(settings.expiry_interval, Some(Duration::from_secs(300)));
        assert_eq!(settings.monitor_interval, Duration::from_secs(10));
        assert!(
            settings
                .in_force
                .iter()
                .all(|one| one.origin == SettingOrigin::Default)
        );
    }

    #[test]
    fn a_value_outside_its_range_is_named_with_its_line() {
        let text = "# one\nLog:\n   LogPrimaryFiles=1\n";
        let error = for_start(&ini(text)).unwrap_err().to_string();
        assert_eq!(error, "qm.ini line 3: LogPrimaryFiles: 1 is outside 2..510");
        let error = for_start(&ini("Log:\n LogType=ROUND\n"))
            .unwrap_err()
            .to_string();
        assert_eq!(
            error,
            "qm.ini line 2: LogType: 'ROUND' is not one of CIRCULAR, LINEAR"
        );
        let error = for_start(&ini("Log:\n LogBufferPages=5\n"))
            .unwrap_err()
            .to_string();
        assert!(
            error.starts_with("qm.ini line 2: LogBufferPages: 5 is not possible"),
            "{error}"
        );
    }

    #[test]
    fn options_win_over_mqs_ini_and_mqs_ini_over_defaults() {
        let mqs = ini("LogDefaults:\n  LogPrimaryFiles=7\n  LogType=linear\n");
        let given = [Given {
            name: "LogPrimaryFiles",
            value: "9".into(),
            option: "-lp",
        }];
        let settings = for_creation(&mqs, &given).unwrap();
        assert_eq!(settings.log.primary_files, 9);
        assert_eq!(settings.log.log_type, LogType::Linear);
        let origin = |name: &str| {
            settings
                .in_force
                .iter()
                .find(|one| one.name == name)
                .unwrap()
                .origin
        };
        assert_eq!(origin("Log.LogPrimaryFiles"), SettingOrigin::CommandLine);
        assert_eq!(origin("Log.LogType"), SettingOrigin::MqsIni);
        assert_eq!(origin("Log.LogFilePages"), SettingOrigin::Default);
        let besides = [(
            "Service",
            "Name".to_owned(),
            "AuthorizationService".to_owned(),
        )];
        let stored = for_start(&ini(&new_qm_ini(&settings, Path::new("/log"), &besides))).unwrap();
        assert_eq!(stored.log, settings.log);
        assert_eq!(stored.unused.len(), 1, "{:?}", stored.unused);
    }

    #[test]
    fn as_many_channels_run_as_both_limits_let() {
        let most = |text: &str| {
            let settings = for_start(&ini(text)).unwrap();
            settings.network.active_channels_max
        };
        assert_eq!(most(""), 100);
        assert_eq!(most("Channels:\n MaxChannels=300\n"), 300);
        assert_eq!(
            most("Channels:\n MaxChannels=300\n MaxActiveChannels=20\n"),
            20
        );
        assert_eq!(most("CHANNELS:\n maxactivechannels=200\n"), 100);
        let wrong = for_start(&ini("Channels:\n AdoptNewMCA=RCVR,CLIENT\n"));
        let wrong = wrong.unwrap_err().to_string();
        assert!(wrong.contains("AdoptNewMCA: CLIENT is none of"), "{wrong}");
        let tcp = for_start(&ini("TCP:\n Port=1500\n KeepAlive=no\n")).unwrap();
        assert_eq!((tcp.network.port, tcp.network.keep_alive), (1500, false));
    }

    #[test]
    fn an_option_outside_its_range_names_the_option() {
        let given = [Given {
            name: "LogFilePages",
            value: "3".into(),
            option: "-lf",
        }];
        let error = for_creation(&ini(""), &given).unwrap_err().to_string();
        assert_eq!(error, "option -lf: 3 is outside 64..65535");
        let given = [Given {
            name: "LogPrimaryFiles",
            value: "510".into(),
            option: "-lp",
        }];
        let error = for_creation(&ini(""), &given).unwrap_err().to_string();
        assert!(
            error.starts_with("option -lp: LogSecondaryFiles"),
            "{error}"
        );
    }

    #[test]
    fn lines_without_effect_are_told_and_kept() {
        let settings = for_start(&ini(
            "SSL:\n  AllowTLSV13=YES\nMine:\n  A=B\nLog:\n  Nonsense=1\n",
        ));
        let names: Vec<String> = settings
            .unwrap()
            .unused
            .into_iter()
            .map(|line| line.name)
            .collect();
        assert_eq!(names, ["SSL.AllowTLSV13", "Mine.A", "Log.Nonsense"]);
    }
}
