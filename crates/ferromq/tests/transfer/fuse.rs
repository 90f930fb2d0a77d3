//! Roads and files of an agent that is killed: after so many calls none has any effect.

use super::answers::{Answer, Later};
use ferromq::EmbeddedConnection;
use ferromq_mqi::Reason;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::session::{Connected, Session};
use ferromq_transfer::agent::{
    Appended, Created, Facts, FileId, FileKind, FileSocket, Files, Key, Listed, Naming, Party,
    Sandbox, SystemFiles, SystemWalk, Walked,
};
use ferromq_transfer::watch::Found;
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, RawFd};
use std::rc::Rc;

thread_local! {
    /// Files that were made and not forced, the most there were, and directories with new names that were not forced.
    static UNFORCED: RefCell<(BTreeSet<RawFd>, usize, BTreeSet<String>)> = RefCell::default();
}

/// Most files that were made and not forced, on this thread.
pub(super) fn unforced_max() -> usize {
    UNFORCED.with_borrow(|unforced| unforced.1)
}

fn directory_of(path: &str) -> String {
    path.rsplit_once('/').expect("absolute").0.to_owned()
}

/// Burns with each call.
#[derive(Clone, Default)]
pub(super) struct Fuse(Option<Rc<Cell<u64>>>);

impl Fuse {
    pub(super) fn of(calls: u64) -> Self {
        Self(Some(Rc::new(Cell::new(calls))))
    }

    fn is_burnt(&self) -> bool {
        let Some(left) = &self.0 else {
            return false;
        };
        let calls = left.get();
        left.set(calls.saturating_sub(1));
        calls == 0
    }

    fn file(&self) -> io::Result<()> {
        match self.is_burnt() {
            true => Err(io::Error::other("the agent is dead")),
            false => Ok(()),
        }
    }
}

pub(super) struct FusedRoad {
    session: Session<EmbeddedConnection>,
    fuse: Fuse,
}

impl FusedRoad {
    pub(super) fn new(session: Session<EmbeddedConnection>, fuse: &Fuse) -> Self {
        let fuse = fuse.clone();
        Self { session, fuse }
    }
}

impl Connected for FusedRoad {
    fn call(&mut self, request: Request) -> Reply {
        match self.fuse.is_burnt() {
            true => Reply::Failed(Reason::CONNECTION_BROKEN),
            false => {
                // Whatever is said now may speak of files that have their names.
                let names = UNFORCED.with_borrow(|unforced| unforced.2.len());
                assert!(
                    self.fuse.0.is_some() || names == 0,
                    "names would be lost with the power"
                );
                self.session.road().call(request)
            }
        }
    }
}

pub(super) struct FusedFiles {
    files: SystemFiles,
    fuse: Fuse,
    /// When they answer; at once without.
    later: Option<Later>,
    party: Party,
}

impl FusedFiles {
    pub(super) fn new(fuse: &Fuse) -> Self {
        Self {
            files: SystemFiles::new(),
            fuse: fuse.clone(),
            later: None,
            party: Party::Agent,
        }
    }

    /// The same, and calls answer later.
    pub(super) fn later(self, later: Later) -> Self {
        Self {
            later: Some(later),
            ..self
        }
    }

    fn once(&self, call: impl FnOnce() -> String) -> io::Result<()> {
        match &self.later {
            Some(later) => later.once(self.party, call()),
            None => Ok(()),
        }
    }

    fn remembered(
        &mut self,
        call: impl FnOnce() -> String,
        does: impl FnOnce(&mut SystemFiles) -> io::Result<Answer>,
    ) -> io::Result<Answer> {
        match &self.later {
            Some(later) => later.remembered(self.party, call(), || does(&mut self.files)),
            None => does(&mut self.files),
        }
    }
}

/// An answer of another kind than what was asked.
fn mixed_up() -> io::Error {
    io::Error::other("mixed up")
}

impl Files for FusedFiles {
    type Reader = File;
    type Writer = File;
    type Walk = SystemWalk;

    fn within(&self, sandbox: &Sandbox, party: Party, user: &str) -> Self {
        Self {
            files: self.files.within(sandbox, party, user),
            fuse: self.fuse.clone(),
            later: self.later.clone(),
            party,
        }
    }

    fn answers_later(&self) -> bool {
        self.later.is_some()
    }

    fn settle(&mut self) {
        if let Some(later) = &self.later {
            later.settle(self.party);
        }
    }

    fn release(&mut self) {
        if let Some(later) = &self.later {
            later.release(self.party);
        }
    }

    fn facts(&mut self, path: &str) -> io::Result<Facts> {
        self.fuse.file()?;
        let call = || format!("facts {path}");
        match self.remembered(call, |files| files.facts(path).map(Answer::Facts))? {
            Answer::Facts(facts) => Ok(facts),
            _ => Err(mixed_up()),
        }
    }

    fn list(
        &mut self,
        directory: &str,
        listed: Listed<'_>,
        most: usize,
    ) -> io::Result<Vec<(String, FileKind)>> {
        self.fuse.file()?;
        let call = || format!("list {directory} {listed:?}");
        match self.remembered(call, |files| {
            files.list(directory, listed, most).map(Answer::List)
        })? {
            Answer::List(list) => Ok(list),
            _ => Err(mixed_up()),
        }
    }

    fn open(&mut self, path: &str) -> io::Result<(File, Facts)> {
        self.fuse.file()?;
        self.once(|| format!("open {path}"))?;
        self.files.open(path)
    }

