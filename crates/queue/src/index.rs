//! Available messages by message id or correlation id.
//!
//! A table of places: the ids themselves stay in the entries. Ids that several messages
//! share get an ordered set of their own, so that the first in order is found, and any of
//! them removed, in logarithmic time.

use crate::arena::Place;
use crate::entry::{Entry, IdKind};
use crate::key::Key;
use crate::message::Id;
use crate::message::Message;
use crate::store::Store;
use crate::table::{Node, Table, Whereabouts};
use ferromq_base::os::{prefetch, prefetch_bytes};
use std::collections::BTreeSet;
use std::hash::{BuildHasher, RandomState};
use std::ops::Bound;
use std::sync::Arc;

/// A keyed hash of ids: applications choose ids, so the key must not be guessable.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IdHasher {
    key: [u64; 3],
}

impl IdHasher {
    pub(crate) fn new() -> Self {
        let random = RandomState::new();
        Self {
            key: [0, 1, 2].map(|n: u64| random.hash_one(n) | 1),
        }
    }

    pub(crate) fn hash(&self, id: &Id) -> u64 {
        let word = |at: usize| {
            u64::from_le_bytes(
                id[at..at + 8]
                    .try_into()
                    .expect("eight bytes of twenty-four"),
            )
        };
        fold(
            fold(word(0) ^ self.key[0], word(8) ^ self.key[1]) ^ word(16),
            self.key[2],
        )
    }
}

fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product as u64) ^ ((product >> 64) as u64)
}

/// What those who have not locked a queue know of its indexes: enough to have the node of an
/// id fetched while they still do other things.
#[derive(Clone, Debug)]
pub(crate) struct Foresight {
    hasher: IdHasher,
    message_ids: Arc<Whereabouts>,
    correlation_ids: Arc<Whereabouts>,
}

impl Foresight {
    pub(crate) fn new() -> Self {
        Self {
            hasher: IdHasher::new(),
            message_ids: Arc::default(),
            correlation_ids: Arc::default(),
        }
    }

    fn of(&self, kind: IdKind) -> &Arc<Whereabouts> {
        match kind {
            IdKind::Message => &self.message_ids,
            IdKind::Correlation => &self.correlation_ids,
        }
    }

    pub(crate) fn prefetch(&self, kind: IdKind, id: &Id) {
        self.of(kind).prefetch(|| self.hasher.hash(id) as u32);
    }
}

/// A value of the table is a place, or with this bit the number of a set.
const SHARED: u32 = 1 << 31;

fn value_of(place: Place) -> u32 {
    assert!(place.0 & SHARED == 0, "depth is bounded below 2^31");
    place.0
}

/// Messages of a part when an index is built, and how many parts there are at most, in bits.
const PART_MESSAGES: usize = 4096;
const PART_BITS_MAX: u32 = 8;

/// Messages whose hashes begin alike.
#[derive(Default)]
struct Part {
    nodes: Vec<Node>,
    /// As many, or none where few messages are in memory.
    addresses: Vec<[usize; 2]>,
}

struct Shared {
    id: Id,
    ranks: BTreeSet<(u8, u64)>,
}

/// Where what a get reads is in memory; 0 for what is not.
fn addresses(entry: &Entry) -> [usize; 2] {
    entry.memory.as_ref().map_or([0; 2], |message| {
        [
            Arc::as_ptr(message) as usize,
            message.body.as_ptr() as usize,
        ]
    })
}

const ALLOCATOR_BYTES: usize = 16;

/// The index of one kind of id.
pub(crate) struct IdIndex {
    kind: IdKind,
    hasher: IdHasher,
    table: Table,
    shared: Vec<Shared>,
    shared_free: Vec<u32>,
}

impl IdIndex {
    /// An index of `count` available messages, about, which are those of the store.
    ///
    /// Adding them as they come would wait for memory once for each, for their nodes lie anywhere in the table. So they are
    /// parted first by the beginning of their hashes: those of a part have their nodes in one stretch of the table, which
    /// the processor's cache holds.
    pub(crate) fn of(kind: IdKind, store: &Store, count: usize, foresight: &Foresight) -> Self {
        let has_hints = store.open_entries() * 2 >= count;
        let mut index = Self {
            kind,
            hasher: foresight.hasher,
            table: Table::with_room_for(count, has_hints, Arc::clone(foresight.of(kind))),
            shared: Vec::new(),
            shared_free: Vec::new(),
        };
        let bits = (count / PART_MESSAGES).max(1).ilog2().min(PART_BITS_MAX);
        let mut parts: Vec<Part> = Vec::new();
        parts.resize_with(1 << bits, Part::default);
        let room = (count >> bits) + (count >> bits) / 8;
        for part in &mut parts {
            part.nodes.reserve(room);
        }
        store.for_each_id(kind, &mut |place, id, entry| {
            if *id != [0; 24] {
                let hash = index.hash(id);
                let part = &mut parts[((u64::from(hash) << bits) >> 32) as usize];
                part.nodes.push(Node::new(hash, value_of(place)));
                if has_hints {
                    part.addresses.push(entry.map_or([0; 2], addresses));
                }
            }
        });
        for part in parts {
            let mut addresses = part.addresses.into_iter();
            for node in part.nodes {
                let addresses = addresses.next().unwrap_or_default();
                if !index.table.insert_new(node, addresses) {
                    index.add(store, Place(node.value()));
                }
            }
        }
        index
    }

    fn hash(&self, id: &Id) -> u32 {
        self.hasher.hash(id) as u32
    }

