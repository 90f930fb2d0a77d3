//! From a directory to a working log: survey, replay, new epoch.

use crate::assemble::{AssembleError, Assembler, RawRecord};
use crate::body::Joiner;
use crate::control::{Control, ControlFile, ControlRecord};
use crate::device::LogDevice;
use crate::end::check_end;
use crate::error::{LogError, ReplayError};
use crate::extents::{ExtentSet, Extents};
use crate::files::FileDevice;
use crate::log::Log;
use crate::lsn::{Geometry, Lsn};
use crate::page::checksum_seed;
use crate::reader::{Chunk, ExtentSource, LogEnd, PageReader, PageRule};
use crate::record::Record;
use crate::settings::{LogSettings, LogType};
use crate::simulated::SimulatedDevice;
use crate::survey::{Survey, oldest_needed};
use ferromq_base::disk::{Directory, OpenMode};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::sync::mpsc;

/// No limit: a reader stops at the end of the log.
pub(crate) const TO_THE_END: u64 = u64::MAX >> 1;

/// A log found on disk and not yet read through. Nothing has been written so far.
pub struct Recovery {
    control: ControlFile,
    extents: Extents,
    settings: LogSettings,
    unfinished: Vec<String>,
    prefetch: bool,
    device: Option<SimulatedDevice>,
}

impl fmt::Debug for Recovery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recovery")
            .field("control", &self.control.current)
            .finish_non_exhaustive()
    }
}

impl Log {
    /// Looks at the log in `dir`. Changes nothing; [`Recovery::replay`] does the rest.
    ///
    /// The caller sees to it that no other process has the log open.
    ///
    /// # Errors
    /// One per row of the start-up table in the README of this crate.
    pub fn open(dir: Arc<dyn Directory>, settings: &LogSettings) -> Result<Recovery, LogError> {
        find(dir, settings)
    }
}

fn find(dir: Arc<dyn Directory>, settings: &LogSettings) -> Result<Recovery, LogError> {
    settings.validate()?;
    let control = ControlFile::open(&*dir, OpenMode::Forced)?;
    check_fixed(&control.current.settings, settings)?;
    let mut survey = Survey::take(&*dir, &control.current, OpenMode::Forced)?;
    survey.check_needed(&control.current)?;
    survey.free_before(oldest_needed(&control.current));
    // Finding files by name proves nothing about their names being durable: a process may
    // have been killed between a rename and its sync.
    dir.sync()
        .map_err(|error| LogError::io("syncing", "the log directory", error))?;
    let set = ExtentSet {
        leaving: Vec::new(),
        coming: None,
        in_use: survey.extents,
        free: survey.free,
        next: 0,
        ended_early: BTreeMap::new(),
    };
    let extents = Extents::new(dir, *settings, control.current.log_id, set);
    Ok(Recovery {
        control,
        extents,
        settings: *settings,
        unfinished: survey.unfinished,
        prefetch: true,
        device: None,
    })
}

fn check_fixed(created: &LogSettings, asked: &LogSettings) -> Result<(), LogError> {
    let kind = |settings: &LogSettings| match settings.log_type {
        LogType::Circular => "CIRCULAR".to_owned(),
        LogType::Linear => "LINEAR".to_owned(),
    };
    let pages = |settings: &LogSettings| settings.file_pages.to_string();
    let fixed = [
        ("LogFilePages", pages(created), pages(asked)),
        ("LogType", kind(created), kind(asked)),
    ];
    match fixed
        .into_iter()
        .find(|(_, created_with, asked_for)| created_with != asked_for)
    {
        Some((setting, created_with, asked_for)) => Err(LogError::SettingFixed {
            setting,
            created_with,
            asked_for,
        }),
        None => Ok(()),
    }
}

impl Recovery {
    /// The payload of the last checkpoint; empty when there was none.
    #[must_use]
    pub fn checkpoint(&self) -> &[u8] {
        &self.control.current.payload
    }

    /// Where replay starts: the recovery position of the last checkpoint.
    #[must_use]
    pub fn recovery_lsn(&self) -> Lsn {
        Lsn::new(self.control.current.recovery)
    }

    /// The oldest position a media image needs, as given to the last checkpoint.
    #[must_use]
    pub fn media_lsn(&self) -> Option<Lsn> {
        let media = Lsn::new(self.control.current.media);
        (!media.is_none()).then_some(media)
    }

