//! Where queue managers live: the data directory and its layout.

use crate::installation::Directories;
use ferromq_mqi::place::{directory_name, q_mgr_directory};
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
    /// The directories asked for, or else the places below `data_path` that MQ installations
    /// have.
    pub(crate) fn of(data_path: &Path, name: &str, asked: Option<&Directories>) -> Self {
        match asked {
            Some(asked) => Self {
                data: asked.data.clone(),
                log: asked.log.join("active"),
            },
            None => Self {
                data: q_mgr_directory(data_path, name),
                log: data_path
                    .join("log")
                    .join(directory_name(name))
                    .join("active"),
            },
        }
    }
}
