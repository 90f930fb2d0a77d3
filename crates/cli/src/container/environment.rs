//! What a container's environment asks for, by the variables people know from the vendor's image.
//!
//! Source: the environment variables of the vendor's container image, as its public documentation and the settings people use with
//! it have them. What is asked for and cannot be had is an error, never silence: who asked for high availability must not find out
//! later that there is none.

use crate::control::PASSWORD_BYTES_MIN;
use ferromq_mqi::ObjectName;
use ferromq_mqi::generated::notices::{AMQ5041, AMQ5051};
use std::fmt;
use std::path::Path;
use zeroize::Zeroizing;

const PASSWORD_BYTES_MAX: usize = 1024;
/// Seconds the queue manager has to end where nothing else is said.
const GRACE_PERIOD_S: u32 = 30;
const GRACE_PERIOD_S_MAX: u32 = 86_400;
/// Notices that are not mirrored where nothing else is said: the tasks of a queue manager as they start and end. The vendor's image
/// leaves out three more that are never written here.
const EXCLUDED: [&str; 2] = [AMQ5041.label, AMQ5051.label];

/// Variables that ask for what there is not, and what there is not.
const NOT_BUILT: [(&str, &str); 3] = [
    ("MQ_NATIVE_HA", "there are no replicated queue managers"),
    (
        "MQ_MULTI_INSTANCE",
        "there are no standby instances of queue managers",
    ),
    (
        "MQ_ENABLE_FIPS",
        "the cryptography that is built in is not certified",
    ),
];

/// Variables that are taken and change nothing, and why.
const WITHOUT_EFFECT: [(&str, &str); 15] = [
    ("MQ_CMDLEVEL", "there is one command level"),
    (
        "MQ_GENERATE_CERTIFICATE_HOSTNAME",
        "there is no web server that would show such a certificate",
    ),
    (
        "MQ_CONSOLE_DEFAULT_CCDT_HOSTNAME",
        "there is no console of a web server",
    ),
    (
        "MQ_CONSOLE_DEFAULT_CCDT_PORT",
        "there is no console of a web server",
    ),
    (
        "MQ_CONNAUTH_USE_HTP",
        "the queue manager keeps the passwords of app and admin itself, and asks for that of app where there is one",
    ),
    (
        "MQ_ENABLE_CERT_VALIDATION",
        "the queue manager checks keys and certificates whenever it reads them",
    ),
    ("MQ_ENABLE_CLEAN_TMP_ON_START", "nothing is kept in /tmp"),
    (
        "MQ_ENABLE_SOFT_FILE_LIMIT_INCREASE",
        "the limit of open files is always raised as far as it goes",
    ),
    ("MQ_ENABLE_TRACE_CRTMQDIR", NO_TRACE),
    ("MQ_ENABLE_TRACE_CRTMQM", NO_TRACE),
    ("MQ_ENABLE_TRACE_STRMQM", NO_TRACE),
    ("DEBUG", "there is nothing more that could be printed"),
    (
        "MQ_OVERRIDE_DATA_PATH",
        "data are where MQ_DATA_PATH says, /mnt/mqm/data in the image",
    ),
    (
        "MQ_OVERRIDE_INSTALLATION_NAME",
        "there is one installation, Installation1",
    ),
    (
        "MQ_USER_NAME",
        "the queue manager runs as the user of the container",
    ),
];

/// Of commands there are no traces.
const NO_TRACE: &str = "commands are not traced; strmqtrc has the calls of programs";

/// What is looked up: the value of a variable.
pub(super) type Lookup<'a> = &'a dyn Fn(&str) -> Option<String>;

/// How entries are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    /// A line of text.
    Basic,
    /// A JSON object to a line.
    Json,
}

/// What goes to the console.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ConsoleSettings {
    pub(super) format: Format,
    /// The error log of the queue manager is mirrored.
    pub(super) mirrors_q_mgr: bool,
    /// So is what the commands at the start answered.
    pub(super) mirrors_mqsc: bool,
    /// Identifiers of notices that are not.
    pub(super) excluded: Vec<String>,
}

/// What the environment asks for.
pub(super) struct ContainerSettings {
    pub(super) q_mgr: String,
    /// Objects for developers are made.
    pub(super) developer: bool,
    pub(super) app_password: Option<Zeroizing<String>>,
    pub(super) admin_password: Option<Zeroizing<String>>,
    pub(super) console: ConsoleSettings,
    pub(super) metrics: bool,
    pub(super) web_server: bool,
    pub(super) grace_period_s: u32,
    /// For `crtmqm -lf`, which checks it.
    pub(super) log_file_pages: Option<String>,
    /// Lines about what is asked for and changes nothing.
    pub(super) remarks: Vec<String>,
}

