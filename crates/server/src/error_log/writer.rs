//! Writes notices to every place they are to go to, and counts those that come again and again.

use super::failure_record::{Recorder, damaged_object};
use super::files::Files;
use super::layout::{LogEntry, Style, id_of, micros, one_line};
use super::settings::{ErrorLogSettings, LogFacts};
use super::syslog::Syslog;
use crate::repeats::{Repeats, Subject};
use ferromq::diagnostics::{DiagnosticService, Filter, Layout, Target};
use ferromq_base::time_zone;
use ferromq_mqi::generated::notices::{AMQ6184, AMQ8077, AMQ8507, FMQ0175, FMQ0370, FMQ0371};
use ferromq_mqi::notice::Severity;
use ferromq_qmgr::Notice;
use std::collections::VecDeque;
use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::DirBuilderExt;
use std::time::SystemTime;

/// What applications can have told as often as they like: by asking for what they may not do, or for answers there is no room for.
const COUNTED: [&str; 2] = [AMQ8077.label, AMQ8507.label];
/// Entries that are kept for a failure record.
const RECENT_MAX: usize = 100;

/// See the module.
#[derive(Debug)]
pub(super) struct Writer {
    style: Style,
    services: Vec<Service>,
    repeats: Repeats,
    /// What could not be written.
    unwritten: Repeats,
    /// The last ones, each a line.
    recent: VecDeque<String>,
    recorder: Recorder,
}

/// A place notices go to.
#[derive(Debug)]
struct Service {
    filter: Filter,
    /// Of each suppressed number, since when it is counted, how many were written and how many not.
    suppressed: Vec<Option<(SystemTime, u32, u64)>>,
    place: Place,
}

#[derive(Debug)]
enum Place {
    Files(Files, Layout),
    Syslog(Syslog),
    Console(Layout),
}

impl Writer {
    pub(super) fn open(settings: ErrorLogSettings) -> io::Result<Self> {
        let ErrorLogSettings {
            directory,
            facts,
            diagnostics,
            records,
        } = settings;
        fs::DirBuilder::new()
            .recursive(true)
            .mode(0o770)
            .create(&directory)?;
        let mut services = Vec::new();
        for DiagnosticService { filter, target } in diagnostics.services {
            let place = match target {
                Target::Files {
                    directory: own,
                    prefix,
                    bytes_max,
                    layout,
                } => {
                    let ending = match layout {
                        Layout::Json => "json",
                        Layout::Text | Layout::Basic => "LOG",
                    };
                    let directory = own.unwrap_or_else(|| directory.clone());
                    let files = Files::open(directory.clone(), prefix, ending, bytes_max);
                    let files = files.map_err(|error| {
                        let path = directory.display();
                        io::Error::new(error.kind(), format!("{path}: {error}"))
                    })?;
                    Place::Files(files, layout)
                }
                Target::Syslog { ident } => Place::Syslog(Syslog::new(ident)),
                Target::Console(layout) => Place::Console(layout),
            };
            services.push(Service {
                suppressed: vec![None; filter.suppressed.len()],
                filter,
                place,
            });
        }
        Ok(Self {
            style: style(facts, diagnostics.with_severity),
            services,
            repeats: Repeats::default(),
            unwritten: Repeats::default(),
            recent: VecDeque::new(),
            recorder: Recorder::new(records),
        })
    }

    pub(super) fn set_q_mgr_id(&mut self, q_mgr_id: &str) {
        q_mgr_id.clone_into(&mut self.style.facts.q_mgr_id);
    }

    /// Writes a notice, or counts it.
    pub(super) fn take(&mut self, entry: &LogEntry, stack: Option<&str>) {
        self.tell_counts(entry.at, false);
        let notice = &entry.notice;
        let is_told = !COUNTED.contains(&notice.number) || {
            let subject = Subject {
                number: notice.number,
                place: None,
                what: notice.text.clone(),
            };
            let text = (notice.number, notice.text.as_str());
            self.repeats.note(subject, text, micros(entry.at))
        };
        if is_told {
            self.write(entry);
            self.record(entry, stack);
        }
    }

