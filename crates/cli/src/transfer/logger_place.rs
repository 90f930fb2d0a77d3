//! Where a logger is: its properties, its directories, its lock.

use super::agent_place::lock_of;
use super::configured::{self, START_UP, variable};
use super::credentials::Secrets;
use super::database::{Target, Times};
use super::place::{Place, checked_name, missing};
use super::way::Way;
use crate::failure::Failure;
use ferromq_transfer::generated::notices::BFGDB9509;
use ferromq_transfer::logger::{AuditSource, Dialect, LineFormat, LoggerSettings, Rotation};
use ferromq_transfer::names::{AgentName, LoggerQueue, logger_subscription};
use ferromq_transfer::properties::LoggerProperties;
use ferromq_transfer::size::bytes_of;
use std::fmt::Write;
use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;
use zeroize::Zeroizing;

/// How long libpq waits for a server, in the units it has for each: seconds, milliseconds for the second.
const LIMITS: [(&str, &str); 5] = [
    ("connect_timeout", "10"),
    ("tcp_user_timeout", "30000"),
    ("keepalives_idle", "30"),
    ("keepalives_interval", "10"),
    ("keepalives_count", "3"),
];
/// Size of a file, at least and at most.
const FILE_BYTES: std::ops::RangeInclusive<u64> = (1 << 10)..=(1 << 40);

/// A logger that was created.
pub(super) struct LoggerPlace {
    pub(super) place: Place,
    pub(super) logger: AgentName,
    pub(super) properties: LoggerProperties,
}

impl LoggerPlace {
    /// The logger of that name.
    pub(super) fn find(place: &Place, name: &str) -> Result<Self, Failure> {
        let logger = checked_name(name)?;
        let path = place
            .logger_directory(logger.as_str())
            .join("logger.properties");
        let file = configured::read(&path)?.ok_or_else(|| missing(&path))?;
        let properties = LoggerProperties::read(&file, variable)
            .map_err(|problems| configured::wrong(&path, &problems, START_UP))?;
        Ok(Self {
            place: place.clone(),
            logger,
            properties,
        })
    }

    /// What is wrong with its properties.
    fn wrong(&self, why: &str) -> Failure {
        let path = self.directory().join("logger.properties");
        configured::wrong(&path, &[why], START_UP)
    }

    /// Whether it writes to a database.
    pub(super) fn has_database(&self) -> bool {
        self.properties
            .logger_type()
            .eq_ignore_ascii_case("DATABASE")
    }

    /// Its database, in words that have no password.
    pub(super) fn database_words(&self) -> String {
        let of = &self.properties;
        let kind = of.database_type().unwrap_or_default().to_ascii_uppercase();
        match kind.as_str() {
            "SQLITE" => format!("SQLite file {}", self.sqlite_path().display()),
            _ => {
                let name = of.database_name().unwrap_or_default();
                // A connection string may have a password.
                let name = match is_conninfo(name) {
                    true => "by its connection string",
                    false => name,
                };
                format!("PostgreSQL {name}, schema {}", of.database_schema())
            }
        }
    }

    fn sqlite_path(&self) -> PathBuf {
        match self.properties.database_name() {
            Some(name) => self.logs().join(name),
            None => self.logs().join(format!("{}.sqlite", self.logger)),
        }
    }

    /// Its database.
    pub(super) fn target(&self) -> Result<Target, Failure> {
        let of = &self.properties;
        let kind = of.database_type().unwrap_or_default().to_ascii_uppercase();
        match kind.as_str() {
            "SQLITE" => Ok(Target::Sqlite(self.sqlite_path())),
            "POSTGRESQL" => Ok(Target::PostgreSql {
                conninfo: self.conninfo()?,
                dialect: self.dialect()?,
                times: Times {
                    statement: Duration::from_millis(of.database_statement_timeout_ms()),
                    idle_in_transaction: Duration::from_secs(of.database_idle_timeout_s()),
                },
            }),
            other => Err(self.wrong(&format!(
                "wmqfte.database.type is '{other}'; loggers here write to POSTGRESQL or SQLITE"
            ))),
        }
    }

