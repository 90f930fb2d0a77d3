//! Sets of topic strings between two queue managers: what one has told the other it wants, and what it was told.

use crate::message::{INTEREST_BYTES_IN_REQUEST, INTERESTS_IN_REQUEST_MAX, PARTS_MAX, RequestBody};
use ferromq_qmgr::{ProxyChanges, TopicInterest};
use std::collections::BTreeSet;

/// Most topic strings a neighbour is asked for, or asks for.
pub const INTERESTS_MAX: usize = 200_000;
/// Most bytes they have together.
pub const INTEREST_BYTES_MAX: usize = 64 << 20;

/// Most topic strings all neighbours together may ask for.
pub const INTERESTS_IN_ALL_MAX: usize = 2_000_000;
/// Most bytes these have together.
pub const INTEREST_BYTES_IN_ALL_MAX: usize = 256 << 20;

/// How many topic strings, and how many bytes they have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Amount {
    pub(crate) interests: usize,
    pub(crate) bytes: usize,
}

impl Amount {
    pub(crate) fn of(interests: &[TopicInterest]) -> Self {
        Self {
            interests: interests.len(),
            bytes: interests.iter().map(|interest| interest.topic.len()).sum(),
        }
    }

    pub(crate) fn with(self, other: Self) -> Self {
        Self {
            interests: self.interests + other.interests,
            bytes: self.bytes + other.bytes,
        }
    }

    pub(crate) fn without(self, other: Self) -> Self {
        Self {
            interests: self.interests.saturating_sub(other.interests),
            bytes: self.bytes.saturating_sub(other.bytes),
        }
    }

    pub(crate) fn is_too_much(self) -> bool {
        self.interests > INTERESTS_IN_ALL_MAX || self.bytes > INTEREST_BYTES_IN_ALL_MAX
    }
}

/// A set within these bounds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Bounded {
    interests: BTreeSet<TopicInterest>,
    bytes: usize,
}

impl Bounded {
    /// False when it is full.
    fn insert(&mut self, interest: TopicInterest) -> bool {
        if self.interests.contains(&interest) {
            return true;
        }
        let bytes = self.bytes + interest.topic.len();
        if self.interests.len() >= INTERESTS_MAX || bytes > INTEREST_BYTES_MAX {
            return false;
        }
        self.bytes = bytes;
        self.interests.insert(interest)
    }

    fn amount(&self) -> Amount {
        Amount {
            interests: self.interests.len(),
            bytes: self.bytes,
        }
    }

    fn remove(&mut self, interest: &TopicInterest) -> bool {
        let was = self.interests.remove(interest);
        if was {
            self.bytes -= interest.topic.len();
        }
        was
    }
}

/// The topic strings a neighbour was told are wanted here: those it has proxy subscriptions for, if it took them all.
#[derive(Debug, Default)]
pub(crate) struct SentProxies {
    set: Bounded,
    generation: u64,
    /// Some were left out, for it was full.
    pub(crate) is_full: bool,
}

impl SentProxies {
    /// The whole set anew.
    pub(crate) fn whole(
        &mut self,
        wanted: impl Iterator<Item = TopicInterest>,
        generation: u64,
    ) -> Vec<RequestBody> {
        *self = Self {
            generation,
            ..Self::default()
        };
        for interest in wanted {
            self.is_full |= !self.set.insert(interest);
        }
        let all: Vec<TopicInterest> = self.set.interests.iter().cloned().collect();
        let pieces = pieces(&all);
        let parts = i32::try_from(pieces.len()).unwrap_or(PARTS_MAX);
        (1..)
            .zip(pieces)
            .map(|(part, piece)| RequestBody::Proxies {
                generation,
                part,
                parts,
                interests: piece.to_vec(),
            })
            .collect()
    }

    /// What has changed: topic strings, and whether they are wanted now. `next` makes the number of a set.
    pub(crate) fn change(
        &mut self,
        states: impl Iterator<Item = (TopicInterest, bool)>,
        mut next: impl FnMut() -> u64,
    ) -> Vec<RequestBody> {
        let (mut add, mut remove) = (Vec::new(), Vec::new());
        for (interest, wanted) in states {
            if wanted && !self.set.interests.contains(&interest) {
                match self.set.insert(interest.clone()) {
                    true => add.push(interest),
                    false => self.is_full = true,
                }
            } else if !wanted && self.set.remove(&interest) {
                remove.push(interest);
            }
        }
        let mut changes = Vec::new();
        let mut say = |add: &[TopicInterest], remove: &[TopicInterest]| {
            let generation = next();
            changes.push(RequestBody::Change {
                before: self.generation,
                generation,
                add: add.to_vec(),
                remove: remove.to_vec(),
            });
            self.generation = generation;
        };
        let some = |all: &Vec<TopicInterest>| !all.is_empty();
        for piece in Some(&remove)
            .filter(|all| some(all))
            .map_or(Vec::new(), |all| pieces(all))
        {
            say(&[], piece);
        }
        for piece in Some(&add)
            .filter(|all| some(all))
            .map_or(Vec::new(), |all| pieces(all))
        {
            say(piece, &[]);
        }
        changes
    }
}

