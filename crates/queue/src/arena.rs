//! Memory for entries: chunks of them, filled from the lowest, so that neighbours in arrival
//! are neighbours in memory and empty chunks can go. Chunks of messages that rest on a disk are packed (`packed.rs`).

use crate::entry::{Entry, IdKind, State};
use crate::message::{Id, Message};
use crate::packed::{NUMBERS, Packed};
use std::collections::BTreeSet;
use std::ops::Deref;
use std::sync::Arc;

/// Few where builds check themselves: so chunks are packed where tests and simulated runs have some messages.
pub(crate) const CHUNK_ENTRIES: u32 = if cfg!(debug_assertions) { 16 } else { 1024 };
const _: () = assert!(CHUNK_ENTRIES <= NUMBERS as u32);
/// Ends the list of free entries of a chunk.
const NO_ENTRY: u32 = u32::MAX;
/// Empty chunks kept for the next puts.
const SPARE_CHUNKS: usize = 2;
/// Chunks with fewer entries are not worth packing.
const PACKED_MIN: u32 = CHUNK_ENTRIES / 4;

/// Where an entry is in memory. Other entries use the place later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place(pub(crate) u32);

impl Place {
    fn chunk(self) -> u32 {
        self.0 / CHUNK_ENTRIES
    }

    fn within(self) -> usize {
        (self.0 % CHUNK_ENTRIES) as usize
    }
}

/// An entry to look at: itself, or a copy of one that is packed.
pub(crate) enum EntryRef<'a> {
    Here(&'a Entry),
    Unpacked(Box<Entry>),
}

impl Deref for EntryRef<'_> {
    type Target = Entry;

    #[inline(always)]
    fn deref(&self) -> &Entry {
        match self {
            Self::Here(entry) => entry,
            Self::Unpacked(entry) => entry,
        }
    }
}

/// A chunk as puts fill it.
struct Open {
    live: u32,
    /// How many came to rest on a disk since somebody last looked whether all have.
    settled: u32,
    /// First free entry of those there have been; each names the next in `slot`.
    free: u32,
    /// As many as were needed so far: most queues hold a few messages at a time.
    entries: Vec<Entry>,
}

