//! Failure records: `AMQ<process>.<n>.FDC`, a file with what a maintainer asks for first when a rule of ours was broken or what
//! is stored is damaged.
//!
//! Each is a report in a box, as tools read it, and then the stack, the last notices and the settings in force. A process has one file, to
//! which further reports are added; the same probe reports again only after a while, and reports are so many at most. Nothing in them is a message of a user
//! or a password.

use super::layout::{LogEntry, Style, micros, one_line};
use ferromq_base::calendar::UtcMoment;
use ferromq_mqi::generated::notices::AMQ7472;
use ferromq_qmgr::Notice;
use std::backtrace::Backtrace;
use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Reports of a process.
const REPORTS_MAX: usize = 50;
/// Objects of which it is reported that they are damaged; the other reports are for what else fails.
const DAMAGED_MAX: usize = 20;
/// How long a probe that has reported is silent.
const SILENT: Duration = Duration::from_secs(600);
/// Columns of the box.
const COLUMNS: usize = 79;
/// Longest stack, bytes.
const STACK_BYTES_MAX: usize = 64 << 10;
/// Files of other processes with the number of this one that are stepped over.
const NUMBERS_MAX: u32 = 1_000;

/// What every record of a process says.
#[derive(Clone, Debug, Default)]
pub struct RecordFacts {
    /// Where records go; none are made where it is empty.
    pub directory: PathBuf,
    /// What the executable was built of.
    pub build: String,
    /// The settings in force, a line each.
    pub settings: Vec<String>,
}

/// See the module.
#[derive(Debug)]
pub(super) struct Recorder {
    facts: RecordFacts,
    path: Option<PathBuf>,
    /// Which notices have reported, and when.
    reported: Vec<(&'static str, SystemTime)>,
    /// Which objects were reported as damaged.
    damaged: Vec<String>,
}

/// The object a notice says is damaged.
pub(super) fn damaged_object(notice: &Notice) -> Option<&str> {
    let is_of_damage = notice.number == AMQ7472.label;
    is_of_damage.then(|| notice.values.first().map_or("", String::as_str))
}

impl Recorder {
    pub(super) fn new(facts: RecordFacts) -> Self {
        Self {
            facts,
            path: None,
            reported: Vec::new(),
            damaged: Vec::new(),
        }
    }

    /// Records a failure a notice tells of, if it is time: a damaged object once in the life of the process. Answers where.
    pub(super) fn record(
        &mut self,
        style: &Style,
        entry: &LogEntry,
        recent: &[String],
        stack: Option<&str>,
    ) -> Option<io::Result<PathBuf>> {
        let number = entry.notice.number;
        let has_reported = |(other, at): &(&str, SystemTime)| {
            *other == number && entry.at.duration_since(*at).unwrap_or_default() < SILENT
        };
        let damaged = damaged_object(&entry.notice);
        let is_silent = match damaged {
            Some(object) => {
                self.damaged.len() >= DAMAGED_MAX || self.damaged.iter().any(|it| it == object)
            }
            None => self.reported.iter().any(has_reported),
        };
        if self.facts.directory.as_os_str().is_empty()
            || is_silent
            || self.reported.len() >= REPORTS_MAX
        {
            return None;
        }
        self.reported.push((number, entry.at));
        self.damaged.extend(damaged.map(str::to_owned));
        let text = self.report(style, entry, recent, stack);
        Some(self.write(&text))
    }

    fn write(&mut self, text: &str) -> io::Result<PathBuf> {
        let path = match &self.path {
            Some(path) => path.clone(),
            None => {
                let path = new_file(&self.facts.directory)?;
                self.path.insert(path).clone()
            }
        };
        let mut file = OpenOptions::new().append(true).open(&path)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        Ok(path)
    }

