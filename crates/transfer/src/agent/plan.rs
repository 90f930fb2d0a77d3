//! What a transfer is to do, file by file: the items of a request, with patterns and directories resolved once. A restart goes by what was
//! planned.

use super::checksum::ChecksumMethod;
use super::data::Begin;
use super::files::{FileId, FileKind, Files, Listed, PATH_BYTES_MAX, is_later};
use super::layout::{Fields, put_text};
use super::messages::{Inlet, MessageEnd};
use super::reach::is_outside;
use super::result::TEXT_BYTES_MAX;
use super::translation::TextEnds;
use crate::generated::notices::{
    BFGIO0001, BFGIO9001, BFGIO9003, BFGIO9501, BFGIO9502, BFGIO9503, BFGIO9504, BFGIO9580,
    BFGIO9581,
};
use crate::pattern::{fits_name, is_pattern};
use crate::request::DestinationQueue;
use std::collections::BTreeSet;
use std::io::{self, ErrorKind};

/// Directories are followed so deep.
const DEPTH_MAX: usize = 64;

/// An item as a request has it. Paths are absolute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wanted {
    /// A file, a pattern of files, or a directory.
    pub(crate) source: String,
    /// It is a directory: everything in it.
    pub(crate) is_directory: bool,
    /// What is in directories below it, too.
    pub(crate) recursive: bool,
    /// The sources are removed when all is well.
    pub(crate) delete: bool,
    /// Where to.
    pub(crate) destination: String,
    /// It is a directory: files keep their names below it.
    pub(crate) to_directory: bool,
    /// A file of that name gives way.
    pub(crate) overwrite: bool,
    /// What is there of it already is not sent.
    pub(crate) update: bool,
    /// It is put behind what a file of that name has.
    pub(crate) append: bool,
    /// It is text, and becomes another one; bytes without.
    pub(crate) text: Option<TextEnds>,
    /// How the data is checked.
    pub(crate) checksum: ChecksumMethod,
    /// Messages that become a file; the source is the name of their queue.
    pub(crate) inlet: Option<Inlet>,
    /// The file becomes messages; the destination is the name of their queue.
    pub(crate) queue: Option<DestinationQueue>,
}

/// A file that is to be transferred.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Item {
    /// Its path at the source.
    pub(crate) source: String,
    /// Its path at the destination.
    pub(crate) destination: String,
    /// Which file it was when it was planned.
    pub(crate) id: FileId,
    /// Bytes, then.
    pub(crate) length: u64,
    /// When its data had last changed, then: milliseconds since 1970.
    pub(crate) modified_ms: i64,
    /// Permission bits.
    pub(crate) permissions: u32,
    /// It is removed when all is well.
    pub(crate) delete: bool,
    /// A file of that name gives way.
    pub(crate) overwrite: bool,
    /// What is there of it already is not sent.
    pub(crate) update: bool,
    /// It is put behind what a file of that name has.
    pub(crate) append: bool,
    /// It is text, and becomes another one; bytes without.
    pub(crate) text: Option<TextEnds>,
    /// How the data is checked.
    pub(crate) checksum: ChecksumMethod,
    /// Why it cannot be transferred; empty if it can.
    pub(crate) problem: String,
    /// Messages that become a file; the source is the name of their queue.
    pub(crate) inlet: Option<Inlet>,
    /// The file becomes messages; the destination is the name of their queue.
    pub(crate) messages: Option<MessageEnd>,
}

const DELETE: u8 = 1;
const OVERWRITE: u8 = 2;
const TEXT: u8 = 4;
const FROM_QUEUE: u8 = 8;
const TO_QUEUE: u8 = 16;
const UPDATE: u8 = 32;
const APPEND: u8 = 64;

impl Item {
    /// Its bytes are those of a file, and become those of a file as they are.
    #[must_use]
    pub(crate) fn is_file_of_bytes(&self) -> bool {
        self.text.is_none() && self.inlet.is_none() && self.messages.is_none()
    }

