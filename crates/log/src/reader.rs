//! Reading pages in log order and judging them: the validity rule of
//! `docs/formats/log-extent.md` lives here.

use crate::error::LogError;
use crate::extents::ExtentFile;
use crate::fetch::{Fetcher, Wanted};
use crate::lsn::{Geometry, PAGE_BYTES};
use crate::page::PageHeader;
use ferromq_base::buffer::AlignedBuffer;

const PAGE: u64 = PAGE_BYTES as u64;

/// Pages read at a time: large enough to keep the disk streaming.
pub(crate) const CHUNK_PAGES: usize = 256;

/// Where a reader finds the file of an extent.
pub(crate) trait ExtentSource: Sync {
    /// The file of `extent`, if there is one in use.
    fn extent_file(&self, extent: u64) -> Option<ExtentFile>;
}

impl ExtentSource for crate::extents::Extents {
    fn extent_file(&self, extent: u64) -> Option<ExtentFile> {
        self.file_for_read(extent)
    }
}

impl ExtentSource for std::collections::BTreeMap<u64, ExtentFile> {
    fn extent_file(&self, extent: u64) -> Option<ExtentFile> {
        self.get(&extent).cloned()
    }
}

/// What makes a page count.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PageRule {
    pub(crate) geometry: Geometry,
    pub(crate) seed: u32,
    /// All pages before this must be valid; pages from here on need exactly `epoch`.
    pub(crate) known_end: u64,
    pub(crate) epoch: u32,
}

impl PageRule {
    fn check(
        &self,
        page: &[u8],
        position: u64,
        epoch_before: u32,
    ) -> Result<PageHeader, &'static str> {
        let header = PageHeader::decode(page, self.seed, position)?;
        if header.epoch < epoch_before {
            return Err("the page is of an earlier life of the log than the one before it");
        }
        if position >= self.known_end && header.epoch != self.epoch {
            return Err("the page is of another life of the log");
        }
        Ok(header)
    }
}

/// Valid pages that follow each other on disk.
pub(crate) struct Chunk {
    bytes: AlignedBuffer,
    position: u64,
    pages: usize,
}

impl Chunk {
    pub(crate) fn new() -> Self {
        Self {
            bytes: AlignedBuffer::zeroed(CHUNK_PAGES * PAGE_BYTES),
            position: 0,
            pages: 0,
        }
    }

    /// The valid pages with their positions.
    pub(crate) fn pages(&self) -> impl Iterator<Item = (u64, &[u8])> {
        let bytes = &self.bytes[..self.pages * PAGE_BYTES];
        (self.position..)
            .step_by(PAGE_BYTES)
            .zip(bytes.chunks_exact(PAGE_BYTES))
    }
}

/// Why the reader stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LogEnd {
    /// The first page that does not count: where writing goes on.
    pub(crate) position: u64,
    /// The rule it breaks.
    pub(crate) rule: &'static str,
}

/// Reads valid pages one chunk after the other.
pub(crate) struct PageReader<'a, S: ExtentSource + ?Sized> {
    source: &'a S,
    rule: PageRule,
    position: u64,
    /// Stop before this position even if more pages are valid.
    limit: u64,
    epoch: u32,
    end: Option<LogEnd>,
    /// The positions behind pages that said they are the last of their extent.
    extent_ends: Vec<u64>,
    /// Reads ahead, if it may.
    fetcher: Option<Fetcher>,
}

impl<'a, S: ExtentSource + ?Sized> PageReader<'a, S> {
    /// A reader that starts with the page `from` is in and stops before `limit`.
    pub(crate) fn new(source: &'a S, rule: PageRule, from: u64, limit: u64) -> Self {
        let position = Geometry::page_of(from);
        Self {
            source,
            rule,
            position,
            limit,
            epoch: 0,
            end: None,
            extent_ends: Vec::new(),
            fetcher: None,
        }
    }

    /// From now on reads ahead on threads of its own, several reads at a time.
    pub(crate) fn read_in_parallel(&mut self) {
        self.fetcher = Some(Fetcher::new(CHUNK_PAGES * PAGE_BYTES));
    }

