//! Where notices of a queue manager go: `QMErrorLog` and `DiagnosticMessages` of its `qm.ini`, and what the environment says.

use ferromq_base::ini::{IniAttribute, IniError, IniFile, Stanza};
use ferromq_mqi::generated::notices::{AMQ5041, AMQ5051};
use ferromq_mqi::notice::{Notice, Severity};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Most numbers a list of one service may have.
const NUMBERS_MAX: usize = 256;
/// Most stanzas of services.
const SERVICES_MAX: usize = 32;
/// Bytes of a file where nothing is said.
const FILE_BYTES: u64 = 32 << 20;
/// The smallest and the largest file.
const FILE_BYTES_BOUNDS: std::ops::RangeInclusive<u64> = 32_768..=2_147_483_648;
/// How long a suppressed message is where nothing is said.
const SUPPRESS_INTERVAL: Duration = Duration::from_secs(30);
/// What names the queue manager's lines in the system log.
const IDENT: &str = "ibm-mq";
/// Longest such name.
const IDENT_BYTES_MAX: usize = 32;

/// Numbers of notices, such as `AMQ9001`.
pub type Numbers = Vec<String>;

/// Which notices a service takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    /// Of these severities; all where it is empty.
    pub severities: Vec<Severity>,
    /// These not (`ExcludeMessage`).
    pub excluded: Numbers,
    /// These only so often in an interval (`SuppressMessage`).
    pub suppressed: Numbers,
    /// The interval (`SuppressInterval`).
    pub suppress_interval: Duration,
    /// How often.
    pub suppress_after: u32,
}

impl Default for Filter {
    fn default() -> Self {
        Self {
            severities: Vec::new(),
            excluded: Vec::new(),
            suppressed: Vec::new(),
            suppress_interval: SUPPRESS_INTERVAL,
            suppress_after: 1,
        }
    }
}

/// How a notice is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// As in `AMQERR01.LOG`.
    Text,
    /// One JSON object a line.
    Json,
    /// A line with the moment, the message and its inserts.
    Basic,
}

/// Where notices are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// Three files, of which that numbered 01 is the newest.
    Files {
        /// Their directory; that of the error log where it is `None`.
        directory: Option<PathBuf>,
        /// How their names begin.
        prefix: String,
        /// After how many bytes 01 is put aside.
        bytes_max: u64,
        /// How notices are written.
        layout: Layout,
    },
    /// The log of the system, as JSON.
    Syslog {
        /// What names the lines.
        ident: String,
    },
    /// Standard output.
    Console(Layout),
}

/// A service: what it takes and where it goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiagnosticService {
    /// What it takes.
    pub filter: Filter,
    /// Where it goes.
    pub target: Target,
}

/// Everything that is said of notices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostics {
    /// The error log first, which is always there.
    pub services: Vec<DiagnosticService>,
    /// Ids have the letter of their severity behind them; not with `AMQ_DIAGNOSTIC_MSG_SEVERITY=0`.
    pub with_severity: bool,
}

impl Default for Diagnostics {
    fn default() -> Self {
        Self {
            services: vec![files(Layout::Text, FILE_BYTES, Filter::default())],
            with_severity: true,
        }
    }
}

/// What names of files depend on.
type Names<'a> = (&'a Option<PathBuf>, &'a String, &'a Layout);

impl DiagnosticService {
    fn names(&self) -> Option<Names<'_>> {
        match &self.target {
            Target::Files {
                directory,
                prefix,
                layout,
                ..
            } => Some((directory, prefix, layout)),
            Target::Syslog { .. } | Target::Console(_) => None,
        }
    }
}

fn files(layout: Layout, bytes_max: u64, filter: Filter) -> DiagnosticService {
    DiagnosticService {
        filter,
        target: Target::Files {
            directory: None,
            prefix: "AMQERR".to_owned(),
            bytes_max,
            layout,
        },
    }
}

