//! A hash table of 32-bit values that keeps 32 bits of each hash and a hint, nothing else.
//!
//! Sixteen bytes a node, found with one look at memory in the usual case, and grown without
//! touching what the values stand for: that is what an index over millions of messages
//! needs and general tables do not give. Nodes stand in order of their hashes (linear
//! probing, position = high bits of the hash), so growing reads and writes in order too.
//!
//! A hint says where in memory the things are that whoever finds the value reads next, so
//! that all of them can be fetched at once instead of each when the one before has come.

use ferromq_base::os::{prefer_huge_pages, prefetch};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

#[derive(Clone, Copy)]
struct Node {
    hash: u32,
    value: u32,
    hint: Hint,
}

/// Two addresses, each as its distance from that of the table's first hint in steps of
/// sixteen bytes; zero for one that is too far off or unknown. Nothing depends on them but
/// speed.
#[derive(Clone, Copy, Default)]
struct Hint([i32; 2]);

const HINT_STEP: i64 = 16;

impl Hint {
    fn of(addresses: [usize; 2], base: usize) -> Self {
        Self(addresses.map(|address| {
            let distance = (address as i64).wrapping_sub(base as i64) / HINT_STEP;
            i32::try_from(distance).unwrap_or(0)
        }))
    }

    fn addresses(self, base: usize) -> [Option<usize>; 2] {
        self.0.map(|steps| {
            let distance = i64::from(steps) * HINT_STEP;
            (steps != 0).then(|| (base as i64).wrapping_add(distance) as usize)
        })
    }
}

/// Where the nodes of a table are, for those who have not locked it: good enough to have the
/// right node fetched, and for nothing else.
#[derive(Debug, Default)]
pub(crate) struct Whereabouts {
    address: AtomicUsize,
    nodes: AtomicUsize,
}

impl Whereabouts {
    /// Has the node for a hash fetched into the processor's cache. The hash is worked out only
    /// if the table is so large that this may help.
    pub(crate) fn prefetch(&self, hash: impl FnOnce() -> u32) {
        let nodes = self.nodes.load(Ordering::Relaxed);
        if nodes >= COLD_NODES {
            let node = home(hash(), nodes) * size_of::<Node>();
            prefetch(self.address.load(Ordering::Relaxed).wrapping_add(node));
        }
    }

    fn tell(&self, nodes: &[Node]) {
        self.address
            .store(nodes.as_ptr() as usize, Ordering::Relaxed);
        self.nodes.store(nodes.len(), Ordering::Relaxed);
    }
}

fn home(hash: u32, nodes: usize) -> usize {
    ((u64::from(hash) * nodes as u64) >> 32) as usize
}

/// Not a value.
const EMPTY: u32 = u32::MAX;
const CAPACITY_MIN: usize = 16;
/// With fewer nodes the processor's caches have all that the table leads to, as a rule.
const COLD_NODES: usize = 1024;

/// The table. The caller knows what values mean and when two are the same.
pub(crate) struct Table {
    /// A power of two of them, at most 3/4 in use.
    nodes: Box<[Node]>,
    len: usize,
    /// What hints count from; 0 before there was one.
    base: usize,
    whereabouts: Arc<Whereabouts>,
}

fn vacant(capacity: usize) -> Box<[Node]> {
    let mut nodes = Vec::with_capacity(capacity);
    prefer_huge_pages(nodes.spare_capacity_mut());
    let empty = Node {
        hash: 0,
        value: EMPTY,
        hint: Hint::default(),
    };
    nodes.resize(capacity, empty);
    nodes.into_boxed_slice()
}

impl Table {
    pub(crate) fn with_room_for(count: usize, whereabouts: Arc<Whereabouts>) -> Self {
        let capacity = (count * 4 / 3 + 1).next_power_of_two().max(CAPACITY_MIN);
        let nodes = vacant(capacity);
        whereabouts.tell(&nodes);
        Self {
            nodes,
            len: 0,
            base: 0,
            whereabouts,
        }
    }

    fn home(&self, hash: u32) -> usize {
        home(hash, self.nodes.len())
    }

    fn next(&self, at: usize) -> usize {
        (at + 1) & (self.nodes.len() - 1)
    }

