//! Reading bodies by their position: of records that are whole, and of those whose body is in pieces.

use crate::assemble::RawRecord;
use crate::chunks::PageRun;
use crate::error::{LogError, ReadError, ReplayError};
use crate::lsn::{Geometry, Lsn, PAGE_BYTES, PAGE_HEADER_BYTES};
use crate::page::PageHeader;
use crate::pieces::Joined;
use crate::reader::{ExtentSource, PageRule};
use crate::record::{RECORD_HEADER_BYTES, Record, RecordHeader, Shape};
use ferromq_base::buffer::AlignedBuffer;
use std::sync::Arc;

const PAGE: u64 = PAGE_BYTES as u64;

/// Pages read at a time, past any cache, for long bodies.
const LONG_PAGES: u64 = 256;

/// Where pages are read from.
pub(crate) trait PageRuns {
    fn geometry(&self) -> Geometry;

    fn seed(&self) -> u32;

    /// A run with the page at `page` in it, read with those up to `end` in mind.
    fn pages_at(&self, page: u64, end: u64) -> Result<Arc<PageRun>, ReadError>;

    /// The same for a body of which each page is read once: past a cache, if there is one.
    fn pages_once(&self, page: u64, end: u64) -> Result<Arc<PageRun>, ReadError> {
        self.pages_at(page, end)
    }

    /// What the extent is called, if it is there still.
    fn name_of(&self, extent: u64) -> Option<String>;
}

/// A body in pieces, and where the record that joins them lies.
#[derive(Debug)]
pub(crate) struct LongBody {
    pub(crate) at: u64,
    pub(crate) joined: Joined,
}

impl LongBody {
    /// Takes the positions of the pieces out of their lists.
    pub(crate) fn find<P: PageRuns + ?Sized>(
        pages: &P,
        at: u64,
        joined: Joined,
    ) -> Result<Self, ReadError> {
        let first = joined.pieces.first;
        let resolved = joined.resolve(|list| match list < at {
            true => read_whole(pages, list).map_err(Unfit::Unread),
            false => Err(Unfit::Rule("a list of pieces lies behind its record")),
        });
        match resolved {
            Ok(joined) => Ok(Self { at, joined }),
            Err(Unfit::Unread(error)) => Err(error),
            Err(Unfit::Rule(rule)) => Err(damaged(pages, first, rule)),
        }
    }

    /// Where the record that joins the pieces ends, but for its padding.
    pub(crate) fn end(&self, geometry: Geometry) -> u64 {
        let bytes = RECORD_HEADER_BYTES + self.joined.front_at + self.joined.front_len;
        geometry.end_after(self.at, bytes as u64)
    }

    /// Reads a part of the body.
    ///
    /// # Errors
    /// `NoRecord` when it is not so long.
    pub(crate) fn read<P: PageRuns + ?Sized>(
        &self,
        pages: &P,
        offset: usize,
        into: &mut [u8],
    ) -> Result<(), ReadError> {
        let end = offset.checked_add(into.len());
        if end.is_none_or(|end| end > self.joined.body_len()) {
            return Err(ReadError::NoRecord);
        }
        let mut done = 0;
        while done < into.len() {
            let part = self.joined.part(offset + done, into.len() - done);
            let (at, shape) = match part.piece {
                None => (self.at, Shape::Joins),
                Some(piece) => (piece, Shape::Piece),
            };
            let into = &mut into[done..done + part.len];
            let page = Geometry::page_of(at);
            let bytes = (RECORD_HEADER_BYTES + part.offset + part.len) as u64;
            let run = pages.pages_once(page, pages.geometry().end_after(at, bytes))?;
            let header = header_in(pages, &run, at)?;
            if header.shape != shape {
                return Err(damaged(pages, at, "a piece of a body is none"));
            }
            read_at(pages, at, (header, run), part.offset, into)?;
            done += part.len;
        }
        Ok(())
    }
}

enum Unfit {
    Rule(&'static str),
    Unread(ReadError),
}

impl From<&'static str> for Unfit {
    fn from(rule: &'static str) -> Self {
        Self::Rule(rule)
    }
}

