//! What a container prints: its own lines, and the error log of its queue manager.
//!
//! The forms are those people who read the logs of the vendor's image know: a stamp and a text, or a JSON object to a line.

use super::environment::{ConsoleSettings, Format};
use crate::control::host_name;
use ferromq_base::calendar::UtcMoment;
use ferromq_base::output;
use serde_json::{Map, Value, json};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// Longest entry that is mirrored; longer ones are left out.
const LINE_BYTES_MAX: usize = 256 << 10;
/// What is read at a time.
const READ_BYTES: usize = 64 << 10;

/// Prints for a container.
pub(super) struct Console {
    settings: ConsoleSettings,
    q_mgr: String,
}

impl Console {
    pub(super) fn new(settings: ConsoleSettings, q_mgr: &str) -> Self {
        Self {
            settings,
            q_mgr: q_mgr.to_owned(),
        }
    }

    pub(super) const fn settings(&self) -> &ConsoleSettings {
        &self.settings
    }

    /// Prints a line of the container's own.
    pub(super) fn say(&self, text: &str) {
        output::line(&self.own_line("INFO", text, &stamp(SystemTime::now())));
    }

    /// Prints what is wrong.
    pub(super) fn complain(&self, text: &str) {
        output::line(&self.own_line("ERROR", text, &stamp(SystemTime::now())));
    }

    fn own_line(&self, level: &str, text: &str, stamp: &str) -> String {
        match self.settings.format {
            Format::Basic => format!("{stamp} {text}"),
            Format::Json => json!({
                "message": text,
                "ibm_datetime": stamp,
                "loglevel": level,
                "host": host_name(),
                "ibm_serverName": self.q_mgr,
                "ibm_processName": "runmqserver",
                "ibm_processId": std::process::id().to_string(),
                "ibm_userName": rustix::process::geteuid().as_raw().to_string(),
                "type": "mq_containerlog",
            })
            .to_string(),
        }
    }

    /// An entry of the error log, as it is printed; none where it is left out. What is no entry is printed as it is.
    fn mirrored(&self, line: &str) -> Option<String> {
        let Ok(Value::Object(entry)) = serde_json::from_str(line) else {
            return Some(line.to_owned());
        };
        let id = text(&entry, "ibm_messageId");
        if self.settings.excluded.contains(&id) {
            return None;
        }
        match self.settings.format {
            Format::Json => Some(line.to_owned()),
            Format::Basic => {
                let stamp = text(&entry, "ibm_datetime");
                let message = text(&entry, "message");
                let inserts = inserts(&entry);
                Some(match inserts.is_empty() {
                    true => format!("{stamp} {message}"),
                    false => format!("{stamp} {message} [{inserts}]"),
                })
            }
        }
    }
}

/// The text of a field, or a number as text.
fn text(entry: &Map<String, Value>, field: &str) -> String {
    match entry.get(field) {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    }
}

/// The inserts of an entry that are there: `ArithInsert1(2035), CommentInsert1(app)`.
fn inserts(entry: &Map<String, Value>) -> String {
    const INSERTS: [(&str, &str); 5] = [
        ("ibm_arithInsert1", "ArithInsert1"),
        ("ibm_arithInsert2", "ArithInsert2"),
        ("ibm_commentInsert1", "CommentInsert1"),
        ("ibm_commentInsert2", "CommentInsert2"),
        ("ibm_commentInsert3", "CommentInsert3"),
    ];
    let there = INSERTS.iter().filter_map(|(field, name)| {
        let value = text(entry, field);
        let is_none = value.is_empty() || (field.contains("arith") && value == "0");
        (!is_none).then(|| format!("{name}({value})"))
    });
    there.collect::<Vec<_>>().join(", ")
}

/// `2026-01-02T15:04:05.000Z`.
fn stamp(now: SystemTime) -> String {
    let micros = now
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default()
        .as_micros();
    UtcMoment::at(u64::try_from(micros).unwrap_or(u64::MAX)).stamp()
}

/// Follows the error log of a queue manager: `AMQERR01.json`, which is put aside when it is full.
pub(super) struct Mirror {
    path: PathBuf,
    open: Option<Followed>,
}

struct Followed {
    file: File,
    inode: u64,
    /// What was read of a line whose end is not there yet.
    begun: Vec<u8>,
    /// The rest of a line that is too long is passed over.
    passes_over: bool,
}

impl Mirror {
    /// Entries that are there already were told by an earlier container.
    pub(super) fn from_the_end(path: &Path) -> Self {
        let mut open = Followed::open(path).ok();
        if let Some(followed) = &mut open
            && followed.file.seek(SeekFrom::End(0)).is_err()
        {
            open = None;
        }
        Self {
            path: path.to_owned(),
            open,
        }
    }

    /// Hands what has come since to `print`, a line at a time. What cannot be read now is tried again the next time.
    pub(super) fn follow(&mut self, print: &mut dyn FnMut(&str)) {
        loop {
            let Some(followed) = &mut self.open else {
                self.open = Followed::open(&self.path).ok();
                if self.open.is_none() {
                    return;
                }
                continue;
            };
            if followed.read(print).is_err() {
                self.open = None;
                return;
            }
            let now = std::fs::metadata(&self.path).map(|found| found.ino());
            match now {
                Ok(inode) if inode == followed.inode => return,
                // It was put aside. What came between the last read and that is there still.
                Ok(_) => {
                    let _ = followed.read(print);
                    self.open = None;
                }
                Err(_) => return,
            }
        }
    }
}

