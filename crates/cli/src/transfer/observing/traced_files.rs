//! Files whose calls are traced.

use super::levels::TraceLevel;
use super::tracing::Tracing;
use ferromq_transfer::agent::{
    Appended, Created, Facts, FileId, FileKind, FileSocket, Files, Key, Listed, Naming, Party,
    Sandbox, Walked,
};
use ferromq_transfer::watch::Found;
use std::io;
use std::sync::Arc;

/// See the module.
#[derive(Debug)]
pub(in crate::transfer) struct TracedFiles<F> {
    files: F,
    tracing: Arc<Tracing>,
}

impl<F> TracedFiles<F> {
    pub(in crate::transfer) fn new(files: F, tracing: Arc<Tracing>) -> Self {
        Self { files, tracing }
    }
}

impl<F: Files> Files for TracedFiles<F> {
    type Reader = F::Reader;
    type Writer = F::Writer;
    type Walk = F::Walk;

    fn within(&self, sandbox: &Sandbox, party: Party, user: &str) -> Self {
        Self {
            files: self.files.within(sandbox, party, user),
            tracing: Arc::clone(&self.tracing),
        }
    }

    fn answers_later(&self) -> bool {
        self.files.answers_later()
    }

    fn read_bytes_max(&self, wanted: u64) -> u64 {
        self.files.read_bytes_max(wanted)
    }

    fn settle(&mut self) {
        self.files.settle();
    }

    fn release(&mut self) {
        self.files.release();
    }

    fn facts(&mut self, path: &str) -> io::Result<Facts> {
        let details = || path.to_owned();
        self.tracing
            .call("facts", details, || self.files.facts(path))
    }

    fn list(
        &mut self,
        directory: &str,
        listed: Listed<'_>,
        most: usize,
    ) -> io::Result<Vec<(String, FileKind)>> {
        let details = || {
            let pattern = listed.pattern.unwrap_or("*");
            format!("{directory} at most {most} of {pattern}")
        };
        self.tracing
            .call("list", details, || self.files.list(directory, listed, most))
    }

    fn open(&mut self, path: &str) -> io::Result<(Self::Reader, Facts)> {
        let details = || path.to_owned();
        self.tracing.call("open", details, || self.files.open(path))
    }

    fn read_facts(&mut self, file: &Self::Reader) -> io::Result<Facts> {
        self.tracing.call("facts of what is open", String::new, || {
            self.files.read_facts(file)
        })
    }

    fn read(&mut self, file: &Self::Reader, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let length = buffer.len();
        let details = || format!("{length} bytes at {offset}");
        self.tracing
            .call_of(TraceLevel::Verbose, "read", details, || {
                self.files.read(file, offset, buffer)
            })
    }

    fn create(&mut self, path: &str, mark: &str) -> io::Result<Created<Self::Writer>> {
        let details = || format!("for {path}, marked {mark}");
        self.tracing
            .call("create", details, || self.files.create(path, mark))
    }

    fn reopen(
        &mut self,
        path: &str,
        id: FileId,
        offset: u64,
    ) -> io::Result<Option<(Self::Writer, u64)>> {
        let details = || format!("{path} at {offset}");
        self.tracing
            .call("reopen", details, || self.files.reopen(path, id, offset))
    }

    fn write(&mut self, file: &Self::Writer, offset: u64, bytes: &[u8]) -> io::Result<()> {
        let details = || format!("{} bytes at {offset}", bytes.len());
        self.tracing
            .call_of(TraceLevel::Verbose, "write", details, || {
                self.files.write(file, offset, bytes)
            })
    }

    fn begin_force(&mut self, file: &Self::Writer, offset: u64, length: u64) {
        self.files.begin_force(file, offset, length);
    }

    fn force(&mut self, file: &Self::Writer) -> io::Result<()> {
        self.tracing
            .call("force", String::new, || self.files.force(file))
    }

    fn dress(&mut self, file: &Self::Writer, length: u64) -> io::Result<()> {
        let details = || format!("{length} bytes");
        self.tracing
            .call("dress", details, || self.files.dress(file, length))
    }