impl Diagnostics {
    /// What `qm.ini` says of a queue manager whose data are in `data`, in an installation at `data_path`; variables of the environment
    /// (`MQMAXERRORLOGSIZE`, `AMQ_ADDITIONAL_JSON_LOG`, `AMQ_DIAGNOSTIC_MSG_SEVERITY`, `MQ_CHANNEL_SUPPRESS_MSGS` and
    /// `MQ_CHANNEL_SUPPRESS_INTERVAL`) count where it says nothing.
    ///
    /// # Errors
    /// `Line` for the first value that makes no sense.
    pub fn read(
        file: &IniFile,
        data: &Path,
        data_path: &Path,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, IniError> {
        let own = file.stanza("QMErrorLog");
        let mut filter = own.map_or(Ok(Filter::default()), |own| filter_of(file, own))?;
        if filter.suppressed.is_empty() {
            suppress_by_environment(&mut filter, &variable);
        }
        let by_environment = variable("MQMAXERRORLOGSIZE")
            .and_then(|text| text.trim().parse().ok())
            .filter(|bytes| FILE_BYTES_BOUNDS.contains(bytes));
        let given = own.and_then(|own| own.value("ErrorLogSize")?.parse().ok());
        let bytes_max = given.or(by_environment).unwrap_or(FILE_BYTES);
        let mut services = vec![files(Layout::Text, bytes_max, filter.clone())];
        let named = file.stanzas().iter();
        let mut names: Vec<&str> = Vec::new();
        for stanza in named.filter(|it| it.name.eq_ignore_ascii_case("DiagnosticMessages")) {
            let missing = |what: &str| file.error_at(stanza.line, format!("{what} is missing"));
            let name = stanza
                .attribute("Name")
                .filter(|name| !name.value.is_empty())
                .ok_or_else(|| missing("Name"))?;
            if names.contains(&name.value.as_str()) {
                let problem = format!("Name: there are two services '{}'", name.value);
                return Err(file.error_at(name.line, problem));
            }
            names.push(&name.value);
            if names.len() > SERVICES_MAX {
                let problem = format!("there are more than {SERVICES_MAX} services");
                return Err(file.error_at(stanza.line, problem));
            }
            let kind = stanza.value("Service").ok_or_else(|| missing("Service"))?;
            let target = match kind.eq_ignore_ascii_case("Syslog") {
                true => syslog_of(file, stanza)?,
                false => files_of(file, stanza, data, data_path)?,
            };
            let filter = filter_of(file, stanza)?;
            services.push(DiagnosticService { filter, target });
        }
        clash(file, &services)?;
        if variable("AMQ_ADDITIONAL_JSON_LOG").is_some_and(|value| value.trim() == "1") {
            let json = files(Layout::Json, bytes_max, filter);
            // A stanza may ask for the same.
            if !services.iter().any(|it| it.names() == json.names()) {
                services.push(json);
            }
        }
        let bare = variable("AMQ_DIAGNOSTIC_MSG_SEVERITY");
        Ok(Self {
            services,
            with_severity: bare.is_none_or(|value| value.trim() != "0"),
        })
    }

    /// Has notices written to standard output as well, as the container image's variables say: `MQ_LOGGING_CONSOLE_FORMAT`
    /// (or `LOG_FORMAT`), `MQ_LOGGING_CONSOLE_SOURCE` and `MQ_LOGGING_CONSOLE_EXCLUDE_ID`. Answers the layout where what commands of
    /// automatic configuration answer is to go there, too.
    pub fn add_console(&mut self, variable: impl Fn(&str) -> Option<String>) -> Option<Layout> {
        let set = |name| variable(name).filter(|value: &String| !value.trim().is_empty());
        let format = set("MQ_LOGGING_CONSOLE_FORMAT").or_else(|| set("LOG_FORMAT"));
        let sources = set("MQ_LOGGING_CONSOLE_SOURCE");
        if format.is_none() && sources.is_none() {
            return None;
        }
        let layout = match format.is_some_and(|format| format.trim().eq_ignore_ascii_case("json")) {
            true => Layout::Json,
            false => Layout::Basic,
        };
        let sources = sources.unwrap_or_else(|| "qmgr,web".to_owned());
        let has = |source: &str| {
            let mut words = sources.split(',').map(str::trim);
            words.any(|word| word.eq_ignore_ascii_case(source))
        };
        if has("qmgr") {
            let excluded = variable("MQ_LOGGING_CONSOLE_EXCLUDE_ID");
            let excluded: Numbers = match excluded {
                Some(given) => given
                    .split(',')
                    .filter_map(number_of)
                    .take(NUMBERS_MAX)
                    .collect(),
                None => CONSOLE_EXCLUDED.map(|it| it.id.to_owned()).into(),
            };
            self.services.push(DiagnosticService {
                filter: Filter {
                    excluded,
                    ..Filter::default()
                },
                target: Target::Console(layout),
            });
        }
        has("mqsc").then_some(layout)
    }
}

/// What says nothing to who looks at a container.
const CONSOLE_EXCLUDED: [&Notice; 2] = [&AMQ5041, &AMQ5051];

/// Two services that would put each other's files aside.
fn clash(file: &IniFile, services: &[DiagnosticService]) -> Result<(), IniError> {
    let names: Vec<Names<'_>> = services
        .iter()
        .filter_map(DiagnosticService::names)
        .collect();
    for (at, name) in names.iter().enumerate() {
        if names[..at].contains(name) {
            let is_service = |it: &&Stanza| it.name.eq_ignore_ascii_case("DiagnosticMessages");
            let stanza = file.stanzas().iter().rfind(is_service);
            let line = stanza.map_or(1, |stanza| stanza.line);
            let problem = format!("two services write the same files, {}01", name.1);
            return Err(file.error_at(line, problem));
        }
    }
    Ok(())
}

fn suppress_by_environment(filter: &mut Filter, variable: &impl Fn(&str) -> Option<String>) {
    let Some(numbers) = variable("MQ_CHANNEL_SUPPRESS_MSGS") else {
        return;
    };
    filter.suppressed = numbers
        .split(',')
        .filter_map(number_of)
        .take(NUMBERS_MAX)
        .collect();
    // An interval, and how many of a number are written before that.
    let given = variable("MQ_CHANNEL_SUPPRESS_INTERVAL").unwrap_or_default();
    let mut parts = given.split(',').map(|part| part.trim().parse::<u32>().ok());
    let seconds = parts.next().flatten().unwrap_or(60).clamp(1, 86_400);
    filter.suppress_interval = Duration::from_secs(seconds.into());
    filter.suppress_after = parts.next().flatten().unwrap_or(5).max(1);
}

fn filter_of(file: &IniFile, stanza: &Stanza) -> Result<Filter, IniError> {
    let numbers = |name: &str| -> Result<Numbers, IniError> {
        let Some(given) = stanza
            .attribute(name)
            .filter(|given| !given.value.is_empty())
        else {
            return Ok(Vec::new());
        };
        let wrong = |problem: String| file.error_at(given.line, format!("{name}: {problem}"));
        let mut numbers = Vec::new();
        for word in given.value.split(',') {
            let number = number_of(word)
                .ok_or_else(|| wrong(format!("'{}' is no number of a message", word.trim())))?;
            numbers.push(number);
        }
        match numbers.len() > NUMBERS_MAX {
            true => Err(wrong(format!("there are more than {NUMBERS_MAX}"))),
            false => Ok(numbers),
        }
    };
    let severities = match stanza.attribute("Severities") {
        Some(given) if !given.value.is_empty() => severities_of(file, given)?,
        _ => Vec::new(),
    };
    let seconds = stanza.value("SuppressInterval");
    let seconds = seconds.and_then(|text| text.parse().ok());
    Ok(Filter {
        severities,
        excluded: numbers("ExcludeMessage")?,
        suppressed: numbers("SuppressMessage")?,
        suppress_interval: seconds.map_or(SUPPRESS_INTERVAL, Duration::from_secs),
        suppress_after: 1,
    })
}

/// The number a word of a list means: `9001`, `AMQ9001`, `AMQ9001I`, `FMQ0010`; none for others.
fn number_of(word: &str) -> Option<String> {
    let word = word.trim().to_ascii_uppercase();
    let (prefix, rest) = match word.split_at_checked(3) {
        Some((prefix @ ("AMQ" | "FMQ"), rest)) => (prefix, rest),
        _ => ("AMQ", word.as_str()),
    };
    let digits = rest.strip_suffix(['I', 'W', 'E', 'S', 'T']).unwrap_or(rest);
    let is_number = digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| format!("{prefix}{digits}"))
}

