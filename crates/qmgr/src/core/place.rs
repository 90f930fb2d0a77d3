//! Where a queue manager lives on disk.

use ferromq_base::disk::{Directory, access};
use ferromq_mqi::name::ObjectName;
use std::sync::Arc;

/// The two directories of a queue manager.
#[derive(Clone)]
pub struct Place {
    /// `qmgrs/<name>`: the object catalog and the queue files.
    pub data: Arc<dyn Directory>,
    /// `log/<name>/active`: the recovery log.
    pub log: Arc<dyn Directory>,
}

impl Place {
    /// The same, with directories that hold threads to what they may touch (`base::disk::access`).
    pub(crate) fn watched(self) -> Self {
        Self {
            data: access::watched(self.data),
            log: access::watched(self.log),
        }
    }
}

/// Name of the directory that holds one directory for each queue that has files.
pub const QUEUES_DIRECTORY: &str = "queues";

/// Directory name of a queue: its name with the characters file systems or people stumble
/// over replaced, and its number, so that a queue defined again gets files of its own.
pub(crate) fn queue_directory(name: &ObjectName, id: u64) -> String {
    let mangled: String = name
        .as_str()
        .chars()
        .map(|character| match character {
            '.' => '!',
            '/' => '&',
            other => other,
        })
        .collect();
    format!("{mangled}.{id}")
}
