//! The files of the notice log.

use crate::repeats::{Repeats, Subject};
use ferromq_base::calendar::UtcMoment;
use ferromq_mqi::generated::notices::{AMQ8077, AMQ8507, FMQ0175};
use ferromq_mqi::notice::Notice as Entry;
use ferromq_qmgr::Notice;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// The present log and those put aside.
const LOG_COUNT: u32 = 3;
/// What applications can have told as often as they like: by asking for what they may not do, or for answers there is no room for.
const COUNTED: [&str; 2] = [AMQ8077.label, AMQ8507.label];

/// See the module.
#[derive(Debug)]
pub(super) struct LogFile {
    directory: PathBuf,
    q_mgr_name: String,
    bytes_max: u64,
    repeats: Repeats,
    /// What could not be written to the file.
    unwritten: Repeats,
    open: Option<(File, u64)>,
}

impl LogFile {
    pub(super) fn open(directory: &Path, q_mgr_name: &str, bytes_max: u64) -> io::Result<Self> {
        fs::DirBuilder::new()
            .recursive(true)
            .mode(0o770)
            .create(directory)?;
        let mut log = Self {
            directory: directory.to_owned(),
            q_mgr_name: q_mgr_name.to_owned(),
            bytes_max,
            repeats: Repeats::default(),
            unwritten: Repeats::default(),
            open: None,
        };
        log.open = Some(log.open_file()?);
        Ok(log)
    }

    /// Writes a notice, or counts it.
    pub(super) fn take(&mut self, notice: &Notice, at: SystemTime) {
        self.tell_counts(at, false);
        let is_told = !COUNTED.contains(&notice.number) || {
            let subject = Subject {
                number: notice.number,
                place: None,
                what: notice.text.clone(),
            };
            let told = (notice.number, notice.text.as_str());
            self.repeats.note(subject, told, micros(at))
        };
        if is_told {
            self.write(notice, at);
        }
    }

    /// Writes the counts that are due; `all` of them at the end.
    pub(super) fn tell_counts(&mut self, now: SystemTime, all: bool) {
        for (number, text) in self.repeats.due(micros(now), all) {
            self.write(&Notice { number, text }, now);
        }
        for (number, text) in self.unwritten.due(micros(now), all) {
            print(&format!("{number}: {text}\n"));
        }
    }

    fn path(&self, number: u32) -> PathBuf {
        self.directory.join(format!("AMQERR{number:02}.LOG"))
    }

    fn open_file(&self) -> io::Result<(File, u64)> {
        let file = OpenOptions::new()
            .create(true)
            .append(true)
            .mode(0o660)
            .open(self.path(1))?;
        let bytes = file.metadata()?.len();
        Ok((file, bytes))
    }

    fn write(&mut self, notice: &Notice, at: SystemTime) {
        let text = entry(notice, &self.q_mgr_name, at);
        if let Err(error) = self.append(&text) {
            for line in self.unwritten(notice, &error, at) {
                print(&line);
            }
        }
    }

    /// What goes to standard error for a notice that cannot be written to the file: a line that says so, and a line for the
    /// notice. Each comes once and is counted: on a full disk the same ones may come with each attempt.
    fn unwritten(&mut self, notice: &Notice, error: &io::Error, at: SystemTime) -> Vec<String> {
        let path = self.path(1).display().to_string();
        let failure = Notice::of(&FMQ0175, &[&path, error]);
        let mut lines = Vec::new();
        for Notice { number, text } in [&failure, notice] {
            let subject = Subject {
                number,
                place: None,
                what: text.clone(),
            };
            if self.unwritten.note(subject, (number, text), micros(at)) {
                lines.push(format!("{number}: {text}\n"));
            }
        }
        lines
    }

    fn append(&mut self, text: &str) -> io::Result<()> {
        let (mut file, mut bytes) = match self.open.take() {
            Some(open) => open,
            None => self.open_file()?,
        };
        if bytes > 0 && bytes + text.len() as u64 > self.bytes_max {
            drop(file);
            for number in (1..LOG_COUNT).rev() {
                match fs::rename(self.path(number), self.path(number + 1)) {
                    Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                    _ => {}
                }
            }
            (file, bytes) = self.open_file()?;
        }
        file.write_all(text.as_bytes())?;
        self.open = Some((file, bytes + text.len() as u64));
        Ok(())
    }
}

/// Where nothing can be written to the files.
pub(super) fn to_stderr(notice: &Notice, at: SystemTime) {
    print(&entry(notice, "", at));
}

fn print(text: &str) {
    // On a full disk that may fail as well, and must not take the caller with it, as `eprintln` would.
    let _ = io::stderr().write_all(text.as_bytes());
}

