//! Files that appear together or not at all: those that are whole wait under temporary names until the last one is. What is kept says which they
//! are before the first one has its name, so that an agent that is killed between two of them ends with all.

use super::Destination;
use crate::agent::files::{FileKind, Files};
use crate::agent::result::ItemResult;
use crate::agent::state::{Together, Whole};
use crate::generated::notices::BFGIO9541;
use std::io::{self, ErrorKind};

/// What is kept of those that wait is in one message, and not longer than this.
const KEPT_BYTES_MAX: usize = 3 << 20;
/// What is kept of a file besides its names and its result.
const KEPT_OF_ONE: usize = 64;

impl<W> Destination<W> {
    /// Files that are whole and forced: those that get their names now.
    pub(super) fn together<F: Files<Writer = W>>(
        &mut self,
        files: &mut F,
        whole: Vec<Whole>,
    ) -> Vec<Whole> {
        if self.kept.together != Together::Waiting {
            return whole;
        }
        self.set.extend(whole);
        let size =
            |one: &Whole| KEPT_OF_ONE + one.temporary.len() + one.path.len() + one.result.size();
        if self.set.iter().map(size).sum::<usize>() > KEPT_BYTES_MAX {
            let text = "its files have too many and too long names";
            self.set_failed.get_or_insert_with(|| text.to_owned());
        }
        if self.is_done && self.set_failed.is_none() {
            for one in &self.set {
                if let Err(error) = may_be_named(files, one) {
                    self.set_failed = Some(super::failure(&one.path, &error));
                    break;
                }
            }
        }
        self.end_broken_set(files);
        if !self.is_done || self.set_failed.is_some() {
            return Vec::new();
        }
        self.kept.together = Together::Naming;
        std::mem::take(&mut self.set)
    }

    /// When an item has failed nothing of the transfer is to come any more.
    pub(super) fn end_broken_set<F: Files<Writer = W>>(&mut self, files: &mut F) {
        if let Some(why) = self.set_failed.clone() {
            self.end_set(files, &why);
        }
    }

    /// Nothing appears of files that wait for others, and none is waited for.
    pub(super) fn end_set<F: Files<Writer = W>>(&mut self, files: &mut F, why: &str) {
        if self.kept.together != Together::Waiting {
            return;
        }
        self.drop_current(files);
        let text = BFGIO9541.line(&[&why]);
        let unforced = std::mem::take(&mut self.unforced).into_iter();
        let set = std::mem::take(&mut self.set);
        for whole in unforced.map(|one| one.whole).chain(set) {
            let failed = ItemResult::failed(whole.result.item, text.clone());
            self.results.push(failed);
            self.unwanted.push((whole.temporary, whole.id));
        }
        for item in self.settled..self.kept.items {
            self.results.push(ItemResult::failed(item, text.clone()));
        }
        self.settled = self.kept.items;
        self.is_done = true;
    }
}

/// Whether nothing is in the way of a name, as far as one can tell before.
fn may_be_named<F: Files>(files: &mut F, one: &Whole) -> io::Result<()> {
    let temporary = files.facts(&one.temporary)?;
    if !temporary.id.is(one.id) {
        return Err(ErrorKind::NotFound.into());
    }
    match files.facts(&one.path) {
        Ok(facts) if facts.kind == FileKind::Directory => {
            Err(io::Error::new(ErrorKind::IsADirectory, "it is a directory"))
        }
        Ok(_) if !one.overwrite => Err(ErrorKind::AlreadyExists.into()),
        Ok(_) => Ok(()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}