/// In parts that fit a request, at least one.
fn pieces(all: &[TopicInterest]) -> Vec<&[TopicInterest]> {
    let mut pieces = Vec::new();
    let (mut begin, mut bytes) = (0, 0);
    for (at, interest) in all.iter().enumerate() {
        if at - begin == INTERESTS_IN_REQUEST_MAX || bytes > INTEREST_BYTES_IN_REQUEST {
            pieces.push(&all[begin..at]);
            (begin, bytes) = (at, 0);
        }
        bytes += interest.topic.len();
    }
    pieces.push(&all[begin..]);
    pieces
}

/// The topic strings a neighbour has said it wants: those there are proxy subscriptions for here.
#[derive(Debug, Default)]
pub(crate) struct ReceivedProxies {
    set: Bounded,
    /// The set it is; none while that is not known.
    generation: Option<u64>,
    collecting: Option<Collecting>,
    /// What it wants was too much: what comes of it is passed over, and not asked for, until somebody tries again.
    refused: bool,
}

#[derive(Debug)]
struct Collecting {
    generation: u64,
    next: i32,
    parts: i32,
    set: Bounded,
}

/// What follows from what a neighbour told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Follows {
    Nothing,
    /// Something is missing.
    Ask,
    /// It wants more than there may be.
    TooMuch,
    /// Of what was told before.
    Change(ProxyChanges),
    /// All that it wants is known anew, and this is how it differs from what was known.
    Whole(ProxyChanges),
}

impl ReceivedProxies {
    /// With the proxy subscriptions that are there.
    pub(crate) fn with(interests: impl Iterator<Item = TopicInterest>) -> Self {
        let mut received_proxies = Self::default();
        for interest in interests {
            // Those there are were within the bounds.
            received_proxies.set.insert(interest);
        }
        received_proxies
    }

    /// What is kept for it, a set that has not come wholly among it.
    pub(crate) fn amount(&self) -> Amount {
        let collecting = self.collecting.as_ref();
        let under_way = collecting.map(|one| one.set.amount()).unwrap_or_default();
        self.set.amount().with(under_way)
    }

    pub(crate) fn interests(&self) -> impl Iterator<Item = &TopicInterest> {
        self.set.interests.iter()
    }

    /// What it wants is too much.
    pub(crate) fn refuse(&mut self) -> Follows {
        self.collecting = None;
        match std::mem::replace(&mut self.refused, true) {
            true => Follows::Nothing,
            false => Follows::TooMuch,
        }
    }

    /// What it wants may be less by now.
    pub(crate) fn try_again(&mut self) {
        self.refused = false;
    }

    fn missing(&self) -> Follows {
        match self.refused {
            true => Follows::Nothing,
            false => Follows::Ask,
        }
    }

    /// A part of a whole set.
    pub(crate) fn take_part(
        &mut self,
        generation: u64,
        (part, parts): (i32, i32),
        interests: Vec<TopicInterest>,
    ) -> Follows {
        if self.generation == Some(generation) {
            return Follows::Nothing;
        }
        let mut collecting = match self.collecting.take() {
            _ if part == 1 => Collecting {
                generation,
                next: 1,
                parts,
                set: Bounded::default(),
            },
            Some(known) if known.generation == generation && known.next == part => known,
            // Its beginning is missing: if a later one is under way, that goes on.
            Some(known) if known.generation > generation => {
                self.collecting = Some(known);
                return Follows::Nothing;
            }
            _ => return self.missing(),
        };
        if collecting.parts != parts {
            return self.missing();
        }
        for interest in interests {
            if !collecting.set.insert(interest) {
                return self.refuse();
            }
        }
        if part < parts {
            collecting.next += 1;
            self.collecting = Some(collecting);
            return Follows::Nothing;
        }
        let set = collecting.set;
        let changes = ProxyChanges {
            add: set
                .interests
                .difference(&self.set.interests)
                .cloned()
                .collect(),
            remove: self
                .set
                .interests
                .difference(&set.interests)
                .cloned()
                .collect(),
        };
        self.set = set;
        self.generation = Some(generation);
        self.refused = false;
        Follows::Whole(changes)
    }

