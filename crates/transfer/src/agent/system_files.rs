//! The files of the system.

use super::files::{Counter, Facts, FileId, FileKind, Files, Key, Naming, Walked};
use super::handing::{self, Handing};
use super::noticing::Noticing;
use crate::schedule::{ZONE_BYTES_MAX, Zone};
use crate::watch::Found;
use rustix::fs::{
    Advice, AtFlags, CWD, FlockOperation, Mode, OFlags, RenameFlags, XattrFlags, copy_file_range,
    fadvise, fchmod, flock, fsetxattr, ftruncate, lgetxattr, lremovexattr, open, renameat_with,
    unlinkat,
};
use rustix::io::Errno;
use rustix::process::umask;
use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Read};
use std::num::NonZeroU64;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// Writing new pages costs least in calls of this size: see `docs/manual/file-transfer.md`.
const WRITE_BYTES: usize = 64 << 10;

/// See the module. What the user of this process may do counts.
#[derive(Debug)]
pub struct SystemFiles {
    /// Those of new files.
    permissions: Mode,
    /// Where agents of the same machine fetch open files; made when it is asked for first.
    handing: Arc<OnceLock<Option<Handing>>>,
    /// What the system tells of directories.
    noticing: Noticing,
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
            handing: Arc::default(),
            noticing: Noticing::default(),
        }
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

/// Extended attribute of a file that is being written: which item of which transfer it is.
const MARK: &str = "user.ferromq.transfer";

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
        permissions: metadata.mode() & 0o777,
    }
}

fn id_of(metadata: &Metadata) -> FileId {
    FileId {
        device: metadata.dev(),
        inode: metadata.ino(),
    }
}

fn is_marked(path: &str, mark: &str) -> bool {
    let mut found = [0_u8; 128];
    let read = lgetxattr(path, MARK, &mut found);
    read.is_ok_and(|length| found.get(..length) == Some(mark.as_bytes()))
}

fn directory_of(path: &str) -> io::Result<&Path> {
    let parent = Path::new(path).parent();
    parent.ok_or_else(|| io::Error::new(ErrorKind::InvalidInput, "the path names no file"))
}

