//! A hash table of 32-bit values that keeps 32 bits of each hash and nothing else.
//!
//! Eight bytes a node, found with one look at memory in the usual case, and grown without
//! touching what the values stand for: that is what an index over millions of messages
//! needs and general tables do not give. Nodes stand in order of their hashes (linear
//! probing, position = high bits of the hash), so growing reads and writes in order too.

#[derive(Clone, Copy)]
struct Node {
    hash: u32,
    value: u32,
}

/// Not a value.
const EMPTY: u32 = u32::MAX;
const CAPACITY_MIN: usize = 16;

/// The table. The caller knows what values mean and when two are the same.
pub(crate) struct Table {
    /// A power of two of them, at most 3/4 in use.
    nodes: Box<[Node]>,
    len: usize,
}

fn vacant(capacity: usize) -> Box<[Node]> {
    vec![
        Node {
            hash: 0,
            value: EMPTY
        };
        capacity
    ]
    .into_boxed_slice()
}

impl Table {
    pub(crate) fn with_room_for(count: usize) -> Self {
        let capacity = (count * 4 / 3 + 1).next_power_of_two().max(CAPACITY_MIN);
        Self {
            nodes: vacant(capacity),
            len: 0,
        }
    }

    fn home(&self, hash: u32) -> usize {
        ((u64::from(hash) * self.nodes.len() as u64) >> 32) as usize
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

    /// Adds a value that is not there.
    pub(crate) fn insert(&mut self, hash: u32, value: u32) {
        if (self.len + 1) * 4 > self.nodes.len() * 3 {
            self.resize(self.nodes.len() * 2);
        }
        self.place(hash, value);
        self.len += 1;
    }

    fn place(&mut self, hash: u32, value: u32) {
        let mut at = self.home(hash);
        while self.nodes[at].value != EMPTY {
            at = self.next(at);
        }
        self.nodes[at] = Node { hash, value };
    }

    /// Puts another value in the place of one that is there.
    pub(crate) fn replace(&mut self, hash: u32, from: u32, to: u32) {
        let at = self
            .find_at(hash, |value| value == from)
            .expect("the value was just found");
        self.nodes[at].value = to;
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
            self.place(node.hash, node.value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Table;
    use std::collections::BTreeMap;

    #[test]
    fn table_answers_as_a_map_does_whatever_the_hashes() {
        for mask in [u32::MAX, 0xFF00_0000, 0xFFFF_FFF0, 0x3] {
            let mut table = Table::with_room_for(0);
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
                        table.insert(hash, value);
                    }
                } else {
                    assert_eq!(table.remove(hash, value), map.remove(&value).is_some());
                }
                let value = next() % 500;
                let found = table.find(hash_of(value), |other| other == value);
                assert_eq!(found, map.contains_key(&value).then_some(value));
            }
            assert_eq!(table.len, map.len());
        }
    }
}
