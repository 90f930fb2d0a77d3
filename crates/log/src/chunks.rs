//! The pages of the log that were read last.

use crate::lsn::{Geometry, PAGE_BYTES};
use ferromq_base::buffer::AlignedBuffer;
use std::collections::VecDeque;
use std::sync::Arc;

const PAGE: u64 = PAGE_BYTES as u64;

/// Pages of a cached chunk: one read of the disk costs little more than that of one page.
pub(crate) const CHUNK_PAGES: u64 = 32;

/// Chunks kept. With `CHUNK_PAGES` this bounds the memory: 4 MiB.
const CHUNKS: usize = 32;

/// Pages as they are on disk, from `position` on, inside one extent.
pub(crate) struct PageRun {
    pub(crate) position: u64,
    pub(crate) bytes: AlignedBuffer,
}

impl PageRun {
    pub(crate) fn page(&self, position: u64) -> Option<&[u8]> {
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

    pub(crate) fn start_of(&self, page: u64) -> u64 {
        let within = self.geometry.offset_in_extent(page);
        page - within % (CHUNK_PAGES * PAGE)
    }

    pub(crate) fn find(&mut self, page: u64) -> Option<Arc<PageRun>> {
        let index = self
            .chunks
            .iter()
            .position(|chunk| chunk.page(page).is_some())?;
        let chunk = self.chunks.remove(index)?;
        self.chunks.push_front(Arc::clone(&chunk));
        Some(chunk)
    }

    pub(crate) fn add(&mut self, run: Arc<PageRun>) {
        self.chunks.retain(|chunk| chunk.position != run.position);
        self.chunks.truncate(CHUNKS - 1);
        self.chunks.push_front(run);
    }
}