impl Followed {
    fn open(path: &Path) -> std::io::Result<Self> {
        let file = File::open(path)?;
        let inode = file.metadata()?.ino();
        Ok(Self {
            file,
            inode,
            begun: Vec::new(),
            passes_over: false,
        })
    }

    fn read(&mut self, print: &mut dyn FnMut(&str)) -> std::io::Result<()> {
        let mut buffer = vec![0; READ_BYTES];
        loop {
            let count = self.file.read(&mut buffer)?;
            let Some(mut rest) = buffer.get(..count).filter(|read| !read.is_empty()) else {
                return Ok(());
            };
            while let Some(at) = rest.iter().position(|byte| *byte == b'\n') {
                let (line, behind) = rest.split_at(at);
                rest = behind.get(1..).unwrap_or_default();
                self.begun.extend_from_slice(line);
                if !self.passes_over && self.begun.len() <= LINE_BYTES_MAX {
                    print(&String::from_utf8_lossy(&self.begun));
                }
                self.begun.clear();
                self.passes_over = false;
            }
            self.begun.extend_from_slice(rest);
            if self.begun.len() > LINE_BYTES_MAX {
                self.begun.clear();
                self.passes_over = true;
            }
        }
    }
}

/// Prints what has come to the error log.
pub(super) fn mirror(console: &Console, log: &mut Mirror) {
    log.follow(&mut |line| {
        if let Some(text) = console.mirrored(line) {
            output::line(&text);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::io::Write;

    const ENTRY: &str = r#"{"ibm_messageId":"AMQ5026I","ibm_arithInsert1":0,"ibm_arithInsert2":7,"ibm_commentInsert1":"L","ibm_datetime":"2026-11-27T00:00:00.000Z","message":"AMQ5026I: The listener 'L' has started."}"#;

    fn console(format: Format, excluded: &[&str]) -> Console {
        let settings = ConsoleSettings {
            format,
            mirrors_q_mgr: true,
            mirrors_mqsc: false,
            excluded: excluded.iter().map(|id| (*id).to_owned()).collect(),
        };
        Console::new(settings, "QM1")
    }

    #[test]
    fn entries_are_text_or_json_and_those_named_are_left_out() {
        assert_eq!(
            console(Format::Basic, &[]).mirrored(ENTRY).as_deref(),
            Some(
                "2026-11-27T00:00:00.000Z AMQ5026I: The listener 'L' has started. [ArithInsert2(7), CommentInsert1(L)]"
            )
        );
        assert_eq!(
            console(Format::Json, &[]).mirrored(ENTRY).as_deref(),
            Some(ENTRY)
        );
        assert_eq!(console(Format::Basic, &["AMQ5026I"]).mirrored(ENTRY), None);
        let torn = "{\"ibm_messageId\":";
        assert_eq!(
            console(Format::Basic, &[]).mirrored(torn).as_deref(),
            Some(torn)
        );
    }

    #[test]
    fn own_lines_have_a_stamp_or_the_documented_fields() {
        let at = stamp(UNIX_EPOCH + std::time::Duration::from_millis(1_709_210_096_789));
        let line = console(Format::Basic, &[]).own_line("INFO", "Started queue manager", &at);
        assert_eq!(line, "2024-02-29T12:34:56.789Z Started queue manager");
        let line = console(Format::Json, &[]).own_line("INFO", "Started \"it\"", &at);
        let Ok(Value::Object(entry)) = serde_json::from_str(&line) else {
            panic!("{line}");
        };
        assert_eq!(text(&entry, "message"), "Started \"it\"");
        assert_eq!(text(&entry, "type"), "mq_containerlog");
        assert_eq!(text(&entry, "ibm_serverName"), "QM1");
    }

    #[test]
    fn a_log_is_followed_over_its_being_put_aside_and_each_line_comes_once() {
        let directory = std::env::temp_dir().join(format!("ferromq-mirror-{}", std::process::id()));
        fs::create_dir_all(&directory).unwrap();
        let path = directory.join("AMQERR01.json");
        fs::write(&path, "told before\n").unwrap();
        let mut mirror = Mirror::from_the_end(&path);
        let mut told = Vec::new();
        let mut follow = |mirror: &mut Mirror| {
            mirror.follow(&mut |line: &str| told.push(line.to_owned()));
        };
        let append = |text: &str| {
            let file = File::options().append(true).create(true).open(&path);
            file.unwrap().write_all(text.as_bytes()).unwrap();
        };
        append("one\ntw");
        follow(&mut mirror);
        append("o\nthree\n");
        fs::rename(&path, directory.join("AMQERR02.json")).unwrap();
        append("four\n");
        follow(&mut mirror);
        append(&"x".repeat(LINE_BYTES_MAX + 1));
        follow(&mut mirror);
        append("y\nfive\n");
        follow(&mut mirror);
        assert_eq!(told, ["one", "two", "three", "four", "five"]);
        fs::remove_dir_all(&directory).unwrap();
    }
}