    /// Makes a failure record where the notice is of a failure of ours or of a damaged object, and says where it is.
    fn record(&mut self, entry: &LogEntry, stack: Option<&str>) {
        if entry.severity() < Severity::Severe && damaged_object(&entry.notice).is_none() {
            return;
        }
        let recent: Vec<String> = self.recent.iter().cloned().collect();
        let notice = match self.recorder.record(&self.style, entry, &recent, stack) {
            None => return,
            Some(Ok(path)) => {
                Notice::of(&AMQ6184, &[&self.style.facts.q_mgr_name, &path.display()])
            }
            Some(Err(error)) => Notice::of(&FMQ0371, &[&error]),
        };
        self.write(&own(entry.at, notice));
    }

    /// Writes the counts that are due; `all` of them at the end.
    pub(super) fn tell_counts(&mut self, now: SystemTime, all: bool) {
        for (number, text) in self.repeats.due(micros(now), all) {
            self.write(&own(now, Notice::told(number, text)));
        }
        for (number, text) in self.unwritten.due(micros(now), all) {
            print(&format!("{number}: {text}\n"));
        }
    }

    fn write(&mut self, entry: &LogEntry) {
        if self.recent.len() >= RECENT_MAX {
            self.recent.pop_front();
        }
        self.recent.push_back(self.style.basic(entry));
        let mut failures = Vec::new();
        for service in &mut self.services {
            if let Err((path, error)) = service.write(&self.style, entry) {
                failures.push((path, error));
            }
        }
        for (path, error) in failures {
            for line in self.unwritten(&entry.notice, &path, &error, entry.at) {
                print(&line);
            }
        }
    }

    /// What goes to standard error for a notice that cannot be written: a line that says so, and a line for the
    /// notice. Each comes once and is counted: on a full disk the same ones may come with each attempt.
    fn unwritten(
        &mut self,
        notice: &Notice,
        path: &str,
        error: &io::Error,
        at: SystemTime,
    ) -> Vec<String> {
        let failure = Notice::of(&FMQ0175, &[&path, error]);
        let mut lines = Vec::new();
        for Notice { number, text, .. } in [&failure, notice] {
            let subject = Subject {
                number,
                place: None,
                what: text.clone(),
            };
            if self.unwritten.note(subject, (number, text), micros(at)) {
                lines.push(format!("{number}: {}\n", one_line(text)));
            }
        }
        lines
    }
}

impl Service {
    /// Writes a notice, if this service takes it. A failure comes with what could not be written to.
    fn write(&mut self, style: &Style, entry: &LogEntry) -> Result<(), (String, io::Error)> {
        let id = entry.id();
        let severities = &self.filter.severities;
        let is_severity_out = !severities.is_empty() && !severities.contains(&entry.severity());
        if is_severity_out || self.filter.excluded.iter().any(|number| number == id) {
            return Ok(());
        }
        if let Some(at) = self
            .filter
            .suppressed
            .iter()
            .position(|number| number == id)
        {
            let state = &mut self.suppressed[at];
            let (hidden, is_written) = match state {
                Some((since, written, hidden))
                    if entry.at.duration_since(*since).unwrap_or_default()
                        < self.filter.suppress_interval =>
                {
                    let is_written = *written < self.filter.suppress_after;
                    match is_written {
                        true => *written += 1,
                        false => *hidden += 1,
                    }
                    (0, is_written)
                }
                _ => {
                    let before = state.replace((entry.at, 1, 0));
                    (before.map_or(0, |(_, _, hidden)| hidden), true)
                }
            };
            if hidden > 0 {
                let notice = Notice::of(&FMQ0370, &[&id, &hidden]);
                self.put(style, &own(entry.at, notice))?;
            }
            if !is_written {
                return Ok(());
            }
        }
        self.put(style, entry)
    }

    fn put(&mut self, style: &Style, entry: &LogEntry) -> Result<(), (String, io::Error)> {
        match &mut self.place {
            Place::Files(files, layout) => {
                let text = laid_out(style, entry, *layout);
                let written = files.append(&text);
                written.map_err(|error| (files.path(1).display().to_string(), error))
            }
            Place::Syslog(log) => {
                let sent = log.send(entry.severity(), &style.json(entry));
                sent.map_err(|error| ("/dev/log".to_owned(), error))
            }
            Place::Console(layout) => {
                // Whoever started the process may have stopped listening.
                let _ = io::stdout().write_all(laid_out(style, entry, *layout).as_bytes());
                Ok(())
            }
        }
    }
}

fn laid_out(style: &Style, entry: &LogEntry, layout: Layout) -> String {
    match layout {
        Layout::Text => style.text(entry),
        Layout::Json => style.json(entry),
        Layout::Basic => style.basic(entry),
    }
}