    fn directory_of(&mut self, path: &str) -> io::Result<FileId> {
        let details = || path.to_owned();
        self.tracing
            .call("directory of", details, || self.files.directory_of(path))
    }

    fn rename(&mut self, from: &str, to: &str, id: FileId, naming: Naming) -> io::Result<()> {
        let details = || format!("{from} to {to} ({naming:?})");
        self.tracing.call("rename", details, || {
            self.files.rename(from, to, id, naming)
        })
    }

    fn append(
        &mut self,
        from: (&str, FileId),
        mark: &str,
        to: &str,
        at: &Appended,
    ) -> io::Result<()> {
        let details = || format!("{} to {to} at {}", from.0, at.offset);
        self.tracing
            .call("append", details, || self.files.append(from, mark, to, at))
    }

    fn force_directory_of(&mut self, path: &str) -> io::Result<()> {
        let details = || path.to_owned();
        self.tracing.call("force directory of", details, || {
            self.files.force_directory_of(path)
        })
    }

    fn remove(&mut self, path: &str, id: FileId) -> io::Result<bool> {
        let details = || path.to_owned();
        self.tracing
            .call("remove", details, || self.files.remove(path, id))
    }

    fn noticed(&mut self, directory: &str, found: &mut Vec<Found>) {
        self.files.noticed(directory, found);
    }

    fn time_zone(&mut self, name: Option<&str>) -> io::Result<Vec<u8>> {
        self.files.time_zone(name)
    }

    fn walk(&mut self, directory: &str, levels: u32) -> io::Result<Self::Walk> {
        let details = || format!("{directory}, {levels} levels below");
        self.tracing
            .call("walk", details, || self.files.walk(directory, levels))
    }

    fn walk_on(
        &mut self,
        walk: &mut Self::Walk,
        names: usize,
        fits: &dyn Fn(&str) -> bool,
        found: &mut Vec<Found>,
    ) -> io::Result<Walked> {
        let details = || format!("{names} names at most");
        self.tracing
            .call_of(TraceLevel::Verbose, "walk on", details, || {
                self.files.walk_on(walk, names, fits, found)
            })
    }

    fn file_socket(&mut self) -> Option<FileSocket> {
        self.files.file_socket()
    }

    fn reaches(&mut self, counter: &FileSocket) -> bool {
        self.files.reaches(counter)
    }

    fn share(&mut self, key: Key, file: &Self::Reader) -> io::Result<()> {
        let details = || format!("item {} of {}", key.1, key.0);
        self.tracing
            .call("share", details, || self.files.share(key, file))
    }

    fn unshare(&mut self, key: Key) {
        self.files.unshare(key);
    }

    fn fetch(&mut self, counter: &FileSocket, key: Key) -> io::Result<Option<Self::Reader>> {
        let details = || format!("item {} of {}", key.1, key.0);
        self.tracing
            .call("fetch", details, || self.files.fetch(counter, key))
    }

    fn copy(
        &mut self,
        from: &Self::Reader,
        to: &Self::Writer,
        offset: u64,
        length: u64,
    ) -> io::Result<u64> {
        let details = || format!("{length} bytes at {offset}");
        self.tracing
            .call_of(TraceLevel::Verbose, "copy", details, || {
                self.files.copy(from, to, offset, length)
            })
    }

    fn open_base(&mut self, path: &str) -> io::Result<(Self::Writer, Facts)> {
        let details = || path.to_owned();
        self.tracing
            .call("open base", details, || self.files.open_base(path))
    }

    fn read_back(
        &mut self,
        file: &Self::Writer,
        offset: u64,
        buffer: &mut [u8],
    ) -> io::Result<usize> {
        let length = buffer.len();
        let details = || format!("{length} bytes at {offset}");
        self.tracing
            .call_of(TraceLevel::Verbose, "read back", details, || {
                self.files.read_back(file, offset, buffer)
            })
    }
}
