//! A device for tests: forces are over when the test says so, in the order it says, or never.
//!
//! It works by itself, as one on the other side of a network would, and keeps pages on the files of a simulated disk, so that
//! a crash and a restart see what was over and what was not. Nothing in it waits or has a thread: from one seed a test goes
//! the same way each time.

use crate::device::{Done, Force, LogDevice, Lost, Overview, WakeFn};
use crate::error::LogError;
use crate::extents::ExtentFile;
use crate::files::FileDevice;
use crate::reader::ExtentSource;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

/// What the test holds of the device: [`Stage::device`] is the log's.
pub(crate) struct Stage {
    files: FileDevice,
    window: usize,
    held: Mutex<Vec<Force>>,
    over: Mutex<VecDeque<Done>>,
    wake: Mutex<Option<WakeFn>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("no test goes on after a panic")
}

impl Stage {
    pub(crate) fn new(files: FileDevice, window: usize) -> Arc<Self> {
        Arc::new(Self {
            files,
            window,
            held: Mutex::default(),
            over: Mutex::default(),
            wake: Mutex::default(),
        })
    }

    pub(crate) fn device(self: &Arc<Self>) -> Box<dyn LogDevice> {
        Box::new(Rehearsed(Arc::clone(self)))
    }

    /// Forces under way.
    pub(crate) fn held(&self) -> usize {
        lock(&self.held).len()
    }

    /// The force under way with this number, oldest first, is over: its pages are on the disk, and the log is told.
    pub(crate) fn finish(&self, number: usize) {
        let force = lock(&self.held).remove(number);
        self.files.begin(force);
        let done = self.files.poll().expect("one was begun");
        self.tell(done);
    }

    /// It failed, and nobody knows what is on the disk.
    pub(crate) fn fail(&self, number: usize) {
        let force = lock(&self.held).remove(number);
        self.tell(Done {
            force,
            written: Err(Lost::Failed("the far side does not answer".to_owned())),
            took: Duration::ZERO,
        });
    }

    /// The pages of all that is under way and that `choose` chooses are on the disk, but nobody was told; the rest is nowhere.
    pub(crate) fn end(&self, mut choose: impl FnMut() -> bool) {
        for force in lock(&self.held).drain(..) {
            if choose() {
                self.files.begin(force);
                let done = self.files.poll().expect("one was begun");
                assert!(done.written.is_ok(), "the disk is well");
            }
        }
    }

    fn tell(&self, done: Done) {
        lock(&self.over).push_back(done);
        if let Some(wake) = &*lock(&self.wake) {
            wake();
        }
    }
}

struct Rehearsed(Arc<Stage>);

impl ExtentSource for Rehearsed {
    fn extent_file(&self, extent: u64) -> Option<ExtentFile> {
        self.0.files.extent_file(extent)
    }
}

impl LogDevice for Rehearsed {
    fn window(&self) -> usize {
        self.0.window
    }

    fn works_for_callers(&self) -> bool {
        false
    }

    fn begin(&self, force: Force) {
        lock(&self.0.held).push(force);
    }

    fn poll(&self) -> Option<Done> {
        lock(&self.0.over).pop_front()
    }

    fn fence(&self, epoch: u32) {
        self.0.files.fence(epoch);
    }

    fn set_waker(&self, wake: WakeFn) {
        *lock(&self.0.wake) = Some(wake);
    }

    fn ready_end(&self) -> u64 {
        self.0.files.ready_end()
    }

    fn grow(&self, seen_end: u64, beyond: bool) -> Result<bool, LogError> {
        self.0.files.grow(seen_end, beyond)
    }

    fn end_from(&self, first: u64) -> u64 {
        self.0.files.end_from(first)
    }

    fn release_before(&self, oldest_needed: u64, kept_extent: u64) -> Vec<ExtentFile> {
        self.0.files.release_before(oldest_needed, kept_extent)
    }

    fn take_spare(&self, kept_extent: u64, keep: usize, most: usize) -> Vec<ExtentFile> {
        self.0.files.take_spare(kept_extent, keep, most)
    }

    fn remove(&self, surplus: Vec<ExtentFile>) {
        self.0.files.remove(surplus);
    }

    fn note_end(&self, end: u64) {
        self.0.files.note_end(end);
    }

    fn going_on_at(&self, position: u64) -> u64 {
        self.0.files.going_on_at(position)
    }

    fn overview(&self) -> Overview {
        self.0.files.overview()
    }

    fn place(&self) -> String {
        self.0.files.place()
    }
}
