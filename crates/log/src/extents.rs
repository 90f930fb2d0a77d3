//! The extent files: which file holds which extent, which are free, how more are made.
//!
//! An extent is *in use* from its first write until a checkpoint no longer needs it; its
//! file is then *free*: waiting to be overwritten as another extent. Appends are admitted
//! only up to the end of the extents that have a file, in use or free, so that a force
//! never finds the disk full.

use crate::error::LogError;
use crate::lock_order;
use crate::lsn::{Geometry, PAGE_BYTES};
use crate::page::ExtentHeader;
use crate::settings::{LogSettings, LogType};
use ferromq_base::buffer::AlignedBuffer;
use ferromq_base::disk::{Directory, File, OpenMode};
use ferromq_base::lock::{Mutex, MutexGuard};
use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// An extent file: its name of the moment and the open file.
#[derive(Clone)]
pub(crate) struct ExtentFile {
    pub(crate) name: String,
    pub(crate) file: Arc<dyn File>,
}

/// What the set holds. Plain data: its owner does the locking.
#[derive(Default)]
pub(crate) struct ExtentSet {
    pub(crate) in_use: BTreeMap<u64, ExtentFile>,
    pub(crate) free: VecDeque<ExtentFile>,
    /// Names of files that are being removed, or get another one.
    pub(crate) leaving: Vec<String>,
    /// The name of the file that is being made.
    pub(crate) coming: Option<String>,
    /// The extent that is begun next.
    pub(crate) next: u64,
    /// Of extents in use that ended before they were full: the position behind their last page. From there to the next
    /// extent nothing was written.
    pub(crate) ended_early: BTreeMap<u64, u64>,
}

pub(crate) struct Extents {
    dir: Arc<dyn Directory>,
    settings: LogSettings,
    geometry: Geometry,
    log_id: u64,
    set: Mutex<ExtentSet, lock_order::ExtentSet>,
    /// Held while a file is made, so that two threads do not make one each.
    making: Mutex<(), lock_order::Making>,
    /// Held while a file of a linear log gets the name of its extent, to which two forces under way can come.
    naming: Mutex<(), lock_order::Naming>,
    /// Appends may reach up to here.
    ready_end: AtomicU64,
    /// The last file could not be made.
    disk_refuses: AtomicBool,
}

/// The name of the file with this number.
pub(crate) fn file_name(number: u64) -> String {
    format!("S{number:07}.LOG")
}

/// The number in the name of an extent file.
pub(crate) fn file_number(name: &str) -> Option<u64> {
    let digits = name.strip_prefix('S')?.strip_suffix(".LOG")?;
    if digits.len() < 7 || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    digits.parse().ok()
}

/// Makes the file `name`: all blocks allocated and written once, its header page saying that
/// it has not been used yet. Durable when the directory is synced after.
pub(crate) fn make_file(
    dir: &dyn Directory,
    name: &str,
    settings: &LogSettings,
    log_id: u64,
    written: &mut dyn FnMut(u64),
) -> Result<(), LogError> {
    let made = fill_file(dir, name, settings, log_id, written);
    made.map_err(|error| {
        // Best effort: what is left over is recognised and removed at the next start.
        let _ = dir.remove(name);
        LogError::io("creating log file", name, error)
    })
}

fn fill_file(
    dir: &dyn Directory,
    name: &str,
    settings: &LogSettings,
    log_id: u64,
    written: &mut dyn FnMut(u64),
) -> io::Result<()> {
    let len = settings.extent_bytes();
    let file = match dir.create(name, OpenMode::Forced) {
        // Left by an attempt that failed, or by a removal that did.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            dir.remove(name)?;
            dir.create(name, OpenMode::Forced)?
        }
        other => other?,
    };
    file.allocate(len)?;
    let mut block = AlignedBuffer::zeroed(FILL_BYTES);
    let header = ExtentHeader {
        log_id,
        extent: 0,
        file_pages: settings.file_pages,
    };
    header.encode(&mut block[..PAGE_BYTES]);
    let mut at = 0;
    while at < len {
        let count = (len - at).min(FILL_BYTES as u64);
        file.write_at(at, &block[..count as usize])?;
        if at == 0 {
            block[..PAGE_BYTES].fill(0);
        }
        at += count;
        written(count);
    }
    file.sync()
}

/// Free files that records in the buffers, and those that are promised, will take.
fn promised(set: &ExtentSet, kept_extent: u64) -> usize {
    (kept_extent + 1).saturating_sub(set.next) as usize
}

/// A free file of a linear log that is called by an extent begun before: no extent to come will be
/// given its name, so that removing it can never hit a file that has just got that name.
fn of_the_past(set: &ExtentSet) -> Option<usize> {
    let past = |name: &str| file_number(name).is_some_and(|number| number < set.next);
    set.free.iter().position(|file| past(&file.name))
}

