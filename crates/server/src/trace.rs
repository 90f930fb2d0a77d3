//! Traces of verbs, in files: `AMQ<process>.0.TRC`, which becomes `AMQ<process>.0.TRS` when it is full.
//!
//! A line is a record: the moment in microseconds since the Unix epoch, the connection, the process, the program, its user, `{` or `}`, the verb,
//! the reason code, how long it took in microseconds, and the rest, with tabs between. `dspmqtrc` shows them.

use crate::lock_order;
use ferromq_base::lock::{Condvar, Mutex};
use ferromq_mqi::generated::notices::FMQ0376;
use ferromq_mqi::local::TraceSettings;
use ferromq_qmgr::{Notice, NoticeSink, TracePhase, TraceRecord, TraceRecorder};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Records that may wait for the disk.
const WAITING_MAX: usize = 32_768;
/// Bytes of descriptions that may wait.
const WAITING_BYTES_MAX: usize = 16 << 20;
/// Bytes of a file where nothing is said.
const FILE_BYTES: u64 = 64 << 20;
/// Longest file.
const FILE_BYTES_MAX: u64 = 4 << 30;
/// How long the end of a trace waits for the disk.
const PATIENCE: Duration = Duration::from_secs(5);

#[derive(Default)]
struct Waiting {
    records: Vec<TraceRecord>,
    bytes: usize,
    lost: u64,
    file_bytes_max: u64,
    is_on: bool,
    has_thread: bool,
}

struct Shared {
    directory: PathBuf,
    q_mgr: String,
    notices: NoticeSink,
    waiting: Mutex<Waiting, lock_order::TraceWaiting>,
    came: Condvar,
}

/// See the module. A thread writes while there is a trace, and ends with it.
pub struct TraceFiles(Arc<Shared>);

impl TraceFiles {
    /// Traces of a queue manager in this directory, which is made with the first.
    #[must_use]
    pub fn new(directory: PathBuf, q_mgr: &str, notices: NoticeSink) -> Self {
        Self(Arc::new(Shared {
            directory,
            q_mgr: q_mgr.to_owned(),
            notices,
            waiting: Mutex::default(),
            came: Condvar::new(),
        }))
    }
}

impl TraceRecorder for TraceFiles {
    fn begin(&self, settings: &TraceSettings) -> Result<(), String> {
        let shared = &self.0;
        let refused = |error: io::Error| format!("{}: {error}", shared.directory.display());
        fs::DirBuilder::new()
            .recursive(true)
            .mode(0o770)
            .create(&shared.directory)
            .map_err(refused)?;
        let file = open(&path(&shared.directory)).map_err(refused)?;
        drop(file);
        let mut waiting = shared.waiting.lock();
        waiting.file_bytes_max = match settings.file_bytes_max {
            0 => FILE_BYTES,
            bytes => bytes.clamp(64 << 10, FILE_BYTES_MAX),
        };
        waiting.is_on = true;
        if !waiting.has_thread {
            let written = Arc::clone(shared);
            std::thread::Builder::new()
                .name("trace".to_owned())
                .spawn(move || written.run())
                .map_err(|error| error.to_string())?;
            waiting.has_thread = true;
        }
        Ok(())
    }

    fn end(&self) {
        let shared = &self.0;
        shared.waiting.lock().is_on = false;
        shared.came.notify_all();
        let began = Instant::now();
        while shared.waiting.lock().has_thread && began.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    fn record(&self, record: TraceRecord) {
        let mut waiting = self.0.waiting.lock();
        let bytes = record.details.len() + size_of::<TraceRecord>();
        if !waiting.is_on
            || waiting.records.len() >= WAITING_MAX
            || waiting.bytes + bytes > WAITING_BYTES_MAX
        {
            waiting.lost += u64::from(waiting.is_on);
            return;
        }
        waiting.bytes += bytes;
        waiting.records.push(record);
        let is_first = waiting.records.len() == 1;
        drop(waiting);
        if is_first {
            self.0.came.notify_one();
        }
    }

    fn place(&self) -> String {
        path(&self.0.directory).display().to_string()
    }
}

impl Shared {
    fn run(&self) {
        let mut out = None;
        let mut has_failed = false;
        loop {
            let mut waiting = self.waiting.lock();
            if waiting.records.is_empty() && waiting.lost == 0 {
                if !waiting.is_on {
                    waiting.has_thread = false;
                    return;
                }
                let waited = self.came.wait_timeout(waiting, Duration::from_secs(1));
                waiting = waited.0;
            }
            let records = std::mem::take(&mut waiting.records);
            let lost = std::mem::take(&mut waiting.lost);
            waiting.bytes = 0;
            let most = waiting.file_bytes_max;
            drop(waiting);
            let written = self.write(&mut out, &records, lost, most);
            match written {
                Ok(()) => has_failed = false,
                Err(error) if !has_failed => {
                    (self.notices)(Notice::of(&FMQ0376, &[&self.q_mgr, &error]));
                    has_failed = true;
                    out = None;
                }
                Err(_) => out = None,
            }
        }
    }

