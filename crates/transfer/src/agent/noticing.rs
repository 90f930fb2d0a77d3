//! What the system tells of directories (inotify): files that somebody has written to their end, or moved there. A hint: what it does not tell is
//! found by looking.

use rustix::fs::inotify::{self, CreateFlags, ReadFlags, Reader, WatchFlags};
use rustix::io::Errno;
use std::collections::{BTreeMap, BTreeSet};
use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;

/// Names of a directory that are kept until they are taken; further ones are found by looking.
const NAMES_MAX: usize = 1_000;
/// Events that are read at a time.
const EVENTS_MAX: usize = 1_000;

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Noticing {
    /// None before the first is asked for; then nothing inside if the system has none of it.
    queue: Option<Option<OwnedFd>>,
    directories: BTreeMap<i32, String>,
    names: BTreeMap<String, BTreeSet<String>>,
}

impl Noticing {
    /// Names in a directory since this was asked last. The first time nothing is known yet.
    pub(super) fn take(&mut self, directory: &str) -> BTreeSet<String> {
        let queue = self.queue.get_or_insert_with(|| {
            inotify::init(CreateFlags::NONBLOCK | CreateFlags::CLOEXEC).ok()
        });
        let Some(queue) = queue else {
            return BTreeSet::new();
        };
        if !self.names.contains_key(directory) {
            let what = WatchFlags::CLOSE_WRITE | WatchFlags::MOVED_TO | WatchFlags::ONLYDIR;
            if let Ok(watch) = inotify::add_watch(&*queue, directory, what) {
                self.directories.insert(watch, directory.to_owned());
                self.names.insert(directory.to_owned(), BTreeSet::new());
            }
        }
        let mut buffer = [MaybeUninit::uninit(); 4_096];
        let mut reader = Reader::new(&*queue, &mut buffer);
        for _ in 0..EVENTS_MAX {
            let event = match reader.next() {
                Ok(event) => event,
                Err(Errno::INTR) => continue,
                // There are no more.
                Err(_) => break,
            };
            let Some(directory) = self.directories.get(&event.wd()) else {
                continue;
            };
            if event.events().contains(ReadFlags::IGNORED) {
                // The directory is gone; when it is there again it is watched again.
                self.names.remove(directory);
                self.directories.remove(&event.wd());
                continue;
            }
            let name = event.file_name().and_then(|name| name.to_str().ok());
            if let (Some(name), Some(names)) = (name, self.names.get_mut(directory))
                && names.len() < NAMES_MAX
            {
                names.insert(name.to_owned());
            }
        }
        self.names
            .get_mut(directory)
            .map(std::mem::take)
            .unwrap_or_default()
    }
}