    fn dialect(&self) -> Result<Dialect, Failure> {
        let schema = self.properties.database_schema();
        Dialect::postgresql(schema).ok_or_else(|| {
            self.wrong("wmqfte.database.schema is no name of letters, digits and underscores")
        })
    }

    /// The tables of its database as a script.
    pub(super) fn tables_script(&self) -> Result<String, Failure> {
        let dialect = match self.target()? {
            Target::Sqlite(_) => Dialect::Sqlite,
            Target::PostgreSql { dialect, .. } => dialect,
        };
        let statements = ferromq_transfer::logger::making(&dialect);
        let mut script = String::from(
            "-- The logger makes what is missing of this when it starts, if its user may.\n",
        );
        for statement in statements {
            // Writing to a string cannot fail.
            let _ = writeln!(script, "{statement};");
        }
        Ok(script)
    }

    /// What libpq connects by: what the properties have as a whole, or made of name, host, port, user and password.
    fn conninfo(&self) -> Result<Zeroizing<String>, Failure> {
        let of = &self.properties;
        let Some(name) = of.database_name() else {
            return Err(self.wrong("wmqfte.database.name is not there; it names the database"));
        };
        if is_conninfo(name) {
            return Ok(bounded(name));
        }
        let mut words = Zeroizing::new(String::new());
        let mut add = |key: &str, value: &str| {
            let value = Zeroizing::new(value.replace('\\', "\\\\").replace('\'', "\\'"));
            // Writing to a string cannot fail.
            let _ = write!(words, "{key}='{}' ", value.as_str());
        };
        add("dbname", name);
        if let Some(host) = of.database_host() {
            add("host", host);
        }
        if of.database_port() != 0 {
            add("port", &of.database_port().to_string());
        }
        let secrets = Secrets::read(of.database_credentials_file().map(Path::new))?;
        if let Some(found) = secrets.of_logger(self.logger.as_str())? {
            for (key, value) in [("user", &found.user), ("password", &found.password)] {
                if !value.is_empty() {
                    add(key, value);
                }
            }
        }
        add("application_name", &format!("ferromq {}", self.logger));
        for (key, value) in LIMITS {
            add(key, value);
        }
        Ok(words)
    }

    pub(super) fn directory(&self) -> PathBuf {
        self.place.logger_directory(self.logger.as_str())
    }

    /// Where its own log, its lock and, without another directory, its files are.
    pub(super) fn logs(&self) -> PathBuf {
        self.place.logger_logs(self.logger.as_str())
    }

    pub(super) fn files(&self) -> PathBuf {
        self.properties
            .file_directory()
            .map_or_else(|| self.logs(), PathBuf::from)
    }

    pub(super) fn pid_path(&self) -> PathBuf {
        self.logs().join("logger.pid")
    }

    /// The lock of whoever runs it: none if somebody has it.
    pub(super) fn lock(&self) -> Result<Option<File>, Failure> {
        lock_of(&self.logs(), "logger.lck")
    }

    pub(super) fn runs(&self) -> Result<bool, Failure> {
        Ok(self.pid_path().exists() && self.lock()?.is_none())
    }

    pub(super) fn q_mgr(&self) -> &str {
        self.properties.q_mgr().unwrap_or_default()
    }

    pub(super) fn way(&self) -> Way {
        Way::of_logger(&self.properties)
    }

    pub(super) fn rotation(&self) -> Result<Rotation, Failure> {
        let size = self.properties.file_size();
        let bytes_max = bytes_of(size).filter(|bytes| FILE_BYTES.contains(bytes));
        let bytes_max = bytes_max.ok_or_else(|| {
            self.wrong(&format!(
                "the size of a file is '{size}'; it may be 1KB to 1024GB"
            ))
        })?;
        Ok(Rotation {
            is_circular: self.properties.file_mode().eq_ignore_ascii_case("CIRCULAR"),
            bytes_max,
            files: self.properties.file_count(),
        })
    }

