//! One simulated file: what reads see, what the media holds, what is between the two.

use crate::buffer::BLOCK_BYTES;
use crate::random::SplitMix64;
use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

const BLOCK: u64 = BLOCK_BYTES as u64;

/// What a disk writes whole or not at all.
const SECTOR_BYTES: usize = 512;

/// Bytes of a file; blocks never written are zero and take no room. Cheap to clone.
#[derive(Clone, Default)]
struct Image {
    len: u64,
    blocks: BTreeMap<u64, Arc<[u8; BLOCK_BYTES]>>,
}

/// Cuts `offset..offset + len` at multiples of `unit`: (position, start, length).
fn pieces(offset: u64, len: usize, unit: usize) -> impl Iterator<Item = (u64, usize, usize)> {
    let mut done = 0;
    std::iter::from_fn(move || {
        if done == len {
            return None;
        }
        let position = offset + done as u64;
        let room = unit - (position % unit as u64) as usize;
        let count = room.min(len - done);
        let piece = (position, done, count);
        done += count;
        Some(piece)
    })
}

impl Image {
    fn write(&mut self, offset: u64, bytes: &[u8]) {
        for (position, start, count) in pieces(offset, bytes.len(), BLOCK_BYTES) {
            let block = self
                .blocks
                .entry(position / BLOCK)
                .or_insert_with(|| Arc::new([0; BLOCK_BYTES]));
            let within = (position % BLOCK) as usize;
            Arc::make_mut(block)[within..within + count]
                .copy_from_slice(&bytes[start..start + count]);
        }
        self.len = self.len.max(offset + bytes.len() as u64);
    }

    fn read(&self, offset: u64, into: &mut [u8]) {
        for (position, start, count) in pieces(offset, into.len(), BLOCK_BYTES) {
            let within = (position % BLOCK) as usize;
            match self.blocks.get(&(position / BLOCK)) {
                Some(block) => {
                    into[start..start + count].copy_from_slice(&block[within..within + count])
                }
                None => into[start..start + count].fill(0),
            }
        }
    }

    fn set_len(&mut self, len: u64) {
        if len < self.len {
            self.blocks.split_off(&len.div_ceil(BLOCK));
            let within = (len % BLOCK) as usize;
            if within > 0
                && let Some(block) = self.blocks.get_mut(&(len / BLOCK))
            {
                Arc::make_mut(block)[within..].fill(0);
            }
        }
        self.len = len;
    }
}

/// A change that reads see and the media may not hold yet.
#[derive(Clone)]
enum Unsynced {
    Write { offset: u64, bytes: Arc<[u8]> },
    SetLen(u64),
}

/// A file.
#[derive(Clone, Default)]
pub(super) struct FileNode {
    now: Image,
    media: Image,
    unsynced: Vec<Unsynced>,
    /// Blocks from the start that have room on disk, written or not.
    allocated_blocks: u64,
}

impl FileNode {
    pub(super) fn len(&self) -> u64 {
        self.now.len
    }

