//! Reading bodies back from an open log.

use crate::error::ReadError;
use crate::log::Log;
use crate::lsn::{Geometry, Lsn, PAGE_BYTES, PAGE_HEADER_BYTES};
use crate::page::PageHeader;
use crate::record::{RECORD_HEADER_BYTES, RecordHeader};
use ferromq_base::buffer::AlignedBuffer;
use ferromq_base::lock::MutexGuard;
use std::collections::VecDeque;
use std::sync::Arc;

const PAGE: u64 = PAGE_BYTES as u64;

/// Pages of a cached chunk: one read of the disk costs little more than that of one page.
const CHUNK_PAGES: u64 = 32;

/// Chunks kept. With `CHUNK_PAGES` this bounds the memory: 4 MiB.
const CHUNKS: usize = 32;

/// Pages read at a time, past the cache, for long bodies.
const LONG_PAGES: u64 = 256;

/// Pages as they are on disk, from `position` on, inside one extent.
struct PageRun {
    position: u64,
    bytes: AlignedBuffer,
}

impl PageRun {
    fn page(&self, position: u64) -> Option<&[u8]> {
        let at = usize::try_from(position.checked_sub(self.position)?).ok()?;
        self.bytes.get(at..at + PAGE_BYTES)
    }
}

/// The chunks read last, most recent first. They serve readers that go through the log in
/// about the order it was written.
pub(crate) struct ChunkCache {
    geometry: Geometry,
    chunks: VecDeque<Arc<PageRun>>,
}

impl ChunkCache {
    pub(crate) fn new(geometry: Geometry) -> Self {
        Self {
            geometry,
            chunks: VecDeque::new(),
        }
    }

    fn start_of(&self, page: u64) -> u64 {
        let within = self.geometry.offset_in_extent(page);
        page - within % (CHUNK_PAGES * PAGE)
    }

    fn find(&mut self, page: u64) -> Option<Arc<PageRun>> {
        let index = self
            .chunks
            .iter()
            .position(|chunk| chunk.page(page).is_some())?;
        let chunk = self.chunks.remove(index)?;
        self.chunks.push_front(Arc::clone(&chunk));
        Some(chunk)
    }

    fn add(&mut self, run: Arc<PageRun>) {
        self.chunks.retain(|chunk| chunk.position != run.position);
        self.chunks.truncate(CHUNKS - 1);
        self.chunks.push_front(run);
    }
}

impl Log {
    /// Reads `body_len` bytes of the body of the durable record at `lsn`, from `body_offset` on.
    ///
    /// # Errors
    /// `Gone` when a checkpoint gave the extent back; `NotDurable`; `NoRecord` when there is
    /// no record with such a body at `lsn`; `Damaged` or `Io`, which do not stop the log.
    pub fn read(
        &self,
        lsn: Lsn,
        body_offset: usize,
        body_len: usize,
    ) -> Result<Vec<u8>, ReadError> {
        let mut body = vec![0; body_len];
        self.read_into(lsn, body_offset, &mut body)?;
        Ok(body)
    }

    /// As [`Log::read`], into a buffer of the caller.
    ///
    /// # Errors
    /// As [`Log::read`]; `into` then holds nothing of use.
    pub fn read_into(
        &self,
        lsn: Lsn,
        body_offset: usize,
        into: &mut [u8],
    ) -> Result<(), ReadError> {
        let position = lsn.get();
        let offset = (position % PAGE) as usize;
        let aligned = offset >= PAGE_HEADER_BYTES && offset.is_multiple_of(RECORD_HEADER_BYTES);
        if !aligned || self.geometry.is_extent_header(Geometry::page_of(position)) {
            return Err(ReadError::NoRecord);
        }
        let before = (RECORD_HEADER_BYTES + body_offset) as u64;
        let end = self
            .geometry
            .end_after(position, before + into.len() as u64);
        if end > self.durable().get() {
            return Err(ReadError::NotDurable);
        }
        let first_page = Geometry::page_of(position);
        let run = self.pages_at(first_page, first_page + PAGE)?;
        let page = self.checked_page(&run, first_page)?;
        check_header(page, offset, body_offset + into.len())?;
        self.copy(self.geometry.after(position, before), into, run)
    }

