//! `ferromq transfers`: what ran, what runs and what failed, from the files or the database of a logger and from what agents tell.

use super::clock::now_ms;
use super::logger_place::LoggerPlace;
use super::past_text::{Row, json, table};
use super::place::Place;
use super::watching::Watching;
use super::words::refuse;
use crate::arguments::Arguments;
use crate::failure::Failure;
use ferromq_base::output;
use ferromq_transfer::audit::Progress;
use ferromq_transfer::generated::notices::{
    BFGCL9580, BFGCL9581, BFGCL9582, BFGCL9583, BFGCL9584, BFGCL9585,
};
use ferromq_transfer::logger::{History, LineFiles, LineFormat, TransferState, Wanted, read_past};
use ferromq_transfer::party::TransferId;
use ferromq_transfer::schedule::Moment;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::path::Path;

/// Transfers that are shown without `--limit`.
const LIMIT: usize = 100;
/// Transfers that are shown, at most.
const LIMIT_MAX: usize = 10_000;
/// Transfers of which is kept in memory what became of them, the last that began.
const TRANSFERS_MAX: usize = 100_000;
/// Longest line, bytes. What is longer is no line of a transfer.
const LINE_BYTES_MAX: u64 = 16 << 20;
/// Loggers of a configuration that are named when one is to be chosen.
const LOGGERS_MAX: usize = 100;
/// Longest age of `--since`: ten thousand days.
const AGE_S_MAX: u64 = 10_000 * 86_400;

/// `ferromq transfers`.
pub(crate) fn transfers(arguments: &Arguments) -> Result<u8, Failure> {
    let asked = Asked::read(arguments)?;
    let place = Place::meant(arguments)?;
    let logger = logger_of(&place, arguments.value("--logger"))?;
    let mut history = match logger.has_database() {
        true => of_database(&logger, &asked)?,
        false => of_lines(&logger, &asked)?,
    };
    // On standard error: programs read the other.
    if matches!(logger.runs(), Ok(false)) {
        output::complain(&format!("{}\n", BFGCL9583.line(&[&logger.logger])));
    }
    let mut found = history.transfers();
    let is_over = asked.id.is_some() && found.any(|(_, transfer)| transfer.ended.is_some());
    drop(found);
    let running = match asked.is_failed || is_over {
        true => RunningTransfers::new(),
        false => running_transfers(&place, asked.id),
    };
    for (id, (progress, _)) in &running {
        add(&mut history, *id, progress);
    }
    let rows = asked.rows(&history, &running);
    if let (Some(id), true) = (asked.id, rows.is_empty()) {
        let text = format!("{}\n", BFGCL9584.line(&[&logger.logger, &id]));
        return Err(Failure::text(text, 1));
    }
    match arguments.has("--json") {
        true => output::say(&json(logger.logger.as_str(), &rows, asked.id.is_some())),
        false => output::say(&table(&rows)),
    }
    Ok(0)
}

/// Which transfers are meant.
struct Asked {
    id: Option<TransferId>,
    is_failed: bool,
    since: Option<Moment>,
    limit: usize,
}

impl Asked {
    fn read(arguments: &Arguments) -> Result<Self, Failure> {
        let id = arguments.name(0).map(|text| {
            TransferId::from_text(text.trim()).ok_or_else(|| {
                let text: String = text.chars().take(64).collect();
                refuse(&format!(
                    "'{text}' is no identifier of a transfer, which has 48 hexadecimal digits."
                ))
            })
        });
        let id = id.transpose()?;
        let others = ["--failed", "--since", "--limit"];
        if let (Some(_), Some(other)) = (id, others.iter().find(|flag| arguments.has(flag))) {
            return Err(refuse(&format!(
                "{other} chooses among transfers; one is named already."
            )));
        }
        let limit = arguments.number("--limit", 1, LIMIT_MAX);
        let limit = limit.map_err(|problem| refuse(&format!("{problem}.")))?;
        let since = arguments
            .value("--since")
            .map(|text| since_of(text, now_ms()));
        Ok(Self {
            id,
            is_failed: arguments.has("--failed"),
            since: since.transpose()?,
            limit: limit.unwrap_or(LIMIT),
        })
    }

