//! The event log of an agent, `output0.log`, and its older parts.

use super::agent_place::AgentPlace;
use ferromq_base::calendar::UtcMoment;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// See the module.
pub(super) struct EventLog {
    directory: PathBuf,
    file: Option<File>,
    bytes: u64,
    bytes_max: u64,
    files_max: u32,
    /// Lines go to the terminal as well.
    aloud: bool,
}

impl EventLog {
    /// In that directory, which is made.
    pub(super) fn open(
        directory: &Path,
        bytes_max: u64,
        files_max: u32,
        aloud: bool,
    ) -> std::io::Result<Self> {
        fs::create_dir_all(directory)?;
        let mut log = Self {
            directory: directory.to_owned(),
            file: None,
            bytes: 0,
            bytes_max,
            files_max: files_max.clamp(1, 100),
            aloud,
        };
        log.reopen()?;
        Ok(log)
    }

    /// That of an agent, as its properties have it.
    pub(super) fn of(agent: &AgentPlace, aloud: bool) -> std::io::Result<Self> {
        let properties = &agent.properties;
        let bytes_max = u64::from(properties.output_log_size_mb()) << 20;
        Self::open(
            &agent.logs(),
            bytes_max,
            properties.output_log_files(),
            aloud,
        )
    }

    fn path(&self, number: u32) -> PathBuf {
        self.directory.join(format!("output{number}.log"))
    }

    fn reopen(&mut self) -> std::io::Result<()> {
        let file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(self.path(0))?;
        self.bytes = file.metadata()?.len();
        self.file = Some(file);
        Ok(())
    }

    /// Writes a line with the time in front. A disk that is full loses lines and nothing else.
    pub(super) fn line(&mut self, text: &str) {
        let line = format!("[{}] {text}\n", now());
        if self.aloud {
            crate::output::say(&line);
        }
        if self.bytes + line.len() as u64 > self.bytes_max {
            self.turn_over();
        }
        if let Some(file) = &mut self.file
            && file.write_all(line.as_bytes()).is_ok()
        {
            self.bytes += line.len() as u64;
        }
    }

    fn turn_over(&mut self) {
        for number in (1..self.files_max).rev() {
            let _ = fs::rename(self.path(number - 1), self.path(number));
        }
        if self.files_max == 1 {
            let _ = fs::remove_file(self.path(0));
        }
        if self.reopen().is_err() {
            self.file = None;
        }
    }
}

fn now() -> String {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let us = since.map_or(0, |since| u64::try_from(since.as_micros()).unwrap_or(0));
    UtcMoment::at(us).to_string()
}
