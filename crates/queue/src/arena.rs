//! Memory for entries: chunks of them, filled from the lowest, so that neighbours in arrival
//! are neighbours in memory and empty chunks can go.

use crate::entry::{Entry, State};
use std::collections::BTreeSet;

const CHUNK_ENTRIES: u32 = 1024;
/// Ends the list of free entries of a chunk.
const NO_ENTRY: u32 = u32::MAX;
/// Empty chunks kept for the next puts.
const SPARE_CHUNKS: usize = 2;

/// Where an entry is in memory. Other entries use the place later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place(pub(crate) u32);

struct Chunk {
    live: u32,
    /// First free entry of those there have been; each names the next in `slot`.
    free: u32,
    /// As many as were needed so far: most queues hold a few messages at a time.
    entries: Vec<Entry>,
}

impl Chunk {
    fn empty(capacity: usize) -> Self {
        Self {
            live: 0,
            free: NO_ENTRY,
            entries: Vec::with_capacity(capacity),
        }
    }

    fn has_room(&self) -> bool {
        self.free != NO_ENTRY || self.entries.len() < CHUNK_ENTRIES as usize
    }

    /// A free entry; there is one.
    fn take(&mut self) -> u32 {
        let at = self.free;
        if at != NO_ENTRY {
            self.free = self.entries[at as usize].slot;
            return at;
        }
        self.entries.push(Entry::default());
        self.entries.len() as u32 - 1
    }
}

/// All entries of a queue, by place.
pub(crate) struct Arena {
    chunks: Vec<Option<Chunk>>,
    /// Chunks with room, all of them but perhaps the current one; and some that are full.
    roomy: BTreeSet<u32>,
    /// Places in `chunks` without a chunk.
    vacant: BTreeSet<u32>,
    spare: Vec<Chunk>,
    /// The chunk puts go to; it may be full.
    current: u32,
}

impl Arena {
    pub(crate) fn new() -> Self {
        Self {
            chunks: Vec::new(),
            roomy: BTreeSet::new(),
            vacant: BTreeSet::new(),
            spare: Vec::new(),
            current: NO_ENTRY,
        }
    }

    fn chunk_mut(&mut self, number: u32) -> &mut Chunk {
        self.chunks[number as usize]
            .as_mut()
            .expect("a live entry keeps its chunk")
    }

    pub(crate) fn get(&self, place: Place) -> &Entry {
        let chunk = self.chunks[(place.0 / CHUNK_ENTRIES) as usize].as_ref();
        &chunk.expect("a live entry keeps its chunk").entries[(place.0 % CHUNK_ENTRIES) as usize]
    }

    /// Where in memory an entry is, without looking at it; 0 when nowhere.
    pub(crate) fn address(&self, place: Place) -> usize {
        let chunk = self.chunks.get((place.0 / CHUNK_ENTRIES) as usize);
        let entry = chunk
            .and_then(Option::as_ref)
            .and_then(|chunk| chunk.entries.get((place.0 % CHUNK_ENTRIES) as usize));
        entry.map_or(0, |entry| std::ptr::from_ref(entry) as usize)
    }

    pub(crate) fn get_mut(&mut self, place: Place) -> &mut Entry {
        let chunk = self.chunk_mut(place.0 / CHUNK_ENTRIES);
        &mut chunk.entries[(place.0 % CHUNK_ENTRIES) as usize]
    }

    /// The entry at a place, if there is one.
    pub(crate) fn try_get(&self, place: Place) -> Option<&Entry> {
        let chunk = self
            .chunks
            .get((place.0 / CHUNK_ENTRIES) as usize)?
            .as_ref()?;
        let entry = chunk.entries.get((place.0 % CHUNK_ENTRIES) as usize)?;
        (entry.state != State::Free).then_some(entry)
    }

    /// A new entry, `Reserved`.
    pub(crate) fn create(&mut self, seq: u64) -> Place {
        let current = self.chunks.get(self.current as usize);
        if !current
            .and_then(Option::as_ref)
            .is_some_and(Chunk::has_room)
        {
            self.current = self.find_room();
        }
        let number = self.current;
        let chunk = self.chunk_mut(number);
        let at = chunk.take();
        chunk.live += 1;
        chunk.entries[at as usize] = Entry {
            seq,
            state: State::Reserved,
            ..Entry::default()
        };
        Place(number * CHUNK_ENTRIES + at)
    }