    /// Why and where it stopped; `None` before it did.
    pub(crate) fn end(&self) -> Option<LogEnd> {
        self.end
    }

    /// The positions behind pages that said they are the last of their extent.
    pub(crate) fn into_extent_ends(self) -> Vec<u64> {
        self.extent_ends
    }

    fn stop(&mut self, position: u64, rule: &'static str) {
        self.end = Some(LogEnd { position, rule });
    }

    /// Reads the next valid pages into `chunk`; false when there are none any more.
    pub(crate) fn next(&mut self, chunk: &mut Chunk) -> Result<bool, LogError> {
        chunk.pages = 0;
        while self.end.is_none() && chunk.pages == 0 {
            if self.position >= self.limit {
                self.stop(self.position, "the reader was asked to stop here");
                break;
            }
            self.read(chunk)?;
        }
        Ok(chunk.pages > 0)
    }

    fn read(&mut self, chunk: &mut Chunk) -> Result<(), LogError> {
        let geometry = self.rule.geometry;
        let extent = geometry.extent_of(self.position);
        let Some(file) = self.source.extent_file(extent) else {
            self.stop(
                geometry.extent_start(extent).max(self.position),
                "there is no such extent",
            );
            return Ok(());
        };
        let first = geometry.data_page_at(self.position);
        let (count, stop) = pages_to_read(geometry, first, self.limit);
        if count == 0 {
            self.position = stop;
            return Ok(());
        }
        let offset = geometry.offset_in_extent(first);
        let len = count * PAGE_BYTES;
        let read = match &mut self.fetcher {
            None => file.file.read_at(offset, &mut chunk.bytes[..len]),
            Some(fetcher) => {
                let (source, limit) = (self.source, self.limit);
                let wanted = Wanted {
                    file: file.file,
                    position: first,
                    offset,
                    len,
                };
                fetcher.take(wanted, &mut chunk.bytes, |position, len| {
                    next_read(source, geometry, position + len as u64, limit)
                })
            }
        };
        read.map_err(|error| LogError::io("reading log file", &file.name, error))?;
        chunk.position = first;
        self.judge(chunk, count);
        Ok(())
    }

    fn judge(&mut self, chunk: &mut Chunk, count: usize) {
        let geometry = self.rule.geometry;
        let mut position = chunk.position;
        for page in chunk.bytes[..count * PAGE_BYTES].chunks_exact(PAGE_BYTES) {
            match self.rule.check(page, position, self.epoch) {
                Ok(header) => {
                    self.epoch = header.epoch;
                    chunk.pages += 1;
                    position += PAGE;
                    if header.last_in_extent {
                        self.extent_ends.push(position);
                        position = geometry.extent_start(geometry.extent_of(position - 1) + 1);
                        break;
                    }
                }
                Err(rule) => {
                    self.stop(position, rule);
                    break;
                }
            }
        }
        self.position = position;
    }
}

/// How many pages to read from `first` on, and where the extent or the reader's way ends.
fn pages_to_read(geometry: Geometry, first: u64, limit: u64) -> (usize, u64) {
    let stop = geometry
        .extent_start(geometry.extent_of(first) + 1)
        .min(limit.next_multiple_of(PAGE));
    let count = (stop.saturating_sub(first) / PAGE).min(CHUNK_PAGES as u64);
    (count as usize, stop)
}

/// What will be read at `position` if all pages before it count.
fn next_read<S: ExtentSource + ?Sized>(
    source: &S,
    geometry: Geometry,
    position: u64,
    limit: u64,
) -> Option<Wanted> {
    if position >= limit {
        return None;
    }
    let file = source.extent_file(geometry.extent_of(position))?;
    let first = geometry.data_page_at(position);
    let (count, _) = pages_to_read(geometry, first, limit);
    (count > 0).then(|| Wanted {
        file: file.file,
        position: first,
        offset: geometry.offset_in_extent(first),
        len: count * PAGE_BYTES,
    })
}
