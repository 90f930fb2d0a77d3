//! Room kept on the disk for what must be written when there is none left.
//!
//! A file that has its blocks and means nothing. The spare catalog is one: the next catalog is written into it. The reserve
//! is another: it is given up when a checkpoint has to write messages to the files of queues and the disk is full. Without
//! it gets would stop with puts, for a get needs room in the log, and only a checkpoint makes some.

use ferromq_base::disk::{Directory, File, OpenMode};
use std::io;

/// Name of the reserve, beside the catalog.
const RESERVE_FILE: &str = "RESERVE";
/// Size of the reserve, in extents of the log. Short messages take up to twice as much in a queue file as in the log, and
/// those of one extent must find room: then the log gives that extent back. A get outside a unit of work takes a page of the
/// log and may give back less than that in a file, so there is more.
const RESERVE_EXTENTS: u64 = 5;
/// So many must be there again before something new is put, once it was given up: fewer might not do the next time.
const RESERVE_EXTENTS_MIN: u64 = 3;

/// Opens a file that keeps room, or makes it.
pub(crate) fn open_or_create(directory: &dyn Directory, name: &str) -> io::Result<Box<dyn File>> {
    match directory.open(name, OpenMode::Cached) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            directory.create(name, OpenMode::Cached)
        }
        other => other,
    }
}

/// Sees to it that there is a reserve, of some extents less where the disk wants that. `false` when it was given up and enough
/// of it cannot be had again; a disk on which there never was room for one does without.
pub(crate) fn provide_reserve(directory: &dyn Directory, extent_bytes: u64) -> bool {
    if !directory.is_on_disk() {
        return true;
    }
    let (file, is_new) = match directory.open(RESERVE_FILE, OpenMode::Cached) {
        Ok(file) => (file, false),
        Err(_) => match directory.create(RESERVE_FILE, OpenMode::Cached) {
            Ok(file) => (file, true),
            Err(_) => return true,
        },
    };
    let len = file.len().unwrap_or(0);
    let was_given_up = !is_new && len == 0;
    let least = if was_given_up { RESERVE_EXTENTS_MIN } else { 1 };
    let mut sizes = (least..=RESERVE_EXTENTS)
        .rev()
        .map(|extents| extents * extent_bytes);
    let provided = sizes.any(|wanted| len >= wanted || is_allocated(file.as_ref(), len, wanted));
    if !provided && is_new {
        // An empty one would say that it was given up.
        let _ = directory.remove(RESERVE_FILE);
    }
    provided || is_new
}

/// Makes a file longer, or leaves it as long as it was: a disk may have room for a part.
fn is_allocated(file: &dyn File, len: u64, wanted: u64) -> bool {
    let allocated = file.allocate(wanted).is_ok();
    if !allocated {
        let _ = file.set_len(len);
    }
    allocated
}

/// Gives the reserve to the disk. `false` when there was none.
pub(crate) fn release_reserve(directory: &dyn Directory) -> bool {
    let Ok(file) = directory.open(RESERVE_FILE, OpenMode::Cached) else {
        return false;
    };
    file.len().is_ok_and(|len| len > 0) && file.set_len(0).is_ok()
}
