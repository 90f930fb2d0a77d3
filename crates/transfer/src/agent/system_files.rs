//! The files of the system.

use super::files::{
    Appended, Created, Facts, FileId, FileKind, FileSocket, Files, Key, Listed, NAMES_MAX, Naming,
    Party, Walked,
};
#[cfg(test)]
use super::making::Trial;
use super::making::{MARK, Making, carries, lock};
use super::noticing::Noticing;
use super::open_files::{self, OpenFiles};
use super::reach::{is_outside, join, of_process, split};
use super::sandbox::Sandbox;
use crate::watch::Found;
use ferromq_base::time_zone;
use rustix::fs::{
    Advice, AtFlags, FlockOperation, Mode, OFlags, RenameFlags, StatxFlags, copy_file_range,
    fadvise, fchmod, ftruncate, linkat, lremovexattr, open, openat, renameat, renameat_with,
    statat, statx, unlinkat,
};
use rustix::io::Errno;
use rustix::process::umask;
use std::ffi::OsString;
use std::fs::{self, File, FileType, Metadata};
use std::io::{self, ErrorKind};
use std::num::NonZeroU64;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::{FileExt, MetadataExt};
use std::sync::{Arc, OnceLock};
use std::time::UNIX_EPOCH;

/// Writing new pages costs least in calls of this size: see `docs/manual/file-transfer.md`.
const WRITE_BYTES: usize = 64 << 10;

/// See the module. What the user of this process may do counts.
#[derive(Debug)]
pub struct SystemFiles {
    /// Those of new files.
    permissions: Mode,
    /// Where agents of the same machine fetch open files; made when it is asked for first.
    open_files: Arc<OnceLock<Option<OpenFiles>>>,
    /// What the system tells of directories.
    noticing: Noticing,
    sandbox: Sandbox,
}

impl SystemFiles {
    /// With the mask for new files this process has now.
    #[must_use]
    pub fn new() -> Self {
        let mask = umask(Mode::RWXG | Mode::RWXO);
        umask(mask);
        let most = Mode::from_raw_mode(0o666);
        Self {
            permissions: most.difference(mask),
            open_files: Arc::default(),
            noticing: Noticing::default(),
            sandbox: Sandbox::everywhere(),
        }
    }
}

impl SystemFiles {
    /// What something in a directory is, with its name as text. None: it is not there for who may not use it.
    fn kind_in(
        &self,
        directory: &OwnedFd,
        entry: &fs::DirEntry,
        name: OsString,
    ) -> Option<(String, FileKind)> {
        let name = match name.into_string() {
            Ok(name) => name,
            Err(name) => {
                let kind = match entry.file_type() {
                    Ok(kind) if kind.is_dir() => FileKind::Directory,
                    _ => FileKind::Unnamed,
                };
                return Some((name.to_string_lossy().into_owned(), kind));
            }
        };
        // What a link leads to; one that leads nowhere is nothing to transfer.
        let metadata = match self.sandbox.locate_in(directory, &name) {
            Ok(fd) => File::from(fd).metadata(),
            Err(error) if is_outside(&error) => return None,
            Err(error) => Err(error),
        };
        let kind = metadata.map_or(FileKind::Other, |metadata| facts_of(&metadata).kind);
        Some((name, kind))
    }

    /// A directory, if something in it is within the sandbox.
    fn look_into(&self, directory: &str) -> io::Result<fs::ReadDir> {
        if !self.sandbox.is_everywhere() {
            self.sandbox.locate_directory(directory)?;
        }
        fs::read_dir(directory)
    }
}

impl Default for SystemFiles {
    fn default() -> Self {
        Self::new()
    }
}

/// A directory that is being looked through: it, and the ones in it on the way to where that is.
#[derive(Debug)]
pub struct SystemWalk {
    open: Vec<(fs::ReadDir, u32)>,
    is_partial: bool,
}

/// Directories are looked through so deep, for each is open meanwhile.
const LEVELS_MAX: u32 = 64;

fn facts_of(metadata: &Metadata) -> Facts {
    let kind = match metadata.file_type() {
        kind if kind.is_file() => FileKind::File,
        kind if kind.is_dir() => FileKind::Directory,
        _ => FileKind::Other,
    };
    Facts {
        id: id_of(metadata),
        kind,
        length: metadata.len(),
        modified_ms: metadata
            .mtime()
            .saturating_mul(1_000)
            .saturating_add(metadata.mtime_nsec() / 1_000_000),
        changed_ns: metadata
            .ctime()
            .saturating_mul(1_000_000_000)
            .saturating_add(metadata.ctime_nsec()),
        permissions: metadata.mode() & 0o777,
    }
}

fn id_of(metadata: &Metadata) -> FileId {
    let born = metadata.created().ok();
    let born = born.and_then(|born| born.duration_since(UNIX_EPOCH).ok());
    FileId {
        born: born.map_or(0, |born| u64::try_from(born.as_nanos()).unwrap_or(0)),
        inode: metadata.ino(),
    }
}