fn style(facts: LogFacts, with_severity: bool) -> Style {
    let uid = rustix::process::getuid().as_raw();
    let host = rustix::system::uname();
    Style {
        facts,
        host: host.nodename().to_string_lossy().into_owned(),
        user: ferromq_base::users::name_of(uid).unwrap_or_else(|| uid.to_string()),
        zone: time_zone::local(),
        with_severity,
    }
}

/// A notice of the log's own.
fn own(at: SystemTime, notice: Notice) -> LogEntry {
    let thread = super::thread_number();
    LogEntry { at, thread, notice }
}

/// Where nothing can be written to the files.
pub(super) fn to_stderr(entry: &LogEntry) {
    let Notice { number, text, .. } = &entry.notice;
    let known = id_of(number);
    debug_assert!(!known.is_empty(), "a notice without a number");
    print(&format!("{number}: {}\n", one_line(text)));
}

fn print(text: &str) {
    // On a full disk that may fail as well, and must not take the caller with it, as `eprintln` would.
    let _ = io::stderr().write_all(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::super::RecordFacts;
    use super::*;
    use ferromq::diagnostics::Diagnostics;
    use ferromq_mqi::generated::notices::AMQ7472;
    use std::path::PathBuf;
    use std::time::{Duration, UNIX_EPOCH};

    fn writer(test: &str, diagnostics: Diagnostics) -> (Writer, PathBuf) {
        let name = format!("ferromq-{test}-{}", std::process::id());
        let directory = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&directory);
        let settings = ErrorLogSettings {
            directory: directory.clone(),
            facts: LogFacts::default(),
            diagnostics,
            records: RecordFacts {
                directory: directory.join("records"),
                build: "a build".to_owned(),
                settings: vec!["Log.LogType is CIRCULAR".to_owned()],
            },
        };
        (Writer::open(settings).unwrap(), directory)
    }

    fn now() -> SystemTime {
        UNIX_EPOCH + Duration::from_secs(1_709_210_096)
    }

    fn entry(number: &'static str, text: &str, after_s: u64) -> LogEntry {
        own(
            now() + Duration::from_secs(after_s),
            Notice::told(number, text),
        )
    }

    #[test]
    fn what_an_application_is_refused_again_and_again_is_counted() {
        let (mut log, directory) = writer("counted", Diagnostics::default());
        let refusals = [
            ("AMQ8077W", "User 'jill' is not authorized."),
            ("AMQ8507W", "An answer has no room."),
        ];
        for (number, text) in [refusals; 100].as_flattened() {
            log.take(&entry(number, text, 0), None);
        }
        // Others are written as often as they come.
        for _ in 0..2 {
            log.take(&entry("FMQ0005W", "Process 7 ended.", 300), None);
        }
        let text = fs::read_to_string(directory.join("AMQERR01.LOG")).unwrap();
        let count = |part: &str| text.matches(part).count();
        let counts = ["AMQ8077W", "AMQ8507W", "FMQ0005W"].map(count);
        assert_eq!(counts, [2, 2, 2], "{text}");
        assert_eq!(count("(100 times since 2024-02-29 12:34:56 UTC)"), 2);
        fs::remove_dir_all(&directory).unwrap();
    }

    #[test]
    fn what_cannot_be_written_is_printed_once_and_counted() {
        let (mut log, directory) = writer("unwritten", Diagnostics::default());
        for service in &mut log.services {
            if let Place::Files(files, _) = &mut service.place {
                files.close();
            }
        }
        fs::remove_dir_all(&directory).unwrap();
        for _ in 0..100 {
            log.take(&entry("FMQ0005W", "The disk is full.", 0), None);
        }
        let path = directory.join("AMQERR01.LOG").display().to_string();
        let error = io::Error::from(io::ErrorKind::NotFound);
        let mut lines = |text: &str| {
            let notice = Notice::told("FMQ0005W", text);
            log.unwritten(&notice, &path, &error, now())
        };
        assert_eq!(
            lines("Something else.").last().unwrap(),
            "FMQ0005W: Something else.\n"
        );
        assert!(lines("The disk is full.").is_empty());
        let due = log.unwritten.due(micros(now()), true);
        let counted = "The disk is full. (101 times since 2024-02-29 12:34:56 UTC)";
        assert!(due.contains(&("FMQ0005W", counted.to_owned())), "{due:?}");
    }

    #[test]
    fn a_service_leaves_out_what_it_is_told_to() {
        let mut diagnostics = Diagnostics::default();
        diagnostics.services[0].filter = Filter {
            excluded: vec!["AMQ9002".to_owned()],
            suppressed: vec!["AMQ9001".to_owned()],
            severities: vec![Severity::Information],
            ..Filter::default()
        };
        let (mut log, directory) = writer("filtered", diagnostics);
        for (number, after_s) in [
            ("AMQ9001I", 0),
            ("AMQ9001I", 1),
            ("AMQ9002I", 1),
            ("AMQ9001I", 29),
            ("FMQ0005W", 29),
            ("AMQ9001I", 30),
            ("AMQ8003I", 31),
        ] {
            log.take(&entry(number, "Said.", after_s), None);
        }
        let text = fs::read_to_string(directory.join("AMQERR01.LOG")).unwrap();
        let said: Vec<&str> = text
            .lines()
            .filter(|line| line.starts_with("AMQ") || line.starts_with("FMQ"))
            .collect();
        let [first, between, again, other] = said.as_slice() else {
            panic!("{said:?}");
        };
        assert_eq!(
            [*first, *again, *other],
            ["AMQ9001I: Said.", "AMQ9001I: Said.", "AMQ8003I: Said."]
        );
        assert!(
            between.starts_with("FMQ0370I: ")
                && between.contains("AMQ9001")
                && between.contains(" 2 "),
            "{between}"
        );
        fs::remove_dir_all(&directory).unwrap();
    }

    #[test]
    fn a_severe_notice_leaves_a_record_once_and_says_where() {
        let (mut log, directory) = writer("records", Diagnostics::default());
        log.take(&entry("AMQ8003I", "Before.", 0), None);
        for after_s in [0, 1, 700] {
            log.take(
                &entry("FMQ0004S", "'x' is damaged at byte 7: a rule.", after_s),
                Some("a stack"),
            );
        }
        let process = std::process::id();
        let path = directory.join(format!("records/AMQ{process}.0.FDC"));
        let record = fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = record.lines().collect();
        let edges = lines
            .iter()
            .filter(|line| line.starts_with("+---") && line.ends_with("---+"));
        assert_eq!(edges.count(), 4, "{record}");
        for field in [
            "| Probe Id          :- FM000400 ",
            "| Major Errorcode   :- FMQ0004S ",
            "| Process           :- ",
            "| FDCSequenceNumber :- 1 ",
        ] {
            assert!(
                lines
                    .iter()
                    .any(|line| line.starts_with(field) && line.ends_with('|')),
                "{field}: {record}"
            );
        }
        for part in ["a stack", "Before.", "Log.LogType is CIRCULAR"] {
            assert!(record.contains(part), "{part}: {record}");
        }
        let text = fs::read_to_string(directory.join("AMQERR01.LOG")).unwrap();
        assert_eq!(text.matches("AMQ6184").count(), 2, "{text}");
        assert!(text.contains(&path.display().to_string()), "{text}");
        fs::remove_dir_all(&directory).unwrap();
    }

    /// The next attempt tells of the same object again, and of it nothing new is known.
    #[test]
    fn a_damaged_object_leaves_a_record_once_and_many_leave_room_for_failures() {
        let (mut log, directory) = writer("damaged", Diagnostics::default());
        let mut damaged = |name: &str, after_s: u64| {
            let notice = Notice::of(&AMQ7472, &[&name, &"queue", &"a rule"]);
            log.take(&own(now() + Duration::from_secs(after_s), notice), None);
        };
        for (name, after_s) in [("A", 0), ("A", 1), ("B", 2), ("A", 3_000)] {
            damaged(name, after_s);
        }
        let process = std::process::id();
        let path = directory.join(format!("records/AMQ{process}.0.FDC"));
        let records = || fs::read_to_string(&path).unwrap();
        let count = |part: &str| records().matches(part).count();
        assert_eq!(count("| Probe Id          :- FM747200 "), 2);
        assert_eq!(count("| Comment1          :- A "), 1);
        assert_eq!(count("| Comment1          :- B "), 1);
        for number in 0..1_000 {
            damaged(&format!("Q{number}"), 4_000);
        }
        let of_damage = count("| Probe Id          :- FM747200 ");
        log.take(&entry("FMQ0004S", "A rule.", 5_000), None);
        assert_eq!(count("| Major Errorcode   :- FMQ0004S "), 1);
        assert!((2..100).contains(&of_damage), "{of_damage}");
        fs::remove_dir_all(&directory).unwrap();
    }
}
