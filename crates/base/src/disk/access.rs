//! Who may touch the disk: threads that serve many say that they must not, and builds with debug assertions hold them to it.
//!
//! A disk may stand still for seconds. Whoever waits for it on a thread that serves others makes all of them wait. So such a
//! thread is under [`forbid`], and [`watched`] directories refuse it: the thread panics with the name of the call and of the
//! file. What is done on purpose all the same is under [`allow`], with its reason; `crates/qmgr/README.md` has a table of all.
//!
//! Release builds have none of it.

use super::{Directory, File, OpenMode};
use std::io;
use std::marker::PhantomData;
use std::sync::Arc;

#[cfg(debug_assertions)]
thread_local! {
    /// What this thread is doing that forbids it the disk.
    static FORBIDDEN_TO: std::cell::Cell<Option<&'static str>> = const { std::cell::Cell::new(None) };
}

/// What a thread may do lasts until this is dropped; then it may do what it might before.
#[derive(Debug)]
#[must_use = "it lasts as long as this is held"]
pub struct Access {
    #[cfg(debug_assertions)]
    before: Option<&'static str>,
    of_this_thread: PhantomData<*const ()>,
}

impl Access {
    fn of(who: Option<&'static str>) -> Self {
        #[cfg(not(debug_assertions))]
        let _ = who;
        Self {
            #[cfg(debug_assertions)]
            before: FORBIDDEN_TO.replace(who),
            of_this_thread: PhantomData,
        }
    }
}

impl Drop for Access {
    fn drop(&mut self) {
        #[cfg(debug_assertions)]
        FORBIDDEN_TO.set(self.before);
    }
}

/// From here on this thread must not touch the disk, because it is `who`.
pub fn forbid(who: &'static str) -> Access {
    Access::of(Some(who))
}

/// What is done here may touch the disk wherever it is done, for this reason.
pub fn allow(reason: &'static str) -> Access {
    debug_assert!(!reason.is_empty(), "there is a reason");
    Access::of(None)
}

/// The directory; with debug assertions one that refuses threads that must not touch the disk, and so do its files and what
/// is below it.
#[must_use]
pub fn watched(directory: Arc<dyn Directory>) -> Arc<dyn Directory> {
    match cfg!(debug_assertions) {
        true => Arc::new(WatchedDirectory(directory)),
        false => directory,
    }
}

/// # Panics
/// When this thread must not touch the disk.
#[track_caller]
fn check(call: &str, place: impl FnOnce() -> String) {
    #[cfg(debug_assertions)]
    if let Some(who) = FORBIDDEN_TO.get()
        // What tidies up behind a panic must not hide it.
        && !std::thread::panicking()
    {
        panic!("{who} must not touch the disk: {call} {}", place());
    }
    #[cfg(not(debug_assertions))]
    let _ = (call, place);
}

/// For what waits for a disk, or for the system's user database, without a [`Directory`]: threads that must not are refused, with
/// debug assertions, as by watched directories.
///
/// # Panics
/// When this thread must not touch the disk.
#[track_caller]
pub fn touch(call: &str, place: &str) {
    check(call, || place.to_owned());
}

struct WatchedDirectory(Arc<dyn Directory>);

impl WatchedDirectory {
    fn check(&self, call: &str, name: &str) -> &dyn Directory {
        check(call, || self.path_of(name));
        &*self.0
    }

    fn path_of(&self, name: &str) -> String {
        format!("{}/{name}", self.0.display_path())
    }

    fn file(&self, name: &str, file: Box<dyn File>) -> Box<dyn File> {
        let path = self.path_of(name);
        Box::new(WatchedFile { file, path })
    }
}

impl Directory for WatchedDirectory {
    fn open(&self, name: &str, mode: OpenMode) -> io::Result<Box<dyn File>> {
        let opened = self.check("open", name).open(name, mode)?;
        Ok(self.file(name, opened))
    }

    fn create(&self, name: &str, mode: OpenMode) -> io::Result<Box<dyn File>> {
        let made = self.check("create", name).create(name, mode)?;
        Ok(self.file(name, made))
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        self.check("remove", name).remove(name)
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        self.check("rename", from).rename(from, to)
    }

    fn list(&self) -> io::Result<Vec<String>> {
        self.check("list", "").list()
    }

    fn list_directories(&self) -> io::Result<Vec<String>> {
        self.check("list directories of", "").list_directories()
    }

    fn directory(&self, name: &str) -> io::Result<Arc<dyn Directory>> {
        let directory = self.check("make directory", name).directory(name)?;
        Ok(watched(directory))
    }

    fn remove_directory(&self, name: &str) -> io::Result<()> {
        self.check("remove directory", name).remove_directory(name)
    }

    fn sync(&self) -> io::Result<()> {
        self.check("sync", "").sync()
    }

    fn is_on_disk(&self) -> bool {
        self.0.is_on_disk()
    }

    fn display_path(&self) -> String {
        self.0.display_path()
    }
}

struct WatchedFile {
    file: Box<dyn File>,
    path: String,
}

impl WatchedFile {
    fn check(&self, call: &str) -> &dyn File {
        check(call, || self.path.clone());
        &*self.file
    }
}

impl File for WatchedFile {
    fn read_at(&self, offset: u64, into: &mut [u8]) -> io::Result<()> {
        self.check("read").read_at(offset, into)
    }

    fn write_at(&self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        self.check("write").write_at(offset, bytes)
    }

    fn sync(&self) -> io::Result<()> {
        self.check("sync").sync()
    }

    fn len(&self) -> io::Result<u64> {
        self.check("ask for the length of").len()
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.check("cut or extend").set_len(len)
    }

    fn allocate(&self, len: u64) -> io::Result<()> {
        self.check("allocate").allocate(len)
    }

    fn give_back(&self, offset: u64, len: u64) -> io::Result<()> {
        self.check("give back").give_back(offset, len)
    }
}

#[cfg(all(test, debug_assertions))]
mod tests {
    use super::*;
    use crate::disk::MemoryDirectory;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    fn refused(act: impl FnOnce()) -> String {
        let panic = catch_unwind(AssertUnwindSafe(act)).expect_err("refused");
        *panic.downcast::<String>().expect("a text")
    }

    #[test]
    fn a_thread_that_must_not_touch_the_disk_is_told_what_it_did_to_which_file() {
        let directory = watched(MemoryDirectory::new());
        let below = directory.directory("Q").expect("made");
        let file = below.create("data", OpenMode::Cached).expect("made");
        file.write_at(0, b"x").expect("written");
        let _loop = forbid("an event loop");
        let told = refused(|| drop(file.sync()));
        assert!(
            told.starts_with("an event loop must not touch the disk: sync "),
            "{told}"
        );
        assert!(told.ends_with("Q/data"), "{told}");
    }

    #[test]
    fn what_is_allowed_ends_with_its_scope_and_other_threads_do_as_they_like() {
        let directory = watched(MemoryDirectory::new());
        let _loop = forbid("an event loop");
        {
            let _reason = allow("a test");
            directory.sync().expect("synced");
            let _completion = forbid("a completion");
            refused(|| drop(directory.list()));
        }
        refused(|| drop(directory.remove("A")));
        let other = Arc::clone(&directory);
        let synced = std::thread::spawn(move || other.sync().is_ok()).join();
        assert!(synced.expect("no panic"));
    }
}