fn micros(moment: SystemTime) -> u64 {
    let since_epoch = moment.duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since_epoch.as_micros()).unwrap_or(u64::MAX)
}

/// An entry: when and by whom, what happened, and what the table of notices says about it.
fn entry(notice: &Notice, q_mgr_name: &str, now: SystemTime) -> String {
    let at = UtcMoment::at(micros(now));
    let process = std::process::id();
    let mut text = format!(
        "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z - Process({process}) QMgr({q_mgr_name})\n{}: {}\n",
        at.year,
        at.month,
        at.day,
        at.hour,
        at.minute,
        at.second,
        at.microsecond / 1000,
        notice.number,
        notice.text
    );
    let id = notice
        .number
        .trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    if let Some(known) = Entry::find(id) {
        text.push_str(&format!(
            "EXPLANATION: {}\nACTION: {}\n",
            known.explanation, known.action
        ));
    }
    text.push_str(
        "-------------------------------------------------------------------------------\n",
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn notice(text: &str) -> Notice {
        Notice {
            number: "FMQ0005W",
            text: text.to_owned(),
        }
    }

    #[test]
    fn an_entry_says_when_who_what_and_what_to_do() {
        let moment = UNIX_EPOCH + Duration::from_millis(1_709_210_096_789);
        let text = entry(&notice("Process 7 ended."), "QM1", moment);
        assert!(
            text.starts_with("2024-02-29T12:34:56.789Z - Process("),
            "{text}"
        );
        for part in [
            "QMgr(QM1)",
            "FMQ0005W: Process 7 ended.",
            "EXPLANATION: ",
            "ACTION: ",
        ] {
            assert!(text.contains(part), "{text}");
        }
    }

    #[test]
    fn what_an_application_is_refused_again_and_again_is_counted() {
        let name = format!("ferromq-counted-{}", std::process::id());
        let directory = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&directory);
        let mut log = LogFile::open(&directory, "QM1", 1 << 20).unwrap();
        let now = UNIX_EPOCH + Duration::from_secs(1_709_210_096);
        let refusals = [
            ("AMQ8077W", "User 'jill' is not authorized."),
            ("AMQ8507W", "An answer has no room."),
        ];
        for (number, text) in [refusals; 100].as_flattened() {
            let text = (*text).to_owned();
            log.take(&Notice { number, text }, now);
        }
        // Others are written as often as they come.
        for _ in 0..2 {
            log.take(&notice("Process 7 ended."), now + Duration::from_secs(300));
        }
        let text = fs::read_to_string(log.path(1)).unwrap();
        let count = |part: &str| text.matches(part).count();
        let counts = ["AMQ8077W", "AMQ8507W", "FMQ0005W"].map(count);
        assert_eq!(counts, [2, 2, 2], "{text}");
        assert_eq!(count("(100 times since 2024-02-29 12:34:56 UTC)"), 2);
        fs::remove_dir_all(&directory).unwrap();
    }

    #[test]
    fn what_cannot_be_written_is_printed_once_and_counted() {
        let name = format!("ferromq-unwritten-{}", std::process::id());
        let directory = std::env::temp_dir().join(name);
        let mut log = LogFile::open(&directory, "QM1", 1 << 20).unwrap();
        log.open = None;
        fs::remove_dir_all(&directory).unwrap();
        let now = UNIX_EPOCH + Duration::from_secs(1_709_210_096);
        for _ in 0..100 {
            log.take(&notice("The disk is full."), now);
        }
        let error = log.append("anything").expect_err("no directory");
        let mut lines = |text| log.unwritten(&notice(text), &error, now);
        assert!(lines("The disk is full.").is_empty());
        assert_eq!(lines("Something else."), ["FMQ0005W: Something else.\n"]);
        let due = log.unwritten.due(micros(now), true);
        let counted = "The disk is full. (101 times since 2024-02-29 12:34:56 UTC)";
        assert!(due.contains(&("FMQ0005W", counted.to_owned())), "{due:?}");
        assert_eq!(due.len(), 2, "and that the file fails");
    }

    #[test]
    fn a_full_log_is_put_aside_and_the_oldest_one_forgotten() {
        let directory = std::env::temp_dir().join(format!("ferromq-errors-{}", std::process::id()));
        let _ = fs::remove_dir_all(&directory);
        let mut log = LogFile::open(&directory, "QM1", 1).unwrap();
        for text in ["one", "two", "three", "four"] {
            log.write(&notice(text), SystemTime::now());
        }
        for (number, text) in [(1, "four"), (2, "three"), (3, "two")] {
            let found = fs::read_to_string(log.path(number)).unwrap();
            assert!(found.contains(&format!("FMQ0005W: {text}\n")), "{found}");
        }
        fs::remove_dir_all(&directory).unwrap();
    }
}
