//! Sets of topic strings between two queue managers: what one has told the other it wants, and what it was told.

use crate::message::{PARTS_MAX, Said, WISH_BYTES_IN_REQUEST, WISHES_IN_REQUEST_MAX};
use ferromq_qmgr::{ProxyChanges, Wish};
use std::collections::BTreeSet;

/// Most topic strings a neighbour is asked for, or asks for.
pub const WISHES_MAX: usize = 200_000;
/// Most bytes they have together.
pub const WISH_BYTES_MAX: usize = 64 << 20;

/// Most topic strings all neighbours together may ask for.
pub const WISHES_IN_ALL_MAX: usize = 2_000_000;
/// Most bytes these have together.
pub const WISH_BYTES_IN_ALL_MAX: usize = 256 << 20;

/// How many topic strings, and how many bytes they have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Amount {
    pub(crate) wishes: usize,
    pub(crate) bytes: usize,
}

impl Amount {
    pub(crate) fn of(wishes: &[Wish]) -> Self {
        Self {
            wishes: wishes.len(),
            bytes: wishes.iter().map(|wish| wish.topic.len()).sum(),
        }
    }

    pub(crate) fn with(self, other: Self) -> Self {
        Self {
            wishes: self.wishes + other.wishes,
            bytes: self.bytes + other.bytes,
        }
    }

    pub(crate) fn without(self, other: Self) -> Self {
        Self {
            wishes: self.wishes.saturating_sub(other.wishes),
            bytes: self.bytes.saturating_sub(other.bytes),
        }
    }

    pub(crate) fn is_too_much(self) -> bool {
        self.wishes > WISHES_IN_ALL_MAX || self.bytes > WISH_BYTES_IN_ALL_MAX
    }
}

/// A set within these bounds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Bounded {
    wishes: BTreeSet<Wish>,
    bytes: usize,
}

impl Bounded {
    /// False when it is full.
    fn insert(&mut self, wish: Wish) -> bool {
        if self.wishes.contains(&wish) {
            return true;
        }
        let bytes = self.bytes + wish.topic.len();
        if self.wishes.len() >= WISHES_MAX || bytes > WISH_BYTES_MAX {
            return false;
        }
        self.bytes = bytes;
        self.wishes.insert(wish)
    }

    fn amount(&self) -> Amount {
        Amount {
            wishes: self.wishes.len(),
            bytes: self.bytes,
        }
    }

    fn remove(&mut self, wish: &Wish) -> bool {
        let was = self.wishes.remove(wish);
        if was {
            self.bytes -= wish.topic.len();
        }
        was
    }
}

/// What a neighbour was told that is wanted here.
#[derive(Debug, Default)]
pub(crate) struct Told {
    set: Bounded,
    generation: u64,
    /// Some were left out, for it was full.
    pub(crate) is_full: bool,
}

impl Told {
    /// The whole set anew.
    pub(crate) fn whole(
        &mut self,
        wanted: impl Iterator<Item = Wish>,
        generation: u64,
    ) -> Vec<Said> {
        *self = Self {
            generation,
            ..Self::default()
        };
        for wish in wanted {
            self.is_full |= !self.set.insert(wish);
        }
        let all: Vec<Wish> = self.set.wishes.iter().cloned().collect();
        let pieces = pieces(&all);
        let parts = i32::try_from(pieces.len()).unwrap_or(PARTS_MAX);
        (1..)
            .zip(pieces)
            .map(|(part, piece)| Said::Proxies {
                generation,
                part,
                parts,
                wishes: piece.to_vec(),
            })
            .collect()
    }