    fn find_room(&mut self) -> u32 {
        while let Some(&number) = self.roomy.first() {
            if self.chunks[number as usize]
                .as_ref()
                .is_some_and(Chunk::has_room)
            {
                return number;
            }
            self.roomy.remove(&number);
        }
        // The first one grows step by step; whoever needs another has many messages.
        let capacity = match self.chunks.is_empty() {
            true => 0,
            false => CHUNK_ENTRIES as usize,
        };
        let chunk = self.spare.pop();
        let chunk = chunk.unwrap_or_else(|| Chunk::empty(capacity));
        let number = match self.vacant.pop_first() {
            Some(number) => {
                self.chunks[number as usize] = Some(chunk);
                number
            }
            None => {
                self.chunks.push(Some(chunk));
                u32::try_from(self.chunks.len() - 1).expect("depth is bounded by u32")
            }
        };
        self.roomy.insert(number);
        number
    }

    /// Takes an entry out.
    pub(crate) fn remove(&mut self, place: Place) -> Entry {
        let number = place.0 / CHUNK_ENTRIES;
        let current = self.current;
        let chunk = self.chunk_mut(number);
        let at = place.0 % CHUNK_ENTRIES;
        let entry = &mut chunk.entries[at as usize];
        let gone = std::mem::replace(
            entry,
            Entry {
                slot: chunk.free,
                ..Entry::default()
            },
        );
        chunk.free = at;
        chunk.live -= 1;
        let empty = chunk.live == 0;
        if number != current {
            if empty {
                self.drop_chunk(number);
            } else {
                // The next put takes the entry just given up, which the cache still has.
                self.current = number;
                self.leave(current);
            }
        }
        gone
    }

    /// Puts go elsewhere from now on.
    fn leave(&mut self, number: u32) {
        let chunk = self.chunks.get(number as usize).and_then(Option::as_ref);
        let Some(chunk) = chunk else { return };
        if chunk.live == 0 {
            self.drop_chunk(number);
        } else if chunk.has_room() {
            self.roomy.insert(number);
        }
    }

    fn drop_chunk(&mut self, number: u32) {
        let chunk = self.chunks[number as usize].take();
        self.roomy.remove(&number);
        if number as usize + 1 == self.chunks.len() {
            self.chunks.pop();
        } else {
            self.vacant.insert(number);
        }
        if let Some(chunk) = chunk.filter(|_| self.spare.len() < SPARE_CHUNKS) {
            self.spare.push(chunk);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Arena, CHUNK_ENTRIES};
    use crate::entry::State;

    #[test]
    fn a_queue_with_one_message_has_room_for_a_few() {
        let mut arena = Arena::new();
        let place = arena.create(1);
        let room = |arena: &Arena| {
            let chunks = arena.chunks.iter().flatten();
            chunks.map(|chunk| chunk.entries.capacity()).sum::<usize>()
        };
        assert!(room(&arena) <= 8, "{}", room(&arena));
        for seq in 2..50 {
            arena.create(seq);
        }
        assert_eq!(arena.get(place).seq, 1, "places stay when the chunk grows");
        assert!(room(&arena) <= 64, "{}", room(&arena));
    }

    #[test]
    fn places_are_used_again_and_empty_chunks_go() {
        let mut arena = Arena::new();
        let places: Vec<_> = (0..u64::from(CHUNK_ENTRIES) * 5)
            .map(|seq| arena.create(seq))
            .collect();
        assert_eq!(arena.chunks.len(), 5);
        for (seq, place) in places.iter().enumerate() {
            assert_eq!(arena.get(*place).seq, seq as u64);
        }
        for place in places.iter().skip(1) {
            assert_eq!(arena.remove(*place).state, State::Reserved);
        }
        let kept = arena.chunks.iter().flatten().count();
        assert!(kept <= 2, "one has an entry, one is current: {kept}");
        let again = arena.create(7);
        assert_eq!(arena.get(again).seq, 7);
        assert!(arena.try_get(places[5]).is_none());
    }
}