/// Which file has that name in a directory, or of no name the directory itself: links are not followed.
fn id_in(directory: &OwnedFd, name: &str) -> Result<FileId, Errno> {
    let flags = AtFlags::SYMLINK_NOFOLLOW | AtFlags::EMPTY_PATH;
    let found = match statx(directory, name, flags, StatxFlags::INO | StatxFlags::BTIME) {
        // A kernel without it, or who watches over its calls does not know it.
        Err(Errno::NOSYS | Errno::PERM) => {
            return Ok(FileId {
                born: 0,
                inode: statat(directory, name, flags)?.st_ino,
            });
        }
        other => other?,
    };
    let is_told = StatxFlags::from_bits_retain(found.stx_mask).contains(StatxFlags::BTIME);
    let born = found.stx_btime;
    let seconds = u64::try_from(born.tv_sec).unwrap_or(0);
    Ok(FileId {
        born: match is_told {
            true => seconds
                .saturating_mul(1_000_000_000)
                .saturating_add(u64::from(born.tv_nsec)),
            false => 0,
        },
        inode: found.stx_ino,
    })
}

/// Whether an error of a look at something in a directory says that there is nothing, or nothing for who looks. A link may lead to what cannot
/// be looked at for good.
fn is_nothing(kind: FileType, error: &io::Error) -> bool {
    match error.kind() {
        ErrorKind::NotFound => true,
        _ if is_outside(error) => true,
        ErrorKind::PermissionDenied | ErrorKind::NotADirectory => kind.is_symlink(),
        _ => kind.is_symlink() && Errno::from_io_error(error) == Some(Errno::LOOP),
    }
}

/// Gives a file a second name, and takes the first away. An agent that was killed may have done half of it.
fn link_new(directory: &OwnedFd, (from, id): (&str, FileId), to: &str) -> io::Result<()> {
    match linkat(directory, from, directory, to, AtFlags::empty()) {
        Err(Errno::EXIST) if is_that(directory, to, id)? => {}
        other => other?,
    }
    Ok(unlinkat(directory, from, AtFlags::empty())?)
}