fn damaged<P: PageRuns + ?Sized>(pages: &P, position: u64, rule: &'static str) -> ReadError {
    let geometry = pages.geometry();
    match pages.name_of(geometry.extent_of(position)) {
        None => ReadError::Gone,
        Some(file) => ReadError::Damaged {
            file,
            offset: geometry.offset_in_extent(position),
            rule,
        },
    }
}

/// The header of the record at a position, and the pages it was found in.
///
/// # Errors
/// `NoRecord` when there can be none.
pub(crate) fn header_at<P: PageRuns + ?Sized>(
    pages: &P,
    position: u64,
) -> Result<(RecordHeader, Arc<PageRun>), ReadError> {
    let page = Geometry::page_of(position);
    if pages.geometry().is_extent_header(page) {
        return Err(ReadError::NoRecord);
    }
    let run = pages.pages_at(page, page + PAGE)?;
    Ok((header_in(pages, &run, position)?, run))
}

fn header_in<P: PageRuns + ?Sized>(
    pages: &P,
    run: &PageRun,
    position: u64,
) -> Result<RecordHeader, ReadError> {
    let offset = (position % PAGE) as usize;
    let aligned = offset >= PAGE_HEADER_BYTES && offset.is_multiple_of(RECORD_HEADER_BYTES);
    let page_at = Geometry::page_of(position);
    if !aligned || pages.geometry().is_extent_header(page_at) {
        return Err(ReadError::NoRecord);
    }
    let page = checked_page(pages, run, page_at)?;
    RecordHeader::decode(&page[offset..offset + RECORD_HEADER_BYTES])
        .map_err(|_| ReadError::NoRecord)
}

/// Reads a part of the body of the record at `position`, as it lies there.
pub(crate) fn read_at<P: PageRuns + ?Sized>(
    pages: &P,
    position: u64,
    (header, run): (RecordHeader, Arc<PageRun>),
    offset: usize,
    into: &mut [u8],
) -> Result<(), ReadError> {
    let end = offset.checked_add(into.len());
    if end.is_none_or(|end| end > header.body_len) {
        return Err(ReadError::NoRecord);
    }
    let before = (RECORD_HEADER_BYTES + offset) as u64;
    copy(pages, pages.geometry().after(position, before), into, run)
}

fn read_whole<P: PageRuns + ?Sized>(pages: &P, position: u64) -> Result<Vec<u8>, ReadError> {
    let (header, run) = header_at(pages, position)?;
    if header.shape != Shape::Piece {
        return Err(damaged(pages, position, "a list of pieces is none"));
    }
    let mut body = vec![0; header.body_len];
    read_at(pages, position, (header, run), 0, &mut body)?;
    Ok(body)
}

fn copy<P: PageRuns + ?Sized>(
    pages: &P,
    from: u64,
    into: &mut [u8],
    mut run: Arc<PageRun>,
) -> Result<(), ReadError> {
    let geometry = pages.geometry();
    let mut position = from;
    let mut done = 0;
    while done < into.len() {
        let page_at = Geometry::page_of(position);
        let offset = (position - page_at) as usize;
        let count = (PAGE_BYTES - offset).min(into.len() - done);
        if run.page(page_at).is_none() {
            let end = geometry.end_after(position, (into.len() - done) as u64);
            run = pages.pages_at(page_at, end)?;
        }
        let page = checked_page(pages, &run, page_at)?;
        into[done..done + count].copy_from_slice(&page[offset..offset + count]);
        done += count;
        position = geometry.after(position, count as u64);
    }
    Ok(())
}

fn checked_page<'a, P: PageRuns + ?Sized>(
    pages: &P,
    run: &'a PageRun,
    position: u64,
) -> Result<&'a [u8], ReadError> {
    let page = run.page(position).ok_or(ReadError::NotDurable)?;
    match PageHeader::decode(page, pages.seed(), position) {
        Ok(_) => Ok(page),
        // The extent may have been overwritten while it was being read.
        Err(rule) => Err(damaged(pages, position, rule)),
    }
}

/// Reads pages past any cache.
pub(crate) fn read_run<S: ExtentSource + ?Sized>(
    source: &S,
    geometry: Geometry,
    start: u64,
    stop: u64,
) -> Result<PageRun, ReadError> {
    let Some(found) = source.extent_file(geometry.extent_of(start)) else {
        return Err(ReadError::Gone);
    };
    let mut bytes = AlignedBuffer::zeroed((stop - start) as usize);
    let offset = geometry.offset_in_extent(start);
    found
        .file
        .read_at(offset, &mut bytes)
        .map_err(ReadError::Io)?;
    Ok(PageRun {
        position: start,
        bytes,
    })
}

