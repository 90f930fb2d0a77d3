//! Tracing: what connections call, with what, and what it came to.
//!
//! While nobody traces, a verb costs one read of a flag. While somebody does, each verb makes a record when it begins and one
//! when it is answered, which go to a recorder that never waits. Who writes them, and where, is not known here.

use crate::lock_order;
use ferromq_base::lock::Mutex;
use ferromq_mqi::glob;
use ferromq_mqi::local::TraceSettings;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// Whether a verb begins or has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TracePhase {
    /// It begins.
    Begins,
    /// It is answered.
    Ends {
        /// Its reason code; of calls of a transaction manager, whose names begin with `xa_`, what they return.
        reason: i32,
        /// How long it took.
        took_us: u64,
    },
}

/// A verb under way that is traced.
#[derive(Debug)]
pub(crate) struct Traced {
    pub(crate) verb: &'static str,
    pub(crate) began_ns: u64,
    pub(crate) settings: Arc<TraceSettings>,
}

/// A step of a trace.
#[derive(Clone, Debug)]
pub struct TraceRecord {
    /// When, in microseconds since the Unix epoch.
    pub at_us: u64,
    /// Number of the connection.
    pub connection: u64,
    /// Process of the program, 0 where nobody knows.
    pub process: u32,
    /// Name of the program.
    pub program: String,
    /// Its user.
    pub user: String,
    /// Whether it begins or ends.
    pub phase: TracePhase,
    /// `MQPUT` and its like, `xa_start` and its like.
    pub verb: &'static str,
    /// What is to be known besides, at most 4 KiB.
    pub details: String,
}

/// Where records of a trace go.
pub trait TraceRecorder: Send + Sync {
    /// Somebody wants a trace; one that is being written goes on with these settings.
    ///
    /// # Errors
    /// Why there can be none, without a full stop.
    fn begin(&self, settings: &TraceSettings) -> Result<(), String>;

    /// Nobody wants it any more: what was recorded is written on return.
    fn end(&self);

    /// Takes a record. Never waits; what there is no room for is counted.
    fn record(&self, record: TraceRecord);

    /// Where it writes, for who asks.
    fn place(&self) -> String;
}

/// See the module.
#[derive(Default)]
pub struct Trace {
    is_on: AtomicBool,
    settings: Mutex<Option<Arc<TraceSettings>>, lock_order::Trace>,
    recorder: OnceLock<Arc<dyn TraceRecorder>>,
}

impl fmt::Debug for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Trace")
            .field("is_on", &self.is_on)
            .finish_non_exhaustive()
    }
}

impl Trace {
    /// Says where records go. The first one stays.
    pub fn set_recorder(&self, recorder: Arc<dyn TraceRecorder>) {
        let _ = self.recorder.set(recorder);
    }

    /// Begins a trace, or goes on with other settings.
    ///
    /// # Errors
    /// Why there can be none, without a full stop.
    pub fn begin(&self, settings: TraceSettings) -> Result<(), String> {
        let Some(recorder) = self.recorder.get() else {
            return Err("nothing here writes traces".to_owned());
        };
        recorder.begin(&settings)?;
        *self.settings.lock() = Some(Arc::new(settings));
        self.is_on.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// Ends the trace. False where there was none.
    pub fn end(&self) -> bool {
        self.is_on.store(false, Ordering::Relaxed);
        let was_on = self.settings.lock().take().is_some();
        if was_on && let Some(recorder) = self.recorder.get() {
            recorder.end();
        }
        was_on
    }

    /// What is traced, and where it is written.
    #[must_use]
    pub fn under_way(&self) -> Option<(TraceSettings, String)> {
        let settings = self.settings.lock().clone()?;
        let place = self.recorder.get()?.place();
        Some((settings.as_ref().clone(), place))
    }

    /// Whether anybody traces.
    pub(crate) fn is_on(&self) -> bool {
        self.is_on.load(Ordering::Relaxed)
    }

    /// The settings that hold for a program, if it is traced.
    pub(crate) fn settings_for(&self, program: &str) -> Option<Arc<TraceSettings>> {
        let settings = self.settings.lock().clone()?;
        let names = &settings.programs;
        let is_meant = names.is_empty() || names.iter().any(|name| fits(name, program));
        is_meant.then_some(settings)
    }

    pub(crate) fn record(&self, record: TraceRecord) {
        if let Some(recorder) = self.recorder.get() {
            recorder.record(record);
        }
    }
}

/// Whether a name fits a pattern in which `*` stands for any text and `?` for a character. The last part of a path is a name as well.
fn fits(pattern: &str, name: &str) -> bool {
    let name = name.trim_end();
    let last = name.rsplit('/').next().unwrap_or(name);
    [name, last].iter().any(|name| name_fits(pattern, name))
}

/// Whether a name fits a pattern in which `*` stands for any text and `?` for a byte.
#[must_use]
pub fn name_fits(pattern: &str, name: &str) -> bool {
    glob::fits(pattern.as_bytes(), name.as_bytes(), b'*', Some(b'?'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_named_with_patterns_and_without_their_paths() {
        for (pattern, name, wanted) in [
            ("amqsput", "amqsput   ", true),
            ("amqs*", "/opt/mqm/samp/bin/amqsput", true),
            ("amqs?ut", "amqsput", true),
            ("*put", "amqsput", true),
            ("a*s*t", "amqsput", true),
            ("amqsget", "amqsput", false),
            ("amqs", "amqsput", false),
        ] {
            assert_eq!(fits(pattern, name), wanted, "{pattern} {name}");
        }
    }

    #[test]
    fn without_a_recorder_there_is_no_trace() {
        let trace = Trace::default();
        assert!(trace.begin(TraceSettings::default()).is_err());
        assert!(!trace.is_on() && !trace.end() && trace.under_way().is_none());
    }
}