/// Whether it is that file which has that name in a directory.
fn is_that(directory: &OwnedFd, name: &str, id: FileId) -> io::Result<bool> {
    match id_in(directory, name) {
        Ok(found) => Ok(found.is(id)),
        Err(Errno::NOENT) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Whether what one file has from an offset on is how the other begins.
fn is_beginning(
    files: &mut SystemFiles,
    whole: &File,
    base: &File,
    (offset, length): (u64, u64),
) -> io::Result<bool> {
    let mut done = 0;
    let (mut one, mut other) = (vec![0; WRITE_BYTES], vec![0; WRITE_BYTES]);
    while done < length {
        let count = usize::try_from(length - done)
            .unwrap_or(WRITE_BYTES)
            .min(WRITE_BYTES);
        let (one, other) = (&mut one[..count], &mut other[..count]);
        files.read(whole, done, one)?;
        files.read(base, offset + done, other)?;
        if one != other {
            return Ok(false);
        }
        done += count as u64;
    }
    Ok(true)
}

impl Files for SystemFiles {
    type Reader = File;
    type Writer = File;
    type Walk = SystemWalk;

    fn within(&self, sandbox: &Sandbox, _party: Party, _user: &str) -> Self {
        Self {
            permissions: self.permissions,
            open_files: Arc::clone(&self.open_files),
            noticing: Noticing::default(),
            sandbox: sandbox.clone(),
        }
    }

    fn facts(&mut self, path: &str) -> io::Result<Facts> {
        if self.sandbox.is_everywhere() {
            return fs::metadata(path).map(|metadata| facts_of(&metadata));
        }
        let found = File::from(self.sandbox.locate(path)?);
        found.metadata().map(|metadata| facts_of(&metadata))
    }

    fn list(
        &mut self,
        directory: &str,
        listed: Listed<'_>,
        most: usize,
    ) -> io::Result<Vec<(String, FileKind)>> {
        let too_many = |most: usize| {
            let text = format!("there are more than {most} names in {directory}");
            io::Error::new(ErrorKind::FileTooLarge, text)
        };
        let opened = self.sandbox.locate_directory(directory)?;
        let mut found = Vec::new();
        let mut left = most;
        for (at, entry) in fs::read_dir(of_process(&opened))?.enumerate() {
            if at == NAMES_MAX {
                return Err(too_many(NAMES_MAX));
            }
            let entry = entry?;
            let name = entry.file_name();
            // What is not looked for is not asked for: that takes longest. A link may lead to a directory.
            let may_lead = |kind: FileType| kind.is_dir() || kind.is_symlink();
            if !listed.fits(&name.to_string_lossy()) && !entry.file_type().map_or(true, may_lead) {
                continue;
            }
            let (name, kind) = match self.kind_in(&opened, &entry, name) {
                Some((name, kind)) if listed.has(&name, kind) => (name, kind),
                _ => continue,
            };
            if kind != FileKind::Directory {
                left = left.checked_sub(1).ok_or_else(|| too_many(most))?;
            }
            found.push((name, kind));
        }
        found.sort_by(|(one, _), (other, _)| one.cmp(other));
        Ok(found)
    }

    fn open(&mut self, path: &str) -> io::Result<(File, Facts)> {
        // A pipe would be waited for until somebody writes it.
        let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC | OFlags::NOCTTY;
        let opened = match self.sandbox.is_everywhere() {
            true => open(path, flags, Mode::empty()),
            false => {
                let found = self.sandbox.locate(path)?;
                open(of_process(&found), flags, Mode::empty())
            }
        };
        let file = File::from(opened?);
        let facts = facts_of(&file.metadata()?);
        if facts.kind != FileKind::File {
            let text = "it is no file with data";
            return Err(io::Error::new(ErrorKind::InvalidInput, text));
        }
        lock(&file, FlockOperation::NonBlockingLockShared)?;
        // Only slower without.
        let _ = fadvise(&file, 0, None, Advice::Sequential);
        Ok((file, facts))
    }

    fn read_facts(&mut self, file: &File) -> io::Result<Facts> {
        file.metadata().map(|metadata| facts_of(&metadata))
    }

    fn read(&mut self, file: &File, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let mut read = 0;
        while read < buffer.len() {
            match file.read_at(&mut buffer[read..], offset + read as u64) {
                Ok(0) => break,
                Ok(count) => read += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(read)
    }

    fn create(&mut self, path: &str, mark: &str) -> io::Result<Created<File>> {
        let (directory, name) = self.sandbox.directory_for(path)?;
        let making = Making {
            directory: directory.as_fd(),
            name,
            mark,
            #[cfg(test)]
            trial: Trial::default(),
        };
        let (file, name) = making.make()?;
        let id = id_of(&file.metadata()?);
        let temporary = join(split(path)?.0, &name);
        Ok(Created {
            file,
            id,
            temporary,
            directory: id_in(&directory, "")?,
        })
    }

    fn reopen(&mut self, path: &str, id: FileId, _offset: u64) -> io::Result<Option<(File, u64)>> {
        let (parent, name) = split(path)?;
        let directory = match self.sandbox.locate_directory(parent) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            other => other?,
        };
        let flags = OFlags::RDWR | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let file = match openat(&directory, name, flags, Mode::empty()) {
            Ok(file) => File::from(file),
            Err(Errno::NOENT | Errno::LOOP | Errno::NXIO) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let metadata = file.metadata()?;
        if !id_of(&metadata).is(id) || !metadata.is_file() {
            return Ok(None);
        }
        lock(&file, FlockOperation::NonBlockingLockExclusive)?;
        Ok(Some((file, metadata.len())))
    }

    fn write(&mut self, file: &File, offset: u64, bytes: &[u8]) -> io::Result<()> {
        let mut offset = offset;
        for piece in bytes.chunks(WRITE_BYTES) {
            file.write_all_at(piece, offset)?;
            offset += piece.len() as u64;
        }
        Ok(())
    }

    fn begin_force(&mut self, file: &File, offset: u64, length: u64) {
        // Linux begins to write what is not on the disk yet, and lets go of what is. Only slower without.
        let _ = fadvise(file, offset, NonZeroU64::new(length), Advice::DontNeed);
    }

    fn force(&mut self, file: &File) -> io::Result<()> {
        file.sync_data()
    }

    fn dress(&mut self, file: &File, length: u64) -> io::Result<()> {
        if file.metadata()?.len() != length {
            ftruncate(file, length)?;
        }
        fchmod(file, self.permissions)?;
        Ok(())
    }

    fn directory_of(&mut self, path: &str) -> io::Result<FileId> {
        let directory = self.sandbox.locate_directory(split(path)?.0)?;
        Ok(id_in(&directory, "")?)
    }

    fn rename(&mut self, from: &str, to: &str, id: FileId, naming: Naming) -> io::Result<()> {
        // It is there if the file is.
        let (directory, to_name) = self.sandbox.directory_that_is(to)?;
        let (from_parent, from_name) = split(from)?;
        if from_parent != split(to)?.0 || !is_that(&directory, from_name, id)? {
            return Err(ErrorKind::NotFound.into());
        }
        // Nobody is to take it for one that is being written.
        let _ = lremovexattr(join(&of_process(&directory), from_name), MARK);
        match naming {
            Naming::Replace => renameat(&directory, from_name, &directory, to_name)?,
            Naming::New => {
                let new = RenameFlags::NOREPLACE;
                match renameat_with(&directory, from_name, &directory, to_name, new) {
                    // A file system without it: a second name, which is never given where there is one, then the first goes.
                    Err(Errno::INVAL | Errno::NOSYS) => {
                        link_new(&directory, (from_name, id), to_name)?;
                    }
                    other => other?,
                }
            }
        }
        Ok(())
    }

    fn append(
        &mut self,
        (from, id): (&str, FileId),
        mark: &str,
        to: &str,
        at: &Appended,
    ) -> io::Result<()> {
        let (directory, to_name) = self.sandbox.directory_for(to)?;
        let (from_parent, from_name) = split(from)?;
        if from_parent != split(to)?.0 || !is_that(&directory, from_name, id)? {
            return Err(ErrorKind::NotFound.into());
        }
        let flags = OFlags::RDWR | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let whole = File::from(openat(&directory, from_name, flags, Mode::empty())?);
        if !carries(&whole, from_name, mark) {
            return Err(ErrorKind::NotFound.into());
        }
        let another = || io::Error::other("somebody else has written to the file meanwhile");
        let base = match openat(&directory, to_name, flags, Mode::empty()) {
            Ok(base) => File::from(base),
            // It is not the first that is gone.
            Err(Errno::NOENT) => return Err(another()),
            Err(error) => return Err(error.into()),
        };
        // First of all: what another agent has appended is there when it lets go.
        lock(&base, FlockOperation::NonBlockingLockExclusive)?;
        let metadata = base.metadata()?;
        if !id_of(&metadata).is(at.base) || !metadata.is_file() || metadata.len() < at.offset {
            return Err(another());
        }
        let length = whole.metadata()?.len();
        // An agent that was killed has written some of it, or all.
        let there = metadata.len() - at.offset;
        if there > length || !is_beginning(self, &whole, &base, (at.offset, there))? {
            return Err(another());
        }
        let mut done = there;
        while done < length {
            let (mut from_at, mut to_at) = (done, at.offset + done);
            let most = usize::try_from(length - done).unwrap_or(usize::MAX);
            match copy_file_range(&whole, Some(&mut from_at), &base, Some(&mut to_at), most) {
                Ok(count) if count > 0 => done += count as u64,
                Err(Errno::INTR) => {}
                copied => {
                    // All of it is there, or nothing.
                    if base.metadata()?.len() == at.offset + done {
                        ftruncate(&base, at.offset)?;
                    }
                    let error = copied
                        .err()
                        .map_or(ErrorKind::UnexpectedEof.into(), Into::into);
                    return Err(error);
                }
            }
        }
        base.sync_all()?;
        unlinkat(&directory, from_name, AtFlags::empty())?;
        Ok(())
    }

    fn force_directory_of(&mut self, path: &str) -> io::Result<()> {
        let directory = self.sandbox.locate_directory(split(path)?.0)?;
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        File::from(openat(&directory, ".", flags, Mode::empty())?).sync_all()
    }

    fn file_socket(&mut self) -> Option<FileSocket> {
        // Where there can be none bytes go over queues.
        let open_files = self.open_files.get_or_init(|| OpenFiles::open().ok());
        open_files
            .as_ref()
            .map(|open_files| open_files.file_socket().clone())
    }

    fn reaches(&mut self, file_socket: &FileSocket) -> bool {
        open_files::is_here(file_socket)
    }

    fn share(&mut self, key: Key, file: &File) -> io::Result<()> {
        let open_files = self.open_files.get().and_then(Option::as_ref);
        let open_files = open_files.ok_or(ErrorKind::Unsupported)?;
        open_files.share(key, Some(file.try_clone()?));
        Ok(())
    }

    fn unshare(&mut self, key: Key) {
        if let Some(Some(open_files)) = self.open_files.get() {
            open_files.share(key, None);
        }
    }

    fn fetch(&mut self, file_socket: &FileSocket, key: Key) -> io::Result<Option<File>> {
        open_files::fetch(file_socket, key)
    }

    fn copy(&mut self, from: &File, to: &File, offset: u64, length: u64) -> io::Result<u64> {
        let mut copied = 0;
        while copied < length {
            let (mut from_at, mut to_at) = (offset + copied, offset + copied);
            let most = usize::try_from(length - copied).unwrap_or(usize::MAX);
            match copy_file_range(from, Some(&mut from_at), to, Some(&mut to_at), most) {
                Ok(0) => break,
                Ok(count) => copied += count as u64,
                Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(copied)
    }

    fn open_base(&mut self, path: &str) -> io::Result<(File, Facts)> {
        self.open(path)
    }

    fn read_back(&mut self, file: &File, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        self.read(file, offset, buffer)
    }

    fn remove(&mut self, path: &str, id: FileId) -> io::Result<bool> {
        let (parent, name) = split(path)?;
        let directory = match self.sandbox.locate_directory(parent) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
            other => other?,
        };
        let is_there = is_that(&directory, name, id)?;
        if is_there {
            unlinkat(&directory, name, AtFlags::empty())?;
        }
        Ok(is_there)
    }

    fn walk(&mut self, directory: &str, levels: u32) -> io::Result<SystemWalk> {
        let open = self.look_into(directory)?;
        Ok(SystemWalk {
            open: vec![(open, levels.min(LEVELS_MAX))],
            is_partial: false,
        })
    }

    fn walk_on(
        &mut self,
        walk: &mut SystemWalk,
        names: usize,
        fits: &dyn Fn(&str) -> bool,
        found: &mut Vec<Found>,
    ) -> io::Result<Walked> {
        for _ in 0..names {
            let Some((directory, levels)) = walk.open.last_mut() else {
                return Ok(match walk.is_partial {
                    true => Walked::Partly,
                    false => Walked::Whole,
                });
            };
            let levels = *levels;
            let Some(entry) = directory.next() else {
                walk.open.pop();
                continue;
            };
            // What is not read to its end does not tell what is gone.
            let entry = entry?;
            let Ok(path) = entry.path().into_os_string().into_string() else {
                continue;
            };
            let kind = match entry.file_type() {
                Ok(kind) => kind,
                Err(error) => {
                    walk.is_partial |= error.kind() != ErrorKind::NotFound;
                    continue;
                }
            };
            if kind.is_dir() {
                match self.look_into(&path) {
                    _ if levels == 0 => {}
                    Err(error) if is_outside(&error) => {}
                    Ok(below) => walk.open.push((below, levels - 1)),
                    Err(error) => walk.is_partial |= error.kind() != ErrorKind::NotFound,
                }
                continue;
            }
            // What is not looked for is not asked for: that takes longest.
            if !fits(path.rsplit('/').next().unwrap_or(&path)) {
                continue;
            }
            let facts = match self.facts(&path) {
                Ok(facts) => facts,
                Err(error) => {
                    // What could not be looked at is not gone.
                    walk.is_partial |= !is_nothing(kind, &error);
                    continue;
                }
            };
            if facts.kind == FileKind::File {
                found.push(Found {
                    path,
                    length: facts.length,
                    modified_ms: facts.modified_ms,
                });
            }
        }
        Ok(Walked::More)
    }

    fn noticed(&mut self, directory: &str, found: &mut Vec<Found>) {
        for name in self.noticing.take(directory) {
            let path = format!("{}/{name}", directory.trim_end_matches('/'));
            let facts = fs::metadata(&path).map(|metadata| facts_of(&metadata));
            if let Ok(facts) = facts
                && facts.kind == FileKind::File
            {
                found.push(Found {
                    path,
                    length: facts.length,
                    modified_ms: facts.modified_ms,
                });
            }
        }
    }

    fn time_zone(&mut self, name: Option<&str>) -> io::Result<Vec<u8>> {
        let own = time_zone::local_name();
        time_zone::read_file(name.or(own.as_deref()))
    }
}

impl SystemFiles {
    /// Name of the time zone of this process, by `TZ` or else that of this machine; none if that cannot be found out.
    #[must_use]
    pub fn time_zone_name() -> Option<String> {
        time_zone::local_name()
    }
}

#[cfg(test)]
mod tests {
    use super::super::sandbox::{Access, Sandboxes};
    use super::*;
    use ferromq_base::skipped::skip;
    use rustix::fs::mkdirat;
    use std::os::unix::fs::symlink;
    use std::process::Command;

    struct Place(std::path::PathBuf);

    impl Place {
        fn new(name: &str) -> Self {
            let path =
                std::env::temp_dir().join(format!("ferromq-files-{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&path);
            fs::create_dir_all(&path).expect("made");
            Self(path)
        }

        fn path(&self, name: &str) -> String {
            self.0.join(name).to_str().expect("UTF-8").to_owned()
        }
    }

    impl Drop for Place {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    /// A file system in a file, by one device after the other.
    struct Image {
        at: String,
        devices: Vec<String>,
    }

    fn run(program: &str, arguments: &[&str]) -> Result<String, String> {
        let output = Command::new(program).args(arguments).output();
        let output = output.map_err(|error| format!("{program}: {error}"))?;
        match output.status.success() {
            true => Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned()),
            false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
        }
    }

    impl Image {
        /// Mounts it by a device it did not have before.
        fn mount(&mut self, image: &str) -> Result<(), String> {
            let _ = run("umount", &[&self.at]);
            let device = run("losetup", &["--find", "--show", image])?;
            self.devices.push(device.clone());
            run("mount", &[&device, &self.at]).map(drop)
        }
    }

    impl Drop for Image {
        fn drop(&mut self) {
            let _ = run("umount", &[&self.at]);
            for device in &self.devices {
                let _ = run("losetup", &["--detach", device]);
            }
        }
    }

    /// As after a restart of the machine, or on another one that has the same file system.
    #[test]
    fn files_are_known_again_where_their_file_system_has_another_device() {
        let place = Place::new("device");
        let (image, at) = (place.path("image"), place.path("at"));
        fs::create_dir(&at).expect("made");
        let sized = File::create(&image).and_then(|file| file.set_len(16 << 20));
        sized.expect("made");
        let mut mounted = Image {
            at: at.clone(),
            devices: Vec::new(),
        };
        let made = run("mkfs.ext4", &["-q", "-I", "256", &image]);
        if let Err(why) = made.and_then(|_| mounted.mount(&image)) {
            skip(
                "files_are_known_again_where_their_file_system_has_another_device",
                &why,
            );
            return;
        }
        let mut files = SystemFiles::new();
        let path = format!("{at}/a");
        let made = files.create(&path, "1 0").expect("made");
        files.write(&made.file, 0, b"alpha").expect("written");
        let before = files.facts(&made.temporary).expect("there");
        let device = fs::metadata(&at).expect("there").dev();
        drop(made.file);
        mounted.mount(&image).expect("mounted again");
        assert_ne!(fs::metadata(&at).expect("there").dev(), device);
        assert_eq!(files.facts(&made.temporary).expect("there"), before);
        let directory = files.directory_of(&path).expect("there");
        assert!(directory.is(made.directory) && directory.born != 0);
        let opened = files.reopen(&made.temporary, made.id, 5).expect("looked");
        assert_eq!(opened.map(|(_, length)| length), Some(5));
        files
            .rename(&made.temporary, &path, made.id, Naming::New)
            .expect("named");
        // Another file that gets its number is another one.
        assert!(files.remove(&path, made.id).expect("looked"));
        let other = files.create(&path, "1 0").expect("made");
        assert!(!files.remove(&other.temporary, made.id).expect("looked"));
    }

    #[test]
    fn a_file_is_written_dressed_and_named_once() {
        let place = Place::new("named");
        let mut files = SystemFiles::new();
        let name = place.path("deep/down/a");
        let made = files.create(&name, "t 1").expect("created");
        assert_eq!(made.temporary, place.path("deep/down/a.part"));
        files.write(&made.file, 0, &[7; 200_000]).expect("written");
        files.dress(&made.file, 100_000).expect("dressed");
        files.force(&made.file).expect("forced");
        let other = files.create(&name, "t 2").expect("created");
        assert_eq!(other.temporary, place.path("deep/down/a.part1"));
        files
            .rename(&made.temporary, &name, made.id, Naming::New)
            .expect("renamed");
        files.force_directory_of(&name).expect("forced");
        let facts = files.facts(&name).expect("there");
        assert_eq!(
            (facts.id, facts.length, facts.kind),
            (made.id, 100_000, FileKind::File)
        );
        assert_eq!(facts.permissions & 0o600, 0o600);
        let taken = files.rename(&other.temporary, &name, other.id, Naming::New);
        let taken = taken.map_err(|error| error.kind());
        assert_eq!(taken, Err(ErrorKind::AlreadyExists));
        files
            .rename(&other.temporary, &name, other.id, Naming::Replace)
            .expect("replaced");
        assert!(
            !files.remove(&name, made.id).expect("looked"),
            "it is another file"
        );
    }

    #[test]
    fn only_the_file_that_was_made_is_opened_again_and_removed() {
        let place = Place::new("reopened");
        let mut files = SystemFiles::new();
        let Created {
            file,
            id,
            temporary: path,
            ..
        } = files.create(&place.path("a"), "t 2").expect("created");
        files.write(&file, 0, b"abc").expect("written");
        let busy = files
            .reopen(&path, id, 0)
            .map(drop)
            .map_err(|error| error.kind());
        assert_eq!(busy, Err(ErrorKind::WouldBlock), "somebody writes it");
        drop(file);
        let (_, length) = files
            .reopen(&path, id, 0)
            .expect("opened")
            .expect("that one");
        assert_eq!(length, 3);
        fs::rename(&path, place.path("kept")).expect("moved");
        assert!(files.reopen(&path, id, 0).expect("looked").is_none());
        symlink(place.path("kept"), &path).expect("linked");
        assert!(
            files.reopen(&path, id, 0).expect("looked").is_none(),
            "a link"
        );
        assert!(!files.remove(&path, id).expect("looked"), "a link");
        assert!(files.remove(&place.path("kept"), id).expect("removed"));
    }

    #[test]
    fn what_a_killed_agent_left_behind_goes_when_the_same_item_comes_again() {
        let place = Place::new("left");
        let mut files = SystemFiles::new();
        let path = place.path("a");
        let left = files.create(&path, "transfer 1").expect("created");
        drop(left.file);
        let other = files.create(&path, "transfer 2").expect("created beside");
        assert_eq!(other.temporary, place.path("a.part1"));
        let again = files.create(&path, "transfer 1").expect("created again");
        assert_eq!(again.temporary, left.temporary);
        assert_eq!(fs::read_dir(place.path("")).expect("listed").count(), 2);
    }

    #[test]
    fn a_directory_in_which_a_file_cannot_be_looked_at_is_not_looked_through_as_a_whole() {
        let place = Place::new("not-looked-at");
        fs::write(place.path("a"), "alpha").expect("written");
        symlink(place.path("nothing"), place.path("b")).expect("linked");
        symlink(place.path("loop"), place.path("loop")).expect("linked");
        symlink(place.path("a/x"), place.path("c")).expect("linked");
        let mut files = SystemFiles::new();
        let mut walk_all = || {
            let mut walk = files.walk(&place.path(""), 64).expect("begun");
            let mut found = Vec::new();
            let walked = files.walk_on(&mut walk, 1_000, &|_| true, &mut found);
            (walked.expect("looked through"), found.len())
        };
        assert_eq!(walk_all(), (Walked::Whole, 1));
        // A directory that can be read, with a file whose path is too long: its name is there, and nothing can be found out by it.
        let name = "x".repeat(250);
        let mut deep = open(&place.0, OFlags::PATH, Mode::empty()).expect("opened");
        let mut length = place.0.as_os_str().len();
        while length + 251 < 4_096 {
            mkdirat(&deep, &*name, Mode::RWXU).expect("made");
            deep = openat(&deep, &*name, OFlags::PATH, Mode::empty()).expect("opened");
            length += 251;
        }
        openat(&deep, &*name, OFlags::CREATE | OFlags::WRONLY, Mode::RUSR).expect("made");
        assert_eq!(walk_all(), (Walked::Partly, 1));
    }

    #[test]
    fn a_file_that_was_given_its_second_name_only_loses_its_first() {
        let place = Place::new("second-name");
        let mut files = SystemFiles::new();
        let made = files.create(&place.path("a"), "t 1").expect("made");
        let id = (made.temporary.rsplit('/').next().expect("a name"), made.id);
        let directory = open(&place.0, OFlags::PATH, Mode::empty()).expect("opened");
        fs::write(place.path("a"), "of somebody else").expect("written");
        let taken = link_new(&directory, id, "a").map_err(|error| error.kind());
        assert_eq!(taken, Err(ErrorKind::AlreadyExists));
        fs::remove_file(place.path("a")).expect("removed");
        fs::hard_link(&made.temporary, place.path("a")).expect("linked");
        link_new(&directory, id, "a").expect("named");
        assert_eq!(files.facts(&place.path("a")).expect("there").id, made.id);
        assert!(files.facts(&made.temporary).is_err());
    }

    #[test]
    fn only_names_that_are_listed_count() {
        let place = Place::new("listed");
        for n in 0..20 {
            fs::write(place.path(&format!("{n}.old")), "alpha").expect("written");
        }
        fs::write(place.path("a.csv"), "alpha").expect("written");
        fs::create_dir(place.path("deep")).expect("made");
        symlink("deep", place.path("to-deep")).expect("linked");
        symlink("0.old", place.path("to-file")).expect("linked");
        let mut files = SystemFiles::new();
        let mut list = |directories, most| {
            let pattern = Some("*.csv");
            let listed = Listed {
                pattern,
                directories,
            };
            let found = files.list(&place.path(""), listed, most).expect("listed");
            found.into_iter().map(|(name, _)| name).collect::<Vec<_>>()
        };
        assert_eq!(list(false, 1), ["a.csv"]);
        assert_eq!(list(true, 1), ["a.csv", "deep", "to-deep"]);
        let all = files.list(&place.path(""), Listed::ALL, 21);
        assert!(all.is_err(), "there are 22 and directories");
    }

    #[test]
    fn what_is_no_file_is_not_read() {
        let place = Place::new("no-file");
        let mut files = SystemFiles::new();
        let pipe = place.path("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.is_ok_and(|status| status.success()));
        for path in [pipe, place.path("")] {
            assert!(files.open(&path).is_err(), "{path}");
        }
        let listed = files
            .list(&place.path(""), Listed::ALL, 10)
            .expect("listed");
        assert_eq!(listed, [("pipe".to_owned(), FileKind::Other)]);
        assert!(
            files.list(&place.path(""), Listed::ALL, 0).is_err(),
            "too many"
        );
    }

    fn sandboxed(root: &str) -> SystemFiles {
        let real = |path: &str| {
            fs::canonicalize(path)
                .map_or(path.to_owned(), |real| real.to_string_lossy().into_owned())
        };
        let sandboxes = Sandboxes::new(Some(root), None, None, real).expect("valid");
        SystemFiles::new().within(&sandboxes.of("ann", Access::Write), Party::Agent, "ann")
    }

    fn is_refused<T>(result: io::Result<T>) -> bool {
        result.is_err_and(|error| is_outside(&error))
    }

    /// `in` is the sandbox, `in/no` is out of it, `out` is outside.
    fn house(name: &str) -> (Place, SystemFiles) {
        let place = Place::new(name);
        for directory in ["in/deep", "in/no", "out"] {
            fs::create_dir_all(place.path(directory)).expect("made");
        }
        for file in ["in/a", "in/deep/b", "in/no/c", "out/secret"] {
            fs::write(place.path(file), file).expect("written");
        }
        symlink("../out/secret", place.path("in/link")).expect("linked");
        symlink(place.path("out"), place.path("in/away")).expect("linked");
        symlink("deep", place.path("in/near")).expect("linked");
        symlink(place.path("in"), place.path("entrance")).expect("linked");
        let root = format!("{}:!{}", place.path("in"), place.path("in/no"));
        let files = sandboxed(&root);
        (place, files)
    }

    #[test]
    fn what_lies_outside_of_a_sandbox_is_neither_read_nor_told_of() {
        let (place, mut files) = house("outside");
        for name in [
            "out/secret",
            "out/nothing",
            "in/link",
            "in/away/secret",
            "in/away/nothing",
            "in/../out/secret",
            "in/deep/../../out/secret",
            "in/none/../../out/secret",
            "in/no/c",
            "in/no",
            "in/deep/../no/c",
            "out",
        ] {
            let path = place.path(name);
            assert!(is_refused(files.facts(&path)), "{name}");
            assert!(is_refused(files.open(&path)), "{name}");
            assert!(is_refused(files.list(&path, Listed::ALL, 10)), "{name}");
        }
        for name in ["in/a", "in/near/b", "in/deep/../a", "entrance/deep/b"] {
            assert!(files.open(&place.path(name)).is_ok(), "{name}");
        }
        let missing = files.facts(&place.path("in/nothing"));
        assert_eq!(
            missing.map_err(|error| error.kind()),
            Err(ErrorKind::NotFound)
        );
        let listed = files
            .list(&place.path("in"), Listed::ALL, 10)
            .expect("listed");
        let names: Vec<_> = listed.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(
            names,
            ["a", "deep", "near"],
            "neither links out nor what is out"
        );
        for magic in ["/proc/self/root/etc/passwd", "/proc/self/cwd", "/dev/stdin"] {
            assert!(files.open(magic).is_err(), "{magic}");
        }
    }

    #[test]
    fn nothing_outside_of_a_sandbox_is_made_renamed_or_removed() {
        let (place, mut files) = house("untouched");
        let before = tree(&place);
        for name in [
            "out/new",
            "out/a/b/new",
            "in/away/new",
            "in/away/a/b/new",
            "in/../out/new",
            "in/none/../../out/new",
            "in/no/new",
            "in/no/deep/new",
            "new",
        ] {
            let path = place.path(name);
            assert!(is_refused(files.create(&path, "t 1")), "{name}");
        }
        assert_eq!(tree(&place), before);
        let secret = SystemFiles::new().facts(&place.path("out/secret"));
        let secret = secret.expect("there").id;
        for name in ["out/secret", "in/away/secret"] {
            assert!(
                is_refused(files.remove(&place.path(name), secret)),
                "{name}"
            );
            assert!(
                is_refused(files.reopen(&place.path(name), secret, 0)),
                "{name}"
            );
            let renamed = files.rename(&place.path(name), &place.path("in/x"), secret, Naming::New);
            assert!(renamed.is_err(), "{name}");
        }
        // A link is what is removed or replaced, never what it leads to.
        assert!(
            !files
                .remove(&place.path("in/link"), secret)
                .expect("looked")
        );
        assert_eq!(tree(&place), before);
        let made = files.create(&place.path("in/link"), "t 1").expect("made");
        files
            .rename(
                &made.temporary,
                &place.path("in/link"),
                made.id,
                Naming::Replace,
            )
            .expect("renamed");
        let kept = fs::read_to_string(place.path("out/secret"));
        assert_eq!(kept.expect("there"), "out/secret");
        let deep = place.path("in/new/very/deep/file");
        let made = files.create(&deep, "t 2").expect("made");
        files
            .rename(&made.temporary, &deep, made.id, Naming::New)
            .expect("renamed");
    }

    fn tree(place: &Place) -> Vec<String> {
        let mut found = Vec::new();
        let mut left = vec![place.0.clone()];
        while let Some(directory) = left.pop() {
            for entry in fs::read_dir(directory).expect("listed").flatten() {
                if entry.file_type().expect("known").is_dir() {
                    left.push(entry.path());
                }
                found.push(entry.path().to_string_lossy().into_owned());
            }
        }
        found.sort();
        found
    }

    /// Somebody swaps a directory for a link out of the sandbox and back all the time.
    #[test]
    fn links_that_are_swapped_meanwhile_lead_nowhere() {
        use std::sync::atomic::{AtomicBool, Ordering};
        let (place, mut files) = house("swapped");
        fs::create_dir_all(place.path("in/door")).expect("made");
        fs::write(place.path("in/door/secret"), "mine").expect("written");
        symlink(place.path("out"), place.path("in/other")).expect("linked");
        let is_over = AtomicBool::new(false);
        let (door, other) = (place.path("in/door"), place.path("in/other"));
        let mut made = 0;
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    let swap = RenameFlags::EXCHANGE;
                    let _ = renameat_with(rustix::fs::CWD, &*door, rustix::fs::CWD, &*other, swap);
                }
            });
            for n in 0..2_000 {
                if let Ok((file, _)) = files.open(&place.path("in/door/secret")) {
                    let mut bytes = [0; 16];
                    let count = files.read(&file, 0, &mut bytes).expect("read");
                    assert_eq!(&bytes[..count], b"mine");
                }
                let path = place.path(&format!("in/door/{n}"));
                if let Ok(created) = files.create(&path, "t 1") {
                    made += 1;
                    files.write(&created.file, 0, b"x").expect("written");
                    let _ = files.rename(&created.temporary, &path, created.id, Naming::New);
                    let _ = files.remove(&path, created.id);
                    let _ = files.remove(&created.temporary, created.id);
                }
                let _ = files.list(&place.path("in/door"), Listed::ALL, 10_000);
            }
            is_over.store(true, Ordering::Relaxed);
        });
        assert!(made > 0, "the door was never open");
        let outside: Vec<_> = fs::read_dir(place.path("out"))
            .expect("listed")
            .flatten()
            .map(|entry| entry.file_name())
            .collect();
        assert_eq!(outside, ["secret"], "something was written outside");
    }
}
