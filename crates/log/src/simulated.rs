//! A device for simulated lives and for tests: forces are over when whoever has it says so, in the order it says, or never.
//!
//! It works by itself, as one on the other side of a network would, and keeps pages on the files of a simulated disk, so that
//! a crash and a restart see what was over and what was not. Nothing in it waits or has a thread: from one seed a life goes
//! the same way each time.

use crate::device::{Done, Force, LogDevice, Lost, Overview, Unwritten, WakeFn};
use crate::error::LogError;
use crate::extents::ExtentFile;
use crate::files::FileDevice;
use crate::lock_order;
use crate::reader::ExtentSource;
use crate::settings::BUFFERS;
use ferromq_base::lock::{Mutex, MutexGuard};
use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// See the module. What is here is for whoever decides what becomes of forces; a log is put on it with
/// [`crate::Recovery::on_device`], one log for each device. Clones are the same device.
///
/// At first it is in line: each force is over when whoever asked for it has called, as one to files. So start, and end, need
/// nobody who decides.
#[derive(Clone)]
pub struct SimulatedDevice(Arc<Device>);

struct Device {
    files: OnceLock<FileDevice>,
    window: usize,
    late: AtomicBool,
    /// In the order they were begun in.
    under_way: Mutex<Vec<UnderWay>, lock_order::UnderWay>,
    over: Mutex<VecDeque<Done>, lock_order::Begun>,
    wake: OnceLock<WakeFn>,
}

/// A force the log was not told of yet.
enum UnderWay {
    Begun(Force),
    /// It is on the disk, or it is known that it never will be.
    Written(Done),
}

impl fmt::Debug for SimulatedDevice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SimulatedDevice")
            .field("under_way", &self.under_way())
            .finish_non_exhaustive()
    }
}

impl SimulatedDevice {
    /// A device that takes so many forces at a time: 1 to 4, what is outside is moved to the nearer end.
    #[must_use]
    pub fn new(window: usize) -> Self {
        Self(Arc::new(Device {
            files: OnceLock::new(),
            window: window.clamp(1, BUFFERS),
            late: AtomicBool::new(false),
            under_way: Mutex::default(),
            over: Mutex::default(),
            wake: OnceLock::new(),
        }))
    }

    /// The device as the log has it, on the files it was read from.
    pub(crate) fn attach(&self, files: FileDevice) -> Box<dyn LogDevice> {
        let is_first = self.0.files.set(files).is_ok();
        assert!(is_first, "a device is for one log");
        Box::new(Attached(Arc::clone(&self.0)))
    }

    /// From now on forces are over when this device is told so. Nobody may use the log meanwhile.
    pub fn work_late(&self) {
        self.0.late.store(true, Ordering::SeqCst);
    }

    /// Ends what is under way, and is in line from now on. Nobody else may use the log meanwhile.
    pub fn work_in_line(&self) {
        while self.under_way() > 0 {
            self.finish(0);
        }
        self.0.late.store(false, Ordering::SeqCst);
    }

    /// Forces the log was not told of yet.
    #[must_use]
    pub fn under_way(&self) -> usize {
        self.0.under_way.lock().len()
    }

    /// The pages of the force with this number, oldest first, are on the disk. The log is not told. Nothing is done twice, nor
    /// where there is no such force.
    pub fn write(&self, number: usize) {
        self.0.write(number);
    }

    /// The force with this number is over: its pages are on the disk, and the log is told.
    pub fn finish(&self, number: usize) {
        self.0.write(number);
        if let Some(UnderWay::Written(done)) = self.0.take(number) {
            self.0.tell(done);
        }
    }

    /// The force with this number failed, and nobody knows what of it is on the disk. The log is told.
    pub fn fail(&self, number: usize) {
        let force = match self.0.take(number) {
            Some(UnderWay::Begun(force)) => force,
            Some(UnderWay::Written(done)) => done.force,
            None => return,
        };
        self.0.tell(Done {
            force,
            written: Err(Lost::Failed("the far side does not answer".to_owned())),
            took: Duration::ZERO,
        });
    }

    /// Somebody takes the log over: what is not on the disk yet will not be, and the log is told so as each force ends, and by the
    /// next checkpoint. What is there already counts.
    pub fn take_over(&self) {
        let files = self.0.files();
        files.fence(files.epoch() + 1);
    }
}

impl Device {
    fn files(&self) -> &FileDevice {
        self.files.get().expect("a log is on this device")
    }

    fn under_way(&self) -> MutexGuard<'_, Vec<UnderWay>> {
        self.under_way.lock()
    }

    fn take(&self, number: usize) -> Option<UnderWay> {
        let mut under_way = self.under_way();
        (number < under_way.len()).then(|| under_way.remove(number))
    }

    fn write(&self, number: usize) {
        let written = match self.take(number) {
            Some(UnderWay::Begun(force)) => {
                self.files().begin(force);
                let done = self.files().poll().expect("one was begun");
                UnderWay::Written(done)
            }
            Some(written) => written,
            None => return,
        };
        // Others are added behind it meanwhile, and one hand takes out.
        self.under_way().insert(number, written);
    }

    fn tell(&self, done: Done) {
        self.over.lock().push_back(done);
        if let Some(wake) = self.wake.get() {
            wake();
        }
    }
}

struct Attached(Arc<Device>);

impl ExtentSource for Attached {
    fn extent_file(&self, extent: u64) -> Option<ExtentFile> {
        self.0.files().extent_file(extent)
    }
}

impl LogDevice for Attached {
    fn window(&self) -> usize {
        self.0.window
    }

    fn works_for_callers(&self) -> bool {
        !self.0.late.load(Ordering::SeqCst)
    }

    fn begin(&self, force: Force) {
        match self.works_for_callers() {
            true => self.0.files().begin(force),
            false => self.0.under_way().push(UnderWay::Begun(force)),
        }
    }

    fn poll(&self) -> Option<Done> {
        match self.works_for_callers() {
            true => self.0.files().poll(),
            false => self.0.over.lock().pop_front(),
        }
    }

    fn fence(&self, epoch: u32) {
        self.0.files().fence(epoch);
    }

    fn write_control(&self, epoch: u32, generation: u64, slot: &[u8]) -> Result<(), Unwritten> {
        self.0.files().write_control(epoch, generation, slot)
    }

    fn set_waker(&self, wake: WakeFn) {
        let _ = self.0.wake.set(wake);
    }

    fn ready_end(&self) -> u64 {
        self.0.files().ready_end()
    }

    fn grow(&self, epoch: u32, seen_end: u64, beyond: bool) -> Result<bool, LogError> {
        self.0.files().grow(epoch, seen_end, beyond)
    }

    fn end_from(&self, first: u64) -> u64 {
        self.0.files().end_from(first)
    }

    fn release_before(&self, oldest_needed: u64, kept_extent: u64) -> Vec<ExtentFile> {
        self.0.files().release_before(oldest_needed, kept_extent)
    }

    fn take_spare(&self, kept_extent: u64, keep: usize, most: usize) -> Vec<ExtentFile> {
        self.0.files().take_spare(kept_extent, keep, most)
    }

    fn remove(&self, epoch: u32, surplus: Vec<ExtentFile>) {
        self.0.files().remove(epoch, surplus);
    }

    fn note_end(&self, end: u64) {
        self.0.files().note_end(end);
    }

    fn going_on_at(&self, position: u64) -> u64 {
        self.0.files().going_on_at(position)
    }

    fn overview(&self) -> Overview {
        self.0.files().overview()
    }

    fn place(&self) -> String {
        self.0.files().place()
    }
}
