//! Available messages by message id or correlation id.
//!
//! A table of places: the ids themselves stay in the entries. Ids that several messages
//! share get an ordered set of their own, so that the first in order is found, and any of
//! them removed, in logarithmic time.

use crate::arena::Place;
use crate::entry::Entry;
use crate::key::Key;
use crate::message::Id;
use crate::message::Message;
use crate::store::Store;
use crate::table::{Table, Whereabouts};
use ferromq_base::os::{prefetch, prefetch_bytes};
use std::collections::BTreeSet;
use std::hash::{BuildHasher, RandomState};
use std::ops::Bound;
use std::sync::Arc;

/// Which id an index is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IdKind {
    Message,
    Correlation,
}

impl IdKind {
    pub(crate) fn of(self, entry: &Entry) -> &Id {
        match self {
            Self::Message => &entry.msg_id,
            Self::Correlation => &entry.correl_id,
        }
    }
}

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
    pub(crate) fn with_room_for(kind: IdKind, count: usize, foresight: &Foresight) -> Self {
        Self {
            kind,
            hasher: foresight.hasher,
            table: Table::with_room_for(count, Arc::clone(foresight.of(kind))),
            shared: Vec::new(),
            shared_free: Vec::new(),
        }
    }

    fn hash(&self, id: &Id) -> u32 {
        self.hasher.hash(id) as u32
    }

    fn find(&self, store: &Store, hash: u32, id: &Id) -> Option<u32> {
        self.table.find(hash, |value| {
            if value & SHARED != 0 {
                self.shared[(value & !SHARED) as usize].id == *id
            } else {
                self.kind.of(store.at(Place(value))) == id
            }
        })
    }

    /// Adds the message at `place`. All-zero ids are not indexed.
    pub(crate) fn add(&mut self, store: &Store, place: Place) {
        let entry = store.at(place);
        let id = self.kind.of(entry);
        if *id == [0; 24] {
            return;
        }
        assert!(place.0 & SHARED == 0, "depth is bounded below 2^31");
        let hash = self.hash(id);
        let Some(value) = self.find(store, hash, id) else {
            return self.table.insert(hash, place.0, addresses(entry));
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
        let id = self.kind.of(entry);
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