    /// How it begins on its way.
    #[must_use]
    pub(crate) fn begin(&self) -> Begin {
        Begin {
            length: self.length,
            modified_ms: self.modified_ms,
            permissions: self.permissions,
            overwrite: self.overwrite,
            append: self.append,
            text: self.text.clone(),
            checksum: self.checksum,
            path: self.destination.clone(),
            messages: self.messages.clone(),
        }
    }

    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(64 + self.source.len() + self.destination.len());
        put_text(&mut bytes, &self.source, PATH_BYTES_MAX);
        put_text(&mut bytes, &self.destination, PATH_BYTES_MAX);
        for number in [self.id.born, self.id.inode, self.length] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes.extend_from_slice(&self.modified_ms.to_le_bytes());
        bytes.extend_from_slice(&self.permissions.to_le_bytes());
        let flag = |on: bool, flag| if on { flag } else { 0 };
        bytes.push(
            flag(self.delete, DELETE)
                | flag(self.overwrite, OVERWRITE)
                | flag(self.text.is_some(), TEXT)
                | flag(self.inlet.is_some(), FROM_QUEUE)
                | flag(self.messages.is_some(), TO_QUEUE)
                | flag(self.update, UPDATE)
                | flag(self.append, APPEND),
        );
        bytes.push(self.checksum.number());
        put_text(&mut bytes, &self.problem, TEXT_BYTES_MAX);
        if let Some(ends) = &self.text {
            ends.encode(&mut bytes);
        }
        if let Some(inlet) = &self.inlet {
            inlet.encode(&mut bytes);
        }
        if let Some(messages) = &self.messages {
            messages.encode(&mut bytes);
        }
        bytes
    }

    pub(crate) fn decode(bytes: &[u8]) -> Option<Self> {
        let mut fields = Fields::new(bytes);
        let (source, destination) = (fields.text(PATH_BYTES_MAX)?, fields.text(PATH_BYTES_MAX)?);
        let id = FileId {
            born: fields.u64()?,
            inode: fields.u64()?,
        };
        let (length, modified_ms, permissions) = (fields.u64()?, fields.i64()?, fields.u32()?);
        let flags = fields.u8()?;
        let item = Self {
            source,
            destination,
            id,
            length,
            modified_ms,
            permissions,
            delete: flags & DELETE != 0,
            overwrite: flags & OVERWRITE != 0,
            update: flags & UPDATE != 0,
            append: flags & APPEND != 0,
            checksum: ChecksumMethod::of(fields.u8()?)?,
            problem: fields.text(TEXT_BYTES_MAX)?,
            text: match flags & TEXT {
                0 => None,
                _ => Some(TextEnds::decode(&mut fields)?),
            },
            inlet: match flags & FROM_QUEUE {
                0 => None,
                _ => Some(Inlet::decode(&mut fields)?),
            },
            messages: match flags & TO_QUEUE {
                0 => None,
                _ => Some(MessageEnd::decode(&mut fields)?),
            },
        };
        fields.end(item)
    }
}

/// Why there is no plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unplanned {
    /// There are more files than a transfer may have.
    TooManyFiles {
        /// As many as may be.
        most: usize,
    },
    /// Some files have not answered: it is to be planned again, from the beginning.
    Later,
}

/// Looks up what is wanted. What cannot be found or read is an item with a problem.
///
/// # Errors
/// [`Unplanned`].
pub(crate) fn plan<F: Files>(
    files: &mut F,
    wanted: &[Wanted],
    most: usize,
) -> Result<Vec<Item>, Unplanned> {
    let mut planning = Planning {
        files,
        items: Vec::new(),
        destinations: BTreeSet::new(),
        most,
    };
    // Those that are not there yet are asked for together.
    let mut later = false;
    for one in wanted {
        match planning.add(one) {
            Err(Unplanned::Later) => later = true,
            other => other?,
        }
    }
    match later {
        true => Err(Unplanned::Later),
        false => Ok(planning.items),
    }
}

struct Planning<'a, F> {
    files: &'a mut F,
    items: Vec<Item>,
    /// Where those that can be transferred go.
    destinations: BTreeSet<String>,
    most: usize,
}

