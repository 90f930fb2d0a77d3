//! The notice log of a queue manager: `errors/AMQERR01.LOG`, and the two before it.

use ferromq_base::calendar::UtcMoment;
use ferromq_mqi::notice::Notice as Entry;
use ferromq_qmgr::{Notice, NoticeSink};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

/// A log that has grown to this is put aside.
const LOG_BYTES_MAX: u64 = 2 * 1024 * 1024;
/// The present log and those put aside.
const LOG_COUNT: u32 = 3;

/// See the module. Every notice is in the file, though not forced to disk, when the sink returns.
///
/// A notice that cannot be written goes to the standard error stream instead.
#[derive(Debug)]
pub struct ErrorLog {
    directory: PathBuf,
    q_mgr_name: String,
    bytes_max: u64,
    open: Mutex<Option<(File, u64)>>,
}

impl ErrorLog {
    /// A log in `directory`, which is made when there is none.
    ///
    /// # Errors
    /// When the directory cannot be made or the log not be opened.
    pub fn open(directory: &Path, q_mgr_name: &str) -> io::Result<Self> {
        fs::DirBuilder::new()
            .recursive(true)
            .mode(0o770)
            .create(directory)?;
        let log = Self {
            directory: directory.to_owned(),
            q_mgr_name: q_mgr_name.to_owned(),
            bytes_max: LOG_BYTES_MAX,
            open: Mutex::new(None),
        };
        *log.open.lock().unwrap_or_else(PoisonError::into_inner) = Some(log.open_file()?);
        Ok(log)
    }

    /// A sink that writes to this log.
    #[must_use]
    pub fn sink(self) -> NoticeSink {
        Arc::new(move |notice| self.write(&notice))
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

    /// Writes one notice.
    pub fn write(&self, notice: &Notice) {
        let text = entry(notice, &self.q_mgr_name, SystemTime::now());
        if let Err(error) = self.append(&text) {
            let text = format!(
                "{text}(not written to {}: {error})\n",
                self.path(1).display()
            );
            // On a full disk that may fail as well, and must not take the caller with it, as
            // `eprintln` would.
            let _ = io::stderr().write_all(text.as_bytes());
        }
    }

    fn append(&self, text: &str) -> io::Result<()> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut file, mut bytes) = match open.take() {
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
        *open = Some((file, bytes + text.len() as u64));
        Ok(())
    }
}

/// An entry: when and by whom, what happened, and what the table of notices says about it.
fn entry(notice: &Notice, q_mgr_name: &str, now: SystemTime) -> String {
    let since_epoch = now.duration_since(UNIX_EPOCH).unwrap_or_default();
    let at = UtcMoment::at(u64::try_from(since_epoch.as_micros()).unwrap_or(u64::MAX));
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
    fn a_full_log_is_put_aside_and_the_oldest_one_forgotten() {
        let directory = std::env::temp_dir().join(format!("ferromq-errors-{}", std::process::id()));
        let _ = fs::remove_dir_all(&directory);
        let mut log = ErrorLog::open(&directory, "QM1").unwrap();
        log.bytes_max = 1;
        for text in ["one", "two", "three", "four"] {
            log.write(&notice(text));
        }
        for (number, text) in [(1, "four"), (2, "three"), (3, "two")] {
            let found = fs::read_to_string(log.path(number)).unwrap();
            assert!(found.contains(&format!("FMQ0005W: {text}\n")), "{found}");
        }
        fs::remove_dir_all(&directory).unwrap();
    }
}
