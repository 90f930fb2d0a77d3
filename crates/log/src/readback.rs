//! Reading bodies back from an open log.

use crate::assemble::{Assembler, RawRecord};
use crate::body::{LongBody, PageRuns, header_at, long_run_end, read_at, read_run};
use crate::chunks::{CHUNK_PAGES, ChunkCache, PageRun};
use crate::error::{ReadError, ReplayError};
use crate::log::Log;
use crate::lsn::{Geometry, Lsn, PAGE_BYTES};
use crate::pieces::Joined;
use crate::reader::{PageReader, PageRule};
use crate::record::Shape;
use crate::recovery::read_records;
use ferromq_base::lock::MutexGuard;
use std::sync::Arc;

const PAGE: u64 = PAGE_BYTES as u64;

/// Long bodies whose pieces are remembered. One costs eight bytes for each 128 KiB.
const LONG_MAX: usize = 4096;

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
        if position >= self.durable().get() {
            return Err(ReadError::NotDurable);
        }
        let (header, run) = header_at(self, position)?;
        match header.shape {
            Shape::Whole => {
                let bytes = (8 + body_offset + into.len()) as u64;
                if self.geometry.end_after(position, bytes) > self.durable().get() {
                    return Err(ReadError::NotDurable);
                }
                read_at(self, position, (header, run), body_offset, into)
            }
            Shape::Piece => {
                let long = self.long_body(position)?;
                if long.end(self.geometry) > self.durable().get() {
                    return Err(ReadError::NotDurable);
                }
                long.read(self, body_offset, into)
            }
            Shape::Joins => Err(ReadError::NoRecord),
        }
    }

    /// As [`Log::read`], but never touches the disk: answers from pages that were read lately.
    ///
    /// # Errors
    /// Whenever that is not enough, for whatever reason. [`Log::read`] tells which.
    pub fn read_at_hand(
        &self,
        lsn: Lsn,
        body_offset: usize,
        body_len: usize,
    ) -> Result<Vec<u8>, ReadError> {
        let position = lsn.get();
        let pages = AtHand(self);
        let (header, run) = header_at(&pages, position)?;
        let end = body_offset.checked_add(body_len);
        if header.shape != Shape::Whole || end.is_none_or(|end| end > header.body_len) {
            return Err(ReadError::NoRecord);
        }
        let mut body = vec![0; body_len];
        read_at(&pages, position, (header, run), body_offset, &mut body)?;
        Ok(body)
    }

    /// Where the pieces are of the body whose first one lies there.
    fn long_body(&self, first: u64) -> Result<Arc<LongBody>, ReadError> {
        if let Some(known) = self.lock_long().get(&first) {
            return Ok(Arc::clone(known));
        }
        let found = Arc::new(self.find_long(first)?);
        self.remember_long(first, &found);
        Ok(found)
    }

    pub(crate) fn remember_long(&self, first: u64, body: &Arc<LongBody>) {
        let mut long = self.lock_long();
        if long.len() >= LONG_MAX {
            long.pop_first();
        }
        long.insert(first, Arc::clone(body));
    }

    /// Nobody reads before this any more.
    pub(crate) fn forget_long_before(&self, position: u64) {
        let mut long = self.lock_long();
        *long = long.split_off(&position);
    }

    /// Reads on from a first piece to the record that joins it with the others.
    fn find_long(&self, first: u64) -> Result<LongBody, ReadError> {
        let durable = self.durable().get();
        let rule = PageRule {
            geometry: self.geometry,
            seed: self.seed,
            known_end: durable,
            epoch: self.epoch,
        };
        let mut reader = PageReader::new(&*self.device, rule, first, durable);
        let mut assembler = Assembler::new(first);
        let mut look = |raw: RawRecord<'_>| match raw.header.shape {
            Shape::Joins => match Joined::decode(raw.body) {
                Ok(joined) if joined.pieces.first == first => {
                    Err(ReplayError::Apply((raw.lsn, joined)))
                }
                _ => Ok(()),
            },
            Shape::Whole | Shape::Piece => Ok(()),
        };
        let read = read_records(&mut reader, &mut assembler, false, self.geometry, &mut look);
        match read {
            Err(ReplayError::Apply((at, joined))) => LongBody::find(self, at, joined),
            Ok(()) => Err(ReadError::NoRecord),
            Err(ReplayError::Log(error)) => Err(ReadError::Io(std::io::Error::other(error))),
        }
    }

    fn lock_cache(&self) -> MutexGuard<'_, ChunkCache> {
        // A cache is right or absent; a panic elsewhere leaves it right.
        self.cache.lock()
    }
}

impl PageRuns for Log {
    fn geometry(&self) -> Geometry {
        self.geometry
    }

    fn seed(&self) -> u32 {
        self.seed
    }

    fn pages_at(&self, page: u64, end: u64) -> Result<Arc<PageRun>, ReadError> {
        let extent = self.geometry.extent_of(page);
        if end - page > 2 * CHUNK_PAGES * PAGE {
            return self.pages_once(page, end);
        }
        let start = {
            let mut cache = self.lock_cache();
            if let Some(found) = cache.find(page)
                && self.device.extent_file(extent).is_some()
            {
                return Ok(found);
            }
            cache.start_of(page)
        };
        let durable = self.durable().get();
        let extent_end = self.geometry.extent_start(extent + 1);
        let stop = (start + CHUNK_PAGES * PAGE).min(extent_end).min(durable);
        let run = Arc::new(read_run(&*self.device, self.geometry, start, stop)?);
        self.lock_cache().add(Arc::clone(&run));
        Ok(run)
    }

    fn pages_once(&self, page: u64, end: u64) -> Result<Arc<PageRun>, ReadError> {
        let stop = long_run_end(self.geometry, page, end);
        read_run(&*self.device, self.geometry, page, stop).map(Arc::new)
    }

    fn name_of(&self, extent: u64) -> Option<String> {
        Some(self.device.extent_file(extent)?.name)
    }
}

/// The pages that are in memory: all others count as gone.
struct AtHand<'a>(&'a Log);

impl PageRuns for AtHand<'_> {
    fn geometry(&self) -> Geometry {
        self.0.geometry
    }

    fn seed(&self) -> u32 {
        self.0.seed
    }

    fn pages_at(&self, page: u64, _: u64) -> Result<Arc<PageRun>, ReadError> {
        let found = self.0.lock_cache().find(page);
        found.ok_or(ReadError::Gone)
    }

    fn name_of(&self, _: u64) -> Option<String> {
        None
    }
}