const FILL_BYTES: usize = 1 << 20;

impl Extents {
    pub(crate) fn new(
        dir: Arc<dyn Directory>,
        settings: LogSettings,
        log_id: u64,
        set: ExtentSet,
    ) -> Self {
        let extents = Self {
            dir,
            settings,
            geometry: Geometry::new(settings.file_pages),
            log_id,
            ready_end: AtomicU64::new(0),
            disk_refuses: AtomicBool::new(false),
            set: Mutex::new(set),
            making: Mutex::new(()),
            naming: Mutex::new(()),
        };
        extents.publish_ready(&extents.lock());
        extents
    }

    pub(crate) fn dir(&self) -> &dyn Directory {
        &*self.dir
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, ExtentSet> {
        self.set.lock_intact()
    }

    fn lock_names(&self) -> MutexGuard<'_, ()> {
        self.naming.lock_intact()
    }

    /// Appends may reach up to this position.
    pub(crate) fn ready_end(&self) -> u64 {
        self.ready_end.load(Ordering::Acquire)
    }

    fn publish_ready(&self, set: &ExtentSet) {
        let end = self.geometry.extent_start(set.next + set.free.len() as u64);
        self.ready_end.store(end, Ordering::Release);
    }

    /// Sets the extent begun next; only at start-up.
    pub(crate) fn start_at(&self, next: u64) {
        let mut set = self.lock();
        set.next = next;
        self.publish_ready(&set);
    }

    /// Notes that the page before `end` is the last of its extent.
    pub(crate) fn note_end(&self, end: u64) {
        if self.geometry.offset_in_extent(end) != 0 {
            let extent = self.geometry.extent_of(end);
            self.lock().ended_early.insert(extent, end);
        }
    }

    /// Where the log goes on at `position`: there, or in the next extent if this one ended before it.
    pub(crate) fn going_on_at(&self, position: u64) -> u64 {
        let extent = self.geometry.extent_of(position);
        match self.lock().ended_early.get(&extent) {
            Some(end) if *end <= position => self.geometry.extent_start(extent + 1),
            _ => position,
        }
    }

    /// The file to read `extent` from, if it is in use.
    pub(crate) fn file_for_read(&self, extent: u64) -> Option<ExtentFile> {
        self.lock().in_use.get(&extent).cloned()
    }

    /// True when `extent` is in use.
    pub(crate) fn holds(&self, extent: u64) -> bool {
        self.lock().in_use.contains_key(&extent)
    }

    /// The file to write `extent` to: the one it has, or a free one that becomes it.
    ///
    /// Only threads that force call this. Of two that come to a new extent, one begins it and the
    /// other waits until it has its name.
    ///
    /// # Errors
    /// What the disk says when a file cannot get its new name; with the name concerned.
    pub(crate) fn file_for_write(&self, extent: u64) -> Result<ExtentFile, (String, io::Error)> {
        if let Some(found) = self.file_for_read(extent) {
            return Ok(found);
        }
        // A force that is longer than an extent begins several. The force behind it goes on in the last of them, and may be written
        // first: those before are begun for it.
        loop {
            let next = self.lock().next;
            if next >= extent {
                break;
            }
            self.file_for_write(next)?;
        }
        let linear = self.settings.log_type == LogType::Linear;
        let name = file_name(extent);
        let _naming = linear.then(|| self.lock_names());
        let mut set = self.lock();
        // A file that is being made for a linear log may be called by the extent that is begun now,
        // for extents given back meanwhile let the log get that far without it. Once it is made it
        // is found and taken; until then nothing may get its name.
        while linear && set.coming.as_ref() == Some(&name) {
            drop(set);
            drop(self.making.lock_intact());
            set = self.lock();
        }
        if let Some(found) = set.in_use.get(&extent) {
            return Ok(found.clone());
        }
        assert_eq!(extent, set.next, "extents are begun in order");
        // One free file less, one extent begun more: the ready end stays where it was.
        set.next = extent + 1;
        let mut taken = self.take_free(&mut set, extent);
        if linear && taken.name != name {
            // Nobody makes a file of that name while there is still one.
            set.leaving.push(taken.name.clone());
            drop(set);
            self.rename_durably(&taken.name, &name)
                .map_err(|error| (name.clone(), error))?;
            let old = std::mem::replace(&mut taken.name, name);
            set = self.lock();
            set.leaving.retain(|leaving| *leaving != old);
        }
        set.in_use.insert(extent, taken.clone());
        Ok(taken)
    }