    /// The format of its lines: that of its file, or the standard one if there is none.
    pub(super) fn format(&self) -> Result<LineFormat, Failure> {
        let path = self.directory().join("FileLoggerFormat.xml");
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(LineFormat::standard()),
            Err(error) => return Err(Failure::io(path.display(), &error)),
        };
        LineFormat::parse(&bytes).map_err(|problem| {
            let text = BFGDB9509.line(&[&path.display(), &problem]);
            Failure::text(format!("{text}\n"), START_UP)
        })
    }

    pub(super) fn settings(&self) -> Result<LoggerSettings, Failure> {
        let of = &self.properties;
        let named = || {
            let name = of.message_source_name().map(str::to_owned);
            name.ok_or_else(|| {
                self.wrong(
                    "wmqfte.message.source.name is not there; it names the subscription or the queue",
                )
            })
        };
        let kind = of.message_source_type().to_ascii_lowercase();
        let source = match kind.as_str() {
            "queue" => AuditSource::Queue(named()?),
            "administrative subscription" => AuditSource::Subscription(named()?),
            _ => AuditSource::Own(logger_subscription(&self.logger)),
        };
        let reject_queue = match of.reject_queue() {
            Some(name) => name.to_owned(),
            None => self
                .logger
                .logger_queue(LoggerQueue::Rejected)
                .as_str()
                .to_owned(),
        };
        Ok(LoggerSettings {
            source,
            reject_queue,
            messages_max: usize::try_from(of.max_transaction_messages()).unwrap_or(50),
            rejects_max: of.max_consecutive_reject(),
        })
    }
}

/// Whether a name of a database is a whole connection string of libpq.
fn is_conninfo(name: &str) -> bool {
    name.contains('=') || name.contains("://")
}

/// A whole connection string with the limits it does not have itself.
fn bounded(conninfo: &str) -> Zeroizing<String> {
    let is_uri = ["postgresql://", "postgres://"]
        .iter()
        .any(|scheme| conninfo.starts_with(scheme));
    let limits = LIMITS
        .iter()
        .map(|(key, value)| key.len() + value.len() + 2);
    // With room for all of it: what grows leaves what it was behind.
    let len = conninfo.len() + limits.sum::<usize>();
    let mut all = Zeroizing::new(String::with_capacity(len));
    if !is_uri {
        // Of a key that is there twice libpq takes the last.
        for (key, value) in LIMITS {
            all.extend([key, "=", value, " "]);
        }
        all.push_str(conninfo);
        return all;
    }
    let (_, rest) = conninfo.split_once("://").unwrap_or_default();
    // A user and a password may have a question mark in them.
    let rest = match rest.find(['@', '/']) {
        Some(at) if rest[at..].starts_with('@') => &rest[at..],
        _ => rest,
    };
    let query = rest.split_once('?').map(|(_, query)| query);
    all.push_str(conninfo);
    let mut separator = match query {
        None => "?",
        Some(query) if query.is_empty() || query.ends_with('&') => "",
        Some(_) => "&",
    };
    for (key, value) in LIMITS {
        let is_there = query.is_some_and(|query| {
            let mut words = query.split('&');
            words.any(|word| word.split('=').next() == Some(key))
        });
        if !is_there {
            all.extend([separator, key, "=", value]);
            separator = "&";
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_connection_strings_are_bounded_too() {
        let limits = "connect_timeout=10&tcp_user_timeout=30000&keepalives_idle=30&keepalives_interval=10&keepalives_count=3";
        for (given, wanted) in [
            ("postgresql://h/db", format!("postgresql://h/db?{limits}")),
            (
                "postgres://ann:a?b@h/db",
                format!("postgres://ann:a?b@h/db?{limits}"),
            ),
            (
                "postgresql:///db?host=/run&sslmode=require",
                format!("postgresql:///db?host=/run&sslmode=require&{limits}"),
            ),
            (
                "postgresql://h?connect_timeout=3",
                limits.replace("connect_timeout=10", "postgresql://h?connect_timeout=3"),
            ),
            (
                "host=h connect_timeout=3",
                format!("{} host=h connect_timeout=3", limits.replace('&', " ")),
            ),
        ] {
            assert_eq!(bounded(given).as_str(), wanted);
        }
    }
}
