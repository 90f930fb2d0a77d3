//! The client channel definition table beside a queue manager's data: `@ipcc/AMQCLCHL.json`.
//!
//! It is there to be copied to where clients are, and no part of the queue manager reads it.

use crate::rights::make_readable_directory;
use ferromq_admin::{ClientTableKeeper, TableNotKept};
use ferromq_base::ini::READABLE_FILE;
use ferromq_mqi::generated::notices::AMQ7002;
use ferromq_qmgr::{Notice, NoticeSink};
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::sync::Arc;

pub(crate) const DIRECTORY: &str = "@ipcc";
const FILE: &str = "AMQCLCHL.json";
const NEW_FILE: &str = "AMQCLCHL.json.new";

/// Keeps the table below the data directory. What cannot be written is told of, and nothing else
/// depends on it.
pub(crate) fn keeper(data: &Path, notices: &NoticeSink) -> ClientTableKeeper {
    let directory = data.join(DIRECTORY);
    let notices = Arc::clone(notices);
    Arc::new(move |table| {
        replace(&directory, table).map_err(|error| {
            let path = directory.join(FILE).display().to_string();
            let reason = format!("{error}; clients find no new channels in it");
            notices(Notice::of(&AMQ7002, &[&path, &reason]));
            TableNotKept { path, reason }
        })
    })
}

/// Replaces the file as a whole, so that nobody reads half of it. One that says the same stays.
fn replace(directory: &Path, table: &str) -> io::Result<()> {
    let file = directory.join(FILE);
    if std::fs::read_to_string(&file).is_ok_and(|there| there == table) {
        return Ok(());
    }
    make_readable_directory(directory)?;
    let new = directory.join(NEW_FILE);
    // What an earlier attempt left has the rights it had.
    match std::fs::remove_file(&new) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut options = OpenOptions::new();
    let mut written = options
        .write(true)
        .create_new(true)
        .mode(READABLE_FILE)
        .open(&new)?;
    written.write_all(table.as_bytes())?;
    std::fs::rename(&new, &file)
}