/// What is wrong with the environment, without a full stop.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Wrong(String);

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl ContainerSettings {
    /// `developer`: the image is the one for developers. `secrets` has passwords as files, which come before variables. `host` is
    /// what this machine is called.
    ///
    /// # Errors
    /// What is wrong.
    pub(super) fn read(
        get: Lookup<'_>,
        developer: bool,
        secrets: &Path,
        host: &str,
    ) -> Result<Self, Wrong> {
        for (variable, why) in NOT_BUILT {
            if is_on(get, variable, false) {
                return Err(Wrong(format!(
                    "{variable} asks for what is not built: {why}"
                )));
            }
        }
        let given = |(variable, why): &(&str, &str)| {
            // Who switches something off that is not there has what was wanted.
            let asked = given(get, variable).filter(|value| value != "false" && value != "0");
            asked.map(|_| format!("{variable} changes nothing: {why}"))
        };
        Ok(Self {
            q_mgr: q_mgr_name(get, host)?,
            developer: is_on(get, "MQ_DEV", developer),
            app_password: password(get, secrets, "MQ_APP_PASSWORD", "mqAppPassword")?,
            admin_password: password(get, secrets, "MQ_ADMIN_PASSWORD", "mqAdminPassword")?,
            console: console(get)?,
            metrics: is_on(get, "MQ_ENABLE_METRICS", false),
            web_server: is_on(get, "MQ_ENABLE_EMBEDDED_WEB_SERVER", developer),
            grace_period_s: grace_period_s(get)?,
            log_file_pages: self::given(get, "MQ_QMGR_LOG_FILE_PAGES"),
            remarks: WITHOUT_EFFECT.iter().filter_map(given).collect(),
        })
    }
}

/// A variable that is there and not empty.
fn given(get: Lookup<'_>, variable: &str) -> Option<String> {
    get(variable).filter(|value| !value.is_empty())
}

fn is_on(get: Lookup<'_>, variable: &str, by_default: bool) -> bool {
    given(get, variable).map_or(by_default, |value| {
        matches!(value.to_ascii_lowercase().as_str(), "true" | "1")
    })
}

/// The name of the queue manager: what is asked for, or what the machine is called, without what no name has.
pub(super) fn q_mgr_name(get: Lookup<'_>, host: &str) -> Result<String, Wrong> {
    if let Some(name) = given(get, "MQ_QMGR_NAME") {
        return match ObjectName::parse(&name) {
            Ok(_) => Ok(name),
            Err(error) => Err(Wrong(format!("MQ_QMGR_NAME '{name}': {error}"))),
        };
    }
    let may_stand = |c: &char| c.is_ascii_alphanumeric() || "._/%".contains(*c);
    let name: String = host.chars().filter(may_stand).take(48).collect();
    match name.is_empty() {
        false => Ok(name),
        true => Err(Wrong(
            "MQ_QMGR_NAME is not set, and nothing in the name of this host can be the name of a queue manager".to_owned(),
        )),
    }
}

