//! Roads and files of an agent that is killed: after so many calls none has any effect.

use ferromq::EmbeddedConnection;
use ferromq_mqi::Reason;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::session::{Connected, Session};
use ferromq_transfer::agent::{
    Created, Facts, FileId, FileKind, FileSocket, Files, Key, Naming, Sandbox, SystemFiles,
    SystemWalk, Walked,
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
}

impl FusedFiles {
    pub(super) fn new(fuse: &Fuse) -> Self {
        Self {
            files: SystemFiles::new(),
            fuse: fuse.clone(),
        }
    }
}

impl Files for FusedFiles {
    type Reader = File;
    type Writer = File;
    type Walk = SystemWalk;

    fn within(&self, sandbox: &Sandbox) -> Self {
        Self {
            files: self.files.within(sandbox),
            fuse: self.fuse.clone(),
        }
    }

    fn facts(&mut self, path: &str) -> io::Result<Facts> {
        self.fuse.file()?;
        self.files.facts(path)
    }

    fn list(&mut self, directory: &str, most: usize) -> io::Result<Vec<(String, FileKind)>> {
        self.fuse.file()?;
        self.files.list(directory, most)
    }

    fn open(&mut self, path: &str) -> io::Result<(File, Facts)> {
        self.fuse.file()?;
        self.files.open(path)
    }

    fn read_facts(&mut self, file: &File) -> io::Result<Facts> {
        self.fuse.file()?;
        self.files.read_facts(file)
    }

    fn read(&mut self, file: &File, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        self.fuse.file()?;
        self.files.read(file, offset, buffer)
    }

    fn create(&mut self, path: &str, mark: &str) -> io::Result<Created<File>> {
        self.fuse.file()?;
        let created = self.files.create(path, mark)?;
        UNFORCED.with_borrow_mut(|(files, most, _)| {
            files.insert(created.file.as_raw_fd());
            *most = files.len().max(*most);
        });
        Ok(created)
    }

    fn reopen(&mut self, path: &str, id: FileId) -> io::Result<Option<(File, u64)>> {
        self.fuse.file()?;
        self.files.reopen(path, id)
    }

    fn write(&mut self, file: &File, offset: u64, bytes: &[u8]) -> io::Result<()> {
        self.fuse.file()?;
        self.files.write(file, offset, bytes)
    }

    fn force(&mut self, file: &File) -> io::Result<()> {
        self.fuse.file()?;
        UNFORCED.with_borrow_mut(|(files, ..)| files.remove(&file.as_raw_fd()));
        self.files.force(file)
    }

    fn dress(&mut self, file: &File, length: u64) -> io::Result<()> {
        self.fuse.file()?;
        self.files.dress(file, length)
    }

    fn rename(&mut self, from: &str, to: &str, id: FileId, naming: Naming) -> io::Result<()> {
        self.fuse.file()?;
        self.files.rename(from, to, id, naming)?;
        UNFORCED.with_borrow_mut(|(.., names)| names.insert(directory_of(to)));
        Ok(())
    }

    fn force_directory_of(&mut self, path: &str) -> io::Result<()> {
        self.fuse.file()?;
        UNFORCED.with_borrow_mut(|(.., names)| names.remove(&directory_of(path)));
        self.files.force_directory_of(path)
    }

    fn remove(&mut self, path: &str, id: FileId) -> io::Result<bool> {
        self.fuse.file()?;
        self.files.remove(path, id)
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

    fn read_back(&mut self, file: &File, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        self.fuse.file()?;
        self.files.read_back(file, offset, buffer)
    }
}
