//! Making a log.

use crate::control::{CONTROL_NAME, CONTROL_NEW_NAME, ControlFile, ControlRecord};
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

/// See [`crate::Log::exists`].
pub(crate) fn exists(dir: &dyn Directory) -> Result<bool, LogError> {
    for name in names(dir)? {
        if name == CONTROL_NAME || is_used(dir, &name)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// See [`crate::Log::is_unused`].
pub(crate) fn is_unused(dir: &dyn Directory) -> Result<bool, LogError> {
    match ControlFile::open(dir, OpenMode::Cached) {
        // The first start takes an epoch before it writes anything else.
        Ok(control) if control.current.epoch == 0 => {}
        Err(LogError::NoControlFile) => {}
        Ok(_) | Err(LogError::ControlFileDamaged | LogError::UnknownVersion { .. }) => {
            return Ok(false);
        }
        Err(error) => return Err(error),
    }
    // A slot that was destroyed may be the one that told of the first start: then the extents tell.
    for name in names(dir)? {
        if is_used(dir, &name)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// See [`crate::Log::discard_unused`].
pub(crate) fn discard_unused(dir: &dyn Directory) -> Result<bool, LogError> {
    if !is_unused(dir)? {
        return Ok(false);
    }
    for name in [CONTROL_NAME, CONTROL_NEW_NAME] {
        match dir.remove(name) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(LogError::io("removing", name, error));
            }
            _ => {}
        }
    }
    clear_leftovers(dir)?;
    Ok(true)
}

/// Removes what an interrupted creation left. Refuses when there is a log, or the extents of
/// one whose control file is lost: they may hold all that is left of somebody's messages.
fn clear_leftovers(dir: &dyn Directory) -> Result<(), LogError> {
    if exists(dir)? {
        return Err(LogError::Exists);
    }
    let names = names(dir)?;
    for name in names.iter().filter(|name| file_number(name).is_some()) {
        dir.remove(name)
            .map_err(|error| LogError::io("removing", name, error))?;
    }
    Ok(())
}

fn names(dir: &dyn Directory) -> Result<Vec<String>, LogError> {
    dir.list()
        .map_err(|error| LogError::io("listing", "the log directory", error))
}

/// Whether a file is that of an extent something was written to.
fn is_used(dir: &dyn Directory, name: &str) -> Result<bool, LogError> {
    Ok(file_number(name).is_some() && extent_in(dir, name)?.is_some_and(|it| it.extent != 0))
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