/// Where a run for a long body ends.
pub(crate) fn long_run_end(geometry: Geometry, page: u64, end: u64) -> u64 {
    end.next_multiple_of(PAGE)
        .min(page + LONG_PAGES * PAGE)
        .min(geometry.extent_start(geometry.extent_of(page) + 1))
}

/// Pages of files that nobody writes to meanwhile.
struct Plain<'a, S: ?Sized> {
    source: &'a S,
    rule: PageRule,
}

impl<S: ExtentSource + ?Sized> PageRuns for Plain<'_, S> {
    fn geometry(&self) -> Geometry {
        self.rule.geometry
    }

    fn seed(&self) -> u32 {
        self.rule.seed
    }

    fn pages_at(&self, page: u64, end: u64) -> Result<Arc<PageRun>, ReadError> {
        let stop = long_run_end(self.rule.geometry, page, end);
        read_run(self.source, self.rule.geometry, page, stop).map(Arc::new)
    }

    fn name_of(&self, extent: u64) -> Option<String> {
        Some(self.source.extent_file(extent)?.name)
    }
}

/// Makes records of what is read, in order: leaves pieces out, and puts together what is joined.
pub(crate) struct Joiner<'a, S: ?Sized> {
    pages: Plain<'a, S>,
    /// Records before this are not reported.
    from: u64,
    body: Vec<u8>,
    /// Bodies in pieces, by position.
    found: Vec<(u64, LongBody)>,
}

impl<'a, S: ExtentSource + ?Sized> Joiner<'a, S> {
    pub(crate) fn new(source: &'a S, rule: PageRule, from: u64) -> Self {
        Self {
            pages: Plain { source, rule },
            from,
            body: Vec::new(),
            found: Vec::new(),
        }
    }

    /// The bodies in pieces there were, by position.
    pub(crate) fn into_found(self) -> Vec<(u64, LongBody)> {
        self.found
    }

    pub(crate) fn take<E>(
        &mut self,
        raw: RawRecord<'_>,
        each: &mut dyn FnMut(Record<'_>) -> Result<(), E>,
    ) -> Result<(), ReplayError<E>> {
        let mut record = Record {
            lsn: Lsn::new(raw.lsn),
            end: Lsn::new(raw.end),
            kind: raw.header.kind,
            body: raw.body,
        };
        match raw.header.shape {
            Shape::Whole => {}
            Shape::Piece => return Ok(()),
            Shape::Joins => {
                let joined = Joined::decode(raw.body).map_err(|rule| self.unread(raw.lsn, rule))?;
                let first = joined.pieces.first;
                if first < self.from {
                    return Ok(());
                }
                let long = LongBody::find(&self.pages, raw.lsn, joined)
                    .map_err(|error| self.not_read(raw.lsn, error))?;
                self.body.resize(long.joined.body_len(), 0);
                long.read(&self.pages, 0, &mut self.body)
                    .map_err(|error| self.not_read(raw.lsn, error))?;
                record.lsn = Lsn::new(first);
                record.body = &self.body;
                self.found.push((first, long));
            }
        }
        each(record).map_err(ReplayError::Apply)
    }

    fn unread<E>(&self, position: u64, rule: &'static str) -> ReplayError<E> {
        self.not_read(position, damaged(&self.pages, position, rule))
    }

    /// What lies before a record that counts is there, or the log is damaged.
    fn not_read<E>(&self, position: u64, error: ReadError) -> ReplayError<E> {
        let geometry = self.pages.rule.geometry;
        let extent = geometry.extent_of(position);
        let name = || self.pages.name_of(extent).unwrap_or_default();
        ReplayError::Log(match error {
            ReadError::Damaged { file, offset, rule } => LogError::Damaged { file, offset, rule },
            ReadError::Io(error) => LogError::io("reading log file", &name(), error),
            ReadError::Gone | ReadError::NotDurable | ReadError::NoRecord => LogError::Damaged {
                file: name(),
                offset: geometry.offset_in_extent(position),
                rule: "the pieces of a body are not where the record says that joins them",
            },
        })
    }
}
