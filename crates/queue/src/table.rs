//! A hash table of 32-bit values that keeps 32 bits of each hash, and a hint where hints help; nothing else.
//!
//! Eight bytes a node, found with one look at memory in the usual case, and grown without
//! touching what the values stand for: that is what an index over millions of messages
//! needs and general tables do not give. Nodes stand in order of their hashes (linear
//! probing, position = high bits of the hash), so growing reads and writes in order too.
//!
//! A hint says where in memory the things are that whoever finds the value reads next, so
//! that all of them can be fetched at once instead of each when the one before has come. Hints are eight bytes more, in
//! an array beside the nodes. A table that grows has one as long as many values come with a hint: those of messages that
//! rest on a disk have none.

use ferromq_base::os::{prefer_huge_pages, prefetch};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A hash and, inverted, a value; zero for none, so that a table begins as memory the system has zeroed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Node(u64);

const EMPTY: Node = Node(0);
/// Not a value.
const NO_VALUE: u32 = u32::MAX;

impl Node {
    pub(crate) fn new(hash: u32, value: u32) -> Self {
        debug_assert_ne!(value, NO_VALUE);
        Self(u64::from(hash) << 32 | u64::from(!value))
    }

    pub(crate) fn hash(self) -> u32 {
        (self.0 >> 32) as u32
    }

    pub(crate) fn value(self) -> u32 {
        !(self.0 as u32)
    }
}

/// Two addresses, each as its distance from that of the table's first hint in steps of
/// sixteen bytes; zero for one that is too far off or unknown. Nothing depends on them but
/// speed.
type Hint = [i32; 2];

const NO_HINT: Hint = [0; 2];
const HINT_STEP: i64 = 16;

fn hint_of(addresses: [usize; 2], base: usize) -> Hint {
    addresses.map(|address| {
        let distance = (address as i64).wrapping_sub(base as i64) / HINT_STEP;
        i32::try_from(distance).unwrap_or(0)
    })
}

fn addresses_of(hint: Hint, base: usize) -> [Option<usize>; 2] {
    hint.map(|steps| {
        let distance = i64::from(steps) * HINT_STEP;
        (steps != 0).then(|| (base as i64).wrapping_add(distance) as usize)
    })
}

/// Where the nodes of a table are, for those who have not locked it: good enough to have the
/// right node fetched, and for nothing else.
#[derive(Debug, Default)]
pub(crate) struct Whereabouts {
    address: AtomicUsize,
    nodes: AtomicUsize,
    /// 0: there are none.
    hints: AtomicUsize,
}

impl Whereabouts {
    /// Has the node for a hash, and its hint, fetched into the processor's cache. The hash is worked out only
    /// if the table is so large that this may help.
    pub(crate) fn prefetch(&self, hash: impl FnOnce() -> u32) {
        let nodes = self.nodes.load(Ordering::Relaxed);
        if nodes >= COLD_NODES {
            let at = home(hash(), nodes) * size_of::<Node>();
            prefetch(self.address.load(Ordering::Relaxed).wrapping_add(at));
            let hints = self.hints.load(Ordering::Relaxed);
            if hints != 0 {
                prefetch(hints.wrapping_add(at));
            }
        }
    }

    fn tell(&self, nodes: &[u64], hints: &[Hint]) {
        const _: () = assert!(size_of::<Node>() == size_of::<Hint>());
        let hints = match hints {
            [] => 0,
            [..] => hints.as_ptr() as usize,
        };
        self.address
            .store(nodes.as_ptr() as usize, Ordering::Relaxed);
        self.hints.store(hints, Ordering::Relaxed);
        self.nodes.store(nodes.len(), Ordering::Relaxed);
    }
}

fn home(hash: u32, nodes: usize) -> usize {
    ((u64::from(hash) * nodes as u64) >> 32) as usize
}

const CAPACITY_MIN: usize = 16;
/// With fewer nodes the processor's caches have all that the table leads to, as a rule.
const COLD_NODES: usize = 1024;

/// The table. The caller knows what values mean and when two are the same.
pub(crate) struct Table {
    /// A power of two of [`Node`]s, at most 3/4 in use.
    nodes: Box<[u64]>,
    /// As many, or none.
    hints: Box<[Hint]>,
    len: usize,
    /// How many came since the table was made or resized, and how many of them with a hint.
    came: usize,
    came_with_hint: usize,
    /// What hints count from; 0 before there was one.
    base: usize,
    whereabouts: Arc<Whereabouts>,
}

/// Zeros. Those for many nodes come from the system as they are, and are not written before they are used.
fn vacant(capacity: usize) -> Box<[u64]> {
    let mut nodes = vec![0_u64; capacity];
    prefer_huge_pages(&mut nodes);
    nodes.into_boxed_slice()
}