/// The directory of a path and what comes after it. Names of files of servers, `server:path`, may be in the root of the server, or without a slash in the
/// directory where who logs in begins.
fn split(path: &str) -> (&str, &str) {
    match path.rsplit_once('/') {
        Some(("", name)) => ("/", name),
        Some((directory, name)) if directory.ends_with(':') => (&path[..=directory.len()], name),
        Some((directory, name)) => (directory, name),
        None => match path.split_once(':') {
            Some((server, name)) => (&path[..=server.len()], name),
            None => (".", path),
        },
    }
}

fn join(directory: &str, name: &str) -> String {
    // Where who logs in at a server begins.
    let server = directory.strip_suffix(':');
    let begins = server.is_some_and(|server| !server.contains(['/', ':']));
    match directory.ends_with('/') || begins {
        true => format!("{directory}{name}"),
        false => format!("{directory}/{name}"),
    }
}

impl<F: Files> Planning<'_, F> {
    fn add(&mut self, wanted: &Wanted) -> Result<(), Unplanned> {
        let before = self.items.len();
        if wanted.inlet.is_some() {
            let source = wanted.source.clone();
            return self.keep(blank(wanted, source, wanted.destination.clone()));
        }
        // Nobody looked at the source when the request was made.
        let is_directory = wanted.is_directory
            || answered(self.files.facts(&wanted.source))?
                .is_ok_and(|facts| facts.kind == FileKind::Directory);
        let (directory, name) = match is_directory {
            true => (wanted.source.as_str(), "*"),
            false => split(&wanted.source),
        };
        let is_pattern = is_directory || is_pattern(name);
        if !is_pattern {
            let names = [split(&wanted.source).1];
            return self.push(wanted, wanted.source.clone(), &names);
        }
        let pattern = match is_directory {
            true => None,
            false => Some(name),
        };
        self.descend(wanted, directory, pattern, &mut Vec::new())?;
        let found = self.items.len() - before;
        if found == 0 {
            let text = BFGIO0001.line(&[&wanted.source]);
            self.fail(wanted, &wanted.source, text)?;
        } else if found > 1 && !wanted.to_directory && !wanted.append && wanted.queue.is_none() {
            self.items.truncate(before);
            let text = BFGIO9501.line(&[&wanted.source, &found, &wanted.destination]);
            self.fail(wanted, &wanted.source, text)?;
        }
        Ok(())
    }

    /// Everything in a directory that the pattern is for. `below` are the directories on the way to it.
    fn descend(
        &mut self,
        wanted: &Wanted,
        directory: &str,
        pattern: Option<&str>,
        below: &mut Vec<String>,
    ) -> Result<(), Unplanned> {
        // Of what does not fit there may be any number.
        let listed = Listed {
            pattern,
            directories: wanted.recursive,
        };
        let listed = match answered(self.files.list(directory, listed, self.most))? {
            Ok(listed) => listed,
            Err(error) if error.kind() == ErrorKind::FileTooLarge => {
                return Err(Unplanned::TooManyFiles { most: self.most });
            }
            Err(error) if error.kind() == ErrorKind::NotFound && below.is_empty() => return Ok(()),
            Err(error) => return self.fail(wanted, directory, unreadable(directory, &error)),
        };
        let (directories, names): (Vec<_>, Vec<_>) = listed
            .into_iter()
            .partition(|(_, kind)| *kind == FileKind::Directory);
        let mut later = false;
        for (name, kind) in names {
            let fits = pattern.is_none_or(|pattern| fits_name(pattern, &name));
            if fits && kind == FileKind::Unnamed {
                let path = join(directory, &name);
                self.fail(wanted, &path, BFGIO9581.line(&[&path]))?;
            }
            if !fits || kind != FileKind::File {
                continue;
            }
            let names: Vec<_> = below
                .iter()
                .map(String::as_str)
                .chain([name.as_str()])
                .collect();
            match self.push(wanted, join(directory, &name), &names) {
                // The others are asked for meanwhile.
                Err(Unplanned::Later) => later = true,
                other => other?,
            }
        }
        if !wanted.recursive {
            return match later {
                true => Err(Unplanned::Later),
                false => Ok(()),
            };
        }
        for (name, _) in directories {
            let path = join(directory, &name);
            if below.len() == DEPTH_MAX {
                let text = BFGIO9502.line(&[&path, &DEPTH_MAX]);
                self.fail(wanted, &path, text)?;
                continue;
            }
            below.push(name);
            match self.descend(wanted, &path, pattern, below) {
                // The others are asked for meanwhile.
                Err(Unplanned::Later) => later = true,
                other => other?,
            }
            below.pop();
        }
        match later {
            true => Err(Unplanned::Later),
            false => Ok(()),
        }
    }

    fn push(&mut self, wanted: &Wanted, source: String, names: &[&str]) -> Result<(), Unplanned> {
        let destination = match wanted.to_directory {
            true => names
                .iter()
                .fold(wanted.destination.clone(), |path, name| join(&path, name)),
            false => wanted.destination.clone(),
        };
        let mut item = blank(wanted, source, destination);
        if item.source.len() > PATH_BYTES_MAX || item.destination.len() > PATH_BYTES_MAX {
            item.problem = BFGIO9503.line(&[&PATH_BYTES_MAX]);
            item.source
                .truncate(item.source.floor_char_boundary(PATH_BYTES_MAX));
            item.destination
                .truncate(item.destination.floor_char_boundary(PATH_BYTES_MAX));
            return self.keep(item);
        }
        match answered(self.files.facts(&item.source))? {
            Ok(facts) if facts.kind == FileKind::File => {
                item.id = facts.id;
                item.length = facts.length;
                item.modified_ms = facts.modified_ms;
                item.permissions = facts.permissions;
            }
            Ok(_) => {
                item.problem = BFGIO9504.line(&[&item.source]);
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {
                item.problem = BFGIO0001.line(&[&item.source]);
            }
            Err(error) => item.problem = unreadable(&item.source, &error),
        }
        let is_file = item.messages.is_none() && !wanted.append;
        if is_file && item.problem.is_empty() && !self.destinations.insert(item.destination.clone())
        {
            // One of the two would be gone.
            item.problem = BFGIO9580.line(&[&item.destination]);
        }
        self.keep(item)
    }

    fn fail(&mut self, wanted: &Wanted, source: &str, problem: String) -> Result<(), Unplanned> {
        let mut item = blank(wanted, source.to_owned(), wanted.destination.clone());
        item.problem = problem;
        self.keep(item)
    }

    fn keep(&mut self, item: Item) -> Result<(), Unplanned> {
        if self.items.len() == self.most {
            return Err(Unplanned::TooManyFiles { most: self.most });
        }
        self.items.push(item);
        Ok(())
    }
}