    fn take_free(&self, set: &mut ExtentSet, extent: u64) -> ExtentFile {
        let name = file_name(extent);
        // A free file may already have the name a linear log needs; another one renamed to it
        // would destroy it.
        let index = match self.settings.log_type {
            LogType::Linear => set.free.iter().position(|f| f.name == name).unwrap_or(0),
            LogType::Circular => 0,
        };
        set.free
            .remove(index)
            .expect("appends are admitted only as far as there are files")
    }

    fn rename_durably(&self, from: &str, to: &str) -> io::Result<()> {
        self.dir.rename(from, to)?;
        // A sync that failed may have given the new name up for good, and the next one would not say so: best effort, nobody
        // may find the file by it.
        self.dir.sync().inspect_err(|_| {
            let _ = self.dir.rename(to, from);
        })
    }

    /// Makes one more free file, unless appends have been given more room than `seen_end`
    /// meanwhile. False when the log may not grow: `beyond` what its settings allow it may to twice the size.
    ///
    /// # Errors
    /// `DiskFull` or what the disk said; the log is as it was.
    pub(crate) fn grow(&self, seen_end: u64, beyond: bool) -> Result<bool, LogError> {
        let _one_at_a_time = self.making.lock_intact();
        let Some(name) = self.next_file_name(seen_end, beyond) else {
            return Ok(self.ready_end() != seen_end);
        };
        let made = self.make_durable_file(&name);
        self.disk_refuses.store(made.is_err(), Ordering::Relaxed);
        let mut set = self.lock();
        set.coming = None;
        let file = made?;
        set.free.push_back(ExtentFile {
            name,
            file: Arc::from(file),
        });
        self.publish_ready(&set);
        Ok(true)
    }

    fn make_durable_file(&self, name: &str) -> Result<Box<dyn File>, LogError> {
        make_file(&*self.dir, name, &self.settings, self.log_id, &mut |_| ())?;
        let opened = self
            .dir
            .sync()
            .and_then(|()| self.dir.open(name, OpenMode::Forced));
        opened.map_err(|error| {
            // Not used, so not left behind; and where the sync failed its name may never reach the disk.
            let _ = self.dir.remove(name);
            LogError::io("creating log file", name, error)
        })
    }

    /// Where the extents will end when all before `first` are given back, and as many are made as may be.
    pub(crate) fn end_from(&self, first: u64) -> u64 {
        let set = self.lock();
        let there = set.in_use.len() + set.free.len();
        let files = match self.settings.log_type {
            LogType::Circular if !self.disk_refuses.load(Ordering::Relaxed) => {
                there.max(self.settings.files_max())
            }
            _ => there,
        };
        self.geometry.extent_start(first + files as u64)
    }

    /// The name of the file that is made next, and noted as coming; `None` when none is to be made.
    fn next_file_name(&self, seen_end: u64, beyond: bool) -> Option<String> {
        let mut set = self.lock();
        if self.ready_end() != seen_end {
            return None;
        }
        let number = self.next_file_number(&set, beyond)?;
        set.coming = Some(file_name(number));
        set.coming.clone()
    }

    fn next_file_number(&self, set: &ExtentSet, beyond: bool) -> Option<u64> {
        let names = || {
            set.in_use
                .values()
                .chain(&set.free)
                .map(|file| &file.name)
                .chain(&set.leaving)
                .filter_map(|name| file_number(name))
        };
        let count = set.in_use.len() + set.free.len();
        match self.settings.log_type {
            LogType::Circular => {
                let most = self.settings.files_max() * if beyond { 2 } else { 1 };
                if count >= most {
                    return None;
                }
                (0..).find(|number| names().all(|taken| taken != *number))
            }
            LogType::Linear => {
                let last_ready = set.next + set.free.len() as u64;
                Some(names().fold(last_ready, |high, taken| high.max(taken + 1)))
            }
        }
    }

    /// Gives back the extents before `oldest_needed`. Answers files to remove because the log
    /// has more than it should; `kept_extent` and all before it keep theirs.
    pub(crate) fn release_before(&self, oldest_needed: u64, kept_extent: u64) -> Vec<ExtentFile> {
        let mut set = self.lock();
        // Who still holds the log from the very end of the extent before means the first one that is kept.
        set.ended_early = set.ended_early.split_off(&oldest_needed.saturating_sub(1));
        let kept = set.in_use.split_off(&oldest_needed);
        let released = std::mem::replace(&mut set.in_use, kept);
        set.free.extend(released.into_values());
        self.take_out(&mut set, |set, _| self.has_surplus(set, kept_extent))
    }

    /// Takes free files out that the log can do without for now: of a circular log secondary
    /// ones, of a linear log what is beyond `keep` free files. At most `most`.
    pub(crate) fn take_spare(&self, kept_extent: u64, keep: usize, most: usize) -> Vec<ExtentFile> {
        let kept = match self.settings.log_type {
            LogType::Circular => 0,
            LogType::Linear => keep,
        };
        self.take_out(&mut self.lock(), |set, taken| {
            taken < most && set.free.len() > promised(set, kept_extent).max(kept)
        })
    }

