//! How a notice is written: as in `AMQERR01.LOG`, as a JSON object, or as a line for a console.
//!
//! What programs that collect logs look for is kept: the stamp, the words in front of brackets and their order, the blank lines, `EXPLANATION:` and
//! `ACTION:` on lines of their own, and the line of dashes at the end with the place in the source. A notice never makes two
//! entries: what users have brought into it has its line ends and other control characters replaced.
//!
//! Readers of the text take the first word with a colon at its end behind the number for the heading of the explanation, and the
//! next one for that of the action (in other languages they are other words). So no other word has one there.

use super::settings::LogFacts;
use ferromq_base::calendar::UtcMoment;
use ferromq_base::time_zone::{CivilTime, Zone};
use ferromq_mqi::notice::{Notice as Entry, Severity};
use ferromq_qmgr::Notice;
use std::fmt::Write as _;
use std::time::{SystemTime, UNIX_EPOCH};

/// Inserts an entry has of whole numbers.
const ARITHMETIC_MAX: usize = 2;
/// Inserts an entry has of text.
const COMMENTS_MAX: usize = 3;
/// Longest insert, characters.
const INSERT_CHARS_MAX: usize = 1_024;
/// Columns of the last line.
const COLUMNS: usize = 80;

/// An entry of the error log: a notice, and when and by which thread it was given.
#[derive(Clone, Debug)]
pub(super) struct LogEntry {
    pub(super) at: SystemTime,
    /// Number of the thread within the process, from 1.
    pub(super) thread: u64,
    pub(super) notice: Notice,
}

impl LogEntry {
    /// Its number without the letter: `AMQ9001`.
    pub(super) fn id(&self) -> &'static str {
        id_of(self.notice.number)
    }

    pub(super) fn severity(&self) -> Severity {
        Entry::find(self.id()).map_or(Severity::Information, |entry| entry.severity)
    }
}