    /// What is meant of it, the newest first.
    fn rows<'a>(&self, history: &'a History, running: &'a RunningTransfers) -> Vec<Row<'a>> {
        let rows = history.transfers().rev().map(|(id, transfer)| Row {
            id,
            transfer,
            progress: running
                .get(&id)
                .filter(|_| transfer.state == TransferState::Running)
                .map(|(_, text)| text.as_str()),
        });
        let mut rows: Vec<_> = rows.filter(|row| self.means(row)).collect();
        rows.sort_by_key(|row| std::cmp::Reverse(row.transfer.started.or(row.transfer.ended)));
        rows.truncate(self.limit);
        rows
    }

    fn means(&self, row: &Row<'_>) -> bool {
        let last = row.transfer.ended.or(row.transfer.started);
        let is_late = self.since.is_none_or(|since| last >= Some(since));
        let is_failed = !matches!(
            row.transfer.state,
            TransferState::Running | TransferState::Done
        );
        (is_late || row.progress.is_some()) && (is_failed || !self.is_failed)
    }
}

/// A moment, or how long ago it is: `90s`, `30m`, `12h`, `7d`.
fn since_of(text: &str, now_ms: u64) -> Result<Moment, Failure> {
    if let Some(moment) = Moment::from_text(text.trim()) {
        return Ok(moment);
    }
    let units = [('s', 1), ('m', 60), ('h', 3_600), ('d', 86_400)];
    let age = units.iter().find_map(|(unit, seconds)| {
        let count: u64 = text.trim().strip_suffix(*unit)?.parse().ok()?;
        count.checked_mul(*seconds).filter(|age| *age <= AGE_S_MAX)
    });
    let age = age.ok_or_else(|| {
        let text: String = text.chars().take(64).collect();
        refuse(&format!(
            "--since is a time such as 2026-11-26T20:00Z, or how long ago it was, such as 90s, 30m, 12h or 7d, not '{text}'."
        ))
    })?;
    Ok(Moment::at_ms(now_ms.saturating_sub(age * 1_000)))
}

