//! What is there already of a file that comes, in chunks that the source is told.

use crate::agent::content::{CHUNKS_MAX, Cutter, HeldPart, PART_CHUNKS_MAX, ShortHash, hash};
use crate::agent::files::{FileId, Files, Naming};
use std::io;

/// Bytes that are hashed at a time: others have their turn.
const TURN_BYTES: u64 = 2 << 20;
/// What a transfer has left of a file when it was cancelled.
const REST: &str = ".ferromq.part";

/// What is there of the item that is being written.
#[derive(Debug)]
pub(super) struct Holding<W> {
    pub(super) item: u32,
    /// Files that have some of it, and their lengths: the one of its name, and what a transfer has left.
    pub(super) bases: Vec<(W, u64)>,
    pub(super) cutter: Cutter,
    /// Which of them is read, from where on, and what has been read and not cut.
    base: usize,
    offset: u64,
    ahead: Vec<u8>,
    /// Where the first of [`Self::chunks`] begins.
    start: u64,
    chunks: Vec<(u32, ShortHash)>,
    /// Chunks that were told or are to be.
    count: usize,
    pub(super) is_told: bool,
}

/// Where a transfer that is cancelled leaves what it has of a file.
pub(super) fn rest_of(path: &str) -> String {
    format!("{path}{REST}")
}

impl<W> Holding<W> {
    pub(super) fn new(item: u32, bases: Vec<(W, u64)>) -> Self {
        let longest = bases.iter().map(|(_, length)| *length).max();
        Self {
            item,
            bases,
            cutter: Cutter::for_length(longest.unwrap_or(0)),
            base: 0,
            offset: 0,
            ahead: Vec::new(),
            start: 0,
            chunks: Vec::new(),
            count: 0,
            is_told: false,
        }
    }

    /// Reads some of it. What is to be told then.
    pub(super) fn read<F: Files<Writer = W>>(&mut self, files: &mut F) -> Option<HeldPart> {
        let mut left = TURN_BYTES;
        loop {
            let Some((file, length)) = self.bases.get_mut(self.base) else {
                return Some(self.part());
            };
            let ahead = self.ahead.len();
            let next = self.offset + ahead as u64;
            let wanted = length
                .saturating_sub(next)
                .min((self.cutter.most() - ahead) as u64);
            self.ahead
                .resize(ahead + usize::try_from(wanted).unwrap_or(0), 0);
            let read = files.read_back(file, next, &mut self.ahead[ahead..]);
            let count = read.unwrap_or(0);
            self.ahead.truncate(ahead + count);
            if (count as u64) < wanted {
                // Somebody has made it shorter, or it cannot be read on.
                *length = next + count as u64;
            }
            left = left.saturating_sub(count as u64);
            if self.ahead.is_empty() || self.count == CHUNKS_MAX {
                let part = self.part();
                self.base += 1;
                (self.offset, self.start) = (0, 0);
                self.ahead.clear();
                if self.base == self.bases.len() || !part.chunks.is_empty() {
                    return Some(HeldPart {
                        is_last: self.base == self.bases.len(),
                        ..part
                    });
                }
                continue;
            }
            let cut = self.cutter.cut(&self.ahead);
            let short = *hash(&self.ahead[..cut]).first_chunk().unwrap_or(&[0; 16]);
            self.chunks
                .push((u32::try_from(cut).unwrap_or(u32::MAX), short));
            self.count += 1;
            self.ahead.drain(..cut);
            self.offset += cut as u64;
            if self.chunks.len() == PART_CHUNKS_MAX {
                return Some(self.part());
            }
            if left == 0 {
                return None;
            }
        }
    }

    fn part(&mut self) -> HeldPart {
        let start = std::mem::replace(&mut self.start, self.offset);
        HeldPart {
            cutter: self.cutter,
            is_last: self.base >= self.bases.len(),
            base: u8::try_from(self.base).unwrap_or(u8::MAX),
            start,
            chunks: std::mem::take(&mut self.chunks),
        }
    }
}

/// Leaves what was written of a file where the next transfer to it looks.
pub(super) fn leave<F: Files>(
    files: &mut F,
    temporary: &str,
    path: &str,
    id: FileId,
) -> io::Result<()> {
    let rest = rest_of(path);
    files.rename(temporary, &rest, id, Naming::Replace)?;
    // It may be lost with the power, as a file that was never written.
    let _ = files.force_directory_of(&rest);
    Ok(())
}
