//! Making a log.

use crate::control::{CONTROL_NAME, ControlFile, ControlRecord};
use crate::error::LogError;
use crate::extents::{file_name, file_number, make_file};
use crate::lsn::{Geometry, PAGE_BYTES};
use crate::page::ExtentHeader;
use crate::settings::{LogSettings, LogType};
use ferromq_base::buffer::AlignedBuffer;
use ferromq_base::disk::{Directory, OpenMode};
use std::hash::{BuildHasher, Hasher, RandomState};

/// The extent a new log starts in. Not 0, so that position 0 can mean "none".
pub(crate) const FIRST_EXTENT: u64 = 1;

/// See [`crate::Log::create`].
pub(crate) fn create(
    dir: &dyn Directory,
    settings: &LogSettings,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<(), LogError> {
    settings.validate()?;
    clear_leftovers(dir)?;
    let log_id = random_id();
    let total = settings.primary_bytes();
    let mut done = 0;
    progress(0, total);
    for index in 0..u64::from(settings.primary_files) {
        let number = match settings.log_type {
            LogType::Circular => index,
            LogType::Linear => FIRST_EXTENT + index,
        };
        make_file(dir, &file_name(number), settings, log_id, &mut |bytes| {
            done += bytes;
            progress(done, total);
        })?;
    }
    let start = Geometry::new(settings.file_pages).extent_start(FIRST_EXTENT);
    let first = ControlRecord {
        generation: 1,
        log_id,
        epoch: 0,
        settings: *settings,
        recovery: start,
        media: 0,
        known_end: start,
        payload: Vec::new(),
    };
    // The control file comes last: with it the log exists. The names of the extents must be
    // durable before its name can be, or a crash could leave it without them.
    dir.sync()
        .map_err(|error| LogError::io("syncing", "the log directory", error))?;
    ControlFile::create(dir, first)
}

/// Removes what an interrupted creation left. Refuses when there is a log, or the extents of
/// one whose control file is lost: they may hold all that is left of somebody's messages.
fn clear_leftovers(dir: &dyn Directory) -> Result<(), LogError> {
    let names = dir
        .list()
        .map_err(|error| LogError::io("listing", "the log directory", error))?;
    if names.iter().any(|name| name == CONTROL_NAME) {
        return Err(LogError::Exists);
    }
    for name in names.iter().filter(|name| file_number(name).is_some()) {
        if extent_in(dir, name)?.is_some_and(|header| header.extent != 0) {
            return Err(LogError::Exists);
        }
        dir.remove(name)
            .map_err(|error| LogError::io("removing", name, error))?;
    }
    Ok(())
}

fn extent_in(dir: &dyn Directory, name: &str) -> Result<Option<ExtentHeader>, LogError> {
    let fail = |error| LogError::io("reading", name, error);
    let file = dir.open(name, OpenMode::Forced).map_err(fail)?;
    if file.len().map_err(fail)? < PAGE_BYTES as u64 {
        return Ok(None);
    }
    let mut page = AlignedBuffer::zeroed(PAGE_BYTES);
    file.read_at(0, &mut page).map_err(fail)?;
    Ok(ExtentHeader::decode(&page).ok())
}

/// Tells this log's pages from those of any other log that used the same disk blocks.
fn random_id() -> u64 {
    RandomState::new().build_hasher().finish()
}
