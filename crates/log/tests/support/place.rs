//! A directory of the machine, for what needs a real disk.

use ferromq_base::disk::{Directory, OsDirectory};
use std::path::PathBuf;
use std::sync::Arc;

/// A directory of its own for each test, removed at its end.
pub(crate) struct Place(PathBuf);

impl Place {
    /// `name` is no other test's.
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("ferromq-log-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Self(path)
    }

    pub(crate) fn dir(&self) -> Arc<dyn Directory> {
        OsDirectory::open(&self.0).expect("temporary directory")
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
