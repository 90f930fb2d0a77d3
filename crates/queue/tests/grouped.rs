//! Groups and segments against a plain list: random groups that arrive in any order, some
//! messages uncommitted or held, every match option and every rule about groups.

use crate::model::{Random, State, id};
use bytes::Bytes;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::generated::constants::{
    MQMF_LAST_MSG_IN_GROUP, MQMF_LAST_SEGMENT, MQMF_MSG_IN_GROUP, MQMF_SEGMENT,
};
use ferromq_queue::{
    GroupPosition, Holder, LogicalRule, Message, PutMeta, Queue, QueueSettings, Selection, Seq,
    Take, Visibility,
};
use std::sync::Arc;

/// A message of the list.
#[derive(Clone, Debug)]
struct Item {
    seq: u64,
    priority: u8,
    msg_id: u8,
    group: u8,
    number: i32,
    offset: i32,
    flags: i32,
    body_len: i32,
    state: State,
}

impl Item {
    fn has(&self, flags: i32) -> bool {
        self.flags & flags != 0
    }

    fn is_grouped(&self) -> bool {
        self.has(MQMF_MSG_IN_GROUP | MQMF_LAST_MSG_IN_GROUP)
    }

    fn is_segment(&self) -> bool {
        self.has(MQMF_SEGMENT | MQMF_LAST_SEGMENT)
    }
}

struct World {
    random: Random,
    queue: Queue,
    items: Vec<Item>,
    /// Messages on their way, in the order they will arrive.
    coming: Vec<Item>,
    /// Messages taken by one get.
    held: Vec<Vec<u64>>,
}

impl World {
    fn new(seed: u64) -> Self {
        Self {
            random: Random(seed),
            queue: Queue::new_volatile(QueueSettings::default()),
            items: Vec::new(),
            coming: Vec::new(),
            held: Vec::new(),
        }
    }

    /// One to three logical messages of one to three segments each, shuffled.
    fn invent_group(&mut self) {
        let random = &mut self.random;
        let group = 1 + random.below(3) as u8;
        let messages = 1 + random.below(3) as i32;
        let grouped = messages > 1 || random.one_in(2);
        let first = self.coming.len();
        for number in 1..=messages {
            let segments = if random.one_in(2) {
                1
            } else {
                1 + random.below(3)
            };
            let mut offset = 0;
            for segment in 1..=segments {
                let mut flags = 0;
                if grouped {
                    flags |= MQMF_MSG_IN_GROUP;
                    if number == messages {
                        flags |= MQMF_LAST_MSG_IN_GROUP;
                    }
                }
                if segments > 1 {
                    flags |= MQMF_SEGMENT;
                    if segment == segments {
                        flags |= MQMF_LAST_SEGMENT;
                    }
                }
                let body_len = 1 + random.below(9) as i32;
                self.coming.push(Item {
                    seq: 0,
                    priority: 0,
                    msg_id: random.below(4) as u8,
                    group: if flags == 0 { 0 } else { group },
                    number,
                    offset,
                    flags,
                    body_len,
                    state: State::Available,
                });
                offset += body_len;
            }
        }
        for at in first..self.coming.len() {
            let other = first + random.below((self.coming.len() - first) as u64) as usize;
            self.coming.swap(at, other);
        }
    }

    fn put(&mut self) {
        if self.coming.is_empty() {
            self.invent_group();
        }
        let mut item = self.coming.remove(0);
        item.priority = if self.random.one_in(4) { 5 } else { 4 };
        let visibility = if self.random.one_in(5) {
            item.state = State::Uncommitted;
            Visibility::Held
        } else {
            Visibility::Now
        };
        let descriptor = MsgDescriptor {
            msg_id: id(item.msg_id),
            group_id: id(item.group),
            msg_seq_number: item.number,
            offset: item.offset,
            msg_flags: item.flags,
            ..MsgDescriptor::default()
        };
        let meta = PutMeta {
            class: None,
            priority: item.priority,
            persistent: false,
            expires_at_us: None,
            put_at_us: 1,
            log: None,
        };
        let body = Bytes::from(vec![b'x'; item.body_len as usize]);
        let message = Arc::new(Message::new(descriptor, body));
        let seq = self.queue.reserve().expect("room");
        self.queue.insert(seq, message, &meta, visibility).wake();
        item.seq = seq.0;
        self.items.push(item);
    }