pub(super) fn id_of(number: &'static str) -> &'static str {
    number.trim_end_matches(|letter: char| letter.is_ascii_alphabetic())
}

/// What all entries of a log have in common.
#[derive(Debug)]
pub(super) struct Style {
    pub(super) facts: LogFacts,
    pub(super) host: String,
    pub(super) user: String,
    pub(super) zone: Zone,
    pub(super) with_severity: bool,
}

impl Style {
    fn number(&self, entry: &LogEntry) -> &'static str {
        match self.with_severity {
            true => entry.notice.number,
            false => entry.id(),
        }
    }

    /// Where in the source a notice was told.
    pub(super) fn component(&self, notice: &Notice) -> String {
        module_of(notice).0
    }

    /// `AMQ8003I: Queue manager 'QM1' started.`
    fn message(&self, entry: &LogEntry) -> String {
        format!("{}: {}", self.number(entry), one_line(&entry.notice.text))
    }

    /// The whole entry, with its line ends.
    pub(super) fn text(&self, entry: &LogEntry) -> String {
        const INDENT: &str = "                    ";
        let facts = &self.facts;
        let mut text = format!(
            "{} - Process({}.{}) User({}) Program({})\n{INDENT}Host({}) Installation({})\n{INDENT}VRMF({})",
            self.local_stamp(entry.at),
            std::process::id(),
            entry.thread,
            self.user,
            facts.program,
            self.host,
            facts.installation,
            facts.vrmf(),
        );
        if !facts.q_mgr_name.is_empty() {
            let _ = write!(text, " QMgr({})", facts.q_mgr_name);
        }
        let _ = write!(text, "\n{INDENT}Time({})\n", utc_stamp(entry.at));
        if let Some(host) = &entry.notice.remote_host {
            let _ = writeln!(text, "{INDENT}RemoteHost({})", insert(host));
        }
        let (numbers, comments) = inserts(&entry.notice);
        for (at, number) in numbers.iter().enumerate() {
            let _ = writeln!(text, "{INDENT}ArithInsert{}({number})", at + 1);
        }
        for (at, comment) in comments.iter().enumerate() {
            let _ = writeln!(text, "{INDENT}CommentInsert{}({comment})", at + 1);
        }
        let told = without_headings(&one_line(&entry.notice.text));
        let _ = write!(text, "\n{}: {told}\n\n", self.number(entry));
        let (explanation, action) = match Entry::find(entry.id()) {
            Some(known) => (known.explanation, known.action),
            None => ("None.", "None."),
        };
        let (explanation, action) = (without_headings(explanation), without_headings(action));
        let _ = write!(text, "EXPLANATION:\n{explanation}\nACTION:\n{action}\n");
        let (module, line) = module_of(&entry.notice);
        let mut last = format!("----- {module} : {line} ");
        let dashes = COLUMNS.saturating_sub(last.len()).max(10);
        last.push_str(&"-".repeat(dashes));
        text.push_str(&last);
        text.push('\n');
        text
    }

    /// The JSON object, with a line end.
    pub(super) fn json(&self, entry: &LogEntry) -> String {
        let facts = &self.facts;
        let mut object = Object::default();
        object.text("ibm_messageId", self.number(entry));
        let (numbers, comments) = inserts(&entry.notice);
        for (at, number) in numbers.iter().enumerate() {
            object.number(&format!("ibm_arithInsert{}", at + 1), number);
        }
        for (at, comment) in comments.iter().enumerate() {
            object.text(&format!("ibm_commentInsert{}", at + 1), comment);
        }
        object.text("ibm_datetime", &utc_stamp(entry.at));
        if !facts.q_mgr_name.is_empty() {
            object.text("ibm_serverName", &facts.q_mgr_name);
        }
        object.text("type", "mq_log");
        object.text("host", &self.host);
        let level = match entry.severity() {
            Severity::Information => "INFO",
            Severity::Warning => "WARNING",
            Severity::Error | Severity::Severe | Severity::Terminating => "ERROR",
        };
        object.text("loglevel", level);
        let (module, line) = module_of(&entry.notice);
        object.text("module", &format!("{module}:{line}"));
        let since = entry.at.duration_since(UNIX_EPOCH).unwrap_or_default();
        let sequence = format!("{}_{:09}", since.as_secs(), since.subsec_nanos());
        object.text("ibm_sequence", &sequence);
        if let Some(host) = &entry.notice.remote_host {
            object.text("ibm_remoteHost", host);
        }
        if !facts.q_mgr_id.is_empty() {
            object.text("ibm_qmgrId", &facts.q_mgr_id);
        }
        object.number("ibm_processId", std::process::id());
        object.number("ibm_threadId", entry.thread);
        object.text("ibm_version", &facts.vrmf());
        object.text("ibm_processName", facts.program);
        object.text("ibm_userName", &self.user);
        object.text("ibm_installationName", facts.installation);
        object.text("ibm_installationDir", &facts.installation_path);
        object.text("message", &self.message(entry));
        object.end()
    }

    /// A line for a console: the moment, the message, and the inserts in brackets.
    pub(super) fn basic(&self, entry: &LogEntry) -> String {
        let (numbers, comments) = inserts(&entry.notice);
        let numbers = numbers.iter().enumerate();
        let numbers = numbers.filter(|(_, number)| **number != 0);
        let numbers = numbers.map(|(at, number)| format!("ArithInsert{}({number})", at + 1));
        let comments = comments.iter().enumerate();
        let comments = comments.map(|(at, text)| format!("CommentInsert{}({text})", at + 1));
        let inserts: Vec<String> = numbers.chain(comments).collect();
        let inserts = match inserts.is_empty() {
            true => String::new(),
            false => format!(" [{}]", inserts.join(", ")),
        };
        format!("{} {}{inserts}\n", utc_stamp(entry.at), self.message(entry))
    }

    /// `11/26/26 23:41:16`, as clocks here show it.
    fn local_stamp(&self, at: SystemTime) -> String {
        let since = at.duration_since(UNIX_EPOCH).unwrap_or_default();
        let utc_s = i64::try_from(since.as_secs()).unwrap_or(i64::MAX);
        let shown_s = utc_s.saturating_add(i64::from(self.zone.ahead_s(utc_s)));
        match CivilTime::at_seconds(shown_s) {
            Some(shown) => {
                let (hour, minute, second) = shown.time_of_day();
                let (month, day, year) = (shown.month(), shown.day(), shown.year() % 100);
                format!("{month:02}/{day:02}/{year:02} {hour:02}:{minute:02}:{second:02}")
            }
            None => "01/01/70 00:00:00".to_owned(),
        }
    }
}

/// Microseconds since the Unix epoch.
pub(super) fn micros(moment: SystemTime) -> u64 {
    let since_epoch = moment.duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since_epoch.as_micros()).unwrap_or(u64::MAX)
}

/// `2026-11-26T23:41:16.123Z`.
pub(super) fn utc_stamp(at: SystemTime) -> String {
    UtcMoment::at(micros(at)).stamp()
}

