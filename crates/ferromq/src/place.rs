//! Where queue managers live: the data directory and its layout.

use std::path::{Path, PathBuf};

/// The directories of one queue manager under a data path.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// `qmgrs/<name>`.
    pub(crate) data: PathBuf,
    /// `log/<name>/active`.
    pub(crate) log: PathBuf,
}

impl Layout {
    /// The layout below `data_path`, as MQ installations have it.
    pub(crate) fn below(data_path: &Path, name: &str) -> Self {
        let directory = directory_name(name);
        Self {
            data: data_path.join("qmgrs").join(&directory),
            log: data_path.join("log").join(&directory).join("active"),
        }
    }
}

/// Directory name of a queue manager: characters that file systems give a meaning are replaced.
pub(crate) fn directory_name(name: &str) -> String {
    name.chars()
        .map(|character| match character {
            '.' => '!',
            '/' => '&',
            other => other,
        })
        .collect()
}
