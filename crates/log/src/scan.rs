//! Going through records without replaying them: on an open log, and offline.

use crate::assemble::{Assembler, RawRecord};
use crate::body::Joiner;
use crate::control::{ControlFile, ControlRecord};
use crate::error::{LogError, ReplayError};
use crate::extents::ExtentFile;
use crate::log::Log;
use crate::lsn::{Geometry, Lsn};
use crate::reader::{ExtentSource, PageReader, PageRule};
use crate::record::Record;
use crate::recovery::{TO_THE_END, page_rule, read_records};
use crate::settings::LogSettings;
use crate::survey::Survey;
use ferromq_base::disk::{Directory, OpenMode};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

enum Stop<E> {
    Reached,
    Refused(E),
}

/// Reports the records that start in `from..to`; answers where reading stopped.
fn scan<S: ExtentSource + ?Sized, E>(
    source: &S,
    rule: PageRule,
    (from, to, limit): (Lsn, Lsn, u64),
    each: &mut dyn FnMut(Record<'_>) -> Result<(), E>,
) -> Result<Lsn, ReplayError<E>> {
    let mut reader = PageReader::new(source, rule, from.get(), limit);
    let mut assembler = Assembler::new(from.get());
    let mut joiner = Joiner::new(source, rule, from.get());
    let mut refused = |record: Record<'_>| each(record).map_err(Stop::Refused);
    let mut until = |raw: RawRecord<'_>| match raw.lsn >= to.get() {
        true => Err(ReplayError::Apply(Stop::Reached)),
        false => joiner.take(raw, &mut refused),
    };
    match read_records(
        &mut reader,
        &mut assembler,
        false,
        rule.geometry,
        &mut until,
    ) {
        Err(ReplayError::Apply(Stop::Reached)) => return Ok(to),
        Err(ReplayError::Apply(Stop::Refused(error))) => return Err(ReplayError::Apply(error)),
        Err(ReplayError::Log(error)) => return Err(error.into()),
        Ok(()) => {}
    }
    let end = reader
        .end()
        .expect("a reader that gives no more pages knows why");
    if end.position < rule.known_end.min(limit).min(to.get()) {
        let extent = rule.geometry.extent_of(end.position);
        let Some(found) = source.extent_file(extent) else {
            return Err(LogError::ExtentMissing { extent }.into());
        };
        let offset = rule.geometry.offset_in_extent(end.position);
        return Err(LogError::damaged(&found.name, offset, end.rule).into());
    }
    Ok(Lsn::new(end.position))
}

impl Log {
    /// Calls `each` with every durable record that starts in `from..to`, in order, and answers
    /// where it stopped. `from` is the start or the end of a record, or the start of an extent.
    ///
    /// # Errors
    /// What `each` answered; `ExtentMissing` when the log no longer (or not yet) has `from`;
    /// `Damaged` or `Io`.
    pub fn scan<E>(
        &self,
        from: Lsn,
        to: Lsn,
        each: &mut dyn FnMut(Record<'_>) -> Result<(), E>,
    ) -> Result<Lsn, ReplayError<E>> {
        // The end of a record that is the last of an extent that ended early: nothing is to be read there.
        let from = Lsn::new(self.device.going_on_at(from.get()));
        let durable = self.durable().get();
        let rule = PageRule {
            geometry: self.geometry,
            seed: self.seed,
            known_end: durable,
            epoch: self.epoch,
        };
        scan(&*self.device, rule, (from, to, durable), each)
    }

    /// Start of the oldest extent there still is: the first position [`Log::scan`] can start at.
    #[must_use]
    pub fn oldest_lsn(&self) -> Lsn {
        let there = self.device.overview();
        let oldest = there
            .in_use
            .first()
            .map_or(there.next, |(extent, _)| *extent);
        Lsn::new(self.geometry.extent_start(oldest))
    }
}

/// Reads a log from its files, with no lock and changing nothing.
///
/// Meant for a log nobody has open; on one that is being written it sees what was there when
/// it looked, and may report damage where an extent is overwritten under its eyes.
pub struct LogReader {
    control: ControlRecord,
    extents: BTreeMap<u64, ExtentFile>,
}

impl fmt::Debug for LogReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LogReader")
            .field("control", &self.control)
            .finish_non_exhaustive()
    }
}

impl LogReader {
    /// Looks at the log in `dir`.
    ///
    /// # Errors
    /// As [`Log::open`], but missing extents are an error only to a scan that needs them.
    pub fn open(dir: &Arc<dyn Directory>) -> Result<Self, LogError> {
        let control = ControlFile::open(&**dir, OpenMode::Cached)?.current;
        let survey = Survey::take(&**dir, &control, OpenMode::Cached)?;
        Ok(Self {
            control,
            extents: survey.extents,
        })
    }

    /// What the log was last opened with.
    #[must_use]
    pub fn settings(&self) -> &LogSettings {
        &self.control.settings
    }

    /// The payload of the last checkpoint.
    #[must_use]
    pub fn checkpoint(&self) -> &[u8] {
        &self.control.payload
    }

    /// Where a restart would begin.
    #[must_use]
    pub fn recovery_lsn(&self) -> Lsn {
        Lsn::new(self.control.recovery)
    }

    /// The oldest position a media image needs.
    #[must_use]
    pub fn media_lsn(&self) -> Option<Lsn> {
        (self.control.media != 0).then_some(Lsn::new(self.control.media))
    }

    /// Start of the oldest extent from which all extents up to the recovery position are there.
    #[must_use]
    pub fn oldest_lsn(&self) -> Lsn {
        let geometry = Geometry::new(self.control.settings.file_pages);
        let mut oldest = geometry.extent_of(self.control.recovery);
        while oldest > 0 && self.extents.contains_key(&(oldest - 1)) {
            oldest -= 1;
        }
        Lsn::new(geometry.extent_start(oldest))
    }

    /// Names of the extent files in use, oldest first, with the position each starts at.
    pub fn extents(&self) -> impl Iterator<Item = (Lsn, &str)> {
        let geometry = Geometry::new(self.control.settings.file_pages);
        self.extents.iter().map(move |(extent, file)| {
            (Lsn::new(geometry.extent_start(*extent)), file.name.as_str())
        })
    }

    /// Calls `each` with every record that starts in `from..to`, in order, and answers where
    /// it stopped: at `to`, or at the end of the log. `None` for the beginning or the end.
    ///
    /// # Errors
    /// What `each` answered; `ExtentMissing`, `Damaged` or `Io`.
    pub fn scan<E>(
        &self,
        from: Option<Lsn>,
        to: Option<Lsn>,
        each: &mut dyn FnMut(Record<'_>) -> Result<(), E>,
    ) -> Result<Lsn, ReplayError<E>> {
        let from = from.unwrap_or_else(|| self.oldest_lsn());
        let to = to.unwrap_or(Lsn::new(TO_THE_END));
        scan(
            &self.extents,
            page_rule(&self.control),
            (from, to, TO_THE_END),
            each,
        )
    }
}