/// The values of a notice that are whole numbers, and the others.
fn inserts(notice: &Notice) -> (Vec<i64>, Vec<String>) {
    let mut numbers = Vec::new();
    let mut comments = Vec::new();
    for value in &notice.values {
        match value.parse::<i64>() {
            Ok(number) if numbers.len() < ARITHMETIC_MAX => numbers.push(number),
            _ if comments.len() < COMMENTS_MAX => comments.push(insert(value)),
            _ => {}
        }
    }
    (numbers, comments)
}

fn insert(value: &str) -> String {
    let line = one_line(value);
    match line.char_indices().nth(INSERT_CHARS_MAX) {
        Some((at, _)) => format!("{}...", &line[..at]),
        None => line,
    }
}

/// Text without line ends and other control characters.
pub(super) fn one_line(text: &str) -> String {
    let shown = |char: char| if char.is_control() { ' ' } else { char };
    text.trim_end().chars().map(shown).collect()
}

/// Text of which no word ends in a colon.
fn without_headings(text: &str) -> String {
    text.trim_end_matches(':').replace(": ", "; ")
}

/// Where in the source a notice was told: crate and file, in the letters log shippers take there, and the line.
fn module_of(notice: &Notice) -> (String, u32) {
    let path = notice.origin.file();
    let parts: Vec<&str> = path.split('/').collect();
    let of_crate = parts
        .iter()
        .position(|part| *part == "crates")
        .and_then(|at| parts.get(at + 1))
        .copied()
        .unwrap_or("ferromq");
    let file = match parts.as_slice() {
        [.., directory, "mod.rs"] => format!("{directory}.rs"),
        [.., file] => (*file).to_owned(),
        [] => String::new(),
    };
    let fits = |char: &char| char.is_ascii_lowercase() || char.is_ascii_digit() || *char == '.';
    let module = format!("{of_crate}.{file}");
    (module.chars().filter(fits).collect(), notice.origin.line())
}

/// A JSON object that is being written.
#[derive(Default)]
struct Object(String);

impl Object {
    fn key(&mut self, key: &str) {
        let between = if self.0.is_empty() { '{' } else { ',' };
        let _ = write!(self.0, "{between}\"{key}\":");
    }

    fn number(&mut self, key: &str, value: impl std::fmt::Display) {
        self.key(key);
        let _ = write!(self.0, "{value}");
    }

    fn text(&mut self, key: &str, value: &str) {
        self.key(key);
        self.0.push('"');
        for char in value.chars() {
            match char {
                '"' => self.0.push_str("\\\""),
                '\\' => self.0.push_str("\\\\"),
                char if char.is_control() => {
                    let _ = write!(self.0, "\\u{:04x}", u32::from(char));
                }
                char => self.0.push(char),
            }
        }
        self.0.push('"');
    }