    /// The node with this hash of whose value `is_it` says yes.
    fn find_at(&self, hash: u32, mut is_it: impl FnMut(u32) -> bool) -> Option<usize> {
        let mut at = self.home(hash);
        loop {
            let node = self.nodes[at];
            if node.value == EMPTY {
                return None;
            }
            if node.hash == hash && is_it(node.value) {
                return Some(at);
            }
            at = self.next(at);
        }
    }

    pub(crate) fn find(&self, hash: u32, is_it: impl FnMut(u32) -> bool) -> Option<u32> {
        self.find_at(hash, is_it).map(|at| self.nodes[at].value)
    }

    /// Whether looking up anything means waiting for memory.
    pub(crate) fn is_cold(&self) -> bool {
        self.nodes.len() >= COLD_NODES
    }

    /// The first value with this hash, which may be another's, and the addresses that were
    /// given with it.
    pub(crate) fn hint(&self, hash: u32) -> Option<(u32, [Option<usize>; 2])> {
        let mut at = self.home(hash);
        loop {
            let node = self.nodes[at];
            if node.value == EMPTY {
                return None;
            }
            if node.hash == hash {
                return Some((node.value, node.hint.addresses(self.base)));
            }
            at = self.next(at);
        }
    }

    /// Adds a value that is not there, with what [`Self::hint`] is to say (0: nothing).
    pub(crate) fn insert(&mut self, hash: u32, value: u32, addresses: [usize; 2]) {
        if (self.len + 1) * 4 > self.nodes.len() * 3 {
            self.resize(self.nodes.len() * 2);
        }
        if self.base == 0 {
            self.base = addresses[0];
        }
        let hint = Hint::of(addresses, self.base);
        self.place(Node { hash, value, hint });
        self.len += 1;
    }

    fn place(&mut self, node: Node) {
        let mut at = self.home(node.hash);
        while self.nodes[at].value != EMPTY {
            at = self.next(at);
        }
        self.nodes[at] = node;
    }

    /// Puts another value in the place of one that is there. It has no hint.
    pub(crate) fn replace(&mut self, hash: u32, from: u32, to: u32) {
        let at = self
            .find_at(hash, |value| value == from)
            .expect("the value was just found");
        self.nodes[at].value = to;
        self.nodes[at].hint = Hint::default();
    }

    /// Removes a value; false when it is not there.
    pub(crate) fn remove(&mut self, hash: u32, value: u32) -> bool {
        let Some(mut hole) = self.find_at(hash, |other| other == value) else {
            return false;
        };
        let mask = self.nodes.len() - 1;
        let mut at = self.next(hole);
        // Those behind move up, unless they would pass their home.
        while self.nodes[at].value != EMPTY {
            let from_home = at.wrapping_sub(self.home(self.nodes[at].hash)) & mask;
            if from_home >= (at.wrapping_sub(hole) & mask) {
                self.nodes[hole] = self.nodes[at];
                hole = at;
            }
            at = self.next(at);
        }
        self.nodes[hole].value = EMPTY;
        self.len -= 1;
        if self.len * 16 < self.nodes.len() && self.nodes.len() > CAPACITY_MIN {
            self.resize(self.nodes.len() / 4);
        }
        true
    }

    fn resize(&mut self, capacity: usize) {
        let capacity = capacity.max(CAPACITY_MIN);
        let old = std::mem::replace(&mut self.nodes, vacant(capacity));
        for node in old.iter().filter(|node| node.value != EMPTY) {
            self.place(*node);
        }
        self.whereabouts.tell(&self.nodes);
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
        let mut table = Table::with_room_for(0, Arc::default());
        table.insert(1, 1, [ADDRESS, ADDRESS + (1 << 30)]);
        table.insert(2, 2, [ADDRESS - 32, 0]);
        assert_eq!(table.hint(1), Some((1, [None, Some(ADDRESS + (1 << 30))])));
        assert_eq!(table.hint(2), Some((2, [Some(ADDRESS - 32), None])));
        assert_eq!(table.hint(3), None);
        table.replace(2, 2, 7);
        assert_eq!(table.hint(2), Some((7, [None, None])));
    }

    #[test]
    fn table_answers_as_a_map_does_whatever_the_hashes() {
        for mask in [u32::MAX, 0xFF00_0000, 0xFFFF_FFF0, 0x3] {
            let mut table = Table::with_room_for(0, Arc::default());
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