    fn copy(&self, from: u64, into: &mut [u8], mut run: Arc<PageRun>) -> Result<(), ReadError> {
        let mut position = from;
        let mut done = 0;
        while done < into.len() {
            let page_at = Geometry::page_of(position);
            let offset = (position - page_at) as usize;
            let count = (PAGE_BYTES - offset).min(into.len() - done);
            if run.page(page_at).is_none() {
                let end = self
                    .geometry
                    .end_after(position, (into.len() - done) as u64);
                run = self.pages_at(page_at, end)?;
            }
            let page = self.checked_page(&run, page_at)?;
            into[done..done + count].copy_from_slice(&page[offset..offset + count]);
            done += count;
            position = self.geometry.after(position, count as u64);
        }
        Ok(())
    }

    /// A run with the page at `page` in it, read with those up to `end` in mind.
    fn pages_at(&self, page: u64, end: u64) -> Result<Arc<PageRun>, ReadError> {
        let extent = self.geometry.extent_of(page);
        let extent_end = self.geometry.extent_start(extent + 1);
        if end - page > 2 * CHUNK_PAGES * PAGE {
            let stop = end
                .next_multiple_of(PAGE)
                .min(page + LONG_PAGES * PAGE)
                .min(extent_end);
            return self.read_run(page, stop).map(Arc::new);
        }
        let start = {
            let mut cache = self.lock_cache();
            if let Some(found) = cache.find(page)
                && self.extents.holds(extent)
            {
                return Ok(found);
            }
            cache.start_of(page)
        };
        let durable = self.durable().get();
        let stop = (start + CHUNK_PAGES * PAGE).min(extent_end).min(durable);
        let run = Arc::new(self.read_run(start, stop)?);
        self.lock_cache().add(Arc::clone(&run));
        Ok(run)
    }

    fn lock_cache(&self) -> MutexGuard<'_, ChunkCache> {
        // A cache is right or absent; a panic elsewhere leaves it right.
        self.cache.lock()
    }

    fn read_run(&self, start: u64, stop: u64) -> Result<PageRun, ReadError> {
        let extent = self.geometry.extent_of(start);
        let Some(found) = self.extents.file_for_read(extent) else {
            return Err(ReadError::Gone);
        };
        let mut bytes = AlignedBuffer::zeroed((stop - start) as usize);
        let offset = self.geometry.offset_in_extent(start);
        found
            .file
            .read_at(offset, &mut bytes)
            .map_err(ReadError::Io)?;
        Ok(PageRun {
            position: start,
            bytes,
        })
    }

    fn checked_page<'a>(&self, run: &'a PageRun, position: u64) -> Result<&'a [u8], ReadError> {
        let page = run.page(position).ok_or(ReadError::NotDurable)?;
        match PageHeader::decode(page, self.seed, position) {
            Ok(_) => Ok(page),
            Err(rule) => {
                // The extent may have been overwritten while it was being read.
                let extent = self.geometry.extent_of(position);
                let Some(found) = self.extents.file_for_read(extent) else {
                    return Err(ReadError::Gone);
                };
                let offset = self.geometry.offset_in_extent(position);
                Err(ReadError::Damaged {
                    file: found.name,
                    offset,
                    rule,
                })
            }
        }
    }
}

fn check_header(page: &[u8], offset: usize, body_end: usize) -> Result<(), ReadError> {
    let bytes = &page[offset..offset + RECORD_HEADER_BYTES];
    match RecordHeader::decode(bytes) {
        Ok(header) if body_end <= header.body_len => Ok(()),
        _ => Err(ReadError::NoRecord),
    }
}