const SEVERITIES: [(char, Severity); 5] = [
    ('I', Severity::Information),
    ('W', Severity::Warning),
    ('E', Severity::Error),
    ('S', Severity::Severe),
    ('T', Severity::Terminating),
];

/// `I+W+E`, `I,W,E`, `E+` for an error and what is worse, or `All`.
fn severities_of(file: &IniFile, given: &IniAttribute) -> Result<Vec<Severity>, IniError> {
    let text = given.value.to_ascii_uppercase();
    if text.trim() == "ALL" {
        return Ok(Vec::new());
    }
    let mut severities = Vec::new();
    for part in text.split(',') {
        let part = part.trim();
        let and_worse = part.ends_with('+');
        let words: Vec<&str> = part.trim_end_matches('+').split('+').collect();
        for (at, word) in words.iter().enumerate() {
            let known = SEVERITIES
                .iter()
                .find(|(letter, _)| word.trim() == letter.to_string());
            let Some((_, severity)) = known else {
                let problem = format!(
                    "{}: '{}' is not one of I, W, E, S, T, All",
                    given.name,
                    word.trim()
                );
                return Err(file.error_at(given.line, problem));
            };
            let worse = and_worse && at + 1 == words.len();
            let meant = SEVERITIES
                .iter()
                .map(|(_, each)| *each)
                .filter(|each| each == severity || (worse && each > severity));
            severities.extend(meant);
        }
    }
    Ok(severities)
}

