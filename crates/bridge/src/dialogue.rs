//! Who hears what is said to servers, and by them.

use crate::remote::{Host, Kind, Remote, RemoteFacts};
use ferromq_transfer::agent::Naming;
use std::io;
use std::sync::Arc;

/// Hears what is said to servers and by them. It is told by the threads that have the connections, and neither waits nor fails.
pub trait Dialogue: Send + Sync {
    /// Whether servers of that protocol are listened to. It may change at any time.
    fn is_wanted(&self, kind: Kind) -> bool;

    /// Something was said at a server: to it begins with `>`, by it with `<`. Passwords are left out.
    fn said(&self, server: &str, line: &str);
}

/// Nobody hears anything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silence;

impl Dialogue for Silence {
    fn is_wanted(&self, _: Kind) -> bool {
        false
    }

    fn said(&self, _: &str, _: &str) {}
}

/// Tells of one server.
#[derive(Clone)]
pub(crate) struct Ear {
    dialogue: Arc<dyn Dialogue>,
    kind: Kind,
    server: String,
}

impl Ear {
    pub(crate) fn new(dialogue: Arc<dyn Dialogue>, host: &Host) -> Self {
        Self {
            dialogue,
            kind: host.kind,
            server: host.name.clone(),
        }
    }

    /// Tells a line, which is made if somebody listens.
    pub(crate) fn hears<S: AsRef<str>>(&self, line: impl FnOnce() -> S) {
        if self.dialogue.is_wanted(self.kind) {
            self.dialogue.said(&self.server, line().as_ref());
        }
    }

    /// Tells what a server was asked and what it has answered, where the protocol has no lines.
    fn asked<T>(
        &self,
        question: impl Fn() -> String,
        answer: impl FnOnce(&T) -> String,
        does: impl FnOnce() -> io::Result<T>,
    ) -> io::Result<T> {
        self.hears(|| format!("> {}", question()));
        let done = does();
        self.hears(|| match &done {
            Ok(done) => format!("< {}: {}", question(), answer(done)),
            Err(error) => format!("< {}: {error}", question()),
        });
        done
    }
}

/// A server whose protocol has no lines, so that what is asked of it is told by name: SFTP. How many bytes went is told when a file ends.
pub(crate) struct Heard<R> {
    remote: R,
    ear: Ear,
    bytes: u64,
}

impl<R> Heard<R> {
    pub(crate) fn new(remote: R, ear: Ear) -> Self {
        Self {
            remote,
            ear,
            bytes: 0,
        }
    }
}

fn ok<T>(_: &T) -> String {
    "ok".to_owned()
}

impl<R: Remote> Remote for Heard<R> {
    fn is_out_of_step(&self) -> bool {
        self.remote.is_out_of_step()
    }

    fn is_reading(&self) -> bool {
        self.remote.is_reading()
    }

    fn facts(&mut self, path: &str) -> io::Result<RemoteFacts> {
        let told = |facts: &RemoteFacts| format!("{facts:?}");
        self.ear
            .asked(|| format!("stat {path}"), told, || self.remote.facts(path))
    }

    fn list(&mut self, directory: &str, most: usize) -> io::Result<Vec<(String, RemoteFacts)>> {
        let told = |found: &Vec<_>| format!("{} names", found.len());
        let does = || self.remote.list(directory, most);
        self.ear.asked(|| format!("list {directory}"), told, does)
    }

    fn lists_exactly(&self) -> bool {
        self.remote.lists_exactly()
    }

    fn open(&mut self, path: &str, offset: u64) -> io::Result<()> {
        self.bytes = 0;
        let does = || self.remote.open(path, offset);
        self.ear
            .asked(|| format!("open {path} to read at {offset}"), ok, does)
    }

    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.remote.read(buffer);
        match &read {
            Ok(0) => self
                .ear
                .hears(|| format!("< end after {} bytes", self.bytes)),
            Ok(count) => self.bytes += *count as u64,
            Err(error) => self.ear.hears(|| format!("< read: {error}")),
        }
        read
    }

    fn create(&mut self, path: &str) -> io::Result<()> {
        self.bytes = 0;
        let does = || self.remote.create(path);
        self.ear.asked(|| format!("open {path} to write"), ok, does)
    }

    fn resume(&mut self, path: &str, offset: u64) -> io::Result<bool> {
        self.bytes = 0;
        let told = |may: &bool| match may {
            true => "ok".to_owned(),
            false => "it cannot be".to_owned(),
        };
        let does = || self.remote.resume(path, offset);
        let question = || format!("open {path} to write on at {offset}");
        self.ear.asked(question, told, does)
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let written = self.remote.write(bytes);
        match &written {
            Ok(()) => self.bytes += bytes.len() as u64,
            Err(error) => self.ear.hears(|| format!("< write: {error}")),
        }
        written
    }

    fn force(&mut self) -> io::Result<()> {
        let bytes = self.bytes;
        let question = || format!("fsync after {bytes} bytes");
        self.ear.asked(question, ok, || self.remote.force())
    }

    fn finish(&mut self) -> io::Result<()> {
        let bytes = self.bytes;
        let question = || format!("close after {bytes} bytes");
        self.ear.asked(question, ok, || self.remote.finish())
    }

    fn rename(&mut self, from: &str, to: &str, naming: Naming) -> io::Result<()> {
        let does = || self.remote.rename(from, to, naming);
        self.ear
            .asked(|| format!("rename {from} to {to} ({naming:?})"), ok, does)
    }

    fn remove(&mut self, path: &str) -> io::Result<()> {
        let does = || self.remote.remove(path);
        self.ear.asked(|| format!("remove {path}"), ok, does)
    }

    fn make_directory(&mut self, path: &str) -> io::Result<()> {
        let does = || self.remote.make_directory(path);
        self.ear.asked(|| format!("mkdir {path}"), ok, does)
    }
}
