//! Where an error log is, and whose it is.

use super::failure_record::RecordFacts;
use ferromq::diagnostics::Diagnostics;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

/// What every entry says besides the notice.
#[derive(Clone, Debug)]
pub struct LogFacts {
    /// Empty for none.
    pub q_mgr_name: String,
    /// Its QMID; empty until it is known.
    pub q_mgr_id: String,
    /// Name of the executable.
    pub program: &'static str,
    /// Name of the installation.
    pub installation: &'static str,
    /// Where it is.
    pub installation_path: String,
    /// Its version, of three or four numbers.
    pub version: &'static str,
}

impl Default for LogFacts {
    fn default() -> Self {
        Self {
            q_mgr_name: String::new(),
            q_mgr_id: String::new(),
            program: "ferromq",
            installation: "Installation1",
            installation_path: String::new(),
            version: env!("CARGO_PKG_VERSION"),
        }
    }
}

impl LogFacts {
    /// Version, release, modification and fix pack.
    pub(super) fn vrmf(&self) -> String {
        match self.version.matches('.').count() {
            2 => format!("{}.0", self.version),
            _ => self.version.to_owned(),
        }
    }
}

/// What an error log is made of.
#[derive(Clone, Debug)]
pub struct ErrorLogSettings {
    /// Its directory, which is made when there is none.
    pub directory: PathBuf,
    /// What every entry says.
    pub facts: LogFacts,
    /// Where notices go.
    pub diagnostics: Diagnostics,
    /// What failure records are made of.
    pub records: RecordFacts,
}

/// The number of this thread among those that have told something, from 1.
pub(super) fn thread_number() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    thread_local! {
        static OWN: u64 = LAST.fetch_add(1, Ordering::Relaxed) + 1;
    }
    // A thread that is on its way down has no number any more.
    OWN.try_with(|own| *own).unwrap_or(0)
}
