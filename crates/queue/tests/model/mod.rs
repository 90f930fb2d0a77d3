//! A queue as a plain list, and random steps taken on both it and the real one.

pub(crate) mod durable;

use bytes::Bytes;
use ferromq_mqi::MsgDescriptor;
use ferromq_queue::{Id, Message};
use std::sync::Arc;

/// A small seeded generator (splitmix64).
pub(crate) struct Random(pub u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    pub(crate) fn one_in(&mut self, chances: u64) -> bool {
        self.below(chances) == 0
    }
}

/// An id made of one number; zero is the id of nothing.
pub(crate) fn id(number: u8) -> Id {
    let mut id = [0; 24];
    id[5] = number;
    id
}

pub(crate) fn message(msg_id: Id, correl_id: Id, body_len: usize) -> Arc<Message> {
    let descriptor = MsgDescriptor {
        msg_id,
        correl_id,
        ..MsgDescriptor::default()
    };
    let body: Vec<u8> = (0..body_len).map(|at| (at as u8) ^ msg_id[5]).collect();
    Arc::new(Message::new(descriptor, Bytes::from(body)))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    Uncommitted,
    Available,
    Locked(u64),
    Held,
}

/// One message of the model.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub seq: u64,
    pub class: u8,
    pub priority: u8,
    pub persistent: bool,
    pub msg_id: Id,
    pub correl_id: Id,
    pub expires_at_us: Option<u64>,
    /// It is as if it did not expire, as long as it is available.
    pub put_off: bool,
    pub backout_count: u32,
    pub state: State,
    pub handle_marks: Vec<u64>,
    pub cooperative_until_us: u64,
    pub put_at_us: u64,
    pub body_len: usize,
}

impl Item {
    pub(crate) fn is_expired(&self, now_us: u64) -> bool {
        self.expires_at_us.is_some_and(|at| at <= now_us) && !self.put_off
    }

    pub(crate) fn rank(&self) -> (u8, u64) {
        (9 - self.class, self.seq)
    }
}

/// The list.
#[derive(Clone, Debug, Default)]
pub(crate) struct Model {
    pub items: Vec<Item>,
    /// Reserved, nothing inserted.
    pub reserved: Vec<u64>,
}

impl Model {
    /// What is put counts, and what is got does not, committed or not.
    pub(crate) fn depth(&self) -> usize {
        self.count(|state| state != State::Held) + self.reserved.len()
    }

    pub(crate) fn count(&self, state: impl Fn(State) -> bool) -> usize {
        self.items.iter().filter(|item| state(item.state)).count()
    }

    /// Messages `handle` may see, in delivery order.
    pub(crate) fn in_order(&self, handle: u64) -> Vec<Item> {
        let visible = |item: &&Item| match item.state {
            State::Available => true,
            State::Locked(owner) => owner == handle,
            State::Uncommitted | State::Held => false,
        };
        let mut items: Vec<Item> = self.items.iter().filter(visible).cloned().collect();
        items.sort_by_key(Item::rank);
        items
    }

    pub(crate) fn get(&mut self, seq: u64) -> &mut Item {
        self.items
            .iter_mut()
            .find(|item| item.seq == seq)
            .expect("the model knows it")
    }

    pub(crate) fn remove(&mut self, seq: u64) {
        self.items.retain(|item| item.seq != seq);
        self.reserved.retain(|reserved| *reserved != seq);
    }

    pub(crate) fn pick(&self, random: &mut Random, state: State) -> Option<u64> {
        let some: Vec<u64> = self
            .items
            .iter()
            .filter(|item| item.state == state)
            .map(|item| item.seq)
            .collect();
        (!some.is_empty()).then(|| some[random.below(some.len() as u64) as usize])
    }
}
