//! How temporary files are made: an agent that is killed in the midst of it leaves nothing that the next one does not know as its own.
//!
//! A file gets its mark, which says which item of which transfer it is, before it gets a name: it has none until then where the file system
//! has such files (`O_TMPFILE`), and elsewhere one that is made of the mark.

use rustix::fs::{
    AtFlags, CWD, FlockOperation, Mode, OFlags, RenameFlags, XattrFlags, fgetxattr, flock,
    fsetxattr, linkat, openat, renameat_with, unlinkat,
};
use rustix::io::Errno;
use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, BorrowedFd};

/// Extended attribute of a file that is being written.
pub(super) const MARK: &str = "user.ferromq.transfer";
/// Names with `.part` and a number that are tried.
const PARTS_MAX: u32 = 1_000;
/// Longest mark that is looked at, bytes.
const MARK_BYTES_MAX: usize = 128;

/// Nobody else may have it open for writing, or at all.
pub(super) fn lock(file: &File, operation: FlockOperation) -> io::Result<()> {
    match flock(file, operation) {
        Ok(()) => Ok(()),
        // There are file systems without locks.
        Err(Errno::NOTSUP | Errno::NOLCK) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Whether a file that was made is the one of that mark: it carries it, or has a name that is made of it where there was no room for marks.
pub(super) fn carries(file: &File, name: &str, mark: &str) -> bool {
    let mut found = [0; MARK_BYTES_MAX];
    match fgetxattr(file, MARK, &mut found) {
        Ok(length) => found.get(..length) == Some(mark.as_bytes()),
        Err(_) => name == staging_name(mark),
    }
}

/// A file that is to be made in a directory, for a name there.
pub(super) struct Making<'a> {
    pub(super) directory: BorrowedFd<'a>,
    /// The name it is to have in the end.
    pub(super) name: &'a str,
    pub(super) mark: &'a str,
    #[cfg(test)]
    pub(super) trial: Trial,
}

/// What tests take away: every call after so many, and what not every file system has.
#[cfg(test)]
#[derive(Debug, Default)]
pub(super) struct Trial {
    calls_left: Option<std::cell::Cell<u32>>,
    has_no_unnamed: bool,
    has_no_marks: bool,
    has_no_exclusive_rename: bool,
}

impl Making<'_> {
    /// Makes it, and locks it. The name it has meanwhile.
    ///
    /// # Errors
    /// Those of the system.
    pub(super) fn make(&self) -> io::Result<(File, String)> {
        if let Some(file) = self.unnamed()? {
            let of_process = format!("/proc/self/fd/{}", file.as_raw_fd());
            let follow = AtFlags::SYMLINK_FOLLOW;
            let named =
                self.give_name(|name| linkat(CWD, &*of_process, self.directory, name, follow))?;
            if let Some(name) = named {
                return Ok((file, name));
            }
        }
        self.staged()
    }

    /// A file without a name, which goes with the process. None: the file system has none, or no room for marks.
    fn unnamed(&self) -> io::Result<Option<File>> {
        self.call()?;
        let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
        let opened = openat(self.directory, ".", flags, Mode::RUSR | Mode::WUSR);
        #[cfg(test)]
        let opened = match self.trial.has_no_unnamed {
            true => Err(Errno::OPNOTSUPP),
            false => opened,
        };
        let file = match opened {
            Ok(file) => File::from(file),
            // Who does not know the flag says that it is a directory.
            Err(Errno::OPNOTSUPP | Errno::ISDIR | Errno::INVAL) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        self.call()?;
        lock(&file, FlockOperation::NonBlockingLockExclusive)?;
        Ok(self.put_mark(&file)?.then_some(file))
    }

    /// A file whose name says what its mark would: what was left behind under it goes first. It has a better one when it is marked.
    fn staged(&self) -> io::Result<(File, String)> {
        let name = staging_name(self.mark);
        self.call()?;
        match unlinkat(self.directory, &*name, AtFlags::empty()) {
            Ok(()) | Err(Errno::NOENT) => {}
            Err(error) => return Err(error.into()),
        }
        self.call()?;
        let flags =
            OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let made = openat(self.directory, &*name, flags, Mode::RUSR | Mode::WUSR)?;
        let file = File::from(made);
        self.call()?;
        lock(&file, FlockOperation::NonBlockingLockExclusive)?;
        if !self.put_mark(&file)? {
            return Ok((file, name));
        }
        let better = self.give_name(|to| self.rename_new(&name, to))?;
        Ok((file, better.unwrap_or(name)))
    }

    fn rename_new(&self, from: &str, to: &str) -> Result<(), Errno> {
        let directory = self.directory;
        let renamed = renameat_with(directory, from, directory, to, RenameFlags::NOREPLACE);
        #[cfg(test)]
        let renamed = match self.trial.has_no_exclusive_rename && renamed.is_ok() {
            true => renameat_with(directory, to, directory, from, RenameFlags::NOREPLACE)
                .and(Err(Errno::INVAL)),
            false => renamed,
        };
        match renamed {
            // A file system without it: a second name, which is never given where there is one, then the first goes.
            Err(Errno::INVAL | Errno::NOSYS) => {
                linkat(directory, from, directory, to, AtFlags::empty())?;
                self.call().map_err(|_| Errno::IO)?;
                unlinkat(directory, from, AtFlags::empty())
            }
            other => other,
        }
    }

    /// Whether there was room for it.
    fn put_mark(&self, file: &File) -> io::Result<bool> {
        self.call()?;
        #[cfg(test)]
        if self.trial.has_no_marks {
            return Ok(false);
        }
        Ok(fsetxattr(file, MARK, self.mark.as_bytes(), XattrFlags::empty()).is_ok())
    }

    /// Gives it the first name that is free, or that a file of this very mark has, which goes. None: it cannot have one of these.
    fn give_name(
        &self,
        mut give: impl FnMut(&str) -> Result<(), Errno>,
    ) -> io::Result<Option<String>> {
        for part in 0..=PARTS_MAX {
            let name = match part {
                0 => format!("{}.part", self.name),
                part => format!("{}.part{part}", self.name),
            };
            self.call()?;
            let mut given = give(&name);
            if given == Err(Errno::EXIST) && self.is_own(&name) {
                self.call()?;
                unlinkat(self.directory, &*name, AtFlags::empty())?;
                self.call()?;
                given = give(&name);
            }
            match given {
                Ok(()) => return Ok(Some(name)),
                Err(Errno::EXIST) => {}
                Err(
                    Errno::NAMETOOLONG
                    | Errno::NOENT
                    | Errno::XDEV
                    | Errno::PERM
                    | Errno::ACCESS
                    | Errno::OPNOTSUPP
                    | Errno::NOSYS
                    | Errno::MLINK,
                ) => return Ok(None),
                Err(error) => return Err(error.into()),
            }
        }
        Ok(None)
    }

    /// A file of this mark has that name.
    fn is_own(&self, name: &str) -> bool {
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let Ok(file) = openat(self.directory, name, flags, Mode::empty()) else {
            return false;
        };
        let mut found = [0_u8; MARK_BYTES_MAX];
        let read = fgetxattr(&file, MARK, &mut found);
        read.is_ok_and(|length| found.get(..length) == Some(self.mark.as_bytes()))
    }

    /// Stands in front of each system call that changes something.
    #[cfg_attr(not(test), allow(clippy::unused_self, clippy::unnecessary_wraps))]
    fn call(&self) -> io::Result<()> {
        #[cfg(test)]
        if let Some(left) = &self.trial.calls_left {
            if left.get() == 0 {
                return Err(io::Error::other("the agent is dead"));
            }
            left.set(left.get() - 1);
        }
        Ok(())
    }
}

/// A name that only this item of this transfer has.
fn staging_name(mark: &str) -> String {
    let plain = |char: char| {
        if char.is_ascii_alphanumeric() {
            char
        } else {
            '.'
        }
    };
    let mark: String = mark.chars().map(plain).collect();
    format!(".ferromq.{mark}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use std::fs;
    use std::os::fd::AsFd;
    use std::path::PathBuf;

    const OWN: &str = "00112233 7";

    struct Place {
        path: PathBuf,
        directory: File,
    }

    impl Place {
        fn new(name: &str) -> Self {
            let path =
                std::env::temp_dir().join(format!("ferromq-making-{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&path);
            fs::create_dir_all(&path).expect("made");
            let directory = File::open(&path).expect("opened");
            Self { path, directory }
        }

        fn make(&self, name: &str, trial: Trial) -> io::Result<(File, String)> {
            let directory = self.directory.as_fd();
            let mark = OWN;
            Making {
                directory,
                name,
                mark,
                trial,
            }
            .make()
        }

        fn names(&self) -> Vec<String> {
            let listed = fs::read_dir(&self.path).expect("listed").flatten();
            let mut names: Vec<_> = listed
                .map(|entry| entry.file_name().into_string().expect("UTF-8"))
                .collect();
            names.sort();
            names
        }
    }

    impl Drop for Place {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.path);
        }
    }

    fn file_system(kind: u32) -> Trial {
        Trial {
            calls_left: None,
            has_no_unnamed: kind >= 1,
            has_no_exclusive_rename: kind == 2,
            has_no_marks: kind == 3,
        }
    }

    /// With and without files that have no name, renaming that replaces nothing, and marks.
    #[test]
    fn an_agent_that_is_killed_at_any_call_leaves_nothing_the_next_one_does_not_take_away() {
        for kind in 0..4 {
            for stranger in [false, true] {
                let mut calls = 0;
                loop {
                    let place = Place::new(&format!("killed-{kind}-{stranger}-{calls}"));
                    let mut expected = Vec::new();
                    if stranger {
                        fs::write(place.path.join("a.part"), "of somebody else").expect("written");
                        expected.push("a.part".to_owned());
                    }
                    let killed = place.make(
                        "a",
                        Trial {
                            calls_left: Some(Cell::new(calls)),
                            ..file_system(kind)
                        },
                    );
                    let is_over = killed.is_ok();
                    drop(killed);
                    let (_file, name) = place.make("a", file_system(kind)).expect("made");
                    expected.push(name);
                    expected.sort();
                    let text = format!("file system {kind}, {calls} calls, stranger {stranger}");
                    assert_eq!(place.names(), expected, "{text}");
                    if is_over {
                        break;
                    }
                    calls += 1;
                }
                assert!(calls >= 4, "it was killed at {calls} calls only");
            }
        }
    }

    #[test]
    fn a_name_that_leaves_no_room_for_more_gets_one_made_of_the_mark() {
        let place = Place::new("long");
        let long = "x".repeat(255);
        let (_file, name) = place.make(&long, Trial::default()).expect("made");
        assert_eq!(name, ".ferromq.00112233.7");
        assert_eq!(place.names(), [name]);
    }
}
