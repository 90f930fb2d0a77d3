//! The disk of the operating system.

use super::{Directory, File, OpenMode};
use rustix::fs::{FallocateFlags, fallocate};
use std::fs::{DirBuilder, OpenOptions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, FileExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Files may be used by their user and group.
const FILE_MODE: u32 = 0o660;
/// So may directories.
const DIRECTORY_MODE: u32 = 0o770;

/// A directory of the operating system.
#[derive(Debug)]
pub struct OsDirectory {
    path: PathBuf,
    /// Kept open to be synced: a process that has used up its descriptors could not open it then, and a name that is not
    /// synced stops a log. Directories below it are many and are opened when they are synced; that can be tried again.
    opened: Option<std::fs::File>,
}

impl OsDirectory {
    /// The directory at `path`, made (with its parents) if it does not exist.
    ///
    /// # Errors
    /// Whatever the operating system says.
    pub fn open(path: impl AsRef<Path>) -> io::Result<Arc<Self>> {
        let path = made(path.as_ref())?;
        let opened = Some(std::fs::File::open(&path)?);
        Ok(Arc::new(Self { path, opened }))
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn open_file(&self, name: &str, mode: OpenMode, create: bool) -> io::Result<Box<dyn File>> {
        let path = self.path.join(name);
        let mut options = OpenOptions::new();
        options.read(true).write(true).create_new(create);
        // What applications put is nobody else's business, whatever the mask of the user says.
        options.mode(FILE_MODE);
        if mode == OpenMode::Cached {
            return Ok(Box::new(OsFile {
                file: options.open(path)?,
                forced: false,
            }));
        }
        let durable = rustix::fs::OFlags::DSYNC.bits();
        let direct = durable | rustix::fs::OFlags::DIRECT.bits();
        let opened = match options.custom_flags(as_flags(direct)).open(&path) {
            // Some file systems (tmpfs before Linux 6.6, for one) know no direct I/O.
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => {
                // A refused direct open may already have made the file.
                options.create_new(false).create(create);
                options.custom_flags(as_flags(durable)).open(&path)
            }
            other => other,
        }?;
        Ok(Box::new(OsFile {
            file: opened,
            forced: true,
        }))
    }
}

/// The directory, made (with its parents) if it does not exist.
fn made(path: &Path) -> io::Result<PathBuf> {
    DirBuilder::new()
        .recursive(true)
        .mode(DIRECTORY_MODE)
        .create(path)?;
    Ok(path.to_path_buf())
}

fn as_flags(bits: u32) -> i32 {
    i32::from_ne_bytes(bits.to_ne_bytes())
}

impl Directory for OsDirectory {
    fn open(&self, name: &str, mode: OpenMode) -> io::Result<Box<dyn File>> {
        self.open_file(name, mode, false)
    }

    fn create(&self, name: &str, mode: OpenMode) -> io::Result<Box<dyn File>> {
        self.open_file(name, mode, true)
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        std::fs::remove_file(self.path.join(name))
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        std::fs::rename(self.path.join(from), self.path.join(to))
    }

    fn list(&self) -> io::Result<Vec<String>> {
        entries(&self.path, false)
    }

    fn list_directories(&self) -> io::Result<Vec<String>> {
        entries(&self.path, true)
    }

    fn directory(&self, name: &str) -> io::Result<Arc<dyn Directory>> {
        let path = made(&self.path.join(name))?;
        Ok(Arc::new(Self { path, opened: None }))
    }

    fn remove_directory(&self, name: &str) -> io::Result<()> {
        match std::fs::remove_dir_all(self.path.join(name)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            other => other,
        }
    }

    fn sync(&self) -> io::Result<()> {
        match &self.opened {
            Some(opened) => opened.sync_all(),
            None => std::fs::File::open(&self.path)?.sync_all(),
        }
    }

    fn display_path(&self) -> String {
        self.path.display().to_string()
    }
}

fn entries(path: &Path, directories: bool) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(path)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() == directories
            && let Ok(name) = entry.file_name().into_string()
        {
            names.push(name);
        }
    }
    Ok(names)
}

#[derive(Debug)]
struct OsFile {
    file: std::fs::File,
    forced: bool,
}

impl File for OsFile {
    fn read_at(&self, offset: u64, into: &mut [u8]) -> io::Result<()> {
        self.file.read_exact_at(into, offset)
    }

    fn write_at(&self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all_at(bytes, offset)
    }

    fn sync(&self) -> io::Result<()> {
        // A forced file may have had its length changed, which O_DSYNC covers only for writes.
        if self.forced {
            self.file.sync_all()
        } else {
            self.file.sync_data()
        }
    }

    fn len(&self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len())
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.file.set_len(len)
    }

    fn allocate(&self, len: u64) -> io::Result<()> {
        match fallocate(&self.file, FallocateFlags::empty(), 0, len) {
            Ok(()) => Ok(()),
            // What there is stays as long as it is.
            Err(rustix::io::Errno::OPNOTSUPP) => self.file.set_len(len.max(self.len()?)),
            Err(errno) => Err(errno.into()),
        }
    }

    fn give_back(&self, offset: u64, len: u64) -> io::Result<()> {
        let flags = FallocateFlags::PUNCH_HOLE | FallocateFlags::KEEP_SIZE;
        match fallocate(&self.file, flags, offset, len) {
            Ok(()) | Err(rustix::io::Errno::OPNOTSUPP) => Ok(()),
            Err(errno) => Err(errno.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Directory, OpenMode, OsDirectory};
    use crate::buffer::{AlignedBuffer, BLOCK_BYTES};

    #[test]
    fn files_keep_what_is_written_in_both_modes() {
        let place = std::env::temp_dir().join(format!("ferromq-base-{}", std::process::id()));
        let directory = OsDirectory::open(&place).expect("temporary directory");
        for mode in [OpenMode::Cached, OpenMode::Forced] {
            let file = directory.create("one", mode).expect("new file");
            assert!(directory.create("one", mode).is_err(), "the name is taken");
            for path in [&place, &place.join("one")] {
                let metadata = std::fs::metadata(path).expect("there");
                let for_others =
                    std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & 0o007;
                assert_eq!(for_others, 0, "nobody else may use {}", path.display());
            }
            let mut block = AlignedBuffer::zeroed(BLOCK_BYTES);
            block[17] = 42;
            file.allocate(2 * BLOCK_BYTES as u64).expect("space");
            file.write_at(BLOCK_BYTES as u64, &block).expect("write");
            file.sync().expect("sync");
            let mut back = AlignedBuffer::zeroed(BLOCK_BYTES);
            file.read_at(BLOCK_BYTES as u64, &mut back).expect("read");
            assert_eq!(back[17], 42);
            directory.rename("one", "two").expect("rename");
            assert_eq!(directory.list().expect("list"), ["two"]);
            directory.remove("two").expect("remove");
        }
        std::fs::remove_dir_all(place).expect("clean up");
    }

    /// Goal: a process without a descriptor left can still sync the directory of its log. Method: what is under the name of
    /// the directory cannot be opened any more, whoever has descriptors.
    #[test]
    fn a_directory_is_synced_without_being_opened_again() {
        let place = std::env::temp_dir().join(format!("ferromq-held-{}", std::process::id()));
        let directory = OsDirectory::open(&place).expect("temporary directory");
        let elsewhere = place.with_extension("moved");
        std::fs::rename(&place, &elsewhere).expect("moved");
        directory.sync().expect("it is open");
        std::fs::remove_dir_all(elsewhere).expect("clean up");
    }
}
