//! The event log of an agent, `output0.log`, and its older parts.

use super::agent_place::AgentPlace;
use super::clock::now;
use super::observing::rolling::Rolling;
use super::observing::tracing::Tracing;
use std::path::Path;
use std::sync::Arc;

/// See the module.
pub(super) struct EventLog {
    lines: Rolling,
    /// Lines go to the terminal as well.
    aloud: bool,
    /// And to a trace.
    tracing: Option<Arc<Tracing>>,
}

impl EventLog {
    /// In that directory, which is made.
    pub(super) fn open(
        directory: &Path,
        bytes_max: u64,
        files_max: u32,
        aloud: bool,
    ) -> std::io::Result<Self> {
        let mut lines = Rolling::new(directory, ("output", ".log"), true, (bytes_max, files_max));
        lines.open()?;
        Ok(Self {
            lines,
            aloud,
            tracing: None,
        })
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

    /// Lines are parts of that trace from now on.
    pub(super) fn set_tracing(&mut self, tracing: Arc<Tracing>) {
        self.tracing = Some(tracing);
    }

    /// Writes a line with the time in front. A disk that is full loses lines and nothing else.
    pub(super) fn line(&mut self, text: &str) {
        let line = format!("[{}] {text}\n", now());
        if self.aloud {
            ferromq_base::output::say(&line);
        }
        self.lines.write(&line);
        if let Some(tracing) = &self.tracing {
            tracing.event(text);
        }
    }
}