/// A password: the first line of a file, or a variable.
fn password(
    get: Lookup<'_>,
    secrets: &Path,
    variable: &str,
    file: &str,
) -> Result<Option<Zeroizing<String>>, Wrong> {
    let path = secrets.join(file);
    let (from, password) = match super::read_bounded(&path, PASSWORD_BYTES_MAX * 2) {
        Ok(text) => {
            let text = Zeroizing::new(text);
            let line = text.lines().next().unwrap_or_default().to_owned();
            (path.display().to_string(), Zeroizing::new(line))
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => match given(get, variable) {
            Some(password) => (variable.to_owned(), Zeroizing::new(password)),
            None => return Ok(None),
        },
        Err(error) => return Err(Wrong(format!("{}: {error}", path.display()))),
    };
    match password.len() {
        PASSWORD_BYTES_MIN..=PASSWORD_BYTES_MAX => Ok(Some(password)),
        _ => Err(Wrong(format!(
            "the password of {from} has fewer than {PASSWORD_BYTES_MIN} characters, or more than {PASSWORD_BYTES_MAX}"
        ))),
    }
}

fn console(get: Lookup<'_>) -> Result<ConsoleSettings, Wrong> {
    let format = given(get, "MQ_LOGGING_CONSOLE_FORMAT").or_else(|| given(get, "LOG_FORMAT"));
    let format = match format.as_deref() {
        None | Some("basic") => Format::Basic,
        Some("json") => Format::Json,
        Some(other) => {
            return Err(Wrong(format!(
                "MQ_LOGGING_CONSOLE_FORMAT '{other}' is not one of basic, json"
            )));
        }
    };
    let sources = given(get, "MQ_LOGGING_CONSOLE_SOURCE").unwrap_or_else(|| "qmgr,web".to_owned());
    let mut settings = ConsoleSettings {
        format,
        mirrors_q_mgr: false,
        mirrors_mqsc: false,
        excluded: match get("MQ_LOGGING_CONSOLE_EXCLUDE_ID") {
            Some(given) => list(&given),
            None => EXCLUDED.map(str::to_owned).to_vec(),
        },
    };
    for source in list(&sources) {
        match source.as_str() {
            "qmgr" => settings.mirrors_q_mgr = true,
            "mqsc" => settings.mirrors_mqsc = true,
            // There is none, so it has nothing to say.
            "web" => {}
            other => {
                return Err(Wrong(format!(
                    "MQ_LOGGING_CONSOLE_SOURCE '{other}' is not one of qmgr, web, mqsc"
                )));
            }
        }
    }
    Ok(settings)
}

/// The words between commas.
fn list(text: &str) -> Vec<String> {
    let words = text.split(',').map(str::trim);
    words
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

fn grace_period_s(get: Lookup<'_>) -> Result<u32, Wrong> {
    let Some(value) = given(get, "MQ_GRACE_PERIOD") else {
        return Ok(GRACE_PERIOD_S);
    };
    match value.parse() {
        Ok(seconds @ 1..=GRACE_PERIOD_S_MAX) => Ok(seconds),
        _ => Err(Wrong(format!(
            "MQ_GRACE_PERIOD '{value}' is not a number of seconds from 1 to {GRACE_PERIOD_S_MAX}"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(variables: &[(&str, &str)]) -> Result<ContainerSettings, Wrong> {
        let get = |name: &str| {
            let found = variables.iter().find(|(variable, _)| *variable == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        ContainerSettings::read(&get, true, Path::new("/nowhere"), "host-1.example")
    }

    fn refused(variables: &[(&str, &str)]) -> String {
        match settings(variables) {
            Ok(_) => panic!("taken"),
            Err(wrong) => wrong.to_string(),
        }
    }

    #[test]
    fn without_anything_there_is_a_queue_manager_for_developers_with_the_name_of_the_host() {
        let settings = settings(&[]).unwrap();
        assert_eq!(settings.q_mgr, "host1.example");
        assert!(settings.developer && !settings.metrics && settings.web_server);
        assert_eq!(settings.grace_period_s, 30);
        assert_eq!(settings.console.format, Format::Basic);
        assert!(settings.console.mirrors_q_mgr && !settings.console.mirrors_mqsc);
        assert!(
            settings
                .console
                .excluded
                .contains(&AMQ5051.label.to_owned())
        );
        assert!(settings.app_password.is_none() && settings.remarks.is_empty());
    }

    #[test]
    fn what_is_set_is_taken() {
        let settings = settings(&[
            ("MQ_QMGR_NAME", "QM1"),
            ("MQ_DEV", "false"),
            ("MQ_APP_PASSWORD", "long enough"),
            ("MQ_LOGGING_CONSOLE_FORMAT", "json"),
            ("MQ_LOGGING_CONSOLE_SOURCE", "qmgr,mqsc"),
            ("MQ_LOGGING_CONSOLE_EXCLUDE_ID", ""),
            ("MQ_GRACE_PERIOD", "7"),
            ("MQ_ENABLE_METRICS", "1"),
            ("MQ_CMDLEVEL", "930"),
            ("MQ_ENABLE_TRACE_STRMQM", "true"),
            ("MQ_ENABLE_CERT_VALIDATION", "false"),
        ])
        .unwrap();
        assert_eq!(settings.q_mgr, "QM1");
        assert!(!settings.developer && settings.metrics);
        let password = settings.app_password.as_ref().map(|given| given.as_str());
        assert_eq!(password, Some("long enough"));
        assert_eq!(settings.console.format, Format::Json);
        assert!(settings.console.mirrors_mqsc && settings.console.excluded.is_empty());
        assert_eq!(settings.grace_period_s, 7);
        let told = |variable: &str| settings.remarks.iter().any(|one| one.starts_with(variable));
        assert_eq!(settings.remarks.len(), 2);
        assert!(told("MQ_CMDLEVEL changes") && told("MQ_ENABLE_TRACE_STRMQM changes"));
    }

    #[test]
    fn what_cannot_be_had_is_an_error_that_names_it() {
        for (variable, value) in [
            ("MQ_NATIVE_HA", "true"),
            ("MQ_MULTI_INSTANCE", "1"),
            ("MQ_ENABLE_FIPS", "TRUE"),
            ("MQ_QMGR_NAME", "QM-1"),
            ("MQ_ADMIN_PASSWORD", "short"),
            ("MQ_LOGGING_CONSOLE_FORMAT", "xml"),
            ("MQ_LOGGING_CONSOLE_SOURCE", "qmgr,disk"),
            ("MQ_GRACE_PERIOD", "0"),
        ] {
            let said = refused(&[(variable, value)]);
            assert!(said.contains(variable), "{said}");
        }
        assert!(settings(&[("MQ_NATIVE_HA", "false")]).is_ok());
    }
}
