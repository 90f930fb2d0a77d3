//! Searches that let others in before they are at their end.
//!
//! A search that has to look at many messages does so in steps, and the queue is not locked
//! between them. What becomes available meanwhile in front of the search is met by it; what becomes
//! available behind it would be missed, and a waiter registered at the end would never hear of it. So
//! a search that pauses leaves word where it is, and is told at its end what it missed.

use crate::key::Key;

/// So many messages a search missed are remembered one by one.
pub(crate) const MISSED_MAX: usize = 128;

/// A search that pauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WalkId(u64);

/// The searches that pause. Hardly ever more than a few.
#[derive(Debug, Default)]
pub(crate) struct Walks {
    paused: Vec<Paused>,
    last: u64,
}

/// What became available where a search has been.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Missed {
    Nothing,
    /// These.
    These(Vec<Key>),
    /// More than is remembered: the search has to begin again.
    Much,
}

#[derive(Debug)]
struct Paused {
    id: WalkId,
    /// Everything up to here was looked at.
    at: Key,
    /// What was looked at may depend on other messages of its group.
    of_groups: bool,
    missed: Missed,
}

impl Walks {
    /// A search pauses behind this message, for the first time or once more.
    pub(crate) fn pause(&mut self, walk: Option<WalkId>, at: Key, of_groups: bool) -> WalkId {
        if let Some(id) = walk
            && let Some(paused) = self.paused.iter_mut().find(|paused| paused.id == id)
        {
            paused.at = at;
            return id;
        }
        self.last += 1;
        let id = WalkId(self.last);
        self.paused.push(Paused {
            id,
            at,
            of_groups,
            missed: Missed::Nothing,
        });
        id
    }

    /// It is over.
    pub(crate) fn end(&mut self, id: WalkId) {
        self.paused.retain(|paused| paused.id != id);
    }

    /// What it missed so far, once.
    pub(crate) fn take_missed(&mut self, id: WalkId) -> Missed {
        let paused = self.paused.iter_mut().find(|paused| paused.id == id);
        paused.map_or(Missed::Nothing, |paused| {
            std::mem::replace(&mut paused.missed, Missed::Nothing)
        })
    }

    /// It could not judge these yet.
    pub(crate) fn give_back(&mut self, id: WalkId, keys: Vec<Key>) {
        if let Some(paused) = self.paused.iter_mut().find(|paused| paused.id == id) {
            keys.into_iter().for_each(|key| paused.missed.add(key));
        }
    }

    /// A message became available. One of a group may complete what was stepped over before.
    pub(crate) fn note(&mut self, key: Key, in_group: bool) {
        for paused in &mut self.paused {
            if in_group && paused.of_groups {
                paused.missed = Missed::Much;
            } else if key.rank() <= paused.at.rank() {
                paused.missed.add(key);
            }
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.paused.is_empty()
    }
}

impl Missed {
    fn add(&mut self, key: Key) {
        match self {
            Self::Nothing => *self = Self::These(vec![key]),
            Self::These(keys) if keys.contains(&key) => {}
            Self::These(keys) if keys.len() < MISSED_MAX => {
                let at = keys.partition_point(|other| other.rank() < key.rank());
                keys.insert(at, key);
            }
            Self::These(_) => *self = Self::Much,
            Self::Much => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn key(class: u8, seq: u64) -> Key {
        Key { class, seq }
    }

    #[test]
    fn only_searches_that_went_past_it_missed_a_message() {
        let mut walks = Walks::default();
        let early = walks.pause(None, key(5, 10), false);
        let late = walks.pause(None, key(5, 20), false);
        walks.note(key(5, 15), false);
        walks.note(key(4, 1), true);
        assert_eq!(walks.take_missed(early), Missed::Nothing);
        assert_eq!(walks.take_missed(late), Missed::These(vec![key(5, 15)]));
        let low = walks.pause(None, key(4, 3), false);
        walks.note(key(5, 99), false);
        let missed = Missed::These(vec![key(5, 99)]);
        assert_eq!(
            walks.take_missed(low),
            missed,
            "a higher priority is in front"
        );
        walks.end(low);
        walks.note(key(5, 99), false);
        assert_eq!(walks.take_missed(low), Missed::Nothing, "it is over");
    }

    #[test]
    fn what_completes_a_group_is_missed_wherever_it_comes() {
        let mut walks = Walks::default();
        let by_groups = walks.pause(None, key(5, 10), true);
        walks.note(key(5, 11), false);
        assert_eq!(walks.take_missed(by_groups), Missed::Nothing);
        walks.note(key(5, 11), true);
        assert_eq!(walks.take_missed(by_groups), Missed::Much);
    }

    #[test]
    fn what_is_missed_is_in_order_each_once_and_not_without_end() {
        let mut walks = Walks::default();
        let walk = walks.pause(None, key(5, 1_000), false);
        for seq in [7, 3, 7] {
            walks.note(key(5, seq), false);
        }
        let missed = Missed::These(vec![key(5, 3), key(5, 7)]);
        assert_eq!(walks.take_missed(walk), missed);
        (0..=MISSED_MAX as u64).for_each(|seq| walks.note(key(5, seq), false));
        assert_eq!(walks.take_missed(walk), Missed::Much);
    }
}
