//! Who may do what with the files of a queue manager.
//!
//! Local programs of other users reach a queue manager by its socket, and find it by `mqs.ini`; they may pass through
//! the directories on the way and read nothing else. What is nobody else's business gets no rights for others, whatever
//! the mask of the user says; what members of the group may do is for the mask to say. Lock files are for those who may
//! write to the directory: whoever can open one can lock it, and so keep a queue manager from starting.

use std::fs::{DirBuilder, File, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::Path;

/// Of files nobody else needs.
pub(crate) const PRIVATE_FILE: u32 = 0o660;
/// Of directories nobody else needs.
pub(crate) const PRIVATE_DIRECTORY: u32 = 0o770;
/// Of directories others look around in.
const READABLE_DIRECTORY: u32 = 0o775;
/// Of directories others pass through and may not look around in.
const PASSAGE: u32 = 0o771;
/// What others have.
const OTHERS: u32 = 0o007;
/// What others have and need not in a directory they pass through.
const OTHERS_BUT_PASSAGE: u32 = 0o006;
const GROUP: u32 = 0o070;
const GROUP_WRITES: u32 = 0o020;

/// In the data directory, for others: the table of channels is there to be copied to where clients are.
const FOR_OTHERS: [&str; 2] = [crate::client_table_file::DIRECTORY, "bindings.socket"];

/// Makes the data directory of a queue manager, with what leads to it. False when it was there.
///
/// # Errors
/// Whatever the disk says.
pub(crate) fn make_data_directory(path: &Path) -> io::Result<bool> {
    if let Some(parent) = path.parent() {
        make_readable_directory(parent)?;
    }
    match DirBuilder::new().mode(PASSAGE).create(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        made => made.map(|()| true),
    }
}

/// Makes a directory that others may read and not write, with what leads to it. Fine when it is there.
///
/// # Errors
/// Whatever the disk says.
pub(crate) fn make_readable_directory(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder
        .mode(READABLE_DIRECTORY)
        .recursive(true)
        .create(path)
}

/// Opens the file that is locked at `path`, and makes it if there is none.
///
/// # Errors
/// Whatever the disk says.
pub(crate) fn open_lock_file(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .mode(0o600)
        .open(path)?;
    let mode = file.metadata()?.permissions().mode();
    let wanted = match path.parent().map(std::fs::metadata) {
        Some(Ok(directory)) if directory.permissions().mode() & GROUP_WRITES != 0 => 0o660,
        _ => 0o600,
    };
    if mode & (GROUP | OTHERS) != wanted & (GROUP | OTHERS) {
        // Of somebody else's file that can be locked the rights are not for this process to change.
        let _ = file.set_permissions(Permissions::from_mode(wanted));
    }
    Ok(file)
}

/// Takes from others what they need not have of a queue manager made by a release that left it to them. Answers how many
/// files and directories that were.
///
/// # Errors
/// Whatever the disk says, with the path; the rest is done all the same.
pub(crate) fn mend(data: &Path, log: &Path) -> (usize, Result<(), (String, io::Error)>) {
    let mut mended = 0;
    let mut failed = Ok(());
    let mut take = |path: &Path, rights: u32| match take_from(path, rights) {
        Ok(taken) => mended += usize::from(taken),
        Err(error) => failed = Err((path.display().to_string(), error)),
    };
    // What lies deeper is out of reach once its directory is.
    if let Ok(entries) = std::fs::read_dir(data) {
        for entry in entries.flatten() {
            let name = entry.file_name();
            if !FOR_OTHERS.iter().any(|kept| name == *kept) {
                take(&entry.path(), OTHERS);
            }
        }
    }
    take(data, OTHERS_BUT_PASSAGE);
    take(log, OTHERS);
    (mended, failed)
}

/// Takes rights off a file or directory; false when it had none of them. What a link leads to is left alone.
fn take_from(path: &Path, rights: u32) -> io::Result<bool> {
    let metadata = match std::fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        found => found?,
    };
    let mode = metadata.permissions().mode();
    if metadata.is_symlink() || mode & rights == 0 {
        return Ok(false);
    }
    std::fs::set_permissions(path, Permissions::from_mode(mode & 0o7777 & !rights))?;
    Ok(true)
}
