//! How paths are followed within a sandbox. What a path leads to is opened first, without reading or writing anything, and the system is
//! asked where that is; then that very object is used, by its descriptor. So it does not count what names say, nor what becomes of them
//! between a look and a use: links that are swapped meanwhile lead to another object, which has another place.

use super::sandbox::Sandbox;
use rustix::fs::{
    CWD, FileType, Mode, OFlags, ResolveFlags, fstat, mkdirat, open, openat, openat2, readlink,
};
use rustix::io::Errno;
use std::fmt;
use std::io::{self, ErrorKind};
use std::os::fd::{AsFd, AsRawFd, OwnedFd};

/// What is asked for lies outside of the sandbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outside;

impl fmt::Display for Outside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it is outside of what may be used")
    }
}

impl std::error::Error for Outside {}

/// Whether a call failed because of a sandbox.
pub(crate) fn is_outside(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|inner| inner.is::<Outside>())
}

fn outside() -> io::Error {
    io::Error::new(ErrorKind::PermissionDenied, Outside)
}

fn no_file() -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, "the path names no file")
}

/// The directory of a path, and the name there.
pub(super) fn split(path: &str) -> io::Result<(&str, &str)> {
    let (parent, name) = path.rsplit_once('/').ok_or_else(no_file)?;
    match name {
        "" | "." | ".." => Err(no_file()),
        name if parent.is_empty() => Ok(("/", name)),
        name => Ok((parent, name)),
    }
}

/// A path of something in a directory.
pub(super) fn join(directory: &str, name: &str) -> String {
    match directory.ends_with('/') {
        true => format!("{directory}{name}"),
        false => format!("{directory}/{name}"),
    }
}

/// The path by which this process has what it has open.
pub(super) fn of_process(fd: impl AsFd) -> String {
    format!("/proc/self/fd/{}", fd.as_fd().as_raw_fd())
}

/// Opens what a path leads to, neither for reading nor for writing.
fn locate_at(directory: impl AsFd, path: &str) -> Result<OwnedFd, Errno> {
    let flags = OFlags::PATH | OFlags::CLOEXEC;
    match openat2(
        &directory,
        path,
        flags,
        Mode::empty(),
        ResolveFlags::NO_MAGICLINKS,
    ) {
        // A kernel without it. Where it is is asked for all the same.
        Err(Errno::NOSYS) => openat(&directory, path, flags, Mode::empty()),
        other => other,
    }
}

/// Where something is, without links. What has been deleted is nowhere.
fn place_of(fd: impl AsFd) -> io::Result<String> {
    if fstat(&fd)?.st_nlink == 0 {
        return Err(ErrorKind::NotFound.into());
    }
    let place = readlink(of_process(&fd), Vec::new())?;
    let place = place.into_string().map_err(|_| outside())?;
    match place.starts_with('/') {
        true => Ok(place),
        // It is not in any directory this process sees.
        false => Err(outside()),
    }
}

impl Sandbox {
    /// Opens what a path leads to, neither for reading nor for writing, if it is within.
    pub(super) fn locate(&self, path: &str) -> io::Result<OwnedFd> {
        match locate_at(CWD, path) {
            Ok(fd) => match self.permits(&place_of(&fd)?) {
                true => Ok(fd),
                false => Err(outside()),
            },
            // Whether there is something outside is not told.
            Err(error) => match self.would_permit(path)? {
                true => Err(error.into()),
                false => Err(outside()),
            },
        }
    }

    /// The same for a directory in which, or below which, something is within.
    pub(super) fn locate_directory(&self, path: &str) -> io::Result<OwnedFd> {
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
        if self.is_everywhere() {
            return Ok(open(path, flags, Mode::empty())?);
        }
        match locate_at(CWD, path) {
            Ok(fd) if !self.leads_through(&place_of(&fd)?) => Err(outside()),
            Ok(fd) if FileType::from_raw_mode(fstat(&fd)?.st_mode) != FileType::Directory => {
                Err(Errno::NOTDIR.into())
            }
            Ok(fd) => Ok(fd),
            Err(error) => match self.would_permit(path)? {
                true => Err(error.into()),
                false => Err(outside()),
            },
        }
    }