fn no_hints_yet(capacity: usize) -> Box<[Hint]> {
    let mut hints = vec![NO_HINT; capacity];
    prefer_huge_pages(&mut hints);
    hints.into_boxed_slice()
}

impl Table {
    /// An empty table that need not grow for so many values, most of which come with hints or hardly any.
    pub(crate) fn with_room_for(
        count: usize,
        has_hints: bool,
        whereabouts: Arc<Whereabouts>,
    ) -> Self {
        let capacity = (count * 4 / 3 + 1).next_power_of_two().max(CAPACITY_MIN);
        let table = Self {
            nodes: vacant(capacity),
            hints: match has_hints {
                true => no_hints_yet(capacity),
                false => Box::default(),
            },
            len: 0,
            came: 0,
            came_with_hint: 0,
            base: 0,
            whereabouts,
        };
        table.whereabouts.tell(&table.nodes, &table.hints);
        table
    }

    /// Whether hints are kept.
    pub(crate) fn has_hints(&self) -> bool {
        !self.hints.is_empty()
    }

    fn home(&self, hash: u32) -> usize {
        home(hash, self.nodes.len())
    }

    fn next(&self, at: usize) -> usize {
        (at + 1) & (self.nodes.len() - 1)
    }

    #[inline]
    fn node(&self, at: usize) -> Node {
        Node(self.nodes[at])
    }

    /// Where the node with this hash is of whose value `is_it` says yes.
    fn find_at(&self, hash: u32, mut is_it: impl FnMut(u32) -> bool) -> Option<usize> {
        let mut at = self.home(hash);
        loop {
            let node = self.node(at);
            if node == EMPTY {
                return None;
            }
            if node.hash() == hash && is_it(node.value()) {
                return Some(at);
            }
            at = self.next(at);
        }
    }

    pub(crate) fn find(&self, hash: u32, is_it: impl FnMut(u32) -> bool) -> Option<u32> {
        self.find_at(hash, is_it).map(|at| self.node(at).value())
    }

    /// Whether looking up anything means waiting for memory.
    pub(crate) fn is_cold(&self) -> bool {
        self.nodes.len() >= COLD_NODES
    }

    /// The first value with this hash, which may be another's, and the addresses that were
    /// given with it.
    pub(crate) fn hint(&self, hash: u32) -> Option<(u32, [Option<usize>; 2])> {
        let at = self.find_at(hash, |_| true)?;
        let hint = self.hints.get(at).copied().unwrap_or_default();
        Some((self.node(at).value(), addresses_of(hint, self.base)))
    }

    /// Adds a value that is not there, with what [`Self::hint`] is to say (0: nothing).
    pub(crate) fn insert(&mut self, hash: u32, value: u32, addresses: [usize; 2]) {
        self.make_room();
        let at = self.vacancy(hash);
        self.put(at, Node::new(hash, value), addresses);
    }

    /// [`Self::insert`] if no value has this hash; false if one has.
    pub(crate) fn insert_new(&mut self, node: Node, addresses: [usize; 2]) -> bool {
        self.make_room();
        let mut at = self.home(node.hash());
        while self.node(at) != EMPTY {
            if self.node(at).hash() == node.hash() {
                return false;
            }
            at = self.next(at);
        }
        self.put(at, node, addresses);
        true
    }

    fn put(&mut self, at: usize, node: Node, addresses: [usize; 2]) {
        self.nodes[at] = node.0;
        self.len += 1;
        self.came += 1;
        if addresses[0] != 0 {
            self.came_with_hint += 1;
            if self.base == 0 {
                self.base = addresses[0];
            }
        }
        if let Some(hint) = self.hints.get_mut(at) {
            *hint = hint_of(addresses, self.base);
        }
    }

    fn make_room(&mut self) {
        if (self.len + 1) * 4 > self.nodes.len() * 3 {
            self.resize(self.nodes.len() * 2);
        }
    }

    /// Where a node with this hash may go.
    fn vacancy(&self, hash: u32) -> usize {
        let mut at = self.home(hash);
        while self.node(at) != EMPTY {
            at = self.next(at);
        }
        at
    }

    /// Puts another value in the place of one that is there. It has no hint.
    pub(crate) fn replace(&mut self, hash: u32, from: u32, to: u32) {
        let at = self
            .find_at(hash, |value| value == from)
            .expect("the value was just found");
        self.nodes[at] = Node::new(hash, to).0;
        if let Some(hint) = self.hints.get_mut(at) {
            *hint = NO_HINT;
        }
    }

