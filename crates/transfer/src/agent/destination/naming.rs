//! Whole files get their names: what is told of them lasts, and a restart tells which have theirs.

use super::{Destination, failure};
use crate::agent::files::{Appended, FileId, FileKind, Files, Naming, comes_later, is_later};
use crate::agent::result::ItemResult;
use crate::agent::state::Whole;
use crate::code::ItemCode;
use std::collections::BTreeMap;
use std::io::{self, ErrorKind};

/// Whether something is done for the first time, or perhaps once more after a restart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Time {
    #[default]
    First,
    Again,
}

impl<W> Destination<W> {
    /// A whole file that cannot be kept or named: its item fails.
    pub(super) fn refuse(&mut self, whole: &Whole, error: &io::Error) {
        let text = failure(&whole.path, error);
        self.set_failed.get_or_insert_with(|| text.clone());
        self.results
            .push(ItemResult::failed(whole.result.item, text));
        self.unwanted.push((whole.temporary.clone(), whole.id));
    }

    /// Has temporary names of whole files last: one that is gone after a restart was renamed. Those that do.
    pub(super) fn last<F: Files<Writer = W>>(
        &mut self,
        files: &mut F,
        whole: Vec<Whole>,
    ) -> Vec<Whole> {
        let forced = force_directories(files, whole.iter().map(|one| &*one.path));
        let mut lasting = Vec::with_capacity(whole.len());
        for one in whole {
            match forced.get(directory_of(&one.path)) {
                Some(Err(error)) => self.refuse(&one, error),
                _ => lasting.push(one),
            }
        }
        lasting
    }

    /// Finds out where whole files go that are put behind others: that is kept before it is done. Several may go behind one.
    pub(super) fn place_behind<F: Files<Writer = W>>(
        &mut self,
        files: &mut F,
        whole: &mut Vec<Whole>,
    ) {
        let mut ends: BTreeMap<String, (FileId, u64)> = BTreeMap::new();
        for mut one in std::mem::take(whole) {
            if one.append {
                let known = ends.get(&one.path).copied();
                let end = known.map_or_else(|| end_of(files, &one.path), |end| Ok(Some(end)));
                match end {
                    Ok(end) => {
                        one.appended = end.map(|(base, offset)| Appended { base, offset });
                        let (base, offset) = end.unwrap_or((one.id, 0));
                        let length = one.result.length;
                        ends.insert(one.path.clone(), (base, offset + length));
                    }
                    Err(error) => {
                        self.refuse(&one, &error);
                        continue;
                    }
                }
            }
            whole.push(one);
        }
    }

    /// Gives whole files their names. False: files have not answered, and it goes on when they do.
    pub(super) fn name<F: Files<Writer = W>>(&mut self, files: &mut F) -> bool {
        if self.naming.0.is_empty() {
            return true;
        }
        if files.answers_later() && !self.are_named(files) {
            return false;
        }
        let (whole, time) = std::mem::take(&mut self.naming);
        let mut named = Vec::with_capacity(whole.len());
        for one in whole {
            match name_one(files, &one, &self.mark(one.result.item), time) {
                Ok(()) => named.push(one),
                // Its temporary file stays until this is kept: where one is gone after a restart, the file has its name.
                Err(error) => self.refuse(&one, &error),
            }
        }
        // Names may be lost with the power until then.
        let forced = force_directories(files, named.iter().map(|one| &*one.path));
        for one in named {
            let mut result = one.result;
            if let Some(Err(error)) = forced.get(directory_of(&one.path)) {
                result.code = ItemCode::Warning;
                result.text = failure(&one.path, error);
            }
            // Somebody may have taken it away already.
            if let Ok(facts) = files.facts(&one.path)
                && (facts.id.is(one.id) || one.append)
            {
                result.modified_ms = facts.modified_ms;
            }
            self.kept.arrived |= result.code != ItemCode::Failed;
            self.results.push(result);
        }
        files.settle();
        true
    }

    /// Whether everything is answered that naming asks. All of it is under way then.
    fn are_named<F: Files<Writer = W>>(&self, files: &mut F) -> bool {
        let (whole, time) = &self.naming;
        let mut all = true;
        for one in whole {
            all &= !name_one(files, one, &self.mark(one.result.item), *time)
                .is_err_and(|error| is_later(&error));
            all &= !comes_later(&files.facts(&one.path));
        }
        all
    }
}

fn directory_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(directory, _)| directory)
}

/// Forces the names in each directory of these paths, once.
fn force_directories<'a, F: Files>(
    files: &mut F,
    paths: impl Iterator<Item = &'a str>,
) -> BTreeMap<String, io::Result<()>> {
    let mut forced = BTreeMap::new();
    for path in paths {
        let directory = directory_of(path);
        if !forced.contains_key(directory) {
            forced.insert(directory.to_owned(), files.force_directory_of(path));
        }
    }
    forced
}

/// Which file has that name, and its length; none if there is none.
fn end_of<F: Files>(files: &mut F, path: &str) -> io::Result<Option<(FileId, u64)>> {
    match files.facts(path) {
        Ok(facts) if facts.kind == FileKind::File => Ok(Some((facts.id, facts.length))),
        Ok(_) => Err(io::Error::new(
            ErrorKind::InvalidInput,
            "it is no file with data",
        )),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

fn name_one<F: Files>(files: &mut F, one: &Whole, mark: &str, time: Time) -> io::Result<()> {
    let naming = match one.overwrite {
        true => Naming::Replace,
        false => Naming::New,
    };
    let named = match &one.appended {
        Some(at) => files.append((&one.temporary, one.id), mark, &one.path, at),
        None => files.rename(&one.temporary, &one.path, one.id, naming),
    };
    match named {
        Err(error) if error.kind() == ErrorKind::NotFound && time == Time::Again => {
            has_name(files, one)
        }
        other => other,
    }
}

/// An agent that was killed had given the file its name; whoever waited for it may have taken it away since. But where its directory is not
/// there, or another one, a file system is perhaps missing and the file is in it as it was: nobody is to be told that it has arrived, and to
/// remove its source.
fn has_name<F: Files>(files: &mut F, one: &Whole) -> io::Result<()> {
    if one.directory == FileId::default() {
        return Ok(());
    }
    let directory = files.directory_of(&one.path);
    if directory.is_ok_and(|directory| directory.is(one.directory)) {
        return Ok(());
    }
    match files.facts(&one.path) {
        Err(error) if is_later(&error) => Err(error),
        Ok(facts) if facts.id.is(one.id) => Ok(()),
        _ => {
            let text =
                "the directory it was written in is not there now; is its file system mounted?";
            Err(io::Error::new(ErrorKind::NotFound, text))
        }
    }
}