    /// What stands in the box.
    fn fields(&self, style: &Style, entry: &LogEntry) -> Vec<(&'static str, String)> {
        let notice = &entry.notice;
        let at = micros(entry.at);
        let machine = rustix::system::uname();
        let digits = entry
            .id()
            .trim_start_matches(|char: char| !char.is_ascii_digit());
        let facts = &style.facts;
        let mut comments = notice.values.iter().take(3).map(|value| one_line(value));
        let mut comment = || comments.next().unwrap_or_default();
        vec![
            ("Date/Time", format!("{}", UtcMoment::at(at))),
            (
                "UTC Time",
                format!("{}.{:06}", at / 1_000_000, at % 1_000_000),
            ),
            ("Host Name", style.host.clone()),
            (
                "Operating System",
                format!(
                    "{} {}",
                    machine.sysname().to_string_lossy(),
                    machine.release().to_string_lossy()
                ),
            ),
            ("PIDS", "FerroMQ".to_owned()),
            ("LVLS", facts.vrmf()),
            ("Product Long Name", "FerroMQ".to_owned()),
            ("Vendor", "FerroMQ".to_owned()),
            ("Installation Path", facts.installation_path.clone()),
            ("Installation Name", facts.installation.to_owned()),
            ("Probe Id", format!("FM{digits}00")),
            ("Application Name", facts.program.to_owned()),
            ("Component", style.component(notice)),
            ("Line Number", notice.origin.line().to_string()),
            ("Build", self.facts.build.clone()),
            ("UserID", style.user.clone()),
            ("Program Name", facts.program.to_owned()),
            ("Process", std::process::id().to_string()),
            ("Thread", entry.thread.to_string()),
            ("QueueManager", facts.q_mgr_name.clone()),
            ("Major Errorcode", notice.number.to_owned()),
            ("Minor Errorcode", "OK".to_owned()),
            ("Probe Type", format!("MSG{}", entry.id())),
            ("Probe Severity", entry.severity().letter().to_string()),
            ("Probe Description", one_line(&notice.text)),
            (
                "FDCSequenceNumber",
                (self.reported.len().saturating_sub(1)).to_string(),
            ),
            ("Comment1", comment()),
            ("Comment2", comment()),
            ("Comment3", comment()),
        ]
    }

    fn report(
        &self,
        style: &Style,
        entry: &LogEntry,
        recent: &[String],
        stack: Option<&str>,
    ) -> String {
        let captured = Backtrace::force_capture().to_string();
        let stack = stack.unwrap_or(&captured);
        let edge = format!("+{}+\n", "-".repeat(COLUMNS - 2));
        let row = |text: &str| format!("| {text:<width$} |\n", width = COLUMNS - 4);
        let mut out = edge.clone();
        out.push_str(&row(""));
        out.push_str(&row("FerroMQ First Failure Symptom Report"));
        out.push_str(&row("===================================="));
        out.push_str(&row(""));
        for (name, value) in self.fields(style, entry) {
            out.push_str(&row(&format!("{name:<17} :- {value}")));
        }
        out.push_str(&row(""));
        out.push_str(&edge);
        let stack = match stack.char_indices().nth(STACK_BYTES_MAX) {
            Some((at, _)) => &stack[..at],
            None => stack,
        };
        let _ = write!(out, "\nMQM Function Stack\n{}\n", stack.trim_end());
        out.push_str("\nLast notices\n");
        for line in recent {
            out.push_str(line);
        }
        out.push_str("\nSettings in force\n");
        for line in &self.facts.settings {
            let _ = writeln!(out, "{line}");
        }
        out.push('\n');
        out
    }
}

/// A file nobody has yet.
fn new_file(directory: &Path) -> io::Result<PathBuf> {
    fs::DirBuilder::new()
        .recursive(true)
        .mode(0o770)
        .create(directory)?;
    let process = std::process::id();
    for number in 0..NUMBERS_MAX {
        let path = directory.join(format!("AMQ{process}.{number}.FDC"));
        let made: io::Result<File> = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o660)
            .open(&path);
        match made {
            Ok(_) => return Ok(path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::from(io::ErrorKind::AlreadyExists))
}
