//! What a monitor remembers of files it has dealt with: which, and how they were then.
//!
//! A directory may be full of files that were dealt with long ago, so each takes 24 bytes here and where it is kept, and what changes is
//! kept as changes: everything is written anew, a chunk at a time, only when the changes have become as many as half of what there is.

use super::Found;
use md5::{Digest, Md5};
use std::collections::BTreeMap;

/// Entries of a chunk.
pub const CHUNK_ENTRIES: usize = 8_192;
/// Bytes of an entry.
const ENTRY_BYTES: usize = 24;
/// Changes are not worth writing everything anew while they are fewer.
const CHANGES_MIN: usize = 4_096;

/// Which file it is: a digest of its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key([u8; 16]);

impl Key {
    /// Of a path.
    #[must_use]
    pub fn of(path: &str) -> Self {
        Self(Md5::digest(path.as_bytes()).into())
    }
}

/// How a file was when it was dealt with; 0 for one that is gone.
fn stamp(found: &Found) -> u64 {
    let mut hash = Md5::new();
    hash.update(found.length.to_le_bytes());
    hash.update(found.modified_ms.to_le_bytes());
    let digest: [u8; 16] = hash.finalize().into();
    let (half, _) = digest.split_at(8);
    half.try_into().map_or(1, u64::from_le_bytes).max(1)
}

/// What is kept of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    key: Key,
    stamp: u64,
}

impl Entry {
    /// A file that was dealt with.
    #[must_use]
    pub fn dealt_with(found: &Found) -> Self {
        Self {
            key: Key::of(&found.path),
            stamp: stamp(found),
        }
    }