/// An answer, if it is there.
fn answered<T>(result: io::Result<T>) -> Result<io::Result<T>, Unplanned> {
    match result {
        Err(error) if is_later(&error) => Err(Unplanned::Later),
        other => Ok(other),
    }
}

fn unreadable(path: &str, error: &std::io::Error) -> String {
    match is_outside(error) {
        true => BFGIO9003.line(&[&path]),
        false => BFGIO9001.line(&[&path, &error]),
    }
}

fn blank(wanted: &Wanted, source: String, destination: String) -> Item {
    let messages = wanted.queue.clone().map(|queue| MessageEnd {
        queue,
        source: source.clone(),
    });
    Item {
        source,
        destination,
        id: FileId::default(),
        length: 0,
        modified_ms: 0,
        permissions: 0o600,
        delete: wanted.delete,
        overwrite: wanted.overwrite,
        update: wanted.update,
        append: wanted.append,
        text: wanted.text.clone(),
        inlet: wanted.inlet.clone(),
        messages,
        checksum: wanted.checksum,
        problem: String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::join;

    #[test]
    fn only_a_server_by_itself_needs_no_slash_behind_it() {
        for (directory, joined) in [
            ("/data", "/data/a"),
            ("/", "/a"),
            ("one:", "one:a"),
            ("one:/w", "one:/w/a"),
            ("/data/x:", "/data/x:/a"),
        ] {
            assert_eq!(join(directory, "a"), joined);
        }
    }
}