    fn end_put(&mut self) {
        let open = self
            .items
            .iter()
            .position(|item| item.state == State::Uncommitted);
        let Some(at) = open else { return };
        if self.random.one_in(3) {
            let item = self.items.remove(at);
            self.queue.release(Seq(item.seq));
        } else {
            self.items[at].state = State::Available;
            self.queue.make_visible(Seq(self.items[at].seq)).wake();
        }
    }

    fn end_get(&mut self) {
        if self.held.is_empty() {
            return;
        }
        let which = self.random.below(self.held.len() as u64) as usize;
        let taken = self.held.remove(which);
        let back = self.random.one_in(2);
        for seq in taken {
            if back {
                self.queue.restore(Seq(seq), true).wake();
                let item = self.items.iter_mut().find(|item| item.seq == seq);
                item.expect("held messages are known").state = State::Available;
            } else {
                self.queue.finish(Seq(seq));
                self.items.retain(|item| item.seq != seq);
            }
        }
    }

    /// Available messages in delivery order.
    fn in_order(&self) -> Vec<&Item> {
        let mut items: Vec<&Item> = self
            .items
            .iter()
            .filter(|item| item.state == State::Available)
            .collect();
        items.sort_by_key(|item| (9 - item.priority, item.seq));
        items
    }

    /// The message at a place of a group, the first to arrive if there are several.
    fn at(&self, group: u8, number: i32, offset: i32) -> Option<&Item> {
        let here = |item: &&Item| {
            item.state == State::Available
                && (item.group, item.number, item.offset) == (group, number, offset)
        };
        self.items.iter().filter(here).min_by_key(|item| item.seq)
    }

    /// The segments of a logical message, if all are there.
    fn whole(&self, group: u8, number: i32) -> Option<Vec<&Item>> {
        let mut parts = Vec::new();
        let mut offset = 0;
        loop {
            let part = self.at(group, number, offset)?;
            parts.push(part);
            if !part.is_segment() || part.has(MQMF_LAST_SEGMENT) {
                return Some(parts);
            }
            offset += part.body_len;
        }
    }

    /// Whether every message of a group is there, and nothing behind its end.
    fn is_complete(&self, group: u8) -> bool {
        let there = self
            .items
            .iter()
            .filter(|item| item.state == State::Available && item.group == group);
        let last = there.max_by_key(|item| (item.number, item.offset, item.seq));
        if !last.is_some_and(|last| last.has(MQMF_LAST_MSG_IN_GROUP)) {
            return false;
        }
        for number in 1.. {
            match self.whole(group, number) {
                None => return false,
                Some(parts)
                    if parts
                        .last()
                        .expect("one at least")
                        .has(MQMF_LAST_MSG_IN_GROUP) =>
                {
                    return true;
                }
                Some(_) => {}
            }
        }
        unreachable!("numbers end with the messages")
    }

    fn follows(&self, item: &Item, rule: &LogicalRule) -> bool {
        let outside = rule.expected.is_none();
        let inner = item.is_grouped() || item.is_segment();
        if rule.ordered && outside && inner && (item.number, item.offset) != (1, 0) {
            return false;
        }
        if rule.all_messages && outside && item.is_grouped() && !self.is_complete(item.group) {
            return false;
        }
        if !item.is_segment() {
            return true;
        }
        let is_whole = || self.whole(item.group, item.number).is_some();
        if rule.complete_message {
            return item.offset == 0 && is_whole();
        }
        !rule.all_segments || !(outside || item.offset == 0) || is_whole()
    }