    /// Takes free files that may be removed out of the set while `more` says so, given how many
    /// have been.
    fn take_out(
        &self,
        set: &mut ExtentSet,
        more: impl Fn(&ExtentSet, usize) -> bool,
    ) -> Vec<ExtentFile> {
        let mut taken = Vec::new();
        while more(set, taken.len()) {
            let index = match self.settings.log_type {
                // Secondary files are those named behind the primary ones.
                LogType::Circular => set.free.iter().position(|f| self.is_secondary(&f.name)),
                LogType::Linear => of_the_past(set),
            };
            let Some(file) = index.and_then(|index| set.free.remove(index)) else {
                break;
            };
            set.leaving.push(file.name.clone());
            taken.push(file);
        }
        self.publish_ready(set);
        taken
    }

    fn is_secondary(&self, name: &str) -> bool {
        file_number(name).is_some_and(|n| n >= u64::from(self.settings.primary_files))
    }

    fn has_surplus(&self, set: &ExtentSet, kept_extent: u64) -> bool {
        let promised = promised(set, kept_extent);
        let primary = self.settings.primary_files as usize;
        let free = set.free.len();
        match self.settings.log_type {
            // Half the primary files free: the log is well back inside them.
            LogType::Circular => {
                let total = set.in_use.len() + free;
                total > primary && free > promised && set.in_use.len() + promised <= primary / 2
            }
            LogType::Linear => {
                free > (primary + self.settings.secondary_files as usize).max(promised)
            }
        }
    }

    /// Removes files taken out of the set. Until they are gone nobody makes a file of such a name,
    /// and in a linear log no extent to come is called by one: see `of_the_past`.
    pub(crate) fn remove_surplus(&self, surplus: Vec<ExtentFile>) {
        for ExtentFile { name, file } in surplus {
            drop(file);
            // A file that cannot be removed does no harm: the next start finds it free, and
            // growing takes its name again.
            let _ = self.dir.remove(&name);
            self.lock().leaving.retain(|leaving| *leaving != name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferromq_base::disk::{Fault, SimulatedDisk};

    fn extents(disk: &SimulatedDisk, free: &[&str]) -> Extents {
        let settings = LogSettings {
            file_pages: 64,
            log_type: LogType::Linear,
            ..LogSettings::default()
        };
        let dir = disk.root();
        let file = |name: &&str| ExtentFile {
            name: (*name).to_owned(),
            file: Arc::from(dir.create(name, OpenMode::Forced).expect("created")),
        };
        let set = ExtentSet {
            free: free.iter().map(file).collect(),
            next: 1,
            ..ExtentSet::default()
        };
        Extents::new(dir, settings, 1, set)
    }

    fn fail_call(disk: &SimulatedDisk, at: u64) {
        disk.plan(Fault::Fail {
            at,
            error: io::ErrorKind::Other,
            for_ever: false,
        });
    }

    #[test]
    fn a_force_that_begins_several_extents_may_be_overtaken_by_the_next() {
        let disk = SimulatedDisk::new(1);
        let log = extents(&disk, &["S0000007.LOG", "S0000008.LOG", "S0000009.LOG"]);
        // What goes on in the third of them is written first.
        assert_eq!(log.file_for_write(3).expect("begun").name, "S0000003.LOG");
        for extent in 1..=3 {
            let file = log.file_for_write(extent).expect("begun");
            assert_eq!(file.name, file_name(extent));
        }
        assert_eq!(log.lock().next, 4);
    }

    #[test]
    fn a_name_that_may_not_reach_the_disk_is_not_left_behind() {
        let disk = SimulatedDisk::new(1);
        let log = extents(&disk, &[]);
        let before = disk.calls();
        log.grow(log.ready_end(), false).expect("room");
        // The last two calls sync the directory and open the file.
        let to_the_sync = disk.calls() - before - 1;
        for refused in [to_the_sync, to_the_sync + 1] {
            let disk = SimulatedDisk::new(1);
            let log = extents(&disk, &[]);
            fail_call(&disk, refused);
            log.grow(log.ready_end(), false).expect_err("no room");
            let names = disk.root().list().expect("listed");
            assert!(names.is_empty(), "{names:?}");
        }
        let disk = SimulatedDisk::new(1);
        let log = extents(&disk, &["S0000009.LOG"]);
        // A rename, then a sync.
        fail_call(&disk, 2);
        assert!(log.file_for_write(1).is_err());
        assert_eq!(disk.root().list().expect("listed"), ["S0000009.LOG"]);
    }
}