    pub(super) fn read(&self, offset: u64, into: &mut [u8]) -> io::Result<()> {
        if offset + into.len() as u64 > self.now.len {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.now.read(offset, into);
        Ok(())
    }

    pub(super) fn used_blocks(&self) -> u64 {
        let behind = self.now.blocks.range(self.allocated_blocks..).count();
        self.allocated_blocks + behind as u64
    }

    /// Blocks a write there would have to find room for.
    pub(super) fn new_blocks(&self, offset: u64, len: usize) -> u64 {
        pieces(offset, len, BLOCK_BYTES)
            .map(|(position, ..)| position / BLOCK)
            .filter(|block| *block >= self.allocated_blocks && !self.now.blocks.contains_key(block))
            .count() as u64
    }

    pub(super) fn blocks_to_allocate(&self, len: u64) -> u64 {
        let wanted = len.div_ceil(BLOCK);
        let written = self
            .now
            .blocks
            .range(self.allocated_blocks.min(wanted)..wanted)
            .count() as u64;
        wanted
            .saturating_sub(self.allocated_blocks)
            .saturating_sub(written)
    }

    pub(super) fn allocate(&mut self, len: u64) {
        self.allocated_blocks = self.allocated_blocks.max(len.div_ceil(BLOCK));
        if len > self.now.len {
            self.set_len(len);
        }
    }

    pub(super) fn set_len(&mut self, len: u64) {
        self.now.set_len(len);
        self.allocated_blocks = self.allocated_blocks.min(len.div_ceil(BLOCK));
        self.unsynced.push(Unsynced::SetLen(len));
    }

    pub(super) fn write(&mut self, offset: u64, bytes: &[u8]) {
        self.now.write(offset, bytes);
        self.unsynced.push(Unsynced::Write {
            offset,
            bytes: Arc::from(bytes),
        });
    }

    /// A forced write: on the media at once, with the length it needs. Unsynced writes to the
    /// same place are older and must not come back over it.
    pub(super) fn write_durably(&mut self, offset: u64, bytes: &[u8]) {
        self.now.write(offset, bytes);
        let end = offset + bytes.len() as u64;
        let touches = |change: &Unsynced| match change {
            Unsynced::Write {
                offset: other,
                bytes,
            } => *other < end && offset < other + bytes.len() as u64,
            Unsynced::SetLen(_) => true,
        };
        if self.unsynced.iter().any(touches) {
            self.sync();
        }
        self.media.write(offset, bytes);
    }

    /// On the media and in the cache, as if it had always been there.
    pub(super) fn write_behind(&mut self, offset: u64, bytes: &[u8]) {
        self.now.write(offset, bytes);
        self.media.write(offset, bytes);
    }

    /// A disk that lies: the bytes can be read until the cache is gone.
    pub(super) fn write_and_lose(&mut self, offset: u64, bytes: &[u8]) {
        self.now.write(offset, bytes);
    }

    /// A failed write: some sectors have changed, nobody knows which.
    pub(super) fn write_in_part(&mut self, offset: u64, bytes: &[u8], random: &mut SplitMix64) {
        for (position, start, count) in pieces(offset, bytes.len(), tear_bytes(random)) {
            if random.chance(50) {
                self.write(position, &bytes[start..start + count]);
            }
        }
    }

    pub(super) fn sync(&mut self) {
        for change in std::mem::take(&mut self.unsynced) {
            apply(&mut self.media, &change);
        }
    }

    pub(super) fn forget_unsynced(&mut self) {
        self.unsynced.clear();
    }

    /// A failed sync: part of the writes is durable, the rest never will be.
    pub(super) fn sync_in_part(&mut self, random: &mut SplitMix64) {
        self.media = self.media_after_power_loss(random);
        self.unsynced.clear();
    }

    fn media_after_power_loss(&self, random: &mut SplitMix64) -> Image {
        let mut media = self.media.clone();
        for change in &self.unsynced {
            match random.below(3) {
                0 => {}
                1 => apply(&mut media, change),
                _ => apply_torn(&mut media, change, random),
            }
        }
        media
    }

    pub(super) fn after_power_loss(&self, random: &mut SplitMix64) -> Self {
        let media = self.media_after_power_loss(random);
        // Room is part of the file system's own books, which keep up with lengths.
        let allocated_blocks = self.allocated_blocks.min(media.len.div_ceil(BLOCK));
        Self {
            now: media.clone(),
            media,
            unsynced: Vec::new(),
            allocated_blocks,
        }
    }
}

/// Where a write tears this time: between sectors, or between blocks, so that whole later
/// blocks arrive without an earlier one often enough.
fn tear_bytes(random: &mut SplitMix64) -> usize {
    if random.chance(50) {
        SECTOR_BYTES
    } else {
        BLOCK_BYTES
    }
}

fn apply(image: &mut Image, change: &Unsynced) {
    match change {
        Unsynced::Write { offset, bytes } => image.write(*offset, bytes),
        Unsynced::SetLen(len) => image.set_len(*len),
    }
}

fn apply_torn(image: &mut Image, change: &Unsynced, random: &mut SplitMix64) {
    match change {
        Unsynced::Write { offset, bytes } => {
            for (position, start, count) in pieces(*offset, bytes.len(), tear_bytes(random)) {
                if random.chance(50) {
                    image.write(position, &bytes[start..start + count]);
                }
            }
        }
        Unsynced::SetLen(len) => image.set_len(*len),
    }
}
