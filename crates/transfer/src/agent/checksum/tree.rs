//! BLAKE3 with a state that can be kept over a restart: the hashes of whole subtrees so far, and the bytes behind them.
//!
//! BLAKE3 is a tree over chunks of 1,024 bytes. Whole subtrees are hashed by the library, as large as alignment and input allow; of two
//! that are neighbours and as large, one is made at once. At least one byte is held back always, so none of them is the root.

use blake3::Hasher;
use blake3::hazmat::{
    ChainingValue, HasherExt, Mode, merge_subtrees_non_root, merge_subtrees_root,
};

const CHUNK: usize = 1_024;
/// Subtrees there can be side by side: one for each bit of the number of chunks.
const SUBTREES_MAX: usize = 54;

/// A hash that goes on.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    /// Hashes of subtrees, the largest first.
    subtrees: Vec<ChainingValue>,
    /// Chunks in those.
    chunks: u64,
    /// What is behind them: at most a chunk, and nothing only if there was nothing.
    held: Vec<u8>,
}

impl Tree {
    /// Of nothing.
    pub(super) fn new() -> Self {
        Self {
            subtrees: Vec::new(),
            chunks: 0,
            held: Vec::new(),
        }
    }

    /// Goes on over these bytes.
    pub(super) fn update(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        while !rest.is_empty() {
            if self.held.len() == CHUNK {
                let held = std::mem::take(&mut self.held);
                self.push(&held);
            }
            // The largest subtree that may stand here and has something behind it.
            let aligned = match self.chunks {
                0 => usize::MAX,
                chunks => usize::try_from(chunks & chunks.wrapping_neg()).unwrap_or(usize::MAX),
            };
            let whole = (rest.len() - 1) / CHUNK;
            let size = aligned.min(1 << whole.checked_ilog2().unwrap_or(0));
            let (taken, behind) = if self.held.is_empty() && whole > 0 {
                let (subtree, behind) = rest.split_at(size * CHUNK);
                self.push(subtree);
                (0, behind)
            } else {
                let taken = rest.len().min(CHUNK - self.held.len());
                (taken, &rest[taken..])
            };
            self.held.extend_from_slice(&rest[..taken]);
            rest = behind;
        }
    }

    /// Takes a whole subtree; something comes behind it.
    fn push(&mut self, subtree: &[u8]) {
        let mut hasher = Hasher::new();
        hasher.set_input_offset(self.chunks * CHUNK as u64);
        hasher.update(subtree);
        self.subtrees.push(hasher.finalize_non_root());
        self.chunks += (subtree.len() / CHUNK) as u64;
        while self.subtrees.len() > self.chunks.count_ones() as usize {
            let (Some(right), Some(left)) = (self.subtrees.pop(), self.subtrees.pop()) else {
                return;
            };
            let both = merge_subtrees_non_root(&left, &right, Mode::Hash);
            self.subtrees.push(both);
        }
    }

    /// The hash of all there was.
    pub(super) fn finish(&self) -> [u8; 32] {
        let Some((first, others)) = self.subtrees.split_first() else {
            return *blake3::hash(&self.held).as_bytes();
        };
        let mut hasher = Hasher::new();
        hasher.set_input_offset(self.chunks * CHUNK as u64);
        hasher.update(&self.held);
        let mut right = hasher.finalize_non_root();
        for left in others.iter().rev() {
            right = merge_subtrees_non_root(left, &right, Mode::Hash);
        }
        *merge_subtrees_root(first, &right, Mode::Hash).as_bytes()
    }

    /// Its state.
    pub(super) fn save(&self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(&self.chunks.to_le_bytes());
        for subtree in &self.subtrees {
            bytes.extend_from_slice(subtree);
        }
        bytes.extend_from_slice(&self.held);
    }

    /// Goes on where a state was saved.
    pub(super) fn restore(saved: &[u8]) -> Option<Self> {
        let (chunks, rest) = saved.split_first_chunk()?;
        let chunks = u64::from_le_bytes(*chunks);
        let count = chunks.count_ones() as usize;
        if chunks >> SUBTREES_MAX != 0 {
            return None;
        }
        let (subtrees, held) = rest.split_at_checked(count * size_of::<ChainingValue>())?;
        let (subtrees, _) = subtrees.as_chunks();
        if held.len() > CHUNK || (held.is_empty() && count > 0) {
            return None;
        }
        Some(Self {
            subtrees: subtrees.to_vec(),
            chunks,
            held: held.to_vec(),
        })
    }
}