    /// The same for something in a directory that is open: it may be within, or lead there. With whether it is a directory that does.
    pub(super) fn locate_in(&self, directory: impl AsFd, name: &str) -> io::Result<OwnedFd> {
        let fd = locate_at(directory, name)?;
        let place = place_of(&fd)?;
        let is_directory = || {
            fstat(&fd)
                .is_ok_and(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::Directory)
        };
        match self.permits(&place) || (self.leads_through(&place) && is_directory()) {
            true => Ok(fd),
            false => Err(outside()),
        }
    }

    /// Whether something that is not there, or cannot be looked at, would be within.
    fn would_permit(&self, path: &str) -> io::Result<bool> {
        let (base, rest) = existing(path)?;
        let place = rest
            .iter()
            .fold(place_of(&base)?, |place, name| join(&place, name));
        Ok(self.permits(&place) || self.leads_through(&place))
    }

    /// Opens the last directory there is on the way to a file that is to be written. With those that are missing, and the name of the file.
    fn way_to<'a>(&self, path: &'a str) -> io::Result<(OwnedFd, Vec<&'a str>, &'a str)> {
        let (parent, name) = split(path)?;
        let (base, missing) = existing(parent)?;
        if !self.is_everywhere() {
            let rest = missing.iter().chain([&name]);
            let place = rest.fold(place_of(&base)?, |place, name| join(&place, name));
            if !self.permits(&place) {
                return Err(outside());
            }
        }
        Ok((base, missing, name))
    }

    /// Opens the directory of a file that is to get its name. With that.
    pub(super) fn directory_that_is<'a>(&self, path: &'a str) -> io::Result<(OwnedFd, &'a str)> {
        match self.way_to(path)? {
            (directory, missing, name) if missing.is_empty() => Ok((directory, name)),
            _ => Err(ErrorKind::NotFound.into()),
        }
    }

    /// Opens the directory of a file that is to be written, and makes those that are missing on the way to it. With the name of the file.
    pub(super) fn directory_for<'a>(&self, path: &'a str) -> io::Result<(OwnedFd, &'a str)> {
        let (mut directory, missing, name) = self.way_to(path)?;
        for name in missing {
            match mkdirat(&directory, name, Mode::from_raw_mode(0o777)) {
                Ok(()) | Err(Errno::EXIST) => {}
                Err(error) => return Err(error.into()),
            }
            // A link that somebody puts there is not followed.
            let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            directory = openat(&directory, name, flags, Mode::empty())?;
        }
        Ok((directory, name))
    }
}

/// The last directory on a path that is there, and the names behind it.
fn existing(path: &str) -> io::Result<(OwnedFd, Vec<&str>)> {
    if !path.starts_with('/') {
        return Err(no_file());
    }
    let mut at = path;
    let mut rest = Vec::new();
    loop {
        let found = match locate_at(CWD, if at.is_empty() { "/" } else { at }) {
            Ok(fd) => Some(fd).filter(|fd| {
                // What is no directory has nothing in it.
                rest.is_empty()
                    || fstat(fd).is_ok_and(|stat| {
                        FileType::from_raw_mode(stat.st_mode) == FileType::Directory
                    })
            }),
            Err(_) => None,
        };
        if let Some(fd) = found {
            rest.reverse();
            return Ok((fd, rest));
        }
        let Some((before, name)) = at.rsplit_once('/') else {
            return Err(ErrorKind::NotFound.into());
        };
        match name {
            "" | "." => {}
            // Nobody knows where that would lead.
            ".." => return Err(outside()),
            name => rest.push(name),
        }
        at = before;
    }
}