    fn rule(&mut self) -> Option<LogicalRule> {
        let random = &mut self.random;
        if random.one_in(3) {
            return None;
        }
        let ordered = random.one_in(2);
        let expected = (ordered && random.one_in(3)).then(|| GroupPosition {
            group_id: id(1 + random.below(3) as u8),
            msg_seq_number: 1 + random.below(3) as i32,
            offset: if random.one_in(2) {
                0
            } else {
                random.below(20) as i32
            },
        });
        Some(LogicalRule {
            ordered,
            expected,
            all_messages: random.one_in(3),
            all_segments: random.one_in(3),
            complete_message: random.one_in(3),
        })
    }

    /// Whether a selection without a position of its own means this message.
    fn fits(&self, item: &Item, selection: &Selection<'_>) -> bool {
        let alone = item.group == 0;
        let number = if alone { 1 } else { item.number };
        let offset = if alone { 0 } else { item.offset };
        selection.msg_id.is_none_or(|it| it == id(item.msg_id))
            && selection.group_id.is_none_or(|it| it == id(item.group))
            && selection.msg_seq_number.is_none_or(|it| it == number)
            && selection.offset.is_none_or(|it| it == offset)
    }

    /// The messages a selection is to find: one, or all segments of one.
    fn wanted(&self, selection: &Selection<'_>, rule: Option<&LogicalRule>) -> Option<Vec<u64>> {
        let matches = |item: &&Item| {
            self.fits(item, selection) && rule.is_none_or(|rule| self.follows(item, rule))
        };
        let item = match rule.and_then(|rule| rule.expected) {
            Some(at) => self
                .at(at.group_id[5], at.msg_seq_number, at.offset)
                .filter(matches),
            None => self.in_order().into_iter().find(matches),
        }?;
        let complete = rule.is_some_and(|rule| rule.complete_message);
        if complete && item.is_segment() && item.offset == 0 {
            let parts = self.whole(item.group, item.number).unwrap_or_default();
            let rest = parts.into_iter().skip(1).map(|part| part.seq);
            return Some(std::iter::once(item.seq).chain(rest).collect());
        }
        Some(vec![item.seq])
    }

    fn select(&mut self) {
        let rule = self.rule();
        let random = &mut self.random;
        let (msg_id, group) = (1 + random.below(3) as u8, random.below(4) as u8);
        let (number, offset) = (1 + random.below(3) as i32, random.below(8) as i32);
        // A handle within a group asks by position, not by anything else.
        let within = rule.is_some_and(|rule| rule.expected.is_some());
        let mut chance = |of: u64| !within && random.one_in(of);
        let selection = Selection {
            msg_id: chance(6).then(|| id(msg_id)),
            group_id: chance(3).then(|| id(group)),
            msg_seq_number: chance(4).then_some(number),
            offset: chance(4).then_some(if number == 1 { 0 } else { offset }),
            logical: rule,
            ..Selection::default()
        };
        let wanted = self.wanted(&selection, rule.as_ref());
        let takes = self.random.one_in(2);
        let take = if takes {
            Take::Hold(Holder(1))
        } else {
            Take::PEEK
        };
        let found = self.queue.select(&selection, take, 0).found.map(|found| {
            let rest = found.rest.iter().map(|part| part.seq.0);
            std::iter::once(found.seq.0).chain(rest).collect::<Vec<_>>()
        });
        assert_eq!(
            found,
            wanted,
            "{selection:?} {rule:?} of {:#?}",
            self.in_order()
        );
        if let Some(taken) = found.filter(|_| takes) {
            for item in self
                .items
                .iter_mut()
                .filter(|item| taken.contains(&item.seq))
            {
                item.state = State::Held;
            }
            self.held.push(taken);
        }
    }
}

#[test]
fn queue_answers_about_groups_and_segments_as_a_plain_list_does() {
    for seed in 0..200 {
        let mut world = World::new(seed);
        for _ in 0..600 {
            match world.random.below(10) {
                0..3 if world.items.len() < 25 => world.put(),
                3 => world.end_put(),
                4 | 5 => world.end_get(),
                _ => world.select(),
            }
        }
    }
}