    fn end(mut self) -> String {
        self.0.push_str("}\n");
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferromq_mqi::generated::notices::{AMQ7229, AMQ8003};
    use std::time::Duration;

    fn style(with_severity: bool, ahead: &str) -> Style {
        Style {
            facts: LogFacts {
                q_mgr_name: "QM1".to_owned(),
                q_mgr_id: "QM1_2024-02-29_10.00.00".to_owned(),
                installation_path: "/opt/ferromq".to_owned(),
                ..LogFacts::default()
            },
            host: "h1".to_owned(),
            user: "mqm".to_owned(),
            zone: Zone::of_offset(ahead).expect("a zone"),
            with_severity,
        }
    }

    fn entry(notice: Notice) -> LogEntry {
        LogEntry {
            at: UNIX_EPOCH + Duration::from_millis(1_709_210_096_789),
            thread: 3,
            notice,
        }
    }

    #[test]
    fn an_entry_has_the_layout_log_shippers_read() {
        let line = line!() + 1;
        let notice = Notice::of(&AMQ8003, &[&"QM1"]);
        let text = style(true, "GMT+02:00").text(&entry(notice));
        let lines: Vec<&str> = text.lines().collect();
        let process = std::process::id();
        let first = format!("02/29/24 14:34:56 - Process({process}.3) User(mqm) Program(ferromq)");
        assert_eq!(lines[0], first);
        assert_eq!(
            &lines[1..6],
            [
                "                    Host(h1) Installation(Installation1)",
                "                    VRMF(0.1.0.0) QMgr(QM1)",
                "                    Time(2024-02-29T12:34:56.789Z)",
                "                    CommentInsert1(QM1)",
                "",
            ]
        );
        assert_eq!(lines[6], "AMQ8003I: Queue manager 'QM1' started.");
        assert_eq!(
            (lines[7], lines[8], lines[10]),
            ("", "EXPLANATION:", "ACTION:")
        );
        let last = lines[12];
        assert!(
            last.starts_with(&format!("----- server.layout.rs : {line} ---")),
            "{last}"
        );
        assert_eq!((last.len(), lines.len()), (80, 13));
    }

    /// The reader of Elastic joins lines, and then wants this order; its word for the line of dashes has no other letters.
    #[test]
    fn the_words_come_in_the_order_collectors_want() {
        let mut notice = Notice::of(&AMQ7229, &[&2035, &"QM1"]);
        notice.remote_host = Some("10.0.0.7".to_owned());
        let text = style(true, "UTC").text(&entry(notice));
        let joined = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut from = 0;
        for word in [
            "Process(",
            "User(",
            "Program(",
            "Host(",
            "Installation(",
            "VRMF(",
            "QMgr(",
            "Time(",
            "RemoteHost(10.0.0.7)",
            "ArithInsert1(2035)",
            "CommentInsert1(QM1)",
            "AMQ7229I: ",
            "EXPLANATION: ",
            "ACTION: ",
            "----- ",
        ] {
            let at = joined[from..].find(word);
            from += at.unwrap_or_else(|| panic!("{word} in {joined}"));
        }
        let last = text.lines().next_back().expect("a last line");
        let middle = last.trim_matches('-');
        let fits = |char: char| matches!(char, 'a'..='z' | '0'..='9' | '.' | ' ' | ':');
        assert!(middle.chars().all(fits), "{last}");
        assert!(last.starts_with("-----") && last.ends_with("----------"));
    }

    #[test]
    fn no_word_but_the_headings_looks_like_one() {
        for known in Entry::all().filter(|known| known.id.starts_with("AMQ")) {
            let value: &dyn std::fmt::Display = &"a: b:";
            let values = vec![value; known.text.matches('{').count()];
            let text = style(true, "UTC").text(&entry(Notice::of(known, &values)));
            let joined = text.split_whitespace().collect::<Vec<_>>().join(" ");
            let number = format!(" {}: ", known.label);
            let (_, behind) = joined.split_once(&number).expect("its number");
            let words = behind.split(' ').filter(|word| word.len() > 1);
            let headings: Vec<&str> = words.filter(|word| word.ends_with(':')).collect();
            assert_eq!(headings, ["EXPLANATION:", "ACTION:"], "{text}");
        }
    }

    #[test]
    fn an_entry_cannot_be_forged() {
        let forged = "x\n----- a : 1 ----------\n\nAMQ8003I: Queue manager 'QM1' started.";
        let notice = Notice::of(&AMQ8003, &[&forged]);
        let text = style(true, "UTC").text(&entry(notice.clone()));
        assert_eq!(text.lines().count(), 13, "{text}");
        assert_eq!(style(true, "UTC").json(&entry(notice)).lines().count(), 1);
    }

    #[test]
    fn a_json_entry_has_the_documented_fields() {
        let notice = Notice::of(&AMQ7229, &[&2035, &"a\"b\\c"]);
        let line = line!() - 1;
        let json = style(true, "UTC").json(&entry(notice));
        let process = std::process::id();
        let wanted = format!(
            "{{\"ibm_messageId\":\"AMQ7229I\",\"ibm_arithInsert1\":2035,\"ibm_commentInsert1\":\"a\\\"b\\\\c\",\
             \"ibm_datetime\":\"2024-02-29T12:34:56.789Z\",\"ibm_serverName\":\"QM1\",\"type\":\"mq_log\",\"host\":\"h1\",\
             \"loglevel\":\"INFO\",\"module\":\"server.layout.rs:{line}\",\"ibm_sequence\":\"1709210096_789000000\",\
             \"ibm_qmgrId\":\"QM1_2024-02-29_10.00.00\",\"ibm_processId\":{process},\"ibm_threadId\":3,\"ibm_version\":\"0.1.0.0\",\"ibm_processName\":\"ferromq\",\
             \"ibm_userName\":\"mqm\",\"ibm_installationName\":\"Installation1\",\"ibm_installationDir\":\"/opt/ferromq\",\
             \"message\":\"AMQ7229I: "
        );
        assert!(json.starts_with(&wanted), "{json}\n{wanted}");
    }

    #[test]
    fn a_line_of_a_console_has_its_inserts_behind_it() {
        let notice = Notice::of(&AMQ8003, &[&"QM1"]);
        assert_eq!(
            style(false, "UTC").basic(&entry(notice)),
            "2024-02-29T12:34:56.789Z AMQ8003: Queue manager 'QM1' started. [CommentInsert1(QM1)]\n"
        );
    }
}
