//! Tells the end of a log from damage in its middle: the last part of the validity rule of
//! `docs/formats/log-extent.md`.

use crate::control::ControlRecord;
use crate::error::LogError;
use crate::extents::{ExtentFile, Extents, file_name};
use crate::lsn::PAGE_BYTES;
use crate::page::PageHeader;
use crate::reader::{LogEnd, PageRule};
use ferromq_base::buffer::AlignedBuffer;
use ferromq_base::disk::OpenMode;
use std::sync::Arc;

const PAGE: u64 = PAGE_BYTES as u64;

/// Judges the end a reader found. `unfinished` are the names of files of a wrong length.
///
/// # Errors
/// `Damaged` when something on disk says that the log went on behind `end`; `Io`.
pub(crate) fn check_end(
    extents: &Extents,
    unfinished: &[String],
    control: &ControlRecord,
    rule: &PageRule,
    end: LogEnd,
) -> Result<(), LogError> {
    let geometry = rule.geometry;
    let extent = geometry.extent_of(end.position);
    let held = extents.file_for_read(extent);
    let file = held
        .as_ref()
        .map_or_else(|| file_name(extent), |found| found.name.clone());
    let offset = geometry.offset_in_extent(end.position);
    // An extent is begun only after all of the one before it is durable.
    if end.position < rule.known_end || extents.holds(extent + 1) {
        return Err(LogError::damaged(&file, offset, end.rule));
    }
    // Forces under way together can leave pages behind the first missing one; a force begun
    // after that page was durable cannot.
    let reach = control.settings.all_buffer_pages() as u64 * PAGE;
    let first = geometry.data_page_at(end.position);
    let stop = geometry
        .extent_start(extent + 1)
        .min(end.position + reach + 2 * PAGE);
    let mut behind = Behind {
        rule,
        end,
        first,
        bytes: AlignedBuffer::zeroed(stop.saturating_sub(first) as usize),
    };
    let Some(found) = held else {
        return behind.check_files_without_extent(extents, unfinished);
    };
    match behind.proof_in(&found)? {
        Some(Proof::LaterForce) => Err(LogError::damaged(&file, offset, end.rule)),
        Some(Proof::LaterLife { position }) => Err(LogError::damaged(
            &file,
            geometry.offset_in_extent(position),
            "the control file is older than this page: its newer slot is damaged",
        )),
        None => Ok(()),
    }
}

/// What says that the end found is none.
enum Proof {
    /// A force was begun when more than what lies before the end was durable.
    LaterForce,
    /// The log has been opened more often than the control file says.
    LaterLife { position: u64 },
}

/// The pages behind the end, as far as the forces under way together can reach.
struct Behind<'a> {
    rule: &'a PageRule,
    end: LogEnd,
    first: u64,
    bytes: AlignedBuffer,
}

impl Behind<'_> {
    fn proof_in(&mut self, found: &ExtentFile) -> Result<Option<Proof>, LogError> {
        let fail = |error| LogError::io("reading log file", &found.name, error);
        let offset = self.rule.geometry.offset_in_extent(self.first);
        let whole = found.file.len().map_err(fail)?.saturating_sub(offset) / PAGE * PAGE;
        let len = self.bytes.len().min(whole as usize);
        if len == 0 {
            return Ok(None);
        }
        let bytes = &mut self.bytes[..len];
        found.file.read_at(offset, bytes).map_err(fail)?;
        let mut pages = (self.first..)
            .step_by(PAGE_BYTES)
            .zip(self.bytes[..len].chunks_exact(PAGE_BYTES));
        Ok(pages.find_map(|(position, page)| self.proof_of(position, page)))
    }

    fn proof_of(&self, position: u64, page: &[u8]) -> Option<Proof> {
        let header = PageHeader::decode(page, self.rule.seed, position).ok()?;
        if header.epoch > self.rule.epoch {
            return Some(Proof::LaterLife { position });
        }
        // What an earlier life left was judged when this one began. Once this one has written, what it
        // wrote must not be given up for that.
        let judged = header.epoch < self.rule.epoch && self.end.position > self.rule.known_end;
        let later = header.durable_before > self.end.position;
        (later && !judged).then_some(Proof::LaterForce)
    }

    /// No file says that it holds the extent the log would go on in. A file may hold it all the same,
    /// its header page damaged or its end cut off.
    fn check_files_without_extent(
        &mut self,
        extents: &Extents,
        unfinished: &[String],
    ) -> Result<(), LogError> {
        let mut files: Vec<ExtentFile> = extents.lock().free.iter().cloned().collect();
        for name in unfinished {
            let opened = extents.dir().open(name, OpenMode::Cached);
            let file = opened.map_err(|error| LogError::io("reading log file", name, error))?;
            files.push(ExtentFile {
                name: name.clone(),
                file: Arc::from(file),
            });
        }
        for found in files {
            if self.proof_in(&found)?.is_some() {
                let rule = "the file holds forced pages of an extent, but its header page or its \
                            length does not say so";
                return Err(LogError::damaged(&found.name, 0, rule));
            }
        }
        Ok(())
    }
}
