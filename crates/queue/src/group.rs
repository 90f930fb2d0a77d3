//! Available messages of groups, and segments of logical messages.

use crate::key::Key;
use crate::message::Id;
use crate::selection::{GroupInfo, GroupPosition};
use crate::store::Store;
use ferromq_mqi::generated::constants::{
    MQMF_LAST_MSG_IN_GROUP, MQMF_LAST_SEGMENT, MQMF_MSG_IN_GROUP, MQMF_SEGMENT,
};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

impl GroupInfo {
    /// Part of a group of logical messages.
    pub(crate) fn in_group(&self) -> bool {
        self.flags & (MQMF_MSG_IN_GROUP | MQMF_LAST_MSG_IN_GROUP) != 0
    }

    /// A segment of a logical message.
    pub(crate) fn is_segment(&self) -> bool {
        self.flags & (MQMF_SEGMENT | MQMF_LAST_SEGMENT) != 0
    }

    fn is_last_segment(&self) -> bool {
        !self.is_segment() || self.flags & MQMF_LAST_SEGMENT != 0
    }

    fn is_last_message(&self) -> bool {
        self.flags & MQMF_LAST_MSG_IN_GROUP != 0
    }

    pub(crate) fn begins(&self) -> bool {
        self.msg_seq_number == 1 && self.offset == 0
    }
}

#[derive(Default)]
struct Group {
    /// (number in group, offset, arrival)
    positions: BTreeSet<(i32, i32, u64)>,
    ranks: BTreeSet<(u8, u64)>,
    /// Whether all messages of the group are here; `None` until somebody asks.
    complete: Option<bool>,
}

/// Groups that have at least one available message.
#[derive(Default)]
pub(crate) struct Groups {
    by_id: BTreeMap<Id, Group>,
}

impl Groups {
    pub(crate) fn add(&mut self, info: &GroupInfo, key: Key) {
        let group = self.by_id.entry(info.group_id).or_default();
        group
            .positions
            .insert((info.msg_seq_number, info.offset, key.seq));
        group.ranks.insert(key.rank());
        group.complete = None;
    }

    pub(crate) fn remove(&mut self, info: &GroupInfo, key: Key) {
        let group = self
            .by_id
            .get_mut(&info.group_id)
            .expect("what is available is indexed");
        group
            .positions
            .remove(&(info.msg_seq_number, info.offset, key.seq));
        group.ranks.remove(&key.rank());
        group.complete = None;
        if group.positions.is_empty() {
            self.by_id.remove(&info.group_id);
        }
    }

    /// The first message of the group behind `after`, or of all.
    pub(crate) fn next(&self, id: &Id, after: Option<Key>) -> Option<Key> {
        let ranks = &self.by_id.get(id)?.ranks;
        let behind = after.map_or(Bound::Unbounded, |key| Bound::Excluded(key.rank()));
        ranks
            .range((behind, Bound::Unbounded))
            .next()
            .copied()
            .map(Key::from_rank)
    }

    /// The message at a position of a group, the first to arrive if there are several.
    pub(crate) fn at(&self, position: &GroupPosition) -> Option<u64> {
        let (number, offset) = (position.msg_seq_number, position.offset);
        let positions = &self.by_id.get(&position.group_id)?.positions;
        let range = (number, offset, 0)..=(number, offset, u64::MAX);
        positions.range(range).next().map(|found| found.2)
    }

    /// Whether several messages say that they are at this position.
    pub(crate) fn has_several_at(&self, position: &GroupPosition) -> bool {
        let (number, offset) = (position.msg_seq_number, position.offset);
        let Some(group) = self.by_id.get(&position.group_id) else {
            return false;
        };
        let range = (number, offset, 0)..=(number, offset, u64::MAX);
        group.positions.range(range).nth(1).is_some()
    }

    /// Whether every message of the group is available.
    pub(crate) fn is_complete(&mut self, store: &Store, id: &Id) -> bool {
        let Some(group) = self.by_id.get_mut(id) else {
            return false;
        };
        if let Some(known) = group.complete {
            return known;
        }
        let complete = count_group(store, group);
        group.complete = Some(complete);
        complete
    }

    /// The segments of the logical message `info` belongs to, in order, if all are available.
    pub(crate) fn whole_message(&self, store: &Store, info: &GroupInfo) -> Option<Vec<u64>> {
        let group = self.by_id.get(&info.group_id)?;
        segments(store, group, info.msg_seq_number).map(|(seqs, _)| seqs)
    }
}

fn info_of(store: &Store, seq: u64) -> &GroupInfo {
    store.group_of(seq).expect("groups name grouped messages")
}

/// The segments of logical message `number` without a gap, and whether it ends the group.
fn segments(store: &Store, group: &Group, number: i32) -> Option<(Vec<u64>, bool)> {
    let mut seqs = Vec::new();
    let mut expected_offset = 0_i64;
    for &(_, offset, seq) in group
        .positions
        .range((number, 0, 0)..=(number, i32::MAX, u64::MAX))
    {
        if i64::from(offset) != expected_offset {
            continue;
        }
        let info = info_of(store, seq);
        seqs.push(seq);
        if info.is_last_segment() {
            return Some((seqs, info.is_last_message()));
        }
        expected_offset += i64::from(info.body_len);
    }
    None
}

fn count_group(store: &Store, group: &Group) -> bool {
    // Walking a group that grows, once per arrival, would cost its square: the message with
    // the greatest number is the last one in a group that can be complete.
    let Some(&(_, _, newest)) = group.positions.last() else {
        return false;
    };
    if !info_of(store, newest).is_last_message() {
        return false;
    }
    let mut number = 1;
    loop {
        match segments(store, group, number) {
            None => return false,
            Some((_, true)) => return true,
            Some((_, false)) => number += 1,
        }
    }
}