impl Open {
    fn empty(capacity: usize) -> Self {
        Self {
            live: 0,
            settled: 0,
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

    /// Frees an entry; the next that takes it writes all of it. Answers what memory had of the message.
    fn remove(&mut self, at: usize) -> Option<Arc<Message>> {
        let entry = &mut self.entries[at];
        entry.state = State::Free;
        entry.slot = std::mem::replace(&mut self.free, at as u32);
        entry.group = None;
        self.live -= 1;
        entry.memory.take()
    }

    fn pack(&self) -> Option<Box<Packed>> {
        let entries = (0..).zip(&self.entries);
        Packed::pack(entries.filter(|(_, entry)| entry.state != State::Free))
    }

    /// One with these entries.
    fn of(entries: Vec<(u16, Entry)>) -> Self {
        let mut open = Self::empty(CHUNK_ENTRIES as usize);
        open.live = entries.len() as u32;
        open.entries
            .resize_with(CHUNK_ENTRIES as usize, Entry::default);
        for (within, entry) in entries {
            open.entries[usize::from(within)] = entry;
        }
        for (at, entry) in (0..CHUNK_ENTRIES).zip(&mut open.entries).rev() {
            if entry.state == State::Free {
                entry.slot = std::mem::replace(&mut open.free, at);
            }
        }
        open
    }
}

enum Chunk {
    Open(Open),
    Packed(Box<Packed>),
}

impl Chunk {
    /// Puts may go here.
    fn has_room(&self) -> bool {
        match self {
            Self::Open(open) => open.has_room(),
            Self::Packed(_) => false,
        }
    }
}

/// All entries of a queue, by place.
pub(crate) struct Arena {
    chunks: Vec<Option<Chunk>>,
    /// Chunks with room, all of them but perhaps the current one; and some that are full.
    roomy: BTreeSet<u32>,
    /// Places in `chunks` without a chunk.
    vacant: BTreeSet<u32>,
    spare: Vec<Open>,
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

    fn chunk(&self, number: u32) -> &Chunk {
        self.chunks[number as usize]
            .as_ref()
            .expect("a live entry keeps its chunk")
    }

    fn chunk_mut(&mut self, number: u32) -> &mut Chunk {
        self.chunks[number as usize]
            .as_mut()
            .expect("a live entry keeps its chunk")
    }

    #[inline]
    pub(crate) fn get(&self, place: Place) -> EntryRef<'_> {
        match self.chunk(place.chunk()) {
            Chunk::Open(open) => EntryRef::Here(&open.entries[place.within()]),
            Chunk::Packed(packed) => unpacked(packed, place),
        }
    }

    /// The entry at a place if all of it is in memory.
    pub(crate) fn get_open(&self, place: Place) -> Option<&Entry> {
        match self.chunk(place.chunk()) {
            Chunk::Open(open) => Some(&open.entries[place.within()]),
            Chunk::Packed(_) => None,
        }
    }

    /// Where in memory an entry is, without looking at it; 0 when nowhere.
    pub(crate) fn address(&self, place: Place) -> usize {
        let chunk = self.chunks.get(place.chunk() as usize);
        match chunk.and_then(Option::as_ref) {
            Some(Chunk::Open(open)) => {
                let entry = open.entries.get(place.within());
                entry.map_or(0, |entry| std::ptr::from_ref(entry) as usize)
            }
            Some(Chunk::Packed(packed)) => packed.address(place.within() as u16),
            None => 0,
        }
    }

    /// Changes the entry at a place.
    #[inline]
    pub(crate) fn change<R>(&mut self, place: Place, change: impl FnOnce(&mut Entry) -> R) -> R {
        if let Chunk::Open(open) = self.chunk_mut(place.chunk()) {
            return change(&mut open.entries[place.within()]);
        }
        let (mut change, mut answer) = (Some(change), None);
        self.change_packed(place, &mut |entry| {
            answer = change.take().map(|change| change(entry));
        });
        answer.expect("it was changed once")
    }

    #[cold]
    fn change_packed(&mut self, place: Place, change: &mut dyn FnMut(&mut Entry)) {
        let Chunk::Packed(packed) = self.chunk_mut(place.chunk()) else {
            return;
        };
        let within = place.within() as u16;
        let mut entry = packed.get(within).expect("a live entry has a row");
        change(&mut entry);
        if !packed.set(within, &entry) {
            self.widen(place, entry);
        }
    }

    /// Gives a packed chunk room for what an entry says now.
    fn widen(&mut self, place: Place, entry: Entry) {
        let chunk = self.chunk_mut(place.chunk());
        let Chunk::Packed(packed) = chunk else { return };
        let within = place.within() as u16;
        if let Some(wider) = packed.repack(Some((within, &entry))) {
            *packed = wider;
            return;
        }
        let mut open = Open::of(packed.entries());
        open.entries[place.within()] = entry;
        let has_room = open.has_room();
        *chunk = Chunk::Open(open);
        if has_room {
            self.roomy.insert(place.chunk());
        }
    }

    /// Entries that are not packed.
    pub(crate) fn open_entries(&self) -> usize {
        let live = self.chunks.iter().flatten().map(|chunk| match chunk {
            Chunk::Open(open) => open.live as usize,
            Chunk::Packed(_) => 0,
        });
        live.sum()
    }

    /// Visits the ids of available messages, chunk by chunk, each with its place and, if all of it is in memory, its entry.
    pub(crate) fn for_each_id(
        &self,
        kind: IdKind,
        visit: &mut dyn FnMut(Place, &Id, Option<&Entry>),
    ) {
        for (number, chunk) in (0_u32..).zip(&self.chunks) {
            let place = |within: u32| Place(number * CHUNK_ENTRIES + within);
            match chunk {
                Some(Chunk::Open(open)) => {
                    for (within, entry) in (0..).zip(&open.entries) {
                        if entry.state == State::Available {
                            visit(place(within), kind.of(entry), Some(entry));
                        }
                    }
                }
                Some(Chunk::Packed(packed)) => packed.for_each_id(kind, &mut |within, id| {
                    visit(place(u32::from(within)), id, None);
                }),
                None => {}
            }
        }
    }

    /// Whether there is an entry at a place, with this arrival number.
    #[inline]
    pub(crate) fn has(&self, place: Place, seq: u64) -> bool {
        let chunk = self.chunks.get(place.chunk() as usize);
        match chunk.and_then(Option::as_ref) {
            Some(Chunk::Open(open)) => {
                let entry = open.entries.get(place.within());
                entry.is_some_and(|entry| entry.state != State::Free && entry.seq == seq)
            }
            Some(Chunk::Packed(packed)) => packed.seq(place.within() as u16) == Some(seq),
            None => false,
        }
    }

    /// The payload of an entry came to rest on a disk, or elsewhere there. When all of a chunk do, it is packed.
    pub(crate) fn settle(&mut self, place: Place) {
        let number = place.chunk();
        match self.chunk_mut(number) {
            Chunk::Packed(packed) => {
                if packed.count_settled()
                    && let Some(tighter) = packed.repack(None)
                {
                    *packed = tighter;
                }
                return;
            }
            Chunk::Open(open) => {
                open.settled += 1;
                if open.settled < open.live.max(PACKED_MIN) {
                    return;
                }
                if number == self.current && self.chunk(number).has_room() {
                    return;
                }
            }
        }
        let Chunk::Open(open) = self.chunk_mut(number) else {
            return;
        };
        let Some(packed) = open.pack() else {
            // One that does not rest is among them: to be tried again, but not at once.
            open.settled -= open.settled / 8;
            return;
        };
        let chunk = std::mem::replace(self.chunk_mut(number), Chunk::Packed(packed));
        self.keep_spare(chunk);
        self.roomy.remove(&number);
        if self.current == number {
            self.current = NO_ENTRY;
        }
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
        let Chunk::Open(open) = self.chunk_mut(number) else {
            unreachable!("only open chunks have room");
        };
        let at = open.take();
        open.live += 1;
        open.entries[at as usize] = Entry {
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
        let open = self.spare.pop();
        let chunk = Chunk::Open(open.unwrap_or_else(|| Open::empty(capacity)));
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

    /// Takes an entry out. Answers what memory had of the message.
    pub(crate) fn remove(&mut self, place: Place) -> Option<Arc<Message>> {
        let number = place.chunk();
        let current = self.current;
        match self.chunk_mut(number) {
            Chunk::Open(open) => {
                let message = open.remove(place.within());
                let empty = open.live == 0;
                if number != current {
                    if empty {
                        self.drop_chunk(number);
                    } else {
                        // The next put takes the entry just given up, which the cache still has.
                        self.current = number;
                        self.leave(current);
                    }
                }
                message
            }
            Chunk::Packed(_) => {
                self.remove_packed(place);
                None
            }
        }
    }

    #[cold]
    fn remove_packed(&mut self, place: Place) {
        let Chunk::Packed(packed) = self.chunk_mut(place.chunk()) else {
            return;
        };
        packed.remove(place.within() as u16);
        if packed.live() == 0 {
            self.drop_chunk(place.chunk());
        } else if packed.is_loose()
            && let Some(tighter) = packed.repack(None)
        {
            *packed = tighter;
        }
    }

    /// Puts go elsewhere from now on.
    fn leave(&mut self, number: u32) {
        let chunk = self.chunks.get(number as usize).and_then(Option::as_ref);
        let Some(Chunk::Open(open)) = chunk else {
            return;
        };
        if open.live == 0 {
            self.drop_chunk(number);
        } else if open.has_room() {
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
        if let Some(chunk) = chunk {
            self.keep_spare(chunk);
        }
    }

    /// Keeps the memory of a chunk that is not needed any more for the next puts, if few are kept.
    fn keep_spare(&mut self, chunk: Chunk) {
        if let Chunk::Open(mut open) = chunk
            && self.spare.len() < SPARE_CHUNKS
        {
            open.entries.clear();
            (open.live, open.settled, open.free) = (0, 0, NO_ENTRY);
            self.spare.push(open);
        }
    }
}

#[cold]
fn unpacked(packed: &Packed, place: Place) -> EntryRef<'_> {
    let entry = packed.get(place.within() as u16);
    EntryRef::Unpacked(Box::new(entry.expect("a live entry has a row")))
}

#[cfg(test)]
mod tests {
    use super::{Arena, CHUNK_ENTRIES, Chunk};
    use crate::entry::State;

    #[test]
    fn a_queue_with_one_message_has_room_for_a_few() {
        let mut arena = Arena::new();
        let place = arena.create(1);
        let room = |arena: &Arena| {
            let chunks = arena.chunks.iter().flatten();
            let rooms = chunks.map(|chunk| match chunk {
                Chunk::Open(open) => open.entries.capacity(),
                Chunk::Packed(_) => 0,
            });
            rooms.sum::<usize>()
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
            assert_eq!(arena.get(*place).state, State::Reserved);
            assert!(arena.remove(*place).is_none());
        }
        let kept = arena.chunks.iter().flatten().count();
        assert!(kept <= 2, "one has an entry, one is current: {kept}");
        let again = arena.create(7);
        assert_eq!(arena.get(again).seq, 7);
        assert!(!arena.has(places[5], 5));
    }
}