    /// Whether replay reads ahead on a thread of its own (it does unless told otherwise).
    /// A simulator that wants one thread says no.
    #[must_use]
    pub fn prefetching(mut self, prefetch: bool) -> Self {
        self.prefetch = prefetch;
        self
    }

    /// The log goes on with this device, if there is one, on the files it was read from. For a simulator, and tests.
    #[must_use]
    pub fn on_device(mut self, device: Option<&SimulatedDevice>) -> Self {
        self.device = device.cloned();
        self
    }

    /// Calls `apply` with every record from the recovery position on, in order, then makes
    /// the log ready for appends.
    ///
    /// On return all records applied are durable, and a new epoch has been taken.
    ///
    /// # Errors
    /// What `apply` answered, or why the log cannot be read or written. In both cases the
    /// log on disk still says what it said: replay can be tried again.
    pub fn replay<E>(
        self,
        apply: &mut dyn FnMut(Record<'_>) -> Result<(), E>,
    ) -> Result<Arc<Log>, ReplayError<E>> {
        let from = self.recovery_lsn();
        self.replay_from(from, apply)
    }

    /// As [`Self::replay`], from an earlier position that is still there (media recovery).
    ///
    /// # Errors
    /// As [`Self::replay`]; `BadPosition` when `from` lies behind the recovery position or
    /// before the oldest extent kept.
    pub fn replay_from<E>(
        self,
        from: Lsn,
        apply: &mut dyn FnMut(Record<'_>) -> Result<(), E>,
    ) -> Result<Arc<Log>, ReplayError<E>> {
        if from > self.recovery_lsn() {
            return Err(LogError::BadPosition { position: from }.into());
        }
        let rule = page_rule(&self.control.current);
        let oldest = rule
            .geometry
            .extent_start(oldest_needed(&self.control.current));
        if from.get() < oldest {
            return Err(LogError::BadPosition { position: from }.into());
        }
        let mut reader = PageReader::new(&self.extents, rule, from.get(), TO_THE_END);
        let mut assembler = Assembler::new(from.get());
        let mut joiner = Joiner::new(&self.extents, rule, from.get());
        read_records(
            &mut reader,
            &mut assembler,
            self.prefetch,
            rule.geometry,
            &mut |raw| joiner.take(raw, apply),
        )?;
        let long = joiner.into_found();
        let end = reader
            .end()
            .expect("a reader that gives no more pages knows why");
        let ends = reader.into_extent_ends();
        ends.into_iter().for_each(|end| self.extents.note_end(end));
        let log = self.finish(&rule, end)?;
        for (first, body) in long {
            log.remember_long(first, &Arc::new(body));
        }
        Ok(log)
    }

    /// Judges the end found and turns the recovery into a log.
    fn finish(self, rule: &PageRule, end: LogEnd) -> Result<Arc<Log>, LogError> {
        let control = &self.control.current;
        check_end(&self.extents, &self.unfinished, control, rule, end)?;
        self.check_newest(rule, end.position)?;
        self.make_tail_durable(rule, end.position)?;
        for name in &self.unfinished {
            let removed = self.extents.dir().remove(name);
            removed.map_err(|error| LogError::io("removing log file", name, error))?;
        }
        let newest = self.extents.lock().in_use.keys().next_back().copied();
        let next = newest.map_or(rule.geometry.extent_of(end.position), |n| n + 1);
        self.extents.start_at(next);
        self.provide_files(end.position)?;
        let mut next = self.control.current.clone();
        next.epoch += 1;
        next.known_end = end.position;
        next.settings = self.settings;
        let ControlFile { slots, current } = self.control;
        let files = FileDevice::new(self.extents, rule.geometry, slots);
        let device: Box<dyn LogDevice> = match &self.device {
            Some(simulated) => simulated.attach(files),
            None => Box::new(files),
        };
        device.fence(next.epoch);
        let mut control = Control::new(current);
        control.write(&*device, next)?;
        Ok(Log::new(control, device, self.settings, end.position))
    }

    /// Extents are begun one after the other, so none lies behind the one the log ends in.
    fn check_newest(&self, rule: &PageRule, end: u64) -> Result<(), LogError> {
        let set = self.extents.lock();
        let newest = set.in_use.iter().next_back();
        match newest.filter(|(number, _)| **number > rule.geometry.extent_of(end)) {
            Some((_, file)) => {
                let rule = "an extent begins where the one before it ends";
                Err(LogError::damaged(&file.name, 0, rule))
            }
            None => Ok(()),
        }
    }

    /// What a killed process wrote may still sit in the disk's cache. Records applied now are
    /// built upon, so they must not be lost later.
    fn make_tail_durable(&self, rule: &PageRule, end: u64) -> Result<(), LogError> {
        if end <= rule.known_end {
            return Ok(());
        }
        let geometry = rule.geometry;
        for extent in geometry.extent_of(rule.known_end)..=geometry.extent_of(end) {
            if let Some(found) = self.extents.file_for_read(extent) {
                let synced = found.file.sync();
                synced.map_err(|error| LogError::io("syncing log file", &found.name, error))?;
            }
        }
        Ok(())
    }

    /// Makes the files a raised number of primary files asks for.
    fn provide_files(&self, head: u64) -> Result<(), LogError> {
        let count = || {
            let set = self.extents.lock();
            set.in_use.len() + set.free.len()
        };
        let wanted = |extents: &Extents| match self.settings.log_type {
            LogType::Circular => count() < self.settings.primary_files as usize,
            LogType::Linear => extents.ready_end() < head + self.settings.reserve_bytes(),
        };
        while wanted(&self.extents) {
            match self.extents.grow(self.extents.ready_end(), false) {
                Ok(true) => {}
                Ok(false) => break,
                // A linear log can start without: appends then say that it is full.
                Err(LogError::DiskFull { .. }) if self.settings.log_type == LogType::Linear => {
                    break;
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

/// The rule pages are judged by, as the control file fixes it.
pub(crate) fn page_rule(control: &ControlRecord) -> PageRule {
    PageRule {
        geometry: Geometry::new(control.settings.file_pages),
        seed: checksum_seed(control.log_id),
        known_end: control.known_end,
        epoch: control.epoch,
    }
}

/// Reads all pages of `reader` and reports the records in them.
pub(crate) fn read_records<S: ExtentSource + ?Sized, E>(
    reader: &mut PageReader<'_, S>,
    assembler: &mut Assembler,
    prefetch: bool,
    geometry: Geometry,
    each: &mut dyn FnMut(RawRecord<'_>) -> Result<(), ReplayError<E>>,
) -> Result<(), ReplayError<E>> {
    if prefetch {
        return read_ahead(reader, assembler, geometry, each);
    }
    let mut chunk = Chunk::new();
    while reader.next(&mut chunk)? {
        take_chunk(&chunk, assembler, geometry, each)?;
    }
    Ok(())
}

fn take_chunk<E>(
    chunk: &Chunk,
    assembler: &mut Assembler,
    geometry: Geometry,
    each: &mut dyn FnMut(RawRecord<'_>) -> Result<(), ReplayError<E>>,
) -> Result<(), ReplayError<E>> {
    for (position, page) in chunk.pages() {
        assembler
            .page(position, page, each)
            .map_err(|error| match error {
                AssembleError::Refused(error) => error,
                AssembleError::Inconsistent { position, rule } => {
                    let file = format!("of extent {}", geometry.extent_of(position));
                    let offset = geometry.offset_in_extent(position);
                    ReplayError::Log(LogError::Damaged { file, offset, rule })
                }
            })?;
    }
    Ok(())
}

/// Chunks in flight between the reading thread and the caller.
const CHUNKS: usize = 4;

fn read_ahead<S: ExtentSource + ?Sized, E>(
    reader: &mut PageReader<'_, S>,
    assembler: &mut Assembler,
    geometry: Geometry,
    each: &mut dyn FnMut(RawRecord<'_>) -> Result<(), ReplayError<E>>,
) -> Result<(), ReplayError<E>> {
    reader.read_in_parallel();
    let (give_back, empty) = mpsc::channel();
    let (give, full) = mpsc::channel();
    for _ in 0..CHUNKS {
        // The receiver is alive: it moves into the thread below.
        let _ = give_back.send(Chunk::new());
    }
    std::thread::scope(|scope| {
        let ahead = scope.spawn(move || -> Result<(), LogError> {
            while let Ok(mut chunk) = empty.recv() {
                // A closed channel means that the caller has stopped.
                if !reader.next(&mut chunk)? || give.send(chunk).is_err() {
                    break;
                }
            }
            Ok(())
        });
        let mut taken = Ok(());
        while let Ok(chunk) = full.recv() {
            taken = take_chunk(&chunk, assembler, geometry, each);
            if taken.is_err() {
                break;
            }
            // Nobody takes it back once all has been read.
            let _ = give_back.send(chunk);
        }
        drop((full, give_back));
        let read = ahead.join().expect("reading pages does not panic");
        taken?;
        Ok(read?)
    })
}