    fn read_facts(&mut self, file: &File) -> io::Result<Facts> {
        self.fuse.file()?;
        self.once(|| format!("read facts {}", file.as_raw_fd()))?;
        self.files.read_facts(file)
    }

    fn read(&mut self, file: &File, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        self.fuse.file()?;
        self.once(|| format!("read {} {offset}", file.as_raw_fd()))?;
        self.files.read(file, offset, buffer)
    }

    fn create(&mut self, path: &str, mark: &str) -> io::Result<Created<File>> {
        self.fuse.file()?;
        self.once(|| format!("create {path} {mark}"))?;
        let created = self.files.create(path, mark)?;
        UNFORCED.with_borrow_mut(|(files, most, _)| {
            files.insert(created.file.as_raw_fd());
            *most = files.len().max(*most);
        });
        Ok(created)
    }

    fn reopen(&mut self, path: &str, id: FileId, offset: u64) -> io::Result<Option<(File, u64)>> {
        self.fuse.file()?;
        self.once(|| format!("reopen {path}"))?;
        self.files.reopen(path, id, offset)
    }

    fn write(&mut self, file: &File, offset: u64, bytes: &[u8]) -> io::Result<()> {
        self.fuse.file()?;
        if let Some(later) = &self.later {
            later.write(self.party, file.as_raw_fd(), offset)?;
        }
        self.files.write(file, offset, bytes)
    }

    fn force(&mut self, file: &File) -> io::Result<()> {
        self.fuse.file()?;
        if let Some(later) = &self.later {
            later.force(self.party, file.as_raw_fd())?;
        }
        UNFORCED.with_borrow_mut(|(files, ..)| files.remove(&file.as_raw_fd()));
        self.files.force(file)
    }

    fn dress(&mut self, file: &File, length: u64) -> io::Result<()> {
        self.fuse.file()?;
        self.files.dress(file, length)
    }

    fn directory_of(&mut self, path: &str) -> io::Result<FileId> {
        self.fuse.file()?;
        self.files.directory_of(path)
    }

    fn rename(&mut self, from: &str, to: &str, id: FileId, naming: Naming) -> io::Result<()> {
        self.fuse.file()?;
        let call = || format!("rename {from} {to}");
        self.remembered(call, |files| {
            files.rename(from, to, id, naming).map(|()| Answer::Done)
        })?;
        // Of those that answer later nothing is said before they have.
        if self.later.is_none() {
            UNFORCED.with_borrow_mut(|(.., names)| names.insert(directory_of(to)));
        }
        Ok(())
    }

    fn append(
        &mut self,
        from: (&str, FileId),
        mark: &str,
        to: &str,
        at: &Appended,
    ) -> io::Result<()> {
        self.fuse.file()?;
        self.files.append(from, mark, to, at)
    }

    fn force_directory_of(&mut self, path: &str) -> io::Result<()> {
        self.fuse.file()?;
        UNFORCED.with_borrow_mut(|(.., names)| names.remove(&directory_of(path)));
        self.files.force_directory_of(path)
    }

    fn remove(&mut self, path: &str, id: FileId) -> io::Result<bool> {
        self.fuse.file()?;
        let call = || format!("remove {path}");
        match self.remembered(call, |files| files.remove(path, id).map(Answer::Removed))? {
            Answer::Removed(removed) => Ok(removed),
            _ => Err(mixed_up()),
        }
    }

    fn noticed(&mut self, directory: &str, found: &mut Vec<Found>) {
        if self.fuse.file().is_ok() {
            self.files.noticed(directory, found);
        }
    }

    fn time_zone(&mut self, name: Option<&str>) -> io::Result<Vec<u8>> {
        self.fuse.file()?;
        self.files.time_zone(name)
    }

    fn walk(&mut self, directory: &str, levels: u32) -> io::Result<SystemWalk> {
        self.fuse.file()?;
        self.files.walk(directory, levels)
    }

    fn walk_on(
        &mut self,
        walk: &mut SystemWalk,
        names: usize,
        fits: &dyn Fn(&str) -> bool,
        found: &mut Vec<Found>,
    ) -> io::Result<Walked> {
        self.fuse.file()?;
        self.files.walk_on(walk, names, fits, found)
    }

    fn file_socket(&mut self) -> Option<FileSocket> {
        self.files.file_socket()
    }

    fn reaches(&mut self, file_socket: &FileSocket) -> bool {
        !self.fuse.is_burnt() && self.files.reaches(file_socket)
    }

    fn share(&mut self, key: Key, file: &File) -> io::Result<()> {
        self.fuse.file()?;
        self.files.share(key, file)
    }

    fn unshare(&mut self, key: Key) {
        self.files.unshare(key);
    }

    fn fetch(&mut self, file_socket: &FileSocket, key: Key) -> io::Result<Option<File>> {
        self.fuse.file()?;
        self.files.fetch(file_socket, key)
    }

    fn copy(&mut self, from: &File, to: &File, offset: u64, length: u64) -> io::Result<u64> {
        self.fuse.file()?;
        self.files.copy(from, to, offset, length)
    }

    fn open_base(&mut self, path: &str) -> io::Result<(File, Facts)> {
        self.fuse.file()?;
        self.files.open_base(path)
    }

    fn read_back(&mut self, file: &File, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        self.fuse.file()?;
        self.files.read_back(file, offset, buffer)
    }
}