/// Nobody else may have it open for writing, or at all.
fn lock(file: &File, operation: FlockOperation) -> io::Result<()> {
    match flock(file, operation) {
        Ok(()) => Ok(()),
        // There are file systems without locks.
        Err(Errno::NOTSUP | Errno::NOLCK) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

impl Files for SystemFiles {
    type Reader = File;
    type Writer = File;
    type Walk = SystemWalk;

    fn facts(&mut self, path: &str) -> io::Result<Facts> {
        fs::metadata(path).map(|metadata| facts_of(&metadata))
    }

    fn list(&mut self, directory: &str, most: usize) -> io::Result<Vec<(String, FileKind)>> {
        let mut found = Vec::new();
        for entry in fs::read_dir(directory)? {
            let entry = entry?;
            let Ok(name) = entry.file_name().into_string() else {
                continue;
            };
            if found.len() == most {
                let text = format!("there are more than {most} names in {directory}");
                return Err(io::Error::new(ErrorKind::FileTooLarge, text));
            }
            // What a link leads to; one that leads nowhere is nothing to transfer.
            let kind = match fs::metadata(entry.path()) {
                Ok(metadata) => facts_of(&metadata).kind,
                Err(_) => FileKind::Other,
            };
            found.push((name, kind));
        }
        found.sort_by(|(one, _), (other, _)| one.cmp(other));
        Ok(found)
    }

    fn open(&mut self, path: &str) -> io::Result<(File, Facts)> {
        // A pipe would be waited for until somebody writes it.
        let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC | OFlags::NOCTTY;
        let file = File::from(open(path, flags, Mode::empty())?);
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

    fn create(&mut self, path: &str, mark: &str) -> io::Result<(File, FileId)> {
        let flags =
            OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let create = || open(path, flags, Mode::RUSR | Mode::WUSR);
        let file = match create() {
            Err(Errno::NOENT) => {
                fs::create_dir_all(directory_of(path)?)?;
                create()?
            }
            Err(Errno::EXIST) if is_marked(path, mark) => {
                fs::remove_file(path)?;
                create()?
            }
            other => other?,
        };
        let file = File::from(file);
        lock(&file, FlockOperation::NonBlockingLockExclusive)?;
        // Without room for it, a file that a killed agent leaves behind stays.
        let _ = fsetxattr(&file, MARK, mark.as_bytes(), XattrFlags::empty());
        let id = id_of(&file.metadata()?);
        Ok((file, id))
    }

    fn reopen(&mut self, path: &str, id: FileId) -> io::Result<Option<(File, u64)>> {
        let flags = OFlags::RDWR | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let file = match open(path, flags, Mode::empty()) {
            Ok(file) => File::from(file),
            Err(Errno::NOENT | Errno::LOOP) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let metadata = file.metadata()?;
        if id_of(&metadata) != id || !metadata.is_file() {
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

    fn rename(&mut self, from: &str, to: &str, naming: Naming) -> io::Result<()> {
        // Nobody is to take it for one that is being written.
        let _ = lremovexattr(from, MARK);
        match naming {
            Naming::Replace => fs::rename(from, to),
            Naming::New => match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
                // A file system without it: a second name, which is never given where there is one, then the first goes.
                Err(Errno::INVAL | Errno::NOSYS) => {
                    fs::hard_link(from, to)?;
                    fs::remove_file(from)
                }
                other => Ok(other?),
            },
        }
    }

    fn force_directory_of(&mut self, path: &str) -> io::Result<()> {
        File::open(directory_of(path)?)?.sync_all()
    }

    fn counter(&mut self) -> Option<Counter> {
        // Where there can be none bytes go over queues.
        let handing = self.handing.get_or_init(|| Handing::open().ok());
        handing.as_ref().map(|handing| handing.counter().clone())
    }

    fn reaches(&mut self, counter: &Counter) -> bool {
        handing::is_here(counter)
    }

    fn lay_out(&mut self, key: Key, file: &File) -> io::Result<()> {
        let handing = self.handing.get().and_then(Option::as_ref);
        let handing = handing.ok_or(ErrorKind::Unsupported)?;
        handing.lay_out(key, Some(file.try_clone()?));
        Ok(())
    }

    fn take_back(&mut self, key: Key) {
        if let Some(Some(handing)) = self.handing.get() {
            handing.lay_out(key, None);
        }
    }

    fn fetch(&mut self, counter: &Counter, key: Key) -> io::Result<Option<File>> {
        handing::fetch(counter, key)
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

    fn read_back(&mut self, file: &File, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        self.read(file, offset, buffer)
    }

    fn remove(&mut self, path: &str, id: FileId) -> io::Result<bool> {
        match fs::symlink_metadata(path) {
            Ok(metadata) if id_of(&metadata) == id => {
                unlinkat(CWD, path, AtFlags::empty())?;
                Ok(true)
            }
            Ok(_) => Ok(false),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error),
        }
    }

    fn walk(&mut self, directory: &str, levels: u32) -> io::Result<SystemWalk> {
        let open = fs::read_dir(directory)?;
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
            let (Ok(kind), Ok(path)) = (
                entry.file_type(),
                entry.path().into_os_string().into_string(),
            ) else {
                continue;
            };
            if kind.is_dir() {
                match fs::read_dir(&path) {
                    _ if levels == 0 => {}
                    Ok(below) => walk.open.push((below, levels - 1)),
                    Err(error) => walk.is_partial |= error.kind() != ErrorKind::NotFound,
                }
                continue;
            }
            // What is not looked for is not asked for: that takes longest.
            if !fits(path.rsplit('/').next().unwrap_or(&path)) {
                continue;
            }
            let Ok(metadata) = fs::metadata(&path) else {
                continue;
            };
            let facts = facts_of(&metadata);
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
        let own = Self::time_zone_name();
        match name.or(own.as_deref()) {
            Some(name) => read_zone(&Path::new(ZONES).join(name)),
            None => read_zone(Path::new("/etc/localtime")),
        }
    }
}

/// Where files of time zones are.
const ZONES: &str = "/usr/share/zoneinfo";

/// Reads a file that is no longer than a file of a time zone.
fn read_zone(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let most = ZONE_BYTES_MAX as u64 + 1;
    File::open(path)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

impl SystemFiles {
    /// Name of the time zone of this process, by `TZ` or else that of this machine; none if that cannot be found out.
    #[must_use]
    pub fn time_zone_name() -> Option<String> {
        let given = std::env::var("TZ").ok();
        let given = given.map(|name| name.trim_start_matches(':').to_owned());
        let named = given.filter(|name| Zone::is_name(name)).or_else(|| {
            let leads_to = fs::canonicalize("/etc/localtime").ok()?;
            let name = leads_to.strip_prefix(ZONES).ok()?.to_str()?.to_owned();
            Zone::is_name(&name).then_some(name)
        });
        // What is not read is not named.
        named
            .filter(|name| Zone::of_offset(name).is_some() || Path::new(ZONES).join(name).is_file())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

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

    #[test]
    fn a_file_is_written_dressed_and_named_once() {
        let place = Place::new("named");
        let mut files = SystemFiles::new();
        let (part, name) = (place.path("deep/down/a.part"), place.path("deep/down/a"));
        let (file, id) = files.create(&part, "t 1").expect("created");
        files.write(&file, 0, &[7; 200_000]).expect("written");
        files.dress(&file, 100_000).expect("dressed");
        files.force(&file).expect("forced");
        let again = files
            .create(&part, "t 2")
            .map(drop)
            .map_err(|error| error.kind());
        assert_eq!(again, Err(ErrorKind::AlreadyExists));
        files.rename(&part, &name, Naming::New).expect("renamed");
        files.force_directory_of(&name).expect("forced");
        let facts = files.facts(&name).expect("there");
        assert_eq!(
            (facts.id, facts.length, facts.kind),
            (id, 100_000, FileKind::File)
        );
        assert_eq!(facts.permissions & 0o600, 0o600);
        let (_other, _) = files.create(&part, "t 1").expect("created");
        let taken = files
            .rename(&part, &name, Naming::New)
            .map_err(|error| error.kind());
        assert_eq!(taken, Err(ErrorKind::AlreadyExists));
        files
            .rename(&part, &name, Naming::Replace)
            .expect("replaced");
        assert!(
            !files.remove(&name, id).expect("looked"),
            "it is another file"
        );
    }

    #[test]
    fn only_the_file_that_was_made_is_opened_again_and_removed() {
        let place = Place::new("reopened");
        let mut files = SystemFiles::new();
        let path = place.path("a.part");
        let (file, id) = files.create(&path, "t 2").expect("created");
        files.write(&file, 0, b"abc").expect("written");
        let busy = files
            .reopen(&path, id)
            .map(drop)
            .map_err(|error| error.kind());
        assert_eq!(busy, Err(ErrorKind::WouldBlock), "somebody writes it");
        drop(file);
        let (_, length) = files.reopen(&path, id).expect("opened").expect("that one");
        assert_eq!(length, 3);
        fs::rename(&path, place.path("kept")).expect("moved");
        assert!(files.reopen(&path, id).expect("looked").is_none());
        symlink(place.path("kept"), &path).expect("linked");
        assert!(files.reopen(&path, id).expect("looked").is_none(), "a link");
        assert!(!files.remove(&path, id).expect("looked"), "a link");
        assert!(files.remove(&place.path("kept"), id).expect("removed"));
    }

    #[test]
    fn what_a_killed_agent_left_behind_goes_when_the_same_item_comes_again() {
        let place = Place::new("left");
        let mut files = SystemFiles::new();
        let path = place.path("a.part");
        let (file, id) = files.create(&path, "transfer 1").expect("created");
        drop(file);
        let other = files.create(&path, "transfer 2").map(drop);
        assert_eq!(
            other.map_err(|error| error.kind()),
            Err(ErrorKind::AlreadyExists)
        );
        let (_file, again) = files.create(&path, "transfer 1").expect("created again");
        let reopened = files.reopen(&path, id);
        assert!(
            id == again || matches!(reopened, Ok(None)),
            "it is not there"
        );
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
        let listed = files.list(&place.path(""), 10).expect("listed");
        assert_eq!(listed, [("pipe".to_owned(), FileKind::Other)]);
        assert!(files.list(&place.path(""), 0).is_err(), "too many");
    }
}