    /// The bytes of entries, one behind the other.
    #[must_use]
    pub fn encode_all(entries: &[Self]) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(entries.len() * ENTRY_BYTES);
        for entry in entries {
            bytes.extend_from_slice(&entry.key.0);
            bytes.extend_from_slice(&entry.stamp.to_le_bytes());
        }
        bytes
    }

    /// The entries of such bytes; none of others.
    #[must_use]
    pub fn decode_all(bytes: &[u8]) -> Option<Vec<Self>> {
        let entries = bytes.chunks(ENTRY_BYTES).map(|entry| {
            let (key, stamp) = entry.split_at_checked(16)?;
            Some(Self {
                key: Key(key.try_into().ok()?),
                stamp: u64::from_le_bytes(stamp.try_into().ok()?),
            })
        });
        entries.collect()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Known {
    stamp: u64,
    /// The poll that has seen it last.
    seen: u32,
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub struct History {
    all: BTreeMap<Key, Known>,
    poll: u32,
    /// How far the sweep has come: everything up to this one. None: there is none under way.
    swept: Option<Key>,
    sweeps: bool,
    gone: Vec<Entry>,
    /// Entries in changes that are kept.
    changes: usize,
}

impl History {
    /// How many files it remembers.
    #[must_use]
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether it remembers none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Takes up what is kept: chunks first, then changes in their order.
    pub fn restore(&mut self, entries: &[Entry], are_changes: bool) {
        for entry in entries {
            let known = Known {
                stamp: entry.stamp,
                seen: self.poll,
            };
            match entry.stamp {
                0 => drop(self.all.remove(&entry.key)),
                _ => drop(self.all.insert(entry.key, known)),
            }
        }
        if are_changes {
            self.changes += entries.len();
        }
    }

    /// A poll of that number begins.
    pub fn begin(&mut self, poll: u32) {
        self.poll = poll;
        (self.sweeps, self.swept) = (false, None);
    }

    /// A file is there. Whether it was dealt with as it is.
    pub fn see(&mut self, key: Key, found: &Found) -> bool {
        let poll = self.poll;
        let Some(known) = self.all.get_mut(&key) else {
            return false;
        };
        known.seen = poll;
        known.stamp == stamp(found)
    }

    /// A file was dealt with.
    pub fn note(&mut self, key: Key, found: &Found) {
        let known = Known {
            stamp: stamp(found),
            seen: self.poll,
        };
        self.all.insert(key, known);
    }

    /// Forgets files the poll that has ended did not see, looking at `most` at a time. Whether there are more to look at.
    pub fn sweep(&mut self, most: usize) -> bool {
        use std::ops::Bound::{Excluded, Unbounded};
        let from = match (self.sweeps, self.swept) {
            (true, Some(key)) => Excluded(key),
            _ => Unbounded,
        };
        self.sweeps = true;
        let poll = self.poll;
        let mut last = None;
        let mut gone = Vec::new();
        for (key, known) in self.all.range((from, Unbounded)).take(most) {
            last = Some(*key);
            if known.seen != poll {
                gone.push(*key);
            }
        }
        for key in gone {
            self.all.remove(&key);
            self.gone.push(Entry { key, stamp: 0 });
        }
        self.swept = last.or(self.swept);
        last.is_some()
    }

    /// What is gone and has not been kept as a change, at most so many.
    pub fn take_gone(&mut self, most: usize) -> Vec<Entry> {
        let from = self.gone.len().saturating_sub(most);
        self.gone.split_off(from)
    }

    /// So many entries were kept as changes.
    pub fn changed(&mut self, entries: usize) {
        self.changes += entries;
    }

    /// Whether everything is to be kept anew instead of the changes.
    #[must_use]
    pub fn is_worth_writing(&self) -> bool {
        self.changes >= CHANGES_MIN && self.changes >= self.all.len() / 2
    }

    /// Everything is being kept anew: changes from now on count again.
    pub fn begin_writing(&mut self) {
        self.changes = 0;
    }

    /// The next entries behind a key: those of a chunk.
    #[must_use]
    pub fn chunk(&self, behind: Option<Key>) -> (Vec<Entry>, Option<Key>) {
        use std::ops::Bound::{Excluded, Unbounded};
        let from = behind.map_or(Unbounded, Excluded);
        let range = self.all.range((from, Unbounded)).take(CHUNK_ENTRIES);
        let entries: Vec<_> = range
            .map(|(key, known)| Entry {
                key: *key,
                stamp: known.stamp,
            })
            .collect();
        let last = entries.last().map(|entry| entry.key);
        (entries, last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(n: u64) -> Found {
        Found {
            path: format!("/d/{n}"),
            length: n,
            modified_ms: 3,
        }
    }

    #[test]
    fn what_is_kept_as_chunks_and_changes_is_what_there_is() {
        let mut history = History::default();
        let mut chunks = Vec::new();
        history.begin(1);
        for n in 0..20_000 {
            history.note(Key::of(&found(n).path), &found(n));
        }
        let mut behind = None;
        loop {
            let (entries, last) = history.chunk(behind);
            if entries.is_empty() {
                break;
            }
            chunks.push(Entry::encode_all(&entries));
            behind = last;
        }
        assert_eq!(chunks.len(), 3);
        // The next poll sees half of them, and one that has changed.
        history.begin(2);
        for n in 0..10_000 {
            assert!(history.see(Key::of(&found(n).path), &found(n)), "{n}");
        }
        let changed = Found {
            length: 1,
            ..found(7)
        };
        assert!(!history.see(Key::of(&changed.path), &changed));
        history.note(Key::of(&changed.path), &changed);
        let mut changes = vec![Entry::dealt_with(&changed)];
        while history.sweep(1_000) {}
        loop {
            let gone = history.take_gone(300);
            if gone.is_empty() {
                break;
            }
            changes.extend(gone);
        }
        assert_eq!((history.len(), changes.len()), (10_000, 10_001));
        let mut again = History::default();
        for chunk in chunks {
            again.restore(&Entry::decode_all(&chunk).expect("entries"), false);
        }
        let changes = Entry::encode_all(&changes);
        again.restore(&Entry::decode_all(&changes).expect("entries"), true);
        assert_eq!(again.len(), history.len());
        assert!(again.see(Key::of(&changed.path), &changed));
        assert!(again.is_worth_writing());
        assert_eq!(Entry::decode_all(&changes[1..]), None);
    }
}
