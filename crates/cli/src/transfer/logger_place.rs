//! Where a logger is: its properties, its directories, its lock.

use super::agent_place::lock_of;
use super::configured::START_UP;
use super::place::{Place, checked_name};
use super::way::Way;
use crate::failure::Failure;
use ferromq_transfer::generated::notices::{BFGCL9546, BFGDB9509};
use ferromq_transfer::logger::{AuditSource, LineFormat, LoggerSettings, Rotation};
use ferromq_transfer::names::{AgentName, LoggerQueue, logger_subscription};
use ferromq_transfer::properties::{LoggerProperties, Properties};
use ferromq_transfer::size::bytes_of;
use std::fmt::Display;
use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Size of a file, at least and at most.
const FILE_BYTES: std::ops::RangeInclusive<u64> = (1 << 10)..=(1 << 40);

/// A logger that was created.
pub(super) struct LoggerPlace {
    pub(super) place: Place,
    pub(super) logger: AgentName,
    pub(super) properties: LoggerProperties,
}

fn wrong(path: &Path, why: &dyn Display) -> Failure {
    Failure::text(
        format!("{}\n", BFGCL9546.line(&[&path.display(), why])),
        START_UP,
    )
}

impl LoggerPlace {
    /// The logger of that name.
    pub(super) fn find(place: &Place, name: &str) -> Result<Self, Failure> {
        let logger = checked_name(name)?;
        let path = place
            .logger_directory(logger.as_str())
            .join("logger.properties");
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return Err(super::place::missing(&path));
            }
            Err(error) => return Err(Failure::io(path.display(), &error)),
        };
        let file = Properties::parse(&bytes).map_err(|problem| wrong(&path, &problem))?;
        let read = LoggerProperties::read(&file, |name| std::env::var(name).ok());
        let properties = read.map_err(|problems| {
            let texts: Vec<_> = problems.iter().map(ToString::to_string).collect();
            wrong(&path, &texts.join("; "))
        })?;
        Ok(Self {
            place: place.clone(),
            logger,
            properties,
        })
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
            let why = format!("the size of a file is '{size}'; it may be 1KB to 1024GB");
            wrong(&self.directory().join("logger.properties"), &why)
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
                let why = "wmqfte.message.source.name is not there; it names the subscription or the queue";
                wrong(&self.directory().join("logger.properties"), &why)
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