    fn write(
        &self,
        out: &mut Option<(BufWriter<File>, u64)>,
        records: &[TraceRecord],
        lost: u64,
        most: u64,
    ) -> io::Result<()> {
        let path = path(&self.directory);
        let mut lines: Vec<String> = records.iter().map(line).collect();
        if lost > 0 {
            lines.push(format!(
                "# {lost} records were lost: they came faster than they were written\n"
            ));
        }
        for line in lines {
            let (writer, bytes) = match out {
                Some(open) => open,
                None => {
                    let file = open(&path)?;
                    let bytes = file.metadata()?.len();
                    out.insert((BufWriter::new(file), bytes))
                }
            };
            if *bytes > 0 && *bytes + line.len() as u64 > most {
                writer.flush()?;
                *out = None;
                fs::rename(&path, path.with_extension("TRS"))?;
                let file = open(&path)?;
                let (writer, bytes) = out.insert((BufWriter::new(file), 0));
                writer.write_all(line.as_bytes())?;
                *bytes = line.len() as u64;
                continue;
            }
            writer.write_all(line.as_bytes())?;
            *bytes += line.len() as u64;
        }
        match out {
            Some((writer, _)) => writer.flush(),
            None => Ok(()),
        }
    }
}

fn path(directory: &Path) -> PathBuf {
    directory.join(format!("AMQ{}.0.TRC", std::process::id()))
}

fn open(path: &Path) -> io::Result<File> {
    OpenOptions::new()
        .create(true)
        .append(true)
        .mode(0o660)
        .open(path)
}

/// What a program calls itself and what is in a message make no further fields and lines.
fn field(text: &str) -> String {
    text.replace(|char: char| char.is_control(), " ")
}

fn line(record: &TraceRecord) -> String {
    let (brace, reason, took_us) = match record.phase {
        TracePhase::Begins => ('{', 0, 0),
        TracePhase::Ends { reason, took_us } => ('}', reason, took_us),
    };
    format!(
        "{}\t{}\t{}\t{}\t{}\t{brace}\t{}\t{reason}\t{took_us}\t{}\n",
        record.at_us,
        record.connection,
        record.process,
        field(&record.program),
        field(&record.user),
        record.verb,
        field(&record.details)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(number: u64) -> TraceRecord {
        TraceRecord {
            at_us: number,
            connection: 7,
            process: 8,
            program: "a\tb".to_owned(),
            user: "u".to_owned(),
            phase: TracePhase::Ends {
                reason: 2_033,
                took_us: 5,
            },
            verb: "MQGET",
            details: "x".repeat(1_000),
        }
    }

    #[test]
    fn files_are_bounded_and_the_newest_records_are_there() {
        let directory = std::env::temp_dir().join(format!("ferromq-trace-{}", std::process::id()));
        let _ = fs::remove_dir_all(&directory);
        let files = TraceFiles::new(directory.clone(), "QM1", Arc::new(|_| {}));
        let settings = TraceSettings {
            file_bytes_max: 64 << 10,
            ..TraceSettings::default()
        };
        files.record(record(0));
        files.begin(&settings).unwrap();
        for number in 1..=500 {
            files.record(record(number));
        }
        files.end();
        let text = fs::read_to_string(path(&directory)).unwrap();
        let last = text.lines().next_back().unwrap();
        assert!(
            last.starts_with("500\t7\t8\ta b\tu\t}\tMQGET\t2033\t5\txxx"),
            "{last}"
        );
        let before = fs::metadata(path(&directory).with_extension("TRS")).unwrap();
        assert!(text.len() <= 64 << 10 && before.len() <= 64 << 10);
        fs::remove_dir_all(&directory).unwrap();
    }
}