    /// What has changed: topic strings, and whether they are wanted now. `next` makes the number of a set.
    pub(crate) fn change(
        &mut self,
        states: impl Iterator<Item = (Wish, bool)>,
        mut next: impl FnMut() -> u64,
    ) -> Vec<Said> {
        let (mut add, mut remove) = (Vec::new(), Vec::new());
        for (wish, wanted) in states {
            if wanted && !self.set.wishes.contains(&wish) {
                match self.set.insert(wish.clone()) {
                    true => add.push(wish),
                    false => self.is_full = true,
                }
            } else if !wanted && self.set.remove(&wish) {
                remove.push(wish);
            }
        }
        let mut changes = Vec::new();
        let mut say = |add: &[Wish], remove: &[Wish]| {
            let generation = next();
            changes.push(Said::Change {
                before: self.generation,
                generation,
                add: add.to_vec(),
                remove: remove.to_vec(),
            });
            self.generation = generation;
        };
        let some = |all: &Vec<Wish>| !all.is_empty();
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
fn pieces(all: &[Wish]) -> Vec<&[Wish]> {
    let mut pieces = Vec::new();
    let (mut begin, mut bytes) = (0, 0);
    for (at, wish) in all.iter().enumerate() {
        if at - begin == WISHES_IN_REQUEST_MAX || bytes > WISH_BYTES_IN_REQUEST {
            pieces.push(&all[begin..at]);
            (begin, bytes) = (at, 0);
        }
        bytes += wish.topic.len();
    }
    pieces.push(&all[begin..]);
    pieces
}

/// What a neighbour told that it wants: the proxy subscriptions there are for it.
#[derive(Debug, Default)]
pub(crate) struct Heard {
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
    Change(ProxyChanges),
}

impl Heard {
    /// With the proxy subscriptions that are there.
    pub(crate) fn with(wishes: impl Iterator<Item = Wish>) -> Self {
        let mut heard = Self::default();
        for wish in wishes {
            // Those there are were within the bounds.
            heard.set.insert(wish);
        }
        heard
    }

    /// What is kept for it, a set that has not come wholly among it.
    pub(crate) fn amount(&self) -> Amount {
        let collecting = self.collecting.as_ref();
        let under_way = collecting.map(|one| one.set.amount()).unwrap_or_default();
        self.set.amount().with(under_way)
    }

    pub(crate) fn wishes(&self) -> impl Iterator<Item = &Wish> {
        self.set.wishes.iter()
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
        wishes: Vec<Wish>,
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
        for wish in wishes {
            if !collecting.set.insert(wish) {
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
            add: set.wishes.difference(&self.set.wishes).cloned().collect(),
            remove: self.set.wishes.difference(&set.wishes).cloned().collect(),
        };
        self.set = set;
        self.generation = Some(generation);
        self.refused = false;
        Follows::Change(changes)
    }

    /// A change of the set.
    pub(crate) fn take_change(
        &mut self,
        (before, generation): (u64, u64),
        add: Vec<Wish>,
        remove: Vec<Wish>,
    ) -> Follows {
        match self.generation {
            Some(known) if known == before => {}
            // A whole set that came meanwhile has it.
            Some(known) if generation <= known => return Follows::Nothing,
            _ => return self.missing(),
        }
        let mut changes = ProxyChanges::default();
        for wish in remove {
            if self.set.remove(&wish) {
                changes.remove.push(wish);
            }
        }
        for wish in add {
            if self.set.wishes.contains(&wish) {
                continue;
            }
            if !self.set.insert(wish.clone()) {
                // There are no proxies for what was taken of it: a whole set that comes later has to find it missing.
                for wish in &changes.add {
                    self.set.remove(wish);
                }
                for wish in changes.remove {
                    self.set.insert(wish);
                }
                return self.refuse();
            }
            changes.add.push(wish);
        }
        self.generation = Some(generation);
        Follows::Change(changes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish(number: usize) -> Wish {
        Wish::levels(&format!("t/{number}"))
    }

    /// What is told is heard, however many parts it takes.
    #[test]
    fn a_set_arrives_in_parts_and_changes_follow_it() {
        let (mut told, mut heard) = (Told::default(), Heard::default());
        let count = 2 * WISHES_IN_REQUEST_MAX + 1;
        let parts = told.whole((0..count).map(wish), 10);
        assert_eq!(parts.len(), 3);
        for said in parts {
            let Said::Proxies {
                generation,
                part,
                parts,
                wishes,
            } = said
            else {
                panic!("{said:?}");
            };
            let follows = heard.take_part(generation, (part, parts), wishes);
            match part == parts {
                false => assert_eq!(follows, Follows::Nothing),
                true => {
                    let Follows::Change(changes) = follows else {
                        panic!("{follows:?}");
                    };
                    assert_eq!((changes.add.len(), changes.remove.len()), (count, 0));
                }
            }
        }
        let mut next = 10;
        let states = [(wish(count), true), (wish(0), false), (wish(1), true)];
        let changes = told.change(states.into_iter(), || {
            next += 1;
            next
        });
        assert_eq!(changes.len(), 2);
        for said in changes {
            let Said::Change {
                before,
                generation,
                add,
                remove,
            } = said
            else {
                panic!("{said:?}");
            };
            let follows = heard.take_change((before, generation), add, remove);
            assert!(matches!(follows, Follows::Change(_)), "{follows:?}");
        }
        assert_eq!(heard.set, told.set);
    }

    #[test]
    fn what_is_missing_is_asked_for_and_what_is_old_is_passed_over() {
        let mut heard = Heard::default();
        assert_eq!(
            heard.take_change((1, 2), vec![wish(1)], Vec::new()),
            Follows::Ask
        );
        assert_eq!(heard.take_part(5, (2, 2), vec![wish(1)]), Follows::Ask);
        assert_eq!(heard.take_part(6, (1, 2), vec![wish(1)]), Follows::Nothing);
        let follows = heard.take_part(6, (2, 2), vec![wish(2)]);
        let both = ProxyChanges {
            add: vec![wish(1), wish(2)],
            remove: Vec::new(),
        };
        assert_eq!(follows, Follows::Change(both));
        assert_eq!(heard.take_part(6, (1, 1), Vec::new()), Follows::Nothing);
        assert_eq!(
            heard.take_change((4, 5), vec![wish(3)], Vec::new()),
            Follows::Nothing
        );
        assert_eq!(
            heard.take_change((7, 8), vec![wish(3)], Vec::new()),
            Follows::Ask
        );
        assert_eq!(heard.wishes().count(), 2);
    }

    #[test]
    fn a_neighbour_that_wants_too_much_is_not_given_it() {
        let mut heard = Heard::default();
        let wishes = |from: usize| (from..from + WISHES_IN_REQUEST_MAX).map(wish).collect();
        let last = WISHES_MAX / WISHES_IN_REQUEST_MAX;
        for part in 0..last {
            let from = part * WISHES_IN_REQUEST_MAX;
            let part = i32::try_from(part).expect("few") + 1;
            assert_eq!(
                heard.take_part(1, (part, 1_000), wishes(from)),
                Follows::Nothing
            );
        }
        let part = i32::try_from(last).expect("few") + 1;
        assert_eq!(
            heard.take_part(1, (part, 1_000), wishes(WISHES_MAX)),
            Follows::TooMuch
        );
        // The rest of it, and what is changed of it, are not asked for, or it would go round for ever.
        let rest = heard.take_part(1, (part + 1, 1_000), vec![wish(0)]);
        assert_eq!(rest, Follows::Nothing);
        let change = heard.take_change((1, 2), vec![wish(0)], Vec::new());
        assert_eq!(change, Follows::Nothing);
        // Later it may be less.
        heard.try_again();
        let change = heard.take_change((2, 3), vec![wish(0)], Vec::new());
        assert_eq!(change, Follows::Ask);
        let whole = heard.take_part(3, (1, 1), vec![wish(0)]);
        assert!(matches!(whole, Follows::Change(_)), "{whole:?}");
        let mut told = Told::default();
        let parts = told.whole((0..=WISHES_MAX).map(wish), 1);
        assert_eq!(parts.len(), last);
        assert!(told.is_full);
    }
}