/// The logger of that name, or the only one there is.
fn logger_of(place: &Place, name: Option<&str>) -> Result<LoggerPlace, Failure> {
    if let Some(name) = name {
        return LoggerPlace::find(place, name);
    }
    let directory = place.loggers();
    let mut names = Vec::new();
    match fs::read_dir(&directory) {
        Ok(entries) => {
            for entry in entries.take(LOGGERS_MAX) {
                let entry = entry.map_err(|error| Failure::io(directory.display(), &error))?;
                if entry.path().join("logger.properties").exists() {
                    names.push(entry.file_name().to_string_lossy().into_owned());
                }
            }
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(Failure::io(directory.display(), &error)),
    }
    names.sort();
    match names.as_slice() {
        [] => {
            let text = format!("{}\n", BFGCL9580.line(&[&place.coordination]));
            Err(Failure::text(text, 1))
        }
        [name] => LoggerPlace::find(place, name),
        several => {
            let text = format!("{}\n", BFGCL9581.line(&[&several.join(", ")]));
            Err(Failure::text(text, 1))
        }
    }
}

/// What the database of a logger has.
fn of_database(logger: &LoggerPlace, asked: &Asked) -> Result<History, Failure> {
    let mut history = match asked.id {
        Some(id) => History::of_one(LineFormat::standard(), id),
        None => History::new(LineFormat::standard(), TRANSFERS_MAX),
    };
    let wanted = Wanted {
        id: asked.id,
        is_failed: asked.is_failed,
        since: asked.since,
        limit: asked.limit,
    };
    let read = logger.target()?.reader().and_then(|mut open| {
        let read = read_past(open.as_mut(), &wanted, &mut history);
        read.map_err(|problem| problem.to_string())
    });
    read.map_err(|why| {
        let text = BFGCL9585.line(&[&logger.logger, &why]);
        Failure::text(format!("{text}\n"), 1)
    })?;
    Ok(history)
}

/// What the files of a logger have.
fn of_lines(logger: &LoggerPlace, asked: &Asked) -> Result<History, Failure> {
    let mut history = match asked.id {
        Some(id) => History::of_one(logger.format()?, id),
        None => History::new(logger.format()?, TRANSFERS_MAX),
    };
    read_lines(logger, &mut history)?;
    Ok(history)
}

/// Gives all there is in the files of a logger to a history, the oldest first.
fn read_lines(logger: &LoggerPlace, history: &mut History) -> Result<(), Failure> {
    let directory = logger.files();
    let failed = |path: &Path, error: &io::Error| Failure::io(path.display(), error).with_code(1);
    let paths = match LineFiles::paths(&directory, logger.logger.as_str()) {
        Ok(paths) => paths,
        // It was never started.
        Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(failed(&directory, &error)),
    };
    for path in paths {
        match File::open(&path) {
            Ok(file) => {
                add_lines(BufReader::new(file), history).map_err(|error| failed(&path, &error))?;
            }
            // The logger has taken the oldest away meanwhile.
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(failed(&path, &error)),
        }
    }
    Ok(())
}

/// Whole lines only: the last may be half written.
fn add_lines(mut file: impl BufRead, history: &mut History) -> io::Result<()> {
    let mut line = Vec::new();
    let mut is_rest = false;
    loop {
        line.clear();
        let len = (&mut file)
            .take(LINE_BYTES_MAX)
            .read_until(b'\n', &mut line)?;
        if len == 0 {
            return Ok(());
        }
        let is_end = line.last() == Some(&b'\n');
        if is_end && !is_rest {
            history.add_line(&String::from_utf8_lossy(&line));
        }
        is_rest = !is_end;
    }
}

type RunningTransfers = BTreeMap<TransferId, (Progress, String)>;

/// What agents tell of transfers that run.
fn running_transfers(place: &Place, id: Option<TransferId>) -> RunningTransfers {
    match Watching::begin(place, "+", id) {
        Ok(watching) => watching.all(),
        Err(failure) => {
            output::complain(failure.words());
            output::complain(&format!("{}\n", BFGCL9582.line(&[])));
            RunningTransfers::new()
        }
    }
}

/// What is told of a transfer and not in the files: the logger may not run, or was made later.
fn add(history: &mut History, id: TransferId, progress: &Progress) {
    let transfer = history.transfer(id);
    if transfer.started.is_none() && transfer.ended.is_none() {
        let began = progress.time.ms().saturating_sub(progress.elapsed_ms);
        transfer.started = Some(Moment::at_ms(began));
        transfer.source.clone_from(&progress.source_agent.agent);
        transfer
            .destination
            .clone_from(&progress.destination_agent.agent);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn since_is_a_time_or_an_age() {
        let now_ms = 1_000_000_000;
        let since = |text: &str| since_of(text, now_ms).map(Moment::ms).ok();
        assert_eq!(since("90s"), Some(now_ms - 90_000));
        assert_eq!(since("2h"), Some(now_ms - 7_200_000));
        assert_eq!(since("10000d"), Some(0));
        assert_eq!(since("1970-01-02T00:00"), Some(86_400_000));
        for wrong in ["", "h", "10001d", "-1s", "99999999999999999999d", "é"] {
            assert_eq!(since(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn half_a_line_and_what_is_no_text_are_passed_over() {
        let id = "01".repeat(24);
        let started = format!("2026-11-26T21:46:19;{id};[TSTR];   ;NORTH;QM1;STANDARD;");
        let whole = format!("{started}SOUTH;QM1;ann;nightly;;;\n");
        let mut history = History::new(LineFormat::standard(), 10);
        let half = [b"\xff\xfe;\n", whole.as_bytes(), started.as_bytes()].concat();
        add_lines(half.as_slice(), &mut history).expect("read");
        let all: Vec<_> = history.transfers().collect();
        assert_eq!(all.len(), 1);
        assert_eq!(all[0].1.destination, "SOUTH");
        assert_eq!(all[0].1.job, "nightly");
    }
}