    fn find(&self, store: &Store, hash: u32, id: &Id) -> Option<u32> {
        self.table.find(hash, |value| {
            if value & SHARED != 0 {
                self.shared[(value & !SHARED) as usize].id == *id
            } else {
                self.kind.of(&store.at(Place(value))) == id
            }
        })
    }

    /// Adds the message at `place`. All-zero ids are not indexed.
    pub(crate) fn add(&mut self, store: &Store, place: Place) {
        let entry = store.at(place);
        let id = self.kind.of(&entry);
        if *id == [0; 24] {
            return;
        }
        let hash = self.hash(id);
        let Some(value) = self.find(store, hash, id) else {
            return self.table.insert(hash, value_of(place), addresses(&entry));
        };
        if value & SHARED != 0 {
            self.shared[(value & !SHARED) as usize]
                .ranks
                .insert(entry.key().rank());
            return;
        }
        let ranks = BTreeSet::from([store.at(Place(value)).key().rank(), entry.key().rank()]);
        let number = self.share(Shared { id: *id, ranks });
        self.table.replace(hash, value, SHARED | number);
    }

    fn share(&mut self, shared: Shared) -> u32 {
        if let Some(number) = self.shared_free.pop() {
            self.shared[number as usize] = shared;
            return number;
        }
        self.shared.push(shared);
        u32::try_from(self.shared.len() - 1).expect("depth is bounded by u32")
    }

    /// Removes the message at `place`, which was added and is still there.
    pub(crate) fn remove(&mut self, store: &Store, place: Place) {
        let entry = store.at(place);
        let id = self.kind.of(&entry);
        if *id == [0; 24] {
            return;
        }
        let hash = self.hash(id);
        if self.table.remove(hash, place.0) {
            return;
        }
        let value = self
            .find(store, hash, id)
            .expect("what is available is indexed");
        let ranks = &mut self.shared[(value & !SHARED) as usize].ranks;
        ranks.remove(&entry.key().rank());
        if ranks.len() == 1 {
            let (_, seq) = ranks.pop_first().expect("one is left");
            let last = store.locate(seq).expect("what is indexed exists");
            self.shared_free.push(value & !SHARED);
            self.table.replace(hash, value, last.0);
        }
    }

    /// Has everything fetched at once that a get of the message with this id will read: the
    /// entry, the message, and `body_bytes` of its body.
    pub(crate) fn prefetch(&self, store: &Store, id: &Id, body_bytes: usize) {
        if !self.table.is_cold() {
            return;
        }
        let Some((value, [message, body])) = self.table.hint(self.hash(id)) else {
            return;
        };
        if value & SHARED != 0 {
            return;
        }
        let entry = store.address(Place(value));
        prefetch(entry);
        prefetch(entry + size_of::<Entry>() / 2);
        if let Some(message) = message {
            prefetch_bytes(message, size_of::<Message>());
        }
        if let Some(body) = body {
            // What an allocator keeps about a block stands around it.
            prefetch_bytes(
                body.saturating_sub(ALLOCATOR_BYTES),
                body_bytes + 2 * ALLOCATOR_BYTES,
            );
        }
    }

    /// The first message with this id behind `after`, or of all.
    pub(crate) fn next(&self, store: &Store, id: &Id, after: Option<Key>) -> Option<Place> {
        let value = self.find(store, self.hash(id), id)?;
        if value & SHARED != 0 {
            let ranks = &self.shared[(value & !SHARED) as usize].ranks;
            let behind = after.map_or(Bound::Unbounded, |key| Bound::Excluded(key.rank()));
            let (_, seq) = *ranks.range((behind, Bound::Unbounded)).next()?;
            return store.locate(seq);
        }
        let place = Place(value);
        let rank = store.at(place).key().rank();
        after
            .is_none_or(|after| rank > after.rank())
            .then_some(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::State;

    fn id_of(number: u64) -> Id {
        let mut id = *b"COUNTED UP              ";
        id[16..].copy_from_slice(&number.to_le_bytes());
        id
    }

    /// Every seventh has an id that others have, and every fifth is not available; some are packed.
    #[test]
    fn an_index_built_at_once_finds_what_one_finds_that_grew() {
        let mut store = Store::new();
        let foresight = Foresight::new();
        let count = 5 * PART_MESSAGES as u64;
        let mut available = 0;
        for seq in 0..count {
            let (place, _) = store.create(seq);
            store.change_at(place, |entry| {
                entry.state = match seq % 5 {
                    0 => State::Held,
                    _ => State::Available,
                };
                entry.correl_id = id_of(if seq % 7 == 0 { seq % 4 } else { seq });
            });
            available += usize::from(seq % 5 != 0);
            if seq % 3000 < 2000 {
                store.settle(place);
            }
        }
        let none = Store::new();
        let mut grown = IdIndex::of(IdKind::Correlation, &none, 0, &foresight);
        for seq in (0..count).filter(|seq| seq % 5 != 0) {
            grown.add(&store, store.locate(seq).expect("just made"));
        }
        let built = IdIndex::of(IdKind::Correlation, &store, available, &foresight);
        for seq in 0..count {
            let id = id_of(seq);
            let mut after = None;
            loop {
                let found = built.next(&store, &id, after);
                assert_eq!(found, grown.next(&store, &id, after), "message {seq}");
                let Some(place) = found else { break };
                after = Some(store.at(place).key());
            }
            let is_there = seq % 5 != 0 && seq % 7 != 0;
            assert!(after.is_some() || !is_there, "message {seq}");
        }
    }
}
