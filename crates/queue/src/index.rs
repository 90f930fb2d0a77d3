//! Available messages by message id or correlation id.
//!
//! A table of arrival numbers: the ids themselves stay in the entries. Each node carries 32
//! bits of the hash, so that growing the table touches no entry. Ids that several messages
//! share get an ordered set of their own, so that the first in order is found, and any of
//! them removed, in logarithmic time.

use crate::order::Key;
use crate::selection::Id;
use crate::store::Store;
use hashbrown::HashTable;
use std::collections::BTreeSet;
use std::hash::{BuildHasher, RandomState};

/// Which id an index is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IdKind {
    Message,
    Correlation,
}

/// A keyed hash of ids: applications choose ids, so the key must not be guessable.
#[derive(Clone, Copy)]
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
        let (a, b, c) = words(id);
        fold(fold(a ^ self.key[0], b ^ self.key[1]) ^ c, self.key[2])
    }
}

fn words(id: &Id) -> (u64, u64, u64) {
    let word = |at: usize| {
        u64::from_le_bytes(
            id[at..at + 8]
                .try_into()
                .expect("eight bytes of twenty-four"),
        )
    };
    (word(0), word(8), word(16))
}

fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product as u64) ^ ((product >> 64) as u64)
}

/// Twelve bytes, four of hash and eight of arrival number or set number.
#[derive(Clone, Copy)]
struct Node {
    hash: u32,
    low: u32,
    high: u32,
}

const SHARED: u64 = 1 << 63;

impl Node {
    fn new(hash: u32, value: u64) -> Self {
        Self {
            hash,
            low: value as u32,
            high: (value >> 32) as u32,
        }
    }

    fn value(self) -> u64 {
        u64::from(self.low) | u64::from(self.high) << 32
    }

    /// The table wants good bits at both ends of the hash.
    fn spread(hash: u32) -> u64 {
        u64::from(hash) ^ (u64::from(hash).wrapping_mul(0x9E37_79B9) << 32)
    }
}

struct Shared {
    id: Id,
    ranks: BTreeSet<(u8, u64)>,
}

/// The index of one kind of id.
pub(crate) struct IdIndex {
    kind: IdKind,
    hasher: IdHasher,
    table: HashTable<Node>,
    shared: Vec<Shared>,
    shared_free: Vec<u32>,
}

impl IdIndex {
    pub(crate) fn with_capacity(kind: IdKind, capacity: usize) -> Self {
        Self {
            kind,
            hasher: IdHasher::new(),
            table: HashTable::with_capacity(capacity),
            shared: Vec::new(),
            shared_free: Vec::new(),
        }
    }

    fn hash(&self, id: &Id) -> u32 {
        (self.hasher.hash(id) >> 16) as u32
    }

    fn id_of<'a>(&'a self, store: &'a Store, node: Node) -> &'a Id {
        let value = node.value();
        if value & SHARED != 0 {
            return &self.shared[(value & !SHARED) as usize].id;
        }
        let entry = store
            .get(value)
            .expect("the index names only messages that exist");
        match self.kind {
            IdKind::Message => &entry.msg_id,
            IdKind::Correlation => &entry.correl_id,
        }
    }

    fn find(&self, store: &Store, id: &Id) -> Option<Node> {
        let hash = self.hash(id);
        self.table
            .find(Node::spread(hash), |node| {
                node.hash == hash && self.id_of(store, *node) == id
            })
            .copied()
    }

    /// Adds a message. All-zero ids are not indexed.
    pub(crate) fn add(&mut self, store: &Store, id: &Id, key: Key) {
        if *id == [0; 24] {
            return;
        }
        let hash = self.hash(id);
        let Some(node) = self.find(store, id) else {
            self.table
                .insert_unique(Node::spread(hash), Node::new(hash, key.seq), |node| {
                    Node::spread(node.hash)
                });
            return;
        };
        let value = node.value();
        if value & SHARED != 0 {
            self.shared[(value & !SHARED) as usize]
                .ranks
                .insert(key.rank());
            return;
        }
        let class = store
            .get(value)
            .expect("the index names only messages that exist")
            .class;
        let other = Key { class, seq: value };
        let ranks = BTreeSet::from([other.rank(), key.rank()]);
        let number = self.share(Shared { id: *id, ranks });
        self.replace(hash, value, SHARED | u64::from(number));
    }

    fn share(&mut self, shared: Shared) -> u32 {
        if let Some(number) = self.shared_free.pop() {
            self.shared[number as usize] = shared;
            return number;
        }
        self.shared.push(shared);
        u32::try_from(self.shared.len() - 1).expect("depth is bounded by u32")
    }

    fn replace(&mut self, hash: u32, from: u64, to: u64) {
        let node = self
            .table
            .find_mut(Node::spread(hash), |node| node.value() == from)
            .expect("the node was just found");
        *node = Node::new(hash, to);
    }

    /// Removes a message that was added.
    pub(crate) fn remove(&mut self, store: &Store, id: &Id, key: Key) {
        if *id == [0; 24] {
            return;
        }
        let hash = self.hash(id);
        if let Ok(alone) = self.table.find_entry(Node::spread(hash), |node| {
            node.hash == hash && node.value() == key.seq
        }) {
            alone.remove();
            return;
        }
        let node = self.find(store, id).expect("what is available is indexed");
        let number = node.value() & !SHARED;
        let ranks = &mut self.shared[number as usize].ranks;
        ranks.remove(&key.rank());
        if ranks.len() == 1 {
            let last = ranks.pop_first().expect("one is left");
            self.shared_free.push(number as u32);
            self.replace(hash, SHARED | number, Key::from_rank(last).seq);
        }
    }

    /// The first message with this id behind `after`, or of all.
    pub(crate) fn next(&self, store: &Store, id: &Id, after: Option<Key>) -> Option<Key> {
        let value = self.find(store, id)?.value();
        if value & SHARED != 0 {
            let ranks = &self.shared[(value & !SHARED) as usize].ranks;
            let first = match after {
                None => ranks.first(),
                Some(key) => {
                    let behind = (
                        std::ops::Bound::Excluded(key.rank()),
                        std::ops::Bound::Unbounded,
                    );
                    ranks.range(behind).next()
                }
            };
            return first.copied().map(Key::from_rank);
        }
        let class = store
            .get(value)
            .expect("the index names only messages that exist")
            .class;
        let key = Key { class, seq: value };
        after
            .is_none_or(|after| key.rank() > after.rank())
            .then_some(key)
    }
}