    /// A change of the set.
    pub(crate) fn take_change(
        &mut self,
        (before, generation): (u64, u64),
        add: Vec<TopicInterest>,
        remove: Vec<TopicInterest>,
    ) -> Follows {
        match self.generation {
            Some(known) if known == before => {}
            // A whole set that came meanwhile has it.
            Some(known) if generation <= known => return Follows::Nothing,
            _ => return self.missing(),
        }
        let mut changes = ProxyChanges::default();
        for interest in remove {
            if self.set.remove(&interest) {
                changes.remove.push(interest);
            }
        }
        for interest in add {
            if self.set.interests.contains(&interest) {
                continue;
            }
            if !self.set.insert(interest.clone()) {
                // There are no proxies for what was taken of it: a whole set that comes later has to find it missing.
                for interest in &changes.add {
                    self.set.remove(interest);
                }
                for interest in changes.remove {
                    self.set.insert(interest);
                }
                return self.refuse();
            }
            changes.add.push(interest);
        }
        self.generation = Some(generation);
        Follows::Change(changes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interest(number: usize) -> TopicInterest {
        TopicInterest::levels(&format!("t/{number}"))
    }

    /// What is told is heard, however many parts it takes.
    #[test]
    fn a_set_arrives_in_parts_and_changes_follow_it() {
        let (mut sent_proxies, mut received_proxies) =
            (SentProxies::default(), ReceivedProxies::default());
        let count = 2 * INTERESTS_IN_REQUEST_MAX + 1;
        let parts = sent_proxies.whole((0..count).map(interest), 10);
        assert_eq!(parts.len(), 3);
        for body in parts {
            let RequestBody::Proxies {
                generation,
                part,
                parts,
                interests,
            } = body
            else {
                panic!("{body:?}");
            };
            let follows = received_proxies.take_part(generation, (part, parts), interests);
            match part == parts {
                false => assert_eq!(follows, Follows::Nothing),
                true => {
                    let Follows::Whole(changes) = follows else {
                        panic!("{follows:?}");
                    };
                    assert_eq!((changes.add.len(), changes.remove.len()), (count, 0));
                }
            }
        }
        let mut next = 10;
        let states = [
            (interest(count), true),
            (interest(0), false),
            (interest(1), true),
        ];
        let changes = sent_proxies.change(states.into_iter(), || {
            next += 1;
            next
        });
        assert_eq!(changes.len(), 2);
        for body in changes {
            let RequestBody::Change {
                before,
                generation,
                add,
                remove,
            } = body
            else {
                panic!("{body:?}");
            };
            let follows = received_proxies.take_change((before, generation), add, remove);
            assert!(matches!(follows, Follows::Change(_)), "{follows:?}");
        }
        assert_eq!(received_proxies.set, sent_proxies.set);
    }

    #[test]
    fn what_is_missing_is_asked_for_and_what_is_old_is_passed_over() {
        let mut received_proxies = ReceivedProxies::default();
        assert_eq!(
            received_proxies.take_change((1, 2), vec![interest(1)], Vec::new()),
            Follows::Ask
        );
        assert_eq!(
            received_proxies.take_part(5, (2, 2), vec![interest(1)]),
            Follows::Ask
        );
        assert_eq!(
            received_proxies.take_part(6, (1, 2), vec![interest(1)]),
            Follows::Nothing
        );
        let follows = received_proxies.take_part(6, (2, 2), vec![interest(2)]);
        let both = ProxyChanges {
            add: vec![interest(1), interest(2)],
            remove: Vec::new(),
        };
        assert_eq!(follows, Follows::Whole(both));
        assert_eq!(
            received_proxies.take_part(6, (1, 1), Vec::new()),
            Follows::Nothing
        );
        assert_eq!(
            received_proxies.take_change((4, 5), vec![interest(3)], Vec::new()),
            Follows::Nothing
        );
        assert_eq!(
            received_proxies.take_change((7, 8), vec![interest(3)], Vec::new()),
            Follows::Ask
        );
        assert_eq!(received_proxies.interests().count(), 2);
    }

    #[test]
    fn a_neighbour_that_wants_too_much_is_not_given_it() {
        let mut received_proxies = ReceivedProxies::default();
        let interests = |from: usize| {
            (from..from + INTERESTS_IN_REQUEST_MAX)
                .map(interest)
                .collect()
        };
        let last = INTERESTS_MAX / INTERESTS_IN_REQUEST_MAX;
        for part in 0..last {
            let from = part * INTERESTS_IN_REQUEST_MAX;
            let part = i32::try_from(part).expect("few") + 1;
            assert_eq!(
                received_proxies.take_part(1, (part, 1_000), interests(from)),
                Follows::Nothing
            );
        }
        let part = i32::try_from(last).expect("few") + 1;
        assert_eq!(
            received_proxies.take_part(1, (part, 1_000), interests(INTERESTS_MAX)),
            Follows::TooMuch
        );
        // The rest of it, and what is changed of it, are not asked for, or it would go round for ever.
        let rest = received_proxies.take_part(1, (part + 1, 1_000), vec![interest(0)]);
        assert_eq!(rest, Follows::Nothing);
        let change = received_proxies.take_change((1, 2), vec![interest(0)], Vec::new());
        assert_eq!(change, Follows::Nothing);
        // Later it may be less.
        received_proxies.try_again();
        let change = received_proxies.take_change((2, 3), vec![interest(0)], Vec::new());
        assert_eq!(change, Follows::Ask);
        let whole = received_proxies.take_part(3, (1, 1), vec![interest(0)]);
        assert!(matches!(whole, Follows::Whole(_)), "{whole:?}");
        let mut sent_proxies = SentProxies::default();
        let parts = sent_proxies.whole((0..=INTERESTS_MAX).map(interest), 1);
        assert_eq!(parts.len(), last);
        assert!(sent_proxies.is_full);
    }
}
