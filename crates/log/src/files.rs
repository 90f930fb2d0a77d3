//! The device of plain files: each extent in one, written past the page cache.
//!
//! It has no threads. A force is written by the thread that polls: the committer that waits, an edge that has nothing better to
//! do, or a writer thread. A lone committer is its own writer so, and wakes nobody.

use crate::control::ControlSlots;
use crate::device::{Done, Force, LogDevice, Lost, Overview, Unwritten};
use crate::error::LogError;
use crate::extents::{ExtentFile, Extents};
use crate::lock_order;
use crate::lsn::{Geometry, PAGE_BYTES};
use crate::reader::ExtentSource;
use ferromq_base::lock::{Mutex, MutexGuard};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

/// Forces that may be under way at a time: a disk takes two writes in little more than the time of one. More would each carry
/// less, and cost as much.
const WINDOW: usize = 2;

pub(crate) struct FileDevice {
    extents: Extents,
    geometry: Geometry,
    epoch: AtomicU32,
    /// Held while a slot is written or files are removed: not under an epoch that is over.
    control: Mutex<ControlSlots, lock_order::ControlSlots>,
    /// Begun, and not yet taken by a thread that polls.
    begun: Mutex<VecDeque<Force>, lock_order::Begun>,
}

impl FileDevice {
    pub(crate) fn new(extents: Extents, geometry: Geometry, control: ControlSlots) -> Self {
        Self {
            extents,
            geometry,
            epoch: AtomicU32::new(0),
            control: Mutex::new(control),
            begun: Mutex::default(),
        }
    }

    /// That of the forces it takes.
    pub(crate) fn epoch(&self) -> u32 {
        self.epoch.load(Ordering::Acquire)
    }

    fn begun(&self) -> MutexGuard<'_, VecDeque<Force>> {
        self.begun.lock()
    }

    /// # Errors
    /// `Fenced` when somebody has taken the log over from this epoch.
    fn check(&self, epoch: u32) -> Result<(), Lost> {
        let now = self.epoch();
        match epoch == now {
            true => Ok(()),
            false => Err(Lost::Fenced { epoch: now }),
        }
    }

    /// Writes the pages; they are durable on return. Answers the bytes written.
    fn write(&self, force: &Force) -> Result<u64, Lost> {
        self.check(force.epoch)?;
        let mut page = 0;
        while let Some((position, bytes)) = force.pages.run_at(page) {
            let extent = self.geometry.extent_of(position);
            let target = self
                .extents
                .file_for_write(extent)
                .map_err(|(name, error)| {
                    Lost::Failed(format!("giving log file {name} its name: {error}"))
                })?;
            let offset = self.geometry.offset_in_extent(position);
            target.file.write_at(offset, bytes).map_err(|error| {
                Lost::Failed(format!(
                    "writing log file {} at {offset}: {error}",
                    target.name
                ))
            })?;
            page += bytes.len() / PAGE_BYTES;
        }
        Ok((page * PAGE_BYTES) as u64)
    }
}

impl ExtentSource for FileDevice {
    fn extent_file(&self, extent: u64) -> Option<ExtentFile> {
        self.extents.file_for_read(extent)
    }
}

impl LogDevice for FileDevice {
    fn window(&self) -> usize {
        WINDOW
    }

    fn works_for_callers(&self) -> bool {
        true
    }

    fn begin(&self, force: Force) {
        self.begun().push_back(force);
    }

    fn poll(&self) -> Option<Done> {
        let force = self.begun().pop_front()?;
        let started = Instant::now();
        let written = self.write(&force);
        Some(Done {
            force,
            written,
            took: started.elapsed(),
        })
    }

    fn fence(&self, epoch: u32) {
        let _none_is_written = self.control.lock_intact();
        self.epoch.fetch_max(epoch, Ordering::AcqRel);
    }

    fn write_control(&self, epoch: u32, generation: u64, slot: &[u8]) -> Result<(), Unwritten> {
        let slots = self.control.lock_intact();
        self.check(epoch).map_err(Unwritten::Behind)?;
        slots.write(generation, slot).map_err(Unwritten::Failed)
    }

    fn ready_end(&self) -> u64 {
        self.extents.ready_end()
    }

    fn grow(&self, epoch: u32, seen_end: u64, beyond: bool) -> Result<bool, LogError> {
        // One that is half made when somebody takes the log over is a file without its header to them, and removed.
        self.check(epoch)
            .map_err(|lost| LogError::Poisoned(lost.into()))?;
        self.extents.grow(seen_end, beyond)
    }

    fn end_from(&self, first: u64) -> u64 {
        self.extents.end_from(first)
    }

    fn release_before(&self, oldest_needed: u64, kept_extent: u64) -> Vec<ExtentFile> {
        self.extents.release_before(oldest_needed, kept_extent)
    }

    fn take_spare(&self, kept_extent: u64, keep: usize, most: usize) -> Vec<ExtentFile> {
        self.extents.take_spare(kept_extent, keep, most)
    }

    fn remove(&self, epoch: u32, surplus: Vec<ExtentFile>) {
        let _fence_waits = self.control.lock_intact();
        if self.check(epoch).is_ok() {
            self.extents.remove_surplus(surplus);
        }
    }

    fn note_end(&self, end: u64) {
        self.extents.note_end(end);
    }

    fn going_on_at(&self, position: u64) -> u64 {
        self.extents.going_on_at(position)
    }

    fn overview(&self) -> Overview {
        let set = self.extents.lock();
        let named = |(extent, file): (&u64, &ExtentFile)| (*extent, file.name.clone());
        Overview {
            in_use: set.in_use.iter().map(named).collect(),
            free: set.free.len(),
            next: set.next,
        }
    }

    fn place(&self) -> String {
        self.extents.dir().display_path()
    }
}