fn syslog_of(file: &IniFile, stanza: &Stanza) -> Result<Target, IniError> {
    let Some(given) = stanza.attribute("Ident").filter(|it| !it.value.is_empty()) else {
        return Ok(Target::Syslog {
            ident: IDENT.to_owned(),
        });
    };
    let ident = &given.value;
    let is_word = |byte: u8| byte.is_ascii_graphic() && !matches!(byte, b'[' | b']' | b':');
    if ident.len() > IDENT_BYTES_MAX || !ident.bytes().all(is_word) {
        let problem = format!(
            "Ident: '{ident}' is not a word of up to {IDENT_BYTES_MAX} characters without brackets and colons"
        );
        return Err(file.error_at(given.line, problem));
    }
    Ok(Target::Syslog {
        ident: ident.clone(),
    })
}

fn files_of(
    file: &IniFile,
    stanza: &Stanza,
    data: &Path,
    data_path: &Path,
) -> Result<Target, IniError> {
    let given = |name: &str| stanza.attribute(name).filter(|it| !it.value.is_empty());
    let directory = match given("FilePath") {
        None => None,
        Some(given) => {
            let path = given
                .value
                .replace("+MQ_Q_MGR_DATA_PATH+", &data.display().to_string())
                .replace("+MQ_DATA_PATH+", &data_path.display().to_string());
            let path = PathBuf::from(path);
            if !path.is_absolute() {
                let problem = format!("FilePath: '{}' does not begin with /", path.display());
                return Err(file.error_at(given.line, problem));
            }
            Some(path)
        }
    };
    let prefix = given("FilePrefix");
    if let Some(given) = prefix
        && (given.value.contains('/') || given.value.len() > 64)
    {
        let problem = "FilePrefix: it is up to 64 characters without /".to_owned();
        return Err(file.error_at(given.line, problem));
    }
    let is_json = given("Format").is_some_and(|it| it.value.eq_ignore_ascii_case("json"));
    let bytes = given("FileSize").and_then(|it| it.value.parse().ok());
    Ok(Target::Files {
        directory,
        prefix: prefix.map_or_else(|| "AMQERR".to_owned(), |it| it.value.clone()),
        bytes_max: bytes.unwrap_or(FILE_BYTES),
        layout: match is_json {
            true => Layout::Json,
            false => Layout::Text,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, variables: &[(&str, &str)]) -> Result<Diagnostics, String> {
        let file = IniFile::parse(Path::new("qm.ini"), text).unwrap();
        let variable = |name: &str| {
            let found = variables.iter().find(|(each, _)| *each == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        Diagnostics::read(&file, Path::new("/d/qmgrs/QM1"), Path::new("/d"), variable)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn without_a_word_there_is_the_error_log() {
        assert_eq!(read("", &[]), Ok(Diagnostics::default()));
    }

    #[test]
    fn the_error_log_leaves_out_what_it_is_told_to() {
        let text = "QMErrorLog:\n ErrorLogSize=65536\n ExcludeMessage=9001, AMQ9002,AMQ9999E\n SuppressMessage=FMQ0010\n SuppressInterval=7\n";
        let read = read(text, &[("MQMAXERRORLOGSIZE", "40000")]).unwrap();
        let service = &read.services[0];
        assert_eq!(service.filter.excluded, ["AMQ9001", "AMQ9002", "AMQ9999"]);
        assert_eq!(service.filter.suppressed, ["FMQ0010"]);
        assert_eq!(service.filter.suppress_interval, Duration::from_secs(7));
        assert!(matches!(
            service.target,
            Target::Files {
                bytes_max: 65_536,
                ..
            }
        ));
    }

    #[test]
    fn variables_count_where_the_file_says_nothing() {
        let read = read(
            "",
            &[
                ("MQMAXERRORLOGSIZE", "40000"),
                ("AMQ_ADDITIONAL_JSON_LOG", "1"),
                ("AMQ_DIAGNOSTIC_MSG_SEVERITY", "0"),
                ("MQ_CHANNEL_SUPPRESS_MSGS", "9999,9002"),
                ("MQ_CHANNEL_SUPPRESS_INTERVAL", "90,3"),
            ],
        )
        .unwrap();
        assert_eq!(read.services.len(), 2);
        assert!(!read.with_severity);
        for (service, layout) in read.services.iter().zip([Layout::Text, Layout::Json]) {
            assert_eq!(service.filter.suppressed, ["AMQ9999", "AMQ9002"]);
            assert_eq!(service.filter.suppress_interval, Duration::from_secs(90));
            assert_eq!(service.filter.suppress_after, 3);
            let Target::Files {
                bytes_max,
                layout: found,
                ..
            } = &service.target
            else {
                panic!("files");
            };
            assert_eq!((*bytes_max, *found), (40_000, layout));
        }
    }

    #[test]
    fn stanzas_are_further_places() {
        let text = "DiagnosticMessages:\n Name=J\n Service=File\n Format=json\n FilePath=+MQ_Q_MGR_DATA_PATH+/errors/j\n FilePrefix=X\n FileSize=32768\n \
                    Severities=E+\nDiagnosticMessages:\n Name=S\n Service=syslog\n Ident=mq-qm1\n Severities=I+W\n";
        let services = read(text, &[]).unwrap().services;
        assert_eq!(
            services[1].target,
            Target::Files {
                directory: Some("/d/qmgrs/QM1/errors/j".into()),
                prefix: "X".to_owned(),
                bytes_max: 32_768,
                layout: Layout::Json
            }
        );
        let worse = [Severity::Error, Severity::Severe, Severity::Terminating];
        assert_eq!(services[1].filter.severities, worse);
        let ident = "mq-qm1".to_owned();
        assert_eq!(services[2].target, Target::Syslog { ident });
        let two = [Severity::Information, Severity::Warning];
        assert_eq!(services[2].filter.severities, two);
    }

    #[test]
    fn what_makes_no_sense_is_named_with_its_line() {
        for (text, problem) in [
            (
                "QMErrorLog:\n ExcludeMessage=12\n",
                "qm.ini line 2: ExcludeMessage: '12' is no number of a message",
            ),
            (
                "DiagnosticMessages:\n Service=File\n",
                "qm.ini line 1: Name is missing",
            ),
            (
                "DiagnosticMessages:\n Name=A\n",
                "qm.ini line 1: Service is missing",
            ),
            (
                "DiagnosticMessages:\n Name=A\n Service=File\n FilePath=here\n",
                "qm.ini line 4: FilePath: 'here' does not begin with /",
            ),
            (
                "DiagnosticMessages:\n Name=A\n Service=File\n Severities=X\n",
                "qm.ini line 4: Severities: 'X' is not one of I, W, E, S, T, All",
            ),
            (
                "DiagnosticMessages:\n Name=A\n Service=File\n",
                "qm.ini line 1: two services write the same files, AMQERR01",
            ),
        ] {
            assert_eq!(read(text, &[]).unwrap_err(), problem);
        }
    }

    #[test]
    fn a_console_is_what_the_image_says() {
        let console = |variables: &[(&str, &str)]| {
            let mut read = read("", &[]).unwrap();
            let mqsc = read.add_console(|name| {
                let found = variables.iter().find(|(each, _)| *each == name);
                found.map(|(_, value)| (*value).to_owned())
            });
            let console = read.services.get(1).cloned();
            (console.map(|it| (it.target, it.filter.excluded)), mqsc)
        };
        assert_eq!(console(&[]), (None, None));
        let (Some((target, excluded)), None) = console(&[("LOG_FORMAT", "json")]) else {
            panic!("a console");
        };
        assert_eq!(target, Target::Console(Layout::Json));
        assert!(excluded.contains(&"AMQ5051".to_owned()));
        let only_mqsc = console(&[("MQ_LOGGING_CONSOLE_SOURCE", "mqsc")]);
        assert_eq!(only_mqsc, (None, Some(Layout::Basic)));
        let both = console(&[
            ("MQ_LOGGING_CONSOLE_FORMAT", "basic"),
            ("MQ_LOGGING_CONSOLE_SOURCE", "qmgr, mqsc"),
            ("MQ_LOGGING_CONSOLE_EXCLUDE_ID", "AMQ8003I"),
        ]);
        let console = (Target::Console(Layout::Basic), vec!["AMQ8003".to_owned()]);
        assert_eq!(both, (Some(console), Some(Layout::Basic)));
    }
}