    /// Removes a value; false when it is not there.
    pub(crate) fn remove(&mut self, hash: u32, value: u32) -> bool {
        let Some(mut hole) = self.find_at(hash, |other| other == value) else {
            return false;
        };
        let mask = self.nodes.len() - 1;
        let mut at = self.next(hole);
        // Those behind move up, unless they would pass their home.
        while self.node(at) != EMPTY {
            let from_home = at.wrapping_sub(self.home(self.node(at).hash())) & mask;
            if from_home >= (at.wrapping_sub(hole) & mask) {
                self.nodes[hole] = self.nodes[at];
                if self.has_hints() {
                    self.hints[hole] = self.hints[at];
                }
                hole = at;
            }
            at = self.next(at);
        }
        self.nodes[hole] = EMPTY.0;
        self.len -= 1;
        if self.len * 16 < self.nodes.len() && self.nodes.len() > CAPACITY_MIN {
            self.resize(self.nodes.len() / 4);
        }
        true
    }

    fn resize(&mut self, capacity: usize) {
        let capacity = capacity.max(CAPACITY_MIN);
        let worth_hints = self.came_with_hint * 4 >= self.came;
        let old = std::mem::replace(&mut self.nodes, vacant(capacity));
        let hints = match worth_hints {
            true => no_hints_yet(capacity),
            false => Box::default(),
        };
        let old_hints = std::mem::replace(&mut self.hints, hints);
        for (from, node) in old.iter().enumerate() {
            if Node(*node) == EMPTY {
                continue;
            }
            let at = self.vacancy(Node(*node).hash());
            self.nodes[at] = *node;
            if let (Some(hint), Some(old)) = (self.hints.get_mut(at), old_hints.get(from)) {
                *hint = *old;
            }
        }
        (self.came, self.came_with_hint) = (0, 0);
        self.whereabouts.tell(&self.nodes, &self.hints);
    }
}

#[cfg(test)]
mod tests {
    use super::Table;
    use std::collections::BTreeMap;
    use std::sync::Arc;

    const ADDRESS: usize = 0x7f00_0000_1000;

    #[test]
    fn a_hint_gives_back_addresses_near_the_first_and_forgets_others() {
        let mut table = Table::with_room_for(0, true, Arc::default());
        table.insert(1, 1, [ADDRESS, ADDRESS + (1 << 30)]);
        table.insert(2, 2, [ADDRESS - 32, 0]);
        assert_eq!(table.hint(1), Some((1, [None, Some(ADDRESS + (1 << 30))])));
        assert_eq!(table.hint(2), Some((2, [Some(ADDRESS - 32), None])));
        assert_eq!(table.hint(3), None);
        table.replace(2, 2, 7);
        assert_eq!(table.hint(2), Some((7, [None, None])));
    }

    #[test]
    fn a_table_keeps_hints_while_values_come_with_them() {
        let mut table = Table::with_room_for(0, false, Arc::default());
        let hash_of = |value: u32| value.wrapping_mul(0x9E37_79B9);
        let insert = |table: &mut Table, values: std::ops::Range<u32>, addresses| {
            values.for_each(|value| table.insert(hash_of(value), value, addresses));
        };
        insert(&mut table, 0..1_000, [0; 2]);
        assert!(!table.has_hints());
        insert(&mut table, 1_000..4_000, [ADDRESS, ADDRESS + 16]);
        assert!(table.has_hints());
        let last = table.hint(hash_of(3_999));
        assert_eq!(last, Some((3_999, [None, Some(ADDRESS + 16)])));
        insert(&mut table, 4_000..20_000, [0; 2]);
        assert!(!table.has_hints());
        for value in 0..20_000 {
            let found = table.find(hash_of(value), |other| other == value);
            assert_eq!(found, Some(value));
        }
    }

    #[test]
    fn table_answers_as_a_map_does_whatever_the_hashes() {
        for mask in [u32::MAX, 0xFF00_0000, 0xFFFF_FFF0, 0x3] {
            let mut table = Table::with_room_for(0, true, Arc::default());
            let mut map: BTreeMap<u32, u32> = BTreeMap::new();
            let mut random = 1_u32;
            let mut next = || {
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                random >> 8
            };
            let hash_of = |value: u32| value.wrapping_mul(0x9E37_79B9) & mask;
            for step in 0..6_000 {
                let value = next() % 500;
                let hash = hash_of(value);
                let adds = if step < 3_000 { 3 } else { 1 };
                if next() % 4 < adds {
                    if map.insert(value, hash).is_none() {
                        table.insert(hash, value, [ADDRESS, ADDRESS + 4_096]);
                    }
                } else {
                    assert_eq!(table.remove(hash, value), map.remove(&value).is_some());
                }
                let value = next() % 500;
                let found = table.find(hash_of(value), |other| other == value);
                assert!(found.is_none() || table.hint(hash_of(value)).is_some());
                assert_eq!(found, map.contains_key(&value).then_some(value));
            }
            assert_eq!(table.len, map.len());
        }
    }
}
